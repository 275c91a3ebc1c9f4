// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <string.h>

#include "check.h"

#include "../os/scratch.h"
#include "sinew/cloud.h"

static char bytes[1 << 20];
static size_t used;

static void put(const void *data, size_t size) {
    CHECK(used + size <= sizeof bytes);
    memcpy(bytes + used, data, size);
    used += size;
}

static void put_text(const char *text) {
    put(text, strlen(text));
}

static snw_setup *new_setup(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 28);
    if (setup == NULL) abort();
    return setup;
}

static snw_status read_bytes(const char *name, snw_setup *setup, snw_cloud_file *out,
                             snw_diags *diags) {
    const scratch_name path = scratch(name);
    FILE *file = fopen(path.text, "wb");
    if (file == NULL || fwrite(bytes, 1, used, file) != used || fclose(file) != 0) abort();
    return snw_cloud_read_file(path.text, setup, out, diags);
}

// --- written here, read back --------------------------------------------------------------------

typedef enum layout { ASCII, LITTLE, BIG, LAYOUTS } layout;

static void put_number(const void *value, size_t size, layout how) {
    const unsigned char *from = value; // of a machine with the lowest byte first
    for (size_t i = 0; i < size; i++) {
        put(&from[how == BIG ? size - 1 - i : i], 1);
    }
}

static void put_float(double value, layout how) {
    char text[40];
    const float narrow = (float)value;
    (void)snprintf(text, sizeof text, " %.9g", (double)narrow);
    if (how == ASCII) put_text(text);
    if (how != ASCII) put_number(&narrow, sizeof narrow, how);
}

static void put_double(double value, layout how) {
    char text[40];
    (void)snprintf(text, sizeof text, " %.17g", value);
    if (how == ASCII) put_text(text);
    if (how != ASCII) put_number(&value, sizeof value, how);
}

static void put_short(int value, layout how) {
    char text[40];
    const int16_t narrow = (int16_t)value;
    (void)snprintf(text, sizeof text, " %d", value);
    if (how == ASCII) put_text(text);
    if (how != ASCII) put_number(&narrow, sizeof narrow, how);
}

static void put_byte(int value, layout how) {
    char text[40];
    const unsigned char narrow = (unsigned char)value;
    (void)snprintf(text, sizeof text, " %d", value);
    if (how == ASCII) put_text(text);
    if (how != ASCII) put(&narrow, 1);
}

static void end_line(layout how) {
    if (how == ASCII) put_text(check_int(0, 1) ? "\r\n" : "\n");
}

// x as float, y as double, z as a short, among a field of three values and one of a byte
static void write_pcd(const snw_vec3 *points, int count, layout how) {
    char text[300];
    used = 0;
    (void)snprintf(text, sizeof text,
                   "# .PCD v0.7\nVERSION 0.7\nFIELDS normal x y tag z\nSIZE 4 4 8 1 2\n"
                   "TYPE F F F U I\nCOUNT 3 1 1 1 1\nWIDTH %d\nHEIGHT 1\n"
                   "VIEWPOINT 0 0 0 1 0 0 0\nPOINTS %d\nDATA %s\n",
                   count, count, how == ASCII ? "ascii" : "binary");
    put_text(text);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            put_float(check_real(-1, 1), how);
        }
        put_float(points[i].x, how);
        put_double(points[i].y, how);
        put_byte(check_int(0, 255), how);
        put_short((int)points[i].z, how);
        end_line(how);
    }
}

// an element before the points, with a list; lists within them; faces behind
static void write_ply(const snw_vec3 *points, int count, layout how) {
    static const char *const names[LAYOUTS] = {"ascii", "binary_little_endian",
                                               "binary_big_endian"};
    char text[500];
    used = 0;
    (void)snprintf(text, sizeof text,
                   "ply\r\nformat %s 1.0\ncomment made by hand\nelement camera 2\n"
                   "property list uchar float y\nproperty double x\nobj_info none\n"
                   "element vertex %d\nproperty double z\nproperty list uint8 int16 seen\n"
                   "property float32 x\nproperty short y\nproperty uchar red\n"
                   "element face 1\nproperty list uchar int vertex_indices\nend_header\n",
                   names[how], count);
    put_text(text);
    for (int i = 0; i < 2; i++) {
        put_byte(2 * i, how);
        for (int k = 0; k < 2 * i; k++) {
            put_float(7, how);
        }
        put_double(99, how);
        end_line(how);
    }
    for (int i = 0; i < count; i++) {
        const int seen = check_int(0, 3);
        put_double(points[i].z, how);
        put_byte(seen, how);
        for (int k = 0; k < seen; k++) {
            put_short(k, how);
        }
        put_float(points[i].x, how);
        put_short((int)points[i].y, how);
        put_byte(255, how);
        end_line(how);
    }
    put_text("what is behind is not looked at");
}

