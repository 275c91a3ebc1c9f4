// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"

// One body on one joint, against what can be written down.

static rig r;
static snw_simulated_arm config;

static void begin(double q) {
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
}

// A wheel of inertia I with viscous friction c under a constant effort: v = tau / c (1 - exp(-c t /
// I)). The implicit step is exact to first order of its length, Runge-Kutta to the fourth.
// spec: actin-control:AC-01
static void a_damped_wheel_reaches_its_speed_exponentially(void) {
    const double I = 0.3, c = 1.2, tau = 2;
    for (int exact = 0; exact <= 1; exact++) {
        rig_pendulum(&r, 1, 0, I);
        rig_actuator(&r)->friction = c;
        rig_compile(&r);
        config = simulated();
        config.integrator = exact ? SNW_PLANT_RK4 : SNW_PLANT_EULER;
        begin(0);
        r.command.effort[0] = tau;
        for (int n = 1; n <= 1000; n++) {
            rig_tick(&r);
            const double expected = tau / c * (1 - exp(-c / I * n * 1e-3));
            CHECK_NEAR(r.signals.v[0], expected, exact ? 1e-11 : 6e-4);
        }
        rig_free(&r);
    }
}

// A rotor of J behind a gear of R is felt as R^2 J: a = tau / (I + R^2 J), to the last digits.
// spec: actin-control:AC-01
static void a_rotor_is_felt_through_its_gear_squared(void) {
    CHECK_CASES(200) {
        const double I = check_real(0.01, 2), J = check_real(0, 1e-3), R = check_real(-200, 200);
        const double tau = check_real(-5, 5);
        rig_pendulum(&r, 1, 0, I);
        rig_actuator(&r)->inertia = J;
        rig_actuator(&r)->gear_ratio = R;
        rig_compile(&r);
        config = simulated();
        begin(0);
        r.command.effort[0] = tau;
        rig_tick(&r);
        CHECK_NEAR(r.signals.a[0], tau / (I + R * R * J), 1e-12 * (1 + fabs(tau / I)));
        CHECK_NEAR(r.signals.v[0], 1e-3 * tau / (I + R * R * J), 1e-14 * (1 + fabs(tau / I)));
        rig_free(&r);
    }
}

// spec: actin-control:AC-01 actin-model:A1-LK-35
static void a_motor_gives_no_more_than_its_limits(void) {
    CHECK_CASES(200) {
        const double I = check_real(0.01, 2), most = check_real(0, 5), least = check_real(-5, 0);
        const double tau = check_real(-20, 20);
        const double given = tau > most ? most : tau < least ? least : tau;
        rig_pendulum(&r, 1, 0, I);
        rig_actuator(&r)->effort_max = most;
        rig_actuator(&r)->effort_min = least;
        rig_compile(&r);
        config = simulated();
        begin(0);
        r.command.effort[0] = tau;
        rig_tick(&r);
        CHECK_NEAR(r.signals.motor[0], given, 1e-15);
        CHECK_NEAR(r.signals.a[0], given / I, 1e-12 * (1 + fabs(given / I)));
        // and neither does its loop of position
        rig_mode(&r, SNW_AXIS_POSITION);
        r.command.q[0] = check_real(-100, 100);
        for (int n = 0; n < 50; n++) {
            rig_tick(&r);
            CHECK(least <= r.signals.motor[0] && r.signals.motor[0] <= most);
        }
        rig_free(&r);
    }
}

// the period of a pendulum that is let go at `angle`: 2 pi / (w agm(1, cos(angle / 2))) (Gauss)
static double period_of(double w, double angle) {
    double a = 1, g = cos(angle / 2);
    for (int n = 0; n < 8; n++) {
        const double mean = (a + g) / 2;
        g = sqrt(a * g);
        a = mean;
    }
    return 2 * SNW_PI / (w * a);
}

