// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/runtime/exec/inside.h"

// Ticks that begin late, and time that passes without any: reliability B01, B02, B09.

static snw_stop_state state_of(const rig *r) {
    return snw_exec_guard(r->exec, 0)->machine.state;
}

static snw_cause cause_of(const rig *r) {
    return snw_exec_guard(r->exec, 0)->signals.cause;
}

static void open_moving(rig *r) {
    rig_moving(r);
    rig_go(r);
    rig_enable(r);
    rig_ticks(r, 300);
}

static int events_of(rig *r, const char *rule) {
    snw_event event;
    int count = 0;
    while (snw_exec_event(r->exec, &event) == SNW_OK)
        count += strcmp(event.why.rule, rule) == 0;
    return count;
}

// The work of one cycle takes `work_ns`: what the ticks after it see on a clock that never waits.
static void stall(rig *r, int64_t work_ns) {
    int64_t late_ns = work_ns - snw_exec_period_ns(r->exec);
    for (int i = 0; i < 10; i++) {
        snw_exec_tick_late(r->exec, late_ns);
        late_ns %= snw_exec_period_ns(r->exec); // whole periods are skipped
        late_ns -= snw_exec_period_ns(r->exec);
        if (late_ns < 0) late_ns = 0;
    }
}

// spec: loffler:L-012
static void a_stall_of_five_periods_is_counted_and_told(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "one", &probe_type, "");
    rig_go(&r);
    rig_ticks(&r, 60000);
    CHECK(rig_number(&r, "loop/overruns") == 0 && rig_number(&r, "loop/skipped") == 0);
    CHECK(events_of(&r, "overrun") == 0);
    const uint64_t before = snw_exec_next(r.exec);
    stall(&r, 5 * (int64_t)MS);
    const double counted = rig_number(&r, "loop/overruns");
    CHECK(counted == 4 || counted == 5);
    CHECK(rig_number(&r, "loop/skipped") == 4);
    CHECK(snw_exec_next(r.exec) == before + 10 + 4); // the sequence shows the gap
    CHECK(events_of(&r, "overrun") == 1);
    rig_ticks(&r, 1000);
    CHECK(rig_number(&r, "loop/overruns") == counted);
    rig_close(&r);
}

// B01: the arm goes on where it was going, with the time that has passed
static void one_late_cycle_does_no_harm(void) {
    rig r;
    open_moving(&r);
    stall(&r, 1500000);
    CHECK(rig_number(&r, "loop/overruns") == 1 && rig_number(&r, "loop/skipped") == 0);
    rig_ticks(&r, 100);
    stall(&r, 4 * (int64_t)MS);
    CHECK(rig_number(&r, "loop/skipped") == 3);
    rig_ticks(&r, 300);
    CHECK(state_of(&r) == SNW_ARM_ENABLED);
    // continuous: no command is further from the one before than its time allows
    for (int i = 1; i < on_bench.first_count; i++)
        CHECK(fabs(on_bench.first[i] - on_bench.first[i - 1]) <= 4e-3 * 0.4 + 1e-12);
    // and it is where it would be: the source was told of the time that passed
    const double t = (double)(snw_exec_next(r.exec) - 8) * 1e-3;
    CHECK_NEAR(snw_exec_arm(r.exec, 0)->sensed.q[0], 0.2 * (1 - cos(2 * t)), 0.01);
    rig_close(&r);
}

// B02: five that are not forgiven stop the arm; fewer do not
static void late_cycles_fill_a_bucket(void) {
    for (int late = 3; late <= 6; late++) {
        rig r;
        open_moving(&r);
        int begun = -1;
        for (int i = 0; i < late; i++) {
            CHECK(rig_number(&r, "loop/bucket") == i);
            snw_exec_tick_late(r.exec, 600000);
            if (begun < 0 && state_of(&r) != SNW_ARM_ENABLED) begun = i;
        }
        CHECK(begun == (late >= 5 ? 4 : -1));
        rig_ticks(&r, late);
        CHECK(rig_number(&r, "loop/bucket") == 0);
        if (late < 5) {
            CHECK(state_of(&r) == SNW_ARM_ENABLED);
        } else {
            CHECK(cause_of(&r) == SNW_CAUSE_OVERRUN);
            rig_ticks(&r, 500);
            CHECK(state_of(&r) == SNW_ARM_HELD); // S2: with power
        }
        rig_close(&r);
    }
}

