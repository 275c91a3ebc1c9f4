// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODEL_ROBOTS_H
#define SINEW_TESTS_MODEL_ROBOTS_H

/// @file
/// Descriptions for tests: built by hand, drawn at random, compiled into a block of exactly the
/// size that is asked for, and a joint law that moves along a helical rail.
///
/// Include it first: it asks for posix_memalign().

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "sinew/model.h"

#include "check.h"

// --- building -----------------------------------------------------------------------------------

__attribute__((unused)) static snw_setup *new_setup(void) {
    snw_setup *setup = snw_setup_create((size_t)64 << 20);
    if (setup == NULL) abort();
    return setup;
}

__attribute__((unused)) static snw_robot *new_robot(snw_setup *setup, const char *name) {
    snw_robot *robot = snw_block_new(&snw_robot_type, setup);
    if (robot == NULL) abort();
    snw_copy_text(robot->name, SNW_NAME, name);
    return robot;
}

/// One more item of a list, with its defaults.
__attribute__((unused)) static void *add_item(snw_robot *robot, snw_setup *setup,
                                              const char *list) {
    const snw_field *field = snw_type_field(&snw_robot_type, list);
    const int count = snw_field_count(field, robot);
    if (snw_block_resize(field, robot, count + 1, setup) != SNW_OK) abort();
    return snw_field_place(field, robot, count);
}

__attribute__((unused)) static snw_link_description *add_link(snw_robot *robot, snw_setup *setup,
                                                              const char *name) {
    snw_link_description *link = add_item(robot, setup, "links");
    snw_copy_text(link->name, SNW_NAME, name);
    return link;
}

__attribute__((unused)) static snw_joint_description *add_joint(snw_robot *robot, snw_setup *setup,
                                                                const char *name,
                                                                const char *parent,
                                                                const char *child) {
    snw_joint_description *joint = add_item(robot, setup, "joints");
    snw_copy_text(joint->name, SNW_NAME, name);
    snw_copy_text(joint->parent, SNW_NAME, parent);
    snw_copy_text(joint->child, SNW_NAME, child);
    joint->kind = SNW_JOINT_REVOLUTE;
    return joint;
}

__attribute__((unused)) static snw_attachment *add_attachment(snw_robot *robot, snw_setup *setup,
                                                              const char *name, const char *link) {
    snw_attachment *attachment = add_item(robot, setup, "attachments");
    snw_copy_text(attachment->name, SNW_NAME, name);
    snw_copy_text(attachment->link, SNW_NAME, link);
    return attachment;
}

__attribute__((unused)) static snw_mimic *add_mimic(snw_joint_description *joint, snw_setup *setup,
                                                    const char *followed, double multiplier,
                                                    double offset) {
    const snw_field *field = snw_type_field(&snw_joint_description_type, "mimic");
    joint->mimic = snw_block_new(field->type, setup);
    if (joint->mimic == NULL) abort();
    snw_copy_text(joint->mimic->joint, SNW_NAME, followed);
    joint->mimic->multiplier = multiplier;
    joint->mimic->offset = offset;
    return joint->mimic;
}

__attribute__((unused)) static snw_inertial *
add_inertial(snw_link_description *link, snw_setup *setup, double mass, double moment) {
    const snw_field *field = snw_type_field(&snw_link_description_type, "inertial");
    link->inertial = snw_block_new(field->type, setup);
    if (link->inertial == NULL) abort();
    link->inertial->mass = mass;
    link->inertial->ixx = link->inertial->iyy = link->inertial->izz = moment;
    return link->inertial;
}

/// A spring, or a damper, of a joint with `count` terms.
__attribute__((unused)) static snw_spring *add_spring(snw_spring **place, snw_setup *setup,
                                                      double constant, int count) {
    const snw_field *field = snw_type_field(&snw_joint_description_type, "spring");
    snw_spring *spring = snw_block_new(field->type, setup);
    if (spring == NULL) abort();
    const snw_field *terms = snw_type_field(field->type, "terms");
    if (snw_block_resize(terms, spring, count, setup) != SNW_OK) abort();
    spring->constant = constant;
    *place = spring;
    return spring;
}

