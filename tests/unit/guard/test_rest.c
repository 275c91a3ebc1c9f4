// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/guard/stop_way.h"

// The way of a stop as it is foretold, against the stop that the guard then makes.

static rig r;

static void start(void) {
    rig_open(&r, 3);
    for (int i = 0; i < 3; i++) {
        r.arm.limits.deceleration[i] = check_real(1, 12);
        r.arm.limits.acceleration[i] = check_real(1, 12);
        r.arm.limits.velocity[i] = check_real(0.3, 2);
        r.arm.limits.jerk[i] = check_int(0, 2) == 0 ? check_real(20, 2000) : HUGE_VAL;
        r.arm.limits.upper[i] = check_real(0.1, 2);
        r.arm.limits.lower[i] = -check_real(0.1, 2);
    }
    r.dt = check_int(0, 1) ? 1e-3 : 4e-3;
    rig_start(&r);
    rig_enable(&r, check_case % 4 == 0 ? SNW_AXIS_VELOCITY : SNW_AXIS_POSITION);
}

// wishes that lead all axes to and fro, too far as often as not
static void wish(double *v) {
    for (int i = 0; i < 3; i++) {
        const snw_arm_limits *limits = &r.guard.limits;
        const double most = fmin(limits->acceleration[i], limits->deceleration[i]) * r.dt;
        v[i] += check_real(-0.2, 1) * most * (i == 1 ? -1 : 1);
        v[i] = fmin(fmax(v[i], -limits->velocity[i]), limits->velocity[i]);
        r.arm.wanted.v[i] = v[i];
        r.arm.wanted.q[i] = r.arm.command.q[i] + v[i] * r.dt;
    }
}

static double place_at(const snw_stop_way *way, int i, double s) {
    return fmin(fmax(way->q[i] + way->v[i] * s, way->low[i]), way->high[i]);
}

// Every command of the stop is where it was foretold to be, give or take the way of two ticks;
// axes that nothing bends are all at one s. Returns how many axes were bent.
static int follow_stop(const snw_stop_way *way) {
    int bent = 0;
    for (int i = 0; i < 3; i++)
        bent += way->beside[i] > 0;
    for (int k = 1; k < 20000 && r.guard.machine.state == SNW_ARM_STOPPING; k++) {
        const double *q = r.arm.command.q, t = k * r.dt;
        const double early = snw_stop_way_at(way, t) - 2 * way->before;
        const double late = fmin(snw_stop_way_at(way, t) + 2 * way->before, way->length);
        double s = -1, fastest = 1e-3;
        for (int i = 0; i < 3; i++) {
            const double a = place_at(way, i, early), b = place_at(way, i, late);
            const double slack = way->beside[i] + 1e-12;
            CHECK(q[i] >= fmin(a, b) - slack && q[i] <= fmax(a, b) + slack);
            if (way->beside[i] > 0 || fabs(way->v[i]) < fastest) continue;
            fastest = fabs(way->v[i]);
            s = (q[i] - way->q[i]) / way->v[i];
        }
        for (int i = 0; i < 3 && s >= 0; i++) {
            if (way->beside[i] == 0)
                CHECK_NEAR(q[i], way->q[i] + way->v[i] * s, 1e-3 * fabs(way->v[i]) * r.dt + 1e-12);
        }
        if (t > way->time) CHECK(r.arm.command.v[0] == 0 || way->beside[0] > 0);
        rig_step(&r);
    }
    CHECK(r.guard.machine.state == SNW_ARM_HELD);
    return bent;
}

static void a_stop_goes_where_it_was_foretold(void) {
    int bent = 0, straight = 0;
    CHECK_CASES(check_scaled(2000)) {
        start();
        double v[3] = {0};
        const int ticks = check_int(5, 800);
        for (int k = 0; k < ticks && !rig_stopped(&r); k++) {
            wish(v);
            rig_step(&r);
        }
        snw_stop_way way;
        double before[3];
        memcpy(before, r.arm.command.q, sizeof before);
        if (!rig_stopped(&r)) {
            wish(v);
            rig_step(&r);
        }
        snw_guard_rest(&r.guard, &way);
        // the command of the tick before lies on it too
        for (int i = 0; i < 3 && r.arm.command.mode[0] == SNW_AXIS_POSITION; i++) {
            const double at = place_at(&way, i, -way.before);
            CHECK(fabs(before[i] - at) <= way.beside[i] + 1e-12);
        }
        r.tick.demand = SNW_STOP_2;
        rig_step(&r);
        if (r.arm.command.mode[0] != SNW_AXIS_POSITION) {
            rig_close(&r);
            continue;
        }
        const int found = follow_stop(&way);
        bent += found > 0;
        straight += found == 0;
        rig_close(&r);
    }
    CHECK(bent > check_scaled(2000) / 20 && straight > check_scaled(2000) / 20);
}

// in the middle of a stop what is left of it is foretold as well
static void the_rest_of_a_stop_is_foretold(void) {
    CHECK_CASES(check_scaled(500)) {
        start();
        if (r.arm.command.mode[0] != SNW_AXIS_POSITION) {
            rig_close(&r);
            continue;
        }
        double v[3] = {0};
        const int ticks = check_int(5, 300);
        for (int k = 0; k < ticks && !rig_stopped(&r); k++) {
            wish(v);
            rig_step(&r);
        }
        r.tick.demand = SNW_STOP_2;
        rig_run(&r, check_int(1, 60));
        snw_stop_way way;
        snw_guard_rest(&r.guard, &way);
        CHECK(!way.follows);
        rig_step(&r);
        (void)follow_stop(&way);
        rig_close(&r);
    }
}

static void an_arm_at_rest_goes_nowhere(void) {
    start();
    snw_stop_way way;
    snw_guard_rest(&r.guard, &way);
    CHECK(way.powered && way.follows && way.length == 0);
    for (int i = 0; i < 3; i++)
        CHECK(way.v[i] == 0 && way.beside[i] == 0 && way.q[i] == r.arm.command.q[i]);
    rig_close(&r);
}

// A reason that is given with a demand stands in the event and is the first of the stop.
static void a_demand_may_bring_its_reason(void) {
    start();
    snw_why why;
    snw_why_set(&why, SNW_ERR_LIMIT, "arm/link3", "this is nearer than it may be");
    snw_why_add(&why, "distance", 0.004, "m");
    r.tick.demand = SNW_STOP_2;
    r.tick.demand_cause = SNW_CAUSE_CLEARANCE;
    r.tick.demand_why = &why;
    rig_step(&r);
    CHECK(rig_told(&r, SNW_CAUSE_CLEARANCE) && r.guard.signals.cause == SNW_CAUSE_CLEARANCE);
    CHECK_TEXT(r.guard.first.subject, "arm/link3");
    CHECK_TEXT(r.guard.first.text, "this is nearer than it may be");
    CHECK(r.guard.first.number_count == 1 && r.guard.first.numbers[0].value == 0.004);
    CHECK_TEXT(r.guard.first.rule, "clearance");
    rig_close(&r);
}

int main(void) {
    RUN(a_stop_goes_where_it_was_foretold);
    RUN(the_rest_of_a_stop_is_foretold);
    RUN(an_arm_at_rest_goes_nowhere);
    RUN(a_demand_may_bring_its_reason);
    return check_report();
}
