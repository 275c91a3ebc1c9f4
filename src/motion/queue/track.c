// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// A line within a tolerance. Near a singularity the exact line needs endless rates of joints, yet
// joints that hardly leave it do not. The joints of the line are found on a grid of s; grid points
// around the worst place are left out, and cubic splines (C2) through the others lead the joints
// over the gap. Wide gaps are driven faster and leave the line farther: of gaps whose hand stays
// within the tolerance the quickest is taken. Places that cannot be reached are gaps too. In the
// spline all is known in closed form: rates and accelerations of joints, and how far they go.

// of the tolerance, for what lies between two looks at the hand
static const double look_margin = 0.95, coarse_margin = 0.85;

// looks at the hand between two grid points, and in all of a gap that is tried
enum { GRID = SNW__TRACK, LOOKS = 4, COARSE = 20, ROUNDS = 2 };

snw_status snw__track_init(snw__track *track, int axes, snw_arena *arena) {
    track->used = false;
    track->s = SNW_ARENA_ARRAY(arena, double, GRID + 1);
    track->q = SNW_ARENA_ARRAY(arena, double, (GRID + 1) * axes);
    track->bend = SNW_ARENA_ARRAY(arena, double, (GRID + 1) * axes);
    track->pivot = SNW_ARENA_ARRAY(arena, double, GRID + 1);
    return snw_arena_status(arena);
}

// --- splines ------------------------------------------------------------------------------------

// Second derivatives m of the spline: between knots k - 1, k, k + 1 with distances g and h
//
//   g m[k-1] + 2 (g + h) m[k] + h m[k+1] = 6 ((q[k+1] - q[k]) / h - (q[k] - q[k-1]) / g)
//
// and at both ends m is that of the next knot. The matrix is diagonally dominant.
static void bend_axis(snw__track *t, int axes, int axis) {
    const int last = t->count - 1;
    double *m = &t->bend[axis], *pivot = t->pivot;
    const double *q = &t->q[axis];
    const ptrdiff_t w = axes;
    if (last < 2) {
        m[0] = m[last * w] = 0;
        return;
    }
    for (int k = 1; k < last; k++) {
        const double g = t->s[k] - t->s[k - 1], h = t->s[k + 1] - t->s[k];
        double diagonal = 2 * (g + h);
        double right = 6 * ((q[(k + 1) * w] - q[k * w]) / h - (q[k * w] - q[(k - 1) * w]) / g);
        if (k == 1) diagonal += g;
        if (k == last - 1) diagonal += h;
        if (k > 1) {
            diagonal -= g * pivot[k - 1];
            right -= g * m[(k - 1) * w];
        }
        pivot[k] = h / diagonal;
        m[k * w] = right / diagonal;
    }
    for (int k = last - 2; k >= 1; k--) {
        m[k * w] -= pivot[k] * m[(k + 1) * w];
    }
    m[0] = m[w];
    m[last * w] = m[(last - 1) * w];
}

/// One axis between two knots: q = a + h (b + h (c + h d)), h from the first.
typedef struct cubic {
    double a, b, c, d, width;
} cubic;

static cubic piece_of(const snw__track *t, int axes, int axis, int k) {
    const ptrdiff_t i = (ptrdiff_t)k * axes + axis;
    const double h = t->s[k + 1] - t->s[k], m0 = t->bend[i], m1 = t->bend[i + axes];
    const cubic r = {t->q[i], (t->q[i + axes] - t->q[i]) / h - h * (2 * m0 + m1) / 6, 0.5 * m0,
                     (m1 - m0) / (6 * h), h};
    return r;
}

static int piece_at(const snw__track *t, double s) {
    int low = 0, high = t->count - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (t->s[middle] <= s) low = middle;
        if (t->s[middle] > s) high = middle;
    }
    return low;
}

void snw__track_at(const snw__track *track, int axes, snw_profile_sample s, snw__motion *motion) {
    const int k = piece_at(track, s.p);
    const double h = s.p - track->s[k];
    const bool end = s.p >= 1;
    for (int i = 0; i < axes; i++) {
        const cubic c = piece_of(track, axes, i, k);
        const double first = c.b + h * (2 * c.c + 3 * h * c.d), second = 2 * c.c + 6 * h * c.d;
        motion->q[i] = c.a + h * (c.b + h * (c.c + h * c.d));
        // at the end nothing is rounded
        if (end) motion->q[i] = track->q[(ptrdiff_t)(track->count - 1) * axes + i];
        motion->v[i] = first * s.v;
        motion->a[i] = second * s.v * s.v + first * s.a;
    }
}

