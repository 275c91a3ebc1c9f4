// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Recorders with threads of their own, and disks that stall: the loop goes on.
#include "block.h"
#include "sinew/os/clock.h"
#include "sinew/os/thread.h"

enum { STREAMS = 6, ROWS = 20000 };
static sampled *rows;
static arm the_arm;
static const int64_t ms = 1000000;

// a disk that does not answer while `stalled` is set
typedef struct slow {
    stand_in disk;
    int stalled, waiting;
} slow;
static slow slows[STREAMS];

static int slow_open(void *context, const char *path) {
    return stand_in_open(&((slow *)context)->disk, path);
}

static int slow_write(void *context, const void *bytes, size_t size, size_t *written) {
    return stand_in_write(&((slow *)context)->disk, bytes, size, written);
}

static int slow_sync(void *context) {
    slow *s = context;
    __atomic_store_n(&s->waiting, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&s->stalled, __ATOMIC_SEQ_CST) != 0)
        snw_thread_yield();
    __atomic_store_n(&s->waiting, 0, __ATOMIC_SEQ_CST);
    return 0;
}

static int slow_cut(void *context, uint64_t size) {
    return stand_in_cut(&((slow *)context)->disk, size);
}

static int slow_close(void *context) {
    return stand_in_close(&((slow *)context)->disk);
}

static snw_recorder *begin(const snw_roots *roots, slow *s, double buffer) {
    s->disk = (stand_in){.room = SIZE_MAX};
    s->stalled = s->waiting = 0;
    const snw_store store = {s, slow_open, slow_write, slow_sync, slow_cut, slow_close};
    snw_recorder_config config = snw_recorder_defaults();
    config.path = "run.mcap";
    config.roots = roots;
    config.period = 1e-3;
    config.buffer = buffer;
    config.sync_ns = 1;
    config.store = &store;
    config.threaded = true;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    const char *all = "arm/**";
    const snw_record_group group = {.name = "arm", .patterns = &all, .pattern_count = 1};
    CHECK(snw_recorder_add(recorder, &group, NULL) == SNW_OK);
    CHECK(snw_recorder_start(recorder, snw_clock_now_ns(), NULL) == SNW_OK);
    return recorder;
}

static void stall(slow *s) {
    __atomic_store_n(&s->stalled, 1, __ATOMIC_SEQ_CST);
}

// Six disks stall for five seconds of loop time. Every tick returns while they do (else this would
// hang), and the rings lose nothing.
static void the_loop_goes_on_while_disks_stall(void) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    snw_recorder *recorders[STREAMS];
    for (int k = 0; k < STREAMS; k++)
        recorders[k] = begin(&roots, &slows[k], 10);
    for (int64_t tick = 0; tick < 6000; tick++) {
        if (tick == 500) {
            for (int k = 0; k < STREAMS; k++)
                stall(&slows[k]);
        }
        move(&the_arm, tick);
        for (int k = 0; k < STREAMS; k++)
            snw_recorder_tick(recorders[k], tick, tick * ms);
    }
    for (int k = 0; k < STREAMS; k++) {
        // the disk was stalled for all of the last 5500 ticks
        __atomic_store_n(&slows[k].stalled, 0, __ATOMIC_SEQ_CST);
        snw_recorder_report report;
        CHECK(snw_recorder_close(recorders[k], &report, NULL) == SNW_OK);
        CHECK(report.samples == 6000 && report.lost_samples == 0);
        const struct stand_in_file *file = &slows[k].disk.files[0];
        CHECK(read_rows(file->data, file->size, "/signals/arm", rows, ROWS, NULL) == 6000);
        for (int i = 0; i < 6000; i++)
            CHECK(rows[i].tick == i && rows[i].lost == 0);
        stand_in_free(&slows[k].disk);
    }
}

// A disk that stalls longer than the ring lasts costs samples, and each of them is counted.
static void a_longer_stall_loses_and_counts(void) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    slow *s = &slows[0];
    snw_recorder *recorder = begin(&roots, s, 0.5);
    stall(s);
    // something to write, so that the thread comes to wait for the disk
    snw_recorder_tick(recorder, 0, 0);
    while (__atomic_load_n(&s->waiting, __ATOMIC_SEQ_CST) == 0)
        snw_thread_yield();
    for (int64_t tick = 1; tick < 3000; tick++)
        snw_recorder_tick(recorder, tick, tick * ms);
    __atomic_store_n(&s->stalled, 0, __ATOMIC_SEQ_CST);
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    const int count =
        read_rows(s->disk.files[0].data, s->disk.files[0].size, "/signals/arm", rows, ROWS, NULL);
    CHECK(report.lost_samples > 2000 && report.samples + report.lost_samples == 3000);
    CHECK((uint64_t)count == report.samples);
    stand_in_free(&s->disk);
}

typedef struct talker {
    snw_recorder *recorder;
    int number;
} talker;

static void talk(void *context) {
    const talker *t = context;
    for (int i = 0; i < 40; i++) {
        snw_event event = {.t_ns = i, .sequence = (uint64_t)(t->number * 1000 + i)};
        snw_why_set(&event.why, SNW_ERR_LIMIT, "x", "y");
        snw_recorder_event(t->recorder, &event);
        snw_recorder_dump(t->recorder);
    }
}

// Events may come from any thread while the loop runs.
static void events_come_from_any_thread(void) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    snw_recorder *recorder = begin(&roots, &slows[0], 1);
    snw_thread *threads[4];
    talker talkers[4];
    for (int k = 0; k < 4; k++) {
        talkers[k] = (talker){recorder, k};
        snw_thread_config config = snw_thread_defaults();
        config.run = talk;
        config.context = &talkers[k];
        CHECK(snw_thread_open(&threads[k], &config, NULL) == SNW_OK);
    }
    for (int64_t tick = 0; tick < 500; tick++) {
        snw_recorder_tick(recorder, tick, tick * ms);
        (void)snw_recorder_get(recorder);
    }
    for (int k = 0; k < 4; k++)
        CHECK(snw_thread_join(threads[k], -1) == SNW_OK);
    snw_recorder_report report;
    CHECK(snw_recorder_pump(recorder, 0) == SNW_ERR_STATE);
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    CHECK(report.events + report.lost_events == 160 && report.samples == 500);
    stand_in_free(&slows[0].disk);
}

int main(void) {
    rows = malloc(ROWS * sizeof *rows);
    RUN(the_loop_goes_on_while_disks_stall);
    RUN(a_longer_stall_loses_and_counts);
    RUN(events_come_from_any_thread);
    return check_report();
}
