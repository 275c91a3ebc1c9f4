// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The triangles of each kind of shape. Points lie on the surface, so curved solids come out a
// little too small. Every side of a sharp edge has points and normals of its own.

#include <string.h>

#include "inside.h"
#include "internal.h"

static const double two_pi = 6.283185307179586;

// sides of a full circle: a multiple of four, so that quarters end on the axes
static int sides_of(const snw_mesh_options *options) {
    return (options->resolution + 3) / 4 * 4;
}

// --- flat faces ---------------------------------------------------------------------------------

typedef struct cursor {
    snw_mesh *mesh;
    int point, index;
} cursor;

// a convex face of three or four corners, counter-clockwise seen against its normal
static void add_face(cursor *at, const snw_vec3 *corners, int count) {
    const snw_vec3 ab = snw_vec3_sub(corners[1], corners[0]);
    const snw_vec3 ac = snw_vec3_sub(corners[2], corners[0]);
    const snw_vec3 normal = snw_vec3_normalize(snw_vec3_cross(ab, ac));
    const int first = at->point;
    for (int i = 0; i < count; i++) {
        at->mesh->points[at->point] = corners[i];
        at->mesh->normals[at->point++] = normal;
    }
    for (int i = 1; i + 1 < count; i++) {
        at->mesh->triangles[at->index++] = first;
        at->mesh->triangles[at->index++] = first + i;
        at->mesh->triangles[at->index++] = first + i + 1;
    }
}

static snw_status block_mesh(const snw_vec3 v[SNW__BOX_VERTICES], snw_mesh *mesh,
                             snw_setup *setup) {
    // bits of a vertex number are its x, y, z sides
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    const snw_status status = snw_mesh_resize(mesh, 24, 12, setup);
    if (snw_failed(status)) return status;
    cursor at = {.mesh = mesh};
    for (int i = 0; i < 6; i++) {
        const snw_vec3 corners[4] = {v[faces[i][0]], v[faces[i][1]], v[faces[i][2]],
                                     v[faces[i][3]]};
        add_face(&at, corners, 4);
    }
    return SNW_OK;
}

snw_status snw__box_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                         snw_setup *setup) {
    (void)options;
    snw_vec3 vertices[SNW__BOX_VERTICES];
    snw__box_vertices(shape, vertices);
    return block_mesh(vertices, mesh, setup);
}

snw_status snw__tetrahedron_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                                 snw_setup *setup) {
    (void)options;
    static const int faces[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
    const snw_tetrahedron *t = shape;
    snw_vec3 v[4];
    snw__tetrahedron_vertices(t, v);
    // a left-handed one is made right-handed by exchanging two vertices
    if (snw_vec3_dot(t->edge_1, snw_vec3_cross(t->edge_2, t->edge_3)) < 0) {
        const snw_vec3 second = v[1];
        v[1] = v[2];
        v[2] = second;
    }
    const snw_status status = snw_mesh_resize(mesh, 12, 4, setup);
    if (snw_failed(status)) return status;
    cursor at = {.mesh = mesh};
    for (int i = 0; i < 4; i++) {
        const snw_vec3 corners[3] = {v[faces[i][0]], v[faces[i][1]], v[faces[i][2]]};
        add_face(&at, corners, 3);
    }
    return SNW_OK;
}

// both sides of a flat piece of three or four corners
static snw_status leaf_mesh(const snw_vec3 *corners, int count, snw_mesh *mesh, snw_setup *setup) {
    const snw_status status = snw_mesh_resize(mesh, 2 * count, 2 * (count - 2), setup);
    if (snw_failed(status)) return status;
    snw_vec3 back[4];
    for (int i = 0; i < count; i++) {
        back[i] = corners[(count - i) % count];
    }
    cursor at = {.mesh = mesh};
    add_face(&at, corners, count);
    add_face(&at, back, count);
    return SNW_OK;
}

snw_status snw__triangle_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                              snw_setup *setup) {
    (void)options;
    const snw_triangle *t = shape;
    const snw_vec3 corners[3] = {t->corner, snw_vec3_add(t->corner, t->edge_1),
                                 snw_vec3_add(t->corner, t->edge_2)};
    return leaf_mesh(corners, 3, mesh, setup);
}

