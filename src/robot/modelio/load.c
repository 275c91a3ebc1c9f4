// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio/load.h"

#include <stdlib.h>
#include <string.h>

#include "load_internal.h"
#include "sinew/modelio/cell.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

// one robot on its way in
typedef struct loading {
    const snw_load_options *options;
    int depth; // of cells in cells
    snw_setup *setup;
    snw_robot **robot;
    snw_diags *diags;
} loading;

static snw_status refuse(const loading *l, const snw_source *source, snw_status code,
                         const char *text, const char *fix) {
    snw_why why;
    snw_why_set(&why, code, NULL, text);
    snw_why_fix(&why, fix);
    snw_why_rule(&why, "format");
    snw_why_at(&why, source->name, 0, 0);
    snw_diags_add(l->diags, &why);
    return code;
}

static snw_places places_of(const loading *l, const char *folder) {
    snw_places places = l->options->places;
    if (places.folder == NULL) places.folder = folder;
    return places;
}

// --- each format --------------------------------------------------------------------------------

static snw_status load_urdf(const loading *l, const snw_source *source) {
    const snw_load_options *o = l->options;
    const snw_urdf_options options = {.strictness = o->strictness,
                                      .places = places_of(l, source->folder),
                                      .keep_names = o->keep_names,
                                      .extra = o->extra};
    return snw_urdf_read(source, &options, l->setup, l->robot, l->diags);
}

static snw_status load_robot(const loading *l, const snw_source *source, bool json) {
    const snw_load_options *o = l->options;
    const snw_registry *registry = o->registry != NULL ? o->registry : snw__own_registry(l->setup);
    if (registry == NULL) {
        return refuse(l, source, SNW_ERR_MEMORY, "the set-up arena is exhausted", "allow more");
    }
    const snw_read_options options = {.registry = registry, .strictness = o->strictness};
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

static snw_status load_table(const loading *l, const snw_source *source) {
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

static snw_status load_file(const loading *l, const char *path);

// a mechanism of a cell: any file that holds one; a cell among them is one too, up to a depth that
// a cell which names itself reaches
static snw_status load_member(const char *path, void *context, snw_setup *setup, snw_robot **robot,
                              snw_diags *diags) {
    enum { DEEPEST = 8 };
    const loading *outer = context;
    const loading l = {outer->options, outer->depth + 1, setup, robot, diags};
    if (l.depth <= DEEPEST) return load_file(&l, path);
    const snw_source source = {.name = path};
    return refuse(&l, &source, SNW_ERR_TOO_LARGE, "cells are in each other too deep",
                  "does a cell name itself?");
}

static snw_status load_cell(const loading *l, const snw_source *source) {
    loading here = *l;
    const snw_cell_options options = {.registry = l->options->registry,
                                      .strictness = l->options->strictness,
                                      .places = places_of(l, source->folder),
                                      .load = load_member,
                                      .context = &here};
    snw_cell *cell = NULL;
    const snw_status status = snw_cell_read(source, &options, l->setup, &cell, l->diags);
    return snw_failed(status) ? status : snw_cell_merge(cell, l->setup, l->robot, l->diags);
}

static snw_status load_xacro(const loading *l, const snw_source *source) {
    const snw_load_options *o = l->options;
    const snw_xacro_options options = {.arguments = o->arguments,
                                       .argument_count = o->argument_count,
                                       .places = places_of(l, source->folder),
                                       .strictness = o->strictness};
    snw_source urdf;
    const snw_status status = snw_xacro_expand(source, &options, l->setup, &urdf, l->diags);
    return snw_failed(status) ? status : load_urdf(l, &urdf);
}

static snw_status load_plain(const loading *l, const snw_source *source) {
    switch (snw_model_format_of(source)) {
    case SNW_FORMAT_URDF:
        return load_urdf(l, source);
    case SNW_FORMAT_XACRO:
        return load_xacro(l, source);
    case SNW_FORMAT_ROBOT_XML:
        return load_robot(l, source, false);
    case SNW_FORMAT_ROBOT_JSON:
        return load_robot(l, source, true);
    case SNW_FORMAT_DH_CSV:
    case SNW_FORMAT_DH_XML:
        return load_table(l, source);
    case SNW_FORMAT_CELL:
        return load_cell(l, source);
    case SNW_FORMAT_UNKNOWN:
        break;
    }
    return refuse(l, source, SNW_ERR_UNSUPPORTED, "this is no robot that can be read",
                  "give a .urdf, .xacro, .xml, .json, .csv or .cell.xml that holds one");
}

// --- gzip ---------------------------------------------------------------------------------------

// doubled until it fits, so that a small file costs little and a bomb ends at the limit
static snw_status expand(const snw_source *source, char **text, size_t *size) {
    snw_status status = SNW_ERR_TOO_LARGE;
    for (size_t room = 4 * source->length + 64; status == SNW_ERR_TOO_LARGE; room *= 2) {
        const bool last = room >= SNW_DOCUMENT_BYTES;
        if (last) room = SNW_DOCUMENT_BYTES;
        char *larger = realloc(*text, room + 1);
        if (larger == NULL) return SNW_ERR_MEMORY;
        *text = larger;
        status = snw_gunzip(source->bytes, source->length, *text, room, size);
        if (last) break;
    }
    if (!snw_failed(status)) (*text)[*size] = '\0';
    return status;
}

static snw_status load_any(const loading *l, const snw_source *source) {
    if (source->length < 2 || memcmp(source->bytes, "\x1F\x8B", 2) != 0) {
        return load_plain(l, source);
    }
    char *text = NULL;
    size_t size = 0;
    snw_status status = expand(source, &text, &size);
    if (snw_failed(status)) {
        status = refuse(l, source, status, "the compressed text cannot be expanded",
                        "expand it with gunzip and load the result");
    } else {
        const snw_source plain = {text, size, source->name, source->folder};
        status = load_plain(l, &plain);
    }
    free(text);
    return status;
}

static snw_status load_file(const loading *l, const char *path) {
    const snw_file_reading how = {.limit = SNW_DOCUMENT_BYTES};
    snw_file_content content;
    snw_why why;
    char folder[SNW_PATH_SIZE];
    snw_status status = snw_file_read(path, &how, &content, &why);
    if (snw_failed(status)) {
        snw_why_rule(&why, "file");
        snw_diags_add(l->diags, &why);
        return status;
    }
    status = snw_path_parent(path, folder, sizeof folder);
    if (!snw_failed(status)) {
        const snw_source source = {content.data, content.size, path,
                                   folder[0] != '\0' ? folder : "."};
        status = load_any(l, &source);
    }
    snw_file_free(&content);
    return status;
}

// --- the public side ----------------------------------------------------------------------------

static const snw_load_options defaults = {0};

snw_status snw_robot_load_source(const snw_source *source, const snw_load_options *options,
                                 snw_setup *setup, snw_robot **robot, snw_diags *diags) {
    const loading l = {options != NULL ? options : &defaults, 0, setup, robot, diags};
    return load_any(&l, source);
}

snw_status snw_robot_load(const char *path, const snw_load_options *options, snw_setup *setup,
                          snw_robot **robot, snw_diags *diags) {
    const loading l = {options != NULL ? options : &defaults, 0, setup, robot, diags};
    return load_file(&l, path);
}
