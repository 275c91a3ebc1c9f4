// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/file.h"

#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "include.h"
#include "sinew/os.h"

// window bits of zlib for the gzip wrapper
enum { GZIP_WINDOW = 15 + 16 };

static uInt clamped(size_t bytes) {
    return bytes < UINT32_MAX ? (uInt)bytes : UINT32_MAX;
}

snw_status snw_gzip(const void *bytes, size_t length, void *out, size_t capacity, size_t *size) {
    if (length > SNW_DOCUMENT_BYTES) return SNW_ERR_TOO_LARGE;
    z_stream z = {0};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        return SNW_ERR_MEMORY;
    }
    // what does not fit is only counted
    unsigned char spill[4096];
    z.next_in = bytes;
    z.avail_in = (uInt)length;
    z.next_out = capacity > 0 ? out : spill;
    z.avail_out = capacity > 0 ? clamped(capacity) : sizeof spill;
    int state = deflate(&z, Z_FINISH);
    while (state == Z_OK || state == Z_BUF_ERROR) {
        z.next_out = spill;
        z.avail_out = sizeof spill;
        state = deflate(&z, Z_FINISH);
    }
    *size = z.total_out;
    (void)deflateEnd(&z);
    if (state != Z_STREAM_END) return SNW_ERR_INTERNAL;
    return *size <= capacity ? SNW_OK : SNW_ERR_SIZE;
}

snw_status snw_gunzip(const void *bytes, size_t length, void *out, size_t capacity, size_t *size) {
    if (length > UINT32_MAX) return SNW_ERR_TOO_LARGE;
    unsigned char nowhere;
    z_stream z = {0};
    if (inflateInit2(&z, GZIP_WINDOW) != Z_OK) return SNW_ERR_MEMORY;
    z.next_in = bytes;
    z.avail_in = (uInt)length;
    z.next_out = capacity > 0 ? out : &nowhere;
    z.avail_out = clamped(capacity);

    // a file may hold several members, one behind the other; anything else behind one is damage
    int state;
    do {
        state = inflate(&z, Z_FINISH);
    } while (state == Z_STREAM_END && z.avail_in > 0 && inflateReset(&z) == Z_OK);
    *size = (size_t)(z.next_out - (capacity > 0 ? (Bytef *)out : &nowhere));
    const bool full = z.avail_out == 0 && state == Z_BUF_ERROR;
    (void)inflateEnd(&z);
    if (state == Z_STREAM_END) return SNW_OK;
    return full ? SNW_ERR_TOO_LARGE : SNW_ERR_SYNTAX;
}

static snw_status refuse(snw_why *why, snw_status code, const char *text, const char *fix) {
    snw_why_set(why, code, NULL, text);
    snw_why_fix(why, fix);
    return code;
}

snw_status snw__expand(const char *bytes, size_t length, char **expanded, size_t *size,
                       snw_why *why) {
    *expanded = NULL;
    if (length < 2 || (unsigned char)bytes[0] != 0x1F || (unsigned char)bytes[1] != 0x8B) {
        return SNW_OK;
    }
    // doubled until it fits, so that a small file costs little and a bomb ends at the limit
    snw_status status = SNW_ERR_TOO_LARGE;
    const size_t most = SNW_DOCUMENT_BYTES;
    for (size_t room = length < most / 4 ? 4 * length + 1024 : most;; room *= 2) {
        const size_t capacity = room < most ? room : most;
        free(*expanded);
        *expanded = length <= most ? malloc(capacity) : NULL;
        if (*expanded == NULL) break;
        status = snw_gunzip(bytes, length, *expanded, capacity, size);
        if (status != SNW_ERR_TOO_LARGE || capacity == most) break;
    }
    if (status == SNW_OK) return SNW_OK;
    if (*expanded == NULL && length <= most) status = SNW_ERR_MEMORY;
    free(*expanded);
    *expanded = NULL;
    return refuse(why, status,
                  status == SNW_ERR_TOO_LARGE ? "the compressed text expands beyond the limit"
                  : status == SNW_ERR_MEMORY  ? "out of memory"
                                              : "the compressed text is damaged",
                  status == SNW_ERR_SYNTAX ? "check it with gzip -t" : "use a smaller file");
}