__attribute__((unused)) static snw_coupling *add_coupling(snw_robot *robot, snw_setup *setup,
                                                          const char *name, int count,
                                                          const char *const *joints,
                                                          const double *matrix) {
    snw_coupling *coupling = add_item(robot, setup, "couplings");
    const snw_field *field = snw_type_field(&snw_robot_type, "couplings");
    const snw_field *numbers = snw_type_field(field->type, "matrix");
    snw_copy_text(coupling->name, SNW_NAME, name);
    coupling->joint_count = count;
    for (int i = 0; i < count; i++) {
        snw_copy_text(coupling->joints[i], SNW_NAME, joints[i]);
    }
    if (snw_block_resize(numbers, coupling, count * count, setup) != SNW_OK) abort();
    memcpy(coupling->matrix, matrix, (size_t)(count * count) * sizeof(double));
    return coupling;
}

// --- compiling ----------------------------------------------------------------------------------

/// A model and the block that it lives in.
typedef struct compiled {
    snw_model model;
    void *block;
} compiled;

/// A block of exactly that capacity, aligned as arenas need it.
__attribute__((unused)) static void *exact_block(size_t capacity) {
    void *block = NULL;
    if (posix_memalign(&block, SNW_ARENA_ALIGN, capacity > 0 ? capacity : 1) != 0) abort();
    return block;
}

__attribute__((unused)) static snw_status compile(const snw_robot *robot, compiled *c,
                                                  snw_diags *diags) {
    snw_arena arena = {0};
    c->block = NULL;
    snw_status status = snw_model_compile(&c->model, robot, &arena, diags);
    if (status != SNW_ERR_MEMORY) return status;
    const size_t needed = arena.needed;
    c->block = exact_block(needed);
    arena = snw_arena_over(c->block, needed);
    status = snw_model_compile(&c->model, robot, &arena, NULL);
    CHECK(arena.needed == needed);
    return status;
}

/// The number of findings of a rule.
__attribute__((unused)) static int findings(const snw_diags *diags, const char *rule) {
    int count = 0;
    for (int i = 0; i < diags->count; i++) {
        count += strcmp(diags->items[i].rule, rule) == 0;
    }
    return count;
}

/// Compiles with a list of findings; the caller frees c->block.
typedef struct judged {
    compiled c;
    snw_status status;
    snw_diags diags;
    snw_why items[64];
} judged;

__attribute__((unused)) static void judge(const snw_robot *robot, judged *j) {
    memset(j, 0, sizeof *j);
    j->diags = (snw_diags){.items = j->items, .capacity = 64};
    j->status = compile(robot, &j->c, &j->diags);
}

// --- a law --------------------------------------------------------------------------------------

/// A carriage on a helix about z that tilts as it goes: T = (r cos q, r sin q, c q), Rz(q) Ry(b(q))
/// with b(q) = tilt sin q.
typedef struct helical_rail {
    double radius, rise, tilt;
} helical_rail;

static snw_pose rail_transform(const void *law, double q) {
    const helical_rail *rail = (const helical_rail *)law;
    const snw_mat3 R = snw_mat3_mul(snw_mat3_rot_z(q), snw_mat3_rot_y(rail->tilt * sin(q)));
    return snw_pose_of(R,
                       snw_vec3_of(rail->radius * cos(q), rail->radius * sin(q), rail->rise * q));
}

static const snw_joint_law rail_law = {.head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION},
                                       .transform = rail_transform};
static const snw_field rail_fields[] = {
    {SNW_AT(helical_rail, radius), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 100},
     .initial = "0.5", .help = "Radius of the helix."},
    {SNW_AT(helical_rail, rise), .kind = SNW_KIND_REAL, .unit = "m/rad", .range = {-10, 10},
     .initial = "0.1", .help = "Rise per angle."},
    {SNW_AT(helical_rail, tilt), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-3, 3},
     .help = "Largest tilt of the carriage."},
};
static const snw_type rail_type = {SNW_TYPE(helical_rail, rail_fields), .base = "joint_law",
                                   .space = &snw_space_robot, .functions = &rail_law.head,
                                   .help = "A carriage on a helical rail."};

__attribute__((unused)) static helical_rail *add_rail(snw_joint_description *joint,
                                                      snw_setup *setup) {
    joint->kind = SNW_JOINT_LAW;
    joint->law = (snw_child){&rail_type, snw_block_new(&rail_type, setup)};
    if (joint->law.block == NULL) abort();
    return joint->law.block;
}

// --- at random ----------------------------------------------------------------------------------

