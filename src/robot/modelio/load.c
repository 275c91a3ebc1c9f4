// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio/load.h"

#include <stdlib.h>
#include <string.h>

#include "load_internal.h"
#include "sinew/model/follow.h"
#include "sinew/modelio/cell.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/xacro/origins.h"

static snw_status refuse_source(const snw__loading *l, const snw_source *source, snw_status code,
                                const char *text, const char *fix) {
    snw_why why;
    snw_why_set(&why, code, NULL, text);
    snw_why_fix(&why, fix);
    snw_why_rule(&why, "format");
    snw_why_at(&why, source->name, 0, 0);
    snw_diags_add(l->diags, &why);
    return code;
}

static snw_places places_of(const snw__loading *l, const char *folder) {
    snw_places places = l->options->places;
    if (places.folder == NULL) places.folder = folder;
    return places;
}

// --- each format --------------------------------------------------------------------------------

snw_status snw__load_urdf(const snw__loading *l, const snw_source *source) {
    const snw_load_options *o = l->options;
    const snw_urdf_options options = {.strictness = o->strictness,
                                      .places = places_of(l, source->folder),
                                      .keep_names = o->keep_names,
                                      .extra = o->extra};
    return snw_urdf_read(source, &options, l->setup, l->robot, l->diags);
}

snw_status snw__load_robot(const snw__loading *l, const snw_source *source) {
    const snw_load_options *o = l->options;
    const snw_registry *registry = o->registry != NULL ? o->registry : snw__own_registry(l->setup);
    if (registry == NULL) {
        return refuse_source(l, source, SNW_ERR_MEMORY, "the set-up arena is exhausted",
                             "allow more");
    }
    const snw_read_options options = {.registry = registry, .strictness = o->strictness};
    const bool json = snw_source_first(source) == '{';
    void *object = NULL;
    snw_status status =
        json ? snw_json_read(source, &snw_robot_type, &options, l->setup, &object, l->diags)
             : snw_xml_read(source, &snw_robot_type, &options, l->setup, &object, l->diags);
    if (!snw_failed(status) && !o->keep_names) {
        const snw_places places = places_of(l, source->folder);
        status = snw__load_find_meshes(object, &places, o->strictness, source->name, l->diags);
    }
    if (!snw_failed(status)) *l->robot = object;
    return status;
}

snw_status snw__load_table(const snw__loading *l, const snw_source *source) {
    const snw_dh_options options = {.strictness = l->options->strictness,
                                    .convention = l->options->convention};
    snw_dh_sheet *sheet = NULL;
    snw_status status = snw_dh_read(source, &options, l->setup, &sheet, l->diags);
    if (snw_failed(status)) return status;
    snw_why why;
    status = snw_dh_to_robot(sheet, l->setup, l->robot, &why);
    if (snw_failed(status)) {
        snw_why_at(&why, source->name, 0, 0);
        snw_diags_add(l->diags, &why);
    }
    return status;
}

static snw_status load_file(const snw__loading *l, const char *path);

// is this file one of the cells that it is loaded for?
static bool is_inside_itself(const snw__loading *l) {
    for (const snw__loading *o = l->outer; o != NULL; o = o->outer) {
        if (o->path != NULL && strcmp(o->path, l->path) == 0) return true;
    }
    return false;
}

// A mechanism of a cell: any file that holds one; a cell among them is one too. Cells that name
// many cells each would multiply: their number is bounded as well as their depth.
static snw_status load_member(const char *path, void *context, snw_setup *setup, snw_robot **robot,
                              snw_diags *diags) {
    const snw__loading *outer = context;
    const snw__loading l = {.options = outer->options,
                            .setup = setup,
                            .robot = robot,
                            .diags = diags,
                            .outer = outer,
                            .path = path,
                            .depth = outer->depth + 1,
                            .files = outer->files};
    const snw_source source = {.name = path};
    if (is_inside_itself(&l)) {
        return refuse_source(&l, &source, SNW_ERR_DUPLICATE, "the cell names itself as a mechanism",
                             "name the file of a robot instead");
    }
    if (l.depth > SNW_CELL_DEPTH) {
        return refuse_source(&l, &source, SNW_ERR_TOO_LARGE,
                             "more than 8 cells are inside each other",
                             "name the robots in fewer cells");
    }
    if (++*l.files > SNW_CELL_FILES) {
        return refuse_source(&l, &source, SNW_ERR_TOO_LARGE,
                             "the cells inside this one name more than 1,000 files",
                             "name each robot once");
    }
    return load_file(&l, path);
}

