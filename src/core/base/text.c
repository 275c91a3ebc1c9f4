// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sinew/base/number.h"

snw_text snw_text_over(char *buffer, size_t capacity) {
    if (capacity > 0) buffer[0] = '\0';
    return (snw_text){.data = buffer, .capacity = capacity};
}

bool snw_text_is_cut(const snw_text *text) {
    return text->length >= text->capacity;
}

void snw_text_add(snw_text *text, const char *bytes, size_t length) {
    // what fits is copied, the rest only counted
    if (text->length + 1 < text->capacity) {
        const size_t room = text->capacity - 1 - text->length;
        const size_t take = length < room ? length : room;
        memcpy(text->data + text->length, bytes, take);
        text->data[text->length + take] = '\0';
    }
    text->length += length;
}

void snw_text_format(snw_text *text, const char *format, ...) {
    const size_t room = text->length < text->capacity ? text->capacity - text->length : 0;
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(room > 0 ? text->data + text->length : NULL, room, format, arguments);
    va_end(arguments);
    if (length > 0) text->length += (size_t)length;
}

void snw_text_real(snw_text *text, double value) {
    char number[SNW_NUMBER_SIZE];
    const int length = snw_real_print(value, number);
    snw_text_add(text, number, (size_t)length);
}

enum { LONGEST_NAME = 63 };

static int least(int a, int b, int c) {
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

// Levenshtein's distance by rows, with swapped neighbours counted as one change
static int edit_distance(const char *a, int a_length, const char *b, int b_length) {
    int rows[3][LONGEST_NAME + 1];
    for (int j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (int i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *twice_above = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && twice_above[j - 2] + 1 < row[j]) row[j] = twice_above[j - 2] + 1;
        }
    }
    return rows[a_length % 3][b_length];
}

const char *snw_closest_name(const char *name, const char *const *names, int count) {
    const size_t length = strlen(name);
    if (length == 0 || length > LONGEST_NAME) return NULL;

    // a proposal may differ in a third of its letters, and in one for short names
    int best_distance = 1 + (int)length / 3;
    const char *best = NULL;
    for (int i = 0; i < count; i++) {
        const size_t other = strlen(names[i]);
        if (other == 0 || other > LONGEST_NAME) continue;
        const int distance = edit_distance(name, (int)length, names[i], (int)other);
        if (distance < best_distance || (distance == best_distance && best == NULL)) {
            best_distance = distance;
            best = names[i];
        }
    }
    return best;
}
