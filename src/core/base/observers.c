// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/observers.h"

snw_status snw_observers_init(snw_observers *observers, int capacity, snw_arena *arena) {
    *observers = (snw_observers){.capacity = capacity, .next_id = 1};
    observers->items = SNW_ARENA_ARRAY(arena, snw_observer, capacity);
    return snw_arena_status(arena);
}

// closes the holes that disconnected observers left; only while nobody walks the list
static void compact(snw_observers *observers) {
    int kept = 0;
    for (int i = 0; i < observers->used; i++) {
        if (observers->items[i].call != NULL) observers->items[kept++] = observers->items[i];
    }
    observers->used = kept;
}

snw_status snw_observers_connect(snw_observers *observers, snw_observer_fn *call, void *context,
                                 uint64_t *id) {
    if (call == NULL) return SNW_ERR_ARGUMENT;
    if (observers->used == observers->capacity && observers->emitting == 0) compact(observers);
    if (observers->used == observers->capacity) return SNW_ERR_FULL;
    const snw_observer one = {.call = call, .context = context, .id = observers->next_id++};
    observers->items[observers->used++] = one;
    observers->count++;
    if (id != NULL) *id = one.id;
    return SNW_OK;
}

snw_status snw_observers_disconnect(snw_observers *observers, uint64_t id) {
    for (int i = 0; i < observers->used; i++) {
        snw_observer *one = &observers->items[i];
        if (one->id != id || one->call == NULL) continue;
        one->call = NULL;
        observers->count--;
        if (observers->emitting == 0) compact(observers);
        return SNW_OK;
    }
    return SNW_ERR_EXPIRED;
}

void snw_observers_tell(snw_observers *observers, void *event) {
    // connections made from now on hear the next event first
    const int end = observers->used;
    observers->emitting++;
    for (int i = 0; i < end; i++) {
        const snw_observer one = observers->items[i];
        if (one.call != NULL) one.call(event, one.context);
    }
    observers->emitting--;
    if (observers->emitting == 0) compact(observers);
}
