// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "law_masses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POSES = 24, TURNS = 24 };

static const double g = 9.80665;

// of an arm that describes no limits of effort, over its own mass: robots carry 0.1 to 0.3
static const double USUAL_PAYLOAD = 0.2;

// --- lengths ------------------------------------------------------------------------------------

// the farthest that the links from `first` to `last` can be from the joint of `first`
static double longest_chain(const snw_model *model, int first, int last) {
    double length = 0;
    for (int i = last; i > first; i = model->links[i].parent) {
        length += snw_vec3_norm(model->links[i].T_parent_joint.p);
        // a joint that slides adds its way
        const snw_link *link = &model->links[i];
        if (link->joint != SNW_JOINT_PRISMATIC || link->source_q < 0) continue;
        const double way =
            fmax(fabs(model->lower[link->source_q]), fabs(model->upper[link->source_q]));
        if (isfinite(way)) length += way;
    }
    return length;
}

double snw__masses_reach(const snw_arm *arm) {
    const snw_model *model = arm->model;
    const int first = model->link_of_v[arm->v_index[0]];
    double reach = 0;
    for (int k = first; k < model->links[first].end; k++)
        reach = fmax(reach, longest_chain(model, first, k));
    return reach;
}

// of the link that an axis moves and all that it carries, stretched out
static double stretched_inertia(const snw_arm *arm, int axis) {
    const snw_model *model = arm->model;
    const int first = model->link_of_v[arm->v_index[axis]];
    const bool slides = model->links[first].joint == SNW_JOINT_PRISMATIC;
    double inertia = 0;
    for (int i = first; i < model->links[first].end; i++) {
        const snw_inertia *body = &model->links[i].inertia;
        const double r = longest_chain(model, first, i);
        const double h = snw_vec3_norm(body->h);
        const double own = body->I.xx + body->I.yy + body->I.zz;
        inertia += slides ? body->m : own + 2 * r * h + body->m * r * r;
    }
    return inertia;
}

// --- poses --------------------------------------------------------------------------------------

// Pose 0 is the middle of the ranges; the others are spread evenly over them, by the fractional
// parts of multiples of square roots (Weyl 1916). Coordinates that are no axes stay neutral.
static void choose_pose(snw__masses *m, int pose) {
    const snw_arm *arm = m->arm;
    double q[SNW_AXES];
    for (int i = 0; i < arm->count; i++) {
        const bool bounded = isfinite(arm->limits.lower[i]) && isfinite(arm->limits.upper[i]);
        const double lower = bounded ? arm->limits.lower[i] : -3,
                     upper = bounded ? arm->limits.upper[i] : 3;
        const double turn = (0.5 + pose * sqrt(2.0 + i));
        q[i] = lower + (turn - floor(turn)) * (upper - lower);
    }
    snw_neutral(arm->model, m->q);
    snw_arm_to_q(arm, q, m->q);
}

// --- eigenvalues --------------------------------------------------------------------------------

