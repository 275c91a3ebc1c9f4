// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// Commands of objects: tables and texts; questions are answered from the signals.

typedef struct where_answer {
    double pose[7];
} where_answer;

typedef struct list_answer {
    char names[SNW_OBJECTS][SNW_NAME];
    int count;
} list_answer;

static snw_status find_object(const void *self, const void *signals, const void *arguments,
                              void *answer, snw_why *why) {
    const char *name = ((const snw__name_order *)arguments)->name;
    const snw_objects_signals *shown = signals;
    const int index = snw__objects_find(self, name);
    if (index < 0) return snw__objects_unknown(name, why);
    memcpy(((where_answer *)answer)->pose, &shown->pose[(ptrdiff_t)7 * index],
           sizeof(where_answer));
    return SNW_OK;
}

static snw_status list_objects(const void *self, const void *signals, const void *arguments,
                               void *answer, snw_why *why) {
    (void)signals, (void)arguments;
    list_answer *list = answer;
    size_t length = 0;
    for (list->count = 0; list->count < snw__objects_count(self); list->count++) {
        const char *name = snw__objects_get(self, list->count)->member;
        snw_copy_text(list->names[list->count], SNW_NAME, name);
        length += strlen(name) + 1;
    }
    if (length <= SNW_COMMAND_TEXT) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "teach", ((const snw_component *)self)->name,
                           "the answer is longer than a message", "request less of it at once");
}

// a word that is missing or too long is no name of an object
static snw_status take_object(const snw_component *self, snw_words *words, char name[SNW_NAME],
                              snw_why *why) {
    snw_word word;
    (void)snw_words_next(words, &word);
    if (!snw_word_copy(word, name, SNW_NAME)) name[0] = '\0';
    return snw__objects_find(self, name) >= 0 ? SNW_OK : snw__objects_unknown(name, why);
}

static snw_status read_object(const void *self, const char *text, void *arguments, snw_why *why) {
    snw_words words = snw_words_over(text);
    return take_object(self, &words, ((snw__name_order *)arguments)->name, why);
}

static void print_object(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_copy_text(out, SNW_COMMAND_TEXT, ((const snw__name_order *)arguments)->name);
}

static snw_status read_place(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__pose_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_object(self, &words, order->name, why);
    if (snw_failed(status)) return status;
    if (snw_words_reals(&words, order->pose, 7) == 7) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", ((const snw_component *)self)->name,
                           "this is not a pose", "place NAME X Y Z QX QY QZ QW");
}

static void print_place(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__pose_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    snw__line_reals(&line, order->pose, 7);
}

static const snw_field place_fields[] = {
    {SNW_AT(snw__pose_order, name), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Name of the object."},
    {SNW_AT_ARRAY(snw__pose_order, pose), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Pose in the world: x y z [m] and quaternion x y z w."}};
static const snw_type place_type = {SNW_TYPE_AS("object_place", snw__pose_order, place_fields),
                                    .space = &snw_space_cell, .help = "New pose of an object."};
static const snw_field where_fields[] = {
    {SNW_AT_ARRAY(where_answer, pose), .kind = SNW_KIND_REAL,
     .help = "Pose in the world: x y z [m] and quaternion x y z w."}};
static const snw_type where_type = {SNW_TYPE_AS("object_where", where_answer, where_fields),
                                    .space = &snw_space_cell, .help = "Pose of an object."};
static const snw_field list_fields[] = {{SNW_AT_COUNTED(list_answer, names, count),
                                         .kind = SNW_KIND_STRING,
                                         .help = "Names in the order of the poses."}};
static const snw_type list_type = {SNW_TYPE_AS("object_names", list_answer, list_fields),
                                   .space = &snw_space_cell, .help = "Names of the objects."};

const snw_command snw__objects_commands[SNW__OBJECTS_COMMANDS] = {
    {.word = "list",
     .kind = SNW_COMMAND_ASK,
     .answer = &list_type,
     .ask = list_objects,
     .help = "List the names in the order of the poses."},
    {.word = "where",
     .kind = SNW_COMMAND_ASK,
     .arguments = &snw__name_type,
     .answer = &where_type,
     .ask = find_object,
     .help = "Return the pose of an object in the world: x y z [m] and quaternion x y z w.",
     .usage = "NAME",
     .read = read_object,
     .print = print_object},
    {.word = "place",
     .kind = SNW_COMMAND_SET,
     .arguments = &place_type,
     .act = snw__objects_order_place,
     .help = "Place an object at a pose in the world.",
     .usage = "NAME X Y Z QX QY QZ QW",
     .read = read_place,
     .print = print_place},
    {.word = "reset",
     .kind = SNW_COMMAND_SET,
     .act = snw__objects_order_reset,
     .help = "Move all objects back to their initial poses."},
};
