// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/record/recorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "recorder_internal.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"

static const size_t memory_most = (size_t)1 << 28; // of names and texts
static const size_t block_most = (size_t)1 << 32;  // of rings and histories
static const int64_t pump_every_ns = 20000000;
static const double longest = 86400; // [s] of a ring or a history

snw_recorder_config snw_recorder_defaults(void) {
    return (snw_recorder_config){
        .buffer = 10, .events = 256, .sync_ns = 1000000000, .file = snw__mcap_defaults()};
}

static snw_status check(const snw_recorder_config *config, snw_why *why) {
    if (config->path == NULL || config->roots == NULL || strlen(config->path) == 0 ||
        strlen(config->path) > SNW_RECORD_PATH - 16) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, config->path,
                          "a recorder requires a path and roots", "give both");
    }
    if (!(config->period > 0 && config->period <= longest) ||
        !(config->buffer > 0 && config->buffer <= longest) || config->events < 1 ||
        config->events > 1 << 20 || config->sync_ns < 0) {
        return snw_refuse(why, SNW_ERR_RANGE, config->path,
                          "period, buffer, events or sync are outside their ranges",
                          "compare them with sinew/record/recorder.h");
    }
    return SNW_OK;
}

snw_status snw_recorder_open(snw_recorder **recorder, const snw_recorder_config *config,
                             snw_why *why) {
    snw_status status = check(config, why);
    if (!snw_failed(status) && config->store == NULL) status = snw__disk_check(config->path, why);
    if (snw_failed(status)) return status;
    snw_recorder *r = calloc(1, sizeof *r);
    if (r == NULL) return snw_refuse(why, SNW_ERR_MEMORY, config->path, NULL, NULL);
    r->config = *config;
    r->memory = snw_setup_create(memory_most);
    if (r->memory != NULL) {
        r->config.path = snw_setup_text(r->memory, config->path, strlen(config->path));
    }
    status = r->memory == NULL || r->config.path == NULL ? SNW_ERR_MEMORY
                                                         : snw_mutex_open(&r->mutex, why);
    if (snw_failed(status)) {
        snw_setup_destroy(r->memory);
        free(r);
        return status;
    }
    r->store = config->store != NULL ? *config->store : snw_store_disk(&r->disk);
    r->config.store = NULL;
    *recorder = r;
    return SNW_OK;
}

// --- groups -------------------------------------------------------------------------------------

static snw__group *new_group(snw_recorder *r, const char *topic, int divisor, snw_why *why) {
    if (r->sampling) {
        SNW_IGNORE(snw_refuse(why, SNW_ERR_STATE, topic, "groups must be added before the start",
                              "add all groups, then start"));
        return NULL;
    }
    if (divisor < 0) {
        SNW_IGNORE(
            snw_refuse(why, SNW_ERR_ARGUMENT, topic, "the divisor is negative", "give 1 or more"));
        return NULL;
    }
    if (r->group_count == SNW__GROUPS_MOST) {
        SNW_IGNORE(
            snw_refuse(why, SNW_ERR_FULL, topic, "too many groups", "put more signals into each"));
        return NULL;
    }
    for (int i = 0; i < r->group_count; i++) {
        if (strcmp(r->groups[i]->topic, topic) == 0) {
            SNW_IGNORE(snw_refuse(why, SNW_ERR_DUPLICATE, topic, "the topic is in use",
                                  "choose another name"));
            return NULL;
        }
    }
    snw__group *group = snw_setup_take(r->memory, sizeof *group, _Alignof(snw__group));
    const char *copy = snw_setup_text(r->memory, topic, strlen(topic));
    if (group == NULL || copy == NULL) {
        SNW_IGNORE(snw_refuse(why, SNW_ERR_MEMORY, topic, NULL, NULL));
        return NULL;
    }
    group->topic = copy;
    group->divisor = divisor == 0 ? 1 : divisor;
    return group;
}

static snw_status end_group(snw_recorder *r, snw__group *group, snw_why *why) {
    const snw_status status = snw__plan_runs(&group->plan, r->memory, &group->runs);
    if (snw_failed(status)) return snw_refuse(why, status, group->topic, NULL, NULL);
    r->groups[r->group_count++] = group;
    return SNW_OK;
}

