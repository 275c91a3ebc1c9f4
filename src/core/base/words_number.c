// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/number.h"
#include "sinew/base/words.h"

// Numbers stand in a file of their own: loop code that only compares words does not draw in the
// parser, and a checker that forbids parsing in the loop can name these objects.

bool snw_word_real(snw_word word, double *value) {
    return !snw_failed(snw_real_parse(word.text, word.length, value, NULL));
}

bool snw_word_int(snw_word word, int64_t *value) {
    return !snw_failed(snw_int_parse(word.text, word.length, value, NULL));
}

int snw_words_reals(snw_words *words, double *out, int most) {
    int count = 0;
    snw_word word;
    while (snw_words_next(words, &word)) {
        if (count == most || !snw_word_real(word, &out[count])) return -1;
        count++;
    }
    return count;
}
