// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fault_mix.h"
#include "fault_rows.h"
#include "fault_trace.h"
#include "sinew/record.h"

// The same seed gives the same commands, byte for byte, whoever looks on.

typedef struct witness {
    bool records; ///< a recorder takes all signals in every tick
    bool asks;    ///< a client asks for values, lists and events, and sets what is set already
    snw_recorder *recorder;
    uint64_t bytes; ///< that the recorder has written
    uint64_t told;  ///< values that the client has been told
} witness;

// --- a recorder whose file goes nowhere
// -----------------------------------------------------------

static int void_open(void *context, const char *path) {
    (void)context, (void)path;
    return 0;
}

static int void_write(void *context, const void *bytes, size_t size, size_t *written) {
    (void)bytes;
    *written = size;
    ((witness *)context)->bytes += size;
    return 0;
}

static int void_sync(void *context) {
    (void)context;
    return 0;
}

static int void_cut(void *context, uint64_t size) {
    (void)context, (void)size;
    return 0;
}

static void record_tick(void *context, const snw_tick *tick, const snw_event *events,
                        int event_count) {
    witness *w = context;
    snw_recorder_tick(w->recorder, (int64_t)tick->number, tick->t_ns);
    for (int i = 0; i < event_count; i++)
        snw_recorder_event(w->recorder, &events[i]);
}

static void open_recorder(witness *w, run *r) {
    static const char *const all[] = {"**"};
    const snw_store store = {w, void_open, void_write, void_sync, void_cut, void_sync};
    snw_recorder_config config = snw_recorder_defaults();
    config.path = "nowhere.mcap";
    config.roots = snw_exec_signals(r->exec);
    config.period = 1e-3;
    config.buffer = 0.2;
    config.store = &store;
    config.file.compression = SNW_MCAP_NONE;
    const snw_record_group group = {.name = "all", .patterns = all, .pattern_count = 1};
    CHECK(!snw_failed(snw_recorder_open(&w->recorder, &config, NULL)));
    CHECK(!snw_failed(snw_recorder_add(w->recorder, &group, NULL)));
    CHECK(!snw_failed(snw_recorder_start(w->recorder, 0, NULL)));
    snw_exec_observe(r->exec, record_tick, w);
}

// --- a client
// -------------------------------------------------------------------------------------

static bool take(const char *path, const snw_place *place, const char *value, void *context) {
    (void)path, (void)place, (void)value;
    ((witness *)context)->told++;
    return true;
}

static void ask_for_things(witness *w, run *r, int64_t tick) {
    char text[256];
    snw_event event;
    if (tick % 3 == 0) {
        w->told += snw_exec_get(r->exec, "arm/sensed/q[1]", text, sizeof text, NULL) == SNW_OK;
    }
    if (tick % 7 == 0 && r->how != TORQUE) {
        CHECK(!snw_failed(snw_exec_set(r->exec, "law/feedforward", "true", NULL)));
    }
    if (tick % 1000 == 0) (void)snw_exec_list(r->exec, "arm/**", take, w);
    if (tick % 5 == 0) (void)snw_exec_look(r->exec);
    while (snw_exec_event(r->exec, &event) == SNW_OK)
        w->told++;
}

// --- runs
// -----------------------------------------------------------------------------------------

static trace run_mix(way how, long ticks, witness *w) {
    trace t;
    trace_begin(&t);
    run *r = open_run(&mix_cell, how, 1);
    if (w->records) open_recorder(w, r);
    mix_begin(7);
    for (long i = 0; i < ticks; i++) {
        mix_before(r);
        mix_tick(r);
        mix_after(r);
        trace_add(&t, r->arm);
        if (w->asks) ask_for_things(w, r, i);
        if (w->records && i % 100 == 0) {
            CHECK(!snw_failed(snw_recorder_pump(w->recorder, snw_exec_time_ns(r->exec))));
        }
    }
    if (w->records) {
        snw_recorder_report report;
        CHECK(!snw_failed(snw_recorder_close(w->recorder, &report, NULL)));
        snw_exec_observe(r->exec, NULL, NULL);
        CHECK(report.samples >= (uint64_t)ticks && report.lost_samples == 0);
    }
    CHECK(ticks < 5000 || the_mix.stops > (uint64_t)ticks / 5000);
    CHECK(the_mix.enabled > (uint64_t)ticks / 10);
    close_run(r);
    return t;
}

static void the_same_seed_gives_the_same_commands_whoever_looks_on(void) {
    shown s = {0};
    for (int how = 0; how < WAYS; how++) {
        const long ticks = how == MOTION ? check_scaled(100000) : 10000;
        witness nobody = {0}, again = {0}, recorder = {.records = true}, client = {.asks = true};
        const trace t = run_mix((way)how, ticks, &nobody);
        CHECK(t.ticks == ticks);
        CHECK(run_mix((way)how, ticks, &again).hash == t.hash);
        CHECK(run_mix((way)how, ticks / 4, &recorder).hash ==
              run_mix((way)how, ticks / 4, &again).hash);
        CHECK(run_mix((way)how, ticks, &client).hash == t.hash);
        CHECK(recorder.bytes > 100 * (uint64_t)ticks && client.told > (uint64_t)ticks / 4);
        s.runs += 4;
        s.ran[how] = true;
    }
    print_row(&(row){ROW("I7", "recorder of all signals, client that asks all the time",
                         "commands equal to the last bit", "0 bits")},
              &s);
}

int main(int argc, char **argv) {
    RUN(the_same_seed_gives_the_same_commands_whoever_looks_on);
    return report_rows(argc, argv);
}
