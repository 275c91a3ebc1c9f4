// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_DYN_H
#define SINEW_DYNAMICS_DYN_H

/// @file
/// The workspace of dynamics, and the three recursions: inverse dynamics (Newton and Euler), the
/// mass matrix (composite bodies), forward dynamics (articulated bodies).
///
/// Gravity is the acceleration of free fall as an observer in the world sees it. Inside, a fixed
/// base feels the opposite: it is treated as accelerated upwards. All accelerations that go in and
/// come out are seen ones: a mechanism at rest has a = 0, one that falls freely has gravity in the
/// acceleration of its floating root. snw_dyn_felt() returns the other.
///
/// Wrenches from outside are given per link, wrenches[link_count], along the world's axes with the
/// torque about the origin of the link's frame; NULL for none. A wrench that pushes along the
/// motion lowers the efforts that are needed.
///
/// Functions that can fail return SNW_ERR_NOT_FINITE when a number that goes in is NaN or infinite
/// and SNW_ERR_RANGE for a quaternion whose length is not 1 within 1e-3; results are unchanged
/// then. Results must not overlap what goes in, unless a function says so. Nothing allocates.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/kinematics.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is at hand of the last state; private to the sources of the module.
struct snw__dyn_general;
struct snw__dyn_elimination;
struct snw__dyn_articulated;
struct snw__dyn_kernels;

/// Dynamics of one model. Caller-owned, no destructor, one per thread.
typedef struct snw_dyn {
    // public
    bool springs; ///< springs and dampers of the model act; true after init
    double reuse; ///< how long snw_dyn_forward_factored() uses its factors again [s]; 0 is never
    double t;     ///< the time of the state, read only where `reuse` is above 0 [s]
    // read-only
    const snw_model *model;
    snw_kin kin;         ///< of the last state that poses were needed for
    snw_vec3 gravity;    ///< seen, along the world's axes [m/s^2]; 0 0 -9.81 after init
    double *rotors;      ///< [nv] inertia of rotors on the joint's side [kg m^2 or kg]
    double *friction;    ///< [nv] viscous, on the joint's side [N m s/rad or N s/m]
    int64_t evaluations; ///< of the mass matrix, since init
    // private
    const struct snw__dyn_kernels *kernels;  // of this processor
    snw_normal_body *bodies;                 // [body_count] with the inertias of now
    snw_inertia *inertias;                   // [link_count] about the link's origin
    unsigned char *roles;                    // [body_count] how a body's sums reach its parent
    double *sines, *cosines;                 // [padded]
    snw_vec3 *reaches;                       // [body_count] origin in the parent's frame
    struct snw__dyn_general *generals;       // [general_count]
    snw_accel *motions;                      // [body_count] felt, along the body's axes
    snw_vec3 *spins;                         // [body_count] angular velocity, likewise
    snw_wrench *forces;                      // [body_count] what moves the body, at its origin
    snw_inertia *composites;                 // [body_count] second moments in place of I
    struct snw__dyn_articulated *gathered;   // [body_count] of children that branch off
    struct snw__dyn_elimination *eliminated; // [body_count]
    double *zeros;                           // [nv]
    double *efforts;                         // [nv]
    double *M;                               // [nv * nv]
    double *diagonal;                        // [nv] of M, before it is factorised
    int *above;                              // [nv] the rate before a rate on its way to the root
    double *columns;                         // [nv * 6]
    snw_twist *jacobian;                     // [nv]
    double t_factored;                       // dyn->t at the last factorisation
    bool factored, slides, rubs;
} snw_dyn;

/// Lays out `dyn` inside `arena`; `model` must outlive it. Gravity is 0 0 -9.81, the base stands in
/// the world's origin, there are neither rotors nor friction. On an empty arena this only measures:
/// it fails with SNW_ERR_MEMORY and arena->needed is the number of bytes to supply.
SNW_SETUP SNW_NODISCARD snw_status snw_dyn_init(snw_dyn *dyn, const snw_model *model,
                                                snw_arena *arena);

/// Sets gravity as it is seen [m/s^2], along the world's axes.
SNW_RT SNW_NODISCARD snw_status snw_dyn_set_gravity(snw_dyn *dyn, snw_vec3 gravity);

/// Places the base in the world: where the root is fixed or, of a floating root, the frame of its
/// q. SNW_ERR_RANGE for a matrix that is not a rotation within 1e-9; then the old base stays.
SNW_RT SNW_NODISCARD snw_status snw_dyn_set_base(snw_dyn *dyn, snw_pose T_world_base);

