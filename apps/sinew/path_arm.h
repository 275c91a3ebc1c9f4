// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PATH_ARM_H
#define SINEW_APPS_PATH_ARM_H

/// @file
/// The arm of a cell that a path is for, and the joints of the path for it.

#include "cell_command.h"
#include "path_input.h"
#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The options of every command that needs an arm.
#define PATH_ARM_OPTIONS                                                                           \
    {.name = "member",                                                                             \
     .letter = 'm',                                                                                \
     .kind = CLI_TEXT,                                                                             \
     .sentence = "Arm of the cell; required if it has several."},                                  \
        {.name = "frame",                                                                          \
         .letter = 'f',                                                                            \
         .kind = CLI_TEXT,                                                                         \
         .sentence = "Link or attachment of the arm that the poses of the path refer to; 'tool' "  \
                     "or the last link if omitted."},                                              \
    {                                                                                              \
        .name = "q0", .kind = CLI_REALS,                                                           \
        .sentence = "Joint positions near which a path of poses begins; the start of the "         \
                    "simulated arm if omitted."                                                    \
    }

/// A cell with the arm that was chosen. Nothing moves and no hardware is touched.
typedef struct path_arm {
    // read-only
    snw_loaded_cell cell;
    snw_exec *exec;
    snw_arm *arm; ///< with the limits that the cell's guard enforces
    double q0[SNW_AXES];
} path_arm;

/// Opens a cell and finds its arm. A failure leaves nothing to close.
SNW_NODISCARD snw_status path_arm_open(path_arm *a, const char *word, const snw_registry *registry,
                                       const cli_values *values, cli_io *io, snw_why *why);
void path_arm_close(path_arm *a);

/// The path in joints of the arm: its scalars, or what poses need. SNW_ERR_UNREACHABLE,
/// SNW_ERR_LIMIT or SNW_ERR_SINGULAR where poses cannot be followed, with the time in `why`.
SNW_NODISCARD snw_status path_arm_joints(const path_arm *a, const path_input *file,
                                         const cli_values *values, path_input *joints,
                                         snw_why *why);

/// What the axes of the arm may do, for time laws.
void path_arm_limits(const snw_arm *arm, snw_profile_limits limits[SNW_AXES]);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PATH_ARM_H
