// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>

#include "path_input.h"

// Between two records a smooth path is a cubic, and its rate a parabola v(x) with x from 0 to h.
// From the rates at the begin, in the middle and at the end,
//
//   a(0) = (-3 v(0) + 4 v(h/2) - v(h)) / h,   jerk = 4 (v(0) - 2 v(h/2) + v(h)) / h^2

static double seconds(const path_pieces *p, int k) {
    return 1e-9 * (double)(p->times[k + 1] - p->times[k]);
}

static snw_status make_smooth(path_pieces *p, const snw_path *path, double *rates) {
    const int n = p->columns;
    double *begin = rates, *middle = rates + n, *end = rates + 2 * (ptrdiff_t)n;
    snw_path_query query = {.interpolation = SNW_PATH_SMOOTH};
    for (int k = 0; k < p->count; k++) {
        const int64_t t = p->times[k], half = (p->times[k + 1] - t) / 2;
        query.t_ns = t;
        snw_status status = snw_path_rates(path, &query, begin, NULL);
        query.t_ns = t + half;
        if (!snw_failed(status)) status = snw_path_rates(path, &query, middle, NULL);
        query.t_ns = t + 2 * half;
        if (!snw_failed(status)) status = snw_path_rates(path, &query, end, NULL);
        if (snw_failed(status)) return status;
        const double h = 2e-9 * (double)half;
        for (int i = 0; i < n; i++) {
            const double a = (-3 * begin[i] + 4 * middle[i] - end[i]) / h;
            const double j = 4 * (begin[i] - 2 * middle[i] + end[i]) / (h * h);
            const snw_profile_sample s = {path->scalars[(ptrdiff_t)k * n + i], begin[i], a, j};
            p->piece[(ptrdiff_t)k * n + i] = s;
        }
    }
    return SNW_OK;
}

// how much a member of the pieces changes from the one before to this one, per second
static double change(const path_pieces *p, int k, double before, double now) {
    return k > 0 ? (now - before) / (0.5 * (seconds(p, k - 1) + seconds(p, k))) : 0;
}

static void make_linear(path_pieces *p, const snw_path *path) {
    const int n = p->columns;
    for (int k = 0; k < p->count; k++) {
        for (int i = 0; i < n; i++) {
            const double *y = &path->scalars[(ptrdiff_t)k * n + i];
            snw_profile_sample *s = &p->piece[(ptrdiff_t)k * n + i];
            const snw_profile_sample *last = k > 0 ? s - n : s;
            s->p = y[0];
            s->v = (y[n] - y[0]) / seconds(p, k);
            s->a = change(p, k, last->v, s->v);
            // the first difference of velocity has no neighbour
            s->j = k > 1 ? change(p, k, last->a, s->a) : 0;
        }
    }
}

snw_status path_pieces_make(path_pieces *pieces, const path_input *input, snw_why *why) {
    const snw_path *path = &input->path;
    const int n = path->config.scalars;
    *pieces = (path_pieces){.columns = n,
                            .count = path->count - 1,
                            .times = path->times,
                            .linear = input->interpolation != SNW_PATH_SMOOTH};
    pieces->piece = calloc((size_t)path->count * (size_t)n + 1, sizeof *pieces->piece);
    double *rates = calloc(3 * (size_t)n + 1, sizeof *rates);
    snw_status status = pieces->piece == NULL || rates == NULL ? SNW_ERR_MEMORY : SNW_OK;
    if (status == SNW_OK && pieces->linear) make_linear(pieces, path);
    if (status == SNW_OK && !pieces->linear) status = make_smooth(pieces, path, rates);
    free(rates);
    if (snw_failed(status)) {
        snw_why_set(why, status, "path", NULL);
        path_pieces_free(pieces);
    }
    return status;
}

void path_pieces_free(path_pieces *pieces) {
    free(pieces->piece);
    pieces->piece = NULL;
}

double path_pieces_duration(const path_pieces *pieces) {
    return 1e-9 * (double)(pieces->times[pieces->count] - pieces->times[0]);
}

void path_pieces_at(const void *context, double t, snw_profile_sample *sample) {
    const path_pieces *p = context;
    int low = 0, high = p->count;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (1e-9 * (double)(p->times[middle] - p->times[0]) <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double x = t - 1e-9 * (double)(p->times[low] - p->times[0]);
    for (int i = 0; i < p->columns; i++) {
        snw_profile_sample s = p->piece[(ptrdiff_t)low * p->columns + i];
        if (p->linear) {
            s.p += x * s.v;
        } else {
            s.p += x * (s.v + x * (0.5 * s.a + x * s.j / 6));
            s.v += x * (s.a + 0.5 * x * s.j);
            s.a += x * s.j;
        }
        sample[i] = s;
    }
}
