// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

// pi to the precision of long double, as the sum of the double and its remainder
static const long double long_pi = 3.14159265358979323846264338327950288L;

// spec: actin-model:A1-FN-02
static void pi_is_inside_and_minus_pi_is_not(void) {
    CHECK_NEAR(snw_angle_of(SNW_PI).value, SNW_PI, 0);
    CHECK_NEAR(snw_angle_of(-SNW_PI).value, SNW_PI, 0);
    CHECK_NEAR(snw_angle_of(3 * SNW_PI).value, SNW_PI, 0);
    CHECK_NEAR(snw_angle_of(-3 * SNW_PI).value, SNW_PI, 0);
    CHECK_NEAR(snw_angle_wrap(SNW_PI), SNW_PI, 0);
    CHECK_NEAR(snw_angle_wrap(-SNW_PI), SNW_PI, 0);
    CHECK_NEAR(snw_angle_wrap(3 * SNW_PI), SNW_PI, 0);

    // the neighbours of the borders keep their sides
    const double below = nextafter(SNW_PI, 0), above = nextafter(-SNW_PI, 0);
    CHECK_NEAR(snw_angle_wrap(below), below, 0);
    CHECK_NEAR(snw_angle_wrap(above), above, 0);
    for (int k = -201; k <= 201; k += 2) {
        CHECK_NEAR(snw_angle_wrap(k * SNW_PI), SNW_PI, 0);
    }
}

// spec: actin-model:A1-FN-02
static void every_angle_lands_in_range_with_its_sine_and_cosine(void) {
    CHECK_CASES(check_scaled(200000)) {
        const double size = pow(10, check_real(-6, 6)), x = check_real(-size, size);
        const snw_angle a = snw_angle_of(x);
        CHECK(-SNW_PI < a.value && a.value <= SNW_PI);
        CHECK_NEAR(a.sine, (double)sinl((long double)a.value), 1e-15);
        CHECK_NEAR(a.cosine, (double)cosl((long double)a.value), 1e-15);

        // whole turns are taken away, true ones, not turns of the rounded 2 pi
        const long double turns = roundl(((long double)x - a.value) / (2 * long_pi));
        const long double rest = (long double)x - turns * 2 * long_pi;
        CHECK_NEAR((double)(rest - a.value), 0, 1e-15 + fabs(x) * 2.3e-16);
        CHECK_NEAR(snw_angle_wrap(x), a.value, 0);
    }
}

static void inputs_inside_the_range_come_back_unchanged(void) {
    CHECK_CASES(1000) {
        const double x = check_real(-SNW_PI, SNW_PI);
        if (x > -SNW_PI) CHECK_NEAR(snw_angle_of(x).value, x, 0);
    }
}

static void sums_and_differences_go_the_shorter_way(void) {
    const snw_angle a = snw_angle_of(3), b = snw_angle_of(-3);
    CHECK_NEAR(snw_angle_sub(a, b).value, 6 - 2 * SNW_PI, 1e-15);
    CHECK_NEAR(snw_angle_add(a, a).value, 6 - 2 * SNW_PI, 1e-15);
    CHECK_NEAR(snw_angle_neg(a).value, -3, 0);
    CHECK_NEAR(snw_angle_neg(snw_angle_of(SNW_PI)).value, SNW_PI, 0);
    CHECK(snw_angle_near(a, b, 0.2832) && !snw_angle_near(a, b, 0.2831));
}

static void directions_of_points_have_the_right_quadrant(void) {
    CHECK_CASES(1000) {
        const double x = check_real(-1, 1), y = check_real(-1, 1);
        const double r = sqrt(x * x + y * y);
        const snw_angle a = snw_angle_atan2(y, x);
        CHECK_NEAR(r * a.cosine, x, 1e-15);
        CHECK_NEAR(r * a.sine, y, 1e-15);
    }
    CHECK_NEAR(snw_angle_atan2(-0.0, -1).value, SNW_PI, 0);
    CHECK_NEAR(snw_angle_atan2(0.0, -0.0).value, 0, 0);
    CHECK_NEAR(snw_angle_atan2(-0.0, -0.0).value, 0, 0);
}

static void degrees_and_radians_are_undone_by_each_other(void) {
    CHECK_NEAR(snw_radians(180), SNW_PI, 0);
    CHECK_NEAR(snw_radians(30), SNW_PI / 6, 1e-16);
    CHECK_NEAR(snw_degrees(SNW_PI / 2), 90, 1e-14);
    CHECK_NEAR(snw_degrees(snw_radians(77)), 77, 2e-14);
}

static void what_is_not_a_number_stays_so(void) {
    CHECK(isnan(snw_angle_of((double)NAN).value) && isnan(snw_angle_of((double)NAN).sine));
    CHECK(isnan(snw_angle_wrap((double)INFINITY)));
    CHECK(!snw_angle_near(snw_angle_of((double)NAN), snw_angle_of(0), 10));
}

int main(void) {
    RUN(pi_is_inside_and_minus_pi_is_not);
    RUN(every_angle_lands_in_range_with_its_sine_and_cosine);
    RUN(inputs_inside_the_range_come_back_unchanged);
    RUN(sums_and_differences_go_the_shorter_way);
    RUN(directions_of_points_have_the_right_quadrant);
    RUN(degrees_and_radians_are_undone_by_each_other);
    RUN(what_is_not_a_number_stays_so);
    return check_report();
}
