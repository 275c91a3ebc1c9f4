// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Mass properties for the density 1, in closed form.
//
// Most solids are summed from the second moments S = integral of x x^T dV, which add, and of which
// the inertia is I = trace(S) E - S.

#include "internal.h"

static const double pi = 3.141592653589793;

// the body with volume V, first moment h and second moments S about the origin
static snw_inertia from_moments(double V, snw_vec3 h, snw_sym3 S) {
    const snw_vec3 diagonal = {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy};
    return snw_inertia_of(V, h, snw_sym3_of(diagonal, -S.xy, -S.xz, -S.yz));
}

// a body that is symmetric about three planes through its centre, from its moments along the axes
static snw_inertia symmetric(double V, snw_vec3 S, snw_pose pose) {
    const snw_inertia local = from_moments(V, snw_vec3_zero(), snw_sym3_of(S, 0, 0, 0));
    return snw_inertia_transform(pose, local);
}

snw_status snw__sphere_inertia(const void *shape, snw_inertia *inertia) {
    const snw_sphere *s = shape;
    const double volume = 4.0 / 3.0 * pi * s->radius * s->radius * s->radius;
    *inertia = snw_inertia_translate(s->center, snw_inertia_sphere(volume, s->radius));
    return SNW_OK;
}

snw_status snw__box_inertia(const void *shape, snw_inertia *inertia) {
    const snw_box *b = shape;
    const snw_vec3 size = snw_vec3_scale(b->half_extents, 2);
    const snw_inertia local = snw_inertia_box(size.x * size.y * size.z, size);
    *inertia = snw_inertia_transform(b->pose, local);
    return SNW_OK;
}

snw_status snw__ellipsoid_inertia(const void *shape, snw_inertia *inertia) {
    const snw_ellipsoid *e = shape;
    const snw_vec3 a = e->semi_axes;
    const double V = 4.0 / 3.0 * pi * a.x * a.y * a.z;
    *inertia = symmetric(V, snw_vec3_scale(snw_vec3_mul(a, a), V / 5), e->pose);
    return SNW_OK;
}

// Slices across the axis are discs of radius r(t) = r0 + (r1 - r0) t, t = 0 .. 1 along the length
// h: V = pi h <r^2>, the first moment pi h^2 <t r^2>, S along the axis pi h^3 <t^2 r^2>, across it
// pi h <r^4> / 4, where <> integrates over t.
snw_status snw__cone_inertia(const void *shape, snw_inertia *inertia) {
    const snw_cone *c = shape;
    const double a = c->start_radius, b = c->end_radius, aa = a * a, ab = a * b, bb = b * b;
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    const double h = snw_vec3_norm(axis);
    const double V = pi * h * (aa + ab + bb) / 3;
    const double first = pi * h * h * (aa + 2 * ab + 3 * bb) / 12;
    const double along = pi * h * h * h * (aa + 3 * ab + 6 * bb) / 30;
    const double across = pi * h * (aa * aa + aa * ab + aa * bb + ab * bb + bb * bb) / 20;
    const snw_sym3 S = snw_sym3_of(snw_vec3_of(across, across, along), 0, 0, 0);
    const snw_pose pose = snw_pose_of(snw__frame_along(snw_vec3_divide(axis, h)), c->start);
    *inertia = snw_inertia_transform(pose, from_moments(V, snw_vec3_z(first), S));
    return SNW_OK;
}

snw_status snw__cylinder_inertia(const void *shape, snw_inertia *inertia) {
    const snw_cylinder *c = shape;
    const snw_cone same = {c->start, c->end, c->radius, c->radius};
    return snw__cone_inertia(&same, inertia);
}

// A rectangle of half edges A, B, thickened by r, is a slab, two cylinders that are cut in halves
// and moved apart, and a ball that is cut in quarters and moved apart. Moving the halves by A turns
// x^2 into (|x| + A)^2, so the integrals of 1, |x| and x^2 over disc and ball are all it takes.
static snw_inertia lozenge_inertia(snw_pose pose, double A, double B, double r) {
    const double rr = r * r, disc = pi * rr, disc_1 = 4.0 / 3.0 * rr * r, disc_2 = pi * rr * rr / 4;
    const double ball = 4.0 / 3.0 * pi * rr * r, ball_1 = pi * rr * rr / 2;
    const double ball_2 = 4.0 / 15.0 * pi * rr * rr * r;
    const double slab = 8 * A * B * r;
    const double V = slab + 2 * A * disc + 2 * B * disc + ball;

    // along the first edge: slab, cylinders along it and across it, ball
    const double x = slab * A * A / 3 + 2 * A * disc * A * A / 3 +
                     2 * B * (disc_2 + 2 * A * disc_1 + A * A * disc) +
                     (ball_2 + 2 * A * ball_1 + A * A * ball);
    const double y = slab * B * B / 3 + 2 * B * disc * B * B / 3 +
                     2 * A * (disc_2 + 2 * B * disc_1 + B * B * disc) +
                     (ball_2 + 2 * B * ball_1 + B * B * ball);
    const double z = slab * rr / 3 + 2 * (A + B) * disc_2 + ball_2;
    return symmetric(V, snw_vec3_of(x, y, z), pose);
}

