// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/ring.h"

#include <string.h>

#include "image.h"
#include "inside.h"

#define RING_KIND UINT64_C(0x3130474E52574E53)
#define FUNNEL_KIND UINT64_C(0x31304E4E46574E53)

static uint64_t power_of_two_from(int capacity) {
    uint64_t power = 1;
    while (power < (uint64_t)capacity)
        power *= 2;
    return power;
}

// true for the numbers in the head of an image that its init could have written
static bool is_sane(const snw__image_head *head) {
    return snw__image_fits(head->size) && snw__image_fits(head->second) &&
           (head->second & (head->second - 1)) == 0;
}

// --- one producer, one consumer -----------------------------------------------------------------
//
// Two counters that only grow (Lamport 1983): `tail` items were pushed, `head` were popped. Each
// has one writer. The release store of tail hands an item over; the release store of head hands its
// slot back. Each side keeps the last value it saw of the other's counter on its own line, and
// looks again only when that one does not suffice, so most calls touch no line of the other side.

typedef struct ring_image {
    _Alignas(SNW__LINE) snw__image_head head_line;
    _Alignas(SNW__LINE) uint64_t tail; // the producer's
    uint64_t head_seen, lost;
    _Alignas(SNW__LINE) uint64_t head; // the consumer's
    uint64_t tail_seen;
} ring_image;

static void *ring_slot(const snw_ring *ring, uint64_t number) {
    const size_t index = (size_t)(number & (ring->capacity - 1));
    return (char *)ring->image + sizeof(ring_image) + index * ring->stride;
}

static snw_ring ring_view(void *image, size_t size, uint64_t capacity) {
    const size_t stride = snw__round_up(size, sizeof(uint64_t));
    return (snw_ring){.image = image,
                      .image_size =
                          sizeof(ring_image) + snw__round_up((size_t)capacity * stride, SNW__LINE),
                      .size = size,
                      .capacity = capacity,
                      .stride = stride};
}

snw_status snw_ring_init(snw_ring *ring, size_t size, int capacity, snw_arena *arena) {
    if (!snw__image_fits(size) || capacity < 1 || (uint64_t)capacity > SNW__IMAGE_MOST) {
        return SNW_ERR_ARGUMENT;
    }
    *ring = ring_view(NULL, size, power_of_two_from(capacity));
    ring_image *image = snw_arena_take(arena, ring->image_size, SNW__LINE);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    ring->image = image;
    image->head_line = (snw__image_head){.kind = RING_KIND, .size = size, .second = ring->capacity};
    return SNW_OK;
}

snw_status snw__ring_attach(snw_ring *ring, void *image, size_t image_size) {
    snw__image_head head;
    const snw_status status = snw__image_open(image, image_size, RING_KIND, &head);
    if (snw_failed(status)) return status;
    if (!is_sane(&head)) return SNW_ERR_SIZE;
    const snw_ring found = ring_view(image, (size_t)head.size, head.second);
    if (found.image_size != image_size) return SNW_ERR_SIZE;
    *ring = found;
    return SNW_OK;
}

snw_status snw_ring_push(const snw_ring *ring, const void *item) {
    ring_image *image = ring->image;
    const uint64_t tail = image->tail;
    if (tail - image->head_seen >= ring->capacity) {
        image->head_seen = __atomic_load_n(&image->head, __ATOMIC_ACQUIRE);
        if (tail - image->head_seen >= ring->capacity) {
            __atomic_store_n(&image->lost, image->lost + 1, __ATOMIC_RELAXED);
            return SNW_ERR_FULL;
        }
    }
    memcpy(ring_slot(ring, tail), item, ring->size);
    __atomic_store_n(&image->tail, tail + 1, __ATOMIC_RELEASE);
    return SNW_OK;
}

snw_status snw_ring_pop(const snw_ring *ring, void *item) {
    ring_image *image = ring->image;
    const uint64_t head = image->head;
    if (head == image->tail_seen) {
        image->tail_seen = __atomic_load_n(&image->tail, __ATOMIC_ACQUIRE);
        if (head == image->tail_seen) return SNW_NOTHING_NEW;
    }
    memcpy(item, ring_slot(ring, head), ring->size);
    __atomic_store_n(&image->head, head + 1, __ATOMIC_RELEASE);
    return SNW_OK;
}

uint64_t snw_ring_count(const snw_ring *ring) {
    const ring_image *image = ring->image;
    // head first: it cannot pass a tail that is read after it
    const uint64_t head = __atomic_load_n(&image->head, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&image->tail, __ATOMIC_ACQUIRE) - head;
}

uint64_t snw_ring_lost(const snw_ring *ring) {
    const ring_image *image = ring->image;
    return __atomic_load_n(&image->lost, __ATOMIC_RELAXED);
}

