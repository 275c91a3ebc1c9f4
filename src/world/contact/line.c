// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// One group of lines: cost l(u), impulse -l'(u) and curvature l''(u). All are functions of the
// impulse without a bound, p = start - slope u.

static double lever_velocity(const struct snw__contact *work, const snw__lever *lever, int line,
                             const double *rates) {
    if (lever->body < 0) return 0;
    const double *v = rates + work->bodies[lever->body].first + lever->first;
    const double *J = lever->J + (ptrdiff_t)line * lever->count;
    double sum = 0;
    for (int i = 0; i < lever->count; i++)
        sum += J[i] * v[i];
    return sum;
}

void snw__line_velocity(const struct snw__contact *work, snw__lines *lines, const double *rates,
                        const double *given, double *u) {
    for (int i = 0; i < lines->count; i++) {
        u[i] =
            lever_velocity(work, &lines->a, i, rates) + lever_velocity(work, &lines->b, i, rates);
        if (given != NULL) u[i] += given[i];
    }
}

// a constant force has no curvature
static double constant_cost(snw__lines *lines) {
    lines->impulse[0] = fmin(fmax(lines->start[0], lines->low), lines->high);
    lines->inside = true;
    lines->curve = 0;
    return -lines->impulse[0] * lines->u[0];
}

static double single_cost(snw__lines *lines) {
    if (lines->slope == 0) return constant_cost(lines);
    const double p = lines->start[0] - lines->slope * lines->u[0];
    const double q = fmin(fmax(p, lines->low), lines->high);
    lines->impulse[0] = q;
    lines->inside = p == q;
    lines->curve = lines->inside ? lines->slope : 0;
    return q * (p - 0.5 * q) / lines->slope;
}

static double double_cost(snw__lines *lines) {
    const double p[2] = {lines->start[0] - lines->slope * lines->u[0],
                         lines->start[1] - lines->slope * lines->u[1]};
    const double length2 = p[0] * p[0] + p[1] * p[1], bound = lines->high;
    lines->inside = length2 <= bound * bound;
    if (lines->inside) {
        lines->impulse[0] = p[0];
        lines->impulse[1] = p[1];
        lines->curve = lines->slope;
        return 0.5 * length2 / lines->slope;
    }
    const double length = sqrt(length2), x = p[0] / length, y = p[1] / length;
    lines->impulse[0] = bound * x;
    lines->impulse[1] = bound * y;
    lines->across[0] = -y;
    lines->across[1] = x;
    lines->curve = bound * lines->slope / length;
    return bound * (length - 0.5 * bound) / lines->slope;
}

double snw__line_cost(snw__lines *lines) {
    return lines->count == 1 ? single_cost(lines) : double_cost(lines);
}

static void single_slope(const snw__lines *lines, double at, double *first, double *second) {
    const double du = lines->du[0], p = lines->start[0] - lines->slope * (lines->u[0] + at * du);
    const double q = fmin(fmax(p, lines->low), lines->high);
    *first -= q * du;
    if (p == q) *second += lines->slope * du * du;
}

void snw__line_slope(const snw__lines *lines, double at, double *first, double *second) {
    if (lines->count == 1) {
        single_slope(lines, at, first, second);
        return;
    }
    const double du[2] = {lines->du[0], lines->du[1]}, g = lines->slope, bound = lines->high;
    const double p[2] = {lines->start[0] - g * (lines->u[0] + at * du[0]),
                         lines->start[1] - g * (lines->u[1] + at * du[1])};
    const double length2 = p[0] * p[0] + p[1] * p[1];
    const double along = p[0] * du[0] + p[1] * du[1], all = du[0] * du[0] + du[1] * du[1];
    if (length2 <= bound * bound) {
        *first -= along;
        *second += g * all;
        return;
    }
    const double length = sqrt(length2);
    *first -= bound * along / length;
    *second += bound * g / length * fmax(all - along * along / length2, 0);
}
