// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Generated code beside Orocos KDL: the code for a robot is written, compiled by the compiler of
/// the system for this machine, loaded and called. Each call takes the next of a pool of 64 states
/// drawn between the limits, at most 3.1 rad from 0. "fk" is the pose of every link on both sides;
/// KDL's forward dynamics is its mass matrix, its inverse dynamics at rest, and a solution. Rows in
/// lanes take the whole pool in one call, in blocks of 8 states; times are per state.
///
/// Robots are models/NAME/NAME.urdf, or NAME.urdf in the folder that SINEW_MODELS names.

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L

#include "sinew/gen.h"
#include "sinew/lanes.h"
#include "sinew/os.h"
#include "sinew/urdf.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "peer/kdl.h"

enum { POOL = 64, LANES = 8, MOST = 32, PATH = 128, TEXT = 4 << 20 };

typedef void q_fn(const double *q, double *out);
typedef void rates_fn(const double *q, const double *v, const double *x, double *out);
typedef void q_lanes_fn(int blocks, const double *q, double *out);
typedef void rates_lanes_fn(int blocks, const double *q, const double *v, const double *x,
                            double *out);

/// Arrays of all states in blocks.
typedef struct pool {
    _Alignas(64) double q[POOL * MOST], v[POOL * MOST], a[POOL * MOST], tau[POOL * MOST];
    _Alignas(64) double out[POOL * 12 * (MOST + 1)];
} pool;

/// One robot on both sides.
typedef struct robot {
    const char *name;
    snw_setup *setup;
    snw_model model;
    void *model_block, *library;
    q_fn *poses, *jacobian, *crba;
    rates_fn *rnea, *aba;
    q_lanes_fn *poses_lanes;
    rates_lanes_fn *rnea_lanes, *aba_lanes;
    pool lanes;
    peer_chain *chain;
    double q[POOL][MOST], v[POOL][MOST], a[POOL][MOST], tau[POOL][MOST];
    double M[MOST * MOST], T[12 * (MOST + 1)], J[6 * MOST];
} robot;

static double real(double low, double high) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

// --- ours ---------------------------------------------------------------------------------------

static double fk_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        r->poses(r->q[i % POOL], r->T);
        sum += r->T[12 * r->model.link_count - 1];
    }
    return sum;
}

static double jacobian_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        r->jacobian(r->q[i % POOL], r->J);
        sum += r->J[0];
    }
    return sum;
}

static double crba_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        r->crba(r->q[i % POOL], r->M);
        sum += r->M[1];
    }
    return sum;
}

static double rnea_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        r->rnea(r->q[k], r->v[k], r->a[k], tau);
        sum += tau[0];
    }
    return sum;
}

static double aba_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, a[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        r->aba(r->q[k], r->v[k], r->tau[k], a);
        sum += a[0];
    }
    return sum;
}

// as many states as calls, a pool at a time
static double fk_lanes(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i += POOL) {
        r->poses_lanes(POOL / LANES, r->lanes.q, r->lanes.out);
        sum += r->lanes.out[i % POOL];
    }
    return sum;
}

static double rnea_lanes(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i += POOL) {
        r->rnea_lanes(POOL / LANES, r->lanes.q, r->lanes.v, r->lanes.a, r->lanes.out);
        sum += r->lanes.out[i % POOL];
    }
    return sum;
}

static double aba_lanes(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i += POOL) {
        r->aba_lanes(POOL / LANES, r->lanes.q, r->lanes.v, r->lanes.tau, r->lanes.out);
        sum += r->lanes.out[i % POOL];
    }
    return sum;
}

// --- KDL ----------------------------------------------------------------------------------------

static double fk_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    // its poses stay inside, as in bench_kinematics.c: copying them out is no part of its work
    for (long i = 0; i < calls; i++) {
        sum += peer_chain_fk(r->chain, r->q[i % POOL], NULL);
    }
    return sum + peer_chain_pose(r->chain, 0).p[0];
}

static double jacobian_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += peer_chain_jacobian(r->chain, r->q[i % POOL], NULL);
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

static double rnea_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0, tau[MOST];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += peer_chain_rne(r->chain, r->q[k], r->v[k], r->a[k], tau) + tau[0];
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

