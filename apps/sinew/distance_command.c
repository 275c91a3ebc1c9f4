// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "distance_command.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"
#include "sinew/os/error.h"
#include "world_input.h"

static const char distance_description[] =
    "Bodies are links with shapes in <collisions>, and the boxes, zones and spaces of the rules of "
    "the cell. Pairs are listed by rising distance, which is negative where two bodies overlap; "
    "least is a certified lower bound. The normal points from the second body to the first. "
    "Neighbouring links, links without a joint between them, and links that overlap where the cell "
    "starts are left out; -v names them.\n\nExit code 1 when two bodies are nearer than the "
    "distance that the rules of the cell want them to keep. Nothing is enforced without the "
    "element <collision>.\n\nWith two meshes, the distance of the second from the first: .stl, "
    ".obj or .glb files, taken as their convex hulls.\n\n--json writes {pairs: [{a, b, distance, "
    "least, policy, keep, "
    "point_a, point_b, normal, gradients: {MEMBER: [..]}}], rest, violations}; rest is a bound of "
    "all pairs that are not listed.";
static const cli_parameter distance_arguments[] = {
    {.name = "what", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = WORLD_SENTENCE},
    {.name = "other", .kind = CLI_FILE, .sentence = "Second mesh, where the first is a mesh."},
    {0},
};
static const cli_parameter distance_options[] = {
    WORLD_STATE_OPTIONS,
    {.name = "member",
     .letter = 'm',
     .kind = CLI_TEXT,
     .sentence = "Only pairs with a body that this member moves or carries."},
    {.name = "below",
     .kind = CLI_REAL,
     .low = 0,
     .high = 1e9,
     .unit = "m",
     .sentence = "Only pairs nearer than this."},
    {.name = "most",
     .letter = 'n',
     .kind = CLI_INT,
     .standard = "20",
     .low = 1,
     .high = 100000,
     .sentence = "Number of pairs that are listed at most."},
    {.name = "gradient",
     .sentence = "Show how each distance changes with the joint velocities of its members."},
    {.name = "csv", .kind = CLI_FILE, .sentence = "Write the pairs to this file too."},
    {.name = "pose",
     .kind = CLI_REALS,
     .least = 7,
     .most = 7,
     .sentence = "Pose of the second mesh in the frame of the first: x y z qx qy qz qw."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example distance_examples[] = {
    {"sinew distance wall", "List the nearest pairs of a cell where it starts."},
    {"sinew distance arm.urdf --q '0 -0.5 1 0 0.5 0' --below 0.1",
     "List the links that are near each other in one configuration."},
    {"sinew distance my.cell.xml --state ready --member arm --gradient --json",
     "Write pairs of one arm with gradients as JSON."},
    {"sinew distance a.stl b.stl --pose '0.5 0 0 0 0 0 1'", "Measure two meshes."},
    {0},
};

typedef struct job {
    world_input *in;
    snw_near *near; // [most]
    int count, violations;
    double rest;
    bool gradient;
    double *g; // [nv of the largest member]
} job;

// --- output -------------------------------------------------------------------------------------

static const char *policy_name(snw_pair_policy policy) {
    static const char *const names[] = {"ignore", "watch", "keep"};
    return names[policy];
}

// the members whose rates may change the distance: those of both bodies, and what carries them
static bool moves_pair(const job *j, const snw_near *near, int member) {
    const snw_model *model = j->in->system->members[member].model;
    if (model->nv == 0) return false;
    snw_collision_gradient(&j->in->around, near, member, j->g);
    if (near->a.member == member || near->b.member == member) return true;
    for (int i = 0; i < model->nv; i++)
        if (j->g[i] != 0) return true;
    return false;
}

static void json_pair(snw_json_writer *json, const job *j, const snw_near *near) {
    char a[SNW_BODY_NAME], b[SNW_BODY_NAME];
    snw_world_name(&j->in->world, near->a, a);
    snw_world_name(&j->in->world, near->b, b);
    snw_json_object(json, NULL);
    snw_json_string(json, "a", a);
    snw_json_string(json, "b", b);
    snw_json_real(json, "distance", near->closest.distance);
    snw_json_real(json, "least", near->closest.least);
    snw_json_string(json, "policy", policy_name(near->policy));
    snw_json_real(json, "keep", near->keep);
    snw_json_reals(json, "point_a", &near->closest.a.x, 3);
    snw_json_reals(json, "point_b", &near->closest.b.x, 3);
    snw_json_reals(json, "normal", &near->closest.normal.x, 3);
    if (j->gradient) {
        snw_json_object(json, "gradients");
        for (int i = 0; i < j->in->system->member_count; i++) {
            if (!moves_pair(j, near, i)) continue;
            const snw_system_member *member = &j->in->system->members[i];
            snw_json_reals(json, member->name, j->g, member->model->nv);
        }
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_array(&json, "pairs");
    for (int i = 0; i < j->count; i++)
        json_pair(&json, j, &j->near[i]);
    snw_json_end(&json);
    snw_json_real(&json, "rest", j->rest);
    snw_json_int(&json, "violations", j->violations);
    cli_json_finish(&json);
}

static void cell_vector(snw_text *text, snw_vec3 v) {
    const double p[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        char number[SNW_NUMBER_SIZE];
        (void)snw_real_print(round(p[i] * 1e4) / 1e4 + 0.0, number);
        snw_text_format(text, "%s%s", i > 0 ? " " : "", number);
    }
    snw_text_format(text, " | ");
}

static void compose_gradients(snw_text *text, const job *j) {
    snw_text_format(text, "\n| Body | Body | Member | Gradient |\n|---|---|---|---|\n");
    for (int k = 0; k < j->count; k++) {
        for (int i = 0; i < j->in->system->member_count; i++) {
            if (!moves_pair(j, &j->near[k], i)) continue;
            char a[SNW_BODY_NAME], b[SNW_BODY_NAME];
            snw_world_name(&j->in->world, j->near[k].a, a);
            snw_world_name(&j->in->world, j->near[k].b, b);
            snw_text_format(text, "| %s | %s | %s | ", a, b, j->in->system->members[i].name);
            for (int v = 0; v < j->in->system->members[i].model->nv; v++) {
                char number[SNW_NUMBER_SIZE];
                (void)snw_real_print(round(j->g[v] * 1e6) / 1e6 + 0.0, number);
                snw_text_format(text, "%s%s", v > 0 ? " " : "", number);
            }
            snw_text_format(text, " |\n");
        }
    }
}

static void compose_page(snw_text *text, const void *context) {
    const job *j = context;
    if (j->count == 0) {
        snw_text_format(text, "no two bodies are near\n");
        return;
    }
    snw_text_format(text,
                    "| Body | Body | Distance [m] | Least [m] | Keep [m] | Point of the first | "
                    "Point of the second | Normal |\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < j->count; i++) {
        const snw_near *near = &j->near[i];
        char a[SNW_BODY_NAME], b[SNW_BODY_NAME];
        snw_world_name(&j->in->world, near->a, a);
        snw_world_name(&j->in->world, near->b, b);
        snw_text_format(text, "| ");
        model_cell(text, a);
        model_cell(text, b);
        model_cell_real(text, near->closest.distance);
        model_cell_real(text, near->closest.least);
        if (near->policy == SNW_PAIR_KEEP) {
            model_cell_real(text, near->keep);
        } else {
            model_cell(text, "-");
        }
        cell_vector(text, near->closest.a);
        cell_vector(text, near->closest.b);
        cell_vector(text, near->closest.normal);
        snw_text_format(text, "\n");
    }
    if (j->gradient) compose_gradients(text, j);
}

static void compose_csv(snw_text *text, const void *context) {
    const job *j = context;
    snw_text_format(text, "a,b,distance [m],least [m],policy,keep [m],ax [m],ay [m],az [m],bx [m],"
                          "by [m],bz [m],nx,ny,nz\n");
    for (int i = 0; i < j->count; i++) {
        const snw_near *near = &j->near[i];
        const snw_closest *c = &near->closest;
        char a[SNW_BODY_NAME], b[SNW_BODY_NAME];
        snw_world_name(&j->in->world, near->a, a);
        snw_world_name(&j->in->world, near->b, b);
        rows_cell(text, a);
        snw_text_add(text, ",", 1);
        rows_cell(text, b);
        const double both[2] = {c->distance, c->least};
        rows_reals(text, both, 2, false);
        snw_text_format(text, ",%s", policy_name(near->policy));
        const double rest[10] = {near->keep, c->a.x, c->a.y,      c->a.z,      c->b.x,
                                 c->b.y,     c->b.z, c->normal.x, c->normal.y, c->normal.z};
        rows_reals(text, rest, 10, false);
        snw_text_add(text, "\n", 1);
    }
}

static snw_status write_csv(const job *j, const char *path, snw_why *why) {
    size_t length = 0;
    char *csv = model_composed(compose_csv, j, &length, why);
    if (csv == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_file_write(path, csv, length, why);
    free(csv);
    return status;
}

// --- asking -------------------------------------------------------------------------------------

// the pairs that are nearer than the rules allow; all of them, whatever is listed
static snw_status count_violations(job *j) {
    snw_collision *around = &j->in->around;
    enum { ROOM = 4096 };
    const snw_near_query query = {.member = j->in->member,
                                  .below = snw_world_most_keep(&j->in->world),
                                  .most = ROOM,
                                  .enforced = true};
    j->violations = 0;
    snw_near *near = calloc(ROOM, sizeof *near);
    if (near == NULL) return SNW_ERR_MEMORY;
    const int count = snw_collision_near(around, &query, near, NULL);
    for (int i = 0; i < count; i++)
        j->violations += near[i].closest.distance < near[i].keep;
    free(near);
    return SNW_OK;
}

static snw_status answer(job *j, const cli_values *values, cli_io *io, snw_why *why) {
    int most = (int)cli_int(values, "most"), nv = 1;
    for (int i = 0; i < j->in->system->member_count; i++) {
        const int own = j->in->system->members[i].model->nv;
        if (own > nv) nv = own;
    }
    j->near = calloc((size_t)most, sizeof *j->near);
    j->g = calloc((size_t)nv, sizeof *j->g);
    if (j->near == NULL || j->g == NULL) return SNW_ERR_MEMORY;
    const double below = cli_given(values, "below") ? cli_real(values, "below") : (double)INFINITY;
    const snw_near_query query = {.member = j->in->member, .below = below, .most = most};
    j->count = snw_collision_near(&j->in->around, &query, j->near, &j->rest);
    snw_status status = count_violations(j);
    const char *csv = cli_text(values, "csv");
    if (!snw_failed(status) && csv != NULL) status = write_csv(j, csv, why);
    if (!snw_failed(status)) {
        status =
            io->json ? cli_print(io, render_json, j) : model_print_page(io, compose_page, j, why);
    }
    if (!snw_failed(status) && isfinite(j->rest) && !io->json && j->count == most) {
        char number[SNW_NUMBER_SIZE];
        // whole micrometres, and no more than it is
        (void)snw_real_print(floor(j->rest * 1e6) / 1e6, number);
        cli_note(io, "all other pairs are at least %s m apart; --most N lists more", number);
    }
    if (snw_failed(status) || j->violations == 0) return status;
    io->answered = true;
    cli_note(io, "%d pair%s nearer than the rules allow", j->violations,
             j->violations == 1 ? " is" : "s are");
    return SNW_ERR_CHECK;
}

static snw_status measure(const snw_registry *registry, const cli_values *values, cli_io *io,
                          snw_why *why) {
    if (cli_given(values, "other")) return distance_of_meshes(values, io, why);
    if (cli_given(values, "pose")) {
        return snw_refuse(why, SNW_ERR_USAGE, "pose", "--pose is for two meshes",
                          "name the second mesh too");
    }
    world_input in;
    job j = {.in = &in, .gradient = cli_flag(values, "gradient")};
    snw_status status = world_open(&in, cli_text(values, "what"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = answer(&j, values, io, why);
    free(j.near);
    free(j.g);
    world_close(&in);
    return status;
}

static snw_status run_distance(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(measure, values, io, why);
}

const cli_command distance_command = {
    .name = "distance",
    .group = "Models",
    .summary = "Compute how far the bodies of a cell, a model or two meshes are apart.",
    .description = distance_description,
    .arguments = distance_arguments,
    .options = distance_options,
    .examples = distance_examples,
    .run = run_distance};
