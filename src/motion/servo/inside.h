// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SERVO_INSIDE_H
#define SINEW_SRC_SERVO_INSIDE_H

/// @file
/// What sources and tests of servo share, and nobody outside of it needs.

#include "sinew/servo/bumpless.h"
#include "sinew/servo/computed.h"
#include "sinew/servo/friction.h"
#include "sinew/servo/target.h"
#include "sinew/servo/tip.h"

/// Takes laws[law_count] and begins with the first. SNW_ERR_ARGUMENT for none.
SNW_NODISCARD snw_status snw__switch_init(snw_switch *choice, snw_law **laws, int law_count,
                                          const snw_arm *arm, snw_arena *arena);

/// The law that runs from the next update on; it is reset then. SNW_ERR_ARGUMENT for one that is
/// not there. The law that runs already goes on.
SNW_NODISCARD snw_status snw__switch_choose(snw_switch *choice, int law);

/// Resets the present law and forgets its last efforts.
void snw__switch_reset(snw_switch *choice, const snw_arm *arm);

/// Runs one law and adds its blended term.
SNW_NODISCARD snw_status snw__switch_update(snw_switch *choice, const snw_bumpless_config *config,
                                            const snw_arm *arm, double dt, double *effort);

/// Where the root of a floating model is and how it moves, as in the first of its q and v: q[7],
/// v[6]. It stays until it is set again; neutral and at rest after init. SNW_ERR_STATE for a model
/// whose root is fixed, SNW_ERR_NOT_FINITE; SNW_ERR_RANGE for a quaternion whose length is not 1
/// within 1e-3.
SNW_NODISCARD snw_status snw__servo_dyn_set_root(snw_servo_dyn *model, const double *q,
                                                 const double *v);

SNW_NODISCARD snw_status snw__motors_init(snw_motors *motors, const snw_arm *arm, snw_arena *arena);

/// Positions and rates of the axes from those of the motors, and back; efforts of the motors from
/// those of the axes. A result may be its input. SNW_ERR_NOT_FINITE; results are unchanged then.
SNW_NODISCARD snw_status snw__motors_to_axes_q(snw_motors *motors, const snw_arm *arm,
                                               const double *q_motor, double *q);
SNW_NODISCARD snw_status snw__motors_to_axes_v(snw_motors *motors, const snw_arm *arm,
                                               const double *v_motor, double *v);
SNW_NODISCARD snw_status snw__motors_from_axes_q(snw_motors *motors, const snw_arm *arm,
                                                 const double *q, double *q_motor);
SNW_NODISCARD snw_status snw__motors_from_axes_v(snw_motors *motors, const snw_arm *arm,
                                                 const double *v, double *v_motor);
SNW_NODISCARD snw_status snw__motors_from_axes_effort(snw_motors *motors, const snw_arm *arm,
                                                      const double *effort, double *effort_motor);

SNW_NODISCARD snw_status snw__hold_init(snw_hold *hold, const snw_hold_config *config,
                                        const snw_arm *arm, snw_arena *arena);

/// Whatever is held next is held where the arm is then.
void snw__hold_reset(snw_hold *hold, const snw_arm *arm);

/// SNW_ERR_STATE without a valid estimate, SNW_ERR_NOT_FINITE: nothing changes.
SNW_NODISCARD snw_status snw__hold_update(snw_hold *hold, const snw_hold_config *config,
                                          snw_arm *arm, double dt);

#endif // SINEW_SRC_SERVO_INSIDE_H
