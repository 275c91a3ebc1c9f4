// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_RUN_COMMAND_H
#define SINEW_APPS_RUN_COMMAND_H

/// @file
/// `sinew run`: a cell, moving.

#include "cli.h"
#include "sinew/station.h"

extern const cli_parameter cell_arguments[];

// --- what a run tells at its end ----------------------------------------------------------------

typedef struct run_summary {
    const char *cell;
    snw_exec *exec;
    bool real;
    const snw_station_report *report;
    const snw_why *fault; ///< why the run has failed; NULL when it has not
} run_summary;

/// Prints it, as a table or as JSON.
SNW_NODISCARD snw_status run_tell(const run_summary *summary, cli_io *io, snw_why *why);

#endif // SINEW_APPS_RUN_COMMAND_H
