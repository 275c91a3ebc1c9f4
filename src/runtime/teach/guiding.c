// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/model/names.h"
#include "sinew/parts/law_ranges.h"
#include "sinew/servo/impedance.h"

// It stands before the laws of its arm. While it is on the component motion lends it the arm: the
// target is an effort then, so that no law behind it finds an error, and nothing of theirs winds up
// or has to be restored; to that comes the law of zero gravity. Laws that follow a target add
// nothing then, not even the weight. When it ends motion takes the arm back where it was left.

typedef struct guiding {
    snw__mover mover; // first
    snw_zero_gravity law;
    bool on;
    bool followed; // the arm has followed before
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
    for (int i = 0; i < arm->count; i++)
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
    const snw_status status =
        snw_zero_gravity_law.update(&g->law, &config, arm, dt, arm->wanted.effort);
    if (g->law.model.carries) snw_component_carries(self);
    return status;
}

// the arm goes back to motion where it is, unless others have it
static void end_guiding(snw_component *self) {
    guiding *g = self->work;
    snw_component *motion = snw_component_peer(self, "motion");
    if (motion != NULL) snw_motion_return(motion, self->arm->estimate.q);
    g->on = false;
}

// Motion has taken the arm back: it was stopped, or somebody moves it. A target that is no effort
// is somebody else's.
static bool is_lost(const snw_component *self) {
    const snw_component *motion = snw_component_peer(self, "motion");
    return motion == NULL || !snw_motion_is_lent(motion) ||
           self->arm->target.mode != SNW_AXIS_EFFORT;
}

// motion is asked before the arm is enabled, so that it is led from the first tick on
static void begin_at_enable(snw_component *self, bool automatic) {
    guiding *g = self->work;
    snw_component *motion = snw_component_peer(self, "motion");
    if (!automatic || motion == NULL) return;
    if (!self->arm->follows) {
        snw_motion_lend_later(motion);
    } else if (snw_motion_is_lent(motion)) {
        g->on = true;
        snw_zero_gravity_law.reset(&g->law, self->arm);
    }
}

static snw_status guiding_update(snw_component *self, const snw_tick *tick) {
    const snw_guiding *config = self->config;
    guiding *g = self->work;
    guiding_signals *signals = self->signals;
    snw_status status = SNW_OK;
    if (!self->arm->follows) snw_zero_gravity_law.reset(&g->law, self->arm);
    if (g->on && is_lost(self)) end_guiding(self);
    begin_at_enable(self, config->automatic && !g->followed);
    g->followed |= self->arm->follows;
    memset(g->law.signals.effort, 0, sizeof g->law.signals.effort);
    if (g->on && self->arm->target.mode == SNW_AXIS_EFFORT) status = carry(self, tick->dt);
    g->mover.busy = g->on;
    signals->on = g->on;
    memcpy(signals->effort, g->law.signals.effort, sizeof signals->effort);
    return status;
}

// --- what is asked of it
// -----------------------------------------------------------------------------------

static snw_status check_drives(const snw_arm *arm, snw_why *why) {
    for (int i = 0; i < arm->count; i++) {
        if (arm->wanted.mode[i] == SNW_AXIS_EFFORT) continue;
        return snw_refuse_rule(
            why, SNW_ERR_UNSUPPORTED, "teach", snw_arm_axis_name(arm, i),
            "its drive does not accept efforts, so the arm cannot be guided by hand",
            "give the arm a law of the servo stage instead of follow");
    }
    return SNW_OK;
}

snw_status snw__guiding_begin(snw_component *self, snw_why *why) {
    guiding *g = self->work;
    const snw_arm *arm = self->arm;
    if (g->on) return SNW_OK;
    if (!arm->follows) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", arm->name, "the arm is not enabled",
                               "acknowledge the stop, then enable the arm");
    }
    const char *other = snw__mover_other(self);
    if (other != NULL || snw__mover_moving(self)) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", other != NULL ? other : arm->name,
                               "the arm is moving", "stop it first");
    }
    snw_component *motion = snw_component_peer(self, "motion");
    if (motion == NULL) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                               "the component motion is not running", "start it");
    }
    snw_status status = check_drives(arm, why);
    if (!snw_failed(status)) status = snw_motion_lend(motion, why);
    if (snw_failed(status)) return status;
    g->on = true;
    g->mover.busy = true;
    snw_zero_gravity_law.reset(&g->law, arm);
    return SNW_OK;
}

