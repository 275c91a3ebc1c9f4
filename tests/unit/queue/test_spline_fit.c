// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "passage.h"

// Lines that may be left within a tolerance where limits of joints would slow them down.

static stand s;

/// What came of many lines, exactly and within a tolerance.
typedef struct tally {
    long exact, freed, driven, left; ///< possible so and so, driven, of those with a deviation
    double exact_time, freed_time;   ///< of those possible in both ways
} tally;

static void compare(const snw_move *exact, const snw_move *freed, tally *all) {
    snw_move_report one, other;
    const double *q = s.target.q;
    const bool can = snw_queue_check(&s.queue, exact, q, &one, NULL) == SNW_OK;
    const bool may = snw_queue_check(&s.queue, freed, q, &other, NULL) == SNW_OK;
    CHECK(may || !can);
    all->exact += can;
    all->freed += may;
    if (!can) return;
    CHECK(one.deviation == 0 && one.deviation_rad == 0);
    CHECK(other.duration <= one.duration * (1 + 1e-12));
    // who is not held back stays on the line
    if (!one.stretched) CHECK(other.deviation == 0 && other.duration == one.duration);
    all->exact_time += one.duration;
    all->freed_time += other.duration;
}

static void pass(passage_kind kind, double near, double tolerance, tally *all) {
    stand_load(&s, passage_arm(kind));
    const bool slow = kind == PASSAGE_PANDA || kind == PASSAGE_REACH;
    CHECK_CASES(check_scaled(slow ? 40 : 120)) {
        passage p;
        if (!passage_begin(&s, &p, kind, near)) continue;
        const snw_move exact = passage_move(&p);
        snw_move freed = exact;
        freed.tolerance = tolerance;
        freed.tolerance_rad = 4 * tolerance;
        compare(&exact, &freed, all);
        const passage_view view = passage_drive(&s, &p, &freed, 0.004);
        if (view.end.code != SNW_MOVE_ARRIVED) {
            CHECK(view.end.code == SNW_MOVE_REFUSED && view.end.why.rule[0] != '\0');
            continue;
        }
        CHECK(view.v <= 1 + 1e-9 && view.a <= 1 + 1e-9);
        // the line is measured where the hand is nearest to it: that may be another place of it
        const double slip = snw_vec3_norm(p.turn) / snw_vec3_norm(p.way) * view.off;
        CHECK(view.off <= fmax(view.start.deviation * 1.02, 1e-6) && view.off <= tolerance);
        CHECK(view.start.deviation <= tolerance);
        CHECK(view.rad <= 4 * tolerance + slip);
        CHECK(snw_pose_near(stand_hand(&s), p.B, 1e-8));
        all->driven++;
        all->left += view.start.deviation > 0;
    }
    stand_close(&s);
}

static void a_tolerance_makes_lines_past_a_wrist_possible_and_quicker(void) {
    tally all = {0};
    pass(PASSAGE_WRIST, 0.1, 5e-3, &all);
    CHECK_MANY(all.freed > all.exact + all.exact / 5);
    CHECK_MANY(all.driven == all.freed && all.left > all.driven / 4);
    CHECK_MANY(all.freed_time < all.exact_time);
    tally wide = {0};
    pass(PASSAGE_WRIST, 1, 2e-2, &wide);
    CHECK_MANY(wide.freed > wide.exact && wide.freed_time < 0.99 * wide.exact_time);
}

static void almost_stretched_arms_use_a_tolerance_too(void) {
    tally puma = {0}, panda = {0};
    pass(PASSAGE_ELBOW, 0.1, 5e-3, &puma);
    CHECK_MANY(puma.freed >= puma.exact && puma.left > 0 && puma.freed_time < puma.exact_time);
    pass(PASSAGE_REACH, 1, 5e-3, &panda);
    CHECK_MANY(panda.driven > 0 && panda.left > 0 && panda.freed_time < panda.exact_time);
    pass(PASSAGE_PANDA, 1, 5e-3, &panda);
    CHECK_MANY(panda.left > panda.driven / 2);
}

