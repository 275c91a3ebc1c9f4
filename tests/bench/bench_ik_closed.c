// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Inverse kinematics in closed form: all eight branches of a PUMA 560, and a Panda whose last joint
// is the free parameter, solved within its limits for 10,000 poses that it can reach.
#include "sinew/ik.h"
#include "sinew/kinematics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

void bench_ik_closed(void);

enum { POSES = 1024, TARGETS = 10000 };

typedef struct arm {
    snw_model model;
    snw_ik_closed closed;
    snw_kin kin;
    int tool;
} arm;

static void die_unless(int good) {
    if (!good) abort();
}

// a, alpha [deg], d, limits [deg]
typedef struct row {
    double a, alpha_deg, d, lower_deg, upper_deg;
} row;

// Lee 1982
static const row puma560[] = {{0, -90, 0, -160, 160},      {0.4318, 0, 0.14909, -225, 45},
                              {-0.02032, 90, 0, -45, 225}, {0, -90, 0.43307, -110, 170},
                              {0, 90, 0, -100, 100},       {0, 0, 0.05625, -266, 266}};

// Franka Emika, Craig's convention
static const row panda[] = {{0, 0, 0.333, -166, 166},         {0, -90, 0, -101, 101},
                            {0, 90, 0.316, -166, 166},        {0.0825, 90, 0, -176, -4},
                            {-0.0825, -90, 0.384, -166, 166}, {0, 90, 0, -1, 215},
                            {0.088, 90, 0, -166, 166}};

static void make(arm *a, const row *rows, int count, snw_dh_convention convention) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char blocks[2][1 << 16];
    static int used;
    snw_setup *setup = snw_setup_create(1 << 22);
    snw_dh_joint joints[8];
    for (int i = 0; i < count; i++) {
        joints[i] = (snw_dh_joint){.row = {rows[i].a, snw_radians(rows[i].alpha_deg), rows[i].d, 0},
                                   .kind = SNW_JOINT_REVOLUTE,
                                   .lower = snw_radians(rows[i].lower_deg),
                                   .upper = snw_radians(rows[i].upper_deg)};
    }
    const snw_dh_table table = {.name = "arm",
                                .convention = convention,
                                .joints = joints,
                                .joint_count = count,
                                .base = snw_pose_identity(),
                                .tool = snw_pose_identity()};
    snw_robot *robot = NULL;
    die_unless(snw_robot_from_dh(&table, setup, &robot, NULL) == SNW_OK);
    snw_arena arena = snw_arena_over(blocks[used], sizeof blocks[used]);
    used++;
    die_unless(snw_model_compile(&a->model, robot, &arena, NULL) == SNW_OK);
    snw_setup_destroy(setup);
    a->tool = snw_model_find_frame(&a->model, "tool");
    die_unless(snw_kin_init(&a->kin, &a->model, &arena) == SNW_OK);
    die_unless(snw_ik_analyze(&a->model, -1, a->tool, &a->closed, NULL) == SNW_OK);
}

static double real(uint64_t *state, double low, double high) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

static snw_pose draw(arm *a, uint64_t *state, double *q) {
    for (int i = 0; i < a->model.nq; i++) {
        q[i] = real(state, a->model.lower[i], a->model.upper[i]);
    }
    die_unless(snw_kin_update(&a->kin, q) == SNW_OK);
    return snw_kin_frame(&a->kin, a->tool);
}

typedef struct all_poses {
    arm arm;
    snw_pose pose[POSES];
    double q[POSES][8];
    long branches;
} all_poses;

static double all_branches(void *context, long calls) {
    all_poses *p = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_ik_branches found;
        const long k = i % POSES;
        die_unless(snw_ik_closed_all(&p->arm.closed, p->pose[k], NULL, p->q[k], &found, NULL) >= 0);
        sum += found.items[found.count - 1].q[5];
        p->branches += found.count;
    }
    return sum;
}

static void bench_puma(void) {
    if (!bench_wants("puma560/closed")) return;
    static all_poses p;
    make(&p.arm, puma560, 6, SNW_DH_STANDARD);
    uint64_t state = 1;
    for (int i = 0; i < POSES; i++) {
        // poses of which all eight branches exist
        snw_ik_branches found;
        do {
            p.pose[i] = draw(&p.arm, &state, p.q[i]);
            die_unless(snw_ik_closed_all(&p.arm.closed, p.pose[i], NULL, p.q[i], &found, NULL) >=
                       0);
        } while (found.count < 8);
    }
    bench_pair(&(bench_case){.name = "puma560/closed",
                             .ours = all_branches,
                             .context = &p,
                             .calls = POSES,
                             .note = "branches=8"});
}

// every target from the middle of the limits, as a planner without a guess would ask
static void bench_panda(void) {
    if (!bench_wants("panda/closed")) return;
    static arm a;
    make(&a, panda, 7, SNW_DH_MODIFIED);
    uint64_t state = 2;
    double middle[8];
    for (int i = 0; i < 7; i++) {
        middle[i] = 0.5 * (a.model.lower[i] + a.model.upper[i]);
    }
    int solved = 0;
    long tries = 0, most = 0;
    double worst = 0;
    int64_t spent = 0;
    for (int i = 0; i < TARGETS; i++) {
        double q[8], q_out[8];
        const snw_ik_target target = snw_ik_target_pose(draw(&a, &state, q));
        snw_ik_result result;
        const int64_t begin = bench_now_ns();
        snw_ik_closed_solve(&a.closed, &target, middle, q_out, &result);
        spent += bench_now_ns() - begin;
        tries += result.iterations;
        if (result.iterations > most) most = result.iterations;
        solved += result.status == SNW_IK_OK;
        if (result.status == SNW_IK_OK) worst = fmax(worst, result.residual_m);
    }
    die_unless(solved >= TARGETS - TARGETS / 10000); // the bar: 99.99 %
    char note[160];
    (void)snprintf(note, sizeof note,
                   "solved=%.4f%% targets=%d values_mean=%.1f values_max=%ld residual_max=%.1e",
                   100.0 * solved / TARGETS, TARGETS, (double)tries / TARGETS, most, worst);
    bench_row("panda/closed", (double)spent / TARGETS, NULL, 0, note);
}

void bench_ik_closed(void) {
    bench_puma();
    bench_panda();
}
