// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "run_job.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// The files of a run: cells and robots that clients open by name, hand in, merge and save. A name
// that a client gives is looked for in two folders, that of the user and the one that comes with
// sinew; it never becomes a path. What is shipped, and what a robot's maker wrote, is never
// written.

enum { FILES = 4096, FINDINGS = 8, NUMBERS = 1000 };

static const char cell_tail[] = ".cell.xml";

// --- kinds of files -----------------------------------------------------------------------------

typedef enum kind { UNKNOWN, OPENS, MESH, NO_CONVERTER } kind;

static const struct {
    const char *extension;
    kind kind;
    const char *name;
} kinds[] = {
    {".xml", OPENS, "cell or robot"},
    {".ecx", OPENS, "cell or robot"},
    {".ecz", OPENS, "cell or robot, compressed"},
    {".json", OPENS, "cell or robot"},
    {".urdf", OPENS, "URDF"},
    {".xacro", OPENS, "xacro"},
    {".csv", OPENS, "DH table"},
    {".tsv", OPENS, "DH table"},
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
static const char what_opens[] = "cells (.cell.xml), robots (.xml .ecx .json, .urdf, .xacro, .csv, "
                                 ".tsv; also .gz), meshes (.stl .obj .glb .dae .3ds .ase)";

static bool ends_in(const char *name, size_t length, const char *tail) {
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
    if (ends_in(name, length, ".gz")) length -= 3;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (ends_in(name, length, kinds[i].extension)) return (int)i;
    }
    return -1;
}

static kind kind_of(const char *name) {
    const int row = row_of(name);
    return row < 0 ? UNKNOWN : kinds[row].kind;
}

static snw_status refuse_kind(const char *name, snw_why *why) {
    const int row = row_of(name);
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    if (row >= 0 && kinds[row].kind == MESH) {
        snw_text_format(&line, "a mesh is a part of a robot: open the robot that names it");
    } else if (row >= 0) {
        snw_text_format(&line, "there is no converter for %s", kinds[row].name);
    } else {
        snw_text_format(&line, "files of this kind cannot be opened");
    }
    snw_why_set(why, SNW_ERR_UNSUPPORTED, name, text);
    snw_why_rule(why, row >= 0 && kinds[row].kind == NO_CONVERTER ? "no-converter" : "extension");
    snw_why_fix(why, what_opens);
    return SNW_ERR_UNSUPPORTED;
}

// --- which there are ----------------------------------------------------------------------------

static void add_name(run_job *j, const char *name, size_t length) {
    for (int i = 0; i < j->cell_count; i++) {
        if (strlen(j->cells[i]) == length && strncmp(j->cells[i], name, length) == 0) return;
    }
    char *copy = j->cell_count < RUN_CELLS ? malloc(length + 1) : NULL;
    if (copy == NULL) return;
    memcpy(copy, name, length);
    copy[length] = '\0';
    j->cells[j->cell_count++] = copy;
}

// cells by their names; of the user's files robots too, by those of their files
static void add_cells(run_job *j, const char *folder, bool robots) {
    snw_directory list;
    if (snw_failed(snw_directory_list(folder, FILES, &list, NULL))) return;
    for (int i = 0; i < list.count; i++) {
        const char *name = list.entries[i].name;
        const size_t length = strlen(name);
        if (list.entries[i].is_directory || snw_failed(run_check_name(name, NULL))) continue;
        if (ends_in(name, length, cell_tail)) {
            add_name(j, name, length - strlen(cell_tail));
        } else if (robots && kind_of(name) == OPENS) {
            add_name(j, name, length);
        }
    }
    snw_directory_free(&list);
}

void run_files_drop(run_job *j) {
    for (int i = 0; i < j->cell_count; i++)
        free(j->cells[i]);
    j->cell_count = 0;
}

static bool shipped_cells(char out[SNW_PATH_SIZE]) {
    return run_shipped("cells", "../share/sinew/cells", out);
}

void run_files_find(run_job *j) {
    char folder[SNW_PATH_SIZE];
    if (shipped_cells(folder)) add_cells(j, folder, false);
    if (!snw_failed(run_data_path("cells", "", folder, NULL))) add_cells(j, folder, true);
}

