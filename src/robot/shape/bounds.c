// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Boxes of the shapes without support points, and the spheres around all of them.

#include "internal.h"

snw_mat3 snw__frame_along(snw_vec3 w) {
    // the axis that is farthest from w gives the least rounding
    const double x = fabs(w.x), y = fabs(w.y), z = fabs(w.z);
    const snw_vec3 other = x <= y && x <= z ? snw_vec3_x(1)
                           : y <= z         ? snw_vec3_y(1)
                                            : snw_vec3_z(1);
    const snw_vec3 u = snw_vec3_normalize(snw_vec3_cross(other, w));
    return snw_mat3_of(u, snw_vec3_cross(w, u), w);
}

// --- vertices -----------------------------------------------------------------------------------

void snw__bounds_vertices(snw_bounds box, snw_vec3 vertices[SNW__BOX_VERTICES]) {
    for (unsigned i = 0; i < SNW__BOX_VERTICES; i++) {
        vertices[i] = snw_vec3_of(i & 1U ? box.high.x : box.low.x, i & 2U ? box.high.y : box.low.y,
                                  i & 4U ? box.high.z : box.low.z);
    }
}

void snw__box_vertices(const snw_box *box, snw_vec3 vertices[SNW__BOX_VERTICES]) {
    const snw_bounds local = {snw_vec3_neg(box->half_extents), box->half_extents};
    snw__bounds_vertices(local, vertices);
    for (int i = 0; i < SNW__BOX_VERTICES; i++) {
        vertices[i] = snw_pose_apply(box->pose, vertices[i]);
    }
}

void snw__tetrahedron_vertices(const snw_tetrahedron *t, snw_vec3 vertices[4]) {
    vertices[0] = t->corner;
    vertices[1] = snw_vec3_add(t->corner, t->edge_1);
    vertices[2] = snw_vec3_add(t->corner, t->edge_2);
    vertices[3] = snw_vec3_add(t->corner, t->edge_3);
}

void snw__rectangle_vertices(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2,
                             snw_vec3 vertices[4]) {
    vertices[0] = corner;
    vertices[1] = snw_vec3_add(corner, edge_1);
    vertices[2] = snw_vec3_add(vertices[1], edge_2);
    vertices[3] = snw_vec3_add(corner, edge_2);
}

snw_pose snw__rectangle_pose(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2, double half[2]) {
    half[0] = 0.5 * snw_vec3_norm(edge_1);
    half[1] = 0.5 * snw_vec3_norm(edge_2);
    const snw_vec3 center = snw_vec3_add_scaled(corner, snw_vec3_add(edge_1, edge_2), 0.5);

    // the longer edge is exact, the other one across it
    const bool first = half[0] >= half[1];
    const snw_vec3 z = snw_vec3_normalize(first ? edge_1 : edge_2);
    if (!(snw_vec3_norm2(z) > 0)) return snw_pose_translation(center);
    const snw_vec3 shorter = first ? edge_2 : edge_1;
    const snw_vec3 across = snw_vec3_add_scaled(shorter, z, -snw_vec3_dot(shorter, z));
    const snw_vec3 u = snw_vec3_normalize(across);
    const snw_vec3 other = snw_vec3_norm2(u) > 0 ? u : snw__frame_along(z).x;
    const snw_vec3 x = first ? z : other, y = first ? other : z;
    return snw_pose_of(snw_mat3_of(x, y, snw_vec3_cross(x, y)), center);
}

// --- boxes --------------------------------------------------------------------------------------

// a half space ends in one direction when its plane lies across that axis
void snw__half_space_box(const void *shape, snw_bounds *box) {
    const snw_half_space *h = shape;
    const snw_vec3 n = h->normal;
    *box = snw_bounds_all();
    for (int i = 0; i < 3; i++) {
        const double along = snw_vec3_get(n, i);
        const bool across =
            along != 0 && snw_vec3_get(n, (i + 1) % 3) == 0 && snw_vec3_get(n, (i + 2) % 3) == 0;
        if (!across) continue;
        snw_vec3_set(along > 0 ? &box->high : &box->low, i, snw_vec3_get(h->point, i));
    }
}

void snw__plane_box(const void *shape, snw_bounds *box) {
    const snw_plane *p = shape;
    const snw_half_space below = {p->point, p->normal};
    const snw_half_space above = {p->point, snw_vec3_neg(p->normal)};
    snw_bounds other;
    snw__half_space_box(&below, box);
    snw__half_space_box(&above, &other);
    *box = snw_bounds_intersection(*box, other);
}

static snw_bounds box_of_points(const snw_vec3 *points, int count) {
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        box = snw_bounds_add(box, points[i]);
    }
    return box;
}

void snw__mesh_box(const void *shape, snw_bounds *box) {
    const snw_mesh *m = shape;
    *box = box_of_points(m->points, m->point_count);
}

void snw__union_box(const void *shape, snw_bounds *box) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    *box = snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        snw_bounds one;
        snw__box_of(children[i], &one);
        *box = snw_bounds_union(*box, one);
    }
}

void snw__intersection_box(const void *shape, snw_bounds *box) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    *box = count > 0 ? snw_bounds_all() : snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        snw_bounds one;
        snw__box_of(children[i], &one);
        *box = snw_bounds_intersection(*box, one);
    }
}

// --- spheres ------------------------------------------------------------------------------------

static snw_vec3 middle(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_scale(snw_vec3_add(a, b), 0.5);
}

snw_status snw__sphere_sphere(const void *shape, snw_sphere *sphere) {
    *sphere = *(const snw_sphere *)shape;
    return SNW_OK;
}

