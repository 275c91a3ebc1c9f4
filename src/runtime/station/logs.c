// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/logs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "replay_source.h"
#include "sinew/os/directory.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"
#include "sinew/record.h"
#include "sinew/servo.h"
#include "sinew/station/load.h"

enum { TIP_MEMORY = 1 << 20 };

typedef struct job {
    const snw_logs_options *options;
    snw_why *why;
    FILE *files[SNW_LOGS];
    int64_t lines[SNW_LOGS];
    char *cell; // text of the recording
    char cell_path[SNW_PATH_SIZE];
    snw_loaded_cell input;
    snw_exec *exec;
    snw_arm *arm;
    snw_servo_tip tip;
    void *tip_memory;
    snw_quat last[SNW_LOGS]; // orientations of the lines before
    int first[3];            // columns of q[0] of sensed, target and command
} job;

static void begin_line(job *j, snw_log log, int64_t t_ns, const char *word) {
    (void)fprintf(j->files[log], "[%010.4f] %s", (double)t_ns * 1e-9, word);
    j->lines[log]++;
}

// --- commands, warnings and errors --------------------------------------------------------------

// numbers of a command with four decimals, other words as they are
static void put_words(FILE *file, const char *text) {
    while (*text != '\0') {
        const size_t blanks = strspn(text, " "), length = strcspn(text + blanks, " ");
        double number;
        text += blanks;
        if (length > 0 && !snw_failed(snw_real_parse(text, length, &number, NULL))) {
            (void)fprintf(file, " %.4f", number);
        } else if (length > 0) {
            (void)fprintf(file, " %.*s", (int)length, text);
        }
        text += length;
    }
    (void)fputc('\n', file);
}

static snw_status log_command(job *j, const snw_mcap_message *message) {
    static const char mark[] = "message ";
    snw_parameter_change change;
    const snw_status status = snw_parameter_decode(message->data, message->size, &change);
    if (snw_failed(status)) return status;
    const bool is_message = strncmp(change.path, mark, sizeof mark - 1) == 0;
    // of the tick that took it: the recorder hears of it when it is answered
    const int64_t t_ns = change.tick * snw_exec_period_ns(j->exec);
    begin_line(j, SNW_LOG_COMMANDS, t_ns, is_message ? "MSG" : "MSG set");
    (void)fprintf(j->files[SNW_LOG_COMMANDS], " %s",
                  change.path + (is_message ? sizeof mark - 1 : 0));
    put_words(j->files[SNW_LOG_COMMANDS], change.value);
    return SNW_OK;
}

static snw_status log_event(job *j, const snw_mcap_message *message) {
    snw_event event;
    const snw_status status = snw_event_decode(message->data, message->size, &event);
    if (snw_failed(status)) return status;
    if (event.why.severity < SNW_WARNING) return SNW_OK;
    char sentence[1024];
    (void)snw_why_sentence(&event.why, sentence, sizeof sentence);
    begin_line(j, SNW_LOG_PROBLEMS, event.t_ns, "OUT");
    (void)fprintf(j->files[SNW_LOG_PROBLEMS], " %s\n", sentence);
    return SNW_OK;
}

// One pass over the file for what is not a signal: the cell first, then, when it is open, the rest.
static snw_status read_messages(job *j, const char *path) {
    snw_source_bytes bytes;
    snw_status status = snw_source_open(&bytes, path, j->why);
    if (snw_failed(status)) return status;
    snw_mcap_reader *reader = NULL;
    snw_mcap_damage_fn *tell = j->exec != NULL ? j->options->tell : NULL;
    status = snw_mcap_read_open(&reader, &bytes, tell, j->options->context, j->why);
    if (snw_failed(status) && j->why->subject[0] == '\0')
        snw_copy_text(j->why->subject, sizeof j->why->subject, path);
    snw_mcap_message message;
    while (!snw_failed(status) && (status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, message.channel);
        const snw_mcap_schema *schema =
            channel != NULL ? snw_mcap_read_schema(reader, channel->schema_id) : NULL;
        const int kind = schema != NULL ? snw_message_kind_of(schema->name) : -1;
        if (kind == SNW_MESSAGE_DESCRIPTION)
            status = snw__replay_keep_cell(&message, &j->cell, j->cell_path);
        if (kind == SNW_MESSAGE_PARAMETER && j->exec != NULL) status = log_command(j, &message);
        if (kind == SNW_MESSAGE_EVENT && j->exec != NULL) status = log_event(j, &message);
        if (snw_failed(status)) snw_why_set(j->why, status, path, NULL);
        if (j->exec == NULL && j->cell != NULL) break;
    }
    snw_mcap_read_close(reader);
    snw_source_close(&bytes);
    if (snw_failed(status)) return status;
    if (j->cell != NULL) return SNW_OK;
    return snw_refuse(j->why, SNW_ERR_CHECK, path, "the recording does not contain its cell",
                      "record with 'sinew run CELL --record FILE'");
}

