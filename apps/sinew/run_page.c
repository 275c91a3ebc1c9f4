// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run_job.h"
#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/teach.h"

// The page of a run: where it is found, and what a run does for its clients besides moving.

enum { FILES = 4096, FINDINGS = 8 };

static const int64_t MILLISECOND = 1000000;

// --- folders ------------------------------------------------------------------------------------

// FOLDER/LEAF below the user's data, made if it is not there; LEAF "" for the folder itself
snw_status run_data_path(const char *folder, const char *leaf, char out[SNW_PATH_SIZE],
                         snw_why *why) {
    snw_status status = snw_user_directory(SNW_USER_DATA, out, SNW_PATH_SIZE, why);
    if (!snw_failed(status)) status = snw_path_join(out, folder, out, SNW_PATH_SIZE);
    if (!snw_failed(status)) status = snw_directory_make(out, 0700, why);
    if (!snw_failed(status) && leaf[0] != '\0') {
        status = snw_path_join(out, leaf, out, SNW_PATH_SIZE);
    }
    return status;
}

// a folder that comes with the program: beside it in a build, among the data once installed
static bool shipped(const char *beside, const char *installed, char out[SNW_PATH_SIZE]) {
    char base[SNW_PATH_SIZE];
    if (snw_failed(snw_file_real_path("/proc/self/exe", base, sizeof base, NULL)) ||
        snw_failed(snw_path_parent(base, base, sizeof base))) {
        return false;
    }
    return (!snw_failed(snw_path_join(base, beside, out, SNW_PATH_SIZE)) &&
            snw_file_is_directory(out)) ||
           (!snw_failed(snw_path_join(base, installed, out, SNW_PATH_SIZE)) &&
            snw_file_is_directory(out));
}

static bool is_name(const char *text) {
    const size_t length = strlen(text);
    const size_t good = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_.");
    return length > 0 && length < SNW_NAME && good == length && text[0] != '.';
}

snw_status run_check_name(const char *name, snw_why *why) {
    if (is_name(name)) return SNW_OK;
    return run_refuse(why, SNW_ERR_ARGUMENT, name, "this is no name",
                      "letters, digits, '-', '_' and '.', at most 63");
}

// --- cells --------------------------------------------------------------------------------------

static void add_cells(run_job *j, const char *folder) {
    static const char tail[] = ".cell.xml";
    const size_t cut = sizeof tail - 1;
    snw_directory list;
    if (snw_failed(snw_directory_list(folder, FILES, &list, NULL))) return;
    for (int i = 0; i < list.count && j->cell_count < RUN_CELLS; i++) {
        const char *name = list.entries[i].name;
        const size_t length = strlen(name);
        if (length <= cut || strcmp(name + length - cut, tail) != 0) continue;
        char *copy = malloc(length + 1);
        if (copy == NULL) break;
        memcpy(copy, name, length - cut);
        copy[length - cut] = '\0';
        j->cells[j->cell_count++] = copy;
    }
    snw_directory_free(&list);
}

static void drop_cells(run_job *j) {
    for (int i = 0; i < j->cell_count; i++)
        free(j->cells[i]);
    j->cell_count = 0;
}

static void find_cells(run_job *j) {
    char folder[SNW_PATH_SIZE];
    drop_cells(j);
    if (shipped("cells", "../share/sinew/cells", folder)) add_cells(j, folder);
    if (!snw_failed(run_data_path("cells", "", folder, NULL))) add_cells(j, folder);
}

// The next cell is read before the present one ends: what is wrong with it is told, and nothing
// else happens.
static snw_status open_next(run_job *j, const char *name, snw_why *why) {
    if (j->has_next) return run_refuse(why, SNW_ERR_STATE, name, "another cell is coming", NULL);
    const snw_status status = cell_take(&j->next, name, j->registry, j->values, j->io, why);
    if (snw_failed(status)) return status;
    if (run_loop_of(j->next.cell) == NULL) {
        cell_close(&j->next);
        return run_refuse(why, SNW_ERR_CHECK, name, "nothing moves this cell",
                          "give it <control><loop>...</loop></control>");
    }
    j->has_next = true;
    return SNW_OK;
}

static snw_status open_named(run_job *j, const char *name, snw_why *why) {
    const snw_status status = run_check_name(name, why);
    return snw_failed(status) ? status : open_next(j, name, why);
}

// --- recordings ---------------------------------------------------------------------------------

static void name_recording(const run_job *j, char *out, size_t size) {
    const time_t now = (time_t)(snw_clock_realtime_ns() / INT64_C(1000000000));
    char stamp[32] = "";
    const struct tm *parts = gmtime(&now);
    if (parts != NULL) (void)strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", parts);
    snw_text text = snw_text_over(out, size);
    snw_text_format(&text, "%.32s-%s", j->input.cell->name, stamp);
}

