// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { HEAD = 2048, PIECE = 32 * 1024 };

static snw_server *server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

// --- answers ------------------------------------------------------------------------------------

// What goes before a body. `more` are lines of headers, name with its colon and value in turn,
// ended by NULL.
static int send_head(struct lws *wsi, unsigned code, const char *type, size_t size,
                     const char *const *more) {
    unsigned char buffer[LWS_PRE + HEAD];
    unsigned char *const start = buffer + LWS_PRE, *const stop = buffer + sizeof buffer;
    unsigned char *at = start;
    if (lws_add_http_common_headers(wsi, code, type, size, &at, stop) != 0) return -1;
    for (; more != NULL && more[0] != NULL; more += 2) {
        const int length = (int)strlen(more[1]);
        if (lws_add_http_header_by_name(wsi, (const unsigned char *)more[0],
                                        (const unsigned char *)more[1], length, &at, stop) != 0) {
            return -1;
        }
    }
    return lws_finalize_write_http_header(wsi, start, &at, stop) != 0 ? -1 : 0;
}

static int complete(snw__connection *connection) {
    free(connection->heap);
    free(connection->body);
    connection->heap = connection->body = NULL;
    connection->body_size = connection->body_have = 0;
    snw__connection_phase(connection, SNW__PHASE_HEAD);
    return lws_http_transaction_completed(connection->wsi) != 0 ? -1 : 0;
}

// an answer of a few words
static int answer_text(snw__connection *connection, unsigned code, const char *text) {
    struct lws *wsi = connection->wsi;
    const size_t size = strlen(text);
    snw_server *server = server_of(wsi);
    static const char *const uncached[] = {"cache-control:", "no-store", NULL, NULL};
    if (send_head(wsi, code, "text/plain; charset=utf-8", size, uncached) != 0) return -1;
    if (size > 0) {
        unsigned char *at = server->scratch + LWS_PRE;
        memcpy(at, text, size);
        if (lws_write(wsi, at, size, LWS_WRITE_HTTP_FINAL) < 0) return -1;
    }
    return complete(connection);
}

static int answer_why(snw__connection *connection, unsigned code, const snw_why *why) {
    char sentence[1024];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    return answer_text(connection, code, sentence);
}

// bytes that go out piece by piece
static int begin_bytes(snw__connection *connection, const char *bytes, size_t size) {
    connection->answer = bytes;
    connection->answer_size = size;
    connection->answer_sent = 0;
    if (size == 0) return complete(connection);
    snw__connection_phase(connection, SNW__PHASE_ANSWER);
    return lws_callback_on_writable(connection->wsi) < 0 ? -1 : 0;
}

static int send_piece(snw__connection *connection) {
    snw_server *server = server_of(connection->wsi);
    unsigned char *at = server->scratch + LWS_PRE;
    size_t size = connection->answer_size - connection->answer_sent;
    if (connection->phase != SNW__PHASE_ANSWER) return -1;
    if (size == 0) return 0;
    const bool last = size <= PIECE;
    if (!last) size = PIECE;
    memcpy(at, connection->answer + connection->answer_sent, size);
    const enum lws_write_protocol kind = last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    if (lws_write(connection->wsi, at, size, kind) < 0) return -1;
    connection->answer_sent += size;
    snw__connection_phase(connection, SNW__PHASE_ANSWER);
    if (last) return complete(connection);
    return lws_callback_on_writable(connection->wsi) < 0 ? -1 : 0;
}

// --- files --------------------------------------------------------------------------------------

