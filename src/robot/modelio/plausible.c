// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio/plausible.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sinew/shape.h"
#include "sinew/urdf/mesh_file.h"

// What is legal but hardly meant. The bounds are those of arms, not of physics: an arm reaches some
// metres, its joints turn a few times, its links weigh less than a car.
#define LARGEST_SIZE 5.0     // of a link [m]
#define SMALLEST_SIZE 1e-3   // of a link [m]
#define LONGEST_OFFSET 10.0  // from joint to joint [m]
#define LARGEST_ANGLE 40.0   // of a limit [rad], more than six turns
#define LARGEST_SPEED 100.0  // of a joint that turns [rad/s]
#define LONGEST_WAY 50.0     // of a limit of a joint that slides [m]
#define HEAVIEST_LINK 1e4    // [kg]
#define LARGEST_GYRATION 5.0 // radius of gyration [m]
#define SMALLEST_GYRATION 1e-4

typedef struct judging {
    const snw_robot *robot;
    const snw_model *model;
    const char *path;
    snw_strictness strictness;
    snw_diags *diags;
    snw_why why;
} judging;

static SNW_PRINTF(5, 6) void doubt(judging *j, const char *list, const char *name, const char *rule,
                                   const char *format, ...) {
    char subject[SNW_WHY_SUBJECT], text[2 * SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s/%s[%s]", j->robot->name, list, name);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snw_why_set(&j->why, SNW_ERR_RANGE, subject, text);
    snw_why_rule(&j->why, rule);
    snw_why_at(&j->why, j->path, 0, 0);
    j->why.severity = j->strictness == SNW_STRICT ? SNW_ERROR : SNW_WARNING;
}

static void tell(judging *j, const char *fix) {
    snw_why_fix(&j->why, fix);
    snw_diags_add(j->diags, &j->why);
}

// --- mass ---------------------------------------------------------------------------------------

static void judge_mass(judging *j, const snw_link *link) {
    const snw_inertia body = link->inertia;
    if (body.m > HEAVIEST_LINK) {
        doubt(j, "link", link->name, "mass-large", "the mass is implausible for an arm");
        snw_why_add(&j->why, "mass", body.m, "kg");
        tell(j, "masses are in kg; is this one in g?");
    }
    if (!(body.m > 0)) return;
    const snw_sym3 I = snw_inertia_central(body);
    const double gyration = sqrt(fmax(0, (I.xx + I.yy + I.zz) / 2 / body.m));
    if (gyration > LARGEST_GYRATION) {
        doubt(j, "link", link->name, "inertia-large",
              "the moments of inertia belong to a body much larger than an arm's link");
        snw_why_add(&j->why, "gyration", gyration, "m");
        tell(j, "moments are in kg.m^2; are these in kg.mm^2 or g.m^2?");
    } else if (gyration > 0 && gyration < SMALLEST_GYRATION) {
        doubt(j, "link", link->name, "inertia-small", "the moments of inertia belong to a point");
        snw_why_add(&j->why, "gyration", gyration, "m");
        tell(j, "moments are in kg.m^2, about the centre of mass");
    }
}

// dynamics needs the mass of what moves; a model without any mass is for kinematics and says so
static void judge_massless(judging *j) {
    const snw_model *model = j->model;
    int bare = 0, first = -1;
    for (int i = 1; i < model->link_count; i++) {
        if (model->links[i].nv == 0) continue;
        double carried = 0;
        for (int k = i; k < model->links[i].end; k++) {
            carried += model->links[k].inertia.m;
        }
        if (carried > 0) continue;
        bare++;
        if (first < 0) first = i;
    }
    if (bare == 0) return;
    doubt(j, "joint", model->links[first].joint_name, "no-mass", "%d joint%s carr%s no mass", bare,
          bare == 1 ? "" : "s", bare == 1 ? "ies" : "y");
    j->why.severity = SNW_INFO;
    j->why.code = SNW_OK;
    tell(j, "kinematics works; dynamics needs the masses");
}

// --- joints -------------------------------------------------------------------------------------

static void judge_limits(judging *j, const snw_joint_description *joint) {
    const double reach = fmax(isfinite(joint->limits.lower) ? fabs(joint->limits.lower) : 0,
                              isfinite(joint->limits.upper) ? fabs(joint->limits.upper) : 0);
    const bool turns = joint->kind == SNW_JOINT_REVOLUTE;
    if (turns && reach > LARGEST_ANGLE) {
        doubt(j, "joint", joint->name, "limit-degrees", "a limit is many turns away");
        snw_why_add(&j->why, "limit", reach, "rad");
        tell(j, "limits are in rad; is this one in degrees?");
    }
    if (turns && isfinite(joint->limits.velocity) && joint->limits.velocity > LARGEST_SPEED) {
        doubt(j, "joint", joint->name, "speed-degrees",
              "the velocity limit is implausible for an arm");
        snw_why_add(&j->why, "velocity", joint->limits.velocity, "rad/s");
        tell(j, "speeds are in rad/s; is this one in degrees per second?");
    }
    if (joint->kind == SNW_JOINT_PRISMATIC && reach > LONGEST_WAY) {
        doubt(j, "joint", joint->name, "limit-millimetres", "a limit is far away");
        snw_why_add(&j->why, "limit", reach, "m");
        tell(j, "lengths are in m; is this one in mm?");
    }
}

static void judge_offset(judging *j, const snw_joint_description *joint) {
    const double offset = snw_vec3_norm(joint->origin.p);
    if (offset <= LONGEST_OFFSET) return;
    doubt(j, "joint", joint->name, "offset-millimetres", "the joint is far from its parent");
    snw_why_add(&j->why, "distance", offset, "m");
    tell(j, "positions are in m; is this one in mm?");
}

// what must be known before a motion is executed, not before a model is loaded
static void judge_timing(judging *j) {
    const snw_model *model = j->model;
    int missing = 0, speeds = 0, first = -1;
    for (int v = model->floating ? 6 : 0; v < model->nv; v++) {
        if (isfinite(model->velocity[v]) && isfinite(model->acceleration[v])) continue;
        missing++;
        speeds += !isfinite(model->velocity[v]);
        if (first < 0) first = model->link_of_v[v];
    }
    if (missing == 0) return;
    doubt(j, "joint", model->links[first].joint_name, "no-timing",
          speeds == 0
              ? "%d joint%s no acceleration limit; 5 rad/s^2 is assumed when they move"
              : "%d joint%s no velocity or acceleration limit; 1 rad/s, 5 rad/s^2 are assumed",
          missing, missing == 1 ? " has" : "s have");
    j->why.severity = SNW_INFO;
    j->why.code = SNW_OK;
    tell(j, "give the limits in the model, or default ones in the guard of the cell");
}

// --- names --------------------------------------------------------------------------------------

static void judge_names(judging *j) {
    const snw_model *model = j->model;
    for (int i = 0; i < model->frame_count; i++) {
        if (snw_model_find_link(model, model->frames[i].name) < 0) continue;
        doubt(j, "attachment", model->frames[i].name, "name-shared",
              "a link has the same name, and commands will use the link");
        tell(j, "rename one of them");
    }
    for (int i = 0; i < model->link_count; i++) {
        if (strpbrk(model->links[i].name, " \t,;") == NULL) continue;
        doubt(j, "link", model->links[i].name, "name-blank",
              "blanks, commas and semicolons in a name are hard to give on a command line");
        tell(j, "use letters, digits and _");
    }
}

// --- shapes -------------------------------------------------------------------------------------

static void judge_size(judging *j, const snw_link_description *link, const snw_body_shape *shape) {
    snw_bounds box;
    if (snw_failed(snw_shape_box(&shape->shape, &box, NULL))) return;
    if (!snw_bounds_is_finite(box)) return;
    const snw_vec3 size = snw_bounds_size(box);
    const double largest = fmax(size.x, fmax(size.y, size.z));
    if (largest <= LARGEST_SIZE && largest >= SMALLEST_SIZE) return;
    doubt(j, "link", link->name, "shape-size", "a shape is %s",
          largest > LARGEST_SIZE ? "larger than any arm's link" : "smaller than a grain of sand");
    snw_why_add(&j->why, "extent", largest, "m");
    tell(j, largest > LARGEST_SIZE ? "sizes are in m; these look like millimetres"
                                   : "sizes are in m; was this one scaled twice?");
}

static void judge_shapes(judging *j, const snw_link_description *link, const snw_body_shape *shapes,
                         int count) {
    for (int i = 0; i < count; i++) {
        const snw_type *type = shapes[i].shape.type;
        if (type != NULL && type != &snw_mesh_file_type) judge_size(j, link, &shapes[i]);
    }
}

void snw_robot_check_plausible(const snw_robot *robot, const snw_model *model, const char *path,
                               snw_strictness strictness, snw_diags *diags) {
    judging j = {
        .robot = robot, .model = model, .path = path, .strictness = strictness, .diags = diags};
    for (int i = 0; i < model->link_count; i++) {
        judge_mass(&j, &model->links[i]);
    }
    for (int i = 0; i < robot->joint_count; i++) {
        judge_limits(&j, &robot->joints[i]);
        judge_offset(&j, &robot->joints[i]);
    }
    for (int i = 0; i < robot->link_count; i++) {
        const snw_link_description *link = &robot->links[i];
        judge_shapes(&j, link, link->visuals, link->visual_count);
        judge_shapes(&j, link, link->collisions, link->collision_count);
    }
    judge_names(&j);
    judge_massless(&j);
    judge_timing(&j);
}
