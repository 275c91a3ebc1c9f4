// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// the moving joints on the way from the root, first one first
static snw_status collect(const snw_model *model, int link, int *path, int *count, snw_why *why) {
    *count = 0;
    for (int i = link; i > 0; i = model->links[i].parent) {
        const snw_link *l = &model->links[i];
        if (l->joint == SNW_JOINT_FIXED) continue;
        const bool plain = l->joint == SNW_JOINT_REVOLUTE || l->joint == SNW_JOINT_CONTINUOUS ||
                           l->joint == SNW_JOINT_PRISMATIC;
        if (!plain) {
            return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "ik-form", l->joint_name,
                                   "a joint of this kind has no closed form",
                                   "use the numeric solver");
        }
        if (l->nq != 1) {
            return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "ik-form", l->joint_name,
                                   "a joint that follows another has no closed form",
                                   "use the numeric solver");
        }
        if (*count == SNW_IK_CLOSED_JOINTS) {
            snw_status status =
                snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "ik-form", model->name,
                                "the chain has too many joints", "use the numeric solver");
            snw_why_add(why, "most", SNW_IK_CLOSED_JOINTS, "");
            return status;
        }
        path[(*count)++] = i;
    }
    for (int i = 0; i < *count / 2; i++) {
        const int kept = path[i];
        path[i] = path[*count - 1 - i];
        path[*count - 1 - i] = kept;
    }
    return SNW_OK;
}

snw_status snw__chain_of(const snw_model *model, int link, int frame, snw_ik_closed *closed,
                         snw_why *why) {
    int path[SNW_IK_CLOSED_JOINTS], count = 0;
    const snw_status status = collect(model, link, path, &count, why);
    if (snw_failed(status)) return status;
    snw_ik_chain *chain = &closed->chain;
    memset(chain, 0, sizeof *chain);
    chain->count = count;
    // link frames when all values are 0: the constant poses multiplied along the way
    int way[SNW_MODEL_LINKS], steps = 0;
    for (int i = link; i > 0; i = model->links[i].parent) {
        way[steps++] = i;
    }
    snw_pose T = snw_pose_identity();
    int joint = 0;
    for (int i = steps - 1; i >= 0; i--) {
        const snw_link *l = &model->links[way[i]];
        T = snw_pose_mul(T, l->T_parent_joint);
        if (joint < count && way[i] == path[joint]) {
            chain->slides[joint] = l->joint == SNW_JOINT_PRISMATIC;
            chain->axis[joint] = snw_mat3_apply(T.R, l->axis);
            chain->point[joint] = T.p;
            closed->q_index[joint] = l->q_index;
            closed->v_index[joint] = l->v_index;
            closed->shift[joint++] = l->shift;
        }
    }
    if (frame >= 0) T = snw_pose_mul(T, model->frames[frame].T_link_frame);
    chain->T_base_tip = T;
    // the point of an axis that is nearest to the tip: it does not depend on where link frames lie
    for (int i = 0; i < count; i++) {
        const snw_vec3 arm = snw_vec3_sub(T.p, chain->point[i]);
        chain->point[i] =
            snw_vec3_add_scaled(chain->point[i], chain->axis[i], snw_vec3_dot(chain->axis[i], arm));
    }
    return SNW_OK;
}

// T = E1 ... En M, so T^-1 = E'n ... E'1 M^-1 with E' = M^-1 E^-1 M: the axes seen from the tool,
// turned round, last joint first.
void snw__chain_reverse(const snw_ik_chain *chain, snw_ik_chain *reversed) {
    const snw_pose tool = snw_pose_inverse(chain->T_base_tip);
    const int n = chain->count;
    reversed->count = n;
    reversed->T_base_tip = tool;
    for (int i = 0; i < n; i++) {
        const int from = n - 1 - i;
        reversed->slides[i] = chain->slides[from];
        reversed->axis[i] = snw_vec3_neg(snw_mat3_apply(tool.R, chain->axis[from]));
        reversed->point[i] = snw_pose_apply(tool, chain->point[from]);
    }
}

snw_pose snw__chain_pose(const snw_ik_chain *chain, const double *values) {
    snw_pose T = chain->T_base_tip;
    for (int i = chain->count - 1; i >= 0; i--) {
        const snw_vec3 k = chain->axis[i];
        if (chain->slides[i]) {
            T.p = snw_vec3_add_scaled(T.p, k, values[i]);
        } else {
            const snw__turn t = snw__turn_of(values[i]);
            const snw_vec3 arm = snw_vec3_sub(T.p, chain->point[i]);
            T.p = snw_vec3_add(chain->point[i], snw__turned(k, t, arm));
            T.R = snw__turned_mat3(k, t, T.R);
        }
    }
    return T;
}

double snw__chain_meet(const snw_ik_chain *chain, int first, int count, snw_vec3 *point) {
    // the point with the least sum of squared distances: sum (1 - k k^T) (p - o) = 0
    snw_mat3 A = snw_mat3_zero();
    snw_vec3 b = snw_vec3_zero();
    for (int i = first; i < first + count; i++) {
        const snw_vec3 k = chain->axis[i];
        const snw_mat3 across = snw_mat3_sub(
            snw_mat3_identity(),
            snw_mat3_of(snw_vec3_scale(k, k.x), snw_vec3_scale(k, k.y), snw_vec3_scale(k, k.z)));
        A = snw_mat3_add(A, across);
        b = snw_vec3_add(b, snw_mat3_apply(across, chain->point[i]));
    }
    snw_mat3 inverse;
    if (!(snw_mat3_det(A) > 1e-9) || snw_failed(snw_mat3_inverse(A, &inverse))) return HUGE_VAL;
    *point = snw_mat3_apply(inverse, b);
    double worst = 0;
    for (int i = first; i < first + count; i++) {
        const snw_vec3 arm = snw_vec3_sub(*point, chain->point[i]);
        worst = fmax(worst, snw_vec3_norm(snw_vec3_cross(chain->axis[i], arm)));
    }
    return worst;
}

double snw__chain_slant(const snw_ik_chain *chain, int i, int j) {
    return snw_vec3_norm(snw_vec3_cross(chain->axis[i], chain->axis[j]));
}
