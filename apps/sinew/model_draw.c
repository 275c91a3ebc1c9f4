// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "fk_command.h"
#include "model_command.h"
#include "sinew/draw.h"
#include "sinew/meshio/parts.h"
#include "sinew/model/coordinates.h"
#include "sinew/os/file.h"
#include "sinew/shape.h"

// --- meshes -------------------------------------------------------------------------------------

// one mesh of a picture: read here, or by the converter
static snw_status read_mesh(const snw_mesh_file *file, snw_setup *setup, snw_mesh **mesh,
                            snw_diags *diags) {
    snw_mesh_parts parts;
    snw_why why = {0};
    const snw_mesh *joined = NULL;
    snw_status status = snw_mesh_load_parts(file->file, file->scale, setup, &parts, diags);
    if (snw_failed(status)) return status;
    status = snw_mesh_join(&parts, setup, &joined, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    // it was made here, from `setup`
    memcpy(mesh, &joined, sizeof(void *));
    return SNW_OK;
}

// Names of files become meshes. What cannot be read is told and left out of the picture; what is
// odd about a mesh is for 'model check'.
static void take_meshes(const model_input *input, snw_body_shape *shapes, int count, cli_io *io) {
    for (int i = 0; i < count; i++) {
        if (shapes[i].shape.type != &snw_mesh_file_type) continue;
        const snw_mesh_file *file = shapes[i].shape.block;
        if (file->file[0] == '\0') continue;
        snw_why items[4];
        snw_diags diags = {.items = items, .capacity = 4};
        snw_mesh *mesh = NULL;
        if (!snw_failed(read_mesh(file, input->setup, &mesh, &diags))) {
            shapes[i].shape = (snw_child){&snw_mesh_type, mesh};
            continue;
        }
        for (int k = 0; k < diags.count; k++) {
            if (items[k].severity == SNW_ERROR) {
                items[k].severity = SNW_WARNING;
                char sentence[1024];
                (void)snw_why_sentence(&items[k], sentence, sizeof sentence);
                cli_note(io, "%s", sentence);
            }
        }
    }
}

static void take_all_meshes(const model_input *input, cli_io *io) {
    for (int i = 0; i < input->robot->link_count; i++) {
        const snw_link_description *link = &input->robot->links[i];
        take_meshes(input, link->visuals, link->visual_count, io);
        if (link->visual_count == 0) {
            take_meshes(input, link->collisions, link->collision_count, io);
        }
    }
}

// --- the picture --------------------------------------------------------------------------------

static snw_status picture(const model_input *input, const snw_kin *kin, const char *path,
                          snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    snw_status status = snw_draw_svg(input->robot, &input->model, kin, NULL, &text, why);
    if (snw_failed(status)) return status;
    const size_t room = text.length + 1;
    char *memory = malloc(room);
    if (memory == NULL) return SNW_ERR_MEMORY;
    text = snw_text_over(memory, room);
    status = snw_draw_svg(input->robot, &input->model, kin, NULL, &text, why);
    if (!snw_failed(status)) status = snw_file_write(path, memory, text.length, why);
    free(memory);
    return status;
}

// an SVG may be replaced, other files only when they are empty or asked for
static snw_status may_draw(const cli_values *values, snw_why *why) {
    const char *path = cli_text(values, "out");
    const size_t length = strlen(path);
    if (length < 5 || strcmp(path + length - 4, ".svg") != 0) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "format", path,
                               "pictures are written as SVG", "end the name in .svg");
    }
    if (!snw_file_exists(path) || cli_flag(values, "force")) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                           "choose another name, or replace it with --force");
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
        return snw_refuse_rule(why, SNW_ERR_USAGE, "wrong-count", model->name, text,
                               "'sinew model show' names them in order");
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
    if (!snw_failed(status)) take_all_meshes(&input, io);
    if (!snw_failed(status)) status = picture(&input, &kin, cli_text(values, "out"), why);
    free(q);
    free(memory);
    model_close(&input);
    return status;
}
