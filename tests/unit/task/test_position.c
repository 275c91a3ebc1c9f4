// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Position control: the quick start of the guide on the seven-joint arm that it uses, and what the
// parameters promise.

static arm a;
static snw_position position;
static snw_position_config plain;
static snw_look_forward look;
static snw_position_setup setup;
static void *block;

static void begin(const char *name) {
    snw_setup *memory = new_setup();
    if (name != NULL) {
        // the arm of the guide, with masses that its sources do not tell
        snw_robot *robot = library_robot(memory, name);
        for (int i = 0; i < robot->link_count; i++)
            add_inertial(&robot->links[i], memory, 10 - i, 0.2 - 0.02 * i);
        arm_open(&a, memory, robot);
    } else {
        arm_open(&a, memory, planar_arm(memory, 3, 1));
    }
    a.config.law = SNW_LAW_NULLSPACE;
    snw_block_defaults(&snw_position_config_type, &plain);
    snw_block_defaults(&snw_look_forward_type, &look);
    snw_block_defaults(&snw_joint_limits_type, &a.limits);
    setup = (snw_position_setup){
        .controller = {&snw_position_config_type, &plain}, .control = &a.config, .model = a.model};
}

static void finish(void) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_position_init(&position, &setup, a.q, &arena, NULL));
    block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    snw_why why;
    const snw_status status = snw_position_init(&position, &setup, a.q, &arena, &why);
    if (status) print_error("%s\n", why.text);
    CHECK(status == SNW_OK);
}

static void put_away(void) {
    free(block);
    tear_down(&a.s);
}

static snw_rates_filter rates;
static snw_error_filter errors;

// W = M, F = limits, alpha = -1 on the desired rate, which is 1 on the objective; filters of rates
// and of error
static void quick_start(void) {
    begin("rrc-k1207i");
    a.config.weighting = SNW_WEIGHT_MASS;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    a.frame.speed_linear = 2;
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    arm_add(&a, &snw_joint_limits_type, &a.limits);
    snw_block_defaults(&snw_rates_filter_type, &rates);
    snw_block_defaults(&snw_error_filter_type, &errors);
    rates.weights[0] = 0.1;
    rates.weight_count = 1;
    arm_add(&a, &snw_rates_filter_type, &rates);
    arm_add(&a, &snw_error_filter_type, &errors);
    const double q[] = {0.39, 0.33, -0.20, -0.69, -2.50, -0.78, -1.57};
    memcpy(a.q, q, sizeof q);
}

static bool poses_agree(snw_pose A, snw_pose B, double tolerance) {
    return snw_pose_near(A, B, tolerance);
}

// spec: actin-control:PC-02 actin-model:A1-QS-11 actin-model:A1-QS-13
static void the_quick_start_converges(void) {
    quick_start();
    finish();
    const snw_pose start = snw_position_actual(&position, 0);
    CHECK(poses_agree(start, snw_position_desired(&position, 0), 1e-12));
    // 1.3 m along the frame's own axes
    const snw_pose goal = snw_pose_mul(start, snw_pose_translation(snw_vec3_of(-0.5, 0, -1.2)));
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    double q[MOST], v[MOST];
    for (int k = 1; k < 100; k++) {
        CHECK(snw_position_state(&position, 0.02 * k, q, v) == SNW_OK);
        if (k == 5) CHECK(!poses_agree(snw_position_actual(&position, 0), goal, 1e-3));
    }
    CHECK(poses_agree(snw_position_actual(&position, 0), goal, 1e-5));
    CHECK(poses_agree(snw_position_desired(&position, 0), goal, 0));
    put_away();
}

// spec: actin-model:A1-QS-09
static void how_often_it_is_asked_does_not_matter(void) {
    const double periods[] = {0.012, 0.02, 0.025, 0.1};
    snw_pose end[4];
    for (int i = 0; i < 4; i++) {
        quick_start();
        finish();
        const snw_pose goal = snw_pose_mul(snw_position_actual(&position, 0),
                                           snw_pose_translation(snw_vec3_of(-0.2, 0.1, -0.3)));
        CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
        double q[MOST], t = 0;
        for (int k = 1; t < 3; k++) {
            t = fmin(3, k * periods[i]);
            CHECK(snw_position_state(&position, t, q, NULL) == SNW_OK);
            CHECK(position.asked == t);
            CHECK(position.time <= t + 1e-9 && position.time > t - 0.012 - 1e-9);
        }
        end[i] = snw_position_actual(&position, 0);
        CHECK(poses_agree(end[i], end[0], 1e-5));
        CHECK(position.steps == 250);
        CHECK(poses_agree(end[i], goal, 1e-5));
        put_away();
    }
}

