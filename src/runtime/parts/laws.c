// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The laws of sinew/servo.h as components, made from the list of sinew/servo/laws.h. While the arm
// does not follow, a law begins anew in every tick, so that it takes over without a jump; its term
// is added to the efforts that are wanted, and shown.

#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/exec/payload.h"
#include "sinew/servo.h"

static void want_effort(snw_arm *arm) {
    for (int i = 0; i < arm->count; i++)
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
}

static snw_status refuse_config(const snw_component *self, snw_status status, snw_why *why) {
    if (snw_failed(status) && status != SNW_ERR_MEMORY) {
        snw_why_set(why, status, self->name, "the law refused its configuration");
        snw_why_fix(why, "give arrays one number for all axes, or one for each");
    }
    return status;
}

// A law in its component. A step of its efforts that new parameters make is faded when it is large,
// over LARGE of the limit of an axis: so a change asks no more of the arm than a motion does. The
// component bumpless, where a cell has one, does so with steps of any size, and of several laws.
typedef struct law_work {
    void *law;
    const void *seen;      // parameters of the last tick
    double term[SNW_AXES]; // efforts of the last tick
    bool known;            // `term` is of a tick since the law began
    snw_bumpless ramp;
} law_work;

static const double LARGE = 0.1;
static const snw_bumpless_config RAMP = {.time = 0.2};

// Laws that know the masses are told what is attached to the arm, and say that they hold it.
static snw_servo_dyn *model_of(const snw_servo_law *law, void *object) {
    return law->model_at < 0 ? NULL : (snw_servo_dyn *)((char *)object + law->model_at);
}

static void show_signals(snw_component *self, const snw_servo_law *law) {
    const law_work *work = self->work;
    memcpy(self->signals, (const char *)work->law + law->signals_at, law->signals->size);
}

// where an init lays out when it only measures
typedef union any_law {
#define LAW(name, token, config_type, signals_type) snw_##name name;
    SNW_SERVO_LAWS(LAW)
#undef LAW
} any_law;

// Links and frames that the parameters of a law name.
static snw_status check_places(const snw_component *self, snw_why *why) {
    const snw_type *type = self->type;
    const snw_field *frame = snw_type_field(type, "frame");
    const snw_field *payload = snw_type_field(type, "payload");
    const char *config = self->config;
    snw_status status = SNW_OK;
    if (frame != NULL && frame->kind == SNW_KIND_STRING)
        status = snw__parts_check_place(self, "frame", config + frame->offset, true, why);
    if (!snw_failed(status) && payload != NULL && payload->type == &snw_payload_type) {
        const snw_payload *carried = (const void *)(config + payload->offset);
        status = snw__parts_check_place(self, "payload/link", carried->link, false, why);
    }
    return status;
}

static snw_status configure_law(snw_component *self, const snw_servo_law *law, snw_arena *arena,
                                snw_why *why) {
    any_law measured;
    snw_status status = check_places(self, why);
    if (snw_failed(status)) return status;
    memset(&measured, 0, sizeof measured);
    law_work *work = SNW_ARENA_ARRAY(arena, law_work, 1), only_measured;
    void *place = snw_arena_take(arena, law->size, _Alignof(any_law));
    void *object = place != NULL ? place : &measured;
    self->work = work;
    if (work == NULL) work = &only_measured;
    work->law = place;
    status = snw_bumpless_init(&work->ramp, &RAMP, self->arm, arena);
    if (!snw_failed(status) || status == SNW_ERR_MEMORY) {
        status = law->init(object, self->config, self->arm, arena);
    }
    return refuse_config(self, status, why);
}

static void restart_law(snw_component *self, const snw_servo_law *law) {
    law_work *work = self->work;
    law->reset(work->law, self->arm);
    snw_bumpless_reset(&work->ramp, self->arm);
    work->seen = self->config;
    work->known = false;
}

static snw_status start_law(snw_component *self, const snw_servo_law *law) {
    restart_law(self, law);
    show_signals(self, law);
    return SNW_OK;
}

// the payload of the law's parameters, for the stops of the arm
static void report_payload(snw_component *self, const snw_servo_dyn *model) {
    const snw_payload *p = &model->payload;
    const snw_sym3 central = snw_sym3_of(p->moments, 0, 0, 0);
    const bool any = p->source != SNW_PAYLOAD_NONE && p->mass > 0;
    snw__component_payload(self, model->carrier,
                           any ? snw_inertia_from_central(p->mass, p->center, central)
                               : snw_inertia_zero());
}

// are these efforts far from those of the last tick?
static bool is_large(const law_work *work, const snw_arm *arm, const double *term) {
    bool large = false;
    for (int i = 0; i < arm->count; i++) {
        const double limit = arm->limits.effort[i];
        large |= fabs(term[i] - work->term[i]) > (isfinite(limit) ? LARGE * limit : 0);
    }
    return large;
}

