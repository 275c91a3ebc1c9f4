// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// From paths to what a tick copies: runs of numbers of one kind that lie side by side. A vector, a
// matrix or a pose is taken apart into its numbers, each with the path that names it alone.
#include <string.h>

#include "recorder_internal.h"

typedef struct adding {
    snw__plan *plan;
    snw_setup *setup;
    const snw_recorder_config *config;
    bool any_role; // parameters too
    int seen;      // numbers that were matched
    int index;     // of the last of them
    bool full;
    ptrdiff_t shift; // from the blocks that paths are looked up in to those of the loop
} adding;

static const uint8_t sizes[] = {[SNW__REAL] = 8, [SNW__BOOL] = sizeof(bool),
                                [SNW__I8] = 1,   [SNW__I16] = 2,
                                [SNW__I32] = 4,  [SNW__I64] = 8,
                                [SNW__U8] = 1,   [SNW__U16] = 2,
                                [SNW__U32] = 4,  [SNW__U64] = 8};

static snw__stored whole_number(size_t size, bool has_sign) {
    switch (size) {
    case 1:
        return has_sign ? SNW__I8 : SNW__U8;
    case 2:
        return has_sign ? SNW__I16 : SNW__U16;
    case 4:
        return has_sign ? SNW__I32 : SNW__U32;
    default:
        return has_sign ? SNW__I64 : SNW__U64;
    }
}

// numbers in one item of a field, 0 for what cannot be recorded
static int numbers_of(const snw_field *field, snw__stored *stored) {
    *stored = SNW__REAL;
    switch (field->kind) {
    case SNW_KIND_BOOL:
        *stored = SNW__BOOL;
        return 1;
    case SNW_KIND_INT:
    case SNW_KIND_ENUM:
        *stored = whole_number(field->size, true);
        return 1;
    case SNW_KIND_UINT:
        *stored = whole_number(field->size, false);
        return 1;
    case SNW_KIND_REAL:
        return 1;
    case SNW_KIND_VEC3:
        return 3;
    case SNW_KIND_QUAT:
        return 4;
    case SNW_KIND_POSE:
        return 12;
    case SNW_KIND_MATRIX:
        return field->rows * field->columns;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return 0;
}

// the end of the path of number i in a value, as snw_roots_resolve() reads it
static void add_part(snw_text *path, const snw_field *field, int i) {
    static const char axes[] = "xyz", parts[] = "wxyz";
    if (field->kind == SNW_KIND_VEC3) snw_text_format(path, ".%c", axes[i]);
    if (field->kind == SNW_KIND_QUAT) snw_text_format(path, ".%c", parts[i]);
    if (field->kind == SNW_KIND_MATRIX) {
        snw_text_format(path, "[%d,%d]", i % field->rows, i / field->rows);
    }
    if (field->kind == SNW_KIND_POSE && i < 9) {
        snw_text_format(path, ".R.%c.%c", axes[i / 3], axes[i % 3]);
    }
    if (field->kind == SNW_KIND_POSE && i >= 9) snw_text_format(path, ".p.%c", axes[i - 9]);
}

static const char *unit_of(const adding *a, const char *path, const snw_place *place, int i) {
    const snw_field *field = place->field;
    const snw_recorder_config *config = a->config;
    if (field->unit != NULL) return field->kind == SNW_KIND_POSE && i < 9 ? "" : field->unit;
    return config->unit != NULL ? config->unit(config->unit_context, path, place) : "";
}

// the place of a number that is in the plan already, or -1
static int find(const snw__plan *plan, const void *address) {
    int before = 0;
    for (int i = 0; i < plan->run_count; i++) {
        const snw__run *run = &plan->runs[i];
        const uintptr_t start = (uintptr_t)run->address, at = (uintptr_t)address;
        const size_t size = sizes[run->stored];
        if (at >= start && at < start + (size_t)run->count * size) {
            return before + (int)((at - start) / size);
        }
        before += run->count;
    }
    return -1;
}

static bool add_run(adding *a, const void *address, snw__stored stored) {
    snw__plan *plan = a->plan;
    snw__run *last =
        plan->runs == NULL || plan->run_count == 0 ? NULL : &plan->runs[plan->run_count - 1];
    if (last != NULL && last->stored == stored &&
        (const char *)last->address + (size_t)last->count * sizes[stored] == address) {
        last->count++;
        return true;
    }
    if (plan->runs == NULL || plan->run_count == plan->run_capacity) {
        const int capacity = plan->run_capacity == 0 ? 16 : 2 * plan->run_capacity;
        snw__run *runs = snw_setup_grow(a->setup, plan->runs, (size_t)capacity * sizeof *runs,
                                        _Alignof(snw__run));
        if (runs == NULL) return false;
        plan->runs = runs;
        plan->run_capacity = capacity;
    }
    plan->runs[plan->run_count++] =
        (snw__run){.address = address, .count = 1, .place = plan->count - 1, .stored = stored};
    return true;
}

static bool add_signal(adding *a, const char *path, const char *unit) {
    snw__plan *plan = a->plan;
    if (plan->count == plan->capacity) {
        const int capacity = plan->capacity == 0 ? 64 : 2 * plan->capacity;
        snw__signal *signals = snw_setup_grow(
            a->setup, plan->signals, (size_t)capacity * sizeof *signals, _Alignof(snw__signal));
        if (signals == NULL) return false;
        plan->signals = signals;
        plan->capacity = capacity;
    }
    const char *copy = snw_setup_text(a->setup, path, strlen(path));
    if (copy == NULL) return false;
    plan->signals[plan->count++] = (snw__signal){copy, unit};
    return true;
}

// one number; returns false when the walk must end
static bool add_number(adding *a, const char *path, const char *unit, const void *address,
                       snw__stored stored) {
    address = (const char *)address + a->shift;
    a->seen++;
    a->index = find(a->plan, address);
    if (a->index >= 0) return true;
    if (a->plan->count == SNW__NUMBERS_MOST) {
        a->full = true;
        return false;
    }
    a->index = a->plan->count;
    return add_signal(a, path, unit) && add_run(a, address, stored);
}

static bool add_item(adding *a, const char *path, const snw_place *place, const void *item) {
    const snw_field *field = place->field;
    snw__stored stored;
    const int count = numbers_of(field, &stored);
    for (int i = 0; i < count; i++) {
        char name[SNW_FIELD_PATH + 16];
        snw_text text = snw_text_over(name, sizeof name);
        snw_text_format(&text, "%s", path);
        add_part(&text, field, i);
        const char *address = (const char *)item + (size_t)i * sizes[stored];
        if (!add_number(a, name, unit_of(a, path, place, i), address, stored)) return false;
    }
    return true;
}

static bool tell(const char *path, const snw_place *place, void *context) {
    adding *a = context;
    if (place->role == SNW_PARAMETER && !a->any_role) return true;
    return add_item(a, path, place, place->item);
}

// a plain path: an item, all items of an array, or a number inside an item
static snw_status add_path(adding *a, const snw_roots *roots, const char *path, snw_why *why) {
    snw_place place;
    const snw_status status = snw_roots_resolve(roots, path, &place, why);
    if (snw_failed(status)) return status;
    const size_t size = place.field->size;
    if (place.number != NULL && place.count == 1) {
        const ptrdiff_t part = place.number - (const double *)place.item;
        (void)add_number(a, path, unit_of(a, path, &place, (int)part), place.number, SNW__REAL);
        return SNW_OK;
    }
    for (int i = 0; i < place.count; i++) {
        char name[SNW_FIELD_PATH + 16];
        snw_text text = snw_text_over(name, sizeof name);
        snw_text_format(&text, "%s", path);
        if (place.count > 1) snw_text_format(&text, "[%d]", i);
        if (!add_item(a, name, &place, (const char *)place.item + (size_t)i * size)) break;
    }
    return SNW_OK;
}

static snw_status add(adding *a, const snw_roots *roots, const char *pattern, snw_why *why) {
    snw_status status = SNW_OK;
    if (strchr(pattern, '*') != NULL) {
        (void)snw_roots_list(roots, pattern, tell, a);
    } else {
        status = add_path(a, roots, pattern, why);
    }
    if (snw_failed(status)) return status;
    if (a->full) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, pattern, "too many numbers in one group");
        snw_why_add(why, "most", SNW__NUMBERS_MOST, "");
        snw_why_fix(why, "make several groups");
        return SNW_ERR_TOO_LARGE;
    }
    status = snw_setup_status(a->setup);
    if (snw_failed(status)) {
        return snw_refuse(why, status, pattern, NULL, NULL);
    }
    if (a->seen > 0) return SNW_OK;
    return snw_refuse(
        why, SNW_ERR_NOT_FOUND, pattern, "the pattern matches nothing to record",
        "numbers, booleans and enums can be recorded; '*' selects signals and states");
}

