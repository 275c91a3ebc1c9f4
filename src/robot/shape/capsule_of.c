// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The bounding capsule of each kind of shape.

#include "inside.h"
#include "internal.h"

snw_status snw__sphere_capsule(const void *shape, snw_capsule *capsule) {
    const snw_sphere *s = shape;
    *capsule = (snw_capsule){s->center, s->center, s->radius};
    return SNW_OK;
}

snw_status snw__capsule_capsule(const void *shape, snw_capsule *capsule) {
    *capsule = *(const snw_capsule *)shape;
    return SNW_OK;
}

snw_status snw__box_capsule(const void *shape, snw_capsule *capsule) {
    snw_vec3 vertices[SNW__BOX_VERTICES];
    snw__box_vertices(shape, vertices);
    return snw_capsule_around_points(vertices, SNW__BOX_VERTICES, capsule);
}

// the rims are all that matters, and all points of a rim are alike seen from the axis
snw_status snw__cone_capsule(const void *shape, snw_capsule *capsule) {
    const snw_cone *c = shape;
    const double length = snw_vec3_distance(c->start, c->end);
    const snw__station stations[2] = {{0, c->start_radius, 0}, {length, c->end_radius, 0}};
    const snw__span span = snw__fit_span(stations, 2);
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    *capsule = (snw_capsule){snw_vec3_add_scaled(c->start, axis, span.low / length),
                             snw_vec3_add_scaled(c->start, axis, span.high / length), span.radius};
    return SNW_OK;
}

snw_status snw__cylinder_capsule(const void *shape, snw_capsule *capsule) {
    const snw_cylinder *c = shape;
    const snw_cone same = {c->start, c->end, c->radius, c->radius};
    return snw__cone_capsule(&same, capsule);
}

snw_status snw__lozenge_capsule(const void *shape, snw_capsule *capsule) {
    const snw_lozenge *l = shape;
    snw_vec3 corners[4];
    snw__rectangle_vertices(l->corner, l->edge_1, l->edge_2, corners);
    snw_sphere spheres[4];
    for (int i = 0; i < 4; i++) {
        spheres[i] = (snw_sphere){corners[i], l->radius};
    }
    return snw__capsule_around(spheres, 4, capsule);
}

// Along the longest semi-axis a, with the next one, b, as radius, and ends at a - b from the
// centre: on the ellipse x^2/a^2 + y^2/b^2 = 1 the square of the distance from that end, (x - a +
// b)^2 + b^2 (1 - x^2/a^2), opens upwards in x, so it is largest at the tip, where it is b^2, or at
// the end itself, where it is less.
snw_status snw__ellipsoid_capsule(const void *shape, snw_capsule *capsule) {
    const snw_ellipsoid *e = shape;
    double a = 0, b = 0;
    int longest = 0;
    for (int i = 0; i < 3; i++) {
        const double one = snw_vec3_get(e->semi_axes, i);
        if (one > a) {
            b = a;
            a = one;
            longest = i;
        } else if (one > b) {
            b = one;
        }
    }
    const snw_vec3 axis = snw_mat3_column(e->pose.R, longest);
    *capsule = (snw_capsule){snw_vec3_add_scaled(e->pose.p, axis, b - a),
                             snw_vec3_add_scaled(e->pose.p, axis, a - b), b};
    return SNW_OK;
}

snw_status snw__tetrahedron_capsule(const void *shape, snw_capsule *capsule) {
    snw_vec3 vertices[4];
    snw__tetrahedron_vertices(shape, vertices);
    return snw_capsule_around_points(vertices, 4, capsule);
}

snw_status snw__segment_capsule(const void *shape, snw_capsule *capsule) {
    const snw_segment *s = shape;
    *capsule = (snw_capsule){s->start, s->end, 0};
    return SNW_OK;
}

snw_status snw__triangle_capsule(const void *shape, snw_capsule *capsule) {
    const snw_triangle *t = shape;
    const snw_vec3 vertices[3] = {t->corner, snw_vec3_add(t->corner, t->edge_1),
                                  snw_vec3_add(t->corner, t->edge_2)};
    return snw_capsule_around_points(vertices, 3, capsule);
}

snw_status snw__rectangle_capsule(const void *shape, snw_capsule *capsule) {
    const snw_rectangle *r = shape;
    snw_vec3 vertices[4];
    snw__rectangle_vertices(r->corner, r->edge_1, r->edge_2, vertices);
    return snw_capsule_around_points(vertices, 4, capsule);
}

snw_status snw__mesh_capsule(const void *shape, snw_capsule *capsule) {
    const snw_mesh *m = shape;
    if (m->point_count == 0) return SNW_ERR_UNSUPPORTED;
    return snw_capsule_around_points(m->points, m->point_count, capsule);
}

// around the ends of the children's capsules
snw_status snw__union_capsule(const void *shape, snw_capsule *capsule) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_sphere spheres[4];
    int found = 0;
    for (int i = 0; i < count; i++) {
        snw_bounds box;
        snw__box_of(children[i], &box);
        if (snw_bounds_is_empty(box)) continue;
        const snw_status status = snw__capsule_of(children[i], capsule);
        if (snw_failed(status)) return status;
        spheres[found++] = (snw_sphere){capsule->start, capsule->radius};
        spheres[found++] = (snw_sphere){capsule->end, capsule->radius};
    }
    if (found == 0) return SNW_ERR_UNSUPPORTED;
    return found == 2 ? SNW_OK : snw__capsule_around(spheres, found, capsule);
}

// the least of the capsules that hold a child or the common box
snw_status snw__intersection_capsule(const void *shape, snw_capsule *capsule) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_bounds box;
    snw__intersection_box(shape, &box);
    if (snw_bounds_is_empty(box)) return SNW_ERR_UNSUPPORTED;
    double least = (double)INFINITY;
    if (snw_bounds_is_finite(box)) {
        snw_vec3 vertices[SNW__BOX_VERTICES];
        snw__bounds_vertices(box, vertices);
        const snw_status status = snw_capsule_around_points(vertices, SNW__BOX_VERTICES, capsule);
        if (snw_failed(status)) return status;
        least = snw__capsule_volume(capsule);
    }
    for (int i = 0; i < count; i++) {
        snw_capsule one;
        if (snw_failed(snw__capsule_of(children[i], &one))) continue;
        if (snw__capsule_volume(&one) < least) {
            least = snw__capsule_volume(&one);
            *capsule = one;
        }
    }
    return isfinite(least) ? SNW_OK : SNW_ERR_UNSUPPORTED;
}
