// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_ARGUMENTS_H
#define SINEW_STATION_ARGUMENTS_H

/// @file
/// The options that every program with a station understands, from its command line.
///
///     snw_station_options options = snw_station_defaults();
///     options.cell = "cells/panda.cell.xml";
///     status = snw_station_arguments(&options, &argc, argv, &why);

#include "sinew/station/station.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The rows: name, whether a word follows, what it does.
#define SNW_STATION_ARGUMENTS(X)                                                                   \
    X(sim, false, "Simulate all drives, whatever the cell says.")                                  \
    X(nosim, false, "Use the drives that the cell names.")                                         \
    X(gui, false, "Serve the page.")                                                               \
    X(nogui, false, "Do not serve the page.")                                                      \
    X(qmotor, false, "Serve the page, on which gains are tuned and signals plotted.")              \
    X(config, true, "Run this cell.")                                                              \
    X(record, true, "Record to this file, .mcap.")                                                 \
    X(real, false, "Run in real time.")                                                            \
    X(virtual, false, "Run as fast as possible and reproducibly.")                                 \
    X(idle, false, "Do not enable the arms.")                                                      \
    X(kinematic, false, "Kinematic simulation: joints follow commands exactly.")                   \
    X(for, true, "Duration of the run, in seconds of loop time.")

/// Takes the options of the table out of argv[1] .. argv[*argc - 1], with one dash or two, and sets
/// what they say; other words stay, in their order, and `*argc` counts what is left. "--" ends the
/// options. Texts are those of argv. Refused with the closest name, and nothing is changed:
/// SNW_ERR_USAGE for an option that is unknown or whose word is missing, SNW_ERR_SYNTAX and
/// SNW_ERR_RANGE for a time that is not a positive number.
SNW_SETUP SNW_NODISCARD snw_status snw_station_arguments(snw_station_options *options, int *argc,
                                                         char **argv, snw_why *why);

/// Writes the table as help, one line per option.
SNW_SETUP void snw_station_arguments_help(snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_ARGUMENTS_H
