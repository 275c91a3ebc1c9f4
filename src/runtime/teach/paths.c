// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "paths_internal.h"

typedef struct paths_signals {
    snw__paths_state state;
    snw_taught_kind kind;
    int count, current, rows;
    double length, at;
    uint64_t plays;
} paths_signals;

void snw__paths_pose_out(snw_pose pose, double out[SNW__POSE_NUMBERS]) {
    const double numbers[SNW__POSE_NUMBERS] = {pose.R.x.x, pose.R.x.y, pose.R.x.z, pose.R.y.x,
                                               pose.R.y.y, pose.R.y.z, pose.R.z.x, pose.R.z.y,
                                               pose.R.z.z, pose.p.x,   pose.p.y,   pose.p.z};
    memcpy(out, numbers, sizeof numbers);
}

snw_pose snw__paths_pose_in(const double in[SNW__POSE_NUMBERS]) {
    const snw_mat3 R =
        snw_mat3_of(snw_vec3_of(in[0], in[1], in[2]), snw_vec3_of(in[3], in[4], in[5]),
                    snw_vec3_of(in[6], in[7], in[8]));
    return snw_pose_of(R, snw_vec3_of(in[9], in[10], in[11]));
}

// --- the list -----------------------------------------------------------------------------------

static int find(const snw__paths *p, const char *name) {
    for (int i = 0; i < p->capacity; i++) {
        if (p->taught[i].kind != SNW_TAUGHT_NONE && strcmp(p->taught[i].name, name) == 0) return i;
    }
    return -1;
}

static snw_status take_name(const snw_component *self, snw__words *words, char name[SNW_NAME],
                            snw_why *why) {
    snw__word word;
    const bool given = snw__word_next(words, &word) && snw__word_copy(word, name, SNW_NAME);
    if (given && snw_point_name_is_good(name)) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_SYNTAX, self->name, "this is no name of a path",
                             "use letters, digits, '_', '.' and '-'");
}

static snw_status take_known(const snw_component *self, snw__words *words, int *index,
                             snw_why *why) {
    char name[SNW_NAME];
    const snw_status status = take_name(self, words, name, why);
    if (status < 0) return status;
    *index = find(self->work, name);
    if (*index >= 0) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "there is no path of that name",
                             "record it first; list tells those that there are");
}

static snw_status only_idle(const snw_component *self, snw_why *why) {
    const snw__paths *p = self->work;
    if (p->state == SNW__PATHS_IDLE) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_STATE, self->name,
                             p->state == SNW__PATHS_RECORDING ? "a path is being recorded"
                                                              : "a path is being played",
                             p->state == SNW__PATHS_RECORDING ? "say end first" : "say stop first");
}

static snw_status take_kind(const snw_component *self, snw__words *words, snw_taught_kind *kind,
                            snw_why *why) {
    snw__word word;
    (void)snw__word_next(words, &word);
    *kind = snw__word_is(word, "joints")  ? SNW_TAUGHT_JOINTS
            : snw__word_is(word, "frame") ? SNW_TAUGHT_FRAME
                                          : SNW_TAUGHT_NONE;
    if (*kind != SNW_TAUGHT_NONE) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_SYNTAX, self->name, "a path is of joints or of a frame",
                             "say joints or frame");
}

static snw_status make_room(snw_component *self, const char *name, snw_taught_kind kind, int *index,
                            snw_why *why) {
    snw__paths *p = self->work;
    for (int i = 0; i < p->capacity; i++) {
        snw__taught *taught = &p->taught[i];
        if (taught->kind != SNW_TAUGHT_NONE) continue;
        snw_copy_text(taught->name, sizeof taught->name, name);
        taught->kind = kind;
        snw_path_reset(&taught->path);
        *index = i;
        return SNW_OK;
    }
    return snw__teach_refuse(why, SNW_ERR_FULL, self->name, "no room is left for paths",
                             "remove one, or give the component a larger capacity");
}

// --- recording ----------------------------------------------------------------------------------

