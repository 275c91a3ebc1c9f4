// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

typedef struct thing {
    snw_pose pose;               // in the world
    const snw_component *holder; // NULL: it lies where it is
    snw_pose T_frame_object;     // while it is held
} thing;

typedef struct objects {
    thing things[SNW_OBJECTS];
} objects;

// --- for grippers -------------------------------------------------------------------------------

int snw__objects_count(const snw_component *component) {
    return ((const snw_objects *)component->config)->list_count;
}

const snw_object *snw__objects_get(const snw_component *component, int index) {
    return &((const snw_objects *)component->config)->list[index];
}

int snw__objects_find(const snw_component *component, const char *name) {
    for (int i = 0; i < snw__objects_count(component); i++) {
        if (strcmp(snw__objects_get(component, i)->member, name) == 0) return i;
    }
    return -1;
}

snw_pose snw__objects_pose(const snw_component *component, int index) {
    return ((const objects *)component->work)->things[index].pose;
}

const snw_component *snw__objects_holder(const snw_component *component, int index) {
    return ((const objects *)component->work)->things[index].holder;
}

void snw__objects_hold(snw_component *component, int index, const snw_component *gripper,
                       snw_pose T_frame_object) {
    thing *one = &((objects *)component->work)->things[index];
    one->holder = gripper;
    one->T_frame_object = T_frame_object;
}

// --- the tick -----------------------------------------------------------------------------------

static void show(snw_component *self) {
    const objects *o = self->work;
    snw_objects_signals *signals = self->signals;
    const int count = snw__objects_count(self);
    signals->count = 7 * count;
    signals->held_count = count;
    for (int i = 0; i < count; i++) {
        snw__pose_numbers(o->things[i].pose, &signals->pose[(ptrdiff_t)7 * i]);
        signals->held[i] = o->things[i].holder != NULL;
    }
}

static snw_status objects_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    objects *o = self->work;
    for (int i = 0; i < snw__objects_count(self); i++) {
        thing *one = &o->things[i];
        if (one->holder == NULL) continue;
        one->pose = snw_pose_mul(snw__gripper_frame(one->holder), one->T_frame_object);
    }
    show(self);
    return SNW_OK;
}

static void place_all(snw_component *self) {
    objects *o = self->work;
    for (int i = 0; i < snw__objects_count(self); i++)
        o->things[i].pose = snw__objects_get(self, i)->origin;
}

// --- messages -----------------------------------------------------------------------------------

static snw_status reset(snw_component *self, snw_why *why) {
    const objects *o = self->work;
    for (int i = 0; i < snw__objects_count(self); i++) {
        if (o->things[i].holder == NULL) continue;
        return snw__teach_refuse(why, SNW_ERR_STATE, snw__objects_get(self, i)->member,
                                 "a gripper holds it", "release it first");
    }
    place_all(self);
    show(self);
    return SNW_OK;
}

static snw_status take_object(const snw_component *self, snw__words *words, int *index,
                              snw_why *why) {
    snw__word word;
    char name[SNW_NAME] = "";
    if (snw__word_next(words, &word)) (void)snw__word_copy(word, name, sizeof name);
    *index = snw__objects_find(self, name);
    if (*index >= 0) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "there is no object of that name",
                             "the list of the component has them");
}

// "place NAME X Y Z QX QY QZ QW"
static snw_status place(snw_component *self, snw__words *words, snw_why *why) {
    objects *o = self->work;
    int index;
    const snw_status status = take_object(self, words, &index, why);
    if (status < 0) return status;
    double numbers[7];
    snw_pose pose;
    if (snw__word_reals(words, numbers, 7) != 7 || snw__pose_of_numbers(numbers, &pose) != SNW_OK) {
        return snw__teach_refuse(why, SNW_ERR_SYNTAX, self->name, "this is no place",
                                 "place NAME X Y Z QX QY QZ QW");
    }
    if (o->things[index].holder != NULL) {
        return snw__teach_refuse(why, SNW_ERR_STATE, snw__objects_get(self, index)->member,
                                 "a gripper holds it", "release it first");
    }
    o->things[index].pose = pose;
    show(self);
    return SNW_OK;
}

