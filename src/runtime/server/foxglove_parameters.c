// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "foxglove.h"
#include "sinew/os/clock.h"

// Parameters of components that may change while the cell runs, by their paths. Reading needs what
// reading needs. Setting is judged like the page's: the protocol knows no lease, so one that is
// free is held for the change alone, and one that somebody holds refuses it.

enum { WATCHES = 512, VALUE = 4096 };

static const int64_t WATCH_NS = 250 * INT64_C(1000000);

static uint64_t hash_of(const char *value) {
    // Fowler, Noll, Vo 1991: FNV-1a
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *value != '\0'; value++)
        hash = (hash ^ (unsigned char)*value) * UINT64_C(0x100000001b3);
    return hash;
}

// --- reading ------------------------------------------------------------------------------------

typedef struct listing {
    snw_text *text;
    snw__watches *watches; // that take what is found; or NULL
    int count;
} listing;

static void add_watch(snw__watches *watches, const char *path, const char *value) {
    for (int i = 0; i < watches->count; i++) {
        if (strcmp(watches->items[i].path, path) == 0) return;
    }
    if (watches->count == WATCHES) return;
    snw__watch *watch = &watches->items[watches->count++];
    snw_copy_text(watch->path, sizeof watch->path, path);
    watch->hash = hash_of(value);
}

static bool list_one(const char *path, const snw_place *place, const char *value, void *context) {
    listing *l = context;
    if (place->role != SNW_PARAMETER || place->when == SNW_AT_LOAD) return true;
    if (l->watches != NULL) add_watch(l->watches, path, value);
    if (l->text != NULL) {
        snw_foxglove_value(l->text, path, place->field, value, l->count == 0);
    }
    l->count++;
    return l->count < SNW_WIRE_ITEMS;
}

// what a name means: a path, a pattern, or an array as a whole
static void list_name(snw_exec *exec, const char *name, listing *l) {
    const int before = l->count;
    (void)snw_exec_list(exec, name, list_one, l);
    char pattern[SNW_FIELD_PATH];
    if (l->count > before || strlen(name) + 4 > sizeof pattern) return;
    snw_text text = snw_text_over(pattern, sizeof pattern);
    snw_text_format(&text, "%s[*]", name);
    (void)snw_exec_list(exec, pattern, list_one, l);
}

static void list_all(snw_exec *exec, const snw_foxglove_request *request, listing *l) {
    if (request->count == 0) list_name(exec, "**", l);
    for (int i = 0; i < request->count; i++)
        list_name(exec, request->items[i].name, l);
}

static void send_values(snw__session *session, const snw_foxglove_request *request) {
    snw_server *server = session->server;
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    listing l = {.text = &text};
    snw_foxglove_values_begin(&text);
    list_all(server->cell.exec, request, &l);
    snw_foxglove_values_end(&text, request->id);
    snw_why why = {0};
    if (!snw_text_is_cut(&text)) {
        snw__session_send(session, text.data, text.length, true);
        return;
    }
    snw_why_set(&why, SNW_ERR_TOO_LARGE, NULL, "the answer is too long; request less");
    snw__foxglove_refuse(session, &why);
}

// --- watching -----------------------------------------------------------------------------------

static void begin_watching(snw__session *session, snw__watches *watches,
                           const snw_foxglove_request *request) {
    if (watches->items == NULL) watches->items = calloc(WATCHES, sizeof *watches->items);
    if (watches->items == NULL) return;
    listing l = {.watches = watches};
    list_all(session->server->cell.exec, request, &l);
}

static void end_watching(snw__watches *watches, const snw_foxglove_request *request) {
    if (request->count == 0) watches->count = 0;
    for (int i = 0; i < request->count; i++) {
        for (int k = 0; k < watches->count; k++) {
            if (strcmp(watches->items[k].path, request->items[i].name) != 0) continue;
            watches->items[k] = watches->items[--watches->count];
            break;
        }
    }
}

