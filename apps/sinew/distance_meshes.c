// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "distance_command.h"
#include "model_input.h"
#include "sinew/collision.h"

typedef struct job {
    const char *names[2];
    snw_world_part parts[2];
    snw_pose T[2];
    snw_closest closest;
} job;

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "a", j->names[0]);
    snw_json_string(&json, "b", j->names[1]);
    snw_json_real(&json, "distance", j->closest.distance);
    snw_json_real(&json, "least", j->closest.least);
    snw_json_reals(&json, "point_a", &j->closest.a.x, 3);
    snw_json_reals(&json, "point_b", &j->closest.b.x, 3);
    snw_json_reals(&json, "normal", &j->closest.normal.x, 3);
    snw_json_bool(&json, "hull", j->parts[0].is_bound || j->parts[1].is_bound);
    cli_json_finish(&json);
}

static void add_vector(snw_text *text, const char *name, snw_vec3 v) {
    snw_text_format(text, "| %s | ", name);
    model_cell_real(text, v.x);
    model_cell_real(text, v.y);
    model_cell_real(text, v.z);
    snw_text_format(text, "\n");
}

static void compose_page(snw_text *text, const void *context) {
    const job *j = context;
    snw_text_format(text, "distance ");
    snw_text_real(text, j->closest.distance);
    snw_text_format(text, " m, at least ");
    snw_text_real(text, j->closest.least);
    snw_text_format(text, " m\n\n| Point | x | y | z |\n|---|---|---|---|\n");
    add_vector(text, "of the first [m]", j->closest.a);
    add_vector(text, "of the second [m]", j->closest.b);
    add_vector(text, "normal", j->closest.normal);
}

static snw_status take_pose(job *j, const cli_values *values, snw_why *why) {
    int count = 0;
    const double *p = cli_reals(values, "pose", &count);
    j->T[0] = j->T[1] = snw_pose_identity();
    if (count == 0) return SNW_OK;
    snw_quat turn;
    if (snw_failed(snw_quat_normalize(snw_quat_of(p[6], p[3], p[4], p[5]), &turn))) {
        return snw_refuse(why, SNW_ERR_USAGE, "pose", "the quaternion has no length",
                          "write x y z qx qy qz qw; no rotation is 0 0 0 1");
    }
    j->T[1] = snw_pose_of(snw_quat_to_mat3(turn), snw_vec3_of(p[0], p[1], p[2]));
    return SNW_OK;
}

static snw_status take_mesh(job *j, int index, snw_setup *setup, cli_io *io, snw_why *why) {
    snw_mesh_file file = {.scale = snw_vec3_of(1, 1, 1)};
    snw_copy_text(file.name, sizeof file.name, j->names[index]);
    snw_copy_text(file.file, sizeof file.file, j->names[index]);
    const snw_child shape = {&snw_mesh_file_type, &file};
    snw_world_part *part = &j->parts[index];
    const snw_status status = snw_world_part_init(part, &shape, snw_pose_identity(), setup, why);
    if (!snw_failed(status) && part->is_bound) {
        cli_note(io, "warning: %s is taken as its convex hull", j->names[index]);
    }
    return status;
}

snw_status distance_of_meshes(const cli_values *values, cli_io *io, snw_why *why) {
    job j = {.names = {cli_text(values, "what"), cli_text(values, "other")}};
    snw_setup *setup = snw_setup_create((size_t)4 << 30);
    snw_status status = setup == NULL ? SNW_ERR_MEMORY : take_pose(&j, values, why);
    for (int i = 0; i < 2 && !snw_failed(status); i++)
        status = take_mesh(&j, i, setup, io, why);
    if (!snw_failed(status)) {
        snw_distance_query query = snw_distance_defaults(&j.parts[0].solid, &j.parts[1].solid);
        query.T_first = j.T[0];
        query.T_second = j.T[1];
        status = snw_distance(&query, &j.closest);
    }
    if (!snw_failed(status)) {
        status =
            io->json ? cli_print(io, render_json, &j) : model_print_page(io, compose_page, &j, why);
    }
    snw_setup_destroy(setup);
    return status;
}
