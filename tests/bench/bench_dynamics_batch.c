// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Dynamics of many states at once beside Orocos KDL, which takes them one by one; times are per
/// state. A call of ours takes the whole pool of 256 states, in blocks. KDL's forward dynamics is
/// its mass matrix, its inverse dynamics at rest of the joints, and a solution. Both sides are
/// compared before they are timed.

#include "sinew/batch/dynamics.h"
#include "sinew/urdf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/kdl.h"

void bench_dynamics_batch(void);

enum { POOL = 256, MOST = 40, BLOCKS = POOL / SNW_BATCH_F64 };

typedef struct robot {
    const char *name;
    snw_setup *setup;
    snw_model model;
    snw_batch_dyn batch;
    void *model_block, *batch_block;
    peer_chain *chain;
    double rows[4][POOL][MOST]; ///< q, v, a and tau as KDL takes them
    double *blocks[4], *out;    ///< the same in blocks, and the results
    double M[MOST * MOST];
} robot;

enum { Q, V, A, TAU };

static void need(int condition, const char *what, const char *name) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s: %s\n", name, what);
    exit(3);
}

static double real(double low, double high) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

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

// --- KDL ----------------------------------------------------------------------------------------

static double peer_rnea(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls * POOL; i++) {
        const long k = i % POOL;
        sum += peer_chain_rne(r->chain, r->rows[Q][k], r->rows[V][k], r->rows[A][k], tau) + tau[0];
    }
    return sum;
}

static double peer_crba(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls * POOL; i++) {
        sum += peer_chain_mass_matrix(r->chain, r->rows[Q][i % POOL], r->M) + r->M[1];
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

static int peer_forward(robot *r, long k, double *a) {
    static const double rest[MOST];
    const int n = r->model.nv;
    double bias[MOST];
    const int failed = peer_chain_rne(r->chain, r->rows[Q][k], r->rows[V][k], rest, bias) +
                       peer_chain_mass_matrix(r->chain, r->rows[Q][k], r->M);
    for (int i = 0; i < n; i++) {
        a[i] = r->rows[TAU][k][i] - bias[i];
    }
    solve(r->M, n, a);
    return failed;
}

static double peer_aba(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls * POOL; i++) {
        sum += peer_forward(r, i % POOL, a) + a[0];
    }
    return sum;
}

// --- robots -------------------------------------------------------------------------------------

static void *block_of(size_t bytes) {
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (bytes + 63) / 64 * 64);
    need(block != NULL, "no memory", "bench");
    memset(block, 0, (bytes + 63) / 64 * 64);
    return block;
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

static void load_ours(robot *r, const char *text) {
    snw_robot *described = NULL;
    r->setup = snw_setup_create((size_t)64 << 20);
    const snw_source source = {text, strlen(text), r->name, NULL};
    const snw_urdf_options options = {.keep_names = true};
    need(snw_urdf_read(&source, &options, r->setup, &described, NULL) == SNW_OK, "not read",
         r->name);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&r->model, described, &arena, NULL));
    r->model_block = block_of(arena.needed);
    arena = snw_arena_over(r->model_block, arena.needed);
    need(snw_model_compile(&r->model, described, &arena, NULL) == SNW_OK, "not compiled", r->name);
    need(r->model.nv <= MOST && r->model.nq == r->model.nv, "does not fit", r->name);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_batch_dyn_init(&r->batch, &r->model, &arena));
    r->batch_block = block_of(arena.needed);
    arena = snw_arena_over(r->batch_block, arena.needed);
    need(snw_batch_dyn_init(&r->batch, &r->model, &arena) == SNW_OK, "no workspace", r->name);
    r->batch.dyn.springs = false; // KDL has none
    need(r->batch.forward_in_lanes, "not in lanes", r->name);
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
    const int nv = r->model.nv;
    for (int s = 0; s < POOL; s++) {
        for (int j = 0; j < nv; j++) {
            const double lower = fmax(r->model.lower[j], -3.1);
            r->rows[Q][s][j] = real(lower, fmin(r->model.upper[j], 3.1));
            r->rows[V][s][j] = real(-1, 1);
            r->rows[A][s][j] = real(-1, 1);
            r->rows[TAU][s][j] = real(-10, 10);
        }
    }
    for (int k = 0; k < 4; k++) {
        r->blocks[k] = block_of((size_t)(POOL * nv) * sizeof(double));
        for (int s = 0; s < POOL; s++) {
            for (int j = 0; j < nv; j++) {
                r->blocks[k][(s / 8 * nv + j) * 8 + s % 8] = r->rows[k][s][j];
            }
        }
    }
    r->out = block_of((size_t)(POOL * nv * nv) * sizeof(double));
}

