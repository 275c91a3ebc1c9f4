// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_H
#define SINEW_KINEMATICS_H

/// @file
/// Where every link of a mechanism is.
///
/// Units are SI: metre, radian. T_a_b is the pose of frame b in frame a. The world is the frame
/// that snw_kin_set_base() speaks of; until then the base stands in its origin.
///
/// Lay out one snw_kin per thread at start-up, call snw_kin_update() once per cycle, then read as
/// many results from it as you need.

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Link poses of one model at one configuration. Caller-owned, no destructor.
typedef struct snw_kin {
    // read-only for callers
    const snw_model *model;
    snw_pose *T_world_link; ///< [link_count] valid after snw_kin_update()
    snw_pose T_world_base;  ///< where the root is fixed; of a floating root, the frame of its q
    // private
    snw_pose *law_motions; // [law_count] of the joints that have laws
    int *law_links;        // [law_count]
    int law_count;
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
/// the previous poses stay.
SNW_RT SNW_NODISCARD snw_status snw_kin_update(snw_kin *kin, const double *q);

/// The pose of a frame of the model (an attachment of the description), by its number.
SNW_INLINE snw_pose snw_kin_frame(const snw_kin *kin, int frame) {
    SNW_ASSERT(0 <= frame && frame < kin->model->frame_count);
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

#endif // SINEW_KINEMATICS_H
