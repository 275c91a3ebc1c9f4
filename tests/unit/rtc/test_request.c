// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "oracle/oracle.h"

static oracle judge;

static void judge_act(const snw_arm_command *command) {
    (void)oracle_see(&judge, command, 1e-3, false);
}

static void begin_judged(rig *r) {
    rig_open(r, PLAIN);
    CHECK(snw_rtc_control(&r->rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    oracle_open(&judge, &snw_exec_guard(r->rtc.exec, 0)->limits);
    jc.on_act = judge_act;
}

static void end_judged(rig *r) {
    jc.on_act = NULL;
    if (!oracle_content(&judge)) print_error("%s\n", judge.text);
    CHECK(oracle_content(&judge));
    rig_close(r);
}

static void ask(rig *r, int joint, snw_rtc_operation operation, double value) {
    snw_rtc_chg chg = {.checks = SNW_RTC_CHECK_ALL};
    chg.joint[joint] = (snw_rtc_request){operation, value};
    CHECK(snw_rtc_send(&r->rtc, &chg) == SNW_RTC_OK);
}

// The time of a trapezoid of rate and acceleration is known in closed form; the joint arrives then,
// exactly, and others stay where they are.
static void pos_goes_there_by_itself_in_the_time_of_a_trapezoid(void) {
    rig r;
    begin_judged(&r);
    const snw_arm_limits *limits = &snw_exec_guard(r.rtc.exec, 0)->limits;
    CHECK_CASES(60) {
        const int i = check_int(0, 5);
        const double from = rig_look(&r).target[i], to = r.rtc.travel[i] * check_real(0.05, 0.95);
        double others[6];
        memcpy(others, jc.last.q, sizeof others);
        const double v = 0.5 * limits->velocity[i];
        const double a = 0.5 * fmin(limits->acceleration[i], limits->deceleration[i]);
        const double way = fabs(to - from), reach = v * v / a;
        const double time = way < reach ? 2 * sqrt(way / a) : way / v + v / a;
        ask(&r, i, SNW_RTC_POS, to);
        const int samples = (int)ceil(time / 1e-3);
        rig_run(&r, samples - 2);
        CHECK(jc.last.q[i] != to + r.rtc.lower[i]);
        rig_run(&r, 3);
        CHECK_NEAR(jc.last.q[i], to + r.rtc.lower[i], 1e-12);
        for (int k = 0; k < 6; k++)
            if (k != i) CHECK_NEAR(jc.last.q[k], others[k], 0);
    }
    end_judged(&r);
}

static void vel_is_reached_within_its_acceleration_and_kept(void) {
    rig r;
    begin_judged(&r);
    const snw_arm_limits *limits = &snw_exec_guard(r.rtc.exec, 0)->limits;
    const double v = 0.2, a = 0.5 * fmin(limits->acceleration[0], limits->deceleration[0]);
    ask(&r, 0, SNW_RTC_VEL, v);
    rig_run(&r, 1);
    CHECK(jc.last.mode[0] == SNW_AXIS_VELOCITY);
    CHECK_NEAR(jc.last.v[0], fmin(v, a * 1e-3), 1e-12);
    rig_run(&r, 500);
    CHECK_NEAR(jc.last.v[0], v, 1e-12);
    ask(&r, 0, SNW_RTC_VEL, -v);
    rig_run(&r, 1000);
    CHECK_NEAR(jc.last.v[0], -v, 1e-12);
    // braked to rest by STOP, and then held
    ask(&r, 0, SNW_RTC_STOP, 0);
    rig_run(&r, 500);
    const double q = jc.last.q[0];
    rig_run(&r, 100);
    CHECK(jc.last.mode[0] == SNW_AXIS_POSITION);
    CHECK_NEAR(jc.last.q[0], q, 1e-12);
    end_judged(&r);
}

static void posvel_is_there_at_the_end_of_its_sample_and_brakes_without_a_successor(void) {
    rig r;
    begin_judged(&r);
    const double from = rig_look(&r).target[1];
    double at = from;
    for (int k = 1; k <= 400; k++) {
        at = from + 0.1 * (1 - cos(2 * k * 1e-3));
        ask(&r, 1, SNW_RTC_POSVEL, at);
        rig_run(&r, 1);
        CHECK_NEAR(jc.last.q[1], at + r.rtc.lower[1], 0);
    }
    rig_run(&r, 300);
    const double rest = jc.last.q[1];
    // it went on in its direction, by no more than its way to rest
    const snw_arm_limits *limits = &snw_exec_guard(r.rtc.exec, 0)->limits;
    const double v = 0.2 * sin(0.8);
    const double a = 0.5 * fmin(limits->acceleration[1], limits->deceleration[1]);
    CHECK_NEAR(rest - r.rtc.lower[1] - at, v * v / (2 * a), 2 * v * 1e-3);
    rig_run(&r, 100);
    CHECK_NEAR(jc.last.q[1], rest, 1e-12);
    end_judged(&r);
}

static void cur_is_an_effort_and_stays_until_another_request(void) {
    rig r;
    begin_judged(&r);
    ask(&r, 3, SNW_RTC_CUR, 1.25);
    rig_run(&r, 3);
    CHECK(jc.last.mode[3] == SNW_AXIS_EFFORT);
    CHECK_NEAR(jc.last.effort[3], 1.25, 0);
    for (int i = 0; i < 6; i++)
        if (i != 3) CHECK_NEAR(jc.last.effort[i], 0, 0);
    CHECK_NEAR(rig_look(&r).effort[3], 1.25, 0);
    ask(&r, 3, SNW_RTC_STOP, 0);
    rig_run(&r, 3);
    CHECK(jc.last.mode[3] == SNW_AXIS_POSITION);
    CHECK_NEAR(jc.last.effort[3], 0, 0);
    end_judged(&r);
}

static void any_sequence_of_requests_stays_within_the_limits(void) {
    rig r;
    begin_judged(&r);
    CHECK_CASES(check_scaled(3000)) {
        snw_rtc_chg chg = {.checks = 0};
        for (int i = 0; i < 6; i++) {
            static const snw_rtc_operation choice[] = {SNW_RTC_NONE, SNW_RTC_NONE, SNW_RTC_POS,
                                                       SNW_RTC_VEL,  SNW_RTC_STOP, SNW_RTC_STOPCAL};
            chg.joint[i].operation = choice[check_int(0, 5)];
            const bool rate = chg.joint[i].operation == SNW_RTC_VEL;
            chg.joint[i].value =
                rate ? check_real(-0.5, 0.5) : r.rtc.travel[i] * check_real(0.1, 0.9);
        }
        // rates do not end by themselves: turn back near the ends
        for (int i = 0; i < 6; i++) {
            const double part = rig_look(&r).position[i] / r.rtc.travel[i];
            if (part < 0.1 || part > 0.9) {
                chg.joint[i] = (snw_rtc_request){SNW_RTC_POS, 0.5 * r.rtc.travel[i]};
            }
        }
        CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
        rig_run(&r, check_int(1, 100));
    }
    end_judged(&r);
}

// --- what is refused ----------------------------------------------------------------------------

static void requests_that_are_no_numbers_or_no_operations_end_the_session(void) {
    rig r;
    rig_open(&r, PLAIN);
    const snw_rtc_request bad[] = {{SNW_RTC_POS, (double)NAN}, {SNW_RTC_POSVEL, HUGE_VAL},
                                   {SNW_RTC_VEL, -HUGE_VAL},   {SNW_RTC_CUR, (double)NAN},
                                   {(snw_rtc_operation)7, 0},  {(snw_rtc_operation)-1, 0}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
        CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
        double place[6];
        memcpy(place, jc.last.q, sizeof place);
        snw_rtc_chg chg = {.checks = 0};
        chg.joint[4] = bad[k];
        CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
        CHECK(snw_rtc_wait(&r.rtc, 1e-3) == SNW_RTC_ENDED);
        snw_why why;
        CHECK(snw_rtc_end_of(&r.rtc, &why) == SNW_RTC_END_BAD_REQUEST);
        CHECK_TEXT(why.subject, "joint5");
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(jc.last.q[i], place[i], 1e-12);
    }
    // one that needs no number may have none
    CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    ask(&r, 2, SNW_RTC_STOP, (double)NAN);
    rig_run(&r, 5);
    rig_close(&r);
}

static void stopcal_needs_a_drive_that_calibrates_itself(void) {
    rig r;
    rig_open(&r, PLAIN);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    snw_rtc_chg chg = {.checks = 0};
    chg.joint[2].operation = SNW_RTC_STOPCAL;
    CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
    rig_run(&r, 5);
    jc.lost[2] = true;
    CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
    CHECK(snw_rtc_wait(&r.rtc, 1e-3) == SNW_RTC_ENDED);
    CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_NO_CALIBRATION);
    rig_close(&r);
}

static void a_control_function_can_take_the_power_away(void) {
    rig r;
    rig_open(&r, PLAIN);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    ask(&r, 0, SNW_RTC_POS, 0.5 * r.rtc.travel[0] + 1);
    rig_run(&r, 300);
    const snw_rtc_chg chg = {.power_off = true};
    CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
    CHECK(snw_rtc_wait(&r.rtc, 1) == SNW_RTC_ENDED);
    CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_POWER_OFF);
    CHECK(snw_rtc_wait(&r.rtc, 2) == SNW_RTC_OK);
    CHECK(!jc.last.enable && !rig_look(&r).power);
    CHECK(rig_look(&r).guard == SNW_ARM_DISABLED);
    rig_close(&r);
}

