// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_EXEC_RIG_PARTS_H
#define SINEW_TESTS_EXEC_RIG_PARTS_H

/// @file
/// Components for tests: a probe whose hooks a test replaces, a source, a law.

#include "rig_drive.h"

/// Parameters of a probe: one of each time of change.
typedef struct probe {
    double gain;
    double vector[6];
    double sum; ///< a rule: gain below it, unless it is 0
    double still;
    int load;
} probe;

typedef struct probe_signals {
    double gain, vector[6];
    uint64_t updates;
    double torn; ///< updates that saw a vector of unequal numbers
} probe_signals;

static snw_status probe_validate(const void *block, snw_why *why) {
    const probe *p = block;
    if (p->sum == 0 || p->gain < p->sum) return SNW_OK;
    snw_why_set(why, SNW_ERR_CHECK, "gain", "the gain is not below the sum");
    return SNW_ERR_CHECK;
}

static snw_status probe_derive(const void *block, void *derived, snw_why *why) {
    (void)why;
    const probe *p = block;
    *(double *)derived = 2 * p->gain;
    return SNW_OK;
}

static const snw_field probe_fields[] = {
    {SNW_AT(probe, gain), .kind = SNW_KIND_REAL, .range = {0, 1e6}, .initial = "1",
     .when = SNW_LIVE, .help = "A gain."},
    {SNW_AT_ARRAY(probe, vector), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "A vector."},
    {SNW_AT(probe, sum), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "A bound of the gain."},
    {SNW_AT(probe, still), .kind = SNW_KIND_REAL, .when = SNW_AT_STANDSTILL, .help = "At rest."},
    {SNW_AT(probe, load), .kind = SNW_KIND_INT, .when = SNW_AT_LOAD, .help = "By loading."},
};
static const snw_field probe_signal_fields[] = {
    {SNW_AT(probe_signals, gain), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "As seen."},
    {SNW_AT_ARRAY(probe_signals, vector), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "As seen."},
    {SNW_AT(probe_signals, updates), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL, .help = "Updates."},
    {SNW_AT(probe_signals, torn), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Torn."},
};
static const snw_type probe_signals_type = {SNW_TYPE(probe_signals, probe_signal_fields),
                                            .help = "What a probe shows."};

/// What a test puts in place of a probe's hooks; NULL is the usual.
typedef struct probe_hooks {
    snw_status (*configure)(snw_component *self, snw_arena *arena, snw_why *why);
    snw_status (*start)(snw_component *self, snw_why *why);
    snw_status (*update)(snw_component *self, const snw_tick *tick);
    void (*stop)(snw_component *self);
    void (*cleanup)(snw_component *self);
    snw_status (*act)(snw_component *self, snw_why *why); ///< of the command "home"
    snw_status (*shutdown)(snw_component *self);
} probe_hooks;

__attribute__((unused)) static probe_hooks hooks;

/// The hooks that were called, as letters: c configure, s start, u update, S stop, C cleanup,
/// m message; each after the first letter of the component's name.
__attribute__((unused)) static char trail[1 << 16];
__attribute__((unused)) static size_t trail_length;

static void note(const snw_component *self, char what) {
    if (trail_length + 3 > sizeof trail) return;
    trail[trail_length++] = self->name[0];
    trail[trail_length++] = what;
    trail[trail_length] = '\0';
}

static snw_status probe_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    if (hooks.configure != NULL) {
        const snw_status status = hooks.configure(self, arena, why);
        if (snw_failed(status)) return status;
    }
    self->work = SNW_ARENA_ARRAY(arena, double, 16);
    if (self->work == NULL) return SNW_ERR_MEMORY;
    note(self, 'c');
    return SNW_OK;
}

static snw_status probe_start(snw_component *self, snw_why *why) {
    note(self, 's');
    return hooks.start != NULL ? hooks.start(self, why) : SNW_OK;
}

