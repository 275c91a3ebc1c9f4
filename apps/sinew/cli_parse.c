// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <string.h>

// far above what an operating system hands to a program
static const size_t memory_limit = (size_t)1 << 28;

typedef struct parser {
    cli_values *values;
    snw_why *why;
    char *const *argv;
    int argc;
    int next;              // the word to read
    int place;             // arguments taken
    bool options_have_end; // after "--"
    bool topic_is_done;    // the command is named
    cli_topic topic;
} parser;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// "-x" and "--x" are options; "-" is stdin, "-3" and "-.5" are numbers
static bool is_option(const char *word) {
    if (word[0] != '-' || word[1] == '\0') return false;
    const bool number = is_digit(word[1]) || (word[1] == '.' && is_digit(word[2]));
    return !number;
}

static bool is_global(const cli_parameter *option) {
    const cli_parameter *global = cli_global_options;
    while (global->name && global != option) {
        global++;
    }
    return global->name != NULL;
}

static const cli_parameter *find_long(const cli_parameter *list, const char *name, size_t length) {
    for (; list->name; list++) {
        if (strlen(list->name) == length && memcmp(list->name, name, length) == 0) return list;
    }
    return NULL;
}

static const cli_parameter *find_letter(const cli_parameter *list, char letter) {
    for (; list->name; list++) {
        if (list->letter != 0 && list->letter == letter) return list;
    }
    return NULL;
}

// proposes the option that was probably meant, with its dashes
static void propose_option(const cli_values *values, const char *name, snw_text *hint) {
    enum { MOST = 128 };
    const cli_parameter *const lists[] = {cli__options(values->command), cli_global_options};
    const char *names[MOST];
    int count = 0;
    for (int i = 0; i < 2; i++) {
        for (const cli_parameter *option = lists[i]; option->name && count < MOST; option++) {
            names[count++] = option->name;
        }
    }
    const char *close = snw_closest_name(name, names, count);
    if (close) snw_text_format(hint, "did you mean '--%s'?", close);
}

static snw_status refuse_long(const parser *p, const char *name, size_t length) {
    char word[SNW_WHY_TEXT], buffer[SNW_WHY_TEXT];
    snw_text text = snw_text_over(word, sizeof word);
    snw_text_add(&text, name, length);
    snw_text hint = snw_text_over(buffer, sizeof buffer);
    if (!snw_text_is_cut(&text)) propose_option(p->values, word, &hint);
    if (hint.length == 0 && !p->topic_is_done) {
        cli__add(&hint, "options of a command must follow it");
    }

    // the value behind "=" is no part of the name
    char dashed[SNW_WHY_TEXT + 2] = "--";
    snw_copy_text(dashed + 2, sizeof dashed - 2, word);
    return cli__refuse(p->values, p->why, "unknown-option", buffer, "there is no option %s",
                       cli__quote(dashed).text);
}

static snw_status refuse_letter(const parser *p, const char *at, const char *word) {
    const int length = snw_utf8_length(at, strlen(at));
    char option[8];
    snw_text text = snw_text_over(option, sizeof option);
    cli__add(&text, "-");
    snw_text_add(&text, at, length > 0 ? (size_t)length : 1);

    // "-help" is most likely "--help"
    char buffer[SNW_WHY_TEXT];
    snw_text hint = snw_text_over(buffer, sizeof buffer);
    propose_option(p->values, word + 1, &hint);
    const bool bundle = word[2] != '\0' && strcmp(option, word) != 0;
    return cli__refuse(p->values, p->why, "unknown-option", buffer, "there is no option %s%s%s",
                       cli__quote(option).text, bundle ? ", read in " : "",
                       bundle ? cli__quote(word).text : "");
}

static void set_global(cli_values *values, const cli_parameter *option) {
    if (strcmp(option->name, "help") == 0) values->help = true;
    if (strcmp(option->name, "version") == 0) values->version = true;
    if (strcmp(option->name, "json") == 0) values->json = true;
    if (strcmp(option->name, "quiet") == 0) values->quiet = true;
    if (strcmp(option->name, "verbose") == 0) values->verbose++;
}

