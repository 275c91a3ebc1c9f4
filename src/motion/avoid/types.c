// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// The tables of the types.

static const snw_field clearance_fields[] = {
    {SNW_AT(snw_keep_clearance, slow), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .help = "Distance at which the approach is limited to the speed below; 0 means that of the "
             "collision rules."},
    {SNW_AT(snw_keep_clearance, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-3, 100},
     .initial = "0.5",
     .help = "Largest speed of approach at that distance; it decreases to 0 with the distance."},
    {SNW_AT(snw_keep_clearance, retreat), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {0, 10},
     .initial = "0.05",
     .help = "Largest speed at which bodies that are closer than allowed move apart."},
    {SNW_AT(snw_keep_clearance, margin), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 1},
     .help = "Distance that is kept in addition to that of the rules; more than the tracking of an "
             "interlock."},
    {SNW_AT(snw_keep_clearance, rows), .kind = SNW_KIND_INT, .range = {1, SNW_RATE_ROWS},
     .initial = "32", .help = "Largest number of rows of the constraint."},
};

const snw_type snw_keep_clearance_type = {
    SNW_TYPE_AS("keep_clearance", snw_keep_clearance, clearance_fields), .base = "constraint",
    .space = &snw_space_motion, .functions = &snw__clearance_functions.head,
    .help = "Keeps bodies apart by the distances of the collision rules."};

#define AVOIDANCE(structure)                                                                       \
    {SNW_AT(structure, distance),                                                                  \
     .kind = SNW_KIND_REAL,                                                                        \
     .unit = "m",                                                                                  \
     .range = {1e-6, 10},                                                                          \
     .initial = "0.05",                                                                            \
     .help = "Distance below which a pair of bodies counts."},                                     \
        {SNW_AT(structure, boundary), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .initial = "30",   \
         .help = "Value of the function at contact."},                                             \
    {                                                                                              \
        SNW_AT(structure, exponent), .kind = SNW_KIND_REAL, .range = {1, 32}, .initial = "2",      \
                                     .help = "Exponent with which the function grows."             \
    }
#define SWITCHES(structure)                                                                        \
    {SNW_AT(structure, environment), .kind = SNW_KIND_BOOL, .initial = "true",                     \
     .help = "Stay away from other members and obstacles."},                                       \
    {                                                                                              \
        SNW_AT(structure, self), .kind = SNW_KIND_BOOL, .initial = "true",                         \
                                 .help = "Keep the links of the member away from each other."      \
    }

static const snw_field objective_fields[] = {
    {.name = "weight",
     .offset = offsetof(snw_collision_avoidance, objective.weight),
     .size = sizeof(double),
     .member = SNW_MEMBER_REAL,
     .kind = SNW_KIND_REAL,
     .range = {-1e12, 1e12},
     .initial = "1",
     .help = "Weight in the sum of objectives."},
    AVOIDANCE(snw_collision_avoidance),
    SWITCHES(snw_collision_avoidance),
};

const snw_type snw_collision_avoidance_type = {
    SNW_TYPE_AS("collision_avoidance", snw_collision_avoidance, objective_fields),
    .base = "objective", .space = &snw_space_motion,
    .functions = &snw__collision_avoidance_functions.head,
    .help = "Keeps the links away from each other and from obstacles."};

static const snw_field all_fields[] = {AVOIDANCE(snw_avoidance_leaf), SWITCHES(snw_avoidance_leaf)};
static const snw_field obstacle_fields[] = {AVOIDANCE(snw_avoidance_leaf)};

static const snw_type expressions[] = {
    {SNW_TYPE_AS("collision_avoidance_ab", snw_avoidance_leaf, all_fields), .base = "expression",
     .space = &snw_space_motion, .functions = &snw__collision_ab_functions.head,
     .help = "Gradient of collision avoidance in its reduced form N'F."},
    {SNW_TYPE_AS("obstacle_avoidance", snw_avoidance_leaf, obstacle_fields), .base = "expression",
     .space = &snw_space_motion, .functions = &snw__obstacle_functions.head,
     .help = "Gradient of the avoidance of static obstacles."},
    {SNW_TYPE_AS("obstacle_avoidance_ab", snw_avoidance_leaf, obstacle_fields),
     .base = "expression", .space = &snw_space_motion,
     .functions = &snw__obstacle_ab_functions.head,
     .help = "Gradient of the avoidance of static obstacles in its reduced form N'F."},
};

static bool is_avoidance(const snw_type *type) {
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
        if (type == &expressions[i]) return true;
    return false;
}

// is any element of a tree an avoidance function? A tree that is too deep is refused elsewhere.
static bool tree_avoids(const snw_child *node, int depth) {
    enum { DEPTH = 32 };
    const snw_child *list[SNW_EXPRESSION_CHILDREN];
    if (node->type == NULL || node->block == NULL || depth > DEPTH) return false;
    if (is_avoidance(node->type)) return true;
    if (strcmp(node->type->token, "objective_gradient") == 0) {
        const snw_expression_leaf *leaf = node->block;
        return leaf->objective.type == &snw_collision_avoidance_type;
    }
    const snw_expression_functions *f =
        (const snw_expression_functions *)(const void *)node->type->functions;
    const int count = f != NULL && f->children != NULL ? f->children(node->block, list) : 0;
    for (int i = 0; i < count && i < SNW_EXPRESSION_CHILDREN; i++)
        if (tree_avoids(list[i], depth + 1)) return true;
    return false;
}

bool snw_around_needed(const snw_control_config *config) {
    bool needed = config->constraint_count > 0;
    for (int i = 0; i < config->objective_count; i++)
        needed = needed || config->objectives[i].type == &snw_collision_avoidance_type;
    return needed || (config->law == SNW_LAW_TREE && tree_avoids(&config->tree, 0));
}

snw_status snw_avoid_register(snw_registry *registry, snw_why *why) {
    enum { TYPES = 5 };
    const snw_type *const types[TYPES] = {&snw_keep_clearance_type, &snw_collision_avoidance_type,
                                          &expressions[0], &expressions[1], &expressions[2]};
    const int before = registry->type_count, bases = registry->base_count;
    snw_status status = SNW_OK;
    for (int i = 0; i < TYPES && status == SNW_OK; i++)
        status = snw_registry_add(registry, types[i], why);
    if (snw_failed(status)) snw_registry_rewind(registry, before, bases);
    return status;
}
