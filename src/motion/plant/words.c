// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "inside.h"
#include "orders.h"

// The texts of operators to simulated arms, outside the loop: numbers end with "for SECONDS", and
// axes have numbers and names.

enum { NUMBERS = 6 };

static snw_status refuse_text(snw_why *why, snw_status status, const char *text, const char *fix) {
    return snw_refuse(why, status, "message", text, fix);
}

// up to `most` numbers, ended by "for" or the end of the text; -1 for a word that is none
static int take_numbers(snw_words *words, double *numbers, int most) {
    for (int count = 0;; count++) {
        snw_words rest = *words;
        snw_word word;
        if (!snw_words_next(&rest, &word) || snw_word_is(word, "for")) return count;
        if (count == most || !snw_word_real(word, &numbers[count])) return -1;
        *words = rest;
    }
}

// "for SECONDS" at the end, or nothing
static bool take_time(snw_words *words, double *seconds) {
    snw_word word;
    *seconds = 0;
    if (snw_words_end(words)) return true;
    if (!snw_words_take(words, "for") || !snw_words_next(words, &word)) return false;
    return snw_word_real(word, seconds) && *seconds > 0 && snw_words_end(words);
}

static snw_status take_axis(const snw_drive *drive, snw_words *words, int *axis, snw_why *why) {
    snw_word word;
    int64_t number = -2;
    (void)snw_words_next(words, &word);
    if (snw_word_is(word, "all")) {
        number = SNW__ALL_AXES;
    } else if (!snw_word_int(word, &number)) {
        for (int i = 0; i < drive->arm->count; i++) {
            if (snw_word_is(word, snw_arm_axis_name(drive->arm, i))) number = i;
        }
    } else if (number < 0) {
        number = -2;
    }
    *axis = (int)number;
    if (number >= -1 && number < drive->arm->count) return SNW_OK;
    return refuse_text(why, SNW_ERR_UNKNOWN_NAME, "there is no such axis",
                       "give its number from 0, the name of its joint, or all");
}

static snw_status take_link(const snw_drive *drive, snw_words *words, char link[SNW_NAME],
                            snw_why *why) {
    snw_word word;
    (void)snw_words_next(words, &word);
    if (snw_word_copy(word, link, SNW_NAME) && snw__find_link(drive->arm, link) >= 0) return SNW_OK;
    return refuse_text(why, SNW_ERR_UNKNOWN_NAME, "there is no such link",
                       "'sinew model show' lists them");
}

// --- reading ------------------------------------------------------------------------------------

static snw_status read_fault(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__fault_order *order = arguments;
    snw_words words = snw_words_over(text);
    snw_word name;
    const snw_status status = take_axis(self, &words, &order->axis, why);
    if (snw_failed(status)) return status;
    (void)snw_words_next(&words, &name);
    int kind = SNW_PLANT_FAULTS - 1;
    while (kind >= 0 && !snw_word_is(name, snw__plant_fault_name((snw_plant_fault_kind)kind)))
        kind--;
    if (kind < 0) {
        return refuse_text(why, SNW_ERR_UNKNOWN_NAME, "there is no such fault",
                           "docs/plant.md has a table of them");
    }
    order->kind = (snw_plant_fault_kind)kind;
    if (take_numbers(&words, &order->value, 1) >= 0 && take_time(&words, &order->seconds)) {
        return SNW_OK;
    }
    return refuse_text(why, SNW_ERR_SYNTAX, "a fault is not understood",
                       "fault AXIS KIND [VALUE] [for SECONDS]");
}

static snw_status read_force(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__force_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_axis(self, &words, &order->axis, why);
    if (snw_failed(status)) return status;
    if (take_numbers(&words, &order->effort, 1) == 1 && take_time(&words, &order->seconds)) {
        return SNW_OK;
    }
    return refuse_text(why, SNW_ERR_SYNTAX, "a force is not understood",
                       "force AXIS EFFORT [for SECONDS]");
}