static void points_come_back_from_every_layout(void) {
    static snw_vec3 points[300];
    CHECK_CASES(check_scaled(30)) {
        const int count = check_int(0, 300);
        for (int i = 0; i < count; i++) {
            // x is exact as a float and in nine digits; some formats have y and z as integers
            points[i] = snw_vec3_of(check_int(-3200, 3200) / 64.0, check_int(-9000, 9000),
                                    check_int(-9000, 9000));
        }
        for (int k = 0; k < 5; k++) {
            snw_setup *setup = new_setup();
            snw_why why[2];
            snw_diags diags = {.items = why, .capacity = 2};
            snw_cloud_file file = {0};
            const bool pcd = k < 2;
            if (pcd) write_pcd(points, count, (layout)k);
            if (!pcd) write_ply(points, count, (layout)(k - 2));
            const snw_status status =
                read_bytes(pcd ? "points.pcd" : "points.PLY", setup, &file, &diags);
            if (snw_failed(status))
                print_error("%s:%d %s\n", why[0].file, why[0].line, why[0].text);
            CHECK(status == SNW_OK && diags.count == 0 && file.left_out == 0);
            CHECK(file.cloud->point_count == count);
            for (int i = 0; i < count; i++) {
                CHECK(snw_vec3_equal(file.cloud->points[i], points[i]));
            }
            CHECK(snw_block_check(&snw_cloud_type, file.cloud, NULL, NULL) == SNW_OK);
            snw_setup_destroy(setup);
        }
    }
}

// what a depth camera writes where it saw nothing
static void points_without_a_number_are_left_out_and_told(void) {
    static const char text[] = "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 3\n"
                               "HEIGHT 2\nDATA ascii\n1 2 3\nnan nan nan\n\n4 -NaN 5\n6 7 -inf\n"
                               "Infinity 1 1\n8 9 10";
    snw_setup *setup = new_setup();
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_cloud_file file;
    used = 0;
    put_text(text);
    CHECK(read_bytes("holes.pcd", setup, &file, &diags) == SNW_OK);
    CHECK(file.cloud->point_count == 2 && file.left_out == 4);
    CHECK(snw_vec3_equal(file.cloud->points[1], snw_vec3_of(8, 9, 10)));
    CHECK(diags.count == 1 && diags.errors == 0 && why.severity == SNW_INFO);
    CHECK_TEXT(why.rule, "cloud-finite");
    CHECK_NEAR(why.numbers[0].value, 4, 0);
    snw_setup_destroy(setup);
}

// --- refusals -----------------------------------------------------------------------------------

typedef struct bad_file {
    const char *text;
    const char *rule;
    int line, column;
    const char *says;
} bad_file;

#define PCD_HEAD "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n"
#define PLY_HEAD "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"

static void refuses_all(const char *name, const bad_file *bad, size_t count) {
    for (size_t i = 0; i < count; i++) {
        snw_setup *setup = new_setup();
        snw_why why = {0};
        snw_diags diags = {.items = &why, .capacity = 1};
        snw_cloud_file file = {.left_out = 77};
        used = 0;
        put_text(bad[i].text);
        const size_t before = snw_setup_size(setup);
        const snw_status status = read_bytes(name, setup, &file, &diags);
        if (!snw_failed(status) || strcmp(why.text, bad[i].says) != 0 || why.line != bad[i].line ||
            why.column != bad[i].column) {
            print_error("%zu: %s:%d:%d: %s: %s\n", i, why.file, why.line, why.column, why.rule,
                        why.text);
        }
        CHECK(snw_failed(status) && diags.errors == 1);
        CHECK(file.left_out == 77 && file.cloud == NULL);
        CHECK_TEXT(why.text, bad[i].says);
        CHECK_TEXT(why.rule, bad[i].rule);
        CHECK(why.line == bad[i].line && why.column == bad[i].column);
        CHECK(strstr(why.file, name) != NULL && why.fix[0] != '\0');
        // nothing but the empty block was taken
        CHECK(snw_setup_size(setup) - before < 4096);
        snw_setup_destroy(setup);
    }
}

