// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_OBSERVERS_H
#define SINEW_BASE_OBSERVERS_H

/// @file
/// One event, reported to many functions, in the order they were connected.

#include <stdint.h>

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void snw_observer_fn(void *event, void *context);

/// One connected function.
typedef struct snw_observer {
    snw_observer_fn *call; // NULL when disconnected
    void *context;
    uint64_t id;
} snw_observer;

/// Caller-owned list of observers; one thread.
typedef struct snw_observers {
    // read-only
    int count; ///< connected now
    // private
    snw_observer *items; // [used], in the order of connection, with holes while emitting
    int used, capacity, emitting;
    uint64_t next_id;
} snw_observers;

SNW_SETUP SNW_NODISCARD snw_status snw_observers_init(snw_observers *observers, int capacity,
                                                      snw_arena *arena);

/// Connects a function; the same one may be connected again and is then called again. `*id` names
/// this connection and may be NULL. SNW_ERR_FULL at capacity. A connection made while an event is
/// being reported hears the next event first.
SNW_RT SNW_NODISCARD snw_status snw_observers_connect(snw_observers *observers,
                                                      snw_observer_fn *call, void *context,
                                                      uint64_t *id);

/// Ends a connection; allowed from inside an observer, also for others: a disconnected function is
/// not called any more, not even for the event that is being reported. SNW_ERR_EXPIRED if it is
/// gone.
SNW_RT SNW_NODISCARD snw_status snw_observers_disconnect(snw_observers *observers, uint64_t id);

/// Calls every observer in order. Observers may tell further events.
SNW_RT void snw_observers_tell(snw_observers *observers, void *event);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_OBSERVERS_H
