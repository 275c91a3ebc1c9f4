// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "model.h"

// Whose turn it is, and what becomes of what waits.

enum { ANN, BOB, CID, DAN, STRANGER, OTHER_STRANGER };

static char last_answer[1024];

// the newest text that waits for a client
static const char *newest(int client) {
    last_answer[0] = '\0';
    for (const snw__piece *p = m.clients[client].session.first; p != NULL; p = p->next) {
        // its bytes have no final zero
        char bytes[sizeof last_answer];
        snw_text text = snw_text_over(bytes, sizeof bytes);
        snw_text_add(&text, (const char *)p->bytes, p->size);
        if (strstr(bytes, "\"push\"") == NULL) memcpy(last_answer, bytes, sizeof bytes);
    }
    return last_answer;
}

static void open_all(void) {
    model_open();
    for (int i = 0; i < MODEL_CLIENTS; i++)
        model_connect(i);
    model_turn(1000);
    snw_exec_tick(m.r.exec);
}

static void hold_lease(int client) {
    model_send(&m.clients[client], "\"command\":\"lease\",\"act\":\"acquire\"");
    model_turn(1000);
    CHECK(m.server->authority.lease.state == SNW_LEASE_HELD);
    CHECK(m.clients[client].lease.sequence == m.server->authority.lease.stamp.sequence);
}

static int send_word(int client, const char *word) {
    char text[160];
    const int number = model_note(client);
    (void)snprintf(text, sizeof text,
                   "\"command\":\"message\",\"object\":\"noted\",\"text\":\"%s %d\"", word, number);
    model_send_leased(&m.clients[client], text);
    return number;
}

static void ask_much(int client, int count) {
    for (int i = 0; i < count; i++)
        model_send(&m.clients[client], "\"command\":\"get\",\"path\":\"loop/t\"");
}

static int steps_until_served(int client) {
    int steps = 0;
    while (m.clients[client].session.sender.waiting > 0 && steps < 10000) {
        CHECK(snw__dispatch_step(&m.server->dispatch));
        steps++;
    }
    return steps;
}

// Seen: 16 clients without a token delayed the jog of an operator by 1.2 s.
static void the_holder_of_the_lease_is_always_next(void) {
    open_all();
    hold_lease(ANN);
    for (int round = 0; round < 50; round++) {
        ask_much(STRANGER, 20);
        ask_much(OTHER_STRANGER, 20);
        ask_much(BOB, 20);
        for (int i = check_int(0, 30); i > 0; i--)
            CHECK(snw__dispatch_step(&m.server->dispatch));
        (void)send_word(ANN, "jog");
        CHECK(steps_until_served(ANN) == 1);
        model_turn(1000);
        snw_exec_tick(m.r.exec);
    }
    model_close();
}

static void nobody_waits_for_more_than_a_round(void) {
    open_all();
    hold_lease(ANN);
    for (int round = 0; round < 50; round++) {
        ask_much(ANN, 100);
        ask_much(CID, 100);
        ask_much(DAN, 100);
        ask_much(STRANGER, 100);
        ask_much(OTHER_STRANGER, 100);
        for (int i = check_int(0, 60); i > 0; i--)
            CHECK(snw__dispatch_step(&m.server->dispatch));
        ask_much(BOB, 1);
        // the holder, two others, one for all without a token
        CHECK(steps_until_served(BOB) <= SNW__HOLDER_TURN + 4);
        model_turn(1000);
    }
    // of those without a token both get on
    ask_much(STRANGER, 100);
    ask_much(OTHER_STRANGER, 100);
    for (int i = 0; i < 40; i++)
        CHECK(snw__dispatch_step(&m.server->dispatch));
    CHECK(m.clients[STRANGER].session.sender.waiting == 80);
    CHECK(m.clients[OTHER_STRANGER].session.sender.waiting == 80);
    model_turn(1000);
    model_close();
}

