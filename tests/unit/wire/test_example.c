// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../parts/harness.h"
#include "authority_harness.h"
#include "sinew/wire.h"
#include "sinew/wire/serve.h"

static const int64_t now_ns = 0;
static const bool still = true;

// region: request
// One request of a session: what it comes to, whether that is allowed, and its answer, once.
static void serve(snw_authority *rights, snw_wire *wire, int session, const char *line,
                  snw_text *answer) {
    static snw_wire_request request;
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_why why = {0};
    const char *before = NULL;
    snw_status status = snw_wire_read(line, strlen(line), setup, &request, &why);
    const snw_act act = snw_wire_need(wire, &request);
    if (!snw_failed(status) && act != SNW_ACT_stop) {
        status = snw_authority_admit(rights, session, now_ns, &why);
    }
    if (!snw_failed(status)) {
        status = snw_authority_begin(rights, session, request.id, &before, &why);
    }
    if (status == SNW_OK) {
        status = snw_authority_check(rights, session, act, &request.lease, still, &why);
    }
    if (snw_failed(status)) {
        snw_wire_refuse(answer, request.id, &why);
    } else if (before != NULL) {
        snw_text_add(answer, before, strlen(before));
    } else {
        snw_wire_serve(wire, &request, setup, answer);
    }
    snw_authority_answer(rights, session, request.id, answer->data, answer->length);
    snw_setup_destroy(setup);
}
// endregion

static harness h;
static snw_wire wire;
static int session;

static const char *ask(const char *line) {
    static char answer[1 << 16];
    snw_text text = snw_text_over(answer, sizeof answer);
    serve(&authority, &wire, session, line, &text);
    return answer;
}

static void a_request_goes_its_way(void) {
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/imi.cell.xml", NULL)));
    enable(&h);
    run_ticks(&h, 5);
    const snw_authority_config config = snw_authority_defaults();
    open_authority(&config);
    session = connect_as(SNW_ROLE_operator, true, 0);
    wire = (snw_wire){.exec = h.exec, .cell = "imi"};
    static const char set[] = "{\"id\":%d,\"command\":\"set\",\"path\":\"law/kp[0]\","
                              "\"value\":\"%d\",\"lease\":{\"epoch\":\"%s\",\"sequence\":%d}}";
    char line[256];
    (void)snprintf(line, sizeof line, set, 1, 500, authority.lease.stamp.epoch, 1);
    CHECK(strstr(ask(line), "\"rule\":\"lease\"") != NULL);
    CHECK(snw_lease_acquire(&authority, session, 0, NULL) == SNW_OK);
    // a new request is taken, the same one again is not done again
    (void)snprintf(line, sizeof line, set, 2, 500, authority.lease.stamp.epoch, 1);
    CHECK_TEXT(ask(line), "{\"id\":2,\"ok\":true}\n");
    run_ticks(&h, 2);
    (void)snprintf(line, sizeof line, set, 3, 300, authority.lease.stamp.epoch, 1);
    CHECK_TEXT(ask(line), "{\"id\":3,\"ok\":true}\n");
    run_ticks(&h, 2);
    (void)snprintf(line, sizeof line, set, 2, 500, authority.lease.stamp.epoch, 1);
    CHECK_TEXT(ask(line), "{\"id\":2,\"ok\":true}\n");
    run_ticks(&h, 2);
    CHECK_TEXT(ask("{\"id\":4,\"command\":\"get\",\"path\":\"law/kp[0]\"}"),
               "{\"id\":4,\"ok\":true,\"value\":\"300\"}\n");
    CHECK(strstr(ask("{\"id\":5,\"command\":\"load\",\"object\":\"law\"}"), "\"rule\":\"role\"") !=
          NULL);
    // however much was sent, a stop is heard
    for (int i = 6; i < 1000; i++) {
        (void)snprintf(line, sizeof line, "{\"id\":%d,\"command\":\"get\",\"path\":\"loop/t\"}", i);
        if (i == 999)
            CHECK(strstr(ask(line), "\"rule\":\"rate\"") != NULL);
        else
            (void)ask(line);
    }
    CHECK_TEXT(ask("{\"id\":1000,\"command\":\"stop\"}"), "{\"id\":1000,\"ok\":true}\n");
    run_ticks(&h, 500);
    CHECK(snw_exec_guard(h.exec, 0)->signals.state == SNW_ARM_HELD);
    close_authority();
    close_cell(&h);
}

int main(void) {
    RUN(a_request_goes_its_way);
    return check_report();
}