snw_status snw__load_cell(const snw__loading *l, const snw_source *source) {
    snw__loading here = *l;
    const snw_cell_options options = {.registry = l->options->registry,
                                      .strictness = l->options->strictness,
                                      .places = places_of(l, source->folder),
                                      .load = load_member,
                                      .context = &here};
    snw_cell *cell = NULL;
    const snw_status status = snw_cell_read(source, &options, l->setup, &cell, l->diags);
    return snw_failed(status) ? status : snw_cell_merge(cell, l->setup, l->robot, l->diags);
}

// --- xacro --------------------------------------------------------------------------------------

// a name that only xacro can make a name
static bool is_template(const char *name) {
    return strstr(name, "${") != NULL || strstr(name, "$(") != NULL;
}

static bool has_templates(const snw_robot *robot) {
    for (int i = 0; i < robot->link_count; i++) {
        if (is_template(robot->links[i].name)) return true;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        if (is_template(robot->joints[i].name)) return true;
    }
    return false;
}

// The first error from an index on, as the warning that a plain robot is told with.
static snw_why left_over(const snw_source *source, const snw_diags *diags, int from) {
    snw_why why;
    char text[2 * SNW_WHY_TEXT];
    const snw_why *first = NULL;
    for (int i = from; i < diags->count && first == NULL; i++) {
        if (diags->items[i].severity == SNW_ERROR) first = &diags->items[i];
    }
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "left-over xacro is not used: %s",
                    first != NULL ? first->text : "it cannot be expanded");
    snw_why_set(&why, SNW_ERR_ARGUMENT, first != NULL ? first->subject : NULL, text);
    snw_why_rule(&why, "urdf-xacro");
    snw_why_fix(&why, "remove it, or correct it until 'sinew model expand' reads it");
    snw_why_at(&why, first != NULL ? first->file : source->name, first != NULL ? first->line : 0,
               first != NULL ? first->column : 0);
    why.severity = SNW_WARNING;
    return why;
}

// A file called .urdf in which something of xacro was left is what every other program takes it
// for, a plain URDF, if it is a good one. Then the findings of xacro, from `before` on, become one
// warning; else they stay, and those of the plain reading go.
static bool reads_as_urdf(const snw__loading *l, const snw_source *source,
                          const snw_diags *before) {
    if (l->options->strictness == SNW_STRICT ||
        snw_model_format_named(source->name) != SNW_FORMAT_URDF) {
        return false;
    }
    snw_diags none = {0};
    snw_diags *diags = l->diags != NULL ? l->diags : &none;
    const snw_diags after = *diags;
    if (l->diags != NULL && after.count == before->count) return false; // no room, or no memory
    if (snw_failed(snw__load_urdf(l, source)) || has_templates(*l->robot)) {
        *l->robot = NULL;
        if (l->options->extra != NULL) *l->options->extra = NULL;
        *diags = after;
        return false;
    }
    const snw_why why = left_over(source, &after, before->count);
    const snw_diags plain = *diags;
    *diags = *before;
    snw_diags_add(diags, &why);
    for (int i = after.count; i < plain.count; i++) {
        const snw_why one = diags->items[i]; // it stands where this one or an earlier one goes
        if (strcmp(one.rule, why.rule) != 0) snw_diags_add(diags, &one);
    }
    return true;
}

