// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_NEAR_H
#define SINEW_COLLISION_NEAR_H

/// @file
/// One user's view of a world while it moves: poses, and which pairs of bodies are near.
///
///     status = snw_collision_init(&around, &world, &arena);         // set-up
///     status = snw_collision_place(&around, &state);                // in every tick
///     const snw_near_query query = {.member = -1, .parts = SNW_NEAR_ALL, .below = 0.1, .most = 8};
///     count = snw_collision_near(&around, &query, near, &rest);
///
/// A pair of bodies is as far apart as its nearest shapes. Results depend on the poses alone, not
/// on what was asked before: a pair that was far away is passed over until the motion since then
/// could have brought it near, and all pairs that are near are computed anew.

#include "sinew/cloud.h"
#include "sinew/collision/world.h"
#include "sinew/kinematics.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which pairs are meant, a set of bits.
enum {
    SNW_NEAR_SELF = 1,   ///< two links of one member
    SNW_NEAR_MUTUAL = 2, ///< bodies of two members, both of which move
    SNW_NEAR_WORLD = 4,  ///< a body with a static one, or a volume
    SNW_NEAR_ALL = 7
};

/// What a sensor sees of the world: the filled cells of a map are cubes that all bodies which a
/// joint moves keep away from, as from static bodies without a pair rule. Caller-owned; who fills
/// the map may put another one of the same size in its place between two queries.
typedef struct snw_sensed {
    // public
    const snw_voxel_map *map; ///< NULL for nothing
    // read-only
    double size;    ///< edge of a cell [m]
    snw_solid cell; ///< about the origin
} snw_sensed;

/// Caller-owned, no destructor, one per user and thread.
typedef struct snw_collision {
    // public
    double *certainty; ///< [member_count] 1: how sure it is that the member is where it is said to
                       ///< be, 0 to 1; a factor of the metric of its pairs
    // read-only
    const snw_world *world;
    const snw_sensed *sensed; ///< NULL for nothing
    int64_t queries;          ///< distances of two parts that were computed
    int64_t skipped;          ///< pairs of bodies or parts that were passed over by clocks or balls
    // private
    snw_kin *kins;               // [member_count] of members that move in themselves
    double *q;                   // [nq]
    snw_pose *T_base;            // [member_count]
    struct snw__holder *holders; // [member_count] what a member rides on
    int *stack;                  // [member_count]
    uint8_t *placed;             // [member_count]
    snw_pose *T_body;            // [moving_count]
    snw_vec3 *center;            // [moving_count] of its ball, in the world
    double *travel;              // [moving_count] sum of all motions [m]
    double *pair_clock;          // [pair_count] passed over while it exceeds both travels
    double *part_clock;          // [moving_count * static part count], or NULL
    bool has_part_clock;
    int found_count;
    struct snw_near *found; // [static bodies] of one moving body
    int *found_of;          // [static bodies] number in `found`, or -1
    snw_twist *J;           // [nv of the largest member]
    double *sweep_q;        // [3 nq of the largest member]
} snw_collision;

/// Two bodies that are near.
typedef struct snw_near {
    snw_body a, b;       ///< a moves; of two that move the one with the smaller number; the member
                         ///< of b may be SNW_BODY_VOLUME or SNW_BODY_SENSED
    int part_a, part_b;  ///< shapes of the bodies that are nearest
    unsigned kind;       ///< SNW_NEAR_SELF, _MUTUAL or _WORLD
    snw_closest closest; ///< in the world; normal points from b to a
    snw_pair_policy policy;
    double keep;   ///< demanded distance [m]
    double metric; ///< of the materials, times the certainty of both members
} snw_near;

typedef struct snw_near_query {
    int member;           ///< pairs with a body that this member moves or carries; -1 for all
    unsigned parts;       ///< SNW_NEAR_SELF, ...; 0 is all
    double below;         ///< [m] nearer than this
    int most;             ///< room for results
    bool enforced;        ///< only pairs with the policy SNW_PAIR_KEEP
    const snw_body *body; ///< only pairs with this one; NULL for all
} snw_near_query;

