// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Distances beside FCL with its default solver (libccd): sphere of radius 0.1 m; capsule 0.05 by
/// 0.2; box 0.2 by 0.15 by 0.1; hull of 162 points on an ellipsoid 0.1, 0.08, 0.06, and its 1280
/// triangles as a mesh. 256 random places, centres 0.32 to 0.8 m apart, or 0 to 0.05 where bodies
/// shall meet. Both sides find the nearest points. The note has the slowest pair, each the least
/// of several runs.

#include "sinew/distance.h"
#include "sinew/distance/lanes.h"
#include "sinew/hull.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "peer/fcl.h"

enum { PAIRS = 256, FINE_POINTS = 642, FINE_FACES = 1280, RING = 32, TUBE = 20 };

/// A shape on both sides.
typedef struct body {
    snw_solid solid;
    void *memory;
    peer_body_shape *peer;
} body;

/// Two bodies in many places.
typedef struct scene {
    const body *first, *second;
    snw_pose T[2 * PAIRS]; ///< of the first, and of the second, pair by pair
    snw_distance_query queries[PAIRS];
    peer_places *places;
    snw_segment rods[2 * PAIRS]; ///< the axes of capsules, in one frame
    snw_vec3 points[PAIRS];      ///< the centre of the first, in the frame of the second
    snw_vec3 half;               ///< of the second, a box
    snw_distance_cache cache[PAIRS];
    _Alignas(64) double balls_f64[PAIRS * 4], boxes_f64[PAIRS * 15], d_f64[PAIRS];
    _Alignas(64) double rods_f64[2][PAIRS * 7];
    _Alignas(64) float rods_f32[2][PAIRS * 7], d_f32[PAIRS];
    snw_mat3 step; ///< by which the first turns between two warm queries
} scene;

static uint64_t state = 1;

