// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/file.h"

#include <stdlib.h>
#include <string.h>

#include "include.h"
#include "inside.h"
#include "sinew/os.h"

static snw_status report(snw_diags *diags, snw_why *why, const char *name) {
    if (why->rule[0] == '\0') snw_why_rule(why, "file");
    if (why->file[0] == '\0') snw_why_at(why, name, 0, 0);
    snw_diags_add(diags, why);
    return why->code;
}

snw_status snw__read_expanded(const snw_source *source, const snw_type *type,
                              const snw_document *how, snw__read_fn *read) {
    snw_why why;
    snw_source plain;
    char *memory = NULL;
    snw_status status = snw_source_expand(source, SNW_DOCUMENT_BYTES, &plain, &memory, &why);
    if (snw_failed(status)) return report(how->diags, &why, source->name);
    status = read(&plain, type, how);
    free(memory);
    return status;
}

// --- by name ------------------------------------------------------------------------------------

static bool ends_with(const char *name, size_t length, const char *ending) {
    const size_t n = strlen(ending);
    return length >= n && memcmp(name + length - n, ending, n) == 0;
}

snw_document_format snw_document_format_of(const char *name, bool *compressed) {
    size_t length = strlen(name);
    const bool bare = ends_with(name, length, ".ecz");
    const bool packed = bare || ends_with(name, length, ".gz");
    if (compressed != NULL) *compressed = packed;
    if (bare) return SNW_DOCUMENT_XML;
    if (packed) length -= 3;
    if (ends_with(name, length, ".xml") || ends_with(name, length, ".ecx")) return SNW_DOCUMENT_XML;
    if (ends_with(name, length, ".json")) return SNW_DOCUMENT_JSON;
    // state.gz, without a second ending, is XML
    const char *leaf = strrchr(name, '/');
    leaf = leaf != NULL ? leaf + 1 : name;
    const size_t stem = length - (size_t)(leaf - name);
    const bool whole = packed && stem > 0 && memchr(leaf, '.', stem) == NULL;
    return whole ? SNW_DOCUMENT_XML : SNW_DOCUMENT_UNKNOWN;
}

static snw_status refuse_name(const char *path, snw_why *why) {
    SNW_IGNORE(snw_refuse(why, SNW_ERR_ARGUMENT, NULL,
                          "the extension of the file name is not known",
                          "use .xml, .json or .ecx, also with .gz"));
    snw_why_rule(why, "file-name");
    snw_why_at(why, path, 0, 0);
    return SNW_ERR_ARGUMENT;
}

static snw_status read_source(snw_document_format kind, const snw_source *source,
                              const snw_type *type, const snw_document *how) {
    return (kind == SNW_DOCUMENT_JSON ? snw_json_read : snw_xml_read)(
        source, type, how->options, how->setup, how->object, how->diags);
}

snw_status snw_document_read(const char *path, const snw_type *type,
                             const snw_read_options *options, snw_setup *setup, void **object,
                             snw_diags *diags) {
    snw_why why;
    const snw_document_format kind = snw_document_format_of(path, NULL);
    if (kind == SNW_DOCUMENT_UNKNOWN) {
        SNW_IGNORE(refuse_name(path, &why));
        return report(diags, &why, path);
    }
    snw_source_file file;
    snw_status status = snw_source_read(&file, path, SNW_DOCUMENT_BYTES, &why);
    if (snw_failed(status)) return report(diags, &why, path);
    const snw_document how = {options, setup, object, diags};
    status = read_source(kind, &file.source, type, &how);
    snw_source_free(&file);
    return status;
}

// a stream to its end, onto the heap; a stream without end is left at the limit
static snw_status drain(snw_read_fn *read, void *context, char **bytes, size_t *size,
                        snw_why *why) {
    size_t capacity = 0;
    for (;;) {
        if (*size > SNW_DOCUMENT_BYTES) {
            return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "the stream is longer than the limit",
                              "split the document");
        }
        if (*size == capacity) {
            capacity = capacity == 0 ? 4096 : 2 * capacity;
            char *larger = realloc(*bytes, capacity);
            if (larger == NULL) return snw_refuse(why, SNW_ERR_MEMORY, NULL, "out of memory", NULL);
            *bytes = larger;
        }
        const ptrdiff_t got = read(*bytes + *size, capacity - *size, context);
        if (got < 0 || (size_t)got > capacity - *size) {
            return snw_refuse(why, SNW_ERR_IO, NULL, "the stream could not be read", "try again");
        }
        if (got == 0) return SNW_OK;
        *size += (size_t)got;
    }
}

snw_status snw__document_read_stream(snw_read_fn *read, void *context, const char *name,
                                     const snw_type *type, const snw_document *how) {
    snw_why why;
    const snw_document_format kind = snw_document_format_of(name, NULL);
    if (kind == SNW_DOCUMENT_UNKNOWN) {
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
