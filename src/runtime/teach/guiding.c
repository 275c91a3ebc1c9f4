// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/servo/impedance.h"

// It stands before the laws of its arm. While it is on the target is an effort, so that no law
// behind it finds an error, and nothing of theirs winds up or has to be restored; to that comes the
// law of zero gravity. Laws that follow a target add nothing then, not even the weight. When it
// ends the laws hold the arm where it was left, until the component motion, which still believes
// the arm where it was taken, has gone there too.

typedef enum guiding_state { OFF, ON, HANDING } guiding_state;

typedef struct guiding {
    snw__mover mover; // first
    snw_zero_gravity law;
    guiding_state state;
    bool followed;          // the arm has followed before
    double place[SNW_AXES]; // where it was left
} guiding;

typedef struct guiding_signals {
    bool on;
    int count;
    double effort[SNW_AXES];
} guiding_signals;

static snw_zero_gravity_config law_config(const snw_guiding *config) {
    snw_zero_gravity_config law = {.gravity = config->gravity,
                                   .payload = config->payload,
                                   .damping_count = config->damping_count};
    memcpy(law.damping, config->damping, sizeof law.damping);
    return law;
}

// --- the tick -----------------------------------------------------------------------------------

static snw_status carry(snw_component *self, double dt) {
    guiding *g = self->work;
    snw_arm *arm = self->arm;
    const snw_zero_gravity_config config = law_config(self->config);
    uint64_t change;
    const snw_inertia *loads = snw_component_loads(self, &change);
    snw_servo_dyn_attach(&g->law.model, loads, change);
    arm->target.mode = SNW_AXIS_EFFORT;
    for (int i = 0; i < arm->count; i++) {
        arm->target.q[i] = arm->estimate.q[i];
        arm->target.v[i] = arm->target.a[i] = arm->target.effort[i] = 0;
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
    }
    const snw_status status =
        snw_zero_gravity_update(&g->law, &config, arm, dt, arm->wanted.effort);
    if (g->law.model.carries) snw_component_carries(self);
    return status;
}

static void hold(snw_component *self) {
    const guiding *g = self->work;
    snw_arm_target *target = &self->arm->target;
    target->mode = SNW_AXIS_POSITION;
    for (int i = 0; i < self->arm->count; i++) {
        target->q[i] = g->place[i];
        target->v[i] = target->a[i] = target->effort[i] = 0;
    }
}

// While a task component has the arm sources begin anew from its target, which is this place: then
// nothing is asked of them.
static void hand_over(snw_component *self) {
    guiding *g = self->work;
    snw_why why = {0};
    hold(self);
    if (self->arm->taken) {
        g->mover.under_way = false;
        return;
    }
    const snw_status status = g->mover.under_way
                                  ? snw__mover_poll(&g->mover, self, &why)
                                  : snw__mover_joints(&g->mover, self, g->place, &why);
    if (status == SNW_OK) g->state = OFF;
    if (status >= 0) return;
    g->state = ON;
    snw_component_event(self, &why);
}

static snw_status guiding_update(snw_component *self, const snw_tick *tick) {
    const snw_guiding *config = self->config;
    guiding *g = self->work;
    guiding_signals *signals = self->signals;
    snw_status status = SNW_OK;
    if (!self->arm->follows) {
        g->state = OFF;
        g->mover.under_way = false;
        snw_zero_gravity_reset(&g->law, self->arm);
    }
    if (self->arm->follows && !g->followed && config->automatic) g->state = ON;
    g->followed |= self->arm->follows;
    memset(g->law.signals.effort, 0, sizeof g->law.signals.effort);
    if (g->state == ON) status = carry(self, tick->dt);
    if (g->state == HANDING) hand_over(self);
    g->mover.busy = g->state != OFF;
    signals->on = g->state == ON;
    memcpy(signals->effort, g->law.signals.effort, sizeof signals->effort);
    return status;
}

// --- messages -----------------------------------------------------------------------------------

static snw_status begin(snw_component *self, snw_why *why) {
    guiding *g = self->work;
    const snw_arm *arm = self->arm;
    if (g->state == ON) return SNW_OK;
    if (!arm->follows) {
        return snw__teach_refuse(why, SNW_ERR_STATE, arm->name, "the arm is not enabled",
                                 "acknowledge what stopped it, then enable it");
    }
    const char *other = snw__mover_other(self);
    if (other != NULL || snw__mover_moving(&g->mover, self)) {
        return snw__teach_refuse(why, SNW_ERR_STATE, other != NULL ? other : arm->name,
                                 "the arm is on its way", "stop it first");
    }
    for (int i = 0; i < arm->count; i++) {
        if (arm->wanted.mode[i] == SNW_AXIS_EFFORT) continue;
        return snw__teach_refuse(why, SNW_ERR_UNSUPPORTED, snw_arm_axis_name(arm, i),
                                 "its drive is not told efforts, so the arm cannot be led by hand",
                                 "give the arm a law of the servo stage in place of follow");
    }
    g->state = ON;
    g->mover.busy = true;
    snw_zero_gravity_reset(&g->law, arm);
    return SNW_OK;
}