// spec: actin-control:PC-05 actin-model:A1-QS-10
static void steps_per_question_are_bounded_and_the_rest_is_extrapolated(void) {
    quick_start();
    finish();
    const snw_pose goal = snw_pose_mul(snw_position_actual(&position, 0),
                                       snw_pose_translation(snw_vec3_of(-0.3, 0, -0.3)));
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    double q[MOST], v[MOST], expected[MOST];
    CHECK(snw_position_state(&position, 1, q, v) == SNW_SATURATED);
    CHECK(position.last_steps == 16);
    CHECK_NEAR(position.time, 0.192, 1e-12);
    CHECK(snw_integrate(a.model, position.q, position.v, 2 * 0.012, expected) == SNW_OK);
    CHECK(scale_of(v, 7) > 0 && farthest(q, expected, 7) < 1e-14);
    CHECK(snw_position_state(&position, 100, q, v) == SNW_SATURATED);
    CHECK(position.last_steps == 16 && position.steps == 32);
    // no more than what is asked for
    CHECK(snw_position_state(&position, position.time + 16.5 * 0.012, q, v) == SNW_OK);
    CHECK(farthest(q, position.q, 7) == 0);
    put_away();
}

// spec: actin-control:PC-06 actin-model:A1-QS-15
static void switched_off_it_stays_and_set_back_it_begins_again(void) {
    quick_start();
    plain.on = false;
    finish();
    double q[MOST], v[MOST];
    snw_pose goal = snw_position_actual(&position, 0);
    goal.p.z += 0.1;
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    CHECK(snw_position_state(&position, 0.15, q, v) == SNW_OK);
    CHECK(farthest(q, a.q, 7) == 0 && position.steps == 0);
    plain.on = true;
    CHECK(snw_position_state(&position, 0.15, q, v) == SNW_OK);
    CHECK(farthest(q, a.q, 7) > 1e-3);
    CHECK_NEAR(position.time, 0.144, 1e-12);
    snw__position_reset(&position);
    CHECK(position.time == 0);
    CHECK(snw_position_state(&position, 0, q, v) == SNW_OK);
    CHECK(farthest(q, a.q, 7) == 0);
    snw__position_set_time(&position, 5);
    CHECK(snw_position_state(&position, 5.013, q, v) == SNW_OK);
    CHECK(position.steps == 1);
    CHECK_NEAR(position.time, 5.012, 1e-12);
    put_away();
}

// the end of a motion with steps of a given length
static void end_of(double dt, bool two, double *q) {
    begin(NULL);
    plain.time_step = dt;
    plain.two_passes = two;
    plain.max_iterations = 1000000;
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    a.frame.gain_linear = 2;
    a.frame.speed_linear = 100;
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    const double start[] = {0.4, 0.9, -0.7};
    memcpy(a.q, start, sizeof start);
    finish();
    snw_pose goal = snw_position_actual(&position, 0);
    goal.p = snw_vec3_add(goal.p, snw_vec3_of(-0.5, 0.3, 0));
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    CHECK(snw_position_state(&position, 0.64, q, NULL) == SNW_OK);
    put_away();
}

// spec: actin-control:PC-03
static void two_passes_are_of_second_order_and_one_of_first(void) {
    double exact[MOST], coarse[MOST], fine[MOST];
    end_of(0.64 / 8192, true, exact);
    for (int two = 0; two < 2; two++) {
        end_of(0.02, two, coarse);
        end_of(0.01, two, fine);
        const double ratio = farthest(coarse, exact, 3) / farthest(fine, exact, 3);
        CHECK_NEAR(ratio, two ? 4 : 2, two ? 0.4 : 0.2);
    }
}

// --- what cannot be reached ----------------------------------------------------------------------

static void stretch(snw_control_law law) {
    begin(NULL);
    a.config.law = law;
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    snw_block_defaults(&snw_rates_filter_type, &rates);
    snw_block_defaults(&snw_error_filter_type, &errors);
    rates.threshold = 2;
    errors.threshold = 0.2;
    if (law == SNW_LAW_NULLSPACE) {
        arm_add(&a, &snw_rates_filter_type, &rates);
        arm_add(&a, &snw_error_filter_type, &errors);
    }
    const double q[] = {0.3, 0.8, -0.5};
    memcpy(a.q, q, sizeof q);
}