static double real(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static snw_vec3 direction(void) {
    for (;;) {
        const snw_vec3 v = {real(-1, 1), real(-1, 1), real(-1, 1)};
        const double n = snw_vec3_norm(v);
        if (n > 0.1 && n <= 1) return snw_vec3_divide(v, n);
    }
}

static void need(int condition, const char *what) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

// --- bodies --------------------------------------------------------------------------------------

static body make_body(const snw_type *type, void *block, peer_body_shape *peer) {
    body made = {.peer = peer};
    const snw_child shape = {type, block};
    snw_arena arena = {0};
    SNW_IGNORE(snw_solid_init(&made.solid, &shape, &arena, NULL));
    made.memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(made.memory, arena.needed);
    need(made.memory != NULL && snw_solid_init(&made.solid, &shape, &arena, NULL) == SNW_OK,
         "a solid is refused");
    return made;
}

static void drop_body(body *b) {
    free(b->memory);
    peer_fcl_free(b->peer);
}

// Points of an icosahedron, and of the halves of its edges again and again, on the unit sphere.
typedef struct surface {
    snw_vec3 points[FINE_POINTS];
    int triangles[3 * FINE_FACES];
    int count, faces;
} surface;

static int middle_of(surface *s, int i, int j) {
    const snw_vec3 at = snw_vec3_normalize(snw_vec3_add(s->points[i], s->points[j]));
    for (int k = 0; k < s->count; k++) {
        if (snw_vec3_distance(s->points[k], at) < 1e-9) return k;
    }
    s->points[s->count] = at;
    return s->count++;
}

static void begin_ball(surface *s) {
    static const int faces[60] = {0, 11, 5, 0, 5,  1,  0,  1,  7,  0,  7, 10, 0, 10, 11,
                                  1, 5,  9, 5, 11, 4,  11, 10, 2,  10, 7, 6,  7, 1,  8,
                                  3, 9,  4, 3, 4,  2,  3,  2,  6,  3,  6, 8,  3, 8,  9,
                                  4, 9,  5, 2, 4,  11, 6,  2,  10, 8,  6, 7,  9, 8,  1};
    const double t = (1 + sqrt(5)) / 2;
    const snw_vec3 corners[12] = {{-1, t, 0}, {1, t, 0}, {-1, -t, 0}, {1, -t, 0},
                                  {0, -1, t}, {0, 1, t}, {0, -1, -t}, {0, 1, -t},
                                  {t, 0, -1}, {t, 0, 1}, {-t, 0, -1}, {-t, 0, 1}};
    s->count = 12;
    s->faces = 20;
    for (int i = 0; i < 12; i++) {
        s->points[i] = snw_vec3_normalize(corners[i]);
    }
    for (int i = 0; i < 60; i++) {
        s->triangles[i] = faces[i];
    }
}

static void fill_ball(surface *s, int rounds) {
    begin_ball(s);
    for (int round = 0; round < rounds; round++) {
        static int next[3 * FINE_FACES];
        int count = 0;
        for (int i = 0; i < s->faces; i++) {
            const int *at = &s->triangles[3 * i];
            const int m[3] = {middle_of(s, at[0], at[1]), middle_of(s, at[1], at[2]),
                              middle_of(s, at[2], at[0])};
            const int four[12] = {at[0], m[0], m[2], at[1], m[1], m[0],
                                  at[2], m[2], m[1], m[0],  m[1], m[2]};
            for (int k = 0; k < 12; k++) {
                next[count++] = four[k];
            }
        }
        s->faces = count / 3;
        for (int i = 0; i < count; i++) {
            s->triangles[i] = next[i];
        }
    }
}

static void stretch(surface *s, snw_vec3 by) {
    for (int i = 0; i < s->count; i++) {
        s->points[i] = snw_vec3_mul(s->points[i], by);
    }
}

static void fill_torus(surface *s, double large, double small) {
    const double turn = 2 * 3.14159265358979323846;
    s->count = RING * TUBE;
    s->faces = 2 * RING * TUBE;
    for (int i = 0; i < RING; i++) {
        for (int j = 0; j < TUBE; j++) {
            const double a = turn * i / RING, b = turn * j / TUBE, r = large + small * cos(b);
            s->points[i * TUBE + j] = snw_vec3_of(r * cos(a), r * sin(a), small * sin(b));
            const int i1 = (i + 1) % RING, j1 = (j + 1) % TUBE;
            int *at = &s->triangles[6 * (i * TUBE + j)];
            at[0] = at[3] = i * TUBE + j;
            at[1] = i1 * TUBE + j;
            at[2] = at[4] = i1 * TUBE + j1;
            at[5] = i * TUBE + j1;
        }
    }
}

static body make_mesh(surface *s) {
    snw_mesh mesh = {.points = s->points,
                     .point_count = s->count,
                     .triangles = s->triangles,
                     .index_count = 3 * s->faces};
    return make_body(&snw_mesh_type, &mesh,
                     peer_fcl_mesh(&s->points[0].x, s->count, s->triangles, s->faces));
}

static body make_hull(surface *s) {
    snw_hull hull = {.points = s->points, .point_count = s->count};
    return make_body(&snw_hull_type, &hull,
                     peer_fcl_convex(&s->points[0].x, s->count, s->triangles, s->faces));
}

// --- scenes --------------------------------------------------------------------------------------

static peer_pose peer_pose_of(const snw_pose *T) {
    peer_pose pose;
    for (int i = 0; i < 9; i++) {
        pose.R[i] = snw_mat3_get(T->R, i / 3, i % 3);
    }
    for (int i = 0; i < 3; i++) {
        pose.p[i] = snw_vec3_get(T->p, i);
    }
    return pose;
}

// Number j of pair i in blocks of `lanes` pairs, each of `width` numbers.
static int place_in_block(int i, int j, int width, int lanes) {
    return (i / lanes * width + j) * lanes + i % lanes;
}

static void fill_blocks(scene *s) {
    for (int i = 0; i < PAIRS; i++) {
        for (int k = 0; k < 2; k++) {
            const snw_segment *rod = &s->rods[2 * i + k];
            const double n[7] = {rod->start.x, rod->start.y, rod->start.z, rod->end.x,
                                 rod->end.y,   rod->end.z,   0.05};
            for (int j = 0; j < 7; j++) {
                s->rods_f64[k][place_in_block(i, j, 7, 8)] = n[j];
                s->rods_f32[k][place_in_block(i, j, 7, 16)] = (float)n[j];
            }
        }
        const snw_pose *T = &s->T[2 * i + 1];
        const snw_vec3 box[5] = {T->R.x, T->R.y, T->R.z, T->p, s->half};
        const double ball[4] = {s->T[2 * i].p.x, s->T[2 * i].p.y, s->T[2 * i].p.z, 0.1};
        for (int j = 0; j < 15; j++) {
            s->boxes_f64[place_in_block(i, j, 15, 8)] = snw_vec3_get(box[j / 3], j % 3);
            if (j < 4) s->balls_f64[place_in_block(i, j, 4, 8)] = ball[j];
        }
    }
}

static void place(scene *s, const body *first, const body *second, double near, double far) {
    peer_pose poses[2 * PAIRS];
    *s = (scene){.first = first, .second = second, .half = {0.1, 0.075, 0.05}};
    s->step = snw_mat3_axis_angle(snw_vec3_normalize(snw_vec3_of(1, 2, 3)), 0.002);
    for (int i = 0; i < PAIRS; i++) {
        for (int k = 0; k < 2; k++) {
            s->T[2 * i + k].R = snw_mat3_axis_angle(direction(), real(-3, 3));
            s->T[2 * i + k].p = snw_vec3_of(real(-1, 1), real(-1, 1), real(-1, 1));
        }
        s->T[2 * i].p = snw_vec3_add_scaled(s->T[2 * i + 1].p, direction(), real(near, far));
        for (int k = 0; k < 2; k++) {
            const snw_pose *T = &s->T[2 * i + k];
            const snw_vec3 half = snw_vec3_scale(T->R.z, 0.1);
            s->rods[2 * i + k] = (snw_segment){snw_vec3_sub(T->p, half), snw_vec3_add(T->p, half)};
            poses[2 * i + k] = peer_pose_of(T);
        }
        s->points[i] = snw_pose_apply_inverse(s->T[2 * i + 1], s->T[2 * i].p);
        s->queries[i] = snw_distance_defaults(&first->solid, &second->solid);
        s->queries[i].T_first = s->T[2 * i];
        s->queries[i].T_second = s->T[2 * i + 1];
    }
    s->places = peer_places_create(poses, 2 * PAIRS);
    fill_blocks(s);
}

static double run_ours(void *context, long calls) {
    scene *s = context;
    double sum[2] = {0, 0};
    snw_closest c;
    for (long i = 0; i < calls; i++) {
        SNW_IGNORE(snw_distance(&s->queries[i % PAIRS], &c));
        sum[i & 1] += c.distance + c.a.x;
    }
    return sum[0] + sum[1];
}

// every query has moved a little since the last one of its pair
static double run_warm(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    snw_closest c;
    for (long i = 0; i < calls; i++) {
        const int k = (int)(i % PAIRS);
        snw_pose *T = &s->queries[k].T_first;
        T->R = snw_mat3_mul(s->step, T->R);
        SNW_IGNORE(snw_distance_cached(&s->queries[k], &s->cache[k], &c));
        sum += c.distance + c.a.x;
    }
    return sum;
}

static double run_rods(void *context, long calls) {
    scene *s = context;
    double sum[2] = {0, 0};
    snw_closest c;
    for (long i = 0; i < calls; i++) {
        const int k = (int)(i % PAIRS);
        snw_segment_segment(&s->rods[2 * k], &s->rods[2 * k + 1], &c);
        sum[i & 1] += c.distance - 0.1 + c.a.x;
    }
    return sum[0] + sum[1];
}

static double run_points(void *context, long calls) {
    scene *s = context;
    double sum[2] = {0, 0};
    snw_closest c;
    for (long i = 0; i < calls; i++) {
        snw_point_box(s->points[i % PAIRS], s->half, &c);
        sum[i & 1] += c.distance - 0.1 + c.a.x;
    }
    return sum[0] + sum[1];
}

// all pairs in one call
static double run_rod_blocks(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        SNW_IGNORE(snw_lanes_capsules_f64(s->rods_f64[0], s->rods_f64[1], PAIRS / 8, s->d_f64));
        sum += s->d_f64[i % PAIRS];
    }
    return sum;
}

