// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>

#include "check.h"
#include "scratch.h"
#include "sinew/os/socket.h"

static const snw_socket NONE = {-1, false};
static snw_why why;
static scratch_name path;

static snw_socket_config local(bool datagram) {
    snw_socket_config config = snw_socket_defaults();
    char text[SCRATCH_PATH + 8];
    (void)snprintf(text, sizeof text, "unix:%s", path.text);
    if (snw_address_parse(text, &config.address, NULL) != SNW_OK) abort();
    config.datagram = datagram;
    return config;
}

static void a_local_name_is_the_users_alone_and_goes_with_its_socket(void) {
    path = scratch("name");
    const mode_t before = umask(0);
    for (int datagram = 0; datagram < 2; datagram++) {
        snw_socket_config config = local(datagram);
        snw_socket socket = NONE;
        struct stat info;
        CHECK(snw_socket_listen(&socket, &config, &why) == SNW_OK);
        CHECK(stat(path.text, &info) == 0 && S_ISSOCK(info.st_mode));
        CHECK((info.st_mode & 0777) == 0600);
        snw_socket_close(&socket);
        CHECK(stat(path.text, &info) != 0);

        config.mode = 0660;
        CHECK(snw_socket_listen(&socket, &config, &why) == SNW_OK);
        CHECK(stat(path.text, &info) == 0 && (info.st_mode & 0777) == 0660);
        snw_socket_close(&socket);
    }
    (void)umask(before);
}

static void closing_one_end_of_a_stream_leaves_the_name(void) {
    path = scratch("shared");
    const snw_socket_config config = local(false);
    snw_socket listener = NONE, client = NONE, server = NONE;
    snw_address peer;
    CHECK(snw_socket_listen(&listener, &config, &why) == SNW_OK);
    CHECK(snw_socket_connect(&client, &config, &why) == SNW_OK);
    CHECK(snw_socket_accept(listener, &server, &peer, &why) == SNW_OK);
    CHECK(peer.kind == SNW_ADDRESS_LOCAL && peer.path[0] == '\0');
    snw_socket_close(&server);
    snw_socket_close(&client);
    CHECK(access(path.text, F_OK) == 0);
    snw_socket_close(&listener);
    CHECK(access(path.text, F_OK) != 0);
}

// binds and dies without a farewell
static int die_with_a_name(void) {
    const snw_socket_config config = local(false);
    snw_socket socket = NONE;
    return snw_socket_listen(&socket, &config, NULL) == SNW_OK ? 0 : 1;
}

static int die_with_a_datagram_name(void) {
    const snw_socket_config config = local(true);
    snw_socket socket = NONE;
    return snw_socket_listen(&socket, &config, NULL) == SNW_OK ? 0 : 1;
}

static void the_name_of_a_dead_process_is_taken_over(void) {
    for (int datagram = 0; datagram < 2; datagram++) {
        path = scratch(datagram ? "dead-datagram" : "dead");
        CHECK(scratch_in_child(datagram ? die_with_a_datagram_name : die_with_a_name) == 0);
        CHECK(access(path.text, F_OK) == 0);
        const snw_socket_config config = local(datagram);
        snw_socket socket = NONE;
        CHECK(snw_socket_listen(&socket, &config, &why) == SNW_OK);
        snw_socket_close(&socket);
    }
}

static void the_name_of_a_living_process_is_not_taken(void) {
    for (int datagram = 0; datagram < 2; datagram++) {
        path = scratch(datagram ? "alive-datagram" : "alive");
        const snw_socket_config config = local(datagram);
        snw_socket first = NONE, second = NONE, client = NONE;
        CHECK(snw_socket_listen(&first, &config, &why) == SNW_OK);
        for (int other = 0; other < 2; other++) {
            snw_socket_config again = config;
            again.datagram = other;
            CHECK(snw_socket_listen(&second, &again, &why) == SNW_ERR_STATE);
            CHECK(strstr(why.text, "in use") && second.descriptor == -1);
        }
        // and still works
        CHECK(snw_socket_connect(&client, &config, &why) == SNW_OK);
        snw_socket_close(&client);
        snw_socket_close(&first);
    }
}

