// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The surface of a shape of which only membership is known: marching tetrahedra (Doi and Koide
// 1991). The bounding box is filled with a grid of cubes, each cube with the six tetrahedra around
// its diagonal (Kuhn 1960), which fit those of its neighbours. Where an edge leads from an inside
// to an outside point, the border is found by halving. The triangles between those points make a
// closed surface, whatever the shape, because each tetrahedron's face is shared.

#include <stdlib.h>
#include <string.h>

#include "internal.h"

// From each grid point lead seven edges, to the neighbours at offset 1 to 7 in bits x, y, z.
enum { EDGES = 7 };

typedef struct grid {
    const snw_child *shape;
    snw_bounds box;
    snw_vec3 low;  // of grid point (0, 0, 0)
    double cell;   // edge of a cube
    int size[3];   // grid points along x, y, z
    bool *inside;  // of each grid point
    int *vertices; // [EDGES] per grid point: 1 + number of the vertex on that edge, 0 for none
    snw_vec3 *points;
    int point_count, point_capacity;
    int *triangles;
    int index_count, index_capacity;
    snw_status status; // the first failure
} grid;

static size_t index_of(const grid *g, int x, int y, int z) {
    return ((size_t)z * (size_t)g->size[1] + (size_t)y) * (size_t)g->size[0] + (size_t)x;
}

static snw_vec3 place_of(const grid *g, int x, int y, int z) {
    return snw_vec3_add_scaled(g->low, snw_vec3_of(x, y, z), g->cell);
}

static bool is_inside(grid *g, snw_vec3 p) {
    bool inside = false;
    const snw_status status = snw_shape_contains(g->shape, p, &inside);
    if (snw_failed(status) && g->status == SNW_OK) g->status = status;
    return inside && snw_bounds_contains(g->box, p);
}

// makes room for one more piece of `size` bytes
static bool make_room(grid *g, void **items, int count, int *capacity, size_t size) {
    if (count < *capacity) return true;
    const int more = *capacity < 1024 ? 1024 : 2 * *capacity;
    void *larger = more <= 3 * SNW_MESH_TRIANGLES ? realloc(*items, (size_t)more * size) : NULL;
    if (larger == NULL) {
        if (g->status == SNW_OK) g->status = SNW_ERR_MEMORY;
        return false;
    }
    *items = larger;
    *capacity = more;
    return true;
}

// the border between an inside point a and an outside point b
static snw_vec3 find_border(grid *g, snw_vec3 a, snw_vec3 b) {
    enum { HALVINGS = 30 };
    const snw_vec3 way = snw_vec3_sub(b, a);
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (is_inside(g, snw_vec3_add_scaled(a, way, middle))) {
            low = middle;
        } else {
            high = middle;
        }
    }
    // a little away from the grid points, where triangles would shrink to nothing
    const double least = 1e-3;
    const double t = low < least ? least : low > 1 - least ? 1 - least : low;
    return snw_vec3_add_scaled(a, way, t);
}

// A corner of a cube: its grid coordinates.
typedef struct corner {
    int x, y, z;
} corner;

// number of the vertex on the edge between an inside and an outside corner, made when it is new
static int vertex_between(grid *g, corner in, corner out) {
    const bool forward = in.x <= out.x && in.y <= out.y && in.z <= out.z;
    const corner from = forward ? in : out, to = forward ? out : in;
    const unsigned offset = (unsigned)(to.x - from.x) | (unsigned)(to.y - from.y) << 1U |
                            (unsigned)(to.z - from.z) << 2U;
    int *slot = &g->vertices[index_of(g, from.x, from.y, from.z) * EDGES + offset - 1];
    if (*slot > 0) return *slot - 1;
    if (!make_room(g, (void **)&g->points, g->point_count, &g->point_capacity, sizeof *g->points)) {
        return 0;
    }
    g->points[g->point_count] =
        find_border(g, place_of(g, in.x, in.y, in.z), place_of(g, out.x, out.y, out.z));
    *slot = ++g->point_count;
    return *slot - 1;
}

static void add_triangle(grid *g, int a, int b, int c) {
    if (!make_room(g, (void **)&g->triangles, g->index_count + 2, &g->index_capacity,
                   sizeof *g->triangles)) {
        return;
    }
    g->triangles[g->index_count++] = a;
    g->triangles[g->index_count++] = b;
    g->triangles[g->index_count++] = c;
}

