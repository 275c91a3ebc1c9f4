// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static const double pi = SNW_PI;

// --- each way of writing, to the matrix and back ------------------------------------------------

static snw_mat3 via_quat(snw_mat3 R) {
    return snw_quat_to_mat3(snw_quat_from_mat3(R));
}

static snw_mat3 via_axis_angle(snw_mat3 R) {
    const snw_axis_angle a = snw_axis_angle_from_mat3(R);
    CHECK_NEAR(snw_vec3_norm(a.axis), 1, 5e-16);
    CHECK(0 <= a.angle && a.angle <= pi);
    return snw_mat3_axis_angle(a.axis, a.angle);
}

static snw_mat3 via_rotation_vector(snw_mat3 R) {
    const snw_vec3 r = snw_rotation_log(R);
    CHECK(snw_vec3_norm(r) <= pi + 1e-15);
    return snw_rotation_exp(r);
}

// half turns have none: they stay as they are
static snw_mat3 via_rodrigues(snw_mat3 R) {
    snw_vec3 g;
    const snw_status status = snw_rodrigues_from_mat3(R, &g);
    if (status == SNW_ERR_SINGULAR) {
        CHECK_NEAR(R.x.x + R.y.y + R.z.z, -1, 1e-14);
        return R;
    }
    CHECK(status == SNW_OK);
    return snw_mat3_from_rodrigues(g);
}

static snw_mat3 via_rpy(snw_mat3 R) {
    const snw_rpy a = snw_rpy_from_mat3(R);
    CHECK(-pi < a.roll && a.roll <= pi && -pi < a.yaw && a.yaw <= pi);
    CHECK(-pi / 2 <= a.pitch && a.pitch <= pi / 2);
    return snw_mat3_from_rpy(a);
}

static snw_mat3 via_euler_321(snw_mat3 R) {
    const snw_euler_321 a = snw_euler_321_from_mat3(R);
    CHECK(-pi / 2 <= a.theta && a.theta <= pi / 2);
    return snw_mat3_from_euler_321(a);
}

static snw_mat3 via_euler_zyz(snw_mat3 R) {
    const snw_euler_zyz a = snw_euler_zyz_from_mat3(R);
    CHECK(-pi < a.phi && a.phi <= pi && -pi < a.psi && a.psi <= pi);
    CHECK(0 <= a.theta && a.theta <= pi);
    return snw_mat3_from_euler_zyz(a);
}

static snw_mat3 via_oa(snw_mat3 R) {
    snw_mat3 out;
    CHECK(snw_mat3_from_oa(R.y, R.z, &out) == SNW_OK);
    return out;
}

typedef snw_mat3 round_trip(snw_mat3 R);
static round_trip *const trips[] = {via_quat, via_axis_angle, via_rotation_vector, via_rodrigues,
                                    via_rpy,  via_euler_321,  via_euler_zyz,       via_oa};
enum { TRIPS = sizeof trips / sizeof trips[0] };

static void check_trips(snw_mat3 R, double tolerance) {
    for (int i = 0; i < TRIPS; i++) {
        CHECK_NEAR(off3(trips[i](R), R), 0, tolerance);
    }
}

// A rotation within 1e-6 of a singularity of one of the ways of writing: no rotation, half a turn,
// the gimbal of the 3-2-1 angles, those of the z-y-z angles. `distance` 0 is the singularity
// itself.
static snw_mat3 singular_rotation(double distance) {
    const double d = check_int(0, 1) ? distance : -distance;
    const double a = check_real(-pi, pi), b = check_real(-pi, pi);
    switch (check_int(0, 5)) {
    case 0:
        return ref_to3(ref_axis_angle(random_axis(), (long double)distance));
    case 1:
        return ref_to3(ref_axis_angle(random_axis(), 3.14159265358979323846264L + (long double)d));
    case 2:
    case 3: {
        const double pitch = (check_int(0, 1) ? pi / 2 : -pi / 2) + d;
        return ref_to3(ref_mul(ref_mul(ref_about(2, a), ref_about(1, pitch)), ref_about(0, b)));
    }
    default: {
        const double theta = (check_int(0, 1) ? pi : 0) + d;
        return ref_to3(ref_mul(ref_mul(ref_about(2, a), ref_about(1, theta)), ref_about(2, b)));
    }
    }
}

// A million rotations, each written in every way and back; one in ten within 1e-6 of a singularity,
// where 1e-7 would do but 1e-12 holds too.
// spec: actin-model:A1-CAP-04
static void every_way_of_writing_gives_the_rotation_back(void) {
    CHECK_CASES(check_scaled(1000000)) {
        const bool close = check_case % 10 == 0;
        const double distance = close ? pow(10, check_real(-18, -6)) : 0;
        check_trips(close ? singular_rotation(distance) : random_rotation(), 1e-12);
    }
}

