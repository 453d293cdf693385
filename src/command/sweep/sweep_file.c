/* A file that a sweep writes: see sweep_file.h. */
#include "command/sweep/sweep_file.h"

#include "base/folder.h"
#include "base/memory.h"
#include "command/output.h"

#include <stdlib.h>

struct sweep_file sweep_file_none(void) {
    return (struct sweep_file){.file = {.descriptor = -1}, .lock = {.descriptor = -1}};
}

bool sweep_file_check_lock(const char *option, const char *path, const char *other,
                           struct error *error) {
    if (!path || !other || !file_is_replaced(path) || !file_is_replaced(other)) return true;
    char *lock = lock_file_name(other, error);
    bool done = lock != NULL;
    if (done && file_is_same(lock, path)) {
        done = error_set(error, STATUS_USAGE,
                         "--%s: %s is the lock of %s, which the sweep removes at its end: say "
                         "another file",
                         option, path, other);
    }
    free(lock);
    return done;
}

bool sweep_file_take(struct sweep_file *file, const char *path, size_t count, struct error *error) {
    file->path = path;
    file->count = count;
    file->parts = memory_take(count, sizeof *file->parts, "the sweep", error);
    if (!file->parts) return false;
    if (!file_is_replaced(path)) return true;
    if (!file_check_writable(path, error) || !lock_file(&file->lock, path, error)) return false;
    folder_clean_file(path);
    return true;
}

/* Appends the parts in their order and says where they stand then. */
static void collect(struct sweep_file *file, const char *bytes, struct text *text) {
    for (size_t i = 0; i < file->count; i++) {
        struct sweep_part *part = &file->parts[i];
        if (!part->size) continue;
        size_t start = text->length;
        text_append(text, bytes + part->start, part->size);
        part->start = start;
        file->end = i + 1;
    }
    file->size = text->length;
    file->mixed = false;
}

bool sweep_file_begin(struct sweep_file *file, const struct text *header, const struct text *kept,
                      struct error *error) {
    struct text text = {0};
    text_append(&text, header->data, header->length);
    file->header = header->length;
    collect(file, kept->data, &text);
    bool done = text_finish(header, error) && text_finish(&text, error) &&
                file_create(&file->file, file->path, error) &&
                file_append(&file->file, text.data, text.length, error) &&
                file_publish(&file->file, error);
    text_free(&text);
    return done;
}

static bool changed(const struct sweep_file *file, struct error *error) {
    return error_set(error, STATUS_FAILED,
                     "%s was changed while the sweep wrote it: the same command with --resume goes "
                     "on with what it has",
                     file->path);
}

static bool check_unchanged(const struct sweep_file *file, struct error *error) {
    bool is_changed;
    if (!file_look(&file->file, &is_changed, error)) return false;
    return !is_changed || changed(file, error);
}

bool sweep_file_add(struct sweep_file *file, size_t run, const struct text *lines,
                    struct error *error) {
    if (!text_finish(lines, error) || !check_unchanged(file, error) ||
        !file_append(&file->file, lines->data, lines->length, error)) {
        return false;
    }
    file->parts[run] = (struct sweep_part){file->size, lines->length};
    file->size += lines->length;
    file->mixed = file->mixed || run < file->end;
    if (run >= file->end) file->end = run + 1;
    return true;
}

static bool write_in_order(struct sweep_file *file, const char *bytes, size_t size,
                           struct error *error) {
    struct text text = {0};
    if (size != file->size) return changed(file, error);
    text_append(&text, bytes, file->header);
    collect(file, bytes, &text);
    bool done = output_text(file->path, &text, error);
    text_free(&text);
    return done;
}

static bool put_in_order(struct sweep_file *file, struct error *error) {
    size_t size;
    char *bytes = file_read(file->path, FILE_ANY_SIZE, &size, error);
    bool done = bytes && write_in_order(file, bytes, size, error);
    free(bytes);
    return done;
}

bool sweep_file_close(struct sweep_file *file, struct error *error) {
    if (file->file.descriptor < 0) return true;
    bool sorts = file->mixed && file->file.target;
    return check_unchanged(file, error) && file_commit(&file->file, error) &&
           (!sorts || put_in_order(file, error));
}

void sweep_file_free(struct sweep_file *file) {
    file_abandon(&file->file);
    lock_release(&file->lock);
    free(file->parts);
    *file = sweep_file_none();
}
