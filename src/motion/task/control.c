// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/control.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/task/laws.h"

// --- set-up --------------------------------------------------------------------------------------

static snw_status check_config(const snw_control_config *c, const snw_model *model, snw_why *why) {
    if (c->law == SNW_LAW_QP && c->filter_count > 0) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "control", "control",
                               "the law qp keeps the limits itself and takes no filters", NULL);
    }
    if (c->law != SNW_LAW_QP && c->constraint_count > 0) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "control", "control",
                               "only the law qp keeps constraints",
                               "set the law to qp, or leave the constraints out");
    }
    if ((c->law == SNW_LAW_TREE) != (c->tree.type != NULL)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "control", "control",
                               "the law tree requires a tree, and a tree requires that law", NULL);
    }
    if (c->weighting == SNW_WEIGHT_DIAGONAL) {
        if (c->weight_count != model->nv) {
            return snw_refuse_rule(why, SNW_ERR_SIZE, "control", "control",
                                   "there must be one weight for each velocity", NULL);
        }
        for (int i = 0; i < c->weight_count; i++) {
            if (!(c->weights[i] > 0)) {
                return snw_refuse_rule(why, SNW_ERR_RANGE, "control", "control",
                                       "weights of velocities must be above 0", NULL);
            }
        }
    }
    for (int i = 0; i < c->objective_count; i++) {
        const snw_status status = snw__objective_check(&c->objectives[i], model, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < c->constraint_count; i++) {
        const snw_status status = snw__constraint_check(&c->constraints[i], model, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < c->filter_count; i++) {
        const snw_status status = snw__filter_check(&c->filters[i], why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static int room_for_held(snw_task_room room, int nv) {
    const int left = SNW_LINALG_MAX - room.rows;
    const int wanted = nv < SNW_CONTROL_HELD ? nv : SNW_CONTROL_HELD;
    return left < wanted ? left : wanted;
}

static void lay_out(snw_control *control, const snw_model *model, snw_task_room room,
                    snw_arena *arena) {
    const int nv = model->nv, held = room_for_held(room, nv);
    control->held = SNW_ARENA_ARRAY(arena, bool, nv);
    control->held_rate = SNW_ARENA_ARRAY(arena, double, nv);
    control->J = SNW_ARENA_ARRAY(arena, double, (room.rows + held) * nv);
    control->V = SNW_ARENA_ARRAY(arena, double, 2 * room.rows + held);
    control->W = SNW_ARENA_ARRAY(arena, double, nv *nv);
    control->F = SNW_ARENA_ARRAY(arena, double, nv);
    control->x = SNW_ARENA_ARRAY(arena, double, nv);
    // sizes were checked: these can only lack memory, which the arena tells
    SNW_IGNORE(
        snw__rate_limits_init(&control->limits, model, control->config->acceleration, arena));
    SNW_IGNORE(snw_nullspace_init(&control->nullspace, nv, room.rows + held, arena));
    const int constraints = control->config->constraint_count > 0 ? SNW_RATE_ROWS : 0;
    SNW_IGNORE(snw__bounded_init(&control->bounded, nv, room.rows, constraints, arena));
    if (constraints > 0) SNW_IGNORE(snw__rate_rows_init(&control->rows, nv, arena));
}

snw_status snw_control_init_room(snw_control *control, const snw_control_config *config,
                                 const snw_model *model, snw_task_room room, snw_arena *arena,
                                 snw_why *why) {
    memset(control, 0, sizeof *control);
    snw_status status = check_config(config, model, why);
    if (snw_failed(status)) return status;
    control->config = config;
    control->soft = snw__soft_default;
    status = snw_task_init(&control->task, model, room, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) {
        return snw_refuse_rule(why, status, "control", "control",
                               "the mechanism or its rows are too large", NULL);
    }
    lay_out(control, model, room, arena);
    if (config->law == SNW_LAW_TREE) {
        status = snw__expression_init(&control->tree, &config->tree, &control->task, arena, why);
        if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    }
    status = snw_effector_set_init(&control->set, model, config->effectors, config->effector_count,
                                   arena, why);
    if (snw_failed(status)) return status;
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    control->nullspace.rule = config->rank;
    control->nullspace.tolerance = config->rank_tolerance;
    control->bounded.singular_from = config->singular_from;
    control->bounded.damping = config->damping;
    status = snw_task_use(&control->task, &control->set);
    return snw_failed(status) ? snw_refuse_rule(why, status, "control", "control",
                                                "there is no room for the end effectors", NULL)
                              : SNW_OK;
}

snw_status snw_control_init(snw_control *control, const snw_control_config *config,
                            const snw_model *model, snw_arena *arena, snw_why *why) {
    // a set in a scratch of its own tells how many rows there are
    enum { SLOTS = SNW_EFFECTORS * sizeof(snw_effector_slot) };
    _Alignas(SNW_ARENA_ALIGN) unsigned char scratch[SLOTS];
    snw_arena slots = snw_arena_over(scratch, sizeof scratch);
    snw_effector_set set;
    const snw_status status =
        snw_effector_set_init(&set, model, config->effectors, config->effector_count, &slots, why);
    if (snw_failed(status)) return status;
    const snw_task_room room = {set.rows > set.soft_rows ? set.rows : set.soft_rows, set.count};
    return snw_control_init_room(control, config, model, room, arena, why);
}

snw_status snw_control_hold(snw_control *control, const double *q) {
    const snw_status status = snw_task_update(&control->task, q);
    return snw_failed(status) ? status : snw_task_use(&control->task, control->task.set);
}

void snw_control_reset(snw_control *control) {
    snw__bounded_reset(&control->bounded);
    memset(&control->report, 0, sizeof control->report);
}

// --- the objective of a tick ---------------------------------------------------------------------

// E = J qd - V: factor E'w E = 1/2 qd' (2 factor J'w J) qd - (2 factor J'w V)' qd + constant
void snw__soft_default(const snw_soft_problem *p, void *context) {
    (void)context;
    for (int i = 0; i < p->rows; i++) {
        const double *row = p->J + (ptrdiff_t)i * p->n, scale = 2 * p->factor * p->w[i];
        for (int k = 0; k < p->n; k++)
            snw__add_scaled(p->W + (ptrdiff_t)k * p->n, scale * row[k], row, p->n);
        snw__add_scaled(p->F, -scale * p->V[i], row, p->n);
    }
}

static void soft_costs(const snw_effector_set *set, double *w) {
    for (int i = 0; i < set->count; i++) {
        const snw_effector_slot *slot = &set->slots[i];
        for (int k = 0; slot->soft && k < slot->rows; k++)
            w[slot->first - set->rows + k] = slot->effector->soft_weight;
    }
}

// W; NULL stands for the identity
static snw_status find_weights(snw_control *control, bool soft, const double **W) {
    const snw_control_config *c = control->config;
    const int nv = control->task.model->nv;
    const size_t bytes = sizeof(double) * (size_t)(nv * nv);
    *W = NULL;
    if (c->weighting == SNW_WEIGHT_UNIT && !soft) return SNW_OK;
    *W = control->W;
    if (c->weighting == SNW_WEIGHT_MASS) {
        const double *M = snw_task_mass_matrix(&control->task);
        if (M == NULL) return SNW_ERR_NOT_FINITE;
        memcpy(control->W, M, bytes);
        return SNW_OK;
    }
    memset(control->W, 0, bytes);
    for (int i = 0; i < nv; i++)
        control->W[i + i * nv] = c->weighting == SNW_WEIGHT_DIAGONAL ? c->weights[i] : 1;
    return SNW_OK;
}

static snw_status find_objective(snw_control *control, const double **W) {
    const snw_control_config *c = control->config;
    snw_task *task = &control->task;
    const snw_effector_set *set = task->set;
    const int nv = task->model->nv;
    const bool soft = set != NULL && set->soft_rows > 0;
    snw_status status = snw__objective_sum(c->objectives, c->objective_count, task, control->F);
    if (status == SNW_OK) status = find_weights(control, soft, W);
    if (snw_failed(status)) return status;
    for (int i = 0; i < nv; i++)
        control->F[i] *= c->alpha;
    if (!soft) return SNW_OK;
    double w[SNW_LINALG_MAX];
    soft_costs(set, w);
    const snw_soft_problem problem = {.J = snw_task_jacobian(task) + (ptrdiff_t)set->rows * nv,
                                      .V = control->V + set->rows,
                                      .w = w,
                                      .rows = set->soft_rows,
                                      .n = nv,
                                      .factor = c->soft,
                                      .W = control->W,
                                      .F = control->F};
    control->soft(&problem, control->soft_context);
    return SNW_OK;
}

// --- laws ----------------------------------------------------------------------------------------

// rows of the task, and a row for each joint that is held
static int stack_rows(snw_control *control, double *V) {
    const int nv = control->task.model->nv;
    int rows = control->task.set == NULL ? 0 : control->task.set->rows;
    memcpy(control->J, snw_task_jacobian(&control->task), sizeof(double) * (size_t)(rows * nv));
    memcpy(V, control->V, sizeof(double) * (size_t)rows);
    for (int i = 0; i < nv && rows < control->nullspace.max_rows; i++) {
        if (!control->held[i]) continue;
        memset(control->J + (ptrdiff_t)rows * nv, 0, sizeof(double) * (size_t)nv);
        control->J[rows * nv + i] = 1;
        V[rows++] = control->held_rate[i];
    }
    return rows;
}

static snw_status by_nullspace(snw_control *control, const double *W, snw_why *why) {
    snw_nullspace *ns = &control->nullspace;
    snw_control_report *report = &control->report;
    double V[SNW_LINALG_MAX];
    const int rows = stack_rows(control, V);
    snw_status status = snw_nullspace_factor(ns, control->J, rows);
    if (snw_failed(status)) return status;
    const snw_nullspace_problem problem = {.V = V, .W = W, .F = control->F, .alpha = 1};
    status = snw_nullspace_solve(ns, &problem, control->x, why);
    if (snw_failed(status)) return status;
    report->rank = ns->rank;
    report->closest = ns->closest;
    report->lost_count = 0;
    for (int i = 0; i < rows - ns->rank && i < SNW_CONTROL_LOST; i++)
        report->lost[report->lost_count++] = ns->lost[i];
    return status;
}

// for a frame and the like d/dt (J d) along d is the acceleration at rates d
static snw_status curvature(const double *d, double *A, void *context) {
    snw_task *task = context;
    const double none[SNW_LINALG_MAX] = {0};
    double all[2 * SNW_LINALG_MAX];
    const snw_status status = snw_task_acceleration(task, d, none, all);
    if (status == SNW_OK) memcpy(A, all, sizeof(double) * (size_t)task->set->rows);
    return status;
}

// a joint that is held is given no choice
static void hold_bounds(snw_control *control) {
    for (int i = 0; i < control->limits.n; i++) {
        if (!control->held[i]) continue;
        control->limits.low[i] = control->limits.high[i] = control->held_rate[i];
    }
}

static void report_origin(snw_control_report *report, int k, const snw_row_origin *origin) {
    report->hold_first_member[k] = origin != NULL ? origin->first_member : -1;
    report->hold_first_link[k] = origin != NULL ? origin->first_link : -1;
    report->hold_second_member[k] = origin != NULL ? origin->second_member : -1;
    report->hold_second_link[k] = origin != NULL ? origin->second_link : -1;
}

void snw__control_report_holds(snw_control *control) {
    snw_control_report *report = &control->report;
    const snw_bounded *law = &control->bounded;
    report->hold_count = report->objective_holds = 0;
    report->constraint_rows = control->rows.count;
    report->yielded = law->yielded;
    for (int i = 0; i < law->hold_count; i++) {
        const snw_limit_hold *hold = &law->holds[i];
        if (hold->level != 1) {
            report->objective_holds++;
            continue;
        }
        const int k = report->hold_count++;
        report->hold_rate[k] = hold->rate;
        report->hold_cause[k] = hold->cause;
        report->hold_side[k] = hold->side;
        report->hold_share[k] = hold->share;
        report_origin(report, k, hold->row >= 0 ? &control->rows.origin[hold->row] : NULL);
    }
}

static void report_bounded(snw_control *control) {
    control->report.rank = control->bounded.rank;
    control->report.closest = control->bounded.least;
    control->report.lost_count = 0;
    snw__control_report_holds(control);
}

static snw_status by_programs(snw_control *control, const double *W, snw_why *why) {
    const snw_bounded_problem problem = {
        .J = snw_task_jacobian(&control->task),
        .V = control->V,
        .rows = control->task.set == NULL ? 0 : control->task.set->rows,
        .W = W,
        .F = control->F,
        .limits = &control->limits,
        .constraints = &control->rows,
        .curvature = curvature,
        .context = &control->task};
    hold_bounds(control);
    const snw_status status = snw_bounded_solve(&control->bounded, &problem, control->x, why);
    if (!snw_failed(status)) report_bounded(control);
    return status;
}

static snw_status by_tree(snw_control *control, double dt, snw_why *why) {
    const int nv = control->task.model->nv;
    snw_expression_value value;
    const snw_status status = snw__expression_evaluate(&control->tree, control->V, dt, &value);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "control", "control",
                               "an element of the tree has no value", NULL);
    }
    if (value.rows != nv || value.cols != 1) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "control", "control",
                               "the tree does not give a column of velocities", NULL);
    }
    memcpy(control->x, value.data, sizeof(double) * (size_t)nv);
    control->report.rank = control->tree.nullspace.rank;
    control->report.closest = control->tree.nullspace.closest;
    control->report.lost_count = 0;
    return status;
}

