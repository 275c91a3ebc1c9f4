// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "effectors.h"

#include "../../../src/motion/task/inside.h"

// Sets of end effectors: their motion, their guides, their names and their memory.

// --- motion --------------------------------------------------------------------------------------

static void one_of_each(void) {
    char link[SNW_NAME];
    const snw_type *const types[] = {&snw_frame_effector_type,       &snw_point_effector_type,
                                     &snw_orientation_effector_type, &snw_xy_effector_type,
                                     &snw_sliding_effector_type,     &snw_planar_effector_type,
                                     &snw_look_at_effector_type,     &snw_center_effector_type};
    begin();
    for (int i = 0; i < 8; i++) {
        snw_effector *e = add(types[i], any_link(link));
        e->offset = random_pose();
        e->axis = random_axis();
        e->soft = check_int(0, 3) == 0;
        if (i < 4 && check_int(0, 1)) snw_copy_text(e->relative, SNW_NAME, any_link(link));
        if (i == 7) e->link[0] = '\0';
    }
}

// spec: actin-control:VC-06
static void velocities_without_a_jacobian_are_those_with_it(void) {
    double V[ROWS];
    CHECK_CASES(check_scaled(500)) {
        s.block = NULL;
        any_mechanism();
        one_of_each();
        lay_out();
        for (int i = 0; i < count; i++)
            task.guides[i] = random_pose();
        const double *J = snw_task_jacobian(&task);
        CHECK(snw_task_velocity(&task, s.v, V) == SNW_OK);
        for (int i = 0; i < snw_task_rows(&task); i++) {
            double sum = 0, size = 1;
            for (int k = 0; k < s.nv; k++) {
                sum += J[i * s.nv + k] * s.v[k];
                size += fabs(J[i * s.nv + k]);
            }
            CHECK_NEAR(V[i], sum, 1e-12 * size);
        }
        put_away();
    }
}

static void accelerations_are_the_rates_of_velocities(void) {
    double A[ROWS], high[ROWS], low[ROWS];
    CHECK_CASES(check_scaled(200)) {
        s.block = NULL;
        // laws of joints are differentiated by differences, to some 1e-4
        mechanism(false);
        one_of_each();
        lay_out();
        for (int i = 0; i < count; i++)
            task.guides[i] = snw_pose_translation(random_vec3(9));
        CHECK(snw_task_acceleration(&task, s.v, s.a, A) == SNW_OK);
        const double step = 1e-6;
        for (int side = 0; side < 2; side++) {
            double q[RATES], v[RATES];
            const double t = side ? step : -step;
            CHECK(snw_integrate(&s.c.model, s.q, s.v, t, q) == SNW_OK);
            for (int i = 0; i < s.nv; i++)
                v[i] = s.v[i] + t * s.a[i];
            CHECK(snw_task_update(&task, q) == SNW_OK);
            CHECK(snw_task_velocity(&task, v, side ? high : low) == SNW_OK);
        }
        for (int i = 0; i < snw_task_rows(&task); i++) {
            // guides in the world that a moving link watches turn its rows
            bool watched = false;
            for (int e = 4; e < 8; e++) {
                const snw_effector_slot *slot = &set.slots[e];
                watched = watched ||
                          (slot->relative >= 0 && slot->first <= i && i < slot->first + slot->rows);
            }
            const double expected = (high[i] - low[i]) / (2 * step);
            if (!watched) CHECK_NEAR(A[i], expected, 1e-5 * (1 + fabs(expected)));
        }
        put_away();
    }
}

