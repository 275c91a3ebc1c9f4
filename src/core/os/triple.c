// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/triple.h"

#include <string.h>

#include "image.h"
#include "inside.h"

// Triple buffering with one exchanged word. At any time the writer owns one slot, the reader owns
// one, and the shared word names the third, with a mark when it holds a value that the reader has
// not seen. Both sides swap their slot against the shared one in a single atomic exchange, so a
// slot never has two owners and nobody waits.
//
// Orders: each exchange is acquire and release at once. Its release half hands over the slot given
// away (the writer's value; the reader's finished reading), its acquire half takes over the other.
// The counters belong to the writer and are only watched by others: relaxed.

#define KIND UINT64_C(0x3130495254574E53)

enum { SLOTS = 3 };
static const uint64_t INDEX = 3, FRESH = 4; // parts of the shared word

typedef struct triple_image {
    _Alignas(SNW__LINE) snw__image_head head;
    _Alignas(SNW__LINE) uint64_t middle; // exchanged
    _Alignas(SNW__LINE) uint64_t back;   // the writer's
    uint64_t written, overwritten;
    _Alignas(SNW__LINE) uint64_t front; // the reader's
} triple_image;

static void *slot(const snw_triple *triple, uint64_t index) {
    return (char *)triple->image + sizeof(triple_image) + index % SLOTS * triple->stride;
}

// the view of an image; the sizes are known to fit
static snw_triple view(void *image, size_t size) {
    const size_t stride = snw__round_up(size, SNW__LINE);
    return (snw_triple){.image = image,
                        .image_size = sizeof(triple_image) + SLOTS * stride,
                        .size = size,
                        .stride = stride};
}

snw_status snw_triple_init(snw_triple *triple, size_t size, snw_arena *arena) {
    if (!snw__image_fits(size)) return SNW_ERR_ARGUMENT;
    *triple = view(NULL, size);
    triple_image *image = snw_arena_take(arena, triple->image_size, SNW__LINE);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    triple->image = image;
    image->head = (snw__image_head){.kind = KIND, .size = size};
    image->back = 0;
    image->middle = 1;
    image->front = 2;
    return SNW_OK;
}

snw_status snw__triple_attach(snw_triple *triple, void *image, size_t image_size) {
    snw__image_head head;
    const snw_status status = snw__image_open(image, image_size, KIND, &head);
    if (snw_failed(status)) return status;
    if (!snw__image_fits(head.size)) return SNW_ERR_SIZE;
    const snw_triple found = view(image, (size_t)head.size);
    if (found.image_size != image_size) return SNW_ERR_SIZE;
    *triple = found;
    return SNW_OK;
}

void *snw_triple_back(const snw_triple *triple) {
    const triple_image *image = triple->image;
    return slot(triple, image->back);
}

void snw_triple_publish(const snw_triple *triple) {
    triple_image *image = triple->image;
    const uint64_t taken =
        __atomic_exchange_n(&image->middle, image->back | FRESH, __ATOMIC_ACQ_REL);
    image->back = (taken & INDEX) % SLOTS;

    // an unseen value came back: nobody will see it any more
    const uint64_t unseen = (taken & FRESH) != 0;
    __atomic_store_n(&image->overwritten, image->overwritten + unseen, __ATOMIC_RELAXED);
    __atomic_store_n(&image->written, image->written + 1, __ATOMIC_RELAXED);
}

void snw_triple_write(const snw_triple *triple, const void *value) {
    memcpy(snw_triple_back(triple), value, triple->size);
    snw_triple_publish(triple);
}

snw_status snw_triple_update(const snw_triple *triple) {
    triple_image *image = triple->image;
    // only the reader takes the mark away, so a mark seen here is still there in the exchange
    if ((__atomic_load_n(&image->middle, __ATOMIC_RELAXED) & FRESH) == 0) return SNW_NOTHING_NEW;
    const uint64_t taken = __atomic_exchange_n(&image->middle, image->front, __ATOMIC_ACQ_REL);
    image->front = (taken & INDEX) % SLOTS;
    return SNW_OK;
}

const void *snw_triple_front(const snw_triple *triple) {
    const triple_image *image = triple->image;
    return slot(triple, image->front);
}

snw_status snw_triple_read(const snw_triple *triple, void *value) {
    const snw_status status = snw_triple_update(triple);
    if (status == SNW_OK) memcpy(value, snw_triple_front(triple), triple->size);
    return status;
}

uint64_t snw_triple_written(const snw_triple *triple) {
    const triple_image *image = triple->image;
    return __atomic_load_n(&image->written, __ATOMIC_RELAXED);
}

uint64_t snw_triple_overwritten(const snw_triple *triple) {
    const triple_image *image = triple->image;
    return __atomic_load_n(&image->overwritten, __ATOMIC_RELAXED);
}
