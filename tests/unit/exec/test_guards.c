// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"
#include "sinew/exec/stop_source.h"

static snw_stop_state state_of(const rig *r, int arm) {
    return snw_exec_guard(r->exec, arm)->machine.state;
}

static snw_cause cause_of(const rig *r, int arm) {
    return snw_exec_guard(r->exec, arm)->signals.cause;
}

static void open_moving(rig *r) {
    rig_moving(r);
    rig_go(r);
    rig_enable(r);
    rig_ticks(r, 300);
}

static void open_pair(rig *r, const char *group_of_b) {
    rig_open(r);
    (void)rig_arm(r, "a", 3);
    snw_copy_text(rig_arm(r, "b", 3)->group, SNW_NAME, group_of_b);
    static const char *const names[] = {"move_a", "law_a", "move_b", "law_b"};
    for (int i = 0; i < 4; i++)
        (void)rig_add(r, names[i], i % 2 == 0 ? &mover_type : &pass_type, i < 2 ? "a" : "b");
    rig_go(r);
    rig_enable(r);
    rig_ticks(r, 300);
}

// --- requests -----------------------------------------------------------------------------------

static void a_loop_begins_latched_and_is_enabled_in_two_steps(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_ticks(&r, 10);
    CHECK(state_of(&r, 0) == SNW_ARM_LATCHED && !on_bench.enabled);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ENABLE) == SNW_OK);
    rig_ticks(&r, 3);
    CHECK(state_of(&r, 0) == SNW_ARM_LATCHED);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_DISABLED && !on_bench.enabled);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ENABLE) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_ENABLED && on_bench.enabled);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_DISABLE) == SNW_OK);
    rig_ticks(&r, 500);
    CHECK(state_of(&r, 0) == SNW_ARM_DISABLED && !on_bench.enabled);
    CHECK(snw_exec_request(r.exec, 1, SNW_REQUEST_STOP_0) == SNW_ERR_ARGUMENT);
    CHECK(snw_exec_request(r.exec, -2, SNW_REQUEST_STOP_0) == SNW_ERR_ARGUMENT);
    rig_close(&r);
}

static void each_class_of_stop_ends_as_it_should(void) {
    static const struct {
        snw_request request;
        snw_stop_state end;
    } rows[] = {{SNW_REQUEST_STOP_2, SNW_ARM_HELD},
                {SNW_REQUEST_STOP_1, SNW_ARM_LATCHED},
                {SNW_REQUEST_STOP_0, SNW_ARM_LATCHED}};
    for (int i = 0; i < 3; i++) {
        rig r;
        open_moving(&r);
        CHECK(snw_exec_request(r.exec, -1, rows[i].request) == SNW_OK);
        rig_ticks(&r, 1);
        CHECK(state_of(&r, 0) != SNW_ARM_ENABLED && cause_of(&r, 0) == SNW_CAUSE_ASKED);
        CHECK(on_bench.enabled == (rows[i].request != SNW_REQUEST_STOP_0));
        rig_ticks(&r, 500);
        CHECK(state_of(&r, 0) == rows[i].end);
        rig_close(&r);
    }
}

// Two pulses in a row are two rising edges for the guard, however close they are asked for.
// how many events of stops that were requested say this
static int told_stops(rig *r, const char *sentence) {
    int count = 0;
    for (snw_event event; snw_exec_event(r->exec, &event) == SNW_OK;)
        count += strcmp(event.why.rule, "asked") == 0 && strcmp(event.why.text, sentence) == 0;
    return count;
}

// Seen: every stop that a person had made was told as "somebody asked for a stop".
static void a_stop_says_who_requested_it_and_how(void) {
    for (int s = 0; s < SNW_STOP_SOURCES; s++) {
        const snw_stop_source source = (snw_stop_source)s;
        const char *sentence = snw__stop_source_sentence(source);
        rig r;
        open_moving(&r);
        CHECK(told_stops(&r, sentence) == 0);
        CHECK(snw__exec_request_by(r.exec, 0, SNW_REQUEST_STOP_2, source) == SNW_OK);
        rig_ticks(&r, 3);
        // who comes later, or asks for more, has not stopped it
        CHECK(snw__exec_request_by(r.exec, -1, SNW_REQUEST_STOP_1, SNW_STOP_BY_POST) == SNW_OK);
        rig_ticks(&r, 500);
        CHECK(state_of(&r, 0) == SNW_ARM_LATCHED);
        CHECK(snw__exec_stopped_by(r.exec, 0) == source);
        CHECK_TEXT(snw_exec_guard(r.exec, 0)->first.text, sentence);
        CHECK(told_stops(&r, sentence) >= 1);
        // the requests that a recording shows are those of before
        CHECK(snw_exec_guard(r.exec, 0)->signals.asked <= 1U << SNW_REQUEST_STOP_0);
        rig_close(&r);
    }
    CHECK(strcmp(snw__stop_source_sentence(SNW_STOP_BY_KEY), "stopped by operator (Esc)") == 0);
    CHECK(snw__stop_source_of("key", SNW_STOP_BY_CLIENT) == SNW_STOP_BY_KEY);
    CHECK(snw__stop_source_of("button", SNW_STOP_BY_CLIENT) == SNW_STOP_BY_BUTTON);
    CHECK(snw__stop_source_of("", SNW_STOP_BY_CLIENT) == SNW_STOP_BY_CLIENT);
}

