// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_command.h"

// --- convert ------------------------------------------------------------------------------------

snw_status model_convert(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    const model_output output = model_output_of(values, "out");
    model_input input;
    snw_status status = model_take(&input, cli_text(values, "in"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const model_origin origin = {input.path, NULL, input.extra};
    status = model_write(&output, input.robot, &origin, io, why);
    model_close(&input);
    return status;
}

// --- tables -------------------------------------------------------------------------------------

static const char *convention_name(snw_dh_convention convention) {
    return convention == SNW_DH_STANDARD ? "standard" : "modified";
}

static const char *row_kind(snw_dh_kind kind) {
    switch (kind) {
    case SNW_DH_REVOLUTE:
        return "revolute";
    case SNW_DH_CONTINUOUS:
        return "continuous";
    case SNW_DH_PRISMATIC:
        return "prismatic";
    case SNW_DH_BASE:
        return "base";
    case SNW_DH_TOOL:
        break;
    }
    return "tool";
}

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
    snw_text_format(text, "%s, %s, %s", row->joint, row->link, row_kind(row->kind));
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

void model_dh_csv(snw_text *text, const void *context) {
    const snw_dh_sheet *sheet = context;
    snw_text_format(text, "convention, %s\nname, %s\n", convention_name(sheet->convention),
                    sheet->name);
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

snw_status model_dh_sayable(const snw_dh_sheet *sheet, snw_why *why) {
    for (int i = -1; i < sheet->row_count; i++) {
        const char *joint = i < 0 ? sheet->name : sheet->rows[i].joint;
        const char *link = i < 0 ? "" : sheet->rows[i].link;
        const char *name = strpbrk(joint, ",;\t#\"") != NULL ? joint : link;
        if (strpbrk(name, ",;\t#\"") == NULL) continue;
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "a table cannot say the name '%s'", name);
        snw_why_set(why, SNW_ERR_UNSUPPORTED, sheet->name, text);
        snw_why_rule(why, "unsayable");
        snw_why_fix(why, "take separators, quotes and # out of it, or write .dh.xml");
        return SNW_ERR_UNSUPPORTED;
    }
    return SNW_OK;
}

// --- dh -----------------------------------------------------------------------------------------

typedef struct fitted {
    const snw_dh_sheet *sheet;
    snw_dh_fit fit;
} fitted;

static void compose_table(snw_text *text, const void *context) {
    const fitted *f = context;
    snw_text_format(text, "%s, %s convention\n\n", f->sheet->name,
                    convention_name(f->sheet->convention));
    snw_text_format(text, "| Joint | Kind | a [m] | alpha [rad] | d [m] | theta [rad] | Offset |\n"
                          "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < f->sheet->row_count; i++) {
        const snw_dh_row *row = &f->sheet->rows[i];
        snw_text_format(text, "| ");
        model_cell(text, row->joint[0] != '\0' ? row->joint : "-");
        model_cell(text, row_kind(row->kind));
        model_cell_real(text, row->a);
        model_cell_real(text, row->alpha);
        model_cell_real(text, row->d);
        model_cell_real(text, row->theta);
        model_cell_real(text, row->offset);
        snw_text_format(text, "\n");
    }
    char position[SNW_NUMBER_SIZE], rotation[SNW_NUMBER_SIZE];
    (void)snw_real_print(f->fit.position, position);
    (void)snw_real_print(f->fit.rotation, rotation);
    snw_text_format(text, "\nResidual over %d configurations: %s m, %s rad\n",
                    f->fit.configurations, position, rotation);
}

static void render_json(snw_text *text, const void *context) {
    const fitted *f = context;
    snw_text_format(text, "{\"name\":");
    snw_text_json_string(text, f->sheet->name);
    snw_text_format(text, ",\"convention\":\"%s\",\"base\":{",
                    convention_name(f->sheet->convention));
    model_json_pose(text, f->sheet->base);
    snw_text_format(text, "},\"rows\":[");
    for (int i = 0; i < f->sheet->row_count; i++) {
        const snw_dh_row *row = &f->sheet->rows[i];
        double numbers[ROW_NUMBERS];
        row_numbers(row, numbers);
        snw_text_format(text, "%s\n{\"joint\":", i > 0 ? "," : "");
        snw_text_json_string(text, row->joint);
        snw_text_format(text, ",\"kind\":\"%s\"", row_kind(row->kind));
        for (int c = 0; c < ROW_NUMBERS; c++) {
            snw_text_format(text, ",\"%s\":", row_names[c]);
            snw_text_json_real(text, numbers[c]);
        }
        snw_text_format(text, "}");
    }
    snw_text_format(text, "],\"tool\":{");
    model_json_pose(text, f->sheet->tool);
    snw_text_format(text,
                    "},\n\"residual\":{\"configurations\":%d,\"position\":", f->fit.configurations);
    snw_text_json_real(text, f->fit.position);
    snw_text_format(text, ",\"rotation\":");
    snw_text_json_real(text, f->fit.rotation);
    snw_text_format(text, "}}\n");
}

static snw_status put_sheet(const model_input *input, const snw_dh_sheet *sheet,
                            const cli_values *values, snw_why *why) {
    const model_output output = {.path = cli_text(values, "out"),
                                 .force = cli_flag(values, "force")};
    snw_status status = model_may_write(&output, input->path, NULL, why);
    if (!snw_failed(status)) status = model_dh_sayable(sheet, why);
    if (snw_failed(status)) return status;
    size_t length = 0;
    char *text = model_composed(model_dh_csv, sheet, &length, why);
    if (text == NULL) return SNW_ERR_MEMORY;
    status = snw_file_write(output.path, text, length, why);
    free(text);
    return status;
}

snw_status model_dh(const snw_registry *registry, const cli_values *values, cli_io *io,
                    snw_why *why) {
    model_input input;
    snw_status status = model_take(&input, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const char *convention = cli_text(values, "convention");
    const snw_dh_request request = {
        .convention = strcmp(convention, "standard") == 0 ? SNW_DH_STANDARD : SNW_DH_MODIFIED,
        .base = cli_text(values, "base"),
        .tip = cli_text(values, "tip")};
    fitted f = {0};
    snw_dh_sheet *sheet = NULL;
    status = snw_dh_from_robot(input.robot, &request, input.setup, &sheet, &f.fit, why);
    f.sheet = sheet;
    if (!snw_failed(status) && cli_given(values, "out")) {
        status = put_sheet(&input, sheet, values, why);
    }
    if (!snw_failed(status)) {
        status = io->json ? cli_print(io, render_json, &f)
                          : model_print_page(io, compose_table, &f, why);
    }
    model_close(&input);
    return status;
}
