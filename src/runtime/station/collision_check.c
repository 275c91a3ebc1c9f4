// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"
#include "sinew/collision.h"

// A cell with rules about collisions: are they about bodies that exist, and do its states keep
// them? Cells without rules are not looked at.

typedef struct checking {
    snw_loaded_cell *input;
    snw_setup *setup;
    snw_world world;
    snw_collision around;
    snw_system_state state;
} checking;

static void *take_block(checking *c, size_t needed, snw_arena *arena) {
    void *block = snw_setup_take(c->setup, needed > 0 ? needed : 1, SNW_ARENA_ALIGN);
    *arena = snw_arena_over(block, needed);
    return block;
}

// remarks about defaults are for those who ask for distances
static void tell(checking *c, const snw_diags *found) {
    for (int i = 0; i < found->count; i++)
        if (found->items[i].severity != SNW_INFO) snw_diags_add(&c->input->diags, &found->items[i]);
}

static snw_status open_world(checking *c) {
    enum { ROOM = 256 };
    const snw_cell *cell = c->input->cell;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&c->state, &c->input->system, &arena));
    if (take_block(c, arena.needed, &arena) == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_system_state_init(&c->state, &c->input->system, &arena);
    snw_diags found = {.items = snw_setup_take(c->setup, ROOM * sizeof(snw_why), 8),
                       .capacity = ROOM};
    if (snw_failed(status) || found.items == NULL) return SNW_ERR_MEMORY;
    status = snw_world_of_cell(&c->world, cell, &c->input->system, c->setup, &found);
    tell(c, &found);
    if (snw_failed(status)) return status;
    arena = (snw_arena){0};
    SNW_IGNORE(snw_collision_init(&c->around, &c->world, &arena));
    if (take_block(c, arena.needed, &arena) == NULL) return SNW_ERR_MEMORY;
    return snw_collision_init(&c->around, &c->world, &arena);
}

// the pair of a state that is nearest to each other, when it is nearer than it must be
static void judge_state(checking *c, const snw_cell_state *state) {
    if (snw_failed(snw_system_state_put(&c->input->system, state, &c->state, NULL)) ||
        snw_failed(snw_collision_place(&c->around, &c->state))) {
        return;
    }
    enum { MOST = 16 };
    snw_near near[MOST];
    const snw_near_query query = {
        .member = -1, .below = snw_world_most_keep(&c->world), .most = MOST, .enforced = true};
    const int count = snw_collision_near(&c->around, &query, near, NULL);
    for (int i = 0; i < count; i++) {
        if (near[i].closest.distance >= near[i].keep) continue;
        char a[SNW_BODY_NAME], b[SNW_BODY_NAME], subject[SNW_WHY_SUBJECT];
        snw_world_name(&c->world, near[i].a, a);
        snw_world_name(&c->world, near[i].b, b);
        snw_text line = snw_text_over(subject, sizeof subject);
        snw_text_format(&line, "states/%s", state->name);
        snw_why why;
        snw_why_set(&why, SNW_ERR_CHECK, subject, NULL);
        why.severity = SNW_WARNING;
        line = snw_text_over(why.text, sizeof why.text);
        snw_text_format(&line, "%.40s and %.40s are nearer than the rules allow", a, b);
        snw_why_rule(&why, "collision-state");
        snw_why_fix(&why, "move them apart, or write a pair rule about them");
        snw_why_add(&why, "distance", near[i].closest.distance, "m");
        snw_why_add(&why, "keep", near[i].keep, "m");
        snw_diags_add(&c->input->diags, &why);
    }
}

void snw__check_collision(snw_loaded_cell *input) {
    if (snw_cell_rules(input->cell) == NULL) return;
    checking c = {.input = input, .setup = snw_setup_create((size_t)4 << 30)};
    const snw_status status = c.setup == NULL ? SNW_ERR_MEMORY : open_world(&c);
    if (snw_failed(status)) input->status = status;
    if (!snw_failed(status) && c.around.world != NULL) {
        for (int i = 0; i < input->cell->state_count; i++)
            judge_state(&c, &input->cell->states[i]);
    }
    snw_setup_destroy(c.setup);
}
