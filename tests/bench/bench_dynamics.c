// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Inverse dynamics, mass matrix and forward dynamics beside Orocos KDL, on the same robots and
/// states. Each call takes the next of a pool of 64 states drawn between the limits, at most
/// 3.1 rad from 0, with rates and accelerations within 1 and efforts within 10. KDL's forward
/// dynamics is its mass matrix, its inverse dynamics at rest of the joints, and a solution.
///
/// Robots are models/NAME/NAME.urdf, or NAME.urdf in the folder that SINEW_MODELS names.

#include "sinew/dynamics.h"
#include "sinew/urdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/kdl.h"

enum { POOL = 64, MOST = 208 };

/// One robot on both sides.
typedef struct robot {
    const char *name;
    snw_setup *setup;
    snw_model model;
    snw_dyn dyn;
    snw_stepper integrator;
    void *model_block, *dyn_block, *integrator_block;
    peer_chain *chain;
    double q[POOL][MOST], v[POOL][MOST], a[POOL][MOST], tau[POOL][MOST];
    double M[MOST * MOST];
} robot;

static double real(double low, double high) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

// --- ours ---------------------------------------------------------------------------------------

static double rnea_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += snw_dyn_inverse(&r->dyn, r->q[k], r->v[k], r->a[k], NULL, tau) + tau[0];
    }
    return sum;
}

static double gravity_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        sum += snw_dyn_gravity(&r->dyn, r->q[i % POOL], tau) + tau[1];
    }
    return sum;
}

static double crba_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_dyn_mass_matrix(&r->dyn, r->q[i % POOL], r->M) + r->M[1];
    }
    return sum;
}

static double aba_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += snw_dyn_forward(&r->dyn, r->q[k], r->v[k], r->tau[k], NULL, a) + a[0];
    }
    return sum;
}

static double factored_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += snw_dyn_forward_factored(&r->dyn, r->q[k], r->v[k], r->tau[k], NULL, a) + a[0];
    }
    return sum;
}

static snw_status accelerate(double t, const double *q, const double *v, double *a, void *context) {
    robot *r = context;
    (void)t;
    return snw_dyn_forward(&r->dyn, q, v, r->tau[0], NULL, a);
}

// from rest under constant efforts, begun again each 64 steps
static double step_ours(void *context, long calls) {
    robot *r = context;
    const snw_stepper_source source = {accelerate, r};
    double sum = 0, q[MOST], v[MOST];
    for (long i = 0; i < calls; i++) {
        if (i % 64 == 0) {
            memcpy(q, r->q[i % POOL], sizeof q);
            memset(v, 0, sizeof v);
        }
        sum += snw_stepper_step(&r->integrator, source, 0, 0.0005, q, v) + q[0];
    }
    return sum;
}

// --- KDL ----------------------------------------------------------------------------------------

static double rnea_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += peer_chain_rne(r->chain, r->q[k], r->v[k], r->a[k], tau) + tau[0];
    }
    return sum;
}

static double crba_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += peer_chain_mass_matrix(r->chain, r->q[i % POOL], r->M) + r->M[1];
    }
    return sum;
}

// M x = b by Cholesky, in place
static void solve(double *M, int n, double *x) {
    for (int k = 0; k < n; k++) {
        for (int l = 0; l < k; l++) {
            for (int i = k; i < n; i++) {
                M[k * n + i] -= M[l * n + i] * M[l * n + k];
            }
        }
        const double root = sqrt(M[k * n + k]);
        for (int i = k; i < n; i++) {
            M[k * n + i] /= root;
        }
        for (int l = 0; l < k; l++) {
            x[k] -= M[l * n + k] * x[l];
        }
        x[k] /= root;
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int i = k + 1; i < n; i++) {
            x[k] -= M[k * n + i] * x[i];
        }
        x[k] /= M[k * n + k];
    }
}