static void bad_pcd_files_are_refused_with_the_place(void) {
    static const bad_file bad[] = {
        {"", "pcd-header", 1, 0, "the header has no line DATA"},
        {"VERSION 0.7\nSPEED 3\n", "pcd-header", 2, 1, "'SPEED' is not a keyword of a PCD file"},
        {"FIELDS x\nFIELDS y\n", "pcd-header", 2, 0, "the fields are named twice"},
        {PCD_HEAD "POINTS -1\n", "cloud-count", 6, 8, "'-1' is not a number from 0 up"},
        {PCD_HEAD "POINTS\n", "pcd-header", 6, 0, "a number is missing"},
        {PCD_HEAD "POINTS 4000001\n", "cloud-count", 6, 8, "a number of the header is too large"},
        {PCD_HEAD "POINTS 99999999999999999999\n", "cloud-count", 6, 8,
         "'99999999999999999999' is not a number from 0 up"},
        {PCD_HEAD "WIDTH 4000000\nHEIGHT 4000000\nDATA binary\n", "cloud-count", 8, 0,
         "there are more than 4,000,000 points"},
        {PCD_HEAD "WIDTH 2\nHEIGHT 2\nPOINTS 5\nDATA ascii\n", "pcd-header", 9, 0,
         "POINTS is not WIDTH times HEIGHT"},
        {PCD_HEAD "WIDTH 2\nDATA ascii\n", "pcd-header", 7, 0, "the number of POINTS is missing"},
        {PCD_HEAD "POINTS 4000000\nDATA binary\nabc", "pcd-data", 0, 0,
         "the file ends before its points"},
        {PCD_HEAD "POINTS 2\nDATA ascii\n1 2 3\n4.000 5\n", "pcd-data", 9, 0,
         "the line has too few values"},
        {PCD_HEAD "POINTS 1\nDATA ascii\n1 2 3 4\n", "pcd-data", 8, 7, "'4' is one value too many"},
        {PCD_HEAD "POINTS 1\nDATA ascii\n1 2 three\n", "pcd-data", 8, 5, "'three' is not a number"},
        {PCD_HEAD "POINTS 1\nDATA ascii\n1 2 information\n", "pcd-data", 8, 5,
         "'information' is not a number"},
        {PCD_HEAD "POINTS 1\nDATA ascii\n1 2 3e7\n", "cloud-range", 8, 0,
         "a point is farther than 1e6 m away"},
        {PCD_HEAD "POINTS 9\nDATA ascii\n1 2 3\n", "pcd-data", 8, 0,
         "the file ends before its points"},
        {PCD_HEAD "POINTS 0\nDATA binary_compressed\n", "pcd-compressed", 7, 6,
         "'binary_compressed' is not read here"},
        {PCD_HEAD "POINTS 0\nDATA\n", "pcd-header", 7, 5, "'' is no kind of DATA"},
        {"FIELDS x y z\nSIZE 4 4\nTYPE F F F\nPOINTS 0\nDATA ascii\n", "pcd-header", 5, 0,
         "FIELDS, SIZE, TYPE and COUNT have not as many values each"},
        {"FIELDS x y z\nSIZE 4 4 3\nTYPE F F F\nPOINTS 0\nDATA ascii\n", "pcd-header", 5, 0,
         "a field has an unknown TYPE and SIZE"},
        {"FIELDS x y z\nSIZE 4 4 9\nTYPE F F F\n", "pcd-header", 2, 10,
         "a number of the header is too large"},
        {"FIELDS x y z\nCOUNT 1 0 1\n", "pcd-header", 2, 9, "'0' is no count of a field"},
        {"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 2\nPOINTS 0\nDATA ascii\n", "pcd-header",
         6, 0, "there are no fields x, y and z of COUNT 1"},
        {"FIELDS x y w\nSIZE 4 4 4\nTYPE F F F\nPOINTS 0\nDATA ascii\n", "pcd-header", 5, 0,
         "there are no fields x, y and z of COUNT 1"},
    };
    refuses_all("bad.pcd", bad, sizeof bad / sizeof *bad);
}

