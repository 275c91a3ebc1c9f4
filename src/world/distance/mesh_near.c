// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A convex core against a surface of triangles: the boxes of the tree in the order of their
// distance from the box about the core, and the triangles in those that may be nearer than what
// was found. The frame is that of the mesh.

#include "mesh.h"

typedef struct waiting {
    double square; // of the distance of the boxes
    int32_t child;
} waiting;

// a box in the frame of the mesh
typedef struct extent {
    double low[3], high[3];
} extent;

static extent extent_of(snw__pair *pair) {
    extent e;
    for (int i = 0; i < 3; i++) {
        snw_vec3 d = snw_vec3_zero();
        snw_vec3_set(&d, i, 1);
        for (int side = 0; side < 2; side++) {
            const snw_vec3 in_A = snw_mat3_apply_t(pair->R, side == 0 ? snw_vec3_neg(d) : d);
            const snw_vec3 at =
                snw_mat3_apply(pair->R, snw__core_support(pair->A, in_A, &pair->at_A));
            const double x = snw_vec3_get(snw_vec3_add(at, pair->p), i);
            if (side == 0) e.low[i] = x - 4 * DBL_EPSILON * pair->size;
            if (side == 1) e.high[i] = x + 4 * DBL_EPSILON * pair->size;
        }
    }
    return e;
}

// squares of the distances of eight boxes from one
static void measure_boxes(const snw__node *node, const extent *e, double square[8]) {
    for (int i = 0; i < 8; i++) {
        square[i] = 0;
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 8; i++) {
            const double above = (double)node->low[k][i] - e->high[k];
            const double below = e->low[k] - (double)node->high[k][i];
            const double apart = above > below ? above : below, out = apart > 0 ? apart : 0;
            square[i] += out * out;
        }
    }
}

// Puts what is near enough on the stack, the nearest last. Returns how many wait.
static int push_children(const snw__node *node, const extent *e, double within, waiting *stack,
                         int count) {
    double square[8];
    measure_boxes(node, e, square);
    const int bottom = count;
    for (int i = 0; i < 8; i++) {
        if (!(square[i] < within * within) || count == SNW__STACK) continue;
        int at = count++;
        for (; at > bottom && stack[at - 1].square < square[i]; at--) {
            stack[at] = stack[at - 1];
        }
        stack[at] = (waiting){square[i], node->child[i]};
    }
    return count;
}

static void take_meeting(snw__near_surface *near, int triangle_A, int triangle) {
    if (near->meeting < 8) {
        near->meets_A[near->meeting] = triangle_A;
        near->meets[near->meeting] = triangle;
    }
    near->meeting++;
}

void snw__take_gap(const snw__gap *gap, int triangle_A, int triangle, snw__near_surface *near) {
    const double least = fmin(near->gap.least, gap->least);
    const int iterations = near->gap.iterations + gap->iterations;
    if (gap->meet) take_meeting(near, triangle_A, triangle);
    if (!gap->is_beyond && gap->distance < near->gap.distance) {
        near->gap = *gap;
        near->triangle = triangle;
    }
    near->gap.least = least;
    near->gap.iterations = iterations;
}

void snw__begin_surface(double within, snw__near_surface *near) {
    *near = (snw__near_surface){.triangle = -1};
    near->gap.distance = (double)INFINITY;
    near->gap.least = within;
    near->gap.is_beyond = true;
}

void snw__surface_nearest(snw__pair *pair, const snw__mesh *mesh, double within,
                          snw__near_surface *near) {
    waiting stack[SNW__STACK];
    const extent e = extent_of(pair);
    snw__core triangle = {.kind = SNW__CORE_POLYTOPE, .vertex_count = 3};
    snw__pair part = *pair;
    part.B = &triangle;
    part.cache = NULL;
    snw__begin_surface(within, near);
    double best = within;
    int count = push_children(&mesh->nodes[0], &e, best, stack, 0);
    while (count > 0 && near->meeting < 8) {
        const waiting next = stack[--count];
        if (!(next.square < best * best)) continue;
        if (next.child >= 0) {
            count = push_children(&mesh->nodes[next.child], &e, best, stack, count);
            continue;
        }
        const int first = snw__leaf_first(next.child), last = first + snw__leaf_count(next.child);
        for (int i = first; i < last; i++) {
            triangle.vertices = &mesh->corners[(ptrdiff_t)3 * i];
            part.beyond = best;
            snw__simplex simplex;
            snw__gap gap;
            snw__gjk(&part, &simplex, &gap);
            snw__take_gap(&gap, -1, i, near);
            // what meets is at 0, and others that meet are looked for
            const double least = 1e-12 * pair->size;
            if (near->gap.distance < best) best = fmax(near->gap.distance, least);
        }
    }
    near->gap.least = fmin(near->gap.least, near->gap.distance);
}

// --- inside --------------------------------------------------------------------------------------

// Where the edge from a to b passes the line z = p.z, and on which side of p it does, seen along x.
// Both triangles of an edge see it from the same end, so no line slips between them.
static bool passes_above(snw_vec3 a, snw_vec3 b, snw_vec3 p) {
    if ((a.z > p.z) == (b.z > p.z)) return false;
    const bool turned = a.z > b.z;
    const snw_vec3 low = turned ? b : a, high = turned ? a : b;
    const double t = (p.z - low.z) / (high.z - low.z);
    return low.y + t * (high.y - low.y) > p.y;
}

// +1 or -1 where the triangle is crossed by the way from p along x, by its side
static int crossing_of(const snw_vec3 at[3], snw_vec3 p) {
    bool odd = false;
    for (int i = 0; i < 3; i++) {
        odd ^= passes_above(at[i], at[(i + 1) % 3], p);
    }
    if (!odd) return 0;
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(at[1], at[0]), snw_vec3_sub(at[2], at[0]));
    const double height = snw_vec3_dot(n, snw_vec3_sub(at[0], p));
    // ahead when the plane lies on the side to which its normal points along x
    if (!(height * n.x > 0)) return 0;
    return n.x > 0 ? 1 : -1;
}

bool snw__surface_contains(const snw__mesh *mesh, snw_vec3 p) {
    int32_t stack[SNW__STACK];
    int count = 1, winding = 0;
    stack[0] = 0;
    while (count > 0) {
        const int32_t child = stack[--count];
        if (child < 0) {
            const int first = snw__leaf_first(child), last = first + snw__leaf_count(child);
            for (int i = first; i < last; i++) {
                winding += crossing_of(&mesh->corners[(ptrdiff_t)3 * i], p);
            }
            continue;
        }
        const snw__node *node = &mesh->nodes[child];
        for (int i = 0; i < 8; i++) {
            if ((double)node->high[0][i] >= p.x && (double)node->low[1][i] <= p.y &&
                (double)node->high[1][i] >= p.y && (double)node->low[2][i] <= p.z &&
                (double)node->high[2][i] >= p.z && count < SNW__STACK) {
                stack[count++] = node->child[i];
            }
        }
    }
    return winding != 0;
}
