// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "task_orders.h"

// Texts and tables of a task component's commands, outside the loop.

// --- reading ------------------------------------------------------------------------------------

// one number; NaN, infinities and what is too large for a number are named as such
static snw_status read_number(const char *at, size_t length, double *out) {
    const snw_status status = snw_real_parse(at, length, out, NULL);
    if (!snw_failed(status)) return isfinite(*out) ? SNW_OK : SNW_ERR_NOT_FINITE;
    // tokens are not empty, and one that is a sign alone is followed by its end
    if (*at == '-' || *at == '+') at++;
    const bool named = *at == 'n' || *at == 'N' || *at == 'i' || *at == 'I';
    return status == SNW_ERR_RANGE || named ? SNW_ERR_NOT_FINITE : status;
}

snw_status snw__manual_numbers(const snw_component *self, const char *at, double *out, int count,
                               snw_why *why) {
    snw_status status = SNW_OK;
    for (int found = 0; status == SNW_OK; found++) {
        while (snw_is_blank(*at) || *at == ',')
            at++;
        const size_t length = strcspn(at, " ,\t\r\n");
        if (length == 0 && found == count) return SNW_OK;
        if (length == 0 || found == count) break;
        status = read_number(at, length, &out[found]);
        at += length;
    }
    if (status == SNW_ERR_NOT_FINITE) {
        return snw__manual_refuse(self, status, "a number is NaN or infinite",
                                  "give finite numbers", why);
    }
    status = snw__manual_refuse(self, SNW_ERR_SIZE, "the count of numbers is wrong",
                                "its commands list what each requires", why);
    snw_why_add(why, "needed", count, "");
    return status;
}

// a word into out[SNW_NAME]; one that is too long is no name
static snw_status read_name(const snw_component *self, snw_words *words, char *out, snw_why *why) {
    snw_word word;
    (void)snw_words_next(words, &word);
    if (snw_word_copy(word, out, SNW_NAME)) return SNW_OK;
    return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "a word is too long", "63 bytes at most",
                              why);
}

static snw_status read_jog(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__jog_order *order = arguments;
    snw_words words = snw_words_over(text);
    const bool base = snw_words_take(&words, "base");
    const bool tool = !base && snw_words_take(&words, "tool");
    if (!base && !tool && !snw_words_take(&words, "joints")) {
        return snw__manual_refuse(component, SNW_ERR_UNKNOWN_NAME,
                                  "nothing of this name can be jogged",
                                  "write jog base, jog tool or jog joints", why);
    }
    order->space = base ? SNW__JOG_BASE : tool ? SNW__JOG_TOOL : SNW__JOG_JOINTS;
    order->count = base || tool ? 6 : component->arm->count;
    return snw__manual_numbers(component, words.at, order->rates, order->count, why);
}

static snw_status read_reach(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__reach_order *order = arguments;
    double n[1 + SNW_AXES];
    const snw_status status =
        snw__manual_numbers(component, text, n, 1 + component->arm->count, why);
    if (snw_failed(status)) return status;
    order->part = n[0];
    order->count = component->arm->count;
    memcpy(order->q, n + 1, (size_t)order->count * sizeof *n);
    return SNW_OK;
}

static snw_status read_drag(const void *self, const char *text, void *arguments, snw_why *why) {
    return snw__manual_numbers(self, text, ((snw__drag_order *)arguments)->pose, 7, why);
}

static snw_status read_pull(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__pull_order *order = arguments;
    const size_t length = strcspn(text, " ,\t\r\n");
    double n[6];
    const snw_word word = {text, length};
    if (!snw_word_copy(word, order->link, SNW_NAME)) {
        return snw__manual_refuse(component, SNW_ERR_UNKNOWN_NAME,
                                  "the name of the link is too long",
                                  "'sinew model show' lists them", why);
    }
    if (snw_model_find_link(component->arm->model, order->link) < 0) {
        return snw__manual_refuse(component, SNW_ERR_UNKNOWN_NAME, "the arm has no such link",
                                  "'sinew model show' lists them", why);
    }
    const snw_status status = snw__manual_numbers(component, text + length, n, 6, why);
    if (snw_failed(status)) return status;
    order->place = snw_vec3_of(n[0], n[1], n[2]);
    order->point = snw_vec3_of(n[3], n[4], n[5]);
    return SNW_OK;
}

