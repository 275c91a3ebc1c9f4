// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics.h"

// the root of a fixed mechanism stands still; of a floating one it moves in the base's frame
static snw_pose root_pose(const snw_kin *kin, const double *q) {
    const snw_link *root = &kin->model->links[0];
    if (root->joint == SNW_JOINT_FIXED) return kin->T_world_base;
    return snw_pose_mul(kin->T_world_base, snw_joint_motion(root, q));
}

// T_world_joint * motion, for the common joints without the products with parts that are constant:
// one that turns on the spot leaves the origin, one that slides leaves the axes
static snw_pose moved(snw_pose T_world_joint, const snw_link *link, const double *q) {
    double value;
    snw_mat3 R;
    switch (link->joint) {
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
        R = snw_mat3_axis_angle(link->axis, snw_joint_value(link, q));
        return snw_pose_of(snw_mat3_mul(T_world_joint.R, R), T_world_joint.p);
    case SNW_JOINT_PRISMATIC:
        value = snw_joint_value(link, q);
        T_world_joint.p = snw_pose_apply(T_world_joint, snw_vec3_scale(link->axis, value));
        return T_world_joint;
    case SNW_JOINT_FIXED:
        return T_world_joint;
    case SNW_JOINT_SCREW:
    case SNW_JOINT_SPHERICAL:
    case SNW_JOINT_PLANAR:
    case SNW_JOINT_FREE:
    case SNW_JOINT_LAW:
        break;
    }
    return snw_pose_mul(T_world_joint, snw_joint_motion(link, q));
}

// Laws are the only joints whose motion can fail, so they are asked before anything is written;
// their poses are kept for the pass that follows.
static snw_status ask_laws(snw_kin *kin, const double *q) {
    for (int i = 0; i < kin->law_count; i++) {
        kin->law_motions[i] = snw_joint_motion(&kin->model->links[kin->law_links[i]], q);
        if (!snw_pose_is_finite(kin->law_motions[i])) return SNW_ERR_NOT_FINITE;
    }
    return SNW_OK;
}

snw_status snw_kin_update(snw_kin *kin, const double *q) {
    const snw_model *m = kin->model;
    snw_status status = snw_configuration_check(m, q);
    if (status == SNW_OK) status = ask_laws(kin, q);
    if (status < 0) return status;

    // parents precede children, so one pass reaches every link
    kin->T_world_link[0] = root_pose(kin, q);
    int law = 0;
    for (int i = 1; i < m->link_count; i++) {
        const snw_link *link = &m->links[i];
        const snw_pose T_world_joint =
            snw_pose_mul(kin->T_world_link[link->parent], link->T_parent_joint);
        kin->T_world_link[i] = link->joint == SNW_JOINT_LAW
                                   ? snw_pose_mul(T_world_joint, kin->law_motions[law++])
                                   : moved(T_world_joint, link, q);
    }
    return SNW_OK;
}

snw_status snw_kin_set_base(snw_kin *kin, snw_pose T_world_base) {
    if (!snw_pose_is_finite(T_world_base)) return SNW_ERR_NOT_FINITE;
    if (!(snw_mat3_drift(T_world_base.R) <= 1e-9)) return SNW_ERR_RANGE;
    if (snw_mat3_det(T_world_base.R) < 0) return SNW_ERR_RANGE;
    kin->T_world_base = T_world_base;
    return SNW_OK;
}

snw_status snw_kin_init(snw_kin *kin, const snw_model *model, snw_arena *arena) {
    *kin = (snw_kin){.model = model, .T_world_base = snw_pose_identity()};
    for (int i = 0; i < model->link_count; i++) {
        kin->law_count += model->links[i].joint == SNW_JOINT_LAW;
    }
    kin->T_world_link = SNW_ARENA_ARRAY(arena, snw_pose, model->link_count);
    kin->law_motions = SNW_ARENA_ARRAY(arena, snw_pose, kin->law_count);
    kin->law_links = SNW_ARENA_ARRAY(arena, int, kin->law_count);
    double *q = SNW_ARENA_ARRAY(arena, double, model->nq);
    const snw_status status = snw_arena_status(arena);
    if (status < 0) return status;

    int laws = 0;
    for (int i = 0; i < model->link_count; i++) {
        kin->T_world_link[i] = snw_pose_identity();
        if (model->links[i].joint == SNW_JOINT_LAW) kin->law_links[laws++] = i;
    }
    snw_neutral(model, q);
    SNW_IGNORE(snw_kin_update(kin, q));
    return SNW_OK;
}
