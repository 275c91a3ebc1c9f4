// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <string.h>

// Pages are laid out for 80 columns whatever the terminal, so that they read the same everywhere.
enum { PAGE_WIDTH = 80, SIDE = 26 };

void cli__add(snw_text *text, const char *value) {
    snw_text_add(text, value, strlen(value));
}

void cli__add_upper(snw_text *text, const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (; *name; name++) {
        const char *small = strchr(letters, *name);
        snw_text_add(text, small ? &capitals[small - letters] : name, 1);
    }
}

static void add_blanks(snw_text *text, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cli__add(text, " ");
    }
}

// Words from column `column` on, in lines that begin at `indent`; a newline in `words` stays one.
static void add_wrapped(snw_text *text, size_t indent, size_t column, const char *words) {
    bool fresh = column <= indent;
    while (*words) {
        const size_t length = strcspn(words, " \n");
        if (!fresh && column + 1 + length > PAGE_WIDTH) {
            cli__add(text, "\n");
            fresh = true;
            column = 0;
        }
        if (fresh) add_blanks(text, column < indent ? indent - column : 0);
        if (!fresh) cli__add(text, " ");
        column = (fresh ? indent : column + 1) + length;
        snw_text_add(text, words, length);
        fresh = false;
        words += length;

        // a paragraph ends here
        for (; *words == '\n' || *words == ' '; words++) {
            if (*words == ' ') continue;
            cli__add(text, "\n");
            fresh = true;
            column = 0;
        }
    }
    if (!fresh) cli__add(text, "\n");
}

// a name at the left and its sentence at the right
static void add_entry(snw_text *text, const char *name, const char *sentence) {
    snw_text_format(text, "  %s", name);
    size_t column = 2 + strlen(name);
    if (column + 2 > SIDE) {
        cli__add(text, "\n");
        column = 0;
    }
    add_wrapped(text, SIDE, column, sentence);
}

void cli__add_placeholder(snw_text *text, const cli_parameter *parameter) {
    static const char *const names[] = {
        [CLI_FLAG] = "",         [CLI_TEXT] = "TEXT",       [CLI_FILE] = "FILE",
        [CLI_INT] = "INTEGER",   [CLI_REAL] = "NUMBER",     [CLI_REALS] = "NUMBERS",
        [CLI_CHOICE] = "CHOICE", [CLI_COMMAND] = "COMMAND",
    };
    if (parameter->kind != CLI_CHOICE) {
        cli__add(text, names[parameter->kind]);
        return;
    }
    for (int i = 0; parameter->choices[i]; i++) {
        snw_text_format(text, "%s%s", i == 0 ? "" : "|", parameter->choices[i]);
    }
}

static const char *separator(bool *first) {
    const char *mark = *first ? " (" : "; ";
    *first = false;
    return mark;
}

// the argument by which an option may be given as well, or NULL
static const cli_parameter *argument_for(const cli_command *command, const cli_parameter *option) {
    if (command == NULL) return NULL;
    for (const cli_parameter *one = cli__arguments(command); one->name; one++) {
        if (strcmp(one->name, option->name) == 0) return one;
    }
    return NULL;
}

// "The starting integer (unit rad; from 0 to 9; default 5)."
// `twin` is the argument that stands for an option as well; NULL for none, and for arguments.
static void add_meaning(snw_text *text, const cli_parameter *parameter, bool is_option,
                        const cli_parameter *twin) {
    const size_t length = strlen(parameter->sentence);
    const bool stop = length > 0 && parameter->sentence[length - 1] == '.';
    snw_text_add(text, parameter->sentence, stop ? length - 1 : length);
    bool first = true;
    if (parameter->unit) snw_text_format(text, "%sunit %s", separator(&first), parameter->unit);
    if (parameter->low != 0 || parameter->high != 0) {
        cli__add(text, separator(&first));
        cli__add_range(text, parameter);
    }
    if (parameter->most > 0 && parameter->least == parameter->most) {
        snw_text_format(text, "%s%d numbers", separator(&first), parameter->most);
    } else if (parameter->most > 0) {
        snw_text_format(text, "%s%d to %d numbers", separator(&first), parameter->least,
                        parameter->most);
    }
    if (is_option && cli__required(parameter)) {
        snw_text_format(text, "%srequired", separator(&first));
        if (twin != NULL) {
            cli__add(text, " unless ");
            cli__add_upper(text, twin->name);
            cli__add(text, " is given");
        }
    }
    if (parameter->standard) {
        snw_text_format(text, "%sdefault %s", separator(&first), parameter->standard);
    }
    cli__add(text, first ? "." : ").");
}

static void add_option(snw_text *text, const cli_command *command, const cli_parameter *option) {
    char name[128], meaning[1024];
    snw_text left = snw_text_over(name, sizeof name);
    if (option->letter) {
        snw_text_format(&left, "-%c, ", option->letter);
    } else {
        cli__add(&left, "    ");
    }
    snw_text_format(&left, "--%s", option->name);
    if (option->kind != CLI_FLAG) {
        cli__add(&left, "=");
        cli__add_placeholder(&left, option);
    }
    snw_text right = snw_text_over(meaning, sizeof meaning);
    add_meaning(&right, option, true, argument_for(command, option));
    add_entry(text, name, meaning);
}

