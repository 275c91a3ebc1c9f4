// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_LOAD_H
#define SINEW_MODELIO_LOAD_H

/// @file
/// A robot from any file that can hold one.
///
///     snw_robot *robot = NULL;
///     status = snw_robot_load("arm.urdf", NULL, setup, &robot, &diags);
///
///     format       by extension       by content
///     urdf         .urdf              <robot> with <link>, <joint>
///     xacro        .xacro             a root that declares xacro's name space
///     robot_xml    .xml .ecx .ecz     <robot xmlns="urn:sinew:robot">, or with <links>, <joints>
///     robot_json   .json              {
///     dh_csv       .csv .tsv          neither < nor {
///     dh_xml       .xml               <dh_table>
///     cell         .cell              <cell>
///
/// Any of them may be compressed by gzip, with or without .gz behind the name. The content decides
/// among the XML formats; extensions only name what the content does not say. A cell is loaded as
/// one robot, its members' names put before those of their links.

#include "sinew/model/system.h"
#include "sinew/modelio/dh.h"
#include "sinew/urdf/places.h"
#include "sinew/urdf/urdf.h"
#include "sinew/xacro.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_CELL_DEPTH = 8,   ///< cells inside each other
    SNW_CELL_FILES = 1000 ///< that one cell and the cells inside it name, all in all
};

/// How a robot is loaded; all zero is sensible for files that hold no shapes of registered types.
typedef struct snw_load_options {
    const snw_registry *registry; ///< types of shapes and laws; NULL knows those of sinew
    snw_strictness strictness;
    snw_places places;                   ///< where meshes are; a folder of NULL is that of the file
    bool keep_names;                     ///< meshes stay names: no file is looked for
    snw_dh_convention convention;        ///< for tables that do not name it; 0: they must
    const snw_xacro_argument *arguments; ///< [argument_count] of xacro files
    int argument_count;
    bool environment;       ///< xacro files may read the variables of the process: not for files
                            ///< that came over a network
    snw_urdf_extra **extra; ///< receives what a URDF holds besides the robot; may be NULL
    bool hold_joints;       ///< joints of several coordinates become fixed, with a warning
    int most_driven;        ///< with hold_joints: so are joints beyond so many; 0 for no limit
    bool follow_limits;     ///< limits of joints that follow others narrow those of their leaders
    // of a robot that a station runs without a cell; a cell says it of its members
    snw_base_kind base; ///< as described: it floats when the file says so, or on wheels or legs
    bool unsupported;   ///< no stand carries a base that floats
} snw_load_options;

/// What a file holds.
typedef enum snw_model_format {
    SNW_FORMAT_UNKNOWN,
    SNW_FORMAT_URDF,
    SNW_FORMAT_XACRO,
    SNW_FORMAT_ROBOT_XML,
    SNW_FORMAT_ROBOT_JSON,
    SNW_FORMAT_DH_CSV,
    SNW_FORMAT_DH_XML,
    SNW_FORMAT_CELL
} snw_model_format;

/// "urdf", "robot_xml", ...; "unknown".
SNW_SETUP const char *snw_model_format_name(snw_model_format format);

/// Which format a plain text (not gzip) has, by its content and by the extension of its name.
SNW_SETUP snw_model_format snw_model_format_of(const snw_source *source);

/// Which format a file name asks for when it is written: by extension alone. ".xml" is robot_xml,
/// ".dh.xml" dh_xml, ".cell.xml" cell, also with ".gz" behind; SNW_FORMAT_UNKNOWN for others.
SNW_SETUP snw_model_format snw_model_format_named(const char *path);

/// Loads a robot from a file of at most SNW_DOCUMENT_BYTES. `options` may be NULL. `*robot` comes
/// from `setup` and is set on success only. Every finding goes to `diags`, which must not be NULL,
/// with its place; the status is that of the first error: those of the readers of each format, of
/// snw_file_read() (rule "file"), and SNW_ERR_UNSUPPORTED for a file of another kind (rule
/// "format").
SNW_SETUP SNW_NODISCARD snw_status snw_robot_load(const char *path, const snw_load_options *options,
                                                  snw_setup *setup, snw_robot **robot,
                                                  snw_diags *diags);

/// The same from a text, plain or gzip. Its `folder` is where meshes and included files are looked
/// for; NULL finds none.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_load_source(const snw_source *source,
                                                         const snw_load_options *options,
                                                         snw_setup *setup, snw_robot **robot,
                                                         snw_diags *diags);

/// Gives findings about a link or a joint of a file, of the compiler of models for one, that have
/// no line the place of its element, also through xacro; call it after snw_robot_load() with the
/// same path and options. It reads the file only when there is such a finding.
SNW_SETUP void snw_robot_place(const char *path, const snw_load_options *options, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_LOAD_H
