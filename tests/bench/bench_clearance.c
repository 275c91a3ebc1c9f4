// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// A tick of the Panda under the law qp with eight rows of a constraint, beside the same tick
/// without any: the same walk of its hand, posture and joint limits as objectives. The rows are
/// random directions of the joints, each 0 to 0.1 above what it demands; in as many ticks as the
/// note says one of them holds the motion back. What finding the rows costs is in the case
/// panda/near-20boxes of `./bench collision`. Run from the root of the sources.

#include "sinew/modelio.h"
#include "sinew/task.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { TICKS = 1024, AXES = 7, ROWS = 8 };

/// The rows of the tick that is asked for.
typedef struct given {
    double (*G)[AXES];
    const double *lower;
} given;

/// A controller, and the walk on which it is asked.
typedef struct side {
    snw_control_config config;
    snw_effector frame;
    snw_posture posture;
    snw_joint_limits limits;
    snw_child effectors[1], objectives[2], constraints[1];
    given rows;
    snw_control control;
    void *block;
} side;

static snw_model model;
static double q[TICKS][AXES], v[TICKS][AXES], V[TICKS][6];
static double G[TICKS][ROWS][AXES], lower[TICKS][ROWS];
static int held;

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

static void *block_for(size_t bytes) {
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (bytes + 63) / 64 * 64);
    need(block != NULL, "no memory");
    return block;
}

static snw_status give_rows(const void *block, const snw_constraint_at *at, snw_rate_rows *rows) {
    const given *g = block;
    (void)at;
    for (int i = 0; i < ROWS; i++) {
        const int row = snw_rate_rows_add(rows);
        memcpy(rows->G + (ptrdiff_t)row * AXES, g->G[i], sizeof g->G[i]);
        rows->lower[row] = rows->target[row] = g->lower[i];
        rows->origin[row].cause = SNW_BOUND_CLEARANCE;
    }
    return SNW_OK;
}

static const snw_constraint_functions functions = {
    .head = {sizeof(snw_constraint_functions), SNW_CONSTRAINT_VERSION}, .rows = give_rows};
static const snw_type given_type = {.token = "given",
                                    .size = sizeof(given),
                                    .align = _Alignof(given),
                                    .base = "constraint",
                                    .functions = &functions.head};

static void *load_panda(snw_setup *setup) {
    snw_robot *robot = NULL;
    need(snw_robot_load("models/panda/panda.xml", NULL, setup, &robot, NULL) >= 0,
         "models/panda/panda.xml cannot be read");
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&model, robot, &arena, NULL));
    void *block = block_for(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    need(snw_model_compile(&model, robot, &arena, NULL) == SNW_OK, "the Panda is not compiled");
    return block;
}

static void describe(side *s, int constraints) {
    snw_block_defaults(&snw_control_config_type, &s->config);
    snw_block_defaults(&snw_frame_effector_type, &s->frame);
    snw_block_defaults(&snw_posture_type, &s->posture);
    snw_block_defaults(&snw_joint_limits_type, &s->limits);
    snw_copy_text(s->frame.link, SNW_NAME, model.links[model.link_count - 1].name);
    s->limits.zone = 0.2;
    s->limits.maximum = 1;
    s->effectors[0] = (snw_child){&snw_frame_effector_type, &s->frame};
    s->objectives[0] = (snw_child){&snw_posture_type, &s->posture};
    s->objectives[1] = (snw_child){&snw_joint_limits_type, &s->limits};
    s->constraints[0] = (snw_child){&given_type, &s->rows};
    s->config.effectors = s->effectors;
    s->config.effector_count = 1;
    s->config.objectives = s->objectives;
    s->config.objective_count = 2;
    s->config.constraints = s->constraints;
    s->config.constraint_count = constraints;
    snw_arena arena = {0};
    SNW_IGNORE(snw_control_init(&s->control, &s->config, &model, &arena, NULL));
    s->block = block_for(arena.needed);
    arena = snw_arena_over(s->block, arena.needed);
    need(snw_control_init(&s->control, &s->config, &model, &arena, NULL) == SNW_OK,
         "the controller is refused");
}

// twists that last for 0.2 s each; in one tick of eight the first row holds the arm back a little
static void walk(side *s) {
    double at[AXES], rate[AXES] = {0}, qd[AXES];
    snw_midpoint(&model, at);
    for (int i = 0; i < TICKS; i++) {
        for (int k = 0; k < 6; k++)
            V[i][k] = i % 200 == 0 ? real(-0.4, 0.4) : V[i - 1][k];
        memcpy(q[i], at, sizeof at);
        memcpy(v[i], rate, sizeof rate);
        const snw_control_input input = {at, rate, V[i], 0.001};
        need(snw_control_rates(&s->control, &input, qd, NULL) >= 0, "a tick failed");
        for (int r = 0; r < ROWS; r++) {
            lower[i][r] = r == 0 && i % 8 == 0 ? 0.001 : -real(0, 0.1);
            for (int k = 0; k < AXES; k++) {
                G[i][r][k] = real(-0.6, 0.6);
                lower[i][r] += G[i][r][k] * qd[k];
            }
        }
        memcpy(rate, qd, sizeof rate);
        need(snw_integrate(&model, at, rate, 0.001, at) == SNW_OK, "a step failed");
    }
}

static double run(side *s, long calls) {
    double sum = 0, qd[AXES];
    for (long i = 0; i < calls; i++) {
        const long k = i % TICKS;
        s->rows = (given){G[k], lower[k]};
        const snw_control_input input = {q[k], v[k], V[k], 0.001};
        if (snw_control_rates(&s->control, &input, qd, NULL) >= 0) sum += qd[k % AXES];
    }
    return sum;
}

static double with_rows(void *context, long calls) {
    return run(&((side *)context)[0], calls);
}

static double without_rows(void *context, long calls) {
    return run(&((side *)context)[1], calls);
}

int main(int argc, char **argv) {
    bench_open("clearance", argc, argv);
    static side sides[2];
    snw_setup *setup = snw_setup_create((size_t)64 << 20);
    need(setup != NULL, "no memory");
    void *model_block = load_panda(setup);
    describe(&sides[0], 1);
    describe(&sides[1], 0);
    walk(&sides[1]);
    for (int k = 0; k < TICKS; k++) {
        sides[0].rows = (given){G[k], lower[k]};
        double qd[AXES];
        const snw_control_input input = {q[k], v[k], V[k], 0.001};
        need(snw_control_rates(&sides[0].control, &input, qd, NULL) >= 0, "a tick failed");
        held += sides[0].control.bounded.programs;
    }
    char note[64];
    (void)snprintf(note, sizeof note, "held=%d%%", 100 * held / TICKS);
    bench_pair(&(bench_case){.name = "panda/qp-clearance",
                             .ours = with_rows,
                             .peer_name = "panda/qp",
                             .peer = without_rows,
                             .context = sides,
                             .calls = TICKS,
                             .note = note,
                             .bar = 1.8});
    free(sides[0].block);
    free(sides[1].block);
    free(model_block);
    snw_setup_destroy(setup);
    return bench_close();
}
