// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "command_words.h"

#include <string.h>

#include "sinew/exec.h"
#include "sinew/station/types.h"

// What can be said to the objects of a cell, from the tables of their types: for completion and for
// the reference manual.

const snw_command *commands_of_type(const snw_registry *registry, const snw_type *type,
                                    int *count) {
    const snw_component_functions *component = snw_component_of(type);
    const snw_drive_functions *drive = snw_drive_of(type);
    *count = 0;
    if (snw_registry_is_a(registry, type, "component") && component != NULL) {
        *count = component->command_count;
        return component->commands;
    }
    if (snw_registry_is_a(registry, type, "drive") && drive != NULL) {
        *count = drive->command_count;
        return drive->commands;
    }
    return NULL;
}

// --- completion ---------------------------------------------------------------------------------

// cells usually call their components by their types
void offer_objects(snw_text *text) {
    snw_types types;
    snw_text_format(text, " cell loop arm.drive");
    if (snw_failed(snw_types_open(&types, NULL, NULL))) return;
    for (int i = 0; i < types.registry.type_count; i++) {
        const snw_type *type = types.registry.types[i];
        int count;
        (void)commands_of_type(&types.registry, type, &count);
        if (count > 0 && snw_registry_is_a(&types.registry, type, "component")) {
            snw_text_format(text, " %s", type->token);
        }
    }
    snw_types_close(&types);
}

// a word once, however many objects know it; of two words the first
static void offer_word(snw_text *text, size_t begin, const char *word) {
    char padded[SNW_NAME];
    snw_text one = snw_text_over(padded, sizeof padded);
    const size_t length = strcspn(word, " ");
    snw_text_format(&one, " %.*s ", (int)length, word);
    snw_text_format(text, " ");
    const bool there = text->length < text->capacity && strstr(text->data + begin, padded) != NULL;
    text->length--; // the blank behind the last word was for the search
    if (text->length < text->capacity) text->data[text->length] = '\0';
    if (!there) snw_text_format(text, " %.*s", (int)length, word);
}

enum { ALL_COMMANDS = 512, ARGUMENTS_TEXT = 1024 };

// the commands of all objects
static int collect_commands(const snw_types *types, const snw_command *all[ALL_COMMANDS]) {
    int length = 0;
    for (int i = 0; i < types->registry.type_count; i++) {
        int count;
        const snw_command *commands =
            commands_of_type(&types->registry, types->registry.types[i], &count);
        for (int k = 0; k < count && length < ALL_COMMANDS; k++)
            all[length++] = &commands[k];
    }
    return length;
}

void offer_words(snw_text *text) {
    static const char *const cell[] = {"enable", "disable", "acknowledge", "stop",
                                       "pause",  "resume",  "pace",        "quit"};
    const size_t begin = text->length;
    const snw_command *all[ALL_COMMANDS];
    snw_types types;
    for (size_t i = 0; i < sizeof cell / sizeof cell[0]; i++)
        offer_word(text, begin, cell[i]);
    if (snw_failed(snw_types_open(&types, NULL, NULL))) return;
    const int count = collect_commands(&types, all);
    for (int i = 0; i < count; i++)
        offer_word(text, begin, all[i]->word);
    snw_types_close(&types);
}

// --- completion of arguments --------------------------------------------------------------------

static bool same_first_word(const snw_command *a, const snw_command *b) {
    const size_t length = strcspn(a->word, " ");
    return length == strcspn(b->word, " ") && memcmp(a->word, b->word, length) == 0;
}

