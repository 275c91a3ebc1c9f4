// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/objective.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// what the parameters must have in common with a mechanism

static bool has_rate(const snw_model *m, const char *joint) {
    const int link = snw_model_find_joint(m, joint);
    return link >= 0 && m->links[link].nv == 1;
}

static snw_status posture_fits(const void *block, const snw_model *m) {
    const snw_posture *p = block;
    if (m->nq > SNW_OBJECTIVE_NUMBERS) return SNW_ERR_SIZE;
    if (p->reference_count == 0) return SNW_OK;
    return p->reference_count == m->nq ? snw_configuration_check(m, p->reference) : SNW_ERR_SIZE;
}

static snw_status gravity_fits(const void *block, const snw_model *m) {
    return has_rate(m, ((const snw_gravity_torque *)block)->joint) ? SNW_OK : SNW_ERR_UNKNOWN_NAME;
}

static snw_status accuracy_fits(const void *block, const snw_model *m) {
    return has_rate(m, ((const snw_accuracy *)block)->joint) ? SNW_OK : SNW_ERR_UNKNOWN_NAME;
}

static snw_status statistical_fits(const void *block, const snw_model *m) {
    const int count = ((const snw_statistical_error *)block)->covariance_count;
    return count == 0 || count == m->nv || count == m->nv * m->nv ? SNW_OK : SNW_ERR_SIZE;
}

static double per_item(const double *values, int count, int i, double otherwise) {
    return i < count ? values[i] : otherwise;
}

// --- posture -------------------------------------------------------------------------------------

// the gain of the spring of rate i: its weight, or its weight over the range of its joint
static double spring_gain(const snw_posture *p, const snw_model *m, int i) {
    const double weight = per_item(p->weights, p->weight_count, i, 1);
    if (!p->by_range) return weight;
    // joints whose rates are not those of their coordinates (rotations) have no range
    const snw_link *link = &m->links[m->link_of_v[i]];
    if (link->nq != link->nv) return 0;
    const int at = link->q_index + i - link->v_index;
    const double range = m->upper[at] - m->lower[at];
    return range > 0 ? weight / range : 0;
}

static snw_status posture_gradient(const void *block, snw_task *task, double *F) {
    const snw_posture *p = block;
    double middle[SNW_OBJECTIVE_NUMBERS];
    const double *reference = p->reference;
    if (p->reference_count == 0) {
        snw_midpoint(task->model, middle);
        reference = middle;
    }
    const snw_status status = snw_difference(task->model, task->q, reference, F);
    for (int i = 0; i < task->model->nv; i++)
        F[i] *= spring_gain(p, task->model, i);
    return status;
}

static double posture_measure(const void *block, const snw_objective_at *at) {
    const snw_posture *p = block;
    const snw_model *m = at->task->model;
    double middle[SNW_OBJECTIVE_NUMBERS], way[SNW_OBJECTIVE_NUMBERS], sum = 0;
    snw_midpoint(m, middle);
    const double *reference = p->reference_count == 0 ? middle : p->reference;
    if (snw_failed(snw_difference(m, at->q, reference, way))) return (double)NAN;
    for (int i = 0; i < m->nv; i++)
        sum += 0.5 * spring_gain(p, m, i) * way[i] * way[i];
    return sum;
}

// --- limits --------------------------------------------------------------------------------------

static double zone_of(const snw_joint_limits *l, double lower, double upper) {
    const double range = upper - lower;
    if (!l->fraction) return l->zone;
    return isfinite(range) ? l->zone * range : 0;
}

// how deep in a zone, 0 to 1; infinite limits have none
static double depth(double before_limit, double zone) {
    if (!(before_limit < zone) || !(zone > 0)) return 0;
    return before_limit > 0 ? 1 - before_limit / zone : 1;
}

double snw__joint_limit_rate(const snw_joint_limits *l, double q, double lower, double upper) {
    const double zone = zone_of(l, lower, upper);
    const double high = depth(upper - q, zone), low = depth(q - lower, zone);
    return l->maximum *
           ((low > 0 ? pow(low, l->exponent) : 0) - (high > 0 ? pow(high, l->exponent) : 0));
}

