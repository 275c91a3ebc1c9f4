// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// A source that never rests: each axis at some part of its limit most of the time, and now and then
// with wishes beyond it. What counts is what the drives are told while the arm moves.

static rig r;

enum { AXES = 6, TICKS = 4000 };

typedef struct restless {
    double goal[AXES], rate[AXES]; ///< where the rate goes, and where it is
} restless;

static void random_limits(snw_arm_limits *limits) {
    for (int i = 0; i < limits->count; i++) {
        limits->lower[i] = -HUGE_VAL;
        limits->upper[i] = HUGE_VAL;
        limits->velocity[i] = exp(check_real(-3, 2));
        limits->acceleration[i] = exp(check_real(1, 4));
        limits->deceleration[i] = limits->acceleration[i];
        limits->jerk[i] = HUGE_VAL;
        limits->effort[i] = exp(check_real(2, 5));
        limits->effort_rate[i] = HUGE_VAL;
    }
}

// rates wander between the ends that acceleration allows
static void wander(restless *s, int k) {
    const snw_arm_limits *l = &r.guard.limits;
    for (int i = 0; i < AXES; i++) {
        if (k % 100 == 0) {
            s->goal[i] = l->velocity[i] * check_real(0.3, 1) * (check_int(0, 1) ? 1 : -1);
        }
        const double step = 0.9 * l->acceleration[i] * r.dt;
        s->rate[i] += fmin(fmax(s->goal[i] - s->rate[i], -step), step);
    }
}

// while the arm does not follow, the source waits where the command is
static void wait_here(restless *s, snw_axis_mode mode) {
    const snw_stop_state state = r.guard.machine.state;
    rig_want(&r, mode);
    memset(s->rate, 0, sizeof s->rate);
    r.tick.acknowledge = (state == SNW_ARM_HELD || state == SNW_ARM_LATCHED) && check_int(0, 1);
    r.tick.enable = state == SNW_ARM_DISABLED && check_int(0, 1);
}

static bool follows(snw_axis_mode mode) {
    return r.guard.machine.state == SNW_ARM_ENABLED && r.arm.command.mode[0] == mode;
}

typedef struct tally {
    long moving, pressed; ///< samples; the second with a wish beyond the limit
} tally;

// what came out of a tick, one sample per axis
static void count_samples(tally *t, const double *asked, const double *last) {
    for (int i = 0; i < AXES; i++) {
        const double limit = r.guard.limits.velocity[i];
        const snw_axis_mode mode = r.arm.command.mode[i];
        double rate = fabs(r.arm.command.v[i]);
        if (mode == SNW_AXIS_POSITION) {
            rate = fmax(rate, fabs(r.arm.command.q[i] - last[i]) / r.dt);
        }
        CHECK(rate <= limit * (1 + 1e-9) + 1e-12);
        t->moving += rate > 0.01 * limit;
        t->pressed += fabs(asked[i]) > limit;
    }
}

// Rates as wishes, up to twice as high as they may be; all axes are slowed down by one factor.
static void run_rates(tally *t) {
    restless s = {0};
    for (int k = 0; k < TICKS; k++) {
        double asked[AXES] = {0}, last[AXES];
        memcpy(last, r.arm.command.q, sizeof last);
        if (follows(SNW_AXIS_VELOCITY)) {
            wander(&s, k);
            const double factor = k % 700 < 350 ? 1 : 1 + 0.5 * (1 - cos(0.018 * (k % 700 - 350)));
            for (int i = 0; i < AXES; i++)
                r.arm.wanted.v[i] = asked[i] = s.rate[i] * factor;
        } else {
            wait_here(&s, SNW_AXIS_VELOCITY);
        }
        rig_step(&r);
        count_samples(t, asked, last);
    }
}