static int answer_file(snw__connection *connection, const snw__file *file, bool head_only) {
    struct lws *wsi = connection->wsi;
    char text[512];
    const char *cache = file->for_ever ? "public, max-age=31536000, immutable" : "no-cache";
    const int known = snw__header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, text, sizeof text);
    if (known > 0 && strstr(text, file->mark) != NULL) {
        const char *const same[] = {"etag:", file->mark, "cache-control:", cache, NULL, NULL};
        if (send_head(wsi, HTTP_STATUS_NOT_MODIFIED, NULL, 0, same) != 0) return -1;
        return complete(connection);
    }
    const int coding = snw__header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, text, sizeof text);
    const bool packed = file->packed != NULL && coding > 0 && strstr(text, "gzip") != NULL;
    const char *const more[] = {"etag:",
                                file->mark,
                                "cache-control:",
                                cache,
                                "vary:",
                                "accept-encoding",
                                packed ? "content-encoding:" : NULL,
                                "gzip",
                                NULL,
                                NULL};
    const size_t size = packed ? file->packed_size : file->size;
    if (send_head(wsi, HTTP_STATUS_OK, file->type, size, more) != 0) return -1;
    if (head_only) return complete(connection);
    return begin_bytes(connection, packed ? file->packed : file->data, size);
}

// --- requests -----------------------------------------------------------------------------------

static bool has_argument(struct lws *wsi, const char *name) {
    char text[64];
    for (int i = 0; i < 8; i++) {
        if (lws_hdr_copy_fragment(wsi, text, sizeof text, WSI_TOKEN_HTTP_URI_ARGS, i) < 0) break;
        if (strcmp(text, name) == 0) return true;
    }
    return false;
}

static int do_stop(snw__connection *connection) {
    snw_server *server = server_of(connection->wsi);
    snw_exec *exec = server->cell.exec;
    if (exec == NULL) return answer_text(connection, 503, "nothing runs");
    const bool off = has_argument(connection->wsi, "off");
    const snw_stop_source by = has_argument(connection->wsi, "by=key")      ? SNW_STOP_BY_KEY
                               : has_argument(connection->wsi, "by=button") ? SNW_STOP_BY_BUTTON
                                                                            : SNW_STOP_BY_POST;
    snw__server_stop(server, connection->address, off, by);
    if (send_head(connection->wsi, HTTP_STATUS_NO_CONTENT, NULL, 0, NULL) != 0) return -1;
    return complete(connection);
}

static int do_download(snw__connection *connection, const char *name) {
    snw_server *server = server_of(connection->wsi);
    const snw_server_host *host = &server->cell.host;
    const bool csv = has_argument(connection->wsi, "csv");
    snw_why why = {0};
    if (!snw__request_may(server, connection, SNW_ACT_read, &why)) {
        return answer_why(connection, HTTP_STATUS_UNAUTHORIZED, &why);
    }
    if (!snw__is_file_name(name) || host->download == NULL) {
        return answer_text(connection, HTTP_STATUS_NOT_FOUND, "there is no such recording");
    }
    if (!snw__fetch_begin(server, connection, name, csv)) {
        return answer_text(connection, 503, "another recording is being read; try again");
    }
    return 0;
}

// the recording has been read
static int answer_recording(snw__connection *connection) {
    const size_t size = connection->answer_size;
    connection->fetched = false;
    if (snw_failed(connection->fetch_status)) {
        return answer_why(connection, HTTP_STATUS_NOT_FOUND, &connection->fetch_why);
    }
    const char *const more[] = {
        "cache-control:", "no-store", "content-disposition:", "attachment", NULL, NULL};
    const char *type = connection->csv ? "text/csv; charset=utf-8" : "application/octet-stream";
    if (send_head(connection->wsi, HTTP_STATUS_OK, type, size, more) != 0) return -1;
    return begin_bytes(connection, connection->heap, size);
}

static int begin_upload(snw__connection *connection, const char *name, size_t size) {
    snw_server *server = server_of(connection->wsi);
    snw_why why = {0};
    if (!snw__request_may(server, connection, SNW_ACT_load, &why)) {
        const bool log_full = why.code == SNW_ERR_IO;
        return answer_why(connection, log_full ? 503 : HTTP_STATUS_UNAUTHORIZED, &why);
    }
    if (!snw__is_file_name(name)) {
        return answer_text(connection, HTTP_STATUS_BAD_REQUEST, "this is not a name of a file");
    }
    if (size == 0) return answer_text(connection, 411, "state its length, and send it");
    if (size > SNW_SERVER_FILE) return answer_text(connection, 413, "the file is too long");
    connection->body = malloc(size);
    if (connection->body == NULL) return answer_text(connection, 503, "no memory is left");
    connection->body_size = size;
    connection->body_have = 0;
    snw_copy_text(connection->name, sizeof connection->name, name);
    snw__connection_phase(connection, SNW__PHASE_BODY);
    return 0;
}

