// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AXIS_DRIVE_H
#define SINEW_AXIS_DRIVE_H

/// @file
/// What stands behind an arm: simulated or real, the loop does not see the difference. A drive is a
/// described type of base "drive" whose `functions` are a snw_drive_functions; a cell names it.

#include "sinew/axis/arm.h"
#include "sinew/axis/command.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_DRIVE_VERSION = 3 ///< 1 had text in place of commands, 2 knew no floating base
};

/// One drive of one arm. Owned by the executive.
typedef struct snw_drive {
    // read-only
    const snw_type *type; ///< with its functions
    const void *config;   ///< a block of that type
    const snw_arm *arm;   ///< name, model, axes and limits; of the images init may look at
                          ///< sensed.base, where a floating base begins
    void *signals;        ///< a block of functions->signals; NULL when it has none
    uint64_t seed;        ///< of all chance in it
    void *work;           ///< laid out by init
} snw_drive;

/// How the executive uses a drive. sense and act are called in the loop.
typedef struct snw_drive_functions {
    snw_vtable head;
    bool simulated;          ///< touches no hardware
    const snw_type *signals; ///< what it shows of itself; NULL for nothing

    /// Lays out drive->work in `arena` and checks the configuration against the arm. On an empty
    /// arena it measures. q[count] is where a simulated arm begins.
    snw_status (*init)(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why);

    /// Reports the arm at t_ns. `sensed` holds what was reported last. A drive that knows where a
    /// floating base is writes it to sensed->base and base_rate; else it stands where it began.
    snw_status (*sense)(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed);

    /// Takes a command that holds for the next dt_ns; a simulated arm moves by that much.
    snw_status (*act)(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                      const snw_arm_command *command);

    // From outside, on a simulated arm, from the next tick on; in the loop. Each may be NULL: the
    // drive feels nothing of it. Links and axes are those of drive->arm; seconds of 0 are until it
    // is replaced.

    /// What is attached to a link now, in the frame of the link, in place of what was.
    snw_status (*attach)(snw_drive *drive, int link, snw_inertia inertia);
    /// A wrench on a link along the axes of the world, its torque about the origin of the link.
    snw_status (*push)(snw_drive *drive, int link, snw_wrench wrench, double seconds);
    /// A failure of an axis, by the drive's own number for its kind.
    snw_status (*fault)(snw_drive *drive, int axis, int kind, double value, double seconds);
    /// An effort on an axis [N.m or N].
    snw_status (*force)(snw_drive *drive, int axis, double effort, double seconds);
    /// A point of mass on a link [kg], at p_link [m].
    snw_status (*payload)(snw_drive *drive, int link, double mass, snw_vec3 p_link);

    const snw_command *commands; ///< what operators may ask of it
    int command_count;

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
