// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static char answer[SNW_MESSAGE];

static snw_status ask(rig *r, const char *object, const char *text) {
    snw_status status = snw_exec_message(r->exec, object, text, 0, answer, &r->why);
    for (int i = 0; i < 20 && status == SNW_NOTHING_NEW; i++) {
        rig_ticks(r, 1);
        status = snw_exec_message(r->exec, object, text, 0, answer, &r->why);
    }
    return status;
}

static void open_two(rig *r) {
    rig_open(r);
    (void)rig_arm(r, "arm", 2);
    (void)rig_add(r, "one", &probe_type, "");
    (void)rig_add(r, "two", &probe_type, "arm");
    rig_go(r);
}

// spec: loffler:L-121 damore:ARC-01
static void a_message_is_answered_and_an_unknown_one_has_its_code(void) {
    rig r;
    open_two(&r);
    CHECK(ask(&r, "one", "hello") == SNW_OK);
    CHECK_TEXT(answer, "one");
    CHECK(ask(&r, "two", "hello") == SNW_OK);
    CHECK_TEXT(answer, "two");
    CHECK(ask(&r, "one", "sing") == SNW_ERR_UNKNOWN_NAME);
    CHECK(r.why.code == SNW_ERR_UNKNOWN_NAME);
    CHECK(ask(&r, "arm.drive", "name") == SNW_OK);
    CHECK_TEXT(answer, "arm");
    CHECK(ask(&r, "arm.drive", "sing") == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(r.why.text, "there is no such command");
    CHECK_TEXT(r.why.fix, "use name");
    CHECK(ask(&r, "loop", "sing") == SNW_ERR_UNKNOWN_NAME);
    CHECK(ask(&r, "loop", "reset statistics") == SNW_OK);
    rig_ticks(&r, 100);
    const uint64_t before = snw_exec_next(r.exec);
    CHECK(ask(&r, "loop", "ticks") == SNW_OK);
    CHECK(strtod(answer, NULL) == (double)before);
    CHECK(ask(&r, "nobody", "hello") == SNW_ERR_UNKNOWN_NAME);
    CHECK(ask(&r, "arm", "hello") == SNW_ERR_UNKNOWN_NAME);
    rig_close(&r);
}

static int steps;

static snw_status takes_time(snw_component *self, snw_why *why) {
    (void)self, (void)why;
    return --steps > 0 ? SNW_NOTHING_NEW : SNW_OK;
}

// spec: damore:ARC-01
static void a_command_that_takes_time_is_polled_until_it_is_done(void) {
    rig r;
    open_two(&r);
    hooks.act = takes_time;
    steps = 7;
    CHECK(snw_exec_message(r.exec, "one", "home", 0, answer, &r.why) == SNW_NOTHING_NEW);
    for (int i = 1; i < 7; i++) {
        rig_ticks(&r, 1);
        CHECK(steps == 7 - i);
        CHECK(snw_exec_message(r.exec, "one", "home", 0, answer, &r.why) == SNW_NOTHING_NEW);
        // one at a time: another has to wait
        CHECK(snw_exec_message(r.exec, "two", "home", 0, answer, &r.why) == SNW_ERR_STATE);
    }
    rig_ticks(&r, 1);
    CHECK(snw_exec_message(r.exec, "one", "home", 0, answer, &r.why) == SNW_OK);
    CHECK_TEXT(answer, "home");
    rig_ticks(&r, 5);
    CHECK(steps == 0);
    rig_close(&r);
}

static void a_message_that_was_not_taken_gives_way_to_another(void) {
    rig r;
    open_two(&r);
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_NOTHING_NEW);
    CHECK(ask(&r, "two", "hello") == SNW_OK);
    CHECK_TEXT(answer, "two");
    // and an answer that nobody fetched too
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_NOTHING_NEW);
    rig_ticks(&r, 1);
    CHECK(ask(&r, "two", "hello") == SNW_OK);
    CHECK_TEXT(answer, "two");
    rig_close(&r);
}

