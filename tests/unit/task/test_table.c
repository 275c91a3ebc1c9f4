// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task.h"

#include "../../../src/motion/task/inside.h"
#include "check.h"

// Tables: the examples of the guide, functions that are linear in each variable, and compositions.

static const snw_table_edge on = SNW_TABLE_EXTRAPOLATE, held = SNW_TABLE_LIMIT;

static double at1(snw_table *table, double x) {
    double value;
    snw__table_at(table, &x, &value);
    return value;
}

// spec: actin-control:VC-34
static void a_table_of_one_dimension_interpolates_and_goes_on(void) {
    const double x[] = {1, 2, 3, 4}, y[] = {1, 4, 9, 16};
    const double *const data[] = {y};
    for (int search = 0; search < 3; search++) {
        snw_table table;
        snw_table_axis axis = {(snw_table_search)search, on, on, x, 4};
        CHECK(snw__table_init(&table, &axis, 1, data, 1, NULL) == SNW_OK);
        CHECK_NEAR(at1(&table, 2.5), 6.5, 1e-12);
        CHECK_NEAR(at1(&table, 0.5), -0.5, 1e-12);
        CHECK_NEAR(at1(&table, 5), 23, 1e-12);
        for (int i = 0; i < 4; i++)
            CHECK_NEAR(at1(&table, x[i]), y[i], 1e-12);
        axis.lower = axis.upper = held;
        CHECK_NEAR(at1(&table, 0.5), 1, 1e-12);
        CHECK_NEAR(at1(&table, 5), 16, 1e-12);
    }
}

// spec: actin-control:VC-34
static void the_first_variable_runs_fastest(void) {
    const double x[] = {0, 1, 2}, y[] = {0, 2, 4}, z[] = {0, 3, 6};
    const double two[] = {0, 1, 2, 2, 3, 4, 4, 5, 6};
    double three[27];
    for (int i = 0; i < 27; i++)
        three[i] = x[i % 3] + y[i / 3 % 3] + z[i / 9];
    CHECK(three[24] == 10 && three[25] == 11 && three[26] == 12);
    const snw_table_axis axes[] = {{SNW_TABLE_BISECTION, on, on, x, 3},
                                   {SNW_TABLE_LINEAR, on, on, y, 3},
                                   {SNW_TABLE_EQUAL_SPACED, on, on, z, 3}};
    snw_table a, b;
    const double *const two_data[] = {two}, *const three_data[] = {three};
    CHECK(snw__table_init(&a, axes, 2, two_data, 1, NULL) == SNW_OK);
    CHECK(snw__table_init(&b, axes, 3, three_data, 1, NULL) == SNW_OK);
    CHECK(a.points == 9 && b.points == 27);
    CHECK_CASES(2000) {
        double p[3], value;
        for (int i = 0; i < 3; i++)
            p[i] = check_real(-3, 9);
        snw__table_at(&a, p, &value);
        CHECK_NEAR(value, p[0] + p[1], 1e-12);
        snw__table_at(&b, p, &value);
        CHECK_NEAR(value, p[0] + p[1] + p[2], 1e-12);
    }
    // x^2 y on 3 x 5 points
    double square[15];
    const double quarters[] = {0, 0.25, 0.5, 0.75, 1};
    for (int i = 0; i < 15; i++)
        square[i] = x[i % 3] * x[i % 3] * quarters[i / 3];
    const snw_table_axis grid[] = {{SNW_TABLE_BISECTION, on, on, x, 3},
                                   {SNW_TABLE_BISECTION, on, on, quarters, 5}};
    const double *const data[] = {square};
    CHECK(snw__table_init(&a, grid, 2, data, 1, NULL) == SNW_OK);
    CHECK(a.points == 15);
    const double p[] = {1.5, 0.6};
    double value;
    snw__table_at(&a, p, &value);
    CHECK_NEAR(value, 1.5, 1e-12);
}

