// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "request.h"

// The page's subprotocol. When a request comes, what is urgent of it is done, and it waits; when
// its turn comes it is read, judged by the authority, done and answered once.

enum { READING = 1 << 20 /* bytes of scratch for a request */ };

snw_session *snw__known(const snw__session *session) {
    return &session->server->authority.sessions[session->index];
}

bool snw__has_cell(const snw_server *server) {
    return server->cell.exec != NULL;
}

bool snw__stands_still(const snw_server *server) {
    return !snw__has_cell(server) || server->frames.still;
}

// --- answers ------------------------------------------------------------------------------------

void snw__deliver(snw__session *session, int64_t id, snw_text *answer) {
    static const char too_long[] = "the answer is too long; request less";
    if (snw_text_is_cut(answer)) {
        snw_why why = {0};
        snw_why_set(&why, SNW_ERR_TOO_LARGE, NULL, too_long);
        *answer = snw_text_over(session->server->text, SNW__TEXT);
        snw_wire_refuse(answer, id, &why);
    }
    size_t size = answer->length;
    if (size > 0 && answer->data[size - 1] == '\n') size--;
    if (id > 0) {
        snw_authority_answer(&session->server->authority, session->index, id, answer->data, size);
    }
    snw__session_send(session, answer->data, size, true);
}

static void refuse_request(snw__session *session, int64_t id, const snw_why *why) {
    snw_text answer = snw_text_over(session->server->text, SNW__TEXT);
    snw_wire_refuse(&answer, id, why);
    snw__session_send(session, answer.data, answer.length - 1, true);
}

static void end_answer(snw__call *c, snw_status status) {
    if (snw_failed(status)) {
        *c->answer = snw_text_over(c->session->server->text, SNW__TEXT);
        if (c->why.code == SNW_OK) snw_why_set(&c->why, status, NULL, NULL);
        snw_wire_refuse(c->answer, c->request->id, &c->why);
    } else {
        snw_text_format(c->answer, "}");
    }
}

void snw__page_answer(snw__session *session, const snw__outcome *outcome) {
    snw_text answer = snw_text_over(session->server->text, SNW__TEXT);
    const snw_result *result = outcome->result;
    if (result != NULL && snw_failed(result->status)) {
        snw_wire_refuse(&answer, outcome->id, &result->why);
    } else {
        snw_wire_ok(&answer, outcome->id);
        snw__add_outcome(&answer, outcome);
        snw_json_writer json = snw_json_inside(&answer, true);
        if (outcome->under_way) snw_json_bool(&json, "under_way", true);
        // a newer sample of the stream took its place before it acted
        if (result == NULL && !outcome->under_way) snw_json_bool(&json, "replaced", true);
        snw_json_end(&json);
    }
    snw__deliver(session, outcome->id, &answer);
}

// --- its turn has come --------------------------------------------------------------------------

static void log_call(snw__call *c, snw_act act, snw_status status) {
    const bool refused = snw_failed(status);
    if (!refused && (act == SNW_ACT_read || c->request->command == SNW_WIRE_keep)) return;
    const snw_wire_request *request = c->request;
    const char *object = request->object[0] != '\0' ? request->object
                         : request->path[0] != '\0' ? request->path
                         : request->arm[0] != '\0'  ? request->arm
                                                    : request->name;
    const char *detail = request->text[0] != '\0'    ? request->text
                         : request->value[0] != '\0' ? request->value
                                                     : request->act;
    snw_audit_entry entry = {.action = snw_wire_command_name(request->command),
                             .object = object,
                             .detail = detail,
                             .decision = refused ? "refused" : "done",
                             .why = refused ? c->why.rule : NULL};
    snw__audit(c->session->server, c->session, &entry);
}

