// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "passage.h"

// Lines past singular places: slow where they must be, and only there.

static stand s;

static double number(const snw_why *why, const char *name) {
    for (int i = 0; i < why->number_count; i++)
        if (strcmp(why->numbers[i].name, name) == 0) return why->numbers[i].value;
    return (double)NAN;
}

static bool told_well(const snw_move_event *end) {
    static const char *const rules[] = {"branch", "singular", "limit", "unreachable"};
    bool known = false;
    for (int i = 0; i < 4; i++)
        known = known || strcmp(end->why.rule, rules[i]) == 0;
    const double place = number(&end->why, "s");
    return known && end->code == SNW_MOVE_REFUSED && place > 0 && place <= 1;
}

/// What came of many lines.
typedef struct tally {
    long driven, stretched, refused;
    double time, whole; ///< of those that were stretched
} tally;

static void pass(passage_kind kind, double near, long cases, tally *all) {
    stand_load(&s, passage_arm(kind));
    CHECK_CASES(cases) {
        passage p;
        if (!passage_begin(&s, &p, kind, near)) continue;
        const snw_move move = passage_move(&p);
        const passage_view view = passage_drive(&s, &p, &move, 0.004);
        if (view.end.code != SNW_MOVE_ARRIVED) {
            CHECK(told_well(&view.end));
            all->refused++;
            continue;
        }
        CHECK(view.v <= 1 + 1e-9 && view.a <= 1 + 1e-9);
        CHECK(view.off <= 1e-6 && view.rad <= 1e-6 && view.start.deviation == 0);
        CHECK(snw_pose_near(stand_hand(&s), p.B, 1e-8));
        all->driven++;
        if (!view.start.stretched) continue;
        all->stretched++;
        all->time += view.start.duration;
        all->whole += view.whole;
        // a place that would slow all of it down much costs much less now
        if (view.whole > 6) CHECK(view.start.duration < 0.8 * view.whole);
    }
    stand_close(&s);
}

static void past_a_singular_wrist_only_the_neighbourhood_is_slow(void) {
    tally all = {0};
    pass(PASSAGE_WRIST, 1, check_scaled(200), &all);
    pass(PASSAGE_WRIST, 0.1, check_scaled(200), &all);
    pass(PASSAGE_WRIST, 0.01, check_scaled(200), &all);
    CHECK_MANY(all.driven > check_scaled(150) && all.refused > 0);
    CHECK_MANY(all.stretched > all.driven / 2);
    CHECK_MANY(all.time < 0.5 * all.whole);
}

static void almost_stretched_arms_keep_their_limits_on_lines(void) {
    tally puma = {0}, panda = {0};
    pass(PASSAGE_ELBOW, 1, check_scaled(100), &puma);
    pass(PASSAGE_ELBOW, 0.1, check_scaled(100), &puma);
    pass(PASSAGE_REACH, 1, check_scaled(60), &panda);
    CHECK_MANY(puma.driven > check_scaled(120) && puma.stretched > check_scaled(20));
    CHECK_MANY(panda.driven > check_scaled(8) && panda.stretched > check_scaled(8));
}

static void a_redundant_arm_keeps_its_limits_when_it_is_asked_for_too_much(void) {
    tally all = {0};
    pass(PASSAGE_PANDA, 1, check_scaled(120), &all);
    CHECK_MANY(all.driven > check_scaled(80) && all.stretched > check_scaled(60));
}