static void of_a_stream_the_newest_counts_and_it_expires(void) {
    open_all();
    hold_lease(ANN);
    // the first goes to the loop, the second is replaced by the third before it could
    const int first = send_word(ANN, "jog");
    model_turn(1000);
    (void)send_word(ANN, "jog");
    const int third = send_word(ANN, "jog");
    m.server->now_ns = model_ns;
    while (snw__dispatch_step(&m.server->dispatch)) {
    }
    CHECK(strstr(newest(ANN), "\"replaced\":true") != NULL);
    m.acted_count = 0;
    snw_exec_tick(m.r.exec);
    model_turn(1000);
    snw_exec_tick(m.r.exec);
    CHECK(m.acted_count == 2 && m.acted[0].number == first && m.acted[1].number == third);
    model_turn(1000);

    // 100 ms of the loop pass before it has its turn
    (void)send_word(ANN, "jog");
    const int64_t sent_ns = snw_exec_time_ns(m.r.exec);
    while (snw_exec_time_ns(m.r.exec) - sent_ns <= SNW_STREAM_NS + snw_exec_period_ns(m.r.exec))
        snw_exec_tick(m.r.exec);
    m.acted_count = 0;
    while (snw__dispatch_step(&m.server->dispatch)) {
    }
    snw__dispatch_orders(&m.server->dispatch, model_ns);
    snw_exec_tick(m.r.exec);
    snw__dispatch_orders(&m.server->dispatch, model_ns);
    CHECK(m.acted_count == 0);
    CHECK(strstr(newest(ANN), "\"rule\":\"expired\"") != NULL);
    model_close();
}

// Seen: `"ok":true` for a stop with an id that was used before, and the arm went on.
static void a_stop_acts_with_any_id_and_any_field(void) {
    static const char *const texts[] = {
        "{\"id\":1,\"command\":\"stop\"}",                   // used by the hello
        "{\"command\":\"stop\"}",                            // none
        "{\"id\":900,\"command\":\"stop\"}",                 // new
        "{\"id\":900,\"command\":\"stop\"}",                 // used by a stop
        "{\"id\":2,\"command\":\"stop\"}",                   // older than all that are kept
        "{\"id\":901,\"command\":\"stop\",\"lease\":true}",  // of the wrong kind
        "{\"id\":902,\"command\":\"stop\",\"arm\":\"leg\"}", // unknown
        "{\"id\":903,\"command\":\"stop\"",                  // without an end
        "{\"id\":904,\"command\":\"disable\"}",
    };
    open_all();
    model_client *c = &m.clients[STRANGER];
    for (int i = 0; i < 70; i++)
        model_send(c, "\"command\":\"status\"");
    model_turn(1000);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const uint64_t before = snw_exec_stops(m.r.exec);
        snw__page_dialect.take(&c->session, texts[i], strlen(texts[i]), i % 2 == 1);
        CHECK(snw_exec_stops(m.r.exec) == before + 1);
        while (snw__dispatch_step(&m.server->dispatch)) {
        }
        CHECK(snw_exec_stops(m.r.exec) == before + 1); // once
        CHECK(newest(STRANGER)[0] == '{');
        model_read(c);
    }
    model_close();
}

// An end overtakes what was sent before it, so that must not start anew what was ended.
static void what_was_sent_before_an_end_does_not_act_after_it(void) {
    open_all();
    hold_lease(ANN);
    for (int turns = 0; turns < 3; turns++) {
        (void)send_word(ANN, "move");
        if (turns > 0) {
            while (snw__dispatch_step(&m.server->dispatch)) {
            }
        }
        if (turns > 1) snw__dispatch_orders(&m.server->dispatch, model_ns);
        model_send(&m.clients[BOB],
                   "\"command\":\"message\",\"object\":\"noted\",\"text\":\"end\"");
        m.acted_count = 0;
        while (snw__dispatch_step(&m.server->dispatch)) {
        }
        snw__dispatch_orders(&m.server->dispatch, model_ns);
        snw_exec_tick(m.r.exec);
        snw__dispatch_orders(&m.server->dispatch, model_ns);
        CHECK(m.acted_count == 0);
        CHECK(strstr(newest(ANN), "\"rule\":\"ended\"") != NULL);
        CHECK(strstr(newest(BOB), "\"ok\":true") != NULL);
        model_turn(1000);
    }
    // and one that is sent after it does
    const int number = send_word(ANN, "move");
    model_turn(1000);
    snw_exec_tick(m.r.exec);
    CHECK(m.acted_count == 1 && m.acted[0].number == number);
    model_close();
}

static void too_much_that_waits_is_refused_and_a_stop_is_heard(void) {
    open_all();
    const snw__sender *bob = &m.clients[BOB].session.sender;
    ask_much(BOB, SNW__WAITING_COUNT);
    CHECK(bob->waiting == SNW__WAITING_COUNT || bob->waiting_bytes > SNW__WAITING_BYTES - 99);
    model_send(&m.clients[BOB], "\"command\":\"status\"");
    CHECK(strstr(newest(BOB), "\"rule\":\"queue\"") != NULL);
    const uint64_t before = snw_exec_stops(m.r.exec);
    model_send(&m.clients[BOB], "\"command\":\"stop\"");
    CHECK(snw_exec_stops(m.r.exec) == before + 1);
    model_close();
}

