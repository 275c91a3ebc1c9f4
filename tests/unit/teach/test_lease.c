// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "sinew/exec/order.h"

// What an order has left under way belongs to the lease under which it was given: when that is lost
// the loop brings it to rest within the limits, and tells why; when it is handed over it goes on.

static harness h;

#define SEQUENCE(steps)                                                                            \
    "<component name=\"program\" member=\"arm\"><type><sequence automatic=\"false\"><steps>" steps \
    "</steps></sequence></type><peers><peer role=\"motion\" component=\"motion\"/><peer "          \
    "role=\"points\" component=\"points\"/></peers></component>"
#define STEPS                                                                                      \
    "<step action=\"wait\" value=\"0.5\"/><step action=\"move\"><q>0.6 -0.6 0 -2.2 0 1.6 0.8</q>"  \
    "</step>"
#define CELL                                                                                       \
    HEAD POINTS PATHS SEQUENCE(STEPS)                                                              \
    LAW GUIDING_WITHOUT_WEIGHT TAIL
#define GUIDING_WITHOUT_WEIGHT                                                                     \
    "<component name=\"guiding\" member=\"arm\"><type><guiding gravity=\"true\"><damping>3"        \
    "</damping></guiding></type>" TO_MOTION "</component>"

static const char away[] = "0.6 -0.6 0 -2.2 0 1.6 0.8";

static void give_under(const char *object, const char *text, uint64_t lease) {
    static snw_order order;
    static snw_result result;
    int index, lane;
    CHECK(snw_exec_object(h.exec, object, &index, &h.why) == SNW_OK);
    CHECK(snw_order_parse(h.exec, index, text, &order, &h.why) == SNW_OK);
    order.rights = snw_exec_rights(h.exec, -1, lease);
    CHECK(snw_exec_order(h.exec, &order, &lane, &result, &h.why) == SNW_OK);
    snw_exec_tick(h.exec);
    CHECK(snw_exec_collect(h.exec, lane, &result) == SNW_OK); // it is answered at once
    if (snw_failed(result.status)) tell(&result.why);
    CHECK(result.status == SNW_OK);
}

static void teach(void) {
    char text[128];
    (void)snprintf(text, sizeof text, "put a %s", away);
    say(&h, "points", text);
    say(&h, "points", "put b " PANDA_AT);
    (void)snprintf(text, sizeof text, "put way joints 0 " PANDA_AT " | 3000000000 %s", away);
    say(&h, "paths", text);
}

static int events_of(const char *subject) {
    snw_event event;
    int count = 0;
    while (snw_exec_event(h.exec, &event) == SNW_OK) {
        if (strcmp(event.why.rule, "lease") != 0) continue;
        CHECK_TEXT(event.why.subject, subject);
        count++;
    }
    return count;
}

static const struct standing {
    const char *object, *text;
    int ticks; ///< until the lease goes
    const char *path, *before, *after;
    bool moves; ///< the target does
} rows[] = {
    {"program", "run", 700, "program/state", "running", "paused", true},
    {"program", "run", 200, "program/state", "running", "paused", false}, // in its wait
    {"program", "step", 200, "program/state", "running", "paused", false},
    {"points", "go a", 200, "points/state", "going", "idle", true},
    {"points", "cycle a b", 200, "points/state", "cycling", "idle", true},
    {"motion", "put move 0.6 -0.6 0 -2.2 0 1.6 0.8", 200, "motion/moving", "true", "false", true},
    {"paths", "play way", 1200, "paths/state", "playing", "idle", true},
    {"guiding", "guide on", 200, "guiding/on", "true", "false", true},
};

static bool target_moves(int ticks) {
    const double q = h.arm->target.q[0];
    run_ticks(&h, ticks);
    return h.arm->target.q[0] != q;
}

static void a_lost_lease_brings_what_stands_to_rest(void) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct standing *row = &rows[i];
        check_case = (long)i;
        open_ready(&h, CELL);
        teach();
        snw_exec_set_lease(h.exec, 5);
        give_under(row->object, row->text, 5);
        run_ticks(&h, row->ticks);
        CHECK_TEXT(shown(&h, row->path), row->before);
        CHECK(target_moves(1) == row->moves);
        SNW_IGNORE(events_of(row->object));
        // taken by another, who is granted it at once because the arm stands, or after a stop
        snw_exec_end_leases(h.exec, 6);
        snw_exec_set_lease(h.exec, 6);
        run_ticks(&h, 1500);
        CHECK_TEXT(shown(&h, row->path), row->after);
        CHECK(!target_moves(1000));
        CHECK(events_of(row->object) == 1);
        CHECK(!(fabs(h.arm->target.q[0] - 0.6) < 1e-3)); // it did not arrive
        guard_was_quiet(&h);
        close_cell(&h);
    }
}

static void a_lease_that_is_handed_over_ends_nothing(void) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct standing *row = &rows[i];
        check_case = (long)i;
        open_ready(&h, CELL);
        teach();
        snw_exec_set_lease(h.exec, 5);
        give_under(row->object, row->text, 5);
        run_ticks(&h, row->ticks);
        snw_exec_set_lease(h.exec, 0);
        run_ticks(&h, 3);
        snw_exec_set_lease(h.exec, 6);
        run_ticks(&h, 3);
        CHECK_TEXT(shown(&h, row->path), row->before);
        CHECK(events_of(row->object) == 0);
        close_cell(&h);
    }
}

// what a component moves for another, or has ended, is not touched
static void only_what_stands_is_ended(void) {
    open_ready(&h, CELL);
    teach();
    snw_exec_set_lease(h.exec, 5);
    give_under("motion", "put move 0.1 -0.785 0 -2.356 0 1.571 0.785", 5);
    CHECK(wait_for(&h, "motion/ended", "1", 20000));
    say(&h, "program", "run"); // by somebody without a lease, on this machine
    run_ticks(&h, 700);
    snw_exec_end_leases(h.exec, 6);
    run_ticks(&h, 100);
    CHECK_TEXT(shown(&h, "program/state"), "running");
    CHECK(events_of("") == 0);
    // one that is paused stands already, and somebody else may resume it
    say(&h, "program", "stop");
    run_ticks(&h, 500);
    snw_exec_set_lease(h.exec, 6);
    give_under("program", "run", 6);
    run_ticks(&h, 700);
    say(&h, "program", "pause");
    run_ticks(&h, 500);
    const double q = h.arm->target.q[0];
    snw_exec_end_leases(h.exec, 7);
    snw_exec_set_lease(h.exec, 7);
    run_ticks(&h, 100);
    CHECK_TEXT(shown(&h, "program/state"), "paused");
    CHECK(h.arm->target.q[0] == q && events_of("") == 0);
    give_under("program", "resume", 7);
    CHECK(wait_for(&h, "program/rounds", "1", 20000));
    // and one that was ended by its lease does its step again
    snw_exec_end_leases(h.exec, 8);
    CHECK(wait_for(&h, "program/state", "paused", 2));
    run_ticks(&h, 500);
    snw_exec_set_lease(h.exec, 8);
    give_under("program", "resume", 8);
    CHECK(wait_for(&h, "program/rounds", "2", 20000));
    guard_was_quiet(&h);
    close_cell(&h);
}

int main(void) {
    RUN(a_lost_lease_brings_what_stands_to_rest);
    RUN(a_lease_that_is_handed_over_ends_nothing);
    RUN(only_what_stands_is_ended);
    return check_report();
}
