// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/bounded.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// With J' = U S T' (columns u_i of U in the space of rates, t_i of T in that of the task) the first
// program is, in orthogonal coordinates,
//
//     minimise sum D_i (u_i . qd - c_i)^2 + eps |N' qd|^2     within the bounds.
//
// For a healthy direction c_i = t_i . V / s_i and D_i = s_i^2: this is |J qd - V|^2. A direction
// whose s_i falls below s0 is damped (Nakamura and Hanafusa 1986) by d_i = d (1 - s_i / s0):
// c_i = s_i t_i . V / (s_i^2 + d_i^2), D_i = s_i^2 + d_i^2, and what the objective prefers fills
// the rest, d_i^2 / D_i of it. So a task that is met without bounds is met exactly, and rates stay
// small where the task cannot be met.
//
// Damping alone would hold an arm that is stretched out for long: s_i = 0 means c_i = 0 even for a
// command that leads back. The second derivative along u_i tells the two cases apart: when
// t_i . (dJ/dt u_i) has the sign of t_i . V, motion along u_i leads where the command wants to go
// and s_i grows by it. Then the direction is followed at full gain. At the singularity itself both
// ways along u_i lead out of it; where the nearer one ends at a limit of position soon, the other
// is taken, although it leads through the singularity first.

snw_status snw__bounded_init(snw_bounded *law, int n, int max_rows, int constraints,
                             snw_arena *arena) {
    memset(law, 0, sizeof *law);
    if (n < 1 || n > SNW_LINALG_MAX || max_rows < 0 || max_rows > SNW_LINALG_MAX ||
        constraints < 0 || constraints > SNW_RATE_ROWS) {
        return SNW_ERR_SIZE;
    }
    const int all = n + constraints;
    law->n = n;
    law->max_rows = max_rows;
    law->max_constraints = constraints;
    law->singular_from = 0.04;
    law->damping = 0.02;
    double **const arrays[] = {&law->N, &law->H, &law->WN, &law->reduced};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = SNW_ARENA_ARRAY(arena, double, n *n);
    double **const vectors[] = {&law->c, &law->D,         &law->g,  &law->z,
                                &law->x, &law->preferred, &law->way};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = SNW_ARENA_ARRAY(arena, double, n);
    law->A_row = SNW_ARENA_ARRAY(arena, double, n *all);
    law->row_low = SNW_ARENA_ARRAY(arena, double, all);
    law->row_high = SNW_ARENA_ARRAY(arena, double, all);
    law->A_first = SNW_ARENA_ARRAY(arena, double, n *constraints);
    law->kept = SNW_ARENA_ARRAY(arena, double, constraints);
    law->lost = SNW_ARENA_ARRAY(arena, double, max_rows);
    // these can only lack memory, which the arena tells
    if (max_rows > 0) SNW_IGNORE(snw_svd_init(&law->svd, n, max_rows, arena));
    SNW_IGNORE(snw_qr_init(&law->qr, n, n, arena));
    SNW_IGNORE(snw_qp_init(&law->first, n, 0, constraints, arena));
    SNW_IGNORE(snw_qp_init(&law->large, n, 0, all, arena));
    law->usual = n > max_rows ? n - max_rows : n;
    if (law->usual < n) SNW_IGNORE(snw_qp_init(&law->small, law->usual, 0, all, arena));
    return snw_arena_status(arena);
}

void snw__bounded_reset(snw_bounded *law) {
    snw_qp_reset(&law->first);
    snw_qp_reset(&law->large);
    if (law->usual < law->n) snw_qp_reset(&law->small);
    law->hold_count = law->yielded = 0;
    law->weakest = -1;
    law->leaving = false;
}

static const double *direction(const snw_bounded *law, int i) {
    return law->svd.U.data + (ptrdiff_t)i * law->svd.U.stride;
}

// --- the task in its own directions --------------------------------------------------------------

// What singular values are judged by: twice the middle one, within a tenth and the whole of the
// largest. The largest alone grows with the length of a chain, and would make all others look weak.
static double typical(const snw_svd *svd) {
    const double largest = svd->S[0];
    return fmin(largest, fmax(2 * svd->S[(svd->count - 1) / 2], 0.1 * largest));
}