// spec: actin-model:A1-QS-08
static void a_target_beyond_reach_is_approached_at_bounded_rates_and_rests(void) {
    for (int law = 0; law < 2; law++) {
        stretch((snw_control_law)law);
        finish();
        snw_pose goal = snw_position_actual(&position, 0);
        goal.p = snw_vec3_of(4, 2, 0);
        CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
        double q[MOST], v[MOST], rest[MOST];
        for (int k = 1; k <= 1000; k++) {
            CHECK(snw_position_state(&position, 0.01 * k, q, v) == SNW_OK);
            for (int i = 0; i < 3; i++)
                CHECK(fabs(v[i]) <= (law ? 10 : 2) + 1e-9);
            if (k == 900) memcpy(rest, q, sizeof rest);
            if (k > 900) CHECK(farthest(q, rest, 3) < 1e-3);
        }
        const snw_vec3 tip = snw_position_actual(&position, 0).p;
        CHECK(hypot(tip.x, tip.y) > 2.9);
        put_away();
    }
}

static int halts;
static void count_halt(snw_position *p, void *context) {
    halts += *(int *)context;
    snw__position_halt(p, NULL);
}

// spec: actin-control:PC-08
static void looking_forward_stays_where_a_command_would_not_arrive(void) {
    double q[MOST];
    snw_why why;
    for (int forward = 0; forward < 2; forward++) {
        stretch(SNW_LAW_NULLSPACE);
        CHECK(look.steps == 30 && look.run_time == 0 && look.run_scale == 10);
        CHECK_NEAR(look.tolerance, 0.0001, 0);
        if (forward) setup.controller = (snw_child){&snw_look_forward_type, &look};
        finish();
        const snw_pose start = snw_position_actual(&position, 0);
        // within reach: both arrive, and looking ends early
        snw_pose goal = start;
        goal.p = snw_vec3_add(goal.p, snw_vec3_of(-0.4, 0.2, 0));
        CHECK(snw_position_set_desired(&position, 0, goal, &why) == SNW_OK);
        CHECK(!forward || (position.looked > 0 && position.looked < 30));
        for (int k = 1; k <= 50; k++)
            CHECK(snw_position_state(&position, 0.1 * k, q, NULL) == SNW_OK);
        const snw_pose there = snw_position_actual(&position, 0);
        CHECK(snw_vec3_distance(there.p, goal.p) < 0.0001);

        // beyond reach: one stretches out and rests, the other does not move
        const snw_pose far = {start.R, snw_vec3_of(4, 2, 0)};
        const snw_status status = snw_position_set_desired(&position, 0, far, &why);
        CHECK(status == (forward ? SNW_ERR_UNREACHABLE : SNW_OK));
        for (int k = 1; k <= 100; k++)
            CHECK(snw_position_state(&position, 5 + 0.1 * k, q, NULL) == SNW_OK);
        const snw_vec3 tip = snw_position_actual(&position, 0).p;
        if (forward) {
            CHECK(snw_vec3_distance(tip, there.p) < 1e-9);
            CHECK(position.looked == 30);
            CHECK_TEXT(why.rule, "position-control");
            // another answer to it
            int weight = 3;
            halts = 0;
            position.halt = count_halt;
            position.halt_context = &weight;
            CHECK(snw_position_set_desired(&position, 0, far, &why) == SNW_ERR_UNREACHABLE);
            CHECK(halts == 3);
        } else {
            CHECK(hypot(tip.x, tip.y) > 2.9);
            for (int i = 0; i < 3; i++)
                CHECK(fabs(position.v[i]) < 1e-6);
        }
        put_away();
    }
    // looking forward inside looking forward is refused
    stretch(SNW_LAW_NULLSPACE);
    snw_look_forward inner;
    snw_block_defaults(&snw_look_forward_type, &inner);
    look.simulation = (snw_child){&snw_look_forward_type, &inner};
    setup.controller = (snw_child){&snw_look_forward_type, &look};
    snw_arena arena = {0};
    CHECK(snw_position_init(&position, &setup, a.q, &arena, &why) == SNW_ERR_ARGUMENT);
    look.simulation = (snw_child){&snw_position_config_type, &plain};
    CHECK(snw_position_init(&position, &setup, a.q, &arena, &why) == SNW_ERR_MEMORY);
    tear_down(&a.s);
}

// a safe placement of the user's own: back to where it began
static void go_home(snw_position *p, void *context) {
    const snw_pose home = *(const snw_pose *)context;
    halts++;
    CHECK(snw_position_set_desired(p, 0, home, NULL) == SNW_OK);
}

