// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

#include "../../../src/robot/ik/internal.h"

static const double none[2] = {0, 0};

typedef enum shape { ANY, Y_PARALLEL, X_PARALLEL, Y_IN_ONE, X_IN_ONE, SHAPES } shape;

static void parallel_rows(double row[2][2]) {
    const double factor = check_real(-2, 2);
    row[1][0] = factor * row[0][0];
    row[1][1] = factor * row[0][1];
}

// equations that a planted pair of angles solves
static snw__pair planted(shape what, double x, double y) {
    snw__pair p;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            p.x[i][k] = check_real(-2, 2);
            p.y[i][k] = check_real(-2, 2);
        }
        p.size[i] = 1;
    }
    if (what == Y_PARALLEL) parallel_rows(p.y);
    if (what == X_PARALLEL) parallel_rows(p.x);
    if (what == Y_IN_ONE) p.y[0][0] = p.y[0][1] = 0;
    if (what == X_IN_ONE) p.x[1][0] = p.x[1][1] = 0;
    for (int i = 0; i < 2; i++) {
        p.d[i] = p.x[i][0] * cos(x) + p.x[i][1] * sin(x) + p.y[i][0] * cos(y) + p.y[i][1] * sin(y);
    }
    return p;
}

static double residual(const snw__pair *p, int i, snw__turn x, snw__turn y) {
    return p->x[i][0] * x.c + p->x[i][1] * x.s + p->y[i][0] * y.c + p->y[i][1] * y.s - p->d[i];
}

static void every_root_solves_both_and_the_planted_one_is_among_them(void) {
    long seen = 0, ones[5] = {0};
    CHECK_CASES(check_scaled(50000)) {
        const shape what = (shape)(check_case % SHAPES);
        const double x = check_real(-PI, PI), y = check_real(-PI, PI);
        const snw__pair p = planted(what, x, y);
        snw__pair_roots roots;
        snw__pair_solve(&p, 1e-9, none, &roots);
        CHECK(roots.count >= 1 && roots.count <= 4);
        ones[roots.count]++;
        double least = HUGE_VAL;
        bool touching = false;
        for (int i = 0; i < roots.count; i++) {
            CHECK_NEAR(residual(&p, 0, roots.x[i], roots.y[i]), 0, 1e-6);
            CHECK_NEAR(residual(&p, 1, roots.x[i], roots.y[i]), 0, 1e-6);
            CHECK_NEAR(roots.x[i].c * roots.x[i].c + roots.x[i].s * roots.x[i].s, 1, 1e-12);
            CHECK_NEAR(roots.y[i].c * roots.y[i].c + roots.y[i].s * roots.y[i].s, 1, 1e-12);
            touching = touching || roots.touching[i];
            least = fmin(least, fmax(hypot(roots.x[i].c - cos(x), roots.x[i].s - sin(x)),
                                     hypot(roots.y[i].c - cos(y), roots.y[i].s - sin(y))));
        }
        CHECK(least < (touching ? 1e-3 : 1e-5));
        seen += least < 1e-9;
    }
    // nearly all to full accuracy; four roots are common
    CHECK(seen > check_scaled(49900));
    CHECK(ones[4] > check_scaled(5000) && ones[2] > check_scaled(5000));
}

// counts sign changes of |y(x)| - 1 on a fine grid: an algorithm that knows no polynomials
static int count_by_scanning(const snw__pair *p) {
    enum { STEPS = 20000 };
    const double det = p->y[0][0] * p->y[1][1] - p->y[0][1] * p->y[1][0];
    int count = 0;
    double before = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double x = 2 * PI * i / STEPS, c = cos(x), s = sin(x);
        const double e0 = p->d[0] - p->x[0][0] * c - p->x[0][1] * s;
        const double e1 = p->d[1] - p->x[1][0] * c - p->x[1][1] * s;
        const double yc = (p->y[1][1] * e0 - p->y[0][1] * e1) / det;
        const double ys = (p->y[0][0] * e1 - p->y[1][0] * e0) / det;
        const double now = yc * yc + ys * ys - 1;
        count += i > 0 && (now > 0) != (before > 0);
        before = now;
    }
    return count;
}

