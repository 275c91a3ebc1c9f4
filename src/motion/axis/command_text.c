// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <string.h>

#include "sinew/axis/command.h"

// Text becomes arguments, and arguments text, outside the loop. The form follows the table: one
// word for each field in its order, the numbers of vectors and matrices as words of their own, and
// the items of an array to the end. Fields at the end that have their defaults may be left out. A
// text that is empty or holds blanks stands in double quotes.

// --- words --------------------------------------------------------------------------------------

// the command whose word, or words, a text begins with; `rest` is what follows
static const snw_command *find_command(const snw_command *commands, int count, const char *text,
                                       snw_words *rest) {
    for (int i = 0; i < count; i++) {
        snw_words have = snw_words_over(text), want = snw_words_over(commands[i].word);
        snw_word one, other;
        bool same = true;
        while (same && snw_words_next(&want, &one)) {
            same = snw_words_next(&have, &other) && one.length == other.length &&
                   memcmp(one.text, other.text, one.length) == 0;
        }
        if (!same) continue;
        *rest = have;
        return &commands[i];
    }
    return NULL;
}

static void list_words(const snw_command *commands, int count, snw_text *text) {
    for (int i = 0; i < count; i++) {
        snw_text_format(text, "%s%s",
                        i == 0           ? "use "
                        : i + 1 == count ? " or "
                                         : ", ",
                        commands[i].word);
    }
}

static snw_status refuse_word(const snw_commands *table, snw_why *why) {
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    list_words(table->items, table->count, &text);
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, table->name,
                      table->count > 0 ? "there is no such command" : "it accepts no commands",
                      fix);
}

const snw_command *snw_command_find(const snw_commands *table, const char *word, snw_why *why) {
    for (int i = 0; i < table->count; i++) {
        if (strcmp(table->items[i].word, word) == 0) return &table->items[i];
    }
    SNW_IGNORE(refuse_word(table, why));
    return NULL;
}

const snw_command *snw_command_of(const snw_commands *table, const char *text) {
    snw_words rest;
    return find_command(table->items, table->count, text, &rest);
}

// --- usage --------------------------------------------------------------------------------------

static void add_usage(const snw_field *field, snw_text *text) {
    const bool must = (field->flags & SNW_REQUIRED) != 0;
    snw_text_format(text, "%s", must ? "" : "[");
    for (int i = 0; field->kind == SNW_KIND_ENUM && i < field->choice_count; i++)
        snw_text_format(text, "%s%s", i > 0 ? "|" : "", field->choices[i].name);
    for (const char *c = field->name; field->kind != SNW_KIND_ENUM && *c != '\0'; c++)
        snw_text_format(text, "%c", toupper((unsigned char)*c));
    snw_text_format(text, "%s%s", field->array != SNW_SINGLE ? " ..." : "", must ? "" : "]");
}

void snw_command_usage(const snw_command *command, snw_text *text) {
    const snw_type *type = command->arguments;
    if (command->usage != NULL) {
        snw_text_format(text, "%s", command->usage);
        return;
    }
    for (int i = 0; type != NULL && i < type->field_count; i++) {
        if (i > 0) snw_text_format(text, " ");
        add_usage(&type->fields[i], text);
    }
}

static snw_status refuse_usage(const snw_commands *table, const snw_command *command,
                               const char *text, snw_why *why) {
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, "write '%s ", command->word);
    snw_command_usage(command, &line);
    // a command without arguments ends with the blank
    if (fix[line.length - 1] == ' ') fix[--line.length] = '\0';
    snw_text_format(&line, "'");
    return snw_refuse(why, SNW_ERR_SYNTAX, table->name, text, fix);
}

// --- reading ------------------------------------------------------------------------------------

static bool is_text_kind(const snw_field *field) {
    return field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE;
}

// numbers of one item
static int words_of_item(const snw_field *field) {
    if (field->kind == SNW_KIND_VEC3) return 3;
    return field->kind == SNW_KIND_MATRIX ? field->rows * field->columns : 1;
}

// A word; numbers may have commas between them. A text may stand in double quotes, with \" and \\.
static bool next_word(const snw_field *field, snw_words *words, snw_word *word) {
    while (words->at < words->end &&
           (snw_is_blank(*words->at) || (!is_text_kind(field) && *words->at == ',')))
        words->at++;
    const char *begin = words->at;
    const bool quoted = is_text_kind(field) && begin < words->end && *begin == '"';
    if (quoted) words->at++;
    for (; words->at < words->end; words->at++) {
        const char c = *words->at;
        if (quoted && c == '\\' && words->at + 1 < words->end) {
            words->at++;
        } else if (quoted && c == '"') {
            words->at++;
            break;
        } else if (!quoted && (snw_is_blank(c) || (!is_text_kind(field) && c == ','))) {
            break;
        }
    }
    *word = (snw_word){begin, (size_t)(words->at - begin)};
    return word->length > 0;
}

