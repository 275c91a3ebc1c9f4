// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The fingers go at a constant rate. What is held is attached to the link of the gripper in the
// state of the cell, as it was found, so nothing jumps when it is taken or let go, and nothing is
// lost when this component stops: the executive moves it on.

typedef struct gripper {
    snw__tool tool;
    snw_pose frame;   // of the last update, in the world
    int member, hand; // of the system: its arm; what shows it, or -1
    double width, wanted;
    bool relaxed;
    char held[SNW_NAME]; // by its name in the state of the cell; empty for nothing
} gripper;

// --- what is held -------------------------------------------------------------------------------

static snw_component *objects_of(const snw_component *self) {
    return snw_component_peer(self, "objects");
}

// what is held, as the state of the cell has it; NULL for nothing
static const snw_slot *slot_of(const snw_component *self) {
    const gripper *g = self->work;
    const snw_slot *slot = g->held[0] != '\0' ? snw_exec_attached(self->exec, g->held) : NULL;
    const bool here = slot != NULL && slot->member == g->member && slot->link == g->tool.link;
    return here ? slot : NULL;
}

static snw_pose held_at(const snw_component *self, const snw_slot *slot) {
    const gripper *g = self->work;
    return snw_pose_inverse_mul(g->tool.T_link_tool, slot->T_link_part);
}

static void let_go(snw_component *self) {
    gripper *g = self->work;
    const snw_slot *slot = slot_of(self);
    if (slot != NULL) SNW_IGNORE(snw_exec_detach(self->exec, slot->name, NULL));
    g->held[0] = '\0';
}

static bool held_by_another(const snw_component *self, const char *name) {
    for (int i = 0; i < snw_exec_component_count(self->exec); i++) {
        const snw_component *other = snw_exec_component(self->exec, i);
        if (other == self || other->functions != self->functions || other->work == NULL) continue;
        if (strcmp(((const gripper *)other->work)->held, name) == 0) return true;
    }
    return false;
}

// What is attached to its link when it starts is held by it: a state was loaded, or it was stopped.
static void find_held(snw_component *self) {
    gripper *g = self->work;
    const snw_system_state *state = snw_exec_state(self->exec);
    if (slot_of(self) != NULL) return;
    g->held[0] = '\0';
    for (int i = 0; i < state->slot_count; i++) {
        const snw_slot *slot = &state->slots[i];
        const bool here = slot->used && slot->member == g->member && slot->link == g->tool.link;
        if (!here || strcmp(slot->role, "part") != 0 || held_by_another(self, slot->name)) continue;
        snw_copy_text(g->held, sizeof g->held, slot->name);
        return;
    }
}