static bool is_span(double seconds) {
    return seconds >= 0 && seconds <= longest;
}

static snw_status set_mode(snw_recorder *r, snw__group *group, const snw_record_group *config,
                           snw_why *why) {
    group->mode = config->mode;
    if (config->mode == SNW_RECORD_CONTINUOUS) return SNW_OK;
    if (!is_span(config->before) || !is_span(config->after)) {
        return snw_refuse(why, SNW_ERR_RANGE, config->name,
                          "the times before or after are not valid", "give seconds, 0 or more");
    }
    group->before_ns = (int64_t)llround(config->before * 1e9);
    group->after_ns = (int64_t)llround(config->after * 1e9);
    if (config->mode == SNW_RECORD_LAST) return SNW_OK;
    if (config->trigger == NULL || !isfinite(config->level)) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, config->name,
                          "a trigger requires a path and a level", "give both");
    }
    group->level = config->level;
    group->edge = config->edge;
    return snw__plan_number(&group->plan, &r->config, config->trigger, r->memory, &group->trigger,
                            why);
}

snw_status snw_recorder_add(snw_recorder *r, const snw_record_group *config, snw_why *why) {
    char topic[SNW_FIELD_PATH];
    snw_text text = snw_text_over(topic, sizeof topic);
    snw_text_format(&text, "/signals/%s", config->name);
    if (snw_text_is_cut(&text) || config->pattern_count < 1) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, config->name,
                          "a group requires a short name and at least one pattern", "give both");
    }
    snw_why reason = {0};
    snw__group *group = new_group(r, topic, config->divisor, &reason);
    if (group == NULL) {
        if (why != NULL) *why = reason;
        return reason.code;
    }
    group->kind = SNW_MESSAGE_SIGNALS;
    group->name = group->topic + strlen("/signals/");
    for (int i = 0; i < config->pattern_count; i++) {
        const snw_status status =
            snw__plan_add(&group->plan, &r->config, config->patterns[i], r->memory, why);
        if (snw_failed(status)) return status;
    }
    const snw_status status = set_mode(r, group, config, why);
    return snw_failed(status) ? status : end_group(r, group, why);
}

static const char *const *copy_names(snw_recorder *r, const char *const *names, int count) {
    const char **copies =
        snw_setup_take(r->memory, (size_t)count * sizeof *copies, _Alignof(const char *));
    for (int i = 0; copies != NULL && i < count; i++) {
        copies[i] = snw_setup_text(r->memory, names[i], strlen(names[i]));
        if (copies[i] == NULL) return NULL;
    }
    return copies;
}

snw_status snw_recorder_add_joints(snw_recorder *r, const snw_record_joints *joints, snw_why *why) {
    if (joints->count < 1 || joints->count > 512) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, joints->topic, "1 to 512 joints are possible",
                          "record them in several topics");
    }
    snw_why reason = {0};
    snw__group *group = new_group(r, joints->topic, joints->divisor, &reason);
    if (group == NULL) {
        if (why != NULL) *why = reason;
        return reason.code;
    }
    group->kind = SNW_MESSAGE_JOINTS;
    group->joint_count = joints->count;
    group->names = copy_names(r, joints->names, joints->count);
    const char *frame = joints->frame == NULL ? "" : joints->frame;
    group->frame = snw_setup_text(r->memory, frame, strlen(frame));
    if (group->names == NULL || group->frame == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, joints->topic, NULL, NULL);
    }
    const char *const patterns[] = {joints->position, joints->velocity, joints->effort};
    for (int i = 0; i < 3; i++) {
        if (patterns[i] == NULL) continue;
        const int before = group->plan.count;
        const snw_status status =
            snw__plan_add(&group->plan, &r->config, patterns[i], r->memory, why);
        if (snw_failed(status)) return status;
        if (group->plan.count - before != joints->count) {
            SNW_IGNORE(snw_refuse(why, SNW_ERR_SIZE, patterns[i],
                                  "one number per joint is required",
                                  "give a pattern that matches as many"));
            snw_why_add(why, "numbers", group->plan.count - before, "");
            snw_why_add(why, "joints", joints->count, "");
            return SNW_ERR_SIZE;
        }
        group->parts |= 1 << i;
    }
    if (group->parts == 0) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, joints->topic, "no patterns",
                          "give at least one for positions");
    }
    return end_group(r, group, why);
}

