// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/integrator.h"

#include <string.h>

#include "inside.h"
#include "internal.h"

// --- names ---------------------------------------------------------------------------------------

snw_stepper_settings snw_stepper_defaults(void) {
    const snw_stepper_settings settings = {SNW_INTEGRATE_RK4, 4, SNW_START_RUNGE_KUTTA, 1e15};
    return settings;
}

// "ab3" begins with "ab" and has one digit of 1 to 4 left
static int order_after(const char *name, const char *prefix) {
    const size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) return 0;
    const char digit = name[length];
    return digit >= '1' && digit <= '4' && name[length + 1] == '\0' ? digit - '0' : 0;
}

snw_status snw_stepper_named(const char *name, snw_stepper_settings *settings) {
    snw_stepper_settings found = snw_stepper_defaults();
    const int bashforth = order_after(name, "ab"), moulton = order_after(name, "abm");
    if (strcmp(name, "euler") == 0) {
        found.kind = SNW_INTEGRATE_EULER;
        found.order = 1;
    } else if (bashforth > 0) {
        found.kind = SNW_INTEGRATE_BASHFORTH;
        found.order = bashforth;
    } else if (moulton > 0) {
        found.kind = SNW_INTEGRATE_MOULTON;
        found.order = moulton;
    } else if (strcmp(name, "rk4") != 0) {
        return SNW_ERR_UNKNOWN_NAME;
    }
    *settings = found;
    return SNW_OK;
}

// --- formulas ------------------------------------------------------------------------------------

// Bashforth and Adams 1883; Moulton 1926
static const double bashforth_weights[4][4] = {{1, 0, 0, 0},
                                               {3.0 / 2, -1.0 / 2, 0, 0},
                                               {23.0 / 12, -16.0 / 12, 5.0 / 12, 0},
                                               {55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24}};
static const double moulton_weights[4][4] = {{1, 0, 0, 0},
                                             {1.0 / 2, 1.0 / 2, 0, 0},
                                             {5.0 / 12, 8.0 / 12, -1.0 / 12, 0},
                                             {9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24}};

static void add_weighted(const double *weights, int order, int count, const double *const *rates,
                         double dt, double *x) {
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < order; k++) {
            sum += weights[k] * rates[k][i];
        }
        x[i] += dt * sum;
    }
}

void snw_adams_bashforth(int order, int count, const double *const *rates, double dt, double *x) {
    SNW_ASSERT(1 <= order && order <= 4);
    add_weighted(bashforth_weights[order - 1], order, count, rates, dt, x);
}

void snw_adams_moulton(int order, int count, const double *const *rates, double dt, double *x) {
    SNW_ASSERT(1 <= order && order <= 4);
    add_weighted(moulton_weights[order - 1], order, count, rates, dt, x);
}

snw_quat snw__quat_acceleration_from_body(snw_quat Q, snw_vec3 w_body, snw_vec3 w_rate_body) {
    return snw_quat_add(snw_quat_rate_from_body(Q, w_rate_body),
                        snw_quat_scale(Q, -snw_vec3_norm2(w_body) / 4));
}

snw_quat snw__quat_acceleration_from_reference(snw_quat Q, snw_vec3 w_reference,
                                               snw_vec3 w_rate_reference) {
    return snw_quat_add(snw_quat_rate_from_reference(Q, w_rate_reference),
                        snw_quat_scale(Q, -snw_vec3_norm2(w_reference) / 4));
}

// --- coordinates ---------------------------------------------------------------------------------

// the quaternion x y z w at q as it is, of any length: its rate is linear in it, which keeps the
// order of a method between steps
static void quaternion_rate(const double *q, const double *w, double *rate) {
    const snw_quat Q = snw_quat_of(q[3], q[0], q[1], q[2]);
    const snw_quat r = snw_quat_rate_from_body(Q, snw_vec3_of(w[0], w[1], w[2]));
    rate[0] = r.x;
    rate[1] = r.y;
    rate[2] = r.z;
    rate[3] = r.w;
}

static void free_rate(const double *q, const double *v, double *rate) {
    const snw_mat3 R = snw_quat_to_mat3(snw_joint_quat(q + 3));
    const snw_vec3 p = snw_mat3_apply(R, snw_vec3_of(v[0], v[1], v[2]));
    rate[0] = p.x;
    rate[1] = p.y;
    rate[2] = p.z;
    quaternion_rate(q + 3, v + 3, rate + 3);
}

void snw_coordinate_rates(const snw_model *model, const double *q, const double *v,
                          double *q_rate) {
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        if (link->nq == 0) continue;
        const double *from = v + link->v_index;
        double *to = q_rate + link->q_index;
        if (link->joint == SNW_JOINT_FREE) {
            free_rate(q + link->q_index, from, to);
        } else if (link->joint == SNW_JOINT_SPHERICAL) {
            quaternion_rate(q + link->q_index, from, to);
        } else {
            memcpy(to, from, sizeof *to * (size_t)link->nv);
        }
    }
}

static bool has_quaternion(const snw_link *link) {
    return link->nq > 0 && (link->joint == SNW_JOINT_FREE || link->joint == SNW_JOINT_SPHERICAL);
}

