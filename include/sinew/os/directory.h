// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_DIRECTORY_H
#define SINEW_OS_DIRECTORY_H

/// @file
/// Directories: make, list, and where a user's files belong (XDG Base Directory Specification).

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One name in a directory.
typedef struct snw_directory_entry {
    const char *name;  ///< without the path
    bool is_directory; ///< links followed
} snw_directory_entry;

/// What a directory holds.
typedef struct snw_directory {
    // read-only
    snw_directory_entry *entries; ///< [count] sorted by the bytes of their names
    int count;
    // private
    char *names;
} snw_directory;

/// Makes a directory and all directories on the way to it, with permissions `mode` (0755, or 0700
/// for private ones) less the umask. One that exists is left as it is.
SNW_SETUP SNW_NODISCARD snw_status snw_directory_make(const char *path, unsigned mode,
                                                      snw_why *why);

/// Lists a directory without "." and "..". More than `limit` names are SNW_ERR_TOO_LARGE. On
/// success give the list to snw_directory_free().
SNW_SETUP SNW_NODISCARD snw_status snw_directory_list(const char *path, int limit,
                                                      snw_directory *list, snw_why *why);

/// Frees a list and clears it.
SNW_SETUP void snw_directory_free(snw_directory *list);

/// The kinds of files that belong to a user.
typedef enum snw_user_files {
    SNW_USER_CONFIG,  ///< $XDG_CONFIG_HOME/sinew, else ~/.config/sinew
    SNW_USER_DATA,    ///< $XDG_DATA_HOME/sinew, else ~/.local/share/sinew
    SNW_USER_STATE,   ///< $XDG_STATE_HOME/sinew, else ~/.local/state/sinew: logs, black boxes
    SNW_USER_CACHE,   ///< $XDG_CACHE_HOME/sinew, else ~/.cache/sinew
    SNW_USER_RUNTIME, ///< $XDG_RUNTIME_DIR/sinew, else run/ in the state directory: sockets
} snw_user_files;

/// The directory for one kind of the user's files; it is not made. A variable that does not hold an
/// absolute path is ignored, as the specification asks. SNW_ERR_NOT_FOUND when HOME would be needed
/// and is not set, SNW_ERR_MEMORY when out[size] is too small.
SNW_SETUP SNW_NODISCARD snw_status snw_user_directory(snw_user_files kind, char *out, size_t size,
                                                      snw_why *why);

/// The first existing file "sinew/<name>" along the user's data directory and $XDG_DATA_DIRS (else
/// /usr/local/share and /usr/share). `name` is relative and must not climb out. SNW_ERR_NOT_FOUND
/// without such a file.
SNW_SETUP SNW_NODISCARD snw_status snw_data_find(const char *name, char *out, size_t size,
                                                 snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_DIRECTORY_H