// the time of the second return to rest, between ticks by interpolation
static double measured_period(void) {
    int turns = 0;
    double before = -1e-9;
    rig_tick(&r);
    while (turns < 2) {
        before = r.signals.v[0];
        rig_tick(&r);
        turns += before * r.signals.v[0] <= 0;
    }
    const double share = before / (before - r.signals.v[0]);
    return 1e-9 * (double)(r.t_ns - r.dt_ns) + share * 1e-9 * (double)r.dt_ns;
}

static void a_pendulum_swings_with_its_period(void) {
    const double angles[] = {0.05, 0.5, 1.5, 2.5};
    for (int k = 0; k < 4; k++) {
        for (int exact = 0; exact <= 1; exact++) {
            rig_pendulum(&r, 2, 0.4, 0.1);
            rig_compile(&r);
            config = simulated();
            config.integrator = exact ? SNW_PLANT_RK4 : SNW_PLANT_EULER;
            begin(angles[k]);
            const double w = sqrt(2 * 9.81 * 0.4 / (0.1 + 2 * 0.4 * 0.4));
            // a semi-implicit step is half a step ahead with its rates
            CHECK_NEAR(measured_period(), period_of(w, angles[k]), exact ? 1e-6 : 2e-4);
            rig_free(&r);
        }
    }
}

// --- dry friction --------------------------------------------------------------------------------

// the pendulum of the requirements
static void friction_pendulum(snw_plant_integrator integrator) {
    rig_pendulum(&r, 1, 0.5, 0);
    rig_compile(&r);
    r.dt_ns = MS / 4;
    config = simulated();
    config.integrator = integrator;
    SET(&config, viscous, 0.05);
    SET(&config, dry, 0.6);
    SET(&config, kinetic, 0.8);
    SET(&config, stick_stiffness, 2000);
    SET(&config, stick_damping, 20);
    SET(&config, stick_velocity, 1e-3);
}

// The same pendulum by another way: swing by swing with Runge-Kutta of very short steps, friction
// of constant sign, until gravity is less than T_s at a turn.
static double resting_angle(double angle) {
    double x = angle, v = 0;
    for (;;) {
        if (4.905 * fabs(sin(x)) <= 0.6) return x;
        const double sign = x > 0 ? -1 : 1;
        const double h = 1e-5;
        do {
            double k[4][2], y[2] = {x, v};
            for (int s = 0; s < 4; s++) {
                k[s][0] = y[1];
                k[s][1] = -19.62 * sin(y[0]) - 0.2 * y[1] - sign * 4 * 0.48;
                const double part = s < 2 ? h / 2 : h;
                y[0] = x + part * k[s][0];
                y[1] = v + part * k[s][1];
            }
            x += h / 6 * (k[0][0] + 2 * k[1][0] + 2 * k[2][0] + k[3][0]);
            v += h / 6 * (k[0][1] + 2 * k[1][1] + 2 * k[2][1] + k[3][1]);
        } while (v * sign > 0);
        v = 0;
    }
}

// From low starts it never moves, from high ones it swings and comes to rest off the vertical, and
// dry friction never exceeds T_s.
// spec: actin-control:AC-02
static void a_pendulum_with_dry_friction_sticks_and_slips(void) {
    for (int kind = 0; kind <= 1; kind++) {
        const snw_plant_integrator integrator = kind ? SNW_PLANT_RK4 : SNW_PLANT_EULER;
        friction_pendulum(integrator);
        begin(0.121);
        while (r.t_ns < 20 * INT64_C(1000000000)) {
            rig_tick(&r);
            CHECK_NEAR(r.signals.q[0], 0.121, 1e-6);
            CHECK(r.signals.sticks[0] && fabs(r.signals.dry[0]) <= 0.6);
        }
        rig_end(&r);
        // the border is sin q = 0.12232, 0.12263 rad
        const double near[] = {0.1226, 0.1227};
        for (int k = 0; k < 2; k++) {
            begin(near[k]);
            rig_run(&r, 10);
            CHECK((fabs(r.signals.q[0] - near[k]) <= 1e-6) == (k == 0));
            rig_end(&r);
        }
        for (double start = 1; start <= 2; start++) {
            begin(start);
            while (r.t_ns < 20 * INT64_C(1000000000)) {
                rig_tick(&r);
                CHECK(fabs(r.signals.dry[0]) <= 0.6);
            }
            CHECK(fabs(r.signals.q[0]) <= 0.1226);
            CHECK(fabs(r.signals.q[0]) >= 1e-3);
            CHECK(fabs(r.signals.v[0]) < 1e-9);
            CHECK_NEAR(r.signals.q[0], resting_angle(start), 3e-3);
            rig_end(&r);
        }
        rig_free(&r);
    }
}