static bool is_fading(const snw_bumpless *ramp) {
    return ramp->begun || ramp->signals.share > 0;
}

// The ramp is not updated while it rests: before it begins it gets the efforts of the last tick.
static void begin_ramp(law_work *work, const snw_arm *arm, double dt) {
    double last[SNW_AXES];
    memcpy(last, work->term, sizeof(double) * (size_t)arm->count);
    if (!is_fading(&work->ramp) && work->known) {
        SNW_IGNORE(snw_bumpless_update(&work->ramp, &RAMP, arm, dt, last));
    }
    snw_bumpless_begin(&work->ramp);
}

// `before` are the efforts without this law, and arm->wanted.effort those with it. In most ticks
// nothing changes and nothing fades, and the efforts are remembered.
static void ramp_law(snw_component *self, const double *before, double dt) {
    law_work *work = self->work;
    snw_bumpless *ramp = &work->ramp;
    snw_arm *arm = self->arm;
    double term[SNW_AXES];
    for (int i = 0; i < arm->count; i++)
        term[i] = arm->wanted.effort[i] - before[i];

    // parameters that changed stand at another place
    const bool changed = work->seen != self->config;
    if (changed && (is_fading(ramp) || is_large(work, arm, term))) begin_ramp(work, arm, dt);
    work->seen = self->config;
    if (is_fading(ramp) && !snw_failed(snw_bumpless_update(ramp, &RAMP, arm, dt, term)) &&
        ramp->signals.share > 0) {
        for (int i = 0; i < arm->count; i++)
            arm->wanted.effort[i] = before[i] + term[i];
    }
    memcpy(work->term, term, sizeof(double) * (size_t)arm->count);
    work->known = true;
}

static snw_status update_law(snw_component *self, const snw_servo_law *law, const snw_tick *tick) {
    snw_arm *arm = self->arm;
    law_work *work = self->work;
    snw_servo_dyn *model = model_of(law, work->law);
    double before[SNW_AXES];
    if (law->tell != NULL) law->tell(self->config, arm);
    want_effort(arm);
    if (!arm->estimate.valid) return SNW_OK;
    if (!arm->follows) restart_law(self, law);
    if (model != NULL) {
        uint64_t change;
        const snw_inertia *loads = snw_component_loads(self, &change);
        snw_servo_dyn_attach(model, loads, change);
    }
    memcpy(before, arm->wanted.effort, sizeof(double) * (size_t)arm->count);
    const snw_status status =
        law->update(work->law, self->config, arm, tick->dt, arm->wanted.effort);
    if (!snw_failed(status)) ramp_law(self, before, tick->dt);
    if (model != NULL && model->carries) snw_component_carries(self);
    if (model != NULL) report_payload(self, model);
    show_signals(self, law);
    return status;
}

// each law of the list with functions of its own, since a component knows no more than its type
#define LAW(name, token, config_type, signals_type)                                                \
    static snw_status name##_configure(snw_component *self, snw_arena *arena, snw_why *why) {      \
        return configure_law(self, &snw_##name##_law, arena, why);                                 \
    }                                                                                              \
    static snw_status name##_start(snw_component *self, snw_why *why) {                            \
        (void)why;                                                                                 \
        return start_law(self, &snw_##name##_law);                                                 \
    }                                                                                              \
    static snw_status name##_update(snw_component *self, const snw_tick *tick) {                   \
        return update_law(self, &snw_##name##_law, tick);                                          \
    }                                                                                              \
    static const snw_component_functions name##_functions = {.head = SNW_COMPONENT_HEAD,           \
                                                             .stage = SNW_STAGE_SERVO,             \
                                                             .needs_arm = true,                    \
                                                             .signals = &(signals_type),           \
                                                             .configure = name##_configure,        \
                                                             .start = name##_start,                \
                                                             .update = name##_update,              \
                                                             .accept = snw__law_accept};
SNW_SERVO_LAWS(LAW)
#undef LAW

// --- behind the laws ----------------------------------------------------------------------------

typedef struct handover {
    snw_bumpless bumpless;
    uint64_t seen; // what the components of the arm were like in the last tick
} handover;

// Parameters that changed stand at another place, and a component that was started or stopped has
// another state: so two ticks between which nothing changed have the same mark.
static uint64_t mark_of(const snw_component *self) {
    uint64_t mark = 0;
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *other = snw_exec_component(self->exec, i);
        if (other->arm != self->arm || other == self) continue;
        mark = (mark ^ (uint64_t)(uintptr_t)other->config) * UINT64_C(0x9E3779B97F4A7C15);
        mark ^= (uint64_t)other->state << (i % 48);
    }
    return mark;
}

