// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DISTANCE_REFEREE_H
#define SINEW_TESTS_DISTANCE_REFEREE_H

/// @file
/// A judge of distances that shares no code with them: support functions in long double, straight
/// from the parameters of the shapes, and one theorem. The signed distance of convex bodies is the
/// largest, over all unit directions n, of the gap between the two planes across n that touch them:
///
///     gap(n) = min over A of a.n  -  max over B of b.n
///
/// So any direction is a lower bound, and a pair of points of the bodies at that distance proves
/// it. In penetration no points prove it, and directions are searched.

#include <string.h>

#include "sample_solids.h"

typedef long double real;

typedef struct real3 {
    real x, y, z;
} real3;

static real3 real_of(snw_vec3 v) {
    return (real3){v.x, v.y, v.z};
}

static real real_dot(real3 a, real3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static real3 real_add(real3 a, real3 b, real factor) {
    return (real3){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor};
}

static real3 real_unit(real3 a) {
    const real length = sqrtl(real_dot(a, a));
    return (real3){a.x / length, a.y / length, a.z / length};
}

// d in the frame whose axes are the columns of R
static real3 real_into(snw_mat3 R, real3 d) {
    return (real3){real_dot(real_of(R.x), d), real_dot(real_of(R.y), d), real_dot(real_of(R.z), d)};
}

static real most_of(const snw_vec3 *points, int count, real3 d) {
    real most = -INFINITY;
    for (int i = 0; i < count; i++) {
        most = fmaxl(most, real_dot(real_of(points[i]), d));
    }
    return most;
}

// max of p.d over a disc about c across the axis w, of which nothing is known but its length
static real most_of_disc(real3 c, real3 axis, real radius, real3 d) {
    const real3 w = real_unit(axis);
    const real along = real_dot(w, d);
    return real_dot(c, d) + radius * sqrtl(fmaxl(0, real_dot(d, d) - along * along));
}

static real most_of_round(real3 start, real3 end, real r0, real r1, real3 d) {
    const real3 axis = real_add(end, start, -1);
    return fmaxl(most_of_disc(start, axis, r0, d), most_of_disc(end, axis, r1, d));
}

static real edge_gain(snw_vec3 edge, real3 d) {
    return fmaxl(0, real_dot(real_of(edge), d));
}

// max of p.d over the shape, d of unit length in its own frame; infinite for half spaces and planes
static real referee_reach(const sample_solid *s, real3 d) {
    switch (s->kind) {
    case SAMPLE_SPHERE:
        return real_dot(real_of(s->block.sphere.center), d) + s->block.sphere.radius;
    case SAMPLE_CAPSULE: {
        const snw_capsule *c = &s->block.capsule;
        return fmaxl(real_dot(real_of(c->start), d), real_dot(real_of(c->end), d)) + c->radius;
    }
    case SAMPLE_SEGMENT:
        return fmaxl(real_dot(real_of(s->block.segment.start), d),
                     real_dot(real_of(s->block.segment.end), d));
    case SAMPLE_LOZENGE: {
        const snw_lozenge *l = &s->block.lozenge;
        return real_dot(real_of(l->corner), d) + edge_gain(l->edge_1, d) + edge_gain(l->edge_2, d) +
               l->radius;
    }
    case SAMPLE_RECTANGLE: {
        const snw_rectangle *r = &s->block.rectangle;
        return real_dot(real_of(r->corner), d) + edge_gain(r->edge_1, d) + edge_gain(r->edge_2, d);
    }
    case SAMPLE_BOX: {
        const snw_box *b = &s->block.box;
        const real3 local = real_into(b->pose.R, d);
        return real_dot(real_of(b->pose.p), d) + b->half_extents.x * fabsl(local.x) +
               b->half_extents.y * fabsl(local.y) + b->half_extents.z * fabsl(local.z);
    }
    case SAMPLE_TRIANGLE: {
        const snw_triangle *t = &s->block.triangle;
        const snw_vec3 at[2] = {t->edge_1, t->edge_2};
        return real_dot(real_of(t->corner), d) + fmaxl(0, most_of(at, 2, d));
    }
    case SAMPLE_TETRAHEDRON: {
        const snw_tetrahedron *t = &s->block.tetrahedron;
        const snw_vec3 at[3] = {t->edge_1, t->edge_2, t->edge_3};
        return real_dot(real_of(t->corner), d) + fmaxl(0, most_of(at, 3, d));
    }
    case SAMPLE_HULL:
        return most_of(s->vertices, SAMPLE_VERTICES, d);
    case SAMPLE_CYLINDER: {
        const snw_cylinder *c = &s->block.cylinder;
        return most_of_round(real_of(c->start), real_of(c->end), c->radius, c->radius, d);
    }
    case SAMPLE_CONE: {
        const snw_cone *c = &s->block.cone;
        return most_of_round(real_of(c->start), real_of(c->end), c->start_radius, c->end_radius, d);
    }
    case SAMPLE_ELLIPSOID: {
        const snw_ellipsoid *e = &s->block.ellipsoid;
        const real3 local = real_into(e->pose.R, d);
        const real x = e->semi_axes.x * local.x, y = e->semi_axes.y * local.y;
        const real z = e->semi_axes.z * local.z;
        return real_dot(real_of(e->pose.p), d) + sqrtl(x * x + y * y + z * z);
    }
    case SAMPLE_HALF_SPACE:
    case SAMPLE_PLANE:
    case SAMPLE_KINDS:
        break;
    }
    return INFINITY;
}

/// Two placed bodies without half spaces among them.
typedef struct referee {
    const sample_solid *A, *B;
    snw_pose T_A, T_B;
} referee;

static real referee_extent(const sample_solid *s, snw_pose T, real3 d) {
    return referee_reach(s, real_into(T.R, d)) + real_dot(real_of(T.p), d);
}

/// The gap of the planes across a unit direction that leads from B to A.
__attribute__((unused)) static real referee_gap(const referee *r, real3 n) {
    const real3 back = {-n.x, -n.y, -n.z};
    return -referee_extent(r->A, r->T_A, back) - referee_extent(r->B, r->T_B, n);
}

// steps across a direction, shorter and shorter
static real climb_from(const referee *r, real3 n, int rounds) {
    real best = referee_gap(r, n), step = 0.3L;
    for (int i = 0; i < rounds; i++) {
        const real3 axis = fabsl(n.x) < 0.6L ? (real3){1, 0, 0} : (real3){0, 1, 0};
        const real3 u = real_unit(real_add(axis, n, -real_dot(axis, n)));
        const real3 v = {n.y * u.z - n.z * u.y, n.z * u.x - n.x * u.z, n.x * u.y - n.y * u.x};
        bool better = false;
        for (int k = 0; k < 4; k++) {
            const real3 turned = real_unit(real_add(n, k < 2 ? u : v, k % 2 == 0 ? step : -step));
            const real gap = referee_gap(r, turned);
            if (gap > best) {
                best = gap;
                n = turned;
                better = true;
                break;
            }
        }
        if (!better) step /= 2;
    }
    return best;
}

/// The best gap that a search from many directions finds: a lower bound of the signed distance.
__attribute__((unused)) static double referee_search(const referee *r, snw_vec3 hint, int starts) {
    real best = climb_from(r, real_unit(real_of(hint)), 120);
    for (int i = 0; i < starts; i++) {
        const real3 n = real_unit(real_of(sample_direction()));
        best = fmaxl(best, climb_from(r, n, 60));
    }
    return (double)best;
}

#endif // SINEW_TESTS_DISTANCE_REFEREE_H
