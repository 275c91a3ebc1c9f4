// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

enum { DEFAULT_LIMIT = 16 << 20, FIRST_BLOCK = 4096 };

snw_file_reading snw_file_reading_defaults(void) {
    return (snw_file_reading){.limit = DEFAULT_LIMIT};
}

static snw_status refuse_size(snw_why *why, const char *path, double size, size_t limit) {
    snw__refuse_file(why, SNW_ERR_TOO_LARGE, path, "the file is larger than the limit",
                     "use a smaller file");
    snw_why_add(why, "size", size, "B");
    snw_why_add(why, "limit", (double)limit, "B");
    return SNW_ERR_TOO_LARGE;
}

// what the status of the file, taken before or after opening it, allows
static snw_status judge(const struct stat *info, const snw_file_reading *how, const char *path,
                        snw_why *why) {
    if (S_ISDIR(info->st_mode)) return snw__fail_file(why, EISDIR, path, "read the file");
    if (!S_ISREG(info->st_mode) && !how->special) {
        return snw__refuse_file(why, SNW_ERR_ARGUMENT, path,
                                "it is a pipe, a socket or a device, not a regular file",
                                "name a regular file");
    }
    if (S_ISREG(info->st_mode) && (uintmax_t)info->st_size > how->limit) {
        return refuse_size(why, path, (double)info->st_size, how->limit);
    }
    return SNW_OK;
}

// Reads to the end. The size that the file claims is only a first guess: files under /proc claim 0,
// and any file may grow meanwhile. One byte more than the limit is enough to refuse.
static snw_status read_all(int descriptor, size_t guess, const snw_file_reading *how,
                           const char *path, snw_file_content *content, snw_why *why) {
    const size_t limit = how->limit < PTRDIFF_MAX - 2 ? how->limit : PTRDIFF_MAX - 2;
    size_t room = (guess > 0 ? guess : FIRST_BLOCK) + 1, size = 0;
    if (room > limit + 1) room = limit + 1;
    char *data = malloc(room + 1);
    if (!data) return snw__fail_file(why, ENOMEM, path, "read the file");

    snw_status status = SNW_OK;
    for (;;) {
        if (size == room) {
            room = room < (limit + 1) / 2 ? 2 * room : limit + 1;
            char *larger = realloc(data, room + 1);
            if (!larger) {
                status = snw__fail_file(why, ENOMEM, path, "read the file");
                break;
            }
            data = larger;
        }
        const ssize_t n = read(descriptor, data + size, room - size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            status = snw__fail_file(why, errno, path, "read the file");
            break;
        }
        if (n == 0) break;
        size += (size_t)n;
        if (size > limit) {
            status = refuse_size(why, path, (double)size, limit);
            break;
        }
    }
    if (snw_failed(status)) {
        free(data);
        return status;
    }
    data[size] = '\0';
    *content = (snw_file_content){.data = data, .size = size};
    return SNW_OK;
}

// moves the content from the heap into the caller's set-up arena
static snw_status move_to_setup(snw_setup *setup, const char *path, snw_file_content *content,
                                snw_why *why) {
    char *copy = snw_setup_take(setup, content->size + 1, 1);
    if (copy) memcpy(copy, content->data, content->size + 1);
    free(content->data);
    content->data = copy;
    return copy ? SNW_OK : snw__fail_file(why, ENOMEM, path, "keep the content");
}

snw_status snw_file_read(const char *path, const snw_file_reading *how, snw_file_content *content,
                         snw_why *why) {
    const snw_file_reading defaults = snw_file_reading_defaults();
    if (!how) how = &defaults;

    // look before opening: to open a pipe would wait for its writer, and to open a device can
    // already do something
    struct stat info;
    if (stat(path, &info) != 0) return snw__fail_file(why, errno, path, "read the file");
    snw_status status = judge(&info, how, path, why);
    if (snw_failed(status)) return status;

    // and look again, because the name may lead elsewhere by now
    const int wait = how->special ? 0 : O_NONBLOCK;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | wait);
    if (descriptor < 0) return snw__fail_file(why, errno, path, "open the file");
    snw_file_content found = {0};
    if (fstat(descriptor, &info) != 0) {
        status = snw__fail_file(why, errno, path, "read the file");
        goto done;
    }
    status = judge(&info, how, path, why);
    if (snw_failed(status)) goto done;
    const size_t guess = S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
    status = read_all(descriptor, guess, how, path, &found, why);
    if (found.data && how->setup) status = move_to_setup(how->setup, path, &found, why);
    if (status == SNW_OK) *content = found;

done:
    (void)close(descriptor);
    return status;
}

void snw_file_free(snw_file_content *content) {
    free(content->data);
    *content = (snw_file_content){0};
}

bool snw_file_exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

bool snw_file_is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

snw_status snw_file_real_path(const char *path, char *out, size_t size, snw_why *why) {
    char *found = realpath(path, NULL);
    if (!found) return snw__fail_file(why, errno, path, "find the file");
    const size_t length = strlen(found);
    snw_status status = SNW_OK;
    if (length < size) {
        memcpy(out, found, length + 1);
    } else {
        status = snw__refuse_file(why, SNW_ERR_MEMORY, path, "the path is too long here",
                                  "use a shorter path");
    }
    free(found);
    return status;
}
