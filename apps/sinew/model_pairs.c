// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "world_input.h"

static const char model_pairs_description[] =
    "Links need shapes in <collisions>. Adjacent links have one joint between them, fixed ones "
    "none. "
    "Links that overlap half way between their limits, or in all random configurations, are drawn "
    "so and cannot be checked. That two links never meet is proven by dividing the space of the "
    "joints between them; where there are more than --prove joints, or the proof does not end, "
    "links that no sample shows in contact are 'not seen', and stay to be checked.\n\n--srdf "
    "writes "
    "the pairs that need no check: adjacent, fixed, default, always and never.\n\n--json writes "
    "{samples, seed, prove, counts, pairs: [{a, b, kind, contacts, nearest, joints, boxes}]}.";
static const cli_parameter model_pairs_options[] = {
    {.name = "samples",
     .letter = 'n',
     .kind = CLI_INT,
     .standard = "10000",
     .low = 1,
     .high = 1e9,
     .sentence = "Number of random configurations."},
    {.name = "seed",
     .kind = CLI_INT,
     .standard = "1",
     .low = 0,
     .high = 1e15,
     .sentence = "Random seed of the configurations."},
    {.name = "prove",
     .kind = CLI_INT,
     .standard = "3",
     .low = 0,
     .high = 8,
     .sentence = "Largest number of joints between two links for which a proof is tried."},
    {.name = "srdf",
     .kind = CLI_FILE,
     .sentence = "Write the pairs that need no check to this file."},
    {.name = "force", .sentence = "Replace an existing file."},
    MODEL_INPUT_OPTIONS,
    {0},
};
static const cli_example model_pairs_examples[] = {
    {"sinew model pairs panda.xml", "List the pairs of links and whether they can meet."},
    {"sinew model pairs arm.urdf --samples 100000 --srdf arm.srdf",
     "Write the pairs that need no check as SRDF."},
    {0},
};

enum { KINDS = SNW_FOUND_SOMETIMES + 1 };

static const char *const kind_names[KINDS] = {"fixed", "adjacent", "default",  "always",
                                              "never", "not seen", "sometimes"};
static const char *const srdf_reasons[KINDS] = {"Adjacent", "Adjacent", "Default", "Always",
                                                "Never"};

typedef struct job {
    const model_input *input;
    const snw_model *model;
    snw_pair_finding *list;
    int count;
    int counts[KINDS];
    snw_finding_options options;
} job;

// --- output -------------------------------------------------------------------------------------

static const char *link_name(const job *j, snw_body body) {
    return j->model->links[body.link].name;
}

