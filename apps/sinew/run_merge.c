// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "run_job.h"

// Two cells as one. Bodies and states are joined by snw_cell_merge_cells(); here the loop of the
// second follows: its arms and its components, under names that are free.

enum { FINDINGS = 8 };

typedef struct merging {
    const snw_cell *b;
    int first;     // member of `out` that was the first of b
    snw_cell *out; // bodies are joined
    snw_setup *setup;
    snw_loop *loop;       // of out
    const snw_loop *from; // of b
    int first_component;  // of out's loop that was the first of b's
    int renamed;
} merging;

// the new name of what the second cell calls `old`; `old` itself when it is no member of it
static const char *member_now(const merging *m, const char *old) {
    for (int i = 0; i < m->b->member_count; i++) {
        if (strcmp(m->b->members[i].name, old) == 0) return m->out->members[m->first + i].name;
    }
    return old;
}

static const char *component_now(const merging *m, const char *old) {
    for (int i = 0; i < m->from->component_count; i++) {
        if (strcmp(m->from->components[i].name, old) == 0) {
            return m->loop->components[m->first_component + i].name;
        }
    }
    return old;
}

// --- names inside components --------------------------------------------------------------------

// Fields that name a member are called so, or `hand`: see docs/components.md.
static bool names_member(const snw_field *field) {
    return (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) &&
           (strcmp(field->name, "member") == 0 || strcmp(field->name, "hand") == 0);
}

// depth is that of described types, which do not hold themselves here
// NOLINTNEXTLINE(misc-no-recursion)
static void rename_members(const merging *m, const snw_type *type, void *block, int depth) {
    for (int f = 0; f < type->field_count && depth < 8; f++) {
        const snw_field *field = &type->fields[f];
        const int count = snw_field_count(field, block);
        for (int i = 0; i < count; i++) {
            void *place = snw_field_place(field, block, i);
            if (names_member(field)) snw_copy_text(place, SNW_NAME, member_now(m, place));
            if (field->kind == SNW_KIND_STRUCT && field->type != NULL) {
                rename_members(m, field->type, place, depth + 1);
            }
        }
    }
}

// --- lists of the loop --------------------------------------------------------------------------

static void *append(const char *name, merging *m, const void *item) {
    const snw_field *list = snw_type_field(&snw_loop_type, name);
    const int count = snw_field_count(list, m->loop);
    if (snw_failed(snw_block_resize(list, m->loop, count + 1, m->setup))) return NULL;
    void *place = snw_field_place(list, m->loop, count);
    return snw_failed(snw_block_copy(list->type, place, item, m->setup)) ? NULL : place;
}

// the name itself, or the first of NAME_2, NAME_3, ... that no item of the list has
static bool make_free(merging *m, const char *list_name, char name[SNW_NAME]) {
    const snw_field *list = snw_type_field(&snw_loop_type, list_name);
    char wish[SNW_NAME];
    snw_copy_text(wish, sizeof wish, name);
    for (int i = 2; snw_field_key_index(list, m->loop, wish) >= 0; i++) {
        snw_text text = snw_text_over(wish, sizeof wish);
        snw_text_format(&text, "%s_%d", name, i);
        if (snw_text_is_cut(&text)) return false;
    }
    m->renamed += strcmp(name, wish) != 0 ? 1 : 0;
    snw_copy_text(name, SNW_NAME, wish);
    return true;
}

static snw_status add_arms(merging *m) {
    for (int i = 0; i < m->from->arm_count; i++) {
        snw_arm_entry *made = append("arms", m, &m->from->arms[i]);
        if (made == NULL) return SNW_ERR_TOO_LARGE;
        snw_copy_text(made->member, SNW_NAME, member_now(m, m->from->arms[i].member));
    }
    return SNW_OK;
}

static snw_status add_components(merging *m) {
    m->first_component = m->loop->component_count;
    for (int i = 0; i < m->from->component_count; i++) {
        snw_component_entry given = m->from->components[i];
        if (!make_free(m, "components", given.name)) return SNW_ERR_TOO_LARGE;
        snw_component_entry *made = append("components", m, &given);
        if (made == NULL) return SNW_ERR_TOO_LARGE;
        snw_copy_text(made->member, SNW_NAME, member_now(m, given.member));
        rename_members(m, made->type.type, made->type.block, 0);
    }
    // after all components have their names
    for (int i = 0; i < m->from->component_count; i++) {
        snw_component_entry *made = &m->loop->components[m->first_component + i];
        for (int p = 0; p < made->peer_count; p++) {
            char *name = made->peers[p].component;
            snw_copy_text(name, SNW_NAME, component_now(m, name));
        }
    }
    return SNW_OK;
}

// "component.port"
static void rename_end(const merging *m, char end[2 * SNW_NAME]) {
    char whole[2 * SNW_NAME];
    char name[SNW_NAME] = "";
    const size_t length = strcspn(end, ".");
    if (length >= sizeof name) return;
    memcpy(name, end, length);
    snw_text text = snw_text_over(whole, sizeof whole);
    snw_text_format(&text, "%s%s", component_now(m, name), end + length);
    snw_copy_text(end, (size_t)2 * SNW_NAME, whole);
}

static snw_status add_connections(merging *m) {
    for (int i = 0; i < m->from->connection_count; i++) {
        snw_connection_entry *made = append("connections", m, &m->from->connections[i]);
        if (made == NULL) return SNW_ERR_TOO_LARGE;
        rename_end(m, made->from);
        rename_end(m, made->to);
    }
    return SNW_OK;
}

// The first loop stays as it is: its period, its rules. A cell without one gets that of the second.
static snw_status join_loops(merging *m, const cell_input *b) {
    m->from = run_loop_of(b->cell);
    if (m->from == NULL) return SNW_OK;
    if (m->out->control.type == NULL) {
        m->loop = snw_block_new(&snw_loop_type, m->setup);
        if (m->loop == NULL) return SNW_ERR_MEMORY;
        m->loop->period = m->from->period;
        m->out->control = (snw_child){.type = &snw_loop_type, .block = m->loop};
        snw_setup_pointer(m->setup, &m->out->control.block);
    } else if (m->out->control.type == &snw_loop_type) {
        m->loop = m->out->control.block;
    } else {
        return SNW_OK;
    }
    snw_status status = add_arms(m);
    if (!snw_failed(status)) status = add_components(m);
    if (!snw_failed(status)) status = add_connections(m);
    return status;
}

snw_status run_merge(cell_input *a, const cell_input *b, snw_cell **out, int *renamed,
                     snw_why *why) {
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    merging m = {.b = b->cell, .first = a->cell->member_count, .setup = a->setup};
    snw_status status = snw_cell_merge_cells(a->cell, b->cell, a->setup, &m.out, &diags);
    if (snw_failed(status)) {
        if (diags.count > 0) *why = found[0];
        return status;
    }
    for (int i = 0; i < b->cell->member_count; i++) {
        m.renamed += strcmp(b->cell->members[i].name, m.out->members[m.first + i].name) != 0;
    }
    status = join_loops(&m, b);
    if (snw_failed(status)) {
        return run_refuse(why, status, b->cell->name, "the loops of both are too much for one",
                          NULL);
    }
    *out = m.out;
    *renamed = m.renamed;
    return SNW_OK;
}
