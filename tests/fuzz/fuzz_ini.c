/* A configuration. */
#include "fuzz.h"

#include "command/config.h"

#include <stdlib.h>

/* Reads the file into the settings of a run without options, as a command does. */
static bool read_settings(const char *path, struct settings *settings, char **kept,
                          struct error *error) {
    settings_default(settings);
    if (!config_read(path, settings, kept, error)) return false;
    if (!settings->min_pairs) settings->min_pairs = settings->pairs;
    return true;
}

/* Its text, read and written again, is the same. */
static void check_again(const struct settings *settings) {
    struct text first = {0}, second = {0};
    struct settings again;
    struct error error;
    char *kept = NULL;
    config_text(&first, settings);
    PROPERTY(!first.failed);
    bool done = read_settings(fuzz_file(first.data, first.length), &again, &kept, &error);
    if (!done) fuzz_property(false, error.message, __FILE__, __LINE__);
    config_text(&second, &again);
    fuzz_same(&first, &second);
    text_free(&first);
    text_free(&second);
    free(kept);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct settings settings;
    struct error error;
    char *kept = NULL;
    if (read_settings(fuzz_file(bytes, size), &settings, &kept, &error)) {
        check_again(&settings);
    } else {
        fuzz_refused(&error);
    }
    free(kept);
    return 0;
}