// Builders and decompositions: translation, axis and angle, approach and orientation, Euler, RPY;
// a hundred thousand, one in four with angles of 0, pi/2 or pi.
// spec: rccl:KIN-02
static void building_from_a_decomposition_gives_the_same_transform(void) {
    CHECK_CASES(check_scaled(100000)) {
        double angles[3];
        for (int i = 0; i < 3; i++) {
            angles[i] = check_case % 4 == 0 ? check_int(-2, 2) * pi / 2 : check_real(-pi, pi);
        }
        const snw_mat3 built[] = {
            snw_mat3_from_euler_zyz((snw_euler_zyz){angles[0], angles[1], angles[2]}),
            snw_mat3_from_rpy((snw_rpy){angles[0], angles[1], angles[2]}),
            snw_mat3_axis_angle(random_axis(), angles[0]),
            snw_mat3_mul(snw_mat3_rot_x(angles[0]),
                         snw_mat3_mul(snw_mat3_rot_y(angles[1]), snw_mat3_rot_z(angles[2]))),
        };
        for (int i = 0; i < 4; i++) {
            check_trips(built[i], 1e-12);
        }
        const snw_vec3 p = random_vec3(1000);
        const snw_pose T = snw_pose_mul(snw_pose_translation(p), snw_pose_rotation(built[0]));
        CHECK(snw_vec3_equal(T.p, p) && snw_mat3_near(T.R, built[0], 0));
    }
}

// Against the three elementary rotations, each checked against long double itself.
// spec: actin-model:A1-FN-07
static void euler_321_is_yaw_pitch_roll_and_its_gimbal_case_is_defined(void) {
    CHECK_CASES(check_scaled(100000)) {
        const double psi = check_real(-7, 7), theta = check_real(-7, 7), phi = check_real(-7, 7);
        const ref_mat R =
            ref_mul(ref_mul(ref_about(2, psi), ref_about(1, theta)), ref_about(0, phi));
        const snw_mat3 E = snw_mat3_from_euler_321((snw_euler_321){psi, theta, phi});
        CHECK_NEAR(ref_off(ref_of3(E), R), 0, 1e-14);
    }
    // the gimbal case: phi is 0, psi takes the whole rotation, the rotation is the same
    for (int sign = -1; sign <= 1; sign += 2) {
        CHECK_CASES(1000) {
            const double psi = check_real(-1.5, 1.5), phi = check_real(-1.5, 1.5);
            const snw_mat3 R = snw_mat3_from_euler_321((snw_euler_321){psi, sign * pi / 2, phi});
            const snw_euler_321 a = snw_euler_321_from_mat3(R);
            CHECK_NEAR(a.phi, 0, 0);
            CHECK_NEAR(a.theta, sign * pi / 2, 1e-15);
            CHECK_NEAR(a.psi, psi - sign * phi, 1e-14);
            CHECK_NEAR(off3(snw_mat3_from_euler_321(a), R), 0, 1e-14);
        }
    }
}

// Translation, rotations about x, y, z and any vector, Euler z-y-z and roll-pitch-yaw both ways.
// spec: loffler:L-155
static void transform_functions_match_their_definitions_and_come_back(void) {
    CHECK_CASES(check_scaled(20000)) {
        const double a = check_real(-pi, pi), b = check_real(0.01, pi - 0.01),
                     c = check_real(-pi, pi), p = b - pi / 2;
        const ref_mat Rx = ref_about(0, a), Ry = ref_about(1, a), Rz = ref_about(2, a);
        CHECK_NEAR(ref_off(ref_of3(snw_mat3_rot_x(a)), Rx), 0, 1e-15);
        CHECK_NEAR(ref_off(ref_of3(snw_mat3_rot_y(a)), Ry), 0, 1e-15);
        CHECK_NEAR(ref_off(ref_of3(snw_mat3_rot_z(a)), Rz), 0, 1e-15);

        snw_mat3 R;
        const snw_vec3 axis = random_vec3(5);
        CHECK(snw_rotation_about(axis, a, &R) == SNW_OK);
        CHECK_NEAR(ref_off(ref_of3(R), ref_axis_angle(axis, (long double)a)), 0, 1e-14);

        const snw_euler_zyz zyz = {a, b, c};
        const ref_mat E = ref_mul(ref_mul(ref_about(2, a), ref_about(1, b)), ref_about(2, c));
        CHECK_NEAR(ref_off(ref_of3(snw_mat3_from_euler_zyz(zyz)), E), 0, 1e-14);
        const snw_euler_zyz zyz_back = snw_euler_zyz_from_mat3(ref_to3(E));
        CHECK_NEAR(zyz_back.phi, a, 1e-12);
        CHECK_NEAR(zyz_back.theta, b, 1e-12);
        CHECK_NEAR(zyz_back.psi, c, 1e-12);

        const snw_rpy rpy = {a, p, c};
        const ref_mat P = ref_mul(ref_mul(ref_about(2, c), ref_about(1, p)), ref_about(0, a));
        CHECK_NEAR(ref_off(ref_of3(snw_mat3_from_rpy(rpy)), P), 0, 1e-14);
        const snw_rpy rpy_back = snw_rpy_from_mat3(ref_to3(P));
        CHECK_NEAR(rpy_back.roll, a, 1e-12);
        CHECK_NEAR(rpy_back.pitch, p, 1e-12);
        CHECK_NEAR(rpy_back.yaw, c, 1e-12);

        const snw_pose T = snw_pose_translation(axis);
        CHECK(snw_vec3_equal(snw_pose_apply(T, snw_vec3_zero()), axis));
    }
}

