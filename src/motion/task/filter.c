// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/filter.h"

#include <math.h>
#include <string.h>

#include "expression_internal.h"
#include "inside.h"

// one number is that of all
static double weight_of(const double *weights, int count, int i) {
    if (count == 1) return weights[0];
    return i < count ? weights[i] : 1;
}

static double share_of(double threshold, double value) {
    return value <= threshold ? 1 : threshold / value;
}

// t / |W qd|_max where this is below 1
static double rates_factor(const void *block, const snw_filter_at *at) {
    const snw_rates_filter *f = block;
    double most = 0;
    for (int i = 0; i < at->task->model->nv; i++)
        most = fmax(most, fabs(weight_of(f->weights, f->weight_count, i) * at->qd[i]));
    return share_of(f->threshold, most);
}

// weights of the rows: the filter's own, else those of the end effectors
static void row_weights(const double *weights, int count, const snw_task *task, double *w) {
    snw__task_weights(task, w);
    for (int i = 0; i < snw_task_rows(task) && count > 0; i++)
        w[i] = weight_of(weights, count, i);
}

// What is commanded slower than this, by weight, holds a place [m/s, rad/s]. The curvature of
// self-motion is faster than what corrects it, which is no motion the other way: an arm that was
// stopped for it could not get out of the way again.
static const double HOLDING = 1e-3;

// With V1 = V(q + dt qd, qd) the measure is sqrt((V1 - V)' W (V1 - V)); V1'W V < 0 is motion the
// other way.
static double error_factor(const void *block, const snw_filter_at *at) {
    const snw_error_filter *f = block;
    double w[2 * SNW_LINALG_MAX], V1[2 * SNW_LINALG_MAX], sum = 0, along = 0;
    double commanded = 0;
    if (at->task->set == NULL) return 1;
    if (snw_failed(snw__task_predict(at->task, at->qd, at->dt, V1))) return 0;
    row_weights(f->weights, f->weight_count, at->task, w);
    // soft rows are not promised, so they are not missed
    for (int i = 0; i < at->task->set->rows; i++) {
        const double error = V1[i] - at->V[i];
        sum += w[i] * error * error;
        along += w[i] * V1[i] * at->V[i];
        commanded += w[i] * at->V[i] * at->V[i];
    }
    if (f->stops && along < 0 && commanded > HOLDING * HOLDING) return 0;
    return share_of(f->threshold, f->squared ? sum : sqrt(sum));
}

double snw__error_share(const snw_filter_at *at, const double *W, double threshold, bool stops) {
    const int rows = at->task->set == NULL ? 0 : at->task->set->rows;
    double V1[2 * SNW_LINALG_MAX], sum = 0, along = 0, commanded = 0;
    if (rows == 0) return 1;
    if (snw_failed(snw__task_predict(at->task, at->qd, at->dt, V1))) return 0;
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < rows; k++) {
            sum += W[i + k * rows] * (V1[i] - at->V[i]) * (V1[k] - at->V[k]);
            along += W[i + k * rows] * V1[i] * at->V[k];
            commanded += W[i + k * rows] * at->V[i] * at->V[k];
        }
    }
    if (stops && along < 0 && commanded > HOLDING * HOLDING) return 0;
    return share_of(threshold, sqrt(sum));
}

static double motion_factor(const void *block, const snw_filter_at *at) {
    const snw_motion_filter *f = block;
    double w[2 * SNW_LINALG_MAX], rates = 0, motion = 0;
    if (at->task->set == NULL) return 1;
    row_weights(NULL, 0, at->task, w);
    for (int i = 0; i < at->task->model->nv; i++) {
        const double one = weight_of(f->joint_weights, f->joint_weight_count, i) * at->qd[i];
        rates += one * one;
    }
    for (int i = 0; i < at->task->set->rows; i++)
        motion += w[i] * at->V[i] * at->V[i];
    // a task that stands still has no ratio: self-motion goes on
    if (!(motion > 1e-24)) return 1;
    return share_of(f->threshold, sqrt(rates / motion));
}

static double simulation_factor(const void *block, const snw_filter_at *at) {
    const snw_simulation_filter *f = block;
    const snw_model *model = at->task->model;
    double q[2 * SNW_LINALG_MAX], share = 1;
    // outside already: steps that lead back are for the laws to find
    for (int k = 0; k <= f->halvings; k++, share /= 2) {
        if (snw_failed(snw_integrate(model, at->task->q, at->qd, share * at->dt, q))) return 0;
        if (snw_in_limits(model, q, NULL) == SNW_OK) break;
        if (!f->recover || k == f->halvings) return 0;
    }
    if (share == 1) return 1;

    // between the last share that is allowed and the first that is not
    double low = share, high = 2 * share;
    for (int k = 0; k < f->halvings; k++) {
        const double middle = (low + high) / 2;
        if (snw_failed(snw_integrate(model, at->task->q, at->qd, middle * at->dt, q))) return low;
        *(snw_in_limits(model, q, NULL) == SNW_OK ? &low : &high) = middle;
    }
    return low;
}

