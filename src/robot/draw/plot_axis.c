// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "plot_internal.h"

// the least of 1, 2, 5 times a power of ten that is not below x
static double nice_step(double x) {
    const double power = pow(10, floor(log10(x)));
    const double part = x / power;
    // what rounding alone lifts above a limit stays below it
    const double slack = 1 + 1e-9;
    return (part <= 1 * slack ? 1 : part <= 2 * slack ? 2 : part <= 5 * slack ? 5 : 10) * power;
}

plot_axis snw__plot_axis_of(double low, double high, int most) {
    plot_axis axis = {.low = low, .high = high};
    const int wanted = most < 2 ? 2 : most;
    axis.step = nice_step((high - low) / wanted);
    axis.first = ceil(low / axis.step - 1e-9) * axis.step;
    axis.count = (int)floor((high - axis.first) / axis.step + 1e-9) + 1;
    const double digits = -floor(log10(axis.step) + 1e-9);
    axis.decimals = digits > 0 ? (int)digits : 0;
    return axis;
}

void snw__plot_print_mark(const plot_axis *axis, int index, char out[PLOT_LABEL]) {
    const double value = axis->first + index * axis->step;
    // a mark at zero is zero, whatever the sum left over
    const double shown = fabs(value) < axis->step * 1e-6 ? 0 : value;
    snw_text text = snw_text_over(out, PLOT_LABEL);
    if (axis->decimals > 5 || fabs(shown) >= 1e7) {
        // rounded to the step, so that the shortest form is short and no two marks are alike
        const int finest = (int)floor(log10(axis->step) + 1e-9);
        char number[SNW_NUMBER_SIZE];
        int exponent = shown == 0 ? 0 : (int)floor(log10(fabs(shown)) + 1e-9);
        const double parts = pow(10, fmin(fmax(exponent - finest, 0), 15));
        (void)snw_real_print(round(shown / pow(10, exponent) * parts) / parts, number);
        snw_text_format(&text, exponent == 0 ? "%s" : "%se%d", number, exponent);
        return;
    }
    // digits by whole numbers, because printf follows the locale
    const double factor = pow(10, axis->decimals);
    const long long whole = llround(fabs(shown) * factor);
    long long unit = 1;
    for (int i = 0; i < axis->decimals; i++)
        unit *= 10;
    snw_text_format(&text, "%s%lld", shown < 0 && whole > 0 ? "-" : "", whole / unit);
    if (axis->decimals > 0) snw_text_format(&text, ".%0*lld", axis->decimals, whole % unit);
}

plot_axis snw__plot_values_of(const snw_plot *p, int panel, int most) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < p->count; i++) {
        const snw_plot_signal *s = &p->signals[i];
        if (s->panel != panel) continue;
        for (size_t k = 0; k < s->count; k++) {
            if (!isfinite(s->v[k])) continue;
            low = fmin(low, s->v[k]);
            high = fmax(high, s->v[k]);
        }
    }
    if (!(low <= high)) {
        low = 0;
        high = 1;
    }
    // a constant lies in the middle; doubles that are all but the same count as one
    const double least = fmax(fabs(low), fabs(high)) * 1e-12;
    if (high - low <= least) {
        const double half = low == 0 ? 1 : fabs(low) * 0.1;
        low -= half;
        high += half;
    }
    const double room = (high - low) * 0.04;
    return snw__plot_axis_of(low - room, high + room, most);
}

const char *snw__plot_unit_of(const snw_plot *p, int panel) {
    for (int i = 0; i < p->count; i++) {
        if (p->signals[i].panel == panel) return p->signals[i].unit;
    }
    return "";
}

void snw__plot_reduce(const snw_plot *p, const snw_plot_signal *s, plot_column *columns,
                      int count) {
    memset(columns, 0, (size_t)count * sizeof *columns);
    const double scale = count / (p->last - p->first);
    bool broken = true;
    for (size_t k = 0; k < s->count; k++) {
        if (!isfinite(s->v[k])) {
            broken = true;
            continue;
        }
        int at = (int)((s->t[k] - p->first) * scale);
        if (at < 0 || s->t[k] > p->last) continue;
        if (at >= count) at = count - 1;
        plot_column *c = &columns[at];
        if (!c->any) {
            *c = (plot_column){s->v[k], s->v[k], s->v[k], s->v[k], true, broken};
        }
        c->low = fmin(c->low, s->v[k]);
        c->high = fmax(c->high, s->v[k]);
        c->leave = s->v[k];
        broken = false;
    }
}
