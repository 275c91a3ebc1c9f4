// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static void an_arm_moves_from_target_to_drive(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    rig_ticks(&r, 1000);
    CHECK(snw_exec_guard(r.exec, 0)->machine.state == SNW_ARM_ENABLED);
    CHECK_NEAR(rig_number(&r, "arm/sensed/q[3]"), 0.2 * (1 - cos(2 * 1.0)), 0.02);
    CHECK(rig_number(&r, "arm/drive/acts") == 1012);
    rig_close(&r);
    CHECK(on_bench.closed == on_bench.opened);
}

// --- order and rates ----------------------------------------------------------------------------

// spec: damore:ARC-03
static void components_of_a_stage_run_in_the_order_of_the_file(void) {
    static const char *const names[] = {"d", "a", "c", "b", "e"};
    rig r;
    rig_open(&r);
    for (int i = 0; i < 5; i++)
        (void)rig_add(&r, names[i], &probe_type, "");
    rig_go(&r);
    for (int cycle = 0; cycle < 10000; cycle++) {
        trail_length = 0;
        rig_ticks(&r, 1);
        CHECK(strcmp(trail, "duaucubueu") == 0);
    }
    rig_close(&r);
}

// What a component of the stage has seen of the drives: collect, f1, send, f2.
static long wrong_order;

static snw_status watch_order(snw_component *self, const snw_tick *tick) {
    const int n = (int)tick->number;
    const bool before = self->name[0] == 'f';
    const int acts = before ? n : n + 1;
    wrong_order += on_bench.senses != n + 1 || on_bench.acts != acts;
    return SNW_OK;
}

// spec: rccl:RTC-02
static void a_cycle_collects_then_calls_then_sends_then_calls(void) {
    rig r;
    rig_open(&r);
    (void)rig_arm(&r, "arm", 1);
    (void)rig_add(&r, "f1", &probe_type, "arm");
    rig_add(&r, "g2", &probe_type, "arm")->stage = SNW_STAGE_IN_PUBLISH;
    rig_go(&r);
    hooks.update = watch_order;
    wrong_order = 0;
    const int cycles = (int)check_scaled(1000000);
    rig_ticks(&r, cycles);
    CHECK(wrong_order == 0);
    CHECK(rig_number(&r, "components/f1/updates") == cycles);
    CHECK(rig_number(&r, "components/g2/updates") == cycles);
    rig_close(&r);
}

// "f" and "g" say the number of the tick as an effort, one before the drive is told, one after
static snw_status say_number(snw_component *self, const snw_tick *tick) {
    snw_arm *arm = self->arm;
    double *kept = self->work;
    if (self->name[0] == 'g') {
        *kept = (double)tick->number;
        return SNW_OK;
    }
    const double *later = snw_exec_find(self->exec, "g2")->work;
    arm->wanted.mode[0] = arm->wanted.mode[1] = SNW_AXIS_EFFORT;
    arm->wanted.effort[0] = 1e-6 * (double)tick->number;
    arm->wanted.effort[1] = 1e-6 * *later;
    return SNW_OK;
}

// spec: rccl:RTC-03
static void what_is_asked_before_the_drives_goes_out_at_once_and_after_them_next_time(void) {
    rig r;
    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    (void)rig_add(&r, "f1", &probe_type, "arm");
    rig_add(&r, "g2", &probe_type, "arm")->stage = SNW_STAGE_IN_PUBLISH;
    rig_go(&r);
    hooks.update = say_number;
    rig_enable(&r);
    rig_ticks(&r, 10);
    const snw_arm *arm = snw_exec_arm(r.exec, 0);
    for (int i = 0; i < 1000; i++) {
        const double n = (double)snw_exec_next(r.exec);
        rig_ticks(&r, 1);
        CHECK_NEAR(arm->command.effort[0], 1e-6 * n, 1e-15);
        CHECK_NEAR(arm->command.effort[1], 1e-6 * (n - 1), 1e-15);
    }
    rig_close(&r);
}

// spec: loffler:L-011
static void rates_come_from_one_clock(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "servo", &probe_type, "");
    rig_add(&r, "generator", &probe_type, "")->divisor = 5;
    rig_go(&r);
    for (int second = 1; second <= 600; second++) {
        rig_ticks(&r, 1000);
        CHECK(rig_number(&r, "components/servo/updates") == 1000 * second);
        CHECK(rig_number(&r, "components/generator/updates") == 200 * second);
    }
    rig_close(&r);
}

