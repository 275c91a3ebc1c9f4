// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

snw_pose snw__hand_pose(snw__hand *hand, const double *axes) {
    snw_arm_to_q(hand->arm, axes, hand->q);
    hand->work += SNW__WORK_POSE;
    SNW_IGNORE(snw_kin_update(&hand->kin, hand->q));
    return snw_pose_mul(hand->kin.T_world_link[hand->link], hand->T_link_tip);
}

static void take(const snw__hand *hand, const double *q, double *axes) {
    for (int i = 0; i < hand->arm->count; i++) {
        axes[i] = q[hand->arm->q_index[i]];
    }
}

// names the joint that a branch drives beyond its limits
static void blame_limit(const snw__hand *hand, const snw_ik_branches *all, snw_why *why) {
    const snw_ik_branch *best = &all->items[0];
    for (int i = 1; i < all->count; i++) {
        if (all->items[i].overshoot < best->overshoot) best = &all->items[i];
    }
    const int axis = hand->axis[hand->closed.v_index[best->limit_joint]];
    snw_why_set(why, SNW_ERR_LIMIT, snw_arm_axis_name(hand->arm, axis),
                "the hand would need this joint beyond its limit");
    snw_why_rule(why, "limit");
    snw_why_add(why, "beyond", best->overshoot, "");
}

static snw_status solve_closed(snw__hand *hand, snw_pose T, int branch, snw_why *why) {
    snw_ik_branches all;
    const snw_status status = snw_ik_closed_all(&hand->closed, T, NULL, hand->q, &all, why);
    if (snw_failed(status)) {
        snw_why_rule(why, "unreachable");
        return status;
    }
    int pick =
        branch < 0 ? snw_ik_nearest(&hand->closed, &all, hand->q) : snw_ik_named(&all, branch);
    if (pick >= 0 && all.items[pick].limit_joint >= 0) pick = -1;
    if (pick < 0 && branch >= 0 && snw_ik_named(&all, branch) < 0) {
        snw_why_set(why, SNW_ERR_UNREACHABLE, "branch", "the pose has no such configuration");
        snw_why_rule(why, "unreachable");
        snw_why_add(why, "branch", branch, "");
        return SNW_ERR_UNREACHABLE;
    }
    if (pick < 0) {
        blame_limit(hand, &all, why);
        return SNW_ERR_LIMIT;
    }
    hand->branch = all.items[pick].branch;
    memcpy(hand->found, hand->q, sizeof *hand->q * (size_t)hand->arm->model->nq);
    for (int i = 0; i < hand->closed.chain.count; i++) {
        hand->found[hand->closed.q_index[i]] = all.items[pick].q[i];
    }
    return SNW_OK;
}

// from the reference by Newton's steps; a few starts are enough for goals far away
static snw_status solve_numeric(snw__hand *hand, snw_pose T, snw_why *why) {
    snw_ik_target target = snw_ik_target_pose(T);
    for (int i = 0; i < 6; i++) {
        target.tolerance[i] = 1e-10;
    }
    snw_ik_options options = snw_ik_options_default();
    options.starts = 16;
    snw_ik_result result;
    snw_ik_solve(&hand->ik, &target, &options, hand->q, hand->found, &result);
    if (result.status == SNW_IK_OK) return SNW_OK;
    if (why != NULL) *why = result.why;
    snw_why_rule(why, result.status == SNW_IK_LIMIT ? "limit" : "unreachable");
    return result.status == SNW_IK_LIMIT ? SNW_ERR_LIMIT : SNW_ERR_UNREACHABLE;
}

snw_status snw__hand_solve(snw__hand *hand, snw_pose T, const double *reference, int branch,
                           double *axes, snw_why *why) {
    snw_arm_to_q(hand->arm, reference, hand->q);
    hand->solutions++;
    hand->work += SNW__WORK_SOLVE;
    snw_status status;
    if (hand->closed_form) {
        status = solve_closed(hand, T, branch, why);
    } else if (branch >= 0) {
        snw_why_set(why, SNW_ERR_UNSUPPORTED, "branch", "this arm has no named configurations");
        status = SNW_ERR_UNSUPPORTED;
    } else {
        status = solve_numeric(hand, T, why);
    }
    if (status == SNW_OK) take(hand, hand->found, axes);
    return status;
}

// J x = b for the rates of the path; as many rates as directions by QR, more by the shortest
static snw_status invert(snw__hand *hand, snw_vec3 lin, snw_vec3 ang, double *x) {
    double b[6] = {lin.x, lin.y, lin.z, ang.x, ang.y, ang.z};
    snw_status status;
    if (hand->count <= 6) {
        status = snw_qr_solve(&hand->qr, snw_mat_over(b, 6, 1),
                              snw_mat_over(hand->solution, hand->count, 1));
    } else {
        status = snw_pinv_apply(&hand->pinv, b, hand->solution);
    }
    memset(x, 0, sizeof *x * (size_t)hand->arm->model->nv);
    for (int i = 0; i < hand->count; i++) {
        x[hand->rates[i]] = hand->solution[i];
    }
    return status;
}

static snw_status factor(snw__hand *hand) {
    const snw_mat J = snw_mat_over(&hand->path[0].lin.x, 6, hand->count);
    if (hand->count <= 6) {
        const snw_status status = snw_qr_factor(&hand->qr, J, 1e-10);
        if (snw_failed(status)) return status;
        return hand->qr.rank < hand->count ? SNW_ERR_SINGULAR : SNW_OK;
    }
    snw_pinv_config config = snw_pinv_defaults();
    config.threshold = 1e-10;
    const snw_status status = snw_pinv_update(&hand->pinv, J, &config);
    if (snw_failed(status)) return status;
    return hand->pinv.rank < 6 ? SNW_ERR_SINGULAR : SNW_OK;
}

// V = J v,  A = J a + (dJ/dt) v; the last term is the hand's acceleration while a = 0
snw_status snw__hand_rates(snw__hand *hand, const double *axes, snw_twist V, snw_accel A, double *v,
                           double *a) {
    const int nv = hand->arm->model->nv;
    hand->work += SNW__WORK_RATES;
    snw_arm_to_q(hand->arm, axes, hand->q);
    snw_status status = snw_kin_update(&hand->kin, hand->q);
    if (snw_failed(status)) return status;
    snw_kin_jacobian(&hand->kin, hand->link, hand->T_link_tip.p, hand->J);
    snw_kin_select(hand->J, hand->rates, hand->count, hand->path);
    status = factor(hand);
    if (status == SNW_OK) status = invert(hand, V.lin, V.ang, hand->v);
    if (snw_failed(status)) return status;
    snw_arm_from_v(hand->arm, hand->v, v);

    memset(hand->a, 0, sizeof *hand->a * (size_t)nv);
    status = snw_kin_update_acceleration(&hand->kin, hand->q, hand->v, hand->a);
    if (snw_failed(status)) return status;
    const snw_accel drift = snw_kin_acceleration(&hand->kin, hand->link, hand->T_link_tip.p);
    status = invert(hand, snw_vec3_sub(A.lin, drift.lin), snw_vec3_sub(A.ang, drift.ang), hand->a);
    if (!snw_failed(status)) snw_arm_from_v(hand->arm, hand->a, a);
    return status;
}
