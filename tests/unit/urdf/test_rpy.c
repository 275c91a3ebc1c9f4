// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Rotations that are read are written as angles that give them back bit for bit.
#include "urdf_test.h"

#define BALL "<geometry><sphere radius='1'/></geometry>"

static const double special[] = {0,      SNW_PI / 2, -SNW_PI / 2, SNW_PI,    -SNW_PI,  1.5708,
                                 3.1416, -1.57,      0.1,         1e-9,      -1e-300,  SNW_PI / 4,
                                 4.712,  -7.5,       2 * SNW_PI,  1.5707963, 123456.7, -1e-17};
enum { SPECIALS = sizeof special / sizeof *special };

static double draw_angle(double limit) {
    if (check_int(0, 3) == 0) return special[check_int(0, SPECIALS - 1)];
    return check_real(-limit, limit);
}

static void check_rotation(const char *origin, snw_mat3 expected, double tolerance) {
    char text[700];
    (void)snprintf(text, sizeof text,
                   "<robot name='r' version='1.1'><link name='a'><visual>%s" BALL
                   "</visual></link></robot>",
                   origin);
    reading r;
    read_text(&r, text, SNW_NORMAL); // angles of more than a turn are warned of
    CHECK(r.status == SNW_OK);
    const snw_robot *robot = r.robot;
    CHECK(snw_mat3_near(robot->links[0].visuals[0].origin.R, expected, tolerance));
    check_round_trip(robot, NULL);
    close_reading(&r);
}

static void any_roll_pitch_and_yaw_come_back_bit_for_bit(void) {
    CHECK_CASES(check_scaled(20000)) {
        const double limit = check_case % 2 == 0 ? 3.2 : 20;
        const snw_rpy rpy = {draw_angle(limit), draw_angle(limit), draw_angle(limit)};
        char origin[200];
        (void)snprintf(origin, sizeof origin, "<origin rpy='%.17g %.17g %.17g'/>", rpy.roll,
                       rpy.pitch, rpy.yaw);
        const snw_mat3 expected =
            snw_mat3_mul(snw_mat3_rot_z(rpy.yaw),
                         snw_mat3_mul(snw_mat3_rot_y(rpy.pitch), snw_mat3_rot_x(rpy.roll)));
        check_rotation(origin, expected, 3e-15);
    }
}

static void any_quaternion_comes_back_bit_for_bit(void) {
    CHECK_CASES(check_scaled(10000)) {
        double q[4];
        for (int i = 0; i < 4; i++) {
            q[i] = check_int(0, 4) == 0 ? 0 : check_real(-1, 1);
        }
        const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (norm < 0.1) continue;
        char origin[200];
        (void)snprintf(origin, sizeof origin, "<origin quat_xyzw='%.17g %.17g %.17g %.17g'/>",
                       q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm);
        // the axis and angle of a quaternion, not its matrix
        const double sine = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
        snw_mat3 expected = snw_mat3_identity();
        if (sine > 0) {
            expected = snw_mat3_axis_angle(snw_vec3_of(q[0] / sine, q[1] / sine, q[2] / sine),
                                           2 * atan2(sine, q[3]));
        }
        check_rotation(origin, expected, 5e-15);
    }
}

// numbers that somebody wrote are not replaced by their neighbours
static void short_angles_stay_short(void) {
    static const char *const texts[] = {"0.1 0.2 0.3", "0 0 1.5708", "-0.7 0 3.1",
                                        "1.57 -1.57 0.01", "0.25 1.5 -2.125"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[300], expected[100];
        (void)snprintf(text, sizeof text, VISUAL("<origin xyz='0 0 0' rpy='%s'/>" BALL), texts[i]);
        (void)snprintf(expected, sizeof expected, "rpy=\"%s\"", texts[i]);
        reading r;
        char *out = written(accept(&r, text), NULL);
        if (strstr(out, expected) == NULL) print_error("%s", out);
        CHECK(strstr(out, expected) != NULL);
        free(out);
        close_reading(&r);
    }
}

int main(void) {
    RUN(any_roll_pitch_and_yaw_come_back_bit_for_bit);
    RUN(any_quaternion_comes_back_bit_for_bit);
    RUN(short_angles_stay_short);
    return check_report();
}
