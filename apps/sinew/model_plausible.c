// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio/plausible.h"

#include <string.h>

#include "model_command.h"
#include "sinew/meshio/load.h"
#include "sinew/shape.h"

// a file whose name does not say what it is
static void refuse_format(model_input *input, const char *link, const snw_mesh_file *file) {
    char subject[SNW_WHY_SUBJECT], sentence[SNW_WHY_TEXT];
    snw_text text = snw_text_over(subject, sizeof subject);
    snw_text_format(&text, "%s/link[%s]", input->robot->name, link);
    text = snw_text_over(sentence, sizeof sentence);
    snw_text_format(&text, "'%.60s' has no extension that names a mesh", file->name);
    snw_why why;
    snw_why_set(&why, SNW_ERR_RANGE, subject, sentence);
    snw_why_rule(&why, "mesh-format");
    snw_why_at(&why, input->path, 0, 0);
    snw_why_fix(&why, "name a mesh: .stl, .obj, .glb, .dae");
    why.severity = input->strictness == SNW_STRICT ? SNW_ERROR : SNW_WARNING;
    snw_diags_add(&input->diags, &why);
}

// a mesh is judged by its own module, in its own arena, so that one at a time is in memory
static void judge_mesh(model_input *input, const char *link, const snw_mesh_file *file) {
    if (file->file[0] == '\0') return;
    if (snw_mesh_format_of(file->file) == SNW_MESH_OTHER) {
        const char *dot = strrchr(file->file, '.');
        if (dot != NULL && strchr(dot, '/') == NULL) return; // a converter may read it
        refuse_format(input, link, file);
        return;
    }
    snw_setup *setup = snw_setup_create((size_t)2 << 30);
    snw_mesh *mesh = NULL;
    snw_diags *diags = &input->diags;
    const int before = diags->count, errors = diags->errors;
    if (setup == NULL) return;
    const snw_status status = snw_mesh_load(file->file, file->scale, setup, &mesh, diags);
    snw_setup_destroy(setup);

    // a mesh that cannot be read is a warning, as one that is missing is
    if (!snw_failed(status)) return;
    if (input->strictness == SNW_STRICT) {
        input->status = model_status(status);
        return;
    }
    for (int i = before; i < diags->count; i++) {
        if (diags->items[i].severity != SNW_ERROR) continue;
        diags->items[i].severity = SNW_WARNING;
    }
    diags->warnings += diags->errors - errors;
    diags->errors = errors;
}

static void judge_meshes(model_input *input, const char *link, const snw_body_shape *shapes,
                         int count) {
    for (int i = 0; i < count; i++) {
        if (shapes[i].shape.type != &snw_mesh_file_type) continue;
        judge_mesh(input, link, shapes[i].shape.block);
    }
}

void model_plausible(model_input *input) {
    const snw_robot *robot = input->robot;
    snw_robot_check_plausible(robot, &input->model, input->path, input->strictness, &input->diags);
    for (int i = 0; i < robot->link_count; i++) {
        const snw_link_description *link = &robot->links[i];
        judge_meshes(input, link->name, link->visuals, link->visual_count);
        judge_meshes(input, link->name, link->collisions, link->collision_count);
    }
    snw_robot_place(input->path, &input->load, &input->diags);
}
