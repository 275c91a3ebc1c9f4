// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio.h"

#include <stdlib.h>
#include <string.h>

#include "load_internal.h"
#include "sinew/document.h"
#include "sinew/model.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/urdf.h"

// One cell on its way in.
typedef struct loading {
    const snw_cell_options *options;
    const snw_registry *registry;
    const char *name; // of the cell's file, for messages
    snw_setup *setup;
    snw_cell *cell;
    snw_diags *diags;
    snw_places places;
} loading;

// --- mechanisms in files ------------------------------------------------------------------------

static snw_status tell(const loading *l, snw_status code, const char *mechanism, const char *text,
                       const char *fix) {
    char subject[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "mechanisms/%s", mechanism);
    snw_why why;
    snw_why_set(&why, code, subject, text);
    snw_why_rule(&why, "cell-file");
    snw_why_fix(&why, fix);
    snw_why_at(&why, l->name, 0, 0);
    snw_diags_add(l->diags, &why);
    return code;
}

// what a cell reads by itself: any format, as the general loader does
static snw_status load_plain(const loading *l, const char *path, snw_robot **robot) {
    snw_load_options options = {
        .registry = l->registry, .strictness = l->options->strictness, .places = l->places};
    options.places.folder = NULL; // that of the file
    return snw_robot_load(path, &options, l->setup, robot, l->diags);
}

static snw_status load_file(const loading *l, snw_mechanism *mechanism) {
    const int errors = l->diags->errors;
    snw_robot *robot = NULL;
    const snw_status status =
        l->options->load != NULL
            ? l->options->load(mechanism->found, l->options->context, l->setup, &robot, l->diags)
            : load_plain(l, mechanism->found, &robot);
    if (!snw_failed(status) && robot != NULL) {
        mechanism->loaded = robot;
        return SNW_OK;
    }
    const snw_status code = snw_failed(status) ? status : SNW_ERR_INTERNAL;
    if (l->diags->errors > errors) return code;
    return tell(l, code, mechanism->name, "its file could not be loaded", "see the file itself");
}

// the same file under another name of this cell, by the place where it was found; it may have
// failed to load
static const snw_mechanism *tried_before(const snw_cell *cell, int index) {
    for (int i = 0; i < index; i++) {
        const snw_mechanism *other = &cell->mechanisms[i];
        if (other->file[0] == '\0' || other->robot != NULL) continue;
        if (strcmp(other->found, cell->mechanisms[index].found) == 0) return other;
    }
    return NULL;
}

static snw_status load_mechanism(const loading *l, int index) {
    snw_mechanism *mechanism = &l->cell->mechanisms[index];
    if (mechanism->file[0] == '\0' || mechanism->robot != NULL) return SNW_OK;
    if (mechanism->loaded != NULL) return SNW_OK;
    char path[SNW_PATH_SIZE];
    snw_why why;
    snw_status status = snw_places_find(&l->places, mechanism->file, path, sizeof path, NULL, &why);
    // by its real path, so that no file is loaded twice under two names
    if (status == SNW_OK) status = snw_file_real_path(path, path, sizeof path, &why);
    if (snw_failed(status)) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "'%s': %s", mechanism->file, why.text);
        return tell(l, status, mechanism->name, text, why.fix);
    }
    if (strlen(path) >= sizeof mechanism->found) {
        return tell(l, SNW_ERR_TOO_LARGE, mechanism->name, "the path of its file is too long",
                    "move the cell to a folder with a shorter path");
    }
    snw_copy_text(mechanism->found, sizeof mechanism->found, path);
    const snw_mechanism *other = tried_before(l->cell, index);
    if (other == NULL) return load_file(l, mechanism);
    // what is wrong with a file is said once
    if (other->loaded == NULL) return SNW_ERR_SYNTAX;
    mechanism->loaded = other->loaded;
    return SNW_OK;
}

static snw_status load_mechanisms(const loading *l) {
    snw_status first = SNW_OK;
    for (int i = 0; i < l->cell->mechanism_count; i++) {
        const snw_status status = load_mechanism(l, i);
        if (first == SNW_OK) first = status;
    }
    return first;
}

