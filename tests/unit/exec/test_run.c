// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// --- virtual ------------------------------------------------------------------------------------

static int calls;

static bool service_ends_after_ten(snw_exec *exec, void *context) {
    CHECK(exec != NULL && context == &calls);
    return ++calls < 10;
}

static void a_virtual_run_lasts_as_long_as_it_should(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    snw_run_options options = snw_run_defaults();
    CHECK(!options.real && options.duration_ns < 0);
    options.duration_ns = 1234 * (int64_t)MS;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.ticks == 1234 && report.loop_ns == options.duration_ns);
    CHECK(report.overruns == 0 && report.skipped == 0 && !report.watchdog_fired);
    CHECK(report.thread_count == 0 && report.missing.code == SNW_OK);
    snw_timing timings[SNW_TIMINGS];
    snw_exec_timings(r.exec, timings);
    for (int i = 0; i < SNW_TIMINGS; i++)
        CHECK(timings[i].count == 0); // no clock was read

    // until the service ends it, without a duration
    options = snw_run_defaults();
    calls = 0;
    CHECK(snw_exec_run(r.exec, &options, service_ends_after_ten, &calls, &report, &r.why) ==
          SNW_OK);
    CHECK(calls == 10 && report.ticks > 9 && report.ticks < 1000);

    // or somebody outside
    snw_stop stop = {0};
    CHECK(snw_stop_ask(&stop, 1));
    options.stop = &stop;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.ticks == 0);
    rig_close(&r);
}

static void a_paced_run_ticks_as_often_as_one_at_full_speed(void) {
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        rig r;
        rig_moving(&r);
        rig_go(&r);
        rig_enable(&r);
        snw_run_options options = snw_run_defaults();
        options.duration_ns = 200 * (int64_t)MS;
        options.pace = i == 0 ? 0 : 1000;
        CHECK(snw_exec_run(r.exec, &options, NULL, NULL, NULL, &r.why) == SNW_OK);
        hashes[i] = on_bench.hash;
        rig_close(&r);
    }
    CHECK(hashes[0] == hashes[1]);
}

// --- real ---------------------------------------------------------------------------------------

// A short run by the clock of the machine. Nothing here depends on how fast or how busy it is.
static void run_real(rig *r, int64_t duration_ns, snw_run_service_fn *service, void *context,
                     snw_run_report *report) {
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = duration_ns;
    r->loop->watchdog = 10;
    r->loop->lock_memory = false;
    const snw_status status = snw_exec_run(r->exec, &options, service, context, report, &r->why);
    if (status != SNW_OK) print_error("%s\n", r->why.text);
    CHECK(status == SNW_OK);
}

// spec: loffler:L-015
static void a_real_run_reports_its_threads_and_times_every_stage(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    snw_run_report report;
    run_real(&r, 200 * (int64_t)MS, NULL, NULL, &report);
    CHECK(report.ticks > 0 && report.ticks + report.skipped >= 200);
    CHECK(report.loop_ns >= 200 * (int64_t)MS && report.wall_ns >= report.loop_ns / 2);
    CHECK(report.thread_count == 2 && !report.watchdog_fired);
    const snw_run_thread *timer = &report.threads[0], *control = &report.threads[1];
    CHECK_TEXT(timer->name, "timer");
    CHECK_TEXT(control->name, "control");
    CHECK(timer->asked == 29 && control->asked == 27);
    const bool granted = timer->granted == 29 && control->granted == 27;
    CHECK(granted || (report.missing.code == SNW_ERR_REALTIME && report.missing.text[0] != '\0'));

    snw_timing timings[SNW_TIMINGS];
    snw_exec_timings(r.exec, timings);
    for (int i = 0; i < SNW_TIMINGS; i++) {
        const snw_timing *t = &timings[i];
        CHECK(t->count == report.ticks && t->least_ns <= t->most_ns);
        const double mean = snw_timing_mean_ns(t);
        CHECK(mean >= (double)t->least_ns && mean <= (double)t->most_ns);
        const int64_t late = snw_timing_quantile_ns(t, 0.999);
        CHECK(late >= t->least_ns && late <= t->most_ns);
        char path[32];
        (void)snprintf(path, sizeof path, "loop/most[%d]", i);
        CHECK_NEAR(rig_number(&r, path), (double)t->most_ns * 1e-9, 1e-12);
    }
    CHECK(timings[SNW_TIMED_TICK].least_ns > 0);
    CHECK(rig_number(&r, "loop/busy_most") > 0);
    rig_close(&r);
}

static void a_hard_loop_runs_with_its_rights_or_not_at_all(void) {
    rig r;
    rig_moving(&r);
    r.loop->profile = SNW_LOOP_HARD;
    r.loop->watchdog = 10;
    rig_go(&r);
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = 20 * (int64_t)MS;
    snw_run_report report;
    const snw_status status = snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why);
    if (status == SNW_OK) {
        CHECK(report.threads[0].granted == 29 && report.threads[1].granted == 27);
        CHECK(report.memory_locked && report.missing.code == SNW_OK);
    } else {
        CHECK(status == SNW_ERR_REALTIME && report.ticks == 0);
        CHECK(r.why.code == SNW_ERR_REALTIME);
    }
    rig_close(&r);
}

