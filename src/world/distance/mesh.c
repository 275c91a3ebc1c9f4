// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes as cores, at set-up. The tree is cut at medians, so its shape follows from the number of
// triangles alone, and memory is known before anything is sorted.

#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "mesh.h"
#include "sinew/hull.h"

// --- the tree ------------------------------------------------------------------------------------

// where the triangles of `count` go when a node shares them out: halves of halves of halves
static void share_out(int count, int shares[8]) {
    shares[0] = count;
    for (int parts = 1; parts < 8; parts *= 2) {
        for (ptrdiff_t i = parts - 1; i >= 0; i--) {
            const int whole = shares[i];
            shares[2 * i] = whole - whole / 2;
            shares[2 * i + 1] = whole / 2;
        }
    }
}

static int count_nodes(int triangles) {
    int shares[8], count = 1;
    share_out(triangles, shares);
    for (int i = 0; i < 8; i++) {
        if (shares[i] > SNW__LEAF) count += count_nodes(shares[i]);
    }
    return count;
}

typedef struct item {
    snw_vec3 at[3];
    double key;
} item;

typedef struct building {
    item *items;
    snw__node *nodes;
    int count;
} building;

static int compare_points(snw_vec3 a, snw_vec3 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    if (a.z != b.z) return a.z < b.z ? -1 : 1;
    return 0;
}

static int compare_keys(const void *a, const void *b) {
    const item *first = a, *second = b;
    if (first->key != second->key) return first->key < second->key ? -1 : 1;
    // equal keys: an order of their own, so that a tree follows from its mesh
    for (int i = 0; i < 3; i++) {
        const int order = compare_points(first->at[i], second->at[i]);
        if (order != 0) return order;
    }
    return 0;
}

// The lower half along the axis in which the middles are spread most.
static void sort_halves(item *items, int count) {
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        const snw_vec3 *at = items[i].at;
        box = snw_bounds_add(box, snw_vec3_add(at[0], snw_vec3_add(at[1], at[2])));
    }
    const snw_vec3 size = snw_bounds_size(box);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    for (int i = 0; i < count; i++) {
        const snw_vec3 *at = items[i].at;
        items[i].key =
            snw_vec3_get(at[0], axis) + snw_vec3_get(at[1], axis) + snw_vec3_get(at[2], axis);
    }
    qsort(items, (size_t)count, sizeof *items, compare_keys);
}

static void sort_eighths(item *items, int count, int parts) {
    if (parts == 1 || count < 2) return;
    const int lower = count - count / 2;
    sort_halves(items, count);
    sort_eighths(items, lower, parts / 2);
    sort_eighths(items + lower, count - lower, parts / 2);
}

static float round_down(double x) {
    const float f = (float)x;
    return (double)f <= x ? f : nextafterf(f, -INFINITY);
}

static float round_up(double x) {
    const float f = (float)x;
    return (double)f >= x ? f : nextafterf(f, INFINITY);
}

static void fill_box(snw__node *node, int i, const item *items, int count) {
    snw_bounds box = snw_bounds_empty();
    for (int k = 0; k < 3 * count; k++) {
        box = snw_bounds_add(box, items[k / 3].at[k % 3]);
    }
    for (int k = 0; k < 3; k++) {
        node->low[k][i] = round_down(snw_vec3_get(box.low, k));
        node->high[k][i] = round_up(snw_vec3_get(box.high, k));
    }
}

static int build_node(building *b, int first, int count) {
    const int at = b->count++;
    int shares[8];
    share_out(count, shares);
    sort_eighths(&b->items[first], count, 8);
    for (int i = 0; i < 8; i++) {
        snw__node *node = &b->nodes[at];
        fill_box(node, i, &b->items[first], shares[i]);
        node->child[i] = shares[i] <= SNW__LEAF ? snw__leaf_of(first, shares[i])
                                                : build_node(b, first, shares[i]);
        first += shares[i];
    }
    return at;
}

// --- meshes --------------------------------------------------------------------------------------

static snw_status refuse_size(snw__compiling *c, const snw_child *shape, int triangles) {
    const snw_status status = snw_refuse_rule(
        c->why, SNW_ERR_TOO_LARGE, "solid-size", shape->type->token,
        "the mesh has more triangles than a solid takes", "simplify it, or use its hull");
    snw_why_add(c->why, "triangles", triangles, "");
    snw_why_add(c->why, "limit", SNW_SOLID_TRIANGLES, "");
    snw_why_add(c->why, "memory", 108.0 * triangles, "B");
    return status;
}

