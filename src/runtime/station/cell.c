// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "loop_copy.h"
#include "recording.h"
#include "saving.h"
#include "sinew/os/file.h"

// One cell of a station, from its file to the end of its loop. A station runs one after the other
// when clients open others.

enum { ALARMS = 64 }; // events of level error that wait to be told

static const int64_t CLOSE_NS = 5 * INT64_C(1000000000); // of loop time, to bring arms to rest

const snw_loop *snw__loop_of(const snw_cell *cell) {
    return cell->control.type == &snw_loop_type ? cell->control.block : NULL;
}

// --- which --------------------------------------------------------------------------------------

// A cell is saved where it came from, but never over one that comes with sinew.
static void find_home(snw_station *station) {
    char shipped[SNW_PATH_SIZE], folder[SNW_PATH_SIZE], real[SNW_PATH_SIZE];
    const char *path = station->input.path;
    station->home[0] = '\0';
    if (station->input.is_made || path[0] == '\0') return;
    if (snw_failed(snw_path_parent(path, folder, sizeof folder)) ||
        snw_failed(snw_file_real_path(folder, real, sizeof real, NULL))) {
        return;
    }
    if (snw__shipped("cells", shipped) &&
        !snw_failed(snw_file_real_path(shipped, folder, sizeof folder, NULL)) &&
        snw_path_is_inside(folder, real)) {
        return;
    }
    snw_copy_text(station->home, sizeof station->home, path);
}

snw_status snw__cell_first(snw_station *station, snw_why *why) {
    const snw_station_options *options = &station->options;
    station->manner.kinematic = options->kinematic;
    if (options->given != NULL) return SNW_OK;
    station->empty = options->cell == NULL;
    if (station->empty) return snw__take_empty(station, &station->input, why);
    snw_status status = snw__station_take(station, &station->input, options->cell, why);
    if (snw_failed(status)) return status;
    if (options->page) find_home(station);
    if (options->kinematic && snw__loop_of(station->input.cell) != NULL) {
        status = snw__make_kinematic(&station->input, station->registry, why);
    }
    return status;
}

void snw__cell_take_next(snw_station *station) {
    const bool same = strcmp(station->input.path, station->next.path) == 0;
    station->input = station->next;
    station->manner = station->next_manner;
    station->empty = false;
    station->followed = true;
    station->has_next = false;
    station->unsaved_before = station->next_unsaved;
    if (!same) find_home(station);
}

// A cell that a client asked for and that cannot run is told, and the page stays, without a cell.
bool snw__cell_go_on_empty(snw_station *station, snw_why *why) {
    char sentence[1024];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    snw__station_note(station, SNW_ERROR, sentence);
    *why = (snw_why){0};
    station->manner = (snw__manner){0};
    station->home[0] = '\0';
    station->empty = true;
    return !snw_failed(snw__take_empty(station, &station->input, why));
}

// --- its loop -----------------------------------------------------------------------------------

// a copy of a list that an edit may change in place
static void *copy_list(snw_setup *memory, const void *list, int count, size_t size) {
    void *copy = snw_setup_take(memory, ((size_t)count + 1) * size, SNW_ARENA_ALIGN);
    if (copy != NULL && count > 0) memcpy(copy, list, (size_t)count * size);
    return copy;
}

snw_status snw__edit_loop(snw_station *station, const snw_cell *from, const snw__loop_copy *to,
                          snw_diags *diags) {
    const snw_loop *given = snw__loop_of(from);
    snw_loop *loop = to->loop;
    *to->cell = *from;
    if (given == NULL) return SNW_OK;
    *loop = *given;
    to->cell->control.block = loop;
    const snw_status added = snw__add_components(from, loop, to->memory);
    if (snw_failed(added) || station->options.edit == NULL) return added;
    snw_setup *memory = station->memory;
    loop->arms = copy_list(memory, given->arms, given->arm_count, sizeof *loop->arms);
    loop->components =
        copy_list(memory, loop->components, loop->component_count, sizeof *loop->components);
    loop->connections =
        copy_list(memory, given->connections, given->connection_count, sizeof *loop->connections);
    if (loop->arms == NULL || loop->components == NULL || loop->connections == NULL) {
        return SNW_ERR_MEMORY;
    }
    return station->options.edit(station->options.edit_context, loop, from, station->memory, diags);
}

static snw_status open_loop(snw_station *station, snw_diags *diags, snw_why *why) {
    const snw_cell *from =
        station->options.given != NULL ? station->options.given : station->input.cell;
    snw_diags *found = diags != NULL ? diags : &station->input.diags;
    station->system =
        station->options.given != NULL ? station->options.system : &station->input.system;
    if (snw__loop_of(from) == NULL) {
        return snw_refuse(why, SNW_ERR_CHECK,
                          station->options.given != NULL ? from->name : station->input.path,
                          "the cell has no control",
                          "give it <control><loop>...</loop></control>, see docs/exec.md");
    }
    snw_exec_options options = snw_exec_defaults();
    options.registry = station->registry;
    options.simulate_all = station->options.simulate_all;
    if (diags == NULL) found->count = found->errors = 0;
    const bool given = station->options.given != NULL;
    const snw__loop_copy copy = {&station->cell, &station->loop,
                                 given ? station->memory : station->input.setup};
    snw_status status = snw__edit_loop(station, from, &copy, found);
    if (!snw_failed(status)) {
        status = snw_exec_open(&station->exec, &station->cell, station->system, &options, found);
    }
    station->counted = false;
    if (station->options.given == NULL) snw_cell_locate(&station->input, found);
    if (diags == NULL) snw__station_tell(station, found, why);
    if (snw_failed(status) && found->errors == 0 && why->code == SNW_OK) {
        snw_why_set(why, status, from->name, NULL);
    }
    return status;
}

