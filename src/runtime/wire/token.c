// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/token.h"
#include "sinew/base/collections.h"
#include "sinew/wire/sha256.h"

#include <string.h>

enum { COLUMNS = 4 };

static bool is_name(const char *text, size_t length) {
    if (length == 0 || length >= SNW_TOKEN_NAME) return false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && (i == 0 || (c != '.' && c != '_' && c != '-'))) return false;
    }
    return true;
}

static const snw_token *find_name(const snw_tokens *tokens, const char *name) {
    for (int i = 0; i < tokens->count; i++) {
        if (strcmp(tokens->items[i].name, name) == 0) return &tokens->items[i];
    }
    return NULL;
}

// --- the file -----------------------------------------------------------------------------------

typedef struct word {
    const char *text;
    size_t length;
} word;

typedef struct position {
    const char *name;
    int line;
} position;

static snw_status wrong(snw_why *why, position at, int column, const char *text) {
    snw_why_set(why, SNW_ERR_SYNTAX, NULL, text);
    snw_why_rule(why, "token-file");
    snw_why_fix(why, "NAME ROLE SHA-256 EXPIRY; 'sinew token add' writes such lines");
    snw_why_at(why, at.name, at.line, column);
    return SNW_ERR_SYNTAX;
}

// the words of a line; one more than COLUMNS for a line that has too many
static int split(const char *line, size_t length, word words[COLUMNS + 1]) {
    int count = 0;
    size_t i = 0;
    while (i < length && count <= COLUMNS) {
        while (i < length && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r'))
            i++;
        const size_t start = i;
        while (i < length && line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            i++;
        if (i > start) words[count++] = (word){line + start, i - start};
    }
    return count;
}

static bool is_word(word w, const char *text) {
    return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0;
}

static snw_status read_line(snw_tokens *tokens, const char *line, size_t length, position at,
                            snw_why *why) {
    word words[COLUMNS + 1];
    const int count = split(line, length, words);
    if (count == 0 || words[0].text[0] == '#') return SNW_OK;
    if (count != COLUMNS) return wrong(why, at, 1, "a line needs four words");
    const int columns[COLUMNS] = {(int)(words[0].text - line) + 1, (int)(words[1].text - line) + 1,
                                  (int)(words[2].text - line) + 1, (int)(words[3].text - line) + 1};
    snw_token token = {0};
    if (!is_name(words[0].text, words[0].length)) {
        return wrong(why, at, columns[0], "this is not a name of a token");
    }
    memcpy(token.name, words[0].text, words[0].length);
    for (token.role = SNW_ROLE_observer; token.role < SNW_ROLES; token.role++) {
        if (is_word(words[1], snw_role_name(token.role))) break;
    }
    if (token.role == SNW_ROLES) return wrong(why, at, columns[1], "this is not a role");
    if (!snw_hex_read(words[2].text, words[2].length, token.hash, SNW_SHA256)) {
        return wrong(why, at, columns[2], "a hash has 64 digits of 0-9 and a-f");
    }
    token.expires_s = INT64_MAX;
    if (!is_word(words[3], "never") &&
        (snw_failed(snw_int_parse(words[3].text, words[3].length, &token.expires_s, NULL)) ||
         token.expires_s < 0)) {
        return wrong(why, at, columns[3], "an expiry is in seconds since 1970, or 'never'");
    }
    if (find_name(tokens, token.name) != NULL) {
        return wrong(why, at, columns[0], "two tokens have this name");
    }
    if (tokens->count == SNW_TOKENS) return wrong(why, at, 1, "there are too many tokens");
    tokens->items[tokens->count++] = token;
    return SNW_OK;
}

snw_status snw_tokens_read(snw_tokens *tokens, const char *bytes, size_t size, const char *name,
                           snw_why *why) {
    *tokens = (snw_tokens){0};
    if (size > SNW_TOKENS_FILE) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, name, NULL);
        snw_why_add(why, "most", SNW_TOKENS_FILE, "");
        return SNW_ERR_TOO_LARGE;
    }
    position at = {name, 1};
    for (size_t start = 0; start < size; at.line++) {
        const char *end = memchr(bytes + start, '\n', size - start);
        const size_t length = end != NULL ? (size_t)(end - bytes) - start : size - start;
        const snw_status status = read_line(tokens, bytes + start, length, at, why);
        if (snw_failed(status)) {
            *tokens = (snw_tokens){0};
            return status;
        }
        start += length + 1;
    }
    return SNW_OK;
}

