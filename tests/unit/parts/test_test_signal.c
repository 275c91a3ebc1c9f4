// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

// The component "test_signal" behind a source: what it adds to the setpoint, tick by tick, against
// closed forms and differences, and what it refuses.

#define PI 3.14159265358979323846

static harness h;
static snw_why why;
static char answer[SNW_MESSAGE];
static const double dt = 1e-3;

static void open_arm(const char *drive, const char *law) {
    char text[2048];
    (void)snprintf(
        text, sizeof text,
        "<cell xmlns=\"urn:sinew:cell\" name=\"test\"><mechanisms><mechanism name=\"m\" "
        "file=\"package://models/panda/panda.xml\"/></mechanisms>"
        "<members><member name=\"arm\" mechanism=\"m\"/></members><states><state name=\"ready\">"
        "<members><member member=\"arm\"><q>0 -0.785 0 -2.356 0 1.571 0.785</q></member></members>"
        "</state></states><control><loop period=\"1 ms\"><arms><arm member=\"arm\"><drive>%s"
        "</drive></arm></arms><components>"
        "<component name=\"estimate\" member=\"arm\"><type><rate_estimate/></type></component>"
        "<component name=\"motion\" member=\"arm\"><type><motion/></type></component>"
        "<component name=\"test\" member=\"arm\"><type><test_signal/></type></component>"
        "<component name=\"law\" member=\"arm\"><type>%s</type></component>"
        "</components></loop></control></cell>",
        drive, law);
    const snw_status status = open_cell(&h, "test.cell.xml", text);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    enable(&h);
    run_ticks(&h, 50);
}

static void open_torque(void) {
    open_arm("<simulated_arm/>", "<computed_torque><kp>2500</kp><kd>100</kd></computed_torque>");
}

static snw_status say(const char *object, const char *text) {
    for (int i = 0; i < 20; i++) {
        why = (snw_why){0};
        const snw_status status = snw_exec_message(h.exec, object, text, 0, answer, &why);
        if (status != SNW_NOTHING_NEW) return status;
        snw_exec_tick(h.exec);
    }
    while (snw_exec_leave(h.exec) != SNW_OK)
        snw_exec_tick(h.exec);
    return SNW_NOTHING_NEW;
}

static bool is_state(const char *wanted) {
    char text[64];
    CHECK(snw_exec_get(h.exec, "test/state", text, sizeof text, NULL) == SNW_OK);
    return strcmp(text, wanted) == 0;
}

static const snw_arm *the_arm(void) {
    return snw_exec_arm(h.exec, 0);
}

// What was put on an axis: offset, rate, acceleration at each tick, until it waits again. It is
// said again every 40 ticks for `held` ticks.
enum { MOST = 8000 };
typedef struct course {
    double q[MOST], v[MOST], a[MOST];
    int count;
} course;
static course seen;

static void follow(const char *text, int axis, int held) {
    const double base = the_arm()->target.q[axis];
    CHECK(say("test", text) == SNW_OK);
    seen.count = 0;
    for (int i = 0; i < MOST && !is_state("idle"); i++) {
        if (i % 40 == 39 && i < held) {
            // the answer may come a tick later; the course goes on meanwhile
            SNW_IGNORE(snw_exec_message(h.exec, "test", text, 0, answer, &why));
        }
        seen.q[i] = the_arm()->target.q[axis] - base;
        seen.v[i] = the_arm()->target.v[axis];
        seen.a[i] = the_arm()->target.a[axis];
        seen.count = i + 1;
        snw_exec_tick(h.exec);
    }
    CHECK(is_state("idle") && seen.count < MOST);
    CHECK_NEAR(the_arm()->target.q[axis], base, 1e-12);
}

// Rates are the differences of places, accelerations those of rates, but for what the third and the
// fourth derivative make of a difference
static void judge_rates(double v_off, double a_off) {
    for (int i = 1; i + 1 < seen.count; i++) {
        CHECK_NEAR(seen.v[i], (seen.q[i + 1] - seen.q[i - 1]) / (2 * dt), v_off);
        CHECK_NEAR(seen.a[i], (seen.v[i + 1] - seen.v[i - 1]) / (2 * dt), a_off);
    }
}

