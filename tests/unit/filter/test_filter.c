// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include <complex.h>
#include <float.h>

#include "arena_sweep.h"
#include "check.h"
#include "unit/lanes/counted.h"

typedef double complex gain;
#define J ((gain)I)

static const double PI = 3.14159265358979323846;

enum { MOST = 12 };
static const snw_filter_kind KINDS[3] = {SNW_FILTER_LOWPASS, SNW_FILTER_HIGHPASS,
                                         SNW_FILTER_DERIVATIVE};

static _Alignas(64) unsigned char memory[4096];

static snw_filter make(snw_filter_kind kind, int order, int channels, double cutoff,
                       double damping) {
    const snw_filter_config config = {kind, channels, order, cutoff, damping};
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_filter filter;
    CHECK(snw_filter_init(&filter, &config, &arena) == SNW_OK);
    return filter;
}

static double update1(snw_filter *filter, double input, double dt) {
    double output = 0;
    CHECK(snw_filter_update(filter, &input, dt, &output) == SNW_OK);
    return output;
}

// the continuous transfer function of the header's formula
static gain analytic(const snw_filter_config *config, gain s) {
    const gain p = s / config->cutoff;
    const gain below = config->order == 1 ? 1 + p : 1 + 2 * config->damping * p + p * p;
    if (config->kind == SNW_FILTER_LOWPASS) return 1 / below;
    if (config->kind == SNW_FILTER_DERIVATIVE) return s / below;
    return (config->order == 1 ? p : p * p) / below;
}

// the frequency, next to omega, whose period is a whole number of steps
static double whole_period(double omega, double dt) {
    return 2 * PI / ((double)lround(2 * PI / (omega * dt)) * dt);
}

// drives all channels with sines of different amplitude and phase until the transient is gone, then
// takes each channel's complex response by correlation over whole periods
static void measure(snw_filter *filter, double omega, double dt, gain *response) {
    const int n = filter->config.channels;
    const long period = lround(2 * PI / (omega * dt));
    const double w = whole_period(omega, dt);
    const long settle = period * 3 + lround(25 / (filter->config.cutoff * dt));
    CHECK(snw_filter_reset(filter, NULL) == SNW_OK);
    for (int c = 0; c < n; c++)
        response[c] = 0;
    for (long k = 0; k < settle + 4 * period; k++) {
        double input[MOST], output[MOST];
        const double t = (double)k * dt;
        for (int c = 0; c < n; c++)
            input[c] = (1 + c) * sin(w * t + 0.3 * c);
        CHECK(snw_filter_update(filter, input, dt, output) == SNW_OK);
        if (k < settle) continue;
        for (int c = 0; c < n; c++) {
            const gain turned = cexp(-J * (w * t + 0.3 * c));
            response[c] += output[c] * turned * (2 * J / (4.0 * (double)period * (1 + c)));
        }
    }
}

static void check_response(snw_filter *filter, double omega, double dt) {
    gain response[MOST];
    measure(filter, omega, dt, response);
    const gain expected = analytic(&filter->config, J * whole_period(omega, dt));
    for (int c = 0; c < filter->config.channels; c++) {
        CHECK_NEAR(cabs(response[c]) / cabs(expected), 1, 0.02);
        CHECK_NEAR(carg(response[c] / expected), 0, 0.02);
    }
}

// magnitude of every kind and order within 2 %, phase within 0.02 rad, on a scalar, a vector of 7
// and a matrix of 3 x 4, from a tenth of the cut-off to three times it, far below the Nyquist
// frequency spec: loffler:L-157
static void the_frequency_response_is_that_of_the_formula(void) {
    const int shapes[3] = {1, 7, 3 * 4};
    const double omegas[] = {6, 20, 45, 60, 90, 180};
    for (int i = 0; i < 18; i++) {
        snw_filter filter = make(KINDS[i / 6], 1 + i % 2, shapes[i / 2 % 3], 60, 0.6);
        for (int o = 0; o < 6; o++)
            check_response(&filter, omegas[o], 1e-3);
    }
}

