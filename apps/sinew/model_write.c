// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "sinew/modelio/cell.h"
#include "sinew/os/file.h"

static snw_status refuse(snw_why *why, snw_status code, const char *rule, const char *subject,
                         const char *text) {
    snw_why_set(why, code, subject, text);
    snw_why_rule(why, rule);
    return code;
}

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
        return refuse(why, SNW_ERR_PERMISSION, "source-kept", path,
                      "this is a xacro source, which is never replaced");
    }
    if (format != SNW_FORMAT_UNKNOWN) return SNW_OK;
    (void)refuse(why, SNW_ERR_PERMISSION, "source-kept", path,
                 "the file is there and holds no model, so it is not replaced");
    snw_why_fix(why, "choose another name");
    return SNW_ERR_PERMISSION;
}

snw_status model_may_write(const model_output *output, const char *first, const char *second,
                           snw_why *why) {
    const char *path = output->path;
    if (!snw_file_exists(path)) return SNW_OK;
    if (is_same(path, first) || is_same(path, second)) {
        (void)refuse(why, SNW_ERR_PERMISSION, "input-kept", path,
                     "the output would replace the input, which is never done");
        snw_why_fix(why, "choose another name");
        return SNW_ERR_PERMISSION;
    }
    if (snw_file_is_directory(path)) {
        (void)refuse(why, SNW_ERR_ARGUMENT, "directory", path, "this is a directory");
        snw_why_fix(why, "name a file in it");
        return SNW_ERR_ARGUMENT;
    }
    if (output->force) return may_replace(path, why);
    (void)refuse(why, SNW_ERR_PERMISSION, "exists", path, "the file is there already");
    snw_why_fix(why, "choose another name, or replace it with --force");
    return SNW_ERR_PERMISSION;
}

// --- each format --------------------------------------------------------------------------------

static bool is_zipped(const char *path) {
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

// a text into a file, compressed if its name says so
static snw_status put_text(const char *path, const char *text, size_t length, snw_why *why) {
    if (length > SNW_DOCUMENT_BYTES) {
        return refuse(why, SNW_ERR_TOO_LARGE, "size", path, "the result is too large to be read");
    }
    if (!is_zipped(path)) return snw_file_write(path, text, length, why);
    size_t size = 0;
    const size_t room = length + length / 1000 + 64;
    void *packed = malloc(room);
    snw_status status =
        packed == NULL ? SNW_ERR_MEMORY : snw_gzip(text, length, packed, room, &size);
    if (!snw_failed(status)) {
        status = snw_file_write(path, packed, size, why);
    } else {
        snw_why_set(why, status, path, NULL);
    }
    free(packed);
    return status;
}

static snw_status put_urdf(const char *path, const snw_robot *robot, const snw_urdf_extra *extra,
                           snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    snw_status status = snw_urdf_write(robot, extra, &text, why);
    if (snw_failed(status)) return status;
    const size_t room = text.length + 1;
    char *memory = malloc(room);
    if (memory == NULL) return SNW_ERR_MEMORY;
    text = snw_text_over(memory, room);
    status = snw_urdf_write(robot, extra, &text, why);
    if (!snw_failed(status)) status = put_text(path, memory, text.length, why);
    free(memory);
    return status;
}

// --- tables -------------------------------------------------------------------------------------

// what a table of a chain has no words for, the first of it by name; false when there is nothing
static bool link_loss(const snw_robot *robot, char *what, size_t size) {
    snw_text text = snw_text_over(what, size);
    for (int i = 0; i < robot->link_count; i++) {
        const snw_link_description *link = &robot->links[i];
        const char *part = NULL;
        if (link->inertial != NULL) part = "the mass";
        if (link->visual_count > 0) part = "the shapes";
        if (link->collision_count > 0) part = "the shapes for collision";
        if (part == NULL) continue;
        snw_text_format(&text, "%s of link '%s'", part, link->name);
        return true;
    }
    return false;
}

static bool joint_loss(const snw_robot *robot, char *what, size_t size) {
    snw_text text = snw_text_over(what, size);
    for (int i = 0; i < robot->joint_count; i++) {
        const snw_joint_description *joint = &robot->joints[i];
        const char *part = NULL;
        if (joint->limits.deceleration < HUGE_VAL) part = "the limit of deceleration";
        if (joint->limits.jerk < HUGE_VAL) part = "the limit of jerk";
        if (joint->soft != NULL) part = "the soft limits";
        if (joint->mimic != NULL) part = "the mimic relation";
        if (joint->actuator != NULL) part = "the actuator";
        if (joint->spring != NULL || joint->damper != NULL) part = "the spring or damper";
        if (part == NULL) continue;
        snw_text_format(&text, "%s of joint '%s'", part, joint->name);
        return true;
    }
    return false;
}

// a table that a robot was made from has these places, and gives them again
static bool is_table_place(const snw_attachment *attachment) {
    const char *name = attachment->name;
    if (strcmp(name, "tool") == 0) return true;
    return strncmp(name, "dh", 2) == 0 && name[2 + strspn(name + 2, "0123456789")] == '\0';
}

static bool robot_loss(const snw_robot *robot, char *what, size_t size) {
    snw_text text = snw_text_over(what, size);
    for (int i = 0; i < robot->attachment_count; i++) {
        if (is_table_place(&robot->attachments[i])) continue;
        snw_text_format(&text, "attachment '%s'", robot->attachments[i].name);
        return true;
    }
    if (robot->floating) snw_text_format(&text, "the floating root");
    if (robot->coupling_count > 0) {
        snw_text_format(&text, "coupling '%s'", robot->couplings[0].name);
    }
    return text.length > 0;
}

static snw_status refuse_loss(const model_output *output, const snw_robot *robot, cli_io *io,
                              snw_why *why) {
    char what[SNW_WHY_TEXT], text[2 * SNW_WHY_TEXT];
    if (!link_loss(robot, what, sizeof what) && !joint_loss(robot, what, sizeof what) &&
        !robot_loss(robot, what, sizeof what)) {
        return SNW_OK;
    }
    if (output->lossy) {
        cli_note(io, "warning: a table cannot say %s; this and the like is left out", what);
        return SNW_OK;
    }
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "a table cannot say %s", what);
    (void)refuse(why, SNW_ERR_UNSUPPORTED, "unsayable", robot->name, text);
    snw_why_fix(why, "write .xml or .urdf, or leave it out with --lossy");
    return SNW_ERR_UNSUPPORTED;
}

