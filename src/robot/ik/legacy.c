// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/ik/legacy.h"

#include <math.h>
#include <string.h>

#include "search.h"

// Newton's method on the pose (D'Amore 2010, section 3.3.2), after the solvers of Orocos KDL:
//
//     repeat: e = diff(FK(q), goal); stop when every |e_k| < tolerance; q += J+ e; hold the limits
//
// with e along the base's axes, J+ the truncated pseudo-inverse. Weights, damping and the
// null-space term  q += (1 - J+ J) k (posture - q)  (Liegeois 1977) are additions.

snw_ik_legacy_options snw_ik_legacy_options_default(void) {
    const snw_ik_legacy_options options = {.iterations = 5,
                                           .tolerance = 1e-6,
                                           .threshold = 1e-5,
                                           .posture_gain = 0.1,
                                           .guard_position = 1,
                                           .guard_rotation = 1,
                                           .guard_allowance = 1e-4};
    return options;
}

snw_status snw_ik_legacy_init(snw_ik_legacy *solver, const snw_model *model, int link, int frame,
                              snw_arena *arena) {
    memset(solver, 0, sizeof *solver);
    const snw_status status = snw_ik_init(&solver->ik, model, link, frame, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    const int count = solver->ik.count;
    SNW_IGNORE(snw_pinv_init(&solver->pinv, 6, count, arena));
    solver->J = SNW_ARENA_ARRAY(arena, double, 6 * count);
    solver->used = SNW_ARENA_ARRAY(arena, int, count);
    solver->joint_weights = SNW_ARENA_ARRAY(arena, double, count);
    solver->rates = SNW_ARENA_ARRAY(arena, double, count);
    solver->pull = SNW_ARENA_ARRAY(arena, double, count);
    solver->now = SNW_ARENA_ARRAY(arena, double, model->nq);
    return snw_arena_status(arena);
}

// --- input --------------------------------------------------------------------------------------

static bool plain_path(const snw_ik *ik) {
    for (int i = 0; i < ik->count; i++) {
        if (ik->q_index[i] < 0) return false;
    }
    return true;
}

static const char *wrong_with(const snw_ik *ik, const snw_ik_legacy_options *o) {
    if (o->iterations < 1 || !(o->tolerance > 0))
        return "iterations must be at least 1 and the tolerance above 0";
    if (!(o->threshold >= 1e-300) || !(o->lambda >= 0) || !isfinite(o->lambda)) {
        return "the threshold must be above 0 and the damping at least 0";
    }
    if (!(o->guard_position >= 0) || !(o->guard_rotation >= 0) || !(o->guard_allowance >= 0)) {
        return "weights and allowance of the guard must be at least 0";
    }
    for (int i = 0; o->weights != NULL && i < ik->count; i++) {
        if (!(o->weights[i] >= 0) || !isfinite(o->weights[i])) return "weights must be at least 0";
    }
    if (o->posture != NULL && (snw_failed(snw_configuration_check(ik->model, o->posture)) ||
                               !(o->posture_gain > 0 && o->posture_gain <= 1))) {
        return "the posture is not a configuration, or its gain is outside (0, 1]";
    }
    return NULL;
}

// --- rates --------------------------------------------------------------------------------------

// columns of the joints that may move, at the poses of ik->kin; how many
static int pick_columns(snw_ik_legacy *s, const double *weights) {
    snw_ik *ik = &s->ik;
    int used = 0;
    snw_kin_jacobian(&ik->kin, ik->link, ik->T_link_tip.p, ik->columns);
    for (int i = 0; i < ik->count; i++) {
        const double weight = weights != NULL ? weights[i] : 1;
        if (weight == 0) continue;
        memcpy(s->J + (ptrdiff_t)6 * used, &ik->columns[ik->rates[i]], sizeof(snw_twist));
        s->joint_weights[used] = weight;
        s->used[used++] = i;
    }
    return used;
}

// s->rates of the path that bring e about, and a pull as far as e leaves room
static snw_status rates_for(snw_ik_legacy *s, const snw_ik_legacy_options *o, const double *e,
                            const double *pull) {
    memset(s->rates, 0, sizeof *s->rates * (size_t)s->ik.count);
    const int used = pick_columns(s, o->weights);
    if (used == 0) return SNW_OK;
    const snw_pinv_config config = {.threshold = o->threshold,
                                    .lambda = o->lambda,
                                    .joint_weights = o->weights != NULL ? s->joint_weights : NULL};
    const snw_status status = snw_pinv_update(&s->pinv, snw_mat_over(s->J, 6, used), &config);
    if (snw_failed(status)) return status;
    double wanted[6], picked[SNW_IK_JOINTS];
    memcpy(wanted, e, sizeof wanted);
    // J+ e + (1 - J+ J) pull = pull + J+ (e - J pull)
    for (int j = 0; pull != NULL && j < used; j++) {
        for (int k = 0; k < 6; k++) {
            wanted[k] -= s->J[6 * j + k] * pull[s->used[j]];
        }
    }
    const snw_status applied = snw_pinv_apply(&s->pinv, wanted, picked);
    if (snw_failed(applied)) return applied;
    for (int j = 0; j < used; j++) {
        const int i = s->used[j];
        s->rates[i] = picked[j] + (pull != NULL ? pull[i] : 0);
    }
    return status;
}

// part of the way to the posture, NULL without one
static const double *pull_at(snw_ik_legacy *s, const snw_ik_legacy_options *o, const double *q) {
    snw_ik *ik = &s->ik;
    if (o->posture == NULL || snw_failed(snw_difference(ik->model, o->posture, q, ik->rates_now))) {
        return NULL;
    }
    for (int i = 0; i < ik->count; i++) {
        s->pull[i] = o->posture_gain * ik->rates_now[ik->rates[i]];
    }
    return s->pull;
}

snw_status snw_ik_legacy_velocity(snw_ik_legacy *solver, const snw_ik_legacy_options *options,
                                  const double *q, snw_twist velocity, double *v) {
    const snw_ik_legacy_options defaults = snw_ik_legacy_options_default();
    const snw_ik_legacy_options *o = options != NULL ? options : &defaults;
    snw_ik *ik = &solver->ik;
    const double e[6] = {velocity.lin.x, velocity.lin.y, velocity.lin.z,
                         velocity.ang.x, velocity.ang.y, velocity.ang.z};
    if (wrong_with(ik, o) != NULL || snw_failed(snw_configuration_check(ik->model, q)) ||
        !snw_vec3_is_finite(velocity.lin) || !snw_vec3_is_finite(velocity.ang)) {
        return SNW_ERR_ARGUMENT;
    }
    const snw_status posed = snw_kin_update(&ik->kin, q);
    if (snw_failed(posed)) return posed;
    const snw_status status = rates_for(solver, o, e, pull_at(solver, o, q));
    if (snw_failed(status)) return status;
    memset(v, 0, sizeof *v * (size_t)ik->model->nv);
    for (int i = 0; i < ik->count; i++) {
        v[ik->rates[i]] = solver->rates[i];
    }
    return status;
}

// --- position -----------------------------------------------------------------------------------

// from the pose at q to the goal, along the base's axes
static bool error_to(snw_ik *ik, snw_pose goal, const double *q, double *e) {
    snw_pose T;
    if (!snw__ik_pose(ik, q, &T)) return false;
    const snw_vec3 way = snw_vec3_sub(goal.p, T.p);
    const snw_mat3 turn = snw_mat3_mul(snw_mat3_transpose(T.R), goal.R);
    const snw_vec3 angle = snw_mat3_apply(T.R, snw_rotation_log(turn));
    e[0] = way.x, e[1] = way.y, e[2] = way.z;
    e[3] = angle.x, e[4] = angle.y, e[5] = angle.z;
    return true;
}

static bool within(const double *e, double tolerance) {
    for (int k = 0; k < 6; k++) {
        if (!(fabs(e[k]) < tolerance)) return false;
    }
    return true;
}

// distance as the guard sees it
static double metric(const snw_ik_legacy_options *o, const double *e) {
    return o->guard_position * snw_vec3_norm(snw_vec3_of(e[0], e[1], e[2])) +
           o->guard_rotation * snw_vec3_norm(snw_vec3_of(e[3], e[4], e[5]));
}

static void hold_limits(const snw_ik *ik, double *q) {
    for (int i = 0; i < ik->count; i++) {
        const int at = ik->q_index[i];
        q[at] = fmax(ik->lower[i], fmin(q[at], ik->upper[i]));
    }
}

// Newton's steps on s->now; true when it has converged
static bool iterate(snw_ik_legacy *s, snw_pose goal, const snw_ik_legacy_options *o,
                    snw_ik_legacy_result *result) {
    snw_ik *ik = &s->ik;
    double *e = result->residual;
    if (!o->ignore_limits) hold_limits(ik, s->now);
    while (result->iterations < o->iterations) {
        if (!error_to(ik, goal, s->now, e)) return false;
        if (within(e, o->tolerance)) return true;
        // the pull comes with the first step; those after it make up for its curvature
        const double *pull = result->iterations == 0 ? pull_at(s, o, s->now) : NULL;
        if (snw_failed(rates_for(s, o, e, pull))) return false;
        for (int i = 0; i < ik->count; i++) {
            s->now[ik->q_index[i]] += s->rates[i];
        }
        if (!o->ignore_limits) hold_limits(ik, s->now);
        result->iterations++;
    }
    return false;
}

static void refuse_case(const snw_ik *ik, const char *text, snw_ik_legacy_result *result) {
    result->status = SNW_IK_BAD_INPUT;
    snw_why_set(&result->why, SNW_ERR_ARGUMENT, ik->model->name, text);
    snw_why_rule(&result->why, "ik-input");
}

// does the answer lead away from the goal?
static void guard(snw_ik_legacy *s, const snw_ik_legacy_options *o, snw_ik_legacy_result *result) {
    const double gain = result->metric_before - result->metric_after;
    if (o->unguarded || gain > -o->guard_allowance) return;
    result->diverged = true;
    s->diverged++;
    snw_why_set(&result->why, SNW_ERR_NOT_CONVERGED, s->ik.model->name,
                "the result would move away from the goal");
    snw_why_rule(&result->why, "ik-divergence");
    snw_why_add(&result->why, "before", result->metric_before, "");
    snw_why_add(&result->why, "after", result->metric_after, "");
}

void snw_ik_legacy_solve(snw_ik_legacy *solver, snw_pose T_world_goal,
                         const snw_ik_legacy_options *options, const double *q0, double *q_out,
                         snw_ik_legacy_result *result) {
    const snw_ik_legacy_options defaults = snw_ik_legacy_options_default();
    const snw_ik_legacy_options *o = options != NULL ? options : &defaults;
    snw_ik *ik = &solver->ik;
    const size_t size = sizeof(double) * (size_t)ik->model->nq;
    memset(result, 0, sizeof *result);
    solver->calls++;
    const char *wrong = wrong_with(ik, o);
    if (!snw_pose_is_finite(T_world_goal) || !(snw_mat3_drift(T_world_goal.R) <= 1e-6) ||
        !(snw_mat3_det(T_world_goal.R) > 0)) {
        wrong = "the goal is not a pose";
    } else if (snw_failed(snw_configuration_check(ik->model, q0)) || !plain_path(ik)) {
        wrong = "the joints are not a configuration, or have quaternions";
    }
    double before[6], after[6];
    if (wrong == NULL && !error_to(ik, T_world_goal, q0, before))
        wrong = "the pose of the joints cannot be computed";
    memcpy(solver->now, q0, size);
    memmove(q_out, q0, size);
    if (wrong != NULL) {
        refuse_case(ik, wrong, result);
        return;
    }
    if (!iterate(solver, T_world_goal, o, result)) {
        result->status = SNW_IK_NOT_CONVERGED;
        solver->unfinished++;
        snw_why_set(&result->why, SNW_ERR_NOT_CONVERGED, ik->model->name, NULL);
        snw_why_rule(&result->why, "ik-newton");
    }
    result->metric_before = metric(o, before);
    result->metric_after =
        error_to(ik, T_world_goal, solver->now, after) ? metric(o, after) : HUGE_VAL;
    guard(solver, o, result);
    if (!result->diverged) memcpy(q_out, solver->now, size);
}
