// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// A line within a tolerance. Near a singularity the exact line needs endless rates of joints, yet
// joints that hardly leave it do not. The joints of the line are found on a grid of s; grid points
// around the worst place are left out, and cubic splines through the others lead the joints over
// the gap. Wide gaps are driven faster and leave the line farther: of gaps whose tip stays within
// the tolerance the quickest is taken. Places that cannot be reached are gaps too.

// of the tolerance, for what lies between two looks at the tip
static const double check_margin = 0.95, coarse_margin = 0.85;

// CHECKS: looks at the tip between two grid points; COARSE: in all of a gap that is tried
enum { CELLS = SNW__SPLINE_CELLS, CHECKS = 4, COARSE = 20, ROUNDS = 2 };

// half widths of a gap that are tried, in cells
static const int halves[] = {1, 2, 3, 5, 8, 12, 18};
enum { WIDTHS = sizeof halves / sizeof *halves };

static int axes_of(const snw__spline_fit *fit) {
    return fit->tip->arm->count;
}

// The joints of the line on the grid. What cannot be reached is left out; the goal must be.
static snw_status solve_grid(snw__spline_fit *fit, snw_why *why) {
    const int axes = axes_of(fit);
    for (; fit->place <= CELLS; fit->place++) {
        if (snw__budget_spent(fit->tip)) return SNW_NOTHING_NEW;
        const int k = fit->place;
        const snw_profile_sample s = {(double)k / CELLS, 0, 0, 0};
        const snw__frame_motion frame = snw__path_frame_at(fit->path, &fit->path->goal, s);
        const snw__frame_motion tip = snw__path_tip_motion(&frame, fit->path->tool);
        const snw_status status =
            snw__tip_inverse(fit->tip, tip.T, fit->q, -1, fit->q, k == CELLS ? why : NULL);
        fit->gap[k] = snw_failed(status);
        if (k == CELLS && snw_failed(status)) {
            snw__path_note_failure(fit->path, fit->tip, fit->q, 1, why);
            return status;
        }
        memcpy(&fit->tip->grid[(ptrdiff_t)k * axes], fit->q, sizeof *fit->q * (size_t)axes);
    }
    return SNW_OK;
}

// a spline through all that is no gap
static void build_spline(snw__spline_fit *fit) {
    const int axes = axes_of(fit);
    snw__spline *spline = fit->spline;
    spline->count = 0;
    for (int k = 0; k <= CELLS; k++) {
        if (fit->gap[k]) continue;
        spline->s[spline->count] = (double)k / CELLS;
        memcpy(&spline->q[(ptrdiff_t)spline->count * axes], &fit->tip->grid[(ptrdiff_t)k * axes],
               sizeof *spline->q * (size_t)axes);
        spline->count++;
    }
    snw__spline_build(spline, axes);
}

// what the spline allows on the grid; the time that it takes, HUGE_VAL beyond limits of joints
static void measure_spline(snw__spline_fit *fit, snw__limit_curve *curve) {
    const int axes = axes_of(fit);
    snw__joint_motion rates;
    snw__limit_curve_begin(curve, fit->path, fit->tip, fit->options);
    fit->tip->work += SNW__WORK_CURVE;
    fit->cost = 0;
    for (int k = 0; k + 1 < fit->spline->count && fit->cost == 0; k++) {
        const snw_arm_limits *limits = &fit->tip->arm->limits;
        if (!snw__spline_examine(fit->spline, limits, axes, k, &rates)) fit->cost = HUGE_VAL;
    }
    double slowest = HUGE_VAL;
    for (int k = 0; k <= CELLS; k++) {
        const snw_profile_sample s = {(double)k / CELLS, 1, 0, 0};
        snw__spline_at(fit->spline, axes, s, &rates);
        rates.q[0] = s.p;
        snw__limit_curve_add(curve, axes, &rates);
        fit->cost += 1 / (CELLS * curve->speed[k]);
        if (curve->speed[k] >= slowest) continue;
        slowest = curve->speed[k];
        fit->worst = k < CELLS ? k : CELLS - 1;
    }
}

