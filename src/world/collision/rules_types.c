// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/collision/rules.h"

#define TABLE(structure, rows)                                                                     \
    .size = sizeof(structure), .align = _Alignof(structure), .fields = (rows),                     \
    .field_count = (int)(sizeof(rows) / sizeof *(rows)), .space = &snw_space_cell

#define LENGTHS                                                                                    \
    { -1e6, 1e6 }

static const snw_choice checks[] = {
    {"all", SNW_SELF_ALL, "All links that are no neighbours and can move relative to each other."},
    {"listed", SNW_SELF_LISTED, "No links but those that pair rules name."},
};

static const snw_field self_fields[] = {
    {SNW_AT(snw_self_rule, member), .kind = SNW_KIND_REFERENCE, .base = "member",
     .flags = SNW_REQUIRED, .help = "Member whose links the rule is about."},
    {SNW_AT(snw_self_rule, check), .kind = SNW_KIND_ENUM, SNW_CHOICES(checks),
     .help = "Which pairs of its links are checked."},
    {SNW_AT(snw_self_rule, srdf), .kind = SNW_KIND_STRING,
     .help = "SRDF file, relative to the cell, whose disabled pairs are not checked."},
};
static const snw_type self_type = {TABLE(snw_self_rule, self_fields), .token = "self_rule",
                                   .help = "Pairs of links of one member."};

static const snw_choice policies[] = {
    {"keep", SNW_PAIR_KEEP, "The bodies must stay apart by the keep distance."},
    {"watch", SNW_PAIR_WATCH, "The distance is shown but not enforced."},
    {"ignore", SNW_PAIR_IGNORE, "The distance is not computed."},
};

static const snw_field pair_fields[] = {
    {SNW_AT(snw_pair_rule, a), .kind = SNW_KIND_REFERENCE, .base = "body", .flags = SNW_REQUIRED,
     .help = "Bodies on one side: MEMBER, MEMBER/LINK or the name of a box or zone; * stands for "
             "any letters."},
    {SNW_AT(snw_pair_rule, b), .kind = SNW_KIND_REFERENCE, .base = "body", .flags = SNW_REQUIRED,
     .help = "Bodies on the other side, likewise."},
    {SNW_AT(snw_pair_rule, policy), .kind = SNW_KIND_ENUM, SNW_CHOICES(policies),
     .help = "What is done about their pairs."},
    {SNW_AT(snw_pair_rule, keep), .kind = SNW_KIND_REAL, .unit = "m", .range = {-1, 1e3},
     .initial = "-1",
     .help = "Distance that they keep; a negative number means that of all pairs."},
};
static const snw_type pair_type = {TABLE(snw_pair_rule, pair_fields), .token = "pair_rule",
                                   .help = "Pairs of bodies, by two patterns."};

