// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/model/coordinates.h"

// Members go on one after the other, each beside the places that the ones before have taken.

// joints of one coordinate stop at their limits, exactly
static bool stop_at_limits(const snw_model *model, double *q) {
    bool stopped = false;
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        if (link->nq != 1) continue;
        double *one = &q[link->q_index];
        const double low = model->lower[link->q_index], high = model->upper[link->q_index];
        if (*one < low || *one > high) {
            *one = *one < low ? low : high;
            stopped = true;
        }
    }
    return stopped;
}

// the deepest contact of what a member carries; false when there is none
static bool deepest_contact(snw_collision *c, int member, snw_near *hit) {
    const snw_near_query query = {.member = member, .below = 0, .most = 1};
    return snw_collision_near(c, &query, hit, NULL) == 1;
}

static snw_status go_on(snw_collision *c, snw_system_state *state, int member, double dt,
                        snw_propagated *out) {
    const snw_system_member *one = &c->world->system->members[member];
    const snw_model *model = one->model;
    double *q = state->q + one->q_index, *next = c->sweep_q;
    *out = (snw_propagated){0};
    if (model->nq == 0) return SNW_OK;
    snw_near before;
    const bool touched = deepest_contact(c, member, &before);
    snw_status status = snw_integrate(model, q, state->v + one->v_index, dt, next);
    if (snw_failed(status)) return status;
    if (stop_at_limits(model, next)) out->stopped |= SNW_STOPPED_BY_LIMIT;
    status = snw_collision_move(c, member, next);
    if (snw_failed(status)) return status;
    snw_near hit;
    const bool touches = deepest_contact(c, member, &hit);
    // out of a contact, or along it, is allowed
    if (touches && !(touched && hit.closest.distance >= before.closest.distance)) {
        out->stopped |= SNW_STOPPED_BY_CONTACT;
        out->hit = hit;
        return snw_collision_move(c, member, q);
    }
    memcpy(q, next, (size_t)model->nq * sizeof *q);
    return SNW_OK;
}

snw_status snw_collision_propagate(snw_collision *c, snw_system_state *state, int64_t dt_ns,
                                   snw_propagated *out) {
    snw_status status = snw_collision_place(c, state);
    for (int i = 0; i < c->world->system->member_count && !snw_failed(status); i++) {
        status = go_on(c, state, i, (double)dt_ns * 1e-9, &out[i]);
    }
    if (!snw_failed(status)) state->t_ns += dt_ns;
    return status;
}
