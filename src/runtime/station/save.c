// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "saving.h"
#include "sinew/os/file.h"

// Cells that clients save and merge.

enum { NUMBERS = 1000 };

// --- saving -------------------------------------------------------------------------------------

// Only what lies in the user's folder too is named there; other mechanisms are written out, so that
// the cell means the same wherever it is read, and whatever becomes of their files.
static void make_portable(snw_cell *cell, const char *folder) {
    for (int i = 0; i < cell->mechanism_count; i++) {
        snw_mechanism *mechanism = &cell->mechanisms[i];
        char parent[SNW_PATH_SIZE], leaf[SNW_PATH_SIZE];
        const char *file = mechanism->file;
        if (file[0] == '\0') continue;
        // a xacro file may include others
        const snw_model_format format = snw_model_format_named(file);
        const bool plain = format != SNW_FORMAT_UNKNOWN && format != SNW_FORMAT_XACRO;
        if (plain && !snw_failed(snw_path_parent(mechanism->found, parent, sizeof parent)) &&
            !snw_failed(snw_path_leaf(mechanism->found, leaf, sizeof leaf)) &&
            strcmp(parent, folder) == 0) {
            snw_copy_text(mechanism->file, sizeof mechanism->file, leaf);
            continue;
        }
        mechanism->robot = mechanism->loaded;
        mechanism->file[0] = mechanism->found[0] = '\0';
    }
}

// the wish, or WISH-2, WISH-3, ... when a cell has that name; SNW_ERR_DUPLICATE when it must be it
static snw_status free_name(const char *wish, bool exactly, char name[SNW_NAME],
                            char path[SNW_PATH_SIZE], snw_why *why) {
    char folder[SNW_PATH_SIZE];
    snw_copy_text(name, SNW_NAME, wish);
    snw_status status = snw__check_name(wish, why);
    if (!snw_failed(status)) status = snw__data_path("cells", "", folder, why);
    for (int i = 2; !snw_failed(status) && i < NUMBERS; i++) {
        if (!snw__is_shipped(name, path) && !snw__is_below(folder, name, snw__cell_tail, path))
            return SNW_OK;
        if (exactly) {
            return snw_refuse(why, SNW_ERR_DUPLICATE, name, "a cell of that name exists",
                              "choose another name");
        }
        snw_text text = snw_text_over(name, SNW_NAME);
        snw_text_format(&text, "%.50s-%d", wish, i);
    }
    return snw_failed(status) ? status : SNW_ERR_FULL;
}

static snw_status write_cell(snw_cell *cell, const char *name, const char *path, snw_why *why) {
    char folder[SNW_PATH_SIZE], real[SNW_PATH_SIZE];
    snw_status status = snw_path_parent(path, folder, sizeof folder);
    if (!snw_failed(status)) status = snw_file_real_path(folder, real, sizeof real, why);
    if (snw_failed(status)) return status;
    make_portable(cell, real);
    snw_copy_text(cell->name, sizeof cell->name, name);
    snw_copy_text(cell->folder, sizeof cell->folder, folder);
    return snw_cell_write_file(path, cell, why);
}

static void tell_name(const char *name, snw_text *answer) {
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_string(&json, "name", name);
}

// the name of a cell by its file
static snw_status name_of(const char *path, char name[SNW_NAME]) {
    char leaf[SNW_PATH_SIZE];
    const snw_status status = snw_path_leaf(path, leaf, sizeof leaf);
    if (snw_failed(status)) return status;
    const size_t length = strlen(leaf);
    if (snw__ends_in(leaf, length, snw__cell_tail)) leaf[length - strlen(snw__cell_tail)] = '\0';
    snw_copy_text(name, SNW_NAME, leaf);
    return SNW_OK;
}

// Under a name that the client gave, in the user's folder.
static snw_status save_copy(snw_station *station, snw_loaded_cell *copy, const char *wish,
                            char path[SNW_PATH_SIZE], snw_why *why) {
    char name[SNW_NAME];
    snw_status status = free_name(wish, true, name, path, why);
    if (!snw_failed(status)) status = snw__station_keep(station, copy, why);
    return snw_failed(status) ? status : write_cell(copy->cell, name, path, why);
}

