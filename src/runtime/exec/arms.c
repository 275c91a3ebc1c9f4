// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "names.h"

// the member of the system that an entry names; -1 with a finding
static int find_member(snw__builder *b, const snw_arm_entry *entry) {
    const int member = snw_system_find(b->exec->system, entry->member);
    if (member >= 0) return member;
    const snw_cell *cell = b->exec->cell;
    const char *names[SNW__NAMES];
    char fix[SNW_WHY_TEXT];
    int count = 0;
    for (int i = 0; i < cell->member_count && count < SNW__NAMES; i++)
        names[count++] = cell->members[i].name;
    snw__exec_propose(entry->member, names, count, "name a member of the cell", fix);
    snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, entry->member, "the cell has no such member", fix);
    return -1;
}

static bool is_simulated(const snw_exec *exec, const snw_arm_entry *entry) {
    if (exec->options.simulate_all) return true;
    if (entry->simulate == SNW_SIMULATE_AS_LOOP) return exec->loop->simulate;
    return entry->simulate == SNW_SIMULATE_ON;
}

static const snw_drive_functions *functions_of(snw__builder *b, const snw_arm_entry *entry,
                                               const snw_child *child) {
    if (child->type == NULL) return NULL;
    const snw_drive_functions *functions = snw_drive_of(child->type);
    if (functions == NULL || functions->init == NULL || functions->sense == NULL ||
        functions->act == NULL) {
        snw__exec_refuse(b, SNW_ERR_VERSION, entry->member,
                         "the drive has no functions of this version",
                         "build it again with this version of sinew");
        return NULL;
    }
    return functions;
}

bool snw__exec_simulated(const snw_exec *exec, const char **real) {
    for (int i = 0; i < exec->arm_count; i++) {
        if (exec->arms[i].drive_functions->simulated) continue;
        *real = exec->arms[i].arm->name;
        return false;
    }
    return true;
}

// In simulation the twin stands in for the drive, and without a twin the drive itself must be
// simulated. With hardware the twin runs beside the drive.
static void choose_drive(snw__builder *b, snw__arm *arm) {
    const snw_arm_entry *entry = arm->entry;
    const snw_drive_functions *drive = functions_of(b, entry, &entry->drive);
    const snw_drive_functions *twin = functions_of(b, entry, &entry->twin);
    if (snw_failed(b->status)) return;
    if (twin != NULL && !twin->simulated) {
        snw__exec_refuse(b, SNW_ERR_ARGUMENT, entry->member, "the twin is not simulated",
                         "a twin uses no hardware: choose a simulated drive");
    }
    const bool simulated = is_simulated(b->exec, entry);
    const bool stands_in = simulated && twin != NULL;
    const snw_drive_functions *chosen = stands_in ? twin : drive;
    const snw_child *child = stands_in ? &entry->twin : &entry->drive;
    if (chosen == NULL) {
        snw__exec_refuse(b, SNW_ERR_ARGUMENT, entry->member, "this arm has no drive",
                         "give it a drive, or a twin and simulate=\"on\"");
        return;
    }
    if (simulated && !chosen->simulated) {
        snw__exec_refuse(b, SNW_ERR_ARGUMENT, entry->member,
                         "the arm is simulated but has no simulated drive", "give it a twin");
    }
    arm->drive_functions = chosen;
    arm->drive = (snw_drive){.type = child->type, .config = child->block};
    if (!simulated && twin != NULL) {
        arm->twin_functions = twin;
        arm->twin = (snw_drive){.type = entry->twin.type, .config = entry->twin.block};
    }
}

void snw__exec_arms_choose(snw__builder *b) {
    snw_exec *exec = b->exec;
    exec->arm_count = exec->loop->arm_count;
    exec->arms = snw__exec_take(b, (size_t)exec->arm_count, sizeof *exec->arms);
    for (int i = 0; i < exec->arm_count && exec->arms != NULL; i++) {
        snw__arm *arm = &exec->arms[i];
        arm->entry = &exec->loop->arms[i];
        arm->member = find_member(b, arm->entry);
        choose_drive(b, arm);
    }
}

