// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

// Jogging of the Panda, by twists and by joints.

static arm a;
static snw_jog jog;
static snw_jog_config config;
static void *block;
static const double dt = 0.001;

static void begin(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
    memcpy(a.q, q, sizeof q);
    arm_ready(&a);
    snw_block_defaults(&snw_jog_config_type, &config);
    snw_arena arena = {0};
    SNW_IGNORE(snw_jog_init(&jog, &config, &a.control, &arena));
    block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_jog_init(&jog, &config, &a.control, &arena) == SNW_OK);
}

static void put_away(void) {
    free(block);
    arm_close(&a);
}

static void tick(double t) {
    const snw_jog_state state = {a.q, a.v, dt};
    CHECK(!snw_failed(snw_jog_update(&jog, t, &state, a.qd, NULL)));
    memcpy(a.v, a.qd, sizeof a.v);
    CHECK(snw_integrate(a.model, a.q, a.v, dt, a.q) == SNW_OK);
}

// the twist that the tool has at the rates of the last tick
static void tool_twist(double *V) {
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    CHECK(snw_task_velocity(&a.control.task, a.v, V) == SNW_OK);
}

static void a_twist_is_reached_without_a_jump_and_ends_with_its_time(void) {
    for (int frame = 0; frame < 2; frame++) {
        begin();
        const snw_twist wanted = snw_twist_of(snw_vec3_of(0.1, 0, -0.05), snw_vec3_of(0, 0.2, 0));
        double V[6], before[6] = {0}, rise[6] = {0};
        for (int k = 0; k < 1200; k++) {
            const double t = k * dt;
            if (k % 100 == 0 && k < 700) {
                CHECK(snw_jog_twist(&jog, t, wanted, (snw_jog_frame)frame) == SNW_OK);
            }
            tick(t);
            tool_twist(V);
            for (int i = 0; i < 6; i++) {
                // accelerations and jerks of the configuration, and the turning of the tool's axes
                const double a_most = i < 3 ? 1 : 4, j_most = i < 3 ? 10 : 40;
                const double now = (V[i] - before[i]) / dt;
                CHECK(fabs(now) <= a_most + 0.1);
                CHECK(fabs(now - rise[i]) <= j_most * dt + 0.06);
                rise[i] = now;
                before[i] = V[i];
            }
            if (k != 690) continue;
            const snw_mat3 R =
                frame ? snw_task_placement(&a.control.task, 0).R : snw_mat3_identity();
            const snw_twist expected = snw_twist_rotate(R, wanted);
            const double all[] = {expected.lin.x, expected.lin.y, expected.lin.z,
                                  expected.ang.x, expected.ang.y, expected.ang.z};
            for (int i = 0; i < 6; i++)
                CHECK_NEAR(V[i], all[i], 2e-3);
        }
        // no command since 0.6 s: braked, and at rest
        CHECK(jog.expired);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(V[i], 0, 1e-6);
        put_away();
    }
}

static void joints_are_jogged_within_their_limits(void) {
    begin();
    double rates[7] = {0, 0, 0, 0, 0, 5, 0}, before = 0;
    for (int k = 0; k < 6000; k++) {
        CHECK(snw_jog_joints(&jog, k * dt, rates) == SNW_OK);
        tick(k * dt);
        // a quarter of its velocity, whatever is asked for
        CHECK(a.v[5] <= 0.25 * a.model->velocity[5] + 1e-9);
        CHECK(fabs(a.v[5] - before) <= a.model->acceleration[5] * dt + 1e-9);
        CHECK(a.q[5] <= a.model->upper[5]);
        for (int i = 0; i < 7; i++)
            CHECK(i == 5 || a.v[i] == 0);
        before = a.v[5];
    }
    CHECK_NEAR(a.q[5], a.model->upper[5], 1e-6);
    // and back again
    rates[5] = -1;
    for (int k = 6000; k < 6500; k++) {
        CHECK(snw_jog_joints(&jog, k * dt, rates) == SNW_OK);
        tick(k * dt);
    }
    CHECK(a.q[5] < a.model->upper[5] - 0.05);
    put_away();
}