static snw_status read_push(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__push_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_link(self, &words, order->link, why);
    if (snw_failed(status)) return status;
    double n[NUMBERS] = {0};
    const int count = take_numbers(&words, n, NUMBERS);
    if ((count != 3 && count != 6) || !take_time(&words, &order->seconds)) {
        return refuse_text(why, SNW_ERR_SYNTAX, "a push is not understood",
                           "push LINK FX FY FZ [TX TY TZ] [for SECONDS]");
    }
    order->force = snw_vec3_of(n[0], n[1], n[2]);
    order->torque = snw_vec3_of(n[3], n[4], n[5]);
    return SNW_OK;
}

static snw_status read_mass(const void *self, const char *text, const char *what, const char *fix,
                            snw__mass_order *order, snw_why *why) {
    snw_words words = snw_words_over(text);
    const snw_status status = take_link(self, &words, order->link, why);
    if (snw_failed(status)) return status;
    double n[4] = {0};
    const int count = take_numbers(&words, n, 4);
    if ((count != 1 && count != 4) || !snw_words_end(&words)) {
        return refuse_text(why, SNW_ERR_SYNTAX, what, fix);
    }
    order->mass = n[0];
    order->center = snw_vec3_of(n[1], n[2], n[3]);
    return SNW_OK;
}

static snw_status read_payload(const void *self, const char *text, void *arguments, snw_why *why) {
    return read_mass(self, text, "a payload is not understood", "payload LINK MASS [X Y Z]",
                     arguments, why);
}

static snw_status read_attached(const void *self, const char *text, void *arguments, snw_why *why) {
    return read_mass(self, text, "the attached mass is not understood",
                     "attached LINK MASS [X Y Z]", arguments, why);
}

static snw_status read_moments(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__moments_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_link(self, &words, order->link, why);
    if (snw_failed(status)) return status;
    double n[NUMBERS] = {0};
    const int count = take_numbers(&words, n, NUMBERS);
    if ((count != 3 && count != NUMBERS) || !snw_words_end(&words)) {
        return refuse_text(why, SNW_ERR_SYNTAX, "moments are not understood",
                           "moments LINK IXX IYY IZZ [IXY IXZ IYZ]");
    }
    order->main = snw_vec3_of(n[0], n[1], n[2]);
    order->side = snw_vec3_of(n[3], n[4], n[5]);
    return SNW_OK;
}

static snw_status read_base(const void *self, const char *text, void *arguments, snw_why *why) {
    (void)self;
    snw__base_order *order = arguments;
    snw_words words = snw_words_over(text);
    double n[NUMBERS] = {0};
    const int count = take_numbers(&words, n, NUMBERS);
    if ((count != 3 && count != NUMBERS) || !snw_words_end(&words)) {
        return refuse_text(why, SNW_ERR_SYNTAX, "a place of the base is not understood",
                           "base X Y Z [ROLL PITCH YAW]");
    }
    order->position = snw_vec3_of(n[0], n[1], n[2]);
    order->turn = snw_vec3_of(n[3], n[4], n[5]);
    return SNW_OK;
}

// --- printing -----------------------------------------------------------------------------------

static void add_real(snw_text *text, double value) {
    snw_text_format(text, " ");
    snw_text_real(text, value);
}

static void add_vec3(snw_text *text, snw_vec3 v) {
    add_real(text, v.x);
    add_real(text, v.y);
    add_real(text, v.z);
}

static void add_time(snw_text *text, double seconds) {
    if (!(seconds > 0)) return;
    snw_text_format(text, " for");
    add_real(text, seconds);
}

static snw_text begin_axis(char *out, int axis) {
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    if (axis == SNW__ALL_AXES) {
        snw_text_format(&text, "all");
    } else {
        snw_text_format(&text, "%d", axis);
    }
    return text;
}

static snw_text begin_link(char *out, const char *link) {
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, "%s", link);
    return text;
}

static void print_fault(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__fault_order *order = arguments;
    snw_text text = begin_axis(out, order->axis);
    snw_text_format(&text, " %s", snw__plant_fault_name(order->kind));
    if (!isinf(order->value)) add_real(&text, order->value);
    add_time(&text, order->seconds);
}

static void print_force(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__force_order *order = arguments;
    snw_text text = begin_axis(out, order->axis);
    add_real(&text, order->effort);
    add_time(&text, order->seconds);
}

