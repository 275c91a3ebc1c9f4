// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/guard/stop.h"

#include "../../../src/motion/guard/inside.h"
#include "check.h"

// --- an executable specification, written from the text and not from the source -----------------
//
// A row answers one question of a tick; rows are asked from the top and the first that fits gives
// the next state. `-` in a column is "any". Severity: none < S2 < S1 < S0.

enum { STATES = 5, CLASSES = 4, FLAGS = 7 };

// one point of the space: where the machine is, and all that a tick can bring
typedef struct point {
    snw_stop_state state;
    snw_stop_class active;
    bool orderly, was_acknowledged, was_enabled;
    snw_stop_class demand;
    bool cause_present, standstill, left_envelope, acknowledge, enable, disable, ready;
} point;

typedef struct answer {
    snw_stop_state state;
    snw_stop_class active;
    bool orderly, began;
} answer;

static int most(int a, int b) {
    return a > b ? a : b;
}

static bool has_power(snw_stop_state state) {
    static const bool table[STATES] = {[SNW_ARM_DISABLED] = false,
                                       [SNW_ARM_ENABLED] = true,
                                       [SNW_ARM_STOPPING] = true,
                                       [SNW_ARM_HELD] = true,
                                       [SNW_ARM_LATCHED] = false};
    return table[state];
}

static bool has_stop(snw_stop_state state) {
    return state == SNW_ARM_STOPPING || state == SNW_ARM_HELD || state == SNW_ARM_LATCHED;
}

// the class that all demands of a tick come to, that of the envelope included
static int demanded(const point *p) {
    int demand = (int)p->demand;
    const bool watched = p->state == SNW_ARM_STOPPING || p->state == SNW_ARM_HELD;
    const int next = (int)p->active + 1;
    if (watched && p->left_envelope) demand = most(demand, next);
    return demand;
}

// where a stop leads: at once, or after it has come to rest
static snw_stop_state place_of(int stop, bool power, bool standstill, bool orderly) {
    if (!power || stop == SNW_STOP_0) return SNW_ARM_LATCHED;
    if (!standstill) return SNW_ARM_STOPPING;
    if (stop == SNW_STOP_2) return SNW_ARM_HELD;
    return orderly ? SNW_ARM_DISABLED : SNW_ARM_LATCHED;
}

static answer specified(const point *p) {
    const int demand = demanded(p);
    const bool power = has_power(p->state), stop = has_stop(p->state);
    answer a = {p->state, p->active, p->orderly, false};

    // 1. somebody demands a stop
    if (demand > 0 && !stop) {
        a.active = (snw_stop_class)(power ? demand : most(demand, SNW_STOP_1));
        a.began = true;
        a.orderly = false;
        a.state = place_of((int)a.active, power, p->standstill, false);
    } else if (demand > 0) {
        const int effective = power ? demand : most(demand, SNW_STOP_1);
        a.began = effective > (int)p->active || p->orderly;
        a.active = (snw_stop_class)most((int)p->active, effective);
        a.orderly = false;
        const bool moved = a.began || p->state == SNW_ARM_STOPPING;
        if (moved) a.state = place_of((int)a.active, power, p->standstill, false);
    } else if (p->state == SNW_ARM_STOPPING) {
        // 2. a stop under way
        a.state = place_of((int)p->active, true, p->standstill, p->orderly);
        if (a.state != SNW_ARM_STOPPING) a.orderly = false;
        if (a.state == SNW_ARM_DISABLED) a.active = SNW_STOP_NONE;
    }

    // 3. the operator: disable before acknowledge before enable
    const bool clear = p->demand == 0 && !p->cause_present && !p->left_envelope && p->standstill;
    const bool acknowledged = p->acknowledge && !p->was_acknowledged;
    const bool enabled = p->enable && !p->was_enabled;
    const bool same = a.state == p->state;
    if (p->disable) {
        if (a.state == SNW_ARM_ENABLED) return (answer){SNW_ARM_STOPPING, SNW_STOP_1, true, false};
        if (a.state == SNW_ARM_HELD) a.state = SNW_ARM_LATCHED, a.active = SNW_STOP_1;
        if (a.state == SNW_ARM_STOPPING) a.active = (snw_stop_class)most((int)a.active, SNW_STOP_1);
    } else if (same && clear && acknowledged && a.state == SNW_ARM_HELD) {
        a.state = SNW_ARM_ENABLED, a.active = SNW_STOP_NONE;
    } else if (same && clear && acknowledged && a.state == SNW_ARM_LATCHED) {
        a.state = SNW_ARM_DISABLED, a.active = SNW_STOP_NONE;
    } else if (same && clear && enabled && p->ready && a.state == SNW_ARM_DISABLED) {
        a.state = SNW_ARM_ENABLED;
    }
    return a;
}