static snw_status put_table(const model_output *output, const snw_robot *robot, bool xml,
                            cli_io *io, snw_why *why) {
    if (output->convention == 0) {
        (void)refuse(why, SNW_ERR_USAGE, "dh-convention", output->path,
                     "a table needs its convention, and there is no default");
        snw_why_fix(why, "give --convention standard or --convention modified");
        return SNW_ERR_USAGE;
    }
    snw_status status = refuse_loss(output, robot, io, why);
    snw_setup *setup = snw_failed(status) ? NULL : snw_setup_create(SNW_DOCUMENT_MEMORY);
    if (setup == NULL) return snw_failed(status) ? status : SNW_ERR_MEMORY;
    const snw_dh_request request = {.convention = output->convention};
    snw_dh_sheet *sheet = NULL;
    status = snw_dh_from_robot(robot, &request, setup, &sheet, NULL, why);
    if (!snw_failed(status) && xml) {
        status = snw_document_write(output->path, &snw_dh_sheet_type, sheet, NULL, why);
    } else if (!snw_failed(status) && !snw_failed(status = model_dh_sayable(sheet, why))) {
        size_t length = 0;
        char *text = model_composed(model_dh_csv, sheet, &length, why);
        status = text == NULL ? SNW_ERR_MEMORY : put_text(output->path, text, length, why);
        free(text);
    }
    snw_setup_destroy(setup);
    return status;
}

// --- cells --------------------------------------------------------------------------------------

static const snw_field *list_of(const char *name) {
    return snw_type_field(&snw_cell_type, name);
}

// a cell of one member, its mechanism written out
static snw_status fill_cell(snw_cell *cell, const snw_robot *robot, snw_setup *setup) {
    snw_status status = snw_block_resize(list_of("mechanisms"), cell, 1, setup);
    if (!snw_failed(status)) status = snw_block_resize(list_of("members"), cell, 1, setup);
    if (snw_failed(status)) return status;
    const char *name = robot->name[0] != '\0' ? robot->name : "robot";
    snw_copy_text(cell->name, sizeof cell->name, name);
    snw_copy_text(cell->mechanisms[0].name, sizeof cell->mechanisms[0].name, name);
    snw_copy_text(cell->members[0].name, sizeof cell->members[0].name, name);
    snw_copy_text(cell->members[0].mechanism, sizeof cell->members[0].mechanism, name);
    cell->mechanisms[0].robot = snw_block_new(&snw_robot_type, setup);
    if (cell->mechanisms[0].robot == NULL) return SNW_ERR_MEMORY;
    return snw_block_copy(&snw_robot_type, cell->mechanisms[0].robot, robot, setup);
}

static snw_status put_cell(const char *path, const snw_robot *robot, snw_why *why) {
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_cell *cell = setup != NULL ? snw_block_new(&snw_cell_type, setup) : NULL;
    snw_status status = cell == NULL ? SNW_ERR_MEMORY : fill_cell(cell, robot, setup);
    if (snw_failed(status)) snw_why_set(why, status, path, NULL);
    if (!snw_failed(status)) status = snw_cell_write_file(path, cell, why);
    snw_setup_destroy(setup);
    return status;
}

static snw_status refuse_format(const model_output *output, snw_model_format format, snw_why *why) {
    const bool xacro = format == SNW_FORMAT_XACRO;
    (void)refuse(why, SNW_ERR_UNSUPPORTED, "format", output->path,
                 xacro ? "xacro is a source for people; it is read, not written"
                       : "the name of the file does not say a format that can be written");
    snw_why_fix(why, xacro ? "write .urdf"
                           : "end it in .urdf, .xml, .json, .dh.csv or .cell.xml; .gz may follow");
    return SNW_ERR_UNSUPPORTED;
}

snw_status model_write(const model_output *output, const snw_robot *robot,
                       const model_origin *origin, cli_io *io, snw_why *why) {
    const snw_model_format format = snw_model_format_named(output->path);
    if (format == SNW_FORMAT_UNKNOWN || format == SNW_FORMAT_XACRO) {
        return refuse_format(output, format, why);
    }
    snw_status status = model_may_write(output, origin->first, origin->second, why);
    if (snw_failed(status)) return status;
    if (format == SNW_FORMAT_URDF) {
        status = put_urdf(output->path, robot, origin->extra, why);
    } else if (format == SNW_FORMAT_CELL) {
        status = put_cell(output->path, robot, why);
    } else if (format == SNW_FORMAT_DH_CSV || format == SNW_FORMAT_DH_XML) {
        status = put_table(output, robot, format == SNW_FORMAT_DH_XML, io, why);
    } else {
        status = snw_document_write(output->path, &snw_robot_type, robot, NULL, why);
    }
    if (snw_failed(status)) return status;
    if (io->json) {
        (void)fprintf(io->out, "{\"ok\":true}\n");
    } else if (io->verbose > 0) {
        cli_note(io, "%s is written", output->path);
    }
    return SNW_OK;
}
