// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "../server/client.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../src/runtime/server/internal.h"
#include "../os/scratch.h"
#include "sinew/exec/order.h"
#include "sinew/os.h"

// Files that commands of clients are about are read by a thread of its own, also after their trial,
// so that every way of stopping is heard while a large one is read.

// --- a component whose reading takes as long as the test wants ----------------------------------

enum { GIVE_UP = 20000 }; // turns of 1 ms: only a defect waits so long

static uint32_t is_reading, may_end; // atomic
static scratch_name awaited;         // file without which no reading waits; "" for none
static int reads, reads_here;        // validations of a block; by the thread of the test
static pthread_t here;

typedef struct slow_reader {
    double unused;
} slow_reader;
static const snw_field slow_fields[] = {
    {SNW_AT(slow_reader, unused), .kind = SNW_KIND_REAL, .help = "Nothing."}};

static snw_status read_slowly(const void *block, snw_why *why) {
    (void)block, (void)why;
    if (pthread_equal(pthread_self(), here)) reads_here++;
    __atomic_store_n(&is_reading, 1, __ATOMIC_RELEASE);
    const bool waits = awaited.text[0] == '\0' || access(awaited.text, F_OK) == 0;
    if (waits && awaited.text[0] != '\0' && !pthread_equal(pthread_self(), here))
        __atomic_store_n(&is_reading, 2, __ATOMIC_RELEASE);
    for (int i = 0; waits && i < GIVE_UP && __atomic_load_n(&may_end, __ATOMIC_ACQUIRE) == 0; i++)
        (void)usleep(1000);
    reads++;
    return SNW_OK;
}

static snw_status slow_update(snw_component *self, const snw_tick *tick) {
    (void)self, (void)tick;
    return SNW_OK;
}
static const snw_component_functions slow_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .update = slow_update};
static const snw_type slow_type = {SNW_TYPE(slow_reader, slow_fields), .base = "component",
                                   .functions = &slow_functions.head, .validate = read_slowly,
                                   .help = "Takes long to read."};

static snw_status add_type(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &slow_type, why);
}

static const char slow_cell[] =
    "<cell name=\"slow\"><mechanisms><mechanism name=\"ground\"><robot name=\"ground\"><links>"
    "<link name=\"ground\"/></links></robot></mechanism></mechanisms><members><member "
    "name=\"ground\" mechanism=\"ground\"/></members><control><loop period=\"5 ms\"><components>"
    "<component name=\"x\"><type><slow_reader/></type></component></components></loop></control>"
    "</cell>";

static const char other_cell[] =
    "<cell name=\"other\"><mechanisms><mechanism name=\"table\"><robot name=\"table\"><links>"
    "<link name=\"table\"/></links></robot></mechanism></mechanisms><members><member "
    "name=\"table\" mechanism=\"table\"/></members><control><loop period=\"5 "
    "ms\"/></control></cell>";

// Hardly moves, so that leases do not become stale on a slow machine.
static int64_t slow_clock(void) {
    static int64_t t_ns;
    t_ns = t_ns == 0 ? snw_clock_now_ns() : t_ns + 1;
    return t_ns;
}

// folders of the user, and the slow cell in them
static scratch_name make_user(void) {
    static const char *const names[] = {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};
    char folder[SNW_PATH_SIZE];
    scratch_name file;
    scratch_open();
    for (int i = 0; i < 3; i++) {
        const scratch_name path = scratch(names[i]);
        CHECK(snw_directory_make(path.text, 0700, NULL) == SNW_OK);
        CHECK(setenv(names[i], path.text, 1) == 0);
    }
    CHECK(snw_user_directory(SNW_USER_DATA, folder, sizeof folder, NULL) == SNW_OK);
    CHECK(snw_path_join(folder, "cells", folder, sizeof folder) == SNW_OK);
    CHECK(snw_directory_make(folder, 0700, NULL) == SNW_OK);
    CHECK(snw_path_join(folder, "slow.cell.xml", file.text, sizeof file.text) == SNW_OK);
    scratch_put(file.text, slow_cell);
    CHECK(snw_path_join(folder, "other.cell.xml", folder, sizeof folder) == SNW_OK);
    scratch_put(folder, other_cell);
    return file;
}

