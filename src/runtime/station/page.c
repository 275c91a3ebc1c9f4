// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "recording.h"
#include "saving.h"
#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/teach.h"
#include "sinew/wire/serve.h"

// The page of a run: where it is found, and what a run does for its clients besides moving.

enum { FINDINGS = 8 };

static const int64_t MILLISECOND = 1000000;

// --- what clients ask of the run ----------------------------------------------------------------

static snw_status unknown_act(const snw_wire_request *request, snw_why *why) {
    return snw_refuse(why, SNW_ERR_UNSUPPORTED, request->act, "this cannot be done here", NULL);
}

// --- points -------------------------------------------------------------------------------------

static snw_status do_points(snw_station *station, const snw_wire_request *request, snw_text *answer,
                            snw_why *why) {
    char path[SNW_PATH_SIZE], leaf[SNW_NAME + 8];
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    const snw_teach_asker asker = snw__asker(station);
    int count = 0;
    if (!station->options.real || snw_server_busy(station->page)) {
        return snw_refuse(why, SNW_ERR_STATE, request->object, "a message is in progress",
                          "try again");
    }
    snw_status status = snw__check_name(request->name, why);
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.points", request->name);
    if (!snw_failed(status)) status = snw__data_path("points", leaf, path, why);
    if (snw_failed(status)) return status;
    if (strcmp(request->act, "save") == 0) {
        status = snw_teach_save_points(&asker, request->object, path, &count, why);
    } else if (strcmp(request->act, "load") == 0) {
        status = snw_teach_load_points(&asker, request->object, path, &count, &diags);
        if (snw_failed(status) && diags.count > 0) *why = found[0];
        if (snw_failed(status) && diags.count == 0) snw_why_set(why, status, path, NULL);
    } else {
        return unknown_act(request, why);
    }
    if (snw_failed(status)) return status;
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_int(&json, "count", count);
    return SNW_OK;
}

// what was read for it beside this thread is used now, or never
static snw_status take_file(snw_station *station, const snw_wire_request *request, snw_text *answer,
                            snw_why *why) {
    station->opening = true;
    const snw_status status = request->command == SNW_WIRE_open
                                  ? snw__files_command(station, request, answer, why)
                                  : snw__states_command(station, request, answer, why);
    station->opening = false;
    snw__station_untry(station);
    return status;
}

static snw_status do_command(void *context, const snw_wire_request *request, snw_text *answer,
                             snw_why *why) {
    snw_station *station = context;
    if (snw_wire_reads_file(request)) return take_file(station, request, answer, why);
    switch ((int)request->command) {
    case SNW_WIRE_record:
        return snw__record_command(station, request, answer, why);
    case SNW_WIRE_records:
        return snw__recordings_list(station, answer, why);
    case SNW_WIRE_states:
        return snw__states_command(station, request, answer, why);
    case SNW_WIRE_points:
        return do_points(station, request, answer, why);
    default:
        return unknown_act(request, why);
    }
}

// Another process reads the file first, so that one that takes for ever, or all memory, harms
// nobody here. It reads as a run without options does; with options, or types of the program, only
// its bounds count.
static snw_status check_beside(const snw_station *station, const char *path, snw_why *why) {
    if (station->checker == NULL || snw__is_of_user(station, path)) return SNW_OK;
    const snw_status status = snw_server_check_file(station->checker, path, why);
    const bool alike = station->options.checker != NULL && station->options.load == NULL;
    if (status == SNW_ERR_TOO_LARGE || (snw_failed(status) && alike)) return status;
    if (why != NULL) *why = (snw_why){0};
    return SNW_OK;
}

static bool is_act(const snw_wire_request *request, const char *act) {
    return strcmp(request->act, act) == 0;
}

