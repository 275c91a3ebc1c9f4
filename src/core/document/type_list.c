// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "type_list.h"

#include <stdlib.h>
#include <string.h>

static bool holds(const snw__types *list, const snw_type *type) {
    for (int i = 0; i < list->count; i++) {
        if (list->items[i] == type) return true;
    }
    return false;
}

void snw__types_add(snw__types *list, const snw_type *type) {
    if (holds(list, type)) return;
    if (list->count == list->capacity) {
        const int more = list->capacity == 0 ? 64 : 2 * list->capacity;
        void *larger = realloc((void *)list->items, (size_t)more * sizeof(const snw_type *));
        if (larger == NULL) {
            list->exhausted = true;
            return;
        }
        list->items = larger;
        list->capacity = more;
    }
    list->items[list->count++] = type;
}

void snw__types_close(snw__types *list) {
    // the list grows while it is walked
    for (int i = 0; i < list->count; i++) {
        const snw_type *type = list->items[i];
        for (int k = 0; k < type->field_count; k++) {
            if (type->fields[k].type != NULL) snw__types_add(list, type->fields[k].type);
        }
    }
}

void snw__types_sort(snw__types *list) {
    for (int i = 1; i < list->count; i++) {
        const snw_type *type = list->items[i];
        int place = i;
        for (; place > 0 && strcmp(list->items[place - 1]->token, type->token) > 0; place--) {
            list->items[place] = list->items[place - 1];
        }
        list->items[place] = type;
    }
}

void snw__types_free(snw__types *list) {
    free((void *)list->items);
    *list = (snw__types){0};
}

const snw_space *snw__space_of(const snw_type *type) {
    return type->space != NULL ? type->space : &snw_space_core;
}

bool snw__same_space(const snw_space *a, const snw_space *b) {
    return a == b || strcmp(a->uri, b->uri) == 0;
}

const snw_base *snw__find_base(const snw_registry *registry, const char *token) {
    for (int i = 0; registry != NULL && i < registry->base_count; i++) {
        if (strcmp(registry->bases[i]->token, token) == 0) return registry->bases[i];
    }
    return NULL;
}

bool snw__base_is_a(const snw_registry *registry, const char *token, const char *base) {
    // bases are registered after their own bases, so the chain ends
    while (token != NULL) {
        if (strcmp(token, base) == 0) return true;
        const snw_base *one = snw__find_base(registry, token);
        token = one != NULL ? one->base : NULL;
    }
    return false;
}
