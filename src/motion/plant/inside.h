// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PLANT_INSIDE_H
#define SINEW_SRC_PLANT_INSIDE_H

/// @file
/// What sources and tests of plant share, and nobody outside of it needs.

#include "sinew/plant/actuator.h"
#include "sinew/plant/fault.h"

/// The actuator of an axis as its model describes it; without a description: no rotor, no friction,
/// no stops, the effort limits of the model. `kinetic` is 0.8, `stick_velocity` 1e-3, spring and
/// damper of the sticking axis 0.
snw_plant_axis snw__plant_axis_of(const snw_arm *arm, int axis);

/// x within [low, high]; `low` for NaN. Compilers make two instructions of it, and two calls of
/// fmin(fmax(x, low), high), which says the same.
SNW_INLINE double snw__clamp(double x, double low, double high) {
    const double least = x > low ? x : low;
    return least < high ? least : high;
}

/// Viscous friction at rate v.
double snw__plant_viscous(const snw_plant_axis *axis, double v);

/// The end stops: proportional to the way into the zone, with damping, never pulling.
double snw__plant_stop(const snw_plant_axis *axis, double q, double v);

/// The name of a kind, its sentence and the value that it has when none is given.
const char *snw__plant_fault_name(snw_plant_fault_kind kind);
const char *snw__plant_fault_sentence(snw_plant_fault_kind kind);

/// Puts an effort from outside on an axis, from the next tick on, for so long; 0 s is until it is
/// replaced. Only a simulated_arm feels it; SNW_ERR_UNSUPPORTED for the others.
SNW_NODISCARD snw_status snw__plant_set_force(snw_drive *drive, int axis, double effort,
                                              double seconds);

/// Pushes a link of a simulated_arm, likewise: a wrench along the world's axes with the torque
/// about the origin of the link's frame.
SNW_NODISCARD snw_status snw__plant_set_push(snw_drive *drive, int link, snw_wrench wrench,
                                             double seconds);

/// Puts a point mass [kg] on a link of a simulated_arm, at p_link [m], in place of the one there;
/// from the next tick on. SNW_ERR_RANGE for a negative mass.
SNW_NODISCARD snw_status snw__plant_set_payload(snw_drive *drive, int link, double mass,
                                                snw_vec3 p_link);

/// What the cell has attached to a link of a simulated_arm, in the link's frame, in place of what
/// was attached before and beside the payload; from the next tick on. SNW_ERR_RANGE for numbers
/// that no body has.
SNW_NODISCARD snw_status snw__plant_set_attached(snw_drive *drive, int link, snw_inertia inertia);

/// What was set last.
SNW_NODISCARD snw_status snw__plant_attached(const snw_drive *drive, int link,
                                             snw_inertia *inertia);

/// Puts a floating base somewhere, at rest: T_joint_base in the frame of its coordinates, from the
/// next tick on. The stand that carries it is there then. SNW_ERR_UNSUPPORTED for a base that is
/// fixed, SNW_ERR_RANGE for a rotation that is none.
SNW_NODISCARD snw_status snw__plant_set_base(snw_drive *drive, snw_pose T_joint_base);

/// Dry friction with stick and slip. `total` is every other effort on the axis, that of gravity and
/// velocities included; `way` is how far it is from where it began to stick. Slower than D it holds
/// against `total`, with a spring and a damper towards where it stuck, within T_s; else T_k against
/// the motion. |result| <= T_s always.
double snw__plant_dry(const snw_plant_axis *axis, double total, double way, double v);

/// Efforts tau[count] of the axes for a motion of the arm's model.
/// `axes` has arm->count actuators; rotors and friction that `dyn` has are left out. An axis
/// that sticks asks for T_s more along its acceleration, and for nothing more without one.
/// Statuses are those of snw_dyn_inverse(); `tau` is unchanged then.
SNW_NODISCARD snw_status snw__plant_efforts(snw_dyn *dyn, const snw_arm *arm,
                                            const snw_plant_axis *axes, snw_plant_torque kind,
                                            snw_plant_motion motion, double *tau);

#endif // SINEW_SRC_PLANT_INSIDE_H
