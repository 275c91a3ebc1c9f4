// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "model_input.h"
#include "sinew/server/client.h"

// The cells that can be given by name, with a sentence each, and which cells run now.

enum { RUNNING = 256 };

typedef struct cell_listing {
    char (*running)[SNW_NAME];
    int running_count;
    snw_text *text;
    snw_json_writer *json; // NULL for a table
    bool *named;           // [running_count] it was listed
} cell_listing;

static const cli_example cell_list_examples[] = {
    {"sinew cell list", "Every cell that 'sinew run NAME' knows, and those that run now."},
    {"sinew cell list --json", "Write the list for a program."},
    {0}};

static bool mark_running(cell_listing *l, const char *name) {
    for (int i = 0; i < l->running_count; i++) {
        if (strcmp(l->running[i], name) != 0) continue;
        l->named[i] = true;
        return true;
    }
    return false;
}

static void add_line(cell_listing *l, const char *name, const char *path, const char *sentence) {
    const bool runs = mark_running(l, name);
    if (l->json != NULL) {
        snw_json_new_line(l->json);
        snw_json_object(l->json, NULL);
        snw_json_string(l->json, "name", name);
        snw_json_string(l->json, "file", path);
        snw_json_bool(l->json, "running", runs);
        snw_json_string(l->json, "sentence", sentence);
        snw_json_end(l->json);
        return;
    }
    snw_text_format(l->text, "| ");
    model_cell(l->text, name);
    model_cell(l->text, runs ? "running" : "");
    model_cell(l->text, sentence);
    snw_text_format(l->text, "\n");
}

static void add_cell(const char *name, const char *path, const char *sentence, void *context) {
    add_line(context, name, path, sentence);
}

static void list_cells(cell_listing *l) {
    bool named[RUNNING] = {0};
    l->named = named;
    snw_cells_each(add_cell, l);
    // cells of other files, which run under a name of their own
    for (int i = 0; i < l->running_count; i++) {
        if (!named[i]) add_line(l, l->running[i], "", "");
    }
}

static void compose_cells(snw_text *text, const void *context) {
    cell_listing l = *(const cell_listing *)context;
    l.text = text;
    snw_text_format(text, "| cell | state | what it is |\n|---|---|---|\n");
    list_cells(&l);
}

static void render_json_cells(snw_text *text, const void *context) {
    cell_listing l = *(const cell_listing *)context;
    snw_json_writer json = snw_json_over(text);
    l.text = text;
    l.json = &json;
    snw_json_array(&json, NULL);
    list_cells(&l);
    cli_json_finish(&json);
}

static snw_status run_cell_list(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    char running[RUNNING][SNW_NAME];
    const int count = snw_client_running(running, RUNNING);
    const cell_listing l = {.running = running, .running_count = count < RUNNING ? count : RUNNING};
    return io->json ? cli_print(io, render_json_cells, &l)
                    : model_print_page(io, compose_cells, &l, why);
}

const cli_command cell_list_command = {
    .name = "cell list",
    .group = "Cells",
    .summary = "List the cells that can be given by name, and the cells that run.",
    .description =
        "Cells are looked for beside the program and in the folders for data of the user and the "
        "system, as cells/NAME.cell.xml. The sentence is the first one of the comment at the head "
        "of the file. --json writes an array of {name, file, running, sentence}; file is empty "
        "for a running cell of another folder.",
    .examples = cell_list_examples,
    .run = run_cell_list};
