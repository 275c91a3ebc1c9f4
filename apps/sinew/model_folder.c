// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model_command.h"
#include "progress.h"
#include "sinew/os/directory.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"

// A collection of models: every file is opened as `model check` does, and gets one line.

enum { FILES = 100000, NAMES = 100000, DEEPEST = 32 };

typedef struct collection {
    char (*paths)[SNW_PATH_SIZE];
    int count, room;
} collection;

static bool is_model_name(const char *name) {
    return snw_model_format_named(name) == SNW_FORMAT_URDF ||
           snw_model_format_named(name) == SNW_FORMAT_XACRO;
}

static snw_status add_path(collection *c, const char *path) {
    if (c->count == FILES) return SNW_ERR_TOO_LARGE;
    if (c->count == c->room) {
        const int room = c->room > 0 ? 2 * c->room : 64;
        void *larger = realloc(c->paths, (size_t)room * sizeof *c->paths);
        if (larger == NULL) return SNW_ERR_MEMORY;
        c->paths = larger;
        c->room = room;
    }
    snw_copy_text(c->paths[c->count++], SNW_PATH_SIZE, path);
    return SNW_OK;
}

// in the order of the names; links to folders are not followed twice because of the depth
static snw_status collect_files(collection *c, const char *folder, int depth, snw_why *why) {
    snw_directory listing;
    snw_status status = snw_directory_list(folder, NAMES, &listing, why);
    if (snw_failed(status)) return status;
    for (int i = 0; i < listing.count && !snw_failed(status); i++) {
        const snw_directory_entry *entry = &listing.entries[i];
        char path[SNW_PATH_SIZE];
        if (entry->name[0] == '.' ||
            snw_failed(snw_path_join(folder, entry->name, path, sizeof path))) {
            continue;
        }
        if (entry->is_directory) {
            if (depth < DEEPEST) status = collect_files(c, path, depth + 1, why);
        } else if (is_model_name(entry->name)) {
            status = add_path(c, path);
        }
    }
    snw_directory_free(&listing);
    return status;
}

// what a file is
typedef enum file_class {
    FILE_GOOD,
    FILE_REFUSED,
    FILE_MACROS,    // xacro that defines macros for others: no robot by itself
    FILE_ARGUMENTS, // xacro that needs --arg
    FILE_CLASSES
} file_class;

static const char *const class_names[FILE_CLASSES] = {"good", "refused", "macros", "arguments"};

// what is known of one file
typedef struct checked_file {
    const char *path;
    file_class class;
    int dof, links, errors, warnings;
    snw_why first; // the first error, else the first warning
} checked_file;

static void find_first(const snw_diags *diags, snw_why *first) {
    for (int severity = SNW_ERROR; severity >= SNW_WARNING; severity--) {
        for (int i = 0; i < diags->count; i++) {
            if ((int)diags->items[i].severity != severity) continue;
            *first = diags->items[i];
            return;
        }
    }
}

// Macros for other files: the expansion is empty, so that nothing but the robot itself is missing.
static bool is_macros_only(const model_input *input) {
    const snw_diags *diags = &input->diags;
    snw_source_file file;
    bool empty = false;
    for (int i = 0; i < diags->count; i++) {
        const snw_why *why = &diags->items[i];
        if (why->severity != SNW_ERROR) continue;
        if (strcmp(why->rule, "urdf-missing") != 0 || strcmp(why->subject, "robot") != 0) {
            return false;
        }
        empty = empty || strcmp(why->text, "the robot has no link") == 0;
    }
    if (!empty || snw_failed(snw_source_read(&file, input->path, SNW_DOCUMENT_BYTES, NULL))) {
        return false;
    }
    const bool xacro = snw_model_format_of(&file.source) == SNW_FORMAT_XACRO;
    snw_source_free(&file);
    return xacro;
}

static file_class class_of(const model_input *input, const checked_file *f) {
    if (f->errors == 0 && !snw_failed(input->status)) return FILE_GOOD;
    if (f->errors > 0 && strcmp(f->first.rule, "xacro-arg") == 0) return FILE_ARGUMENTS;
    return is_macros_only(input) ? FILE_MACROS : FILE_REFUSED;
}

static snw_status check_one(const char *path, const snw_registry *registry,
                            const cli_values *values, cli_io *io, checked_file *out, snw_why *why) {
    model_input input;
    *out = (checked_file){.path = path};
    snw_status status = model_open(&input, path, registry, values, io, why);
    if (!snw_failed(status)) {
        if (!snw_failed(input.status)) model_plausible(&input);
        model_be_strict(&input);
        out->dof = snw_failed(input.status) ? 0 : input.model.nv;
        out->links = input.robot != NULL ? input.robot->link_count : 0;
        out->errors = input.diags.errors;
        out->warnings = input.diags.warnings;
        find_first(&input.diags, &out->first);
        out->class = class_of(&input, out);
    }
    model_close(&input);
    return status;
}

// the first finding as 'model check' of the file alone tells it: place, sentence and fix
static void find_message(const checked_file *f, char *message, size_t size) {
    message[0] = '\0';
    if (f->first.text[0] != '\0') (void)snw_why_sentence(&f->first, message, size);
}

static void render_line(snw_text *text, const void *context) {
    const checked_file *f = context;
    char message[1024];
    find_message(f, message, sizeof message);
    snw_text_visible(text, f->path);
    if (f->class == FILE_MACROS) {
        snw_text_format(text, ": no robot: macros only\n");
        return;
    }
    snw_text_format(text, ": %s, %d dof, %d links, %d error%s, %d warning%s%s",
                    f->class == FILE_ARGUMENTS ? "needs --arg" : class_names[f->class], f->dof,
                    f->links, f->errors, f->errors == 1 ? "" : "s", f->warnings,
                    f->warnings == 1 ? "" : "s", message[0] != '\0' ? "; " : "");
    snw_text_visible(text, message);
    snw_text_format(text, "\n");
}

