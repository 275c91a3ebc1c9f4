// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "loop_copy.h"
#include "saving.h"
#include "sinew/base/words.h"
#include "sinew/modelio/formats.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// The files of a run: cells and robots that clients open by name, hand in, merge and save. A name
// that a client gives is looked for in two folders, that of the user and the one that comes with
// sinew; it never becomes a path. What is shipped, and what a robot's maker wrote, is never
// written.

enum { FILES = 4096, FINDINGS = 8, NUMBERS = 1000 };

const char snw__cell_tail[] = ".cell.xml";

// --- kinds of files -----------------------------------------------------------------------------

// What opens stands in the table of formats of robots. These do not.
typedef enum kind { UNKNOWN, OPENS, MESH, NO_CONVERTER } kind;

static const struct {
    const char *extension;
    kind kind;
    const char *name;
} kinds[] = {
    {".stl", MESH, "STL"},
    {".obj", MESH, "OBJ"},
    {".glb", MESH, "glTF"},
    {".dae", MESH, "Collada"},
    {".3ds", MESH, "3DS"},
    {".ase", MESH, "ASE"},
    {".cfg", NO_CONVERTER, "CFG"},
    {".vec", NO_CONVERTER, "VEC"},
    {".dted", NO_CONVERTER, "DTED"},
    {".sdted", NO_CONVERTER, "SDTED"},
    {".s3ds", NO_CONVERTER, "S3DS"},
    {".sase", NO_CONVERTER, "SASE"},
    {".stec", NO_CONVERTER, "Tecplot"},
    {".wrl", NO_CONVERTER, "VRML97"},
    {".osg", NO_CONVERTER, "OpenSceneGraph"},
    {".ive", NO_CONVERTER, "OpenSceneGraph"},
    {".zip", NO_CONVERTER, "OpenSceneGraph"},
    {".flt", NO_CONVERTER, "OpenFlight"},
};
bool snw__ends_in(const char *name, size_t length, const char *tail) {
    const size_t most = strlen(tail);
    if (length <= most) return false;
    for (size_t i = 0; i < most; i++) {
        char c = name[length - most + i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != tail[i]) return false;
    }
    return true;
}

// the row of `kinds` for a name; -1 for none
static int row_of(const char *name) {
    size_t length = strlen(name);
    if (snw__ends_in(name, length, ".gz")) length -= 3;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (snw__ends_in(name, length, kinds[i].extension)) return (int)i;
    }
    return -1;
}

static kind kind_of(const char *name) {
    if (snw_model_format_named(name) != SNW_FORMAT_UNKNOWN) return OPENS;
    const int row = row_of(name);
    return row < 0 ? UNKNOWN : kinds[row].kind;
}

// all endings that are taken; of those with two dots the last one stands among the others
static void list_endings(snw_text *line) {
    snw_text_format(line, "cells and robots: ");
    const char *endings = snw_model_format_endings(0);
    for (int rank = 0; endings != NULL; endings = snw_model_format_endings(++rank)) {
        snw_words words = snw_words_over(endings);
        for (snw_word ending; snw_words_next(&words, &ending);) {
            if (memchr(ending.text + 1, '.', ending.length - 1) != NULL) continue;
            snw_text_format(line, "%.*s ", (int)ending.length, ending.text);
        }
    }
    snw_text_format(line, "(or .gz); meshes:");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].kind == MESH) snw_text_format(line, " %s", kinds[i].extension);
    }
}

static snw_status refuse_kind(const char *name, snw_why *why) {
    const int row = row_of(name);
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text), endings = snw_text_over(fix, sizeof fix);
    if (row >= 0 && kinds[row].kind == MESH) {
        snw_text_format(&line, "a mesh is a part of a robot: open the robot that names it");
    } else if (row >= 0) {
        snw_text_format(&line, "there is no converter for %s", kinds[row].name);
    } else {
        snw_text_format(&line, "files of this kind cannot be opened");
    }
    list_endings(&endings);
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED,
                           row >= 0 && kinds[row].kind == NO_CONVERTER ? "no-converter"
                                                                       : "extension",
                           name, text, fix);
}

// --- which there are ----------------------------------------------------------------------------

static void add_name(snw_station *station, const char *name, size_t length) {
    for (int i = 0; i < station->cell_count; i++) {
        if (strlen(station->cells[i]) == length && strncmp(station->cells[i], name, length) == 0)
            return;
    }
    char *copy = station->cell_count < SNW__CELLS ? malloc(length + 1) : NULL;
    if (copy == NULL) return;
    memcpy(copy, name, length);
    copy[length] = '\0';
    station->cells[station->cell_count++] = copy;
}

