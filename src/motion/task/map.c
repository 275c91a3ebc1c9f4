// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/map.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

typedef enum kind { TEXT, REAL, INT, REALS, INTS, MAP } kind;

struct snw_data_map_entry {
    char key[SNW_MAP_KEY];
    kind kind;
    int count;
    union {
        char text[SNW_MAP_TEXT];
        double real;
        int64_t integer;
        double reals[SNW_MAP_ITEMS];
        int64_t ints[SNW_MAP_ITEMS];
        snw_data_map *map;
    } value;
};

typedef struct snw_data_map_entry entry;

snw_status snw__data_map_init(snw_data_map *map, int capacity, snw_arena *arena) {
    memset(map, 0, sizeof *map);
    if (capacity < 0) return SNW_ERR_SIZE;
    map->entries = SNW_ARENA_ARRAY(arena, entry, capacity);
    map->capacity = capacity;
    return snw_arena_status(arena);
}

static entry *find_here(const snw_data_map *map, const char *key, size_t length, kind of) {
    for (int i = 0; i < map->count; i++) {
        entry *e = &map->entries[i];
        if (e->kind == of && strncmp(e->key, key, length) == 0 && e->key[length] == '\0') return e;
    }
    return NULL;
}

// through maps, as far as there are names
static entry *find(const snw_data_map *map, const char *key, kind of) {
    for (;;) {
        const size_t length = strcspn(key, "/");
        if (length >= SNW_MAP_KEY) return NULL;
        if (key[length] == '\0') return find_here(map, key, length, of);
        const entry *e = find_here(map, key, length, MAP);
        if (e == NULL) return NULL;
        map = e->value.map;
        key += length + 1;
    }
}

// the entry to be set: the one of that name and kind, or a new one
static snw_status open_entry(snw_data_map *map, const char *key, kind of, entry **found) {
    const size_t length = strlen(key);
    if (length == 0 || length >= SNW_MAP_KEY || key[strcspn(key, "/")] != '\0') {
        return SNW_ERR_SIZE;
    }
    *found = find_here(map, key, length, of);
    if (*found == NULL) {
        if (map->count == map->capacity) return SNW_ERR_FULL;
        *found = &map->entries[map->count++];
        memcpy((*found)->key, key, length + 1);
        (*found)->kind = of;
    }
    map->revisions++;
    return SNW_OK;
}

snw_status snw__data_map_set_text(snw_data_map *map, const char *key, const char *text) {
    entry *e;
    const size_t length = strlen(text);
    if (length >= SNW_MAP_TEXT) return SNW_ERR_SIZE;
    const snw_status status = open_entry(map, key, TEXT, &e);
    if (status == SNW_OK) memcpy(e->value.text, text, length + 1);
    return status;
}

snw_status snw__data_map_set_real(snw_data_map *map, const char *key, double value) {
    entry *e;
    if (!isfinite(value)) return SNW_ERR_NOT_FINITE;
    const snw_status status = open_entry(map, key, REAL, &e);
    if (status == SNW_OK) e->value.real = value;
    return status;
}

snw_status snw__data_map_set_int(snw_data_map *map, const char *key, int64_t value) {
    entry *e;
    const snw_status status = open_entry(map, key, INT, &e);
    if (status == SNW_OK) e->value.integer = value;
    return status;
}

snw_status snw__data_map_set_reals(snw_data_map *map, const char *key, const double *values,
                                   int count) {
    entry *e;
    if (count < 0 || count > SNW_MAP_ITEMS) return SNW_ERR_SIZE;
    if (!snw__finite(values, count)) return SNW_ERR_NOT_FINITE;
    const snw_status status = open_entry(map, key, REALS, &e);
    if (snw_failed(status)) return status;
    memcpy(e->value.reals, values, sizeof(double) * (size_t)count);
    e->count = count;
    return SNW_OK;
}

snw_status snw__data_map_set_ints(snw_data_map *map, const char *key, const int64_t *values,
                                  int count) {
    entry *e;
    if (count < 0 || count > SNW_MAP_ITEMS) return SNW_ERR_SIZE;
    const snw_status status = open_entry(map, key, INTS, &e);
    if (snw_failed(status)) return status;
    memcpy(e->value.ints, values, sizeof(int64_t) * (size_t)count);
    e->count = count;
    return SNW_OK;
}

snw_status snw__data_map_set_map(snw_data_map *map, const char *key, snw_data_map *value) {
    entry *e;
    if (value == map) return SNW_ERR_ARGUMENT;
    const snw_status status = open_entry(map, key, MAP, &e);
    if (status == SNW_OK) e->value.map = value;
    return status;
}

const char *snw__data_map_text(const snw_data_map *map, const char *key) {
    const entry *e = find(map, key, TEXT);
    return e != NULL ? e->value.text : NULL;
}

const double *snw__data_map_real(const snw_data_map *map, const char *key) {
    const entry *e = find(map, key, REAL);
    return e != NULL ? &e->value.real : NULL;
}

const int64_t *snw__data_map_int(const snw_data_map *map, const char *key) {
    const entry *e = find(map, key, INT);
    return e != NULL ? &e->value.integer : NULL;
}

const double *snw__data_map_reals(const snw_data_map *map, const char *key, int *count) {
    const entry *e = find(map, key, REALS);
    if (e != NULL) *count = e->count;
    return e != NULL ? e->value.reals : NULL;
}

const int64_t *snw__data_map_ints(const snw_data_map *map, const char *key, int *count) {
    const entry *e = find(map, key, INTS);
    if (e != NULL) *count = e->count;
    return e != NULL ? e->value.ints : NULL;
}

snw_data_map *snw__data_map_map(const snw_data_map *map, const char *key) {
    const entry *e = find(map, key, MAP);
    return e != NULL ? e->value.map : NULL;
}
