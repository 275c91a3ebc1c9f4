// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/axis/command.h"

static snw_status refuse_table(snw_why *why, const char *word, const char *text, const char *fix) {
    const snw_status status = snw_refuse(why, SNW_ERR_ARGUMENT, word, text, fix);
    snw_why_rule(why, "command-table");
    return status;
}

static bool has_text_form(const snw_field *field) {
    const bool no_form = field->kind == SNW_KIND_QUAT || field->kind == SNW_KIND_POSE ||
                         field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_OPTIONAL ||
                         field->kind == SNW_KIND_CHILD;
    return !no_form;
}

// a word for each field: what follows an array could not be told from its items
static bool can_be_written(const snw_type *type) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (!has_text_form(field)) return false;
        if (field->array == SNW_COUNTED && i + 1 < type->field_count) return false;
    }
    return true;
}

static snw_status check_block(const snw_command *command, const snw_type *type, bool has_functions,
                              snw_why *why) {
    if (type == NULL) return SNW_OK;
    const snw_status status = snw_type_check(type, why);
    if (snw_failed(status)) return status;
    if (!snw_type_is_flat(type)) {
        return refuse_table(why, command->word, "its block holds pointers",
                            "use arrays of a fixed length in place of lists and children");
    }
    if (type->size > SNW_COMMAND_BLOCK || type->align > sizeof(uint64_t)) {
        return refuse_table(why, command->word, "its block is too large or too widely aligned",
                            "keep it within SNW_COMMAND_BLOCK bytes");
    }
    if (has_functions || can_be_written(type)) return SNW_OK;
    return refuse_table(why, command->word, "a field of its block has no text form",
                        "give the command functions that read and write its text");
}

static bool handler_fits(const snw_command *command) {
    const bool asks = command->kind == SNW_COMMAND_ASK;
    return (command->ask != NULL) == asks && (command->act != NULL) == !asks;
}

static snw_status check_command(const snw_command *command, snw_why *why) {
    const char *word = command->word;
    if (word == NULL || word[0] == '\0' || snw_is_blank(word[0])) {
        return refuse_table(why, "command", "it has no word", "give it one");
    }
    if (command->help == NULL || command->help[0] == '\0') {
        return refuse_table(why, word, "it has no help", "write in one sentence what it does");
    }
    if (!handler_fits(command)) {
        return refuse_table(why, word, "its handler does not fit its kind",
                            "an ASK has `ask`, all others have `act`");
    }
    if ((command->read == NULL) != (command->print == NULL)) {
        return refuse_table(why, word, "its text can only be read or only be written",
                            "give it read and print");
    }
    if (command->kind == SNW_COMMAND_END && command->arguments != NULL) {
        return refuse_table(why, word, "an END cannot have arguments", "make it another kind");
    }
    const snw_status status = check_block(command, command->arguments, command->read != NULL, why);
    if (snw_failed(status)) return status;
    return check_block(command, command->answer, command->write != NULL, why);
}

snw_status snw_commands_check(const snw_command *commands, int count, snw_why *why) {
    if (count < 0 || count > SNW_COMMANDS) {
        return refuse_table(why, "commands", "there are too many", "64 at most");
    }
    for (int i = 0; i < count; i++) {
        const snw_status status = check_command(&commands[i], why);
        if (snw_failed(status)) return status;
        for (int k = 0; k < i; k++) {
            if (strcmp(commands[i].word, commands[k].word) != 0) continue;
            return refuse_table(why, commands[i].word, "the word is twice in the table",
                                "use another word");
        }
    }
    return SNW_OK;
}