static double dot(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

// y = G x, with G the gains of the axes
static void apply_gains(const snw__masses *m, const double *gains, const double *x, double *y) {
    memset(y, 0, sizeof(double) * (size_t)m->arm->model->nv);
    for (int i = 0; i < m->arm->count; i++) {
        const int v = m->arm->v_index[i];
        y[v] = gains[i] * x[v];
    }
}

// The largest eigenvalue of M^-1 G in a pose, by powers (Golub and Van Loan 1996, 8.7): with
// y = G x and z = M^-1 y it is the quotient of y.z and x.y when x has come to rest.
static double largest_here(snw__masses *m, const double *gains) {
    const int nv = m->arm->model->nv;
    double found = 0;
    for (int i = 0; i < nv; i++)
        m->x[i] = 1 + 0.1 * i;
    for (int turn = 0; turn < TURNS; turn++) {
        apply_gains(m, gains, m->x, m->y);
        const double before = dot(m->x, m->y, nv);
        double *rest = m->z + nv; // rates of zero
        if (snw_failed(snw_dyn_forward(&m->bare, m->q, rest, m->y, NULL, m->z))) return 0;
        const double after = dot(m->y, m->z, nv), length = sqrt(dot(m->z, m->z, nv));
        if (!(before > 0) || !(length > 0)) return 0;
        found = after / before;
        for (int i = 0; i < nv; i++)
            m->x[i] = m->z[i] / length;
    }
    return isfinite(found) ? found : 0;
}

double snw__masses_largest(snw__masses *m, const double *gains) {
    double largest = 0;
    m->bare.springs = false;
    SNW_IGNORE(snw_dyn_set_gravity(&m->bare, (snw_vec3){0, 0, 0}));
    for (int pose = 0; pose < POSES; pose++) {
        choose_pose(m, pose);
        largest = fmax(largest, largest_here(m, gains));
    }
    return largest;
}

// --- weight -------------------------------------------------------------------------------------

// gravity of the arm; where there is none a payload is judged as on the ground
static snw_vec3 usual_gravity(const snw_arm *arm) {
    return snw_vec3_norm(arm->gravity) > 0 ? arm->gravity : (snw_vec3){0, 0, -g};
}

double snw__masses_weight(snw__masses *m, double payload) {
    const snw_arm *arm = m->arm;
    double worst = 0, mass = 0, own[SNW_AXES], all[SNW_AXES];
    bool limited = true;
    for (int i = 0; i < arm->model->link_count; i++)
        mass += arm->model->links[i].inertia.m;
    for (int i = 0; i < arm->count; i++)
        limited = limited && isfinite(arm->limits.effort[i]);
    if (!limited && mass > 0) worst = payload / (USUAL_PAYLOAD * mass);
    SNW_IGNORE(snw_dyn_set_gravity(&m->bare, usual_gravity(arm)));
    SNW_IGNORE(snw_dyn_set_gravity(&m->laden, usual_gravity(arm)));
    for (int pose = 0; pose < POSES; pose++) {
        choose_pose(m, pose);
        if (snw_failed(snw_dyn_gravity(&m->bare, m->q, m->x)) ||
            snw_failed(snw_dyn_gravity(&m->laden, m->q, m->y))) {
            return 0;
        }
        snw_arm_from_v(arm, m->x, own);
        snw_arm_from_v(arm, m->y, all);
        for (int i = 0; i < arm->count; i++) {
            const double limit = arm->limits.effort[i];
            const double left = fmax(limit - fabs(own[i]), 0.1 * limit);
            if (left > 0 && isfinite(left))
                worst = fmax(worst, fabs(all[i] - own[i]) / (0.5 * left));
        }
    }
    return worst;
}

// the efforts of axes without a limit: twice what holds them, and what accelerates them
static void find_efforts(snw__masses *m) {
    const snw_arm *arm = m->arm;
    double most[SNW_AXES] = {0}, own[SNW_AXES];
    SNW_IGNORE(snw_dyn_set_gravity(&m->bare, usual_gravity(arm)));
    for (int pose = 0; pose < POSES; pose++) {
        choose_pose(m, pose);
        if (snw_failed(snw_dyn_gravity(&m->bare, m->q, m->x))) continue;
        snw_arm_from_v(arm, m->x, own);
        for (int i = 0; i < arm->count; i++)
            most[i] = fmax(most[i], fabs(own[i]));
    }
    for (int i = 0; i < arm->count; i++) {
        const double stretched = stretched_inertia(arm, i), fastest = arm->limits.acceleration[i];
        const double by_effort = arm->limits.effort[i] / fastest;
        m->inertia[i] = isfinite(by_effort) ? fmax(stretched, by_effort) : stretched;
        m->effort[i] = arm->limits.effort[i];
        if (isfinite(m->effort[i])) continue;
        m->effort[i] = 2 * most[i] + (isfinite(fastest) ? stretched * fastest : 0);
    }
}

// --- open and close -----------------------------------------------------------------------------

static snw_status prepare_dyn(snw_dyn *dyn, const snw_arm *arm) {
    snw_status status = SNW_OK;
    if (!arm->model->floating) status = snw_dyn_set_base(dyn, arm->T_world_base);
    if (!snw_failed(status) && arm->robot != NULL) status = snw_dyn_set_actuators(dyn, arm->robot);
    return status;
}

static snw_status add_payload(snw__masses *m, const snw_payload *payload) {
    const snw_model *model = m->arm->model;
    if (payload == NULL || payload->source == SNW_PAYLOAD_NONE) return SNW_OK;
    const int link = payload->link[0] != '\0' ? snw_model_find_link(model, payload->link)
                                              : m->arm->link[m->arm->count - 1];
    if (link < 0) return SNW_ERR_UNKNOWN_NAME;
    const snw_sym3 central = snw_sym3_of(payload->moments, 0, 0, 0);
    const snw_inertia body = snw_inertia_from_central(payload->mass, payload->center, central);
    return snw_dyn_set_inertia(&m->laden, link, snw_inertia_add(model->links[link].inertia, body));
}

static snw_status lay_out(snw__masses *m, snw_arena *arena) {
    const snw_model *model = m->arm->model;
    SNW_IGNORE(snw_dyn_init(&m->bare, model, arena));
    SNW_IGNORE(snw_dyn_init(&m->laden, model, arena));
    m->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    m->x = SNW_ARENA_ARRAY(arena, double, model->nv);
    m->y = SNW_ARENA_ARRAY(arena, double, model->nv);
    m->z = SNW_ARENA_ARRAY(arena, double, 2 * model->nv);
    return snw_arena_status(arena);
}

snw_status snw__masses_open(snw__masses *m, const snw_arm *arm, const snw_payload *payload) {
    *m = (snw__masses){.arm = arm};
    snw_arena arena = {0};
    SNW_IGNORE(lay_out(m, &arena));
    const size_t size = (arena.needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    m->block = aligned_alloc(SNW_ARENA_ALIGN, size);
    if (m->block == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(m->block, size);
    snw_status status = lay_out(m, &arena);
    if (!snw_failed(status)) memset(m->z, 0, 2 * sizeof(double) * (size_t)arm->model->nv);
    if (!snw_failed(status)) status = prepare_dyn(&m->bare, arm);
    if (!snw_failed(status)) status = prepare_dyn(&m->laden, arm);
    if (!snw_failed(status)) status = add_payload(m, payload);
    if (!snw_failed(status)) find_efforts(m);
    if (snw_failed(status)) snw__masses_close(m);
    return status;
}

void snw__masses_close(snw__masses *m) {
    free(m->block);
    m->block = NULL;
}
