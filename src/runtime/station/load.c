// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/load.h"

#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// --- loading ------------------------------------------------------------------------------------

// every finding of the compiler is about this file
static void compile_system(snw_loaded_cell *input) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&input->system, input->cell, &arena, NULL));
    input->system_memory = snw__station_block(arena.needed, &arena, NULL);
    const int before = input->diags.count;
    input->status = input->system_memory == NULL
                        ? SNW_ERR_MEMORY
                        : snw_system_compile(&input->system, input->cell, &arena, &input->diags);
    for (int i = before; i < input->diags.count; i++) {
        snw_why *why = &input->diags.items[i];
        if (why->file[0] == '\0') snw_why_at(why, input->path, 0, 0);
    }
}

// whatever a command reads as a robot, a cell may name
static snw_status load_robot(const char *path, void *context, snw_setup *setup, snw_robot **robot,
                             snw_diags *diags) {
    return snw_robot_load(path, context, setup, robot, diags);
}

// findings that are kept; more are counted
enum { FINDINGS = 1000 };

void *snw__station_block(size_t needed, snw_arena *arena, snw_why *why) {
    const size_t size = (needed / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN;
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, size);
    if (memory == NULL) snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
    *arena = snw_arena_over(memory, memory != NULL ? size : 0);
    return memory;
}

char *snw__compose(snw__compose_fn *compose, const void *context, size_t *length, snw_why *why) {
    snw_text text = {0};
    compose(&text, context);
    *length = text.length;
    char *composed = malloc(*length + 1);
    if (composed == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return NULL;
    }
    text = snw_text_over(composed, *length + 1);
    compose(&text, context);
    return composed;
}

static snw_status make_diags(snw_loaded_cell *input, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_diags_init(&input->diags, FINDINGS, &arena));
    input->diags_memory = snw__station_block(arena.needed, &arena, why);
    if (input->diags_memory == NULL) return SNW_ERR_MEMORY;
    return snw_diags_init(&input->diags, FINDINGS, &arena);
}

// The models and the parts of cells that came with the program are the packages "models" and
// "cells", wherever the cell is that names them: a copy of a shipped cell loads.
static snw_status find_shipped(snw_loaded_cell *input, snw_places *places) {
    static const char *const names[] = {"models", "cells"};
    enum { SHIPPED = sizeof names / sizeof names[0] };
    if (places->shipped_count > 0) return SNW_OK;
    snw_package *packages =
        snw_setup_take(input->setup, SHIPPED * sizeof *packages, _Alignof(snw_package));
    if (packages == NULL) return SNW_ERR_MEMORY;
    int count = 0;
    for (int i = 0; i < SHIPPED; i++) {
        char folder[SNW_PATH_SIZE];
        if (!snw__shipped(names[i], folder)) continue;
        const char *kept = snw_setup_text(input->setup, folder, strlen(folder));
        if (kept == NULL) return SNW_ERR_MEMORY;
        packages[count++] = (snw_package){names[i], kept};
    }
    places->shipped = packages;
    places->shipped_count = count;
    return SNW_OK;
}

snw_status snw__load_begin(snw_loaded_cell *input, const snw_load_options *with,
                           snw_cell_options *options, snw_why *why) {
    *input = (snw_loaded_cell){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY), .load = *with};
    input->load.extra = NULL;
    snw_status status = make_diags(input, why);
    if (input->setup == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        status = SNW_ERR_MEMORY;
    }
    if (!snw_failed(status)) status = find_shipped(input, &input->load.places);
    *options = (snw_cell_options){.registry = with->registry,
                                  .strictness = with->strictness,
                                  .places = input->load.places,
                                  .load = load_robot,
                                  .context = &input->load};
    return status;
}

void snw__load_finish(snw_loaded_cell *input) {
    if (snw_failed(input->status)) {
        input->cell = NULL;
    } else {
        compile_system(input);
        if (!snw_failed(input->status)) snw__check_states(input);
        if (!snw_failed(input->status)) snw__check_collision(input);
    }
    if (input->load.strictness != SNW_STRICT || !snw_diags_be_strict(&input->diags)) return;
    if (!snw_failed(input->status)) input->status = SNW_ERR_RANGE;
}

snw_status snw_cell_open(snw_loaded_cell *input, const char *word, const snw_load_options *with,
                         snw_why *why) {
    snw_cell_options options;
    snw_status status = snw__load_begin(input, with, &options, why);
    if (!snw_failed(status)) status = snw__cell_find(word, input->path, sizeof input->path, why);
    if (snw_failed(status)) return status;
    input->status =
        snw_cell_read_file(input->path, &options, input->setup, &input->cell, &input->diags);
    snw__load_finish(input);
    snw_cell_locate(input, &input->diags);
    return SNW_OK;
}

