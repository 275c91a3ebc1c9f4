// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "route.h"

#include <string.h>

static snw__route refuse(int code, const char *text) {
    return (snw__route){.target = SNW__REFUSE, .code = code, .text = text};
}

bool snw__is_file_name(const char *text) {
    const size_t length = strlen(text);
    if (length == 0 || length >= SNW__NAME || text[0] == '.') return false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        const bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        if (!good) return false;
    }
    return true;
}

bool snw__names_are_ours(const snw__hosts *hosts, const snw__header_text *host,
                         const snw__header_text *origin) {
    if (host->length <= 0 || !snw__host_allowed(hosts, host->text, (size_t)host->length)) {
        return false;
    }
    // who is not a browser sends no origin
    return origin->length == 0 ||
           (origin->length > 0 && snw__origin_allowed(hosts, origin->text, (size_t)origin->length));
}

// false for a length that is none
static bool body_length(const snw__header_text *header, size_t *size) {
    int64_t value = 0;
    *size = 0;
    if (header->length == 0) return true;
    if (header->length < 0 || header->text[0] == '+' || header->text[0] == '-') return false;
    if (snw_failed(snw_int_parse(header->text, (size_t)header->length, &value, NULL))) return false;
    *size = (size_t)value;
    return true;
}

// a path of letters that can be seen, and of all that the request names
static bool is_path(const snw__request *request) {
    for (size_t i = 0; i < request->path_size; i++) {
        if (request->path[i] <= ' ' || request->path[i] > '~') return false;
    }
    return request->path_size > 0 && request->path[0] == '/' &&
           request->named_size == request->path_size;
}

static snw__route get(const snw__request *request, const snw__files *files) {
    static const char recordings[] = "/record/";
    const size_t head = sizeof recordings - 1;
    const bool head_only = request->method == SNW__HEAD;
    if (!head_only && strncmp(request->path, recordings, head) == 0) {
        return (snw__route){.target = SNW__DOWNLOAD, .name = request->path + head};
    }
    const snw__file *file = snw__files_find(files, request->path, request->path_size);
    if (file != NULL) {
        return (snw__route){.target = SNW__FILE, .file = file, .head_only = head_only};
    }
    // browsers ask for it unasked; the page has its own
    if (strcmp(request->path, "/favicon.ico") == 0) return (snw__route){.target = SNW__NOTHING};
    return refuse(404, "not found");
}

static snw__route post(const snw__request *request) {
    static const char uploads[] = "/file/";
    const size_t head = sizeof uploads - 1;
    size_t size;
    if (!body_length(&request->length, &size)) return refuse(400, "the length is not a number");
    if (strcmp(request->path, "/stop") == 0) {
        snw__route stop = {.target = SNW__STOP};
        snw__route wrong = refuse(400, "a stop has no body");
        wrong.hang_up = true;
        return size > 0 ? wrong : stop;
    }
    if (strncmp(request->path, uploads, head) == 0) {
        return (snw__route){.target = SNW__UPLOAD, .name = request->path + head, .size = size};
    }
    return refuse(404, "not found");
}

snw__route snw__route_of(const snw__request *request, const snw__hosts *hosts,
                         const snw__files *files) {
    if (!snw__names_are_ours(hosts, &request->host, &request->origin)) {
        return refuse(403, "the host name does not belong to this server");
    }
    // a body has one length, or there is none: two ways to tell it are one too many
    if (request->in_chunks) {
        snw__route wrong = refuse(411, "state the length");
        wrong.hang_up = true;
        return wrong;
    }
    if (!is_path(request)) return refuse(400, "this is not a path");
    if (request->method == SNW__GET || request->method == SNW__HEAD) return get(request, files);
    if (request->method == SNW__POST) return post(request);
    snw__route wrong = refuse(405, "GET, HEAD or POST");
    wrong.hang_up = true;
    return wrong;
}
