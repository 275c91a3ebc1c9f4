// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_MACHINE_H
#define SINEW_EXEC_MACHINE_H

/// @file
/// Finite state machines for components (damore.md 2.1): per state entry, run, handle and exit, and
/// guarded transitions. The component `state_machine` (sinew/parts/state_machine.h) has its table
/// in the file of the cell; a component of your own may have one in its source. Reactive:
/// transitions only when asked for. Automatic: any legal transition is taken by itself, the first
/// in the table first. No allocation; tables are const.

#include <stdbool.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void snw_state_fn(void *context);
/// `row` is that of the transition in its table.
typedef bool snw_transition_fn(const void *context, int row);

/// One state. Any function may be NULL.
typedef struct snw_machine_state {
    const char *name;
    snw_state_fn *entry, *run, *handle, *exit; ///< handle: in steps that stay in the state
} snw_machine_state;

/// From a state to another; `guard` NULL is always legal.
typedef struct snw_transition {
    int from, to;
    snw_transition_fn *guard;
} snw_transition;

typedef struct snw_machine_table {
    const snw_machine_state *states;
    int state_count;
    const snw_transition *transitions;
    int transition_count;
    int initial;
} snw_machine_table;

/// One machine. Caller-owned.
typedef struct snw_machine {
    // read-only
    const snw_machine_table *table;
    int state; ///< -1 before it is activated
    bool automatic;
    void *context;
} snw_machine;

/// Refuses a table with states or transitions that are not there. The machine is not active yet.
SNW_SETUP SNW_NODISCARD snw_status snw_machine_init(snw_machine *machine,
                                                    const snw_machine_table *table, void *context,
                                                    snw_why *why);

/// Enters the initial state, reactive; or leaves the present one and is inactive.
SNW_RT void snw_machine_activate(snw_machine *machine);
SNW_RT void snw_machine_deactivate(snw_machine *machine);

/// Chooses the mode.
SNW_RT void snw_machine_set_automatic(snw_machine *machine, bool automatic);

/// Goes to a state, if a transition from here leads there and its guard allows it: exit, then
/// entry. SNW_ERR_STATE if not.
SNW_RT SNW_NODISCARD snw_status snw_machine_request(snw_machine *machine, int state);

/// One step: an automatic machine takes a legal transition if there is one, else handle; then run.
SNW_RT void snw_machine_step(snw_machine *machine);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_MACHINE_H
