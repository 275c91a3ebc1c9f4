// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../parts/harness.h"
#include "sinew/wire.h"
#include "sinew/wire/serve.h"
#include "sinew/wire/state.h"

static snw_wire_request request;
static snw_why why;

static snw_status read_text(const char *text, size_t length) {
    snw_setup *setup = snw_setup_create(1 << 20);
    why = (snw_why){0};
    const snw_status status = snw_wire_read(text, length, setup, &request, &why);
    CHECK(status == SNW_OK || (status < 0 && why.code == status));
    snw_setup_destroy(setup);
    return status;
}

static snw_status read_line(const char *text) {
    return read_text(text, strlen(text));
}

static void every_member_of_a_request_arrives(void) {
    CHECK(read_line("{\"id\":7,\"command\":\"set\",\"path\":\"law/kp[2]\",\"value\":\"120\","
                    "\"lease\":{\"epoch\":\"5f0c\",\"sequence\":3}}") == SNW_OK);
    CHECK(request.id == 7 && request.command == SNW_WIRE_set && request.lease.sequence == 3);
    CHECK_TEXT(request.path, "law/kp[2]");
    CHECK_TEXT(request.value, "120");
    CHECK_TEXT(request.lease.epoch, "5f0c");
    CHECK(read_line(" {\"command\":\"pace\" , \"value\":0.5}\n") == SNW_OK);
    CHECK_TEXT(request.value, "0.5");
    CHECK(request.id == 0 && request.lease.sequence == 0);
    CHECK(read_line("{\"command\":\"set\",\"value\":true}") == SNW_OK);
    CHECK_TEXT(request.value, "true");
    CHECK(read_line("{\"command\":\"subscribe\",\"signals\":[\"a/b\",\"c\\u002Fd\"]}") == SNW_OK);
    CHECK(request.signal_count == 2);
    CHECK_TEXT(request.signals[1], "c/d");
    CHECK(read_line("{\"command\":\"hello\",\"token\":\"t\",\"name\":\"\\ud83d\\ude00\","
                    "\"version\":\"0.1.0\"}") == SNW_OK);
    CHECK_TEXT(request.name, "\xf0\x9f\x98\x80");
    CHECK(read_line("{\"command\":\"lease\",\"act\":\"take\"}") == SNW_OK);
    CHECK(read_line("{\"command\":\"keep\",\"challenge\":\"0123456789abcdef\"}") == SNW_OK);
    CHECK(read_line("{\"command\":\"describe\",\"type\":\"pid\"}") == SNW_OK);
    for (int i = 0; i < SNW_WIRE_COUNT; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "{\"command\":\"%s\"}",
                       snw_wire_command_name((snw_wire_command)i));
        CHECK(read_line(line) == SNW_OK && request.command == (snw_wire_command)i);
    }
}

// Long texts are cleared by their first byte: nothing of what stood in a request may be read later.
static void what_a_request_held_before_is_gone(void) {
    static const char *const lines[] = {
        "{}", "{\"command\":\"get\",\"path\":\"loop/t\"}",
        "{\"command\":\"subscribe\",\"signals\":[\"a\",\"b/c\"]}",
        "{\"id\":3,\"command\":\"call\",\"word\":\"move\",\"arguments\":{\"q\":[1]}}"};
    static snw_wire_request zeros, emptied;
    memset(&emptied, 0xA5, sizeof emptied);
    snw_wire_clear(&emptied);
    CHECK(snw_block_equal(&snw_wire_request_type, &zeros, &emptied));
    for (int i = 0; i < SNW_SUBSCRIBED; i++)
        CHECK_TEXT(emptied.signals[i], "");
    // a token is wiped whole
    for (size_t i = 0; i < sizeof emptied.token; i++)
        CHECK(emptied.token[i] == 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        memset(&request, 0, sizeof request);
        const snw_status status = read_line(lines[i]);
        const snw_wire_request fresh = request;
        memset(&request, 0xA5, sizeof request);
        CHECK(read_line(lines[i]) == status);
        CHECK(snw_block_equal(&snw_wire_request_type, &fresh, &request));
    }
}

