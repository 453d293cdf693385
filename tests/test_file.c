/* Files: read whole, and the folders they stand in. */
#include "base/file.h"

#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Test(file, read_whole) {
    struct error error = {STATUS_DONE, ""};
    size_t size = 99;
    char *bytes = file_read(write_bytes("in", "a\0b\n", 4), 100, &size, &error);
    cr_assert(bytes, "%s", error.message);
    cr_expect_eq(size, 4);
    cr_expect(memcmp(bytes, "a\0b\n", 5) == 0, "with a zero byte after it");
    cr_expect_eq(error.status, STATUS_DONE);
    free(bytes);
    bytes = file_read(write_bytes("in", "", 0), 0, &size, &error);
    cr_expect(bytes && size == 0 && !*bytes, "an empty file");
    free(bytes);
}

/* Sizes around those at which the buffer grows. */
Test(file, read_of_every_size) {
    static const size_t sizes[] = {65534, 65535, 65536, 65537, 131071, 131072, 1000000};
    static char bytes[1000000];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i * i / 7);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct error error;
        size_t size;
        char *back = file_read(write_bytes("in", bytes, sizes[i]), 10000000, &size, &error);
        cr_assert(back && size == sizes[i] && memcmp(back, bytes, size) == 0 && !back[size]);
        free(back);
    }
}

static void refuse_read(const char *path, size_t limit, const char *words) {
    struct error error = {STATUS_DONE, ""};
    size_t size;
    cr_expect_null(file_read(path, limit, &size, &error), "%s", path);
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect(strstr(error.message, path) && strstr(error.message, words), "%s", error.message);
}

Test(file, what_cannot_be_read) {
    const char *path = write_string("in", "12345");
    refuse_read("/nonexistent", 10, "No such file");
    refuse_read("", 10, "No such file");
    refuse_read(test_folder(), 10, "is a folder");
    refuse_read(path, 4, "is larger than 4 bytes");
    refuse_read("/dev/zero", 100000, "is larger than 100000 bytes");
    struct error error;
    size_t size;
    char *bytes = file_read(path, 5, &size, &error);
    cr_expect(bytes, "as many bytes as are allowed");
    free(bytes);
}

/* What may never end, or never begin. */
Test(file, devices_and_pipes) {
    refuse_read("/dev/zero", (size_t)1 << 40, "is larger than 67108864 bytes");
    struct outcome outcome = run("mkfifo $T/pipe");
    cr_assert_eq(outcome.status, 0);
    outcome_free(&outcome);
    char path[256];
    snprintf(path, sizeof path, "%s/pipe", test_folder());
    refuse_read(path, 100, "is a pipe that no program writes to");
}

/* A pipe whose program comes, or writes, or ends late. */
Test(file, pipes_are_waited_for) {
    struct outcome outcome =
        run("mkfifo $T/pipe $T/slow; { sleep 0.3; echo 1,2 >$T/pipe; } &"
            "{ sleep 0.3; echo 3; sleep 0.3; echo 4; } >$T/slow &"
            "attnlearn attend --query $T/pipe --key $T/pipe --value $T/pipe -o - >/dev/null &&"
            "cat $T/slow | attnlearn attend --query - --key - --value - -o - >/dev/null");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    cr_expect(!strstr(outcome.err, "attnlearn:"), "%s", outcome.err);
    outcome_free(&outcome);
}

