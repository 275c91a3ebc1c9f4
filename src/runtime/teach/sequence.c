// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sequence_internal.h"

// Steps one after the other; those of a sequence that is called are done in the place of the step
// that calls it, with the points and the gripper of the one that runs. Each step is a goal, so one
// that was interrupted, by a stop or by a hand at the arm, is done again from its beginning when
// the sequence is resumed.

static bool is_move(snw_step_action action) {
    return action == SNW_STEP_GO || action == SNW_STEP_LINE || action == SNW_STEP_MOVE;
}

static bool is_grip(snw_step_action action) {
    return action >= SNW_STEP_OPEN && action <= SNW_STEP_RELEASE;
}

// --- one step -----------------------------------------------------------------------------------

static snw_status begin_move(snw_component *self, const snw_step *step, snw_why *why) {
    snw__sequence *s = self->work;
    if (step->action == SNW_STEP_MOVE) {
        return snw__mover_joints(&s->mover, self, step->q, why);
    }
    snw_component *points = snw_component_peer(self, "points");
    const snw_point *point = points != NULL ? snw__points_find(points, step->point) : NULL;
    if (point == NULL) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", step->point,
                               "there is no point of that name", "teach it");
    }
    if (step->action == SNW_STEP_GO) return snw__mover_joints(&s->mover, self, point->q, why);
    snw_pose pose;
    const snw_status status = snw__points_pose(points, point, &pose);
    return snw_failed(status) ? status : snw__mover_line(&s->mover, self, pose, why);
}

static snw_status begin_grip(snw_component *self, const snw_step *step, snw_why *why) {
    snw_component *gripper = snw_component_peer(self, "gripper");
    if (gripper == NULL) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                               "the gripper is not running", "start it");
    }
    snw_status status = SNW_OK;
    if (step->action == SNW_STEP_OPEN) {
        status = snw__gripper_open(gripper, why);
    } else if (step->action == SNW_STEP_ATTACH) {
        status = snw__gripper_attach(gripper, step->object, why);
    } else if (step->action == SNW_STEP_RELEASE) {
        snw__gripper_release(gripper, false);
    } else {
        const bool closes = step->action == SNW_STEP_CLOSE;
        status = snw__gripper_width(gripper, closes ? 0 : step->value, why);
    }
    return snw_failed(status) ? status : SNW_NOTHING_NEW;
}

// the sequence of a name that belongs to the same arm; NULL for none
static const snw_component *find_sequence(const snw_component *self, const char *name) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one->functions == &snw__sequence_functions && one->arm == self->arm &&
            strcmp(one->name, name) == 0) {
            return one;
        }
    }
    return NULL;
}

static void clear_turns(snw__sequence *s) {
    memset(s->turns, 0, (size_t)s->capacity * sizeof *s->turns);
}

// The step that calls stays the present one of its own list until all steps of the other are done.
static snw_status begin_call(snw_component *self, const snw_step *step, snw_why *why) {
    snw__sequence *s = self->work;
    const snw_component *other = find_sequence(self, step->sequence);
    if (other == NULL || other->work == NULL) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", step->sequence,
                               "the arm has no sequence of that name",
                               "call a sequence of the same arm");
    }
    for (int i = 0; i <= s->depth; i++) {
        if (s->calls[i].of != other->work) continue;
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", other->name,
                               "the sequence calls itself, so it would never end",
                               "use a step repeat, or rounds");
    }
    if (s->depth == SNW__CALLS - 1) {
        return snw_refuse_rule(why, SNW_ERR_FULL, "teach", other->name,
                               "too many sequences call one another", "call fewer");
    }
    snw__sequence *called = other->work;
    if (called->count == 0) return SNW_OK;
    clear_turns(called);
    s->depth++;
    s->calls[s->depth].of = called;
    s->calls[s->depth].at = 0;
    return SNW_DONE;
}

// SNW_OK when the step is done, SNW_NOTHING_NEW when it is under way, SNW_DONE when another step
// was chosen
static snw_status begin_step(snw_component *self, const snw_step *step, snw_why *why) {
    snw__sequence *s = self->work;
    if (is_move(step->action)) return begin_move(self, step, why);
    if (is_grip(step->action)) return begin_grip(self, step, why);
    if (step->action == SNW_STEP_CALL) return begin_call(self, step, why);
    if (step->action == SNW_STEP_SET) {
        s->output[step->output] = step->value;
        snw_port_write(self, 0, s->output);
        return SNW_OK;
    }
    if (step->action == SNW_STEP_REPEAT) {
        const int at = s->calls[s->depth].at;
        int *turns = &s->calls[s->depth].of->turns[at];
        const bool again = step->times == 0 || *turns + 1 < step->times;
        *turns = again ? *turns + (step->times > 0) : 0;
        if (!again) return SNW_OK;
        s->calls[s->depth].at = at - step->steps;
        return SNW_DONE;
    }
    s->left = step->value;
    return SNW_NOTHING_NEW;
}