// --- the arm ------------------------------------------------------------------------------------

static snw_status open_cell(job *j) {
    const snw_load_options *load = j->options->load;
    snw_status status = snw__cell_open_text(&j->input, j->cell_path, j->cell, load, j->why);
    if (!snw_failed(status)) status = j->input.status;
    if (!snw_failed(status)) {
        snw_exec_options options = snw_exec_defaults();
        options.registry = load->registry;
        options.simulate_all = true;
        status =
            snw_exec_open(&j->exec, j->input.cell, &j->input.system, &options, &j->input.diags);
    }
    if (snw_failed(status) && j->why->code == SNW_OK) {
        snw_why_set(j->why, status, j->cell_path, "the cell of the recording cannot be loaded");
    }
    return status;
}

static snw_status choose_arm(job *j) {
    const char *name = j->options->arm;
    const int count = snw_exec_arm_count(j->exec);
    const int index = name != NULL ? snw_exec_find_arm(j->exec, name) : count == 1 ? 0 : -1;
    if (index < 0) {
        return snw_refuse(j->why, SNW_ERR_USAGE, name != NULL ? name : j->cell_path,
                          name != NULL ? "the cell has no such arm"
                                       : "the cell does not have exactly one arm",
                          "name one of its arms");
    }
    j->arm = snw_exec_arm(j->exec, index);
    j->tip_memory = aligned_alloc(SNW_ARENA_ALIGN, TIP_MEMORY);
    if (j->tip_memory == NULL) return SNW_ERR_MEMORY;
    snw_arena arena = snw_arena_over(j->tip_memory, TIP_MEMORY);
    const char *frame = j->options->frame != NULL ? j->options->frame : "";
    const snw_status status = snw_servo_tip_init(&j->tip, frame, j->arm, &arena);
    if (!snw_failed(status)) return SNW_OK;
    return snw_refuse(j->why, status, frame, "the arm has no such frame",
                      "'sinew model show' lists them");
}

// --- signals ------------------------------------------------------------------------------------

// selects the joints of the arm and finds where they stand
static snw_status select_columns(job *j, snw_series *series) {
    static const char *const images[3] = {"sensed", "target", "command"};
    char patterns[3][2 * SNW_NAME];
    const char *chosen[3];
    for (int i = 0; i < 3; i++) {
        snw_text text = snw_text_over(patterns[i], sizeof patterns[i]);
        snw_text_format(&text, "%s/%s/q[*]", j->arm->name, images[i]);
        chosen[i] = patterns[i];
    }
    const snw_status status = snw_series_select(series, chosen, 3, j->why);
    if (snw_failed(status)) return status;
    int count = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    for (int i = 0; i < 3; i++) {
        char path[2 * SNW_NAME];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/%s/q[0]", j->arm->name, images[i]);
        for (int k = count - 1; k >= 0; k--) {
            if (strcmp(columns[k].path, path) == 0) j->first[i] = k;
        }
    }
    return SNW_OK;
}

static void log_reals(job *j, snw_log log, const double *values, int count) {
    for (int i = 0; i < count; i++)
        (void)fprintf(j->files[log], " %.6f", values[i]);
    (void)fputc('\n', j->files[log]);
}

static snw_status log_pose(job *j, snw_log log, const double *q) {
    snw_arm posed = *j->arm;
    memcpy(posed.estimate.q, q, (size_t)posed.count * sizeof *q);
    posed.estimate.valid = true;
    const snw_status status = snw_servo_tip_update(&j->tip, &posed);
    if (snw_failed(status)) return status;
    const snw_pose pose = snw_servo_tip_pose(&j->tip);
    // of the two quaternions of an orientation the one near that of the line before
    snw_quat turn = snw_quat_from_mat3(pose.R);
    const snw_quat before = j->last[log];
    if (turn.w * before.w + turn.x * before.x + turn.y * before.y + turn.z * before.z < 0) {
        turn = (snw_quat){-turn.w, -turn.x, -turn.y, -turn.z};
    }
    j->last[log] = turn;
    const double values[] = {pose.p.x, pose.p.y, pose.p.z, turn.x, turn.y, turn.z, turn.w};
    log_reals(j, log, values, 7);
    return SNW_OK;
}