static const char *slow_file(void) {
    static scratch_name file;
    if (file.text[0] == '\0') file = make_user();
    here = pthread_self();
    return file.text;
}

static void open_stage(const char *cell, const char *checker) {
    char address[256];
    snw_server_config config = snw_server_defaults();
    config.port = 0;
    snw_station_options options = snw_station_defaults();
    options.cell = cell;
    options.page = true;
    options.server = &config;
    options.checker = checker;
    static snw_register_fn *const more[] = {add_type, NULL};
    options.types.more = more;
    st = (stage){0};
    __atomic_store_n(&may_end, 1, __ATOMIC_RELEASE); // the user's own cell is read here
    CHECK(snw_station_open(&st.station, &options, NULL) == SNW_OK);
    st.exec = snw_station_exec(st.station);
    st.server = snw_station_server(st.station);
    st.server->clock = slow_clock;
    (void)snw_server_address(st.server, address, sizeof address);
    snw_copy_text(st.token, sizeof st.token, strchr(address, '#') + 1);
}

// the answer to a request that another thread works on
static const char *wait_for_answer(client *page, int id) {
    static char answer[CLIENT_BYTES];
    char part[32];
    (void)snprintf(part, sizeof part, "\"id\":%d,", id);
    for (int i = 0; i < GIVE_UP / 10; i++) {
        if (client_wait(page, part, answer, sizeof answer)) return answer;
        (void)usleep(10000);
    }
    CHECK(!"an answer");
    return "";
}

// the lease as requests hold it
static void take_lease(client *page, char *lease, size_t size) {
    const char *answer = client_ask(page, 2, "\"command\":\"lease\",\"act\":\"acquire\"");
    const char *found = strstr(answer, "\"lease\":{");
    CHECK(found != NULL);
    if (found == NULL) return;
    (void)snprintf(lease, size, "%.*s", (int)strcspn(found, "}") + 1, found);
}

static void stop_by_all_doors(client *page) {
    for (int i = 0; i < 20; i++) {
        const uint64_t before = snw_exec_stops(st.exec);
        if (i % 2 == 0) {
            client post = client_open();
            const char *said = client_http(&post, "POST", "/stop", "Content-Length: 0\r\n");
            CHECK(strncmp(said, "HTTP/1.1 204", 12) == 0);
            client_close(&post);
        } else {
            CHECK(is_ok(client_ask(page, 10 + i, "\"command\":\"stop\"")));
        }
        CHECK(snw_exec_stops(st.exec) == before + 1);
    }
}

// a command that reads the slow cell
typedef struct slow_command {
    const char *cell; // that runs; NULL for the slow one
    const char *checker;
    const char *words;
    int here; // at most so many validations in the thread of the doors
} slow_command;

// Validations that a reading makes; to write a cell, or to open its loop, makes one or a few.
enum { READING = 4 };

static void check_command(const char *slow, const slow_command *command) {
    char text[512], lease[128] = "";
    open_stage(command->cell != NULL ? command->cell : slow, command->checker);
    client page = client_upgrade();
    CHECK(is_ok(client_hello(&page, 1, st.token)));
    take_lease(&page, lease, sizeof lease);
    reads = reads_here = 0;
    __atomic_store_n(&is_reading, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&may_end, 0, __ATOMIC_RELEASE);
    (void)snprintf(text, sizeof text, "{\"id\":3,%s,%s}", command->words, lease);
    client_frame(&page, 1, text);
    for (int i = 0; i < GIVE_UP && __atomic_load_n(&is_reading, __ATOMIC_ACQUIRE) == 0; i++) {
        stage_turn();
        (void)usleep(1000);
    }
    CHECK(__atomic_load_n(&is_reading, __ATOMIC_ACQUIRE) == 1);
    CHECK(is_ok(client_ask(&page, 4, "\"command\":\"states\",\"act\":\"list\"")));
    stop_by_all_doors(&page);
    CHECK(reads == 0); // it is read all the time
    __atomic_store_n(&may_end, 1, __ATOMIC_RELEASE);
    // stops have come since, so what was read is not used
    CHECK(strstr(wait_for_answer(&page, 3), "\"stopped\"") != NULL);
    // without one it is: once more, by the other thread alone
    (void)snprintf(text, sizeof text, "{\"id\":100,%s,%s}", command->words, lease);
    client_frame(&page, 1, text);
    const char *answer = wait_for_answer(&page, 100);
    if (!is_ok(answer)) print_error("%s: %s\n", command->words, answer);
    CHECK(is_ok(answer));
    CHECK(reads - reads_here >= 2 * READING && reads_here <= command->here);
    client_close(&page);
    CHECK(snw_station_close(st.station, NULL) == SNW_OK);
}

