// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "search.h"

// One configuration at a time, for joints of every kind: Levenberg's and Marquardt's method, whose
// steps are kept only when they pay, within limits (Bertsekas 1982, projected Newton steps). It
// ends where the lanes leave off: at the best configuration of a target that cannot be reached,
// where steps without such a rule would wander. There the residual does not vanish and its
// curvature counts: once progress is slow, steps use the whole Hessian (Newton's method).

void snw__ik_residual(const snw_ik_target *target, snw_pose T_world_tip, double *e) {
    const snw_pose error = snw_pose_inverse_mul(target->T_world_goal, T_world_tip);
    const snw_vec3 turn = snw_rotation_log(error.R);
    e[0] = error.p.x, e[1] = error.p.y, e[2] = error.p.z;
    e[3] = turn.x, e[4] = turn.y, e[5] = turn.z;
}

double snw__ik_ratio(const snw_ik_target *target, const double *e) {
    double worst = 0;
    for (int i = 0; i < 6; i++) {
        if (isfinite(target->tolerance[i])) worst = fmax(worst, fabs(e[i]) / target->tolerance[i]);
    }
    return worst;
}

bool snw__ik_pose(snw_ik *ik, const double *q, snw_pose *T_world_tip) {
    if (snw_failed(snw_kin_update(&ik->kin, q))) return false;
    *T_world_tip = snw_pose_mul(ik->kin.T_world_link[ik->link], ik->T_link_tip);
    return true;
}

void snw__ik_clamp(const snw_ik *ik, double *q) {
    const double turn = 2 * SNW_PI;
    for (int i = 0; i < ik->count; i++) {
        const int at = ik->q_index[i];
        if (at < 0 || (q[at] >= ik->lower[i] && q[at] <= ik->upper[i])) continue;
        const snw_link *link = &ik->model->links[ik->model->link_of_v[ik->rates[i]]];
        if (link->periodic) {
            // the fewest turns that bring it inside, if there are such
            const double turns = q[at] < ik->lower[i] ? ceil((ik->lower[i] - q[at]) / turn)
                                                      : -ceil((q[at] - ik->upper[i]) / turn);
            const double to = q[at] + turns * turn;
            if (to >= ik->lower[i] && to <= ik->upper[i]) q[at] = to;
        }
        q[at] = fmax(ik->lower[i], fmin(q[at], ik->upper[i]));
    }
}

// --- derivatives --------------------------------------------------------------------------------

// The rate of a rotation vector phi while the frame turns at w, both along the axes that stand
// still: w - phi x w / 2 + c phi x (phi x w), c = (1 - (a/2) cot(a/2)) / a^2 with a = |phi|
// (the inverse of the left Jacobian of SO(3); Bullo and Murray 1995).
typedef struct turning {
    snw_vec3 phi;
    double c;
} turning;

static turning turning_at(const double *e) {
    const snw_vec3 phi = snw_vec3_of(e[3], e[4], e[5]);
    const double square = snw_vec3_dot(phi, phi), half = sqrt(square) / 2;
    // 1/12 + a^2/720 + ... : the next term is below 1e-15 there
    const double c = half < 1e-3 ? 1.0 / 12 + square / 720 : (1 - half / tan(half)) / square;
    return (turning){phi, c};
}

static snw_vec3 log_rate(turning t, snw_vec3 w) {
    const snw_vec3 once = snw_vec3_cross(t.phi, w);
    const snw_vec3 twice = snw_vec3_cross(t.phi, once);
    return snw_vec3_add_scaled(snw_vec3_add_scaled(w, once, -0.5), twice, t.c);
}

static bool held(const snw__ik_query *query, const double *q, int i, double along) {
    const snw_ik *ik = query->ik;
    const int at = ik->q_index[i];
    if (at < 0 || query->options.ignore_limits) return false;
    return (q[at] <= ik->lower[i] && along > 0) || (q[at] >= ik->upper[i] && along < 0);
}

// component k of the residual as it counts: weighted, without its slack
static double beyond(const snw__ik_query *query, const double *e, int k) {
    const double slack = query->slack[k];
    return (e[k] - fmax(-slack, fmin(e[k], slack))) * query->weight[k];
}