snw_status snw__file_load(const char *path, char **bytes, size_t *length, snw_why *why) {
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_DOCUMENT_BYTES;
    snw_file_content content;
    const snw_status status = snw_file_read(path, &how, &content, why);
    if (status < 0) return status;
    char *expanded = NULL;
    size_t size = 0;
    const snw_status opened = snw__expand(content.data, content.size, &expanded, &size, why);
    if (opened < 0 || expanded != NULL) {
        snw_file_free(&content);
        *bytes = expanded;
        *length = size;
        return opened;
    }
    *bytes = content.data;
    *length = content.size;
    return SNW_OK;
}

static snw_status report(snw_diags *diags, snw_why *why, const char *name) {
    if (why->rule[0] == '\0') snw_why_rule(why, "file");
    if (why->file[0] == '\0') snw_why_at(why, name, 0, 0);
    snw_diags_add(diags, why);
    return why->code;
}

snw_status snw__read_expanded(const snw_source *source, const snw_type *type,
                              const snw_document *how, snw__read_fn *read) {
    snw_why why;
    snw_source plain = *source;
    char *expanded = NULL;
    size_t size = 0;
    snw_status status = snw__expand(source->bytes, source->length, &expanded, &size, &why);
    if (status < 0) return report(how->diags, &why, source->name);
    if (expanded != NULL) {
        plain.bytes = expanded;
        plain.length = size;
    }
    status = read(&plain, type, how);
    free(expanded);
    return status;
}

// --- by name ------------------------------------------------------------------------------------

typedef enum format { FORMAT_XML, FORMAT_JSON, FORMAT_UNKNOWN } format;

static bool ends_with(const char *name, size_t length, const char *ending) {
    const size_t n = strlen(ending);
    return length >= n && memcmp(name + length - n, ending, n) == 0;
}

// what a name says: the format, and whether it is compressed
static format format_of(const char *name, bool *compressed) {
    size_t length = strlen(name);
    *compressed = ends_with(name, length, ".gz") || ends_with(name, length, ".ecz");
    if (ends_with(name, length, ".ecz")) return FORMAT_XML;
    if (*compressed) length -= 3;
    if (ends_with(name, length, ".xml") || ends_with(name, length, ".ecx")) return FORMAT_XML;
    if (ends_with(name, length, ".json")) return FORMAT_JSON;
    // state.gz, without a second ending, is XML
    const char *leaf = strrchr(name, '/');
    leaf = leaf != NULL ? leaf + 1 : name;
    const size_t stem = length - (size_t)(leaf - name);
    return *compressed && stem > 0 && memchr(leaf, '.', stem) == NULL ? FORMAT_XML : FORMAT_UNKNOWN;
}

static snw_status refuse_name(const char *path, snw_why *why) {
    SNW_IGNORE(refuse(why, SNW_ERR_ARGUMENT, "the name does not say what the file is",
                      "let it end in .xml, .json, .ecx, or one of them and .gz"));
    snw_why_rule(why, "file-name");
    snw_why_at(why, path, 0, 0);
    return SNW_ERR_ARGUMENT;
}

static snw_status read_json(const snw_source *source, const snw_type *type,
                            const snw_document *how) {
    return snw_json_read(source, type, how->options, how->setup, how->object, how->diags);
}

static snw_status read_xml(const snw_source *source, const snw_type *type,
                           const snw_document *how) {
    return snw_xml_read(source, type, how->options, how->setup, how->object, how->diags);
}

static snw_status read_source(format kind, const snw_source *source, const snw_type *type,
                              const snw_document *how) {
    return snw__read_expanded(source, type, how, kind == FORMAT_JSON ? read_json : read_xml);
}

snw_status snw_document_read(const char *path, const snw_type *type,
                             const snw_read_options *options, snw_setup *setup, void **object,
                             snw_diags *diags) {
    snw_why why;
    bool compressed;
    const format kind = format_of(path, &compressed);
    if (kind == FORMAT_UNKNOWN) {
        SNW_IGNORE(refuse_name(path, &why));
        return report(diags, &why, path);
    }
    snw_source source = {.name = path};
    char *bytes = NULL, folder[SNW_PATH_SIZE];
    snw_status status = snw__file_load(path, &bytes, &source.length, &why);
    if (status < 0) return report(diags, &why, path);
    source.bytes = bytes;
    if (snw_path_parent(path, folder, sizeof folder) == SNW_OK) source.folder = folder;
    const snw_document how = {options, setup, object, diags};
    status = read_source(kind, &source, type, &how);
    free(bytes);
    return status;
}

