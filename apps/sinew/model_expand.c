// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "sinew/os/file.h"

// what a command needs to expand a file
typedef struct expansion {
    char path[SNW_PATH_SIZE];
    snw_setup *setup;
    snw_diags diags;
    void *memory;
    snw_source urdf;
} expansion;

static snw_status expand(expansion *e, const char *word, const cli_values *values, cli_io *io,
                         snw_why *why) {
    snw_load_options options = {0};
    snw_status status = model_diags(&e->diags, &e->memory, why);
    if (e->setup == NULL) status = SNW_ERR_MEMORY;
    if (!snw_failed(status)) status = model_find(word, e->path, sizeof e->path, why);
    if (!snw_failed(status)) status = model_load_options(values, e->setup, &options, why);
    if (snw_failed(status)) return status;
    const snw_xacro_options how = {.arguments = options.arguments,
                                   .argument_count = options.argument_count,
                                   .places = options.places,
                                   .strictness = options.strictness,
                                   .environment = options.environment};
    char folder[SNW_PATH_SIZE];
    snw_file_content content;
    status =
        cli_read_file(io, strcmp(word, "-") == 0 ? word : e->path, SNW_XACRO_BYTES, &content, why);
    if (snw_failed(status)) return status;
    status = snw_path_parent(e->path, folder, sizeof folder);
    if (!snw_failed(status)) {
        const snw_source source = {content.data, content.size, e->path,
                                   folder[0] != '\0' ? folder : "."};
        status = model_status(snw_xacro_expand(&source, &how, e->setup, &e->urdf, &e->diags));
        model_tell(&e->diags, io, why);
    }
    snw_file_free(&content);
    return status;
}

static void render_urdf(snw_text *text, const void *context) {
    const snw_source *urdf = context;
    snw_text_add(text, urdf->bytes, urdf->length);
}

static void render_json(snw_text *text, const void *context) {
    const snw_source *urdf = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "urdf", urdf->bytes);
    cli_json_finish(&json);
}

static snw_status put(const expansion *e, const cli_values *values, cli_io *io, snw_why *why) {
    const char *path = cli_text(values, "out");
    if (path == NULL) return cli_print(io, io->json ? render_json : render_urdf, &e->urdf);
    const model_output output = {.path = path, .force = cli_flag(values, "force")};
    const snw_status status = model_may_write(&output, e->path, NULL, why);
    return snw_failed(status) ? status : snw_file_write(path, e->urdf.bytes, e->urdf.length, why);
}

static snw_status run_model_expand(const cli_values *values, cli_io *io, snw_why *why) {
    expansion e = {.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    snw_status status = expand(&e, cli_text(values, "file"), values, io, why);
    if (!snw_failed(status)) status = put(&e, values, io, why);
    snw_setup_destroy(e.setup);
    free(e.memory);
    return status;
}

const cli_command model_expand_command = {
    .name = "model expand",
    .group = "Models",
    .summary = "Expand a xacro file into URDF.",
    .description = "Properties, macros, includes, conditions, YAML files and expressions are "
                   "supported, without ROS and without Python; everything else is refused by name.",
    .arguments = model_file_arguments,
    .options = model_expand_options,
    .examples = model_expand_examples,
    .run = run_model_expand};
