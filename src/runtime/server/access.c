// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"
#include "sinew/wire/sha256.h"

// Authority (sinew/wire/authority.h) fed with the clocks, files and loop of a running server.

static const int64_t STEP_NS = 20 * INT64_C(1000000);

static int64_t wall_s(void) {
    return snw_clock_realtime_ns() / SNW__SECOND;
}

// --- tokens -------------------------------------------------------------------------------------

// The tokens that count: that of this run and those of the file. A file that cannot be read now
// leaves those that were.
static snw_status read_tokens(snw_server *server, snw_why *why) {
    static const char taken[] = "a token of this name belongs to every run";
    if (server->token_file[0] == '\0') return SNW_OK;
    snw_tokens *file = malloc(sizeof *file);
    if (file == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_tokens_load(file, server->token_file, why);
    if (!snw_failed(status)) {
        server->tokens.count = 1;
        for (int i = 0; i < file->count && server->tokens.count < SNW_TOKENS; i++) {
            if (strcmp(file->items[i].name, server->tokens.items[0].name) == 0) {
                snw_why_set(why, SNW_ERR_DUPLICATE, file->items[i].name, taken);
                status = SNW_ERR_DUPLICATE;
                continue;
            }
            server->tokens.items[server->tokens.count++] = file->items[i];
        }
    }
    free(file);
    return status;
}

static snw_status make_token(snw_server *server, snw_why *why) {
    unsigned char secret[SNW_SHA256];
    const snw_token token = {.name = "local", .role = SNW_ROLE_engineer, .expires_s = INT64_MAX};
    snw_status status = snw_secret_make(secret, sizeof secret, why);
    if (snw_failed(status)) return status;
    return snw_tokens_add(&server->tokens, &token, secret, server->token, why);
}

static snw_status make_authority(snw_server *server, snw_why *why) {
    unsigned char secret[SNW_SHA256];
    const snw_authority_config config = snw_authority_defaults();
    snw_status status = snw_secret_make(secret, sizeof secret, why);
    if (snw_failed(status)) return status;
    snw_arena arena = {0};
    SNW_IGNORE(snw_authority_init(&server->authority, &config, secret, &arena));
    const size_t size = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    server->authority_block = aligned_alloc(SNW_ARENA_ALIGN, size);
    if (server->authority_block == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "server", NULL, NULL);
    }
    arena = snw_arena_over(server->authority_block, size);
    status = snw_authority_init(&server->authority, &config, secret, &arena);
    if (!snw_failed(status)) snw_authority_use(&server->authority, &server->tokens);
    return status;
}

// --- the audit log ------------------------------------------------------------------------------

// Says once that the log cannot be written, and once that it can be again.
static void tell_log(snw_server *server) {
    const bool broken = server->audit.lost > 0;
    if (broken == server->audit_broken) return;
    server->audit_broken = broken;
    snw_why why;
    if (broken) {
        SNW_IGNORE(
            snw_errno_why(&why, server->audit.error, server->audit.file, "write the audit log"));
        snw_why_fix(&why, "free some space on its disk; until then changes are refused");
    } else {
        snw_why_set(&why, SNW_OK, server->audit.file,
                    "the audit log is written again; what is missing is counted in it");
        why.severity = SNW_INFO;
    }
    snw_why_rule(&why, "audit-log");
    snw__news_why(server, &why);
}

void snw__audit(snw_server *server, const snw__session *session, snw_audit_entry *entry) {
    snw_exec *exec = server->cell.exec;
    if (exec != NULL) {
        entry->tick = server->frames.tick;
        entry->t_ns = server->frames.t_ns;
    }
    entry->wall_s = wall_s();
    if (session != NULL) {
        const snw_session *known =
            session->index >= 0 ? &server->authority.sessions[session->index] : NULL;
        entry->actor = known != NULL ? known->name : "nobody";
        entry->session = known != NULL ? known->number : 0;
        entry->from = session->connection->address;
    }
    snw_audit_log_tell(&server->audit, entry);
    tell_log(server);
}

bool snw__audit_ready(snw_server *server, snw_act act, snw_why *why) {
    const bool free_act =
        act == SNW_ACT_greet || act == SNW_ACT_read || act == SNW_ACT_stop || act == SNW_ACT_lease;
    if (free_act || snw_audit_log_ready(&server->audit, wall_s())) {
        tell_log(server);
        return true;
    }
    tell_log(server);
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_IO, "audit-log", server->audit.file,
                               "the audit log cannot be written, so nothing can be changed now",
                               "free some space on its disk"));
    snw_why_add(why, "entries lost", (double)server->audit.lost, "");
    return false;
}

static snw_status open_log(snw_server *server, const char *base, snw_why *why) {
    const snw_status status = snw_audit_log_open(&server->audit, base, wall_s(), why);
    if (snw_failed(status)) return status;
    snw_audit_entry entry = {.actor = "server", .from = "", .action = "start", .decision = "done"};
    snw__audit(server, NULL, &entry);
    return SNW_OK;
}

// --- open and close -----------------------------------------------------------------------------

snw_status snw__access_open(snw_server *server, const snw_server_config *config, snw_why *why) {
    snw_status status = make_token(server, why);
    if (config->tokens != NULL) {
        snw_copy_text(server->token_file, sizeof server->token_file, config->tokens);
    }
    if (!snw_failed(status)) status = read_tokens(server, why);
    if (!snw_failed(status)) status = make_authority(server, why);
    if (!snw_failed(status) && config->audit != NULL) status = open_log(server, config->audit, why);
    return status;
}

