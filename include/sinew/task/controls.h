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
///     status = snw_controls_init(&controls, &config, &system, &arena, &why);
///     status = snw_controls_rates(&controls, &input, qd, &why);    // each tick, all members
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

/// Lays out a controller for each description. Every member that can move must have one: a member
/// that is missing, named twice or not there is told by name (SNW_ERR_UNKNOWN_NAME for one that is
/// not there, SNW_ERR_SIZE with both numbers where there are too many or too few), and so is what
/// snw_control_init() refuses. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_controls_init(snw_controls *controls,
                                                     const snw_controls_config *config,
                                                     const snw_system *system, snw_arena *arena,
                                                     snw_why *why);

/// Which of the controllers a member has; -1 for none.
SNW_RT int snw_controls_find(const snw_controls *controls, const char *member);

/// All guides are where the end effectors are at q[system nq].
SNW_RT SNW_NODISCARD snw_status snw_controls_hold(snw_controls *controls, const double *q);

/// Finds the rates qd[system nv] of all members. Where one is refused, its rates are 0 and those of
/// the others are as ever: the status is that of the first refusal, `why` names its member, and
/// controls->statuses has all. Else the first status that is not SNW_OK.
SNW_RT SNW_NODISCARD snw_status snw_controls_rates(snw_controls *controls,
                                                   const snw_controls_input *input, double *qd,
                                                   snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_CONTROLS_H
