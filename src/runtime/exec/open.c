// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "names.h"

// what an executive may need: far beyond any cell, and a bound against mistakes
static const size_t MEMORY_LIMIT = (size_t)1 << 30;

void *snw__exec_take(snw__builder *b, size_t count, size_t size) {
    void *block = snw_setup_take(b->exec->memory, count * size, SNW_ARENA_ALIGN);
    if (block == NULL && !snw_failed(b->status)) {
        snw__exec_refuse(b, SNW_ERR_MEMORY, b->exec->cell->name,
                         "there is not enough memory for the loop",
                         "free some memory or raise its limit");
    }
    return block;
}

snw_arena snw__exec_arena(snw__builder *b, size_t needed) {
    return snw_arena_over(snw__exec_take(b, needed, 1), needed);
}

void snw__exec_find(snw__builder *b, const snw_why *why) {
    if (why->severity == SNW_ERROR && !snw_failed(b->status)) b->status = why->code;
    snw_diags_add(b->diags, why);
}

void snw__exec_refuse(snw__builder *b, snw_status code, const char *subject, const char *text,
                      const char *fix) {
    snw_why why;
    snw_why_set(&why, code, subject, text);
    snw_why_rule(&why, "loop");
    snw_why_fix(&why, fix);
    snw__exec_find(b, &why);
}

snw_exec_options snw_exec_defaults(void) {
    return (snw_exec_options){.event_capacity = 1024};
}

// What lies between loop and services.
static snw_status lay_out_shared(snw_exec *exec, snw_arena *arena) {
    const int events = exec->options.event_capacity;
    SNW_IGNORE(snw_triple_init(&exec->picture, exec->image_size, arena));
    SNW_IGNORE(snw_triple_init(&exec->timing_picture, sizeof exec->timings, arena));
    SNW_IGNORE(snw_ring_init(&exec->events, sizeof(snw_event), events, arena));
    SNW_IGNORE(snw_ring_init(&exec->orders, sizeof(snw__order), SNW__ORDERS, arena));
    return snw_arena_status(arena);
}

static void make_shared(snw__builder *b) {
    snw_exec *exec = b->exec;
    if (exec->options.event_capacity <= 0) exec->options.event_capacity = 1024;
    snw_arena arena = {0};
    SNW_IGNORE(lay_out_shared(exec, &arena));
    arena = snw__exec_arena(b, arena.needed);
    const snw_status status = lay_out_shared(exec, &arena);
    if (snw_failed(status) && !snw_failed(b->status)) b->status = status;
}

// The image: loop, components, then arms. Services see all of it but the heads of the arms, which
// hold pointers.
static void make_image(snw__builder *b) {
    snw_exec *exec = b->exec;
    size_t size = 0;
    (void)snw__exec_place(&size, sizeof *exec->signals);
    exec->components_offset = snw__exec_place(&size, 1);
    snw__exec_slots_place(b, &size);
    snw__exec_state_place(b, &size);
    snw__exec_lock_place(b, &size);
    const size_t front = size;
    snw__exec_arms_place(b, &size);
    exec->image_size = size;
    exec->image = snw__exec_take(b, 1, size);
    exec->spans = snw__exec_take(b, (size_t)exec->arm_count + 1, sizeof *exec->spans);
    if (snw_failed(b->status)) return;
    exec->signals = (snw_loop_signals *)(void *)exec->image;
    exec->signals->at_rest = true;
    exec->spans[exec->span_count++] = (snw__span){0, front};
    for (int i = 0; i < exec->arm_count; i++) {
        const size_t start = exec->arms[i].arm_offset + offsetof(snw_arm, sensed);
        exec->spans[exec->span_count++] = (snw__span){start, exec->arms[i].end_offset - start};
    }
}

static void build(snw__builder *b) {
    static void (*const steps[])(snw__builder *) = {snw__exec_arms_choose,
                                                    snw__exec_slots_choose,
                                                    snw__exec_lock_choose,
                                                    make_image,
                                                    make_shared,
                                                    snw__exec_arms_make,
                                                    snw__exec_lock_make,
                                                    snw__exec_slots_make,
                                                    snw__exec_slots_connect,
                                                    snw__exec_slots_sort,
                                                    snw__exec_orders_make,
                                                    snw__exec_roots_make,
                                                    snw__exec_signals_check,
                                                    snw__exec_slots_configure};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !snw_failed(b->status); i++)
        steps[i](b);
}

snw_status snw_exec_open(snw_exec **exec, const snw_cell *cell, const snw_system *system,
                         const snw_exec_options *options, snw_diags *diags) {
    *exec = NULL;
    snw_why why;
    if (cell->control.type != &snw_loop_type || cell->control.block == NULL) {
        snw_why_set(&why, SNW_ERR_UNSUPPORTED, cell->name, "the cell has no loop");
        snw_why_fix(&why, "give it <control><loop> ...");
        snw_diags_add(diags, &why);
        return SNW_ERR_UNSUPPORTED;
    }
    snw_setup *memory = snw_setup_create(options->memory > 0 ? options->memory : MEMORY_LIMIT);
    if (memory == NULL) return SNW_ERR_MEMORY;
    snw_exec *made = snw_setup_take(memory, sizeof *made, SNW_ARENA_ALIGN);
    if (made == NULL) {
        snw_setup_destroy(memory);
        return SNW_ERR_MEMORY;
    }
    *made = (snw_exec){.memory = memory,
                       .cell = cell,
                       .system = system,
                       .loop = cell->control.block,
                       .options = *options,
                       .number = options->start_tick,
                       .t_ns = options->start_ns};
    made->period_ns = (int64_t)llround(made->loop->period * 1e9);
    snw__builder b = {made, diags, SNW_OK};
    build(&b);
    if (snw_failed(b.status)) {
        snw__exec_abandon(made);
        return b.status;
    }
    *exec = made;
    return SNW_OK;
}

snw_component *snw_exec_next_of(snw_exec *exec, const char *base, int *cursor) {
    while (*cursor < exec->slot_count) {
        snw_component *one = &exec->slots[(*cursor)++].self;
        const bool itself = base != NULL && strcmp(one->type->token, base) == 0;
        if (itself || snw_registry_is_a(exec->options.registry, one->type, base)) return one;
    }
    return NULL;
}
