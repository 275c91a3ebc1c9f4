// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_PATHS_H
#define SINEW_TEACH_PATHS_H

/// @file
/// Leading an arm by hand, and motions that are recorded and played again.

#include "sinew/exec.h"
#include "sinew/servo/gravity.h"
#include "sinew/teach/points.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Servo "guiding", before the laws of its arm: while it is on the arm carries itself and goes
/// where it is pushed. Laws behind it find no error, and no parameter of theirs changes. Only for
/// arms that are driven by efforts; peer "motion".
typedef struct snw_guiding {
    double damping[SNW_AXES]; ///< one for all axes, or one each [N.m.s/rad or N.s/m]
    int damping_count;
    bool gravity;        ///< carries the arm; off where its weight is balanced otherwise
    snw_payload payload; ///< what it carries besides
    bool automatic;      ///< start with guiding on
} snw_guiding;

enum { SNW_TAUGHT_PATHS = 64, SNW_TAUGHT_RECORDS = 100000 };

/// What a recorded path holds.
typedef enum snw_taught_kind {
    SNW_TAUGHT_NONE,
    SNW_TAUGHT_JOINTS, ///< joints of the arm
    SNW_TAUGHT_FRAME   ///< poses of the tool in the world; any joints that get it there will do
} snw_taught_kind;

/// Task "paths", before a component "task" of its arm: records where the arm or its tool shall go,
/// and plays it again. Peer "motion", which goes to where a path begins.
typedef struct snw_paths {
    int capacity;   ///< paths that there is room for
    int records;    ///< of each
    double spacing; ///< of records [s]
    double ramp;    ///< least time in which a path that begins in motion, or is stopped, gets up to
                    ///< its speed or comes to rest [s]
} snw_paths;

SNW_API extern const snw_type snw_guiding_type, snw_paths_type;

/// Writes a path of a running component to a file of sinew/queue/path.h, and puts one of a file
/// into it under a name; the file says what kind it is. A path of that name must not be there.
/// Every number goes both ways bit for bit.
SNW_SETUP SNW_NODISCARD snw_status snw_teach_save_path(const snw_teach_asker *asker,
                                                       const char *component, const char *name,
                                                       const char *file, snw_why *why);

/// Puts the path of a file into a running component under a name; `*kind` is what the file
/// holds.
SNW_SETUP SNW_NODISCARD snw_status snw_teach_load_path(const snw_teach_asker *asker,
                                                       const char *component, const char *name,
                                                       const char *file, snw_taught_kind *kind,
                                                       snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TEACH_PATHS_H