static snw_status log_row(job *j, const snw_series_row *row) {
    const double *q[3];
    for (int i = 0; i < 3; i++)
        q[i] = &row->values[j->first[i]];
    begin_line(j, SNW_LOG_POSES, row->t_ns, "POS");
    snw_status status = log_pose(j, SNW_LOG_POSES, q[0]);
    begin_line(j, SNW_LOG_TARGETS, row->t_ns, "SP");
    if (!snw_failed(status)) status = log_pose(j, SNW_LOG_TARGETS, q[1]);
    begin_line(j, SNW_LOG_JOINTS, row->t_ns, "Jnt");
    log_reals(j, SNW_LOG_JOINTS, q[0], j->arm->count);
    begin_line(j, SNW_LOG_DRIVES, row->t_ns, "Drv");
    log_reals(j, SNW_LOG_DRIVES, q[2], j->arm->count);
    return status;
}

// damage was told when the messages were read
static snw_status read_signals(job *j, const char *path) {
    const double rate = j->options->rate;
    snw_series *series = NULL;
    snw_status status = snw_series_open(&series, path, NULL, NULL, j->why);
    if (!snw_failed(status)) status = select_columns(j, series);
    // the first row at or behind each moment of the grid
    long next = -1;
    snw_series_row row;
    while (!snw_failed(status) && (status = snw_series_next(series, &row, j->why)) == SNW_OK) {
        const long moment = (long)floor((double)row.t_ns * 1e-9 * rate + 1e-9);
        if (moment < next || !row.present[j->first[0]]) continue;
        next = moment + 1;
        status = log_row(j, &row);
    }
    snw_series_close(series);
    return snw_failed(status) ? status : SNW_OK;
}

// --- files --------------------------------------------------------------------------------------

static snw_status log_path(const char *folder, int log, char out[SNW_PATH_SIZE]) {
    char file[24];
    (void)snprintf(file, sizeof file, "log%d.dat", log + 1);
    return snw_path_join(folder, file, out, SNW_PATH_SIZE);
}

static snw_status check_free(const char *path, bool replace, snw_why *why) {
    if (!snw_file_exists(path)) return SNW_OK;
    if (replace && !snw_file_is_directory(path)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                           "choose another folder, or replace the files with --force");
}

// all names are free before one of the files is made
static snw_status open_files(job *j, const char *folder) {
    char path[SNW_PATH_SIZE];
    snw_status status = snw_directory_make(folder, 0777, j->why);
    for (int i = 0; i < SNW_LOGS && !snw_failed(status); i++) {
        status = log_path(folder, i, path);
        if (snw_failed(status)) break;
        status = check_free(path, j->options->replace, j->why);
    }
    for (int i = 0; i < SNW_LOGS && !snw_failed(status); i++) {
        status = log_path(folder, i, path);
        if (snw_failed(status)) break;
        errno = 0;
        j->files[i] = fopen(path, "w");
        if (j->files[i] == NULL) status = snw_errno_why(j->why, errno, path, "write the log");
    }
    return status;
}

// logs that are not whole do not stay
static snw_status close_files(job *j, const char *folder, snw_status status) {
    for (int i = 0; i < SNW_LOGS; i++) {
        if (j->files[i] == NULL) continue;
        errno = 0;
        const bool failed = ferror(j->files[i]) != 0;
        if ((fclose(j->files[i]) != 0 || failed) && !snw_failed(status)) {
            status = snw_errno_why(j->why, errno != 0 ? errno : EIO, folder, "write the logs");
        }
    }
    char path[SNW_PATH_SIZE];
    for (int i = 0; i < SNW_LOGS && snw_failed(status); i++) {
        if (j->files[i] != NULL && !snw_failed(log_path(folder, i, path))) (void)remove(path);
    }
    return status;
}

snw_status snw_logs_write(const char *path, const char *folder, const snw_logs_options *options,
                          int64_t lines[SNW_LOGS], snw_why *why) {
    if (!(options->rate > 0 && options->rate <= 1e6)) {
        return snw_refuse(why, SNW_ERR_USAGE, "rate", "the rate is not above 0 and below 1 MHz",
                          "give it in Hz, such as 8");
    }
    job j = {.options = options, .why = why};
    snw_status status = read_messages(&j, path);
    if (!snw_failed(status)) status = open_cell(&j);
    if (!snw_failed(status)) status = choose_arm(&j);
    if (!snw_failed(status)) status = open_files(&j, folder);
    if (!snw_failed(status)) status = read_messages(&j, path);
    if (!snw_failed(status)) status = read_signals(&j, path);
    status = close_files(&j, folder, status);
    if (j.exec != NULL) SNW_IGNORE(snw_exec_close(j.exec, 0, NULL));
    snw_cell_close(&j.input);
    free(j.tip_memory);
    free(j.cell);
    if (!snw_failed(status)) memcpy(lines, j.lines, sizeof j.lines);
    return status;
}
