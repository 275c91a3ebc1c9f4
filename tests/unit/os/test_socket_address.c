// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "../../../src/core/os/inside.h"
#include "check.h"
#include "sinew/os/socket.h"

static snw_address address;
static snw_why why;

static void numeric_addresses_are_read(void) {
    CHECK(snw_address_parse("127.0.0.1:9999", &address, &why) == SNW_OK);
    CHECK(address.kind == SNW_ADDRESS_IP4 && address.port == 9999);
    CHECK(memcmp(address.ip, "\x7f\x00\x00\x01", 4) == 0);
    CHECK(snw_address_parse("[::1]:0", &address, &why) == SNW_OK);
    CHECK(address.kind == SNW_ADDRESS_IP6 && address.port == 0);
    CHECK(address.ip[15] == 1 && address.ip[0] == 0);
    CHECK(snw_address_parse("[2001:db8::ff]:65535", &address, &why) == SNW_OK);
    CHECK(address.ip[0] == 0x20 && address.ip[1] == 0x01 && address.ip[15] == 0xff);
    CHECK(address.port == 65535);
    CHECK(snw_address_parse("unix:/run/sinew/cell", &address, &why) == SNW_OK);
    CHECK(address.kind == SNW_ADDRESS_LOCAL);
    CHECK_TEXT(address.path, "/run/sinew/cell");
}

static void everything_else_is_refused_and_nothing_is_looked_up(void) {
    static const char *const wrong[] = {
        "",
        "localhost:80",
        "localhost",
        "127.0.0.1",
        "127.0.0.1:",
        ":80",
        "127.0.0.1:65536",
        "1.2.3:80",
        "1.2.3.4.5:80",
        "256.0.0.1:80",
        "::1:80",
        "[::1]",
        "[::1]80",
        "[::1:80",
        "[]:80",
        "127.0.0.1:80x",
        "127.0.0.1:-1",
        "127.0.0.1:+1",
        "127.0.0.1: 1",
        "unix:",
        "[127.0.0.1]:80",
        "example.org:80",
        " 127.0.0.1:80",
        "127.1:80",
        "[:]:1",
        "]:1",
        ":",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snw_address before = {.port = 77}, given = before;
        memset(&why, 0, sizeof why);
        CHECK(snw_address_parse(wrong[i], &given, &why) == SNW_ERR_SYNTAX);
        CHECK(given.port == 77 && given.kind == SNW_ADDRESS_NONE);
        CHECK(why.code == SNW_ERR_SYNTAX && strstr(why.fix, "127.0.0.1"));
    }
    // 107 bytes fit into a local address, and no more
    char path[200] = "unix:";
    memset(path + 5, 'p', 107);
    CHECK(snw_address_parse(path, &address, &why) == SNW_OK && strlen(address.path) == 107);
    path[112] = 'p';
    CHECK(snw_address_parse(path, &address, &why) == SNW_ERR_SYNTAX);
    // and a host as long as no number is
    memset(path, '1', sizeof path);
    memcpy(path + 190, ":80", 4);
    CHECK(snw_address_parse(path, &address, &why) == SNW_ERR_SYNTAX);
}

static void what_is_printed_reads_back_the_same(void) {
    char text[SNW_ADDRESS_TEXT];
    CHECK_CASES(check_scaled(50000)) {
        snw_address a = {.kind = check_int(0, 1) ? SNW_ADDRESS_IP4 : SNW_ADDRESS_IP6}, b;
        a.port = (uint16_t)check_bits();
        const int bytes = a.kind == SNW_ADDRESS_IP4 ? 4 : 16;
        // with runs of zeros, which IPv6 abbreviates
        for (int i = 0; i < bytes; i++) {
            a.ip[i] = check_int(0, 2) ? 0 : (uint8_t)check_bits();
        }
        snw__address_print(&a, text);
        CHECK(snw_address_parse(text, &b, NULL) == SNW_OK);
        CHECK(b.kind == a.kind && b.port == a.port && memcmp(a.ip, b.ip, 16) == 0);
    }
    CHECK(snw_address_parse("unix:a/b", &address, NULL) == SNW_OK);
    snw__address_print(&address, text);
    CHECK_TEXT(text, "unix:a/b");
    address.kind = SNW_ADDRESS_NONE;
    snw__address_print(&address, text);
    CHECK_TEXT(text, "none");
}

static bool is_loopback(const char *text) {
    CHECK(snw_address_parse(text, &address, NULL) == SNW_OK);
    return snw_address_is_loopback(&address);
}

static void only_this_machine_is_loopback(void) {
    CHECK(is_loopback("127.0.0.1:1") && is_loopback("127.255.0.9:1") && is_loopback("[::1]:1"));
    CHECK(is_loopback("unix:/x"));
    CHECK(!is_loopback("0.0.0.0:1") && !is_loopback("10.0.0.1:1") && !is_loopback("128.0.0.1:1"));
    CHECK(!is_loopback("[::]:1") && !is_loopback("[fe80::1]:1") && !is_loopback("[::2]:1"));
    CHECK(!is_loopback("[::ffff:10.0.0.1]:1") && !is_loopback("[1::1]:1"));
    address.kind = SNW_ADDRESS_NONE;
    CHECK(!snw_address_is_loopback(&address));
}

int main(void) {
    RUN(numeric_addresses_are_read);
    RUN(everything_else_is_refused_and_nothing_is_looked_up);
    RUN(what_is_printed_reads_back_the_same);
    RUN(only_this_machine_is_loopback);
    return check_report();
}