// without its quotes
static size_t unquote(snw_word word, char *out, size_t size) {
    const bool quoted =
        word.length >= 2 && word.text[0] == '"' && word.text[word.length - 1] == '"';
    size_t length = 0;
    const size_t end = quoted ? word.length - 1 : word.length;
    for (size_t i = quoted ? 1 : 0; i < end && length < size; i++) {
        if (quoted && word.text[i] == '\\' && i + 1 < end) i++;
        out[length++] = word.text[i];
    }
    return length;
}

static snw_status read_item(const snw_field *field, snw_words *words, void *place, snw_why *why) {
    snw_word first, word;
    if (!next_word(field, words, &first)) return SNW_NOTHING_NEW;
    word = first;
    for (int i = 1; i < words_of_item(field); i++) {
        if (!next_word(field, words, &word)) return SNW_ERR_SYNTAX;
    }
    char text[SNW_COMMAND_TEXT];
    size_t length = (size_t)(word.text + word.length - first.text);
    if (length >= sizeof text) return SNW_ERR_TOO_LARGE;
    if (is_text_kind(field)) {
        length = unquote(first, text, sizeof text);
    } else {
        memcpy(text, first.text, length);
    }
    const snw_status status = snw_value_parse(field, text, length, place, why);
    return snw_failed(status) ? status : snw_value_check(field, place, why);
}

static snw_status read_field(const snw_field *field, snw_words *words, void *block, snw_why *why) {
    const int most = field->array == SNW_SINGLE ? 1 : field->length;
    int count = 0;
    snw_status status = SNW_OK;
    for (; count < most && status == SNW_OK; count++) {
        void *place = (unsigned char *)block + field->offset + (size_t)count * field->size;
        status = read_item(field, words, place, why);
        if (status == SNW_NOTHING_NEW) break;
    }
    if (snw_failed(status)) return status;
    if (field->array == SNW_COUNTED && count > 0) {
        memcpy((unsigned char *)block + field->count_offset, &count, sizeof count);
    }
    const bool some = field->array == SNW_FIXED && count > 0 && count < most;
    const bool none = count == 0 && (field->flags & SNW_REQUIRED) != 0;
    return some || none ? SNW_ERR_SYNTAX : SNW_OK;
}

// what is wrong with an argument, as a sentence
static void explain_field(const snw_field *field, snw_status status, const snw_why *own,
                          char text[SNW_WHY_TEXT]) {
    snw_text line = snw_text_over(text, SNW_WHY_TEXT);
    if (own->text[0] != '\0') {
        snw_text_format(&line, "the argument '%s' is wrong: %s", field->name, own->text);
    } else if (status == SNW_ERR_TOO_LARGE) {
        snw_text_format(&line, "the argument '%s' is too long", field->name);
    } else if (field->array == SNW_SINGLE && words_of_item(field) == 1) {
        snw_text_format(&line, "the argument '%s' is missing", field->name);
    } else {
        snw_text_format(&line, "the argument '%s' is missing, or has too few numbers", field->name);
    }
}

// what the reader of values says goes on, with how the command is written as the way out
static snw_status read_fields(const snw_commands *table, const snw_command *command,
                              snw_words *words, void *arguments, snw_why *why) {
    const snw_type *type = command->arguments;
    for (int i = 0; type != NULL && i < type->field_count; i++) {
        snw_why own = {0};
        const snw_status status = read_field(&type->fields[i], words, arguments, &own);
        if (!snw_failed(status)) continue;
        char text[SNW_WHY_TEXT];
        explain_field(&type->fields[i], status, &own, text);
        SNW_IGNORE(refuse_usage(table, command, text, why));
        if (why != NULL) why->code = status;
        return status;
    }
    if (snw_words_end(words)) return SNW_OK;
    return refuse_usage(table, command, "there are too many words", why);
}

