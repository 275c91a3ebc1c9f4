// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"
#include "user_pid.h"

static rig r;
static snw_bumpless blend;
static snw_bumpless_config c;

static void begin(int axes, double time) {
    rig_chain(&r, axes, SNW_JOINT_CONTINUOUS, 1);
    c.time = time;
    snw_arena arena = no_memory();
    CHECK(snw_bumpless_init(&blend, &c, &r.arm, &arena) == SNW_OK);
    snw_bumpless_reset(&blend, &r.arm);
}

static void pass(double effort, double dt) {
    for (int i = 0; i < r.arm.count; i++)
        r.effort[i] = effort * (i + 1);
    CHECK(snw_bumpless_update(&blend, &c, &r.arm, dt, r.effort) == SNW_OK);
}

static void without_a_change_everything_passes(void) {
    begin(3, 0.1);
    for (int k = 0; k < 1000; k++) {
        const double effort = check_real(-50, 50);
        pass(effort, 1e-3);
        CHECK(r.effort[2] == 3 * effort && blend.signals.share == 0);
    }
    CHECK(blend.signals.changes == 0 && blend.signals.largest == 0);
    rig_tear_down(&r);
}

// 1 - 10 x^3 + 15 x^4 - 6 x^5, the curve of least jerk
static void a_step_becomes_the_smooth_curve(void) {
    begin(2, 0.5);
    pass(10, 1e-3);
    snw_bumpless_begin(&blend);
    double before = 10, slope = 0;
    for (int k = 0; k <= 600; k++) {
        const double x = k / 500.;
        const double left = x < 1 ? 1 - 10 * pow(x, 3) + 15 * pow(x, 4) - 6 * pow(x, 5) : 0;
        pass(-4, 1e-3);
        CHECK_NEAR(r.effort[0], -4 + 14 * left, 1e-9);
        CHECK_NEAR(r.effort[1], 2 * r.effort[0], 1e-9);
        CHECK_NEAR(blend.signals.added[0], 14 * left, 1e-9);
        slope = fmax(slope, fabs(r.effort[0] - before));
        before = r.effort[0];
    }
    CHECK(slope <= 1.875 * 14 / 0.5 * 1e-3 * (1 + 1e-9));
    CHECK(r.effort[0] == -4);
    CHECK_NEAR(blend.signals.bump[0], -14, 1e-12);
    CHECK_NEAR(blend.signals.largest, 28, 1e-12);
    CHECK(blend.signals.changes == 1);
    rig_tear_down(&r);
}

// however often it changes, and to what: no step is larger than the fading of the bumps allows
static void changes_in_the_middle_of_changes_make_no_step(void) {
    begin(1, 0.3);
    pass(0, 1e-3);
    double effort = 0, before = 0;
    for (int k = 0; k < 20000; k++) {
        const bool change = check_int(0, 40) == 0;
        if (change) {
            effort = check_real(-100, 100);
            snw_bumpless_begin(&blend);
        }
        pass(effort, 1e-3);
        CHECK_NEAR(r.effort[0], before, change ? 1e-13 : 1.875 * 200 / 0.3 * 1e-3);
        CHECK(fabs(r.effort[0]) <= 100 + 1e-9);
        before = r.effort[0];
    }
    CHECK(blend.signals.largest <= 200);
    rig_tear_down(&r);
}

static void no_time_lets_the_bump_pass_and_reports_it(void) {
    begin(1, 0);
    pass(3, 1e-3);
    snw_bumpless_begin(&blend);
    pass(8, 1e-3);
    CHECK(r.effort[0] == 8);
    CHECK(blend.signals.bump[0] == 5 && blend.signals.changes == 1);
    pass(7, 1e-3);
    CHECK(r.effort[0] == 7);
    rig_tear_down(&r);
}

static void after_a_reset_there_is_nothing_to_go_on_from(void) {
    begin(1, 0.2);
    snw_bumpless_begin(&blend);
    pass(5, 1e-3);
    CHECK(r.effort[0] == 5 && blend.signals.changes == 0);
    snw_bumpless_begin(&blend);
    pass(9, 1e-3);
    CHECK_NEAR(r.effort[0], 5, 1e-14);
    snw_bumpless_reset(&blend, &r.arm);
    pass(-3, 1e-3);
    CHECK(r.effort[0] == -3);
    rig_tear_down(&r);
}

