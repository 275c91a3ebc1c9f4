// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"

#include <string.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "../../../src/runtime/server/inside.h"
#include "../os/scratch.h"
#include "sinew/os/clock.h"
#include "sinew/os/socket.h"
#include "sinew/os/thread.h"
#include "sinew/server/client.h"
#include "sinew/server/local.h"
#include "sinew/station.h"
#include "sinew/wire/serve.h"

static const int64_t MS = 1000000;

// --- requests -----------------------------------------------------------------------------------

static void fill(char *text, size_t size) {
    static const char *const letters[] = {"a", "/", "\"", "\\", " ", "\xc3\xa4", "\n", "\t", "{"};
    const int count = check_int(0, 12);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        const char *letter = letters[check_int(0, 8)];
        if (strlen(text) + strlen(letter) < size) (void)strcat(text, letter);
    }
}

static void make_request(snw_wire_request *r) {
    *r = (snw_wire_request){.command = (snw_wire_command)check_int(0, SNW_WIRE_COUNT - 1)};
    if (check_int(0, 1) == 0) r->id = check_int(1, 1000000);
    const snw_type *type = &snw_wire_request_type;
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->kind != SNW_KIND_STRING || field->length > 0 || check_int(0, 2) == 0) continue;
        fill((char *)r + field->offset, field->size);
    }
    static const char *const objects[] = {"", "{}", "{\"q\":[0,0.5],\"name\":\"a}\\\"\"}"};
    snw_copy_text(r->arguments, sizeof r->arguments, objects[check_int(0, 2)]);
    if (check_int(0, 1) == 0) r->most = check_int(0, SNW_WIRE_ITEMS);
    if (check_int(0, 1) == 0) {
        fill(r->lease.epoch, sizeof r->lease.epoch);
        r->lease.sequence = check_int(0, 9);
    }
    r->signal_count = check_int(0, 3);
    for (int i = 0; i < r->signal_count; i++)
        fill(r->signals[i], sizeof r->signals[i]);
}

// the reader of the cell is the second opinion
static void what_is_written_is_what_the_cell_reads(void) {
    static snw_wire_request request, back;
    static char line[2 * SNW_WIRE_REQUEST];
    CHECK_CASES(check_scaled(3000)) {
        make_request(&request);
        snw_text text = snw_text_over(line, sizeof line);
        snw__client_write(&request, &text);
        CHECK(!snw_text_is_cut(&text) && strchr(line, '\n') == NULL);
        snw_setup *setup = snw_setup_create(1 << 20);
        snw_why why = {0};
        CHECK(snw_wire_read(line, text.length, setup, &back, &why) == SNW_OK);
        CHECK(snw_block_equal(&snw_wire_request_type, &request, &back));
        snw_setup_destroy(setup);
    }
}

// --- somebody to call ---------------------------------------------------------------------------

// answers lines by the word in them: refuse, late (once the test says so), go (hangs up)
typedef struct peer {
    snw_socket listener, socket;
    snw_address address;
    snw_thread *thread;
    int seen[SNW_WIRE_COUNT];
    uint32_t may_answer; // atomic: what is late is answered from now on
} peer;

static bool peer_line(const peer *p, char *line, size_t size) {
    size_t have = 0;
    while (have + 1 < size) {
        size_t received = 0;
        snw_poll_item item = {.socket = p->socket, .want_read = true};
        SNW_IGNORE(snw_poll(&item, 1, 60000 * MS));
        const snw_status status = snw_socket_receive(p->socket, line + have, 1, &received);
        if (snw_failed(status)) return false;
        if (status == SNW_OK) have += received;
        line[have] = '\0';
        if (have > 0 && line[have - 1] == '\n') return true;
    }
    return false;
}

static void peer_say(const peer *p, const char *text) {
    size_t sent = 0;
    SNW_IGNORE(snw_socket_send(p->socket, text, strlen(text), &sent));
}

static void peer_answer(peer *p, const char *line) {
    static snw_wire_request request;
    snw_setup *setup = snw_setup_create(1 << 20);
    if (snw_wire_read(line, strlen(line) - 1, setup, &request, NULL) == SNW_OK) {
        p->seen[request.command]++;
    }
    snw_setup_destroy(setup);
    char text[512];
    if (strstr(line, "\"refuse\"") != NULL) {
        peer_say(p,
                 "{\"id\":1,\"ok\":false,\"error\":{\"code\":-20,\"name\":\"x\",\"subject\":"
                 "\"ann\",\"text\":\"no \\\"ok\\\":true\",\"fix\":\"ask\",\"rule\":\"role\"}}\n");
        return;
    }
    while (strstr(line, "late") != NULL && __atomic_load_n(&p->may_answer, __ATOMIC_ACQUIRE) == 0)
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
    (void)snprintf(text, sizeof text, "{\"id\":%lld,\"ok\":true,\"value\":\"%s\"}\n",
                   (long long)request.id, request.path);
    peer_say(p, text);
}

