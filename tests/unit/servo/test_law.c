// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"
#include "user_pid.h"

static rig r;

// One function, in a file of 40 lines that knows the public header alone, makes a PID law of the
// PD law; it agrees with the library's own along a random motion.
// spec: loffler:L-065
static void a_pid_law_is_one_function_on_top_of_the_pd_law(void) {
    FILE *file = fopen(SNW_SOURCE_DIR "/tests/unit/servo/user_pid.h", "r");
    char line[256];
    int lines = 0, includes = 0;
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        lines++;
        if (strncmp(line, "#include", 8) != 0) continue;
        includes++;
        CHECK_TEXT(line, "#include \"sinew/servo.h\"\n");
    }
    (void)fclose(file);
    CHECK(lines > 0 && lines <= 40 && includes == 1);

    static user_pid user;
    static snw_pid pid;
    static snw_pid_config c;
    rig_chain(&r, 4, SNW_JOINT_CONTINUOUS, 1);
    c.kp_count = c.kd_count = c.ki_count = user.gains.kp_count = user.gains.kd_count = 1;
    c.kp[0] = user.gains.kp[0] = 30;
    c.kd[0] = user.gains.kd[0] = 4;
    c.ki[0] = user.ki = 20;
    snw_arena arena = no_memory();
    CHECK(snw_pid_law.init(&pid, &c, &r.arm, &arena) == SNW_OK);
    CHECK(snw_pd_law.init(&user.pd, &user.gains, &r.arm, &arena) == SNW_OK);
    static snw_law law = {
        .calculate = user_pid_calculate, .restart = user_pid_restart, .context = &user};
    rig_shake(&r);
    snw_pid_law.reset(&pid, &r.arm);
    snw_law_reset(&law, &r.arm);
    for (int k = 0; k < 1000; k++) {
        double own[4] = {0}, theirs[4] = {0};
        for (int i = 0; i < 4; i++)
            r.arm.estimate.q[i] += check_real(-0.01, 0.01);
        CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-3, theirs) == SNW_OK);
        CHECK(snw_law_update(&law, &r.arm, 1e-3, own) == SNW_OK);
        CHECK(farthest(own, theirs, 4) <= 1e-12);
        CHECK(memcmp(own, law.signals.effort, sizeof own) == 0);
    }
    CHECK(law.updates == 1000);
    rig_tear_down(&r);
}

// What a sensor says reaches the law through its context: it pushes along x with 5 N until the
// sensor feels more than 3 N, then it lets go.
typedef struct guarded {
    const snw_wrench *felt;
    snw_servo_tip tip;
    bool touched;
} guarded;

static snw_status push_until_touch(const snw_arm *arm, double dt, double *effort, void *context) {
    guarded *g = context;
    (void)dt;
    const snw_status status = snw_servo_tip_update(&g->tip, arm);
    if (status) return status;
    g->touched = g->touched || !(snw_vec3_norm(g->felt->force) <= 3);
    const snw_vec3 force = snw_vec3_x(g->touched ? 0 : 5);
    snw_servo_tip_efforts(&g->tip, arm, snw_wrench_of(force, snw_vec3_zero()), effort);
    return SNW_OK;
}

