// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_FILE_LOCK_H
#define SINEW_OS_FILE_LOCK_H

/// @file
/// Programs that change one file in turn: read it, change it, write it, without losing what another
/// one wrote in between. The lock is on a file beside it, PATH.lock, because files are replaced as
/// a whole; it goes with the process that holds it.

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Caller-owned.
typedef struct snw_file_lock {
    // private
    int descriptor;
} snw_file_lock;

/// Waits until no other process, and no other lock of this one, holds the file; `wait_ns` at most.
/// SNW_ERR_TIMEOUT when another process still does; else the status of the system's error.
SNW_SETUP SNW_NODISCARD snw_status snw_file_lock_take(snw_file_lock *lock, const char *path,
                                                      int64_t wait_ns, snw_why *why);

/// Gives it back. PATH.lock stays, empty: it is never removed, so that all meet at one file.
SNW_SETUP void snw_file_lock_give(snw_file_lock *lock);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_FILE_LOCK_H