// spec: loffler:L-155
static void gimbal_cases_set_the_stated_angle_to_zero(void) {
    CHECK_CASES(1000) {
        const double a = check_real(-1.5, 1.5), c = check_real(-1.5, 1.5);
        const snw_mat3 up = snw_mat3_from_euler_zyz((snw_euler_zyz){a, 0, c});
        const snw_mat3 down = snw_mat3_from_euler_zyz((snw_euler_zyz){a, pi, c});
        const snw_mat3 nose = snw_mat3_from_rpy((snw_rpy){a, pi / 2, c});
        const snw_euler_zyz u = snw_euler_zyz_from_mat3(up), d = snw_euler_zyz_from_mat3(down);
        const snw_rpy n = snw_rpy_from_mat3(nose);
        CHECK(u.phi == 0 && d.phi == 0 && n.roll == 0);
        CHECK_NEAR(u.psi, a + c, 1e-14);
        CHECK_NEAR(d.psi, c - a, 1e-14);
        CHECK_NEAR(n.yaw, c - a, 1e-14);
        CHECK_NEAR(u.theta, 0, 1e-15);
        CHECK_NEAR(d.theta, pi, 1e-15);
        CHECK_NEAR(off3(snw_mat3_from_euler_zyz(u), up), 0, 1e-12);
        CHECK_NEAR(off3(snw_mat3_from_euler_zyz(d), down), 0, 1e-12);
        CHECK_NEAR(off3(snw_mat3_from_rpy(n), nose), 0, 1e-12);
    }
}

// The rotation vector against the axis and angle that made the rotation; then 200 rotations within
// 1e-6 of half a turn or of the gimbals, and those singularities themselves.
// spec: damore:KIN-11
static void the_logarithm_is_right_everywhere_and_round_trips_hold(void) {
    CHECK_CASES(check_scaled(100000)) {
        const snw_vec3 axis = random_axis();
        const double angle = check_real(0, pi);
        const snw_mat3 R = ref_to3(ref_axis_angle(axis, (long double)angle));
        const snw_vec3 r = snw_rotation_log(R);
        CHECK(snw_vec3_near(r, snw_vec3_scale(axis, angle), 1e-14));
        check_trips(R, 1e-9);
    }
    CHECK_CASES(200) {
        check_trips(singular_rotation(pow(10, check_real(-18, -6))), 1e-9);
        check_trips(singular_rotation(0), 1e-9);
        // just short of pi the vector still has the direction and length of what was built
        const snw_vec3 axis = random_axis();
        const double short_of = pow(10, check_real(-13, -6));
        const ref_mat R = ref_axis_angle(axis, 3.14159265358979323846264L - (long double)short_of);
        CHECK(snw_vec3_near(snw_rotation_log(ref_to3(R)), snw_vec3_scale(axis, pi - short_of),
                            1e-14));
    }
}

