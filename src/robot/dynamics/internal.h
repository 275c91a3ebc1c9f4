// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_INTERNAL_H
#define SINEW_DYNAMICS_INTERNAL_H

/// @file
/// What the sources of this module share: joints that are neither turns nor slides, sums that wait
/// at a body, and the kernels of each instruction set.

#include "sinew/dynamics/dyn.h"

/// How the sums of a body reach its parent, on the way from the ends to the root. Children come
/// with falling numbers, so the first to arrive is known beforehand.
enum {
    SNW__CARRY = 1,  ///< its parent is the body before it: sums are handed on, not stored
    SNW__FIRST = 2,  ///< it is the first to store at its parent
    SNW__GATHER = 4, ///< children have stored at it
    SNW__TAKES = 8,  ///< the body after it is its child and hands its sums on
    SNW__PLAIN = 16, ///< turns by its coordinate itself, and does not slide
    SNW__GROUND = 32 ///< its parent is a root that does not move: nothing needs to go there
};

/// A joint of another kind at the present state, along the child's axes.
typedef struct snw__dyn_general {
    snw_mat3 R;           ///< child's axes in the parent body's
    int body, nv, rate;   ///< first place in v; a law may share it
    snw_twist columns[6]; ///< [nv] velocity of the child's origin at unit rate
    snw_twist V;          ///< velocity against the parent
    snw_accel c;          ///< acceleration against the parent while the rates are constant
    double D[36];         ///< [nv * nv] factor of the eliminated block
    snw_wrench U[6];      ///< [nv]
    double u[6];          ///< [nv]
} snw__dyn_general;

/// What is left of a body that turns or slides once its joint has been eliminated.
typedef struct snw__dyn_elimination {
    snw_wrench U;
    double inverse, u; ///< 1 / D, effort that is left
} snw__dyn_elimination;

/// The inertia of an articulated body at its origin: f = A a + B al, n = B^T a + C al, and the
/// force that it takes when nothing is accelerated further.
typedef struct snw__dyn_articulated {
    snw_sym3 A;
    snw_mat3 B;
    snw_sym3 C;
    snw_wrench p;
} snw__dyn_articulated;

/// The recursions of one instruction set. q, v, a, tau have been looked at before.
typedef struct snw__dyn_kernels {
    /// Sines, cosines and reaches of all joints that turn or slide; false when an angle is not
    /// finite.
    bool (*sines)(snw_dyn *dyn, const double *q);
    /// Motions and forces of all bodies from the root, whose motion is at hand.
    void (*outward)(snw_dyn *dyn, const double *v, const double *a);
    /// Forces to the root: tau[nv] of the joints.
    void (*inward)(snw_dyn *dyn, double *tau);
    /// Composite bodies to the root, and the matrix.
    void (*mass)(snw_dyn *dyn, double *M);
    /// Articulated bodies to the root; false when one cannot be eliminated.
    bool (*articulate)(snw_dyn *dyn, const double *tau);
    /// Accelerations from the root.
    void (*accelerate)(snw_dyn *dyn, double *a);
} snw__dyn_kernels;

/// The kernels of this processor.
const snw__dyn_kernels *snw__dyn_best(void);

/// Looks at q and v and makes everything ready that depends on q alone or on the general joints.
/// `gravity` false leaves it out.
snw_status snw__dyn_prepare(snw_dyn *dyn, const double *q, const double *v, bool gravity);

/// Subtracts wrenches from the forces of the bodies; poses of kin must belong to q.
void snw__dyn_push(snw_dyn *dyn, const snw_wrench *wrenches);

/// Looks at wrenches, and brings the poses of kin to q for them.
snw_status snw__dyn_place(snw_dyn *dyn, const double *q, const snw_wrench *wrenches);

/// Sum of all numbers times zero is zero.
bool snw__dyn_finite(const double *x, int count);

/// The mass matrix after snw__dyn_prepare().
void snw__dyn_mass(snw_dyn *dyn, double *M);

/// The efforts of friction, springs and dampers, into dyn->efforts.
snw_status snw__dyn_passive(snw_dyn *dyn, const double *q, const double *v);

// --- general joints, for all kernels ------------------------------------------------------------

/// Numbers them and fills in what never changes.
void snw__dyn_general_init(snw_dyn *dyn);

/// Asks the general joints for their motion at q, v (NULL is rest).
snw_status snw__dyn_ask(snw_dyn *dyn, const double *q, const double *v);

/// Columns times rates.
snw_twist snw__dyn_times(const snw__dyn_general *g, const double *rates);

/// Adds columns^T W to tau[nv].
void snw__dyn_project(const snw__dyn_general *g, snw_wrench W, double *tau);

/// Eliminates a general joint from its articulated body: what is left of A is that of the body with
/// the joint. False when it cannot be.
bool snw__dyn_eliminate(snw__dyn_general *g, snw__dyn_articulated *A, const double *tau,
                        const double *rotors);

/// The rates of a general joint whose body would be carried with X; X becomes what it has.
snw_accel snw__dyn_free(const snw__dyn_general *g, snw_accel X, double *a);

#endif // SINEW_DYNAMICS_INTERNAL_H
