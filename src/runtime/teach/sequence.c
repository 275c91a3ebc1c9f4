// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Steps one after the other. Each step is a goal, so one that was interrupted, by a stop or by a
// hand at the arm, is done again from its beginning when the sequence is resumed.

typedef struct sequence {
    snw__mover mover; // first
    snw_sequence_state state;
    int at;        // step that is next, or under way
    bool begun;    // it is under way
    bool single;   // pauses after it
    bool followed; // the arm has followed before
    double left;   // of a wait [s]
    uint64_t moves, rounds;
} sequence;

typedef struct sequence_signals {
    snw_sequence_state state;
    int step, count;
    uint64_t rounds, moves;
} sequence_signals;

static bool is_move(snw_step_action action) {
    return action == SNW_STEP_GO || action == SNW_STEP_LINE || action == SNW_STEP_MOVE;
}

static bool is_grip(snw_step_action action) {
    return action >= SNW_STEP_OPEN && action <= SNW_STEP_RELEASE;
}

// --- one step -----------------------------------------------------------------------------------

static snw_status begin_move(snw_component *self, const snw_step *step, snw_why *why) {
    sequence *s = self->work;
    if (step->action == SNW_STEP_MOVE) {
        return snw__mover_joints(&s->mover, self, step->q, why);
    }
    snw_component *points = snw_component_peer(self, "points");
    const snw_point *point = points != NULL ? snw__points_find(points, step->point) : NULL;
    if (point == NULL) {
        return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, step->point,
                                 "there is no point of that name", "teach it");
    }
    if (step->action == SNW_STEP_GO) return snw__mover_joints(&s->mover, self, point->q, why);
    snw_pose pose;
    const snw_status status = snw__points_pose(points, point, &pose);
    return status < 0 ? status : snw__mover_line(&s->mover, self, pose, why);
}

// words of a gripper's message
static void grip_words(const snw_step *step, snw__line *line) {
    static const char *const words[] = {[SNW_STEP_OPEN] = "open",
                                        [SNW_STEP_CLOSE] = "close",
                                        [SNW_STEP_WIDTH] = "width",
                                        [SNW_STEP_ATTACH] = "attach",
                                        [SNW_STEP_RELEASE] = "release"};
    snw__line_word(line, words[step->action]);
    if (step->action == SNW_STEP_WIDTH) snw__line_reals(line, &step->value, 1);
    if (step->action == SNW_STEP_ATTACH && step->object[0] != '\0') {
        snw__line_word(line, step->object);
    }
}

static snw_status begin_grip(snw_component *self, const snw_step *step, snw_why *why) {
    snw_component *gripper = snw_component_peer(self, "gripper");
    if (gripper == NULL) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->name, "the gripper does not run",
                                 "start it");
    }
    char text[2 * SNW_NAME], answer[SNW_MESSAGE];
    snw__line line = snw__line_over(text, sizeof text);
    grip_words(step, &line);
    const snw_status status = gripper->functions->message(gripper, text, answer, why);
    return status < 0 ? status : SNW_NOTHING_NEW;
}

static snw_status begin(snw_component *self, const snw_step *step, snw_why *why) {
    sequence *s = self->work;
    if (is_move(step->action)) return begin_move(self, step, why);
    if (is_grip(step->action)) return begin_grip(self, step, why);
    s->left = step->value;
    return SNW_NOTHING_NEW;
}

static bool fingers_move(const snw_component *self) {
    const snw_component *gripper = snw_component_peer(self, "gripper");
    if (gripper == NULL) return false;
    return ((const snw_gripper_signals *)gripper->signals)->state == SNW_GRIPPER_MOVING;
}

static snw_status go_on(snw_component *self, const snw_step *step, double dt, snw_why *why) {
    sequence *s = self->work;
    if (is_move(step->action)) return snw__mover_poll(&s->mover, self, why);
    if (is_grip(step->action)) return fingers_move(self) ? SNW_NOTHING_NEW : SNW_OK;
    s->left -= dt;
    return s->left > 0 ? SNW_NOTHING_NEW : SNW_OK;
}

// --- all of them --------------------------------------------------------------------------------

static void rest(snw_component *self, snw_sequence_state state) {
    sequence *s = self->work;
    s->state = state;
    s->begun = false;
    s->single = false;
    s->mover.busy = false;
    s->mover.under_way = false;
}

