// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

static snw_status analyze(const arm *a, snw_ik_closed *closed, snw_why *why) {
    return snw_ik_analyze(&a->model, -1, snw_model_find_frame(&a->model, "tool"), closed, why);
}

static snw_ik_form form_of(kind what, bool reversed) {
    if (what == PARALLEL) return SNW_IK_THREE_PARALLEL;
    return reversed ? SNW_IK_SPHERICAL_SHOULDER : SNW_IK_SPHERICAL_WRIST;
}

// draws an arm whose form is known by its making
static axes draw_known(long number, snw_ik_form *form) {
    const kind what = (kind)(number % KINDS);
    const bool reversed = number / KINDS % 2 != 0;
    const axes a = draw_axes(what);
    *form = form_of(what, reversed);
    return reversed ? reversed_axes(&a) : a;
}

static void a_thousand_random_arms_are_recognised(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_ik_form form;
        const axes a = draw_known(check_case, &form);
        const disguise d = no_disguise();
        arm m = arm_of_axes(&a, &d);
        snw_ik_closed closed;
        snw_why why = {0};
        const snw_status status = analyze(&m, &closed, &why);
        if (status != SNW_OK) print_error("kind %ld: %s\n", check_case % KINDS, why.text);
        CHECK(status == SNW_OK && closed.form == form);
        CHECK(closed.parameter_count == 0 && closed.chain.count == 6);
        arm_free(&m);
    }
}

// axes that miss by so little that eyes would not see it have no closed form, and the reason says
// which joints and by how much
static void near_misses_are_refused_with_their_size(void) {
    CHECK_CASES(check_scaled(1000)) {
        const double eps = check_case % 2 != 0 ? 1e-5 : 1e-7;
        const kind what = (kind)(check_case / 2 % KINDS);
        axes a = draw_axes(what);
        if (what == PARALLEL) {
            a.axis[3] = snw_mat3_apply(snw_mat3_axis_angle(normal_of(a.axis[1]), eps), a.axis[3]);
        } else {
            const snw_vec3 n = snw_vec3_normalize(snw_vec3_cross(a.axis[3], a.axis[4]));
            a.point[4] = snw_vec3_add_scaled(a.point[4], n, 5 * eps);
        }
        const bool reversed = check_case / 2 / KINDS % 2 != 0;
        if (reversed) a = reversed_axes(&a);
        const disguise d = no_disguise();
        arm m = arm_of_axes(&a, &d);
        snw_ik_closed closed;
        snw_why why = {0};
        CHECK(analyze(&m, &closed, &why) == SNW_ERR_UNSUPPORTED);
        CHECK(closed.form == SNW_IK_NO_FORM && why.code == SNW_ERR_UNSUPPORTED);
        CHECK(why.number_count >= 1 && why.text[0] != 0);
        CHECK(why.numbers[0].value > 0.1 * eps && why.numbers[0].value < 10 * eps);
        const int first = what == PARALLEL ? (reversed ? 3 : 2) : reversed ? 1 : 4;
        char joints[32];
        (void)snprintf(joints, sizeof joints, "joints %d to %d", first, first + 2);
        CHECK(strstr(why.text, joints) != NULL);
        arm_free(&m);
    }
}

static void arms_without_a_form_are_refused(void) {
    CHECK_CASES(check_scaled(300)) {
        axes a = draw_axes(SHOULDER_ANY);
        for (int i = 0; i < 6; i++) {
            a.point[i] = random_point(0.5);
        }
        a.count = check_case % 3 == 0 ? check_int(1, 5) : 6;
        const disguise d = no_disguise();
        arm m = arm_of_axes(&a, &d);
        snw_ik_closed closed;
        snw_why why = {0};
        CHECK(analyze(&m, &closed, &why) == SNW_ERR_UNSUPPORTED);
        CHECK(closed.form == SNW_IK_NO_FORM && why.text[0] != 0);
        snw_ik_branches branches;
        const double q[MOST] = {0};
        CHECK(snw_ik_closed_all(&closed, a.tip, NULL, q, &branches, &why) == SNW_ERR_STATE);
        arm_free(&m);
    }
}

// solutions of a pose as values of the table; how many, or -1 when one is singular
static int solve_values(const axes *a, const disguise *d, const snw_ik_closed *closed, snw_pose T,
                        double out[][MOST]) {
    snw_ik_branches found;
    const double q[MOST] = {0};
    if (snw_ik_closed_all(closed, T, NULL, q, &found, NULL) < 0) return 0;
    for (int i = 0; i < found.count; i++) {
        if (found.items[i].singular) return -1;
        to_table(a, d, found.items[i].q, out[i]);
    }
    return found.count;
}

static void check_same_solutions(const axes *a, double one[][MOST], double other[][MOST],
                                 int count) {
    for (int i = 0; i < count; i++) {
        double least = HUGE_VAL;
        for (int k = 0; k < count; k++) {
            least = fmin(least, joint_error(a->slides, a->count, one[i], other[k]));
        }
        CHECK_NEAR(least, 0, 1e-5);
    }
}

