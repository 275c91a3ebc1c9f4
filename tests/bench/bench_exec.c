// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// The loop. puma560/virtual: cells/puma560.cell.xml with its plant and a recorder of all signals,
/// per tick, beside the millisecond that a tick lasts. record/500: 500 numbers taken by the
/// recorder in a tick, beside the 20 us that are allowed. panda/wake-up: how late the loop of
/// cells/panda.cell.xml begins its ticks, beside cyclictest with the same period, priority and
/// processor, in interleaved blocks; medians of both, and the quartiles of their ratios. Run from
/// the root of the sources. Instructions per tick are counted by tests/cases/exec-cost.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "sinew/document.h"
#include "sinew/exec.h"
#include "sinew/modelio.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/record.h"
#include "sinew/shape.h"
#include "sinew/urdf.h"

static int missed; // bars

static void need(int condition, const char *what) {
    if (condition) return;
    (void)fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

static void row(const char *name, double ours, const char *peer, double theirs, double bar) {
    char note[64];
    (void)snprintf(note, sizeof note, "bar=%g", bar);
    bench_row(name, ours, peer, theirs, note);
    if (ours <= bar * theirs) return;
    (void)fprintf(stderr, "bar missed: %s: ratio %.4f, allowed %.3f\n", name, ours / theirs, bar);
    missed = 1;
}

// --- a cell -------------------------------------------------------------------------------------

typedef struct running {
    snw_registry registry;
    snw_setup *setup;
    snw_cell *cell;
    snw_system system;
    snw_exec *exec;
    void *blocks[2];
} running;

static void *block_for(size_t needed, snw_arena *arena) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, size);
    need(block != NULL, "no memory");
    *arena = snw_arena_over(block, size);
    return block;
}

static void open_types(running *r) {
    enum { TYPES = 256, COPIES = 32 };
    static snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_shape_register, snw_model_register, snw_urdf_register, snw_modelio_register,
        snw_axis_register,  snw_plant_register, snw_exec_register, snw_parts_register};
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&r->registry, TYPES, &arena));
    SNW_IGNORE(snw_registry_reserve_copies(&r->registry, COPIES, &arena));
    r->blocks[0] = block_for(arena.needed, &arena);
    need(snw_registry_init(&r->registry, TYPES, &arena) == SNW_OK, "no registry");
    need(snw_registry_reserve_copies(&r->registry, COPIES, &arena) == SNW_OK, "no registry");
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        need(modules[i](&r->registry, NULL) == SNW_OK, "types are refused");
    }
    snw_registry_freeze(&r->registry);
}

static void open_running(running *r, const char *path) {
    snw_why found[16];
    snw_diags diags = {.items = found, .capacity = 16};
    *r = (running){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    open_types(r);
    const snw_cell_options options = {.registry = &r->registry};
    need(!snw_failed(snw_cell_read_file(path, &options, r->setup, &r->cell, &diags)), path);
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&r->system, r->cell, &arena, NULL));
    r->blocks[1] = block_for(arena.needed, &arena);
    need(!snw_failed(snw_system_compile(&r->system, r->cell, &arena, &diags)), path);
    snw_exec_options how = snw_exec_defaults();
    how.registry = &r->registry;
    need(!snw_failed(snw_exec_open(&r->exec, r->cell, &r->system, &how, &diags)), path);
}

static void close_running(running *r) {
    SNW_IGNORE(snw_exec_close(r->exec, INT64_C(3000000000), NULL));
    free(r->blocks[0]);
    free(r->blocks[1]);
    snw_setup_destroy(r->setup);
}

// acknowledges and enables the only arm
static void enable(running *r) {
    const snw_guard *guard = snw_exec_guard(r->exec, 0);
    for (int i = 0; i < 1000 && guard->signals.state != SNW_ARM_ENABLED; i++) {
        const bool disabled = guard->signals.state == SNW_ARM_DISABLED;
        SNW_IGNORE(
            snw_exec_request(r->exec, 0, disabled ? SNW_REQUEST_ENABLE : SNW_REQUEST_ACKNOWLEDGE));
        snw_exec_tick(r->exec);
    }
    need(guard->signals.state == SNW_ARM_ENABLED, "the arm cannot be enabled");
}

// --- a virtual run ------------------------------------------------------------------------------

