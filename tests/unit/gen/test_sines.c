// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "generated.h"

// A single joint about z: the first two numbers of its pose are cosine and sine of the coordinate,
// as the written code finds them, and nothing else.

static generated g;
static stand s;

static void take_hinge(const char *machine) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "hinge");
    add_inertial(add_link(robot, setup, "base"), setup, 1, 0.1);
    add_inertial(add_link(robot, setup, "door"), setup, 1, 0.1);
    snw_joint_description *joint = add_joint(robot, setup, "hinge", "base", "door");
    joint->axis = snw_vec3_z(1);
    joint->kind = SNW_JOINT_CONTINUOUS;
    set_up(&s, setup, robot);
    snw_gen_options options = snw_gen_defaults();
    options.name = "hinge";
    options.lanes = true;
    generated_open();
    generate(&s.c.model, &options);
    compile_generated("hinge", "-O2", machine);
    load_generated(&g, "hinge");
}

static void drop_hinge(void) {
    unload_generated(&g, "hinge");
    generated_close();
    tear_down(&s);
}

// angles near and far, and close to where sine or cosine vanish
static double any_angle(void) {
    const int kind = check_int(0, 3);
    if (kind == 0) return check_real(-4, 4);
    if (kind == 1) return check_real(-1e5, 1e5);
    const double quarters = check_int(-60000, 60000) * (SNW_PI / 2);
    return kind == 2 ? quarters : quarters + check_real(-1e-6, 1e-6);
}

static void compare_with_libm(const double *angles, double tolerance) {
    double T[12], lanes[12 * 8];
    g.fk_lanes(1, angles, lanes);
    for (int i = 0; i < 8; i++) {
        g.fk(&angles[i], T);
        CHECK_NEAR(T[0], cos(angles[i]), tolerance);
        CHECK_NEAR(T[1], sin(angles[i]), tolerance);
        CHECK_NEAR(lanes[i], cos(angles[i]), tolerance);
        CHECK_NEAR(lanes[8 + i], sin(angles[i]), tolerance);
    }
}

static void compare_many(const char *machine) {
    double angles[8];
    take_hinge(machine);
    const long cases = check_scaled(20000);
    for (long k = 0; k < cases; k++) {
        for (int i = 0; i < 8; i++) {
            angles[i] = any_angle();
        }
        compare_with_libm(angles, 4.5e-16);
    }
    // one angle that is too far for the polynomials, in each lane
    static const double large[] = {1.0000001e5, -2e5, 1e9, 1e12, -1e15, 1e300, -1e22, 4e5};
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 8; i++) {
            angles[i] = i == k ? large[k] : any_angle();
        }
        compare_with_libm(angles, 4.5e-16);
    }
    drop_hinge();
}

static void sines_in_the_code_are_those_of_the_c_library(void) {
    compare_many("-march=native");
}

static void they_are_so_without_vectors(void) {
    compare_many("-DHINGE_WIDTH=1");
}

static void they_are_so_in_the_vectors_that_every_machine_has(void) {
    compare_many("-Wall");
}

// what is no number stays in its lane
static void no_number_stays_none_and_harms_no_other_state(void) {
    take_hinge("-march=native");
    static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int k = 0; k < 24; k++) {
        double angles[8] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}, lanes[12 * 8], T[12];
        angles[k % 8] = wrong[k / 8];
        g.fk_lanes(1, angles, lanes);
        g.fk(&angles[k % 8], T);
        CHECK(isnan(T[0]) && isnan(T[1]));
        for (int i = 0; i < 8; i++) {
            CHECK(isnan(lanes[i]) == (i == k % 8));
            if (i != k % 8) CHECK_NEAR(lanes[i], cos(angles[i]), 4.5e-16);
        }
    }
    drop_hinge();
}

int main(void) {
    RUN(sines_in_the_code_are_those_of_the_c_library);
    RUN(they_are_so_without_vectors);
    RUN(they_are_so_in_the_vectors_that_every_machine_has);
    RUN(no_number_stays_none_and_harms_no_other_state);
    return check_report();
}