static bool fingers_move(const snw_component *self) {
    const snw_component *gripper = snw_component_peer(self, "gripper");
    if (gripper == NULL) return false;
    return ((const snw_gripper_signals *)gripper->signals)->state == SNW_GRIPPER_MOVING;
}

static snw_status go_on(snw_component *self, const snw_step *step, double dt, snw_why *why) {
    snw__sequence *s = self->work;
    if (is_move(step->action)) return snw__mover_poll(&s->mover, self, why);
    if (is_grip(step->action)) return fingers_move(self) ? SNW_NOTHING_NEW : SNW_OK;
    s->left -= dt;
    return s->left > 0 ? SNW_NOTHING_NEW : SNW_OK;
}

// --- all of them --------------------------------------------------------------------------------

static void rest(snw_component *self, snw_sequence_state state) {
    snw__sequence *s = self->work;
    s->state = state;
    s->begun = false;
    s->single = false;
    s->mover.busy = false;
    s->mover.under_way = false;
}

// the step after the one that is done; after the last one of a called sequence, that of its caller
static void advance_step(snw_component *self, bool is_move_done) {
    snw__sequence *s = self->work;
    s->moves += is_move_done;
    s->begun = false;
    s->calls[s->depth].at++;
    while (s->depth > 0 && s->calls[s->depth].at == s->calls[s->depth].of->count) {
        s->depth--;
        s->calls[s->depth].at++;
    }
    if (s->depth == 0 && s->calls[0].at == s->count) {
        s->calls[0].at = 0;
        s->rounds++;
        if (s->repeat > 0 && s->rounds >= (uint64_t)s->repeat) {
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

// what a reason is about, with the name of the sequence before it
static void name_program(const snw_component *self, char subject[SNW_WHY_SUBJECT]) {
    char inner[SNW_WHY_SUBJECT];
    snw_copy_text(inner, sizeof inner, subject);
    snw_copy_text(subject, SNW_WHY_SUBJECT, self->name);
    const size_t length = strlen(subject);
    if (inner[0] == '\0' || strcmp(inner, self->name) == 0) return;
    if (length + 2 >= SNW_WHY_SUBJECT) return;
    subject[length] = '/';
    snw_copy_text(subject + length + 1, SNW_WHY_SUBJECT - length - 1, inner);
}

// The reason of a step names the sequence, so that its event, the page and the end of a run say
// which program failed, and at which step (from 1, as people count).
static void note_failure(snw_component *self, snw_status status, const snw_why *reason) {
    snw__sequence *s = self->work;
    s->failure = *reason;
    if (s->failure.code == SNW_OK) {
        snw_why_set(&s->failure, status, self->arm->name, "the step was refused");
    }
    s->failure.severity = SNW_ERROR;
    snw_why_rule(&s->failure, "program");
    snw_why_add(&s->failure, "step", s->calls[0].at + 1, "");
    name_program(self, s->failure.subject);
}

static void run(snw_component *self, double dt) {
    snw__sequence *s = self->work;
    const snw_step *step = &s->calls[s->depth].of->list[s->calls[s->depth].at];
    snw_why why = {0};
    if (interrupted(self)) {
        rest(self, SNW_SEQUENCE_PAUSED);
        snw_why_set(&why, SNW_ERR_INTERRUPTED, self->name,
                    "Sequence paused at step {step}: the arm was stopped or jogged");
        snw_why_add(&why, "step", s->calls[0].at + 1, "");
        snw_why_fix(&why, "resume repeats the step");
        why.severity = SNW_WARNING;
        snw_component_event(self, &why);
        return;
    }
    snw_status status = s->begun ? go_on(self, step, dt, &why) : begin_step(self, step, &why);
    if (status == SNW_OK) {
        advance_step(self, is_move(step->action));
    } else if (status == SNW_DONE) {
        if (s->single) rest(self, SNW_SEQUENCE_PAUSED);
    } else if (status == SNW_NOTHING_NEW) {
        s->begun = true;
    } else {
        rest(self, SNW_SEQUENCE_FAILED);
        note_failure(self, status, &why);
        snw_component_event(self, &s->failure);
    }
}

static void start_at(snw_component *self, int index) {
    snw__sequence *s = self->work;
    s->depth = 0;
    s->calls[0].of = s;
    s->calls[0].at = index;
    clear_turns(s);
    s->begun = false;
    s->rounds = 0;
    s->failure = (snw_why){0};
    s->state = SNW_SEQUENCE_RUNNING;
    s->mover.busy = true;
}

static snw_status sequence_update(snw_component *self, const snw_tick *tick) {
    snw__sequence *s = self->work;
    snw__sequence_signals *signals = self->signals;
    const bool first = self->arm->follows && !s->followed;
    s->followed |= self->arm->follows;
    if (first && s->automatic && s->count > 0 && s->state == SNW_SEQUENCE_STOPPED) {
        start_at(self, 0);
    }
    if (s->state == SNW_SEQUENCE_RUNNING) run(self, tick->dt);
    *signals = (snw__sequence_signals){.state = s->state,
                                       .step = s->calls[0].at,
                                       .count = s->count,
                                       .version = s->version,
                                       .round_limit = s->repeat,
                                       .auto_start = s->automatic,
                                       .rounds = s->rounds,
                                       .moves = s->moves};
    memcpy(signals->output, s->output, sizeof signals->output);
    return SNW_OK;
}

// --- what is asked of it -----------------------------------------------------------------------

snw__sequence_now snw__sequence_status(const snw_component *self) {
    const snw__sequence *s = self->work;
    return (snw__sequence_now){s->state, s->calls[0].at, s->rounds, &s->failure};
}

static snw_status wrong_state(const snw_component *self, const char *text, const char *fix,
                              snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name, text, fix);
}

static snw_status may_run(const snw_component *self, snw_why *why) {
    if (!self->arm->follows) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->arm->name,
                               "the arm is not enabled",
                               "acknowledge the stop, then enable the arm");
    }
    if (self->arm->taken) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->arm->name,
                               "the arm is being moved by hand", "release it");
    }
    const char *other = snw__mover_other(self);
    if (other == NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", other, "it is moving the arm now",
                           "stop it first");
}

