// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/order.h"
#include "sinew/wire/serve.h"

typedef struct moment {
    bool found;
    bool engineer; // only one may change it
    snw_when when;
} moment;

static bool take_moment(const char *path, const snw_place *place, const char *value,
                        void *context) {
    (void)path;
    (void)value;
    moment *m = context;
    if (place->role != SNW_PARAMETER) return true;
    if (!m->found || place->when < m->when) m->when = place->when;
    m->engineer = m->engineer || (place->field->flags & SNW_ENGINEER) != 0;
    m->found = true;
    return true;
}

// When may what a path leads to change by an operator? A path that leads to several values is as
// strict as the strictest of them; one that leads nowhere is refused later, by who knows why.
static snw_when when_of(const snw_wire *wire, const char *path) {
    char pattern[SNW_FIELD_PATH];
    snw_copy_text(pattern, sizeof pattern, path);
    moment m = {.when = SNW_LIVE};
    (void)snw_exec_list(wire->exec, pattern, take_moment, &m);
    if (m.found) return m.engineer ? SNW_AT_STANDSTILL : m.when;
    // an array as a whole: its items
    const size_t length = strlen(pattern);
    if (length + 4 > sizeof pattern) return SNW_AT_STANDSTILL;
    memcpy(pattern + length, "[*]", 4);
    (void)snw_exec_list(wire->exec, pattern, take_moment, &m);
    return m.found && !m.engineer ? m.when : SNW_AT_STANDSTILL;
}

// the command that a message or a call names; NULL when there is none
static const snw_command *command_of(const snw_wire *wire, const snw_wire_request *request) {
    int object = -1;
    const bool is_call = request->command == SNW_WIRE_call;
    if (request->command != SNW_WIRE_message && !is_call) return NULL;
    if (snw_failed(snw_exec_object(wire->exec, request->object, &object, NULL))) return NULL;
    if (is_call) return snw_exec_command(wire->exec, object, request->word, NULL);
    return snw_exec_command_of(wire->exec, object, request->text);
}

// what a command comes to follows from its kind, where its role does not say more
static snw_act act_of(const snw_command *command) {
    if (command->role == SNW_COMMAND_INJECT) return SNW_ACT_inject;
    if (command->role == SNW_COMMAND_ENGINEER) return SNW_ACT_change;
    switch (command->kind) {
    case SNW_COMMAND_ASK:
        return SNW_ACT_read;
    case SNW_COMMAND_END:
        return SNW_ACT_stop;
    case SNW_COMMAND_SET:
    case SNW_COMMAND_MOVE:
    case SNW_COMMAND_STREAM:
        break;
    }
    return SNW_ACT_move;
}

snw_act snw_wire_need(const snw_wire *wire, const snw_wire_request *request) {
    const snw_command *command = command_of(wire, request);
    if (command != NULL) return act_of(command);
    if (request->command == SNW_WIRE_set) {
        return when_of(wire, request->path) == SNW_LIVE ? SNW_ACT_move : SNW_ACT_change;
    }
    if (request->command == SNW_WIRE_states && strcmp(request->act, "list") == 0) {
        return SNW_ACT_read;
    }
    return snw_wire_command_act(request->command);
}

bool snw_wire_reads_file(const snw_wire_request *request) {
    if (request->command == SNW_WIRE_open) return true;
    return request->command == SNW_WIRE_states &&
           (strcmp(request->act, "load") == 0 || strcmp(request->act, "reset") == 0);
}

bool snw_wire_streams(const snw_wire *wire, const snw_wire_request *request) {
    const snw_command *command = command_of(wire, request);
    return command != NULL && command->kind == SNW_COMMAND_STREAM;
}