// which states of the machine exist: a class goes with a state
static bool exists(const point *p) {
    switch (p->state) {
    case SNW_ARM_DISABLED:
    case SNW_ARM_ENABLED:
        return p->active == SNW_STOP_NONE && !p->orderly;
    case SNW_ARM_STOPPING:
        if (p->orderly) return p->active == SNW_STOP_1;
        return p->active == SNW_STOP_2 || p->active == SNW_STOP_1;
    case SNW_ARM_HELD:
        return p->active == SNW_STOP_2 && !p->orderly;
    case SNW_ARM_LATCHED:
        return (p->active == SNW_STOP_1 || p->active == SNW_STOP_0) && !p->orderly;
    }
    return false;
}

static bool bit(int number, int place) {
    return ((number >> place) & 1) != 0;
}

// every state with every event: calls `check` with each, returns how many there are
static long each_transition(void (*check)(const point *, const snw_stop_machine *, bool)) {
    long count = 0;
    for (int number = 0; number < STATES * CLASSES * 8 * CLASSES * (1 << FLAGS); number++) {
        int rest = number;
        point p = {0};
        p.state = (snw_stop_state)(rest % STATES), rest /= STATES;
        p.active = (snw_stop_class)(rest % CLASSES), rest /= CLASSES;
        p.demand = (snw_stop_class)(rest % CLASSES), rest /= CLASSES;
        p.orderly = bit(rest, 0), p.was_acknowledged = bit(rest, 1), p.was_enabled = bit(rest, 2);
        p.cause_present = bit(rest, 3), p.standstill = bit(rest, 4);
        p.left_envelope = bit(rest, 5), p.acknowledge = bit(rest, 6);
        p.enable = bit(rest, 7), p.disable = bit(rest, 8), p.ready = bit(rest, 9);
        if (!exists(&p)) continue;
        snw_stop_machine machine = {.state = p.state,
                                    .active = p.active,
                                    .orderly = p.orderly,
                                    .was_acknowledged = p.was_acknowledged,
                                    .was_enabled = p.was_enabled};
        const snw_stop_events events = {p.demand,        p.cause_present, p.standstill,
                                        p.left_envelope, p.acknowledge,   p.enable,
                                        p.disable,       p.ready};
        const bool began = snw_stop_machine_step(&machine, &events);
        check(&p, &machine, began);
        count++;
    }
    return count;
}

static void same_as_specified(const point *p, const snw_stop_machine *m, bool began) {
    const answer a = specified(p);
    if (m->state != a.state || m->active != a.active || m->orderly != a.orderly ||
        began != a.began) {
        print_error("state %d class %d orderly %d, demand %d flags %d%d%d%d%d%d%d was %d%d: got %d "
                    "%d %d %d, specified %d %d %d %d\n",
                    (int)p->state, (int)p->active, p->orderly, (int)p->demand, p->cause_present,
                    p->standstill, p->left_envelope, p->acknowledge, p->enable, p->disable,
                    p->ready, p->was_acknowledged, p->was_enabled, (int)m->state, (int)m->active,
                    m->orderly, began, (int)a.state, (int)a.active, a.orderly, a.began);
    }
    CHECK(m->state == a.state && m->active == a.active && m->orderly == a.orderly);
    CHECK(began == a.began);
    CHECK(m->was_acknowledged == p->acknowledge && m->was_enabled == p->enable);
}

static void every_transition_is_the_specified_one(void) {
    // 2 classes without a stop, 3 that stop, 1 held, 2 latched; 2 edges each; 4 demands; 7 flags
    CHECK(each_transition(same_as_specified) == (2 + 3 + 1 + 2) * 4 * 4 * 128);
}

