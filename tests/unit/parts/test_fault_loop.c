// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fault_rows.h"
#include "fault_trace.h"

// Rows B of the fault matrix: the executive and its time; and stops that are asked for.

// --- B01, B02, B09
// --------------------------------------------------------------------------------

static int64_t once(const run *r, int tick) {
    (void)r;
    return tick == 0 ? 600000 : 0;
}

static int64_t four_times(const run *r, int tick) {
    (void)r;
    return tick < 4 ? 600000 : 0;
}

// three late, three in time, and so on: all are forgiven
static int64_t now_and_then(const run *r, int tick) {
    (void)r;
    return tick % 6 < 3 ? 600000 : 0;
}

static int64_t six_times(const run *r, int tick) {
    (void)r;
    return tick < 6 ? 600000 : 0;
}

static int64_t eleven_cycles(const run *r, int tick) {
    (void)r;
    return tick == 0 ? 11 * (int64_t)MS : 0;
}

static int64_t fifty_one_cycles(const run *r, int tick) {
    (void)r;
    return tick == 0 ? 51 * (int64_t)MS : 0;
}

static bool is_fifth_late(run *r) {
    return ++r->count == 5;
}

static void five_late_cycles_that_are_not_forgiven_stop_the_arm(void) {
    show(&(row){ROW("B01", "one cycle is late", "goes on", "1 c"), .late = once,
                .by = ALL_WAYS(QUIET)});
    show(&(row){ROW("B02", "four late cycles", "goes on", "-"), .late = four_times,
                .by = ALL_WAYS(QUIET)});
    show(&(row){ROW("B02", "three late cycles, three in time, and so on", "goes on", "-"),
                .late = now_and_then, .by = ALL_WAYS(QUIET)});
    show(&(row){ROW("B02", "late cycles in a row", "S2 overrun at the fifth", "1 c"),
                .late = six_times, .seen = is_fifth_late, .no_axis = true, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_OVERRUN))});
    show(&(row){ROW("B02", "one cycle 11 cycles late", "S2 overrun", "1 c"), .late = eleven_cycles,
                .no_axis = true, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_OVERRUN))});
    show(&(row){ROW("B02", "one cycle 51 cycles late", "S1 overrun", "1 c"),
                .late = fifty_one_cycles, .no_axis = true, .clear = 'e',
                .by = ALL_WAYS(STOPS(SNW_STOP_1, 0, SNW_CAUSE_OVERRUN))});
}

// 20 ms, a second, an hour
static int64_t some_gap(const run *r, int tick) {
    static const int64_t gaps[SEEDS] = {20 * (int64_t)MS, 1000 * (int64_t)MS,
                                        3600000 * (int64_t)MS};
    return tick == 0 ? gaps[r->seed - 1] : 0;
}

static int64_t short_gap(const run *r, int tick) {
    (void)r;
    return tick == 0 ? 10 * (int64_t)MS : 0;
}

static void time_that_passes_without_the_loop_stops_the_arm_where_it_is(void) {
    show(&(row){ROW("B09", "gap of 10 ms", "goes on", "-"), .gap = short_gap,
                .by = ALL_WAYS(QUIET)});
    show(&(row){ROW("B09", "gap of 20 ms, 1 s, 1 h", "S2 gap, nothing is caught up", "1 c"),
                .gap = some_gap, .no_axis = true, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_GAP))});
}

// --- B10, B12, B14
// --------------------------------------------------------------------------------

static snw_status fail_once(run *r, snw_component *self, long since) {
    (void)r, (void)self;
    return since == 0 ? SNW_ERR_IO : SNW_OK;
}

static const char talker[] = "<component name=\"talker\" essential=\"false\"><type><saboteur/>"
                             "</type></component>";

static void a_component_that_fails_stops_its_arm_when_it_is_essential(void) {
    show(&(row){ROW("B12", "an essential component fails", "S2 component", "1 c"),
                .sabotage = fail_once, .no_axis = true, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_COMPONENT))});
}

static snw_status let_the_talker_fail(run *r, snw_component *self, long since) {
    (void)r, (void)self, (void)since;
    talker_status = SNW_ERR_IO;
    return SNW_OK;
}

static bool talker_failed(run *r) {
    return snw_exec_find(r->exec, "talker")->state == SNW_COMPONENT_FAULT;
}

static void a_component_that_is_not_essential_stops_nothing(void) {
    row w = {
        ROW("B12", "a component fails that is not essential", "reported, the arm goes on", "-"),
        .cell = {.components = talker}, .sabotage = let_the_talker_fail, .by = ALL_WAYS(QUIET)};
    show(&w);
    // and it did fail
    run *r = open_run(&w.cell, HOLD, 1);
    switch_on(r);
    sabotage = let_the_talker_fail;
    steps(r, 3);
    CHECK(talker_failed(r));
    close_run(r);
}

// what it listens to may be 5 ms old
static snw_status listen(run *r, snw_component *self, long since) {
    (void)r, (void)since;
    if (snw_port_age_ns(self, LISTEN) <= 5 * (int64_t)MS) return SNW_OK;
    snw_why why;
    snw_why_set(&why, SNW_ERR_TIMEOUT, self->name, "nobody talks");
    snw_component_demand_stop(self, &why);
    return SNW_OK;
}

