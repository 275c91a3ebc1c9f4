// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sequence_internal.h"

// Commands of a sequence: tables and texts; questions are answered from the list that is published.

typedef struct text_answer {
    char text[SNW_COMMAND_TEXT];
} text_answer;

#define STEP_USAGE "INDEX ACTION [POINT|OBJECT|SEQUENCE|NUMBER ...]"

typedef struct action_order {
    snw_step_action action;
} action_order;

// --- questions ----------------------------------------------------------------------------------

// how each action is told, before and behind its fields, and which fields of a step it uses
static const struct {
    const char *before, *behind, *fields;
} actions[SNW_STEP_ACTIONS] = {
    [SNW_STEP_GO] = {"go to", "", "point"},
    [SNW_STEP_LINE] = {"straight to", "", "point"},
    [SNW_STEP_MOVE] = {"move the joints to", "", "q"},
    [SNW_STEP_WAIT] = {"wait", "s", "value"},
    [SNW_STEP_OPEN] = {"open the gripper", "", ""},
    [SNW_STEP_CLOSE] = {"close the gripper", "", ""},
    [SNW_STEP_WIDTH] = {"open the gripper", "m wide", "value"},
    [SNW_STEP_ATTACH] = {"hold", "", "object"},
    [SNW_STEP_RELEASE] = {"release", "", ""},
    [SNW_STEP_SET] = {"set output", "", "output value"},
    [SNW_STEP_REPEAT] = {"repeat", "", "steps times"},
    [SNW_STEP_CALL] = {"call", "", "sequence"},
};

static snw_status count_steps(const void *self, const void *signals, const void *arguments,
                              void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)why;
    ((snw__count_answer *)answer)->count = ((const snw__sequence_signals *)signals)->count;
    return SNW_OK;
}

static snw_status find_step(const snw_component *self, const void *arguments, snw_step *step,
                            snw_why *why) {
    const snw__sequence *s = self->work;
    const int index = ((const snw__index_order *)arguments)->index;
    snw__sequence_head head;
    snw_status status = snw_published_read(&s->shown, 0, &head, sizeof head);
    if (!snw_failed(status) && (index < 0 || index >= head.count)) {
        return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", self->name, "there is no such step",
                               "give a number from 0, less than the count");
    }
    const size_t place = sizeof head + (size_t)index * sizeof *step;
    if (!snw_failed(status)) status = snw_published_read(&s->shown, place, step, sizeof *step);
    if (!snw_failed(status)) return SNW_OK;
    return snw_refuse_rule(why, status, "teach", self->name, "the steps are being changed",
                           "ask again");
}

// the fields that an action uses, in the order in which they are written
static void write_fields(const snw_step *step, snw__line *line) {
    snw_words names = snw_words_over(actions[step->action].fields);
    snw_word name;
    while (snw_words_next(&names, &name)) {
        if (snw_word_is(name, "point")) snw__line_word(line, step->point);
        if (snw_word_is(name, "object") && step->object[0] != '\0')
            snw__line_word(line, step->object);
        if (snw_word_is(name, "sequence")) snw__line_word(line, step->sequence);
        if (snw_word_is(name, "value")) snw__line_reals(line, &step->value, 1);
        if (snw_word_is(name, "q")) snw__line_reals(line, step->q, step->q_count);
        if (snw_word_is(name, "output")) snw__line_int(line, step->output);
        if (snw_word_is(name, "steps")) snw__line_int(line, step->steps);
        if (snw_word_is(name, "times")) snw__line_int(line, step->times);
    }
}

// "repeat the last 3 steps, 2 times in all"
static void write_repeat(const snw_step *step, snw__line *line) {
    snw__line_word(line, step->steps == 1 ? "the last step," : "the last");
    if (step->steps > 1) {
        snw__line_int(line, step->steps);
        snw__line_word(line, "steps,");
    }
    if (step->times == 0) {
        snw__line_word(line, "for ever");
        return;
    }
    snw__line_int(line, step->times);
    snw__line_word(line, "times in all");
}

static snw_status tell_step(const void *self, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)signals;
    const snw_component *component = self;
    snw_step step;
    const snw_status status = find_step(component, arguments, &step, why);
    if (snw_failed(status)) return status;
    snw__line line = snw__line_over(((text_answer *)answer)->text, SNW_COMMAND_TEXT);
    snw__line_word(&line, actions[step.action].before);
    if (step.action == SNW_STEP_REPEAT) {
        write_repeat(&step, &line);
    } else if (step.action == SNW_STEP_SET) {
        snw__line_int(&line, step.output);
        snw__line_word(&line, "to");
        snw__line_reals(&line, &step.value, 1);
    } else {
        write_fields(&step, &line);
    }
    if (step.action == SNW_STEP_ATTACH && step.object[0] == '\0') {
        snw__line_word(&line, "what is in reach");
    }
    if (actions[step.action].behind[0] != '\0') {
        snw__line_word(&line, actions[step.action].behind);
    }
    if (!line.cut) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "teach", component->name,
                           "the answer is longer than a message", "request less of it at once");
}

