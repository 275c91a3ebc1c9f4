// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes.h"

#include <float.h>
#include <string.h>

#include "check.h"
#include "counted.h"

// The bounds of the header. The reference is the C library in long double, whose own error (1e-19)
// does not matter.
static const double BOUND_F64 = 2.3e-16;
static const double BOUND_F32 = 1.2e-7;
static const double LIMIT = 1e5;

enum { BATCH = 64 };

// runs the body once per instruction set that this machine has, with the set in `lanes`
#define FOR_EACH_SET                                                                               \
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++)                                                  \
        for (const snw_lanes *lanes = snw_lanes_table((snw_isa)isa); lanes; lanes = NULL)

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double distance(double value, long double exact) {
    return (double)fabsl((long double)value - exact);
}

// the largest error of all sets over one batch
static double worst_f64(const double *x, int count) {
    double worst = 0;
    FOR_EACH_SET {
        double sine[BATCH], cosine[BATCH];
        lanes->sincos_f64(x, sine, cosine, count);
        for (int i = 0; i < count; i++) {
            const double s = distance(sine[i], sinl((long double)x[i]));
            const double c = distance(cosine[i], cosl((long double)x[i]));
            CHECK(s == s && c == c);
            worst = fmax(worst, fmax(s, c));
        }
    }
    return worst;
}

static double worst_f32(const float *x, int count) {
    double worst = 0;
    FOR_EACH_SET {
        float sine[BATCH], cosine[BATCH];
        lanes->sincos_f32(x, sine, cosine, count);
        for (int i = 0; i < count; i++) {
            const double s = fabs((double)sine[i] - sin((double)x[i]));
            const double c = fabs((double)cosine[i] - cos((double)x[i]));
            CHECK(s == s && c == c);
            worst = fmax(worst, fmax(s, c));
        }
    }
    return worst;
}

static void a_dense_sweep_of_four_turns_stays_within_the_bound(void) {
    const long steps = check_scaled(200000);
    double x[BATCH], worst = 0;
    for (long k = -steps; k < steps; k += BATCH) {
        for (int i = 0; i < BATCH; i++)
            x[i] = (double)(k + i) * (25.2 / (double)steps);
        worst = fmax(worst, worst_f64(x, BATCH));
    }
    CHECK_NEAR(worst, 0, BOUND_F64);
    // more than the bound: that the roundings are few, as trig.h reckons
    CHECK_NEAR(worst, 0, 1.2 * 0x1p-53);
}

static void random_angles_of_every_size_stay_within_the_bound(void) {
    double worst = 0;
    CHECK_CASES(check_scaled(4000)) {
        // uniform up to the limit, and uniform in the exponent down to 1e-20
        double x[BATCH];
        for (int i = 0; i < BATCH; i++) {
            const double uniform = check_real(-LIMIT, LIMIT);
            x[i] = i % 2 ? uniform : copysign(pow(10, check_real(-20, 5)), uniform);
        }
        worst = fmax(worst, worst_f64(x, BATCH));
    }
    CHECK_NEAR(worst, 0, BOUND_F64);
}

// where the reduced angle nearly vanishes, and where the polynomials change over
static void neighbours_of_eighth_turns_stay_within_the_bound(void) {
    const long double eighth = acosl(-1.0L) / 4;
    const long step = check_scaled(20) == 20 ? 2 : 40;
    double worst = 0;
    for (long k = -127323; k <= 127323; k += step) {
        double x[5];
        x[2] = (double)((long double)k * eighth);
        x[1] = nextafter(x[2], -HUGE_VAL);
        x[0] = nextafter(x[1], -HUGE_VAL);
        x[3] = nextafter(x[2], HUGE_VAL);
        x[4] = nextafter(x[3], HUGE_VAL);
        worst = fmax(worst, worst_f64(x, 5));
    }
    CHECK_NEAR(worst, 0, BOUND_F64);
}

// close to a multiple of pi the sine is small and still has its leading digits
static void the_sine_near_half_turns_is_relatively_accurate(void) {
    const long double pi = acosl(-1.0L);
    for (int k = -31830; k <= 31830; k += 7) {
        const double x = (double)(k * pi);
        FOR_EACH_SET {
            double sine, cosine;
            lanes->sincos_f64(&x, &sine, &cosine, 1);
            const double exact = (double)sinl((long double)x);
            CHECK_NEAR(sine, exact, 4 * DBL_EPSILON * fabs(exact));
        }
    }
}

static void zeros_and_subnormal_angles_are_their_own_sine(void) {
    const double x[8] = {0.0, -0.0, DBL_MIN, -DBL_MIN, 0x1p-1074, -0x1p-1074, 1e-310, -3e-320};
    const float f[8] = {0.0F, -0.0F, FLT_MIN, -FLT_MIN, 0x1p-149F, -0x1p-149F, 1e-40F, -1e-41F};
    FOR_EACH_SET {
        double sine[8], cosine[8];
        float sine_f32[8], cosine_f32[8];
        lanes->sincos_f64(x, sine, cosine, 8);
        lanes->sincos_f32(f, sine_f32, cosine_f32, 8);
        for (int i = 0; i < 8; i++) {
            CHECK(bits_of(sine[i]) == bits_of(x[i]) && cosine[i] == 1);
            CHECK(bits_of_float(sine_f32[i]) == bits_of_float(f[i]) && cosine_f32[i] == 1);
        }
    }
}