snw_status snw__recorder_add_frames(snw_recorder *r, const char *topic,
                                    const snw_record_frame *frames, int count, int divisor,
                                    snw_why *why) {
    if (count < 1 || count > 1024) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, topic, "1 to 1024 frames are possible",
                          "record them in several topics");
    }
    snw_why reason = {0};
    snw__group *group = new_group(r, topic, divisor, &reason);
    if (group == NULL) {
        if (why != NULL) *why = reason;
        return reason.code;
    }
    snw_frame_state *copies =
        snw_setup_take(r->memory, (size_t)count * sizeof *copies, _Alignof(snw_frame_state));
    if (copies == NULL) return snw_refuse(why, SNW_ERR_MEMORY, topic, NULL, NULL);
    group->kind = SNW_MESSAGE_FRAMES;
    group->frames = copies;
    group->frame_count = count;
    for (int i = 0; i < count; i++) {
        copies[i].parent = snw_setup_text(r->memory, frames[i].parent, strlen(frames[i].parent));
        copies[i].child = snw_setup_text(r->memory, frames[i].child, strlen(frames[i].child));
        if (copies[i].child == NULL) return snw_refuse(why, SNW_ERR_MEMORY, topic, NULL, NULL);
        const snw_status status =
            snw__plan_add(&group->plan, &r->config, frames[i].path, r->memory, why);
        if (snw_failed(status)) return status;
        if (group->plan.count != 12 * (i + 1)) {
            return snw_refuse(why, SNW_ERR_SIZE, frames[i].path, "exactly one pose is required",
                              "give the path of one pose");
        }
    }
    return end_group(r, group, why);
}

snw_status snw_recorder_add_text(snw_recorder *r, const char *name, const char *format,
                                 const char *text, snw_why *why) {
    if (r->sampling) {
        return snw_refuse(why, SNW_ERR_STATE, name, "texts must be added before the start",
                          "add all texts, then start");
    }
    if (r->text_count == SNW__TEXTS_MOST)
        return snw_refuse(why, SNW_ERR_FULL, name, "too many texts", "join some of them");
    const snw__text_copy copy = {snw_setup_text(r->memory, name, strlen(name)),
                                 snw_setup_text(r->memory, format, strlen(format)),
                                 snw_setup_text(r->memory, text, strlen(text))};
    if (copy.text == NULL) return snw_refuse(why, SNW_ERR_MEMORY, name, NULL, NULL);
    r->texts[r->text_count++] = copy;
    return SNW_OK;
}

// --- start --------------------------------------------------------------------------------------

static int samples_in(const snw_recorder *r, const snw__group *group, double seconds) {
    const double count = ceil(seconds / (r->config.period * (double)group->divisor)) + 1;
    return count < 16 ? 16 : count > (1 << 24) ? 1 << 24 : (int)count;
}

static snw_status lay_out(snw_recorder *r, snw_arena *arena) {
    snw_status status = snw_funnel_init(&r->notes, sizeof(snw__note), r->config.events, arena);
    for (int i = 0; i < r->group_count; i++) {
        snw__group *group = r->groups[i];
        const size_t size = snw__sample_size(group);
        status = snw_ring_init(&group->ring, size, samples_in(r, group, r->config.buffer), arena);
        group->staged = snw_arena_take(arena, size, _Alignof(snw__sample));
        group->taken = snw_arena_take(arena, size, _Alignof(snw__sample));
        if (group->mode == SNW_RECORD_CONTINUOUS) continue;
        group->history_capacity = samples_in(r, group, (double)group->before_ns * 1e-9);
        group->history =
            snw_arena_take_array(arena, group->history_capacity, size, _Alignof(snw__sample));
        group->history_sequence = SNW_ARENA_ARRAY(arena, uint64_t, group->history_capacity);
    }
    return snw_failed(status) ? status : snw_arena_status(arena);
}

