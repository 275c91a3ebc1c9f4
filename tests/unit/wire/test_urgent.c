// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <string.h>

#include "sinew/wire.h"
#include "sinew/wire/serve.h"

static snw_wire_urgency urgency_of(const char *text, snw_wire_urgent_request *urgent) {
    return snw_wire_urgent(text, strlen(text), urgent);
}

// Seen: a stop with a bad field, without an id or with a name that stood twice was refused as a
// request that cannot be read, and the arm went on.
static void a_stop_is_found_however_broken_the_rest_is(void) {
    static const char *const stops[] = {
        "{\"id\":1,\"command\":\"stop\"}",
        "{\"command\":\"stop\"}",
        "{\"id\":-4,\"command\" : \"stop\"}",
        "{\"id\":nan,\"command\":\n\"stop\"}",
        "{\"command\":\"stop\",\"lease\":5}",
        "{\"command\":\"stop\",\"lease\":{\"epoch\":1,\"sequence\":\"x\"}}",
        "{\"command\":\"status\",\"command\":\"stop\"}",
        "{\"id\":1,\"command\":\"stop\"",
        "\"command\":\"stop\"",
        "{\"id\":\",\"command\":\"stop\"}",
        "{\"command\":\"st\\u006fp\"}",
        "[{\"command\":\"stop\"}]",
    };
    snw_wire_urgent_request urgent;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        if (urgency_of(stops[i], &urgent) != SNW_WIRE_URGENT_STOP) print_error("%s\n", stops[i]);
        CHECK(urgency_of(stops[i], &urgent) == SNW_WIRE_URGENT_STOP);
        CHECK_TEXT(urgent.arm, "");
    }
    CHECK(urgency_of("{\"command\":\"stop\",\"arm\":\"left\"}", &urgent) == SNW_WIRE_URGENT_STOP);
    CHECK_TEXT(urgent.arm, "left");
    CHECK(!urgent.off);
    CHECK(urgency_of("{\"command\":\"stop\",\"act\":\"off\"}", &urgent) == SNW_WIRE_URGENT_STOP);
    CHECK(urgent.off);
    CHECK(urgency_of("{\"command\":\"disable\"}", &urgent) == SNW_WIRE_URGENT_DISABLE);
    CHECK(urgency_of("{\"command\":\"stop\",\"command\":\"disable\"}", &urgent) ==
          SNW_WIRE_URGENT_DISABLE);
}

static void nothing_else_is_a_stop(void) {
    static const char *const others[] = {
        "",
        "{}",
        "{\"command\":\"status\"}",
        "{\"command\":\"stopped\"}",
        "{\"command\":\"sto",
        "{\"command\":",
        "{\"command\":\"halt\",\"object\":\"stop\"}",
        "{\"command\":\"load\",\"document\":\"\\\"command\\\":\\\"stop\\\"\"}",
        "{\"name\":\"command\",\"text\":\"stop\"}",
        "{\"commands\":\"stop\"}",
    };
    snw_wire_urgent_request urgent;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (urgency_of(others[i], &urgent) != SNW_WIRE_NOT_URGENT) print_error("%s\n", others[i]);
        CHECK(urgency_of(others[i], &urgent) == SNW_WIRE_NOT_URGENT);
    }
}

static void messages_show_their_object_and_text(void) {
    snw_wire_urgent_request urgent;
    CHECK(
        urgency_of("{\"lease\":7,\"command\":\"message\",\"object\":\"motion\",\"text\":\"stop\"}",
                   &urgent) == SNW_WIRE_MAYBE_END);
    CHECK_TEXT(urgent.object, "motion");
    CHECK_TEXT(urgent.text, "stop");
    CHECK(urgency_of("{\"command\":\"message\",\"text\":\"a\\\"b\\n\\u0063\"}", &urgent) ==
          SNW_WIRE_MAYBE_END);
    CHECK_TEXT(urgent.object, "");
    CHECK_TEXT(urgent.text, "a\"b c");
}

// Every piece of a request, and requests with a byte changed, are looked at without harm; what the
// strict reader takes for a stop is always found.
static void what_the_reader_takes_for_a_stop_is_found(void) {
    static const char stop[] = "{\"id\":12,\"command\":\"stop\",\"arm\":\"arm\",\"lease\":{"
                               "\"epoch\":\"00\",\"sequence\":3}}";
    static snw_wire_request request;
    snw_wire_urgent_request urgent;
    int read = 0;
    for (int i = 0; i < 20000; i++) {
        char bytes[sizeof stop];
        memcpy(bytes, stop, sizeof stop);
        const size_t size = (size_t)check_int(0, (int)sizeof stop - 1);
        const int changes = check_int(0, 2);
        for (int k = 0; k < changes && size > 0; k++)
            bytes[check_int(0, (int)size - 1)] = (char)check_int(1, 127);
        const snw_wire_urgency found = snw_wire_urgent(bytes, size, &urgent);
        snw_setup *setup = snw_setup_create(1 << 16);
        const snw_status status = snw_wire_read(bytes, size, setup, &request, NULL);
        snw_setup_destroy(setup);
        if (snw_failed(status) || request.command != SNW_WIRE_stop) continue;
        read++;
        CHECK(found == SNW_WIRE_URGENT_STOP);
    }
    CHECK(read > 100);
}

int main(void) {
    RUN(a_stop_is_found_however_broken_the_rest_is);
    RUN(nothing_else_is_a_stop);
    RUN(messages_show_their_object_and_text);
    RUN(what_the_reader_takes_for_a_stop_is_found);
    return check_report();
}