// the same against the exact response of the rule at any frequency: s = 2/dt (1 - 1/z) / (1 + 1/z),
// stretched so that it is right at the cut-off for the low-pass and the high-pass
static void the_discrete_response_is_the_bilinear_one(void) {
    const double dt = 2e-3, omegas[] = {30, 150, 400, 1000};
    for (int i = 0; i < 6; i++) {
        // the cut-off's period is a whole number of steps, so that it can be measured
        const double cutoff = 2 * PI / (16 * dt);
        snw_filter filter = make(KINDS[i / 2], 1 + i % 2, 2, cutoff, 0.8);
        const bool warped = filter.config.kind != SNW_FILTER_DERIVATIVE;
        const double stretch = warped ? tan(cutoff * dt / 2) / (cutoff * dt / 2) : 1;
        gain response[MOST];
        for (int o = 0; o < 4; o++) {
            measure(&filter, omegas[o], dt, response);
            const gain z = cexp(J * whole_period(omegas[o], dt) * dt);
            const gain s = 2 / (dt * stretch) * (1 - 1 / z) / (1 + 1 / z);
            const gain expected = analytic(&filter.config, s);
            CHECK_NEAR(cabs(response[1] - expected), 0, 1e-9 * (1 + cabs(expected)));
        }
        if (!warped) continue;
        measure(&filter, cutoff, dt, response);
        const gain expected = analytic(&filter.config, J * cutoff);
        CHECK_NEAR(cabs(response[0] - expected), 0, 1e-9 * (1 + cabs(expected)));
    }
}

// --- step responses -----------------------------------------------------------------------------

// value and rate of the second-order low-pass after a unit step, in closed form
static void second_order_step(double cutoff, double damping, double t, double *value,
                              double *rate) {
    const gain root = csqrt(damping * damping - 1 + 0 * J);
    const gain p1 = cutoff * (-damping + root), p2 = cutoff * (-damping - root);
    if (cabs(p1 - p2) < 1e-6 * cutoff) {
        const double e = exp(-cutoff * t);
        *value = 1 - (1 + cutoff * t) * e;
        *rate = cutoff * cutoff * t * e;
        return;
    }
    *value = creal(1 + (p2 * cexp(p1 * t) - p1 * cexp(p2 * t)) / (p1 - p2));
    *rate = creal(p1 * p2 * (cexp(p1 * t) - cexp(p2 * t)) / (p1 - p2));
}

static double exact_step(const snw_filter_config *config, double t) {
    const double w = config->cutoff, decay = exp(-w * t);
    double value = 1 - decay, rate = w * decay;
    if (config->order == 2) second_order_step(w, config->damping, t, &value, &rate);
    if (config->kind == SNW_FILTER_LOWPASS) return value;
    if (config->kind == SNW_FILTER_DERIVATIVE) return rate;
    return config->order == 1 ? 1 - value : 1 - value - 2 * config->damping * rate / w;
}

// largest error over 0.5 s, relative to the largest output. The rule joins samples by straight
// lines, so a step between two samples counts as one in their middle.
static double step_error(const snw_filter_config *config, double dt) {
    snw_filter filter = make(config->kind, config->order, 1, config->cutoff, config->damping);
    double worst = 0, largest = 0;
    for (int k = 1; k * dt <= 0.5; k++) {
        const double output = update1(&filter, 1, dt), exact = exact_step(config, (k - 0.5) * dt);
        largest = fmax(largest, fabs(exact));
        if (k * dt > 0.01) worst = fmax(worst, fabs(output - exact));
    }
    return worst / largest;
}

// spec: loffler:L-157
static void step_responses_follow_the_closed_forms(void) {
    const double dampings[] = {0.3, 0.7071, 1, 2};
    for (int k = 0; k < 3; k++) {
        for (int order = 1; order <= 2; order++) {
            for (int d = 0; d < (order == 1 ? 1 : 4); d++) {
                const snw_filter_config config = {KINDS[k], 1, order, 30, dampings[d]};
                const double coarse = step_error(&config, 1e-3), fine = step_error(&config, 5e-4);
                CHECK_NEAR(coarse, 0, 2e-3);
                // second order: half the step, a quarter of the error
                CHECK_NEAR(coarse / fine, 4, 1);
            }
        }
    }
}