snw_status snw__rectangle_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                               snw_setup *setup) {
    (void)options;
    const snw_rectangle *r = shape;
    snw_vec3 corners[4];
    snw__rectangle_vertices(r->corner, r->edge_1, r->edge_2, corners);
    return leaf_mesh(corners, 4, mesh, setup);
}

// the block behind the plane: twice the extent wide, one extent deep
snw_status snw__half_space_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                                snw_setup *setup) {
    const snw_half_space *h = shape;
    const double e = options->extent;
    if (!(e > 0)) return SNW_ERR_UNSUPPORTED;
    const snw_pose pose = {snw__frame_along(snw_vec3_normalize(h->normal)), h->point};
    const snw_box block = {{pose.R, snw_pose_apply(pose, snw_vec3_z(-0.5 * e))}, {e, e, 0.5 * e}};
    return snw__box_mesh(&block, options, mesh, setup);
}

snw_status snw__plane_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                           snw_setup *setup) {
    const snw_plane *p = shape;
    const double e = options->extent;
    if (!(e > 0)) return SNW_ERR_UNSUPPORTED;
    const snw_mat3 R = snw__frame_along(snw_vec3_normalize(p->normal));
    const snw_pose pose = {R, p->point};
    snw_vec3 corners[4];
    snw__rectangle_vertices(snw_pose_apply(pose, snw_vec3_of(-e, -e, 0)),
                            snw_vec3_scale(R.x, 2 * e), snw_vec3_scale(R.y, 2 * e), corners);
    return leaf_mesh(corners, 4, mesh, setup);
}

snw_status snw__mesh_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                          snw_setup *setup) {
    (void)options;
    return snw__mesh_triangulate(shape, mesh, setup);
}

// --- rounds -------------------------------------------------------------------------------------

// One circle of a surface of revolution: how far along the axis and off it, the normal there, and
// whether the surface breaks off before it.
typedef struct circle {
    double along, off;
    double normal_along, normal_off;
    bool apart;
} circle;

static bool is_joined(const circle *circles, int i) {
    return !circles[i].apart && (circles[i - 1].off > 0 || circles[i].off > 0);
}

// Two triangles for each side between neighbouring circles, one where a circle is a point. The
// profile runs so that its outside lies to the right: side direction x profile direction points
// out.
static void join_circles(const circle *circles, int i, int sides, cursor *at) {
    int *out = at->mesh->triangles;
    const int lower = (i - 1) * sides, upper = i * sides;
    for (int k = 0; k < sides; k++) {
        const int next = (k + 1) % sides;
        if (circles[i - 1].off > 0) {
            out[at->index++] = lower + k;
            out[at->index++] = lower + next;
            out[at->index++] = upper + next;
        }
        if (circles[i].off > 0) {
            out[at->index++] = lower + k;
            out[at->index++] = upper + next;
            out[at->index++] = upper + k;
        }
    }
}

// the surface of revolution about the z axis of a frame
static snw_status revolve(const circle *circles, int count, int sides, snw_pose pose,
                          snw_mesh *mesh, snw_setup *setup) {
    int triangles = 0;
    for (int i = 1; i < count; i++) {
        if (!is_joined(circles, i)) continue;
        triangles += (circles[i - 1].off > 0) * sides + (circles[i].off > 0) * sides;
    }
    snw_status status = snw_mesh_resize(mesh, count * sides, triangles, setup);
    if (snw_failed(status)) return status;
    cursor at = {.mesh = mesh};
    for (int i = 0; i < count; i++) {
        const circle *c = &circles[i];
        for (int k = 0; k < sides; k++) {
            const double angle = two_pi * k / sides, x = cos(angle), y = sin(angle);
            const snw_vec3 p = {c->off * x, c->off * y, c->along};
            const snw_vec3 n = {c->normal_off * x, c->normal_off * y, c->normal_along};
            mesh->points[at.point] = snw_pose_apply(pose, p);
            mesh->normals[at.point++] = snw_vec3_normalize(snw_mat3_apply(pose.R, n));
        }
        if (i > 0 && is_joined(circles, i)) join_circles(circles, i, sides, &at);
    }
    return SNW_OK;
}

enum { MOST_CIRCLES = 1024 / 2 + 2 };

