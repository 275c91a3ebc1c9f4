// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../parts/harness.h"
#include "sinew/wire.h"
#include "sinew/wire/serve.h"

static harness h;
static snw_wire wire;
static char answer[1 << 20];

static void open_wire(const char *cell) {
    char path[256];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cell);
    CHECK(!snw_failed(open_cell(&h, path, NULL)));
    wire = (snw_wire){.exec = h.exec, .cell = "test"};
    enable(&h);
    run_ticks(&h, 5);
}

// asks, ticking while the answer is under way; at most `ticks`
static const char *ask_within(const char *request, int ticks) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text text = snw_text_over(answer, sizeof answer);
    snw_wire_answer(&wire, request, strlen(request), setup, &text);
    for (int i = 0; i < ticks && wire.pending; i++) {
        snw_exec_tick(h.exec);
        text = snw_text_over(answer, sizeof answer);
        snw_wire_continue(&wire, &text);
    }
    CHECK(!wire.pending);
    CHECK(!snw_text_is_cut(&text));
    CHECK(text.length > 0 && answer[text.length - 1] == '\n');
    snw_setup_destroy(setup);
    return answer;
}

static const char *ask(const char *request) {
    return ask_within(request, 0);
}

static void values_are_read_and_changed_by_path(void) {
    open_wire("imi");
    CHECK_TEXT(ask("{\"command\":\"get\",\"path\":\"law/kp[0]\"}"),
               "{\"ok\":true,\"value\":\"400\"}\n");
    CHECK_TEXT(ask("{\"command\":\"set\",\"path\":\"law/kp[0]\",\"value\":\"500\"}"),
               "{\"ok\":true}\n");
    run_ticks(&h, 2);
    CHECK_TEXT(ask("{\"command\":\"get\",\"path\":\"law/kp[0]\"}"),
               "{\"ok\":true,\"value\":\"500\"}\n");
    const snw_component *law = snw_exec_find(h.exec, "law");
    CHECK(law != NULL);

    // refused: below the range, NaN, a path that is not there; the value stays
    static const char *const wrong[] = {
        "{\"command\":\"set\",\"path\":\"law/kp[0]\",\"value\":\"-1\"}",
        "{\"command\":\"set\",\"path\":\"law/kp[0]\",\"value\":\"nan\"}",
        "{\"command\":\"set\",\"path\":\"law/kp[9]\",\"value\":\"1\"}",
        "{\"command\":\"set\",\"path\":\"lav/kp\",\"value\":\"1\"}",
        "{\"command\":\"get\",\"path\":\"\"}"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(strncmp(ask(wrong[i]), "{\"ok\":false,\"error\":{", 21) == 0);
    }
    CHECK_TEXT(ask("{\"command\":\"get\",\"path\":\"law/kp[0]\"}"),
               "{\"ok\":true,\"value\":\"500\"}\n");
    const char *list = ask("{\"command\":\"list\",\"path\":\"law/kp*\"}");
    CHECK(strstr(list, "{\"path\":\"law/kp[0]\",\"value\":\"500\"") != NULL);
    CHECK(strstr(list, "\"when\":\"live\"") != NULL);
    CHECK(strstr(ask("{\"command\":\"list\",\"path\":\"**\",\"most\":3}"), "\"count\":") != NULL);
    close_cell(&h);
}

static void arms_are_stopped_acknowledged_and_enabled_by_name(void) {
    open_wire("two-arms");
    const snw_guard *left = snw_exec_guard(h.exec, 0);
    run_ticks(&h, 100);
    CHECK_TEXT(ask("{\"command\":\"stop\",\"arm\":\"left\"}"), "{\"ok\":true}\n");
    run_ticks(&h, 3000);
    CHECK(left->signals.state == SNW_ARM_HELD);
    CHECK(strstr(ask("{\"command\":\"status\"}"), "\"state\":\"held\"") != NULL);
    CHECK_TEXT(ask("{\"command\":\"acknowledge\"}"), "{\"ok\":true}\n");
    run_ticks(&h, 5);
    CHECK(left->signals.state == SNW_ARM_ENABLED);
    CHECK_TEXT(ask("{\"command\":\"disable\"}"), "{\"ok\":true}\n");
    run_ticks(&h, 3000);
    CHECK(left->signals.state == SNW_ARM_DISABLED);
    CHECK(strstr(ask("{\"command\":\"stop\",\"arm\":\"middle\"}"), "\"ok\":false") != NULL);
    const char *events = ask("{\"command\":\"events\"}");
    CHECK(strstr(events, "\"rule\":\"asked\"") != NULL);
    close_cell(&h);
}

