// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

snw_pose snw__tip_pose(snw__tip *tip, const double *axes) {
    snw_arm_to_q(tip->arm, axes, tip->q);
    tip->work += SNW__WORK_POSE;
    SNW_IGNORE(snw_kin_update(&tip->kin, tip->q));
    return snw_pose_mul(tip->kin.T_world_link[tip->link], tip->T_link_tip);
}

// no branch is within limits: names the joint that passes its own least
static void name_passed_limit(const snw__tip *tip, const snw_ik_branches *all, snw_why *why) {
    const snw_ik_branch *best = &all->items[0];
    for (int i = 1; i < all->count; i++) {
        if (all->items[i].overshoot < best->overshoot) best = &all->items[i];
    }
    const int axis = tip->axis[tip->closed.v_index[best->limit_joint]];
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_LIMIT, "limit", snw_arm_axis_name(tip->arm, axis),
                               "the pose needs this joint beyond its limit",
                               "choose another pose"));
    snw_why_add(why, "beyond", best->overshoot, "");
}

// all branches; of those within limits the nearest, or the one that was asked for, to tip->found
static snw_status solve_closed(snw__tip *tip, snw_pose T, int branch, snw_why *why) {
    snw_ik_branches all;
    const snw_status status = snw_ik_closed_all(&tip->closed, T, NULL, tip->q, &all, why);
    if (snw_failed(status)) {
        snw_why_rule(why, "unreachable");
        return status;
    }
    const int pick =
        branch < 0 ? snw_ik_nearest(&tip->closed, &all, tip->q) : snw_ik_named(&all, branch);
    if (pick < 0 && branch >= 0) {
        const snw_status none = snw_refuse_rule(why, SNW_ERR_UNREACHABLE, "unreachable", "branch",
                                                "the pose cannot be reached in this configuration",
                                                "choose another one, or -1 for the nearest");
        snw_why_add(why, "branch", branch, "");
        return none;
    }
    if (pick < 0 || all.items[pick].limit_joint >= 0) {
        name_passed_limit(tip, &all, why);
        return SNW_ERR_LIMIT;
    }
    tip->branch = all.items[pick].branch;
    memcpy(tip->found, tip->q, sizeof *tip->q * (size_t)tip->arm->model->nq);
    for (int i = 0; i < tip->closed.chain.count; i++) {
        tip->found[tip->closed.q_index[i]] = all.items[pick].q[i];
    }
    return SNW_OK;
}

// a floating base would take part in the solution, and no axis moves it
static snw_status refuse_floating(const snw__tip *tip, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "unreachable", tip->arm->name,
                           "the base floats, so no pose of the tool is certain",
                           "move the joints, or hold the base: base=\"fixed\"");
}

snw_status snw__tip_inverse(snw__tip *tip, snw_pose T, const double *reference, int branch,
                            double *axes, snw_why *why) {
    if (tip->arm->model->floating) return refuse_floating(tip, why);
    snw_arm_to_q(tip->arm, reference, tip->q);
    tip->solutions++;
    tip->work += SNW__WORK_INVERSE;
    if (tip->closed_form) {
        const snw_status status = solve_closed(tip, T, branch, why);
        if (snw_failed(status)) return status;
    } else {
        if (branch >= 0) {
            return snw_refuse(why, SNW_ERR_UNSUPPORTED, "branch",
                              "this arm has no named configurations", "leave the branch at -1");
        }
        // by Newton's steps from the reference; a few starts are enough for goals far away
        snw_ik_target target = snw_ik_target_pose(T);
        for (int i = 0; i < 6; i++) {
            target.tolerance[i] = 1e-10;
        }
        snw_ik_options options = snw_ik_options_default();
        options.starts = 16;
        snw_ik_result result;
        snw_ik_solve(&tip->ik, &target, &options, tip->q, tip->found, &result);
        if (result.status != SNW_IK_OK) {
            const bool limit = result.status == SNW_IK_LIMIT;
            if (why != NULL) *why = result.why;
            snw_why_rule(why, limit ? "limit" : "unreachable");
            return limit ? SNW_ERR_LIMIT : SNW_ERR_UNREACHABLE;
        }
    }
    for (int i = 0; i < tip->arm->count; i++) {
        axes[i] = tip->found[tip->arm->q_index[i]];
    }
    return SNW_OK;
}

// factors the columns of the rates that move the tip: as many rates as directions by QR, more by
// the pseudo-inverse
static snw_status factor_columns(snw__tip *tip) {
    const snw_mat J = snw_mat_over(&tip->columns[0].lin.x, 6, tip->count);
    if (tip->count <= 6) {
        const snw_status status = snw_qr_factor(&tip->qr, J, 1e-10);
        if (snw_failed(status)) return status;
        return tip->qr.rank < tip->count ? SNW_ERR_SINGULAR : SNW_OK;
    }
    snw_pinv_config config = snw_pinv_defaults();
    config.threshold = 1e-10;
    const snw_status status = snw_pinv_update(&tip->pinv, J, &config);
    if (snw_failed(status)) return status;
    return tip->pinv.rank < 6 ? SNW_ERR_SINGULAR : SNW_OK;
}

// J x = b for the factored columns, the shortest x where there are more rates than directions
static snw_status solve_rates(snw__tip *tip, snw_vec3 lin, snw_vec3 ang, double *x) {
    double b[6] = {lin.x, lin.y, lin.z, ang.x, ang.y, ang.z};
    snw_status status;
    if (tip->count <= 6) {
        status = snw_qr_solve(&tip->qr, snw_mat_over(b, 6, 1),
                              snw_mat_over(tip->solution, tip->count, 1));
    } else {
        status = snw_pinv_apply(&tip->pinv, b, tip->solution);
    }
    memset(x, 0, sizeof *x * (size_t)tip->arm->model->nv);
    for (int i = 0; i < tip->count; i++) {
        x[tip->rates[i]] = tip->solution[i];
    }
    return status;
}

// V = J v,  A = J a + (dJ/dt) v; the last term is the tip's acceleration while a = 0
snw_status snw__tip_rates(snw__tip *tip, const double *axes, snw_twist V, snw_accel A, double *v,
                          double *a) {
    tip->work += SNW__WORK_RATES;
    snw_arm_to_q(tip->arm, axes, tip->q);
    snw_status status = snw_kin_update(&tip->kin, tip->q);
    if (snw_failed(status)) return status;
    snw_kin_jacobian(&tip->kin, tip->link, tip->T_link_tip.p, tip->J);
    snw_kin_select(tip->J, tip->rates, tip->count, tip->columns);
    status = factor_columns(tip);
    if (status == SNW_OK) status = solve_rates(tip, V.lin, V.ang, tip->v);
    if (snw_failed(status)) return status;
    snw_arm_from_v(tip->arm, tip->v, v);

    memset(tip->a, 0, sizeof *tip->a * (size_t)tip->arm->model->nv);
    status = snw_kin_update_acceleration(&tip->kin, tip->q, tip->v, tip->a);
    if (snw_failed(status)) return status;
    const snw_accel drift = snw_kin_acceleration(&tip->kin, tip->link, tip->T_link_tip.p);
    status =
        solve_rates(tip, snw_vec3_sub(A.lin, drift.lin), snw_vec3_sub(A.ang, drift.ang), tip->a);
    if (!snw_failed(status)) snw_arm_from_v(tip->arm, tip->a, a);
    return status;
}