static void what_waits_for_its_turn_is_judged_when_it_comes(void) {
    open_all();
    hold_lease(ANN);
    // an enable that waits while bob takes the lease
    model_send_leased(&m.clients[BOB], "\"command\":\"lease\",\"act\":\"take\"");
    CHECK(snw__dispatch_step(&m.server->dispatch));
    model_send_leased(&m.clients[ANN], "\"command\":\"enable\"");
    model_turn(1000);
    model_send_leased(&m.clients[ANN], "\"command\":\"enable\"");
    while (snw__dispatch_step(&m.server->dispatch)) {
    }
    CHECK(strstr(newest(ANN), "\"rule\":\"lease\"") != NULL);
    model_turn(10);
    // an acknowledgement that was sent before a stop
    model_send_leased(&m.clients[BOB], "\"command\":\"acknowledge\"");
    SNW_IGNORE(snw_exec_request(m.r.exec, -1, SNW_REQUEST_STOP_2));
    while (snw__dispatch_step(&m.server->dispatch)) {
    }
    CHECK(strstr(newest(BOB), "\"rule\":\"stopped\"") != NULL);
    model_close();
}

// --- motions that stand -------------------------------------------------------------------------

static void begin_program(int client) {
    hold_lease(client);
    SNW_IGNORE(send_word(client, "run"));
    model_turn(1000);
    snw_exec_tick(m.r.exec);
    CHECK(m.standing);
}

static void send_act(int client, const char *act) {
    char text[64];
    (void)snprintf(text, sizeof text, "\"command\":\"lease\",\"act\":\"%s\"", act);
    model_send(&m.clients[client], text);
    model_turn(1000);
}

// Turns and ticks for so long; the holder gives no sign of life.
static void let_pass(double seconds) {
    for (int64_t end = model_ns + (int64_t)(seconds * 1e9); model_ns < end;) {
        model_turn(1000);
        snw_exec_tick(m.r.exec);
        model_ns += 10 * INT64_C(1000000);
    }
}

// Seen: a program stood in a wait, so the cell stood still, so another operator got the lease at
// once; the program went on under it.
static void a_program_goes_on_with_its_lease_and_ends_when_that_is_lost(void) {
    open_all();
    begin_program(ANN);
    send_act(ANN, "return");
    let_pass(0.1);
    CHECK(m.standing); // handed over to the cell
    send_act(BOB, "acquire");
    let_pass(0.1);
    CHECK(m.standing); // and to the next owner, who may end it
    send_act(CID, "take");
    snw_exec_tick(m.r.exec);
    CHECK(!m.standing); // it was taken: in the next tick
    model_close();

    open_all();
    begin_program(ANN);
    model_disconnect(ANN);
    let_pass(1);
    CHECK(m.standing); // there is time to come back
    model_connect(ANN);
    model_turn(1000);
    send_act(ANN, "acquire");
    let_pass(1);
    CHECK(m.standing); // it came back
    let_pass(2.2);
    CHECK(!m.standing); // and is silent
    model_close();
}

// A request about one arm is as good after a stop of another one as before it.
static void a_stop_of_another_arm_refuses_nothing(void) {
    static const struct {
        const char *request;
        bool refused[3]; // by a stop of: arm, beside, all
    } rows[] = {
        {"\"command\":\"acknowledge\",\"arm\":\"arm\"", {true, false, true}},
        {"\"command\":\"acknowledge\",\"arm\":\"beside\"", {false, true, true}},
        {"\"command\":\"acknowledge\"", {true, true, true}},
        {"\"command\":\"set\",\"path\":\"arm/x\",\"value\":\"1\"", {true, false, true}},
        {"\"command\":\"start\",\"object\":\"noted\"", {true, true, true}}, // of no arm
        {"\"command\":\"message\",\"object\":\"beside.drive\",\"text\":\"x\"", {false, true, true}},
    };
    open_all();
    hold_lease(ANN);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int stop = 0; stop < 3; stop++) {
            check_case = (long)(10 * i) + stop;
            model_send_leased(&m.clients[ANN], rows[i].request);
            CHECK(snw_exec_request(m.r.exec, stop < 2 ? stop : -1, SNW_REQUEST_STOP_2) == SNW_OK);
            while (snw__dispatch_step(&m.server->dispatch)) {
            }
            CHECK((strstr(newest(ANN), "\"stopped\"") != NULL) == rows[i].refused[stop]);
            snw_exec_tick(m.r.exec);
            model_turn(1000);
        }
    }
    check_case = -1;
    model_close();
}