// Joints 4 and 6 rest while joint 5 goes through zero: nothing is fast there, though the wrist is
// singular half way. The same line a little beside is another matter.
static void a_line_straight_through_a_singular_place_is_driven_if_nothing_is_fast_there(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0.3, -1.6, 2.8, 0, 0.3, 0.2}, to[6] = {0.3, -1.55, 2.75, 0, -0.23, 0.2};
    stand_queue(&s, q);
    snw_frame frame;
    snw_equation e;
    stand_place(&frame, &e, "through", stand_pose(&s, to));
    (void)stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.1);
    do {
        stand_tick(&s, 0.0037);
        for (int i = 0; i < 6; i++) {
            CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i]);
            CHECK(fabs(s.target.a[i]) <= s.arm.limits.acceleration[i]);
        }
        CHECK_NEAR(s.target.q[3], 0, 1e-6);
    } while (stand_busy(&s));
    CHECK(e.code == SNW_MOVE_ARRIVED);
    CHECK_NEAR(s.target.q[4], -0.23, 1e-9);

    // 0.1 mm beside: joint 4 would have to turn half round at once
    stand_queue(&s, q);
    snw_pose B = stand_pose(&s, to);
    const snw_vec3 tilt = {1e-4, 0, 2e-4};
    B.R = snw_mat3_mul(snw_rotation_exp(tilt), B.R);
    stand_place(&frame, &e, "beside", B);
    (void)stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.1);
    (void)stand_finish(&s, 0.01);
    CHECK(e.code == SNW_MOVE_REFUSED);
    const snw_move_event end = stand_event(&s, SNW_MOVE_ENDED);
    CHECK(told_well(&end));
    CHECK_NEAR(number(&end.why, "s"), 0.3 / 0.53, 0.05);
    stand_close(&s);
}

static void disturb(void) {
    snw_move back = snw_move_defaults();
    switch (check_int(0, 4)) {
    case 0:
        memcpy(back.joints, s.target.q, sizeof back.joints);
        back.joints[0] += 0.1;
        if (back.joints[0] > s.arm.limits.upper[0]) back.joints[0] -= 0.2;
        CHECK(snw_queue_move(&s.queue, &back, NULL, NULL) == SNW_OK);
        CHECK(snw_queue_next(&s.queue, 7) == SNW_OK);
        break;
    case 1:
        CHECK(snw_queue_pause(&s.queue) == SNW_OK);
        break;
    case 2:
        CHECK(snw_queue_resume(&s.queue) == SNW_OK);
        break;
    default:
        CHECK(snw_queue_override(&s.queue, check_real(0, 2)) == SNW_OK);
        break;
    }
}

// A disturbance is delivered in a sample that takes no time: nothing may change in it.
static void lines_that_are_slow_in_places_can_be_disturbed_without_a_jump(void) {
    stand_load(&s, "puma560-lee");
    long slow = 0;
    CHECK_CASES(check_scaled(600)) {
        passage p;
        if (!passage_begin(&s, &p, PASSAGE_WRIST, 0.5)) continue;
        snw_move move = passage_move(&p);
        move.law = check_case % 3 == 0 ? SNW_MOVE_QUARTIC : SNW_MOVE_JERK;
        move.tolerance = check_case % 2 ? 2e-3 : 0;
        move.tolerance_rad = 4 * move.tolerance;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        for (int round = 0; round < 6; round++) {
            const int ticks = check_int(1, 60);
            for (int k = 0; k < ticks; k++) {
                stand_tick(&s, 0.01);
                for (int i = 0; i < 6; i++) {
                    CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i] * (1 + 1e-9));
                    CHECK(fabs(s.target.a[i]) <= s.arm.limits.acceleration[i] * (1 + 1e-9));
                }
            }
            const snw_arm_target before = s.target;
            disturb();
            stand_tick(&s, 0);
            for (int i = 0; i < 6; i++) {
                CHECK_NEAR(s.target.q[i], before.q[i], 1e-9);
                CHECK_NEAR(s.target.v[i], before.v[i], 1e-9);
                CHECK_NEAR(s.target.a[i], before.a[i], 1e-7);
            }
        }
        slow += stand_event(&s, SNW_MOVE_STARTED).id != 0;
    }
    CHECK_MANY(slow > check_scaled(200));
    stand_close(&s);
}

int main(void) {
    RUN(past_a_singular_wrist_only_the_neighbourhood_is_slow);
    RUN(almost_stretched_arms_keep_their_limits_on_lines);
    RUN(a_redundant_arm_keeps_its_limits_when_it_is_asked_for_too_much);
    RUN(a_line_straight_through_a_singular_place_is_driven_if_nothing_is_fast_there);
    RUN(lines_that_are_slow_in_places_can_be_disturbed_without_a_jump);
    return check_report();
}