static bool is_below(const char *folder, const char *name, const char *tail,
                     char out[SNW_PATH_SIZE]) {
    char leaf[SNW_NAME + 16];
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s%s", name, tail);
    return !snw_failed(snw_path_join(folder, leaf, out, SNW_PATH_SIZE)) && snw_file_exists(out);
}

static bool is_shipped(const char *name, char out[SNW_PATH_SIZE]) {
    char folder[SNW_PATH_SIZE];
    return shipped_cells(folder) && is_below(folder, name, cell_tail, out);
}

snw_status run_file_named(const char *name, char out[SNW_PATH_SIZE], snw_why *why) {
    char folder[SNW_PATH_SIZE];
    snw_status status = run_check_name(name, why);
    if (!snw_failed(status)) status = run_data_path("cells", "", folder, why);
    if (snw_failed(status)) return status;
    if (is_shipped(name, out) || is_below(folder, name, cell_tail, out)) return SNW_OK;
    if (strchr(name, '.') != NULL && kind_of(name) != OPENS) return refuse_kind(name, why);
    if (strchr(name, '.') != NULL && is_below(folder, name, "", out)) return SNW_OK;
    if (strchr(name, '.') == NULL && !snw_failed(model_find_named(name, out, SNW_PATH_SIZE, NULL)))
        return SNW_OK;
    return run_refuse(why, SNW_ERR_NOT_FOUND, name, "there is no cell and no robot of that name",
                      "choose one of the list, or hand in its file");
}

