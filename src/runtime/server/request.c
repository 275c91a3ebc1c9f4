// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include <stdlib.h>
#include <string.h>

// What the requests of a page do once they may. Whether they may is judged in page.c, in the same
// moment.

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
static snw_status check_version(snw__call *c) {
    const char *version = c->request->version;
    if (version[0] == '\0' || strcmp(version, snw_version()) == 0) return SNW_OK;
    return snw_refuse_rule(&c->why, SNW_ERR_VERSION, "version", version,
                           "the page is of another version than the server", "load the page again");
}

static snw_status do_hello(snw__call *c) {
    snw_server *server = c->session->server;
    snw_status status = check_version(c);
    if (!snw_failed(status)) {
        const snw_hello hello = {c->request->token, c->request->name};
        status = snw_authority_hello(&server->authority, c->session->index, &hello,
                                     snw__server_now_ns(server),
                                     snw_clock_realtime_ns() / SNW__SECOND, &c->why);
    }
    if (snw_failed(status)) return status;
    const snw_session *who = snw__known(c->session);
    snw_json_writer json = snw_json_inside(c->answer, true);
    snw_json_string(&json, "program", "sinew");
    snw_json_string(&json, "version", snw_version());
    snw_json_string(&json, "cell", snw__has_cell(server) ? server->cell.cell->name : "");
    snw_json_int(&json, "session", who->number);
    snw_json_string(&json, "role", snw_role_name(who->role));
    snw_json_string(&json, "name", who->name);
    snw_json_string(&json, "epoch", server->authority.lease.stamp.epoch);
    snw_json_string(&json, "challenge", who->challenge);
    if (snw__has_cell(server)) {
        snw_json_string(&json, "clock", server->cell.real ? "real" : "virtual");
        snw_json_string(&json, "plant", plant_of(server->cell.exec));
        snw_json_int(&json, "period_ns", snw_exec_period_ns(server->cell.exec));
        snw_json_real(&json, "pace", snw_exec_get_pace(server->cell.exec));
    }
    c->session->status_ns = 0;
    return SNW_OK;
}

static snw_status do_sessions(snw__call *c) {
    snw_server *server = c->session->server;
    snw_json_writer json = snw_json_inside(c->answer, true);
    snw_json_raw(&json, "sessions");
    snw_sessions_json(&server->authority, server->now_ns, c->answer);
    snw_json_raw(&json, "lease");
    snw_lease_json(&server->authority, c->session->index, server->now_ns, c->answer);
    return SNW_OK;
}

// --- the lease ----------------------------------------------------------------------------------

static void add_stamp(const snw_server *server, snw_text *text) {
    const snw_lease_stamp *stamp = &server->authority.lease.stamp;
    snw_json_writer json = snw_json_inside(text, true);
    snw_json_object(&json, "lease");
    snw_json_string(&json, "epoch", stamp->epoch);
    snw_json_int(&json, "sequence", stamp->sequence);
    snw_json_end(&json);
}

static void ask_owner(snw__call *c) {
    snw_server *server = c->session->server;
    const snw_session *who = snw__known(c->session);
    char buffer[256];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_json_writer json = snw_json_over(&text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "push", "asked");
    snw_json_int(&json, "session", who->number);
    snw_json_string(&json, "name", who->name);
    snw_json_end(&json);
    for (snw__session *other = server->sessions; other != NULL; other = other->next) {
        if (other->index < 0 || other->index != server->authority.lease.session) continue;
        snw__session_send(other, text.data, text.length, false);
    }
}

// A lease that is taken while something moves is passed on when it stands still: the answer waits.
static snw_status do_take(snw__call *c) {
    snw_server *server = c->session->server;
    const snw_status status =
        snw_lease_take(&server->authority, c->session->index, snw__stands_still(server),
                       snw__server_now_ns(server), &c->why);
    if (status != SNW_NOTHING_NEW) return status;
    if (snw__has_cell(server)) {
        SNW_IGNORE(
            snw__exec_request_by(server->cell.exec, -1, SNW_REQUEST_STOP_2, SNW_STOP_BY_LEASE));
    }
    c->session->take_id = c->request->id;
    return SNW_NOTHING_NEW;
}

