// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/random.h"

// --- a component that counts what reaches it ----------------------------------------------------

typedef struct worker_count {
    int ticks; ///< a command is under way for so many
    int order; ///< number of it, for the model
} worker_count;

static const snw_field count_fields[] = {
    {SNW_AT(worker_count, ticks), .kind = SNW_KIND_INT, .range = {0, 1000}, .initial = "1",
     .help = "How long it takes."},
    {SNW_AT(worker_count, order), .kind = SNW_KIND_INT, .range = {0, 1e9}, .help = "Its number."},
};
static const snw_type count_type = {SNW_TYPE(worker_count, count_fields), .help = "What to do."};

enum { CALLS = 64 };
static struct {
    int calls, ends, pauses;
    int order[CALLS]; // of the calls of the last tick
    int count;
} worker;

typedef struct worker_state {
    int done;
} worker_state;
static const snw_field state_fields[] = {
    {SNW_AT(worker_state, done), .kind = SNW_KIND_INT, .help = "Ticks so far."}};
static const snw_type state_type = {SNW_TYPE(worker_state, state_fields), .help = "How far."};

static snw_status work(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)why;
    const worker_count *what = arguments;
    worker_state *state = answer;
    worker.calls++;
    CHECK(worker.count < CALLS);
    worker.order[worker.count++] = what->order;
    state->done++;
    return state->done < what->ticks ? SNW_NOTHING_NEW : SNW_OK;
}

static snw_status stop_work(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)why;
    CHECK(arguments == NULL && answer == NULL);
    worker.ends++;
    return SNW_OK;
}

static snw_status pause_work(void *self, const void *arguments, void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)answer;
    worker.pauses++;
    return snw_refuse(why, SNW_ERR_STATE, "worker", "nothing runs", "begin something");
}

typedef struct worker_signals {
    uint64_t updates;
} worker_signals;
static const snw_field shown_fields[] = {
    {SNW_AT(worker_signals, updates), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL, .help = "All."}};
static const snw_type shown_type = {SNW_TYPE(worker_signals, shown_fields), .help = "Shown."};

static snw_status ask_updates(const void *self, const void *signals, const void *arguments,
                              void *answer, snw_why *why) {
    (void)self, (void)arguments, (void)why;
    ((worker_state *)answer)->done = (int)((const worker_signals *)signals)->updates;
    return SNW_OK;
}

static snw_status worker_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    ((worker_signals *)self->signals)->updates++;
    return SNW_OK;
}

enum { MOVE, SET, STREAM, STOP, PAUSE, ASK };
static const snw_command worker_commands[] = {
    {"move", SNW_COMMAND_MOVE, &count_type, &state_type, work, .help = "Moves."},
    {"set", SNW_COMMAND_SET, &count_type, &state_type, work, .help = "Sets."},
    {"jog", SNW_COMMAND_STREAM, &count_type, &state_type, work, .help = "Jogs."},
    {"stop", SNW_COMMAND_END, .act = stop_work, .help = "Stops."},
    {"pause", SNW_COMMAND_END, .act = pause_work, .help = "Pauses."},
    {"updates", SNW_COMMAND_ASK, .answer = &state_type, .ask = ask_updates, .help = "Tells."},
};
static const snw_component_functions worker_functions = {.head = SNW_COMPONENT_HEAD,
                                                         .stage = SNW_STAGE_SOURCE,
                                                         .signals = &shown_type,
                                                         .commands = worker_commands,
                                                         .command_count = 6,
                                                         .update = worker_update};
static const snw_type worker_type = {SNW_TYPE_AS("worker", probe, probe_fields),
                                     .base = "component", .functions = &worker_functions.head,
                                     .help = "Counts."};

static void open_worker(rig *r) {
    memset(&worker, 0, sizeof worker);
    rig_open(r);
    (void)rig_arm(r, "arm", 2);
    CHECK(snw_registry_add(&r->registry, &worker_type, &r->why) == SNW_OK);
    (void)rig_add(r, "worker", &worker_type, "arm");
    (void)rig_add(r, "other", &worker_type, "arm");
    rig_go(r);
    rig_ticks(r, 2);
}

static snw_order parsed(rig *r, const char *object, const char *text) {
    snw_order order;
    int index = -2;
    CHECK(snw_exec_object(r->exec, object, &index, &r->why) == SNW_OK);
    CHECK(snw_order_parse(r->exec, index, text, &order, &r->why) == SNW_OK);
    return order;
}