// The words that a usage has in small letters, such as in=base and in=tool of "[in=base|tool] X":
// what is in capitals is the user's own.
static void offer_usage(snw_text *text, size_t begin, const char *usage) {
    static const char small[] = "abcdefghijklmnopqrstuvwxyz_=";
    char name[SNW_NAME] = ""; // of the choices that follow, with its '='
    while (*usage != '\0') {
        const size_t length = strcspn(usage, " []|");
        const char *equals = memchr(usage, '=', length);
        if (length >= 2 && strspn(usage, small) >= length) {
            char word[SNW_NAME];
            snw_text one = snw_text_over(word, sizeof word);
            snw_text_format(&one, "%s%.*s", equals == NULL ? name : "", (int)length, usage);
            offer_word(text, begin, word);
        }
        if (equals != NULL) {
            snw_text one = snw_text_over(name, sizeof name);
            snw_text_format(&one, "%.*s", (int)(equals + 1 - usage), usage);
        }
        usage += length;
        if (*usage != '|') name[0] = '\0';
        if (*usage != '\0') usage++;
    }
}

// the second word of a command of two, and the words of its usage
static void offer_arguments_of(snw_text *text, size_t begin, const snw_command *command) {
    char usage[SNW_COMMAND_TEXT];
    snw_text line = snw_text_over(usage, sizeof usage);
    const char *second = strchr(command->word, ' ');
    if (second != NULL) offer_word(text, begin, second + 1);
    snw_command_usage(command, &line);
    offer_usage(text, begin, usage);
}

void offer_arguments(snw_text *text) {
    const snw_command *all[ALL_COMMANDS];
    snw_types types;
    if (snw_failed(snw_types_open(&types, NULL, NULL))) return;
    const int count = collect_commands(&types, all);
    for (int i = 0; i < count; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first = is_first && !same_first_word(all[k], all[i]);
        if (!is_first) continue;
        const int length = (int)strcspn(all[i]->word, " ");
        char offered[ARGUMENTS_TEXT] = "";
        snw_text words = snw_text_over(offered, sizeof offered);
        for (int k = i; k < count; k++) {
            if (same_first_word(all[k], all[i])) offer_arguments_of(&words, 0, all[k]);
        }
        if (offered[0] == '\0') continue;
        snw_text_format(text, "        '%.*s') words='%s' ;;\n", length, all[i]->word, offered);
    }
    snw_types_close(&types);
}

// --- the manual ---------------------------------------------------------------------------------

// a bar would end the cell of a table
static void put_cell(snw_text *text, const char *words) {
    for (const char *c = words; *c != '\0'; c++)
        snw_text_format(text, "%s%c", *c == '|' ? "\\" : "", *c);
}

static void put_arguments(snw_text *text, const snw_command *command) {
    const snw_type *type = command->arguments;
    if (type == NULL) return;
    snw_text_format(text, "\nArguments of `%s`:\n\n", command->word);
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        const bool must = (field->flags & SNW_REQUIRED) != 0;
        snw_text_format(text, "* `%s`", field->name);
        if (field->unit != NULL && field->unit[0] != '\0') {
            snw_text_format(text, " [%s]", field->unit);
        }
        snw_text_format(text, "%s: %s\n", must ? "" : ", may be left out", field->help);
    }
}

void put_commands(snw_text *text, const snw_command *commands, int count) {
    if (count == 0) return;
    snw_text_format(
        text, "\n## Commands\n\n| Command | Kind | Who | What it does |\n|---|---|---|---|\n");
    for (int i = 0; i < count; i++) {
        const snw_command *command = &commands[i];
        char usage[SNW_COMMAND_TEXT];
        snw_text line = snw_text_over(usage, sizeof usage);
        snw_command_usage(command, &line);
        const bool takes = usage[0] != '\0';
        snw_text_format(text, "| `%s%s", command->word, takes ? " " : "");
        put_cell(text, usage);
        const char *role = snw_command_role_name(command->role);
        snw_text_format(text, "` | %s | %s | ", snw_command_kind_name(command->kind),
                        role[0] != '\0' ? role : "as its kind");
        put_cell(text, command->help);
        snw_text_format(text, " |\n");
    }
    for (int i = 0; i < count; i++)
        put_arguments(text, &commands[i]);
}
