// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_KIN_H
#define SINEW_KINEMATICS_KIN_H

/// @file
/// The workspace of kinematics: one update per state, then as many reads as wanted. Poses here;
/// velocities, Jacobians and masses are in the other headers of this folder.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is up to date in a workspace.
enum {
    SNW_KIN_VELOCITIES = 1,    ///< after snw_kin_update_velocity()
    SNW_KIN_ACCELERATIONS = 2, ///< after snw_kin_update_acceleration()
    SNW_KIN_MASSES = 4         ///< after the first question about masses
};

/// How often each pass over the bodies has been made, for those who care what a question costs.
typedef struct snw_kin_passes {
    int64_t poses, velocities, accelerations, masses;
} snw_kin_passes;

/// Motion of one model at one state. Caller-owned, no destructor, one per thread.
typedef struct snw_kin {
    // read-only for callers
    const snw_model *model;
    snw_normal normal;
    snw_pose *T_world_link; ///< [link_count] valid after snw_kin_update()
    snw_pose T_world_base;  ///< where the root is fixed; of a floating root, the frame of its q
    unsigned known;         ///< SNW_KIN_ bits of what belongs to the present poses
    snw_kin_passes passes;
    // private
    bool (*frames_of)(struct snw_kin *kin, const double *q); // of this processor
    bool base_moved;                                         // since the last update
    double *frames;          // [body_count][16] columns x y z p of four numbers
    double *sines, *cosines; // [normal.padded]
    snw_pose *motions;       // [general_count]
    snw_twist *law_twists;   // [general_count] at unit rate, along the child's axes
    snw_accel *law_accels;   // [general_count] of the last update_acceleration()
    double *law_values;      // [general_count]
    int *general_bodies;     // [general_count]
    int *first_columns;      // [general_count]
    snw_twist *columns;      // [general_nv] at the body's origin, along the world's axes
    int *path_rates;         // [body_count] columns of a Jacobian that are not zero
    double *v;               // [nv] of the last update_velocity()
    snw_twist *twists;       // [body_count] of the body's origin, along the world's axes
    snw_accel *accels;       // [body_count] likewise, classical
    snw_inertia *composites; // [body_count] of a body and what it carries, about its origin
} snw_kin;

/// Lays out `kin` inside `arena`; `model` must outlive it. All poses are those of the neutral
/// configuration, or identity where a law has none there. On an empty arena this only measures: it
/// fails with SNW_ERR_MEMORY and arena->needed is the number of bytes to supply.
SNW_SETUP SNW_NODISCARD snw_status snw_kin_init(snw_kin *kin, const snw_model *model,
                                                snw_arena *arena);

/// Places the base; the poses follow at the next update. SNW_ERR_NOT_FINITE, or SNW_ERR_RANGE for a
/// rotation that is not orthonormal and right-handed within 1e-9; then the old base stays.
SNW_RT SNW_NODISCARD snw_status snw_kin_set_base(snw_kin *kin, snw_pose T_world_base);

/// Computes all link poses for the configuration q[nq], whose layout is in sinew/model/model.h.
/// Cost is linear in the number of links. SNW_ERR_NOT_FINITE when a number, or the pose that a law
/// gives, is NaN or infinite; SNW_ERR_RANGE when a quaternion is not of length 1 within 1e-3: then
/// all that was known before stays.
SNW_RT SNW_NODISCARD snw_status snw_kin_update(snw_kin *kin, const double *q);

/// The same, and the velocities of all links for the rates v[nv]. SNW_ERR_NOT_FINITE also for a
/// rate, or the velocity that a law gives.
SNW_RT SNW_NODISCARD snw_status snw_kin_update_velocity(snw_kin *kin, const double *q,
                                                        const double *v);

/// The same, and the accelerations of all links for a[nv], the time derivative of v: for a free
/// joint that of its velocity along the child's own, turning axes. SNW_ERR_NOT_FINITE also for one
/// of these, or the acceleration that a law gives.
SNW_RT SNW_NODISCARD snw_status snw_kin_update_acceleration(snw_kin *kin, const double *q,
                                                            const double *v, const double *a);

/// The pose of a frame of the model, by the number that snw_model_find_frame() gives.
SNW_INLINE snw_pose snw_kin_frame(const snw_kin *kin, int frame) {
    SNW_ASSERT(0 <= frame && frame < kin->model->frame_count + kin->model->link_count);
    const snw_model_frame *f = &kin->model->frames[frame];
    return snw_pose_mul(kin->T_world_link[f->link], f->T_link_frame);
}

/// A point fixed to a link, given in that link's frame, in the world [m].
SNW_INLINE snw_vec3 snw_kin_point(const snw_kin *kin, int link, snw_vec3 p_link) {
    SNW_ASSERT(0 <= link && link < kin->model->link_count);
    return snw_pose_apply(kin->T_world_link[link], p_link);
}

/// The pose of one link in the frame of another.
SNW_INLINE snw_pose snw_kin_between(const snw_kin *kin, int from, int to) {
    SNW_ASSERT(0 <= from && from < kin->model->link_count);
    SNW_ASSERT(0 <= to && to < kin->model->link_count);
    return snw_pose_inverse_mul(kin->T_world_link[from], kin->T_world_link[to]);
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_KINEMATICS_KIN_H
