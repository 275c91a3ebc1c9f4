// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_DH_H
#define SINEW_MODELIO_DH_H

/// @file
/// Denavit-Hartenberg tables as files have them, and robots from and to them.
///
/// The convention must be named, standard or modified: there is no default. A pose of the arm is
///
///   base * A(base rows) * A1(q1) * A2(q2) ... * A(tool rows) * tool
///   standard  A = Rz(theta) Tz(d) Tx(a) Rx(alpha)      modified  A = Rx(alpha) Tx(a) Rz(theta)
///   Tz(d)
///
/// where q + offset is added to theta of a row that turns, and to d of one that slides.
///
/// CSV: settings first, one per line, then a line with the names of the columns, then one line per
/// row. Commas, semicolons or tabs separate, decided by the line of names; `#` begins a comment; an
/// empty cell is the default. Angles are in rad, or in degrees in columns whose name ends in _deg.
///
///     convention, modified
///     name, ranger
///     joint, kind,     a,      alpha_deg, d,      theta, lower_deg, upper_deg
///     j1,    revolute, 0,      0,         0.2491, 0,     -180,      180
///     ,      tool,     0,      0,         0.2666, 0
///
/// XML: the fields of snw_dh_sheet; numbers may have units, alpha="90 deg".

#include "sinew/document/file.h"
#include "sinew/model/dh.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_DH_ROWS = 1024 }; ///< rows of one table

/// What a row is.
typedef enum snw_dh_kind {
    SNW_DH_REVOLUTE = SNW_JOINT_REVOLUTE,
    SNW_DH_CONTINUOUS = SNW_JOINT_CONTINUOUS,
    SNW_DH_PRISMATIC = SNW_JOINT_PRISMATIC,
    SNW_DH_BASE = 100, ///< constant, before the joints
    SNW_DH_TOOL = 101  ///< constant, behind the joints
} snw_dh_kind;

/// "revolute", "tool"; "" for a number that is not a kind.
SNW_SETUP const char *snw_dh_kind_name(snw_dh_kind kind);

/// One row: token "dh_row".
typedef struct snw_dh_row {
    char joint[SNW_NAME]; ///< its name; empty: "joint1", "joint2", ...
    char link[SNW_NAME];  ///< the link that it moves; empty: "link1", "link2", ...
    snw_dh_kind kind;
    double a;                      ///< [m]
    double alpha;                  ///< [rad]
    double d;                      ///< [m]
    double theta;                  ///< [rad]
    double offset;                 ///< added to the joint's position [rad or m]
    double lower, upper;           ///< infinite without a limit [rad or m]
    double velocity, acceleration; ///< [rad/s or m/s], [rad/s^2 or m/s^2]
    double effort;                 ///< [N.m or N]
} snw_dh_row;

/// A table: token "dh_table".
typedef struct snw_dh_sheet {
    char name[SNW_NAME];
    snw_dh_convention convention;
    snw_pose base; ///< where the first row begins, in the root link's frame
    snw_pose tool; ///< the tool, where the last row ends
    snw_dh_row *rows;
    int row_count;
} snw_dh_sheet;

SNW_API extern const snw_type snw_dh_sheet_type;

typedef struct snw_dh_options {
    snw_strictness strictness;
    snw_dh_convention convention; ///< 0: the file must name it; else the file may, and must agree
} snw_dh_options;

/// Reads a table, CSV or XML, by its first letter that is not blank ('<' is XML). `options` may be
/// NULL. `*sheet` comes from `setup`. Every finding goes to `diags`, which must not be NULL, with
/// line and column; the status is that of the first error.
SNW_SETUP SNW_NODISCARD snw_status snw_dh_read(const snw_source *source,
                                               const snw_dh_options *options, snw_setup *setup,
                                               snw_dh_sheet **sheet, snw_diags *diags);

/// The same from a file of at most 1 MiB.
SNW_SETUP SNW_NODISCARD snw_status snw_dh_read_file(const char *path, const snw_dh_options *options,
                                                    snw_setup *setup, snw_dh_sheet **sheet,
                                                    snw_diags *diags);

/// The robot of a table, from `setup`: links "base" and those named, attachments "dh0", "dh1", ...
/// on the frames of the table, and "tool". A zero offset of an encoder is the joint's `position`.
SNW_SETUP SNW_NODISCARD snw_status snw_dh_to_robot(const snw_dh_sheet *sheet, snw_setup *setup,
                                                   snw_robot **robot, snw_why *why);

/// Appends a table as CSV; on an empty text it measures. Its numbers read back to the same bits,
/// base and tool, which become rows, to rounding. SNW_ERR_UNSUPPORTED for a name with a separator,
/// a quote or #.
SNW_SETUP SNW_NODISCARD snw_status snw_dh_write_csv(const snw_dh_sheet *sheet, snw_text *text,
                                                    snw_why *why);

/// Which chain of a robot, in which convention.
typedef struct snw_dh_request {
    snw_dh_convention convention; ///< must be named
    const char *base;             ///< link; NULL: the root
    const char *tip; ///< link or attachment; NULL: the attachment "tool", else the only last link
} snw_dh_request;

/// How well a table fits: the largest differences of the tip's pose over `configurations` random
/// positions of the joints, within their limits (without limits: within a turn, or 1 m).
typedef struct snw_dh_fit {
    int configurations;
    double position; ///< [m]
    double rotation; ///< [rad]
} snw_dh_fit;

/// Finds a table for a chain of a robot. `fit` may be NULL. Base and tool are whole poses, and the
/// identity where the rows can do without; then a table that made the robot comes back, up to the
/// freedom that the convention leaves (where axes are parallel, d is 0; where x may point both
/// ways, to the nearer side). A table exists for every chain of joints that turn and slide.
/// SNW_ERR_UNSUPPORTED when one moves otherwise or follows another, or none moves: `why` names it.
/// SNW_ERR_UNKNOWN_NAME, SNW_ERR_ARGUMENT (no convention, the tip is not beyond the base, several
/// ends), SNW_ERR_TOO_LARGE, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_dh_from_robot(const snw_robot *robot,
                                                     const snw_dh_request *request,
                                                     snw_setup *setup, snw_dh_sheet **sheet,
                                                     snw_dh_fit *fit, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_DH_H
