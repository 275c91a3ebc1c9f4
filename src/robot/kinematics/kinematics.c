// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics/kin.h"

#include "internal.h"
#include "kernels.h"

// --- what can fail, before anything is written
// ----------------------------------------------------

static bool all_finite(const double *x, int count) {
    double zero = 0;
    for (int i = 0; i < count; i++) {
        zero += x[i] * 0;
    }
    return zero == 0;
}

static bool twist_is_finite(snw_vec3 lin, snw_vec3 ang) {
    return snw_vec3_is_finite(lin) && snw_vec3_is_finite(ang);
}

// --- columns of the general joints
// ----------------------------------------------------------------

// e1 e2 e3 as velocities along the axes of R, first the linear ones if there are any
static void own_axes(snw_mat3 R, bool linear, snw_twist *columns) {
    const snw_vec3 zero = snw_vec3_zero();
    for (int k = 0; linear && k < 3; k++) {
        *columns++ = snw_twist_of(snw_mat3_column(R, k), zero);
    }
    for (int k = 0; k < 3; k++) {
        columns[k] = snw_twist_of(zero, snw_mat3_column(R, k));
    }
}

// The rates of spherical and free joints are along the child's axes, those of planar ones along
// axes of the joint's frame; a law says how its child moves along the child's axes.
static void place_columns(const snw_kin *kin, int general, const double *q) {
    const int body = kin->general_bodies[general];
    const snw_normal_body *b = &kin->normal.bodies[body];
    const snw_link *link = &kin->model->links[b->link];
    snw_twist *columns = kin->columns + kin->first_columns[general];
    const snw_mat3 R = kin->T_world_link[b->link].R;
    const snw_vec3 zero = snw_vec3_zero();
    if (link->joint == SNW_JOINT_SPHERICAL || link->joint == SNW_JOINT_FREE) {
        own_axes(R, link->joint == SNW_JOINT_FREE, columns);
    } else if (link->joint == SNW_JOINT_PLANAR) {
        const snw_mat3 J = snw_mat3_mul(snw__body_axes(kin, b->parent), b->R);
        columns[0] = snw_twist_of(snw_mat3_apply(J, link->plane_x), zero);
        columns[1] = snw_twist_of(snw_mat3_apply(J, link->plane_y), zero);
        columns[2] = snw_twist_of(zero, snw_mat3_apply(J, link->axis));
    } else if (link->joint == SNW_JOINT_LAW) {
        const snw_twist unit = snw_twist_rotate(R, kin->law_twists[general]);
        columns[0] = snw_twist_scale(unit, link->multiplier);
        kin->law_values[general] = snw_joint_value(link, q);
    }
}

// --- updates
// --------------------------------------------------------------------------------------

// Poses of all links, and what laws say about velocity and acceleration where those are needed.
static snw_status update_poses(snw_kin *kin, const double *q, const double *v, const double *a) {
    const snw_model *m = kin->model;
    // a fixed root alone is general without being asked
    const bool general = kin->normal.general_nv > 0;
    if (general) {
        const snw_status status = snw_configuration_check(m, q);
        if (snw_failed(status)) return status;
    }

    // motions of the joints that the kernel does not know; laws are the only ones that can fail
    for (int g = 0; general && g < kin->normal.general_count; g++) {
        const snw_link *link = &m->links[kin->normal.bodies[kin->general_bodies[g]].link];
        kin->motions[g] = snw_joint_motion(link, q);
        if (link->joint != SNW_JOINT_LAW) continue;

        // velocity at rate 1: the column of the joint
        const double value = snw_joint_value(link, q);
        if (!snw_pose_is_finite(kin->motions[g])) return SNW_ERR_NOT_FINITE;
        const snw_twist unit = snw_law_velocity(&link->law, value, 1);
        kin->law_twists[g] = unit;
        if (v != NULL && !twist_is_finite(unit.lin, unit.ang)) return SNW_ERR_NOT_FINITE;
        if (v == NULL || a == NULL) continue;

        const double rate = link->multiplier * v[link->source_v];
        const snw_accel accel =
            snw_law_acceleration(&link->law, value, rate, link->multiplier * a[link->source_v]);
        kin->law_accels[g] = accel;
        if (!twist_is_finite(accel.lin, accel.ang)) return SNW_ERR_NOT_FINITE;
    }

    // the kernel writes all poses, or none
    if (!kin->frames_of(kin, q)) return SNW_ERR_NOT_FINITE;
    kin->base_moved = false;
    kin->known = 0;
    kin->passes.poses++;
    for (int g = 0; general && g < kin->normal.general_count; g++) {
        place_columns(kin, g, q);
    }
    return SNW_OK;
}

snw_status snw_kin_update(snw_kin *kin, const double *q) {
    return update_poses(kin, q, NULL, NULL);
}