snw_status snw__cell_open_text(snw_loaded_cell *input, const char *path, const char *text,
                               const snw_load_options *with, snw_why *why) {
    snw_cell_options options;
    const snw_status status = snw__load_begin(input, with, &options, why);
    if (snw_failed(status)) return status;
    char folder[SNW_PATH_SIZE];
    snw_copy_text(input->path, sizeof input->path, path);
    if (snw_failed(snw_path_parent(path, folder, sizeof folder)) || folder[0] == '\0') {
        snw_copy_text(folder, sizeof folder, ".");
    }
    const snw_source source = {text, strlen(text), input->path, folder};
    input->status = snw_cell_read(&source, &options, input->setup, &input->cell, &input->diags);
    snw__load_finish(input);
    return SNW_OK;
}

void snw_cell_close(snw_loaded_cell *input) {
    snw_setup_destroy(input->setup);
    free(input->diags_memory);
    free(input->system_memory);
    input->setup = NULL;
    input->diags_memory = input->system_memory = NULL;
}

// what is asked for a file of somebody else: it names what is near by, and nothing is said of it
static void be_strange(snw_load_options *load) {
    load->places.anywhere = load->environment = false;
    load->base = SNW_BASE_AS_DESCRIBED;
    load->unsupported = false;
}

void snw__station_untry(snw_station *station) {
    for (int i = 0; i < 2; i++) {
        if (station->tried[i].has) snw_cell_close(&station->tried[i].cell);
        station->tried[i].has = false;
    }
}

bool snw__is_of_user(const snw_station *station, const char *path) {
    char folder[SNW_PATH_SIZE];
    return !station->followed && strcmp(path, station->input.path) == 0 &&
           !snw_failed(snw__data_path("cells", "", folder, NULL)) &&
           !snw_path_is_inside(folder, path);
}

// reads a file as a command of a client does
static snw_status read_for_client(snw_station *station, snw_loaded_cell *input, const char *path,
                                  snw_why *why) {
    snw_load_options load = station->load;
    // it may have come over the network, so what it names is near by
    if (!snw__is_of_user(station, path)) be_strange(&load);
    *input = (snw_loaded_cell){0};
    const snw_status status = snw__cell_open_any(input, path, &load, why);
    if (snw_failed(status)) snw_cell_close(input);
    return status;
}

static snw_status keep_tried(snw_station *station, snw__tried *tried, const char *path,
                             snw_why *why) {
    const snw_status status = read_for_client(station, &tried->cell, path, why);
    if (snw_failed(status)) return status;
    snw_copy_text(tried->path, sizeof tried->path, path);
    tried->has = true;
    tried->ran = false;
    return SNW_OK;
}

snw_status snw__station_try_present(snw_station *station, snw_why *why) {
    return keep_tried(station, &station->tried[0], station->input.path, why);
}

snw_status snw__station_try(snw_station *station, const char *path, snw_why *why) {
    snw__tried *tried = &station->tried[1];
    station->finding_count = station->findings_left = 0;
    const snw_status status = keep_tried(station, tried, path, why);
    if (snw_failed(status)) return status;
    // an edit of the loop takes memory of the station
    if (snw_failed(tried->cell.status) || station->options.edit != NULL) return SNW_OK;
    snw_why first[16];
    snw_diags diags = {.items = first, .capacity = 16};
    const snw_status runs = snw__loop_try(station, &tried->cell, &diags);
    tried->ran = !snw_failed(runs);
    if (tried->ran) return SNW_OK;
    snw__station_find(station, &diags);
    snw_why_set(why, runs, path, "the cell cannot run");
    for (int i = 0; i < diags.count; i++) {
        if (first[i].severity != SNW_ERROR) continue;
        *why = first[i];
        break;
    }
    snw__station_untry(station);
    return runs;
}

// what was read for a command of a client, when that is what it takes now
static snw__tried *find_tried(snw_station *station, const char *path) {
    for (int i = 0; i < 2 && station->opening; i++) {
        snw__tried *tried = &station->tried[i];
        if (tried->has && strcmp(tried->path, path) == 0) return tried;
    }
    return NULL;
}

snw_status snw__station_take(snw_station *station, snw_loaded_cell *input, const char *word,
                             snw_why *why) {
    snw_status status = SNW_OK;
    snw__tried *tried = find_tried(station, word);
    station->ran = tried != NULL && tried->ran;
    if (tried != NULL) {
        *input = tried->cell;
        tried->has = false;
    } else if (station->opening) {
        status = read_for_client(station, input, word, why);
    } else {
        *input = (snw_loaded_cell){0};
        status = snw__cell_open_any(input, word, &station->load, why);
    }
    if (!snw_failed(status)) {
        snw__station_tell(station, &input->diags, why);
        status = input->status;
        if (snw_failed(status) && why->code == SNW_OK) snw_why_set(why, status, input->path, NULL);
    }
    if (snw_failed(status)) snw_cell_close(input);
    return status;
}
