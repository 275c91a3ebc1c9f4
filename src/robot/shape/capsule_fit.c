// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Capsules of little volume around spheres and points.
//
// For a given axis the problem has one free number, the radius R: a sphere (along t, off the axis
// by o, radius r) is inside when the segment [low, high] comes within R - r of its centre, that is
// when low <= t + g and high >= t - g with g = sqrt((R - r)^2 - o^2). So every R that is at least
// the largest o + r gives the shortest segment at once, and a search over R the least volume. The
// axis runs through the centre of the smallest circle around the centres seen along it; its
// direction is the best of a few candidates, improved by a pattern search.

#include <stdlib.h>

#include "inside.h"
#include "internal.h"

static const double pi = 3.141592653589793;

static double volume_of(double length, double radius) {
    return pi * radius * radius * (length + 4.0 / 3.0 * radius);
}

double snw__capsule_volume(const snw_capsule *capsule) {
    return volume_of(snw_vec3_distance(capsule->start, capsule->end), capsule->radius);
}

static double least_radius(const snw__station *stations, int count) {
    double radius = 0;
    for (int i = 0; i < count; i++) {
        const double reach = stations[i].off + stations[i].radius;
        if (reach > radius) radius = reach;
    }
    return radius;
}

// the shortest segment for a radius that is large enough
static snw__span span_for(const snw__station *stations, int count, double radius) {
    snw__span span = {(double)INFINITY, -(double)INFINITY, radius, 0};
    for (int i = 0; i < count; i++) {
        const double room = radius - stations[i].radius, off = stations[i].off;
        const double square = (room - off) * (room + off);
        const double give = square > 0 ? sqrt(square) : 0;
        if (stations[i].along + give < span.low) span.low = stations[i].along + give;
        if (stations[i].along - give > span.high) span.high = stations[i].along - give;
    }
    // one sphere holds all: any centre between will do
    if (span.low > span.high) span.low = span.high = 0.5 * (span.low + span.high);
    span.volume = volume_of(span.high - span.low, radius);
    return span;
}

// Golden section between the least radius and the one that makes a sphere of the capsule. Near the
// least radius the segment shortens faster than the cross-section grows, so the least volume lies
// between. Whatever the search finds is a valid capsule.
snw__span snw__fit_span(const snw__station *stations, int count) {
    enum { STEPS = 40 };
    const double golden = 0.6180339887498949;
    double low = least_radius(stations, count);
    snw__span best = span_for(stations, count, low);
    double high = low + (best.high - best.low);
    double a = high - golden * (high - low), b = low + golden * (high - low);
    snw__span at_a = span_for(stations, count, a), at_b = span_for(stations, count, b);
    for (int i = 0; i < STEPS; i++) {
        if (at_a.volume < best.volume) best = at_a;
        if (at_b.volume < best.volume) best = at_b;
        if (at_a.volume < at_b.volume) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = span_for(stations, count, a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = span_for(stations, count, b);
        }
    }
    return best;
}

// --- axes ---------------------------------------------------------------------------------------

typedef struct fitting {
    const snw_sphere *spheres;
    int count;
    snw__station *stations; // [count] seen from the axis tried last
    snw_vec3 *shadows;      // [count] centres on the plane across that axis
    snw_mat3 R;             // its z axis is that axis
    snw_vec3 foot;          // a point of it, in the axes of R
} fitting;

// sees all spheres along a direction: the capsule of least radius on that axis
static snw__span look_along(fitting *f, snw_vec3 direction) {
    f->R = snw__frame_along(direction);
    for (int i = 0; i < f->count; i++) {
        const snw_vec3 local = snw_mat3_apply_t(f->R, f->spheres[i].center);
        f->stations[i] = (snw__station){local.z, 0, f->spheres[i].radius};
        f->shadows[i] = snw_vec3_of(local.x, local.y, 0);
    }
    snw_sphere circle = {f->shadows[0], 0};
    SNW_IGNORE(snw_sphere_around(f->shadows, f->count, &circle));
    f->foot = snw_vec3_of(circle.center.x, circle.center.y, 0);
    for (int i = 0; i < f->count; i++) {
        f->stations[i].off = snw_vec3_distance(f->shadows[i], f->foot);
    }
    return span_for(f->stations, f->count, least_radius(f->stations, f->count));
}

// principal axes of the centres, the axes of the frame, and the way between two far points
enum { CANDIDATES = 7 };