// spec: actin-control:VC-04
static void structural_zeros_are_where_the_jacobian_is_always_zero(void) {
    bool zero[ROWS * MOST];
    CHECK_CASES(check_scaled(100)) {
        snw_setup *setup = new_setup();
        char a[SNW_NAME], b[SNW_NAME];
        set_up(&s, setup,
               random_tree(setup, (tree_options){.links = check_int(4, 12), .only_single = true}));
        if (s.nv < 1) {
            tear_down(&s);
            continue;
        }
        begin();
        add(&snw_frame_effector_type, any_link(a))->offset = random_pose();
        snw_effector *e = add(&snw_frame_effector_type, any_link(a));
        snw_copy_text(e->relative, SNW_NAME, any_link(b));
        e->offset = random_pose();
        lay_out();
        for (int i = 0; i < 2; i++) {
            const snw_effector_at at = snw_task_at(&task, i);
            snw__effector_sparsity(&at, zero + i * 6 * s.nv);
        }
        bool ever[MOST * 2] = {false};
        for (int t = 0; t < 6; t++) {
            random_q(&s.c.model, s.q);
            CHECK(snw_task_update(&task, s.q) == SNW_OK);
            const double *J = snw_task_jacobian(&task);
            for (int i = 0; i < 12; i++) {
                for (int k = 0; k < s.nv; k++) {
                    if (zero[i * s.nv + k]) CHECK_NEAR(J[i * s.nv + k], 0, 1e-14);
                    if (fabs(J[i * s.nv + k]) > 1e-9) ever[i / 6 * MOST + k] = true;
                }
            }
        }
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < s.nv; k++)
                CHECK(ever[i * MOST + k] == !zero[i * 6 * s.nv + k]);
        }
        put_away();
    }
}

// --- guides --------------------------------------------------------------------------------------

static void speeds_towards_a_guide_are_held_and_times_are_lower_bounds(void) {
    snw_setup *setup = new_setup();
    set_up(&s, setup, planar_arm(setup, 3, 1));
    begin();
    snw_effector *e = add(&snw_frame_effector_type, "tip");
    e->gain_linear = 4;
    e->gain_angular = 2;
    e->speed_linear = 0.5;
    e->speed_angular = 0.3;
    e->length = 0.2;
    lay_out();
    const snw_pose T = snw_task_placement(&task, 0);
    double V[6];
    task.guides[0].p = snw_vec3_add(T.p, snw_vec3_of(0.03, 0, -0.04));
    snw_task_drive(&task, V);
    CHECK_NEAR(V[0], 0.12, 1e-12);
    CHECK_NEAR(V[2], -0.16, 1e-12);
    CHECK_NEAR(snw__task_minimum_time(&task), 0.1, 1e-12);
    task.guides[0].p = snw_vec3_add(T.p, snw_vec3_of(3, 0, -4));
    task.guides[0].R = snw_mat3_mul(snw_mat3_rot_y(1.5), T.R);
    snw_task_drive(&task, V);
    CHECK_NEAR(V[0], 0.3, 1e-12);
    CHECK_NEAR(V[2], -0.4, 1e-12);
    CHECK_NEAR(V[4], 0.3, 1e-12);
    CHECK_NEAR(snw__task_difference(&task), 5 + 0.2 * 1.5, 1e-12);
    CHECK_NEAR(snw__task_minimum_time(&task), 10, 1e-12);
    put_away();
}

// --- sets ----------------------------------------------------------------------------------------

static void hard_rows_come_first_and_names_are_found(void) {
    snw_setup *setup = new_setup();
    set_up(&s, setup, planar_arm(setup, 3, 1));
    begin();
    add(&snw_point_effector_type, "0")->soft = true;
    (void)add(&snw_xy_effector_type, "1");
    (void)add(&snw_frame_effector_type, "tip");
    lay_out();
    CHECK(set.rows == 8 && set.soft_rows == 3);
    CHECK(set.slots[0].first == 8 && set.slots[1].first == 0 && set.slots[2].first == 2);
    CHECK(snw__effector_set_find(&set, "1") == 1 && snw__effector_set_find(&set, "x") == -1);
    put_away();
}

