// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// The window washer (Kossman 1986, 2.4.3) on the Microbo: four corners of an upright rectangle,
// lengths in metres.

static stand s;
static snw_frame frames[4];
static snw_equation corners[4];
static const double park[6] = {0, 0.2, 0.3, -1.2, -4, 0};

static void open_washer(void) {
    stand_load(&s, "microbo-ecureuil");
    stand_queue(&s, park);
    static const double y[] = {0.15, -0.15, -0.15, 0.15}, z[] = {0.3, 0.3, 0.25, 0.25};
    static const char *const names[] = {"P1", "P2", "P3", "P4"};
    for (int i = 0; i < 4; i++)
        stand_place(&frames[i], &corners[i], names[i], stand_down(0.325, y[i], z[i]));
}

// spec: rccl:TRJ-02
static void the_edge_is_straight_in_cartesian_mode_and_bows_in_joint_mode(void) {
    open_washer();
    (void)stand_move(&s, &corners[0], SNW_MOVE_JOINT, 0);
    (void)stand_finish(&s, 0.01);
    const snw_pose at = stand_hand(&s);
    CHECK_NEAR(at.p.x, 0.325, 1e-9);
    CHECK_NEAR(at.p.y, 0.15, 1e-9);
    CHECK_NEAR(fabs(s.target.q[0]), 24.7751 * 3.14159265358979 / 180, 1e-6);
    CHECK_NEAR(s.target.q[2], 0.3579455, 1e-7);

    // along the edge, at every set-point
    (void)stand_move(&s, &corners[1], SNW_MOVE_CARTESIAN, 0.1);
    double nearest = 1, d3 = 0;
    long ticks = 0;
    do {
        stand_tick(&s, 0.007);
        const snw_pose T = stand_hand(&s);
        CHECK_NEAR(T.p.x, 0.325, 1e-9);
        CHECK_NEAR(T.p.z, 0.3, 1e-9);
        CHECK_NEAR(T.R.z.z, -1, 1e-9);
        if (fabs(T.p.y) < nearest) nearest = fabs(T.p.y), d3 = s.target.q[2];
        ticks++;
    } while (stand_busy(&s));
    CHECK(ticks > 100);
    CHECK_NEAR(d3, sqrt(0.325 * 0.325 + nearest * nearest), 1e-9);
    CHECK_NEAR(stand_hand(&s).p.y, -0.15, 1e-9);

    // back in joint mode: the radius stays, so the middle of the edge is missed
    (void)stand_move(&s, &corners[0], SNW_MOVE_JOINT, 0);
    double bow = 0;
    do {
        stand_tick(&s, 0.001);
        bow = fmax(bow, stand_hand(&s).p.x - 0.325);
    } while (stand_busy(&s));
    CHECK_NEAR(bow, 0.0329455, 1e-7);
    stand_close(&s);
}

// at the middle of the edge the radial slide is at 325 mm
// spec: rccl:TRJ-02
static void the_slide_is_at_its_shortest_in_the_middle_of_the_edge(void) {
    open_washer();
    snw_frame middle;
    snw_equation there;
    stand_place(&middle, &there, "middle", stand_down(0.325, 0, 0.3));
    (void)stand_move(&s, &corners[0], SNW_MOVE_JOINT, 0);
    (void)stand_move(&s, &there, SNW_MOVE_CARTESIAN, 0.1);
    (void)stand_finish(&s, 0.01);
    CHECK_NEAR(s.target.q[2], 0.325, 1e-9);
    CHECK_NEAR(s.target.q[0], 0, 1e-9);
    stand_close(&s);
}

// Twelve requests at once, each round faster; then back to park. Mode changes on the way.
// spec: rccl:TRJ-07 rccl:TRJ-08
static void three_rounds_are_queued_at_once_and_each_has_its_own_speed(void) {
    open_washer();
    (void)stand_move(&s, &corners[0], SNW_MOVE_JOINT, 0);
    (void)stand_finish(&s, 0.007);
    double speed = 0.05;
    int64_t first = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
            const int64_t id = stand_move(&s, &corners[(i + 1) % 4], SNW_MOVE_CARTESIAN, speed);
            if (first == 0) first = id;
        }
        speed += 0.005;
    }
    snw_move back = snw_move_defaults();
    memcpy(back.joints, park, sizeof park);
    CHECK(snw_queue_move(&s.queue, &back, NULL, NULL) == SNW_OK);
    CHECK_NEAR(stand_hand(&s).p.y, 0.15, 1e-9);
    CHECK(snw_queue_progress(&s.queue).waiting == 0);

    double fastest[3] = {0}, way = 0;
    snw_vec3 last = stand_hand(&s).p;
    double v_last[6] = {0}, a_last[6] = {0}, q_last[6];
    memcpy(q_last, s.target.q, sizeof q_last);
    do {
        stand_tick(&s, 0.001);
        const snw_move_progress p = snw_queue_progress(&s.queue);
        const snw_vec3 here = stand_hand(&s).p;
        const double step = snw_vec3_norm(snw_vec3_sub(here, last));
        const int round = (int)(p.id - first) / 4;
        if (round < 3) {
            way += step;
            fastest[round] = fmax(fastest[round], step / 0.001);
            CHECK_NEAR(here.x, 0.325, 1e-9);
        }
        last = here;

        // velocity and acceleration have no jump: differences are what jerk explains
        for (int i = 0; i < 6; i++) {
            const double mean = 0.5 * (v_last[i] + s.target.v[i]);
            CHECK_NEAR(s.target.q[i] - q_last[i], 0.001 * mean, 1e-6);
            CHECK_NEAR(s.target.v[i] - v_last[i], 0.0005 * (a_last[i] + s.target.a[i]), 2e-5);
            CHECK(fabs(s.target.a[i] - a_last[i]) < 0.5);
            q_last[i] = s.target.q[i], v_last[i] = s.target.v[i], a_last[i] = s.target.a[i];
        }
    } while (stand_busy(&s));
    CHECK_NEAR(way, 2.1, 1e-6);
    for (int round = 0; round < 3; round++)
        CHECK_NEAR(fastest[round], 0.05 + 0.005 * round, 1e-6);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(s.target.q[i], park[i], 1e-12);
    stand_close(&s);
}

int main(void) {
    RUN(the_edge_is_straight_in_cartesian_mode_and_bows_in_joint_mode);
    RUN(the_slide_is_at_its_shortest_in_the_middle_of_the_edge);
    RUN(three_rounds_are_queued_at_once_and_each_has_its_own_speed);
    return check_report();
}
