// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numeric inverse kinematics beside Orocos KDL's Levenberg-Marquardt solver, on the Panda and the
/// PUMA 560 of models/: poses of 10,000 random configurations within the limits, each from a random
/// start. Ours must come within 1e-5 m and rad and the limits; KDL, which knows no limits, is asked
/// again from random starts until its angles, brought into range by whole turns, are within the
/// limits too and its pose within 1e-4, or 5 ms have passed. Both are checked by forward
/// kinematics. Each target is solved twice on both sides, in turn, and the faster time kept; rows
/// are the mean and the 99th percentile. Run from the root of the sources.

#include "sinew/ik.h"
#include "sinew/modelio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/kdl.h"

void bench_ik_closed(void);

enum { TARGETS = 10000, SMOKE_TARGETS = 40, MOST = 8 };

/// One robot on both sides.
typedef struct robot {
    const char *name;
    snw_setup *setup;
    snw_model model;
    snw_ik ik;
    snw_kin kin;
    void *blocks[3];
    int tip, targets;
    peer_robot *peer;
    peer_chain *chain;
    double q0[TARGETS][MOST];
    snw_pose goals[TARGETS];
    double ours_ns[TARGETS], peer_ns[TARGETS];
    int ours_solved, peer_solved;
} robot;

static uint64_t state = 1;

static double real(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static void need(int condition, const char *what, const char *name) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s: %s\n", name, what);
    exit(3);
}

// --- robots -------------------------------------------------------------------------------------

static char *new_text(void) {
    char *text = calloc(1, (size_t)1 << 20);
    need(text != NULL, "no memory", "bench");
    return text;
}

static char *read_panda(void) {
    FILE *file = fopen("models/panda/panda.urdf", "rb");
    need(file != NULL, "models/panda/panda.urdf is not here", "panda");
    char *text = new_text();
    need(fread(text, 1, ((size_t)1 << 20) - 1, file) > 0, "cannot be read", "panda");
    (void)fclose(file);
    return text;
}

// the table of models/ as a URDF, which both sides read
static char *write_puma(void) {
    snw_why items[16];
    snw_diags diags = {.items = items, .capacity = 16};
    snw_setup *setup = snw_setup_create((size_t)16 << 20);
    snw_dh_sheet *sheet = NULL;
    snw_robot *described = NULL;
    need(snw_dh_read_file("models/puma560-lee/puma560-lee.dh.csv", NULL, setup, &sheet, &diags) ==
             SNW_OK,
         "its table cannot be read", "puma560");
    need(snw_dh_to_robot(sheet, setup, &described, NULL) == SNW_OK, "no robot", "puma560");
    described->attachment_count = 0;
    for (int i = 0; i < described->joint_count; i++) {
        // urdfdom wants speed and effort, and does not know the versions that have accelerations
        snw_limits *limits = &described->joints[i].limits;
        limits->velocity = 3;
        limits->effort = 100;
        limits->acceleration = limits->deceleration = limits->jerk = HUGE_VAL;
    }
    char *buffer = new_text();
    snw_text text = snw_text_over(buffer, (size_t)1 << 20);
    need(snw_urdf_write(described, NULL, &text, NULL) == SNW_OK, "not written", "puma560");
    snw_setup_destroy(setup);
    return buffer;
}

static void *block_for(const snw_arena *arena) {
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (arena->needed + 63) / 64 * 64);
    need(block != NULL, "no memory", "bench");
    return block;
}

static void load_ours(robot *r, const char *text) {
    snw_why items[16];
    snw_diags diags = {.items = items, .capacity = 16};
    snw_robot *described = NULL;
    r->setup = snw_setup_create((size_t)64 << 20);
    const snw_source source = {text, strlen(text), r->name, NULL};
    const snw_urdf_options options = {.keep_names = true};
    need(snw_urdf_read(&source, &options, r->setup, &described, &diags) == SNW_OK, "not read",
         r->name);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&r->model, described, &arena, NULL));
    r->blocks[0] = block_for(&arena);
    arena = snw_arena_over(r->blocks[0], arena.needed);
    need(snw_model_compile(&r->model, described, &arena, NULL) == SNW_OK, "not compiled", r->name);
    r->tip = r->model.link_count - 1;
    arena = (snw_arena){0};
    SNW_IGNORE(snw_ik_init(&r->ik, &r->model, r->tip, -1, &arena));
    r->blocks[1] = block_for(&arena);
    arena = snw_arena_over(r->blocks[1], arena.needed);
    need(snw_ik_init(&r->ik, &r->model, r->tip, -1, &arena) == SNW_OK, "no solver", r->name);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&r->kin, &r->model, &arena));
    r->blocks[2] = block_for(&arena);
    arena = snw_arena_over(r->blocks[2], arena.needed);
    need(snw_kin_init(&r->kin, &r->model, &arena) == SNW_OK, "no workspace", r->name);
    need(r->model.nq <= MOST && r->ik.count == r->model.nv, "not an arm", r->name);
}

