// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Each format is read by a small reader of its own, written from the grammar of its program:
// numbers by strtod, none of our readers.
#include "block.h"
#include "sinew/os/file.h"

enum { TICKS = 60, COLUMNS = 20, ROOM = 1 << 21 };

static arm the_arm;
static char mcap[300];
static char texts[SNW_SERIES_FORMATS][ROOM];

// what a reader found
typedef struct found {
    char names[COLUMNS][64], units[COLUMNS][16];
    int names_count, units_count, rows;
    double data[TICKS][COLUMNS];
    int counts[TICKS];
} found;

static found tables[SNW_SERIES_FORMATS];

static void record_file(void) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    (void)snprintf(mcap, sizeof mcap, "%s/record-formats.mcap", SNW_BINARY_DIR);
    if (snw_file_exists(mcap)) CHECK(snw_file_remove(mcap, NULL) == SNW_OK);
    snw_recorder_config config = snw_recorder_defaults();
    config.path = mcap;
    config.roots = &roots;
    config.period = 1e-3;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    const char *const patterns[] = {"arm/q[*]", "arm/tau[*]", "arm/K"};
    for (int i = 0; i < 3; i++) {
        const char *const names[] = {"fast", "third", "fifth"};
        const snw_record_group group = {.name = names[i],
                                        .patterns = &patterns[i],
                                        .pattern_count = 1,
                                        .divisor = i == 0 ? 1 : 2 * i + 1};
        CHECK(snw_recorder_add(recorder, &group, NULL) == SNW_OK);
    }
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    for (int64_t tick = 0; tick < TICKS; tick++) {
        move(&the_arm, tick);
        // whole numbers, numbers that are none, and the ends of what a double holds
        if (tick % 7 == 1) the_arm.q[0] = (double)tick, the_arm.q[1] = -0.0;
        if (tick == 8) the_arm.q[2] = (double)INFINITY, the_arm.q[3] = -(double)INFINITY;
        if (tick == 9) the_arm.q[2] = 5e-324, the_arm.q[3] = -1.7976931348623157e308;
        if (tick == 10) the_arm.q[4] = (double)NAN, the_arm.q[5] = 1e22;
        snw_recorder_tick(recorder, tick, tick * 1000000 + 1);
        CHECK(snw_recorder_pump(recorder, tick * 1000000) == SNW_OK);
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
}

static void write_text(snw_series_format format) {
    snw_series *series = NULL;
    snw_series_row row;
    CHECK(snw_series_open(&series, mcap, NULL, NULL, NULL) == SNW_OK);
    snw_text text = snw_text_over(texts[format], ROOM);
    snw_series_print_head(series, format, &text);
    for (int i = 0; snw_series_next(series, &row, NULL) == SNW_OK; i++)
        snw_series_print(series, format, &row, i == 0, &text);
    snw_series_print_end(series, format, &text);
    CHECK(!snw_text_is_cut(&text));
    snw_series_close(series);
}

// --- readers ------------------------------------------------------------------------------------

static const char *after(const char *at, const char *word) {
    const char *place = strstr(at, word);
    CHECK(place != NULL);
    return place + strlen(word);
}

static void take_text(const char *from, size_t length, char *out, size_t size) {
    CHECK(length < size);
    memcpy(out, from, length);
    out[length] = '\0';
}

static void add_value(found *f, double value) {
    CHECK(f->rows > 0 && f->rows <= TICKS && f->counts[f->rows - 1] < COLUMNS);
    f->data[f->rows - 1][f->counts[f->rows - 1]++] = value;
}

// RFC 4180; no name here has a quote in it
static void read_csv(const char *at, found *f) {
    for (bool head = true; *at != '\0'; head = false) {
        if (!head) f->rows++;
        for (bool more = true; more;) {
            const bool quoted = *at == '"';
            if (quoted) at++;
            const size_t length = strcspn(at, quoted ? "\"" : ",\n");
            char field[64], *rest = NULL;
            take_text(at, length, field, sizeof field);
            char *open = strstr(field, " [");
            if (head) {
                const size_t cut = open != NULL ? (size_t)(open - field) : strlen(field);
                take_text(field, cut, f->names[f->names_count++], sizeof f->names[0]);
                take_text(open != NULL ? open + 2 : "", open != NULL ? strlen(open) - 3 : 0,
                          f->units[f->units_count++], sizeof f->units[0]);
            } else {
                add_value(f, length == 0 ? (double)NAN : strtod(field, &rest));
                CHECK(length == 0 || *rest == '\0');
            }
            at += length + (quoted ? 1 : 0);
            more = *at++ == ',';
        }
    }
}

