// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_INSIDE_H
#define SINEW_SRC_STATION_INSIDE_H

/// @file
/// What sources and tests of station share, and nobody outside of it needs.

#include "sinew/station/load.h"
#include "sinew/station/station.h"

/// A cell around the robot of a file that snw_robot_load() reads (URDF, xacro, a DH table, a robot
/// as XML or JSON): one member "arm", simulated, with what it takes to move it and to teach it. It
/// has mass when every link that a joint moves has some.
SNW_NODISCARD snw_status snw__cell_open_robot(snw_loaded_cell *loaded, const char *path,
                                              const snw_load_options *options, snw_why *why);

/// A cell as snw_cell_open() finds it, or else a robot, by its file or by its name as
/// snw_robot_find() finds it. The content of the file decides which of the two it is.
SNW_NODISCARD snw_status snw__cell_open_any(snw_loaded_cell *loaded, const char *word,
                                            const snw_load_options *options, snw_why *why);

/// The file of a cell: a path as it is, NAME as snw_cell_open() finds it.
SNW_NODISCARD snw_status snw__cell_find(const char *word, char *out, size_t size, snw_why *why);

/// Whether an arm stands still because of a fault: SNW_OK, or the status of the fault that came
/// first, with its reason. Not while the loop runs in another thread.
snw_status snw__station_fault(snw_station *station, snw_why *why);

/// A cell as snw_cell_open() reads it, from a text that was read from `path` at another time.
SNW_NODISCARD snw_status snw__cell_open_text(snw_loaded_cell *loaded, const char *path,
                                             const char *text, const snw_load_options *options,
                                             snw_why *why);

#endif // SINEW_SRC_STATION_INSIDE_H
