// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The fingers go at a constant rate. What is held is fixed to the frame of the gripper as it was
// found, so nothing jumps when it is taken or let go.

typedef struct gripper {
    snw__tool tool;
    snw_pose frame; // of the last update, in the world
    double width, wanted;
    bool relaxed;
    int holds;
    snw_pose T_frame_object;
} gripper;

// --- what is held -------------------------------------------------------------------------------

snw_pose snw__gripper_frame(const snw_component *component) {
    return ((const gripper *)component->work)->frame;
}

static snw_component *objects_of(const snw_component *self) {
    return snw_component_peer(self, "objects");
}

// The centre of mass of what is held, in the frame of the link that carries it.
static snw_vec3 center_in_link(const snw_component *self, const snw_object *object) {
    const gripper *g = self->work;
    const snw_pose T = snw_pose_mul(g->tool.T_link_tool, g->T_frame_object);
    return snw_pose_apply(T, object->center);
}

// A simulated drive is told what the arm carries now; one that cannot carry anything says so, and
// nothing is lost by that.
static void tell_drive(snw_component *self, double mass, snw_vec3 center) {
    const gripper *g = self->work;
    snw_drive *drive = snw_exec_drive(self->exec, snw_exec_find_arm(self->exec, self->arm->name));
    const snw_drive_functions *functions = snw_drive_of(drive->type);
    if (functions == NULL || functions->message == NULL || !functions->simulated) return;
    char text[SNW_DRIVE_TEXT], answer[SNW_DRIVE_TEXT];
    const double numbers[4] = {mass, center.x, center.y, center.z};
    snw__line line = snw__line_over(text, sizeof text);
    snw__line_word(&line, "payload");
    snw__line_word(&line, self->arm->model->links[g->tool.link].name);
    snw__line_reals(&line, numbers, 4);
    if (!line.cut) SNW_IGNORE(functions->message(drive, text, answer, NULL));
}

static void let_go(snw_component *self) {
    gripper *g = self->work;
    snw_component *objects = objects_of(self);
    if (g->holds < 0) return;
    if (objects != NULL) snw__objects_hold(objects, g->holds, NULL, snw_pose_identity());
    g->holds = -1;
    tell_drive(self, 0, snw_vec3_zero());
}

static double distance_to(const snw_component *self, const snw_component *objects, int index) {
    const snw_gripper *config = self->config;
    const gripper *g = self->work;
    const snw_pose grasp = snw_pose_mul(g->frame, config->grasp);
    return snw_vec3_distance(grasp.p, snw__objects_pose(objects, index).p);
}

// the nearest thing in reach that nobody holds; -1 for none
static int nearest(const snw_component *self, const snw_component *objects) {
    const snw_gripper *config = self->config;
    int best = -1;
    double least = config->reach;
    for (int i = 0; i < snw__objects_count(objects); i++) {
        const double distance = distance_to(self, objects, i);
        if (snw__objects_holder(objects, i) != NULL || !(distance <= least)) continue;
        best = i;
        least = distance;
    }
    return best;
}

// --- the tick -----------------------------------------------------------------------------------

static snw_status find_frame(snw_component *self) {
    gripper *g = self->work;
    if (!self->arm->estimate.valid) return SNW_NOTHING_NEW;
    return snw__tool_pose(&g->tool, self->arm, self->arm->estimate.q, &g->frame);
}

// fingers stop at what is between them
static double narrowest(const snw_component *self) {
    const gripper *g = self->work;
    const snw_component *objects = objects_of(self);
    if (objects == NULL || g->wanted >= g->width) return g->wanted;
    const int index = g->holds >= 0 ? g->holds : nearest(self, objects);
    if (index < 0) return g->wanted;
    const double width = snw__objects_get(objects, index)->width;
    return width <= g->width ? fmax(width, g->wanted) : g->wanted;
}

static bool move_fingers(snw_component *self, double dt) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    const double goal = narrowest(self), step = config->speed * dt;
    const bool moving = fabs(goal - g->width) > step;
    g->width = moving ? g->width + copysign(step, goal - g->width) : goal;
    return moving;
}

// Virtual work: the efforts that hold a weight m g at a point with the Jacobian J are -J^T m g.
static void carry(snw_component *self, const snw_object *object) {
    gripper *g = self->work;
    snw_arm *arm = self->arm;
    const snw_vec3 weight = snw_vec3_scale(arm->gravity, object->mass);
    const snw_wrench pull = snw_wrench_of(weight, snw_vec3_zero());
    snw_kin_jacobian(&g->tool.kin, g->tool.link, center_in_link(self, object), g->tool.J);
    for (int i = 0; i < arm->count; i++) {
        if (arm->wanted.mode[i] != SNW_AXIS_EFFORT) continue;
        arm->wanted.effort[i] -= snw_power(pull, g->tool.J[arm->v_index[i]]);
    }
}

