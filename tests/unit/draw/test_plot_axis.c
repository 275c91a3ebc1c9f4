// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <math.h>

#include "../../../src/robot/draw/plot_internal.h"

// The axis of values: all of them, and less than a twentieth of their range on either side.

static double values[50], times[50];

static plot_axis axis_between(double low, double high) {
    const size_t count = sizeof values / sizeof values[0];
    for (size_t k = 0; k < count; k++) {
        times[k] = (double)k;
        values[k] = check_real(low, high);
    }
    values[7] = low;
    values[31] = high;
    static snw_plot plot;
    plot.count = plot.panels = 1;
    plot.signals[0] = (snw_plot_signal){"a", "m", times, values, count, count, 0};
    return snw__plot_values_of(&plot, 0, 6);
}

// below zero as above it
static void an_axis_leaves_little_room_beside_its_values(void) {
    CHECK_CASES(check_scaled(300)) {
        const double low = check_real(-10, 10), range = check_real(0.001, 10);
        const plot_axis axis = axis_between(low, low + range);
        CHECK(axis.low < low && axis.low > low - 0.05 * range);
        CHECK(axis.high > low + range && axis.high < low + 1.05 * range);
        CHECK(axis.count >= 2 && axis.count <= 7 && axis.first >= axis.low - 1e-9 * axis.step);
    }
}

static void a_constant_lies_in_the_middle(void) {
    const double constants[] = {-3, 0, 2.5};
    for (int i = 0; i < 3; i++) {
        const plot_axis axis = axis_between(constants[i], constants[i]);
        CHECK_NEAR(0.5 * (axis.low + axis.high), constants[i], 1e-12);
        CHECK(axis.high > axis.low);
    }
}

int main(void) {
    RUN(an_axis_leaves_little_room_beside_its_values);
    RUN(a_constant_lies_in_the_middle);
    return check_report();
}