snw_status run_file_take(void *context, const char *name, const char *data, size_t size,
                         snw_why *why) {
    char path[SNW_PATH_SIZE], stem[SNW_NAME];
    snw_status status = run_check_name(name, why);
    if (snw_failed(status)) return status;
    const kind what = kind_of(name);
    if (what != OPENS && what != MESH) return refuse_kind(name, why);
    const size_t length = strlen(name);
    if (ends_in(name, length, cell_tail)) {
        snw_copy_text(stem, sizeof stem, name);
        stem[length - strlen(cell_tail)] = '\0';
        if (is_shipped(stem, path)) {
            return run_refuse(why, SNW_ERR_DUPLICATE, stem, "a cell of that name comes with sinew",
                              "rename the file");
        }
    }
    status = run_data_path("cells", name, path, why);
    if (!snw_failed(status)) status = snw_file_write(path, data, size, why);
    if (!snw_failed(status)) run_files_find(context);
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

// Makes the loop once for trial, where that touches nothing: a cell that cannot run is refused
// while the present one goes on.
static snw_status try_loop(run_job *j, snw_why *why) {
    if (!is_simulated(run_loop_of(j->next.cell))) return SNW_OK;
    snw_exec_options options = snw_exec_defaults();
    options.registry = j->registry;
    snw_exec *exec = NULL;
    j->next.diags.count = j->next.diags.errors = 0;
    const snw_status status =
        snw_exec_open(&exec, j->next.cell, &j->next.system, &options, &j->next.diags);
    if (!snw_failed(status)) SNW_IGNORE(snw_exec_close(exec, 0, NULL));
    model_tell(&j->next.diags, j->io, why);
    return status;
}

// a cell that nothing moves can be looked at: a loop without arms shows it
static snw_status need_loop(cell_input *input) {
    snw_child *control = &input->cell->control;
    if (control->type != NULL) return SNW_OK;
    control->block = snw_block_new(&snw_loop_type, input->setup);
    control->type = control->block != NULL ? &snw_loop_type : NULL;
    return control->block != NULL ? SNW_OK : SNW_ERR_MEMORY;
}

static snw_status prepare_next(run_job *j, const run_wish *wish, snw_why *why) {
    snw_status status = need_loop(&j->next);
    if (!snw_failed(status) && run_loop_of(j->next.cell) == NULL) {
        return run_refuse(why, SNW_ERR_UNSUPPORTED, wish->path, "its control is no loop", NULL);
    }
    if (!snw_failed(status) && wish->keep) status = run_keep(j, &j->next, why);
    if (!snw_failed(status)) status = run_state_begin(&j->next, wish->manner.state, why);
    if (!snw_failed(status) && wish->manner.kinematic) {
        status = run_make_kinematic(&j->next, j->registry, why);
    }
    return snw_failed(status) ? status : try_loop(j, why);
}

snw_status run_open_next(run_job *j, const run_wish *wish, snw_why *why) {
    if (j->has_next) return run_refuse(why, SNW_ERR_STATE, NULL, "another cell is coming", NULL);
    snw_status status = cell_take_any(&j->next, wish->path, j->registry, j->values, j->io, why);
    if (snw_failed(status)) return status;
    status = prepare_next(j, wish, why);
    if (snw_failed(status)) {
        if (why != NULL && why->code == SNW_OK) snw_why_set(why, status, wish->path, NULL);
        cell_close(&j->next);
        return status;
    }
    j->next_manner = wish->manner;
    j->has_next = true;
    return SNW_OK;
}

snw_status run_take_empty(run_job *j, cell_input *input, snw_why *why) {
    static const char text[] =
        "<cell xmlns=\"urn:sinew:cell\" name=\"\"><mechanisms><mechanism name=\"ground\">"
        "<robot name=\"ground\"><links><link name=\"ground\"/></links></robot></mechanism>"
        "</mechanisms><members><member name=\"ground\" mechanism=\"ground\"/></members>"
        "<control><loop period=\"5 ms\"/></control></cell>";
    const snw_status status =
        cell_open_text(input, "no-cell.cell.xml", text, j->registry, j->values, why);
    if (snw_failed(status)) return status;
    model_tell(&input->diags, j->io, why);
    return input->status;
}

// --- saving -------------------------------------------------------------------------------------

// Only what lies in the user's folder too is named there; other mechanisms are written out, so that
// the cell means the same wherever it is read, and whatever becomes of their files.
static void make_portable(snw_cell *cell, const char *folder) {
    for (int i = 0; i < cell->mechanism_count; i++) {
        snw_mechanism *mechanism = &cell->mechanisms[i];
        char parent[SNW_PATH_SIZE], leaf[SNW_PATH_SIZE];
        const char *file = mechanism->file;
        if (file[0] == '\0') continue;
        const size_t length = strlen(file);
        const bool plain = ends_in(file, length, ".urdf") || ends_in(file, length, ".csv") ||
                           ends_in(file, length, ".xml") || ends_in(file, length, ".json");
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
    snw_status status = run_check_name(wish, why);
    if (!snw_failed(status)) status = run_data_path("cells", "", folder, why);
    for (int i = 2; !snw_failed(status) && i < NUMBERS; i++) {
        if (!is_shipped(name, path) && !is_below(folder, name, cell_tail, path)) return SNW_OK;
        if (exactly) {
            return run_refuse(why, SNW_ERR_DUPLICATE, name, "there is a cell of that name",
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
    snw_text_format(answer, ",\"name\":");
    snw_text_json_string(answer, name);
}

// The cell of the file, with what was changed while it ran. Its own file is written again only when
// it is one of the user's cells; else it gets a new name.
static snw_status save_cell(run_job *j, const char *wish, snw_text *answer, snw_why *why) {
    char name[SNW_NAME], path[SNW_PATH_SIZE];
    const bool again = wish[0] == '\0' && j->home[0] != '\0';
    snw_status status = SNW_OK;
    if (again) {
        snw_copy_text(path, sizeof path, j->home);
        status = snw_path_leaf(path, path, sizeof path);
        snw_copy_text(name, sizeof name, path);
        const size_t length = strlen(name);
        if (ends_in(name, length, cell_tail)) name[length - strlen(cell_tail)] = '\0';
        snw_copy_text(path, sizeof path, j->home);
    } else {
        const bool named = wish[0] != '\0';
        status = free_name(named ? wish : j->input.cell->name, named, name, path, why);
    }
    cell_input copy;
    if (!snw_failed(status)) {
        status = cell_take_any(&copy, j->input.path, j->registry, j->values, j->io, why);
    }
    if (snw_failed(status)) return status;
    status = run_keep(j, &copy, why);
    if (!snw_failed(status)) status = write_cell(copy.cell, name, path, why);
    cell_close(&copy);
    if (snw_failed(status)) return status;
    snw_copy_text(j->home, sizeof j->home, path);
    run_files_find(j);
    tell_name(name, answer);
    return SNW_OK;
}

// --- merging ------------------------------------------------------------------------------------

static snw_status merge_into(run_job *j, cell_input *a, const cell_input *b, snw_text *answer,
                             snw_why *why) {
    char wish[SNW_NAME], name[SNW_NAME], path[SNW_PATH_SIZE];
    snw_cell *out = NULL;
    int renamed = 0;
    snw_status status = run_keep(j, a, why);
    if (!snw_failed(status)) status = run_merge(a, b, &out, &renamed, why);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(wish, sizeof wish);
    snw_text_format(&text, "%.24s-%.24s", a->cell->name, b->cell->name);
    status = free_name(wish, false, name, path, why);
    if (!snw_failed(status)) status = write_cell(out, name, path, why);
    if (snw_failed(status)) return status;
    const run_wish next = {.path = path, .manner.kinematic = j->manner.kinematic};
    status = run_open_next(j, &next, why);
    if (snw_failed(status)) {
        SNW_IGNORE(snw_file_remove(path, NULL));
        return status;
    }
    tell_name(name, answer);
    snw_text_format(answer, ",\"members\":%d,\"renamed\":%d", out->member_count, renamed);
    return SNW_OK;
}

static snw_status merge_cell(run_job *j, const char *name, snw_text *answer, snw_why *why) {
    char path[SNW_PATH_SIZE];
    cell_input a, b;
    snw_status status = run_file_named(name, path, why);
    if (snw_failed(status)) return status;
    status = cell_take_any(&a, j->input.path, j->registry, j->values, j->io, why);
    if (snw_failed(status)) return status;
    status = cell_take_any(&b, path, j->registry, j->values, j->io, why);
    if (!snw_failed(status)) {
        status = merge_into(j, &a, &b, answer, why);
        cell_close(&b);
    }
    cell_close(&a);
    return status;
}

// --- what clients ask for -----------------------------------------------------------------------

static snw_status open_named(run_job *j, const char *name, snw_why *why) {
    char path[SNW_PATH_SIZE];
    const snw_status status = run_file_named(name, path, why);
    if (snw_failed(status)) return status;
    const run_wish wish = {.path = path, .manner.kinematic = j->manner.kinematic};
    return run_open_next(j, &wish, why);
}

static snw_status change_manner(run_job *j, bool kinematic, snw_why *why) {
    run_wish wish = {.path = j->input.path, .manner = j->manner, .keep = true};
    if (!is_simulated(run_loop_of(j->input.cell))) {
        return run_refuse(why, SNW_ERR_UNSUPPORTED, j->input.cell->name,
                          "an arm of it is not simulated", NULL);
    }
    wish.manner.kinematic = kinematic;
    return run_open_next(j, &wish, why);
}

snw_status run_files_do(run_job *j, const snw_wire_request *request, snw_text *answer,
                        snw_why *why) {
    const char *act = request->act, *name = request->name;
    if (act[0] == '\0' || strcmp(act, "open") == 0) return open_named(j, name, why);
    if (j->empty) {
        return run_refuse(why, SNW_ERR_STATE, act, "no cell is loaded", "open one first");
    }
    if (strcmp(act, "merge") == 0) return merge_cell(j, name, answer, why);
    if (strcmp(act, "save") == 0) return save_cell(j, name, answer, why);
    if (strcmp(act, "kinematic") == 0) return change_manner(j, true, why);
    if (strcmp(act, "dynamic") == 0) return change_manner(j, false, why);
    return run_refuse(why, SNW_ERR_UNSUPPORTED, act, "that cannot be done here",
                      "open, merge, save, kinematic or dynamic");
}