static void infinity_and_nan_give_nan_and_leave_their_neighbours_alone(void) {
    FOR_EACH_SET {
        for (int bad = 0; bad < 16; bad++) {
            const double poison[3] = {(double)INFINITY, -(double)INFINITY, (double)NAN};
            double x[16], sine[16], cosine[16];
            float f[16], sine_f32[16], cosine_f32[16];
            for (int i = 0; i < 16; i++) {
                x[i] = i == bad ? poison[bad % 3] : 0.25 * i;
                f[i] = (float)x[i];
            }
            lanes->sincos_f64(x, sine, cosine, 16);
            lanes->sincos_f32(f, sine_f32, cosine_f32, 16);
            for (int i = 0; i < 16; i++) {
                CHECK(!isnan(sine[i]) == (i != bad) && !isnan(cosine[i]) == (i != bad));
                CHECK(!isnan(sine_f32[i]) == (i != bad) && !isnan(cosine_f32[i]) == (i != bad));
                if (i == bad) continue;
                CHECK_NEAR(sine[i], sin(0.25 * i), BOUND_F64);
                CHECK_NEAR((double)cosine_f32[i], cos(0.25 * i), BOUND_F32);
            }
        }
    }
}

static void angles_beyond_the_limit_are_given_to_the_c_library(void) {
    CHECK_CASES(2000) {
        double x[9];
        for (int i = 0; i < 9; i++) {
            const double size = pow(10, check_real(5.001, i % 2 ? 300 : 7));
            x[i] = i == 4 ? check_real(-3, 3) : copysign(size, check_real(-1, 1));
        }
        FOR_EACH_SET {
            double sine[9], cosine[9];
            lanes->sincos_f64(x, sine, cosine, 9);
            for (int i = 0; i < 9; i++) {
                const double tolerance = i == 4 ? BOUND_F64 : 0;
                CHECK_NEAR(sine[i], sin(x[i]), tolerance);
                CHECK_NEAR(cosine[i], cos(x[i]), tolerance);
            }
        }
    }
    CHECK_CASES(2000) {
        const float x = (float)copysign(pow(10, check_real(5.001, 38)), check_real(-1, 1));
        FOR_EACH_SET {
            float sine, cosine;
            lanes->sincos_f32(&x, &sine, &cosine, 1);
            CHECK(bits_of_float(sine) == bits_of_float(sinf(x)));
            CHECK(bits_of_float(cosine) == bits_of_float(cosf(x)));
        }
    }
}

static void both_sides_of_the_limit_are_within_the_bound(void) {
    double x[8] = {LIMIT, -LIMIT, 0, 0, 0, 0, 0, 0};
    for (int i = 2; i < 8; i++)
        x[i] = nextafter(x[i - 2], i < 5 ? 0 : copysign(1e6, x[i - 2]));
    CHECK_NEAR(worst_f64(x, 8), 0, BOUND_F64);
    const float f[4] = {1e5F, -1e5F, nextafterf(1e5F, 0), nextafterf(1e5F, 1e6F)};
    CHECK_NEAR(worst_f32(f, 4), 0, BOUND_F32);
}

static void floats_stay_within_their_bound(void) {
    float x[BATCH];
    double worst = 0;
    CHECK_CASES(check_scaled(20000)) {
        for (int i = 0; i < BATCH; i++) {
            const double uniform = check_real(-LIMIT, LIMIT);
            const double size = pow(10, check_real(-12, i % 4 == 0 ? 5 : 1.5));
            x[i] = (float)(i % 2 ? uniform : copysign(size, uniform));
        }
        worst = fmax(worst, worst_f32(x, BATCH));
    }
    for (int k = -63661; k <= 63661; k++) {
        x[1] = (float)(k * 1.5707963267948966);
        x[0] = nextafterf(x[1], -INFINITY);
        x[2] = nextafterf(x[1], INFINITY);
        worst = fmax(worst, worst_f32(x, 3));
    }
    CHECK_NEAR(worst, 0, BOUND_F32);
}

