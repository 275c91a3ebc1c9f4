// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODEL_SYSTEMS_H
#define SINEW_TESTS_MODEL_SYSTEMS_H

/// @file
/// Cells for tests: built by hand, drawn at random, compiled into a block of exactly the size that
/// is asked for; and poses by the reference in long double, from the descriptions alone.

#include "reference.h"

enum { SYSTEM_FINDINGS = 64 };

/// A cell, its system and a state, and what was said about it.
typedef struct plant {
    snw_setup *setup;
    snw_cell *cell;
    snw_system system;
    snw_system_state state;
    void *block, *state_block;
    size_t needed, state_needed;
    snw_diags diags;
    snw_why items[SYSTEM_FINDINGS];
} plant;

__attribute__((unused)) static snw_cell *new_cell(snw_setup *setup, const char *name) {
    snw_cell *cell = snw_block_new(&snw_cell_type, setup);
    if (cell == NULL) abort();
    snw_copy_text(cell->name, SNW_NAME, name);
    return cell;
}

__attribute__((unused)) static void *add_to(const snw_type *type, void *block, const char *list,
                                            snw_setup *setup) {
    const snw_field *field = snw_type_field(type, list);
    const int count = snw_field_count(field, block);
    if (snw_block_resize(field, block, count + 1, setup) != SNW_OK) abort();
    return snw_field_place(field, block, count);
}

__attribute__((unused)) static snw_mechanism *add_mechanism(snw_cell *cell, snw_setup *setup,
                                                            const char *name, snw_robot *robot) {
    snw_mechanism *mechanism = add_to(&snw_cell_type, cell, "mechanisms", setup);
    snw_copy_text(mechanism->name, SNW_NAME, name);
    mechanism->robot = robot;
    return mechanism;
}

__attribute__((unused)) static snw_cell_member *
add_member(snw_cell *cell, snw_setup *setup, const char *name, const char *mechanism) {
    snw_cell_member *member = add_to(&snw_cell_type, cell, "members", setup);
    snw_copy_text(member->name, SNW_NAME, name);
    snw_copy_text(member->mechanism, SNW_NAME, mechanism);
    return member;
}

__attribute__((unused)) static void put_on(snw_cell_member *member, const char *on,
                                           const char *at) {
    snw_copy_text(member->on, SNW_NAME, on);
    snw_copy_text(member->at, SNW_NAME, at);
}

__attribute__((unused)) static snw_shape_share *
add_share(snw_mechanism *mechanism, snw_setup *setup, const char *link, const char *of) {
    const snw_type *type = snw_type_field(&snw_cell_type, "mechanisms")->type;
    snw_shape_share *share = add_to(type, mechanism, "shares", setup);
    snw_copy_text(share->link, SNW_NAME, link);
    snw_copy_text(share->of, SNW_NAME, of);
    return share;
}

__attribute__((unused)) static void open_plant(plant *p) {
    memset(p, 0, sizeof *p);
    p->setup = new_setup();
    p->cell = new_cell(p->setup, "cell");
    p->diags = (snw_diags){.items = p->items, .capacity = SYSTEM_FINDINGS};
}

__attribute__((unused)) static void print_plant(const plant *p) {
    for (int i = 0; i < p->diags.count; i++) {
        char text[1024];
        (void)snw_why_sentence(&p->items[i], text, sizeof text);
        print_error("  %s\n", text);
    }
}

/// Compiles the system and lays out a state, each in a block of exactly its size.
__attribute__((unused)) static snw_status build_plant(plant *p) {
    snw_arena arena = {0};
    snw_status status = snw_system_compile(&p->system, p->cell, &arena, &p->diags);
    if (status != SNW_ERR_MEMORY) return status;
    p->needed = arena.needed;
    p->block = exact_block(arena.needed);
    arena = snw_arena_over(p->block, p->needed);
    status = snw_system_compile(&p->system, p->cell, &arena, NULL);
    CHECK(arena.needed == p->needed);
    if (status != SNW_OK) return status;
    arena = (snw_arena){0};
    SNW_IGNORE(snw_system_state_init(&p->state, &p->system, &arena));
    p->state_needed = arena.needed;
    p->state_block = exact_block(arena.needed);
    arena = snw_arena_over(p->state_block, p->state_needed);
    return snw_system_state_init(&p->state, &p->system, &arena);
}