void snw__foxglove_watch(snw__session *session, snw__watches *watches) {
    snw_server *server = session->server;
    if (watches->count == 0 || server->now_ns - watches->looked_ns < WATCH_NS) return;
    watches->looked_ns = server->now_ns;
    snw_text text = snw_text_over(server->text, SNW__TEXT);
    listing l = {.text = &text};
    snw_foxglove_values_begin(&text);
    for (int i = 0; i < watches->count; i++) {
        snw__watch *watch = &watches->items[i];
        char value[VALUE];
        if (snw_failed(snw_exec_get(server->cell.exec, watch->path, value, sizeof value, NULL))) {
            continue;
        }
        const uint64_t hash = hash_of(value);
        if (hash == watch->hash) continue;
        watch->hash = hash;
        list_name(server->cell.exec, watch->path, &l);
    }
    snw_foxglove_values_end(&text, NULL);
    if (l.count > 0 && !snw_text_is_cut(&text)) {
        snw__session_send(session, text.data, text.length, true);
    }
}

// --- setting ------------------------------------------------------------------------------------

static snw_status judge_change(snw__session *session, const snw_wire_request *request,
                               snw_why *why) {
    const snw_server *server = session->server;
    const snw__plea plea = {snw_wire_need(server->plain, request), request, server->frames.still};
    return snw__dispatch_judge(&session->sender, session->serving, &plea, why);
}

static snw_status change(snw_server *server, const snw_wire_request *request, snw_why *why) {
    const snw_wire *wire = server->plain;
    const snw_status status = snw_exec_set(wire->exec, request->path, request->value, why);
    if (!snw_failed(status) && wire->told != NULL) {
        wire->told(wire->context, request->path, request->value, snw_exec_next(wire->exec));
    }
    return status;
}

static snw_status change_with_lease(snw__session *session, snw_wire_request *request,
                                    snw_why *why) {
    snw_server *server = session->server;
    snw_authority *authority = &server->authority;
    // a role that may never do it is told so, and a lease that somebody has is let alone
    snw_status status = judge_change(session, request, why);
    if (!snw_failed(status)) return change(server, request, why);
    if (strcmp(why->rule, "lease") != 0 || authority->lease.state != SNW_LEASE_FREE) return status;
    status = snw_lease_acquire(authority, session->index, snw__server_now_ns(server), why);
    if (snw_failed(status)) return status;
    request->lease = authority->lease.stamp;
    *why = (snw_why){0};
    status = judge_change(session, request, why);
    if (!snw_failed(status)) status = change(server, request, why);
    SNW_IGNORE(snw_lease_return(authority, session->index, NULL));
    return status;
}

static void set_one(snw__session *session, const snw_foxglove_item *item) {
    snw_server *server = session->server;
    snw_wire_request *request = server->request;
    snw_why why = {0};
    snw_status status = SNW_ERR_TOO_LARGE;
    *request = (snw_wire_request){.command = SNW_WIRE_set};
    if (strlen(item->name) < sizeof request->path) {
        snw_copy_text(request->path, sizeof request->path, item->name);
        snw_copy_text(request->value, sizeof request->value, item->value);
        status = snw__audit_ready(server, SNW_ACT_change, &why)
                     ? change_with_lease(session, request, &why)
                     : why.code;
    }
    snw_audit_entry entry = {.action = "set",
                             .object = request->path,
                             .detail = request->value,
                             .decision = snw_failed(status) ? "refused" : "done",
                             .why = snw_failed(status) ? why.rule : NULL};
    snw__audit(server, session, &entry);
    if (!snw_failed(status)) return;
    if (why.code == SNW_OK) snw_why_set(&why, status, NULL, NULL);
    // whatever the reason is about: here it is about this parameter
    if (why.subject[0] == '\0') snw_copy_text(why.subject, sizeof why.subject, request->path);
    snw__foxglove_refuse(session, &why);
}

void snw__foxglove_parameters(snw__session *session, snw__watches *watches,
                              const snw_foxglove_request *request) {
    if (session->server->cell.exec == NULL) {
        snw_why why = {0};
        snw_why_set(&why, SNW_ERR_STATE, NULL, "nothing runs");
        snw__foxglove_refuse(session, &why);
        return;
    }
    switch ((int)request->op) {
    case SNW_FOXGLOVE_getParameters:
        send_values(session, request);
        break;
    case SNW_FOXGLOVE_setParameters:
        for (int i = 0; i < request->count; i++)
            set_one(session, &request->items[i]);
        // the values as they are now, changed or not
        if (request->id != NULL && request->count > 0) send_values(session, request);
        break;
    case SNW_FOXGLOVE_subscribeParameterUpdates:
        begin_watching(session, watches, request);
        break;
    case SNW_FOXGLOVE_unsubscribeParameterUpdates:
        end_watching(watches, request);
        break;
    default:
        break;
    }
}