static void advance(snw_component *self) {
    const snw_sequence *config = self->config;
    sequence *s = self->work;
    s->moves += is_move(config->steps[s->at].action);
    s->begun = false;
    if (++s->at == config->step_count) {
        s->at = 0;
        s->rounds++;
        if (config->repeat > 0 && s->rounds >= (uint64_t)config->repeat) {
            rest(self, SNW_SEQUENCE_DONE);
            return;
        }
    }
    if (s->single) rest(self, SNW_SEQUENCE_PAUSED);
}

// the arm was stopped, or somebody has it in his hands: that is nobody's fault
static bool interrupted(const snw_component *self) {
    return !self->arm->follows || self->arm->taken;
}

static void run(snw_component *self, double dt) {
    const snw_sequence *config = self->config;
    sequence *s = self->work;
    const snw_step *step = &config->steps[s->at];
    snw_why why = {0};
    if (interrupted(self)) {
        rest(self, SNW_SEQUENCE_PAUSED);
        snw_why_set(&why, SNW_ERR_INTERRUPTED, self->name,
                    "the arm was stopped, or taken by hand, in a step");
        snw_why_fix(&why, "resume does the step again");
        why.severity = SNW_WARNING;
        snw_component_event(self, &why);
        return;
    }
    snw_status status = s->begun ? go_on(self, step, dt, &why) : begin(self, step, &why);
    if (status == SNW_OK) {
        advance(self);
    } else if (status == SNW_NOTHING_NEW) {
        s->begun = true;
    } else {
        rest(self, SNW_SEQUENCE_FAILED);
        snw_why_add(&why, "step", s->at, "");
        snw_component_event(self, &why);
    }
}

static snw_status start_over(snw_component *self) {
    sequence *s = self->work;
    s->at = 0;
    s->begun = false;
    s->rounds = 0;
    s->state = SNW_SEQUENCE_RUNNING;
    s->mover.busy = true;
    return SNW_OK;
}

static snw_status sequence_update(snw_component *self, const snw_tick *tick) {
    const snw_sequence *config = self->config;
    sequence *s = self->work;
    sequence_signals *signals = self->signals;
    const bool first = self->arm->follows && !s->followed;
    s->followed |= self->arm->follows;
    if (first && config->automatic && s->state == SNW_SEQUENCE_STOPPED) {
        SNW_IGNORE(start_over(self));
    }
    if (s->state == SNW_SEQUENCE_RUNNING) run(self, tick->dt);
    *signals = (sequence_signals){.state = s->state,
                                  .step = s->at,
                                  .count = config->step_count,
                                  .rounds = s->rounds,
                                  .moves = s->moves};
    return SNW_OK;
}

// --- messages -----------------------------------------------------------------------------------

static snw_status wrong_state(const snw_component *self, const char *text, const char *fix,
                              snw_why *why) {
    return snw__teach_refuse(why, SNW_ERR_STATE, self->name, text, fix);
}

static snw_status may_run(const snw_component *self, snw_why *why) {
    if (!self->arm->follows) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->arm->name, "the arm is not enabled",
                                 "acknowledge what stopped it, then enable it");
    }
    if (self->arm->taken) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->arm->name,
                                 "the arm is being moved by hand", "let it go");
    }
    const char *other = snw__mover_other(self);
    if (other == NULL) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_STATE, other, "it moves the arm now", "stop it first");
}

static snw_status ask_run(snw_component *self, snw_why *why) {
    sequence *s = self->work;
    if (s->state == SNW_SEQUENCE_RUNNING) return SNW_OK;
    if (s->state == SNW_SEQUENCE_PAUSED) {
        return wrong_state(self, "it is paused", "say resume, or stop and then run", why);
    }
    const snw_status status = may_run(self, why);
    return status < 0 ? status : start_over(self);
}

// A move that was paused stands on its path and goes on along it; any other step begins again.
static snw_status ask_pause(snw_component *self, snw_why *why) {
    sequence *s = self->work;
    if (s->state != SNW_SEQUENCE_RUNNING) {
        return wrong_state(self, "it does not run", NULL, why);
    }
    if (s->mover.under_way) {
        const snw_status status = snw__mover_tell(&s->mover, self, "pause", why);
        if (status < 0) return status;
    }
    s->state = SNW_SEQUENCE_PAUSED;
    return SNW_OK;
}

static snw_status ask_resume(snw_component *self, bool single, snw_why *why) {
    sequence *s = self->work;
    const bool fresh = single && s->state != SNW_SEQUENCE_RUNNING;
    if (s->state != SNW_SEQUENCE_PAUSED && !fresh) {
        return wrong_state(self, single ? "it runs" : "it is not paused",
                           single ? "pause it first" : "say run", why);
    }
    snw_status status = may_run(self, why);
    if (status == SNW_OK && s->mover.under_way) {
        status = snw__mover_tell(&s->mover, self, "resume", why);
    }
    if (status < 0) return status;
    s->single = single;
    s->state = SNW_SEQUENCE_RUNNING;
    s->mover.busy = true;
    return SNW_OK;
}

