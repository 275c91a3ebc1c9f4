// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// --- finding by content -------------------------------------------------------------------------

typedef struct snw__slot {
    uint32_t hash;
    int32_t id; // from 1; 0 is empty
} snw__slot;

// Steps of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of
// the argument.
static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t snw__hash_bytes(const char *bytes, size_t length) {
    uint64_t hash = (uint64_t)length;
    size_t i = 0;
    for (; length - i >= sizeof(uint64_t); i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = mix(hash + UINT64_C(0x9E3779B97F4A7C15) + word);
    }
    for (; i < length; i++) {
        hash = mix(hash + (unsigned char)bytes[i] + 1);
    }
    return hash;
}

uint64_t snw__hash_words(const snw__finder *finder, uint64_t a, uint64_t b, uint64_t c) {
    return mix(mix(mix(a ^ finder->seed) + b) + c);
}

int snw__finder_find(const snw__finder *finder, uint64_t hash, snw__same_fn *same,
                     const void *items, const void *key) {
    if (finder->slot_count == 0) return -1;
    const size_t mask = finder->slot_count - 1;
    const uint32_t mark = (uint32_t)hash;
    for (size_t at = mark & mask; finder->slots[at].id != 0; at = (at + 1) & mask) {
        const snw__slot *slot = &finder->slots[at];
        if (slot->hash == mark && same(items, slot->id - 1, key)) return slot->id - 1;
    }
    return -1;
}

static void put(snw__slot *slots, size_t count, snw__slot slot) {
    size_t at = slot.hash & (count - 1);
    while (slots[at].id != 0) {
        at = (at + 1) & (count - 1);
    }
    slots[at] = slot;
}

// at least half of the slots are empty, so that few are looked at
bool snw__finder_add(snw__finder *finder, uint64_t hash, int id) {
    enum { LEAST = 64 };
    if (2 * (finder->count + 1) > finder->slot_count) {
        const size_t count = finder->slot_count > 0 ? 2 * finder->slot_count : LEAST;
        snw__slot *slots = calloc(count, sizeof *slots);
        if (slots == NULL) return false;
        for (size_t i = 0; i < finder->slot_count; i++) {
            if (finder->slots[i].id != 0) {
                put(slots, count, finder->slots[i]);
            }
        }
        free(finder->slots);
        finder->slots = slots;
        finder->slot_count = count;
    }
    const snw__slot slot = {(uint32_t)hash, id + 1};
    put(finder->slots, finder->slot_count, slot);
    finder->count++;
    return true;
}

void snw__finder_close(snw__finder *finder) {
    free(finder->slots);
    *finder = (snw__finder){0};
}

// --- lists on the heap --------------------------------------------------------------------------

bool snw__more(void *list, int count, int *room, size_t size) {
    enum { LEAST = 64 };
    if (count < *room) return true;
    const int more = *room < LEAST ? LEAST : *room + *room / 2;
    void *items;
    memcpy(&items, list, sizeof items);
    void *larger = realloc(items, (size_t)more * size);
    if (larger == NULL) return false;
    memcpy(list, &larger, sizeof larger);
    *room = more;
    return true;
}

static snw_status out_of_memory(const snw__reading *r) {
    return snw__mesh_refuse(r, SNW_ERR_MEMORY, "the memory for the mesh is exhausted",
                            "simplify the mesh in its own program");
}

static snw_status too_many(const snw__reading *r, const char *text, int limit) {
    snw_why why;
    snw__reading_why(r, &why, SNW_ERR_TOO_LARGE, text);
    snw_why_add(&why, "limit", limit, "");
    return snw__refuse_at(r, &why, 0, 0, "simplify the mesh in its own program");
}

