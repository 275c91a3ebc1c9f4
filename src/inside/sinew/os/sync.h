// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_SYNC_H
#define SINEW_OS_SYNC_H

/// @file
/// Mutual exclusion and waiting, for services only: the loop never locks (see triple.h, ring.h,
/// mailbox.h).
///
/// A wait always has a predicate, so a wake-up cannot be lost and a spurious one does no harm:
///
///     snw_mutex_lock(mutex);                         snw_mutex_lock(mutex);
///     snw_condition_wait(changed, mutex, ready, x);  x->ready = true;
///     ... x is ready and the mutex is held ...       snw_condition_wake_all(changed);
///     snw_mutex_unlock(mutex);                       snw_mutex_unlock(mutex);

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; live on the heap.
typedef struct snw_mutex snw_mutex;
typedef struct snw_condition snw_condition;

/// A mutex; the holder inherits the priority of the most urgent waiter where the system can do so.
/// Not recursive.
SNW_SETUP SNW_NODISCARD snw_status snw_mutex_open(snw_mutex **mutex, snw_why *why);

/// Frees a mutex that nobody holds or waits for. NULL is allowed.
SNW_SETUP void snw_mutex_close(snw_mutex *mutex);

SNW_SETUP void snw_mutex_lock(snw_mutex *mutex);
SNW_SETUP void snw_mutex_unlock(snw_mutex *mutex);

/// A condition to wait for.
SNW_SETUP SNW_NODISCARD snw_status snw_condition_open(snw_condition **condition, snw_why *why);

/// Frees a condition that nobody waits for. NULL is allowed.
SNW_SETUP void snw_condition_close(snw_condition *condition);

/// Says whether the waiter may go on; called with the mutex held.
typedef bool snw_predicate_fn(void *context);

/// Waits until the predicate holds. The caller holds `mutex`; it is released while waiting and held
/// again on return. Does not wait at all when the predicate holds already.
SNW_SETUP void snw_condition_wait(snw_condition *condition, snw_mutex *mutex,
                                  snw_predicate_fn *predicate, void *context);

/// Lets one waiter, or all, look at their predicates again. What the predicates read must have been
/// changed with the mutex held.
SNW_SETUP void snw_condition_wake_all(snw_condition *condition);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_SYNC_H
