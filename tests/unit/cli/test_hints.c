// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/station.h"

// What messages tell people to type can be typed. All texts of src/ and apps/ are read, as the
// compiler reads them, and every command in them that stands between quotes is parsed by the tables
// of the program: the command, its options and the number of its arguments.
//
// Seen: a refusal said "stop it first: 'sinew ask CELL stop'", which asks a component called CELL.

enum { WORDS = 32, LITERAL = 1 << 16 };

static int hints; // found so far

// --- one command --------------------------------------------------------------------------------

static bool is_placeholder(const char *word) {
    return isupper((unsigned char)word[0]) && (word[1] == '\0' || isupper((unsigned char)word[1]));
}

// whether the object of a shipped cell knows a command: a component, or a drive as "arm.drive"
static bool object_knows(const char *path, const char *object, const char *word) {
    snw_station_options options = snw_station_defaults();
    options.cell = path;
    snw_station *station = NULL;
    CHECK(snw_station_open(&station, &options, NULL) == SNW_OK);
    snw_exec *exec = snw_station_exec(station);
    const snw_component *component = snw_exec_find(exec, object);
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    bool known = false;
    if (component != NULL) {
        for (int i = 0; i < component->functions->command_count; i++)
            known = known || strcmp(component->functions->commands[i].word, word) == 0;
    } else if (strchr(object, '.') != NULL) {
        known = snw_exec_message(exec, object, word, 0, answer, &why) != SNW_ERR_UNKNOWN_NAME;
    }
    SNW_IGNORE(snw_station_close(station, NULL));
    return known;
}

// An object that is called by its name is one of a shipped cell, and its command exists there.
static bool can_be_asked(const char *object, const char *word) {
    static const char *const cells[] = {"demo", "panda", "wam", "puma560-pick", "panda-task"};
    if (is_placeholder(object) || strcmp(object, "loop") == 0) return true;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cells[i]);
        if (object_knows(path, object, word)) return true;
    }
    return false;
}

// what may be asked of the whole cell, as the help of 'sinew ask' lists it
static bool cell_knows(const char *word) {
    static const char *const words[] = {"enable", "disable", "acknowledge", "stop",
                                        "pause",  "resume",  "pace",        "quit"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) return true;
    }
    return false;
}

// "sinew model show FILE": NULL when it can be typed, else the rule that it breaks
static const char *broken_rule(const char *line) {
    static char copy[512], rule[SNW_WHY_RULE];
    char *argv[WORDS + 1] = {0};
    int argc = 0;
    snw_copy_text(copy, sizeof copy, line);
    for (char *word = strtok(copy, " "); word != NULL && argc < WORDS; word = strtok(NULL, " "))
        argv[argc++] = word;
    if (argc < 2) return "no-command";
    // 'sinew COMMAND --help' stands for all of them
    if (is_placeholder(argv[1])) return NULL;
    cli_values values;
    snw_why why = {0};
    const snw_status status = cli_parse(&sinew_program, argc, argv, &values, &why);
    const bool asks = values.command != NULL && strcmp(values.command->name, "ask") == 0;
    const bool vague = asks && argc > 2 && is_placeholder(argv[2]) && strcmp(argv[2], "CELL") == 0;
    cli_values_close(&values);
    if (vague) return "unknown-object";
    if (asks && argc > 3 && !is_placeholder(argv[3])) {
        const bool known =
            strcmp(argv[2], "cell") == 0 ? cell_knows(argv[3]) : can_be_asked(argv[2], argv[3]);
        if (!known) return "unknown-word";
    }
    if (!snw_failed(status)) return NULL;
    // a hint may leave out what its reader knows, and stand for numbers by a word
    static const char *const allowed[] = {"missing-argument", "not-a-number"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        if (strcmp(why.rule, allowed[i]) == 0) return NULL;
    }
    snw_copy_text(rule, sizeof rule, why.rule);
    return rule;
}

static void a_command_that_is_not_there_is_found(void) {
    CHECK(broken_rule("sinew model show FILE") == NULL);
    CHECK(broken_rule("sinew model show") == NULL);
    CHECK(broken_rule("sinew COMMAND --help") == NULL);
    CHECK(broken_rule("sinew ask cell stop") == NULL);
    CHECK_TEXT(broken_rule("sinew modle show"), "unknown-command");
    CHECK_TEXT(broken_rule("sinew model shw"), "unknown-command");
    CHECK_TEXT(broken_rule("sinew token"), "missing-command");
    CHECK_TEXT(broken_rule("sinew run CELL --tokenz FILE"), "unknown-option");
    CHECK_TEXT(broken_rule("sinew model show a b"), "unexpected-argument");
    CHECK_TEXT(broken_rule("sinew ask CELL stop"), "unknown-object");
    // a component that exists, and a word of it
    CHECK(broken_rule("sinew ask program run") == NULL);
    CHECK(broken_rule("sinew ask COMPONENT WORD") == NULL);
    CHECK_TEXT(broken_rule("sinew ask program sing"), "unknown-word");
    CHECK_TEXT(broken_rule("sinew ask programm run"), "unknown-word");
    CHECK_TEXT(broken_rule("sinew ask cell halt"), "unknown-word");
}

