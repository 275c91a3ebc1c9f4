// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "expression_internal.h"
#include "inside.h"
#include "sinew/task/objective.h"

// Elements that know the mechanism: leaves, cores, converters and filters. In reduced form A is
// freedom x nv and B is freedom x 1.

// --- leaves --------------------------------------------------------------------------------------

#define SIZE(name, of_rows, of_cols)                                                               \
    static snw_status name##_size(const void *block, const snw_task *task,                         \
                                  const snw_expression_value *children, int count,                 \
                                  snw_expression_value *own) {                                     \
        (void)block, (void)task, (void)children, (void)count;                                      \
        *own = (snw_expression_value){NULL, of_rows, of_cols};                                     \
        return SNW_OK;                                                                             \
    }
SIZE(square, task->model->nv, task->model->nv)
SIZE(rates, task->model->nv, 1)

static snw_status mass_value(const void *block, const snw_expression_at *at,
                             snw_expression_value *own) {
    (void)block;
    const double *M = snw_task_mass_matrix(at->task);
    if (M == NULL) return SNW_ERR_NOT_FINITE;
    memcpy(own->data, M, sizeof(double) * (size_t)(own->rows * own->cols));
    return SNW_OK;
}

// rows to columns: out[freedom x nv] from At[nv x freedom]
static void turn(const double *At, int nv, int freedom, snw_expression_value *out) {
    out->rows = freedom;
    out->cols = nv;
    for (int r = 0; r < freedom; r++) {
        for (int c = 0; c < nv; c++)
            out->data[r + c * freedom] = At[r * nv + c];
    }
}

static snw_status mass_ab_value(const void *block, const snw_expression_at *at,
                                snw_expression_value *own) {
    (void)block;
    const snw_nullspace *ns = at->nullspace;
    double At[SNW_LINALG_MAX * SNW_LINALG_MAX];
    const snw_status status =
        snw_dyn_mass_times(&at->task->dyn, at->task->q, ns->N, ns->freedom, At);
    if (snw_failed(status)) return status;
    turn(At, ns->n, ns->freedom, own);
    return SNW_OK;
}

static int joint_of(const void *block, const snw_model *model) {
    const int link = snw_model_find_joint(model, ((const snw_expression_leaf *)block)->joint);
    return link >= 0 && model->links[link].nq == 1 ? model->links[link].q_index : -1;
}

static snw_status joint_size(const void *block, const snw_task *task,
                             const snw_expression_value *children, int count,
                             snw_expression_value *own) {
    (void)children, (void)count;
    *own = (snw_expression_value){NULL, 1, 1};
    return joint_of(block, task->model) >= 0 ? SNW_OK : SNW_ERR_UNKNOWN_NAME;
}

static snw_status joint_value(const void *block, const snw_expression_at *at,
                              snw_expression_value *own) {
    own->data[0] = at->task->q[joint_of(block, at->task->model)];
    return SNW_OK;
}

static snw_status avoidance_value(const void *block, const snw_expression_at *at,
                                  snw_expression_value *own) {
    const snw_expression_leaf *leaf = block;
    const snw_model *m = at->task->model;
    const snw_joint_limits limits = {
        .zone = leaf->avoidance_zone, .exponent = leaf->exponent, .maximum = leaf->maximum};
    memset(own->data, 0, sizeof(double) * (size_t)own->rows);
    for (int l = 0; l < m->link_count; l++) {
        const snw_link *link = &m->links[l];
        for (int c = 0; link->nq == link->nv && c < link->nv; c++) {
            const int k = link->q_index + c;
            own->data[link->v_index + c] =
                snw__joint_limit_rate(&limits, at->task->q[k], m->lower[k], m->upper[k]);
        }
    }
    return SNW_OK;
}

static snw_status objective_size(const void *block, const snw_task *task,
                                 const snw_expression_value *children, int count,
                                 snw_expression_value *own) {
    (void)children, (void)count;
    *own = (snw_expression_value){NULL, task->model->nv, 1};
    return snw__objective_check(&((const snw_expression_leaf *)block)->objective, task->model,
                                NULL);
}

static snw_status objective_value(const void *block, const snw_expression_at *at,
                                  snw_expression_value *own) {
    return snw__objective_gradient(&((const snw_expression_leaf *)block)->objective, at->task,
                                   own->data);
}