// counts one more appearance; only repeated ones may come again, and flags, where it says nothing
static snw_status count_once(const parser *p, cli_slot *slot, const char *shown) {
    const cli_parameter *parameter = slot->parameter;
    if (slot->times > 0 && !cli__repeats(parameter) && parameter->kind != CLI_FLAG) {
        return cli__refuse(p->values, p->why, "given-twice", "", "%s is given twice", shown);
    }
    slot->times++;
    return SNW_OK;
}

static snw_status take_flag(const parser *p, const cli_parameter *option) {
    if (is_global(option)) {
        set_global(p->values, option);
        return SNW_OK;
    }
    cli__slot(p->values, option->name)->times++;
    return SNW_OK;
}

// the value of an option: behind it in the same word, or the next word
static snw_status take_option(parser *p, const cli_parameter *option, const char *shown,
                              const char *value) {
    if (value == NULL && p->next < p->argc && !is_option(p->argv[p->next])) {
        value = p->argv[p->next++];
    }
    if (value == NULL) {
        char buffer[SNW_WHY_TEXT];
        snw_text hint = snw_text_over(buffer, sizeof buffer);
        snw_text_format(&hint, "write --%s=", option->name);
        cli__add_placeholder(&hint, option);
        return cli__refuse(p->values, p->why, "missing-value", buffer, "%s needs a value", shown);
    }
    cli_slot *slot = cli__slot(p->values, option->name);
    const snw_status status = count_once(p, slot, shown);
    return snw_failed(status) ? status : cli__slot_take(p->values, slot, value, shown, p->why);
}

static snw_status parse_long(parser *p, const char *word) {
    const char *name = word + 2;
    const size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const cli_parameter *option = find_long(cli__options(p->values->command), name, length);
    if (option == NULL) option = find_long(cli_global_options, name, length);
    if (option == NULL) return refuse_long(p, name, length);

    char shown[64];
    snw_text text = snw_text_over(shown, sizeof shown);
    snw_text_format(&text, "--%s", option->name);
    if (option->kind != CLI_FLAG) return take_option(p, option, shown, value);
    if (value) {
        return cli__refuse(p->values, p->why, "unwanted-value", "", "%s takes no value, not %s",
                           shown, cli__quote(value).text);
    }
    return take_flag(p, option);
}

