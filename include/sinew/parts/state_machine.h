// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PARTS_STATE_MACHINE_H
#define SINEW_PARTS_STATE_MACHINE_H

/// @file
/// A state machine whose table stands in the file of the cell (damore.md 2.1,
/// sinew/exec/machine.h). Each state names components that run in it; entering starts them, leaving
/// stops them. So a cell changes its laws or sources while it runs, without a line of C:
///
///     <state_machine initial="rest">
///       <states>
///         <state name="rest"><components>hold</components></state>
///         <state name="work"><components>wave law</components></state>
///       </states>
///       <transitions>
///         <transition name="begin" from="rest" to="work"/>
///         <transition name="enough" from="work" to="rest" signal="loop/t" low="60" high="1e9"/>
///       </transitions>
///     </state_machine>
///
/// Reactive: the command `go STATE` takes a transition, if there is a legal one. Automatic: any
/// legal transition is taken by itself, the first of the table first, one in a tick. It runs in
/// stage sense, so what it starts runs in the same tick.

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_MACHINE_STATES = 32, SNW_MACHINE_TRANSITIONS = 128, SNW_MACHINE_SWITCHED = 64 };

typedef struct snw_machine_state_entry {
    char name[SNW_NAME];             ///< key
    char components[SNW_FIELD_PATH]; ///< that run in it, between blanks
} snw_machine_state_entry;

typedef struct snw_machine_transition_entry {
    char name[SNW_NAME]; ///< key
    char from[SNW_NAME], to[SNW_NAME];
    char signal[SNW_FIELD_PATH]; ///< legal while it is in [low, high]; empty: always
    double low, high;
} snw_machine_transition_entry;

/// Sense "state_machine".
typedef struct snw_state_machine {
    char initial[SNW_NAME]; ///< empty for the first
    bool automatic;         ///< how it begins
    snw_machine_state_entry *states;
    int state_count;
    snw_machine_transition_entry *transitions;
    int transition_count;
} snw_state_machine;

/// What it shows. The last four tell the order of calls: each is the number, of all calls so far,
/// of the last call of its kind; 0 for none yet.
typedef struct snw_state_machine_signals {
    int state; ///< index among the states; -1 before the first tick
    bool automatic;
    uint64_t changes; ///< of the state
    uint64_t refused; ///< requests without a legal transition
    double time;      ///< in this state [s]
    uint64_t entry, run, handle, exit;
} snw_state_machine_signals;

SNW_API extern const snw_type snw_state_machine_type, snw_state_machine_signals_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_PARTS_STATE_MACHINE_H
