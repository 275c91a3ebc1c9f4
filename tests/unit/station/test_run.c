// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/runtime/station/inside.h"
#include "../../../src/runtime/station/recording.h"
#include "../os/scratch.h"
#include "sinew/os.h"
#include "sinew/record.h"
#include "sinew/server.h"
#include "sinew/station.h"

// A station as a program uses it: page, recording, black box, and the three ways to let time pass.

static const char puma[] = SNW_SOURCE_DIR "/cells/puma560.cell.xml";

// folders of the user that nobody else has, fresh for each test
static void use_own_folders(void) {
    static const char *const names[] = {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"};
    scratch_open();
    for (int i = 0; i < 3; i++) {
        const scratch_name path = scratch(names[i]);
        CHECK(snw_directory_make(path.text, 0700, NULL) == SNW_OK);
        CHECK(setenv(names[i], path.text, 1) == 0);
    }
}

static snw_station *open_puma(const snw_station_options *options) {
    snw_station *station = NULL;
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    snw_station_options own = *options;
    own.cell = puma;
    const snw_status status = snw_station_open(&station, &own, &diags);
    if (snw_failed(status) && diags.count > 0)
        print_error("%s: %s\n", found[0].subject, found[0].text);
    CHECK(!snw_failed(status));
    return station;
}

// --- the page -----------------------------------------------------------------------------------

// asks with HTTP on the loopback, while the station makes its ticks in this thread
static void fetch(snw_station *station, const char *path, char *out, size_t size) {
    char request[256];
    snw_socket socket = {.descriptor = -1};
    snw_socket_config config = snw_socket_defaults();
    const int port = snw_server_port(snw_station_server(station));
    config.address.port = (uint16_t)port;
    CHECK(!snw_failed(snw_socket_connect(&socket, &config, NULL)));
    (void)snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", path,
                   port);
    size_t sent = 0, length = 0;
    CHECK(snw_socket_send(socket, request, strlen(request), &sent) == SNW_OK);
    CHECK(sent == strlen(request));
    snw_status status = SNW_OK;
    for (int i = 0; i < 100000 && !snw_failed(status) && length + 1 < size; i++) {
        size_t received = 0;
        CHECK(snw_station_step(station, 5) == SNW_OK);
        status = snw_socket_receive(socket, out + length, size - 1 - length, &received);
        if (status == SNW_OK) length += received;
    }
    out[length] = '\0';
    snw_socket_close(&socket);
}