static snw_status probe_update(snw_component *self, const snw_tick *tick) {
    const probe *p = self->config;
    probe_signals *s = self->signals;
    note(self, 'u');
    s->gain = p->gain;
    s->updates++;
    for (int i = 0; i < 6; i++) {
        s->vector[i] = p->vector[i];
        if (p->vector[i] != p->vector[0]) s->torn++;
    }
    return hooks.update != NULL ? hooks.update(self, tick) : SNW_OK;
}

static void probe_stop(snw_component *self) {
    note(self, 'S');
    if (hooks.stop != NULL) hooks.stop(self);
}

static void probe_cleanup(snw_component *self) {
    note(self, 'C');
    if (hooks.cleanup != NULL) hooks.cleanup(self);
}

/// A name, as the argument or the answer of a command.
typedef struct probe_name {
    char name[SNW_NAME];
} probe_name;

static const snw_field probe_name_fields[] = {
    {SNW_AT(probe_name, name), .kind = SNW_KIND_STRING, .help = "Its name."}};
static const snw_type probe_name_type = {SNW_TYPE(probe_name, probe_name_fields),
                                         .help = "A name."};

static snw_status probe_hello(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)why;
    note(self, 'm');
    snw_copy_text(((probe_name *)answer)->name, SNW_NAME, ((const snw_component *)self)->name);
    return SNW_OK;
}

static snw_status probe_home(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments;
    note(self, 'm');
    const snw_status status = hooks.act != NULL ? hooks.act(self, why) : SNW_OK;
    if (status == SNW_OK) snw_copy_text(((probe_name *)answer)->name, SNW_NAME, "home");
    return status;
}

static snw_status probe_shutdown(snw_component *self) {
    return hooks.shutdown != NULL ? hooks.shutdown(self) : SNW_OK;
}

/// What goes through the ports of probes.
typedef struct parcel {
    double number, check; ///< the second is the negative of the first
} parcel;

enum { PROBE_OUT, PROBE_IN, PROBE_QUEUE, PROBE_TEXT };
static const snw_port probe_ports[] = {
    {.name = "out", .output = true, .value = "parcel", .size = sizeof(parcel), .help = "Out."},
    {.name = "in", .value = "parcel", .size = sizeof(parcel), .help = "The latest."},
    {.name = "queue",
     .kind = SNW_PORT_QUEUE,
     .value = "parcel",
     .size = sizeof(parcel),
     .capacity = 4,
     .help = "All."},
    {.name = "text", .value = "text", .size = 64, .help = "Something else."},
};
static const snw_peer probe_peers[] = {
    {.role = "friend", .type = "component", .help = "Somebody."},
    {.role = "arm_source", .type = "mover", .help = "A mover."},
};
static const snw_command probe_commands[] = {
    {"hello", SNW_COMMAND_SET, NULL, &probe_name_type, probe_hello, .help = "Says its name."},
    {"home", SNW_COMMAND_MOVE, NULL, &probe_name_type, probe_home, .help = "Goes home."},
};

#define PROBE_FUNCTIONS                                                                            \
    .head = SNW_COMPONENT_HEAD, .signals = &probe_signals_type, .commands = probe_commands,        \
    .command_count = 2, .configure = probe_configure, .start = probe_start,                        \
    .update = probe_update, .stop = probe_stop, .cleanup = probe_cleanup,                          \
    .shutdown = probe_shutdown

static const snw_component_functions probe_functions = {
    PROBE_FUNCTIONS, .stage = SNW_STAGE_USER, .ports = probe_ports,
    .port_count = 4, .peers = probe_peers,    .peer_count = 2};
static const snw_type probe_type = {SNW_TYPE(probe, probe_fields),
                                    .base = "component",
                                    .functions = &probe_functions.head,
                                    .validate = probe_validate,
                                    .derive = probe_derive,
                                    .derived_size = sizeof(double),
                                    .help = "A component whose hooks a test replaces."};

