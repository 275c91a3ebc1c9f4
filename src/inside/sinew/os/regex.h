// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_REGEX_H
#define SINEW_OS_REGEX_H

/// @file
/// Regular expressions: POSIX extended syntax. Match time is not bounded and a hostile pattern can
/// use much memory: for patterns of the user's own files, not for those of strangers.

#include <stdbool.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_REGEX_PATTERN = 1024, ///< bytes of the longest pattern, with the final zero
    SNW_REGEX_GROUPS = 16     ///< groups that one match can report, the whole match included
};

/// Opaque; lives on the heap. After open any number of threads may match.
typedef struct snw_regex snw_regex;

/// A part of the text: bytes [first, first + length). A group that took no part is {-1, 0}.
typedef struct snw_regex_group {
    int first;
    int length;
} snw_regex_group;

/// Compiles a pattern. SNW_ERR_SYNTAX with the reason in `why`; SNW_ERR_TOO_LARGE for a pattern of
/// SNW_REGEX_PATTERN bytes or more.
SNW_SETUP SNW_NODISCARD snw_status snw_regex_open(snw_regex **regex, const char *pattern,
                                                  bool ignore_case, snw_why *why);

/// True when the pattern is found anywhere in `text`; a pattern in ^...$ asks for all of it.
/// groups[0..count) receives the whole match and the parenthesised parts, count in
/// [0, SNW_REGEX_GROUPS]; it is unchanged when nothing is found.
SNW_SETUP bool snw_regex_match(const snw_regex *regex, const char *text, snw_regex_group *groups,
                               int count);

/// NULL is allowed.
SNW_SETUP void snw_regex_close(snw_regex *regex);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_REGEX_H
