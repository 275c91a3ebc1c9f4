// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SERVER_MODEL_H
#define SINEW_TESTS_SERVER_MODEL_H

/// @file
/// Clients, server and loop in virtual time and without sockets: the real requests, authority,
/// queues and executive, with a component that notes what acts, and when.
///
/// Include it first.

#include "model_parts.h"

// --- clients ------------------------------------------------------------------------------------

// What came for a client: it learns its lease from it.
__attribute__((unused)) static void model_read(model_client *c) {
    while (c->session.first != NULL) {
        snw__piece *piece = c->session.first;
        c->session.first = piece->next;
        if (c->session.first == NULL) c->session.last = NULL;
        c->session.queued -= piece->size;
        char text[1024];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_add(&line, (const char *)piece->bytes, piece->size);
        m.answers += strncmp(text, "{\"id\"", 5) == 0;
        const bool is_answer = strncmp(text, "{\"id\"", 5) == 0;
        m.dropped += is_answer && strstr(text, "\"SNW_ERR_INTERRUPTED\"") != NULL;
        const char *lease = strstr(text, "\"lease\":{\"epoch\":\"");
        long long sequence = 0;
        if (lease != NULL && strstr(text, "\"push\"") == NULL &&
            sscanf(lease, "\"lease\":{\"epoch\":\"%16[0-9a-f]\",\"sequence\":%lld", c->lease.epoch,
                   &sequence) == 2) {
            c->lease.sequence = sequence;
        }
        free(piece);
    }
    c->session.sender.paused = false;
}

__attribute__((unused)) static void model_send(model_client *c, const char *rest) {
    char text[512];
    (void)snprintf(text, sizeof text, "{\"id\":%d,%s}", c->next_id++, rest);
    snw__page_dialect.take(&c->session, text, strlen(text), false);
}

__attribute__((unused)) static void model_send_leased(model_client *c, const char *rest) {
    char text[384];
    (void)snprintf(text, sizeof text, "%s,\"lease\":{\"epoch\":\"%s\",\"sequence\":%lld}", rest,
                   c->lease.epoch, (long long)c->lease.sequence);
    model_send(c, text);
}

__attribute__((unused)) static void model_connect(int index) {
    model_client *c = &m.clients[index];
    c->connection = (snw__connection){.session = &c->session};
    snw_copy_text(c->connection.address, sizeof c->connection.address, "127.0.0.1");
    c->session = (snw__session){.server = m.server,
                                .connection = &c->connection,
                                .dialect = &snw__page_dialect,
                                .index = -1,
                                .next = m.server->sessions};
    m.server->sessions = &c->session;
    c->next_id = 1;
    CHECK(c->session.dialect->open(&c->session));
    c->connected = true;
    char hello[128];
    (void)snprintf(hello, sizeof hello, "\"command\":\"hello\",\"token\":\"%s\"", c->token);
    model_send(c, hello);
}

/// Notes how the lease has changed since the last look, without asking the authority why: who had
/// it and is not asked has lost it; who returned it, or comes back by the same name, has not.
__attribute__((unused)) static void model_look(void) {
    const snw_lease *lease = &m.server->authority.lease;
    const bool was_held = m.seen_state == SNW_LEASE_HELD;
    const bool is_next = lease->state == SNW_LEASE_HELD && lease->stamp.sequence != m.seen_sequence;
    const bool is_back = is_next && !m.seen_there && strcmp(lease->owner, m.seen_owner) == 0;
    if (was_held && (lease->state == SNW_LEASE_ENDING || (is_next && !is_back))) {
        m.lost_below = m.seen_sequence + 1;
    }
    m.seen_state = lease->state;
    m.seen_sequence = lease->stamp.sequence;
    m.seen_there = lease->session >= 0;
    snw_copy_text(m.seen_owner, sizeof m.seen_owner, lease->owner);
}