// Weighted columns of the path: derivatives of the residual e; no row for what is within its slack.
// Those of joints that stand on a limit and would be pushed beyond are zero. Returns the largest
// cosine between a column that is left and the residual: 0 where no small motion betters it.
static double columns_at(const snw__ik_query *query, const double *q, const double *e,
                         double J[][6]) {
    snw_ik *ik = query->ik;
    snw_kin_jacobian(&ik->kin, ik->link, ik->T_link_tip.p, ik->columns);
    const snw_mat3 R = query->target->T_world_goal.R;
    const turning t = turning_at(e);
    double length = 0, largest = 0, r[6];
    for (int k = 0; k < 6; k++) {
        r[k] = beyond(query, e, k);
        length += r[k] * r[k];
    }
    for (int i = 0; i < ik->count; i++) {
        const snw_twist c = ik->columns[ik->rates[i]];
        const snw_vec3 v = snw_mat3_apply_t(R, c.lin);
        const snw_vec3 w = log_rate(t, snw_mat3_apply_t(R, c.ang));
        const double column[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
        double along = 0, square = 0;
        for (int k = 0; k < 6; k++) {
            J[i][k] = r[k] != 0 || query->slack[k] == 0 ? column[k] * query->weight[k] : 0;
            along += J[i][k] * r[k];
            square += J[i][k] * J[i][k];
        }
        if (held(query, q, i, along)) {
            memset(J[i], 0, sizeof J[i]);
        } else if (length > 0) {
            // a column shorter than 1e-4 is no way to go
            largest = fmax(largest, fabs(along) / sqrt((square + 1e-8) * length));
        }
    }
    return largest;
}

// y = (J J^T + lambda 1)^-1 r by Cholesky's factors
static void solve_damped(int count, double J[][6], double lambda, const double *r, double *y) {
    double A[6][6];
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k <= i; k++) {
            A[i][k] = i == k ? lambda : 0;
            for (int j = 0; j < count; j++) {
                A[i][k] += J[j][i] * J[j][k];
            }
            for (int m = 0; m < k; m++) {
                A[i][k] -= A[i][m] * A[k][m];
            }
            A[i][k] = i == k ? sqrt(fmax(A[i][i], 1e-300)) : A[i][k] / A[k][k];
        }
        y[i] = r[i];
        for (int m = 0; m < i; m++) {
            y[i] -= A[i][m] * y[m];
        }
        y[i] /= A[i][i];
    }
    for (int i = 5; i >= 0; i--) {
        for (int m = i + 1; m < 6; m++) {
            y[i] -= A[m][i] * y[m];
        }
        y[i] /= A[i][i];
    }
}

// Rates that bring the residual r to naught as well as can be. A joint that would pass its limit
// stops there, and the others make up for it. Columns of joints that have stopped are zero after.
static void damped_rates(const snw__ik_query *query, const double *q, double J[][6], double lambda,
                         const double *residual, double *rates) {
    const snw_ik *ik = query->ik;
    double r[6], y[6];
    bool stopped[SNW_IK_JOINTS] = {false};
    memcpy(r, residual, sizeof r);
    for (int pass = 0, news = 1; news > 0 && pass < 4; pass++) {
        solve_damped(ik->count, J, lambda, r, y);
        news = 0;
        for (int j = 0; j < ik->count; j++) {
            if (stopped[j]) continue;
            rates[j] = 0;
            for (int k = 0; k < 6; k++) {
                rates[j] -= J[j][k] * y[k];
            }
            const int at = ik->q_index[j];
            if (at < 0 || query->options.ignore_limits) continue;
            const double to = fmax(ik->lower[j], fmin(q[at] + rates[j], ik->upper[j]));
            if (to == q[at] + rates[j]) continue;
            rates[j] = to - q[at];
            stopped[j] = true;
            news++;
            for (int k = 0; k < 6; k++) {
                r[k] += J[j][k] * rates[j];
                J[j][k] = 0;
            }
        }
    }
}

// --- steps --------------------------------------------------------------------------------------

// q + rates of the path, within limits
static bool moved(const snw__ik_query *query, const double *q, const double *rates, double *to) {
    snw_ik *ik = query->ik;
    memset(ik->rates_now, 0, sizeof(double) * (size_t)ik->model->nv);
    for (int i = 0; i < ik->count; i++) {
        ik->rates_now[ik->rates[i]] = rates[i];
    }
    if (snw_failed(snw_integrate(ik->model, q, ik->rates_now, 1, to))) return false;
    for (int i = 0; i < ik->count && !query->options.ignore_limits; i++) {
        const int at = ik->q_index[i];
        if (at >= 0) to[at] = fmax(ik->lower[i], fmin(to[at], ik->upper[i]));
    }
    return true;
}

