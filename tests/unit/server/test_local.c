// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "model.h"

#include "../os/scratch.h"
#include "sinew/server/local.h"

// The local socket in virtual time: what stops is heard at once, whatever is under way.

enum { CALLERS = 4 };

typedef struct caller {
    snw_socket socket;
    char text[1 << 16];
    size_t size;
} caller;

static snw_local local;
static caller callers[CALLERS];

static void serve(void) {
    snw_local_serve(&local, 0);
}

static void call(caller *c) {
    snw_socket_config config = snw_socket_defaults();
    c->size = 0;
    CHECK(snw_local_address("model", &config.address, NULL) == SNW_OK);
    CHECK(!snw_failed(snw_socket_connect(&c->socket, &config, NULL)));
    serve();
}

static void say(caller *c, const char *lines) {
    size_t sent = 0;
    CHECK(snw_socket_send(c->socket, lines, strlen(lines), &sent) == SNW_OK);
    CHECK(sent == strlen(lines));
}

// what has come so far
static const char *heard(caller *c) {
    size_t received = 0;
    if (snw_socket_receive(c->socket, c->text + c->size, sizeof c->text - c->size - 1, &received) ==
        SNW_OK) {
        c->size += received;
    }
    c->text[c->size] = '\0';
    return c->text;
}