static void one_cycle_that_is_very_late_stops_the_arm(void) {
    static const struct {
        int cycles;
        snw_stop_state end;
    } rows[] = {{9, SNW_ARM_ENABLED}, {12, SNW_ARM_HELD}, {60, SNW_ARM_LATCHED}};
    for (int i = 0; i < 3; i++) {
        rig r;
        open_moving(&r);
        snw_exec_tick_late(r.exec, rows[i].cycles * (int64_t)MS);
        CHECK((state_of(&r) != SNW_ARM_ENABLED) == (i > 0)); // in the same cycle
        rig_ticks(&r, 500);
        CHECK(state_of(&r) == rows[i].end);
        rig_close(&r);
    }
}

// B09: nothing that was queued before the gap comes after it, and time is not caught up
static double taken;

static snw_status take_all(snw_component *self, const snw_tick *tick) {
    (void)tick;
    parcel p;
    while (self->name[0] == 'r' && snw_port_read(self, PROBE_QUEUE, &p) == SNW_OK)
        taken++;
    return SNW_OK;
}

static void after_a_gap_the_arm_stops_where_it_is_and_nothing_stale_comes(void) {
    static const int64_t gaps[] = {20 * (int64_t)MS, 500 * (int64_t)MS, 3600 * 1000 * (int64_t)MS};
    for (int i = 0; i < 3; i++) {
        rig r;
        rig_moving(&r);
        (void)rig_add(&r, "writer", &probe_type, "");
        (void)rig_add(&r, "reader", &probe_type, "");
        rig_connect(&r, "writer.out", "reader.queue");
        rig_go(&r);
        hooks.update = take_all;
        rig_enable(&r);
        rig_ticks(&r, 300);
        const parcel p = {1, -1};
        for (int k = 0; k < 3; k++)
            snw_port_write(snw_exec_find(r.exec, "writer"), PROBE_OUT, &p);
        CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ENABLE) == SNW_OK);
        taken = 0;
        const int64_t before = snw_exec_time_ns(r.exec);
        const double at = snw_exec_arm(r.exec, 0)->command.q[0];
        snw_exec_tick_gap(r.exec, gaps[i]);
        CHECK(snw_exec_time_ns(r.exec) == before + gaps[i] + MS);
        CHECK(taken == 0);
        CHECK(snw__port_lost(snw_exec_find(r.exec, "reader"), PROBE_QUEUE) == 3);
        CHECK(state_of(&r) != SNW_ARM_ENABLED && cause_of(&r) == SNW_CAUSE_GAP);
        CHECK(events_of(&r, "gap") >= 1);
        CHECK(fabs(snw_exec_arm(r.exec, 0)->command.q[0] - at) < 3e-3);
        rig_ticks(&r, 500);
        CHECK(state_of(&r) == SNW_ARM_HELD);
        CHECK(snw_exec_time_ns(r.exec) == before + gaps[i] + 501 * (int64_t)MS);
        rig_close(&r);
    }
}

static void a_short_gap_is_passed_over(void) {
    rig r;
    open_moving(&r);
    snw_exec_tick_gap(r.exec, 5 * (int64_t)MS);
    rig_ticks(&r, 100);
    CHECK(state_of(&r) == SNW_ARM_ENABLED);
    CHECK(rig_number(&r, "loop/skipped") == 5 && rig_number(&r, "loop/overruns") == 0);
    rig_close(&r);
}

static void a_component_that_was_skipped_runs_late_and_then_in_phase(void) {
    rig r;
    rig_open(&r);
    rig_add(&r, "one", &probe_type, "")->divisor = 10;
    rig_go(&r);
    rig_ticks(&r, 8);
    CHECK(rig_number(&r, "one/updates") == 1);
    snw_exec_tick_late(r.exec, 5 * (int64_t)MS); // the tick of 13
    CHECK(rig_number(&r, "one/updates") == 2);
    for (int n = 14; n < 20; n++)
        rig_ticks(&r, 1);
    CHECK(rig_number(&r, "one/updates") == 2);
    rig_ticks(&r, 1); // 20
    CHECK(rig_number(&r, "one/updates") == 3);
    rig_close(&r);
}

