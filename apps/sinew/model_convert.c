// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_command.h"

// --- convert ------------------------------------------------------------------------------------

// Names that were too long for the model are written as the model has them: who uses the file
// elsewhere looks for the whole ones.
static void warn_of_short_names(const model_input *input, const char *path, cli_io *io) {
    int count = 0;
    for (int i = 0; i < input->diags.count && i < input->diags.capacity; i++) {
        const snw_why *why = &input->diags.items[i];
        count += why->code == SNW_ERR_SIZE && strcmp(why->rule, "urdf-name") == 0;
    }
    if (count == 0) return;
    cli_note(io, "warning: %s: %d name%s written shortened", path, count,
             count == 1 ? " is" : "s are");
}

snw_status model_convert(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    const model_output output = model_output_of(values, "out");
    model_input input;
    snw_status status = model_take(&input, cli_text(values, "in"), registry, values, io, why);
    if (snw_failed(status)) return status;
    const model_origin origin = {input.path, NULL, input.extra};
    status = model_write(&output, input.robot, &origin, io, why);
    if (!snw_failed(status)) warn_of_short_names(&input, output.path, io);
    model_close(&input);
    return status;
}

// --- tables -------------------------------------------------------------------------------------

static const char *convention_name(snw_dh_convention convention) {
    return convention == SNW_DH_STANDARD ? "standard" : "modified";
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
        model_cell(text, snw_dh_kind_name(row->kind));
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
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "name", f->sheet->name);
    snw_json_string(&json, "convention", convention_name(f->sheet->convention));
    snw_json_object(&json, "base");
    model_json_pose(&json, f->sheet->base);
    snw_json_end(&json);
    snw_json_array(&json, "rows");
    for (int i = 0; i < f->sheet->row_count; i++) {
        const snw_dh_row *row = &f->sheet->rows[i];
        double numbers[ROW_NUMBERS];
        row_numbers(row, numbers);
        snw_json_new_line(&json);
        snw_json_object(&json, NULL);
        snw_json_string(&json, "joint", row->joint);
        snw_json_string(&json, "kind", snw_dh_kind_name(row->kind));
        for (int c = 0; c < ROW_NUMBERS; c++) {
            snw_json_real(&json, row_names[c], numbers[c]);
        }
        snw_json_end(&json);
    }
    snw_json_end(&json);
    snw_json_object(&json, "tool");
    model_json_pose(&json, f->sheet->tool);
    snw_json_end(&json);
    snw_json_new_line(&json);
    snw_json_object(&json, "residual");
    snw_json_int(&json, "configurations", f->fit.configurations);
    snw_json_real(&json, "position", f->fit.position);
    snw_json_real(&json, "rotation", f->fit.rotation);
    snw_json_end(&json);
    cli_json_finish(&json);
}

static snw_status put_sheet(const model_input *input, const snw_dh_sheet *sheet,
                            const cli_values *values, snw_why *why) {
    const model_output output = {.path = cli_text(values, "out"),
                                 .force = cli_flag(values, "force")};
    snw_status status = model_may_write(&output, input->path, NULL, why);
    snw_text text = snw_text_over(NULL, 0);
    if (!snw_failed(status)) status = snw_dh_write_csv(sheet, &text, why);
    if (snw_failed(status)) return status;
    const size_t room = text.length + 1;
    char *memory = malloc(room);
    if (memory == NULL) return snw_refuse(why, SNW_ERR_MEMORY, output.path, NULL, NULL);
    text = snw_text_over(memory, room);
    status = snw_dh_write_csv(sheet, &text, why);
    if (!snw_failed(status)) status = snw_file_write(output.path, memory, text.length, why);
    free(memory);
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