// --- a tick --------------------------------------------------------------------------------------

static double find_missed(snw_control *control) {
    const snw_effector_set *set = control->task.set;
    const int nv = control->task.model->nv;
    const double *J = snw_task_jacobian(&control->task);
    double most = 0;
    for (int i = 0; set != NULL && i < set->rows; i++)
        most = fmax(most, fabs(snw__dot(J + (ptrdiff_t)i * nv, control->x, nv) - control->V[i]));
    return most;
}

// each filter sees the rates that the ones before it let through, and the motion that they are
// meant to have
static void apply_filters(snw_control *control, double dt) {
    const snw_control_config *c = control->config;
    snw_filter_at at = {&control->task, control->x, control->V, dt};
    double whole = 1;
    for (int i = 0; i < c->filter_count; i++) {
        const double factor = snw__filter_factor(&c->filters[i], &at);
        for (int k = 0; k < control->task.model->nv; k++)
            control->x[k] *= factor;
        for (int k = 0; k < snw_task_rows(&control->task); k++)
            control->V[k] *= factor;
        whole *= factor;
    }
    control->report.factor = whole;
}

static int count_beyond(const snw_control *control) {
    int beyond = 0;
    for (int i = 0; i < control->limits.n; i++) {
        const double slack = 1e-9 * (1 + fabs(control->x[i]));
        if (control->x[i] < control->limits.low[i] - slack ||
            control->x[i] > control->limits.high[i] + slack) {
            beyond++;
        }
    }
    return beyond;
}