// Friction that would turn a light axis round within a step brings it to rest instead: it never
// drives. A wheel under no effort loses its rate by T_k / I and stays at rest.
static void dry_friction_stops_a_light_wheel_and_never_drives_it(void) {
    CHECK_CASES(300) {
        const double I = pow(10, check_real(-5, 0)), T = pow(10, check_real(-2, 2));
        rig_pendulum(&r, 1, 0, I);
        rig_compile(&r);
        config = simulated();
        SET(&config, dry, T);
        begin(0);
        // brought to some rate
        r.command.effort[0] = (check_int(0, 1) ? 1 : -1) * (T + I * check_real(10, 1000));
        rig_run(&r, 0.01);
        double before = r.signals.v[0];
        r.command.effort[0] = 0;
        const double loss = 0.8 * T / I * 1e-3;
        for (int n = 0; n < 200; n++) {
            rig_tick(&r);
            const double v = r.signals.v[0];
            CHECK(v * before >= 0 || fabs(v) < 1e-3);
            if (fabs(before) > 2 * loss + 1e-2) {
                CHECK_NEAR(fabs(v), fabs(before) - loss, 1e-9 * (1 + fabs(before)));
            }
            CHECK(fabs(v) <= fabs(before) + 1e-3);
            CHECK(fabs(r.signals.dry[0]) <= T);
            before = v;
        }
        rig_free(&r);
    }
}

// --- stops ---------------------------------------------------------------------------------------

static void stopped_wheel(double I, double zone, double stiffness, double damping) {
    rig_pendulum(&r, 1, 0, I);
    snw_joint_description *joint = &r.robot->joints[0];
    joint->kind = SNW_JOINT_REVOLUTE;
    joint->limits.lower = -1;
    joint->limits.upper = 1;
    joint->actuator->stop_zone = zone;
    joint->actuator->stop_stiffness = stiffness;
    joint->actuator->stop_damping = damping;
    rig_compile(&r);
    config = simulated();
}

// At rest against the stop the spring carries the effort: the way into the zone is tau / k.
// spec: actin-control:AC-01
static void a_stop_gives_way_by_effort_over_stiffness(void) {
    for (int side = -1; side <= 1; side += 2) {
        stopped_wheel(0.2, 0.1, 1000, 50);
        begin(0);
        r.command.effort[0] = 5 * side;
        rig_run(&r, 3);
        CHECK_NEAR(r.signals.q[0] * side, 0.9 + 0.005, 1e-9);
        CHECK_NEAR(r.signals.v[0], 0, 1e-9);
        CHECK_NEAR(r.signals.stop[0], -5 * side, 1e-6);
        rig_free(&r);
    }
}