static int give(rig *r, const snw_order *order) {
    snw_result result;
    int lane = -1;
    CHECK(snw_exec_order(r->exec, order, &lane, &result, &r->why) == SNW_OK);
    CHECK(lane >= 0);
    return lane;
}

static snw_result result;

// --- what the ways do ---------------------------------------------------------------------------

static void orders_run_beside_each_other_in_the_order_of_their_arrival(void) {
    rig r;
    open_worker(&r);
    int lanes[5];
    for (int i = 0; i < 5; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "move %d %d", 5 - i, i);
        const snw_order order = parsed(&r, i % 2 ? "other" : "worker", text);
        lanes[i] = give(&r, &order);
    }
    uint64_t tick;
    CHECK(snw_exec_taken(r.exec, lanes[0], &tick) == SNW_NOTHING_NEW);
    const uint64_t next = snw_exec_next(r.exec);
    for (int t = 0; t < 5; t++) {
        worker.count = 0;
        rig_ticks(&r, 1);
        CHECK(worker.count == 5 - t); // a long one keeps nobody out
        for (int i = 0; i < worker.count; i++)
            CHECK(worker.order[i] == i);
        CHECK(snw_exec_taken(r.exec, lanes[0], &tick) == SNW_OK && tick == next);
        CHECK(snw_exec_collect(r.exec, lanes[4 - t], &result) == SNW_OK);
        CHECK(result.status == SNW_OK && result.tick == next);
        CHECK(((const worker_state *)(const void *)result.answer)->done == t + 1);
    }
    CHECK(worker.ends == 0);
    rig_close(&r);
}

static void a_stop_drops_what_was_given_before_it_and_ends_what_runs(void) {
    rig r;
    open_worker(&r);
    const snw_order order = parsed(&r, "worker", "move 100 1");
    const int running = give(&r, &order);
    rig_ticks(&r, 3);
    CHECK(worker.calls == 3);
    const snw_order late = parsed(&r, "worker", "move 100 2");
    const int waiting = give(&r, &late);
    const uint64_t stops = snw_exec_stops(r.exec);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(snw_exec_stops(r.exec) == stops + 1); // from this moment on
    rig_ticks(&r, 2);
    CHECK(worker.calls == 3 && worker.ends == 1);
    const int lanes[] = {running, waiting};
    for (int i = 0; i < 2; i++) {
        CHECK(snw_exec_collect(r.exec, lanes[i], &result) == SNW_OK);
        CHECK(result.status == SNW_ERR_INTERRUPTED && result.why.code == SNW_ERR_INTERRUPTED);
        CHECK_TEXT(result.why.rule, "stop");
        CHECK(result.why.fix[0] != '\0');
        CHECK(result.begun == (lanes[i] == running));
    }
    // one that comes after the stop is obeyed
    const snw_order after = parsed(&r, "worker", "move 1 3");
    const int lane = give(&r, &after);
    rig_ticks(&r, 1);
    CHECK(worker.calls == 4);
    CHECK(snw_exec_collect(r.exec, lane, &result) == SNW_OK && result.status == SNW_OK);
    rig_close(&r);
}

static void a_lost_lease_and_an_ended_session_drop_orders_with_their_names(void) {
    rig r;
    open_worker(&r);
    const int session = snw_exec_session_begin(r.exec);
    CHECK(session >= 0);
    snw_exec_set_lease(r.exec, 7);
    snw_order order = parsed(&r, "worker", "move 100 1");
    order.rights = snw_exec_rights(r.exec, session, 7);
    int lane = give(&r, &order);
    rig_ticks(&r, 2);
    CHECK(worker.calls == 2);
    snw_exec_set_lease(r.exec, 8);
    rig_ticks(&r, 1);
    CHECK(worker.calls == 2 && worker.ends == 1);
    CHECK(snw_exec_collect(r.exec, lane, &result) == SNW_OK);
    CHECK_TEXT(result.why.rule, "lease");
    order.rights = snw_exec_rights(r.exec, session, 8);
    lane = give(&r, &order);
    rig_ticks(&r, 1);
    snw_exec_session_end(r.exec, session);
    CHECK(snw_exec_session_begin(r.exec) == session); // the next one in its place is another
    rig_ticks(&r, 1);
    CHECK(worker.calls == 3 && worker.ends == 2);
    CHECK(snw_exec_collect(r.exec, lane, &result) == SNW_OK);
    CHECK_TEXT(result.why.rule, "session");
    rig_close(&r);
}

