// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Books of taught places. Every change reads the file, changes it and writes it under a lock, so
// that a program which has the book open loses nothing and undoes nothing.
#include <string.h>

#include "cli.h"
#include "sinew/document.h"
#include "sinew/frame.h"
#include "sinew/math.h"
#include "sinew/os/file.h"

#define FILE_ARGUMENT                                                                              \
    {                                                                                              \
        .name = "file", .kind = CLI_FILE, .need = CLI_REQUIRED,                                    \
        .sentence = "Book of places, .xml or .json, also with .gz."                                \
    }
#define NAME_ARGUMENT                                                                              \
    { .name = "name", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "Name of the place." }

static const cli_parameter list_arguments[] = {FILE_ARGUMENT, {0}};
static const cli_parameter one_arguments[] = {FILE_ARGUMENT, NAME_ARGUMENT, {0}};
static const cli_parameter two_arguments[] = {
    FILE_ARGUMENT,
    NAME_ARGUMENT,
    {.name = "new", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "New name of the place."},
    {0}};

// --- looking ------------------------------------------------------------------------------------

typedef struct view {
    const snw_book *book;
    const snw_book_entry *entry; // NULL for all
    bool json;
} view;

static void write_entry(snw_json_writer *json, const snw_book_entry *entry) {
    const snw_quat turn = snw_quat_from_mat3(entry->pose.R);
    const double quat[] = {turn.x, turn.y, turn.z, turn.w};
    snw_json_object(json, NULL);
    snw_json_string(json, "name", entry->name);
    snw_json_reals(json, "position", &entry->pose.p.x, 3);
    snw_json_reals(json, "quat_xyzw", quat, 4);
    snw_json_string(json, "configuration", entry->configuration);
    snw_json_reals(json, "joints", entry->joints, entry->joint_count);
    snw_json_end(json);
}

static void print_entry(snw_text *text, const snw_book_entry *entry) {
    const snw_vec3 p = entry->pose.p;
    snw_text_format(text, "%-33s %10.6f %10.6f %10.6f", entry->name, p.x, p.y, p.z);
    if (entry->configuration[0] != '\0') snw_text_format(text, "  %s", entry->configuration);
    if (entry->joint_count > 0) snw_text_format(text, "  %d joints", entry->joint_count);
    snw_text_format(text, "\n");
}

static void print_whole(snw_text *text, const snw_book_entry *entry) {
    const snw_rpy turn = snw_rpy_from_mat3(entry->pose.R);
    const snw_vec3 p = entry->pose.p;
    snw_text_format(text, "%s\n  position      %.9g %.9g %.9g m\n", entry->name, p.x, p.y, p.z);
    snw_text_format(text, "  rpy           %.9g %.9g %.9g rad\n", turn.roll, turn.pitch, turn.yaw);
    if (entry->configuration[0] != '\0') {
        snw_text_format(text, "  configuration %s\n", entry->configuration);
    }
    if (entry->joint_count == 0) return;
    snw_text_format(text, "  joints       ");
    for (int i = 0; i < entry->joint_count; i++)
        snw_text_format(text, " %.9g", entry->joints[i]);
    snw_text_format(text, "\n");
}

static void render_view(snw_text *text, const void *context) {
    const view *v = context;
    if (!v->json && v->entry != NULL) {
        print_whole(text, v->entry);
        return;
    }
    snw_json_writer json = snw_json_over(text);
    if (v->json && v->entry == NULL) snw_json_array(&json, NULL);
    for (int i = 0; i < v->book->frame_count; i++) {
        const snw_book_entry *entry = &v->book->frames[i];
        if (v->entry != NULL && entry != v->entry) continue;
        if (v->json) {
            write_entry(&json, entry);
        } else {
            print_entry(text, entry);
        }
    }
    if (v->json) cli_json_finish(&json);
}

// the book of the command line
static snw_status load_book(const cli_values *values, snw_setup **setup, snw_book **book,
                            snw_why *why) {
    *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    if (*setup == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "book", NULL, NULL);
    snw_diags diags = {.items = why, .capacity = 1};
    return snw_book_load(cli_text(values, "file"), *setup, book, &diags);
}

static snw_status run_book_list(const cli_values *values, cli_io *io, snw_why *why) {
    snw_setup *setup = NULL;
    snw_book *book = NULL;
    snw_status status = load_book(values, &setup, &book, why);
    if (!snw_failed(status)) {
        const view v = {book, NULL, io->json};
        if (book->frame_count == 0) cli_note(io, "%s: no places", cli_text(values, "file"));
        status = cli_print(io, render_view, &v);
    }
    snw_setup_destroy(setup);
    return status;
}

