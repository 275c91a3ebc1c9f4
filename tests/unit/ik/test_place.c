// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// all copies that the library has
#if defined(__x86_64__)
#define SNW_KERNEL_X86 1
#endif

#include "unit/ik/forms.h"

#include "../../../src/robot/ik/closed_internal.h"

static snw__place_fn *const kernels[] = {
#define NAME(isa) snw__place_f64_##isa,
    SNW_KERNEL_EACH(NAME)
#undef NAME
};

// by trying every whole turn: the nearest to the reference of those within limits; when there is
// none, the least distance beyond
static void by_trial(double q, double reference, double lower, double upper, double *best,
                     double *beyond) {
    *beyond = HUGE_VAL;
    for (int pass = 0; pass < 2; pass++) {
        double least = HUGE_VAL;
        for (int turn = -20; turn <= 20; turn++) {
            const double at = q + 2 * PI * turn;
            const double over = fmax(fmax(lower - at, at - upper), 0);
            const double rank = pass == 0 ? fabs(at - reference) : over;
            if ((pass == 0 && over > 1e-9) || rank >= least) continue;
            least = rank;
            *best = at;
            *beyond = over > 1e-9 ? over : 0;
        }
        if (least < HUGE_VAL) return;
    }
}

static void draw_limits(double *lower, double *upper) {
    *lower = check_real(-8, 2);
    *upper = *lower + check_real(0.1, 12);
    if (check_int(0, 4) == 0) *lower = -HUGE_VAL;
    if (check_int(0, 4) == 0) *upper = HUGE_VAL;
}

static void turns_come_within_limits_and_near_the_reference(void) {
    static snw__candidates found;
    static snw__placing p;
    static const bool slides[MOST] = {[3] = true};
    double shift[MOST];
    long beyond_count = 0;
    CHECK_CASES(check_scaled(20000)) {
        found.count = check_int(1, 16);
        p.found = &found;
        p.slides = slides;
        p.shift = shift;
        p.joints = check_int(1, MOST);
        double angle[MOST][16];
        for (int j = 0; j < MOST; j++) {
            draw_limits(&p.lower[j], &p.upper[j]);
            p.reference[j] = check_real(-15, 15);
            shift[j] = check_real(-2, 2);
            for (int i = 0; i < 16; i++) {
                angle[j][i] = check_real(-PI, PI);
                found.c[j][i] = cos(angle[j][i]);
                found.s[j][i] = slides[j] ? angle[j][i] : sin(angle[j][i]);
            }
        }
        for (int isa = 0; isa <= (int)snw_lanes_isa(); isa++) {
            kernels[isa](&p);
            for (int i = 0; i < found.count; i++) {
                double overshoot = 0, best = 0, beyond = 0;
                int joint = -1, side = 0;
                for (int j = 0; j < p.joints; j++) {
                    const double q = angle[j][i] - shift[j];
                    if (slides[j]) {
                        best = q;
                        beyond = fmax(fmax(p.lower[j] - q, q - p.upper[j]), 0);
                    } else {
                        by_trial(q, p.reference[j], p.lower[j], p.upper[j], &best, &beyond);
                    }
                    CHECK_NEAR(p.q[j][i], best, 1e-12);
                    if (beyond == 0) continue;
                    if (joint < 0) side = best > p.upper[j] ? 1 : -1;
                    if (joint < 0) joint = j;
                    overshoot = fmax(overshoot, beyond);
                }
                CHECK_NEAR(p.overshoot[i], overshoot, 1e-12);
                CHECK(p.limit_joint[i] == joint && p.limit_side[i] == side);
                beyond_count += joint >= 0;
            }
        }
    }
    CHECK(beyond_count > 1000);
}

// rounding beyond a limit is put on it, more is not
static void a_value_on_its_limit_stays_there(void) {
    static snw__candidates found;
    static snw__placing p;
    static const bool slides[MOST] = {false};
    static const double shift[MOST] = {0};
    found.count = 3;
    const double angle[3] = {0.5, 0.5 + 5e-10, 0.5 + 2e-9};
    for (int i = 0; i < 16; i++) {
        found.c[0][i] = cos(angle[i % 3]);
        found.s[0][i] = sin(angle[i % 3]);
    }
    p.found = &found;
    p.slides = slides;
    p.shift = shift;
    p.joints = 1;
    p.lower[0] = -0.5;
    p.upper[0] = 0.5;
    p.reference[0] = 100; // many turns away
    for (int isa = 0; isa <= (int)snw_lanes_isa(); isa++) {
        kernels[isa](&p);
        CHECK(p.q[0][1] == 0.5 && p.q[0][0] <= 0.5);
        CHECK(p.limit_joint[0] == -1 && p.limit_joint[1] == -1 && p.overshoot[1] == 0);
        CHECK(p.limit_joint[2] == 0 && p.limit_side[2] == 1);
        CHECK_NEAR(p.overshoot[2], 2e-9, 1e-12);
    }
}

int main(void) {
    RUN(turns_come_within_limits_and_near_the_reference);
    RUN(a_value_on_its_limit_stays_there);
    return check_report();
}