// how fast the singular value of a direction grows along it; 0 when it is not known
static double growth(const snw_bounded_problem *p, const double *u, const double *t) {
    double A[SNW_LINALG_MAX];
    if (p->curvature == NULL || p->curvature(u, A, p->context) < 0) return 0;
    return snw__dot(t, A, p->rows);
}

// how far the mechanism can go along u before the first limit of position
static double room_along(const snw_rate_limits *limits, const double *u, double sign) {
    double least = HUGE_VAL;
    for (int i = 0; i < limits->n; i++) {
        // joints that hardly take part do not count
        if (fabs(u[i]) < 0.1) continue;
        const double room = sign * u[i] > 0 ? limits->above[i] : limits->below[i];
        least = fmin(least, room / fabs(u[i]));
    }
    return least;
}

// A direction that is being lost: its place among the others, and how it grows.
typedef struct weak {
    const double *u;
    double s, from, most, growth;
} weak;

// [rad or m] of all joints together: a way through a singularity that is longer is none
static const double THROUGH = 0.25;

// The rate along a direction that leads out. Against the command it leads through the singularity
// first, which is s over its slope away. Where s hardly changes along the direction, as at a wrist
// whose middle joint alone leads out, that way has no end: it would only drive the rows backwards.
static double way_out(snw_bounded *law, const snw_bounded_problem *p, const weak *w,
                      double command) {
    double rate = command / fmax(w->s, w->most);
    const double along = snw__dot(w->u, law->way, law->n);
    const double slope = fabs(w->growth), sign = rate < 0 ? -1 : 1;
    const bool through = w->s <= THROUGH * slope;
    if (law->leaving && rate * along > 0) return rate;
    if (law->leaving && rate * along < 0 && through) return -rate;
    const double ahead = room_along(p->limits, w->u, sign);
    const double behind = room_along(p->limits, w->u, -sign);
    if (through && ahead * slope < w->from - w->s && behind > ahead) rate = -rate;
    for (int i = 0; i < law->n; i++)
        law->way[i] = rate < 0 ? -w->u[i] : w->u[i];
    return rate;
}

// wanted rate c and weight D of each direction; `leave` says whether ways out are taken
static void aim(snw_bounded *law, const snw_bounded_problem *p, bool leave) {
    const snw_svd *svd = &law->svd;
    if (law->rank == 0) return;
    const double scale = typical(svd), from = law->singular_from * scale;
    const double most = law->damping * scale;
    law->leaves = false;
    for (int i = 0; i < law->rank; i++) {
        const double *t = svd->V.data + (ptrdiff_t)i * svd->V.stride, *u = direction(law, i);
        const double s = svd->S[i], command = snw__dot(t, p->V, p->rows);
        law->D[i] = s * s;
        law->c[i] = command / s;
        if (s >= from) continue;
        const weak w = {u, s, from, most, leave ? growth(p, u, t) : 0};
        if (w.growth * command > 0) {
            law->leaves = true;
            law->c[i] = way_out(law, p, &w, command);
            law->D[i] = fmax(s * s, 0.25 * most * most);
            continue;
        }
        const double damping = most * (1 - s / from), D = s * s + damping * damping;
        law->D[i] = D;
        law->c[i] = (s * command + damping * damping * snw__dot(u, law->preferred, law->n)) / D;
    }
}

// the way out has ended at a limit: from the next tick on the other one, if it is longer
static void turn_back(snw_bounded *law, const snw_bounded_problem *p) {
    if (!(room_along(p->limits, law->way, -1) > room_along(p->limits, law->way, 1))) return;
    for (int i = 0; i < law->n; i++)
        law->way[i] = -law->way[i];
}

static void count_weak(snw_bounded *law) {
    const double from = law->rank > 0 ? law->singular_from * typical(&law->svd) : 0;
    for (int i = 0; i < law->rank; i++)
        law->weak += law->svd.S[i] < from;
}

