// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Filters of rates, alone and in chains.

static arm a;
static snw_rates_filter rates;
static snw_error_filter errors;
static snw_motion_filter motion;
static snw_simulation_filter simulation;

static void open_planar(int joints) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, planar_arm(setup, joints, 1));
    a.config.law = SNW_LAW_NULLSPACE;
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    snw_block_defaults(&snw_rates_filter_type, &rates);
    snw_block_defaults(&snw_error_filter_type, &errors);
    snw_block_defaults(&snw_motion_filter_type, &motion);
    snw_block_defaults(&snw_simulation_filter_type, &simulation);
}

static const snw_child by_rates = {&snw_rates_filter_type, &rates};
static const snw_child by_error = {&snw_error_filter_type, &errors};
static const snw_child by_motion = {&snw_motion_filter_type, &motion};

// spec: actin-control:VC-20
static void the_largest_rate_stays_at_the_threshold(void) {
    open_planar(3);
    arm_ready(&a);
    rates.weights[0] = 0.1;
    rates.weight_count = 1;
    const double qd[] = {3, -25, 8}, V[2] = {0};
    const snw_filter_at at = {&a.control.task, qd, V, 0.1};
    CHECK_NEAR(snw__filter_factor(&by_rates, &at), 0.4, 1e-12);
    // never above, never without need
    CHECK_CASES(1000) {
        double x[3], most = 0;
        for (int i = 0; i < 3; i++) {
            x[i] = check_real(-20, 20);
            rates.weights[i] = check_real(0, 0.2);
        }
        rates.weight_count = 3;
        const snw_filter_at some = {&a.control.task, x, V, 0.1};
        const double factor = snw__filter_factor(&by_rates, &some);
        for (int i = 0; i < 3; i++)
            most = fmax(most, fabs(x[i] * rates.weights[i]));
        CHECK(factor * most <= 1 + 1e-12);
        CHECK(factor == 1 || factor * most >= 1 - 1e-12);
    }
    arm_close(&a);
}

// spec: actin-control:VC-21
static void the_error_one_step_ahead_is_that_of_the_golden_vector(void) {
    open_planar(3);
    arm_ready(&a);
    const double q[] = {0.3, 0.5, -0.4}, V[] = {0.1, -0.05};
    const double qd[] = {0.045813777138, -0.220590948599, 0.205177823725};
    double V1[2];
    CHECK(snw_task_update(&a.control.task, q) == SNW_OK);
    CHECK(snw__task_predict(&a.control.task, qd, 0.1, V1) == SNW_OK);
    CHECK_NEAR(V1[0], 0.097567282544, 1e-11);
    CHECK_NEAR(V1[1], -0.052271207773, 1e-11);
    errors.weights[0] = 10;
    errors.weight_count = 1;
    errors.threshold = 0.01;
    const snw_filter_at at = {&a.control.task, qd, V, 0.1};
    CHECK_NEAR(snw__filter_factor(&by_error, &at), 0.950164377450, 1e-9);
    // without the root
    errors.squared = true;
    errors.threshold = 0.00005;
    CHECK_NEAR(snw__filter_factor(&by_error, &at), 0.00005 / pow(0.010524494748, 2), 1e-7);
    // motion the other way: a stop, unless it is switched off
    errors.threshold = 1e9;
    const double against[] = {-0.1, 0.05};
    const snw_filter_at wrong = {&a.control.task, qd, against, 0.1};
    CHECK(snw__filter_factor(&by_error, &wrong) == 0);
    errors.stops = false;
    CHECK(snw__filter_factor(&by_error, &wrong) == 1);
    arm_close(&a);
}

// spec: actin-control:VC-24 actin-model:A1-QS-05
static void filters_follow_each_other_in_any_order_and_number(void) {
    const int orders[][4] = {{0, 1, 0, 1}, {1, 0, 1, 0}, {0, 0, 1, 1}};
    for (int o = 0; o < 3; o++) {
        open_planar(3);
        rates.weights[0] = 0.1;
        rates.weight_count = 1;
        errors.threshold = 0.5;
        for (int i = 0; i < 4; i++) {
            if (orders[o][i] == 0) arm_add(&a, &snw_rates_filter_type, &rates);
            if (orders[o][i] == 1) arm_add(&a, &snw_error_filter_type, &errors);
        }
        arm_ready(&a);
        CHECK_CASES(500) {
            double V[2], raw[3], scaled[2], whole = 1;
            for (int i = 0; i < 3; i++)
                a.q[i] = check_real(-3, 3);
            V[0] = check_real(-20, 20);
            V[1] = check_real(-20, 20);
            const snw_control_input input = {a.q, NULL, V, 0.01};
            a.config.filter_count = 0;
            CHECK(snw_control_rates(&a.control, &input, raw, NULL) >= 0);
            a.config.filter_count = 4;
            CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) >= 0);
            // by hand, one after the other
            double x[3];
            memcpy(x, raw, sizeof x);
            memcpy(scaled, V, sizeof scaled);
            for (int i = 0; i < 4; i++) {
                const snw_filter_at at = {&a.control.task, x, scaled, 0.01};
                const double factor = snw__filter_factor(&a.filters[i], &at);
                for (int k = 0; k < 3; k++)
                    x[k] *= factor;
                scaled[0] *= factor;
                scaled[1] *= factor;
                whole *= factor;
            }
            CHECK_NEAR(a.control.report.factor, whole, 1e-14);
            for (int i = 0; i < 3; i++) {
                CHECK_NEAR(a.qd[i], whole * raw[i], 1e-12 * (1 + fabs(raw[i])));
                CHECK(fabs(0.1 * a.qd[i]) <= 1 + 1e-12);
            }
        }
        arm_close(&a);
    }
}

