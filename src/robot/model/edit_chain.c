// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edit_internal.h"

#include <string.h>

// Reversing a joint. Before, T_P_C = J M(q) with parent P, child C and J the joint's origin in P.
// After, C carries P:
//
//     T_C_P = M(q)^-1 J^-1
//
// M(q)^-1 is the motion about the opposite axis by the same q, so the joint keeps its coordinate,
// its zero and its limits. It now ends in the old joint frame; J^-1 from there to P is a fixed
// joint, and the frame between them a link without mass. When J is no motion, P itself is the end.

static bool is_identity(snw_pose T) {
    return snw_pose_near(T, snw_pose_identity(), 0);
}

static bool name_is_taken(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->link_count; i++) {
        if (strcmp(robot->links[i].name, name) == 0) return true;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        if (strcmp(robot->joints[i].name, name) == 0) return true;
    }
    return false;
}

// "<joint>_<what>"; false with a finding when there is no room for it, or when it is taken
static bool new_name(snw__edit *edit, int joint, const char *what, char out[SNW_NAME]) {
    const char *stem = edit->plan.joint_texts[joint];
    snw_text line = snw_text_over(out, SNW_NAME);
    snw_text_format(&line, "%s_%s", stem, what);
    if (!snw_text_is_cut(&line) && !name_is_taken(edit->out, out)) return true;
    snw__say(&edit->plan, SNW_ERR_DUPLICATE, "edit-name", "joints", stem,
             "the name '%s_%s' is needed, and taken or too long", stem, what);
    snw__error(&edit->plan, "rename the joint");
    return false;
}

// the link and the fixed joint between a reversed joint and the old parent
static void add_end(snw__edit *edit, int joint, snw_pose T_end_parent) {
    char end[SNW_NAME], mount[SNW_NAME];
    if (!new_name(edit, joint, "end", end) || !new_name(edit, joint, "mount", mount)) return;
    const int link = snw__edit_grow(edit, "links", 1);
    const int fixed = snw__edit_grow(edit, "joints", 1);
    if (link < 0 || fixed < 0) return;
    snw_joint_description *reversed = &edit->out->joints[joint];
    snw_joint_description *holding = &edit->out->joints[fixed];
    snw_copy_text(edit->out->links[link].name, SNW_NAME, end);
    snw_copy_text(holding->name, SNW_NAME, mount);
    snw_copy_text(holding->parent, SNW_NAME, end);
    snw_copy_text(holding->child, SNW_NAME, reversed->child);
    snw_copy_text(reversed->child, SNW_NAME, end);
    holding->origin = T_end_parent;
}

static void reverse(snw__edit *edit, int i) {
    snw_joint_description *joint = &edit->out->joints[i];
    if (joint->kind == SNW_JOINT_LAW) {
        snw__say(&edit->plan, SNW_ERR_UNSUPPORTED, "edit-law", "joints", joint->name,
                 "a law cannot be reversed");
        snw__error(&edit->plan, "choose a root on the near side of this joint, or fix the joint");
        return;
    }
    if (snw__kind_nq(joint->kind) > 1) {
        snw__say(&edit->plan, SNW_ERR_UNSUPPORTED, "edit-coordinates", "joints", joint->name,
                 "reversed, its coordinates are those of the inverse motion");
        snw__warning(&edit->plan, "convert stored positions of this joint");
    } else {
        joint->axis = snw_vec3_neg(joint->axis);
    }
    char old_parent[SNW_NAME];
    memcpy(old_parent, joint->parent, SNW_NAME);
    memcpy(joint->parent, joint->child, SNW_NAME);
    memcpy(joint->child, old_parent, SNW_NAME);
    const snw_pose T_joint_parent = snw_pose_inverse(joint->origin);
    if (joint->kind == SNW_JOINT_FIXED) {
        joint->origin = T_joint_parent;
        return;
    }
    const bool moved = !is_identity(joint->origin);
    joint->origin = snw_pose_identity();
    if (moved) add_end(edit, i, T_joint_parent);
}

snw_status snw_robot_rebase(const snw_robot *robot, const char *link, snw_setup *setup,
                            snw_robot **out, snw_diags *diags) {
    snw__edit edit;
    if (snw__edit_begin(&edit, robot, setup, diags)) {
        int at = snw__edit_link(&edit, link);
        while (at >= 0 && edit.plan.above[at] >= 0) {
            const int joint = edit.plan.above[at];
            reverse(&edit, joint);
            at = edit.plan.joint[joint].parent;
        }
    }
    return snw__edit_end(&edit, out);
}

// --- chains -------------------------------------------------------------------------------------

// what of the result is kept, by index
typedef struct selection {
    bool *link, *joint;
} selection;