// rank, and a basis of what the task leaves free
static snw_status split(snw_bounded *law, const snw_bounded_problem *p) {
    const int n = law->n;
    law->rank = law->weak = 0;
    law->least = 1;
    if (p->rows > 0) {
        const snw_status status = snw_svd_factor(&law->svd, snw_mat_over_const(p->J, n, p->rows));
        if (snw_failed(status)) return status;
        const snw_svd *svd = &law->svd;
        while (law->rank < svd->count && svd->S[law->rank] > 1e-12 * svd->S[0])
            law->rank++;
        law->least = svd->S[0] > 0 ? svd->S[svd->count - 1] / svd->S[0] : 0;
        const double *t = svd->V.data + (ptrdiff_t)(svd->count - 1) * svd->V.stride;
        memcpy(law->lost, t, sizeof(double) * (size_t)p->rows);
        law->weak = svd->count - law->rank;
    }
    if (law->rank == 0) {
        memset(law->N, 0, sizeof(double) * (size_t)(n * n));
        for (int i = 0; i < n; i++)
            law->N[i * n + i] = 1;
        return SNW_OK;
    }
    if (law->rank == n) return SNW_OK;
    const snw_mat U = {law->svd.U.data, n, law->rank, law->svd.U.stride};
    const snw_status status = snw_qr_factor(&law->qr, U, 0);
    if (snw_failed(status)) return status;
    SNW_IGNORE(snw_qr_get_q(&law->qr, snw_mat_over(law->H, n, n)));
    memcpy(law->N, law->H + (ptrdiff_t)n * law->rank,
           sizeof(double) * (size_t)(n * (n - law->rank)));
    return SNW_OK;
}

// --- the objective on what is left ---------------------------------------------------------------

static void weigh(const snw_bounded_problem *p, int n, const double *x, double *out) {
    if (p->W == NULL) {
        memcpy(out, x, sizeof(double) * (size_t)n);
        return;
    }
    memset(out, 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < n; j++)
        snw__add_scaled(out, x[j], p->W + (ptrdiff_t)j * n, n);
}

// N'W N into `reduced`, of `size` rows, and the pull -N'(F + W x) into z
static void reduce(snw_bounded *law, const snw_bounded_problem *p, int size, double *z) {
    const int n = law->n, k = n - law->rank;
    const double *x = law->x;
    double force[SNW_LINALG_MAX];
    weigh(p, n, x, force);
    if (p->F != NULL) snw__add_scaled(force, 1, p->F, n);
    for (int c = 0; c < k; c++)
        weigh(p, n, law->N + (ptrdiff_t)c * n, law->WN + (ptrdiff_t)c * n);
    for (int c = 0; c < k; c++) {
        z[c] = -snw__dot(law->N + (ptrdiff_t)c * n, force, n);
        for (int r = 0; r < k; r++) {
            law->reduced[r + c * size] =
                snw__dot(law->N + (ptrdiff_t)r * n, law->WN + (ptrdiff_t)c * n, n);
        }
    }
}

// what the objective would have all joints do: W^-1 (-F)
static snw_status find_preferred(snw_bounded *law, const snw_bounded_problem *p) {
    const int n = law->n;
    for (int i = 0; i < n; i++)
        law->preferred[i] = p->F == NULL ? 0 : -p->F[i];
    if (p->W == NULL || p->F == NULL) return SNW_OK;
    memcpy(law->H, p->W, sizeof(double) * (size_t)(n * n));
    if (!snw__cholesky(law->H, n)) return SNW_ERR_SINGULAR;
    snw__cholesky_solve(law->H, n, law->preferred);
    return SNW_OK;
}

static void task_part(const snw_bounded *law, double *x) {
    memset(x, 0, sizeof(double) * (size_t)law->n);
    for (int i = 0; i < law->rank; i++)
        snw__add_scaled(x, law->c[i], direction(law, i), law->n);
}

static bool is_inside(const snw_rate_limits *limits, const double *x) {
    for (int i = 0; i < limits->n; i++) {
        if (!(limits->low[i] <= x[i] && x[i] <= limits->high[i])) return false;
    }
    return true;
}

// the answer without bounds, which is the answer when it is within them
static snw_status try_free(snw_bounded *law, const snw_bounded_problem *p) {
    const int n = law->n, k = n - law->rank;
    task_part(law, law->x);
    if (k == 0) return SNW_OK;
    reduce(law, p, k, law->z);
    if (!snw__cholesky(law->reduced, k)) return SNW_ERR_SINGULAR;
    snw__cholesky_solve(law->reduced, k, law->z);
    for (int c = 0; c < k; c++)
        snw__add_scaled(law->x, law->z[c], law->N + (ptrdiff_t)c * n, n);
    return SNW_OK;
}

