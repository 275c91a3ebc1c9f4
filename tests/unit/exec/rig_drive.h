// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_EXEC_RIG_DRIVE_H
#define SINEW_TESTS_EXEC_RIG_DRIVE_H

/// @file
/// A drive that does what it is told, and the same as if it were hardware.

#include "unit/model/systems.h"

#include "sinew/exec.h"

enum { RIG_COMMANDS = 4096 };

/// What all drives of this program have done, and what they shall do.
typedef struct bench {
    int opened, closed, senses, acts, quick_stops;
    int hard_calls;             ///< of the drive that is not simulated
    uint64_t hash;              ///< of every command, FNV-1a
    double first[RIG_COMMANDS]; ///< commanded position of axis 0 of the first arm, of each act
    int first_count;
    bool enabled; ///< of the last act
    bool mute;    ///< readings stay away
    bool refuse_init;
    snw_status sense_status, act_status;
    bool never_rests; ///< reports that it turns for ever
} bench;

__attribute__((unused)) static bench on_bench;

typedef struct easy {
    double lag; ///< seconds that positions stay behind
} easy;

typedef struct easy_signals {
    uint64_t acts;
    double work;
} easy_signals;

typedef struct easy_work {
    int count;
    bool enabled;
    double q[SNW_AXES], v[SNW_AXES];
    uint32_t samples;
} easy_work;

static const snw_field easy_fields[] = {
    {SNW_AT(easy, lag), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 10}, .help = "Lag."},
};
static const snw_field easy_signal_fields[] = {
    {SNW_AT(easy_signals, acts), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL, .help = "Commands."},
    {SNW_AT(easy_signals, work), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Way."},
};
static const snw_type easy_signals_type = {SNW_TYPE(easy_signals, easy_signal_fields),
                                           .help = "What an easy drive shows."};

static snw_status easy_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    if (on_bench.refuse_init) {
        snw_why_set(why, SNW_ERR_HARDWARE, drive->arm->name, "there is no such bus");
        return SNW_ERR_HARDWARE;
    }
    easy_work *work = SNW_ARENA_ARRAY(arena, easy_work, 1);
    if (work == NULL) return SNW_ERR_MEMORY;
    drive->work = work;
    work->count = drive->arm->count;
    memcpy(work->q, q, sizeof *q * (size_t)work->count);
    on_bench.opened++;
    return SNW_OK;
}

static snw_status easy_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    easy_work *work = drive->work;
    on_bench.senses++;
    if (snw_failed(on_bench.sense_status)) return on_bench.sense_status;
    if (on_bench.mute) return SNW_OK;
    work->samples++;
    for (int i = 0; i < work->count; i++) {
        sensed->q[i] = work->q[i];
        sensed->v[i] = work->v[i];
        sensed->samples[i] = work->samples;
        sensed->status[i] = SNW_AXIS_FRESH | SNW_AXIS_POWERED | SNW_AXIS_HOMED | SNW_AXIS_SIMULATED;
        if (work->enabled) sensed->status[i] |= SNW_AXIS_ENABLED;
    }
    sensed->t_ns = t_ns;
    return SNW_OK;
}

static void hash_bytes(const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        on_bench.hash = (on_bench.hash ^ at[i]) * UINT64_C(0x100000001B3);
}

static snw_status easy_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                           const snw_arm_command *command) {
    (void)t_ns;
    easy_work *work = drive->work;
    const easy *config = drive->config;
    const double dt = (double)dt_ns * 1e-9;
    const double share = config->lag > 0 ? dt / (config->lag + dt) : 1;
    on_bench.acts++;
    on_bench.enabled = work->enabled = command->enable;
    for (int i = 0; i < work->count; i++) {
        const double q = work->q[i];
        if (command->enable && command->mode[i] == SNW_AXIS_POSITION) {
            work->q[i] += share * (command->q[i] - q);
        }
        if (command->enable && command->mode[i] == SNW_AXIS_EFFORT) {
            work->v[i] += command->effort[i] * dt;
            work->q[i] += work->v[i] * dt;
        } else {
            work->v[i] = (work->q[i] - q) / dt;
        }
        if (on_bench.never_rests) work->v[i] = 0.5, work->q[i] += 0.5 * dt;
        hash_bytes(&command->q[i], sizeof(double));
        hash_bytes(&command->effort[i], sizeof(double));
        hash_bytes(&command->mode[i], sizeof command->mode[i]);
    }
    hash_bytes(&command->enable, 1);
    if (on_bench.first_count < RIG_COMMANDS) on_bench.first[on_bench.first_count++] = command->q[0];
    easy_signals *signals = drive->signals;
    signals->acts++;
    return on_bench.act_status;
}

typedef struct easy_answer {
    char name[SNW_NAME];
} easy_answer;

static const snw_field easy_answer_fields[] = {
    {SNW_AT(easy_answer, name), .kind = SNW_KIND_STRING, .help = "Of its arm."}};
static const snw_type easy_answer_type = {SNW_TYPE(easy_answer, easy_answer_fields),
                                          .help = "A name."};

static snw_status easy_name(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)why;
    const snw_drive *drive = self;
    snw_copy_text(((easy_answer *)answer)->name, SNW_NAME, drive->arm->name);
    return SNW_OK;
}

static const snw_command easy_commands[] = {{.word = "name",
                                             .kind = SNW_COMMAND_SET,
                                             .answer = &easy_answer_type,
                                             .act = easy_name,
                                             .help = "Says the name of its arm."}};

static void easy_close(snw_drive *drive) {
    (void)drive;
    on_bench.closed++;
}

static void easy_quick_stop(snw_drive *drive) {
    (void)drive;
    (void)__atomic_add_fetch(&on_bench.quick_stops, 1, __ATOMIC_RELEASE);
}

#define EASY_FUNCTIONS                                                                             \
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION}, .signals = &easy_signals_type,       \
    .commands = easy_commands, .command_count = 1, .close = easy_close,                            \
    .quick_stop = easy_quick_stop

static const snw_drive_functions easy_functions = {
    EASY_FUNCTIONS, .simulated = true, .init = easy_init, .sense = easy_sense, .act = easy_act};
static const snw_type easy_type = {SNW_TYPE(easy, easy_fields), .base = "drive",
                                   .functions = &easy_functions.head,
                                   .help = "A drive that does what it is told."};

// the same as if it were hardware: every call is counted
static snw_status hard_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    on_bench.hard_calls++;
    return easy_init(drive, q, arena, why);
}

static snw_status hard_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    on_bench.hard_calls++;
    return easy_sense(drive, t_ns, sensed);
}

static snw_status hard_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                           const snw_arm_command *command) {
    on_bench.hard_calls++;
    return easy_act(drive, t_ns, dt_ns, command);
}

static const snw_drive_functions hard_functions = {EASY_FUNCTIONS, .init = hard_init,
                                                   .sense = hard_sense, .act = hard_act};
static const snw_type hard_type = {SNW_TYPE_AS("hard", easy, easy_fields), .base = "drive",
                                   .functions = &hard_functions.head,
                                   .help = "A drive that counts as hardware."};

#endif // SINEW_TESTS_EXEC_RIG_DRIVE_H
