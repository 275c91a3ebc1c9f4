// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"

#include <string.h>

#include "../os/scratch.h"
#include "sinew/os.h"
#include "sinew/program.h"
#include "sinew/record.h"
#include "sinew/rtc.h"
#include "sinew/server.h"

// What runs under `sinew run` runs under a motion program and under RTC as well: the page, a
// recording, black boxes, and components of plug-ins. The same is asked of both.

static const char cell_text[] =
    "<cell name=\"hosted\"><mechanisms><mechanism name=\"puma560\" "
    "file=\"package://models/puma560-corke/puma560-corke.xml\"/></mechanisms><members>"
    "<member name=\"arm\" mechanism=\"puma560\"/></members><states><state name=\"ready\"><members>"
    "<member member=\"arm\"><q>0 0.785 -0.785 0 0.5 0</q></member></members></state></states>"
    "<control><loop period=\"1 ms\" state=\"ready\"><arms><arm member=\"arm\"><drive><ideal_arm/>"
    "</drive></arm></arms><components><component name=\"count\"><type><host_counter first=\"40\"/>"
    "</type></component></components></loop></control></cell>";
static const char page_text[] = "<!doctype html><title>hosted</title>";

// --- the host -----------------------------------------------------------------------------------

typedef struct host {
    snw_station_options options;
    snw_server_config server;
    snw_load_options load;
    scratch_name cell, page, record;
    int port; // of the page, once the loop has turned
} host;

static void note_port(void *context, snw_station *station) {
    ((host *)context)->port = snw_server_port(snw_station_server(station));
}

static const snw_package shipped = {"models", SNW_SOURCE_DIR "/models"};
static const char *const plugins[] = {SNW_BINARY_DIR "/unit/program/plugins/counter.so"};

// everything that a station can have around it, with folders of its own
static void make_host(host *h, const char *name) {
    static const char *const folders[] = {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};
    char leaf[64];
    for (int i = 0; i < 3; i++) {
        (void)snprintf(leaf, sizeof leaf, "%s-%s", name, folders[i]);
        const scratch_name path = scratch(leaf);
        CHECK(snw_directory_make(path.text, 0700, NULL) == SNW_OK);
        CHECK(setenv(folders[i], path.text, 1) == 0);
    }
    *h = (host){.options = snw_station_defaults(), .server = snw_server_defaults()};
    h->cell = scratch("hosted.cell.xml");
    scratch_put(h->cell.text, cell_text);
    h->page = scratch("page");
    CHECK(snw_directory_make(h->page.text, 0700, NULL) == SNW_OK);
    scratch_put(scratch("page/index.html").text, page_text);
    (void)snprintf(leaf, sizeof leaf, "%s.mcap", name);
    h->record = scratch(leaf);
    h->server.port = 0;
    h->server.page = h->page.text;
    h->load.places.shipped = &shipped;
    h->load.places.shipped_count = 1;
    h->options.page = true;
    h->options.server = &h->server;
    h->options.load = &h->load;
    h->options.boxes = true;
    h->options.record = h->record.text;
    h->options.types.plugins = plugins;
    h->options.types.plugin_count = 1;
    h->options.beat = note_port;
    h->options.beat_context = h;
}

// --- what it gives ------------------------------------------------------------------------------

/// Lets 5 ms of loop time pass.
typedef void pass_fn(void *user);

static void check_page(const host *h, pass_fn *pass, void *user) {
    static char answer[1 << 14];
    char request[128];
    snw_socket socket = {.descriptor = -1};
    snw_socket_config config = snw_socket_defaults();
    size_t sent = 0, length = 0;
    CHECK(h->port > 0);
    config.address.port = (uint16_t)h->port;
    CHECK(!snw_failed(snw_socket_connect(&socket, &config, NULL)));
    (void)snprintf(request, sizeof request,
                   "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", h->port);
    CHECK(snw_socket_send(socket, request, strlen(request), &sent) == SNW_OK);
    snw_status status = SNW_OK;
    for (int i = 0; i < 100000 && !snw_failed(status) && length + 1 < sizeof answer; i++) {
        size_t received = 0;
        pass(user);
        status = snw_socket_receive(socket, answer + length, sizeof answer - 1 - length, &received);
        if (status == SNW_OK) length += received;
    }
    answer[length] = '\0';
    snw_socket_close(&socket);
    CHECK(strncmp(answer, "HTTP/1.1 200", 12) == 0 && strstr(answer, page_text) != NULL);
}