static double run_rod_blocks_f32(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        SNW_IGNORE(snw_lanes_capsules_f32(s->rods_f32[0], s->rods_f32[1], PAIRS / 16, s->d_f32));
        sum += (double)s->d_f32[i % PAIRS];
    }
    return sum;
}

static double run_ball_blocks(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        SNW_IGNORE(snw_lanes_sphere_box_f64(s->balls_f64, s->boxes_f64, PAIRS / 8, s->d_f64));
        sum += s->d_f64[i % PAIRS];
    }
    return sum;
}

static double run_peer(void *context, long calls) {
    scene *s = context;
    double sum = 0, points[6];
    for (long i = 0; i < calls; i++) {
        const int k = (int)(i % PAIRS);
        sum +=
            peer_fcl_distance(s->first->peer, s->places, 2 * k, s->second->peer, 2 * k + 1, points);
        sum += points[0];
    }
    return sum;
}

static double run_peer_all(void *context, long calls) {
    return run_peer(context, PAIRS * calls);
}

static double run_peer_contact(void *context, long calls) {
    scene *s = context;
    double sum = 0, depth;
    for (long i = 0; i < calls; i++) {
        const int k = (int)(i % PAIRS);
        (void)peer_fcl_collide(s->first->peer, s->places, 2 * k, s->second->peer, 2 * k + 1, 1,
                               &depth);
        sum += depth;
    }
    return sum;
}

