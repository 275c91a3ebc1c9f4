// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Near pairs of a whole arm: the Panda of models/ with the 25 shapes of its collision model, links
/// against links and against boxes around it, all that is nearer than 0.05 m. `panda/near-20boxes`
/// goes to another random configuration in every call, so that nothing is known from the one
/// before;
/// `-still` moves on by about a millimetre at the tool. Their peer is 100 distances of a capsule
/// and a box in FCL. `boxes10000/near` is the arm among ten thousand boxes, beside the distance of
/// every part to every box. Poses are part of a call. Run from the root of the sources.

#include "sinew/collision.h"
#include "sinew/hull.h"
#include "sinew/model.h"
#include "sinew/model/coordinates.h"
#include "sinew/modelio.h"
#include "sinew/modelio/cell.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/fcl.h"

enum { STATES = 256, TYPES = 128, FCL_CALLS = 100, MOST = 16, LINE = 256 };

void bench_collision_near(void);

/// An arm among boxes.
typedef struct room {
    snw_registry registry;
    snw_setup *setup;
    snw_system system;
    snw_system_state state;
    snw_world world;
    snw_collision around;
    double *q[2]; ///< [STATES * nq] random configurations, and those of a slow motion
} room;

/// The peer's pair in many places.
typedef struct peer_pairs {
    peer_body_shape *rod, *box;
    peer_places *places;
} peer_pairs;

typedef struct side {
    room *room;
    peer_pairs *peer;
    const double *q; ///< [STATES * nq]
} side;

static uint64_t state = 1;

static double real(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static void need(int condition, const char *what) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

static snw_arena arena_for(snw_setup *setup, size_t needed) {
    void *block = snw_setup_take(setup, needed > 0 ? needed : 1, SNW_ARENA_ALIGN);
    need(block != NULL, "no memory");
    return snw_arena_over(block, needed);
}

// --- the room ------------------------------------------------------------------------------------

// boxes in a ring around the arm, one link for all
static char *write_cell(int boxes, double half, double inner, double outer) {
    const size_t size = 4096 + (size_t)boxes * LINE;
    char *text = malloc(size);
    need(text != NULL, "no memory");
    size_t at = (size_t)snprintf(
        text, size,
        "<cell xmlns=\"urn:sinew\" name=\"room\"><mechanisms>"
        "<mechanism name=\"panda\" file=\"models/panda/panda.xml\"/><mechanism name=\"boxes\">"
        "<robot name=\"boxes\"><links><link name=\"boxes\"><collisions>");
    for (int i = 0; i < boxes; i++) {
        const double angle = real(-3.14, 3.14), away = real(inner, outer);
        at += (size_t)snprintf(
            text + at, size - at,
            "<collision><shape><box half_extents=\"%.4f %.4f %.4f\">"
            "<pose xyz=\"%.4f %.4f %.4f\" rpy=\"%.3f %.3f %.3f\"/></box></shape></collision>",
            half * real(0.5, 1), half * real(0.5, 1), half * real(0.5, 1), away * cos(angle),
            away * sin(angle), real(0, outer), real(-3, 3), real(-1.5, 1.5), real(-3, 3));
    }
    (void)snprintf(text + at, size - at,
                   "</collisions></link></links></robot></mechanism></mechanisms><members>"
                   "<member name=\"arm\" mechanism=\"panda\"/>"
                   "<member name=\"boxes\" mechanism=\"boxes\"/></members>"
                   "<collision><collision_rules keep=\"0.005\" slow=\"0.05\"/></collision></cell>");
    return text;
}

static void know_types(room *r) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&r->registry, TYPES, &arena));
    arena = arena_for(r->setup, arena.needed);
    need(snw_registry_init(&r->registry, TYPES, &arena) == SNW_OK &&
             snw_shape_register(&r->registry, NULL) == SNW_OK &&
             snw_hull_register(&r->registry, NULL) == SNW_OK &&
             snw_model_register(&r->registry, NULL) == SNW_OK &&
             snw_urdf_register(&r->registry, NULL) == SNW_OK &&
             snw_collision_register(&r->registry, NULL) == SNW_OK,
         "types are refused");
}