// the residual at q, r weighted; infinite cost where there is no pose
static double cost_at(const snw__ik_query *query, const double *q, double *e, double *r) {
    snw_ik *ik = query->ik;
    double sum = 0;
    if (snw_kin_update(&ik->kin, q) < 0) return HUGE_VAL;
    snw__ik_residual(query->target, snw_pose_mul(ik->kin.T_world_link[ik->link], ik->T_link_tip),
                     e);
    for (int k = 0; k < 6; k++) {
        r[k] = beyond(query, e, k);
        sum += r[k] * r[k];
    }
    return sum;
}

// --- Newton -------------------------------------------------------------------------------------

// half the gradient of the cost: J^T r
static void gradient_of(int count, double J[][6], const double *r, double *g) {
    for (int j = 0; j < count; j++) {
        g[j] = 0;
        for (int k = 0; k < 6; k++) {
            g[j] += J[j][k] * r[k];
        }
    }
}

// Half the Hessian of the cost, by differences of the gradient, in ik->hessian; limits aside. A
// step of 1e-6 leaves seven digits, which Newton's method forgives. False where a pose is missing.
static bool hessian_at(const snw__ik_query *query, const double *q, const double *g) {
    const double h = 1e-6;
    snw_ik *ik = query->ik;
    const int n = ik->count;
    snw__ik_query free_of = *query;
    free_of.options.ignore_limits = true;
    for (int i = 0; i < n; i++) {
        double rates[SNW_IK_JOINTS] = {0}, e[6] = {0}, r[6], J[SNW_IK_JOINTS][6];
        double *column = ik->hessian + (ptrdiff_t)n * i;
        rates[i] = h;
        if (!moved(&free_of, q, rates, ik->trial) ||
            !isfinite(cost_at(&free_of, ik->trial, e, r))) {
            return false;
        }
        (void)columns_at(&free_of, ik->trial, e, J);
        gradient_of(n, J, r, column);
        for (int k = 0; k < n; k++) {
            column[k] = (column[k] - g[k]) / h;
        }
    }
    return true;
}

// L L^T = the Hessian + lambda 1 among the joints that are free, in ik->factor; ones for others.
// False when that is not positive definite.
static bool factorise(snw_ik *ik, const bool *stopped, double lambda) {
    const int n = ik->count;
    const double *H = ik->hessian;
    double *L = ik->factor;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k <= i; k++) {
            const bool out = stopped[i] || stopped[k];
            double sum = out ? (i == k) : (H[i * n + k] + H[k * n + i]) / 2 + (i == k ? lambda : 0);
            for (int m = 0; m < k; m++) {
                sum -= L[i * n + m] * L[k * n + m];
            }
            if (i == k && !(sum > 1e-12)) return false;
            L[i * n + k] = i == k ? sqrt(sum) : sum / L[k * n + k];
        }
    }
    return true;
}

static void back_substitute(const snw_ik *ik, double *x) {
    const int n = ik->count;
    const double *L = ik->factor;
    for (int i = 0; i < n; i++) {
        for (int m = 0; m < i; m++) {
            x[i] -= L[i * n + m] * x[m];
        }
        x[i] /= L[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int m = i + 1; m < n; m++) {
            x[i] -= L[m * n + i] * x[m];
        }
        x[i] /= L[i * n + i];
    }
}

// a column that is zero belongs to a joint that stands
static bool stands(const double *column) {
    for (int k = 0; k < 6; k++) {
        if (column[k] != 0) return false;
    }
    return true;
}

// Stops the joints whose rates would pass their limit there: how many.
static int stop_at_limits(const snw__ik_query *query, const double *q, double *rates,
                          bool *stopped) {
    const snw_ik *ik = query->ik;
    int news = 0;
    for (int j = 0; j < ik->count && !query->options.ignore_limits; j++) {
        const int at = ik->q_index[j];
        if (at < 0 || stopped[j]) continue;
        const double wanted = q[at] + rates[j];
        const double to = fmax(ik->lower[j], fmin(wanted, ik->upper[j]));
        if (to == wanted) continue;
        rates[j] = to - q[at];
        stopped[j] = true;
        news++;
    }
    return news;
}

