// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/socket.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "check.h"
#include "scratch.h"
#include "sinew/os/clock.h"

// the longest wait for something that must happen
static const int64_t LONG_NS = INT64_C(60000000000);
static const snw_socket NONE = {-1, false};
static snw_why why;

static snw_address parse(const char *text) {
    snw_address address;
    CHECK(snw_address_parse(text, &address, NULL) == SNW_OK);
    return address;
}

static snw_socket_config at(const char *text, bool datagram) {
    snw_socket_config config = snw_socket_defaults();
    config.address = parse(text);
    config.datagram = datagram;
    return config;
}

static void wait_for(snw_socket socket, bool reading) {
    snw_poll_item item = {.socket = socket, .want_read = reading, .want_write = !reading};
    CHECK(snw_poll(&item, 1, LONG_NS) == SNW_OK);
    CHECK(reading ? item.can_read : item.can_write || item.failed);
}

// a listener and the two ends of a stream through it
typedef struct link {
    snw_socket listener, client, server;
    snw_address peer;
} link_pair;

static link_pair open_link(const char *text) {
    link_pair l = {NONE, NONE, NONE, {0}};
    snw_socket_config config = at(text, false);
    CHECK(snw_socket_listen(&l.listener, &config, &why) == SNW_OK);
    CHECK(snw_socket_address(l.listener, &config.address) == SNW_OK);
    CHECK(snw_socket_accept(l.listener, &l.server, &l.peer, &why) == SNW_NOTHING_NEW);
    CHECK(snw_socket_connect(&l.client, &config, &why) == SNW_OK);
    wait_for(l.client, false);
    CHECK(snw_socket_connected(l.client, &why) == SNW_OK);
    wait_for(l.listener, true);
    CHECK(snw_socket_accept(l.listener, &l.server, &l.peer, &why) == SNW_OK);
    return l;
}

static void close_link(link_pair *l) {
    snw_socket_close(&l->client);
    snw_socket_close(&l->server);
    snw_socket_close(&l->listener);
    CHECK(l->client.descriptor == -1 && l->listener.descriptor == -1);
}

// True when this machine has such an address at all.
static bool has(const char *text) {
    const snw_socket_config config = at(text, true);
    snw_socket socket = NONE;
    const bool works = snw_socket_listen(&socket, &config, NULL) == SNW_OK;
    snw_socket_close(&socket);
    return works;
}

// --- streams ------------------------------------------------------------------------------------

// Sixteen megabytes, more than the buffers hold: sends are cut, and nothing is lost or mixed up.
static void pass_a_long_stream(const char *text) {
    enum { TOTAL = 16 << 20 };
    link_pair l = open_link(text);
    static unsigned char data[TOTAL], got[TOTAL];
    for (size_t i = 0; i < TOTAL; i++)
        data[i] = (unsigned char)check_bits();
    size_t sent = 0, received = 0, n = 0;
    bool was_full = false;
    while (sent < TOTAL && !was_full) {
        CHECK(snw_socket_send(l.client, data + sent, TOTAL - sent, &n) == SNW_OK);
        sent += n;
        was_full = n == 0;
    }
    while (received < TOTAL) {
        wait_for(l.server, true);
        const size_t left = TOTAL - received, piece = left < 50021 ? left : 50021;
        CHECK(snw_socket_receive(l.server, got + received, piece, &n) == SNW_OK && n > 0);
        received += n;
        CHECK(snw_socket_send(l.client, data + sent, TOTAL - sent, &n) == SNW_OK);
        sent += n;
    }
    CHECK(was_full);
    CHECK(memcmp(data, got, TOTAL) == 0);
    CHECK(snw_socket_receive(l.server, got, 1, &n) == SNW_NOTHING_NEW && n == 0);
    close_link(&l);
}

static void a_long_stream_passes_each_kind_of_socket_unchanged(void) {
    char local[SCRATCH_PATH + 8];
    (void)snprintf(local, sizeof local, "unix:%s", scratch("stream").text);
    pass_a_long_stream("127.0.0.1:0");
    pass_a_long_stream(local);
    if (has("[::1]:0")) pass_a_long_stream("[::1]:0");
}

static void the_peer_is_known_by_its_address(void) {
    link_pair l = open_link("127.0.0.1:0");
    snw_address client;
    CHECK(snw_socket_address(l.client, &client) == SNW_OK);
    CHECK(l.peer.kind == SNW_ADDRESS_IP4 && l.peer.port == client.port && client.port != 0);
    CHECK(memcmp(l.peer.ip, client.ip, 4) == 0 && snw_address_is_loopback(&l.peer));
    close_link(&l);
}

