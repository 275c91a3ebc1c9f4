// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "model_command.h"
#include "sinew/distance/cover.h"
#include "world_input.h"

static const char model_balls_description[] =
    "Links need shapes in <collisions>; each shape is covered by itself. Nothing of a shape is "
    "outside of its outer balls, and each inner ball, which has the same centre, is in the shape. "
    "The excess is the outer less the inner radius, the same for all balls of a shape; the table "
    "shows the largest of each link. Where --most balls do not suffice for the excess that was "
    "asked for, it is about the least that they allow. Shapes without bounds are left out.\n\n"
    "--json writes {excess, most, links: [{link, excess, balls: [{center, outer, inner}]}]}; "
    "centres are in the frame of the link.";
static const cli_parameter model_balls_options[] = {
    {.name = "excess",
     .kind = CLI_REAL,
     .standard = "0.01",
     .low = 1e-4,
     .high = 10,
     .sentence = "Largest outer less inner radius that is wanted [m]."},
    {.name = "most",
     .kind = CLI_INT,
     .standard = "24",
     .low = 1,
     .high = SNW_COVER_BALLS,
     .sentence = "Largest number of balls of a shape."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example model_balls_examples[] = {
    {"sinew model balls panda.xml", "Find at most 24 balls for each shape of the links."},
    {"sinew model balls arm.urdf --excess 0.005 --most 100 --json",
     "Write the balls of a finer cover."},
    {0},
};

// what is found of a link
typedef struct link_cover {
    const char *name;
    snw_ball *balls; ///< [count] in the frame of the link
    int count;
    double excess;
} link_cover;

typedef struct job {
    snw_cover_options options;
    link_cover *links;
    int count;
} job;

// --- output -------------------------------------------------------------------------------------

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_real(&json, "excess", j->options.excess);
    snw_json_int(&json, "most", j->options.most);
    snw_json_array(&json, "links");
    for (int i = 0; i < j->count; i++) {
        const link_cover *link = &j->links[i];
        snw_json_object(&json, NULL);
        snw_json_string(&json, "link", link->name);
        snw_json_real(&json, "excess", link->excess);
        snw_json_array(&json, "balls");
        for (int k = 0; k < link->count; k++) {
            const snw_ball *ball = &link->balls[k];
            const double center[3] = {ball->center.x, ball->center.y, ball->center.z};
            snw_json_object(&json, NULL);
            snw_json_reals(&json, "center", center, 3);
            snw_json_real(&json, "outer", ball->outer);
            snw_json_real(&json, "inner", ball->inner);
            snw_json_end(&json);
        }
        snw_json_end(&json);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void compose_page(snw_text *text, const void *context) {
    const job *j = context;
    int balls = 0;
    snw_text_format(text, "| Link | Balls | Excess [m] | Smallest ball [m] | Largest ball [m] |\n"
                          "|---|---|---|---|---|\n");
    for (int i = 0; i < j->count; i++) {
        const link_cover *link = &j->links[i];
        double least = (double)INFINITY, most = 0;
        for (int k = 0; k < link->count; k++) {
            least = fmin(least, link->balls[k].outer);
            most = fmax(most, link->balls[k].outer);
        }
        snw_text_format(text, "| ");
        model_cell(text, link->name);
        snw_text_format(text, "%d | ", link->count);
        model_cell_real(text, link->excess);
        model_cell_real(text, least);
        model_cell_real(text, most);
        snw_text_format(text, "\n");
        balls += link->count;
    }
    snw_text_format(text, "\n%d balls for %d links\n", balls, j->count);
}

// --- the command --------------------------------------------------------------------------------

static snw_status cover_part(const job *j, const snw_world_part *part, link_cover *link,
                             snw_why *why) {
    int count = 0;
    snw_ball *balls = &link->balls[link->count];
    const snw_status status = snw_solid_cover(&part->solid, &j->options, balls, &count, why);
    if (snw_failed(status)) return status;
    for (int i = 0; i < count; i++) {
        balls[i].center = snw_pose_apply(part->T_link_part, balls[i].center);
        link->excess = fmax(link->excess, balls[i].outer - balls[i].inner);
    }
    link->count += count;
    return SNW_OK;
}

static snw_status cover_link(const job *j, const snw_world_body *body, link_cover *link,
                             snw_setup *setup, snw_why *why) {
    const size_t room = (size_t)body->part_count * (size_t)j->options.most;
    link->balls = snw_setup_take(setup, room * sizeof *link->balls, _Alignof(snw_ball));
    if (link->balls == NULL) return snw_refuse(why, SNW_ERR_MEMORY, link->name, NULL, NULL);
    for (int i = 0; i < body->part_count; i++) {
        if (!isfinite(body->parts[i].solid.bound.radius)) continue;
        const snw_status status = cover_part(j, &body->parts[i], link, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status cover_links(job *j, world_input *in, cli_io *io, snw_why *why) {
    const snw_model *model = in->system->members[0].model;
    const size_t room = ((size_t)in->world.body_count + 1) * sizeof *j->links;
    j->links = snw_setup_take(in->setup, room, _Alignof(link_cover));
    if (j->links == NULL) return snw_refuse(why, SNW_ERR_MEMORY, in->path, NULL, NULL);
    // in the order of the links
    for (int link = 0; link < model->link_count; link++) {
        for (int i = 0; i < in->world.body_count; i++) {
            const snw_world_body *body = &in->world.bodies[i];
            if (body->body.member != 0 || body->body.link != link) continue;
            link_cover *one = &j->links[j->count];
            *one = (link_cover){.name = model->links[link].name};
            const snw_status status = cover_link(j, body, one, in->setup, why);
            if (snw_failed(status)) return status;
            j->count += one->count > 0;
        }
    }
    return io->json ? cli_print(io, render_json, j) : model_print_page(io, compose_page, j, why);
}

static snw_status find_balls(const snw_registry *registry, const cli_values *values, cli_io *io,
                             snw_why *why) {
    job j = {.options = {cli_real(values, "excess"), (int)cli_int(values, "most")}};
    world_input in;
    snw_status status = world_open_model(&in, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = cover_links(&j, &in, io, why);
    world_close(&in);
    return status;
}

static snw_status run_model_balls(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(find_balls, values, io, why);
}

const cli_command model_balls_command = {
    .name = "model balls",
    .group = "Models",
    .summary = "Find balls that hold the links of a model, and balls inside of them.",
    .description = model_balls_description,
    .arguments = model_file_arguments,
    .options = model_balls_options,
    .examples = model_balls_examples,
    .run = run_model_balls};