// random configurations; and a motion between two of them in steps of about 1 mm at the tool
static void draw_motions(room *r) {
    const snw_model *model = r->system.members[0].model;
    const int nq = model->nq;
    for (int k = 0; k < 2; k++) {
        r->q[k] = snw_setup_take(r->setup, (size_t)(STATES * nq) * sizeof(double), 64);
        need(r->q[k] != NULL, "no memory");
    }
    snw_random random = snw_random_stream(1, 0);
    for (int i = 0; i < STATES; i++)
        snw_random_configuration(model, &random, r->q[0] + (ptrdiff_t)i * nq);
    static const double ready[] = {0, -0.785, 0, -2.356, 0, 1.571, 0.785};
    need(nq == (int)(sizeof ready / sizeof *ready), "the Panda has seven axes");
    for (int i = 0; i < STATES; i++) {
        // there and back, so that the last place is beside the first one
        const double way = 1e-3 * (i < STATES / 2 ? i : STATES - i);
        for (int k = 0; k < nq; k++)
            r->q[1][i * nq + k] = ready[k] + (k % 2 == 0 ? way : -way) / 1.6;
    }
}

static void open_room(room *r, int boxes, double half, double inner, double outer) {
    *r = (room){.setup = snw_setup_create((size_t)1 << 30)};
    need(r->setup != NULL, "no memory");
    know_types(r);
    char *text = write_cell(boxes, half, inner, outer);
    const snw_source source = {text, strlen(text), "room.cell.xml", "."};
    const snw_cell_options options = {.registry = &r->registry};
    snw_cell *cell = NULL;
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    need(!snw_failed(snw_cell_read(&source, &options, r->setup, &cell, &diags)),
         "models/panda/panda.xml cannot be read");
    free(text);
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&r->system, cell, &arena, NULL));
    arena = arena_for(r->setup, arena.needed);
    need(snw_system_compile(&r->system, cell, &arena, NULL) == SNW_OK, "no system");
    arena = (snw_arena){0};
    SNW_IGNORE(snw_system_state_init(&r->state, &r->system, &arena));
    arena = arena_for(r->setup, arena.needed);
    need(snw_system_state_init(&r->state, &r->system, &arena) == SNW_OK, "no state");
    need(snw_world_of_cell(&r->world, cell, &r->system, r->setup, NULL) == SNW_OK, "no world");
    arena = (snw_arena){0};
    SNW_IGNORE(snw_collision_init(&r->around, &r->world, &arena));
    arena = arena_for(r->setup, arena.needed);
    need(snw_collision_init(&r->around, &r->world, &arena) == SNW_OK, "no workspace");
    need(snw_collision_place(&r->around, &r->state) == SNW_OK, "a state is refused");
    draw_motions(r);
}

// --- calls ---------------------------------------------------------------------------------------

// the pairs of a state
static double ask_near(void *context, long index) {
    const side *s = context;
    room *r = s->room;
    const int nq = r->system.members[0].model->nq;
    const double *q = s->q + (ptrdiff_t)(index % STATES) * nq;
    snw_near near[MOST];
    double rest = 0;
    const snw_near_query query = {.member = -1, .below = r->world.slow, .most = MOST};
    if (snw_failed(snw_collision_move(&r->around, 0, q))) return (double)NAN;
    const int count = snw_collision_near(&r->around, &query, near, &rest);
    return count > 0 ? near[0].closest.distance : rest;
}

static double run_near(void *context, long calls) {
    double sum = 0;
    for (long i = 0; i < calls; i++)
        sum += ask_near(context, i);
    return sum;
}