// A right-handed tetrahedron. Its corners are renumbered by an even permutation so that the inside
// ones come first; one inside gives a triangle, two a quadrangle, three a triangle again.
static void cut_tetrahedron(grid *g, const corner c[4], const bool in[4]) {
    static const signed char orders[16][4] = {
        [1] = {0, 1, 2, 3},  [2] = {1, 0, 3, 2},  [4] = {2, 3, 0, 1},  [8] = {3, 2, 1, 0},
        [3] = {0, 1, 2, 3},  [5] = {0, 2, 3, 1},  [9] = {0, 3, 1, 2},  [6] = {1, 2, 0, 3},
        [10] = {1, 3, 2, 0}, [12] = {2, 3, 0, 1}, [14] = {0, 1, 2, 3}, [13] = {1, 0, 3, 2},
        [11] = {2, 3, 0, 1}, [7] = {3, 2, 1, 0}};
    const unsigned mask =
        (unsigned)in[0] | (unsigned)in[1] << 1U | (unsigned)in[2] << 2U | (unsigned)in[3] << 3U;
    const int count = in[0] + in[1] + in[2] + in[3];
    if (count == 0 || count == 4) return;
    const signed char *o = orders[mask];
    if (count == 1) {
        add_triangle(g, vertex_between(g, c[o[0]], c[o[1]]), vertex_between(g, c[o[0]], c[o[2]]),
                     vertex_between(g, c[o[0]], c[o[3]]));
    } else if (count == 3) {
        // the one outside comes first here
        add_triangle(g, vertex_between(g, c[o[1]], c[o[0]]), vertex_between(g, c[o[3]], c[o[0]]),
                     vertex_between(g, c[o[2]], c[o[0]]));
    } else {
        const int v02 = vertex_between(g, c[o[0]], c[o[2]]);
        const int v03 = vertex_between(g, c[o[0]], c[o[3]]);
        const int v13 = vertex_between(g, c[o[1]], c[o[3]]);
        const int v12 = vertex_between(g, c[o[1]], c[o[2]]);
        add_triangle(g, v02, v03, v13);
        add_triangle(g, v02, v13, v12);
    }
}

static void cut_cube(grid *g, int x, int y, int z) {
    // the six ways along the edges from the first corner to the last, as sets of axes taken; odd
    // orders of the axes are left-handed, and have their middle corners exchanged
    static const unsigned char ways[6][2] = {{1, 3}, {2, 6}, {4, 5}, {5, 1}, {3, 2}, {6, 4}};
    corner corners[8];
    bool in[8];
    int count = 0;
    for (unsigned i = 0; i < 8; i++) {
        corners[i] = (corner){x + (int)(i & 1U), y + (int)(i >> 1U & 1U), z + (int)(i >> 2U)};
        in[i] = g->inside[index_of(g, corners[i].x, corners[i].y, corners[i].z)];
        count += in[i];
    }
    if (count == 0 || count == 8) return;
    for (int i = 0; i < 6; i++) {
        const int at[4] = {0, ways[i][0], ways[i][1], 7};
        const corner c[4] = {corners[at[0]], corners[at[1]], corners[at[2]], corners[at[3]]};
        const bool inside[4] = {in[at[0]], in[at[1]], in[at[2]], in[at[3]]};
        cut_tetrahedron(g, c, inside);
    }
}

// cubes of equal edges, the border of the box in the middle of the outermost ones
static bool lay_grid(grid *g, int resolution) {
    const snw_vec3 size = snw_bounds_size(g->box);
    g->cell = snw_vec3_max_abs(size) / resolution;
    if (!(g->cell > 0)) return false;
    for (int i = 0; i < 3; i++) {
        g->size[i] = (int)ceil(snw_vec3_get(size, i) / g->cell - 1e-9) + 2;
    }
    const snw_vec3 whole = {g->size[0] - 1, g->size[1] - 1, g->size[2] - 1};
    g->low = snw_vec3_add_scaled(snw_bounds_center(g->box), whole, -0.5 * g->cell);
    return true;
}

static void march(grid *g) {
    for (int z = 0; z < g->size[2]; z++) {
        for (int y = 0; y < g->size[1]; y++) {
            for (int x = 0; x < g->size[0]; x++) {
                g->inside[index_of(g, x, y, z)] = is_inside(g, place_of(g, x, y, z));
            }
        }
    }
    for (int z = 0; z + 1 < g->size[2]; z++) {
        for (int y = 0; y + 1 < g->size[1]; y++) {
            for (int x = 0; x + 1 < g->size[0] && g->status == SNW_OK; x++) {
                cut_cube(g, x, y, z);
            }
        }
    }
}

static snw_status hand_over(const grid *g, snw_mesh *mesh, snw_setup *setup) {
    if (snw_failed(g->status)) return g->status;
    if (g->index_count == 0) return SNW_ERR_UNSUPPORTED;
    const int triangles = g->index_count / 3;
    const snw_status status = snw_mesh_resize(mesh, g->point_count, triangles, setup);
    if (snw_failed(status)) return status;
    memcpy(mesh->points, g->points, (size_t)g->point_count * sizeof *g->points);
    memcpy(mesh->triangles, g->triangles, (size_t)g->index_count * sizeof *g->triangles);
    snw__smooth_normals(mesh->points, g->point_count, mesh->triangles, triangles, mesh->normals);
    return SNW_OK;
}

snw_status snw__march(const snw_child *shape, snw_bounds box, int resolution, snw_mesh *mesh,
                      snw_setup *setup) {
    grid g = {.shape = shape, .box = box};
    if (!lay_grid(&g, resolution)) return SNW_ERR_UNSUPPORTED;
    const size_t count = (size_t)g.size[0] * (size_t)g.size[1] * (size_t)g.size[2];
    g.inside = calloc(count, sizeof *g.inside);
    g.vertices = calloc(count * EDGES, sizeof *g.vertices);
    snw_status status = SNW_ERR_MEMORY;
    if (g.inside != NULL && g.vertices != NULL) {
        march(&g);
        status = hand_over(&g, mesh, setup);
    }
    free(g.inside);
    free(g.vertices);
    free(g.points);
    free(g.triangles);
    return status;
}
