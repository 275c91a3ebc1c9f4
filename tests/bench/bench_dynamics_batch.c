// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dynamics of many states at once beside Orocos KDL and MuJoCo, which take them one by one; times
/// are per state. A call of ours takes the whole pool of 256 states, in blocks. KDL's forward
/// dynamics is its mass matrix, its inverse dynamics at rest of the joints, and a solution. A step
/// is forward dynamics and semi-implicit Euler in free motion, beside mj_step(). Both sides are
/// compared before they are timed.

#include "sinew/batch/dynamics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bench_robot.h"

void bench_dynamics_batch(void);

enum { POOL = 256, MOST = 40, BLOCKS = POOL / SNW_BATCH_F64, STEPS = 64 };

#define STEP 0.0005 // [s]

typedef struct robot {
    bench_robot on;
    snw_batch_dyn batch;
    void *batch_block;
    double rows[4][POOL][MOST]; ///< q, v, a and tau as the peers take them
    double *blocks[4], *out;    ///< the same in blocks, and the results
    double *q, *v, *none;       ///< blocks of a motion, and no efforts
    double q_row[POOL][MOST], v_row[POOL][MOST];
    int step, peer_step; ///< since the motion began
} robot;

enum { Q, V, A, TAU };

// --- ours, POOL states in a call ----------------------------------------------------------------

static double rnea(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += (double)snw_batch_inverse_f64(&r->batch, r->blocks[Q], r->blocks[V], r->blocks[A],
                                             BLOCKS, r->out);
        sum += r->out[50];
    }
    return sum;
}

static double crba(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum +=
            (double)snw_batch_mass_matrix_f64(&r->batch, r->blocks[Q], BLOCKS, r->out) + r->out[50];
    }
    return sum;
}

static double aba(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += (double)snw_batch_forward_f64(&r->batch, r->blocks[Q], r->blocks[V], r->blocks[TAU],
                                             BLOCKS, r->out);
        sum += r->out[50];
    }
    return sum;
}

static size_t bytes_of(const robot *r) {
    return sizeof(double) * POOL * (size_t)r->on.model.nv;
}

// all states from rest, begun again after 64 steps
static double euler(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        if (r->step++ % STEPS == 0) {
            memcpy(r->q, r->blocks[Q], bytes_of(r));
            memset(r->v, 0, bytes_of(r));
        }
        sum += (double)snw_batch_euler_f64(&r->batch, STEP, r->none, BLOCKS, r->q, r->v);
        sum += r->q[50];
    }
    return sum;
}

// --- KDL ----------------------------------------------------------------------------------------

static double peer_rnea(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls * POOL; i++) {
        const long k = i % POOL;
        sum +=
            peer_chain_rne(r->on.chain, r->rows[Q][k], r->rows[V][k], r->rows[A][k], tau) + tau[0];
    }
    return sum;
}

static double peer_crba(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls * POOL; i++) {
        sum += peer_chain_mass_matrix(r->on.chain, r->rows[Q][i % POOL], r->on.M) + r->on.M[1];
    }
    return sum;
}

static double peer_aba(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls * POOL; i++) {
        const long k = i % POOL;
        sum += bench_kdl_forward(&r->on, r->rows[Q][k], r->rows[V][k], r->rows[TAU][k], a) + a[0];
    }
    return sum;
}

// --- MuJoCo -------------------------------------------------------------------------------------

static double peer_euler(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        if (r->peer_step++ % STEPS == 0) {
            memcpy(r->q_row, r->rows[Q], sizeof r->q_row);
            memset(r->v_row, 0, sizeof r->v_row);
        }
        for (int k = 0; k < POOL; k++) {
            peer_mujoco_step(r->on.mujoco, STEP, r->q_row[k], r->v_row[k]);
        }
        sum += r->q_row[50][0];
    }
    return sum;
}

// --- robots -------------------------------------------------------------------------------------

static void load_ours(robot *r, const char *name, const char *text) {
    memset(r, 0, sizeof *r);
    bench_robot_load(&r->on, name, text);
    bench_need(r->on.model.nv <= MOST, "does not fit", name);
    snw_arena arena = {0};
    SNW_IGNORE(snw_batch_dyn_init(&r->batch, &r->on.model, &arena));
    r->batch_block = bench_block(arena.needed);
    arena = snw_arena_over(r->batch_block, arena.needed);
    bench_need(snw_batch_dyn_init(&r->batch, &r->on.model, &arena) == SNW_OK, "no workspace", name);
    r->batch.dyn.springs = false; // the peers have none
    bench_need(r->batch.in_lanes, "not in lanes", name);
}

static void draw_states(robot *r) {
    const int nv = r->on.model.nv;
    for (int s = 0; s < POOL; s++) {
        bench_robot_state(&r->on, r->rows[Q][s], r->rows[V][s], r->rows[A][s], r->rows[TAU][s]);
    }
    for (int k = 0; k < 4; k++) {
        r->blocks[k] = bench_block(bytes_of(r));
        for (int s = 0; s < POOL; s++) {
            for (int j = 0; j < nv; j++) {
                r->blocks[k][(s / 8 * nv + j) * 8 + s % 8] = r->rows[k][s][j];
            }
        }
    }
    r->out = bench_block(bytes_of(r) * (size_t)nv);
    r->q = bench_block(bytes_of(r));
    r->v = bench_block(bytes_of(r));
    r->none = bench_block(bytes_of(r));
}

