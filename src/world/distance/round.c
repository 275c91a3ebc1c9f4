// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Points and segments against discs, cylinders, cones and ellipsoids. The distance of a point from
// a convex body is a convex function of the point, so along a segment its slope never falls: the
// nearest place is where the slope, the part of the segment along the normal there, passes zero.
// That is bracketed from both ends. (The rules that take the nearest point of the axis, or of an
// end, are too large where a rim is nearest.)

#include "internal.h"

enum { STEPS = 80 };

// the point of a body that is nearest to one outside of it
typedef struct foot {
    snw_vec3 at;
    snw_vec3 away; // from there to the point, unit
    double distance;
} foot;

// --- cones ---------------------------------------------------------------------------------------

// The nearest place on a way between two points of the half plane.
static void try_side(const double p[2], const double from[2], const double to[2], double best[3]) {
    const double way[2] = {to[0] - from[0], to[1] - from[1]};
    const double square = way[0] * way[0] + way[1] * way[1];
    double t = square > 0 ? ((p[0] - from[0]) * way[0] + (p[1] - from[1]) * way[1]) / square : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    const double at[2] = {from[0] + t * way[0], from[1] + t * way[1]};
    const double out[2] = {p[0] - at[0], p[1] - at[1]};
    const double apart = out[0] * out[0] + out[1] * out[1];
    if (!(apart < best[2])) return;
    best[0] = at[0];
    best[1] = at[1];
    best[2] = apart;
}

// In the half plane through the axis and the point the body is a trapezoid: two caps and a side.
static foot foot_on_cone(snw_vec3 h, snw_vec3 p) {
    const double across = sqrt(p.x * p.x + p.y * p.y), at[2] = {across, p.z};
    const double corners[4][2] = {{0, -h.z}, {h.x, -h.z}, {h.y, h.z}, {0, h.z}};
    // beside the axis, and within the height and the side
    const double reach = (h.y - h.x) * (p.z + h.z) + 2 * h.z * (h.x - across);
    if (fabs(p.z) <= h.z && reach >= 0) return (foot){.at = p};
    double best[3] = {0, 0, (double)INFINITY};
    for (int i = 0; i < 3; i++) {
        try_side(at, corners[i], corners[i + 1], best);
    }
    const double scale = across > 0 ? best[0] / across : 0;
    foot f = {.at = {scale * p.x, scale * p.y, best[1]}};
    if (across <= 0) f.at.x = best[0]; // any direction is as good
    const snw_vec3 way = snw_vec3_sub(p, f.at);
    f.distance = snw_vec3_norm(way);
    f.away = snw_vec3_normalize(way);
    return f;
}

// --- ellipsoids ----------------------------------------------------------------------------------

// The foot of p is a^2 p / (t + a^2) by axes, where t is the root of sum (a p / (t + a^2))^2 = 1.
// The sum falls and is convex, so Newton's steps from below stay below and never miss it.
static foot foot_on_ellipsoid(snw_vec3 h, snw_vec3 p) {
    const double a[3] = {h.x, h.y, h.z}, y[3] = {fabs(p.x), fabs(p.y), fabs(p.z)};
    double t = 0, inside = 0;
    for (int i = 0; i < 3; i++) {
        inside += y[i] / a[i] * (y[i] / a[i]);
        const double least = a[i] * y[i] - a[i] * a[i];
        t = least > t ? least : t;
    }
    if (inside <= 1) return (foot){.at = p};
    for (int step = 0; step < STEPS; step++) {
        double value = -1, slope = 0;
        for (int i = 0; i < 3; i++) {
            const double down = 1 / (t + a[i] * a[i]), part = a[i] * y[i] * down;
            value += part * part;
            slope += part * part * down;
        }
        const double further = value / (2 * slope);
        t += further > 0 ? further : 0;
        if (!(further > 1e-16 * t)) break;
    }
    foot f;
    f.at.x = h.x * h.x / (t + h.x * h.x) * p.x;
    f.at.y = h.y * h.y / (t + h.y * h.y) * p.y;
    f.at.z = h.z * h.z / (t + h.z * h.z) * p.z;
    // the way is t p / (t + a^2), in which nothing cancels
    const snw_vec3 way = {t / (t + h.x * h.x) * p.x, t / (t + h.y * h.y) * p.y,
                          t / (t + h.z * h.z) * p.z};
    f.distance = snw_vec3_norm(way);
    f.away = snw_vec3_normalize(way);
    return f;
}

// --- segments ------------------------------------------------------------------------------------

static foot foot_on(const snw__core *round, snw_vec3 p) {
    return round->kind == SNW__CORE_CONE ? foot_on_cone(round->half, p)
                                         : foot_on_ellipsoid(round->half, p);
}

