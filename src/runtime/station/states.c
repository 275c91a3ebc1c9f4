// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "saving.h"
#include "sinew/document.h"
#include "sinew/exec/state.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/store.h"

// States of the cell: those that its file has, and those that the user keeps beside it, as
// states/CELL/NAME.xml below the user's data. Numbers are written so that they read back bit for
// bit. A state is loaded by beginning anew in it, so nothing jumps: simulated arms only.

enum { FILES = 4096, FINDINGS = 8 };

static const char tail[] = ".xml";

// --- where they are kept ------------------------------------------------------------------------

// FOLDER of the states of a cell, or the file of one of them
static snw_status kept_path(const char *cell, const char *name, char out[SNW_PATH_SIZE],
                            snw_why *why) {
    char leaf[SNW_NAME + sizeof tail];
    snw_status status = snw__check_name(cell, why);
    if (!snw_failed(status) && name[0] != '\0') status = snw__check_name(name, why);
    if (!snw_failed(status)) status = snw__data_path("states", cell, out, why);
    if (!snw_failed(status)) status = snw_directory_make(out, 0700, why);
    if (snw_failed(status) || name[0] == '\0') return status;
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s%s", name, tail);
    return snw_path_join(out, leaf, out, SNW_PATH_SIZE);
}

static bool is_kept(const char *cell, const char *name) {
    char path[SNW_PATH_SIZE];
    return !snw_failed(kept_path(cell, name, path, NULL)) && snw_file_exists(path);
}

static const snw_cell_state *own_state(const snw_cell *cell, const char *name) {
    for (int i = 0; i < cell->state_count; i++) {
        if (strcmp(cell->states[i].name, name) == 0) return &cell->states[i];
    }
    return NULL;
}

// the names that the user keeps
static void list_kept(const snw_cell *cell, snw_json_writer *json) {
    char folder[SNW_PATH_SIZE], name[SNW_PATH_SIZE], extension[16];
    snw_directory list;
    if (snw_failed(kept_path(cell->name, "", folder, NULL)) ||
        snw_failed(snw_directory_list(folder, FILES, &list, NULL))) {
        return;
    }
    for (int i = 0; i < list.count; i++) {
        const char *leaf = list.entries[i].name;
        if (snw_failed(snw_path_extension(leaf, extension, sizeof extension)) ||
            strcmp(extension, tail) != 0 || snw_failed(snw_path_stem(leaf, name, sizeof name)) ||
            snw_failed(snw__check_name(name, NULL)) || own_state(cell, name) != NULL) {
            continue;
        }
        snw_json_string(json, NULL, name);
    }
    snw_directory_free(&list);
}

static void tell_robot(const char *name, const char *path, void *context) {
    (void)path;
    if (!snw_failed(snw__check_name(name, NULL))) snw_json_string(context, NULL, name);
}

// where Save goes, or which name it could have, and whether something would be lost
static void tell_saving(const snw_station *station, snw_json_writer *json) {
    char suggested[SNW_NAME] = "";
    snw_json_string(json, "file", station->home);
    if (station->home[0] == '\0') snw__suggest_name(station, suggested);
    snw_json_string(json, "suggested", suggested);
    snw_json_bool(json, "unsaved", snw__is_unsaved(station));
}

static snw_status list_states(const snw_station *station, snw_text *answer) {
    const snw_cell *cell = &station->cell;
    snw_json_writer json = snw_json_inside(answer, true);
    // one that was kept stands in the cell while it runs in it
    snw_json_array(&json, "states");
    for (int i = 0; i < cell->state_count; i++) {
        const char *name = cell->states[i].name;
        if (!is_kept(cell->name, name)) snw_json_string(&json, NULL, name);
    }
    snw_json_end(&json);
    if (!station->empty) tell_saving(station, &json);
    snw_json_array(&json, "kept");
    for (int i = 0; i < cell->state_count; i++) {
        const char *name = cell->states[i].name;
        if (is_kept(cell->name, name)) snw_json_string(&json, NULL, name);
    }
    list_kept(cell, &json);
    snw_json_end(&json);
    snw_json_string(&json, "manner", station->manner.kinematic ? "kinematic" : "dynamic");
    // the catalogue has those of the beginning
    snw_json_array(&json, "cells");
    for (int i = 0; i < station->cell_count; i++)
        snw_json_string(&json, NULL, station->cells[i]);
    snw_json_end(&json);
    snw_json_array(&json, "robots");
    snw_robots_each(tell_robot, &json);
    snw_json_end(&json);
    return SNW_OK;
}

