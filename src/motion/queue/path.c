// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/queue/path.h"

#include <math.h>
#include <string.h>

snw_path_config snw_path_config_defaults(void) {
    const snw_path_config config = {.capacity = 10000, .spacing_ns = 100000000};
    return config;
}

static int column_count(const snw_path *path) {
    return path->config.scalars + 7 * path->config.poses;
}

snw_status snw_path_init(snw_path *path, const snw_path_config *config, snw_arena *arena) {
    *path = (snw_path){.config = *config};
    const int all = config->scalars + config->poses;
    if (config->scalars < 0 || config->poses < 0 || config->scalars > SNW_PATH_COLUMNS ||
        config->poses > SNW_PATH_COLUMNS || all < 1 || config->capacity < 1 ||
        config->capacity > SNW_PATH_RECORDS || config->spacing_ns < 0) {
        return SNW_ERR_ARGUMENT;
    }
    const int n = config->capacity;
    const size_t scalars = sizeof(double) * (size_t)config->scalars;
    const size_t poses = sizeof(snw_pose) * (size_t)config->poses;
    path->times = SNW_ARENA_ARRAY(arena, int64_t, n);
    if (scalars > 0) path->scalars = (double *)snw_arena_take_array(arena, n, scalars, 8);
    if (poses > 0) path->poses = (snw_pose *)snw_arena_take_array(arena, n, poses, 8);
    if (config->smooth) {
        const size_t row = sizeof(double) * (size_t)column_count(path);
        path->bends = (double *)snw_arena_take_array(arena, n, row, 8);
        path->factor = SNW_ARENA_ARRAY(arena, double, n);
        const size_t turns = sizeof(snw_quat) * (size_t)config->poses;
        if (turns > 0) path->turns = (snw_quat *)snw_arena_take_array(arena, n, turns, 8);
    }
    return snw_arena_status(arena);
}

void snw_path_reset(snw_path *path) {
    path->count = 0;
    path->has_splines = false;
}

void snw_path_cut(snw_path *path, int count) {
    SNW_ASSERT(count >= 0);
    if (count >= path->count) return;
    path->count = count;
    path->has_splines = false;
}

snw_status snw_path_set_spacing(snw_path *path, int64_t spacing_ns) {
    if (spacing_ns < 0) return SNW_ERR_RANGE;
    path->config.spacing_ns = spacing_ns;
    return SNW_OK;
}

snw_status snw_path_add(snw_path *path, int64_t t_ns, const double *scalars,
                        const snw_pose *poses) {
    const int n = path->config.scalars, m = path->config.poses, k = path->count;
    for (int i = 0; i < n; i++) {
        if (!isfinite(scalars[i])) return SNW_ERR_NOT_FINITE;
    }
    for (int i = 0; i < m; i++) {
        if (!snw_pose_is_finite(poses[i])) return SNW_ERR_NOT_FINITE;
    }
    if (t_ns < -SNW_PATH_TIME || t_ns > SNW_PATH_TIME) return SNW_ERR_RANGE;
    if (k > 0 && t_ns <= path->times[k - 1]) return SNW_ERR_RANGE;
    if (k > 0 && t_ns - path->times[k - 1] < path->config.spacing_ns) return SNW_NOTHING_NEW;
    if (k == path->config.capacity) return SNW_ERR_FULL;
    path->times[k] = t_ns;
    if (n > 0) memcpy(path->scalars + (ptrdiff_t)k * n, scalars, sizeof *scalars * (size_t)n);
    if (m > 0) memcpy(path->poses + (ptrdiff_t)k * m, poses, sizeof *poses * (size_t)m);
    path->count++;
    path->has_splines = false;
    return SNW_OK;
}

// --- splines ------------------------------------------------------------------------------------

// column c of record k: scalars, then position and quaternion of each pose
static double knot_value(const snw_path *path, int k, int c) {
    const int n = path->config.scalars, m = path->config.poses;
    if (c < n) return path->scalars[(ptrdiff_t)k * n + c];
    const int pose = (c - n) / 7;
    const snw_vec3 p = path->poses[(ptrdiff_t)k * m + pose].p;
    const snw_quat q = path->turns[(ptrdiff_t)k * m + pose];
    const double all[7] = {p.x, p.y, p.z, q.w, q.x, q.y, q.z};
    return all[(c - n) % 7];
}

static double step_after(const snw_path *path, int k) {
    return 1e-9 * (double)(path->times[k + 1] - path->times[k]);
}