// reliability F07: corner cases of JSON, each refused with a rule
static void F07_what_is_no_request_is_refused_with_a_rule(void) {
    static const struct {
        const char *text, *rule; // NULL: a rule of the grammar
    } cases[] = {
        {"", NULL},
        {" ", NULL},
        {"{", NULL},
        {"}", NULL},
        {"[]", "value"},
        {"null", "value"},
        {"\"hello\"", "value"},
        {"{}", "need"},
        {"{\"command\":\"hello\"", NULL},
        {"{\"command\":\"hello\",}", NULL},
        {"{\"command\":\"hello\"}}", NULL},
        {"{\"command\":\"hello\"}{}", NULL},
        {"{\"command\":\"hello\"} x", NULL},
        {"{'command':'hello'}", NULL},
        {"{\"command\":hello}", NULL},
        {"{\"command\":\"hello\",\"command\":\"stop\"}", "twice"},
        {"{\"command\":\"hello\",\"c\\u006fmmand\":\"stop\"}", "twice"},
        {"{\"command\":\"get\",\"lease\":{\"epoch\":\"a\",\"epoch\":\"b\"}}", "twice"},
        {"{\"command\":\"jump\"}", "value"},
        {"{\"command\":7}", "value"},
        {"{\"command\":null}", "value"},
        {"{\"Command\":\"hello\"}", "name"},
        {"{\"command\":\"hello\",\"extra\":1}", "name"},
        {"{\"command\":\"hello\",\"id\":1e999}", "number"},
        {"{\"command\":\"hello\",\"id\":-1e999}", "number"},
        {"{\"command\":\"pace\",\"value\":1e400}", "number"},
        {"{\"command\":\"pace\",\"value\":NaN}", NULL},
        {"{\"command\":\"pace\",\"value\":Infinity}", NULL},
        {"{\"command\":\"pace\",\"value\":01}", NULL},
        {"{\"command\":\"pace\",\"value\":+1}", NULL},
        {"{\"command\":\"pace\",\"value\":.5}", NULL},
        {"{\"command\":\"pace\",\"value\":0x10}", NULL},
        {"{\"command\":\"hello\",\"id\":1.5}", "value"},
        {"{\"command\":\"hello\",\"id\":-1}", "value"},
        {"{\"command\":\"hello\",\"id\":9007199254740994}", "value"},
        {"{\"command\":\"hello\",\"id\":\"x\"}", "value"},
        {"{\"command\":\"hello\",\"id\":[1]}", "value"},
        {"{\"command\":\"list\",\"most\":5000}", "value"},
        {"{\"command\":\"hello\",\"name\":\"\\ud83d\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\\ude00\\ud83d\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\\ud83dx\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\\u12\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\\x41\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"a\\u0000b\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"a\tb\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\xff\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\xc0\x80\"}", NULL},
        {"{\"command\":\"hello\",\"name\":\"\xed\xa0\x80\"}", NULL},
        {"{\"command\":\"hello\",\"name\":{\"a\":1}}", "value"},
        {"{\"command\":\"subscribe\",\"signals\":\"a\"}", "value"},
        {"{\"command\":\"subscribe\",\"signals\":[1]}", "value"},
        {"{\"command\":\"subscribe\",\"signals\":[[\"a\"]]}", "value"},
        {"{\"command\":\"get\",\"lease\":[]}", "value"},
        {"{\"command\":\"get\",\"lease\":{\"sequence\":-1}}", "value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const snw_status status = read_line(cases[i].text);
        if (status == SNW_OK) print_error("taken: %s\n", cases[i].text);
        CHECK(status < 0);
        if (cases[i].rule != NULL) CHECK_TEXT(why.rule, cases[i].rule);
    }
    CHECK(read_text("{\"command\":\"hello\"}\0", 20) < 0); // a zero is no blank
}

static void F07_size_and_depth_are_bounded(void) {
    static char text[SNW_WIRE_REQUEST + 16];
    memset(text, ' ', sizeof text);
    static const char hello[] = "{\"command\":\"hello\"}";
    memcpy(text, hello, sizeof hello - 1);
    CHECK(read_text(text, SNW_WIRE_REQUEST) == SNW_OK);
    CHECK(read_text(text, SNW_WIRE_REQUEST + 1) == SNW_ERR_TOO_LARGE);
    // however deep it goes, it ends where the table does
    for (int depth = 2; depth < 2000; depth += depth < 40 ? 1 : 197) {
        char *at = text;
        at += snprintf(at, 64, "{\"command\":\"subscribe\",\"signals\":");
        for (int i = 1; i < depth; i++)
            *at++ = '[';
        CHECK(read_text(text, (size_t)(at - text)) < 0);
        CHECK(why.column < 50);
    }
    // too long for its place, too many of them
    for (int length = 255; length <= 256; length++) {
        int at = snprintf(text, 64, "{\"command\":\"get\",\"path\":\"");
        memset(text + at, 'a', (size_t)length);
        at += length;
        at += snprintf(text + at, 8, "\"}");
        CHECK((read_text(text, (size_t)at) == SNW_OK) == (length == 255));
    }
    for (int count = SNW_SUBSCRIBED; count <= SNW_SUBSCRIBED + 1; count++) {
        char *at = text;
        at += snprintf(at, 64, "{\"command\":\"subscribe\",\"signals\":[");
        for (int i = 0; i < count; i++)
            at += snprintf(at, 16, "%s\"a\"", i > 0 ? "," : "");
        at += snprintf(at, 16, "]}");
        CHECK((read_text(text, (size_t)(at - text)) == SNW_OK) == (count == SNW_SUBSCRIBED));
    }
}

// any bytes: an answer, never a crash; what is accepted says one of the commands
static void F07_any_bytes_are_read_or_refused(void) {
    static const char *const words[] = {
        "{",       "}",       "[",   "]", ":",    ",",    "\"",  "\"command\"", "\"id\"",
        "\"get\"", "\"set\"", "1e9", "-", "null", "true", "\\u", "\"lease\"",   " "};
    CHECK_CASES(check_scaled(50000)) {
        char text[200];
        size_t length = 0;
        for (int i = check_int(0, 20); i > 0; i--) {
            const char *word = words[check_int(0, (int)(sizeof words / sizeof words[0]) - 1)];
            if (length + strlen(word) >= sizeof text) break;
            memcpy(text + length, word, strlen(word));
            length += strlen(word);
        }
        if (length > 0) text[check_int(0, (int)length - 1)] = (char)check_int(0, 255);
        if (read_text(text, length) == SNW_OK) CHECK((unsigned)request.command < SNW_WIRE_COUNT);
    }
}

// --- what a request comes to --------------------------------------------------------------------

static snw_act need(const snw_wire *wire, const char *line) {
    CHECK(read_line(line) == SNW_OK);
    return snw_wire_need(wire, &request);
}

static void single_requests_come_to_what_they_do(void) {
    static harness h;
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/imi.cell.xml", NULL)));
    enable(&h);
    run_ticks(&h, 5);
    const snw_wire wire = {.exec = h.exec, .cell = "imi"};
    CHECK(need(&wire, "{\"command\":\"set\",\"path\":\"law/kp[0]\"}") == SNW_ACT_move);
    CHECK(need(&wire, "{\"command\":\"set\",\"path\":\"law/kp\"}") == SNW_ACT_move);
    CHECK(need(&wire, "{\"command\":\"set\",\"path\":\"nothing\"}") == SNW_ACT_change);
    CHECK(need(&wire, "{\"command\":\"message\",\"object\":\"arm.drive\",\"text\":"
                      "\" fault 0 stuck\"}") == SNW_ACT_inject);
    CHECK(need(&wire, "{\"command\":\"message\",\"object\":\"arm.drive\",\"text\":\"x\"}") ==
          SNW_ACT_move);
    CHECK(need(&wire, "{\"command\":\"message\",\"object\":\"law\",\"text\":\"count\"}") ==
          SNW_ACT_move); // a question of another type of component
    CHECK(need(&wire, "{\"command\":\"states\",\"act\":\"list\"}") == SNW_ACT_read);
    static const char *const states[] = {"load", "save", "reset", "", "lists"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        char line[96];
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "{\"command\":\"states\",\"act\":\"%s\"}", states[i]);
        CHECK(need(&wire, line) == SNW_ACT_move);
    }
    // whatever is done with files of cells
    static const char *const acts[] = {"", "open", "merge", "save", "kinematic", "list"};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        char line[96];
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "{\"command\":\"open\",\"act\":\"%s\",\"name\":\"x\"}", acts[i]);
        CHECK(need(&wire, line) == SNW_ACT_load);
    }
    CHECK(need(&wire, "{\"command\":\"stop\"}") == SNW_ACT_stop);
    CHECK(!snw_wire_streams(&wire, &request));
    // what the arm carries is for engineers, though it may change while the arm moves
    CHECK(need(&wire, "{\"command\":\"set\",\"path\":\"law/payload/mass\"}") == SNW_ACT_change);
    CHECK(need(&wire, "{\"command\":\"set\",\"path\":\"law/payload/center\"}") == SNW_ACT_change);
    // what changes at standstill only is for engineers
    int standstill = 0;
    for (int i = 0; i < snw_exec_component_count(h.exec); i++) {
        const snw_component *component = snw_exec_component(h.exec, i);
        for (int k = 0; k < component->type->field_count; k++) {
            const snw_field *field = &component->type->fields[k];
            char line[256];
            if (field->kind != SNW_KIND_REAL || field->array != SNW_SINGLE) continue;
            (void)snprintf(line, sizeof line, "{\"command\":\"set\",\"path\":\"%s/%s\"}",
                           component->name, field->name);
            CHECK(need(&wire, line) == (field->when == SNW_LIVE ? SNW_ACT_move : SNW_ACT_change));
            standstill += field->when != SNW_LIVE;
        }
    }
    CHECK(standstill > 0);
    close_cell(&h);
}

int main(void) {
    RUN(every_member_of_a_request_arrives);
    RUN(what_a_request_held_before_is_gone);
    RUN(F07_what_is_no_request_is_refused_with_a_rule);
    RUN(F07_size_and_depth_are_bounded);
    RUN(F07_any_bytes_are_read_or_refused);
    RUN(single_requests_come_to_what_they_do);
    return check_report();
}