static void a_sample_expires_and_a_newer_one_takes_its_place(void) {
    rig r;
    open_worker(&r);
    snw_order order = parsed(&r, "worker", "jog 1 1");
    CHECK(order.expires_ns == snw_exec_time_ns(r.exec) + SNW_STREAM_NS);
    const int lane = give(&r, &order);
    const snw_order newer = parsed(&r, "worker", "jog 1 2");
    CHECK(give(&r, &newer) == lane);
    rig_ticks(&r, 1);
    CHECK(worker.calls == 1 && worker.order[0] == 2);
    CHECK(snw_exec_collect(r.exec, lane, &result) == SNW_OK && result.status == SNW_OK);
    order.expires_ns = snw_exec_time_ns(r.exec) - 1;
    const int late = give(&r, &order);
    rig_ticks(&r, 1);
    CHECK(worker.calls == 1);
    CHECK(snw_exec_collect(r.exec, late, &result) == SNW_OK);
    CHECK_TEXT(result.why.rule, "expired");
    rig_close(&r);
}

// A sample has returned at once, and its component moves on until it would expire: when its lease
// goes meanwhile the component is ended.
static void a_sample_that_acts_is_ended_with_its_lease(void) {
    rig r;
    open_worker(&r);
    snw_exec_set_lease(r.exec, 3);
    snw_order order = parsed(&r, "worker", "jog 1 1");
    order.rights = snw_exec_rights(r.exec, -1, 3);
    snw_exec_forget(r.exec, give(&r, &order));
    rig_ticks(&r, 5);
    CHECK(worker.calls == 1 && worker.ends == 0);
    snw_exec_set_lease(r.exec, 4);
    rig_ticks(&r, 5);
    CHECK(worker.calls == 1 && worker.ends == 1);
    rig_close(&r);
}

// --- motions that stand -------------------------------------------------------------------------

static int count_lease_events(rig *r) {
    snw_event event;
    int count = 0;
    while (snw_exec_event(r->exec, &event) == SNW_OK) {
        if (strcmp(event.why.rule, "lease") != 0) continue;
        CHECK(event.why.severity == SNW_WARNING && event.why.fix[0] != '\0');
        CHECK_TEXT(event.why.subject, "worker");
        count++;
    }
    return count;
}

// a MOVE that is answered at once, under a lease; 0 is without
static void leave_moving(rig *r, uint64_t lease) {
    snw_order order = parsed(r, "worker", "move 1 1");
    order.rights = snw_exec_rights(r->exec, -1, lease);
    const int lane = give(r, &order);
    rig_ticks(r, 1);
    CHECK(snw_exec_collect(r->exec, lane, &result) == SNW_OK && result.status == SNW_OK);
}

// Seen: a program that an operator had started went on under the lease of another one who took it
// while the program waited. The order had been answered, so nothing compared its rights any more.
static void a_motion_that_stands_is_ended_when_its_lease_is_lost(void) {
    rig r;
    open_worker(&r);
    snw_exec_set_lease(r.exec, 7);
    leave_moving(&r, 7);
    rig_ticks(&r, 5);
    CHECK(worker.ends == 0);
    snw_exec_end_leases(r.exec, 8);
    snw_exec_set_lease(r.exec, 8);
    rig_ticks(&r, 1);
    CHECK(worker.ends == 1 && count_lease_events(&r) == 1);
    rig_ticks(&r, 5);
    CHECK(worker.ends == 1); // once
    char text[32];
    CHECK(snw_exec_get(r.exec, "components/worker/revoked", text, sizeof text, NULL) == SNW_OK);
    CHECK_TEXT(text, "1");
    // the next one is of the next lease
    leave_moving(&r, 8);
    rig_ticks(&r, 5);
    CHECK(worker.ends == 1);
    // without a lease, after one with a lease: who holds the lease still answers for it
    leave_moving(&r, 0);
    snw_exec_end_leases(r.exec, 9);
    rig_ticks(&r, 1);
    CHECK(worker.ends == 2 && count_lease_events(&r) == 1);
    rig_close(&r);
}

