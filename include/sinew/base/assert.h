// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_ASSERT_H
#define SINEW_BASE_ASSERT_H

/// @file
/// Contracts between functions. Bad input is never an assertion: it returns a status. An assertion
/// says "the caller broke the rule in the header".
///
/// Assertions exist in builds with SNW_CHECKS (debug, sanitizer and test builds) and vanish
/// elsewhere, so the released library contains no way to abort.

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Called when a contract is broken. If it returns, execution goes on after the assertion: the
/// executive uses that for a controlled stop.
typedef void snw_assert_fn(const char *expression, const char *file, int line, void *context);

/// Replaces the handler of the whole process; NULL restores the default, which writes one line to
/// stderr and aborts. Call it at start-up, before other threads exist.
SNW_SETUP void snw_assert_set_handler(snw_assert_fn *handler, void *context);

/// Reports a broken contract to the handler.
SNW_RT void snw_assert_failed(const char *expression, const char *file, int line);

#if defined(SNW_CHECKS)
#define SNW_ASSERT(condition)                                                                      \
    ((condition) ? (void)0 : snw_assert_failed(#condition, __FILE__, __LINE__))
#else
#define SNW_ASSERT(condition) ((void)sizeof(!(condition)))
#endif

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_ASSERT_H
