/* Files are written whole or not at all. */
#include "base/file.h"
#include "base/folder.h"

#include "support.h"
#include "support_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static void refuse_write(const char *path, size_t size, const char *words) {
    struct error error = {STATUS_DONE, ""};
    char *bytes = calloc(size ? size : 1, 1);
    cr_expect(!file_write(path, bytes, size, &error), "%s is written", path);
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect(strstr(error.message, words), "'%s' is not in '%s'", words, error.message);
    free(bytes);
}

Test(file_write, new_and_replaced) {
    write_all(path_of("new"), "first");
    assert_holds(path_of("new"), "first");
    write_all(path_of("new"), "second, longer");
    assert_holds(path_of("new"), "second, longer");
    write_all(path_of("new"), "");
    assert_holds(path_of("new"), "");
    assert_names(test_folder(), 1);
}

Test(file_write, a_name_in_the_working_folder) {
    cr_assert_eq(chdir(test_folder()), 0);
    write_all("here", "text");
    assert_holds("here", "text");
    assert_names(".", 1);
}

Test(file_write, a_full_disk_leaves_the_old_file) {
    write_all(path_of("kept"), "old");
    limit_file_size();
    refuse_write(path_of("kept"), 5000, path_of("kept"));
    assert_holds(path_of("kept"), "old");
    refuse_write(path_of("none"), 5000, "cannot write");
    bool there;
    cr_expect(file_find(path_of("none"), &there, NULL) && !there);
    assert_names(test_folder(), 1);
    write_all(path_of("kept"), "new");
    assert_holds(path_of("kept"), "new");
}

/* A device of this test's own: were it replaced, no device of the system would be harmed. False
 * where this user may not make one, or the folder's file system has none. */
static bool make_full_device(const char *path) {
    if (mknod(path, S_IFCHR | 0666, makedev(1, 7)) != 0) return false;
    int descriptor = open(path, O_WRONLY);
    if (descriptor >= 0) close(descriptor);
    return descriptor >= 0;
}

Test(file_write, devices_are_written_directly) {
    struct stat status;
    const char *path = path_of("full");
    if (!make_full_device(path)) cr_skip_test("no device can be made here");
    refuse_write(path, 10, "cannot write");
    cr_expect(stat(path, &status) == 0 && S_ISCHR(status.st_mode), "it is still a device");
    assert_names(test_folder(), 1);
}

Test(file_write, pipes_are_written_directly) {
    const char *path = path_of("pipe");
    struct stat status;
    char bytes[16] = "";
    cr_assert_eq(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    write_all(path, "through");
    cr_expect_eq(read(reader, bytes, sizeof bytes), 7);
    cr_expect_str_eq(bytes, "through");
    cr_expect(stat(path, &status) == 0 && S_ISFIFO(status.st_mode));
    close(reader);
}

Test(file_write, places_that_cannot_be_written) {
    struct stat status;
    refuse_write(test_folder(), 3, "it is a folder");
    cr_expect(stat(test_folder(), &status) == 0 && S_ISDIR(status.st_mode));
    refuse_write(path_of("no/such/folder"), 3, "cannot write");
    refuse_write(path_of("no/"), 3, "cannot write");
    write_string("plain", "old");
    refuse_write(path_of("plain/"), 3, "cannot write");
    refuse_write(path_of("plain/inside"), 3, "cannot write");
    assert_holds(path_of("plain"), "old");
    assert_names(test_folder(), 1);
}

/* A name is refused before there is anything to write, not after. */
Test(file_write, an_empty_name_is_refused_at_once) {
    struct file file;
    struct error error = {STATUS_DONE, ""};
    cr_assert_eq(chdir(test_folder()), 0);
    cr_expect(!file_create(&file, "", &error));
    cr_expect_eq(error.status, STATUS_FAILED);
    file_abandon(&file);
    assert_names(".", 0);
}

static mode_t mode_of(const char *path) {
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    return status.st_mode & 07777;
}

Test(file_write, permissions_are_kept) {
    static const mode_t modes[] = {0600, 0644, 0755, 0666, 0640};
    const char *path = path_of("mode");
    umask(027);
    write_all(path, "new");
    cr_expect_eq(mode_of(path), 0640, "a new file has what the user's mask says");
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        cr_assert_eq(chmod(path, modes[i]), 0);
        write_all(path, "again");
        cr_expect_eq(mode_of(path), modes[i], "%o became %o", (unsigned)modes[i],
                     (unsigned)mode_of(path));
    }
}

