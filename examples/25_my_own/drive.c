// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A plug-in with a drive: axes that follow their commanded position with a delay of first order. In
// place of the arithmetic a real drive talks to its bus, with `simulated` left out.

#include <math.h>
#include <string.h>

#include "sinew/axis.h"
#include "sinew/plugin.h"

typedef struct lazy_arm {
    double lag;
} lazy_arm;

static const snw_field fields[] = {
    {SNW_AT(lazy_arm, lag), .kind = SNW_KIND_REAL, .unit = "s", .range = {0.001, 1},
     .initial = "0.01", .help = "Time constant of every axis."},
};

typedef struct lazy_work {
    double q[SNW_AXES];
    uint32_t samples;
    bool enabled;
} lazy_work;

// on an empty arena this only measures: then there is no work to fill
static snw_status init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    (void)why;
    lazy_work *work = SNW_ARENA_ARRAY(arena, lazy_work, 1);
    drive->work = work;
    if (work == NULL) return snw_arena_status(arena);
    memset(work, 0, sizeof *work);
    for (int i = 0; i < drive->arm->count; i++)
        work->q[i] = q[i];
    return snw_arena_status(arena);
}

// what the axes say of themselves; a reading that is not of this tick is not fresh
static snw_status sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    lazy_work *work = drive->work;
    work->samples++;
    sensed->count = drive->arm->count;
    sensed->t_ns = t_ns;
    for (int i = 0; i < sensed->count; i++) {
        sensed->q[i] = work->q[i];
        sensed->samples[i] = work->samples;
        sensed->status[i] = SNW_AXIS_FRESH | SNW_AXIS_POWERED | SNW_AXIS_HOMED |
                            SNW_AXIS_SIMULATED | (work->enabled ? (uint32_t)SNW_AXIS_ENABLED : 0);
    }
    return SNW_OK;
}

static snw_status act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                      const snw_arm_command *command) {
    const lazy_arm *config = drive->config;
    lazy_work *work = drive->work;
    const double part = 1 - exp(-1e-9 * (double)dt_ns / config->lag);
    (void)t_ns;
    work->enabled = command->enable;
    for (int i = 0; i < command->count; i++) {
        if (command->mode[i] == SNW_AXIS_EFFORT) return SNW_ERR_UNSUPPORTED;
        if (!command->enable || command->mode[i] != SNW_AXIS_POSITION) continue;
        work->q[i] += part * (command->q[i] - work->q[i]);
    }
    return SNW_OK;
}

static const snw_drive_functions functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = true,
    .init = init,
    .sense = sense,
    .act = act};
static const snw_type lazy_arm_type = {SNW_TYPE(lazy_arm, fields), .base = "drive",
                                       .functions = &functions.head,
                                       .help = "Axes that follow with a delay."};
static const snw_type *const types[] = {&lazy_arm_type};

SNW_PLUGIN("drive", "A drive.", NULL, 0, types, 1);
