// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "sinew/modelio/cell.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

void snw_cell_write(const snw_cell *cell, snw_text *text) {
    snw_xml_write(&snw_cell_type, cell, NULL, text);
}

// --- which files may be written -----------------------------------------------------------------

// do both paths lead to one file or folder that exists?
static bool is_same(const char *a, const char *b) {
    char one[SNW_PATH_SIZE], other[SNW_PATH_SIZE];
    return snw_file_real_path(a, one, sizeof one, NULL) == SNW_OK &&
           snw_file_real_path(b, other, sizeof other, NULL) == SNW_OK && strcmp(one, other) == 0;
}

static bool is_relative(const char *file) {
    return file[0] != '\0' && file[0] != '/' && strstr(file, "://") == NULL;
}

// files of others are only read
static snw_status check_path(const char *path, const snw_cell *cell, snw_why *why) {
    char folder[SNW_PATH_SIZE];
    const snw_status status = snw_path_parent(path, folder, sizeof folder);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "cell-write", path, "the path is too long",
                               "shorten it");
    }
    if (folder[0] == '\0') snw_copy_text(folder, sizeof folder, ".");
    for (int i = 0; i < cell->mechanism_count; i++) {
        const snw_mechanism *mechanism = &cell->mechanisms[i];
        if (mechanism->found[0] != '\0' && is_same(path, mechanism->found)) {
            return snw_refuse_rule(
                why, SNW_ERR_PERMISSION, "cell-write", path,
                "a mechanism of the cell is in this file, which is not overwritten",
                "choose another name for the cell");
        }
        if (!is_relative(mechanism->file) || cell->folder[0] == '\0') continue;
        if (!is_same(folder, cell->folder)) {
            return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "cell-write", mechanism->file,
                                   "the cell refers to this file relative to its own folder",
                                   "write the cell to the folder that it was read from");
        }
    }
    return SNW_OK;
}

// --- writing ------------------------------------------------------------------------------------

typedef void write_fn(const snw_type *type, const void *object, const snw_write_options *options,
                      snw_text *text);

snw_status snw_cell_write_file(const char *path, const snw_cell *cell, snw_why *why) {
    snw_why first;
    snw_diags found = {.items = &first, .capacity = 1};
    snw_status status = snw_cell_check(cell, &found);
    if (snw_failed(status)) {
        if (why != NULL && found.count > 0) *why = first;
        return status;
    }
    status = check_path(path, cell, why);
    if (snw_failed(status)) return status;
    char extension[SNW_PATH_SIZE];
    status = snw_path_extension(path, extension, sizeof extension);
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "cell-write", path, "the path is too long",
                               "shorten it");
    }
    write_fn *write = strcmp(extension, ".json") == 0 ? snw_json_write : snw_xml_write;
    snw_text text = snw_text_over(NULL, 0);
    write(&snw_cell_type, cell, NULL, &text);
    if (text.length > SNW_DOCUMENT_BYTES) {
        return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "cell-write", path,
                               "the cell is too large to be read again",
                               "put mechanisms into separate files");
    }
    char *buffer = malloc(text.length + 1);
    if (buffer == NULL) return snw_refuse_rule(why, SNW_ERR_MEMORY, "cell-write", path, NULL, NULL);
    text = snw_text_over(buffer, text.length + 1);
    write(&snw_cell_type, cell, NULL, &text);
    status = snw_file_write(path, buffer, text.length, why);
    free(buffer);
    return status;
}