// spec: actin-control:VC-34
static void searches_agree_and_axes_may_fall(void) {
    double rising[9], falling[9], f[81], turned[81], g[81];
    for (int i = 0; i < 9; i++) {
        rising[i] = -2 + 0.5 * i;
        falling[8 - i] = rising[i];
    }
    check_seed(7);
    for (int i = 0; i < 81; i++) {
        f[i] = check_real(-1, 1);
        g[i] = check_real(-1, 1);
    }
    for (int i = 0; i < 81; i++)
        turned[i] = f[8 - i % 9 + 9 * (8 - i / 9)];
    snw_table tables[4];
    snw_table_axis axes[4][2];
    const double *const both[] = {f, g}, *const back[] = {turned};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 2; i++)
            axes[k][i] = (snw_table_axis){(snw_table_search)(k % 3), i ? on : held, on,
                                          k < 3 ? rising : falling, 9};
    }
    // ends change places with the direction
    axes[3][0].lower = on;
    axes[3][0].upper = held;
    for (int k = 0; k < 3; k++)
        CHECK(snw__table_init(&tables[k], axes[k], 2, both, 2, NULL) == SNW_OK);
    CHECK(snw__table_init(&tables[3], axes[3], 2, back, 1, NULL) == SNW_OK);
    CHECK_CASES(check_scaled(100000)) {
        const double x[] = {check_real(-4, 4), check_real(-4, 4)};
        double v[4][2];
        for (int k = 0; k < 4; k++)
            snw__table_at(&tables[k], x, v[k]);
        for (int k = 1; k < 4; k++)
            CHECK_NEAR(v[k][0], v[0][0], 1e-11);
        CHECK_NEAR(v[1][1], v[0][1], 1e-11);
        CHECK_NEAR(v[2][1], v[0][1], 1e-11);
    }
}

// A function whose pieces are straight: z = |x| + |y| with a finer middle, as one table over the
// other, and as nine tables beside each other.
static double piecewise(double x, double y) {
    return fabs(x) + 0.5 * fabs(y);
}

static snw_table make(snw_table_axis *axes, const double *x, const double *y, int nx, int ny,
                      double *f, const double **data) {
    snw_table table;
    axes[0].values = x;
    axes[0].count = nx;
    axes[1].values = y;
    axes[1].count = ny;
    axes[0].search = axes[1].search = SNW_TABLE_BISECTION;
    for (int i = 0; i < nx * ny; i++)
        f[i] = piecewise(x[i % nx], y[i / nx]);
    *data = f;
    CHECK(snw__table_init(&table, axes, 2, data, 1, NULL) == SNW_OK);
    return table;
}

// spec: actin-control:VC-35
static void overlapping_and_tiled_compositions_are_the_same(void) {
    static const double inner[] = {-1, -0.5, 0, 0.5, 1}, outer[] = {-3, -1, 0, 1, 3};
    static const double low[] = {-3, -1}, high[] = {1, 3}, middle[] = {-1, 0, 1};
    static const double *const spans[] = {low, middle, high};
    static const int counts[] = {2, 3, 2};
    static double f[11][25];
    static const double *data[11];
    static snw_table_axis axes[11][2];
    static snw_table leaves[11];
    snw_composed_table overlap = {{0}, 2}, tiled = {{0}, 9};

    // left: a finer centre that is held; right: a surround that goes on
    leaves[0] = make(axes[0], inner, inner, 5, 5, f[0], &data[0]);
    leaves[1] = make(axes[1], outer, outer, 5, 5, f[1], &data[1]);
    for (int i = 0; i < 2; i++)
        axes[1][i].lower = axes[1][i].upper = on;
    overlap.leaves[0] = &leaves[0];
    overlap.leaves[1] = &leaves[1];
    for (int t = 0; t < 9; t++) {
        const int i = t % 3, j = t / 3;
        snw_table_axis *own = axes[2 + t];
        leaves[2 + t] = make(own, spans[i], spans[j], counts[i], counts[j], f[2 + t], &data[2 + t]);
        // only outwards
        if (i == 0) own[0].lower = on;
        if (i == 2) own[0].upper = on;
        if (j == 0) own[1].lower = on;
        if (j == 2) own[1].upper = on;
        tiled.leaves[t] = &leaves[2 + t];
    }
    CHECK_CASES(check_scaled(10000)) {
        const double x[] = {check_real(-6, 6), check_real(-6, 6)};
        double a, b;
        CHECK(snw__composed_table_at(&overlap, x, &a) == SNW_OK);
        CHECK(snw__composed_table_at(&tiled, x, &b) == SNW_OK);
        CHECK_NEAR(a, b, 1e-12);
        CHECK_NEAR(a, piecewise(x[0], x[1]), 1e-12);
    }
}

