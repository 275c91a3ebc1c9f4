// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "inside.h"
#include "sinew/model/coordinates.h"
#include "system_internal.h"

// States of a cell file and states that move: positions, rates and moments go over bit for bit, so
// that a run that is stopped, saved and loaded goes on as if it had not been.

// --- sizes --------------------------------------------------------------------------------------

static const snw_field *member_list(void) {
    return snw_type_field(&snw_cell_state_type, "members");
}

// No rates at all are a member at rest. Positions say what the member is; rates follow.
static bool check_sizes(snw__findings *found, const snw_system_member *member,
                        const snw_member_state *given) {
    const snw_model *model = member->model;
    snw__about(found, "members", member->name);
    if (given->q_count != model->nq) {
        snw__tell(found, SNW_ERR_SIZE, "state-size", "give as many as the model has",
                  "it has %d positions instead of %d", given->q_count, model->nq);
        return false;
    }
    return given->v_count == model->nv;
}

snw_status snw_cell_state_sizes(const snw_system *system, snw_cell_state *state, snw_setup *setup,
                                int *repaired, snw_diags *diags) {
    snw__findings found = {.diags = diags};
    const snw_field *v = snw_type_field(member_list()->type, "v");
    int count = 0;
    for (int i = 0; i < state->member_count; i++) {
        snw_member_state *given = &state->members[i];
        const int member = snw_system_find(system, given->member);
        snw__about(&found, "members", given->member);
        if (member < 0) {
            snw__tell(&found, SNW_ERR_UNKNOWN_NAME, "cell-reference", "name a member of the cell",
                      "there is no such member");
            continue;
        }
        const snw_system_member *one = &system->members[member];
        const snw_status before = found.first;
        if (check_sizes(&found, one, given)) continue;
        if (found.first != before || given->q_count != one->model->nq) continue;
        if (setup == NULL) {
            snw__tell(&found, SNW_ERR_SIZE, "state-size", "give as many as the model has",
                      "it has %d velocities instead of %d", given->v_count, one->model->nv);
            continue;
        }
        const snw_status status = snw_block_resize(v, given, one->model->nv, setup);
        if (snw_failed(status)) return status;
        count++;
    }
    if (repaired != NULL) *repaired = count;
    return found.first;
}

// --- from the file ------------------------------------------------------------------------------

static void put_member(snw__findings *found, const snw_system *system,
                       const snw_member_state *given, snw_system_state *state) {
    const int member = snw_system_find(system, given->member);
    snw__about(found, "members", given->member);
    if (member < 0) {
        snw__tell(found, SNW_ERR_UNKNOWN_NAME, "cell-reference", "name a member of the cell",
                  "there is no such member");
        return;
    }
    const snw_system_member *one = &system->members[member];
    const snw_status before = found->first;
    const bool fits = check_sizes(found, one, given);
    if (found->first != before || given->q_count != one->model->nq) return;
    if (!fits && given->v_count > 0) {
        snw__tell(found, SNW_ERR_SIZE, "state-size", "repair it with snw_cell_state_sizes()",
                  "it has %d velocities instead of %d", given->v_count, one->model->nv);
        return;
    }
    if (one->model->nq > 0) {
        memcpy(state->q + one->q_index, given->q, (size_t)one->model->nq * sizeof(double));
    }
    if (given->v_count > 0) {
        memcpy(state->v + one->v_index, given->v, (size_t)one->model->nv * sizeof(double));
    }
}

static void put_attached(snw__findings *found, const snw_system *system, const snw_attached *given,
                         snw_system_state *state) {
    const snw_sym3 I = snw_sym3_of(snw_vec3_of(given->ixx, given->iyy, given->izz), given->ixy,
                                   given->ixz, given->iyz);
    const snw_attaching what = {.name = given->name,
                                .role = given->role,
                                .place = given->link,
                                .member = snw_system_find(system, given->member),
                                .T_place_part = given->origin,
                                .inertia = snw_inertia_of(given->mass, given->first, I)};
    snw_why why;
    const snw_status status = snw_system_attach(system, state, &what, NULL, &why);
    if (!snw_failed(status)) return;
    snw_diags_add(found->diags, &why);
    if (found->first == SNW_OK) found->first = status;
}