static void a_low_pass_rests_at_its_input_and_a_high_pass_at_zero(void) {
    for (int k = 0; k < 3; k++) {
        for (int order = 1; order <= 2; order++) {
            snw_filter filter = make(KINDS[k], order, 1, 40, 0.7);
            double output = 0;
            for (int i = 0; i < 3000; i++)
                output = update1(&filter, 2.5, 1e-3);
            CHECK_NEAR(output, k == 0 ? 2.5 : 0, 1e-12);
        }
    }
}

static void the_derivative_of_a_ramp_is_its_slope_whatever_the_steps(void) {
    for (int order = 1; order <= 2; order++) {
        snw_filter filter = make(SNW_FILTER_DERIVATIVE, order, 1, 200, 0.7071);
        double t = 0;
        for (int i = 0; i < 2000; i++) {
            const double dt = check_real(2e-4, 4e-3);
            t += dt;
            const double output = update1(&filter, 3 * t, dt);
            if (i >= 200) CHECK_NEAR(output, 3, 1e-9);
        }
    }
}

// --- steps of any length ------------------------------------------------------------------------

// a sine from rest, whose response with its transient is known, sampled at random times
static void steps_may_vary(void) {
    for (int order = 1; order <= 2; order++) {
        const double w = 12, cutoff = 25, damping = 0.5;
        snw_filter filter = make(SNW_FILTER_LOWPASS, order, 1, cutoff, damping);
        const gain H = analytic(&filter.config, J * w);
        // forced response, plus the free one that makes value (and rate) zero at the start
        const gain p1 = order == 1 ? -cutoff : cutoff * (-damping + csqrt(damping * damping - 1));
        const gain p2 = conj(p1);
        const double x0 = -cimag(H), v0 = -w * creal(H);
        const gain a = order == 1 ? x0 : (v0 - p2 * x0) / (p1 - p2);
        double t = 0;
        for (int k = 0; k < 3000; k++) {
            const double dt = check_real(1e-4, 2e-3);
            t += dt;
            const double output = update1(&filter, sin(w * t), dt);
            const gain free = order == 1 ? a * cexp(p1 * t) : 2 * creal(a * cexp(p1 * t));
            CHECK_NEAR(output, cimag(H * cexp(J * w * t)) + creal(free), 1.5e-4);
        }
    }
}

static void a_late_sample_does_no_harm(void) {
    // far beyond the cut-off's period a first-order low-pass is the mean of two inputs
    snw_filter filter = make(SNW_FILTER_LOWPASS, 1, 1, 300, 0);
    CHECK_NEAR(update1(&filter, 1, 10), 0.5, 1e-15);
    CHECK_NEAR(update1(&filter, 1, 10), 1, 1e-15);
    // and never leaves the range of its inputs, whatever the steps
    CHECK_CASES(2000) {
        CHECK(snw_filter_reset(&filter, NULL) == SNW_OK);
        double low = 0, high = 0;
        for (int i = 0; i < 20; i++) {
            const double u = check_real(-1, 1);
            low = fmin(low, u);
            high = fmax(high, u);
            const double y = update1(&filter, u, pow(10, check_real(-6, 2)));
            CHECK(y >= low - 1e-15 && y <= high + 1e-15);
        }
    }
    // a second-order one stays bounded and settles
    snw_filter second = make(SNW_FILTER_LOWPASS, 2, 1, 300, 0.3);
    double y = 0;
    for (int i = 0; i < 200; i++) {
        y = update1(&second, 1, i % 7 ? 1e-3 : 5);
        CHECK(fabs(y) < 2);
    }
    CHECK_NEAR(y, 1, 1e-6);
    // and a derivative is back at zero as soon as the input rests
    for (int order = 1; order <= 2; order++) {
        snw_filter derivative = make(SNW_FILTER_DERIVATIVE, order, 1, 300, 1);
        for (int i = 0; i < 30; i++)
            y = update1(&derivative, 1, 10);
        CHECK_NEAR(y, 0, 1e-6);
    }
}

// --- state --------------------------------------------------------------------------------------

