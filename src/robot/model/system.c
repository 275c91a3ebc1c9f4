// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/system.h"

#include <string.h>

#include "system_internal.h"

// A system on its way from a plan into an arena. Pointers into the arena are NULL while it only
// measures.
typedef struct layout {
    const snw__cell_plan *plan;
    snw_arena *arena;
    snw_diags *diags;
    snw_system_member *members;
    snw_system_mechanism *mechanisms;
    snw_model *models;
    int *model_of;    // [2 * mechanism_count] model of a mechanism with fixed, floating base; -1
    int model_count;  // that are needed
    snw_status first; // of the errors in mechanisms
} layout;

static const char *keep_text(snw_arena *arena, const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = snw_arena_take(arena, size, 1);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

// Which models are needed: one for each kind of base that a mechanism's members have. A mechanism
// without members is compiled too, so that its faults are told.
static void count_models(layout *l) {
    const snw_cell *cell = l->plan->cell;
    for (int i = 0; i < 2 * cell->mechanism_count; i++) {
        l->model_of[i] = -1;
    }
    for (int i = 0; i < cell->member_count; i++) {
        l->model_of[2 * l->plan->mechanism[i] + l->plan->floats[i]] = 0;
    }
    for (int i = 0; i < cell->mechanism_count; i++) {
        int *const of = &l->model_of[2 * (size_t)i];
        if (of[0] < 0 && of[1] < 0) of[snw_mechanism_robot(&cell->mechanisms[i])->floating] = 0;
        for (int k = 0; k < 2; k++) {
            if (of[k] == 0) of[k] = l->model_count++;
        }
    }
}

// The same mechanism with both kinds of base has the same links in the same order.
static snw_status compile_mechanism(layout *l, int index, snw_model *one) {
    snw_robot robot = *snw_mechanism_robot(&l->plan->cell->mechanisms[index]);
    bool told = false;
    for (int k = 0; k < 2; k++) {
        const int at = l->model_of[2 * index + k];
        if (at < 0) continue;
        robot.floating = k == 1;
        snw_model *model = l->models != NULL ? &l->models[at] : one;
        const snw_status status =
            snw_model_compile(model, &robot, l->arena, told ? NULL : l->diags);
        told = true;
        // an arena that is too small goes on measuring; what the heap refuses ends it
        const bool measures = status == SNW_ERR_MEMORY && snw_failed(snw_arena_status(l->arena));
        if (snw_failed(status) && !measures) return status;
    }
    return SNW_OK;
}

// who has the shapes of each link
static void fill_shapes(const snw_mechanism *given, const snw_model *model,
                        const snw_link_description **shape_of) {
    const snw_robot *robot = snw_mechanism_robot(given);
    for (int i = 0; i < model->link_count; i++) {
        shape_of[i] = &robot->links[model->links[i].described_link];
    }
    for (int i = 0; i < given->share_count; i++) {
        const int link = snw_model_find_link(model, given->shares[i].link);
        const int of = snw_model_find_link(model, given->shares[i].of);
        shape_of[link] = &robot->links[model->links[of].described_link];
    }
}

static void lay_out_mechanism(layout *l, int index) {
    snw_model one;
    const snw_mechanism *given = &l->plan->cell->mechanisms[index];
    const snw_status status = compile_mechanism(l, index, &one);
    if (snw_failed(status)) {
        if (l->first == SNW_OK) l->first = status;
        return;
    }
    const snw_robot *robot = snw_mechanism_robot(given);
    const char *name = keep_text(l->arena, given->name);
    const snw_link_description **shape_of =
        SNW_ARENA_ARRAY(l->arena, const snw_link_description *, robot->link_count);
    if (snw_failed(snw_arena_status(l->arena))) return;
    const int *const of = &l->model_of[2 * (size_t)index];
    fill_shapes(given, &l->models[of[0] >= 0 ? of[0] : of[1]], shape_of);
    l->mechanisms[index] = (snw_system_mechanism){name, robot, shape_of};
}

// the member at one place of the order; those that carry it have had their turn
static void fill_member(layout *l, snw_system *system, int place) {
    const snw__cell_plan *plan = l->plan;
    const int index = plan->order[place];
    const snw_cell_member *given = &plan->cell->members[index];
    snw_system_member *member = &l->members[place];
    member->mechanism = plan->mechanism[index];
    member->model = &l->models[l->model_of[2 * member->mechanism + plan->floats[index]]];
    member->carrier = member->carrier_link = -1;
    snw_pose T_carrier_place = plan->cell->environment.origin;
    if (plan->carrier[index] >= 0) {
        member->carrier = plan->place[plan->carrier[index]];
        member->carrier_link =
            snw__system_place(l->members[member->carrier].model, given->at, &T_carrier_place);
    }
    member->T_carrier_base = snw_pose_mul(T_carrier_place, given->origin);
    member->display = given->display;
    member->q_index = system->nq;
    member->v_index = system->nv;
    system->nq += member->model->nq;
    system->nv += member->model->nv;
    system->link_count += member->model->link_count;
}

static snw_status lay_out(layout *l, snw_system *system) {
    const snw_cell *cell = l->plan->cell;
    *system = (snw_system){.member_count = cell->member_count,
                           .mechanism_count = cell->mechanism_count,
                           .model_count = l->model_count,
                           .slot_count = cell->slots,
                           .T_world_system = cell->environment.origin};
    system->gravity = snw_mat3_apply(cell->environment.origin.R, cell->environment.gravity);
    system->name = keep_text(l->arena, cell->name);
    system->members = l->members = SNW_ARENA_ARRAY(l->arena, snw_system_member, cell->member_count);
    system->mechanisms = l->mechanisms =
        SNW_ARENA_ARRAY(l->arena, snw_system_mechanism, cell->mechanism_count);
    l->models = SNW_ARENA_ARRAY(l->arena, snw_model, l->model_count);
    SNW_IGNORE(snw_names_init(&system->names, cell->member_count, l->arena));
    for (int i = 0; i < cell->mechanism_count; i++) {
        lay_out_mechanism(l, i);
    }
    if (snw_failed(l->first)) return l->first;
    for (int i = 0; i < cell->member_count; i++) {
        const char *name = keep_text(l->arena, cell->members[l->plan->order[i]].name);
        if (l->members != NULL) l->members[i].name = name;
    }
    const snw_status status = snw_arena_status(l->arena);
    if (snw_failed(status)) return status;
    for (int i = 0; i < cell->member_count; i++) {
        fill_member(l, system, i);
        SNW_IGNORE(snw_names_add(&system->names, l->members[i].name, i));
    }
    return SNW_OK;
}

snw_status snw_system_compile(snw_system *system, const snw_cell *cell, snw_arena *arena,
                              snw_diags *diags) {
    snw__cell_plan plan;
    snw_status status = snw__cell_plan_begin(&plan, cell, diags);
    if (status == SNW_OK) status = plan.found.first;
    if (status == SNW_OK) {
        layout l = {.plan = &plan, .arena = arena, .diags = diags};
        const size_t models = 2 * (size_t)cell->mechanism_count;
        l.model_of = snw_setup_take(plan.scratch, models * sizeof(int), _Alignof(int));
        status = snw_setup_status(plan.scratch);
        if (status == SNW_OK) {
            count_models(&l);
            status = lay_out(&l, system);
        }
    }
    snw__cell_plan_end(&plan);
    return status;
}