// a half circle from pole to pole, its two quarters `length` apart; returns how many circles
static int half_circle(double radius, double length, int sides, circle *circles) {
    const int quarter = sides / 4;
    int count = 0;
    for (int k = -quarter; k <= quarter; k++) {
        const double s = sin(two_pi * k / sides);
        const double c = k == -quarter || k == quarter ? 0 : cos(two_pi * k / sides);
        const double shift = k > 0 ? length : 0;
        if (k == 0 && length > 0) circles[count++] = (circle){0, radius, 0, 1, false};
        circles[count++] =
            (circle){(k == 0 ? length : shift) + radius * s, radius * c, s, c, false};
    }
    return count;
}

snw_status snw__capsule_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                             snw_setup *setup) {
    const snw_capsule *c = shape;
    if (!(c->radius > 0)) return SNW_ERR_UNSUPPORTED;
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    const double length = snw_vec3_norm(axis);
    const snw_vec3 w = length > 0 ? snw_vec3_divide(axis, length) : snw_vec3_z(1);
    circle circles[MOST_CIRCLES];
    const int sides = sides_of(options);
    const int count = half_circle(c->radius, length, sides, circles);
    return revolve(circles, count, sides, snw_pose_of(snw__frame_along(w), c->start), mesh, setup);
}

snw_status snw__sphere_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                            snw_setup *setup) {
    const snw_sphere *s = shape;
    const snw_capsule same = {s->center, s->center, s->radius};
    return snw__capsule_mesh(&same, options, mesh, setup);
}

// a unit sphere, stretched; its normals shrink as its points grow
snw_status snw__ellipsoid_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                               snw_setup *setup) {
    const snw_ellipsoid *e = shape;
    const snw_sphere unit = {{0, 0, 0}, 1};
    const snw_status status = snw__sphere_mesh(&unit, options, mesh, setup);
    if (snw_failed(status)) return status;
    const snw_vec3 a = e->semi_axes;
    for (int i = 0; i < mesh->point_count; i++) {
        const snw_vec3 p = mesh->points[i], n = {p.x / a.x, p.y / a.y, p.z / a.z};
        mesh->points[i] = snw_pose_apply(e->pose, snw_vec3_mul(a, p));
        mesh->normals[i] = snw_mat3_apply(e->pose.R, snw_vec3_normalize(n));
    }
    return SNW_OK;
}

snw_status snw__cone_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                          snw_setup *setup) {
    const snw_cone *c = shape;
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    const double h = snw_vec3_norm(axis), r0 = c->start_radius, r1 = c->end_radius;
    circle circles[6];
    int count = 0;
    if (r0 > 0) {
        circles[count++] = (circle){0, 0, -1, 0, false};
        circles[count++] = (circle){0, r0, -1, 0, false};
    }
    const double slant = hypot(h, r1 - r0), along = (r0 - r1) / slant, off = h / slant;
    circles[count++] = (circle){0, r0, along, off, true};
    circles[count++] = (circle){h, r1, along, off, false};
    if (r1 > 0) {
        circles[count++] = (circle){h, r1, 1, 0, true};
        circles[count++] = (circle){h, 0, 1, 0, false};
    }
    const snw_pose pose = {snw__frame_along(snw_vec3_divide(axis, h)), c->start};
    return revolve(circles, count, sides_of(options), pose, mesh, setup);
}

snw_status snw__cylinder_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                              snw_setup *setup) {
    const snw_cylinder *c = shape;
    const snw_cone same = {c->start, c->end, c->radius, c->radius};
    return snw__cone_mesh(&same, options, mesh, setup);
}

// --- lozenge ------------------------------------------------------------------------------------

// A ball cut in quarters that are moved to the corners of the rectangle: circles of latitude have a
// point more at each corner, poles become rectangles.
typedef struct quarters {
    snw_pose pose;
    double half[2], radius;
    int sides, around; // around = sides + 4
} quarters;

static void lozenge_point(const quarters *q, int latitude, int k, cursor *at) {
    const int quarter = q->sides / 4, corner = k / (quarter + 1);
    const double phi = two_pi * (k - corner) / q->sides;
    const double theta = two_pi * (latitude - quarter) / q->sides;
    const bool pole = latitude == 0 || latitude == 2 * quarter;
    const double c = pole ? 0 : cos(theta), s = sin(theta);
    const snw_vec3 n = {c * cos(phi), c * sin(phi), s};
    const double x = corner == 0 || corner == 3 ? q->half[0] : -q->half[0];
    const double y = corner < 2 ? q->half[1] : -q->half[1];
    const snw_vec3 p = snw_vec3_add_scaled(snw_vec3_of(x, y, 0), n, q->radius);
    at->mesh->points[at->point] = snw_pose_apply(q->pose, p);
    at->mesh->normals[at->point++] = snw_vec3_normalize(snw_mat3_apply(q->pose.R, n));
}