static void bad_ply_files_are_refused_with_the_place(void) {
    static const bad_file bad[] = {
        {"", "ply-header", 1, 0, "the file does not begin with 'ply'"},
        {"plywood\n", "ply-header", 1, 0, "the file does not begin with 'ply'"},
        {"ply\nformat ascii 1.0\n", "ply-header", 3, 0, "the header has no end"},
        {"ply\nformat text 1.0\n", "ply-header", 2, 8, "'text' is not a format of PLY"},
        {"ply\nformat ascii 2.0\n", "ply-header", 2, 14, "'2.0' is not version 1.0 of PLY"},
        {"ply\nshape round\n", "ply-header", 2, 1, "'shape' is not a keyword of a PLY header"},
        {"ply\nproperty float x\n", "ply-header", 2, 0, "a property has no element"},
        {"ply\nelement\n", "ply-header", 2, 0, "an element has no name"},
        {"ply\nelement vertex\n", "ply-header", 2, 0, "an element has no count"},
        {"ply\nelement vertex 4000001\n", "cloud-count", 2, 16,
         "a number of the header is too large"},
        {"ply\nelement face 536870913\n", "ply-header", 2, 14,
         "a number of the header is too large"},
        {"ply\nelement vertex 1\nproperty real x\n", "ply-header", 3, 10,
         "'real' is not a type of PLY"},
        {"ply\nelement vertex 1\nproperty list uchar float x\n", "ply-header", 3, 0,
         "a coordinate is a list"},
        {"ply\nelement vertex 1\nproperty float\n", "ply-header", 3, 0,
         "a property is not complete"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nend_header\n", "ply-header", 4, 0,
         "an element has no property"},
        {"ply\nelement vertex 0\nproperty float x\nend_header\n", "ply-header", 4, 0,
         "the header has no format"},
        {"ply\nformat ascii 1.0\nelement face 0\nproperty float x\nend_header\n", "ply-header", 5,
         0, "there is no element vertex"},
        {PLY_HEAD "end_header\n", "ply-header", 6, 0, "the element vertex has no x, y and z"},
        {PLY_HEAD "property float z\nend_header\n1 2 3\n4.000 5\n", "ply-data", 9, 0,
         "the line has too few values"},
        {PLY_HEAD "property float z\nend_header\n1 2 3\n", "ply-data", 8, 0,
         "the file ends before its points"},
        {PLY_HEAD "property float z\nend_header\n1 2 3\n4 5 x\n", "ply-data", 9, 5,
         "'x' is not a number"},
        {PLY_HEAD "property list char char l\nproperty float z\nend_header\n1 2 -1 3\n1 2 0 3\n",
         "ply-data", 9, 5, "'-1' is not a number from 0 up"},
        {PLY_HEAD "property list char char l\nproperty float z\nend_header\n1 2 9 3\n1 2 0 3\n",
         "ply-data", 9, 0, "the line has too few values"},
        {"ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty list char double l\n"
         "property char x\nproperty char y\nproperty char z\nend_header\n\x7F"
         "abc",
         "ply-data", 0, 0, "the file ends within a record"},
        {"ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty list char double l\n"
         "property char x\nproperty char y\nproperty char z\nend_header\n\xFF"
         "abc",
         "ply-data", 0, 0, "a list has a count below 0"},
        {"ply\nformat binary_big_endian 1.0\nelement vertex 4000000\nproperty char x\n"
         "property char y\nproperty char z\nend_header\nabc",
         "ply-data", 0, 0, "the file ends before its points"},
    };
    refuses_all("bad.ply", bad, sizeof bad / sizeof *bad);
}