// Positions as wishes. One in 80 ticks is farther than it may be, once or up to four times.
static void run_positions(tally *t) {
    restless s = {0};
    double q[AXES] = {0};
    int bad = 0, axis = 0;
    for (int k = 0; k < TICKS; k++) {
        double asked[AXES] = {0}, last[AXES];
        memcpy(last, r.arm.command.q, sizeof last);
        if (follows(SNW_AXIS_POSITION)) {
            wander(&s, k);
            if (bad == 0 && check_int(0, 80) == 0) {
                bad = check_int(1, 4);
                axis = check_int(0, AXES - 1);
            }
            for (int i = 0; i < AXES; i++) {
                q[i] += s.rate[i] * r.dt;
                r.arm.wanted.q[i] = q[i];
                r.arm.wanted.v[i] = s.rate[i];
            }
            if (bad > 0) {
                const double way = r.guard.limits.velocity[axis] * r.dt * exp(check_real(0.1, 7));
                r.arm.wanted.q[axis] += check_int(0, 1) ? way : -way;
                asked[axis] = (r.arm.wanted.q[axis] - last[axis]) / r.dt;
                bad--;
            }
        } else {
            wait_here(&s, SNW_AXIS_POSITION);
            memcpy(q, r.arm.wanted.q, sizeof q);
        }
        rig_step(&r);
        count_samples(t, asked, last);
    }
}

static void prepare(void) {
    rig_open(&r, AXES);
    random_limits(&r.arm.limits);
    r.config.tube = 10;
    rig_start(&r);
    rig_run(&r, 3);
}

// A million samples in motion in each of the modes whose rate is told to the drives.
// spec: damore:LIM-02
static void no_rate_is_above_its_limit_in_a_million_moving_samples_of_each_mode(void) {
    tally rates = {0}, positions = {0};
    CHECK_CASES(check_scaled(60)) {
        prepare();
        run_rates(&rates);
        rig_close(&r);
        prepare();
        run_positions(&positions);
        rig_close(&r);
    }
    CHECK(rates.moving >= check_scaled(1000000) && rates.pressed >= check_scaled(100000));
    CHECK(positions.moving >= check_scaled(1000000) && positions.pressed >= check_scaled(4000));
}

// Efforts move the arm by its own mass: its rate is what the drives measure. The guard sees it
// through a filter of two ticks, twice: a rate that stays above 1.1 times its limit ends the
// efforts within eight ticks. spec: damore:LIM-02
static void efforts_that_make_an_axis_too_fast_are_ended(void) {
    long moving = 0, ended = 0;
    CHECK_CASES(check_scaled(120)) {
        prepare();
        r.dynamics = true;
        restless s = {0};
        double push[AXES];
        int fast[AXES] = {0};
        for (int i = 0; i < AXES; i++)
            push[i] = check_real(-1, 1) * r.guard.limits.effort[i] * 0.5;
        for (int k = 0; k < 1000; k++) {
            const bool led = follows(SNW_AXIS_EFFORT);
            if (led) {
                memcpy(r.arm.wanted.effort, push, sizeof push);
            } else {
                wait_here(&s, SNW_AXIS_EFFORT);
            }
            rig_step(&r);
            ended += led && r.guard.signals.cause == SNW_CAUSE_VELOCITY;
            for (int i = 0; i < AXES; i++) {
                const double limit = r.guard.limits.velocity[i], rate = fabs(r.v[i]);
                const double most = 1.1 * limit + r.config.standstill;
                CHECK(fabs(r.arm.command.v[i]) <= limit);
                fast[i] = rate > most ? fast[i] + 1 : 0;
                if (fast[i] > 8) CHECK(r.guard.machine.state != SNW_ARM_ENABLED);
                moving += led && rate > 0.01 * limit;
            }
        }
        rig_close(&r);
    }
    CHECK(moving > check_scaled(20000) && ended > check_scaled(100));
}

int main(void) {
    RUN(no_rate_is_above_its_limit_in_a_million_moving_samples_of_each_mode);
    RUN(efforts_that_make_an_axis_too_fast_are_ended);
    return check_report();
}
