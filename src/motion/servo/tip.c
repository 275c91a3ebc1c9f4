// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/tip.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// a frame, else a link, by name
static snw_status find_tip(snw_servo_tip *tip, const char *name, const snw_arm *arm) {
    const snw_model *m = arm->model;
    tip->T_link_tip = snw_pose_identity();
    tip->link = arm->count > 0 ? arm->link[arm->count - 1] : 0;
    if (name[0] == '\0') return SNW_OK;
    const int frame = snw_model_find_frame(m, name);
    if (frame >= 0) {
        tip->link = m->frames[frame].link;
        tip->T_link_tip = m->frames[frame].T_link_frame;
        return SNW_OK;
    }
    tip->link = snw_model_find_link(m, name);
    return tip->link >= 0 ? SNW_OK : SNW_ERR_UNKNOWN_NAME;
}

snw_status snw_servo_tip_init(snw_servo_tip *tip, const char *frame, const snw_arm *arm,
                              snw_arena *arena) {
    const snw_model *m = arm->model;
    memset(tip, 0, sizeof *tip);
    const snw_status status = find_tip(tip, frame, arm);
    if (snw_failed(status)) return status;
    SNW_IGNORE(snw_kin_init(&tip->kin, m, arena));
    tip->q = SNW_ARENA_ARRAY(arena, double, m->nq);
    tip->v = SNW_ARENA_ARRAY(arena, double, m->nv);
    tip->tau = SNW_ARENA_ARRAY(arena, double, m->nv);
    tip->J = SNW_ARENA_ARRAY(arena, snw_twist, m->nv);
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    snw_neutral(m, tip->q);
    return snw_kin_set_base(&tip->kin, arm->T_world_base);
}

snw_status snw_servo_tip_update(snw_servo_tip *tip, const snw_arm *arm) {
    if (!arm->estimate.valid) return SNW_ERR_STATE;
    snw_arm_to_q(arm, arm->estimate.q, tip->q);
    snw_arm_to_v(arm, arm->estimate.v, tip->v);
    const snw_status status = snw_kin_update_velocity(&tip->kin, tip->q, tip->v);
    if (!snw_failed(status)) snw_kin_jacobian(&tip->kin, tip->link, tip->T_link_tip.p, tip->J);
    return status;
}

snw_pose snw_servo_tip_pose(const snw_servo_tip *tip) {
    return snw_pose_mul(tip->kin.T_world_link[tip->link], tip->T_link_tip);
}

snw_twist snw_servo_tip_velocity(const snw_servo_tip *tip) {
    return snw_kin_velocity(&tip->kin, tip->link, tip->T_link_tip.p);
}

// virtual work: for every motion, power of the efforts is power of the wrench
void snw_servo_tip_efforts(snw_servo_tip *tip, const snw_arm *arm, snw_wrench wrench,
                           double *efforts) {
    for (int i = 0; i < arm->count; i++)
        efforts[i] = snw_power(wrench, tip->J[arm->v_index[i]]);
}

// the base may have been placed anew
static void place(snw_servo_tip *tip, const snw_arm *arm) {
    SNW_IGNORE(snw_kin_set_base(&tip->kin, arm->T_world_base));
}

static snw_status tip_force_init(snw_tip_force *law, const snw_tip_force_config *config,
                                 const snw_arm *arm, snw_arena *arena) {
    memset(&law->signals, 0, sizeof law->signals);
    law->signals.count = arm->count;
    return snw_servo_tip_init(&law->tip, config->frame, arm, arena);
}

static void tip_force_reset(snw_tip_force *law, const snw_arm *arm) {
    memset(law->signals.effort, 0, sizeof law->signals.effort);
    place(&law->tip, arm);
}

static snw_status tip_force_update(snw_tip_force *law, const snw_tip_force_config *config,
                                   const snw_arm *arm, double dt, double *effort) {
    double term[SNW_AXES] = {0};
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw_servo_tip_update(&law->tip, arm);
    if (snw_failed(status)) return status;
    snw_wrench wrench = snw_wrench_of(config->force, config->torque);
    if (config->own_axes) wrench = snw_wrench_rotate(snw_servo_tip_pose(&law->tip).R, wrench);
    snw_servo_tip_efforts(&law->tip, arm, wrench, term);
    return snw__servo_add(term, arm->count, law->signals.effort, effort);
}

static snw_status wall_init(snw_wall *wall, const snw_wall_config *config, const snw_arm *arm,
                            snw_arena *arena) {
    if (!(snw_vec3_norm(config->normal) > 0)) return SNW_ERR_ARGUMENT;
    memset(&wall->signals, 0, sizeof wall->signals);
    wall->signals.count = arm->count;
    return snw_servo_tip_init(&wall->tip, config->frame, arm, arena);
}