static void each_limit(const snw_joint_limits *l, const snw_model *m, const double *q, double *F,
                       double *sum) {
    for (int i = 0; F != NULL && i < m->nv; i++)
        F[i] = 0;
    for (int k = 0; k < m->link_count; k++) {
        const snw_link *link = &m->links[k];
        for (int c = 0; link->nq == link->nv && c < link->nv; c++) {
            const int at = link->q_index + c;
            const double lower = m->lower[at], upper = m->upper[at], x = q[at];
            if (F != NULL) F[link->v_index + c] = -snw__joint_limit_rate(l, x, lower, upper);
            if (sum == NULL) continue;
            // the integral of the push, which goes on evenly beyond the limit
            const double zone = zone_of(l, lower, upper), power = l->exponent + 1;
            const double high = depth(upper - x, zone), low = depth(x - lower, zone);
            *sum += l->maximum * zone / power *
                    ((high > 0 ? pow(high, power) : 0) + (low > 0 ? pow(low, power) : 0));
            *sum += l->maximum * (fmax(x - upper, 0) + fmax(lower - x, 0));
        }
    }
}

static snw_status joint_limits_gradient(const void *block, snw_task *task, double *F) {
    each_limit(block, task->model, task->q, F, NULL);
    return SNW_OK;
}

static double joint_limits_measure(const void *block, const snw_objective_at *at) {
    double sum = 0;
    each_limit(block, at->task->model, at->q, NULL, &sum);
    return sum;
}

// --- singularity ---------------------------------------------------------------------------------

// With J_w J_w' = L L' the product of the singular values is that of the diagonal of L; where there
// is no such L it is 0.
static double singularity_measure(const void *block, const snw_objective_at *at) {
    const snw_singularity *s = block;
    const int nv = at->task->model->nv, m = at->rows;
    double A[SNW_LINALG_MAX * SNW_LINALG_MAX], product = 1;
    for (int j = 0; j < m; j++) {
        for (int i = j; i < m; i++) {
            double sum = 0;
            for (int k = 0; k < nv; k++) {
                const double w = per_item(s->joint_weights, s->joint_weight_count, k, 1);
                sum += w * w * at->J[i * nv + k] * at->J[j * nv + k];
            }
            A[i + j * m] = sum * per_item(s->row_weights, s->row_weight_count, i, 1) *
                           per_item(s->row_weights, s->row_weight_count, j, 1);
        }
    }
    if (!snw__cholesky(A, m)) product = 0;
    for (int i = 0; i < m; i++)
        product *= product > 0 ? A[i + i * m] : 0;
    return 1 / (product + s->damping);
}

// --- gravity -------------------------------------------------------------------------------------

static double gravity_measure(const void *block, const snw_objective_at *at) {
    const snw_gravity_torque *g = block;
    const int link = snw_model_find_joint(at->task->model, g->joint);
    double G[SNW_LINALG_MAX];
    if (link < 0 || snw_failed(snw_dyn_gravity(&at->task->dyn, at->q, G))) return (double)NAN;
    const double effort = G[at->task->model->links[link].v_index];
    return effort * effort;
}

static bool turns_or_slides(const snw_model *m, int link) {
    const snw_joint_kind kind = m->links[link].joint;
    return m->links[link].nv == 0 || kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_CONTINUOUS ||
           kind == SNW_JOINT_PRISMATIC || kind == SNW_JOINT_SCREW;
}

// a joint that follows another moves masses by more than its own twist
static bool is_simple(const snw_task *task) {
    if (task->kin.normal.shared) return false;
    for (int l = 1; l < task->model->link_count; l++) {
        if (!turns_or_slides(task->model, l)) return false;
    }
    return !task->model->floating;
}

// twist of a link's origin per unit rate of its own joint, along the world's axes
static snw_twist unit_twist(snw_task *task, int link) {
    snw_kin_jacobian(&task->kin, link, snw_vec3_zero(), task->columns);
    return task->columns[task->model->links[link].v_index];
}

