// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Poses of all links and Jacobians of the tip, beside Orocos KDL, on the same robots and states.
/// Each call takes the next of a pool of 256 states drawn between the limits, at most 3.1 rad from
/// 0. "fk" is all link poses, "jacobian" the 6 x n matrix of the last link's origin with the poses
/// that it needs; for a tree KDL is asked for every link in turn.
///
/// Robots are models/NAME/NAME.urdf, or NAME.urdf in the folder that SINEW_MODELS names; the PUMA
/// 560 is made of its table. Both sides read the same text.

#include "sinew/kinematics.h"
#include "sinew/modelio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peer/kdl.h"

enum { POOL = 256, MOST = 64 };

/// One robot on both sides.
typedef struct robot {
    const char *name;
    snw_setup *setup;
    snw_model model;
    snw_kin kin;
    void *model_block, *kin_block;
    int tip;
    peer_robot *peer;
    peer_chain *chain;
    const char *links[MOST];
    peer_pose poses[MOST];
    double q[POOL][MOST], v[POOL][MOST], a[POOL][MOST];
    double chain_q[POOL][MOST];
    double J[6 * MOST];
    snw_twist columns[MOST];
    snw_dexterity dexterity;
    void *dexterity_block;
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
        sum += snw_kin_update(&r->kin, r->q[i % POOL]) + r->kin.T_world_link[r->tip].p.x;
    }
    return sum;
}

static double jacobian_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_kin_update(&r->kin, r->q[i % POOL]);
        snw_kin_jacobian(&r->kin, r->tip, snw_vec3_zero(), r->columns);
        sum += r->columns[0].lin.x + r->columns[1].ang.y;
    }
    return sum;
}

static double velocity_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += snw_kin_update_velocity(&r->kin, r->q[k], r->v[k]);
        sum += snw_kin_velocity(&r->kin, r->tip, snw_vec3_zero()).lin.x;
    }
    return sum;
}

static double acceleration_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += snw_kin_update_acceleration(&r->kin, r->q[k], r->v[k], r->a[k]);
        sum += snw_kin_acceleration(&r->kin, r->tip, snw_vec3_zero()).lin.x;
    }
    return sum;
}

static double rate_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += snw_kin_update_velocity(&r->kin, r->q[k], r->v[k]);
        snw_kin_jacobian_rate(&r->kin, r->tip, snw_vec3_zero(), r->columns);
        sum += r->columns[0].lin.x + r->columns[1].ang.y;
    }
    return sum;
}

static double center_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_kin_update(&r->kin, r->q[i % POOL]) + snw_kin_center(&r->kin).x;
    }
    return sum;
}

static double gradient_ours(void *context, long calls) {
    robot *r = context;
    double sum = 0, gradient[MOST];
    for (long i = 0; i < calls; i++) {
        sum += snw_kin_update(&r->kin, r->q[i % POOL]);
        sum += snw_dexterity_update(&r->dexterity, &r->kin, r->tip, snw_vec3_zero(), SNW_PART_ALL);
        snw_dexterity_gradient(&r->dexterity, &r->kin, gradient);
        sum += gradient[1];
    }
    return sum;
}

// --- KDL ----------------------------------------------------------------------------------------

static double fk_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += peer_chain_fk(r->chain, r->chain_q[i % POOL], NULL);
    }
    return sum + peer_chain_pose(r->chain, 0).p[0];
}

static double fk_tree(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += peer_fk_all(r->peer, r->q[i % POOL], r->links, r->model.link_count, r->poses);
        sum += r->poses[1].p[0];
    }
    return sum;
}

static double jacobian_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += peer_chain_jacobian(r->chain, r->chain_q[i % POOL], NULL);
    }
    return sum;
}

static double velocity_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0, twist[6];
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += peer_chain_velocity(r->chain, r->chain_q[k], r->v[k], twist) + twist[0];
    }
    return sum;
}

static double rate_chain(void *context, long calls) {
    robot *r = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const long k = i % POOL;
        sum += peer_chain_jacobian_rate(r->chain, r->chain_q[k], r->v[k], r->J) + r->J[0];
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

// Corke's table of the PUMA 560
static char *write_puma(void) {
    const double half = SNW_PI / 2;
    const snw_joint_kind turn = SNW_JOINT_REVOLUTE;
    const snw_dh_joint rows[] = {
        {{0, half, 0, 0}, turn, NULL, -2.8, 2.8},
        {{0.4318, 0, 0, 0}, turn, NULL, -0.78, 3.9},
        {{0.0203, -half, 0.15005, 0}, turn, NULL, -3.9, 0.78},
        {{0, half, 0.4318, 0}, turn, NULL, -1.9, 2.9},
        {{0, -half, 0, 0}, turn, NULL, -1.7, 1.7},
        {{0, 0, 0, 0}, turn, NULL, -4.6, 4.6},
    };
    const snw_dh_table table = {.name = "puma560",
                                .convention = SNW_DH_STANDARD,
                                .joints = rows,
                                .joint_count = 6,
                                .base = snw_pose_identity(),
                                .tool = snw_pose_identity()};
    snw_setup *setup = snw_setup_create((size_t)16 << 20);
    snw_robot *described = NULL;
    need(snw_robot_from_dh(&table, setup, &described, NULL) == SNW_OK, "no robot", "puma560");
    described->attachment_count = 0;
    for (int i = 0; i < described->joint_count; i++) {
        described->joints[i].limits.velocity = 3; // urdfdom wants some
        described->joints[i].limits.effort = 100;
    }
    char *buffer = calloc(1, (size_t)1 << 20);
    need(buffer != NULL, "no memory", "puma560");
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
    r->model_block = block_for(&arena);
    arena = snw_arena_over(r->model_block, arena.needed);
    need(snw_model_compile(&r->model, described, &arena, NULL) == SNW_OK, "not compiled", r->name);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&r->kin, &r->model, &arena));
    r->kin_block = block_for(&arena);
    arena = snw_arena_over(r->kin_block, arena.needed);
    need(snw_kin_init(&r->kin, &r->model, &arena) == SNW_OK, "no workspace", r->name);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_dexterity_init(&r->dexterity, &r->model, &arena));
    r->dexterity_block = block_for(&arena);
    arena = snw_arena_over(r->dexterity_block, arena.needed);
    need(snw_dexterity_init(&r->dexterity, &r->model, &arena) == SNW_OK, "no workspace", r->name);
    need(r->model.link_count <= MOST && r->model.nv <= MOST, "too large", r->name);
    need(r->model.nq == r->model.nv, "has joints that KDL does not know", r->name);
}

