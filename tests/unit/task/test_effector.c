// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "effectors.h"

#include "../../../src/motion/task/inside.h"

// Every end effector against differences of where it is, on trees with every kind of joint.

// spec: actin-control:EE-01 actin-control:EE-07
static void frames_points_and_orientations_have_the_jacobians_of_differences(void) {
    char link[SNW_NAME];
    const snw_type *const types[] = {&snw_frame_effector_type, &snw_point_effector_type,
                                     &snw_orientation_effector_type, &snw_xy_effector_type};
    const int rows[] = {6, 3, 3, 2};
    CHECK_CASES(check_scaled(200)) {
        s.block = NULL;
        any_mechanism();
        begin();
        for (int i = 0; i < 4; i++) {
            snw_effector *e = add(types[i], any_link(link));
            e->offset = random_pose();
            if (check_int(0, 1)) snw_copy_text(e->relative, SNW_NAME, any_link(link));
        }
        lay_out();
        open_other();
        CHECK(set.rows == 14 && set.soft_rows == 0);
        const double *J = snw_task_jacobian(&task);
        for (int i = 0; i < 4; i++) {
            CHECK(set.slots[i].rows == rows[i]);
            for (int k = 0; k < s.nv; k++) {
                const snw_vec3 way = slope(place_of, i, k), turn = turn_slope(i, k);
                const double all[] = {way.x, way.y, way.z, turn.x, turn.y, turn.z};
                for (int r = 0; r < rows[i]; r++) {
                    const double expected = all[i == 2 ? r + 3 : r];
                    CHECK_NEAR(J[(set.slots[i].first + r) * s.nv + k], expected, 1e-7);
                }
            }
        }
        free(other_block);
        put_away();
    }
}

// --- types with freedom --------------------------------------------------------------------------

static snw_vec3 goal;

static snw_vec3 view_of(snw_pose T, const snw_effector *e) {
    return snw_vec3_sub(snw_mat3_apply(T.R, e->axis), snw_vec3_normalize(snw_vec3_sub(goal, T.p)));
}

static double on(const double *J, int first, int rows, int k, int l) {
    double sum = 0;
    for (int i = first; i < first + rows; i++)
        sum += J[i * s.nv + k] * J[i * s.nv + l];
    return sum;
}

static double without(snw_vec3 a, snw_vec3 b, snw_vec3 axis) {
    return snw_vec3_dot(a, b) - snw_vec3_dot(a, axis) * snw_vec3_dot(b, axis);
}

// Their rows are along any two axes across a third, so J'J is compared: it does not depend on them.
// spec: actin-control:EE-04
static void sliding_planar_and_looking_ones_have_the_jacobians_of_differences(void) {
    char link[SNW_NAME];
    const snw_type *const types[] = {&snw_sliding_effector_type, &snw_sliding_effector_type,
                                     &snw_planar_effector_type, &snw_look_at_effector_type};
    CHECK_CASES(check_scaled(150)) {
        s.block = NULL;
        any_mechanism();
        begin();
        for (int i = 0; i < 4; i++) {
            snw_effector *e = add(types[i], any_link(link));
            e->offset = random_pose();
            e->axis = random_axis();
            e->free_orientation = i == 1;
        }
        lay_out();
        open_other();
        for (int i = 0; i < 4; i++)
            task.guides[i] = random_pose();
        goal = task.guides[3].p;
        task.known = 0;
        const double *J = snw_task_jacobian(&task);
        snw_vec3 way[4][MOST], turn[4][MOST], view[MOST];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < s.nv; k++) {
                way[i][k] = slope(place_of, i, k);
                turn[i][k] = turn_slope(i, k);
                view[k] = slope(view_of, 3, k);
            }
        }
        const snw_vec3 slide = snw_mat3_apply(task.guides[0].R, effectors[0].axis);
        const snw_vec3 bare = snw_mat3_apply(task.guides[1].R, effectors[1].axis);
        const snw_vec3 normal = snw_mat3_apply(task.guides[2].R, effectors[2].axis);
        const snw_vec3 u = snw_mat3_apply(seen(3, 0, 0).R, effectors[3].axis);
        CHECK(set.slots[0].rows == 5 && set.slots[1].rows == 2);
        CHECK(set.slots[2].rows == 3 && set.slots[3].rows == 2);
        for (int k = 0; k < s.nv; k++) {
            for (int l = 0; l < s.nv; l++) {
                const double size = 1 + fabs(on(J, set.slots[3].first, 2, k, l));
                CHECK_NEAR(on(J, 0, 2, k, l), without(way[0][k], way[0][l], slide), 1e-6);
                CHECK_NEAR(on(J, 2, 3, k, l), snw_vec3_dot(turn[0][k], turn[0][l]), 1e-6);
                CHECK_NEAR(on(J, 5, 2, k, l), without(way[1][k], way[1][l], bare), 1e-6);
                CHECK_NEAR(J[7 * s.nv + k], snw_vec3_dot(way[2][k], normal), 1e-7);
                CHECK_NEAR(on(J, 8, 2, k, l), without(turn[2][k], turn[2][l], normal), 1e-6);
                CHECK_NEAR(on(J, 10, 2, k, l), without(view[k], view[l], u), 1e-5 * size);
            }
        }
        free(other_block);
        put_away();
    }
}