static void show(snw_component *self, bool moving) {
    const gripper *g = self->work;
    const snw_component *objects = objects_of(self);
    snw_gripper_signals *signals = self->signals;
    signals->width = g->width;
    signals->wanted = g->wanted;
    signals->state = moving          ? SNW_GRIPPER_MOVING
                     : g->holds >= 0 ? SNW_GRIPPER_HOLDING
                     : g->relaxed    ? SNW_GRIPPER_RELAXED
                                     : SNW_GRIPPER_STILL;
    signals->holds = g->holds;
    const bool loaded = g->holds >= 0 && objects != NULL;
    signals->load = loaded ? snw__objects_get(objects, g->holds)->mass : 0;
    snw__pose_numbers(loaded ? g->T_frame_object : snw_pose_identity(), signals->held_at);
}

static snw_status gripper_update(snw_component *self, const snw_tick *tick) {
    const snw_gripper *config = self->config;
    const gripper *g = self->work;
    const snw_component *objects = objects_of(self);
    const snw_status status = find_frame(self);
    if (status < 0) return status;
    const bool moving = move_fingers(self, tick->dt);
    if (status == SNW_OK && g->holds >= 0 && objects != NULL && config->carry) {
        carry(self, snw__objects_get(objects, g->holds));
    }
    show(self, moving);
    return SNW_OK;
}

// --- messages -----------------------------------------------------------------------------------

static snw_status too_far(const snw_component *self, const char *name, double distance,
                          snw_why *why) {
    const snw_gripper *config = self->config;
    SNW_IGNORE(snw__teach_refuse(why, SNW_ERR_UNREACHABLE, name,
                                 "it is out of reach of the gripper", "move the arm to it"));
    snw_why_add(why, "distance", distance, "m");
    snw_why_add(why, "reach", config->reach, "m");
    return SNW_ERR_UNREACHABLE;
}

// "attach [OBJECT]"
static snw_status attach(snw_component *self, snw__words *words, snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    snw_component *objects = objects_of(self);
    if (objects == NULL || find_frame(self) != SNW_OK) {
        return snw__teach_refuse(why, SNW_ERR_STATE, self->name,
                                 objects == NULL ? "the cell has no objects that can be held"
                                                 : "it is not known where the arm is",
                                 NULL);
    }
    snw__word word;
    char name[SNW_NAME] = "what is in reach";
    int index = -1;
    if (snw__word_next(words, &word)) {
        (void)snw__word_copy(word, name, sizeof name);
        index = snw__objects_find(objects, name);
        if (index < 0) {
            return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, name,
                                     "there is no object of that name", "objects lists them");
        }
    } else {
        index = nearest(self, objects);
        if (index < 0) return too_far(self, name, HUGE_VAL, why);
    }
    if (g->holds == index) return SNW_OK;
    if (g->holds >= 0 || snw__objects_holder(objects, index) != NULL) {
        return snw__teach_refuse(why, SNW_ERR_STATE, name,
                                 g->holds >= 0 ? "the gripper holds something else"
                                               : "another gripper holds it",
                                 "release that first");
    }
    const double distance = distance_to(self, objects, index);
    if (!(distance <= config->reach)) return too_far(self, name, distance, why);
    const snw_object *object = snw__objects_get(objects, index);
    g->T_frame_object = snw_pose_inverse_mul(g->frame, snw__objects_pose(objects, index));
    g->holds = index;
    snw__objects_hold(objects, index, self, g->T_frame_object);
    tell_drive(self, object->mass, center_in_link(self, object));
    return SNW_OK;
}

// what is wider than what is held lets it go
static snw_status go_to(snw_component *self, double width, snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    if (!(width >= 0 && width <= config->opening)) {
        SNW_IGNORE(snw__teach_refuse(why, SNW_ERR_RANGE, self->name,
                                     "the gripper cannot be so wide", NULL));
        snw_why_add(why, "opening", config->opening, "m");
        return SNW_ERR_RANGE;
    }
    const snw_component *objects = objects_of(self);
    if (g->holds >= 0 && objects != NULL && width > g->width) let_go(self);
    g->wanted = width;
    g->relaxed = false;
    // seen at once, so that one who waits for the fingers does not pass them by
    if (width != g->width) ((snw_gripper_signals *)self->signals)->state = SNW_GRIPPER_MOVING;
    return SNW_OK;
}

