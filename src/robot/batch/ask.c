// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/batch.h"

#include "lanes.h"

// Joints that lanes do not know, state by state: spherical, planar, free and laws, in double
// whatever the kernel's numbers. What they give is put into rows for the kernel.

static void put_rows(snw_real *rows, snw_vec3 v) {
    rows[0] = (snw_real)v.x;
    rows[LANES] = (snw_real)v.y;
    rows[2 * LANES] = (snw_real)v.z;
}

static void put_motion(snw_real *rows, snw_pose T) {
    put_rows(rows, T.R.x);
    put_rows(rows + 3 * LANES, T.R.y);
    put_rows(rows + 6 * LANES, T.R.z);
    put_rows(rows + 9 * LANES, T.p);
}

// T_parent_body: the joint's frame, then its motion; the root's stands in the base
static snw_pose motion_of(const snw_batch *batch, const snw__batch_step *step, const double *q) {
    const snw_normal_body *body = &batch->normal.bodies[batch->normal.links[step->link].body];
    const snw_pose M = snw_joint_motion(&batch->model->links[step->link], q);
    if (step->parent >= 0) return snw_pose_mul(snw_pose_of(body->R, body->p), M);
    const snw_pose T = snw_pose_mul(batch->T_world_base, M);
    return snw_pose_of(snw_mat3_mul(T.R, body->R), T.p);
}

// the velocity of a law at unit rate of its coordinate, along the child's axes
static bool put_twist(const snw_batch *batch, const snw__batch_step *step, const double *q,
                      snw_real *rows) {
    const snw_link *link = &batch->model->links[step->link];
    if (link->joint != SNW_JOINT_LAW) return true;
    const snw_twist unit = snw_law_velocity(&link->law, snw_joint_value(link, q), 1);
    const snw_twist twist = snw_twist_scale(unit, link->multiplier);
    put_rows(rows, twist.lin);
    put_rows(rows + 3 * LANES, twist.ang);
    return snw_vec3_is_finite(twist.lin) && snw_vec3_is_finite(twist.ang);
}

// false for a state that has no pose
static bool ask_lane(snw__batch_job *job, const snw_batch *batch, bool twists, int lane) {
    for (int i = 0; i < job->nq; i++) {
        batch->q[i] = (double)((const snw_real *)job->q)[(ptrdiff_t)i * LANES + lane];
    }
    if (snw_failed(snw_configuration_check(batch->model, batch->q))) return false;
    for (int i = 0; i < job->step_count; i++) {
        const snw__batch_step *step = &job->steps[i];
        if (step->general < 0 || step->joint == SNW_JOINT_FIXED) continue;
        const snw_pose T = motion_of(batch, step, batch->q);
        if (!snw_pose_is_finite(T)) return false;
        put_motion(rows_of(job->motions, step->general, 12, lane), T);
        snw_real *rows = rows_of(job->twists, step->general, 6, lane);
        if (twists && !put_twist(batch, step, batch->q, rows)) return false;
    }
    return true;
}

void SNW_KERNEL(snw__batch_ask)(snw__batch_job *job, const snw_batch *batch, bool twists) {
    for (int lane = 0; lane < LANES; lane++) {
        const bool known = ask_lane(job, batch, twists, lane);
        ((snw_real *)job->poison)[lane] = known ? 0 : (snw_real)NAN;
    }
}