// Measured before: a file that is good and takes 4 s to read kept all doors shut for as long.
static void a_stop_is_heard_while_a_file_is_read(void) {
    static const char puma[] = SNW_SOURCE_DIR "/cells/puma560.cell.xml";
    static const char good[] = "/bin/true"; // the trial of another program says that it is good
    static const slow_command commands[] = {
        {puma, good, "\"command\":\"open\",\"name\":\"slow\"", 0},
        // a program without another that checks
        {puma, NULL, "\"command\":\"open\",\"name\":\"slow\"", 0},
        // the cell that runs is read again
        {NULL, good, "\"command\":\"states\",\"act\":\"reset\"", 1},
        {NULL, good, "\"command\":\"open\",\"act\":\"kinematic\"", 1},
        {NULL, good, "\"command\":\"open\",\"act\":\"save\",\"name\":\"copy\"", 1},
        {NULL, good, "\"command\":\"open\",\"act\":\"merge\",\"name\":\"other\"", 3},
    };
    const char *slow = slow_file();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        check_command(slow, &commands[i]);
}

// A stop that comes while the merged cell is read: the cell that runs stays, and no file is left.
static void a_merged_cell_that_is_not_taken_leaves_no_file(void) {
    char text[512], lease[128] = "", folder[SNW_PATH_SIZE];
    const char *slow = slow_file();
    open_stage(slow, "/bin/true");
    client page = client_upgrade();
    CHECK(is_ok(client_hello(&page, 1, st.token)));
    take_lease(&page, lease, sizeof lease);
    CHECK(snw_path_parent(slow, folder, sizeof folder) == SNW_OK);
    CHECK(snw_path_join(folder, "slow-other.cell.xml", awaited.text, sizeof awaited.text) ==
          SNW_OK);
    __atomic_store_n(&is_reading, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&may_end, 0, __ATOMIC_RELEASE);
    (void)snprintf(text, sizeof text,
                   "{\"id\":3,\"command\":\"open\",\"act\":\"merge\",\"name\":\"other\",%s}",
                   lease);
    client_frame(&page, 1, text);
    for (int i = 0; i < GIVE_UP && __atomic_load_n(&is_reading, __ATOMIC_ACQUIRE) != 2; i++) {
        stage_turn();
        (void)usleep(1000);
    }
    CHECK(__atomic_load_n(&is_reading, __ATOMIC_ACQUIRE) == 2);
    CHECK(access(awaited.text, F_OK) == 0);
    stop_by_all_doors(&page);
    __atomic_store_n(&may_end, 1, __ATOMIC_RELEASE);
    CHECK(strstr(wait_for_answer(&page, 3), "\"stopped\"") != NULL);
    CHECK(access(awaited.text, F_OK) != 0);
    awaited.text[0] = '\0';
    client_close(&page);
    CHECK(snw_station_close(st.station, NULL) == SNW_OK);
}

int main(void) {
    RUN(a_merged_cell_that_is_not_taken_leaves_no_file);
    RUN(a_stop_is_heard_while_a_file_is_read);
    return check_report();
}