static void candidate_axes(const fitting *f, snw_vec3 axes[CANDIDATES]) {
    snw_vec3 mean = {0, 0, 0};
    for (int i = 0; i < f->count; i++) {
        mean = snw_vec3_add_scaled(mean, f->spheres[i].center, 1.0 / f->count);
    }
    snw_sym3 spread = snw_sym3_zero();
    snw_vec3 far[2] = {mean, mean};
    for (int i = 0; i < f->count; i++) {
        const snw_vec3 p = f->spheres[i].center;
        spread = snw_sym3_add(spread, snw_sym3_point(1, snw_vec3_sub(p, mean)));
        if (snw_vec3_distance2(p, mean) > snw_vec3_distance2(far[0], mean)) far[0] = p;
    }
    for (int i = 0; i < f->count; i++) {
        const snw_vec3 p = f->spheres[i].center;
        if (snw_vec3_distance2(p, far[0]) > snw_vec3_distance2(far[1], far[0])) far[1] = p;
    }
    snw_mat3 R = snw_mat3_identity();
    snw_vec3 moments;
    SNW_IGNORE(snw_sym3_principal(spread, &R, &moments));
    const snw_vec3 way = snw_vec3_normalize(snw_vec3_sub(far[1], far[0]));
    axes[0] = R.x;
    axes[1] = R.y;
    axes[2] = R.z;
    axes[3] = snw_vec3_x(1);
    axes[4] = snw_vec3_y(1);
    axes[5] = snw_vec3_z(1);
    axes[6] = snw_vec3_norm2(way) > 0 ? way : axes[0];
}

// tilts the axis to four sides, by ever smaller angles, as long as that saves volume
static snw_vec3 improve(fitting *f, snw_vec3 axis, double volume) {
    enum { STEPS = 12 };
    double tilt = 0.25;
    for (int step = 0; step < STEPS; step++, tilt *= 0.5) {
        const snw_mat3 R = snw__frame_along(axis);
        const snw_vec3 sides[4] = {R.x, snw_vec3_neg(R.x), R.y, snw_vec3_neg(R.y)};
        for (int i = 0; i < 4; i++) {
            const snw_vec3 tilted = snw_vec3_normalize(snw_vec3_add_scaled(R.z, sides[i], tilt));
            const double tried = look_along(f, tilted).volume;
            if (tried < volume) {
                volume = tried;
                axis = tilted;
            }
        }
    }
    return axis;
}

// makes up for rounding: no sphere may stand out
static void close_gaps(snw_capsule *capsule, const snw_sphere *spheres, int count) {
    double most = capsule->radius;
    for (int i = 0; i < count; i++) {
        const double reach =
            snw__segment_distance(capsule->start, capsule->end, spheres[i].center) +
            spheres[i].radius;
        if (reach > most) most = reach;
    }
    capsule->radius = most;
}

static void fit(fitting *f, snw_capsule *capsule) {
    snw_vec3 axes[CANDIDATES], best = {0, 0, 1};
    double least = (double)INFINITY;
    candidate_axes(f, axes);
    for (int i = 0; i < CANDIDATES; i++) {
        const double volume = look_along(f, axes[i]).volume;
        if (volume < least) {
            least = volume;
            best = axes[i];
        }
    }
    best = improve(f, best, least);
    (void)look_along(f, best);
    const snw__span span = snw__fit_span(f->stations, f->count);
    const snw_vec3 low = {f->foot.x, f->foot.y, span.low}, high = {f->foot.x, f->foot.y, span.high};
    capsule->start = snw_mat3_apply(f->R, low);
    capsule->end = snw_mat3_apply(f->R, high);
    capsule->radius = span.radius;
    close_gaps(capsule, f->spheres, f->count);
}