static snw_status do_lease(snw__call *c) {
    snw_server *server = c->session->server;
    const char *act = c->request->act;
    snw_status status = SNW_ERR_UNKNOWN_NAME;
    if (strcmp(act, "acquire") == 0) {
        status = snw_lease_acquire(&server->authority, c->session->index,
                                   snw__server_now_ns(server), &c->why);
    } else if (strcmp(act, "take") == 0) {
        status = do_take(c);
    } else if (strcmp(act, "return") == 0) {
        status = snw_lease_return(&server->authority, c->session->index, &c->why);
    } else if (strcmp(act, "ask") == 0) {
        ask_owner(c);
        status = SNW_OK;
    } else {
        snw_why_set(&c->why, status, act, "a lease can be acquired, taken, returned or requested");
    }
    server->status_version++;
    if (status == SNW_OK) add_stamp(server, c->answer);
    return status;
}

static snw_status do_keep(snw__call *c) {
    snw_server *server = c->session->server;
    const snw_status status =
        snw_lease_keep(&server->authority, c->session->index, c->request->challenge,
                       snw__server_now_ns(server), &c->why);
    if (!snw_failed(status)) {
        snw_json_writer json = snw_json_inside(c->answer, true);
        snw_json_string(&json, "challenge", snw__known(c->session)->challenge);
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
        snw_why_set(&why, SNW_ERR_STATE, lease->owner, "another client has the lease");
        snw_why_rule(&why, "lease");
        snw_wire_refuse(&text, id, &why);
    }
    snw__deliver(session, id, &text);
}

// --- what there is ------------------------------------------------------------------------------

static snw_status do_subscribe(snw__call *c) {
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
    snw_json_writer json = snw_json_inside(c->answer, true);
    snw_json_raw(&json, "signals");
    snw_subscription_json(session->subscription, c->answer);
    return SNW_OK;
}

snw_status snw__ask_host(snw__call *c) {
    const snw_server_host *host = &c->session->server->cell.host;
    if (host->command != NULL) {
        return host->command(host->context, c->request, c->answer, &c->why);
    }
    return snw_refuse(&c->why, SNW_ERR_UNSUPPORTED, snw_wire_command_name(c->request->command),
                      "this run does not support it", NULL);
}

// --- each command -------------------------------------------------------------------------------

// A question is answered at once, and the end of a motion has acted when it came.
static snw_status do_message(snw__call *c) {
    snw_server *server = c->session->server;
    const snw_status status =
        snw__dispatch_order(&c->session->sender, c->waiting, c->request, &c->why);
    if (status == SNW_OK) {
        const snw__outcome done = {.is_call = c->request->command == SNW_WIRE_call};
        snw__add_outcome(c->answer, &done);
    }
    if (status == SNW_NOTHING_NEW && snw_wire_streams(server->plain, c->request)) {
        snw_lease_streamed(&server->authority, c->session->index, snw__server_now_ns(server));
    }
    return status == SNW_DONE ? SNW_NOTHING_NEW : status;
}

static snw_status do_wire(snw__call *c) {
    snw_server *server = c->session->server;
    snw_setup *setup = snw_setup_create(1 << 20);
    if (setup == NULL) return SNW_ERR_MEMORY;
    *c->answer = snw_text_over(server->text, SNW__TEXT);
    snw_wire_serve(server->plain, c->request, setup, c->answer);
    snw_setup_destroy(setup);
    server->quit |= server->plain->quit;
    return SNW_DONE;
}

// What needs standstill is refused before its file is read as well as afterwards.
static snw_status begin_reading(snw__call *c) {
    if (c->request->command == SNW_WIRE_states && !snw__stands_still(c->session->server)) {
        return snw_refuse(&c->why, SNW_ERR_STATE, c->request->act, "an arm is moving",
                          "stop it first");
    }
    return snw__worker_begin(c);
}

static snw_status do_with_cell(snw__call *c) {
    if (snw_wire_reads_file(c->request) && c->session->server->cell.host.check != NULL) {
        return begin_reading(c);
    }
    switch ((int)c->request->command) {
    case SNW_WIRE_subscribe:
        return do_subscribe(c);
    case SNW_WIRE_message:
    case SNW_WIRE_call:
        return do_message(c);
    case SNW_WIRE_record:
    case SNW_WIRE_records:
    case SNW_WIRE_points:
    case SNW_WIRE_states:
    case SNW_WIRE_open:
        return snw__ask_host(c);
    default:
        return do_wire(c);
    }
}

snw_status snw__perform(snw__call *c) {
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
    if (snw__has_cell(c->session->server)) return do_with_cell(c);
    return snw_refuse(&c->why, SNW_ERR_STATE, NULL, "nothing runs", NULL);
}
