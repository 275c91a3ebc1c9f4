// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "closed_internal.h"

#define TURN (2 * 3.141592653589793)

const char *snw_ik_form_name(snw_ik_form form) {
    static const char *const names[] = {
        "none",           "spherical wrist",        "spherical shoulder",
        "three parallel", "shoulder, elbow, wrist", "shoulder, elbow, wrist of four",
        "last joint held"};
    return form >= SNW_IK_NO_FORM && form <= SNW_IK_LAST_HELD ? names[form] : "none";
}

// --- from the whole chain to the form and back --------------------------------------------------

// the last joint's motion, seen in the tip's frame
static snw_pose last_motion(const snw_ik_chain *chain, double value) {
    const int last = chain->count - 1;
    const snw_vec3 o = chain->point[last], p = chain->T_base_tip.p;
    const snw__turn t = snw__turn_of(value);
    const snw_vec3 arm = snw__turned(chain->axis[last], t, snw_vec3_sub(p, o));
    const snw_pose moved = snw_pose_of(snw__turned_mat3(chain->axis[last], t, chain->T_base_tip.R),
                                       snw_vec3_add(o, arm));
    return snw_pose_inverse_mul(chain->T_base_tip, moved);
}

static void reverse_values(double *values, int count) {
    for (int i = 0; i < count / 2; i++) {
        const double kept = values[i];
        values[i] = values[count - 1 - i];
        values[count - 1 - i] = kept;
    }
}

static void reverse_candidates(snw__candidates *found, int joints) {
    for (int j = 0; j < joints / 2; j++) {
        const int other = joints - 1 - j;
        for (int i = 0; i < found->count; i++) {
            const double c = found->c[j][i], s = found->s[j][i];
            found->c[j][i] = found->c[other][i];
            found->s[j][i] = found->s[other][i];
            found->c[other][i] = c;
            found->s[other][i] = s;
        }
    }
}

void snw__closed_candidates(const snw_ik_closed *closed, snw_pose goal, const double *parameters,
                            const double *held, snw__candidates *found) {
    const bool last_held = closed->form == SNW_IK_LAST_HELD;
    const snw_ik_form form = last_held ? closed->inner : closed->form;
    const int count = closed->core.count;
    double keep[SNW_IK_CLOSED_JOINTS];
    memcpy(keep, held, sizeof(double) * (size_t)count);
    found->count = 0;
    found->gap = 0;
    found->unit = "m";
    if (last_held) {
        goal = snw_pose_mul(goal, snw_pose_inverse(last_motion(&closed->chain, parameters[0])));
    }
    const bool reversed = closed->reversed;
    if (reversed) {
        goal = snw_pose_inverse(goal);
        reverse_values(keep, count);
    }
    const snw__question question = {closed, &closed->core, goal, parameters, keep};
    if (form == SNW_IK_THREE_PARALLEL) {
        snw__solve_parallel(&question, found);
    } else if (form == SNW_IK_ELBOW || form == SNW_IK_ELBOW_FOUR) {
        snw__solve_elbow(&question, found);
    } else {
        snw__solve_wrist(&question, found);
    }
    if (reversed) reverse_candidates(found, count);
    for (int i = 0; last_held && i < found->count; i++) {
        snw__candidate_turn(found, i, count, snw__turn_of(parameters[0]));
    }
}

void snw__parameters_of(const snw_ik_closed *closed, const double *values, double *parameters) {
    parameters[0] = parameters[1] = 0;
    if (closed->form == SNW_IK_LAST_HELD) {
        parameters[0] = values[closed->chain.count - 1];
    } else if (closed->form == SNW_IK_ELBOW || closed->form == SNW_IK_ELBOW_FOUR) {
        SNW_IGNORE(snw__arm_angle(closed, values, &parameters[0]));
        parameters[1] = closed->form == SNW_IK_ELBOW_FOUR ? values[4] : 0;
    }
}

// --- limits -------------------------------------------------------------------------------------

static void place(snw__placing *placing) {
#define NAME(isa) snw__place_f64_##isa,
    static snw__place_fn *const each[] = {SNW_KERNEL_EACH(NAME)};
    each[snw_lanes_isa()](placing);
}

// lanes that a vector holds beside the candidates get turns too, so that all is defined
static void fill_up(snw__candidates *found, int joints) {
    const int end = (found->count + 7) / 8 * 8;
    for (int j = 0; j < joints; j++) {
        for (int i = found->count; i < end; i++) {
            found->c[j][i] = 1;
            found->s[j][i] = 0;
        }
    }
}