// Everything that a service can do, at once, beside a loop of 5 kHz.
typedef struct work {
    rig *r;
    uint64_t number;
    int64_t t_ns;
    long visits, pictures, wrong, answers;
} work;

static bool busy_service(snw_exec *exec, void *context) {
    work *w = context;
    char text[512], answer[SNW_MESSAGE];
    snw_why why;
    for (int k = 0; k < 20; k++) {
        const long i = w->visits++;
        // number and time of the tick go on, each of them whole
        const uint64_t number = snw_exec_next(exec);
        const int64_t t_ns = snw_exec_time_ns(exec);
        w->wrong += number < w->number || t_ns < w->t_ns || t_ns % snw_exec_period_ns(exec) != 0;
        w->number = number;
        w->t_ns = t_ns;
        (void)snprintf(text, sizeof text, "%ld %ld %ld %ld %ld %ld", i, i, i, i, i, i);
        w->wrong += snw_exec_set(exec, "one/vector", text, &why) != SNW_OK;
        const snw_roots *seen = snw_exec_look(exec);
        snw_place place;
        if (seen == NULL) continue;
        w->pictures++;
        // a picture is whole: the command and what the drive counts are of one tick
        w->wrong += snw_roots_resolve(seen, "one/vector[0]", &place, &why) != SNW_OK;
        for (int n = 1; n < 6; n++)
            w->wrong += place.number[n] != place.number[0];
        w->wrong += snw_exec_get(exec, "loop/ticks", text, sizeof text, &why) != SNW_OK;
        const snw_status status =
            snw_exec_message(exec, "one", "hello", 1000 * (int64_t)MS, answer, &why);
        w->answers += status == SNW_OK && strcmp(answer, "one") == 0;
        w->wrong += snw_failed(status);
        SNW_IGNORE(snw_exec_request(exec, -1, (snw_request)(i % 6)));
        snw_object_error error;
        SNW_IGNORE(snw_exec_stop(exec, "two", &why));
        SNW_IGNORE(snw_exec_start(exec, "two", &why));
        SNW_IGNORE(snw_exec_error(exec, "two", &error, &why));
        SNW_IGNORE(snw_exec_clear(exec, "two", &why));
        snw_event event;
        while (snw_exec_event(exec, &event) == SNW_OK)
            w->wrong += event.why.text[0] == '\0';
    }
    return w->visits < 200;
}

static snw_status fails_sometimes(snw_component *self, const snw_tick *tick) {
    if (self->name[0] == 't' && tick->number % 37 == 0) return SNW_ERR_IO;
    return SNW_OK;
}

static void services_and_the_loop_do_not_disturb_each_other(void) {
    rig r;
    rig_moving(&r);
    (void)rig_add(&r, "one", &probe_type, "arm");
    rig_add(&r, "two", &probe_type, "")->essential = false;
    r.loop->period = 2e-4;
    rig_go(&r);
    hooks.update = fails_sometimes;
    work w = {.r = &r};
    snw_run_report report;
    run_real(&r, -1, busy_service, &w, &report);
    CHECK(w.visits == 200 && w.pictures > 0 && w.wrong == 0 && w.answers > 0);
    CHECK(((const probe_signals *)snw_exec_find(r.exec, "one")->signals)->torn == 0);
    rig_close(&r);
}

// --- the watchdog -------------------------------------------------------------------------------

// hangs in the control thread until somebody has stopped the drives by another way
static snw_status hang_until_stopped(snw_component *self, const snw_tick *tick) {
    (void)self;
    if (tick->number != 20) return SNW_OK;
    const int64_t end_ns = snw_clock_now_ns() + INT64_C(20000000000);
    while (__atomic_load_n(&on_bench.quick_stops, __ATOMIC_ACQUIRE) == 0 &&
           snw_clock_now_ns() < end_ns)
        snw_thread_yield();
    return SNW_OK;
}

// spec: loffler:L-166
static void a_loop_that_hangs_has_its_drives_stopped_by_another_way(void) {
    rig r;
    rig_moving(&r);
    (void)rig_add(&r, "hang", &probe_type, "");
    r.loop->watchdog = 0.01;
    rig_go(&r);
    hooks.update = hang_until_stopped;
    rig_enable(&r); // 12 ticks
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = 50 * (int64_t)MS;
    options.late = SNW_LATE_STOP; // simulated drives would wait
    r.loop->lock_memory = false;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.watchdog_fired && on_bench.quick_stops >= 1);
    // back again, the loop takes the power away at once
    CHECK(snw_exec_guard(r.exec, 0)->machine.state == SNW_ARM_LATCHED);
    CHECK(snw_exec_guard(r.exec, 0)->signals.causes[SNW_CAUSE_WATCHDOG] >= 1);
    CHECK(!on_bench.enabled);
    rig_close(&r);
}

int main(void) {
    RUN(a_virtual_run_lasts_as_long_as_it_should);
    RUN(a_paced_run_ticks_as_often_as_one_at_full_speed);
    RUN(a_real_run_reports_its_threads_and_times_every_stage);
    RUN(a_hard_loop_runs_with_its_rights_or_not_at_all);
    RUN(services_and_the_loop_do_not_disturb_each_other);
    RUN(a_loop_that_hangs_has_its_drives_stopped_by_another_way);
    return check_report();
}