// Seen: eight silent sockets kept everybody of this machine out for ever.
static void a_session_that_says_no_hello_in_time_is_ended(void) {
    model_open();
    model_connect(0);
    model_turn(100);
    model_connect(1);
    const int64_t begun_ns = model_ns, due_ns = m.server->authority.config.hello_ns;
    CHECK(due_ns == INT64_C(5000000000));
    model_ns = begun_ns + due_ns; // its hello waits for its turn
    model_turn(0);
    CHECK(m.clients[1].session.closing == 0);
    model_ns += 100000000;
    model_turn(0);
    CHECK(m.clients[1].session.closing == SNW__POLICY && m.clients[1].session.index == -1);
    CHECK(m.clients[0].session.closing == 0 && m.clients[0].session.index >= 0);
    model_close();
}

// a turn after which answers wait to be read
static void serve_all(void) {
    m.server->now_ns = model_ns;
    while (snw__dispatch_step(&m.server->dispatch)) {
    }
    snw__dispatch_orders(&m.server->dispatch, model_ns);
}

static void begin_reading(int client) {
    __atomic_store_n(&reading_began, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&reading_may_end, 0, __ATOMIC_RELEASE);
    model_send(&m.clients[client],
               "\"command\":\"message\",\"object\":\"noted\",\"text\":\"read\"");
    serve_all();
    // the turn is over, and the file is not read yet
    while (__atomic_load_n(&reading_began, __ATOMIC_ACQUIRE) == 0)
        snw_thread_yield();
}

// Seen: `obstacles load` of a large cloud kept all doors from hearing anything, a stop too, because
// its file was read in their thread.
static void a_file_is_read_beside_the_doors(void) {
    open_all();
    begin_reading(ANN);
    CHECK(!pthread_equal(reading_thread, pthread_self()));
    // all others are served, and a second file is refused
    ask_much(BOB, 1);
    serve_all();
    CHECK(strstr(newest(BOB), "\"ok\":true") != NULL);
    model_send(&m.clients[BOB], "\"command\":\"message\",\"object\":\"noted\",\"text\":\"read\"");
    serve_all();
    CHECK(strstr(newest(BOB), "another file is being read") != NULL);
    CHECK(snw__dispatch_has_orders(&m.server->dispatch));
    __atomic_store_n(&reading_may_end, 1, __ATOMIC_RELEASE);
    while (m.server->dispatch.reader != NULL) {
        snw_thread_yield();
        serve_all();
    }
    CHECK(strstr(newest(ANN), "\"answer\":\"\"") != NULL);
    CHECK(!snw__dispatch_has_orders(&m.server->dispatch));
    model_close();
}

// who asked may go, and the cell may be closed meanwhile: which waits for the file
static void a_client_that_goes_leaves_its_file(void) {
    open_all();
    begin_reading(ANN);
    snw__dispatch_remove(&m.clients[ANN].session.sender);
    CHECK(m.server->dispatch.reader != NULL);
    __atomic_store_n(&reading_may_end, 1, __ATOMIC_RELEASE);
    snw__dispatch_use(&m.server->dispatch, NULL);
    CHECK(m.server->dispatch.reader == NULL);
    snw__dispatch_use(&m.server->dispatch, m.r.exec);
    CHECK(snw__dispatch_add(&m.server->dispatch, &m.clients[ANN].session.sender));
    model_close();
}

int main(void) {
    RUN(a_file_is_read_beside_the_doors);
    RUN(a_client_that_goes_leaves_its_file);
    RUN(the_holder_of_the_lease_is_always_next);
    RUN(nobody_waits_for_more_than_a_round);
    RUN(of_a_stream_the_newest_counts_and_it_expires);
    RUN(a_stop_acts_with_any_id_and_any_field);
    RUN(what_was_sent_before_an_end_does_not_act_after_it);
    RUN(too_much_that_waits_is_refused_and_a_stop_is_heard);
    RUN(what_waits_for_its_turn_is_judged_when_it_comes);
    RUN(a_program_goes_on_with_its_lease_and_ends_when_that_is_lost);
    RUN(a_stop_of_another_arm_refuses_nothing);
    RUN(a_session_that_says_no_hello_in_time_is_ended);
    return check_report();
}
