// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/setup.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/base/assert.h"

// One allocation. Memory is handed out from chunks, front to back, and only from the last chunk; so
// the list of blocks is sorted by chunk and, inside a chunk, by address. A pointer finds its block
// by halving.
typedef struct block {
    unsigned char *data;
    size_t size;
} block;

// Memory comes from calloc, so what has not been handed out is zero, and pages of a large block
// that nobody touches cost nothing.
typedef struct chunk {
    void *start;           // as calloc gave it
    unsigned char *memory; // the same, aligned
    size_t capacity, used;
    int first_block;
} chunk;

struct snw_setup {
    chunk *chunks;
    block *blocks;
    int chunk_count, chunk_capacity;
    int block_count, block_capacity;
    size_t size, limit;
    bool failed;
};

// chunks grow with the content, so that a small file costs little and a large one few chunks; a
// large block has a chunk to itself, which is given back when the block outgrows it
enum { LEAST_CHUNK = 16 * 1024, LARGEST_CHUNK = 1024 * 1024, LARGE_BLOCK = 32 * 1024 };

snw_setup *snw_setup_create(size_t limit) {
    snw_setup *setup = calloc(1, sizeof *setup);
    if (setup != NULL) setup->limit = limit;
    return setup;
}

void snw_setup_destroy(snw_setup *setup) {
    if (setup == NULL) return;
    for (int i = 0; i < setup->chunk_count; i++) {
        free(setup->chunks[i].start);
    }
    free(setup->chunks);
    free(setup->blocks);
    free(setup);
}

// makes room for one more item in a growing array of the arena's own bookkeeping
static void *room_for_one(void *items, int count, int *capacity, size_t size) {
    if (count < *capacity) return items;
    const int more = *capacity < 16 ? 16 : *capacity + *capacity / 2;
    void *larger = realloc(items, (size_t)more * size);
    if (larger != NULL) *capacity = more;
    return larger;
}

static bool add_chunk(snw_setup *setup, size_t least) {
    size_t capacity = setup->size / 4;
    if (capacity < LEAST_CHUNK) capacity = LEAST_CHUNK;
    if (capacity > LARGEST_CHUNK) capacity = LARGEST_CHUNK;
    if (capacity < least || least >= LARGE_BLOCK) capacity = least;

    chunk *chunks =
        room_for_one(setup->chunks, setup->chunk_count, &setup->chunk_capacity, sizeof *chunks);
    if (chunks == NULL) return false;
    setup->chunks = chunks;
    void *start =
        capacity <= SIZE_MAX - SNW_ARENA_ALIGN ? calloc(1, capacity + SNW_ARENA_ALIGN) : NULL;
    if (start == NULL) return false;
    const size_t offset = (0 - (uintptr_t)start) & (SNW_ARENA_ALIGN - 1);
    chunks[setup->chunk_count++] = (chunk){.start = start,
                                           .memory = (unsigned char *)start + offset,
                                           .capacity = capacity,
                                           .first_block = setup->block_count};
    return true;
}

// zeroed bytes from the last chunk, or from a new one; NULL when memory or the limit is exhausted
static unsigned char *allocate(snw_setup *setup, size_t size, size_t align) {
    if (size > setup->limit - setup->size) return NULL;
    chunk *last = setup->chunk_count > 0 ? &setup->chunks[setup->chunk_count - 1] : NULL;
    size_t start = last != NULL ? (last->used + align - 1) / align * align : 0;
    const bool fits = last != NULL && start <= last->capacity && size <= last->capacity - start;
    if (!fits || size >= LARGE_BLOCK) {
        if (!add_chunk(setup, size)) return NULL;
        last = &setup->chunks[setup->chunk_count - 1];
        start = 0;
    }
    last->used = start + size;
    setup->size += size;
    return last->memory + start;
}