// cells by their names; of the user's files robots too, by those of their files
static void add_cells(snw_station *station, const char *folder, bool robots) {
    snw_directory list;
    if (snw_failed(snw_directory_list(folder, FILES, &list, NULL))) return;
    for (int i = 0; i < list.count; i++) {
        const char *name = list.entries[i].name;
        const size_t length = strlen(name);
        if (list.entries[i].is_directory || snw_failed(snw__check_name(name, NULL))) continue;
        if (snw__ends_in(name, length, snw__cell_tail)) {
            add_name(station, name, length - strlen(snw__cell_tail));
        } else if (robots && kind_of(name) == OPENS) {
            add_name(station, name, length);
        }
    }
    snw_directory_free(&list);
}

void snw__station_files_drop(snw_station *station) {
    for (int i = 0; i < station->cell_count; i++)
        free(station->cells[i]);
    station->cell_count = 0;
}

static bool shipped_cells(char out[SNW_PATH_SIZE]) {
    return snw__shipped("cells", out);
}

void snw__station_files(snw_station *station) {
    char folder[SNW_PATH_SIZE];
    if (shipped_cells(folder)) add_cells(station, folder, false);
    if (!snw_failed(snw__data_path("cells", "", folder, NULL))) add_cells(station, folder, true);
}

bool snw__is_below(const char *folder, const char *name, const char *tail,
                   char out[SNW_PATH_SIZE]) {
    char leaf[SNW_NAME + 16];
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s%s", name, tail);
    return !snw_failed(snw_path_join(folder, leaf, out, SNW_PATH_SIZE)) && snw_file_exists(out);
}

bool snw__is_shipped(const char *name, char out[SNW_PATH_SIZE]) {
    char folder[SNW_PATH_SIZE];
    return shipped_cells(folder) && snw__is_below(folder, name, snw__cell_tail, out);
}

snw_status snw__file_named(const char *name, char out[SNW_PATH_SIZE], snw_why *why) {
    char folder[SNW_PATH_SIZE];
    snw_status status = snw__check_name(name, why);
    if (!snw_failed(status)) status = snw__data_path("cells", "", folder, why);
    if (snw_failed(status)) return status;
    if (snw__is_shipped(name, out) || snw__is_below(folder, name, snw__cell_tail, out))
        return SNW_OK;
    if (strchr(name, '.') != NULL && kind_of(name) != OPENS) return refuse_kind(name, why);
    if (strchr(name, '.') != NULL && snw__is_below(folder, name, "", out)) return SNW_OK;
    if (strchr(name, '.') == NULL && !snw_failed(snw_robot_find(name, out, SNW_PATH_SIZE, NULL)))
        return SNW_OK;
    return snw_refuse(why, SNW_ERR_NOT_FOUND, name, "there is no cell and no robot of that name",
                      "choose one from the list, or upload its file");
}

snw_status snw__file_take(void *context, const char *name, const char *data, size_t size,
                          snw_why *why) {
    char path[SNW_PATH_SIZE], stem[SNW_NAME];
    snw_status status = snw__check_name(name, why);
    if (snw_failed(status)) return status;
    const kind what = kind_of(name);
    if (what != OPENS && what != MESH) return refuse_kind(name, why);
    const size_t length = strlen(name);
    if (snw__ends_in(name, length, snw__cell_tail)) {
        snw_copy_text(stem, sizeof stem, name);
        stem[length - strlen(snw__cell_tail)] = '\0';
        if (snw__is_shipped(stem, path)) {
            return snw_refuse(why, SNW_ERR_DUPLICATE, stem, "a cell of that name comes with sinew",
                              "rename the file");
        }
    }
    status = snw__data_path("cells", name, path, why);
    if (!snw_failed(status)) status = snw_file_write(path, data, size, why);
    if (!snw_failed(status)) snw__station_files(context);
    return status;
}

// --- what runs next -----------------------------------------------------------------------------

static bool is_simulated(const snw_loop *loop) {
    for (int i = 0; i < loop->arm_count; i++) {
        const snw_drive_functions *drive = snw_drive_of(loop->arms[i].drive.type);
        if (drive == NULL || !drive->simulated) return false;
    }
    return true;
}

snw_status snw__loop_try(snw_station *station, snw_loaded_cell *input, snw_diags *diags) {
    const snw_loop *from = snw__loop_of(input->cell);
    if (from == NULL || !is_simulated(from)) return SNW_OK;
    snw_exec_options options = snw_exec_defaults();
    options.registry = station->registry;
    snw_exec *exec = NULL;
    snw_cell cell;
    snw_loop loop;
    const snw__loop_copy copy = {&cell, &loop, input->setup};
    snw_status status = snw__edit_loop(station, input->cell, &copy, diags);
    if (!snw_failed(status)) status = snw_exec_open(&exec, &cell, &input->system, &options, diags);
    if (!snw_failed(status)) SNW_IGNORE(snw_exec_close(exec, 0, NULL));
    snw_cell_locate(input, diags);
    return status;
}

static snw_status try_loop(snw_station *station, snw_why *why) {
    station->next.diags.count = station->next.diags.errors = 0;
    const snw_status status = snw__loop_try(station, &station->next, &station->next.diags);
    snw__station_tell(station, &station->next.diags, why);
    return status;
}

