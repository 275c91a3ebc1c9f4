// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A plug-in that sees the end of a run: when the loop takes it down, after the last tick, it writes
// how fast the arm ever was, how fast it is, whether it has power, and the ticks, to the file
// "witness".

#include <math.h>
#include <stdio.h>

#include "sinew/exec.h"
#include "sinew/plugin.h"

typedef struct witness {
    double unused;
} witness;

static const snw_field fields[] = {
    {SNW_AT(witness, unused), .kind = SNW_KIND_REAL, .help = "Not used."},
};

typedef struct witness_work {
    double fastest, last; // [rad/s]
    long ticks;
} witness_work;

static snw_status configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, witness_work, 1);
    return snw_arena_status(arena);
}

static snw_status update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    witness_work *work = self->work;
    work->last = 0;
    for (int i = 0; i < self->arm->count; i++)
        work->last = fmax(work->last, fabs(self->arm->sensed.v[i]));
    work->fastest = fmax(work->fastest, work->last);
    work->ticks++;
    return SNW_OK;
}

static void cleanup(snw_component *self) {
    const witness_work *work = self->work;
    FILE *file = fopen("witness", "w");
    if (file == NULL) return;
    (void)fprintf(file, "%.6f %.6f %s %ld\n", work->fastest, work->last,
                  self->arm->command.enable ? "power" : "no-power", work->ticks);
    (void)fclose(file);
}

static const snw_component_functions functions = {.head = SNW_COMPONENT_HEAD,
                                                  .stage = SNW_STAGE_PUBLISH,
                                                  .needs_arm = true,
                                                  .configure = configure,
                                                  .update = update,
                                                  .cleanup = cleanup};
static const snw_type witness_type = {SNW_TYPE(witness, fields), .base = "component",
                                      .functions = &functions.head,
                                      .help = "Sees the end of a run."};
static const snw_type *const types[] = {&witness_type};

SNW_PLUGIN("witness", "Sees the end of a run.", NULL, 0, types, 1);
