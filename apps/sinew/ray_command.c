// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include "world_input.h"

static const char ray_description[] =
    "The line goes from one point to another, both in the world. Bodies are links with shapes in "
    "<collisions>; the boxes, zones and spaces of rules are passed through. Exit code 1 when "
    "nothing is hit.\n\n--json writes {hit, body, t, distance, point, normal, inside}; t is the "
    "part of the way, 0 to 1, and inside is true where the line begins in the body.";
static const cli_parameter ray_arguments[] = {
    {.name = "what", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = WORLD_SENTENCE},
    {0},
};
static const cli_parameter ray_options[] = {
    {.name = "from",
     .kind = CLI_REALS,
     .need = CLI_REQUIRED,
     .least = 3,
     .most = 3,
     .unit = "m",
     .sentence = "Point at which the line begins: x y z."},
    {.name = "to",
     .kind = CLI_REALS,
     .need = CLI_REQUIRED,
     .least = 3,
     .most = 3,
     .unit = "m",
     .sentence = "Point at which the line ends: x y z."},
    {.name = "member", .letter = 'm', .kind = CLI_TEXT, .sentence = "Member that --q is for."},
    WORLD_STATE_OPTIONS,
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example ray_examples[] = {
    {"sinew ray wall --from '0 0 2' --to '0 0 0'", "Find what is below a point."},
    {"sinew ray my.cell.xml --state ready --from '2 0 0.5' --to '0 0 0.5' --json",
     "Write the first body on the line as JSON."},
    {0},
};

typedef struct job {
    world_input in;
    snw_segment line;
    bool found;
    snw_world_hit hit;
    char body[SNW_BODY_NAME];
} job;

static double way_to(const job *j) {
    return snw_vec3_distance(j->line.start, j->hit.hit.point);
}

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "hit", j->found);
    if (j->found) {
        snw_json_string(&json, "body", j->body);
        snw_json_real(&json, "t", j->hit.hit.t);
        snw_json_real(&json, "distance", way_to(j));
        snw_json_reals(&json, "point", &j->hit.hit.point.x, 3);
        snw_json_reals(&json, "normal", &j->hit.hit.normal.x, 3);
        snw_json_bool(&json, "inside", j->hit.hit.inside);
    }
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
    if (!j->found) {
        snw_text_format(text, "nothing is on the line\n");
        return;
    }
    snw_text_format(text, "%s after ", j->body);
    snw_text_real(text, way_to(j));
    snw_text_format(text, " m%s\n\n| Place | x | y | z |\n|---|---|---|---|\n",
                    j->hit.hit.inside ? ", the line begins inside" : "");
    add_vector(text, "point [m]", j->hit.hit.point);
    add_vector(text, "normal", j->hit.hit.normal);
}

static snw_status cast(const snw_registry *registry, const cli_values *values, cli_io *io,
                       snw_why *why) {
    job j = {.found = false};
    snw_status status = world_open(&j.in, cli_text(values, "what"), registry, values, io, why);
    if (snw_failed(status)) return status;
    int count;
    const double *from = cli_reals(values, "from", &count), *to = cli_reals(values, "to", &count);
    j.line =
        (snw_segment){snw_vec3_of(from[0], from[1], from[2]), snw_vec3_of(to[0], to[1], to[2])};
    j.found = snw_collision_ray(&j.in.around, &j.line, &j.hit);
    if (j.found) snw_world_name(&j.in.world, j.hit.body, j.body);
    status =
        io->json ? cli_print(io, render_json, &j) : model_print_page(io, compose_page, &j, why);
    world_close(&j.in);
    if (snw_failed(status) || j.found) return status;
    io->answered = true;
    return SNW_ERR_CHECK;
}

static snw_status run_ray(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(cast, values, io, why);
}

const cli_command ray_command = {.name = "ray",
                                 .group = "Models",
                                 .summary = "Find the first body of a cell or a model on a line.",
                                 .description = ray_description,
                                 .arguments = ray_arguments,
                                 .options = ray_options,
                                 .examples = ray_examples,
                                 .run = run_ray};