snw_status snw_command_check(const snw_commands *table, const snw_command *command,
                             const void *arguments, snw_why *why) {
    if (command->arguments == NULL) return SNW_OK;
    snw_why first = {0};
    snw_diags diags = {.items = &first, .capacity = 1};
    const snw_status status = snw_block_check(command->arguments, arguments, table->name, &diags);
    if (snw_failed(status) && why != NULL) *why = first;
    return status;
}

snw_status snw_command_parse(const snw_commands *table, const char *text,
                             const snw_command **command, void *arguments, snw_why *why) {
    if (strlen(text) >= SNW_COMMAND_TEXT) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, table->name, "the message is too long",
                          "1023 bytes at most");
    }
    snw_words rest;
    *command = find_command(table->items, table->count, text, &rest);
    if (*command == NULL) return refuse_word(table, why);
    if ((*command)->arguments != NULL) snw_block_defaults((*command)->arguments, arguments);
    const snw_status status =
        (*command)->read != NULL
            ? (*command)->read(table->self, snw_words_rest(&rest).text, arguments, why)
            : read_fields(table, *command, &rest, arguments, why);
    return snw_failed(status) ? status : snw_command_check(table, *command, arguments, why);
}

// --- writing ------------------------------------------------------------------------------------

static void print_text(const char *value, snw_text *text) {
    bool plain = value[0] != '\0' && value[0] != '"';
    for (const char *c = value; *c != '\0'; c++)
        plain &= !snw_is_blank(*c);
    if (plain) {
        snw_text_format(text, "%s", value);
        return;
    }
    snw_text_format(text, "\"");
    for (const char *c = value; *c != '\0'; c++)
        snw_text_format(text, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    snw_text_format(text, "\"");
}

static void print_field(const snw_field *field, const void *block, snw_text *text) {
    const int count = snw_field_count(field, block);
    for (int i = 0; i < count; i++) {
        const void *place = snw_field_place_const(field, block, i);
        if (text->length > 0) snw_text_format(text, " ");
        if (is_text_kind(field)) {
            print_text(place, text);
        } else {
            snw_value_print(field, place, text);
        }
    }
}

// fields at the end that have their defaults say nothing
static int fields_to_print(const snw_type *type, const void *block) {
    unsigned char standard[SNW_COMMAND_BLOCK];
    snw_block_defaults(type, standard);
    int count = type->field_count;
    for (; count > 0; count--) {
        const snw_field *field = &type->fields[count - 1];
        if ((field->flags & SNW_REQUIRED) != 0) break;
        char one[SNW_COMMAND_TEXT], other[SNW_COMMAND_TEXT];
        snw_text a = snw_text_over(one, sizeof one), b = snw_text_over(other, sizeof other);
        print_field(field, block, &a);
        print_field(field, standard, &b);
        if (strcmp(one, other) != 0) break;
    }
    return count;
}

void snw_command_print(const snw_commands *table, const snw_command *command, const void *arguments,
                       char *text) {
    snw_text line = snw_text_over(text, SNW_COMMAND_TEXT);
    snw_text_format(&line, "%s", command->word);
    char rest[SNW_COMMAND_TEXT] = "";
    if (command->print != NULL) {
        command->print(table->self, arguments, rest);
    } else if (command->arguments != NULL) {
        const snw_type *type = command->arguments;
        const int count = fields_to_print(type, arguments);
        snw_text words = snw_text_over(rest, sizeof rest);
        for (int i = 0; i < count; i++)
            print_field(&type->fields[i], arguments, &words);
    }
    if (rest[0] != '\0') snw_text_format(&line, " %s", rest);
}

void snw_answer_print(const snw_command *command, const void *answer, char *text) {
    text[0] = '\0';
    const snw_type *type = command->answer;
    if (command->write != NULL) {
        command->write(answer, text);
        return;
    }
    snw_text line = snw_text_over(text, SNW_COMMAND_TEXT);
    for (int i = 0; type != NULL && i < type->field_count; i++)
        print_field(&type->fields[i], answer, &line);
}

snw_status snw_command_say(const snw_commands *table, const char *text, char *answer,
                           snw_why *why) {
    uint64_t arguments[SNW_COMMAND_BLOCK / 8], block[SNW_COMMAND_BLOCK / 8] = {0};
    const snw_command *command;
    answer[0] = '\0';
    snw_status status = snw_command_parse(table, text, &command, arguments, why);
    if (snw_failed(status)) return status;
    status = command->ask != NULL ? command->ask(table->self, NULL, arguments, block, why)
                                  : command->act(table->self, arguments, block, why);
    if (!snw_failed(status)) snw_answer_print(command, block, answer);
    return status;
}
