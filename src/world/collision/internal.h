// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_INTERNAL_H
#define SINEW_COLLISION_INTERNAL_H

#include "sinew/collision.h"

/// Settings of a world: one for each reason, those of volumes, then one for each pair rule.
enum {
    SNW__SETTING_ZONE = SNW_PAIR_DEFAULT + 1,
    SNW__SETTING_RULES, ///< the first of the pair rules
    SNW__BOTH_LINKS = 8 ///< closeness of a rule that names links on both sides
};

/// Two bodies that move.
typedef struct snw__moving_pair {
    int a, b; ///< a < b
    unsigned kind;
} snw__moving_pair;

enum { SNW__TREE_WAYS = 8 };

/// A node of the tree of static parts: boxes of what is below, by coordinate.
typedef struct snw__tree_node {
    double low[3][SNW__TREE_WAYS], high[3][SNW__TREE_WAYS];
    int child[SNW__TREE_WAYS]; ///< a node, or ~ number of a part; boxes of unused ones are empty
} snw__tree_node;

/// A part of a static body.
typedef struct snw__static_part {
    int body, part;
    snw_pose T_world_part;
    snw_sphere ball; ///< in the world
    snw_bounds box;  ///< in the world
} snw__static_part;

typedef struct snw__tree {
    const snw__static_part *parts; ///< [part_count] those without bounds first
    int part_count, endless_count;
    const snw__tree_node *nodes; ///< [node_count] the first is the root
    int node_count;
} snw__tree;

/// What a member rides on.
typedef struct snw__holder {
    int member, link; ///< -1 for the world
    snw_pose T_link_base;
    bool held;                  ///< attached, in place of its own carrier
    bool carried;               ///< a joint moves it because something that it rides on is attached
    int touch_first, touch_end; ///< links of `member` that may touch it while it is held
} snw__holder;

// --- set-up -------------------------------------------------------------------------------------

/// What is being made.
typedef struct snw__making {
    snw_world *world;
    const snw_world_options *options;
    const snw_collision_rules *rules; // defaults where the cell has none
    snw_setup *setup, *scratch;
    snw_diags *diags;
    snw_status status; // of the first error
    snw_world_body *bodies;
    snw_world_volume *volumes;
    int *first_link, *number, *rigid;
    bool *moves, *driven; // [link_count]
    int link_count;
    uint16_t *lookup, *defaults; // before the pair rules
    snw_pair_setting *settings;
    snw_system_state first;
} snw__making;

/// Notes a finding; errors become the status.
void snw__collision_say(snw__making *m, snw_severity severity, const snw_why *why);

/// Compiles the shapes of a link. `*count` is how many there are.
snw_world_part *snw__parts_of_link(snw__making *m, const snw_link_description *link,
                                   const char *mechanism, int *count);

/// The triangles of a mesh file, from `scratch`.
struct snw_mesh_file;
SNW_NODISCARD snw_status snw__read_mesh_file(const struct snw_mesh_file *file, snw_setup *scratch,
                                             snw_child *mesh, snw_why *why);

/// A ball that holds parts, in their link's frame.
snw_sphere snw__ball_of_parts(const snw_world_part *parts, int count);

/// Volumes of the rules, and their bodies behind those of links.
void snw__make_volumes(snw__making *m, snw_world_body *bodies);

/// The policy of every pair, from rules and defaults.
void snw__make_settings(snw__making *m);

/// How closely both patterns of a rule name bodies, 2 to 10.
int snw__rule_closeness(const snw_pair_rule *rule);

/// Pairs of one member that overlap in the first state, or always, become ignored.
void snw__ignore_overlaps(snw__making *m);

/// Pairs of moving bodies that are not ignored for good.
void snw__list_pairs(snw__making *m);

/// The tree over static parts.
void snw__make_tree(snw__making *m);

/// An array of the set-up arena; NULL makes the status SNW_ERR_MEMORY.
void *snw__making_take(snw__making *m, snw_setup *setup, size_t count, size_t size);

