// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What parameters of a law the arm and the period allow. The tables of the laws have ranges for
// every arm there could be; these are the ranges of this one. They are generous: what lies outside
// cannot work in any pose.
//
// With inertia M and period T, a gain of rates is unstable beyond 2 M / T and one of positions
// beyond 4 M / T^2 (Franklin, Powell and Workman 1998, forward differences). M is not more than
// what the links have with the arm stretched out, or than what the effort of the axis accelerates
// as fast as its limit says, whichever is larger; the second includes the rotor.

#include <math.h>

#include "internal.h"
#include "sinew/servo.h"

static const double g = 9.80665;

typedef struct judging {
    const snw_component *self;
    const snw_arm *arm;
    double period; // [s]
    snw_why *why;
} judging;

// --- the arm ------------------------------------------------------------------------------------

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

// of the link that an axis moves and all that it carries, stretched out
static double largest_inertia(const snw_arm *arm, int axis) {
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
    const double by_effort = arm->limits.effort[axis] / arm->limits.acceleration[axis];
    return isfinite(by_effort) ? fmax(inertia, by_effort) : inertia;
}

// The mass whose weight, at half of the reach, takes all effort of the strongest axis that turns;
// infinite where the model does not say.
static double payload_rating(const snw_arm *arm) {
    const snw_model *model = arm->model;
    double rating = 0;
    for (int i = 0; i < arm->count; i++) {
        const int first = model->link_of_v[arm->v_index[i]];
        double reach = 0;
        for (int k = first; k < model->links[first].end; k++) {
            reach = fmax(reach, longest_chain(model, first, k));
        }
        const bool slides = model->links[first].joint == SNW_JOINT_PRISMATIC;
        const double force = slides ? arm->limits.effort[i] : arm->limits.effort[i] / (0.5 * reach);
        if (slides || reach > 0) rating = fmax(rating, force / g);
    }
    return rating > 0 ? rating : (double)INFINITY;
}

// --- parameters ---------------------------------------------------------------------------------

static snw_status refuse_value(const judging *j, const char *parameter, double value, double most,
                               const char *text, const char *fix) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s/%s", j->self->name, parameter);
    SNW_IGNORE(snw_refuse_rule(j->why, SNW_ERR_RANGE, "model-range", subject, text, fix));
    snw_why_add(j->why, "value", value, "");
    snw_why_add(j->why, "most", most, "");
    return SNW_ERR_RANGE;
}

typedef struct values {
    const char *name;
    const double *items;
    int count;
} values;

// a friction that the axis could not overcome; `per_rate` is times the limit of its rate
static snw_status judge_friction(const judging *j, values v, bool per_rate) {
    for (int i = 0; i < j->arm->count; i++) {
        const double value = snw__parts_of_axis(v.items, v.count, i, 0);
        const double rate = per_rate ? j->arm->limits.velocity[i] : 1;
        const double most = j->arm->limits.effort[i] / rate;
        if (!(value > most)) continue;
        return refuse_value(j, v.name, value, most,
                            "the friction is larger than the effort limit of the axis",
                            "give the friction of the joint, not that of the motor");
    }
    return SNW_OK;
}

// `order` 1 is a gain of rates, 2 of positions; `mass` 0 for gains of accelerations
static snw_status judge_gain(const judging *j, values v, int order, bool mass) {
    for (int i = 0; i < j->arm->count; i++) {
        const double value = snw__parts_of_axis(v.items, v.count, i, 0);
        const double M = mass ? largest_inertia(j->arm, i) : 1;
        const double most = order == 1 ? 2 * M / j->period : 4 * M / (j->period * j->period);
        if (!(M > 0) || !(value > most)) continue;
        return refuse_value(j, v.name, value, most,
                            "no arm with these masses is stable with this gain and period",
                            "choose a smaller gain, or a shorter period of the loop");
    }
    return SNW_OK;
}

static snw_status judge_payload(const judging *j, const snw_payload *payload) {
    const double most = payload_rating(j->arm);
    if (!(payload->mass > most)) return SNW_OK;
    return refuse_value(j, "payload/mass", payload->mass, most,
                        "the arm cannot hold a payload of this mass",
                        "give the mass in kg, or choose a stronger arm");
}

#define VALUES(config, member)                                                                     \
    (values) {                                                                                     \
#member, (config)->member, (config)->member##_count                                        \
    }

static snw_status judge_pd(const judging *j, const void *config) {
    const snw_pd_config *c = config;
    const snw_status status = judge_gain(j, VALUES(c, kp), 2, true);
    return snw_failed(status) ? status : judge_gain(j, VALUES(c, kd), 1, true);
}

static snw_status judge_pid(const judging *j, const void *config) {
    const snw_pid_config *c = config;
    const snw_status status = judge_gain(j, VALUES(c, kp), 2, true);
    return snw_failed(status) ? status : judge_gain(j, VALUES(c, kd), 1, true);
}

static snw_status judge_friction_term(const judging *j, const void *config) {
    const snw_friction_term_config *c = config;
    snw_status status = judge_friction(j, VALUES(c, coulomb), false);
    if (!snw_failed(status)) status = judge_friction(j, VALUES(c, breakaway), false);
    return snw_failed(status) ? status : judge_friction(j, VALUES(c, viscous), true);
}

static snw_status judge_computed(const judging *j, const void *config) {
    const snw_computed_torque_config *c = config;
    snw_status status = judge_gain(j, VALUES(c, kp), 2, false);
    if (!snw_failed(status)) status = judge_gain(j, VALUES(c, kd), 1, false);
    return snw_failed(status) ? status : judge_payload(j, &c->payload);
}

static snw_status judge_feedforward(const judging *j, const void *config) {
    const snw_feedforward_config *c = config;
    const double kp = c->frequency * c->frequency, kd = 2 * c->damping * c->frequency;
    snw_status status = judge_gain(j, (values){"frequency", &kp, 1}, 2, false);
    if (!snw_failed(status)) status = judge_gain(j, (values){"damping", &kd, 1}, 1, false);
    return snw_failed(status) ? status : judge_payload(j, &c->payload);
}

static snw_status judge_gravity(const judging *j, const void *config) {
    return judge_payload(j, &((const snw_gravity_term_config *)config)->payload);
}

static snw_status judge_impedance(const judging *j, const void *config) {
    return judge_payload(j, &((const snw_impedance_config *)config)->payload);
}

static snw_status judge_zero_gravity(const judging *j, const void *config) {
    return judge_payload(j, &((const snw_zero_gravity_config *)config)->payload);
}

snw_status snw__law_accept(const snw_component *self, const void *config, snw_why *why) {
    static const struct {
        const snw_type *type;
        snw_status (*judge)(const judging *j, const void *config);
    } rows[] = {{&snw_pd_config_type, judge_pd},
                {&snw_pid_config_type, judge_pid},
                {&snw_friction_term_config_type, judge_friction_term},
                {&snw_computed_torque_config_type, judge_computed},
                {&snw_feedforward_config_type, judge_feedforward},
                {&snw_gravity_term_config_type, judge_gravity},
                {&snw_impedance_config_type, judge_impedance},
                {&snw_zero_gravity_config_type, judge_zero_gravity}};
    const judging j = {self, self->arm, 1e-9 * (double)snw_exec_period_ns(self->exec), why};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].type->fields == self->type->fields) return rows[i].judge(&j, config);
    }
    return SNW_OK;
}
