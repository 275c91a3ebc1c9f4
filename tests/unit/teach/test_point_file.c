// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"
#include "sinew/os/file.h"
#include "sinew/program.h"

#include "../../../src/runtime/teach/inside.h"

#define FILE_NAME SNW_BINARY_DIR "/taught.points"

static harness h;
static snw_point points[SNW_POINTS];

static void write_text(const char *text) {
    CHECK(snw_file_write(FILE_NAME, text, strlen(text), NULL) == SNW_OK);
}

static void points_come_back_bit_for_bit(void) {
    CHECK_CASES(check_scaled(50)) {
        const int axes = 1 + (int)check_real(0, 12), count = (int)check_real(0, 30);
        for (int i = 0; i < count; i++) {
            points[i] = (snw_point){.q_count = axes};
            (void)snprintf(points[i].name, sizeof points[i].name, "p%d.%d", i,
                           (int)check_real(0, 100));
            for (int k = 0; k < axes; k++)
                points[i].q[k] = check_real(-3, 3) * pow(10, check_real(-12, 3));
        }
        CHECK(snw__point_file_write(FILE_NAME, "arm", points, count, NULL) == SNW_OK);
        static snw_point back[SNW_POINTS];
        int found = -1;
        CHECK(snw_point_file_read(FILE_NAME, axes, back, SNW_POINTS, &found, NULL) == SNW_OK);
        CHECK(found == count);
        for (int i = 0; i < count; i++) {
            CHECK_TEXT(back[i].name, points[i].name);
            CHECK(memcmp(back[i].q, points[i].q, sizeof(double) * (size_t)axes) == 0);
        }
    }
    CHECK(remove(FILE_NAME) == 0);
}

static void comments_blanks_and_the_ends_of_lines_of_any_editor_are_passed_over(void) {
    write_text("# arm\r\n\r\n  a\t1, 2  3e-1 # over the table\r\n\n#b 1 2 3\nc -1 .5 +2");
    int count = 0;
    CHECK(snw_point_file_read(FILE_NAME, 3, points, 4, &count, NULL) == SNW_OK);
    CHECK(count == 2);
    CHECK_TEXT(points[0].name, "a");
    CHECK_NEAR(points[0].q[2], 0.3, 0);
    CHECK_TEXT(points[1].name, "c");
    CHECK_NEAR(points[1].q[1], 0.5, 0);
    CHECK(remove(FILE_NAME) == 0);
}

static void every_fault_is_told_with_its_line_rule_and_way_out(void) {
    static const struct {
        const char *text, *rule;
        int line;
        snw_status code;
    } faults[] = {
        {"a 1 2 3\nb/c 1 2 3\n", "point-name", 2, SNW_ERR_SYNTAX},
        {"line 1 2 3\n", "point-name", 1, SNW_ERR_SYNTAX},
        {"\n\n# no\na 1 2 x\n", "point-number", 4, SNW_ERR_SYNTAX},
        {"a 1 nan 3\n", "point-number", 1, SNW_ERR_SYNTAX},
        {"a 1 2 3 4\n", "point-count", 1, SNW_ERR_SIZE},
        {"a\n", "point-count", 1, SNW_ERR_SIZE},
        {"a 1 2 3\nb 1 2 3\na 1 2 3", "point-twice", 3, SNW_ERR_DUPLICATE},
        {"a 1 2 3\nb 1 2 3\nc 1 2 3\nd 1 2 3\ne 1 2 3\nf 1 2 3\n", "point-room", 5, SNW_ERR_FULL},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        snw_why why[4];
        snw_diags diags = {.items = why, .capacity = 4};
        int count = -1;
        write_text(faults[i].text);
        CHECK(snw_point_file_read(FILE_NAME, 3, points, 4, &count, &diags) == faults[i].code);
        CHECK(count == 0 && diags.count == 1);
        CHECK_TEXT(why[0].rule, faults[i].rule);
        CHECK(why[0].line == faults[i].line && why[0].fix[0] != '\0');
        CHECK(strstr(why[0].file, "taught.points") != NULL);
    }
    CHECK(remove(FILE_NAME) == 0);
    int count = -1;
    CHECK(snw_failed(snw_point_file_read(FILE_NAME, 3, points, 4, &count, NULL)) && count == 0);
}

// a hostile file may be refused, not more
static void any_bytes_are_read_or_refused(void) {
    CHECK_CASES(check_scaled(300)) {
        char text[256];
        const int length = (int)check_real(0, 255);
        for (int i = 0; i < length; i++)
            text[i] = " \n\t#abz019.-+e,\x80/|"[(int)check_real(0, 19)];
        CHECK(snw_file_write(FILE_NAME, text, (size_t)length, NULL) == SNW_OK);
        int count = -1;
        const snw_status status =
            snw_point_file_read(FILE_NAME, 2, points, SNW_POINTS, &count, NULL);
        CHECK(status == SNW_OK ? count >= 0 : count == 0);
        for (int i = 0; i < count; i++)
            CHECK(snw__point_name_is_good(points[i].name) && points[i].q_count == 2);
    }
    CHECK(remove(FILE_NAME) == 0);
}