static void what_is_not_a_number_waits(void) {
    begin(2, 0.2);
    pass(5, 1e-3);
    snw_bumpless_begin(&blend);
    const snw_bumpless before = blend;
    double effort[2] = {1, (double)NAN};
    CHECK(snw_bumpless_update(&blend, &c, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
    CHECK(effort[0] == 1 && memcmp(&before, &blend, sizeof blend) == 0);
    CHECK(snw_bumpless_update(&blend, &c, &r.arm, 0, r.effort) == SNW_ERR_RANGE);
    c.time = (double)NAN;
    CHECK(snw_bumpless_update(&blend, &c, &r.arm, 1e-3, r.effort) == SNW_ERR_RANGE);
    snw_arena arena = no_memory();
    snw_bumpless other;
    CHECK(snw_bumpless_init(&other, &c, &r.arm, &arena) == SNW_ERR_RANGE);
    c.time = 0.2;
    pass(0, 1e-3);
    CHECK_NEAR(r.effort[0], 5, 1e-14);
    rig_tear_down(&r);
}

// the library's PID as a law of the switch, counting its calls
static snw_pid pid;
static snw_pid_config gains;
static long pid_calls, user_calls;

static snw_status call_pid(const snw_arm *arm, double dt, double *effort, void *context) {
    (void)context;
    pid_calls++;
    return snw_pid_law.update(&pid, &gains, arm, dt, effort);
}

static void restart_pid(const snw_arm *arm, void *context) {
    (void)context;
    snw_pid_law.reset(&pid, arm);
}

static snw_status call_user(const snw_arm *arm, double dt, double *effort, void *context) {
    user_calls++;
    return user_pid_calculate(arm, dt, effort, context);
}

// The PUMA follows sines; its law is exchanged every 200 ticks between PID and a softer law of the
// user's. The effort of a tick differs from that of the last by no more than the plant moves it and
// the bump fades.
// spec: loffler:L-064
static void laws_are_exchanged_in_motion_without_a_bump(void) {
    static user_pid user;
    static snw_switch choice;
    const snw_bumpless_config fade = {.time = 0.1};
    rig_library(&r, "puma560-corke");
    gains = (snw_pid_config){.kp_count = 1, .kd_count = 1, .ki_count = 1};
    gains.kp[0] = 400;
    gains.kd[0] = 40;
    gains.ki[0] = 100;
    user.gains.kp_count = user.gains.kd_count = 1;
    user.gains.kp[0] = 250;
    user.gains.kd[0] = 35;
    user.ki = 50;
    snw_arena arena = no_memory();
    CHECK(snw_pid_law.init(&pid, &gains, &r.arm, &arena) == SNW_OK);
    CHECK(snw_pd_law.init(&user.pd, &user.gains, &r.arm, &arena) == SNW_OK);
    snw_law first = {.calculate = call_pid, .restart = restart_pid};
    snw_law second = {.calculate = call_user, .restart = user_pid_restart, .context = &user};
    snw_law *laws[] = {&first, &second};
    CHECK(snw__switch_init(&choice, laws, 2, &r.arm, &arena) == SNW_OK);
    CHECK(snw__switch_choose(&choice, 2) == SNW_ERR_ARGUMENT);
    CHECK(snw__switch_choose(&choice, -1) == SNW_ERR_ARGUMENT);
    rig_aim_here(&r);
    snw__switch_reset(&choice, &r.arm);
    pid_calls = user_calls = 0;
    double before[6] = {0}, still = 0, changing = 0;
    const long ticks = 4000;
    for (long k = 0; k < ticks; k++) {
        const double t = (double)k * 1e-3;
        if (k > 0 && k % 200 == 0) CHECK(snw__switch_choose(&choice, (int)(k / 200 % 2)) == SNW_OK);
        rig_see(&r);
        for (int i = 0; i < 6; i++) {
            r.arm.target.q[i] = 0.2 * (1 - cos(2 * t));
            r.arm.target.v[i] = 0.4 * sin(2 * t);
        }
        const long calls = pid_calls + user_calls;
        CHECK(!snw_failed(snw__switch_update(&choice, &fade, &r.arm, 1e-3, r.effort)));
        CHECK(pid_calls + user_calls == calls + 1);
        CHECK(choice.current == (int)(k / 200 % 2));
        // a law that takes over begins anew
        CHECK(laws[choice.current]->updates == (uint64_t)(k % 200 + 1));
        for (int i = 0; k > 500 && i < 6; i++) {
            double *most = k % 200 == 0 ? &changing : &still;
            *most = fmax(*most, fabs(r.effort[i] - before[i]));
            CHECK(r.effort[i] == choice.signals.effort[i]);
        }
        memcpy(before, r.effort, sizeof before);
        rig_step(&r, 1e-3, NULL);
    }
    print_message("steps %.2g N.m at changes, %.2g between, bumps up to %.2g\n", changing, still,
                  choice.blend.signals.largest);
    CHECK(pid_calls == ticks / 2 && user_calls == ticks / 2);
    CHECK(choice.blend.signals.changes == 19);
    CHECK(choice.blend.signals.largest > 1);
    CHECK(changing <= 1e-9);
    CHECK(still <= choice.blend.signals.largest * 1.875 / 0.1 * 1e-3 + 1);
    CHECK(snw__switch_init(&choice, laws, 0, &r.arm, &arena) == SNW_ERR_ARGUMENT);
    rig_tear_down(&r);
}

// a gain that changes tenfold while the arm is off its target
static void gains_change_without_a_bump(void) {
    begin(1, 0.1);
    snw_pd pd;
    snw_pd_config k = {.kp_count = 1, .kp = {50}};
    snw_arena arena = no_memory();
    CHECK(snw_pd_law.init(&pd, &k, &r.arm, &arena) == SNW_OK);
    rig_aim_here(&r);
    r.arm.target.q[0] = 0.4;
    double before = 20;
    for (int n = 0; n < 300; n++) {
        if (n == 100) {
            k.kp[0] = 500;
            snw_bumpless_begin(&blend);
        }
        r.effort[0] = 0;
        CHECK(snw_pd_law.update(&pd, &k, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(snw_bumpless_update(&blend, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK_NEAR(r.effort[0], before, 180 * 1.875 / 0.1 * 1e-3 * (1 + 1e-9));
        before = r.effort[0];
    }
    CHECK_NEAR(before, 200, 1e-12);
    CHECK_NEAR(blend.signals.bump[0], 180, 1e-12);
    rig_tear_down(&r);
}

int main(void) {
    RUN(without_a_change_everything_passes);
    RUN(a_step_becomes_the_smooth_curve);
    RUN(changes_in_the_middle_of_changes_make_no_step);
    RUN(no_time_lets_the_bump_pass_and_reports_it);
    RUN(after_a_reset_there_is_nothing_to_go_on_from);
    RUN(what_is_not_a_number_waits);
    RUN(laws_are_exchanged_in_motion_without_a_bump);
    RUN(gains_change_without_a_bump);
    return check_report();
}
