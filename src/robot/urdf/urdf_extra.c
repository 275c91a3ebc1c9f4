// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_extra.h"

#include <stdlib.h>
#include <string.h>

uint64_t snw__hash(uint64_t hash, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    return hash;
}

snw_urdf_extra *snw__extra_new(snw_setup *setup) {
    snw_urdf_extra *extra = snw_setup_take(setup, sizeof *extra, _Alignof(snw_urdf_extra));
    if (extra != NULL) extra->spaces = "";
    return extra;
}

// the place of the next element, or NULL
static snw__kept *new_place(snw_urdf_extra *extra, snw_setup *setup) {
    if (extra->count == extra->room) {
        const int room = extra->room > 0 ? 2 * extra->room : 8;
        snw__kept *items =
            snw_setup_grow(setup, extra->items, (size_t)room * sizeof *items, _Alignof(snw__kept));
        if (items == NULL) return NULL;
        extra->items = items;
        extra->room = room;
    }
    return extra->items != NULL ? &extra->items[extra->count] : NULL;
}

bool snw__extra_add(snw_urdf_extra *extra, const char *owner, const char *text, size_t length,
                    snw_setup *setup) {
    snw__kept *place = new_place(extra, setup);
    if (place == NULL) return false;
    // elements of one owner stand together and share its name
    const bool same = extra->count > 0 && strcmp(place[-1].owner, owner) == 0;
    place->owner = same ? place[-1].owner : snw_setup_text(setup, owner, strlen(owner));
    place->text = snw_setup_text(setup, text, length);
    place->hash = snw__hash(SNW__HASH_START, owner);
    if (place->owner == NULL || place->text == NULL) return false;
    extra->count++;
    return true;
}

typedef struct key {
    uint64_t hash;
    int index;
} key;

static int compare_keys(const void *a, const void *b) {
    const key *left = a, *right = b;
    if (left->hash != right->hash) return left->hash < right->hash ? -1 : 1;
    return left->index < right->index ? -1 : 1;
}

bool snw__extra_sort(snw_urdf_extra *extra, snw_setup *setup) {
    if (extra->count == 0) return true;
    const size_t count = (size_t)extra->count;
    key *keys = malloc(count * sizeof *keys);
    extra->by_owner = snw_setup_take(setup, count * sizeof(int), _Alignof(int));
    if (keys != NULL && extra->by_owner != NULL) {
        for (int i = 0; i < extra->count; i++) {
            keys[i] = (key){extra->items[i].hash, i};
        }
        qsort(keys, count, sizeof *keys, compare_keys);
        for (int i = 0; i < extra->count; i++) {
            extra->by_owner[i] = keys[i].index;
        }
    }
    const bool done = keys != NULL && extra->by_owner != NULL;
    free(keys);
    return done;
}

// the first place in by_owner whose hash is not below
static int lower_bound(const snw_urdf_extra *extra, uint64_t hash) {
    int low = 0, high = extra->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (extra->items[extra->by_owner[middle]].hash < hash) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const char *snw__extra_next(const snw_urdf_extra *extra, const char *owner, int *cursor) {
    if (extra == NULL || extra->by_owner == NULL) return NULL;
    const uint64_t hash = snw__hash(SNW__HASH_START, owner);
    int place = *cursor < 0 ? lower_bound(extra, hash) : *cursor + 1;
    for (; place < extra->count; place++) {
        const snw__kept *item = &extra->items[extra->by_owner[place]];
        if (item->hash != hash) break;
        if (strcmp(item->owner, owner) != 0) continue;
        *cursor = place;
        return item->text;
    }
    return NULL;
}

int snw_urdf_extra_count(const snw_urdf_extra *extra) {
    return extra != NULL ? extra->count : 0;
}

snw_urdf_kept snw_urdf_extra_get(const snw_urdf_extra *extra, int index) {
    SNW_ASSERT(0 <= index && index < extra->count);
    return (snw_urdf_kept){extra->items[index].owner, extra->items[index].text};
}
