// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_WORLD_H
#define SINEW_COLLISION_WORLD_H

/// @file
/// The bodies of a system and what is done about each pair of them: made once, then constant and
/// shared by threads.
///
/// A body is a link with shapes (those in `collisions` of its description), or a volume of the
/// rules. Bodies that can move come first; all others are static, and two of them are no pair.

#include "sinew/collision/rules.h"
#include "sinew/distance.h"
#include "sinew/model/system_state.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_BODY_VOLUME = -2,         ///< in place of a member: link is a number of world->volumes
    SNW_BODY_SENSED = -1,         ///< in place of a member: cells of a map, see snw_sensed
    SNW_BODY_NAME = 2 * SNW_NAME, ///< bytes of a body's name, with the final zero
    SNW_WORLD_PAIRS = 1 << 22,    ///< pairs of a moving body with another one at most
    SNW_WORLD_PARTS = 1 << 17     ///< convex parts of static bodies at most
};

/// A link of a member, or a volume.
typedef struct snw_body {
    int member, link;
} snw_body;

/// A shape of a body, compiled.
typedef struct snw_world_part {
    // read-only
    snw_solid solid;
    snw_pose T_link_part;
    snw_sphere ball; ///< holds it, in the link's frame; an infinite radius for half spaces
    snw_bounds box;  ///< holds it, in its own frame; infinite where it is not known
    double metric;   ///< of its material
    bool is_bound;   ///< the solid only bounds the shape: its hull, or a box
    bool is_open;    ///< a mesh that is open or inside out, which is taken as a surface
} snw_world_part;

typedef struct snw_world_body {
    // read-only
    snw_body body;
    const snw_world_part *parts; ///< [part_count]
    int part_count;
    snw_sphere ball; ///< holds all parts, in the link's frame
    bool moves;      ///< relative to the world
    bool driven;     ///< by a joint, its own or of what carries it
} snw_world_body;

typedef enum snw_volume_kind { SNW_VOLUME_BOX, SNW_VOLUME_ZONE, SNW_VOLUME_SPACE } snw_volume_kind;

/// A volume of the rules. A space is what is outside of it.
typedef struct snw_world_volume {
    // read-only
    snw_volume_kind kind;
    const char *name; ///< of a space its member
    int member;       ///< of a space; else -1
    snw_vec3 low, high;
} snw_world_volume;

/// Why a pair has its policy.
typedef enum snw_pair_reason {
    SNW_PAIR_STATIC,      ///< neither body moves
    SNW_PAIR_RIGID,       ///< no joint between the two
    SNW_PAIR_ADJACENT,    ///< one joint between the two
    SNW_PAIR_UNDRIVEN,    ///< no joint moves either: objects among themselves
    SNW_PAIR_UNLISTED,    ///< of a member whose pairs are listed
    SNW_PAIR_OTHER_SPACE, ///< a space is for the links of its member only
    SNW_PAIR_SRDF,        ///< disabled in an SRDF
    SNW_PAIR_FIRST,       ///< the two overlap in the first state
    SNW_PAIR_ALWAYS,      ///< the two overlap in all random configurations
    SNW_PAIR_RULE,        ///< a pair rule says so
    SNW_PAIR_DEFAULT      ///< none of the above
} snw_pair_reason;

/// What is done about a pair.
typedef struct snw_pair_setting {
    snw_pair_policy policy;
    snw_pair_reason reason;
    double keep; ///< [m] demanded distance; 0 unless the policy is SNW_PAIR_KEEP
    int rule;    ///< number of the pair rule, or -1
} snw_pair_setting;

typedef struct snw_world_options {
    const snw_collision_rules *rules; ///< NULL: all pairs are watched and none is kept apart
    const snw_system_state *first;    ///< state in which overlaps of one member are meant; NULL is
                                      ///< half way between the limits
    const char *folder;               ///< that names of SRDF files begin from; NULL is the current
    int samples;   ///< random configurations for SNW_PAIR_ALWAYS; 0 is 1000, -1 takes no samples
    uint64_t seed; ///< of these
} snw_world_options;

