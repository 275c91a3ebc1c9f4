// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Elements and end effectors of one's own, as users write them: a remainder, and the way of a point
// along one axis of the world.
#include <math.h>

#include "sinew/plugin.h"
#include "sinew/task.h"

// --- modulus: the remainder of the first child by the second, element by element -----------------

static int two_children(const void *block, const snw_child **list) {
    const snw_expression_branch *branch = block;
    if (branch->child_count != 2) return -1;
    list[0] = &branch->children[0];
    list[1] = &branch->children[1];
    return 2;
}

static snw_status size_of_first(const void *block, const snw_task *task,
                                const snw_expression_value *children, int count,
                                snw_expression_value *own) {
    (void)block, (void)task, (void)count;
    *own = children[0];
    return SNW_OK;
}

static snw_status remainder_of(const void *block, const snw_expression_at *at,
                               snw_expression_value *own) {
    (void)block;
    const snw_expression_value *a = &at->children[0], *b = &at->children[1];
    own->rows = a->rows;
    own->cols = a->cols;
    for (int i = 0; i < a->rows * a->cols; i++)
        own->data[i] = fmod(a->data[i], b->data[b->rows * b->cols == 1 ? 0 : i]);
    return SNW_OK;
}

static const snw_expression_functions modulus_functions = {
    .head = {sizeof(snw_expression_functions), SNW_EXPRESSION_VERSION},
    .children = two_children,
    .size = size_of_first,
    .evaluate = remainder_of};

static const snw_field modulus_fields[] = {
    {SNW_AT_LIST(snw_expression_branch, children, child_count, 2), .kind = SNW_KIND_CHILD,
     .base = "expression", .help = "Dividend and divisor."}};
static const snw_type modulus_type = {SNW_TYPE_AS("modulus", snw_expression_branch, modulus_fields),
                                      .base = "expression", .space = &snw_space_motion,
                                      .functions = &modulus_functions.head,
                                      .help = "Remainder of a division."};

// --- height_effector: the height of a point ------------------------------------------------------

static int one_row(const snw_effector *effector, const snw_model *model) {
    (void)effector, (void)model;
    return 1;
}

static int one_linear(const snw_effector *effector) {
    (void)effector;
    return 1;
}

static snw_vec3 point_of(const snw_effector_at *at) {
    const snw_pose T = at->kin->T_world_link[at->slot->link];
    return snw_pose_apply(T, at->slot->T_link_frame.p);
}

static void height_jacobian(const snw_effector_at *at, double *J) {
    const int nv = at->kin->model->nv;
    snw_kin_jacobian(at->kin, at->slot->link, at->slot->T_link_frame.p, at->columns);
    for (int i = 0; i < nv; i++)
        J[i] = at->columns[i].lin.z;
}

static void height_error(const snw_effector_at *at, double *error) {
    error[0] = at->guide.p.z - point_of(at).z;
}

static const snw_effector_functions height_functions = {
    .head = {sizeof(snw_effector_functions), SNW_EFFECTOR_VERSION},
    .rows = one_row,
    .linear_rows = one_linear,
    .jacobian = height_jacobian,
    .error = height_error};

static const snw_field height_fields[] = {
    {SNW_AT(snw_effector, name), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Its name."},
    {SNW_AT(snw_effector, link), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Link that carries it."},
    {SNW_AT(snw_effector, offset), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "The point in the frame of the link."},
    {SNW_AT(snw_effector, gain_linear), .kind = SNW_KIND_REAL, .unit = "1/s", .initial = "5",
     .help = "Speed per distance."},
    {SNW_AT(snw_effector, speed_linear), .kind = SNW_KIND_REAL, .unit = "m/s", .initial = "1",
     .help = "Largest speed."}};
static const snw_type height_type = {SNW_TYPE_AS("height_effector", snw_effector, height_fields),
                                     .base = "end_effector", .space = &snw_space_motion,
                                     .functions = &height_functions.head,
                                     .help = "The height of a point."};

static const snw_type *const types[] = {&modulus_type, &height_type};
SNW_PLUGIN("sample", "An element and an end effector.", NULL, 0, types, 2);
