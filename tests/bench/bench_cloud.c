// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// The map of filled cells beside OctoMap, on the same scans: a depth camera that turns in a room
/// with balls in it, 100,000 points in the order of its pixels, cells of 2 cm. "insert100k" fills
/// the cells of one scan after another of eight, each in a map that was cleared; "insert100k-again"
/// does so in a map that has seen them all, where OctoMap neither allocates nor changes anything,
/// as its cells are as certain as they get, and only finds them. Times are per point. "sweep100k"
/// empties what the rays pass, too; "near" asks for the nearest filled cell within 0.5 m.

#include "sinew/cloud.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "peer/octomap.h"

enum { SCANS = 8, COLUMNS = 400, ROWS = 250, POINTS = COLUMNS * ROWS, RAYS = 1000, POOL = 1024 };

typedef struct scene {
    snw_voxel_map map;
    peer_octomap *peer;
    void *block;
    snw_vec3 eye;
    snw_vec3 points[SCANS][POINTS];
    double xyz[SCANS][3 * POINTS];
    snw_vec3 asked[POOL];
    long next[2]; ///< scan of ours, and of the peer
} scene;

static double real(double lowest, double highest) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return lowest + (highest - lowest) * (double)(state >> 11) * 0x1p-53;
}

static const snw_bounds room = {{-2.5, -2, -1}, {2.5, 2, 1.5}};

// how far a ray of the camera goes: to a wall, or to one of three balls
static double range_along(snw_vec3 eye, snw_vec3 d) {
    static const snw_sphere balls[] = {
        {{1, 0.5, 0}, 0.4}, {{-1, -0.7, -0.4}, 0.6}, {{0.4, -1.3, 0.3}, 0.3}};
    double range = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        const double way = snw_vec3_get(d, i), from = snw_vec3_get(eye, i);
        const double wall = snw_vec3_get(way > 0 ? room.high : room.low, i);
        if (way != 0) range = fmin(range, (wall - from) / way);
        const snw_vec3 to = snw_vec3_sub(balls[i].center, eye);
        const double along = snw_vec3_dot(to, d), off2 = snw_vec3_norm2(to) - along * along;
        const double inside = balls[i].radius * balls[i].radius - off2;
        if (along > 0 && inside > 0) range = fmin(range, along - sqrt(inside));
    }
    return range;
}

static void take_scan(scene *s, int scan) {
    const double turn = 6.283185307179586 * scan / SCANS;
    for (int i = 0; i < POINTS; i++) {
        const double u = (i % COLUMNS + 0.5) / COLUMNS - 0.5, v = (i / COLUMNS + 0.5) / ROWS - 0.5;
        const snw_vec3 d = snw_vec3_normalize(
            snw_vec3_of(cos(turn) - 1.4 * u * sin(turn), sin(turn) + 1.4 * u * cos(turn), -v));
        // a sensor's noise of 2 mm, just inside of the walls
        const double range = range_along(s->eye, d) - 0.003 + real(-0.002, 0.002);
        const snw_vec3 p = snw_vec3_add_scaled(s->eye, d, range);
        s->points[scan][i] = p;
        for (int k = 0; k < 3; k++) {
            s->xyz[scan][3 * i + k] = snw_vec3_get(p, k);
        }
    }
}

static void open_scene(scene *s) {
    const snw_voxel_map_config config = {.bounds = room, .size = 0.02, .blocks = 2000};
    snw_arena measure = {0};
    SNW_IGNORE(snw_voxel_map_init(&s->map, &config, &measure, NULL));
    s->block = malloc(measure.needed);
    snw_arena arena = snw_arena_over(s->block, measure.needed);
    if (s->block == NULL || snw_voxel_map_init(&s->map, &config, &arena, NULL) != SNW_OK) abort();
    s->peer = peer_octomap_create(config.size);
    s->eye = snw_vec3_of(0.011, 0.012, 0.213);
    for (int i = 0; i < SCANS; i++) {
        take_scan(s, i);
        if (snw_voxel_map_insert(&s->map, s->points[i], POINTS, 0) != POINTS) abort();
        peer_octomap_insert(s->peer, s->xyz[i], POINTS);
    }
    for (int i = 0; i < POOL; i++) {
        s->asked[i] = snw_vec3_of(real(-2.3, 2.3), real(-1.8, 1.8), real(-0.9, 1.4));
    }
}

