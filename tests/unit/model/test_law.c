// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include "../../../src/robot/model/inside.h"

// The motion of the helical rail in closed form. With R = Rz(q) Ry(b), b = tilt sin q, and y1 the y
// axis turned by Rz(q): omega = z q' + y1 b', and its derivative adds (z q') x (y1 b').
typedef struct motion {
    snw_twist velocity; // along the axes of the carriage
    snw_accel acceleration;
} motion;

static motion exact(const helical_rail *rail, double q, double rate, double acceleration) {
    const double c = cos(q), s = sin(q), t = rail->tilt, r = rail->radius;
    const double b1 = t * c * rate, b2 = t * (c * acceleration - s * rate * rate);
    const snw_vec3 y1 = snw_vec3_of(-s, c, 0), z = snw_vec3_z(1);
    const snw_vec3 way = snw_vec3_of(-r * s, r * c, rail->rise);
    const snw_vec3 inward = snw_vec3_of(-r * c, -r * s, 0);
    const snw_vec3 omega = snw_vec3_add(snw_vec3_scale(z, rate), snw_vec3_scale(y1, b1));
    const snw_vec3 v = snw_vec3_scale(way, rate);
    const snw_vec3 a =
        snw_vec3_add(snw_vec3_scale(way, acceleration), snw_vec3_scale(inward, rate * rate));
    const snw_vec3 turn = snw_vec3_scale(snw_vec3_cross(z, y1), rate * b1);
    const snw_vec3 alpha =
        snw_vec3_add(turn, snw_vec3_add(snw_vec3_scale(z, acceleration), snw_vec3_scale(y1, b2)));
    const snw_mat3 R = rail_transform(rail, q).R;
    return (motion){
        snw_twist_of(snw_mat3_apply_t(R, v), snw_mat3_apply_t(R, omega)),
        snw_accel_of(snw_mat3_apply_t(R, a), snw_mat3_apply_t(R, alpha)),
    };
}

static snw_twist exact_velocity(const void *law, double q, double rate) {
    return exact(law, q, rate, 0).velocity;
}

static snw_accel exact_acceleration(const void *law, double q, double rate, double acceleration) {
    return exact(law, q, rate, acceleration).acceleration;
}

// joint values between -6 and 6, every other one within 1e-4 of half a turn, where the quaternion
// that is made from the matrix changes its sign
static double random_value(void) {
    const double half[] = {-SNW_PI, SNW_PI};
    if (check_case % 2 == 0) return check_real(-6, 6);
    return half[check_int(0, 1)] + check_real(-1e-4, 1e-4);
}

static helical_rail random_rail(void) {
    return (helical_rail){check_real(0.1, 1), check_real(-0.3, 0.3), check_real(-0.5, 0.5)};
}

static void the_closed_form_agrees_with_itself(void) {
    // the velocity is what the transform does, to first order; so the reference is not wrong
    CHECK_CASES(200) {
        const helical_rail rail = random_rail();
        const double q = check_real(-6, 6), h = 1e-6;
        const motion m = exact(&rail, q, 1, 0);
        const snw_pose T = rail_transform(&rail, q), next = rail_transform(&rail, q + h);
        const snw_twist d = snw_pose_difference(T, next);
        CHECK(
            snw_vec3_near(snw_mat3_apply_t(T.R, snw_vec3_divide(d.lin, h)), m.velocity.lin, 1e-5));
        CHECK(
            snw_vec3_near(snw_mat3_apply_t(T.R, snw_vec3_divide(d.ang, h)), m.velocity.ang, 1e-5));
    }
}

// spec: actin-model:A1-LK-10
static void the_default_velocity_is_right_and_along_the_axes_of_the_child(void) {
    CHECK_CASES(20000) {
        helical_rail rail = random_rail();
        const snw_child law = {&rail_type, &rail};
        const double q = random_value(), rate = check_real(-2, 2);
        const snw_twist v = snw_law_velocity(&law, q, rate);
        CHECK(snw_twist_near(v, exact(&rail, q, rate, 0).velocity, 1e-9));
    }
}

// spec: actin-model:A1-LK-11
static void the_default_acceleration_is_right_also_where_the_quaternion_changes_sign(void) {
    double worst = 0;
    CHECK_CASES(20000) {
        helical_rail rail = random_rail();
        const snw_child law = {&rail_type, &rail};
        const double q = random_value(), rate = check_real(-2, 2), a = check_real(-3, 3);
        const snw_accel found = snw_law_acceleration(&law, q, rate, a);
        const snw_accel e = exact(&rail, q, rate, a).acceleration;
        CHECK(snw_accel_near(found, e, 2e-5));
        worst = fmax(worst, snw_vec3_max_abs(snw_vec3_sub(found.lin, e.lin)));
        worst = fmax(worst, snw_vec3_max_abs(snw_vec3_sub(found.ang, e.ang)));
    }
    CHECK(worst <= 5e-6);
}

static void the_sign_does_change_where_the_tests_say_it_does(void) {
    const helical_rail rail = {0.5, 0.1, 0};
    const snw_quat before = snw_quat_from_mat3(rail_transform(&rail, SNW_PI - 1e-6).R);
    const snw_quat after = snw_quat_from_mat3(rail_transform(&rail, SNW_PI + 1e-6).R);
    CHECK(snw_quat_dot(before, after) < 0);
}

