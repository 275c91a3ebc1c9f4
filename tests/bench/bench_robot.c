// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "bench_robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/urdf.h"

void bench_need(int condition, const char *what, const char *name) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s: %s\n", name, what);
    exit(3);
}

double bench_real(double low, double high) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

void *bench_block(size_t bytes) {
    const size_t size = (bytes + 63) / 64 * 64;
    void *block = aligned_alloc(64, size);
    bench_need(block != NULL, "no memory", "bench");
    memset(block, 0, size);
    return block;
}

// --- loading ------------------------------------------------------------------------------------

char *bench_robot_text(const char *name) {
    const char *folder = getenv("SINEW_MODELS");
    char path[512];
    if (folder != NULL) {
        (void)snprintf(path, sizeof path, "%s/%s.urdf", folder, name);
    } else {
        (void)snprintf(path, sizeof path, "models/%s/%s.urdf", name, name);
    }
    FILE *file = fopen(path, "rb");
    bench_need(file != NULL, "there is no such model; set SINEW_MODELS to a folder of URDF files",
               name);
    const size_t size = (size_t)1 << 20;
    char *text = calloc(1, size);
    bench_need(text != NULL && fread(text, 1, size - 1, file) > 0, "cannot be read", name);
    (void)fclose(file);
    return text;
}

void bench_robot_load(bench_robot *robot, const char *name, const char *text) {
    memset(robot, 0, sizeof *robot);
    robot->name = name;
    robot->setup = snw_setup_create((size_t)64 << 20);
    snw_robot *described = NULL;
    const snw_source source = {text, strlen(text), name, NULL};
    const snw_urdf_options options = {.keep_names = true};
    bench_need(snw_urdf_read(&source, &options, robot->setup, &described, NULL) == SNW_OK,
               "not read", name);
    snw_model *model = &robot->model;
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(model, described, &arena, NULL));
    robot->model_block = bench_block(arena.needed);
    arena = snw_arena_over(robot->model_block, arena.needed);
    bench_need(snw_model_compile(model, described, &arena, NULL) == SNW_OK, "not compiled", name);
    bench_need(model->nv <= BENCH_RATES && model->nq == model->nv, "does not fit", name);
    robot->M = bench_block(sizeof *robot->M * (size_t)model->nv * (size_t)model->nv);
}

void bench_robot_kdl(bench_robot *robot, const char *text) {
    peer_robot *peer = peer_urdf(text);
    bench_need(peer != NULL, "KDL does not read it", robot->name);
    const snw_link *links = robot->model.links;
    const int tip = robot->model.link_count - 1;
    robot->chain = peer_chain_create(peer, links[0].name, links[tip].name, NULL);
    bench_need(robot->chain != NULL, "KDL has no chain", robot->name);
    peer_free(peer);
}

void bench_robot_mujoco(bench_robot *robot, const char *text) {
    const snw_model *model = &robot->model;
    robot->mujoco = peer_mujoco_create(text);
    bench_need(robot->mujoco != NULL, "MuJoCo does not read it", robot->name);
    bench_need(peer_mujoco_count(robot->mujoco) == model->nv, "MuJoCo has other joints",
               robot->name);
    for (int i = 0; i < model->nv; i++) {
        const snw_link *link = &model->links[model->link_of_v[i]];
        robot->place[i] = peer_mujoco_place(robot->mujoco, link->joint_name);
        bench_need(robot->place[i] >= 0, "MuJoCo lacks a joint", robot->name);
    }
}

void bench_robot_free(bench_robot *robot) {
    if (robot->chain != NULL) peer_chain_free(robot->chain);
    peer_mujoco_free(robot->mujoco);
    snw_setup_destroy(robot->setup);
    free(robot->model_block);
    free(robot->M);
}

// --- states -------------------------------------------------------------------------------------

void bench_robot_state(const bench_robot *robot, double *q, double *v, double *a, double *tau) {
    const snw_model *model = &robot->model;
    for (int j = 0; j < model->nv; j++) {
        q[j] = bench_real(fmax(model->lower[j], -3.1), fmin(model->upper[j], 3.1));
        v[j] = bench_real(-1, 1);
        a[j] = bench_real(-1, 1);
        tau[j] = bench_real(-10, 10);
    }
}

void bench_robot_to_mujoco(const bench_robot *robot, const double *from, double *to) {
    for (int j = 0; j < robot->model.nv; j++) {
        to[robot->place[j]] = from[j];
    }
}

double bench_difference(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        const double off = fabs(a[i] - b[i]) / fmax(1, fabs(b[i]));
        if (!(off <= most)) most = isnan(off) ? (double)INFINITY : off;
    }
    return most;
}

// --- KDL ----------------------------------------------------------------------------------------

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

int bench_kdl_forward(bench_robot *robot, const double *q, const double *v, const double *tau,
                      double *a) {
    static const double rest[BENCH_RATES];
    const int n = robot->model.nv;
    double bias[BENCH_RATES];
    const int failed = peer_chain_rne(robot->chain, q, v, rest, bias) +
                       peer_chain_mass_matrix(robot->chain, q, robot->M);
    for (int i = 0; i < n; i++) {
        a[i] = tau[i] - bias[i];
    }
    solve(robot->M, n, a);
    return failed;
}