static snw_status run_book_show(const cli_values *values, cli_io *io, snw_why *why) {
    snw_setup *setup = NULL;
    snw_book *book = NULL;
    snw_status status = load_book(values, &setup, &book, why);
    if (!snw_failed(status)) {
        view v = {book, NULL, io->json};
        status = snw_book_need(book, cli_text(values, "name"), &v.entry, why);
        if (!snw_failed(status)) status = cli_print(io, render_view, &v);
    }
    snw_setup_destroy(setup);
    return status;
}

// --- changing -----------------------------------------------------------------------------------

static snw_status copy_place(snw_book *book, snw_setup *setup, void *context, snw_why *why) {
    const cli_values *values = context;
    return snw_book_copy(book, setup, cli_text(values, "name"), cli_text(values, "new"), why);
}

static snw_status rename_place(snw_book *book, snw_setup *setup, void *context, snw_why *why) {
    const cli_values *values = context;
    return snw_book_rename(book, setup, cli_text(values, "name"), cli_text(values, "new"), why);
}

static snw_status delete_place(snw_book *book, snw_setup *setup, void *context, snw_why *why) {
    (void)setup;
    const cli_values *values = context;
    return snw_book_remove(book, cli_text(values, "name"), why);
}

static snw_status change_file(const cli_values *values, snw_book_change_fn *change, snw_why *why) {
    const char *path = cli_text(values, "file");
    if (!snw_file_exists(path)) {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, path, "there is no such book",
                          "check the spelling and the directory");
    }
    cli_values copy = *values;
    return snw_book_change(path, change, &copy, why);
}

static snw_status run_book_copy(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    return change_file(values, copy_place, why);
}

static snw_status run_book_rename(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    return change_file(values, rename_place, why);
}

static snw_status run_book_delete(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    return change_file(values, delete_place, why);
}

// --- the commands -------------------------------------------------------------------------------

static const cli_example list_examples[] = {{"sinew book list places.xml", "List names and poses."},
                                            {0}};
static const cli_example show_examples[] = {
    {"sinew book show places.xml shelf --json", "Show all numbers, for a program."}, {0}};
static const cli_example copy_examples[] = {
    {"sinew book copy places.xml shelf shelf_2", "Copy a place under a second name."}, {0}};
static const cli_example rename_examples[] = {
    {"sinew book rename places.xml shelf rack", "Change the name of a place."}, {0}};
static const cli_example delete_examples[] = {{"sinew book delete places.xml shelf", "Gone."}, {0}};

#define UNDER_A_LOCK                                                                               \
    "A program that has the book open continues: it keeps the places that it has read, and when "  \
    "it saves, it adds only those that it has taught to the file."

const cli_command book_list_command = {.name = "book list",
                                       .group = "Motion",
                                       .summary = "List the places of a book.",
                                       .description = "--json writes an array of {name, position, "
                                                      "quat_xyzw, configuration, joints}.",
                                       .arguments = list_arguments,
                                       .examples = list_examples,
                                       .run = run_book_list};

const cli_command book_show_command = {.name = "book show",
                                       .group = "Motion",
                                       .summary = "Show a place of a book.",
                                       .description = "--json writes it as 'book list' does.",
                                       .arguments = one_arguments,
                                       .examples = show_examples,
                                       .run = run_book_show};

const cli_command book_copy_command = {.name = "book copy",
                                       .group = "Motion",
                                       .summary = "Copy a place of a book to a second name.",
                                       .description = UNDER_A_LOCK,
                                       .arguments = two_arguments,
                                       .examples = copy_examples,
                                       .run = run_book_copy};

const cli_command book_rename_command = {.name = "book rename",
                                         .group = "Motion",
                                         .summary = "Rename a place of a book.",
                                         .description = UNDER_A_LOCK,
                                         .arguments = two_arguments,
                                         .examples = rename_examples,
                                         .run = run_book_rename};

const cli_command book_delete_command = {.name = "book delete",
                                         .group = "Motion",
                                         .summary = "Remove a place from a book.",
                                         .description = UNDER_A_LOCK,
                                         .arguments = one_arguments,
                                         .examples = delete_examples,
                                         .run = run_book_delete};