void snw_tokens_write(const snw_tokens *tokens, snw_text *text) {
    snw_text_format(text, "# name role sha-256 expires (seconds since 1970, or never)\n");
    for (int i = 0; i < tokens->count; i++) {
        const snw_token *token = &tokens->items[i];
        char hash[SNW_SHA256_TEXT];
        snw_hex_write(token->hash, SNW_SHA256, hash);
        snw_text_format(text, "%s %s %s ", token->name, snw_role_name(token->role), hash);
        if (token->expires_s == INT64_MAX) {
            snw_text_format(text, "never\n");
        } else {
            snw_text_format(text, "%lld\n", (long long)token->expires_s);
        }
    }
}

// --- tokens -------------------------------------------------------------------------------------

snw_status snw_tokens_add(snw_tokens *tokens, const snw_token *token,
                          const unsigned char secret[32], char text[SNW_TOKEN_TEXT], snw_why *why) {
    snw_status status = SNW_OK;
    const char *sentence = NULL;
    if (!is_name(token->name, strlen(token->name))) {
        status = SNW_ERR_ARGUMENT;
        sentence = "use letters, digits, '.', '_' and '-', beginning with a letter or digit";
    } else if (token->role <= SNW_ROLE_nobody || token->role >= SNW_ROLES || token->expires_s < 0) {
        status = SNW_ERR_ARGUMENT;
        sentence = "a token needs a role: observer, operator, engineer or admin";
    } else if (find_name(tokens, token->name) != NULL) {
        status = SNW_ERR_DUPLICATE;
        sentence = "a token of this name exists";
    } else if (tokens->count == SNW_TOKENS) {
        status = SNW_ERR_FULL;
    }
    if (snw_failed(status)) {
        snw_why_set(why, status, token->name, sentence);
        if (status == SNW_ERR_DUPLICATE)
            snw_why_fix(why, "revoke it first, or choose another name");
        if (status == SNW_ERR_FULL) snw_why_fix(why, "revoke those that are not used");
        return status;
    }
    // what is hashed is the text, as a client will send it
    snw_token *kept = &tokens->items[tokens->count++];
    *kept = *token;
    snw_hex_write(secret, 32, text);
    snw_sha256_of(text, SNW_TOKEN_TEXT - 1, kept->hash);
    return SNW_OK;
}

snw_status snw_tokens_revoke(snw_tokens *tokens, const char *name, snw_why *why) {
    const snw_token *token = find_name(tokens, name);
    if (token == NULL) {
        return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "there is no token of this name",
                          "'sinew token list' shows them");
    }
    return snw_array_erase(tokens->items, sizeof tokens->items[0], &tokens->count,
                           (int)(token - tokens->items));
}

const snw_token *snw_tokens_known(const snw_tokens *tokens, const unsigned char hash[SNW_SHA256],
                                  int64_t now_s) {
    // All are looked at, and nothing branches on what is found, so that neither time nor the number
    // of instructions tells which one it was, how much of it was right, or whether it was.
    const snw_token *found[2] = {NULL, &tokens->items[0]};
    size_t valid = 0;
    for (int i = 0; i < tokens->count; i++) {
        const snw_token *token = &tokens->items[i];
        const size_t same = snw_secret_equal(token->hash, hash, SNW_SHA256) ? 1 : 0;
        const snw_token *choice[2] = {found[1], token};
        found[1] = choice[same];
        valid |= same;
    }
    const size_t good = (now_s < found[1]->expires_s ? 1 : 0) & valid;
    return found[good];
}

const snw_token *snw_tokens_find(const snw_tokens *tokens, const char *text, size_t length,
                                 int64_t now_s) {
    unsigned char hash[SNW_SHA256];
    snw_sha256_of(text, length, hash);
    return snw_tokens_known(tokens, hash, now_s);
}