// --- reading ------------------------------------------------------------------------------------

// findings about the whole get the file's name
static snw_status check(const loading *l) {
    enum { KEPT = 64 };
    snw_why *items = snw_setup_take(l->setup, KEPT * sizeof *items, _Alignof(snw_why));
    if (items == NULL) return SNW_ERR_MEMORY;
    snw_diags found = {.items = items, .capacity = KEPT};
    const snw_status status = snw_cell_check(l->cell, &found);
    for (int i = 0; i < found.count; i++) {
        if (items[i].file[0] == '\0') snw_why_at(&items[i], l->name, 0, 0);
        snw_diags_add(l->diags, &items[i]);
    }
    return status;
}

static snw_status refuse_exhausted(const loading *l) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_MEMORY, NULL, "the memory for the cell is exhausted");
    snw_why_fix(&why, "give the set-up arena a higher limit");
    snw_why_at(&why, l->name, 0, 0);
    snw_diags_add(l->diags, &why);
    return SNW_ERR_MEMORY;
}

static snw_status begin(loading *l, const snw_cell_options *options, const char *folder) {
    static const snw_cell_options defaults = {0};
    l->options = options != NULL ? options : &defaults;
    l->places = l->options->places;
    if (l->places.folder == NULL) l->places.folder = folder;
    l->registry = l->options->registry != NULL ? l->options->registry : snw__own_registry(l->setup);
    return l->registry != NULL ? SNW_OK : refuse_exhausted(l);
}

snw_status snw_cell_load(snw_cell *cell, const snw_cell_options *options, snw_setup *setup,
                         snw_diags *diags) {
    loading l = {.name = cell->name, .setup = setup, .cell = cell, .diags = diags};
    const snw_status status = begin(&l, options, cell->folder[0] != '\0' ? cell->folder : NULL);
    return snw_failed(status) ? status : load_mechanisms(&l);
}

static snw_status read_plain(const snw_source *source, const snw_cell_options *options,
                             snw_setup *setup, snw_cell **cell, snw_diags *diags) {
    loading l = {.name = source->name, .setup = setup, .diags = diags};
    snw_status status = begin(&l, options, source->folder);
    if (snw_failed(status)) return status;
    const snw_read_options how = {.registry = l.registry, .strictness = l.options->strictness};
    const bool json = snw_source_first(source) == '{';
    void *object = NULL;
    status = json ? snw_json_read(source, &snw_cell_type, &how, setup, &object, diags)
                  : snw_xml_read(source, &snw_cell_type, &how, setup, &object, diags);
    if (snw_failed(status)) return status;
    l.cell = object;
    if (source->folder != NULL && strlen(source->folder) < sizeof l.cell->folder) {
        snw_copy_text(l.cell->folder, sizeof l.cell->folder, source->folder);
    }
    status = load_mechanisms(&l);
    if (snw_failed(status)) return status;
    status = check(&l);
    if (status == SNW_OK && snw_failed(snw_setup_status(setup))) status = refuse_exhausted(&l);
    if (status == SNW_OK) *cell = l.cell;
    return status;
}

snw_status snw_cell_read(const snw_source *source, const snw_cell_options *options,
                         snw_setup *setup, snw_cell **cell, snw_diags *diags) {
    snw_why why;
    snw_source plain;
    char *memory = NULL;
    snw_status status = snw_source_expand(source, SNW_DOCUMENT_BYTES, &plain, &memory, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    status = read_plain(&plain, options, setup, cell, diags);
    free(memory);
    return status;
}

snw_status snw_cell_read_file(const char *path, const snw_cell_options *options, snw_setup *setup,
                              snw_cell **cell, snw_diags *diags) {
    snw_source_file file;
    snw_why why;
    snw_status status = snw_source_read(&file, path, SNW_DOCUMENT_BYTES, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    status = read_plain(&file.source, options, setup, cell, diags);
    snw_source_free(&file);
    return status;
}