static void a_motion_that_stands_goes_on_when_its_lease_is_handed_over(void) {
    rig r;
    open_worker(&r);
    snw_exec_set_lease(r.exec, 7);
    leave_moving(&r, 7);
    snw_exec_set_lease(r.exec, 0); // returned
    rig_ticks(&r, 5);
    snw_exec_set_lease(r.exec, 8); // acquired by another
    rig_ticks(&r, 5);
    CHECK(worker.ends == 0 && count_lease_events(&r) == 0);
    snw_exec_end_leases(r.exec, 9); // who has lost it
    rig_ticks(&r, 1);
    CHECK(worker.ends == 1 && count_lease_events(&r) == 1);
    // what nobody's lease began is not ended by one
    leave_moving(&r, 0);
    snw_exec_end_leases(r.exec, 10);
    rig_ticks(&r, 5);
    CHECK(worker.ends == 1 && count_lease_events(&r) == 0);
    rig_close(&r);
}

static void a_right_that_is_revoked_ends_what_is_under_way(void) {
    rig r;
    open_worker(&r);
    const snw_order order = parsed(&r, "worker", "move 100 1"),
                    other = parsed(&r, "other", "move 100 2");
    const int lane = give(&r, &order), beside = give(&r, &other);
    rig_ticks(&r, 2);
    snw_exec_revoke(r.exec, 0);
    rig_ticks(&r, 1);
    CHECK(worker.ends == 1 && worker.calls == 5);
    CHECK(snw_exec_collect(r.exec, lane, &result) == SNW_OK);
    CHECK_TEXT(result.why.rule, "lease");
    CHECK(snw_exec_collect(r.exec, beside, &result) == SNW_NOTHING_NEW);
    // an answered one, given by the process itself: nobody but the caller can know that it stands
    leave_moving(&r, 0);
    snw_exec_revoke(r.exec, 0);
    rig_ticks(&r, 1);
    CHECK(worker.ends == 2);
    rig_close(&r);
}

// --- stops of one arm ---------------------------------------------------------------------------

static void open_two_arms(rig *r, const char *group) {
    memset(&worker, 0, sizeof worker);
    rig_open(r);
    (void)rig_arm(r, "a", 2);
    snw_copy_text(rig_arm(r, "b", 2)->group, SNW_NAME, group);
    CHECK(snw_registry_add(&r->registry, &worker_type, &r->why) == SNW_OK);
    (void)rig_add(r, "of a", &worker_type, "a");
    (void)rig_add(r, "of b", &worker_type, "b");
    (void)rig_add(r, "of both", &worker_type, "");
    rig_go(r);
    rig_ticks(r, 2);
}

// Seen: a stop of one arm dropped the orders of all: they were compared with one count of stops.
static void a_stop_of_one_arm_drops_the_orders_of_that_arm_alone(void) {
    static const char *const names[] = {"of a", "of b", "of both"};
    for (int together = 0; together < 2; together++) {
        for (int stopped = -1; stopped < 2; stopped++) {
            rig r;
            open_two_arms(&r, together ? "" : "apart");
            int running[3], waiting[3];
            for (int i = 0; i < 3; i++) {
                const snw_order order = parsed(&r, names[i], "move 1000 1");
                running[i] = give(&r, &order);
            }
            rig_ticks(&r, 2);
            worker.count = 0;
            for (int i = 0; i < 3; i++) {
                const snw_order order = parsed(&r, names[i], "set 1 2");
                waiting[i] = give(&r, &order);
            }
            const uint64_t before = snw_exec_stops(r.exec);
            CHECK(snw_exec_request(r.exec, stopped, SNW_REQUEST_STOP_2) == SNW_OK);
            CHECK(snw_exec_stops(r.exec) == before + 1);
            rig_ticks(&r, 2);
            for (int i = 0; i < 3; i++) {
                // what belongs to no arm may move any of them
                const bool lost = stopped < 0 || together || i == 2 || i == stopped;
                CHECK(snw_exec_stopped_since(r.exec, i < 2 ? i : -1, before) == lost);
                CHECK(snw_exec_collect(r.exec, running[i], &result) ==
                      (lost ? SNW_OK : SNW_NOTHING_NEW));
                if (lost) CHECK_TEXT(result.why.rule, "stop");
                CHECK(snw_exec_collect(r.exec, waiting[i], &result) == SNW_OK);
                CHECK(result.status == (lost ? SNW_ERR_INTERRUPTED : SNW_OK));
            }
            rig_close(&r);
        }
    }
}