Test(file_write, links_are_followed) {
    struct stat status;
    cr_assert_eq(mkdir(path_of("elsewhere"), 0777), 0);
    write_all(path_of("elsewhere/target"), "old");
    cr_assert_eq(symlink("elsewhere/target", path_of("link")), 0);
    cr_assert_eq(symlink("link", path_of("link to a link")), 0);
    write_all(path_of("link to a link"), "new");
    assert_holds(path_of("elsewhere/target"), "new");
    cr_expect(lstat(path_of("link"), &status) == 0 && S_ISLNK(status.st_mode));
    cr_expect(lstat(path_of("link to a link"), &status) == 0 && S_ISLNK(status.st_mode));
    assert_names(path_of("elsewhere"), 1);
    assert_names(test_folder(), 3);
}

/* In another process, as a user who owns nothing, where this one may do everything. */
static void refuse_write_as_nobody(const char *path) {
    fflush(NULL);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        if (getuid() == 0 && setuid(65534) != 0) _exit(2);
        _exit(file_write(path, "new", 3, NULL) ? 1 : 0);
    }
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: %x", path, (unsigned)status);
}

Test(file_write, permissions_are_respected) {
    cr_assert_eq(chmod(test_folder(), 0777), 0);
    cr_assert_eq(mkdir(path_of("closed"), 0777), 0);
    write_all(path_of("closed/file"), "old");
    write_all(path_of("read only"), "old");
    cr_assert_eq(chmod(path_of("read only"), 0444), 0);
    cr_assert_eq(chmod(path_of("closed/file"), 0666), 0);
    cr_assert_eq(chmod(path_of("closed"), 0555), 0);
    refuse_write_as_nobody(path_of("closed/file"));
    refuse_write_as_nobody(path_of("closed/new"));
    refuse_write_as_nobody(path_of("read only"));
    assert_holds(path_of("closed/file"), "old");
    assert_holds(path_of("read only"), "old");
    assert_names(path_of("closed"), 1);
    assert_names(test_folder(), 2);
    chmod(path_of("closed"), 0777);
}

/* A link to nowhere says where the file shall be. */
Test(file_write, links_to_nowhere_are_followed) {
    struct stat status;
    struct error error = {STATUS_DONE, ""};
    cr_assert_eq(mkdir(path_of("elsewhere"), 0777), 0);
    cr_assert_eq(symlink("elsewhere/second", path_of("first")), 0);
    cr_assert_eq(symlink("target", path_of("elsewhere/second")), 0);
    char *first = strdup(path_of("first"));
    cr_expect(file_is_same(first, path_of("elsewhere/target")));
    cr_expect(!file_is_same(first, path_of("target")));
    write_all(first, "new");
    assert_holds(path_of("elsewhere/target"), "new");
    cr_expect(lstat(first, &status) == 0 && S_ISLNK(status.st_mode));
    cr_expect(lstat(path_of("elsewhere/second"), &status) == 0 && S_ISLNK(status.st_mode));
    assert_names(path_of("elsewhere"), 2);
    cr_assert_eq(symlink("no/such/folder", path_of("broken")), 0);
    refuse_write(path_of("broken"), 3, "cannot write");
    cr_assert_eq(symlink("itself", path_of("itself")), 0);
    refuse_write(path_of("itself"), 3, "cannot write");
    assert_names(test_folder(), 4);
    cr_expect(!file_write(path_of("itself"), "x", 1, &error));
    free(first);
}

/* Names are taken as long as the file system takes them; longer ones do no harm. */
Test(file_write, long_names) {
    static const int lengths[] = {99, 100, 101, 230, 240, 255};
    char name[300];
    struct error error = {STATUS_DONE, ""};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        snprintf(name, sizeof name, "%0*d", lengths[i], 7);
        write_all(path_of(name), "long");
        write_all(path_of(name), "longer");
        assert_holds(path_of(name), "longer");
        assert_names(test_folder(), (int)i + 1);
    }
    snprintf(name, sizeof name, "%0*d", 256, 7);
    cr_expect(!file_write(path_of(name), "longest", 7, &error));
    cr_expect(strstr(error.message, "cannot write"), "%s", error.message);
    assert_names(test_folder(), (int)(sizeof lengths / sizeof *lengths));
}

/* Two long names that differ at their ends alone are written at the same time; what is left of one
 * is found by its name. */
Test(file_write, long_names_have_temporary_names_of_their_own) {
    char names[2][256];
    struct file files[2];
    struct error error = {STATUS_DONE, ""};
    for (int i = 0; i < 2; i++) {
        memset(names[i], 0, sizeof names[i]);
        for (size_t at = 0; at < 250; at += 2) memcpy(names[i] + at, "ä", 2);
        names[i][250] = (char)('a' + i);
        cr_assert(file_create(&files[i], path_of(names[i]), &error), "%s", error.message);
        cr_assert(file_append(&files[i], names[i] + 250, 1, &error));
    }
    assert_names(test_folder(), 2);
    folder_clean_file(path_of(names[0]));
    assert_names(test_folder(), 1);
    cr_expect(!file_commit(&files[0], &error));
    cr_assert(file_commit(&files[1], &error), "%s", error.message);
    assert_holds(path_of(names[1]), "b");
}
