// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/read_order.h"

// Questions are answered in the thread that asks, from the newest picture of all signals and from
// what components publish. The loop does not notice.

snw_component_state snw__exec_state_of(snw_exec *exec, int object) {
    const snw_roots *roots = snw_exec_look(exec);
    const snw__slot *slot = &exec->slots[object];
    if (roots == NULL) return slot->opened;
    const unsigned char *status = roots->items[1].block;
    snw_component_status copy;
    memcpy(&copy, status + (slot->status_offset - exec->components_offset), sizeof copy);
    return copy.state;
}

// the block of a root in the newest picture; NULL when it shows nothing, or before the first tick
static const void *block_of(const snw_roots *roots, const char *name, const snw_type *type) {
    for (int i = 0; roots != NULL && i < roots->count; i++) {
        const snw_root *root = &roots->items[i];
        if (root->type == type && strcmp(root->name, name) == 0) return root->block;
    }
    return NULL;
}

static const void *shown_by(snw_exec *exec, int object) {
    const snw_roots *roots = snw_exec_look(exec);
    if (object < 0) return roots != NULL ? roots->items[0].block : exec->signals;
    if (object >= exec->slot_count) return NULL;
    const snw_component *self = &exec->slots[object].self;
    if (self->functions->signals == NULL) return NULL;
    const void *block = block_of(roots, self->name, self->functions->signals);
    return block != NULL ? block : self->signals; // before the first tick nobody writes it
}

// a component that is not configured has no work to ask about
static snw_status check_configured(snw_exec *exec, int object, snw_why *why) {
    if (object < 0 || object >= exec->slot_count ||
        snw__exec_state_of(exec, object) != SNW_COMPONENT_PREOPERATIONAL) {
        return SNW_OK;
    }
    return snw_refuse(why, SNW_ERR_STATE, exec->slots[object].self.name,
                      "the component is not configured",
                      "correct its configuration and open the cell again");
}

static snw_status ask_with(snw_exec *exec, const snw_order *order, const void *shown,
                           snw_result *result) {
    const snw_command *command = order->command;
    result->tick = 0;
    result->why = (snw_why){0};
    if (command->answer != NULL) memset(result->answer, 0, command->answer->size);
    result->status =
        command->ask(snw__exec_object_self(exec, order->object), shown, order->arguments,
                     command->answer != NULL ? result->answer : NULL, &result->why);
    if (snw_failed(result->status) && result->why.code == SNW_OK) {
        snw_why_set(&result->why, result->status, command->word, "the question was refused");
    }
    return result->status;
}

snw_status snw__exec_ask(snw_exec *exec, const snw_order *order, snw_result *result) {
    result->tick = 0;
    const snw_status status = check_configured(exec, order->object, &result->why);
    return snw_failed(status) ? status
                              : ask_with(exec, order, shown_by(exec, order->object), result);
}

snw_status snw__exec_may_read(snw_exec *exec, const snw_order *order, snw_why *why) {
    return check_configured(exec, order->object, why);
}

void snw__exec_read(snw_exec *exec, const snw_order *order, snw_result *result) {
    SNW_IGNORE(ask_with(exec, order, NULL, result));
}

// --- the loop itself ----------------------------------------------------------------------------

typedef struct ticks_answer {
    uint64_t ticks;
} ticks_answer;

static snw_status ask_ticks(const void *self, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)why;
    const snw_loop_signals *shown = signals;
    ((ticks_answer *)answer)->ticks = shown->ticks;
    return SNW_OK;
}

static const snw_field ticks_fields[] = {
    {SNW_AT(ticks_answer, ticks), .kind = SNW_KIND_UINT, .help = "Number of ticks so far."}};
static const snw_type ticks_type = {SNW_TYPE_AS("loop_ticks", ticks_answer, ticks_fields),
                                    .help = "Ticks that the loop has run."};

const snw_command snw__loop_commands[SNW__LOOP_COMMANDS] = {
    {.word = "ticks",
     .kind = SNW_COMMAND_ASK,
     .answer = &ticks_type,
     .ask = ask_ticks,
     .help = "Return the number of ticks so far."},
    {.word = "reset statistics",
     .kind = SNW_COMMAND_SET,
     .act = snw__exec_reset_statistics,
     .help = "Reset all timing statistics."},
};
