// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Points and the order in which they are gone to. A cycle keeps the numbers of its points, so while
// one is under way the list may grow, but nothing in it changes its place.

typedef enum points_state { IDLE, GOING, CYCLING, PAUSED } points_state;

typedef struct points {
    snw__mover mover; // first
    snw__tool tool;
    snw_point *list; // [capacity]
    int count, capacity;
    int order[SNW_POINTS]; // of a cycle
    int order_count, next;
    int64_t left;               // rounds of a cycle; -1: for ever
    bool line;                  // the way of the move that runs
    bool slowed;                // an override is to be taken back
    double restore;             // to this
    points_state state, before; // before a pause
} points;

typedef struct points_signals {
    int count;
    uint64_t version;
    points_state state;
    int at;
    uint64_t rounds, moves;
} points_signals;

// --- names --------------------------------------------------------------------------------------

static bool is_name_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

bool snw_point_name_is_good(const char *name) {
    static const char *const taken[] = {"all", "joint", "line", "times"};
    size_t length = 0;
    while (name[length] != '\0' && is_name_letter(name[length]))
        length++;
    if (length == 0 || length >= SNW_NAME || name[length] != '\0') return false;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strcmp(name, taken[i]) == 0) return false;
    }
    return true;
}

static int find(const points *p, const char *name) {
    for (int i = 0; i < p->count; i++) {
        if (strcmp(p->list[i].name, name) == 0) return i;
    }
    return -1;
}

static snw_status take_name(const snw_component *self, snw__words *words, char name[SNW_NAME],
                            snw_why *why) {
    snw__word word;
    const bool given = snw__word_next(words, &word) && snw__word_copy(word, name, SNW_NAME);
    if (given && snw_point_name_is_good(name)) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_SYNTAX, self->name, "this is no name of a point",
                             "use letters, digits, '_', '.' and '-'; not all, joint, line, times");
}

// a name that is there
static snw_status take_known(const snw_component *self, snw__words *words, int *index,
                             snw_why *why) {
    char name[SNW_NAME];
    const snw_status status = take_name(self, words, name, why);
    if (status < 0) return status;
    *index = find(self->work, name);
    if (*index >= 0) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "there is no point of that name",
                             "store it first");
}

static snw_status nothing_more(const snw_component *self, const snw__words *words, snw_why *why) {
    if (snw__words_end(words)) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_SYNTAX, self->name, "there are words too many", NULL);
}

// --- the list -----------------------------------------------------------------------------------

static void changed(snw_component *self) {
    const points *p = self->work;
    points_signals *signals = self->signals;
    signals->count = p->count;
    signals->version++;
}

static snw_status not_while_moving(const snw_component *self, snw_why *why) {
    const points *p = self->work;
    if (p->state == IDLE) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_STATE, self->name, "points are on the way now",
                             "say stop first");
}

static snw_status check_joints(const snw_component *self, const double *q, snw_why *why) {
    const snw_arm *arm = self->arm;
    for (int i = 0; i < arm->count; i++) {
        if (q[i] >= arm->limits.lower[i] && q[i] <= arm->limits.upper[i]) continue;
        const snw_status code = isfinite(q[i]) ? SNW_ERR_LIMIT : SNW_ERR_NOT_FINITE;
        SNW_IGNORE(snw__teach_refuse(why, code, snw_arm_axis_name(arm, i),
                                     "the point is beyond the limit of the joint",
                                     "choose one between the limits"));
        snw_why_add(why, "q", q[i], "");
        snw_why_add(why, "lower", arm->limits.lower[i], "");
        snw_why_add(why, "upper", arm->limits.upper[i], "");
        return code;
    }
    return SNW_OK;
}

static snw_status keep(snw_component *self, const char *name, const double *q, snw_why *why) {
    points *p = self->work;
    const snw_status status = check_joints(self, q, why);
    if (status < 0) return status;
    int index = find(p, name);
    if (index < 0) {
        if (p->count == p->capacity) {
            return snw__teach_refuse(why, SNW_ERR_FULL, self->name, "no room is left for points",
                                     "remove one, or give the component a larger capacity");
        }
        index = p->count++;
    }
    snw_point *point = &p->list[index];
    snw_copy_text(point->name, sizeof point->name, name);
    point->q_count = self->arm->count;
    memcpy(point->q, q, (size_t)self->arm->count * sizeof *q);
    changed(self);
    return SNW_OK;
}