static void a_reset_goes_on_without_a_jump(void) {
    for (int order = 1; order <= 2; order++) {
        const double value[3] = {4, -2, 0.5}, next[3] = {4, -2, 1};
        double out[3] = {0};
        snw_filter low = make(SNW_FILTER_LOWPASS, order, 3, 50, 0.7);
        for (int i = 0; i < 10; i++)
            CHECK(snw_filter_update(&low, next, 1e-2, out) == SNW_OK);
        CHECK(snw_filter_reset(&low, value) == SNW_OK);
        // an unchanged input keeps the very bits, a changed one is approached slowly
        CHECK(snw_filter_update(&low, next, 1e-6, out) == SNW_OK);
        CHECK(out[0] == 4 && out[1] == -2);
        CHECK_NEAR(out[2], 0.5, 1e-4);
        snw_filter high = make(SNW_FILTER_HIGHPASS, order, 3, 50, 0.7);
        CHECK(snw_filter_reset(&high, value) == SNW_OK);
        CHECK(snw_filter_update(&high, value, 1e-3, out) == SNW_OK);
        CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0);
    }
}

static void tuning_keeps_the_value_and_its_rate(void) {
    for (int order = 1; order <= 2; order++) {
        for (int k = 0; k < 3; k += 2) {
            if (order == 1 && k == 2) continue;
            snw_filter filter = make(KINDS[k], order, 1, 30, 0.7);
            double before = 0;
            for (int i = 0; i < 60; i++)
                before = update1(&filter, sin(0.02 * i), 1e-3);
            CHECK(snw_filter_tune(&filter, 300, 1.5) == SNW_OK);
            const double after = update1(&filter, sin(0.02 * 59), 1e-9);
            CHECK_NEAR(after, before, 1e-4);
            // and the new cut-off holds from now on: settled to exp(-30 (1.5 - sqrt(1.25)))
            for (int i = 0; i < 100; i++)
                before = update1(&filter, 1, 1e-3);
            CHECK_NEAR(before, k == 0 ? 1 : 0, k == 0 ? 1e-4 : 1e-2);
        }
    }
}

// after a rest at zero a tuned filter is the filter made with that tuning, also for an equal step
static void a_tuned_filter_is_as_if_made_so(void) {
    for (int i = 0; i < 6; i++) {
        snw_filter fresh = make(KINDS[i / 2], 1 + i % 2, 1, 250, 0.4);
        double expected[50];
        for (int k = 0; k < 50; k++)
            expected[k] = update1(&fresh, 1, 1e-3);
        snw_filter tuned = make(KINDS[i / 2], 1 + i % 2, 1, 30, 2);
        CHECK(update1(&tuned, 0, 1e-3) == 0);
        CHECK(snw_filter_tune(&tuned, 250, 0.4) == SNW_OK);
        for (int k = 0; k < 50; k++)
            CHECK(update1(&tuned, 1, 1e-3) == expected[k]);
    }
}

static void input_and_output_may_be_one_array(void) {
    for (int k = 0; k < 3; k++) {
        for (int order = 1; order <= 2; order++) {
            snw_filter filter = make(KINDS[k], order, 4, 80, 0.9);
            double apart[50][4];
            for (int i = 0; i < 50; i++) {
                const double input[4] = {i, -i, 1, 0.1 * i * i};
                CHECK(snw_filter_update(&filter, input, 1e-3, apart[i]) == SNW_OK);
            }
            CHECK(snw_filter_reset(&filter, NULL) == SNW_OK);
            for (int i = 0; i < 50; i++) {
                double both[4] = {i, -i, 1, 0.1 * i * i};
                CHECK(snw_filter_update(&filter, both, 1e-3, both) == SNW_OK);
                for (int c = 0; c < 4; c++)
                    CHECK(both[c] == apart[i][c]);
            }
        }
    }
}

static void channels_do_not_mix(void) {
    for (int order = 1; order <= 2; order++) {
        snw_filter filter = make(SNW_FILTER_LOWPASS, order, 5, 80, 0.9);
        for (int i = 0; i < 200; i++) {
            const double input[5] = {0, 0, 1, 0, 0};
            double output[5];
            CHECK(snw_filter_update(&filter, input, 1e-3, output) == SNW_OK);
            CHECK(output[0] == 0 && output[1] == 0 && output[3] == 0 && output[4] == 0);
            CHECK(output[2] > 0);
        }
    }
}

