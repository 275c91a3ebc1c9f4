// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVER_TABLES_H
#define SINEW_SRC_SERVER_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "sinew/base.h"

enum {
    SNW__HOSTS = 16,
    SNW__ORIGINS = 16,
    SNW__HOST_NAME = 256, ///< bytes of a name by which we may be called, with its port
    SNW__FILES = 4096,    ///< that can be fetched
    SNW__FILE_PATH = 192  ///< bytes of their paths
};

// --- names by which we may be called, hosts.c ---------------------------------------------------

typedef struct snw__hosts {
    char names[SNW__HOSTS][SNW__HOST_NAME];
    int count;
    char origins[SNW__ORIGINS][SNW__HOST_NAME]; ///< of other sites that may, in small letters
    int origin_count;
    int port;
    bool secure; ///< https
} snw__hosts;

/// Adds a name or an address; SNW_ERR_FULL.
SNW_NODISCARD snw_status snw__hosts_add(snw__hosts *hosts, const char *name);

/// True for a header Host that names us: "name:port".
bool snw__host_allowed(const snw__hosts *hosts, const char *text, size_t length);

/// Adds the origin of another site whose pages may talk to us: "https://name" or "http://name:port"
/// and nothing else. SNW_ERR_ARGUMENT says what is wrong with it; SNW_ERR_FULL.
SNW_NODISCARD snw_status snw__origins_add(snw__hosts *hosts, const char *origin, snw_why *why);

/// True for a header Origin that is one of our own pages, "http://name:port", or was added.
bool snw__origin_allowed(const snw__hosts *hosts, const char *text, size_t length);

// --- files, files.c -----------------------------------------------------------------------------

/// One file, in memory.
typedef struct snw__file {
    char path[SNW__FILE_PATH]; ///< of the request
    const char *type;
    char *data, *packed; ///< on the heap; packed by gzip, or NULL where that is no gain
    size_t size, packed_size;
    char mark[24]; ///< ETag
    bool for_ever; ///< its name changes with its content
    bool lent;     ///< `data` belongs to somebody else
} snw__file;

typedef struct snw__files {
    snw__file *items; ///< [SNW__FILES]
    int count;
} snw__files;

/// Adds a file; `data` is given away, also on failure.
SNW_NODISCARD snw_status snw__files_add(snw__files *files, const char *path, char *data,
                                        size_t size, bool for_ever);

/// The same for bytes that stay where they are until the file is dropped.
SNW_NODISCARD snw_status snw__files_lend(snw__files *files, const char *path, const char *data,
                                         size_t size, bool for_ever);

/// Adds what a folder holds of the kinds that a page uses; index.html is "/".
SNW_NODISCARD snw_status snw__files_read(snw__files *files, const char *folder, snw_why *why);

/// The file of a path, or NULL.
const snw__file *snw__files_find(const snw__files *files, const char *path, size_t length);

/// Drops all but the first `count`.
void snw__files_cut(snw__files *files, int count);

#endif // SINEW_SRC_SERVER_TABLES_H
