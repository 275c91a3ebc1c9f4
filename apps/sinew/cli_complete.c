// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <string.h>

// A bash completion script that carries the table with it, so that completing a word starts no
// program. Three functions: what follows a command's name, what a value may be, and the walk along
// the words. Bash functions see the local variables of their caller; the first two set some of the
// third's. Names and choices consist of letters, digits, dots, underscores and dashes, so nothing
// needs quoting.

static const char *verb_of(const cli_command *command) {
    const size_t length = cli__noun_length(command);
    return length > 0 ? command->name + length + 1 : command->name;
}

// true for the first command of its noun
static bool opens_noun(const cli_program *program, const cli_command *command) {
    const size_t length = cli__noun_length(command);
    if (length == 0) return false;
    const cli_command *const *other = program->commands;
    while (cli__noun_length(*other) != length ||
           memcmp((*other)->name, command->name, length) != 0) {
        other++;
    }
    return *other == command;
}

static void add_option_words(snw_text *text, const cli_parameter *options, bool only_valued) {
    for (; options->name; options++) {
        if (only_valued && options->kind == CLI_FLAG) continue;
        snw_text_format(text, " --%s", options->name);
        if (only_valued && options->letter) snw_text_format(text, " -%c", options->letter);
    }
}

// "doctor help completion": verbs alone and nouns, each once
static void add_first_words(snw_text *text, const cli_program *program) {
    for (const cli_command *const *at = program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        const size_t length = cli__noun_length(command);
        if (length == 0) snw_text_format(text, " %s", command->name);
        if (opens_noun(program, command))
            snw_text_format(text, " %.*s", (int)length, command->name);
    }
}

static void add_noun(snw_text *text, const cli_command *const *first) {
    const char *noun = (*first)->name;
    const size_t length = cli__noun_length(*first);
    snw_text_format(text, "    '%.*s') verbs='", (int)length, noun);
    for (const cli_command *const *at = first; *at != NULL; at++) {
        const bool same = cli__noun_length(*at) == length && memcmp((*at)->name, noun, length) == 0;
        if (same) snw_text_format(text, " %s", verb_of(*at));
    }
    cli__add(text, "' options='");
    add_option_words(text, cli_global_options, false);
    cli__add(text, "' ;;\n");
}

static void add_command(snw_text *text, const cli_command *command) {
    int last = -1;
    const cli_parameter *argument = cli__arguments(command);
    while (argument[last + 1].name) {
        last++;
    }
    const bool open = last >= 0 && cli__repeats(&argument[last]);
    snw_text_format(text, "    '%s') last=%d open=%s options='", command->name, last,
                    open ? "yes" : "");
    add_option_words(text, cli__options(command), false);
    add_option_words(text, cli_global_options, false);
    cli__add(text, "' valued='");
    add_option_words(text, cli__options(command), true);
    cli__add(text, "' ;;\n");
}

static void add_table(snw_text *text, const cli_program *program) {
    snw_text_format(text,
                    "# $1: a command, a noun or nothing; sets verbs, options, valued, last, open\n"
                    "_%s_table() {\n"
                    "    verbs='' options='' valued='' last=-1 open=''\n"
                    "    case $1 in\n",
                    program->name);
    if (cli__only_command(program) == NULL) {
        cli__add(text, "    '') verbs='");
        add_first_words(text, program);
        cli__add(text, "' options='");
        add_option_words(text, cli_global_options, false);
        cli__add(text, "' ;;\n");
    }
    for (const cli_command *const *at = program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        if (opens_noun(program, command)) add_noun(text, at);
        add_command(text, command);
    }
    cli__add(text, "    esac\n}\n");
}

// what completes one value; kinds without a list or files offer nothing
static void add_value(snw_text *text, const char *program, const cli_parameter *parameter,
                      int index) {
    if (parameter->kind == CLI_FILE) {
        cli__add(text, ") files=yes ;;\n");
    } else if (parameter->kind == CLI_COMMAND) {
        snw_text_format(text, ") _%s_table \"$named\"; words=$verbs ;;\n", program);
    } else if (parameter->kind == CLI_CHOICE) {
        cli__add(text, ") words='");
        for (int i = 0; parameter->choices[i]; i++) {
            snw_text_format(text, " %s", parameter->choices[i]);
        }
        cli__add(text, "' ;;\n");
    } else if (parameter->offer_after != NULL) {
        // one that repeats: its first word says what the others may be
        snw_text_format(text, ")\n        case ${given[%d]-} in\n        '') words='", index);
        parameter->offer(text);
        cli__add(text, "' ;;\n");
        parameter->offer_after(text);
        cli__add(text, "        esac ;;\n");
    } else if (parameter->offer != NULL) {
        cli__add(text, ") words='");
        parameter->offer(text);
        cli__add(text, "' ;;\n");
    } else {
        cli__add(text, ") ;;\n");
    }
}

