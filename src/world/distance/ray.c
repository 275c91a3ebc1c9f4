// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a segment p + t d enters a core with its rounding, in the frame of the core. A rounded core
// is a union of simpler convex pieces: a capsule is a cylinder and two balls, a lozenge a box and
// four capsules. The first entry into any piece is that of the whole.
//
// Roots of a t^2 + 2 b t + c are found as q / a and c / q with q = -(b + sign(b) sqrt(b^2 - a c)),
// in which nothing cancels.

#include "bricks.h"
#include "mesh.h"

typedef struct ray {
    snw_vec3 p, d;
} ray;

// the nearest entry so far; t above 1 is none
typedef struct entry {
    double t;
    snw_vec3 normal; // of any length
} entry;

static snw_vec3 point_at(const ray *r, double t) {
    return snw_vec3_add_scaled(r->p, r->d, t);
}

static bool is_nearer(const entry *best, double t) {
    return t >= 0 && t <= 1 && t < best->t;
}

// the smaller root: where a ray enters what is inside for negative values
static bool first_root(double a, double b, double c, double *t) {
    const double square = b * b - a * c;
    if (!(square >= 0) || !(a > 0)) return false;
    const double q = -(b + copysign(sqrt(square), b));
    const double t0 = q / a, t1 = q != 0 ? c / q : t0;
    *t = fmin(t0, t1);
    return true;
}

// --- pieces --------------------------------------------------------------------------------------

static void enter_ball(const ray *r, snw_vec3 center, double radius, entry *best) {
    const snw_vec3 w = snw_vec3_sub(r->p, center);
    double t;
    if (!first_root(snw_vec3_norm2(r->d), snw_vec3_dot(w, r->d),
                    snw_vec3_norm2(w) - radius * radius, &t) ||
        !is_nearer(best, t)) {
        return;
    }
    *best = (entry){t, snw_vec3_sub(point_at(r, t), center)};
}

// the side of a cone about z, radius middle + slope z, between -half and half
static void enter_side(const ray *r, double middle, double slope, double half, entry *best) {
    const double reach = middle + slope * r->p.z, rise = slope * r->d.z;
    const double a = r->d.x * r->d.x + r->d.y * r->d.y - rise * rise;
    const double b = r->p.x * r->d.x + r->p.y * r->d.y - reach * rise;
    const double c = r->p.x * r->p.x + r->p.y * r->p.y - reach * reach;
    const double square = b * b - a * c;
    if (!(square >= 0)) return;
    const double q = -(b + copysign(sqrt(square), b));
    const double roots[2] = {a != 0 ? q / a : -1, q != 0 ? c / q : -1};
    for (int i = 0; i < 2; i++) {
        const double t = roots[i];
        if (!is_nearer(best, t)) continue;
        const snw_vec3 at = point_at(r, t);
        // the mirrored cone has a negative radius, and is beyond the ends of ours
        const double radius = middle + slope * at.z;
        if (fabs(at.z) > half || radius < 0) continue;
        const snw_vec3 normal = {at.x, at.y, -slope * radius};
        if (snw_vec3_dot(normal, r->d) < 0) *best = (entry){t, normal};
    }
}

static void enter_cap(const ray *r, double z, double radius, double side, entry *best) {
    if (!(side * r->d.z < 0)) return;
    const double t = (z - r->p.z) / r->d.z;
    if (!is_nearer(best, t)) return;
    const snw_vec3 at = point_at(r, t);
    if (at.x * at.x + at.y * at.y <= radius * radius) *best = (entry){t, snw_vec3_z(side)};
}

// a box about the origin: where the last of the three slabs is entered
static void enter_box(const ray *r, snw_vec3 h, entry *best) {
    const double p[3] = {r->p.x, r->p.y, r->p.z}, d[3] = {r->d.x, r->d.y, r->d.z};
    const double half[3] = {h.x, h.y, h.z};
    double in = -(double)INFINITY, out = (double)INFINITY;
    int axis = 0;
    for (int i = 0; i < 3; i++) {
        if (d[i] == 0) {
            if (fabs(p[i]) > half[i]) return;
            continue;
        }
        const double t0 = (-copysign(half[i], d[i]) - p[i]) / d[i];
        const double t1 = (copysign(half[i], d[i]) - p[i]) / d[i];
        if (t0 > in) {
            in = t0;
            axis = i;
        }
        out = fmin(out, t1);
    }
    if (!(in <= out) || !is_nearer(best, in)) return;
    const double side = -copysign(1, d[axis]);
    *best =
        (entry){in, snw_vec3_of(axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0)};
}

