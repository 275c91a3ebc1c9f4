// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "source_orders.h"

// Commands of joint_move and test_signal: tables and texts, outside the loop.

// --- joint_move ---------------------------------------------------------------------------------

// as many numbers as there are before the first word that is none
static snw_status read_joints(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__joints_order *order = arguments;
    order->count = snw__parts_read_numbers(text, order->q, SNW_AXES);
    if (order->count == component->arm->count) return SNW_OK;
    const snw_status status =
        snw_refuse(why, SNW_ERR_SIZE, component->name, "a goal has one number for each axis",
                   "give as many numbers as the arm has axes");
    snw_why_add(why, "axes", component->arm->count, "");
    snw_why_add(why, "numbers", order->count, "");
    return status;
}

static void print_joints(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__joints_order *order = arguments;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw__parts_add_numbers(&text, order->q, order->count);
}

static void write_nothing(const void *answer, char *text) {
    (void)answer;
    text[0] = '\0';
}

static const snw_field joints_fields[] = {
    {SNW_AT_COUNTED(snw__joints_order, q, count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Joint positions, one number for each axis [rad or m]."}};
static const snw_type joints_type = {SNW_TYPE_AS("joint_goal", snw__joints_order, joints_fields),
                                     .space = &snw_space_motion, .help = "Goal of a joint move."};
static const snw_field number_fields[] = {
    {SNW_AT(snw__joints_answer, number), .kind = SNW_KIND_UINT, .help = "Number of the goal."}};
static const snw_type number_type = {
    SNW_TYPE_AS("joint_goal_number", snw__joints_answer, number_fields), .space = &snw_space_motion,
    .help = "Number of the goal."};

const snw_command snw__joint_move_commands[SNW__JOINT_MOVE_COMMANDS] = {
    {.word = "move",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &joints_type,
     .answer = &number_type,
     .act = snw__joint_move_go,
     .help = "Move to a goal; the command ends when the target is there.",
     .usage = "Q1 Q2 ...",
     .read = read_joints,
     .print = print_joints,
     .write = write_nothing},
    {.word = "stop", .kind = SNW_COMMAND_END, .act = snw__joint_move_stop, .help = "Stop here."},
};

// --- test_signal --------------------------------------------------------------------------------

static const snw_choice shapes[] = {
    {"step", SNW__TEST_STEP, "A step, reversed at the end."},
    {"ramp", SNW__TEST_RAMP, "A smooth ramp in half the time, reversed at the end."},
    {"sine", SNW__TEST_SINE, "A sine of one frequency."},
    {"sweep", SNW__TEST_SWEEP, "A frequency sweep from a tenth of the frequency to all of it."},
};

static snw_status read_test(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__test_order *order = arguments;
    snw_words words = snw_words_over(text);
    snw_word word;
    double n[4];
    bool known = false;
    (void)snw_words_next(&words, &word);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (!snw_word_is(word, shapes[i].name)) continue;
        order->shape = (snw__test_shape)shapes[i].value;
        known = true;
    }
    if (!known || snw_words_reals(&words, n, 4) != 4 || n[0] != floor(n[0]) ||
        !(n[0] >= 0 && n[0] < SNW_AXES)) {
        return snw__test_refuse(self, why);
    }
    order->axis = (int)n[0];
    order->height = n[1];
    order->hz = n[2];
    order->seconds = n[3];
    return SNW_OK;
}

static void print_test(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__test_order *order = arguments;
    const double n[3] = {order->height, order->hz, order->seconds};
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, "%s %d", shapes[order->shape].name, order->axis);
    snw__parts_add_numbers(&text, n, 3);
}

static const snw_field test_fields[] = {
    {SNW_AT(snw__test_order, shape), .kind = SNW_KIND_ENUM, SNW_CHOICES(shapes),
     .flags = SNW_REQUIRED, .help = "Shape of the signal."},
    {SNW_AT(snw__test_order, axis), .kind = SNW_KIND_INT, .range = {0, SNW_AXES},
     .flags = SNW_REQUIRED, .help = "Number of the axis, from 0."},
    {SNW_AT(snw__test_order, height), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Amplitude of the signal [rad or m]."},
    {SNW_AT(snw__test_order, hz), .kind = SNW_KIND_REAL, .unit = "Hz", .range = {-1e6, 1e6},
     .initial = "1", .help = "Frequency, up to 100 Hz."},
    {SNW_AT(snw__test_order, seconds), .kind = SNW_KIND_REAL, .unit = "s", .range = {-1e6, 1e6},
     .initial = "2", .help = "Duration, 0.2 to 60 s."},
};
static const snw_type test_type = {SNW_TYPE_AS("test_signal_run", snw__test_order, test_fields),
                                   .space = &snw_space_motion, .help = "A test signal."};

const snw_command snw__test_commands[SNW__TEST_COMMANDS] = {
    {.word = "run",
     .kind = SNW_COMMAND_STREAM,
     .arguments = &test_type,
     .act = snw__test_run,
     .help = "Apply a step, ramp, sine or sweep to an axis; repeat the command to keep it on.",
     .usage = "SHAPE AXIS HEIGHT HZ SECONDS",
     .read = read_test,
     .print = print_test},
    {.word = "stop",
     .kind = SNW_COMMAND_END,
     .act = snw__test_stop,
     .help = "End the test and return to the setpoint."},
};
