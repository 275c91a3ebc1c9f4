// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_ERROR_H
#define SINEW_OS_ERROR_H

/// @file
/// What a number of errno.h means: one table gives the status, a sentence and a fix.

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fills `why`: the status of `error`, the text "cannot <action>: <sentence>", the fix, and for
/// a number that is not in the table its value. `action` reads like "open the file". `why` may be
/// NULL. Returns the status.
SNW_SETUP snw_status snw_errno_why(snw_why *why, int error, const char *subject,
                                   const char *action);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_ERROR_H
