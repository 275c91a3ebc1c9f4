// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "block.h"
#include "sinew/os/file.h"

static arm the_arm;
static const int64_t ms = 1000000;
static char mcap[300], csv[300];

static void drop(const char *path) {
    if (snw_file_exists(path)) CHECK(snw_file_remove(path, NULL) == SNW_OK);
}

// three groups: every tick, every third, every fifth
static void record_file(int ticks) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    (void)snprintf(mcap, sizeof mcap, "%s/record-series.mcap", SNW_BINARY_DIR);
    (void)snprintf(csv, sizeof csv, "%s/record-series.csv", SNW_BINARY_DIR);
    drop(mcap);
    snw_recorder_config config = snw_recorder_defaults();
    config.path = mcap;
    config.roots = &roots;
    config.period = 1e-3;
    config.file.chunk_size = 5000;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    const char *const patterns[] = {"arm/q[*]", "arm/tau[*]", "arm/K"};
    const char *const names[] = {"fast", "third", "fifth"};
    const int divisors[] = {1, 3, 5};
    for (int i = 0; i < 3; i++) {
        const snw_record_group group = {
            .name = names[i], .patterns = &patterns[i], .pattern_count = 1, .divisor = divisors[i]};
        CHECK(snw_recorder_add(recorder, &group, NULL) == SNW_OK);
    }
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    for (int64_t tick = 0; tick < ticks; tick++) {
        move(&the_arm, tick);
        snw_recorder_tick(recorder, tick, tick * ms + 1);
        CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
}

