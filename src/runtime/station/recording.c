// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "recording.h"
#include "sinew/exec/unit.h"
#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

static const int64_t SECOND = INT64_C(1000000000);

// --- a recording --------------------------------------------------------------------------------

// those that a client has chosen
static snw_status add_chosen(snw_station *station, snw_recorder *recorder, snw_why *why) {
    const snw_record_group group = {
        .name = "chosen", .patterns = station->chosen, .pattern_count = station->chosen_count};
    return snw_recorder_add(recorder, &group, why);
}

// the groups of the cell, or one of everything
static snw_status add_groups(snw_station *station, snw_recorder *recorder, snw_why *why) {
    const snw_loop *loop = &station->loop;
    if (station->chosen_count > 0) return add_chosen(station, recorder, why);
    static const char *const everything[] = {"**"};
    if (loop->record_count == 0) {
        const snw_record_group all = {.name = "all", .patterns = everything, .pattern_count = 1};
        return snw_recorder_add(recorder, &all, why);
    }
    snw_status status = SNW_OK;
    for (int i = 0; i < loop->record_count && !snw_failed(status); i++) {
        const snw_record_entry *entry = &loop->records[i];
        char words[SNW_FIELD_PATH];
        const char *patterns[SNW_FIELD_PATH / 2];
        int count = 0;
        snw_copy_text(words, sizeof words, entry->signals);
        for (char *at = words; *at != '\0';) {
            at += strspn(at, " ");
            if (*at == '\0') break;
            patterns[count++] = at;
            at += strcspn(at, " ");
            if (*at != '\0') *at++ = '\0';
        }
        const snw_record_group group = {.name = entry->name,
                                        .patterns = patterns,
                                        .pattern_count = count,
                                        .divisor = entry->divisor};
        status = snw_recorder_add(recorder, &group, why);
    }
    return status;
}

static snw_status add_joints(snw_station *station, snw_recorder *recorder, snw_why *why) {
    snw_status status = SNW_OK;
    for (int i = 0; i < snw_exec_arm_count(station->exec) && !snw_failed(status); i++) {
        const snw_arm *arm = snw_exec_arm(station->exec, i);
        const char *names[SNW_AXES];
        char topic[2 * SNW_NAME], q[2 * SNW_NAME], v[2 * SNW_NAME], effort[2 * SNW_NAME];
        for (int axis = 0; axis < arm->count; axis++)
            names[axis] = snw_arm_axis_name(arm, axis);
        const struct {
            char *out;
            const char *format;
        } texts[] = {{q, "q"}, {v, "v"}, {effort, "effort"}};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            snw_text text = snw_text_over(texts[k].out, (size_t)2 * SNW_NAME);
            snw_text_format(&text, "%s/sensed/%s[*]", arm->name, texts[k].format);
        }
        snw_text text = snw_text_over(topic, sizeof topic);
        snw_text_format(&text, "/%s/joint_states", arm->name);
        const snw_record_joints joints = {.topic = topic,
                                          .names = names,
                                          .count = arm->count,
                                          .position = q,
                                          .velocity = v,
                                          .effort = effort};
        if (arm->count > 0) status = snw_recorder_add_joints(recorder, &joints, why);
    }
    return status;
}

static void compose_cell(snw_text *text, const void *context) {
    snw_cell_write(context, text);
}

// The file of the cell; where more than the file says what runs (a state that was loaded, a robot
// without a cell, ideal drives), the cell itself.
snw_status snw__record_describe(snw_station *station, snw_recorder *recorder, snw_why *why) {
    snw_file_content content;
    const bool is_as_file = !station->followed && !station->empty && !station->manner.kinematic &&
                            !station->input.is_made && station->options.edit == NULL &&
                            station->options.given == NULL;
    if (!is_as_file) {
        const char *name = station->options.given != NULL ? "memory.cell.xml" : station->input.path;
        size_t length = 0;
        char *text = snw__compose(compose_cell, &station->cell, &length, why);
        if (text == NULL) return SNW_ERR_MEMORY;
        const snw_status added = snw_recorder_add_text(recorder, name, "xml", text, why);
        free(text);
        return added;
    }
    snw_status status = snw_file_read(station->input.path, NULL, &content, why);
    if (snw_failed(status)) return status;
    status = snw_recorder_add_text(recorder, station->input.path, "xml", content.data, why);
    snw_file_free(&content);
    return status;
}

