// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/words.h"

#include <string.h>

#include "inside.h"

snw_words snw__words_of(const char *text, size_t length) {
    return (snw_words){text, text + length};
}

snw_words snw_words_over(const char *text) {
    return text != NULL ? snw__words_of(text, strlen(text)) : (snw_words){"", ""};
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && snw_is_blank(*at)) {
        at++;
    }
    return at;
}

bool snw_words_next(snw_words *words, snw_word *word) {
    const char *start = skip_blanks(words->at, words->end);
    const char *at = start;
    while (at < words->end && !snw_is_blank(*at)) {
        at++;
    }
    *word = (snw_word){start, (size_t)(at - start)};
    words->at = at;
    return word->length > 0;
}

bool snw_words_take(snw_words *words, const char *text) {
    snw_words after = *words;
    snw_word word;
    if (!snw_words_next(&after, &word) || !snw_word_is(word, text)) return false;
    *words = after;
    return true;
}

bool snw_words_end(const snw_words *words) {
    return skip_blanks(words->at, words->end) == words->end;
}

snw_word snw_words_rest(const snw_words *words) {
    return snw_word_trim(words->at, (size_t)(words->end - words->at));
}

snw_word snw_word_trim(const char *text, size_t length) {
    const char *end = text + length, *start = skip_blanks(text, end);
    while (end > start && snw_is_blank(end[-1])) {
        end--;
    }
    return (snw_word){start, (size_t)(end - start)};
}

bool snw_word_is(snw_word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

bool snw_word_copy(snw_word word, char *out, size_t size) {
    if (word.length >= size) return false;
    if (word.length > 0) memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return true;
}
