// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "search.h"

#define TURN (2 * SNW_PI)

snw_ik_options snw_ik_options_default(void) {
    const snw_ik_options options = {
        .iterations = 48, .starts = 256, .seed = 1, .posture_gain = 0.5};
    return options;
}

const char *snw_ik_status_name(snw_ik_status status) {
    static const char *const names[] = {"ok",       "unreachable",   "limit",
                                        "singular", "not_converged", "bad_input"};
    return status >= SNW_IK_OK && status <= SNW_IK_BAD_INPUT ? names[status] : "bad_input";
}

// --- the answer ---------------------------------------------------------------------------------

static snw_status bad_input(const snw_ik *ik, const snw_ik_target *target,
                            const snw_ik_options *options, const double *q0, snw_why *why) {
    const snw_pose goal = target->T_world_goal;
    bool good =
        snw_pose_is_finite(goal) && snw_mat3_drift(goal.R) <= 1e-6 && snw_mat3_det(goal.R) > 0;
    const char *text = "the goal is not a pose";
    int wanted = 0;
    for (int i = 0; i < 6; i++) {
        const bool matters = isfinite(target->tolerance[i]);
        wanted += matters;
        if (!(target->tolerance[i] > 0) ||
            (matters && !(target->weight[i] > 0 && isfinite(target->weight[i])))) {
            good = false;
            text = "tolerances must be above 0, and so must weights of constrained components";
        }
    }
    if (wanted == 0) {
        good = false;
        text = "every component of the target is free";
    }
    if (options->iterations < 1 || options->starts < 1 ||
        (options->posture != NULL &&
         (!(options->posture_gain > 0 && options->posture_gain <= 1) ||
          snw_failed(snw_configuration_check(ik->model, options->posture))))) {
        good = false;
        text = "an option is outside its range";
    }
    if (snw_failed(snw_configuration_check(ik->model, q0))) {
        good = false;
        text = "the start is not a configuration";
    }
    if (good) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "ik-input", ik->model->name, text, NULL);
}

// by whole turns as near to q0 as can be
static void unwind(const snw_ik *ik, const double *q0, double *q) {
    for (int i = 0; i < ik->count; i++) {
        const snw_link *link = &ik->model->links[ik->model->link_of_v[ik->rates[i]]];
        const int at = ik->q_index[i];
        if (at < 0 || !link->periodic) continue;
        const double near = q[at] + TURN * round((q0[at] - q[at]) / TURN);
        if (near >= ik->lower[i] && near <= ik->upper[i]) q[at] = near;
    }
}

static void describe(snw_ik *ik, const snw_ik_target *target, const double *q,
                     snw_ik_result *result) {
    snw_pose T = snw_pose_identity();
    SNW_IGNORE(snw__ik_pose(ik, q, &T));
    snw__ik_residual(target, T, result->residual);
    double square[2] = {0, 0};
    for (int i = 0; i < 6; i++) {
        const double e = isfinite(target->tolerance[i]) ? result->residual[i] : 0;
        square[i / 3] += e * e;
    }
    result->residual_m = sqrt(square[0]);
    result->residual_rad = sqrt(square[1]);
    result->T_world_best = T;
    for (int i = 0; i < ik->count; i++) {
        const int at = ik->q_index[i];
        if (at < 0 || ik->rates[i] >= 64) continue;
        if (q[at] <= ik->lower[i]) result->at_lower |= (uint64_t)1 << ik->rates[i];
        if (q[at] >= ik->upper[i]) result->at_upper |= (uint64_t)1 << ik->rates[i];
    }
}

// which limit a configuration passes most
static int worst_limit(const snw_ik *ik, const double *q, double *beyond) {
    int worst = -1;
    *beyond = 0;
    for (int i = 0; i < ik->count; i++) {
        const int at = ik->q_index[i];
        if (at < 0) continue;
        const double d = fmax(ik->lower[i] - q[at], q[at] - ik->upper[i]);
        if (!(d > *beyond)) continue;
        *beyond = d;
        worst = i;
    }
    return worst;
}

// The target is reached in ik->found when limits do not count. Is it within limits after all, by
// whole turns? Else the limit that is passed most is the reason.
static void judge_limits(snw_ik *ik, double *q, snw_ik_result *result) {
    double *found = ik->found;
    double beyond;
    memcpy(ik->trial, found, sizeof(double) * (size_t)ik->model->nq);
    snw__ik_clamp(ik, ik->trial);
    for (int i = 0; i < ik->count; i++) {
        // whole turns are no way beyond a limit
        const int at = ik->q_index[i];
        if (at >= 0 && ik->trial[at] > ik->lower[i] && ik->trial[at] < ik->upper[i]) {
            found[at] = ik->trial[at];
        }
    }
    const int worst = worst_limit(ik, found, &beyond);
    if (worst < 0) {
        memcpy(q, found, sizeof(double) * (size_t)ik->model->nq);
        return;
    }
    const snw_link *link = &ik->model->links[ik->model->link_of_v[ik->rates[worst]]];
    result->status = SNW_IK_LIMIT;
    snw_why_set(&result->why, SNW_ERR_LIMIT, link->joint_name,
                "the target can be reached only beyond the limits");
    snw_why_rule(&result->why, "ik-limit");
    snw_why_add(&result->why, "beyond", beyond, link->joint == SNW_JOINT_PRISMATIC ? "m" : "rad");
    snw_why_add(&result->why, "residual", result->residual_m, "m");
    snw_why_add(&result->why, "turned", result->residual_rad, "rad");
}