// where paths are looked up, and how far the blocks of the loop are from there
static const snw_roots *places_of(const snw_recorder_config *config, ptrdiff_t *shift) {
    *shift = 0;
    if (config->seen == NULL || config->seen->count == 0) return config->roots;
    *shift =
        (const char *)config->roots->items[0].block - (const char *)config->seen->items[0].block;
    return config->seen;
}

snw_status snw__plan_add(snw__plan *plan, const snw_recorder_config *config, const char *pattern,
                         snw_setup *setup, snw_why *why) {
    adding a = {.plan = plan, .setup = setup, .config = config};
    const snw_roots *places = places_of(config, &a.shift);
    return add(&a, places, pattern, why);
}

snw_status snw__plan_number(snw__plan *plan, const snw_recorder_config *config, const char *path,
                            snw_setup *setup, int *index, snw_why *why) {
    adding a = {.plan = plan, .setup = setup, .config = config, .any_role = true};
    const snw_roots *places = places_of(config, &a.shift);
    const snw_status status = add(&a, places, path, why);
    if (snw_failed(status)) return status;
    if (a.seen != 1) {
        snw_why_set(why, SNW_ERR_SIZE, path, "one number is required here");
        snw_why_add(why, "numbers", a.seen, "");
        return SNW_ERR_SIZE;
    }
    *index = a.index;
    return SNW_OK;
}

snw_status snw__plan_runs(const snw__plan *plan, snw_setup *setup, const snw__run **runs) {
    const int count = plan->run_count;
    snw__run *sorted =
        snw_setup_take(setup, ((size_t)count + 1) * sizeof *sorted, _Alignof(snw__run));
    if (sorted == NULL) return SNW_ERR_MEMORY;
    int end = 0;
    for (snw__stored kind = 0; kind < SNW__KINDS; kind++) {
        for (int i = 0; i < count; i++) {
            if (plan->runs[i].stored == kind) sorted[end++] = plan->runs[i];
        }
    }
    sorted[end] = (snw__run){.stored = SNW__KINDS};
    *runs = sorted;
    return SNW_OK;
}
