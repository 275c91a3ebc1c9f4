// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A plug-in with a generator of motions: a source that lets the first axis swing around the place
// where the arm was enabled.
//
//     cc -shared -fPIC generator.c -o generator.so $(pkg-config --cflags --libs sinew)

#include <math.h>
#include <string.h>

#include "sinew/exec.h"
#include "sinew/plugin.h"

typedef struct swing {
    double angle, frequency;
} swing;

static const snw_field fields[] = {
    {SNW_AT(swing, angle), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0, 1}, .initial = "0.2",
     .when = SNW_LIVE, .help = "How far."},
    {SNW_AT(swing, frequency), .kind = SNW_KIND_REAL, .unit = "Hz", .range = {0.01, 2},
     .initial = "0.25", .help = "How often."},
};

typedef struct swing_work {
    double begin[SNW_AXES], t;
} swing_work;

static snw_status configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, swing_work, 1);
    return snw_arena_status(arena);
}

static snw_status update(snw_component *self, const snw_tick *tick) {
    const swing *config = self->config;
    swing_work *work = self->work;
    snw_arm *arm = self->arm;
    // until the guard follows, the swing begins anew from where the arm is
    if (!arm->follows) {
        memcpy(work->begin, arm->estimate.q, sizeof work->begin);
        work->t = 0;
    }
    work->t += tick->dt;
    const double phase = 2 * 3.14159265358979323846 * config->frequency * work->t;
    arm->target.mode = SNW_AXIS_POSITION;
    memcpy(arm->target.q, work->begin, (size_t)arm->count * sizeof(double));
    arm->target.q[0] += 0.5 * config->angle * (1 - cos(phase));
    return SNW_OK;
}

static const snw_component_functions functions = {.head = SNW_COMPONENT_HEAD,
                                                  .stage = SNW_STAGE_SOURCE,
                                                  .needs_arm = true,
                                                  .configure = configure,
                                                  .update = update};
static const snw_type swing_type = {SNW_TYPE(swing, fields), .base = "component",
                                    .functions = &functions.head,
                                    .help = "Lets the first axis swing."};
static const snw_type *const types[] = {&swing_type};

SNW_PLUGIN("generator", "A generator of motions.", NULL, 0, types, 1);