// fills a new state; the caller's stays until all is well
static snw_status put_all(const snw_system *system, const snw_cell_state *from,
                          snw_system_state *state, snw_diags *diags) {
    snw__findings found = {.diags = diags};
    state->t_ns = from->t_ns;
    for (int i = 0; i < from->member_count; i++) {
        put_member(&found, system, &from->members[i], state);
    }
    for (int i = 0; i < from->attached_count; i++) {
        put_attached(&found, system, &from->attached[i], state);
    }
    if (found.first < 0) return found.first;
    snw_why why;
    const snw_status status = snw_system_state_check(system, state, &why);
    if (snw_failed(status)) snw_diags_add(diags, &why);
    return status;
}

snw_status snw_system_state_put(const snw_system *system, const snw_cell_state *from,
                                snw_system_state *state, snw_diags *diags) {
    snw_system_state fresh;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&fresh, system, &arena));
    snw_setup *scratch = snw_setup_create(arena.needed + ((size_t)1 << 16));
    if (scratch == NULL) return SNW_ERR_MEMORY;
    void *block = snw_setup_take(scratch, arena.needed + 1, SNW_ARENA_ALIGN);
    snw_status status = snw_setup_status(scratch);
    if (status == SNW_OK) {
        arena = snw_arena_over(block, arena.needed);
        status = snw_system_state_init(&fresh, system, &arena);
    }
    if (status == SNW_OK) status = put_all(system, from, &fresh, diags);
    if (status == SNW_OK) status = snw__system_state_copy(state, &fresh);
    snw_setup_destroy(scratch);
    return status;
}

// --- to the file --------------------------------------------------------------------------------

static snw_status get_member(const snw_system_member *member, const snw_system_state *state,
                             snw_setup *setup, snw_member_state *out) {
    const snw_type *type = member_list()->type;
    const snw_model *model = member->model;
    snw_copy_text(out->member, SNW_NAME, member->name);
    snw_status status = snw_block_resize(snw_type_field(type, "q"), out, model->nq, setup);
    if (status == SNW_OK) {
        status = snw_block_resize(snw_type_field(type, "v"), out, model->nv, setup);
    }
    if (snw_failed(status)) return status;
    if (model->nq > 0) {
        memcpy(out->q, state->q + member->q_index, (size_t)model->nq * sizeof(double));
    }
    if (model->nv > 0) {
        memcpy(out->v, state->v + member->v_index, (size_t)model->nv * sizeof(double));
    }
    return SNW_OK;
}

static void get_slot(const snw_system *system, const snw_slot *slot, snw_attached *out) {
    const snw_system_member *member = &system->members[slot->member];
    snw_copy_text(out->name, SNW_NAME, slot->name);
    snw_copy_text(out->role, SNW_NAME, slot->role);
    snw_copy_text(out->member, SNW_NAME, member->name);
    snw_copy_text(out->link, SNW_NAME, member->model->links[slot->link].name);
    out->origin = slot->T_link_part;
    out->mass = slot->inertia.m;
    out->first = slot->inertia.h;
    out->ixx = slot->inertia.I.xx;
    out->iyy = slot->inertia.I.yy;
    out->izz = slot->inertia.I.zz;
    out->ixy = slot->inertia.I.xy;
    out->ixz = slot->inertia.I.xz;
    out->iyz = slot->inertia.I.yz;
}

snw_status snw_system_state_get(const snw_system *system, const snw_system_state *state,
                                snw_setup *setup, snw_cell_state *out) {
    int used = 0;
    for (int i = 0; i < state->slot_count; i++) {
        used += state->slots[i].used;
    }
    const snw_field *attached = snw_type_field(&snw_cell_state_type, "attached");
    snw_status status = snw_system_state_check(system, state, NULL);
    if (status == SNW_OK) {
        status = snw_block_resize(member_list(), out, system->member_count, setup);
    }
    if (status == SNW_OK) status = snw_block_resize(attached, out, used, setup);
    for (int i = 0; i < system->member_count && status == SNW_OK; i++) {
        status = get_member(&system->members[i], state, setup, &out->members[i]);
    }
    if (snw_failed(status)) return status;
    out->t_ns = state->t_ns;
    used = 0;
    for (int i = 0; i < state->slot_count; i++) {
        if (state->slots[i].used) get_slot(system, &state->slots[i], &out->attached[used++]);
    }
    return SNW_OK;
}