Test(file, standard_input) {
    struct error error;
    size_t size;
    int descriptor = open(write_string("in", "from a pipe"), O_RDONLY);
    cr_assert(descriptor >= 0 && dup2(descriptor, STDIN_FILENO) == STDIN_FILENO);
    char *bytes = file_read("-", 100, &size, &error);
    cr_assert(bytes, "%s", error.message);
    cr_expect_str_eq(bytes, "from a pipe");
    free(bytes);
    cr_expect_str_eq(file_input_name("-"), "standard input");
    cr_expect_str_eq(file_output_name("-"), "standard output");
    cr_expect_str_eq(file_input_name("x"), "x");
    cr_expect_str_eq(file_output_name("./-"), "./-");
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void assert_folder(const char *name) {
    struct error error;
    char path[256];
    snprintf(path, sizeof path, "%s/%s", test_folder(), name);
    cr_expect(file_make_folder(path, &error), "%s", error.message);
    cr_expect(is_folder(path), "%s", path);
    cr_expect(file_make_folder(path, &error), "again: %s", error.message);
}

Test(file, folders_are_made_with_those_above) {
    assert_folder("a");
    assert_folder("a/b/c/d");
    assert_folder("e/");
    assert_folder("f//g/./h/../i///");
    assert_folder(".");
    struct error error;
    cr_expect(file_make_folder("/", &error) && file_make_folder(".", &error));
    cr_assert_eq(chdir(test_folder()), 0);
    cr_expect(file_make_folder("relative/one", &error) && is_folder("relative/one"));
}

static void refuse_folder(const char *name, const char *words) {
    struct error error = {STATUS_DONE, ""};
    char path[256];
    snprintf(path, sizeof path, "%s/%s", test_folder(), name);
    cr_expect(!file_make_folder(path, &error), "%s", path);
    cr_expect(strstr(error.message, "cannot make the folder") && strstr(error.message, words), "%s",
              error.message);
}

Test(file, folders_that_cannot_be_made) {
    write_string("taken", "");
    refuse_folder("taken", "a file has that name");
    refuse_folder("taken/inside", "a file has that name");
    char longest[300];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    struct error error;
    cr_expect(!file_make_folder(longest, &error));
    cr_expect(strstr(error.message, "File name too long"), "%s", error.message);
    cr_expect(!file_make_folder("", NULL));
}

/* Asserts whether something is found under that name. */
static void expect_found(const char *path, bool expected) {
    bool there;
    cr_assert(file_find(path, &there, NULL), "%s", path);
    cr_expect_eq(there, expected, "%s", path);
}

Test(file, existence) {
    char path[256];
    struct error error;
    bool there;
    expect_found(test_folder(), true);
    expect_found(write_string("there", ""), true);
    expect_found("/nonexistent", false);
    snprintf(path, sizeof path, "%s/there/inside", test_folder());
    expect_found(path, false);
    snprintf(path, sizeof path, "%s/link", test_folder());
    cr_assert_eq(symlink("/nonexistent", path), 0);
    expect_found(path, true);
    snprintf(path, sizeof path, "%s/loop", test_folder());
    cr_assert_eq(symlink(path, path), 0);
    snprintf(path, sizeof path, "%s/loop/x", test_folder());
    cr_expect(!file_find(path, &there, &error), "nobody can tell");
    cr_expect(strstr(error.message, "cannot look at"), "%s", error.message);
}

Test(file, same_by_path_or_by_place) {
    char link[256], longer[256];
    const char *one = write_string("one", "1"), *other = write_string("other", "1");
    snprintf(link, sizeof link, "%s/to-one", test_folder());
    snprintf(longer, sizeof longer, "%s/./one", test_folder());
    cr_assert_eq(symlink(one, link), 0);
    cr_expect(file_is_same(one, one) && file_is_same(one, link) && file_is_same(longer, one));
    cr_expect(!file_is_same(one, other) && !file_is_same(one, "/nonexistent"));
    cr_expect(file_is_same("/nonexistent", "/nonexistent"), "by its name");
    cr_expect(file_is_same("/nonexistent", "//nonexistent") && file_is_same("no-one", "./no-one"));
    cr_expect(file_is_same("src/no-one", "tests/../src/no-one"), "that will be there");
    cr_expect(!file_is_same("src/no-one", "tests/no-one") && !file_is_same("no/one", "none/one"));
    cr_expect(file_is_same("-", "-") && !file_is_same("-", one) && !file_is_same(one, "-"));
}

static void assert_joined(const char *folder, const char *name, const char *expected) {
    char *path = file_join(folder, name, NULL);
    cr_expect_str_eq(path, expected);
    free(path);
}

Test(file, joining) {
    assert_joined("a", "b", "a/b");
    assert_joined("a/", "b", "a/b");
    assert_joined("/", "b", "/b");
    assert_joined("a/b", "c.csv", "a/b/c.csv");
}
