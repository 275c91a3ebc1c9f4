// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "internal.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

// All that can be fetched is in this table before the first request: a path of a request is
// compared, never opened.

enum { NAMES = 4096, DEPTH = 4, FILE_LIMIT = 64 << 20, WORTH_COMPRESSING = 512 };

static const struct {
    const char *extension, *type;
    bool text; // is worth compressing
} KINDS[] = {
    {".html", "text/html; charset=utf-8", true},
    {".js", "text/javascript; charset=utf-8", true},
    {".css", "text/css; charset=utf-8", true},
    {".json", "application/json", true},
    {".svg", "image/svg+xml", true},
    {".txt", "text/plain; charset=utf-8", true},
    {".glb", "model/gltf-binary", true},
    {".png", "image/png", false},
    {".ico", "image/x-icon", false},
    {".woff2", "font/woff2", false},
    {".wasm", "application/wasm", true},
};

// -1 for a kind that the page has no use for
static int kind_of(const char *path) {
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        const size_t tail = strlen(KINDS[i].extension);
        if (length > tail && strcmp(path + length - tail, KINDS[i].extension) == 0) return (int)i;
    }
    return -1;
}

// FNV-1a (Fowler, Noll, Vo 1991): tells versions of a file apart, no more
static uint64_t mark_of(const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static void compress_file(snw__file *file, int level) {
    z_stream stream = {0};
    const int gzip = 15 + 16; // the largest window, in the frame of gzip
    if (file->size < WORTH_COMPRESSING || file->size > FILE_LIMIT) return;
    if (deflateInit2(&stream, level, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return;
    const size_t bound = deflateBound(&stream, (uLong)file->size);
    unsigned char *out = malloc(bound);
    if (out != NULL) {
        stream.next_in = (unsigned char *)file->data;
        stream.avail_in = (unsigned)file->size;
        stream.next_out = out;
        stream.avail_out = (unsigned)bound;
        if (deflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out < file->size) {
            file->packed = (char *)out;
            file->packed_size = stream.total_out;
            out = NULL;
        }
    }
    free(out);
    (void)deflateEnd(&stream);
}

static snw_status add_file(snw__files *files, const char *path, snw__file made) {
    const int kind = kind_of(strcmp(path, "/") == 0 ? "index.html" : path);
    snw__file *file = files->count < SNW__FILES ? &files->items[files->count] : NULL;
    if (file == NULL) return SNW_ERR_FULL;
    if (strlen(path) >= sizeof file->path) return SNW_ERR_TOO_LARGE;
    *file = made;
    snw_copy_text(file->path, sizeof file->path, path);
    file->type = kind >= 0 ? KINDS[kind].type : "application/octet-stream";
    snw_text mark = snw_text_over(file->mark, sizeof file->mark);
    snw_text_format(&mark, "\"%016llx\"", (unsigned long long)mark_of(file->data, file->size));
    // models are many megabytes and mostly fractions of numbers: the quickest level gets nearly all
    if (kind >= 0 && KINDS[kind].text) compress_file(file, file->for_ever ? 1 : 6);
    files->count++;
    return SNW_OK;
}

snw_status snw__files_add(snw__files *files, const char *path, char *data, size_t size,
                          bool for_ever) {
    const snw_status status =
        add_file(files, path, (snw__file){.data = data, .size = size, .for_ever = for_ever});
    if (snw_failed(status)) free(data);
    return status;
}

snw_status snw__files_lend(snw__files *files, const char *path, const char *data, size_t size,
                           bool for_ever) {
    // what is lent is never written
    snw__file file = {.size = size, .for_ever = for_ever, .lent = true};
    memcpy(&file.data, &data, sizeof data);
    return add_file(files, path, file);
}

const snw__file *snw__files_find(const snw__files *files, const char *path, size_t length) {
    for (int i = 0; i < files->count; i++) {
        const snw__file *file = &files->items[i];
        if (strlen(file->path) == length && memcmp(file->path, path, length) == 0) return file;
    }
    return NULL;
}

static void drop(snw__file *file) {
    if (!file->lent) free(file->data);
    free(file->packed);
    *file = (snw__file){0};
}

void snw__files_cut(snw__files *files, int count) {
    while (files->count > count)
        drop(&files->items[--files->count]);
}

// a name with a part that is made from its content: NAME.HASH.EXT or NAME-HASH.EXT, 8 and more
static bool is_hashed(const char *name) {
    const char *end = strrchr(name, '.');
    if (end == NULL) return false;
    const char *at = end;
    while (at > name && at[-1] != '.' && at[-1] != '-')
        at--;
    return at > name && end - at >= 8;
}

static snw_status read_one(snw__files *files, const char *folder, const char *name,
                           const char *path, snw_why *why) {
    char place[SNW_PATH_SIZE];
    snw_status status = snw_path_join(folder, name, place, sizeof place);
    if (snw_failed(status)) return status;
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = FILE_LIMIT;
    snw_file_content content;
    status = snw_file_read(place, &how, &content, why);
    if (snw_failed(status)) return status;
    status = snw__files_add(files, path, content.data, content.size, is_hashed(name));
    if (snw_failed(status)) snw_why_set(why, status, place, "the page has too many files");
    return status;
}

static snw_status read_folder(snw__files *files, const char *folder, const char *path, int depth,
                              snw_why *why) {
    snw_directory list;
    snw_status status = snw_directory_list(folder, NAMES, &list, why);
    if (snw_failed(status)) return status;
    for (int i = 0; i < list.count && !snw_failed(status); i++) {
        const snw_directory_entry *entry = &list.entries[i];
        char below[SNW_PATH_SIZE], url[SNW__FILE_PATH];
        snw_text text = snw_text_over(url, sizeof url);
        snw_text_format(&text, "%s/%s", path, entry->name);
        if (snw_text_is_cut(&text)) continue;
        if (!entry->is_directory) {
            if (kind_of(entry->name) < 0) continue;
            const bool index = strcmp(url, "/index.html") == 0;
            status = read_one(files, folder, entry->name, index ? "/" : url, why);
        } else if (depth < DEPTH) {
            status = snw_path_join(folder, entry->name, below, sizeof below);
            if (!snw_failed(status)) status = read_folder(files, below, url, depth + 1, why);
        }
    }
    snw_directory_free(&list);
    return status;
}

snw_status snw__files_read(snw__files *files, const char *folder, snw_why *why) {
    return read_folder(files, folder, "", 0, why);
}