static uint64_t ran[64];
static int ran_count;
static double ran_dt[64];

static snw_status keep_numbers(snw_component *self, const snw_tick *tick) {
    (void)self;
    if (ran_count < 64) {
        ran_dt[ran_count] = tick->dt;
        CHECK(tick->dt_ns == (int64_t)llround(tick->dt * 1e9));
        ran[ran_count++] = tick->number;
    }
    return SNW_OK;
}

static void a_divisor_has_its_phase_and_its_own_period(void) {
    for (int divisor = 1; divisor <= 7; divisor++) {
        for (int phase = 0; phase < divisor; phase++) {
            rig r;
            rig_open(&r);
            snw_component_entry *entry = rig_add(&r, "one", &probe_type, "");
            entry->divisor = divisor;
            entry->phase = phase;
            rig_go(&r);
            hooks.update = keep_numbers;
            ran_count = 0;
            rig_ticks(&r, 50);
            int expected = 0;
            for (int n = 0; n < 50; n++) {
                if (n % divisor != phase) continue;
                CHECK(expected < ran_count && ran[expected] == (uint64_t)n);
                CHECK_NEAR(ran_dt[expected], 1e-3 * divisor, 1e-15);
                expected++;
            }
            CHECK(expected == ran_count);
            rig_close(&r);
        }
    }
}

