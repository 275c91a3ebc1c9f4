// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/urdf/srdf.h"
#include "sinew/base/collections.h"

#include <stdlib.h>
#include <string.h>

#define TABLE(structure, rows)                                                                     \
    .size = sizeof(structure), .align = _Alignof(structure), .fields = (rows),                     \
    .field_count = (int)(sizeof(rows) / sizeof *(rows)), .space = &snw_space_robot
#define NAME_OF(structure, field) SNW_AT(structure, field), .kind = SNW_KIND_STRING
#define NAMES_OF(structure, field, counter)                                                        \
    SNW_AT_LIST(structure, field, counter, SNW_MODEL_LINKS), .kind = SNW_KIND_STRING, .item = "name"

// --- tables -------------------------------------------------------------------------------------

static const snw_field chain_fields[] = {
    {NAME_OF(snw_srdf_chain, base_link), .flags = SNW_REQUIRED,
     .help = "Link at which the chain begins."},
    {NAME_OF(snw_srdf_chain, tip_link), .flags = SNW_REQUIRED,
     .help = "Link at which the chain ends."},
};
static const snw_type chain_type = {TABLE(snw_srdf_chain, chain_fields), .token = "srdf_chain",
                                    .help = "A chain: the joints from one link to another."};

static const snw_field group_fields[] = {
    {NAME_OF(snw_srdf_group, name), .flags = SNW_REQUIRED | SNW_KEY, .help = "Name of the group."},
    {NAMES_OF(snw_srdf_group, links, link_count),
     .help = "Links whose joints belong to the group."},
    {NAMES_OF(snw_srdf_group, joints, joint_count), .help = "Joints that belong to the group."},
    {SNW_AT_LIST(snw_srdf_group, chains, chain_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &chain_type, .item = "chain", .help = "Chains whose joints belong to the group."},
    {NAMES_OF(snw_srdf_group, groups, group_count), .help = "Groups that belong to the group."},
};
static const snw_type group_type = {TABLE(snw_srdf_group, group_fields), .token = "srdf_group",
                                    .help = "A named group of joints."};

static const snw_field position_fields[] = {
    {NAME_OF(snw_srdf_position, joint), .flags = SNW_REQUIRED, .help = "Name of the joint."},
    {SNW_AT_LIST(snw_srdf_position, values, value_count, 7), .kind = SNW_KIND_REAL, .unit = "rad",
     .help = "Position of the joint; in m for prismatic joints."},
};
static const snw_type position_type = {TABLE(snw_srdf_position, position_fields),
                                       .token = "srdf_position",
                                       .help = "The position of one joint."};

static const snw_field state_fields[] = {
    {NAME_OF(snw_srdf_state, name), .flags = SNW_REQUIRED, .help = "Name of the state."},
    {NAME_OF(snw_srdf_state, group), .flags = SNW_REQUIRED,
     .help = "Group that the state belongs to."},
    {SNW_AT_LIST(snw_srdf_state, joints, joint_count, SNW_MODEL_LINKS), .kind = SNW_KIND_STRUCT,
     .type = &position_type, .item = "joint", .help = "Positions of the joints."},
};
static const snw_type state_type = {TABLE(snw_srdf_state, state_fields), .token = "srdf_state",
                                    .help = "A named state of a group."};

static const snw_field effector_fields[] = {
    {NAME_OF(snw_srdf_end_effector, name), .flags = SNW_REQUIRED | SNW_KEY,
     .help = "Name of the end effector."},
    {NAME_OF(snw_srdf_end_effector, group), .flags = SNW_REQUIRED,
     .help = "Group of the end effector's joints."},
    {NAME_OF(snw_srdf_end_effector, parent_link), .flags = SNW_REQUIRED,
     .help = "Link that carries the end effector."},
    {NAME_OF(snw_srdf_end_effector, parent_group), .help = "Group of the arm; may be empty."},
};
static const snw_type effector_type = {TABLE(snw_srdf_end_effector, effector_fields),
                                       .token = "srdf_end_effector", .help = "An end effector."};

static const snw_choice virtual_kinds[] = {
    {"fixed", SNW_SRDF_FIXED, "The robot is fixed."},
    {"planar", SNW_SRDF_PLANAR, "The robot slides and turns in a plane."},
    {"floating", SNW_SRDF_FLOATING, "The robot moves freely."},
};
static const snw_field virtual_fields[] = {
    {NAME_OF(snw_srdf_virtual_joint, name), .flags = SNW_REQUIRED | SNW_KEY,
     .help = "Name of the joint."},
    {SNW_AT(snw_srdf_virtual_joint, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(virtual_kinds),
     .help = "Kind of joint."},
    {NAME_OF(snw_srdf_virtual_joint, parent_frame), .flags = SNW_REQUIRED,
     .help = "Frame outside the robot."},
    {NAME_OF(snw_srdf_virtual_joint, child_link), .flags = SNW_REQUIRED,
     .help = "Link of the robot that the joint moves."},
};
static const snw_type virtual_type = {TABLE(snw_srdf_virtual_joint, virtual_fields),
                                      .token = "srdf_virtual_joint",
                                      .help = "A joint between the world and the robot."};

static const snw_field pair_fields[] = {
    {NAME_OF(snw_srdf_pair, link1), .flags = SNW_REQUIRED, .help = "First link."},
    {NAME_OF(snw_srdf_pair, link2), .flags = SNW_REQUIRED, .help = "Second link."},
    {NAME_OF(snw_srdf_pair, reason), .help = "Reason for the entry."},
};
static const snw_type pair_type = {TABLE(snw_srdf_pair, pair_fields), .token = "srdf_pair",
                                   .help = "A pair of links."};

#define LIST_OF(field, counter, most, of, word)                                                    \
    SNW_AT_LIST(snw_srdf, field, counter, most), .kind = SNW_KIND_STRUCT, .type = &(of),           \
                                                 .item = (word)

static const snw_field srdf_fields[] = {
    {NAME_OF(snw_srdf, name), .initial = "robot", .help = "Name of the robot."},
    {LIST_OF(groups, group_count, SNW_SRDF_GROUPS, group_type, "group"),
     .help = "Groups of joints."},
    {LIST_OF(states, state_count, SNW_SRDF_GROUPS, state_type, "state"),
     .help = "Named states of groups."},
    {LIST_OF(end_effectors, end_effector_count, SNW_SRDF_GROUPS, effector_type, "end_effector"),
     .help = "End effectors of the robot."},
    {LIST_OF(virtual_joints, virtual_joint_count, SNW_SRDF_GROUPS, virtual_type, "virtual_joint"),
     .help = "Joints between the world and the robot."},
    {NAMES_OF(snw_srdf, passive_joints, passive_joint_count), .help = "Joints without a motor."},
    {NAMES_OF(snw_srdf, disabled_links, disabled_link_count),
     .help = "Links that are checked for collisions only in enabled pairs."},
    {LIST_OF(enabled, enabled_count, SNW_SRDF_PAIRS, pair_type, "pair"),
     .help = "Pairs that are checked even if a link is disabled."},
    {LIST_OF(disabled, disabled_count, SNW_SRDF_PAIRS, pair_type, "pair"),
     .help = "Pairs that are not checked for collisions."},
};
const snw_type snw_srdf_type = {
    TABLE(snw_srdf, srdf_fields), .token = "srdf",
    .help = "Semantic description (SRDF) that planners use besides the URDF."};

// --- the joints of a group ----------------------------------------------------------------------

typedef struct resolver {
    const snw_srdf *srdf;
    const snw_robot *robot;
    int *moved_by; // [link_count] the joint that moves a link, -1 for none
    int *parent;   // [joint_count] the joint before a joint, -1 for none
    bool *wanted;  // [joint_count]
    char *busy;    // [group_count] 1 while a group is looked at, 2 when it has been
    snw_why *why;
} resolver;

static snw_status refuse_group(snw_why *why, snw_status code, const char *format, const char *a,
                               const char *b) {
    char text[2 * SNW_WHY_TEXT];
    snw_text out = snw_text_over(text, sizeof text);
    for (const char *c = format; *c != '\0'; c++) {
        const char *name = *c == '1' ? a : *c == '2' ? b : NULL;
        snw_text_add(&out, name != NULL ? name : c, name != NULL ? strlen(name) : 1);
    }
    return snw_refuse_rule(why, code, "srdf-group", NULL, text, NULL);
}

static int link_index(const resolver *r, const char *name) {
    for (int i = 0; i < r->robot->link_count; i++) {
        if (strcmp(r->robot->links[i].name, name) == 0) return i;
    }
    return -1;
}

static int joint_index(const resolver *r, const char *name) {
    for (int i = 0; i < r->robot->joint_count; i++) {
        if (strcmp(r->robot->joints[i].name, name) == 0) return i;
    }
    return -1;
}

static int group_index(const resolver *r, const char *name) {
    for (int i = 0; i < r->srdf->group_count; i++) {
        if (strcmp(r->srdf->groups[i].name, name) == 0) return i;
    }
    return -1;
}

// all joints from the tip back to the base; a ring of links ends after as many steps as joints
static snw_status want_chain(resolver *r, const snw_srdf_chain *chain) {
    const int base = link_index(r, chain->base_link);
    int link = link_index(r, chain->tip_link);
    if (base < 0 || link < 0) {
        return refuse_group(r->why, SNW_ERR_UNKNOWN_NAME, "link '1' is not in the robot",
                            base < 0 ? chain->base_link : chain->tip_link, NULL);
    }
    for (int steps = 0; link != base; steps++) {
        const int joint = r->moved_by[link];
        link = joint >= 0 ? link_index(r, r->robot->joints[joint].parent) : -1;
        if (link < 0 || steps > r->robot->joint_count) {
            return refuse_group(r->why, SNW_ERR_ARGUMENT, "link '1' is not beyond link '2'",
                                chain->tip_link, chain->base_link);
        }
        r->wanted[joint] = true;
    }
    return SNW_OK;
}

static snw_status want_group(resolver *r, const char *name, int depth);

static snw_status want_names(resolver *r, const snw_srdf_group *group, int depth) {
    for (int i = 0; i < group->joint_count; i++) {
        const int joint = joint_index(r, group->joints[i]);
        // a virtual joint belongs to the world, not to the robot
        bool virtual = false;
        for (int k = 0; k < r->srdf->virtual_joint_count && joint < 0; k++) {
            virtual = virtual || strcmp(r->srdf->virtual_joints[k].name, group->joints[i]) == 0;
        }
        if (joint < 0 && !virtual) {
            return refuse_group(r->why, SNW_ERR_UNKNOWN_NAME, "joint '1' is not in the robot",
                                group->joints[i], NULL);
        }
        if (joint >= 0) r->wanted[joint] = true;
    }
    for (int i = 0; i < group->link_count; i++) {
        const int link = link_index(r, group->links[i]);
        if (link < 0) {
            return refuse_group(r->why, SNW_ERR_UNKNOWN_NAME, "link '1' is not in the robot",
                                group->links[i], NULL);
        }
        if (r->moved_by[link] >= 0) r->wanted[r->moved_by[link]] = true;
    }
    for (int i = 0; i < group->group_count; i++) {
        const snw_status status = want_group(r, group->groups[i], depth + 1);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status want_group(resolver *r, const char *name, int depth) {
    const int index = group_index(r, name);
    if (index < 0) {
        return refuse_group(r->why, SNW_ERR_UNKNOWN_NAME, "group '1' is not known", name, NULL);
    }
    if (r->busy[index] == 2) return SNW_OK;
    if (r->busy[index] == 1 || depth > SNW_SRDF_GROUPS) {
        return refuse_group(r->why, SNW_ERR_ARGUMENT, "group '1' contains itself", name, NULL);
    }
    r->busy[index] = 1;
    const snw_srdf_group *group = &r->srdf->groups[index];
    snw_status status = want_names(r, group, depth);
    for (int i = 0; i < group->chain_count && status == SNW_OK; i++) {
        status = want_chain(r, &group->chains[i]);
    }
    r->busy[index] = 2;
    return status;
}

// the wanted joints in the order of the tree
static snw_status put_in_order(const resolver *r, snw_setup *setup, snw_srdf_joints *joints) {
    const int count = r->robot->joint_count;
    int *order = malloc(3 * ((size_t)count + 1) * sizeof *order);
    const char **names = snw_setup_take(setup, ((size_t)count + 1) * sizeof *names, sizeof(void *));
    snw_status status = order == NULL || names == NULL ? SNW_ERR_MEMORY : SNW_OK;
    if (status == SNW_OK) {
        status = snw_tree_depth_first(r->parent, count, order + count + 1, order);
    }
    if (status == SNW_OK) *joints = (snw_srdf_joints){names, 0};
    for (int i = 0; i < count && status == SNW_OK; i++) {
        const snw_joint_description *joint = &r->robot->joints[order[i]];
        if (!r->wanted[order[i]] || joint->kind == SNW_JOINT_FIXED) continue;
        names[joints->count++] = joint->name;
    }
    free(order);
    return status;
}

static void connect(resolver *r) {
    for (int i = 0; i < r->robot->link_count; i++) {
        r->moved_by[i] = -1;
    }
    for (int i = 0; i < r->robot->joint_count; i++) {
        const int child = link_index(r, r->robot->joints[i].child);
        if (child >= 0) r->moved_by[child] = i;
    }
    for (int i = 0; i < r->robot->joint_count; i++) {
        const int link = link_index(r, r->robot->joints[i].parent);
        r->parent[i] = link >= 0 ? r->moved_by[link] : -1;
    }
}

snw_status snw_srdf_group_joints(const snw_srdf *srdf, const snw_robot *robot, const char *group,
                                 snw_setup *setup, snw_srdf_joints *joints, snw_why *why) {
    const size_t links = (size_t)robot->link_count, moves = (size_t)robot->joint_count;
    resolver r = {.srdf = srdf, .robot = robot, .why = why};
    r.moved_by = calloc(links + 1, sizeof *r.moved_by);
    r.parent = calloc(moves + 1, sizeof *r.parent);
    r.wanted = calloc(moves + 1, sizeof *r.wanted);
    r.busy = calloc((size_t)srdf->group_count + 1, 1);
    snw_status status = SNW_ERR_MEMORY;
    if (r.moved_by != NULL && r.parent != NULL && r.wanted != NULL && r.busy != NULL) {
        connect(&r);
        status = want_group(&r, group, 0);
        if (status == SNW_OK) status = put_in_order(&r, setup, joints);
    }
    if (status == SNW_ERR_MEMORY) snw_why_set(why, status, group, "out of memory");
    free(r.moved_by);
    free(r.parent);
    free(r.wanted);
    free(r.busy);
    return status;
}