// "-qvf3.14": flags, then at most one option whose value is the rest of the word
static snw_status parse_letters(parser *p, const char *word) {
    for (const char *at = word + 1; *at; at++) {
        const cli_parameter *option = find_letter(cli__options(p->values->command), *at);
        if (option == NULL) option = find_letter(cli_global_options, *at);
        if (option == NULL) return refuse_letter(p, at, word);
        if (option->kind != CLI_FLAG) {
            const char shown[] = {'-', *at, '\0'};
            return take_option(p, option, shown, at[1] ? at + 1 : NULL);
        }
        const snw_status status = take_flag(p, option);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status set_command(parser *p, const cli_command *command) {
    p->topic_is_done = true;
    p->values->noun = NULL;
    p->values->command = command;
    return cli__slots_init(p->values, p->why);
}

static snw_status parse_name(parser *p, const char *word) {
    const snw_status status = cli__topic_step(p->values, word, &p->topic, p->why);
    if (snw_failed(status)) return status;
    p->values->noun = p->topic.noun;
    return p->topic.command ? set_command(p, p->topic.command) : SNW_OK;
}

// the parameter of the next argument; a repeated one takes all that follow
static const cli_parameter *argument_at(const parser *p) {
    const cli_parameter *argument = cli__arguments(p->values->command);
    for (int i = 0; i < p->place && argument->name && !cli__repeats(argument); i++) {
        argument++;
    }
    return argument->name ? argument : NULL;
}

static snw_status parse_argument(parser *p, const char *word) {
    const cli_parameter *argument = argument_at(p);
    if (argument == NULL) {
        return cli__refuse(p->values, p->why, "unexpected-argument", "",
                           "%s is an unexpected argument", cli__quote(word).text);
    }
    p->place++;
    char shown[64];
    snw_text text = snw_text_over(shown, sizeof shown);
    cli__add_upper(&text, argument->name);
    cli_slot *slot = cli__slot(p->values, argument->name);
    const snw_status status = count_once(p, slot, shown);
    return snw_failed(status) ? status : cli__slot_take(p->values, slot, word, shown, p->why);
}

// --help, --version and --json count wherever they stand, so that errors before them are told in
// the right form, or not at all
static void look_ahead(const parser *p) {
    for (int i = 1; i < p->argc && strcmp(p->argv[i], "--") != 0; i++) {
        const char *word = p->argv[i];
        p->values->help |= strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
        p->values->version |= strcmp(word, "--version") == 0;
        p->values->json |= strcmp(word, "--json") == 0;
    }
}

static snw_status parse_word(parser *p, const char *word) {
    if (!p->options_have_end && strcmp(word, "--") == 0) {
        p->options_have_end = true;
        return SNW_OK;
    }
    if (!p->options_have_end && is_option(word)) {
        return word[1] == '-' ? parse_long(p, word) : parse_letters(p, word);
    }
    return p->topic_is_done ? parse_argument(p, word) : parse_name(p, word);
}

static snw_status refuse_missing_name(const parser *p) {
    if (p->topic.noun) {
        return cli__refuse(p->values, p->why, "missing-command", "", "'%s' needs a second word",
                           p->topic.noun);
    }
    return cli__refuse(p->values, p->why, "missing-command", "", "a command is missing");
}

static snw_status check_complete(const parser *p) {
    for (int i = 0; i < p->values->slot_count; i++) {
        const cli_slot *slot = &p->values->slots[i];
        if (slot->times > 0) continue;

        // an argument may demand what as an option alone is optional
        const cli_parameter *argument = cli__arguments(p->values->command);
        while (argument->name && strcmp(argument->name, slot->parameter->name) != 0) {
            argument++;
        }
        char shown[64];
        snw_text text = snw_text_over(shown, sizeof shown);
        if (argument->name && cli__required(argument)) {
            cli__add_upper(&text, argument->name);
        } else if (cli__required(slot->parameter)) {
            snw_text_format(&text, "--%s", slot->parameter->name);
        } else {
            continue;
        }
        return cli__refuse(p->values, p->why, "missing-argument", "", "%s is missing", shown);
    }
    return SNW_OK;
}

// whoever asks for help gets it, whatever else is wrong, once the command is clear
static bool forgives(const parser *p, bool naming, const char *word, snw_status status) {
    if (!p->values->help && !p->values->version) return false;
    return status == SNW_ERR_USAGE && (!naming || is_option(word));
}

static snw_status parse_line(parser *p) {
    look_ahead(p);
    if (p->values->memory == NULL) return cli__out_of_memory(p->why);
    const cli_command *only = cli__only_command(p->values->program);
    if (only && snw_failed(set_command(p, only))) return SNW_ERR_MEMORY;
    while (p->next < p->argc) {
        const bool naming = !p->topic_is_done;
        const char *word = p->argv[p->next++];
        const snw_status status = parse_word(p, word);
        if (snw_failed(status) && !forgives(p, naming, word, status)) return status;
    }
    if (p->values->help || p->values->version) return SNW_OK;
    if (!p->topic_is_done) return refuse_missing_name(p);
    const snw_status status = check_complete(p);
    return snw_failed(status) ? status : cli__slots_complete(p->values, p->why);
}

snw_status cli_parse(const cli_program *program, int argc, char *const *argv, cli_values *values,
                     snw_why *why) {
    snw_why reason;
    *values = (cli_values){.program = program, .memory = snw_setup_create(memory_limit)};
    parser p = {.values = values, .why = &reason, .argv = argv, .argc = argc, .next = 1};
    const snw_status status = parse_line(&p);
    if (snw_failed(status) && why) *why = reason;
    return status;
}

void cli_values_close(cli_values *values) {
    snw_setup_destroy(values->memory);
    values->memory = NULL;
}