static snw_status record(snw_component *self, snw__words *words, snw_why *why) {
    snw__paths *p = self->work;
    const snw_paths *config = self->config;
    snw_taught_kind kind;
    char name[SNW_NAME];
    int index = -1;
    snw_status status = take_kind(self, words, &kind, why);
    if (status == SNW_OK) status = take_name(self, words, name, why);
    if (status == SNW_OK) status = only_idle(self, why);
    if (status < 0) return status;
    if (find(p, name) >= 0) {
        return snw__teach_refuse(why, SNW_ERR_DUPLICATE, name, "there is a path of that name",
                                 "remove it, or take another name");
    }
    if (!self->arm->estimate.valid) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->arm->name,
                                 "it is not known where the arm is", "wait for its readings");
    }
    status = make_room(self, name, kind, &index, why);
    if (status < 0) return status;
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
    if (snw__tool_pose(&p->tool, arm, q, &pose) < 0) return;
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

static snw_status play(snw_component *self, snw__words *words, snw_why *why) {
    snw__paths *p = self->work;
    int index;
    snw__word word;
    snw_status status = take_known(self, words, &index, why);
    if (status == SNW_OK) status = only_idle(self, why);
    if (status < 0) return status;
    const bool repeat = snw__word_next(words, &word);
    if (repeat && !snw__word_is(word, "repeat")) {
        return snw__teach_refuse(why, SNW_ERR_SYNTAX, self->name, "this word is not known",
                                 "play NAME [repeat]");
    }
    status = snw_path_smooth(&p->taught[index].path);
    if (status < 0) {
        return snw__teach_refuse(why, status, p->taught[index].name, "there is nothing to play",
                                 "record it again");
    }
    p->current = index;
    p->repeat = repeat;
    p->stopping = false;
    status = snw__paths_approach(self, why);
    return status < 0 ? status : SNW_OK;
}

static snw_status halt(snw_component *self, snw_why *why) {
    snw__paths *p = self->work;
    if (p->state == SNW__PATHS_RECORDING) {
        end_record(self);
        return SNW_OK;
    }
    p->repeat = false;
    p->stopping = true;
    if (p->state != SNW__PATHS_APPROACHING) return SNW_OK;
    const snw_status status = snw__mover_tell(&p->mover, self, "stop", why);
    snw__paths_rest(self);
    return status;
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
    return SNW_OK;
}

// --- rows ---------------------------------------------------------------------------------------

// "KIND COUNT | T V1 .. Vn | T V1 .. Vn": as many rows from INDEX on as a message holds, T in ns
static snw_status dump(snw_component *self, snw__words *words, char *answer, snw_why *why) {
    const snw__paths *p = self->work;
    int index;
    const snw_status status = take_known(self, words, &index, why);
    if (status < 0) return status;
    const snw__taught *taught = &p->taught[index];
    double from = -1;
    if (snw__word_reals(words, &from, 1) != 1 || from != floor(from) ||
        !(from >= 0 && from < taught->path.count)) {
        return snw__teach_refuse(why, SNW_ERR_RANGE, taught->name, "there is no such row",
                                 "give a number from 0, less than the count");
    }
    const int axes = self->arm->count;
    snw__line line = snw__line_over(answer, SNW_MESSAGE);
    snw__line_word(&line, taught->kind == SNW_TAUGHT_JOINTS ? "joints" : "frame");
    snw__line_int(&line, taught->path.count);
    for (int k = (int)from; k < taught->path.count; k++) {
        snw__line more = line;
        double numbers[SNW__POSE_NUMBERS];
        snw__line_word(&more, "|");
        snw__line_int(&more, taught->path.times[k]);
        if (taught->kind == SNW_TAUGHT_JOINTS) {
            snw__line_reals(&more, &taught->path.scalars[(ptrdiff_t)k * axes], axes);
        } else {
            snw__paths_pose_out(taught->path.poses[k], numbers);
            snw__line_reals(&more, numbers, SNW__POSE_NUMBERS);
        }
        if (more.cut) {
            answer[line.used] = '\0';
            return k > (int)from ? SNW_OK : snw__line_end(&more, self, why);
        }
        line = more;
    }
    return SNW_OK;
}

