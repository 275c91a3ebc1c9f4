// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "client.h"
#include "sinew/wire/role.h"
#include "sinew/wire/token.h"

// Rights of the roles, asked for at the doors of a server with a token of each.

static const char file[] = SNW_BINARY_DIR "/server-roles.tokens";
static char texts[SNW_ROLES][SNW_TOKEN_TEXT]; // of the token of each role

static void open_with_tokens(const char *cell) {
    static snw_tokens tokens;
    tokens.count = 0;
    for (int role = SNW_ROLE_observer; role < SNW_ROLES; role++) {
        snw_token token = {.role = (snw_role_kind)role, .expires_s = INT64_MAX};
        unsigned char secret[32];
        snw_copy_text(token.name, sizeof token.name, snw_role_name((snw_role_kind)role));
        for (size_t i = 0; i < sizeof secret; i++)
            secret[i] = (unsigned char)(17 * (size_t)role + i);
        CHECK(snw_tokens_add(&tokens, &token, secret, texts[role], NULL) == SNW_OK);
    }
    CHECK(snw_tokens_save(&tokens, file, NULL) == SNW_OK);
    stage_tokens = file;
    stage_open(cell, NULL);
}

// takes the lease; the member that commands carry, in `lease`
static void take_lease(client *c, char lease[256]) {
    const char *answer = client_ask(c, 2, "\"command\":\"lease\",\"act\":\"acquire\"");
    const char *at = strstr(answer, "\"lease\":{");
    CHECK(is_ok(answer) && at != NULL);
    (void)snprintf(lease, 256, "%.*s", (int)strcspn(at, "}") + 1, at);
}

static const char *set_value(client *c, const char *path, const char *value, const char *lease) {
    char text[512];
    (void)snprintf(text, sizeof text, "\"command\":\"set\",\"path\":\"%s\",\"value\":\"%s\",%s",
                   path, value, lease);
    static int id = 10; // each is used once
    return client_ask(c, ++id, text);
}

static void shown(const char *path, double value) {
    char text[64] = "";
    CHECK(snw_exec_get(st.exec, path, text, sizeof text, NULL) == SNW_OK);
    CHECK_NEAR(atof(text), value, 0);
}

// Seen: an operator could set a payload of 1e5 kg.
static void a_payload_is_a_right_of_the_engineer(void) {
    static const char path[] = "gravity/payload/mass";
    char lease[256];
    open_with_tokens("puma560");
    stage_attach();

    // the operator has the lease and may tune a gain, but not say what the arm carries
    client c = client_upgrade();
    CHECK(is_ok(client_hello(&c, 1, texts[SNW_ROLE_operator])));
    take_lease(&c, lease);
    const char *answer = set_value(&c, "gravity/on", "true", lease);
    CHECK(is_ok(answer));
    answer = set_value(&c, path, "1.5", lease);
    if (strstr(answer, "\"rule\":\"role\"") == NULL) print_error("%s\n", answer);
    CHECK(!is_ok(answer) && strstr(answer, "\"rule\":\"role\"") != NULL);
    stage_turn();
    shown(path, 0);
    CHECK(is_ok(client_ask(&c, 4, "\"command\":\"lease\",\"act\":\"return\"")));
    client_close(&c);

    c = client_upgrade();
    CHECK(is_ok(client_hello(&c, 1, texts[SNW_ROLE_engineer])));
    take_lease(&c, lease);
    CHECK(is_ok(set_value(&c, path, "1.5", lease)));
    stage_turn();
    shown(path, 1.5);
    client_close(&c);
    stage_close();
}

static snw_status give_recording(void *context, const char *name, bool csv, char **data,
                                 size_t *size, snw_why *why) {
    static const char content[] = "what was recorded";
    (void)context;
    (void)csv;
    if (strcmp(name, "run.mcap") != 0) {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, name, "there is no such recording", NULL);
    }
    *size = sizeof content - 1;
    *data = malloc(sizeof content);
    if (*data == NULL) return SNW_ERR_MEMORY;
    memcpy(*data, content, sizeof content);
    return SNW_OK;
}

static void get_recording(const char *authorization, const char *begins, bool given) {
    client c = client_open();
    const char *text = client_http(&c, "GET", "/record/run.mcap", authorization);
    if (strncmp(text, begins, strlen(begins)) != 0) print_error("%s: %.200s\n", begins, text);
    CHECK(strncmp(text, begins, strlen(begins)) == 0);
    CHECK((strstr(text, "what was recorded") != NULL) == given);
    client_close(&c);
}

// docs/protocol.md: every role may; nobody, without a token, on this machine alone.
static void a_recording_is_downloaded_with_any_role_and_refused_without(void) {
    open_with_tokens("panda");
    st.cell.host.download = give_recording;
    stage_attach();
    char header[128];
    for (int role = SNW_ROLE_observer; role < SNW_ROLES; role++) {
        (void)snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", texts[role]);
        get_recording(header, "HTTP/1.1 200", true);
    }
    get_recording("", "HTTP/1.1 200", true); // from this machine
    CHECK(snw_role_grant(SNW_ROLE_nobody, SNW_ACT_read) == SNW_GRANT_LOOPBACK);
    // a token that is not of the file, or of another length, gives no role
    texts[SNW_ROLE_observer][5] ^= 1;
    (void)snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", texts[SNW_ROLE_observer]);
    get_recording(header, "HTTP/1.1 401", false);
    get_recording("Authorization: Bearer 00\r\n", "HTTP/1.1 401", false);
    stage_close();
}

int main(void) {
    RUN(a_payload_is_a_right_of_the_engineer);
    RUN(a_recording_is_downloaded_with_any_role_and_refused_without);
    return check_report();
}
