// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "passage.h"

// Who governs the time of a motion along its way, held against the motion as it is driven.

static stand s;

static void spans_are_whole(const snw_move_account *account) {
    CHECK(account->count >= 1 && account->count <= SNW_MOVE_SPANS);
    CHECK(account->spans[0].from == 0 && account->spans[0].s_from == 0);
    const snw_move_span *last = &account->spans[account->count - 1];
    CHECK_NEAR(last->to, account->report.duration, 1e-12);
    CHECK_NEAR(last->s_to, 1, 1e-12);
    for (int i = 1; i < account->count; i++) {
        const snw_move_span *a = &account->spans[i - 1], *b = &account->spans[i];
        CHECK(a->to == b->from && a->s_to == b->s_from && a->to > a->from && b->s_to >= b->s_from);
        CHECK(a->axis != b->axis || strcmp(a->limit, b->limit) != 0);
    }
}

// One joint alone: 2 rad of joint 2 at v = 2, a = 10 and, without a limit, jerk a / 0.1 s = 100: it
// builds acceleration up in 0.1 s, holds it for 0.1 s, and cruises from 0.3 s on.
static void one_joint_alone_has_seven_phases_by_hand(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -2, 2.5, 0, 0.5, 0};
    stand_queue(&s, q);
    snw_move move = snw_move_defaults();
    memcpy(move.joints, q, sizeof q);
    move.joints[1] = 0;
    snw_move_account account;
    CHECK(snw_queue_explain(&s.queue, &move, q, &account, NULL) == SNW_OK);
    spans_are_whole(&account);
    static const char *const limit[7] = {"jerk", "acceleration", "jerk", "velocity",
                                         "jerk", "acceleration", "jerk"};
    const double until[7] = {0.1, 0.2, 0.3, 1, 1.1, 1.2, 1.3};
    CHECK_NEAR(account.report.duration, 1.3, 1e-9);
    CHECK(account.count == 7);
    for (int i = 0; i < 7; i++) {
        CHECK(account.spans[i].axis == 1);
        CHECK_TEXT(account.spans[i].limit, limit[i]);
        CHECK_NEAR(account.spans[i].to, until[i], 1.3 / 512 + 1e-9);
        CHECK_NEAR(account.spans[i].share, 1, 1e-9);
    }
    // half way through the cruise the joint is half way
    CHECK_NEAR(account.spans[3].s_from + account.spans[3].s_to, 1, 0.01);

    // asked for 0.2 m/s at the hand it is the request that governs the cruise
    move.speed = 0.2;
    CHECK(snw_queue_explain(&s.queue, &move, q, &account, NULL) == SNW_OK);
    bool request = false;
    for (int i = 0; i < account.count; i++) {
        if (strcmp(account.spans[i].limit, "request") != 0) continue;
        request = account.spans[i].axis == -1 && fabs(account.spans[i].share - 1) < 1e-9;
    }
    CHECK(request);
    stand_close(&s);
}

static void random_posture(double *q) {
    q[0] = check_real(-1.5, 1.5);
    q[1] = check_real(-2.2, -0.6);
    q[2] = check_real(1.6, 3.0);
    q[3] = check_real(-1, 1);
    q[4] = check_real(0.15, 1.4);
    q[5] = check_real(-2, 2);
}

// what is used of velocities and accelerations of joints in this sample
static double most_used(int *axis, bool *velocity) {
    double most = 0;
    for (int i = 0; i < s.arm.count; i++) {
        const double v = fabs(s.target.v[i]) / s.arm.limits.velocity[i];
        const double a = fabs(s.target.a[i]) / s.arm.limits.acceleration[i];
        if (fmax(v, a) <= most) continue;
        most = fmax(v, a);
        *axis = i;
        *velocity = v > a;
    }
    return most;
}

// Each span, while the motion is driven: nobody uses more than who is named, and a joint that is
// named for its velocity or acceleration is the one that is seen to use the most.
static void hold_against(const snw_move_account *account, double dt) {
    int k = 0;
    double t = 0;
    long seen = 0;
    do {
        stand_tick(&s, dt);
        if (!stand_begun(&s)) continue;
        t += dt;
        while (k + 1 < account->count && t > account->spans[k].to)
            k++;
        const snw_move_span *span = &account->spans[k];
        const double margin = 2 * account->report.duration / 512;
        if (t < span->from + margin || t > span->to - margin) continue;
        int axis = -1;
        bool velocity = false;
        const double most = most_used(&axis, &velocity);
        CHECK(most <= span->share + 0.02);
        const bool by_rate = strcmp(span->limit, "velocity") == 0;
        const bool by_push = strcmp(span->limit, "acceleration") == 0;
        if (!by_rate && !by_push) continue;
        const double *x = by_rate ? s.target.v : s.target.a;
        const double *l = by_rate ? s.arm.limits.velocity : s.arm.limits.acceleration;
        CHECK_NEAR(fabs(x[span->axis]) / l[span->axis], most, 0.02);
        seen++;
    } while (stand_busy(&s));
    CHECK(seen > 0 || account->count > 0);
}

static void joint_motions_are_governed_as_the_account_says(void) {
    stand_load(&s, "puma560-lee");
    double q[6];
    random_posture(q);
    stand_queue(&s, q);
    CHECK_CASES(check_scaled(200)) {
        snw_move move = snw_move_defaults();
        random_posture(move.joints);
        move.law = (snw_move_law)(check_case % 3);
        move.duration = check_case % 4 == 0 ? check_real(1, 3) : 0;
        double start[6];
        memcpy(start, s.target.q, sizeof start);
        snw_move_account account;
        CHECK(snw_queue_explain(&s.queue, &move, start, &account, NULL) == SNW_OK);
        spans_are_whole(&account);
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        hold_against(&account, 0.002);
    }
    stand_close(&s);
}

// Past a singular wrist a joint of it governs near the middle of the line, and the request or the
// hand where the line is driven as it was asked for.
static void on_lines_past_a_wrist_the_governor_changes_on_the_way(void) {
    stand_load(&s, "puma560-lee");
    long changed = 0, driven = 0;
    CHECK_CASES(check_scaled(100)) {
        passage p;
        if (!passage_begin(&s, &p, PASSAGE_WRIST, 0.5)) continue;
        const snw_move move = passage_move(&p);
        snw_move_account account;
        snw_why why;
        const snw_status status = snw_queue_explain(&s.queue, &move, s.target.q, &account, &why);
        if (status != SNW_OK) {
            CHECK(why.code == status && why.rule[0] != '\0' && account.count == 0);
            continue;
        }
        spans_are_whole(&account);
        driven++;
        bool wrist = false, hand = false;
        for (int i = 0; i < account.count; i++) {
            const int axis = account.spans[i].axis;
            const bool middle = account.spans[i].s_from < 0.6 && account.spans[i].s_to > 0.4;
            wrist = wrist || (axis >= 3 && middle);
            hand = hand || axis < 0;
        }
        changed += wrist && hand;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        hold_against(&account, 0.004);
    }
    CHECK_MANY(driven > check_scaled(30) && changed > driven / 3);
    stand_close(&s);
}

int main(void) {
    RUN(one_joint_alone_has_seven_phases_by_hand);
    RUN(joint_motions_are_governed_as_the_account_says);
    RUN(on_lines_past_a_wrist_the_governor_changes_on_the_way);
    return check_report();
}
