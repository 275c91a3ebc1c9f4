// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot_base.h"
#include "sinew/dynamics.h"
#include "sinew/guard.h"
#include "sinew/model/coordinates.h"
#include "sinew/model/repair.h"

// What must be known of a bare robot before it runs: whether its masses are enough for dynamics,
// whether its drives can hold it, and which limits are assumed. All of it is told.

typedef struct robot_notes {
    const snw_model *model;
    const char *file;
    snw_diags *diags;
    snw_why why;
} robot_notes;

static SNW_PRINTF(4, 5) void begin_note(robot_notes *n, int link, const char *rule,
                                        const char *format, ...) {
    char subject[SNW_WHY_SUBJECT], text[2 * SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%.30s/joint[%s]", n->model->name, n->model->links[link].joint_name);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snw_why_set(&n->why, SNW_ERR_LIMIT, subject, text);
    snw_why_rule(&n->why, rule);
    snw_why_at(&n->why, n->file, 0, 0);
    n->why.severity = SNW_WARNING;
}

static void end_note(robot_notes *n, const char *fix) {
    snw_why_fix(&n->why, fix);
    snw_diags_add(n->diags, &n->why);
}

// the first joint that moves no inertia at all; -1 for none
static int find_bare_joint(const snw_model *model) {
    for (int l = 1; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        double carried = 0;
        if (link->nv == 0) continue;
        for (int i = l; i < link->end; i++) {
            const snw_inertia *body = &model->links[i].inertia;
            carried += body->m + fabs(body->I.xx) + fabs(body->I.yy) + fabs(body->I.zz);
        }
        if (!(carried > 0)) return l;
    }
    return -1;
}

// The mass matrix where the simulation begins; also for an inertia that no body can have.
static bool has_mass_matrix(robot_notes *n, snw_dyn *dyn, const double *q) {
    const snw_model *model = n->model;
    const int bare = find_bare_joint(model);
    if (bare >= 0) {
        begin_note(n, bare, "run-kinematic", "what it moves has no mass: the run is kinematic");
        end_note(n, "give the links masses to simulate dynamics");
        return false;
    }
    if (snw_dyn_factor(dyn, q) != SNW_ERR_SINGULAR) return true;
    const int link = snw_model_find_impossible(model, 0, model->link_count);
    const int joint = link > 0 ? link : model->nv > 0 ? model->link_of_v[model->nv - 1] : 0;
    begin_note(n, joint, "run-kinematic",
               "the mass matrix is not positive: the run is kinematic%s%s",
               link >= 0 ? "; see link " : "", link >= 0 ? model->links[link].name : "");
    end_note(n, link >= 0 ? "'sinew model repair --inertia -o FILE' writes possible inertias"
                          : "give the links masses to simulate dynamics");
    return false;
}

// what is left between the posture near zero and a limit [rad or m], and its largest part of a
// range
#define FROM_LIMIT 0.05
#define PART_OF_RANGE 0.25

// zero, or as near to it as the limits allow
static void stand_near_zero(const snw_model *model, double *q) {
    snw_neutral(model, q);
    for (int l = 1; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        if (link->nq != 1 || link->nv != 1) continue;
        const double lower = model->lower[link->q_index], upper = model->upper[link->q_index];
        const double range = upper - lower;
        const double margin = range >= 0 ? fmin(FROM_LIMIT, PART_OF_RANGE * range) : 0;
        q[link->q_index] = fmin(fmax(q[link->q_index], lower + margin), upper - margin);
    }
}

static bool holds_itself(const snw_model *model, snw_dyn *dyn, const double *q, double *gravity) {
    if (snw_dyn_gravity(dyn, q, gravity) != SNW_OK) return true; // nothing is known against it
    for (int v = model->floating ? 6 : 0; v < model->nv; v++) {
        if (fabs(gravity[v]) > model->effort[v]) return false;
    }
    return true;
}

// A robot begins in the middle of its ranges, where a cell without states begins; or near zero, if
// its drives can hold it only there. True for the latter.
static bool choose_posture(const snw_model *model, snw_dyn *dyn, double *q, double *gravity) {
    snw_midpoint(model, q);
    if (holds_itself(model, dyn, q, gravity)) return false;
    stand_near_zero(model, q);
    if (holds_itself(model, dyn, q, gravity)) return true;
    snw_midpoint(model, q);
    SNW_IGNORE(snw_dyn_gravity(dyn, q, gravity));
    return false;
}

// drives that cannot hold the robot where it begins
static void tell_weak_drives(robot_notes *n, const double *gravity) {
    const snw_model *model = n->model;
    for (int v = model->floating ? 6 : 0; v < model->nv; v++) {
        if (fabs(gravity[v]) <= model->effort[v]) continue;
        begin_note(n, model->link_of_v[v], "run-effort",
                   "its effort limit is less than it needs to hold itself up");
        snw_why_add(&n->why, "needed", fabs(gravity[v]), "");
        snw_why_add(&n->why, "effort", model->effort[v], "");
        end_note(n, "correct the limit or the masses, or run it with --kinematic");
    }
}

static void tell_assumed_limits(robot_notes *n) {
    const snw_model *model = n->model;
    snw_guard_config assumed;
    snw_block_defaults(&snw_guard_config_type, &assumed);
    int missing = 0, first = -1;
    for (int v = model->floating ? 6 : 0; v < model->nv; v++) {
        if (isfinite(model->velocity[v])) continue;
        missing++;
        if (first < 0) first = model->link_of_v[v];
    }
    if (missing == 0) return;
    begin_note(n, first, "run-limits", "%d joint%s no velocity limit; this one is assumed", missing,
               missing == 1 ? " has" : "s have");
    snw_why_add(&n->why, "velocity", assumed.default_velocity, "rad/s");
    snw_why_add(&n->why, "acceleration", assumed.default_acceleration, "rad/s^2");
    end_note(n, "give the limits in the model, or save the cell and set those of its guard");
}

bool snw__robot_can_fall(const snw_model *model, const char *file, double *start, bool *chosen,
                         snw_diags *diags) {
    robot_notes n = {.model = model, .file = file, .diags = diags};
    snw_dyn dyn;
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(&dyn, model, &arena));
    void *memory = snw__station_block(arena.needed, &arena, NULL);
    double *q = calloc((size_t)(model->nq + model->nv) + 1, sizeof *q);
    bool dynamic = false;
    if (memory != NULL && q != NULL && snw_dyn_init(&dyn, model, &arena) == SNW_OK) {
        double *gravity = q + model->nq;
        snw_midpoint(model, q);
        dynamic = has_mass_matrix(&n, &dyn, q);
        *chosen = dynamic && choose_posture(model, &dyn, q, gravity);
        if (dynamic && snw_dyn_gravity(&dyn, q, gravity) == SNW_OK) tell_weak_drives(&n, gravity);
        memcpy(start, q, (size_t)model->nq * sizeof *start);
    }
    free(q);
    free(memory);
    tell_assumed_limits(&n);
    return dynamic;
}
