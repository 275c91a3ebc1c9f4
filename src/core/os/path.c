// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/path.h"

#include <string.h>

// copies a piece of a text, which may overlap `out`
static snw_status give(const char *piece, size_t length, char *out, size_t size) {
    if (length >= size) return SNW_ERR_MEMORY;
    memmove(out, piece, length);
    out[length] = '\0';
    return SNW_OK;
}

// length of the path without the slashes at its end; a path of slashes only keeps none
static size_t trimmed(const char *path) {
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] == '/')
        length--;
    return length;
}

// where the last part of the trimmed path begins
static size_t leaf_start(const char *path, size_t length) {
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

// where the extension of path[start..end) begins; `end` when there is none. Dots at the start of a
// name hide a file or are "." and "..", and do not begin an extension.
static size_t extension_start(const char *path, size_t start, size_t end) {
    while (start < end && path[start] == '.')
        start++;
    for (size_t i = end; i > start; i--) {
        if (path[i - 1] == '.') return i - 1;
    }
    return end;
}

snw_status snw_path_join(const char *base, const char *path, char *out, size_t size) {
    const size_t base_length = strlen(base), path_length = strlen(path);
    if (base_length == 0 || path[0] == '/') return give(path, path_length, out, size);
    if (path_length == 0) return give(base, base_length, out, size);

    const size_t slash = base[base_length - 1] == '/' ? 0 : 1;
    if (path_length >= size || base_length + slash >= size - path_length) return SNW_ERR_MEMORY;
    const snw_status status = give(base, base_length, out, size);
    if (slash) out[base_length] = '/';
    memcpy(out + base_length + slash, path, path_length + 1);
    return status;
}

snw_status snw_path_parent(const char *path, char *out, size_t size) {
    const size_t end = leaf_start(path, trimmed(path));
    // the slashes between parent and leaf go, unless they are the root
    size_t length = end;
    while (length > 0 && path[length - 1] == '/')
        length--;
    if (length == 0 && path[0] == '/') length = 1;
    return give(path, length, out, size);
}

snw_status snw_path_leaf(const char *path, char *out, size_t size) {
    const size_t end = trimmed(path), start = leaf_start(path, end);
    return give(path + start, end - start, out, size);
}

snw_status snw_path_stem(const char *path, char *out, size_t size) {
    const size_t end = trimmed(path), start = leaf_start(path, end);
    return give(path + start, extension_start(path, start, end) - start, out, size);
}

snw_status snw_path_extension(const char *path, char *out, size_t size) {
    const size_t end = trimmed(path), start = leaf_start(path, end);
    const size_t extension = extension_start(path, start, end);
    return give(path + extension, end - extension, out, size);
}

static bool is_part(const char *part, size_t length, const char *name) {
    return strlen(name) == length && memcmp(part, name, length) == 0;
}

// Appends one part to the normalised text out[0..length), of which the first `fixed` bytes cannot
// be cancelled: the root, or ".." parts that climb out. Returns the new length.
static size_t append_part(char *out, size_t length, size_t *fixed, const char *part, size_t n) {
    const bool absolute = *fixed > 0 && out[0] == '/';
    if (n == 0 || is_part(part, n, ".")) return length;

    const bool up = is_part(part, n, "..");
    if (up && length > *fixed) {
        // cancel the last part and the slash before it
        while (length > *fixed && out[length - 1] != '/')
            length--;
        return length > *fixed ? length - 1 : length;
    }
    if (up && absolute) return length;

    if (length > 0 && out[length - 1] != '/') out[length++] = '/';
    memmove(out + length, part, n);
    length += n;
    if (up) *fixed = length;
    return length;
}

snw_status snw_path_normalise(const char *path, char *out, size_t size) {
    const size_t total = strlen(path);
    if (size < 2 || total >= size) return SNW_ERR_MEMORY;

    // The result is never longer than what has been read of `path`, so the two may be the same
    // memory: each part is written at or before the place it was read from.
    size_t length = 0, fixed = 0;
    if (path[0] == '/') out[length++] = '/', fixed = 1;
    for (size_t start = length; start < total;) {
        const char *slash = memchr(path + start, '/', total - start);
        const size_t end = slash ? (size_t)(slash - path) : total;
        length = append_part(out, length, &fixed, path + start, end - start);
        start = end + 1;
    }
    if (length == 0) out[length++] = '.';
    out[length] = '\0';
    return SNW_OK;
}

bool snw_path_is_absolute(const char *path) {
    return path[0] == '/';
}

// number of ".." parts at the start of a normalised relative path; `*rest` is what follows them
static int climbs(const char *path, const char **rest) {
    int count = 0;
    while (path[0] == '.' && path[1] == '.' && (path[2] == '/' || path[2] == '\0')) {
        count++;
        path += path[2] == '/' ? 3 : 2;
    }
    *rest = path;
    return count;
}

bool snw_path_is_inside(const char *root, const char *path) {
    char a[SNW_PATH_SIZE], b[SNW_PATH_SIZE];
    if (snw_path_normalise(root, a, sizeof a) || snw_path_normalise(path, b, sizeof b)) {
        return false;
    }
    if (snw_path_is_absolute(a) != snw_path_is_absolute(b)) return false;

    // a root that only climbs holds everything that climbs no higher
    const char *below_a = a, *below_b = b;
    const int up_a = climbs(a, &below_a), up_b = climbs(b, &below_b);
    if (strcmp(a, ".") == 0) return up_b == 0;
    if (up_a > 0 && below_a[0] == '\0') return up_b <= up_a;

    // else the texts must agree up to the end of a part; the names of the directories that the
    // other one climbs through are not known, so any difference in climbing is a no
    const size_t n = strlen(a);
    if (strncmp(a, b, n) != 0) return false;
    return b[n] == '\0' || b[n] == '/' || a[n - 1] == '/';
}
