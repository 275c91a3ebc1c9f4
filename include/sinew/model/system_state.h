// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_SYSTEM_STATE_H
#define SINEW_MODEL_SYSTEM_STATE_H

/// @file
/// What changes while a system of mechanisms moves: configurations, rates, time, and what is
/// attached. The system stays as it is; all memory is taken by init.

#include "sinew/model/system.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_SLOT_RESTS = 4 }; ///< bodies that a thing may have lain on

/// A body that a thing lay on when it was attached: by what numbers, see snw_body.
typedef struct snw_slot_rest {
    int member, link;
    double keep; ///< distance at which it is clear of it [m]
} snw_slot_rest;

/// Room for one thing that is attached.
typedef struct snw_slot {
    // read-only
    bool used;
    char name[SNW_NAME], role[SNW_NAME];
    int member, link;
    snw_pose T_link_part;
    snw_inertia inertia; ///< about the origin of the part's frame, along its axes
    bool rests_known;    ///< snw_collision_rest() has looked at it
    int rest_count;
    snw_slot_rest rests[SNW_SLOT_RESTS]; ///< what it has not been clear of since
} snw_slot;

/// The state of a system. Caller-owned; q and v are plain arrays.
typedef struct snw_system_state {
    // public
    int64_t t_ns;
    double *q; ///< [nq] of all members, each from its q_index
    double *v; ///< [nv]
    // read-only
    int nq, nv, slot_count;
    snw_slot *slots; ///< [slot_count]
    // private
    double *next_q, *next_v; // [nq], [nv]
} snw_system_state;

/// How far states may differ and count as equal.
typedef struct snw_state_tolerance {
    int64_t t_ns;
    double q, v; ///< each number; quaternions up to their sign
} snw_state_tolerance;

/// Lays out a state that fits the system: half way between the limits, at rest, nothing attached.
SNW_SETUP SNW_NODISCARD snw_status snw_system_state_init(snw_system_state *state,
                                                         const snw_system *system,
                                                         snw_arena *arena);

/// Does the state have the sizes of the system (SNW_ERR_SIZE), finite rates, configurations that
/// snw_configuration_check() takes, and slots that lead to links? The reason names the member.
SNW_RT SNW_NODISCARD snw_status snw_system_state_check(const snw_system *system,
                                                       const snw_system_state *state, snw_why *why);

/// SNW_OK when no number differs by more than the tolerance and the same is attached (poses and
/// mass by `q`); else SNW_ERR_CHECK and the first difference by name, with both numbers.
SNW_RT SNW_NODISCARD snw_status snw_system_state_compare(const snw_system *system,
                                                         const snw_system_state *a,
                                                         const snw_system_state *b,
                                                         snw_state_tolerance tolerance,
                                                         snw_why *why);

/// All members go on by dt_ns (negative goes back) at constant rates, as snw_integrate() does. A
/// refused member leaves all unchanged.
SNW_RT SNW_NODISCARD snw_status snw_system_state_step(const snw_system *system,
                                                      snw_system_state *state, int64_t dt_ns);

/// The pose of a member's base, and of one of its links, in the world. The state must be one that
/// snw_system_state_check() takes. Cost is linear in the joints down to the world.
SNW_RT snw_pose snw_system_base_pose(const snw_system *system, const snw_system_state *state,
                                     int member);

/// The pose of a link of a member in the world.
SNW_RT snw_pose snw_system_link_pose(const snw_system *system, const snw_system_state *state,
                                     int member, int link);

/// What is to be attached, and where.
typedef struct snw_attaching {
    const char *name;  ///< by which it is detached; unlike all that are attached
    const char *role;  ///< "tool", "part" or "payload"
    const char *place; ///< link or attachment of the member; NULL or "" is its root
    int member;
    snw_pose T_place_part;
    snw_inertia inertia; ///< in the part's frame; of a body that can exist
} snw_attaching;

/// Takes a free slot; `*slot` (may be NULL) receives its number. Refused, with the reason: no such
/// member or place, no name or one in use, another role, numbers that are not finite, no rotation,
/// a body that cannot exist, all slots in use (SNW_ERR_FULL). The state is then unchanged.
SNW_RT SNW_NODISCARD snw_status snw_system_attach(const snw_system *system, snw_system_state *state,
                                                  const snw_attaching *what, int *slot,
                                                  snw_why *why);

/// Frees a slot by the name of what it holds. SNW_ERR_UNKNOWN_NAME when nothing has that name.
SNW_RT SNW_NODISCARD snw_status snw_system_detach(snw_system_state *state, const char *name,
                                                  snw_why *why);

/// A state of the cell file becomes the state; refusals as in snw_cell_check(), for this system.
SNW_SETUP SNW_NODISCARD snw_status snw_system_state_put(const snw_system *system,
                                                        const snw_cell_state *from,
                                                        snw_system_state *state, snw_diags *diags);

/// A state becomes one for the file, all members in it, bit for bit. `out` comes from
/// snw_block_new(&snw_cell_state_type) or a cell's list; its name stays.
SNW_SETUP SNW_NODISCARD snw_status snw_system_state_get(const snw_system *system,
                                                        const snw_system_state *state,
                                                        snw_setup *setup, snw_cell_state *out);

/// Are the numbers of coordinates those of the system? With `setup` not NULL, positions win: where
/// they fit, the rates become as many as they must be, cut at the end or filled with zeros, and
/// `*repaired` (may be NULL) counts those members. SNW_ERR_SIZE names a member that does not fit.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_state_sizes(const snw_system *system,
                                                        snw_cell_state *state, snw_setup *setup,
                                                        int *repaired, snw_diags *diags);

/// The inertia of a link with all that is attached to it, in the link's frame.
SNW_RT snw_inertia snw_system_link_inertia(const snw_system *system, const snw_system_state *state,
                                           int member, int link);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_SYSTEM_STATE_H
