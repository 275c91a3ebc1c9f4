// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "sinew/modelio/save.h"
#include "sinew/os/file.h"
#include "sinew/store.h"

model_output model_output_of(const cli_values *values, const char *parameter) {
    model_output output = {.path = cli_text(values, parameter),
                           .force = cli_flag(values, "force"),
                           .lossy = cli_flag(values, "lossy")};
    const char *convention = cli_text(values, "convention");
    if (convention != NULL) {
        output.convention = strcmp(convention, "standard") == 0 ? SNW_DH_STANDARD : SNW_DH_MODIFIED;
    }
    return output;
}

// --- what may be replaced -----------------------------------------------------------------------

static bool is_same(const char *path, const char *input) {
    char real[SNW_PATH_SIZE], other[SNW_PATH_SIZE];
    if (input == NULL || snw_failed(snw_file_real_path(path, real, sizeof real, NULL)) ||
        snw_failed(snw_file_real_path(input, other, sizeof other, NULL))) {
        return false;
    }
    return strcmp(real, other) == 0;
}

// only models of a format that is written here are replaced, and never what people write by hand
static snw_status may_replace(const char *path, snw_why *why) {
    const snw_file_reading how = {.limit = SNW_DOCUMENT_BYTES};
    snw_file_content content;
    const snw_status status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    // the name must not help: what counts is what the file holds
    const snw_source source = {content.data, content.size, "", NULL};
    const bool zipped = content.size > 2 && memcmp(content.data, "\x1F\x8B", 2) == 0;
    const snw_model_format named = snw_model_format_named(path);
    snw_model_format format = content.size == 0 || zipped ? named : snw_model_format_of(&source);
    if (format == SNW_FORMAT_DH_CSV && named != format) format = SNW_FORMAT_UNKNOWN;
    snw_file_free(&content);
    if (format == SNW_FORMAT_XACRO) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "source-kept", path,
                               "this is a xacro source, which is never replaced", NULL);
    }
    if (format != SNW_FORMAT_UNKNOWN) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "source-kept", path,
                           "the file exists and is not a model, so it is not replaced",
                           "choose another name");
}

snw_status model_may_write(const model_output *output, const char *first, const char *second,
                           snw_why *why) {
    const char *path = output->path;
    if (!snw_file_exists(path)) return SNW_OK;
    if (is_same(path, first) || is_same(path, second)) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "input-kept", path,
                               "the output would replace the input, which is never done",
                               "choose another name");
    }
    if (snw_file_is_directory(path)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "directory", path, "this is a directory",
                               "name a file in it");
    }
    if (output->force) return may_replace(path, why);
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "exists", path, "the file already exists",
                           "choose another name, or replace it with --force");
}

// --- writing ------------------------------------------------------------------------------------

static void note_losses(const snw_diags *found, cli_io *io) {
    for (int i = 0; i < found->count; i++) {
        cli_note(io, "warning: %s", found->items[i].text);
    }
}

static snw_status put_robot(const model_output *output, const snw_robot *robot,
                            const snw_urdf_extra *extra, cli_io *io, snw_why *why) {
    const snw_model_format format = snw_model_format_named(output->path);
    const snw_save_options how = {output->convention, output->lossy, extra};
    snw_why items[4];
    snw_diags found = {.items = items, .capacity = 4};
    snw_text text = snw_text_over(NULL, 0);
    snw_status status = snw_robot_write(robot, format, &how, &text, &found, why);
    note_losses(&found, io);
    if (snw_failed(status)) {
        // what is wrong with the name is told of the name
        const bool named =
            strcmp(why->rule, "format") == 0 || strcmp(why->rule, "dh-convention") == 0;
        if (named) snw_copy_text(why->subject, sizeof why->subject, output->path);
        return status;
    }
    const size_t room = text.length + 1;
    char *memory = malloc(room);
    if (memory == NULL) return snw_refuse(why, SNW_ERR_MEMORY, output->path, NULL, NULL);
    text = snw_text_over(memory, room);
    status = snw_robot_write(robot, format, &how, &text, NULL, why);
    if (!snw_failed(status)) status = snw_text_store(output->path, memory, text.length, why);
    free(memory);
    return status;
}

static void render_done(snw_text *text, const void *context) {
    (void)context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_bool(&json, "ok", true);
    cli_json_finish(&json);
}

snw_status model_write(const model_output *output, const snw_robot *robot,
                       const model_origin *origin, cli_io *io, snw_why *why) {
    const snw_model_format format = snw_model_format_named(output->path);
    snw_status status = SNW_OK;
    // a name that cannot be written is refused before the file is looked at
    if (format != SNW_FORMAT_UNKNOWN && format != SNW_FORMAT_XACRO) {
        status = model_may_write(output, origin->first, origin->second, why);
    }
    if (!snw_failed(status)) status = put_robot(output, robot, origin->extra, io, why);
    if (snw_failed(status)) return status;
    if (io->json) return cli_print(io, render_done, NULL);
    if (io->verbose > 0) cli_note(io, "%s is written", output->path);
    return SNW_OK;
}