static snw_status bumpless_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    handover *h = SNW_ARENA_ARRAY(arena, handover, 1);
    snw_bumpless measured;
    memset(&measured, 0, sizeof measured);
    self->work = h;
    return refuse_config(
        self,
        snw_bumpless_init(h != NULL ? &h->bumpless : &measured, self->config, self->arm, arena),
        why);
}

static snw_status bumpless_start(snw_component *self, snw_why *why) {
    (void)why;
    handover *h = self->work;
    h->seen = mark_of(self);
    snw_bumpless_reset(&h->bumpless, self->arm);
    memcpy(self->signals, &h->bumpless.signals, sizeof h->bumpless.signals);
    return SNW_OK;
}

static snw_status bumpless_update(snw_component *self, const snw_tick *tick) {
    handover *h = self->work;
    snw_arm *arm = self->arm;
    const uint64_t mark = mark_of(self);
    if (!arm->follows) {
        snw_bumpless_reset(&h->bumpless, arm);
    } else if (mark != h->seen) {
        snw_bumpless_begin(&h->bumpless);
    }
    h->seen = mark;
    const snw_status status =
        snw_bumpless_update(&h->bumpless, self->config, arm, tick->dt, arm->wanted.effort);
    memcpy(self->signals, &h->bumpless.signals, sizeof h->bumpless.signals);
    return status;
}

static const snw_component_functions bumpless_functions = {.head = SNW_COMPONENT_HEAD,
                                                           .stage = SNW_STAGE_SERVO,
                                                           .needs_arm = true,
                                                           .signals = &snw_bumpless_signals_type,
                                                           .configure = bumpless_configure,
                                                           .start = bumpless_start,
                                                           .update = bumpless_update};

// --- before the laws ----------------------------------------------------------------------------

static snw_status estimate_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    snw_rate_estimate *estimate = SNW_ARENA_ARRAY(arena, snw_rate_estimate, 1);
    snw_rate_estimate measured;
    self->work = estimate;
    return refuse_config(self,
                         snw_rate_estimate_init(estimate != NULL ? estimate : &measured,
                                                self->config, self->arm, arena),
                         why);
}

static snw_status estimate_start(snw_component *self, snw_why *why) {
    (void)why;
    snw_rate_estimate_reset(self->work, self->arm);
    return SNW_OK;
}

// a reading that is none is the guard's to judge; what was believed stays
static snw_status estimate_update(snw_component *self, const snw_tick *tick) {
    SNW_IGNORE(snw_rate_estimate_update(self->work, self->config, self->arm, tick->dt));
    return SNW_OK;
}

static const snw_component_functions estimate_functions = {.head = SNW_COMPONENT_HEAD,
                                                           .stage = SNW_STAGE_ESTIMATE,
                                                           .needs_arm = true,
                                                           .configure = estimate_configure,
                                                           .start = estimate_start,
                                                           .update = estimate_update};

static snw_status filter_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    snw_setpoint_filter *filter = SNW_ARENA_ARRAY(arena, snw_setpoint_filter, 1);
    snw_setpoint_filter measured;
    self->work = filter;
    return refuse_config(self,
                         snw_setpoint_filter_init(filter != NULL ? filter : &measured, self->config,
                                                  self->arm, arena),
                         why);
}

static snw_status filter_start(snw_component *self, snw_why *why) {
    (void)why;
    snw_setpoint_filter_reset(self->work, self->arm);
    return SNW_OK;
}

static snw_status filter_update(snw_component *self, const snw_tick *tick) {
    if (!self->arm->follows) snw_setpoint_filter_reset(self->work, self->arm);
    return snw_setpoint_filter_update(self->work, self->config, self->arm, tick->dt);
}

static const snw_component_functions filter_functions = {.head = SNW_COMPONENT_HEAD,
                                                         .stage = SNW_STAGE_TASK,
                                                         .needs_arm = true,
                                                         .configure = filter_configure,
                                                         .start = filter_start,
                                                         .update = filter_update};

// --- registration -------------------------------------------------------------------------------

snw_status snw__parts_register_laws(snw_registry *registry, snw_why *why) {
    static const struct {
        const snw_type *type;
        const char *token;
        const snw_component_functions *functions;
    } laws[] = {
        {&snw_rate_estimate_config_type, "rate_estimate", &estimate_functions},
        {&snw_setpoint_filter_config_type, "setpoint_filter", &filter_functions},
#define LAW(name, token, config_type, signals_type) {&(config_type), token, &name##_functions},
        SNW_SERVO_LAWS(LAW)
#undef LAW
            {&snw_bumpless_config_type, "bumpless", &bumpless_functions},
    };
    snw_status status = SNW_OK;
    for (size_t i = 0; i < sizeof laws / sizeof laws[0] && status == SNW_OK; i++) {
        const snw_type_use use = {
            .token = laws[i].token, .base = "component", .functions = &laws[i].functions->head};
        status = snw_registry_add_as(registry, laws[i].type, &use, why);
    }
    return status;
}
