// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_STORE_H
#define SINEW_RECORD_STORE_H

/// @file
/// Where recordings go and come from: a few functions, so that a test can stand in for a disk that
/// is full, slow, broken or loses its power.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A place to write one file at a time. Results are 0 or an errno number.
typedef struct snw_store {
    // public
    void *context; ///< first argument of all functions

    /// Makes a new file and opens it for writing; EEXIST when the name is taken.
    int (*open)(void *context, const char *path);

    /// Appends up to `size` bytes and says in `*written` how many; fewer, and EINTR or EAGAIN with
    /// none, are ordinary and are asked again.
    int (*write)(void *context, const void *bytes, size_t size, size_t *written);

    /// Returns when all that was written is on the disk.
    int (*sync)(void *context);

    /// Cuts the file to `size` bytes; the next write appends there.
    int (*cut)(void *context, uint64_t size);

    /// Closes the file. A store without an open file returns 0.
    int (*close)(void *context);
} snw_store;

/// The context of snw_store_disk(). Caller-owned.
typedef struct snw_disk {
    // private
    int descriptor; // -1 for none
} snw_disk;

/// A store on the disks of this machine, over `disk`, with no file open.
SNW_SETUP snw_store snw_store_disk(snw_disk *disk);

/// Bytes to read from anywhere in a file.
typedef struct snw_source_bytes {
    // public
    void *context;
    uint64_t size; ///< bytes in all

    /// Reads bytes[size) at `offset`; all of them are inside. 0 or an errno number.
    int (*read)(void *context, uint64_t offset, void *bytes, size_t size);
} snw_source_bytes;

/// Bytes in memory; `data` must outlive the source.
SNW_SETUP snw_source_bytes snw_source_memory(const void *data, size_t size);

/// A file to read; give the source to snw_source_close(). Fails as snw_file_read() does.
SNW_SETUP SNW_NODISCARD snw_status snw_source_open(snw_source_bytes *source, const char *path,
                                                   snw_why *why);

/// Closes what snw_source_open() opened and clears it.
SNW_SETUP void snw_source_close(snw_source_bytes *source);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_STORE_H
