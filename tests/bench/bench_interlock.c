// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// The interlock of cells/two-pandas.cell.xml in one tick, for both arms together, beside 100
/// distances of a capsule from a box by FCL. Both arms go to random configurations and to ones
/// between the two, by trapezoids of rates. They are stopped by the interlock where these lead too
/// near to something, and go on elsewhere. What is timed is the first proof of each of 8192 ticks.
/// The whole run is made several times, with distances in between, and of each tick, and of each
/// 100 distances, the least time counts; the numbers are means of these. The note has the slowest
/// tick and how many stops there were. two-pandas/interlock-sensed: the same with a map of 4000
/// cells of 2 cm, a wall in front of both. Run from the root of the sources.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/fcl.h"
#include "sinew/axis.h"
#include "sinew/document.h"
#include "sinew/exec.h"
#include "sinew/interlock/lock.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

enum { ARMS = 2, AXES = 7, TICKS = 8192, PAIRS = 256, EACH = 64, BLOCK = 100, ROUNDS = 7 };

static const double dt = 1e-3;
static int missed; // bars

typedef struct watched {
    snw_arm arm;
    snw_guard guard;
    snw_guard_tick tick;
    int member;
    unsigned char *block, *before; // of the guard, and of both before a step
    size_t size;
    double goal[AXES], v[AXES], speed;
    int waits, goals;
} watched;

typedef struct cell {
    snw_registry registry;
    snw_setup *setup;
    snw_cell *read;
    snw_system system;
    snw_world world;
    snw_system_state state;
    snw_interlock lock;
    snw_interlock_config config;
    snw_interlock_arm arms[ARMS];
    watched watched[ARMS];
    int stops;
    snw_voxel_map map;
    snw_sensed sensed;
    peer_body_shape *rod, *box;
    peer_places *places;
} cell;

static uint64_t random_state = 1;

static double real(double low, double high) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}

static void need(int condition, const char *what) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

// --- a cell --------------------------------------------------------------------------------------

static snw_arena room_for(cell *c, size_t needed) {
    void *block = snw_setup_take(c->setup, needed + 1, SNW_ARENA_ALIGN);
    need(block != NULL, "no memory");
    return snw_arena_over(block, needed);
}

static void open_types(cell *c) {
    enum { TYPES = 256, COPIES = 32 };
    static snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register,   snw_model_register, snw_urdf_register,
        snw_modelio_register, snw_axis_register,  snw_plant_register,
        snw_exec_register,    snw_parts_register, snw_collision_register};
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&c->registry, TYPES, &arena));
    SNW_IGNORE(snw_registry_reserve_copies(&c->registry, COPIES, &arena));
    arena = room_for(c, arena.needed);
    need(snw_registry_init(&c->registry, TYPES, &arena) == SNW_OK, "no registry");
    need(snw_registry_reserve_copies(&c->registry, COPIES, &arena) == SNW_OK, "no registry");
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
        need(modules[i](&c->registry, NULL) == SNW_OK, "types are refused");
    snw_registry_freeze(&c->registry);
}

static void open_cell(cell *c, const char *path) {
    c->setup = snw_setup_create((size_t)1 << 30);
    open_types(c);
    snw_why found[16];
    snw_diags diags = {.items = found, .capacity = 16};
    const snw_cell_options options = {.registry = &c->registry};
    need(!snw_failed(snw_cell_read_file(path, &options, c->setup, &c->read, &diags)), path);
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&c->system, c->read, &arena, NULL));
    arena = room_for(c, arena.needed);
    need(!snw_failed(snw_system_compile(&c->system, c->read, &arena, NULL)), path);
    need(!snw_failed(snw_world_of_cell(&c->world, c->read, &c->system, c->setup, NULL)), path);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_system_state_init(&c->state, &c->system, &arena));
    arena = room_for(c, arena.needed);
    need(snw_system_state_init(&c->state, &c->system, &arena) == SNW_OK, path);
    need(snw_system_state_put(&c->system, &c->read->states[0], &c->state, NULL) == SNW_OK, path);
}