// Newton's rates; joints that would pass their limit are stopped there and the others make up for
// it, as in damped_rates(). False when lambda is too small.
static bool newton_rates(const snw__ik_query *query, const double *q, double J[][6], double lambda,
                         const double *g, double *rates) {
    snw_ik *ik = query->ik;
    const int n = ik->count;
    bool stopped[SNW_IK_JOINTS];
    for (int j = 0; j < n; j++) {
        stopped[j] = stands(J[j]);
        rates[j] = 0;
    }
    for (int pass = 0, news = 1; news > 0 && pass < 4; pass++) {
        if (!factorise(ik, stopped, lambda)) return false;
        double x[SNW_IK_JOINTS];
        for (int j = 0; j < n; j++) {
            x[j] = stopped[j] ? 0 : -g[j];
            for (int m = 0; m < n && !stopped[j]; m++) {
                x[j] -= stopped[m] ? ik->hessian[m * n + j] * rates[m] : 0;
            }
        }
        back_substitute(ik, x);
        for (int j = 0; j < n; j++) {
            if (!stopped[j]) rates[j] = x[j];
        }
        news = stop_at_limits(query, q, rates, stopped);
    }
    return true;
}

// --- the search ---------------------------------------------------------------------------------

// well within all tolerances
static bool settled(const snw__ik_query *query, const double *e) {
    for (int k = 0; k < 6; k++) {
        const double tolerance = query->target->tolerance[k];
        if (isfinite(tolerance) && fabs(e[k]) > query->slack[k] + 0.01 * tolerance) return false;
    }
    return true;
}

snw__ik_outcome snw__ik_polish(const snw__ik_query *query, int iterations, double *q) {
    // a cosine of 1e-5 leaves a gain of the order of its square
    const double level = 1e-5, hopeless = 1e8;
    snw_ik *ik = query->ik;
    double J[SNW_IK_JOINTS][6], g[SNW_IK_JOINTS], e[6] = {0}, r[6] = {0}, lambda = 1e-3;
    bool newton = false, curved = false; // steps use the Hessian; ik->hessian is that of q
    int slow = 0, dull = 0;              // steps in a row that paid little, and next to nothing
    snw__ik_outcome out = {.cost = cost_at(query, q, e, r)};
    if (!isfinite(out.cost)) return out;
    double cosine = columns_at(query, q, e, J);
    out.still = cosine < level;
    for (; out.iterations < iterations && !out.still && !settled(query, e); out.iterations++) {
        // rates of the next step: damped, or Newton's; there may be none at this lambda
        double rates[SNW_IK_JOINTS], e_next[6] = {0}, r_next[6] = {0}, next = HUGE_VAL;
        bool moves = true;
        if (!newton) {
            double columns[SNW_IK_JOINTS][6];
            memcpy(columns, J, sizeof J[0] * (size_t)ik->count);
            damped_rates(query, q, columns, lambda, r, rates);
        } else {
            if (!curved) {
                gradient_of(ik->count, J, r, g);
                curved = moves = hessian_at(query, q, g);
            }
            moves = moves && newton_rates(query, q, J, lambda, g, rates);
        }
        if (moves && moved(query, q, rates, ik->trial)) {
            next = cost_at(query, ik->trial, e_next, r_next);
        }

        // a step is kept when it pays; else the next is shorter
        if (next < out.cost) {
            slow = next > 0.7 * out.cost ? slow + 1 : 0;
            dull = next > (1 - 1e-8) * out.cost ? dull + 1 : 0;
            lambda = fmax(lambda * 0.1, 1e-12);
            newton = newton || slow >= 3;
            curved = false;
            out.cost = next;
            memcpy(e, e_next, sizeof e);
            memcpy(r, r_next, sizeof r);
            memcpy(q, ik->trial, sizeof(double) * (size_t)ik->model->nq);
            cosine = columns_at(query, q, e, J);
        } else {
            lambda = fmax(lambda * 5, 1e-6);
        }
        out.still = cosine < level || lambda > hopeless || dull >= 3;
    }
    out.arrived = snw__ik_ratio(query->target, e) <= 1;
    return out;
}

static int longest_column(int count, double J[][6], double *square) {
    int longest = 0;
    *square = -1;
    for (int j = 0; j < count; j++) {
        double sum = 0;
        for (int k = 0; k < 6; k++) {
            sum += J[j][k] * J[j][k];
        }
        if (sum > *square) *square = sum, longest = j;
    }
    return longest;
}

