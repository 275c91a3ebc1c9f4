// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Inverse dynamics, mass matrix and forward dynamics beside Orocos KDL and MuJoCo, on the same
/// robots and states (bench_robot.h). Each call takes the next of a pool of 64 states. KDL's
/// forward dynamics is its mass matrix, its inverse dynamics at rest of the joints, and a solution;
/// it has none for trees, where MuJoCo's forward pass stands beside ours. A step is forward
/// dynamics and semi-implicit Euler, in free motion, beside mj_step(). MuJoCo reads the same URDF
/// and has contacts, limits, friction, springs and dampers off; it is Debian's, and called from
/// files that are compiled as all others here.
///
/// Rows of single calls tell in their note the worst of 12,800 calls, timed one by one, and that of
/// the state that takes longest, each state by its least time: the first has what the machine did
/// meanwhile in it, the second has not. What a time stamp costs is taken off.

#include "sinew/dynamics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bench_robot.h"

enum { POOL = 64, MOST = BENCH_RATES };

#define STEP 0.0005 // [s]

/// One robot at work.
typedef struct robot {
    bench_robot on;
    snw_dyn dyn;
    snw_stepper integrator;
    void *dyn_block, *integrator_block;
    int first; ///< the state that calls begin with
    double q[POOL][MOST], v[POOL][MOST], a[POOL][MOST], tau[POOL][MOST];
    double q_mujoco[POOL][MOST], v_mujoco[POOL][MOST], tau_mujoco[POOL][MOST];
} robot;

static long state_of(const robot *r, long i) {
    return (r->first + i) % POOL;
}

// --- ours ---------------------------------------------------------------------------------------

static double rnea_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = state_of(r, i);
        sum += snw_dyn_inverse(&r->dyn, r->q[k], r->v[k], r->a[k], NULL, tau) + tau[0];
    }
    return sum;
}

static double gravity_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        sum += snw_dyn_gravity(&r->dyn, r->q[state_of(r, i)], tau) + tau[1];
    }
    return sum;
}

static double crba_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_dyn_mass_matrix(&r->dyn, r->q[state_of(r, i)], r->on.M) + r->on.M[1];
    }
    return sum;
}

static double aba_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = state_of(r, i);
        sum += snw_dyn_forward(&r->dyn, r->q[k], r->v[k], r->tau[k], NULL, a) + a[0];
    }
    return sum;
}

static double factored_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = state_of(r, i);
        sum += snw_dyn_forward_factored(&r->dyn, r->q[k], r->v[k], r->tau[k], NULL, a) + a[0];
    }
    return sum;
}

static snw_status accelerate(double t, const double *q, const double *v, double *a, void *context) {
    static const double none[MOST];
    robot *r = context;
    (void)t;
    return snw_dyn_forward(&r->dyn, q, v, none, NULL, a);
}

// free motion from rest, begun again each 64 steps
static double step_ours(void *context, long calls) {
    robot *r = context;
    const snw_stepper_source source = {accelerate, r};
    double sum = 0, q[MOST], v[MOST];
    for (long i = 0; i < calls; i++) {
        if (i % 64 == 0) {
            memcpy(q, r->q[i / 64 % POOL], sizeof q);
            memset(v, 0, sizeof v);
        }
        sum += snw_stepper_step(&r->integrator, source, 0, STEP, q, v) + q[0];
    }
    return sum;
}

// --- KDL ----------------------------------------------------------------------------------------

static double rnea_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = state_of(r, i);
        sum += peer_chain_rne(r->on.chain, r->q[k], r->v[k], r->a[k], tau) + tau[0];
    }
    return sum;
}

static double crba_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += peer_chain_mass_matrix(r->on.chain, r->q[state_of(r, i)], r->on.M) + r->on.M[1];
    }
    return sum;
}

static double aba_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = state_of(r, i);
        sum += bench_kdl_forward(&r->on, r->q[k], r->v[k], r->tau[k], a) + a[0];
    }
    return sum;
}