// True when the request is new and is to be done. One that has acted is answered in any case: for
// an id that is kept the first answer again, else a new one.
static bool is_new(snw__call *c) {
    snw_server *server = c->session->server;
    const char *first = NULL;
    const snw_status status =
        snw_authority_begin(&server->authority, c->session->index, c->request->id, &first, &c->why);
    if (status == SNW_OK) return true;
    if (status == SNW_DONE && first != NULL) {
        snw__session_send(c->session, first, strlen(first), true);
    } else if (snw_failed(status) && c->waiting->acted) {
        return true;
    } else if (snw_failed(status)) {
        refuse_request(c->session, c->request->id, &c->why);
    }
    return false;
}

// What stopped when it came is only answered now. Which arm it was is judged here.
static snw_status answer_stop(snw__call *c) {
    const char *arm = c->request->arm;
    const snw_wire_command command = c->request->command;
    if (command == SNW_WIRE_message || command == SNW_WIRE_call) return snw__perform(c);
    if (arm[0] == '\0' || snw_exec_find_arm(c->session->server->cell.exec, arm) >= 0) return SNW_OK;
    return snw_refuse(&c->why, SNW_ERR_UNKNOWN_NAME, arm,
                      "the cell has no such arm, so all arms were stopped",
                      "the catalogue lists the arms");
}

static void do_request(snw__call *c) {
    snw_server *server = c->session->server;
    const snw_act act = snw__has_cell(server) ? snw_wire_need(server->plain, c->request)
                                              : snw_wire_command_act(c->request->command);
    if (!is_new(c)) {
        if (c->waiting->acted) log_call(c, act, SNW_OK);
        return;
    }
    c->why = (snw_why){0};
    const bool acted = c->waiting->acted && snw__has_cell(server);
    snw_status status = SNW_OK;
    if (!acted) {
        const snw__plea plea = {act, c->request, snw__stands_still(server)};
        status = snw__dispatch_judge(&c->session->sender, c->waiting, &plea, &c->why);
        if (!snw_failed(status) && !snw__audit_ready(server, act, &c->why)) status = c->why.code;
    }
    if (!snw_failed(status)) {
        *c->answer = snw_text_over(server->text, SNW__TEXT);
        snw_wire_ok(c->answer, c->request->id);
        status = acted ? answer_stop(c) : snw__perform(c);
    }
    log_call(c, act, status);
    if (status == SNW_NOTHING_NEW) return;
    if (status != SNW_DONE) end_answer(c, status);
    snw__deliver(c->session, c->request->id, c->answer);
}

void snw__page_finish_open(snw__call *c, snw_status status) {
    snw_server *server = c->session->server;
    const snw_act act = snw_wire_command_act(c->request->command);
    // it took a while, so all that was true when it began is asked again
    if (!snw_failed(status)) {
        c->why = (snw_why){0};
        const snw__plea plea = {act, c->request, snw__stands_still(server)};
        status = snw__dispatch_judge(&c->session->sender, c->waiting, &plea, &c->why);
    }
    *c->answer = snw_text_over(server->text, SNW__TEXT);
    snw_wire_ok(c->answer, c->request->id);
    if (!snw_failed(status)) status = snw__ask_host(c);
    if (status == SNW_NOTHING_NEW) status = snw__worker_begin(c);
    if (status == SNW_NOTHING_NEW) return;
    if (snw_failed(status)) snw__worker_drop(&server->cell.host);
    log_call(c, act, status);
    end_answer(c, status);
    snw__deliver(c->session, c->request->id, c->answer);
}

// reads a request into the place of the server; its id is there also when it is refused
static snw_status read_request(snw_server *server, const char *bytes, size_t size, snw_why *why) {
    snw_setup *setup = snw_setup_create(READING);
    server->request->id = 0;
    if (setup == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "request", NULL, NULL);
    const snw_status status = snw_wire_read(bytes, size, setup, server->request, why);
    snw_setup_destroy(setup);
    return status;
}