// of q and -q the one that is nearer to the record before
static void align_quaternions(snw_path *path) {
    const int m = path->config.poses;
    for (int i = 0; i < path->count * m; i++) {
        snw_quat q = snw_quat_from_mat3(path->poses[i].R);
        if (i >= m && snw_quat_dot(q, path->turns[i - m]) < 0) q = snw_quat_scale(q, -1);
        path->turns[i] = q;
    }
}

// Natural spline: with h the steps and d the slopes between records, the second derivatives M obey
// h0 M0 + 2 (h0 + h1) M1 + h1 M2 = 6 (d1 - d0), M = 0 at both ends; Thomas' elimination.
static void build_column(snw_path *path, int c) {
    const int n = path->count, width = column_count(path);
    double *const M = path->bends + c;
    M[0] = 0;
    path->factor[0] = 0;
    for (int k = 1; k + 1 < n; k++) {
        const double h0 = step_after(path, k - 1), h1 = step_after(path, k);
        const double d0 = (knot_value(path, k, c) - knot_value(path, k - 1, c)) / h0;
        const double d1 = (knot_value(path, k + 1, c) - knot_value(path, k, c)) / h1;
        const double pivot = 2 * (h0 + h1) - h0 * path->factor[k - 1];
        path->factor[k] = h1 / pivot;
        M[(ptrdiff_t)k * width] = (6 * (d1 - d0) - h0 * M[(ptrdiff_t)(k - 1) * width]) / pivot;
    }
    M[(ptrdiff_t)(n - 1) * width] = 0;
    for (int k = n - 2; k > 0; k--) {
        M[(ptrdiff_t)k * width] -= path->factor[k] * M[(ptrdiff_t)(k + 1) * width];
    }
}

snw_status snw_path_smooth(snw_path *path) {
    if (path->bends == NULL || path->count < 1) return SNW_ERR_STATE;
    align_quaternions(path);
    for (int c = 0; c < column_count(path); c++) {
        build_column(path, c);
    }
    path->has_splines = true;
    return SNW_OK;
}

// value and first derivative of a column's spline between records k and k + 1
static double evaluate_spline(const snw_path *path, int k, int c, double x, double *rate) {
    const int width = column_count(path);
    const double h = step_after(path, k), y0 = knot_value(path, k, c),
                 y1 = knot_value(path, k + 1, c);
    const double M0 = path->bends[(ptrdiff_t)k * width + c];
    const double M1 = path->bends[(ptrdiff_t)(k + 1) * width + c];
    const double slope = (y1 - y0) / h - h * (2 * M0 + M1) / 6;
    const double third = (M1 - M0) / h;
    *rate = slope + x * (M0 + 0.5 * x * third);
    return y0 + x * (slope + x * (0.5 * M0 + x * third / 6));
}

// --- reading ------------------------------------------------------------------------------------

/// Where a time lies: between records k and k + 1, x seconds and the part u after k.
typedef struct place {
    int k;
    double x, u;
    bool outside;
} place;

static int64_t wrap_time(const snw_path *path, int64_t t_ns) {
    const int64_t first = path->times[0], length = path->times[path->count - 1] - first;
    if (length == 0) return first;
    // a time so far away that the difference would overflow is one of many turns, whichever
    const int64_t most = INT64_MAX - SNW_PATH_TIME;
    const int64_t t = t_ns > most ? most : t_ns < -most ? -most : t_ns;
    const int64_t rest = (t - first) % length;
    return first + (rest < 0 ? rest + length : rest);
}

static place find_place(const snw_path *path, const snw_path_query *query) {
    const int n = path->count;
    const int64_t t = query->loop ? wrap_time(path, query->t_ns) : query->t_ns;
    place p = {0, 0, 0, false};
    if (t <= path->times[0] || n == 1) {
        p.outside = t != path->times[0];
        return p;
    }
    if (t >= path->times[n - 1]) {
        p.k = n - 1;
        p.outside = t > path->times[n - 1];
        return p;
    }
    int low = 0, high = n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (path->times[middle] <= t) low = middle;
        if (path->times[middle] > t) high = middle;
    }
    p.k = low;
    p.x = 1e-9 * (double)(t - path->times[low]);
    p.u = (double)(t - path->times[low]) / (double)(path->times[low + 1] - path->times[low]);
    return p;
}

static snw_status check_readable(const snw_path *path, const snw_path_query *query) {
    if (path->count == 0) return SNW_ERR_STATE;
    return query->interpolation == SNW_PATH_SMOOTH && !path->has_splines ? SNW_ERR_STATE : SNW_OK;
}

static bool is_wanted(const snw_path_query *query, int column) {
    return query->follow == NULL || query->follow[column];
}