static void keeps_the_invariants(const point *p, const snw_stop_machine *m, bool began) {
    const point next = {.state = m->state, .active = m->active, .orderly = m->orderly};
    CHECK(exists(&next));
    const bool acknowledged = p->acknowledge && !p->was_acknowledged;
    const bool enabled = p->enable && !p->was_enabled;
    // never taken back: only an acknowledgement, or the end of an orderly stop, lowers a class
    const bool lower = m->active < p->active;
    const bool ended = p->orderly && m->state == SNW_ARM_DISABLED && p->standstill;
    CHECK(!lower || ended ||
          (acknowledged && !p->cause_present && p->standstill && p->demand == 0));
    // a demand is always met, and S0 at once
    if (p->demand != SNW_STOP_NONE) CHECK(m->active >= p->demand && has_stop(m->state));
    if (p->demand == SNW_STOP_0) CHECK(m->state == SNW_ARM_LATCHED);
    // an envelope that is left escalates
    if (p->left_envelope && p->state == SNW_ARM_STOPPING) CHECK(m->active > p->active);
    if (p->left_envelope && p->state == SNW_ARM_HELD) CHECK(m->active > p->active);
    // power comes on only by an enabling edge at standstill with drives that are ready
    if (!has_power(p->state) && has_power(m->state)) {
        CHECK(p->state == SNW_ARM_DISABLED && enabled && p->standstill && p->ready);
    }
    // an acknowledgement never switches on, and enabling never clears a latch
    if (p->state == SNW_ARM_LATCHED) CHECK(!has_power(m->state));
    if (p->state == SNW_ARM_LATCHED && !acknowledged) CHECK(m->state == SNW_ARM_LATCHED);
    if (p->state == SNW_ARM_HELD && !acknowledged) CHECK(m->state != SNW_ARM_ENABLED);
    // who asks to be switched off does not go on
    if (p->disable) CHECK(!snw__stop_machine_follows(m));
    if (began) CHECK(has_stop(m->state));
    CHECK(snw_stop_machine_powered(m) == has_power(m->state));
    CHECK(snw__stop_machine_follows(m) == (m->state == SNW_ARM_ENABLED));
}

static void stops_are_never_taken_back_and_nothing_starts_by_itself(void) {
    CHECK(each_transition(keeps_the_invariants) > 0);
}

static void power_up_is_latched_and_a_held_button_is_no_edge(void) {
    snw_stop_machine machine;
    snw__stop_machine_reset(&machine);
    CHECK(machine.state == SNW_ARM_LATCHED && machine.active == SNW_STOP_1);
    snw_stop_events events = {
        .standstill = true, .ready = true, .acknowledge = true, .enable = true};
    for (int i = 0; i < 10; i++) {
        CHECK(!snw_stop_machine_step(&machine, &events));
        CHECK(machine.state == SNW_ARM_LATCHED);
    }
    // let go, press: first the one, then the other
    events.acknowledge = events.enable = false;
    CHECK(!snw_stop_machine_step(&machine, &events));
    events.acknowledge = true;
    CHECK(!snw_stop_machine_step(&machine, &events));
    CHECK(machine.state == SNW_ARM_DISABLED);
    events.enable = true;
    CHECK(!snw_stop_machine_step(&machine, &events));
    CHECK(machine.state == SNW_ARM_ENABLED);
}

static void both_buttons_at_once_only_acknowledge(void) {
    snw_stop_machine machine;
    snw__stop_machine_reset(&machine);
    snw_stop_events events = {.standstill = true, .ready = true};
    (void)snw_stop_machine_step(&machine, &events);
    events.acknowledge = events.enable = true;
    (void)snw_stop_machine_step(&machine, &events);
    CHECK(machine.state == SNW_ARM_DISABLED);
    // and the edge of enabling is spent
    (void)snw_stop_machine_step(&machine, &events);
    CHECK(machine.state == SNW_ARM_DISABLED);
}

int main(void) {
    RUN(every_transition_is_the_specified_one);
    RUN(stops_are_never_taken_back_and_nothing_starts_by_itself);
    RUN(power_up_is_latched_and_a_held_button_is_no_edge);
    RUN(both_buttons_at_once_only_acknowledge);
    return check_report();
}