static void add_values(snw_text *text, const cli_program *program) {
    snw_text_format(text,
                    "\n# $1: a command, $2: an option or the number of an argument; sets words, "
                    "files\n"
                    "_%s_value() {\n"
                    "    words='' files=''\n"
                    "    case \"$1 $2\" in\n",
                    program->name);
    for (const cli_command *const *at = program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        const cli_parameter *option = cli__options(command);
        for (; option->name; option++) {
            if (option->kind == CLI_FLAG) continue;
            snw_text_format(text, "    '%s --%s'", command->name, option->name);
            if (option->letter) snw_text_format(text, " | '%s -%c'", command->name, option->letter);
            add_value(text, program->name, option, 0);
        }
        const cli_parameter *argument = cli__arguments(command);
        for (int i = 0; argument[i].name; i++) {
            snw_text_format(text, "    '%s %d'", command->name, i);
            add_value(text, program->name, &argument[i], i);
        }
    }
    cli__add(text, "    esac\n}\n");
}

// The walk along the words; @_ stands for the program's name.
static const char walk[] =
    "    local cur=${COMP_WORDS[COMP_CWORD]} verbs options valued last open words files\n"
    "    local command='' known='' named='' option='' count=0 ended='' i word\n"
    "    local given=()\n"
    "    COMPREPLY=()\n"
    "    @_table ''\n"
    "    if [[ -z $verbs ]]; then known=yes; fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        # bash cuts --option=value into three words\n"
    "        if [[ $word == '=' && -n $option ]]; then continue; fi\n"
    "        if [[ -n $option ]]; then option=''; continue; fi\n"
    "        if [[ -z $ended && $word == '--' ]]; then ended=yes; continue; fi\n"
    "        if [[ -z $ended && $word == -?* ]]; then\n"
    "            if [[ \" $valued \" == *\" $word \"* ]]; then option=$word; fi\n"
    "        elif [[ -z $known ]]; then\n"
    "            command=${command:+$command }$word\n"
    "            @_table \"$command\"\n"
    "            if [[ -z $verbs ]]; then known=yes; fi\n"
    "        else\n"
    "            given[count]=$word count=$((count + 1)) named=$word\n"
    "        fi\n"
    "    done\n"
    "    if [[ $cur == '=' ]]; then cur=''; fi\n"
    "    words='' files=''\n"
    "    if [[ -n $option ]]; then\n"
    "        @_value \"$command\" \"$option\"\n"
    "    elif [[ -z $ended && $cur == -* ]]; then\n"
    "        words=$options\n"
    "    elif [[ -z $known ]]; then\n"
    "        words=$verbs\n"
    "    else\n"
    "        if ((count > last)) && [[ -n $open ]]; then count=$last; fi\n"
    "        @_value \"$command\" \"$count\"\n"
    "    fi\n"
    "    if [[ -n $files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "    elif [[ -n $words ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
    "    fi\n";

static void add_walk(snw_text *text, const char *program) {
    for (const char *at = walk; *at; at++) {
        if (*at == '@' && at[1] == '_') {
            snw_text_format(text, "_%s", program);
        } else {
            snw_text_add(text, at, 1);
        }
    }
}

void cli_render_bash(snw_text *text, const void *context) {
    const cli_program *program = ((const cli_topic *)context)->program;
    snw_text_format(text, "# bash completion of %s, written by '%s completion bash'\n\n",
                    program->name, program->name);
    add_table(text, program);
    add_values(text, program);
    snw_text_format(text, "\n_%s() {\n", program->name);
    add_walk(text, program->name);
    snw_text_format(text, "}\n\ncomplete -F _%s %s\n", program->name, program->name);
}
