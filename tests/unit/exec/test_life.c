// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static bool refuse_configure, refuse_start, fail_update;

static snw_status maybe_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)arena;
    if (!refuse_configure) return SNW_OK;
    snw_why_set(why, SNW_ERR_HARDWARE, self->name, "there is no camera");
    return SNW_ERR_HARDWARE;
}

static snw_status maybe_start(snw_component *self, snw_why *why) {
    if (!refuse_start) return SNW_OK;
    snw_why_set(why, SNW_ERR_TIMEOUT, self->name, "the camera is asleep");
    return SNW_ERR_TIMEOUT;
}

static snw_status maybe_update(snw_component *self, const snw_tick *tick) {
    (void)self, (void)tick;
    return fail_update ? SNW_ERR_IO : SNW_OK;
}

static void open_one(rig *r, bool essential, bool start) {
    refuse_configure = refuse_start = fail_update = false;
    rig_open(r);
    snw_component_entry *entry = rig_add(r, "one", &probe_type, "");
    entry->essential = essential;
    entry->start = start;
    hooks.configure = maybe_configure;
    hooks.start = maybe_start;
    hooks.update = maybe_update;
}

static snw_component_state state_of(rig *r) {
    return snw_exec_find(r->exec, "one")->state;
}

static bool event_says(rig *r, const char *text) {
    snw_event event;
    bool said = false;
    while (snw_exec_event(r->exec, &event) == SNW_OK)
        said |= strcmp(event.why.text, text) == 0;
    return said;
}

// spec: damore:ARC-02
static void a_refused_configuration_leaves_it_preoperational(void) {
    rig r;
    open_one(&r, false, true);
    refuse_configure = true;
    rig_go(&r);
    CHECK(state_of(&r) == SNW_COMPONENT_PREOPERATIONAL);
    CHECK(r.p.diags.warnings == 3 && r.p.diags.errors == 0); // two optional peers and the refusal
    CHECK_TEXT(r.p.items[2].text, "there is no camera");
    CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_ERR_STATE);
    CHECK(snw_exec_stop(r.exec, "one", &r.why) == SNW_ERR_STATE);
    rig_ticks(&r, 10);
    CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_ERR_STATE);
    CHECK_TEXT(trail, "");
    snw_object_error error;
    CHECK(snw_exec_error(r.exec, "one", &error, &r.why) == SNW_OK && error.present);
    CHECK(error.why.code == SNW_ERR_HARDWARE);
    char answer[SNW_MESSAGE];
    SNW_IGNORE(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why));
    rig_ticks(&r, 1);
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_ERR_STATE);
    rig_close(&r);
    CHECK_TEXT(trail, ""); // neither stopped nor cleaned up
}

static void an_essential_component_that_refuses_ends_the_opening(void) {
    rig r;
    open_one(&r, true, true);
    refuse_configure = true;
    CHECK(rig_try(&r) == SNW_ERR_HARDWARE && r.exec == NULL);
    refuse_configure = false;
    refuse_start = true;
    CHECK(rig_try(&r) == SNW_ERR_TIMEOUT && r.exec == NULL);
    CHECK_TEXT(trail, "ocosoC"); // configured, asked to start, cleaned up
    rig_close(&r);
}

// Every state against everything that can happen to it.
// spec: damore:ARC-02
static void every_transition_goes_where_the_picture_says(void) {
    enum { START, START_REFUSED, STOP, UPDATE, UPDATE_FAILS, HAPPENINGS };
    static const snw_component_state expected[3][HAPPENINGS] = {
        {SNW_COMPONENT_RUNNING, SNW_COMPONENT_STOPPED, SNW_COMPONENT_STOPPED, SNW_COMPONENT_STOPPED,
         SNW_COMPONENT_STOPPED},
        {SNW_COMPONENT_RUNNING, SNW_COMPONENT_RUNNING, SNW_COMPONENT_STOPPED, SNW_COMPONENT_RUNNING,
         SNW_COMPONENT_FAULT},
        {SNW_COMPONENT_FAULT, SNW_COMPONENT_FAULT, SNW_COMPONENT_STOPPED, SNW_COMPONENT_FAULT,
         SNW_COMPONENT_FAULT},
    };
    for (int from = 0; from < 3; from++) {
        for (int what = 0; what < HAPPENINGS; what++) {
            rig r;
            open_one(&r, false, from > 0);
            rig_go(&r);
            fail_update = from == 2;
            rig_ticks(&r, 1);
            const snw_component_state start = (snw_component_state)(SNW_COMPONENT_STOPPED + from);
            CHECK(state_of(&r) == start);
            fail_update = what == UPDATE_FAILS;
            refuse_start = what == START_REFUSED;
            if (what == START || what == START_REFUSED) {
                CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_OK);
            } else if (what == STOP) {
                CHECK(snw_exec_stop(r.exec, "one", &r.why) == SNW_OK);
            }
            CHECK(state_of(&r) == start); // at the next tick, not before
            rig_ticks(&r, 1);
            CHECK(state_of(&r) == expected[from][what]);
            static const char *const names[] = {"preoperational", "stopped", "running", "fault"};
            CHECK_TEXT(rig_get(&r, "components/one/state"), names[expected[from][what]]);
            rig_close(&r);
        }
    }
}

