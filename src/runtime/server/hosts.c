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

// true when text[length] begins with `head`, in letters of any size
static bool begins_with(const char *text, size_t length, const char *head) {
    const size_t size = strlen(head);
    if (length < size) return false;
    for (size_t i = 0; i < size; i++) {
        if (lower(text[i]) != head[i]) return false;
    }
    return true;
}

bool snw__origin_allowed(const snw__hosts *hosts, const char *text, size_t length) {
    const char *scheme = hosts->secure ? "https://" : "http://";
    for (int i = 0; i < hosts->origin_count; i++) {
        if (same_name(text, hosts->origins[i], length)) return true;
    }
    const size_t head = strlen(scheme);
    return length > head && begins_with(text, length, scheme) &&
           snw__host_allowed(hosts, text + head, length - head);
}

// --- other sites --------------------------------------------------------------------------------

// A name or an address in brackets: browsers write nothing else there.
static bool is_host(const char *text, size_t length) {
    const bool v6 = length > 2 && text[0] == '[' && text[length - 1] == ']';
    const char *letters = v6 ? "[]:." : "-._";
    for (size_t i = 0; i < length; i++) {
        const char c = lower(text[i]);
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
        if (!plain && strchr(letters, c) == NULL) return false;
    }
    return length > 0;
}

static const char *wrong_origin(const char *text) {
    const size_t length = strlen(text);
    const size_t head = begins_with(text, length, "https://")  ? 8
                        : begins_with(text, length, "http://") ? 7
                                                               : 0;
    const char *rest = text + head;
    size_t name;
    if (strcmp(text, "null") == 0) return "pages without a site all send 'null'";
    if (strchr(text, '*') != NULL) return "every site must be named";
    if (head == 0) return "a site begins with http:// or https://";
    if (strchr(rest, '/') != NULL) return "a site has no path, and no slash at its end";
    if (strchr(rest, '@') != NULL) return "a site has no user";
    const int port = port_of(rest, length - head, &name);
    if (port == -2 || port == 0 || port > 65535) return "its port is not a number from 1 to 65535";
    if (port == (head == 8 ? 443 : 80)) return "browsers omit the default port of the scheme";
    if (!is_host(rest, name)) return "its name may have letters, digits, '-', '.' and '_'";
    return length < SNW__HOST_NAME ? NULL : "it is too long";
}

snw_status snw__origins_add(snw__hosts *hosts, const char *origin, snw_why *why) {
    const char *wrong = wrong_origin(origin);
    if (wrong != NULL) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, origin, wrong,
                          "write it as a browser does: https://app.example.org");
    }
    if (hosts->origin_count == SNW__ORIGINS) {
        return snw_refuse(why, SNW_ERR_FULL, origin, "too many sites", NULL);
    }
    char *kept = hosts->origins[hosts->origin_count++];
    for (size_t i = 0; i <= strlen(origin); i++)
        kept[i] = lower(origin[i]);
    return SNW_OK;
}

snw_status snw__hosts_add(snw__hosts *hosts, const char *name) {
    const bool v6 = strchr(name, ':') != NULL && name[0] != '[';
    if (hosts->count == SNW__HOSTS || strlen(name) + 3 > SNW__HOST_NAME) return SNW_ERR_FULL;
    snw_text text = snw_text_over(hosts->names[hosts->count++], SNW__HOST_NAME);
    snw_text_format(&text, v6 ? "[%s]" : "%s", name);
    return SNW_OK;
}