// --- real-time ----------------------------------------------------------------------------------

/// The setting of a moving body and another one, without the state.
SNW_INLINE const snw_pair_setting *snw__setting_of(const snw_world *world, int moving, int other) {
    return &world->settings[world->lookup[(size_t)moving * (size_t)world->body_count +
                                          (size_t)other]];
}

/// The same in the present state: parts that are held count as driven, and touch what holds them.
const snw_pair_setting *snw__setting_now(const snw_collision *c, int moving, int other);

/// Poses of moving bodies after members were placed, and how far each has moved.
void snw__bodies_update(snw_collision *c);

/// Places a member on what it rides on, which is placed.
SNW_NODISCARD snw_status snw__member_place(snw_collision *c, int member);

/// Forgets how far apart pairs were.
void snw__clocks_reset(snw_collision *c);

/// A kind of pair, by its bodies.
unsigned snw__kind_of(const snw_world *world, int moving, int other);

/// One look at two bodies.
typedef struct snw__look {
    snw_closest closest; // infinite when farther apart than was asked
    double least;        // the bodies are not nearer than this
    int part_a, part_b;
} snw__look;

/// How far a look goes: what is nearer than `below` is found. Bodies whose balls are farther apart
/// are passed over; of others the distance is found up to `beyond` more, so that they need no look
/// for a while.
typedef struct snw__range {
    double below, beyond;
} snw__range;

/// The nearest of all parts of a moving body and of some parts of another one: parts [first, end),
/// each at T. Farther apart than the range only `least` is found.
typedef struct snw__other {
    const snw_world_part *parts;
    int first, end;
    snw_pose T;
} snw__other;
void snw__look_at(snw_collision *c, int moving, const snw__other *other, const snw__range *range,
                  snw__look *look);

/// A query on its way: `take` gets every pair that is not farther apart than query->below.
typedef struct snw__asking snw__asking;
struct snw__asking {
    snw_collision *c;
    const snw_near_query *query;
    void (*take)(snw__asking *ask, const snw_near *near);
    bool (*wants)(const snw__asking *ask, int a, int b); // in place of what the query wants
    bool enough;                                         // no more pairs are wanted
    int only;                                            // pairs with this body; -1 for all
    // of near and hits
    snw_near *out; // [most]
    int most, count;
    double rest;
    void *context; // of others
};
void snw__ask(snw__asking *ask);

/// The same of one pair of world->pairs, and of one moving body with all static ones; both whatever
/// member the query asks for.
void snw__ask_pair(snw__asking *ask, int index);
void snw__ask_static(snw__asking *ask, int moving);

/// A link of a member, or {-1, -1} for the world.
snw_body snw__common_link(const snw_collision *c, snw_body a, snw_body b);

/// A bound of the motion of a body, seen from the link `top` that it rides on, when the coordinates
/// of each member go away from the present ones by at most ways[member][nv]; NULL for one that
/// rests.
double snw__motion_of(const snw_collision *c, int body, snw_body top, const double *const *ways);

/// What a state holds, before its members are placed: coordinates, and what carries what.
SNW_NODISCARD snw_status snw__take_state(snw_collision *c, const snw_system_state *state);

/// Places all members that are not marked in c->placed, and all bodies.
SNW_NODISCARD snw_status snw__place_unplaced(snw_collision *c);

/// A member is carried by another one, or is the same.
bool snw__member_rides_on(const snw_collision *c, int member, int on);

/// The same of what is sensed.
void snw__ask_sensed(snw__asking *ask);

/// A bound of the motion of a body, seen from link `top` of a member that moves or carries it (-1
/// for the world), when each coordinate of the member goes away from the present one by at most
/// ways[nv]; those of a rotation together by the length of their three.
double snw__motion_bound(const snw_collision *c, int body, int member, int top, const double *ways);

/// The parts of a body in its present pose.
snw__other snw__other_of(const snw_collision *c, int body);

#endif // SINEW_COLLISION_INTERNAL_H
