// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "run_job.h"
#include "sinew/document.h"
#include "sinew/exec/state.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

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
    snw_status status = run_check_name(cell, why);
    if (!snw_failed(status) && name[0] != '\0') status = run_check_name(name, why);
    if (!snw_failed(status)) status = run_data_path("states", cell, out, why);
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

// the names that the user keeps, each with a comma before it but the first
static void list_kept(const snw_cell *cell, int *count, snw_text *answer) {
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
            snw_failed(run_check_name(name, NULL)) || own_state(cell, name) != NULL) {
            continue;
        }
        if ((*count)++ > 0) snw_text_format(answer, ",");
        snw_text_json_string(answer, name);
    }
    snw_directory_free(&list);
}

static snw_status list_states(const run_job *j, snw_text *answer) {
    const snw_cell *cell = j->input.cell;
    int count = 0, kept = 0;
    snw_text_format(answer, ",\"states\":[");
    for (int i = 0; i < cell->state_count; i++) {
        // one that was kept stands in the cell while it runs in it
        if (is_kept(cell->name, cell->states[i].name)) continue;
        if (count++ > 0) snw_text_format(answer, ",");
        snw_text_json_string(answer, cell->states[i].name);
    }
    snw_text_format(answer, "],\"kept\":[");
    for (int i = 0; i < cell->state_count; i++) {
        if (!is_kept(cell->name, cell->states[i].name)) continue;
        if (kept++ > 0) snw_text_format(answer, ",");
        snw_text_json_string(answer, cell->states[i].name);
    }
    list_kept(cell, &kept, answer);
    snw_text_format(answer, "],\"manner\":\"%s\",\"cells\":[",
                    j->manner.kinematic ? "kinematic" : "dynamic");
    // the catalogue has those of the beginning
    for (int i = 0; i < j->cell_count; i++) {
        if (i > 0) snw_text_format(answer, ",");
        snw_text_json_string(answer, j->cells[i]);
    }
    snw_text_format(answer, "]");
    return SNW_OK;
}

// --- saving -------------------------------------------------------------------------------------

// A simulated arm is where it truly is, not where it is believed to be: what begins there is read
// as it was read before.
static void take_truth(run_job *j, snw_system_state *state) {
    const snw_roots *roots = snw_exec_look(j->exec);
    for (int i = 0; roots != NULL && i < snw_exec_arm_count(j->exec); i++) {
        const snw_arm *arm = snw_exec_arm(j->exec, i);
        const int member = snw_system_find(&j->input.system, arm->name);
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
            state->q[j->input.system.members[member].q_index + arm->q_index[axis]] = q;
        }
    }
}

static snw_status present_state(run_job *j, snw_setup *setup, snw_cell_state *out, snw_why *why) {
    snw_system_state state;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&state, &j->input.system, &arena));
    void *memory = model_block(arena.needed, &arena, why);
    if (memory == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_system_state_init(&state, &j->input.system, &arena);
    if (!snw_failed(status)) status = snw_exec_read_state(j->exec, &state);
    if (!snw_failed(status)) {
        take_truth(j, &state);
        status = snw_system_state_get(&j->input.system, &state, setup, out);
    }
    free(memory);
    if (snw_failed(status)) {
        return run_refuse(why, status, j->input.cell->name, "its state cannot be read", NULL);
    }
    return SNW_OK;
}

static snw_status save_state(run_job *j, const char *name, snw_text *answer, snw_why *why) {
    char path[SNW_PATH_SIZE];
    const char *cell = j->input.cell->name;
    if (own_state(j->input.cell, name) != NULL && !is_kept(cell, name)) {
        return run_refuse(why, SNW_ERR_DUPLICATE, name, "the cell itself has a state of that name",
                          "choose another name");
    }
    snw_status status = run_check_name(name, why);
    if (!snw_failed(status)) status = kept_path(cell, name, path, why);
    if (snw_failed(status)) return status;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_cell_state *state = setup != NULL ? snw_block_new(&snw_cell_state_type, setup) : NULL;
    status = state != NULL ? present_state(j, setup, state, why) : SNW_ERR_MEMORY;
    if (!snw_failed(status)) {
        snw_copy_text(state->name, sizeof state->name, name);
        status = snw_document_write(path, &snw_cell_state_type, state, NULL, why);
    }
    snw_setup_destroy(setup);
    if (snw_failed(status)) return status;
    snw_text_format(answer, ",\"name\":");
    snw_text_json_string(answer, name);
    return SNW_OK;
}

// --- beginning in one ---------------------------------------------------------------------------

static snw_status add_kept(cell_input *input, const char *name, snw_why *why) {
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
static snw_status check_state(const cell_input *input, const snw_cell_state *from, snw_why *why) {
    snw_why found[FINDINGS];
    snw_diags diags = {.items = found, .capacity = FINDINGS};
    snw_system_state state;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&state, &input->system, &arena));
    void *memory = model_block(arena.needed, &arena, why);
    if (memory == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_system_state_init(&state, &input->system, &arena);
    if (!snw_failed(status)) status = snw_system_state_put(&input->system, from, &state, &diags);
    free(memory);
    if (snw_failed(status) && diags.count > 0) *why = found[0];
    return status;
}

snw_status run_state_begin(cell_input *input, const char *name, snw_why *why) {
    if (name[0] == '\0') return SNW_OK;
    if (own_state(input->cell, name) == NULL) {
        if (!is_kept(input->cell->name, name)) {
            return run_refuse(why, SNW_ERR_UNKNOWN_NAME, name, "the cell has no such state", NULL);
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

static snw_status begin_anew(run_job *j, const char *name, const char *what, snw_why *why) {
    char rest[16] = "";
    for (int i = 0; i < snw_exec_arm_count(j->exec); i++) {
        const snw_drive_functions *drive = snw_drive_of(snw_exec_drive(j->exec, i)->type);
        if (drive == NULL || drive->simulated) continue;
        return run_refuse(why, SNW_ERR_UNSUPPORTED, snw_exec_arm(j->exec, i)->name,
                          "the arm is not simulated: it must be moved there", NULL);
    }
    SNW_IGNORE(snw_exec_get(j->exec, "loop/at_rest", rest, sizeof rest, NULL));
    if (strcmp(rest, "true") != 0) {
        return run_refuse(why, SNW_ERR_STATE, what, "an arm moves", "stop it first");
    }
    run_wish wish = {.path = j->input.path, .manner = j->manner, .keep = true};
    snw_copy_text(wish.manner.state, sizeof wish.manner.state, name);
    return run_open_next(j, &wish, why);
}

snw_status run_states_do(run_job *j, const snw_wire_request *request, snw_text *answer,
                         snw_why *why) {
    const char *act = request->act;
    if (strcmp(act, "list") == 0) return list_states(j, answer);
    if (j->empty) {
        return run_refuse(why, SNW_ERR_STATE, request->name, "no cell is loaded", "open one");
    }
    if (strcmp(act, "save") == 0) return save_state(j, request->name, answer, why);
    if (strcmp(act, "reset") == 0) return begin_anew(j, j->manner.state, "reset", why);
    if (strcmp(act, "load") == 0) {
        if (own_state(j->input.cell, request->name) == NULL &&
            !is_kept(j->input.cell->name, request->name)) {
            return run_refuse(why, SNW_ERR_UNKNOWN_NAME, request->name,
                              "the cell has no such state", NULL);
        }
        return begin_anew(j, request->name, request->name, why);
    }
    return run_refuse(why, SNW_ERR_UNSUPPORTED, act, "that cannot be done here", NULL);
}
