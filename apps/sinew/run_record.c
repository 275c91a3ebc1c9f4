// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run_job.h"
#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

static const int64_t SECOND = INT64_C(1000000000);

// --- a recording --------------------------------------------------------------------------------

// those that a client has chosen
static snw_status add_chosen(run_job *j, snw_recorder *recorder, snw_why *why) {
    const snw_record_group group = {
        .name = "chosen", .patterns = j->chosen, .pattern_count = j->chosen_count};
    return snw_recorder_add(recorder, &group, why);
}

// the groups of the cell, or one of everything
static snw_status add_groups(run_job *j, snw_recorder *recorder, snw_why *why) {
    const snw_loop *loop = run_loop_of(j->input.cell);
    if (j->chosen_count > 0) return add_chosen(j, recorder, why);
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

static snw_status add_joints(run_job *j, snw_recorder *recorder, snw_why *why) {
    snw_status status = SNW_OK;
    for (int i = 0; i < snw_exec_arm_count(j->exec) && !snw_failed(status); i++) {
        const snw_arm *arm = snw_exec_arm(j->exec, i);
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
static snw_status add_description(run_job *j, snw_recorder *recorder, snw_why *why) {
    snw_file_content content;
    if (j->followed || j->empty || j->manner.kinematic || j->input.is_made) {
        size_t length = 0;
        char *text = model_composed(compose_cell, j->input.cell, &length, why);
        if (text == NULL) return SNW_ERR_MEMORY;
        const snw_status added = snw_recorder_add_text(recorder, j->input.path, "xml", text, why);
        free(text);
        return added;
    }
    snw_status status = snw_file_read(j->input.path, NULL, &content, why);
    if (snw_failed(status)) return status;
    status = snw_recorder_add_text(recorder, j->input.path, "xml", content.data, why);
    snw_file_free(&content);
    return status;
}

static snw_recorder_config config_of(const run_job *j, const char *path) {
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(j->exec);
    config.period = (double)snw_exec_period_ns(j->exec) / 1e9;
    config.wall_ns = snw_clock_realtime_ns();
    config.loop_ns = snw_exec_time_ns(j->exec);
    config.threaded = j->real;
    // virtual seconds are short: a disk that is asked to keep each of them would be all that counts
    if (!j->real) config.sync_ns = 3600 * SECOND;
    return config;
}

snw_status run_record_open(run_job *j, const char *path, snw_why *why) {
    snw_recorder *recorder = NULL;
    const snw_recorder_config config = config_of(j, path);
    j->threaded = config.threaded;
    snw_status status = snw_recorder_open(&recorder, &config, why);
    if (!snw_failed(status)) status = add_groups(j, recorder, why);
    // what is chosen is recorded, and nothing else
    if (!snw_failed(status) && j->chosen_count == 0) status = add_joints(j, recorder, why);
    if (!snw_failed(status)) status = add_description(j, recorder, why);
    if (!snw_failed(status)) {
        const int64_t t = j->real ? snw_clock_now_ns() : snw_exec_time_ns(j->exec);
        status = snw_recorder_start(recorder, t, why);
    }
    if (snw_failed(status)) {
        if (recorder != NULL) SNW_IGNORE(snw_recorder_close(recorder, NULL, NULL));
        return status;
    }
    __atomic_store_n(&j->recorder, recorder, __ATOMIC_RELEASE);
    return SNW_OK;
}

// The loop may be in the middle of a tick: after the end of the next one it cannot hold the
// recorder any more. Without a loop beside this thread there is nothing to wait for.
static bool let_go(run_job *j) {
    const uint64_t seen = __atomic_load_n(&j->observed, __ATOMIC_SEQ_CST);
    const int64_t end_ns = snw_clock_now_ns() + SECOND;
    while (j->running && __atomic_load_n(&j->observed, __ATOMIC_ACQUIRE) < seen + 2) {
        if (snw_clock_now_ns() > end_ns) return false;
        snw_clock_sleep_until_ns(snw_clock_now_ns() + INT64_C(200000));
    }
    return true;
}

// takes a recorder away from the loop; false, and it stays, when the loop does not answer
static bool take_away(run_job *j, snw_recorder **place) {
    snw_recorder *recorder = *place;
    __atomic_store_n(place, NULL, __ATOMIC_SEQ_CST);
    if (let_go(j)) return true;
    __atomic_store_n(place, recorder, __ATOMIC_RELEASE);
    return false;
}

snw_status run_record_close(run_job *j, snw_recorder_report *report, snw_why *why) {
    snw_recorder *recorder = j->recorder;
    if (recorder == NULL) return SNW_OK;
    if (!take_away(j, &j->recorder)) {
        return run_refuse(why, SNW_ERR_TIMEOUT, "loop", "the loop does not answer", NULL);
    }
    j->recording[0] = '\0';
    return snw_recorder_close(recorder, report, why);
}

void run_record_change(void *context, const char *path, const char *value, uint64_t tick) {
    run_job *j = context;
    if (j->recorder == NULL) return;
    snw_recorder_parameter(j->recorder, (int64_t)tick, snw_exec_time_ns(j->exec), path, value);
}

// --- what a client asks -------------------------------------------------------------------------

static void name_file(const run_job *j, const char *kind, char *out, size_t size) {
    const time_t now = (time_t)(snw_clock_realtime_ns() / SECOND);
    char stamp[32] = "";
    const struct tm *parts = gmtime(&now);
    if (parts != NULL) (void)strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", parts);
    snw_text text = snw_text_over(out, size);
    snw_text_format(&text, "%.30s%s-%s", j->input.cell->name, kind, stamp);
    // names of cells may hold what names of files may not
    for (char *at = out; *at != '\0'; at++) {
        const bool good = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                          (*at >= '0' && *at <= '9') || strchr("-_.", *at) != NULL;
        if (!good) *at = '_';
    }
}

static snw_status path_of(const char *folder, const char *name, char path[SNW_PATH_SIZE],
                          snw_why *why) {
    char leaf[SNW_NAME + 8];
    const snw_status status = run_check_name(name, why);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.mcap", name);
    return run_data_path(folder, leaf, path, why);
}

// a name that was taken has got a number
static void keep_name(const snw_recorder *recorder, const char *name, char out[SNW_NAME]) {
    const snw_recorder_report report = snw_recorder_get(recorder);
    if (snw_failed(snw_path_stem(report.path, out, SNW_NAME))) snw_copy_text(out, SNW_NAME, name);
}

static snw_status start(run_job *j, const snw_wire_request *request, snw_text *answer,
                        snw_why *why) {
    char name[SNW_NAME], path[SNW_PATH_SIZE];
    if (j->recorder != NULL) {
        return run_refuse(why, SNW_ERR_STATE, "record", "a recording is under way", "end it first");
    }
    snw_copy_text(name, sizeof name, request->name);
    if (name[0] == '\0') name_file(j, "", name, sizeof name);
    snw_status status = path_of("recordings", name, path, why);
    j->chosen_count = 0;
    for (int i = 0; i < request->signal_count && i < RUN_CHOSEN; i++)
        j->chosen[j->chosen_count++] = request->signals[i];
    if (!snw_failed(status)) status = run_record_open(j, path, why);
    j->chosen_count = 0;
    if (snw_failed(status)) return status;
    keep_name(j->recorder, name, j->recording);
    snw_text_format(answer, ",\"name\":");
    snw_text_json_string(answer, j->recording);
    return SNW_OK;
}

static snw_status stop(run_job *j, snw_text *answer, snw_why *why) {
    if (j->recorder == NULL) {
        return run_refuse(why, SNW_ERR_STATE, "record", "nothing is being recorded",
                          "start a recording first");
    }
    char name[SNW_NAME];
    snw_copy_text(name, sizeof name, j->recording);
    const snw_status status = run_record_close(j, NULL, why);
    if (snw_failed(status)) return status;
    snw_text_format(answer, ",\"name\":");
    snw_text_json_string(answer, name);
    return SNW_OK;
}

snw_status run_record_command(run_job *j, const snw_wire_request *request, snw_text *answer,
                              snw_why *why) {
    if (strcmp(request->act, "start") == 0) return start(j, request, answer, why);
    if (strcmp(request->act, "stop") == 0) return stop(j, answer, why);
    return run_refuse(why, SNW_ERR_UNSUPPORTED, request->act, "that cannot be done here",
                      "say start or stop");
}

// --- black boxes --------------------------------------------------------------------------------

// Ten seconds are kept in memory all the time, and go to a file with one more second when an arm
// stops that nobody has asked to. Then the file is ended and the next one begun.
static const double BEFORE = 10, AFTER = 1;

static snw_status add_box(const run_job *j, snw_recorder *recorder, snw_why *why) {
    static const char *const parts[] = {"sensed/q",  "sensed/effort",  "estimate/v",     "target/q",
                                        "command/q", "command/effort", "guard/following"};
    enum { PARTS = sizeof parts / sizeof *parts };
    snw_status status = SNW_OK;
    for (int i = 0; i < snw_exec_arm_count(j->exec) && !snw_failed(status); i++) {
        const char *arm = snw_exec_arm(j->exec, i)->name;
        char texts[PARTS + 1][2 * SNW_NAME];
        const char *patterns[PARTS + 1];
        for (int k = 0; k <= PARTS; k++) {
            snw_text text = snw_text_over(texts[k], sizeof texts[k]);
            snw_text_format(&text, k < PARTS ? "%s/%s[*]" : "%s/guard/%s", arm,
                            k < PARTS ? parts[k] : "state");
            patterns[k] = texts[k];
        }
        const snw_record_group group = {.name = arm,
                                        .patterns = patterns,
                                        .pattern_count = PARTS + 1,
                                        .mode = SNW_RECORD_LAST,
                                        .before = BEFORE,
                                        .after = AFTER};
        status = snw_recorder_add(recorder, &group, why);
    }
    return status;
}

// Of all boxes of this cell that are kept, the oldest go; their names tell when they were made.
static void drop_old_boxes(const char *next) {
    enum { KEPT = 32, MOST = 65536, STAMP = sizeof "20260101-000000" - 1 };
    char folder[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
    const size_t head = strlen(next) - STAMP;
    snw_directory list;
    if (snw_failed(run_data_path("boxes", "", folder, NULL))) return;
    if (snw_failed(snw_directory_list(folder, MOST, &list, NULL))) return;
    int count = 0;
    for (int i = list.count - 1; i >= 0; i--) {
        if (strncmp(list.entries[i].name, next, head) != 0 || ++count <= KEPT) continue;
        if (snw_failed(snw_path_join(folder, list.entries[i].name, path, sizeof path))) continue;
        SNW_IGNORE(snw_file_remove(path, NULL));
    }
    snw_directory_free(&list);
}

void run_boxes_open(run_job *j) {
    char name[SNW_NAME], path[SNW_PATH_SIZE];
    if (!j->real || j->page == NULL || snw_exec_arm_count(j->exec) == 0) return;
    name_file(j, "-box", name, sizeof name);
    drop_old_boxes(name);
    if (snw_failed(path_of("boxes", name, path, NULL))) return;
    snw_recorder *recorder = NULL;
    snw_recorder_config config = config_of(j, path);
    config.buffer = 2;
    snw_status status = snw_recorder_open(&recorder, &config, NULL);
    if (!snw_failed(status)) status = add_box(j, recorder, NULL);
    if (!snw_failed(status)) status = add_description(j, recorder, NULL);
    if (!snw_failed(status)) status = snw_recorder_start(recorder, snw_clock_now_ns(), NULL);
    if (snw_failed(status)) {
        if (recorder != NULL) SNW_IGNORE(snw_recorder_close(recorder, NULL, NULL));
        return;
    }
    keep_name(recorder, name, j->boxes.name);
    __atomic_store_n(&j->boxes.stop_ns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&j->boxes.recorder, recorder, __ATOMIC_RELEASE);
}

void run_boxes_close(run_job *j) {
    run_boxes *boxes = &j->boxes;
    snw_recorder *recorder = boxes->recorder;
    snw_recorder_report report;
    if (recorder == NULL || !take_away(j, &boxes->recorder)) return;
    const int64_t stop_ns = __atomic_load_n(&boxes->stop_ns, __ATOMIC_RELAXED);
    const snw_status status = snw_recorder_close(recorder, &report, NULL);
    if (stop_ns == 0) {
        SNW_IGNORE(snw_file_remove(report.path, NULL));
    } else if (!snw_failed(status)) {
        const int at = boxes->count++ % RUN_BOXES;
        snw_copy_text(boxes->done[at].name, SNW_NAME, boxes->name);
        boxes->done[at].stop_ns = stop_ns;
    }
    boxes->name[0] = '\0';
}

void run_boxes_serve(run_job *j) {
    const int64_t stop_ns = __atomic_load_n(&j->boxes.stop_ns, __ATOMIC_RELAXED);
    if (j->boxes.recorder == NULL || stop_ns == 0) return;
    if (snw_exec_time_ns(j->exec) < stop_ns + (int64_t)(AFTER * 1.3e9)) return;
    run_boxes_close(j);
    run_boxes_open(j);
}

// a stop of the guard that nobody asked for
static bool is_stop(const snw_why *why) {
    if (why->severity != SNW_ERROR || why->rule[0] == '\0') return false;
    for (int c = SNW_CAUSE_NONE + 1; c < SNW_CAUSES; c++) {
        if (strcmp(why->rule, snw_cause_rule((snw_cause)c)) == 0) return c != SNW_CAUSE_ASKED;
    }
    return false;
}

static void tick_box(run_job *j, const snw_tick *tick, const snw_event *events, int count) {
    snw_recorder *box = __atomic_load_n(&j->boxes.recorder, __ATOMIC_SEQ_CST);
    if (box == NULL) return;
    snw_recorder_tick(box, (int64_t)tick->number, tick->t_ns);
    for (int i = 0; i < count; i++) {
        snw_recorder_event(box, &events[i]);
        if (!is_stop(&events[i].why) || __atomic_load_n(&j->boxes.stop_ns, __ATOMIC_RELAXED) != 0) {
            continue;
        }
        __atomic_store_n(&j->boxes.stop_ns, tick->t_ns > 0 ? tick->t_ns : 1, __ATOMIC_RELAXED);
        snw_recorder_dump(box);
    }
}

// --- the loop's end -----------------------------------------------------------------------------

void run_record_tick(run_job *j, const snw_tick *tick, const snw_event *events, int count) {
    snw_recorder *recorder = __atomic_load_n(&j->recorder, __ATOMIC_SEQ_CST);
    if (recorder != NULL) {
        snw_recorder_tick(recorder, (int64_t)tick->number, tick->t_ns);
        for (int i = 0; i < count; i++)
            snw_recorder_event(recorder, &events[i]);
    }
    tick_box(j, tick, events, count);
    (void)__atomic_fetch_add(&j->observed, 1, __ATOMIC_SEQ_CST);
}
