// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// The root of an arm, and that of all components, are types made here: their fields lie where the
// image has them.

static snw_field part(const char *name, size_t offset, const snw_type *type, const char *help) {
    return (snw_field){.name = name,
                       .offset = offset,
                       .size = type->size,
                       .kind = SNW_KIND_STRUCT,
                       .role = SNW_SIGNAL,
                       .type = type,
                       .help = help};
}

static snw_type *make_type(snw__builder *b, const char *token, snw_field *fields, int count) {
    snw_type *type = snw__exec_take(b, 1, sizeof *type);
    if (type == NULL) return NULL;
    *type = (snw_type){.token = token,
                       .size = b->exec->image_size,
                       .align = SNW_ARENA_ALIGN,
                       .fields = fields,
                       .field_count = count,
                       .space = &snw_space_cell,
                       .help = "Signals of a loop."};
    return type;
}

static void make_arm_type(snw__builder *b, snw__arm *arm) {
    enum { MOST = 10 };
    snw_field *f = snw__exec_take(b, MOST, sizeof *f);
    if (f == NULL) return;
    int n = 0;
    f[n++] =
        part("sensed", offsetof(snw_arm, sensed), &snw_arm_sensed_type, "Readings of the drives.");
    f[n++] =
        part("estimate", offsetof(snw_arm, estimate), &snw_arm_estimate_type, "Estimated state.");
    f[n++] =
        part("target", offsetof(snw_arm, target), &snw_arm_target_type, "Target of the sources.");
    f[n++] = part("wanted", offsetof(snw_arm, wanted), &snw_arm_command_type,
                  "Command of the laws, before the guard.");
    f[n++] = part("command", offsetof(snw_arm, command), &snw_arm_command_type,
                  "Command to the drives, after the guard.");
    const size_t start = arm->arm_offset;
    f[n++] =
        part("guard", arm->shown_offset - start, &snw_guard_signals_type, "Signals of the guard.");
    const snw_type *drive = arm->drive_functions->signals;
    if (drive != NULL)
        f[n++] = part("drive", arm->drive_offset - start, drive, "Signals of the drive.");
    if (arm->twin_functions != NULL) {
        f[n++] = part("twin", arm->twin_offset - start, &snw_arm_sensed_type,
                      "Readings of the simulated twin.");
        f[n++] = part("difference", arm->difference_offset - start, &snw_arm_difference_type,
                      "Readings minus those of the twin.");
    }
    if (b->exec->lock.wanted) {
        f[n++] =
            (snw_field){.name = "governor",
                        .offset = arm->governor_offset - start,
                        .size = sizeof(double),
                        .kind = SNW_KIND_REAL,
                        .role = SNW_SIGNAL,
                        .help = "Part of its speed that a queued motion has left, from 0 to 1, "
                                "because of what is near."};
    }
    arm->type = make_type(b, "arm_signals", f, n);
}

static void make_components_type(snw__builder *b) {
    snw_exec *exec = b->exec;
    snw_field *f = snw__exec_take(b, (size_t)exec->slot_count, sizeof *f);
    if (f == NULL) return;
    for (int i = 0; i < exec->slot_count; i++) {
        const snw__slot *slot = &exec->slots[i];
        f[i] = part(slot->self.name, slot->status_offset - exec->components_offset,
                    &snw_component_status_type, "Status of a component.");
    }
    exec->components_type = make_type(b, "components", f, exec->slot_count);
}

// --- the state of the cell ----------------------------------------------------------------------

// A member is shown when it has coordinates and a name that a path can hold.
static bool is_shown(const snw_system_member *member) {
    return member->model->nq > 0 && strpbrk(member->name, "/[].*") == NULL;
}

static snw_field numbers(const char *name, const snw__builder *b, const double *first, int count,
                         const char *help) {
    const unsigned char *start = b->exec->image + b->exec->state_offset;
    return (snw_field){.name = name,
                       .offset = (size_t)((const unsigned char *)first - start),
                       .size = sizeof *first,
                       .array = SNW_FIXED,
                       .length = count,
                       .kind = SNW_KIND_REAL,
                       .role = SNW_SIGNAL,
                       .flags = SNW_INFINITE,
                       .help = help};
}

// "state/NAME/q" and "v" of every member: what all others read too, in the arrays of the state
static void make_state_type(snw__builder *b) {
    snw_exec *exec = b->exec;
    const snw_system *system = exec->system;
    const size_t most = (size_t)system->member_count;
    snw_field *f = snw__exec_take(b, most, sizeof *f);
    snw_field *own = snw__exec_take(b, 2 * most, sizeof *own);
    if (snw_failed(b->status)) return;
    int count = 0;
    for (int i = 0; i < system->member_count && count < SNW_FIELDS; i++) {
        const snw_system_member *member = &system->members[i];
        const snw_model *model = member->model;
        if (!is_shown(member)) continue;
        snw_field *fields = &own[(ptrdiff_t)2 * count];
        fields[0] = numbers("q", b, exec->state.q + member->q_index, model->nq,
                            "Coordinates; a floating base has x y z and a quaternion x y z w.");
        fields[1] = numbers("v", b, exec->state.v + member->v_index, model->nv, "Rates.");
        snw_type *type = make_type(b, "member_state", fields, model->nv > 0 ? 2 : 1);
        if (type == NULL) return;
        f[count++] = part(member->name, 0, type, "Signals of a member of the cell.");
    }
    if (count > 0) exec->state_type = make_type(b, "cell_state_signals", f, count);
}