static bool same_bits(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// each row against the block at that tick: columns q 0-5, tau 6-11, K 12-17
static void judge(const snw_series_row *row, const snw_series_column *columns) {
    move(&the_arm, row->tick);
    for (int c = 0; c < 18; c++) {
        const int divisor = c < 6 ? 1 : c < 12 ? 3 : 5;
        const double expected = c < 6    ? the_arm.q[c]
                                : c < 12 ? the_arm.tau[c - 6]
                                         : the_arm.K[c - 12];
        const bool present = columns[c].selected && row->tick % divisor == 0;
        CHECK(row->present[c] == present);
        CHECK(present ? same_bits(row->values[c], expected) : isnan(row->values[c]));
    }
}

static void groups_are_put_together_by_their_tick(void) {
    record_file(1000);
    snw_series *series = NULL;
    CHECK(snw_series_open(&series, mcap, NULL, NULL, NULL) == SNW_OK);
    int count = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    CHECK(count == 18);
    CHECK_TEXT(columns[3].path, "arm/q[3]");
    CHECK_TEXT(columns[3].unit, "rad");
    CHECK_TEXT(columns[13].path, "arm/K[1,0]");
    CHECK_TEXT(columns[13].group, "/signals/fifth");
    snw_series_row row;
    for (int64_t tick = 0; tick < 1000; tick++) {
        CHECK(snw_series_next(series, &row, NULL) == SNW_OK);
        CHECK(row.tick == tick && row.t_ns == tick * ms + 1);
        judge(&row, columns);
    }
    CHECK(snw_series_next(series, &row, NULL) == SNW_DONE);
    CHECK(snw_series_select(series, NULL, 0, NULL) == SNW_ERR_STATE);
    snw_series_close(series);
    snw_series_close(NULL);
    drop(mcap);
}

static void patterns_select_columns(void) {
    record_file(30);
    static const struct {
        const char *pattern;
        int count;
    } cases[] = {{"arm/q[*]", 6},    {"arm/q[2]", 1}, {"**", 18},        {"*/tau*", 6},
                 {"*", 0},           {"**[0]", 2},    {"arm/K[*,1]", 2}, {"arm/Q[0]", 0},
                 {"arm/**[*,*]", 6}, {"a**q**5*", 1}};
    for (int i = 0; i < 10; i++) {
        snw_series *series = NULL;
        CHECK(snw_series_open(&series, mcap, NULL, NULL, NULL) == SNW_OK);
        snw_why why = {0};
        const snw_status status = snw_series_select(series, &cases[i].pattern, 1, &why);
        CHECK(status == (cases[i].count > 0 ? SNW_OK : SNW_ERR_NOT_FOUND));
        int count = 0, selected = 0;
        const snw_series_column *columns = snw_series_columns(series, &count);
        for (int c = 0; c < count; c++)
            selected += columns[c].selected ? 1 : 0;
        CHECK(selected == cases[i].count);
        if (strcmp(cases[i].pattern, "arm/Q[0]") == 0) CHECK(strstr(why.fix, "arm/q[0]") != NULL);
        snw_series_row row;
        while (status == SNW_OK && snw_series_next(series, &row, NULL) == SNW_OK)
            judge(&row, columns);
        snw_series_close(series);
    }
    drop(mcap);
}

// a table of the whole recording
static void write_table(void) {
    snw_series *series = NULL;
    CHECK(snw_series_open(&series, mcap, NULL, NULL, NULL) == SNW_OK);
    static char buffer[1 << 21];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_series_print_names(series, &text);
    snw_series_row row;
    while (snw_series_next(series, &row, NULL) == SNW_OK)
        snw_series_print_row(series, &row, &text);
    CHECK(!snw_text_is_cut(&text));
    CHECK(snw_file_write(csv, buffer, text.length, NULL) == SNW_OK);
    snw_series_close(series);
}

// Exported and read again, every number has the bits it had in the loop, every time its nanosecond.
static void a_table_reads_back_bit_for_bit(void) {
    record_file(700);
    write_table();
    snw_series *series = NULL;
    snw_why why = {0};
    CHECK(snw_series_open(&series, csv, NULL, NULL, &why) == SNW_OK);
    int count = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    CHECK(count == 18);
    CHECK_TEXT(columns[17].path, "arm/K[1,2]");
    CHECK_TEXT(columns[6].unit, "Nm");
    snw_series_row row;
    for (int64_t tick = 0; tick < 700; tick++) {
        CHECK(snw_series_next(series, &row, &why) == SNW_OK);
        CHECK(row.tick == tick && row.t_ns == tick * ms + 1);
        judge(&row, columns);
    }
    CHECK(snw_series_next(series, &row, &why) == SNW_DONE);
    snw_series_close(series);
    drop(mcap);
    drop(csv);
}

static void open_text(const char *text, snw_series **series, snw_status expected, snw_why *why) {
    (void)snprintf(csv, sizeof csv, "%s/record-series-table.csv", SNW_BINARY_DIR);
    CHECK(snw_file_write(csv, text, strlen(text), NULL) == SNW_OK);
    CHECK(snw_series_open(series, csv, NULL, NULL, why) == expected);
    drop(csv);
}

static void tables_of_others_are_read(void) {
    snw_series *series = NULL;
    snw_series_row row;
    open_text("t,\"a \"\"b\"\", c [m]\",q[0]\r\n0.5,1,-INF\r\n\r\n1,,nan\n", &series, SNW_OK, NULL);
    int count = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    CHECK(count == 2);
    CHECK_TEXT(columns[0].path, "a \"b\", c");
    CHECK_TEXT(columns[0].unit, "m");
    CHECK_TEXT(columns[1].path, "q[0]");
    CHECK_TEXT(columns[1].unit, "");
    CHECK(snw_series_next(series, &row, NULL) == SNW_OK && row.t_ns == 500 * ms);
    CHECK(row.present[0] && row.values[0] == 1 && row.values[1] == -HUGE_VAL);
    CHECK(snw_series_next(series, &row, NULL) == SNW_OK && row.t_ns == 1000 * ms);
    CHECK(!row.present[0] && row.present[1] && isnan(row.values[1]));
    CHECK(snw_series_next(series, &row, NULL) == SNW_DONE);
    snw_series_close(series);
    // without a time the rows are counted
    open_text("x\n5\n6", &series, SNW_OK, NULL);
    CHECK(snw_series_next(series, &row, NULL) == SNW_OK && row.tick == 0 && row.values[0] == 5);
    CHECK(snw_series_next(series, &row, NULL) == SNW_OK && row.tick == 1 && row.values[0] == 6);
    CHECK(snw_series_next(series, &row, NULL) == SNW_DONE);
    snw_series_close(series);
}

static void tables_that_are_wrong_are_refused_with_their_line(void) {
    static const struct {
        const char *text;
        int line, column;
    } cases[] = {{"t,x\n1,2\n1,two\n", 3, 2},
                 {"t,x\n1\n", 2, 1},
                 {"t,x\n1,2,3\n", 2, 3},
                 {"t,x\n1,\"2\n", 2, 2},
                 {"t,x\n1,\"2\"3\n", 2, 2}};
    for (int i = 0; i < 5; i++) {
        snw_series *series = NULL;
        snw_why why = {0};
        open_text(cases[i].text, &series, SNW_OK, NULL);
        snw_series_row row;
        snw_status status;
        do {
            status = snw_series_next(series, &row, &why);
        } while (status == SNW_OK);
        CHECK(status == SNW_ERR_SYNTAX && why.text[0] != '\0');
        CHECK(why.line == cases[i].line && why.column == cases[i].column);
        snw_series_close(series);
    }
    snw_series *series = NULL;
    snw_why why = {0};
    open_text("", &series, SNW_ERR_SYNTAX, &why);
    open_text("\"t", &series, SNW_ERR_SYNTAX, &why);
    CHECK(snw_series_open(&series, "/nonexistent", NULL, NULL, &why) == SNW_ERR_NOT_FOUND);
}

// Seen: a device was "cannot open the file: the system does not accept this value", and a zero byte
// in a row of a table was refused without the row.
static void a_device_and_a_zero_byte_are_named(void) {
    static const char broken[] = "t,x\n0,1\n1,\0002\n";
    const char *path = SNW_BINARY_DIR "/zero-byte.csv";
    snw_series *series = NULL;
    snw_why why = {0};
    CHECK(snw_series_open(&series, "/dev/zero", NULL, NULL, &why) == SNW_ERR_ARGUMENT);
    CHECK(strstr(why.text, "a device") != NULL && why.fix[0] != '\0');
    CHECK(snw_file_write(path, broken, sizeof broken - 1, NULL) == SNW_OK);
    why = (snw_why){0};
    CHECK(snw_series_open(&series, path, NULL, NULL, &why) == SNW_ERR_SYNTAX);
    CHECK(why.line == 3 && strstr(why.text, "zero byte") != NULL);
}

// reads all rows of a text; the last status, with its reason
static snw_status read_text(const char *text, snw_why *why) {
    snw_series *series = NULL;
    snw_series_row row;
    open_text(text, &series, SNW_OK, NULL);
    snw_status status;
    do {
        status = snw_series_next(series, &row, why);
    } while (status == SNW_OK);
    snw_series_close(series);
    return status;
}

// Seen: a time of nan, of 1e300 or none became 0, and -1e10 s became -9223372036.85 s, with exit
// code 0. Nanoseconds were counted in 64 bits without a look at what they can hold.
static void times_and_ticks_that_cannot_be_are_refused_with_their_row(void) {
    static const char *const times[] = {"nan", "INF", "-inf", "1e300", "-1e10", "9.3e9", ""};
    static const char *const ticks[] = {"nan", "INF", "1e300", "0.5", "9e15", ""};
    char text[128];
    snw_why why = {0};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        (void)snprintf(text, sizeof text, "x,t [s]\n1,0\n2,1\n3,%s\n", times[i]);
        CHECK(read_text(text, &why) == SNW_ERR_SYNTAX && why.line == 4 && why.column == 2);
        CHECK(strstr(why.text, "time") != NULL);
    }
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        (void)snprintf(text, sizeof text, "tick,x\n0,0\n%s,2\n", ticks[i]);
        CHECK(read_text(text, &why) == SNW_ERR_SYNTAX && why.line == 3 && why.column == 1);
        CHECK(strstr(why.text, "tick") != NULL);
    }
    CHECK(read_text("t,x\n-9e9,1\n9e9,1\n", &why) == SNW_DONE);
}

