// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DISTANCE_MADE_H
#define SINEW_TESTS_DISTANCE_MADE_H

/// @file
/// Solids of given blocks in memory from the heap, and queries of them.

#include "sample_solids.h"

typedef struct made {
    snw_solid solid;
    void *memory;
} made;

__attribute__((unused)) static const snw_solid *make_solid(made *m, const snw_type *type,
                                                           void *block) {
    const snw_child shape = {type, block};
    snw_arena arena = {0};
    snw_why why = {0};
    SNW_IGNORE(snw_solid_init(&m->solid, &shape, &arena, NULL));
    m->memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(m->memory, arena.needed);
    const snw_status status = snw_solid_init(&m->solid, &shape, &arena, &why);
    if (snw_failed(status)) {
        char text[512];
        (void)snw_why_sentence(&why, text, sizeof text);
        print_error("%s\n", text);
    }
    CHECK(status == SNW_OK);
    return &m->solid;
}

__attribute__((unused)) static snw_closest ask_solids(const snw_solid *A, snw_pose T_A,
                                                      const snw_solid *B, snw_pose T_B) {
    snw_distance_query query = snw_distance_defaults(A, B);
    query.T_first = T_A;
    query.T_second = T_B;
    snw_closest c;
    CHECK(snw_distance(&query, &c) == SNW_OK);
    return c;
}

enum { BALL_POINTS = 162 };

/// The 162 points of an icosahedron whose edges were halved twice, on the unit sphere.
__attribute__((unused)) static void fill_ball(snw_vec3 out[BALL_POINTS]) {
    const double g = (1 + sqrt(5)) / 2;
    int count = 0;
    for (int i = 0; i < 12; i++) {
        const double a = i & 1 ? 1 : -1, b = i & 2 ? g : -g;
        out[count++] = snw_vec3_normalize(i / 4 == 0   ? snw_vec3_of(0, a, b)
                                          : i / 4 == 1 ? snw_vec3_of(a, b, 0)
                                                       : snw_vec3_of(b, 0, a));
    }
    for (int round = 0; round < 2; round++) {
        const int before = count;
        double edge = 4;
        for (int j = 1; j < before; j++) {
            edge = fmin(edge, snw_vec3_distance(out[0], out[j]));
        }
        // after the first round edges differ by up to a fifth
        for (int i = 0; i < before; i++) {
            for (int j = i + 1; j < before; j++) {
                if (snw_vec3_distance(out[i], out[j]) > 1.3 * edge) continue;
                out[count++] = snw_vec3_normalize(snw_vec3_add(out[i], out[j]));
            }
        }
    }
    CHECK(count == BALL_POINTS);
}

#endif // SINEW_TESTS_DISTANCE_MADE_H