static snw_pose evaluate_pose(const snw_path *path, int pose, place at) {
    const int first = path->config.scalars + 7 * pose;
    double x[7], rate;
    for (int i = 0; i < 7; i++) {
        x[i] = evaluate_spline(path, at.k, first + i, at.x, &rate);
    }
    snw_quat q = snw_quat_identity();
    SNW_IGNORE(snw_quat_normalize(snw_quat_of(x[3], x[4], x[5], x[6]), &q));
    return snw_pose_of(snw_quat_to_mat3(q), snw_vec3_of(x[0], x[1], x[2]));
}

snw_status snw_path_at(const snw_path *path, const snw_path_query *query, double *scalars,
                       snw_pose *poses) {
    const snw_status status = check_readable(path, query);
    if (status != SNW_OK) return status;
    place at = find_place(path, query);
    const int n = path->config.scalars, m = path->config.poses;

    // at a record, and for the nearest, what was stored
    const bool nearest = query->interpolation == SNW_PATH_NEAREST;
    if (nearest && at.u > 0.5) at.k++;
    const bool stored = nearest || at.u == 0;
    for (int i = 0; i < n; i++) {
        if (!is_wanted(query, i)) continue;
        const double *y = path->scalars + (ptrdiff_t)at.k * n + i;
        double rate;
        if (stored) {
            scalars[i] = *y;
        } else if (query->interpolation == SNW_PATH_SMOOTH) {
            scalars[i] = evaluate_spline(path, at.k, i, at.x, &rate);
        } else {
            scalars[i] = y[0] + at.u * (y[n] - y[0]);
        }
    }
    for (int i = 0; i < m; i++) {
        if (!is_wanted(query, n + i)) continue;
        const snw_pose *T = path->poses + (ptrdiff_t)at.k * m + i;
        if (stored) {
            poses[i] = *T;
        } else if (query->interpolation == SNW_PATH_SMOOTH) {
            poses[i] = evaluate_pose(path, i, at);
        } else {
            poses[i] = snw_pose_interpolate(T[0], T[m], at.u);
        }
    }
    return at.outside ? SNW_SATURATED : SNW_OK;
}

// Of the normalised quaternion N = Q / |Q|, the rate is (Q' - N (N.Q')) / |Q|.
static snw_twist evaluate_twist(const snw_path *path, int pose, place at) {
    const int first = path->config.scalars + 7 * pose;
    double x[7], r[7];
    for (int i = 0; i < 7; i++) {
        x[i] = evaluate_spline(path, at.k, first + i, at.x, &r[i]);
    }
    const snw_quat Q = snw_quat_of(x[3], x[4], x[5], x[6]),
                   Qr = snw_quat_of(r[3], r[4], r[5], r[6]);
    const double length = snw_quat_norm(Q);
    const snw_quat N = snw_quat_scale(Q, 1 / length);
    const snw_quat rate =
        snw_quat_scale(snw_quat_add(Qr, snw_quat_scale(N, -snw_quat_dot(N, Qr))), 1 / length);
    return snw_twist_of(snw_vec3_of(r[0], r[1], r[2]), snw_quat_reference_rate(N, rate));
}

snw_status snw_path_rates(const snw_path *path, const snw_path_query *query, double *rates,
                          snw_twist *twists) {
    const snw_status status = check_readable(path, query);
    if (status != SNW_OK) return status;
    const place at = find_place(path, query);
    const int n = path->config.scalars, m = path->config.poses;
    const bool rests =
        at.outside || at.k + 1 >= path->count || query->interpolation == SNW_PATH_NEAREST;
    const bool smooth = query->interpolation == SNW_PATH_SMOOTH;
    const double h = rests ? 1 : step_after(path, at.k);
    for (int i = 0; i < n; i++) {
        if (!is_wanted(query, i)) continue;
        const double *y = path->scalars + (ptrdiff_t)at.k * n + i;
        rates[i] = rests ? 0 : (y[n] - y[0]) / h;
        if (smooth && !rests) (void)evaluate_spline(path, at.k, i, at.x, &rates[i]);
    }
    for (int i = 0; i < m; i++) {
        if (!is_wanted(query, n + i)) continue;
        const snw_pose *T = path->poses + (ptrdiff_t)at.k * m + i;
        twists[i] = snw_twist_zero();
        if (smooth && !rests) {
            twists[i] = evaluate_twist(path, i, at);
        } else if (!rests) {
            twists[i] = snw_twist_scale(snw_pose_difference(T[0], T[m]), 1 / h);
        }
    }
    return at.outside ? SNW_SATURATED : SNW_OK;
}