// Into the file that it is kept in. When that is the file it was read from, its own text stays.
static snw_status save_again(snw_station *station, snw_loaded_cell *copy, char path[SNW_PATH_SIZE],
                             snw_why *why) {
    snw_copy_text(path, SNW_PATH_SIZE, station->home);
    if (strcmp(path, copy->path) != 0) {
        char name[SNW_NAME];
        snw_status status = name_of(path, name);
        if (!snw_failed(status)) status = snw__station_keep(station, copy, why);
        return snw_failed(status) ? status : write_cell(copy->cell, name, path, why);
    }
    char *before = snw__cell_text(copy->cell, why);
    if (before == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw__station_keep(station, copy, why);
    if (!snw_failed(status)) {
        status = snw__save_in_place(station, copy->cell, before, path, why);
    }
    free(before);
    return status;
}

void snw__suggest_name(const snw_station *station, char name[SNW_NAME]) {
    char path[SNW_PATH_SIZE];
    if (snw_failed(free_name(station->cell.name, false, name, path, NULL))) name[0] = '\0';
}

// The cell of the file, with what was changed while it ran.
snw_status snw__save_cell(snw_station *station, const snw_wire_request *request, snw_text *answer,
                          snw_why *why) {
    const char *wish = request->name;
    char name[SNW_NAME], path[SNW_PATH_SIZE];
    if (wish[0] == '\0' && station->home[0] == '\0') {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "save-name", station->cell.name,
                               "this cell comes with sinew or was made around a robot, so it needs "
                               "a name of its own",
                               "give a name");
    }
    snw_loaded_cell copy;
    snw_status status = snw__plots_take(station, request->document, why);
    if (!snw_failed(status)) {
        status = snw__station_take(station, &copy, station->input.path, why);
    }
    if (snw_failed(status)) return status;
    const uint64_t changes = snw__changes_of(station);
    status = wish[0] != '\0' ? save_copy(station, &copy, wish, path, why)
                             : save_again(station, &copy, path, why);
    snw_cell_close(&copy);
    if (!snw_failed(status)) status = name_of(path, name);
    if (snw_failed(status)) return status;
    station->saved_changes = changes;
    station->unsaved_before = false;
    snw_copy_text(station->home, sizeof station->home, path);
    snw__station_files(station);
    tell_name(name, answer);
    return SNW_OK;
}

// --- merging ------------------------------------------------------------------------------------

// both cells as one, in a file of its own
static snw_status merge_into(snw_station *station, snw_loaded_cell *a, const snw_loaded_cell *b,
                             snw__merged *made, snw_why *why) {
    char wish[SNW_NAME], path[SNW_PATH_SIZE];
    snw_cell *out = NULL;
    snw_status status = snw__station_keep(station, a, why);
    if (!snw_failed(status)) status = snw__station_merge(a, b, &out, &made->renamed, why);
    if (snw_failed(status)) return status;
    made->members = out->member_count;
    snw_text text = snw_text_over(wish, sizeof wish);
    snw_text_format(&text, "%.24s-%.24s", a->cell->name, b->cell->name);
    status = free_name(wish, false, made->name, path, why);
    if (!snw_failed(status)) status = write_cell(out, made->name, path, why);
    if (!snw_failed(status)) snw_copy_text(made->path, sizeof made->path, path);
    return status;
}

static snw_status write_merged(snw_station *station, const char *name, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_loaded_cell a, b;
    snw_status status = snw__file_named(name, path, why);
    if (snw_failed(status)) return status;
    status = snw__station_take(station, &a, station->input.path, why);
    if (snw_failed(status)) return status;
    status = snw__station_take(station, &b, path, why);
    if (!snw_failed(status)) {
        status = merge_into(station, &a, &b, &station->merged, why);
        snw_cell_close(&b);
    }
    snw_cell_close(&a);
    return snw_failed(status) ? status : SNW_NOTHING_NEW;
}

void snw__merge_drop(snw_station *station) {
    if (station->merged.path[0] == '\0') return;
    SNW_IGNORE(snw_file_remove(station->merged.path, NULL));
    station->merged = (snw__merged){0};
}

snw_status snw__merge_cell(snw_station *station, const char *name, snw_text *answer, snw_why *why) {
    if (station->merged.path[0] == '\0') return write_merged(station, name, why);
    const snw__wish next = {.path = station->merged.path,
                            .manner.kinematic = station->manner.kinematic};
    const snw_status status = snw__open_next(station, &next, why);
    if (snw_failed(status)) {
        snw__merge_drop(station);
        return status;
    }
    tell_name(station->merged.name, answer);
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_int(&json, "members", station->merged.members);
    snw_json_int(&json, "renamed", station->merged.renamed);
    station->merged = (snw__merged){0};
    return SNW_OK;
}
