// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_WIRE_AUTHORITY_HARNESS_H
#define SINEW_TESTS_WIRE_AUTHORITY_HARNESS_H

/// An authority with a token for each role, and one for each of a few people.

#include <string.h>

#include "check.h"
#include "sinew/wire/authority.h"

#define MS INT64_C(1000000)

static snw_authority authority;
static void *authority_memory;
static snw_tokens all_tokens;
static char role_tokens[SNW_ROLES][SNW_TOKEN_TEXT]; // of nobody: empty

static void make_token(const char *name, snw_role_kind role, int64_t expires_s,
                       char text[SNW_TOKEN_TEXT]) {
    snw_token token = {.role = role, .expires_s = expires_s};
    unsigned char secret[32];
    snw_copy_text(token.name, sizeof token.name, name);
    for (int i = 0; i < 32; i++)
        secret[i] = (unsigned char)check_int(0, 255);
    CHECK(snw_tokens_add(&all_tokens, &token, secret, text, NULL) == SNW_OK);
}

static void open_authority(const snw_authority_config *config) {
    const unsigned char secret[32] = {1, 2, 3};
    if (authority_memory == NULL) {
        snw_arena arena = {0};
        CHECK(snw_authority_init(&authority, config, secret, &arena) == SNW_ERR_MEMORY);
        authority_memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
        CHECK(authority_memory != NULL);
    }
    snw_arena arena = snw_arena_over(authority_memory, SIZE_MAX / 2);
    CHECK(snw_authority_init(&authority, config, secret, &arena) == SNW_OK);
    all_tokens.count = 0;
    for (int i = 1; i < SNW_ROLES; i++) {
        make_token(snw_role_name((snw_role_kind)i), (snw_role_kind)i, INT64_MAX, role_tokens[i]);
    }
    snw_authority_use(&authority, &all_tokens);
}

static snw_status say_hello(int session, const char *token, int64_t now_ns, int64_t now_s,
                            snw_why *why) {
    const snw_hello hello = {token, "test"};
    return snw_authority_hello(&authority, session, &hello, now_ns, now_s, why);
}

// a session of this role on this machine, or of another
static int connect_as(snw_role_kind role, bool loopback, int64_t now_ns) {
    int session = -1;
    snw_why why = {0};
    CHECK(snw_authority_connect(&authority, loopback ? "127.0.0.1" : "10.0.0.7", loopback, now_ns,
                                &session, &why) == SNW_OK);
    CHECK(say_hello(session, role_tokens[role], now_ns, 0, &why) == SNW_OK);
    return session;
}

static void close_authority(void) {
    free(authority_memory);
    authority_memory = NULL;
}

#endif // SINEW_TESTS_WIRE_AUTHORITY_HARNESS_H
