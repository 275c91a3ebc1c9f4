// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_FAULT_ROWS_H
#define SINEW_TESTS_PARTS_FAULT_ROWS_H

/// Rows of the fault matrix: a fault, what must come of it and how soon, in each way that the arm
/// is driven and under three seeds. A row that holds is a line of docs/fault-matrix.md.
///
/// Cycles are counted from the first tick in which the fault can be seen to the first that reacts;
/// 0 is the same tick.

#include "faults.h"

/// What is expected when the arm is driven in one way.
typedef struct expected {
    bool runs;           ///< the fault can happen there
    snw_stop_class stop; ///< that begins; none when it is only told, or nothing happens
    snw_stop_class end;  ///< that it has become by the time of rest; none: `stop`
    int bound;           ///< cycles
    snw_cause causes[4]; ///< one of them is the first cause, or is told; none: nothing is told
} expected;

typedef struct row {
    const char *id, *fault, *reaction, *bound, *test;
    setting cell;
    const char *message; ///< to the drive, "%d" is the axis; NULL for none
    sabotage_fn *sabotage;
    const snw_request *request; ///< of an operator; NULL for none
    bool (*ready)(run *r);      ///< the moment to begin; NULL for any
    bool (*seen)(run *r);       ///< the fault can be seen in this tick; NULL from its first tick on
    int64_t (*late)(const run *r, int tick); ///< how late ticks are [ns]; NULL for in time
    int64_t (*gap)(const run *r, int tick);  ///< time that passes without the loop [ns]
    expected by[WAYS];
    int axis;      ///< -1 is chosen by the seed
    bool no_axis;  ///< the cause names no axis
    bool persists; ///< the cause holds while the fault does, so that nobody can acknowledge it
    bool loose;    ///< the arm cannot be held
    char clear;    ///< a: by itself; k: acknowledged; e: acknowledged, then enabled
    double way;    ///< that the axis goes at most until it reacts; 0 for any
    int ticks;     ///< that are looked at; 0 is 300
} row;

#define ROW(number, what, comes_of_it, how_soon)                                                   \
    .id = (number), .fault = (what), .reaction = (comes_of_it), .bound = (how_soon),               \
    .test = __func__
#define STOPS(kind, limit, ...)                                                                    \
    {                                                                                              \
        .runs = true, .stop = (kind), .bound = (limit), .causes = { __VA_ARGS__ }                  \
    }
#define BECOMES(kind, later, limit, ...)                                                           \
    {                                                                                              \
        .runs = true, .stop = (kind), .end = (later), .bound = (limit), .causes = { __VA_ARGS__ }  \
    }
#define TOLD(limit, ...)                                                                           \
    {                                                                                              \
        .runs = true, .bound = (limit), .causes = { __VA_ARGS__ }                                  \
    }
#define QUIET                                                                                      \
    { .runs = true }
#define ALL_WAYS(what)                                                                             \
    { what, what, what }

/// What all runs of a row have shown.
typedef struct shown {
    int runs, worst;
    bool ran[WAYS];
} shown;

static FILE *matrix;

HELPER void print_row(const row *w, const shown *s) {
    static const char *const names[WAYS] = {"hold", "motion", "torque"};
    if (matrix == NULL) return;
    (void)fprintf(matrix, "| %s | %s | %s | %s | %d | ", w->id, w->fault, w->reaction, w->bound,
                  s->worst);
    const char *comma = "";
    for (int i = 0; i < WAYS; i++) {
        if (s->ran[i]) (void)fprintf(matrix, "%s%s", comma, names[i]);
        if (s->ran[i]) comma = ", ";
    }
    (void)fprintf(matrix, "; %d runs | %s |\n", s->runs, w->test);
}

HELPER bool is_expected(const expected *e, snw_cause cause) {
    for (int i = 0; i < 4; i++)
        if (e->causes[i] != SNW_CAUSE_NONE && e->causes[i] == cause) return true;
    return false;
}

static uint64_t told(const run *r, const expected *e) {
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++)
        if (e->causes[i] != SNW_CAUSE_NONE) sum += r->guard->signals.causes[e->causes[i]];
    return sum;
}