static snw_status check_spheres(const snw_sphere *spheres, int count) {
    if (spheres == NULL || count < 1) return SNW_ERR_ARGUMENT;
    for (int i = 0; i < count; i++) {
        if (!snw_vec3_is_finite(spheres[i].center) || !isfinite(spheres[i].radius)) {
            return SNW_ERR_NOT_FINITE;
        }
        if (spheres[i].radius < 0) return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

snw_status snw__capsule_around(const snw_sphere *spheres, int count, snw_capsule *capsule) {
    const snw_status status = check_spheres(spheres, count);
    if (snw_failed(status)) return status;
    fitting f = {.spheres = spheres, .count = count};
    f.stations = calloc((size_t)count, sizeof *f.stations);
    f.shadows = calloc((size_t)count, sizeof *f.shadows);
    const bool room = f.stations != NULL && f.shadows != NULL;
    if (room) fit(&f, capsule);
    free(f.stations);
    free(f.shadows);
    return room ? SNW_OK : SNW_ERR_MEMORY;
}

// points as spheres of radius 0, behind one sphere if there is one; the caller frees them
static snw_sphere *spheres_of(const snw_vec3 *points, int count, const snw_sphere *first) {
    const size_t extra = first != NULL ? 1 : 0;
    snw_sphere *spheres = calloc((size_t)count + extra, sizeof *spheres);
    if (spheres == NULL) return NULL;
    if (first != NULL) spheres[0] = *first;
    for (int i = 0; i < count; i++) {
        spheres[(size_t)i + extra].center = points[i];
    }
    return spheres;
}

snw_status snw_capsule_around_points(const snw_vec3 *points, int count, snw_capsule *capsule) {
    if (points == NULL || count < 1) return SNW_ERR_ARGUMENT;
    snw_sphere *spheres = spheres_of(points, count, NULL);
    if (spheres == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw__capsule_around(spheres, count, capsule);
    free(spheres);
    return status;
}

// --- resizing -----------------------------------------------------------------------------------

// The ends and the radius that hold the old capsule and all points, on the old axis.
static snw_status resize(snw_capsule *capsule, const snw_vec3 *points, int count) {
    snw__station *stations = calloc((size_t)count + 2, sizeof *stations);
    if (stations == NULL) return SNW_ERR_MEMORY;
    const snw_vec3 axis = snw_vec3_sub(capsule->end, capsule->start);
    const double length = snw_vec3_norm(axis);
    const snw_vec3 w = snw_vec3_divide(axis, length);
    stations[0] = (snw__station){0, 0, capsule->radius};
    stations[1] = (snw__station){length, 0, capsule->radius};
    for (int i = 0; i < count; i++) {
        const snw_vec3 offset = snw_vec3_sub(points[i], capsule->start);
        const double along = snw_vec3_dot(offset, w);
        const double off = snw_vec3_norm(snw_vec3_add_scaled(offset, w, -along));
        stations[i + 2] = (snw__station){along, off, 0};
    }
    const snw__span span = snw__fit_span(stations, count + 2);
    free(stations);
    const snw_vec3 origin = capsule->start;
    capsule->start = snw_vec3_add_scaled(origin, w, span.low);
    capsule->end = snw_vec3_add_scaled(origin, w, span.high);
    capsule->radius = span.radius;
    return SNW_OK;
}

static snw_status grow_from_sphere(snw_capsule *capsule, const snw_vec3 *points, int count) {
    const snw_sphere old = {capsule->start, capsule->radius};
    snw_sphere *spheres = spheres_of(points, count, &old);
    if (spheres == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw__capsule_around(spheres, count + 1, capsule);
    free(spheres);
    return status;
}

snw_status snw_capsule_enclose(snw_capsule *capsule, const snw_vec3 *points, int count) {
    if (points == NULL || count < 1) return SNW_ERR_ARGUMENT;
    if (!snw_vec3_is_finite(capsule->start) || !snw_vec3_is_finite(capsule->end) ||
        !isfinite(capsule->radius)) {
        return SNW_ERR_NOT_FINITE;
    }
    if (capsule->radius < 0) return SNW_ERR_RANGE;
    bool bounds = true;
    for (int i = 0; i < count; i++) {
        if (!snw_vec3_is_finite(points[i])) return SNW_ERR_NOT_FINITE;
        const double distance = snw__segment_distance(capsule->start, capsule->end, points[i]);
        if (!(distance <= capsule->radius)) bounds = false;
    }
    if (bounds) return SNW_OK;
    const bool ball = !(snw_vec3_distance(capsule->start, capsule->end) > 0);
    const snw_status status =
        ball ? grow_from_sphere(capsule, points, count) : resize(capsule, points, count);
    if (snw_failed(status)) return status;

    // rounding
    for (int i = 0; i < count; i++) {
        const double distance = snw__segment_distance(capsule->start, capsule->end, points[i]);
        if (distance > capsule->radius) capsule->radius = distance;
    }
    return SNW_OK;
}