// First moment of a link with all that it carries, about its origin, at the masses of dynamics.
static double carried(const snw_task *task, int link, snw_vec3 *moment) {
    const snw_model *m = task->model;
    const snw_vec3 o = task->kin.T_world_link[link].p;
    double mass = 0;
    *moment = snw_vec3_zero();
    for (int l = link; l < m->links[link].end; l++) {
        const snw_inertia body = snw_dyn_inertia(&task->dyn, l);
        const snw_pose T = task->kin.T_world_link[l];
        const snw_vec3 h = snw_mat3_apply(T.R, body.h);
        *moment = snw_vec3_add(*moment, snw_vec3_add_scaled(h, snw_vec3_sub(T.p, o), body.m));
        mass += body.m;
    }
    return mass;
}

// Potential energy is U = -g . sum m p. Unit rate of joint j moves the moment of what it carries by
// P_j = m_j v_j + w_j x h_j, so G_j = -g . P_j. A joint i inboard of j, or j itself, turns P_j as a
// whole: d2U / dq_i dq_j = -g . (w_i x P_j). Links on different branches have no part in each
// other.
static snw_status gravity_gradient(const void *block, snw_task *task, double *F) {
    const snw_gravity_torque *objective = block;
    const snw_model *m = task->model;
    const int focus = snw_model_find_joint(m, objective->joint);
    if (focus < 0) return SNW_ERR_UNKNOWN_NAME;
    const snw_twist own = unit_twist(task, focus);
    snw_vec3 h;
    const double mass = carried(task, focus, &h);
    const snw_vec3 gravity = task->dyn.gravity;
    const snw_vec3 P = snw_vec3_add(snw_vec3_scale(own.lin, mass), snw_vec3_cross(own.ang, h));
    const double G = -snw_vec3_dot(gravity, P);
    for (int i = 0; i < m->nv; i++)
        F[i] = 0;
    for (int l = 1; l < m->link_count; l++) {
        const int rate = m->links[l].v_index;
        if (m->links[l].nv == 0) continue;
        double slope = 0;
        if (l <= focus && focus < m->links[l].end) {
            slope = -snw_vec3_dot(gravity, snw_vec3_cross(unit_twist(task, l).ang, P));
        } else if (focus <= l && l < m->links[focus].end) {
            snw_vec3 h_l;
            const double mass_l = carried(task, l, &h_l);
            const snw_twist twist = unit_twist(task, l);
            const snw_vec3 P_l =
                snw_vec3_add(snw_vec3_scale(twist.lin, mass_l), snw_vec3_cross(twist.ang, h_l));
            slope = -snw_vec3_dot(gravity, snw_vec3_cross(own.ang, P_l));
        }
        F[rate] = 2 * G * slope;
    }
    return SNW_OK;
}

static snw_status gravity_gradient_any(const void *block, snw_task *task, double *F) {
    return is_simple(task) ? gravity_gradient(block, task, F)
                           : snw__objective_differences(gravity_measure, block, task, F);
}

static double potential_measure(const void *block, const snw_objective_at *at) {
    (void)block;
    snw_energy energy;
    const double v[SNW_LINALG_MAX] = {0};
    if (snw_failed(snw_dyn_energy(&at->task->dyn, at->q, v, &energy))) return (double)NAN;
    return energy.potential;
}

static snw_status potential_gradient(const void *block, snw_task *task, double *F) {
    (void)block;
    const double *G = snw_task_gravity(task);
    if (G == NULL) return SNW_ERR_NOT_FINITE;
    memcpy(F, G, sizeof(double) * (size_t)task->model->nv);
    return SNW_OK;
}

// --- accuracy, strength, expected error ----------------------------------------------------------

static double accuracy_measure(const void *block, const snw_objective_at *at) {
    const snw_accuracy *a = block;
    const snw_model *m = at->task->model;
    const snw_effector_set *set = at->task->set;
    const int link = snw_model_find_joint(m, a->joint);
    if (link < 0 || set == NULL) return (double)NAN;
    const int rate = m->links[link].v_index;
    double sum = 0;
    for (int e = 0; e < set->count; e++) {
        const snw_effector_slot *slot = &set->slots[e];
        for (int i = slot->first; !slot->soft && i < slot->first + slot->rows; i++) {
            const double one = at->J[i * m->nv + rate];
            sum += per_item(a->weights, a->weight_count, e, 1) * one * one;
        }
    }
    return sum;
}