static void add_triangle(cursor *at, int a, int b, int c) {
    at->mesh->triangles[at->index++] = a;
    at->mesh->triangles[at->index++] = b;
    at->mesh->triangles[at->index++] = c;
}

// joins two circles of latitude; inside a quarter a pole is one point
static void join_latitudes(const quarters *q, int latitude, cursor *at) {
    const int quarter = q->sides / 4;
    const int lower = (latitude - 1) * q->around, upper = latitude * q->around;
    for (int k = 0; k < q->around; k++) {
        const int next = (k + 1) % q->around;
        const bool same_corner = k % (quarter + 1) != quarter;
        if (latitude > 1 || !same_corner) add_triangle(at, lower + k, lower + next, upper + next);
        if (latitude < 2 * quarter || !same_corner) {
            add_triangle(at, lower + k, upper + next, upper + k);
        }
    }
}

snw_status snw__lozenge_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                             snw_setup *setup) {
    const snw_lozenge *l = shape;
    quarters q = {.radius = l->radius, .sides = sides_of(options)};
    q.around = q.sides + 4;
    q.pose = snw__rectangle_pose(l->corner, l->edge_1, l->edge_2, q.half);
    const int latitudes = q.sides / 2 + 1, step = q.sides / 4 + 1;
    // two per side and strip, less one inside the quarters at each pole, and two rectangles
    const int triangles = 2 * q.around * (latitudes - 1) - 2 * q.sides + 4;
    const snw_status status = snw_mesh_resize(mesh, latitudes * q.around, triangles, setup);
    if (snw_failed(status)) return status;
    cursor at = {.mesh = mesh};
    for (int latitude = 0; latitude < latitudes; latitude++) {
        for (int k = 0; k < q.around; k++) {
            lozenge_point(&q, latitude, k, &at);
        }
        if (latitude > 0) join_latitudes(&q, latitude, &at);
    }
    const int top = (latitudes - 1) * q.around;
    add_triangle(&at, 0, 2 * step, step);
    add_triangle(&at, 0, 3 * step, 2 * step);
    add_triangle(&at, top, top + step, top + 2 * step);
    add_triangle(&at, top, top + 2 * step, top + 3 * step);
    return SNW_OK;
}

// --- trees --------------------------------------------------------------------------------------

static void append(const snw_mesh *from, cursor *at) {
    const int first = at->point;
    for (int i = 0; i < from->point_count; i++) {
        at->mesh->points[at->point] = from->points[i];
        at->mesh->normals[at->point++] = from->normals[i];
    }
    for (int i = 0; i < from->index_count; i++) {
        at->mesh->triangles[at->index++] = first + from->triangles[i];
    }
}

// the surfaces of both when nothing can be in both
snw_status snw__union_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                           snw_setup *setup) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_bounds common = snw_bounds_all();
    for (int i = 0; i < count; i++) {
        snw_bounds box;
        snw__box_of(children[i], &box);
        common = snw_bounds_intersection(common, box);
    }
    if (count == 0 || (count == 2 && !snw_bounds_is_empty(common))) return SNW_ERR_UNSUPPORTED;
    snw_mesh *parts[2] = {NULL, NULL};
    int points = 0, indices = 0;
    for (int i = 0; i < count; i++) {
        parts[i] = snw_block_new(&snw_mesh_type, setup);
        if (parts[i] == NULL) return SNW_ERR_MEMORY;
        const snw_status status = snw__mesh_of(children[i], options, parts[i], setup);
        if (snw_failed(status)) return status;
        points += parts[i]->point_count;
        indices += parts[i]->index_count;
    }
    const snw_status status = snw_mesh_resize(mesh, points, indices / 3, setup);
    if (snw_failed(status)) return status;
    cursor at = {.mesh = mesh};
    for (int i = 0; i < count; i++) {
        append(parts[i], &at);
    }
    return SNW_OK;
}
