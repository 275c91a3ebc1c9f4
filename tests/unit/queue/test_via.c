// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "../../../src/motion/queue/inside.h"

static stand s;
static snw_via via;
static _Alignas(64) unsigned char block[1 << 20];

static void open_via(bool cartesian, int capacity) {
    const snw_via_config config = snw_via_config_defaults(cartesian, 6);
    snw_arena arena = snw_arena_over(block, sizeof block);
    CHECK(snw_via_init(&via, &config, capacity, &arena) == SNW_OK);
}

static void every_arena_that_is_too_small_is_refused(void) {
    const snw_via_config config = snw_via_config_defaults(false, 6);
    snw_arena arena = {0};
    CHECK(snw_via_init(&via, &config, 3, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size++) {
        void *exact = aligned_alloc(64, size > 0 ? (size + 63) / 64 * 64 : 64);
        arena = snw_arena_over(exact, size);
        const snw_status status = snw_via_init(&via, &config, 3, &arena);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    arena = (snw_arena){0};
    CHECK(snw_via_init(&via, &config, 0, &arena) == SNW_ERR_ARGUMENT);
    snw_via_config bad = config;
    bad.fine = (double)NAN;
    CHECK(snw_via_init(&via, &bad, 3, &arena) == SNW_ERR_RANGE);
}

// the error is what a test says it is
static snw_via_action look(bool done, double error) {
    double q[6] = {0};
    if (via.index >= 0) memcpy(q, via.points[via.index].joints, sizeof q);
    q[2] += error;
    return snw_via_update(&via, done, NULL, q);
}

static void fill(int count) {
    for (int i = 0; i < count; i++) {
        snw_via_point point = {.joints = {0.01 * i, 0.2, 0.3, -1, -4, 0}};
        CHECK(snw_via_add(&via, &point) == SNW_OK);
    }
}

// A full table: all of its points, the last too, are commanded in their order.
// spec: damore:TRJ-06
static void twenty_points_are_all_commanded_in_order(void) {
    open_via(false, 20);
    fill(20);
    const snw_via_point more = {.duration = 0};
    CHECK(snw_via_add(&via, &more) == SNW_ERR_FULL);
    CHECK(snw_via_start(&via) == SNW_OK);
    CHECK(snw_via_start(&via) == SNW_ERR_STATE && snw_via_add(&via, &more) == SNW_ERR_STATE);
    for (int i = 0; i < 20; i++) {
        CHECK(look(i > 0, 0) == SNW_VIA_COMMAND && via.index == i);
        CHECK(look(false, 0.5) == SNW_VIA_WAIT && look(false, 0) == SNW_VIA_WAIT);
    }
    CHECK(look(true, 0.0009) == SNW_VIA_FINISHED);
    CHECK(look(true, 0) == SNW_VIA_WAIT && via.passed == 0 && via.why.code == SNW_OK);
}

// Off by more than is fine: after eight more looks it goes on with the point behind, or gives up
// with a reason. One look takes 10 ms.
// spec: damore:TRJ-07
static void a_point_that_is_missed_is_passed_or_ends_the_sequence_with_a_reason(void) {
    open_via(false, 20);
    fill(3);
    CHECK(snw_via_start(&via) == SNW_OK);
    CHECK(look(false, 0) == SNW_VIA_COMMAND);
    int looks = 0;
    while (look(true, 0.02) == SNW_VIA_WAIT)
        looks++;
    CHECK(looks == 8 && via.index == 1 && via.running && via.passed == 1);
    CHECK(via.why.code == SNW_SATURATED);
    // the next is the one that was commanded, and it is waited for
    CHECK(look(false, 0) == SNW_VIA_WAIT && via.index == 1);
    looks = 0;
    snw_via_action action;
    while ((action = look(true, 0.2)) == SNW_VIA_WAIT)
        looks++;
    CHECK(action == SNW_VIA_ABORTED && !via.running);
    CHECK((looks + 1) * 0.01 <= 0.2);
    CHECK(via.why.code == SNW_ERR_LIMIT && via.why.number_count == 3);
    CHECK_NEAR(via.why.numbers[0].value, 1, 0);
    CHECK_NEAR(via.why.numbers[1].value, 0.2, 1e-12);

    // looking again helps: what swings in is fine in the end
    CHECK(snw_via_start(&via) == SNW_OK && look(false, 0) == SNW_VIA_COMMAND);
    for (int i = 0; i < 5; i++)
        CHECK(look(true, 0.3) == SNW_VIA_WAIT);
    CHECK(look(true, 0) == SNW_VIA_COMMAND && via.index == 1);
}

static void poses_count_metres_and_radians_together(void) {
    open_via(true, 4);
    snw_via_point point = {.pose = stand_down(0.3, 0, 0.2)};
    CHECK(snw_via_add(&via, &point) == SNW_OK);
    point.pose.p.x = (double)NAN;
    CHECK(snw_via_add(&via, &point) == SNW_ERR_NOT_FINITE);
    CHECK(snw_via_start(&via) == SNW_OK);
    snw_pose T = stand_down(0.3, 0, 0.2);
    CHECK(snw_via_update(&via, true, &T, NULL) == SNW_VIA_COMMAND);
    T.p.x += 0.0015;
    const snw_vec3 r = {0, 0.001, 0};
    T.R = snw_mat3_mul(snw_rotation_exp(r), T.R);
    CHECK(snw_via_update(&via, true, &T, NULL) == SNW_VIA_WAIT);
    CHECK_NEAR(via.error, 0.0025, 1e-9);
    T.p.x -= 0.0007;
    CHECK(snw_via_update(&via, true, &T, NULL) == SNW_VIA_FINISHED);
    snw__via_clear(&via);
    CHECK(snw_via_start(&via) == SNW_ERR_STATE);
}

// The rectangle of the test T3: legs of 20 cm in 2 s and of 50 cm in 5 s, a lap of 14 s, at limits
// that allow it; and the same with rounded corners.
// spec: damore:TRJ-06
static void a_lap_of_the_rectangle_takes_fourteen_seconds(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0.29, -1.16, 2.9, 0.53, 1.15, 0};
    snw_queue_config config = snw_queue_config_defaults(-1, s.frame);
    config.acceleration = 20;
    config.jerk = 2000;
    stand_queue_with(&s, q, &config);
    const snw_pose A = stand_pose(&s, q);
    snw_frame frames[4];
    snw_equation e[4];
    const double side[4][2] = {{0, 0.2}, {-0.5, 0.2}, {-0.5, 0}, {0, 0}}, time[4] = {2, 5, 2, 5};
    for (int i = 0; i < 4; i++) {
        snw_pose T = A;
        T.p.y += side[i][0];
        T.p.z -= side[i][1];
        stand_place(&frames[i], &e[i], "corner", T);
    }
    for (int rounded = 0; rounded < 2; rounded++) {
        double lap = 0;
        for (int i = 0; i < 4; i++) {
            snw_move move = snw_move_defaults();
            move.equation = &e[i];
            move.mode = SNW_MOVE_CARTESIAN;
            move.duration = time[i];
            move.speed = 0.4;
            if (rounded) move.blend = SNW_MOVE_BLEND_RADIUS;
            move.blend_size = 0.02;
            CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        }
        do {
            stand_tick(&s, 0.01);
            lap += 0.01;
            // inside the rectangle, and in its corners within the radius
            const snw_vec3 p = stand_hand(&s).p;
            const double y = A.p.y - p.y, z = A.p.z - p.z;
            CHECK_NEAR(p.x, A.p.x, 1e-8);
            const double edge = fmin(fmin(fabs(y), fabs(y - 0.5)), fmin(fabs(z), fabs(z - 0.2)));
            double corner = 1;
            for (int k = 0; k < 4; k++)
                corner = fmin(corner, hypot(y + side[k][0], z - side[k][1]));
            CHECK(edge <= 1e-8 || (rounded && corner <= 0.02 + 1e-9));
        } while (stand_busy(&s));
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK)
            CHECK(event.code == 0);
        if (!rounded) CHECK_NEAR(lap, 14, 0.2);
        if (rounded) CHECK(lap < 14);
    }
    stand_close(&s);
}

int main(void) {
    RUN(every_arena_that_is_too_small_is_refused);
    RUN(twenty_points_are_all_commanded_in_order);
    RUN(a_point_that_is_missed_is_passed_or_ends_the_sequence_with_a_reason);
    RUN(poses_count_metres_and_radians_together);
    RUN(a_lap_of_the_rectangle_takes_fourteen_seconds);
    return check_report();
}
