// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_LOAD_H
#define SINEW_STATION_LOAD_H

/// @file
/// Cells that are found by path or by name, read and compiled, with all findings; and cells that
/// are made around a robot. What a station runs begins here; commands that only look at a cell use
/// these functions alone.

#include "sinew/model.h"
#include "sinew/modelio/load.h"
#include "sinew/os/path.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A cell that was read. Caller-owned; open and close. It may be moved while nothing refers to it.
typedef struct snw_loaded_cell {
    // read-only
    char path[SNW_PATH_SIZE]; ///< where it was found
    snw_cell *cell;           ///< NULL when it could not be read
    snw_system system;        ///< when `status` is no failure
    snw_status status;        ///< of reading and compiling
    snw_diags diags;          ///< all findings
    bool is_made;             ///< made around a robot: `path` is that of the robot
    snw_setup *setup;         ///< memory of the cell
    // private
    snw_load_options load; // of the robots that it names
    void *diags_memory, *system_memory;
} snw_loaded_cell;

/// Reads the cell that a word names: a path, or NAME for the file NAME.cell.xml in a folder `cells`
/// beside the program or among the data of sinew. `options` has the registry, which must outlive
/// the cell. A failure means that nothing was read (no such file, no memory); what is wrong with
/// the file is in `loaded->status`. In both cases call snw_cell_close().
SNW_SETUP SNW_NODISCARD snw_status snw_cell_open(snw_loaded_cell *loaded, const char *word,
                                                 const snw_load_options *options, snw_why *why);

/// Gives findings about a cell that came up after it was read, as those of snw_exec_open(), the
/// line of its file that they are about. Findings that have a line keep it.
SNW_SETUP void snw_cell_locate(const snw_loaded_cell *loaded, snw_diags *diags);

/// Frees everything; all zero is allowed.
SNW_SETUP void snw_cell_close(snw_loaded_cell *loaded);

// --- where they are -----------------------------------------------------------------------------

/// The file of a robot by its name; SNW_ERR_NOT_FOUND with the closest name.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_find(const char *name, char *out, size_t size,
                                                  snw_why *why);

/// Called for a robot with its name and its file.
typedef void snw_robot_named_fn(const char *name, const char *path, void *context);

/// Names all robots that can be given by name: in the folders of $SINEW_MODELS (separated by
/// colons), in `models` beside the program, in ../share/sinew/models from there, and in
/// sinew/models of the user's and the system's data folders. The first of a name counts.
SNW_SETUP void snw_robots_each(snw_robot_named_fn *tell, void *context);

/// Called for a cell with its name, its file and what the file says about it: the first sentence of
/// the comment at its head, without the lines of licence and copyright; empty when it has none.
typedef void snw_cell_named_fn(const char *name, const char *path, const char *sentence,
                               void *context);

/// Names all cells that snw_cell_open() finds by name: NAME.cell.xml in `cells` beside the program,
/// in ../share/sinew/cells from there, and in sinew/cells of the user's and the system's data
/// folders. The first of a name counts; names of a folder come in alphabetical order.
SNW_SETUP void snw_cells_each(snw_cell_named_fn *tell, void *context);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_LOAD_H