// The same when a guard begins the stop by itself: the drive of one arm goes off.
static void a_stop_by_the_guard_of_one_arm_leaves_the_others(void) {
    rig r;
    open_two_arms(&r, "apart");
    rig_enable(&r);
    const snw_order a = parsed(&r, "of a", "move 1000 1"), b = parsed(&r, "of b", "move 1000 2");
    const int first = give(&r, &a), second = give(&r, &b);
    rig_ticks(&r, 2);
    snw_component_demand(snw_exec_find(r.exec, "of a"), SNW_STOP_1);
    worker.count = 0;
    rig_ticks(&r, 3);
    CHECK(snw_exec_collect(r.exec, first, &result) == SNW_OK);
    CHECK_TEXT(result.why.rule, "stop");
    CHECK(snw_exec_collect(r.exec, second, &result) == SNW_NOTHING_NEW);
    int calls = 0;
    for (int i = 0; i < worker.count; i++)
        calls += worker.order[i] == 2;
    CHECK(calls == 3); // once in each tick
    rig_close(&r);
}

static void an_end_needs_no_lane_and_tells_how_it_went(void) {
    rig r;
    open_worker(&r);
    const snw_order move = parsed(&r, "worker", "move 1000 1");
    int lane, given = 0;
    while (snw_exec_order(r.exec, &move, &lane, &result, &r.why) == SNW_OK)
        given++;
    CHECK(given == SNW_LANES - 2 && r.why.code == SNW_ERR_FULL);
    const snw_order stop = parsed(&r, "worker", "stop"), pause = parsed(&r, "worker", "pause");
    const int first = give(&r, &stop), second = give(&r, &pause);
    CHECK(snw_exec_order(r.exec, &stop, &lane, &result, &r.why) == SNW_DONE && lane == -1);
    worker.count = 0;
    rig_ticks(&r, 1);
    CHECK(worker.ends == 1 && worker.pauses == 1);
    CHECK(snw_exec_collect(r.exec, first, &result) == SNW_OK && result.status == SNW_OK);
    CHECK(snw_exec_collect(r.exec, second, &result) == SNW_OK && result.status == SNW_ERR_STATE);
    CHECK_TEXT(result.why.text, "nothing runs");
    snw_exec_end(r.exec, -1);
    worker.count = 0;
    rig_ticks(&r, 1);
    CHECK(worker.ends == 3); // of both components
    rig_close(&r);
}

// Given in one tick: the END acts first, so what came before it must not begin after it.
static void an_end_overtakes_what_was_given_before_it(void) {
    rig r;
    open_worker(&r);
    const snw_order move = parsed(&r, "worker", "move 5 1"), stop = parsed(&r, "worker", "stop");
    const int before = give(&r, &move), end = give(&r, &stop), after = give(&r, &move);
    rig_ticks(&r, 1);
    CHECK(worker.calls == 1 && worker.ends == 1); // the one that came after it
    CHECK(snw_exec_collect(r.exec, before, &result) == SNW_OK);
    CHECK_TEXT(result.why.rule, "end");
    CHECK(snw_exec_collect(r.exec, end, &result) == SNW_OK && result.status == SNW_OK);
    CHECK(snw_exec_collect(r.exec, after, &result) == SNW_NOTHING_NEW);
    rig_close(&r);
}

static void a_stop_takes_the_power_pulse_before_it_along(void) {
    rig r;
    open_worker(&r);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_STOP_1) == SNW_OK);
    rig_ticks(&r, 3);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    rig_ticks(&r, 3);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_ENABLE) == SNW_OK);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_DISABLE) == SNW_OK);
    rig_ticks(&r, 50);
    CHECK(!snw_exec_arm(r.exec, 0)->command.enable);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_ENABLE) == SNW_OK);
    rig_ticks(&r, 50);
    CHECK(snw_exec_arm(r.exec, 0)->command.enable); // the same pulse alone does it
    rig_close(&r);
}

static void questions_are_answered_without_a_tick(void) {
    rig r;
    open_worker(&r);
    const snw_order order = parsed(&r, "worker", "updates");
    int lane;
    for (int i = 2; i < 5; i++) {
        CHECK(snw_exec_order(r.exec, &order, &lane, &result, &r.why) == SNW_DONE && lane == -1);
        CHECK(result.status == SNW_OK);
        CHECK(((const worker_state *)(const void *)result.answer)->done == i);
        rig_ticks(&r, 1);
    }
    rig_close(&r);
}