typedef struct snw_world {
    // read-only
    const snw_system *system;
    double keep, slow;            ///< [m] of the rules
    bool has_rules;               ///< pairs may be kept apart
    const snw_world_body *bodies; ///< [body_count] those that move first
    int body_count, moving_count;
    const snw_world_volume *volumes; ///< [volume_count] boxes, zones, spaces
    int volume_count;
    snw_metric_rule combine;
    // private
    const int *first_link;            // [member_count] in `number`
    const int *number;                // [link_count] body of a link, or -1
    int first_volume;                 // body of volume 0
    const uint16_t *lookup;           // [moving_count * body_count] in `settings`
    const snw_pair_setting *settings; // [setting_count]
    int setting_count;
    const struct snw__moving_pair *pairs; // [pair_count] that are not ignored
    int pair_count;
    const struct snw__tree *tree; // of static parts
    const snw_pose *T_static;     // [body_count - moving_count] in the world
    const snw_pose *T_first_base; // [member_count] of members on what stands still
    const int *rigid;             // [link_count] links with the same number never part
    const bool *driven;           // [link_count] a joint moves it
} snw_world;

/// Makes the world of a system in `setup`, which must outlive it as `system` must. Shapes are
/// copied and prepared, meshes read from their files. Findings go to `diags` (may be NULL): every
/// default that ignores pairs as information; meshes that are replaced by their hulls, or have no
/// inside, shapes that cannot be used and driven links without shapes as warnings; patterns, names
/// and materials that fit nothing,
/// with the nearest name, files of SRDF that cannot be used, and too many bodies (before memory is
/// taken) as errors. The status is that of the first error.
SNW_SETUP SNW_NODISCARD snw_status snw_world_init(snw_world *world, const snw_system *system,
                                                  const snw_world_options *options,
                                                  snw_setup *setup, snw_diags *diags);

/// The world of a cell: its rules and folder, and overlaps of its first state are meant. `system`
/// is made of the cell. Statuses and findings as of snw_world_init().
SNW_SETUP SNW_NODISCARD snw_status snw_world_of_cell(snw_world *world, const snw_cell *cell,
                                                     const snw_system *system, snw_setup *setup,
                                                     snw_diags *diags);

/// Compiles one shape as a world does: a copy of it is prepared, a mesh file is read, and what a
/// solid cannot be made of becomes its convex hull (`is_bound`) or, being flat, a capsule around
/// it. Memory comes from `setup`. SNW_ERR_NOT_FOUND for a mesh whose file was not found, failures
/// of reading it, and of snw_solid_init().
SNW_SETUP SNW_NODISCARD snw_status snw_world_part_init(snw_world_part *part, const snw_child *shape,
                                                       snw_pose T_link_part, snw_setup *setup,
                                                       snw_why *why);

/// Gives every link that is drawn but has no shapes in `collisions` a capsule around what is drawn,
/// so that a robot without such shapes has bodies too. `*added` (may be NULL) is how many got one;
/// a second call adds none. `robot` must come from `setup`. Failures of reading a mesh, and of
/// snw_shape_capsule(), name the shape; links before it have their capsules.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_add_capsules(snw_robot *robot, snw_setup *setup,
                                                          int *added, snw_why *why);

/// What is done about two bodies, in either order: one look-up, whatever rules there are. Bodies
/// without shapes, and a body with itself, are ignored as SNW_PAIR_STATIC.
SNW_RT const snw_pair_setting *snw_world_pair(const snw_world *world, snw_body a, snw_body b);

/// The largest distance that any pair must keep [m]; 0 when none must.
SNW_RT double snw_world_most_keep(const snw_world *world);

/// The number of a body in world->bodies; -1 when it has no shapes or does not exist.
SNW_RT int snw_world_find(const snw_world *world, snw_body body);

/// "arm/link5", "operator".
SNW_RT void snw_world_name(const snw_world *world, snw_body body, char out[SNW_BODY_NAME]);

/// A ball about the origin of a member's base that holds all its bodies for all configurations
/// within the limits, in the frame of the base: the recursion reach = max(extent, step + reach of
/// the children). An infinite radius where a way has no limits, and for floating members.
SNW_RT snw_sphere snw_world_reach(const snw_world *world, int member);

#ifdef __cplusplus
}
#endif

#endif // SINEW_COLLISION_WORLD_H
