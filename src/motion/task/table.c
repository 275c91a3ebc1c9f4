// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/table.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

static snw_status refuse_axis(snw_why *why, snw_status code, int axis, const char *text) {
    snw_why_set(why, code, "table", text);
    snw_why_rule(why, "table");
    snw_why_add(why, "axis", axis, "");
    return code;
}

static bool is_falling(const snw_table_axis *axis) {
    return axis->values[0] > axis->values[axis->count - 1];
}

static snw_status check_axis(const snw_table_axis *axis, int number, snw_why *why) {
    if (axis->count < 2) return refuse_axis(why, SNW_ERR_SIZE, number, "an axis needs two values");
    if (!snw__finite(axis->values, axis->count)) {
        return refuse_axis(why, SNW_ERR_NOT_FINITE, number, "a value of an axis is not finite");
    }
    const double sign = is_falling(axis) ? -1 : 1;
    const double span = axis->values[axis->count - 1] - axis->values[0];
    for (int i = 1; i < axis->count; i++) {
        if (!(sign * (axis->values[i] - axis->values[i - 1]) > 0)) {
            return refuse_axis(why, SNW_ERR_RANGE, number,
                               "an axis must increase or decrease strictly");
        }
        const double even = axis->values[0] + span * i / (axis->count - 1);
        if (axis->search == SNW_TABLE_EQUAL_SPACED &&
            !(fabs(axis->values[i] - even) <= 1e-9 * fabs(span))) {
            return refuse_axis(why, SNW_ERR_RANGE, number, "this axis is not evenly spaced");
        }
    }
    return SNW_OK;
}

snw_status snw__table_init(snw_table *table, const snw_table_axis *axes, int dimensions,
                           const double *const *data, int sets, snw_why *why) {
    memset(table, 0, sizeof *table);
    if (dimensions < 1 || dimensions > SNW_TABLE_DIMENSIONS || sets < 1) {
        return refuse_axis(why, SNW_ERR_SIZE, -1, "a table has 1 to 8 dimensions and data");
    }
    table->points = 1;
    for (int i = 0; i < dimensions; i++) {
        const snw_status status = check_axis(&axes[i], i, why);
        if (snw_failed(status)) return status;
        if (table->points > 1000000 / axes[i].count) {
            return refuse_axis(why, SNW_ERR_SIZE, i, "a table has at most a million points");
        }
        table->points *= axes[i].count;
    }
    for (int i = 0; i < sets; i++) {
        if (!snw__finite(data[i], table->points)) {
            return refuse_axis(why, SNW_ERR_NOT_FINITE, -1, "a number of the data is not finite");
        }
    }
    table->axes = axes;
    table->dimensions = dimensions;
    table->data = data;
    table->sets = sets;
    return SNW_OK;
}

// the interval [k, k + 1] of x, the outermost ones reaching to infinity
static int find_interval(const snw_table_axis *axis, double x, int last) {
    const double sign = is_falling(axis) ? -1 : 1, *v = axis->values;
    int low = 0, high = axis->count - 2;
    switch (axis->search) {
    case SNW_TABLE_EQUAL_SPACED: {
        const double place = (x - v[0]) / (v[axis->count - 1] - v[0]) * (axis->count - 1);
        if (!(place > 0)) return 0;
        return place >= high ? high : (int)place;
    }
    case SNW_TABLE_LINEAR:
        low = last;
        while (low < high && sign * (x - v[low + 1]) >= 0)
            low++;
        while (low > 0 && sign * (x - v[low]) < 0)
            low--;
        return low;
    case SNW_TABLE_BISECTION:
        break;
    }
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (sign * (x - v[middle]) >= 0) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

// where x is in its interval; 0 to 1, or beyond where the table goes on
static double place_in(const snw_table_axis *axis, double x, int k) {
    double t = (x - axis->values[k]) / (axis->values[k + 1] - axis->values[k]);
    if (t < 0 && axis->lower == SNW_TABLE_LIMIT) t = 0;
    if (t > 1 && axis->upper == SNW_TABLE_LIMIT) t = 1;
    return t;
}

void snw__table_at(snw_table *table, const double *x, double *values) {
    double t[SNW_TABLE_DIMENSIONS];
    int stride[SNW_TABLE_DIMENSIONS], corner = 0, size = 1;
    for (int i = 0; i < table->dimensions; i++) {
        const snw_table_axis *axis = &table->axes[i];
        table->last[i] = find_interval(axis, x[i], table->last[i]);
        t[i] = place_in(axis, x[i], table->last[i]);
        stride[i] = size;
        corner += table->last[i] * size;
        size *= axis->count;
    }
    memset(values, 0, sizeof(double) * (size_t)table->sets);
    // the weighted corners of the cell
    for (unsigned bits = 0; bits < 1U << (unsigned)table->dimensions; bits++) {
        double weight = 1;
        int at = corner;
        for (int i = 0; i < table->dimensions; i++) {
            const bool far = bits >> (unsigned)i & 1U;
            weight *= far ? t[i] : 1 - t[i];
            at += far ? stride[i] : 0;
        }
        for (int s = 0; s < table->sets; s++)
            values[s] += weight * table->data[s][at];
    }
}

// -1 before the first value of an axis, 1 behind the last, 0 between; NaN is outside
static int side_of(const snw_table_axis *axis, double x) {
    const double sign = is_falling(axis) ? -1 : 1;
    if (!(sign * (x - axis->values[0]) >= 0)) return -1;
    return sign * (x - axis->values[axis->count - 1]) > 0 ? 1 : 0;
}

bool snw__table_contains(const snw_table *table, const double *x) {
    for (int i = 0; i < table->dimensions; i++) {
        if (side_of(&table->axes[i], x[i]) != 0) return false;
    }
    return true;
}

bool snw__table_can_extrapolate(const snw_table *table, const double *x) {
    for (int i = 0; i < table->dimensions; i++) {
        const snw_table_axis *axis = &table->axes[i];
        const int side = side_of(axis, x[i]);
        if (side < 0 && axis->lower == SNW_TABLE_LIMIT) return false;
        if (side > 0 && axis->upper == SNW_TABLE_LIMIT) return false;
    }
    return true;
}

snw_status snw__composed_table_at(snw_composed_table *table, const double *x, double *values) {
    if (table->count < 1) return SNW_ERR_SIZE;
    for (int i = 0; i < table->count; i++) {
        if (!snw__table_contains(table->leaves[i], x)) continue;
        snw__table_at(table->leaves[i], x, values);
        return SNW_OK;
    }
    for (int i = 0; i < table->count; i++) {
        if (!snw__table_can_extrapolate(table->leaves[i], x)) continue;
        snw__table_at(table->leaves[i], x, values);
        return SNW_OK;
    }
    snw__table_at(table->leaves[0], x, values);
    return SNW_SATURATED;
}
