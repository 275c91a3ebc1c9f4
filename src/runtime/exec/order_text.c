// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// Text becomes an order, and an order text, outside the loop.

snw_status snw_exec_object(const snw_exec *exec, const char *name, int *object, snw_why *why) {
    *object = snw__exec_object(exec, name, why);
    return *object == -2 ? SNW_ERR_UNKNOWN_NAME : SNW_OK;
}

const char *snw_exec_object_name(const snw_exec *exec, int object, char name[SNW_OBJECT]) {
    snw_text text = snw_text_over(name, SNW_OBJECT);
    if (object < 0) {
        snw_text_format(&text, "loop");
    } else if (object < exec->slot_count) {
        snw_text_format(&text, "%s", exec->slots[object].self.name);
    } else {
        snw_text_format(&text, "%s.drive", exec->arms[object - exec->slot_count].arm->name);
    }
    return name;
}

static void *self_of(const snw_exec *exec, int object) {
    if (object < 0) return NULL;
    if (object < exec->slot_count) return &exec->slots[object].self;
    return &exec->arms[object - exec->slot_count].drive;
}

// the table of an object, with its name in name[SNW_OBJECT]
static snw_commands table_of(const snw_exec *exec, int object, char name[SNW_OBJECT]) {
    snw_commands table = {.self = self_of(exec, object),
                          .name = snw_exec_object_name(exec, object, name)};
    table.items = snw_exec_commands(exec, object, &table.count);
    return table;
}

const snw_command *snw_exec_command(const snw_exec *exec, int object, const char *word,
                                    snw_why *why) {
    char name[SNW_OBJECT];
    const snw_commands table = table_of(exec, object, name);
    return snw_command_find(&table, word, why);
}

const snw_command *snw_exec_command_of(const snw_exec *exec, int object, const char *text) {
    char name[SNW_OBJECT];
    const snw_commands table = table_of(exec, object, name);
    return snw_command_of(&table, text);
}

static void give_rights(const snw_exec *exec, int object, const snw_command *command,
                        snw_order *order) {
    order->object = object;
    order->command = command;
    order->rights = snw_exec_rights(exec, -1, 0);
    order->expires_ns =
        command->kind == SNW_COMMAND_STREAM ? snw_exec_time_ns(exec) + SNW_STREAM_NS : INT64_MAX;
}

void snw_order_init(const snw_exec *exec, int object, const snw_command *command,
                    snw_order *order) {
    give_rights(exec, object, command, order);
    if (command->arguments != NULL) snw_block_defaults(command->arguments, order->arguments);
}

snw_status snw_order_check(const snw_exec *exec, const snw_order *order, snw_why *why) {
    char name[SNW_OBJECT];
    const snw_commands table = table_of(exec, order->object, name);
    return snw_command_check(&table, order->command, order->arguments, why);
}

snw_status snw_order_parse(const snw_exec *exec, int object, const char *text, snw_order *order,
                           snw_why *why) {
    char name[SNW_OBJECT];
    const snw_commands table = table_of(exec, object, name);
    const snw_command *command;
    const snw_status status = snw_command_parse(&table, text, &command, order->arguments, why);
    if (!snw_failed(status)) give_rights(exec, object, command, order);
    return status;
}

void snw_order_print(const snw_exec *exec, const snw_order *order, char *text) {
    char name[SNW_OBJECT];
    const snw_commands table = table_of(exec, order->object, name);
    snw_command_print(&table, order->command, order->arguments, text);
}