static void load_peer(robot *r, const char *text) {
    r->peer = peer_urdf(text);
    need(r->peer != NULL, "KDL does not read it", r->name);
    r->chain =
        peer_chain_create(r->peer, r->model.links[0].name, r->model.links[r->tip].name, NULL);
    need(r->chain != NULL && peer_chain_joint_count(r->chain) == r->model.nv, "KDL has no chain",
         r->name);
    for (int i = 0; i < r->model.nv; i++) {
        const char *ours = r->model.links[r->model.link_of_v[i]].joint_name;
        need(strcmp(ours, peer_chain_joint(r->chain, i)) == 0, "joints differ", r->name);
    }
}

static void draw(const robot *r, double *q) {
    for (int j = 0; j < r->model.nq; j++) {
        q[j] = real(r->model.lower[j], r->model.upper[j]);
    }
}

static snw_pose pose_at(robot *r, const double *q) {
    need(snw_kin_update(&r->kin, q) == SNW_OK, "no pose", r->name);
    return r->kin.T_world_link[r->tip];
}

static void draw_targets(robot *r) {
    for (int i = 0; i < r->targets; i++) {
        double q[MOST];
        draw(r, q);
        r->goals[i] = pose_at(r, q);
        draw(r, r->q0[i]);
        r->ours_ns[i] = r->peer_ns[i] = HUGE_VAL;
    }
}

// --- both sides ---------------------------------------------------------------------------------

// by forward kinematics, apart from both solvers
static int is_answer(robot *r, const double *q, snw_pose goal, double tolerance) {
    if (snw_in_limits(&r->model, q, NULL) != SNW_OK) return 0;
    const snw_pose T = pose_at(r, q);
    const double turned =
        snw_vec3_norm(snw_rotation_log(snw_mat3_mul(snw_mat3_transpose(goal.R), T.R)));
    // each component is within the tolerance, so the length is within sqrt(3) of it
    return snw_vec3_norm(snw_vec3_sub(T.p, goal.p)) <= 1.75 * tolerance &&
           turned <= 1.75 * tolerance;
}

static int solve_ours(robot *r, int i) {
    double q[MOST];
    snw_ik_result result;
    const snw_ik_target target = snw_ik_target_pose(r->goals[i]);
    const int64_t start = bench_now_ns();
    snw_ik_solve(&r->ik, &target, NULL, r->q0[i], q, &result);
    r->ours_ns[i] = fmin(r->ours_ns[i], (double)(bench_now_ns() - start));
    return result.status == SNW_IK_OK && is_answer(r, q, r->goals[i], 1e-5);
}

static peer_pose peer_of(snw_pose T) {
    const peer_pose pose = {
        {T.R.x.x, T.R.y.x, T.R.z.x, T.R.x.y, T.R.y.y, T.R.z.y, T.R.x.z, T.R.y.z, T.R.z.z},
        {T.p.x, T.p.y, T.p.z}};
    return pose;
}

static int solve_peer(robot *r, int i) {
    const peer_pose goal = peer_of(r->goals[i]);
    double from[MOST], q[MOST], wrapped[MOST];
    memcpy(from, r->q0[i], sizeof from);
    int solved = 0;
    const int64_t start = bench_now_ns();
    int64_t now = start;
    while (!solved && now - start < 5000000) {
        solved = peer_ik_lma(r->chain, from, &goal, q) == 0 &&
                 snw_wrap(&r->model, q, wrapped, NULL) == SNW_OK &&
                 is_answer(r, wrapped, r->goals[i], 1e-4);
        now = bench_now_ns();
        if (!solved) draw(r, from);
    }
    r->peer_ns[i] = fmin(r->peer_ns[i], (double)(now - start));
    return solved;
}

