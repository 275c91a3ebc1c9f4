// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Power failures, replayed from a log of what was written and synchronised. What was synchronised
// is on the disk; of what was not, any of the 512-byte sectors may be there, be zero, or hold what
// the disk held before, and the file may have any length up to what was written.
#include "block.h"

enum { ROWS = 2000, STEPS = 4000, SECTOR = 512 };
static sampled rows[ROWS];
static wide the_wide;
static const int64_t period_ns = 10000000;

// the state of the disk after each call of the store
typedef struct step {
    size_t written, synced;
    int64_t tick; // of the loop then
} step;

typedef struct power_log {
    uint8_t data[1 << 20];
    size_t size, synced;
    int64_t tick;
    step steps[STEPS];
    int count;
} power_log;
static power_log the_log;

static void note_step(power_log *l) {
    CHECK(l->count < STEPS);
    l->steps[l->count++] = (step){l->size, l->synced, l->tick};
}

static int log_open(void *context, const char *path) {
    (void)path;
    note_step(context);
    return 0;
}

static int log_write(void *context, const void *bytes, size_t size, size_t *written) {
    power_log *l = context;
    CHECK(l->size + size <= sizeof l->data);
    memcpy(l->data + l->size, bytes, size);
    l->size += size;
    *written = size;
    note_step(l);
    return 0;
}

static int log_sync(void *context) {
    power_log *l = context;
    l->synced = l->size;
    note_step(l);
    return 0;
}

static int log_cut(void *context, uint64_t size) {
    (void)context;
    (void)size;
    return 5;
}

static int log_close(void *context) {
    (void)context;
    return 0;
}

static void record_run(int ticks) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "wide", &wide_type, &the_wide) == SNW_OK);
    the_log.size = the_log.synced = 0;
    the_log.count = 0;
    the_log.tick = 0;
    const snw_store store = {&the_log, log_open, log_write, log_sync, log_cut, log_close};
    snw_recorder_config config = snw_recorder_defaults();
    config.path = "run.mcap";
    config.roots = &roots;
    config.period = (double)period_ns * 1e-9;
    config.store = &store;
    config.file.chunk_size = 2500;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    const char *const some[] = {"wide/x[0]", "wide/x[7]", "wide/x[499]"};
    const snw_record_group group = {.name = "w", .patterns = some, .pattern_count = 3};
    CHECK(snw_recorder_add(recorder, &group, NULL) == SNW_OK);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    for (int64_t tick = 0; tick < ticks; tick++) {
        the_log.tick = tick;
        check_seed((long)tick);
        the_wide.x[0] = (double)tick;
        the_wide.x[7] = check_real(-1, 1);
        the_wide.x[499] = 0.5 * (double)tick;
        snw_recorder_tick(recorder, tick, tick * period_ns);
        CHECK(snw_recorder_pump(recorder, tick * period_ns) == SNW_OK);
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
}

// what is on the disk after a failure at that step; returns its size
static size_t fail_at(const step *s, uint8_t *disk, bool whole) {
    const size_t left = s->written - s->synced;
    const size_t size = whole ? s->written : s->synced + (size_t)(check_bits() % (left + 1));
    memcpy(disk, the_log.data, size);
    for (size_t sector = s->synced / SECTOR; !whole && sector * SECTOR < size; sector++) {
        const size_t start = sector * SECTOR < s->synced ? s->synced : sector * SECTOR;
        const size_t end = (sector + 1) * SECTOR < size ? (sector + 1) * SECTOR : size;
        const int fate = check_int(0, 3);
        if (fate < 2) continue;
        for (size_t i = start; i < end; i++)
            disk[i] = fate == 2 ? 0 : (uint8_t)check_bits();
    }
    return size;
}

// all rows are true and in order; none that is a sync interval old is missing
static void judge(const step *s, const uint8_t *disk, size_t size) {
    snw_mcap_facts facts;
    const int count = read_rows(disk, size, "/signals/w", rows, ROWS, &facts);
    // all that is older than a second is safe
    const int64_t safe = s->tick - 1000000000 / period_ns - 1;
    for (int i = 0; i < count; i++) {
        check_seed((long)rows[i].tick);
        CHECK(rows[i].values[0] == (double)rows[i].tick);
        CHECK(rows[i].values[1] == check_real(-1, 1));
        CHECK(rows[i].values[2] == 0.5 * (double)rows[i].tick);
        // what is safe is there without a gap
        CHECK(i == 0 || rows[i].tick > rows[i - 1].tick);
        CHECK(rows[i].tick > safe || rows[i].tick == i);
    }
    CHECK(safe < 0 || count > safe);
}

// After a power failure at any call, with the unsynchronised sectors lost in any way, the head is
// there, all but the last second is there, and nothing is false.
static void a_power_failure_costs_at_most_a_second(void) {
    static uint8_t disk[1 << 20];
    record_run(1000);
    CHECK(the_log.count > 50);
    int started = 0;
    while (the_log.steps[started].synced == 0)
        started++;
    for (int i = started; i < the_log.count; i++) {
        const size_t size = fail_at(&the_log.steps[i], disk, true);
        judge(&the_log.steps[i], disk, size);
    }
    CHECK_CASES(check_scaled(10000)) {
        const step *s = &the_log.steps[check_int(started, the_log.count - 1)];
        const size_t size = fail_at(s, disk, false);
        judge(s, disk, size);
    }
}

// Before the first synchronisation there is nothing to lose: no sample was taken.
static void the_head_is_synchronised_before_the_first_sample(void) {
    record_run(10);
    for (int i = 0; i < the_log.count; i++) {
        if (the_log.steps[i].synced > 0) {
            CHECK(the_log.steps[i].tick == 0 && the_log.steps[i].synced > 500);
            break;
        }
    }
}

int main(void) {
    RUN(a_power_failure_costs_at_most_a_second);
    RUN(the_head_is_synchronised_before_the_first_sample);
    return check_report();
}
