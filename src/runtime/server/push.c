// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// What pages are told without asking. Events and the status are taken from the loop once, and each
// session is told what it has not heard yet.

enum { STATUS = 256 * 1024, EVENT = 4096, EVENTS_A_TURN = 64 };

static const int64_t NEWS_NS = 200 * INT64_C(1000000); // between two looks at the status
static const int64_t STATUS_NS = INT64_C(1000000000);  // the longest silence

// --- taken once ---------------------------------------------------------------------------------

static void keep_event(snw_server *server, const snw_text *text) {
    if (snw_text_is_cut(text)) return;
    char *copy = malloc(text->length + 1);
    if (copy == NULL) return;
    memcpy(copy, text->data, text->length + 1);
    char **place = &server->event_texts[server->events++ % SNW__EVENTS];
    free(*place);
    *place = copy;
}

static void tell_event(snw_server *server, const snw_event *event) {
    char buffer[EVENT];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "push", "event");
    snw_json_raw(&json, NULL); // what follows are members
    snw_event_json(event, &text);
    snw_json_end(&json);
    snw_event_log_add(&server->log, event);
    keep_event(server, &text);
}

void snw__news_why(snw_server *server, const snw_why *why) {
    const snw_event event = {.t_ns = server->frames.t_ns, .why = *why};
    tell_event(server, &event);
}

static void take_events(snw_server *server) {
    snw_event event;
    for (int i = 0; i < EVENTS_A_TURN; i++) {
        if (snw_exec_event(server->cell.exec, &event) != SNW_OK) break;
        tell_event(server, &event);
    }
}

static void take_status(snw_server *server) {
    snw_text text = snw_text_over(server->text, STATUS);
    snw_wire_status(server->plain, &text);
    if (snw_text_is_cut(&text)) return;
    if (server->status != NULL && strcmp(server->status, server->text) == 0) return;
    char *copy = malloc(text.length + 1);
    if (copy == NULL) return;
    memcpy(copy, server->text, text.length + 1);
    free(server->status);
    server->status = copy;
    server->status_version++;
}

void snw__news_turn(snw_server *server) {
    if (server->cell.exec == NULL) return;
    const bool fresh = snw_packets_look(&server->frames, server->now_ns);
    for (snw__session *s = server->sessions; fresh && s != NULL; s = s->next) {
        if (s->subscription != NULL) snw_subscription_row(&server->frames, s->subscription);
    }
    take_events(server);
    if (server->now_ns < server->news_ns || server->sessions == NULL) return;
    server->news_ns = server->now_ns + NEWS_NS;
    take_status(server);
}

void snw__news_drop(snw_server *server) {
    for (int i = 0; i < SNW__EVENTS; i++) {
        free(server->event_texts[i]);
        server->event_texts[i] = NULL;
    }
    snw_event_log_clear(&server->log);
    free(server->status);
    server->status = NULL;
    server->status_version++;
}

// --- told to each -------------------------------------------------------------------------------

static void push_status(snw__session *session) {
    snw_server *server = session->server;
    const snw_server_host *host = &server->cell.host;
    char name[SNW_NAME] = "";
    const bool recording = host->recording != NULL && host->recording(host->context, name);
    snw_text text = snw_text_over(server->text, STATUS);
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "push", "status");
    snw_json_raw(&json, NULL); // what follows are members
    snw_text_add(&text, server->status, strlen(server->status));
    snw_json_raw(&json, "lease");
    snw_lease_json(&server->authority, session->index, server->now_ns, &text);
    snw_json_string(&json, "recording", recording ? name : NULL);
    snw_json_int(&json, "sequence", (int64_t)server->status_version);
    snw_json_end(&json);
    if (!snw_text_is_cut(&text)) snw__session_send(session, text.data, text.length, false);
    session->status_ns = server->now_ns;
    session->status_seen = server->status_version;
}

static void push_events(snw__session *session) {
    const snw_server *server = session->server;
    if (server->events - session->events > SNW__EVENTS) {
        session->events = server->events - SNW__EVENTS;
    }
    for (; session->events < server->events; session->events++) {
        const char *text = server->event_texts[session->events % SNW__EVENTS];
        if (text != NULL) snw__session_send(session, text, strlen(text), false);
    }
}

static void push_challenge(snw__session *session) {
    const snw_server *server = session->server;
    const snw_lease *lease = &server->authority.lease;
    if (lease->state != SNW_LEASE_HELD || lease->session != session->index) return;
    if (server->now_ns - session->challenge_ns < SNW__SECOND) return;
    session->challenge_ns = server->now_ns;
    char buffer[128];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "push", "challenge");
    snw_json_string(&json, "value", server->authority.sessions[session->index].challenge);
    snw_json_end(&json);
    snw__session_send(session, text.data, text.length, false);
}

void snw__push_turn(snw__session *session) {
    const snw_server *server = session->server;
    if (session->index < 0 || !server->authority.sessions[session->index].greeted) return;
    push_events(session);
    push_challenge(session);
    if (server->status == NULL) return;
    const int64_t passed_ns = server->now_ns - session->status_ns;
    const bool changed = session->status_seen != server->status_version;
    if (passed_ns >= STATUS_NS || (changed && passed_ns >= NEWS_NS)) push_status(session);
}
