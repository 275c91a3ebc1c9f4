// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MODEL_INTERNAL_H
#define SINEW_SRC_MODEL_INTERNAL_H

#include "sinew/base/collections.h"
#include "sinew/model/model.h"

/// What a description comes to, before it is laid out. Indices are those of the description unless
/// stated; all memory is of `scratch`.

typedef struct snw__joint_plan {
    int parent, child;         // links, -1 when unknown
    snw_vec3 axis;             // of length 1
    int nq, nv;                // 0 for fixed and mimic
    bool moves;                // one coordinate, own or followed
    int follows;               // joint that it mimics directly, -1 for none
    int source;                // joint whose coordinate moves it, itself if not a mimic, -1 unknown
    double multiplier, offset; // of the whole way to the source
    bool periodic;
    snw_limits limits; // of its coordinate, with those of its followers
    int q, v;          // place in q and v, -1 for none
} snw__joint_plan;

typedef struct snw__coupling_plan {
    double inverse[64];
} snw__coupling_plan;

typedef struct snw__plan {
    const snw_robot *robot;
    snw_diags *diags;
    snw_status first; // of the errors
    snw_why why;      // the finding that is being composed
    snw_setup *scratch;

    const char **link_texts, **joint_texts; // [link_count], [joint_count]
    snw_names links, joints;                // names to indices; of equal ones the first
    snw__joint_plan *joint;                 // [joint_count]
    int *above;                             // [link_count] the joint that moves it, -1 for none
    bool has_tree;                          // `order` and `place` are valid
    int *order;                             // [link_count] links as the model numbers them
    int *place;                             // [link_count] the number of a link in the model
    snw_inertia *inertia;                   // [link_count]
    snw__coupling_plan *coupling;           // [coupling_count]
    int nq, nv;
} snw__plan;

// --- compile.c ----------------------------------------------------------------------------------

/// Checks all of a description; the findings are told, the first error stands in plan->first.
/// SNW_ERR_MEMORY when there is no scratch memory. The caller calls snw__plan_end() in any case.
snw_status snw__plan_begin(snw__plan *plan, const snw_robot *robot, snw_diags *diags);
void snw__plan_end(snw__plan *plan);

/// Starts plan->why about an item of a list of the robot, or the robot itself when `list` is NULL.
SNW_PRINTF(6, 7)
void snw__say(snw__plan *plan, snw_status code, const char *rule, const char *list,
              const char *name, const char *format, ...);

/// Ends it: the way out, then it is told. A warning does not fail.
void snw__error(snw__plan *plan, const char *fix);
void snw__warning(snw__plan *plan, const char *fix);

/// The same with "did you mean" as the way out when a name is close.
void snw__unknown(snw__plan *plan, const char *name, const char *const *known, int count);

/// Zeroed scratch memory; NULL makes the whole check fail later.
void *snw__scratch(snw__plan *plan, int count, size_t size);

// --- the checks, in this order ------------------------------------------------------------------

void snw__plan_tree(snw__plan *plan);    // compile_tree.c: names, connections, order
void snw__plan_joints(snw__plan *plan);  // compile_joint.c: each joint for itself
void snw__plan_mimics(snw__plan *plan);  // compile_mimic.c: who follows whom
void snw__plan_parts(snw__plan *plan);   // compile_parts.c: mass, attachments
void snw__plan_efforts(snw__plan *plan); // compile_effort.c: couplings, springs, dampers

// --- compile_layout.c ---------------------------------------------------------------------------

/// Lays the model of a plan without errors out.
snw_status snw__plan_lay_out(snw__plan *plan, snw_model *model, snw_arena *arena);

// --- kinds, in compile_joint.c ------------------------------------------------------------------

/// Coordinates of a kind: numbers in q and v.
int snw__kind_nq(snw_joint_kind kind);
int snw__kind_nv(snw_joint_kind kind);

/// The joint of a plan's link as a compiled link would have it, without its coordinates; for
/// motions of described joints.
void snw__fill_joint(const snw__plan *plan, int joint, snw_link *link);

#endif // SINEW_SRC_MODEL_INTERNAL_H
