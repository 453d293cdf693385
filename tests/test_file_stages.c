/* A file while it is being written: created, appended to, published, committed or abandoned. */
#include "base/file.h"

#include "support.h"
#include "support_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

Test(file_stages, a_full_disk_keeps_the_rows_of_a_growing_file) {
    struct error error;
    struct file file;
    char rows[2000];
    memset(rows, 'x', sizeof rows);
    limit_file_size();
    cr_assert(file_create(&file, path_of("rows"), &error));
    cr_assert(file_append(&file, "row 1\n", 6, &error) && file_publish(&file, &error));
    cr_expect(!file_append(&file, rows, sizeof rows, &error));
    assert_holds(path_of("rows"), "row 1\n");
    cr_expect(file_append(&file, "row 2\n", 6, &error), "what fits is written");
    assert_holds(path_of("rows"), "row 1\nrow 2\n");
    file_abandon(&file);
    assert_names(test_folder(), 1);
}

/* Cut or written to, before the next row and before the end. */
Test(file_stages, a_growing_file_that_somebody_changes) {
    for (int i = 0; i < 4; i++) {
        struct error error = {STATUS_DONE, ""};
        struct file file;
        cr_assert(file_create(&file, path_of("rows"), &error));
        cr_assert(file_append(&file, "row 1\n", 6, &error) && file_publish(&file, &error));
        cr_assert(file_append(&file, "row 2\n", 6, &error));
        FILE *stream = fopen(path_of("rows"), "w");
        fputs(i % 2 ? "row 1\nrow 2\nmine\n" : "row 1\n", stream);
        cr_assert_eq(fclose(stream), 0);
        bool done = i < 2 ? file_append(&file, "row 3\n", 6, &error) : file_commit(&file, &error);
        cr_expect(!done &&
                      strstr(error.message, "rows: another program has cut it or written to it"),
                  "%d: %s", i, error.message);
        assert_holds(path_of("rows"), i % 2 ? "row 1\nrow 2\nmine\n" : "row 1\n");
        file_abandon(&file);
    }
}

Test(file_stages, nothing_is_seen_before_the_end) {
    struct error error;
    struct file file;
    write_all(path_of("slow"), "old");
    cr_assert(file_create(&file, path_of("slow"), &error));
    cr_assert(file_append(&file, "ne", 2, &error));
    assert_holds(path_of("slow"), "old");
    cr_assert(file_append(&file, "w", 1, &error) && file_commit(&file, &error));
    assert_holds(path_of("slow"), "new");
    file_abandon(&file);
    assert_holds(path_of("slow"), "new");
    assert_names(test_folder(), 1);
}

Test(file_stages, what_is_abandoned_never_was) {
    struct error error;
    struct file file;
    write_all(path_of("old"), "old");
    cr_assert(file_create(&file, path_of("old"), &error) && file_append(&file, "x", 1, &error));
    file_abandon(&file);
    cr_assert(file_create(&file, path_of("new"), &error) && file_append(&file, "x", 1, &error));
    file_abandon(&file);
    assert_holds(path_of("old"), "old");
    assert_names(test_folder(), 1);
}

Test(file_stages, a_growing_file_is_seen_row_by_row) {
    struct error error;
    struct file file;
    write_all(path_of("rows"), "old");
    cr_assert(file_create(&file, path_of("rows"), &error));
    cr_assert(file_append(&file, "header\n", 7, &error));
    assert_holds(path_of("rows"), "old");
    cr_assert(file_publish(&file, &error));
    assert_holds(path_of("rows"), "header\n");
    cr_assert(file_append(&file, "row\n", 4, &error));
    assert_holds(path_of("rows"), "header\nrow\n");
    cr_assert(file_publish(&file, &error) && file_commit(&file, &error));
    assert_holds(path_of("rows"), "header\nrow\n");
    assert_names(test_folder(), 1);
}

/* Killed in the middle: the old file, and for one that grows the rows so far. */
static void die_while_writing(const char *path, bool published) {
    struct file file;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!file_create(&file, path, NULL) || !file_append(&file, "half", 4, NULL)) _exit(1);
        if (published && !file_publish(&file, NULL)) _exit(1);
        raise(SIGKILL);
    }
    int status;
    cr_assert(child > 0 && waitpid(child, &status, 0) == child);
    cr_assert(WIFSIGNALED(status), "it was to be killed");
}

Test(file_stages, killed_while_writing) {
    write_all(path_of("whole"), "old");
    die_while_writing(path_of("whole"), false);
    assert_holds(path_of("whole"), "old");
    write_all(path_of("whole"), "new");
    assert_holds(path_of("whole"), "new");
    die_while_writing(path_of("whole"), true);
    assert_holds(path_of("whole"), "half");
}

Test(file_stages, standard_output) {
    struct error error;
    struct file file;
    int descriptor = open(path_of("out"), O_WRONLY | O_CREAT, 0666), kept = dup(STDOUT_FILENO);
    fflush(stdout);
    dup2(descriptor, STDOUT_FILENO);
    bool done = file_create(&file, "-", &error) && file_append(&file, "a", 1, &error) &&
                file_publish(&file, &error) && file_commit(&file, &error) &&
                file_write("-", "b", 1, &error) && write(STDOUT_FILENO, "c", 1) == 1;
    dup2(kept, STDOUT_FILENO);
    cr_expect(done, "standard output stays open");
    assert_holds(path_of("out"), "abc");
    bool there;
    cr_expect(file_find("-", &there, NULL) && !there);
}
