// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <string.h>

#include "mujoco.h"
#include "sinew/dynamics.h"
#include "sinew/modelio.h"

// Efforts, mass matrices, accelerations and steps of the robots of models/ against MuJoCo, which
// reads the same URDF. MuJoCo finds the principal axes of its inertias to some 1e-5 only, so ours
// take over the inertias that it keeps, once they are near those of the file. The PUMA is left out:
// there MuJoCo changes them for good.

enum { FINDINGS = 8, MOST = 64, TEXT = 1 << 20 };

static const char *const names[] = {"panda", "ur5", "arm8", "humanoid30"};

/// One robot, ours and theirs.
typedef struct pair {
    snw_setup *setup;
    snw_model model;
    snw_dyn dyn;
    void *blocks[2];
    peer_mujoco *peer;
    int nv;
    int place[MOST]; ///< [nv] where a rate of ours is in theirs
    double q[MOST], v[MOST], a[MOST];
} pair;

static char text[TEXT];

static void read_text(const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/models/%s/%s.urdf", SNW_SOURCE_DIR, name, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    CHECK(length > 0 && length < sizeof text - 1);
    text[length] = '\0';
}

static void *block_for(snw_arena *arena) {
    void *block = aligned_alloc(64, (arena->needed + 63) / 64 * 64);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, arena->needed);
    return block;
}

// the inertias that MuJoCo keeps
static void take_over_masses(pair *p) {
    for (int l = 1; l < p->model.link_count; l++) {
        const snw_inertia own = snw_dyn_inertia(&p->dyn, l);
        double n[10];
        if (!peer_mujoco_mass(p->peer, p->model.links[l].name, n)) {
            CHECK(own.m == 0);
            continue;
        }
        const snw_vec3 c = {n[1], n[2], n[3]};
        const snw_sym3 I = {n[4], n[5], n[6], n[7], n[8], n[9]};
        const snw_inertia theirs = snw_inertia_from_central(n[0], c, I);
        CHECK_NEAR(theirs.m, own.m, 1e-12 * own.m);
        CHECK(snw_vec3_near(theirs.h, own.h, 1e-12));
        const snw_sym3 off = snw_sym3_sub(theirs.I, own.I);
        const double most = 1e-4 * (own.I.xx + own.I.yy + own.I.zz);
        CHECK(fabs(off.xx) < most && fabs(off.yy) < most && fabs(off.zz) < most);
        CHECK(fabs(off.xy) < most && fabs(off.xz) < most && fabs(off.yz) < most);
        CHECK(snw_dyn_set_inertia(&p->dyn, l, theirs) == SNW_OK);
    }
}

static void open_pair(pair *p, const char *name) {
    read_text(name);
    *p = (pair){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    CHECK(p->setup != NULL);
    snw_why items[FINDINGS];
    snw_diags diags = {.items = items, .capacity = FINDINGS};
    snw_robot *robot = NULL;
    const snw_source source = {text, strlen(text), "t.urdf", NULL};
    const snw_urdf_options options = {.keep_names = true, .strictness = SNW_LENIENT};
    CHECK(snw_urdf_read(&source, &options, p->setup, &robot, &diags) >= 0);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&p->model, robot, &arena, NULL));
    p->blocks[0] = block_for(&arena);
    CHECK(snw_model_compile(&p->model, robot, &arena, NULL) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_dyn_init(&p->dyn, &p->model, &arena));
    p->blocks[1] = block_for(&arena);
    CHECK(snw_dyn_init(&p->dyn, &p->model, &arena) == SNW_OK);
    p->dyn.springs = false;

    p->peer = peer_mujoco_create(text);
    CHECK(p->peer != NULL);
    p->nv = p->model.nv;
    CHECK(p->nv <= MOST && peer_mujoco_count(p->peer) == p->nv);
    for (int i = 0; i < p->nv; i++) {
        const snw_link *link = &p->model.links[p->model.link_of_v[i]];
        p->place[i] = peer_mujoco_place(p->peer, link->joint_name);
        CHECK(p->place[i] >= 0);
    }
    take_over_masses(p);
}

static void close_pair(pair *p) {
    peer_mujoco_free(p->peer);
    free(p->blocks[0]);
    free(p->blocks[1]);
    snw_setup_destroy(p->setup);
}

static void random_state(pair *p) {
    for (int i = 0; i < p->nv; i++) {
        p->q[i] = check_real(-3, 3);
        p->v[i] = check_real(-2, 2);
        p->a[i] = check_real(-5, 5);
    }
}

static void to_theirs(const pair *p, const double *ours, double *theirs) {
    for (int i = 0; i < p->nv; i++) {
        theirs[p->place[i]] = ours[i];
    }
}

