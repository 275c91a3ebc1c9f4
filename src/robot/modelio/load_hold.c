// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "load_internal.h"

// Joints that the drives of a run cannot move stay where they are: those of several coordinates,
// and of too many joints the ones that are farthest from the root, as fingers are.

static void tell_held(const snw__loading *l, const snw_source *source, const char *joint,
                      const char *text, const char *fix) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "joint[%s]", joint);
    snw_why why;
    snw_why_set(&why, SNW_ERR_UNSUPPORTED, subject, text);
    snw_why_fix(&why, fix);
    snw_why_rule(&why, "joint-held");
    snw_why_at(&why, source->name, 0, 0);
    why.severity = SNW_WARNING;
    snw_diags_add(l->diags, &why);
}

static bool is_driven(const snw_joint_description *joint) {
    return joint->kind != SNW_JOINT_FIXED && joint->mimic == NULL;
}

// does another one move with this joint?
static bool is_leader(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->joint_count; i++) {
        const snw_mimic *mimic = robot->joints[i].mimic;
        if (mimic != NULL && strcmp(mimic->joint, name) == 0) return true;
    }
    return false;
}

// the joint that carries the parent link of a joint; -1 for the root's
static int carrier_of(const snw_robot *robot, int joint) {
    for (int k = 0; k < robot->joint_count; k++) {
        if (strcmp(robot->joints[k].child, robot->joints[joint].parent) == 0) return k;
    }
    return -1;
}

// How many joints lead from the root to each one, 0 for one that cannot be held: that no drive
// moves, or that others follow. carriers[joint_count] is room to work in.
static void measure_depths(const snw_robot *robot, int *depths, int *carriers) {
    for (int i = 0; i < robot->joint_count; i++) {
        carriers[i] = carrier_of(robot, i);
    }
    for (int i = 0; i < robot->joint_count; i++) {
        const snw_joint_description *joint = &robot->joints[i];
        depths[i] = 0;
        if (!is_driven(joint) || is_leader(robot, joint->name)) continue;
        // a ring, which is refused later, ends too
        for (int k = i; k >= 0 && depths[i] < robot->joint_count; k = carriers[k]) {
            depths[i]++;
        }
    }
}

// the joint that is held next, -1 for none: the deepest, of equal ones the last
static int take_deepest(int *depths, int count) {
    int best = -1;
    for (int i = 0; i < count; i++) {
        if (depths[i] > 0 && (best < 0 || depths[i] >= depths[best])) best = i;
    }
    if (best >= 0) depths[best] = 0;
    return best;
}

static void hold_deepest(const snw__loading *l, const snw_source *source, int count) {
    const snw_robot *robot = *l->robot;
    int *depths = calloc(2 * (size_t)robot->joint_count, sizeof *depths);
    int held = 0, last = -1;
    if (depths == NULL) return; // then there are too many, and the loop says so
    measure_depths(robot, depths, depths + robot->joint_count);
    while (held < count) {
        const int joint = take_deepest(depths, robot->joint_count);
        if (joint < 0) break;
        robot->joints[joint].kind = SNW_JOINT_FIXED;
        last = joint;
        held++;
    }
    free(depths);
    if (held == 0) return;
    char text[2 * SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line,
                    "%d joint%s held where %s, from the ends of the chains to this one: at "
                    "most %d are driven",
                    held, held == 1 ? " is" : "s are", held == 1 ? "it stands" : "they stand",
                    l->options->most_driven);
    tell_held(l, source, robot->joints[last].name, text,
              "'sinew model extract FILE FIRST LAST -o OUT' takes one limb out");
}

void snw__load_hold_joints(const snw__loading *l, const snw_source *source) {
    const snw_robot *robot = *l->robot;
    int driven = 0;
    for (int i = 0; i < robot->joint_count; i++) {
        snw_joint_description *joint = &robot->joints[i];
        const bool several = joint->kind == SNW_JOINT_FREE || joint->kind == SNW_JOINT_PLANAR ||
                             joint->kind == SNW_JOINT_SPHERICAL;
        if (several) {
            joint->kind = SNW_JOINT_FIXED;
            tell_held(
                l, source, joint->name,
                "it has several coordinates, which no drive moves; it is held where it stands",
                "make it revolute or prismatic joints to move it");
        }
        driven += is_driven(joint);
    }
    const int most = l->options->most_driven;
    // couplings tie joints together: of such a robot none is taken out
    if (most > 0 && driven > most && robot->coupling_count == 0) {
        hold_deepest(l, source, driven - most);
    }
}