// region: program
// goes to every point that a pendant has taught
static snw_status go_to_all(const char *cell, const char *file, int axes) {
    static snw_point taught[SNW_POINTS];
    int count;
    snw_status status = snw_point_file_read(file, axes, taught, SNW_POINTS, &count, NULL);
    if (snw_failed(status)) return status;
    snw_program program;
    snw_program_options options = snw_program_defaults();
    options.path = cell;
    status = snw_program_open(&program, &options, NULL);
    if (snw_failed(status)) return status;
    for (int i = 0; i < count && !snw_failed(status); i++)
        status = snw_wait_for(&program, snw_move_joints(&program, taught[i].q), 20);
    const snw_status closed = snw_program_close(&program, NULL);
    return snw_failed(status) ? status : closed;
}
// endregion

// The pendant teaches and writes the file; a person adds a line; a program that knows nothing of
// the pendant goes to all of them; and the pendant takes them back.
// spec: loffler:L-190
static void a_file_of_the_pendant_drives_a_program_also_after_an_edit_by_hand(void) {
    static const char *const path = SNW_SOURCE_DIR "/cells/panda.cell.xml";
    open_ready(&h, HEAD POINTS LAW TAIL);
    say(&h, "points", "store home");
    say(&h, "motion", "move 0.3 -0.6 0.1 -2.1 0.2 1.7 0.5");
    run_ticks(&h, 200);
    say(&h, "points", "store second");
    double second[SNW_AXES];
    memcpy(second, h.arm->estimate.q, sizeof second);
    const snw_teach_asker asker = {ask_for_file, &h};
    int count = 0;
    CHECK(snw_teach_save_points(&asker, "points", FILE_NAME, &count, NULL) == SNW_OK);
    CHECK(count == 2);

    // by hand: another point, and a remark
    snw_file_content content;
    CHECK(snw_file_read(FILE_NAME, NULL, &content, NULL) == SNW_OK);
    char text[4096];
    (void)snprintf(text, sizeof text, "%.*sthird -0.2 -0.5 0 -2 0 1.5 0.7  # by hand\n",
                   (int)content.size, content.data);
    snw_file_free(&content);
    write_text(text);

    // the program
    CHECK(snw_point_file_read(FILE_NAME, 7, points, SNW_POINTS, &count, NULL) == SNW_OK);
    CHECK(count == 3);
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = path;
    CHECK(!snw_failed(snw_program_open(&p, &options, NULL)));
    for (int i = 0; i < count; i++) {
        CHECK(snw_wait_for(&p, snw_move_joints(&p, points[i].q), 20) == SNW_OK);
        double now[SNW_AXES];
        snw_program_joints(&p, now);
        for (int k = 0; k < 7; k++)
            CHECK_NEAR(now[k], points[i].q[k], 1e-3);
    }
    CHECK(!snw_failed(snw_program_close(&p, NULL)));
    for (int k = 0; k < 7; k++)
        CHECK_NEAR(points[1].q[k], second[k], 1e-6);

    CHECK(go_to_all(path, FILE_NAME, 7) == SNW_OK);

    // and back
    say(&h, "points", "clear");
    CHECK(snw_teach_load_points(&asker, "points", FILE_NAME, &count, NULL) == SNW_OK);
    CHECK(count == 3);
    say(&h, "points", "go third");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    CHECK_NEAR(h.arm->target.q[0], -0.2, 1e-12);

    // what the component refuses is told
    write_text("far 9 0 0 -1 0 1 0\n");
    snw_why why[2];
    snw_diags diags = {.items = why, .capacity = 2};
    CHECK(snw_teach_load_points(&asker, "points", FILE_NAME, &count, &diags) == SNW_ERR_LIMIT);
    CHECK(count == 0 && diags.count == 1);
    write_text("far 9 0 0\n");
    CHECK(snw_teach_load_points(&asker, "points", FILE_NAME, &count, &diags) == SNW_ERR_SIZE);
    close_cell(&h);
    CHECK(remove(FILE_NAME) == 0);
}

int main(void) {
    RUN(points_come_back_bit_for_bit);
    RUN(comments_blanks_and_the_ends_of_lines_of_any_editor_are_passed_over);
    RUN(every_fault_is_told_with_its_line_rule_and_way_out);
    RUN(any_bytes_are_read_or_refused);
    RUN(a_file_of_the_pendant_drives_a_program_also_after_an_edit_by_hand);
    return check_report();
}
