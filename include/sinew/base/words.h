// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_WORDS_H
#define SINEW_BASE_WORDS_H

/// @file
/// Text cut into words without copying it. The text stays the caller's and needs no final zero.
///
///     snw_words words = snw_words_over("move 0.1 0.2 slow");
///     snw_word word;
///     while (snw_words_next(&words, &word)) {
///         if (snw_word_is(word, "slow")) ...
///     }
///
/// A word is a run of bytes without blanks. All functions may run inside the loop.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A piece of a text, not terminated.
typedef struct snw_word {
    const char *text;
    size_t length; ///< 0 is no word
} snw_word;

/// The part of a text that has not been read yet.
typedef struct snw_words {
    const char *at, *end;
} snw_words;

/// True for the blanks of XML and JSON: space, tab, line feed and carriage return.
SNW_INLINE bool snw_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The words of a terminated text; NULL has none.
SNW_RT snw_words snw_words_over(const char *text);

/// Reads the next word. At the end it returns false and gives a word of length 0.
SNW_RT bool snw_words_next(snw_words *words, snw_word *word);

/// Reads the next word only if it is `text`.
SNW_RT bool snw_words_take(snw_words *words, const char *text);

/// True when only blanks are left.
SNW_RT bool snw_words_end(const snw_words *words);

/// All that is left, without the blanks at both of its ends.
SNW_RT snw_word snw_words_rest(const snw_words *words);

/// The text without the blanks at both of its ends.
SNW_RT snw_word snw_word_trim(const char *text, size_t length);

/// True when the word is exactly `text`.
SNW_RT bool snw_word_is(snw_word word, const char *text);

/// Copies the word and terminates it. False, with `out` unchanged, when it does not fit.
SNW_RT bool snw_word_copy(snw_word word, char *out, size_t size);

/// Reads the whole word as a number; false, with `*value` unchanged, when it is not one. A value is
/// always finite, because snw_real_parse() knows no other.
SNW_RT bool snw_word_real(snw_word word, double *value);

/// Reads the whole word as an integer of 64 bits; false, with `*value` unchanged, for other text.
SNW_RT bool snw_word_int(snw_word word, int64_t *value);

/// Reads all words that are left as numbers. Returns their count, or -1 when a word is no number or
/// when there are more than `most`. Values before the fault may have been written.
SNW_RT int snw_words_reals(snw_words *words, double *out, int most);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_WORDS_H