static void no_pulse_is_lost_or_swallowed_by_the_one_before(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_ticks(&r, 5);
    for (int i = 0; i < 50; i++) {
        CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
        rig_ticks(&r, 1);
        CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_STOP_1) == SNW_OK);
        CHECK(state_of(&r, 0) == SNW_ARM_DISABLED);
        rig_ticks(&r, 1);
        CHECK(state_of(&r, 0) == SNW_ARM_LATCHED);
    }
    // the second pulse comes in the very next tick: it waits for the end of the first
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_LATCHED); // its cause was there
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_LATCHED); // low
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_DISABLED); // high
    rig_close(&r);
}

static void without_authority_an_arm_holds(void) {
    rig r;
    open_moving(&r);
    CHECK(snw_exec_authority(r.exec, 3, false) == SNW_ERR_ARGUMENT);
    CHECK(snw_exec_authority(r.exec, -1, false) == SNW_OK);
    rig_ticks(&r, 300);
    const double at = snw_exec_arm(r.exec, 0)->sensed.q[0];
    CHECK(state_of(&r, 0) == SNW_ARM_ENABLED);
    rig_ticks(&r, 200);
    CHECK(snw_exec_arm(r.exec, 0)->sensed.q[0] == at);
    rig_close(&r);
}

// --- faults -------------------------------------------------------------------------------------

static bool fail;

static snw_status may_fail(snw_component *self, const snw_tick *tick) {
    (void)self, (void)tick;
    return fail ? SNW_ERR_IO : SNW_OK;
}

static void the_fault_of_an_essential_component_stops_its_arm_in_the_same_tick(void) {
    for (int essential = 0; essential < 2; essential++) {
        rig r;
        rig_moving(&r);
        rig_add(&r, "extra", &probe_type, "arm")->essential = essential == 1;
        rig_go(&r);
        hooks.update = may_fail;
        fail = false;
        rig_enable(&r);
        rig_ticks(&r, 100);
        fail = true;
        rig_ticks(&r, 1);
        CHECK((state_of(&r, 0) == SNW_ARM_ENABLED) == (essential == 0));
        if (essential == 1) CHECK(cause_of(&r, 0) == SNW_CAUSE_COMPONENT);
        CHECK(snw_exec_find(r.exec, "extra")->state == SNW_COMPONENT_FAULT);
        rig_close(&r);
    }
}

static snw_status ask_to_stop(snw_component *self, const snw_tick *tick) {
    if (tick->number != 200) return SNW_OK;
    snw_why why;
    snw_why_set(&why, SNW_ERR_COLLISION, self->name, "somebody is in the way");
    snw_component_demand_stop(self, &why);
    return SNW_OK;
}

static void a_component_can_ask_for_a_stop(void) {
    rig r;
    rig_moving(&r);
    (void)rig_add(&r, "eye", &probe_type, "");
    rig_go(&r);
    hooks.update = ask_to_stop;
    rig_enable(&r);
    rig_ticks(&r, 188);
    CHECK(snw_exec_next(r.exec) == 200 && state_of(&r, 0) == SNW_ARM_ENABLED);
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_STOPPING && cause_of(&r, 0) == SNW_CAUSE_COMPONENT);
    snw_event event;
    bool said = false;
    while (snw_exec_event(r.exec, &event) == SNW_OK)
        said |= strcmp(event.why.text, "somebody is in the way") == 0 &&
                event.t_ns == 200 * (int64_t)MS;
    CHECK(said);
    rig_close(&r);
}