static snw_status start_recording(run_job *j, const char *wish, snw_text *answer, snw_why *why) {
    char name[SNW_NAME], leaf[SNW_NAME + 8], path[SNW_PATH_SIZE];
    if (j->recorder != NULL) {
        return run_refuse(why, SNW_ERR_STATE, "record", "a recording is under way", "end it first");
    }
    snw_copy_text(name, sizeof name, wish);
    if (name[0] == '\0') name_recording(j, name, sizeof name);
    snw_status status = run_check_name(name, why);
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.mcap", name);
    if (!snw_failed(status)) status = run_data_path("recordings", leaf, path, why);
    if (!snw_failed(status)) status = run_record_open(j, path, why);
    if (snw_failed(status)) return status;
    // a name that was taken has got a number
    const snw_recorder_report report = snw_recorder_get(j->recorder);
    if (snw_failed(snw_path_stem(report.path, j->recording, sizeof j->recording))) {
        snw_copy_text(j->recording, sizeof j->recording, name);
    }
    snw_text_format(answer, ",\"name\":");
    snw_text_json_string(answer, j->recording);
    return SNW_OK;
}

static snw_status stop_recording(run_job *j, snw_text *answer, snw_why *why) {
    if (j->recorder == NULL) {
        return run_refuse(why, SNW_ERR_STATE, "record", "nothing is being recorded", NULL);
    }
    char name[SNW_NAME];
    snw_copy_text(name, sizeof name, j->recording);
    const snw_status status = run_record_close(j, NULL, why);
    if (snw_failed(status)) return status;
    snw_text_format(answer, ",\"name\":");
    snw_text_json_string(answer, name);
    return SNW_OK;
}

// --- what clients ask of the run ----------------------------------------------------------------

static snw_status unknown_act(const snw_wire_request *request, snw_why *why) {
    return run_refuse(why, SNW_ERR_UNSUPPORTED, request->act, "that cannot be done here", NULL);
}

static snw_status list_states(const run_job *j, snw_text *answer) {
    const snw_cell *cell = j->input.cell;
    snw_text_format(answer, ",\"states\":[");
    for (int i = 0; i < cell->state_count; i++) {
        if (i > 0) snw_text_format(answer, ",");
        snw_text_json_string(answer, cell->states[i].name);
    }
    snw_text_format(answer, "]");
    return SNW_OK;
}

// A state is loaded by beginning anew in it, so nothing jumps: simulated arms only.
static snw_status load_state(run_job *j, const char *name, snw_why *why) {
    char rest[16] = "";
    int found = -1;
    for (int i = 0; i < j->input.cell->state_count; i++) {
        if (strcmp(j->input.cell->states[i].name, name) == 0) found = i;
    }
    if (found < 0) {
        return run_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "the cell has no such state", NULL);
    }
    for (int i = 0; i < snw_exec_arm_count(j->exec); i++) {
        const snw_drive_functions *drive = snw_drive_of(snw_exec_drive(j->exec, i)->type);
        if (drive == NULL || drive->simulated) continue;
        return run_refuse(why, SNW_ERR_UNSUPPORTED, snw_exec_arm(j->exec, i)->name,
                          "the arm is not simulated: it must be moved there", NULL);
    }
    SNW_IGNORE(snw_exec_get(j->exec, "loop/at_rest", rest, sizeof rest, NULL));
    if (strcmp(rest, "true") != 0) {
        return run_refuse(why, SNW_ERR_STATE, name, "an arm moves", "stop it first");
    }
    const snw_status status = open_next(j, j->input.path, why);
    if (snw_failed(status)) return status;
    snw_loop *loop = j->next.cell->control.block;
    snw_copy_text(loop->state, sizeof loop->state, name);
    return SNW_OK;
}

// --- points -------------------------------------------------------------------------------------

static snw_status ask_points(void *context, const char *component, const char *text,
                             char answer[SNW_MESSAGE], snw_why *why) {
    run_job *j = context;
    const snw_status status =
        snw_exec_message(j->exec, component, text, 500 * MILLISECOND, answer, why);
    if (status != SNW_NOTHING_NEW) return status;
    SNW_IGNORE(snw_exec_leave(j->exec));
    return run_refuse(why, SNW_ERR_TIMEOUT, component, "the loop does not answer", NULL);
}

static snw_status do_points(run_job *j, const snw_wire_request *request, snw_text *answer,
                            snw_why *why) {
    char path[SNW_PATH_SIZE], leaf[SNW_NAME + 8];
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    const snw_teach_asker asker = {.ask = ask_points, .context = j};
    int count = 0;
    if (!j->real || snw_server_busy(j->page)) {
        return run_refuse(why, SNW_ERR_STATE, request->object, "a message is under way",
                          "try it again");
    }
    snw_status status = run_check_name(request->name, why);
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.points", request->name);
    if (!snw_failed(status)) status = run_data_path("points", leaf, path, why);
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
    if (!snw_failed(status)) snw_text_format(answer, ",\"count\":%d", count);
    return status;
}