// --- rows ---------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double mean_of(const double *times, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += times[i];
    }
    return sum / count;
}

// one row with its bar; 1 when it is missed
static int print_row(const robot *r, const char *what, double ours, double theirs, double bar) {
    char name[64], note[128];
    (void)snprintf(name, sizeof name, "%s/%s", r->name, what);
    (void)snprintf(note, sizeof note, "solved=%.2f%% peer_solved=%.2f%% bar=%g",
                   100.0 * r->ours_solved / r->targets, 100.0 * r->peer_solved / r->targets, bar);
    if (bench_wants(name)) bench_row(name, ours, "KDL LMA", theirs, note);
    if (ours <= bar * theirs) return 0;
    (void)fprintf(stderr, "bar missed: %s: ratio %.4f, allowed %.3f\n", name, ours / theirs, bar);
    return 1;
}

// targets two metres farther than can be reached: what a verdict costs
static void run_unreachable(robot *r) {
    const int count = r->targets / 20;
    int verdicts = 0;
    int64_t time = 0;
    for (int i = 0; i < count; i++) {
        double q[MOST];
        snw_ik_result result;
        snw_ik_target target = snw_ik_target_pose(r->goals[i]);
        target.T_world_goal.p.x += 2;
        const int64_t start = bench_now_ns();
        snw_ik_solve(&r->ik, &target, NULL, r->q0[i], q, &result);
        time += bench_now_ns() - start;
        verdicts += result.status == SNW_IK_UNREACHABLE;
    }
    char name[64], note[64];
    (void)snprintf(name, sizeof name, "%s/unreachable", r->name);
    (void)snprintf(note, sizeof note, "verdicts=%.2f%%", 100.0 * verdicts / count);
    if (bench_wants(name)) bench_row(name, (double)time / count, NULL, 0, note);
}

// 1 when a bar is missed: the part that must be solved, then the two ratios
static int run_robot(const char *name, char *text, int targets, double part) {
    static robot r;
    memset(&r, 0, sizeof r);
    r.name = name;
    r.targets = targets;
    load_ours(&r, text);
    load_peer(&r, text);
    draw_targets(&r);
    for (int pass = 0; pass < 2; pass++) {
        r.ours_solved = r.peer_solved = 0;
        for (int i = 0; i < targets; i++) {
            r.ours_solved += solve_ours(&r, i);
            r.peer_solved += solve_peer(&r, i);
        }
    }
    run_unreachable(&r);
    qsort(r.ours_ns, (size_t)targets, sizeof *r.ours_ns, by_value);
    qsort(r.peer_ns, (size_t)targets, sizeof *r.peer_ns, by_value);
    const int p99 = targets * 99 / 100;
    int missed =
        print_row(&r, "mean", mean_of(r.ours_ns, targets), mean_of(r.peer_ns, targets), 0.05);
    missed |= print_row(&r, "p99", r.ours_ns[p99], r.peer_ns[p99], 0.08);
    if (!(r.ours_solved >= part * targets)) {
        (void)fprintf(stderr, "bar missed: %s: solved %d of %d\n", name, r.ours_solved, targets);
        missed = 1;
    }
    peer_chain_free(r.chain);
    peer_free(r.peer);
    snw_setup_destroy(r.setup);
    for (int i = 0; i < 3; i++) {
        free(r.blocks[i]);
    }
    free(text);
    return missed;
}

int main(int argc, char **argv) {
    bench_open("ik", argc, argv);
    const int smoke = getenv("SINEW_BENCH_SMOKE") != NULL;
    const int targets = smoke ? SMOKE_TARGETS : TARGETS;
    int missed = 0;
    if (bench_wants("panda/mean") || bench_wants("panda/p99") || bench_wants("panda/unreachable")) {
        missed |= run_robot("panda", read_panda(), targets, 0.9995);
    }
    if (bench_wants("puma560/mean") || bench_wants("puma560/p99") ||
        bench_wants("puma560/unreachable")) {
        missed |= run_robot("puma560", write_puma(), targets, 1);
    }
    bench_ik_closed();
    const int closed = bench_close();
    return closed != 0 ? closed : !smoke && missed;
}