// a cell that nothing moves can be looked at: a loop without arms shows it
static snw_status need_loop(snw_loaded_cell *input) {
    snw_child *control = &input->cell->control;
    if (control->type != NULL) return SNW_OK;
    control->block = snw_block_new(&snw_loop_type, input->setup);
    control->type = control->block != NULL ? &snw_loop_type : NULL;
    return control->block != NULL ? SNW_OK : SNW_ERR_MEMORY;
}

static snw_status prepare_next(snw_station *station, const snw__wish *wish, snw_why *why) {
    snw_status status = need_loop(&station->next);
    if (!snw_failed(status) && snw__loop_of(station->next.cell) == NULL) {
        return snw_refuse(why, SNW_ERR_UNSUPPORTED, wish->path, "its control is not a loop", NULL);
    }
    if (!snw_failed(status) && wish->keep) status = snw__station_keep(station, &station->next, why);
    if (!snw_failed(status)) status = snw__state_begin(&station->next, wish->manner.state, why);
    if (!snw_failed(status) && wish->manner.kinematic) {
        status = snw__make_kinematic(&station->next, station->registry, why);
    }
    // as it was read it has been tried
    const bool same = !wish->keep && wish->manner.state[0] == '\0' && !wish->manner.kinematic;
    return snw_failed(status) || (station->ran && same) ? status : try_loop(station, why);
}

snw_status snw__open_next(snw_station *station, const snw__wish *wish, snw_why *why) {
    if (station->options.fixed) {
        return snw_refuse(why, SNW_ERR_STATE, station->cell.name, "the cell belongs to a program",
                          "end the program, or use 'sinew run'");
    }
    if (station->has_next)
        return snw_refuse(why, SNW_ERR_STATE, NULL, "another cell is being loaded", NULL);
    snw_status status = snw__station_take(station, &station->next, wish->path, why);
    if (snw_failed(status)) return status;
    status = prepare_next(station, wish, why);
    if (snw_failed(status)) {
        if (why != NULL && why->code == SNW_OK) snw_why_set(why, status, wish->path, NULL);
        snw_cell_close(&station->next);
        return status;
    }
    station->next_manner = wish->manner;
    station->next_unsaved = wish->keep && snw__is_unsaved(station);
    station->has_next = true;
    return SNW_OK;
}

snw_status snw__take_empty(snw_station *station, snw_loaded_cell *input, snw_why *why) {
    static const char text[] =
        "<cell xmlns=\"urn:sinew:cell\" name=\"\"><mechanisms><mechanism name=\"ground\">"
        "<robot name=\"ground\"><links><link name=\"ground\"/></links></robot></mechanism>"
        "</mechanisms><members><member name=\"ground\" mechanism=\"ground\"/></members>"
        "<control><loop period=\"5 ms\"/></control></cell>";
    const snw_status status =
        snw__cell_open_text(input, "no-cell.cell.xml", text, &station->load, why);
    if (snw_failed(status)) return status;
    snw__station_tell(station, &input->diags, why);
    return input->status;
}

// --- what clients ask for -----------------------------------------------------------------------

static snw_status open_named(snw_station *station, const char *name, snw_why *why) {
    char path[SNW_PATH_SIZE];
    const snw_status status = snw__file_named(name, path, why);
    if (snw_failed(status)) return status;
    const snw__wish wish = {.path = path, .manner.kinematic = station->manner.kinematic};
    return snw__open_next(station, &wish, why);
}

static snw_status change_manner(snw_station *station, bool kinematic, snw_why *why) {
    snw__wish wish = {.path = station->input.path, .manner = station->manner, .keep = true};
    if (!is_simulated(&station->loop)) {
        return snw_refuse(why, SNW_ERR_UNSUPPORTED, station->cell.name,
                          "one of its arms is not simulated", NULL);
    }
    wish.manner.kinematic = kinematic;
    return snw__open_next(station, &wish, why);
}

snw_status snw__files_command(snw_station *station, const snw_wire_request *request,
                              snw_text *answer, snw_why *why) {
    const char *act = request->act, *name = request->name;
    if (act[0] == '\0' || strcmp(act, "open") == 0) return open_named(station, name, why);
    if (station->empty) {
        return snw_refuse(why, SNW_ERR_STATE, act, "no cell is loaded", "open one first");
    }
    if (strcmp(act, "merge") == 0) return snw__merge_cell(station, name, answer, why);
    if (strcmp(act, "save") == 0) return snw__save_cell(station, request, answer, why);
    if (strcmp(act, "kinematic") == 0) return change_manner(station, true, why);
    if (strcmp(act, "dynamic") == 0) return change_manner(station, false, why);
    return snw_refuse(why, SNW_ERR_UNSUPPORTED, act, "this cannot be done here",
                      "choose open, merge, save, kinematic or dynamic");
}
