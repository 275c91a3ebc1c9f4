// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <string.h>

#include "motion_internal.h"
#include "sinew/exec/state.h"

// Texts of the commands of a component "motion", outside the loop: a goal is numbers, or a name.

// numbers between blanks or commas; -1 when something else is there, or more than `most`
int snw__parts_read_numbers(const char *at, double *out, int most) {
    int count = 0;
    while (count < most) {
        while (snw_is_blank(*at) || *at == ',')
            at++;
        const size_t length = strcspn(at, " ,\t\r\n");
        if (length == 0 || snw_failed(snw_real_parse(at, length, &out[count], NULL))) break;
        at += length;
        count++;
    }
    while (snw_is_blank(*at))
        at++;
    return *at == '\0' ? count : -1;
}

enum { NAMES = 256 };

// "in=FRAME" that is not there, with the name that is closest
static snw_status refuse_frame(const snw_component *self, const char *name, snw_why *why) {
    static const char *const fixed[] = {"world", "base", "tool"};
    const char *names[NAMES];
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    const snw_model *model = self->arm->model;
    const snw_system *system = snw_exec_system(self->exec);
    int count = 0;
    for (int i = 0; i < 3; i++)
        names[count++] = fixed[i];
    // links stand behind the frames
    for (int i = 0; i < model->frame_count + model->link_count && count < NAMES; i++) {
        names[count++] = i < model->frame_count ? model->frames[i].name
                                                : model->links[i - model->frame_count].name;
    }
    for (int i = 0; system != NULL && i < system->member_count && count < NAMES; i++)
        names[count++] = system->members[i].name;
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no frame %s", snw_quote(name).text);
    line = snw_text_over(fix, sizeof fix);
    const char *closest = snw_closest_name(name, names, count);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "write in=world, base, tool, a frame of the arm, MEMBER or "
                               "MEMBER/FRAME");
    }
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, self->name, text, fix);
}

// "in=FRAME" before the numbers of a line
static snw_status read_frame(const snw_component *self, const char **text, char in[SNW__GOAL_FRAME],
                             snw_why *why) {
    snw_words words = snw_words_over(*text);
    snw_word word;
    snw_copy_text(in, SNW__GOAL_FRAME, "world");
    if (!snw_words_next(&words, &word) || word.length < 3 || strncmp(word.text, "in=", 3) != 0)
        return SNW_OK;
    *text = words.at;
    word.text += 3;
    word.length -= 3;
    if (word.length == 0 || !snw_word_copy(word, in, SNW__GOAL_FRAME) ||
        !snw__motion_has_frame(self, in)) {
        return refuse_frame(self, in, why);
    }
    return SNW_OK;
}

static snw_status read_goal(const snw_component *self, const char *text, bool line,
                            snw__goal_order *order, snw_why *why) {
    order->line = line;
    if (line) {
        const snw_status status = read_frame(self, &text, order->in, why);
        if (snw_failed(status)) return status;
    }
    const snw_word rest = snw_word_trim(text, strlen(text));
    // no number begins with such a letter
    if (rest.length > 0 && (isalpha((unsigned char)rest.text[0]) || rest.text[0] == '_')) {
        if (snw_word_copy(rest, order->name, sizeof order->name)) return SNW_OK;
        return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, self->name, "the name is too long",
                          "use a name from the book of the motion");
    }
    const int wanted = line ? 7 : self->arm->count;
    order->count = snw__parts_read_numbers(text, order->numbers, SNW_AXES);
    if (order->count == wanted) return SNW_OK;
    return snw_refuse(why, SNW_ERR_SIZE, self->name,
                      line ? "a line needs x y z and a quaternion x y z w"
                           : "a goal has one number for each axis",
                      line ? "give seven numbers, or a name from the book"
                           : "give as many numbers as the arm has axes, or a name from the book");
}

static snw_status read_move(const void *self, const char *text, void *arguments, snw_why *why) {
    return read_goal(self, text, false, arguments, why);
}

static snw_status read_line(const void *self, const char *text, void *arguments, snw_why *why) {
    return read_goal(self, text, true, arguments, why);
}

static snw_status read_put(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw_words words = snw_words_over(text);
    const bool line = snw_words_take(&words, "line");
    if (line || snw_words_take(&words, "move")) {
        return read_goal(component, words.at, line, arguments, why);
    }
    return snw_refuse(why, SNW_ERR_SIZE, component->name, "put what?",
                      "write put move ... or put line ...");
}

void snw__parts_add_numbers(snw_text *text, const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        if (text->length > 0) snw_text_format(text, " ");
        snw_text_real(text, numbers[i]);
    }
}

static void add_goal(const snw__goal_order *order, snw_text *text) {
    if (order->name[0] != '\0') {
        snw_text_format(text, "%s%s", text->length > 0 ? " " : "", order->name);
    } else {
        if (order->line) {
            snw_text_format(text, "%sin=%s", text->length > 0 ? " " : "",
                            order->in[0] != '\0' ? order->in : "world");
        }
        snw__parts_add_numbers(text, order->numbers, order->count);
    }
}

static void print_goal(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    add_goal(arguments, &text);
}

static void print_put(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__goal_order *order = arguments;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, order->line ? "line" : "move");
    add_goal(order, &text);
}

static void write_nothing(const void *answer, char *text) {
    (void)answer;
    text[0] = '\0';
}

