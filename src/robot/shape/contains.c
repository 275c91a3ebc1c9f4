// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Membership: which points belong to a shape. Borders belong to it.

#include "inside.h"
#include "internal.h"

unsigned snw__solid_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID;
}

unsigned snw__capsule_traits(const void *shape) {
    const snw_capsule *c = shape;
    return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | (c->radius > 0 ? SNW_SHAPE_SOLID : 0U);
}

unsigned snw__thin_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED;
}

unsigned snw__plane_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_CONVEX;
}

unsigned snw__half_space_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_CONVEX | SNW_SHAPE_SOLID;
}

unsigned snw__mesh_traits(const void *shape) {
    const snw_mesh *m = shape;
    return SNW_SHAPE_BOUNDED | (m->closed ? SNW_SHAPE_SOLID : 0U);
}

static double clamp_unit(double t) {
    return t > 0 ? (t < 1 ? t : 1) : 0;
}

// the part of an edge, 0 to 1, that is nearest to an offset from its start
static double part_along(snw_vec3 edge, snw_vec3 offset) {
    const double square = snw_vec3_norm2(edge);
    return square > 0 ? clamp_unit(snw_vec3_dot(offset, edge) / square) : 0;
}

static bool is_within(snw_vec3 offset, double radius) {
    return snw_vec3_norm2(offset) <= radius * radius;
}

static snw_vec3 offset_from_segment(snw_vec3 a, snw_vec3 b, snw_vec3 p) {
    const snw_vec3 edge = snw_vec3_sub(b, a), offset = snw_vec3_sub(p, a);
    return snw_vec3_add_scaled(offset, edge, -part_along(edge, offset));
}

double snw__segment_distance(snw_vec3 a, snw_vec3 b, snw_vec3 p) {
    return snw_vec3_norm(offset_from_segment(a, b, p));
}

// perpendicular edges are clamped one by one
static snw_vec3 offset_from_rectangle(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2,
                                      snw_vec3 p) {
    const snw_vec3 offset = snw_vec3_sub(p, corner);
    const snw_vec3 rest = snw_vec3_add_scaled(offset, edge_1, -part_along(edge_1, offset));
    return snw_vec3_add_scaled(rest, edge_2, -part_along(edge_2, offset));
}

snw_status snw__sphere_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_sphere *s = shape;
    *inside = is_within(snw_vec3_sub(p, s->center), s->radius);
    return SNW_OK;
}

snw_status snw__capsule_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_capsule *c = shape;
    *inside = is_within(offset_from_segment(c->start, c->end, p), c->radius);
    return SNW_OK;
}

snw_status snw__box_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_box *b = shape;
    const snw_vec3 q = snw_pose_apply_inverse(b->pose, p), h = b->half_extents;
    *inside = fabs(q.x) <= h.x && fabs(q.y) <= h.y && fabs(q.z) <= h.z;
    return SNW_OK;
}

snw_status snw__cone_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_cone *c = shape;
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start), offset = snw_vec3_sub(p, c->start);
    const double t = snw_vec3_dot(offset, axis) / snw_vec3_norm2(axis);
    const double radius = c->start_radius + (c->end_radius - c->start_radius) * t;
    *inside = 0 <= t && t <= 1 && is_within(snw_vec3_add_scaled(offset, axis, -t), radius);
    return SNW_OK;
}

snw_status snw__cylinder_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_cylinder *c = shape;
    const snw_cone same = {c->start, c->end, c->radius, c->radius};
    return snw__cone_contains(&same, p, inside);
}

snw_status snw__lozenge_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_lozenge *l = shape;
    *inside = is_within(offset_from_rectangle(l->corner, l->edge_1, l->edge_2, p), l->radius);
    return SNW_OK;
}

snw_status snw__ellipsoid_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_ellipsoid *e = shape;
    const snw_vec3 q = snw_pose_apply_inverse(e->pose, p), a = e->semi_axes;
    *inside = is_within(snw_vec3_of(q.x / a.x, q.y / a.y, q.z / a.z), 1);
    return SNW_OK;
}

void snw__ellipsoid_matrices(const snw_ellipsoid *ellipsoid, snw_sym3 *A, snw_sym3 *inverse) {
    const snw_vec3 square = snw_vec3_mul(ellipsoid->semi_axes, ellipsoid->semi_axes);
    const snw_vec3 reciprocal = {1 / square.x, 1 / square.y, 1 / square.z};
    *A = snw_sym3_rotate(ellipsoid->pose.R, snw_sym3_of(reciprocal, 0, 0, 0));
    *inverse = snw_sym3_rotate(ellipsoid->pose.R, snw_sym3_of(square, 0, 0, 0));
}

