// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DISTANCE_H
#define SINEW_DISTANCE_H

/// @file
/// How far two shapes are apart, and where they are nearest.
///
/// A shape is compiled once into a solid; queries then allocate nothing, take bounded time, and
/// always answer:
///
///     status = snw_solid_init(&ball, &shape, &arena, &why);            // set-up, see arena.h
///     snw_distance_query query = snw_distance_defaults(&ball, &table);
///     query.T_first = T_world_ball;
///     status = snw_distance(&query, &closest);                         // in every tick
///
/// The distance is signed: in penetration it is minus the depth, the least way that parts the two.

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_SOLID_VERTICES = 65535,    ///< of a hull at most
    SNW_SOLID_TRIANGLES = 1 << 22, ///< of a mesh at most
    SNW_SOLID_PARTS = 4096,        ///< of a union at most
    SNW_SOLID_CORNERS = 16,        ///< of one side of a solid at most
    SNW_SOLID_BRICKS = 1 << 20     ///< filled bricks of voxels at most
};

/// A shape, compiled: constant, shared by threads. It lives in the arena of snw_solid_init() and
/// has no destructor. Only solids of plugin kinds go on using the block of their shape.
typedef struct snw_solid {
    // read-only
    unsigned traits;  ///< bits of snw_shape_trait
    snw_sphere bound; ///< holds it; an infinite radius for half spaces and planes
    int part_count;   ///< convex parts; 1 unless it is a union
    // private
    const struct snw__core *parts;
    struct snw_solid *coarser; ///< the next volume around it; see sinew/distance/volumes.h
    double margin;             ///< by which it may be too small for what it holds [m]
    uint64_t key;              ///< of all its numbers, for the order of a pair
    bool single;               ///< one part, and no coarser volume
} snw_solid;

/// Compiles a shape. Kinds: all of sinew/shape.h and sinew/hull.h that are convex, meshes, unions
/// and intersections of such, and kinds of plugins that are bounded. A closed mesh has an inside,
/// another one is a surface; it need not be prepared unless it has polygons. A curved intersection
/// becomes a hull that is at most 2e-4 of its size larger; what is not convex, its mesh form.
/// SNW_ERR_UNSUPPORTED for what has no bounds, with the rule solid-kind; SNW_ERR_RANGE for a shape
/// without points, with the rule solid-empty, and for a mesh, hull or tetrahedron without a volume
/// around it, with the rule solid-flat; SNW_ERR_STATE for polygons without triangles, with the rule
/// solid-prepared; SNW_ERR_TOO_LARGE with the rule solid-size; failures of the shape's own check
/// and of snw_arena_status(). The block of a kind of a plugin must outlive the solid.
SNW_SETUP SNW_NODISCARD snw_status snw_solid_init(snw_solid *solid, const snw_child *shape,
                                                  snw_arena *arena, snw_why *why);

/// Whether two solids meet, to the rounding of the query.
typedef enum snw_contact { SNW_SEPARATE = 0, SNW_TOUCHING = 1, SNW_PENETRATING = 2 } snw_contact;

/// The answer to a query.
typedef struct snw_closest {
    double distance;   ///< signed, of the points a and b [m]; the true one is not above it
    double least;      ///< the true distance is not below this [m]
    snw_vec3 a, b;     ///< nearest points of the first and second solid, in the frame of the poses
    snw_vec3 normal;   ///< unit; motion of the first solid along it parts the two
    snw_contact state; ///< separate, penetrating: proven; touching: |distance| is below 1e-10 of
                       ///< the sizes, or a search was cut off before either was proven
    int iterations;    ///< of the search, and parts of unions and bricks that were looked at; 0
                       ///< for closed forms
} snw_closest;

/// A question; see snw_distance_defaults().
typedef struct snw_distance_query {
    const snw_solid *first, *second;
    snw_pose T_first, T_second; ///< in a common frame
    double below;               ///< [m] of solids proven to be farther apart only `least` is found:
                                ///< then distance is infinite, a, b, normal are (0, 0, 0). 0 asks
                                ///< whether they meet, -0.01 whether by more than that; INFINITY
    int iterations;             ///< of a search at most; 0 is 64
    bool hit_only;              ///< no depth is searched: bodies that meet, but for their roundings
                                ///< and boxes, are answered as SNW_TOUCHING
    double regular;             ///< weight that keeps nearest points continuous; 0 for none, 1e-2
    int level;                  ///< of precision: 0 the shapes, 1 the first of their volumes, ...
    double refine;              ///< [m] of solids with coarser volumes: where these are farther
                                ///< apart, theirs is the answer; INFINITY for never, 0
} snw_distance_query;

/// A query of two solids in one place, without a bound: level 0, with `refine` infinite.
SNW_RT snw_distance_query snw_distance_defaults(const snw_solid *first, const snw_solid *second);