static snw_status show_step(const void *self, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)signals;
    return find_step(self, arguments, answer, why);
}

static snw_status tell_fields(const void *self, const void *signals, const void *arguments,
                              void *answer, snw_why *why) {
    (void)self, (void)signals, (void)why;
    const action_order *order = arguments;
    snw_copy_text(((text_answer *)answer)->text, SNW_COMMAND_TEXT, actions[order->action].fields);
    return SNW_OK;
}

// --- texts --------------------------------------------------------------------------------------

// "go over_a", "wait 0.5", "set 2 1": the action, then the fields that it uses
static snw_status refuse_step(const snw_component *self, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", self->name, "this is not a step",
                           "write a place from 0, an action and its fields: 0 go POINT, 1 wait "
                           "SECONDS, 2 set OUTPUT VALUE, 3 repeat STEPS TIMES, 4 call SEQUENCE");
}

static bool take_field(snw_word name, snw_words *words, snw_step *step) {
    if (snw_word_is(name, "q")) {
        step->q_count = snw_words_reals(words, step->q, SNW_AXES);
        return step->q_count > 0;
    }
    snw_word word;
    const bool given = snw_words_next(words, &word);
    if (snw_word_is(name, "object")) {
        return !given || snw_word_copy(word, step->object, SNW_NAME);
    }
    if (!given) return false;
    if (snw_word_is(name, "point")) return snw_word_copy(word, step->point, SNW_NAME);
    if (snw_word_is(name, "sequence")) return snw_word_copy(word, step->sequence, SNW_NAME);
    double number;
    if (!snw_word_real(word, &number)) return false;
    if (snw_word_is(name, "value")) {
        step->value = number;
        return true;
    }
    if (!(number >= 0 && number <= 1e9) || number != floor(number)) return false;
    if (snw_word_is(name, "output")) step->output = (int)number;
    if (snw_word_is(name, "steps")) step->steps = (int)number;
    if (snw_word_is(name, "times")) step->times = (int)number;
    return true;
}

static snw_status read_step(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__step_order *order = arguments;
    snw_words words = snw_words_over(text);
    snw_word word;
    double place;
    if (!snw_words_next(&words, &word) || !snw_word_real(word, &place) ||
        !(place >= 0 && place <= SNW_STEPS) || place != floor(place) ||
        !snw_words_next(&words, &word)) {
        return refuse_step(self, why);
    }
    order->index = (int)place;
    int action = 0;
    while (action < SNW_STEP_ACTIONS && !snw_word_is(word, snw__step_actions[action].name))
        action++;
    if (action == SNW_STEP_ACTIONS) return refuse_step(self, why);
    order->step.action = (snw_step_action)action;
    snw_words names = snw_words_over(actions[action].fields);
    while (snw_words_next(&names, &word)) {
        if (!take_field(word, &words, &order->step)) return refuse_step(self, why);
    }
    return snw_words_end(&words) ? SNW_OK : refuse_step(self, why);
}

static void print_step(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__step_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_int(&line, order->index);
    snw__line_word(&line, snw__step_actions[order->step.action].name);
    write_fields(&order->step, &line);
}

static void write_step(const void *answer, char *text) {
    const snw_step *step = answer;
    snw__line line = snw__line_over(text, SNW_COMMAND_TEXT);
    snw__line_word(&line, snw__step_actions[step->action].name);
    write_fields(step, &line);
}

static void write_text(const void *answer, char *text) {
    snw_copy_text(text, SNW_COMMAND_TEXT, ((const text_answer *)answer)->text);
}

static const snw_field text_fields[] = {
    {SNW_AT(text_answer, text), .kind = SNW_KIND_STRING, .help = "Short description of the step."}};
static const snw_type text_type = {SNW_TYPE_AS("sequence_text", text_answer, text_fields),
                                   .space = &snw_space_cell, .help = "Description of a step."};

static const snw_field action_fields[] = {{SNW_AT(action_order, action), .kind = SNW_KIND_ENUM,
                                           SNW_CHOICES(snw__step_actions), .flags = SNW_REQUIRED,
                                           .help = "What a step does."}};
static const snw_type action_type = {SNW_TYPE_AS("sequence_action", action_order, action_fields),
                                     .space = &snw_space_cell, .help = "What a step does."};
static const snw_field move_fields[] = {
    {SNW_AT(snw__move_order, from), .kind = SNW_KIND_INT, .range = {0, SNW_STEPS},
     .flags = SNW_REQUIRED, .help = "Place of the step, counted from 0."},
    {SNW_AT(snw__move_order, to), .kind = SNW_KIND_INT, .range = {0, SNW_STEPS},
     .flags = SNW_REQUIRED, .help = "Place that it gets, counted from 0."}};