// "store NAME" is for a new one, "replace NAME" for one that is there: neither by mistake
static snw_status store(snw_component *self, snw__words *words, bool replace, snw_why *why) {
    char name[SNW_NAME];
    snw_status status = take_name(self, words, name, why);
    if (status == SNW_OK) status = nothing_more(self, words, why);
    if (status < 0) return status;
    if (!self->arm->estimate.valid) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->arm->name,
                                 "it is not known where the arm is", "wait for its readings");
    }
    const bool there = find(self->work, name) >= 0;
    if (there && !replace) {
        return snw__teach_refuse(why, SNW_ERR_DUPLICATE, name, "there is a point of that name",
                                 "say replace, or take another name");
    }
    if (!there && replace) {
        return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "there is no point of that name",
                                 "say store");
    }
    return keep(self, name, self->arm->estimate.q, why);
}

static snw_status put(snw_component *self, snw__words *words, snw_why *why) {
    char name[SNW_NAME];
    const snw_status status = take_name(self, words, name, why);
    if (status < 0) return status;
    double q[SNW_AXES];
    if (snw__word_reals(words, q, SNW_AXES) != self->arm->count) {
        return snw__teach_refuse(why, SNW_ERR_SIZE, name, "a point has one number for each axis",
                                 "put NAME Q1 Q2 ...");
    }
    return keep(self, name, q, why);
}

static snw_status take_out(snw_component *self, snw__words *words, snw_why *why) {
    points *p = self->work;
    int index;
    snw_status status = take_known(self, words, &index, why);
    if (status == SNW_OK) status = nothing_more(self, words, why);
    if (status == SNW_OK) status = not_while_moving(self, why);
    if (status < 0) return status;
    p->count--;
    memmove(&p->list[index], &p->list[index + 1], (size_t)(p->count - index) * sizeof *p->list);
    changed(self);
    return SNW_OK;
}

static snw_status rename_one(snw_component *self, snw__words *words, snw_why *why) {
    points *p = self->work;
    int index;
    char name[SNW_NAME];
    snw_status status = take_known(self, words, &index, why);
    if (status == SNW_OK) status = take_name(self, words, name, why);
    if (status == SNW_OK) status = nothing_more(self, words, why);
    if (status < 0) return status;
    if (find(p, name) >= 0 && find(p, name) != index) {
        return snw__teach_refuse(why, SNW_ERR_DUPLICATE, name, "there is a point of that name",
                                 "take another name");
    }
    snw_copy_text(p->list[index].name, SNW_NAME, name);
    changed(self);
    return SNW_OK;
}

static snw_status order(snw_component *self, snw__words *words, snw_why *why) {
    points *p = self->work;
    int from;
    double place = -1;
    snw_status status = take_known(self, words, &from, why);
    if (status == SNW_OK) status = not_while_moving(self, why);
    if (status < 0) return status;
    if (snw__word_reals(words, &place, 1) != 1 || !(place >= 0 && place < p->count) ||
        place != floor(place)) {
        return snw__teach_refuse(why, SNW_ERR_RANGE, self->name, "there is no such place",
                                 "give a number from 0, less than the count");
    }
    const int to = (int)place;
    const snw_point point = p->list[from];
    if (to < from) {
        memmove(&p->list[to + 1], &p->list[to], (size_t)(from - to) * sizeof point);
    } else {
        memmove(&p->list[from], &p->list[from + 1], (size_t)(to - from) * sizeof point);
    }
    p->list[to] = point;
    changed(self);
    return SNW_OK;
}

static snw_status clear(snw_component *self, snw_why *why) {
    points *p = self->work;
    const snw_status status = not_while_moving(self, why);
    if (status < 0) return status;
    p->count = 0;
    changed(self);
    return SNW_OK;
}

static snw_status tell_point(snw_component *self, snw__words *words, char *answer, snw_why *why) {
    points *p = self->work;
    double number = -1;
    if (snw__word_reals(words, &number, 1) != 1 || !(number >= 0 && number < p->count) ||
        number != floor(number)) {
        return snw__teach_refuse(why, SNW_ERR_RANGE, self->name, "there is no such point",
                                 "give a number from 0, less than the count");
    }
    const snw_point *point = &p->list[(int)number];
    snw_pose pose;
    const snw_status status = snw__points_pose(self, point, &pose);
    if (status < 0) return status;
    snw__line line = snw__line_over(answer, SNW_MESSAGE);
    snw__line_word(&line, point->name);
    snw__line_reals(&line, point->q, self->arm->count);
    snw__line_word(&line, "|");
    snw__line_pose(&line, pose);
    return snw__line_end(&line, self, why);
}

