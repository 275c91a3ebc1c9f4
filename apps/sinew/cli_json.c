// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <string.h>

// The table as JSON, for the reference manual and for other programs. Members that say nothing are
// left out; numbers follow JSON, so an open end of a range is null.

static void add_member(snw_text *text, const char *name, const char *value) {
    if (value == NULL) return;
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_string(text, value);
}

static const char *kind_name(cli_kind kind) {
    static const char *const names[] = {
        [CLI_FLAG] = "flag",     [CLI_TEXT] = "text",       [CLI_FILE] = "file",
        [CLI_INT] = "integer",   [CLI_REAL] = "real",       [CLI_REALS] = "reals",
        [CLI_CHOICE] = "choice", [CLI_COMMAND] = "command",
    };
    return names[kind];
}

static const char *truth(bool value) {
    return value ? "true" : "false";
}

static void add_choices(snw_text *text, const cli_parameter *parameter) {
    if (parameter->choices == NULL) return;
    cli__add(text, ",\"choices\":[");
    for (int i = 0; parameter->choices[i]; i++) {
        if (i > 0) cli__add(text, ",");
        snw_text_json_string(text, parameter->choices[i]);
    }
    cli__add(text, "]");
}

static void add_parameter(snw_text *text, const cli_parameter *parameter) {
    cli__add(text, "{\"name\":");
    snw_text_json_string(text, parameter->name);
    if (parameter->letter) snw_text_format(text, ",\"letter\":\"%c\"", parameter->letter);
    snw_text_format(text, ",\"kind\":\"%s\",\"required\":%s,\"repeats\":%s",
                    kind_name(parameter->kind), truth(cli__required(parameter)),
                    truth(cli__repeats(parameter)));
    add_member(text, "default", parameter->standard);
    add_choices(text, parameter);
    if (parameter->low != 0 || parameter->high != 0) {
        cli__add(text, ",\"low\":");
        snw_text_json_real(text, parameter->low);
        cli__add(text, ",\"high\":");
        snw_text_json_real(text, parameter->high);
    }
    if (parameter->most > 0) {
        snw_text_format(text, ",\"least\":%d,\"most\":%d", parameter->least, parameter->most);
    }
    add_member(text, "unit", parameter->unit);
    add_member(text, "sentence", parameter->sentence);
    cli__add(text, "}");
}

static void add_parameters(snw_text *text, const char *name, const cli_parameter *list) {
    snw_text_format(text, ",\"%s\":[", name);
    for (int i = 0; list[i].name; i++) {
        if (i > 0) cli__add(text, ",");
        add_parameter(text, &list[i]);
    }
    cli__add(text, "]");
}

static void add_command(snw_text *text, const cli_command *command) {
    cli__add(text, "{\"name\":");
    snw_text_json_string(text, command->name);
    add_member(text, "group", command->group);
    add_member(text, "summary", command->summary);
    add_member(text, "description", command->description);
    add_parameters(text, "arguments", cli__arguments(command));
    add_parameters(text, "options", cli__options(command));
    cli__add(text, ",\"examples\":[");
    for (int i = 0; command->examples && command->examples[i].line; i++) {
        cli__add(text, i == 0 ? "{\"line\":" : ",{\"line\":");
        snw_text_json_string(text, command->examples[i].line);
        add_member(text, "sentence", command->examples[i].sentence);
        cli__add(text, "}");
    }
    cli__add(text, "]}");
}

static bool belongs(const cli_topic *topic, const cli_command *command) {
    if (topic->command) return topic->command == command;
    return topic->noun == NULL || cli__has_noun(command, topic->noun);
}

void cli_render_json(snw_text *text, const void *context) {
    const cli_topic *topic = context;
    cli__add(text, "{\"program\":");
    snw_text_json_string(text, topic->program->name);
    add_member(text, "version", snw_version());
    add_member(text, "summary", topic->program->summary);
    add_parameters(text, "global_options", cli_global_options);
    cli__add(text, ",\"commands\":[");
    bool first = true;
    for (const cli_command *command = topic->program->commands; command->name; command++) {
        if (!belongs(topic, command)) continue;
        cli__add(text, first ? "\n" : ",\n");
        add_command(text, command);
        first = false;
    }
    cli__add(text, "\n]}\n");
}