static void load_model(robot *r, const char *text) {
    snw_robot *described = NULL;
    r->setup = snw_setup_create((size_t)64 << 20);
    const snw_source source = {text, strlen(text), r->name, NULL};
    const snw_urdf_options options = {.keep_names = true};
    need(snw_urdf_read(&source, &options, r->setup, &described, NULL) == SNW_OK, "not read",
         r->name);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&r->model, described, &arena, NULL));
    r->model_block = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    need(r->model_block != NULL, "no memory", r->name);
    arena = snw_arena_over(r->model_block, arena.needed);
    need(snw_model_compile(&r->model, described, &arena, NULL) == SNW_OK, "not compiled", r->name);
    need(r->model.nv <= MOST && r->model.link_count <= MOST, "does not fit", r->name);
}

static void take(robot *r, const char *function, void *place) {
    char symbol[64];
    (void)snprintf(symbol, sizeof symbol, "robot_%s", function);
    void *found = dlsym(r->library, symbol);
    need(found != NULL, "not generated", symbol);
    memcpy(place, &found, sizeof found);
}

// the flags of the numeric modules, for this machine
static void build(robot *r, const char *folder, const char *source, const char *library) {
    const char *const arguments[] = {"cc",
                                     "-O3",
                                     "-march=native",
                                     "-ffp-contract=fast",
                                     "-fno-math-errno",
                                     "-fno-trapping-math",
                                     "-fno-tree-slp-vectorize",
                                     "-shared",
                                     "-fPIC",
                                     "-I",
                                     folder,
                                     "-o",
                                     library,
                                     source,
                                     "-lm",
                                     NULL};
    const snw_process_config how = {.arguments = arguments, .limit_ns = -1, .output_limit = 4096};
    snw_process_result result;
    need(snw_process_run(&how, &result, NULL) == SNW_OK && result.exit_code == 0,
         "the code does not compile", r->name);
    snw_process_free(&result);
    r->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    need(r->library != NULL, "the code does not load", r->name);
}

static void generate(robot *r) {
    static char source[TEXT], header[TEXT];
    char folder[] = "/tmp/sinew-bench-XXXXXX", paths[3][PATH];
    static const char *const endings[] = {"c", "h", "so"};
    need(mkdtemp(folder) != NULL, "no folder", "/tmp");
    for (int i = 0; i < 3; i++) {
        (void)snprintf(paths[i], PATH, "%s/robot.%s", folder, endings[i]);
    }
    snw_text s = snw_text_over(source, sizeof source), h = snw_text_over(header, sizeof header);
    snw_gen_options options = snw_gen_defaults();
    options.name = "robot";
    options.lanes = true;
    need(snw_gen_c(&r->model, &options, &s, &h, NULL) == SNW_OK && !snw_text_is_cut(&s),
         "not generated", r->name);
    need(snw_file_write(paths[0], source, s.length, NULL) == SNW_OK, "not written", paths[0]);
    need(snw_file_write(paths[1], header, h.length, NULL) == SNW_OK, "not written", paths[1]);
    build(r, folder, paths[0], paths[2]);
    take(r, "poses", &r->poses);
    take(r, "jacobian", &r->jacobian);
    take(r, "crba", &r->crba);
    take(r, "rnea", &r->rnea);
    take(r, "aba", &r->aba);
    take(r, "poses_lanes", &r->poses_lanes);
    take(r, "rnea_lanes", &r->rnea_lanes);
    take(r, "aba_lanes", &r->aba_lanes);
    for (int i = 0; i < 3; i++) {
        (void)unlink(paths[i]);
    }
    (void)rmdir(folder);
}

static void load_peer(robot *r, const char *text) {
    peer_robot *peer = peer_urdf(text);
    need(peer != NULL, "KDL does not read it", r->name);
    const int tip = r->model.link_count - 1;
    r->chain = peer_chain_create(peer, r->model.links[0].name, r->model.links[tip].name, NULL);
    need(r->chain != NULL, "KDL has no chain", r->name);
    peer_free(peer);
}

static void to_lane(double *to, const double *x, int count, int state) {
    for (int j = 0; j < count; j++) {
        to[(state / LANES * count + j) * LANES + state % LANES] = x[j];
    }
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
        to_lane(r->lanes.q, r->q[s], r->model.nq, s);
        to_lane(r->lanes.v, r->v[s], r->model.nv, s);
        to_lane(r->lanes.a, r->a[s], r->model.nv, s);
        to_lane(r->lanes.tau, r->tau[s], r->model.nv, s);
    }
}

