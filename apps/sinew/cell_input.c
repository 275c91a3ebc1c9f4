// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_input.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// --- where cells are ----------------------------------------------------------------------------

// FOLDER/NAME.cell.xml, seen from the folder of the program
static bool beside_program(const char *folder, const char *leaf, char *out, size_t size) {
    char program[SNW_PATH_SIZE], base[SNW_PATH_SIZE];
    if (snw_failed(snw_file_real_path("/proc/self/exe", program, sizeof program, NULL))) {
        return false;
    }
    return !snw_failed(snw_path_parent(program, base, sizeof base)) &&
           !snw_failed(snw_path_join(base, folder, base, sizeof base)) &&
           !snw_failed(snw_path_join(base, leaf, out, size)) && snw_file_exists(out);
}

snw_status cell_find(const char *word, char *out, size_t size, snw_why *why) {
    if (strlen(word) >= size) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, NULL, "the name of the file is too long");
        return SNW_ERR_TOO_LARGE;
    }
    snw_copy_text(out, size, word);
    if (strpbrk(word, "/.") != NULL || snw_file_exists(word)) return SNW_OK;
    char leaf[SNW_NAME + 16], data[SNW_NAME + 32];
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.cell.xml", word);
    snw_text below = snw_text_over(data, sizeof data);
    snw_text_format(&below, "cells/%s.cell.xml", word);
    if (beside_program("cells", leaf, out, size)) return SNW_OK;
    if (beside_program("../share/sinew/cells", leaf, out, size)) return SNW_OK;
    if (!snw_failed(snw_data_find(data, out, size, NULL))) return SNW_OK;
    snw_why_set(why, SNW_ERR_NOT_FOUND, word, "there is no cell of that name");
    snw_why_fix(why, "give the path of a file, NAME.cell.xml");
    return SNW_ERR_NOT_FOUND;
}

// --- loading ------------------------------------------------------------------------------------

// every finding of the compiler is about this file
static void compile(cell_input *input) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&input->system, input->cell, &arena, NULL));
    input->system_memory = model_block(arena.needed, &arena, NULL);
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

snw_status cell_begin(cell_input *input, const snw_registry *registry, const cli_values *values,
                      snw_cell_options *options, snw_why *why) {
    *input = (cell_input){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY),
                          .load = {.registry = registry}};
    snw_status status = model_diags(&input->diags, &input->diags_memory, why);
    if (input->setup == NULL) status = SNW_ERR_MEMORY;
    snw_load_options *load = &input->load;
    if (!snw_failed(status)) status = model_load_options(values, input->setup, load, why);
    *options = (snw_cell_options){.registry = registry,
                                  .strictness = load->strictness,
                                  .places = load->places,
                                  .load = load_robot,
                                  .context = load};
    return status;
}

void cell_finish(cell_input *input) {
    if (snw_failed(input->status)) {
        input->cell = NULL;
    } else {
        compile(input);
    }
}

snw_status cell_open(cell_input *input, const char *word, const snw_registry *registry,
                     const cli_values *values, snw_why *why) {
    snw_cell_options options;
    snw_status status = cell_begin(input, registry, values, &options, why);
    if (!snw_failed(status)) status = cell_find(word, input->path, sizeof input->path, why);
    if (snw_failed(status)) return status;
    input->status =
        snw_cell_read_file(input->path, &options, input->setup, &input->cell, &input->diags);
    cell_finish(input);
    return SNW_OK;
}

snw_status cell_open_text(cell_input *input, const char *path, const char *text,
                          const snw_registry *registry, const cli_values *values, snw_why *why) {
    snw_cell_options options;
    const snw_status status = cell_begin(input, registry, values, &options, why);
    if (snw_failed(status)) return status;
    char folder[SNW_PATH_SIZE];
    snw_copy_text(input->path, sizeof input->path, path);
    if (snw_failed(snw_path_parent(path, folder, sizeof folder)) || folder[0] == '\0') {
        snw_copy_text(folder, sizeof folder, ".");
    }
    const snw_source source = {text, strlen(text), input->path, folder};
    input->status = snw_cell_read(&source, &options, input->setup, &input->cell, &input->diags);
    cell_finish(input);
    return SNW_OK;
}

void cell_close(cell_input *input) {
    snw_setup_destroy(input->setup);
    free(input->diags_memory);
    free(input->system_memory);
    input->setup = NULL;
    input->diags_memory = input->system_memory = NULL;
}

// tells what was found, and leaves nothing open on failure
static snw_status require(cell_input *input, snw_status status, cli_io *io, snw_why *why) {
    if (!snw_failed(status)) {
        model_tell(&input->diags, io, why);
        status = input->status;
        if (snw_failed(status) && why->code == SNW_OK) snw_why_set(why, status, input->path, NULL);
    }
    if (snw_failed(status)) cell_close(input);
    return status;
}

snw_status cell_take(cell_input *input, const char *word, const snw_registry *registry,
                     const cli_values *values, cli_io *io, snw_why *why) {
    *input = (cell_input){0};
    return require(input, cell_open(input, word, registry, values, why), io, why);
}

snw_status cell_take_any(cell_input *input, const char *word, const snw_registry *registry,
                         const cli_values *values, cli_io *io, snw_why *why) {
    *input = (cell_input){0};
    return require(input, cell_open_any(input, word, registry, values, why), io, why);
}