// a pair is so quick that it is asked eight times
static double ask_pair(void *context, long index) {
    const scene *s = context;
    double sum = 0;
    snw_closest c;
    for (int i = 0; i < 8; i++) {
        SNW_IGNORE(snw_distance(&s->queries[index], &c));
        sum += c.distance;
    }
    return sum;
}

typedef struct row {
    const char *name;
    bench_fn *ours, *peer;
    double bar;
    long calls;
} row;

static void run_rows(const body *first, const body *second, int meet, const row *rows, int count) {
    static scene s;
    int wanted = 0;
    for (int i = 0; i < count; i++) {
        wanted |= bench_wants(rows[i].name);
    }
    if (!wanted) return;
    state = 1;
    place(&s, first, second, meet ? 0 : 0.32, meet ? 0.05 : 0.8);
    const double slowest = bench_slowest(ask_pair, &s, PAIRS) / 8;
    for (int i = 0; i < count; i++) {
        char note[64];
        (void)snprintf(note, sizeof note, "slowest=%.0fns", slowest);
        bench_pair(&(bench_case){.name = rows[i].name,
                                 .ours = rows[i].ours,
                                 .peer_name = meet ? "fcl contact" : "fcl",
                                 .peer = rows[i].peer,
                                 .context = &s,
                                 .calls = rows[i].calls,
                                 .values_per_call = rows[i].peer == run_peer_all ? PAIRS : 1,
                                 .note = rows[i].ours == run_ours ? note : NULL,
                                 .bar = rows[i].bar});
    }
    peer_places_free(s.places);
}

#define ROWS(first, second, meet, ...)                                                             \
    run_rows(&(first), &(second), (meet), (row[]){__VA_ARGS__},                                    \
             (int)(sizeof((row[]){__VA_ARGS__}) / sizeof(row)))