static const snw_type move_type = {SNW_TYPE_AS("sequence_order", snw__move_order, move_fields),
                                   .space = &snw_space_cell, .help = "Another place of a step."};
static const snw_field rounds_fields[] = {{SNW_AT(snw__count_answer, count), .kind = SNW_KIND_INT,
                                           .range = {0, 1e9}, .flags = SNW_REQUIRED,
                                           .help = "Rounds after which it is done; 0 is never."}};
static const snw_type rounds_type = {
    SNW_TYPE_AS("sequence_rounds", snw__count_answer, rounds_fields), .space = &snw_space_cell,
    .help = "How many rounds."};
static const snw_field switch_fields[] = {
    {SNW_AT(snw__switch_order, on), .kind = SNW_KIND_BOOL, .flags = SNW_REQUIRED,
     .help = "Start when the arm follows for the first time."}};
static const snw_type switch_type = {
    SNW_TYPE_AS("sequence_automatic", snw__switch_order, switch_fields), .space = &snw_space_cell,
    .help = "Whether it starts by itself."};

const snw_command snw__sequence_commands[SNW__SEQUENCE_COMMANDS] = {
    {.word = "run",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__sequence_order_run,
     .help = "Start at the first step."},
    {.word = "stop",
     .kind = SNW_COMMAND_END,
     .act = snw__sequence_order_stop,
     .help = "Stop the sequence; run starts at the first step again."},
    {.word = "pause",
     .kind = SNW_COMMAND_END,
     .act = snw__sequence_order_pause,
     .help = "Pause, also in the middle of a move."},
    {.word = "resume",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__sequence_order_resume,
     .help = "Continue the sequence."},
    {.word = "step",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__sequence_order_step,
     .help = "Do one step, then pause."},
    {.word = "steps",
     .kind = SNW_COMMAND_ASK,
     .answer = &snw__count_type,
     .ask = count_steps,
     .help = "Return the number of steps."},
    {.word = "text",
     .kind = SNW_COMMAND_ASK,
     .arguments = &snw__index_type,
     .answer = &text_type,
     .ask = tell_step,
     .help = "Return a short description of a step.",
     .usage = "INDEX",
     .read = snw__read_index,
     .print = snw__print_index,
     .write = write_text},
    {.word = "show",
     .kind = SNW_COMMAND_ASK,
     .arguments = &snw__index_type,
     .answer = &snw_step_type,
     .ask = show_step,
     .help = "Return a step as its action and the fields that it uses.",
     .usage = "INDEX",
     .read = snw__read_index,
     .print = snw__print_index,
     .write = write_step},
    {.word = "fields",
     .kind = SNW_COMMAND_ASK,
     .arguments = &action_type,
     .answer = &text_type,
     .ask = tell_fields,
     .help = "Return which fields of a step an action uses.",
     .write = write_text},
    {.word = "from",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &snw__index_type,
     .act = snw__sequence_order_from,
     .help = "Start at a step and continue to the last one.",
     .usage = "INDEX",
     .read = snw__read_index,
     .print = snw__print_index},
    {.word = "insert",
     .kind = SNW_COMMAND_SET,
     .arguments = &snw__step_order_type,
     .act = snw__sequence_order_insert,
     .help = "Insert a step before the one at a place.",
     .usage = STEP_USAGE,
     .read = read_step,
     .print = print_step},
    {.word = "change",
     .kind = SNW_COMMAND_SET,
     .arguments = &snw__step_order_type,
     .act = snw__sequence_order_change,
     .help = "Replace the one at a place.",
     .usage = STEP_USAGE,
     .read = read_step,
     .print = print_step},
    {.word = "remove",
     .kind = SNW_COMMAND_SET,
     .arguments = &snw__index_type,
     .act = snw__sequence_order_remove,
     .help = "Remove a step.",
     .usage = "INDEX",
     .read = snw__read_index,
     .print = snw__print_index},
    {.word = "order",
     .kind = SNW_COMMAND_SET,
     .arguments = &move_type,
     .act = snw__sequence_order_order,
     .help = "Move a step to another place.",
     .usage = "FROM TO"},
    {.word = "clear",
     .kind = SNW_COMMAND_SET,
     .act = snw__sequence_order_clear,
     .help = "Remove all steps."},
    {.word = "rounds",
     .kind = SNW_COMMAND_SET,
     .arguments = &rounds_type,
     .act = snw__sequence_order_rounds,
     .help = "Set the rounds after which it is done; 0 is never.",
     .usage = "COUNT"},
    {.word = "automatic",
     .kind = SNW_COMMAND_SET,
     .arguments = &switch_type,
     .act = snw__sequence_order_automatic,
     .help = "Set whether it starts when the arm follows for the first time.",
     .usage = "true|false"},
};