static void peer_run(void *context) {
    peer *p = context;
    char line[4096];
    snw_poll_item item = {.socket = p->listener, .want_read = true};
    SNW_IGNORE(snw_poll(&item, 1, 60000 * MS));
    if (snw_socket_accept(p->listener, &p->socket, NULL, NULL) != SNW_OK) return;
    while (peer_line(p, line, sizeof line)) {
        if (strstr(line, "\"go\"") != NULL) break;
        peer_answer(p, line);
    }
    snw_socket_close(&p->socket);
}

static void peer_open(peer *p) {
    snw_socket_config config = snw_socket_defaults();
    snw_thread_config thread = snw_thread_defaults();
    *p = (peer){0};
    CHECK(snw_socket_listen(&p->listener, &config, NULL) == SNW_OK);
    CHECK(snw_socket_address(p->listener, &p->address) == SNW_OK);
    thread.run = peer_run;
    thread.context = p;
    CHECK(snw_thread_open(&p->thread, &thread, NULL) == SNW_OK);
}

static void peer_close(peer *p) {
    CHECK(snw_thread_join(p->thread, -1) == SNW_OK);
    snw_socket_close(&p->listener);
}

static void set_path(snw_client *client, const char *path) {
    snw_wire_request *request = snw_client_request(client);
    snw_copy_text(request->path, sizeof request->path, path);
}

