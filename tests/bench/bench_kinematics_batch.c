// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Many states at once beside Orocos KDL, which takes them one by one; times are per state. A call
// of ours takes the whole pool of 256 states, in blocks, and gives the poses of all links, or the
// Jacobian of the last link's origin. Both sides are compared before they are timed.
#include "sinew/batch.h"
#include "sinew/modelio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/kdl.h"

void bench_kinematics_batch(void);

enum { POOL = 256, MOST = 40 };

typedef struct robot {
    const char *name;
    snw_setup *setup;
    snw_model model;
    snw_batch batch;
    void *model_block, *batch_block;
    peer_robot *peer;
    peer_chain *chain;
    double rows[POOL][MOST]; ///< as KDL takes them: its joints are ours, in our order
    double *q, *v, *T;       ///< blocks; T serves for all results
    float *q_f32, *T_f32;
    double *packed; ///< [POOL][nq] rows of ours
    snw_pose *poses;
} robot;

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

static double fk(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_batch_fk_f64(&r->batch, r->q, POOL / SNW_BATCH_F64, r->T) + r->T[500];
    }
    return sum;
}

static double fk_f32(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_batch_fk_f32(&r->batch, r->q_f32, POOL / SNW_BATCH_F32, r->T_f32);
        sum += (double)r->T_f32[500];
    }
    return sum;
}

static double fk_rows(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_batch_fk_rows(&r->batch, r->packed, POOL, r->poses) + r->poses[5].p.x;
    }
    return sum;
}

static double jacobian(void *context, long calls) {
    robot *r = context;
    const int tip = r->batch.place_count - 1;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_batch_jacobian_f64(&r->batch, tip, r->q, POOL / SNW_BATCH_F64, r->T);
        sum += r->T[100];
    }
    return sum;
}

static double velocity(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_batch_velocity_f64(&r->batch, r->q, r->v, POOL / SNW_BATCH_F64, r->T);
        sum += r->T[100];
    }
    return sum;
}

// --- KDL ----------------------------------------------------------------------------------------

static double peer_fk_pool(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls * POOL; i++) {
        sum += peer_chain_fk(r->chain, r->rows[i % POOL], NULL);
    }
    return sum + peer_chain_pose(r->chain, 0).p[0];
}

static double peer_jacobian_pool(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls * POOL; i++) {
        sum += peer_chain_jacobian(r->chain, r->rows[i % POOL], NULL);
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

static char *read_text(const char *name, char path[512]) {
    const char *folder = getenv("SINEW_MODELS");
    if (folder != NULL) {
        (void)snprintf(path, 512, "%s/%s.urdf", folder, name);
    } else {
        (void)snprintf(path, 512, "models/%s/%s.urdf", name, name);
    }
    FILE *file = fopen(path, "rb");
    need(file != NULL, "there is no such model; set SINEW_MODELS to a folder of URDF files", name);
    char *text = calloc(1, (size_t)1 << 20);
    need(text != NULL && fread(text, 1, ((size_t)1 << 20) - 1, file) > 0, "cannot be read", name);
    (void)fclose(file);
    return text;
}

static void load_ours(robot *r, const char *path) {
    snw_why items[16];
    snw_diags diags = {.items = items, .capacity = 16};
    snw_robot *described = NULL;
    r->setup = snw_setup_create((size_t)64 << 20);
    need(snw_urdf_read_file(path, NULL, r->setup, &described, &diags) == SNW_OK, "not read",
         r->name);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&r->model, described, &arena, NULL));
    r->model_block = block_of(arena.needed);
    arena = snw_arena_over(r->model_block, arena.needed);
    need(snw_model_compile(&r->model, described, &arena, NULL) == SNW_OK, "not compiled", r->name);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_batch_init(&r->batch, &r->model, NULL, 0, &arena));
    r->batch_block = block_of(arena.needed);
    arena = snw_arena_over(r->batch_block, arena.needed);
    need(snw_batch_init(&r->batch, &r->model, NULL, 0, &arena) == SNW_OK, "no batch", r->name);
}

static void load_peer(robot *r, const char *text) {
    r->peer = peer_urdf(text);
    need(r->peer != NULL, "KDL does not read it", r->name);
    const int tip = r->model.link_count - 1;
    r->chain = peer_chain_create(r->peer, r->model.links[0].name, r->model.links[tip].name, NULL);
    need(r->chain != NULL && peer_chain_joint_count(r->chain) == r->model.nq &&
             peer_chain_segment_count(r->chain) == tip && r->model.nq <= MOST,
         "is no chain", r->name);
}

