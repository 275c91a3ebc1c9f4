// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// A recorder beside a loop while the disk stands still.

#define _GNU_SOURCE // NOLINT: temporary folders, threads
#include <pthread.h>
#include <unistd.h>

#include "../parts/platform.h"
#include "sinew/record.h"

// --- a disk that stands still -------------------------------------------------------------------

typedef struct stalled {
    snw_store disk;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool closed;      // the gate
    int writes;       // that went through
    int waiting, hit; // inside the gate now; that met it closed
} stalled;

static void pass_gate(stalled *s) {
    (void)pthread_mutex_lock(&s->mutex);
    s->hit += s->closed;
    s->waiting++;
    (void)pthread_cond_broadcast(&s->changed);
    while (s->closed)
        (void)pthread_cond_wait(&s->changed, &s->mutex);
    s->waiting--;
    s->writes++;
    (void)pthread_mutex_unlock(&s->mutex);
}

static int stalled_open(void *context, const char *path) {
    stalled *s = context;
    return s->disk.open(s->disk.context, path);
}

static int stalled_write(void *context, const void *bytes, size_t size, size_t *written) {
    stalled *s = context;
    pass_gate(s);
    return s->disk.write(s->disk.context, bytes, size, written);
}

static int stalled_sync(void *context) {
    stalled *s = context;
    pass_gate(s);
    return s->disk.sync(s->disk.context);
}

static int stalled_cut(void *context, uint64_t size) {
    stalled *s = context;
    return s->disk.cut(s->disk.context, size);
}

static int stalled_close(void *context) {
    stalled *s = context;
    return s->disk.close(s->disk.context);
}

static void set_gate(stalled *s, bool closed) {
    (void)pthread_mutex_lock(&s->mutex);
    s->closed = closed;
    (void)pthread_cond_broadcast(&s->changed);
    (void)pthread_mutex_unlock(&s->mutex);
}

static void wait_until_it_stalls(stalled *s) {
    (void)pthread_mutex_lock(&s->mutex);
    while (s->hit == 0)
        (void)pthread_cond_wait(&s->changed, &s->mutex);
    (void)pthread_mutex_unlock(&s->mutex);
}

// --- six streams --------------------------------------------------------------------------------

static const char *const streams[] = {"arm/sensed/**", "arm/estimate/**", "arm/target/**",
                                      "arm/wanted/**", "arm/command/**",  "arm/guard/**"};
enum { STREAMS = 6, PERIODS = 1000, STALL = 5 * PERIODS, LOST_LEAST = STREAMS * 2 * PERIODS };

typedef struct watched {
    snw_recorder *recorder;
    uint64_t ticks;
} watched;

static void observe(void *context, const snw_tick *tick, const snw_event *events, int count) {
    watched *w = context;
    snw_recorder_tick(w->recorder, (int64_t)tick->number, tick->t_ns);
    w->ticks++;
    for (int i = 0; i < count; i++)
        snw_recorder_event(w->recorder, &events[i]);
}

static void start(watched *w, harness *h, const char *path, const snw_store *store) {
    snw_why why = {0};
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(h->exec);
    config.period = 1e-3;
    config.buffer = 2; // so a stall of 5 s costs samples
    config.store = store;
    config.threaded = true;
    CHECK(snw_recorder_open(&w->recorder, &config, &why) == SNW_OK);
    static const char *const names[] = {"sensed", "estimate", "target",
                                        "wanted", "command",  "guard"};
    for (int i = 0; i < STREAMS; i++) {
        const snw_record_group group = {
            .name = names[i], .patterns = &streams[i], .pattern_count = 1};
        CHECK(snw_recorder_add(w->recorder, &group, &why) == SNW_OK);
    }
    CHECK(snw_recorder_start(w->recorder, 0, &why) == SNW_OK);
    snw_exec_observe(h->exec, observe, w);
}

// rows of a recording, and samples that it says were lost before them
static void count_rows(const char *path, uint64_t *rows, uint64_t *lost) {
    snw_series *series = NULL;
    snw_why why = {0};
    CHECK(snw_series_open(&series, path, NULL, NULL, &why) == SNW_OK);
    int columns = 0;
    const snw_series_column *named = snw_series_columns(series, &columns);
    int groups = 0;
    for (int i = 0; i < columns; i++)
        groups += i == 0 || strcmp(named[i].group, named[i - 1].group) != 0;
    CHECK(groups == STREAMS);
    snw_series_row row;
    *rows = *lost = 0;
    while (snw_series_next(series, &row, &why) == SNW_OK) {
        ++*rows;
        *lost += row.lost;
    }
    snw_series_close(series);
}

// ticks slowly until the writer has taken, or given up, every sample of every tick
static void catch_up(const watched *w, harness *h) {
    for (int i = 0; i < 5000; i++) {
        const snw_recorder_report report = snw_recorder_get(w->recorder);
        if (i > 0 && report.samples + report.lost_samples == STREAMS * w->ticks) return;
        if (i % 50 == 0) snw_exec_tick(h->exec);
        (void)usleep(2000);
    }
    CHECK(false);
}

// The disk takes nothing until the loop has run 5 s; a loop that waited for it would never end.
// spec: damore:LOG-01
static void six_streams_on_a_disk_that_stands_still_never_stop_the_loop(void) {
    char folder[] = "/tmp/snw-record-XXXXXX", path[64];
    CHECK(mkdtemp(folder) != NULL);
    (void)snprintf(path, sizeof path, "%s/six.mcap", folder);
    static harness h;
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/imi.cell.xml", NULL)));
    snw_disk disk;
    stalled s = {.disk = snw_store_disk(&disk),
                 .mutex = PTHREAD_MUTEX_INITIALIZER,
                 .changed = PTHREAD_COND_INITIALIZER};
    const snw_store store = {&s,           stalled_open, stalled_write,
                             stalled_sync, stalled_cut,  stalled_close};
    static watched w;
    w = (watched){0};
    start(&w, &h, path, &store);
    enable(&h);
    run_ticks(&h, 100);

    // it stands still as soon as there is something to write
    set_gate(&s, true);
    run_ticks(&h, PERIODS);
    wait_until_it_stalls(&s);
    const int writes = s.writes;
    const uint64_t ticks = w.ticks;
    run_ticks(&h, STALL);
    CHECK(w.ticks == ticks + STALL);
    CHECK(s.writes == writes);
    char overruns[32];
    CHECK(snw_exec_get(h.exec, "loop/overruns", overruns, sizeof overruns, NULL) == SNW_OK);
    CHECK_TEXT(overruns, "0");

    // when it goes on, all that was not lost is in the file, and what was is counted there too
    set_gate(&s, false);
    catch_up(&w, &h);
    snw_exec_observe(h.exec, NULL, NULL);
    snw_recorder_report report;
    snw_why why = {0};
    CHECK(snw_recorder_close(w.recorder, &report, &why) == SNW_OK);
    CHECK(report.samples + report.lost_samples == STREAMS * w.ticks);
    CHECK(report.lost_samples >= (uint64_t)LOST_LEAST);
    uint64_t rows = 0, lost = 0;
    count_rows(report.path, &rows, &lost);
    print_message("%llu samples, %llu lost; %llu rows\n", (unsigned long long)report.samples,
                  (unsigned long long)report.lost_samples, (unsigned long long)rows);
    CHECK(rows >= report.samples / STREAMS);
    CHECK(lost == report.lost_samples);
    close_cell(&h);
    CHECK(unlink(report.path) == 0 && rmdir(folder) == 0);
}

int main(void) {
    RUN(six_streams_on_a_disk_that_stands_still_never_stop_the_loop);
    return check_report();
}