static void a_motion_is_asked_for_and_answered_when_it_has_arrived(void) {
    open_wire("panda");
    CHECK_TEXT(ask_within("{\"command\":\"message\",\"object\":\"move\",\"text\":"
                          "\"move 0.2 -0.7 0 -2.2 0 1.6 0.8\"}",
                          10000),
               "{\"ok\":true,\"answer\":\"\"}\n");
    CHECK_NEAR(snw_exec_arm(h.exec, 0)->target.q[0], 0.2, 1e-12);
    CHECK(strstr(ask_within("{\"command\":\"message\",\"object\":\"move\",\"text\":"
                            "\"move 9 0 0 0 0 0 0\"}",
                            10),
                 "\"ok\":false") != NULL);
    CHECK(strstr(ask_within("{\"command\":\"message\",\"object\":\"nobody\",\"text\":\"x\"}", 10),
                 "\"ok\":false") != NULL);
    close_cell(&h);
}

// Seen: whoever asked for events took them away from everybody else, the page included. They are
// kept, and each client goes on from where it was.
static void events_are_read_by_any_number_of_clients(void) {
    static snw_event_log log;
    open_wire("imi");
    wire.log = &log;
    log.count = 0;
    CHECK_TEXT(ask("{\"command\":\"events\"}"), "{\"ok\":true,\"events\":[],\"next\":0}\n");
    for (int i = 0; i < 3; i++) {
        snw_event event = {.t_ns = i * 1000000000LL, .sequence = (uint64_t)i};
        snw_why_set(&event.why, SNW_ERR_LIMIT, "arm", "a test");
        snw_event_log_add(&log, &event);
    }
    for (int again = 0; again < 2; again++) {
        const char *all = ask("{\"command\":\"events\",\"value\":0}");
        CHECK(strstr(all, "\"sequence\":0,") != NULL && strstr(all, "\"sequence\":2,") != NULL);
        CHECK(strstr(all, "\"next\":3}") != NULL);
    }
    const char *last = ask("{\"command\":\"events\",\"value\":\"2\"}");
    CHECK(strstr(last, "\"sequence\":1,") == NULL && strstr(last, "\"sequence\":2,") != NULL);
    CHECK_TEXT(ask("{\"command\":\"events\",\"value\":3}"),
               "{\"ok\":true,\"events\":[],\"next\":3}\n");
    // a page of them: the newest without a number, the next with one
    CHECK(strstr(ask("{\"command\":\"events\",\"most\":1}"), "\"sequence\":2,") != NULL);
    const char *first = ask("{\"command\":\"events\",\"value\":0,\"most\":1}");
    CHECK(strstr(first, "\"sequence\":0,") != NULL && strstr(first, "\"next\":1}") != NULL);
    // more than are kept: the oldest are gone, and the number says how many there were
    for (int i = 3; i < SNW_EVENT_LOG + 10; i++) {
        const snw_event event = {.sequence = (uint64_t)i};
        snw_event_log_add(&log, &event);
    }
    CHECK(strstr(ask("{\"command\":\"events\",\"value\":0,\"most\":1}"), "\"sequence\":10,") !=
          NULL);
    static const char *const wrong[] = {"-1", "1.5", "x", "1e300"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char request[128];
        (void)snprintf(request, sizeof request, "{\"command\":\"events\",\"value\":\"%s\"}",
                       wrong[i]);
        CHECK(strstr(ask(request), "\"ok\":false") != NULL);
    }
    close_cell(&h);
}

