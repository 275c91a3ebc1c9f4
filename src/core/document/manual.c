// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The reference manual in Markdown: an index by base, and a page per registered type. Structs that
// a type holds and that are not registered themselves stand on the page of their holder.
#include "sinew/document/manual.h"

#include <string.h>

#include "type_list.h"
#include "words.h"
#include "write_common.h"

// text in a cell of a table: bars would end it, and so would line ends
static void put_cell(snw_text *text, const char *words) {
    for (; *words != '\0'; words++) {
        if (*words == '|') snw_text_add(text, "\\", 1);
        snw_text_add(text, *words == '\n' ? " " : words, 1);
    }
}

static bool is_registered(const snw_registry *registry, const snw_type *type) {
    return registry != NULL && snw_registry_find(registry, type->token) == type;
}

// --- one field ----------------------------------------------------------------------------------

static void put_type_link(snw_text *text, const snw_type *type, const snw_registry *registry) {
    if (is_registered(registry, type)) {
        snw_text_format(text, "[%s](%s.md)", type->token, type->token);
    } else {
        snw_text_format(text, "[%s](#%s)", type->token, type->token);
    }
}

static void put_base_link(snw_text *text, const char *base, const snw_registry *registry) {
    if (snw__find_base(registry, base) != NULL) {
        snw_text_format(text, "[%s](index.md#%s)", base, base);
    } else {
        snw_text_format(text, "%s", base);
    }
}

static void put_item_kind(snw_text *text, const snw_field *field, const snw_registry *registry) {
    switch (field->kind) {
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        snw_text_format(text, "%s%zu", snw__kind_word(field->kind), 8 * field->size);
        break;
    case SNW_KIND_STRING:
        snw_text_format(text, "string of %zu bytes", field->size - 1);
        break;
    case SNW_KIND_REFERENCE:
        snw_text_format(text, "name of ");
        if (field->base != NULL) {
            snw_text_format(text, "a ");
            put_base_link(text, field->base, registry);
        } else {
            snw_text_format(text, "an object");
        }
        break;
    case SNW_KIND_MATRIX:
        snw_text_format(text, "matrix %d by %d", field->rows, field->columns);
        break;
    case SNW_KIND_OPTIONAL:
        snw_text_format(text, "optional ");
        put_type_link(text, field->type, registry);
        break;
    case SNW_KIND_STRUCT:
        put_type_link(text, field->type, registry);
        break;
    case SNW_KIND_CHILD:
        snw_text_format(text, "any ");
        put_base_link(text, field->base, registry);
        break;
    case SNW_KIND_BOOL:
    case SNW_KIND_REAL:
    case SNW_KIND_ENUM:
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
        snw_text_format(text, "%s", snw__kind_word(field->kind));
        break;
    }
}

static void put_kind(snw_text *text, const snw_field *field, const snw_registry *registry) {
    if (field->array == SNW_FIXED) snw_text_format(text, "%d x ", field->length);
    if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
        snw_text_format(text, "up to %d x ", field->length);
    }
    put_item_kind(text, field, registry);
    if (field->flags & SNW_KEY) snw_text_format(text, ", key");
    if (field->flags & SNW_UNIQUE) snw_text_format(text, ", a set");
}

static void put_range(snw_text *text, const snw_field *field) {
    const bool ranged = snw__is_ranged(field);
    if (ranged) {
        snw_text_real(text, field->range.low);
        snw_text_format(text, " to ");
        snw_text_real(text, field->range.high);
    }
    if (field->flags & SNW_INFINITE) {
        snw_text_format(text, ranged ? " or infinite" : "any, or infinite");
    }
}

static void put_default(snw_text *text, const snw_field *field) {
    if (field->flags & SNW_REQUIRED) {
        snw_text_format(text, "required");
        return;
    }
    if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
        snw_text_format(text, "empty");
        return;
    }
    char words[256];
    snw_text value = snw_text_over(words, sizeof words);
    snw__default_print(field, &value);
    put_cell(text, snw_text_is_cut(&value) ? "" : words);
}

static void put_field(snw_text *text, const snw_field *field, const snw_registry *registry) {
    snw_text_format(text, "| `%s` | ", field->name);
    put_kind(text, field, registry);
    snw_text_format(text, " | %s | ", field->unit != NULL ? field->unit : "");
    put_range(text, field);
    snw_text_format(text, " | ");
    put_default(text, field);
    snw_text_format(text, " | %s | ",
                    field->role == SNW_PARAMETER ? snw__when_word(field->when)
                                                 : snw__role_word(field->role));
    put_cell(text, field->help);
    snw_text_format(text, " |\n");
}

static void put_choices(snw_text *text, const snw_field *field) {
    snw_text_format(text, "\nChoices of `%s`:\n\n", field->name);
    for (int i = 0; i < field->choice_count; i++) {
        const snw_choice *choice = &field->choices[i];
        snw_text_format(text, "* `%s`%s%s\n", choice->name, choice->help != NULL ? ": " : "",
                        choice->help != NULL ? choice->help : "");
    }
}

