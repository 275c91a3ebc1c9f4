// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "inside.h"
#include "sinew/document/file.h"
#include "sinew/os.h"

char snw_source_first(const snw_source *source) {
    const char *at = source->bytes, *end = at + source->length;
    if (source->length >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0) at += 3;
    while (at < end && snw_is_blank(*at)) {
        at++;
    }
    if (at == end) return '\0';
    return *at;
}

// --- gzip ---------------------------------------------------------------------------------------

static bool is_gzip(const snw_source *source) {
    return source->length >= 2 && memcmp(source->bytes, "\x1F\x8B", 2) == 0;
}

// The last four bytes claim the size. They are that of the last member only, and may be a lie: they
// choose the room that is tried first, no more, and never more than the format can make of a byte.
static size_t first_room(const snw_source *source, size_t limit) {
    enum { MOST_PER_BYTE = 1032 };
    const unsigned char *end = (const unsigned char *)source->bytes + source->length;
    size_t room = 0;
    for (int i = 1; source->length >= 4 && i <= 4; i++) {
        room = room << 8 | end[-i];
    }
    const size_t most = source->length < limit ? source->length * MOST_PER_BYTE : limit;
    if (room > most) room = most;
    return room < limit ? room : limit;
}

static snw_status refuse_packed(const snw_source *source, snw_status status, size_t limit,
                                snw_why *why) {
    const char *text = "the compressed text is damaged";
    if (status == SNW_ERR_TOO_LARGE) text = "the compressed text expands beyond the limit";
    if (status == SNW_ERR_MEMORY) text = "out of memory";
    const bool damaged = status == SNW_ERR_SYNTAX;
    SNW_IGNORE(snw_refuse_rule(why, status, "gzip", NULL, text,
                               damaged ? "check it with gzip -t" : "use a smaller file"));
    if (status == SNW_ERR_TOO_LARGE) snw_why_add(why, "limit", (double)limit, "B");
    snw_why_at(why, source->name, 0, 0);
    return status;
}

static snw_status unpack_gzip(const snw_source *source, size_t limit, snw_source *plain,
                              char **memory, snw_why *why) {
    *memory = NULL;
    *plain = *source;
    if (!is_gzip(source)) return SNW_OK;
    if (source->length > limit) return refuse_packed(source, SNW_ERR_TOO_LARGE, limit, why);

    // doubled until it fits, so that a small file costs little and a bomb ends at the limit
    snw_status status = SNW_ERR_TOO_LARGE;
    char *text = NULL;
    size_t size = 0;
    for (size_t room = first_room(source, limit); status == SNW_ERR_TOO_LARGE;) {
        free(text);
        text = malloc(room + 1);
        if (text == NULL) return refuse_packed(source, SNW_ERR_MEMORY, limit, why);
        status = snw__gunzip(source->bytes, source->length, text, room, &size);
        if (room == limit) break;
        room = room < limit / 2 ? 2 * room + 1024 : limit;
    }
    if (snw_failed(status)) {
        free(text);
        return refuse_packed(source, status, limit, why);
    }
    text[size] = '\0';
    *memory = text;
    plain->bytes = text;
    plain->length = size;
    return SNW_OK;
}

snw_status snw_source_expand(const snw_source *source, size_t limit, snw_source *plain,
                             char **memory, snw_why *why) {
    snw_source unpacked;
    char *packed;
    snw_status status = unpack_gzip(source, limit, &unpacked, &packed, why);
    *memory = NULL;
    if (snw_failed(status)) return status;
    status = snw__to_utf8(&unpacked, limit, plain, memory, why);
    if (snw_failed(status) || *memory != NULL) {
        free(packed);
    } else {
        *memory = packed;
    }
    return status;
}

// --- files --------------------------------------------------------------------------------------

snw_status snw_source_read(snw_source_file *file, const char *path, size_t limit, snw_why *why) {
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = limit;
    snw_file_content content;
    snw_status status = snw_path_parent(path, file->folder, sizeof file->folder);
    if (snw_failed(status)) {
        return snw_refuse(why, status, path, "the name of the file is too long",
                          "use a shorter path");
    }
    status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    if (file->folder[0] == '\0') snw_copy_text(file->folder, sizeof file->folder, ".");
    const snw_source raw = {content.data, content.size, path, file->folder};
    status = snw_source_expand(&raw, limit, &file->source, &file->memory, why);
    if (snw_failed(status) || file->memory != NULL) {
        snw_file_free(&content);
    } else {
        file->memory = content.data; // the content itself, which the file frees
    }
    return status;
}

void snw_source_free(snw_source_file *file) {
    free(file->memory);
    file->memory = NULL;
}
