// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/sync.h"

#include <stdlib.h>

#include "inside.h"
#include "internal.h"

int snw__mutex_make(snw_mutex *mutex) {
    pthread_mutexattr_t attributes;
    int error = pthread_mutexattr_init(&attributes);
    if (error != 0) return error;
    // a system without inheritance still gets a mutex
    (void)pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    error = pthread_mutex_init(&mutex->native, &attributes);
    if (error == ENOTSUP) error = pthread_mutex_init(&mutex->native, NULL);
    (void)pthread_mutexattr_destroy(&attributes);
    return error;
}

int snw__condition_make(snw_condition *condition) {
    pthread_condattr_t attributes;
    int error = pthread_condattr_init(&attributes);
    if (error != 0) return error;
    // the wall clock can be set while somebody waits
    error = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (error == 0) error = pthread_cond_init(&condition->native, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    return error;
}

snw_status snw_mutex_open(snw_mutex **mutex, snw_why *why) {
    snw_mutex *made = malloc(sizeof *made);
    const int error = made ? snw__mutex_make(made) : ENOMEM;
    if (error != 0) {
        free(made);
        return snw_errno_why(why, error, NULL, "make a mutex");
    }
    *mutex = made;
    return SNW_OK;
}

void snw_mutex_close(snw_mutex *mutex) {
    if (!mutex) return;
    (void)pthread_mutex_destroy(&mutex->native);
    free(mutex);
}

void snw_mutex_lock(snw_mutex *mutex) {
    const int error = pthread_mutex_lock(&mutex->native);
    SNW_ASSERT(error == 0);
    (void)error;
}

void snw_mutex_unlock(snw_mutex *mutex) {
    const int error = pthread_mutex_unlock(&mutex->native);
    SNW_ASSERT(error == 0);
    (void)error;
}

snw_status snw_condition_open(snw_condition **condition, snw_why *why) {
    snw_condition *made = malloc(sizeof *made);
    const int error = made ? snw__condition_make(made) : ENOMEM;
    if (error != 0) {
        free(made);
        return snw_errno_why(why, error, NULL, "make a condition");
    }
    *condition = made;
    return SNW_OK;
}

void snw_condition_close(snw_condition *condition) {
    if (!condition) return;
    (void)pthread_cond_destroy(&condition->native);
    free(condition);
}

void snw_condition_wait(snw_condition *condition, snw_mutex *mutex, snw_predicate_fn *predicate,
                        void *context) {
    while (!predicate(context)) {
        (void)pthread_cond_wait(&condition->native, &mutex->native);
    }
}

snw_status snw__condition_wait_until(snw_condition *condition, snw_mutex *mutex, int64_t t_ns,
                                     snw_predicate_fn *predicate, void *context) {
    const struct timespec t = snw__timespec(t_ns);
    int error = 0;
    // any result but 0 is the end of the wait, so that an unforeseen one cannot spin
    while (error == 0 && !predicate(context)) {
        error = pthread_cond_timedwait(&condition->native, &mutex->native, &t);
    }
    return error == 0 || predicate(context) ? SNW_OK : SNW_ERR_TIMEOUT;
}

void snw__condition_wake_one(snw_condition *condition) {
    (void)pthread_cond_signal(&condition->native);
}

void snw_condition_wake_all(snw_condition *condition) {
    (void)pthread_cond_broadcast(&condition->native);
}