static void put_fields(snw_text *text, const snw_type *type, const snw_registry *registry) {
    if (type->field_count == 0) {
        snw_text_format(text, "\nIt has no fields.\n");
        return;
    }
    snw_text_format(text, "\n| Field | Kind | Unit | Range | Default | Changes | What it is |\n"
                          "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < type->field_count; i++) {
        put_field(text, &type->fields[i], registry);
    }
    for (int i = 0; i < type->field_count; i++) {
        if (type->fields[i].kind == SNW_KIND_ENUM) put_choices(text, &type->fields[i]);
    }
}

// --- one type -----------------------------------------------------------------------------------

static void put_upgrades(snw_text *text, const snw_type *type) {
    if (type->upgrade_count == 0) return;
    snw_text_format(text, "\nFiles of earlier versions may say:\n\n");
    for (int i = 0; i < type->upgrade_count; i++) {
        const snw_upgrade *one = &type->upgrades[i];
        snw_text_format(text, "* `%s`, before version %d: ", one->name, one->until);
        if (one->now == NULL) {
            snw_text_format(text, "ignored.\n");
        } else {
            snw_text_format(text, "now `%s`%s.\n", one->now,
                            one->factor != 0 || one->convert != NULL ? ", converted" : "");
        }
    }
}

static void put_facts(snw_text *text, const snw_type *type, const snw_registry *registry) {
    const snw_space *space = snw__space_of(type);
    snw_text_format(text, "\nName space `%s` (%s), version %d", space->prefix, space->uri,
                    snw__type_version(type));
    if (type->base != NULL) {
        snw_text_format(text, ", base ");
        put_base_link(text, type->base, registry);
    }
    snw_text_format(text, ".\n");
}

// types that a type holds and that have no page of their own; the type itself comes first
static void add_held(snw__types *list, const snw_type *type, const snw_registry *registry) {
    snw__types_add(list, type);
    for (int i = 0; i < list->count; i++) {
        const snw_type *holder = list->items[i];
        for (int k = 0; k < holder->field_count; k++) {
            const snw_type *held = holder->fields[k].type;
            if (held != NULL && !is_registered(registry, held)) snw__types_add(list, held);
        }
    }
}

void snw_manual_type(const snw_type *type, const snw_registry *registry, snw_text *text) {
    snw__types list = {0};
    add_held(&list, type, registry);
    for (int i = 0; i < list.count; i++) {
        const snw_type *one = list.items[i];
        snw_text_format(text, "%s %s\n\n%s\n", i == 0 ? "#" : "\n##", one->token, one->help);
        if (i == 0) put_facts(text, one, registry);
        put_fields(text, one, registry);
        put_upgrades(text, one);
    }
    snw__types_free(&list);
}

// --- the index ----------------------------------------------------------------------------------

static bool has_base(const snw_type *type, const char *base) {
    if (base == NULL || type->base == NULL) return base == type->base;
    return strcmp(type->base, base) == 0;
}

// the types that belong to a base directly; NULL is those of none
static void put_members(snw_text *text, const snw__types *list, const char *base) {
    bool any = false;
    for (int i = 0; i < list->count; i++) {
        const snw_type *type = list->items[i];
        if (!has_base(type, base)) continue;
        if (!any) {
            snw_text_format(text, "\n| Type | Name space | What it is |\n|---|---|---|\n");
        }
        any = true;
        snw_text_format(text, "| [%s](%s.md) | %s | ", type->token, type->token,
                        snw__space_of(type)->prefix);
        put_cell(text, type->help);
        snw_text_format(text, " |\n");
    }
}

void snw_manual_index(const snw_registry *registry, snw_text *text) {
    snw_text_format(text, "# Reference\n\nEvery type that files can hold. Written by"
                          " `sinew describe manual` from the tables of the types.\n");
    if (registry->type_count == 0) {
        snw_text_format(text, "\nNo types are registered yet.\n");
        return;
    }
    snw__types list = {0};
    bool alone = false;
    for (int i = 0; i < registry->type_count; i++) {
        snw__types_add(&list, registry->types[i]);
        alone |= registry->types[i]->base == NULL;
    }
    snw__types_sort(&list);
    for (int i = 0; i < registry->base_count; i++) {
        const snw_base *base = registry->bases[i];
        snw_text_format(text, "\n## %s\n\n%s", base->token, base->help != NULL ? base->help : "");
        if (base->base != NULL)
            snw_text_format(text, " Belongs to [%s](#%s).", base->base, base->base);
        snw_text_format(text, "\n");
        put_members(text, &list, base->token);
    }
    if (alone) {
        snw_text_format(text, "\n## Types without a base\n");
        put_members(text, &list, NULL);
    }
    snw__types_free(&list);
}
