// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Intersections of convex shapes as hulls, by cutting planes (Kelley 1960): planes that have all of
// it on one side span a polytope around it; at each of its vertices that lies outside of one of the
// shapes, the plane through the nearest point of that shape cuts the vertex off. Faces that are
// flat are cut first, so that intersections of polyhedra are exact. The vertices of a polytope of
// planes are the faces of the hull of their dual points, n / d for the plane n.x = d about a point
// inside.

#include <stdlib.h>

#include "compile.h"

enum { CHILDREN = 16, ROUNDS = 60, PLANES = 30000 };

typedef struct plane {
    snw_vec3 n;
    double d;
} plane;

typedef struct cutting {
    snw__compiling *c;
    const snw_child *shapes[CHILDREN];
    snw_solid solids[CHILDREN];
    void *blocks[CHILDREN];
    int count;
    plane *planes; // [PLANES]
    int plane_count;
    snw_vec3 *vertices; // [2 PLANES]
    int vertex_count;
    snw_vec3 inside;
} cutting;

static snw_status refuse_parts(cutting *w, const char *text) {
    return snw_refuse_rule(w->c->why, SNW_ERR_UNSUPPORTED, "solid-kind", "intersection_of", text,
                           "use convex, bounded shapes, at most 16 of them");
}

// --- shapes --------------------------------------------------------------------------------------

static snw_status list_shapes(cutting *w, const snw_child *shape, int depth) {
    if (shape->block == NULL) return SNW_OK;
    if (shape->type == &snw_intersection_of_type && depth < 64) {
        const snw_intersection_of *both = shape->block;
        const snw_status status = list_shapes(w, &both->first, depth + 1);
        return snw_failed(status) ? status : list_shapes(w, &both->second, depth + 1);
    }
    if (w->count == CHILDREN) return refuse_parts(w, "the intersection has too many shapes");
    w->shapes[w->count++] = shape;
    return SNW_OK;
}

// solids of their own, with which points are compared
static snw_status make_solids(cutting *w) {
    for (int i = 0; i < w->count; i++) {
        snw_arena arena = {0};
        SNW_IGNORE(snw_solid_init(&w->solids[i], w->shapes[i], &arena, NULL));
        w->blocks[i] = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
        arena = snw_arena_over(w->blocks[i], w->blocks[i] != NULL ? arena.needed : 0);
        const snw_status status = snw_solid_init(&w->solids[i], w->shapes[i], &arena, w->c->why);
        if (snw_failed(status)) return status;
        if (w->solids[i].part_count != 1 || w->solids[i].parts->kind == SNW__CORE_MESH) {
            return refuse_parts(w, "a shape of the intersection is not convex");
        }
    }
    return SNW_OK;
}

// --- planes --------------------------------------------------------------------------------------

static void add_plane(cutting *w, snw_vec3 n, double d) {
    const double length = snw_vec3_norm(n);
    if (w->plane_count == PLANES || !(length > 0)) return;
    w->planes[w->plane_count++] = (plane){snw_vec3_divide(n, length), d / length};
}

// the plane across a direction that touches a shape; none where it has no end there
static void add_touching(cutting *w, const snw_child *shape, snw_vec3 n) {
    snw_vec3 at;
    if (!snw_failed(snw_shape_support(shape, n, &at))) add_plane(w, n, snw_vec3_dot(n, at));
}

static void add_faces_of_hull(cutting *w, const snw_child *shape) {
    const snw_hull *h = shape->block;
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    snw_hull *made = NULL;
    if (h->index_count == 0 &&
        !snw_failed(snw_hull_of_points(h->points, h->point_count, setup, &made, NULL))) {
        h = made;
    }
    for (int i = 0; i < h->normal_count; i++) {
        add_touching(w, shape, h->normals[i]);
    }
    snw_setup_destroy(setup);
}