snw_status snw__builder_point(const snw__reading *r, snw__builder *b, snw_vec3 p, int *id) {
    if (b->point_count == SNW_MESH_POINTS) {
        return too_many(r, "the mesh has too many points", SNW_MESH_POINTS);
    }
    int room = b->point_room;
    if (b->has_normals && !snw__more(&b->normals, b->point_count, &room, sizeof *b->normals)) {
        return out_of_memory(r);
    }
    if (!snw__more(&b->points, b->point_count, &b->point_room, sizeof *b->points)) {
        return out_of_memory(r);
    }
    *id = b->point_count++;
    b->points[*id] = p;
    return SNW_OK;
}

static bool same_place(const void *items, int id, const void *key) {
    const snw_vec3 *points = items;
    return snw__same_place(points[id], *(const snw_vec3 *)key);
}

// the bits of a number, alike for both zeros
static uint64_t bits_of(double x) {
    const double plain = x + 0.0;
    uint64_t bits;
    memcpy(&bits, &plain, sizeof bits);
    return bits;
}

snw_status snw__builder_merge(const snw__reading *r, snw__builder *b, snw_vec3 p, int *id) {
    const uint64_t hash = snw__hash_words(&b->finder, bits_of(p.x), bits_of(p.y), bits_of(p.z));
    *id = snw__finder_find(&b->finder, hash, same_place, b->points, &p);
    if (*id >= 0) return SNW_OK;
    const snw_status status = snw__builder_point(r, b, p, id);
    if (snw_failed(status)) return status;
    return snw__finder_add(&b->finder, hash, *id) ? SNW_OK : out_of_memory(r);
}

snw_status snw__builder_triangle(const snw__reading *r, snw__builder *b, int a, int c, int d) {
    const snw_vec3 *p = b->points;
    if (snw__same_place(p[a], p[c]) || snw__same_place(p[c], p[d]) || snw__same_place(p[d], p[a])) {
        b->degenerate++;
        return SNW_OK;
    }
    if (b->index_count / 3 >= r->most_triangles) {
        return too_many(r, "the mesh has too many triangles", r->most_triangles);
    }
    const int corners[3] = {a, r->mirrored ? d : c, r->mirrored ? c : d};
    for (int k = 0; k < 3; k++) {
        if (!snw__more(&b->indices, b->index_count, &b->index_room, sizeof *b->indices)) {
            return out_of_memory(r);
        }
        b->indices[b->index_count++] = corners[k];
    }
    return SNW_OK;
}

// --- the mesh -----------------------------------------------------------------------------------

static snw_status fill(snw_mesh *mesh, const char *field, const void *items, int count,
                       snw_setup *setup) {
    const snw_field *list = snw_type_field(&snw_mesh_type, field);
    const snw_status status = snw_block_resize(list, mesh, count, setup);
    if (snw_failed(status)) return status;
    snw_block_trim(list, mesh, setup);
    if (count > 0) memcpy(snw_field_place(list, mesh, 0), items, (size_t)count * list->size);
    return SNW_OK;
}

snw_status snw__builder_finish(const snw__reading *r, snw__builder *b, snw_setup *setup,
                               snw_mesh **mesh) {
    if (b->degenerate > 0) {
        snw__warn_count(r, "triangles with two corners at the same point were dropped", "dropped",
                        b->degenerate, "");
    }
    snw_mesh *made = snw_block_new(&snw_mesh_type, setup);
    snw_status status = made != NULL ? SNW_OK : SNW_ERR_MEMORY;
    if (status == SNW_OK) status = fill(made, "points", b->points, b->point_count, setup);
    if (status == SNW_OK && b->has_normals) {
        status = fill(made, "normals", b->normals, b->point_count, setup);
    }
    if (status == SNW_OK) status = fill(made, "triangles", b->indices, b->index_count, setup);
    if (snw_failed(status)) return out_of_memory(r);
    *mesh = made;
    return SNW_OK;
}

void snw__builder_close(snw__builder *b) {
    free(b->points);
    free(b->normals);
    free(b->indices);
    snw__finder_close(&b->finder);
    *b = (snw__builder){0};
}