static void render_json(snw_text *text, const void *context) {
    const job *j = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "samples", j->options.samples);
    snw_json_int(&json, "seed", (int64_t)j->options.seed);
    snw_json_int(&json, "prove", j->options.prove);
    snw_json_object(&json, "counts");
    for (int i = 0; i < KINDS; i++)
        snw_json_int(&json, kind_names[i], j->counts[i]);
    snw_json_end(&json);
    snw_json_array(&json, "pairs");
    for (int i = 0; i < j->count; i++) {
        const snw_pair_finding *one = &j->list[i];
        snw_json_object(&json, NULL);
        snw_json_string(&json, "a", link_name(j, one->a));
        snw_json_string(&json, "b", link_name(j, one->b));
        snw_json_string(&json, "kind", kind_names[one->kind]);
        snw_json_int(&json, "contacts", one->contacts);
        snw_json_real(&json, "nearest", one->nearest);
        snw_json_int(&json, "joints", one->joints);
        snw_json_int(&json, "boxes", one->boxes);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void compose_page(snw_text *text, const void *context) {
    const job *j = context;
    snw_text_format(text, "%lld random configurations, seed %lld\n\n",
                    (long long)j->options.samples, (long long)j->options.seed);
    snw_text_format(text, "| Link | Link | Contact | Samples in contact | Nearest [m] | Joints | "
                          "Boxes |\n|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < j->count; i++) {
        const snw_pair_finding *one = &j->list[i];
        snw_text_format(text, "| ");
        model_cell(text, link_name(j, one->a));
        model_cell(text, link_name(j, one->b));
        model_cell(text, kind_names[one->kind]);
        snw_text_format(text, "%lld | ", (long long)one->contacts);
        if (isfinite(one->nearest)) {
            model_cell_real(text, one->nearest);
        } else {
            model_cell(text, "-");
        }
        snw_text_format(text, "%d | %d |\n", one->joints, one->boxes);
    }
    snw_text_format(text, "\n");
    for (int i = 0; i < KINDS; i++)
        snw_text_format(text, "%s%s %d", i > 0 ? ", " : "", kind_names[i], j->counts[i]);
    snw_text_format(text, "\n");
}

// --- SRDF ---------------------------------------------------------------------------------------

static void compose_srdf(snw_text *text, const void *context) {
    SNW_IGNORE(snw_srdf_write(context, text, NULL));
}

static snw_status write_srdf(const job *j, const char *path, snw_setup *setup, snw_why *why) {
    snw_srdf srdf;
    snw_block_defaults(&snw_srdf_type, &srdf);
    snw_copy_text(srdf.name, sizeof srdf.name, j->input->robot->name);
    srdf.disabled = snw_setup_take(setup, ((size_t)j->count + 1) * sizeof *srdf.disabled, 1);
    if (srdf.disabled == NULL) return snw_refuse(why, SNW_ERR_MEMORY, path, NULL, NULL);
    for (int i = 0; i < j->count; i++) {
        const snw_pair_finding *one = &j->list[i];
        if (srdf_reasons[one->kind] == NULL) continue;
        snw_srdf_pair *pair = &srdf.disabled[srdf.disabled_count++];
        snw_copy_text(pair->link1, SNW_NAME, link_name(j, one->a));
        snw_copy_text(pair->link2, SNW_NAME, link_name(j, one->b));
        snw_copy_text(pair->reason, sizeof pair->reason, srdf_reasons[one->kind]);
    }
    snw_text measure = {0};
    snw_status status = snw_srdf_write(&srdf, &measure, why);
    if (snw_failed(status)) return status;
    size_t length = 0;
    char *bytes = model_composed(compose_srdf, &srdf, &length, why);
    if (bytes == NULL) return SNW_ERR_MEMORY;
    status = snw_file_write(path, bytes, length, why);
    free(bytes);
    return status;
}

static snw_status may_replace(const cli_values *values, snw_why *why) {
    const char *path = cli_text(values, "srdf");
    if (path == NULL || cli_flag(values, "force") || !snw_file_exists(path)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                           "choose another name, or replace it with --force");
}

// --- the command --------------------------------------------------------------------------------

static snw_status examine(job *j, world_input *in, const cli_values *values, cli_io *io,
                          snw_why *why) {
    j->input = &in->model;
    j->model = in->system->members[0].model;
    snw_status status =
        snw_world_find_pairs(&in->world, 0, &j->options, in->setup, &j->list, &j->count);
    if (snw_failed(status)) return snw_refuse(why, status, in->path, NULL, NULL);
    for (int i = 0; i < j->count; i++)
        j->counts[j->list[i].kind]++;
    const char *srdf = cli_text(values, "srdf");
    if (srdf != NULL) status = write_srdf(j, srdf, in->setup, why);
    if (snw_failed(status)) return status;
    return io->json ? cli_print(io, render_json, j) : model_print_page(io, compose_page, j, why);
}

static snw_status find_pairs(const snw_registry *registry, const cli_values *values, cli_io *io,
                             snw_why *why) {
    job j = {.options = {.samples = cli_int(values, "samples"),
                         .seed = (uint64_t)cli_int(values, "seed"),
                         .prove = (int)cli_int(values, "prove")}};
    world_input in;
    snw_status status = may_replace(values, why);
    if (snw_failed(status)) return status;
    status = world_open_model(&in, cli_text(values, "file"), registry, values, io, why);
    if (snw_failed(status)) return status;
    status = examine(&j, &in, values, io, why);
    world_close(&in);
    return status;
}

static snw_status run_model_pairs(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(find_pairs, values, io, why);
}

const cli_command model_pairs_command = {
    .name = "model pairs",
    .group = "Models",
    .summary = "Find which links of a model can meet, with proofs where possible.",
    .description = model_pairs_description,
    .arguments = model_file_arguments,
    .options = model_pairs_options,
    .examples = model_pairs_examples,
    .run = run_model_pairs};