// --- the programs --------------------------------------------------------------------------------

static void add_hold(snw_bounded *law, snw_limit_hold hold) {
    int at = law->hold_count;
    if (at == SNW_HOLDS) {
        if (fabs(law->holds[at - 1].multiplier) >= fabs(hold.multiplier)) return;
        at--;
    } else {
        law->hold_count++;
    }
    // kept by falling weight inside a level
    while (at > 0 && law->holds[at - 1].level == hold.level &&
           fabs(law->holds[at - 1].multiplier) < fabs(hold.multiplier)) {
        law->holds[at] = law->holds[at - 1];
        at--;
    }
    law->holds[at] = hold;
}

static int constraint_count(const snw_bounded_problem *p) {
    return p->constraints == NULL ? 0 : p->constraints->count;
}

// A bound of the first program is one of a rate, and so are the first n rows of the second; all
// other rows are of constraints.
static snw_limit_hold hold_of(const snw_bounded_problem *p, const snw_qp_hold *one, int level) {
    const double y = one->multiplier;
    const int n = p->limits->n, side = y < 0 ? 1 : -1;
    int row = -1;
    if (one->kind == SNW_QP_ROW) row = level == 1 ? one->index : one->index - n;
    snw_limit_hold hold = {.rate = -1, .row = row, .side = side, .level = level, .multiplier = y};
    if (row >= 0) {
        hold.cause = p->constraints->origin[row].cause;
        return hold;
    }
    hold.rate = one->index;
    hold.cause = side > 0 ? p->limits->high_cause[one->index] : p->limits->low_cause[one->index];
    hold.row = -1;
    return hold;
}

// turns the constraints that hold a solution into holds with shares
static void tell_holds(snw_bounded *law, const snw_bounded_problem *p, const snw_qp_result *r,
                       int level) {
    double whole = 0;
    for (int i = 0; i < r->active_count; i++)
        whole += fabs(r->active[i].multiplier);
    for (int i = 0; i < r->active_count && whole > 0; i++) {
        const double y = r->active[i].multiplier;
        if (!(fabs(y) > 1e-9 * whole)) continue;
        snw_limit_hold hold = hold_of(p, &r->active[i], level);
        hold.share = fabs(y) / whole;
        add_hold(law, hold);
    }
}

// The first program's H and g. What the task leaves free costs `free` times what its weakest
// direction does.
static void shape_first(snw_bounded *law, double free) {
    const int n = law->n, k = n - law->rank;
    double weakest = HUGE_VAL;
    memset(law->H, 0, sizeof(double) * (size_t)(n * n));
    memset(law->g, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < law->rank; i++) {
        const double *u = direction(law, i), D = law->D[i];
        for (int j = 0; j < n; j++)
            snw__add_scaled(law->H + (ptrdiff_t)j * n, D * u[j], u, n);
        snw__add_scaled(law->g, -D * law->c[i], u, n);
        weakest = fmin(weakest, D);
    }
    const double eps = law->rank > 0 ? free * weakest : 1;
    for (int c = 0; c < k; c++) {
        const double *u = law->N + (ptrdiff_t)c * n;
        for (int j = 0; j < n; j++)
            snw__add_scaled(law->H + (ptrdiff_t)j * n, eps * u[j], u, n);
    }
}

// Where what is free costs next to nothing, rows that differ in the task alone look parallel, and
// rounding can leave them violated or find contradictions that are none. Then it costs more.
static snw_status solve_first(snw_bounded *law, const snw_bounded_problem *p, snw_why *why) {
    const double next_to_nothing = 1e-6, little = 1e-2;
    snw_qp_problem problem = {
        .H = law->H, .g = law->g, .bound_lower = p->limits->low, .bound_upper = p->limits->high};
    snw_qp_result result;
    snw_status status;
    shape_first(law, next_to_nothing);
    if (constraint_count(p) == 0) {
        status = snw_qp_solve(&law->first, &problem, &result, why);
    } else if (!snw__bounded_try_rows(law, p->constraints, &problem, &result)) {
        shape_first(law, little);
        status = snw__bounded_solve_rows(law, p->constraints, &problem, &result, why);
    } else {
        status = SNW_OK;
    }
    if (snw_failed(status)) return status;
    memcpy(law->x, result.x, sizeof(double) * (size_t)law->n);
    law->iterations += result.iterations;
    tell_holds(law, p, &result, 1);
    return SNW_OK;
}

