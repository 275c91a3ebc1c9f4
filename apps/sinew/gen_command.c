// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"
#include "fk_command.h"

#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "sinew/dynamics.h"
#include "sinew/gen.h"
#include "sinew/os/file.h"

static const char gen_description[] =
    "Writes ROBOT.c and ROBOT.h with straight-line functions ROBOT_fk, _poses, _jacobian, _rnea, "
    "_crba, _aba and _gravity, with all constants of the model folded in. The code needs only the "
    "C library. Revolute, continuous, prismatic, screw and mimic joints and a floating root are "
    "supported; others are refused. Springs and dampers act, rotors only with --rotors. --lanes "
    "adds functions for many states at once. Both files are written completely, or neither is; "
    "existing files are replaced only with --force.\n\nThe table lists the operations of each "
    "function. --json writes {source, header, functions: {NAME: {products, sums, divisions, "
    "angles}}}.";
static const cli_parameter gen_options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "File to write, ending in .c; its header is written beside it."},
    {.name = "frame",
     .letter = 'f',
     .kind = CLI_TEXT,
     .sentence = "Link or attachment that is the tip; the last link if omitted."},
    {.name = "name",
     .kind = CLI_TEXT,
     .sentence = "Prefix of the function names; the file name if omitted."},
    {.name = "g",
     .kind = CLI_REALS,
     .unit = "m/s^2",
     .least = 3,
     .most = 3,
     .low = -1000,
     .high = 1000,
     .standard = "0 0 -9.81",
     .sentence = "Gravity along the axes of the root."},
    {.name = "lanes", .sentence = "Write each function for many states at once as well."},
    {.name = "rotors", .sentence = "Include the rotor inertia of the actuators."},
    {.name = "force", .sentence = "Replace existing files, but never the model."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example gen_examples[] = {
    {"sinew gen panda -o panda.c",
     "Write panda.c and panda.h, with panda_fk(), panda_rnea() and more."},
    {"sinew gen arm.urdf -o arm.c --frame tool --force", "Use an attachment as the tip."},
    {"sinew gen panda -o panda.c --lanes",
     "Write panda_rnea_lanes() and others as well, 8 states per block."},
    {0},
};

/// The functions, in the order of their bits.
static const char *const function_names[] = {"fk",   "poses", "jacobian", "rnea",
                                             "crba", "aba",   "gravity"};
enum { FUNCTIONS = sizeof function_names / sizeof function_names[0] };

typedef struct gen_job {
    const snw_model *model;
    const char *input; ///< path of the model
    char source[SNW_PATH_SIZE], header[SNW_PATH_SIZE], name[SNW_GEN_NAME];
    snw_gen_options options;
    snw_gen_counts counts[FUNCTIONS];
} gen_job;

// The inertias of the rotors, as dynamics counts them. They are in `memory`, which the caller
// frees.
static snw_status take_rotors(gen_job *job, const snw_robot *robot, void **memory, snw_why *why) {
    snw_dyn dyn;
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(&dyn, job->model, &arena));
    *memory = model_block(arena.needed, &arena, why);
    if (*memory == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_dyn_init(&dyn, job->model, &arena);
    if (!snw_failed(status)) status = snw_dyn_set_actuators(&dyn, robot);
    if (snw_failed(status)) return snw_refuse(why, status, job->model->name, NULL, NULL);
    job->options.rotors = dyn.rotors;
    return SNW_OK;
}

// --- names --------------------------------------------------------------------------------------

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

// "lib/my-arm.c" gives "lib/my-arm.h" and my_arm
static snw_status take_names(gen_job *job, const char *path, const char *name, snw_why *why) {
    const size_t length = strlen(path);
    if (length < 3 || length >= SNW_PATH_SIZE || strcmp(path + length - 2, ".c") != 0 ||
        path[length - 3] == '/') {
        return snw_refuse(why, SNW_ERR_USAGE, path, "the file to write must end in .c",
                          "name it as in -o robot.c");
    }
    memcpy(job->source, path, length + 1);
    memcpy(job->header, path, length + 1);
    job->header[length - 1] = 'h';
    const char *stem = base_name(job->source);
    size_t count = 0;
    for (const char *c = stem; *c != '.' && count + 1 < SNW_GEN_NAME; c++) {
        const bool good = is_letter(*c) || ('0' <= *c && *c <= '9');
        job->name[count++] = (char)(good ? *c : '_');
    }
    job->options.name = name != NULL ? name : job->name;
    job->options.header = base_name(job->header);
    if (name == NULL && !is_letter(job->name[0])) {
        return snw_refuse(why, SNW_ERR_USAGE, path, "this file name cannot be turned into a C name",
                          "give one with --name");
    }
    return SNW_OK;
}

// --- files --------------------------------------------------------------------------------------

static bool is_same(const char *path, const char *input) {
    char real[SNW_PATH_SIZE], other[SNW_PATH_SIZE];
    return !snw_failed(snw_file_real_path(path, real, sizeof real, NULL)) &&
           !snw_failed(snw_file_real_path(input, other, sizeof other, NULL)) &&
           strcmp(real, other) == 0;
}

static snw_status may_write(const char *path, const char *input, bool force, snw_why *why) {
    if (!snw_file_exists(path)) return SNW_OK;
    if (is_same(path, input)) {
        return snw_refuse(why, SNW_ERR_PERMISSION, path,
                          "the output would replace the input, which is never done",
                          "choose another name");
    }
    if (snw_file_is_directory(path)) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, path, "this is a directory", "name a file in it");
    }
    if (force) return SNW_OK;
    return snw_refuse(why, SNW_ERR_PERMISSION, path, "the file already exists",
                      "choose another name, or replace it with --force");
}