static snw_status need_steps(const snw_component *self, snw_why *why) {
    const snw__sequence *s = self->work;
    if (s->count > 0) return SNW_OK;
    return wrong_state(self, "the sequence has no steps", "insert a step first", why);
}

snw_status snw__sequence_run_from(snw_component *self, int index, snw_why *why) {
    const snw__sequence *s = self->work;
    if (s->state == SNW_SEQUENCE_RUNNING || s->state == SNW_SEQUENCE_PAUSED) {
        return wrong_state(self, "the sequence runs already, or is paused", "end it first", why);
    }
    const snw_status status = may_run(self, why);
    if (snw_failed(status)) return status;
    start_at(self, index);
    return SNW_OK;
}

snw_status snw__sequence_run(snw_component *self, snw_why *why) {
    const snw__sequence *s = self->work;
    if (s->state == SNW_SEQUENCE_RUNNING) return SNW_OK;
    if (s->state == SNW_SEQUENCE_PAUSED) {
        return wrong_state(self, "it is paused", "use resume, or stop and then run", why);
    }
    const snw_status status = need_steps(self, why);
    return snw_failed(status) ? status : snw__sequence_run_from(self, 0, why);
}

// A move that was paused stands on its path and goes on along it; any other step begins again.
snw_status snw__sequence_pause(snw_component *self, snw_why *why) {
    snw__sequence *s = self->work;
    if (s->state != SNW_SEQUENCE_RUNNING) {
        return wrong_state(self, "it is not running", NULL, why);
    }
    if (s->mover.under_way) {
        const snw_status status = snw__mover_pause(&s->mover, self, why);
        if (snw_failed(status)) return status;
    }
    s->state = SNW_SEQUENCE_PAUSED;
    return SNW_OK;
}