size_t snw__exec_place(size_t *size, size_t bytes) {
    const size_t start = (*size + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    *size = start + bytes;
    return start;
}

void snw__exec_arms_place(snw__builder *b, size_t *size) {
    for (int i = 0; i < b->exec->arm_count; i++) {
        snw__arm *arm = &b->exec->arms[i];
        arm->arm_offset = snw__exec_place(size, sizeof *arm->arm);
        arm->shown_offset = snw__exec_place(size, sizeof *arm->shown);
        const snw_type *drive = arm->drive_functions->signals;
        if (drive != NULL) arm->drive_offset = snw__exec_place(size, drive->size);
        if (arm->twin_functions != NULL) {
            arm->twin_offset = snw__exec_place(size, sizeof *arm->twin_sensed);
            arm->difference_offset = snw__exec_place(size, sizeof *arm->difference);
        }
        if (b->exec->lock.wanted) arm->governor_offset = snw__exec_place(size, sizeof(double));
        arm->end_offset = *size;
    }
}

// The state in which simulated arms begin: the one that the loop names, the first of the cell, or
// half way between the limits.
static bool start_state(snw__builder *b) {
    const snw_cell *cell = b->exec->cell;
    if (!snw__exec_state_make(b)) return false;
    const char *name = b->exec->loop->state;
    for (int i = 0; i < cell->state_count; i++) {
        if (name[0] != '\0' && strcmp(cell->states[i].name, name) != 0) continue;
        const snw_status status =
            snw_system_state_put(b->exec->system, &cell->states[i], &b->exec->state, b->diags);
        if (snw_failed(status) && !snw_failed(b->status)) b->status = status;
        snw__exec_state_begin(b->exec, &cell->states[i]);
        return true;
    }
    if (name[0] != '\0') {
        const char *names[SNW__NAMES];
        char fix[SNW_WHY_TEXT];
        int count = 0;
        for (int i = 0; i < cell->state_count && count < SNW__NAMES; i++)
            names[count++] = cell->states[i].name;
        snw__exec_propose(name, names, count,
                          "name a state of the cell, or leave it out for the first", fix);
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "the cell has no state '%s'", name);
        snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, "control/state", text, fix);
    }
    return true;
}

// seeds of different drives share nothing: SplitMix64 (Steele, Lea, Flood 2014) of seed and place
static uint64_t seed_of(uint64_t seed, int place) {
    uint64_t z = seed + UINT64_C(0x9E3779B97F4A7C15) * (uint64_t)(place + 1);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void make_drive(snw__builder *b, const snw_drive_functions *functions, snw_drive *drive,
                       const double *q) {
    snw_why why = {0};
    snw_arena arena = {0};
    snw_status status = functions->init(drive, q, &arena, &why);
    if (status == SNW_ERR_MEMORY) {
        arena = snw__exec_arena(b, arena.needed);
        if (arena.base == NULL) return;
        status = functions->init(drive, q, &arena, &why);
    }
    if (!snw_failed(status)) return;
    if (why.code == SNW_OK)
        snw_why_set(&why, status, drive->arm->name, "the drive refused its settings");
    snw__exec_find(b, &why);
}

static void make_guard(snw__builder *b, snw__arm *arm) {
    snw_why why = {0};
    snw_arena arena = {0};
    const snw_guard_config *config = &arm->entry->guard;
    snw_status status = snw_guard_init(&arm->guard, config, arm->arm, &arena, &why);
    if (status == SNW_ERR_MEMORY) {
        arena = snw__exec_arena(b, arena.needed);
        if (arena.base == NULL) return;
        arm->guard_block = arena.base;
        arm->guard_size = arena.capacity;
        status = snw_guard_init(&arm->guard, config, arm->arm, &arena, &why);
    }
    if (snw_failed(status)) {
        if (why.code == SNW_OK)
            snw_why_set(&why, status, arm->arm->name, "the guard refused its settings");
        snw__exec_find(b, &why);
        return;
    }
    // what it shows has its length before the first tick: recorders look then
    *arm->shown = arm->guard.signals;
    // rates that the guard enforces are those that sources plan with
    for (int i = 0; i < arm->arm->count; i++) {
        arm->arm->limits.velocity[i] = arm->guard.limits.velocity[i];
        arm->arm->limits.acceleration[i] = arm->guard.limits.acceleration[i];
        arm->arm->limits.deceleration[i] = arm->guard.limits.deceleration[i];
        arm->arm->limits.jerk[i] = arm->guard.limits.jerk[i];
    }
    if (arm->grouped || b->exec->lock.wanted)
        arm->copy = snw__exec_take(b, 1, sizeof arm->guard + arm->guard_size);
}

static void find_groups(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        for (int o = 0; o < exec->arm_count; o++) {
            const char *own = exec->arms[a].entry->group, *other = exec->arms[o].entry->group;
            if (a != o && strcmp(own, other) == 0) exec->arms[a].grouped = true;
        }
    }
}

