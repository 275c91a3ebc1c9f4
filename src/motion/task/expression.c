// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/expression.h"

#include <string.h>

#include "expression_internal.h"
#include "inside.h"
#include "internal.h"

// A tree is laid out as a row of elements, children before their parents; a value of every element
// has its place from the beginning. Asking is one pass over the row.

struct snw__element {
    const snw_expression_functions *functions;
    const void *block;
    int child_count;
    int children[SNW_EXPRESSION_CHILDREN];
};

// The tree on its way to the row.
typedef struct layout {
    struct snw__element *elements;
    snw_expression_value *sizes;
    int count;
    const snw_task *task;
    snw_why *why;
} layout;

static const snw_expression_functions *functions_of(const snw_child *child) {
    const snw_type *type = child->type;
    if (type == NULL || child->block == NULL || type->functions == NULL || type->base == NULL ||
        strcmp(type->base, snw_expression_base.token) != 0 ||
        type->functions->version != SNW_EXPRESSION_VERSION ||
        type->functions->size < sizeof(snw_expression_functions)) {
        return NULL;
    }
    return (const snw_expression_functions *)(const void *)type->functions;
}

// adds the elements of a subtree; the place of its root, or a negative status
static int add_element(layout *l, const snw_child *child, int depth) {
    const snw_expression_functions *f = functions_of(child);
    if (f == NULL) {
        return snw_refuse_rule(l->why, SNW_ERR_ARGUMENT, "expression",
                               child->type != NULL ? child->type->token : "",
                               "this is not the type of an element", NULL);
    }
    if (depth > 32) {
        return snw_refuse_rule(l->why, SNW_ERR_SIZE, "expression", child->type->token,
                               "the tree is too deep", NULL);
    }
    const snw_child *list[SNW_EXPRESSION_CHILDREN];
    struct snw__element element = {.functions = f, .block = child->block};
    snw_expression_value sizes[SNW_EXPRESSION_CHILDREN];
    element.child_count = f->children != NULL ? f->children(child->block, list) : 0;
    if (element.child_count < 0 || element.child_count > SNW_EXPRESSION_CHILDREN) {
        return snw_refuse_rule(l->why, SNW_ERR_SIZE, "expression", child->type->token,
                               "it has too few or too many children", NULL);
    }
    for (int i = 0; i < element.child_count; i++) {
        if (list[i]->type == NULL) {
            return snw_refuse_rule(l->why, SNW_ERR_NOT_FOUND, "expression", child->type->token,
                                   "one of its children is missing", NULL);
        }
        const int place = add_element(l, list[i], depth + 1);
        if (place < 0) return place;
        element.children[i] = place;
        sizes[i] = l->sizes[place];
    }
    if (l->count == SNW_EXPRESSION_ELEMENTS) {
        return snw_refuse_rule(l->why, SNW_ERR_SIZE, "expression", child->type->token,
                               "the tree has too many elements", NULL);
    }
    snw_expression_value own = {NULL, 0, 0};
    const snw_status status = f->size(child->block, l->task, sizes, element.child_count, &own);
    if (snw_failed(status)) {
        return snw_refuse_rule(l->why, status, "expression", child->type->token,
                               "it does not fit the mechanism", NULL);
    }
    l->elements[l->count] = element;
    l->sizes[l->count] = own;
    return l->count++;
}

snw_status snw__expression_init(snw_expression *expression, const snw_child *root, snw_task *task,
                                snw_arena *arena, snw_why *why) {
    memset(expression, 0, sizeof *expression);
    struct snw__element elements[SNW_EXPRESSION_ELEMENTS];
    snw_expression_value sizes[SNW_EXPRESSION_ELEMENTS];
    layout l = {elements, sizes, 0, task, why};
    const int top = add_element(&l, root, 0);
    if (top < 0) return (snw_status)top;
    expression->task = task;
    expression->count = l.count;
    expression->elements = SNW_ARENA_ARRAY(arena, struct snw__element, l.count);
    expression->values = SNW_ARENA_ARRAY(arena, snw_expression_value, l.count);
    for (int i = 0; i < l.count; i++) {
        double *data = SNW_ARENA_ARRAY(arena, double, sizes[i].rows *sizes[i].cols);
        sizes[i].data = data;
    }
    SNW_IGNORE(snw_nullspace_init(&expression->nullspace, task->model->nv, task->room.rows, arena));
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    memcpy(expression->elements, elements, sizeof *elements * (size_t)l.count);
    memcpy(expression->values, sizes, sizeof *sizes * (size_t)l.count);
    return SNW_OK;
}

const snw_expression_value *snw__expression_stored(const snw_expression_at *at, const char *key) {
    for (int i = at->place - 1; i >= 0; i--) {
        const struct snw__element *e = &at->tree->elements[i];
        if (e->functions != &snw__expression_assign) continue;
        const snw_expression_assign *assign = e->block;
        if (strcmp(assign->key, key) == 0) return &at->tree->values[i];
    }
    return NULL;
}

snw_status snw__expression_evaluate(snw_expression *expression, const double *V, double dt,
                                    snw_expression_value *value) {
    snw_task *task = expression->task;
    snw_nullspace *ns = &expression->nullspace;
    snw_status status =
        snw_nullspace_factor(ns, snw_task_jacobian(task), task->set == NULL ? 0 : task->set->rows);
    if (snw_failed(status)) return status;
    // elements with weights between rows say so in every step
    task->weight_rows = 0;
    for (int i = 0; i < expression->count; i++) {
        const struct snw__element *e = &expression->elements[i];
        snw_expression_value children[SNW_EXPRESSION_CHILDREN];
        for (int k = 0; k < e->child_count; k++)
            children[k] = expression->values[e->children[k]];
        const snw_expression_at at = {.task = task,
                                      .V = V,
                                      .dt = dt,
                                      .map = expression->map,
                                      .nullspace = ns,
                                      .children = children,
                                      .child_count = e->child_count,
                                      .tree = expression,
                                      .place = i};
        status = e->functions->evaluate(e->block, &at, &expression->values[i]);
        if (snw_failed(status)) return status;
    }
    *value = expression->values[expression->count - 1];
    return snw__finite(value->data, value->rows * value->cols) ? SNW_OK : SNW_ERR_NOT_FINITE;
}
