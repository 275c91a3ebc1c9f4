// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_RUN_COMMAND_H
#define SINEW_APPS_RUN_COMMAND_H

/// @file
/// `sinew run`: a cell, moving.

#include "cli.h"
#include "sinew/exec.h"
#include "sinew/record.h"

extern const char run_description[];
extern const cli_parameter cell_arguments[], run_arguments[], run_options[];
extern const cli_example run_examples[];

SNW_NODISCARD snw_status run_run(const cli_values *values, cli_io *io, snw_why *why);

// --- what a run tells at its end ----------------------------------------------------------------

enum { RUN_ARMS = SNW_LOOP_ARMS };

/// How well an arm followed, gathered tick by tick in the loop.
typedef struct run_tracking {
    double worst;     ///< largest error of an axis while it followed [rad or m]
    double squares;   ///< sum over ticks and axes
    uint64_t samples; ///< axes times ticks
} run_tracking;

typedef struct run_summary {
    const char *cell;
    snw_exec *exec;
    bool real;
    const run_tracking *tracking; ///< [arm count]
    const snw_run_report *report;
    bool recorded;
    const snw_recorder_report *recording;
} run_summary;

/// Prints it, as a table or as JSON.
SNW_NODISCARD snw_status run_tell(const run_summary *summary, cli_io *io, snw_why *why);

#endif // SINEW_APPS_RUN_COMMAND_H