// from joints to twists and back while it moves: rates do not jump
static void modes_change_without_a_jump(void) {
    begin();
    const double rates[7] = {0.3, 0, 0, 0.3, 0, 0, 0.2};
    const snw_twist twist = snw_twist_of(snw_vec3_of(0, 0.1, 0), snw_vec3_zero());
    for (int k = 0; k < 3000; k++) {
        double before[7];
        memcpy(before, a.v, sizeof before);
        if (k / 500 % 2 == 0) {
            CHECK(snw_jog_joints(&jog, k * dt, rates) == SNW_OK);
        } else {
            CHECK(snw_jog_twist(&jog, k * dt, twist, SNW_JOG_BASE) == SNW_OK);
        }
        tick(k * dt);
        for (int i = 0; i < 7; i++)
            CHECK(fabs(a.v[i] - before[i]) <= a.model->acceleration[i] * dt + 1e-9);
    }
    put_away();
}

// into the stretched arm and out again: no stop that stays
static void a_singularity_is_entered_and_left(void) {
    begin();
    const snw_twist out = snw_twist_of(snw_vec3_of(0.25, 0, 0), snw_vec3_zero());
    const snw_twist back = snw_twist_of(snw_vec3_of(-0.25, 0, 0), snw_vec3_zero());
    for (int k = 0; k < 6000; k++) {
        CHECK(snw_jog_twist(&jog, k * dt, out, SNW_JOG_BASE) == SNW_OK);
        tick(k * dt);
    }
    const double x = snw_task_placement(&a.control.task, 0).p.x;
    for (int k = 6000; k < 7500; k++) {
        CHECK(snw_jog_twist(&jog, k * dt, back, SNW_JOG_BASE) == SNW_OK);
        tick(k * dt);
    }
    CHECK(snw_task_placement(&a.control.task, 0).p.x < x - 0.1);
    put_away();
}

static void without_a_command_nothing_moves_and_bad_ones_are_refused(void) {
    begin();
    double q[7];
    memcpy(q, a.q, sizeof q);
    for (int k = 0; k < 10; k++)
        tick(k * dt);
    CHECK(farthest(q, a.q, 7) == 0);
    const snw_twist wrong = snw_twist_of(snw_vec3_of((double)NAN, 0, 0), snw_vec3_zero());
    const double rates[7] = {0, 0, HUGE_VAL};
    CHECK(snw_jog_twist(&jog, 0, wrong, SNW_JOG_BASE) == SNW_ERR_NOT_FINITE);
    CHECK(snw_jog_joints(&jog, 0, rates) == SNW_ERR_NOT_FINITE);
    CHECK(jog.mode == SNW_JOG_IDLE);
    const snw_jog_state state = {a.q, a.v, 0};
    CHECK(snw_jog_update(&jog, 0, &state, a.qd, NULL) == SNW_ERR_RANGE);
    CHECK(snw_type_check(&snw_jog_config_type, NULL) == SNW_OK);
    CHECK(snw_type_is_flat(&snw_jog_config_type));
    put_away();
}

static void every_arena_that_is_too_small_is_refused(void) {
    begin();
    snw_jog other;
    snw_arena measure = {0};
    CHECK(snw_jog_init(&other, &config, &a.control, &measure) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw_jog_init(&other, &config, &a.control, &arena) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    put_away();
}

int main(void) {
    RUN(a_twist_is_reached_without_a_jump_and_ends_with_its_time);
    RUN(joints_are_jogged_within_their_limits);
    RUN(modes_change_without_a_jump);
    RUN(a_singularity_is_entered_and_left);
    RUN(without_a_command_nothing_moves_and_bad_ones_are_refused);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
