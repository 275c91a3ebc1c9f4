// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_FILE_H
#define SINEW_OS_FILE_H

/// @file
/// Whole files: read within a limit, written so that a reader sees the old or the new content and
/// never a mixture. Every failure names the file and a fix in `why`, which may be NULL.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a file is read.
typedef struct snw_file_reading {
    // public
    size_t limit;     ///< bytes; a larger file is refused before it is read
    snw_setup *setup; ///< where the content is put; NULL is the heap, then see snw_file_free()
    bool special;     ///< also pipes and devices, which may block; else only regular files
} snw_file_reading;

/// The content of a file, in memory.
typedef struct snw_file_content {
    // read-only
    char *data;  ///< [size], and a zero behind it
    size_t size; ///< bytes, without that zero
} snw_file_content;

/// 16 MiB, heap, regular files.
SNW_SETUP snw_file_reading snw_file_reading_defaults(void);

/// Reads a whole file; `how` may be NULL for the defaults. `content` is set on success only.
/// SNW_ERR_TOO_LARGE beyond the limit, also when the file grows while it is read;
/// SNW_ERR_ARGUMENT for a directory, a pipe or a device, without opening it; SNW_ERR_MEMORY when
/// the heap or the set-up arena is exhausted; else the status of the system's error.
SNW_SETUP SNW_NODISCARD snw_status snw_file_read(const char *path, const snw_file_reading *how,
                                                 snw_file_content *content, snw_why *why);

/// Frees what snw_file_read() put on the heap and clears `content`.
SNW_SETUP void snw_file_free(snw_file_content *content);

/// Replaces or creates a file as one step: the bytes go to a temporary file in the same directory
/// and to the disk, then the name changes over, then the directory goes to the disk. An existing
/// file keeps its permissions (and its owner, when root writes); a new one gets those of the umask.
/// A link is followed, so that the file behind it is replaced.
/// On failure the old file is intact and the temporary file is gone; the one exception is a
/// directory that cannot be synchronised: then the new content is in place, `why` says so, and it
/// may be lost when the power fails now.
SNW_SETUP SNW_NODISCARD snw_status snw_file_write(const char *path, const void *data, size_t size,
                                                  snw_why *why);

/// As snw_file_write(), with these permissions (0600 for secrets) for old and new files alike.
SNW_SETUP SNW_NODISCARD snw_status snw_file_write_mode(const char *path, const void *data,
                                                       size_t size, unsigned mode, snw_why *why);

/// True when the path leads to anything at all. False also when that cannot be found out.
SNW_SETUP bool snw_file_exists(const char *path);

/// True when the path leads to a directory.
SNW_SETUP bool snw_file_is_directory(const char *path);

/// Removes a file, a link (not what it leads to) or an empty directory.
SNW_SETUP SNW_NODISCARD snw_status snw_file_remove(const char *path, snw_why *why);

/// The absolute path of an existing file or directory, with all links followed. SNW_ERR_MEMORY when
/// out[size] is too small.
SNW_SETUP SNW_NODISCARD snw_status snw_file_real_path(const char *path, char *out, size_t size,
                                                      snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_FILE_H
