// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// --- reading ------------------------------------------------------------------------------------

static const char *skip(const char *at) {
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

bool snw__word_next(snw__words *words, snw__word *word) {
    const char *at = skip(words->at);
    *word = (snw__word){at, strcspn(at, " \t")};
    words->at = at + word->length;
    return word->length > 0;
}

bool snw__word_is(snw__word word, const char *text) {
    return word.length == strlen(text) && strncmp(word.text, text, word.length) == 0;
}

bool snw__word_copy(snw__word word, char *out, size_t size) {
    if (word.length >= size) return false;
    memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return true;
}

int snw__word_reals(snw__words *words, double *out, int most) {
    int count = 0;
    snw__word word;
    while (snw__word_next(words, &word)) {
        if (snw__word_is(word, "|")) break;
        if (count == most) return -1;
        if (snw_real_parse(word.text, word.length, &out[count], NULL) < 0) return -1;
        count++;
    }
    return count;
}

bool snw__words_end(const snw__words *words) {
    return *skip(words->at) == '\0';
}

// --- writing ------------------------------------------------------------------------------------

snw__line snw__line_over(char *text, size_t size) {
    text[0] = '\0';
    return (snw__line){.text = text, .size = size};
}

void snw__line_add(snw__line *line, const char *text) {
    const size_t length = strlen(text);
    if (line->cut || line->used + length >= line->size) {
        line->cut = true;
        return;
    }
    memcpy(line->text + line->used, text, length + 1);
    line->used += length;
}

void snw__line_word(snw__line *line, const char *text) {
    if (line->used > 0) snw__line_add(line, " ");
    snw__line_add(line, text);
}

void snw__line_reals(snw__line *line, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        char number[SNW_NUMBER_SIZE];
        (void)snw_real_print(values[i], number);
        snw__line_word(line, number);
    }
}

void snw__line_pose(snw__line *line, snw_pose pose) {
    double numbers[7];
    snw__pose_numbers(pose, numbers);
    snw__line_reals(line, numbers, 7);
}

void snw__line_int(snw__line *line, int64_t value) {
    char number[SNW_NUMBER_SIZE];
    (void)snw_int_print(value, number);
    snw__line_word(line, number);
}

snw_status snw__line_end(const snw__line *line, const snw_component *self, snw_why *why) {
    if (!line->cut) return SNW_OK;
    return snw__teach_refuse(why, SNW_ERR_TOO_LARGE, self->name,
                             "the answer is longer than a message", "ask for less of it at once");
}

// --- refusals -----------------------------------------------------------------------------------

snw_status snw__teach_refuse(snw_why *why, snw_status code, const char *subject, const char *text,
                             const char *fix) {
    snw_why_set(why, code, subject, text);
    snw_why_rule(why, "teach");
    if (fix != NULL) snw_why_fix(why, fix);
    return code;
}

snw_status snw__teach_unknown(const snw_component *self, const char *words, snw_why *why) {
    return snw__teach_refuse(why, SNW_ERR_UNKNOWN_NAME, self->name, "there is no such command",
                             words);
}
