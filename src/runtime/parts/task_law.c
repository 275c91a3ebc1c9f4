// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sinew/task/laws.h"
#include "task_internal.h"

// A joint that is beyond the range that motions keep, but not beyond what the guard allows, may
// stay where it is: it is not driven back, and goes no further.
void snw__manual_limits(snw__manual *h) {
    const snw_arm_limits *hard = &h->guard->limits;
    for (int a = 0; a < h->arm->count; a++) {
        const int i = h->arm->v_index[a];
        h->control.limits.upper[i] = fmax(h->upper[i], fmin(h->q[i], hard->upper[a]));
        h->control.limits.lower[i] = fmin(h->lower[i], fmax(h->q[i], hard->lower[a]));
    }
}

// The law nullspace meets its rows whatever rates it takes. What is beyond limits is held back
// here: first all rates by one factor, so that the direction stays, then to the nearest ones within
// bounds that move the hand alike.
static void hold_back(snw__manual *h, double *qd) {
    const snw_rate_limits *limits = &h->control.limits;
    double most = 1;
    for (int i = 0; i < h->n; i++)
        most = fmax(most, fabs(qd[i]) / limits->velocity[i]);
    for (int i = 0; i < h->n; i++)
        qd[i] /= most;
    // whatever it says, all rates are within bounds then
    SNW_IGNORE(snw_bounded_hold(&h->control.bounded, snw_task_jacobian(&h->control.task),
                                h->control.task.set->rows, limits, qd));
}

static void count_violations(snw__manual *h) {
    if (h->control.report.beyond > 0) h->violations++;
}

snw_status snw__manual_rates(snw__manual *h, const double *V, double dt, double *qd) {
    const snw_control_input input = {.q = h->q, .v = h->v, .V = V, .dt = dt};
    const snw_status status = snw_control_rates(&h->control, &input, qd, NULL);
    if (snw_failed(status)) return status;
    count_violations(h);
    if (h->law.law == SNW_LAW_NULLSPACE) hold_back(h, qd);
    return SNW_OK;
}

static int count_beyond(const snw_rate_limits *limits, const double *qd) {
    int beyond = 0;
    for (int i = 0; i < limits->n; i++) {
        const double slack = 1e-9 * (1 + fabs(qd[i]));
        beyond += qd[i] < limits->low[i] - slack || qd[i] > limits->high[i] + slack;
    }
    return beyond;
}

// With W = 1 and F = -self the law makes |qd - self| least among the rates that make V. The
// null space was factored where `self` was found.
snw_status snw__manual_self_rates(snw__manual *h, const double *V, double dt, double *qd) {
    snw_control *control = &h->control;
    snw_control_report *report = &control->report;
    double F[SNW_LINALG_MAX];
    for (int i = 0; i < h->n; i++)
        F[i] = -h->self[i];
    snw_status status = snw_rate_limits_update(&control->limits, h->q, h->v, dt);
    if (!snw_failed(status)) status = snw__control_constrain(control, h->v, dt);
    if (snw_failed(status)) return status;
    memset(report, 0, sizeof *report);
    report->factor = 1;
    if (h->law.law == SNW_LAW_QP) {
        const snw_bounded_problem problem = {.J = snw_task_jacobian(&control->task),
                                             .V = V,
                                             .rows = control->task.set->rows,
                                             .F = F,
                                             .limits = &control->limits,
                                             .constraints = &control->rows};
        status = snw_bounded_solve(&control->bounded, &problem, qd, NULL);
        report->rank = control->bounded.rank;
        report->closest = control->bounded.least;
        report->missed = control->bounded.missed;
        if (!snw_failed(status)) {
            snw__control_report_holds(control);
            snw__control_settle(control, h->v, dt, qd);
        }
    } else {
        const snw_nullspace_problem problem = {.V = V, .F = F, .alpha = 1};
        status = snw_nullspace_solve(&control->nullspace, &problem, qd, NULL);
        report->rank = control->nullspace.rank;
        report->closest = control->nullspace.closest;
        report->beyond = snw_failed(status) ? 0 : count_beyond(&control->limits, qd);
    }
    report->status = status;
    if (snw_failed(status)) return status;
    count_violations(h);
    if (h->law.law == SNW_LAW_NULLSPACE) hold_back(h, qd);
    return SNW_OK;
}

void snw__manual_brake(const snw__manual *h, double dt, double *qd) {
    for (int i = 0; i < h->n; i++) {
        const double step = h->control.limits.deceleration[i] * dt, v = h->v[i];
        qd[i] = v > 0 ? fmax(v - step, 0) : fmin(v + step, 0);
    }
}

void snw__manual_motion(snw__manual *h, const double *v, double *V) {
    const double *J = snw_task_jacobian(&h->control.task);
    for (int r = 0; r < h->control.task.set->rows; r++) {
        V[r] = 0;
        for (int i = 0; i < h->n; i++)
            V[r] += J[r * h->n + i] * v[i];
    }
}