static void a_step_jumps_once_and_is_led_back_smoothly(void) {
    open_torque();
    follow("run step 3 0.03 1 0.5", 3, 400);
    int jumps = 0, high = 0;
    for (int i = 1; i < seen.count; i++) {
        const double step = fabs(seen.q[i] - seen.q[i - 1]);
        jumps += step > 0.029;
        CHECK(step > 0.029 || step < 0.03 * 1.875 / 0.3 * dt * 1.01);
        high += seen.q[i] == 0.03 || fabs(seen.q[i] - 0.03) < 1e-12;
    }
    CHECK(jumps == 1);
    // half a second less the lead
    CHECK(high >= 395 && high <= 405);
    CHECK(snw_exec_guard(h.exec, 0)->signals.state == SNW_ARM_ENABLED);
    close_cell(&h);
}

static void a_sine_is_a_sine_and_its_rates_are_its_derivatives(void) {
    open_torque();
    follow("run sine 0 0.05 2 2", 0, 3000);
    judge_rates(3e-4, 0.05);
    // found by its own zero crossings: four half waves in a second, of full height in the middle
    double highest = 0;
    int first = -1, last = -1, crossings = 0;
    for (int i = 300; i < 1700; i++) {
        highest = fmax(highest, fabs(seen.q[i]));
        if (seen.q[i - 1] < 0 && seen.q[i] >= 0) {
            if (first < 0) first = i;
            last = i;
            crossings++;
        }
    }
    CHECK(crossings >= 2);
    CHECK_NEAR((double)(last - first) / (crossings - 1), 500, 1);
    CHECK_NEAR(highest, 0.05, 1e-5);
    close_cell(&h);
}

static void a_sweep_ends_at_its_frequency_within_the_limits(void) {
    open_torque();
    follow("run sweep 6 0.02 4 3", 6, 4000);
    judge_rates(3e-4, 0.05);
    int crossings = 0, early = 0;
    for (int i = 1; i < 3000; i++) {
        const bool crossed = (seen.q[i - 1] < 0) != (seen.q[i] < 0);
        crossings += crossed;
        early += crossed && i < 1500;
        CHECK(fabs(seen.v[i]) <= the_arm()->limits.velocity[6]);
        CHECK(fabs(seen.a[i]) <= the_arm()->limits.acceleration[6]);
    }
    // (0.4 + 4)/2 Hz on the mean: 13 half waves, most of them late
    CHECK(crossings >= 11 && crossings <= 15);
    CHECK(early <= 5);
    close_cell(&h);
}

static void a_ramp_ends_at_its_height(void) {
    open_torque();
    follow("run ramp 5 -0.1 1 2", 5, 3000);
    judge_rates(3e-4, 0.06);
    CHECK_NEAR(seen.q[1500], -0.1, 1e-12);
    CHECK_NEAR(seen.q[500], -0.05, 2e-3);
    close_cell(&h);
}

static void silence_ends_it_smoothly(void) {
    open_torque();
    follow("run sine 0 0.05 2 20", 0, 0);
    // 0.3 s of silence, and the way back: much less than the 20 s that were asked for
    CHECK(seen.count > 300 && seen.count < 1500);
    for (int i = 1; i < seen.count; i++) {
        CHECK(fabs(seen.q[i] - seen.q[i - 1]) < 2e-3);
        CHECK(fabs(seen.v[i] - seen.v[i - 1]) < 20 * dt);
    }
    close_cell(&h);
}

static void stop_leads_back_at_once(void) {
    open_torque();
    CHECK(say("test", "run ramp 5 0.1 1 4") == SNW_OK);
    run_ticks(&h, 200);
    CHECK(is_state("running"));
    CHECK(say("test", "stop") == SNW_OK);
    run_ticks(&h, 2);
    CHECK(is_state("returning"));
    run_ticks(&h, 2500);
    CHECK(is_state("idle"));
    close_cell(&h);
}