// --- cases --------------------------------------------------------------------------------------

static double insert_scan(void *context, long index) {
    scene *s = context;
    return snw_voxel_map_insert(&s->map, s->points[index % SCANS], POINTS, index);
}

static double refill_scan(void *context, long index) {
    scene *s = context;
    snw_voxel_map_clear(&s->map);
    return insert_scan(s, index);
}

static double refill_ours(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += refill_scan(s, s->next[0]++);
    }
    return sum;
}

static double refill_peer(void *context, long calls) {
    scene *s = context;
    for (long i = 0; i < calls; i++) {
        peer_octomap_clear(s->peer);
        peer_octomap_insert(s->peer, s->xyz[s->next[1]++ % SCANS], POINTS);
    }
    return (double)calls;
}

static double insert_ours(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += insert_scan(s, s->next[0]++);
    }
    return sum;
}

static double insert_peer(void *context, long calls) {
    scene *s = context;
    for (long i = 0; i < calls; i++) {
        peer_octomap_insert(s->peer, s->xyz[s->next[1]++ % SCANS], POINTS);
    }
    return (double)calls;
}

static double sweep_ours(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_voxel_map_sweep(&s->map, s->eye, s->points[i % SCANS], RAYS);
        sum += snw_voxel_map_insert(&s->map, s->points[i % SCANS], RAYS, i);
    }
    return sum;
}

static double sweep_peer(void *context, long calls) {
    scene *s = context;
    const double eye[3] = {s->eye.x, s->eye.y, s->eye.z};
    for (long i = 0; i < calls; i++) {
        peer_octomap_scan(s->peer, eye, s->xyz[i % SCANS], RAYS);
    }
    return (double)calls;
}

static double ask_near(void *context, long index) {
    scene *s = context;
    snw_vec3 center;
    double distance = 0.5;
    (void)snw_voxel_map_near(&s->map, s->asked[index % POOL], 0.5, &center, &distance);
    return distance;
}

static double near_ours(void *context, long calls) {
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += ask_near(context, i);
    }
    return sum;
}

static double near_peer(void *context, long calls) {
    scene *s = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const snw_vec3 p = s->asked[i % POOL];
        sum += peer_octomap_near(s->peer, (const double[]){p.x, p.y, p.z}, 0.5);
    }
    return sum;
}

int main(int argc, char **argv) {
    static scene s;
    bench_open("cloud", argc, argv);
    open_scene(&s);
    char note[2][64];
    (void)snprintf(note[0], sizeof note[0], "slowest=%.2fns",
                   bench_slowest(insert_scan, &s, SCANS) / POINTS);
    (void)snprintf(note[1], sizeof note[1], "slowest=%.0fns", bench_slowest(ask_near, &s, POOL));
    bench_pair(&(bench_case){.name = "cloud/insert100k-again",
                             .ours = insert_ours,
                             .peer_name = "octomap",
                             .peer = insert_peer,
                             .context = &s,
                             .calls = 1,
                             .values_per_call = POINTS,
                             .note = note[0]});
    bench_pair(&(bench_case){.name = "cloud/near",
                             .ours = near_ours,
                             .peer_name = "octomap",
                             .peer = near_peer,
                             .context = &s,
                             .calls = POOL,
                             .note = note[1],
                             .bar = 0.1});
    bench_pair(&(bench_case){.name = "cloud/sweep",
                             .ours = sweep_ours,
                             .peer_name = "octomap",
                             .peer = sweep_peer,
                             .context = &s,
                             .calls = 1,
                             .values_per_call = RAYS});
    (void)snprintf(note[0], sizeof note[0], "slowest=%.2fns",
                   bench_slowest(refill_scan, &s, SCANS) / POINTS);
    bench_pair(&(bench_case){.name = "cloud/insert100k",
                             .ours = refill_ours,
                             .peer_name = "octomap",
                             .peer = refill_peer,
                             .context = &s,
                             .calls = 1,
                             .values_per_call = POINTS,
                             .note = note[0],
                             .bar = 0.1});
    peer_octomap_free(s.peer);
    free(s.block);
    return bench_close();
}