static void say_why(const snw__ik_query *query, const double *q, bool still,
                    snw_ik_result *result) {
    snw_why *why = &result->why;
    const bool single = still && query->options.starts == 1 && result->at_lower == 0 &&
                        result->at_upper == 0 && snw__ik_singular(query, q);
    if (!still) {
        result->status = SNW_IK_NOT_CONVERGED;
        snw_why_set(why, SNW_ERR_NOT_CONVERGED, query->ik->model->name, NULL);
        snw_why_fix(why, "allow more starts or iterations");
    } else if (single) {
        result->status = SNW_IK_SINGULAR;
        snw_why_set(why, SNW_ERR_SINGULAR, query->ik->model->name,
                    "no joint velocity comes nearer to the target");
        snw_why_fix(why, "allow more starts, or another start configuration");
    } else {
        result->status = SNW_IK_UNREACHABLE;
        snw_why_set(why, SNW_ERR_UNREACHABLE, query->ik->model->name, NULL);
        snw_why_fix(why, "choose a target nearer to the nearest pose");
    }
    snw_why_rule(why, "ik-reach");
    snw_why_add(why, "residual", result->residual_m, "m");
    snw_why_add(why, "turned", result->residual_rad, "rad");
}

static snw__ik_query query_of(snw_ik *ik, const snw_ik_target *target,
                              const snw_ik_options *options) {
    snw__ik_query query = {.ik = ik, .target = target};
    query.options = options != NULL ? *options : snw_ik_options_default();
    for (int i = 0; i < 6; i++) {
        const double tolerance = target->tolerance[i];
        query.weight[i] = isfinite(tolerance) ? target->weight[i] : 0;
        query.slack[i] = isfinite(tolerance) && tolerance >= SNW_IK_WIDE ? 0.99 * tolerance : 0;
    }
    return query;
}

void snw_ik_solve(snw_ik *ik, const snw_ik_target *target, const snw_ik_options *options,
                  const double *q0, double *q_out, snw_ik_result *result) {
    const snw__ik_query query = query_of(ik, target, options);
    const size_t size = sizeof(double) * (size_t)ik->model->nq;
    memset(result, 0, sizeof *result);
    result->T_world_best = snw_pose_identity();
    if (snw_failed(bad_input(ik, target, &query.options, q0, &result->why))) {
        result->status = SNW_IK_BAD_INPUT;
        memmove(q_out, q0, size);
        return;
    }
    memcpy(ik->start, q0, size);
    if (!query.options.ignore_limits) snw__ik_clamp(ik, ik->start);
    memcpy(q_out, ik->start, size);
    snw__ik_outcome out = ik->lanes ? snw__ik_race_lanes(&query, ik->start, true, q_out)
                                    : snw__ik_race_single(&query, ik->start, q_out);
    result->iterations = out.iterations;
    result->restarts = out.starts - 1;

    // without success: does it take limits to make the target impossible?
    if (!out.arrived && !query.options.ignore_limits) {
        describe(ik, target, q_out, result);
        snw__ik_query free_of = query;
        free_of.options.ignore_limits = true;
        if (free_of.options.starts > 64) free_of.options.starts = 64;
        memcpy(ik->found, ik->start, size);
        const snw__ik_outcome beyond =
            ik->lanes ? snw__ik_race_lanes(&free_of, ik->start, false, ik->found)
                      : snw__ik_race_single(&free_of, ik->start, ik->found);
        out.arrived = beyond.arrived;
        if (out.arrived) judge_limits(ik, q_out, result);
    }

    // the answer, or the best, and why it is no better
    if (result->status != SNW_IK_LIMIT) {
        if (out.arrived && query.options.posture != NULL) snw__ik_posture(&query, q_out);
        unwind(ik, ik->start, q_out);
        describe(ik, target, q_out, result);
        if (out.arrived && snw__ik_ratio(target, result->residual) > 1) {
            // lanes round otherwise: a last step on the edge of the tolerance
            out = snw__ik_polish(&query, 20, q_out);
            describe(ik, target, q_out, result);
        }
        if (!out.arrived) say_why(&query, q_out, out.still, result);
    }
    snw_pose T;
    SNW_IGNORE(snw__ik_pose(ik, q_out, &T)); // the workspace shows the answer
}

snw_status snw_ik_set_base(snw_ik *ik, snw_pose T_world_base) {
    return snw_kin_set_base(&ik->kin, T_world_base);
}