// --- what stands around it ----------------------------------------------------------------------

static snw_status lay_out_status(snw__observed *observed, size_t size, snw_arena *arena) {
    SNW_IGNORE(snw_ring_init(&observed->alarms, sizeof(snw_event), ALARMS, arena));
    if (observed->publish) SNW_IGNORE(snw_triple_init(&observed->status, size, arena));
    return snw_arena_status(arena);
}

// where others read events of level error, and the status of arms while the loop runs in a thread
// of its own
static snw_status open_status(snw_station *station, snw_why *why) {
    const size_t size = (size_t)snw_exec_arm_count(station->exec) * sizeof(snw_arm_status);
    snw__observed *observed = &station->observed;
    observed->publish = station->options.real && size > 0;
    snw_arena arena = {0};
    SNW_IGNORE(lay_out_status(observed, size, &arena));
    station->status_memory = snw__station_block(arena.needed, &arena, why);
    if (station->status_memory == NULL) return SNW_ERR_MEMORY;
    return lay_out_status(observed, size, &arena);
}

// Without a folder for its socket, as without a home directory, a cell without a page runs all the
// same; only other commands cannot reach it.
static bool may_run_alone(const snw_station *station, snw_status status) {
    return !station->options.page && status != SNW_ERR_STATE && status != SNW_ERR_MEMORY;
}

static snw_status open_socket(snw_station *station, snw_why *why) {
    const char *name = station->options.socket;
    snw_why reason = {0};
    if (name == NULL) return SNW_OK;
    if (name[0] == '\0') name = station->empty ? "no-cell" : station->cell.name;
    const snw_status status = snw_local_listen(&station->local, station->exec, name, &reason);
    if (!snw_failed(status)) {
        snw_local_tell(&station->local, snw__record_change, station);
        return status;
    }
    if (!may_run_alone(station, status)) {
        if (why != NULL) *why = reason;
        return status;
    }
    char words[1024], sentence[1200];
    (void)snw_why_sentence(&reason, words, sizeof words);
    snw_text text = snw_text_over(sentence, sizeof sentence);
    snw_text_format(&text, "other commands cannot reach this cell: %s", words);
    snw__station_note(station, SNW_WARNING, sentence);
    return SNW_OK;
}

// the signals of the options stand for the first recording only
static snw_status open_recording(snw_station *station, snw_why *why) {
    const snw_station_options *options = &station->options;
    if (options->record == NULL) return SNW_OK;
    if (options->pattern_count > SNW__CHOSEN) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, "record", "too many patterns of signals",
                          "give at most 64, or one with **");
    }
    for (int i = 0; i < options->pattern_count; i++)
        station->chosen[i] = options->signal_patterns[i];
    station->chosen_count = options->pattern_count;
    const snw_status status = snw__record_open(station, options->record, why);
    station->chosen_count = 0;
    return status;
}

snw_status snw__cell_open(snw_station *station, snw_diags *diags, snw_why *why) {
    memset(&station->observed, 0, sizeof station->observed);
    memset(station->enabled, 0, sizeof station->enabled);
    station->next_service_ns = 0;
    snw_status status = open_loop(station, diags, why);
    if (!snw_failed(status)) {
        station->observed.exec = station->exec;
        station->observed.t_ns = snw_exec_time_ns(station->exec);
        status = open_status(station, why);
    }
    if (!snw_failed(status)) {
        snw_exec_observe(station->exec, snw__station_observe, &station->observed);
        status = open_socket(station, why);
    }
    if (!snw_failed(status)) status = snw__page_attach(station, why);
    if (!snw_failed(status)) status = open_recording(station, why);
    if (!snw_failed(status)) {
        snw__boxes_open(station);
        return SNW_OK;
    }
    SNW_IGNORE(snw__cell_close(station, NULL));
    return status;
}

snw_status snw__cell_close(snw_station *station, snw_why *why) {
    if (station->page != NULL) snw_server_detach(station->page);
    snw_local_close(&station->local);
    // arms come to rest while the recorder still looks
    snw_status status = snw_exec_close(station->exec, CLOSE_NS, why);
    station->exec = NULL;
    const snw_status recorded = snw__record_close(station, &station->report.recording, why);
    if (!snw_failed(status)) status = recorded;
    snw__boxes_close(station);
    free(station->status_memory);
    station->status_memory = NULL;
    snw_cell_close(&station->input);
    return status;
}