// states that die away end at zero instead of in the slow range of numbers
static void nothing_lingers_in_the_subnormal_range(void) {
    for (int k = 0; k < 3; k++) {
        for (int order = 1; order <= 2; order++) {
            snw_filter filter = make(KINDS[k], order, 1, 200, 0.7);
            (void)update1(&filter, 1, 1e-3);
            double y = 1;
            for (int i = 0; i < 20000; i++) {
                y = update1(&filter, 0, 1e-3);
                CHECK(y == 0 || fabs(y) >= DBL_MIN);
            }
            CHECK(y == 0 && filter.value[0] == 0);
        }
    }
}

// --- refusals -----------------------------------------------------------------------------------

static void bad_input_changes_nothing(void) {
    const double bad[4] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1.1e100};
    for (int order = 1; order <= 2; order++) {
        for (int b = 0; b < 4; b++) {
            for (int c = 0; c < 3; c++) {
                snw_filter filter = make(SNW_FILTER_LOWPASS, order, 3, 50, 0.7);
                double input[3] = {1, 2, 3}, output[3] = {0}, expected[3], again[3];
                CHECK(snw_filter_update(&filter, input, 1e-3, output) == SNW_OK);
                const snw_status wanted = b < 3 ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE;
                double poisoned[3] = {5, 6, 7};
                poisoned[c] = bad[b];
                for (int i = 0; i < 3; i++)
                    expected[i] = output[i];
                CHECK(snw_filter_update(&filter, poisoned, 1e-3, output) == wanted);
                for (int i = 0; i < 3; i++)
                    CHECK(output[i] == expected[i]);
                CHECK(snw_filter_reset(&filter, poisoned) == wanted);
                CHECK(snw_filter_update(&filter, input, 1e-3, output) == SNW_OK);
                // the next output is as if nothing had been
                snw_filter other = make(SNW_FILTER_LOWPASS, order, 3, 50, 0.7);
                CHECK(snw_filter_update(&other, input, 1e-3, again) == SNW_OK);
                CHECK(snw_filter_update(&other, input, 1e-3, again) == SNW_OK);
                for (int i = 0; i < 3; i++)
                    CHECK(output[i] == again[i]);
            }
        }
    }
}

static void bad_steps_change_nothing(void) {
    snw_filter filter = make(SNW_FILTER_LOWPASS, 2, 1, 50, 0.7);
    const double input = 1;
    double output = 42;
    CHECK(snw_filter_update(&filter, &input, 0, &output) == SNW_ERR_RANGE);
    CHECK(snw_filter_update(&filter, &input, -1e-3, &output) == SNW_ERR_RANGE);
    CHECK(snw_filter_update(&filter, &input, 2e9, &output) == SNW_ERR_RANGE);
    CHECK(snw_filter_update(&filter, &input, (double)NAN, &output) == SNW_ERR_NOT_FINITE);
    CHECK(snw_filter_update(&filter, &input, HUGE_VAL, &output) == SNW_ERR_NOT_FINITE);
    CHECK(output == 42 && filter.value[0] == 0);
}

static snw_status init_with(snw_filter_config config) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_filter filter;
    return snw_filter_init(&filter, &config, &arena);
}

