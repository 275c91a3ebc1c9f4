// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What parameters of a law the arm and the period allow. The tables of the laws have ranges for
// every arm there could be; these are the ranges of this one, such that the arm neither becomes
// unstable nor asks its motors for more than they have.
//
// With the mass matrix M, the period T, damping D and stiffness K of the axes, a loop of rates is
// unstable where an eigenvalue of T M^-1 D passes 2, and one of positions where T K is not below
// 2 D (Franklin, Powell and Workman 1998, double integrator with a hold). Filters of rates and
// drives add delays, so a quarter of both is allowed: DAMPING_LIMIT and STIFFNESS_LIMIT. Only
// parameters that change are judged, and those that come nearer to what is allowed are accepted.

#include "sinew/parts/law_ranges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "law_masses.h"
#include "sinew/servo.h"

static const double DAMPING_LIMIT = 0.5, STIFFNESS_LIMIT = 0.5;

// an integral: ki M / (kp kd), unstable from 1 on (Routh)
static const double INTEGRAL_LIMIT = 0.25;

// friction that a law may compensate where the model describes less, over the effort limit
static const double FRICTION_LIMIT = 0.03;

typedef struct judging {
    const snw_component *self;
    const snw_arm *arm;
    snw__masses *masses;
    double period; // [s]
    snw_why *why;
} judging;

typedef struct values {
    const char *name;
    const double *items;
    int count;
} values;

#define VALUES(config, member)                                                                     \
    (values) {                                                                                     \
#member, (config)->member, (config)->member##_count                                        \
    }

static double value_of(values v, int axis) {
    return snw__parts_of_axis(v.items, v.count, axis, 0);
}

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

// --- damping and stiffness ----------------------------------------------------------------------

// Gains of rates over what is allowed: of those that grow alone, and of all of them twice as much.
static double damping_share(const judging *j, values now, values was, const double *gains) {
    double growing[SNW_AXES];
    for (int i = 0; i < j->arm->count; i++)
        growing[i] = value_of(now, i) > value_of(was, i) ? gains[i] : 0;
    const double alone = snw__masses_largest(j->masses, growing);
    const double all = snw__masses_largest(j->masses, gains);
    return j->period * fmax(alone, 0.5 * all) / DAMPING_LIMIT;
}

// The largest value of the axes that grow, beside the others: what is too much is taken back in
// proportion until it is allowed.
static double most_damping(const judging *j, values now, values was, double *gains) {
    double most = 0;
    for (int turn = 0; turn < 40; turn++) {
        const double share = damping_share(j, now, was, gains);
        if (share <= 1.0001) break;
        for (int i = 0; i < j->arm->count; i++) {
            if (value_of(now, i) > value_of(was, i)) gains[i] /= share;
        }
    }
    for (int i = 0; i < j->arm->count; i++) {
        if (value_of(now, i) > value_of(was, i)) most = fmax(most, gains[i]);
    }
    return most;
}

// gains of rates as efforts
static snw_status judge_damping(const judging *j, values now, values was) {
    double gains[SNW_AXES], largest = 0;
    bool grows = false;
    for (int i = 0; i < j->arm->count; i++) {
        gains[i] = value_of(now, i);
        if (!(gains[i] > value_of(was, i))) continue;
        grows = true;
        largest = fmax(largest, gains[i]);
    }
    if (!grows || damping_share(j, now, was, gains) <= 1) return SNW_OK;
    return refuse_value(j, now.name, largest, most_damping(j, now, was, gains),
                        "the lightest motion of the arm is not stable with this gain and period",
                        "choose a smaller gain, or a shorter period of the loop");
}

typedef struct pair {
    values k, d;
} pair;

// stiffness k that the damping d of the same axis cannot calm: T k / d is above its limit
static snw_status judge_pair(const judging *j, pair now, pair was) {
    for (int i = 0; i < j->arm->count; i++) {
        const double k = value_of(now.k, i), d = value_of(now.d, i);
        const double k_was = value_of(was.k, i), d_was = value_of(was.d, i);
        const bool worse = k > k_was || d < d_was;
        if (!worse || j->period * k <= STIFFNESS_LIMIT * d) continue;
        if (k * d_was <= k_was * d && k_was > 0) continue;
        if (k > k_was) {
            return refuse_value(j, now.k.name, k, STIFFNESS_LIMIT * d / j->period,
                                "the damping is too small for this stiffness and period",
                                "choose a smaller stiffness, or raise the damping first");
        }
        return refuse_value(j, now.d.name, d, d_was,
                            "the damping is too small for the stiffness and the period",
                            "choose a larger damping, or lower the stiffness first");
    }
    return SNW_OK;
}

