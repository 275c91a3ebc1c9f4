// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MODEL_INSIDE_H
#define SINEW_SRC_MODEL_INSIDE_H

/// @file
/// What sources and tests of model share, and nobody outside of it needs.

#include "sinew/model/law.h"
#include "sinew/model/state.h"
#include "sinew/model/system_state.h"

/// Can this child be a law? A type of base "joint_law", flat, of this version, with transform(),
/// which gives a rotation at 0. The reason may be NULL.
SNW_NODISCARD snw_status snw__law_check(const snw_child *law, snw_why *why);

/// Lays out a state that fits the model: half way between the limits, at rest, at time 0.
SNW_NODISCARD snw_status snw__state_init(snw_state *state, const snw_model *model,
                                         snw_arena *arena);

/// Back to what init made.
void snw__system_state_reset(const snw_system *system, snw_system_state *state);

/// Makes `to` what `from` is; both were laid out for one system. SNW_ERR_SIZE if not.
SNW_NODISCARD snw_status snw__system_state_copy(snw_system_state *to, const snw_system_state *from);

/// One member goes on; the others, and the time, stay. SNW_ERR_ARGUMENT: there is no such member.
SNW_NODISCARD snw_status snw__system_state_step_member(const snw_system *system,
                                                       snw_system_state *state, int member,
                                                       int64_t dt_ns);

/// The state at t_ns on the way from a to b, as snw_state_interpolate(); attached is what a has,
/// at the time of b what b has. A refusal leaves `out` unchanged; it may be a or b.
SNW_NODISCARD snw_status snw__system_state_interpolate(const snw_system *system,
                                                       const snw_system_state *a,
                                                       const snw_system_state *b, int64_t t_ns,
                                                       snw_system_state *out);

#endif // SINEW_SRC_MODEL_INSIDE_H
