// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "run_job.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"

// the groups of the cell, or one of everything
static snw_status add_groups(run_job *j, snw_recorder *recorder, snw_why *why) {
    const snw_loop *loop = run_loop_of(j->input.cell);
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

static snw_status add_description(run_job *j, snw_recorder *recorder, snw_why *why) {
    snw_file_content content;
    snw_status status = snw_file_read(j->input.path, NULL, &content, why);
    if (snw_failed(status)) return status;
    status = snw_recorder_add_text(recorder, j->input.path, "xml", content.data, why);
    snw_file_free(&content);
    return status;
}

snw_status run_record_open(run_job *j, const char *path, snw_why *why) {
    snw_recorder *recorder = NULL;
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(j->exec);
    config.period = (double)snw_exec_period_ns(j->exec) / 1e9;
    config.wall_ns = snw_clock_realtime_ns();
    config.loop_ns = snw_exec_time_ns(j->exec);
    config.threaded = j->threaded = j->real;
    // virtual seconds are short: a disk that is asked to keep each of them would be all that counts
    if (!j->real) config.sync_ns = INT64_C(3600000000000);
    snw_status status = snw_recorder_open(&recorder, &config, why);
    if (!snw_failed(status)) status = add_groups(j, recorder, why);
    if (!snw_failed(status)) status = add_joints(j, recorder, why);
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
    const int64_t end_ns = snw_clock_now_ns() + INT64_C(1000000000);
    while (j->running && __atomic_load_n(&j->observed, __ATOMIC_ACQUIRE) < seen + 2) {
        if (snw_clock_now_ns() > end_ns) return false;
        snw_clock_sleep_until_ns(snw_clock_now_ns() + INT64_C(200000));
    }
    return true;
}

snw_status run_record_close(run_job *j, snw_recorder_report *report, snw_why *why) {
    snw_recorder *recorder = j->recorder;
    if (recorder == NULL) return SNW_OK;
    __atomic_store_n(&j->recorder, NULL, __ATOMIC_SEQ_CST);
    if (!let_go(j)) {
        __atomic_store_n(&j->recorder, recorder, __ATOMIC_RELEASE);
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

void run_record_tick(run_job *j, const snw_tick *tick, const snw_event *events, int count) {
    snw_recorder *recorder = __atomic_load_n(&j->recorder, __ATOMIC_SEQ_CST);
    if (recorder != NULL) {
        snw_recorder_tick(recorder, (int64_t)tick->number, tick->t_ns);
        for (int i = 0; i < count; i++)
            snw_recorder_event(recorder, &events[i]);
    }
    (void)__atomic_fetch_add(&j->observed, 1, __ATOMIC_SEQ_CST);
}
