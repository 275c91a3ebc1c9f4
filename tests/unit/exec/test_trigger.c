// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// A component without a period: what makes it run, and what does not.

enum { EACH = 1000, THREADS = 4, IDLE = 20000 };

static int updates, noted;
static int events_to_tell, triggers_to_give; // by the teller, in its next update
static double last_dt;

typedef struct waiter {
    double gain;
} waiter;
static const snw_field waiter_fields[] = {
    {SNW_AT(waiter, gain), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "A gain."}};

static snw_status waiter_update(snw_component *self, const snw_tick *tick) {
    (void)self;
    updates++;
    last_dt = tick->dt;
    return SNW_OK;
}

static snw_status waiter_note(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)answer, (void)why;
    noted++;
    return SNW_OK;
}
static const snw_command waiter_commands[] = {
    {.word = "note", .kind = SNW_COMMAND_SET, .act = waiter_note, .help = "Takes a note."},
    {.word = "end", .kind = SNW_COMMAND_END, .act = waiter_note, .help = "Ends nothing."},
};
static const snw_peer waiter_peers[] = {
    {.role = "teller", .type = NULL, .mandatory = false, .help = "Whose events matter."}};
static const snw_component_functions waiter_functions = {.head = SNW_COMPONENT_HEAD,
                                                         .stage = SNW_STAGE_USER,
                                                         .peers = waiter_peers,
                                                         .peer_count = 1,
                                                         .commands = waiter_commands,
                                                         .command_count = 2,
                                                         .update = waiter_update};
static const snw_type waiter_type = {SNW_TYPE(waiter, waiter_fields), .base = "component",
                                     .functions = &waiter_functions.head, .help = "Waits."};

static snw_status teller_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    for (; events_to_tell > 0; events_to_tell--) {
        snw_why why = {0};
        snw_why_set(&why, SNW_OK, self->name, "something has happened");
        snw_component_event(self, &why);
    }
    for (; triggers_to_give > 0; triggers_to_give--)
        snw_component_trigger(snw_exec_find(self->exec, "waiter"));
    return SNW_OK;
}
static const snw_component_functions teller_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_SENSE, .update = teller_update};
static const snw_type teller_type = {SNW_TYPE(waiter, waiter_fields), .base = "component",
                                     .functions = &teller_functions.head, .help = "Tells."};

// a teller, and the waiter, whose peer it is
static void open_two(rig *r) {
    rig_open(r);
    (void)rig_arm(r, "arm", 2);
    (void)rig_add(r, "teller", &teller_type, "");
    snw_component_entry *entry = rig_add(r, "waiter", &waiter_type, "");
    entry->divisor = 0;
    static snw_peer_entry peer = {"teller", "teller"};
    entry->peers = &peer;
    entry->peer_count = 1;
    rig_go(r);
    updates = noted = events_to_tell = triggers_to_give = 0;
}