// --- all texts ----------------------------------------------------------------------------------

static bool names_command(const char *word, size_t length) {
    for (const cli_command *const *at = sinew_program.commands; *at != NULL; at++) {
        const char *name = (*at)->name;
        if (strcspn(name, " ") == length && memcmp(name, word, length) == 0) return true;
    }
    return false;
}

// numbers and words that a format puts in stand for anything
static void replace_formats(char *line) {
    for (char *at = strchr(line, '%'); at != NULL; at = strchr(at + 1, '%')) {
        const size_t length = 1 + strcspn(at + 1, "sdgfu") + 1;
        if (length > strlen(at)) return;
        memset(at, 'x', length);
    }
}

static void check_literal(const char *file, const char *text) {
    static const char name[] = "sinew ";
    if (strncmp(text, name, sizeof name - 1) == 0) {
        // an example, tested with its table; what it asks for must exist too
        if (strncmp(text, "sinew ask ", 10) == 0) CHECK(broken_rule(text) == NULL);
        return;
    }
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
        const char before = at > text ? at[-1] : ' ';
        const char *word = at + sizeof name - 1;
        const size_t length = strcspn(word, " '`.,;:)");
        if (before == '\'' || before == '`') {
            char line[512];
            const size_t end = strcspn(at, before == '\'' ? "'" : "`");
            if (end >= sizeof line) continue;
            memcpy(line, at, end);
            line[end] = '\0';
            replace_formats(line);
            const char *rule = broken_rule(line);
            hints++;
            if (rule != NULL) print_error("%s: '%s' cannot be typed: %s\n", file, line, rule);
            CHECK(rule == NULL);
        } else if (before == ' ' && names_command(word, length)) {
            // only what stands between quotes is known to be a command
            print_error("%s: \"%s\": put the command between quotes\n", file, text);
            CHECK(false);
        }
    }
}

// reads one literal at `*at`, which stands on its quote
static void read_literal(const char **at, char *out, size_t *length) {
    for (const char *c = *at + 1; *c != '\0'; c++) {
        if (*c == '"') {
            *at = c + 1;
            return;
        }
        if (*c == '\\') c++;
        if (*length + 1 < LITERAL) out[(*length)++] = *c == 'n' && c[-1] == '\\' ? '\n' : *c;
    }
    *at += strlen(*at);
}

static const char *skip_comment(const char *at) {
    if (at[1] == '/') return at + strcspn(at, "\n");
    const char *end = strstr(at + 2, "*/");
    return end != NULL ? end + 2 : at + strlen(at);
}

static void check_file(const char *path) {
    static char literal[LITERAL];
    snw_file_content content;
    CHECK(snw_file_read(path, NULL, &content, NULL) == SNW_OK);
    size_t length = 0;
    for (const char *at = content.data; *at != '\0';) {
        if (*at == '"') {
            read_literal(&at, literal, &length);
            continue;
        }
        const bool comment = at[0] == '/' && (at[1] == '/' || at[1] == '*');
        // neighbours are one text
        if (length > 0 && !comment && !isspace((unsigned char)*at) && *at != '\\') {
            literal[length] = '\0';
            check_literal(path, literal);
            length = 0;
        }
        if (comment) {
            at = skip_comment(at);
        } else if (*at == '\'') {
            // a character: its quote may be a quote
            at += at[1] == '\\' ? 4 : 3;
        } else {
            at++;
        }
    }
    snw_file_free(&content);
}

static void check_folder(const char *folder) {
    snw_directory list;
    CHECK(snw_directory_list(folder, 4096, &list, NULL) == SNW_OK);
    for (int i = 0; i < list.count; i++) {
        char path[SNW_PATH_SIZE];
        const char *name = list.entries[i].name;
        const size_t length = strlen(name);
        CHECK(snw_path_join(folder, name, path, sizeof path) == SNW_OK);
        if (list.entries[i].is_directory) {
            check_folder(path);
        } else if (length > 2 && name[length - 2] == '.' && strchr("ch", name[length - 1])) {
            check_file(path);
        }
    }
    snw_directory_free(&list);
}

static void every_command_in_a_message_can_be_typed(void) {
    hints = 0;
    check_folder(SNW_SOURCE_DIR "/src");
    check_folder(SNW_SOURCE_DIR "/apps");
    print_message("%d commands in messages\n", hints);
    CHECK(hints > 50);
}

int main(void) {
    RUN(a_command_that_is_not_there_is_found);
    RUN(every_command_in_a_message_can_be_typed);
    return check_report();
}
