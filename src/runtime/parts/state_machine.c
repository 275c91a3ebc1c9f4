// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/parts/state_machine.h"
#include "sinew/exec/machine.h"

#include <string.h>

#include "internal.h"
#include "sinew/model/names.h"

// A signal that a transition looks at, wherever it lies in the images of the loop.
typedef struct watched {
    const void *item; // NULL for none
    snw_kind kind;
    size_t size;
} watched;

typedef struct work {
    snw_component *self;
    snw_machine machine;
    snw_machine_table table;
    snw_machine_state *states;   // [state_count]
    snw_transition *transitions; // [transition_count]
    watched *watch;              // [transition_count]
    snw_component **switched;    // [switched_count] all that any state names
    int switched_count;
    bool *runs; // [state_count * SNW_MACHINE_SWITCHED] which of them run in which state
    uint64_t calls;
    bool ordered; // somebody made it automatic, not the cell
} work;

// --- what the states do -------------------------------------------------------------------------

static snw_state_machine_signals *signals_of(work *w) {
    return w->self->signals;
}

static bool runs_in(const work *w, int state, int component) {
    return w->runs[state * SNW_MACHINE_SWITCHED + component];
}

static void switch_one(work *w, int component, bool runs) {
    snw_why why = {0};
    const snw_status status = snw_component_switch(w->switched[component], runs, &why);
    if (snw_failed(status)) snw_component_event(w->self, &why);
}

// what this state names runs, and nothing else of all that any state names
static void enter_state(void *context) {
    work *w = context;
    signals_of(w)->entry = ++w->calls;
    for (int i = 0; i < w->switched_count; i++) {
        if (!runs_in(w, w->machine.state, i)) switch_one(w, i, false);
    }
    for (int i = 0; i < w->switched_count; i++) {
        if (runs_in(w, w->machine.state, i)) switch_one(w, i, true);
    }
}

static void leave_state(void *context) {
    work *w = context;
    signals_of(w)->exit = ++w->calls;
    for (int i = 0; i < w->switched_count; i++) {
        if (runs_in(w, w->machine.state, i)) switch_one(w, i, false);
    }
}

static void run_state(void *context) {
    work *w = context;
    signals_of(w)->run = ++w->calls;
}

static void handle_state(void *context) {
    work *w = context;
    signals_of(w)->handle = ++w->calls;
}

static double value_of(const watched *watch) {
    int64_t whole;
    int32_t half;
    bool truth;
    double real;
    if (watch->kind == SNW_KIND_REAL) {
        memcpy(&real, watch->item, sizeof real);
        return real;
    }
    if (watch->kind == SNW_KIND_BOOL) {
        memcpy(&truth, watch->item, sizeof truth);
        return truth;
    }
    if (watch->size == sizeof half) {
        memcpy(&half, watch->item, sizeof half);
        return half;
    }
    memcpy(&whole, watch->item, sizeof whole);
    return (double)whole;
}

// NaN is in no range
static bool is_legal(const void *context, int row) {
    const work *w = context;
    const snw_state_machine *config = w->self->config;
    const snw_machine_transition_entry *entry = &config->transitions[row];
    if (w->watch[row].item == NULL) return true;
    const double value = value_of(&w->watch[row]);
    return value >= entry->low && value <= entry->high;
}

// --- set-up -------------------------------------------------------------------------------------

static int find_state(const snw_state_machine *config, const char *name) {
    for (int i = 0; i < config->state_count; i++) {
        if (strcmp(config->states[i].name, name) == 0) return i;
    }
    return -1;
}

// the place of a component among those that are switched; -1 with the reason
static int take_component(snw_component *self, work *w, const char *name, snw_why *why) {
    snw_component *other = snw_exec_find(self->exec, name);
    if (other == NULL || other == self) {
        snw__machine_refuse_component(self, name, why);
        return -1;
    }
    for (int i = 0; i < w->switched_count; i++) {
        if (w->switched[i] == other) return i;
    }
    if (w->switched_count == SNW_MACHINE_SWITCHED) {
        SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "state-machine", self->name,
                                   "the states name too many components",
                                   "at most 64 in one machine"));
        return -1;
    }
    w->switched[w->switched_count] = other;
    return w->switched_count++;
}

