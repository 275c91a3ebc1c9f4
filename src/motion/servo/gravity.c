// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/gravity.h"

#include <string.h>

#include "internal.h"

static snw_inertia payload_inertia(const snw_payload *payload) {
    const snw_sym3 central = snw_sym3_of(payload->moments, 0, 0, 0);
    return snw_inertia_from_central(payload->mass, payload->center, central);
}

static bool same_payload(const snw_payload *a, const snw_payload *b) {
    return a->source == b->source && a->mass == b->mass && snw_vec3_equal(a->center, b->center) &&
           snw_vec3_equal(a->moments, b->moments);
}

// a link of the model with what it carries
static snw_inertia laden(const snw_servo_dyn *model, const snw_payload *payload, int link) {
    snw_inertia sum = model->dyn.model->links[link].inertia;
    if (link == model->carrier && payload->source != SNW_PAYLOAD_NONE) {
        sum = snw_inertia_add(sum, payload_inertia(payload));
    }
    if (model->loads != NULL && payload->source == SNW_PAYLOAD_GRASPED) {
        sum = snw_inertia_add(sum, model->loads[link]);
    }
    return sum;
}

// Links that carry what they carried stay as they are: those of a model may be numbers that no body
// has, as identified ones are.
static snw_status load_link(snw_servo_dyn *model, const snw_payload *payload, int link) {
    const snw_inertia now = snw_dyn_inertia(&model->dyn, link), sum = laden(model, payload, link);
    if (snw_inertia_near(now, sum, 0)) return SNW_OK;
    return snw_dyn_set_inertia(&model->dyn, link, sum);
}

// The inertias become those of the model with its loads. What is attached was checked when it was
// attached; a payload that is refused, at the carrier, leaves all as it was.
static snw_status take_payload(snw_servo_dyn *model, const snw_payload *payload) {
    if (same_payload(payload, &model->payload) && model->change == model->known) return SNW_OK;
    snw_status status = load_link(model, payload, model->carrier);
    for (int l = 0; l < model->dyn.model->link_count && status == SNW_OK; l++) {
        if (l != model->carrier) status = load_link(model, payload, l);
    }
    if (snw_failed(status)) return status;
    model->payload = *payload;
    model->known = model->change;
    return SNW_OK;
}

void snw_servo_dyn_attach(snw_servo_dyn *model, const snw_inertia *loads, uint64_t change) {
    model->loads = loads;
    model->change = change;
}

void snw__servo_dyn_carries(snw_servo_dyn *model) {
    model->carries = model->loads != NULL && model->payload.source == SNW_PAYLOAD_GRASPED;
}

// viscous friction of the actuators, as described
static void take_actuators(snw_servo_dyn *model, const snw_arm *arm) {
    for (int i = 0; i < arm->count; i++) {
        const int joint = arm->model->links[arm->link[i]].described_joint;
        const snw_actuator *actuator = joint < 0 ? NULL : arm->robot->joints[joint].actuator;
        if (actuator != NULL) model->viscous[i] = actuator->friction;
    }
}

void snw__servo_dyn_place(snw_servo_dyn *model, const snw_arm *arm) {
    // both are checked by whoever places the arm; a base that is refused leaves the old one
    SNW_IGNORE(snw_dyn_set_base(&model->dyn, arm->T_world_base));
    SNW_IGNORE(snw_dyn_set_gravity(&model->dyn, arm->gravity));
}

snw_status snw__servo_dyn_init(snw_servo_dyn *model, const snw_payload *payload, const snw_arm *arm,
                               snw_arena *arena) {
    const snw_model *m = arm->model;
    memset(model, 0, sizeof *model);
    model->carrier = arm->count > 0 ? arm->link[arm->count - 1] : 0;
    if (payload->link[0] != '\0') model->carrier = snw_model_find_link(m, payload->link);
    if (model->carrier < 0) return SNW_ERR_UNKNOWN_NAME;

    // lay out, or measure
    SNW_IGNORE(snw_dyn_init(&model->dyn, m, arena));
    model->q = SNW_ARENA_ARRAY(arena, double, m->nq);
    model->v = SNW_ARENA_ARRAY(arena, double, m->nv);
    model->a = SNW_ARENA_ARRAY(arena, double, m->nv);
    model->tau = SNW_ARENA_ARRAY(arena, double, m->nv);
    snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    // the arm as it stands and is built
    snw_neutral(m, model->q);
    status = snw_dyn_set_base(&model->dyn, arm->T_world_base);
    if (!snw_failed(status)) status = snw_dyn_set_gravity(&model->dyn, arm->gravity);
    if (!snw_failed(status) && arm->robot != NULL) {
        take_actuators(model, arm);
        status = snw_dyn_set_actuators(&model->dyn, arm->robot);
    }
    return snw_failed(status) ? status : take_payload(model, payload);
}