// --- saving -------------------------------------------------------------------------------------

// A simulated arm is where it truly is, not where it is believed to be: what begins there is read
// as it was read before.
static void take_truth(snw_station *station, snw_system_state *state) {
    const snw_roots *roots = snw_exec_look(station->exec);
    for (int i = 0; roots != NULL && i < snw_exec_arm_count(station->exec); i++) {
        const snw_arm *arm = snw_exec_arm(station->exec, i);
        const int member = snw_system_find(station->system, arm->name);
        for (int axis = 0; member >= 0 && axis < arm->count; axis++) {
            char path[2 * SNW_NAME], value[64];
            double q = 0;
            snw_text text = snw_text_over(path, sizeof path);
            snw_text_format(&text, "%s/drive/q[%d]", arm->name, axis);
            snw_text read = snw_text_over(value, sizeof value);
            if (snw_failed(snw_roots_get(roots, path, &read, NULL)) ||
                snw_failed(snw_real_parse(value, strlen(value), &q, NULL))) {
                break;
            }
            state->q[station->system->members[member].q_index + arm->q_index[axis]] = q;
        }
    }
}

static snw_status present_state(snw_station *station, snw_setup *setup, snw_cell_state *out,
                                snw_why *why) {
    snw_system_state state;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&state, station->system, &arena));
    void *memory = snw__station_block(arena.needed, &arena, why);
    if (memory == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_system_state_init(&state, station->system, &arena);
    if (!snw_failed(status)) status = snw_exec_read_state(station->exec, &state);
    if (!snw_failed(status)) {
        take_truth(station, &state);
        status = snw_system_state_get(station->system, &state, setup, out);
    }
    free(memory);
    if (snw_failed(status)) {
        return snw_refuse(why, status, station->cell.name, "its state cannot be read", NULL);
    }
    return SNW_OK;
}

static snw_status save_state(snw_station *station, const char *name, snw_text *answer,
                             snw_why *why) {
    char path[SNW_PATH_SIZE];
    const char *cell = station->cell.name;
    if (own_state(&station->cell, name) != NULL && !is_kept(cell, name)) {
        return snw_refuse(why, SNW_ERR_DUPLICATE, name, "the cell itself has a state of that name",
                          "choose another name");
    }
    snw_status status = snw__check_name(name, why);
    if (!snw_failed(status)) status = kept_path(cell, name, path, why);
    if (snw_failed(status)) return status;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_cell_state *state = setup != NULL ? snw_block_new(&snw_cell_state_type, setup) : NULL;
    status = state != NULL ? present_state(station, setup, state, why) : SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        snw_copy_text(state->name, sizeof state->name, name);
        status = snw_document_write(path, &snw_cell_state_type, state, NULL, why);
    }
    snw_setup_destroy(setup);
    if (snw_failed(status)) return status;
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_string(&json, "name", name);
    return SNW_OK;
}

// --- beginning in one ---------------------------------------------------------------------------

static snw_status add_kept(snw_loaded_cell *input, const char *name, snw_why *why) {
    const snw_field *list = snw_type_field(&snw_cell_type, "states");
    char path[SNW_PATH_SIZE];
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    void *read = NULL;
    snw_status status = kept_path(input->cell->name, name, path, why);
    if (snw_failed(status)) return status;
    status = snw_document_read(path, &snw_cell_state_type, NULL, input->setup, &read, &diags);
    if (snw_failed(status) && diags.count > 0) *why = found[0];
    if (snw_failed(status)) return status;
    const int at = input->cell->state_count;
    status = snw_block_resize(list, input->cell, at + 1, input->setup);
    if (!snw_failed(status)) {
        status = snw_block_copy(&snw_cell_state_type, &input->cell->states[at], read, input->setup);
    }
    if (!snw_failed(status)) snw_copy_text(input->cell->states[at].name, SNW_NAME, name);
    return status;
}