// Is the tip within a part of the tolerance at one place, in cells? Keeps the largest deviation.
static bool stays_near_at(snw__spline_fit *fit, double cell, double part) {
    const snw_move *move = fit->options->move;
    const snw_profile_sample s = {cell / CELLS, 0, 0, 0};
    snw__joint_motion motion;
    snw__spline_at(fit->spline, axes_of(fit), s, &motion);
    const snw_twist off = snw__path_deviation(fit->path, fit->tip, motion.q, s.p);
    fit->deviation = fmax(fit->deviation, snw_vec3_norm(off.lin));
    fit->deviation_rad = fmax(fit->deviation_rad, snw_vec3_norm(off.ang));
    return fit->deviation <= part * move->tolerance &&
           fit->deviation_rad <= part * move->tolerance_rad;
}

// the same at `looks` places between two grid points
static bool stays_near(snw__spline_fit *fit, int from, int to, int looks) {
    bool near = true;
    fit->deviation = fit->deviation_rad = 0;
    for (int k = 0; k <= looks && near; k++) {
        near = stays_near_at(fit, from + (double)(to - from) * k / looks, coarse_margin);
    }
    return near;
}

// One width of a gap around the worst place; false when no wider one is worth trying.
static bool try_gap(snw__spline_fit *fit, int half) {
    const int from = fit->center > half ? fit->center - half : 0;
    const int to = fit->center + half < CELLS ? fit->center + half + 1 : CELLS;
    memcpy(fit->gap, fit->before, sizeof fit->gap);
    for (int k = fit->center - half + 1; k <= fit->center + half; k++) {
        if (k > 0 && k < CELLS) fit->gap[k] = true;
    }
    build_spline(fit);
    if (!stays_near(fit, from, to, COARSE)) return !fit->found;
    snw__limit_curve curve;
    measure_spline(fit, &curve);
    if (!(fit->cost < fit->best)) return true;
    fit->best = fit->cost;
    memcpy(fit->chosen, fit->gap, sizeof fit->gap);
    fit->found = true;
    return true;
}

static void begin_round(snw__spline_fit *fit) {
    fit->center = fit->worst;
    fit->found = false;
    fit->width = 0;
    memcpy(fit->before, fit->gap, sizeof fit->gap);
    memcpy(fit->chosen, fit->gap, sizeof fit->gap);
}

// One more gap around the worst place, as wide as is best, and another, until none helps. Wider
// gaps than one that leaves the tolerance are not tried.
static snw_status choose_gaps(snw__spline_fit *fit) {
    snw__limit_curve curve;
    while (fit->round < ROUNDS) {
        for (; fit->width < WIDTHS; fit->width++) {
            if (snw__budget_spent(fit->tip)) return SNW_NOTHING_NEW;
            if (!try_gap(fit, halves[fit->width])) fit->width = WIDTHS - 1;
        }
        memcpy(fit->gap, fit->chosen, sizeof fit->gap);
        build_spline(fit);
        measure_spline(fit, &curve);
        fit->round = fit->found ? fit->round + 1 : ROUNDS;
        begin_round(fit);
    }
    return SNW_OK;
}

// slow only where it must be: limits of u, from the joints as a function of u
static void scale_speed(snw__spline_fit *fit) {
    enum { STEPS = 4 * SNW__SCALING_CELLS };
    const int axes = axes_of(fit);
    snw__limit_curve curve;
    measure_spline(fit, &curve);
    fit->tip->work += SNW__WORK_SCALING;
    snw__scaling_build(&fit->path->scaling, &curve);
    snw__bounds bounds;
    memset(&bounds, 0, sizeof bounds);
    for (int k = 0; k <= STEPS; k++) {
        const snw_profile_sample u = {(double)k / STEPS, 1, 0, 0};
        const snw_profile_sample s = snw__scaling_at(&fit->path->scaling, u);
        snw__joint_motion motion;
        snw__spline_at(fit->spline, axes, s, &motion);
        for (int i = 0; i < axes; i++) {
            motion.v[i] = fabs(motion.v[i]) + 0.5 * fabs(motion.a[i]) / STEPS;
        }
        snw__bounds_include(&bounds, axes, motion.v, motion.a, s.p);
    }
    snw__path_limit_scaled(fit->path, fit->tip, fit->options, &bounds);
}

