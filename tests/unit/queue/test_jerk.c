// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "passage.h"

// The jerk of the hand on lines that limits of joints slow down in places, from outside: third
// differences of where forward kinematics have the hand. Such a difference over h^3 is a mean of
// the jerk, so it is never above the largest.

static stand s;

/// The last four places on the line, and the largest jerk as a part of what is allowed.
typedef struct gauge {
    double u[4], dt, most;
    double length, angle;
} gauge;

static void read_gauge(gauge *g, const passage *p, const snw_queue_config *c) {
    const snw_vec3 from = snw_vec3_sub(stand_hand(&s).p, p->A.p);
    memmove(g->u, g->u + 1, 3 * sizeof *g->u);
    g->u[3] = snw_vec3_dot(from, p->way) / (g->length * g->length);
    const double third = (g->u[3] - 3 * g->u[2] + 3 * g->u[1] - g->u[0]) / (g->dt * g->dt * g->dt);
    g->most = fmax(g->most, fabs(third) * fmax(g->length / c->jerk, g->angle / c->turn_jerk));
}

static void say(bool disturbed) {
    if (!disturbed) return;
    switch (check_int(0, 150)) {
    case 0:
        CHECK(snw_queue_pause(&s.queue) == SNW_OK);
        break;
    case 1:
    case 2:
        CHECK(snw_queue_resume(&s.queue) == SNW_OK);
        break;
    case 3:
        CHECK(snw_queue_override(&s.queue, check_real(0.2, 2)) == SNW_OK);
        break;
    default:
        break;
    }
}

static void drive(passage_kind kind, bool disturbed, long cases) {
    const bool panda = kind == PASSAGE_PANDA || kind == PASSAGE_REACH;
    stand_load(&s, passage_arm(kind));
    const snw_queue_config config = snw_queue_config_defaults(-1, s.frame);
    long slowed = 0;
    double highest = 0;
    CHECK_CASES(cases) {
        passage p;
        if (!passage_begin(&s, &p, kind, check_case % 2 ? 0.1 : 1)) continue;
        snw_move move = passage_move(&p);
        move.jerk = check_case % 3 ? 1 : check_real(0.3, 1);
        snw_move_report report;
        if (snw_queue_check(&s.queue, &move, s.target.q, &report, NULL) != SNW_OK) continue;
        if (!report.stretched) continue;
        slowed++;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        gauge g = {.dt = panda ? 0.004 : 0.002};
        g.length = snw_vec3_norm(p.way);
        g.angle = snw_vec3_norm(p.turn);
        for (int k = 0; k < 4000 && stand_busy(&s); k++) {
            say(disturbed);
            stand_tick(&s, g.dt);
            read_gauge(&g, &p, &config);
        }
        // joints that are found by search are exact to 1e-10 only
        CHECK(g.most <= move.jerk * (1 + 1e-4) + (panda ? 2e-2 : 1e-6));
        highest = fmax(highest, g.most / move.jerk);
    }
    print_message("%ld slowed lines, up to %.3f of the jerk\n", slowed, highest);
    CHECK_MANY(slowed > cases / 8 && highest > 0.5);
    stand_close(&s);
}

static void the_jerk_of_the_hand_is_kept_on_lines_that_are_slow_in_places(void) {
    drive(PASSAGE_WRIST, false, check_scaled(240));
    drive(PASSAGE_ELBOW, false, check_scaled(160));
    drive(PASSAGE_PANDA, false, check_scaled(40));
}

static void pauses_and_overrides_keep_it_too(void) {
    drive(PASSAGE_WRIST, true, check_scaled(240));
    drive(PASSAGE_ELBOW, true, check_scaled(160));
}

int main(void) {
    RUN(the_jerk_of_the_hand_is_kept_on_lines_that_are_slow_in_places);
    RUN(pauses_and_overrides_keep_it_too);
    return check_report();
}
