// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <string.h>

// The table as JSON, for the reference manual and for other programs. Members that say nothing are
// left out; numbers follow JSON, so an open end of a range is null.

static void add_member(snw_json_writer *json, const char *name, const char *value) {
    if (value != NULL) snw_json_string(json, name, value);
}

static const char *kind_name(cli_kind kind) {
    static const char *const names[] = {
        [CLI_FLAG] = "flag",     [CLI_TEXT] = "text",       [CLI_FILE] = "file",
        [CLI_INT] = "integer",   [CLI_REAL] = "real",       [CLI_REALS] = "reals",
        [CLI_CHOICE] = "choice", [CLI_COMMAND] = "command",
    };
    return names[kind];
}

static void add_parameter(snw_json_writer *json, const cli_parameter *parameter) {
    const char letter[] = {parameter->letter, '\0'};
    snw_json_object(json, NULL);
    snw_json_string(json, "name", parameter->name);
    if (parameter->letter) snw_json_string(json, "letter", letter);
    snw_json_string(json, "kind", kind_name(parameter->kind));
    snw_json_bool(json, "required", cli__required(parameter));
    snw_json_bool(json, "repeats", cli__repeats(parameter));
    add_member(json, "default", parameter->standard);
    if (parameter->choices != NULL) {
        snw_json_array(json, "choices");
        for (int i = 0; parameter->choices[i]; i++) {
            snw_json_string(json, NULL, parameter->choices[i]);
        }
        snw_json_end(json);
    }
    if (parameter->low != 0 || parameter->high != 0) {
        snw_json_real(json, "low", parameter->low);
        snw_json_real(json, "high", parameter->high);
    }
    if (parameter->most > 0) {
        snw_json_int(json, "least", parameter->least);
        snw_json_int(json, "most", parameter->most);
    }
    add_member(json, "unit", parameter->unit);
    add_member(json, "sentence", parameter->sentence);
    snw_json_end(json);
}

static void add_parameters(snw_json_writer *json, const char *name, const cli_parameter *list) {
    snw_json_array(json, name);
    for (int i = 0; list[i].name; i++) {
        add_parameter(json, &list[i]);
    }
    snw_json_end(json);
}

static void add_command(snw_json_writer *json, const cli_command *command) {
    snw_json_object(json, NULL);
    snw_json_string(json, "name", command->name);
    add_member(json, "group", command->group);
    add_member(json, "summary", command->summary);
    add_member(json, "description", command->description);
    add_parameters(json, "arguments", cli__arguments(command));
    add_parameters(json, "options", cli__options(command));
    snw_json_array(json, "examples");
    for (int i = 0; command->examples && command->examples[i].line; i++) {
        snw_json_object(json, NULL);
        snw_json_string(json, "line", command->examples[i].line);
        add_member(json, "sentence", command->examples[i].sentence);
        snw_json_end(json);
    }
    snw_json_end(json);
    snw_json_end(json);
}

static bool belongs(const cli_topic *topic, const cli_command *command) {
    if (topic->command) return topic->command == command;
    return topic->noun == NULL || cli__has_noun(command, topic->noun);
}

void cli_render_json(snw_text *text, const void *context) {
    const cli_topic *topic = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "program", topic->program->name);
    add_member(&json, "version", snw_version());
    add_member(&json, "summary", topic->program->summary);
    add_parameters(&json, "global_options", cli_global_options);
    snw_json_array(&json, "commands");
    for (const cli_command *const *at = topic->program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        if (!belongs(topic, command)) continue;
        snw_json_new_line(&json);
        add_command(&json, command);
    }
    snw_json_new_line(&json);
    snw_json_end(&json);
    cli_json_finish(&json);
}
