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

// A file that a client opens is read by a thread of its own, also after its trial, so that every
// way of stopping is heard while a large one is read.

// --- a component whose reading takes as long as the test wants ----------------------------------

enum { GIVE_UP = 20000 }; // turns of 1 ms: only a defect waits so long

static uint32_t is_reading, may_end; // atomic
static int reads;                    // complete, of the type below
static pthread_t reader;

typedef struct slow_reader {
    double unused;
} slow_reader;
static const snw_field slow_fields[] = {
    {SNW_AT(slow_reader, unused), .kind = SNW_KIND_REAL, .help = "Nothing."}};

static snw_status read_slowly(const void *block, snw_why *why) {
    (void)block, (void)why;
    reader = pthread_self();
    __atomic_store_n(&is_reading, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < GIVE_UP && __atomic_load_n(&may_end, __ATOMIC_ACQUIRE) == 0; i++)
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

// Hardly moves, so that leases do not become stale on a slow machine.
static int64_t slow_clock(void) {
    static int64_t t_ns;
    t_ns = t_ns == 0 ? snw_clock_now_ns() : t_ns + 1000;
    return t_ns;
}

static void open_stage(void) {
    static const char *const names[] = {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};
    char folder[SNW_PATH_SIZE], file[SNW_PATH_SIZE], address[256];
    scratch_open();
    for (int i = 0; i < 3; i++) {
        const scratch_name path = scratch(names[i]);
        CHECK(snw_directory_make(path.text, 0700, NULL) == SNW_OK);
        CHECK(setenv(names[i], path.text, 1) == 0);
    }
    CHECK(snw_user_directory(SNW_USER_DATA, folder, sizeof folder, NULL) == SNW_OK);
    CHECK(snw_path_join(folder, "cells", folder, sizeof folder) == SNW_OK);
    CHECK(snw_directory_make(folder, 0700, NULL) == SNW_OK);
    CHECK(snw_path_join(folder, "slow.cell.xml", file, sizeof file) == SNW_OK);
    CHECK(snw_file_write(file, slow_cell, strlen(slow_cell), NULL) == SNW_OK);
    snw_server_config config = snw_server_defaults();
    config.port = 0;
    snw_station_options options = snw_station_defaults();
    options.cell = SNW_SOURCE_DIR "/cells/puma560.cell.xml";
    options.page = true;
    options.server = &config;
    options.checker = "/bin/true"; // the trial of another program says that it is good
    static snw_register_fn *const more[] = {add_type, NULL};
    options.types.more = more;
    st = (stage){0};
    CHECK(snw_station_open(&st.station, &options, NULL) == SNW_OK);
    st.exec = snw_station_exec(st.station);
    st.server = snw_station_server(st.station);
    st.server->clock = slow_clock;
    (void)snw_server_address(st.server, address, sizeof address);
    snw_copy_text(st.token, sizeof st.token, strchr(address, '#') + 1);
}

// Measured before: a file that is good and takes 4 s to read kept all doors shut for as long.
static void a_stop_is_heard_while_a_file_is_read(void) {
    open_stage();
    client page = client_upgrade();
    CHECK(is_ok(client_hello(&page, 1, st.token)));
    const char *answer = client_ask(&page, 2, "\"command\":\"lease\",\"act\":\"acquire\"");
    const char *found = strstr(answer, "\"lease\":{");
    CHECK(found != NULL);
    if (found == NULL) return;
    char text[512], lease[128];
    (void)snprintf(lease, sizeof lease, "%.*s", (int)strcspn(found, "}") + 1, found);
    (void)snprintf(text, sizeof text, "{\"id\":3,\"command\":\"open\",\"name\":\"slow\",%s}",
                   lease);
    client_frame(&page, 1, text);
    for (int i = 0; i < GIVE_UP && __atomic_load_n(&is_reading, __ATOMIC_ACQUIRE) == 0; i++) {
        stage_turn();
        (void)usleep(1000);
    }
    CHECK(__atomic_load_n(&is_reading, __ATOMIC_ACQUIRE) == 1);
    for (int i = 0; i < 50; i++) {
        const uint64_t before = snw_exec_stops(st.exec);
        if (i % 2 == 0) {
            client post = client_open();
            const char *said = client_http(&post, "POST", "/stop", "Content-Length: 0\r\n");
            CHECK(strncmp(said, "HTTP/1.1 204", 12) == 0);
            client_close(&post);
        } else {
            (void)snprintf(text, sizeof text, "\"command\":\"stop\"");
            CHECK(is_ok(client_ask(&page, 10 + i, text)));
        }
        CHECK(snw_exec_stops(st.exec) == before + 1);
    }
    CHECK(reads == 0); // it is read all the time
    __atomic_store_n(&may_end, 1, __ATOMIC_RELEASE);
    char said[4096];
    CHECK(client_wait(&page, "\"id\":3,", said, sizeof said));
    // stops have come since, so what was read is not opened
    CHECK(strstr(said, "\"stopped\"") != NULL);
    // without one it is: once more, by the other thread alone
    (void)snprintf(text, sizeof text, "\"command\":\"open\",\"name\":\"slow\",%s", lease);
    reads = 0;
    answer = client_ask(&page, 100, text);
    if (!is_ok(answer)) print_error("%s\n", answer);
    CHECK(is_ok(answer));
    CHECK(!pthread_equal(reader, pthread_self()));
    client_close(&page);
    CHECK(snw_station_close(st.station, NULL) == SNW_OK);
}

int main(void) {
    RUN(a_stop_is_heard_while_a_file_is_read);
    return check_report();
}
