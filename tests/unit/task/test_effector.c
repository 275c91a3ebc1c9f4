// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "unit/dynamics/vm1.h"

// Every end effector against differences of where it is, on trees with every kind of joint.

static stand s;
static snw_task task;
static snw_effector_set set;
static void *task_block, *set_block;
static snw_effector effectors[8];
static snw_child children[8];
static int count;

static void begin(void) {
    count = 0;
}

static snw_effector *add(const snw_type *type, const char *link) {
    effectors[count] = effector_of(type, link);
    children[count] = (snw_child){type, &effectors[count]};
    return &effectors[count++];
}

static void lay_out_set(snw_effector_set *one, void **block) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_effector_set_init(one, &s.c.model, children, count, &arena, NULL));
    *block = exact_block(arena.needed);
    arena = snw_arena_over(*block, arena.needed);
    CHECK(snw_effector_set_init(one, &s.c.model, children, count, &arena, NULL) == SNW_OK);
}

static void lay_out_task(snw_task_room room) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_task_init(&task, &s.c.model, room, &arena));
    task_block = exact_block(arena.needed);
    arena = snw_arena_over(task_block, arena.needed);
    CHECK(snw_task_init(&task, &s.c.model, room, &arena) == SNW_OK);
}

static void lay_out(void) {
    lay_out_set(&set, &set_block);
    lay_out_task((snw_task_room){60, 8});
    CHECK(snw_task_update(&task, s.q) == SNW_OK);
    CHECK(snw_task_use(&task, &set) == SNW_OK);
}

static void put_away(void) {
    free(set_block);
    free(task_block);
    tear_down(&s);
}

// --- a second opinion ----------------------------------------------------------------------------

static snw_kin other;
static void *other_block;

static void open_other(void) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&other, &s.c.model, &arena));
    other_block = exact_block(arena.needed);
    arena = snw_arena_over(other_block, arena.needed);
    CHECK(snw_kin_init(&other, &s.c.model, &arena) == SNW_OK);
}

// the frame of an end effector at q + h e_k, as the observer sees it
static snw_pose seen(int effector, int k, double h) {
    double rates[RATES] = {0}, q[RATES];
    rates[k] = 1;
    CHECK(snw_integrate(&s.c.model, s.q, rates, h, q) == SNW_OK);
    CHECK(snw_kin_update(&other, q) == SNW_OK);
    const snw_effector_slot *slot = &set.slots[effector];
    const snw_pose T = snw_pose_mul(other.T_world_link[slot->link], slot->T_link_frame);
    if (slot->relative < 0) return T;
    return snw_pose_mul(snw_pose_inverse(other.T_world_link[slot->relative]), T);
}

static const double h = 1e-4;

// the derivative of a vector of the observer, by the rule of order four
typedef snw_vec3 vector_fn(snw_pose T, const snw_effector *e);

static snw_vec3 slope(vector_fn *f, int effector, int k) {
    const snw_effector *e = &effectors[effector];
    const snw_vec3 near = snw_vec3_sub(f(seen(effector, k, h), e), f(seen(effector, k, -h), e));
    const snw_vec3 far =
        snw_vec3_sub(f(seen(effector, k, 2 * h), e), f(seen(effector, k, -2 * h), e));
    return snw_vec3_scale(snw_vec3_sub(snw_vec3_scale(near, 8), far), 1 / (12 * h));
}

static snw_vec3 place_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.p;
}
static snw_vec3 x_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.R.x;
}
static snw_vec3 y_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.R.y;
}
static snw_vec3 z_of(snw_pose T, const snw_effector *e) {
    (void)e;
    return T.R.z;
}

// half the sum of a x a' over three axes is the angular velocity
static snw_vec3 turn_slope(int effector, int k) {
    const snw_pose T = seen(effector, k, 0);
    snw_vec3 sum = snw_vec3_cross(T.R.x, slope(x_of, effector, k));
    sum = snw_vec3_add(sum, snw_vec3_cross(T.R.y, slope(y_of, effector, k)));
    sum = snw_vec3_add(sum, snw_vec3_cross(T.R.z, slope(z_of, effector, k)));
    return snw_vec3_scale(sum, 0.5);
}

static const char *any_link(char *name) {
    (void)snprintf(name, SNW_NAME, "%d", check_int(0, s.c.model.link_count - 1));
    return name;
}

static void mechanism(bool laws) {
    do {
        if (s.block != NULL) {
            tear_down(&s);
            s.block = NULL;
        }
        any_tree(&s, check_int(3, 10), laws, true);
    } while (s.nv < 1 || s.nv > MOST);
    CHECK(snw_dyn_set_base(&s.dyn, snw_pose_identity()) == SNW_OK);
}

static void any_mechanism(void) {
    mechanism(true);
}

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
        CHECK_NEAR(snw_task_difference(&task), 0, 1e-12);

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
            snw_effector_sparsity(&at, zero + i * 6 * s.nv);
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
    CHECK_NEAR(snw_task_minimum_time(&task), 0.1, 1e-12);
    task.guides[0].p = snw_vec3_add(T.p, snw_vec3_of(3, 0, -4));
    task.guides[0].R = snw_mat3_mul(snw_mat3_rot_y(1.5), T.R);
    snw_task_drive(&task, V);
    CHECK_NEAR(V[0], 0.3, 1e-12);
    CHECK_NEAR(V[2], -0.4, 1e-12);
    CHECK_NEAR(V[4], 0.3, 1e-12);
    CHECK_NEAR(snw_task_difference(&task), 5 + 0.2 * 1.5, 1e-12);
    CHECK_NEAR(snw_task_minimum_time(&task), 10, 1e-12);
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
    CHECK(snw_effector_set_find(&set, "1") == 1 && snw_effector_set_find(&set, "x") == -1);
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
        const int place = snw_effector_set_find(&set, ends[i]);
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
    RUN(frames_points_and_orientations_have_the_jacobians_of_differences);
    RUN(sliding_planar_and_looking_ones_have_the_jacobians_of_differences);
    RUN(linear_ones_are_sums_of_rates);
    RUN(free_directions_are_not_missed);
    RUN(the_centre_of_mass_has_the_jacobian_of_differences);
    RUN(momentum_is_that_of_the_golden_vector);
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