// largest slope of a piece: at its ends, or where it bends the other way
static double steepest(const cubic *c) {
    const double end = c->b + c->width * (2 * c->c + 3 * c->width * c->d);
    double most = fmax(fabs(c->b), fabs(end));
    const double h = -c->c / (3 * c->d);
    if (h > 0 && h < c->width) most = fmax(most, fabs(c->b + h * c->c));
    return most;
}

// does a piece stay within limits, also where it turns round?
static bool stays(const cubic *c, double lower, double upper) {
    const double disc = c->c * c->c - 3 * c->d * c->b;
    if (!(disc > 0)) return true;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double h = (-c->c + sign * sqrt(disc)) / (3 * c->d);
        if (!(h > 0 && h < c->width)) continue;
        const double q = c->a + h * (c->b + h * (c->c + h * c->d));
        if (!(q >= lower && q <= upper)) return false;
    }
    return true;
}

// --- gaps ---------------------------------------------------------------------------------------

static int axes_of(const snw__trace *r) {
    return r->hand->arm->count;
}

// The joints of the line on the grid. What cannot be reached is left out; the goal must be.
static snw_status find_grid(snw__trace *r, snw_why *why) {
    const int axes = axes_of(r);
    for (; r->place <= GRID; r->place++) {
        if (snw__hand_tired(r->hand)) return SNW_NOTHING_NEW;
        const int k = r->place;
        const snw_profile_sample s = {(double)k / GRID, 0, 0, 0};
        const snw__carry c = snw__route_carry(r->route, &r->route->goal, s);
        const snw__carry hand = snw__route_hand(&c, r->route->tool);
        const snw_status status =
            snw__hand_solve(r->hand, hand.T, r->q, -1, r->q, k == GRID ? why : NULL);
        r->gap[k] = snw_failed(status);
        if (k == GRID && snw_failed(status)) {
            (void)snw__route_blame(r->route, r->hand, r->q, 1, why);
            return status;
        }
        memcpy(&r->hand->grid[(ptrdiff_t)k * axes], r->q, sizeof *r->q * (size_t)axes);
    }
    return SNW_OK;
}

// a spline through all that is no gap
static void lay(snw__trace *r) {
    const int axes = axes_of(r);
    snw__track *t = r->track;
    t->count = 0;
    for (int k = 0; k <= GRID; k++) {
        if (r->gap[k]) continue;
        t->s[t->count] = (double)k / GRID;
        memcpy(&t->q[(ptrdiff_t)t->count * axes], &r->hand->grid[(ptrdiff_t)k * axes],
               sizeof *t->q * (size_t)axes);
        t->count++;
    }
    for (int i = 0; i < axes; i++) {
        bend_axis(t, axes, i);
    }
}

// Rates of a piece in `rates`: q[0] its place, v and a the largest there; false beyond a limit.
static bool examine(const snw__trace *r, int k, snw__motion *rates) {
    const snw_arm_limits *l = &r->hand->arm->limits;
    bool inside = true;
    rates->q[0] = 0.5 * (r->track->s[k] + r->track->s[k + 1]);
    for (int i = 0; i < axes_of(r); i++) {
        const cubic c = piece_of(r->track, axes_of(r), i, k);
        rates->v[i] = steepest(&c);
        rates->a[i] = fmax(fabs(2 * c.c), fabs(2 * c.c + 6 * c.width * c.d));
        inside = inside && stays(&c, l->lower[i], l->upper[i]);
    }
    return inside;
}

static bool within_limits(const snw__trace *r) {
    bool inside = true;
    for (int k = 0; k + 1 < r->track->count && inside; k++) {
        snw__motion rates;
        inside = examine(r, k, &rates);
    }
    return inside;
}

