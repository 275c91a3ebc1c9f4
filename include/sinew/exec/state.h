// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_STATE_H
#define SINEW_EXEC_STATE_H

/// @file
/// The state of the whole cell while it runs: one snw_system_state that the executive owns, and all
/// others read. It begins as the state that the loop names. Then, in every tick after the stage
/// estimate:
///
///     driven members      as their arms are believed to be (the last finite numbers)
///     attached members    where the link is that holds them, times what they were attached with
///     all other members   where somebody put them last
///
/// An attachment outlives who made it: a gripper that stops or fails lets nothing fall.

#include "sinew/exec/component.h"
#include "sinew/model/system_state.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- in the loop --------------------------------------------------------------------------------

/// What the cell is made of, and its state as of this tick.
SNW_RT const snw_system *snw_exec_system(const snw_exec *exec);
SNW_RT const snw_system_state *snw_exec_state(const snw_exec *exec);

/// True for a member that the state names in which the loop began.
SNW_RT bool snw_exec_began_with(const snw_exec *exec, int member);

/// What is attached by a name, or NULL.
SNW_RT const snw_slot *snw_exec_attached(const snw_exec *exec, const char *name);

/// Attaches something by snw_system_attach(). When its name is that of a floating member, that
/// member follows the link from now on. Refused, with the reason, also when the member is fixed or
/// driven, and when the one that shall hold is itself held: those would have two masters. What is
/// attached to a driven member is told to its laws and drives at the next tick.
SNW_RT SNW_NODISCARD snw_status snw_exec_attach(snw_exec *exec, const snw_attaching *what,
                                                snw_why *why);

/// Attaches a floating member to a link of another one as it lies there now, as a "part" by its
/// own name. Refusals as above.
SNW_RT SNW_NODISCARD snw_status snw_exec_grasp(snw_exec *exec, int part, int member, int link,
                                               snw_inertia inertia, snw_why *why);

/// Detaches by name; a member stays where it is. SNW_ERR_UNKNOWN_NAME when nothing has that name.
SNW_RT SNW_NODISCARD snw_status snw_exec_detach(snw_exec *exec, const char *name, snw_why *why);

/// Puts a floating member somewhere in the world, at rest. SNW_ERR_ARGUMENT for a member that is
/// not there, SNW_ERR_UNSUPPORTED for one that is fixed or driven, SNW_ERR_STATE while it is
/// attached, SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for a rotation that is none within 1e-6.
SNW_RT SNW_NODISCARD snw_status snw_exec_put(snw_exec *exec, int member, snw_pose T_world_root,
                                             snw_why *why);

/// Sets the joints of a member that no arm drives, each to `value`: the fingers of a hand that is
/// shown. A floating root stays. SNW_ERR_ARGUMENT, SNW_ERR_UNSUPPORTED, SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_exec_spread(snw_exec *exec, int member, double value);

/// What is attached to the links of this component's arm: loads[link_count] of its model, each in
/// the frame of its link, of this tick. `*change` is another number after each change. NULL without
/// an arm or an executive.
SNW_RT const snw_inertia *snw_component_loads(const snw_component *self, uint64_t *change);

/// A law that has put the weight of these loads into its efforts says so in each tick; whoever
/// stands behind it asks before it adds the weight once more.
SNW_RT void snw_component_carries(snw_component *self);
SNW_RT bool snw_component_is_carried(const snw_component *self);

/// Says "WORD NAME n1 n2 ..." to the drive of an arm, and to its twin, in the loop: each number as
/// short as it reads back. The status is that of the drive; SNW_ERR_ARGUMENT for an arm that is not
/// there, SNW_ERR_TOO_LARGE for a text that does not fit, SNW_ERR_UNSUPPORTED for a drive without
/// words.
SNW_RT SNW_NODISCARD snw_status snw_exec_say(snw_exec *exec, int arm, const char *word,
                                             const char *name, const double *numbers, int count);

// --- services -----------------------------------------------------------------------------------

/// The whole state as of the newest picture: time, coordinates and rates of all members, and what
/// is attached, all of one tick. `state` was laid out for the system of the loop by
/// snw_system_state_init(): SNW_ERR_SIZE if not. SNW_ERR_STATE before the first tick. From the
/// thread of the services, beside the running loop; nothing waits.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_read_state(snw_exec *exec, snw_system_state *state);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_STATE_H