static void a_value_that_is_too_old_stops_the_arm(void) {
    show(&(row){ROW("B14", "a port is not written any more", "S2 component", "limit + 1 = 6 c"),
                .cell = {.components = talker,
                         .connections = "<connections><connection from=\"talker.talk\" "
                                        "to=\"saboteur.listen\"/></connections>"},
                .sabotage = listen, .no_axis = true, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 6, SNW_CAUSE_COMPONENT))});
}

static snw_status chatter(run *r, snw_component *self, long since) {
    (void)r, (void)since;
    snw_why why;
    snw_why_set(&why, SNW_OK, self->name, "news");
    snw_component_event(self, &why);
    return SNW_OK;
}

// nobody reads the events: what does not fit is counted, to the last one
static void a_ring_that_is_full_counts_what_it_loses(void) {
    static const setting plain = {0};
    shown s = {0};
    for (int how = 0; how < WAYS; how++) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            run *r = open_run(&plain, (way)how, seed);
            switch_on(r);
            sabotage = chatter;
            steps(r, 3000);
            const snw_loop_signals *loop = NULL;
            for (int i = 0; i < snw_exec_signals(r->exec)->count; i++) {
                const snw_root *root = &snw_exec_signals(r->exec)->items[i];
                if (strcmp(root->name, "loop") == 0) loop = root->block;
            }
            CHECK(loop != NULL);
            uint64_t kept = 0;
            snw_event event;
            while (snw_exec_event(r->exec, &event) == SNW_OK)
                kept++;
            CHECK(loop->events >= 3000 && loop->events_lost == loop->events - kept);
            CHECK(kept == 1024);
            CHECK(state_of(r) == SNW_ARM_ENABLED);
            close_run(r);
            s.runs++;
            s.ran[how] = true;
        }
    }
    print_row(&(row){ROW("B10", "nobody reads the events of the loop",
                         "losses counted, the arm goes on", "-")},
              &s);
}

// --- B13
// ------------------------------------------------------------------------------------------

static trace run_from(way how, uint64_t start_tick) {
    const setting s = {.start_tick = start_tick};
    trace t;
    trace_begin(&t);
    run *r = open_run(&s, how, 1);
    switch_on(r);
    for (int i = 0; i < 2000; i++) {
        if (i == 1500) tell_drive(r, "fault 2 garbage");
        step(r);
        trace_add(&t, r->arm);
    }
    CHECK(r->guard->signals.cause == SNW_CAUSE_BAD_READING);
    CHECK(snw_exec_next(r->exec) > start_tick + 2000);
    close_run(r);
    return t;
}

static void counters_that_wrap_change_nothing(void) {
    static const uint64_t starts[] = {(UINT64_C(1) << 31) - 1000, (UINT64_C(1) << 32) - 1000,
                                      (UINT64_C(1) << 53) - 1000};
    shown s = {0};
    for (int how = 0; how < WAYS; how++) {
        const trace plain = run_from((way)how, 0);
        for (int i = 0; i < 3; i++) {
            CHECK(run_from((way)how, starts[i]).hash == plain.hash);
            s.runs++;
            s.ran[how] = true;
        }
    }
    print_row(&(row){ROW("B13", "ticks and nanoseconds from 2^31, 2^32, 2^53 less 1000",
                         "commands equal to those from 0, with a fault", "-")},
              &s);
}

// --- stops that are asked for
// ---------------------------------------------------------------------

static bool moves(run *r) {
    return r->how == HOLD || fabs(r->arm->estimate.v[r->axis]) > 0.4;
}

static void a_stop_that_is_asked_for_begins_at_once(void) {
    static const snw_request requests[] = {SNW_REQUEST_STOP_2, SNW_REQUEST_STOP_1,
                                           SNW_REQUEST_STOP_0};
    show(&(row){ROW("-", "the operator asks for S2", "S2 asked", "1 c"), .request = &requests[0],
                .ready = moves, .no_axis = true, .clear = 'k',
                .by = ALL_WAYS(STOPS(SNW_STOP_2, 0, SNW_CAUSE_ASKED))});
    show(&(row){ROW("A24", "the operator asks for S1", "S1 asked", "1 c"), .request = &requests[1],
                .ready = moves, .no_axis = true, .clear = 'e',
                .by = ALL_WAYS(STOPS(SNW_STOP_1, 0, SNW_CAUSE_ASKED))});
    show(&(row){ROW("-", "the operator asks for S0", "S0 asked", "1 c"), .request = &requests[2],
                .ready = moves, .no_axis = true, .clear = 'e',
                .by = ALL_WAYS(STOPS(SNW_STOP_0, 0, SNW_CAUSE_ASKED))});
}

int main(int argc, char **argv) {
    RUN(five_late_cycles_that_are_not_forgiven_stop_the_arm);
    RUN(time_that_passes_without_the_loop_stops_the_arm_where_it_is);
    RUN(a_ring_that_is_full_counts_what_it_loses);
    RUN(a_component_that_fails_stops_its_arm_when_it_is_essential);
    RUN(a_component_that_is_not_essential_stops_nothing);
    RUN(counters_that_wrap_change_nothing);
    RUN(a_value_that_is_too_old_stops_the_arm);
    RUN(a_stop_that_is_asked_for_begins_at_once);
    return report_rows(argc, argv);
}
