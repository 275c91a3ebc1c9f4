// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/store.h"

#include <stdlib.h>

#define ZLIB_CONST
#include <zlib.h>

#include "sinew/os.h"

snw_status snw_gzip(const void *bytes, size_t length, void *out, size_t capacity, size_t *size) {
    enum { GZIP_WINDOW = 15 + 16 }; // window bits of zlib for the gzip wrapper
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
    z.avail_out = capacity == 0           ? sizeof spill
                  : capacity < UINT32_MAX ? (uInt)capacity
                                          : UINT32_MAX;
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

static snw_status store_packed(const char *path, const char *text, size_t length, snw_why *why) {
    const size_t room = length + length / 1000 + 64;
    size_t size = 0;
    void *packed = malloc(room);
    snw_status status =
        packed != NULL ? snw_gzip(text, length, packed, room, &size) : SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        status = snw_file_write(path, packed, size, why);
    } else {
        SNW_IGNORE(snw_refuse(why, status, path, "the text cannot be compressed",
                              "write it under a name without .gz"));
    }
    free(packed);
    return status;
}

snw_status snw_text_store(const char *path, const char *text, size_t length, snw_why *why) {
    bool compressed = false;
    (void)snw_document_format_of(path, &compressed);
    if (length > SNW_DOCUMENT_BYTES) {
        return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "size", path,
                               "the result is too large to be read", "write parts of it");
    }
    return compressed ? store_packed(path, text, length, why)
                      : snw_file_write(path, text, length, why);
}

// --- documents ----------------------------------------------------------------------------------

// the text of a document on the heap
static char *compose(snw_document_format format, const snw_type *type, const void *object,
                     const snw_write_options *options, size_t *length) {
    snw_text text = snw_text_over(NULL, 0);
    for (int pass = 0; pass < 2; pass++) {
        if (format == SNW_DOCUMENT_JSON) {
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

// what is written must be readable again
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
    const snw_document_format format = snw_document_format_of(path, NULL);
    snw_status status;
    if (format == SNW_DOCUMENT_UNKNOWN) {
        status = snw_refuse_rule(why, SNW_ERR_ARGUMENT, "file-name", NULL,
                                 "the extension of the file name is not known",
                                 "use .xml, .json or .ecx, also with .gz");
        snw_why_at(why, path, 0, 0);
        return status;
    }
    status = check_writable(type, object, path, why);
    if (snw_failed(status)) return status;
    size_t length = 0;
    char *text = compose(format, type, object, options, &length);
    status = SNW_ERR_MEMORY;
    if (text != NULL) {
        status = snw_text_store(path, text, length, why);
    } else {
        SNW_IGNORE(
            snw_refuse(why, status, NULL, "the document cannot be written", "write parts of it"));
    }
    if (snw_failed(status)) snw_why_at(why, path, 0, 0);
    free(text);
    return status;
}