static void draw_states(robot *r) {
    const int nq = r->model.nq, width = 12 * r->model.link_count;
    const size_t numbers = (size_t)POOL * (size_t)nq;
    r->packed = block_of(numbers * sizeof(double));
    float *packed_f32 = block_of(numbers * sizeof(float));
    for (int s = 0; s < POOL; s++) {
        for (int j = 0; j < nq; j++) {
            const double lower = r->model.lower[j] > -3.1 ? r->model.lower[j] : -3.1;
            const double upper = r->model.upper[j] < 3.1 ? r->model.upper[j] : 3.1;
            r->rows[s][j] = r->packed[s * nq + j] = real(lower, upper);
            packed_f32[s * nq + j] = (float)r->rows[s][j];
        }
    }
    r->q = block_of(numbers * sizeof(double));
    r->v = block_of(numbers * sizeof(double));
    r->q_f32 = block_of(numbers * sizeof(float));
    r->T = block_of((size_t)POOL * (size_t)width * sizeof(double));
    r->T_f32 = block_of((size_t)POOL * (size_t)width * sizeof(float));
    r->poses = block_of((size_t)POOL * (size_t)width * sizeof(double));
    const snw_lanes *lanes = snw_lanes_best();
    need(snw_lanes_pack_f64(lanes, r->packed, POOL, nq, SNW_BATCH_F64, r->q) == SNW_OK &&
             snw_lanes_pack_f32(lanes, packed_f32, POOL, nq, SNW_BATCH_F32, r->q_f32) == SNW_OK,
         "not packed", r->name);
    memcpy(r->v, r->q, numbers * sizeof(double));
    free(packed_f32);
}

// both sides must speak of the same thing
static void compare(robot *r) {
    need(snw_batch_fk_f64(&r->batch, r->q, POOL / SNW_BATCH_F64, r->T) == SNW_OK &&
             r->batch.refused == 0,
         "no poses", r->name);
    for (int s = 0; s < POOL; s++) {
        need(peer_chain_fk(r->chain, r->rows[s], NULL) == 0, "KDL has no poses", r->name);
        for (int i = 1; i < r->model.link_count; i++) {
            const snw_pose ours = snw_batch_pose(&r->batch, r->T, s, i);
            const peer_pose peer = peer_chain_pose(r->chain, i - 1);
            const snw_vec3 p = {peer.p[0], peer.p[1], peer.p[2]};
            const snw_vec3 z = {peer.R[2], peer.R[5], peer.R[8]};
            need(snw_vec3_norm(snw_vec3_sub(ours.p, p)) <= 1e-10 &&
                     snw_vec3_norm(snw_vec3_sub(ours.R.z, z)) <= 1e-10,
                 "KDL disagrees", r->name);
        }
    }
}

static void run_case(robot *r, const char *what, bench_fn *ours, bench_fn *peer, double bar) {
    char name[128];
    (void)snprintf(name, sizeof name, "%s/%s", r->name, what);
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = peer != NULL ? "KDL" : NULL,
                             .peer = peer,
                             .context = r,
                             .calls = peer != NULL ? 8 : 32,
                             .values_per_call = POOL,
                             .note = snw_lanes_table(r->batch.isa)->name,
                             .bar = bar});
}

// velocities, rows, and the narrower instruction sets
static void run_more(robot *r) {
    run_case(r, "velocity-batch", velocity, NULL, 0);
    run_case(r, "fk-batch-rows", fk_rows, peer_fk_pool, 0);
    for (int isa = (int)snw_lanes_isa() - 1; isa >= 0; isa--) {
        char name[64];
        need(snw_batch_use(&r->batch, (snw_isa)isa) == SNW_OK, "no such set", r->name);
        (void)snprintf(name, sizeof name, "fk-batch-%s", snw_lanes_table((snw_isa)isa)->name);
        run_case(r, name, fk, peer_fk_pool, 0);
        (void)snprintf(name, sizeof name, "fk-batch-f32-%s", snw_lanes_table((snw_isa)isa)->name);
        run_case(r, name, fk_f32, peer_fk_pool, 0);
    }
}

static void run_robot(const char *name) {
    static robot r;
    char path[512];
    memset(&r, 0, sizeof r);
    r.name = name;
    char *text = read_text(name, path);
    load_ours(&r, path);
    load_peer(&r, text);
    free(text);
    draw_states(&r);
    compare(&r);
    // the bars are those of AVX-512
    const int judged = strcmp(name, "panda") == 0 && snw_lanes_isa() == SNW_ISA_AVX512;
    run_case(&r, "fk-batch", fk, peer_fk_pool, judged ? 0.04 : 0);
    run_case(&r, "fk-batch-f32", fk_f32, peer_fk_pool, judged ? 0.02 : 0);
    run_case(&r, "jacobian-batch", jacobian, peer_jacobian_pool, 0);
    if (strcmp(name, "panda") == 0) run_more(&r);
    peer_chain_free(r.chain);
    peer_free(r.peer);
    snw_setup_destroy(r.setup);
    void *blocks[] = {r.model_block, r.batch_block, r.packed, r.q,    r.v,
                      r.q_f32,       r.T,           r.T_f32,  r.poses};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
}

void bench_kinematics_batch(void) {
    run_robot("panda");
    run_robot("ur5");
    run_robot("arm8");
}