/// Lays out a workspace. All members are where their bases are, in the neutral configuration.
SNW_SETUP SNW_NODISCARD snw_status snw_collision_init(snw_collision *c, const snw_world *world,
                                                      snw_arena *arena);

/// Places all members. What is attached by the name of a floating member carries that member with
/// it, and it may touch what holds it: the link, those fixed to it, and those that these carry.
/// SNW_ERR_SIZE for a state of another system; SNW_ERR_NOT_FINITE and SNW_ERR_RANGE for a
/// configuration: then members may be placed in part, and must be placed again before a query.
SNW_RT SNW_NODISCARD snw_status snw_collision_place(snw_collision *c,
                                                    const snw_system_state *state);

/// Moves one member to a configuration q[nq of its model] with all that it carries; others stay.
SNW_RT SNW_NODISCARD snw_status snw_collision_move(snw_collision *c, int member, const double *q);

/// Lays out what is needed to compare bodies with the cells of maps; the first has none yet.
/// SNW_ERR_MEMORY, and what snw_solid_init() refuses of a cube of that size.
SNW_SETUP SNW_NODISCARD snw_status snw_sensed_init(snw_sensed *sensed, double size,
                                                   snw_arena *arena, snw_why *why);

/// From now on queries, sweeps and snw_collision_propagate() see the cells of a map too: of each
/// body that a joint moves the nearest filled cell counts. `sensed` must outlive the workspace;
/// NULL for none. Time of a query grows with the filled cells that are about as near as the nearest
/// one.
SNW_RT void snw_collision_sense(snw_collision *c, const snw_sensed *sensed);

/// Whether a cell of `sensed` with its middle at `center` is not farther than `below` from a link
/// of an arm, its base included, or from what that carries: what a sensor sees of the arm itself.
/// Time is linear in the bodies.
SNW_RT bool snw_collision_is_self(snw_collision *c, const snw_sensed *sensed, snw_vec3 center,
                                  double below);

/// The pose of a body in the world.
SNW_RT snw_pose snw_collision_pose(const snw_collision *c, snw_body body);

/// Does a body move when this member moves: is it one of its links, or carried by one?
SNW_RT bool snw_collision_rides(const snw_collision *c, snw_body body, int member);

/// The pairs that are not farther apart than `below`, the nearest first; where distances are equal
/// self pairs come before mutual ones and these before the world, then by number. Returns how many
/// are in out[most]. `*rest` (may be NULL): no other pair that was asked for is nearer than this.
/// Time is linear in the pairs of moving bodies, one comparison for most of them, and logarithmic
/// in the static parts.
SNW_RT int snw_collision_near(snw_collision *c, const snw_near_query *query, snw_near *out,
                              double *rest);

/// Is any pair nearer than `below`, or in contact when that is 0? Stops at the first: self pairs
/// are looked at before mutual ones, these before the world. `*first` may be NULL.
SNW_RT bool snw_collision_hits(snw_collision *c, const snw_near_query *query, snw_near *first);

/// How the distance of a pair changes with the rates of a member: d distance / dt = g[nv] . v at
/// constant witness points. Parts that the member carries count.
SNW_RT void snw_collision_gradient(snw_collision *c, const snw_near *pair, int member, double *g);

/// Where a segment first enters a body.
typedef struct snw_world_hit {
    snw_body body;
    int part;
    snw_ray_hit hit; ///< in the world
} snw_world_hit;

/// The first body on a segment; volumes of the rules are passed through. False when nothing is hit.
SNW_RT bool snw_collision_ray(const snw_collision *c, const snw_segment *segment,
                              snw_world_hit *hit);

#ifdef __cplusplus
}
#endif

#endif // SINEW_COLLISION_NEAR_H
