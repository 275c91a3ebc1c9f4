// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Hulls of points as cores: vertices about their middle, the neighbours of each along the edges of
// the hull, and a table of where to begin for each direction.

#include <stdlib.h>

#include "compile.h"
#include "sinew/hull.h"

static snw_bounds box_of_points(const snw_vec3 *at, int count) {
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        box = snw_bounds_add(box, at[i]);
    }
    return box;
}

// how far points lie from the plane through three of them that are far apart
static double height_of_points(const snw_vec3 *at, int count) {
    snw_vec3 along = snw_vec3_zero(), across = snw_vec3_zero();
    double height = 0;
    for (int i = 1; i < count; i++) {
        const snw_vec3 way = snw_vec3_sub(at[i], at[0]);
        if (snw_vec3_norm2(way) > snw_vec3_norm2(along)) along = way;
    }
    for (int i = 1; i < count; i++) {
        const snw_vec3 n = snw_vec3_cross(along, snw_vec3_sub(at[i], at[0]));
        if (snw_vec3_norm2(n) > snw_vec3_norm2(across)) across = n;
    }
    across = snw_vec3_normalize(across);
    for (int i = 1; i < count; i++) {
        height = fmax(height, fabs(snw_vec3_dot(across, snw_vec3_sub(at[i], at[0]))));
    }
    return height;
}

// `which` are the points that count, NULL for all
static snw_status take_vertices(snw__compiling *c, const snw_vec3 *points, const int *which,
                                int count, snw__core *core) {
    if (count > SNW_SOLID_VERTICES) {
        const snw_status status =
            snw_refuse_rule(c->why, SNW_ERR_TOO_LARGE, "solid-size", "",
                            "the hull has more vertices than a solid takes", "simplify it");
        snw_why_add(c->why, "vertices", count, "");
        snw_why_add(c->why, "limit", SNW_SOLID_VERTICES, "");
        return status;
    }
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        box = snw_bounds_add(box, points[which != NULL ? which[i] : i]);
    }
    core->kind = SNW__CORE_POLYTOPE;
    core->T = snw_pose_translation(snw_bounds_center(box));
    core->vertex_count = count;
    snw_vec3 *vertices = SNW_ARENA_ARRAY(c->arena, snw_vec3, count);
    for (int i = 0; i < count; i++) {
        const snw_vec3 at = snw_vec3_sub(points[which != NULL ? which[i] : i], core->T.p);
        core->size = fmax(core->size, snw_vec3_norm(at));
        if (vertices != NULL) vertices[i] = at;
    }
    core->vertices = vertices;
    return SNW_OK;
}

snw_status snw__core_of_triangle(snw__compiling *c, const snw_child *shape, snw__core *core) {
    const snw_triangle *t = shape->block;
    const snw_vec3 at[3] = {t->corner, snw_vec3_add(t->corner, t->edge_1),
                            snw_vec3_add(t->corner, t->edge_2)};
    return take_vertices(c, at, NULL, 3, core);
}

snw_status snw__core_of_tetrahedron(snw__compiling *c, const snw_child *shape, snw__core *core) {
    const snw_tetrahedron *t = shape->block;
    const snw_vec3 at[4] = {t->corner, snw_vec3_add(t->corner, t->edge_1),
                            snw_vec3_add(t->corner, t->edge_2), snw_vec3_add(t->corner, t->edge_3)};
    return take_vertices(c, at, NULL, 4, core);
}

// --- neighbours ----------------------------------------------------------------------------------

// Each triangle has, for each of its corners, the edge that begins there; in a closed surface all
// edges begin once at each end.
static void fill_neighbours(const snw_hull *h, const int *number, int *first, uint16_t *beside,
                            int count) {
    for (int i = 0; i < h->index_count; i++) {
        first[number[h->triangles[i]] + 1]++;
    }
    for (int i = 0; i < count; i++) {
        first[i + 1] += first[i];
    }
    for (int i = 0; i < h->index_count; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        const int from = number[h->triangles[i]], to = number[h->triangles[next]];
        // filled from the end of each list; the ends are moved back behind it
        beside[--first[from + 1]] = (uint16_t)to;
    }
    for (int i = 0; i < count; i++) {
        first[i] = first[i + 1];
    }
    first[count] = h->index_count;
}

static void fill_starts(const snw__core *core, uint16_t *starts) {
    for (int cell = 0; cell < SNW__STARTS; cell++) {
        const snw_vec3 d = snw__start_direction(cell);
        double most = -(double)INFINITY;
        for (int i = 0; i < core->vertex_count; i++) {
            const double reach = snw_vec3_dot(d, core->vertices[i]);
            if (!(reach > most)) continue;
            most = reach;
            starts[cell] = (uint16_t)i;
        }
    }
}

static snw_status add_neighbours(snw__compiling *c, const snw_hull *h, snw__core *core) {
    const int count = core->vertex_count;
    int *first = SNW_ARENA_ARRAY(c->arena, int, count + 1);
    uint16_t *beside = SNW_ARENA_ARRAY(c->arena, uint16_t, h->index_count);
    uint16_t *starts = SNW_ARENA_ARRAY(c->arena, uint16_t, SNW__STARTS);
    core->first_beside = first;
    core->beside = beside;
    core->starts = starts;
    core->slack = h->slack;
    if (snw_failed(snw_arena_status(c->arena))) return SNW_OK; // it measures
    int *number = calloc((size_t)h->point_count, sizeof *number);
    if (number == NULL) return snw_refuse(c->why, SNW_ERR_MEMORY, "", "no memory", NULL);
    for (int i = 0; i < count; i++) {
        number[h->vertex_count > 0 ? h->vertices[i] : i] = i;
    }
    fill_neighbours(h, number, first, beside, count);
    fill_starts(core, starts);
    free(number);
    return SNW_OK;
}

static snw_status take_hull(snw__compiling *c, const snw_hull *h, snw__core *core) {
    const int *which = h->vertex_count > 0 ? h->vertices : NULL;
    const int count = which != NULL ? h->vertex_count : h->point_count;
    const snw_status status = take_vertices(c, h->points, which, count, core);
    if (snw_failed(status) || count <= SNW__SCANNED) return status;
    return add_neighbours(c, h, core);
}

snw_status snw__core_of_points(snw__compiling *c, const char *subject, const snw_hull *h,
                               snw__core *core) {
    const snw_vec3 far = snw_bounds_size(box_of_points(h->points, h->point_count));
    const double height = height_of_points(h->points, h->point_count), size = snw_vec3_norm(far);
    if (height <= SNW__FLAT * size) return snw__refuse_flat(c, subject, height, size);
    if (h->index_count > 0 || h->point_count <= SNW__SCANNED) return take_hull(c, h, core);
    // not prepared: its faces are found here
    snw_setup *setup = snw_setup_create((size_t)1 << 32);
    snw_hull *made = NULL;
    snw_status status = snw_hull_of_points(h->points, h->point_count, setup, &made, c->why);
    if (!snw_failed(status)) status = take_hull(c, made, core);
    snw_setup_destroy(setup);
    return status;
}

snw_status snw__core_of_hull(snw__compiling *c, const snw_child *shape, snw__core *core) {
    const snw_hull *h = shape->block;
    if (h->point_count == 0) return snw__refuse_empty(c, shape);
    return snw__core_of_points(c, shape->type->token, h, core);
}