static void read_xml(const char *at, found *f) {
    CHECK(strncmp(at, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<recording ", 50) == 0);
    for (const char *next; (next = strstr(at, "<column name=\"")) != NULL;) {
        const char *name = after(next, "<column name=\"");
        const size_t length = strcspn(name, "\"");
        take_text(name, length, f->names[f->names_count++], sizeof f->names[0]);
        const char *unit = after(name + length, " unit=\"");
        take_text(unit, strcspn(unit, "\""), f->units[f->units_count++], sizeof f->units[0]);
        at = unit;
    }
    for (const char *next; (next = strstr(at, "<row>")) != NULL;) {
        f->rows++;
        char *rest = NULL;
        for (at = next + 5; strncmp(at, "</row>", 6) != 0; at = rest) {
            add_value(f, strtod(at, &rest));
            CHECK(rest != at);
        }
    }
    (void)after(after(at, "</rows>"), "</recording>");
}

// texts in quotes until the closing brace
static int take_list(const char *at, char quote, char *out, size_t stride) {
    int count = 0;
    for (; *at != '}'; at++) {
        if (*at != quote) continue;
        const char *end = strchr(at + 1, quote);
        CHECK(end != NULL && count < COLUMNS);
        take_text(at + 1, (size_t)(end - at - 1), out + (size_t)count++ * stride, stride);
        at = end;
    }
    return count;
}

static void read_matlab(const char *at, found *f) {
    at = after(at, "recording.names = {");
    f->names_count = take_list(at, '\'', f->names[0], sizeof f->names[0]);
    at = after(at, "recording.units = {");
    f->units_count = take_list(at, '\'', f->units[0], sizeof f->units[0]);
    at = after(at, "recording.data = [\n");
    while (*at != ']') {
        f->rows++;
        for (char *rest = NULL; *at != '\n'; at = rest) {
            add_value(f, strtod(at, &rest));
            CHECK(rest != at);
        }
        at++;
    }
    CHECK_TEXT(at, "];\n");
}

// 1.5`*^-7: digits, the mark of a machine number, the power; whole numbers have no mark
static double take_wolfram(const char **at) {
    static const struct {
        const char *word;
        double value;
    } words[] = {{"Missing[]", (double)NAN},
                 {"Indeterminate", (double)NAN},
                 {"Infinity", (double)INFINITY},
                 {"-Infinity", -(double)INFINITY}};
    for (size_t i = 0; i < 4; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(*at, words[i].word, length) != 0) continue;
        *at += length;
        return words[i].value;
    }
    char number[64];
    const size_t digits = strspn(*at, "-0123456789.");
    take_text(*at, digits, number, sizeof number);
    *at += digits;
    CHECK((strchr(number, '.') != NULL) == (**at == '`'));
    if (**at == '`') ++*at;
    if (strncmp(*at, "*^", 2) == 0) {
        const size_t power = 2 + strspn(*at + 2, "-0123456789");
        number[digits] = 'e';
        take_text(*at + 2, power - 2, number + digits + 1, sizeof number - digits - 1);
        *at += power;
    }
    return strtod(number, NULL);
}

static void read_wolfram(const char *at, found *f) {
    at = after(at, "<|\"names\" -> {");
    f->names_count = take_list(at, '"', f->names[0], sizeof f->names[0]);
    at = after(at, "\"units\" -> {");
    f->units_count = take_list(at, '"', f->units[0], sizeof f->units[0]);
    at = after(at, "\"data\" -> {\n");
    while (*at == '{') {
        f->rows++;
        for (at++; *at != '}';) {
            add_value(f, take_wolfram(&at));
            if (*at == ',') at += 2;
        }
        at++;
        if (*at == ',') at += 2;
    }
    CHECK_TEXT(at, "}|>\n");
}

static void read_all(void) {
    void (*const readers[])(const char *, found *) = {read_csv, read_xml, read_matlab,
                                                      read_wolfram};
    record_file();
    memset(tables, 0, sizeof tables);
    for (int i = 0; i < SNW_SERIES_FORMATS; i++) {
        write_text((snw_series_format)i);
        readers[i](texts[i], &tables[i]);
    }
    CHECK(snw_file_remove(mcap, NULL) == SNW_OK);
}

// --- checks -------------------------------------------------------------------------------------

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// spec: actin-model:A1-VW-34
static void all_formats_hold_the_same_numbers_bit_for_bit(void) {
    read_all();
    for (int k = 0; k < SNW_SERIES_FORMATS; k++) {
        const found *f = &tables[k];
        CHECK(f->names_count == COLUMNS && f->units_count == COLUMNS && f->rows == TICKS);
        for (int c = 0; c < COLUMNS; c++) {
            CHECK_TEXT(f->names[c], tables[SNW_SERIES_CSV].names[c]);
            CHECK_TEXT(f->units[c], tables[SNW_SERIES_CSV].units[c]);
        }
        for (int r = 0; r < TICKS; r++) {
            CHECK(f->counts[r] == COLUMNS);
            for (int c = 0; c < COLUMNS; c++)
                CHECK(same(f->data[r][c], tables[SNW_SERIES_CSV].data[r][c]));
        }
    }
}

static void the_numbers_are_those_of_the_loop(void) {
    read_all();
    CHECK_TEXT(tables[SNW_SERIES_MATLAB].names[2], "arm/q[0]");
    CHECK_TEXT(tables[SNW_SERIES_MATLAB].units[8], "Nm");
    for (int64_t tick = 0; tick < TICKS; tick++) {
        move(&the_arm, tick);
        for (int k = 0; k < SNW_SERIES_FORMATS; k++) {
            const double *row = tables[k].data[tick];
            CHECK(same(row[0], (double)tick) && same(row[1], ((double)tick * 1e6 + 1) / 1e9));
            for (int i = 2; i < 6 && tick > 10 && tick % 7 != 1; i++)
                CHECK(same(row[2 + i], the_arm.q[i]));
            for (int i = 0; i < 6; i++)
                CHECK(same(row[8 + i], tick % 3 == 0 ? the_arm.tau[i] : (double)NAN));
            for (int i = 0; i < 6; i++)
                CHECK(same(row[14 + i], tick % 5 == 0 ? the_arm.K[i] : (double)NAN));
        }
    }
    const double *extreme = tables[SNW_SERIES_MATHEMATICA].data[9];
    CHECK(same(extreme[4], 5e-324) && same(extreme[5], -1.7976931348623157e308));
    CHECK(same(tables[SNW_SERIES_MATHEMATICA].data[8][4], (double)INFINITY));
    CHECK(same(tables[SNW_SERIES_MATLAB].data[8][5], -(double)INFINITY));
    CHECK(isnan(tables[SNW_SERIES_XML].data[10][6]) &&
          same(tables[SNW_SERIES_XML].data[10][7], 1e22));
}

static void formats_are_found_by_name_and_by_the_end_of_a_file(void) {
    snw_series_format format = SNW_SERIES_CSV;
    for (int i = 0; i < SNW_SERIES_FORMATS; i++) {
        CHECK(snw_series_format_find(snw_series_format_name((snw_series_format)i), &format));
        CHECK((int)format == i);
        CHECK(snw_series_format_find(snw_series_format_extension((snw_series_format)i), &format));
        CHECK((int)format == i);
    }
    CHECK(!snw_series_format_find("", &format) && !snw_series_format_find(".mat", &format));
    CHECK_TEXT(snw_series_format_name(SNW_SERIES_FORMATS), "");
    CHECK_TEXT(snw_series_format_extension(SNW_SERIES_FORMATS), "");
}

// names are in quotes, and what would end them or the line does not
static void names_cannot_break_out(void) {
    char path[300];
    (void)snprintf(path, sizeof path, "%s/record-names.csv", SNW_BINARY_DIR);
    const char table[] = "t [s],\"a'b\"\"<&>\\c\"\n0,1\n";
    CHECK(snw_file_write(path, table, sizeof table - 1, NULL) == SNW_OK);
    snw_series *series = NULL;
    CHECK(snw_series_open(&series, path, NULL, NULL, NULL) == SNW_OK);
    static const char *const expected[] = {NULL, "name=\"a'b&quot;&lt;&amp;&gt;\\c\"",
                                           "'a''b\"<&>\\c'", "\"a'b\\\"<&>\\\\c\""};
    for (int i = 1; i < SNW_SERIES_FORMATS; i++) {
        char buffer[2000];
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_series_print_head(series, (snw_series_format)i, &text);
        CHECK(strstr(buffer, expected[i]) != NULL);
    }
    snw_series_close(series);
    CHECK(snw_file_remove(path, NULL) == SNW_OK);
}

// control characters of C0 and C1, DEL, bytes that are not UTF-8, and what XML does not have
static void names_that_no_text_can_hold_are_written_as_question_marks(void) {
    char path[300];
    (void)snprintf(path, sizeof path, "%s/record-bytes.csv", SNW_BINARY_DIR);
    const char table[] = "t [s],a\x1b[2Jb\x7f\xc2\x9b"
                         "c\xff\xc0\xaf\xef\xbf\xbf\xc3\xa9\n0,1\n";
    CHECK(snw_file_write(path, table, sizeof table - 1, NULL) == SNW_OK);
    snw_series *series = NULL;
    CHECK(snw_series_open(&series, path, NULL, NULL, NULL) == SNW_OK);
    for (int i = 0; i < SNW_SERIES_FORMATS; i++) {
        char buffer[2000];
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_series_print_head(series, (snw_series_format)i, &text);
        CHECK(strstr(buffer, "a?[2Jb???c??????\xc3\xa9") != NULL);
    }
    snw_series_close(series);
    CHECK(snw_file_remove(path, NULL) == SNW_OK);
}

int main(void) {
    RUN(all_formats_hold_the_same_numbers_bit_for_bit);
    RUN(the_numbers_are_those_of_the_loop);
    RUN(formats_are_found_by_name_and_by_the_end_of_a_file);
    RUN(names_cannot_break_out);
    RUN(names_that_no_text_can_hold_are_written_as_question_marks);
    return check_report();
}
