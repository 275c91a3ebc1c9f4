// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_OS_INTERNAL_H
#define SINEW_SRC_OS_INTERNAL_H

/// @file
/// What the sources of this module share.

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "sinew/os/directory.h"
#include "sinew/os/error.h"
#include "sinew/os/sync.h"

enum { SNW__NS_PER_S = 1000000000 };

struct snw_mutex {
    pthread_mutex_t native;
};

struct snw_condition {
    pthread_cond_t native;
};

/// Make a mutex or a condition in place; 0 or a number of errno.h.
int snw__mutex_make(snw_mutex *mutex);
int snw__condition_make(snw_condition *condition);

/// snw_errno_why() for a file: the path goes to why->file.
snw_status snw__fail_file(snw_why *why, int error, const char *path, const char *action);

/// A refusal of our own that concerns a file. Returns `status`.
snw_status snw__refuse_file(snw_why *why, snw_status status, const char *path, const char *text,
                            const char *fix);

/// limit_ns from now on the monotonic clock; a negative limit is the end of time.
int64_t snw__deadline_ns(int64_t limit_ns);

/// The same instant as the system writes it; negative times are 0.
static inline struct timespec snw__timespec(int64_t t_ns) {
    if (t_ns < 0) t_ns = 0;
    const struct timespec t = {.tv_sec = (time_t)(t_ns / SNW__NS_PER_S),
                               .tv_nsec = (long)(t_ns % SNW__NS_PER_S)};
    return t;
}

#endif // SINEW_SRC_OS_INTERNAL_H