// the effort that a wanted acceleration asks for
static snw_status judge_inertia(const judging *j, values now, values was) {
    for (int i = 0; i < j->arm->count; i++) {
        const double value = value_of(now, i), most = j->masses->inertia[i];
        if (!(value > value_of(was, i)) || !(most > 0) || value <= most) continue;
        return refuse_value(j, now.name, value, most,
                            "the arm has no such inertia, even stretched out",
                            "give the inertia that the axis feels");
    }
    return SNW_OK;
}

// --- laws of an axis ----------------------------------------------------------------------------

static snw_status judge_pd(const judging *j, const void *config, const void *old) {
    const snw_pd_config *c = config, *o = old;
    snw_status status = judge_damping(j, VALUES(c, kd), VALUES(o, kd));
    if (!snw_failed(status)) {
        status = judge_pair(j, (pair){VALUES(c, kp), VALUES(c, kd)},
                            (pair){VALUES(o, kp), VALUES(o, kd)});
    }
    return snw_failed(status) ? status : judge_inertia(j, VALUES(c, ka), VALUES(o, ka));
}

static snw_status judge_integral(const judging *j, const snw_pid_config *c,
                                 const snw_pid_config *o) {
    for (int i = 0; i < j->arm->count; i++) {
        const double ki = value_of(VALUES(c, ki), i), M = j->masses->inertia[i];
        const double product = value_of(VALUES(c, kp), i) * value_of(VALUES(c, kd), i);
        const double ki_was = value_of(VALUES(o, ki), i);
        const double was = value_of(VALUES(o, kp), i) * value_of(VALUES(o, kd), i);
        const bool worse = ki > ki_was || (ki > 0 && product < was);
        if (!worse || ki * M <= INTEGRAL_LIMIT * product) continue;
        const char *parameter = ki > ki_was ? "ki" : "kp";
        return refuse_value(j, parameter, ki > ki_was ? ki : value_of(VALUES(c, kp), i),
                            ki > ki_was ? INTEGRAL_LIMIT * product / M : value_of(VALUES(o, kp), i),
                            "the integral is too fast for the other gains and the inertia",
                            "choose a smaller ki, or raise kp and kd first");
    }
    return SNW_OK;
}

static snw_status judge_pid(const judging *j, const void *config, const void *old) {
    const snw_pid_config *c = config, *o = old;
    snw_status status = judge_damping(j, VALUES(c, kd), VALUES(o, kd));
    if (!snw_failed(status)) {
        status = judge_pair(j, (pair){VALUES(c, kp), VALUES(c, kd)},
                            (pair){VALUES(o, kp), VALUES(o, kd)});
    }
    if (!snw_failed(status)) status = judge_integral(j, c, o);
    return snw_failed(status) ? status : judge_inertia(j, VALUES(c, ka), VALUES(o, ka));
}

// A friction that the axis has not, or could not overcome. `described` is what the model says;
// `per_rate` is times the limit of the rate.
static snw_status judge_friction(const judging *j, values now, values was, bool per_rate) {
    for (int i = 0; i < j->arm->count; i++) {
        const snw_arm *arm = j->arm;
        const int joint = arm->model->links[arm->link[i]].described_joint;
        const snw_actuator *motor =
            joint < 0 || arm->robot == NULL ? NULL : arm->robot->joints[joint].actuator;
        const double described = motor == NULL ? 0 : per_rate ? motor->friction : motor->coulomb;
        const double rate = per_rate ? arm->limits.velocity[i] : 1;
        const double usual = FRICTION_LIMIT * j->masses->effort[i] / rate;
        const double most = fmin(fmax(2 * described, usual), j->masses->effort[i] / rate);
        const double value = value_of(now, i);
        if (!(value > value_of(was, i)) || value <= most) continue;
        return refuse_value(j, now.name, value, most,
                            "the friction is larger than the axis can have",
                            "give the friction of the joint, not that of the motor");
    }
    return SNW_OK;
}

static snw_status judge_friction_term(const judging *j, const void *config, const void *old) {
    const snw_friction_term_config *c = config, *o = old;
    snw_status status = judge_friction(j, VALUES(c, coulomb), VALUES(o, coulomb), false);
    if (!snw_failed(status)) {
        status = judge_friction(j, VALUES(c, breakaway), VALUES(o, breakaway), false);
    }
    return snw_failed(status) ? status
                              : judge_friction(j, VALUES(c, viscous), VALUES(o, viscous), true);
}

// --- payloads -----------------------------------------------------------------------------------

static bool same_payload(const snw_payload *a, const snw_payload *b) {
    return a->source == b->source && a->mass == b->mass && snw_vec3_equal(a->center, b->center) &&
           snw_vec3_equal(a->moments, b->moments);
}