// spec: loffler:L-134
static void every_request_of_the_table_has_a_function(void) {
    static peer p;
    snw_client *client;
    snw_why why = {0};
    peer_open(&p);
    CHECK(snw__client_open_at(&client, &p.address, 60000 * MS, &why) == SNW_OK);
#define SNW_X(name, act, lease, sentence)                                                          \
    set_path(client, #name);                                                                       \
    CHECK(snw_call_##name(client, &why) == SNW_OK);                                                \
    CHECK(strstr(snw_client_answer(client), "\"value\":\"" #name "\"") != NULL);                   \
    CHECK(p.seen[SNW_WIRE_##name] == 1);
    SNW_WIRE_COMMANDS(SNW_X)
#undef SNW_X
    snw_client_close(client);
    peer_close(&p);
}

static void a_refusal_comes_with_its_reason(void) {
    static peer p;
    snw_client *client;
    snw_why why = {0};
    peer_open(&p);
    CHECK(snw__client_open_at(&client, &p.address, 60000 * MS, &why) == SNW_OK);
    set_path(client, "refuse");
    CHECK(snw_call_get(client, &why) == SNW_ERR_PERMISSION);
    CHECK_TEXT(why.subject, "ann");
    CHECK_TEXT(why.text, "no \"ok\":true");
    CHECK_TEXT(why.rule, "role");
    CHECK_TEXT(why.fix, "ask");
    CHECK(snw_client_ask(client, "two\nlines", &why) == SNW_ERR_ARGUMENT);
    snw_client_close(client);
    peer_close(&p);
}

// A time that is over is over; what comes later belongs to nobody.
static void answers_that_come_too_late_are_thrown_away(void) {
    static peer p;
    snw_client *client;
    snw_why why = {0};
    peer_open(&p);
    CHECK(snw__client_open_at(&client, &p.address, 60000 * MS, &why) == SNW_OK);
    // 0: not at all
    snw__client_set_wait(client, 0);
    set_path(client, "late one");
    CHECK(snw_call_get(client, &why) == SNW_ERR_TIMEOUT);
    // 100 ms are 100 ms at least
    snw__client_set_wait(client, 100 * MS);
    const int64_t begin_ns = snw_clock_now_ns();
    set_path(client, "late two");
    CHECK(snw_call_get(client, &why) == SNW_ERR_TIMEOUT && why.text[0] != '\0');
    CHECK(snw_clock_now_ns() - begin_ns >= 100 * MS);
    // both answers come now. -1: for ever, and what is answered is what was asked
    __atomic_store_n(&p.may_answer, 1, __ATOMIC_RELEASE);
    snw__client_set_wait(client, -1);
    set_path(client, "three");
    CHECK(snw_call_get(client, &why) == SNW_OK);
    CHECK(strstr(snw_client_answer(client), "\"value\":\"three\"") != NULL);
    snw_client_close(client);
    peer_close(&p);
}

// spec: loffler:L-133
static void a_cell_that_dies_is_an_error_and_not_a_wait(void) {
    static peer p;
    snw_client *client;
    snw_why why = {0};
    peer_open(&p);
    CHECK(snw__client_open_at(&client, &p.address, -1, &why) == SNW_OK);
    set_path(client, "x");
    CHECK(snw_call_get(client, &why) == SNW_OK);
    set_path(client, "go");
    CHECK(snw_call_get(client, &why) == SNW_ERR_CLOSED && why.text[0] != '\0');
    CHECK(snw_call_get(client, &why) == SNW_ERR_CLOSED);
    snw_client_close(client);
    peer_close(&p);
}

// --- what the system says -----------------------------------------------------------------------

// as many as were sent and not read
static void pending_bytes(snw_socket listener, const snw_address *address) {
    static const char zeros[777];
    snw_client *client;
    snw_socket accepted;
    size_t sent = 0;
    CHECK(snw__client_open_at(&client, address, 60000 * MS, NULL) == SNW_OK);
    snw_poll_item item = {.socket = listener, .want_read = true};
    CHECK(snw_poll(&item, 1, 60000 * MS) == SNW_OK);
    CHECK(snw_socket_accept(listener, &accepted, NULL, NULL) == SNW_OK);
    CHECK(snw__client_pending(client) == 0);
    CHECK(snw_socket_send(accepted, zeros, sizeof zeros, &sent) == SNW_OK && sent == sizeof zeros);
    for (int i = 0; i < 60000 && snw__client_pending(client) == 0; i++)
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
    CHECK(snw__client_pending(client) == sizeof zeros);
    snw_socket_close(&accepted);
    snw_client_close(client);
}

// spec: actin-tools:NW-06
static void pending_bytes_and_addresses_are_those_of_the_system(void) {
    snw_socket_config config = snw_socket_defaults();
    snw_socket listener, caller, accepted;
    snw_address from, own;
    struct sockaddr_in system;
    socklen_t length = sizeof system;
    CHECK(snw_socket_listen(&listener, &config, NULL) == SNW_OK);
    CHECK(snw_socket_address(listener, &config.address) == SNW_OK);
    // nobody has called: that is said at once
    CHECK(snw_socket_accept(listener, &accepted, NULL, NULL) == SNW_NOTHING_NEW);
    CHECK(!snw_failed(snw_socket_connect(&caller, &config, NULL)));
    snw_poll_item item = {.socket = listener, .want_read = true};
    CHECK(snw_poll(&item, 1, 60000 * MS) == SNW_OK);
    CHECK(snw_socket_accept(listener, &accepted, &from, NULL) == SNW_OK);
    CHECK(snw_socket_address(caller, &own) == SNW_OK && own.port == from.port);
    CHECK(getpeername(accepted.descriptor, (struct sockaddr *)&system, &length) == 0);
    CHECK(ntohs(system.sin_port) == from.port && memcmp(&system.sin_addr, from.ip, 4) == 0);
    CHECK(getsockname(caller.descriptor, (struct sockaddr *)&system, &length) == 0);
    CHECK(ntohs(system.sin_port) == own.port);
    snw_socket_close(&caller);
    snw_socket_close(&accepted);
    pending_bytes(listener, &config.address);
    snw_socket_close(&listener);
}

// --- many messages ------------------------------------------------------------------------------

// spec: actin-tools:NW-01
static void a_hundred_thousand_messages_arrive_in_order(void) {
    snw_socket_config config = snw_socket_defaults();
    snw_socket listener, caller, accepted = {-1, false};
    CHECK(snw_socket_listen(&listener, &config, NULL) == SNW_OK);
    CHECK(snw_socket_accept(listener, &accepted, NULL, NULL) == SNW_NOTHING_NEW);
    CHECK(snw_socket_address(listener, &config.address) == SNW_OK);
    CHECK(!snw_failed(snw_socket_connect(&caller, &config, NULL)));
    snw_poll_item item = {.socket = listener, .want_read = true};
    CHECK(snw_poll(&item, 1, 60000 * MS) == SNW_OK);
    CHECK(snw_socket_accept(listener, &accepted, NULL, NULL) == SNW_OK);
    const uint32_t count = (uint32_t)check_scaled(100000);
    uint32_t next = 0, seen = 0;
    size_t out = 0, in = 0; // bytes of the number that is on its way
    uint32_t taken = 0;
    for (long turn = 0; seen < count && turn < 100000000; turn++) {
        size_t sent = 0, received = 0;
        const unsigned char *bytes = (const unsigned char *)&next;
        if (next < count &&
            snw_socket_send(caller, bytes + out, sizeof next - out, &sent) == SNW_OK) {
            out += sent;
            if (out == sizeof next) next++, out = 0;
        }
        if (turn % 7 != 0 && next < count) continue; // so that they join on their way
        unsigned char *into = (unsigned char *)&taken;
        while (snw_socket_receive(accepted, into + in, sizeof taken - in, &received) == SNW_OK) {
            in += received;
            if (in < sizeof taken) continue;
            CHECK(taken == seen);
            seen++;
            in = 0;
        }
    }
    CHECK(seen == count);
    snw_socket_close(&caller);
    snw_socket_close(&accepted);
    snw_socket_close(&listener);
}

// --- all robots ---------------------------------------------------------------------------------

static snw_local local;

static bool serve(snw_exec *exec, void *context) {
    (void)exec;
    (void)context;
    snw_local_serve_with(&local, NULL, 0);
    return !local.quit;
}

static void run_cell(void *context) {
    snw_run_options options = snw_run_defaults();
    options.duration_ns = -1;
    options.pace = 20;
    SNW_IGNORE(snw_exec_run(context, &options, serve, NULL, NULL, NULL));
}

static void ask_cell(const char *name) {
    snw_client *client;
    snw_why why = {0};
    CHECK(snw_client_open(&client, NULL, 20000 * MS, &why) == SNW_OK);
    (void)snw_client_request(client);
    CHECK(snw_call_hello(client, &why) == SNW_OK);
    CHECK(strstr(snw_client_answer(client), name) != NULL);
    (void)snw_client_request(client);
    CHECK(snw_call_status(client, &why) == SNW_OK);
    CHECK(strstr(snw_client_answer(client), "\"arms\":[{") != NULL);
    set_path(client, "loop/t");
    CHECK(snw_call_get(client, &why) == SNW_OK);
    set_path(client, "**");
    CHECK(snw_call_list(client, &why) == SNW_OK);
    CHECK(strstr(snw_client_answer(client), "/sensed/q") != NULL);
    (void)snw_client_request(client);
    CHECK(snw_call_stop(client, &why) == SNW_OK);
    // of a session: refused, with the reason
    (void)snw_client_request(client);
    CHECK(snw_call_sessions(client, &why) == SNW_ERR_UNSUPPORTED);
    (void)snw_client_request(client);
    CHECK(snw_call_quit(client, &why) == SNW_OK);
    snw_client_close(client);
}

// spec: loffler:L-134
static void the_same_client_speaks_to_every_robot(void) {
    // all that run
    static const char *const cells[] = {"puma560", "panda",      "imi",          "two-arms",
                                        "microbo", "demo",       "puma560-pick", "wam",
                                        "washer",  "panda-task", "two-robots"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char path[512];
        snw_station *station;
        snw_thread *thread;
        snw_station_options options = snw_station_defaults();
        snw_thread_config config = snw_thread_defaults();
        (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cells[i]);
        options.cell = path;
        CHECK(snw_station_open(&station, &options, NULL) == SNW_OK);
        snw_exec *exec = snw_station_exec(station);
        CHECK(snw_local_listen(&local, exec, cells[i], NULL) == SNW_OK);
        config.run = run_cell;
        config.context = exec;
        CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
        ask_cell(cells[i]);
        CHECK(snw_thread_join(thread, -1) == SNW_OK);
        snw_local_close(&local);
        SNW_IGNORE(snw_station_close(station, NULL));
    }
    snw_client *client;
    CHECK(snw_client_open(&client, "puma560", 0, NULL) == SNW_ERR_NOT_FOUND && client == NULL);
    CHECK(snw_client_open(&client, NULL, 0, NULL) == SNW_ERR_NOT_FOUND);
}

int main(void) {
    scratch_open();
    (void)setenv("XDG_RUNTIME_DIR", scratch("").text, 1);
    RUN(what_is_written_is_what_the_cell_reads);
    RUN(every_request_of_the_table_has_a_function);
    RUN(a_refusal_comes_with_its_reason);
    RUN(answers_that_come_too_late_are_thrown_away);
    RUN(a_cell_that_dies_is_an_error_and_not_a_wait);
    RUN(pending_bytes_and_addresses_are_those_of_the_system);
    RUN(a_hundred_thousand_messages_arrive_in_order);
    RUN(the_same_client_speaks_to_every_robot);
    return check_report();
}