static void names_frames_and_zeros_change_nothing(void) {
    long compared = 0;
    CHECK_CASES(check_scaled(400)) {
        snw_ik_form form;
        const axes a = draw_known(check_case, &form);
        const disguise plain = no_disguise(), other = random_disguise(&a);
        arm m = arm_of_axes(&a, &plain), n = arm_of_axes(&a, &other);
        snw_ik_closed closed, disguised;
        CHECK(analyze(&m, &closed, NULL) == SNW_OK && analyze(&n, &disguised, NULL) == SNW_OK);
        CHECK(closed.form == form && disguised.form == form);
        forward f = forward_open(&m.model), g = forward_open(&n.model);
        for (int pose = 0; pose < 10; pose++) {
            double value[MOST], q[MOST], one[SNW_IK_CLOSED_BRANCHES][MOST],
                two[SNW_IK_CLOSED_BRANCHES][MOST];
            random_values(&a, value);
            to_model(&a, &other, value, q);
            const snw_pose T = forward_pose(&f, value);
            CHECK_NEAR(pose_error(T, forward_pose(&g, q)), 0, 1e-12);
            const int i = solve_values(&a, &plain, &closed, T, one);
            const int k = solve_values(&a, &other, &disguised, T, two);
            if (i < 0 || k < 0) continue;
            CHECK(i == k && i > 0);
            check_same_solutions(&a, one, two, i);
            compared++;
        }
        forward_close(&f);
        forward_close(&g);
        arm_free(&m);
        arm_free(&n);
    }
    CHECK(compared > check_scaled(3900));
}

// an axis drawn the other way round is the same line: the arm angle is measured from the same side
static void a_reversed_first_axis_keeps_the_arm_angle(void) {
    axes a = {.count = 7, .tip = random_pose(0.2)};
    for (int i = 0; i < 7; i++) {
        a.axis[i] = i % 2 == 0 ? snw_vec3_z(1) : snw_vec3_y(1);
        a.point[i] = snw_vec3_z(i < 3 ? 0.3 : i == 3 ? 0.7 : 1.1);
        a.lower[i] = -3;
        a.upper[i] = 3;
    }
    disguise plain = no_disguise(), other = no_disguise();
    other.sign[0] = other.sign[2] = -1;
    arm m = arm_of_axes(&a, &plain), n = arm_of_axes(&a, &other);
    snw_ik_closed closed, turned;
    CHECK(analyze(&m, &closed, NULL) == SNW_OK && analyze(&n, &turned, NULL) == SNW_OK);
    CHECK(closed.form == SNW_IK_ELBOW && turned.form == SNW_IK_ELBOW);
    CHECK_CASES(200) {
        double value[MOST], q[MOST], psi[2], psi_turned[2];
        int branch;
        random_values(&a, value);
        to_model(&a, &other, value, q);
        if (snw_ik_branch_of(&closed, value, &branch, psi) != SNW_OK) continue;
        CHECK(snw_ik_branch_of(&turned, q, &branch, psi_turned) == SNW_OK);
        CHECK_NEAR(remainder(psi[0] - psi_turned[0], 2 * PI), 0, 1e-9);
    }
    arm_free(&m);
    arm_free(&n);
}

static void published_arms_have_the_forms_they_are_known_for(void) {
    const snw_pose none = snw_pose_identity();
    const struct {
        arm a;
        snw_ik_form form;
        int parameters;
    } known[] = {
        {arm_from_rows(SNW_DH_STANDARD, puma560_rows, 6, none), SNW_IK_SPHERICAL_WRIST, 0},
        {arm_from_rows(SNW_DH_STANDARD, microbo_rows, 6, none), SNW_IK_SPHERICAL_WRIST, 0},
        {arm_from_rows(SNW_DH_STANDARD, ur5_rows, 6, none), SNW_IK_THREE_PARALLEL, 0},
        {arm_from_rows(SNW_DH_MODIFIED, panda_rows, 7, none), SNW_IK_LAST_HELD, 1},
        {arm_from_rows(SNW_DH_STANDARD, iiwa_rows, 7, none), SNW_IK_ELBOW, 1},
        {arm_from_rows(SNW_DH_STANDARD, wam_rows, 7, none), SNW_IK_ELBOW, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        arm a = known[i].a;
        snw_ik_closed closed;
        CHECK(analyze(&a, &closed, NULL) == SNW_OK);
        CHECK(closed.form == known[i].form && closed.parameter_count == known[i].parameters);
        arm_close(&a);
    }
    CHECK_TEXT(snw_ik_form_name(SNW_IK_SPHERICAL_WRIST), "spherical wrist");
    CHECK_TEXT(snw_ik_form_name((snw_ik_form)99), "none");
}

static void links_and_frames_that_are_none_are_refused(void) {
    arm a = arm_from_rows(SNW_DH_STANDARD, puma560_rows, 6, snw_pose_identity());
    snw_ik_closed closed;
    CHECK(snw_ik_analyze(&a.model, 99, -1, &closed, NULL) == SNW_ERR_ARGUMENT);
    CHECK(snw_ik_analyze(&a.model, -1, -1, &closed, NULL) == SNW_ERR_ARGUMENT);
    CHECK(snw_ik_analyze(&a.model, 1, 99, &closed, NULL) == SNW_ERR_ARGUMENT);
    CHECK(closed.form == SNW_IK_NO_FORM);
    CHECK(snw_ik_analyze(&a.model, a.model.link_count - 1, -1, &closed, NULL) == SNW_OK);
    arm_close(&a);
}

int main(void) {
    RUN(a_thousand_random_arms_are_recognised);
    RUN(near_misses_are_refused_with_their_size);
    RUN(arms_without_a_form_are_refused);
    RUN(names_frames_and_zeros_change_nothing);
    RUN(a_reversed_first_axis_keeps_the_arm_angle);
    RUN(published_arms_have_the_forms_they_are_known_for);
    RUN(links_and_frames_that_are_none_are_refused);
    return check_report();
}
