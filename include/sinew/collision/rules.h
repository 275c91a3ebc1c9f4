// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_RULES_H
#define SINEW_COLLISION_RULES_H

/// @file
/// The rules of a cell about collisions: the element `collision` of its file.
///
///     <collision><collision_rules keep="0.005" slow="0.05">
///       <selves><self member="arm" srdf="panda.srdf"/></selves>
///       <pairs>
///         <pair a="arm/*" b="table" keep="0.01"/>
///         <pair a="hand/*" b="red" policy="watch"/>
///       </pairs>
///       <boxes><box name="operator" low="-1 0.6 0" high="1 1.6 2"/></boxes>
///     </collision_rules></collision>
///
/// A pattern names bodies: `member` for all links of a member, `member/link` for one, each part
/// with
/// `*` for any letters. Of all pair rules that fit two bodies the most specific one wins, among
/// equals the last. A link named in full is more specific than a link pattern, that more than a
/// member named in full, that more than a member pattern.

#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/model/system.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_PATTERN = 2 * SNW_NAME, ///< bytes of a pattern, with the final zero
    SNW_RULES = 4096            ///< rules of one kind at most
};

/// What is done about a pair of bodies.
typedef enum snw_pair_policy {
    SNW_PAIR_IGNORE, ///< its distance is never computed
    SNW_PAIR_WATCH,  ///< its distance is shown
    SNW_PAIR_KEEP    ///< it must stay apart by its keep distance
} snw_pair_policy;

/// Which pairs of links of one member are checked, before the pair rules.
typedef enum snw_self_check {
    SNW_SELF_ALL,    ///< all that can move relative to each other and are no neighbours
    SNW_SELF_LISTED, ///< none; pair rules add those that are wanted
} snw_self_check;

/// The links of one member among themselves: token "self_rule".
typedef struct snw_self_rule {
    char member[SNW_NAME];
    snw_self_check check;
    char srdf[SNW_FILE_NAME]; ///< its disabled pairs are ignored; empty for none
} snw_self_rule;

/// What is done about the pairs that two patterns name: token "pair_rule".
typedef struct snw_pair_rule {
    char a[SNW_PATTERN], b[SNW_PATTERN];
    snw_pair_policy policy;
    double keep; ///< [m]; negative: that of the rules
} snw_pair_rule;

/// A box along the axes of the system that bodies keep out of: token "box_rule".
typedef struct snw_box_rule {
    char name[SNW_NAME];
    snw_vec3 low, high;
} snw_box_rule;

/// A box along the axes of the system that the links of a member stay inside: token "space_rule".
typedef struct snw_space_rule {
    char member[SNW_NAME];
    snw_vec3 low, high;
} snw_space_rule;

/// A material, by the name that shapes have: token "material_rule".
typedef struct snw_material_rule {
    char name[SNW_NAME];
    double metric; ///< 0 to 1: how much it matters to stay away from it
} snw_material_rule;

/// How the metrics of two materials become that of a pair.
typedef enum snw_metric_rule {
    SNW_METRIC_MAX,
    SNW_METRIC_PRODUCT,
    SNW_METRIC_MEAN
} snw_metric_rule;

/// All of it: token "collision_rules", of base "collision".
typedef struct snw_collision_rules {
    double keep; ///< distance that pairs are kept apart [m]
    double slow; ///< distance below which a pair is near [m]
    snw_self_rule *selves;
    int self_count;
    snw_pair_rule *pairs;
    int pair_count;
    snw_box_rule *boxes;
    int box_count;
    snw_box_rule *zones; ///< that one arm at a time may enter
    int zone_count;
    snw_space_rule *spaces;
    int space_count;
    snw_material_rule *materials;
    int material_count;
    snw_metric_rule combine;
} snw_collision_rules;

SNW_API extern const snw_type snw_collision_rules_type;

/// Adds the type of rules to a registry that has the base "collision" of snw_model_register().
SNW_SETUP SNW_NODISCARD snw_status snw_collision_register(snw_registry *registry, snw_why *why);

/// The rules of a cell; NULL when its file has no element `collision`.
SNW_SETUP const snw_collision_rules *snw_cell_rules(const snw_cell *cell);

#ifdef __cplusplus
}
#endif

#endif // SINEW_COLLISION_RULES_H