// spec: actin-control:VC-35
static void the_left_one_goes_first_and_then_the_one_that_can_go_on(void) {
    const double a_x[] = {0, 2}, b_x[] = {1, 3}, c_x[] = {5, 6};
    const double a_f[] = {10, 10}, b_f[] = {20, 20}, c_f[] = {30, 31};
    const double *const a_data[] = {a_f}, *const b_data[] = {b_f}, *const c_data[] = {c_f};
    snw_table_axis axes[] = {{SNW_TABLE_BISECTION, held, held, a_x, 2},
                             {SNW_TABLE_BISECTION, held, held, b_x, 2},
                             {SNW_TABLE_BISECTION, held, on, c_x, 2}};
    snw_table a, b, c;
    CHECK(snw__table_init(&a, &axes[0], 1, a_data, 1, NULL) == SNW_OK);
    CHECK(snw__table_init(&b, &axes[1], 1, b_data, 1, NULL) == SNW_OK);
    CHECK(snw__table_init(&c, &axes[2], 1, c_data, 1, NULL) == SNW_OK);
    snw_composed_table composed = {{&a, &b, &c}, 3};
    const double x[] = {1.5, 2.5, 5.5, 8, 4, -1};
    const double expected[] = {10, 20, 30.5, 33, 10, 10};
    for (int i = 0; i < 6; i++) {
        double value;
        // in the hole, and before the first, nobody can answer: the first is held, and it is said
        CHECK(snw__composed_table_at(&composed, &x[i], &value) == (i < 4 ? SNW_OK : SNW_SATURATED));
        CHECK_NEAR(value, expected[i], 1e-12);
    }
    composed.count = 0;
    double value;
    CHECK(snw__composed_table_at(&composed, x, &value) == SNW_ERR_SIZE);
}

static void axes_that_are_none_are_refused(void) {
    double x[] = {0, 1, 1}, uneven[] = {0, 1, 3}, f[] = {0, 1, 2};
    const double *const data[] = {f};
    snw_table table;
    snw_why why;
    snw_table_axis axis = {SNW_TABLE_BISECTION, held, held, x, 3};
    CHECK(snw__table_init(&table, &axis, 1, data, 1, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "table");
    x[2] = (double)NAN;
    CHECK(snw__table_init(&table, &axis, 1, data, 1, &why) == SNW_ERR_NOT_FINITE);
    axis.values = uneven;
    CHECK(snw__table_init(&table, &axis, 1, data, 1, &why) == SNW_OK);
    axis.search = SNW_TABLE_EQUAL_SPACED;
    CHECK(snw__table_init(&table, &axis, 1, data, 1, &why) == SNW_ERR_RANGE);
    axis.count = 1;
    CHECK(snw__table_init(&table, &axis, 1, data, 1, &why) == SNW_ERR_SIZE);
    CHECK(snw__table_init(&table, &axis, 9, data, 1, &why) == SNW_ERR_SIZE);
}

int main(void) {
    RUN(a_table_of_one_dimension_interpolates_and_goes_on);
    RUN(the_first_variable_runs_fastest);
    RUN(searches_agree_and_axes_may_fall);
    RUN(overlapping_and_tiled_compositions_are_the_same);
    RUN(the_left_one_goes_first_and_then_the_one_that_can_go_on);
    RUN(axes_that_are_none_are_refused);
    return check_report();
}