snw_status snw__lozenge_inertia(const void *shape, snw_inertia *inertia) {
    const snw_lozenge *l = shape;
    double half[2];
    const snw_pose pose = snw__rectangle_pose(l->corner, l->edge_1, l->edge_2, half);
    *inertia = lozenge_inertia(pose, half[0], half[1], l->radius);
    return SNW_OK;
}

// a lozenge with one edge
snw_status snw__capsule_inertia(const void *shape, snw_inertia *inertia) {
    const snw_capsule *c = shape;
    const snw_lozenge same = {c->start, snw_vec3_sub(c->end, c->start), {0, 0, 0}, c->radius};
    return snw__lozenge_inertia(&same, inertia);
}

snw_status snw__thin_inertia(const void *shape, snw_inertia *inertia) {
    (void)shape;
    *inertia = snw_inertia_zero();
    return SNW_OK;
}

// --- triangles ----------------------------------------------------------------------------------

// What the tetrahedron of the origin and (a, b, c) adds: with D = a.(b x c) its volume is D/6, its
// first moment D/24 (a + b + c), and S = D/120 (a a^T + b b^T + c c^T + s s^T) with s = a + b + c.
static snw_sym3 square_of(snw_vec3 p) {
    return snw_sym3_of(snw_vec3_mul(p, p), p.x * p.y, p.x * p.z, p.y * p.z);
}

static void add_tetrahedron(snw_vec3 a, snw_vec3 b, snw_vec3 c, snw_inertia *sum) {
    const double D = snw_vec3_dot(a, snw_vec3_cross(b, c));
    const snw_vec3 s = snw_vec3_add(a, snw_vec3_add(b, c));
    const snw_sym3 S = snw_sym3_add(snw_sym3_add(square_of(a), square_of(b)),
                                    snw_sym3_add(square_of(c), square_of(s)));
    sum->m += D / 6;
    sum->h = snw_vec3_add_scaled(sum->h, s, D / 24);
    sum->I = snw_sym3_add(sum->I, snw_sym3_scale(S, D / 120));
}

snw_inertia snw__triangle_inertia(const snw_vec3 *points, int point_count, const int *triangles,
                                  int triangle_count) {
    // from the middle of the points: tetrahedra from far away would cancel
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < point_count; i++) {
        box = snw_bounds_add(box, points[i]);
    }
    if (snw_bounds_is_empty(box)) return snw_inertia_zero();
    const snw_vec3 center = snw_bounds_center(box);
    snw_inertia sum = snw_inertia_zero();
    for (int i = 0; i < triangle_count; i++) {
        const int *at = &triangles[(ptrdiff_t)3 * i];
        add_tetrahedron(snw_vec3_sub(points[at[0]], center), snw_vec3_sub(points[at[1]], center),
                        snw_vec3_sub(points[at[2]], center), &sum);
    }
    return snw_inertia_translate(center, from_moments(sum.m, sum.h, sum.I));
}

// the edges themselves are the tetrahedron of the corner; a left-handed one counts as well
snw_status snw__tetrahedron_inertia(const void *shape, snw_inertia *inertia) {
    const snw_tetrahedron *t = shape;
    snw_inertia sum = snw_inertia_zero();
    add_tetrahedron(t->edge_1, t->edge_2, t->edge_3, &sum);
    const snw_inertia local = from_moments(sum.m, sum.h, sum.I);
    *inertia = snw_inertia_translate(t->corner, snw_inertia_scale(local, sum.m < 0 ? -1 : 1));
    return SNW_OK;
}

snw_status snw__mesh_inertia(const void *shape, snw_inertia *inertia) {
    const snw_mesh *m = shape;
    if (!m->closed) return SNW_ERR_STATE;
    int count;
    const int *faces = snw_mesh_faces(m, &count);
    *inertia = snw__triangle_inertia(m->points, m->point_count, faces, count);
    return SNW_OK;
}

// --- trees --------------------------------------------------------------------------------------

// the parts add when nothing is in both
snw_status snw__union_inertia(const void *shape, snw_inertia *inertia) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_bounds common = snw_bounds_all();
    *inertia = snw_inertia_zero();
    for (int i = 0; i < count; i++) {
        snw_bounds box;
        snw__box_of(children[i], &box);
        common = snw_bounds_intersection(common, box);
    }
    if (count == 2 && !snw_bounds_is_empty(common)) return SNW_ERR_UNSUPPORTED;
    for (int i = 0; i < count; i++) {
        snw_inertia one;
        const snw_status status = snw__inertia_of(children[i], &one);
        if (snw_failed(status)) return status;
        *inertia = snw_inertia_add(*inertia, one);
    }
    return SNW_OK;
}
