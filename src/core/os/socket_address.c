// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "inside.h"
#include "internal.h"
#include "socket_native.h"

static const char LOCAL_PREFIX[] = "unix:";

static bool parse_port(const char *text, uint16_t *port) {
    int64_t number = 0;
    if (text[0] < '0' || text[0] > '9') return false;
    return snw_int_parse(text, strlen(text), &number, NULL) == SNW_OK &&
           snw_int_to_u16(number, port) == SNW_OK;
}

snw_status snw_address_parse(const char *text, snw_address *address, snw_why *why) {
    snw_address found = {0};
    const size_t prefix = sizeof LOCAL_PREFIX - 1;
    if (strncmp(text, LOCAL_PREFIX, prefix) == 0) {
        const size_t length = strlen(text + prefix);
        if (length == 0) {
            return snw_refuse_rule(
                why, SNW_ERR_SYNTAX, "address", text, "the local address has no path",
                "write 127.0.0.1:9999, [::1]:9999 or unix:/path; names are not looked up");
        }
        if (length >= SNW_ADDRESS_PATH) {
            return snw_refuse_rule(
                why, SNW_ERR_SYNTAX, "address", text,
                "the path of a local address has at most 107 bytes",
                "write 127.0.0.1:9999, [::1]:9999 or unix:/path; names are not looked up");
        }
        found.kind = SNW_ADDRESS_LOCAL;
        memcpy(found.path, text + prefix, length + 1);
        *address = found;
        return SNW_OK;
    }

    // the port is behind the last colon; numbers with colons of their own stand in brackets
    const char *colon = strrchr(text, ':');
    if (!colon || !parse_port(colon + 1, &found.port)) {
        return snw_refuse_rule(
            why, SNW_ERR_SYNTAX, "address", text,
            "the address has no port in 0..65535 behind a colon",
            "write 127.0.0.1:9999, [::1]:9999 or unix:/path; names are not looked up");
    }
    char host[INET6_ADDRSTRLEN];
    const bool brackets = text[0] == '[' && colon > text + 1 && colon[-1] == ']';
    const char *start = brackets ? text + 1 : text;
    const size_t length = (size_t)(colon - start) - (brackets ? 1 : 0);
    if (length >= sizeof host) {
        return snw_refuse_rule(
            why, SNW_ERR_SYNTAX, "address", text, "the address is not numeric",
            "write 127.0.0.1:9999, [::1]:9999 or unix:/path; names are not looked up");
    }
    memcpy(host, start, length);
    host[length] = '\0';
    found.kind = brackets ? SNW_ADDRESS_IP6 : SNW_ADDRESS_IP4;
    if (inet_pton(brackets ? AF_INET6 : AF_INET, host, found.ip) != 1) {
        return snw_refuse_rule(
            why, SNW_ERR_SYNTAX, "address", text, "the address is not numeric",
            "write 127.0.0.1:9999, [::1]:9999 or unix:/path; names are not looked up");
    }
    *address = found;
    return SNW_OK;
}

void snw__address_print(const snw_address *address, char out[SNW_ADDRESS_TEXT]) {
    char host[INET6_ADDRSTRLEN] = "?";
    switch (address->kind) {
    case SNW_ADDRESS_IP4:
        (void)inet_ntop(AF_INET, address->ip, host, sizeof host);
        (void)snprintf(out, SNW_ADDRESS_TEXT, "%s:%u", host, (unsigned)address->port);
        return;
    case SNW_ADDRESS_IP6:
        (void)inet_ntop(AF_INET6, address->ip, host, sizeof host);
        (void)snprintf(out, SNW_ADDRESS_TEXT, "[%s]:%u", host, (unsigned)address->port);
        return;
    case SNW_ADDRESS_LOCAL:
        (void)snprintf(out, SNW_ADDRESS_TEXT, "%s%s", LOCAL_PREFIX, address->path);
        return;
    case SNW_ADDRESS_NONE:
        break;
    }
    (void)snprintf(out, SNW_ADDRESS_TEXT, "none");
}

bool snw_address_is_loopback(const snw_address *address) {
    static const uint8_t one[16] = {[15] = 1};
    switch (address->kind) {
    case SNW_ADDRESS_IP4:
        return address->ip[0] == 127;
    case SNW_ADDRESS_IP6:
        return memcmp(address->ip, one, sizeof one) == 0;
    case SNW_ADDRESS_LOCAL:
        return true;
    case SNW_ADDRESS_NONE:
        break;
    }
    return false;
}

int snw__address_family(const snw_address *address) {
    switch (address->kind) {
    case SNW_ADDRESS_IP4:
        return AF_INET;
    case SNW_ADDRESS_IP6:
        return AF_INET6;
    case SNW_ADDRESS_LOCAL:
        return AF_UNIX;
    case SNW_ADDRESS_NONE:
        break;
    }
    return AF_UNSPEC;
}

socklen_t snw__address_to_native(const snw_address *address, snw__native_address *native) {
    memset(native, 0, sizeof *native);
    switch (address->kind) {
    case SNW_ADDRESS_IP4:
        native->ip4.sin_family = AF_INET;
        native->ip4.sin_port = htons(address->port);
        memcpy(&native->ip4.sin_addr, address->ip, sizeof native->ip4.sin_addr);
        return sizeof native->ip4;
    case SNW_ADDRESS_IP6:
        native->ip6.sin6_family = AF_INET6;
        native->ip6.sin6_port = htons(address->port);
        memcpy(&native->ip6.sin6_addr, address->ip, sizeof native->ip6.sin6_addr);
        return sizeof native->ip6;
    case SNW_ADDRESS_LOCAL:
        native->local.sun_family = AF_UNIX;
        memcpy(native->local.sun_path, address->path, sizeof native->local.sun_path);
        return sizeof native->local;
    case SNW_ADDRESS_NONE:
        break;
    }
    return 0;
}

void snw__address_from_native(const snw__native_address *native, socklen_t length,
                              snw_address *address) {
    *address = (snw_address){0};
    const size_t path_start = offsetof(struct sockaddr_un, sun_path);
    if (length < sizeof(sa_family_t)) return;
    if (native->any.sa_family == AF_INET) {
        address->kind = SNW_ADDRESS_IP4;
        address->port = ntohs(native->ip4.sin_port);
        memcpy(address->ip, &native->ip4.sin_addr, sizeof native->ip4.sin_addr);
    } else if (native->any.sa_family == AF_INET6) {
        address->kind = SNW_ADDRESS_IP6;
        address->port = ntohs(native->ip6.sin6_port);
        memcpy(address->ip, &native->ip6.sin6_addr, sizeof native->ip6.sin6_addr);
    } else if (native->any.sa_family == AF_UNIX) {
        address->kind = SNW_ADDRESS_LOCAL;
        // the system gives the length of the path and not always a zero behind it
        size_t bytes = length > path_start ? length - path_start : 0;
        if (bytes > SNW_ADDRESS_PATH - 1) bytes = SNW_ADDRESS_PATH - 1;
        memcpy(address->path, native->local.sun_path, bytes);
    }
}