// --- cores ---------------------------------------------------------------------------------------

static int core_children(const void *block, const snw_child **list) {
    const snw_expression_core *core = block;
    list[0] = &core->matrix;
    list[1] = &core->vector;
    list[2] = &core->scalar;
    return 3;
}

static int matrix_child(const void *block, const snw_child **list) {
    list[0] = &((const snw_expression_core *)block)->matrix;
    return 1;
}

static int vector_child(const void *block, const snw_child **list) {
    list[0] = &((const snw_expression_core *)block)->vector;
    return 1;
}

// the part of a value that fits rows x cols, the rest 0
static void fit(const snw_expression_value *a, int rows, int cols, double *out) {
    memset(out, 0, sizeof(double) * (size_t)(rows * cols));
    for (int c = 0; c < cols && c < a->cols; c++) {
        for (int r = 0; r < rows && r < a->rows; r++)
            out[r + c * rows] = a->data[r + c * a->rows];
    }
}

static double scalar_of(const snw_expression_value *a) {
    return a->rows > 0 && a->cols > 0 ? a->data[0] : 0;
}

static snw_status core_value(const void *block, const snw_expression_at *at,
                             snw_expression_value *own) {
    (void)block;
    const int nv = at->nullspace->n;
    double W[SNW_LINALG_MAX * SNW_LINALG_MAX], F[SNW_LINALG_MAX];
    fit(&at->children[0], nv, nv, W);
    fit(&at->children[1], nv, 1, F);
    const snw_nullspace_problem problem = {
        .V = at->V, .W = W, .F = F, .alpha = scalar_of(&at->children[2])};
    return snw_nullspace_solve(at->nullspace, &problem, own->data, NULL);
}

static snw_status ab_core_value(const void *block, const snw_expression_at *at,
                                snw_expression_value *own) {
    (void)block;
    const int nv = at->nullspace->n, freedom = at->nullspace->freedom;
    double A[SNW_LINALG_MAX * SNW_LINALG_MAX], At[SNW_LINALG_MAX * SNW_LINALG_MAX];
    double B[SNW_LINALG_MAX];
    fit(&at->children[0], freedom, nv, A);
    fit(&at->children[1], freedom, 1, B);
    for (int r = 0; r < freedom; r++) {
        for (int c = 0; c < nv; c++)
            At[r * nv + c] = A[r + c * freedom];
    }
    return snw__nullspace_solve_reduced(at->nullspace, at->V, At, B, scalar_of(&at->children[2]),
                                        own->data);
}

static snw_status matrix_to_ab_value(const void *block, const snw_expression_at *at,
                                     snw_expression_value *own) {
    (void)block;
    const int nv = at->nullspace->n;
    double W[SNW_LINALG_MAX * SNW_LINALG_MAX], At[SNW_LINALG_MAX * SNW_LINALG_MAX];
    fit(&at->children[0], nv, nv, W);
    snw__nullspace_matrix_to_a(at->nullspace, W, At);
    turn(At, nv, at->nullspace->freedom, own);
    return SNW_OK;
}

static snw_status vector_to_ab_value(const void *block, const snw_expression_at *at,
                                     snw_expression_value *own) {
    (void)block;
    double F[SNW_LINALG_MAX];
    fit(&at->children[0], at->nullspace->n, 1, F);
    snw__nullspace_vector_to_b(at->nullspace, F, own->data);
    own->rows = at->nullspace->freedom;
    own->cols = 1;
    return SNW_OK;
}

// --- filters -------------------------------------------------------------------------------------

static int filter_children(const void *block, const snw_child **list) {
    const snw_expression_filter *f = block;
    list[0] = &f->unfiltered_rates;
    list[1] = &f->weights;
    return 2;
}

// a column of weights, or the diagonal of a matrix; longer ones are cut
static int take_weights(const snw_expression_value *w, int most, double *out) {
    const int count = w->rows < most ? w->rows : most;
    for (int i = 0; i < count; i++)
        out[i] = w->cols == 1 ? w->data[i] : i < w->cols ? w->data[i + i * w->rows] : 0;
    return count;
}

static snw_status slow_down(const snw_expression_at *at, const snw_child *filter,
                            snw_expression_value *own) {
    double rates[SNW_LINALG_MAX];
    fit(&at->children[0], at->nullspace->n, 1, rates);
    const snw_filter_at question = {at->task, rates, at->V, at->dt};
    const double factor = snw__filter_factor(filter, &question);
    for (int i = 0; i < own->rows; i++)
        own->data[i] = factor * rates[i];
    return SNW_OK;
}