static void bad_parameters_are_refused(void) {
    const double nan = (double)NAN;
    const snw_filter_config good = snw_filter_defaults();
    CHECK(init_with(good) == SNW_OK);
    snw_filter_config bad[14];
    for (int i = 0; i < 14; i++)
        bad[i] = good;
    const snw_status wanted[14] = {SNW_ERR_RANGE,      SNW_ERR_RANGE,      SNW_ERR_RANGE,
                                   SNW_ERR_NOT_FINITE, SNW_ERR_NOT_FINITE, SNW_ERR_RANGE,
                                   SNW_ERR_RANGE,      SNW_ERR_RANGE,      SNW_ERR_NOT_FINITE,
                                   SNW_ERR_ARGUMENT,   SNW_ERR_ARGUMENT,   SNW_ERR_ARGUMENT,
                                   SNW_ERR_ARGUMENT,   SNW_ERR_ARGUMENT};
    bad[0].cutoff = 0, bad[1].cutoff = -1, bad[2].cutoff = 2e9, bad[3].cutoff = nan;
    bad[4].cutoff = HUGE_VAL, bad[5].damping = 0, bad[6].damping = -0.1, bad[7].damping = 101;
    bad[8].damping = nan, bad[9].order = 0, bad[10].order = 3, bad[11].channels = 0;
    bad[12].channels = -1, bad[13].kind = (snw_filter_kind)9;
    for (int i = 0; i < 14; i++)
        CHECK(init_with(bad[i]) == wanted[i]);
    // order 1 has no damping to be wrong
    bad[8].order = 1;
    CHECK(init_with(bad[8]) == SNW_OK);

    snw_filter filter = make(SNW_FILTER_LOWPASS, 2, 1, 50, 0.7);
    CHECK(snw_filter_tune(&filter, nan, 0.7) == SNW_ERR_NOT_FINITE);
    CHECK(snw_filter_tune(&filter, 50, 0) == SNW_ERR_RANGE);
    CHECK(snw_filter_tune(&filter, -1, 0.7) == SNW_ERR_RANGE);
    CHECK(filter.config.cutoff == 50 && filter.config.damping == 0.7);
}

static snw_status init_first(void *object, snw_arena *arena) {
    const snw_filter_config config = {SNW_FILTER_HIGHPASS, 7, 1, 10, 0};
    return snw_filter_init(object, &config, arena);
}

static snw_status init_second(void *object, snw_arena *arena) {
    const snw_filter_config config = {SNW_FILTER_LOWPASS, 7, 2, 10, 1};
    return snw_filter_init(object, &config, arena);
}

static void every_arena_too_small_is_noticed(void) {
    sweep_fn *const inits[2] = {init_first, init_second};
    for (int i = 0; i < 2; i++) {
        snw_filter filter;
        void *block = sweep_arena(inits[i], &filter);
        const double input[7] = {1, 2, 3, 4, 5, 6, 7};
        double output[7];
        CHECK(snw_filter_update(&filter, input, 1e-3, output) == SNW_OK);
        free(block);
    }
}

static void nothing_is_allocated(void) {
    snw_filter filter = make(SNW_FILTER_LOWPASS, 2, 7, 50, 0.7);
    const double input[7] = {1, 2, 3, 4, 5, 6, 7};
    double output[7];
    const long before = counted_allocations();
    for (int i = 0; i < 1000; i++) {
        CHECK(snw_filter_update(&filter, input, 1e-3 + 1e-6 * (i % 3), output) == SNW_OK);
        CHECK(snw_filter_tune(&filter, 50 + i, 0.7) == SNW_OK);
        if (i % 100 == 0) CHECK(snw_filter_reset(&filter, input) == SNW_OK);
    }
    CHECK(counted_allocations() == before);
}

int main(void) {
    RUN(the_frequency_response_is_that_of_the_formula);
    RUN(the_discrete_response_is_the_bilinear_one);
    RUN(step_responses_follow_the_closed_forms);
    RUN(a_low_pass_rests_at_its_input_and_a_high_pass_at_zero);
    RUN(the_derivative_of_a_ramp_is_its_slope_whatever_the_steps);
    RUN(steps_may_vary);
    RUN(a_late_sample_does_no_harm);
    RUN(a_reset_goes_on_without_a_jump);
    RUN(tuning_keeps_the_value_and_its_rate);
    RUN(a_tuned_filter_is_as_if_made_so);
    RUN(input_and_output_may_be_one_array);
    RUN(channels_do_not_mix);
    RUN(nothing_lingers_in_the_subnormal_range);
    RUN(bad_input_changes_nothing);
    RUN(bad_steps_change_nothing);
    RUN(bad_parameters_are_refused);
    RUN(every_arena_too_small_is_noticed);
    RUN(nothing_is_allocated);
    return check_report();
}