static snw_status add_row(snw_component *self, snw__taught *taught, const double *row) {
    snw__paths *p = self->work;
    const bool joints = taught->kind == SNW_TAUGHT_JOINTS;
    double q[SNW_AXES] = {0};
    snw_pose pose = snw_pose_identity();
    if (joints) {
        memcpy(q, row + 1, (size_t)self->arm->count * sizeof *q);
        const snw_status status = snw__tool_pose(&p->tool, self->arm, q, &pose);
        if (status < 0) return status;
    } else {
        pose = snw__paths_pose_in(row + 1);
        if (!(snw_mat3_drift(pose.R) < 1e-6)) return SNW_ERR_RANGE;
    }
    if (!(fabs(row[0]) <= 9e15)) return SNW_ERR_RANGE;
    return snw_path_add(&taught->path, (int64_t)row[0], q, &pose);
}

// "put NAME KIND T V1 .. Vn [| T V1 .. Vn]": rows at the end of a path, which is made if need be
static snw_status put(snw_component *self, snw__words *words, snw_why *why) {
    snw__paths *p = self->work;
    char name[SNW_NAME];
    snw_taught_kind kind = SNW_TAUGHT_NONE;
    snw_status status = take_name(self, words, name, why);
    if (status == SNW_OK) status = take_kind(self, words, &kind, why);
    if (status == SNW_OK) status = only_idle(self, why);
    if (status < 0) return status;
    int index = find(p, name);
    if (index < 0) status = make_room(self, name, kind, &index, why);
    if (status < 0) return status;
    snw__taught *taught = &p->taught[index];
    const int numbers = 1 + (kind == SNW_TAUGHT_JOINTS ? self->arm->count : SNW__POSE_NUMBERS);
    SNW_IGNORE(snw_path_set_spacing(&taught->path, 0));
    status = taught->kind == kind ? SNW_OK : SNW_ERR_ARGUMENT;
    while (status == SNW_OK && !snw__words_end(words)) {
        double row[1 + SNW_AXES];
        const int count = snw__word_reals(words, row, 1 + SNW_AXES);
        status = count == numbers ? add_row(self, taught, row) : SNW_ERR_SIZE;
    }
    if (taught->path.count == 0) taught->kind = SNW_TAUGHT_NONE;
    if (status == SNW_OK) return SNW_OK;
    return snw__teach_refuse(why, status < 0 ? status : SNW_ERR_RANGE, name,
                             "this is no row of the path",
                             "put NAME joints|frame T V1 V2 ..., T in ns and rising");
}

static snw_status list(const snw_component *self, char *answer, snw_why *why) {
    const snw__paths *p = self->work;
    snw__line line = snw__line_over(answer, SNW_MESSAGE);
    for (int i = 0; i < p->capacity; i++) {
        if (p->taught[i].kind == SNW_TAUGHT_NONE) continue;
        if (line.used > 0) snw__line_word(&line, "|");
        snw__line_word(&line, p->taught[i].name);
        snw__line_word(&line, p->taught[i].kind == SNW_TAUGHT_JOINTS ? "joints" : "frame");
        snw__line_int(&line, p->taught[i].path.count);
    }
    return snw__line_end(&line, self, why);
}

static snw_status take_out(snw_component *self, snw__words *words, snw_why *why) {
    snw__paths *p = self->work;
    int index;
    snw_status status = take_known(self, words, &index, why);
    if (status == SNW_OK) status = only_idle(self, why);
    if (status == SNW_OK) p->taught[index].kind = SNW_TAUGHT_NONE;
    return status;
}