static int forward_chain(robot *r, long k, double *a) {
    static const double rest[MOST];
    const int n = r->model.nv;
    double bias[MOST];
    const int failed = peer_chain_rne(r->chain, r->q[k], r->v[k], rest, bias) +
                       peer_chain_mass_matrix(r->chain, r->q[k], r->M);
    for (int i = 0; i < n; i++) {
        a[i] = r->tau[k][i] - bias[i];
    }
    solve(r->M, n, a);
    return failed;
}

static double aba_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        sum += forward_chain(r, i % POOL, a) + a[0];
    }
    return sum;
}

// --- robots -------------------------------------------------------------------------------------

static void need(int condition, const char *what, const char *name) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s: %s\n", name, what);
    exit(3);
}

static char *read_text(const char *name) {
    const char *folder = getenv("SINEW_MODELS");
    char path[512];
    if (folder != NULL) {
        (void)snprintf(path, sizeof path, "%s/%s.urdf", folder, name);
    } else {
        (void)snprintf(path, sizeof path, "models/%s/%s.urdf", name, name);
    }
    FILE *file = fopen(path, "rb");
    need(file != NULL, "there is no such model; set SINEW_MODELS to a folder of URDF files", name);
    char *text = calloc(1, (size_t)1 << 20);
    need(text != NULL && fread(text, 1, ((size_t)1 << 20) - 1, file) > 0, "cannot be read", name);
    (void)fclose(file);
    return text;
}

static void *block_for(const snw_arena *arena) {
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (arena->needed + 63) / 64 * 64);
    need(block != NULL, "no memory", "bench");
    return block;
}

static void load_ours(robot *r, const char *text) {
    snw_robot *described = NULL;
    r->setup = snw_setup_create((size_t)64 << 20);
    const snw_source source = {text, strlen(text), r->name, NULL};
    const snw_urdf_options options = {.keep_names = true};
    need(snw_urdf_read(&source, &options, r->setup, &described, NULL) == SNW_OK, "not read",
         r->name);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&r->model, described, &arena, NULL));
    r->model_block = block_for(&arena);
    arena = snw_arena_over(r->model_block, arena.needed);
    need(snw_model_compile(&r->model, described, &arena, NULL) == SNW_OK, "not compiled", r->name);
    need(r->model.nv <= MOST && r->model.nq == r->model.nv, "does not fit", r->name);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_dyn_init(&r->dyn, &r->model, &arena));
    r->dyn_block = block_for(&arena);
    arena = snw_arena_over(r->dyn_block, arena.needed);
    need(snw_dyn_init(&r->dyn, &r->model, &arena) == SNW_OK, "no workspace", r->name);
    r->dyn.springs = false; // KDL has none
    snw_stepper_settings settings = snw_stepper_defaults();
    settings.kind = SNW_INTEGRATE_EULER;
    arena = (snw_arena){0};
    SNW_IGNORE(snw_stepper_init(&r->integrator, &r->model, settings, &arena));
    r->integrator_block = block_for(&arena);
    arena = snw_arena_over(r->integrator_block, arena.needed);
    need(snw_stepper_init(&r->integrator, &r->model, settings, &arena) == SNW_OK, "no integrator",
         r->name);
}

static void load_peer(robot *r, const char *text) {
    peer_robot *peer = peer_urdf(text);
    need(peer != NULL, "KDL does not read it", r->name);
    const int tip = r->model.link_count - 1;
    r->chain = peer_chain_create(peer, r->model.links[0].name, r->model.links[tip].name, NULL);
    need(r->chain != NULL, "KDL has no chain", r->name);
    peer_free(peer);
}

static void draw_states(robot *r) {
    for (int s = 0; s < POOL; s++) {
        for (int j = 0; j < r->model.nq; j++) {
            const double lower = fmax(r->model.lower[j], -3.1);
            r->q[s][j] = real(lower, fmin(r->model.upper[j], 3.1));
            r->v[s][j] = real(-1, 1);
            r->a[s][j] = real(-1, 1);
            r->tau[s][j] = real(-10, 10);
        }
    }
}

