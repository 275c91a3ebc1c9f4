// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"
#include "internal.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

// makes one directory; one that is there already is as good. 0 or errno
static int make_one(const char *path, unsigned mode) {
    if (mkdir(path, (mode_t)mode) == 0) return 0;
    const int error = errno;
    // a read-only or foreign parent may answer otherwise before it looks whether the name exists
    if (snw_file_is_directory(path)) return 0;
    return error == EEXIST ? ENOTDIR : error;
}

snw_status snw_directory_make(const char *path, unsigned mode, snw_why *why) {
    char part[SNW_PATH_SIZE];
    const size_t length = strlen(path);
    if (length == 0) return snw__fail_file(why, ENOENT, path, "make the directory");
    if (length >= sizeof part) {
        return snw__fail_file(why, ENAMETOOLONG, path, "make the directory");
    }
    memcpy(part, path, length + 1);

    // each prefix that ends before a slash, then the whole
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i] != '\0') continue;
        const char end = part[i];
        part[i] = '\0';
        const int error = make_one(part, mode);
        part[i] = end;
        if (error != 0) return snw__fail_file(why, error, path, "make the directory");
    }
    return SNW_OK;
}

// A listing that grows: names one behind the other, and where each begins. Pointers are made at the
// end, when the names do not move any more.
typedef struct listing {
    char *names;
    size_t used, room;
    snw_directory_entry *entries;
    size_t *starts;
    int count, capacity;
} listing;

// makes room for one more name of `bytes` bytes
static bool reserve(listing *l, size_t bytes) {
    if (l->used + bytes > l->room) {
        const size_t room = 2 * (l->used + bytes);
        char *names = realloc(l->names, room);
        if (!names) return false;
        l->names = names;
        l->room = room;
    }
    if (l->count == l->capacity) {
        const int capacity = l->capacity > 0 ? 2 * l->capacity : 32;
        snw_directory_entry *entries = realloc(l->entries, (size_t)capacity * sizeof *entries);
        if (entries) l->entries = entries;
        size_t *starts = realloc(l->starts, (size_t)capacity * sizeof *starts);
        if (starts) l->starts = starts;
        if (!entries || !starts) return false;
        l->capacity = capacity;
    }
    return true;
}

static bool is_directory_at(int directory, const struct dirent *entry) {
    if (entry->d_type == DT_DIR) return true;
    if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN) return false;
    struct stat info;
    return fstatat(directory, entry->d_name, &info, 0) == 0 && S_ISDIR(info.st_mode);
}

// reads all names; 0 or errno, E2BIG beyond the limit
static int read_names(DIR *stream, int limit, listing *l) {
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(stream);
        if (!entry) return errno;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (l->count >= limit) return E2BIG;

        const size_t bytes = strlen(entry->d_name) + 1;
        if (!reserve(l, bytes)) return ENOMEM;
        memcpy(l->names + l->used, entry->d_name, bytes);
        l->starts[l->count] = l->used;
        l->entries[l->count].is_directory = is_directory_at(dirfd(stream), entry);
        l->used += bytes;
        l->count++;
    }
}

static int by_name(const void *a, const void *b) {
    const snw_directory_entry *first = a, *second = b;
    return strcmp(first->name, second->name);
}

snw_status snw_directory_list(const char *path, int limit, snw_directory *list, snw_why *why) {
    DIR *stream = opendir(path);
    if (!stream) return snw__fail_file(why, errno, path, "list the directory");
    listing l = {0};
    const int error = read_names(stream, limit, &l);
    (void)closedir(stream);
    for (int i = 0; i < l.count; i++)
        l.entries[i].name = l.names + l.starts[i];
    free(l.starts);

    if (error == 0) {
        if (l.count > 1) qsort(l.entries, (size_t)l.count, sizeof *l.entries, by_name);
        *list = (snw_directory){.entries = l.entries, .count = l.count, .names = l.names};
        return SNW_OK;
    }
    free(l.entries);
    free(l.names);
    if (error != E2BIG) return snw__fail_file(why, error, path, "list the directory");
    snw__refuse_file(why, SNW_ERR_TOO_LARGE, path, "the directory holds too many names",
                     "use a separate directory");
    snw_why_add(why, "limit", limit, "");
    return SNW_ERR_TOO_LARGE;
}

void snw_directory_free(snw_directory *list) {
    free(list->entries);
    free(list->names);
    *list = (snw_directory){0};
}

snw_status snw__directory_current(char *out, size_t size, snw_why *why) {
    if (size > 0 && getcwd(out, size)) return SNW_OK;
    if (size == 0 || errno == ERANGE) {
        return snw__refuse_file(why, SNW_ERR_MEMORY, ".", "the path is too long here",
                                "use a shorter path");
    }
    return snw__fail_file(why, errno, ".", "find the current directory");
}