static snw_status paths_message(snw_component *self, const char *text, char *answer, snw_why *why) {
    const snw__paths *p = self->work;
    snw__words words = {text};
    snw__word verb;
    answer[0] = '\0';
    (void)snw__word_next(&words, &verb);
    if (snw__word_is(verb, "record")) return record(self, &words, why);
    if (snw__word_is(verb, "play")) return play(self, &words, why);
    if (snw__word_is(verb, "stop")) return halt(self, why);
    if (snw__word_is(verb, "list")) return list(self, answer, why);
    if (snw__word_is(verb, "remove")) return take_out(self, &words, why);
    if (snw__word_is(verb, "dump")) return dump(self, &words, answer, why);
    if (snw__word_is(verb, "put")) return put(self, &words, why);
    if (snw__word_is(verb, "end")) {
        if (p->state != SNW__PATHS_RECORDING) {
            return snw__teach_refuse(why, SNW_ERR_STATE, self->name, "nothing is recorded", NULL);
        }
        end_record(self);
        return SNW_OK;
    }
    return snw__teach_unknown(self, "record, end, play, stop, list, remove, dump, put", why);
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
    if (status < 0 && status != SNW_ERR_MEMORY) return status;
    snw__taught *taught = SNW_ARENA_ARRAY(arena, snw__taught, config->capacity);
    const snw_path_config shape = {
        .scalars = self->arm->count, .poses = 1, .capacity = config->records, .smooth = true};
    for (int i = 0; i < config->capacity; i++) {
        snw_path none;
        SNW_IGNORE(snw_path_init(taught != NULL ? &taught[i].path : &none, &shape, arena));
        if (taught != NULL) taught[i].kind = SNW_TAUGHT_NONE;
    }
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    p->taught = taught;
    p->capacity = config->capacity;
    p->plays = 0;
    snw__paths_rest(self);
    return snw__mover_init(&p->mover, self, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(paths_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"idle", SNW__PATHS_IDLE, "Nothing is asked for."},
    {"recording", SNW__PATHS_RECORDING, "A path is recorded."},
    {"approaching", SNW__PATHS_APPROACHING, "On the way to where a path begins."},
    {"playing", SNW__PATHS_PLAYING, "A path is played."},
    {"ending", SNW__PATHS_ENDING, "The arm is held where the path has ended."},
};
static const snw_choice kind_choices[] = {
    {"none", SNW_TAUGHT_NONE, "There is none."},
    {"joints", SNW_TAUGHT_JOINTS, "Joints of the arm."},
    {"frame", SNW_TAUGHT_FRAME, "Poses of the tool."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices), .help = "What it does."},
    {SIGNAL(kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(kind_choices), .help = "Of the path."},
    {SIGNAL(count), .kind = SNW_KIND_INT, .help = "How many paths there are."},
    {SIGNAL(current), .kind = SNW_KIND_INT, .help = "Path that is recorded or played, or -1."},
    {SIGNAL(rows), .kind = SNW_KIND_INT, .help = "Records of it."},
    {SIGNAL(length), .kind = SNW_KIND_REAL, .unit = "s", .help = "Time that it takes."},
    {SIGNAL(at), .kind = SNW_KIND_REAL, .unit = "s", .help = "Time on the path."},
    {SIGNAL(plays), .kind = SNW_KIND_UINT, .help = "Paths that were played to their end."},
};
static const snw_type signals_type = {SNW_TYPE_AS("paths_signals", paths_signals, signal_fields),
                                      .space = &snw_space_cell, .help = "What paths show."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Goes to where a path begins."},
};
static const snw_command commands[] = {
    {"record", "joints|frame NAME", "Records where the arm, or its tool, shall go."},
    {"end", "", "Ends a recording."},
    {"play", "NAME [repeat]", "Goes to where a path begins and plays it, or again and again."},
    {"stop", "", "Ends what is under way."},
    {"list", "", "Tells name, kind and rows of all paths."},
    {"remove", "NAME", "Takes a path out."},
    {"dump", "NAME INDEX", "Tells rows from there on: time in ns and numbers."},
    {"put", "NAME joints|frame T V1 V2 ... [| T ...]", "Adds rows at the end of a path."},
};
const snw_component_functions snw__paths_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_TASK,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = paths_configure,
    .update = paths_update,
    .message = paths_message,
};

static const snw_field paths_fields[] = {
    {SNW_AT(snw_paths, capacity), .kind = SNW_KIND_INT, .range = {1, SNW_TAUGHT_PATHS},
     .initial = "8", .help = "Paths that there is room for."},
    {SNW_AT(snw_paths, records), .kind = SNW_KIND_INT, .range = {2, SNW_TAUGHT_RECORDS},
     .initial = "1500", .help = "Records that each has room for."},
    {SNW_AT(snw_paths, spacing), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 10},
     .initial = "0.02", .help = "Least time between two records; 0 records each tick."},
    {SNW_AT(snw_paths, ramp), .kind = SNW_KIND_REAL, .unit = "s", .range = {1e-3, 10},
     .initial = "0.3", .help = "Least time to come to rest when a path is stopped."},
};
const snw_type snw_paths_type = {SNW_TYPE_AS("paths", snw_paths, paths_fields), .base = "component",
                                 .space = &snw_space_cell, .functions = &snw__paths_functions.head,
                                 .help = "Records motions of an arm and plays them again."};