static void a_time_may_have_another_unit_of_time(void) {
    snw_series *series = NULL;
    snw_series_row row;
    open_text("time [ms],x\n250,1\n", &series, SNW_OK, NULL);
    CHECK(snw_series_next(series, &row, NULL) == SNW_OK && row.t_ns == 250 * ms);
    snw_series_close(series);
}

static void columns_that_cannot_be_told_apart_are_refused(void) {
    static const struct {
        const char *text;
        snw_status status;
        int column;
    } cases[] = {
        {"t,x,y,x\n", SNW_ERR_DUPLICATE, 4},         {"t,x [m],\"x\" \n", SNW_ERR_SYNTAX, 3},
        {"t,x [m],x [rad]\n", SNW_ERR_DUPLICATE, 3}, {"t,x,time\n", SNW_ERR_DUPLICATE, 3},
        {"t [s],t [ms]\n", SNW_ERR_DUPLICATE, 2},    {"tick,x,tick\n", SNW_ERR_DUPLICATE, 3},
        {"t,x [furlong]\n", SNW_ERR_UNIT, 2},        {"t [deg],x\n", SNW_ERR_UNIT, 1},
        {"t [fortnight],x\n", SNW_ERR_UNIT, 1},      {",\n", SNW_ERR_DUPLICATE, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snw_series *series = NULL;
        snw_why why = {0};
        open_text(cases[i].text, &series, cases[i].status, &why);
        CHECK(why.line == 1 && why.column == cases[i].column && why.fix[0] != '\0');
    }
}

// Seen: a table of 60,000 empty columns, which is 60 kB, took 6.4 GiB: for each column the list of
// all was copied. A name of more than 511 bytes was cut, so that two could become one.
static void the_columns_of_a_table_are_bounded(void) {
    enum { FIELDS = 60000 };
    char *text = malloc(2 * FIELDS + 1);
    CHECK(text != NULL);
    for (int i = 0; i < FIELDS; i++) {
        memcpy(text + (size_t)2 * (size_t)i, "x,", 2);
    }
    text[2 * FIELDS] = '\0';
    snw_series *series = NULL;
    snw_why why = {0};
    open_text(text, &series, SNW_ERR_TOO_LARGE, &why);
    CHECK(strstr(why.text, "too many columns") != NULL);
    CHECK(why.number_count == 1 && why.numbers[0].value == SNW_SERIES_COLUMNS);
    memset(text, 'n', 600);
    memcpy(text + 600, "\n1\n", 4);
    open_text(text, &series, SNW_ERR_TOO_LARGE, &why);
    CHECK(strstr(why.text, "a name is too long") != NULL && why.column == 1);
    free(text);
}

int main(void) {
    RUN(groups_are_put_together_by_their_tick);
    RUN(patterns_select_columns);
    RUN(a_table_reads_back_bit_for_bit);
    RUN(tables_of_others_are_read);
    RUN(tables_that_are_wrong_are_refused_with_their_line);
    RUN(a_device_and_a_zero_byte_are_named);
    RUN(times_and_ticks_that_cannot_be_are_refused_with_their_row);
    RUN(a_time_may_have_another_unit_of_time);
    RUN(columns_that_cannot_be_told_apart_are_refused);
    RUN(the_columns_of_a_table_are_bounded);
    return check_report();
}