static void a_closed_peer_is_a_status_and_not_a_signal(void) {
    // SIGPIPE would end the program here
    CHECK(signal(SIGPIPE, SIG_DFL) != SIG_ERR);
    char local[SCRATCH_PATH + 8];
    (void)snprintf(local, sizeof local, "unix:%s", scratch("closed").text);
    const char *const kinds[] = {"127.0.0.1:0", local};
    for (int k = 0; k < 2; k++) {
        link_pair l = open_link(kinds[k]);
        char byte = 0;
        size_t n = 0;
        CHECK(snw_socket_send(l.server, "bye", 3, &n) == SNW_OK && n == 3);
        snw_socket_close(&l.server);
        // what was sent before the end still comes
        wait_for(l.client, true);
        for (int i = 0; i < 3; i++) {
            CHECK(snw_socket_receive(l.client, &byte, 1, &n) == SNW_OK && byte == "bye"[i]);
        }
        wait_for(l.client, true);
        CHECK(snw_socket_receive(l.client, &byte, 1, &n) == SNW_ERR_CLOSED && n == 0);
        // the first send may still be taken; then the reset arrives
        snw_status status = SNW_OK;
        for (int i = 0; i < 1000000 && status == SNW_OK; i++) {
            status = snw_socket_send(l.client, &byte, 1, &n);
        }
        CHECK(status == SNW_ERR_CLOSED);
        close_link(&l);
    }
}

static void calling_where_nobody_listens_is_refused(void) {
    snw_socket_config config = at("127.0.0.1:0", false);
    snw_socket socket = NONE;
    CHECK(snw_socket_listen(&socket, &config, &why) == SNW_OK);
    CHECK(snw_socket_address(socket, &config.address) == SNW_OK);
    snw_socket_close(&socket);
    snw_status status = snw_socket_connect(&socket, &config, &why);
    if (status == SNW_OK) {
        wait_for(socket, false);
        status = snw_socket_connected(socket, &why);
    }
    CHECK(status == SNW_ERR_CLOSED && why.fix[0]);
    snw_socket_close(&socket);

    char local[SCRATCH_PATH + 8];
    (void)snprintf(local, sizeof local, "unix:%s", scratch("nobody").text);
    config = at(local, false);
    CHECK(snw_socket_connect(&socket, &config, &why) == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.subject, local);
}

// --- who may be reached -------------------------------------------------------------------------

static void listening_beyond_this_machine_must_be_allowed(void) {
    static const char *const far[] = {"0.0.0.0:0", "[::]:0"};
    for (int i = 0; i < 4; i++) {
        snw_socket_config config = at(far[i % 2], i >= 2);
        snw_socket socket = NONE;
        CHECK(!config.allow_remote);
        CHECK(snw_socket_listen(&socket, &config, &why) == SNW_ERR_PERMISSION);
        CHECK(socket.descriptor == -1 && why.code == SNW_ERR_PERMISSION);
        CHECK_TEXT(why.rule, "loopback-only");
        config.allow_remote = true;
        const snw_status status = snw_socket_listen(&socket, &config, &why);
        CHECK(status == SNW_OK || (i % 2 == 1 && !has("[::1]:0")));
        snw_socket_close(&socket);
    }
    snw_socket_config none = snw_socket_defaults();
    CHECK(snw_address_is_loopback(&none.address));
    none.address.kind = SNW_ADDRESS_NONE;
    snw_socket socket = NONE;
    CHECK(snw_socket_listen(&socket, &none, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_socket_connect(&socket, &none, &why) == SNW_ERR_ARGUMENT);
}

static void an_address_in_use_is_a_clear_refusal(void) {
    snw_socket_config config = at("127.0.0.1:0", false);
    snw_socket first = NONE, second = NONE;
    CHECK(snw_socket_listen(&first, &config, &why) == SNW_OK);
    CHECK(snw_socket_address(first, &config.address) == SNW_OK);
    CHECK(snw_socket_listen(&second, &config, &why) == SNW_ERR_STATE);
    CHECK(strstr(why.text, "in use") && strstr(why.subject, "127.0.0.1:") && why.fix[0]);
    snw_socket_close(&first);
    // an address that is not ours
    config = at("192.0.2.1:0", false);
    config.allow_remote = true;
    CHECK(snw_socket_listen(&second, &config, &why) == SNW_ERR_NOT_FOUND);
}

// --- datagrams ----------------------------------------------------------------------------------

static void datagrams_arrive_whole_with_their_sender(void) {
    snw_socket_config config = at("127.0.0.1:0", true);
    snw_socket server = NONE, client = NONE;
    CHECK(snw_socket_listen(&server, &config, &why) == SNW_OK);
    CHECK(snw_socket_listen(&client, &config, &why) == SNW_OK);
    snw_address to, from, peer;
    CHECK(snw_socket_address(server, &to) == SNW_OK && snw_socket_address(client, &from) == SNW_OK);
    char data[2000], got[2000];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (char)check_bits();
    static const size_t sizes[] = {31, 0, 1, 1400, 2000};
    size_t n = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        CHECK(snw_socket_receive_from(server, got, sizeof got, &n, &peer) == SNW_NOTHING_NEW);
        CHECK(snw_socket_send_to(client, &to, data, sizes[i], &n) == SNW_OK && n == sizes[i]);
        wait_for(server, true);
        CHECK(snw_socket_receive_from(server, got, sizeof got, &n, &peer) == SNW_OK);
        CHECK(n == sizes[i] && memcmp(data, got, n) == 0);
        CHECK(peer.kind == SNW_ADDRESS_IP4 && peer.port == from.port);
    }
    // one that is longer than expected is noticed, and the next one is not touched
    CHECK(snw_socket_send_to(client, &to, data, 32, &n) == SNW_OK);
    CHECK(snw_socket_send_to(client, &to, data, 31, &n) == SNW_OK);
    wait_for(server, true);
    CHECK(snw_socket_receive(server, got, 31, &n) == SNW_ERR_TOO_LARGE && n == 32);
    wait_for(server, true);
    CHECK(snw_socket_receive(server, got, 31, &n) == SNW_OK && n == 31);
    // more than the network takes
    static char huge[70000];
    CHECK(snw_socket_send_to(client, &to, huge, sizeof huge, &n) == SNW_ERR_TOO_LARGE && n == 0);
    to.kind = SNW_ADDRESS_NONE;
    CHECK(snw_socket_send_to(client, &to, data, 1, &n) == SNW_ERR_ARGUMENT);
    snw_socket_close(&server);
    snw_socket_close(&client);
}