__attribute__((unused)) static snw_vec3 random_vec3(double size) {
    const double x = check_real(-size, size), y = check_real(-size, size);
    return snw_vec3_of(x, y, check_real(-size, size));
}

__attribute__((unused)) static snw_vec3 random_axis(void) {
    snw_vec3 v;
    do {
        v = random_vec3(1);
    } while (!(snw_vec3_norm(v) > 0.1 && snw_vec3_norm(v) < 1));
    return snw_vec3_normalize(v);
}

__attribute__((unused)) static snw_pose random_pose(void) {
    return snw_pose_of(snw_mat3_axis_angle(random_axis(), check_real(-4, 4)), random_vec3(1));
}

/// What a random tree may contain.
typedef struct tree_options {
    int links;
    bool only_single; ///< joints of one coordinate, and fixed ones
    bool laws, mimics, floating;
} tree_options;

/// A tree whose lists stand in random order. Link k is named "k", its joint "jk", an attachment on
/// it "fk"; the root is link 0.
__attribute__((unused)) static snw_robot *random_tree(snw_setup *setup, tree_options o) {
    enum { MOST = 64 };
    snw_robot *robot = new_robot(setup, "tree");
    robot->floating = o.floating;
    int order[MOST];
    for (int i = 0; i < o.links; i++) {
        const int at = check_int(0, i);
        order[i] = order[at];
        order[at] = i;
    }
    char a[SNW_NAME], b[SNW_NAME], c[SNW_NAME];
    for (int i = 0; i < o.links; i++) {
        (void)snprintf(a, sizeof a, "%d", order[i]);
        add_inertial(add_link(robot, setup, a), setup, check_real(0.1, 2), check_real(0.01, 0.1));
        (void)snprintf(b, sizeof b, "f%d", order[i]);
        add_attachment(robot, setup, b, a)->origin = random_pose();
    }
    for (int i = 0; i < o.links; i++) {
        const int child = order[o.links - 1 - i];
        if (child == 0) continue;
        (void)snprintf(a, sizeof a, "%d", check_int(0, child - 1));
        (void)snprintf(b, sizeof b, "%d", child);
        (void)snprintf(c, sizeof c, "j%d", child);
        snw_joint_description *joint = add_joint(robot, setup, c, a, b);
        const snw_joint_kind last = o.only_single ? SNW_JOINT_SCREW : SNW_JOINT_FREE;
        joint->kind = (snw_joint_kind)check_int(SNW_JOINT_FIXED, (int)last);
        if (o.laws && check_int(0, 4) == 0) add_rail(joint, setup)->tilt = check_real(-1, 1);
        joint->origin = random_pose();
        joint->axis = random_axis();
        if (joint->kind == SNW_JOINT_SCREW) joint->pitch = check_real(0.1, 0.5);
        const bool single = joint->kind != SNW_JOINT_FIXED && joint->kind != SNW_JOINT_SPHERICAL &&
                            joint->kind != SNW_JOINT_PLANAR && joint->kind != SNW_JOINT_FREE;
        if (single) joint->position = check_real(-1, 1);
        if (single && o.mimics && child > 1 && check_int(0, 2) == 0) {
            (void)snprintf(a, sizeof a, "j%d", check_int(1, child - 1));
            add_mimic(joint, setup, a, check_real(-2, 2), check_real(-1, 1));
        }
    }
    // a mimic must lead to a joint of one coordinate
    for (int i = 0; i < robot->joint_count; i++) {
        snw_joint_description *joint = &robot->joints[i];
        for (int k = 0; joint->mimic != NULL && k < robot->joint_count; k++) {
            if (strcmp(robot->joints[k].name, joint->mimic->joint) != 0) continue;
            const snw_joint_kind kind = robot->joints[k].kind;
            if (kind == SNW_JOINT_FIXED || kind == SNW_JOINT_SPHERICAL ||
                kind == SNW_JOINT_PLANAR || kind == SNW_JOINT_FREE) {
                joint->mimic = NULL;
            }
        }
    }
    return robot;
}

/// A random configuration from the generator of the tests.
__attribute__((unused)) static void random_q(const snw_model *model, double *q) {
    snw_random random = snw_random_stream(check_bits(), 0);
    snw_random_configuration(model, &random, q);
}

#endif // SINEW_TESTS_MODEL_ROBOTS_H