void snw__holding_torques(const double *J, int rows, int nv, const double *wrench, double *T) {
    for (int k = 0; k < nv; k++) {
        T[k] = 0;
        for (int i = 0; i < rows; i++)
            T[k] -= J[i * nv + k] * wrench[i];
    }
}

static double strength_measure(const void *block, const snw_objective_at *at) {
    const snw_strength *s = block;
    const snw_model *m = at->task->model;
    double wrench[SNW_OBJECTIVE_NUMBERS], T[SNW_LINALG_MAX], sum = 0;
    for (int i = 0; i < at->rows; i++)
        wrench[i] = per_item(s->wrench, s->wrench_count, i, 0);
    snw__holding_torques(at->J, at->rows, m->nv, wrench, T);
    for (int k = 0; k < m->nv; k++) {
        const double most = per_item(s->most, s->most_count, k, m->effort[k]);
        const double least = per_item(s->least, s->least_count, k, -most);
        const double range = most - least;
        // a joint without a limit bears anything
        if (!isfinite(range)) continue;
        sum += pow(fabs(T[k] - (most + least) / 2) / range, s->order);
    }
    return sum;
}

// trace(J'A J C) is the sum of C_jk (J'A J)_jk
static double statistical_measure(const void *block, const snw_objective_at *at) {
    const snw_statistical_error *s = block;
    const int nv = at->task->model->nv, m = at->rows;
    const bool dense = s->covariance_count == nv * nv && nv > 1;
    double AJ[SNW_LINALG_MAX], sum = 0;
    for (int k = 0; k < nv; k++) {
        for (int i = 0; i < m; i++) {
            AJ[i] = at->J[i * nv + k];
            if (s->interest_count != m * m) continue;
            AJ[i] = 0;
            for (int j = 0; j < m; j++)
                AJ[i] += s->interest[i + j * m] * at->J[j * nv + k];
        }
        for (int l = dense ? 0 : k; l < (dense ? nv : k + 1); l++) {
            const double C = dense ? s->covariance[l + k * nv]
                                   : per_item(s->covariance, s->covariance_count, k, 1);
            for (int i = 0; i < m; i++)
                sum += C * at->J[i * nv + l] * AJ[i];
        }
    }
    return sum;
}

// v = v_0 - [r] w at the place r, so the integral of rho |v|^2 is V'A V with
// A = [m I, [h]'; [h], I], the form of a spatial inertia
void snw__region_interest(snw_inertia region, double A[36]) {
    const snw_mat3 H = snw_mat3_skew(region.h);
    const snw_mat3 I = snw_sym3_to_mat3(region.I);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            A[r + c * 6] = r == c ? region.m : 0;
            A[r + 3 + c * 6] = snw_mat3_get(H, r, c);
            A[r + (c + 3) * 6] = snw_mat3_get(H, c, r);
            A[r + 3 + (c + 3) * 6] = snw_mat3_get(I, r, c);
        }
    }
}

// --- functions of the types ----------------------------------------------------------------------

#define HEAD .head = {sizeof(snw_objective_functions), SNW_OBJECTIVE_VERSION}

const snw_objective_functions snw__posture_functions = {
    HEAD, .fits = posture_fits, .measure = posture_measure, .gradient = posture_gradient};
const snw_objective_functions snw__joint_limits_functions = {HEAD, .measure = joint_limits_measure,
                                                             .gradient = joint_limits_gradient};
const snw_objective_functions snw__singularity_functions = {HEAD, .measure = singularity_measure};
const snw_objective_functions snw__gravity_torque_functions = {
    HEAD, .fits = gravity_fits, .measure = gravity_measure, .gradient = gravity_gradient_any};
const snw_objective_functions snw__potential_energy_functions = {HEAD, .measure = potential_measure,
                                                                 .gradient = potential_gradient};
const snw_objective_functions snw__accuracy_functions = {HEAD, .fits = accuracy_fits,
                                                         .measure = accuracy_measure};
const snw_objective_functions snw__strength_functions = {HEAD, .measure = strength_measure};
const snw_objective_functions snw__statistical_error_functions = {HEAD, .fits = statistical_fits,
                                                                  .measure = statistical_measure};
