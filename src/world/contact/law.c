// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact/law.h"

#include <math.h>

double snw_contact_spring(double stiffness, double distance) {
    return -stiffness * distance;
}

// --- a reaction that is smoothed ----------------------------------------------------------------

static double share_of(const snw_reaction_law *law, double time) {
    const double part = law->ramp > 0 ? fmin(time / law->ramp, 1) : 1;
    return law->first + (law->later - law->first) * part;
}

static snw_wrench raw_wrench(const snw_reaction_law *law, const snw_reaction_input *in) {
    double size = law->stiffness * in->depth + law->damping * in->rate;
    if (!law->pulls) size = fmax(size, 0);
    const snw_vec3 force = snw_vec3_scale(in->normal, size);
    return snw_wrench_of(force, snw_vec3_cross(in->at, force));
}

static snw_vec3 blend_vectors(snw_vec3 before, snw_vec3 now, double share) {
    return snw_vec3_add_scaled(snw_vec3_scale(before, 1 - share), now, share);
}

// normals that cancel out say nothing: the one of now is kept
static snw_vec3 blend_normals(snw_vec3 before, snw_vec3 now, double share) {
    const snw_vec3 sum = blend_vectors(before, now, share);
    const double length = snw_vec3_norm(sum);
    return length > 1e-9 ? snw_vec3_divide(sum, length) : now;
}

snw_reaction snw_reaction_step(snw_reaction_state *state, const snw_reaction_law *law,
                               const snw_reaction_input *in, double dt) {
    if (!(in->depth > 0)) {
        *state = (snw_reaction_state){0};
        return state->last;
    }
    const snw_reaction before = state->last;
    state->time = before.touches ? state->time + dt : 0;
    const double share = share_of(law, state->time);
    const snw_wrench now = raw_wrench(law, in);
    state->last = (snw_reaction){
        .wrench = snw_wrench_of(blend_vectors(before.wrench.force, now.force, share),
                                blend_vectors(before.wrench.torque, now.torque, share)),
        .normal = before.touches ? blend_normals(before.normal, in->normal, share) : in->normal,
        .at = before.touches ? blend_vectors(before.at, in->at, share) : in->at,
        .touches = true};
    return state->last;
}

// --- friction of a breaking spring --------------------------------------------------------------

static double rest_force(const snw_friction_line_state *state, const snw_friction_law *law,
                         double x, double v) {
    return -law->stiffness * (x - state->anchor) - law->damping * v;
}

double snw_friction_line(snw_friction_line_state *state, const snw_friction_law *law, double x,
                         double v, double load) {
    if (!(load > 0)) {
        *state = (snw_friction_line_state){0};
        return 0;
    }
    if (state->slides && v * state->sign > 0) return -state->sign * law->kinetic * load;
    if (!state->holds) *state = (snw_friction_line_state){.holds = true, .anchor = x};
    const double force = rest_force(state, law, x, v);
    if (fabs(force) <= law->rest * load) return force;
    const double sign = v != 0 ? copysign(1, v) : -copysign(1, force);
    *state = (snw_friction_line_state){.slides = true, .sign = sign};
    return -sign * law->kinetic * load;
}