static void keep_rates(snw_kin *kin, const double *v) {
    for (int i = 0; i < kin->model->nv; i++) {
        kin->v[i] = v[i];
    }
    snw__kin_velocities(kin);
}

snw_status snw_kin_update_velocity(snw_kin *kin, const double *q, const double *v) {
    if (!all_finite(v, kin->model->nv)) return SNW_ERR_NOT_FINITE;
    const snw_status status = update_poses(kin, q, v, NULL);
    if (snw_failed(status)) return status;
    keep_rates(kin, v);
    return SNW_OK;
}

snw_status snw_kin_update_acceleration(snw_kin *kin, const double *q, const double *v,
                                       const double *a) {
    const int nv = kin->model->nv;
    if (!all_finite(v, nv) || !all_finite(a, nv)) return SNW_ERR_NOT_FINITE;
    const snw_status status = update_poses(kin, q, v, a);
    if (snw_failed(status)) return status;
    keep_rates(kin, v);
    snw__kin_accelerations(kin, a);
    return SNW_OK;
}

snw_status snw_kin_set_base(snw_kin *kin, snw_pose T_world_base) {
    if (!snw_pose_is_finite(T_world_base)) return SNW_ERR_NOT_FINITE;
    if (!(snw_mat3_drift(T_world_base.R) <= 1e-9)) return SNW_ERR_RANGE;
    if (snw_mat3_det(T_world_base.R) < 0) return SNW_ERR_RANGE;
    kin->T_world_base = T_world_base;
    kin->base_moved = true;
    return SNW_OK;
}

// --- layout
// ---------------------------------------------------------------------------------------

static void *take_lines(snw_arena *arena, int count, size_t size) {
    return snw_arena_take_array(arena, count, size, SNW_ARENA_ALIGN);
}

static void lay_out(snw_kin *kin, snw_arena *arena) {
    const snw_normal *n = &kin->normal;
    const snw_model *m = kin->model;
    kin->T_world_link = (snw_pose *)take_lines(arena, m->link_count, sizeof(snw_pose));
    kin->frames = (double *)take_lines(arena, n->body_count, 16 * sizeof(double));
    kin->sines = (double *)take_lines(arena, n->padded, sizeof(double));
    kin->cosines = (double *)take_lines(arena, n->padded, sizeof(double));
    kin->motions = SNW_ARENA_ARRAY(arena, snw_pose, n->general_count);
    kin->law_twists = SNW_ARENA_ARRAY(arena, snw_twist, n->general_count);
    kin->law_accels = SNW_ARENA_ARRAY(arena, snw_accel, n->general_count);
    kin->law_values = SNW_ARENA_ARRAY(arena, double, n->general_count);
    kin->general_bodies = SNW_ARENA_ARRAY(arena, int, n->general_count);
    kin->first_columns = SNW_ARENA_ARRAY(arena, int, n->general_count);
    kin->columns = SNW_ARENA_ARRAY(arena, snw_twist, n->general_nv);
    kin->path_rates = SNW_ARENA_ARRAY(arena, int, n->body_count);
    kin->v = SNW_ARENA_ARRAY(arena, double, m->nv);
    kin->twists = SNW_ARENA_ARRAY(arena, snw_twist, n->body_count);
    kin->accels = SNW_ARENA_ARRAY(arena, snw_accel, n->body_count);
    kin->composites = SNW_ARENA_ARRAY(arena, snw_inertia, n->body_count);
}

static void number_bodies(const snw_kin *kin) {
    int next = 0;
    for (int b = 0; b < kin->normal.body_count; b++) {
        const snw_normal_body *body = &kin->normal.bodies[b];
        kin->path_rates[b] = body->nv + (b > 0 ? kin->path_rates[body->parent] : 0);
        if (body->general < 0) continue;
        kin->general_bodies[body->general] = b;
        kin->first_columns[body->general] = next;
        next += body->nv;
    }
}

snw_status snw_kin_init(snw_kin *kin, const snw_model *model, snw_arena *arena) {
    *kin = (snw_kin){.model = model, .T_world_base = snw_pose_identity(), .base_moved = true};
    // without memory for it the normalised form still knows its sizes
    SNW_IGNORE(snw_normal_init(&kin->normal, model, arena));
    lay_out(kin, arena);
    double *q = SNW_ARENA_ARRAY(arena, double, model->nq);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    kin->frames_of = snw__kin_kernel();
    number_bodies(kin);
    for (int i = 0; i < model->link_count; i++) {
        kin->T_world_link[i] = snw_pose_identity();
    }
    kin->motions[0] = snw_pose_identity();
    snw_neutral(model, q);
    SNW_IGNORE(snw_kin_update(kin, q));
    return SNW_OK;
}