static void wait_for(run *r, bool (*ready)(run *r)) {
    steps(r, 600 + check_int(0, 400));
    CHECK(state_of(r) == SNW_ARM_ENABLED && r->arm->follows);
    for (int i = 0; i < 4000 && ready != NULL && !ready(r); i++)
        step(r);
    CHECK(ready == NULL || ready(r));
}

static double speed_of(const run *r) {
    const snw_plant_signals *truth = snw_exec_drive(r->exec, 0)->signals;
    double most = 0;
    for (int i = 0; i < r->arm->count; i++)
        most = fmax(most, fabs(truth->v[i]));
    return most;
}

static void begin_fault(run *r, const row *w) {
    char text[SNW_MESSAGE];
    r->loose = w->loose;
    r->speed = speed_of(r);
    sabotaged = 0;
    sabotage = w->sabotage;
    if (w->request != NULL) ask(r, *w->request);
    if (w->message == NULL) return;
    char number[16];
    (void)snprintf(number, sizeof number, "%d", r->axis);
    const char *at = strstr(w->message, "%d");
    const int head = at != NULL ? (int)(at - w->message) : (int)strlen(w->message);
    (void)snprintf(text, sizeof text, "%.*s%s%s", head, w->message, at != NULL ? number : "",
                   at != NULL ? at + 2 : "");
    tell_drive(r, text);
}

// exactly one first cause, with its tick, its axis and its reason
static void check_cause(const run *r, const row *w, const expected *e) {
    const snw_guard_signals *s = &r->guard->signals;
    if (!is_expected(e, s->cause) || s->active != e->stop) {
        print_error("%s, way %d, seed %d: %s, class %d\n", w->id, r->how, r->seed,
                    snw_cause_rule(s->cause), s->active);
    }
    CHECK(is_expected(e, s->cause));
    CHECK(s->active == e->stop);
    CHECK(s->cause_tick == snw_exec_next(r->exec) - 1);
    CHECK(s->axis == (w->no_axis ? -1 : r->axis));
    CHECK_TEXT(r->guard->first.rule, snw_cause_rule(s->cause));
    CHECK(r->guard->first.text[0] != '\0' && r->guard->first.subject[0] != '\0');
    CHECK(r->guard->first.code < 0);
}

// comes to rest in its class and stays so; its first cause remains
static void come_to_rest(run *r, const expected *e) {
    const snw_guard_signals *s = &r->guard->signals;
    const snw_cause cause = s->cause;
    const uint64_t tick = s->cause_tick;
    const snw_stop_class end = e->end != SNW_STOP_NONE ? e->end : e->stop;
    const double speed = fmax(r->speed, speed_of(r));
    for (int i = 0; i < 2500 && state_of(r) == SNW_ARM_STOPPING; i++) {
        step(r);
        if (!(r->loose || speed_of(r) <= 1.25 * speed + 0.05)) {
            print_error("way %d, seed %d: %g rad/s in tick %d of a stop from %g\n", r->how, r->seed,
                        speed_of(r), i, speed);
        }
        CHECK(r->loose || speed_of(r) <= 1.25 * speed + 0.05); // the arm itself, not its commands
    }
    steps(r, 100);
    if (s->active != end) {
        print_error("way %d, seed %d, axis %d: class %d at rest, expected %d\n", r->how, r->seed,
                    r->axis, s->active, end);
    }
    CHECK(s->active == end);
    CHECK(state_of(r) == (end == SNW_STOP_2 ? SNW_ARM_HELD : SNW_ARM_LATCHED));
    CHECK(r->arm->command.enable == (end == SNW_STOP_2));
    CHECK(s->cause == cause && s->cause_tick == tick);
}

// ends the fault, and leaves the stop by the steps that its class asks for and no others
static void clear_stop(run *r, const row *w) {
    const snw_stop_state state = state_of(r);
    if (w->persists) {
        ask(r, SNW_REQUEST_ACKNOWLEDGE);
        steps(r, 5);
        CHECK(state_of(r) == state);
    }
    sabotage = NULL;
    if (w->message != NULL) tell_drive(r, "fault all ok");
    r->loose = true;
    steps(r, 300);
    CHECK(state_of(r) == state); // nothing is left by itself
    ask(r, SNW_REQUEST_ENABLE);
    steps(r, 3);
    CHECK(state_of(r) == state);
    CHECK((w->clear == 'e') == (state == SNW_ARM_LATCHED));
    ask(r, SNW_REQUEST_ACKNOWLEDGE);
    steps(r, 2);
    CHECK(state_of(r) == (state == SNW_ARM_LATCHED ? SNW_ARM_DISABLED : SNW_ARM_ENABLED));
    if (state == SNW_ARM_LATCHED) ask(r, SNW_REQUEST_ENABLE);
    steps(r, 300);
    CHECK(state_of(r) == SNW_ARM_ENABLED && r->arm->follows);
}

