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
    SNW__CORE_PLANE,      ///< z = 0
    SNW__CORE_MESH,       ///< a surface of triangles, which may have an inside
    SNW__CORE_BRICKS      ///< boxes on a lattice
} snw__core_kind;

/// Polytopes with more vertices climb along their edges to a support point; others are scanned.
enum { SNW__SCANNED = 32, SNW__STARTS = 6 * 64 };

typedef struct snw__core {
    snw__core_kind kind;
    bool straight;       ///< T.R is the identity
    uint64_t key;        ///< of all its numbers, for the order of equal kinds
    double radius;       ///< of the rounding [m]
    double size;         ///< of a ball about T.p that holds the core; infinite without bounds
    double reach;        ///< the largest coordinate that is computed with; 0 without bounds
    double slack;        ///< how far support points may be wrong, by the roundings of a hull [m]
    snw_vec3 half;       ///< half extents; semi-axes; of a cone the radii below and above, and z
    double girth;        ///< size and radius [m]
    snw_vec3 start, way; ///< of a segment: where it starts, and from there to its end, in the
                         ///< frame of the solid; of others the origin of the core, and 0
    snw_pose T;          ///< of the core in the frame of its solid
    int vertex_count;
    const snw_vec3 *vertices; ///< in the frame of the core
    const int *first_beside;  ///< [vertex_count + 1] where its neighbours begin; NULL: scanned
    const uint16_t *beside;   ///< neighbours along the edges of the hull
    const uint16_t *starts;   ///< [SNW__STARTS] the support points of snw__start_of()
    snw_child shape;          ///< of a plugin
    const struct snw__mesh *mesh;
    const struct snw__bricks *bricks;
    int part_count;                ///< of an intersection; 0 for other polytopes
    const struct snw__core *parts; ///< its shapes, in the frame of the solid
} snw__core;

