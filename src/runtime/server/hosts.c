// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// Who may be meant by the header Host, and who may have sent a page's script: both must be names
// that this server was told to answer to. A page of another site names itself in Origin, and a name
// that was bent to lead here (DNS rebinding) is in Host.

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool same_name(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (b[i] == '\0' || lower(a[i]) != lower(b[i])) return false;
    }
    return b[length] == '\0';
}

// the port behind the last colon that is not inside brackets; -1 for none, -2 for a wrong one
static int port_of(const char *text, size_t length, size_t *name) {
    *name = length;
    const char *bracket = memchr(text, ']', length);
    const size_t from = bracket != NULL ? (size_t)(bracket - text) + 1 : 0;
    const char *colon = memchr(text + from, ':', length - from);
    if (colon == NULL) return -1;
    *name = (size_t)(colon - text);
    const size_t digits = length - *name - 1;
    if (digits == 0 || digits > 5 || colon[1] == '0') return -2;
    int port = 0;
    for (size_t i = 0; i < digits; i++) {
        const char c = colon[1 + i];
        if (c < '0' || c > '9') return -2;
        port = port * 10 + (c - '0');
    }
    return port;
}

bool snw__host_allowed(const snw__hosts *hosts, const char *text, size_t length) {
    size_t name;
    if (length == 0 || length >= SNW__HOST_NAME) return false;
    int port = port_of(text, length, &name);
    if (port == -1) port = hosts->secure ? 443 : 80;
    if (port != hosts->port) return false;
    for (int i = 0; i < hosts->count; i++) {
        if (same_name(text, hosts->names[i], name)) return true;
    }
    return false;
}

bool snw__origin_allowed(const snw__hosts *hosts, const char *text, size_t length) {
    const char *scheme = hosts->secure ? "https://" : "http://";
    const size_t head = strlen(scheme);
    if (length <= head) return false;
    for (size_t i = 0; i < head; i++) {
        if (lower(text[i]) != scheme[i]) return false;
    }
    return snw__host_allowed(hosts, text + head, length - head);
}

snw_status snw__hosts_add(snw__hosts *hosts, const char *name) {
    const bool v6 = strchr(name, ':') != NULL && name[0] != '[';
    if (hosts->count == SNW__HOSTS || strlen(name) + 3 > SNW__HOST_NAME) return SNW_ERR_FULL;
    snw_text text = snw_text_over(hosts->names[hosts->count++], SNW__HOST_NAME);
    snw_text_format(&text, v6 ? "[%s]" : "%s", name);
    return SNW_OK;
}