// --- MuJoCo -------------------------------------------------------------------------------------

static double aba_mujoco(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = state_of(r, i);
        peer_mujoco_forward(r->on.mujoco, r->q_mujoco[k], r->v_mujoco[k], r->tau_mujoco[k], a);
        sum += a[0];
    }
    return sum;
}

static double step_mujoco(void *context, long calls) {
    robot *r = context;
    double sum = 0, q[MOST], v[MOST];
    for (long i = 0; i < calls; i++) {
        if (i % 64 == 0) {
            memcpy(q, r->q_mujoco[i / 64 % POOL], sizeof q);
            memset(v, 0, sizeof v);
        }
        peer_mujoco_step(r->on.mujoco, STEP, q, v);
        sum += q[0];
    }
    return sum;
}

// --- robots -------------------------------------------------------------------------------------

static void load_ours(robot *r, const char *name, const char *text) {
    memset(r, 0, sizeof *r);
    bench_robot_load(&r->on, name, text);
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(&r->dyn, &r->on.model, &arena));
    r->dyn_block = bench_block(arena.needed);
    arena = snw_arena_over(r->dyn_block, arena.needed);
    bench_need(snw_dyn_init(&r->dyn, &r->on.model, &arena) == SNW_OK, "no workspace", name);
    r->dyn.springs = false; // the peers have none
    snw_stepper_settings settings = snw_stepper_defaults();
    settings.kind = SNW_INTEGRATE_EULER;
    arena = (snw_arena){0};
    SNW_IGNORE(snw_stepper_init(&r->integrator, &r->on.model, settings, &arena));
    r->integrator_block = bench_block(arena.needed);
    arena = snw_arena_over(r->integrator_block, arena.needed);
    const snw_status status = snw_stepper_init(&r->integrator, &r->on.model, settings, &arena);
    bench_need(status == SNW_OK, "no integrator", name);
}

static void draw_states(robot *r) {
    for (int s = 0; s < POOL; s++) {
        bench_robot_state(&r->on, r->q[s], r->v[s], r->a[s], r->tau[s]);
        if (r->on.mujoco == NULL) continue;
        bench_robot_to_mujoco(&r->on, r->q[s], r->q_mujoco[s]);
        bench_robot_to_mujoco(&r->on, r->v[s], r->v_mujoco[s]);
        bench_robot_to_mujoco(&r->on, r->tau[s], r->tau_mujoco[s]);
    }
}

// both sides must speak of the same thing
static void compare_kdl(robot *r) {
    static double ours[MOST * MOST], theirs[MOST * MOST];
    const int n = r->on.model.nv;
    const char *name = r->on.name;
    for (int s = 0; r->on.chain != NULL && s < POOL; s++) {
        int done = snw_dyn_inverse(&r->dyn, r->q[s], r->v[s], r->a[s], NULL, ours) == SNW_OK;
        done &= peer_chain_rne(r->on.chain, r->q[s], r->v[s], r->a[s], theirs) == 0;
        bench_need(done && bench_difference(ours, theirs, n) <= 1e-9, "KDL's efforts differ", name);
        done = snw_dyn_mass_matrix(&r->dyn, r->q[s], ours) == SNW_OK;
        done &= peer_chain_mass_matrix(r->on.chain, r->q[s], theirs) == 0;
        bench_need(done && bench_difference(ours, theirs, n * n) <= 1e-9, "KDL's masses differ",
                   name);
        done = snw_dyn_forward(&r->dyn, r->q[s], r->v[s], r->tau[s], NULL, ours) == SNW_OK;
        done &= bench_kdl_forward(&r->on, r->q[s], r->v[s], r->tau[s], theirs) == 0;
        bench_need(done && bench_difference(ours, theirs, n) <= 1e-8, "KDL's accelerations differ",
                   name);
    }
}

