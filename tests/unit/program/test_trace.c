// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell.h"
#include "sinew/record.h"

// Traces of what is requested and what is, and paths that are played.

static snw_program p;

enum { AXES = 6, MOST = 600000 };

// Opens the program with a trace; joints go to and fro for so long.
static void trace_for(double seconds, const char *file) {
    snw_program_options options = snw_program_defaults();
    const cell_text cell = cell_defaults();
    options.trace = file;
    cell_open(&p, &cell, options);
    double goals[2][AXES] = {{0.5, 0.25, 0.35, -0.9, -4, 0.4}, {-0.4, 0.15, 0.25, -1.4, -3.6, -1}};
    for (int i = 0; snw_program_time(&p) < seconds; i++) {
        goals[i % 2][0] += 1e-3 * (i % 7);
        const int64_t id = snw_move_joints(&p, goals[i % 2]);
        CHECK(id > 0);
        SNW_IGNORE(snw_wait_for(&p, id, seconds - snw_program_time(&p)));
        snw_program_sleep(&p, 0.01);
        goals[i % 2][0] -= 1e-3 * (i % 7);
    }
}

static snw_series *open_series(const char *file, const char *pattern) {
    snw_series *series = NULL;
    const char *const patterns[] = {pattern};
    CHECK(snw_series_open(&series, file, NULL, NULL, NULL) == SNW_OK);
    CHECK(snw_series_select(series, patterns, 1, NULL) == SNW_OK);
    return series;
}

// the values of the selected columns of a row, in their order
static int selected(const snw_series *series, const snw_series_row *row, double *values) {
    int count = 0, found = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    for (int i = 0; i < count; i++) {
        if (!columns[i].selected) continue;
        CHECK(row->present[i] && found < AXES);
        values[found++] = row->values[i];
    }
    return found;
}

// what is requested at a tick, from the trace
typedef struct request_log {
    int count;
    int64_t first_ns;
    double (*q)[AXES];
} request_log;

static void read_log(const char *file, request_log *log, int most) {
    snw_series *series = open_series(file, "arm/target/q[*]");
    snw_series_row row;
    int64_t last_tick = -1, last_ns = 0;
    log->count = 0;
    while (snw_series_next(series, &row, NULL) == SNW_OK) {
        CHECK(row.lost == 0);
        if (last_tick >= 0) CHECK(row.tick == last_tick + 1 && row.t_ns == last_ns + 1000000);
        if (last_tick < 0) log->first_ns = row.t_ns;
        last_tick = row.tick;
        last_ns = row.t_ns;
        double q[AXES];
        CHECK(selected(series, &row, q) == AXES);
        if (log->count < most) memcpy(log->q[log->count], q, sizeof q);
        log->count++;
    }
    snw_series_close(series);
}

// the same rows as a table, and what is there against what is asked for
static void check_table(const char *file) {
    snw_series *series = open_series(file, "**");
    snw_series_row row;
    char line[8192];
    snw_text text = snw_text_over(line, sizeof line);
    snw_series_print_names(series, &text);
    CHECK(strstr(line, "arm/target/q[5]") != NULL && strstr(line, "arm/sensed/q[5]") != NULL);
    for (int i = 0; i < 1000; i++)
        CHECK(snw_series_next(series, &row, NULL) == SNW_OK);
    text = snw_text_over(line, sizeof line);
    snw_series_print_row(series, &row, &text);
    int commas = 0;
    for (const char *c = line; *c != '\0'; c++)
        commas += *c == ',';
    // target, command and readings of positions and rates
    CHECK(commas == 1 + 3 * 2 * AXES);
    snw_series_close(series);
}

static snw_path new_path(const request_log *log, int first, int last, void **memory) {
    snw_path_config config = snw_path_config_defaults();
    config.scalars = AXES;
    config.capacity = last - first + 1;
    config.spacing_ns = 0;
    snw_path path;
    snw_arena arena = {0};
    SNW_IGNORE(snw_path_init(&path, &config, &arena));
    *memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed / 64 + 1) * 64);
    arena = snw_arena_over(*memory, arena.needed);
    CHECK(snw_path_init(&path, &config, &arena) == SNW_OK);
    for (int i = first; i <= last; i++) {
        CHECK(snw_path_add(&path, (int64_t)(i - first) * 1000000, log->q[i], NULL) == SNW_OK);
    }
    return path;
}