static void add_faces(cutting *w, const snw_child *shape) {
    snw_vec3 axis = snw_vec3_zero();
    if (shape->type == &snw_half_space_type) {
        const snw_half_space *s = shape->block;
        add_plane(w, s->normal, snw_vec3_dot(s->normal, s->point));
    } else if (shape->type == &snw_box_type) {
        const snw_mat3 R = ((const snw_box *)shape->block)->pose.R;
        for (int i = 0; i < 6; i++) {
            const snw_vec3 n = snw_mat3_column(R, i / 2);
            add_touching(w, shape, i % 2 == 0 ? n : snw_vec3_neg(n));
        }
    } else if (shape->type == &snw_tetrahedron_type) {
        const snw_tetrahedron *t = shape->block;
        const snw_vec3 e[3] = {t->edge_1, t->edge_2, t->edge_3};
        const snw_vec3 far = snw_vec3_cross(snw_vec3_sub(e[1], e[0]), snw_vec3_sub(e[2], e[0]));
        for (int i = 0; i < 8; i++) {
            const snw_vec3 n = i / 2 == 3 ? far : snw_vec3_cross(e[i / 2], e[(i / 2 + 1) % 3]);
            add_touching(w, shape, i % 2 == 0 ? n : snw_vec3_neg(n));
        }
    } else if (shape->type == &snw_hull_type) {
        add_faces_of_hull(w, shape);
    } else if (shape->type == &snw_cylinder_type) {
        const snw_cylinder *s = shape->block;
        axis = snw_vec3_sub(s->end, s->start);
    } else if (shape->type == &snw_cone_type) {
        const snw_cone *s = shape->block;
        axis = snw_vec3_sub(s->end, s->start);
    }
    if (snw_vec3_norm2(axis) > 0) {
        add_touching(w, shape, axis);
        add_touching(w, shape, snw_vec3_neg(axis));
    }
}

// --- vertices ------------------------------------------------------------------------------------

// A point of all shapes: from one to the other, towards the nearest points, again and again.
static bool find_inside(cutting *w, snw_vec3 start) {
    snw_vec3 p = start;
    for (int round = 0; round < 1000; round++) {
        snw_vec3 next = snw_vec3_zero();
        bool outside = false;
        for (int i = 0; i < w->count; i++) {
            const snw__core tip = {
                .kind = SNW__CORE_POINT, .straight = true, .T = SNW_POSE_AT(0, 0, 0)};
            const snw_solid point = {.part_count = 1, .parts = &tip};
            snw_distance_query q = snw_distance_defaults(&point, &w->solids[i]);
            snw_closest c;
            q.T_first.p = p;
            SNW_IGNORE(snw_distance(&q, &c));
            // a little beyond the surface, so that the middle of all is inside of all
            const double way = c.distance + 1e-3 * fmin(w->solids[i].bound.radius, 1);
            outside |= c.distance >= 0;
            next = snw_vec3_add_scaled(next, c.normal, -(way > 0 ? way : 0) / w->count);
        }
        if (!outside) {
            w->inside = p;
            return true;
        }
        p = snw_vec3_add(p, next);
    }
    return false;
}

// the vertices of the polytope of all planes
static snw_status find_vertices(cutting *w) {
    snw_vec3 *dual = calloc((size_t)w->plane_count, sizeof *dual);
    if (dual == NULL) return SNW_ERR_MEMORY;
    int count = 0;
    for (int i = 0; i < w->plane_count; i++) {
        const double d = w->planes[i].d - snw_vec3_dot(w->planes[i].n, w->inside);
        if (d > 0) dual[count++] = snw_vec3_divide(w->planes[i].n, d);
    }
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    snw_hull *hull = NULL;
    const snw_status status = snw_hull_of_points(dual, count, setup, &hull, w->c->why);
    w->vertex_count = 0;
    for (int i = 0; !snw_failed(status) && i < hull->normal_count; i++) {
        const snw_vec3 n = hull->normals[i];
        const double d = snw_vec3_dot(n, hull->points[hull->triangles[(ptrdiff_t)3 * i]]);
        const snw_vec3 at = snw_vec3_add_scaled(w->inside, n, 1 / d);
        if (d > 0 && w->vertex_count < 2 * PLANES) w->vertices[w->vertex_count++] = at;
    }
    snw_setup_destroy(setup);
    free(dual);
    return status;
}

