// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/command.h"

const char *snw_command_kind_name(snw_command_kind kind) {
    static const char *const names[] = {"ask", "set", "move", "stream", "end"};
    const int index = (int)kind;
    return index >= 0 && index < (int)(sizeof names / sizeof names[0]) ? names[index] : "";
}

const char *snw_command_role_name(snw_command_role role) {
    return role == SNW_COMMAND_ENGINEER ? "engineer" : role == SNW_COMMAND_INJECT ? "inject" : "";
}

int snw_command_first(const snw_command *commands, int count, snw_command_kind kind) {
    for (int i = 0; i < count; i++) {
        if (commands[i].kind == kind) return i;
    }
    return -1;
}