// spec: rccl:TRJ-17
static void ten_minutes_at_1_kHz_are_kept_and_played_again_bit_for_bit(void) {
    static double kept[MOST + 10000][AXES], again[40000][AXES];
    static char file[300], second[300];
    const int ticks = (int)check_scaled(MOST);
    cell_remove("trace.mcap");
    trace_for(1e-3 * ticks, cell_file(file, "trace.mcap"));
    CHECK(snw_wait_done(&p, 30) == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    request_log log = {.q = kept};
    read_log(file, &log, MOST + 10000);
    CHECK(log.count >= ticks && log.count < ticks + 10000);
    check_table(file);
    // the first twenty seconds or so, from where nothing moves to where nothing moves
    int first = 0, last = log.count - 1;
    while (memcmp(kept[first], kept[first + 1], sizeof kept[0]) == 0)
        first++;
    if (last > first + 20000) last = first + 20000;
    while (memcmp(kept[last], kept[last + 1], sizeof kept[0]) != 0)
        last++;
    void *memory;
    const snw_path path = new_path(&log, first, last, &memory);
    cell_remove("again.mcap");
    snw_program_options options = snw_program_defaults();
    const cell_text cell = cell_defaults();
    options.trace = cell_file(second, "again.mcap");
    cell_open(&p, &cell, options);
    const snw_status played = snw_program_play(&p, &path, SNW_PATH_NEAREST, 60);
    if (played != SNW_OK) print_error("%s\n", p.why.text);
    CHECK(played == SNW_OK);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    request_log log2 = {.q = again};
    read_log(second, &log2, 40000);
    int begin = 0;
    while (memcmp(again[begin], again[begin + 1], sizeof again[0]) == 0)
        begin++;
    for (int i = 0; i <= last - first; i++)
        CHECK(memcmp(again[begin + i], kept[first + i], sizeof kept[0]) == 0);
    print_message("%d samples kept, %d played again\n", log.count, last - first + 1);
    free(memory);
    cell_remove("trace.mcap");
    cell_remove("again.mcap");
}

static void a_path_that_does_not_fit_or_is_broken_off_says_why(void) {
    const cell_text cell = cell_defaults();
    cell_open(&p, &cell, snw_program_defaults());
    static double q[2001][AXES];
    double here[SNW_AXES];
    snw_program_joints(&p, here);
    request_log log = {.q = q, .count = 2001};
    // quarter of a turn and back, smooth at both ends
    for (int i = 0; i <= 2000; i++) {
        memcpy(q[i], here, sizeof q[i]);
        q[i][0] += 0.2 * (1 - cos(0.001 * 3.141592653589793 * i));
    }
    void *memory;
    snw_path path = new_path(&log, 0, 2000, &memory);
    CHECK(snw_program_play(&p, &path, SNW_PATH_LINEAR, 60) == SNW_OK);
    // it stops with the arm, and the next motion begins there
    CHECK(snw_program_play(&p, &path, SNW_PATH_LINEAR, 0.5) == SNW_ERR_TIMEOUT);
    CHECK(snw_exec_request(p.exec, 0, SNW_REQUEST_STOP_2) == SNW_OK);
    snw_program_sleep(&p, 2);
    CHECK(snw_program_enable(&p) == SNW_OK);
    CHECK(snw_wait_for(&p, snw_move_park(&p), 20) == SNW_OK);
    path.config.scalars = AXES - 1;
    CHECK(snw_program_play(&p, &path, SNW_PATH_LINEAR, 60) == SNW_ERR_SIZE);
    path.config.scalars = AXES;
    path.count = 0;
    CHECK(snw_program_play(&p, &path, SNW_PATH_LINEAR, 60) == SNW_ERR_SIZE);
    CHECK(snw_exec_guard(p.exec, 0)->signals.refusals == 0);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    free(memory);
}

static void a_trace_that_cannot_be_written_is_refused(void) {
    snw_program_options options = snw_program_defaults();
    const cell_text cell = cell_defaults();
    options.trace = SNW_BINARY_DIR "/no such folder/trace.mcap";
    CHECK(snw_failed(cell_open_with(&p, &cell, options, NULL)));
}

int main(void) {
    RUN(ten_minutes_at_1_kHz_are_kept_and_played_again_bit_for_bit);
    RUN(a_path_that_does_not_fit_or_is_broken_off_says_why);
    RUN(a_trace_that_cannot_be_written_is_refused);
    return check_report();
}