snw_status snw__servo_dyn_update(snw_servo_dyn *model, const snw_payload *payload,
                                 const snw_arm *arm) {
    snw_arm_to_q(arm, arm->estimate.q, model->q);
    snw_arm_to_v(arm, arm->estimate.v, model->v);
    model->carries = false;
    return take_payload(model, payload);
}

static snw_status gravity_term_init(snw_gravity_term *gravity,
                                    const snw_gravity_term_config *config, const snw_arm *arm,
                                    snw_arena *arena) {
    const snw_status status = snw__servo_counts(arm, &config->scale_count, 1);
    if (snw_failed(status)) return status;
    memset(&gravity->signals, 0, sizeof gravity->signals);
    gravity->signals.count = arm->count;
    return snw__servo_dyn_init(&gravity->model, &config->payload, arm, arena);
}

static void gravity_term_reset(snw_gravity_term *gravity, const snw_arm *arm) {
    memset(gravity->signals.effort, 0, sizeof gravity->signals.effort);
    snw__servo_dyn_place(&gravity->model, arm);
}

static snw_status gravity_term_update(snw_gravity_term *gravity,
                                      const snw_gravity_term_config *config, const snw_arm *arm,
                                      double dt, double *effort) {
    snw_servo_dyn *model = &gravity->model;
    double term[SNW_AXES] = {0};
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw__servo_dyn_update(model, &config->payload, arm);
    if (!snw_failed(status) && config->on) {
        status = snw_dyn_gravity(&model->dyn, model->q, model->tau);
        snw_arm_from_v(arm, model->tau, term);
        snw__servo_dyn_carries(model);
        for (int i = 0; i < arm->count; i++)
            term[i] *= snw_per_axis(config->scale, config->scale_count, i, 1);
    }
    return snw_failed(status) ? status
                              : snw__servo_add(term, arm->count, gravity->signals.effort, effort);
}

static const snw_choice sources[] = {
    {"grasped", SNW_PAYLOAD_GRASPED, "Use this payload and what is attached to the arm."},
    {"none", SNW_PAYLOAD_NONE, "Neither."},
    {"fixed", SNW_PAYLOAD_FIXED, "Use this payload only, whatever is attached."},
};
static const snw_field payload_fields[] = {
    {SNW_AT(snw_payload, source), .kind = SNW_KIND_ENUM, SNW_CHOICES(sources), .initial = "grasped",
     .flags = SNW_ENGINEER, .when = SNW_LIVE, .help = "Which payloads the law compensates."},
    {SNW_AT(snw_payload, link), .kind = SNW_KIND_STRING,
     .help = "Link that carries the payload; empty means the link of the last axis."},
    {LIVE_REAL(snw_payload, mass), .unit = "kg", .range = {0, 1e6}, .flags = SNW_ENGINEER,
     .help = "Mass of the payload."},
    {SNW_AT(snw_payload, center), .kind = SNW_KIND_VEC3, .unit = "m", .when = SNW_LIVE,
     .flags = SNW_ENGINEER, .help = "Centre of mass of the payload in the frame of the link."},
    {SNW_AT(snw_payload, moments), .kind = SNW_KIND_VEC3, .unit = "kg.m^2", .range = {0, 1e9},
     .flags = SNW_ENGINEER, .when = SNW_LIVE,
     .help = "Moments of inertia about the centre of mass."},
};
const snw_type snw_payload_type = {SERVO_TYPE(snw_payload, payload_fields),
                                   .help = "Payload of an arm."};

static const snw_field gravity_fields[] = {
    {LIVE_BOOL(snw_gravity_term_config, on), .initial = "true",
     .help = "Switch the gravity compensation on."},
    {GAINS(snw_gravity_term_config, scale), .range = {0, 2}, .initial = "1",
     .help = "Factor of the compensation; one value applies to all joints, 1 if omitted."},
    {SNW_AT(snw_gravity_term_config, payload), .kind = SNW_KIND_STRUCT, .type = &snw_payload_type,
     .when = SNW_LIVE, .help = "Payload of the arm."},
};
const snw_type snw_gravity_term_config_type = {SERVO_TYPE(snw_gravity_term_config, gravity_fields),
                                               .help = "Compensates the weight of the arm."};

SERVO_LAW(gravity_term, snw_servo_term_type, offsetof(snw_gravity_term, model), NULL);
