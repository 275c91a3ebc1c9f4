// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_TOKEN_H
#define SINEW_WIRE_TOKEN_H

/// @file
/// Tokens: 256 random bits, one for each person or program, of which only the SHA-256 is kept.
///
/// A file of tokens has a line for each; what begins with '#' is a comment:
///
///     # name  role      sha-256            expires (seconds since 1970, or never)
///     ann     operator  9f86d081884c...    never
///
/// The token itself is shown once, when it is made: 64 hexadecimal digits.

#include <stddef.h>

#include "sinew/wire/role.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_TOKENS = 256,        ///< tokens of one file at most
    SNW_TOKEN_NAME = 33,     ///< bytes of a name, with the final zero
    SNW_TOKEN_TEXT = 65,     ///< bytes of a token, with the final zero
    SNW_TOKENS_FILE = 65536, ///< bytes of a file at most
    SNW_SHA256 = 32,         ///< bytes of a digest
    SNW_SHA256_TEXT = 65     ///< bytes of its digits, with the final zero
};

/// What is kept of a token.
typedef struct snw_token {
    char name[SNW_TOKEN_NAME]; ///< letters, digits, '.', '_' and '-'; a letter or digit first
    snw_role_kind role;        ///< never nobody
    unsigned char hash[SNW_SHA256];
    int64_t expires_s; ///< since 1970; INT64_MAX for never
} snw_token;

/// All tokens of a run. A plain value of about 24 kB.
typedef struct snw_tokens {
    // read-only
    snw_token items[SNW_TOKENS];
    int count;
} snw_tokens;

/// Reads the text of a file, all of it or nothing. SNW_ERR_SYNTAX with line and column, also for a
/// name twice, SNW_ERR_TOO_LARGE. `name` is for the messages.
SNW_SETUP SNW_NODISCARD snw_status snw_tokens_read(snw_tokens *tokens, const char *bytes,
                                                   size_t size, const char *name, snw_why *why);

/// Writes what snw_tokens_read() reads back.
SNW_SETUP void snw_tokens_write(const snw_tokens *tokens, snw_text *text);

/// The same with a file. A file that others than its owner may read or write is refused
/// (SNW_ERR_PERMISSION, rule token-mode); one that is not there is SNW_ERR_NOT_FOUND. Saving gives
/// it mode 0600.
SNW_SETUP SNW_NODISCARD snw_status snw_tokens_load(snw_tokens *tokens, const char *path,
                                                   snw_why *why);

/// Writes the tokens to a file of mode 0600.
SNW_SETUP SNW_NODISCARD snw_status snw_tokens_save(const snw_tokens *tokens, const char *path,
                                                   snw_why *why);

/// Fills `bytes` from the machine's source of secrets. SNW_ERR_IO without such a source.
SNW_SETUP SNW_NODISCARD snw_status snw_secret_make(void *bytes, size_t size, snw_why *why);

/// Makes a token of 32 secret bytes (snw_secret_make()) and puts its digits into `text`; they are
/// not kept. SNW_ERR_DUPLICATE, SNW_ERR_FULL, SNW_ERR_ARGUMENT for a bad name or an unknown role.
SNW_SETUP SNW_NODISCARD snw_status snw_tokens_add(snw_tokens *tokens, const snw_token *token,
                                                  const unsigned char secret[32],
                                                  char text[SNW_TOKEN_TEXT], snw_why *why);

/// Takes a token away by its name. SNW_ERR_UNKNOWN_NAME.
SNW_SETUP SNW_NODISCARD snw_status snw_tokens_revoke(snw_tokens *tokens, const char *name,
                                                     snw_why *why);

/// The token of these digits that has not expired at `now_s`, or NULL. Every token is compared,
/// whole, whatever is found; a text of another length costs the same.
SNW_SETUP const snw_token *snw_tokens_find(const snw_tokens *tokens, const char *text,
                                           size_t length, int64_t now_s);

/// The token with this hash that has not expired, or NULL: is a session still welcome?
SNW_SETUP const snw_token *snw_tokens_known(const snw_tokens *tokens,
                                            const unsigned char hash[SNW_SHA256], int64_t now_s);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_TOKEN_H