// All sign patterns of the axis, at exactly half a turn: 2 n n^T - E, without any rounding.
// spec: damore:KIN-11
static void the_logarithm_at_exactly_pi_keeps_the_signs_of_the_axis(void) {
    const snw_vec3 axes[] = {{1, 0, 0},         {0, 1, 0},         {0, 0, 1},
                             {0.6, 0.8, 0},     {0.6, 0, 0.8},     {0, 0.28, 0.96},
                             {0.48, 0.6, 0.64}, {0.64, 0.48, 0.6}, {0.6, 0.64, 0.48}};
    for (int k = 0; k < 9; k++) {
        for (int signs = 0; signs < 8; signs++) {
            const snw_vec3 n = {signs & 1 ? -axes[k].x : axes[k].x,
                                signs & 2 ? -axes[k].y : axes[k].y,
                                signs & 4 ? -axes[k].z : axes[k].z};
            const snw_mat3 R = {{2 * n.x * n.x - 1, 2 * n.x * n.y, 2 * n.x * n.z},
                                {2 * n.x * n.y, 2 * n.y * n.y - 1, 2 * n.y * n.z},
                                {2 * n.x * n.z, 2 * n.y * n.z, 2 * n.z * n.z - 1}};
            const snw_vec3 r = snw_rotation_log(R);
            const double first = n.x != 0 ? n.x : n.y != 0 ? n.y : n.z;
            CHECK(snw_vec3_near(r, snw_vec3_scale(n, first < 0 ? -pi : pi), 2e-15));
            const snw_axis_angle a = snw_axis_angle_from_mat3(R);
            CHECK_NEAR(a.angle, pi, 0);
            CHECK(snw_vec3_near(a.axis, first < 0 ? snw_vec3_neg(n) : n, 1e-15));
            check_trips(R, 1e-14);
        }
    }
}

static void exp_and_log_keep_their_digits_for_small_rotations(void) {
    CHECK_CASES(check_scaled(20000)) {
        const double angle = pow(10, check_real(-300, -1));
        const snw_vec3 axis = random_axis(), r = snw_vec3_scale(axis, angle);
        const snw_mat3 R = snw_rotation_exp(r);
        CHECK_NEAR(ref_off(ref_of3(R), ref_axis_angle(axis, (long double)angle)), 0, 3e-16);
        CHECK(snw_vec3_near(snw_rotation_log(R), r, 1e-14 * angle));
        const snw_axis_angle a = snw_axis_angle_from_mat3(R);
        CHECK(fabs(a.angle - angle) <= 1e-14 * angle && snw_vec3_near(a.axis, axis, 1e-14));
    }
    const snw_axis_angle none = snw_axis_angle_from_mat3(snw_mat3_identity());
    CHECK(none.angle == 0 && snw_vec3_equal(none.axis, snw_vec3_z(1)));
}

// axis times tan(angle / 2), and refused at half a turn
static void rodrigues_parameters_follow_their_definition(void) {
    CHECK_CASES(10000) {
        const snw_vec3 axis = random_axis();
        const double angle = check_real(0, 3);
        const double t = (double)tanl((long double)angle / 2);
        const snw_mat3 R = ref_to3(ref_axis_angle(axis, (long double)angle));
        snw_vec3 g;
        CHECK(snw_rodrigues_from_mat3(R, &g) == SNW_OK);
        CHECK(snw_vec3_near(g, snw_vec3_scale(axis, t), 1e-13 * (1 + t * t)));
        CHECK_NEAR(off3(snw_mat3_from_rodrigues(snw_vec3_scale(axis, t)), R), 0, 1e-14);
    }
    snw_vec3 g = {1, 2, 3};
    CHECK(snw_rodrigues_from_mat3(snw_mat3_diagonal((snw_vec3){-1, 1, -1}), &g) ==
          SNW_ERR_SINGULAR);
    snw_mat3 bad = snw_mat3_identity();
    bad.y.z = (double)NAN;
    CHECK(snw_rodrigues_from_mat3(bad, &g) == SNW_ERR_NOT_FINITE);
    CHECK(snw_vec3_equal(g, (snw_vec3){1, 2, 3}));
    CHECK_NEAR(snw_quat_from_rodrigues((snw_vec3){1e200, 0, 0}).x, 1, 1e-15);
}

