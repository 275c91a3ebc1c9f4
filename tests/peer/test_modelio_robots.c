// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "kdl.h"
#include "odd_urdf.h"
#include "sinew/kinematics.h"
#include "sinew/modelio/load.h"

// Robots as they are found, opened by sinew and by urdfdom: the same links, masses and limits, and
// poses that are those of KDL and of the plain product of the numbers in the text.

typedef struct opened {
    snw_setup *setup;
    snw_robot *robot;
    snw_model model;
    snw_kin kin;
    void *blocks[2];
} opened;

static void *block_for(snw_arena *arena) {
    void *block = aligned_alloc(64, (arena->needed + 63) / 64 * 64);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, arena->needed);
    return block;
}

static void open_text(opened *o, const char *text) {
    *o = (opened){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    snw_why items[64];
    snw_diags diags = {.items = items, .capacity = 64};
    const snw_source source = {text, strlen(text), "odd.urdf", NULL};
    const snw_status status = snw_robot_load_source(&source, NULL, o->setup, &o->robot, &diags);
    if (status < 0) print_error("%s: %s\n%s\n", items[0].subject, items[0].text, text);
    CHECK(status == SNW_OK && diags.errors == 0);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&o->model, o->robot, &arena, NULL));
    o->blocks[0] = block_for(&arena);
    CHECK(snw_model_compile(&o->model, o->robot, &arena, NULL) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&o->kin, &o->model, &arena));
    o->blocks[1] = block_for(&arena);
    CHECK(snw_kin_init(&o->kin, &o->model, &arena) == SNW_OK);
}

static void close_text(opened *o) {
    free(o->blocks[0]);
    free(o->blocks[1]);
    snw_setup_destroy(o->setup);
}

// number of the joint and the link in "j7", "l7"
static int number_of(const char *name) {
    return (int)strtol(name + 1, NULL, 10);
}

static void check_masses(const opened *o, const peer_robot *peer) {
    for (int i = 0; i < o->model.link_count; i++) {
        const snw_inertia *ours = &o->model.links[i].inertia;
        peer_body theirs;
        CHECK(peer_link_body(peer, o->model.links[i].name, &theirs) == 0);
        CHECK_NEAR(ours->m, theirs.mass, 1e-15);
        const snw_mat3 I = snw_sym3_to_mat3(ours->I);
        const double *rows[] = {theirs.I, theirs.I + 3, theirs.I + 6};
        const snw_vec3 mine[] = {I.x, I.y, I.z};
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(mine[k].x, rows[k][0], 1e-11);
            CHECK_NEAR(mine[k].y, rows[k][1], 1e-11);
            CHECK_NEAR(mine[k].z, rows[k][2], 1e-11);
        }
    }
}

// exchanged when they are the wrong way round, without end when they are 0 or less
static void check_limits(const opened *o, const char *text) {
    const snw_joint_description *joint = &o->robot->joints[check_int(0, o->robot->joint_count - 1)];
    double theirs[4];
    if (joint->kind != SNW_JOINT_REVOLUTE && joint->kind != SNW_JOINT_PRISMATIC) return;
    CHECK(peer_limits(text, joint->name, theirs) == 0);
    CHECK(joint->limits.lower == fmin(theirs[0], theirs[1]));
    CHECK(joint->limits.upper == fmax(theirs[0], theirs[1]));
    CHECK(joint->limits.effort == (theirs[2] > 0 ? theirs[2] : HUGE_VAL));
    CHECK(joint->limits.velocity == (theirs[3] > 0 ? theirs[3] : HUGE_VAL));
}

static void check_poses(opened *o, peer_robot *peer, const odd_urdf *u) {
    static odd_pose product[ODD_LINKS];
    double q[ODD_LINKS] = {0}, by_joint[ODD_LINKS] = {0};
    for (int v = 0; v < o->model.nv; v++) {
        const snw_link *link = &o->model.links[o->model.link_of_v[v]];
        q[link->q_index] = by_joint[number_of(link->joint_name)] = check_real(-3, 3);
    }
    CHECK(snw_kin_update(&o->kin, q) == SNW_OK);
    odd_fk(u, by_joint, product);
    for (int i = 0; i < o->model.link_count; i++) {
        const snw_pose *T = &o->kin.T_world_link[i];
        const double ours[3][4] = {{T->R.x.x, T->R.y.x, T->R.z.x, T->p.x},
                                   {T->R.x.y, T->R.y.y, T->R.z.y, T->p.y},
                                   {T->R.x.z, T->R.y.z, T->R.z.z, T->p.z}};
        const odd_pose *plain = &product[number_of(o->model.links[i].name)];
        peer_pose theirs;
        CHECK(peer_fk(peer, q, o->model.links[i].name, &theirs) == 0);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                CHECK_NEAR(ours[r][c], plain->T[r][c], 1e-12);
                CHECK_NEAR(ours[r][c], theirs.R[3 * r + c], 1e-12);
            }
            // ways of some metres through a dozen joints
            CHECK_NEAR(ours[r][3], plain->T[r][3], 1e-11);
            CHECK_NEAR(ours[r][3], theirs.p[r], 1e-11);
        }
    }
}

static void robots_as_they_are_found_stand_where_their_numbers_say(void) {
    static odd_urdf u;
    static opened o;
    CHECK_CASES(check_scaled(2000)) {
        odd_robot(&u);
        open_text(&o, u.text);
        peer_robot *peer = peer_urdf(u.text);
        if (peer == NULL) print_error("%s", u.text);
        CHECK(peer != NULL && peer_link_count(peer) == o.model.link_count);
        const char *names[ODD_LINKS];
        for (int v = 0; v < o.model.nv; v++) {
            names[v] = o.model.links[o.model.link_of_v[v]].joint_name;
        }
        CHECK(peer_set_joints(peer, names, o.model.nv) == 0);
        check_masses(&o, peer);
        check_limits(&o, u.text);
        for (int k = 0; k < 3; k++) {
            check_poses(&o, peer, &u);
        }
        peer_free(peer);
        close_text(&o);
    }
}

int main(void) {
    RUN(robots_as_they_are_found_stand_where_their_numbers_say);
    return check_report();
}