static snw_status ask_stop(snw_component *self, snw_why *why) {
    sequence *s = self->work;
    snw_status status = SNW_OK;
    if (s->mover.under_way) {
        status = snw__mover_tell(&s->mover, self, "stop", why);
        if (status >= 0 && s->state == SNW_SEQUENCE_PAUSED) {
            status = snw__mover_tell(&s->mover, self, "resume", why);
        }
    }
    rest(self, SNW_SEQUENCE_STOPPED);
    s->at = 0;
    return status;
}

static snw_status tell_step(const snw_component *self, snw__words *words, char *answer,
                            snw_why *why) {
    static const char *const sentences[SNW_STEP_ACTIONS] = {
        "go to",         "straight to",    "move the joints to", "wait, seconds:",
        "open the hand", "close the hand", "hand this wide, m:", "hold",
        "let go"};
    const snw_sequence *config = self->config;
    double number = -1;
    if (snw__word_reals(words, &number, 1) != 1 || number != floor(number) ||
        !(number >= 0 && number < config->step_count)) {
        return snw__teach_refuse(why, SNW_ERR_RANGE, self->name, "there is no such step",
                                 "give a number from 0, less than the count");
    }
    const snw_step *step = &config->steps[(int)number];
    snw__line line = snw__line_over(answer, SNW_MESSAGE);
    snw__line_word(&line, sentences[step->action]);
    if (step->action <= SNW_STEP_LINE) snw__line_word(&line, step->point);
    if (step->action == SNW_STEP_MOVE) snw__line_reals(&line, step->q, step->q_count);
    if (step->action == SNW_STEP_WAIT || step->action == SNW_STEP_WIDTH) {
        snw__line_reals(&line, &step->value, 1);
    }
    if (step->action == SNW_STEP_ATTACH) {
        snw__line_word(&line, step->object[0] != '\0' ? step->object : "what is in reach");
    }
    return snw__line_end(&line, self, why);
}

static snw_status sequence_message(snw_component *self, const char *text, char *answer,
                                   snw_why *why) {
    const snw_sequence *config = self->config;
    snw__words words = {text};
    snw__word verb;
    answer[0] = '\0';
    (void)snw__word_next(&words, &verb);
    if (snw__word_is(verb, "run")) return ask_run(self, why);
    if (snw__word_is(verb, "pause")) return ask_pause(self, why);
    if (snw__word_is(verb, "resume")) return ask_resume(self, false, why);
    if (snw__word_is(verb, "step")) return ask_resume(self, true, why);
    if (snw__word_is(verb, "stop")) return ask_stop(self, why);
    if (snw__word_is(verb, "text")) return tell_step(self, &words, answer, why);
    if (snw__word_is(verb, "steps")) {
        (void)snw_int_print(config->step_count, answer);
        return SNW_OK;
    }
    return snw__teach_unknown(self, "run, pause, resume, step, stop, steps, text", why);
}

// --- set-up -------------------------------------------------------------------------------------

// a component of the arm with such functions that plays this role for it, whatever its state
static bool has_peer(const snw_component *self, const snw_component_functions *functions) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions == functions && one->arm == self->arm) return true;
    }
    return false;
}

static snw_status check_step(const snw_component *self, const snw_step *step, snw_why *why) {
    const bool point = step->action == SNW_STEP_GO || step->action == SNW_STEP_LINE;
    if (point && !has_peer(self, &snw__points_functions)) {
        return snw__teach_refuse(why, SNW_ERR_NOT_FOUND, self->name,
                                 "a step goes to a point and the arm has no points",
                                 "give the cell a component points");
    }
    if (is_grip(step->action) && !has_peer(self, &snw__gripper_functions)) {
        return snw__teach_refuse(why, SNW_ERR_NOT_FOUND, self->name,
                                 "a step needs a gripper and the arm has none",
                                 "give the cell a component gripper");
    }
    if (step->action == SNW_STEP_MOVE && step->q_count != self->arm->count) {
        return snw__teach_refuse(why, SNW_ERR_SIZE, self->name,
                                 "a step has not one number for each axis", NULL);
    }
    return SNW_OK;
}