static double difference(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i] - b[i]) / fmax(1, fabs(b[i])));
    }
    return most;
}

// lanes give what one state gives
static void compare_lanes(robot *r) {
    const int n = r->model.nv;
    double one[MOST], row[MOST];
    for (int k = 0; k < 2 * POOL; k++) {
        const int s = k % POOL;
        if (k == 0) r->rnea_lanes(POOL / LANES, r->lanes.q, r->lanes.v, r->lanes.a, r->lanes.out);
        if (k == POOL) {
            r->aba_lanes(POOL / LANES, r->lanes.q, r->lanes.v, r->lanes.tau, r->lanes.out);
        }
        if (k < POOL) {
            r->rnea(r->q[s], r->v[s], r->a[s], one);
        } else {
            r->aba(r->q[s], r->v[s], r->tau[s], one);
        }
        for (int j = 0; j < n; j++) {
            row[j] = r->lanes.out[(s / LANES * n + j) * LANES + s % LANES];
        }
        need(difference(row, one, n) <= 1e-10, "lanes differ", r->name);
    }
}

// both sides must speak of the same thing
static void compare(robot *r) {
    const int n = r->model.nv;
    double ours[MOST * MOST], theirs[MOST * MOST];
    for (int s = 0; s < POOL; s++) {
        r->rnea(r->q[s], r->v[s], r->a[s], ours);
        int done = peer_chain_rne(r->chain, r->q[s], r->v[s], r->a[s], theirs) == 0;
        need(done && difference(ours, theirs, n) <= 1e-9, "KDL's efforts differ", r->name);
        r->crba(r->q[s], ours);
        done = peer_chain_mass_matrix(r->chain, r->q[s], theirs) == 0;
        need(done && difference(ours, theirs, n * n) <= 1e-9, "KDL's masses differ", r->name);
        r->aba(r->q[s], r->v[s], r->tau[s], ours);
        done = forward_chain(r, s, theirs) == 0;
        need(done && difference(ours, theirs, n) <= 1e-8, "KDL's accelerations differ", r->name);
    }
}

static void run_case(robot *r, const char *what, bench_fn *ours, bench_fn *peer, double bar) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s/%s", r->name, what);
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = "KDL",
                             .peer = peer,
                             .context = r,
                             .calls = 1024,
                             .bar = bar});
}

static void run_robot(const char *name) {
    static robot r;
    memset(&r, 0, sizeof r);
    r.name = name;
    char *text = read_text(name);
    load_model(&r, text);
    load_peer(&r, text);
    free(text);
    generate(&r);
    draw_states(&r);
    compare(&r);
    compare_lanes(&r);
    const int panda = strcmp(name, "panda") == 0;
    run_case(&r, "fk-gen", fk_ours, fk_chain, panda ? 0.085 : 0);
    run_case(&r, "jacobian-gen", jacobian_ours, jacobian_chain, panda ? 0.04 : 0);
    run_case(&r, "rnea-gen", rnea_ours, rnea_chain, panda ? 0.075 : 0);
    run_case(&r, "crba-gen", crba_ours, crba_chain, panda ? 0.055 : 0);
    run_case(&r, "aba-gen", aba_ours, aba_chain, panda ? 0.08 : 0);
    // a third more is allowed where vectors hold four numbers
    const double wide = snw_lanes_isa() == SNW_ISA_AVX512 ? 1 : 4.0 / 3;
    run_case(&r, "fk-lanes", fk_lanes, fk_chain, 0);
    run_case(&r, "rnea-lanes", rnea_lanes, rnea_chain, panda ? 0.015 * wide : 0);
    run_case(&r, "aba-lanes", aba_lanes, aba_chain, panda ? 0.0135 * wide : 0);
    (void)dlclose(r.library);
    peer_chain_free(r.chain);
    snw_setup_destroy(r.setup);
    free(r.model_block);
}

int main(int argc, char **argv) {
    bench_open("gen", argc, argv);
    run_robot("panda");
    run_robot("ur5");
    run_robot("arm8");
    return bench_close();
}