static snw_status where(const snw_component *self, snw__words *words, char *answer, snw_why *why) {
    int index;
    const snw_status status = take_object(self, words, &index, why);
    if (status < 0) return status;
    snw__line line = snw__line_over(answer, SNW_MESSAGE);
    snw__line_pose(&line, snw__objects_pose(self, index));
    return snw__line_end(&line, self, why);
}

static snw_status list(const snw_component *self, char *answer, snw_why *why) {
    snw__line line = snw__line_over(answer, SNW_MESSAGE);
    for (int i = 0; i < snw__objects_count(self); i++)
        snw__line_word(&line, snw__objects_get(self, i)->member);
    return snw__line_end(&line, self, why);
}

static snw_status objects_message(snw_component *self, const char *text, char *answer,
                                  snw_why *why) {
    snw__words words = {text};
    snw__word verb;
    answer[0] = '\0';
    (void)snw__word_next(&words, &verb);
    if (snw__word_is(verb, "reset")) return reset(self, why);
    if (snw__word_is(verb, "place")) return place(self, &words, why);
    if (snw__word_is(verb, "where")) return where(self, &words, answer, why);
    if (snw__word_is(verb, "list")) return list(self, answer, why);
    return snw__teach_unknown(self, "list, where, place, reset", why);
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status objects_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    self->work = SNW_ARENA_ARRAY(arena, objects, 1);
    if (self->work == NULL) return SNW_ERR_MEMORY;
    *(objects *)self->work = (objects){0};
    place_all(self);
    show(self);
    return SNW_OK;
}

// --- tables -------------------------------------------------------------------------------------

static const snw_field signal_fields[] = {
    {SNW_AT_COUNTED(snw_objects_signals, pose, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Of each object x y z [m] and quaternion x y z w, in the world."},
    {SNW_AT_COUNTED(snw_objects_signals, held, held_count), .kind = SNW_KIND_INT,
     .role = SNW_SIGNAL, .help = "1 for each object that a gripper holds."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("objects_signals", snw_objects_signals, signal_fields), .space = &snw_space_cell,
    .help = "Where objects are."};

static const snw_command commands[] = {
    {"list", "", "Tells the names, in the order of the poses."},
    {"where", "NAME", "Tells where one is: x y z and quaternion x y z w."},
    {"place", "NAME X Y Z QX QY QZ QW", "Puts one somewhere."},
    {"reset", "", "Puts all where they were at the beginning."},
};
const snw_component_functions snw__objects_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_PUBLISH,
    .signals = &signals_type,
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = objects_configure,
    .update = objects_update,
    .message = objects_message,
};

static const snw_field object_fields[] = {
    {SNW_AT(snw_object, member), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Member of the cell that it is."},
    {SNW_AT(snw_object, origin), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "Where it is at the beginning, in the world."},
    {SNW_AT(snw_object, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e4},
     .help = "Its mass."},
    {SNW_AT(snw_object, center), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Centre of its mass, in its frame."},
    {SNW_AT(snw_object, width), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .help = "Between the fingers that hold it."},
};
const snw_type snw_object_type = {SNW_TYPE_AS("object", snw_object, object_fields),
                                  .space = &snw_space_cell, .help = "A loose thing."};

static const snw_field objects_fields[] = {
    {SNW_AT_LIST(snw_objects, list, list_count, SNW_OBJECTS), .kind = SNW_KIND_STRUCT,
     .type = &snw_object_type, .item = "object", .help = "All of them."},
};
const snw_type snw_objects_type = {SNW_TYPE_AS("objects", snw_objects, objects_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__objects_functions.head,
                                   .help = "Where the loose things of a cell are."};