// Cuts off the vertices that lie outside of a shape; returns how many planes that took.
static int cut_vertices(cutting *w, double tolerance) {
    const int before = w->plane_count;
    const snw__core tip = {.kind = SNW__CORE_POINT, .straight = true, .T = SNW_POSE_AT(0, 0, 0)};
    const snw_solid point = {.part_count = 1, .parts = &tip};
    for (int k = 0; k < w->vertex_count; k++) {
        for (int i = 0; i < w->count; i++) {
            snw_distance_query q = snw_distance_defaults(&point, &w->solids[i]);
            snw_closest c;
            q.T_first.p = w->vertices[k];
            SNW_IGNORE(snw_distance(&q, &c));
            if (c.distance > tolerance) add_plane(w, c.normal, snw_vec3_dot(c.normal, c.b));
        }
    }
    return w->plane_count - before;
}

static snw_status cut_polytope(cutting *w, const snw_bounds *box) {
    for (int i = 0; i < 6; i++) {
        const double side = i % 2 == 0 ? 1 : -1;
        snw_vec3 n = snw_vec3_zero();
        snw_vec3_set(&n, i / 2, side);
        add_plane(w, n, side * snw_vec3_get(side > 0 ? box->high : box->low, i / 2));
    }
    for (int i = 0; i < w->count; i++) {
        add_faces(w, w->shapes[i]);
    }
    const double size = snw_vec3_norm(snw_bounds_size(*box));
    snw_status status = SNW_OK;
    for (int round = 0; round < ROUNDS && !snw_failed(status); round++) {
        status = find_vertices(w);
        if (snw_failed(status) || cut_vertices(w, SNW__INTERSECTION * size) == 0) break;
    }
    return status;
}

// The shapes themselves, for rays.
static snw_status keep_shapes(cutting *w, snw__core *core) {
    snw__core *parts = SNW_ARENA_ARRAY(w->c->arena, snw__core, w->count);
    snw__core spare;
    core->part_count = w->count;
    core->parts = parts;
    for (int i = 0; i < w->count; i++) {
        const snw_status status =
            snw__core_of_shape(w->c, w->shapes[i], parts != NULL ? &parts[i] : &spare);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status compile_intersection(cutting *w, const snw_child *shape, snw__core *core) {
    snw_bounds box;
    snw_status status = list_shapes(w, shape, 0);
    if (!snw_failed(status)) status = make_solids(w);
    if (!snw_failed(status)) status = snw_shape_box(shape, &box, w->c->why);
    if (snw_failed(status)) return status;
    if (snw_bounds_is_empty(box)) return snw__refuse_empty(w->c, shape);
    if (!snw_bounds_is_finite(box)) {
        return refuse_parts(w, "the intersection has no bounds");
    }
    if (!find_inside(w, snw_bounds_center(box))) return snw__refuse_empty(w->c, shape);
    status = cut_polytope(w, &box);
    if (snw_failed(status)) return status;
    const snw_hull hull = {.points = w->vertices, .point_count = w->vertex_count};
    status = snw__core_of_points(w->c, shape->type->token, &hull, core);
    return snw_failed(status) ? status : keep_shapes(w, core);
}

snw_status snw__core_of_intersection(snw__compiling *c, const snw_child *shape, snw__core *core) {
    cutting *w = calloc(1, sizeof *w);
    snw_status status = SNW_ERR_MEMORY;
    if (w == NULL) return status;
    w->c = c;
    w->planes = calloc(PLANES, sizeof *w->planes);
    w->vertices = calloc((size_t)2 * PLANES, sizeof *w->vertices);
    if (w->planes != NULL && w->vertices != NULL) status = compile_intersection(w, shape, core);
    for (int i = 0; i < w->count; i++) {
        free(w->blocks[i]);
    }
    free(w->planes);
    free(w->vertices);
    free(w);
    return status;
}
