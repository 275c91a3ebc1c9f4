// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "recording.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// Ten seconds are kept in memory all the time, and go to a file with one more second when an arm
// stops, or when a cycle is late. Then the file is ended and the next one begun.
static const double BEFORE = 10, AFTER = 1;

static snw_status add_arms(const snw_station *station, snw_recorder *recorder, snw_why *why) {
    static const char *const parts[] = {"sensed/q",  "sensed/effort",  "estimate/v",     "target/q",
                                        "command/q", "command/effort", "guard/following"};
    enum { PARTS = sizeof parts / sizeof *parts };
    snw_status status = SNW_OK;
    for (int i = 0; i < snw_exec_arm_count(station->exec) && !snw_failed(status); i++) {
        const char *arm = snw_exec_arm(station->exec, i)->name;
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

// where everything was, also what no arm drives
static snw_status add_state(const snw_station *station, snw_recorder *recorder, snw_why *why) {
    static const char *const patterns[] = {"state/**"};
    const snw_roots *roots = snw_exec_signals(station->exec);
    const snw_root *last = &roots->items[roots->count - 1];
    if (strcmp(last->name, "state") != 0) return SNW_OK;
    const snw_record_group group = {.name = "state",
                                    .patterns = patterns,
                                    .pattern_count = 1,
                                    .mode = SNW_RECORD_LAST,
                                    .before = BEFORE,
                                    .after = AFTER};
    return snw_recorder_add(recorder, &group, why);
}

// Boxes of late cycles end so: they may come each minute, and are counted apart from those of
// stops.
static const char LATE[] = "-late";

static bool is_of_late_cycle(const char *name) {
    char stem[SNW_NAME];
    if (snw_failed(snw_path_stem(name, stem, sizeof stem))) return false;
    const size_t length = strlen(stem), end = sizeof LATE - 1;
    return length > end && strcmp(stem + length - end, LATE) == 0;
}

// Of all boxes of this cell that are kept, the oldest go; their names tell when they were made.
static void drop_old_boxes(const char *next) {
    enum { KEPT = 32, KEPT_LATE = 8, MOST = 65536, STAMP = sizeof "20260101-000000" - 1 };
    char folder[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
    const size_t head = strlen(next) - STAMP;
    snw_directory list;
    if (snw_failed(snw__data_path("boxes", "", folder, NULL))) return;
    if (snw_failed(snw_directory_list(folder, MOST, &list, NULL))) return;
    int stops = 0, late = 0;
    for (int i = list.count - 1; i >= 0; i--) {
        const char *name = list.entries[i].name;
        if (strncmp(name, next, head) != 0) continue;
        if (is_of_late_cycle(name) ? ++late <= KEPT_LATE : ++stops <= KEPT) continue;
        if (snw_failed(snw_path_join(folder, list.entries[i].name, path, sizeof path))) continue;
        SNW_IGNORE(snw_file_remove(path, NULL));
    }
    snw_directory_free(&list);
}

void snw__boxes_open(snw_station *station) {
    char name[SNW_NAME], path[SNW_PATH_SIZE];
    if (!station->options.boxes || snw_exec_arm_count(station->exec) == 0) return;
    snw__record_name(station, "-box", name, sizeof name);
    drop_old_boxes(name);
    if (snw_failed(snw__record_path("boxes", name, path, NULL))) return;
    snw_recorder *recorder = NULL;
    snw_recorder_config config = snw__record_config(station, path);
    if (station->options.real) config.buffer = 2;
    snw_status status = snw_recorder_open(&recorder, &config, NULL);
    if (!snw_failed(status)) status = add_arms(station, recorder, NULL);
    if (!snw_failed(status)) status = add_state(station, recorder, NULL);
    if (!snw_failed(status)) status = snw__record_describe(station, recorder, NULL);
    if (!snw_failed(status)) status = snw__record_begin(station, recorder, NULL);
    if (snw_failed(status)) {
        if (recorder != NULL) SNW_IGNORE(snw_recorder_close(recorder, NULL, NULL));
        return;
    }
    snw__record_keep_name(recorder, name, station->observed.boxes.name);
    __atomic_store_n(&station->observed.boxes.late, false, __ATOMIC_RELAXED);
    __atomic_store_n(&station->observed.boxes.stop_ns, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&station->observed.boxes.recorder, recorder, __ATOMIC_RELEASE);
}

static void drop_done(snw__boxes *boxes, int at) {
    boxes->count--;
    memmove(&boxes->done[at], &boxes->done[at + 1],
            (size_t)(boxes->count - at) * sizeof boxes->done[0]);
}

// Keeps a box in the list: of late cycles the last few, so that they never drive out a stop.
static void keep_done(snw__boxes *boxes, const snw__box *box) {
    enum { LISTED_LATE = 4 };
    int late = 0, oldest_late = 0;
    for (int i = boxes->count - 1; i >= 0; i--) {
        if (!boxes->done[i].late) continue;
        late++;
        oldest_late = i;
    }
    if (box->late && late >= LISTED_LATE) {
        drop_done(boxes, oldest_late);
    } else if (boxes->count == SNW__BOXES) {
        drop_done(boxes, late > 0 ? oldest_late : 0);
    }
    boxes->done[boxes->count++] = *box;
}

// The file of a box says by its name that it is of a late cycle; the name stays where it cannot.
static void name_late(snw__box *box, const char *path) {
    enum { MOST = 100 }; // in virtual time many boxes are made in a second of the clock
    char name[SNW_NAME], renamed[SNW_PATH_SIZE];
    for (int i = 1; i <= MOST; i++) {
        snw_text text = snw_text_over(name, sizeof name);
        snw_text_format(&text, "%s", box->name);
        if (i > 1) snw_text_format(&text, "-%d", i);
        snw_text_format(&text, "%s", LATE);
        if (snw_text_is_cut(&text)) return;
        if (snw_failed(snw__record_path("boxes", name, renamed, NULL))) return;
        if (snw_file_exists(renamed)) continue;
        if (rename(path, renamed) == 0) snw_copy_text(box->name, sizeof box->name, name);
        return;
    }
}

void snw__boxes_close(snw_station *station) {
    snw__boxes *boxes = &station->observed.boxes;
    snw_recorder *recorder = boxes->recorder;
    snw_recorder_report report;
    if (recorder == NULL || !snw__record_take(station, &boxes->recorder)) return;
    const int64_t stop_ns = __atomic_load_n(&boxes->stop_ns, __ATOMIC_RELAXED);
    const snw_status status = snw_recorder_close(recorder, &report, NULL);
    if (stop_ns == 0) {
        SNW_IGNORE(snw_file_remove(report.path, NULL));
    } else if (!snw_failed(status)) {
        snw__box box = {.stop_ns = stop_ns,
                        .late = __atomic_load_n(&boxes->late, __ATOMIC_RELAXED)};
        snw_copy_text(box.name, sizeof box.name, boxes->name);
        if (box.late) name_late(&box, report.path);
        keep_done(boxes, &box);
    }
    boxes->name[0] = '\0';
}

void snw__boxes_serve(snw_station *station) {
    const int64_t stop_ns = __atomic_load_n(&station->observed.boxes.stop_ns, __ATOMIC_RELAXED);
    if (station->observed.boxes.recorder == NULL || stop_ns == 0) return;
    if (snw_exec_time_ns(station->exec) < stop_ns + (int64_t)(AFTER * 1.3e9)) return;
    snw__boxes_close(station);
    snw__boxes_open(station);
}