// spec: actin-model:A1-QS-03
static void leaves_are_found_and_carry_end_effectors_by_their_names(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "branches");
    const char *const links[] = {"root", "trunk", "a1", "a2", "b1", "c1", "c2"};
    const char *const parents[] = {"root", "trunk", "a1", "trunk", "trunk", "c1"};
    for (int i = 0; i < 7; i++)
        add_inertial(add_link(robot, setup, links[i]), setup, 1, 0.1);
    for (int i = 0; i < 6; i++) {
        snw_joint_description *j = add_joint(robot, setup, links[i + 1], parents[i], links[i + 1]);
        j->kind = SNW_JOINT_CONTINUOUS;
        j->axis = snw_vec3_z(1);
        j->origin = snw_pose_translation(snw_vec3_x(0.3));
    }
    set_up(&s, setup, robot);
    open_other();
    int found[LINKS];
    CHECK(snw_kin_leaves(&other, 0, found) == 3);
    begin();
    for (int i = 0; i < 3; i++)
        (void)add(&snw_frame_effector_type, s.c.model.links[found[i]].name);
    lay_out();
    const char *const ends[] = {"a2", "b1", "c2"};
    for (int i = 0; i < 3; i++) {
        const int place = snw__effector_set_find(&set, ends[i]);
        CHECK(place >= 0 && set.slots[place].link == snw_model_find_link(&s.c.model, ends[i]));
    }
    free(other_block);
    put_away();
}

static void faults_of_a_set_are_named(void) {
    snw_setup *setup = new_setup();
    snw_why why;
    set_up(&s, setup, planar_arm(setup, 3, 1));
    begin();
    (void)add(&snw_frame_effector_type, "nowhere");
    void *block = exact_block(8192);
    snw_arena arena = snw_arena_over(block, 8192);
    const snw_model *m = &s.c.model;
    CHECK(snw_effector_set_init(&set, m, children, 1, &arena, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(why.subject, "nowhere");
    snw_copy_text(effectors[0].link, SNW_NAME, "tip");
    snw_copy_text(effectors[0].relative, SNW_NAME, "nobody");
    CHECK(snw_effector_set_init(&set, m, children, 1, &arena, &why) == SNW_ERR_UNKNOWN_NAME);
    children[0].type = &snw_posture_type;
    CHECK(snw_effector_set_init(&set, m, children, 1, &arena, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_effector_set_init(&set, m, children, SNW_EFFECTORS + 1, &arena, &why) ==
          SNW_ERR_SIZE);
    free(block);
    tear_down(&s);
}

static void every_arena_that_is_too_small_is_refused(void) {
    snw_setup *setup = new_setup();
    set_up(&s, setup, planar_arm(setup, 3, 1));
    begin();
    (void)add(&snw_frame_effector_type, "tip");
    snw_arena measure = {0};
    const snw_task_room room = {6, 2};
    const snw_model *m = &s.c.model;
    CHECK(snw_task_init(&task, m, room, &measure) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw_task_init(&task, m, room, &arena) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    measure = (snw_arena){0};
    CHECK(snw_effector_set_init(&set, m, children, 1, &measure, NULL) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity++) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw_effector_set_init(&set, m, children, 1, &arena, NULL) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    snw_arena arena = {0};
    CHECK(snw_task_init(&task, m, (snw_task_room){65, 1}, &arena) == SNW_ERR_SIZE);
    CHECK(snw_task_init(&task, m, (snw_task_room){6, 99}, &arena) == SNW_ERR_SIZE);
    tear_down(&s);
}

int main(void) {
    RUN(velocities_without_a_jacobian_are_those_with_it);
    RUN(accelerations_are_the_rates_of_velocities);
    RUN(structural_zeros_are_where_the_jacobian_is_always_zero);
    RUN(speeds_towards_a_guide_are_held_and_times_are_lower_bounds);
    RUN(hard_rows_come_first_and_names_are_found);
    RUN(leaves_are_found_and_carry_end_effectors_by_their_names);
    RUN(faults_of_a_set_are_named);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