snw_status snw__capsule_sphere(const void *shape, snw_sphere *sphere) {
    const snw_capsule *c = shape;
    *sphere = (snw_sphere){middle(c->start, c->end),
                           0.5 * snw_vec3_distance(c->start, c->end) + c->radius};
    return SNW_OK;
}

snw_status snw__box_sphere(const void *shape, snw_sphere *sphere) {
    const snw_box *b = shape;
    *sphere = (snw_sphere){b->pose.p, snw_vec3_norm(b->half_extents)};
    return SNW_OK;
}

// Both rims lie on the least sphere, whose centre is on the axis where they are equally far; when
// that is beyond an end, the larger disc alone decides, with the centre in its middle.
snw_status snw__cone_sphere(const void *shape, snw_sphere *sphere) {
    const snw_cone *c = shape;
    const double r0 = c->start_radius, r1 = c->end_radius;
    const double length = snw_vec3_distance(c->start, c->end);
    const double balance = 0.5 * (length + (r1 - r0) * (r1 + r0) / length);
    const double t = balance > 0 ? (balance < length ? balance : length) : 0;
    const double to_start = hypot(t, r0), to_end = hypot(length - t, r1);
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    sphere->center = snw_vec3_add_scaled(c->start, axis, t / length);
    sphere->radius = to_start > to_end ? to_start : to_end;
    return SNW_OK;
}

snw_status snw__cylinder_sphere(const void *shape, snw_sphere *sphere) {
    const snw_cylinder *c = shape;
    const snw_cone same = {c->start, c->end, c->radius, c->radius};
    return snw__cone_sphere(&same, sphere);
}

static snw_sphere around_rectangle(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2) {
    const snw_vec3 diagonal = snw_vec3_add(edge_1, edge_2);
    return (snw_sphere){snw_vec3_add_scaled(corner, diagonal, 0.5), 0.5 * snw_vec3_norm(diagonal)};
}

snw_status snw__lozenge_sphere(const void *shape, snw_sphere *sphere) {
    const snw_lozenge *l = shape;
    *sphere = around_rectangle(l->corner, l->edge_1, l->edge_2);
    sphere->radius += l->radius;
    return SNW_OK;
}

snw_status snw__rectangle_sphere(const void *shape, snw_sphere *sphere) {
    const snw_rectangle *r = shape;
    *sphere = around_rectangle(r->corner, r->edge_1, r->edge_2);
    return SNW_OK;
}

snw_status snw__ellipsoid_sphere(const void *shape, snw_sphere *sphere) {
    const snw_ellipsoid *e = shape;
    *sphere = (snw_sphere){e->pose.p, snw_vec3_max_abs(e->semi_axes)};
    return SNW_OK;
}

snw_status snw__tetrahedron_sphere(const void *shape, snw_sphere *sphere) {
    snw_vec3 vertices[4];
    snw__tetrahedron_vertices(shape, vertices);
    return snw_sphere_around(vertices, 4, sphere);
}

snw_status snw__triangle_sphere(const void *shape, snw_sphere *sphere) {
    const snw_triangle *t = shape;
    const snw_vec3 vertices[3] = {t->corner, snw_vec3_add(t->corner, t->edge_1),
                                  snw_vec3_add(t->corner, t->edge_2)};
    return snw_sphere_around(vertices, 3, sphere);
}

snw_status snw__segment_sphere(const void *shape, snw_sphere *sphere) {
    const snw_segment *s = shape;
    *sphere = (snw_sphere){middle(s->start, s->end), 0.5 * snw_vec3_distance(s->start, s->end)};
    return SNW_OK;
}

snw_status snw__mesh_sphere(const void *shape, snw_sphere *sphere) {
    const snw_mesh *m = shape;
    if (m->point_count == 0) return SNW_ERR_UNSUPPORTED;
    return snw_sphere_around(m->points, m->point_count, sphere);
}

// the least sphere around two: one of them, or the one that touches both from outside
static snw_sphere around_two(snw_sphere a, snw_sphere b) {
    const double distance = snw_vec3_distance(a.center, b.center);
    if (distance + b.radius <= a.radius) return a;
    if (distance + a.radius <= b.radius) return b;
    const double radius = 0.5 * (distance + a.radius + b.radius);
    const double part = (radius - a.radius) / distance;
    const snw_vec3 way = snw_vec3_sub(b.center, a.center);
    return (snw_sphere){snw_vec3_add_scaled(a.center, way, part), radius};
}

snw_status snw__union_sphere(const void *shape, snw_sphere *sphere) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    bool found = false;
    for (int i = 0; i < count; i++) {
        snw_bounds box;
        snw__box_of(children[i], &box);
        if (snw_bounds_is_empty(box)) continue;
        snw_sphere one;
        const snw_status status = snw__sphere_of(children[i], &one);
        if (snw_failed(status)) return status;
        *sphere = found ? around_two(*sphere, one) : one;
        found = true;
    }
    return found ? SNW_OK : SNW_ERR_UNSUPPORTED;
}

// the least of the spheres that hold a child or the common box
snw_status snw__intersection_sphere(const void *shape, snw_sphere *sphere) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_bounds box;
    snw__intersection_box(shape, &box);
    sphere->radius = (double)INFINITY;
    if (snw_bounds_is_empty(box)) return SNW_ERR_UNSUPPORTED;
    if (snw_bounds_is_finite(box)) {
        *sphere = (snw_sphere){snw_bounds_center(box), 0.5 * snw_vec3_norm(snw_bounds_size(box))};
    }
    for (int i = 0; i < count; i++) {
        snw_sphere one;
        if (snw__sphere_of(children[i], &one) == SNW_OK && one.radius < sphere->radius) {
            *sphere = one;
        }
    }
    return isfinite(sphere->radius) ? SNW_OK : SNW_ERR_UNSUPPORTED;
}