static void open_arm(cell *c, int k, const char *name) {
    watched *w = &c->watched[k];
    w->member = snw_system_find(&c->system, name);
    need(w->member >= 0, name);
    const snw_system_member *member = &c->system.members[w->member];
    const snw_robot *robot = c->system.mechanisms[member->mechanism].robot;
    need(snw_arm_init(&w->arm, member->model, robot, NULL) == SNW_OK, name);
    need(w->arm.count == AXES, name);
    w->arm.name = member->name;
    snw_guard_config config;
    snw_block_defaults(&snw_guard_config_type, &config);
    snw_arena arena = {0};
    SNW_IGNORE(snw_guard_init(&w->guard, &config, &w->arm, &arena, NULL));
    w->size = arena.needed;
    w->block = snw_setup_take(c->setup, w->size, SNW_ARENA_ALIGN);
    w->before = snw_setup_take(c->setup, w->size + sizeof w->guard, SNW_ARENA_ALIGN);
    need(w->block != NULL && w->before != NULL, "no memory");
    arena = snw_arena_over(w->block, w->size);
    need(snw_guard_init(&w->guard, &config, &w->arm, &arena, NULL) == SNW_OK, name);
    w->tick = (snw_guard_tick){.motion_allowed = true, .dt = dt};
    for (int i = 0; i < AXES; i++)
        w->goal[i] = c->state.q[member->q_index + w->arm.q_index[i]];
    c->arms[k] = (snw_interlock_arm){w->member, &w->guard, &w->arm};
}

static void open_lock(cell *c) {
    snw_block_defaults(&snw_interlock_config_type, &c->config);
    const snw_interlock_cell of = {&c->world, &c->config, c->arms, ARMS};
    snw_arena arena = {0};
    SNW_IGNORE(snw_interlock_init(&c->lock, &of, &arena, NULL));
    arena = room_for(c, arena.needed);
    need(snw_interlock_init(&c->lock, &of, &arena, NULL) == SNW_OK, "no interlock");
}

// a wall of 100 by 40 cells
static void open_map(cell *c) {
    const snw_voxel_map_config config = {
        .bounds = {{-2, -2, -1}, {2, 2, 2}}, .size = 0.02, .blocks = 400};
    snw_arena arena = {0};
    SNW_IGNORE(snw_voxel_map_init(&c->map, &config, &arena, NULL));
    SNW_IGNORE(snw_sensed_init(&c->sensed, config.size, &arena, NULL));
    arena = room_for(c, arena.needed);
    need(snw_voxel_map_init(&c->map, &config, &arena, NULL) == SNW_OK, "no map");
    need(snw_sensed_init(&c->sensed, config.size, &arena, NULL) == SNW_OK, "no map");
    for (int i = 0; i < 4000; i++) {
        const snw_vec3 p = {0.71, -0.99 + 0.02 * (i % 100), 0.01 + 0.02 * (int)(i / 100)};
        need(snw_voxel_map_insert(&c->map, &p, 1, 0) == 1, "no cell");
    }
    c->sensed.map = &c->map;
}

// --- programs ------------------------------------------------------------------------------------

static void keep_guard(watched *w) {
    memcpy(w->before, &w->guard, sizeof w->guard);
    memcpy(w->before + sizeof w->guard, w->block, w->size);
}

static void put_back(watched *w) {
    memcpy(&w->guard, w->before, sizeof w->guard);
    memcpy(w->block, w->before + sizeof w->guard, w->size);
}

// a random configuration, or one between the two arms
static void draw_goal(watched *w) {
    const snw_model *model = w->arm.model;
    const double side = w->member == 0 ? -1 : 1;
    w->speed = real(0.2, 1);
    for (int i = 0; i < AXES; i++) {
        const int at = w->arm.q_index[i];
        w->goal[i] = real(model->lower[at] + 0.1, model->upper[at] - 0.1);
    }
    if (w->goals++ % 2 == 0) return;
    w->goal[0] = side * real(0.5, 1.2);
    w->goal[1] = real(0.2, 0.9);
    w->goal[3] = real(-2, -1);
}