// a cylinder without ends between two points, and the balls about them
static void enter_capsule(const ray *r, snw_vec3 start, snw_vec3 end, double radius, entry *best) {
    const snw_vec3 axis = snw_vec3_sub(end, start), w = snw_vec3_sub(r->p, start);
    const double square = snw_vec3_norm2(axis);
    enter_ball(r, start, radius, best);
    enter_ball(r, end, radius, best);
    if (!(square > 0)) return;
    const double along = snw_vec3_dot(r->d, axis) / square, begin = snw_vec3_dot(w, axis) / square;
    const snw_vec3 d = snw_vec3_add_scaled(r->d, axis, -along);
    const snw_vec3 across = snw_vec3_add_scaled(w, axis, -begin);
    double t;
    if (!first_root(snw_vec3_norm2(d), snw_vec3_dot(across, d),
                    snw_vec3_norm2(across) - radius * radius, &t) ||
        !is_nearer(best, t)) {
        return;
    }
    const double at = begin + along * t;
    if (at >= 0 && at <= 1) *best = (entry){t, snw_vec3_add_scaled(across, d, t)};
}

// --- cores ---------------------------------------------------------------------------------------

static void enter_lozenge(const ray *r, snw_vec3 h, double radius, entry *best) {
    enter_box(r, snw_vec3_of(h.x, h.y, radius), best);
    for (int i = 0; i < 4 && radius > 0; i++) {
        const double x = i < 2 ? h.x : -h.x, y = i == 1 || i == 2 ? h.y : -h.y;
        const double next_x = i == 0 || i == 3 ? h.x : -h.x, next_y = i < 2 ? h.y : -h.y;
        enter_capsule(r, snw_vec3_of(x, y, 0), snw_vec3_of(next_x, next_y, 0), radius, best);
    }
}

static void enter_cone(const ray *r, snw_vec3 h, entry *best) {
    enter_cap(r, -h.z, h.x, -1, best);
    enter_cap(r, h.z, h.y, 1, best);
    enter_side(r, (h.x + h.y) / 2, (h.y - h.x) / (2 * h.z), h.z, best);
}

static void enter_ellipsoid(const ray *r, snw_vec3 h, entry *best) {
    const snw_vec3 inverse = {1 / h.x, 1 / h.y, 1 / h.z};
    const ray scaled = {snw_vec3_mul(r->p, inverse), snw_vec3_mul(r->d, inverse)};
    entry unit = *best;
    enter_ball(&scaled, snw_vec3_zero(), 1, &unit);
    if (unit.t < best->t) *best = (entry){unit.t, snw_vec3_mul(unit.normal, inverse)};
}

static void enter_half_space(const ray *r, bool plane, entry *best) {
    const double side = plane && r->d.z > 0 ? -1 : 1;
    if (!(side * r->d.z < 0)) return;
    const double t = -r->p.z / r->d.z;
    if (is_nearer(best, t)) *best = (entry){t, snw_vec3_z(side)};
}

// a point against a core, in its frame
static snw__pair tip_pair(const snw__core *tip, const snw__core *core, snw_vec3 p) {
    return (snw__pair){.A = tip,
                       .B = core,
                       .R = snw_mat3_identity(),
                       .p = p,
                       .size = core->size + snw_vec3_norm(p),
                       .iterations = 64,
                       .beyond = (double)INFINITY,
                       .at_A = -1,
                       .at_B = -1};
}

// Any core with support points (van den Bergen 2004): the plane across the way to the nearest point
// cuts off all of the ray before it; a face is reached in one step.
static void enter_any(const ray *r, const snw__core *core, entry *best) {
    const snw__core tip = {.kind = SNW__CORE_POINT};
    snw__pair pair = {.A = &tip,
                      .B = core,
                      .R = snw_mat3_identity(),
                      .iterations = 64,
                      .beyond = (double)INFINITY};
    const double length = snw_vec3_norm(r->d);
    entry found = {0, {0, 0, 0}};
    for (int i = 0; i < 64; i++) {
        snw__simplex simplex;
        snw__gap gap;
        pair.p = point_at(r, found.t);
        pair.size = core->size + snw_vec3_norm(pair.p);
        snw__gjk(&pair, &simplex, &gap);
        const double near = gap.distance - core->radius;
        if (gap.meet || near <= 1e-13 * (pair.size + length)) break;
        const double closing = -snw_vec3_dot(r->d, gap.normal);
        if (!(closing > 0)) return;
        found = (entry){found.t + near / closing, gap.normal};
        if (!(found.t <= 1)) return;
    }
    if (is_nearer(best, found.t)) *best = found;
}