static snw_status allocate(snw_recorder *r, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(lay_out(r, &arena));
    const size_t needed = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    if (arena.needed > block_most) {
        SNW_IGNORE(snw_refuse(why, SNW_ERR_TOO_LARGE, r->config.path,
                              "the rings would be too large", NULL));
        snw_why_add(why, "bytes", (double)arena.needed, "");
        snw_why_fix(why, "record fewer signals, or choose a shorter buffer or history");
        return SNW_ERR_TOO_LARGE;
    }
    r->block = aligned_alloc(SNW_ARENA_ALIGN, needed);
    if (r->block == NULL) return snw_refuse(why, SNW_ERR_MEMORY, r->config.path, NULL, NULL);
    // every page is touched here, before the loop does
    memset(r->block, 0, needed);
    arena = snw_arena_over(r->block, needed);
    return lay_out(r, &arena);
}

static void run(void *context) {
    snw_recorder *r = context;
    while (snw_stop_asked(&r->stop) == 0) {
        const int64_t now = snw_clock_now_ns();
        snw__pump(r, now);
        snw_clock_sleep_until_ns(now + pump_every_ns);
    }
}

snw_status snw_recorder_start(snw_recorder *r, int64_t t_ns, snw_why *why) {
    if (r->writer != NULL) {
        return snw_refuse(why, SNW_ERR_STATE, r->config.path, "started already",
                          "close it and open another one");
    }
    r->now_ns = r->synced_ns = t_ns;
    snw_status status = allocate(r, why);
    if (!snw_failed(status)) status = snw__output_open(r, why);
    if (!snw_failed(status)) status = snw__announce(r, why);
    if (r->report.state == SNW_RECORDER_FULL) {
        // what was announced waits for room on the disk, and there is none
        if (why != NULL) *why = r->report.why;
        return r->report.why.code;
    }
    if (snw_failed(status)) return status;
    r->report.state = SNW_RECORDER_RUNNING;
    snw__pump_texts(r);
    snw__output_service(r, true);
    if (r->report.state != SNW_RECORDER_RUNNING) {
        if (why != NULL) *why = r->report.why;
        return r->report.why.code;
    }
    r->sampling = true;
    r->shown = r->report;
    if (!r->config.threaded) return SNW_OK;
    snw_thread_config thread = snw_thread_defaults();
    thread.name = "sinew-record";
    thread.run = run;
    thread.context = r;
    status = snw_thread_open(&r->thread, &thread, why);
    r->sampling = !snw_failed(status);
    return status;
}

snw_status snw_recorder_pump(snw_recorder *r, int64_t now_ns) {
    if (!r->sampling || r->thread != NULL) return SNW_ERR_STATE;
    snw__pump(r, now_ns);
    return SNW_OK;
}

snw_recorder_report snw_recorder_get(const snw_recorder *r) {
    snw_mutex_lock(r->mutex);
    const snw_recorder_report report = r->shown;
    snw_mutex_unlock(r->mutex);
    return report;
}

snw_status snw_recorder_close(snw_recorder *r, snw_recorder_report *report, snw_why *why) {
    if (r == NULL) return SNW_OK;
    snw_status status = SNW_OK;
    if (r->thread != NULL) {
        (void)snw_stop_ask(&r->stop, 1);
        SNW_IGNORE(snw_thread_join(r->thread, -1));
    }
    if (r->sampling) {
        r->sampling = false;
        snw__pump_end(r);
        status = snw__output_finish(r, why);
        r->report.bytes = snw__mcap_get(r->writer).bytes;
    } else if (r->writer != NULL) {
        // it could not begin: all that waited is lost, and an empty file would only deceive
        const uint64_t unwritten = (uint64_t)r->text_count - r->text_sequence;
        r->report.lost_messages += snw__mcap_get(r->writer).pending + unwritten;
        (void)r->store.close(r->store.context);
        if (r->size == 0 && r->report.files > 0 && r->store.context == &r->disk) {
            SNW_IGNORE(snw_file_remove(r->report.path, NULL));
            r->report.files--;
        }
    }
    if (report != NULL) *report = r->report;
    snw__mcap_close(r->writer);
    snw__bytes_free(&r->scratch);
    snw_mutex_close(r->mutex);
    snw_setup_destroy(r->memory);
    free(r->block);
    free(r);
    return status;
}