// the rates of a trapezoid; true at its end
static bool go_on(watched *w) {
    bool there = true;
    for (int i = 0; i < AXES; i++) {
        const snw_arm_limits *limits = &w->guard.limits;
        const double accel = 0.9 * fmin(limits->acceleration[i], limits->deceleration[i]);
        const double left = w->goal[i] - w->arm.command.q[i], d = accel * dt;
        double u = 2 * accel * fabs(left) / (sqrt(d * d + 2 * accel * fabs(left)) + d);
        u = fmin(u, w->speed * limits->velocity[i]);
        w->v[i] = fmin(fmax(left > 0 ? u : -u, w->v[i] - d), w->v[i] + d);
        w->arm.wanted.q[i] = w->arm.command.q[i] + w->v[i] * dt;
        w->arm.wanted.v[i] = w->v[i];
        there = there && fabs(left) < 1e-3;
    }
    return there;
}

static void stay(watched *w) {
    for (int i = 0; i < AXES; i++) {
        w->arm.wanted.mode[i] = SNW_AXIS_POSITION;
        w->arm.wanted.q[i] = w->arm.command.q[i];
        w->arm.wanted.v[i] = w->v[i] = 0;
    }
}

static void choose(watched *w) {
    const snw_stop_state state = w->guard.machine.state;
    if (state == SNW_ARM_ENABLED && w->arm.follows) {
        if (go_on(w)) draw_goal(w);
        return;
    }
    stay(w);
    if (state == SNW_ARM_ENABLED || state == SNW_ARM_STOPPING || ++w->waits % 20 != 0) return;
    w->tick.acknowledge = state != SNW_ARM_DISABLED;
    w->tick.enable = state == SNW_ARM_DISABLED;
    draw_goal(w);
}

static void sense(cell *c, watched *w, uint64_t number) {
    snw_arm_sensed *s = &w->arm.sensed;
    double *q = c->state.q + c->system.members[w->member].q_index;
    s->t_ns = (int64_t)number * 1000000;
    for (int i = 0; i < AXES; i++) {
        s->status[i] = SNW_AXIS_FRESH | SNW_AXIS_HOMED;
        if (w->arm.command.enable) {
            s->status[i] |= SNW_AXIS_POWERED | SNW_AXIS_ENABLED;
            q[w->arm.q_index[i]] = w->arm.command.q[i];
        }
        s->samples[i]++;
        s->q[i] = q[w->arm.q_index[i]];
    }
}

// commands that are not proven are taken back
static void take_back(cell *c, uint64_t named) {
    for (; named != 0; named = snw_interlock_step(&c->lock, &c->state)) {
        for (int k = 0; k < ARMS; k++) {
            watched *w = &c->watched[k];
            if ((named >> k & 1) == 0) continue;
            put_back(w);
            w->tick.demand = SNW_STOP_2;
            w->tick.demand_cause = SNW_CAUSE_CLEARANCE;
            w->tick.demand_why = &c->lock.reasons[k];
            snw_guard_step(&w->guard, &w->tick, &w->arm);
            c->stops++;
        }
    }
}

// one tick; the time of its first proof [ns]
static double step(cell *c, uint64_t number) {
    for (int k = 0; k < ARMS; k++) {
        watched *w = &c->watched[k];
        choose(w);
        sense(c, w, number);
        w->tick.number = number;
        w->tick.t_ns = w->arm.sensed.t_ns;
        keep_guard(w);
        snw_guard_step(&w->guard, &w->tick, &w->arm);
    }
    const int64_t start = bench_now_ns();
    const uint64_t named = snw_interlock_step(&c->lock, &c->state);
    const double took = (double)(bench_now_ns() - start);
    take_back(c, named);
    for (int k = 0; k < ARMS; k++) {
        snw_guard_tick *tick = &c->watched[k].tick;
        tick->acknowledge = tick->enable = false;
        tick->demand = SNW_STOP_NONE;
        tick->demand_cause = SNW_CAUSE_NONE;
        tick->demand_why = NULL;
    }
    return took;
}