static void messages_that_are_too_long_are_refused(void) {
    rig r;
    open_two(&r);
    char longer[SNW_MESSAGE + 1];
    memset(longer, 'x', sizeof longer);
    longer[SNW_MESSAGE] = '\0';
    CHECK(ask(&r, "one", longer) == SNW_ERR_TOO_LARGE);
    longer[SNW_MESSAGE - 1] = '\0';
    CHECK(ask(&r, "one", longer) == SNW_ERR_UNKNOWN_NAME);
    CHECK(ask(&r, "arm.drive", longer) == SNW_ERR_UNKNOWN_NAME);
    rig_close(&r);
}

static void a_component_without_messages_says_so(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    CHECK(ask(&r, "law", "hello") == SNW_ERR_UNKNOWN_NAME);
    CHECK(ask(&r, "law", "hello") == SNW_ERR_UNKNOWN_NAME);
    CHECK(r.why.text[0] != '\0');
    rig_close(&r);
}

// --- events -------------------------------------------------------------------------------------

static int a_tick;

static snw_status tell(snw_component *self, const snw_tick *tick) {
    for (int i = 0; i < a_tick && self->name[0] == 'o'; i++) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_CHECK, self->name, "news");
        snw_why_add(&why, "n", (double)tick->number, "");
        snw_component_event(self, &why);
    }
    return SNW_OK;
}

// Whoever does not fetch loses; every loss is counted, and what is there is in order.
// spec: damore:ARC-01
static void events_wait_in_order_and_losses_are_counted(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "one", &probe_type, "");
    r.options.event_capacity = 64;
    rig_go(&r);
    hooks.update = tell;
    a_tick = 1;
    snw_event event;
    uint64_t expected = 0;
    check_seed(3);
    for (int i = 0; i < 5000; i++) {
        rig_ticks(&r, check_int(1, 90));
        uint64_t got = 0;
        while (snw_exec_event(r.exec, &event) == SNW_OK) {
            CHECK(event.sequence >= expected);
            CHECK(event.t_ns == (int64_t)event.sequence * MS); // one a tick
            expected = event.sequence + 1;
            got++;
        }
        CHECK(got <= 64);
    }
    const double all = rig_number(&r, "loop/events"), lost = rig_number(&r, "loop/events_lost");
    CHECK(all == (double)snw_exec_next(r.exec) && lost > 0 && lost < all);
    rig_close(&r);
}

static int told_events;

static void count_events(void *context, const snw_tick *tick, const snw_event *events, int count) {
    (void)context, (void)tick, (void)events;
    told_events += count;
}

static void a_flood_in_one_tick_is_bounded(void) {
    rig r;
    open_two(&r);
    hooks.update = tell;
    snw_exec_observe(r.exec, count_events, NULL);
    told_events = 0;
    a_tick = 1000;
    rig_ticks(&r, 1);
    CHECK(told_events > 10 && told_events < 1000);
    CHECK(rig_number(&r, "loop/events") == 1000);
    a_tick = 0;
    rig_close(&r);
}

static void orders_beyond_what_waits_are_refused(void) {
    rig r;
    open_two(&r);
    int given = 0;
    while (snw_exec_stop(r.exec, "one", &r.why) == SNW_OK && given < 1000)
        given++;
    CHECK(given >= 100 && given < 1000 && r.why.code == SNW_ERR_FULL);
    // stops of arms are not among them
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_STOP_0) == SNW_OK);
    rig_ticks(&r, 200);
    CHECK(snw_exec_find(r.exec, "one")->state == SNW_COMPONENT_STOPPED);
    CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(snw_exec_find(r.exec, "one")->state == SNW_COMPONENT_RUNNING);
    rig_close(&r);
}

int main(void) {
    RUN(a_message_is_answered_and_an_unknown_one_has_its_code);
    RUN(a_command_that_takes_time_is_polled_until_it_is_done);
    RUN(a_message_that_was_not_taken_gives_way_to_another);
    RUN(messages_that_are_too_long_are_refused);
    RUN(a_component_without_messages_says_so);
    RUN(events_wait_in_order_and_losses_are_counted);
    RUN(a_flood_in_one_tick_is_bounded);
    RUN(orders_beyond_what_waits_are_refused);
    return check_report();
}