static void print_push(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__push_order *order = arguments;
    snw_text text = begin_link(out, order->link);
    add_vec3(&text, order->force);
    add_vec3(&text, order->torque);
    add_time(&text, order->seconds);
}

static void print_mass(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__mass_order *order = arguments;
    snw_text text = begin_link(out, order->link);
    add_real(&text, order->mass);
    add_vec3(&text, order->center);
}

static void print_moments(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__moments_order *order = arguments;
    snw_text text = begin_link(out, order->link);
    add_vec3(&text, order->main);
    add_vec3(&text, order->side);
}

static void print_base(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__base_order *order = arguments;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_real(&text, order->position.x);
    add_real(&text, order->position.y);
    add_real(&text, order->position.z);
    add_vec3(&text, order->turn);
}

static void write_next(const void *answer, char *text) {
    (void)answer;
    snw_copy_text(text, SNW_COMMAND_TEXT, "from the next tick on");
}

// --- tables -------------------------------------------------------------------------------------

#define SECONDS(structure)                                                                         \
    {                                                                                              \
        SNW_AT(structure, seconds), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 1e6},         \
                                    .help = "Duration; 0 means until it is replaced."              \
    }
#define AXIS(structure)                                                                            \
    {                                                                                              \
        SNW_AT(structure, axis), .kind = SNW_KIND_INT, .range = {-1, SNW_AXES},                    \
                                 .flags = SNW_REQUIRED,                                            \
                                 .help = "Number of the axis, from 0; -1 means all axes."          \
    }
#define LINK(structure)                                                                            \
    {                                                                                              \
        SNW_AT(structure, link), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,                   \
                                 .help = "Name of the link."                                       \
    }

static const snw_field fault_fields[] = {
    AXIS(snw__fault_order),
    {SNW_AT(snw__fault_order, kind), .kind = SNW_KIND_ENUM, .choices = snw__plant_fault_choices,
     .choice_count = SNW_PLANT_FAULTS, .flags = SNW_REQUIRED, .help = "Kind of fault."},
    {SNW_AT(snw__fault_order, value), .kind = SNW_KIND_REAL, .range = {-1e9, 1e9}, .initial = "INF",
     .flags = SNW_INFINITE,
     .help = "Value of the fault, in the unit of its kind; the default of the kind if omitted."},
    SECONDS(snw__fault_order),
};
static const snw_type fault_type = {SNW_TYPE_AS("fault_order", snw__fault_order, fault_fields),
                                    .space = &snw_space_motion,
                                    .help = "A simulated fault of an axis."};

static const snw_field force_fields[] = {
    AXIS(snw__force_order),
    {SNW_AT(snw__force_order, effort), .kind = SNW_KIND_REAL, .range = {-1e9, 1e9},
     .flags = SNW_REQUIRED, .help = "Effort to apply [N.m or N]."},
    SECONDS(snw__force_order),
};
static const snw_type force_type = {SNW_TYPE_AS("force_order", snw__force_order, force_fields),
                                    .space = &snw_space_motion,
                                    .help = "An external effort on an axis."};

static const snw_field push_fields[] = {
    LINK(snw__push_order),
    {SNW_AT(snw__push_order, force), .kind = SNW_KIND_VEC3, .unit = "N", .range = {-1e9, 1e9},
     .flags = SNW_REQUIRED, .help = "Force along the axes of the world."},
    {SNW_AT(snw__push_order, torque), .kind = SNW_KIND_VEC3, .unit = "N.m", .range = {-1e9, 1e9},
     .help = "Torque about the origin of the link."},
    SECONDS(snw__push_order),
};
static const snw_type push_type = {SNW_TYPE_AS("push_order", snw__push_order, push_fields),
                                   .space = &snw_space_motion,
                                   .help = "An external force and torque on a link."};

