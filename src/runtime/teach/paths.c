// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "inside.h"
#include "paths_internal.h"

typedef struct paths_signals {
    snw__paths_state state;
    snw_taught_kind kind;
    int count, current, rows;
    double length, at;
    uint64_t plays;
} paths_signals;

// --- the list -----------------------------------------------------------------------------------

int snw__paths_find(const snw__paths *p, const char *name) {
    for (int i = 0; i < p->capacity; i++) {
        if (p->taught[i].kind != SNW_TAUGHT_NONE && strcmp(p->taught[i].name, name) == 0) return i;
    }
    return -1;
}

snw_status snw__paths_check_name(const snw_component *self, const char *name, snw_why *why) {
    if (snw__point_name_is_good(name)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", self->name, "this is not a name of a path",
                           "use letters, digits, '_', '.' and '-'");
}

snw_status snw__paths_unknown(const char *name, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", name,
                           "there is no path of that name",
                           "record it first; list shows all paths");
}

snw_status snw__paths_known(const snw_component *self, const char *name, int *index, snw_why *why) {
    const snw_status status = snw__paths_check_name(self, name, why);
    if (snw_failed(status)) return status;
    *index = snw__paths_find(self->work, name);
    return *index >= 0 ? SNW_OK : snw__paths_unknown(name, why);
}

snw_status snw__paths_only_idle(const snw_component *self, snw_why *why) {
    const snw__paths *p = self->work;
    if (p->state == SNW__PATHS_IDLE) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                           p->state == SNW__PATHS_RECORDING ? "a path is being recorded"
                                                            : "a path is being played",
                           p->state == SNW__PATHS_RECORDING ? "use end first" : "use stop first");
}

snw_status snw__paths_check_kind(const snw_component *self, snw_taught_kind kind, snw_why *why) {
    if (kind != SNW_TAUGHT_NONE) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", self->name, "a path has joints or a frame",
                           "write joints or frame");
}

snw_status snw__paths_make_room(snw_component *self, const char *name, snw_taught_kind kind,
                                int *index, snw_why *why) {
    snw__paths *p = self->work;
    for (int i = 0; i < p->capacity; i++) {
        snw__taught *taught = &p->taught[i];
        if (taught->kind != SNW_TAUGHT_NONE) continue;
        snw_copy_text(taught->name, sizeof taught->name, name);
        taught->kind = kind;
        taught->change++;
        snw_path_reset(&taught->path);
        *index = i;
        return SNW_OK;
    }
    return snw_refuse_rule(why, SNW_ERR_FULL, "teach", self->name, "no room is left for paths",
                           "remove one, or give the component a larger capacity");
}

// --- recording ----------------------------------------------------------------------------------

snw_status snw__paths_record(void *self_of, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *self = self_of;
    snw__paths *p = self->work;
    const snw_paths *config = self->config;
    const snw__path_order *order = arguments;
    const char *name = order->name;
    int index = -1;
    snw_status status = snw__paths_check_kind(self, order->kind, why);
    if (status == SNW_OK) status = snw__paths_check_name(self, name, why);
    if (status == SNW_OK) status = snw__paths_only_idle(self, why);
    if (snw_failed(status)) return status;
    if (snw__paths_find(p, name) >= 0) {
        return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "teach", name, "a path of that name exists",
                               "remove it, or choose another name");
    }
    if (!self->arm->estimate.valid) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->arm->name,
                               "the position of the arm is not known", "wait for its readings");
    }
    status = snw__paths_make_room(self, name, order->kind, &index, why);
    if (snw_failed(status)) return status;
    SNW_IGNORE(snw_path_set_spacing(&p->taught[index].path, (int64_t)round(config->spacing * 1e9)));
    p->current = index;
    p->begun = false;
    p->state = SNW__PATHS_RECORDING;
    return SNW_OK;
}

static bool is_led(const snw_component *self) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions != &snw__guiding_functions || one->arm != self->arm) continue;
        if (one->state == SNW_COMPONENT_RUNNING && ((const snw__mover *)one->work)->busy)
            return true;
    }
    return false;
}

static void end_record(snw_component *self) {
    snw__paths *p = self->work;
    snw__taught *taught = &p->taught[p->current];
    if (taught->path.count == 0) taught->kind = SNW_TAUGHT_NONE;
    snw__paths_rest(self);
}