// an angle's results do not depend on its place, so blocks may be cut in any way
static void any_count_and_alignment_gives_the_same_bits(void) {
    enum { MOST = 40, SPACE = MOST + 24 };
    _Alignas(64) double x[SPACE], sine[SPACE], cosine[SPACE];
    _Alignas(64) float f[SPACE], sine_f32[SPACE], cosine_f32[SPACE];
    FOR_EACH_SET {
        CHECK_CASES(8L * MOST) {
            const int count = (int)check_case / 8, offset = (int)check_case % 8;
            for (int i = 0; i < SPACE; i++) {
                x[i] = check_real(-10, 10);
                f[i] = (float)x[i];
                sine[i] = cosine[i] = 7;
                sine_f32[i] = cosine_f32[i] = 7;
            }
            lanes->sincos_f64(x + offset, sine + offset + 3, cosine + offset, count);
            lanes->sincos_f32(f + offset, sine_f32 + offset + 3, cosine_f32 + offset, count);
            for (int i = 0; i < count; i++) {
                double s, c;
                float sf, cf;
                lanes->sincos_f64(x + offset + i, &s, &c, 1);
                lanes->sincos_f32(f + offset + i, &sf, &cf, 1);
                CHECK(bits_of(sine[offset + 3 + i]) == bits_of(s));
                CHECK(bits_of(cosine[offset + i]) == bits_of(c));
                CHECK(bits_of_float(sine_f32[offset + 3 + i]) == bits_of_float(sf));
                CHECK(bits_of_float(cosine_f32[offset + i]) == bits_of_float(cf));
            }
            // nothing outside was written
            for (int i = 0; i < SPACE; i++) {
                if (i < offset || i >= offset + count) CHECK(cosine[i] == 7 && cosine_f32[i] == 7);
                if (i < offset + 3 || i >= offset + 3 + count) CHECK(sine[i] == 7);
            }
        }
    }
}

static void results_may_replace_the_angles(void) {
    FOR_EACH_SET {
        for (int count = 0; count < 40; count++) {
            double x[40], sine[40], cosine[40], again[40], cosine_again[40];
            for (int i = 0; i < 40; i++)
                again[i] = x[i] = check_real(-9, 9);
            lanes->sincos_f64(x, sine, cosine, count);
            lanes->sincos_f64(again, again, cosine_again, count);
            for (int i = 0; i < count; i++)
                CHECK(again[i] == sine[i] && cosine_again[i] == cosine[i]);
            for (int i = 0; i < 40; i++)
                again[i] = x[i];
            lanes->sincos_few_f64(again, sine, again, count);
            for (int i = 0; i < count; i++)
                CHECK_NEAR(again[i], cosine[i], BOUND_F64);
        }
    }
}

static void counts_below_one_touch_nothing(void) {
    double s = 3, c = 4;
    float sf = 3, cf = 4;
    snw_lanes_sincos_f64(NULL, &s, &c, 0);
    snw_lanes_sincos_f64(NULL, &s, &c, -1);
    snw_lanes_sincos_f32(NULL, &sf, &cf, 0);
    CHECK(s == 3 && c == 4 && sf == 3 && cf == 4);
}

static void the_plain_calls_use_the_best_set(void) {
    double x[9], s[9], c[9], s2[9], c2[9];
    float f[9], sf[9], cf[9], sf2[9], cf2[9];
    for (int i = 0; i < 9; i++)
        f[i] = (float)(x[i] = check_real(-50, 50));
    snw_lanes_sincos_f64(x, s, c, 9);
    snw_lanes_best()->sincos_f64(x, s2, c2, 9);
    snw_lanes_sincos_f32(f, sf, cf, 9);
    snw_lanes_best()->sincos_f32(f, sf2, cf2, 9);
    for (int i = 0; i < 9; i++)
        CHECK(s[i] == s2[i] && c[i] == c2[i]);
    for (int i = 0; i < 9; i++)
        CHECK(sf[i] == sf2[i] && cf[i] == cf2[i]);
}

static void nothing_is_allocated(void) {
    double x[17], s[17], c[17];
    float f[17], sf[17], cf[17];
    for (int i = 0; i < 17; i++)
        f[i] = (float)(x[i] = i == 5 ? 1e9 : check_real(-50, 50));
    const long before = counted_allocations();
    for (int k = 0; k < 1000; k++) {
        snw_lanes_sincos_f64(x, s, c, 17);
        snw_lanes_sincos_f32(f, sf, cf, 17);
    }
    CHECK(counted_allocations() == before);
}

int main(void) {
    RUN(a_dense_sweep_of_four_turns_stays_within_the_bound);
    RUN(random_angles_of_every_size_stay_within_the_bound);
    RUN(neighbours_of_eighth_turns_stay_within_the_bound);
    RUN(the_sine_near_half_turns_is_relatively_accurate);
    RUN(zeros_and_subnormal_angles_are_their_own_sine);
    RUN(infinity_and_nan_give_nan_and_leave_their_neighbours_alone);
    RUN(angles_beyond_the_limit_are_given_to_the_c_library);
    RUN(both_sides_of_the_limit_are_within_the_bound);
    RUN(floats_stay_within_their_bound);
    RUN(any_count_and_alignment_gives_the_same_bits);
    RUN(results_may_replace_the_angles);
    RUN(counts_below_one_touch_nothing);
    RUN(the_plain_calls_use_the_best_set);
    RUN(nothing_is_allocated);
    return check_report();
}