static void functions_that_a_law_gives_are_used(void) {
    static const snw_joint_law given = {.head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION},
                                        .transform = rail_transform,
                                        .velocity = exact_velocity,
                                        .acceleration = exact_acceleration};
    snw_type type = rail_type;
    type.functions = &given.head;
    CHECK_CASES(200) {
        helical_rail rail = random_rail();
        const snw_child law = {&type, &rail};
        const double q = check_real(-6, 6), rate = check_real(-2, 2), a = check_real(-3, 3);
        const motion m = exact(&rail, q, rate, a);
        CHECK(snw_twist_near(snw_law_velocity(&law, q, rate), m.velocity, 0));
        CHECK(snw_accel_near(snw_law_acceleration(&law, q, rate, a), m.acceleration, 0));
    }
}

static void an_acceleration_by_differences_of_a_given_velocity_is_better(void) {
    static const snw_joint_law given = {.head = {sizeof(snw_joint_law), SNW_JOINT_LAW_VERSION},
                                        .transform = rail_transform,
                                        .velocity = exact_velocity};
    snw_type type = rail_type;
    type.functions = &given.head;
    CHECK_CASES(2000) {
        helical_rail rail = random_rail();
        const snw_child law = {&type, &rail};
        const double q = random_value(), rate = check_real(-2, 2), a = check_real(-3, 3);
        CHECK(snw_accel_near(snw_law_acceleration(&law, q, rate, a),
                             exact(&rail, q, rate, a).acceleration, 1e-7));
    }
}

// --- checks -------------------------------------------------------------------------------------

static snw_pose mirror(const void *law, double q) {
    (void)law;
    snw_pose T = snw_pose_translation(snw_vec3_x(q));
    T.R.z.z = -1;
    return T;
}

static snw_pose stretch(const void *law, double q) {
    (void)law;
    return snw_pose_of(snw_mat3_scale(snw_mat3_identity(), 1.1), snw_vec3_x(q));
}

static snw_pose nothing(const void *law, double q) {
    (void)law;
    return snw_pose_translation(snw_vec3_x(q / 0.0));
}

static void a_law_is_checked_before_it_is_used(void) {
    helical_rail rail = {0.5, 0.1, 0};
    snw_why why;
    snw_type type = rail_type;
    snw_joint_law functions = rail_law;
    type.functions = &functions.head;
    const snw_child law = {&type, &rail};
    CHECK(snw__law_check(&law, &why) == SNW_OK);
    CHECK(snw__law_check(&(snw_child){NULL, NULL}, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw__law_check(&(snw_child){&type, NULL}, NULL) == SNW_ERR_ARGUMENT);
    type.base = "shape";
    CHECK(snw__law_check(&law, &why) == SNW_ERR_ARGUMENT);
    type.base = NULL;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_ARGUMENT);
    type.base = "joint_law";
    functions.head.version = 2;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_VERSION);
    functions.head.version = 1;
    functions.head.size = 8;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_VERSION);
    functions.head.size = sizeof functions;
    functions.transform = NULL;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_VERSION);
    type.functions = NULL;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_VERSION);
    type.functions = &functions.head;
    functions.transform = mirror;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_RANGE);
    functions.transform = stretch;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_RANGE);
    functions.transform = nothing;
    CHECK(snw__law_check(&law, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "law");
    CHECK(why.fix[0] != '\0');
}

typedef struct table_law {
    double *points;
    int count;
} table_law;
static const snw_field table_fields[] = {
    {SNW_AT_LIST(table_law, points, count, 100), .kind = SNW_KIND_REAL, .help = "Points."},
};

static void a_law_with_a_list_is_refused_because_the_model_could_not_keep_it(void) {
    const snw_type type = {SNW_TYPE(table_law, table_fields), .base = "joint_law",
                           .space = &snw_space_robot, .functions = &rail_law.head,
                           .help = "A table."};
    table_law block = {NULL, 0};
    CHECK(snw__law_check(&(snw_child){&type, &block}, NULL) == SNW_ERR_UNSUPPORTED);
}

static void the_base_of_laws_is_known_to_registries(void) {
    snw_registry registry;
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&registry, 4, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_registry_init(&registry, 4, &arena) == SNW_OK);
    CHECK(snw_registry_add(&registry, &rail_type, NULL) < 0); // its base is not there yet
    CHECK(snw_registry_add_base(&registry, &snw_joint_law_base, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &rail_type, NULL) == SNW_OK);
    CHECK(snw_registry_is_a(&registry, &rail_type, "joint_law"));
    free(block);
}

int main(void) {
    RUN(the_closed_form_agrees_with_itself);
    RUN(the_default_velocity_is_right_and_along_the_axes_of_the_child);
    RUN(the_default_acceleration_is_right_also_where_the_quaternion_changes_sign);
    RUN(the_sign_does_change_where_the_tests_say_it_does);
    RUN(functions_that_a_law_gives_are_used);
    RUN(an_acceleration_by_differences_of_a_given_velocity_is_better);
    RUN(a_law_is_checked_before_it_is_used);
    RUN(a_law_with_a_list_is_refused_because_the_model_could_not_keep_it);
    RUN(the_base_of_laws_is_known_to_registries);
    return check_report();
}
