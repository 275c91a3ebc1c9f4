// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/objective.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

static const snw_objective_functions *functions_of(const snw_child *objective) {
    return (const snw_objective_functions *)(const void *)objective->type->functions;
}

snw_status snw__objective_check(const snw_child *objective, const snw_model *model, snw_why *why) {
    const snw_type *type = objective->type;
    const char *fault = NULL;
    if (type == NULL || objective->block == NULL || type->base == NULL || type->functions == NULL ||
        strcmp(type->base, snw_objective_base.token) != 0 ||
        type->functions->version != SNW_OBJECTIVE_VERSION ||
        type->functions->size < sizeof(snw_objective_functions)) {
        fault = "this is not the type of an objective";
    } else if (functions_of(objective)->measure == NULL &&
               functions_of(objective)->gradient == NULL) {
        fault = "an objective needs a measure or a gradient";
    }
    snw_status status = SNW_ERR_ARGUMENT;
    if (fault == NULL) {
        const snw_objective_functions *f = functions_of(objective);
        status = f->fits != NULL ? f->fits(objective->block, model) : SNW_OK;
        fault = "its parameters do not fit the mechanism";
    }
    if (status == SNW_OK) return SNW_OK;
    return snw_refuse_rule(why, status, "objective", type != NULL ? type->token : "", fault, NULL);
}

double snw__objective_measure(const snw_child *objective, snw_task *task) {
    const snw_objective_functions *f = functions_of(objective);
    if (f->measure == NULL) return (double)NAN;
    const snw_objective_at at = {task, task->q, snw_task_jacobian(task),
                                 task->set == NULL ? 0 : task->set->rows};
    return f->measure(objective->block, &at);
}

// the measure at q + h e_k
static double measure_beside(snw__measure_fn *measure, const void *block, snw_task *task, int k,
                             double h) {
    task->rates[k] = 1;
    const double *J = snw__task_probe(task, task->rates, h);
    task->rates[k] = 0;
    if (J == NULL) return (double)NAN;
    const snw_objective_at at = {task, task->q_probe, J, task->set == NULL ? 0 : task->set->rows};
    return measure(block, &at);
}

// Central differences of order four. With h = 2e-4 their error is h^4 / 30 of the fifth derivative,
// some 1e-16 of it, and that of rounding some 1e-12 of the value.
snw_status snw__objective_differences(snw__measure_fn *measure, const void *block, snw_task *task,
                                      double *F) {
    const double h = 2e-4;
    memset(task->rates, 0, sizeof(double) * (size_t)task->model->nv);
    for (int k = 0; k < task->model->nv; k++) {
        const double near = measure_beside(measure, block, task, k, h) -
                            measure_beside(measure, block, task, k, -h);
        const double far = measure_beside(measure, block, task, k, 2 * h) -
                           measure_beside(measure, block, task, k, -2 * h);
        F[k] = (8 * near - far) / (12 * h);
    }
    return SNW_OK;
}

snw_status snw__objective_gradient(const snw_child *objective, snw_task *task, double *F) {
    const snw_objective_functions *f = functions_of(objective);
    double found[SNW_LINALG_MAX];
    const void *block = objective->block;
    const snw_status status = f->gradient != NULL
                                  ? f->gradient(block, task, found)
                                  : snw__objective_differences(f->measure, block, task, found);
    if (snw_failed(status)) return status;
    if (!snw__finite(found, task->model->nv)) return SNW_ERR_NOT_FINITE;
    memcpy(F, found, sizeof(double) * (size_t)task->model->nv);
    return SNW_OK;
}

snw_status snw__objective_sum(const snw_child *objectives, int count, snw_task *task, double *F) {
    const int nv = task->model->nv;
    double sum[SNW_LINALG_MAX] = {0}, one[SNW_LINALG_MAX];
    for (int i = 0; i < count; i++) {
        const double weight = ((const snw_objective *)objectives[i].block)->weight;
        const snw_status status = snw__objective_gradient(&objectives[i], task, one);
        if (snw_failed(status)) return status;
        snw__add_scaled(sum, weight, one, nv);
    }
    if (!snw__finite(sum, nv)) return SNW_ERR_NOT_FINITE;
    memcpy(F, sum, sizeof(double) * (size_t)nv);
    return SNW_OK;
}
