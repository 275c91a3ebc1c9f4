// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// Commands of a gripper: tables and texts.

// what is no number is no width either
static snw_status read_width(const void *self, const char *text, void *arguments, snw_why *why) {
    (void)self, (void)why;
    snw_words words = snw_words_over(text);
    snw__width_order *order = arguments;
    if (snw_words_reals(&words, &order->width, 1) != 1) order->width = -1;
    return SNW_OK;
}

static void print_width(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_real(&text, ((const snw__width_order *)arguments)->width);
}

static const snw_field width_fields[] = {{SNW_AT(snw__width_order, width), .kind = SNW_KIND_REAL,
                                          .unit = "m", .range = {-1e6, 1e6}, .flags = SNW_REQUIRED,
                                          .help = "Width between the fingers."}};
static const snw_type width_type = {SNW_TYPE_AS("gripper_width", snw__width_order, width_fields),
                                    .space = &snw_space_cell, .help = "Width of the gripper."};
static const snw_field object_fields[] = {
    {SNW_AT(snw__name_order, name), .kind = SNW_KIND_STRING,
     .help = "Name of the object; empty means the one in reach."}};
static const snw_type object_type = {SNW_TYPE_AS("gripper_object", snw__name_order, object_fields),
                                     .space = &snw_space_cell, .help = "Object to be gripped."};

const snw_command snw__gripper_commands[SNW__GRIPPER_COMMANDS] = {
    {.word = "open",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__gripper_order_open,
     .help = "Open fully and release what is held."},
    {.word = "close",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__gripper_order_close,
     .help = "Close until the fingers meet or touch an object."},
    {.word = "relax",
     .kind = SNW_COMMAND_SET,
     .act = snw__gripper_order_relax,
     .help = "Cancel the command of the gripper and release what is held."},
    {.word = "width",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &width_type,
     .act = snw__gripper_order_width,
     .help = "Move the fingers to a width in metres.",
     .usage = "W",
     .read = read_width,
     .print = print_width},
    {.word = "attach",
     .kind = SNW_COMMAND_SET,
     .arguments = &object_type,
     .act = snw__gripper_order_attach,
     .help = "Grip an object in reach.",
     .usage = "[OBJECT]"},
    {.word = "release",
     .kind = SNW_COMMAND_SET,
     .act = snw__gripper_order_release,
     .help = "Release what is held, where it is."},
};