// the hull of the points that triangles use
static snw_status add_hull(snw__compiling *c, const snw_child *shape, const snw_mesh *m,
                           const int *faces, int index_count, snw__core *hull) {
    snw_vec3 *points = calloc((size_t)m->point_count, sizeof *points);
    bool *used = calloc((size_t)m->point_count, sizeof *used);
    snw_status status = SNW_ERR_MEMORY;
    if (points != NULL && used != NULL) {
        int count = 0;
        for (int i = 0; i < index_count; i++) {
            if (!used[faces[i]]) points[count++] = m->points[faces[i]];
            used[faces[i]] = true;
        }
        const snw_hull block = {.points = points, .point_count = count};
        status = snw__core_of_points(c, shape->type->token, &block, hull);
    }
    free(points);
    free(used);
    return status;
}

// Whether a closed mesh is its hull: no corner lies above the plane of any triangle.
static bool is_convex(const snw_mesh *m, const int *faces, int count, const snw__core *hull) {
    const double tolerance = 1e-12 * hull->size;
    int at = -1;
    for (ptrdiff_t i = 0; i < count; i++) {
        const snw_vec3 *p = m->points;
        const snw_vec3 a = p[faces[3 * i]], b = p[faces[3 * i + 1]], c = p[faces[3 * i + 2]];
        const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
        const double length = snw_vec3_norm(n);
        // the plane of a sliver is not known
        if (!(length > 1e-12 * hull->size * hull->size)) return false;
        const snw_vec3 top = snw__core_support(hull, n, &at);
        const double above = snw_vec3_dot(n, snw_vec3_sub(top, snw_vec3_sub(a, hull->T.p)));
        if (!(above <= tolerance * length)) return false;
    }
    return true;
}

// What is left when the hull is known: the tree, and the triangles in its order.
static void build_tree(snw__mesh *mesh, snw__node *nodes, snw_vec3 *corners, item *items) {
    building b = {items, nodes, 0};
    SNW_IGNORE(build_node(&b, 0, mesh->triangle_count));
    for (int i = 0; i < 3 * mesh->triangle_count; i++) {
        corners[i] = items[i / 3].at[i % 3];
    }
    mesh->nodes = nodes;
    mesh->node_count = b.count;
    mesh->corners = corners;
}

static snw_status build_mesh(snw__compiling *c, const snw_child *shape, const snw_mesh *m,
                             const int *faces, int count, snw__core *core) {
    snw__core hull = {.T = snw_pose_identity()};
    snw_status status = add_hull(c, shape, m, faces, 3 * count, &hull);
    if (snw_failed(status)) return status;
    snw__mesh *mesh = SNW_ARENA_ARRAY(c->arena, snw__mesh, 1);
    snw__node *nodes = SNW_ARENA_ARRAY(c->arena, snw__node, count_nodes(count));
    snw_vec3 *corners = SNW_ARENA_ARRAY(c->arena, snw_vec3, 3 * count);
    core->kind = SNW__CORE_MESH;
    core->T = hull.T;
    core->size = hull.size;
    core->mesh = mesh;
    core->vertices = corners;
    core->vertex_count = 3 * count;
    if (snw_failed(snw_arena_status(c->arena))) return SNW_OK; // it measures
    const bool closed = snw_mesh_check_closed(m, NULL) == SNW_OK;
    if (closed && is_convex(m, faces, count, &hull)) {
        *core = hull;
        return SNW_OK;
    }
    item *items = calloc((size_t)count, sizeof *items);
    if (items == NULL) return snw_refuse(c->why, SNW_ERR_MEMORY, "", "no memory", NULL);
    for (int i = 0; i < 3 * count; i++) {
        items[i / 3].at[i % 3] = snw_vec3_sub(m->points[faces[i]], hull.T.p);
    }
    hull.T = snw_pose_identity();
    *mesh = (snw__mesh){.triangle_count = count, .closed = closed, .hull = hull};
    build_tree(mesh, nodes, corners, items);
    free(items);
    return SNW_OK;
}

snw_status snw__core_of_mesh(snw__compiling *c, const snw_child *shape, const snw_mesh *m,
                             snw__core *core) {
    int count = 0;
    const int *faces = snw_mesh_faces(m, &count);
    if (faces == NULL && m->polygon_count > 0) {
        return snw_refuse_rule(c->why, SNW_ERR_STATE, "solid-prepared", shape->type->token,
                               "the polygons of the mesh have no triangles yet",
                               "call snw_shape_prepare() first");
    }
    if (count == 0) return snw__refuse_flat(c, shape->type->token, 0, 0);
    if (count > SNW_SOLID_TRIANGLES) return refuse_size(c, shape, count);
    return build_mesh(c, shape, m, faces, count, core);
}