static snw_status take_state(snw_component *self, work *w, int index, snw_why *why) {
    const snw_state_machine *config = self->config;
    const snw_machine_state_entry *entry = &config->states[index];
    w->states[index] =
        (snw_machine_state){entry->name, enter_state, run_state, handle_state, leave_state};
    for (const char *at = entry->components; *at != '\0';) {
        char name[SNW_NAME];
        while (*at == ' ' || *at == '\t' || *at == '\n')
            at++;
        const size_t length = strcspn(at, " \t\n");
        if (length == 0) break;
        const size_t kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, at, kept);
        name[kept] = '\0';
        const int component = take_component(self, w, name, why);
        if (component < 0) {
            return snw__name_owner(why, self->name, "states", entry->name);
        }
        w->runs[index * SNW_MACHINE_SWITCHED + component] = true;
        at += length;
    }
    return SNW_OK;
}

static snw_status take_transition(snw_component *self, work *w, int row, snw_why *why) {
    const snw_state_machine *config = self->config;
    const snw_machine_transition_entry *entry = &config->transitions[row];
    const int from = find_state(config, entry->from), to = find_state(config, entry->to);
    w->transitions[row] = (snw_transition){from, to, is_legal};
    if (from < 0 || to < 0) {
        snw__machine_refuse_state(self, from < 0 ? entry->from : entry->to, why);
        return snw__name_owner(why, self->name, "transitions", entry->name);
    }
    if (entry->signal[0] == '\0') return SNW_OK;
    snw_place place;
    const snw_status status =
        snw_roots_resolve(snw_exec_signals(self->exec), entry->signal, &place, why);
    if (snw_failed(status)) return status;
    const snw_kind kind = place.field->kind;
    const bool whole = kind == SNW_KIND_INT || kind == SNW_KIND_UINT || kind == SNW_KIND_ENUM;
    const bool fits = whole && (place.field->size == 4 || place.field->size == 8);
    if (place.count != 1 || !(place.number != NULL || fits || kind == SNW_KIND_BOOL)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "state-machine", entry->signal,
                               "a transition reads one number",
                               "name a single number, such as arm/estimate/q[2]");
    }
    if (place.number != NULL) {
        w->watch[row] = (watched){place.number, SNW_KIND_REAL, sizeof(double)};
    } else {
        w->watch[row] = (watched){place.item, kind, place.field->size};
    }
    return SNW_OK;
}

static snw_status machine_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_state_machine *config = self->config;
    work *w = SNW_ARENA_ARRAY(arena, work, 1), spare;
    work *laid = w != NULL ? w : &spare;
    laid->states = SNW_ARENA_ARRAY(arena, snw_machine_state, config->state_count);
    laid->transitions = SNW_ARENA_ARRAY(arena, snw_transition, config->transition_count);
    laid->watch = SNW_ARENA_ARRAY(arena, watched, config->transition_count);
    laid->switched = SNW_ARENA_ARRAY(arena, snw_component *, SNW_MACHINE_SWITCHED);
    laid->runs = SNW_ARENA_ARRAY(arena, bool, config->state_count *SNW_MACHINE_SWITCHED);
    snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    self->work = w;
    w->self = self;
    if (config->state_count == 0) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "state-machine", self->name,
                               "the machine has no state", "give it at least one state");
    }
    for (int i = 0; i < config->state_count && !snw_failed(status); i++)
        status = take_state(self, w, i, why);
    for (int i = 0; i < config->transition_count && !snw_failed(status); i++)
        status = take_transition(self, w, i, why);
    if (snw_failed(status)) return status;
    const int initial = config->initial[0] != '\0' ? find_state(config, config->initial) : 0;
    if (initial < 0) {
        snw__machine_refuse_state(self, config->initial, why);
        return snw__name_owner(why, self->name, "initial", NULL);
    }
    w->table = (snw_machine_table){w->states, config->state_count, w->transitions,
                                   config->transition_count, initial};
    signals_of(w)->state = -1;
    return snw_machine_init(&w->machine, &w->table, w, why);
}