// what the spline allows
static snw_status limit_spline(snw__spline_fit *fit, snw_why *why) {
    const int axes = axes_of(fit);
    snw__move_path *path = fit->path;
    for (int i = 0; i < axes; i++) {
        path->q_goal[i] = path->report.joints[i] = fit->tip->grid[(ptrdiff_t)CELLS * axes + i];
    }
    snw__bounds bounds;
    memset(&bounds, 0, sizeof bounds);
    for (int k = 0; k + 1 < fit->spline->count; k++) {
        snw__joint_motion rates;
        (void)snw__spline_examine(fit->spline, &fit->tip->arm->limits, axes, k, &rates);
        snw__bounds_include(&bounds, axes, rates.v, rates.a, rates.q[0]);
    }
    const snw_status status = snw__path_limit_line(path, fit->tip, fit->options, &bounds, why);
    if (status != SNW_OK) {
        snw__path_note_failure(path, fit->tip, path->q_start, path->report.place, why);
        return status;
    }
    if (path->report.stretched) scale_speed(fit);
    fit->spline->used = true;
    path->report.deviation = fit->deviation;
    path->report.deviation_rad = fit->deviation_rad;
    return SNW_OK;
}

static snw_status refuse_line(snw__spline_fit *fit, snw_why *why) {
    const snw_status status =
        snw_refuse_rule(why, SNW_ERR_SINGULAR, "singular", "path",
                        "the joints cannot follow this path, nor one within its tolerance",
                        "move in joint mode, or allow a larger tolerance");
    snw__path_note_failure(fit->path, fit->tip, fit->path->q_start, (fit->worst + 0.5) / CELLS,
                           why);
    return status;
}

void snw__spline_fit_begin(snw__spline_fit *fit, snw__move_path *path, snw__tip *tip,
                           const snw__path_options *options, snw__spline *spline) {
    fit->path = path;
    fit->tip = tip;
    fit->options = options;
    fit->spline = spline;
    fit->stage = SNW__FIT_GRID;
    fit->round = 0;
    fit->place = 1;
    fit->gap[0] = false;
    snw__path_measure(path, tip, options);
    memcpy(fit->q, path->q_start, sizeof fit->q);
    memcpy(tip->grid, fit->q, sizeof *fit->q * (size_t)tip->arm->count);
}

snw_status snw__spline_fit_go_on(snw__spline_fit *fit, snw_why *why) {
    if (fit->stage == SNW__FIT_GRID) {
        const snw_status status = solve_grid(fit, why);
        if (status != SNW_OK) return status;

        // the spline through all of the grid is the first to be judged
        snw__limit_curve curve;
        build_spline(fit);
        measure_spline(fit, &curve);
        fit->best = stays_near(fit, 0, CELLS, CELLS - 1) ? fit->cost : HUGE_VAL;
        begin_round(fit);
        fit->stage = SNW__FIT_GAPS;
    }
    if (fit->stage == SNW__FIT_GAPS) {
        const snw_status status = choose_gaps(fit);
        if (status != SNW_OK) return status;
        fit->deviation = fit->deviation_rad = 0;
        fit->place = 0;
        fit->stage = SNW__FIT_CHECK;
    }
    if (fit->stage == SNW__FIT_CHECK) {
        // is the tip near enough everywhere?
        if (!isfinite(fit->best)) return refuse_line(fit, why);
        for (; fit->place <= CHECKS * CELLS; fit->place++) {
            if (snw__budget_spent(fit->tip)) return SNW_NOTHING_NEW;
            const double cell = (double)fit->place / CHECKS;
            if (!stays_near_at(fit, cell, check_margin)) return refuse_line(fit, why);
        }
        fit->stage = SNW__FIT_LIMITS;
    }
    return snw__budget_spent(fit->tip) ? SNW_NOTHING_NEW : limit_spline(fit, why);
}