// a is kept, o lies in the plane of both on the side of the given o, n = o x a
static void approach_is_kept_and_orientation_made_orthogonal(void) {
    CHECK_CASES(10000) {
        const snw_vec3 o = random_vec3(4), a = random_vec3(0.1);
        snw_mat3 R;
        const snw_status status = snw_mat3_from_oa(o, a, &R);
        const double sine =
            snw_vec3_norm(snw_vec3_cross(o, a)) / snw_vec3_norm(o) / snw_vec3_norm(a);
        if (sine < 1e-3) continue;
        CHECK(status == SNW_OK);
        CHECK(snw_vec3_near(R.z, snw_vec3_scale(a, 1 / snw_vec3_norm(a)), 1e-15));
        CHECK_NEAR(ref_off(ref_mul(ref_transpose(ref_of3(R)), ref_of3(R)), ref_identity(3)), 0,
                   1e-14);
        CHECK(snw_vec3_near(R.x, snw_vec3_cross(R.y, R.z), 1e-14));
        CHECK(snw_vec3_dot(R.y, o) > 0);
        CHECK_NEAR(snw_vec3_dot(R.x, o), 0, 1e-14);
    }
    snw_mat3 R = snw_mat3_zero();
    const snw_vec3 x = {1, 0, 0}, nothing = {0, 0, 0}, bad = {0, (double)NAN, 1};
    CHECK(snw_mat3_from_oa(x, (snw_vec3){-3, 0, 0}, &R) == SNW_ERR_SINGULAR);
    CHECK(snw_mat3_from_oa(x, (snw_vec3){1, 1e-10, 0}, &R) == SNW_ERR_SINGULAR);
    CHECK(snw_mat3_from_oa(nothing, x, &R) == SNW_ERR_SINGULAR);
    CHECK(snw_mat3_from_oa(x, nothing, &R) == SNW_ERR_SINGULAR);
    CHECK(snw_mat3_from_oa(x, bad, &R) == SNW_ERR_NOT_FINITE);
    CHECK(snw_mat3_from_oa(bad, x, &R) == SNW_ERR_NOT_FINITE);
    CHECK(snw_mat3_near(R, snw_mat3_zero(), 0));
}

static void a_rotation_needs_an_axis(void) {
    snw_mat3 R = snw_mat3_zero();
    CHECK(snw_rotation_about(snw_vec3_zero(), 1, &R) == SNW_ERR_RANGE);
    CHECK(snw_rotation_about((snw_vec3){(double)NAN, 0, 0}, 1, &R) == SNW_ERR_NOT_FINITE);
    CHECK(snw_rotation_about(snw_vec3_x(1), (double)INFINITY, &R) == SNW_ERR_NOT_FINITE);
    CHECK(snw_mat3_near(R, snw_mat3_zero(), 0));
    CHECK(snw_rotation_about(snw_vec3_x(1e-300), 1, &R) == SNW_OK);
    CHECK_NEAR(off3(R, snw_mat3_rot_x(1)), 0, 0);
}

// a matrix of NaN must not come out as angles that look like numbers
static void what_is_not_a_number_gives_no_angles(void) {
    const double n = (double)NAN;
    const snw_mat3 bad = {{n, n, n}, {n, n, n}, {n, n, n}};
    const snw_rpy rpy = snw_rpy_from_mat3(bad);
    const snw_euler_zyz zyz = snw_euler_zyz_from_mat3(bad);
    const snw_axis_angle a = snw_axis_angle_from_mat3(bad);
    CHECK(isnan(rpy.roll) && isnan(rpy.pitch) && isnan(rpy.yaw));
    CHECK(isnan(zyz.phi) && isnan(zyz.theta) && isnan(zyz.psi));
    CHECK(isnan(a.angle) && isnan(a.axis.x) && isnan(snw_rotation_log(bad).y));
    CHECK(isnan(snw_rotation_exp((snw_vec3){0, n, 0}).x.x) && isnan(snw_quat_from_mat3(bad).w));

    // one NaN anywhere in the matrix is enough for the quaternion and what follows from it
    for (int i = 0; i < 9; i++) {
        CHECK_CASES(50) {
            snw_mat3 R = random_rotation();
            snw_mat3_set(&R, i / 3, i % 3, n);
            CHECK(isnan(snw_quat_from_mat3(R).w) && isnan(snw_rotation_log(R).z));
        }
    }
}

int main(void) {
    RUN(every_way_of_writing_gives_the_rotation_back);
    RUN(building_from_a_decomposition_gives_the_same_transform);
    RUN(euler_321_is_yaw_pitch_roll_and_its_gimbal_case_is_defined);
    RUN(transform_functions_match_their_definitions_and_come_back);
    RUN(gimbal_cases_set_the_stated_angle_to_zero);
    RUN(the_logarithm_is_right_everywhere_and_round_trips_hold);
    RUN(the_logarithm_at_exactly_pi_keeps_the_signs_of_the_axis);
    RUN(exp_and_log_keep_their_digits_for_small_rotations);
    RUN(rodrigues_parameters_follow_their_definition);
    RUN(approach_is_kept_and_orientation_made_orthogonal);
    RUN(a_rotation_needs_an_axis);
    RUN(what_is_not_a_number_gives_no_angles);
    return check_report();
}