static void a_connected_datagram_socket_hears_only_its_peer(void) {
    snw_socket_config config = at("127.0.0.1:0", true);
    snw_socket server = NONE, client = NONE, stranger = NONE;
    CHECK(snw_socket_listen(&server, &config, &why) == SNW_OK);
    CHECK(snw_socket_listen(&stranger, &config, &why) == SNW_OK);
    CHECK(snw_socket_address(server, &config.address) == SNW_OK);
    CHECK(snw_socket_connect(&client, &config, &why) == SNW_OK);
    snw_address to;
    char got[8];
    size_t n = 0;
    CHECK(snw_socket_address(client, &to) == SNW_OK);
    CHECK(snw_socket_send_to(stranger, &to, "no", 2, &n) == SNW_OK);
    CHECK(snw_socket_send_to(server, &to, "yes", 3, &n) == SNW_OK);
    wait_for(client, true);
    CHECK(snw_socket_receive(client, got, sizeof got, &n) == SNW_OK && n == 3);
    CHECK(snw_socket_receive(client, got, sizeof got, &n) == SNW_NOTHING_NEW);
    // a peer that is gone is noticed after a send
    snw_socket_close(&server);
    snw_status status = SNW_OK;
    for (int i = 0; i < 1000000 && status == SNW_OK; i++) {
        status = snw_socket_send(client, "x", 1, &n);
    }
    CHECK(status == SNW_ERR_CLOSED);
    snw_socket_close(&client);
    snw_socket_close(&stranger);
}

// --- poll ---------------------------------------------------------------------------------------

static void poll_tells_which_of_many_are_ready(void) {
    enum { COUNT = 8 };
    snw_socket sockets[COUNT];
    snw_poll_item items[COUNT + 1];
    for (int i = 0; i < COUNT; i++) {
        const snw_socket_config config = at("127.0.0.1:0", true);
        CHECK(snw_socket_listen(&sockets[i], &config, &why) == SNW_OK);
    }
    for (int round = 0; round < 50; round++) {
        const int mask = check_int(0, (1 << COUNT) - 1);
        size_t n = 0;
        for (int i = 0; i < COUNT; i++) {
            items[i] = (snw_poll_item){.socket = sockets[i], .want_read = true};
            snw_address to;
            CHECK(snw_socket_address(sockets[i], &to) == SNW_OK);
            if (mask >> i & 1) CHECK(snw_socket_send_to(sockets[0], &to, "x", 1, &n) == SNW_OK);
        }
        items[COUNT] = (snw_poll_item){.socket = NONE, .want_read = true, .want_write = true};
        CHECK(snw_poll(items, COUNT + 1, 0) == (mask ? SNW_OK : SNW_NOTHING_NEW));
        CHECK(!items[COUNT].can_read && !items[COUNT].can_write && !items[COUNT].failed);
        for (int i = 0; i < COUNT; i++) {
            char byte = 0;
            CHECK(items[i].can_read == (mask >> i & 1) && !items[i].can_write && !items[i].failed);
            if (items[i].can_read) CHECK(snw_socket_receive(sockets[i], &byte, 1, &n) == SNW_OK);
        }
    }
    items[0].want_read = false;
    items[0].want_write = true;
    CHECK(snw_poll(items, 1, -1) == SNW_OK && items[0].can_write && !items[0].can_read);
    for (int i = 0; i < COUNT; i++)
        snw_socket_close(&sockets[i]);
}