// The program has as many unknowns as the self-motion usually has dimensions; where the task loses
// rows, it has n, of which those beyond the self-motion move nothing.
static snw_qp *shape_second(snw_bounded *law, const snw_bounded_problem *p) {
    const int n = law->n, k = n - law->rank, size = k == law->usual ? k : n;
    const int rows = constraint_count(p), all = n + rows;
    memset(law->reduced, 0, sizeof(double) * (size_t)(size * size));
    memset(law->A_row, 0, sizeof(double) * (size_t)(all * size));
    memset(law->g, 0, sizeof(double) * (size_t)size);
    reduce(law, p, size, law->z);
    for (int c = 0; c < k; c++)
        law->g[c] = -law->z[c];
    for (int c = 0; c < k; c++) {
        const double *N = law->N + (ptrdiff_t)c * n;
        double *column = law->A_row + (ptrdiff_t)c * all;
        memcpy(column, N, sizeof(double) * (size_t)n);
        for (int i = 0; i < rows; i++)
            column[n + i] = snw__dot(p->constraints->G + (ptrdiff_t)i * n, N, n);
    }
    double most = 0;
    for (int c = 0; c < k; c++)
        most = fmax(most, law->reduced[c + c * size]);
    for (int c = k; c < size; c++)
        law->reduced[c + c * size] = most;
    return size < n ? &law->small : &law->large;
}

// on x + N z, with x inside the bounds and on the right side of the rows: z = 0 is always allowed
static snw_status solve_second(snw_bounded *law, const snw_bounded_problem *p, snw_why *why) {
    const int n = law->n, k = n - law->rank;
    if (k == 0) return SNW_OK;
    snw_qp *qp = shape_second(law, p);
    for (int i = 0; i < n; i++) {
        law->row_low[i] = fmin(p->limits->low[i] - law->x[i], 0);
        law->row_high[i] = fmax(p->limits->high[i] - law->x[i], 0);
    }
    const int rows = constraint_count(p);
    for (int i = 0; i < rows; i++) {
        const double now = snw__dot(p->constraints->G + (ptrdiff_t)i * n, law->x, n);
        law->row_low[n + i] = fmin(law->kept[i] - now, 0);
        law->row_high[n + i] = HUGE_VAL;
    }
    const snw_qp_problem problem = {.H = law->reduced,
                                    .g = law->g,
                                    .row_count = n + rows,
                                    .A_row = law->A_row,
                                    .row_lower = law->row_low,
                                    .row_upper = law->row_high};
    snw_qp_result result;
    const snw_status status = snw_qp_solve(qp, &problem, &result, why);
    // without it the motion of the task is still right
    if (status == SNW_ERR_INFEASIBLE || status == SNW_ERR_NOT_CONVERGED) return SNW_OK;
    if (snw_failed(status)) return status;
    law->iterations += result.iterations;
    if (rows > 0) memcpy(law->z, law->x, sizeof(double) * (size_t)n);
    for (int c = 0; c < k; c++)
        snw__add_scaled(law->x, result.x[c], law->N + (ptrdiff_t)c * n, n);
    if (rows > 0 && !snw__bounded_rows_hold(law, p->constraints, law->x)) {
        memcpy(law->x, law->z, sizeof(double) * (size_t)n);
        return SNW_OK;
    }
    tell_holds(law, p, &result, 2);
    return SNW_OK;
}

// --- what is told --------------------------------------------------------------------------------

static double find_missed(const snw_bounded_problem *p, int n, const double *x) {
    double most = 0;
    for (int i = 0; i < p->rows; i++)
        most = fmax(most, fabs(snw__dot(p->J + (ptrdiff_t)i * n, x, n) - p->V[i]));
    return most;
}