// where a search along a segment is, and the slopes at both ends of what is left
typedef struct bracket {
    double low, slope_low, high, slope_high;
} bracket;

// The next place to look at: where the line through both ends has its zero (Illinois rule: an end
// that stays twice counts half), or the middle where this gains too little.
static double place_between(const bracket *b, bool middle) {
    const double way = b->high - b->low;
    const double t = b->low - b->slope_low * way / (b->slope_high - b->slope_low);
    return middle || !(t > b->low && t < b->high) ? b->low + way / 2 : t;
}

// The foot of the place that is nearest; false where the segment comes within `touching`.
static bool nearest_place(const snw__core *round, snw_vec3 start, snw_vec3 way, double touching,
                          snw_vec3 *place, foot *best) {
    const double length = snw_vec3_norm(way), zero = 1e-15 * length;
    *place = start;
    *best = foot_on(round, start);
    if (!(best->distance > touching)) return false;
    bracket b = {.high = 1, .slope_low = snw_vec3_dot(best->away, way)};
    if (b.slope_low >= -zero) return true;
    snw_vec3 p = snw_vec3_add(start, way);
    foot f = foot_on(round, p);
    if (!(f.distance > touching)) return false;
    b.slope_high = snw_vec3_dot(f.away, way);
    int side = b.slope_high <= zero ? 2 : 0;
    for (int step = 0; side != 2 && step < STEPS && b.high - b.low > 1e-15; step++) {
        const double t = place_between(&b, step % 4 == 3);
        p = snw_vec3_add_scaled(start, way, t);
        f = foot_on(round, p);
        if (!(f.distance > touching)) return false;
        const double slope = snw_vec3_dot(f.away, way);
        if (fabs(slope) <= zero) break;
        if (slope < 0) {
            if (side == -1) b.slope_high /= 2;
            b.low = t;
            b.slope_low = slope;
            side = -1;
        } else {
            if (side == 1) b.slope_low /= 2;
            b.high = t;
            b.slope_high = slope;
            side = 1;
        }
    }
    *place = p;
    *best = f;
    return true;
}

static double part_along(snw_vec3 n, snw_vec3 start, snw_vec3 way) {
    const double along = snw_vec3_dot(n, way);
    return snw_vec3_dot(n, start) + (along < 0 ? along : 0);
}

bool snw__near_round(const snw__pair *pair, snw__gap *gap) {
    const snw_vec3 half = snw_vec3_scale(pair->R.z, pair->A->half.z);
    const snw_vec3 start = snw_vec3_sub(pair->p, half), way = snw_vec3_scale(half, 2);
    foot f;
    snw_vec3 place;
    if (!nearest_place(pair->B, start, way, 1e-9 * pair->size, &place, &f)) return false;
    int at = -1;
    const snw_vec3 n = f.away;
    // the planes across the way between the points prove that none are nearer
    const double beyond = snw_vec3_dot(n, snw__core_support(pair->B, n, &at));
    const double least = part_along(n, start, way) - beyond;
    gap->distance = f.distance;
    gap->least = (least < f.distance ? least : f.distance) - 8 * DBL_EPSILON * pair->size;
    gap->a = place;
    gap->b = f.at;
    gap->normal = n;
    gap->meet = false;
    gap->is_beyond = gap->least > pair->beyond;
    gap->iterations = 0;
    // where the slope jumps, at an edge, its zero is missed by rounding only
    return f.distance - gap->least <= 1e-9 * pair->size;
}

void snw_segment_disc(const snw_segment *segment, double radius, snw_closest *out) {
    const snw__core disc = {.kind = SNW__CORE_CONE, .half = {radius, radius, 0}};
    const snw_vec3 way = snw_vec3_sub(segment->end, segment->start);
    const double size = snw_vec3_norm(segment->start) + snw_vec3_norm(segment->end) + radius;
    foot f;
    snw_vec3 place;
    *out = (snw_closest){.state = SNW_TOUCHING};
    if (!nearest_place(&disc, segment->start, way, 0, &place, &f)) {
        // it passes through
        const double t = way.z != 0 ? -segment->start.z / way.z : 0;
        out->a = out->b = snw_vec3_add_scaled(segment->start, way, t > 0 ? (t < 1 ? t : 1) : 0);
        return;
    }
    int at = -1;
    const double beyond = snw_vec3_dot(f.away, snw__core_support(&disc, f.away, &at));
    const double least = part_along(f.away, segment->start, way) - beyond;
    out->distance = f.distance;
    out->least = fmax(0, fmin(least, f.distance) - 8 * DBL_EPSILON * size);
    out->a = place;
    out->b = f.at;
    out->normal = f.away;
    out->state = snw__state_of(f.distance, out->least, size);
}
