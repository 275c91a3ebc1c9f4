// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "xacro_parts.h"

enum { CHUNK = 64 << 10, ALIGN = 16 };

struct snw__xchunk {
    _Alignas(16) snw__xchunk *next;
    size_t size, used; // bytes behind this head
};

// --- pools --------------------------------------------------------------------------------------

// `limited`: the bound is reached, which is a fault of the file; else the machine has no memory
// left
static bool exhausted(snw__xacro *x, bool limited) {
    const bool told = x->stopped;
    x->stopped = true;
    if (told) return false;
    if (!limited) {
        return snw__x_fail(x, (snw__xfault){SNW_ERR_MEMORY, "xacro-memory", "free some memory"},
                           "out of memory");
    }
    return snw__x_fail(x,
                       (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit",
                                     "look for macros or properties that multiply each other"},
                       "the expansion needs more than %d MiB", SNW_XACRO_MEMORY >> 20);
}

// a chunk behind the present one; a chunk that was given back is used again
static bool next_chunk(snw__xacro *x, snw__xpool *pool, size_t least) {
    snw__xchunk *next = pool->now != NULL ? pool->now->next : pool->first;
    if (next == NULL || next->size < least) {
        const size_t size = least > CHUNK ? least : CHUNK;
        if (size > SNW_XACRO_MEMORY - x->memory) return exhausted(x, true);
        snw__xchunk *made = malloc(sizeof *made + size);
        if (made == NULL) return exhausted(x, false);
        x->memory += size;
        *made = (snw__xchunk){next, size, 0};
        if (pool->now != NULL) pool->now->next = made;
        if (pool->now == NULL) pool->first = made;
        next = made;
    }
    next->used = 0;
    pool->now = next;
    return true;
}

void *snw__x_take(snw__xacro *x, snw__xpool *pool, size_t size) {
    if (size > SNW_XACRO_MEMORY) {
        (void)exhausted(x, true);
        return NULL;
    }
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (pool->now == NULL || pool->now->size - pool->now->used < size) {
        if (!next_chunk(x, pool, size)) return NULL;
    }
    unsigned char *block = (unsigned char *)(pool->now + 1) + pool->now->used;
    pool->now->used += size;
    memset(block, 0, size);
    return block;
}

snw__xmark snw__x_mark(const snw__xpool *pool) {
    return (snw__xmark){pool->now, pool->now != NULL ? pool->now->used : 0};
}

void snw__x_release(snw__xpool *pool, snw__xmark mark) {
    pool->now = mark.chunk;
    if (mark.chunk != NULL) mark.chunk->used = mark.used;
}

void snw__x_free(snw__xpool *pool) {
    while (pool->first != NULL) {
        snw__xchunk *next = pool->first->next;
        free(pool->first);
        pool->first = next;
    }
    pool->now = NULL;
}

char *snw__x_copy(snw__xacro *x, const char *text, size_t length) {
    char *copy = snw__x_take(x, &x->keep, length + 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

// --- growing text -------------------------------------------------------------------------------

bool snw__x_add(snw__xacro *x, snw__xbuffer *buffer, const char *text, size_t length) {
    if (!snw__x_spend(x, length)) return false;
    if (buffer->length + length + 1 > buffer->room) {
        const size_t room = 2 * (buffer->length + length) + 64;
        char *data = snw__x_take(x, &x->scratch, room);
        if (data == NULL) return false;
        if (buffer->length > 0) memcpy(data, buffer->data, buffer->length);
        buffer->data = data;
        buffer->room = room;
    }
    if (length > 0) memcpy(buffer->data + buffer->length, text, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
    return true;
}

// --- tables -------------------------------------------------------------------------------------

// FNV-1a (Fowler, Noll, Vo 1991)
static uint32_t hash_of(const char *name) {
    uint32_t hash = UINT32_C(2166136261);
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT32_C(16777619);
    }
    return hash;
}

// the entry of a name, or the free one where it belongs
static snw__xentry *entry_of(const snw__xtable *table, const char *name, uint32_t hash) {
    uint32_t i = hash;
    for (;; i++) {
        snw__xentry *entry = &table->entries[i & (uint32_t)(table->room - 1)];
        if (entry->name == NULL) return entry;
        if (entry->hash == hash && strcmp(entry->name, name) == 0) return entry;
    }
}

static bool grow(snw__xacro *x, snw__xtable *table) {
    snw__xtable larger = {NULL, table->count, table->room > 0 ? 2 * table->room : 8};
    larger.entries = snw__x_take(x, &x->keep, (size_t)larger.room * sizeof *larger.entries);
    if (larger.entries == NULL) return false;
    for (int i = 0; i < table->room; i++) {
        const snw__xentry *old = &table->entries[i];
        if (old->name != NULL) *entry_of(&larger, old->name, old->hash) = *old;
    }
    *table = larger;
    return true;
}

void *snw__x_get(const snw__xtable *table, const char *name) {
    if (table->count == 0) return NULL;
    return entry_of(table, name, hash_of(name))->data;
}

bool snw__x_put(snw__xacro *x, snw__xtable *table, const char *name, void *data) {
    if (2 * (table->count + 1) > table->room && !grow(x, table)) return false;
    const uint32_t hash = hash_of(name);
    snw__xentry *entry = entry_of(table, name, hash);
    if (entry->name == NULL) {
        const char *kept = snw__x_copy(x, name, strlen(name));
        if (kept == NULL) return false;
        *entry = (snw__xentry){kept, hash, NULL};
        table->count++;
    }
    entry->data = data;
    return true;
}
