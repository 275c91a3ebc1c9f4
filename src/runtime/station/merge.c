// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

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

// What a text field of a component names, by how it is called: see docs/components.md.
typedef enum named_thing {
    NAMES_NOTHING,
    NAMES_MEMBER,
    NAMES_COMPONENTS,
    NAMES_SIGNAL
} named_thing;

static named_thing what_it_names(const snw_field *field) {
    static const struct {
        const char *field;
        named_thing thing;
    } names[] = {{"member", NAMES_MEMBER},         {"hand", NAMES_MEMBER},
                 {"object", NAMES_MEMBER},         {"sequence", NAMES_COMPONENTS},
                 {"components", NAMES_COMPONENTS}, {"signal", NAMES_SIGNAL}};
    if (field->kind != SNW_KIND_STRING && field->kind != SNW_KIND_REFERENCE) return NAMES_NOTHING;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(field->name, names[i].field) == 0) return names[i].thing;
    }
    return NAMES_NOTHING;
}

// names between blanks
static void rename_words(const merging *m, char *list, size_t size) {
    char whole[SNW_FIELD_PATH], name[SNW_NAME];
    snw_text text = snw_text_over(whole, sizeof whole);
    snw_words words = snw_words_over(list);
    snw_word word;
    while (snw_words_next(&words, &word)) {
        if (!snw_word_copy(word, name, sizeof name)) return;
        snw_text_format(&text, "%s%s", text.length > 0 ? " " : "", component_now(m, name));
    }
    if (!snw_text_is_cut(&text) && text.length < size) snw_copy_text(list, size, whole);
}

// "arm/sensed/q[0]" or "task/error": the first name is that of a member or a component
static void rename_signal(const merging *m, char *signal, size_t size) {
    char whole[SNW_FIELD_PATH];
    char name[SNW_NAME] = "";
    const size_t length = strcspn(signal, "/");
    if (length >= sizeof name) return;
    memcpy(name, signal, length);
    const char *member = member_now(m, name);
    snw_text text = snw_text_over(whole, sizeof whole);
    snw_text_format(&text, "%s%s", member != name ? member : component_now(m, name),
                    signal + length);
    if (!snw_text_is_cut(&text) && text.length < size) snw_copy_text(signal, size, whole);
}

// patterns of signals between blanks
static void rename_patterns(const merging *m, char *list, size_t size) {
    char whole[SNW_FIELD_PATH], path[SNW_FIELD_PATH];
    snw_text text = snw_text_over(whole, sizeof whole);
    snw_words words = snw_words_over(list);
    snw_word word;
    while (snw_words_next(&words, &word)) {
        if (!snw_word_copy(word, path, sizeof path)) return;
        rename_signal(m, path, sizeof path);
        snw_text_format(&text, "%s%s", text.length > 0 ? " " : "", path);
    }
    if (!snw_text_is_cut(&text) && text.length < size) snw_copy_text(list, size, whole);
}

static void rename_text(const merging *m, const snw_field *field, char *text) {
    switch (what_it_names(field)) {
    case NAMES_MEMBER:
        snw_copy_text(text, field->size, member_now(m, text));
        break;
    case NAMES_COMPONENTS:
        rename_words(m, text, field->size);
        break;
    case NAMES_SIGNAL:
        rename_signal(m, text, field->size);
        break;
    case NAMES_NOTHING:
        break;
    }
}

// depth is that of described types, which do not hold themselves here
// NOLINTNEXTLINE(misc-no-recursion)
static void rename_inside(const merging *m, const snw_type *type, void *block, int depth) {
    for (int f = 0; f < type->field_count && depth < 8; f++) {
        const snw_field *field = &type->fields[f];
        const int count = snw_field_count(field, block);
        for (int i = 0; i < count; i++) {
            void *place = snw_field_place(field, block, i);
            rename_text(m, field, place);
            if (field->kind == SNW_KIND_STRUCT && field->type != NULL) {
                rename_inside(m, field->type, place, depth + 1);
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
    }
    // after all components have their names
    for (int i = 0; i < m->from->component_count; i++) {
        snw_component_entry *made = &m->loop->components[m->first_component + i];
        rename_inside(m, made->type.type, made->type.block, 0);
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

// what a cell records of itself is recorded of the merged one too
static snw_status add_records(merging *m) {
    for (int i = 0; i < m->from->record_count; i++) {
        snw_record_entry given = m->from->records[i];
        if (!make_free(m, "records", given.name)) return SNW_ERR_TOO_LARGE;
        snw_record_entry *made = append("records", m, &given);
        if (made == NULL) return SNW_ERR_TOO_LARGE;
        rename_patterns(m, made->signals, sizeof made->signals);
    }
    return SNW_OK;
}

static snw_status add_plots(merging *m) {
    for (int i = 0; i < m->from->plot_count; i++) {
        snw_plot_entry *made = append("plots", m, &m->from->plots[i]);
        if (made == NULL) return SNW_ERR_TOO_LARGE;
        for (int t = 0; t < made->trace_count; t++)
            rename_signal(m, made->traces[t].signal, sizeof made->traces[t].signal);
    }
    return SNW_OK;
}

// The first loop stays as it is: its period, its rules. A cell without one gets that of the second.
static snw_status join_loops(merging *m, const snw_loaded_cell *b) {
    m->from = snw__loop_of(b->cell);
    if (m->from == NULL) return SNW_OK;
    if (m->out->control.type == NULL) {
        m->loop = snw_block_new(&snw_loop_type, m->setup);
        if (m->loop == NULL) return SNW_ERR_MEMORY;
        m->loop->period = m->from->period;
        m->out->control = (snw_child){.type = &snw_loop_type, .block = m->loop};
    } else if (m->out->control.type == &snw_loop_type) {
        m->loop = m->out->control.block;
    } else {
        return SNW_OK;
    }
    snw_status status = add_arms(m);
    if (!snw_failed(status)) status = add_components(m);
    if (!snw_failed(status)) status = add_connections(m);
    if (!snw_failed(status)) status = add_records(m);
    if (!snw_failed(status)) status = add_plots(m);
    return status;
}

snw_status snw__station_merge(snw_loaded_cell *a, const snw_loaded_cell *b, snw_cell **out,
                              int *renamed, snw_why *why) {
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
        return snw_refuse(why, status, b->cell->name,
                          "both cells together are too large for one loop", NULL);
    }
    *out = m.out;
    *renamed = m.renamed;
    return SNW_OK;
}
