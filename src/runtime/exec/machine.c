// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/machine.h"

static snw_status refuse_row(snw_why *why, const char *text, int row) {
    const snw_status status = snw_refuse(why, SNW_ERR_ARGUMENT, "machine", text,
                                         "name states that the table has, by their index");
    snw_why_add(why, "row", row, "");
    return status;
}

static bool is_state(const snw_machine_table *table, int state) {
    return state >= 0 && state < table->state_count;
}

snw_status snw_machine_init(snw_machine *machine, const snw_machine_table *table, void *context,
                            snw_why *why) {
    if (!is_state(table, table->initial)) {
        return refuse_row(why, "the initial state is not in the table", table->initial);
    }
    for (int i = 0; i < table->transition_count; i++) {
        const snw_transition *one = &table->transitions[i];
        if (!is_state(table, one->from) || !is_state(table, one->to)) {
            return refuse_row(why, "a transition begins or ends at an unknown state", i);
        }
    }
    *machine = (snw_machine){.table = table, .state = -1, .context = context};
    return SNW_OK;
}

static void call(const snw_machine *machine, snw_state_fn *function) {
    if (function != NULL) function(machine->context);
}

static void enter(snw_machine *machine, int state) {
    if (machine->state >= 0) call(machine, machine->table->states[machine->state].exit);
    machine->state = state;
    if (state >= 0) call(machine, machine->table->states[state].entry);
}

void snw_machine_activate(snw_machine *machine) {
    machine->automatic = false;
    enter(machine, machine->table->initial);
}

void snw_machine_deactivate(snw_machine *machine) {
    enter(machine, -1);
}

void snw_machine_set_automatic(snw_machine *machine, bool automatic) {
    machine->automatic = automatic;
}

// the first transition from here that is legal now, to `state` or, with -1, to anywhere
static const snw_transition *find(const snw_machine *machine, int state) {
    for (int i = 0; i < machine->table->transition_count; i++) {
        const snw_transition *one = &machine->table->transitions[i];
        if (one->from != machine->state || (state >= 0 && one->to != state)) continue;
        if (one->guard == NULL || one->guard(machine->context, i)) return one;
    }
    return NULL;
}

snw_status snw_machine_request(snw_machine *machine, int state) {
    if (machine->state < 0 || !is_state(machine->table, state)) return SNW_ERR_STATE;
    const snw_transition *way = find(machine, state);
    if (way == NULL) return SNW_ERR_STATE;
    enter(machine, way->to);
    return SNW_OK;
}

void snw_machine_step(snw_machine *machine) {
    if (machine->state < 0) return;
    const snw_transition *way = machine->automatic ? find(machine, -1) : NULL;
    if (way != NULL) {
        enter(machine, way->to);
    } else {
        call(machine, machine->table->states[machine->state].handle);
    }
    call(machine, machine->table->states[machine->state].run);
}