snw_status snw__sequence_resume(snw_component *self, bool single, snw_why *why) {
    snw__sequence *s = self->work;
    const bool fresh = single && s->state != SNW_SEQUENCE_RUNNING;
    if (s->state != SNW_SEQUENCE_PAUSED && !fresh) {
        return wrong_state(self, single ? "it runs" : "it is not paused",
                           single ? "pause it first" : "use run", why);
    }
    snw_status status = need_steps(self, why);
    if (status == SNW_OK) status = may_run(self, why);
    if (status == SNW_OK && s->mover.under_way) {
        status = snw__mover_resume(&s->mover, self, why);
    }
    if (snw_failed(status)) return status;
    s->single = single;
    s->state = SNW_SEQUENCE_RUNNING;
    s->mover.busy = true;
    return SNW_OK;
}

snw_status snw__sequence_stop(snw_component *self, snw_why *why) {
    snw__sequence *s = self->work;
    snw_status status = SNW_OK;
    if (s->mover.under_way) {
        status = snw__mover_stop(&s->mover, self, why);
        if (!snw_failed(status) && s->state == SNW_SEQUENCE_PAUSED) {
            status = snw__mover_resume(&s->mover, self, why);
        }
    }
    rest(self, SNW_SEQUENCE_STOPPED);
    s->depth = 0;
    s->calls[0].at = 0;
    clear_turns(s);
    return status;
}

// It pauses, and resume does the step again: who may start it next decides where it goes on.
static snw_status sequence_revoke(snw_component *self) {
    snw__sequence *s = self->work;
    if (s->state != SNW_SEQUENCE_RUNNING) return SNW_NOTHING_NEW;
    if (s->mover.under_way) SNW_IGNORE(snw__mover_stop(&s->mover, self, NULL));
    rest(self, SNW_SEQUENCE_PAUSED);
    return SNW_OK;
}

snw_status snw__sequence_order_run(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__sequence_run(self, why);
}

snw_status snw__sequence_order_pause(void *self, const void *arguments, void *answer,
                                     snw_why *why) {
    (void)arguments, (void)answer;
    return snw__sequence_pause(self, why);
}

snw_status snw__sequence_order_resume(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)arguments, (void)answer;
    return snw__sequence_resume(self, false, why);
}

snw_status snw__sequence_order_step(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__sequence_resume(self, true, why);
}

snw_status snw__sequence_order_stop(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__sequence_stop(self, why);
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

snw_status snw__step_check(const snw_component *self, const snw_step *step, bool live,
                           snw_why *why) {
    const bool point = step->action == SNW_STEP_GO || step->action == SNW_STEP_LINE;
    if (point && !has_peer(self, &snw__points_functions)) {
        return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "teach", self->name,
                               "a step goes to a point and the arm has no points",
                               "give the cell a component points");
    }
    const snw_component *points = point && live ? snw_component_peer(self, "points") : NULL;
    if (points != NULL && snw__points_find(points, step->point) == NULL) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach",
                               step->point[0] != '\0' ? step->point : self->name,
                               "there is no point of that name", "teach it first");
    }
    if (is_grip(step->action) && !has_peer(self, &snw__gripper_functions)) {
        return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "teach", self->name,
                               "a step needs a gripper and the arm has none",
                               "give the cell a component gripper");
    }
    if (step->action == SNW_STEP_MOVE && step->q_count != self->arm->count) {
        return snw_refuse_rule(why, SNW_ERR_SIZE, "teach", self->name,
                               "a step has not one number for each axis", NULL);
    }
    const snw_component *called =
        step->action == SNW_STEP_CALL ? find_sequence(self, step->sequence) : self;
    if (called == NULL || (called == self && step->action == SNW_STEP_CALL)) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach",
                               step->sequence[0] != '\0' ? step->sequence : self->name,
                               "a step calls a sequence that the arm does not have",
                               "name another sequence of the same arm");
    }
    return SNW_OK;
}

int snw__steps_check_repeats(const snw_step *list, int count) {
    for (int i = 0; i < count; i++) {
        if (list[i].action == SNW_STEP_REPEAT && list[i].steps > i) return i;
    }
    return -1;
}

void snw__sequence_show(snw_component *self, int first) {
    snw__sequence *s = self->work;
    const snw__sequence_head head = {s->count, s->repeat, s->automatic, 0};
    for (int i = first; i < s->count; i++) {
        snw_published_write(&s->shown, sizeof head + (size_t)i * sizeof *s->list, &s->list[i],
                            sizeof *s->list);
    }
    snw_published_write(&s->shown, 0, &head, sizeof head);
    s->version++;
}

