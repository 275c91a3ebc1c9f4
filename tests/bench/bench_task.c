// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Rates of the Panda for a twist of its hand, beside Orocos KDL's weighted damped least squares
/// (ChainIkSolverVel_wdls) on the same configurations and twists. Ours does more: posture and joint
/// limits as objectives in both laws, and in the law qp the limits of position, velocity and
/// acceleration. A walk is recorded first, so that the law qp meets its limits as often as it does
/// in use; the worst tick of the walk is printed too. Run from the root of the sources.

#include "sinew/modelio.h"
#include "sinew/task.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/kdl.h"

enum { TICKS = 4096, AXES = 7 };

/// One law on both sides.
typedef struct side {
    snw_model model;
    snw_control_config config;
    snw_effector frame;
    snw_posture posture;
    snw_joint_limits limits;
    snw_child effectors[1], objectives[2];
    snw_control control;
    void *block;
    double q[TICKS][AXES], v[TICKS][AXES], V[TICKS][6];
    int held; ///< ticks of the walk in which a program had to be solved
    peer_chain *chain;
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

static void *block_for(size_t bytes) {
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (bytes + 63) / 64 * 64);
    need(block != NULL, "no memory");
    return block;
}

static void *load_panda(snw_model *model, snw_setup *setup) {
    snw_why items[16];
    snw_diags diags = {.items = items, .capacity = 16};
    snw_robot *robot = NULL;
    need(snw_robot_load("models/panda/panda.xml", NULL, setup, &robot, &diags) >= 0,
         "models/panda/panda.xml cannot be read");
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(model, robot, &arena, NULL));
    void *block = block_for(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    need(snw_model_compile(model, robot, &arena, NULL) == SNW_OK, "the Panda is not compiled");
    return block;
}

static peer_chain *load_peer(const snw_model *model) {
    FILE *file = fopen("models/panda/panda.urdf", "rb");
    char *text = calloc(1, (size_t)1 << 20);
    need(file != NULL && text != NULL, "models/panda/panda.urdf is not here");
    need(fread(text, 1, ((size_t)1 << 20) - 1, file) > 0, "models/panda/panda.urdf is empty");
    (void)fclose(file);
    peer_robot *robot = peer_urdf(text);
    need(robot != NULL, "KDL refuses the Panda");
    peer_chain *chain = peer_chain_create(robot, model->links[0].name,
                                          model->links[model->link_count - 1].name, NULL);
    need(chain != NULL, "KDL finds no chain");
    peer_free(robot);
    free(text);
    return chain;
}

static void describe(side *s, snw_control_law law) {
    snw_block_defaults(&snw_control_config_type, &s->config);
    snw_block_defaults(&snw_frame_effector_type, &s->frame);
    snw_block_defaults(&snw_posture_type, &s->posture);
    snw_block_defaults(&snw_joint_limits_type, &s->limits);
    snw_copy_text(s->frame.link, SNW_NAME, s->model.links[s->model.link_count - 1].name);
    s->limits.zone = 0.2;
    s->limits.maximum = 1;
    s->config.law = law;
    s->effectors[0] = (snw_child){&snw_frame_effector_type, &s->frame};
    s->objectives[0] = (snw_child){&snw_posture_type, &s->posture};
    s->objectives[1] = (snw_child){&snw_joint_limits_type, &s->limits};
    s->config.effectors = s->effectors;
    s->config.effector_count = 1;
    s->config.objectives = s->objectives;
    s->config.objective_count = 2;
    snw_arena arena = {0};
    SNW_IGNORE(snw_control_init(&s->control, &s->config, &s->model, &arena, NULL));
    s->block = block_for(arena.needed);
    arena = snw_arena_over(s->block, arena.needed);
    need(snw_control_init(&s->control, &s->config, &s->model, &arena, NULL) == SNW_OK,
         "the controller is refused");
}

// twists that last for 0.2 s each; the arm of the law qp follows them
static void walk(side *s, side *guide) {
    double q[AXES], v[AXES] = {0}, qd[AXES];
    snw_midpoint(&s->model, q);
    for (int i = 0; i < TICKS; i++) {
        for (int k = 0; k < 6; k++)
            s->V[i][k] = i % 200 == 0 ? real(-0.4, 0.4) : s->V[i - 1][k];
        memcpy(s->q[i], q, sizeof q);
        memcpy(s->v[i], v, sizeof v);
        const snw_control_input input = {q, v, s->V[i], 0.001};
        need(snw_control_rates(&guide->control, &input, qd, NULL) >= 0, "a tick failed");
        s->held += guide->control.bounded.programs;
        memcpy(v, qd, sizeof v);
        need(snw_integrate(&s->model, q, v, 0.001, q) == SNW_OK, "a step failed");
    }
}