// Where the arm shall be; while it is led by hand nothing is wanted of it, and it is where it is.
static void add_record(snw_component *self, const snw_tick *tick) {
    snw__paths *p = self->work;
    const snw_arm *arm = self->arm;
    const bool wanted = arm->follows && arm->target.mode == SNW_AXIS_POSITION && !is_led(self);
    const double *q = wanted ? arm->target.q : arm->estimate.q;
    snw_pose pose;
    if (snw_failed(snw__tool_pose(&p->tool, arm, q, &pose))) return;
    if (!p->begun) p->begin_ns = tick->t_ns;
    p->begun = true;
    const snw_status status =
        snw_path_add(&p->taught[p->current].path, tick->t_ns - p->begin_ns, q, &pose);
    if (status != SNW_ERR_FULL) return;
    snw_why why;
    snw_why_set(&why, status, p->taught[p->current].name, "the path is full: recording has ended");
    snw_why_fix(&why, "give the component more records, or a wider spacing");
    why.severity = SNW_WARNING;
    snw_component_event(self, &why);
    end_record(self);
}

// --- replay -------------------------------------------------------------------------------------

snw_status snw__paths_order_play(void *self_of, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *self = self_of;
    snw__paths *p = self->work;
    const snw__play_order *order = arguments;
    int index;
    snw_status status = snw__paths_known(self, order->name, &index, why);
    if (status == SNW_OK) status = snw__paths_only_idle(self, why);
    if (snw_failed(status)) return status;
    status = snw_path_smooth(&p->taught[index].path);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "teach", p->taught[index].name,
                               "there is nothing to play", "record it again");
    }
    p->current = index;
    p->repeat = order->repeat;
    p->stopping = false;
    status = snw__paths_approach(self, why);
    return snw_failed(status) ? status : SNW_OK;
}

snw_status snw__paths_stop(void *self_of, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    snw_component *self = self_of;
    snw__paths *p = self->work;
    if (p->state == SNW__PATHS_RECORDING) {
        end_record(self);
        return SNW_OK;
    }
    p->repeat = false;
    p->stopping = true;
    if (p->state != SNW__PATHS_APPROACHING) return SNW_OK;
    const snw_status status = snw__mover_stop(&p->mover, self, why);
    snw__paths_rest(self);
    return status;
}

// a recording moves nothing, and goes on
static snw_status paths_revoke(snw_component *self) {
    const snw__paths *p = self->work;
    if (p->state == SNW__PATHS_IDLE || p->state == SNW__PATHS_RECORDING) return SNW_NOTHING_NEW;
    SNW_IGNORE(snw__paths_stop(self, NULL, NULL, NULL));
    return SNW_OK;
}

snw_status snw__paths_end(void *self_of, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    snw_component *self = self_of;
    if (((const snw__paths *)self->work)->state != SNW__PATHS_RECORDING) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name, "nothing is recorded",
                               "use record first");
    }
    end_record(self);
    return SNW_OK;
}

snw_status snw__paths_remove(void *self_of, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    snw_component *self = self_of;
    snw__paths *p = self->work;
    int index;
    snw_status status =
        snw__paths_known(self, ((const snw__name_order *)arguments)->name, &index, why);
    if (status == SNW_OK) status = snw__paths_only_idle(self, why);
    if (snw_failed(status)) return status;
    p->taught[index].kind = SNW_TAUGHT_NONE;
    snw__paths_show(self, index);
    return SNW_OK;
}

