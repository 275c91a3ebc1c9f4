// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Components without a period. trigger/p99: of 1,000 triggers at random moments from another
/// thread, how long until the update begins, in a loop of 0.5 ms by the clock; beside the
/// millisecond that is allowed. trigger/idle: updates of it in a second without triggers. Run from
/// the root of the sources.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "sinew/random.h"
#include "sinew/station.h"

enum { TRIGGERS = 1000, FEW = 50 };

typedef struct waiter {
    int unused;
} waiter;
static const snw_field fields[] = {{SNW_AT(waiter, unused), .kind = SNW_KIND_INT}};
static int64_t begun_ns; // of the last update; atomic
static uint64_t updates; // atomic

static snw_status update(snw_component *self, const snw_tick *tick) {
    (void)self, (void)tick;
    __atomic_store_n(&begun_ns, bench_now_ns(), __ATOMIC_RELEASE);
    (void)__atomic_add_fetch(&updates, 1, __ATOMIC_ACQ_REL);
    return SNW_OK;
}
static const snw_component_functions functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_SENSE, .update = update};
static const snw_type waiter_type = {SNW_TYPE(waiter, fields), .base = "component",
                                     .functions = &functions.head, .help = "Waits."};

// the source of the cell gives its place to one that waits
static snw_status put_waiter(void *context, snw_loop *loop, const snw_cell *cell, snw_setup *memory,
                             snw_diags *diags) {
    (void)context, (void)cell, (void)diags;
    loop->period = 0.0005;
    for (int i = 0; i < loop->component_count; i++) {
        snw_component_entry *entry = &loop->components[i];
        if (strcmp(entry->name, "source") != 0) continue;
        entry->type = (snw_child){&waiter_type, snw_block_new(&waiter_type, memory)};
        entry->divisor = 0;
        entry->member[0] = '\0';
    }
    return SNW_OK;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void need(int condition, const char *what) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

int main(int argc, char **argv) {
    bench_open("trigger", argc, argv);
    snw_station *station = NULL;
    snw_station_options options = snw_station_defaults();
    options.cell = "cells/imi.cell.xml";
    options.edit = put_waiter;
    options.real = true;
    need(!snw_failed(snw_station_open(&station, &options, NULL)), "the cell does not open");
    need(!snw_failed(snw_station_start(station, NULL)), "the cell does not run");
    snw_exec *exec = snw_station_exec(station);
    static double latency[TRIGGERS];
    const int count = getenv("SINEW_BENCH_SMOKE") != NULL ? FEW : TRIGGERS;
    snw_random random = snw_random_stream(1, 0);
    for (int i = 0; i < count; i++) {
        // at any moment of a period
        snw_clock_sleep_until_ns(bench_now_ns() + (int64_t)(1e6 * snw_random_unit(&random)));
        const uint64_t before = __atomic_load_n(&updates, __ATOMIC_ACQUIRE);
        const int64_t asked_ns = bench_now_ns();
        need(!snw_failed(snw_exec_trigger(exec, "source", NULL)), "no trigger");
        while (__atomic_load_n(&updates, __ATOMIC_ACQUIRE) == before)
            snw_clock_sleep_until_ns(bench_now_ns() + 20000);
        latency[i] = (double)(__atomic_load_n(&begun_ns, __ATOMIC_ACQUIRE) - asked_ns);
    }
    qsort(latency, (size_t)count, sizeof *latency, compare);
    const uint64_t before = __atomic_load_n(&updates, __ATOMIC_ACQUIRE);
    need(before == (uint64_t)count, "an update was lost or doubled");
    snw_clock_sleep_until_ns(bench_now_ns() + (count < TRIGGERS ? 100000000 : 1000000000));
    const uint64_t idle = __atomic_load_n(&updates, __ATOMIC_ACQUIRE) - before;
    bench_row("trigger/p50", latency[count / 2], NULL, 0, "period=0.5ms");
    bench_row("trigger/p99", latency[count - 1 - count / 100], "allowed", 1e6, "bar=1");
    bench_row("trigger/idle", (double)idle, NULL, 0, "unit=updates");
    SNW_IGNORE(snw_station_stop(station, NULL, NULL));
    SNW_IGNORE(snw_station_close(station, NULL));
    const int closed = bench_close();
    if (count < TRIGGERS) return idle != 0; // a smoke test only runs
    return closed != 0 || idle != 0 || latency[count - 1 - count / 100] > 1e6;
}