static double difference(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i] - b[i]) / fmax(1, fabs(b[i])));
    }
    return most;
}

// both sides must speak of the same thing
static void compare(robot *r) {
    const int n = r->model.nv;
    double ours[MOST * MOST], theirs[MOST * MOST];
    for (int s = 0; r->chain != NULL && s < POOL; s++) {
        int done = snw_dyn_inverse(&r->dyn, r->q[s], r->v[s], r->a[s], NULL, ours) == SNW_OK;
        done &= peer_chain_rne(r->chain, r->q[s], r->v[s], r->a[s], theirs) == 0;
        need(done && difference(ours, theirs, n) <= 1e-9, "KDL's efforts differ", r->name);
        done = snw_dyn_mass_matrix(&r->dyn, r->q[s], ours) == SNW_OK;
        done &= peer_chain_mass_matrix(r->chain, r->q[s], theirs) == 0;
        need(done && difference(ours, theirs, n * n) <= 1e-9, "KDL's masses differ", r->name);
        done = snw_dyn_forward(&r->dyn, r->q[s], r->v[s], r->tau[s], NULL, ours) == SNW_OK;
        done &= forward_chain(r, s, theirs) == 0;
        need(done && difference(ours, theirs, n) <= 1e-8, "KDL's accelerations differ", r->name);
    }
}

static void run_case(robot *r, const char *what, bench_fn *ours, bench_fn *peer, double bar) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s/%s", r->name, what);
    const int beside = peer != NULL && r->chain != NULL;
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = beside ? "KDL" : NULL,
                             .peer = beside ? peer : NULL,
                             .context = r,
                             .calls = 1024,
                             .bar = beside ? bar : 0});
}

static void drop(robot *r) {
    if (r->chain != NULL) peer_chain_free(r->chain);
    snw_setup_destroy(r->setup);
    free(r->model_block);
    free(r->dyn_block);
    free(r->integrator_block);
}

static void run_robot(const char *name, int chain) {
    static robot r;
    memset(&r, 0, sizeof r);
    r.name = name;
    char *text = read_text(name);
    load_ours(&r, text);
    if (chain) load_peer(&r, text);
    free(text);
    draw_states(&r);
    compare(&r);
    const int panda = strcmp(name, "panda") == 0;
    run_case(&r, "rnea", rnea_ours, rnea_chain, panda ? 0.14 : 0);
    run_case(&r, "crba", crba_ours, crba_chain, panda ? 0.11 : 0);
    run_case(&r, "aba", aba_ours, aba_chain, panda ? 0.13 : 0);
    run_case(&r, "factored", factored_ours, aba_chain, 0);
    run_case(&r, "gravity", gravity_ours, NULL, 0);
    run_case(&r, "step", step_ours, NULL, 0);
    drop(&r);
}

// --- cost and size ------------------------------------------------------------------------------

// a chain of turns about x, y and z
static char *write_chain(int joints) {
    static const char *const axes[] = {"1 0 0", "0 1 0", "0 0 1"};
    const size_t size = 1024 + (size_t)joints * 512;
    char *text = calloc(1, size);
    need(text != NULL, "no memory", "chain");
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
    for (int round = 0; round < 60; round++) {
        const int64_t start = bench_now_ns();
        const double sum = call(r, POOL);
        const double ns = (double)(bench_now_ns() - start) / POOL;
        need(isfinite(sum), "no result", r->name);
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
        memset(&r, 0, sizeof r);
        r.name = "chain";
        char *text = write_chain(sizes[i]);
        load_ours(&r, text);
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
    run_robot("panda", 1);
    run_robot("ur5", 1);
    run_robot("arm8", 1);
    run_robot("humanoid30", 0);
    run_chains();
    bench_dynamics_batch();
    return bench_close();
}