// Marks the way between two links. In the numbering of the model a link is above another one when
// that lies in its run; going up from `first` until it is above `last` finds where the way turns.
static void mark_way(snw__edit *edit, int first, int last, selection *s) {
    const snw__plan *plan = &edit->plan;
    bool *above_last = snw__scratch(&edit->plan, plan->robot->link_count, sizeof(bool));
    if (above_last == NULL) return;
    for (int at = last;; at = plan->joint[plan->above[at]].parent) {
        above_last[at] = true;
        if (plan->above[at] < 0) break;
    }
    // up, reversing
    int turn = first;
    s->link[first] = true;
    while (!above_last[turn]) {
        const int joint = plan->above[turn], links = edit->out->link_count;
        const int joints = edit->out->joint_count;
        reverse(edit, joint);
        s->joint[joint] = true;
        turn = plan->joint[joint].parent;
        s->link[turn] = true;
        if (edit->out->link_count > links) s->link[links] = true;
        if (edit->out->joint_count > joints) s->joint[joints] = true;
    }
    // and down again, seen from the end
    for (int at = last; at != turn; at = plan->joint[plan->above[at]].parent) {
        s->link[at] = true;
        s->joint[plan->above[at]] = true;
    }
}

// a mimic relation to a joint outside goes on to the one that is moved itself, or is dropped
static void repair_mimic(snw__edit *edit, int i, const bool *keep_joint) {
    snw_joint_description *joint = &edit->out->joints[i];
    const snw__joint_plan *p = &edit->plan.joint[i];
    if (joint->mimic == NULL || keep_joint[p->follows]) return;
    if (keep_joint[p->source]) {
        snw_copy_text(joint->mimic->joint, SNW_NAME, edit->plan.joint_texts[p->source]);
        joint->mimic->multiplier = p->multiplier;
        joint->mimic->offset = p->offset;
        return;
    }
    snw__say(&edit->plan, SNW_ERR_UNSUPPORTED, "edit-dropped", "joints", joint->name,
             "the joint that it followed was removed; it now has its own coordinate");
    snw__warning(&edit->plan, "fix it first if it must not move");
    joint->mimic = NULL;
}

static void repair_spring(snw__edit *edit, int i, snw_spring **spring, const bool *keep_joint) {
    if (*spring == NULL || (*spring)->term_count == 0) return;
    int kept = 0;
    for (int k = 0; k < (*spring)->term_count; k++) {
        const snw_spring_term *term = &(*spring)->terms[k];
        const int joint = snw_names_find(&edit->plan.joints, term->joint, NULL);
        if (term->joint[0] != '\0' && !keep_joint[joint]) continue;
        (*spring)->terms[kept++] = *term;
    }
    if (kept == (*spring)->term_count) return;
    snw__say(&edit->plan, SNW_ERR_UNSUPPORTED, "edit-dropped", "joints", edit->plan.joint_texts[i],
             "a joint that its spring measured was removed");
    snw__warning(&edit->plan, "describe the spring again if it still acts");
    (*spring)->term_count = kept;
    // without terms a spring would measure its own joint
    if (kept == 0) *spring = NULL;
}

static void repair(snw__edit *edit, const selection *s) {
    for (int i = 0; i < edit->plan.robot->joint_count; i++) {
        if (!s->joint[i]) continue;
        repair_mimic(edit, i, s->joint);
        repair_spring(edit, i, &edit->out->joints[i].spring, s->joint);
        repair_spring(edit, i, &edit->out->joints[i].damper, s->joint);
    }
    snw__edit_drop_couplings(edit, s->joint);
    bool *keep = snw__scratch(&edit->plan, edit->out->attachment_count, sizeof *keep);
    if (keep == NULL) return;
    for (int i = 0; i < edit->out->attachment_count; i++) {
        keep[i] = s->link[snw_names_find(&edit->plan.links, edit->out->attachments[i].link, NULL)];
    }
    snw__edit_keep(edit, "attachments", keep);
    snw__edit_keep(edit, "joints", s->joint);
    snw__edit_keep(edit, "links", s->link);
}

snw_status snw_robot_extract(const snw_robot *robot, const char *first, const char *last,
                             snw_setup *setup, snw_robot **out, snw_diags *diags) {
    snw__edit edit;
    if (snw__edit_begin(&edit, robot, setup, diags)) {
        const int from = snw__edit_link(&edit, first), to = snw__edit_link(&edit, last);
        // each joint may bring a link and a joint more
        const int most = 2 * robot->link_count;
        selection s = {snw__scratch(&edit.plan, most, sizeof(bool)),
                       snw__scratch(&edit.plan, most, sizeof(bool))};
        if (from >= 0 && to >= 0 && s.link != NULL && s.joint != NULL) {
            mark_way(&edit, from, to, &s);
            // the rest of a mechanism that floats may move the first link in any way
            if (edit.plan.above[from] >= 0) edit.out->floating = false;
            if (edit.plan.first == SNW_OK && edit.memory == SNW_OK) repair(&edit, &s);
        }
    }
    return snw__edit_end(&edit, out);
}