// The start event says how far the path leaves its line, in metres and radians.
static void the_largest_deviation_is_told_when_the_motion_starts(void) {
    stand_load(&s, "puma560-lee");
    long told = 0;
    CHECK_CASES(check_scaled(60)) {
        passage p;
        if (!passage_begin(&s, &p, PASSAGE_WRIST, 0.1)) continue;
        snw_move move = passage_move(&p);
        move.tolerance = 5e-3;
        move.tolerance_rad = 0.02;
        snw_move_report report;
        if (snw_queue_check(&s.queue, &move, s.target.q, &report, NULL) != SNW_OK) continue;
        const passage_view view = passage_drive(&s, &p, &move, 0.001);
        const snw_why *why = &view.start.why;
        CHECK(view.start.deviation == report.deviation);
        if (!(report.deviation > 0)) continue;
        CHECK(why->number_count == 4);
        CHECK_TEXT(why->numbers[2].name, "deviation");
        CHECK(why->numbers[2].value == report.deviation);
        CHECK_TEXT(why->numbers[3].name, "deviation_rad");
        CHECK(why->numbers[3].value == report.deviation_rad && report.deviation_rad > 0);
        // seen from the nearest place of the line it is no more, and not much less
        CHECK(view.off <= report.deviation * 1.02 && view.rad <= report.deviation_rad * 1.3 + 1e-3);
        told++;
    }
    CHECK_MANY(told > check_scaled(5));
    stand_close(&s);
}

// There and back with blends: the corner may be cut, but nothing is too fast and nothing jumps.
static void lines_within_a_tolerance_are_blended(void) {
    stand_load(&s, "puma560-lee");
    long blended = 0;
    CHECK_CASES(check_scaled(60)) {
        passage p;
        if (!passage_begin(&s, &p, PASSAGE_WRIST, 0.1)) continue;
        snw_move move = passage_move(&p);
        move.tolerance = 5e-3;
        move.tolerance_rad = 0.02;
        move.blend = SNW_MOVE_BLEND_RADIUS;
        move.blend_size = 0.02;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        move.equation = &p.to_a;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        const double dt = 0.004;
        do {
            const snw_arm_target last = s.target;
            stand_tick(&s, dt);
            for (int i = 0; i < 6; i++) {
                const double most = s.arm.limits.acceleration[i];
                CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i] * (1 + 1e-9));
                CHECK(fabs(s.target.a[i]) <= most * (1 + 1e-9));
                CHECK(fabs(s.target.v[i] - last.v[i]) <= most * dt * (1 + 1e-9) + 1e-9);
                CHECK_NEAR(s.target.q[i] - last.q[i], 0.5 * dt * (s.target.v[i] + last.v[i]),
                           0.1 * most * dt * dt + 1e-9);
            }
        } while (stand_busy(&s));
        const snw_move_event event = stand_event(&s, SNW_MOVE_BLENDED);
        if (event.id == 0) continue;
        CHECK(event.deviation <= 0.02);
        blended++;
    }
    CHECK_MANY(blended > check_scaled(5));
    stand_close(&s);
}

static void tolerances_that_make_no_sense_are_refused(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -1.6, 2.8, 0, 0.9, 0};
    stand_queue(&s, q);
    snw_move move = snw_move_defaults();
    memcpy(move.joints, q, sizeof q);
    move.tolerance = -1e-3;
    snw_why why;
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "tolerance");
    move.tolerance = 1e-3;
    move.tolerance_rad = (double)NAN;
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(why.subject, "tolerance_rad");
    stand_close(&s);
}

int main(void) {
    RUN(a_tolerance_makes_lines_past_a_wrist_possible_and_quicker);
    RUN(almost_stretched_arms_use_a_tolerance_too);
    RUN(the_largest_deviation_is_told_when_the_motion_starts);
    RUN(lines_within_a_tolerance_are_blended);
    RUN(tolerances_that_make_no_sense_are_refused);
    return check_report();
}