static snw_status read_turn(const void *self, const char *text, void *arguments, snw_why *why) {
    return snw__manual_numbers(self, text, &((snw__turn_order *)arguments)->rate, 1, why);
}

// the name is all that follows, for a set may be called what it likes
static snw_status read_set(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_word rest = snw_word_trim(text, strlen(text));
    if (snw_word_copy(rest, ((snw__set_order *)arguments)->set, SNW_NAME)) return SNW_OK;
    return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "there is no such set of end effectors",
                              "name one of its sets, or leave it out for the first", why);
}

static const snw_choice effector_acts[] = {
    {"use", SNW__EFFECTOR_USE, "Selects an end effector as the tool."},
    {"add", SNW__EFFECTOR_ADD, "Adds an end effector."},
    {"change", SNW__EFFECTOR_CHANGE, "Moves an end effector or changes its kind."},
    {"remove", SNW__EFFECTOR_REMOVE, "Removes an end effector."},
};

// LINK frame|point hard|soft X Y Z QX QY QZ QW
static snw_status read_place(const snw_component *self, snw_words *words,
                             snw__effector_order *order, snw_why *why) {
    char kind[SNW_NAME], hard[SNW_NAME];
    snw_status status = read_name(self, words, order->link, why);
    if (!snw_failed(status)) status = read_name(self, words, kind, why);
    if (!snw_failed(status)) status = read_name(self, words, hard, why);
    if (snw_failed(status)) return status;
    order->point = strcmp(kind, "point") == 0;
    order->soft = strcmp(hard, "soft") == 0;
    if ((!order->point && strcmp(kind, "frame") != 0) ||
        (!order->soft && strcmp(hard, "hard") != 0)) {
        return snw__manual_refuse(self, SNW_ERR_ARGUMENT,
                                  "an end effector is a frame or a point, hard or soft",
                                  "write LINK frame|point hard|soft and seven numbers", why);
    }
    return snw__manual_numbers(self, words->at, order->offset, 7, why);
}

static snw_status read_effector(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__effector_order *order = arguments;
    snw_words words = snw_words_over(text);
    char act[SNW_NAME];
    snw_status status = read_name(self, &words, act, why);
    if (!snw_failed(status)) status = read_name(self, &words, order->name, why);
    if (snw_failed(status)) return status;
    for (size_t i = 0; i < sizeof effector_acts / sizeof *effector_acts; i++) {
        if (strcmp(effector_acts[i].name, act) != 0) continue;
        order->act = (snw__effector_act)effector_acts[i].value;
        const bool placed = order->act == SNW__EFFECTOR_ADD || order->act == SNW__EFFECTOR_CHANGE;
        // one without a name is refused as such
        const bool named = order->name[0] != '\0';
        return placed && named ? read_place(self, &words, order, why) : SNW_OK;
    }
    return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "there is no such action",
                              "write effector use, add, change or remove, and a name", why);
}

static snw_status read_limit(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__limit_order *order = arguments;
    snw_words words = snw_words_over(text);
    snw_word word;
    (void)snw_words_next(&words, &word);
    if (!snw_word_copy(word, order->joint, SNW_NAME)) order->joint[0] = '\0';
    order->count = snw_words_end(&words) ? 0 : 2;
    if (order->count == 0) return SNW_OK;
    return snw__manual_numbers(self, words.at, order->ends, 2, why);
}

// --- printing -----------------------------------------------------------------------------------

static snw_text begin_text(char *out, const char *first) {
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, "%s", first);
    return text;
}

static void print_jog(const void *self, const void *arguments, char *out) {
    (void)self;
    static const char *const spaces[] = {"base", "tool", "joints"};
    const snw__jog_order *order = arguments;
    snw_text text = begin_text(out, spaces[order->space]);
    snw__parts_add_numbers(&text, order->rates, order->count);
}

static void print_reach(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__reach_order *order = arguments;
    snw_text text = begin_text(out, "");
    snw__parts_add_numbers(&text, &order->part, 1);
    snw__parts_add_numbers(&text, order->q, order->count);
}

static void print_drag(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = begin_text(out, "");
    snw__parts_add_numbers(&text, ((const snw__drag_order *)arguments)->pose, 7);
}