// The same motion in both: range values, and joint coordinates as the model has them. The range is
// checked in both.
static void positions_are_range_values_or_joint_coordinates(void) {
    for (int plain = 0; plain < 2; plain++) {
        rig r;
        rig_read(&r, PLAIN);
        r.options.joint_coordinates = plain == 1;
        rig_go(&r);
        CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
        const int i = 1;
        const double lower = r.rtc.lower[i], zero = plain == 1 ? 0 : lower;
        CHECK(fabs(lower) > 0.1 && r.rtc.travel[i] > 1);
        const snw_rtc_how how = rig_look(&r);
        CHECK_NEAR(how.position[i] + zero, jc.q[i], 1e-12);
        CHECK_NEAR(how.target[i] + zero, jc.last.q[i], 1e-12);
        const double goal = lower + 0.5 * r.rtc.travel[i];
        ask(&r, i, SNW_RTC_POS, goal - zero);
        rig_run(&r, 8000);
        CHECK_NEAR(jc.last.q[i], goal, 1e-12);
        CHECK_NEAR(rig_look(&r).target[i], goal - zero, 1e-12);
        // beyond the upper limit
        ask(&r, i, SNW_RTC_POS, lower + r.rtc.travel[i] + 0.01 - zero);
        CHECK(snw_rtc_wait(&r.rtc, 1) == SNW_RTC_ENDED);
        CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_TARGET_POSITION);
        rig_close(&r);
    }
}

int main(void) {
    RUN(positions_are_range_values_or_joint_coordinates);
    RUN(pos_goes_there_by_itself_in_the_time_of_a_trapezoid);
    RUN(vel_is_reached_within_its_acceleration_and_kept);
    RUN(posvel_is_there_at_the_end_of_its_sample_and_brakes_without_a_successor);
    RUN(cur_is_an_effort_and_stays_until_another_request);
    RUN(any_sequence_of_requests_stays_within_the_limits);
    RUN(requests_that_are_no_numbers_or_no_operations_end_the_session);
    RUN(stopcal_needs_a_drive_that_calibrates_itself);
    RUN(a_control_function_can_take_the_power_away);
    return check_report();
}