// --- the peer ------------------------------------------------------------------------------------

// places as those of capsule-box of `./bench collision`
static void open_peer(cell *c) {
    static peer_pose poses[2 * PAIRS];
    for (int i = 0; i < 2 * PAIRS; i++) {
        const snw_vec3 axis = {real(-1, 1), real(-1, 1), real(-1, 1)};
        const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_normalize(axis), real(-3, 3));
        const double away = i % 2 == 0 ? real(0.32, 0.8) : 0;
        for (int j = 0; j < 9; j++)
            poses[i].R[j] = snw_mat3_get(R, j / 3, j % 3);
        for (int j = 0; j < 3; j++)
            poses[i].p[j] = away * snw_vec3_get(R.x, j);
    }
    c->places = peer_places_create(poses, 2 * PAIRS);
    c->rod = peer_fcl_capsule(0.05, 0.2);
    c->box = peer_fcl_box(0.1, 0.075, 0.05);
}

// the time of 100 distances [ns]
static double run_peer(const cell *c, int block) {
    double points[6], sum = 0;
    const int64_t start = bench_now_ns();
    for (int i = 0; i < BLOCK; i++) {
        const int k = (block * BLOCK + i) % PAIRS;
        sum += peer_fcl_distance(c->rod, c->places, 2 * k, c->box, 2 * k + 1, points);
    }
    const double took = (double)(bench_now_ns() - start);
    need(sum > 0, "no distances");
    return took;
}

// --- runs ----------------------------------------------------------------------------------------

static double ours[TICKS], peer[TICKS / EACH];

static double mean_of(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

// the same run every time
static int run_once(bool sensed, int ticks) {
    static cell c;
    memset(&c, 0, sizeof c);
    random_state = 1;
    open_cell(&c, "cells/two-pandas.cell.xml");
    open_arm(&c, 0, "left");
    open_arm(&c, 1, "right");
    open_lock(&c);
    open_map(&c);
    if (sensed) snw_collision_sense(&c.lock.foresight.around, &c.sensed);
    open_peer(&c);
    for (int i = 0; i < ticks; i++) {
        ours[i] = fmin(ours[i], step(&c, (uint64_t)i + 1));
        if (i % EACH == 0) peer[i / EACH] = fmin(peer[i / EACH], run_peer(&c, i / EACH));
    }
    peer_fcl_free(c.rod);
    peer_fcl_free(c.box);
    peer_places_free(c.places);
    snw_setup_destroy(c.setup);
    return c.stops;
}

static void run_case(const char *name, bool sensed, double bar) {
    if (!bench_wants(name)) return;
    const bool smoke = getenv("SINEW_BENCH_SMOKE") != NULL;
    const int ticks = smoke ? 1024 : TICKS;
    double slowest = 0;
    int stops = 0;
    for (int i = 0; i < ticks; i++)
        ours[i] = peer[i / EACH] = HUGE_VAL;
    for (int round = 0; round < (smoke ? 1 : ROUNDS); round++)
        stops = run_once(sensed, ticks);
    for (int i = 0; i < ticks; i++)
        slowest = fmax(slowest, ours[i]);
    const double mine = mean_of(ours, ticks), theirs = mean_of(peer, ticks / EACH);
    char note[96];
    (void)snprintf(note, sizeof note, "slowest=%.1fus stops=%d bar=%g", slowest * 1e-3, stops, bar);
    bench_row(name, mine, "100 fcl capsule-box", theirs, note);
    if (smoke || mine <= bar * theirs) return;
    (void)fprintf(stderr, "bar missed: %s: ratio %.3f, allowed %.3f\n", name, mine / theirs, bar);
    missed = 1;
}

int main(int argc, char **argv) {
    bench_open("interlock", argc, argv);
    run_case("two-pandas/interlock", false, 0.3);
    run_case("two-pandas/interlock-sensed", true, 0.6);
    return bench_close() != 0 || missed;
}