// both or none: when the source cannot be written, the header becomes what it was
static snw_status write_files(const gen_job *job, const snw_text *source, const snw_text *header,
                              snw_why *why) {
    snw_file_content old = {0};
    const bool existed = snw_file_exists(job->header);
    if (existed) {
        const snw_status status = snw_file_read(job->header, NULL, &old, why);
        if (snw_failed(status)) return status;
    }
    snw_status status = snw_file_write(job->header, header->data, header->length, why);
    if (!snw_failed(status)) {
        status = snw_file_write(job->source, source->data, source->length, why);
        if (snw_failed(status) && existed) {
            SNW_IGNORE(snw_file_write(job->header, old.data, old.size, NULL));
        } else if (snw_failed(status)) {
            SNW_IGNORE(snw_file_remove(job->header, NULL));
        }
    }
    if (existed) snw_file_free(&old);
    return status;
}

static snw_status write_code(const gen_job *job, snw_why *why) {
    snw_text source = snw_text_over(NULL, 0), header = snw_text_over(NULL, 0);
    snw_status status = snw_gen_c(job->model, &job->options, &source, &header, why);
    if (snw_failed(status)) return status;
    const size_t source_size = source.length + 1, header_size = header.length + 1;
    char *memory = malloc(source_size + header_size);
    if (memory == NULL) return snw_refuse(why, SNW_ERR_MEMORY, job->source, NULL, NULL);
    source = snw_text_over(memory, source_size);
    header = snw_text_over(memory + source_size, header_size);
    status = snw_gen_c(job->model, &job->options, &source, &header, why);
    if (!snw_failed(status)) status = write_files(job, &source, &header, why);
    free(memory);
    return status;
}

// --- output -------------------------------------------------------------------------------------