/// The nearest points of two solids. Exchanging the solids gives the mirrored answer to the last
/// bit. Constant time for balls, capsules and boxes with balls and capsules; else bounded by
/// `iterations`, and linear in parts; hulls take the time of a few dozen vertices, whatever their
/// size. Meshes are asked by their hulls first, and by triangles only where these do not answer;
/// the depth of a mesh is a bracket, from that of triangles that meet, or of a point inside, to
/// that of the hulls. SNW_ERR_NOT_FINITE for a pose or NaN in `below`, `regular` or `refine`, and
/// *out is unchanged; no other failure.
///
/// Of solids with coarser volumes the coarsest are asked first, and finer ones until `level` or
/// until the distance is above `refine`, or `least` above `below`. `least` is then a bound for the
/// shapes; the distance, points and normal are those of the volumes that answered. A solid with
/// fewer volumes is asked with its coarsest. Where the volumes do not answer, or `below` and
/// `refine` are infinite, the answer at level 0 is that of solids without volumes, to the last bit.
///
/// The nearest points of two parallel bodies jump from one end to the other as these turn. With
/// `regular`, a and b are instead the points p and q of the cores with the least of |p - q|^2 +
/// regular (squares of the ways of p and q from the middles of their cores), moved out by the
/// radii; normal is along p - q. They move continuously with the poses. |p - q|^2 exceeds that of
/// the nearest points by at most regular (r_1^2 + r_2^2), r from the middles to the ends;
/// `distance`, `least` and `state` are the true ones. Cores that are points, segments or rectangles
/// and that do not meet have such points, for others `regular` changes nothing. Weights from 1e-6
/// to 1e6; others count as the nearer of these, and as none below 0.
SNW_RT SNW_NODISCARD snw_status snw_distance(const snw_distance_query *query, snw_closest *out);

/// What is remembered of a pair of solids: where its search ended. Set it to zero once.
typedef struct snw_distance_cache {
    // private
    double direction[3];
    int corners[2][3], count;
    bool turned;
} snw_distance_cache;

/// snw_distance() that begins where the last query of this pair ended: one step of a search when
/// bodies have moved a little, as many as without when they have jumped. The answer is certified
/// in the same way, but its last digits (1e-12 of the sizes) depend on what was asked before, and
/// so do the points where several pairs are nearest. Where runs must be equal bit for bit a cache
/// may only decide what is not looked at. NULL for none.
SNW_RT SNW_NODISCARD snw_status snw_distance_cached(const snw_distance_query *query,
                                                    snw_distance_cache *cache, snw_closest *out);

/// Places where two solids touch, or nearly do: up to four, that hold what a flat side rests on.
/// They are corners of the region in which the sides that look at each other are at most `slack`
/// [m] farther apart than the nearest points, or than touching bodies. out[0] is as near as
/// snw_distance() says, to 1e-10 of the sizes; then come the place farthest from it and those that
/// enlarge the patch most. Each has its own distance, points and normal; `least` is that distance
/// less the width of the bracket of the nearest points. Points lie on the surfaces, but for at most
/// `slack` in roundings that are seen from the side. The region moves continuously with the poses,
/// and so do the places while it has at most four corners. Exchanging the solids gives the mirrored
/// answer to the last bit.
///
/// Flat sides are clipped by each other; lines (rods, sides of cylinders) are cut where they part;
/// of meshes that are not convex and of bricks, the corners of the other side and of the hull of a
/// mesh are asked. Balls, ellipsoids and kinds of plugins have one place. `hit_only` and `regular`
/// count as not set. Returns how many; 0 for bodies beyond `below`, and for numbers that are not
/// finite. `cache` as in snw_distance_cached(), or NULL.
SNW_RT int snw_patch(const snw_distance_query *query, double slack, snw_distance_cache *cache,
                     snw_closest out[4]);

/// Balls inside of a solid that carry its side towards a direction, in the frame of the solid: the
/// ends of a capsule, the corners of a box, points of the rims of a cylinder, corners of a hull
/// near its support point. Where two flat sides face each other the nearest points jump from corner
/// to corner as the bodies turn; the distances of the corners do not. Into
/// corners[SNW_SOLID_CORNERS]; returns how many. None of ellipsoids, planes, meshes and kinds of
/// plugins.
SNW_RT int snw_solid_corners(const snw_solid *solid, snw_vec3 toward, snw_sphere *corners);

// --- rays ----------------------------------------------------------------------------------------

/// Where a segment enters a solid.
typedef struct snw_ray_hit {
    double t;        ///< part of the way from start to end, 0 to 1
    snw_vec3 point;  ///< in the frame of the pose
    snw_vec3 normal; ///< unit, outward; against the segment where it starts inside
    bool inside;     ///< the segment starts in the solid: t is 0
} snw_ray_hit;

/// The first point that a segment has in common with a solid, in the frame in which the solid has
/// the pose T. False where they do not meet, or a number is not finite; then *hit is unchanged. A
/// segment that only grazes may be answered either way. Constant time but for polytopes and
/// plugins, which search 64 steps at most.
SNW_RT bool snw_ray(const snw_solid *solid, snw_pose T, const snw_segment *segment,
                    snw_ray_hit *hit);

// --- the formulas themselves, for values in one frame --------------------------------------------

/// The nearest points of two segments, which may be points; where several pairs are nearest, the
/// one in the middle of both. `normal` is (0, 0, 0) where they meet.
SNW_RT void snw_segment_segment(const snw_segment *first, const snw_segment *second,
                                snw_closest *out);

/// The nearest points of a point and a box about the origin; they are the same inside of it, and
/// `normal` is (0, 0, 0).
SNW_RT void snw_point_box(snw_vec3 point, snw_vec3 half_extents, snw_closest *out);

/// The point of a segment, as a part 0 to 1 of its way, that is nearest to a box about the origin.
/// Where a stretch of it is nearest, its middle.
SNW_RT double snw_segment_box(const snw_segment *segment, snw_vec3 half_extents);

/// The nearest points of a segment and a disc about the origin across z, by a search along the
/// segment to rounding. `normal` is (0, 0, 0) where they meet.
SNW_RT void snw_segment_disc(const snw_segment *segment, double radius, snw_closest *out);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DISTANCE_H