// a slider runs against a soft wall at 0.1 m
// spec: loffler:L-069
static void a_law_reads_a_sensor_in_the_loop(void) {
    rig_slider(&r, 1);
    snw_wrench felt = snw_wrench_of(snw_vec3_zero(), snw_vec3_zero());
    static guarded g;
    g.felt = &felt;
    snw_arena arena = {0};
    SNW_IGNORE(snw_servo_tip_init(&g.tip, "tip", &r.arm, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_servo_tip_init(&g.tip, "tip", &r.arm, &arena) == SNW_OK);
    snw_law law = {.calculate = push_until_touch, .context = &g};
    bool touched = false;
    for (int k = 0; k < 2000; k++) {
        // the wall pushes back on the sensor
        const double depth = fmax(0, r.s.q[0] - 0.1), wall[] = {-2000 * depth};
        felt.force.x = wall[0];
        const bool enough = fabs(wall[0]) > 3;
        rig_see(&r);
        CHECK(snw_law_update(&law, &r.arm, 1e-3, r.effort) == SNW_OK);
        touched = touched || enough;
        CHECK_NEAR(r.effort[0], touched ? 0 : 5, 1e-12);
        rig_step(&r, 1e-3, wall);
    }
    CHECK(touched && g.touched);
    free(block);
    rig_tear_down(&r);
}

// spec: loffler:L-066
static void terms_add_up_and_each_is_a_signal(void) {
    static snw_gravity_term gravity;
    static snw_gravity_term_config weight;
    static snw_pid pid;
    static snw_friction_term friction;
    static snw_servo_term feed;
    rig_library(&r, "puma560-corke");
    snw_block_defaults(&snw_gravity_term_config_type, &weight);
    const snw_pid_config gains = {
        .kp_count = 1, .kd_count = 1, .ki_count = 1, .kp = {100}, .kd = {10}, .ki = {30}};
    const snw_friction_term_config dry = {.coulomb_count = 1, .coulomb = {3}, .dead_zone = 0.01};
    void *block;
    RIG_INIT(block, snw_gravity_term_law.init, &gravity, &weight, &r.arm);
    snw_arena arena = no_memory();
    CHECK(snw_pid_law.init(&pid, &gains, &r.arm, &arena) == SNW_OK);
    CHECK(snw_friction_term_law.init(&friction, &dry, &r.arm, &arena) == SNW_OK);
    CHECK_CASES(check_scaled(500)) {
        rig_shake(&r);
        CHECK(snw_gravity_term_law.update(&gravity, &weight, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(snw_friction_term_law.update(&friction, &dry, &r.arm, 1e-3, r.effort) == SNW_OK);
        CHECK(snw_servo_feed(&feed, &r.arm, r.effort) == SNW_OK);
        const snw_status status = snw_pid_law.update(&pid, &gains, &r.arm, 1e-3, r.effort);
        CHECK(status == SNW_OK || status == SNW_SATURATED);
        for (int i = 0; i < 6; i++) {
            const double sum =
                ((gravity.signals.effort[i] + friction.signals.effort[i]) + feed.effort[i]) +
                pid.signals.effort[i];
            CHECK(r.effort[i] == sum);
            CHECK(feed.effort[i] == r.arm.target.effort[i]);
        }
        // none is without its part
        CHECK(gravity.signals.effort[1] != 0 && friction.signals.effort[1] != 0);
        CHECK(pid.signals.effort[1] != 0);
    }
    CHECK(snw_type_field(&snw_servo_term_type, "effort")->role == SNW_SIGNAL);
    CHECK(snw_type_field(&snw_pid_signals_type, "effort")->role == SNW_SIGNAL);
    r.arm.target.effort[2] = (double)NAN;
    const double before = r.effort[0];
    CHECK(snw_servo_feed(&feed, &r.arm, r.effort) == SNW_ERR_NOT_FINITE);
    CHECK(r.effort[0] == before);
    free(block);
    rig_tear_down(&r);
}

static snw_status bad_law(const snw_arm *arm, double dt, double *effort, void *context) {
    const int kind = *(const int *)context;
    (void)dt;
    effort[arm->count - 1] = kind == 1 ? (double)NAN : 5;
    return kind == 2 ? SNW_ERR_HARDWARE : kind == 3 ? SNW_SATURATED : SNW_OK;
}

static void a_law_that_fails_changes_nothing(void) {
    rig_chain(&r, 3, SNW_JOINT_CONTINUOUS, 1);
    int kind = 1;
    snw_law law = {.calculate = bad_law, .context = &kind};
    rig_see(&r);
    snw_law_reset(&law, &r.arm);
    r.effort[2] = 1;
    CHECK(snw_law_update(&law, &r.arm, 1e-3, r.effort) == SNW_ERR_NOT_FINITE);
    kind = 2;
    CHECK(snw_law_update(&law, &r.arm, 1e-3, r.effort) == SNW_ERR_HARDWARE);
    CHECK(r.effort[2] == 1 && law.updates == 0 && law.signals.effort[2] == 0);
    kind = 3;
    CHECK(snw_law_update(&law, &r.arm, 1e-3, r.effort) == SNW_SATURATED);
    CHECK(r.effort[2] == 6 && law.updates == 1 && law.signals.effort[2] == 5);
    CHECK(snw_law_update(&law, &r.arm, (double)NAN, r.effort) == SNW_ERR_RANGE);
    r.arm.estimate.valid = false;
    CHECK(snw_law_update(&law, &r.arm, 1e-3, r.effort) == SNW_ERR_STATE);
    rig_tear_down(&r);
}

static void one_value_is_that_of_all_axes(void) {
    const double values[] = {4, 5, 6};
    CHECK(snw_per_axis(values, 0, 2, 9) == 9);
    CHECK(snw_per_axis(values, 1, 0, 9) == 4 && snw_per_axis(values, 1, 63, 9) == 4);
    CHECK(snw_per_axis(values, 3, 1, 9) == 5 && snw_per_axis(values, 3, 2, 9) == 6);
    CHECK(snw_per_axis(values, 2, 2, 9) == 5);
}

int main(void) {
    RUN(a_pid_law_is_one_function_on_top_of_the_pd_law);
    RUN(a_law_reads_a_sensor_in_the_loop);
    RUN(terms_add_up_and_each_is_a_signal);
    RUN(a_law_that_fails_changes_nothing);
    RUN(one_value_is_that_of_all_axes);
    return check_report();
}
