// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_VERSION_H
#define SINEW_BASE_VERSION_H

/// @file
/// Which sinew this is, and a guard against mixing its two variants.
///
/// The debug library (libsinewd) checks contracts in inline functions too, so a program must be
/// compiled and linked against the same variant. Each user of these headers refers to a symbol
/// that only the matching library has: a mixture fails to link, with the variant in the message.

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SNW_VERSION_MAJOR 0
#define SNW_VERSION_MINOR 1
#define SNW_VERSION_PATCH 0

/// "0.1.0", of the library that is loaded.
SNW_RT const char *snw_version(void);

/// "release" or "debug", of the library that is loaded.
SNW_RT const char *snw_variant(void);

#if defined(SNW_CHECKS)
#define SNW_VARIANT_SYMBOL snw_link_with_sinewd_because_SNW_CHECKS_is_defined
#else
#define SNW_VARIANT_SYMBOL snw_link_with_sinew_because_SNW_CHECKS_is_not_defined
#endif

SNW_API extern const char SNW_VARIANT_SYMBOL;

#if !defined(SNW_BUILDING_LIBRARY)
__attribute__((used)) static const char *const snw_variant_of_this_file = &SNW_VARIANT_SYMBOL;
#endif

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_VERSION_H