// the tick, from the beginning of the fault on, in which something comes of it; -1 for none
static int look(run *r, const row *w, const expected *e, int *seen) {
    const uint64_t stops = r->guard->signals.stops, before = told(r, e);
    const int ticks = w->ticks > 0 ? w->ticks : 300;
    int reacted = -1;
    *seen = w->seen == NULL ? 0 : -1;
    for (int i = 0; i < ticks; i++) {
        step_by(r, w->late != NULL ? w->late(r, i) : 0, w->gap != NULL ? w->gap(r, i) : 0);
        if (*seen < 0 && w->seen(r)) *seen = i;
        if (*seen < 0 || *seen == i) r->mark = r->arm->sensed.q[r->axis];
        const bool stopped = state_of(r) != SNW_ARM_ENABLED;
        if (e->stop != SNW_STOP_NONE && stopped) {
            CHECK(r->guard->signals.stops == stops + 1);
            return i;
        }
        if (stopped) {
            print_error("%s, way %d, seed %d: %s\n", w->id, r->how, r->seed, r->guard->first.rule);
        }
        CHECK(!stopped);
        if (e->stop == SNW_STOP_NONE && reacted < 0 && told(r, e) > before) reacted = i;
    }
    return reacted;
}

HELPER void run_row(const row *w, way how, int seed, shown *s) {
    const expected *e = &w->by[how];
    run *r = open_run(&w->cell, how, seed);
    if (w->axis >= 0) r->axis = w->axis;
    switch_on(r);
    wait_for(r, w->ready);
    begin_fault(r, w);
    int seen = -1;
    const int reacted = look(r, w, e, &seen);
    const bool quiet = e->stop == SNW_STOP_NONE && e->causes[0] == SNW_CAUSE_NONE;
    const int cycles = quiet ? 0 : reacted - seen;
    if (!quiet && !(reacted >= 0 && seen >= 0 && cycles >= 0 && cycles <= e->bound)) {
        print_error("%s, way %d, seed %d, axis %d: seen in tick %d, reaction in %d\n", w->id, how,
                    seed, r->axis, seen, reacted);
    }
    CHECK(quiet || (reacted >= 0 && seen >= 0 && cycles >= 0 && cycles <= e->bound));
    CHECK(w->way == 0 || fabs(r->arm->sensed.q[r->axis] - r->mark) < w->way);
    if (e->stop != SNW_STOP_NONE) {
        check_cause(r, w, e);
        come_to_rest(r, e);
        clear_stop(r, w);
    } else {
        sabotage = NULL;
        if (w->message != NULL) tell_drive(r, "fault all ok");
        steps(r, 300);
        CHECK(state_of(r) == SNW_ARM_ENABLED && r->arm->follows); // by itself
    }
    CHECK(oracle_content(&r->judge));
    s->runs++;
    s->ran[how] = true;
    if (cycles > s->worst) s->worst = cycles;
    close_run(r);
}

/// Runs a row in all its ways under three seeds, and adds it to the matrix.
HELPER void show(const row *w) {
    shown s = {0};
    for (int how = 0; how < WAYS; how++) {
        for (int seed = 1; w->by[how].runs && seed <= SEEDS; seed++)
            run_row(w, (way)how, seed, &s);
    }
    CHECK(s.runs > 0);
    print_row(w, &s);
}

/// The matrix goes to the file that is named on the command line.
HELPER int report_rows(int argc, char **argv) {
    if (argc > 1) matrix = fopen(argv[1], "w");
    const int failed = check_report();
    if (matrix != NULL && fclose(matrix) != 0) return 1;
    return failed;
}

#endif // SINEW_TESTS_PARTS_FAULT_ROWS_H