static snw_status do_command(void *context, const snw_wire_request *request, snw_text *answer,
                             snw_why *why) {
    run_job *j = context;
    const char *act = request->act;
    switch ((int)request->command) {
    case SNW_WIRE_record:
        if (strcmp(act, "start") == 0) return start_recording(j, request->name, answer, why);
        if (strcmp(act, "stop") == 0) return stop_recording(j, answer, why);
        return unknown_act(request, why);
    case SNW_WIRE_records:
        return run_recordings_list(j, answer, why);
    case SNW_WIRE_open:
        return open_named(j, request->name, why);
    case SNW_WIRE_states:
        if (strcmp(act, "list") == 0) return list_states(j, answer);
        if (strcmp(act, "load") == 0) return load_state(j, request->name, why);
        return unknown_act(request, why);
    case SNW_WIRE_points:
        return do_points(j, request, answer, why);
    default:
        return unknown_act(request, why);
    }
}

static snw_status do_upload(void *context, const char *name, const char *data, size_t size,
                            snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_status status = run_check_name(name, why);
    if (!snw_failed(status)) status = run_data_path("cells", name, path, why);
    if (!snw_failed(status)) status = snw_file_write(path, data, size, why);
    if (!snw_failed(status)) find_cells(context);
    return status;
}

static bool is_recording(void *context, char name[SNW_NAME]) {
    const run_job *j = context;
    snw_copy_text(name, SNW_NAME, j->recording);
    return j->recorder != NULL;
}

// --- open, attach, serve, close -----------------------------------------------------------------

static bool is_wanted(const run_job *j) {
    if (cli_flag(j->values, "headless") || cli_flag(j->values, "no-page")) return false;
    return j->real || cli_given(j->values, "port");
}

static void tell_address(const run_job *j) {
    char address[256];
    (void)snw_server_address(j->page, address, sizeof address);
    // of one that is read by a program, nothing but the answer stands on standard output
    FILE *out = j->io->json ? j->io->err : j->io->out;
    if (j->io->quiet) return;
    (void)fprintf(out, "%s\n", address);
    (void)fflush(out);
}

snw_status run_page_open(run_job *j, snw_why *why) {
    if (!is_wanted(j)) return SNW_OK;
    char folder[SNW_PATH_SIZE], audit[SNW_PATH_SIZE];
    snw_server_config config = snw_server_defaults();
    config.addresses = cli_texts(j->values, "address", &config.address_count);
    config.names = cli_texts(j->values, "host-name", &config.name_count);
    if (cli_given(j->values, "port")) {
        config.port = (int)cli_int(j->values, "port");
        config.port_tries = 1;
    }
    config.certificate = cli_text(j->values, "tls-cert");
    config.key = cli_text(j->values, "tls-key");
    if ((config.certificate == NULL) != (config.key == NULL)) {
        return run_refuse(why, SNW_ERR_USAGE, NULL, "--tls-cert and --tls-key belong together",
                          "give both, or none");
    }
    config.tokens = cli_text(j->values, "tokens");
    config.page = cli_text(j->values, "page");
    if (config.page == NULL && shipped("viewer", "../share/sinew/viewer", folder)) {
        config.page = folder;
    }
    snw_status status = snw_user_directory(SNW_USER_STATE, audit, sizeof audit, why);
    if (!snw_failed(status)) status = snw_directory_make(audit, 0700, why);
    if (!snw_failed(status)) status = snw_path_join(audit, "audit.log", audit, sizeof audit);
    config.audit = audit;
    if (!snw_failed(status)) status = snw_server_open(&j->page, &config, why);
    if (snw_failed(status)) return status;
    if (config.page == NULL) {
        cli_note(j->io, "the page is not built, only its server is there; ./run builds it");
    }
    return SNW_OK;
}

snw_status run_page_attach(run_job *j, snw_why *why) {
    if (j->page == NULL) return SNW_OK;
    find_cells(j);
    const snw_server_cell cell = {.exec = j->exec,
                                  .cell = j->input.cell,
                                  .system = &j->input.system,
                                  .registry = j->registry,
                                  .real = j->real,
                                  .cells = (const char *const *)j->cells,
                                  .cell_count = j->cell_count,
                                  .host = {.context = j,
                                           .command = do_command,
                                           .download = run_recording_fetch,
                                           .upload = do_upload,
                                           .recording = is_recording,
                                           .told = run_record_change}};
    const snw_status status = snw_server_attach(j->page, &cell, why);
    if (!snw_failed(status) && !j->told) tell_address(j);
    j->told = true;
    return status;
}

// a message of the local socket waits for its answer
static bool remote_waits(const remote_server *remote) {
    for (int i = 0; remote->clients != NULL && i < REMOTE_CLIENTS; i++) {
        if (remote->clients[i].used && remote->clients[i].wire.pending) return true;
    }
    return false;
}

bool run_page_serve(run_job *j) {
    if (j->page == NULL) {
        remote_serve(&j->remote, j->real ? 20 * MILLISECOND : 0);
        return true;
    }
    // the loop has one mailbox: one of the two writes to it at a time
    if (!snw_server_busy(j->page)) remote_serve(&j->remote, 0);
    snw_server_hold(j->page, remote_waits(&j->remote));
    snw_server_serve(j->page, j->real ? 5 * MILLISECOND : 0);
    return !snw_server_quit(j->page);
}

void run_page_close(run_job *j) {
    snw_server_close(j->page);
    j->page = NULL;
    drop_cells(j);
}