// the results of ours for a state, against those of KDL
static void agree(const robot *r, int state, int rows, const double *theirs, const char *what) {
    for (int i = 0; i < rows; i++) {
        const double ours = r->out[(state / 8 * rows + i) * 8 + state % 8];
        bench_need(fabs(ours - theirs[i]) <= 1e-8 * fmax(1, fabs(theirs[i])), what, r->on.name);
    }
}

// likewise a motion of 64 steps, as near as MuJoCo's inertias are; its joints stand as ours do
static void compare_motion(robot *r) {
    const int n = r->on.model.nv;
    (void)euler(r, STEPS);
    (void)peer_euler(r, STEPS);
    for (int s = 0; s < POOL; s++) {
        for (int j = 0; j < n; j++) {
            bench_need(r->on.place[j] == j, "MuJoCo's joints stand elsewhere", r->on.name);
            const double ours = r->q[(s / 8 * n + j) * 8 + s % 8];
            bench_need(fabs(ours - r->q_row[s][j]) <= 1e-3, "MuJoCo's motion differs", r->on.name);
        }
    }
}

// both sides must speak of the same thing
static void compare(robot *r) {
    const int n = r->on.model.nv;
    double x[MOST * MOST];
    (void)rnea(r, 1);
    for (int s = 0; r->on.chain != NULL && s < POOL; s++) {
        const int failed =
            peer_chain_rne(r->on.chain, r->rows[Q][s], r->rows[V][s], r->rows[A][s], x);
        bench_need(failed == 0, "KDL has no efforts", r->on.name);
        agree(r, s, n, x, "KDL's efforts differ");
    }
    (void)crba(r, 1);
    for (int s = 0; r->on.chain != NULL && s < POOL; s++) {
        bench_need(peer_chain_mass_matrix(r->on.chain, r->rows[Q][s], x) == 0, "KDL has no masses",
                   r->on.name);
        agree(r, s, n * n, x, "KDL's masses differ");
    }
    (void)aba(r, 1);
    for (int s = 0; r->on.chain != NULL && s < POOL; s++) {
        const int failed =
            bench_kdl_forward(&r->on, r->rows[Q][s], r->rows[V][s], r->rows[TAU][s], x);
        bench_need(failed == 0, "KDL has no accelerations", r->on.name);
        agree(r, s, n, x, "KDL's accelerations differ");
    }
}

/// What a row is measured beside.
typedef struct beside {
    const char *name; ///< NULL for none
    bench_fn *call;
    double bar; ///< with AVX-512; 0 for none
} beside;

// the best set of the machine is judged; with AVX2 alone a third more is allowed
static void run_case(robot *r, const char *what, bench_fn *ours, beside peer) {
    const char *set = snw_lanes_table(r->batch.isa)->name;
    const bool best = r->batch.isa == snw_lanes_isa();
    char name[128];
    (void)snprintf(name, sizeof name, "%s/%s%s%s", r->on.name, what, best ? "" : "-",
                   best ? "" : set);
    double bar = 0;
    if (best && r->batch.isa == SNW_ISA_AVX512) bar = peer.bar;
    if (best && r->batch.isa == SNW_ISA_AVX2) bar = peer.bar * 4 / 3;
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = peer.name,
                             .peer = peer.call,
                             .context = r,
                             .calls = 8,
                             .values_per_call = POOL,
                             .note = set,
                             .bar = bar});
}

static void run_cases(robot *r, int panda) {
    const beside none = {0};
    const int chain = r->on.chain != NULL;
    run_case(r, "rnea-batch", rnea, chain ? (beside){"KDL", peer_rnea, panda ? 0.03 : 0} : none);
    run_case(r, "crba-batch", crba, chain ? (beside){"KDL", peer_crba, 0} : none);
    run_case(r, "aba-batch", aba, chain ? (beside){"KDL", peer_aba, panda ? 0.027 : 0} : none);
    run_case(r, "step-batch", euler, panda ? (beside){"mj_step", peer_euler, 0.042} : none);
}

static void run_robot(const char *name) {
    static robot r;
    char *text = bench_robot_text(name);
    const int panda = strcmp(name, "panda") == 0;
    load_ours(&r, name, text);
    // KDL has dynamics of chains only
    if (strcmp(name, "humanoid30") != 0) bench_robot_kdl(&r.on, text);
    if (panda) bench_robot_mujoco(&r.on, text);
    free(text);
    draw_states(&r);
    compare(&r);
    if (panda) compare_motion(&r);
    run_cases(&r, panda);
    // the narrower instruction sets
    for (int isa = (int)snw_lanes_isa() - 1; panda && isa >= 0; isa--) {
        bench_need(snw_batch_dyn_use(&r.batch, (snw_isa)isa) == SNW_OK, "no such set", name);
        run_cases(&r, panda);
    }
    bench_robot_free(&r.on);
    void *blocks[] = {r.batch_block, r.blocks[Q], r.blocks[V], r.blocks[A], r.blocks[TAU],
                      r.out,         r.q,         r.v,         r.none};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
}

void bench_dynamics_batch(void) {
    run_robot("panda");
    run_robot("ur5");
    run_robot("arm8");
    run_robot("humanoid30");
}
