// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <stdarg.h>
#include <string.h>

const cli_parameter cli__no_parameters[] = {{0}};

const cli_parameter cli_global_options[] = {
    {.name = "help", .letter = 'h', .sentence = "Explain this command and do nothing else."},
    {.name = "version", .sentence = "Print name and version and do nothing else."},
    {.name = "json", .sentence = "Write the output, and an error, as JSON to stdout."},
    {.name = "quiet", .letter = 'q', .sentence = "Print only errors."},
    {.name = "verbose", .letter = 'v', .need = CLI_REPEATED, .sentence = "Print more details."},
    {0},
};

const cli_parameter *cli__arguments(const cli_command *command) {
    return command && command->arguments ? command->arguments : cli__no_parameters;
}

const cli_parameter *cli__options(const cli_command *command) {
    return command && command->options ? command->options : cli__no_parameters;
}

bool cli__repeats(const cli_parameter *parameter) {
    return parameter->need == CLI_REPEATED || parameter->need == CLI_SOME;
}

bool cli__required(const cli_parameter *parameter) {
    return parameter->need == CLI_REQUIRED || parameter->need == CLI_SOME;
}

size_t cli__noun_length(const cli_command *command) {
    const char *blank = strchr(command->name, ' ');
    return blank ? (size_t)(blank - command->name) : 0;
}

bool cli__has_noun(const cli_command *command, const char *noun) {
    const size_t length = cli__noun_length(command);
    return length > 0 && strlen(noun) == length && memcmp(command->name, noun, length) == 0;
}

const cli_command *cli__only_command(const cli_program *program) {
    const cli_command *first = program->commands[0];
    return first != NULL && first->name[0] == '\0' ? first : NULL;
}

cli_quoted cli__quote(const char *word) {
    cli_quoted quoted;
    snw_copy_text(quoted.text + 1, sizeof quoted.text - 2, word);
    quoted.text[0] = '\'';
    const size_t end = strlen(quoted.text);
    quoted.text[end] = '\'';
    quoted.text[end + 1] = '\0';
    return quoted;
}

snw_status cli__out_of_memory(snw_why *why) {
    return snw_refuse(why, SNW_ERR_MEMORY, NULL, "the command line is too large", NULL);
}

snw_status cli__refuse(const cli_values *values, snw_why *why, const char *rule, const char *hint,
                       const char *format, ...) {
    char message[SNW_WHY_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const char *program = values->program->name;
    const char *topic = values->command ? values->command->name : values->noun;
    if (topic && topic[0] == '\0') topic = NULL;
    snw_why_set(why, SNW_ERR_USAGE, topic, message);
    snw_why_rule(why, rule);

    // the hint gives way to the pointer at the help, which is never cut
    char see[64], room[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text pointer = snw_text_over(see, sizeof see);
    snw_text_format(&pointer, "see '%s%s%s --help'", program, topic ? " " : "", topic ? topic : "");
    snw_copy_text(room, sizeof room - sizeof see - 1, hint);
    snw_text out = snw_text_over(fix, sizeof fix);
    snw_text_format(&out, "%s%s%s", room,
                    *hint ? (strchr("?.", hint[strlen(hint) - 1]) ? " " : "; ") : "", see);
    snw_why_fix(why, fix);
    return SNW_ERR_USAGE;
}

// the words that may follow: verbs of the noun, or verbs and nouns of the first place
static int next_words(const cli_values *values, const char *noun, const char **words, int most) {
    int count = 0;
    for (const cli_command *const *at = values->program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        if (count == most || (noun && !cli__has_noun(command, noun))) continue;
        const size_t length = cli__noun_length(command);
        const char *word = command->name;
        if (noun) {
            word += length + 1;
        } else if (length > 0) {
            word = snw_setup_text(values->memory, word, length);
        }
        const bool again = count > 0 && word && strcmp(words[count - 1], word) == 0;
        if (word && !again) words[count++] = word;
    }
    return count;
}

static snw_status refuse_name(const cli_values *values, const char *noun, const char *word,
                              snw_why *why) {
    enum { MOST = 128 };
    const char *words[MOST];
    const int count = next_words(values, noun, words, MOST);
    const char *close = snw_closest_name(word, words, count);
    char buffer[SNW_WHY_TEXT];
    snw_text hint = snw_text_over(buffer, sizeof buffer);
    if (close) {
        snw_text_format(&hint, "did you mean '%s%s%s'?", noun ? noun : "", noun ? " " : "", close);
    } else if (noun) {
        for (int i = 0; i < count; i++) {
            snw_text_format(&hint, "%s%s", i == 0 ? "one of: " : ", ", words[i]);
        }
    }
    char name[sizeof(cli_quoted) + 8];
    snw_text whole = snw_text_over(name, sizeof name);
    snw_text_format(&whole, "%s%s%s", noun ? noun : "", noun ? " " : "", word);
    return cli__refuse(values, why, "unknown-command", buffer, "there is no command %s",
                       cli__quote(name).text);
}

snw_status cli__topic_step(const cli_values *values, const char *word, cli_topic *topic,
                           snw_why *why) {
    for (const cli_command *const *at = values->program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        if (topic->noun == NULL && strcmp(command->name, word) == 0) {
            topic->command = command;
            return SNW_OK;
        }
        if (topic->noun == NULL && cli__has_noun(command, word)) {
            topic->noun = word;
            return SNW_OK;
        }
        const bool follows = topic->noun && cli__has_noun(command, topic->noun);
        if (follows && strcmp(command->name + cli__noun_length(command) + 1, word) == 0) {
            topic->command = command;
            return SNW_OK;
        }
    }
    return refuse_name(values, topic->noun, word, why);
}

snw_status cli_find_topic(const cli_values *values, const char *const *words, int count,
                          cli_topic *topic, snw_why *why) {
    *topic = (cli_topic){.program = values->program};
    for (int i = 0; i < count; i++) {
        if (topic->command) {
            return cli__refuse(values, why, "unknown-command", "", "there is no command '%s %.40s'",
                               topic->command->name, words[i]);
        }
        const snw_status status = cli__topic_step(values, words[i], topic, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}
