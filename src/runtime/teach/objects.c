// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/model/names.h"

// Where things are, and what holds them, is in the state of the cell; this component shows it, and
// puts things somewhere when it is asked to.

typedef struct thing {
    int member; // of the system
    snw_pose origin;
    snw_inertia inertia; // in the frame of its root
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

int snw__objects_member(const snw_component *component, int index) {
    return ((const objects *)component->work)->things[index].member;
}

snw_inertia snw__objects_inertia(const snw_component *component, int index) {
    return ((const objects *)component->work)->things[index].inertia;
}

snw_pose snw__objects_pose(const snw_component *component, int index) {
    return snw_system_link_pose(snw_exec_system(component->exec), snw_exec_state(component->exec),
                                snw__objects_member(component, index), 0);
}

const snw_slot *snw__objects_slot(const snw_component *component, int index) {
    return snw_exec_attached(component->exec, snw__objects_get(component, index)->member);
}

// --- the tick -----------------------------------------------------------------------------------

static void show(snw_component *self) {
    snw_objects_signals *signals = self->signals;
    const int count = snw__objects_count(self);
    signals->count = 7 * count;
    signals->held_count = count;
    for (int i = 0; i < count; i++) {
        snw__pose_numbers(snw__objects_pose(self, i), &signals->pose[(ptrdiff_t)7 * i]);
        signals->held[i] = snw__objects_slot(self, i) != NULL;
    }
}

static snw_status objects_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    show(self);
    return SNW_OK;
}

// --- what is asked of it
// -----------------------------------------------------------------------------------

static snw_status check_loose(const snw_component *self, int index, snw_why *why) {
    if (snw__objects_slot(self, index) == NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", snw__objects_get(self, index)->member,
                           "a gripper holds it", "release it first");
}

snw_status snw__objects_reset(snw_component *self, snw_why *why) {
    const objects *o = self->work;
    snw_status status = SNW_OK;
    for (int i = 0; i < snw__objects_count(self); i++) {
        status = check_loose(self, i, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < snw__objects_count(self) && status == SNW_OK; i++)
        status = snw_exec_put(self->exec, o->things[i].member, o->things[i].origin, why);
    show(self);
    return status;
}

snw_status snw__objects_place(snw_component *self, const char *name, const double numbers[7],
                              snw_why *why) {
    const int index = snw__objects_find(self, name);
    if (index < 0) return snw__objects_unknown(name, why);
    snw_pose pose;
    if (snw__pose_of_numbers(numbers, &pose) != SNW_OK) {
        return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", self->name, "this is not a pose",
                               "place NAME X Y Z QX QY QZ QW");
    }
    snw_status status = check_loose(self, index, why);
    if (snw_failed(status)) return status;
    status = snw_exec_put(self->exec, snw__objects_member(self, index), pose, why);
    show(self);
    return status;
}

snw_status snw__objects_unknown(const char *name, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "teach", name,
                           "there is no object of that name",
                           "use a name from the list of the component");
}

snw_status snw__objects_order_reset(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)arguments, (void)answer;
    return snw__objects_reset(self, why);
}

snw_status snw__objects_order_place(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)answer;
    const snw__pose_order *order = arguments;
    return snw__objects_place(self, order->name, order->pose, why);
}

// --- set-up -------------------------------------------------------------------------------------

// the whole member as one body, its joints as they are
static snw_inertia inertia_of(const snw_component *self, int member) {
    const snw_system *system = snw_exec_system(self->exec);
    const snw_system_state *state = snw_exec_state(self->exec);
    const snw_model *model = system->members[member].model;
    const snw_pose T_world_root = snw_system_link_pose(system, state, member, 0);
    snw_inertia sum = snw_inertia_zero();
    for (int l = 0; l < model->link_count; l++) {
        const snw_pose T_world_link = snw_system_link_pose(system, state, member, l);
        const snw_pose T_root_link = snw_pose_inverse_mul(T_world_root, T_world_link);
        sum = snw_inertia_add(sum, snw_inertia_transform(T_root_link, model->links[l].inertia));
    }
    return sum;
}

// Where the state in which the loop began has the member, there it is; else where the list says.
static snw_status find_thing(snw_component *self, const snw_object *object, thing *one,
                             snw_why *why) {
    const snw_system *system = snw_exec_system(self->exec);
    one->member = snw_system_find(system, object->member);
    if (one->member < 0) {
        SNW_IGNORE(snw__system_check_member(system, object->member, why));
        return snw__name_owner(why, self->name, "list", object->member);
    }
    one->inertia = object->mass > 0 ? snw_inertia_point(object->mass, object->center)
                                    : inertia_of(self, one->member);
    const bool named = snw_exec_began_with(self->exec, one->member);
    one->origin = named ? snw_system_link_pose(system, snw_exec_state(self->exec), one->member, 0)
                        : object->origin;
    // one that the state has attached stays there
    if (snw_exec_attached(self->exec, object->member) != NULL) return SNW_OK;
    return snw_exec_put(self->exec, one->member, one->origin, why);
}

static snw_status objects_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    objects *o = SNW_ARENA_ARRAY(arena, objects, 1);
    self->work = o;
    if (o == NULL) return SNW_ERR_MEMORY;
    for (int i = 0; i < snw__objects_count(self); i++) {
        const snw_status status = find_thing(self, snw__objects_get(self, i), &o->things[i], why);
        if (snw_failed(status)) return status;
    }
    show(self);
    return SNW_OK;
}

// --- tables -------------------------------------------------------------------------------------

static const snw_field signal_fields[] = {
    {SNW_AT_COUNTED(snw_objects_signals, pose, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Pose of each object in the world: x y z [m] and quaternion x y z w."},
    {SNW_AT_COUNTED(snw_objects_signals, held, held_count), .kind = SNW_KIND_INT,
     .role = SNW_SIGNAL, .help = "1 for each object that is held by a gripper."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("objects_signals", snw_objects_signals, signal_fields), .space = &snw_space_cell,
    .help = "Poses of the objects."};

const snw_component_functions snw__objects_functions = {
    .head = SNW_COMPONENT_HEAD,
    .stage = SNW_STAGE_PUBLISH,
    .signals = &signals_type,
    .commands = snw__objects_commands,
    .command_count = SNW__OBJECTS_COMMANDS,
    .configure = objects_configure,
    .update = objects_update,
};

static const snw_field object_fields[] = {
    {SNW_AT(snw_object, member), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Member of the cell that is the object."},
    {SNW_AT(snw_object, origin), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "Initial pose in the world, if the state of the cell omits it."},
    {SNW_AT(snw_object, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e4},
     .help = "Point mass that replaces the inertia of the member; 0 keeps the member's own."},
    {SNW_AT(snw_object, center), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Position of the point mass in the frame of the member."},
    {SNW_AT(snw_object, width), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .help = "Finger width at which a gripper holds the object."},
};
const snw_type snw_object_type = {SNW_TYPE_AS("object", snw_object, object_fields),
                                  .space = &snw_space_cell, .help = "A loose object."};

static const snw_field objects_fields[] = {
    {SNW_AT_LIST(snw_objects, list, list_count, SNW_OBJECTS), .kind = SNW_KIND_STRUCT,
     .type = &snw_object_type, .item = "object", .help = "List of the objects."},
};
const snw_type snw_objects_type = {SNW_TYPE_AS("objects", snw_objects, objects_fields),
                                   .base = "component", .space = &snw_space_cell,
                                   .functions = &snw__objects_functions.head,
                                   .help = "Loose objects of a cell and their poses."};