static double largest(const double *x, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

// numbers per rate, relative to the largest
static void check_same(const pair *p, const double *ours, const double *theirs) {
    const double size = largest(theirs, p->nv);
    CHECK(size > 0);
    for (int i = 0; i < p->nv; i++) {
        CHECK_NEAR(ours[i], theirs[p->place[i]], 1e-7 * size);
    }
}

// --- tests ---------------------------------------------------------------------------------------

static void check_inverse(pair *p) {
    double tau[MOST], q[MOST], v[MOST], a[MOST], expected[MOST];
    to_theirs(p, p->q, q);
    to_theirs(p, p->v, v);
    to_theirs(p, p->a, a);
    CHECK(snw_dyn_inverse(&p->dyn, p->q, p->v, p->a, NULL, tau) == SNW_OK);
    peer_mujoco_inverse(p->peer, q, v, a, expected);
    check_same(p, tau, expected);
}

static void check_mass_matrix(pair *p) {
    static double M[MOST * MOST], expected[MOST * MOST];
    double q[MOST];
    const int nv = p->nv;
    to_theirs(p, p->q, q);
    CHECK(snw_dyn_mass_matrix(&p->dyn, p->q, M) == SNW_OK);
    peer_mujoco_mass_matrix(p->peer, q, expected);
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++) {
            const int k = p->place[i], l = p->place[j];
            const double size = sqrt(expected[k + nv * k] * expected[l + nv * l]);
            CHECK(size > 0);
            CHECK_NEAR(M[i + nv * j], expected[k + nv * l], 1e-7 * size);
        }
    }
}

static void check_forward(pair *p) {
    double q[MOST], v[MOST], tau[MOST], ours[MOST], factored[MOST], theirs[MOST];
    to_theirs(p, p->q, q);
    to_theirs(p, p->v, v);
    to_theirs(p, p->a, tau);
    CHECK(snw_dyn_forward(&p->dyn, p->q, p->v, p->a, NULL, ours) == SNW_OK);
    CHECK(snw_dyn_forward_factored(&p->dyn, p->q, p->v, p->a, NULL, factored) == SNW_OK);
    peer_mujoco_forward(p->peer, q, v, tau, theirs);
    check_same(p, ours, theirs);
    check_same(p, factored, theirs);
}

static void for_each_robot(void (*check)(pair *)) {
    for (size_t r = 0; r < sizeof names / sizeof *names; r++) {
        pair p;
        open_pair(&p, names[r]);
        CHECK_CASES(check_scaled(1000)) {
            random_state(&p);
            check(&p);
        }
        close_pair(&p);
    }
}

static void inverse_dynamics_is_that_of_mujoco(void) {
    for_each_robot(check_inverse);
}

static void mass_matrices_are_those_of_mujoco(void) {
    for_each_robot(check_mass_matrix);
}

static void forward_dynamics_is_that_of_mujoco(void) {
    for_each_robot(check_forward);
}

/// Free motion, for a stepper.
static snw_status fall(double t, const double *q, const double *v, double *a, void *context) {
    static const double none[MOST] = {0};
    (void)t;
    return snw_dyn_forward(context, q, v, none, NULL, a);
}

static void a_tenth_of_a_second_of_euler_steps_is_that_of_mujoco(void) {
    for (size_t r = 0; r < sizeof names / sizeof *names; r++) {
        pair p;
        open_pair(&p, names[r]);
        random_state(&p);
        double q[MOST], v[MOST];
        to_theirs(&p, p.q, q);
        to_theirs(&p, p.v, v);
        snw_stepper_settings settings;
        CHECK(snw_stepper_named("euler", &settings) == SNW_OK);
        snw_stepper stepper;
        snw_arena arena = {0};
        SNW_IGNORE(snw_stepper_init(&stepper, &p.model, settings, &arena));
        void *block = block_for(&arena);
        CHECK(snw_stepper_init(&stepper, &p.model, settings, &arena) == SNW_OK);
        const snw_stepper_source source = {fall, &p.dyn};
        for (int i = 0; i < 100; i++) {
            CHECK(snw_stepper_step(&stepper, source, 1e-3 * i, 1e-3, p.q, p.v) == SNW_OK);
            peer_mujoco_step(p.peer, 1e-3, q, v);
        }
        check_same(&p, p.q, q);
        check_same(&p, p.v, v);
        free(block);
        close_pair(&p);
    }
}

int main(void) {
    RUN(inverse_dynamics_is_that_of_mujoco);
    RUN(mass_matrices_are_those_of_mujoco);
    RUN(forward_dynamics_is_that_of_mujoco);
    RUN(a_tenth_of_a_second_of_euler_steps_is_that_of_mujoco);
    return check_report();
}
