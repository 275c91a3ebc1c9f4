// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "ik_command.h"

// all branches of one pose
typedef struct listing {
    const ik_job *job;
    double parameters[2];
    snw_ik_branches branches;
    snw_status status; // of the search for them
    snw_why why;       // when it is a failure
    int within;        // branches within the limits
} listing;

static const char *status_name(const listing *l) {
    if (l->branches.count == 0) return snw_ik_status_name(SNW_IK_UNREACHABLE);
    return snw_ik_status_name(l->within > 0 ? SNW_IK_OK : SNW_IK_LIMIT);
}

// the name of a joint of the chain
static void joint_name(const listing *l, int joint, char out[MODEL_COORDINATE]) {
    model_coordinate_name(l->job->model, l->job->closed.q_index[joint], out);
}

// all coordinates: those of the chain, and those of q0 where the chain has none
static void whole_q(const listing *l, const snw_ik_branch *branch, double *q) {
    const snw_ik_closed *closed = &l->job->closed;
    memcpy(q, l->job->q0, sizeof *q * (size_t)l->job->model->nq);
    for (int i = 0; i < closed->chain.count; i++) {
        q[closed->q_index[i]] = branch->q[i];
    }
}

// --- output -------------------------------------------------------------------------------------

static void add_branch(snw_json_writer *json, const listing *l, const snw_ik_branch *branch) {
    char name[64], joint[MODEL_COORDINATE];
    const bool within = branch->limit_joint < 0;
    snw_json_object(json, NULL);
    snw_json_int(json, "branch", branch->branch);
    snw_json_string(json, "name",
                    snw_ik_branch_name(&l->job->closed, branch->branch, name, sizeof name));
    whole_q(l, branch, l->job->q);
    snw_json_reals(json, "q", l->job->q, l->job->model->nq);
    snw_json_bool(json, "singular", branch->singular);
    snw_json_bool(json, "within_limits", within);
    if (within) {
        snw_json_null(json, "limit");
    } else {
        joint_name(l, branch->limit_joint, joint);
        snw_json_object(json, "limit");
        snw_json_string(json, "joint", joint);
        snw_json_string(json, "side", branch->limit_side > 0 ? "above" : "below");
        snw_json_real(json, "overshoot", branch->overshoot);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void render_json(snw_text *text, const void *context) {
    const listing *l = context;
    const snw_ik_closed *closed = &l->job->closed;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "status", status_name(l));
    snw_json_string(&json, "solver", "closed");
    snw_json_string(&json, "form", snw_ik_form_name(closed->form));
    snw_json_reals(&json, "parameters", l->parameters, closed->parameter_count);
    snw_json_array(&json, "branches");
    for (int i = 0; i < l->branches.count; i++) {
        snw_json_new_line(&json);
        add_branch(&json, l, &l->branches.items[i]);
    }
    snw_json_end(&json);
    snw_json_why(&json, "why", snw_failed(l->status) ? &l->why : NULL);
    cli_json_finish(&json);
}

static void add_row(snw_text *text, const listing *l, const snw_ik_branch *branch) {
    char name[64];
    snw_text_format(text, "| ");
    model_cell(text, snw_ik_branch_name(&l->job->closed, branch->branch, name, sizeof name));
    for (int i = 0; i < l->job->closed.chain.count; i++) {
        char number[SNW_NUMBER_SIZE];
        const double rounded = round(branch->q[i] * 1e5) / 1e5;
        (void)snw_real_print(rounded + 0.0, number);
        snw_text_format(text, "%s%s", i > 0 ? "  " : "", number);
    }
    snw_text_format(text, " | ");
    if (branch->limit_joint >= 0) {
        char joint[MODEL_COORDINATE], words[MODEL_COORDINATE + 16];
        joint_name(l, branch->limit_joint, joint);
        snw_text line = snw_text_over(words, sizeof words);
        snw_text_format(&line, "%s %s", joint, branch->limit_side > 0 ? "above" : "below");
        model_cell(text, words);
    } else {
        snw_text_format(text, "within | ");
    }
    snw_text_format(text, "%s |\n", branch->singular ? "yes" : "no");
}

static void compose_page(snw_text *text, const void *context) {
    const listing *l = context;
    const snw_ik_closed *closed = &l->job->closed;
    snw_text_format(text, "%s: closed form, %s, %d branch%s, %d within the limits", status_name(l),
                    snw_ik_form_name(closed->form), l->branches.count,
                    l->branches.count == 1 ? "" : "es", l->within);
    for (int i = 0; i < closed->parameter_count; i++) {
        snw_text_format(text, i > 0 ? ", " : "; at ");
        snw_text_real(text, l->parameters[i]);
    }
    snw_text_format(text, "%s\n\n| Branch | q | Limits | Singular |\n|---|---|---|---|\n",
                    closed->parameter_count > 0 ? " rad" : "");
    for (int i = 0; i < l->branches.count; i++) {
        add_row(text, l, &l->branches.items[i]);
    }
}

// --- the command --------------------------------------------------------------------------------

static void say_limit(const listing *l, snw_why *why) {
    char joint[MODEL_COORDINATE];
    const snw_ik_branch *best = &l->branches.items[0];
    for (int i = 1; i < l->branches.count; i++) {
        if (l->branches.items[i].overshoot < best->overshoot) best = &l->branches.items[i];
    }
    joint_name(l, best->limit_joint, joint);
    snw_why_set(why, SNW_ERR_LIMIT, joint, "every branch exceeds a limit");
    snw_why_add(why, "by", best->overshoot,
                l->job->closed.chain.slides[best->limit_joint] ? "m" : "rad");
    snw_why_rule(why, "ik-limit");
    snw_why_fix(why, l->job->closed.parameter_count > 0 ? "use another start with --q0"
                                                        : "choose another pose");
}

snw_status ik_list_branches(ik_job *job, cli_io *io, snw_why *why) {
    listing l = {.job = job};
    int branch;
    // near a singularity the branch of q0 has no name, but its parameters are known
    SNW_IGNORE(snw_ik_branch_of(&job->closed, job->q0, &branch, l.parameters));
    l.status = snw_ik_closed_all(&job->closed, job->target.T_world_goal, l.parameters, job->q0,
                                 &l.branches, &l.why);
    if (snw_failed(l.status) && l.status != SNW_ERR_UNREACHABLE) {
        *why = l.why;
        return l.status;
    }
    for (int i = 0; i < l.branches.count; i++) {
        l.within += l.branches.items[i].limit_joint < 0;
    }
    if (!snw_failed(l.status) && l.within == 0) {
        say_limit(&l, &l.why);
        l.status = SNW_ERR_LIMIT;
    }
    const snw_status status =
        io->json ? cli_print(io, render_json, &l) : model_print_page(io, compose_page, &l, why);
    if (snw_failed(status) || !snw_failed(l.status)) return status;
    *why = l.why;
    io->answered = io->json;
    return l.status;
}