// likewise, as near as the inertias that MuJoCo keeps are: some 1e-5, more where they hardly count
static void compare_mujoco(robot *r) {
    const int n = r->on.model.nv;
    double ours[MOST], theirs[MOST], a[MOST];
    for (int s = 0; r->on.mujoco != NULL && s < POOL; s++) {
        const snw_status status = snw_dyn_forward(&r->dyn, r->q[s], r->v[s], r->tau[s], NULL, ours);
        peer_mujoco_forward(r->on.mujoco, r->q_mujoco[s], r->v_mujoco[s], r->tau_mujoco[s], a);
        for (int i = 0; i < n; i++) {
            theirs[i] = a[r->on.place[i]];
        }
        bench_need(status == SNW_OK && bench_difference(ours, theirs, n) <= 1e-2,
                   "MuJoCo's accelerations differ", r->on.name);
    }
}

// one round is enough to see that it runs
static int rounds_of(int most) {
    return getenv("SINEW_BENCH_SMOKE") != NULL ? 1 : most;
}

static void time_singly(robot *r, bench_fn *call, double *worst, double *worst_state) {
    double least[POOL];
    const int rounds = rounds_of(200);
    int64_t clock = INT64_MAX;
    for (int s = 0; s < POOL; s++) {
        least[s] = (double)INFINITY;
    }
    for (int i = 0; i < 1000; i++) {
        const int64_t start = bench_now_ns(), passed = bench_now_ns() - start;
        if (passed < clock) clock = passed;
    }
    *worst = *worst_state = 0;
    for (int i = 0; i < rounds * POOL; i++) {
        const int s = i % POOL;
        r->first = s;
        const int64_t start = bench_now_ns();
        const double sum = call(r, 1);
        const double ns = (double)(bench_now_ns() - start - clock);
        bench_need(isfinite(sum), "no result", r->on.name);
        *worst = fmax(*worst, ns);
        least[s] = fmin(least[s], ns);
    }
    r->first = 0;
    for (int s = 0; s < POOL; s++) {
        *worst_state = fmax(*worst_state, least[s]);
    }
}

/// What a row is measured beside.
typedef struct beside {
    const char *name; ///< NULL for none
    bench_fn *call;
    double bar; ///< 0 for none
} beside;

static void run_case(robot *r, const char *what, bench_fn *ours, beside peer) {
    char name[64], note[64] = "";
    (void)snprintf(name, sizeof name, "%s/%s", r->on.name, what);
    if (!bench_wants(name)) return;
    if (ours == rnea_ours || ours == crba_ours || ours == aba_ours) {
        double worst, worst_state;
        time_singly(r, ours, &worst, &worst_state);
        (void)snprintf(note, sizeof note, "worst=%.0f worst_state=%.0f", worst, worst_state);
    }
    bench_pair(&(bench_case){.name = name,
                             .note = note,
                             .ours = ours,
                             .peer_name = peer.name,
                             .peer = peer.call,
                             .context = r,
                             .calls = 1024,
                             .bar = peer.bar});
}

static void drop(robot *r) {
    bench_robot_free(&r->on);
    free(r->dyn_block);
    free(r->integrator_block);
}

static void run_robot(const char *name) {
    static robot r;
    char *text = bench_robot_text(name);
    const int panda = strcmp(name, "panda") == 0, humanoid = strcmp(name, "humanoid30") == 0;
    load_ours(&r, name, text);
    // KDL has dynamics of chains only
    if (!humanoid) bench_robot_kdl(&r.on, text);
    if (humanoid || panda) bench_robot_mujoco(&r.on, text);
    free(text);
    draw_states(&r);
    compare_kdl(&r);
    compare_mujoco(&r);
    const beside none = {0};
    run_case(&r, "rnea", rnea_ours,
             humanoid ? none : (beside){"KDL", rnea_chain, panda ? 0.14 : 0});
    run_case(&r, "crba", crba_ours,
             humanoid ? none : (beside){"KDL", crba_chain, panda ? 0.11 : 0});
    run_case(&r, "aba", aba_ours,
             humanoid ? (beside){"MuJoCo", aba_mujoco, 0.22}
                      : (beside){"KDL", aba_chain, panda ? 0.13 : 0});
    run_case(&r, "factored", factored_ours, humanoid ? none : (beside){"KDL", aba_chain, 0});
    run_case(&r, "gravity", gravity_ours, none);
    run_case(&r, "step", step_ours,
             r.on.mujoco == NULL ? none : (beside){"mj_step", step_mujoco, panda ? 0.19 : 0});
    drop(&r);
}