static snw_status judge_payload(const judging *j, const snw_payload *now, const snw_payload *was) {
    const double spin = fmax(fmax(now->moments.x, now->moments.y), now->moments.z);
    if (same_payload(now, was) || now->source == SNW_PAYLOAD_NONE) return SNW_OK;
    if (now->mass == 0 && spin == 0) return SNW_OK;
    const bool heavier = now->mass > was->mass || snw_vec3_equal(now->center, was->center);
    const double weight = snw__masses_weight(j->masses, now->mass),
                 reach = snw__masses_reach(j->arm);
    const double from = snw_vec3_norm(now->center);
    if (weight > 1 && heavier) {
        return refuse_value(j, "payload/mass", now->mass, now->mass / weight,
                            "the arm cannot hold and move a payload of this mass",
                            "give the mass in kg, or choose a stronger arm");
    }
    if (weight > 1) {
        return refuse_value(j, "payload/center", from, from / weight,
                            "the arm cannot hold and move a payload of this mass so far away",
                            "give the center of mass in m, in the frame of the link");
    }
    // of a body whose mass is a quarter of the reach away from its center
    const double most = now->mass * reach * reach / 16;
    if (reach > 0 && spin > most) {
        return refuse_value(j, "payload/moments", spin, most,
                            "a payload of this mass has no such moments of inertia",
                            "set the mass first, and give moments in kg.m^2 about its center");
    }
    return SNW_OK;
}

// --- laws with masses ---------------------------------------------------------------------------

// gains of accelerations, and what the arm carries
typedef struct tuning {
    const char *stiffness, *damping; // parameters
    double k[SNW_AXES], d[SNW_AXES];
    const snw_payload *payload;
} tuning;

static snw_status judge_tuning(const judging *j, const tuning *now, const tuning *was) {
    const int count = j->arm->count;
    snw_status status = judge_payload(j, now->payload, was->payload);
    if (snw_failed(status)) return status;
    const pair pairs[] = {{{now->stiffness, now->k, count}, {now->damping, now->d, count}},
                          {{was->stiffness, was->k, count}, {was->damping, was->d, count}}};
    for (int i = 0; i < count; i++) {
        const double d = now->d[i], most = DAMPING_LIMIT / j->period;
        if (d <= most || d <= was->d[i]) continue;
        return refuse_value(j, now->damping, d, most,
                            "the arm is not stable with this gain and period",
                            "choose a smaller gain, or a shorter period of the loop");
    }
    return judge_pair(j, pairs[0], pairs[1]);
}

static tuning computed_tuning(const judging *j, const snw_computed_torque_config *c) {
    tuning t = {.stiffness = "kp", .damping = "kd", .payload = &c->payload};
    for (int i = 0; i < j->arm->count; i++) {
        t.k[i] = value_of(VALUES(c, kp), i);
        t.d[i] = value_of(VALUES(c, kd), i);
    }
    return t;
}

static snw_status judge_computed(const judging *j, const void *config, const void *old) {
    const tuning now = computed_tuning(j, config), was = computed_tuning(j, old);
    return judge_tuning(j, &now, &was);
}

static tuning feedforward_tuning(const judging *j, const snw_feedforward_config *c) {
    tuning t = {.stiffness = "frequency", .damping = "damping", .payload = &c->payload};
    for (int i = 0; i < j->arm->count; i++) {
        t.k[i] = c->frequency * c->frequency;
        t.d[i] = 2 * c->damping * c->frequency;
    }
    return t;
}

static snw_status judge_feedforward(const judging *j, const void *config, const void *old) {
    const tuning now = feedforward_tuning(j, config), was = feedforward_tuning(j, old);
    return judge_tuning(j, &now, &was);
}

static snw_status judge_gravity(const judging *j, const void *config, const void *old) {
    const snw_gravity_term_config *c = config, *o = old;
    return judge_payload(j, &c->payload, &o->payload);
}

// The damping of an axis is 2 ratio sqrt(K M_ii): at most that with the largest inertia, and at
// least that with what is left of it when all other axes are free.
static void impedance_damping(const judging *j, const snw_impedance_config *c, double *largest,
                              double *least) {
    for (int i = 0; i < j->arm->count; i++) {
        double alone[SNW_AXES] = {0};
        alone[i] = 1;
        const double K = value_of(VALUES(c, stiffness), i);
        const double ratio = snw__parts_of_axis(c->damping, c->damping_count, i, 1);
        const double lightest = snw__masses_largest(j->masses, alone);
        largest[i] = 2 * ratio * sqrt(K * j->masses->inertia[i]);
        least[i] = lightest > 0 ? 2 * ratio * sqrt(K / lightest) : 0;
    }
}