static snw_status sequence_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_sequence *config = self->config;
    for (int i = 0; i < config->step_count; i++) {
        const snw_status status = check_step(self, &config->steps[i], why);
        if (status >= 0) continue;
        snw_why_add(why, "step", i, "");
        return status;
    }
    if (config->step_count == 0) {
        return snw__teach_refuse(why, SNW_ERR_SIZE, self->name, "it has no steps", NULL);
    }
    sequence *s = SNW_ARENA_ARRAY(arena, sequence, 1);
    self->work = s;
    if (s == NULL) return SNW_ERR_MEMORY;
    *s = (sequence){0};
    ((sequence_signals *)self->signals)->count = config->step_count;
    return snw__mover_init(&s->mover, self, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(sequence_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"stopped", SNW_SEQUENCE_STOPPED, "Nothing runs; run begins with the first step."},
    {"running", SNW_SEQUENCE_RUNNING, "A step is under way."},
    {"paused", SNW_SEQUENCE_PAUSED, "It stands in a step, or between two."},
    {"done", SNW_SEQUENCE_DONE, "All rounds are complete."},
    {"failed", SNW_SEQUENCE_FAILED, "A step was refused; an event says why."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices), .help = "What it does."},
    {SIGNAL(step), .kind = SNW_KIND_INT, .help = "Step that is under way, or next."},
    {SIGNAL(count), .kind = SNW_KIND_INT, .help = "How many steps there are."},
    {SIGNAL(rounds), .kind = SNW_KIND_UINT, .help = "Rounds that are complete."},
    {SIGNAL(moves), .kind = SNW_KIND_UINT, .help = "Moves that have ended where they should."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("sequence_signals", sequence_signals, signal_fields), .space = &snw_space_cell,
    .help = "What a sequence shows."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Moves the arm."},
    {"points", "points", false, "Knows the points that steps name."},
    {"gripper", "gripper", false, "Holds things."},
};
static const snw_command commands[] = {
    {"run", "", "Begins with the first step."},
    {"pause", "", "Stands still, on the way of a move."},
    {"resume", "", "Goes on."},
    {"stop", "", "Ends it; run begins with the first step again."},
    {"step", "", "Does one step and pauses."},
    {"steps", "", "Tells how many steps there are."},
    {"text", "INDEX", "Tells a step as a short sentence."},
};
const snw_component_functions snw__sequence_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = sequence_configure,
    .update = sequence_update,
    .message = sequence_message,
};

static const snw_choice action_choices[] = {
    {"go", SNW_STEP_GO, "All joints together to a taught point."},
    {"line", SNW_STEP_LINE, "The tool straight to where it is at a taught point."},
    {"move", SNW_STEP_MOVE, "All joints together to q."},
    {"wait", SNW_STEP_WAIT, "Rests for so many seconds."},
    {"open", SNW_STEP_OPEN, "Opens the gripper."},
    {"close", SNW_STEP_CLOSE, "Closes the gripper."},
    {"width", SNW_STEP_WIDTH, "Makes the gripper so many metres wide."},
    {"attach", SNW_STEP_ATTACH, "An object is held from now on."},
    {"release", SNW_STEP_RELEASE, "What is held stays where it is."},
};
static const snw_field step_fields[] = {
    {SNW_AT(snw_step, action), .kind = SNW_KIND_ENUM, SNW_CHOICES(action_choices),
     .flags = SNW_REQUIRED, .help = "What is done."},
    {SNW_AT(snw_step, point), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Point of go and line."},
    {SNW_AT(snw_step, object), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Object of attach; empty is the one in reach."},
    {SNW_AT(snw_step, value), .kind = SNW_KIND_REAL, .range = {0, 1e6},
     .help = "Seconds of wait, metres of width."},
    {SNW_AT_COUNTED(snw_step, q, q_count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .help = "Joints of move, one number for each axis [rad or m]."},
};
const snw_type snw_step_type = {SNW_TYPE_AS("step", snw_step, step_fields),
                                .space = &snw_space_cell, .help = "One step of a sequence."};

static const snw_field sequence_fields[] = {
    {SNW_AT_LIST(snw_sequence, steps, step_count, SNW_STEPS), .kind = SNW_KIND_STRUCT,
     .type = &snw_step_type, .item = "step", .help = "Steps, in their order."},
    {SNW_AT(snw_sequence, repeat), .kind = SNW_KIND_INT, .range = {0, 1e9},
     .help = "After so many rounds it is done; 0 is never."},
    {SNW_AT(snw_sequence, automatic), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Begins by itself when the arm follows for the first time."},
};
const snw_type snw_sequence_type = {SNW_TYPE_AS("sequence", snw_sequence, sequence_fields),
                                    .base = "component", .space = &snw_space_cell,
                                    .functions = &snw__sequence_functions.head,
                                    .help = "The program of a cell: steps, round after round."};