snw_status snw__control_constrain(snw_control *control, const double *v, double dt) {
    const snw_control_config *c = control->config;
    if (c->constraint_count == 0) return SNW_OK;
    const snw_constraint_at at = {&control->task, v, dt, &control->limits};
    return snw__constraint_rows(c->constraints, c->constraint_count, &at, &control->rows);
}

void snw__control_settle(snw_control *control, const double *v, double dt, double *qd) {
    const snw_control_config *c = control->config;
    if (c->constraint_count == 0) return;
    const snw_constraint_at at = {&control->task, v, dt, &control->limits};
    control->report.braked = snw__constraint_settle(c->constraints, c->constraint_count, &at, qd);
}

static snw_status take_input(snw_control *control, const snw_control_input *input) {
    snw_task *task = &control->task;
    const double none[SNW_LINALG_MAX] = {0};
    const double *v = input->v != NULL ? input->v : none;
    snw_status status = snw_task_update(task, input->q);
    if (snw_failed(status)) return status;
    status = snw_rate_limits_update(&control->limits, input->q, v, input->dt);
    if (!snw_failed(status)) status = snw__control_constrain(control, v, input->dt);
    if (snw_failed(status)) return status;
    if (input->V == NULL) {
        snw_task_drive(task, control->V);
    } else {
        memcpy(control->V, input->V, sizeof(double) * (size_t)snw_task_rows(task));
    }
    return snw__finite(control->V, snw_task_rows(task)) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

static void settle_rates(snw_control *control, const snw_control_input *input) {
    const double none[SNW_LINALG_MAX] = {0};
    snw__control_settle(control, input->v != NULL ? input->v : none, input->dt, control->x);
}

snw_status snw_control_rates(snw_control *control, const snw_control_input *input, double *qd,
                             snw_why *why) {
    const double *W = NULL;
    snw_status status = take_input(control, input);
    if (status == SNW_OK) status = find_objective(control, &W);
    if (snw_failed(status)) {
        snw_why_set(why, status, "control", "the state or the command cannot be used");
        control->report.status = status;
        return status;
    }
    switch (control->config->law) {
    case SNW_LAW_NULLSPACE:
        status = by_nullspace(control, W, why);
        break;
    case SNW_LAW_QP:
        status = by_programs(control, W, why);
        break;
    case SNW_LAW_TREE:
        status = by_tree(control, input->dt, why);
        break;
    }
    control->report.status = status;
    if (snw_failed(status)) return status;
    settle_rates(control, input);
    control->report.missed = find_missed(control);
    apply_filters(control, input->dt);
    control->report.beyond = count_beyond(control);
    if (!snw__finite(control->x, control->limits.n)) return SNW_ERR_NOT_FINITE;
    memcpy(qd, control->x, sizeof(double) * (size_t)control->limits.n);
    return status;
}
