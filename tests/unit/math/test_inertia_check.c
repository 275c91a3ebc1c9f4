// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include <string.h>

static const double rounding = 1e-9;

static double number_of(const snw_why *why, const char *name) {
    for (int i = 0; i < why->number_count; i++) {
        if (strcmp(why->numbers[i].name, name) == 0) return why->numbers[i].value;
    }
    return (double)NAN;
}

// A body of 1 to 20 points exists, so its numbers must pass, in any frame and any units; one to
// three points are the bodies without extent, on the border.
static void bodies_that_exist_pass(void) {
    CHECK_CASES(check_scaled(20000)) {
        const int points = check_int(1, 20);
        const double unit = pow(10, check_real(-4, 4));
        snw_inertia A = snw_inertia_zero();
        for (int k = 0; k < points; k++) {
            A = snw_inertia_add(A, snw_inertia_point(check_real(0, unit), random_vec3(unit)));
        }
        CHECK(snw_inertia_check(A, rounding, NULL) == SNW_OK);
        CHECK(snw_inertia_check(snw_inertia_transform(random_pose(unit), A), rounding, NULL) ==
              SNW_OK);
    }
    CHECK(snw_inertia_check(snw_inertia_zero(), 0, NULL) == SNW_OK);
    CHECK(snw_inertia_check(snw_inertia_point(2, snw_vec3_zero()), 0, NULL) == SNW_OK);
    CHECK(snw_inertia_check(snw_inertia_box(2, (snw_vec3){1, 2, 0}), rounding, NULL) == SNW_OK);
}

// Central moments d about random axes at a random place: exactly those with the triangle inequality
// belong to a body. The rule is applied here directly, without any eigenvalue.
static void moments_pass_exactly_when_the_triangle_inequality_holds(void) {
    long refused = 0;
    CHECK_CASES(check_scaled(20000)) {
        const snw_vec3 d = {check_real(0.01, 1), check_real(0.01, 1), check_real(0.01, 1)};
        const double slack = fmin(d.x + d.y - d.z, fmin(d.y + d.z - d.x, d.z + d.x - d.y));
        if (fabs(slack) < 1e-6) continue;
        const snw_sym3 central = snw_sym3_rotate(random_rotation(), snw_sym3_of(d, 0, 0, 0));
        const snw_inertia A =
            snw_inertia_from_central(check_real(0.1, 10), random_vec3(1), central);
        snw_why why = {0};
        const snw_status status = snw_inertia_check(A, rounding, &why);
        CHECK(status == (slack > 0 ? SNW_OK : SNW_ERR_RANGE));
        if (slack > 0) continue;
        refused++;
        CHECK(why.code == SNW_ERR_RANGE);
        CHECK_TEXT(why.text, "the largest central moment is more than the sum of the other two");
        CHECK_NEAR(number_of(&why, "mass"), A.m, 0);
        CHECK(number_of(&why, "least eigenvalue") < -rounding);
        const double most = fmax(d.x, fmax(d.y, d.z));
        CHECK_NEAR(number_of(&why, "central moment 3"), most, 1e-12);
    }
    CHECK(refused > 100);
}

// The second moment about the origin is too small for where the centre of mass is.
static void a_centre_of_mass_too_far_out_is_refused(void) {
    snw_inertia A = snw_inertia_sphere(2, 0.1);
    A.h = snw_vec3_x(2 * 0.5);
    snw_why why = {0};
    CHECK(snw_inertia_check(A, rounding, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "a moment about the centre of mass is negative");
    CHECK_NEAR(number_of(&why, "central moment 1"), 0.4 * 2 * 0.01 - 2 * 0.25, 1e-12);
    CHECK_TEXT(why.rule, "inertia-physical");
    CHECK_TEXT(why.subject, "inertia");
}

static void negative_and_missing_mass_are_refused(void) {
    snw_why why = {0};
    CHECK(snw_inertia_check(snw_inertia_scale(snw_inertia_sphere(1, 1), -1), 1, &why) ==
          SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "the mass is negative");
    snw_inertia A = snw_inertia_zero();
    A.I.xx = 1e-6;
    CHECK(snw_inertia_check(A, 1, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "a body without mass has moments");
    A = snw_inertia_zero();
    A.h.y = 1e-6;
    CHECK(snw_inertia_check(A, 1, NULL) == SNW_ERR_RANGE);
    A = snw_inertia_zero();
    A.m = -1e-300;
    CHECK(snw_inertia_check(A, 1, NULL) == SNW_ERR_RANGE);
}

// A flat plate whose data-sheet moments are rounded to three digits: 1e-4 forgives, 1e-9 does not.
static void the_tolerance_decides_about_rounded_data(void) {
    const snw_inertia A = {1, {0, 0, 0}, {0.333, 0.333, 0.6661, 0, 0, 0}};
    CHECK(snw_inertia_check(A, 1e-9, NULL) == SNW_ERR_RANGE);
    CHECK(snw_inertia_check(A, 1e-4, NULL) == SNW_OK);
    CHECK(snw_inertia_check(A, -1, NULL) == SNW_ERR_ARGUMENT);
    snw_why why = {0};
    CHECK(snw_inertia_check(A, (double)NAN, &why) == SNW_ERR_ARGUMENT);
    CHECK(why.code == SNW_ERR_ARGUMENT);
}

static void what_is_not_finite_is_refused_in_every_number(void) {
    const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    for (int k = 0; k < 30; k++) {
        snw_inertia A = snw_inertia_sphere(1, 1);
        double *const numbers[] = {&A.m,    &A.h.x,  &A.h.y,  &A.h.z,  &A.I.xx,
                                   &A.I.yy, &A.I.zz, &A.I.xy, &A.I.xz, &A.I.yz};
        *numbers[k / 3] = bad[k % 3];
        snw_why why = {0};
        CHECK(snw_inertia_check(A, rounding, &why) == SNW_ERR_NOT_FINITE);
        CHECK(why.code == SNW_ERR_NOT_FINITE);
    }
}

int main(void) {
    RUN(bodies_that_exist_pass);
    RUN(moments_pass_exactly_when_the_triangle_inequality_holds);
    RUN(a_centre_of_mass_too_far_out_is_refused);
    RUN(negative_and_missing_mass_are_refused);
    RUN(the_tolerance_decides_about_rounded_data);
    RUN(what_is_not_finite_is_refused_in_every_number);
    return check_report();
}
