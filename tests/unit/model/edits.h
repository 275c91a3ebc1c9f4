// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODEL_EDITS_H
#define SINEW_TESTS_MODEL_EDITS_H

/// @file
/// Compares a mechanism with an edited one: by the reference in long double, from the two
/// descriptions alone.

#include "reference.h"

/// Findings of an edit.
typedef struct told {
    snw_diags diags;
    snw_why items[64];
} told;

__attribute__((unused)) static snw_diags *listen(told *t) {
    memset(t, 0, sizeof *t);
    t->diags = (snw_diags){.items = t->items, .capacity = 64};
    return &t->diags;
}

static bool has_joint(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->joint_count; i++) {
        if (strcmp(robot->joints[i].name, name) == 0) return true;
    }
    return false;
}

static bool has_link(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->link_count; i++) {
        if (strcmp(robot->links[i].name, name) == 0) return true;
    }
    return false;
}

/// Positions of the joints of `to` from those of `from` that have the same names.
__attribute__((unused)) static void carry_over(const snw_robot *from, const ref_places *before,
                                               const snw_robot *to, ref_places *after) {
    memset(after, 0, sizeof *after);
    memcpy(after->root, before->root, sizeof after->root);
    for (int i = 0; i < to->joint_count; i++) {
        if (!has_joint(from, to->joints[i].name)) continue;
        const int j = ref_joint(from, to->joints[i].name);
        memcpy(after->q[i], before->q[j], sizeof after->q[i]);
    }
}

/// The largest difference between the poses of links and attachments that both have, all seen from
/// the link `seen_from`.
__attribute__((unused)) static double moved_by(const snw_robot *a, const ref_places *at_a,
                                               const snw_robot *b, const ref_places *at_b,
                                               const char *seen_from) {
    const ref_pose A = ref_inverse(ref_link(a, at_a, seen_from));
    const ref_pose B = ref_inverse(ref_link(b, at_b, seen_from));
    double most = 0;
    for (int i = 0; i < a->link_count; i++) {
        const char *name = a->links[i].name;
        if (!has_link(b, name)) continue;
        most = fmax(most, ref_distance(ref_mul(A, ref_link(a, at_a, name)),
                                       ref_mul(B, ref_link(b, at_b, name))));
    }
    for (int i = 0; i < a->attachment_count; i++) {
        for (int k = 0; k < b->attachment_count; k++) {
            if (strcmp(a->attachments[i].name, b->attachments[k].name) != 0) continue;
            most = fmax(most, ref_distance(ref_mul(A, ref_frame(a, at_a, &a->attachments[i])),
                                           ref_mul(B, ref_frame(b, at_b, &b->attachments[k]))));
        }
    }
    return most;
}

/// Random positions for the joints of a compiled description.
__attribute__((unused)) static void draw(const snw_robot *robot, ref_places *places) {
    compiled c;
    double q[256];
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    random_q(&c.model, q);
    memset(places, 0, sizeof *places);
    ref_read(&c.model, robot, q, places);
    free(c.block);
}

#endif // SINEW_TESTS_MODEL_EDITS_H