static void run_primitives(void) {
    body ball = make_body(&snw_sphere_type, &(snw_sphere){{0, 0, 0}, 0.1}, peer_fcl_sphere(0.1));
    body rod = make_body(&snw_capsule_type, &(snw_capsule){{0, 0, -0.1}, {0, 0, 0.1}, 0.05},
                         peer_fcl_capsule(0.05, 0.2));
    body box = make_body(&snw_box_type, &(snw_box){SNW_POSE_AT(0, 0, 0), {0.1, 0.075, 0.05}},
                         peer_fcl_box(0.1, 0.075, 0.05));
    ROWS(rod, rod, 0, {"capsule-capsule", run_ours, run_peer, 0.22, 4 * PAIRS},
         {"capsule-capsule-direct", run_rods, run_peer, 0.15, 4 * PAIRS},
         {"capsule-capsule-batch", run_rod_blocks, run_peer_all, 0.035, 16},
         {"capsule-capsule-batch-f32", run_rod_blocks_f32, run_peer_all, 0.02, 16});
    ROWS(ball, box, 0, {"sphere-box", run_ours, run_peer, 0.17, 4 * PAIRS},
         {"sphere-box-direct", run_points, run_peer, 0.12, 4 * PAIRS},
         {"sphere-box-batch", run_ball_blocks, run_peer_all, 0.05, 16});
    ROWS(rod, box, 0, {"capsule-box", run_ours, run_peer, 0.08, PAIRS});
    ROWS(box, box, 0, {"box-box", run_ours, run_peer, 0.22, PAIRS});
    ROWS(box, box, 1, {"box-box-deep", run_ours, run_peer_contact, 0.4, PAIRS});
    drop_body(&ball);
    drop_body(&rod);
    drop_body(&box);
}

static void run_convex(void) {
    static surface ball;
    fill_ball(&ball, 2);
    stretch(&ball, snw_vec3_of(0.1, 0.08, 0.06));
    body hull = make_hull(&ball);
    body box = make_body(&snw_box_type, &(snw_box){SNW_POSE_AT(0, 0, 0), {0.1, 0.075, 0.05}},
                         peer_fcl_box(0.1, 0.075, 0.05));
    body drum = make_body(&snw_cylinder_type, &(snw_cylinder){{0, 0, -0.1}, {0, 0, 0.1}, 0.06},
                          peer_fcl_cylinder(0.06, 0.2));
    body cone = make_body(&snw_cone_type, &(snw_cone){{0, 0, -0.1}, {0, 0, 0.1}, 0.08, 0},
                          peer_fcl_cone(0.08, 0.2));
    body egg =
        make_body(&snw_ellipsoid_type, &(snw_ellipsoid){SNW_POSE_AT(0, 0, 0), {0.1, 0.08, 0.06}},
                  peer_fcl_ellipsoid(0.1, 0.08, 0.06));
    ROWS(hull, hull, 0, {"hull162-hull162", run_ours, run_peer, 0.15, PAIRS},
         {"hull162-hull162-warm", run_warm, run_peer, 0.08, PAIRS});
    ROWS(hull, hull, 1, {"hull162-deep", run_ours, run_peer_contact, 0.6, PAIRS});
    ROWS(drum, box, 0, {"cylinder-box", run_ours, run_peer, 0.4, PAIRS});
    ROWS(cone, hull, 0, {"cone-hull", run_ours, run_peer, 0.4, PAIRS});
    ROWS(egg, egg, 0, {"ellipsoid-ellipsoid", run_ours, run_peer, 0.4, PAIRS});
    drop_body(&hull);
    drop_body(&box);
    drop_body(&drum);
    drop_body(&cone);
    drop_body(&egg);
}

static void run_meshes(void) {
    static surface ball, ring;
    fill_ball(&ball, 3);
    stretch(&ball, snw_vec3_of(0.1, 0.08, 0.06));
    fill_torus(&ring, 0.08, 0.03);
    body mesh = make_mesh(&ball), torus = make_mesh(&ring);
    body box = make_body(&snw_box_type, &(snw_box){SNW_POSE_AT(0, 0, 0), {0.1, 0.075, 0.05}},
                         peer_fcl_box(0.1, 0.075, 0.05));
    const long calls = getenv("SINEW_BENCH_SMOKE") != NULL ? 4 : PAIRS;
    ROWS(mesh, mesh, 0, {"mesh1280-mesh1280", run_ours, run_peer, 0.05, calls});
    ROWS(torus, torus, 0, {"torus1280-torus1280", run_ours, run_peer, 0.3, calls});
    ROWS(box, mesh, 0, {"mesh1280-box", run_ours, run_peer, 0.3, calls});
    drop_body(&mesh);
    drop_body(&torus);
    drop_body(&box);
}

void bench_collision_near(void); // bench_collision_near.c

int main(int argc, char **argv) {
    bench_open("collision", argc, argv);
    run_primitives();
    run_convex();
    run_meshes();
    bench_collision_near();
    return bench_close();
}
