// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/model/names.h"

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
    if (snw_failed(status)) return status;
    // somebody else may have detached it
    const snw_slot *slot = slot_of(self);
    if (slot == NULL) g->held[0] = '\0';
    const bool moving = move_fingers(self, tick->dt);
    const bool carries = config->carry && !snw_component_is_carried(self);
    if (status == SNW_OK && slot != NULL && carries) carry(self, slot);
    show(self, moving);
    return SNW_OK;
}

// --- what is asked of it
// -----------------------------------------------------------------------------------

static snw_status too_far(const snw_component *self, const char *name, double distance,
                          snw_why *why) {
    const snw_gripper *config = self->config;
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_UNREACHABLE, "teach", name,
                               "it is out of reach of the gripper", "move the arm to it"));
    snw_why_add(why, "distance", distance, "m");
    snw_why_add(why, "reach", config->reach, "m");
    return SNW_ERR_UNREACHABLE;
}

snw_status snw__gripper_attach(snw_component *self, const char *wanted, snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    snw_component *objects = objects_of(self);
    if (objects == NULL || find_frame(self) != SNW_OK) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", self->name,
                               objects == NULL ? "the cell has no objects that can be held"
                                               : "the position of the arm is not known",
                               NULL);
    }
    const bool named = wanted[0] != '\0';
    const char *name = named ? wanted : "what is in reach";
    const int index = named ? snw__objects_find(objects, name) : nearest(self, objects);
    if (index < 0 && !named) return too_far(self, name, HUGE_VAL, why);
    if (index < 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", name,
                               "there is no object of that name",
                               "the component objects lists them");
    }
    const bool full = slot_of(self) != NULL;
    if (full && number_of(slot_of(self), objects) == index) return SNW_OK;
    if (full || snw__objects_slot(objects, index) != NULL) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "teach", name,
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
snw_status snw__gripper_width(snw_component *self, double width, snw_why *why) {
    const snw_gripper *config = self->config;
    gripper *g = self->work;
    if (!(width >= 0 && width <= config->opening)) {
        SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_RANGE, "teach", self->name,
                                   "the gripper cannot open to this width", NULL));
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

snw_status snw__gripper_open(snw_component *self, snw_why *why) {
    return snw__gripper_width(self, ((const snw_gripper *)self->config)->opening, why);
}

void snw__gripper_release(snw_component *self, bool relax) {
    gripper *g = self->work;
    let_go(self);
    g->wanted = g->width;
    g->relaxed = relax;
}

snw_status snw__gripper_order_open(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__gripper_open(self, why);
}

snw_status snw__gripper_order_close(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__gripper_width(self, 0, why);
}

snw_status snw__gripper_order_width(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    return snw__gripper_width(self, ((const snw__width_order *)arguments)->width, why);
}

snw_status snw__gripper_order_attach(void *self, const void *arguments, void *answer,
                                     snw_why *why) {
    (void)answer;
    return snw__gripper_attach(self, ((const snw__name_order *)arguments)->name, why);
}

snw_status snw__gripper_order_release(void *self, const void *arguments, void *answer,
                                      snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    snw__gripper_release(self, false);
    return SNW_OK;
}

snw_status snw__gripper_order_relax(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer, (void)why;
    snw__gripper_release(self, true);
    return SNW_OK;
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
    const snw_system *system = snw_exec_system(self->exec);
    if (config->hand[0] != '\0' &&
        snw_failed(snw__system_check_member(system, config->hand, why))) {
        return snw__name_owner(why, self->name, "hand", NULL);
    }
    const snw_status status =
        snw__tool_init(g != NULL ? &g->tool : &measured, config->frame, self, arena, why);
    if (snw_failed(status) || g == NULL) return snw_failed(status) ? status : SNW_ERR_MEMORY;
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
    {"relaxed", SNW_GRIPPER_RELAXED, "The gripper has no command."},
    {"moving", SNW_GRIPPER_MOVING, "The fingers move."},
    {"still", SNW_GRIPPER_STILL, "The commanded width is reached."},
    {"holding", SNW_GRIPPER_HOLDING, "The gripper holds an object."},
};
static const snw_field signal_fields[] = {
    {SIGNAL(width), .kind = SNW_KIND_REAL, .unit = "m", .help = "Width between the fingers."},
    {SIGNAL(wanted), .kind = SNW_KIND_REAL, .unit = "m", .help = "Commanded width."},
    {SIGNAL(state), .kind = SNW_KIND_ENUM, SNW_CHOICES(state_choices),
     .help = "State of the gripper."},
    {SIGNAL(holds), .kind = SNW_KIND_INT,
     .help = "Number of the held object in the list of objects; -1 if nothing is held."},
    {SNW_AT_ARRAY(snw_gripper_signals, held_at), .role = SNW_SIGNAL, .kind = SNW_KIND_REAL,
     .help = "Pose of the held object in the gripper frame: x y z [m], quaternion x y z w."},
    {SIGNAL(load), .kind = SNW_KIND_REAL, .unit = "kg", .help = "Mass of the held object."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("gripper_signals", snw_gripper_signals, signal_fields), .space = &snw_space_cell,
    .help = "Signals of a gripper."};

static const snw_peer peers[] = {
    {"objects", "objects", false, "Objects that can be gripped."},
};
const snw_component_functions snw__gripper_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_USER,
    .needs_arm = true,
    .signals = &signals_type,
    .peers = peers,
    .peer_count = sizeof peers / sizeof peers[0],
    .commands = snw__gripper_commands,
    .command_count = SNW__GRIPPER_COMMANDS,
    .configure = gripper_configure,
    .start = gripper_start,
    .update = gripper_update,
};

static const snw_field gripper_fields[] = {
    {SNW_AT(snw_gripper, frame), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Link or attachment that carries the gripper; empty means the last link."},
    {SNW_AT(snw_gripper, grasp), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "Pose of the grasp in that frame."},
    {SNW_AT(snw_gripper, opening), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-6, 10},
     .initial = "0.08", .help = "Largest width between the fingers."},
    {SNW_AT(snw_gripper, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-6, 100},
     .initial = "0.1", .help = "Closing speed of the fingers."},
    {SNW_AT(snw_gripper, reach), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .initial = "0.03",
     .help = "Largest distance from the grasp at which an object can be gripped."},
    {SNW_AT(snw_gripper, carry), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Compensates the weight of the gripped object if the control law does not."},
    {SNW_AT(snw_gripper, hand), .kind = SNW_KIND_STRING, .initial = "",
     .help = "Member that displays the gripper, each joint at half the width; empty means none."},
};
const snw_type snw_gripper_type = {SNW_TYPE_AS("gripper", snw_gripper, gripper_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__gripper_functions.head,
                                   .help = "A gripper on an arm, and the object that it holds."};
