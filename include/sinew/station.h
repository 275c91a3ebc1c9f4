// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_H
#define SINEW_STATION_H

/// @file
/// A cell from a file, with all the types that come with sinew, compiled and ready for an
/// executive: what every program begins with.
///
///     snw_station station;
///     status = snw_station_open(&station, "cells/puma560.cell.xml", NULL, &diags);
///     status = snw_exec_open(&exec, station.cell, &station.system, &options, &diags);

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds types to a registry.
typedef snw_status snw_register_fn(snw_registry *registry, snw_why *why);

/// Caller-owned; open and close.
typedef struct snw_station {
    // read-only
    snw_registry registry; ///< frozen
    snw_cell *cell;
    snw_system system;
    snw_setup *memory; ///< of all of it; may be used for what lives as long
} snw_station;

/// Reads and compiles a cell. `more` are registrations beyond those of sinew up to the components,
/// ended by NULL; may be NULL itself. Every finding goes to `diags`, which may be NULL. On failure
/// nothing is left open.
SNW_SETUP SNW_NODISCARD snw_status snw_station_open(snw_station *station, const char *path,
                                                    snw_register_fn *const *more, snw_diags *diags);

/// Frees everything; all zero is allowed.
SNW_SETUP void snw_station_close(snw_station *station);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_H