static snw_status gripper_message(snw_component *self, const char *text, char *answer,
                                  snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    snw__words words = {text};
    snw__word verb;
    answer[0] = '\0';
    (void)snw__word_next(&words, &verb);
    if (snw__word_is(verb, "open")) return go_to(self, config->opening, why);
    if (snw__word_is(verb, "close")) return go_to(self, 0, why);
    if (snw__word_is(verb, "attach")) return attach(self, &words, why);
    if (snw__word_is(verb, "width")) {
        double width = -1;
        if (snw__word_reals(&words, &width, 1) != 1) width = -1;
        return go_to(self, width, why);
    }
    if (snw__word_is(verb, "release") || snw__word_is(verb, "relax")) {
        let_go(self);
        g->wanted = g->width;
        g->relaxed = snw__word_is(verb, "relax");
        return SNW_OK;
    }
    return snw__teach_unknown(self, "open, close, relax, width, attach, release", why);
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status gripper_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = SNW_ARENA_ARRAY(arena, gripper, 1);
    snw__tool measured;
    self->work = g;
    const snw_status status =
        snw__tool_init(g != NULL ? &g->tool : &measured, config->frame, self, arena, why);
    if (status < 0 || g == NULL) return status < 0 ? status : SNW_ERR_MEMORY;
    g->frame = snw_pose_identity();
    g->width = g->wanted = config->opening;
    g->relaxed = false;
    g->holds = -1;
    show(self, false);
    return SNW_OK;
}

static void gripper_stop(snw_component *self) {
    let_go(self);
}

// --- tables -------------------------------------------------------------------------------------

#define SIGNAL(member) SNW_AT(snw_gripper_signals, member), .role = SNW_SIGNAL

static const snw_choice state_choices[] = {
    {"relaxed", SNW_GRIPPER_RELAXED, "Nothing is asked of it."},
    {"moving", SNW_GRIPPER_MOVING, "Its fingers move."},
    {"still", SNW_GRIPPER_STILL, "As wide as asked."},
    {"holding", SNW_GRIPPER_HOLDING, "Something is held."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(width), .kind = SNW_KIND_REAL, .unit = "m", .help = "Between its fingers."},
    {SIGNAL(wanted), .kind = SNW_KIND_REAL, .unit = "m", .help = "As it was asked for."},
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices), .help = "What it does."},
    {SIGNAL(holds), .kind = SNW_KIND_INT,
     .help = "Object that it holds, by its number in the list of objects; -1 for none."},
    {SNW_AT_ARRAY(snw_gripper_signals, held_at), .role = SNW_SIGNAL, .kind = SNW_KIND_REAL,
     .help = "What is held in the frame of the gripper: x y z [m], quaternion x y z w."},
    {SIGNAL(load), .kind = SNW_KIND_REAL, .unit = "kg", .help = "Mass of what is held."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("gripper_signals", snw_gripper_signals, signal_fields), .space = &snw_space_cell,
    .help = "What a gripper shows."};

static const snw_peer peers[] = {
    {"objects", "objects", false, "Things that can be held."},
};
static const snw_command commands[] = {
    {"open", "", "As wide as it can be; what is held is let go."},
    {"close", "", "Until its fingers meet, or what is between them."},
    {"relax", "", "Asks nothing more of it; what is held is let go."},
    {"width", "W", "So many metres between the fingers."},
    {"attach", "[OBJECT]", "Holds an object in reach from now on."},
    {"release", "", "What is held stays where it is."},
};
const snw_component_functions snw__gripper_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_USER,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = commands,
    .command_count = sizeof commands / sizeof commands[0],
    .configure = gripper_configure,
    .update = gripper_update,
    .stop = gripper_stop,
    .message = gripper_message,
};

static const snw_field gripper_fields[] = {
    {SNW_AT(snw_gripper, frame), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Link or attachment that it is mounted on; empty for the last link."},
    {SNW_AT(snw_gripper, grasp), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "Where things are held, in that frame."},
    {SNW_AT(snw_gripper, opening), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-6, 10},
     .initial = "0.08", .help = "Its largest width."},
    {SNW_AT(snw_gripper, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-6, 100},
     .initial = "0.1", .help = "Of its fingers against each other."},
    {SNW_AT(snw_gripper, reach), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .initial = "0.03", .help = "A thing farther from the grasp cannot be held."},
    {SNW_AT(snw_gripper, carry), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Adds the efforts that hold what is held."},
    {SNW_AT(snw_gripper, hand), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Member that shows it, each joint half of the width; empty for none."},
};
const snw_type snw_gripper_type = {SNW_TYPE_AS("gripper", snw_gripper, gripper_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__gripper_functions.head,
                                   .help = "A hand at an arm, and what it holds."};