void snw__guiding_end(snw_component *self) {
    const guiding *g = self->work;
    if (g->on) end_guiding(self);
}

static snw_status guiding_revoke(snw_component *self) {
    const guiding *g = self->work;
    if (!g->on) return SNW_NOTHING_NEW;
    end_guiding(self);
    return SNW_OK;
}

snw_status snw__guiding_order_on(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__guiding_begin(self, why);
}

snw_status snw__guiding_order_off(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    snw__guiding_end(self);
    return SNW_OK;
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
        return snw_refuse_rule(why, SNW_ERR_SIZE, "teach", self->name,
                               "damping must have one number for all axes, or one for each", NULL);
    }
    const snw_component *other = config->gravity ? carrier(self) : NULL;
    if (other != NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "teach", other->name,
                               "it compensates the weight of the arm, and guiding would too",
                               "give guiding gravity=\"false\"");
    }
    snw_status status = snw__model_check_place(self->arm->model, config->payload.link, false, why);
    if (snw_failed(status)) return snw__name_owner(why, self->name, "payload/link", NULL);
    guiding *g = SNW_ARENA_ARRAY(arena, guiding, 1);
    snw_zero_gravity measured;
    memset(&measured, 0, sizeof measured);
    self->work = g;
    const snw_zero_gravity_config law = law_config(config);
    status = snw_zero_gravity_law.init(g != NULL ? &g->law : &measured, &law, self->arm, arena);
    if (snw_failed(status) || g == NULL) return snw_failed(status) ? status : SNW_ERR_MEMORY;
    g->on = false;
    g->followed = false;
    ((guiding_signals *)self->signals)->count = self->arm->count;
    return snw__mover_init(&g->mover, self, why);
}

static snw_status guiding_accept(const snw_component *self, const void *config, snw_why *why) {
    const snw_guiding *now = config;
    snw_guiding was;
    const snw_status status = snw_exec_parameters(self->exec, self->name, &was, why);
    if (snw_failed(status)) return status;
    const snw__guided next = {now->damping, now->damping_count, &now->payload};
    const snw__guided before = {was.damping, was.damping_count, &was.payload};
    return snw__guided_accept(self, &next, &before, why);
}

// --- tables -------------------------------------------------------------------------------------

static const snw_field signal_fields[] = {
    {SNW_AT(guiding_signals, on), .role = SNW_SIGNAL, .kind = SNW_KIND_BOOL,
     .help = "The arm can be guided by hand."},
    {SNW_AT_COUNTED(guiding_signals, effort, count), .role = SNW_SIGNAL, .kind = SNW_KIND_REAL,
     .help = "Efforts added by guiding [N.m or N]."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("guiding_signals", guiding_signals, signal_fields), .space = &snw_space_cell,
    .help = "Signals of a guiding component."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Motion component that continues from where the arm was guided to."},
};
const snw_component_functions snw__guiding_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SERVO,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = snw__guiding_commands,
    .command_count = SNW__GUIDING_COMMANDS,
    .configure = guiding_configure,
    .update = guiding_update,
    .revoke = guiding_revoke,
    .accept = guiding_accept,
};

static const snw_field guiding_fields[] = {
    {SNW_AT_COUNTED(snw_guiding, damping, damping_count), .kind = SNW_KIND_REAL, .range = {0, 1e9},
     .when = SNW_LIVE,
     .help = "Damping coefficient [N.m.s/rad or N.s/m]; one value applies to all joints."},
    {SNW_AT(snw_guiding, gravity), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Compensate the weight of the arm; switch off if a term of the cell does."},
    {SNW_AT(snw_guiding, payload), .kind = SNW_KIND_STRUCT, .type = &snw_payload_type,
     .when = SNW_LIVE, .help = "Payload of the arm while it is guided."},
    {SNW_AT(snw_guiding, automatic), .kind = SNW_KIND_BOOL, .initial = "false",
     .help = "Start with guiding on."},
};
const snw_type snw_guiding_type = {SNW_TYPE_AS("guiding", snw_guiding, guiding_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__guiding_functions.head,
                                   .help = "Hand guiding of an arm with compensated weight."};