__attribute__((unused)) static void must_build(plant *p) {
    const snw_status status = build_plant(p);
    if (status != SNW_OK) print_plant(p);
    CHECK(status == SNW_OK);
}

__attribute__((unused)) static void close_plant(plant *p) {
    free(p->block);
    free(p->state_block);
    snw_setup_destroy(p->setup);
}

/// Three trees, up to eight members of them, some on others in any order, some floating.
__attribute__((unused)) static void random_cell(snw_cell *cell, snw_setup *setup) {
    char name[SNW_NAME], other[SNW_NAME];
    cell->environment.origin = random_pose();
    cell->environment.gravity = random_vec3(10);
    int links[3];
    for (int i = 0; i < 3; i++) {
        links[i] = check_int(1, 8);
        const tree_options o = {.links = links[i], .mimics = true, .floating = i == 2};
        (void)snprintf(name, sizeof name, "kind%d", i);
        add_mechanism(cell, setup, name, random_tree(setup, o));
    }
    const int count = check_int(1, 8), turn = check_int(0, 7);
    int kind[8];
    for (int i = 0; i < count; i++) {
        kind[i] = check_int(0, 2);
    }
    for (int k = 0; k < count; k++) {
        // member i may stand on a lower number, which may come later in the list
        const int i = (k + turn) % count;
        (void)snprintf(name, sizeof name, "m%d", i);
        (void)snprintf(other, sizeof other, "kind%d", kind[i]);
        snw_cell_member *member = add_member(cell, setup, name, other);
        member->origin = random_pose();
        member->base = (snw_base_kind)check_int(0, 2);
        if (i == 0 || check_int(0, 1) == 0) continue;
        const int on = check_int(0, i - 1), at = check_int(0, links[kind[on]] - 1);
        (void)snprintf(name, sizeof name, "m%d", on);
        (void)snprintf(other, sizeof other, check_int(0, 1) == 0 ? "%d" : "f%d", at);
        put_on(member, name, check_int(0, 4) == 0 ? "" : other);
        member->base = SNW_BASE_FIXED;
    }
}

__attribute__((unused)) static void random_state(const snw_system *system,
                                                 snw_system_state *state) {
    state->t_ns = (int64_t)(check_bits() >> 20);
    for (int i = 0; i < system->member_count; i++) {
        random_q(system->members[i].model, state->q + system->members[i].q_index);
    }
    for (int i = 0; i < system->nv; i++) {
        state->v[i] = check_real(-2, 2);
    }
}

__attribute__((unused)) static const snw_cell_member *described(const snw_cell *cell,
                                                                const char *name) {
    for (int i = 0; i < cell->member_count; i++) {
        if (strcmp(cell->members[i].name, name) == 0) return &cell->members[i];
    }
    abort();
}

/// The pose of a link, or of an attachment when the member has no such link, in the world: by
/// names, in long double.
__attribute__((unused)) static ref_pose ref_in_world(const plant *p, const char *member,
                                                     const char *part) {
    const snw_cell_member *given = described(p->cell, member);
    const int index = snw_system_find(&p->system, member);
    CHECK(index >= 0);
    const snw_system_member *one = &p->system.members[index];
    snw_robot robot = *p->system.mechanisms[one->mechanism].robot;
    robot.floating = one->model->floating;
    ref_places places;
    memset(&places, 0, sizeof places);
    ref_read(one->model, &robot, p->state.q + one->q_index, &places);
    ref_pose T = ref_identity();
    if (part[0] == '\0') part = one->model->links[0].name;
    if (snw_model_find_link(one->model, part) >= 0) {
        T = ref_link(&robot, &places, part);
    } else {
        for (int i = 0; i < robot.attachment_count; i++) {
            if (strcmp(robot.attachments[i].name, part) != 0) continue;
            T = ref_frame(&robot, &places, &robot.attachments[i]);
        }
    }
    T = ref_mul(ref_from(given->origin), T);
    if (given->on[0] != '\0') return ref_mul(ref_in_world(p, given->on, given->at), T);
    return ref_mul(ref_from(p->cell->environment.origin), T);
}

#endif // SINEW_TESTS_MODEL_SYSTEMS_H
