// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of HTTP from any bytes: a line with method and path, then headers. Whatever they are
/// leads to a file of the table, to one of the few acts, or to a refusal with a code from 400 to
/// 499; only POST changes something; only for names that are ours or were allowed.

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/runtime/server/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static snw__hosts hosts;
static snw__files files;

static void open_tables(void) {
    static const char *const paths[] = {"/", "/assets/main.12ab.js", "/mesh/00ff.glb"};
    snw_why why = {0};
    if (files.items != NULL) return;
    hosts = (snw__hosts){.port = 8190};
    expect(snw__hosts_add(&hosts, "localhost") == SNW_OK);
    expect(snw__hosts_add(&hosts, "::1") == SNW_OK);
    expect(snw__origins_add(&hosts, "https://app.example.org", &why) == SNW_OK);
    files.items = calloc(SNW__FILES, sizeof *files.items);
    for (int i = 0; i < 3; i++)
        expect(snw__files_add(&files, paths[i], calloc(1, 16), 16, false) == SNW_OK);
}

// the text behind `name` in a line, as a header that fits into `limit` bytes
static void take_header(const char *line, size_t size, const char *name, size_t limit,
                        snw__header_text *header) {
    const size_t head = strlen(name);
    if (size < head || strncmp(line, name, head) != 0) return;
    *header = (snw__header_text){line + head, size - head < limit ? (int)(size - head) : -1};
}

static void expect_route(const snw__request *r, const snw__route *route) {
    switch (route->target) {
    case SNW__REFUSE:
        expect(route->code >= 400 && route->code < 500 && route->text[0] != '\0');
        return;
    case SNW__FILE:
        expect(route->file >= files.items && route->file < files.items + files.count);
        expect(strcmp(route->file->path, r->path) == 0 && r->method != SNW__POST);
        break;
    case SNW__NOTHING:
        expect(strcmp(r->path, "/favicon.ico") == 0);
        break;
    case SNW__DOWNLOAD:
        expect(r->method == SNW__GET && strncmp(r->path, "/record/", 8) == 0);
        break;
    case SNW__UPLOAD:
        expect(r->method == SNW__POST && strncmp(r->path, "/file/", 6) == 0);
        break;
    case SNW__STOP:
        expect(r->method == SNW__POST && strcmp(r->path, "/stop") == 0);
        break;
    }
    // what is not refused comes from a name of ours, whole, and with one length at most
    expect(snw__host_allowed(&hosts, r->host.text, (size_t)r->host.length) && !r->in_chunks);
    expect(r->path_size == strlen(r->path) && r->named_size == r->path_size);
    if (route->name != NULL && snw__is_file_name(route->name)) {
        expect(strchr(route->name, '/') == NULL && route->name[0] != '.');
    }
}

// an origin is added when it can be one, and is then the only one that may
static void try_origin(const char *text) {
    snw__hosts own = {.port = 8190};
    snw_why why = {0};
    const snw_status status = snw__origins_add(&own, text, &why);
    expect(snw__origin_allowed(&own, text, strlen(text)) == (status == SNW_OK));
    expect(status == SNW_OK || why.text[0] != '\0');
    expect(status != SNW_OK || (strchr(text, '*') == NULL && strncmp(text, "null", 4) != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    open_tables();
    char *bytes = malloc(size + 1);
    expect(bytes != NULL);
    if (size > 0) memcpy(bytes, data, size);
    bytes[size] = '\0';
    // METHOD PATH, where the path is what the library has made of it and may be shorter
    char *line = bytes;
    char *end = memchr(bytes, '\n', size);
    char *rest = end != NULL ? end + 1 : bytes + size;
    if (end != NULL) *end = '\0';
    snw__request r = {.method = line[0] == 'G'   ? SNW__GET
                                : line[0] == 'H' ? SNW__HEAD
                                : line[0] == 'P' ? SNW__POST
                                                 : SNW__OTHER};
    r.path = size > 0 && line[0] != '\0' ? line + 1 : line;
    r.path_size = strlen(r.path);
    r.named_size = (size_t)((end != NULL ? end : bytes + size) - r.path);
    while (rest < bytes + size) {
        end = memchr(rest, '\n', (size_t)(bytes + size - rest));
        char *stop = end != NULL ? end : bytes + size;
        const size_t length = (size_t)(stop - rest);
        take_header(rest, length, "H:", SNW__HOST_NAME + 16, &r.host);
        take_header(rest, length, "O:", SNW__HOST_NAME + 16, &r.origin);
        take_header(rest, length, "L:", 24, &r.length);
        if (length > 0 && rest[0] == 'T') r.in_chunks = true;
        rest = stop + 1;
    }
    const snw__route route = snw__route_of(&r, &hosts, &files);
    expect_route(&r, &route);
    try_origin(r.path);
    free(bytes);
    return 0;
}