static snw_status judge_impedance(const judging *j, const void *config, const void *old) {
    const snw_impedance_config *c = config, *o = old;
    const int count = j->arm->count;
    double D[SNW_AXES], d[SNW_AXES], D_was[SNW_AXES], d_was[SNW_AXES];
    snw_status status = judge_payload(j, &c->payload, &o->payload);
    if (snw_failed(status)) return status;
    impedance_damping(j, c, D, d);
    impedance_damping(j, o, D_was, d_was);
    const bool stiffer =
        c->stiffness_count > 0 && snw__differ(c->stiffness, o->stiffness, SNW_AXES);
    const char *name = stiffer ? "stiffness" : "damping";
    status = judge_damping(j, (values){name, D, count}, (values){name, D_was, count});
    if (snw_failed(status)) return status;
    return judge_pair(j, (pair){VALUES(c, stiffness), {"damping", d, count}},
                      (pair){VALUES(o, stiffness), {"damping", d_was, count}});
}

static snw_status judge_guided(const judging *j, const snw__guided *now, const snw__guided *was) {
    const snw_status status = judge_payload(j, now->payload, was->payload);
    if (snw_failed(status)) return status;
    return judge_damping(j, (values){"damping", now->damping, now->damping_count},
                         (values){"damping", was->damping, was->damping_count});
}

static snw_status judge_zero_gravity(const judging *j, const void *config, const void *old) {
    const snw_zero_gravity_config *c = config, *o = old;
    const snw__guided now = {c->damping, c->damping_count, &c->payload};
    const snw__guided was = {o->damping, o->damping_count, &o->payload};
    return judge_guided(j, &now, &was);
}

// --- the doors ----------------------------------------------------------------------------------

static snw_status open_judging(judging *j, const snw_component *self, snw__masses *masses,
                               const snw_payload *payload, snw_why *why) {
    *j = (judging){self, self->arm, masses, 1e-9 * (double)snw_exec_period_ns(self->exec), why};
    const snw_status status = snw__masses_open(masses, self->arm, payload);
    if (status == SNW_ERR_RANGE) {
        return refuse_value(j, "payload", payload->mass, 0, "no body has these moments of inertia",
                            "the largest is at most the sum of the others");
    }
    return snw_failed(status) ? snw_refuse(why, status, self->name, NULL, NULL) : SNW_OK;
}

snw_status snw__guided_accept(const snw_component *self, const snw__guided *now,
                              const snw__guided *was, snw_why *why) {
    judging j;
    snw__masses masses;
    snw_status status = open_judging(&j, self, &masses, now->payload, why);
    if (snw_failed(status)) return status;
    status = judge_guided(&j, now, was);
    snw__masses_close(&masses);
    return status;
}

typedef struct judge {
    const snw_type *type;
    ptrdiff_t payload_at; // in its configuration; -1 for none
    snw_status (*judge)(const judging *j, const void *config, const void *old);
} judge;

static const judge *judge_of(const snw_type *type) {
    static const judge rows[] = {
        {&snw_pd_config_type, -1, judge_pd},
        {&snw_pid_config_type, -1, judge_pid},
        {&snw_friction_term_config_type, -1, judge_friction_term},
        {&snw_computed_torque_config_type, offsetof(snw_computed_torque_config, payload),
         judge_computed},
        {&snw_feedforward_config_type, offsetof(snw_feedforward_config, payload),
         judge_feedforward},
        {&snw_gravity_term_config_type, offsetof(snw_gravity_term_config, payload), judge_gravity},
        {&snw_impedance_config_type, offsetof(snw_impedance_config, payload), judge_impedance},
        {&snw_zero_gravity_config_type, offsetof(snw_zero_gravity_config, payload),
         judge_zero_gravity}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].type->fields == type->fields) return &rows[i];
    }
    return NULL;
}

snw_status snw__law_accept(const snw_component *self, const void *config, snw_why *why) {
    const judge *row = judge_of(self->type);
    if (row == NULL) return SNW_OK;
    judging j;
    snw__masses masses;
    void *old = malloc(self->type->size);
    if (old == NULL) return snw_refuse(why, SNW_ERR_MEMORY, self->name, NULL, NULL);
    const snw_payload *payload =
        row->payload_at < 0 ? NULL : (const void *)((const char *)config + row->payload_at);
    snw_status status = snw_exec_parameters(self->exec, self->name, old, why);
    if (!snw_failed(status)) status = open_judging(&j, self, &masses, payload, why);
    if (!snw_failed(status)) {
        status = row->judge(&j, config, old);
        snw__masses_close(&masses);
    }
    free(old);
    return status;
}
