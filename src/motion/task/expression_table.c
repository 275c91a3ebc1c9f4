// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "expression_internal.h"
#include "inside.h"

// Tables of files, and the element that asks them.

// --- tables --------------------------------------------------------------------------------------

static const snw_choice searches[] = {
    {"linear", SNW_TABLE_LINEAR, "Linear search from the last interval."},
    {"bisection", SNW_TABLE_BISECTION, "Bisection."},
    {"equal_spaced", SNW_TABLE_EQUAL_SPACED, "Computed directly; for even grids only."},
};
static const snw_choice edges[] = {
    {"limit", SNW_TABLE_LIMIT, "The value at the edge is kept."},
    {"extrapolate", SNW_TABLE_EXTRAPOLATE, "The last interval is extrapolated."},
};

#define CHOICE(member, words, sentence)                                                            \
    {                                                                                              \
        SNW_AT(snw_table_axis_entry, member), .kind = SNW_KIND_ENUM, SNW_CHOICES(words),           \
                                              .help = (sentence)                                   \
    }

static const snw_field axis_fields[] = {
    CHOICE(search, searches, "How the interval is searched."),
    CHOICE(lower, edges, "Behaviour below the first value."),
    CHOICE(upper, edges, "Behaviour above the last value."),
    {SNW_AT_LIST(snw_table_axis_entry, values, value_count, SNW_TABLE_POINTS),
     .kind = SNW_KIND_REAL, .help = "Values of the variable, increasing or decreasing."},
};
static const snw_type axis_type = {SNW_TYPE_AS("table_axis", snw_table_axis_entry, axis_fields),
                                   .space = &snw_space_motion, .help = "One variable of a table."};

static const snw_field set_fields[] = {
    {SNW_AT_LIST(snw_table_set_entry, values, value_count, SNW_TABLE_POINTS), .kind = SNW_KIND_REAL,
     .help = "Function values on the grid; the first variable varies fastest."},
};
static const snw_type set_type = {SNW_TYPE_AS("table_set", snw_table_set_entry, set_fields),
                                  .space = &snw_space_motion,
                                  .help = "One function on the grid of a table."};

static const snw_field entry_fields[] = {
    {SNW_AT_LIST(snw_table_entry, axes, axis_count, SNW_TABLE_DIMENSIONS), .kind = SNW_KIND_STRUCT,
     .type = &axis_type, .item = "axis", .help = "Variables of the table."},
    {SNW_AT_LIST(snw_table_entry, sets, set_count, SNW_TABLE_SETS), .kind = SNW_KIND_STRUCT,
     .type = &set_type, .item = "set", .help = "Functions of the table, all on the same grid."},
};
const snw_type snw_table_entry_type = {SNW_TYPE_AS("table", snw_table_entry, entry_fields),
                                       .space = &snw_space_motion,
                                       .help = "Functions tabulated on a grid."};

static void take_parts(snw_table_view *view, const snw_table_entry *entry) {
    for (int i = 0; i < entry->axis_count; i++) {
        const snw_table_axis_entry *axis = &entry->axes[i];
        view->axes[i] = (snw_table_axis){.search = axis->search,
                                         .lower = axis->lower,
                                         .upper = axis->upper,
                                         .values = axis->values,
                                         .count = axis->value_count};
    }
    for (int i = 0; i < entry->set_count; i++)
        view->data[i] = entry->sets[i].values;
}

snw_status snw__table_entry_check(const snw_table_entry *entry, snw_why *why) {
    if (entry->axis_count < 1 || entry->axis_count > SNW_TABLE_DIMENSIONS || entry->set_count < 1 ||
        entry->set_count > SNW_TABLE_SETS) {
        return snw_refuse(why, SNW_ERR_SIZE, "table", "a table has 1 to 8 axes and 1 to 64 sets",
                          NULL);
    }
    double points = 1;
    for (int i = 0; i < entry->axis_count; i++)
        points *= entry->axes[i].value_count;
    for (int i = 0; i < entry->set_count; i++) {
        if (entry->sets[i].value_count == points) continue;
        snw_why_set(why, SNW_ERR_SIZE, "table",
                    "a set does not have one number for each grid point");
        snw_why_add(why, "numbers", entry->sets[i].value_count, "");
        snw_why_add(why, "grid", points, "");
        return SNW_ERR_SIZE;
    }
    snw_table_view view;
    take_parts(&view, entry);
    return snw__table_init(&view.table, view.axes, entry->axis_count, view.data, entry->set_count,
                           why);
}

void snw__table_view_init(snw_table_view *view, const snw_table_entry *entry) {
    take_parts(view, entry);
    view->table = (snw_table){.axes = view->axes,
                              .dimensions = entry->axis_count,
                              .data = view->data,
                              .sets = entry->set_count,
                              .points = entry->sets[0].value_count};
}

// --- the element ---------------------------------------------------------------------------------

static int argument_child(const void *block, const snw_child **list) {
    list[0] = &((const snw_expression_table *)block)->argument;
    return 1;
}

// all tables of a composition have the same variables and as many sets
static snw_status table_size(const void *block, const snw_task *task,
                             const snw_expression_value *children, int count,
                             snw_expression_value *own) {
    (void)task, (void)count;
    const snw_expression_table *element = block;
    if (element->table_count < 1) return SNW_ERR_SIZE;
    const snw_table_entry *first = &element->tables[0];
    for (int i = 0; i < element->table_count; i++) {
        const snw_table_entry *entry = &element->tables[i];
        const snw_status status = snw__table_entry_check(entry, NULL);
        if (snw_failed(status)) return status;
        if (entry->axis_count != first->axis_count || entry->set_count != first->set_count) {
            return SNW_ERR_SIZE;
        }
    }
    if (children[0].rows * children[0].cols < first->axis_count) return SNW_ERR_SIZE;
    *own = (snw_expression_value){NULL, first->set_count, 1};
    return SNW_OK;
}

static snw_status table_value(const void *block, const snw_expression_at *at,
                              snw_expression_value *own) {
    const snw_expression_table *element = block;
    const snw_expression_value *argument = &at->children[0];
    const int dimensions = element->tables[0].axis_count;
    double x[SNW_TABLE_DIMENSIONS];
    if (argument->rows * argument->cols < dimensions) return SNW_ERR_SIZE;
    memcpy(x, argument->data, sizeof(double) * (size_t)dimensions);
    snw_table_view views[SNW_TABLE_LEAVES];
    snw_composed_table all = {.count = element->table_count};
    for (int i = 0; i < element->table_count; i++) {
        snw__table_view_init(&views[i], &element->tables[i]);
        all.leaves[i] = &views[i].table;
    }
    const snw_status status = snw__composed_table_at(&all, x, own->data);
    return snw_failed(status) ? status : SNW_OK;
}

const snw_expression_functions snw__expression_table_function = {
    EXPRESSION_HEAD, .children = argument_child, .size = table_size, .evaluate = table_value};