static int64_t dt_sum, dt_last;

static snw_status add_dt(snw_component *self, const snw_tick *tick) {
    (void)self;
    dt_sum += tick->dt_ns;
    dt_last = tick->t_ns;
    return SNW_OK;
}

// B01: whatever was skipped, the periods of a component add up to the time that passed
static void a_component_is_told_the_time_that_has_passed(void) {
    for (int divisor = 1; divisor <= 4; divisor++) {
        rig r;
        rig_open(&r);
        rig_add(&r, "one", &probe_type, "")->divisor = divisor;
        rig_go(&r);
        hooks.update = add_dt;
        rig_ticks(&r, 1);
        dt_sum = 0;
        check_seed(divisor);
        for (int i = 0; i < 1000; i++) {
            snw_exec_tick_late(r.exec, check_int(0, 9) == 0 ? check_int(0, 8000000) : 0);
            CHECK(dt_sum == dt_last);
        }
        CHECK(rig_number(&r, "loop/skipped") > 100);
        rig_close(&r);
    }
}

// The drives of a simulated arm went on with their command while nobody ticked; hardware does so
// by itself.
static void a_simulated_arm_moves_through_skipped_periods(void) {
    for (int hard = 0; hard < 2; hard++) {
        rig r;
        rig_moving(&r);
        if (hard == 1) {
            r.loop->arms[0].drive = rig_child(&r, &hard_type);
            r.loop->simulate = false;
        }
        ((easy *)r.loop->arms[0].drive.block)->lag = 0.02;
        rig_go(&r);
        rig_enable(&r);
        rig_ticks(&r, 300);
        const double before = snw_exec_arm(r.exec, 0)->sensed.q[0];
        const int acts = on_bench.acts;
        snw_exec_tick_late(r.exec, 5 * (int64_t)MS);
        const double way = snw_exec_arm(r.exec, 0)->sensed.q[0] - before;
        CHECK(on_bench.acts - acts == (hard == 1 ? 1 : 2));
        // six periods of 0.3 mrad or one, of an arm that lags
        CHECK(hard == 1 ? way < 5e-4 : way > 8e-4);
        rig_close(&r);
    }
}

static void a_strict_loop_ends_at_the_first_late_cycle(void) {
    rig r;
    rig_moving(&r);
    r.loop->overrun = SNW_OVERRUN_STRICT;
    rig_go(&r);
    rig_enable(&r);
    snw_exec_tick_late(r.exec, 300000); // less than half a period is in time
    CHECK(!snw_exec_ended(r.exec, &r.why));
    snw_exec_tick_late(r.exec, 700000);
    CHECK(snw_exec_ended(r.exec, &r.why) && r.why.code == SNW_ERR_OVERRUN);
    CHECK(snw_exec_ended(r.exec, NULL));
    CHECK(state_of(&r) != SNW_ARM_ENABLED);
    const snw_run_options options = snw_run_defaults();
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, NULL, &r.why) == SNW_ERR_OVERRUN);
    rig_close(&r);
}

int main(void) {
    RUN(a_stall_of_five_periods_is_counted_and_told);
    RUN(one_late_cycle_does_no_harm);
    RUN(late_cycles_fill_a_bucket);
    RUN(one_cycle_that_is_very_late_stops_the_arm);
    RUN(after_a_gap_the_arm_stops_where_it_is_and_nothing_stale_comes);
    RUN(a_short_gap_is_passed_over);
    RUN(a_component_that_was_skipped_runs_late_and_then_in_phase);
    RUN(a_component_is_told_the_time_that_has_passed);
    RUN(a_simulated_arm_moves_through_skipped_periods);
    RUN(a_strict_loop_ends_at_the_first_late_cycle);
    return check_report();
}