/// One that cannot live alone.
static const snw_port needy_ports[] = {
    {.name = "in", .value = "parcel", .size = sizeof(parcel), .mandatory = true, .help = "Must."},
};
static const snw_peer needy_peers[] = {
    {.role = "robot", .type = "component", .mandatory = true, .help = "Must."},
    {.role = "limiter", .type = "component", .help = "May."},
};
static const snw_component_functions needy_functions = {PROBE_FUNCTIONS, .stage = SNW_STAGE_USER,
                                                        .peers = needy_peers, .peer_count = 2};
static const snw_type needy_type = {SNW_TYPE_AS("needy", probe, probe_fields), .base = "component",
                                    .functions = &needy_functions.head, .help = "Needs peers."};
static const snw_component_functions wired_functions = {PROBE_FUNCTIONS, .stage = SNW_STAGE_USER,
                                                        .ports = needy_ports, .port_count = 1};
static const snw_type wired_type = {SNW_TYPE_AS("wired", probe, probe_fields), .base = "component",
                                    .functions = &wired_functions.head, .help = "Needs a value."};

/// A source: q = q0 + amplitude (1 - cos(rate t)) / 2, from where the arm is.
typedef struct mover {
    double amplitude, rate;
} mover;

static const snw_field mover_fields[] = {
    {SNW_AT(mover, amplitude), .kind = SNW_KIND_REAL, .initial = "0.4", .when = SNW_LIVE,
     .help = "Way."},
    {SNW_AT(mover, rate), .kind = SNW_KIND_REAL, .initial = "2", .when = SNW_LIVE, .help = "Rate."},
};

typedef struct mover_work {
    double q0[SNW_AXES], t;
    bool going;
} mover_work;

static snw_status mover_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, mover_work, 1);
    return snw_arena_status(arena);
}

static snw_status mover_start(snw_component *self, snw_why *why) {
    (void)why;
    mover_work *work = self->work;
    work->going = false;
    return SNW_OK;
}

static snw_status mover_update(snw_component *self, const snw_tick *tick) {
    mover_work *work = self->work;
    const mover *config = self->config;
    snw_arm *arm = self->arm;
    if (!arm->command.enable) work->going = false;
    if (!work->going) {
        work->going = arm->command.enable;
        work->t = 0;
        memcpy(work->q0, work->going ? arm->command.q : arm->estimate.q, sizeof work->q0);
    }
    arm->target.mode = SNW_AXIS_POSITION;
    for (int i = 0; i < arm->count; i++) {
        const double a = 0.5 * config->amplitude, w = config->rate;
        arm->target.q[i] = work->q0[i] + a * (1 - cos(w * work->t));
        arm->target.v[i] = a * w * sin(w * work->t);
        arm->target.a[i] = a * w * w * cos(w * work->t);
    }
    work->t += tick->dt;
    return SNW_OK;
}

static const snw_component_functions mover_functions = {.head = SNW_COMPONENT_HEAD,
                                                        .stage = SNW_STAGE_SOURCE,
                                                        .needs_arm = true,
                                                        .configure = mover_configure,
                                                        .start = mover_start,
                                                        .update = mover_update};
static const snw_type mover_type = {SNW_TYPE(mover, mover_fields), .base = "source",
                                    .functions = &mover_functions.head, .help = "Goes to and fro."};

/// A law that passes a target on, and adds an effort.
typedef struct pass {
    double effort;
} pass;

static const snw_field pass_fields[] = {
    {SNW_AT(pass, effort), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "Added."},
};

static snw_status pass_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    const pass *config = self->config;
    snw_arm *arm = self->arm;
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = arm->target.mode;
        arm->wanted.q[i] = arm->target.q[i];
        arm->wanted.v[i] = arm->target.v[i];
        arm->wanted.effort[i] += config->effort;
    }
    return SNW_OK;
}

static const snw_component_functions pass_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_SERVO, .needs_arm = true, .update = pass_update};
static const snw_type pass_type = {SNW_TYPE(pass, pass_fields), .base = "component",
                                   .functions = &pass_functions.head, .help = "Passes it on."};

static const snw_base source_base = {"source", "component", "Where arms are to go."};

#endif // SINEW_TESTS_EXEC_RIG_PARTS_H
