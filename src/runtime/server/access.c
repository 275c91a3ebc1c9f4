// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"

// Authority (sinew/wire/authority.h) fed with the clocks, files and loop of a running server.

enum { LOG_LIMIT = 16 << 20, LOGS = 100 };

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
        snw_why_set(why, SNW_ERR_MEMORY, "server", NULL);
        return SNW_ERR_MEMORY;
    }
    arena = snw_arena_over(server->authority_block, size);
    status = snw_authority_init(&server->authority, &config, secret, &arena);
    if (!snw_failed(status)) snw_authority_use(&server->authority, &server->tokens);
    return status;
}

// --- the audit log ------------------------------------------------------------------------------

// Goes on with a log that is whole, else begins the next: NAME, NAME-2, NAME-3. What is broken
// stays as it is, for the verifier.
static snw_status find_log(snw_server *server, const char *base, snw_why *why) {
    for (int i = 1; i < LOGS; i++) {
        snw_text name = snw_text_over(server->audit_file, sizeof server->audit_file);
        snw_text_format(&name, i == 1 ? "%s" : "%s-%d", base, i);
        snw_audit_begin(&server->audit);
        if (!snw_file_exists(server->audit_file)) {
            return snw_file_write_mode(server->audit_file, "", 0, 0600, why);
        }
        snw_file_reading how = snw_file_reading_defaults();
        how.limit = LOG_LIMIT;
        snw_file_content content;
        if (snw_failed(snw_file_read(server->audit_file, &how, &content, NULL))) continue;
        const snw_status status =
            snw_audit_resume(&server->audit, content.data, content.size, NULL);
        snw_file_free(&content);
        if (!snw_failed(status)) return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_FULL, base, "too many audit logs");
    snw_why_fix(why, "move the old ones away");
    return SNW_ERR_FULL;
}

static void keep_lines(snw_server *server, const snw_text *lines) {
    if (lines->length == 0 || server->audit_log == NULL) return;
    const bool good = fwrite(lines->data, 1, lines->length, server->audit_log) == lines->length &&
                      fflush(server->audit_log) == 0;
    server->audit_broken |= !good;
}

void snw__audit(snw_server *server, const snw__session *session, snw_audit_entry *entry) {
    snw_exec *exec = server->cell.exec;
    if (server->audit_log == NULL) return;
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
    snw_text lines = snw_text_over(server->audit_lines, SNW__AUDIT_LINES);
    snw_audit_tell(&server->audit, entry, &lines);
    keep_lines(server, &lines);
}

static void flush_log(snw_server *server, int64_t now_s) {
    if (server->audit_log == NULL) return;
    snw_text lines = snw_text_over(server->audit_lines, SNW__AUDIT_LINES);
    snw_audit_flush(&server->audit, now_s, &lines);
    keep_lines(server, &lines);
}

static snw_status open_log(snw_server *server, const char *base, snw_why *why) {
    const snw_status status = find_log(server, base, why);
    if (snw_failed(status)) return status;
    server->audit_lines = malloc(SNW__AUDIT_LINES);
    server->audit_log = fopen(server->audit_file, "ab");
    if (server->audit_log == NULL || server->audit_lines == NULL) {
        snw_why_set(why, SNW_ERR_IO, server->audit_file, "the audit log cannot be written");
        return SNW_ERR_IO;
    }
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
    if (server->audit_log != NULL) {
        snw_audit_entry entry = {
            .actor = "server", .from = "", .action = "end", .decision = "done"};
        snw__audit(server, NULL, &entry);
        flush_log(server, INT64_MAX);
        (void)fclose(server->audit_log);
    }
    free(server->audit_lines);
    free(server->authority_block);
}

// --- acts ---------------------------------------------------------------------------------------

void snw__server_stop(snw_server *server, const char *address, bool off) {
    SNW_IGNORE(
        snw_exec_request(server->cell.exec, -1, off ? SNW_REQUEST_STOP_1 : SNW_REQUEST_STOP_2));
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
    const snw_status status =
        snw_authority_bearer(&server->authority, &who, act, snw_clock_now_ns(), wall_s(), why);
    snw_audit_entry entry = {.actor = "bearer",
                             .from = connection->address,
                             .action = snw_act_name(act),
                             .decision = snw_failed(status) ? "refused" : "done",
                             .why = snw_failed(status) ? why->rule : NULL};
    snw__audit(server, NULL, &entry);
    return !snw_failed(status);
}

bool snw__session_connect(snw__session *session) {
    snw_server *server = session->server;
    const char *address = session->connection->address;
    snw_why why = {0};
    const snw_status status =
        snw_authority_connect(&server->authority, address, is_loopback(address), snw_clock_now_ns(),
                              &session->index, &why);
    if (!snw_failed(status)) return true;
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
    snw_authority_disconnect(&server->authority, session->index, snw_clock_now_ns());
    session->index = -1;
    server->status_version++;
}

void snw__access_turn(snw_server *server) {
    if (server->now_ns < server->step_ns) return;
    server->step_ns = server->now_ns + STEP_NS;
    const int64_t now_s = wall_s();
    if (now_s != server->read_s) {
        server->read_s = now_s;
        flush_log(server, now_s);
        if (server->token_file[0] != '\0') {
            SNW_IGNORE(read_tokens(server, NULL));
            snw_authority_use(&server->authority, &server->tokens);
        }
    }
    const bool still = server->cell.exec == NULL || server->frames.still;
    const snw_authority_orders orders =
        snw_authority_step(&server->authority, server->now_ns, now_s, still);
    if (orders.stop && server->cell.exec != NULL) {
        SNW_IGNORE(snw_exec_request(server->cell.exec, -1, SNW_REQUEST_STOP_2));
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
