// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BATCH_H
#define SINEW_BATCH_H

/// @file
/// Kinematics of many states at once: the numbers of snw_kin, several states per instruction.
///
/// States stand in blocks, one lane per state: coordinate j of state s is
///
///     q[s / lanes][j][s % lanes]        lanes: SNW_BATCH_F64 doubles or SNW_BATCH_F32 floats
///
/// on every machine, whatever the width of its vectors; blocks are aligned to 64 bytes.
/// snw_lanes_pack_f64() of sinew/lanes.h makes them from rows and snw_lanes_blocks() counts them;
/// turning states round costs about as much as the kinematics, so keep them in blocks.
///
/// A batch answers for places: all links, or a list given at the start. Joints that no place
/// depends on are left out. Results are blocks too, place by place:
///
///     T[block][place][12][lane]         rotation by columns x y z, then the position: a snw_pose
///     J[block][rate][6][lane]           velocity of the place's origin, then angular
///
/// all in the world, that of snw_batch_set_base(). Revolute, continuous, prismatic and screw
/// joints, own or following, are computed in lanes. Spherical, planar and free joints and laws are
/// asked state by state inside the same call: the same numbers, slower.
///
/// A state that snw_kin_update() would refuse (a number that is not finite, a quaternion off length
/// 1 by more than 1e-3, a law without a pose; the last two where a place depends on them) has NaN
/// in all its results and is counted; the other lanes are as if it were not there.

#include "sinew/base.h"
#include "sinew/lanes.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// States in a block: 64 bytes of numbers.
enum { SNW_BATCH_F64 = 8, SNW_BATCH_F32 = 16 };

/// A frame fixed to a link.
typedef struct snw_batch_place {
    int link;
    snw_pose T_link_place;
} snw_batch_place;

/// The origin and axes of a link.
SNW_INLINE snw_batch_place snw_batch_place_link(int link) {
    const snw_batch_place place = {link, snw_pose_identity()};
    return place;
}

/// A frame of the model (an attachment of the description), by its number.
SNW_INLINE snw_batch_place snw_batch_place_frame(const snw_model *model, int frame) {
    SNW_ASSERT(0 <= frame && frame < model->frame_count + model->link_count);
    const snw_model_frame *f = &model->frames[frame];
    const snw_batch_place place = {f->link, f->T_link_frame};
    return place;
}

/// Many states of one model. Caller-owned, no destructor, one per thread.
typedef struct snw_batch {
    // read-only
    const snw_model *model;
    const snw_batch_place *places; ///< [place_count]
    int place_count;
    snw_pose T_world_base;
    snw_isa isa;       ///< the instruction set in use
    int refused;       ///< states of the last call whose results are NaN
    int first_refused; ///< the first of them, counted from 0; -1 for none
    // private
    snw_normal normal;
    struct snw__batch_job *job_f64, *job_f32; // what the kernels read
    double *q;                                // [nq] of one lane, for joints that lanes do not know
    double *q_blocks, *T_blocks;              // of a few blocks, for rows
} snw_batch;

/// Lays out a batch for `model`, which must outlive it, inside `arena`. `places` are those wanted,
/// in the order of the results; NULL stands for all links in their order, and `place_count` is then
/// ignored. The base stands in the world's origin; the instruction set is the best one.
/// SNW_ERR_ARGUMENT for a place on no link, SNW_ERR_NOT_FINITE and SNW_ERR_RANGE for one whose pose
/// is not finite or not orthonormal and right-handed within 1e-9. On an empty arena this measures.
SNW_SETUP SNW_NODISCARD snw_status snw_batch_init(snw_batch *batch, const snw_model *model,
                                                  const snw_batch_place *places, int place_count,
                                                  snw_arena *arena);

/// Places the base, as snw_kin_set_base() does, with the same refusals.
SNW_RT SNW_NODISCARD snw_status snw_batch_set_base(snw_batch *batch, snw_pose T_world_base);

/// Takes another instruction set than the best, to compare. SNW_ERR_ARGUMENT when this processor
/// lacks it.
SNW_RT SNW_NODISCARD snw_status snw_batch_use(snw_batch *batch, snw_isa isa);

/// Poses of all places for block_count blocks of states: q[block][nq][lane] to
/// T[block][place][12][lane]. SNW_ERR_ARGUMENT for a negative count, or blocks that are not aligned
/// to 64 bytes or absent; then nothing is written. Refused states do not fail the call: see
/// batch->refused, which counts lanes of the last block that repeat a state too.
SNW_RT SNW_NODISCARD snw_status snw_batch_fk_f64(snw_batch *batch, const double *q, int block_count,
                                                 double *T);

/// The same as snw_batch_fk_f64(), in single precision.
SNW_RT SNW_NODISCARD snw_status snw_batch_fk_f32(snw_batch *batch, const float *q, int block_count,
                                                 float *T);

/// Jacobians of one place, by its number, along the world's axes: J[block][nv][6][lane], the
/// columns of snw_kin_jacobian(). Rates that do not move the place have zero columns.
/// SNW_ERR_ARGUMENT also for a place that does not exist.
SNW_RT SNW_NODISCARD snw_status snw_batch_jacobian_f64(snw_batch *batch, int place, const double *q,
                                                       int block_count, double *J);

/// The same as snw_batch_jacobian_f64(), in single precision.
SNW_RT SNW_NODISCARD snw_status snw_batch_jacobian_f32(snw_batch *batch, int place, const float *q,
                                                       int block_count, float *J);

/// Velocities of all places at rates v[block][nv][lane]: V[block][place][6][lane], the velocity of
/// the place's origin, then the angular velocity, along the world's axes. A rate that is not finite
/// refuses its state.
SNW_RT SNW_NODISCARD snw_status snw_batch_velocity_f64(snw_batch *batch, const double *q,
                                                       const double *v, int block_count, double *V);

/// The same as snw_batch_velocity_f64(), in single precision.
SNW_RT SNW_NODISCARD snw_status snw_batch_velocity_f32(snw_batch *batch, const float *q,
                                                       const float *v, int block_count, float *V);

/// The same poses from rows of states to rows of poses: q[states][nq] to T[states][place]. For
/// convenience: turning states and poses round takes longer than computing them. Any alignment.
/// SNW_ERR_ARGUMENT for a negative count.
SNW_RT SNW_NODISCARD snw_status snw_batch_fk_rows(snw_batch *batch, const double *q, int states,
                                                  snw_pose *T);

/// One pose out of blocks of poses: that of `place` in state number `state`.
SNW_INLINE snw_pose snw_batch_pose(const snw_batch *batch, const double *T, int state, int place) {
    const ptrdiff_t block = state / SNW_BATCH_F64;
    const double *n = T + (block * batch->place_count + place) * 12 * SNW_BATCH_F64;
    double pose[12];
    for (ptrdiff_t i = 0; i < 12; i++) {
        pose[i] = n[i * SNW_BATCH_F64 + state % SNW_BATCH_F64];
    }
    const snw_mat3 R = {
        {pose[0], pose[1], pose[2]}, {pose[3], pose[4], pose[5]}, {pose[6], pose[7], pose[8]}};
    return snw_pose_of(R, snw_vec3_of(pose[9], pose[10], pose[11]));
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_BATCH_H