static int lines_of(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

static void open_local(void) {
    model_open();
    snw_exec_tick(m.r.exec);
    CHECK(setenv("XDG_RUNTIME_DIR", scratch_directory, 1) == 0);
    CHECK(snw_local_listen(&local, m.r.exec, "model", &m.r.why) == SNW_OK);
    for (int i = 0; i < CALLERS; i++)
        call(&callers[i]);
}

static void close_local(void) {
    for (int i = 0; i < CALLERS; i++)
        snw_socket_close(&callers[i].socket);
    snw_local_close(&local);
    model_close();
}

static const char MOVE[] =
    "{\"command\":\"message\",\"object\":\"noted\",\"text\":\"move 1 500\"}\n";
static const char STOP[] = "{\"command\":\"stop\"}\n";
static const char END[] = "{\"command\":\"message\",\"object\":\"noted\",\"text\":\"end\"}\n";
static const char ASK[] = "{\"command\":\"message\",\"object\":\"noted\",\"text\":\"where\"}\n";

static void begin_moving(caller *c) {
    say(c, MOVE);
    serve();
    snw_exec_tick(m.r.exec);
    serve();
    CHECK(m.moving && heard(c)[0] == '\0');
}

// Seen: beside six clients that asked questions `sinew ask cell stop` was not answered in 15 s, and
// while `sinew ask motion move` ran nobody else was heard: the loop had one mailbox.
static void a_stop_is_heard_while_a_message_is_under_way(void) {
    for (int who = 0; who < 2; who++) {
        open_local();
        begin_moving(&callers[0]);
        const uint64_t before = snw_exec_stops(m.r.exec);
        say(&callers[who], STOP);
        serve();
        CHECK(snw_exec_stops(m.r.exec) == before + 1);
        snw_exec_tick(m.r.exec);
        CHECK(!m.moving);
        serve();
        serve();
        // answers come in the order of the requests
        const char *text = heard(&callers[0]);
        CHECK(strstr(text, "SNW_ERR_INTERRUPTED") != NULL);
        CHECK(lines_of(text) == (who == 0 ? 2 : 1));
        CHECK(strstr(heard(&callers[who]), "\"ok\":true") != NULL);
        close_local();
    }
}

static void the_end_of_a_motion_is_heard_while_it_is_under_way(void) {
    for (int who = 0; who < 2; who++) {
        open_local();
        begin_moving(&callers[0]);
        say(&callers[who], END);
        serve();
        snw_exec_tick(m.r.exec);
        CHECK(!m.moving);
        close_local();
    }
}

static void questions_are_answered_beside_a_motion(void) {
    open_local();
    begin_moving(&callers[0]);
    for (int i = 0; i < 20; i++) {
        callers[1].size = 0;
        say(&callers[1], ASK);
        say(&callers[2], "{\"command\":\"get\",\"path\":\"loop/t\"}\n");
        serve();
        serve();
        CHECK(strstr(heard(&callers[1]), "\"ok\":true") != NULL);
    }
    CHECK(lines_of(heard(&callers[2])) == 20 && m.moving);
    close_local();
}

// lines that come at once are looked at all; a stop among them does not wait for those before it
static void a_stop_at_the_end_of_many_lines_is_heard_at_once(void) {
    static char lines[1 << 16];
    open_local();
    begin_moving(&callers[0]);
    lines[0] = '\0';
    for (int i = 0; i < 200; i++)
        (void)strcat(lines, ASK);
    (void)strcat(lines, STOP);
    const uint64_t before = snw_exec_stops(m.r.exec);
    say(&callers[0], lines);
    serve();
    CHECK(snw_exec_stops(m.r.exec) == before + 1);
    for (int i = 0; i < 1000 && lines_of(heard(&callers[0])) < 202; i++) {
        snw_exec_tick(m.r.exec);
        serve();
    }
    CHECK(lines_of(heard(&callers[0])) == 202);
    CHECK(snw_exec_stops(m.r.exec) == before + 1); // it has acted once
    close_local();
}

static void a_caller_who_goes_takes_its_command_along(void) {
    open_local();
    begin_moving(&callers[0]);
    snw_socket_close(&callers[0].socket);
    serve();
    snw_exec_tick(m.r.exec);
    CHECK(!m.moving);
    close_local();
}

// what a recorder is told
static int messages;
static uint64_t message_tick;

static void count_message(void *context, const char *path, const char *text, uint64_t tick) {
    (void)context;
    CHECK_TEXT(path, "message noted");
    CHECK_TEXT(text, "move 1 500");
    messages++;
    message_tick = tick;
}

// Seen: on a busy machine a motion began and ended with its client before the service looked again.
// It was not recorded, and a replay stood still where the arm had moved.
static void what_has_moved_is_recorded_however_late_the_service_looks(void) {
    for (int moved = 0; moved < 2; moved++) {
        open_local();
        snw_local_tell(&local, count_message, NULL);
        messages = 0;
        say(&callers[0], MOVE);
        serve();
        const uint64_t next = snw_exec_next(m.r.exec);
        if (moved) snw_exec_tick(m.r.exec);
        CHECK(m.moving == moved);
        snw_socket_close(&callers[0].socket);
        serve();
        snw_exec_tick(m.r.exec);
        serve();
        CHECK(!m.moving && messages == moved);
        CHECK(!moved || message_tick == next);
        close_local();
    }
}

static void callers_beyond_the_limit_take_the_place_of_the_silent(void) {
    enum { MANY = SNW_LOCAL_CLIENTS + 40 };
    static caller many[MANY];
    open_local();
    for (int i = 0; i < MANY; i++)
        call(&many[i]);
    const uint64_t before = snw_exec_stops(m.r.exec);
    say(&many[MANY - 1], STOP);
    serve();
    CHECK(snw_exec_stops(m.r.exec) == before + 1);
    for (int i = 0; i < MANY; i++)
        snw_socket_close(&many[i].socket);
    close_local();
}

// Seen: anybody ended the run at any time.
static void quit_waits_for_standstill_and_for_the_lease(void) {
    static const char quit[] = "{\"command\":\"quit\"}\n";
    open_local();
    local.server = m.server;
    on_bench.never_rests = true;
    rig_ticks(&m.r, 5);
    say(&callers[0], quit);
    serve();
    CHECK(strstr(heard(&callers[0]), "\"rule\":\"standstill\"") != NULL && !local.quit);
    on_bench.never_rests = false;
    rig_ticks(&m.r, 50);

    model_connect(0);
    model_send(&m.clients[0], "\"command\":\"lease\",\"act\":\"acquire\"");
    model_turn(100);
    say(&callers[1], quit);
    serve();
    CHECK(strstr(heard(&callers[1]), "\"rule\":\"lease\"") != NULL && !local.quit);
    model_send(&m.clients[0], "\"command\":\"lease\",\"act\":\"return\"");
    model_turn(100);
    say(&callers[2], quit);
    serve();
    CHECK(strstr(heard(&callers[2]), "\"ok\":true") != NULL && local.quit);
    close_local();
}

int main(void) {
    scratch_open();
    RUN(a_stop_is_heard_while_a_message_is_under_way);
    RUN(the_end_of_a_motion_is_heard_while_it_is_under_way);
    RUN(questions_are_answered_beside_a_motion);
    RUN(a_stop_at_the_end_of_many_lines_is_heard_at_once);
    RUN(a_caller_who_goes_takes_its_command_along);
    RUN(what_has_moved_is_recorded_however_late_the_service_looks);
    RUN(callers_beyond_the_limit_take_the_place_of_the_silent);
    RUN(quit_waits_for_standstill_and_for_the_lease);
    return check_report();
}