// p - corner = a edge_1 + b edge_2 + c edge_3 by Cramer's rule; inside, none of the four
// barycentric numbers is negative
snw_status snw__tetrahedron_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_tetrahedron *t = shape;
    const snw_vec3 offset = snw_vec3_sub(p, t->corner);
    const snw_vec3 n1 = snw_vec3_cross(t->edge_2, t->edge_3);
    const snw_vec3 n2 = snw_vec3_cross(t->edge_3, t->edge_1);
    const snw_vec3 n3 = snw_vec3_cross(t->edge_1, t->edge_2);
    const double whole = snw_vec3_dot(t->edge_1, n1);
    const double a = snw_vec3_dot(offset, n1) / whole, b = snw_vec3_dot(offset, n2) / whole;
    const double c = snw_vec3_dot(offset, n3) / whole;
    *inside = a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1;
    return SNW_OK;
}

snw_status snw__half_space_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_half_space *h = shape;
    *inside = snw_vec3_dot(h->normal, snw_vec3_sub(p, h->point)) <= 0;
    return SNW_OK;
}

snw_status snw__plane_height(const snw_plane *plane, snw_vec3 p, double *height) {
    if (!snw_vec3_is_finite(p)) return SNW_ERR_NOT_FINITE;
    const double length = snw_vec3_norm(plane->normal);
    if (!(length > 0 && isfinite(length))) return SNW_ERR_RANGE;
    *height = snw_vec3_dot(plane->normal, snw_vec3_sub(p, plane->point)) / length;
    return SNW_OK;
}

// --- thin pieces --------------------------------------------------------------------------------

snw_status snw__plane_contains(const void *shape, snw_vec3 p, bool *inside) {
    double height;
    const snw_status status = snw__plane_height(shape, p, &height);
    if (snw_failed(status)) return status;
    *inside = fabs(height) <= SNW_SHAPE_THIN;
    return SNW_OK;
}

snw_status snw__segment_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_segment *s = shape;
    *inside = is_within(offset_from_segment(s->start, s->end, p), SNW_SHAPE_THIN);
    return SNW_OK;
}

snw_status snw__rectangle_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_rectangle *r = shape;
    const snw_vec3 offset = offset_from_rectangle(r->corner, r->edge_1, r->edge_2, p);
    *inside = is_within(offset, SNW_SHAPE_THIN);
    return SNW_OK;
}

// Near the plane and between the edges, or near one of the edges.
snw_status snw__triangle_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_triangle *t = shape;
    const snw_vec3 b = snw_vec3_add(t->corner, t->edge_1), c = snw_vec3_add(t->corner, t->edge_2);
    const snw_vec3 offset = snw_vec3_sub(p, t->corner);
    const snw_vec3 normal = snw_vec3_cross(t->edge_1, t->edge_2);
    const double square = snw_vec3_norm2(normal);
    const double u = snw_vec3_dot(snw_vec3_cross(offset, t->edge_2), normal) / square;
    const double v = snw_vec3_dot(snw_vec3_cross(t->edge_1, offset), normal) / square;
    const bool between = u >= 0 && v >= 0 && u + v <= 1;
    const double height = snw_vec3_dot(offset, normal) / sqrt(square);
    *inside = (between && fabs(height) <= SNW_SHAPE_THIN) ||
              is_within(offset_from_segment(t->corner, b, p), SNW_SHAPE_THIN) ||
              is_within(offset_from_segment(t->corner, c, p), SNW_SHAPE_THIN) ||
              is_within(offset_from_segment(b, c, p), SNW_SHAPE_THIN);
    return SNW_OK;
}

// --- points and triangles -----------------------------------------------------------------------

const int *snw_mesh_faces(const snw_mesh *mesh, int *count) {
    const bool cut = mesh->polygon_count > 0;
    *count = (cut ? mesh->face_index_count : mesh->index_count) / 3;
    return *count > 0 ? (cut ? mesh->faces : mesh->triangles) : NULL;
}

// The solid angle of a triangle seen from the origin (van Oosterom and Strackee 1983), with a sign:
// positive when its front is turned away.
static double solid_angle(snw_vec3 a, snw_vec3 b, snw_vec3 c) {
    const double la = snw_vec3_norm(a), lb = snw_vec3_norm(b), lc = snw_vec3_norm(c);
    const double volume = snw_vec3_dot(a, snw_vec3_cross(b, c));
    const double rest =
        la * lb * lc + snw_vec3_dot(a, b) * lc + snw_vec3_dot(b, c) * la + snw_vec3_dot(c, a) * lb;
    return 2 * atan2(volume, rest);
}

// Seen from inside, the triangles of a closed surface fill the whole sphere, 4 pi; from outside
// their fronts and backs cancel. No ray has to be chosen, so none can graze an edge.
snw_status snw__mesh_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_mesh *m = shape;
    if (!m->closed) return SNW_ERR_STATE;
    int count;
    const int *faces = snw_mesh_faces(m, &count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const int *at = &faces[(ptrdiff_t)3 * i];
        sum += solid_angle(snw_vec3_sub(m->points[at[0]], p), snw_vec3_sub(m->points[at[1]], p),
                           snw_vec3_sub(m->points[at[2]], p));
    }
    *inside = sum >= 6.283185307179586; // half of it: what a point of a flat border sees
    return SNW_OK;
}