static bool is_diagonal(const snw_expression_value *w) {
    for (int c = 0; c < w->cols; c++) {
        for (int r = 0; r < w->rows; r++) {
            if (r != c && w->data[r + c * w->rows] != 0) return false;
        }
    }
    return true;
}

// The error filter with a matrix of weights: 1 where it has no diagonal. Weights between rows are
// for the rows that there are and no others.
static snw_status slow_down_by_matrix(const snw_expression_at *at, const snw_expression_filter *f,
                                      snw_expression_value *own) {
    const snw_expression_value *weights = &at->children[1];
    const int rows = at->task->set == NULL ? 0 : at->task->set->rows;
    double rates[SNW_LINALG_MAX], W[SNW_LINALG_MAX * SNW_LINALG_MAX];
    if (!is_diagonal(weights)) {
        if (weights->rows != rows || weights->cols != rows) return SNW_ERR_SIZE;
        at->task->weight_rows = rows;
    }
    fit(&at->children[0], at->nullspace->n, 1, rates);
    fit(weights, rows, rows, W);
    for (int i = weights->rows < weights->cols ? weights->rows : weights->cols; i < rows; i++)
        W[i + i * rows] = 1;
    const snw_filter_at question = {at->task, rates, at->V, at->dt};
    const double share = snw__error_share(&question, W, f->threshold, f->stops_at_limits);
    const double factor = share >= 0 ? fmin(share, 1) : 0;
    for (int i = 0; i < own->rows; i++)
        own->data[i] = factor * rates[i];
    return SNW_OK;
}

static snw_status rate_filter_value(const void *block, const snw_expression_at *at,
                                    snw_expression_value *own) {
    snw_rates_filter filter = {.threshold = ((const snw_expression_filter *)block)->threshold};
    const int nv = at->nullspace->n;
    filter.weight_count = take_weights(&at->children[1], nv, filter.weights);
    // one number would be that of all rates; a column of one is that of the first
    for (; filter.weight_count < nv; filter.weight_count++)
        filter.weights[filter.weight_count] = 1;
    const snw_child child = {&snw_rates_filter_type, &filter};
    return slow_down(at, &child, own);
}

static snw_status error_filter_value(const void *block, const snw_expression_at *at,
                                     snw_expression_value *own) {
    const snw_expression_filter *f = block;
    if (at->children[1].cols > 1) return slow_down_by_matrix(at, f, own);
    snw_error_filter filter = {.threshold = f->threshold, .stops = f->stops_at_limits};
    const int rows = at->task->set == NULL ? 0 : at->task->set->rows;
    filter.weight_count = take_weights(&at->children[1], rows, filter.weights);
    for (; filter.weight_count < rows; filter.weight_count++)
        filter.weights[filter.weight_count] = 1;
    const snw_child child = {&snw_error_filter_type, &filter};
    return slow_down(at, &child, own);
}

// --- functions of the types ----------------------------------------------------------------------

#define FUNCTIONS(name, of_children, of_size, of_value)                                            \
    const snw_expression_functions snw__expression_##name = {                                      \
        EXPRESSION_HEAD, .children = (of_children), .size = (of_size), .evaluate = (of_value)}

FUNCTIONS(mass_matrix, NULL, square_size, mass_value);
FUNCTIONS(mass_matrix_ab, NULL, square_size, mass_ab_value);
FUNCTIONS(joint_value, NULL, joint_size, joint_value);
FUNCTIONS(joint_limit_avoidance, NULL, rates_size, avoidance_value);
FUNCTIONS(objective_gradient, NULL, objective_size, objective_value);
FUNCTIONS(control_core, core_children, rates_size, core_value);
FUNCTIONS(ab_core, core_children, rates_size, ab_core_value);
FUNCTIONS(matrix_to_ab, matrix_child, square_size, matrix_to_ab_value);
FUNCTIONS(vector_to_ab, vector_child, rates_size, vector_to_ab_value);
FUNCTIONS(joint_rate_filter, filter_children, rates_size, rate_filter_value);
FUNCTIONS(end_effector_error_filter, filter_children, rates_size, error_filter_value);