// --- seeded interleavings -----------------------------------------------------------------------

// What the model knows of an order that was given and not collected.
typedef struct given_order {
    bool used, valid; // nothing has come since that takes its right
    int lane, number, session, object;
    uint64_t lease;
    bool moves;
} given_order;

typedef struct order_model {
    rig r;
    snw_random random;
    given_order given[SNW_LANES];
    int session[3];
    uint64_t lease;
    int number;
    long acted, dropped;
} order_model;

static uint64_t draw(order_model *m, uint64_t below) {
    return snw_random_bits(&m->random) % below;
}

static bool one_of(order_model *m, uint64_t n) {
    return draw(m, n) == 0;
}

static void lose(order_model *m, int session, bool lease_only, bool all) {
    for (int i = 0; i < SNW_LANES; i++) {
        given_order *g = &m->given[i];
        if (all || (!lease_only && g->session == session) || (lease_only && g->lease != m->lease)) {
            g->valid = false;
        }
    }
}

static void give_one(order_model *m) {
    static const int kinds[] = {MOVE, SET, STREAM};
    const snw_command *command = &worker_commands[kinds[draw(m, 3)]];
    const int who = (int)draw(m, 3);
    snw_order order;
    snw_order_init(m->r.exec, (int)draw(m, 2), command, &order);
    order.rights = snw_exec_rights(m->r.exec, m->session[who], m->lease);
    worker_count *what = (worker_count *)(void *)order.arguments;
    *what = (worker_count){1 + (int)draw(m, 4), m->number % 1000};
    int lane;
    if (snw_exec_order(m->r.exec, &order, &lane, &result, NULL) != SNW_OK) return;
    given_order *g = NULL;
    for (int i = 0; i < SNW_LANES; i++) {
        if (m->given[i].used && m->given[i].lane == lane) g = &m->given[i]; // a sample replaced
    }
    for (int i = 0; i < SNW_LANES && g == NULL; i++) {
        if (!m->given[i].used) g = &m->given[i];
    }
    *g = (given_order){.used = true,
                       .valid = true,
                       .lane = lane,
                       .number = m->number % 1000,
                       .session = m->session[who],
                       .object = order.object,
                       .lease = m->lease,
                       .moves = command->kind != SNW_COMMAND_SET};
    m->number++;
}

// every call of a handler is one of an order that nothing took the right from
static void tick_model(order_model *m) {
    worker.count = 0;
    rig_ticks(&m->r, 1);
    for (int i = 0; i < worker.count; i++) {
        const given_order *g = NULL;
        for (int k = 0; k < SNW_LANES; k++) {
            if (m->given[k].used && m->given[k].number == worker.order[i]) g = &m->given[k];
        }
        CHECK(g != NULL && g->valid);
        m->acted++;
    }
    for (int k = 0; k < SNW_LANES; k++) {
        given_order *g = &m->given[k];
        if (!g->used || snw_exec_collect(m->r.exec, g->lane, &result) != SNW_OK) continue;
        CHECK(result.status == SNW_OK || !g->valid);
        CHECK(g->valid || (result.status == SNW_ERR_INTERRUPTED && result.why.rule[0] != '\0') ||
              result.status == SNW_OK); // it was over before
        m->dropped += result.status == SNW_ERR_INTERRUPTED;
        g->used = false;
    }
}

static void end_one(order_model *m) {
    snw_exec_end(m->r.exec, 0);
    for (int i = 0; i < SNW_LANES; i++) {
        given_order *g = &m->given[i];
        uint64_t tick;
        const bool begun = g->used && snw_exec_taken(m->r.exec, g->lane, &tick) == SNW_OK;
        if (g->object == 0 && g->moves && !begun) g->valid = false;
    }
}

static void step_model(order_model *m) {
    if (one_of(m, 2)) give_one(m);
    if (one_of(m, 9)) {
        m->lease = 1 + draw(m, 1000000);
        snw_exec_set_lease(m->r.exec, m->lease);
        lose(m, 0, true, false);
    }
    if (one_of(m, 9)) {
        const int who = (int)draw(m, 3);
        snw_exec_session_end(m->r.exec, m->session[who]);
        lose(m, m->session[who], false, false);
        m->session[who] = snw_exec_session_begin(m->r.exec);
    }
    if (one_of(m, 9)) {
        CHECK(snw_exec_request(m->r.exec, -1, (snw_request)(2 + draw(m, 4))) == SNW_OK);
        lose(m, 0, false, true);
    }
    if (one_of(m, 11)) end_one(m);
    if (one_of(m, 2)) tick_model(m);
}