// the results of ours for a state, against those of KDL
static void agree(const robot *r, int state, int rows, const double *theirs, const char *what) {
    for (int i = 0; i < rows; i++) {
        const double ours = r->out[(state / 8 * rows + i) * 8 + state % 8];
        need(fabs(ours - theirs[i]) <= 1e-8 * fmax(1, fabs(theirs[i])), what, r->name);
    }
}

// both sides must speak of the same thing
static void compare(robot *r) {
    const int n = r->model.nv;
    double x[MOST * MOST];
    (void)rnea(r, 1);
    for (int s = 0; r->chain != NULL && s < POOL; s++) {
        const int failed = peer_chain_rne(r->chain, r->rows[Q][s], r->rows[V][s], r->rows[A][s], x);
        need(failed == 0, "KDL has no efforts", r->name);
        agree(r, s, n, x, "KDL's efforts differ");
    }
    (void)crba(r, 1);
    for (int s = 0; r->chain != NULL && s < POOL; s++) {
        need(peer_chain_mass_matrix(r->chain, r->rows[Q][s], x) == 0, "KDL has no masses", r->name);
        agree(r, s, n * n, x, "KDL's masses differ");
    }
    (void)aba(r, 1);
    for (int s = 0; r->chain != NULL && s < POOL; s++) {
        need(peer_forward(r, s, x) == 0, "KDL has no accelerations", r->name);
        agree(r, s, n, x, "KDL's accelerations differ");
    }
}

static void run_case(robot *r, const char *what, bench_fn *ours, bench_fn *peer, double bar) {
    char name[128];
    (void)snprintf(name, sizeof name, "%s/%s", r->name, what);
    const int beside = peer != NULL && r->chain != NULL;
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = beside ? "KDL" : NULL,
                             .peer = beside ? peer : NULL,
                             .context = r,
                             .calls = 8,
                             .values_per_call = POOL,
                             .note = snw_lanes_table(r->batch.isa)->name,
                             .bar = beside ? bar : 0});
}

// the narrower instruction sets
static void run_narrower(robot *r) {
    for (int isa = (int)snw_lanes_isa() - 1; isa >= 0; isa--) {
        const char *set = snw_lanes_table((snw_isa)isa)->name;
        char name[64];
        need(snw_batch_dyn_use(&r->batch, (snw_isa)isa) == SNW_OK, "no such set", r->name);
        (void)snprintf(name, sizeof name, "rnea-batch-%s", set);
        run_case(r, name, rnea, peer_rnea, 0);
        (void)snprintf(name, sizeof name, "crba-batch-%s", set);
        run_case(r, name, crba, peer_crba, 0);
        (void)snprintf(name, sizeof name, "aba-batch-%s", set);
        run_case(r, name, aba, peer_aba, 0);
    }
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
    // the bars are those of AVX-512
    const int panda = strcmp(name, "panda") == 0;
    const int judged = panda && snw_lanes_isa() == SNW_ISA_AVX512;
    run_case(&r, "rnea-batch", rnea, peer_rnea, judged ? 0.03 : 0);
    run_case(&r, "crba-batch", crba, peer_crba, 0);
    run_case(&r, "aba-batch", aba, peer_aba, judged ? 0.027 : 0);
    if (panda) run_narrower(&r);
    if (r.chain != NULL) peer_chain_free(r.chain);
    snw_setup_destroy(r.setup);
    void *blocks[] = {r.model_block, r.batch_block, r.blocks[Q], r.blocks[V],
                      r.blocks[A],   r.blocks[TAU], r.out};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
}

void bench_dynamics_batch(void) {
    run_robot("panda", 1);
    run_robot("ur5", 1);
    run_robot("arm8", 1);
    run_robot("humanoid30", 0);
}