// spec: damore:LIM-11
static void a_drive_that_does_not_answer_is_told_at_once_and_stops_the_arm_later(void) {
    rig r;
    open_moving(&r);
    snw_event event;
    while (snw_exec_event(r.exec, &event) == SNW_OK)
        continue;
    on_bench.mute = true;
    rig_ticks(&r, 1);
    bool warned = false;
    while (snw_exec_event(r.exec, &event) == SNW_OK)
        warned |= event.why.severity >= SNW_WARNING;
    CHECK(warned && state_of(&r, 0) == SNW_ARM_ENABLED);
    rig_ticks(&r, 4); // 5 ms
    CHECK(state_of(&r, 0) == SNW_ARM_ENABLED);
    rig_ticks(&r, 1);
    CHECK(state_of(&r, 0) == SNW_ARM_STOPPING && cause_of(&r, 0) == SNW_CAUSE_STALE);
    CHECK((snw_exec_arm(r.exec, 0)->sensed.status[0] & SNW_AXIS_FRESH) == 0);
    rig_close(&r);
}

static void a_drive_that_fails_is_told_once_and_counts_as_silent(void) {
    rig r;
    open_moving(&r);
    on_bench.sense_status = SNW_ERR_CLOSED;
    on_bench.act_status = SNW_ERR_IO;
    rig_ticks(&r, 30);
    CHECK(state_of(&r, 0) != SNW_ARM_ENABLED);
    int read = 0, told = 0;
    snw_event event;
    while (snw_exec_event(r.exec, &event) == SNW_OK) {
        read += event.why.code == SNW_ERR_CLOSED;
        told += event.why.code == SNW_ERR_IO;
    }
    CHECK(read == 1 && told == 1);
    snw_object_error error;
    CHECK(snw_exec_error(r.exec, "arm.drive", &error, &r.why) == SNW_OK && error.present);
    on_bench.sense_status = on_bench.act_status = SNW_OK;
    rig_ticks(&r, 5);
    CHECK(snw_exec_clear(r.exec, "arm.drive", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(snw_exec_error(r.exec, "arm.drive", &error, &r.why) == SNW_OK && !error.present);
    rig_close(&r);
}

static snw_status float_freely(snw_component *self, const snw_tick *tick) {
    (void)tick;
    for (int i = 0; i < self->arm->count; i++)
        self->arm->wanted.mode[i] = SNW_AXIS_EFFORT;
    return SNW_OK;
}

// A joint of an arm that floats is pushed beyond its limit by hand.
// spec: loffler:L-160
static void a_joint_beyond_its_limit_stops_the_arm_within_a_cycle(void) {
    for (int axis = 0; axis < 6; axis++) {
        for (int end = -1; end <= 1; end += 2) {
            rig r;
            rig_open(&r);
            (void)rig_arm(&r, "arm", 6);
            (void)rig_add(&r, "free", &probe_type, "arm");
            rig_go(&r);
            hooks.update = float_freely;
            rig_enable(&r);
            easy_work *work = snw_exec_drive(r.exec, 0)->work;
            double pushed = 0;
            int ticks = 0;
            for (; pushed <= 2 && state_of(&r, 0) == SNW_ARM_ENABLED; ticks++) {
                pushed += 1e-3;
                work->q[axis] = end * pushed;
                work->v[axis] = end;
                rig_ticks(&r, 1);
            }
            CHECK(state_of(&r, 0) != SNW_ARM_ENABLED && pushed > 1.9);
            const snw_cause cause = cause_of(&r, 0);
            CHECK(cause == SNW_CAUSE_SOFT_LIMIT || cause == SNW_CAUSE_HARD_LIMIT);
            CHECK(snw_exec_guard(r.exec, 0)->signals.axis == axis);
            rig_close(&r);
        }
    }
}

// --- groups -------------------------------------------------------------------------------------

static void a_stop_of_one_arm_stops_its_group_in_the_same_tick(void) {
    for (int first = 0; first < 2; first++) {
        rig r;
        open_pair(&r, "");
        // a reading that cannot be: the guard of that arm alone sees it
        easy_work *work = snw_exec_drive(r.exec, first)->work;
        const double at = work->q[0];
        for (int i = 0; i < 20 && state_of(&r, first) == SNW_ARM_ENABLED; i++) {
            CHECK(state_of(&r, 1 - first) == SNW_ARM_ENABLED);
            work->q[0] = at + 1;
            rig_ticks(&r, 1);
        }
        CHECK(state_of(&r, first) != SNW_ARM_ENABLED && state_of(&r, 1 - first) != SNW_ARM_ENABLED);
        CHECK(cause_of(&r, 1 - first) == SNW_CAUSE_ASKED);
        CHECK(cause_of(&r, first) != SNW_CAUSE_ASKED);
        CHECK(snw_exec_guard(r.exec, 1 - first)->signals.stops ==
              snw_exec_guard(r.exec, first)->signals.stops);
        rig_close(&r);
    }
}

// A step that is taken again leaves no trace of the first: the arm stops as if it had been asked.
static void an_arm_stops_with_its_group_as_it_would_when_asked(void) {
    enum { TICKS = 200 };
    static double q[TICKS], v[TICKS];
    int stopped_after = -1;
    for (int asked = 0; asked < 2; asked++) {
        rig r;
        open_pair(&r, asked == 1 ? "other" : "");
        easy_work *work = snw_exec_drive(r.exec, 1)->work;
        const double at = work->q[0];
        const snw_arm *arm = snw_exec_arm(r.exec, 0);
        for (int i = 0; i < TICKS; i++) {
            if (asked == 0) work->q[0] = at + 1;
            if (asked == 1 && i == stopped_after) {
                const snw_request request = SNW_REQUEST_STOP_1;
                CHECK(snw_exec_request(r.exec, 0, request) == SNW_OK);
            }
            rig_ticks(&r, 1);
            if (asked == 0) {
                q[i] = arm->command.q[1];
                v[i] = arm->command.v[1];
                if (stopped_after < 0 && state_of(&r, 0) != SNW_ARM_ENABLED) stopped_after = i;
            } else {
                CHECK(arm->command.q[1] == q[i] && arm->command.v[1] == v[i]);
            }
        }
        CHECK(stopped_after >= 0 && snw_exec_guard(r.exec, 0)->signals.stops >= 1);
        CHECK(snw_exec_guard(r.exec, 0)->signals.causes[SNW_CAUSE_ASKED] == 1);
        rig_close(&r);
    }
}

static void an_arm_of_another_group_goes_on(void) {
    rig r;
    open_pair(&r, "other");
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_STOP_2) == SNW_OK);
    rig_ticks(&r, 200);
    CHECK(state_of(&r, 0) == SNW_ARM_HELD && state_of(&r, 1) == SNW_ARM_ENABLED);
    rig_close(&r);
}