static snw_status read_override(const void *self, const char *text, void *arguments, snw_why *why) {
    if (snw__parts_read_numbers(text, &((snw__override_order *)arguments)->part, 1) == 1) {
        return SNW_OK;
    }
    return snw_refuse(why, SNW_ERR_SIZE, ((const snw_component *)self)->name,
                      "an override is one number", "write override 0.5");
}

static void print_override(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw__parts_add_numbers(&text, &((const snw__override_order *)arguments)->part, 1);
}

// --- tables -------------------------------------------------------------------------------------

static snw_status check_goal(const void *block, snw_why *why) {
    const snw__goal_order *order = block;
    if ((order->name[0] != '\0') != (order->count > 0)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_SIZE, "goal", "a goal is either numbers or a name",
                      "give one of them");
}

#define GOAL_NUMBERS(text)                                                                         \
    {                                                                                              \
        SNW_AT_COUNTED(snw__goal_order, numbers, count), .kind = SNW_KIND_REAL,                    \
                                                         .range = {-1e6, 1e6}, .help = (text)      \
    }
#define GOAL_FRAME                                                                                 \
    {                                                                                              \
        SNW_AT(snw__goal_order, in), .kind = SNW_KIND_STRING, .initial = "world",                  \
                                     .help = "Frame of a line's pose: world, base, tool, a frame " \
                                             "of the arm, MEMBER or MEMBER/FRAME."                 \
    }
static const snw_field move_fields[] = {
    {SNW_AT(snw__goal_order, name), .kind = SNW_KIND_STRING,
     .help = "Name of a place in the book, instead of numbers."},
    GOAL_NUMBERS("Joint positions, one number for each axis [rad or m]."),
};
static const snw_field line_fields[] = {
    {SNW_AT(snw__goal_order, line), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Move the frame on a straight line."},
    {SNW_AT(snw__goal_order, name), .kind = SNW_KIND_STRING,
     .help = "Name of a place in the book, instead of numbers."},
    GOAL_FRAME,
    GOAL_NUMBERS("Pose: x y z [m] and quaternion x y z w."),
};
static const snw_field put_fields[] = {
    {SNW_AT(snw__goal_order, line), .kind = SNW_KIND_BOOL,
     .help = "Move the frame on a straight line; otherwise move all joints together."},
    {SNW_AT(snw__goal_order, name), .kind = SNW_KIND_STRING,
     .help = "Name of a place in the book, instead of numbers."},
    GOAL_FRAME,
    GOAL_NUMBERS("Joint positions, or x y z and quaternion x y z w for a line."),
};
static const snw_type move_type = {SNW_TYPE_AS("motion_move", snw__goal_order, move_fields),
                                   .space = &snw_space_motion, .validate = check_goal,
                                   .help = "Goal of a joint move."};
static const snw_type line_type = {SNW_TYPE_AS("motion_line", snw__goal_order, line_fields),
                                   .space = &snw_space_motion, .validate = check_goal,
                                   .help = "Goal of a straight-line move."};
static const snw_type put_type = {SNW_TYPE_AS("motion_put", snw__goal_order, put_fields),
                                  .space = &snw_space_motion, .validate = check_goal,
                                  .help = "Goal of a move that waits for those before it."};
static const snw_field number_fields[] = {
    {SNW_AT(snw__goal_answer, id), .kind = SNW_KIND_INT, .help = "Number of the motion."}};
static const snw_type number_type = {SNW_TYPE_AS("motion_number", snw__goal_answer, number_fields),
                                     .space = &snw_space_motion, .help = "Number of the motion."};
static const snw_field override_fields[] = {
    {SNW_AT(snw__override_order, part), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Override of the requested speed, from 0 to 2."}};
static const snw_type override_type = {
    SNW_TYPE_AS("motion_override", snw__override_order, override_fields),
    .space = &snw_space_motion, .help = "Speed override of all motions."};

const snw_command snw__motion_commands[SNW__MOTION_COMMANDS] = {
    {.word = "move",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &move_type,
     .answer = &number_type,
     .act = snw__motion_order_go,
     .help = "Move all joints to a goal; the command ends when the target is there.",
     .usage = "Q1 Q2 ...|NAME",
     .read = read_move,
     .print = print_goal,
     .write = write_nothing},
    {.word = "line",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &line_type,
     .answer = &number_type,
     .act = snw__motion_order_go,
     .help = "Move the frame on a straight line to a pose in the world, or in FRAME. NAME is a "
             "place of the book, in the base of the arm.",
     .usage = "[in=world|base|tool|FRAME] X Y Z QX QY QZ QW|NAME",
     .read = read_line,
     .print = print_goal,
     .write = write_nothing},
    {.word = "put",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &put_type,
     .answer = &number_type,
     .act = snw__motion_order_put,
     .help = "Add a move to the queue and return its number at once.",
     .usage = "move|line ...",
     .read = read_put,
     .print = print_put},
    {.word = "stop",
     .kind = SNW_COMMAND_END,
     .act = snw__motion_order_stop,
     .help = "Stop the motion within its limits and clear the queue."},
    {.word = "pause",
     .kind = SNW_COMMAND_END,
     .act = snw__motion_order_pause,
     .help = "Pause on the path."},
    {.word = "resume",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__motion_order_resume,
     .help = "Continue along the path."},
    {.word = "override",
     .kind = SNW_COMMAND_SET,
     .arguments = &override_type,
     .act = snw__motion_order_override,
     .help = "Set the speed override, 0 to 2.",
     .usage = "PART",
     .read = read_override,
     .print = print_override},
};