// Files that a command is about are read in this thread, which is not that of the doors: the file
// of the cell that runs, for all that begins it anew, saves it or merges it, and the one that is
// named.
static snw_status try_file(void *context, const snw_wire_request *request, snw_why *why) {
    snw_station *station = context;
    char path[SNW_PATH_SIZE];
    const bool is_open = request->command == SNW_WIRE_open;
    const bool opens = is_open && (request->act[0] == '\0' || is_act(request, "open"));
    const bool merged = station->merged.path[0] != '\0'; // and is all that is left to read
    const bool names = opens || (is_open && is_act(request, "merge"));
    snw_status status = SNW_OK;
    snw__station_untry(station);
    // neither is changed by clients
    if (station->options.fixed && !is_act(request, "save")) return SNW_OK;
    if (!opens && !merged && !station->empty && station->input.path[0] != '\0') {
        status = check_beside(station, station->input.path, why);
        if (!snw_failed(status)) status = snw__station_try_present(station, why);
    }
    if (snw_failed(status) || !names) return status;
    if (merged) {
        snw_copy_text(path, sizeof path, station->merged.path);
    } else if (snw_failed(snw__file_named(request->name, path, NULL))) {
        return SNW_OK;
    }
    status = check_beside(station, path, why);
    return snw_failed(status) ? status : snw__station_try(station, path, why);
}

static void drop_merged(void *context) {
    snw__merge_drop(context);
}

static bool is_recording(void *context, char name[SNW_NAME]) {
    const snw_station *station = context;
    snw_copy_text(name, SNW_NAME, station->recording);
    return station->observed.recorder != NULL;
}

// --- open, attach, serve, close -----------------------------------------------------------------

static snw_status audit_file(char out[SNW_PATH_SIZE], snw_why *why) {
    snw_status status = snw_user_directory(SNW_USER_STATE, out, SNW_PATH_SIZE, why);
    if (!snw_failed(status)) status = snw_directory_make(out, 0700, why);
    if (!snw_failed(status)) status = snw_path_join(out, "audit.log", out, SNW_PATH_SIZE);
    return status;
}

// `sinew`, where it stands: of the options, or in the same installation or build as this program
static void find_checker(snw_station *station) {
    static const char *const places[] = {"sinew", "../bin/sinew", "../sinew"};
    char path[SNW_PATH_SIZE];
    station->checker = station->options.checker;
    for (size_t i = 0; i < sizeof places / sizeof *places && station->checker == NULL; i++) {
        if (!snw__beside_program(places[i], path) || snw_file_is_directory(path) ||
            !snw_file_exists(path)) {
            continue;
        }
        station->checker = snw_setup_text(station->memory, path, strlen(path));
    }
}

snw_status snw__page_open(snw_station *station, snw_why *why) {
    if (!station->options.page) return SNW_OK;
    find_checker(station);
    char folder[SNW_PATH_SIZE], audit[SNW_PATH_SIZE];
    snw_server_config config =
        station->options.server != NULL ? *station->options.server : snw_server_defaults();
    snw_status status = SNW_OK;
    if (config.page == NULL && snw__shipped("viewer", folder)) config.page = folder;
    if (config.audit == NULL) {
        status = audit_file(audit, why);
        config.audit = audit;
    }
    if (!snw_failed(status)) status = snw_server_open(&station->page, &config, why);
    if (!snw_failed(status) && config.page == NULL) {
        snw__station_note(station, SNW_WARNING,
                          "the page is not built, only its server; build it with ./run");
    }
    return status;
}

snw_status snw__page_attach(snw_station *station, snw_why *why) {
    if (station->page == NULL) return SNW_OK;
    snw__station_files_drop(station);
    snw__station_files(station);
    const snw_server_cell cell = {.exec = station->exec,
                                  .cell = &station->cell,
                                  .system = station->system,
                                  .registry = station->registry,
                                  .real = station->options.real,
                                  .cells = (const char *const *)station->cells,
                                  .cell_count = station->cell_count,
                                  .host = {.context = station,
                                           .command = do_command,
                                           .check = try_file,
                                           .drop = drop_merged,
                                           .download = snw__recording_fetch,
                                           .upload = snw__file_take,
                                           .recording = is_recording,
                                           .told = snw__record_change}};
    const snw_status status = snw_server_attach(station->page, &cell, why);
    if (station->local.clients != NULL)
        snw_server_watch(station->page, station->local.descriptor, true);
    return status;
}

bool snw__page_serve(snw_station *station) {
    const int64_t wait_ns = station->waits ? 5 * MILLISECOND : 0;
    if (station->local.clients != NULL) {
        snw_local_serve_with(&station->local, station->page, wait_ns);
    } else if (station->page != NULL) {
        snw_server_serve(station->page, wait_ns);
    }
    return !station->local.quit && (station->page == NULL || !snw_server_quit(station->page));
}

void snw__page_close(snw_station *station) {
    snw_server_close(station->page);
    station->page = NULL;
    snw__station_files_drop(station);
}