static void no_root_is_missed(void) {
    long different = 0;
    CHECK_CASES(check_scaled(1000)) {
        snw__pair p = planted(ANY, check_real(-PI, PI), check_real(-PI, PI));
        if (check_case % 3 == 0) p.d[0] += check_real(-3, 3);
        snw__pair_roots roots;
        snw__pair_solve(&p, 1e-9, none, &roots);
        different += roots.count != count_by_scanning(&p);
        if (roots.count == 0) CHECK(roots.gap > 0);
    }
    // two roots within a step of the grid escape the scan
    CHECK(different <= check_scaled(1000) / 100);
}

static void branch_numbers_name_the_two_choices(void) {
    CHECK_CASES(2000) {
        const bool y_first = check_case % 2 != 0;
        const double x = check_real(-PI, PI), y = check_real(-PI, PI);
        const snw__pair p = planted(y_first ? X_IN_ONE : Y_IN_ONE, x, y);
        snw__pair_roots roots;
        snw__pair_solve(&p, 1e-9, none, &roots);
        // moved a little, the same number stays with the same root
        snw__pair moved = p;
        moved.d[0] += 1e-7;
        snw__pair_roots after;
        snw__pair_solve(&moved, 1e-9, none, &after);
        for (int i = 0; i < roots.count; i++) {
            for (int k = 0; k < i; k++) {
                CHECK(roots.branch[i] != roots.branch[k]);
                // bit 1 is the choice of x, bit 2 that of y, whichever was solved first
                const snw__turn *first = y_first ? roots.y : roots.x;
                const int bit = y_first ? 2 : 1;
                const bool same = first[i].c == first[k].c && first[i].s == first[k].s;
                CHECK(same == ((roots.branch[i] & bit) == (roots.branch[k] & bit)));
            }
            for (int k = 0; k < after.count; k++) {
                if (after.branch[k] != roots.branch[i] || roots.count != 4) continue;
                CHECK(hypot(after.x[k].c - roots.x[i].c, after.x[k].s - roots.x[i].s) < 1e-2);
            }
        }
    }
}

static void an_unknown_without_a_say_keeps_what_it_was(void) {
    // nothing depends on x: rounding alone is left of it
    const snw__pair p = {.x = {{1e-14, -2e-15}, {0, 1e-15}},
                         .y = {{0, 0}, {1, 0.5}},
                         .d = {1e-15, 0.7},
                         .size = {1, 1}};
    const double held[2] = {1.25, -2};
    snw__pair_roots roots;
    snw__pair_solve(&p, 1e-9, held, &roots);
    CHECK(roots.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(atan2(roots.x[i].s, roots.x[i].c), 1.25, 1e-15);
        CHECK_NEAR(roots.y[i].c + 0.5 * roots.y[i].s, 0.7, 1e-14);
        CHECK(roots.touching[i]);
    }
    // and the same for y, whose row says something only with x
    const snw__pair r = {
        .x = {{1, 0.5}, {0, 0}}, .y = {{0, 0}, {1e-14, 1e-15}}, .d = {0.7, 0}, .size = {1, 1}};
    snw__pair_solve(&r, 1e-9, held, &roots);
    CHECK(roots.count == 4);
    CHECK_NEAR(atan2(roots.y[0].s, roots.y[0].c), -2, 1e-15);
    // a row that asks for the impossible
    snw__pair out = p;
    out.d[0] = 0.25;
    snw__pair_solve(&out, 1e-9, held, &roots);
    CHECK(roots.count == 0 && roots.gap_row == 0);
    CHECK_NEAR(roots.gap, 0.25, 1e-12);
}

static void the_gap_is_in_the_units_of_the_row(void) {
    // 3 cx + 4 sx = 6 misses by 1, whatever the other row
    const snw__pair p = {
        .x = {{3, 4}, {1, 1}}, .y = {{0, 0}, {20, 1}}, .d = {6, 0}, .size = {1, 1}};
    snw__pair_roots roots;
    snw__pair_solve(&p, 1e-9, none, &roots);
    CHECK(roots.count == 0 && roots.gap_row == 0);
    CHECK_NEAR(roots.gap, 1, 1e-12);
}

int main(void) {
    RUN(every_root_solves_both_and_the_planted_one_is_among_them);
    RUN(no_root_is_missed);
    RUN(branch_numbers_name_the_two_choices);
    RUN(an_unknown_without_a_say_keeps_what_it_was);
    RUN(the_gap_is_in_the_units_of_the_row);
    return check_report();
}
