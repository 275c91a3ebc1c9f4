// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AXIS_DRIVE_H
#define SINEW_AXIS_DRIVE_H

/// @file
/// What stands behind an arm: simulated or real, the loop does not see the difference. A drive is a
/// described type of base "drive" whose `functions` are a snw_drive_functions; a cell names it.

#include "sinew/axis/arm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_DRIVE_VERSION = 1,
    SNW_DRIVE_TEXT = 256 ///< bytes of a message or an answer, with the final zero
};

/// One drive of one arm. Owned by the executive.
typedef struct snw_drive {
    // read-only
    const snw_type *type; ///< with its functions
    const void *config;   ///< a block of that type
    const snw_arm *arm;   ///< name, model, axes and limits; images are not looked at
    void *signals;        ///< a block of functions->signals; NULL when it has none
    uint64_t seed;        ///< of all chance in it
    void *work;           ///< laid out by init
} snw_drive;

/// How the executive uses a drive. sense, act and message are called in the loop.
typedef struct snw_drive_functions {
    snw_vtable head;
    bool simulated;          ///< touches no hardware
    const snw_type *signals; ///< what it shows of itself; NULL for nothing

    /// Lays out drive->work in `arena` and checks the configuration against the arm. On an empty
    /// arena it measures. q[count] is where a simulated arm begins.
    snw_status (*init)(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why);

    /// Reports the arm at t_ns. `sensed` holds what was reported last.
    snw_status (*sense)(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed);

    /// Takes a command that holds for the next dt_ns; a simulated arm moves by that much.
    snw_status (*act)(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                      const snw_arm_command *command);

    /// A word from an operator or a test, such as "fault 2 stuck" of a simulated arm. Bounded in
    /// time; answer[SNW_DRIVE_TEXT] is terminated. May be NULL.
    snw_status (*message)(snw_drive *drive, const char *text, char *answer, snw_why *why);

    /// Orderly end, after the last tick. May be NULL.
    void (*close)(snw_drive *drive);

    /// Power off and brakes closed by a way that needs no loop: called from another thread when the
    /// loop does not answer its watchdog, while sense or act may hang. May be NULL.
    void (*quick_stop)(snw_drive *drive);
} snw_drive_functions;

/// The functions of a drive's type; NULL when it has none of this version.
SNW_RT const snw_drive_functions *snw_drive_of(const snw_type *type);

/// Registers the base "drive".
SNW_SETUP SNW_NODISCARD snw_status snw_axis_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_AXIS_DRIVE_H
