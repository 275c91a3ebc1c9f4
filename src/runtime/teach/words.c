// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Texts of commands and files, outside the loop.

int snw__words_row(snw_words *words, double *out, int most) {
    int count = 0;
    snw_word word;
    while (snw_words_next(words, &word)) {
        if (snw_word_is(word, "|")) break;
        if (count == most || !snw_word_real(word, &out[count])) return -1;
        count++;
    }
    return count;
}

int snw__words_index(snw_words *words) {
    double number = -1;
    const bool one = snw_words_reals(words, &number, 1) == 1;
    return one && number >= 0 && number <= 1e9 && number == floor(number) ? (int)number : -1;
}

snw_status snw__read_index(const void *self, const char *text, void *arguments, snw_why *why) {
    (void)self, (void)why;
    snw_words words = snw_words_over(text);
    ((snw__index_order *)arguments)->index = snw__words_index(&words);
    return SNW_OK;
}

void snw__print_index(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, "%d", ((const snw__index_order *)arguments)->index);
}

static const snw_field index_fields[] = {{SNW_AT(snw__index_order, index), .kind = SNW_KIND_INT,
                                          .range = {-1, 1e9}, .flags = SNW_REQUIRED,
                                          .help = "Index, counted from 0."}};
const snw_type snw__index_type = {SNW_TYPE_AS("teach_index", snw__index_order, index_fields),
                                  .space = &snw_space_cell, .help = "Index of an entry."};

static const snw_field name_fields[] = {{SNW_AT(snw__name_order, name), .kind = SNW_KIND_STRING,
                                         .flags = SNW_REQUIRED, .help = "Name of the entry."}};
const snw_type snw__name_type = {SNW_TYPE_AS("teach_name", snw__name_order, name_fields),
                                 .space = &snw_space_cell, .help = "Name of an entry."};

static const snw_field count_fields[] = {
    {SNW_AT(snw__count_answer, count), .kind = SNW_KIND_INT, .help = "Number of entries."}};
const snw_type snw__count_type = {SNW_TYPE_AS("teach_count", snw__count_answer, count_fields),
                                  .space = &snw_space_cell, .help = "Number of entries."};

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