static void render_json(snw_text *text, const void *context) {
    const gen_job *job = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "source", job->source);
    snw_json_string(&json, "header", job->header);
    snw_json_object(&json, "functions");
    for (int i = 0; i < FUNCTIONS; i++) {
        if ((job->options.functions & (1U << i)) == 0) continue;
        const snw_gen_counts n = job->counts[i];
        char buffer[160];
        snw_text name = snw_text_over(buffer, sizeof buffer);
        snw_text_format(&name, "%s_%s", job->options.name, function_names[i]);
        snw_json_object(&json, buffer);
        snw_json_int(&json, "products", n.products);
        snw_json_int(&json, "sums", n.sums);
        snw_json_int(&json, "divisions", n.divisions);
        snw_json_int(&json, "angles", n.angles);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void compose_table(snw_text *text, const void *context) {
    const gen_job *job = context;
    snw_text_format(text,
                    "%s, %s\n\n| Function | Products | Sums | Divisions | Angles |\n"
                    "|---|---|---|---|---|\n",
                    job->source, job->header);
    for (int i = 0; i < FUNCTIONS; i++) {
        if ((job->options.functions & (1U << i)) == 0) continue;
        const snw_gen_counts n = job->counts[i];
        snw_text_format(text, "| %s_%s | %d | %d | %d | %d |\n", job->options.name,
                        function_names[i], n.products, n.sums, n.divisions, n.angles);
    }
    if (!job->options.lanes) return;
    snw_text_format(text,
                    "\nEach function also exists in lanes, as %s_fk_lanes(), 8 states per block.\n",
                    job->options.name);
}

// --- the command --------------------------------------------------------------------------------

// counts all functions; accelerations are left out where something that moves has no inertia
static snw_status count_functions(gen_job *job, cli_io *io, snw_why *why) {
    for (int i = 0; i < FUNCTIONS; i++) {
        const unsigned bit = 1U << i;
        const snw_status status =
            snw_gen_count(job->model, &job->options, bit, &job->counts[i], why);
        if (status == SNW_ERR_SINGULAR && bit == SNW_GEN_ABA) {
            cli_note(io, "warning: %s_aba is left out: a moving link has no inertia",
                     job->options.name);
            job->options.functions &= ~bit;
        } else if (snw_failed(status)) {
            return status;
        }
    }
    return SNW_OK;
}

static snw_status run_job(gen_job *job, const cli_values *values, cli_io *io, snw_why *why) {
    job->options.lanes = cli_flag(values, "lanes");
    snw_status status = take_names(job, cli_text(values, "out"), cli_text(values, "name"), why);
    if (snw_failed(status)) return status;
    if (cli_given(values, "frame")) {
        model_frame frame;
        job->options.frame = cli_text(values, "frame");
        status = model_find_frame(job->model, job->options.frame, &frame, why);
        if (snw_failed(status)) return status;
    }
    int count = 0;
    const double *g = cli_reals(values, "g", &count);
    if (count == 3) job->options.gravity = snw_vec3_of(g[0], g[1], g[2]);
    const bool force = cli_flag(values, "force");
    status = may_write(job->source, job->input, force, why);
    if (!snw_failed(status)) status = may_write(job->header, job->input, force, why);
    if (!snw_failed(status)) status = count_functions(job, io, why);
    if (!snw_failed(status)) status = write_code(job, why);
    if (snw_failed(status)) return status;
    return io->json ? cli_print(io, render_json, job)
                    : model_print_page(io, compose_table, job, why);
}

static snw_status gen(const snw_registry *registry, const cli_values *values, cli_io *io,
                      snw_why *why) {
    model_input input;
    snw_status status = model_take(&input, cli_text(values, "model"), registry, values, io, why);
    if (snw_failed(status)) return status;
    gen_job job = {.model = &input.model, .input = input.path, .options = snw_gen_defaults()};
    void *memory = NULL;
    if (cli_flag(values, "rotors")) status = take_rotors(&job, input.robot, &memory, why);
    if (!snw_failed(status)) status = run_job(&job, values, io, why);
    free(memory);
    model_close(&input);
    return status;
}

static snw_status run_gen(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(gen, values, io, why);
}

const cli_command gen_command = {.name = "gen",
                                 .group = "Models",
                                 .summary =
                                     "Write C code for the kinematics and dynamics of one model.",
                                 .description = gen_description,
                                 .arguments = fk_arguments,
                                 .options = gen_options,
                                 .examples = gen_examples,
                                 .run = run_gen};