static void print_pull(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__pull_order *order = arguments;
    const double n[6] = {order->place.x, order->place.y, order->place.z,
                         order->point.x, order->point.y, order->point.z};
    snw_text text = begin_text(out, order->link);
    snw__parts_add_numbers(&text, n, 6);
}

static void print_turn(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = begin_text(out, "");
    snw__parts_add_numbers(&text, &((const snw__turn_order *)arguments)->rate, 1);
}

static void print_set(const void *self, const void *arguments, char *out) {
    (void)self;
    (void)begin_text(out, ((const snw__set_order *)arguments)->set);
}

static void print_effector(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__effector_order *order = arguments;
    snw_text text = begin_text(out, effector_acts[order->act].name);
    snw_text_format(&text, " %s", order->name);
    if (order->act != SNW__EFFECTOR_ADD && order->act != SNW__EFFECTOR_CHANGE) return;
    snw_text_format(&text, " %s %s %s", order->link, order->point ? "point" : "frame",
                    order->soft ? "soft" : "hard");
    snw__parts_add_numbers(&text, order->offset, 7);
}

static void print_limit(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__limit_order *order = arguments;
    snw_text text = begin_text(out, order->joint);
    snw__parts_add_numbers(&text, order->ends, order->count);
}

// --- tables -------------------------------------------------------------------------------------

static const snw_choice jog_spaces[] = {
    {"base", SNW__JOG_BASE, "Jogs the tool along the axes of the arm's base."},
    {"tool", SNW__JOG_TOOL, "Jogs the tool along its own axes."},
    {"joints", SNW__JOG_JOINTS, "Jogs the joints."},
};

#define REAL(structure, member)                                                                    \
    SNW_AT(structure, member), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6}
#define TYPE(token, structure, table, text)                                                        \
    { SNW_TYPE_AS(token, structure, table), .space = &snw_space_motion, .help = (text) }