// Whatever comes, soft or stiff, an axis does not pass the end of the zone, a stop never pulls, and
// it gives back no more energy than it has taken.
// spec: actin-control:AC-01
static void no_stop_is_ever_passed(void) {
    CHECK_CASES(check_scaled(2000)) {
        const double I = pow(10, check_real(-3, 1)), k = pow(10, check_real(0, 9));
        const double zone = check_real(0, 0.5), d = check_int(0, 1) ? pow(10, check_real(0, 6)) : 0;
        stopped_wheel(I, zone, k, d);
        r.dt_ns = check_int(1, 8) * MS / 4;
        begin(check_real(-1, 1));
        const double effort = I * pow(10, check_real(0, 4)) * (check_int(0, 1) ? 1 : -1);
        double energy = 0;
        for (int n = 0; n < 200; n++) {
            r.command.effort[0] = n < 100 ? effort : 0;
            rig_tick(&r);
            const double q = r.signals.q[0], stop = r.signals.stop[0], v = r.signals.v[0];
            CHECK(-1 <= q && q <= 1);
            CHECK(stop == 0 || (stop < 0) == (q > 0));
            const double way = fmax(fabs(q) - (1 - zone), 0);
            const double now = I / 2 * v * v + k / 2 * way * way;
            if (n >= 100) CHECK(now <= energy * (1 + 1e-6) + 1e-9);
            energy = now;
        }
        rig_free(&r);
    }
}

// --- brakes --------------------------------------------------------------------------------------

static void a_brake_holds_what_is_not_enabled_and_without_one_it_falls(void) {
    for (int brakes = 0; brakes <= 1; brakes++) {
        rig_pendulum(&r, 2, 0.4, 0.1);
        rig_compile(&r);
        config = simulated();
        config.brakes = brakes;
        begin(1.2);
        r.command.enable = false;
        rig_run(&r, 2);
        if (brakes) {
            CHECK_NEAR(r.signals.q[0], 1.2, 1e-11);
            CHECK_NEAR(r.signals.brake[0], 2 * 9.81 * 0.4 * sin(1.2), 1e-4);
        } else {
            CHECK(fabs(r.signals.q[0] - 1.2) > 0.1);
            CHECK(r.signals.brake[0] == 0);
        }
        rig_free(&r);
    }
}

// A brake of limited strength slows a wheel down by its effort over the inertia, and slips where
// more is asked of it.
static void a_brake_is_as_strong_as_it_is(void) {
    rig_pendulum(&r, 1, 0, 0.5);
    rig_compile(&r);
    config = simulated();
    SET(&config, brake_effort, 2);
    begin(0);
    r.command.effort[0] = 4;
    rig_run(&r, 0.5);
    CHECK_NEAR(r.signals.v[0], 4, 1e-9);
    r.command.enable = false;
    rig_run(&r, 0.5);
    CHECK_NEAR(r.signals.v[0], 4 - 2 / 0.5 * 0.5, 1e-9);
    CHECK_NEAR(r.signals.brake[0], -2, 1e-12);
    rig_run(&r, 1);
    CHECK_NEAR(r.signals.v[0], 0, 1e-6);
    CHECK(snw__plant_set_force(&r.drive, 0, 1.9, 0) == SNW_OK);
    const double held = r.signals.q[0];
    rig_run(&r, 1);
    CHECK_NEAR(r.signals.q[0], held, 1e-6);
    CHECK(snw__plant_set_force(&r.drive, 0, 2.5, 0) == SNW_OK);
    rig_run(&r, 1);
    CHECK_NEAR(r.signals.v[0], 0.5 / 0.5, 2e-3);
    rig_free(&r);
}

int main(void) {
    RUN(a_damped_wheel_reaches_its_speed_exponentially);
    RUN(a_rotor_is_felt_through_its_gear_squared);
    RUN(a_motor_gives_no_more_than_its_limits);
    RUN(a_pendulum_swings_with_its_period);
    RUN(a_pendulum_with_dry_friction_sticks_and_slips);
    RUN(dry_friction_stops_a_light_wheel_and_never_drives_it);
    RUN(a_stop_gives_way_by_effort_over_stiffness);
    RUN(no_stop_is_ever_passed);
    RUN(a_brake_holds_what_is_not_enabled_and_without_one_it_falls);
    RUN(a_brake_is_as_strong_as_it_is);
    return check_report();
}
