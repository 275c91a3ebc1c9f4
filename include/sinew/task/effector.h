// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_EFFECTOR_H
#define SINEW_TASK_EFFECTOR_H

/// @file
/// End effectors: what of a mechanism is to be moved, as rows V = J qd.
///
///   type                  rows  what they are
///   frame_effector         6    velocity of the frame's origin, then its angular velocity
///   point_effector         3    velocity of the origin
///   orientation_effector   3    angular velocity
///   xy_effector            2    x and y of the velocity of the origin
///   center_effector        3    velocity of the centre of mass
///   momentum_effector      6    momentum of the whole, about the root's origin along its axes
///   sliding_effector     5 or 2 the frame's rows without the way along an axis of the guide;
///                               without orientation, the two rows across that axis alone
///   planar_effector        3    the way along the normal of the guide, and the turns that tilt it
///   look_at_effector       2    the turn of a viewing axis towards the origin of the guide
///   linear_effector       any   C qd
///
/// Rows are along the world's axes, or, with `relative`, those of the motion that this other link
/// sees, along its axes. The guide is the pose that an end effector is to have. It is given in the
/// world, with `guide_relative` in the frame of the other link.
///
/// Types of one's own have a block that begins with a snw_effector, and snw_effector_functions.

#include <stdbool.h>

#include "sinew/describe.h"
#include "sinew/kinematics.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_EFFECTOR_VERSION = 1,
    SNW_EFFECTOR_WEIGHTS = 6, ///< rows that can have weights of their own; others have 1
    SNW_EFFECTORS = 32        ///< in one set
};

/// An end effector as it is described. Not every type uses every field.
typedef struct snw_effector {
    char name[SNW_NAME];
    char link[SNW_NAME];                  ///< a link, or a frame of the model
    char relative[SNW_NAME];              ///< the link that watches; empty for the world
    bool guide_relative;                  ///< guides are given in the frame of `relative`
    snw_pose offset;                      ///< of the end effector's frame in that of the link
    bool soft;                            ///< is met as far as others allow
    double soft_weight;                   ///< how much a row that is missed costs
    double weights[SNW_EFFECTOR_WEIGHTS]; ///< [weight_count] of the rows in measures of error
    int weight_count;
    double gain_linear, gain_angular; ///< speed per distance from the guide [1/s]
    double speed_linear;              ///< the most [m/s]
    double speed_angular;             ///< [rad/s]
    double length;                    ///< how many metres a radian counts, in distances [m/rad]
    snw_vec3 axis;                    ///< that slides, of the plane, or of view; unit vector
    bool free_orientation;            ///< of a sliding one: it may turn
    double *matrix;                   ///< [rows * nv] by rows: C of a linear one
    int matrix_count;
} snw_effector;

/// An end effector in its set.
typedef struct snw_effector_slot {
    // read-only
    const snw_effector *effector;
    const struct snw_effector_functions *functions;
    int link, relative;    ///< of the model; relative -1 is the world
    snw_pose T_link_frame; ///< the whole offset
    int rows, first;       ///< its rows among those of the set
    bool soft;
} snw_effector_slot;

/// Where an end effector is asked about.
typedef struct snw_effector_at {
    const snw_effector_slot *slot;
    snw_kin *kin;       ///< poses are up to date, velocities where they are asked for
    snw_pose guide;     ///< as it was given
    const double *v;    ///< [nv] rates, where velocities are asked for
    snw_twist *columns; ///< [nv] for intermediate results
    double *strip;      ///< [rows * nv] likewise
} snw_effector_at;

/// What a type of end effectors does. All run in bounded time without allocation, lock, I/O or
/// system call.
typedef struct snw_effector_functions {
    snw_vtable head;

    /// How many rows, 0 to SNW_LINALG_MAX; a negative number refuses the description.
    int (*rows)(const snw_effector *effector, const snw_model *model);

    /// How many of them, from the first, are ways; the others are angles.
    int (*linear_rows)(const snw_effector *effector);

    /// J[rows * nv] by rows.
    void (*jacobian)(const snw_effector_at *at, double *J);

    /// What is missing to the guide, as rows [rows]: way [m] and angle [rad].
    void (*error)(const snw_effector_at *at, double *error);

    /// Motion [rows] from the velocities of at->kin, without J. NULL: J v.
    void (*velocity)(const snw_effector_at *at, double *V);

    /// Its rate [rows] from the accelerations of at->kin. NULL: by differences.
    void (*acceleration)(const snw_effector_at *at, double *A);

    /// zero[rows * nv]: which elements of J are 0 in every state. NULL: none is known to be.
    void (*sparsity)(const snw_effector_at *at, bool *zero);

    /// Where it is, in the world or, with guide_relative, in the other link. NULL: its frame.
    snw_pose (*placement)(const snw_effector_at *at);
} snw_effector_functions;

/// End effectors of any types. Caller-owned; what it was made from must outlive it.
typedef struct snw_effector_set {
    // read-only
    const snw_model *model;
    snw_effector_slot *slots; ///< [count] in the order given
    int count;
    int rows;      ///< of the hard ones, which come first
    int soft_rows; ///< of the soft ones, which follow
} snw_effector_set;

/// The base of the types, and those of sinew's own.
SNW_API extern const snw_base snw_effector_base;
SNW_API extern const snw_type snw_frame_effector_type, snw_point_effector_type,
    snw_orientation_effector_type, snw_xy_effector_type, snw_center_effector_type,
    snw_momentum_effector_type, snw_sliding_effector_type, snw_planar_effector_type,
    snw_look_at_effector_type, snw_linear_effector_type;

/// Lays out a set of children[count], types of base "end_effector". SNW_ERR_UNKNOWN_NAME for a link
/// that is not there, SNW_ERR_ARGUMENT for another kind of type, SNW_ERR_SIZE for more than
/// SNW_EFFECTORS or rows that do not fit the model; `why`, which may be NULL, names the one at
/// fault. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_effector_set_init(snw_effector_set *set,
                                                         const snw_model *model,
                                                         const snw_child *children, int count,
                                                         snw_arena *arena, snw_why *why);

// --- what every type does, for whoever has a slot -----------------------------------------------

/// J[rows * nv] by rows.
SNW_INLINE void snw_effector_jacobian(const snw_effector_at *at, double *J) {
    at->slot->functions->jacobian(at, J);
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_EFFECTOR_H
