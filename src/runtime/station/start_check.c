// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// States of a cell in which a joint is outside its limits. An arm that begins there is stopped by
// its guard in the first tick, so it is told when the file is read.

// Part of the range by which a state may be outside: one that was saved at a limit is good.
static const double SLACK = 0.01;

static bool is_angle(snw_joint_kind kind) {
    return kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_CONTINUOUS;
}

static void tell_outside(const snw_loaded_cell *input, const snw_cell_state *state,
                         const snw_system_member *member, const snw_link *link, double q,
                         snw_diags *diags) {
    const double lower = member->model->lower[link->q_index];
    const double upper = member->model->upper[link->q_index];
    const bool angle = is_angle(link->joint);
    const double radians = snw_radians(q);
    const bool degrees = angle && radians >= lower && radians <= upper;
    const char *unit = link->joint == SNW_JOINT_PRISMATIC ? "m" : "rad";
    snw_why why;
    char words[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(words, sizeof words);
    snw_text_format(&line, "states/%s/members[%s]", state->name, member->name);
    snw_why_set(&why, SNW_ERR_LIMIT, words, NULL);
    line = snw_text_over(why.text, sizeof why.text);
    snw_text_format(&line, "joint '%s' is outside its limits", link->joint_name);
    snw_why_rule(&why, "start-limit");
    snw_why_fix(&why, degrees ? "is this in degrees? q is in radians"
                              : "choose a value between the limits");
    snw_why_add(&why, "q", q, unit);
    snw_why_add(&why, "lower", lower, unit);
    snw_why_add(&why, "upper", upper, unit);
    if (input->load.strictness == SNW_LENIENT) why.severity = SNW_WARNING;
    snw_why_at(&why, input->path, 0, 0);
    snw_diags_add(diags, &why);
}

static void check_member(const snw_loaded_cell *input, const snw_cell_state *state,
                         const snw_member_state *given, snw_diags *diags) {
    const int index = snw_system_find(&input->system, given->member);
    if (index < 0) return;
    const snw_system_member *member = &input->system.members[index];
    const snw_model *model = member->model;
    if (given->q_count != model->nq) return; // told where sizes are checked
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        if (link->nq != 1 || link->nv != 1) continue;
        const double q = given->q[link->q_index];
        const double lower = model->lower[link->q_index], upper = model->upper[link->q_index];
        const double slack = isfinite(upper - lower) ? SLACK * (upper - lower) : 0;
        if (q >= lower - slack && q <= upper + slack) continue;
        tell_outside(input, state, member, link, q, diags);
    }
}

void snw__check_states(snw_loaded_cell *input) {
    const int errors = input->diags.errors;
    for (int i = 0; i < input->cell->state_count; i++) {
        const snw_cell_state *state = &input->cell->states[i];
        for (int k = 0; k < state->member_count; k++)
            check_member(input, state, &state->members[k], &input->diags);
    }
    if (input->diags.errors > errors) input->status = SNW_ERR_LIMIT;
}