static void check_name(snw__builder *b, snw_roots *names, const char *name) {
    const snw_status status = snw_roots_add(names, name, &snw_loop_signals_type, NULL);
    if (status == SNW_OK) return;
    const bool twice = status == SNW_ERR_DUPLICATE;
    snw__exec_refuse(b, status, name,
                     twice ? "two objects have this name" : "this is not a name for an object",
                     "arms and components need unique names without any of /[].*");
}

static void add(snw_exec *exec, const char *name, const snw_type *type, size_t offset) {
    SNW_IGNORE(snw_roots_add(&exec->roots, name, type, exec->image + offset));
}

void snw__exec_roots_make(snw__builder *b) {
    snw_exec *exec = b->exec;
    make_components_type(b);
    make_state_type(b);
    snw__exec_lock_types(b);
    for (int i = 0; i < exec->arm_count; i++)
        make_arm_type(b, &exec->arms[i]);
    if (snw_failed(b->status)) return;

    // names are unlike each other also where there is nothing to show
    snw_roots names = {0};
    check_name(b, &names, "loop");
    check_name(b, &names, "components");
    for (int i = 0; i < exec->arm_count; i++)
        check_name(b, &names, exec->arms[i].arm->name);
    for (int i = 0; i < exec->slot_count; i++)
        check_name(b, &names, exec->slots[i].self.name);

    add(exec, "loop", &snw_loop_signals_type, 0);
    add(exec, "components", exec->components_type, exec->components_offset);
    for (int i = 0; i < exec->arm_count; i++)
        add(exec, exec->arms[i].arm->name, exec->arms[i].type, exec->arms[i].arm_offset);
    for (int i = 0; i < exec->slot_count; i++) {
        const snw__slot *slot = &exec->slots[i];
        const snw_type *shown = slot->self.functions->signals;
        if (shown != NULL) add(exec, slot->self.name, shown, slot->signals_offset);
    }
    // a cell of before may have given the name away
    if (exec->state_type != NULL &&
        snw_roots_add(&names, "state", exec->state_type, NULL) == SNW_OK) {
        add(exec, "state", exec->state_type, exec->state_offset);
    }
    const snw__lock *lock = &exec->lock;
    if (lock->zones_type != NULL &&
        snw_roots_add(&names, "zones", lock->zones_type, NULL) == SNW_OK) {
        add(exec, "zones", lock->zones_type, lock->zones_offset);
    }
}

const snw_roots *snw_exec_signals(snw_exec *exec) {
    return &exec->roots;
}

void snw__exec_show(snw_exec *exec) {
    unsigned char *picture = snw_triple_back(&exec->picture);
    for (int i = 0; i < exec->span_count; i++) {
        const snw__span *span = &exec->spans[i];
        memcpy(picture + span->offset, exec->image + span->offset, span->size);
    }
    snw_triple_publish(&exec->picture);
    if (exec->timed) snw_triple_write(&exec->timing_picture, exec->timings);
}

// in a virtual run this is the thread of the ticks, and nobody pays for pictures that are not asked
// for
static void show_now(snw_exec *exec) {
    const bool other = __atomic_load_n(&exec->real, __ATOMIC_RELAXED) != 0;
    if (other || exec->options.threaded || exec->signals->ticks == exec->shown_ticks) return;
    snw__exec_show(exec);
    exec->shown_ticks = exec->signals->ticks;
}

const snw_roots *snw_exec_look(snw_exec *exec) {
    show_now(exec);
    // the picture has the offsets of the image
    if (snw_triple_update(&exec->picture) == SNW_OK) {
        unsigned char *start = exec->picture.image;
        unsigned char *front =
            start + ((const unsigned char *)snw_triple_front(&exec->picture) - start);
        exec->looked = exec->roots;
        for (int i = 0; i < exec->looked.count; i++) {
            unsigned char *block = exec->roots.items[i].block;
            exec->looked.items[i].block = front + (block - exec->image);
        }
        exec->looked_once = true;
    }
    return exec->looked_once ? &exec->looked : NULL;
}

void snw_exec_timings(snw_exec *exec, snw_timing timings[SNW_TIMINGS]) {
    SNW_IGNORE(snw_triple_update(&exec->timing_picture));
    memcpy(timings, snw_triple_front(&exec->timing_picture), sizeof exec->timings);
}