// --- the tick -----------------------------------------------------------------------------------

static void show_state(work *w) {
    snw_state_machine_signals *s = signals_of(w);
    if (s->state != w->machine.state) {
        if (s->state >= 0) s->changes++;
        s->time = 0;
    }
    s->state = w->machine.state;
    s->automatic = w->machine.automatic;
}

// the first tick enters: all that the cell starts has been started then
static snw_status machine_update(snw_component *self, const snw_tick *tick) {
    work *w = self->work;
    if (w->machine.state < 0) {
        const snw_state_machine *config = self->config;
        snw_machine_activate(&w->machine);
        snw_machine_set_automatic(&w->machine, config->automatic);
    }
    signals_of(w)->time += tick->dt;
    snw_machine_step(&w->machine);
    show_state(w);
    return SNW_OK;
}

static void machine_stop(snw_component *self) {
    work *w = self->work;
    if (w->machine.state >= 0) snw_machine_deactivate(&w->machine);
    signals_of(w)->state = -1;
}

// --- commands -----------------------------------------------------------------------------------

typedef struct go_arguments {
    char state[SNW_NAME];
} go_arguments;
static const snw_field go_fields[] = {
    {SNW_AT(go_arguments, state), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Name of the state to change to."},
};
static const snw_type go_type = {SNW_TYPE_AS("state_machine_go", go_arguments, go_fields),
                                 .space = &snw_space_motion, .help = "Name of a state."};

typedef struct automatic_arguments {
    bool on;
} automatic_arguments;
static const snw_field automatic_fields[] = {
    {SNW_AT(automatic_arguments, on), .kind = SNW_KIND_BOOL, .flags = SNW_REQUIRED,
     .help = "Take legal transitions automatically."},
};
static const snw_type automatic_type = {
    SNW_TYPE_AS("state_machine_automatic", automatic_arguments, automatic_fields),
    .space = &snw_space_motion, .help = "Automatic or manual transitions."};

static snw_status go_to_state(void *of, const void *arguments, void *answer, snw_why *why) {
    snw_component *self = of;
    const go_arguments *to = arguments;
    work *w = self->work;
    (void)answer;
    const int state = find_state(self->config, to->state);
    if (state < 0) {
        return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, to->state, "the machine has no such state",
                          "name one of its states");
    }
    const snw_status status = snw_machine_request(&w->machine, state);
    if (snw_failed(status)) {
        signals_of(w)->refused++;
        return snw_refuse(why, status, to->state, "no transition leads there now",
                          "wait until its signal is in its range, or use another state");
    }
    show_state(w);
    return SNW_OK;
}

static snw_status set_automatic(void *of, const void *arguments, void *answer, snw_why *why) {
    snw_component *self = of;
    const automatic_arguments *mode = arguments;
    work *w = self->work;
    (void)answer, (void)why;
    snw_machine_set_automatic(&w->machine, mode->on);
    signals_of(w)->automatic = mode->on;
    w->ordered = mode->on;
    return SNW_OK;
}

// it stays in its state; what the cell itself made automatic goes on
static snw_status machine_revoke(snw_component *self) {
    work *w = self->work;
    if (!w->ordered) return SNW_NOTHING_NEW;
    w->ordered = false;
    snw_machine_set_automatic(&w->machine, false);
    signals_of(w)->automatic = false;
    return SNW_OK;
}

static const snw_command commands[] = {
    {"go", SNW_COMMAND_MOVE, .arguments = &go_type, .act = go_to_state,
     .help = "Change to a state, if a legal transition leads there."},
    {"automatic", SNW_COMMAND_MOVE, .arguments = &automatic_type, .act = set_automatic,
     .help = "Take legal transitions automatically, or only on request."},
};

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member, of_kind)                                                                    \
    SNW_AT(snw_state_machine_signals, member), .kind = (of_kind), .role = SNW_SIGNAL