static snw_status tell(const snw_bounded *law, snw_why *why) {
    const snw_limit_hold *hold = law->hold_count > 0 ? &law->holds[0] : NULL;
    if (hold != NULL && hold->level == 1) {
        if (why == NULL) return SNW_SATURATED;
        snw_why_set(why, SNW_SATURATED, "task",
                    snw__bound_cause_name((snw_bound_cause)hold->cause));
        snw_why_rule(why, "task-bounds");
        snw_why_add(why, hold->row >= 0 ? "row" : "rate", hold->row >= 0 ? hold->row : hold->rate,
                    "");
        snw_why_add(why, "share", 100 * hold->share, "%");
        return SNW_SATURATED;
    }
    if (law->weak > 0) {
        snw_why_set(why, SNW_NEAR_SINGULAR, "task", "a direction of the task is being lost");
        snw_why_rule(why, "task-rank");
        snw_why_add(why, "least over largest", law->least, "");
        return SNW_NEAR_SINGULAR;
    }
    return SNW_OK;
}

snw_status snw_bounded_solve(snw_bounded *law, const snw_bounded_problem *problem, double *qd,
                             snw_why *why) {
    const int n = law->n;
    const int constraints = constraint_count(problem);
    if (problem->rows < 0 || problem->rows > law->max_rows || problem->limits->n != n ||
        constraints > law->max_constraints || (constraints > 0 && problem->constraints->n != n)) {
        return SNW_ERR_SIZE;
    }
    if ((problem->rows > 0 && !snw__finite(problem->V, problem->rows)) ||
        (problem->F != NULL && !snw__finite(problem->F, n)) ||
        (problem->W != NULL && !snw__finite(problem->W, n * n))) {
        return SNW_ERR_NOT_FINITE;
    }
    law->hold_count = law->iterations = law->yielded = 0;
    law->weakest = -1;
    law->programs = false;
    snw_status status = find_preferred(law, problem);
    if (status == SNW_OK) status = split(law, problem);
    if (snw_failed(status)) return status;
    count_weak(law);
    aim(law, problem, true);
    law->leaving = law->leaves;
    status = try_free(law, problem);
    if (snw_failed(status)) return status;
    if (!is_inside(problem->limits, law->x) ||
        (constraints > 0 && !snw__rate_rows_hold(problem->constraints, law->x))) {
        law->programs = true;
        status = solve_first(law, problem, why);
        // a way out that ends at a limit of position is none: damp as on the way in
        if (status == SNW_OK && law->leaves && law->hold_count > 0 &&
            law->holds[0].cause == SNW_BOUND_POSITION) {
            law->hold_count = 0;
            turn_back(law, problem);
            aim(law, problem, false);
            status = solve_first(law, problem, why);
        }
        if (status == SNW_OK) status = solve_second(law, problem, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < n; i++)
        qd[i] = fmin(fmax(law->x[i], problem->limits->low[i]), problem->limits->high[i]);
    law->missed = find_missed(problem, n, qd);
    return tell(law, why);
}

// With W = 1, F = -qd and V = J qd the first program keeps the motion of the rows and the second
// stays near to qd. In a damped direction the preferred rates are qd too, so that damping takes
// nothing away.
snw_status snw_bounded_hold(snw_bounded *law, const double *J, int rows,
                            const snw_rate_limits *limits, double *qd) {
    const int n = law->n;
    if (rows < 0 || rows > law->max_rows || limits->n != n) return SNW_ERR_SIZE;
    if (is_inside(limits, qd)) return SNW_OK;
    double V[SNW_LINALG_MAX], F[SNW_LINALG_MAX];
    for (int i = 0; i < rows; i++)
        V[i] = snw__dot(J + (ptrdiff_t)i * n, qd, n);
    for (int i = 0; i < n; i++)
        F[i] = -qd[i];
    const snw_bounded_problem problem = {.J = J, .V = V, .rows = rows, .F = F, .limits = limits};
    const snw_status status = snw_bounded_solve(law, &problem, qd, NULL);
    for (int i = 0; i < n; i++)
        qd[i] = fmin(fmax(qd[i], limits->low[i]), limits->high[i]);
    return status;
}