static void load_peer(robot *r, const char *text) {
    r->peer = peer_urdf(text);
    need(r->peer != NULL, "KDL does not read it", r->name);
    const char *joints[MOST];
    for (int i = 0; i < r->model.nv; i++) {
        joints[i] = r->model.links[r->model.link_of_v[i]].joint_name;
    }
    need(peer_set_joints(r->peer, joints, r->model.nv) == 0, "joints differ", r->name);
    for (int i = 0; i < r->model.link_count; i++) {
        r->links[i] = r->model.links[i].name;
    }
    r->chain = peer_chain_create(r->peer, r->links[0], r->links[r->tip], NULL);
    need(r->chain != NULL, "KDL has no chain", r->name);
}

static void draw_states(robot *r) {
    for (int s = 0; s < POOL; s++) {
        for (int j = 0; j < r->model.nq; j++) {
            const double lower = fmax(r->model.lower[j], -3.1);
            r->q[s][j] = real(lower, fmin(r->model.upper[j], 3.1));
            r->v[s][j] = real(-1, 1);
            r->a[s][j] = real(-1, 1);
        }
        for (int j = 0; j < peer_chain_joint_count(r->chain); j++) {
            const int link = snw_model_find_joint(&r->model, peer_chain_joint(r->chain, j));
            r->chain_q[s][j] = r->q[s][r->model.links[link].source_q];
        }
    }
}

// both sides must speak of the same thing
static void compare(robot *r) {
    for (int s = 0; s < POOL; s++) {
        need(snw_kin_update(&r->kin, r->q[s]) == SNW_OK, "no pose", r->name);
        snw_kin_jacobian(&r->kin, r->tip, snw_vec3_zero(), r->columns);
        need(peer_chain_jacobian(r->chain, r->chain_q[s], r->J) == 0, "no Jacobian", r->name);
        for (int j = 0; j < peer_chain_joint_count(r->chain); j++) {
            const int link = snw_model_find_joint(&r->model, peer_chain_joint(r->chain, j));
            const double *ours = &r->columns[r->model.links[link].source_v].lin.x;
            for (int k = 0; k < 6; k++) {
                need(fabs(ours[k] - r->J[6 * j + k]) <= 1e-10, "KDL disagrees", r->name);
            }
        }
    }
}

static void run_case(robot *r, const char *what, bench_fn *ours, bench_fn *peer, double bar) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s/%s", r->name, what);
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = peer != NULL ? "KDL" : NULL,
                             .peer = peer,
                             .context = r,
                             .calls = 2048,
                             .bar = bar});
}

static void run_robot(const char *name, int tree) {
    static robot r;
    memset(&r, 0, sizeof r);
    r.name = name;
    char *text = strcmp(name, "puma560") == 0 ? write_puma() : read_text(name);
    load_ours(&r, text);
    r.tip = r.model.link_count - 1;
    load_peer(&r, text);
    free(text);
    draw_states(&r);
    compare(&r);
    const int panda = strcmp(name, "panda") == 0;
    run_case(&r, "fk", fk_ours, tree ? fk_tree : fk_chain, panda ? 0.12 : 0);
    run_case(&r, "jacobian", jacobian_ours, jacobian_chain, panda ? 0.07 : 0);
    if (panda) {
        run_case(&r, "velocity", velocity_ours, velocity_chain, 0);
        run_case(&r, "jacobian-rate", rate_ours, rate_chain, 0);
        run_case(&r, "acceleration", acceleration_ours, NULL, 0);
        run_case(&r, "center", center_ours, NULL, 0);
        run_case(&r, "manipulability-gradient", gradient_ours, NULL, 0);
    }
    peer_chain_free(r.chain);
    peer_free(r.peer);
    snw_setup_destroy(r.setup);
    free(r.model_block);
    free(r.kin_block);
    free(r.dexterity_block);
}

void bench_kinematics_batch(void); // bench_kinematics_batch.c

int main(int argc, char **argv) {
    bench_open("kinematics", argc, argv);
    run_robot("panda", 0);
    run_robot("puma560", 0);
    run_robot("ur5", 0);
    run_robot("arm8", 0);
    run_robot("humanoid30", 1);
    bench_kinematics_batch();
    return bench_close();
}