// spec: actin-control:VC-22
static void rates_over_motion_stay_below_the_threshold_near_a_singularity(void) {
    open_planar(2);
    motion.threshold = 4;
    arm_add(&a, &snw_motion_filter_type, &motion);
    arm_ready(&a);
    bool slowed = false;
    for (double bend = 1; bend > 1e-6; bend *= 0.9) {
        const double q[] = {0.2, bend};
        const double V[] = {-0.1, 0.02};
        const snw_control_input input = {q, NULL, V, 0.01};
        CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) >= 0);
        CHECK(hypot(a.qd[0], a.qd[1]) / hypot(V[0], V[1]) <= 4 + 1e-9);
        slowed = slowed || a.control.report.factor < 0.5;
        const snw_filter_at at = {&a.control.task, a.qd, V, 0.01};
        CHECK(snw__filter_factor(&by_motion, &at) > 1 - 1e-9);
    }
    CHECK(slowed);
    arm_close(&a);
}

// spec: actin-control:VC-23
static void one_step_ahead_keeps_within_the_limits(void) {
    for (int recover = 0; recover < 2; recover++) {
        open_planar(3);
        simulation.recover = recover;
        arm_add(&a, &snw_simulation_filter_type, &simulation);
        a.q[0] = 2.5;
        a.q[1] = a.q[2] = 0.3;
        arm_ready(&a);
        for (int k = 0; k < 300; k++) {
            // about the base, towards the limit of the first joint
            const snw_pose tip = snw_task_placement(&a.control.task, 0);
            const double V[] = {-tip.p.y, tip.p.x};
            SNW_IGNORE(arm_tick(&a, V, 0.01));
            for (int i = 0; i < 3; i++)
                CHECK(-3.1 <= a.q[i] && a.q[i] <= 3.1);
        }
        // in contact, at rest: within a step, or within what halving it finds
        CHECK(a.qd[0] == 0);
        CHECK(a.q[0] > 3.1 - (recover ? 1e-4 : 0.02));
        arm_close(&a);
    }
}

// A two-joint arm is driven outwards through its stretched pose.
// spec: actin-control:VC-06
static void an_arm_that_is_driven_through_its_stretch_stops_there(void) {
    open_planar(2);
    rates.threshold = 2;
    arm_add(&a, &snw_rates_filter_type, &rates);
    errors.threshold = 0.05;
    arm_add(&a, &snw_error_filter_type, &errors);
    a.q[0] = 0.4;
    a.q[1] = 1;
    arm_ready(&a);
    for (int k = 0; k < 2000; k++) {
        const snw_pose tip = snw_task_placement(&a.control.task, 0);
        const double r = hypot(tip.p.x, tip.p.y), V[] = {0.2 * tip.p.x / r, 0.2 * tip.p.y / r};
        SNW_IGNORE(arm_tick(&a, V, 0.01));
        for (int i = 0; i < 2; i++)
            CHECK(isfinite(a.qd[i]) && fabs(a.qd[i]) <= 2 + 1e-9);
    }
    const snw_pose tip = snw_task_placement(&a.control.task, 0);
    CHECK(hypot(tip.p.x, tip.p.y) > 1.98);
    CHECK(hypot(a.qd[0], a.qd[1]) < 0.2);
    arm_close(&a);
}

static void what_is_no_filter_is_refused(void) {
    open_planar(2);
    snw_why why;
    const snw_child wrong = {&snw_xy_effector_type, &a.frame};
    CHECK(snw__filter_check(&wrong, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.rule, "rates-filter");
    CHECK(snw__filter_check(&by_rates, NULL) == SNW_OK);
    arm_ready(&a);
    arm_close(&a);
}

int main(void) {
    RUN(the_largest_rate_stays_at_the_threshold);
    RUN(the_error_one_step_ahead_is_that_of_the_golden_vector);
    RUN(filters_follow_each_other_in_any_order_and_number);
    RUN(rates_over_motion_stay_below_the_threshold_near_a_singularity);
    RUN(one_step_ahead_keeps_within_the_limits);
    RUN(an_arm_that_is_driven_through_its_stretch_stops_there);
    RUN(what_is_no_filter_is_refused);
    return check_report();
}
