// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fk_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180)

const cli_parameter fk_arguments[] = {
    MODEL_ARGUMENT("model",
                   "Model: a file, a name from 'sinew model list', or - for standard input."),
    {0},
};
static const cli_parameter fk_options[] = {
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .sentence = "Link or attachment to compute; all if omitted."},
    {.name = "q",
     .kind = CLI_REALS,
     .sentence = "Configuration, one number per coordinate: rad, or m for prismatic joints."},
    {.name = "deg", .sentence = "Take angles in degrees."},
    {.name = "csv",
     .kind = CLI_FILE,
     .sentence = "File with one configuration per line; - reads standard input."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example fk_examples[] = {
    {"sinew fk panda --frame hand --q '0 -45 0 -135 0 90 45' --deg",
     "Compute the pose of one frame."},
    {"sinew fk arm.urdf --q 0.3,0.7 --json", "Compute all links and attachments, as JSON."},
    {"sinew fk arm.urdf --frame tool --csv poses.csv > out.csv",
     "Compute a line for each line of the file."},
    {0},
};

// --- configurations -----------------------------------------------------------------------------

// a coordinate that is an angle: of a joint that turns, or the last one of a planar joint
static bool is_angle(const snw_link *link, int part) {
    if (link->nq == 3) return part == 2;
    return link->joint == SNW_JOINT_REVOLUTE || link->joint == SNW_JOINT_CONTINUOUS ||
           link->joint == SNW_JOINT_SCREW;
}

bool fk_is_angle(const snw_model *model, int index) {
    const snw_link *link = &model->links[model_link_of_q(model, index)];
    return is_angle(link, index - link->q_index);
}

void fk_from_degrees(const snw_model *model, double *q) {
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        for (int k = 0; k < link->nq; k++) {
            if (is_angle(link, k)) q[link->q_index + k] *= DEGREE;
        }
    }
}

snw_status fk_update(fk_job *job, snw_why *why) {
    const snw_status status = snw_kin_update(job->kin, job->q);
    if (!snw_failed(status)) return status;
    for (int i = 0; i < job->model->nq; i++) {
        if (isfinite(job->q[i])) continue;
        char name[MODEL_COORDINATE], text[SNW_WHY_TEXT];
        model_coordinate_name(job->model, i, name);
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "the value of '%s' is not a finite number", name);
        return snw_refuse_rule(why, status, "not-finite", job->model->name, text, NULL);
    }
    return snw_refuse_rule(why, status, "configuration", job->model->name,
                           status == SNW_ERR_RANGE ? "a quaternion in q is not of length 1"
                                                   : "a joint has no pose for this configuration",
                           status == SNW_ERR_RANGE ? "quaternions are x y z w, of length 1" : "");
}

// what the coordinates are, for the one who gave the wrong number of them
static void list_coordinates(const snw_model *model, char *out, size_t size) {
    snw_text line = snw_text_over(out, size);
    if (model->nq > 0) snw_text_format(&line, "in this order: ");
    for (int i = 0; i < model->nq && line.length < size; i++) {
        char name[MODEL_COORDINATE];
        model_coordinate_name(model, i, name);
        snw_text_format(&line, "%s%s", i > 0 ? ", " : "", name);
    }
    if (snw_text_is_cut(&line)) snw_copy_text(out, size, "'sinew model show' names them in order");
    if (model->nq == 0) snw_copy_text(out, size, "the model does not move: give no numbers");
}

snw_status fk_take_q(fk_job *job, const cli_values *values, const char *option, snw_why *why) {
    int count;
    const double *q = cli_reals(values, option, &count);
    if (count == job->model->nq) {
        if (count > 0) memcpy(job->q, q, (size_t)count * sizeof *q);
        if (job->degrees) fk_from_degrees(job->model, job->q);
        return SNW_OK;
    }
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    if (cli_given(values, option)) {
        snw_text_format(&line, "--%s has %d number%s, the model has %d coordinate%s", option, count,
                        count == 1 ? "" : "s", job->model->nq, job->model->nq == 1 ? "" : "s");
    } else {
        snw_text_format(&line, "--%s is missing: the model has %d coordinate%s", option,
                        job->model->nq, job->model->nq == 1 ? "" : "s");
    }
    list_coordinates(job->model, fix, sizeof fix);
    return snw_refuse_rule(why, SNW_ERR_USAGE, "wrong-count", job->model->name, text, fix);
}

void fk_warn_limits(const fk_job *job, cli_io *io) {
    const snw_model *model = job->model;
    for (int i = 0; i < model->nq; i++) {
        const bool below = job->q[i]<model->lower[i], above = job->q[i]> model->upper[i];
        if (!below && !above) continue;
        char name[MODEL_COORDINATE], value[SNW_NUMBER_SIZE], limit[SNW_NUMBER_SIZE];
        model_coordinate_name(model, i, name);
        (void)snw_real_print(job->q[i], value);
        (void)snw_real_print(below ? model->lower[i] : model->upper[i], limit);
        cli_note(io, "warning: '%s' is outside its limits: %s is %s %s", name, value,
                 below ? "below" : "above", limit);
    }
}