static void a_program_has_the_page(void) {
    static char answer[1 << 16];
    static const char content[] = "<!doctype html><title>station</title>";
    char address[256];
    use_own_folders();
    const scratch_name page = scratch("page"), file = scratch("page/index.html");
    CHECK(snw_directory_make(page.text, 0700, NULL) == SNW_OK);
    scratch_put(file.text, content);
    snw_server_config server = snw_server_defaults();
    server.port = 0;
    server.page = page.text;
    snw_station_options options = snw_station_defaults();
    options.page = true;
    options.server = &server;
    snw_station *station = open_puma(&options);
    CHECK(snw_station_address(station, address, sizeof address) > 20);
    CHECK(strncmp(address, "http://127.0.0.1:", 17) == 0 && strchr(address, '#') != NULL);
    fetch(station, "/", answer, sizeof answer);
    CHECK(strncmp(answer, "HTTP/1.1 200", 12) == 0 && strstr(answer, content) != NULL);
    fetch(station, "/nothing", answer, sizeof answer);
    CHECK(strncmp(answer, "HTTP/1.1 404", 12) == 0);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

// --- black boxes --------------------------------------------------------------------------------

static int count_boxes(char path[SNW_PATH_SIZE]) {
    char folder[SNW_PATH_SIZE];
    snw_directory list;
    CHECK(snw_user_directory(SNW_USER_DATA, folder, sizeof folder, NULL) == SNW_OK);
    CHECK(snw_path_join(folder, "boxes", folder, sizeof folder) == SNW_OK);
    CHECK(snw_directory_list(folder, 100, &list, NULL) == SNW_OK);
    const int count = list.count;
    if (count > 0) {
        CHECK(snw_path_join(folder, list.entries[0].name, path, SNW_PATH_SIZE) == SNW_OK);
    }
    snw_directory_free(&list);
    return count;
}

// a fault of a drive, as an operator asks for it
static void break_drive(snw_station *station) {
    char answer[SNW_MESSAGE];
    snw_status status = SNW_NOTHING_NEW;
    for (int i = 0; i < 100 && status == SNW_NOTHING_NEW; i++) {
        status = snw_exec_message(snw_station_exec(station), "arm.drive", "fault 2 stuck", 0,
                                  answer, NULL);
        CHECK(snw_station_step(station, 1) == SNW_OK);
    }
    CHECK(status == SNW_OK);
}

static void a_fault_leaves_a_black_box_and_is_told(void) {
    char path[SNW_PATH_SIZE];
    use_own_folders();
    snw_station_options options = snw_station_defaults();
    options.boxes = true;
    snw_station *station = open_puma(&options);
    CHECK(snw_station_step(station, 4000) == SNW_OK);
    CHECK(snw__station_fault(station, NULL) == SNW_OK);
    break_drive(station);
    CHECK(snw_station_step(station, 6000) == SNW_OK);
    snw_why why = {0};
    const snw_status fault = snw__station_fault(station, &why);
    CHECK(snw_failed(fault) && why.code == fault && why.rule[0] != '\0');
    snw_arm_status status;
    CHECK(snw_station_look(station, 0, &status) == SNW_OK);
    CHECK(status.cause != SNW_CAUSE_NONE && status.cause != SNW_CAUSE_ASKED);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    CHECK(count_boxes(path) == 1);
    // it begins before the fault and holds the stop
    snw_series *series = NULL;
    snw_series_row row;
    int64_t first_ns = -1, last_ns = 0;
    CHECK(snw_series_open(&series, path, NULL, NULL, NULL) == SNW_OK);
    while (snw_series_next(series, &row, NULL) == SNW_OK) {
        if (first_ns < 0) first_ns = row.t_ns;
        last_ns = row.t_ns;
    }
    snw_series_close(series);
    CHECK(first_ns >= 0 && first_ns < 4000000000 && last_ns > 4000000000);
}

static void a_stop_that_was_asked_for_leaves_a_black_box_and_is_no_fault(void) {
    char path[SNW_PATH_SIZE];
    use_own_folders();
    snw_station_options options = snw_station_defaults();
    options.boxes = true;
    snw_station *station = open_puma(&options);
    CHECK(snw_station_step(station, 3000) == SNW_OK);
    CHECK(snw_exec_request(snw_station_exec(station), -1, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(snw_station_step(station, 4000) == SNW_OK);
    CHECK(snw__station_fault(station, NULL) == SNW_OK);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    CHECK(count_boxes(path) == 1);
}

// a late cycle; the pause between boxes of late cycles is over
static void be_late(snw_station *station) {
    station->observed.boxes.late_ns = 0;
    snw_exec *exec = snw_station_exec(station);
    snw_exec_tick_late(exec, snw_exec_period_ns(exec));
}

// Seen: late cycles make a box a minute, and after a quarter of an hour that of a fault could not
// be opened any more; after half an hour its file was gone.
static void the_box_of_a_stop_outlives_those_of_late_cycles(void) {
    static char list[1 << 16];
    char path[SNW_PATH_SIZE], name[SNW_NAME];
    use_own_folders();
    snw_station_options options = snw_station_defaults();
    options.boxes = true;
    snw_station *station = open_puma(&options);
    CHECK(snw_station_step(station, 1000) == SNW_OK);
    CHECK(snw_exec_request(snw_station_exec(station), -1, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(snw_station_step(station, 3000) == SNW_OK);
    const snw__boxes *boxes = &station->observed.boxes;
    CHECK(boxes->count == 1 && !boxes->done[0].late);
    snw_copy_text(name, sizeof name, boxes->done[0].name);
    for (int i = 0; i < 40; i++) {
        be_late(station);
        CHECK(snw_station_step(station, 2000) == SNW_OK);
        CHECK(boxes->done[boxes->count - 1].late);
    }
    snw_text answer = snw_text_over(list, sizeof list);
    CHECK(snw__recordings_list(station, &answer, NULL) == SNW_OK);
    CHECK(strstr(list, name) != NULL); // it is listed, with a few of the others
    CHECK(boxes->count == 5 && strcmp(boxes->done[0].name, name) == 0);
    CHECK(snw__record_path("boxes", name, path, NULL) == SNW_OK);
    CHECK(snw_file_exists(path));
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    const int files = count_boxes(path);
    CHECK(files >= 6 && files <= 10);
}

// a recording has the name that was asked for, however short, and one of its own where none was
static void a_recording_has_the_name_that_was_asked_for(void) {
    static const char *const names[] = {"r", "run", ""};
    static snw_wire_request request;
    use_own_folders();
    const snw_station_options options = snw_station_defaults();
    snw_station *station = open_puma(&options);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char said[512] = "{", path[SNW_PATH_SIZE];
        snw_text answer = snw_text_over(said, sizeof said);
        request = (snw_wire_request){.command = SNW_WIRE_record, .act = "start"};
        snw_copy_text(request.name, sizeof request.name, names[i]);
        CHECK(snw__record_command(station, &request, &answer, NULL) == SNW_OK);
        CHECK((strcmp(station->recording, names[i]) == 0) == (names[i][0] != '\0'));
        CHECK(station->recording[0] != '\0');
        CHECK(snw__record_path("recordings", station->recording, path, NULL) == SNW_OK);
        CHECK(snw_station_step(station, 100) == SNW_OK);
        snw_copy_text(request.act, sizeof request.act, "stop");
        CHECK(snw__record_command(station, &request, &answer, NULL) == SNW_OK);
        CHECK(snw_file_exists(path));
    }
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

// Seen: a stop within a second of a late cycle had the box of that, which ended before the arm
// stood.
static void a_stop_makes_the_box_of_a_late_cycle_its_own(void) {
    char path[SNW_PATH_SIZE];
    use_own_folders();
    snw_station_options options = snw_station_defaults();
    options.boxes = true;
    snw_station *station = open_puma(&options);
    CHECK(snw_station_step(station, 1000) == SNW_OK);
    be_late(station);
    CHECK(snw_station_step(station, 900) == SNW_OK);
    const int64_t stop_ns = snw_exec_time_ns(snw_station_exec(station));
    CHECK(snw_exec_request(snw_station_exec(station), -1, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(snw_station_step(station, 4000) == SNW_OK);
    const snw__boxes *boxes = &station->observed.boxes;
    CHECK(boxes->count == 1 && !boxes->done[0].late && boxes->done[0].stop_ns >= stop_ns);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    CHECK(count_boxes(path) == 1);
    snw_series *series = NULL;
    snw_series_row row;
    int64_t last_ns = 0;
    CHECK(snw_series_open(&series, path, NULL, NULL, NULL) == SNW_OK);
    while (snw_series_next(series, &row, NULL) == SNW_OK)
        last_ns = row.t_ns;
    snw_series_close(series);
    CHECK(last_ns >= stop_ns + 900000000);
}

static void a_run_that_a_fault_stopped_ends_with_it(void) {
    use_own_folders();
    snw_station_options options = snw_station_defaults();
    options.duration_ns = 4000000000;
    snw_station *station = open_puma(&options);
    CHECK(snw_station_step(station, 3000) == SNW_OK);
    break_drive(station);
    snw_station_report report;
    snw_why why = {0};
    CHECK(snw_failed(snw_station_run(station, &report, &why)));
    CHECK(report.complete && why.text[0] != '\0');
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

// --- power --------------------------------------------------------------------------------------

// Seen: a stop of the page in the first moments of a run was acknowledged by the station itself,
// and the arm moved on.
static void a_stop_while_arms_get_power_is_for_a_person_to_clear(void) {
    use_own_folders();
    const snw_station_options options = snw_station_defaults();
    for (int ticks = 0; ticks <= 40; ticks++) {
        snw_station *station = open_puma(&options);
        snw_exec *exec = snw_station_exec(station);
        snw_arm_status status;
        if (ticks > 0) CHECK(snw_station_step(station, ticks) == SNW_OK);
        CHECK(snw_exec_request(exec, -1, SNW_REQUEST_STOP_1) == SNW_OK);
        CHECK(snw_station_step(station, 2000) == SNW_OK);
        CHECK(snw_station_look(station, 0, &status) == SNW_OK);
        CHECK(status.state != SNW_ARM_ENABLED && status.state != SNW_ARM_STOPPING);
        // who then gives power to it
        for (int i = 0; i < 2000 && !snw_arm_ask_for_power(exec, 0, status.state); i++) {
            CHECK(snw_station_step(station, 1) == SNW_OK);
            CHECK(snw_station_look(station, 0, &status) == SNW_OK);
        }
        CHECK(status.state == SNW_ARM_ENABLED);
        CHECK(snw_station_close(station, NULL) == SNW_OK);
    }
}

// --- recordings ---------------------------------------------------------------------------------

enum { TICKS = 2000 };

// equal in every bit, tick by tick; the first of two may go on for longer
static void check_equal(const char *one, const char *two) {
    snw_series *a = NULL, *b = NULL;
    snw_series_row x, y;
    int columns = 0, other = 0, rows = 0, moves = 0;
    CHECK(snw_series_open(&a, one, NULL, NULL, NULL) == SNW_OK);
    CHECK(snw_series_open(&b, two, NULL, NULL, NULL) == SNW_OK);
    (void)snw_series_columns(a, &columns);
    (void)snw_series_columns(b, &other);
    CHECK(columns == other && columns > 50);
    double before = 0;
    for (; rows < TICKS && snw_series_next(a, &x, NULL) == SNW_OK; rows++) {
        CHECK(snw_series_next(b, &y, NULL) == SNW_OK);
        CHECK(x.tick == y.tick && x.t_ns == y.t_ns);
        CHECK(memcmp(x.present, y.present, (size_t)columns * sizeof *x.present) == 0);
        CHECK(memcmp(x.values, y.values, (size_t)columns * sizeof *x.values) == 0);
        double sum = 0;
        for (int i = 0; i < columns; i++)
            sum += isfinite(x.values[i]) ? x.values[i] : 0;
        moves += sum != before;
        before = sum;
    }
    // a comparison of nothing would pass as well
    CHECK(rows == TICKS && moves > TICKS / 2);
    snw_series_close(a);
    snw_series_close(b);
}

static void record_with_program(const char *path, bool steps) {
    snw_station_options options = snw_station_defaults();
    options.record = path;
    options.duration_ns = TICKS * INT64_C(1000000);
    snw_station *station = open_puma(&options);
    if (steps) {
        CHECK(snw_station_step(station, TICKS) == SNW_OK);
    } else {
        snw_station_report report;
        CHECK(snw_station_run(station, &report, NULL) == SNW_OK);
        CHECK(report.recorded && report.recording.lost_samples == 0);
        CHECK(report.run.ticks == TICKS && report.tracking[0].samples > 0);
    }
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

static void a_program_records_what_sinew_run_records(void) {
    char command[4 * SCRATCH_PATH];
    use_own_folders();
    const scratch_name program = scratch("program.mcap"), steps = scratch("steps.mcap");
    const scratch_name run = scratch("run.mcap");
    record_with_program(program.text, false);
    record_with_program(steps.text, true);
    (void)snprintf(command, sizeof command,
                   "'%s/sinew' run '%s' --virtual --headless --for 2 --record '%s' >'%s.out' 2>&1",
                   SNW_BINARY_DIR, puma, run.text, run.text);
    CHECK(system(command) == 0); // NOLINT: a command of the build itself
    check_equal(run.text, program.text);
    check_equal(run.text, steps.text);
}

// --- beside a program ---------------------------------------------------------------------------

static void a_station_runs_beside_its_program(void) {
    use_own_folders();
    snw_station_options options = snw_station_defaults();
    options.real = true;
    options.socket = "";
    options.page = true;
    snw_server_config server = snw_server_defaults();
    server.port = 0;
    options.server = &server;
    snw_station *station = open_puma(&options);
    snw_arm_status status;
    CHECK(snw_station_look(station, 0, &status) == SNW_NOTHING_NEW);
    CHECK(snw_station_start(station, NULL) == SNW_OK);
    CHECK(snw_station_start(station, NULL) == SNW_ERR_STATE);
    CHECK(snw_station_run(station, NULL, NULL) == SNW_ERR_STATE);
    // until the arm has power, however slow the machine is
    for (int i = 0; i < 60000; i++) {
        if (snw_station_look(station, 0, &status) == SNW_OK && status.state == SNW_ARM_ENABLED) {
            break;
        }
        snw_clock_sleep_until_ns(snw_clock_now_ns() + 1000000);
    }
    CHECK(status.state == SNW_ARM_ENABLED && snw_station_time_ns(station) > 0);
    // live gains from the program, beside page and socket
    snw_station_lock(station);
    char gain[64];
    CHECK(snw_exec_get(snw_station_exec(station), "law/kp[0]", gain, sizeof gain, NULL) == SNW_OK);
    snw_station_unlock(station);
    CHECK_TEXT(gain, "2000");
    CHECK(snw_station_set(station, "law/kp[0]", "2100", NULL) == SNW_OK);
    CHECK(snw_station_set(station, "law/kp[0]", "nan", NULL) < 0);
    snw_station_report report;
    CHECK(snw_station_stop(station, &report, NULL) == SNW_OK);
    CHECK(report.complete && report.run.ticks > 0);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

// --- edits --------------------------------------------------------------------------------------

static snw_status drop_friction(void *context, snw_loop *loop, const snw_cell *cell,
                                snw_setup *memory, snw_diags *diags) {
    int *calls = context;
    int kept = 0;
    (void)memory;
    (void)diags;
    CHECK(strcmp(cell->name, "puma560") == 0);
    for (int i = 0; i < loop->component_count; i++) {
        if (strcmp(loop->components[i].name, "friction") == 0) continue;
        loop->components[kept++] = loop->components[i];
    }
    loop->component_count = kept;
    ++*calls;
    return SNW_OK;
}

static snw_status refuse_loop(void *context, snw_loop *loop, const snw_cell *cell,
                              snw_setup *memory, snw_diags *diags) {
    (void)context;
    (void)loop;
    (void)cell;
    (void)memory;
    (void)diags;
    return SNW_ERR_UNSUPPORTED;
}

static void a_program_edits_the_loop_before_it_is_made(void) {
    int calls = 0;
    snw_station_options options = snw_station_defaults();
    options.edit = drop_friction;
    options.edit_context = &calls;
    snw_station *station = open_puma(&options);
    CHECK(calls == 1);
    CHECK(snw_exec_find(snw_station_exec(station), "friction") == NULL);
    CHECK(snw_exec_find(snw_station_exec(station), "gravity") != NULL);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    options.cell = puma;
    options.edit = refuse_loop;
    CHECK(snw_station_open(&station, &options, NULL) == SNW_ERR_UNSUPPORTED && station == NULL);
}

int main(void) {
    RUN(a_program_has_the_page);
    RUN(a_fault_leaves_a_black_box_and_is_told);
    RUN(a_stop_that_was_asked_for_leaves_a_black_box_and_is_no_fault);
    RUN(the_box_of_a_stop_outlives_those_of_late_cycles);
    RUN(a_recording_has_the_name_that_was_asked_for);
    RUN(a_stop_makes_the_box_of_a_late_cycle_its_own);
    RUN(a_run_that_a_fault_stopped_ends_with_it);
    RUN(a_stop_while_arms_get_power_is_for_a_person_to_clear);
    RUN(a_program_records_what_sinew_run_records);
    RUN(a_station_runs_beside_its_program);
    RUN(a_program_edits_the_loop_before_it_is_made);
    return check_report();
}