void *snw_setup_take(snw_setup *setup, size_t size, size_t align) {
    SNW_ASSERT(align > 0 && (align & (align - 1)) == 0 && align <= SNW_ARENA_ALIGN);
    if (setup->failed) return NULL;
    block *blocks =
        room_for_one(setup->blocks, setup->block_count, &setup->block_capacity, sizeof *blocks);
    if (blocks != NULL) setup->blocks = blocks;
    // an empty block gets a byte, so that each block has an address of its own
    const size_t bytes = size == 0 ? 1 : size;
    unsigned char *data = blocks != NULL ? allocate(setup, bytes, align) : NULL;
    if (data == NULL) {
        setup->failed = true;
        return NULL;
    }
    setup->blocks[setup->block_count++] = (block){.data = data, .size = bytes};
    return data;
}

// the block that contains an address, or NULL
static block *block_at(const snw_setup *setup, const void *address) {
    const uintptr_t place = (uintptr_t)address;

    // from the newest chunk on: loaders mostly talk about what they have just taken
    for (int c = setup->chunk_count - 1, end = setup->block_count; c >= 0; c--) {
        const chunk *in = &setup->chunks[c];
        int low = in->first_block, high = end;
        end = low;
        if (place - (uintptr_t)in->memory >= in->used) continue;

        // the last block that starts at or before the address
        while (high - low > 1) {
            const int middle = low + (high - low) / 2;
            if ((uintptr_t)setup->blocks[middle].data <= place) {
                low = middle;
            } else {
                high = middle;
            }
        }
        block *one = &setup->blocks[low];
        return place - (uintptr_t)one->data < one->size ? one : NULL;
    }
    return NULL;
}

// true when the block is the newest one and its chunk has room behind it
static bool grow_in_place(snw_setup *setup, block *one, size_t size) {
    chunk *last = &setup->chunks[setup->chunk_count - 1];
    const size_t start = (size_t)(one->data - last->memory);
    if (one != &setup->blocks[setup->block_count - 1]) return false;
    if (size > last->capacity - start || size - one->size > setup->limit - setup->size) {
        return false;
    }
    setup->size += size - one->size;
    last->used = start + size;
    one->size = size;
    return true;
}

// a block that has moved away from a chunk of its own leaves nothing behind
static void release_chunk_of(snw_setup *setup, int index) {
    for (int c = setup->chunk_count - 2; c >= 0; c--) {
        chunk *in = &setup->chunks[c];
        if (in->first_block > index) continue;
        if (in->first_block < index || setup->chunks[c + 1].first_block != index + 1) return;
        setup->size -= setup->blocks[index].size;
        setup->blocks[index].size = 0;
        free(in->start);
        in->start = NULL;
        in->memory = NULL;
        in->capacity = in->used = 0;
        return;
    }
}

void *snw_setup_grow(snw_setup *setup, void *old, size_t size, size_t align) {
    if (old == NULL) return snw_setup_take(setup, size, align);
    block *one = block_at(setup, old);
    if (setup->failed || one == NULL || one->data != old) return NULL;
    if (size <= one->size || grow_in_place(setup, one, size)) return old;

    const int index = (int)(one - setup->blocks);
    unsigned char *data = snw_setup_take(setup, size, align);
    if (data == NULL) return NULL;
    one = &setup->blocks[index];
    memcpy(data, one->data, one->size);
    release_chunk_of(setup, index);
    return data;
}

void snw_setup_shrink(snw_setup *setup, void *old, size_t size) {
    block *one = block_at(setup, old);
    if (one == NULL || one->data != old || size >= one->size) return;
    const size_t kept = size == 0 ? 1 : size;
    chunk *last = &setup->chunks[setup->chunk_count - 1];
    // the newest block gives its end back to the chunk, which must be zero there
    if (one == &setup->blocks[setup->block_count - 1]) {
        memset(one->data + kept, 0, one->size - kept);
        last->used = (size_t)(one->data - last->memory) + kept;
    }
    setup->size -= one->size - kept;
    one->size = kept;
}

char *snw_setup_text(snw_setup *setup, const char *text, size_t length) {
    char *copy = snw_setup_take(setup, length + 1, 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

snw_status snw_setup_status(const snw_setup *setup) {
    return setup->failed ? SNW_ERR_MEMORY : SNW_OK;
}

size_t snw_setup_size(const snw_setup *setup) {
    return setup->size;
}