// what the track allows on the grid; the time that it takes, HUGE_VAL beyond limits of joints
static void survey(snw__trace *r, snw__survey *y) {
    snw__survey_begin(y, r->route, r->hand, r->plan);
    r->hand->work += SNW__WORK_SURVEY;
    r->cost = within_limits(r) ? 0 : HUGE_VAL;
    double slowest = HUGE_VAL;
    for (int k = 0; k <= GRID; k++) {
        const snw_profile_sample s = {(double)k / GRID, 1, 0, 0};
        snw__motion rates;
        snw__track_at(r->track, axes_of(r), s, &rates);
        rates.q[0] = s.p;
        snw__survey_add(y, axes_of(r), &rates);
        r->cost += 1 / (GRID * y->speed[k]);
        if (y->speed[k] >= slowest) continue;
        slowest = y->speed[k];
        r->worst = k < GRID ? k : GRID - 1;
    }
}

// is the hand near enough to the line at one place, in steps of the grid? Keeps the largest miss.
static bool near_at(snw__trace *r, double grid, double part) {
    const snw_move *move = r->plan->move;
    const snw_profile_sample s = {grid / GRID, 0, 0, 0};
    snw__motion motion;
    snw__track_at(r->track, axes_of(r), s, &motion);
    const snw_twist off = snw__route_miss(r->route, r->hand, motion.q, s.p);
    r->miss = fmax(r->miss, snw_vec3_norm(off.lin));
    r->miss_rad = fmax(r->miss_rad, snw_vec3_norm(off.ang));
    return r->miss <= part * move->tolerance && r->miss_rad <= part * move->tolerance_rad;
}

// the same at `looks` places between two grid points
static bool near_line(snw__trace *r, int from, int to, int looks) {
    bool near = true;
    r->miss = r->miss_rad = 0;
    for (int k = 0; k <= looks && near; k++) {
        near = near_at(r, from + (double)(to - from) * k / looks, coarse_margin);
    }
    return near;
}

static void widen(snw__trace *r, int center, int half) {
    for (int k = center - half + 1; k <= center + half; k++) {
        if (k > 0 && k < GRID) r->gap[k] = true;
    }
}

static const int halves[] = {1, 2, 3, 5, 8, 12, 18};
enum { WIDTHS = sizeof halves / sizeof *halves };

// One width of a gap around the worst place; false when no wider one is worth trying.
static bool try_gap(snw__trace *r, int half) {
    const int from = r->center > half ? r->center - half : 0;
    const int to = r->center + half < GRID ? r->center + half + 1 : GRID;
    memcpy(r->gap, r->before, sizeof r->gap);
    widen(r, r->center, half);
    lay(r);
    if (!near_line(r, from, to, COARSE)) return !r->found;
    snw__survey y;
    survey(r, &y);
    if (!(r->cost < r->best)) return true;
    r->best = r->cost;
    memcpy(r->chosen, r->gap, sizeof r->gap);
    r->found = true;
    return true;
}

static void begin_round(snw__trace *r) {
    r->center = r->worst;
    r->found = false;
    r->width = 0;
    memcpy(r->before, r->gap, sizeof r->gap);
    memcpy(r->chosen, r->gap, sizeof r->gap);
}

// One more gap around the worst place, as wide as is best, and another, until none helps. Wider
// gaps than one that leaves the tolerance are not tried.
static snw_status add_gaps(snw__trace *r) {
    snw__survey y;
    while (r->round < ROUNDS) {
        for (; r->width < WIDTHS; r->width++) {
            if (snw__hand_tired(r->hand)) return SNW_NOTHING_NEW;
            if (!try_gap(r, halves[r->width])) r->width = WIDTHS - 1;
        }
        memcpy(r->gap, r->chosen, sizeof r->gap);
        lay(r);
        survey(r, &y);
        r->round = r->found ? r->round + 1 : ROUNDS;
        begin_round(r);
    }
    return SNW_OK;
}

// --- the route ----------------------------------------------------------------------------------

static void bound(const snw__trace *r, snw__bounds *bounds) {
    for (int k = 0; k + 1 < r->track->count; k++) {
        snw__motion rates;
        (void)examine(r, k, &rates);
        snw__route_note(bounds, axes_of(r), rates.v, rates.a, rates.q[0]);
    }
}

// the same by the parameter of the pace
static void bound_pace(const snw__trace *r, snw__bounds *bounds) {
    enum { STEPS = 4 * SNW__PACE };
    for (int k = 0; k <= STEPS; k++) {
        const snw_profile_sample u = {(double)k / STEPS, 1, 0, 0};
        const snw_profile_sample s = snw__pace_at(&r->route->pace, u);
        snw__motion motion;
        snw__track_at(r->track, axes_of(r), s, &motion);
        for (int i = 0; i < axes_of(r); i++) {
            motion.v[i] = fabs(motion.v[i]) + 0.5 * fabs(motion.a[i]) / STEPS;
        }
        snw__route_note(bounds, axes_of(r), motion.v, motion.a, s.p);
    }
}

