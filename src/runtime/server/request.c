// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/os/clock.h"

// The page's subprotocol: a request is read, judged by the authority, done, answered once. What
// goes to a component is a letter: the loop answers it at a tick, and nobody waits for that.

enum { LETTERS = 64 /* of one session */ };

static const int64_t LONG_NS = 50 * INT64_C(1000000); // that a letter keeps others waiting

static snw_session *known(const snw__session *session) {
    return &session->server->authority.sessions[session->index];
}

static bool has_cell(const snw_server *server) {
    return server->cell.exec != NULL;
}

// --- answers ------------------------------------------------------------------------------------

// one request under way
typedef struct call {
    snw__session *session;
    const snw_wire_request *request;
    const char *bytes; // as it came
    size_t size;
    snw_text *answer;
    snw_why why;
} call;

static void deliver(snw__session *session, int64_t id, snw_text *answer) {
    static const char too_long[] = "the answer is too long; ask for less";
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

static void end_answer(call *c, snw_status status) {
    if (snw_failed(status)) {
        *c->answer = snw_text_over(c->session->server->text, SNW__TEXT);
        if (c->why.code == SNW_OK) snw_why_set(&c->why, status, NULL, NULL);
        snw_wire_refuse(c->answer, c->request->id, &c->why);
    } else {
        snw_text_format(c->answer, "}");
    }
}

// --- who and what -------------------------------------------------------------------------------

static const char *plant_of(snw_exec *exec) {
    int simulated = 0;
    const int count = snw_exec_arm_count(exec);
    for (int i = 0; i < count; i++) {
        const snw_drive_functions *drive = snw_drive_of(snw_exec_drive(exec, i)->type);
        if (drive != NULL && drive->simulated) simulated++;
    }
    return simulated == count ? "simulation" : simulated == 0 ? "hardware" : "mixed";
}

// A page of another version would misread what it is told: it has to be loaded anew (F12).
static snw_status check_version(call *c) {
    const char *version = c->request->version;
    if (version[0] == '\0' || strcmp(version, snw_version()) == 0) return SNW_OK;
    snw_why_set(&c->why, SNW_ERR_VERSION, version,
                "the page is of another version than the server");
    snw_why_rule(&c->why, "version");
    snw_why_fix(&c->why, "load the page again");
    return SNW_ERR_VERSION;
}

static snw_status do_hello(call *c) {
    snw_server *server = c->session->server;
    snw_status status = check_version(c);
    if (!snw_failed(status)) {
        const snw_hello hello = {c->request->token, c->request->name};
        status =
            snw_authority_hello(&server->authority, c->session->index, &hello, snw_clock_now_ns(),
                                snw_clock_realtime_ns() / SNW__SECOND, &c->why);
    }
    if (snw_failed(status)) return status;
    const snw_session *who = known(c->session);
    snw_text *text = c->answer;
    snw_text_format(text, ",\"program\":\"sinew\",\"version\":");
    snw_text_json_string(text, snw_version());
    snw_text_format(text, ",\"cell\":");
    snw_text_json_string(text, has_cell(server) ? server->cell.cell->name : "");
    snw_text_format(text, ",\"session\":%u,\"role\":\"%s\",\"name\":", who->number,
                    snw_role_name(who->role));
    snw_text_json_string(text, who->name);
    snw_text_format(text, ",\"epoch\":\"%s\",\"challenge\":\"%s\"",
                    server->authority.lease.stamp.epoch, who->challenge);
    if (has_cell(server)) {
        snw_text_format(text, ",\"clock\":\"%s\",\"plant\":\"%s\",\"period_ns\":%lld,\"pace\":",
                        server->cell.real ? "real" : "virtual", plant_of(server->cell.exec),
                        (long long)snw_exec_period_ns(server->cell.exec));
        snw_text_json_real(text, snw_exec_get_pace(server->cell.exec));
    }
    c->session->status_ns = 0;
    return SNW_OK;
}

static snw_status do_sessions(call *c) {
    snw_server *server = c->session->server;
    snw_text_format(c->answer, ",\"sessions\":");
    snw_sessions_json(&server->authority, server->now_ns, c->answer);
    snw_text_format(c->answer, ",\"lease\":");
    snw_lease_json(&server->authority, c->session->index, server->now_ns, c->answer);
    return SNW_OK;
}

// --- the lease ----------------------------------------------------------------------------------

static void add_stamp(const snw_server *server, snw_text *text) {
    const snw_lease_stamp *stamp = &server->authority.lease.stamp;
    snw_text_format(text, ",\"lease\":{\"epoch\":\"%s\",\"sequence\":%lld}", stamp->epoch,
                    (long long)stamp->sequence);
}

static void ask_owner(call *c) {
    snw_server *server = c->session->server;
    const snw_session *who = known(c->session);
    char buffer[256];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_format(&text, "{\"push\":\"asked\",\"session\":%u,\"name\":", who->number);
    snw_text_json_string(&text, who->name);
    snw_text_format(&text, "}");
    for (snw__session *other = server->sessions; other != NULL; other = other->next) {
        if (other->index < 0 || other->index != server->authority.lease.session) continue;
        snw__session_send(other, text.data, text.length, false);
    }
}

// A lease that is taken while something moves is passed on when it stands still: the answer waits.
static snw_status do_take(call *c) {
    snw_server *server = c->session->server;
    const bool still = !has_cell(server) || server->frames.still;
    const snw_status status =
        snw_lease_take(&server->authority, c->session->index, still, snw_clock_now_ns(), &c->why);
    if (status != SNW_NOTHING_NEW) return status;
    if (has_cell(server)) {
        SNW_IGNORE(snw_exec_request(server->cell.exec, -1, SNW_REQUEST_STOP_2));
    }
    c->session->take_id = c->request->id;
    return SNW_NOTHING_NEW;
}

static snw_status do_lease(call *c) {
    snw_server *server = c->session->server;
    const char *act = c->request->act;
    snw_status status = SNW_ERR_UNKNOWN_NAME;
    if (strcmp(act, "acquire") == 0) {
        status =
            snw_lease_acquire(&server->authority, c->session->index, snw_clock_now_ns(), &c->why);
    } else if (strcmp(act, "take") == 0) {
        status = do_take(c);
    } else if (strcmp(act, "return") == 0) {
        status = snw_lease_return(&server->authority, c->session->index, &c->why);
    } else if (strcmp(act, "ask") == 0) {
        ask_owner(c);
        status = SNW_OK;
    } else {
        snw_why_set(&c->why, status, act, "a lease is acquired, taken, returned or asked for");
    }
    server->status_version++;
    if (status == SNW_OK) add_stamp(server, c->answer);
    return status;
}

static snw_status do_keep(call *c) {
    snw_server *server = c->session->server;
    const snw_status status = snw_lease_keep(&server->authority, c->session->index,
                                             c->request->challenge, snw_clock_now_ns(), &c->why);
    if (!snw_failed(status)) {
        snw_text_format(c->answer, ",\"challenge\":\"%s\"", known(c->session)->challenge);
    }
    return status;
}

void snw__take_turn(snw__session *session) {
    snw_server *server = session->server;
    const snw_lease *lease = &server->authority.lease;
    if (session->take_id == 0 || session->index < 0) return;
    if (lease->state == SNW_LEASE_ENDING && lease->next == session->index) return;
    const int64_t id = session->take_id;
    session->take_id = 0;
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    if (lease->state == SNW_LEASE_HELD && lease->session == session->index) {
        snw_wire_ok(&text, id);
        add_stamp(server, &text);
        snw_text_format(&text, "}");
    } else {
        snw_why why = {0};
        snw_why_set(&why, SNW_ERR_STATE, lease->owner, "somebody else has the lease");
        snw_why_rule(&why, "lease");
        snw_wire_refuse(&text, id, &why);
    }
    deliver(session, id, &text);
}

// --- what there is ------------------------------------------------------------------------------

static snw_status do_subscribe(call *c) {
    snw__session *session = c->session;
    const char *paths[SNW_SUBSCRIBED];
    const int count = c->request->signal_count;
    if (session->subscription == NULL) {
        session->subscription = calloc(1, sizeof *session->subscription);
    }
    if (session->subscription == NULL) return SNW_ERR_MEMORY;
    for (int i = 0; i < count && i < SNW_SUBSCRIBED; i++)
        paths[i] = c->request->signals[i];
    const snw_status status = snw_subscription_set(session->subscription, &session->server->frames,
                                                   paths, count, &c->why);
    if (snw_failed(status)) return status;
    snw_text_format(c->answer, ",\"signals\":");
    snw_subscription_json(session->subscription, c->answer);
    return SNW_OK;
}

static snw_status do_pace(call *c) {
    double pace = 0;
    const char *value = c->request->value;
    if (snw_failed(snw_real_parse(value, strlen(value), &pace, NULL))) pace = 0;
    return snw_exec_set_pace(c->session->server->cell.exec, pace, &c->why);
}

static snw_status ask_host(call *c) {
    const snw_server_host *host = &c->session->server->cell.host;
    if (host->command != NULL) {
        return host->command(host->context, c->request, c->answer, &c->why);
    }
    snw_why_set(&c->why, SNW_ERR_UNSUPPORTED, snw_wire_command_name(c->request->command),
                "nobody does that in this run");
    return SNW_ERR_UNSUPPORTED;
}

// --- letters ------------------------------------------------------------------------------------

static snw_status post(call *c) {
    snw_server *server = c->session->server;
    const uint32_t number = known(c->session)->number;
    int waiting = 0;
    for (const snw__letter *l = server->letters; l != NULL; l = l->next)
        waiting += l->number == number ? 1 : 0;
    snw__letter *letter = waiting < LETTERS ? malloc(sizeof *letter + c->size + 1) : NULL;
    if (letter == NULL) {
        snw_why_set(&c->why, SNW_ERR_FULL, c->request->object, "too many messages wait");
        return SNW_ERR_FULL;
    }
    *letter = (snw__letter){
        .number = number, .id = c->request->id, .size = c->size, .bytes = (char *)(letter + 1)};
    memcpy(letter->bytes, c->bytes, c->size);
    letter->bytes[c->size] = '\0';
    if (server->last_letter != NULL) {
        server->last_letter->next = letter;
    } else {
        server->letters = letter;
    }
    server->last_letter = letter;
    if (snw_wire_streams(server->plain, c->request)) {
        snw_lease_streamed(&server->authority, c->session->index, snw_clock_now_ns());
    }
    return SNW_NOTHING_NEW;
}

static void drop_first(snw_server *server) {
    snw__letter *letter = server->letters;
    server->letters = letter->next;
    if (server->letters == NULL) server->last_letter = NULL;
    free(letter);
}

void snw__letters_drop(snw_server *server) {
    while (server->letters != NULL)
        drop_first(server);
}

static snw__session *session_of(const snw_server *server, uint32_t number) {
    for (snw__session *s = server->sessions; s != NULL; s = s->next) {
        if (s->index >= 0 && known(s)->number == number) return s;
    }
    return NULL;
}

// A motion is under way for seconds, and others want to say something too: its sender learns that
// it has begun, and the rest from the state.
static bool leave(snw_server *server, const snw__letter *letter, snw_text *answer) {
    const snw_wire_request *request = &server->wire->request;
    if (snw_exec_leave(server->cell.exec) != SNW_OK) return false;
    if (server->wire->told != NULL) {
        char path[SNW_FIELD_PATH];
        snw_text line = snw_text_over(path, sizeof path);
        snw_text_format(&line, "message %s", request->object);
        server->wire->told(server->wire->context, path, request->text,
                           snw_exec_message_tick(server->cell.exec));
    }
    snw_wire_ok(answer, letter->id);
    snw_text_format(answer, ",\"answer\":\"\",\"under_way\":true}");
    return true;
}

// the first letter; true when it is answered
static bool ask_loop(snw_server *server, snw__letter *letter, snw_text *answer) {
    snw_wire *wire = server->wire;
    if (letter->begun) {
        if (!letter->left) snw_wire_continue(wire, answer);
        if (!letter->left && !wire->pending) return true;
        letter->left = snw_clock_now_ns() - letter->since_ns >= LONG_NS;
        return letter->left && leave(server, letter, answer);
    }
    snw_setup *setup = snw_setup_create(1 << 20);
    letter->begun = setup != NULL;
    letter->since_ns = snw_clock_now_ns();
    if (setup != NULL) snw_wire_answer(wire, letter->bytes, letter->size, setup, answer);
    snw_setup_destroy(setup);
    return letter->begun && !wire->pending;
}

void snw__letters_turn(snw_server *server) {
    while (server->letters != NULL && !server->held && has_cell(server)) {
        snw_text answer = snw_text_over(server->text, SNW__TEXT);
        snw__letter *letter = server->letters;
        if (!ask_loop(server, letter, &answer)) return;
        snw__session *session = session_of(server, letter->number);
        if (session != NULL) deliver(session, letter->id, &answer);
        drop_first(server);
    }
}

// --- the way of a request -----------------------------------------------------------------------

static snw_status do_wire(call *c) {
    snw_server *server = c->session->server;
    snw_setup *setup = snw_setup_create(1 << 20);
    if (setup == NULL) return SNW_ERR_MEMORY;
    *c->answer = snw_text_over(server->text, SNW__TEXT);
    snw_wire_serve(server->plain, c->request, setup, c->answer);
    snw_setup_destroy(setup);
    server->quit |= server->plain->quit;
    return SNW_DONE;
}

static snw_status do_with_cell(call *c) {
    switch ((int)c->request->command) {
    case SNW_WIRE_subscribe:
        return do_subscribe(c);
    case SNW_WIRE_pace:
        return do_pace(c);
    case SNW_WIRE_message:
        return post(c);
    case SNW_WIRE_record:
    case SNW_WIRE_records:
    case SNW_WIRE_points:
    case SNW_WIRE_open:
    case SNW_WIRE_states:
        return ask_host(c);
    default:
        return do_wire(c);
    }
}

// SNW_OK leaves the end of the answer to the caller, SNW_DONE has written all of it, and
// SNW_NOTHING_NEW will be answered later.
static snw_status perform(call *c) {
    switch ((int)c->request->command) {
    case SNW_WIRE_hello:
        return do_hello(c);
    case SNW_WIRE_sessions:
        return do_sessions(c);
    case SNW_WIRE_lease:
        return do_lease(c);
    case SNW_WIRE_keep:
        return do_keep(c);
    default:
        break;
    }
    if (has_cell(c->session->server)) return do_with_cell(c);
    snw_why_set(&c->why, SNW_ERR_STATE, NULL, "nothing runs");
    return SNW_ERR_STATE;
}

static void log_call(call *c, snw_act act, snw_status status) {
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

static snw_status judge(call *c, snw_act act) {
    snw_server *server = c->session->server;
    const bool still = !has_cell(server) || server->frames.still;
    return snw_authority_check(&server->authority, c->session->index, act, &c->request->lease,
                               still, &c->why);
}

// true when the request is new and is to be done
static bool is_new(call *c) {
    snw_server *server = c->session->server;
    const char *first = NULL;
    const snw_status status =
        snw_authority_begin(&server->authority, c->session->index, c->request->id, &first, &c->why);
    if (status == SNW_OK) return true;
    if (status == SNW_DONE && first != NULL) {
        snw__session_send(c->session, first, strlen(first), true);
    } else if (snw_failed(status)) {
        snw_wire_refuse(c->answer, c->request->id, &c->why);
        snw__session_send(c->session, c->answer->data, c->answer->length - 1, true);
    }
    return false;
}

static void do_request(call *c, snw_status admitted) {
    snw_server *server = c->session->server;
    const snw_act act = has_cell(server) ? snw_wire_need(server->plain, c->request)
                                         : snw_wire_command_act(c->request->command);
    if (act != SNW_ACT_stop && snw_failed(admitted)) {
        snw_wire_refuse(c->answer, c->request->id, &c->why);
        snw__session_send(c->session, c->answer->data, c->answer->length - 1, true);
        return;
    }
    c->why = (snw_why){0};
    if (!is_new(c)) return;
    snw_status status = judge(c, act);
    if (!snw_failed(status)) {
        *c->answer = snw_text_over(server->text, SNW__TEXT);
        snw_wire_ok(c->answer, c->request->id);
        status = perform(c);
    }
    log_call(c, act, status);
    if (status == SNW_NOTHING_NEW) return;
    if (status != SNW_DONE) end_answer(c, status);
    deliver(c->session, c->request->id, c->answer);
}

static void take(snw__session *session, const char *bytes, size_t size, bool binary) {
    snw_server *server = session->server;
    snw_wire_request *request = server->request;
    snw_text answer = snw_text_over(server->text, SNW__TEXT);
    call c = {
        .session = session, .request = request, .bytes = bytes, .size = size, .answer = &answer};
    const snw_status admitted =
        snw_authority_admit(&server->authority, session->index, snw_clock_now_ns(), &c.why);
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_why why = {0};
    snw_status status = SNW_ERR_MEMORY;
    *request = (snw_wire_request){0};
    if (setup != NULL) status = snw_wire_read(bytes, size, setup, request, &why);
    snw_setup_destroy(setup);
    if (binary || snw_failed(status)) {
        if (!snw_failed(status))
            snw_why_set(&why, SNW_ERR_SYNTAX, "request", "a request is a text");
        snw_wire_refuse(&answer, request->id, &why);
        snw__session_send(session, answer.data, answer.length - 1, true);
        return;
    }
    do_request(&c, admitted);
}

// --- the dialect --------------------------------------------------------------------------------

static size_t frame(snw__session *session, unsigned char *bytes, size_t size) {
    snw_server *server = session->server;
    if (session->index < 0 || !has_cell(server)) return 0;
    const snw_session *who = known(session);
    if (!who->greeted || snw_role_grant(who->role, SNW_ACT_read) == SNW_GRANT_NO) return 0;
    const snw_server_host *host = &server->cell.host;
    char name[SNW_NAME];
    const bool recording = host->recording != NULL && host->recording(host->context, name);
    const snw_frame_stamp stamp = {.sequence = session->frames,
                                   .flags = recording ? SNW_FRAME_RECORDING : 0};
    const size_t length =
        snw_frames_write(&server->frames, session->subscription, &stamp, bytes, size);
    if (length > 0) session->frames++;
    return length;
}

static void turn(snw__session *session) {
    snw__take_turn(session);
    snw__push_turn(session);
}

const snw__dialect snw__page_dialect = {.name = "sinew.v1",
                                        .path = "/ws",
                                        .open = snw__session_connect,
                                        .take = take,
                                        .turn = turn,
                                        .frame = frame,
                                        .close = snw__session_disconnect};