static void an_orderly_end_of_one_arm_leaves_the_others_alone(void) {
    rig r;
    open_pair(&r, "");
    CHECK(snw_exec_request(r.exec, 0, SNW_REQUEST_DISABLE) == SNW_OK);
    rig_ticks(&r, 300);
    CHECK(state_of(&r, 0) == SNW_ARM_DISABLED && state_of(&r, 1) == SNW_ARM_ENABLED);
    rig_close(&r);
}

// Being asked and taken back leaves no trace: an arm in a group moves as one alone does.
static void a_group_costs_an_arm_nothing(void) {
    double alone[64];
    for (int pass_number = 0; pass_number < 2; pass_number++) {
        rig r;
        open_pair(&r, pass_number == 0 ? "other" : "");
        for (int i = 0; i < 64; i++) {
            rig_ticks(&r, 1);
            const double q = snw_exec_arm(r.exec, 0)->command.q[1];
            if (pass_number == 0) alone[i] = q;
            CHECK(q == alone[i]);
        }
        rig_close(&r);
    }
}

int main(void) {
    RUN(a_loop_begins_latched_and_is_enabled_in_two_steps);
    RUN(each_class_of_stop_ends_as_it_should);
    RUN(a_stop_says_who_requested_it_and_how);
    RUN(no_pulse_is_lost_or_swallowed_by_the_one_before);
    RUN(without_authority_an_arm_holds);
    RUN(the_fault_of_an_essential_component_stops_its_arm_in_the_same_tick);
    RUN(a_component_can_ask_for_a_stop);
    RUN(a_drive_that_does_not_answer_is_told_at_once_and_stops_the_arm_later);
    RUN(a_drive_that_fails_is_told_once_and_counts_as_silent);
    RUN(a_joint_beyond_its_limit_stops_the_arm_within_a_cycle);
    RUN(a_stop_of_one_arm_stops_its_group_in_the_same_tick);
    RUN(an_arm_stops_with_its_group_as_it_would_when_asked);
    RUN(an_arm_of_another_group_goes_on);
    RUN(an_orderly_end_of_one_arm_leaves_the_others_alone);
    RUN(a_group_costs_an_arm_nothing);
    return check_report();
}