snw_xacro_options snw__load_xacro_options(const snw_load_options *o, const char *folder,
                                          snw__origins **origins) {
    snw_places places = o->places;
    if (places.folder == NULL) places.folder = folder;
    return (snw_xacro_options){.arguments = o->arguments,
                               .argument_count = o->argument_count,
                               .places = places,
                               .strictness = o->strictness,
                               .environment = o->environment,
                               .origins = origins};
}

// findings about the expanded text are told with the place that its author wrote
snw_status snw__load_xacro(const snw__loading *l, const snw_source *source) {
    snw__origins *origins = NULL;
    const snw_xacro_options options = snw__load_xacro_options(l->options, source->folder, &origins);
    snw_source urdf;
    const snw_diags before = l->diags != NULL ? *l->diags : (snw_diags){0};
    snw_status status = snw_xacro_expand(source, &options, l->setup, &urdf, l->diags);
    if (snw_failed(status)) return reads_as_urdf(l, source, &before) ? SNW_OK : status;
    status = snw__load_urdf(l, &urdf);
    snw__origins_trace(origins, l->diags);
    snw__origins_free(origins);
    return status;
}

static snw_status load_plain(const snw__loading *l, const snw_source *source) {
    const snw__foreign *foreign = snw__foreign_of(source);
    if (foreign != NULL) {
        return refuse_source(l, source, SNW_ERR_UNSUPPORTED, foreign->text, foreign->fix);
    }
    const snw__format *format = snw__format_of(snw_model_format_of(source));
    if (format != NULL) {
        const snw_status status = format->read(l, source);
        if (snw_failed(status)) return status;
        if (l->options->hold_joints) snw__load_hold_joints(l, source);
        return l->options->follow_limits ? snw__robot_follow_limits(*l->robot, l->diags) : status;
    }
    return refuse_source(l, source, SNW_ERR_UNSUPPORTED, "this is not a robot that can be read",
                         "give a .urdf, .xacro, .xml, .json, .csv or .cell.xml that holds one");
}

static snw_status load_any(const snw__loading *l, const snw_source *source) {
    snw_why why;
    snw_source plain;
    char *memory = NULL;
    snw_status status = snw_source_expand(source, SNW_DOCUMENT_BYTES, &plain, &memory, &why);
    if (snw_failed(status)) {
        snw_diags_add(l->diags, &why);
        return status;
    }
    status = load_plain(l, &plain);
    free(memory);
    return status;
}

static snw_status load_file(const snw__loading *l, const char *path) {
    snw_source_file file;
    snw_why why;
    snw_status status = snw_source_read(&file, path, SNW_DOCUMENT_BYTES, &why);
    if (snw_failed(status)) {
        if (why.rule[0] == '\0') snw_why_rule(&why, "file");
        snw_diags_add(l->diags, &why);
        return status;
    }
    status = load_plain(l, &file.source);
    snw_source_free(&file);
    return status;
}

// --- the public side ----------------------------------------------------------------------------

static const snw_load_options defaults = {0};

snw_status snw_robot_load_source(const snw_source *source, const snw_load_options *options,
                                 snw_setup *setup, snw_robot **robot, snw_diags *diags) {
    int files = 0;
    const snw__loading l = {.options = options != NULL ? options : &defaults,
                            .setup = setup,
                            .robot = robot,
                            .diags = diags,
                            .files = &files};
    return load_any(&l, source);
}

snw_status snw_robot_load(const char *path, const snw_load_options *options, snw_setup *setup,
                          snw_robot **robot, snw_diags *diags) {
    int files = 0;
    char real[SNW_PATH_SIZE];
    const bool known = !snw_failed(snw_file_real_path(path, real, sizeof real, NULL));
    const snw__loading l = {.options = options != NULL ? options : &defaults,
                            .setup = setup,
                            .robot = robot,
                            .diags = diags,
                            .path = known ? real : NULL,
                            .files = &files};
    return load_file(&l, path);
}
