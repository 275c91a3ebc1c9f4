// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_LOGS_H
#define SINEW_STATION_LOGS_H

/// @file
/// A recording as six log files of text, after D'Amore (section 3.4.2): commands, measured poses,
/// target poses, warnings and errors, joints, and commands to the drives. The cell is made again
/// from its description in the recording; its arm says where the frames are.

#include "sinew/modelio/load.h"
#include "sinew/record/mcap_read.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The files, in the order of their numbers: SNW_LOG_COMMANDS is log1.dat.
typedef enum snw_log {
    SNW_LOG_COMMANDS, ///< each command that the loop accepted, "MSG"
    SNW_LOG_POSES,    ///< measured poses of the frame, "POS"
    SNW_LOG_TARGETS,  ///< its target poses, "SP"
    SNW_LOG_PROBLEMS, ///< warnings and errors, "OUT"
    SNW_LOG_JOINTS,   ///< measured positions of the joints, "Jnt"
    SNW_LOG_DRIVES,   ///< positions that the drives were given, "Drv"
    SNW_LOGS
} snw_log;

typedef struct snw_logs_options {
    // public
    const snw_load_options *load; ///< how robots are read, with the registry of the types
    const char *arm;              ///< NULL: the recording must have exactly one
    const char *frame;            ///< link or attachment of the arm; NULL or "": its last link
    double rate;                  ///< lines of poses and of joints per second, in (0, 1e6] [Hz]
    bool replace;                 ///< existing files
    snw_mcap_damage_fn *tell;     ///< called with each damage of the file; or NULL
    void *context;                ///< of `tell`
} snw_logs_options;

/// Writes log1.dat to log6.dat into a folder, which is made if it is missing. `lines` receives how
/// many lines each file has. The recording must have the signals sensed/q, target/q and command/q
/// of the arm: SNW_ERR_NOT_FOUND. SNW_ERR_CHECK for a recording without its cell, SNW_ERR_USAGE
/// for an arm or a rate that is not possible, SNW_ERR_PERMISSION (rule "exists") for files that are
/// there already. After a failure no file that it has begun is left.
SNW_SETUP SNW_NODISCARD snw_status snw_logs_write(const char *path, const char *folder,
                                                  const snw_logs_options *options,
                                                  int64_t lines[SNW_LOGS], snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_LOGS_H
