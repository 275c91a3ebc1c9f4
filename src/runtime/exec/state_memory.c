// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/sense.h"

// The state of the cell before and beside the loop: its memory, its beginning, and what services
// see of it.

void snw__exec_state_place(snw__builder *b, size_t *size) {
    snw_exec *exec = b->exec;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&exec->state, exec->system, &arena));
    exec->state_time_offset = snw__exec_place(size, sizeof exec->state.t_ns);
    exec->state_offset = snw__exec_place(size, arena.needed);
    exec->state_size = arena.needed;
}

bool snw__exec_state_make(snw__builder *b) {
    snw_exec *exec = b->exec;
    const snw_system *system = exec->system;
    int most = 1;
    for (int i = 0; i < system->member_count; i++) {
        if (system->members[i].model->nq > most) most = system->members[i].model->nq;
    }
    exec->began = snw__exec_take(b, (size_t)system->member_count, sizeof *exec->began);
    exec->driven = snw__exec_take(b, (size_t)system->member_count, sizeof *exec->driven);
    exec->parts = snw__exec_take(b, (size_t)system->slot_count, sizeof *exec->parts);
    exec->before = snw__exec_take(b, (size_t)most, sizeof *exec->before);
    if (snw_failed(b->status)) return false;
    for (int i = 0; i < exec->arm_count; i++)
        exec->driven[exec->arms[i].member] = true;
    snw_arena arena = snw_arena_over(exec->image + exec->state_offset, exec->state_size);
    return !snw_failed(snw_system_state_init(&exec->state, system, &arena));
}

// the member that follows what is attached by a name; -1 for none
static int part_of(const snw_exec *exec, const char *name) {
    const int part = snw_system_find(exec->system, name);
    if (part < 0 || exec->driven[part]) return -1;
    return exec->system->members[part].model->floating ? part : -1;
}

// the state that the loop begins in has been put
void snw__exec_state_begin(snw_exec *exec, const snw_cell_state *from) {
    for (int i = 0; i < from->member_count; i++) {
        const int member = snw_system_find(exec->system, from->members[i].member);
        if (member >= 0) exec->began[member] = true;
    }
    for (int i = 0; i < exec->state.slot_count; i++) {
        const snw_slot *slot = &exec->state.slots[i];
        exec->parts[i] = slot->used ? part_of(exec, slot->name) : -1;
    }
    exec->loads_changed = true;
}

void snw__exec_loads_make(snw__builder *b) {
    for (int i = 0; i < b->exec->arm_count && !snw_failed(b->status); i++) {
        snw__arm *arm = &b->exec->arms[i];
        const size_t links = (size_t)b->exec->system->members[arm->member].model->link_count;
        arm->loads = snw__exec_take(b, links, sizeof *arm->loads);
        arm->told = snw__exec_take(b, links, sizeof *arm->told);
        arm->payload.sums = snw__exec_take(b, links, sizeof *arm->payload.sums);
    }
}

// --- services -----------------------------------------------------------------------------------

// the arrays of a state that lies in a picture: laid out as that of the loop, whose offsets it has
static const void *seen_at(const snw_exec *exec, const unsigned char *picture, const void *place) {
    return picture + ((const unsigned char *)place - exec->image);
}

snw_status snw_exec_picture_state(const snw_exec *exec, const snw_roots *picture,
                                  snw_system_state *state) {
    const snw_system_state *own = &exec->state;
    if (picture == NULL) return SNW_ERR_STATE;
    if (state->nq != own->nq || state->nv != own->nv || state->slot_count != own->slot_count) {
        return SNW_ERR_SIZE;
    }
    // the first root is the start of the picture
    const unsigned char *seen = picture->items[0].block;
    memcpy(&state->t_ns, seen + exec->state_time_offset, sizeof state->t_ns);
    if (own->nq > 0)
        memcpy(state->q, seen_at(exec, seen, own->q), (size_t)own->nq * sizeof(double));
    if (own->nv > 0)
        memcpy(state->v, seen_at(exec, seen, own->v), (size_t)own->nv * sizeof(double));
    if (own->slot_count > 0) {
        memcpy(state->slots, seen_at(exec, seen, own->slots),
               (size_t)own->slot_count * sizeof(snw_slot));
    }
    return SNW_OK;
}

snw_status snw_exec_read_state(snw_exec *exec, snw_system_state *state) {
    return snw_exec_picture_state(exec, snw_exec_look(exec), state);
}

// --- the world ----------------------------------------------------------------------------------

// What stands in the way is made for the first component that asks: cells without one do not pay.

static void make_world(snw_exec *exec) {
    snw_diags found = {.items = &exec->world_why, .capacity = 1};
    exec->world_status =
        snw_world_of_cell(&exec->world, exec->cell, exec->system, exec->memory, &found);
    if (snw_failed(exec->world_status) && exec->world_why.severity != SNW_ERROR) {
        snw_why_set(&exec->world_why, exec->world_status, exec->cell->name,
                    "the bodies of the cell cannot be compared");
        snw_why_rule(&exec->world_why, "world");
    }
}

snw_status snw_exec_world(snw_exec *exec, const snw_world **world, snw_why *why) {
    if (!exec->world_made) make_world(exec);
    exec->world_made = true;
    if (!snw_failed(exec->world_status)) {
        *world = &exec->world;
    } else if (why != NULL) {
        *why = exec->world_why;
    }
    return exec->world_status;
}

void snw__exec_sense(snw_exec *exec, const snw_sensed *sensed) {
    exec->sensed = sensed;
}
