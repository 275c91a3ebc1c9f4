// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <stdlib.h>
#include <string.h>

// all of a stream that cannot say its length, in a block that doubles up to the limit
static snw_status read_stream(FILE *in, size_t limit, snw_file_content *content, snw_why *why) {
    size_t capacity = 0, size = 0;
    char *data = NULL;
    snw_status status = SNW_OK;
    for (;;) {
        if (size + 1 >= capacity) {
            capacity = capacity == 0 ? 4096 : 2 * capacity;
            char *larger = realloc(data, capacity);
            if (larger == NULL) {
                status = SNW_ERR_MEMORY;
                break;
            }
            data = larger;
        }
        const size_t got = fread(data + size, 1, capacity - 1 - size, in);
        size += got;
        if (size > limit) status = SNW_ERR_TOO_LARGE;
        if (got == 0 && ferror(in)) status = SNW_ERR_IO;
        if (got == 0 || snw_failed(status)) break;
    }
    if (snw_failed(status)) {
        snw_why_set(why, status, "standard input", NULL);
        if (status == SNW_ERR_TOO_LARGE) snw_why_add(why, "limit", (double)limit, "bytes");
        free(data);
        return status;
    }
    data[size] = '\0';
    *content = (snw_file_content){.data = data, .size = size};
    return SNW_OK;
}

snw_status cli_read_file(const cli_io *io, const char *path, size_t limit,
                         snw_file_content *content, snw_why *why) {
    if (strcmp(path, "-") == 0) return read_stream(io->in, limit, content, why);
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = limit;
    return snw_file_read(path, &how, content, why);
}
