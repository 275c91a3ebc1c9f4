// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DISTANCE_MESH_H
#define SINEW_SRC_DISTANCE_MESH_H

/// @file
/// Surfaces of triangles: a tree of eight boxes a node, and the hull of all points. The hull is
/// asked first; where its nearest point lies on the surface, that is the answer.

#include "internal.h"

enum {
    SNW__LEAF = 4,   ///< triangles of a leaf at most
    SNW__STACK = 512 ///< nodes that wait; a tree of 2^24 triangles needs 8 a level
};

/// Eight boxes, in floats that are rounded outwards. An unused one is empty: nothing is near it.
typedef struct snw__node {
    float low[3][8], high[3][8];
    int32_t child[8]; ///< a node; below 0 a leaf, snw__leaf_first() and snw__leaf_count()
} snw__node;

typedef struct snw__mesh {
    bool closed; ///< it has an inside
    int triangle_count, node_count;
    const snw__node *nodes;
    const snw_vec3 *corners; ///< [3 triangle_count] in the order of the leaves
    snw__core hull;          ///< in the same frame
} snw__mesh;

SNW_INLINE int32_t snw__leaf_of(int first, int count) {
    return -1 - (first * 8 + count);
}

SNW_INLINE int snw__leaf_first(int32_t child) {
    return (-1 - child) / 8;
}

SNW_INLINE int snw__leaf_count(int32_t child) {
    return (-1 - child) % 8;
}

/// What is nearest to a surface so far.
typedef struct snw__near_surface {
    snw__gap gap; ///< of the best triangle; `least` of all
    int triangle; ///< of the second; of a meeting one the last
    int meeting;  ///< triangles that meet the core
    int meets[8]; ///< the first of these
    int meets_A[8];
} snw__near_surface;

/// Nothing found yet; what is farther than `within` is not looked for.
void snw__begin_surface(double within, snw__near_surface *near);

/// Adds what was found of a triangle; triangle_A is that of the first mesh, or -1.
void snw__take_gap(const snw__gap *gap, int triangle_A, int triangle, snw__near_surface *near);

/// A core against the triangles of a mesh, in whose frame the pair is. Triangles that are farther
/// than `within` need not be found: then the distance is infinite, and `least` at least `within`.
void snw__surface_nearest(snw__pair *pair, const snw__mesh *mesh, double within,
                          snw__near_surface *near);

/// Two meshes, the first placed in the frame of the second.
void snw__surfaces_nearest(snw__pair *pair, const snw__mesh *first, const snw__mesh *second,
                           double within, snw__near_surface *near);

/// Whether a point, in the frame of a closed mesh, is inside.
bool snw__surface_contains(const snw__mesh *mesh, snw_vec3 p);

/// A bounded core, or another mesh, against a mesh.
void snw__near_mesh(snw__pair *pair, bool hit_only, snw__gap *gap);

/// Where a segment p + t d first crosses a surface before `t`; false for nowhere.
bool snw__surface_enter(const snw__mesh *mesh, snw_vec3 p, snw_vec3 d, double *t, snw_vec3 *normal);

#endif // SINEW_SRC_DISTANCE_MESH_H