static int take_body(snw__connection *connection, const void *bytes, size_t size) {
    if (connection->body == NULL || size > connection->body_size - connection->body_have) return -1;
    memcpy(connection->body + connection->body_have, bytes, size);
    connection->body_have += size;
    return 0;
}

static int end_upload(snw__connection *connection) {
    snw_server *server = server_of(connection->wsi);
    const snw_server_host *host = &server->cell.host;
    snw_why why = {0};
    if (connection->body == NULL) return -1;
    if (host->upload == NULL) return answer_text(connection, 503, "uploads are not accepted here");
    if (snw_failed(host->upload(host->context, connection->name, connection->body,
                                connection->body_have, &why))) {
        return answer_why(connection, HTTP_STATUS_BAD_REQUEST, &why);
    }
    if (send_head(connection->wsi, HTTP_STATUS_NO_CONTENT, NULL, 0, NULL) != 0) return -1;
    return complete(connection);
}

static int do_route(snw__connection *connection, const snw__route *route) {
    switch (route->target) {
    case SNW__FILE:
        return answer_file(connection, route->file, route->head_only);
    case SNW__DOWNLOAD:
        return do_download(connection, route->name);
    case SNW__UPLOAD:
        return begin_upload(connection, route->name, route->size);
    case SNW__STOP:
        return do_stop(connection);
    case SNW__NOTHING:
        if (send_head(connection->wsi, HTTP_STATUS_NO_CONTENT, NULL, 0, NULL) != 0) return -1;
        return complete(connection);
    case SNW__REFUSE:
        break;
    }
    const int status = answer_text(connection, (unsigned)route->code, route->text);
    return route->hang_up ? -1 : status;
}

static int do_request(snw__connection *connection, const char *path, size_t size) {
    struct lws *wsi = connection->wsi;
    const snw_server *server = server_of(wsi);
    char host[SNW__HOST_NAME + 16], origin[SNW__HOST_NAME + 16], length[24];
    char *uri;
    int named = 0;
    snw__connection_phase(connection, SNW__PHASE_ANSWER);
    const int method = lws_http_get_uri_and_method(wsi, &uri, &named);
    const snw__request request = {
        .method = method == LWSHUMETH_GET    ? SNW__GET
                  : method == LWSHUMETH_HEAD ? SNW__HEAD
                  : method == LWSHUMETH_POST ? SNW__POST
                                             : SNW__OTHER,
        .path = path,
        .path_size = size,
        .named_size = (size_t)named,
        .host = {host, snw__header(wsi, WSI_TOKEN_HOST, host, sizeof host)},
        .origin = {origin, snw__header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)},
        .length = {length, snw__header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length)},
        .in_chunks = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0};
    const snw__route route = snw__route_of(&request, &server->hosts, &server->files);
    return do_route(connection, &route);
}

// Upgrades: to WebSocket only, and only for our own pages.
static int confirm_upgrade(snw__connection *connection, const char *to) {
    struct lws *wsi = connection->wsi;
    if (to != NULL && strcmp(to, "websocket") == 0 && snw__request_is_ours(server_of(wsi), wsi)) {
        return 0;
    }
    (void)lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
    return -1;
}

int snw__http_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    (void)user;
    snw__connection *connection = wsi != NULL ? lws_get_opaque_user_data(wsi) : NULL;
    // NOLINTNEXTLINE(clang-diagnostic-switch-enum): the library has a hundred more
    switch ((int)reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        connection = snw__connection_open(server_of(wsi), wsi);
        lws_set_opaque_user_data(wsi, connection);
        return connection == NULL ? -1 : 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (connection != NULL) {
            snw__fetch_leave(server_of(wsi), connection);
            snw__connection_close(connection);
        }
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    default:
        break;
    }
    if (connection == NULL) return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return do_request(connection, in, size);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(connection, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_upload(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return connection->fetched ? answer_recording(connection) : send_piece(connection);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(connection, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; // a session without a subprotocol that we speak
    default:
        return 0;
    }
}
