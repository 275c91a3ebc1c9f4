// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edit_internal.h"

#include <string.h>

#include "sinew/model/joint.h"

// joints that are held: where, in their own coordinates
typedef struct holding {
    bool *held;     // [joint_count]
    bool *free;     // [joint_count] the opposite, for lists that keep
    double (*q)[7]; // [joint_count]
} holding;

static void say(snw__edit *edit, int joint, snw_status code, const char *text) {
    snw__say(&edit->plan, code, "edit-joint", "joints", edit->plan.joint_texts[joint], "%s", text);
}

static bool is_place(snw_joint_kind kind, const double *q) {
    const int nq = snw__kind_nq(kind);
    for (int k = 0; k < nq; k++) {
        if (!isfinite(q[k])) return false;
    }
    if (nq == snw__kind_nv(kind)) return true;
    const double *r = q + nq - 4;
    return fabs(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] - 1) <= 2e-3;
}

static void hold(snw__edit *edit, const snw_fixture *fixture, holding *h) {
    const int i = snw__edit_joint(edit, fixture->joint);
    if (i < 0) return;
    const snw_joint_kind kind = edit->plan.robot->joints[i].kind;
    if (kind == SNW_JOINT_FIXED || edit->plan.joint[i].follows >= 0) {
        say(edit, i, SNW_ERR_ARGUMENT, "it has no coordinate of its own");
        snw__error(&edit->plan, "fix a joint that moves, or the one that it follows");
    } else if (h->held[i]) {
        say(edit, i, SNW_ERR_DUPLICATE, "it is fixed twice");
        snw__error(&edit->plan, "give one position");
    } else if (!is_place(kind, fixture->q)) {
        say(edit, i, SNW_ERR_RANGE, "its position is not finite, or not a unit quaternion");
        snw__error(&edit->plan, "give a position of this joint");
    } else {
        h->held[i] = true;
        memcpy(h->q[i], fixture->q, sizeof fixture->q);
    }
}

static void hold_followers(snw__edit *edit, holding *h) {
    for (int i = 0; i < edit->plan.robot->joint_count; i++) {
        const snw__joint_plan *p = &edit->plan.joint[i];
        if (p->follows < 0 || !h->held[p->source]) continue;
        h->held[i] = true;
        h->q[i][0] = p->multiplier * h->q[p->source][0] + p->offset;
    }
}

// a fixed joint where the moving one would be
static void freeze(snw__edit *edit, int i, const double *q) {
    snw_link link = {.q_index = 0, .source_q = 0};
    snw__fill_joint(&edit->plan, i, &link);
    const snw_pose motion = snw_joint_motion(&link, q);
    if (!snw_pose_is_finite(motion)) {
        say(edit, i, SNW_ERR_NOT_FINITE, "its law gives no pose there");
        snw__error(&edit->plan, "give a position of this joint");
        return;
    }
    snw_joint_description *joint = &edit->out->joints[i];
    const snw_joint_description was = *joint;
    // the defaults of all that only a moving joint has; what it pointed to stays behind
    snw_block_defaults(&snw_joint_description_type, joint);
    memcpy(joint->name, was.name, SNW_NAME);
    memcpy(joint->parent, was.parent, SNW_NAME);
    memcpy(joint->child, was.child, SNW_NAME);
    joint->kind = SNW_JOINT_FIXED;
    joint->origin = snw_pose_mul(was.origin, motion);
}

// A term of a held joint is constant, w (q - d) = c. Another term takes it up by its offset:
// w1 (q1 - d1) + c = w1 (q1 - (d1 - c / w1)). A damper has only to forget it.
static void repair_spring(snw__edit *edit, int i, snw_spring **spring, const holding *h,
                          bool is_damper) {
    if (*spring == NULL || (*spring)->term_count == 0) return;
    double constant = 0;
    int kept = 0, carrier = -1;
    for (int k = 0; k < (*spring)->term_count; k++) {
        const snw_spring_term term = (*spring)->terms[k];
        const int joint = snw_names_find(&edit->plan.joints, term.joint, NULL);
        if (term.joint[0] != '\0' && h->held[joint]) {
            constant += term.weight * (h->q[joint][0] - term.offset);
            continue;
        }
        if (term.weight != 0) carrier = kept;
        (*spring)->terms[kept++] = term;
    }
    (*spring)->term_count = kept;
    if (!is_damper && carrier >= 0) {
        (*spring)->terms[carrier].offset -= constant / (*spring)->terms[carrier].weight;
    }
    if (kept > 0 && (is_damper || carrier >= 0 || constant == 0)) return;
    *spring = NULL;
    if (is_damper || constant == 0) return;
    snw__say(&edit->plan, SNW_ERR_UNSUPPORTED, "edit-dropped", "joints", edit->plan.joint_texts[i],
             "the joints that its spring measured are fixed; its effort was constant");
    snw_why_add(&edit->plan.why, "sum of terms", constant, "");
    snw__warning(&edit->plan, "describe the spring again if it still acts");
}

static void apply(snw__edit *edit, const holding *h) {
    for (int i = 0; i < edit->plan.robot->joint_count; i++) {
        h->free[i] = !h->held[i];
        if (h->held[i]) {
            freeze(edit, i, h->q[i]);
            continue;
        }
        snw_joint_description *joint = &edit->out->joints[i];
        repair_spring(edit, i, &joint->spring, h, false);
        repair_spring(edit, i, &joint->damper, h, true);
    }
    snw__edit_drop_couplings(edit, h->free);
}

snw_status snw_robot_fix(const snw_robot *robot, const snw_fixture *fixtures, int count,
                         snw_setup *setup, snw_robot **out, snw_diags *diags) {
    snw__edit edit;
    if (snw__edit_begin(&edit, robot, setup, diags)) {
        holding h = {.held = snw__scratch(&edit.plan, robot->joint_count, sizeof(bool)),
                     .free = snw__scratch(&edit.plan, robot->joint_count, sizeof(bool)),
                     .q = snw__scratch(&edit.plan, robot->joint_count, sizeof *h.q)};
        if (h.held == NULL || h.free == NULL || h.q == NULL) edit.memory = SNW_ERR_MEMORY;
        for (int i = 0; edit.memory == SNW_OK && i < count; i++) {
            hold(&edit, &fixtures[i], &h);
        }
        if (edit.memory == SNW_OK && edit.plan.first == SNW_OK) {
            hold_followers(&edit, &h);
            apply(&edit, &h);
        }
    }
    return snw__edit_end(&edit, out);
}