static const snw_field box_fields[] = {
    {SNW_AT(snw_box_rule, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the box."},
    {SNW_AT(snw_box_rule, low), .kind = SNW_KIND_VEC3, .unit = "m", .range = LENGTHS,
     .help = "Lowest corner, along the axes of the system."},
    {SNW_AT(snw_box_rule, high), .kind = SNW_KIND_VEC3, .unit = "m", .range = LENGTHS,
     .help = "Highest corner."},
};

static const snw_field space_fields[] = {
    {SNW_AT(snw_space_rule, member), .kind = SNW_KIND_REFERENCE, .base = "member",
     .flags = SNW_REQUIRED, .help = "Member whose links stay inside."},
    {SNW_AT(snw_space_rule, low), .kind = SNW_KIND_VEC3, .unit = "m", .range = LENGTHS,
     .help = "Lowest corner, along the axes of the system."},
    {SNW_AT(snw_space_rule, high), .kind = SNW_KIND_VEC3, .unit = "m", .range = LENGTHS,
     .help = "Highest corner."},
};

// a box with an inside
static snw_status check_corners(const char *name, snw_vec3 low, snw_vec3 high, snw_why *why) {
    if (high.x > low.x && high.y > low.y && high.z > low.z) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "collision-box", name,
                           "its highest corner is not above its lowest one along every axis",
                           "exchange the corners, or give it a height");
}

static snw_status check_box(const void *block, snw_why *why) {
    const snw_box_rule *box = block;
    return check_corners(box->name, box->low, box->high, why);
}

static snw_status check_space(const void *block, snw_why *why) {
    const snw_space_rule *space = block;
    return check_corners(space->member, space->low, space->high, why);
}

static const snw_type box_type = {TABLE(snw_box_rule, box_fields), .token = "box_rule",
                                  .validate = check_box,
                                  .help = "A box along the axes of the system."};
static const snw_type space_type = {TABLE(snw_space_rule, space_fields), .token = "space_rule",
                                    .validate = check_space,
                                    .help = "A box that the links of a member stay inside."};

static const snw_field material_fields[] = {
    {SNW_AT(snw_material_rule, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the material, as shapes have it."},
    {SNW_AT(snw_material_rule, metric), .kind = SNW_KIND_REAL, .range = {0, 1}, .initial = "1",
     .help = "How much it matters to stay away from it."},
};
static const snw_type material_type = {TABLE(snw_material_rule, material_fields),
                                       .token = "material_rule",
                                       .help = "How much it matters to stay away from a material."};

static const snw_choice combinations[] = {
    {"max", SNW_METRIC_MAX, "The larger one."},
    {"product", SNW_METRIC_PRODUCT, "Their product."},
    {"mean", SNW_METRIC_MEAN, "Their mean."},
};

static const snw_field rules_fields[] = {
    {SNW_AT(snw_collision_rules, keep), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 1e3},
     .initial = "0.002", .help = "Distance that bodies keep unless a pair rule says otherwise."},
    {SNW_AT(snw_collision_rules, slow), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 1e3},
     .initial = "0.05", .help = "Distance below which two bodies count as near."},
    {SNW_AT_LIST(snw_collision_rules, selves, self_count, SNW_RULES), .kind = SNW_KIND_STRUCT,
     .type = &self_type, .item = "self", .help = "Pairs of links of one member."},
    {SNW_AT_LIST(snw_collision_rules, pairs, pair_count, SNW_RULES), .kind = SNW_KIND_STRUCT,
     .type = &pair_type, .item = "pair",
     .help = "Pairs by patterns; the most specific rule wins, among equals the last."},
    {SNW_AT_LIST(snw_collision_rules, boxes, box_count, SNW_RULES), .kind = SNW_KIND_STRUCT,
     .type = &box_type, .item = "box", .help = "Boxes that all bodies keep out of."},
    {SNW_AT_LIST(snw_collision_rules, zones, zone_count, SNW_RULES), .kind = SNW_KIND_STRUCT,
     .type = &box_type, .item = "zone", .help = "Boxes that one arm at a time may enter."},
    {SNW_AT_LIST(snw_collision_rules, spaces, space_count, SNW_RULES), .kind = SNW_KIND_STRUCT,
     .type = &space_type, .item = "space", .help = "Boxes that the links of a member stay inside."},
    {SNW_AT_LIST(snw_collision_rules, materials, material_count, SNW_RULES),
     .kind = SNW_KIND_STRUCT, .type = &material_type, .item = "material",
     .help = "How much it matters to stay away from materials; 1 for those that are not listed."},
    {SNW_AT(snw_collision_rules, combine), .kind = SNW_KIND_ENUM, SNW_CHOICES(combinations),
     .help = "How the metrics of two materials become that of a pair."},
};

// bodies are near before they are too near
static snw_status check_rules(const void *block, snw_why *why) {
    const snw_collision_rules *rules = block;
    if (rules->slow >= rules->keep) return SNW_OK;
    const snw_status status =
        snw_refuse_rule(why, SNW_ERR_RANGE, "collision-slow", "collision_rules",
                        "slow is less than keep", "give slow the larger value");
    snw_why_add(why, "slow", rules->slow, "m");
    snw_why_add(why, "keep", rules->keep, "m");
    return status;
}

const snw_type snw_collision_rules_type = {
    TABLE(snw_collision_rules, rules_fields), .token = "collision_rules", .base = "collision",
    .validate = check_rules, .help = "Which bodies of a cell must stay apart, and how far."};

snw_status snw_collision_register(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &snw_collision_rules_type, why);
}

const snw_collision_rules *snw_cell_rules(const snw_cell *cell) {
    return cell->collision.type == &snw_collision_rules_type ? cell->collision.block : NULL;
}
