// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "mujoco.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

struct peer_mujoco {
    mjModel *m;
    mjData *d;
};

// nothing but rigid bodies and gravity
static const int OFF = mjDSBL_CONSTRAINT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_LIMIT |
                       mjDSBL_CONTACT | mjDSBL_PASSIVE | mjDSBL_WARMSTART;

// the same text from memory
static mjModel *load(const char *text) {
    const size_t length = strlen(text);
    mjVFS *files = malloc(sizeof *files);
    if (files == NULL) return NULL;
    mj_defaultVFS(files);
    char reason[500] = "out of memory";
    mjModel *m = NULL;
    if (mj_makeEmptyFileVFS(files, "robot.urdf", (int)length) == 0) {
        memcpy(files->filedata[0], text, length);
        m = mj_loadXML("robot.urdf", files, reason, sizeof reason);
    }
    if (m == NULL) (void)fprintf(stderr, "mujoco: %s\n", reason);
    mj_deleteVFS(files);
    free(files);
    return m;
}

peer_mujoco *peer_mujoco_create(const char *text) {
    peer_mujoco *peer = calloc(1, sizeof *peer);
    if (peer == NULL) return NULL;
    peer->m = load(text);
    if (peer->m != NULL) peer->d = mj_makeData(peer->m);
    if (peer->d == NULL || peer->m->nq != peer->m->nv) {
        peer_mujoco_free(peer);
        return NULL;
    }
    peer->m->opt.disableflags |= OFF;
    peer->m->opt.gravity[0] = 0;
    peer->m->opt.gravity[1] = 0;
    peer->m->opt.gravity[2] = -9.81;
    return peer;
}

void peer_mujoco_free(peer_mujoco *peer) {
    if (peer == NULL) return;
    if (peer->d != NULL) mj_deleteData(peer->d);
    if (peer->m != NULL) mj_deleteModel(peer->m);
    free(peer);
}

int peer_mujoco_count(const peer_mujoco *peer) {
    return peer->m->nv;
}

int peer_mujoco_place(const peer_mujoco *peer, const char *joint) {
    const int number = mj_name2id(peer->m, mjOBJ_JOINT, joint);
    return number < 0 ? -1 : peer->m->jnt_dofadr[number];
}

bool peer_mujoco_mass(const peer_mujoco *peer, const char *link, double numbers[10]) {
    const int b = mj_name2id(peer->m, mjOBJ_BODY, link);
    if (b < 0) return false;
    mjtNum R[9], I[9] = {0};
    mju_quat2Mat(R, peer->m->body_iquat + (ptrdiff_t)4 * b);
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 3; k++) {
            I[i] += R[i / 3 * 3 + k] * peer->m->body_inertia[3 * b + k] * R[i % 3 * 3 + k];
        }
    }
    const mjtNum *c = peer->m->body_ipos + (ptrdiff_t)3 * b;
    const double all[10] = {
        peer->m->body_mass[b], c[0], c[1], c[2], I[0], I[4], I[8], I[1], I[2], I[5]};
    memcpy(numbers, all, sizeof all);
    return true;
}

static void put(mjtNum *to, const double *from, int count) {
    memcpy(to, from, sizeof *to * (size_t)count);
}

void peer_mujoco_inverse(peer_mujoco *peer, const double *q, const double *v, const double *a,
                         double *tau) {
    put(peer->d->qpos, q, peer->m->nq);
    put(peer->d->qvel, v, peer->m->nv);
    put(peer->d->qacc, a, peer->m->nv);
    mj_inverse(peer->m, peer->d);
    put(tau, peer->d->qfrc_inverse, peer->m->nv);
}

void peer_mujoco_mass_matrix(peer_mujoco *peer, const double *q, double *M) {
    put(peer->d->qpos, q, peer->m->nq);
    mj_fwdPosition(peer->m, peer->d);
    mj_fullM(peer->m, M, peer->d->qM);
}

void peer_mujoco_forward(peer_mujoco *peer, const double *q, const double *v, const double *tau,
                         double *a) {
    put(peer->d->qpos, q, peer->m->nq);
    put(peer->d->qvel, v, peer->m->nv);
    put(peer->d->qfrc_applied, tau, peer->m->nv);
    mj_forward(peer->m, peer->d);
    put(a, peer->d->qacc, peer->m->nv);
}

void peer_mujoco_step(peer_mujoco *peer, double dt, double *q, double *v) {
    peer->m->opt.timestep = dt;
    put(peer->d->qpos, q, peer->m->nq);
    put(peer->d->qvel, v, peer->m->nv);
    memset(peer->d->qfrc_applied, 0, sizeof(mjtNum) * (size_t)peer->m->nv);
    mj_step(peer->m, peer->d);
    put(q, peer->d->qpos, peer->m->nq);
    put(v, peer->d->qvel, peer->m->nv);
}