static snw_status end(snw_component *self) {
    guiding *g = self->work;
    if (g->state != ON) return SNW_OK;
    memcpy(g->place, self->arm->estimate.q, (size_t)self->arm->count * sizeof(double));
    g->state = HANDING;
    return SNW_OK;
}

static snw_status guiding_message(snw_component *self, const char *text, char *answer,
                                  snw_why *why) {
    snw__words words = {text};
    snw__word verb, what;
    answer[0] = '\0';
    if (snw__word_next(&words, &verb) && snw__word_is(verb, "guide") &&
        snw__word_next(&words, &what)) {
        if (snw__word_is(what, "on")) return begin(self, why);
        if (snw__word_is(what, "off")) return end(self);
    }
    return snw__teach_unknown(self, "guide on, guide off", why);
}

// --- set-up -------------------------------------------------------------------------------------

// a component of the arm that holds its weight whatever is wanted; two of them would lift it
static const snw_component *carrier(const snw_component *self) {
    static const char *const tokens[] = {"gravity", "zero_gravity", "impedance"};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        int cursor = 0;
        const snw_component *one;
        while ((one = snw_exec_next_of(self->exec, tokens[i], &cursor)) != NULL) {
            if (one->arm == self->arm) return one;
        }
    }
    return NULL;
}

static snw_status guiding_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_guiding *config = self->config;
    const int count = config->damping_count;
    if (count > 1 && count != self->arm->count) {
        return snw__teach_refuse(why, SNW_ERR_SIZE, self->name,
                                 "damping has not one number for all axes, nor one for each", NULL);
    }
    const snw_component *other = config->gravity ? carrier(self) : NULL;
    if (other != NULL) {
        return snw__teach_refuse(why, SNW_ERR_ARGUMENT, other->name,
                                 "it carries the weight of the arm, and guiding would too",
                                 "give guiding gravity=\"false\"");
    }
    guiding *g = SNW_ARENA_ARRAY(arena, guiding, 1);
    snw_zero_gravity measured;
    memset(&measured, 0, sizeof measured);
    self->work = g;
    const snw_zero_gravity_config law = law_config(config);
    const snw_status status =
        snw_zero_gravity_init(g != NULL ? &g->law : &measured, &law, self->arm, arena);
    if (status < 0 || g == NULL) return status < 0 ? status : SNW_ERR_MEMORY;
    g->state = OFF;
    g->followed = false;
    ((guiding_signals *)self->signals)->count = self->arm->count;
    return snw__mover_init(&g->mover, self, why);
}

// --- tables -------------------------------------------------------------------------------------

static const snw_field signal_fields[] = {
    {SNW_AT(guiding_signals, on), .role = SNW_SIGNAL, .kind = SNW_KIND_BOOL,
     .help = "The arm can be led by hand."},
    {SNW_AT_COUNTED(guiding_signals, effort, count), .role = SNW_SIGNAL, .kind = SNW_KIND_REAL,
     .help = "What it adds, N.m or N."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("guiding_signals", guiding_signals, signal_fields), .space = &snw_space_cell,
    .help = "What guiding shows."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Has to know where the arm was led to."},
};
static const snw_command commands[] = {
    {"guide on", "", "From now on the arm goes where it is pushed."},
    {"guide off", "", "The arm is held where it is."},
};
const snw_component_functions snw__guiding_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SERVO,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = guiding_configure,
    .update = guiding_update,
    .message = guiding_message,
};

static const snw_field guiding_fields[] = {
    {SNW_AT_COUNTED(snw_guiding, damping, damping_count), .kind = SNW_KIND_REAL, .range = {0, 1e9},
     .when = SNW_LIVE,
     .help = "Efforts against rates, N.m.s/rad or N.s/m; one for all axes, or one each."},
    {SNW_AT(snw_guiding, gravity), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Carries the weight of the arm; off where a term of the cell does."},
    {SNW_AT(snw_guiding, payload), .kind = SNW_KIND_STRUCT, .type = &snw_payload_type,
     .when = SNW_LIVE, .help = "What the arm carries while it is led."},
    {SNW_AT(snw_guiding, automatic), .kind = SNW_KIND_BOOL, .initial = "false",
     .help = "Is on when the arm follows for the first time."},
};
const snw_type snw_guiding_type = {SNW_TYPE_AS("guiding", snw_guiding, guiding_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__guiding_functions.head,
                                   .help = "The arm without weight, led by hand."};