static const snw_filter_functions *functions_of(const snw_child *filter) {
    return (const snw_filter_functions *)(const void *)filter->type->functions;
}

double snw__filter_factor(const snw_child *filter, const snw_filter_at *at) {
    const double factor = functions_of(filter)->factor(filter->block, at);
    return factor >= 0 ? fmin(factor, 1) : 0;
}

snw_status snw__filter_check(const snw_child *filter, snw_why *why) {
    const snw_type *type = filter->type;
    if (type != NULL && filter->block != NULL && type->base != NULL && type->functions != NULL &&
        strcmp(type->base, snw_filter_base.token) == 0 &&
        type->functions->version == SNW_FILTER_VERSION &&
        type->functions->size >= sizeof(snw_filter_functions)) {
        return SNW_OK;
    }
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "rates-filter", type != NULL ? type->token : "",
                           "this is not the type of a filter of rates", NULL);
}

// --- types ---------------------------------------------------------------------------------------

const snw_base snw_filter_base = {"filter_of_rates", NULL,
                                  "Slows all velocities of a mechanism by one factor."};

#define FUNCTIONS(name)                                                                            \
    static const snw_filter_functions name##_functions = {                                         \
        .head = {sizeof(snw_filter_functions), SNW_FILTER_VERSION}, .factor = name##_factor}
#define FILTER_TYPE(name, words)                                                                   \
    const snw_type snw_##name##_filter_type = {                                                    \
        SNW_TYPE_AS(#name "_filter", snw_##name##_filter, name##_fields),                          \
        .base = "filter_of_rates", .space = &snw_space_motion,                                     \
        .functions = &name##_functions.head, .help = (words)}
#define WEIGHTS(structure, member, counter, words)                                                 \
    {                                                                                              \
        SNW_AT_COUNTED(structure, member, counter), .kind = SNW_KIND_REAL, .range = {0, 1e12},     \
                                                    .help = (words)                                \
    }
#define THRESHOLD(structure, words)                                                                \
    {                                                                                              \
        SNW_AT(structure, threshold), .kind = SNW_KIND_REAL, .range = {1e-12, 1e12},               \
                                      .initial = "1", .help = (words)                              \
    }

FUNCTIONS(rates);
FUNCTIONS(error);
FUNCTIONS(motion);
FUNCTIONS(simulation);

static const snw_field rates_fields[] = {
    WEIGHTS(snw_rates_filter, weights, weight_count,
            "Weights of the velocities; one value applies to all."),
    THRESHOLD(snw_rates_filter, "Limit of the largest weighted velocity.")};
FILTER_TYPE(rates, "Limits the largest weighted velocity to a threshold.");

static const snw_field error_fields[] = {
    WEIGHTS(
        snw_error_filter, weights, weight_count,
        "Weights of the rows; one value applies to all, those of the end effectors if omitted."),
    THRESHOLD(snw_error_filter, "Limit of the weighted error one step ahead."),
    {SNW_AT(snw_error_filter, stops), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Stop where the end effectors would move backwards."},
    {SNW_AT(snw_error_filter, squared), .kind = SNW_KIND_BOOL,
     .help = "Use the sum of squares without its root as the measure."}};
FILTER_TYPE(error, "Slows down where end effectors would deviate from their target.");

static const snw_field motion_fields[] = {
    WEIGHTS(snw_motion_filter, joint_weights, joint_weight_count,
            "Weights of the velocities; one value applies to all."),
    THRESHOLD(snw_motion_filter, "Limit of the ratio of joint velocities to end effector motion.")};
FILTER_TYPE(motion,
            "Slows down where joint velocities are large for the motion that they produce.");

static const snw_field simulation_fields[] = {
    {SNW_AT(snw_simulation_filter, halvings), .kind = SNW_KIND_INT, .range = {0, 40},
     .initial = "8", .help = "Number of bisections that find the allowed part of a step."},
    {SNW_AT(snw_simulation_filter, recover), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Take the allowed part of a step; otherwise none of it."}};
FILTER_TYPE(simulation, "Predicts one step and keeps within the position limits.");