static double read_number(snw_exec *exec, const char *path) {
    char value[64];
    CHECK(snw_exec_get(exec, path, value, sizeof value, NULL) == SNW_OK);
    return strtod(value, NULL);
}

// readings that are no numbers stop the arm
static void break_sensor(snw_exec *exec, pass_fn *pass, void *user) {
    char answer[SNW_MESSAGE];
    snw_status status = SNW_NOTHING_NEW;
    for (int i = 0; i < 100 && status == SNW_NOTHING_NEW; i++) {
        status = snw_exec_message(exec, "arm.drive", "fault 2 garbage", 0, answer, NULL);
        pass(user);
    }
    CHECK(status == SNW_OK);
}

static void check_running(const host *h, snw_exec *exec, pass_fn *pass, void *user) {
    check_page(h, pass, user);
    // the plug-in's component has its parameter, and runs in each tick
    const double count = read_number(exec, "count/count"), tick = read_number(exec, "loop/ticks");
    CHECK(count > 40);
    for (int i = 0; i < 10; i++)
        pass(user);
    CHECK_NEAR(read_number(exec, "count/count") - count, read_number(exec, "loop/ticks") - tick, 0);
    CHECK(read_number(exec, "loop/ticks") >= tick + 50);
    break_sensor(exec, pass, user);
    for (int i = 0; i < 600; i++)
        pass(user);
}

static int count_boxes(void) {
    char folder[SNW_PATH_SIZE];
    snw_directory list;
    CHECK(snw_user_directory(SNW_USER_DATA, folder, sizeof folder, NULL) == SNW_OK);
    CHECK(snw_path_join(folder, "boxes", folder, sizeof folder) == SNW_OK);
    CHECK(snw_directory_list(folder, 100, &list, NULL) == SNW_OK);
    const int count = list.count;
    snw_directory_free(&list);
    return count;
}

static void check_left_behind(const host *h) {
    snw_series *series = NULL;
    snw_series_row row;
    int rows = 0, columns = 0, at = 0;
    double before = 40;
    CHECK(count_boxes() == 1);
    CHECK(snw_series_open(&series, h->record.text, NULL, NULL, NULL) == SNW_OK);
    const snw_series_column *column = snw_series_columns(series, &columns);
    while (at < columns && strcmp(column[at].path, "count/count") != 0)
        at++;
    CHECK(at < columns);
    // each tick from the first, with the plug-in's signal
    while (snw_series_next(series, &row, NULL) == SNW_OK) {
        if (!row.present[at]) continue; // events only
        CHECK_NEAR(row.values[at], before + 1, 0);
        before = row.values[at];
        rows++;
    }
    snw_series_close(series);
    CHECK(rows > 3000);
}

// --- both ---------------------------------------------------------------------------------------

static void pass_program(void *user) {
    snw_flag never = {0};
    CHECK(snw_flag_wait(user, &never, 1, 0.005) == SNW_ERR_TIMEOUT);
}

static void a_motion_program_has_all_that_a_station_has(void) {
    static snw_program p;
    host h;
    make_host(&h, "program");
    snw_program_options options = snw_program_defaults();
    options.path = h.cell.text;
    options.station = &h.options;
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    const snw_status status = snw_program_open(&p, &options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++)
        print_error("%s: %s\n", found[i].subject, found[i].text);
    CHECK(status == SNW_OK);
    check_running(&h, p.exec, pass_program, &p);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    check_left_behind(&h);
}

static void pass_rtc(void *user) {
    CHECK(snw_rtc_wait(user, 0.005) == SNW_RTC_OK);
}

static void rtc_has_all_that_a_station_has(void) {
    static snw_rtc rtc;
    host h;
    make_host(&h, "rtc");
    snw_rtc_options options = snw_rtc_defaults();
    options.path = h.cell.text;
    options.station = &h.options;
    CHECK(snw_rtc_open(&rtc, &options, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_power(&rtc, true) == SNW_RTC_OK);
    check_running(&h, rtc.exec, pass_rtc, &rtc);
    CHECK(snw_rtc_close(&rtc, true) >= 0);
    check_left_behind(&h);
}

int main(void) {
    scratch_open();
    RUN(a_motion_program_has_all_that_a_station_has);
    RUN(rtc_has_all_that_a_station_has);
    return check_report();
}
