// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_LOAD_INTERNAL_H
#define SINEW_MODELIO_LOAD_INTERNAL_H

/// @file
/// What the parts of the general loader share.

#include "sinew/modelio/load.h"
#include "sinew/modelio/save.h"
#include "sinew/xacro/origins.h"

/// Finds the files of all meshes that were read by name and have no file yet, as the URDF reader
/// does: a file that is missing or may not be opened is a warning, strictly an error.
/// Returns the status of the first error.
snw_status snw__load_find_meshes(snw_robot *robot, const snw_places *places,
                                 snw_strictness strictness, const char *file, snw_diags *diags);

/// A kind of file about robots that holds none that can be read.
typedef struct snw__foreign {
    const char *text, *fix;
} snw__foreign;

/// SRDF, MJCF or SDF by content; NULL for others.
const snw__foreign *snw__foreign_of(const snw_source *source);

/// The types of sinew, for callers that have no registry, in memory of the set-up arena; NULL when
/// that is exhausted.
const snw_registry *snw__own_registry(snw_setup *setup);

/// One robot on its way in.
typedef struct snw__loading {
    const snw_load_options *options;
    snw_setup *setup;
    snw_robot **robot;
    snw_diags *diags;
    const struct snw__loading *outer; // the cell that names this file; NULL for the first
    const char *path;                 // of a file that a cell names, as the system knows it
    int depth;                        // of cells in cells
    int *files;                       // counts those that were opened, of all cells together
} snw__loading;

typedef snw_status snw__load_fn(const snw__loading *l, const snw_source *source);
snw__load_fn snw__load_urdf, snw__load_xacro, snw__load_robot, snw__load_table, snw__load_cell;

/// Makes joints fixed that a run cannot drive, as hold_joints and most_driven of the options say.
void snw__load_hold_joints(const snw__loading *l, const snw_source *source);

/// How a xacro file is expanded; `origins` receives where each part of the result comes from.
snw_xacro_options snw__load_xacro_options(const snw_load_options *options, const char *folder,
                                          snw__origins **origins);

/// What a text looks like from outside.
typedef struct snw__look {
    const snw_source *source;
    char first;    ///< the first letter that is not blank
    char root[32]; ///< of XML: the name of the root element; empty when it cannot be read
    bool ours;     ///< of XML: the root is in our name space, or holds our lists
    char type[32]; ///< of JSON: what the document says it is, {"type": "cell"}
} snw__look;

/// Writes a robot as text; `why` says what the format cannot hold.
typedef snw_status snw__compose_fn(const snw_robot *robot, const snw_save_options *options,
                                   snw_text *text, snw_diags *diags, snw_why *why);
snw__compose_fn snw__compose_urdf, snw__compose_xml, snw__compose_json, snw__compose_dh_csv,
    snw__compose_dh_xml, snw__compose_cell;

/// A format of files that hold robots. To add one: its number in load.h, its row in formats.c, and
/// a file with its three functions.
typedef struct snw__format {
    snw_model_format id;
    const char *name;
    const char *endings; ///< of file names, separated by blanks; longer ones stand before shorter
    int rank;            ///< when a robot is looked for by its name: 0 is taken first
    char start;          ///< what its texts begin with: '<', '{', or 0 for lines
    bool (*sniff)(const snw__look *look);
    snw__load_fn *read;
    snw__compose_fn *write; ///< NULL: it is read only
} snw__format;

/// The formats, in the order in which texts are asked.
extern const snw__format snw__formats[];
extern const int snw__format_count;

/// The row of a format; NULL for SNW_FORMAT_UNKNOWN.
const snw__format *snw__format_of(snw_model_format id);

#endif // SINEW_MODELIO_LOAD_INTERNAL_H