static void add_argument(snw_text *text, const cli_parameter *argument) {
    char name[128], meaning[1024];
    snw_text left = snw_text_over(name, sizeof name);
    cli__add_upper(&left, argument->name);
    snw_text right = snw_text_over(meaning, sizeof meaning);
    add_meaning(&right, argument, false, NULL);
    add_entry(text, name, meaning);
}

static void add_options(snw_text *text, const char *title, const cli_command *command,
                        const cli_parameter *options) {
    if (options->name == NULL) return;
    snw_text_format(text, "\n%s:\n", title);
    for (; options->name; options++) {
        add_option(text, command, options);
    }
}

static void add_usage(snw_text *text, const cli_program *program, const cli_command *command) {
    snw_text_format(text, "Usage: %s%s%s", program->name, command->name[0] ? " " : "",
                    command->name);
    for (const cli_parameter *option = cli__options(command); option->name; option++) {
        // one that an argument stands for is shown as that
        if (!cli__required(option) || argument_for(command, option) != NULL) continue;
        snw_text_format(text, " --%s=", option->name);
        cli__add_placeholder(text, option);
    }
    const cli_parameter *argument = cli__arguments(command);
    for (; argument->name; argument++) {
        const bool required = cli__required(argument);
        cli__add(text, required ? " " : " [");
        cli__add_upper(text, argument->name);
        cli__add(text, cli__repeats(argument) ? "..." : "");
        cli__add(text, required ? "" : "]");
    }
    cli__add(text, " [options]\n");
}

static void add_examples(snw_text *text, const char *title, const cli_example *examples) {
    if (examples == NULL) return;
    snw_text_format(text, "\n%s:\n", title);
    for (; examples->line; examples++) {
        add_entry(text, examples->line, examples->sentence);
    }
}

static void render_command(snw_text *text, const cli_topic *topic) {
    const cli_command *command = topic->command;
    add_usage(text, topic->program, command);
    cli__add(text, "\n");
    add_wrapped(text, 0, 0, command->summary);
    if (command->description) {
        cli__add(text, "\n");
        add_wrapped(text, 0, 0, command->description);
    }
    const cli_parameter *argument = cli__arguments(command);
    if (argument->name) cli__add(text, "\nArguments:\n");
    for (; argument->name; argument++) {
        add_argument(text, argument);
    }
    add_options(text, "Options", command, cli__options(command));
    add_options(text, "Options of every command", NULL, cli_global_options);
    add_examples(text, "Examples", command->examples);
}

// the commands of a noun, or all of them under their groups
static void add_commands(snw_text *text, const cli_topic *topic) {
    const char *group = NULL;
    for (const cli_command *const *at = topic->program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        if (topic->noun && !cli__has_noun(command, topic->noun)) continue;
        if (group == NULL || strcmp(group, command->group) != 0) {
            snw_text_format(text, "\n%s:\n", command->group);
            group = command->group;
        }
        add_entry(text, command->name, command->summary);
    }
}

static void render_noun(snw_text *text, const cli_topic *topic) {
    snw_text_format(text, "Usage: %s %s VERB [arguments] [options]\n", topic->program->name,
                    topic->noun);
    add_commands(text, topic);
    snw_text_format(text, "\n'%s help %s VERB' explains one of them.\n", topic->program->name,
                    topic->noun);
}

// Must name every exit code of SNW_STATUS_TABLE; a test compares them.
static const char exit_codes[] =
    "0 done; 1 the answer is no; 2 wrong usage; 3 input invalid; 4 not found or not permitted; "
    "5 hardware or communication fault, or output that could not be written; 6 real-time "
    "violation; 70 internal error; 130 interrupted.";

static void render_program(snw_text *text, const cli_topic *topic) {
    const cli_program *program = topic->program;
    snw_text_format(text, "%s:", program->name);
    add_wrapped(text, 0, strlen(program->name) + 1, program->summary);
    snw_text_format(text, "\nUsage: %s COMMAND [arguments] [options]\n", program->name);
    add_examples(text, "Begin with", program->start);
    add_commands(text, topic);
    add_options(text, "Options of every command", NULL, cli_global_options);
    cli__add(text, "\nExit codes:");
    add_wrapped(text, 2, strlen("Exit codes:"), exit_codes);
    cli__add(text, "\nManual:");
    add_wrapped(text, 2, strlen("Manual:"), program->manual);
}

void cli_render_help(snw_text *text, const void *context) {
    const cli_topic *topic = context;
    if (topic->command) {
        render_command(text, topic);
    } else if (topic->noun) {
        render_noun(text, topic);
    } else {
        render_program(text, topic);
    }
}