// a stream to its end, onto the heap; a stream without end is left at the limit
static snw_status drain(snw_read_fn *read, void *context, char **bytes, size_t *size,
                        snw_why *why) {
    size_t capacity = 0;
    for (;;) {
        if (*size > SNW_DOCUMENT_BYTES) {
            return refuse(why, SNW_ERR_TOO_LARGE, "the stream is longer than the limit",
                          "split the document");
        }
        if (*size == capacity) {
            capacity = capacity == 0 ? 4096 : 2 * capacity;
            char *larger = realloc(*bytes, capacity);
            if (larger == NULL) return refuse(why, SNW_ERR_MEMORY, "out of memory", NULL);
            *bytes = larger;
        }
        const ptrdiff_t got = read(*bytes + *size, capacity - *size, context);
        if (got < 0 || (size_t)got > capacity - *size) {
            return refuse(why, SNW_ERR_IO, "the stream could not be read", "try again");
        }
        if (got == 0) return SNW_OK;
        *size += (size_t)got;
    }
}

snw_status snw_document_read_stream(snw_read_fn *read, void *context, const char *name,
                                    const snw_type *type, const snw_document *how) {
    snw_why why;
    bool compressed;
    const format kind = format_of(name, &compressed);
    if (kind == FORMAT_UNKNOWN) {
        SNW_IGNORE(refuse_name(name, &why));
        return report(how->diags, &why, name);
    }
    char *bytes = NULL;
    size_t size = 0;
    snw_status status = drain(read, context, &bytes, &size, &why);
    if (status == SNW_OK) {
        const snw_source source = {.bytes = bytes, .length = size, .name = name};
        status = read_source(kind, &source, type, how);
    } else {
        status = report(how->diags, &why, name);
    }
    free(bytes);
    return status;
}

// the text of a document on the heap
static char *compose(format kind, const snw_type *type, const void *object,
                     const snw_write_options *options, size_t *length) {
    snw_text text = snw_text_over(NULL, 0);
    for (int pass = 0; pass < 2; pass++) {
        if (kind == FORMAT_JSON) {
            snw_json_write(type, object, options, &text);
        } else {
            snw_xml_write(type, object, options, &text);
        }
        if (pass == 1) break;
        char *buffer = malloc(text.length + 1);
        if (buffer == NULL) return NULL;
        text = snw_text_over(buffer, text.length + 1);
    }
    *length = text.length;
    return text.data;
}

// what is written must be readable again: legal, and within the limit
static snw_status check_writable(const snw_type *type, const void *object, const char *path,
                                 snw_why *why) {
    snw_why first;
    snw_diags diags = {.items = &first, .capacity = 1};
    const snw_status status = snw_block_check(type, object, NULL, &diags);
    if (status == SNW_OK) return SNW_OK;
    if (why != NULL) *why = first;
    snw_why_at(why, path, 0, 0);
    return status;
}

snw_status snw_document_write(const char *path, const snw_type *type, const void *object,
                              const snw_write_options *options, snw_why *why) {
    bool compressed;
    const format kind = format_of(path, &compressed);
    if (kind == FORMAT_UNKNOWN) return refuse_name(path, why);
    snw_status status = check_writable(type, object, path, why);
    if (status < 0) return status;
    size_t length = 0;
    char *text = compose(kind, type, object, options, &length), *packed = NULL;
    if (text == NULL) status = SNW_ERR_MEMORY;
    if (length > SNW_DOCUMENT_BYTES) status = SNW_ERR_TOO_LARGE;
    if (status == SNW_OK && compressed) {
        const size_t most = length + length / 1000 + 64;
        packed = malloc(most);
        status = packed != NULL ? snw_gzip(text, length, packed, most, &length) : SNW_ERR_MEMORY;
    }
    if (status == SNW_OK) {
        status = snw_file_write(path, packed != NULL ? packed : text, length, why);
    } else {
        SNW_IGNORE(refuse(why, status, "the document cannot be written", "write parts of it"));
        snw_why_at(why, path, 0, 0);
    }
    free(packed);
    free(text);
    return status;
}