// takes the direction of a column, whose square is given, out of all
static void take_out(int count, double J[][6], int from, double square) {
    double unit[6];
    for (int k = 0; k < 6; k++) {
        unit[k] = J[from][k] / sqrt(square);
    }
    for (int j = 0; j < count; j++) {
        double along = 0;
        for (int k = 0; k < 6; k++) {
            along += J[j][k] * unit[k];
        }
        for (int k = 0; k < 6; k++) {
            J[j][k] -= along * unit[k];
        }
    }
}

// Rank of the columns by Gram and Schmidt, the longest first, against that of the components that
// matter. Where fewer joints than components move the tip, each must add a direction.
bool snw__ik_singular(const snw__ik_query *query, const double *q) {
    double e[6] = {0}, r[6], J[SNW_IK_JOINTS][6], first = 0;
    const int count = query->ik->count;
    int rank = 0, wanted = 0;
    snw__ik_query free_of = *query;
    free_of.options.ignore_limits = true;
    if (!isfinite(cost_at(query, q, e, r))) return false;
    (void)columns_at(&free_of, q, e, J);
    for (int k = 0; k < 6; k++) {
        wanted += query->weight[k] > 0;
    }
    if (count < wanted) wanted = count;
    for (; rank < wanted; rank++) {
        double square;
        const int longest = longest_column(count, J, &square);
        if (rank == 0) first = square;
        // a thousandth of the longest column: the search need not stand exactly there
        if (!(square > 1e-6 * first)) break;
        take_out(count, J, longest, square);
    }
    return rank < wanted;
}

// --- posture ------------------------------------------------------------------------------------

static double distance_to(const snw__ik_query *query, const double *q) {
    snw_ik *ik = query->ik;
    double sum = 0;
    if (snw_failed(snw_difference(ik->model, query->options.posture, q, ik->rates_now))) {
        return HUGE_VAL;
    }
    for (int j = 0; j < ik->count; j++) {
        sum += ik->rates_now[ik->rates[j]] * ik->rates_now[ik->rates[j]];
    }
    return sum;
}

// Rates towards the posture, a part of the way, without what would move the tip: those of a joint
// that would pass its limit end there.
static bool rates_to(const snw__ik_query *query, const double *q, double gain, double *rates) {
    snw_ik *ik = query->ik;
    double J[SNW_IK_JOINTS][6], e[6] = {0}, r[6], back[SNW_IK_JOINTS] = {0};
    double *to = ik->kept; // lanes are at rest now
    snw__ik_query free_of = *query;
    free_of.options.ignore_limits = true;
    if (!isfinite(distance_to(query, q))) return false;
    for (int j = 0; j < ik->count; j++) {
        rates[j] = gain * ik->rates_now[ik->rates[j]];
    }
    if (!moved(query, q, rates, to) || !isfinite(cost_at(query, q, e, r))) return false;
    (void)columns_at(&free_of, q, e, J);
    for (int k = 0; k < 6; k++) {
        r[k] = 0;
        for (int j = 0; j < ik->count; j++) {
            r[k] += J[j][k] * rates[j];
        }
    }
    damped_rates(query, to, J, 1e-8, r, back);
    for (int j = 0; j < ik->count; j++) {
        rates[j] += back[j];
    }
    return true;
}

// Towards the posture along what the target leaves free, then back to the target, from which the
// free motion curves away. Steps are kept when they pay; shorter ones are tried where they do not.
void snw__ik_posture(const snw__ik_query *query, double *q) {
    snw_ik *ik = query->ik;
    double *to = ik->kept;
    double gain = query->options.posture_gain, distance = distance_to(query, q);
    for (int i = 0; i < query->options.iterations && gain > 1e-4; i++) {
        double rates[SNW_IK_JOINTS] = {0};
        if (!rates_to(query, q, gain, rates) || !moved(query, q, rates, to)) return;
        const snw__ik_outcome back = snw__ik_polish(query, 16, to);
        const double after = distance_to(query, to);
        if (back.arrived && after < distance) {
            const bool little = distance - after < 1e-12 * distance;
            distance = after;
            memcpy(q, to, sizeof(double) * (size_t)ik->model->nq);
            if (little) return;
            gain = fmin(2 * gain, query->options.posture_gain);
        } else {
            gain /= 4;
        }
    }
}
