// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// End effectors of all ten types and their guides: how far away these are, how long the way takes
// at least, and that they are reached.

static arm a;
static snw_effector hand;
static double matrix[2 * 7];

static const snw_type *const types[] = {
    &snw_frame_effector_type,   &snw_point_effector_type,  &snw_orientation_effector_type,
    &snw_xy_effector_type,      &snw_center_effector_type, &snw_momentum_effector_type,
    &snw_sliding_effector_type, &snw_planar_effector_type, &snw_look_at_effector_type,
    &snw_linear_effector_type,
};
enum { TYPES = sizeof types / sizeof *types };

static snw_vec3 random_direction(void) {
    return snw_vec3_normalize(
        snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(0.1, 1)));
}

// a Panda in the middle of its ranges with one end effector of a type
static void open_type(const snw_type *type) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    hand = effector_of(type, last_link(a.model));
    if (type == &snw_center_effector_type || type == &snw_momentum_effector_type) {
        hand.link[0] = '\0';
    }
    if (type == &snw_linear_effector_type) {
        hand.link[0] = '\0';
        for (int i = 0; i < 14; i++)
            matrix[i] = check_real(-1, 1);
        hand.matrix = matrix;
        hand.matrix_count = 14;
    }
    hand.axis = random_direction();
    hand.gain_linear = hand.gain_angular = 4;
    hand.speed_linear = check_real(0.2, 0.9);
    hand.speed_angular = check_real(0.3, 1.5);
    hand.length = check_real(0.05, 0.5);
    arm_add(&a, type, &hand);
    const double bent[] = {0.2, -0.4, 0.1, -1.7, 0.3, 1.6, -0.5};
    memcpy(a.q, bent, sizeof bent);
    arm_ready(&a);
}

static double angle_between(snw_vec3 u, snw_vec3 v) {
    return atan2(snw_vec3_norm(snw_vec3_cross(u, v)), snw_vec3_dot(u, v));
}

// of the shortest turn from one frame to the other: by the axis and the trace of their rotation
static double angle_of(snw_mat3 from, snw_mat3 to) {
    const snw_mat3 R = snw_mat3_mul(to, snw_mat3_transpose(from));
    const snw_vec3 axis = {R.y.z - R.z.y, R.z.x - R.x.z, R.x.y - R.y.x};
    return atan2(snw_vec3_norm(axis) / 2, (R.x.x + R.y.y + R.z.z - 1) / 2);
}

// The way and the angle that are missing, by what the types are said to do.
static void missing(const snw_type *type, snw_pose now, snw_pose guide, double *way,
                    double *angle) {
    const snw_vec3 gap = snw_vec3_sub(guide.p, now.p);
    const snw_vec3 of_guide = snw_mat3_apply(guide.R, hand.axis);
    const snw_vec3 of_hand = snw_mat3_apply(now.R, hand.axis);
    *way = *angle = 0;
    if (type == &snw_frame_effector_type || type == &snw_point_effector_type ||
        type == &snw_center_effector_type) {
        *way = snw_vec3_norm(gap);
    }
    if (type == &snw_frame_effector_type || type == &snw_orientation_effector_type ||
        type == &snw_sliding_effector_type) {
        *angle = angle_of(now.R, guide.R);
    }
    if (type == &snw_xy_effector_type) *way = hypot(gap.x, gap.y);
    // off the axis of the guide, and off its plane
    if (type == &snw_sliding_effector_type) {
        *way = snw_vec3_norm(snw_vec3_cross(gap, of_guide));
    }
    if (type == &snw_planar_effector_type) {
        *way = fabs(snw_vec3_dot(gap, of_guide));
        *angle = angle_between(of_hand, of_guide);
    }
    if (type == &snw_look_at_effector_type) *angle = angle_between(of_hand, gap);
}

// minimumTime = max(way / vMax, angle / wMax), difference = way + length angle
static void check_distances(const snw_type *type) {
    snw_task *task = &a.control.task;
    double way, angle;
    missing(type, snw_task_placement(task, 0), task->guides[0], &way, &angle);
    CHECK_NEAR(snw__task_difference(task), way + hand.length * angle, 1e-12);
    CHECK_NEAR(snw__task_minimum_time(task),
               fmax(way / hand.speed_linear, angle / hand.speed_angular), 1e-12);
}

// spec: actin-control:EE-05b
static void distances_and_least_times_are_those_of_the_formulas(void) {
    CHECK_CASES(check_scaled(40)) {
        for (int i = 0; i < TYPES; i++) {
            open_type(types[i]);
            snw_task *task = &a.control.task;
            for (int k = 0; k < 5; k++) {
                random_q(a.model, a.q);
                CHECK(snw_task_update(task, a.q) == SNW_OK);
                const snw_vec3 offset = {check_real(-1, 1), check_real(-1, 1), check_real(-1, 1)};
                const snw_mat3 turn =
                    snw_mat3_axis_angle(random_direction(), check_real(0.01, 2.5));
                const snw_pose now = snw_task_placement(task, 0);
                task->guides[0] =
                    (snw_pose){snw_mat3_mul(turn, now.R), snw_vec3_add(now.p, offset)};
                check_distances(types[i]);
            }
            arm_close(&a);
        }
    }
}

// a guide that the arm can reach: where it is in a configuration near by; a look-at is given a
// point before that place
static void set_guide(const snw_type *type) {
    snw_task *task = &a.control.task;
    double there[MOST];
    for (int i = 0; i < 7; i++)
        there[i] = a.q[i] + check_real(-0.25, 0.25);
    CHECK(snw_task_update(task, there) == SNW_OK);
    snw_pose guide = snw_task_placement(task, 0);
    if (type == &snw_look_at_effector_type) {
        guide.p = snw_vec3_add(guide.p, snw_mat3_apply(guide.R, hand.axis));
    }
    CHECK(snw_task_update(task, a.q) == SNW_OK);
    task->guides[0] = guide;
}

// spec: actin-control:EE-05b
static void every_type_is_driven_to_its_guide(void) {
    CHECK_CASES(check_scaled(6)) {
        for (int i = 0; i < TYPES; i++) {
            open_type(types[i]);
            snw_task *task = &a.control.task;
            set_guide(types[i]);
            const double first = snw__task_difference(task);
            const bool of_rates =
                types[i] == &snw_momentum_effector_type || types[i] == &snw_linear_effector_type;
            CHECK(of_rates ? first == 0 : first > 1e-3);
            for (int k = 0; k < 800; k++)
                (void)arm_tick(&a, NULL, 0.01);
            CHECK(snw_task_update(task, a.q) == SNW_OK);
            check_distances(types[i]);
            double way, angle, V[6];
            missing(types[i], snw_task_placement(task, 0), task->guides[0], &way, &angle);
            CHECK(way <= 1e-6 && angle <= 1e-6);
            // what has no guide is not moved
            CHECK(snw_task_velocity(task, a.v, V) == SNW_OK);
            for (int r = 0; of_rates && r < snw_task_rows(task); r++)
                CHECK(V[r] == 0);
            arm_close(&a);
        }
    }
}

int main(void) {
    RUN(distances_and_least_times_are_those_of_the_formulas);
    RUN(every_type_is_driven_to_its_guide);
    return check_report();
}
