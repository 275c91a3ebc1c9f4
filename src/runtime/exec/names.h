// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_NAMES_H
#define SINEW_SRC_EXEC_NAMES_H

#include "sinew/base/why.h"

enum { SNW__NAMES = 256 }; ///< that are compared with one that is not known

/// The fix for a name that is not known: the closest one of those that are, or `otherwise`.
void snw__exec_propose(const char *name, const char *const *names, int count, const char *otherwise,
                       char fix[SNW_WHY_TEXT]);

/// Refuses groups of signals that select nothing, and plots of signals that are not there.
struct snw__builder;
void snw__exec_signals_check(struct snw__builder *builder);

#endif // SINEW_SRC_EXEC_NAMES_H