// quaternions back to the unit sphere
static void normalize(const snw_stepper *stepper, double *q) {
    const snw_model *model = stepper->model;
    for (int i = 0; stepper->turns && i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        if (!has_quaternion(link)) continue;
        double *at = q + link->q_index + link->nq - 4;
        const snw_quat Q = snw_joint_quat(at);
        at[0] = Q.x;
        at[1] = Q.y;
        at[2] = Q.z;
        at[3] = Q.w;
    }
}

// --- steps ---------------------------------------------------------------------------------------

/// One call of snw_stepper_step().
typedef struct job {
    snw_stepper *i;
    snw_stepper_source source;
    double t, dt;
} job;

// to = from + rates * dt
static void advance(double *to, const double *from, const double *rates, double dt, int count) {
    for (int k = 0; k < count; k++) {
        to[k] = from[k] + dt * rates[k];
    }
}

// the source sees unit quaternions
static snw_status ask(const job *j, double t, const double *q, const double *v, double *a) {
    snw_stepper *i = j->i;
    if (!i->turns) return j->source.acceleration(t, q, v, a, j->source.context);
    memcpy(i->q, q, sizeof *q * (size_t)i->model->nq);
    normalize(i, i->q);
    return j->source.acceleration(t, i->q, v, a, j->source.context);
}

// Kutta 1901. The first stage is at hand as the newest of the states; weights 1 2 2 1.
static snw_status runge_kutta(const job *j, const double *q, const double *v) {
    static const double steps[] = {0.5, 0.5, 1}, weights[] = {2, 2, 1};
    snw_stepper *i = j->i;
    const int nq = i->model->nq, nv = i->model->nv;
    memcpy(i->q_rate, i->q_rates + (ptrdiff_t)i->head * nq, sizeof *q * (size_t)nq);
    memcpy(i->a, i->accelerations + (ptrdiff_t)i->head * nv, sizeof *v * (size_t)nv);
    advance(i->q_sum, q, i->q_rate, j->dt / 6, nq);
    advance(i->v_sum, v, i->a, j->dt / 6, nv);
    for (int s = 0; s < 3; s++) {
        const double h = steps[s] * j->dt;
        advance(i->q_stage, q, i->q_rate, h, nq);
        advance(i->v_stage, v, i->a, h, nv);
        const snw_status status = ask(j, j->t + h, i->q_stage, i->v_stage, i->a);
        if (snw_failed(status)) return status;
        snw_coordinate_rates(i->model, i->q_stage, i->v_stage, i->q_rate);
        advance(i->q_sum, i->q_sum, i->q_rate, weights[s] * j->dt / 6, nq);
        advance(i->v_sum, i->v_sum, i->a, weights[s] * j->dt / 6, nv);
    }
    return SNW_OK;
}

// the newest `count` rates of the ring, newest first
static void newest(const snw_stepper *i, const double *ring, int width, const double **rates) {
    for (int k = 0; k < 4; k++) {
        rates[k] = ring + (ptrdiff_t)((i->head + 4 - k) % 4) * width;
    }
}

static void adams(const job *j, int order, const double *q, const double *v) {
    snw_stepper *i = j->i;
    const int nq = i->model->nq, nv = i->model->nv;
    const double *rates[5];
    memcpy(i->v_sum, v, sizeof *v * (size_t)nv);
    newest(i, i->accelerations, nv, rates);
    snw_adams_bashforth(order, nv, rates, j->dt, i->v_sum);
    memcpy(i->q_sum, q, sizeof *q * (size_t)nq);
    newest(i, i->q_rates, nq, rates + 1);
    snw_adams_bashforth(order, nq, rates + 1, j->dt, i->q_sum);
    if (i->settings.kind == SNW_INTEGRATE_BASHFORTH) return;
    // rates are known at the end; where they depend on the configuration, at the predicted one
    snw_coordinate_rates(i->model, i->q_sum, i->v_sum, i->q_rate);
    rates[0] = i->q_rate;
    memcpy(i->q_sum, q, sizeof *q * (size_t)nq);
    snw_adams_moulton(order, nq, rates, j->dt, i->q_sum);
}

static snw_status euler(const job *j, const double *q, const double *v) {
    snw_stepper *i = j->i;
    const double *a = i->accelerations + (ptrdiff_t)i->head * i->model->nv;
    advance(i->v_sum, v, a, j->dt, i->model->nv);
    return snw_integrate(i->model, q, i->v_sum, j->dt, i->q_sum);
}

// the state of now joins those that are remembered
static snw_status remember(const job *j, const double *q, const double *v) {
    snw_stepper *i = j->i;
    if (j->dt != i->dt) i->known = 0;
    i->dt = j->dt;
    const int next = (i->head + 1) % 4;
    double *a = i->accelerations + (ptrdiff_t)next * i->model->nv;
    const snw_status status = ask(j, j->t, q, v, a);
    if (snw_failed(status)) return status;
    if (i->settings.kind != SNW_INTEGRATE_EULER) {
        snw_coordinate_rates(i->model, q, v, i->q_rates + (ptrdiff_t)next * i->model->nq);
    }
    i->head = next;
    if (i->known < 4) i->known++;
    return SNW_OK;
}