static void make_twin(snw__builder *b, snw__arm *slot, const double *q) {
    unsigned char *image = b->exec->image;
    slot->twin_sensed = (snw_arm_sensed *)(void *)(image + slot->twin_offset);
    slot->difference = (snw_arm_difference *)(void *)(image + slot->difference_offset);
    slot->twin_sensed->count = slot->difference->count = slot->arm->count;
    const snw_type *shown = slot->twin_functions->signals;
    if (shown != NULL) {
        slot->twin.signals = snw__exec_take(b, 1, shown->size);
        if (slot->twin.signals == NULL) return;
        snw_block_defaults(shown, slot->twin.signals);
    }
    make_drive(b, slot->twin_functions, &slot->twin, q);
}

static void make_arm(snw__builder *b, int index) {
    snw_exec *exec = b->exec;
    const snw_system_state *state = &exec->state;
    snw__arm *slot = &exec->arms[index];
    const snw_system_member *member = &exec->system->members[slot->member];
    snw_arm *arm = (snw_arm *)(void *)(exec->image + slot->arm_offset);
    slot->arm = arm;
    snw_why why = {0};
    const snw_robot *robot = exec->system->mechanisms[member->mechanism].robot;
    if (snw_failed(snw_arm_init(arm, member->model, robot, &why))) {
        snw__exec_find(b, &why);
        return;
    }
    arm->name = member->name;
    arm->gravity = exec->system->gravity;
    arm->T_world_base = snw_system_base_pose(exec->system, state, slot->member);

    slot->shown = (snw_guard_signals *)(void *)(exec->image + slot->shown_offset);
    slot->previous = snw__exec_take(b, (size_t)arm->count, sizeof *slot->previous);
    double *q = snw__exec_take(b, (size_t)arm->count, sizeof *q);
    snw__exec_error_make(b, &slot->error_image);
    if (snw_failed(b->status)) return;
    for (int i = 0; i < arm->count; i++)
        q[i] = state->q[member->q_index + arm->q_index[i]];
    if (member->model->floating) {
        memcpy(arm->sensed.base, state->q + member->q_index, sizeof arm->sensed.base);
    }
    make_guard(b, slot);

    slot->drive.arm = slot->twin.arm = arm;
    slot->drive.seed = seed_of(exec->loop->seed, 2 * index);
    slot->twin.seed = seed_of(exec->loop->seed, 2 * index + 1);
    const snw_type *shown = slot->drive_functions->signals;
    if (shown != NULL) {
        slot->drive.signals = exec->image + slot->drive_offset;
        snw_block_defaults(shown, slot->drive.signals);
    }
    make_drive(b, slot->drive_functions, &slot->drive, q);
    if (slot->twin_functions != NULL) make_twin(b, slot, q);
}

void snw__exec_arms_make(snw__builder *b) {
    if (!start_state(b)) return;
    snw__exec_loads_make(b);
    find_groups(b->exec);
    for (int i = 0; i < b->exec->arm_count && !snw_failed(b->status); i++)
        make_arm(b, i);
}