static void observe(void *context, const snw_tick *tick, const snw_event *events, int count) {
    (void)events;
    (void)count;
    snw_recorder_tick(context, (int64_t)tick->number, tick->t_ns);
}

static void bench_virtual(int smoke) {
    if (!bench_wants("puma560/virtual")) return;
    static const char *const all[] = {"**"};
    const char *folder = getenv("SINEW_BENCH_DIR");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/exec-%lld.mcap", folder != NULL ? folder : ".",
                   (long long)bench_now_ns());
    running r;
    open_running(&r, "cells/puma560.cell.xml");
    snw_recorder *recorder = NULL;
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(r.exec);
    config.period = 1e-3;
    const snw_record_group group = {.name = "all", .patterns = all, .pattern_count = 1};
    need(!snw_failed(snw_recorder_open(&recorder, &config, NULL)), "no recorder");
    need(!snw_failed(snw_recorder_add(recorder, &group, NULL)), "no signals");
    need(!snw_failed(snw_recorder_start(recorder, 0, NULL)), path);
    snw_exec_observe(r.exec, observe, recorder);
    enable(&r);

    // seconds of loop time, each timed alone; the median, since the disk is part of it
    enum { MOST = 60 };
    const int seconds = smoke ? 2 : MOST;
    double times[MOST];
    for (int s = 0; s < seconds; s++) {
        const int64_t begin = bench_now_ns();
        for (int i = 0; i < 1000; i++) {
            snw_exec_tick(r.exec);
            if (i % 5 == 0) SNW_IGNORE(snw_recorder_pump(recorder, snw_exec_time_ns(r.exec)));
        }
        times[s] = (double)(bench_now_ns() - begin) / 1000;
    }
    for (int i = 1; i < seconds; i++) {
        for (int k = i; k > 0 && times[k] < times[k - 1]; k--) {
            const double swap = times[k];
            times[k] = times[k - 1];
            times[k - 1] = swap;
        }
    }
    need(snw_exec_guard(r.exec, 0)->signals.stops == 0, "the arm was stopped");
    SNW_IGNORE(snw_recorder_close(recorder, NULL, NULL));
    close_running(&r);
    (void)remove(path);
    row("puma560/virtual", times[seconds / 2], "real time", 1e6, 0.02);
}

// --- the recorder alone -------------------------------------------------------------------------

typedef struct numbers {
    double x[500];
} numbers;

static const snw_field numbers_fields[] = {
    {SNW_AT_ARRAY(numbers, x), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Numbers."},
};
static const snw_type numbers_type = {SNW_TYPE(numbers, numbers_fields), .help = "Numbers."};

static void bench_record(int smoke) {
    if (!bench_wants("record/500")) return;
    static const char *const all[] = {"block/**"};
    static numbers block;
    const char *folder = getenv("SINEW_BENCH_DIR");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/record-%lld.mcap", folder != NULL ? folder : ".",
                   (long long)bench_now_ns());
    snw_roots roots = {0};
    need(snw_roots_add(&roots, "block", &numbers_type, &block) == SNW_OK, "no root");
    snw_recorder *recorder = NULL;
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = &roots;
    config.period = 1e-3;
    const snw_record_group group = {.name = "all", .patterns = all, .pattern_count = 1};
    need(!snw_failed(snw_recorder_open(&recorder, &config, NULL)), "no recorder");
    need(!snw_failed(snw_recorder_add(recorder, &group, NULL)), "no signals");
    need(!snw_failed(snw_recorder_start(recorder, 0, NULL)), path);
    double worst = 0, sum = 0;
    const int ticks = smoke ? 1000 : 20000;
    for (int i = 0; i < ticks; i++) {
        block.x[i % 500] = sin(i);
        const int64_t begin = bench_now_ns();
        snw_recorder_tick(recorder, i, i * INT64_C(1000000));
        const double time = (double)(bench_now_ns() - begin);
        sum += time;
        worst = fmax(worst, time);
        if (i % 100 == 0) SNW_IGNORE(snw_recorder_pump(recorder, i * INT64_C(1000000)));
    }
    SNW_IGNORE(snw_recorder_close(recorder, NULL, NULL));
    (void)remove(path);
    row("record/500", sum / ticks, "allowed", 20e3, 1);
    bench_row("record/500-worst", worst, NULL, 0, NULL);
}