// Between the updates of a slow source its target stays; efforts of a law begin from zero.
static void slow_sources_keep_their_target_and_efforts_begin_anew(void) {
    rig r;
    rig_moving(&r);
    r.loop->components[0].divisor = 20; // 50 Hz
    ((pass *)r.loop->components[1].type.block)->effort = 0.25;
    rig_go(&r);
    rig_enable(&r);
    const snw_arm *arm = snw_exec_arm(r.exec, 0);
    for (int i = 0; i < 200; i++) {
        const double before = arm->target.q[0];
        const bool due = snw_exec_next(r.exec) % 20 == 0;
        rig_ticks(&r, 1);
        CHECK(arm->target.mode == SNW_AXIS_POSITION);
        CHECK(due || arm->target.q[0] == before);
        CHECK(arm->wanted.effort[2] == 0.25);
    }
    // nobody wants anything any more
    CHECK(snw_exec_stop(r.exec, "move", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(arm->target.mode == SNW_AXIS_OFF && arm->wanted.mode[0] == SNW_AXIS_OFF);
    CHECK(snw_exec_stop(r.exec, "law", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(arm->wanted.effort[2] == 0);
    rig_close(&r);
}

// A component that does nothing is put between any two stages: every command stays bit for bit.
// spec: damore:ARC-13
static void a_component_fits_between_any_two_stages(void) {
    uint64_t plain = 0;
    for (int stage = 0; stage <= SNW_STAGES; stage++) {
        rig r;
        rig_moving(&r);
        if (stage > 0) {
            rig_add(&r, "extra", &probe_type, "arm")->stage = (snw_stage_choice)stage;
            // also in front of the others of its stage
            const snw_component_entry last = r.loop->components[2];
            r.loop->components[2] = r.loop->components[0];
            r.loop->components[0] = last;
        }
        rig_go(&r);
        rig_enable(&r);
        rig_ticks(&r, 500);
        if (stage == 0) plain = on_bench.hash;
        CHECK(on_bench.hash == plain && on_bench.acts == 512);
        CHECK(stage == 0 || rig_number(&r, "components/extra/updates") == 512);
        CHECK(rig_number(&r, "arm/sensed/q[0]") > 0.01);
        rig_close(&r);
    }
}

static void without_an_estimator_rates_are_differences(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    const snw_arm *arm = snw_exec_arm(r.exec, 0);
    for (int i = 0; i < 300; i++) {
        double before[6];
        memcpy(before, arm->sensed.q, sizeof before);
        rig_ticks(&r, 1);
        for (int k = 0; k < 6; k++) {
            CHECK(arm->estimate.q[k] == arm->sensed.q[k] && arm->estimate.valid);
            CHECK_NEAR(arm->estimate.v[k], (arm->sensed.q[k] - before[k]) / 1e-3, 1e-9);
        }
    }
    rig_close(&r);
}

// --- the same again -----------------------------------------------------------------------------

static uint64_t run_hash(uint64_t seed, int ticks, int64_t start_ns, uint64_t start_tick) {
    rig r;
    rig_moving(&r);
    r.loop->seed = seed;
    r.loop->components[0].divisor = 3;
    r.options.start_ns = start_ns;
    r.options.start_tick = start_tick;
    rig_go(&r);
    rig_enable(&r);
    rig_ticks(&r, ticks);
    CHECK(snw_exec_next(r.exec) == start_tick + (uint64_t)ticks + 12);
    CHECK(snw_exec_time_ns(r.exec) == start_ns + (ticks + 12) * (int64_t)MS);
    const uint64_t hash = on_bench.hash;
    rig_close(&r);
    return hash;
}

static void the_same_seed_gives_the_same_trace(void) {
    CHECK(run_hash(1, 1000, 0, 0) == run_hash(1, 1000, 0, 0));
}

// reliability B13: counters of 32 bits and of a double's mantissa are passed without a trace
static void counters_that_wrap_elsewhere_leave_no_trace(void) {
    const uint64_t plain = run_hash(1, 2000, 0, 0);
    static const uint64_t starts[] = {(UINT64_C(1) << 31) - 1000, (UINT64_C(1) << 32) - 1000,
                                      (UINT64_C(1) << 53) - 1000};
    for (int i = 0; i < 3; i++) {
        CHECK(run_hash(1, 2000, 0, starts[i]) == plain);
        CHECK(run_hash(1, 2000, (int64_t)starts[i], starts[i]) == plain);
    }
}

// --- stepping by hand ---------------------------------------------------------------------------

static bool count_path(const char *path, const snw_place *place, const char *value, void *context) {
    (void)path, (void)place;
    CHECK(value[0] != '\0');
    ++*(int *)context;
    return true;
}

// spec: loffler:L-149
static void a_cycle_is_stepped_by_hand_and_every_stage_value_is_there(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    for (int i = 0; i < 100; i++)
        snw_exec_tick(r.exec); // however long each takes: nobody reads a clock
    CHECK(rig_number(&r, "loop/overruns") == 0 && rig_number(&r, "loop/skipped") == 0);
    CHECK(rig_number(&r, "loop/ticks") == 112 && rig_number(&r, "loop/bucket") == 0);
    CHECK_NEAR(rig_number(&r, "loop/t"), 0.111, 1e-12);
    static const char *const images[] = {"sensed", "estimate", "target", "wanted", "command"};
    const snw_arm *arm = snw_exec_arm(r.exec, 0);
    const double *truth[] = {arm->sensed.q, arm->estimate.q, arm->target.q, arm->wanted.q,
                             arm->command.q};
    for (int i = 0; i < 5; i++) {
        for (int axis = 0; axis < 6; axis++) {
            char path[64];
            (void)snprintf(path, sizeof path, "arm/%s/q[%d]", images[i], axis);
            CHECK(rig_number(&r, path) == truth[i][axis]);
        }
        char pattern[32];
        (void)snprintf(pattern, sizeof pattern, "arm/%s/**", images[i]);
        int count = 0;
        CHECK(snw_exec_list(r.exec, pattern, count_path, &count) == count && count > 12);
    }
    CHECK(rig_number(&r, "arm/guard/stops") >= 0);
    rig_close(&r);
}

static int told;
static uint64_t told_number;

static void observer(void *context, const snw_tick *tick, const snw_event *events, int count) {
    CHECK(context == &told);
    told++;
    told_number = tick->number;
    for (int i = 0; i < count; i++)
        CHECK(events[i].t_ns == tick->t_ns && events[i].why.text[0] != '\0');
}

static void an_observer_is_told_of_every_tick(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    told = 0;
    snw_exec_observe(r.exec, observer, &told);
    rig_enable(&r);
    CHECK(told == 12 && told_number == 11);
    rig_close(&r);
}

int main(void) {
    RUN(an_arm_moves_from_target_to_drive);
    RUN(components_of_a_stage_run_in_the_order_of_the_file);
    RUN(a_cycle_collects_then_calls_then_sends_then_calls);
    RUN(what_is_asked_before_the_drives_goes_out_at_once_and_after_them_next_time);
    RUN(rates_come_from_one_clock);
    RUN(a_divisor_has_its_phase_and_its_own_period);
    RUN(slow_sources_keep_their_target_and_efforts_begin_anew);
    RUN(a_component_fits_between_any_two_stages);
    RUN(without_an_estimator_rates_are_differences);
    RUN(the_same_seed_gives_the_same_trace);
    RUN(counters_that_wrap_elsewhere_leave_no_trace);
    RUN(a_cycle_is_stepped_by_hand_and_every_stage_value_is_there);
    RUN(an_observer_is_told_of_every_tick);
    return check_report();
}