// --- for others ---------------------------------------------------------------------------------

const snw_point *snw__points_find(const snw_component *component, const char *name) {
    const points *p = component->work;
    const int index = find(p, name);
    return index >= 0 ? &p->list[index] : NULL;
}

snw_status snw__points_pose(snw_component *component, const snw_point *point, snw_pose *pose) {
    points *p = component->work;
    return snw__tool_pose(&p->tool, component->arm, point->q, pose);
}

// --- moves --------------------------------------------------------------------------------------

static void end(snw_component *self) {
    points *p = self->work;
    points_signals *signals = self->signals;
    if (p->slowed) SNW_IGNORE(snw__mover_set_override(&p->mover, self, p->restore, NULL));
    p->slowed = false;
    p->mover.busy = false;
    p->state = IDLE;
    signals->at = -1;
}

static snw_status begin(snw_component *self, int index, snw_why *why) {
    points *p = self->work;
    points_signals *signals = self->signals;
    const snw_point *point = &p->list[index];
    signals->at = index;
    if (!p->line) return snw__mover_joints(&p->mover, self, point->q, why);
    snw_pose pose;
    const snw_status status = snw__points_pose(self, point, &pose);
    return status < 0 ? status : snw__mover_line(&p->mover, self, pose, why);
}

// "go NAME [joint|line] [SPEED]": SPEED is a part of the usual one
static snw_status go(snw_component *self, snw__words *words, snw_why *why) {
    points *p = self->work;
    int index;
    snw_status status = take_known(self, words, &index, why);
    if (status == SNW_OK) status = not_while_moving(self, why);
    if (status < 0) return status;
    snw__words rest = *words;
    snw__word word;
    bool line = false;
    if (snw__word_next(&rest, &word) &&
        (snw__word_is(word, "line") || snw__word_is(word, "joint"))) {
        line = snw__word_is(word, "line");
        *words = rest;
    }
    double speed = 1;
    const int numbers = snw__word_reals(words, &speed, 1);
    if (numbers < 0 || !(speed > 0 && speed <= 2)) {
        return snw__teach_refuse(why, SNW_ERR_RANGE, self->name, "this is no speed",
                                 "go NAME [joint|line] [SPEED], SPEED above 0 and up to 2");
    }
    if (numbers == 1) {
        p->restore = snw__mover_override(&p->mover, self);
        status = snw__mover_set_override(&p->mover, self, speed, why);
        if (status < 0) return status;
        p->slowed = true;
    }
    p->line = line;
    p->state = GOING;
    p->mover.busy = true;
    status = begin(self, index, why);
    if (status != SNW_NOTHING_NEW) end(self);
    return status < 0 ? status : SNW_OK;
}

// "cycle all|NAME NAME ... [times N]"
static snw_status read_cycle(snw_component *self, snw__words *words, snw_why *why) {
    points *p = self->work;
    snw__words rest = *words;
    snw__word word;
    p->order_count = 0;
    p->left = -1;
    if (snw__word_next(&rest, &word) && snw__word_is(word, "all")) {
        for (int i = 0; i < p->count; i++)
            p->order[p->order_count++] = i;
        *words = rest;
    }
    for (rest = *words; snw__word_next(&rest, &word) && !snw__word_is(word, "times");
         rest = *words) {
        int index;
        const snw_status status = take_known(self, words, &index, why);
        if (status < 0) return status;
        if (p->order_count == SNW_POINTS) {
            return snw__teach_refuse(why, SNW_ERR_FULL, self->name, "the cycle is too long", NULL);
        }
        p->order[p->order_count++] = index;
    }
    if (word.length == 0) return SNW_OK;
    double times;
    if (snw__word_reals(&rest, &times, 1) != 1 || !(times >= 1 && times <= 1e9) ||
        times != floor(times)) {
        return snw__teach_refuse(why, SNW_ERR_RANGE, self->name, "this is no number of rounds",
                                 "cycle all|NAME NAME ... [times N]");
    }
    p->left = (int64_t)times;
    return SNW_OK;
}