// 150,000 steps of orders, stops, changes of the lease and ends of sessions between ticks, in
// seeded order: after a stop, a change of the lease or the end of a session no handler is called
// for an order that was given before it.
static void no_order_acts_after_its_right_is_gone(void) {
    static order_model m;
    m = (order_model){.random = snw_random_stream(20261116, 0), .lease = 1};
    open_worker(&m.r);
    snw_exec_set_lease(m.r.exec, m.lease);
    for (int i = 0; i < 3; i++)
        m.session[i] = snw_exec_session_begin(m.r.exec);
    for (int i = 0; i < 150000; i++)
        step_model(&m);
    CHECK(m.acted > 20000 && m.dropped > 10000);
    rig_close(&m.r);
}

// --- text ---------------------------------------------------------------------------------------

static void refusals_show_how_a_command_is_written(void) {
    rig r;
    open_worker(&r);
    static const struct {
        const char *text;
        snw_status status;
        const char *fix;
    } rows[] = {
        {"sing", SNW_ERR_UNKNOWN_NAME, "use move, set, jog, stop, pause or updates"},
        {"", SNW_ERR_UNKNOWN_NAME, "use move, set, jog, stop, pause or updates"},
        {"move x", SNW_ERR_SYNTAX, "write 'move [TICKS] [ORDER]'"},
        {"move 1 2 3", SNW_ERR_SYNTAX, "write 'move [TICKS] [ORDER]'"},
        {"move 1001", SNW_ERR_RANGE, "write 'move [TICKS] [ORDER]'"},
        {"stop 1", SNW_ERR_SYNTAX, "write 'stop'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snw_order order;
        CHECK(snw_order_parse(r.exec, 0, rows[i].text, &order, &r.why) == rows[i].status);
        CHECK(r.why.code == rows[i].status);
        CHECK_TEXT(r.why.subject, "worker");
        CHECK_TEXT(r.why.fix, rows[i].fix);
    }
    rig_close(&r);
}

static void published_memory_is_read_whole(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[4096];
    snw_arena arena = snw_arena_over(block, sizeof block);
    snw_published p;
    CHECK(snw_published_init(&p, 100, &arena) == SNW_OK);
    char in[100], out[100];
    for (int i = 0; i < 100; i++)
        in[i] = (char)i;
    snw_published_write(&p, 0, in, 100);
    CHECK(snw_published_read(&p, 0, out, 100) == SNW_OK && memcmp(in, out, 100) == 0);
    CHECK(snw_published_read(&p, 48, out, 13) == SNW_OK && memcmp(in + 48, out, 13) == 0);
    snw_published_write(&p, 8, in, 3); // bytes beside it stay
    CHECK(snw_published_read(&p, 8, out, 8) == SNW_OK && out[2] == 2 && out[3] == 11);
    p.version++; // somebody writes and does not end
    CHECK(snw_published_read(&p, 0, out, 8) == SNW_ERR_STATE);
}

int main(void) {
    RUN(orders_run_beside_each_other_in_the_order_of_their_arrival);
    RUN(a_stop_drops_what_was_given_before_it_and_ends_what_runs);
    RUN(a_lost_lease_and_an_ended_session_drop_orders_with_their_names);
    RUN(a_sample_expires_and_a_newer_one_takes_its_place);
    RUN(a_sample_that_acts_is_ended_with_its_lease);
    RUN(a_motion_that_stands_is_ended_when_its_lease_is_lost);
    RUN(a_motion_that_stands_goes_on_when_its_lease_is_handed_over);
    RUN(a_right_that_is_revoked_ends_what_is_under_way);
    RUN(a_stop_of_one_arm_drops_the_orders_of_that_arm_alone);
    RUN(a_stop_by_the_guard_of_one_arm_leaves_the_others);
    RUN(an_end_needs_no_lane_and_tells_how_it_went);
    RUN(an_end_overtakes_what_was_given_before_it);
    RUN(a_stop_takes_the_power_pulse_before_it_along);
    RUN(questions_are_answered_without_a_tick);
    RUN(no_order_acts_after_its_right_is_gone);
    RUN(refusals_show_how_a_command_is_written);
    RUN(published_memory_is_read_whole);
    return check_report();
}