snw_recorder_config snw__record_config(const snw_station *station, const char *path) {
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(station->exec);
    config.seen = snw_exec_look(station->exec); // the loop may run already
    config.period = (double)snw_exec_period_ns(station->exec) / 1e9;
    config.wall_ns = snw_clock_realtime_ns();
    config.loop_ns = snw_exec_time_ns(station->exec);
    config.unit = snw__exec_unit;
    config.unit_context = station->exec;
    config.threaded = station->options.real;
    // virtual seconds are short: a disk that is asked to keep each of them would be all that counts
    if (!station->options.real) config.sync_ns = 3600 * SECOND;
    return config;
}

snw_status snw__record_begin(snw_station *station, snw_recorder *recorder, snw_why *why) {
    // a recorder with a thread of its own lives by the clock
    const int64_t t = station->options.real ? snw_clock_now_ns() : snw_exec_time_ns(station->exec);
    return snw_recorder_start(recorder, t, why);
}

snw_status snw__record_open(snw_station *station, const char *path, snw_why *why) {
    snw_recorder *recorder = NULL;
    const snw_recorder_config config = snw__record_config(station, path);
    snw_status status = snw_recorder_open(&recorder, &config, why);
    if (!snw_failed(status)) status = add_groups(station, recorder, why);
    // what is chosen is recorded, and nothing else
    if (!snw_failed(status) && station->chosen_count == 0)
        status = add_joints(station, recorder, why);
    if (!snw_failed(status)) status = snw__record_describe(station, recorder, why);
    if (!snw_failed(status)) status = snw__record_begin(station, recorder, why);
    if (snw_failed(status)) {
        if (recorder != NULL) SNW_IGNORE(snw_recorder_close(recorder, NULL, NULL));
        return status;
    }
    __atomic_store_n(&station->observed.recorder, recorder, __ATOMIC_RELEASE);
    return SNW_OK;
}

// The loop may be in the middle of a tick: after the end of the next one it cannot hold the
// recorder any more. Without a loop beside this thread there is nothing to wait for.
static bool wait_for_loop(snw_station *station) {
    const uint64_t seen = __atomic_load_n(&station->observed.ticks, __ATOMIC_SEQ_CST);
    const int64_t end_ns = snw_clock_now_ns() + SECOND;
    while (station->running &&
           __atomic_load_n(&station->observed.ticks, __ATOMIC_ACQUIRE) < seen + 2) {
        if (snw_clock_now_ns() > end_ns) return false;
        snw_clock_sleep_until_ns(snw_clock_now_ns() + INT64_C(200000));
    }
    return true;
}

// takes a recorder away from the loop; false, and it stays, when the loop does not answer
bool snw__record_take(snw_station *station, snw_recorder **place) {
    snw_recorder *recorder = *place;
    __atomic_store_n(place, NULL, __ATOMIC_SEQ_CST);
    if (wait_for_loop(station)) return true;
    __atomic_store_n(place, recorder, __ATOMIC_RELEASE);
    return false;
}

snw_status snw__record_close(snw_station *station, snw_recorder_report *report, snw_why *why) {
    snw_recorder *recorder = station->observed.recorder;
    if (recorder == NULL) return SNW_OK;
    if (!snw__record_take(station, &station->observed.recorder)) {
        return snw_refuse(why, SNW_ERR_TIMEOUT, "loop", "the loop does not answer", NULL);
    }
    station->recording[0] = '\0';
    return snw_recorder_close(recorder, report, why);
}

void snw__record_change(void *context, const char *path, const char *value, uint64_t tick) {
    snw_station *station = context;
    if (station->observed.recorder == NULL) return;
    snw_recorder_parameter(station->observed.recorder, (int64_t)tick,
                           snw_exec_time_ns(station->exec), path, value);
}