static void set_pace(snw__trace *r) {
    snw__survey y;
    survey(r, &y);
    r->hand->work += SNW__WORK_PACE;
    snw__pace_build(&r->route->pace, &y);
    snw__bounds bounds;
    memset(&bounds, 0, sizeof bounds);
    bound_pace(r, &bounds);
    snw__route_limit_pace(r->route, r->hand, r->plan, &bounds);
}

static snw_status refuse(snw__trace *r, snw_why *why) {
    snw_why_set(why, SNW_ERR_SINGULAR, "path",
                "the joints cannot follow this path, nor one within its tolerance");
    snw_why_rule(why, "singular");
    return snw__route_blame(r->route, r->hand, r->route->q_start, (r->worst + 0.5) / GRID, why);
}

// what the track allows
static snw_status limit(snw__trace *r, snw_why *why) {
    snw__route *route = r->route;
    const double *goal = &r->hand->grid[(ptrdiff_t)GRID * axes_of(r)];
    for (int i = 0; i < axes_of(r); i++) {
        route->q_goal[i] = route->report.joints[i] = goal[i];
    }
    snw__bounds bounds;
    memset(&bounds, 0, sizeof bounds);
    bound(r, &bounds);
    const snw_status status = snw__route_limit(route, r->hand, r->plan, &bounds, why);
    if (status != SNW_OK) {
        (void)snw__route_blame(route, r->hand, route->q_start, route->report.place, why);
        return status;
    }
    if (route->report.stretched) set_pace(r);
    r->track->used = true;
    route->report.deviation = r->miss;
    route->report.deviation_rad = r->miss_rad;
    return SNW_OK;
}

void snw__trace_begin(snw__trace *trace, snw__route *route, snw__hand *hand,
                      const snw__route_plan *plan, snw__track *track) {
    trace->route = route;
    trace->hand = hand;
    trace->plan = plan;
    trace->track = track;
    trace->stage = SNW__TRACE_GRID;
    trace->round = 0;
    trace->place = 1;
    trace->gap[0] = false;
    snw__route_measure(route, hand, plan);
    memcpy(trace->q, route->q_start, sizeof trace->q);
    memcpy(hand->grid, trace->q, sizeof *trace->q * (size_t)hand->arm->count);
}

// the track through all of the grid is the first to be judged
static void begin_gaps(snw__trace *r) {
    snw__survey y;
    lay(r);
    survey(r, &y);
    r->best = near_line(r, 0, GRID, GRID - 1) ? r->cost : HUGE_VAL;
    begin_round(r);
    r->stage = SNW__TRACE_GAPS;
}

static void begin_looks(snw__trace *r) {
    r->miss = r->miss_rad = 0;
    r->place = 0;
    r->stage = SNW__TRACE_LOOK;
}

// is the hand near enough everywhere?
static snw_status look(snw__trace *r, snw_why *why) {
    if (!isfinite(r->best)) return refuse(r, why);
    for (; r->place <= LOOKS * GRID; r->place++) {
        if (snw__hand_tired(r->hand)) return SNW_NOTHING_NEW;
        if (!near_at(r, (double)r->place / LOOKS, look_margin)) return refuse(r, why);
    }
    return SNW_OK;
}

snw_status snw__trace_on(snw__trace *trace, snw_why *why) {
    snw__trace *r = trace;
    snw_status status = SNW_OK;
    if (r->stage == SNW__TRACE_GRID) {
        status = find_grid(r, why);
        if (status == SNW_OK) begin_gaps(r);
    }
    if (status == SNW_OK && r->stage == SNW__TRACE_GAPS) {
        status = add_gaps(r);
        if (status == SNW_OK) begin_looks(r);
    }
    if (status == SNW_OK && r->stage == SNW__TRACE_LOOK) {
        status = look(r, why);
        if (status == SNW_OK) r->stage = SNW__TRACE_LIMIT;
    }
    if (status != SNW_OK) return status;
    return snw__hand_tired(r->hand) ? SNW_NOTHING_NEW : limit(r, why);
}