// spec: actin-control:PC-08b
static void the_horizon_is_read_back_and_a_safe_placement_replaces_the_halt(void) {
    double q[MOST];
    stretch(SNW_LAW_NULLSPACE);
    setup.controller = (snw_child){&snw_look_forward_type, &look};
    CHECK(look.run_time == 0 && look.run_scale == 10);
    finish();
    snw_pose home = snw_position_actual(&position, 0);
    // ten times the least time: the way in the plane at the largest speed
    a.frame.speed_linear = 0.25;
    snw_pose goal = home;
    goal.p = snw_vec3_add(goal.p, snw_vec3_of(-0.3, 0.4, 7));
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    const double x = goal.p.x - home.p.x, y = goal.p.y - home.p.y;
    CHECK(position.horizon == 10 * (sqrt(x * x + y * y) / 0.25));
    CHECK_NEAR(position.horizon, 20, 1e-12);
    // another factor, and a time that is given
    look.run_scale = 3;
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    CHECK_NEAR(position.horizon, 6, 1e-12);
    look.run_time = 7.5;
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    CHECK(position.horizon == 7.5);
    look.run_time = 0;
    look.run_scale = 10;
    for (int k = 1; k <= 100; k++)
        CHECK(snw_position_state(&position, 0.1 * k, q, NULL) == SNW_OK);
    CHECK(snw_vec3_distance(snw_position_actual(&position, 0).p, home.p) > 0.4);

    // beyond reach it does not stay where it is, but goes to the placement of the function
    halts = 0;
    position.halt = go_home;
    position.halt_context = &home;
    const snw_pose far = {home.R, snw_vec3_of(4, 2, 0)};
    CHECK(snw_position_set_desired(&position, 0, far, NULL) == SNW_ERR_UNREACHABLE);
    CHECK(halts == 1 && snw_pose_near(snw_position_desired(&position, 0), home, 0));
    for (int k = 1; k <= 200; k++)
        CHECK(snw_position_state(&position, 10 + 0.1 * k, q, NULL) == SNW_OK);
    CHECK(snw_vec3_distance(snw_position_actual(&position, 0).p, home.p) < 1e-4);
    put_away();
}

static void steps_stay_within_limits_and_stop_where_rows_are_lost(void) {
    stretch(SNW_LAW_NULLSPACE);
    a.q[0] = 3.0;
    finish();
    double q[MOST], v[MOST];
    // round the base, into the limit of joint 0
    for (int k = 1; k < 300; k++) {
        const snw_pose now = snw_position_actual(&position, 0);
        const snw_pose goal = {snw_mat3_identity(), snw_mat3_apply(snw_mat3_rot_z(0.3), now.p)};
        CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
        CHECK(snw_position_state(&position, 0.012 * k, q, v) == SNW_OK);
        CHECK(snw_in_limits(a.model, q, NULL) == SNW_OK);
    }
    put_away();

    // stretched out exactly, one row is lost: no motion, and it is said
    stretch(SNW_LAW_NULLSPACE);
    memcpy(a.q, (const double[]){0, 0, 0}, sizeof(double) * 3);
    finish();
    snw_pose goal = snw_position_actual(&position, 0);
    goal.p.x -= 0.5;
    CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
    CHECK(snw_position_state(&position, 0.1, q, v) == SNW_OK);
    CHECK(position.singular && scale_of(v, 3) == 1 && v[0] == 0 && v[1] == 0 && v[2] == 0);
    put_away();
}

// --- paths and sensors ---------------------------------------------------------------------------

// spec: actin-control:PC-09 actin-model:A1-QS-12
static void a_circle_is_followed(void) {
    quick_start();
    const double bent[] = {0, -0.5, 0, -1.7, 0, -1.0, -1.5};
    memcpy(a.q, bent, sizeof bent);
    a.frame.gain_linear = a.frame.gain_angular = 150;
    plain.time_step = 0.005;
    finish();
    const snw_pose start = snw_position_actual(&position, 0);
    const snw_vec3 center = snw_vec3_sub(start.p, snw_vec3_y(0.2));
    double q[MOST], radial = 0, error = 0, turned = 0, last = 0;
    for (int k = 0; k <= 400; k++) {
        const double t = 0.025 * k, angle = 2 * SNW_PI * 3 * t / 10;
        // about half a turn of the tool from where it starts
        snw_pose goal = start;
        goal.R = snw_mat3_mul(start.R, snw_mat3_rot_z(3.1));
        goal.p = snw_vec3_add(center, snw_vec3_of(0.2 * sin(angle), 0.2 * cos(angle), 0));
        CHECK(snw_position_set_desired(&position, 0, goal, NULL) == SNW_OK);
        CHECK(snw_position_state(&position, t, q, NULL) == SNW_OK);
        const snw_pose now = snw_position_actual(&position, 0);
        const snw_twist off = snw_pose_difference(goal, now);
        const snw_vec3 r = snw_vec3_sub(now.p, center);
        last = snw_vec3_norm(off.lin);
        if (t > 10. / 3) radial = fmax(radial, fabs(hypot(r.x, r.y) - 0.2));
        if (t > 2) error = fmax(error, last);
        if (t > 2) turned = fmax(turned, snw_vec3_norm(off.ang));
    }
    CHECK(radial < 1e-3);
    CHECK(error <= 5e-3 && last <= 5e-3);
    CHECK(turned <= 0.5 * SNW_PI / 180);
    put_away();
}