// A recording that breaks is told when it does, once for each reason.
static void tell_trouble(snw_station *station) {
    const snw_recorder_report report = snw_recorder_get(station->observed.recorder);
    char sentence[1024], text[1100];
    if (report.why.code == station->trouble) return;
    station->trouble = report.why.code;
    if (report.why.code == SNW_OK) return;
    (void)snw_why_sentence(&report.why, sentence, sizeof sentence);
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "recording: %s", sentence);
    snw__station_note(station, SNW_WARNING, text);
}

void snw__record_serve(snw_station *station) {
    const int64_t t = snw_exec_time_ns(station->exec);
    snw_recorder *const both[] = {station->observed.recorder, station->observed.boxes.recorder};
    for (int i = 0; i < 2 && !station->options.real; i++) {
        if (both[i] != NULL) SNW_IGNORE(snw_recorder_pump(both[i], t));
    }
    if (station->observed.recorder != NULL) tell_trouble(station);
}

// --- what a client asks -------------------------------------------------------------------------

void snw__record_name(const snw_station *station, const char *kind, char *out, size_t size) {
    const time_t now = (time_t)(snw_clock_realtime_ns() / SECOND);
    char stamp[32] = "";
    const struct tm *parts = gmtime(&now);
    if (parts != NULL) (void)strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", parts);
    snw_text text = snw_text_over(out, size);
    snw_text_format(&text, "%.30s%s-%s", station->cell.name, kind, stamp);
    // names of cells may hold what names of files may not
    for (char *at = out; *at != '\0'; at++) {
        const bool good = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                          (*at >= '0' && *at <= '9') || strchr("-_.", *at) != NULL;
        if (!good) *at = '_';
    }
}

snw_status snw__record_path(const char *folder, const char *name, char path[SNW_PATH_SIZE],
                            snw_why *why) {
    char leaf[SNW_NAME + 8];
    const snw_status status = snw__check_name(name, why);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.mcap", name);
    return snw__data_path(folder, leaf, path, why);
}

// a name that was taken has got a number
void snw__record_keep_name(const snw_recorder *recorder, const char *name, char out[SNW_NAME]) {
    const snw_recorder_report report = snw_recorder_get(recorder);
    if (snw_failed(snw_path_stem(report.path, out, SNW_NAME))) snw_copy_text(out, SNW_NAME, name);
}

static snw_status start_recording(snw_station *station, const snw_wire_request *request,
                                  snw_text *answer, snw_why *why) {
    char name[SNW_NAME], path[SNW_PATH_SIZE];
    if (station->observed.recorder != NULL) {
        return snw_refuse(why, SNW_ERR_STATE, "record", "a recording is already running",
                          "end it first");
    }
    snw_copy_text(name, sizeof name, request->name);
    if (name[0] == '\0') snw__record_name(station, "", name, sizeof name);
    snw_status status = snw__record_path("recordings", name, path, why);
    station->chosen_count = 0;
    for (int i = 0; i < request->signal_count && i < SNW__CHOSEN; i++)
        station->chosen[station->chosen_count++] = request->signals[i];
    if (!snw_failed(status)) status = snw__record_open(station, path, why);
    station->chosen_count = 0;
    if (snw_failed(status)) return status;
    snw__record_keep_name(station->observed.recorder, name, station->recording);
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_string(&json, "name", station->recording);
    return SNW_OK;
}

static snw_status stop_recording(snw_station *station, snw_text *answer, snw_why *why) {
    if (station->observed.recorder == NULL) {
        return snw_refuse(why, SNW_ERR_STATE, "record", "nothing is being recorded",
                          "start a recording first");
    }
    char name[SNW_NAME];
    snw_copy_text(name, sizeof name, station->recording);
    const snw_status status = snw__record_close(station, NULL, why);
    if (snw_failed(status)) return status;
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_string(&json, "name", name);
    return SNW_OK;
}

snw_status snw__record_command(snw_station *station, const snw_wire_request *request,
                               snw_text *answer, snw_why *why) {
    if (strcmp(request->act, "start") == 0) return start_recording(station, request, answer, why);
    if (strcmp(request->act, "stop") == 0) return stop_recording(station, answer, why);
    return snw_refuse(why, SNW_ERR_UNSUPPORTED, request->act, "this cannot be done here",
                      "write start or stop");
}