// candidates in the order of their branch numbers
static void order_of(const snw__candidates *found, int *order) {
    for (int i = 0; i < found->count; i++) {
        int j = i;
        for (; j > 0 && found->branch[i] < found->branch[order[j - 1]]; j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

static void fill_branches(const snw_ik_closed *closed, snw__candidates *found, const double *q,
                          snw_ik_branches *branches) {
    const int joints = closed->chain.count;
    snw__placing p;
    p.found = found;
    p.slides = closed->chain.slides;
    p.shift = closed->shift;
    p.joints = joints;
    for (int i = 0; i < joints; i++) {
        const int at = closed->q_index[i];
        p.lower[i] = closed->model->lower[at];
        p.upper[i] = closed->model->upper[at];
        // what is nearest within limits does not change, and far away angles lose their digits
        p.reference[i] = fmax(p.lower[i], fmin(q[at], p.upper[i]));
    }
    fill_up(found, joints);
    place(&p);
    int order[SNW_IK_CLOSED_BRANCHES];
    order_of(found, order);
    branches->count = found->count;
    for (int i = 0; i < found->count; i++) {
        snw_ik_branch *b = &branches->items[i];
        const int from = order[i];
        b->branch = found->branch[from];
        b->singular = found->singular[from];
        b->limit_joint = (int)p.limit_joint[from];
        b->limit_side = (int)p.limit_side[from];
        b->overshoot = p.overshoot[from];
        for (int j = 0; j < joints; j++) {
            b->q[j] = p.q[j][from];
        }
    }
}

// --- all branches -------------------------------------------------------------------------------

static snw_status check_goal(const snw_ik_closed *closed, snw_pose goal, const double *parameters,
                             const double *q, snw_why *why) {
    bool finite = snw_pose_is_finite(goal);
    for (int i = 0; i < closed->parameter_count; i++) {
        finite = finite && isfinite(parameters[i]);
    }
    for (int i = 0; i < closed->chain.count; i++) {
        finite = finite && isfinite(q[closed->q_index[i]]);
    }
    if (!finite) {
        return snw_refuse(why, SNW_ERR_NOT_FINITE, closed->model->name, "the pose or the reference",
                          NULL);
    }
    if (snw_mat3_drift(goal.R) <= 1e-6 && snw_mat3_det(goal.R) > 0) return SNW_OK;
    return snw_refuse(why, SNW_ERR_RANGE, closed->model->name,
                      "the rotation of the pose is not valid",
                      "make its axes orthonormal and right-handed");
}

static void values_of(const snw_ik_closed *closed, const double *q, double *values) {
    for (int i = 0; i < closed->chain.count; i++) {
        values[i] = q[closed->q_index[i]] + closed->shift[i];
    }
}

snw_status snw_ik_closed_all(const snw_ik_closed *closed, snw_pose T_base_tip,
                             const double *parameters, const double *q, snw_ik_branches *branches,
                             snw_why *why) {
    branches->count = 0;
    if (closed->form == SNW_IK_NO_FORM) {
        return snw_refuse(why, SNW_ERR_STATE, NULL, "there is no closed form", NULL);
    }
    const snw_status status = check_goal(closed, T_base_tip, parameters, q, why);
    if (snw_failed(status)) return status;
    double held[SNW_IK_CLOSED_JOINTS];
    values_of(closed, q, held);
    snw__candidates found;
    snw__closed_candidates(closed, T_base_tip, parameters, held, &found);
    if (found.count > 0) {
        fill_branches(closed, &found, q, branches);
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_UNREACHABLE, closed->model->name, found.what);
    snw_why_rule(why, "ik-reach");
    snw_why_add(why, "by", found.gap, found.unit);
    return SNW_ERR_UNREACHABLE;
}

int snw_ik_named(const snw_ik_branches *branches, int branch) {
    for (int i = 0; i < branches->count; i++) {
        if (branches->items[i].branch == branch) return i;
    }
    return -1;
}

int snw_ik_nearest(const snw_ik_closed *closed, const snw_ik_branches *branches, const double *q) {
    int nearest = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < branches->count; i++) {
        const snw_ik_branch *b = &branches->items[i];
        if (b->limit_joint >= 0) continue;
        double distance = 0;
        for (int k = 0; k < closed->chain.count; k++) {
            distance = fmax(distance, fabs(b->q[k] - q[closed->q_index[k]]));
        }
        if (!(distance < least)) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

snw_status snw_ik_branch_of(const snw_ik_closed *closed, const double *q, int *branch,
                            double *parameters) {
    if (closed->form == SNW_IK_NO_FORM) return SNW_ERR_STATE;
    double values[SNW_IK_CLOSED_JOINTS] = {0}, own[2] = {0};
    values_of(closed, q, values);
    for (int i = 0; i < closed->chain.count; i++) {
        if (!isfinite(values[i])) return SNW_ERR_NOT_FINITE;
    }
    snw__parameters_of(closed, values, own);
    snw__candidates found;
    snw__closed_candidates(closed, snw__chain_pose(&closed->chain, values), own, values, &found);
    double least = HUGE_VAL;
    for (int i = 0; i < found.count; i++) {
        double worst = 0;
        for (int k = 0; k < closed->chain.count; k++) {
            const double d = snw__candidate_value(&found, &closed->chain, i, k) - values[k];
            worst = fmax(worst, fabs(closed->chain.slides[k] ? d : remainder(d, TURN)));
        }
        if (!(worst < least)) continue;
        least = worst;
        *branch = found.branch[i];
    }
    for (int i = 0; i < closed->parameter_count; i++) {
        parameters[i] = own[i];
    }
    return least < 1e-3 ? SNW_OK : SNW_ERR_SINGULAR;
}

const char *snw_ik_branch_name(const snw_ik_closed *closed, int branch, char *out, size_t size) {
    static const char *const names[2][8] = {
        {"right above noflip", "left above noflip", "right below noflip", "left below noflip",
         "right above flip", "left above flip", "right below flip", "left below flip"},
        {"right above front", "left above front", "right below front", "left below front",
         "right above back", "left above back", "right below back", "left below back"}};
    snw_copy_text(out, size, names[closed->reversed ? 1 : 0][branch & 7]);
    return out;
}
