// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Support points: s(d) is the point of a convex set with the largest projection on d, all that the
// algorithm of Gilbert, Johnson and Keerthi (1988) asks of a shape. Directions come with a largest
// element of 1, or are zero; then any point of the shape is right.

#include "internal.h"

// the point of a ball at p that is farthest along d
static snw_vec3 ball_support(snw_vec3 p, double radius, snw_vec3 d) {
    return snw_vec3_add_scaled(p, snw_vec3_normalize(d), radius);
}

static snw_vec3 farther(snw_vec3 a, snw_vec3 b, snw_vec3 d) {
    return snw_vec3_dot(d, snw_vec3_sub(b, a)) > 0 ? b : a;
}

snw_status snw__sphere_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_sphere *s = shape;
    *point = ball_support(s->center, s->radius, d);
    return SNW_OK;
}

snw_status snw__capsule_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_capsule *c = shape;
    *point = ball_support(farther(c->start, c->end, d), c->radius, d);
    return SNW_OK;
}

snw_status snw__box_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_box *b = shape;
    const snw_vec3 local = snw_mat3_apply_t(b->pose.R, d), h = b->half_extents;
    const snw_vec3 vertex = {local.x < 0 ? -h.x : h.x, local.y < 0 ? -h.y : h.y,
                             local.z < 0 ? -h.z : h.z};
    *point = snw_pose_apply(b->pose, vertex);
    return SNW_OK;
}

// The farther of two discs across an axis w, and the point of its rim along d. With the part of d
// across the axis, u = d - (d.w) w, the rims reach d.c + r |u|; the difference of the two decides.
// When d runs along the axis the whole disc is alike: its centre is taken, because the direction of
// a tiny u is noise. The loss is at most 1e-12 of the radius.
static snw_vec3 discs_support(const snw_cone *c, snw_vec3 d) {
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    const snw_vec3 w = snw_vec3_normalize(axis);
    const snw_vec3 across = snw_vec3_add_scaled(d, w, -snw_vec3_dot(d, w));
    const double reach = snw_vec3_norm(across);
    const double gain = snw_vec3_dot(d, axis) + (c->end_radius - c->start_radius) * reach;
    const snw_vec3 center = gain > 0 ? c->end : c->start;
    const double radius = gain > 0 ? c->end_radius : c->start_radius;
    if (!(reach > 1e-12 * snw_vec3_norm(d))) return center;

    // once more across the axis: what is left of d along it has grown with the normalisation
    const snw_vec3 u = snw_vec3_divide(across, reach);
    return ball_support(center, radius, snw_vec3_add_scaled(u, w, -snw_vec3_dot(u, w)));
}

snw_status snw__cylinder_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_cylinder *c = shape;
    const snw_cone same = {c->start, c->end, c->radius, c->radius};
    *point = discs_support(&same, d);
    return SNW_OK;
}

snw_status snw__cone_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    *point = discs_support(shape, d);
    return SNW_OK;
}

// p, moved along each edge that leads along d
static snw_vec3 along_edge(snw_vec3 p, snw_vec3 edge, snw_vec3 d) {
    return snw_vec3_dot(d, edge) > 0 ? snw_vec3_add(p, edge) : p;
}

snw_status snw__lozenge_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_lozenge *l = shape;
    const snw_vec3 corner = along_edge(along_edge(l->corner, l->edge_1, d), l->edge_2, d);
    *point = ball_support(corner, l->radius, d);
    return SNW_OK;
}

// The gradient of the quadratic form is along d at C + B d / sqrt(d.B d), where B, the inverse of
// the form's matrix, has the squares of the semi-axes in the frame of the ellipsoid.
snw_status snw__ellipsoid_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_ellipsoid *e = shape;
    const snw_vec3 a = e->semi_axes;
    const snw_vec3 stretched = snw_vec3_mul(a, snw_mat3_apply_t(e->pose.R, d));
    const snw_vec3 on_unit_sphere = snw_vec3_normalize(stretched);
    *point = snw_pose_apply(e->pose, snw_vec3_mul(a, on_unit_sphere));
    return SNW_OK;
}

snw_status snw__tetrahedron_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_tetrahedron *t = shape;
    const snw_vec3 edge = farther(farther(t->edge_1, t->edge_2, d), t->edge_3, d);
    *point = along_edge(t->corner, edge, d);
    return SNW_OK;
}

snw_status snw__segment_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_segment *s = shape;
    *point = farther(s->start, s->end, d);
    return SNW_OK;
}

snw_status snw__triangle_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_triangle *t = shape;
    *point = along_edge(t->corner, farther(t->edge_1, t->edge_2, d), d);
    return SNW_OK;
}

snw_status snw__rectangle_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_rectangle *r = shape;
    *point = along_edge(along_edge(r->corner, r->edge_1, d), r->edge_2, d);
    return SNW_OK;
}

snw_status snw__mesh_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_mesh *m = shape;
    if (m->point_count == 0) return SNW_ERR_STATE;
    int best = 0;
    double most = -(double)INFINITY;
    for (int i = 0; i < m->point_count; i++) {
        const double reach = snw_vec3_dot(d, m->points[i]);
        if (reach > most) {
            most = reach;
            best = i;
        }
    }
    *point = m->points[best];
    return SNW_OK;
}