// --- cost and size ------------------------------------------------------------------------------

// a chain of turns about x, y and z
static char *write_chain(int joints) {
    static const char *const axes[] = {"1 0 0", "0 1 0", "0 0 1"};
    const size_t size = 1024 + (size_t)joints * 512;
    char *text = calloc(1, size);
    bench_need(text != NULL, "no memory", "chain");
    size_t at = (size_t)snprintf(text, size, "<robot name='chain'><link name='l0'/>");
    for (int i = 1; i <= joints; i++) {
        at += (size_t)snprintf(
            text + at, size - at,
            "<link name='l%d'><inertial><origin xyz='0.05 0.02 0.1'/><mass value='1'/><inertia "
            "ixx='0.02' iyy='0.02' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link><joint "
            "name='j%d' type='continuous'><parent link='l%d'/><child link='l%d'/><origin "
            "xyz='0.1 0 0.2'/><axis xyz='%s'/></joint>",
            i, i, i - 1, i, axes[i % 3]);
    }
    (void)snprintf(text + at, size - at, "</robot>");
    return text;
}

static double least_ns(robot *r, bench_fn *call) {
    double least = INFINITY;
    for (int round = rounds_of(60); round > 0; round--) {
        const int64_t start = bench_now_ns();
        const double sum = call(r, POOL);
        const double ns = (double)(bench_now_ns() - start) / POOL;
        bench_need(isfinite(sum), "no result", r->on.name);
        least = fmin(least, ns);
    }
    return least;
}

// how well a straight line explains the times, and the size from which on articulated bodies win
static void run_chains(void) {
    static const int sizes[] = {4, 8, 12, 15, 20, 30, 60, 100, 150, 200};
    enum { COUNT = 10 };
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, at30 = 0, at60 = 0;
    int crossing = 0;
    if (!bench_wants("chain")) return;
    for (int i = 0; i < COUNT; i++) {
        static robot r;
        char *text = write_chain(sizes[i]);
        load_ours(&r, "chain", text);
        free(text);
        draw_states(&r);
        const double aba = least_ns(&r, aba_ours), factored = least_ns(&r, factored_ours);
        char name[32];
        (void)snprintf(name, sizeof name, "chain%d/aba", sizes[i]);
        bench_row(name, aba, "factored", factored, "");
        if (aba <= factored && crossing == 0) crossing = sizes[i];
        if (sizes[i] == 30) at30 = aba;
        if (sizes[i] == 60) at60 = aba;
        n++, x += sizes[i], y += aba, xx += sizes[i] * sizes[i], xy += sizes[i] * aba;
        yy += aba * aba;
        drop(&r);
    }
    const double across = n * xy - x * y;
    (void)printf("chain: R^2 of a line %.5f, 60 to 30 joints %.2f, ahead of factors from %d on\n",
                 across * across / ((n * xx - x * x) * (n * yy - y * y)), at60 / at30, crossing);
}

void bench_dynamics_batch(void); // bench_dynamics_batch.c

int main(int argc, char **argv) {
    bench_open("dynamics", argc, argv);
    run_robot("panda");
    run_robot("ur5");
    run_robot("arm8");
    run_robot("humanoid30");
    run_chains();
    bench_dynamics_batch();
    return bench_close();
}