static const snw_field jog_fields[] = {
    {SNW_AT(snw__jog_order, space), .kind = SNW_KIND_ENUM, SNW_CHOICES(jog_spaces),
     .flags = SNW_REQUIRED, .help = "What is jogged."},
    {SNW_AT_COUNTED(snw__jog_order, rates, count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED,
     .help = "Velocities vx vy vz [m/s] wx wy wz [rad/s], or one for each axis [rad/s or m/s]."}};
static const snw_field reach_fields[] = {
    {REAL(snw__reach_order, part), .initial = "1",
     .help = "Fraction of the jog speed, above 0 to 1."},
    {SNW_AT_COUNTED(snw__reach_order, q, count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Joint positions, one number for each axis [rad or m]."}};
static const snw_field drag_fields[] = {
    {SNW_AT_ARRAY(snw__drag_order, pose), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Pose in the world: x y z [m] and quaternion x y z w."}};
static const snw_field pull_fields[] = {
    {SNW_AT(snw__pull_order, link), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Link that is pulled."},
    {SNW_AT(snw__pull_order, place), .kind = SNW_KIND_VEC3, .unit = "m", .range = {-1e6, 1e6},
     .flags = SNW_REQUIRED, .help = "Target of the point, in the world."},
    {SNW_AT(snw__pull_order, point), .kind = SNW_KIND_VEC3, .unit = "m", .range = {-1e6, 1e6},
     .help = "The point, in the frame of the link."}};
static const snw_field turn_fields[] = {{REAL(snw__turn_order, rate), .unit = "rad/s",
                                         .flags = SNW_REQUIRED,
                                         .help = "Speed of the self-motion, over all joints."}};
static const snw_field set_fields[] = {{SNW_AT(snw__set_order, set), .kind = SNW_KIND_STRING,
                                        .help = "Name of the set; empty means the first."}};
static const snw_field effector_fields[] = {
    {SNW_AT(snw__effector_order, act), .kind = SNW_KIND_ENUM, SNW_CHOICES(effector_acts),
     .flags = SNW_REQUIRED, .help = "Action on the end effector."},
    {SNW_AT(snw__effector_order, name), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Name of the end effector."},
    {SNW_AT(snw__effector_order, link), .kind = SNW_KIND_STRING,
     .help = "Link or frame that carries it, for add and change."},
    {SNW_AT(snw__effector_order, point), .kind = SNW_KIND_BOOL,
     .help = "The end effector is a point; otherwise a frame."},
    {SNW_AT(snw__effector_order, soft), .kind = SNW_KIND_BOOL,
     .help = "The end effector is soft: it gives way to the others."},
    {SNW_AT_ARRAY(snw__effector_order, offset), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .help = "Pose in the link: x y z [m] and quaternion x y z w."}};
static const snw_field limit_fields[] = {
    {SNW_AT(snw__limit_order, joint), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Joint whose range changes."},
    {SNW_AT_COUNTED(snw__limit_order, ends, count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},
     .help = "Lower and upper limit [rad or m]; the range of the model if omitted."}};
static const snw_type jog_type =
    TYPE("task_jog", snw__jog_order, jog_fields, "Velocities of a jog.");
static const snw_type reach_type =
    TYPE("task_reach", snw__reach_order, reach_fields, "Target of a joint jog.");
static const snw_type drag_type =
    TYPE("task_drag", snw__drag_order, drag_fields, "Target pose of the tool.");
static const snw_type pull_type =
    TYPE("task_pull", snw__pull_order, pull_fields, "Link that is pulled, and its target.");
static const snw_type turn_type =
    TYPE("task_turn", snw__turn_order, turn_fields, "Speed of the self-motion.");
static const snw_type set_type =
    TYPE("task_set_name", snw__set_order, set_fields, "Name of a set of end effectors.");
static const snw_type effector_type =
    TYPE("task_effector", snw__effector_order, effector_fields, "A change of end effectors.");
static const snw_type limit_type =
    TYPE("task_narrow", snw__limit_order, limit_fields, "A joint range.");

#define COMMAND(its_word, its_kind, name, act_fn, its_usage, text)                                 \
    {                                                                                              \
        .word = (its_word), .kind = (its_kind), .arguments = &name##_type, .act = (act_fn),        \
        .help = (text), .usage = (its_usage), .read = read_##name, .print = print_##name           \
    }

const snw_command snw__manual_commands[SNW__MANUAL_COMMANDS] = {
    COMMAND("jog", SNW_COMMAND_STREAM, jog, snw__manual_jog,
            "base|tool VX VY VZ WX WY WZ | joints R1 R2 ...", "Jog the tool or the joints."),
    COMMAND("reach", SNW_COMMAND_STREAM, reach, snw__manual_reach, "PART Q1 Q2 ...",
            "Jog the joints to positions, at a fraction of their jog speed."),
    COMMAND("drag", SNW_COMMAND_STREAM, drag, snw__manual_drag, "X Y Z QX QY QZ QW",
            "Drag the tool to a pose in the world."),
    COMMAND("pull", SNW_COMMAND_STREAM, pull, snw__manual_pull, "LINK X Y Z PX PY PZ",
            "Pull a point of a link to a position; the tool stays in place."),
    COMMAND("turn", SNW_COMMAND_STREAM, turn, snw__manual_turn_elbow, "RATE",
            "Turn the elbow at a speed in rad/s over all joints; the tool stays in place."),
    {.word = "halt", .kind = SNW_COMMAND_END, .act = snw__manual_halt, .help = "Brake now."},
    COMMAND("effectors", SNW_COMMAND_SET, set, snw__manual_effectors, "SET",
            "Switch to another set of end effectors."),
    COMMAND(
        "effector", SNW_COMMAND_SET, effector, snw__manual_effector,
        "use|remove NAME | add|change NAME LINK frame|point hard|soft X Y Z QX QY QZ QW",
        "Select the tool; add, change or remove end effectors. The pose is in the frame of LINK."),
    COMMAND("limit", SNW_COMMAND_SET, limit, snw__manual_limit, "JOINT [LOWER UPPER]",
            "Restrict the range of a joint, or restore it."),
    {.word = "show",
     .kind = SNW_COMMAND_ASK,
     .arguments = &snw__show_type,
     .answer = &snw__shown_type,
     .ask = snw__manual_show,
     .help = "Show an end effector; number 0 is the tool.",
     .usage = "effector K",
     .read = snw__manual_read_show,
     .print = snw__manual_print_show,
     .write = snw__manual_write_show},
};