static bool within(const double *x, int count, double bound) {
    bool good = true;
    for (int k = 0; k < count; k++) {
        good &= fabs(x[k]) <= bound;
    }
    return good;
}

// semi-implicit Euler where every coordinate has a rate of its own: what a plant does most
static snw_status euler_single(const job *j, double *q, double *v) {
    snw_stepper *i = j->i;
    const snw_status status = remember(j, q, v);
    if (snw_failed(status)) return status;
    const int nv = i->model->nv;
    const double *a = i->accelerations + (ptrdiff_t)i->head * nv, bound = i->settings.bound;
    bool good = true;
    for (int k = 0; k < nv; k++) {
        const double rate = v[k] + j->dt * a[k], place = q[k] + j->dt * rate;
        good &= fabs(rate) <= bound && fabs(place) <= bound;
        i->v_sum[k] = rate;
        i->q_sum[k] = place;
    }
    if (!good) return SNW_ERR_LIMIT;
    for (int k = 0; k < nv; k++) {
        v[k] = i->v_sum[k];
        q[k] = i->q_sum[k];
    }
    return SNW_OK;
}

static snw_status go(const job *j, const double *q, const double *v) {
    snw_stepper *i = j->i;
    const snw_stepper_settings *s = &i->settings;
    if (s->kind == SNW_INTEGRATE_OWN) {
        const snw_integrator_step step = {i->model, j->source, j->t,     j->dt,    q,
                                          v,        i->q_sum,  i->v_sum, i->memory};
        return i->own->step(i->block, &step);
    }
    const snw_status status = remember(j, q, v);
    if (snw_failed(status)) return status;
    if (s->kind == SNW_INTEGRATE_EULER) return euler(j, q, v);
    if (s->kind == SNW_INTEGRATE_RK4) return runge_kutta(j, q, v);
    if (i->known < s->order && s->start == SNW_START_RUNGE_KUTTA) return runge_kutta(j, q, v);
    adams(j, i->known < s->order ? i->known : s->order, q, v);
    return SNW_OK;
}

snw_status snw_stepper_step(snw_stepper *integrator, snw_stepper_source source, double t, double dt,
                            double *q, double *v) {
    const snw_model *m = integrator->model;
    if (!isfinite(t) || !isfinite(dt)) return SNW_ERR_NOT_FINITE;
    const job j = {integrator, source, t, dt};
    if (integrator->single && integrator->settings.kind == SNW_INTEGRATE_EULER) {
        const snw_status done = euler_single(&j, q, v);
        if (snw_failed(done)) snw__stepper_reset(integrator);
        return done;
    }
    snw_status status = go(&j, q, v);
    if (!snw_failed(status)) {
        const bool good = within(integrator->q_sum, m->nq, integrator->settings.bound) &&
                          within(integrator->v_sum, m->nv, integrator->settings.bound);
        if (!good) status = SNW_ERR_LIMIT;
    }
    if (snw_failed(status)) {
        snw__stepper_reset(integrator);
        return status;
    }
    memcpy(q, integrator->q_sum, sizeof *q * (size_t)m->nq);
    normalize(integrator, q);
    memcpy(v, integrator->v_sum, sizeof *v * (size_t)m->nv);
    return SNW_OK;
}

// --- layout --------------------------------------------------------------------------------------

void snw__stepper_reset(snw_stepper *integrator) {
    integrator->known = 0;
    if (integrator->memory == NULL) return;
    memset(integrator->memory, 0, sizeof *integrator->memory * (size_t)integrator->memory_count);
}

snw_status snw_stepper_init(snw_stepper *integrator, const snw_model *model,
                            snw_stepper_settings settings, snw_arena *arena) {
    if (settings.order < 1 || settings.order > 4) return SNW_ERR_RANGE;
    if (!(settings.bound > 0)) return SNW_ERR_RANGE;
    *integrator = (snw_stepper){.model = model, .settings = settings, .single = true};
    for (int i = 0; i < model->link_count; i++) {
        if (has_quaternion(&model->links[i])) integrator->turns = true;
        if (model->links[i].nq > 1) integrator->single = false;
    }
    integrator->q_rates = SNW_ARENA_ARRAY(arena, double, 4 * model->nq);
    integrator->accelerations = SNW_ARENA_ARRAY(arena, double, 4 * model->nv);
    integrator->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    integrator->v = SNW_ARENA_ARRAY(arena, double, model->nv);
    integrator->q_stage = SNW_ARENA_ARRAY(arena, double, model->nq);
    integrator->q_sum = SNW_ARENA_ARRAY(arena, double, model->nq);
    integrator->q_rate = SNW_ARENA_ARRAY(arena, double, model->nq);
    integrator->v_stage = SNW_ARENA_ARRAY(arena, double, model->nv);
    integrator->v_sum = SNW_ARENA_ARRAY(arena, double, model->nv);
    integrator->a = SNW_ARENA_ARRAY(arena, double, model->nv);
    return snw_arena_status(arena);
}
