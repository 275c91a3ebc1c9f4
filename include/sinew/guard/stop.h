// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GUARD_STOP_H
#define SINEW_GUARD_STOP_H

/// @file
/// The stop machine of one arm: which stop is active, how it may be left. Pure: events in, state
/// and orders out, no time and no numbers of motion. Small enough to be tested over every state and
/// event.
///
/// Stop classes, less severe first; the most severe demand wins and is never taken back by itself:
///
///     S2  stop within limits, then hold position with power on
///     S1  the same stop, then power off and brakes closed
///     S0  power off and brakes closed at once
///
/// A stop that leaves its envelope, or a held arm that leaves its place, goes up one class. After
/// power-up the machine is latched. A latched stop is left by an acknowledgement (a rising edge,
/// at standstill, with its cause gone); after S1 and S0 the arm is then disabled, and enabling it
/// is another step. Neither of the two starts a motion.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_stop_class { SNW_STOP_NONE, SNW_STOP_2, SNW_STOP_1, SNW_STOP_0 } snw_stop_class;

typedef enum snw_stop_state {
    SNW_ARM_DISABLED, ///< no power, nothing latched: may be enabled
    SNW_ARM_ENABLED,  ///< follows its sources
    SNW_ARM_STOPPING, ///< on the way to rest, S2 or S1
    SNW_ARM_HELD,     ///< at rest with power, after S2; latched
    SNW_ARM_LATCHED   ///< no power, after S1 or S0 and after power-up; latched
} snw_stop_state;

/// What a tick brings. All flags may come at once; demands are served first, then escalation, then
/// the end of a stop, then the operator.
typedef struct snw_stop_events {
    snw_stop_class demand; ///< most severe one of this tick
    bool cause_present;    ///< the latched cause still holds: it cannot be acknowledged
    bool standstill;       ///< every axis is at rest
    bool left_envelope;    ///< of the stop in progress, or of the place where the arm is held
    bool acknowledge;      ///< as the operator holds it; its rising edge counts
    bool enable;           ///< as the operator holds it; its rising edge counts
    bool disable;          ///< an orderly end: S1 that latches nothing
    bool ready;            ///< drives are homed as far as needed and report no fault
} snw_stop_events;

typedef struct snw_stop_machine {
    // read-only
    snw_stop_state state;
    snw_stop_class active; ///< class of the stop in progress or latched
    bool orderly;          ///< it was asked for by `disable`
    // private
    bool was_acknowledged, was_enabled; // as of the last tick
} snw_stop_machine;

/// One tick. Returns true when a stop began or became more severe.
SNW_RT bool snw_stop_machine_step(snw_stop_machine *machine, const snw_stop_events *events);

/// What the state means for the drives and for sources: power on; follows its sources.
SNW_RT bool snw_stop_machine_powered(const snw_stop_machine *machine);

#ifdef __cplusplus
}
#endif

#endif // SINEW_GUARD_STOP_H