void snw__access_close(snw_server *server) {
    snw_audit_entry entry = {.actor = "server", .from = "", .action = "end", .decision = "done"};
    snw__audit(server, NULL, &entry);
    snw_audit_log_close(&server->audit);
    free(server->authority_block);
}

// --- acts ---------------------------------------------------------------------------------------

void snw__server_stop(snw_server *server, const char *address, bool off, snw_stop_source by) {
    SNW_IGNORE(snw__exec_request_by(server->cell.exec, -1,
                                    off ? SNW_REQUEST_STOP_1 : SNW_REQUEST_STOP_2, by));
    snw_audit_entry entry = {.actor = "nobody",
                             .from = address,
                             .action = "stop",
                             .object = off ? "off" : "",
                             .decision = "done"};
    snw__audit(server, NULL, &entry);
}

static bool is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

bool snw__request_may(snw_server *server, const snw__connection *connection, snw_act act,
                      snw_why *why) {
    static const char bearer[] = "Bearer ";
    const size_t head = sizeof bearer - 1;
    char text[SNW_SERVER_TOKEN + 32];
    const char *token = "";
    const int length =
        snw__header(connection->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    if (length > (int)head && strncmp(text, bearer, head) == 0) token = text + head;
    const snw_bearer who = {connection->address, is_loopback(connection->address), token};
    snw_status status = snw_authority_bearer(&server->authority, &who, act,
                                             snw__server_now_ns(server), wall_s(), why);
    // a change that cannot be recorded is refused before it begins
    if (!snw_failed(status) && !snw__audit_ready(server, act, why)) status = why->code;
    snw_audit_entry entry = {.actor = "bearer",
                             .from = connection->address,
                             .action = snw_act_name(act),
                             .decision = snw_failed(status) ? "refused" : "done",
                             .why = snw_failed(status) ? why->rule : NULL};
    snw__audit(server, NULL, &entry);
    return !snw_failed(status);
}

// the session of an index of the authority
static snw__session *find_session(const snw_server *server, int index) {
    for (snw__session *one = server->sessions; one != NULL; one = one->next) {
        if (one->index == index) return one;
    }
    return NULL;
}

static void end_silent(snw_server *server, int index, const char *why) {
    snw__session *session = index >= 0 ? find_session(server, index) : NULL;
    if (session == NULL) return;
    snw_audit_entry entry = {.action = "connect", .decision = "ended", .why = why};
    snw__audit(server, session, &entry);
    snw__session_leave(session, SNW__POLICY);
}

bool snw__session_connect(snw__session *session) {
    snw_server *server = session->server;
    const char *address = session->connection->address;
    snw_why why = {0};
    end_silent(server, snw_authority_in_the_way(&server->authority, address),
               "it said no hello, and others want to come");
    const snw_status status =
        snw_authority_connect(&server->authority, address, is_loopback(address),
                              snw__server_now_ns(server), &session->index, &why);
    session->sender.index = session->index;
    session->sender.door = session;
    if (!snw_failed(status) && snw__dispatch_add(&server->dispatch, &session->sender)) return true;
    if (!snw_failed(status)) {
        snw_authority_disconnect(&server->authority, session->index, snw__server_now_ns(server));
    }
    session->index = -1;
    snw_audit_entry entry = {.action = "connect", .decision = "refused", .why = why.text};
    snw__audit(server, session, &entry);
    return false;
}

void snw__session_disconnect(snw__session *session) {
    snw_server *server = session->server;
    if (session->index < 0) return;
    if (server->authority.lease.session == session->index) {
        snw_audit_entry entry = {.action = "lost", .object = "lease", .decision = "done"};
        snw__audit(server, session, &entry);
    }
    snw__dispatch_remove(&session->sender);
    snw_authority_disconnect(&server->authority, session->index, snw__server_now_ns(server));
    snw__dispatch_lease(&server->dispatch);
    session->index = session->sender.index = -1;
    server->status_version++;
}

void snw__access_turn(snw_server *server) {
    if (server->now_ns < server->step_ns) return;
    server->step_ns = server->now_ns + STEP_NS;
    const int64_t now_s = wall_s();
    if (now_s != server->read_s) {
        server->read_s = now_s;
        snw_audit_log_flush(&server->audit, now_s);
        tell_log(server);
        if (server->token_file[0] != '\0') {
            SNW_IGNORE(read_tokens(server, NULL));
            snw_authority_use(&server->authority, &server->tokens);
        }
    }
    const int64_t now_ns = snw__server_now_ns(server); // the clock of the leases
    const int silent = snw_authority_overdue(&server->authority, NULL);
    if (silent >= 0 &&
        now_ns - server->authority.sessions[silent].silent_ns > server->authority.config.hello_ns) {
        end_silent(server, silent, "it said no hello in time");
    }
    const bool still = server->cell.exec == NULL || server->frames.still;
    const snw_authority_orders orders =
        snw_authority_step(&server->authority, now_ns, now_s, still);
    snw__dispatch_lease(&server->dispatch);
    if (orders.stop && server->cell.exec != NULL) {
        SNW_IGNORE(
            snw__exec_request_by(server->cell.exec, -1, SNW_REQUEST_STOP_2, SNW_STOP_BY_LEASE));
        snw_audit_entry entry = {.actor = server->authority.lease.owner,
                                 .session = server->authority.lease.number,
                                 .from = "",
                                 .action = "lease-stop",
                                 .decision = "done",
                                 .why = orders.why.text};
        snw__audit(server, NULL, &entry);
        snw__news_why(server, &orders.why);
    }
    if (orders.changed) server->status_version++;
}
