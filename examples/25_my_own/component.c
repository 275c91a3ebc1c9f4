// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A plug-in with two components that are joined by a port: a clock that counts seconds, and a
// source that lets the first joint swing by them.

#include <math.h>

#include "sinew/exec.h"
#include "sinew/plugin.h"

enum { SECONDS };

// --- the clock: one output, no arm ---------------------------------------------------------------

typedef struct swing_clock {
    double rate;
} swing_clock;

static const snw_field clock_fields[] = {
    {SNW_AT(swing_clock, rate), .kind = SNW_KIND_REAL, .range = {0, 10}, .initial = "1",
     .help = "Seconds that it counts in a second."},
};

static snw_status clock_update(snw_component *self, const snw_tick *tick) {
    const swing_clock *config = self->config;
    const double seconds = config->rate * 1e-9 * (double)tick->t_ns;
    snw_port_write(self, SECONDS, &seconds);
    return SNW_OK;
}

// name, output, kind, type, bytes, room, needed, help
static const snw_port clock_ports[] = {
    {"seconds", true, SNW_PORT_LATEST, "number", sizeof(double), 1, false, "Counted seconds."}};
static const snw_component_functions clock_functions = {.head = SNW_COMPONENT_HEAD,
                                                        .stage = SNW_STAGE_SENSE,
                                                        .ports = clock_ports,
                                                        .port_count = 1,
                                                        .update = clock_update};
static const snw_type clock_type = {SNW_TYPE(swing_clock, clock_fields), .base = "component",
                                    .functions = &clock_functions.head, .help = "Counts seconds."};

// --- the swing: one input, moves an arm ----------------------------------------------------------

typedef struct swing {
    double angle;
} swing;

static const snw_field swing_fields[] = {
    {SNW_AT(swing, angle), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0, 1}, .initial = "0.3",
     .help = "How far the first joint swings."},
};

typedef struct swing_work {
    double q[SNW_AXES]; // where it began
    double began;       // by the clock
} swing_work;

static snw_status swing_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, swing_work, 1);
    return snw_arena_status(arena);
}

static snw_status swing_update(snw_component *self, const snw_tick *tick) {
    const swing *config = self->config;
    swing_work *work = self->work;
    snw_arm *arm = self->arm;
    double seconds = 0;
    (void)tick;
    SNW_IGNORE(snw_port_read(self, SECONDS, &seconds));
    // while the arm is not followed it begins anew from where it is, so that nothing jumps
    if (!arm->follows) {
        work->began = seconds;
        for (int i = 0; i < arm->count; i++)
            work->q[i] = arm->command.q[i];
    }
    arm->target.mode = SNW_AXIS_POSITION;
    for (int i = 0; i < arm->count; i++) {
        arm->target.q[i] = work->q[i];
        arm->target.v[i] = 0;
    }
    arm->target.q[0] += 0.5 * config->angle * (1 - cos(seconds - work->began));
    arm->target.v[0] = 0.5 * config->angle * sin(seconds - work->began);
    return SNW_OK;
}

static const snw_port swing_ports[] = {
    {"seconds", false, SNW_PORT_LATEST, "number", sizeof(double), 1, true, "Time of the swing."}};
static const snw_component_functions swing_functions = {.head = SNW_COMPONENT_HEAD,
                                                        .stage = SNW_STAGE_SOURCE,
                                                        .needs_arm = true,
                                                        .ports = swing_ports,
                                                        .port_count = 1,
                                                        .configure = swing_configure,
                                                        .update = swing_update};
static const snw_type swing_type = {SNW_TYPE(swing, swing_fields), .base = "component",
                                    .functions = &swing_functions.head,
                                    .help = "The first joint swings."};
static const snw_type *const types[] = {&clock_type, &swing_type};

SNW_PLUGIN("component", "Two components.", NULL, 0, types, 2);
