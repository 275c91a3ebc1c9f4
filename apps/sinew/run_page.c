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

enum { FINDINGS = 8 };

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

bool run_shipped(const char *beside, const char *installed, char out[SNW_PATH_SIZE]) {
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

// --- what clients ask of the run ----------------------------------------------------------------

static snw_status unknown_act(const snw_wire_request *request, snw_why *why) {
    return run_refuse(why, SNW_ERR_UNSUPPORTED, request->act, "that cannot be done here", NULL);
}

// --- points -------------------------------------------------------------------------------------

static snw_status do_points(run_job *j, const snw_wire_request *request, snw_text *answer,
                            snw_why *why) {
    char path[SNW_PATH_SIZE], leaf[SNW_NAME + 8];
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    const snw_teach_asker asker = run_asker(j);
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
    switch ((int)request->command) {
    case SNW_WIRE_record:
        return run_record_command(j, request, answer, why);
    case SNW_WIRE_records:
        return run_recordings_list(j, answer, why);
    case SNW_WIRE_open:
        return run_files_do(j, request, answer, why);
    case SNW_WIRE_states:
        return run_states_do(j, request, answer, why);
    case SNW_WIRE_points:
        return do_points(j, request, answer, why);
    default:
        return unknown_act(request, why);
    }
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
    config.origins = cli_texts(j->values, "allow-origin", &config.origin_count);
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
    if (config.page == NULL && run_shipped("viewer", "../share/sinew/viewer", folder)) {
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
    run_files_drop(j);
    run_files_find(j);
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
                                           .upload = run_file_take,
                                           .recording = is_recording,
                                           .told = run_record_change}};
    const snw_status status = snw_server_attach(j->page, &cell, why);
    if (j->remote.clients != NULL) snw_server_watch(j->page, j->remote.descriptor, true);
    if (!snw_failed(status) && !j->told) tell_address(j);
    j->told = true;
    return status;
}

bool run_page_serve(run_job *j) {
    snw_local_serve_with(&j->remote, j->page, j->real ? 5 * MILLISECOND : 0);
    return j->page == NULL || !snw_server_quit(j->page);
}

void run_page_close(run_job *j) {
    snw_server_close(j->page);
    j->page = NULL;
    run_files_drop(j);
}