static snw_status cycle(snw_component *self, snw__words *words, snw_why *why) {
    points *p = self->work;
    snw_status status = not_while_moving(self, why);
    if (status == SNW_OK) status = read_cycle(self, words, why);
    if (status < 0) return status;
    if (p->order_count == 0) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->name, "there are no points to go to",
                                 "store some first");
    }
    ((points_signals *)self->signals)->rounds = 0;
    p->line = false;
    p->next = 0;
    p->state = CYCLING;
    p->mover.busy = true;
    status = begin(self, p->order[0], why);
    if (status < 0) end(self);
    return status < 0 ? status : SNW_OK;
}

static snw_status pause(snw_component *self, bool on, snw_why *why) {
    points *p = self->work;
    const bool moves = p->state == GOING || p->state == CYCLING;
    if (on ? !moves : p->state != PAUSED) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->name,
                                 on ? "there is nothing to pause" : "nothing is paused", NULL);
    }
    const snw_status status = snw__mover_tell(&p->mover, self, on ? "pause" : "resume", why);
    if (status < 0) return status;
    if (on) p->before = p->state;
    p->state = on ? PAUSED : p->before;
    return SNW_OK;
}

static snw_status halt(snw_component *self, snw_why *why) {
    points *p = self->work;
    if (p->state == IDLE) return SNW_OK;
    const bool paused = p->state == PAUSED;
    snw_status status = snw__mover_tell(&p->mover, self, "stop", why);
    if (paused && status >= 0) status = snw__mover_tell(&p->mover, self, "resume", why);
    end(self);
    return status;
}

// the next point of a cycle; at its end, the next round
static snw_status go_on(snw_component *self, snw_why *why) {
    points *p = self->work;
    points_signals *signals = self->signals;
    if (++p->next == p->order_count) {
        p->next = 0;
        signals->rounds++;
        if (p->left > 0 && --p->left == 0) return SNW_OK;
    }
    const snw_status status = begin(self, p->order[p->next], why);
    return status == SNW_OK ? SNW_NOTHING_NEW : status;
}

static snw_status points_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    points *p = self->work;
    points_signals *signals = self->signals;
    if (p->state != IDLE) {
        snw_why why = {0};
        snw_status status = SNW_OK;
        if (p->mover.under_way) status = snw__mover_poll(&p->mover, self, &why);
        // one that arrives while it is paused goes on when it is resumed
        if (status == SNW_OK && p->state == PAUSED) status = SNW_NOTHING_NEW;
        if (status == SNW_OK) {
            signals->moves++;
            if (p->state == CYCLING) status = go_on(self, &why);
        }
        if (status < 0) snw_component_event(self, &why);
        if (status != SNW_NOTHING_NEW) end(self);
    }
    signals->state = p->state;
    return SNW_OK;
}

// --- messages -----------------------------------------------------------------------------------

