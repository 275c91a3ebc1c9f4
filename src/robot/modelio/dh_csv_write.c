// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "dh_internal.h"

// the numbers of a row, in the order of its columns
enum { ROW_NUMBERS = 10 };
static const char *const row_names[ROW_NUMBERS] = {
    "a", "alpha", "d", "theta", "offset", "lower", "upper", "velocity", "acceleration", "effort"};

static void row_numbers(const snw_dh_row *row, double out[ROW_NUMBERS]) {
    const double numbers[] = {
        row->a,     row->alpha, row->d,        row->theta,        row->offset,
        row->lower, row->upper, row->velocity, row->acceleration, row->effort};
    memcpy(out, numbers, sizeof numbers);
}

// a column whose cells are all empty is left out; the first four are never
static bool has_column(const snw_dh_sheet *sheet, int column) {
    if (column < 4) return true;
    for (int i = 0; i < sheet->row_count; i++) {
        double numbers[ROW_NUMBERS];
        row_numbers(&sheet->rows[i], numbers);
        if (isfinite(numbers[column]) && numbers[column] != 0) return true;
        if (column > 4 && isfinite(numbers[column])) return true;
    }
    return false;
}

// --- poses as rows ------------------------------------------------------------------------------

// The file has rows only, so a whole pose becomes rows of its own. With the way in cylinder
// coordinates and the rotation by z-x-z angles, p = (r cos f, r sin f, h),
//
//   T = Rz(f) Tz(h) Tx(r) | Rz(z1 - f) Rx(x) | Rz(z2)        standard: each part is a row
//   T = Rz(f) Tz(h) | Tx(r) Rz(z1 - f) | Rx(x) Rz(z2)        modified: each part is a row
//
// which needs no division, so it is exact to rounding for every pose.
enum { POSE_ROWS = 3 };

static void rows_of_pose(snw_pose T, snw_dh_convention convention, snw_dh_row rows[POSE_ROWS]) {
    const double r = hypot(T.p.x, T.p.y), f = r > 0 ? atan2(T.p.y, T.p.x) : 0;
    const double sine = hypot(T.R.z.x, T.R.z.y), x = atan2(sine, T.R.z.z);
    const double z1 = sine > 0 ? atan2(T.R.z.x, -T.R.z.y) : 0;
    const snw_mat3 turned = snw_mat3_mul(snw_mat3_axis_angle(snw_vec3_of(1, 0, 0), -x),
                                         snw_mat3_axis_angle(snw_vec3_of(0, 0, 1), -z1));
    const snw_vec3 column = snw_mat3_apply(turned, T.R.x);
    const double z2 = atan2(column.y, column.x);
    const bool standard = convention == SNW_DH_STANDARD;
    rows[0] = (snw_dh_row){.theta = f, .d = T.p.z, .a = standard ? r : 0};
    rows[1] = (snw_dh_row){.theta = z1 - f, .alpha = standard ? x : 0, .a = standard ? 0 : r};
    rows[2] = (snw_dh_row){.theta = z2, .alpha = standard ? 0 : x};
}

static bool is_nothing(const snw_dh_row *row) {
    return row->a == 0 && row->alpha == 0 && row->d == 0 && row->theta == 0;
}

// --- the file -----------------------------------------------------------------------------------

static void add_row(snw_text *text, const snw_dh_sheet *sheet, const snw_dh_row *row) {
    double numbers[ROW_NUMBERS];
    row_numbers(row, numbers);
    snw_text_format(text, "%s, %s, %s", row->joint, row->link, snw_dh_kind_name(row->kind));
    for (int c = 0; c < ROW_NUMBERS; c++) {
        if (!has_column(sheet, c)) continue;
        snw_text_format(text, ", ");
        const bool constant = row->kind == SNW_DH_BASE || row->kind == SNW_DH_TOOL;
        if (isfinite(numbers[c]) && (c < 4 || !constant)) snw_text_real(text, numbers[c]);
    }
    snw_text_format(text, "\n");
}

static void add_pose(snw_text *text, const snw_dh_sheet *sheet, snw_pose pose, snw_dh_kind kind) {
    snw_dh_row rows[POSE_ROWS];
    rows_of_pose(pose, sheet->convention, rows);
    for (int i = 0; i < POSE_ROWS; i++) {
        if (is_nothing(&rows[i])) continue;
        rows[i].kind = kind;
        add_row(text, sheet, &rows[i]);
    }
}

static void write_sheet(snw_text *text, const snw_dh_sheet *sheet) {
    snw_text_format(text, "convention, %s\nname, %s\n",
                    sheet->convention == SNW_DH_STANDARD ? "standard" : "modified", sheet->name);
    snw_text_format(text, "joint, link, kind");
    for (int c = 0; c < ROW_NUMBERS; c++) {
        if (has_column(sheet, c)) snw_text_format(text, ", %s", row_names[c]);
    }
    snw_text_format(text, "\n");
    add_pose(text, sheet, sheet->base, SNW_DH_BASE);
    for (int i = 0; i < sheet->row_count; i++) {
        add_row(text, sheet, &sheet->rows[i]);
    }
    add_pose(text, sheet, sheet->tool, SNW_DH_TOOL);
}

static snw_status check_names(const snw_dh_sheet *sheet, snw_why *why) {
    for (int i = -1; i < sheet->row_count; i++) {
        const char *joint = i < 0 ? sheet->name : sheet->rows[i].joint;
        const char *link = i < 0 ? "" : sheet->rows[i].link;
        const char *name = strpbrk(joint, ",;\t#\"") != NULL ? joint : link;
        if (strpbrk(name, ",;\t#\"") == NULL) continue;
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "a table cannot express the name '%s'", name);
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "unsayable", sheet->name, text,
                               "remove separators, quotes and # from it, or write .dh.xml");
    }
    return SNW_OK;
}

snw_status snw_dh_write_csv(const snw_dh_sheet *sheet, snw_text *text, snw_why *why) {
    const snw_status status = check_names(sheet, why);
    if (!snw_failed(status)) write_sheet(text, sheet);
    return status;
}