static const snw_field signal_fields[] = {
    {SIGNAL(state, SNW_KIND_INT), .help = "Index of the state; -1 before the first tick."},
    {SIGNAL(automatic, SNW_KIND_BOOL), .help = "Legal transitions are taken automatically."},
    {SIGNAL(changes, SNW_KIND_UINT), .help = "Number of state changes."},
    {SIGNAL(refused, SNW_KIND_UINT), .help = "Number of requests without a legal transition."},
    {SIGNAL(time, SNW_KIND_REAL), .unit = "s", .help = "Time since the state was entered."},
    {SIGNAL(entry, SNW_KIND_UINT), .help = "Number of the last call that entered a state."},
    {SIGNAL(run, SNW_KIND_UINT), .help = "Number of the last call that ran a state."},
    {SIGNAL(handle, SNW_KIND_UINT), .help = "Number of the last call in which a state stayed."},
    {SIGNAL(exit, SNW_KIND_UINT), .help = "Number of the last call that left a state."},
};
const snw_type snw_state_machine_signals_type = {
    SNW_TYPE_AS("state_machine_signals", snw_state_machine_signals, signal_fields),
    .space = &snw_space_motion, .help = "Signals of a state machine."};

static const snw_component_functions machine_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SENSE,
    .signals = &snw_state_machine_signals_type,
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = machine_configure,
    .update = machine_update,
    .revoke = machine_revoke,
    .stop = machine_stop,
};

static const snw_field state_fields[] = {
    {SNW_AT(snw_machine_state_entry, name), .kind = SNW_KIND_STRING,
     .flags = SNW_KEY | SNW_REQUIRED, .help = "Name of the state."},
    {SNW_AT(snw_machine_state_entry, components), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Components that run in this state, separated by blanks. Other states stop them."},
};
static const snw_type state_type = {
    SNW_TYPE_AS("machine_state", snw_machine_state_entry, state_fields), .space = &snw_space_motion,
    .help = "A state of a state machine."};

static const snw_field transition_fields[] = {
    {SNW_AT(snw_machine_transition_entry, name), .kind = SNW_KIND_STRING,
     .flags = SNW_KEY | SNW_REQUIRED, .help = "Name of the transition."},
    {SNW_AT(snw_machine_transition_entry, from), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "State that the transition leaves."},
    {SNW_AT(snw_machine_transition_entry, to), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "State that the transition enters."},
    {SNW_AT(snw_machine_transition_entry, signal), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Signal that must be within the range; if omitted, the transition is always legal."},
    {SNW_AT(snw_machine_transition_entry, low), .kind = SNW_KIND_REAL,
     .help = "Lower end of the range."},
    {SNW_AT(snw_machine_transition_entry, high), .kind = SNW_KIND_REAL,
     .help = "Upper end of the range."},
};
static const snw_type transition_type = {
    SNW_TYPE_AS("machine_transition", snw_machine_transition_entry, transition_fields),
    .space = &snw_space_motion, .help = "A transition of a state machine."};

static const snw_field machine_fields[] = {
    {SNW_AT(snw_state_machine, initial), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Initial state; the first state if omitted."},
    {SNW_AT(snw_state_machine, automatic), .kind = SNW_KIND_BOOL, .initial = "false",
     .help = "Take legal transitions automatically from the start."},
    {SNW_AT_LIST(snw_state_machine, states, state_count, SNW_MACHINE_STATES),
     .kind = SNW_KIND_STRUCT, .type = &state_type, .item = "state",
     .help = "States of the machine."},
    {SNW_AT_LIST(snw_state_machine, transitions, transition_count, SNW_MACHINE_TRANSITIONS),
     .kind = SNW_KIND_STRUCT, .type = &transition_type, .item = "transition",
     .help = "Transitions; the first legal one is taken."},
};
const snw_type snw_state_machine_type = {
    SNW_TYPE_AS("state_machine", snw_state_machine, machine_fields), .base = "component",
    .space = &snw_space_motion, .functions = &machine_functions.head,
    .help = "A state machine that starts and stops components by state."};
