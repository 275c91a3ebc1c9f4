// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_CONTROLS_H
#define SINEW_TASK_CONTROLS_H

/// @file
/// Velocity control of several mechanisms of one system: a description for each, one call for all.
///
///     <task_controls xmlns="urn:sinew:motion">
///       <controls>
///         <control member="left"><task law="qp"> ... </task></control>
///         <control member="right"><task law="nullspace"> ... </task></control>
///       </controls>
///     </task_controls>
///
///     status = snw__controls_init(&controls, &config, &system, &arena, &why);
///     status = snw__controls_rates(&controls, &input, qd, &why);    // each tick, all members
///
/// Members are apart: what one cannot do stops that one alone, and the others go on.

#include "sinew/model/system.h"
#include "sinew/task/control.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_CONTROLS = 32 }; ///< members under control

/// Who is controlled, and how.
typedef struct snw_control_entry {
    char member[SNW_NAME]; ///< key
    snw_control_config task;
} snw_control_entry;

/// All of them, as they are described.
typedef struct snw_controls_config {
    snw_control_entry *controls;
    int control_count;
} snw_controls_config;

SNW_API extern const snw_type snw_control_entry_type, snw_controls_config_type;

/// Caller-owned, no destructor, one per thread.
typedef struct snw_controls {
    // read-only
    const snw_system *system;
    int count;
    snw_control *controls; ///< [count] in the order of the description
    int *members;          ///< [count] of the system
    snw_status *statuses;  ///< [count] of the last tick
    // private
    double *qd; // [largest nv]
} snw_controls;

/// What a tick is asked, with the coordinates of the whole system.
typedef struct snw_controls_input {
    const double *q;        ///< [system nq]
    const double *v;        ///< [system nv] the rates of the last tick; NULL is 0
    const double *const *V; ///< [count] as snw_control_input.V; NULL, or NULL for a member: guides
    double dt;              ///< [s]
} snw_controls_input;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_CONTROLS_H