static snw_status paths_update(snw_component *self, const snw_tick *tick) {
    const snw__paths *p = self->work;
    paths_signals *signals = self->signals;
    if (p->state == SNW__PATHS_RECORDING) {
        add_record(self, tick);
    } else if (p->state != SNW__PATHS_IDLE) {
        snw__paths_play(self, tick->dt);
    }
    signals->state = p->state;
    signals->current = p->current;
    signals->plays = p->plays;
    signals->count = 0;
    for (int i = 0; i < p->capacity; i++)
        signals->count += p->taught[i].kind != SNW_TAUGHT_NONE;
    const snw__taught *taught = p->current >= 0 ? &p->taught[p->current] : NULL;
    signals->kind = taught != NULL ? taught->kind : SNW_TAUGHT_NONE;
    signals->rows = taught != NULL ? taught->path.count : 0;
    signals->length = taught != NULL ? snw__paths_length(taught) : 0;
    signals->at = p->state == SNW__PATHS_PLAYING ? p->clock : 0;
    snw__paths_show(self, -1);
    return SNW_OK;
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status paths_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_paths *config = self->config;
    const snw_component *motion = snw__mover_motion(self);
    const snw_motion *how = motion != NULL ? motion->config : NULL;
    snw__paths *p = SNW_ARENA_ARRAY(arena, snw__paths, 1);
    snw__tool measured;
    self->work = p;
    const snw_status status = snw__tool_init(p != NULL ? &p->tool : &measured,
                                             how != NULL ? how->frame : "", self, arena, why);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    snw__taught *taught = SNW_ARENA_ARRAY(arena, snw__taught, config->capacity);
    const snw_path_config shape = {
        .scalars = self->arm->count, .poses = 1, .capacity = config->records, .smooth = true};
    for (int i = 0; i < config->capacity; i++) {
        snw_path none;
        SNW_IGNORE(snw_path_init(taught != NULL ? &taught[i].path : &none, &shape, arena));
        if (taught != NULL) taught[i].kind = SNW_TAUGHT_NONE, taught[i].change = 0;
    }
    const int values = self->arm->count > SNW__POSE_NUMBERS ? self->arm->count : SNW__POSE_NUMBERS;
    const size_t rows = (size_t)config->capacity * (size_t)config->records;
    snw_published none;
    snw__path_row *told = SNW_ARENA_ARRAY(arena, snw__path_row, config->capacity);
    SNW_IGNORE(snw_published_init(p != NULL ? &p->shown : &none,
                                  (size_t)config->capacity * sizeof *told, arena));
    SNW_IGNORE(snw_published_init(p != NULL ? &p->rows : &none,
                                  rows * (size_t)(1 + values) * sizeof(double), arena));
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    memset(told, 0, (size_t)config->capacity * sizeof *told);
    p->told = told;
    p->taught = taught;
    p->capacity = config->capacity;
    p->records = config->records;
    p->stride = 1 + values;
    p->plays = 0;
    snw__paths_rest(self);
    return snw__mover_init(&p->mover, self, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(paths_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"idle", SNW__PATHS_IDLE, "Nothing is in progress."},
    {"recording", SNW__PATHS_RECORDING, "A path is being recorded."},
    {"approaching", SNW__PATHS_APPROACHING, "The arm moves to the start of a path."},
    {"playing", SNW__PATHS_PLAYING, "A path is being played."},
    {"ending", SNW__PATHS_ENDING, "The arm is held at the end of the path."},
};
const snw_choice snw__path_kinds[3] = {
    {"none", SNW_TAUGHT_NONE, "There is no path."},
    {"joints", SNW_TAUGHT_JOINTS, "Joint positions of the arm."},
    {"frame", SNW_TAUGHT_FRAME, "Poses of the tool."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices),
     .help = "State of the recorder."},
    {SIGNAL(kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(snw__path_kinds),
     .help = "Kind of the current path."},
    {SIGNAL(count), .kind = SNW_KIND_INT, .help = "Number of paths."},
    {SIGNAL(current), .kind = SNW_KIND_INT,
     .help = "Number of the path that is recorded or played; -1 if none is."},
    {SIGNAL(rows), .kind = SNW_KIND_INT, .help = "Number of records of the current path."},
    {SIGNAL(length), .kind = SNW_KIND_REAL, .unit = "s", .help = "Duration of the current path."},
    {SIGNAL(at), .kind = SNW_KIND_REAL, .unit = "s", .help = "Time on the current path."},
    {SIGNAL(plays), .kind = SNW_KIND_UINT,
     .help = "Number of paths that were played to their end."},
};
static const snw_type signals_type = {SNW_TYPE_AS("paths_signals", paths_signals, signal_fields),
                                      .space = &snw_space_cell,
                                      .help = "Signals of a paths component."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Motion component that moves to the start of a path."},
};
const snw_component_functions snw__paths_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_TASK,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = snw__paths_commands,
    .command_count = SNW__PATHS_COMMANDS,
    .configure = paths_configure,
    .update = paths_update,
    .revoke = paths_revoke,
};

static const snw_field paths_fields[] = {
    {SNW_AT(snw_paths, capacity), .kind = SNW_KIND_INT, .range = {1, SNW_TAUGHT_PATHS},
     .initial = "8", .help = "Largest number of paths."},
    {SNW_AT(snw_paths, records), .kind = SNW_KIND_INT, .range = {2, SNW_TAUGHT_RECORDS},
     .initial = "1500", .help = "Largest number of records of a path."},
    {SNW_AT(snw_paths, spacing), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 10},
     .initial = "0.02", .help = "Smallest time between two records; 0 records each tick."},
    {SNW_AT(snw_paths, ramp), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-3, 10},
     .initial = "0.3", .help = "Shortest time in which a path is brought to rest."},
};
const snw_type snw_paths_type = {SNW_TYPE_AS("paths", snw_paths, paths_fields), .base = "component",
                                 .space = &snw_space_cell, .functions = &snw__paths_functions.head,
                                 .help = "Records motions of an arm and plays them back."};