static void wall_reset(snw_wall *wall, const snw_arm *arm) {
    memset(&wall->signals, 0, sizeof wall->signals);
    wall->signals.count = arm->count;
    place(&wall->tip, arm);
}

// With the normal into the wall and a positive depth inside, the force that pushes out is against
// the normal. (The law is often printed with the other sign, which pulls the tip in.)
static snw_status wall_update(snw_wall *wall, const snw_wall_config *config, const snw_arm *arm,
                              double dt, double *effort) {
    double term[SNW_AXES] = {0};
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw_servo_tip_update(&wall->tip, arm);
    if (snw_failed(status)) return status;
    const double length = snw_vec3_norm(config->normal);
    const snw_vec3 n = snw_vec3_scale(config->normal, 1 / length);
    const double depth =
        snw_vec3_dot(n, snw_servo_tip_pose(&wall->tip).p) + config->offset / length;
    if (!isfinite(depth)) return SNW_ERR_NOT_FINITE;

    // damping may weaken the push of a tip that leaves, and never pulls
    snw_vec3 force = snw_vec3_zero();
    if (depth > 0) {
        const double rate = snw_vec3_dot(n, snw_servo_tip_velocity(&wall->tip).lin);
        const double push = config->stiffness * depth + config->damping * rate;
        if (!(push <= 0)) force = snw_vec3_scale(n, -push);
    }
    snw_servo_tip_efforts(&wall->tip, arm, snw_wrench_of(force, snw_vec3_zero()), term);
    status = snw__servo_add(term, arm->count, wall->signals.effort, effort);
    if (snw_failed(status)) return status;
    wall->signals.depth = depth;
    wall->signals.force = force;
    return SNW_OK;
}

static const snw_field force_fields[] = {
    {SNW_AT(snw_tip_force_config, frame), .kind = SNW_KIND_STRING,
     .help = "Frame or link of the tip; empty means the link of the last axis."},
    {SNW_AT(snw_tip_force_config, force), .kind = SNW_KIND_VEC3, .unit = "N", .when = SNW_LIVE,
     .help = "Force that the arm exerts."},
    {SNW_AT(snw_tip_force_config, torque), .kind = SNW_KIND_VEC3, .unit = "N.m", .when = SNW_LIVE,
     .help = "Torque that the arm exerts about the tip."},
    {LIVE_BOOL(snw_tip_force_config, own_axes),
     .help = "Express force and torque along the tip's axes instead of the world's."},
};
const snw_type snw_tip_force_config_type = {SERVO_TYPE(snw_tip_force_config, force_fields),
                                            .help =
                                                "Exerts a constant force and torque at the tip."};

static const snw_field wall_fields[] = {
    {SNW_AT(snw_wall_config, frame), .kind = SNW_KIND_STRING,
     .help = "Frame or link of the tip; empty means the link of the last axis."},
    {SNW_AT(snw_wall_config, normal), .kind = SNW_KIND_VEC3, .initial = "0 0 -1", .when = SNW_LIVE,
     .help = "Direction into the wall, along the axes of the world."},
    {LIVE_REAL(snw_wall_config, offset), .unit = "m",
     .help = "Depth of the world's origin in the wall, along the unit normal."},
    {LIVE_REAL(snw_wall_config, stiffness), .unit = "N/m", .range = {0, 1e9},
     .help = "Stiffness of the wall."},
    {LIVE_REAL(snw_wall_config, damping), .unit = "N.s/m", .range = {0, 1e9},
     .help = "Damping of the wall."},
};
static snw_status check_wall(const void *block, snw_why *why) {
    const snw_wall_config *config = block;
    if (snw_vec3_norm(config->normal) > 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "wall-normal", "normal",
                           "a wall needs a direction", "give a normal that is not zero");
}
const snw_type snw_wall_config_type = {SERVO_TYPE(snw_wall_config, wall_fields),
                                       .validate = check_wall,
                                       .help = "A virtual wall that pushes the tool back."};

static const snw_field wall_signals_fields[] = {
    {SNW_AT(snw_wall_signals, depth), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .unit = "m",
     .help = "Depth of the tip in the wall; negative outside."},
    {SNW_AT(snw_wall_signals, force), .kind = SNW_KIND_VEC3, .role = SNW_SIGNAL, .unit = "N",
     .help = "Force of the wall on the tip."},
    {SHOWN(snw_wall_signals, effort), .help = "Efforts added by this law [N.m or N]."},
};
const snw_type snw_wall_signals_type = {SERVO_TYPE(snw_wall_signals, wall_signals_fields),
                                        .help = "Status of a virtual wall."};

SERVO_LAW(tip_force, snw_servo_term_type, -1, NULL);

SERVO_LAW(wall, snw_wall_signals_type, -1, NULL);