static void add_csv_line(FILE *csv, const checked_file *f) {
    char message[1024], line[2 * (SNW_PATH_SIZE + sizeof message)];
    find_message(f, message, sizeof message);
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_csv(&text, f->path);
    snw_text_format(&text, ",%d,%d,%d,%d,%d,%s,", f->class == FILE_GOOD, f->dof, f->links,
                    f->errors, f->warnings, f->first.rule);
    snw_text_csv(&text, message);
    (void)fprintf(csv, "%s,%s\n", line, class_names[f->class]);
}

static snw_status open_csv(const cli_values *values, FILE **csv, snw_why *why) {
    const char *path = cli_text(values, "csv");
    if (path == NULL) return SNW_OK;
    errno = 0;
    *csv = fopen(path, "wx");
    if (*csv == NULL) return snw_errno_why(why, errno, path, "write the table");
    (void)fprintf(*csv, "file,good,dof,links,errors,warnings,rule,message,class\n");
    return SNW_OK;
}

// --- the whole ----------------------------------------------------------------------------------

// all files of a folder, with what is known of them
typedef struct checked_folder {
    checked_file *files;
    int count, of_class[FILE_CLASSES];
} checked_folder;

static void render_json(snw_text *text, const void *context) {
    const checked_folder *all = context;
    char message[1024];
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_array(&json, "files");
    for (int i = 0; i < all->count; i++) {
        const checked_file *f = &all->files[i];
        find_message(f, message, sizeof message);
        snw_json_new_line(&json);
        snw_json_object(&json, NULL);
        snw_json_string(&json, "file", f->path);
        snw_json_string(&json, "class", class_names[f->class]);
        snw_json_int(&json, "dof", f->dof);
        snw_json_int(&json, "links", f->links);
        snw_json_int(&json, "errors", f->errors);
        snw_json_int(&json, "warnings", f->warnings);
        snw_json_string(&json, "rule", f->first.rule);
        snw_json_string(&json, "message", message);
        snw_json_end(&json);
        snw_json_new_line(&json);
    }
    snw_json_end(&json);
    for (int i = 0; i < FILE_CLASSES; i++) {
        snw_json_int(&json, class_names[i], all->of_class[i]);
    }
    cli_json_finish(&json);
}

static void tell_counts(const checked_folder *all, cli_io *io) {
    char line[256];
    snw_text text = snw_text_over(line, sizeof line);
    const int macros = all->of_class[FILE_MACROS], arguments = all->of_class[FILE_ARGUMENTS];
    snw_text_format(&text, "%d of %d models are good", all->of_class[FILE_GOOD],
                    all->count - macros - arguments);
    if (macros > 0) {
        snw_text_format(&text, "; %d file%s macros only", macros, macros == 1 ? " has" : "s have");
    }
    if (arguments > 0) {
        snw_text_format(&text, "; %d file%s --arg", arguments,
                        arguments == 1 ? " needs" : "s need");
    }
    cli_note(io, "%s", line);
}

static snw_status check_files(const collection *c, const snw_registry *registry,
                              const cli_values *values, cli_io *io, snw_why *why) {
    FILE *csv = NULL;
    checked_folder all = {.files = calloc((size_t)c->count, sizeof *all.files)};
    if (all.files == NULL) return SNW_ERR_MEMORY;
    snw_status status = open_csv(values, &csv, why);
    progress bar = progress_begin(io, "files", csv == NULL && !io->json);
    for (int i = 0; i < c->count && !snw_failed(status); i++) {
        checked_file *one = &all.files[i];
        status = check_one(c->paths[i], registry, values, io, one, why);
        if (snw_failed(status)) break;
        all.count++;
        all.of_class[one->class]++;
        if (csv != NULL) {
            add_csv_line(csv, one);
        } else if (!io->json) {
            status = cli_print(io, render_line, one);
        }
        progress_tell(&bar, i + 1, (double)(i + 1) / c->count);
    }
    progress_end(&bar);
    if (csv != NULL && fclose(csv) != 0 && !snw_failed(status)) {
        status = snw_refuse(why, SNW_ERR_IO, cli_text(values, "csv"), "the file was not written",
                            "free some space");
    }
    if (!snw_failed(status) && io->json) status = cli_print(io, render_json, &all);
    if (!snw_failed(status)) {
        tell_counts(&all, io);
        io->answered = true;
        status = all.of_class[FILE_REFUSED] == 0 ? SNW_OK : SNW_ERR_SYNTAX;
    }
    free(all.files);
    return status;
}

snw_status model_check_folder(const snw_registry *registry, const cli_values *values, cli_io *io,
                              snw_why *why) {
    const char *folder = cli_text(values, "file");
    if (!snw_file_exists(folder)) {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, folder, "the folder does not exist",
                          "check the spelling");
    }
    if (!snw_file_is_directory(folder)) {
        return snw_refuse(why, SNW_ERR_USAGE, folder, "--recursive and --csv check a folder",
                          "name a folder, or omit them");
    }
    collection c = {0};
    snw_status status = collect_files(&c, folder, 0, why);
    if (!snw_failed(status) && c.count == 0) {
        status = snw_refuse(why, SNW_ERR_NOT_FOUND, folder, "there is no .urdf or .xacro file here",
                            "name the folder of the models");
    }
    if (!snw_failed(status)) status = check_files(&c, registry, values, io, why);
    free(c.paths);
    return status;
}
