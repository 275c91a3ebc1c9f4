// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include "arena_sweep.h"
#include "check.h"
#include "unit/lanes/counted.h"

enum { MOST = 12 };
static _Alignas(64) unsigned char memory[4096];

static snw_integrator make(int channels, double low, double high) {
    double lows[MOST], highs[MOST];
    for (int c = 0; c < MOST; c++)
        lows[c] = low, highs[c] = high;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_integrator integrator;
    CHECK(snw_integrator_init(&integrator, channels, lows, highs, &arena) == SNW_OK);
    return integrator;
}

// cosines of different amplitude: the outputs are sines, amplitude / omega high, within 2 %
static void check_response(snw_integrator *integrator, double omega, double dt) {
    const int n = integrator->channels;
    double input[MOST], output[MOST], high[MOST] = {0}, low[MOST] = {0};
    for (int c = 0; c < n; c++)
        input[c] = 1 + c;
    CHECK(snw_integrator_reset(integrator, NULL, input) == SNW_OK);
    for (int k = 1; k * dt * omega < 8 * 3.14159265; k++) {
        for (int c = 0; c < n; c++)
            input[c] = (1 + c) * cos(omega * k * dt);
        CHECK(snw_integrator_update(integrator, input, dt, output) == SNW_OK);
        for (int c = 0; c < n; c++) {
            high[c] = fmax(high[c], output[c]);
            low[c] = fmin(low[c], output[c]);
            CHECK_NEAR(output[c] * omega / (1 + c), sin(omega * k * dt), 0.02);
        }
    }
    for (int c = 0; c < n; c++)
        CHECK_NEAR((high[c] - low[c]) / 2 * omega / (1 + c), 1, 0.02);
}

// on a scalar, a vector and a matrix
// spec: loffler:L-157
static void the_frequency_response_is_one_over_omega(void) {
    const int shapes[3] = {1, 7, 3 * 4};
    const double omegas[] = {2, 10, 50, 200};
    for (int s = 0; s < 3; s++) {
        snw_integrator integrator = make(shapes[s], -1e3, 1e3);
        for (int o = 0; o < 4; o++)
            check_response(&integrator, omegas[o], 1e-3);
    }
}

// the trapezoidal rule is exact on straight lines, for equal and for unequal steps
static void straight_lines_are_integrated_exactly(void) {
    snw_integrator integrator = make(1, -10, 10);
    double output = 0;
    for (int k = 1; k <= 1000; k++) {
        const double input = k * 1e-3;
        CHECK(snw_integrator_update(&integrator, &input, 1e-3, &output) == SNW_OK);
    }
    CHECK_NEAR(output, 0.5, 1e-12);

    CHECK_CASES(200) {
        const double slope = check_real(-2, 2), start = check_real(-1, 1);
        CHECK(snw_integrator_reset(&integrator, NULL, &start) == SNW_OK);
        double t = 0;
        for (int k = 0; k < 50; k++) {
            const double dt = check_real(1e-4, 3e-2);
            t += dt;
            const double input = start + slope * t;
            CHECK(snw_integrator_update(&integrator, &input, dt, &output) == SNW_OK);
            CHECK_NEAR(output, start * t + slope * t * t / 2, 1e-13);
        }
    }
}

static void a_limit_is_reported_and_left_at_once(void) {
    const double dt = 0x1p-7;
    snw_integrator integrator = make(2, -1, 2);
    double input[2] = {1, 0}, output[2];
    CHECK(snw_integrator_reset(&integrator, NULL, input) == SNW_OK);
    for (int k = 1; k <= 1024; k++) {
        const snw_status status = snw_integrator_update(&integrator, input, dt, output);
        CHECK(status == (k * dt > 2 ? SNW_SATURATED : SNW_OK));
        CHECK(output[0] == fmin(k * dt, 2) && output[1] == 0);
    }
    // six seconds beyond the limit leave nothing to unwind: the first step has a mean input of 0
    input[0] = -1;
    CHECK(snw_integrator_update(&integrator, input, dt, output) == SNW_OK);
    CHECK(snw_integrator_update(&integrator, input, dt, output) == SNW_OK);
    CHECK(output[0] == 2 - dt);
    // and the lower limit holds as well
    snw_status status = SNW_OK;
    for (int k = 0; k < 1000; k++) {
        status = snw_integrator_update(&integrator, input, dt, output);
    }
    CHECK(status == SNW_SATURATED && output[0] == -1);
}

static void limits_belong_to_their_channels(void) {
    const double low[3] = {-1, -5, 2}, high[3] = {1, 0, 3};
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_integrator integrator;
    CHECK(snw_integrator_init(&integrator, 3, low, high, &arena) == SNW_OK);
    CHECK(integrator.value[0] == 0 && integrator.value[1] == 0 && integrator.value[2] == 2);
    const double up[3] = {100, 100, 100}, down[3] = {-100, -100, -100};
    double output[3];
    for (int k = 0; k < 10; k++) {
        CHECK(snw_integrator_update(&integrator, up, 1, output) == SNW_SATURATED);
    }
    CHECK(output[0] == 1 && output[1] == 0 && output[2] == 3);
    CHECK(snw_integrator_reset(&integrator, output, down) == SNW_OK);
    for (int k = 0; k < 10; k++) {
        CHECK(snw_integrator_update(&integrator, down, 1, output) == SNW_SATURATED);
    }
    CHECK(output[0] == -1 && output[1] == -5 && output[2] == 2);
}