// every part of the arm with every box
static double run_all_pairs(void *context, long calls) {
    side *s = context;
    room *r = s->room;
    const snw_world *world = &r->world;
    const int nq = r->system.members[0].model->nq;
    double best = (double)INFINITY;
    for (long i = 0; i < calls; i++) {
        const double *q = s->q + (ptrdiff_t)i * nq;
        if (snw_failed(snw_collision_move(&r->around, 0, q))) return (double)NAN;
        for (int a = 0; a < world->moving_count; a++) {
            const snw_pose T_a = snw_collision_pose(&r->around, world->bodies[a].body);
            for (int b = world->moving_count; b < world->body_count; b++) {
                const snw_world_body *one = &world->bodies[a], *other = &world->bodies[b];
                if (other->body.member != 1) continue; // the arm's own base
                for (int k = 0; k < one->part_count * other->part_count; k++) {
                    const snw_world_part *part = &one->parts[k % one->part_count],
                                         *box = &other->parts[k / one->part_count];
                    snw_distance_query query = snw_distance_defaults(&part->solid, &box->solid);
                    query.T_first = snw_pose_mul(T_a, part->T_link_part);
                    query.T_second = box->T_link_part;
                    snw_closest closest;
                    SNW_IGNORE(snw_distance(&query, &closest));
                    best = fmin(best, closest.distance);
                }
            }
        }
    }
    return best;
}

static double run_fcl(void *context, long calls) {
    const peer_pairs *p = ((side *)context)->peer;
    double sum = 0, points[6];
    for (long i = 0; i < FCL_CALLS * calls; i++) {
        const int k = (int)(i % STATES);
        sum += peer_fcl_distance(p->rod, p->places, 2 * k, p->box, 2 * k + 1, points);
    }
    return sum;
}

// the places of the case capsule-box: centres 0.32 to 0.8 m apart
static void open_peer(peer_pairs *p) {
    static peer_pose poses[2 * STATES];
    snw_random random = snw_random_stream(2, 0);
    for (int i = 0; i < 2 * STATES; i++) {
        const snw_mat3 R = snw_quat_to_mat3(snw_random_quat(&random));
        for (int k = 0; k < 9; k++)
            poses[i].R[k] = snw_mat3_get(R, k / 3, k % 3);
        const snw_vec3 way = snw_vec3_scale(R.x, i % 2 == 0 ? real(0.32, 0.8) : 0);
        for (int k = 0; k < 3; k++)
            poses[i].p[k] = snw_vec3_get(way, k);
    }
    *p = (peer_pairs){peer_fcl_capsule(0.05, 0.2), peer_fcl_box(0.1, 0.075, 0.05),
                      peer_places_create(poses, 2 * STATES)};
}

static void close_peer(peer_pairs *p) {
    peer_fcl_free(p->rod);
    peer_fcl_free(p->box);
    peer_places_free(p->places);
}

// --- cases ---------------------------------------------------------------------------------------

static void run_case(side *s, const bench_case *row) {
    if (!bench_wants(row->name)) return;
    char note[64];
    bench_case one = *row;
    (void)snprintf(note, sizeof note, "slowest=%.0fns", bench_slowest(ask_near, s, STATES));
    one.note = note;
    one.context = s;
    bench_pair(&one);
}

void bench_collision_near(void) {
    static room few, many;
    static peer_pairs peer;
    if (bench_wants("panda/near-20boxes") || bench_wants("panda/near-20boxes-still")) {
        open_peer(&peer);
        open_room(&few, 20, 0.1, 0.45, 0.9);
        side jumps = {&few, &peer, few.q[0]}, still = {&few, &peer, few.q[1]};
        run_case(&jumps, &(bench_case){.name = "panda/near-20boxes",
                                       .ours = run_near,
                                       .peer_name = "100 fcl",
                                       .peer = run_fcl,
                                       .calls = STATES,
                                       .bar = 0.10});
        run_case(&still, &(bench_case){.name = "panda/near-20boxes-still",
                                       .ours = run_near,
                                       .peer_name = "100 fcl",
                                       .peer = run_fcl,
                                       .calls = STATES,
                                       .bar = 0.04});
        snw_setup_destroy(few.setup);
        close_peer(&peer);
    }
    if (bench_wants("boxes10000/near")) {
        open_room(&many, 10000, 0.03, 0.3, 2);
        side jumps = {&many, NULL, many.q[0]};
        run_case(&jumps, &(bench_case){.name = "boxes10000/near",
                                       .ours = run_near,
                                       .peer_name = "all pairs",
                                       .peer = run_all_pairs,
                                       .calls = 2,
                                       .bar = 0.01});
        snw_setup_destroy(many.setup);
    }
}