// whatever the bytes are, there is one answer on one line, and the loop goes on
static void hostile_requests_are_answered_too(void) {
    static const char *const words[] = {
        "{",        "}",       "\"command\"", ":",     "\"get\"", ",",      "\"path\"",
        "\"**\"",   "[",       "]",           "1e999", "null",    "\"quit", "\\u0000",
        "\xff\xfe", "\"set\"", "\"value\"",   "-",     "true",    " "};
    open_wire("imi");
    CHECK_CASES(check_scaled(20000)) {
        char request[256];
        size_t length = 0;
        const int count = check_int(0, 24);
        for (int i = 0; i < count; i++) {
            const char *word = words[check_int(0, (int)(sizeof words / sizeof words[0]) - 1)];
            const size_t size = strlen(word);
            if (length + size >= sizeof request) break;
            memcpy(request + length, word, size);
            length += size;
        }
        for (int i = check_int(0, 2); i > 0 && length > 0; i--) {
            request[check_int(0, (int)length - 1)] = (char)check_int(0, 255);
        }
        snw_setup *setup = snw_setup_create(1 << 20);
        snw_text text = snw_text_over(answer, sizeof answer);
        snw_wire_answer(&wire, request, length, setup, &text);
        CHECK(wire.pending || (text.length > 2 && answer[text.length - 1] == '\n'));
        CHECK(wire.pending || strncmp(answer, "{\"ok\":", 6) == 0);
        snw_setup_destroy(setup);
    }
    static char large[SNW_WIRE_REQUEST + 2];
    memset(large, ' ', sizeof large);
    snw_wire_request request;
    snw_why why;
    snw_setup *setup = snw_setup_create(1 << 20);
    CHECK(snw_wire_read(large, sizeof large, setup, &request, &why) == SNW_ERR_TOO_LARGE);
    snw_setup_destroy(setup);
    const uint64_t before = snw_exec_next(h.exec);
    run_ticks(&h, 10);
    CHECK(snw_exec_next(h.exec) == before + 10);
    close_cell(&h);
}

// Seen: late cycles write an event each, and after 256 of them whoever opened the page had no word
// of the fault before them.
static void an_error_is_kept_however_many_warnings_follow(void) {
    static snw_event_log log;
    open_wire("imi");
    wire.log = &log;
    snw_event_log_clear(&log);
    uint64_t number = 0;
    for (int errors = 0; errors < 3; errors++) {
        snw_event event = {.sequence = number++};
        snw_why_set(&event.why, SNW_ERR_LIMIT, "arm", "a fault");
        snw_event_log_add(&log, &event);
        event.why.severity = SNW_WARNING;
        for (int i = 0; i < 1000; i++) {
            event.sequence = number++;
            snw_event_log_add(&log, &event);
        }
    }
    // faults first, in their order, then the newest of all up to the last
    const char *all = ask("{\"command\":\"events\"}");
    const char *first = strstr(all, "\"sequence\":0,"), *last = strstr(all, "\"sequence\":2002,");
    const char *newest = strstr(all, "\"sequence\":3002,");
    CHECK(first != NULL && last > first && newest > last && strstr(all, "\"next\":3003}") != NULL);
    int count = 0;
    for (const char *at = all; (at = strstr(at, "\"sequence\":")) != NULL; at++)
        count++;
    CHECK(count == 64); // as many as without a number of them
    // with a number it is a page of those that follow it, and nothing else
    CHECK(strstr(ask("{\"command\":\"events\",\"value\":2900}"), "\"sequence\":0,") == NULL);
    // one place is for the newest
    const char *one = ask("{\"command\":\"events\",\"most\":1}");
    CHECK(strstr(one, "\"sequence\":3002,") != NULL && strstr(one, "\"sequence\":0,") == NULL);
    // an error among the last events comes once
    snw_event event = {.sequence = number};
    snw_why_set(&event.why, SNW_ERR_LIMIT, "arm", "a fault");
    snw_event_log_add(&log, &event);
    const char *again = strstr(ask("{\"command\":\"events\"}"), "\"sequence\":3003,");
    CHECK(again != NULL && strstr(again + 1, "\"sequence\":3003,") == NULL);
    close_cell(&h);
}

int main(void) {
    RUN(values_are_read_and_changed_by_path);
    RUN(arms_are_stopped_acknowledged_and_enabled_by_name);
    RUN(a_motion_is_asked_for_and_answered_when_it_has_arrived);
    RUN(events_are_read_by_any_number_of_clients);
    RUN(an_error_is_kept_however_many_warnings_follow);
    RUN(hostile_requests_are_answered_too);
    return check_report();
}