// bytes have no lines: the place is a number
static void in_a_binary_file_the_byte_is_told(void) {
    snw_setup *setup = new_setup();
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_cloud_file file;
    used = 0;
    put_text(PCD_HEAD "POINTS 2\nDATA binary\n");
    const size_t begin = used;
    const float good[3] = {1, 2, 3}, bad[3] = {1, 2, 1e9f};
    put(good, sizeof good);
    put(bad, sizeof bad);
    CHECK(read_bytes("far.pcd", setup, &file, &diags) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "cloud-range");
    CHECK(why.line == 0 && why.number_count == 1);
    CHECK_TEXT(why.numbers[0].name, "byte");
    CHECK_NEAR(why.numbers[0].value, (double)begin + 24, 0);
    snw_setup_destroy(setup);
}

static void warns_of_rest(const char *text) {
    snw_setup *setup = new_setup();
    snw_why why = {0};
    snw_diags diags = {.items = &why, .capacity = 1};
    snw_cloud_file file;
    used = 0;
    put_text(text);
    CHECK(read_bytes("rest.pcd", setup, &file, &diags) == SNW_OK);
    CHECK(diags.warnings == 1 && file.cloud->point_count == 1);
    CHECK_TEXT(why.rule, "pcd-rest");
    snw_setup_destroy(setup);
}

static void what_is_behind_the_points_is_told(void) {
    warns_of_rest(PCD_HEAD "POINTS 1\nDATA ascii\n1 2 3\n\n4 5 6\n");
    warns_of_rest(PCD_HEAD "POINTS 1\nDATA binary\n000011112222x");
}

static void other_files_are_refused_by_name(void) {
    static const char *const names[] = {"points.xyz", "points", "points.pcd.gz", "folder.ply"};
    CHECK(mkdir(scratch("folder.ply").text, 0700) == 0);
    for (int i = 0; i < 4; i++) {
        snw_setup *setup = new_setup();
        snw_why why = {0};
        snw_diags diags = {.items = &why, .capacity = 1};
        snw_cloud_file file;
        const scratch_name path = scratch(names[i]);
        CHECK(snw_failed(snw_cloud_read_file(path.text, setup, &file, &diags)));
        CHECK(diags.errors == 1 && why.fix[0] != '\0');
        if (i < 3) CHECK_TEXT(why.rule, "cloud-format");
        snw_setup_destroy(setup);
    }
    snw_setup *setup = new_setup();
    snw_cloud_file file;
    CHECK(snw_failed(snw_cloud_read_file(scratch("nowhere.pcd").text, setup, &file, NULL)));
    snw_setup_destroy(setup);
}

// every file, cut off anywhere, is read or refused, and never read beyond its end
static void files_that_are_cut_off_are_refused(void) {
    static snw_vec3 points[4];
    for (int i = 0; i < 4; i++) {
        points[i] = snw_vec3_of(i, 2 * i, 3 * i);
    }
    for (int k = 0; k < 5; k++) {
        check_seed(k);
        if (k < 2) write_pcd(points, 4, (layout)k);
        if (k >= 2) write_ply(points, 4, (layout)(k - 2));
        const size_t whole = used - (k < 2 ? 0 : strlen("what is behind is not looked at"));
        const size_t text_end = k % 2 == 0 && k < 3 ? 3 : 1; // the end of the last line, a digit
        for (size_t size = 0; size + text_end < whole; size += check_scaled(20) < 20 ? 7 : 1) {
            snw_setup *setup = new_setup();
            snw_cloud_file file;
            used = size;
            CHECK(snw_failed(read_bytes(k < 2 ? "cut.pcd" : "cut.ply", setup, &file, NULL)));
            snw_setup_destroy(setup);
        }
    }
}

int main(void) {
    scratch_open();
    RUN(points_come_back_from_every_layout);
    RUN(points_without_a_number_are_left_out_and_told);
    RUN(bad_pcd_files_are_refused_with_the_place);
    RUN(bad_ply_files_are_refused_with_the_place);
    RUN(in_a_binary_file_the_byte_is_told);
    RUN(what_is_behind_the_points_is_told);
    RUN(other_files_are_refused_by_name);
    RUN(files_that_are_cut_off_are_refused);
    return check_report();
}
