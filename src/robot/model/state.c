// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/state.h"

#include "inside.h"
#include "sinew/model/coordinates.h"

snw_status snw__state_init(snw_state *state, const snw_model *model, snw_arena *arena) {
    state->t_ns = 0;
    state->q = SNW_ARENA_ARRAY(arena, double, model->nq);
    state->v = SNW_ARENA_ARRAY(arena, double, model->nv);
    const snw_status status = snw_arena_status(arena);
    if (status == SNW_OK) snw_midpoint(model, state->q);
    return status;
}

snw_status snw_state_step(const snw_model *model, snw_state *state, int64_t dt_ns) {
    int64_t t_ns;
    if (__builtin_add_overflow(state->t_ns, dt_ns, &t_ns)) return SNW_ERR_RANGE;
    const snw_status status =
        snw_integrate(model, state->q, state->v, (double)dt_ns * 1e-9, state->q);
    if (status == SNW_OK) state->t_ns = t_ns;
    return status;
}

snw_status snw_state_interpolate(const snw_model *model, const snw_state *a, const snw_state *b,
                                 int64_t t_ns, snw_state *out) {
    if (a->t_ns == b->t_ns) return SNW_ERR_RANGE;
    // as doubles: the difference of two times may not fit 64 bits
    const double whole = (double)b->t_ns - (double)a->t_ns;
    double t = ((double)t_ns - (double)a->t_ns) / whole;
    // times that round to the same double are not the ends yet
    if (t_ns == a->t_ns) t = 0;
    if (t_ns == b->t_ns) t = 1;
    for (int i = 0; i < model->nv; i++) {
        const double most = fabs((1 - t) * a->v[i]) + fabs(t * b->v[i]);
        if (!isfinite(2 * most)) return SNW_ERR_NOT_FINITE;
    }
    const snw_status status = snw_interpolate(model, a->q, b->q, t, out->q);
    if (snw_failed(status)) return status;
    for (int i = 0; i < model->nv; i++) {
        out->v[i] = t == 0 ? a->v[i] : t == 1 ? b->v[i] : (1 - t) * a->v[i] + t * b->v[i];
    }
    out->t_ns = t_ns;
    return SNW_OK;
}