/// Sets the inertia of the rotor that drives a rate, as felt on the joint's side: gear ratio
/// squared times the rotor's own. It adds to the diagonal of the mass matrix; that the rotor also
/// turns with the link it sits on belongs to that link's inertia. SNW_ERR_RANGE below 0,
/// SNW_ERR_ARGUMENT for a rate that is not there.
SNW_RT SNW_NODISCARD snw_status snw_dyn_set_rotor(snw_dyn *dyn, int rate, double inertia);

/// Sets all rotors from the actuators of the description that the model was compiled from. The
/// rotor of a joint that follows another turns with that one, by its multiplier.
SNW_SETUP SNW_NODISCARD snw_status snw_dyn_set_actuators(snw_dyn *dyn, const snw_robot *robot);

/// Sets the viscous friction of a rate: it holds back by so much times the rate. Inverse dynamics
/// asks for it on top, forward dynamics is slowed by it. SNW_ERR_RANGE below 0, SNW_ERR_ARGUMENT
/// for a rate that is not there.
SNW_RT SNW_NODISCARD snw_status snw_dyn_set_friction(snw_dyn *dyn, int rate, double viscous);

/// Sets the viscous friction of all rates from the actuators of the description that the model was
/// compiled from: what URDF calls damping. Friction of a joint that follows another brakes that
/// one, by the square of its multiplier. Dry friction is left to a plant: it has no smooth law.
SNW_SETUP SNW_NODISCARD snw_status snw_dyn_set_actuator_friction(snw_dyn *dyn,
                                                                 const snw_robot *robot);

/// Replaces the mass properties of one link, in the link's frame and about its origin: a part that
/// was grasped or laid down, a changed tool. Links of the model keep theirs. SNW_ERR_RANGE for
/// numbers that no body has (snw_inertia_check() with 1e-9).
SNW_RT SNW_NODISCARD snw_status snw_dyn_set_inertia(snw_dyn *dyn, int link, snw_inertia inertia);

/// The mass properties of a link as they are now.
SNW_RT snw_inertia snw_dyn_inertia(const snw_dyn *dyn, int link);

/// Efforts tau[nv] that give the accelerations a[nv] at q and v: recursive Newton-Euler (Luh,
/// Walker and Paul 1980). Cost is linear in the number of bodies.
SNW_RT SNW_NODISCARD snw_status snw_dyn_inverse(snw_dyn *dyn, const double *q, const double *v,
                                                const double *a, const snw_wrench *wrenches,
                                                double *tau);

/// Efforts at a = 0: what gravity, velocities, springs, dampers, friction and wrenches ask for.
SNW_RT SNW_NODISCARD snw_status snw_dyn_bias(snw_dyn *dyn, const double *q, const double *v,
                                             const snw_wrench *wrenches, double *tau);

/// Efforts that hold the mechanism against gravity, G(q); neither springs nor wrenches.
SNW_RT SNW_NODISCARD snw_status snw_dyn_gravity(snw_dyn *dyn, const double *q, double *tau);

/// Efforts that velocities ask for, C(q, v) v: centrifugal, Coriolis and gyroscopic; neither
/// dampers nor friction.
SNW_RT SNW_NODISCARD snw_status snw_dyn_coriolis(snw_dyn *dyn, const double *q, const double *v,
                                                 double *tau);

/// The mass matrix M[nv * nv], both halves filled: composite rigid bodies (Walker and Orin 1982),
/// in the frames of the bodies.
SNW_RT SNW_NODISCARD snw_status snw_dyn_mass_matrix(snw_dyn *dyn, const double *q, double *M);

/// MX[nv * count] = M X for the columns of X[nv * count], without forming M: one pass of inverse
/// dynamics each, at rest and without gravity. For few columns, such as a basis N of the
/// self-motion of a redundant arm, this is less work than M; since M is symmetric, the columns of M
/// N are the rows of N^T M. SNW_ERR_SIZE for a negative count.
SNW_RT SNW_NODISCARD snw_status snw_dyn_mass_times(snw_dyn *dyn, const double *q, const double *X,
                                                   int count, double *MX);

/// Accelerations a[nv] under the efforts tau[nv]: articulated bodies (Featherstone 1983), linear in
/// the number of bodies. Where rates move several joints, by snw_dyn_forward_factored().
/// SNW_ERR_SINGULAR when something that moves has no inertia. `a` may be `tau`.
SNW_RT SNW_NODISCARD snw_status snw_dyn_forward(snw_dyn *dyn, const double *q, const double *v,
                                                const double *tau, const snw_wrench *wrenches,
                                                double *a);

/// The acceleration of a link's origin as an accelerometer there feels it, along the link's axes:
/// seen less gravity. The angular part is the same for both.
SNW_RT SNW_NODISCARD snw_status snw_dyn_felt(snw_dyn *dyn, const double *q, const double *v,
                                             const double *a, int link, snw_accel *felt);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_DYN_H