// spec: actin-control:EE-04
static void linear_ones_are_sums_of_rates(void) {
    double C[2 * 3] = {1, -2, 0, 0, 0.5, 3}, V[2];
    snw_setup *setup = new_setup();
    set_up(&s, setup, planar_arm(setup, 3, 1));
    begin();
    snw_effector *e = add(&snw_linear_effector_type, "");
    e->matrix = C;
    e->matrix_count = 6;
    lay_out();
    CHECK(set.rows == 2);
    const double *J = snw_task_jacobian(&task);
    for (int i = 0; i < 6; i++)
        CHECK(J[i] == C[i]);
    const double v[] = {0.3, 0.1, -1};
    CHECK(snw_task_velocity(&task, v, V) == SNW_OK);
    CHECK_NEAR(V[0], 0.3 - 0.2, 1e-15);
    CHECK_NEAR(V[1], 0.05 - 3, 1e-15);
    snw_task_drive(&task, V);
    CHECK(V[0] == 0 && V[1] == 0);
    free(set_block);
    snw_why why;
    e->matrix_count = 5;
    snw_arena arena = snw_arena_over(task_block, 4096);
    CHECK(snw_effector_set_init(&set, &s.c.model, children, 1, &arena, &why) == SNW_ERR_SIZE);
    free(task_block);
    tear_down(&s);
}

// spec: actin-control:EE-04
static void free_directions_are_not_missed(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        set_up(&s, setup, planar_arm(setup, 1, 1));
        begin();
        const snw_type *const types[] = {&snw_sliding_effector_type, &snw_planar_effector_type,
                                         &snw_look_at_effector_type};
        for (int i = 0; i < 3; i++)
            add(types[i], "0")->axis = random_axis();
        lay_out();
        const snw_pose T = snw_task_placement(&task, 0);
        const snw_vec3 a = effectors[0].axis, b = effectors[1].axis, c = effectors[2].axis;
        // slid along its axis; moved in its plane and turned about the normal; any place on the
        // view
        task.guides[0].p = snw_vec3_add_scaled(T.p, snw_mat3_apply(T.R, a), check_real(-2, 2));
        const snw_vec3 n = snw_mat3_apply(T.R, b), r = random_vec3(2);
        task.guides[1].p =
            snw_vec3_add(T.p, snw_vec3_sub(r, snw_vec3_scale(n, snw_vec3_dot(r, n))));
        task.guides[1].R = snw_mat3_mul(snw_mat3_axis_angle(n, check_real(-3, 3)), T.R);
        task.guides[2].p = snw_vec3_add_scaled(T.p, snw_mat3_apply(T.R, c), check_real(0.1, 2));
        double V[ROWS];
        snw_task_drive(&task, V);
        for (int i = 0; i < set.rows; i++)
            CHECK_NEAR(V[i], 0, 1e-12);
        CHECK_NEAR(snw__task_difference(&task), 0, 1e-12);

        // and across them it is
        task.guides[0].p = snw_vec3_add(T.p, snw_vec3_cross(snw_mat3_apply(T.R, a), r));
        task.guides[1].p = snw_vec3_add_scaled(T.p, n, 0.3);
        snw_task_drive(&task, V);
        CHECK(hypot(V[0], V[1]) > 1e-3 || snw_vec3_norm(r) < 0.1);
        CHECK(fabs(V[5]) > 0.5);
        put_away();
    }
}