// members and numbers of coordinates must be those of the cell as it is now
static snw_status check_state(const snw_loaded_cell *input, const snw_cell_state *from,
                              snw_why *why) {
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    snw_system_state state;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&state, &input->system, &arena));
    void *memory = snw__station_block(arena.needed, &arena, why);
    if (memory == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_system_state_init(&state, &input->system, &arena);
    if (!snw_failed(status)) status = snw_system_state_put(&input->system, from, &state, &diags);
    free(memory);
    if (snw_failed(status) && diags.count > 0) *why = found[0];
    return status;
}

snw_status snw__state_begin(snw_loaded_cell *input, const char *name, snw_why *why) {
    if (name[0] == '\0') return SNW_OK;
    if (own_state(input->cell, name) == NULL) {
        if (!is_kept(input->cell->name, name)) {
            return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "the cell has no such state", NULL);
        }
        const snw_status status = add_kept(input, name, why);
        if (snw_failed(status)) return status;
    }
    const snw_status status = check_state(input, own_state(input->cell, name), why);
    if (snw_failed(status)) return status;
    snw_loop *loop = input->cell->control.block;
    snw_copy_text(loop->state, sizeof loop->state, name);
    return SNW_OK;
}

static snw_status begin_anew(snw_station *station, const char *name, const char *what,
                             snw_why *why) {
    char rest[16] = "";
    for (int i = 0; i < snw_exec_arm_count(station->exec); i++) {
        const snw_drive_functions *drive = snw_drive_of(snw_exec_drive(station->exec, i)->type);
        if (drive == NULL || drive->simulated) continue;
        return snw_refuse(why, SNW_ERR_UNSUPPORTED, snw_exec_arm(station->exec, i)->name,
                          "the arm is not simulated: move it there", NULL);
    }
    SNW_IGNORE(snw_exec_get(station->exec, "loop/at_rest", rest, sizeof rest, NULL));
    if (strcmp(rest, "true") != 0) {
        return snw_refuse(why, SNW_ERR_STATE, what, "an arm is moving", "stop it first");
    }
    snw__wish wish = {.path = station->input.path, .manner = station->manner, .keep = true};
    snw_copy_text(wish.manner.state, sizeof wish.manner.state, name);
    return snw__open_next(station, &wish, why);
}

// all that was found in the file that was read last
static snw_status list_findings(const snw_station *station, snw_text *answer) {
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_array(&json, "findings");
    for (int i = 0; i < station->finding_count; i++)
        snw_json_why(&json, NULL, &station->findings[i]);
    snw_json_end(&json);
    snw_json_int(&json, "more", station->findings_left);
    return SNW_OK;
}

snw_status snw__states_command(snw_station *station, const snw_wire_request *request,
                               snw_text *answer, snw_why *why) {
    const char *act = request->act;
    if (strcmp(act, "list") == 0) return list_states(station, answer);
    if (strcmp(act, "findings") == 0) return list_findings(station, answer);
    if (station->empty) {
        return snw_refuse(why, SNW_ERR_STATE, request->name, "no cell is loaded", "open one");
    }
    if (strcmp(act, "save") == 0) return save_state(station, request->name, answer, why);
    if (strcmp(act, "reset") == 0) return begin_anew(station, station->manner.state, "reset", why);
    if (strcmp(act, "load") == 0) {
        if (own_state(&station->cell, request->name) == NULL &&
            !is_kept(station->cell.name, request->name)) {
            return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, request->name,
                              "the cell has no such state", NULL);
        }
        return begin_anew(station, request->name, request->name, why);
    }
    return snw_refuse(why, SNW_ERR_UNSUPPORTED, act, "this cannot be done here", NULL);
}