static double ours(void *context, long calls) {
    side *s = context;
    double sum = 0, qd[AXES];
    for (long i = 0; i < calls; i++) {
        const long k = i % TICKS;
        const snw_control_input input = {s->q[k], s->v[k], s->V[k], 0.001};
        if (snw_control_rates(&s->control, &input, qd, NULL) >= 0) sum += qd[k % AXES];
    }
    return sum;
}

static double kdl(void *context, long calls) {
    side *s = context;
    double sum = 0, qd[AXES];
    for (long i = 0; i < calls; i++) {
        const long k = i % TICKS;
        if (peer_ik_wdls(s->chain, s->q[k], s->V[k], 0.01, qd) == 0) sum += qd[k % AXES];
    }
    return sum;
}

// the slowest tick of the walk: the least of nine tries at each, so that only our own work counts
static double worst_tick(side *s) {
    double worst = 0, qd[AXES];
    for (int k = 0; k < TICKS; k++) {
        double least = HUGE_VAL;
        for (int i = 0; i < 9; i++) {
            const snw_control_input input = {s->q[k], s->v[k], s->V[k], 0.001};
            const int64_t begin = bench_now_ns();
            need(snw_control_rates(&s->control, &input, qd, NULL) >= 0, "a tick failed");
            least = fmin(least, (double)(bench_now_ns() - begin));
        }
        worst = fmax(worst, least);
    }
    return worst;
}

// both sides must do the same where nothing holds back
static void compare(side *s) {
    double a[AXES], b[AXES];
    for (int k = 0; k < TICKS; k += 101) {
        const snw_control_input input = {s->q[k], s->v[k], s->V[k], 0.001};
        need(snw_control_rates(&s->control, &input, a, NULL) >= 0, "a tick failed");
        need(peer_ik_wdls(s->chain, s->q[k], s->V[k], 0, b) == 0, "KDL failed");
        const double *J = snw_task_jacobian(&s->control.task);
        for (int i = 0; i < 6; i++) {
            double one = 0, other = 0;
            for (int j = 0; j < AXES; j++) {
                one += J[i * AXES + j] * a[j];
                other += J[i * AXES + j] * b[j];
            }
            need(fabs(one - other) < 1e-6, "the two sides move the hand differently");
        }
    }
}

int main(int argc, char **argv) {
    bench_open("task", argc, argv);
    static side nullspace, qp;
    snw_setup *setup = snw_setup_create((size_t)64 << 20);
    need(setup != NULL, "no memory");
    void *model_block = load_panda(&nullspace.model, setup);
    qp.model = nullspace.model;
    nullspace.chain = qp.chain = load_peer(&nullspace.model);
    describe(&nullspace, SNW_LAW_NULLSPACE);
    describe(&qp, SNW_LAW_QP);
    walk(&nullspace, &qp);
    qp.held = nullspace.held;
    memcpy(qp.q, nullspace.q, sizeof qp.q);
    memcpy(qp.v, nullspace.v, sizeof qp.v);
    memcpy(qp.V, nullspace.V, sizeof qp.V);
    compare(&nullspace);
    char note[64];
    (void)snprintf(note, sizeof note, "held=%d%%", 100 * qp.held / TICKS);
    bench_pair(&(bench_case){.name = "panda/nullspace",
                             .ours = ours,
                             .peer_name = "KDL wdls",
                             .peer = kdl,
                             .context = &nullspace,
                             .calls = TICKS,
                             .bar = 1.0});
    bench_pair(&(bench_case){.name = "panda/qp",
                             .ours = ours,
                             .peer_name = "KDL wdls",
                             .peer = kdl,
                             .context = &qp,
                             .calls = TICKS,
                             .note = note,
                             .bar = 3.0});
    if (bench_wants("panda/nullspace/worst")) {
        bench_row("panda/nullspace/worst", worst_tick(&nullspace), NULL, 0, NULL);
    }
    if (bench_wants("panda/qp/worst")) {
        bench_row("panda/qp/worst", worst_tick(&qp), NULL, 0, note);
    }
    peer_chain_free(nullspace.chain);
    free(nullspace.block);
    free(qp.block);
    free(model_block);
    snw_setup_destroy(setup);
    return bench_close();
}