// --- many producers, one consumer ---------------------------------------------------------------
//
// A push draws a credit, then a ticket. `used` counts the credits out: if it was at capacity before
// our addition there is no room, and the addition is undone. Else the ticket, from `tail`, names
// our slot; when the item is in, the slot is stamped with ticket + 1, which is what the consumer
// waits for. The consumer gives one credit back per item. There is no compare-and-swap loop: a push
// takes at most three additions, whatever the others do.
//
// The slot is free: ticket t and all earlier ones hold or held a credit, and at most `capacity`
// credits are out, so at least t + 1 - capacity items have been popped, among them the one that was
// in our slot. Its reading happens before our writing: when that pop gave its credit back, at most
// t credits had been drawn, so one of the t + 1 holders of tickets 0..t drew its credit later and
// acquired what the pop released (all operations on `used` are read-modify-writes, which carry a
// release on); and from that ticket the chain of acquire-release additions to `tail` leads to us.

typedef struct funnel_image {
    _Alignas(SNW__LINE) snw__image_head head_line;
    _Alignas(SNW__LINE) uint64_t used; // producers and consumer
    _Alignas(SNW__LINE) uint64_t tail; // producers
    _Alignas(SNW__LINE) uint64_t lost; // producers
    _Alignas(SNW__LINE) uint64_t head; // the consumer's
} funnel_image;

// slots begin with the stamp and have cache lines of their own, because neighbours have different
// writers
typedef struct funnel_slot {
    uint64_t stamp;
    unsigned char item[];
} funnel_slot;

static funnel_slot *funnel_slot_of(const snw_funnel *funnel, uint64_t number) {
    const size_t index = (size_t)(number & (funnel->capacity - 1));
    char *slots = (char *)funnel->image + sizeof(funnel_image);
    return (funnel_slot *)(void *)(slots + index * funnel->stride);
}

static snw_funnel funnel_view(void *image, size_t size, uint64_t capacity) {
    const size_t stride = snw__round_up(sizeof(funnel_slot) + size, SNW__LINE);
    return (snw_funnel){.image = image,
                        .image_size = sizeof(funnel_image) + (size_t)capacity * stride,
                        .size = size,
                        .capacity = capacity,
                        .stride = stride};
}

snw_status snw_funnel_init(snw_funnel *funnel, size_t size, int capacity, snw_arena *arena) {
    if (!snw__image_fits(size) || capacity < 1 || (uint64_t)capacity > SNW__IMAGE_MOST) {
        return SNW_ERR_ARGUMENT;
    }
    *funnel = funnel_view(NULL, size, power_of_two_from(capacity));
    funnel_image *image = snw_arena_take(arena, funnel->image_size, SNW__LINE);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    funnel->image = image;
    image->head_line =
        (snw__image_head){.kind = FUNNEL_KIND, .size = size, .second = funnel->capacity};
    return SNW_OK;
}

snw_status snw__funnel_attach(snw_funnel *funnel, void *image, size_t image_size) {
    snw__image_head head;
    const snw_status status = snw__image_open(image, image_size, FUNNEL_KIND, &head);
    if (snw_failed(status)) return status;
    if (!is_sane(&head)) return SNW_ERR_SIZE;
    const snw_funnel found = funnel_view(image, (size_t)head.size, head.second);
    if (found.image_size != image_size) return SNW_ERR_SIZE;
    *funnel = found;
    return SNW_OK;
}

snw_status snw_funnel_push(const snw_funnel *funnel, const void *item) {
    funnel_image *image = funnel->image;
    if (__atomic_fetch_add(&image->used, 1, __ATOMIC_ACQUIRE) >= funnel->capacity) {
        (void)__atomic_fetch_sub(&image->used, 1, __ATOMIC_RELAXED);
        (void)__atomic_fetch_add(&image->lost, 1, __ATOMIC_RELAXED);
        return SNW_ERR_FULL;
    }
    const uint64_t ticket = __atomic_fetch_add(&image->tail, 1, __ATOMIC_ACQ_REL);
    funnel_slot *slot = funnel_slot_of(funnel, ticket);
    memcpy(slot->item, item, funnel->size);
    __atomic_store_n(&slot->stamp, ticket + 1, __ATOMIC_RELEASE);
    return SNW_OK;
}

snw_status snw_funnel_pop(const snw_funnel *funnel, void *item) {
    funnel_image *image = funnel->image;
    const funnel_slot *slot = funnel_slot_of(funnel, image->head);
    if (__atomic_load_n(&slot->stamp, __ATOMIC_ACQUIRE) != image->head + 1) return SNW_NOTHING_NEW;
    memcpy(item, slot->item, funnel->size);
    image->head++;
    (void)__atomic_fetch_sub(&image->used, 1, __ATOMIC_RELEASE);
    return SNW_OK;
}

uint64_t snw_funnel_lost(const snw_funnel *funnel) {
    const funnel_image *image = funnel->image;
    return __atomic_load_n(&image->lost, __ATOMIC_RELAXED);
}
