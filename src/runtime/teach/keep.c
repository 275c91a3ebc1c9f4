// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "points_internal.h"
#include "sequence_internal.h"
#include "sinew/teach/keep.h"

// Points and steps are published by the loop, so a file gets them without a word to it, also in a
// run whose time stands still. Both lists are read whole: they are of one moment.

// the list is small enough to be read whole, once or, when the loop is writing, again
static snw_status read_all(const snw_published *shown, size_t size, const char *name, void **memory,
                           snw_why *why) {
    *memory = malloc(size);
    if (*memory == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_published_read(shown, 0, *memory, size);
    if (!snw_failed(status)) return SNW_OK;
    free(*memory);
    return snw_refuse(why, status, name, "it is being changed", "try it again");
}

snw_status snw__points_keep(const snw_component *component, snw_setup *setup, snw_points *into,
                            snw_why *why) {
    const snw_field *list = snw_type_field(&snw_points_type, "list");
    const snw__points *p = component->work;
    if (p == NULL) return SNW_OK; // it was never configured
    const size_t size = (size_t)p->capacity * sizeof(snw_point);
    void *memory;
    snw_status status = read_all(&p->shown, size, component->name, &memory, why);
    if (snw_failed(status)) return status;
    // places beyond the last point have no name
    const snw_point *points = memory;
    int count = 0;
    while (count < p->capacity && points[count].name[0] != '\0')
        count++;
    if (count == 0) {
        into->list_count = 0;
    } else {
        status = snw_block_resize(list, into, count, setup);
        if (!snw_failed(status)) memcpy(into->list, points, (size_t)count * sizeof *points);
    }
    free(memory);
    return status;
}

snw_status snw__sequence_keep(const snw_component *component, snw_setup *setup, snw_sequence *into,
                              snw_why *why) {
    const snw_field *steps = snw_type_field(&snw_sequence_type, "steps");
    const snw__sequence *s = component->work;
    if (s == NULL) return SNW_OK; // it was never configured
    const size_t size = sizeof(snw__sequence_head) + (size_t)s->capacity * sizeof(snw_step);
    void *memory;
    snw_status status = read_all(&s->shown, size, component->name, &memory, why);
    if (snw_failed(status)) return status;
    const snw__sequence_head *head = memory;
    const snw_step *list = (const snw_step *)(head + 1);
    if (head->count == 0) {
        into->step_count = 0;
    } else {
        status = snw_block_resize(steps, into, head->count, setup);
        if (!snw_failed(status)) memcpy(into->steps, list, (size_t)head->count * sizeof *list);
    }
    into->repeat = head->repeat;
    into->automatic = head->automatic != 0;
    free(memory);
    return status;
}