// its number in the list of objects; -1 for nothing
static int number_of(const snw_slot *slot, const snw_component *objects) {
    return slot != NULL && objects != NULL ? snw__objects_find(objects, slot->name) : -1;
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
        if (snw__objects_slot(objects, i) != NULL || !(distance <= least)) continue;
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
    const snw_slot *slot = slot_of(self);
    const int index = slot != NULL ? number_of(slot, objects) : nearest(self, objects);
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
static void carry(snw_component *self, const snw_slot *slot) {
    gripper *g = self->work;
    snw_arm *arm = self->arm;
    const snw_vec3 weight = snw_vec3_scale(arm->gravity, slot->inertia.m);
    const snw_wrench pull = snw_wrench_of(weight, snw_vec3_zero());
    const snw_vec3 center = snw_pose_apply(slot->T_link_part, snw_inertia_center(slot->inertia));
    snw_kin_jacobian(&g->tool.kin, g->tool.link, center, g->tool.J);
    for (int i = 0; i < arm->count; i++) {
        if (arm->wanted.mode[i] != SNW_AXIS_EFFORT) continue;
        arm->wanted.effort[i] -= snw_power(pull, g->tool.J[arm->v_index[i]]);
    }
}

static void show(snw_component *self, bool moving) {
    const gripper *g = self->work;
    const snw_slot *slot = slot_of(self);
    snw_gripper_signals *signals = self->signals;
    signals->width = g->width;
    signals->wanted = g->wanted;
    signals->state = moving         ? SNW_GRIPPER_MOVING
                     : slot != NULL ? SNW_GRIPPER_HOLDING
                     : g->relaxed   ? SNW_GRIPPER_RELAXED
                                    : SNW_GRIPPER_STILL;
    signals->holds = number_of(slot, objects_of(self));
    signals->load = slot != NULL ? slot->inertia.m : 0;
    snw__pose_numbers(slot != NULL ? held_at(self, slot) : snw_pose_identity(), signals->held_at);
    // a hand that is shown has half of the width at each of its fingers
    if (g->hand >= 0) SNW_IGNORE(snw_exec_spread(self->exec, g->hand, 0.5 * g->width));
}

static snw_status gripper_update(snw_component *self, const snw_tick *tick) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    const snw_status status = find_frame(self);
    if (status < 0) return status;
    // somebody else may have detached it
    const snw_slot *slot = slot_of(self);
    if (slot == NULL) g->held[0] = '\0';
    const bool moving = move_fingers(self, tick->dt);
    const bool carries = config->carry && !snw_component_is_carried(self);
    if (status == SNW_OK && slot != NULL && carries) carry(self, slot);
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
    const bool full = slot_of(self) != NULL;
    if (full && number_of(slot_of(self), objects) == index) return SNW_OK;
    if (full || snw__objects_slot(objects, index) != NULL) {
        return snw__teach_refuse(why, SNW_ERR_STATE, name,
                                 full ? "the gripper holds something else"
                                      : "another gripper holds it",
                                 "release that first");
    }
    const double distance = distance_to(self, objects, index);
    if (!(distance <= config->reach)) return too_far(self, name, distance, why);
    const snw_status status =
        snw_exec_grasp(self->exec, snw__objects_member(objects, index), g->member, g->tool.link,
                       snw__objects_inertia(objects, index), why);
    if (status == SNW_OK) {
        snw_copy_text(g->held, sizeof g->held, snw__objects_get(objects, index)->member);
    }
    return status;
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
    if (width > g->width) let_go(self);
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

// as wide as the hand is in the state in which the loop began
static double first_width(const snw_component *self) {
    const snw_gripper *config = self->config;
    const gripper *g = self->work;
    const snw_system_member *hand =
        g->hand >= 0 ? &snw_exec_system(self->exec)->members[g->hand] : NULL;
    if (hand == NULL || hand->model->nq < 1 || !snw_exec_began_with(self->exec, g->hand)) {
        return config->opening;
    }
    const double width = 2 * snw_exec_state(self->exec)->q[hand->q_index];
    return fmin(fmax(width, 0), config->opening);
}

static snw_status gripper_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = SNW_ARENA_ARRAY(arena, gripper, 1);
    snw__tool measured;
    self->work = g;
    const snw_status status =
        snw__tool_init(g != NULL ? &g->tool : &measured, config->frame, self, arena, why);
    if (status < 0 || g == NULL) return status < 0 ? status : SNW_ERR_MEMORY;
    const snw_system *system = snw_exec_system(self->exec);
    g->member = snw_system_find(system, self->arm->name);
    g->hand = config->hand[0] != '\0' ? snw_system_find(system, config->hand) : -1;
    g->frame = snw_pose_identity();
    g->width = g->wanted = first_width(self);
    g->relaxed = false;
    g->held[0] = '\0';
    show(self, false);
    return SNW_OK;
}

static snw_status gripper_start(snw_component *self, snw_why *why) {
    (void)why;
    find_held(self);
    return SNW_OK;
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
    .start = gripper_start,
    .update = gripper_update,
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
     .help = "Adds the efforts that hold what is held, where no law of the arm does."},
    {SNW_AT(snw_gripper, hand), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Member that shows it, each joint half of the width; empty for none."},
};
const snw_type snw_gripper_type = {SNW_TYPE_AS("gripper", snw_gripper, gripper_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__gripper_functions.head,
                                   .help = "A hand at an arm, and what it holds."};