static void serve_request(snw__session *session, const snw__waiting *waiting) {
    snw_server *server = session->server;
    snw_text answer = snw_text_over(server->text, SNW__TEXT);
    snw__call c = {
        .session = session, .waiting = waiting, .request = server->request, .answer = &answer};
    snw_status status = read_request(server, waiting->bytes, waiting->size, &c.why);
    if (!snw_failed(status) && waiting->binary) {
        status = snw_refuse(&c.why, SNW_ERR_SYNTAX, "request", "a request must be a text", NULL);
    }
    if (!snw_failed(status) && waiting->too_fast) {
        snw_authority_too_fast(&server->authority, session->index, &c.why);
        status = c.why.code;
    }
    if (!snw_failed(status)) {
        do_request(&c);
        return;
    }
    if (waiting->acted) {
        snw_why_fix(&c.why, "it was executed nevertheless, as far as it stops or ends something");
        snw_audit_entry entry = {.action = "stop", .decision = "done", .why = c.why.rule};
        snw__audit(server, session, &entry);
    }
    refuse_request(session, server->request->id, &c.why);
}

// --- a request comes ----------------------------------------------------------------------------

static void take_request(snw__session *session, const char *bytes, size_t size, bool binary) {
    snw_server *server = session->server;
    const bool acted = snw__dispatch_urgent(&server->dispatch, bytes, size, SNW_STOP_BY_CLIENT);
    if (session->index < 0 || session->closing != 0) return;
    snw_why why = {0}, unread = {0};
    snw__arrival arrival = {.bytes = bytes, .size = size, .acted = acted, .binary = binary};
    // a refusal waits for its turn too, so that a flood fills no queue of answers
    arrival.too_fast = !acted && snw_failed(snw_authority_admit(&server->authority, session->index,
                                                                snw__server_now_ns(server), NULL));
    if (!snw_failed(snw__dispatch_post(&session->sender, &arrival, &why))) return;
    SNW_IGNORE(read_request(server, bytes, size, &unread));
    refuse_request(session, server->request->id, &why);
}

// --- the dialect --------------------------------------------------------------------------------

static size_t write_frame(snw__session *session, unsigned char *bytes, size_t size) {
    snw_server *server = session->server;
    if (session->index < 0 || !snw__has_cell(server)) return 0;
    const snw_session *who = snw__known(session);
    if (!who->greeted || snw_role_grant(who->role, SNW_ACT_read) == SNW_GRANT_NO) return 0;
    const snw_server_host *host = &server->cell.host;
    char name[SNW_NAME];
    const bool recording = host->recording != NULL && host->recording(host->context, name);
    const bool paused = snw_exec_get_pace(server->cell.exec) == 0;
    const unsigned flags =
        (recording ? SNW_PACKET_RECORDING : 0U) | (paused ? SNW_PACKET_PAUSED : 0U);
    const snw_packet_stamp stamp = {.sequence = session->frames, .flags = (uint16_t)flags};
    const size_t length =
        snw_packets_write(&server->frames, session->subscription, &stamp, bytes, size);
    if (length > 0) session->frames++;
    return length;
}

static void take_turn(snw__session *session) {
    snw__take_turn(session);
    snw__push_turn(session);
}

// The stop of a page has a socket of its own, which works before there is a token: no hello is due.
static bool connect_stop(snw__session *session) {
    if (!snw__session_connect(session)) return false;
    session->server->authority.sessions[session->index].only_stops = true;
    return true;
}

const snw__dialect snw__stop_dialect = {.name = "sinew.stop.v1",
                                        .path = "/ws",
                                        .open = connect_stop,
                                        .take = take_request,
                                        .serve = serve_request,
                                        .turn = take_turn,
                                        .frame = write_frame,
                                        .close = snw__session_disconnect};

const snw__dialect snw__page_dialect = {.name = "sinew.v1",
                                        .path = "/ws",
                                        .open = snw__session_connect,
                                        .take = take_request,
                                        .serve = serve_request,
                                        .turn = take_turn,
                                        .frame = write_frame,
                                        .close = snw__session_disconnect};