__attribute__((unused)) static void model_disconnect(int index) {
    model_client *c = &m.clients[index];
    model_read(c);
    c->session.dialect->close(&c->session);
    for (snw__session **at = &m.server->sessions; *at != NULL; at = &(*at)->next) {
        if (*at != &c->session) continue;
        *at = c->session.next;
        break;
    }
    model_read(c);
    free(c->session.subscription);
    c->connected = false;
    model_look();
}

// --- the world ----------------------------------------------------------------------------------

__attribute__((unused)) static void model_open(void) {
    static const char *const names[MODEL_CLIENTS] = {"ann", "bob", "cid", "dan", "", ""};
    m = (model){.moving_number = -1};
    model_ns = INT64_C(1000000000);
    rig_open(&m.r);
    CHECK(snw_registry_add(&m.r.registry, &noted_type, &m.r.why) == SNW_OK);
    (void)rig_arm(&m.r, "arm", 1);
    snw_copy_text(rig_arm(&m.r, "beside", 1)->group, SNW_NAME, "apart");
    (void)rig_add(&m.r, "noted", &noted_type, "");
    rig_go(&m.r);
    m.server = calloc(1, sizeof *m.server);
    CHECK(m.server != NULL);
    m.server->clock = model_clock;
    const snw_server_config config = snw_server_defaults();
    CHECK(snw__server_prepare(m.server, &config, &m.r.why) == SNW_OK);
    for (int i = 0; i < MODEL_CLIENTS; i++) {
        m.clients[i].token = m.tokens[i];
        if (names[i][0] == '\0') continue;
        snw_token token = {.role = SNW_ROLE_operator, .expires_s = INT64_MAX};
        unsigned char secret[32] = {(unsigned char)(i + 1)};
        snw_copy_text(token.name, sizeof token.name, names[i]);
        CHECK(snw_tokens_add(&m.server->tokens, &token, secret, m.tokens[i], NULL) == SNW_OK);
    }
    snw_authority_use(&m.server->authority, &m.server->tokens);
    m.server->authority.config.rate = m.server->authority.config.burst = 1e9;
    m.server->authority.config.shared_rate = m.server->authority.config.shared_burst = 1e9;
    m.server->authority.shared_budget = 1e9;
    m.cell = (snw_server_cell){
        .exec = m.r.exec, .cell = m.r.p.cell, .system = &m.r.p.system, .registry = &m.r.registry};
    CHECK(snw_server_attach(m.server, &m.cell, &m.r.why) == SNW_OK);
}

__attribute__((unused)) static void model_close(void) {
    for (int i = 0; i < MODEL_CLIENTS; i++) {
        if (m.clients[i].connected) model_disconnect(i);
    }
    snw_server_detach(m.server);
    snw__server_free(m.server);
    rig_close(&m.r);
}

/// What the thread of the server does in a turn, with `steps` requests at most.
__attribute__((unused)) static void model_turn(int steps) {
    m.server->now_ns = model_ns;
    snw__access_turn(m.server);
    model_look();
    snw__news_turn(m.server);
    for (int i = 0; i < steps && snw__dispatch_step(&m.server->dispatch); i++)
        model_look();
    snw__dispatch_orders(&m.server->dispatch, model_ns);
    for (snw__session *s = m.server->sessions; s != NULL; s = s->next)
        s->dialect->turn(s);
    for (int i = 0; i < MODEL_CLIENTS; i++) {
        if (m.clients[i].connected) model_read(&m.clients[i]);
    }
}

__attribute__((unused)) static int model_note(int client) {
    const model_client *c = &m.clients[client];
    const int number = m.sent_count++ % MODEL_SENT;
    m.sent[number] = (model_sent){.client = client,
                                  .session = m.server->authority.sessions[c->session.index].number,
                                  .lease = c->lease.sequence,
                                  .stops = m.stops,
                                  .ends = m.ends,
                                  .t_ns = snw_exec_time_ns(m.r.exec)};
    return number;
}

#endif // SINEW_TESTS_SERVER_MODEL_H
