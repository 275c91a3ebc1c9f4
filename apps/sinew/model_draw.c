// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "fk_command.h"
#include "model_command.h"
#include "sinew/model/coordinates.h"
#include "sinew/os/file.h"

static snw_status picture(const model_input *input, const snw_kin *kin, const char *path,
                          snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    snw_status status = cli_draw_svg(input->robot, &input->model, kin, NULL, &text, why);
    if (snw_failed(status)) return status;
    const size_t room = text.length + 1;
    char *memory = malloc(room);
    if (memory == NULL) return SNW_ERR_MEMORY;
    text = snw_text_over(memory, room);
    status = cli_draw_svg(input->robot, &input->model, kin, NULL, &text, why);
    if (!snw_failed(status)) status = snw_file_write(path, memory, text.length, why);
    free(memory);
    return status;
}

// an SVG may be replaced, other files only when they are empty or asked for
static snw_status may_draw(const cli_values *values, snw_why *why) {
    const char *path = cli_text(values, "out");
    const size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 4, ".svg") != 0) {
        snw_why_set(why, SNW_ERR_UNSUPPORTED, path, "pictures are written as SVG");
        snw_why_rule(why, "format");
        snw_why_fix(why, "end the name in .svg");
        return SNW_ERR_UNSUPPORTED;
    }
    if (!snw_file_exists(path) || cli_flag(values, "force")) return SNW_OK;
    snw_why_set(why, SNW_ERR_PERMISSION, path, "the file is there already");
    snw_why_rule(why, "exists");
    snw_why_fix(why, "choose another name, or replace it with --force");
    return SNW_ERR_PERMISSION;
}

static snw_status posture(const snw_model *model, const cli_values *values, double *q,
                          snw_why *why) {
    int count;
    const double *given = cli_reals(values, "q", &count);
    if (!cli_given(values, "q")) {
        snw_midpoint(model, q);
        return SNW_OK;
    }
    if (count != model->nq) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "--q has %d numbers, the model has %d coordinates", count,
                        model->nq);
        snw_why_set(why, SNW_ERR_USAGE, model->name, text);
        snw_why_rule(why, "wrong-count");
        snw_why_fix(why, "'sinew model show' names them in order");
        return SNW_ERR_USAGE;
    }
    if (count > 0) memcpy(q, given, (size_t)count * sizeof *q);
    if (cli_flag(values, "deg")) fk_from_degrees(model, q);
    return SNW_OK;
}

snw_status model_draw(const snw_registry *registry, const cli_values *values, cli_io *io,
                      snw_why *why) {
    snw_status status = may_draw(values, why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    snw_kin kin;
    void *memory = NULL;
    double *q = calloc((size_t)input.model.nq + 1, sizeof *q);
    status = q == NULL ? SNW_ERR_MEMORY : model_kin(&input.model, &kin, &memory, why);
    if (!snw_failed(status)) status = posture(&input.model, values, q, why);
    if (!snw_failed(status)) {
        fk_job job = {.model = &input.model, .kin = &kin, .q = q};
        status = fk_update(&job, why);
    }
    if (!snw_failed(status)) status = picture(&input, &kin, cli_text(values, "out"), why);
    free(q);
    free(memory);
    model_close(&input);
    return status;
}