static void enter_core(const ray *r, const snw__core *core, entry *best) {
    const snw_vec3 h = core->half;
    switch (core->kind) {
    case SNW__CORE_POINT:
        enter_ball(r, snw_vec3_zero(), core->radius, best);
        break;
    case SNW__CORE_SEGMENT:
        enter_capsule(r, snw_vec3_z(-h.z), snw_vec3_z(h.z), core->radius, best);
        break;
    case SNW__CORE_RECTANGLE:
        enter_lozenge(r, h, core->radius, best);
        break;
    case SNW__CORE_BOX:
        enter_box(r, h, best);
        break;
    case SNW__CORE_CONE:
        enter_cone(r, h, best);
        break;
    case SNW__CORE_ELLIPSOID:
        enter_ellipsoid(r, h, best);
        break;
    case SNW__CORE_HALF_SPACE:
        enter_half_space(r, false, best);
        break;
    case SNW__CORE_PLANE:
        enter_half_space(r, true, best);
        break;
    case SNW__CORE_POLYTOPE:
    case SNW__CORE_SHAPE:
        enter_any(r, core, best);
        break;
    case SNW__CORE_MESH:
        (void)snw__surface_enter(core->mesh, r->p, r->d, &best->t, &best->normal);
        break;
    case SNW__CORE_BRICKS:
        (void)snw__bricks_enter(core->bricks, r->p, r->d, &best->t, &best->normal);
        break;
    }
}

// whether the start is in a part of the solid
static bool is_in_core(const snw__core *core, snw_vec3 p) {
    switch (core->kind) {
    case SNW__CORE_HALF_SPACE:
        return p.z <= 0;
    case SNW__CORE_PLANE:
        return p.z == 0;
    case SNW__CORE_POINT:
    case SNW__CORE_SEGMENT:
    case SNW__CORE_RECTANGLE:
    case SNW__CORE_BOX: {
        snw_closest c;
        snw_point_box(p, core->half, &c);
        return c.distance <= core->radius;
    }
    case SNW__CORE_BRICKS:
        return snw__bricks_contain(core->bricks, p);
    case SNW__CORE_MESH:
        return core->mesh->closed && snw__surface_contains(core->mesh, p);
    case SNW__CORE_POLYTOPE:
    case SNW__CORE_CONE:
    case SNW__CORE_ELLIPSOID:
    case SNW__CORE_SHAPE:
        break;
    }
    const snw__core tip = {.kind = SNW__CORE_POINT};
    snw__pair pair = tip_pair(&tip, core, p);
    snw__simplex simplex;
    snw__gap gap;
    snw__gjk(&pair, &simplex, &gap);
    return gap.distance <= core->radius;
}

// The first entry into a core, in the frame of its solid; t above 1 where there is none, 0 with
// `inside` where it begins there.
static entry enter_solid(const snw__core *core, const ray *r, bool *inside);

// Of an intersection: behind the last entry into any of its shapes, if that is before the first
// exit from one. An exit is the entry from the other end.
static entry enter_parts(const snw__core *core, const ray *r, bool *inside) {
    entry last = {0, {0, 0, 0}};
    double out = 1;
    bool in_all = true;
    *inside = false;
    for (int i = 0; i < core->part_count; i++) {
        bool within, ends_within;
        const entry in = enter_solid(&core->parts[i], r, &within);
        if (!within && in.t > 1) return in;
        if (!within && in.t >= last.t) last = in;
        in_all = in_all && within;
        const ray back = {point_at(r, 1), snw_vec3_neg(r->d)};
        const entry from_end = enter_solid(&core->parts[i], &back, &ends_within);
        if (!ends_within) out = fmin(out, 1 - from_end.t);
    }
    if (!in_all && last.t > out) last.t = 2;
    *inside = in_all;
    return last;
}

static entry enter_solid(const snw__core *core, const ray *r, bool *inside) {
    if (core->part_count > 0) return enter_parts(core, r, inside);
    const ray own = {snw_pose_apply_inverse(core->T, r->p), snw_mat3_apply_t(core->T.R, r->d)};
    entry first = {2, {0, 0, 0}};
    *inside = is_in_core(core, own.p);
    if (*inside) return (entry){0, {0, 0, 0}};
    enter_core(&own, core, &first);
    first.normal = snw_mat3_apply(core->T.R, snw_vec3_normalize(first.normal));
    return first;
}

bool snw_ray(const snw_solid *solid, snw_pose T, const snw_segment *segment, snw_ray_hit *hit) {
    if (!snw_vec3_is_finite(segment->start) || !snw_vec3_is_finite(segment->end) ||
        !snw_vec3_is_finite(T.p) || !snw_mat3_is_finite(T.R)) {
        return false;
    }
    const snw_vec3 way = snw_vec3_sub(segment->end, segment->start);
    const ray r = {snw_pose_apply_inverse(T, segment->start), snw_mat3_apply_t(T.R, way)};
    snw_ray_hit best = {.t = 2};
    for (int i = 0; i < solid->part_count; i++) {
        bool inside = false;
        const entry first = enter_solid(&solid->parts[i], &r, &inside);
        if (inside) {
            *hit = (snw_ray_hit){0, segment->start, snw_vec3_neg(snw_vec3_normalize(way)), true};
            return true;
        }
        if (!(first.t < best.t)) continue;
        best.t = first.t;
        best.normal = snw_mat3_apply(T.R, first.normal);
    }
    if (best.t > 1) return false;
    best.point = snw_vec3_add_scaled(segment->start, way, best.t);
    *hit = best;
    return true;
}
