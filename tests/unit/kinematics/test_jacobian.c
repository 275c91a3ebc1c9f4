// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "arms.h"

// every column by differences of the place's pose, one rate at a time
static void check_columns(stand *s, const place *p, const snw_twist *J, double tolerance) {
    for (int k = 0; k < s->c.model.nv; k++) {
        double unit[RATES] = {0};
        unit[k] = 1;
        CHECK(snw_twist_near(J[k], difference_twist(s, p, unit), tolerance));
    }
}

static void jacobians_of_random_trees_are_those_of_differences(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        CHECK(snw_kin_set_base(&s.kin, random_pose()) == SNW_OK);
        random_state(&s);
        const place p = random_place(&s);
        snw_twist J[RATES];
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        memset(J, 0x7f, sizeof J);
        snw_kin_jacobian(&s.kin, p.link, p.T_link_frame.p, J);
        check_columns(&s, &p, J, 1e-7);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void jacobians_along_own_axes_and_of_frames_turn_the_same_columns(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        random_state(&s);
        const place p = random_place(&s);
        snw_twist J[RATES], own[RATES];
        CHECK(snw_kin_update_velocity(&s.kin, s.q, s.v) == SNW_OK);
        snw_kin_jacobian(&s.kin, p.link, p.T_link_frame.p, J);
        snw_kin_body_jacobian(&s.kin, p.link, p.T_link_frame, own);
        const int nv = s.c.model.nv;
        const snw_mat3 R = pose_of(&s, &p).R;
        for (int k = 0; k < nv; k++) {
            CHECK(snw_twist_near(snw_twist_rotate(R, own[k]), J[k], 1e-12));
        }
        const snw_twist V = snw_kin_body_velocity(&s.kin, p.link, p.T_link_frame);
        CHECK(snw_twist_near(times(own, s.v, nv), V, 1e-11));
        for (int f = 0; f < s.c.model.frame_count; f++) {
            snw_kin_frame_jacobian(&s.kin, f, J);
            CHECK(snw_twist_near(times(J, s.v, nv), snw_kin_frame_velocity(&s.kin, f), 1e-11));
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void relative_jacobians_are_those_of_differences_of_relative_poses(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 10));
        random_state(&s);
        place p = random_place(&s);
        p.observer = check_int(0, s.c.model.link_count - 1);
        snw_twist J[RATES];
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        snw_kin_relative_jacobian(&s.kin, p.observer, p.link, p.T_link_frame.p, J);
        check_columns(&s, &p, J, 1e-7);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// --- paths
// ----------------------------------------------------------------------------------------

// the rates of a link, found by trying: each moves the pose of a frame on it, or does not
static void paths_are_the_rates_that_move_a_link(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        random_state(&s);
        const place p = random_place(&s);
        int rates[RATES], next = 0;
        snw_twist J[RATES], picked[RATES];
        const int count = snw_kin_path(&s.kin, p.link, rates);
        CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
        const snw_pose before = pose_of(&s, &p);
        snw_kin_jacobian(&s.kin, p.link, p.T_link_frame.p, J);
        snw_kin_select(J, rates, count, picked);
        for (int k = 0; k < s.c.model.nv; k++) {
            double unit[RATES] = {0}, q[RATES];
            unit[k] = 1;
            CHECK(snw_integrate(&s.c.model, s.q, unit, 0.1, q) == SNW_OK);
            CHECK(snw_kin_update(&s.kin, q) == SNW_OK);
            if (snw_pose_near(pose_of(&s, &p), before, 1e-9)) {
                CHECK(snw_twist_equal(J[k], snw_twist_zero()));
                continue;
            }
            CHECK(next < count && rates[next] == k);
            CHECK(snw_twist_equal(picked[next++], J[k]));
        }
        CHECK(next == count);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void the_ends_of_a_tree_are_its_links_without_children(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        const snw_robot *robot = random_tree(setup, (tree_options){.links = check_int(1, 20)});
        stand s;
        set_up(&s, robot);
        const snw_model *m = &s.c.model;
        const int link = check_int(0, m->link_count - 1);
        int links[32], next = 0;
        const int count = snw_kin_leaves(&s.kin, link, links);
        for (int i = 0; i < m->link_count; i++) {
            // a link is beyond `link` when its parents lead there, an end when nobody names it
            bool beyond = false, end = true;
            for (int k = i; k >= 0; k = m->links[k].parent) {
                beyond = beyond || k == link;
            }
            for (int k = 0; k < robot->joint_count; k++) {
                end = end && strcmp(robot->joints[k].parent, m->links[i].name) != 0;
            }
            if (beyond && end) CHECK(next < count && links[next++] == i);
        }
        CHECK(next == count);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// --- closed forms
// ---------------------------------------------------------------------------------

// planar arm of three links: the sums of sines and cosines behind each joint
static void the_planar_arm_has_the_jacobian_of_the_textbooks(void) {
    const snw_dh_joint rows[] = {{{0.7, 0, 0, 0}, TURN, NULL, 0, 0},
                                 {{0.5, 0, 0, 0}, TURN, NULL, 0, 0},
                                 {{0.3, 0, 0, 0}, TURN, NULL, 0, 0}};
    arm a;
    build(&a, SNW_DH_STANDARD, rows, 3, snw_pose_identity());
    const int tool = snw_model_find_frame(&a.c.model, "tool");
    CHECK_CASES(1000) {
        double q[3];
        for (int i = 0; i < 3; i++) {
            q[i] = check_real(-7, 7);
        }
        snw_twist J[3];
        CHECK(snw_kin_update(&a.kin, q) == SNW_OK);
        snw_kin_frame_jacobian(&a.kin, tool, J);
        double x = 0, y = 0;
        for (int i = 2; i >= 0; i--) {
            const double angle = q[0] + (i > 0 ? q[1] : 0) + (i > 1 ? q[2] : 0);
            x += rows[i].row.a * cos(angle);
            y += rows[i].row.a * sin(angle);
            CHECK(snw_twist_near(J[i], snw_twist_of(snw_vec3_of(-y, x, 0), snw_vec3_z(1)), 1e-14));
        }
    }
    drop(&a);
}

// Two fingers that close together on one rate, and a thumb that follows three times as fast on the
// same branch: its column is the sum of both joints' columns.
static void a_rate_that_moves_several_joints_has_the_sum_of_their_columns(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "hand");
    add_link(robot, setup, "palm");
    add_link(robot, setup, "first");
    add_link(robot, setup, "second");
    snw_joint_description *j1 = add_joint(robot, setup, "j1", "palm", "first");
    j1->axis = snw_vec3_z(1);
    snw_joint_description *j2 = add_joint(robot, setup, "j2", "first", "second");
    j2->axis = snw_vec3_z(1);
    j2->origin = snw_pose_translation(snw_vec3_x(0.4));
    add_mimic(j2, setup, "j1", 3, 0.1);
    stand s;
    set_up(&s, robot);
    CHECK(s.c.model.nv == 1);
    CHECK_CASES(200) {
        const double q = check_real(-3, 3), a = q, b = q + 3 * q + 0.1;
        CHECK(snw_kin_update(&s.kin, &q) == SNW_OK);
        snw_twist J;
        snw_kin_jacobian(&s.kin, 2, snw_vec3_x(0.2), &J);
        const snw_vec3 lin =
            snw_vec3_of(-0.4 * sin(a) - 4 * 0.2 * sin(b), 0.4 * cos(a) + 4 * 0.2 * cos(b), 0);
        CHECK(snw_twist_near(J, snw_twist_of(lin, snw_vec3_z(4)), 1e-14));
    }
    tear_down(&s);
    snw_setup_destroy(setup);
}

// --- arms of the literature
// -----------------------------------------------------------------------

// columns of a frame of an arm by central differences with step 1e-6
static void check_arm(arm *a, const double *q, const char *frame, double tolerance) {
    const int n = a->c.model.nv, number = snw_model_find_frame(&a->c.model, frame);
    const double h = 1e-6;
    snw_twist J[16];
    const snw_pose T = frame_at(a, q, frame);
    snw_kin_frame_jacobian(&a->kin, number, J);
    for (int k = 0; k < n; k++) {
        double before[16], after[16];
        memcpy(before, q, sizeof(double) * (size_t)n);
        memcpy(after, q, sizeof(double) * (size_t)n);
        before[k] -= h;
        after[k] += h;
        const snw_pose A = frame_at(a, before, frame), B = frame_at(a, after, frame);
        const snw_vec3 lin = snw_vec3_divide(snw_vec3_sub(B.p, A.p), 2 * h);
        const snw_mat3 W = snw_mat3_mul(snw_mat3_sub(B.R, A.R), snw_mat3_transpose(T.R));
        const snw_vec3 ang =
            snw_vec3_divide(snw_vec3_of(W.y.z - W.z.y, W.z.x - W.x.z, W.x.y - W.y.x), 4 * h);
        CHECK(snw_twist_near(J[k], snw_twist_of(lin, ang), tolerance));
    }
}

static void check_random_poses(snw_dh_convention convention, const snw_dh_joint *rows, int count,
                               double tolerance) {
    arm a;
    build(&a, convention, rows, count, snw_pose_translation(snw_vec3_z(0.25)));
    CHECK_CASES(1000) {
        double q[16];
        for (int i = 0; i < count; i++) {
            q[i] = check_real(-3, 3);
        }
        check_arm(&a, q, "tool", tolerance);
    }
    drop(&a);
}

// spec: damore:KIN-03
static void jacobians_of_the_ranger_arms_are_those_of_differences(void) {
    check_random_poses(SNW_DH_MODIFIED, mark_1, 6, 1e-6);
    check_random_poses(SNW_DH_MODIFIED, prismatic, 6, 1e-6);
    check_random_poses(SNW_DH_MODIFIED, mark_2, 8, 1e-6);
}

// spec: loffler:L-102
static void jacobians_of_puma_and_wam_are_those_of_differences(void) {
    check_random_poses(SNW_DH_STANDARD, puma, 6, 1e-6);
    check_random_poses(SNW_DH_STANDARD, wam7, 7, 1e-6);
}

// The wrist and the elbow of the dexterous arm: printed rows, zero columns, and any point on any
// link by differences.
// spec: occlusion:OC-04
static void link_jacobians_of_the_dexterous_arm_are_as_printed(void) {
    arm a;
    const snw_vec3 wrist = snw_vec3_of(0.1524, 0.5117, 0);
    build(&a, SNW_DH_MODIFIED, dexterous, 4, snw_pose_translation(wrist));
    const double q[] = {0.3, -0.7, 1.1, 1.9};
    const double rows[3][4] = {{0.410355, -0.527197, 0.418916, -0.326891},
                               {0.282297, -0.163081, -0.123717, -0.081332},
                               {0, 0.148421, -0.306294, -0.414235}};
    snw_twist J[4];
    CHECK(snw_kin_update(&a.kin, q) == SNW_OK);
    snw_kin_jacobian(&a.kin, 4, wrist, J);
    for (int k = 0; k < 4; k++) {
        CHECK(snw_vec3_near(J[k].lin, snw_vec3_of(rows[0][k], rows[1][k], rows[2][k]), 1e-6));
        CHECK(snw_vec3_near(J[k].ang, a.kin.T_world_link[k + 1].R.z, 1e-12));
    }
    // the elbow, on link 3
    snw_kin_jacobian(&a.kin, 3, snw_vec3_zero(), J);
    CHECK(snw_vec3_near(J[2].lin, snw_vec3_zero(), 1e-12) && snw_vec3_norm(J[2].ang) > 0.9);
    CHECK(snw_twist_equal(J[3], snw_twist_zero()));
    drop(&a);

    CHECK_CASES(1000) {
        const snw_vec3 p = random_vec3(1);
        double any[4];
        for (int i = 0; i < 4; i++) {
            any[i] = check_real(-3, 3);
        }
        const int link = check_int(1, 4);
        build(&a, SNW_DH_MODIFIED, dexterous, link, snw_pose_translation(p));
        check_arm(&a, any, "tool", 1e-6);
        drop(&a);
    }
}

// --- Microbo
// --------------------------------------------------------------------------------------

static double determinant(const snw_twist *J) {
    double M[6][6], det = 1;
    memcpy(M, J, sizeof M);
    for (int i = 0; i < 6; i++) {
        int pivot = i;
        for (int r = i + 1; r < 6; r++) {
            if (fabs(M[r][i]) > fabs(M[pivot][i])) pivot = r;
        }
        if (pivot != i) det = -det;
        for (int c = 0; c < 6; c++) {
            const double x = M[i][c];
            M[i][c] = M[pivot][c];
            M[pivot][c] = x;
        }
        if (M[i][i] == 0) return 0;
        det *= M[i][i];
        for (int r = i + 1; r < 6; r++) {
            const double factor = M[r][i] / M[i][i];
            for (int c = i; c < 6; c++) {
                M[r][c] -= factor * M[i][c];
            }
        }
    }
    return det;
}

// rates that give a twist, and the force at the tool that makes joint efforts: J^-1 and J^-T
static void check_inverses(const snw_twist *J, snw_pinv *pinv) {
    double numbers[36], inverse[36], unit[36];
    memcpy(numbers, J, sizeof numbers);
    const snw_pinv_config config = {.threshold = 1e-12};
    const snw_mat M = snw_mat_over(numbers, 6, 6), I = snw_mat_over(inverse, 6, 6);
    CHECK(snw_pinv_update(pinv, M, &config) == SNW_OK);
    CHECK(snw_pinv_matrix(pinv, I) == SNW_OK);
    CHECK(snw_mat_mul(M, I, snw_mat_over(unit, 6, 6)) == SNW_OK);
    double force[6], effort[6] = {0}, back[6] = {0};
    for (int i = 0; i < 6; i++) {
        force[i] = check_real(-1, 1);
        for (int k = 0; k < 6; k++) {
            CHECK_NEAR(unit[i + 6 * k], i == k, 1e-9);
        }
    }
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 6; i++) {
            effort[k] += numbers[i + 6 * k] * force[i];
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
            back[i] += inverse[k + 6 * i] * effort[k];
        }
        CHECK_NEAR(back[i], force[i], 1e-9);
    }
}

// Columns and determinant d3 sin(theta5) as derived for this arm, differences, and both inverses.
// spec: rccl:KIN-12
static void the_microbo_has_its_closed_jacobian_and_determinant(void) {
    arm a;
    build(&a, SNW_DH_STANDARD, microbo, 6, snw_pose_identity());
    snw_pinv pinv;
    snw_arena arena = {0};
    SNW_IGNORE(snw_pinv_init(&pinv, 6, 6, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_pinv_init(&pinv, 6, 6, &arena) == SNW_OK);
    const int tool = snw_model_find_frame(&a.c.model, "tool");
    CHECK_CASES(1000) {
        const double q[] = {check_real(-3, 3), check_real(0, 0.4),     check_real(0.3, 0.6),
                            check_real(-3, 3), check_real(-4.5, -1.7), check_real(-3, 3)};
        const double c1 = cos(q[0]), s1 = sin(q[0]), c4 = cos(q[3]), s4 = sin(q[3]), d3 = q[2];
        snw_twist J[6];
        const snw_pose T = frame_at(&a, q, "tool");
        snw_kin_frame_jacobian(&a.kin, tool, J);
        const snw_vec3 zero = snw_vec3_zero();
        const snw_twist closed[6] = {
            {{-d3 * s1, d3 * c1, 0}, {0, 0, 1}},
            {{0, 0, 1}, {0, 0, 0}},
            {{c1, s1, 0}, {0, 0, 0}},
            {zero, {c1, s1, 0}},
            {zero, {-s1 * s4, c1 * s4, -c4}},
            {zero, T.R.z},
        };
        for (int k = 0; k < 6; k++) {
            CHECK(snw_twist_near(J[k], closed[k], 1e-12));
        }
        // rows and columns may be exchanged, the determinant stays
        CHECK_NEAR(determinant(J), d3 * sin(q[4]), 1e-9);
        check_arm(&a, q, "tool", 1e-6);
        if (fabs(sin(q[4])) > 1e-2) check_inverses(J, &pinv);
    }
    free(block);
    drop(&a);
}

// --- rates for a velocity
// -------------------------------------------------------------------------

static void *new_pinv(snw_pinv *pinv, int cols) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_pinv_init(pinv, 6, cols, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_pinv_init(pinv, 6, cols, &arena) == SNW_OK);
    return block;
}

// rates of an arm for a random velocity of its tool, and what is left of that velocity
static snw_twist solve(arm *a, snw_pinv *pinv, snw_twist *J, double *rates, snw_status expected) {
    const int n = a->c.model.nv;
    const snw_twist wish = snw_twist_of(random_vec3(1), random_vec3(1));
    const snw_pinv_config config = snw_pinv_defaults(); // cut at 1e-5
    snw_kin_frame_jacobian(&a->kin, snw_model_find_frame(&a->c.model, "tool"), J);
    CHECK(snw_pinv_update(pinv, snw_mat_over(&J->lin.x, 6, n), &config) == expected);
    CHECK(snw_pinv_apply(pinv, &wish.lin.x, rates) == SNW_OK);
    return snw_twist_sub(times(J, rates, n), wish);
}

// Full rank: nothing is left, with eight joints too. With axes 4 and 6 in line, where J has lost a
// rank, the rates are finite, what is left is orthogonal to all columns (least squares), and the
// two joints share their turn: the rates have no part along the null direction (0 0 0 1 0 1), so
// none that does the same is shorter.
// spec: damore:KIN-04
static void rates_by_the_truncated_pseudo_inverse_are_exact_or_shortest(void) {
    snw_pinv pinv;
    void *block = new_pinv(&pinv, 8);
    snw_twist J[8];
    double rates[8], q[8];
    arm a;
    build(&a, SNW_DH_MODIFIED, mark_2, 8, snw_pose_translation(snw_vec3_z(0.1)));
    CHECK_CASES(1000) {
        for (int i = 0; i < 8; i++) {
            q[i] = check_real(0.3, 1.2);
        }
        CHECK(snw_kin_update(&a.kin, q) == SNW_OK);
        const snw_twist left = solve(&a, &pinv, J, rates, SNW_OK);
        CHECK(snw_vec3_norm(left.lin) + snw_vec3_norm(left.ang) < 1e-9);
    }
    drop(&a);

    build(&a, SNW_DH_MODIFIED, mark_1, 6, snw_pose_translation(snw_vec3_z(0.2666)));
    CHECK_CASES(1000) {
        for (int i = 0; i < 6; i++) {
            q[i] = check_real(0.3, 1.2);
        }
        q[4] = 0;
        CHECK(snw_kin_update(&a.kin, q) == SNW_OK);
        const snw_twist left = solve(&a, &pinv, J, rates, SNW_NEAR_SINGULAR);
        CHECK(pinv.rank == 5 && snw_twist_near(J[3], snw_twist_scale(J[5], -1), 1e-12));
        for (int k = 0; k < 6; k++) {
            CHECK(isfinite(rates[k]));
            const double along =
                snw_vec3_dot(J[k].lin, left.lin) + snw_vec3_dot(J[k].ang, left.ang);
            CHECK_NEAR(along, 0, 1e-9);
        }
        CHECK_NEAR(rates[3] + rates[5], 0, 1e-9);
    }
    drop(&a);
    free(block);
}

int main(void) {
    RUN(jacobians_of_random_trees_are_those_of_differences);
    RUN(jacobians_along_own_axes_and_of_frames_turn_the_same_columns);
    RUN(relative_jacobians_are_those_of_differences_of_relative_poses);
    RUN(paths_are_the_rates_that_move_a_link);
    RUN(the_ends_of_a_tree_are_its_links_without_children);
    RUN(the_planar_arm_has_the_jacobian_of_the_textbooks);
    RUN(a_rate_that_moves_several_joints_has_the_sum_of_their_columns);
    RUN(jacobians_of_the_ranger_arms_are_those_of_differences);
    RUN(jacobians_of_puma_and_wam_are_those_of_differences);
    RUN(link_jacobians_of_the_dexterous_arm_are_as_printed);
    RUN(the_microbo_has_its_closed_jacobian_and_determinant);
    RUN(rates_by_the_truncated_pseudo_inverse_are_exact_or_shortest);
    return check_report();
}