static void poll_gives_up_at_its_limit(void) {
    const snw_socket_config config = at("127.0.0.1:0", true);
    snw_socket socket = NONE;
    CHECK(snw_socket_listen(&socket, &config, &why) == SNW_OK);
    snw_poll_item item = {.socket = socket, .want_read = true};
    CHECK(snw_poll(&item, 1, 2000000) == SNW_NOTHING_NEW);
    CHECK(snw_poll(NULL, 0, 1000) == SNW_NOTHING_NEW);
    CHECK(snw_poll(&item, -1, 0) == SNW_ERR_ARGUMENT);
    CHECK(snw_poll(&item, SNW_POLL_ITEMS + 1, 0) == SNW_ERR_ARGUMENT);
    snw_socket_close(&socket);
    snw_socket_close(&socket);
    snw_socket_close(NULL);
}

static volatile sig_atomic_t interrupted;

static void on_alarm(int number) {
    (void)number;
    interrupted++;
}

static void poll_waits_through_signals(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_alarm;
    CHECK(sigaction(SIGALRM, &action, &before) == 0);
    const struct itimerval fast = {{0, 2000}, {0, 2000}}, none = {{0, 0}, {0, 0}};
    interrupted = 0;
    CHECK(setitimer(ITIMER_REAL, &fast, NULL) == 0);
    while (interrupted < 3) {
        const int64_t end_ns = snw_clock_now_ns() + 20000000;
        CHECK(snw_poll(NULL, 0, 20000000) == SNW_NOTHING_NEW);
        CHECK(snw_clock_now_ns() >= end_ns);
    }
    CHECK(setitimer(ITIMER_REAL, &none, NULL) == 0);
    CHECK(sigaction(SIGALRM, &before, NULL) == 0);
}

// --- limits -------------------------------------------------------------------------------------

static link_pair waiting;

static int accept_without_descriptors(void) {
    struct rlimit limit;
    const int next = dup(0);
    if (next < 0 || close(next) != 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return 99;
    limit.rlim_cur = (rlim_t)next;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return 99;
    snw_socket socket = NONE;
    if (snw_socket_accept(waiting.listener, &socket, NULL, &why) != SNW_ERR_FULL) return 1;
    if (why.code != SNW_ERR_FULL || socket.descriptor != -1) return 2;
    // the caller goes on waiting and is accepted when there is room
    limit.rlim_cur = (rlim_t)next + 1;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return 99;
    return snw_socket_accept(waiting.listener, &socket, NULL, &why) == SNW_OK ? 0 : 3;
}

static void a_caller_that_cannot_be_accepted_is_refused_and_not_lost(void) {
    snw_socket_config config = at("127.0.0.1:0", false);
    CHECK(snw_socket_listen(&waiting.listener, &config, &why) == SNW_OK);
    CHECK(snw_socket_address(waiting.listener, &config.address) == SNW_OK);
    CHECK(snw_socket_connect(&waiting.client, &config, &why) == SNW_OK);
    wait_for(waiting.listener, true);
    CHECK(scratch_in_child(accept_without_descriptors) == 0);
    snw_socket_close(&waiting.client);
    snw_socket_close(&waiting.listener);
}

int main(void) {
    scratch_open();
    RUN(a_long_stream_passes_each_kind_of_socket_unchanged);
    RUN(the_peer_is_known_by_its_address);
    RUN(a_closed_peer_is_a_status_and_not_a_signal);
    RUN(calling_where_nobody_listens_is_refused);
    RUN(listening_beyond_this_machine_must_be_allowed);
    RUN(an_address_in_use_is_a_clear_refusal);
    RUN(datagrams_arrive_whole_with_their_sender);
    RUN(a_connected_datagram_socket_hears_only_its_peer);
    RUN(poll_tells_which_of_many_are_ready);
    RUN(poll_gives_up_at_its_limit);
    RUN(poll_waits_through_signals);
    RUN(a_caller_that_cannot_be_accepted_is_refused_and_not_lost);
    return check_report();
}