static void what_is_not_a_socket_is_never_removed(void) {
    path = scratch("document");
    scratch_put(path.text, "precious");
    const snw_socket_config config = local(false);
    snw_socket socket = NONE;
    CHECK(snw_socket_listen(&socket, &config, &why) == SNW_ERR_STATE);
    CHECK(scratch_holds(path.text, "precious", 8));
    path = scratch("no/such/directory");
    const snw_socket_config missing = local(false);
    CHECK(snw_socket_listen(&socket, &missing, &why) == SNW_ERR_NOT_FOUND);
}

static void a_directory_that_somebody_keeps_locked_is_a_time_out(void) {
    path = scratch("locked/name");
    CHECK(mkdir(scratch("locked").text, 0755) == 0);
    const int directory = open(scratch("locked").text, O_RDONLY | O_DIRECTORY);
    CHECK(directory >= 0 && flock(directory, LOCK_EX) == 0);
    const snw_socket_config config = local(false);
    snw_socket socket = NONE;
    CHECK(snw_socket_listen(&socket, &config, &why) == SNW_ERR_TIMEOUT);
    CHECK(close(directory) == 0);
    CHECK(snw_socket_listen(&socket, &config, &why) == SNW_OK);
    snw_socket_close(&socket);
}

// Several processes start at once on the name of a dead one. Each that wins stays alive until all
// have tried, so a second winner would be a name taken from a living process.

enum { PROCESSES = 4 };

// waits until the other end of a pipe is closed everywhere
static void wait_for_end(int descriptor) {
    char byte = 0;
    while (read(descriptor, &byte, 1) > 0) {
    }
}

static void race(const int go[2], const int stay[2], int result) {
    (void)close(go[1]);
    (void)close(stay[1]);
    wait_for_end(go[0]);
    const snw_socket_config config = local(false);
    snw_socket socket = NONE;
    const char won = snw_socket_listen(&socket, &config, NULL) == SNW_OK ? 1 : 0;
    if (write(result, &won, 1) != 1) _exit(1);
    wait_for_end(stay[0]);
    _exit(0);
}

static int count_winners(void) {
    int go[2] = {-1, -1}, stay[2] = {-1, -1}, result[2] = {-1, -1}, winners = 0;
    CHECK(pipe(go) == 0 && pipe(stay) == 0 && pipe(result) == 0);
    for (int i = 0; i < PROCESSES; i++) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) race(go, stay, result[1]);
    }
    (void)close(go[1]);
    for (int i = 0; i < PROCESSES; i++) {
        char won = 0;
        CHECK(read(result[0], &won, 1) == 1);
        winners += won;
    }
    (void)close(stay[1]);
    for (int i = 0; i < PROCESSES; i++)
        CHECK(wait(NULL) > 0);
    (void)close(go[0]);
    (void)close(stay[0]);
    (void)close(result[0]);
    (void)close(result[1]);
    return winners;
}

static void of_processes_that_start_at_once_exactly_one_wins(void) {
    path = scratch("race");
    CHECK(scratch_in_child(die_with_a_name) == 0);
    // the winner of each round leaves its name to the next
    const long rounds = check_scaled(200);
    for (long round = 0; round < rounds; round++)
        CHECK(count_winners() == 1);
}

int main(void) {
    scratch_open();
    RUN(a_local_name_is_the_users_alone_and_goes_with_its_socket);
    RUN(closing_one_end_of_a_stream_leaves_the_name);
    RUN(the_name_of_a_dead_process_is_taken_over);
    RUN(the_name_of_a_living_process_is_not_taken);
    RUN(what_is_not_a_socket_is_never_removed);
    RUN(a_directory_that_somebody_keeps_locked_is_a_time_out);
    RUN(of_processes_that_start_at_once_exactly_one_wins);
    return check_report();
}