static const snw_field mass_fields[] = {
    LINK(snw__mass_order),
    {SNW_AT(snw__mass_order, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {-1e9, 1e9},
     .flags = SNW_REQUIRED, .help = "Mass; not negative."},
    {SNW_AT(snw__mass_order, center), .kind = SNW_KIND_VEC3, .unit = "m", .range = {-1e6, 1e6},
     .help = "Position of the mass in the frame of the link."},
};
static const snw_type mass_type = {SNW_TYPE_AS("mass_order", snw__mass_order, mass_fields),
                                   .space = &snw_space_motion, .help = "A point mass."};

static const snw_field moments_fields[] = {
    LINK(snw__moments_order),
    {SNW_AT(snw__moments_order, main), .kind = SNW_KIND_VEC3, .unit = "kg.m^2",
     .range = {-1e9, 1e9}, .flags = SNW_REQUIRED,
     .help = "Ixx, Iyy and Izz about the centre of mass."},
    {SNW_AT(snw__moments_order, side), .kind = SNW_KIND_VEC3, .unit = "kg.m^2",
     .range = {-1e9, 1e9}, .help = "Ixy, Ixz and Iyz about the centre of mass."},
};
static const snw_type moments_type = {
    SNW_TYPE_AS("moments_order", snw__moments_order, moments_fields), .space = &snw_space_motion,
    .help = "Moments of inertia."};

static const snw_field base_fields[] = {
    {SNW_AT(snw__base_order, position), .kind = SNW_KIND_VEC3, .unit = "m", .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Position of the base in the frame of its coordinates."},
    {SNW_AT(snw__base_order, turn), .kind = SNW_KIND_VEC3, .unit = "rad", .range = {-1e6, 1e6},
     .help = "Roll, pitch and yaw."},
};
static const snw_type base_type = {SNW_TYPE_AS("base_order", snw__base_order, base_fields),
                                   .space = &snw_space_motion,
                                   .help = "The pose that a floating base is given."};

const snw_command snw__plant_commands[SNW__PLANT_COMMANDS] = {
    {.word = "fault",
     .kind = SNW_COMMAND_SET,
     .arguments = &fault_type,
     .act = snw__order_fault,
     .help = "Simulate a fault of an axis, or clear it.",
     .role = SNW_COMMAND_INJECT,
     .usage = "AXIS KIND [VALUE] [for SECONDS]",
     .read = read_fault,
     .print = print_fault,
     .write = write_next},
    {.word = "force",
     .kind = SNW_COMMAND_SET,
     .arguments = &force_type,
     .act = snw__order_force,
     .help = "Apply an external effort to an axis.",
     .usage = "AXIS EFFORT [for SECONDS]",
     .read = read_force,
     .print = print_force,
     .write = write_next},
    {.word = "push",
     .kind = SNW_COMMAND_SET,
     .arguments = &push_type,
     .act = snw__order_push,
     .help = "Push a link at its origin, along the axes of the world.",
     .usage = "LINK FX FY FZ [TX TY TZ] [for SECONDS]",
     .read = read_push,
     .print = print_push,
     .write = write_next},
    {.word = "payload",
     .kind = SNW_COMMAND_SET,
     .arguments = &mass_type,
     .act = snw__order_payload,
     .help = "Set the payload of a link to a point mass.",
     .usage = "LINK MASS [X Y Z]",
     .read = read_payload,
     .print = print_mass,
     .write = write_next},
    {.word = "attached",
     .kind = SNW_COMMAND_SET,
     .arguments = &mass_type,
     .act = snw__order_attached,
     .help = "Attach a point mass to a link, in place of what is attached.",
     .usage = "LINK MASS [X Y Z]",
     .read = read_attached,
     .print = print_mass,
     .write = write_next},
    {.word = "moments",
     .kind = SNW_COMMAND_SET,
     .arguments = &moments_type,
     .act = snw__order_moments,
     .help = "Set the moments of inertia of what is attached to a link.",
     .usage = "LINK IXX IYY IZZ [IXY IXZ IYZ]",
     .read = read_moments,
     .print = print_moments,
     .write = write_next},
    {.word = "base",
     .kind = SNW_COMMAND_SET,
     .arguments = &base_type,
     .act = snw__order_base,
     .help = "Put a floating base somewhere, at rest; its stand goes with it.",
     .usage = "X Y Z [ROLL PITCH YAW]",
     .read = read_base,
     .print = print_base,
     .write = write_next},
};
