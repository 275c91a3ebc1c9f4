// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_PATH_H
#define SINEW_OS_PATH_H

/// @file
/// Paths as text. Nothing here looks at a disk: links are not followed and nothing needs to exist.
///
/// Parts are separated by '/', slashes at the end do not count, and the empty path is the current
/// directory. Results go to out[size], ended by a zero; when they do not fit, the result is
/// SNW_ERR_MEMORY and `out` is unchanged.
///
///   path                        parent           leaf            stem        extension
///   base/path/dir/basename.ext  base/path/dir    basename.ext    basename    .ext
///   /etc                        /                etc             etc
///   archive.tar.gz                               archive.tar.gz  archive.tar .gz
///   dir/.hidden                 dir              .hidden         .hidden
///   /                           /
///
/// join(parent, leaf) is the path again, and stem followed by extension is the leaf.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of the longest path that the system takes, with the final zero.
enum { SNW_PATH_SIZE = 4096 };

/// `path` seen from directory `base`: base/path, with one slash between. An absolute `path` is the
/// result itself, and so is any `path` when `base` is empty. `out` may be `base`: then it appends.
SNW_SETUP SNW_NODISCARD snw_status snw_path_join(const char *base, const char *path, char *out,
                                                 size_t size);

/// Everything before the last part; empty when there is only one part, "/" for "/".
SNW_SETUP SNW_NODISCARD snw_status snw_path_parent(const char *path, char *out, size_t size);

/// The last part; empty for "/" and for the empty path.
SNW_SETUP SNW_NODISCARD snw_status snw_path_leaf(const char *path, char *out, size_t size);

/// The last part without its extension.
SNW_SETUP SNW_NODISCARD snw_status snw_path_stem(const char *path, char *out, size_t size);

/// The last part from its last dot on, dot included; empty without one, and when the only
/// dots are at its start.
SNW_SETUP SNW_NODISCARD snw_status snw_path_extension(const char *path, char *out, size_t size);

/// The shortest text for the same path: doubled slashes, slashes at the end and "." parts go away,
/// "part/.." cancels, "/.." is "/", and nothing left is ".". A ".." that climbs out of a relative
/// path stays. `size` must hold `path` itself, and at least 2 bytes. `out` may be `path`.
SNW_SETUP SNW_NODISCARD snw_status snw_path_normalise(const char *path, char *out, size_t size);

/// True for a path that starts with a slash.
SNW_SETUP bool snw_path_is_absolute(const char *path);

/// True when `path` is `root` or stands below it. Both are normalised first and must be of one
/// kind, absolute or relative to the same directory. Whatever cannot be decided by the text alone
/// is false, and so is a path of SNW_PATH_SIZE bytes or more. To be safe from links, ask with the
/// results of snw_file_real_path().
SNW_SETUP bool snw_path_is_inside(const char *root, const char *path);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_PATH_H
