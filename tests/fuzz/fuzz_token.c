// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files of tokens from any bytes: read whole, or refused with line and column and nothing kept;
/// what was read comes back from what is written, and no text but the right one is a token.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/wire/sha256.h"
#include "sinew/wire/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

// one more, called what the bytes say, and away with it again
static void add_and_revoke(snw_tokens *tokens, const uint8_t *data, size_t size) {
    snw_token token = {.role = (snw_role_kind)(size > 0 ? data[0] % (SNW_ROLES + 1) : 2),
                       .expires_s = size > 1 ? data[1] : INT64_MAX};
    for (size_t i = 0; i + 2 < size && i + 1 < sizeof token.name && data[i + 2] != 0; i++)
        token.name[i] = (char)data[i + 2];
    const unsigned char secret[32] = {7};
    char text[SNW_TOKEN_TEXT];
    snw_why why = {0};
    const int before = tokens->count;
    if (snw_tokens_add(tokens, &token, secret, text, &why) != SNW_OK) {
        expect(tokens->count == before && snw_failed(why.code));
        return;
    }
    const snw_token *found = snw_tokens_find(tokens, text, strlen(text), 0);
    expect((found != NULL) == (token.expires_s > 0));
    expect(snw_tokens_revoke(tokens, token.name, NULL) == SNW_OK && tokens->count == before);
    expect(snw_tokens_revoke(tokens, token.name, NULL) == SNW_ERR_UNKNOWN_NAME);
    expect(snw_tokens_find(tokens, text, strlen(text), 0) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static snw_tokens tokens, again;
    static char written[SNW_TOKENS_FILE];
    snw_why why = {0};
    const snw_status status = snw_tokens_read(&tokens, (const char *)data, size, "tokens", &why);
    expect(tokens.count >= 0 && tokens.count <= SNW_TOKENS);
    if (snw_failed(status)) {
        expect(tokens.count == 0 && why.code == status);
        expect(status == SNW_ERR_TOO_LARGE || why.line > 0);
        return 0;
    }
    snw_text text = snw_text_over(written, sizeof written);
    snw_tokens_write(&tokens, &text);
    expect(!snw_text_is_cut(&text));
    expect(snw_tokens_read(&again, written, text.length, "again", NULL) == SNW_OK);
    expect(again.count == tokens.count);
    for (int i = 0; i < tokens.count; i++) {
        const snw_token *token = &tokens.items[i], *back = &again.items[i];
        expect(strcmp(token->name, back->name) == 0 && token->role == back->role);
        expect(token->expires_s == back->expires_s);
        expect(memcmp(token->hash, back->hash, SNW_SHA256) == 0);
        expect(token->role > SNW_ROLE_nobody && token->role < SNW_ROLES && token->expires_s >= 0);
        // the first of those that share a hash is as good as the others
        const snw_token *known = snw_tokens_known(&tokens, token->hash, 0);
        expect(known == NULL || memcmp(known->hash, token->hash, SNW_SHA256) == 0);
    }
    (void)snw_tokens_find(&tokens, (const char *)data, size, 0);
    add_and_revoke(&tokens, data, size);
    return 0;
}