static void a_reset_goes_on_from_its_value(void) {
    snw_integrator integrator = make(2, -1, 1);
    const double value[2] = {0.5, -0.25}, zero[2] = {0, 0};
    double both[2] = {0, 0};
    CHECK(snw_integrator_reset(&integrator, value, NULL) == SNW_OK);
    CHECK(snw_integrator_update(&integrator, zero, 1, both) == SNW_OK);
    CHECK(both[0] == 0.5 && both[1] == -0.25);
    // input and output in one array: 0.5 + (0 + 0.5) / 2 * 0.1
    CHECK(snw_integrator_update(&integrator, both, 0.1, both) == SNW_OK);
    CHECK_NEAR(both[0], 0.525, 1e-15);
    CHECK_NEAR(both[1], -0.2625, 1e-15);
    const double outside[2] = {0, 1.5};
    CHECK(snw_integrator_reset(&integrator, outside, NULL) == SNW_ERR_RANGE);
    CHECK(integrator.value[0] == both[0] && integrator.value[1] == both[1]);
}

static void bad_input_changes_nothing(void) {
    const double bad[4] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.1e100};
    for (int b = 0; b < 4; b++) {
        const snw_status wanted = b < 3 ? SNW_ERR_NOT_FINITE : SNW_ERR_RANGE;
        snw_integrator integrator = make(2, -1, 1);
        const double good[2] = {0.5, 0.5}, poisoned[2] = {0.5, bad[b]};
        double output[2] = {0, 0};
        CHECK(snw_integrator_update(&integrator, good, 0.1, output) == SNW_OK);
        CHECK(snw_integrator_update(&integrator, poisoned, 0.1, output) == wanted);
        CHECK(snw_integrator_reset(&integrator, poisoned, NULL) == wanted);
        CHECK(snw_integrator_reset(&integrator, NULL, poisoned) == wanted);
        CHECK(output[0] == 0.025 && integrator.value[0] == 0.025);
        CHECK(snw_integrator_update(&integrator, good, 0.1, output) == SNW_OK);
        CHECK_NEAR(output[0], 0.075, 1e-15);
    }
    snw_integrator integrator = make(1, -1, 1);
    const double input = 1;
    double output = 42;
    const double steps[4] = {0, -0.1, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        const snw_status wanted = i < 2 ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
        CHECK(snw_integrator_update(&integrator, &input, steps[i], &output) == wanted);
    }
    CHECK(output == 42 && integrator.value[0] == 0);
}

static void bad_parameters_are_refused(void) {
    const double nan = (double)NAN, one = 1, two = 2, inf = HUGE_VAL;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_integrator integrator;
    CHECK(snw_integrator_init(&integrator, 0, &one, &two, &arena) == SNW_ERR_ARGUMENT);
    CHECK(snw_integrator_init(&integrator, 1, &two, &one, &arena) == SNW_ERR_RANGE);
    CHECK(snw_integrator_init(&integrator, 1, &nan, &one, &arena) == SNW_ERR_NOT_FINITE);
    CHECK(snw_integrator_init(&integrator, 1, &one, &nan, &arena) == SNW_ERR_NOT_FINITE);
    CHECK(snw_integrator_init(&integrator, 1, &one, &inf, &arena) == SNW_ERR_NOT_FINITE);
    CHECK(snw_integrator_init(&integrator, 1, &one, &one, &arena) == SNW_OK);
}

static snw_status init_seven(void *object, snw_arena *arena) {
    const double low[7] = {-1, -1, -1, -1, -1, -1, -1}, high[7] = {1, 1, 1, 1, 1, 1, 1};
    return snw_integrator_init(object, 7, low, high, arena);
}

static void every_arena_too_small_is_noticed(void) {
    snw_integrator integrator;
    void *block = sweep_arena(init_seven, &integrator);
    const double input[7] = {1, 2, 3, 4, 5, 6, 7};
    double output[7];
    CHECK(snw_integrator_update(&integrator, input, 1e-3, output) == SNW_OK);
    free(block);
}

static void nothing_is_allocated(void) {
    snw_integrator integrator = make(7, -1, 1);
    const double input[7] = {1, 2, 3, 4, 5, 6, 7};
    double output[7];
    const long before = counted_allocations();
    for (int i = 0; i < 1000; i++) {
        CHECK(!snw_failed(snw_integrator_update(&integrator, input, 1e-3, output)));
    }
    CHECK(snw_integrator_reset(&integrator, NULL, NULL) == SNW_OK);
    CHECK(counted_allocations() == before);
}

int main(void) {
    RUN(the_frequency_response_is_one_over_omega);
    RUN(straight_lines_are_integrated_exactly);
    RUN(a_limit_is_reported_and_left_at_once);
    RUN(limits_belong_to_their_channels);
    RUN(a_reset_goes_on_from_its_value);
    RUN(bad_input_changes_nothing);
    RUN(bad_parameters_are_refused);
    RUN(every_arena_too_small_is_noticed);
    RUN(nothing_is_allocated);
    return check_report();
}
