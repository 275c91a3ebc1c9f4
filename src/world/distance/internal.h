// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DISTANCE_INTERNAL_H
#define SINEW_SRC_DISTANCE_INTERNAL_H

/// @file
/// Convex solids are a core and a radius: all points within `radius` of the core. A core is given
/// in a frame of its own, in which its formulas are short. The distance of two solids is that of
/// their cores less both radii (Gilbert and Foo 1990), so most penetrations are shallow ones, in
/// which the cores are still apart.

#include <float.h>

#include "sinew/distance.h"

/// Kinds of cores, in the order of snw__pair: a pair is computed with the earlier kind first.
/// Those up to the box are boxes with some half extents of 0.
typedef enum snw__core_kind {
    SNW__CORE_POINT,
    SNW__CORE_SEGMENT,   ///< along z
    SNW__CORE_RECTANGLE, ///< across z
    SNW__CORE_BOX,
    SNW__CORE_POLYTOPE,   ///< the hull of vertices
    SNW__CORE_CONE,       ///< along z; a cylinder has equal radii
    SNW__CORE_ELLIPSOID,  ///< along the axes
    SNW__CORE_SHAPE,      ///< of a plugin: its support points
    SNW__CORE_HALF_SPACE, ///< below z = 0
    SNW__CORE_PLANE       ///< z = 0
} snw__core_kind;

typedef struct snw__core {
    snw__core_kind kind;
    double radius; ///< of the rounding [m]
    double size;   ///< of a ball about T.p that holds the core; infinite without bounds
    snw_vec3 half; ///< half extents; semi-axes; of a cone the radii below and above, and z
    snw_pose T;    ///< of the core in the frame of its solid
    int vertex_count;
    const snw_vec3 *vertices; ///< in the frame of the core
    const snw_child *shape;   ///< of a plugin
} snw__core;

/// Two cores, the first placed in the frame of the second.
typedef struct snw__pair {
    const snw__core *A, *B;
    snw_mat3 R;  ///< turns vectors of A into B
    snw_vec3 p;  ///< origin of A in B
    double size; ///< what roundings are relative to [m]
    int iterations;
    double beyond; ///< cores that are proven to be farther apart need no points
} snw__pair;

/// What is found of two cores, in the frame of the second.
typedef struct snw__gap {
    double distance; ///< of the points; 0 where the cores meet, then below 0 after the depth search
    double least;    ///< certified
    snw_vec3 a, b;
    snw_vec3 normal; ///< from b to a, or the direction that parts the cores
    bool meet;       ///< the cores have a point in common, to rounding
    bool is_beyond;  ///< farther apart than anybody asks: only `least` is valid
    int iterations;
} snw__gap;

/// A point of A - B with the two points that make it.
typedef struct snw__vertex {
    snw_vec3 w, a;
} snw__vertex;

/// Vertices of the polytope of a depth search.
enum { SNW__DEPTH_VERTICES = 256 };

/// Up to four points of A - B, and the weights of that point of their hull which is nearest to the
/// origin.
typedef struct snw__simplex {
    snw__vertex at[4];
    double weight[4];
    int count;
} snw__simplex;

// --- support.c ----------------------------------------------------------------------------------

/// The point of a bounded core that is farthest along d, in its own frame. Any for d = 0.
snw_vec3 snw__core_support(const snw__core *core, snw_vec3 d);

/// The point of A - B that is farthest along d, which is given in the frame of B.
snw__vertex snw__pair_support(snw__pair *pair, snw_vec3 d);

// --- simplex.c ----------------------------------------------------------------------------------

/// Finds the point of the hull that is nearest to the origin, and leaves only the points that make
/// it, with their weights. Returns that point; zero, with four points, where the origin is inside.
snw_vec3 snw__simplex_nearest(snw__simplex *simplex);

/// The point of A that the weights make.
snw_vec3 snw__simplex_point(const snw__simplex *simplex);

// --- gjk.c, depth.c, axes.c, box.c, plane.c
// -------------------------------------------------------

/// Any two bounded cores. `simplex` is what the search ended with.
void snw__gjk(snw__pair *pair, snw__simplex *simplex, snw__gap *gap);

/// The least way out of any two bounded cores that meet: a bracket, from the simplex of snw__gjk().
void snw__depth_expand(snw__pair *pair, const snw__simplex *simplex, snw__gap *gap);

/// The same for two boxes, which may be flat: exact.
void snw__depth_boxes(const snw__pair *pair, snw__gap *gap);

/// A point or segment against a point, segment or box that it does not meet.
void snw__near_segments(const snw__pair *pair, snw__gap *gap);
void snw__near_box(const snw__pair *pair, snw__gap *gap);

/// A bounded core against a half space or a plane: exact, in penetration too.
void snw__near_plane(const snw__pair *pair, snw__gap *gap);

#endif // SINEW_SRC_DISTANCE_INTERNAL_H