static void one_that_is_held_after_its_end_does_not_begin_again(void) {
    open_torque();
    char runs[32];
    CHECK(say("test", "run step 3 0.02 1 0.3") == SNW_OK);
    for (int i = 0; i < 60; i++) {
        CHECK(say("test", "run step 3 0.02 1 0.3") == SNW_OK);
        run_ticks(&h, 40);
    }
    CHECK(is_state("done"));
    CHECK(snw_exec_get(h.exec, "test/runs", runs, sizeof runs, NULL) == SNW_OK);
    CHECK_TEXT(runs, "1");
    run_ticks(&h, 400);
    CHECK(is_state("idle"));
    CHECK(say("test", "run step 3 0.02 1 0.3") == SNW_OK);
    run_ticks(&h, 2);
    CHECK(is_state("running"));
    close_cell(&h);
}

static void what_is_too_much_is_refused_with_its_reason(void) {
    static const struct {
        const char *text;
        snw_status status;
        const char *word;
    } cases[] = {
        {"run step 3 0.06 1 1", SNW_ERR_LIMIT, "too large"},
        {"run sine 3 0.3 0.1 1", SNW_ERR_LIMIT, "too large"},
        {"run sine 3 nan 1 1", SNW_ERR_SYNTAX, "not a test signal"},
        {"run sine 0 0.2 20 1", SNW_ERR_LIMIT, "too fast"},
        {"run ramp 0 0.2 1 0.2", SNW_ERR_LIMIT, "too fast"},
        {"run sine 7 0.1 1 1", SNW_ERR_SYNTAX, "not a test signal"},
        {"run sine 0.5 0.1 1 1", SNW_ERR_SYNTAX, "not a test signal"},
        {"run sine 0 0.1 1 1 1", SNW_ERR_SYNTAX, "not a test signal"},
        {"run noise 0 0.1 1 1", SNW_ERR_SYNTAX, "not a test signal"},
        {"run sine 0 0.1 0 1", SNW_ERR_SYNTAX, "not a test signal"},
        {"run sine 0 0.1 1 100", SNW_ERR_SYNTAX, "not a test signal"},
        {"walk", SNW_ERR_UNKNOWN_NAME, "no such command"},
    };
    open_torque();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const snw_status status = say("test", cases[i].text);
        CHECK(status == cases[i].status);
        CHECK(strstr(why.text, cases[i].word) != NULL);
        run_ticks(&h, 2);
        CHECK(is_state("idle"));
    }
    close_cell(&h);
}

static void the_end_of_a_joint_and_a_motion_are_in_the_way(void) {
    open_torque();
    // 2.8973 is the end of joint 7
    CHECK(say("motion", "move 0 -0.785 0 -2.356 0 1.571 2.85") == SNW_NOTHING_NEW);
    CHECK(say("test", "run sine 0 0.01 1 1") == SNW_ERR_STATE);
    CHECK_TEXT(why.rule, "standstill");
    run_ticks(&h, 6000);
    CHECK(say("test", "run ramp 6 0.1 1 2") == SNW_ERR_LIMIT);
    CHECK(strstr(why.text, "range") != NULL);
    CHECK(say("test", "run sine 6 -0.1 0.5 3") == SNW_ERR_LIMIT);
    CHECK(say("test", "run ramp 6 -0.1 1 2") == SNW_OK);
    close_cell(&h);
}

static void a_position_must_not_jump(void) {
    open_arm("<ideal_arm/>", "<follow/>");
    CHECK(say("test", "run step 3 0.02 1 1") == SNW_ERR_LIMIT);
    CHECK(strstr(why.fix, "ramp") != NULL);
    follow("run ramp 3 0.05 1 1", 3, 2000);
    CHECK(snw_exec_guard(h.exec, 0)->signals.state == SNW_ARM_ENABLED);
    close_cell(&h);
}

int main(void) {
    RUN(a_step_jumps_once_and_is_led_back_smoothly);
    RUN(a_sine_is_a_sine_and_its_rates_are_its_derivatives);
    RUN(a_sweep_ends_at_its_frequency_within_the_limits);
    RUN(a_ramp_ends_at_its_height);
    RUN(silence_ends_it_smoothly);
    RUN(stop_leads_back_at_once);
    RUN(one_that_is_held_after_its_end_does_not_begin_again);
    RUN(what_is_too_much_is_refused_with_its_reason);
    RUN(the_end_of_a_joint_and_a_motion_are_in_the_way);
    RUN(a_position_must_not_jump);
    return check_report();
}