static snw_status points_message(snw_component *self, const char *text, char *answer,
                                 snw_why *why) {
    snw__words words = {text};
    snw__word verb;
    const points *p = self->work;
    answer[0] = '\0';
    (void)snw__word_next(&words, &verb);
    if (snw__word_is(verb, "store")) return store(self, &words, false, why);
    if (snw__word_is(verb, "replace")) return store(self, &words, true, why);
    if (snw__word_is(verb, "put")) return put(self, &words, why);
    if (snw__word_is(verb, "remove")) return take_out(self, &words, why);
    if (snw__word_is(verb, "rename")) return rename_one(self, &words, why);
    if (snw__word_is(verb, "order")) return order(self, &words, why);
    if (snw__word_is(verb, "clear")) return clear(self, why);
    if (snw__word_is(verb, "point")) return tell_point(self, &words, answer, why);
    if (snw__word_is(verb, "go")) return go(self, &words, why);
    if (snw__word_is(verb, "cycle")) return cycle(self, &words, why);
    if (snw__word_is(verb, "stop")) return halt(self, why);
    if (snw__word_is(verb, "pause")) return pause(self, true, why);
    if (snw__word_is(verb, "resume")) return pause(self, false, why);
    if (snw__word_is(verb, "count")) {
        (void)snw_int_print(p->count, answer);
        return SNW_OK;
    }
    return snw__teach_unknown(self,
                              "store, replace, put, remove, rename, order, clear, point, count, "
                              "go, cycle, stop, pause, resume",
                              why);
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status fill(snw_component *self, snw_why *why) {
    const snw_points *config = self->config;
    for (int i = 0; i < config->list_count; i++) {
        const snw_point *point = &config->list[i];
        snw_status status = SNW_OK;
        if (!snw_point_name_is_good(point->name)) {
            status = snw__teach_refuse(why, SNW_ERR_SYNTAX, point->name,
                                       "this is no name of a point", NULL);
        } else if (point->q_count != self->arm->count) {
            status = snw__teach_refuse(why, SNW_ERR_SIZE, point->name,
                                       "a point has one number for each axis", NULL);
        } else {
            status = keep(self, point->name, point->q, why);
        }
        if (status < 0) return status;
    }
    return SNW_OK;
}

static snw_status points_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_points *config = self->config;
    const snw_component *motion = snw__mover_motion(self);
    const snw_motion *how = motion != NULL ? motion->config : NULL;
    points *p = SNW_ARENA_ARRAY(arena, points, 1);
    snw__tool measured;
    self->work = p;
    snw_status status = snw__tool_init(p != NULL ? &p->tool : &measured,
                                       how != NULL ? how->frame : "", self, arena, why);
    if (status < 0 && status != SNW_ERR_MEMORY) return status;
    snw_point *list = SNW_ARENA_ARRAY(arena, snw_point, config->capacity);
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    p->list = list;
    p->capacity = config->capacity;
    p->count = 0;
    p->state = IDLE;
    ((points_signals *)self->signals)->at = -1;
    status = snw__mover_init(&p->mover, self, why);
    return status < 0 ? status : fill(self, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(points_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"idle", IDLE, "Nothing is asked for."},
    {"going", GOING, "On the way to one point."},
    {"cycling", CYCLING, "From point to point."},
    {"paused", PAUSED, "Stands on the way."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(count), .kind = SNW_KIND_INT, .help = "How many points there are."},
    {SIGNAL(version), .kind = SNW_KIND_UINT, .help = "Counts the changes of the list."},
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices), .help = "What it does."},
    {SIGNAL(at), .kind = SNW_KIND_INT, .help = "Number of the point it goes to; -1 for none."},
    {SIGNAL(rounds), .kind = SNW_KIND_UINT, .help = "Rounds of the cycle that are complete."},
    {SIGNAL(moves), .kind = SNW_KIND_UINT, .help = "Moves that have ended where they should."},
};
static const snw_type signals_type = {SNW_TYPE_AS("points_signals", points_signals, signal_fields),
                                      .space = &snw_space_cell, .help = "What points show."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Moves the arm."},
};
static const snw_command commands[] = {
    {"store", "NAME", "Keeps where the arm is as a new point."},
    {"replace", "NAME", "Keeps where the arm is in place of an old point."},
    {"put", "NAME Q1 Q2 ...", "Keeps a point that is given."},
    {"remove", "NAME", "Takes a point out."},
    {"rename", "OLD NEW", "Gives a point another name."},
    {"order", "NAME INDEX", "Gives a point another place in the list."},
    {"clear", "", "Takes all points out."},
    {"point", "INDEX", "Tells a point: name, joints, and where the tool is then."},
    {"count", "", "Tells how many there are."},
    {"go", "NAME [joint|line] [SPEED]", "Moves there; SPEED is a part of the usual one."},
    {"cycle", "all|NAME NAME ... [times N]", "Goes from point to point, round after round."},
    {"stop", "", "Ends what is under way."},
    {"pause", "", "Stands still on the way."},
    {"resume", "", "Goes on."},
};
const snw_component_functions snw__points_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = points_configure,
    .update = points_update,
    .message = points_message,
};

static const snw_field point_fields[] = {
    {SNW_AT(snw_point, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the point."},
    {SNW_AT_COUNTED(snw_point, q, q_count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .help = "Joints, one number for each axis [rad or m]."},
};
const snw_type snw_point_type = {SNW_TYPE_AS("point", snw_point, point_fields),
                                 .space = &snw_space_cell, .help = "A taught point."};

static const snw_field points_fields[] = {
    {SNW_AT_LIST(snw_points, list, list_count, SNW_POINTS), .kind = SNW_KIND_STRUCT,
     .type = &snw_point_type, .item = "point", .help = "Points that are there at the beginning."},
    {SNW_AT(snw_points, capacity), .kind = SNW_KIND_INT, .range = {1, SNW_POINTS}, .initial = "64",
     .help = "Points that there is room for."},
};
const snw_type snw_points_type = {SNW_TYPE_AS("points", snw_points, points_fields),
                                  .base = "component", .space = &snw_space_cell,
                                  .functions = &snw__points_functions.head,
                                  .help = "Taught points of an arm: store, go there, cycle."};