// --- waking up ----------------------------------------------------------------------------------

// the median of a block of cyclictest [ns]; negative when it cannot be run
static double cyclictest(double seconds) {
    char command[256], line[256];
    (void)snprintf(command, sizeof command,
                   "cyclictest -q -m -t1 -a0 -p80 -i1000 -h5000 -D%d 2>/dev/null",
                   (int)ceil(seconds));
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return -1;
    long counts[5001] = {0}, all = 0;
    while (fgets(line, sizeof line, pipe) != NULL) {
        long us, count;
        if (line[0] == '#' || sscanf(line, "%ld %ld", &us, &count) != 2) continue;
        if (us >= 0 && us <= 5000) counts[us] += count;
        all += count;
    }
    if (pclose(pipe) != 0 || all == 0) return -1;
    long seen = 0;
    for (int us = 0; us <= 5000; us++) {
        // within a microsecond values are taken to lie evenly
        if (2 * (seen + counts[us]) >= all) {
            return 1e3 * (us + ((double)all / 2 - (double)seen) / (double)counts[us]);
        }
        seen += counts[us];
    }
    return -1;
}

// lateness of each tick, as the loop shows it
typedef struct wakes {
    const snw_loop_signals *loop;
    double late[20000];
    int count;
} wakes;

static void note_lateness(void *context, const snw_tick *tick, const snw_event *events, int count) {
    (void)tick;
    (void)events;
    (void)count;
    wakes *w = context;
    if (w->count < 20000) w->late[w->count++] = w->loop->lateness * 1e9;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double our_block(double seconds) {
    static wakes w;
    running r;
    open_running(&r, "cells/panda.cell.xml");
    const snw_roots *roots = snw_exec_signals(r.exec);
    w.count = 0;
    w.loop = NULL;
    for (int i = 0; i < roots->count; i++) {
        if (strcmp(roots->items[i].name, "loop") == 0) w.loop = roots->items[i].block;
    }
    need(w.loop != NULL, "the loop shows nothing");
    snw_exec_observe(r.exec, note_lateness, &w);
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = (int64_t)(seconds * 1e9);
    snw_run_report report;
    SNW_IGNORE(snw_exec_run(r.exec, &options, NULL, NULL, &report, NULL));
    close_running(&r);
    need(w.count > 10, "no ticks");
    qsort(w.late, (size_t)w.count, sizeof w.late[0], by_size);
    return w.late[w.count / 2];
}

static void bench_wake(int smoke) {
    if (!bench_wants("panda/wake-up")) return;
    enum { BLOCKS = 20 };
    const int blocks = smoke ? 1 : BLOCKS;
    const double seconds = smoke ? 1 : 3;
    double ours[BLOCKS], theirs[BLOCKS], ratios[BLOCKS];
    int count = 0;
    for (int i = 0; i < blocks; i++) {
        theirs[count] = cyclictest(seconds);
        if (theirs[count] <= 0) {
            (void)fprintf(stderr, "bench: cyclictest cannot be run: panda/wake-up is left out\n");
            return;
        }
        ours[count] = our_block(seconds);
        ratios[count] = ours[count] / theirs[count];
        count++;
    }
    qsort(ours, (size_t)count, sizeof ours[0], by_size);
    qsort(theirs, (size_t)count, sizeof theirs[0], by_size);
    qsort(ratios, (size_t)count, sizeof ratios[0], by_size);
    char note[128];
    const double lower = ratios[count / 4], upper = ratios[3 * count / 4];
    (void)snprintf(note, sizeof note, "ratio=%.3f quartiles=%.3f..%.3f bar=1.15", ratios[count / 2],
                   lower, upper);
    bench_row("panda/wake-up", ours[count / 2], "cyclictest", theirs[count / 2], note);
    if (smoke || lower <= 1.15) return;
    (void)fprintf(stderr, "bar missed: panda/wake-up: lower quartile %.3f, allowed 1.15\n", lower);
    missed = 1;
}

int main(int argc, char **argv) {
    bench_open("exec", argc, argv);
    const int smoke = getenv("SINEW_BENCH_SMOKE") != NULL;
    bench_virtual(smoke);
    bench_record(smoke);
    bench_wake(smoke);
    const int status = bench_close();
    return smoke ? status : status | missed;
}
