// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/registry.h"
#include "sinew/base/collections.h"

#include <string.h>

snw_status snw_registry_init(snw_registry *registry, int capacity, snw_arena *arena) {
    *registry = (snw_registry){.capacity = capacity};
    registry->types = SNW_ARENA_ARRAY(arena, const snw_type *, capacity);
    registry->bases = SNW_ARENA_ARRAY(arena, const snw_base *, capacity);
    SNW_IGNORE(snw_names_init(&registry->type_names, capacity, arena));
    return snw_names_init(&registry->base_names, capacity, arena);
}

static snw_status check_open(const snw_registry *registry, const char *token, int count,
                             snw_why *why) {
    if (registry->frozen) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "registry", token, "the registry is frozen",
                               "register types before the system starts");
    }
    if (count >= registry->capacity) {
        return snw_refuse_rule(why, SNW_ERR_FULL, "registry", token, "the registry is full",
                               "lay it out with a larger capacity");
    }
    return SNW_OK;
}

static const snw_base *find_base(const snw_registry *registry, const char *token) {
    const int index = snw_names_find(&registry->base_names, token, NULL);
    return index >= 0 ? registry->bases[index] : NULL;
}

// an unknown base, with the closest known one proposed
static snw_status refuse_base(const snw_registry *registry, const char *token, const char *base,
                              snw_why *why) {
    const char *known[64];
    const int count = registry->base_count < 64 ? registry->base_count : 64;
    for (int i = 0; i < count; i++) {
        known[i] = registry->bases[i]->token;
    }
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "its base '%s' is not registered", base);
    const char *closest = snw_closest_name(base, known, count);
    if (closest != NULL) snw_text_format(&line, "; did you mean '%s'?", closest);
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "registry", token, text,
                           "register the base first");
}

snw_status snw_registry_add_base(snw_registry *registry, const snw_base *base, snw_why *why) {
    const snw_status status = check_open(registry, base->token, registry->base_count, why);
    if (snw_failed(status)) return status;
    if (base->token == NULL || base->token[0] == '\0' || base->help == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "registry", base->token,
                               "a base needs a token and a sentence", "complete it");
    }
    if (base->base != NULL && find_base(registry, base->base) == NULL) {
        return refuse_base(registry, base->token, base->base, why);
    }
    if (snw_failed(snw_names_add(&registry->base_names, base->token, registry->base_count))) {
        return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "registry", base->token,
                               "a base has this token already", "choose another token");
    }
    registry->bases[registry->base_count++] = base;
    return SNW_OK;
}

static snw_status check_new(const snw_registry *registry, const snw_type *type, snw_why *why) {
    const snw_status status = snw_type_check(type, why);
    if (snw_failed(status)) return status;
    if (type->base != NULL && find_base(registry, type->base) == NULL) {
        return refuse_base(registry, type->token, type->base, why);
    }
    return SNW_OK;
}

snw_status snw_registry_add(snw_registry *registry, const snw_type *type, snw_why *why) {
    snw_status status = check_open(registry, type->token, registry->type_count, why);
    if (status == SNW_OK) status = check_new(registry, type, why);
    if (snw_failed(status)) return status;
    if (snw_failed(snw_names_add(&registry->type_names, type->token, registry->type_count))) {
        return snw_refuse_rule(why, SNW_ERR_DUPLICATE, "registry", type->token,
                               "a type has this token already",
                               "choose another token, or replace the type");
    }
    registry->types[registry->type_count++] = type;
    return SNW_OK;
}

snw_status snw_registry_reserve_copies(snw_registry *registry, int count, snw_arena *arena) {
    registry->copies = SNW_ARENA_ARRAY(arena, snw_type, count);
    registry->copy_capacity = registry->copies != NULL ? count : 0;
    return snw_arena_status(arena);
}

snw_status snw_registry_add_as(snw_registry *registry, const snw_type *type,
                               const snw_type_use *use, snw_why *why) {
    if (registry->copy_count >= registry->copy_capacity) {
        return snw_refuse_rule(why, SNW_ERR_FULL, "registry", use->token,
                               "the registry has no room for copies",
                               "lay it out with snw_registry_reserve_copies()");
    }
    // a copy that is refused, or taken back later, leaves its room unused
    snw_type *copy = &registry->copies[registry->copy_count++];
    *copy = *type;
    copy->token = use->token;
    copy->base = use->base;
    copy->functions = use->functions;
    if (use->help != NULL) copy->help = use->help;
    return snw_registry_add(registry, copy, why);
}

static bool same_text(const char *a, const char *b) {
    return (a == NULL && b == NULL) || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

snw_status snw_registry_replace(snw_registry *registry, const snw_type *type, snw_why *why) {
    snw_status status = check_open(registry, type->token, 0, why);
    if (status == SNW_OK) status = check_new(registry, type, why);
    if (snw_failed(status)) return status;
    const int index = snw_names_find(&registry->type_names, type->token, NULL);
    if (index < 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "registry", type->token,
                               "there is no type to replace", "add it instead");
    }
    if (!same_text(registry->types[index]->base, type->base)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "registry", type->token,
                               "the replacement has another base",
                               "give it the base of the type that it replaces");
    }
    registry->types[index] = type;
    return SNW_OK;
}

// names cannot be taken out of an open-addressing table one by one: it is emptied and filled again
static void clear(snw_names *names) {
    for (int i = 0; i < names->slot_count; i++) {
        names->keys[i] = NULL;
    }
    names->count = 0;
}

void snw_registry_rewind(snw_registry *registry, int types, int bases) {
    if (registry->frozen) return;
    SNW_ASSERT(0 <= types && types <= registry->type_count);
    SNW_ASSERT(0 <= bases && bases <= registry->base_count);
    registry->type_count = types;
    registry->base_count = bases;
    clear(&registry->type_names);
    clear(&registry->base_names);
    for (int i = 0; i < types; i++) {
        SNW_IGNORE(snw_names_add(&registry->type_names, registry->types[i]->token, i));
    }
    for (int i = 0; i < bases; i++) {
        SNW_IGNORE(snw_names_add(&registry->base_names, registry->bases[i]->token, i));
    }
}

void snw_registry_freeze(snw_registry *registry) {
    registry->frozen = true;
}

const snw_type *snw_registry_find(const snw_registry *registry, const char *token) {
    const int index = snw_names_find(&registry->type_names, token, NULL);
    return index >= 0 ? registry->types[index] : NULL;
}

bool snw_registry_is_a(const snw_registry *registry, const snw_type *type, const char *base) {
    if (base == NULL) return true;
    const char *token = type->base;
    // bases are added after their own bases, so the chain ends
    while (token != NULL) {
        if (strcmp(token, base) == 0) return true;
        const snw_base *one = find_base(registry, token);
        token = one != NULL ? one->base : NULL;
    }
    return false;
}

const snw_type *snw_registry_next(const snw_registry *registry, const char *base, int *cursor) {
    while (*cursor < registry->type_count) {
        const snw_type *type = registry->types[(*cursor)++];
        if (base == NULL || snw_registry_is_a(registry, type, base)) return type;
    }
    return NULL;
}