// --- output -------------------------------------------------------------------------------------

void fk_json(snw_text *text, const fk_job *job) {
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    if (job->single) {
        snw_json_string(&json, "frame", model_frame_name(job->model, job->frames[0]));
        model_json_pose(&json, model_frame_pose(job->kin, job->frames[0]));
        cli_json_finish(&json);
        return;
    }
    snw_json_object(&json, "frames");
    for (int i = 0; i < job->frame_count; i++) {
        snw_json_object(&json, model_frame_name(job->model, job->frames[i]));
        model_json_pose(&json, model_frame_pose(job->kin, job->frames[i]));
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void render_json(snw_text *text, const void *context) {
    fk_json(text, context);
}

static void compose_table(snw_text *text, const void *context) {
    const fk_job *job = context;
    snw_text_format(text, "| Frame | x [m] | y [m] | z [m] | qx | qy | qz | qw |\n"
                          "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < job->frame_count; i++) {
        const snw_pose pose = model_frame_pose(job->kin, job->frames[i]);
        const double *p = &pose.p.x;
        double quat[4];
        model_quat_xyzw(pose, quat);
        snw_text_format(text, "| ");
        model_cell(text, model_frame_name(job->model, job->frames[i]));
        for (int k = 0; k < 3; k++) {
            // what is left of a zero after sines and cosines is a zero
            model_cell_real(text, fabs(p[k]) < 1e-15 ? 0 : p[k]);
        }
        for (int k = 0; k < 4; k++) {
            model_cell_real(text, fabs(quat[k]) < 1e-15 ? 0 : quat[k]);
        }
        snw_text_format(text, "\n");
    }
}

// --- the command --------------------------------------------------------------------------------

static snw_status run_once(fk_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    snw_status status = fk_take_q(job, values, "q", why);
    if (!snw_failed(status)) status = fk_update(job, why);
    if (snw_failed(status)) return status;
    fk_warn_limits(job, io);
    return io->json ? cli_print(io, render_json, job)
                    : model_print_page(io, compose_table, job, why);
}

static snw_status choose_frames(fk_job *job, const cli_values *values, model_frame *frames,
                                snw_why *why) {
    const char *name = cli_text(values, "frame");
    job->frames = frames;
    job->single = name != NULL;
    if (name != NULL) {
        job->frame_count = 1;
        return model_find_frame(job->model, name, &frames[0], why);
    }
    job->frame_count = model_frame_count(job->model);
    for (int i = 0; i < job->frame_count; i++) {
        frames[i] = model_frame_at(job->model, i);
    }
    return SNW_OK;
}

static snw_status run_job(const snw_model *model, const cli_values *values, cli_io *io,
                          snw_why *why) {
    snw_kin kin;
    void *memory = NULL;
    fk_job job = {.model = model, .kin = &kin, .degrees = cli_flag(values, "deg")};
    model_frame *frames = calloc((size_t)model_frame_count(model), sizeof *frames);
    job.q = calloc((size_t)model->nq + 1, sizeof *job.q);
    snw_status status = model_kin(model, &kin, &memory, why);
    if (frames == NULL || job.q == NULL) status = SNW_ERR_MEMORY;
    if (!snw_failed(status)) status = choose_frames(&job, values, frames, why);
    if (!snw_failed(status)) {
        const char *rows = cli_text(values, "csv");
        status = rows != NULL ? fk_rows(&job, rows, io, why) : run_once(&job, values, io, why);
    }
    free(frames);
    free(job.q);
    free(memory);
    return status;
}

static snw_status fk(const snw_registry *registry, const cli_values *values, cli_io *io,
                     snw_why *why) {
    snw_status status = rows_check(values, "fk", "q", why);
    if (snw_failed(status)) return status;
    model_input input;
    status = model_take(&input, cli_text(values, "model"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = run_job(&input.model, values, io, why);
    model_close(&input);
    return status;
}

static snw_status run_fk(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(fk, values, io, why);
}

const cli_command fk_command = {
    .name = "fk",
    .group = "Models",
    .summary = "Compute the poses of the links and frames of a model.",
    .description =
        "Positions are in m, in the frame of the root; quaternions are x y z w. A configuration "
        "outside the limits is computed, with a warning. With --csv each line of a file is a "
        "configuration and gives a line; its first line may name the joints, in any order.\n\n"
        "--json writes {frame, position, quat_xyzw}, or without --frame {frames: {NAME: "
        "{position, "
        "quat_xyzw}}}; with --csv one object per line.",
    .arguments = fk_arguments,
    .options = fk_options,
    .examples = fk_examples,
    .run = run_fk};
