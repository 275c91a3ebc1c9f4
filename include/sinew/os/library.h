// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_LIBRARY_H
#define SINEW_OS_LIBRARY_H

/// @file
/// Shared libraries loaded by name while a system is set up.

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A loaded library; all zero means not loaded.
typedef struct snw_library {
    // private
    void *handle;
} snw_library;

/// Loads a library with everything that it needs: a missing symbol is refused here, not met later.
/// The path must contain a slash, so that no search path is consulted (SNW_ERR_ARGUMENT, also for
/// what is not a regular file). SNW_ERR_NOT_FOUND when it is not there, SNW_ERR_UNSUPPORTED when it
/// cannot be loaded; then the reason carries the loader's own words.
SNW_SETUP SNW_NODISCARD snw_status snw_library_open(snw_library *library, const char *path,
                                                    snw_why *why);

/// The address of a data symbol, or NULL.
SNW_SETUP const void *snw_library_data(const snw_library *library, const char *name);

/// Unloads it; nothing may use it any more. None is allowed.
SNW_SETUP void snw_library_close(snw_library *library);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_LIBRARY_H