static snw_status check_steps(const snw_component *self, const snw_sequence *config, snw_why *why) {
    for (int i = 0; i < config->step_count; i++) {
        const snw_status status = snw__step_check(self, &config->steps[i], false, why);
        if (!snw_failed(status)) continue;
        snw_why_add(why, "step", i, "");
        return status;
    }
    const int bad = snw__steps_check_repeats(config->steps, config->step_count);
    if (bad < 0) return SNW_OK;
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_RANGE, "teach", self->name,
                               "a repeat step repeats more steps than stand above it",
                               "give it fewer steps, or another place"));
    snw_why_add(why, "step", bad, "");
    return SNW_ERR_RANGE;
}

static snw_status sequence_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_sequence *config = self->config;
    snw_status status = snw__sequence_check(self, why);
    if (!snw_failed(status)) status = check_steps(self, config, why);
    if (snw_failed(status)) return status;
    const int capacity = config->step_count > SNW__STEP_ROOM ? SNW_STEPS : SNW__STEP_ROOM;
    snw__sequence *s = SNW_ARENA_ARRAY(arena, snw__sequence, 1);
    snw_step *list = SNW_ARENA_ARRAY(arena, snw_step, capacity);
    int *turns = SNW_ARENA_ARRAY(arena, int, capacity);
    snw_published shown;
    const size_t size = sizeof(snw__sequence_head) + (size_t)capacity * sizeof *list;
    SNW_IGNORE(snw_published_init(&shown, size, arena));
    self->work = s;
    if (snw_arena_status(arena)) return SNW_ERR_MEMORY;
    *s = (snw__sequence){.list = list,
                         .turns = turns,
                         .count = config->step_count,
                         .capacity = capacity,
                         .repeat = config->repeat,
                         .automatic = config->automatic,
                         .shown = shown};
    s->calls[0].of = s;
    clear_turns(s);
    if (s->count > 0) memcpy(list, config->steps, (size_t)s->count * sizeof *list);
    snw__sequence_show(self, 0);
    ((snw__sequence_signals *)self->signals)->count = s->count;
    return snw__mover_init(&s->mover, self, why);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(snw__sequence_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"stopped", SNW_SEQUENCE_STOPPED, "Nothing runs; run starts at the first step."},
    {"running", SNW_SEQUENCE_RUNNING, "A step is in progress."},
    {"paused", SNW_SEQUENCE_PAUSED, "The sequence is paused in a step, or between two."},
    {"done", SNW_SEQUENCE_DONE, "All rounds are complete."},
    {"failed", SNW_SEQUENCE_FAILED, "A step failed; an event says why."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices),
     .help = "State of the sequence."},
    {SIGNAL(step), .kind = SNW_KIND_INT, .help = "Current step, or the next one."},
    {SIGNAL(count), .kind = SNW_KIND_INT, .help = "Number of steps."},
    {SIGNAL(version), .kind = SNW_KIND_UINT, .help = "Counts the changes of the steps."},
    {SIGNAL(round_limit), .kind = SNW_KIND_INT,
     .help = "Rounds after which it is done; 0 is never."},
    {SIGNAL(auto_start), .kind = SNW_KIND_BOOL,
     .help = "It starts when the arm follows for the first time."},
    {SNW_AT_ARRAY(snw__sequence_signals, output), .role = SNW_SIGNAL, .kind = SNW_KIND_REAL,
     .help = "Outputs that steps have set."},
    {SIGNAL(rounds), .kind = SNW_KIND_UINT, .help = "Number of completed rounds."},
    {SIGNAL(moves), .kind = SNW_KIND_UINT, .help = "Number of moves that reached their goal."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("sequence_signals", snw__sequence_signals, signal_fields), .space = &snw_space_cell,
    .help = "Signals of a sequence."};

static const snw_peer peers[] = {
    {"motion", "motion", true, "Motion component that moves the arm."},
    {"points", "points", false, "Points component that has the points named by steps."},
    {"gripper", "gripper", false, "Gripper that the steps control."},
};
static const snw_port ports[] = {
    {.name = "output",
     .output = true,
     .value = "outputs",
     .size = sizeof((snw__sequence *)0)->output,
     .help = "Numbers that steps set; a component of the cell can be connected to them."}};
const snw_component_functions snw__sequence_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_SOURCE,
    .needs_arm = true,
    .signals = &signals_type,
    .ports = ports,
    .port_count = sizeof ports / sizeof ports[0],
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .says_need = true,
    .commands = snw__sequence_commands,
    .command_count = SNW__SEQUENCE_COMMANDS,
    .configure = sequence_configure,
    .update = sequence_update,
    .revoke = sequence_revoke,
};
