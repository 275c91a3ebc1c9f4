// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name

#include "sinew/station/logs.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../os/scratch.h"
#include "sinew/os.h"
#include "sinew/record.h"
#include "sinew/station.h"

// A recording as six log files, written by a program. What the files say of commands, poses and
// errors of a run is in tests/cases/record.

enum { TICKS = 2000, RATE = 10 };

typedef struct recording {
    scratch_name path, folder;
    snw_types types;
    snw_load_options load;
    snw_logs_options options;
    int64_t lines[SNW_LOGS];
} recording;

// two seconds of an arm that moves, in a scratch folder of its own
static void make_recording(recording *r) {
    scratch_open();
    *r = (recording){.path = scratch("run.mcap"), .folder = scratch("logs")};
    snw_station_options options = snw_station_defaults();
    options.cell = SNW_SOURCE_DIR "/cells/puma560.cell.xml";
    options.record = r->path.text;
    snw_station *station = NULL;
    CHECK(snw_station_open(&station, &options, NULL) == SNW_OK);
    CHECK(snw_station_step(station, TICKS) == SNW_OK);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    CHECK(snw_types_open(&r->types, NULL, NULL) == SNW_OK);
    r->load.registry = &r->types.registry;
    r->load.places.anywhere = true;
    r->options = (snw_logs_options){.load = &r->load, .rate = RATE};
}

static snw_status write_logs(recording *r, const char *folder, snw_why *why) {
    return snw_logs_write(r->path.text, scratch(folder).text, &r->options, r->lines, why);
}

static void close_recording(recording *r) {
    snw_types_close(&r->types);
}

// the joints of log5.dat are the measured ones of the first tick at or behind each moment
static void the_joints_are_those_of_the_recording(void) {
    recording r;
    make_recording(&r);
    CHECK(write_logs(&r, "logs", NULL) == SNW_OK);
    CHECK(r.lines[SNW_LOG_POSES] >= TICKS / (1000 / RATE));
    CHECK(r.lines[SNW_LOG_TARGETS] == r.lines[SNW_LOG_POSES]);
    CHECK(r.lines[SNW_LOG_JOINTS] == r.lines[SNW_LOG_POSES]);
    CHECK(r.lines[SNW_LOG_DRIVES] == r.lines[SNW_LOG_POSES]);

    FILE *log = fopen(scratch("logs/log5.dat").text, "r");
    CHECK(log != NULL);
    snw_series *series = NULL;
    const char *q[] = {"arm/sensed/q[*]"};
    CHECK(snw_series_open(&series, r.path.text, NULL, NULL, NULL) == SNW_OK);
    CHECK(snw_series_select(series, q, 1, NULL) == SNW_OK);
    int count = 0, first = 0, lines = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    while (first < count && strcmp(columns[first].path, "arm/sensed/q[0]") != 0)
        first++;
    snw_series_row row;
    double moved = 0;
    while (snw_series_next(series, &row, NULL) == SNW_OK) {
        if ((double)row.t_ns * 1e-9 * RATE + 1e-9 < lines) continue;
        double t, joints[6];
        CHECK(fscanf(log, "[%lf] Jnt %lf %lf %lf %lf %lf %lf\n", &t, &joints[0], &joints[1],
                     &joints[2], &joints[3], &joints[4], &joints[5]) == 7);
        CHECK_NEAR(t, (double)row.t_ns * 1e-9, 5.1e-5);
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(joints[i], row.values[first + i], 5.1e-7);
            moved += fabs(joints[i]);
        }
        lines++;
    }
    CHECK(lines == r.lines[SNW_LOG_JOINTS] && fgetc(log) == EOF && moved > 0);
    (void)fclose(log);
    snw_series_close(series);
    close_recording(&r);
}

static void files_that_exist_stay_unless_they_may_be_replaced(void) {
    recording r;
    make_recording(&r);
    snw_why why = {0};
    CHECK(write_logs(&r, "logs", NULL) == SNW_OK);
    const int64_t lines = r.lines[SNW_LOG_POSES];
    r.options.rate = 2 * RATE;
    CHECK(write_logs(&r, "logs", &why) == SNW_ERR_PERMISSION);
    CHECK_TEXT(why.rule, "exists");
    CHECK(r.lines[SNW_LOG_POSES] == lines);
    r.options.replace = true;
    CHECK(write_logs(&r, "logs", &why) == SNW_OK);
    CHECK_NEAR((double)r.lines[SNW_LOG_POSES], 2 * (double)lines - 0.5, 0.5);
    close_recording(&r);
}

static void what_is_not_possible_makes_no_folder(void) {
    recording r;
    make_recording(&r);
    const snw_logs_options good = r.options;
    const double rates[] = {0, -1, 2e6, NAN, INFINITY};
    snw_why why;
    for (int i = 0; i < 5; i++) {
        r.options.rate = rates[i];
        CHECK(write_logs(&r, "none", &why) == SNW_ERR_USAGE);
    }
    r.options = good;
    r.options.arm = "nobody";
    CHECK(write_logs(&r, "none", &why) == SNW_ERR_USAGE);
    CHECK_TEXT(why.subject, "nobody");
    r.options = good;
    r.options.frame = "nowhere";
    CHECK(snw_failed(write_logs(&r, "none", &why)));
    CHECK_TEXT(why.subject, "nowhere");
    r.options = good;
    scratch_put(r.path.text, "nothing\n");
    CHECK(write_logs(&r, "none", &why) == SNW_ERR_SYNTAX);
    CHECK(!snw_file_exists(scratch("none").text));
    close_recording(&r);
}

int main(void) {
    RUN(the_joints_are_those_of_the_recording);
    RUN(files_that_exist_stay_unless_they_may_be_replaced);
    RUN(what_is_not_possible_makes_no_folder);
    return check_report();
}