// --- masses --------------------------------------------------------------------------------------

// spec: actin-control:EE-02
static void the_centre_of_mass_has_the_jacobian_of_differences(void) {
    CHECK_CASES(check_scaled(200)) {
        s.block = NULL;
        any_mechanism();
        begin();
        (void)add(&snw_center_effector_type, "");
        lay_out();
        open_other();
        const double *J = snw_task_jacobian(&task);
        for (int k = 0; k < s.nv; k++) {
            snw_vec3 at[2];
            for (int side = 0; side < 2; side++) {
                double rates[RATES] = {0}, q[RATES];
                rates[k] = 1;
                CHECK(snw_integrate(&s.c.model, s.q, rates, side ? 1e-5 : -1e-5, q) == SNW_OK);
                CHECK(snw_kin_update(&other, q) == SNW_OK);
                // from the masses of the links themselves
                snw_vec3 sum = snw_vec3_zero();
                double mass = 0;
                for (int l = 0; l < s.c.model.link_count; l++) {
                    const snw_inertia body = s.c.model.links[l].inertia;
                    const snw_pose T = other.T_world_link[l];
                    sum = snw_vec3_add(sum, snw_mat3_apply(T.R, body.h));
                    sum = snw_vec3_add_scaled(sum, T.p, body.m);
                    mass += body.m;
                }
                at[side] = snw_vec3_divide(sum, mass);
            }
            const snw_vec3 d = snw_vec3_divide(snw_vec3_sub(at[1], at[0]), 2e-5);
            CHECK_NEAR(J[k], d.x, 1e-7);
            CHECK_NEAR(J[s.nv + k], d.y, 1e-7);
            CHECK_NEAR(J[2 * s.nv + k], d.z, 1e-7);
        }
        free(other_block);
        put_away();
    }
}

// rows of D of the golden vector, and the momentum at v_b = (0.1, 0.2, -0.1)
static const double golden_D[3][6] = {
    {-0.327271199520, 0.186106137218, 0, -0.089883018037, -0.206847194043, 0.125599473819},
    {0.187707011870, 0.058064583077, -0.234509236251, -0.052820154139, 0.146946782467,
     -0.005894478459},
    {0.059175032380, -0.191296792583, 0.152655994610, 0.164037131128, 0.047546772803,
     -0.004004804480}};
static const double golden_momentum[6] = {-0.547023038668, 1.433426461799,  -0.123367449124,
                                          -0.147535098709, -0.652265451556, 0.325397480121};

// spec: actin-control:EE-03
static void momentum_is_that_of_the_golden_vector(void) {
    vm1_set_up(&s, true);
    begin();
    (void)add(&snw_momentum_effector_type, "");
    lay_out();
    const double *J = snw_task_jacobian(&task);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(J[i * s.nv + 6 + k], golden_D[k][i], 1e-11);
    }
    double V[6];
    s.v[0] = 0.1;
    s.v[1] = 0.2;
    s.v[2] = -0.1;
    CHECK(snw_task_velocity(&task, s.v, V) == SNW_OK);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(V[i], golden_momentum[i], 1e-11);
    put_away();
}

int main(void) {
    RUN(frames_points_and_orientations_have_the_jacobians_of_differences);
    RUN(sliding_planar_and_looking_ones_have_the_jacobians_of_differences);
    RUN(linear_ones_are_sums_of_rates);
    RUN(free_directions_are_not_missed);
    RUN(the_centre_of_mass_has_the_jacobian_of_differences);
    RUN(momentum_is_that_of_the_golden_vector);
    return check_report();
}
