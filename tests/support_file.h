/* What the tests of writing share: files in the test's folder. */
#ifndef TESTS_SUPPORT_FILE_H
#define TESTS_SUPPORT_FILE_H

/* The path of a name in the test's folder (static). */
const char *path_of(const char *name);

/* Asserts that the file is there and holds this text. */
void assert_holds(const char *path, const char *expected);

/* Asserts how many names the folder has: no file is left beside those that were asked for. */
void assert_names(const char *folder, int expected);

/* Writes the file by file_write. */
void write_all(const char *path, const char *string);

/* From now on this process finds a disk that takes 1000 bytes of a file. */
void limit_file_size(void);

#endif