/// Two cores, the first placed in the frame of the second.
typedef struct snw__pair {
    const snw__core *A, *B;
    snw_mat3 R;  ///< turns vectors of A into B
    snw_vec3 p;  ///< origin of A in B
    double size; ///< what roundings are relative to [m]
    int iterations;
    double beyond;             ///< cores proven to be farther apart need no points
    int at_A, at_B;            ///< the support vertices of last time: a hint
    snw_distance_cache *cache; ///< where to begin, and what to keep; NULL for none
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

/// A core and its pose in the common frame.
typedef struct snw__placed {
    const snw__core *core;
    const snw_pose *T; ///< of its solid
} snw__placed;

/// A point of A - B with the two points that make it, and their numbers among the corners.
typedef struct snw__vertex {
    snw_vec3 w, a;
    int at_A, at_B;
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

/// The point of a bounded core that is farthest along d, in its own frame. Any for d = 0. `at` is
/// a hint for polytopes, and receives the number of the corner; -1 for cores without corners.
snw_vec3 snw__core_support(const snw__core *core, snw_vec3 d, int *at);

/// A corner by its number.
snw_vec3 snw__core_corner(const snw__core *core, int at);

/// The point of A - B that is farthest along d, which is given in the frame of B. By address: a
/// vector that is copied just after it was made waits for itself.
void snw__pair_support(snw__pair *pair, const snw_vec3 *d, snw__vertex *out);

/// The direction in the middle of a cell of the SNW__STARTS.
snw_vec3 snw__start_direction(int cell);

// --- simplex.c ----------------------------------------------------------------------------------

/// Finds the point of the hull that is nearest to the origin, and leaves only the points that make
/// it, with their weights. Returns that point; zero, with four points, where the origin is inside.
snw_vec3 snw__simplex_nearest(snw__simplex *simplex);

/// The same after the last point was added, by a search that has seen the others: it is among those
/// that make the nearest point.
snw_vec3 snw__simplex_grown(snw__simplex *simplex);

/// The point of A that the weights make.
snw_vec3 snw__simplex_point(const snw__simplex *simplex);

// --- pairs of bounded cores: gjk.c, polish.c, depth.c, axes.c, boxes.c, plane.c -----------------

/// The part of the distance by which the bracket of a search may be wide. It is the square of an
/// angle, so half of the digits of a direction are lost, and none that matter of the distance.
#define SNW__ENOUGH 1e-11

/// Any two.
void snw__gjk(snw__pair *pair, snw__simplex *simplex, snw__gap *gap);

/// The end of the search with a curved body, from the point v of A - B that it has come to: false
/// where it proves nothing. Adds its steps to gap->iterations.
bool snw__polish(snw__pair *pair, const snw__simplex *simplex, snw_vec3 v, snw__gap *gap);

/// Any two unit directions across n.
void snw__find_across(snw_vec3 n, snw_vec3 *u, snw_vec3 *v);

/// The least way out of any two that meet: a bracket, from the simplex of snw__gjk().
void snw__depth_expand(snw__pair *pair, const snw__simplex *simplex, snw__gap *gap);

/// The directions that part two boxes farthest, which may be flat: of their faces, and of pairs of
/// edges. A gap below 0 is the way out.
typedef struct snw__parting {
    double face_gap, edge_gap;
    int face; ///< of B 0 to 2, of A 3 to 5
    int edge_B, edge_A;
} snw__parting;

snw__parting snw__part_boxes(const snw__pair *pair);

/// The directions themselves, unit, from B to A.
snw_vec3 snw__parting_face(const snw__pair *pair, const snw__parting *best);
snw_vec3 snw__parting_edge(const snw__pair *pair, const snw__parting *best);

/// The least way out of two boxes that meet, with the points where they touch after it: exact.
void snw__depth_boxes(const snw__pair *pair, snw__gap *gap);

/// Two boxes, or what is flat of them, with their depth when they meet. False where no formula
/// proves itself.
bool snw__near_boxes(const snw__pair *pair, snw__gap *gap);

/// A point or segment against a cone or ellipsoid. False where they meet, or come near to it, or
/// the answer does not prove itself.
bool snw__near_round(const snw__pair *pair, snw__gap *gap);

/// A bounded core against a half space or a plane: exact, in penetration too.
void snw__near_plane(const snw__pair *pair, snw__gap *gap);

// --- rods.c: points and segments, placed in the common frame -------------------------------------

/// Against a point or segment. The answer is mirrored if `turned`. False where their axes meet, and
/// a depth must be searched.
bool snw__near_rods(snw__placed A, snw__placed B, bool turned, snw_closest *out);

/// Against a rectangle or box.
bool snw__near_rod_box(snw__placed A, snw__placed B, bool turned, snw_closest *out);

// --- regular.c -----------------------------------------------------------------------------------

/// Replaces the points and the normal of an answer by continuous ones, of two cores up to the
/// rectangle. Cores that meet keep theirs.
void snw__regular_points(const snw__placed *first, const snw__placed *second, double weight,
                         snw_closest *out);

// --- distance.c ----------------------------------------------------------------------------------

/// Two cores in any order: they are put into their own.
void snw__near_parts(const snw__placed *first, const snw__placed *second,
                     const snw_distance_query *query, snw_distance_cache *cache, snw_closest *out);

/// Two solids without their coarser volumes, and with all of these (levels.c). Poses are finite.
void snw__near_solids(const snw_distance_query *query, snw_distance_cache *cache, snw_closest *out);
void snw__near_levels(const snw_distance_query *query, snw_distance_cache *cache, snw_closest *out);

/// The answer as it is when the solids are exchanged.
void snw__mirror(snw_closest *c);

/// The order of two cores, and of two solids, in which they are computed: true for the other one.
bool snw__are_cores_turned(const snw__placed *first, const snw__placed *second);
bool snw__are_solids_turned(const snw_distance_query *query);

/// How far two cores are apart at least, by the balls about them; 0 where these meet.
double snw__apart_by_balls(const snw__placed *first, const snw__placed *second);

/// Adds what is found of another part.
void snw__take_nearer(const snw_closest *next, snw_closest *best);

/// The pose of a core in the common frame.
snw_pose snw__core_pose(const snw__placed *placed);

/// A state is said only where it is proven.
SNW_INLINE snw_contact snw__state_of(double distance, double least, double size) {
    const double touching = 1e-10 * size;
    if (distance < -touching) return SNW_PENETRATING;
    return distance > touching && least > 0 ? SNW_SEPARATE : SNW_TOUCHING;
}

#endif // SINEW_SRC_DISTANCE_INTERNAL_H