// spec: actin-control:PC-12
static void sensed_states_are_taken_over_by_their_share_per_second(void) {
    CHECK_NEAR(snw__assimilation(0.9, 0.5), 0.683772, 5e-7);
    CHECK(snw__assimilation(0, 3) == 0 && snw__assimilation(1, 0.1) == 1);
    snw_setup *memory = new_setup();
    snw_robot *robot = planar_arm(memory, 3, 1);
    robot->floating = true;
    arm_open(&a, memory, robot);
    snw_block_defaults(&snw_position_config_type, &plain);
    plain.assimilation = 0.9;
    setup = (snw_position_setup){
        .controller = {&snw_position_config_type, &plain}, .control = &a.config, .model = a.model};
    CHECK_CASES(100) {
        double sensed[MOST], once[MOST];
        random_q(a.model, a.q);
        random_q(a.model, sensed);
        finish();
        CHECK(snw_position_assimilate(&position, sensed, 0.3) == SNW_OK);
        memcpy(once, position.q, sizeof(double) * (size_t)a.model->nq);
        double length = 0;
        for (int i = 3; i < 7; i++)
            length += once[i] * once[i];
        CHECK_NEAR(length, 1, 1e-12);
        snw__position_reset(&position);
        CHECK(snw_position_assimilate(&position, sensed, 0.1) == SNW_OK);
        CHECK(snw_position_assimilate(&position, sensed, 0.2) == SNW_OK);
        double gap[MOST];
        CHECK(snw_difference(a.model, once, position.q, gap) == SNW_OK);
        for (int i = 0; i < a.model->nv; i++)
            CHECK_NEAR(gap[i], 0, 1e-12);
        free(block);
    }
    tear_down(&a.s);
}

static void placements_that_are_none_are_refused(void) {
    stretch(SNW_LAW_QP);
    finish();
    snw_pose T = snw_position_actual(&position, 0);
    snw_why why;
    T.p.x = (double)NAN;
    CHECK(snw_position_set_desired(&position, 0, T, &why) == SNW_ERR_NOT_FINITE);
    T = snw_pose_identity();
    T.R.x.x = 2;
    CHECK(snw_position_set_desired(&position, 0, T, &why) == SNW_ERR_RANGE);
    CHECK(snw_position_set_desired(&position, 7, T, &why) == SNW_ERR_ARGUMENT);
    double q[MOST];
    CHECK(snw_position_state(&position, (double)NAN, q, NULL) == SNW_ERR_NOT_FINITE);
    put_away();
}

static void every_arena_that_is_too_small_is_refused(void) {
    stretch(SNW_LAW_QP);
    setup.controller = (snw_child){&snw_look_forward_type, &look};
    snw_arena measure = {0};
    CHECK(snw_position_init(&position, &setup, a.q, &measure, NULL) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 16) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw_position_init(&position, &setup, a.q, &arena, NULL) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    tear_down(&a.s);
}

int main(void) {
    RUN(the_quick_start_converges);
    RUN(how_often_it_is_asked_does_not_matter);
    RUN(steps_per_question_are_bounded_and_the_rest_is_extrapolated);
    RUN(switched_off_it_stays_and_set_back_it_begins_again);
    RUN(two_passes_are_of_second_order_and_one_of_first);
    RUN(a_target_beyond_reach_is_approached_at_bounded_rates_and_rests);
    RUN(looking_forward_stays_where_a_command_would_not_arrive);
    RUN(the_horizon_is_read_back_and_a_safe_placement_replaces_the_halt);
    RUN(steps_stay_within_limits_and_stop_where_rows_are_lost);
    RUN(a_circle_is_followed);
    RUN(sensed_states_are_taken_over_by_their_share_per_second);
    RUN(placements_that_are_none_are_refused);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
