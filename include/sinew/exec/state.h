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
///     all other members   where they were put last
///
/// An attachment outlives who made it: a gripper that stops or fails lets nothing fall.

#include "sinew/collision/near.h"
#include "sinew/exec/component.h"
#include "sinew/model/system_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The bodies of the cell and the rules of their pairs, made when it is first asked for: while a
/// component is configured. The first finding of what cannot be made goes to `why`.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_world(snw_exec *exec, const snw_world **world,
                                                  snw_why *why);

// --- in the loop --------------------------------------------------------------------------------

/// What the cell is made of, and its state as of this tick.
SNW_RT const snw_system *snw_exec_system(const snw_exec *exec);

/// The state of the cell as of this tick.
SNW_RT const snw_system_state *snw_exec_state(const snw_exec *exec);

/// What is sensed as of this tick; NULL when no component keeps a map.
SNW_RT const snw_sensed *snw_exec_sensed(const snw_exec *exec);

/// True for a member that the state names in which the loop began.
SNW_RT bool snw_exec_began_with(const snw_exec *exec, int member);

/// What is attached by a name, or NULL.
SNW_RT const snw_slot *snw_exec_attached(const snw_exec *exec, const char *name);

/// Attaches a floating member to a link of another one as it lies there now, as a "part" by its
/// own name. Refusals as above.
SNW_RT SNW_NODISCARD snw_status snw_exec_grasp(snw_exec *exec, int part, int member, int link,
                                               snw_inertia inertia, snw_why *why);

/// Detaches by name; a member stays where it is. SNW_ERR_UNKNOWN_NAME when nothing has that name.
SNW_RT SNW_NODISCARD snw_status snw_exec_detach(snw_exec *exec, const char *name, snw_why *why);

/// Puts a floating member somewhere in the world, at rest. SNW_ERR_ARGUMENT for a member that is
/// not there, SNW_ERR_UNSUPPORTED for one that is fixed or driven, SNW_ERR_STATE while it is
/// attached, SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for a matrix that is not a rotation within 1e-6.
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

/// True when a law has said in this tick that its efforts contain the weight of the loads.
SNW_RT bool snw_component_is_carried(const snw_component *self);

/// Pushes a link of an arm, on its drive and on its twin, in the loop (snw_drive_functions.push).
/// The status is that of the drive; SNW_ERR_ARGUMENT for an arm that is not there,
/// SNW_ERR_UNSUPPORTED for a drive that cannot be pushed.
SNW_RT SNW_NODISCARD snw_status snw_exec_push(snw_exec *exec, int arm, int link, snw_wrench wrench,
                                              double seconds);

// --- services -----------------------------------------------------------------------------------

/// The whole state as of the newest picture: time, coordinates and rates of all members, and what
/// is attached, all of one tick. `state` was laid out for the system of the loop by
/// snw_system_state_init(): SNW_ERR_SIZE if not. SNW_ERR_STATE before the first tick. From the
/// thread of the services, beside the running loop; nothing waits.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_read_state(snw_exec *exec, snw_system_state *state);

/// The same of the picture that snw_exec_look() gave last, without taking a newer one: the state
/// beside the signals of the same tick.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_picture_state(const snw_exec *exec,
                                                          const snw_roots *picture,
                                                          snw_system_state *state);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_STATE_H