// spec: damore:ARC-16
static void nothing_runs_while_nothing_happens(void) {
    rig r;
    open_two(&r);
    rig_ticks(&r, IDLE);
    CHECK(updates == 0);
    CHECK(snw_exec_trigger(r.exec, "waiter", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(updates == 1);
    rig_ticks(&r, IDLE);
    CHECK(updates == 1);
    // its period is the time between two updates
    CHECK(snw_exec_trigger(r.exec, "waiter", &r.why) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK_NEAR(last_dt, (IDLE + 1) * 1e-3, 1e-9);
    rig_close(&r);
}

// spec: damore:ARC-16
static void each_command_is_one_update(void) {
    rig r;
    open_two(&r);
    check_seed(7);
    char answer[SNW_MESSAGE];
    for (int i = 0; i < EACH; i++) {
        snw_status status;
        while ((status = snw_exec_message(r.exec, "waiter", "note", 0, answer, &r.why)) ==
               SNW_NOTHING_NEW) {
            rig_ticks(&r, 1);
        }
        CHECK(status == SNW_OK);
        rig_ticks(&r, check_int(0, 3));
        CHECK(noted == i + 1 && updates == i + 1);
    }
    // an END too, which acts by a word of its own
    snw_exec_end(r.exec, 1);
    rig_ticks(&r, 5);
    CHECK(noted == EACH + 1 && updates == EACH + 1);
    rig_close(&r);
}

// spec: damore:ARC-16
static void each_event_of_a_peer_is_one_update(void) {
    rig r;
    open_two(&r);
    check_seed(8);
    int told = 0;
    while (told < EACH) {
        // more than a tick may hold, now and then
        const int some = check_int(0, 90);
        events_to_tell = some < EACH - told ? some : EACH - told;
        told += events_to_tell;
        rig_ticks(&r, 1);
        // the stage of the waiter comes later: as many as a tick allows are done already
        CHECK(updates <= told && updates >= told - 90);
        rig_ticks(&r, 2);
        CHECK(updates == told);
    }
    CHECK(updates == EACH);
    rig_close(&r);
}

// spec: damore:ARC-16
static void each_trigger_of_a_component_is_one_update(void) {
    rig r;
    open_two(&r);
    for (int i = 0; i < EACH; i++) {
        triggers_to_give = 1;
        rig_ticks(&r, 1);
        CHECK(updates == i + 1); // in the same tick
    }
    // all at once: 64 in a tick, and none is lost
    triggers_to_give = EACH;
    rig_ticks(&r, 1);
    CHECK(updates == EACH + 64);
    rig_ticks(&r, EACH / 64);
    CHECK(updates == 2 * EACH);
    rig_ticks(&r, 10);
    CHECK(updates == 2 * EACH);
    rig_close(&r);
}

static void give_triggers(void *context) {
    for (int i = 0; i < EACH; i++)
        CHECK(snw_exec_trigger(context, "waiter", NULL) == SNW_OK);
}

// spec: damore:ARC-16
static void triggers_of_four_threads_are_neither_lost_nor_doubled(void) {
    rig r;
    open_two(&r);
    snw_thread *threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        snw_thread_config config = snw_thread_defaults();
        config.name = "client";
        config.run = give_triggers;
        config.context = r.exec;
        CHECK(!snw_failed(snw_thread_open(&threads[i], &config, &r.why)));
    }
    rig_ticks(&r, 500); // beside them
    for (int i = 0; i < THREADS; i++)
        CHECK(snw_thread_join(threads[i], -1) == SNW_OK);
    rig_ticks(&r, THREADS * EACH / 64 + 1);
    CHECK(updates == THREADS * EACH);
    rig_ticks(&r, 100);
    CHECK(updates == THREADS * EACH);
    rig_close(&r);
}

static void what_is_stopped_does_not_run_and_owes_nothing_later(void) {
    rig r;
    open_two(&r);
    CHECK(snw_exec_stop(r.exec, "waiter", NULL) == SNW_OK);
    rig_ticks(&r, 2);
    for (int i = 0; i < 10; i++)
        CHECK(snw_exec_trigger(r.exec, "waiter", NULL) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(updates == 0);
    CHECK(snw_exec_start(r.exec, "waiter", NULL) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(updates == 0);
    CHECK(snw_exec_trigger(r.exec, "waiter", NULL) == SNW_OK);
    rig_ticks(&r, 1);
    CHECK(updates == 1);
    CHECK(snw_exec_trigger(r.exec, "teller", &r.why) == SNW_ERR_STATE && r.why.fix[0] != '\0');
    CHECK(snw_exec_trigger(r.exec, "nobody", &r.why) == SNW_ERR_UNKNOWN_NAME);
    rig_close(&r);
}

int main(void) {
    RUN(nothing_runs_while_nothing_happens);
    RUN(each_command_is_one_update);
    RUN(each_event_of_a_peer_is_one_update);
    RUN(each_trigger_of_a_component_is_one_update);
    RUN(triggers_of_four_threads_are_neither_lost_nor_doubled);
    RUN(what_is_stopped_does_not_run_and_owes_nothing_later);
    return check_report();
}
