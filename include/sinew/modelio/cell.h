// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_CELL_H
#define SINEW_MODELIO_CELL_H

/// @file
/// Cell files: several mechanisms, each written out or in a file of its own, members that are of
/// them, and named states. The struct and its rules are in sinew/model/system.h, the format in
/// docs/cell.md.
///
///     snw_cell *cell = NULL;
///     status = snw_cell_read_file("two.cell.xml", NULL, setup, &cell, &diags);
///     if (!snw_failed(status)) status = snw_system_compile(&system, cell, &arena, &diags);

#include "sinew/document/file.h"
#include "sinew/model/system.h"
#include "sinew/urdf/places.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Loads the mechanism that a file holds into `setup`; findings go to `diags`. A cell asks for each
/// file once.
typedef snw_status snw_robot_load_fn(const char *path, void *context, snw_setup *setup,
                                     snw_robot **robot, snw_diags *diags);

typedef struct snw_cell_options {
    const snw_registry *registry; ///< types of shapes and laws; NULL knows those of sinew
    snw_strictness strictness;
    snw_places places;       ///< where files are; a folder of NULL is that of the cell's file
    snw_robot_load_fn *load; ///< NULL reads .urdf, .csv (a DH table), .xml and .json (a robot)
    void *context;           ///< for `load`
} snw_cell_options;

/// Reads a cell from a text, XML or JSON (when it begins with a brace), plain or gzip, loads the
/// mechanisms that it names by files, and checks the whole with snw_cell_check(). `options` may be
/// NULL. `*cell` comes from `setup` and is set on success only. `diags` must not be NULL: every
/// finding has the file's name, and those of the text its place. The status is that of the first
/// error.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_read(const snw_source *source,
                                                 const snw_cell_options *options, snw_setup *setup,
                                                 snw_cell **cell, snw_diags *diags);

/// The same from a file of at most SNW_DOCUMENT_BYTES, by any name.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_read_file(const char *path,
                                                      const snw_cell_options *options,
                                                      snw_setup *setup, snw_cell **cell,
                                                      snw_diags *diags);

/// Loads the mechanisms of a cell that a program made or copied. Those that are there stay.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_load(snw_cell *cell, const snw_cell_options *options,
                                                 snw_setup *setup, snw_diags *diags);

/// Writes a cell as XML; run it on an empty snw_text to measure. Mechanisms in files stay names.
SNW_SETUP void snw_cell_write(const snw_cell *cell, snw_text *text);

/// Writes a file, whole or not at all: XML, or JSON for a name that ends in .json. Refused: a cell
/// that is not legal; a path that is one of the files that its mechanisms are in, which are never
/// overwritten (SNW_ERR_PERMISSION); another folder than that of the cell when it names files by
/// relative paths, which would lead nowhere (SNW_ERR_ARGUMENT).
SNW_SETUP SNW_NODISCARD snw_status snw_cell_write_file(const char *path, const snw_cell *cell,
                                                       snw_why *why);

/// The whole cell as one mechanism, from `setup`: a root link "world", and all that member NAME has
/// as "NAME/...", mounted by a joint "NAME/base", which is free where the member floats. Shared
/// shapes are written out. Frames are where snw_system_link_pose() has them; a state has other
/// places for its coordinates, by the names of the joints.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_merge(const snw_cell *cell, snw_setup *setup,
                                                  snw_robot **robot, snw_diags *diags);

/// Two cells as one, from `setup`: the members of `a`, then those of `b`, all where they were in
/// the world. Where a name of `b` is taken, it becomes NAME_2, NAME_3, ..., and so do references to
/// it; mechanisms of `b` that `a` has too, under the same name and equal, are shared. States of one
/// name become one state; the first wins where both differ (time), and the environment is that of
/// `a`: gravity that differs is a warning. Mechanisms in files of other folders are written out.
SNW_SETUP SNW_NODISCARD snw_status snw_cell_merge_cells(const snw_cell *a, const snw_cell *b,
                                                        snw_setup *setup, snw_cell **out,
                                                        snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_CELL_H