// spec: loffler:L-140
static void hooks_come_in_the_order_of_a_life(void) {
    rig r;
    open_one(&r, false, false);
    rig_go(&r);
    char answer[SNW_MESSAGE];
    SNW_IGNORE(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why));
    rig_ticks(&r, 1);
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_OK); // also stopped
    for (int life = 0; life < 2; life++) {
        CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_OK);
        rig_ticks(&r, 3);
        SNW_IGNORE(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why));
        rig_ticks(&r, 1);
        CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_OK);
        CHECK(snw_exec_stop(r.exec, "one", &r.why) == SNW_OK);
        rig_ticks(&r, 2);
    }
    rig_close(&r);
    // enter, (start, control*, stop)*, exit; messages any time
    CHECK_TEXT(trail, "oc"
                      "om"
                      "osouououomouoS"
                      "osouououomouoS"
                      "oC");
}

static void a_start_that_is_refused_is_told_and_can_be_tried_again(void) {
    rig r;
    open_one(&r, false, false);
    rig_go(&r);
    refuse_start = true;
    CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(event_says(&r, "the camera is asleep"));
    refuse_start = false;
    CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(state_of(&r) == SNW_COMPONENT_RUNNING);
    CHECK(snw_exec_start(r.exec, "nobody", &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_stop(r.exec, "loop", &r.why) == SNW_ERR_UNKNOWN_NAME);
    rig_close(&r);
}

// spec: loffler:L-163
static void an_error_has_code_text_and_time_until_it_is_cleared(void) {
    rig r;
    open_one(&r, false, true);
    rig_go(&r);
    snw_object_error error;
    CHECK(snw_exec_error(r.exec, "one", &error, &r.why) == SNW_OK && !error.present);
    rig_ticks(&r, 7);
    fail_update = true;
    rig_ticks(&r, 1);
    fail_update = false;
    CHECK(event_says(&r, "the update of a component has failed"));
    rig_ticks(&r, 20);
    for (int i = 0; i < 2; i++) {
        CHECK(snw_exec_error(r.exec, "one", &error, &r.why) == SNW_OK && error.present);
        CHECK(error.why.code == SNW_ERR_IO && error.t_ns == 7 * (int64_t)MS);
        CHECK_TEXT(error.why.subject, "one");
        CHECK(error.why.text[0] != '\0');
        CHECK(rig_number(&r, "components/one/error") == SNW_ERR_IO);
        CHECK(rig_number(&r, "components/one/error_t_ns") == 7e6);
        CHECK(rig_number(&r, "components/one/faults") == 1);
        // a new life does not take it away
        CHECK(snw_exec_stop(r.exec, "one", &r.why) == SNW_OK);
        CHECK(snw_exec_start(r.exec, "one", &r.why) == SNW_OK);
        rig_ticks(&r, 1);
        CHECK(state_of(&r) == SNW_COMPONENT_RUNNING);
    }
    CHECK(snw_exec_clear(r.exec, "one", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(snw_exec_error(r.exec, "one", &error, &r.why) == SNW_OK && !error.present);
    CHECK(rig_number(&r, "components/one/error") == 0);
    CHECK(snw_exec_error(r.exec, "nobody", &error, &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_clear(r.exec, "nobody", &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_error(r.exec, "loop", &error, &r.why) == SNW_OK && !error.present);
    rig_close(&r);
}

static int answered;

static snw_status ask_friend(snw_component *self, const snw_tick *tick) {
    (void)tick;
    if (self->name[0] != 'b') return SNW_OK;
    snw_component *other = snw_component_peer(self, "friend");
    answered += other != NULL;
    return SNW_OK;
}

// spec: damore:ARC-08
static void a_peer_that_was_restarted_is_there_again(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "path", &probe_type, "");
    rig_peer(&r, rig_add(&r, "browser", &probe_type, ""), "friend", "path");
    rig_go(&r);
    hooks.update = ask_friend;
    char answer[SNW_MESSAGE];
    for (int i = 0; i < 100; i++) {
        answered = 0;
        CHECK(snw_exec_stop(r.exec, "path", &r.why) == SNW_OK);
        rig_ticks(&r, 3);
        CHECK(answered == 0); // not running, not there
        CHECK(snw_exec_start(r.exec, "path", &r.why) == SNW_OK);
        rig_ticks(&r, 3);
        CHECK(answered == 3);
        SNW_IGNORE(snw_exec_message(r.exec, "path", "hello", 0, answer, &r.why));
        rig_ticks(&r, 1);
        CHECK(snw_exec_message(r.exec, "path", "hello", 0, answer, &r.why) == SNW_OK);
        CHECK_TEXT(answer, "path");
    }
    rig_close(&r);
}

int main(void) {
    RUN(a_refused_configuration_leaves_it_preoperational);
    RUN(an_essential_component_that_refuses_ends_the_opening);
    RUN(every_transition_goes_where_the_picture_says);
    RUN(hooks_come_in_the_order_of_a_life);
    RUN(a_start_that_is_refused_is_told_and_can_be_tried_again);
    RUN(an_error_has_code_text_and_time_until_it_is_cleared);
    RUN(a_peer_that_was_restarted_is_there_again);
    return check_report();
}
