// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_CONSTRAINT_H
#define SINEW_TASK_CONSTRAINT_H

/// @file
/// What the rates of the law qp must keep besides the limits of the joints: rows G qd >= lower,
/// made anew in every tick. The module avoid has the type `keep_clearance`, which keeps bodies
/// apart.
///
/// Types of one's own have snw_constraint_functions. A row should allow standing still (lower <= 0)
/// wherever it can, and must not limit motion that leads away.

#include <math.h>

#include "sinew/describe.h"
#include "sinew/task/limits.h"
#include "sinew/task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_CONSTRAINT_VERSION = 1,
    SNW_RATE_ROWS = 32 ///< of all constraints of a controller together
};

/// What a row is about. Bodies are those of a collision world: a member and a link of it; -1 and -1
/// where a row is not about bodies.
typedef struct snw_row_origin {
    int cause; ///< snw_bound_cause
    int first_member, first_link;
    int second_member, second_link;
} snw_row_origin;

/// The rows of a tick.
typedef struct snw_rate_rows {
    // read-only
    int n;          ///< rates
    double *G;      ///< [SNW_RATE_ROWS * n] by rows
    double *lower;  ///< [SNW_RATE_ROWS] what is demanded
    double *target; ///< [SNW_RATE_ROWS] at least `lower`: dropped first where not all can be met
    snw_row_origin *origin; ///< [SNW_RATE_ROWS]
    int count;
} snw_rate_rows;

/// What a constraint is asked in.
typedef struct snw_constraint_at {
    snw_task *task;                ///< at the present configuration
    const double *v;               ///< [nv] the rates of the last tick
    double dt;                     ///< [s]
    const snw_rate_limits *limits; ///< of this tick
} snw_constraint_at;

/// What a type of constraints does.
typedef struct snw_constraint_functions {
    snw_vtable head;

    /// May it be used for this mechanism? SNW_OK, or why not. NULL: always.
    snw_status (*fits)(const void *block, const snw_model *model);

    /// Adds its rows by snw_rate_rows_add(). In bounded time without allocation, lock, I/O or
    /// system call. A failure refuses the tick.
    snw_status (*rows)(const void *block, const snw_constraint_at *at, snw_rate_rows *rows);

    /// Rows bound the rates of one tick, but not what these make of the next: does what the rows
    /// stand for hold until all joints have come to rest, when they begin to brake together behind
    /// a tick with the rates qd[nv]? Where `brake`, what they have when they brake already, does
    /// not do so either, qd must not be worse. Asked after rows(), in the same tick. NULL: always.
    bool (*can_stop)(const void *block, const snw_constraint_at *at, const double *qd,
                     const double *brake);
} snw_constraint_functions;

/// The base of the types: "constraint".
SNW_API extern const snw_base snw_constraint_base;

/// A new row with G = 0, both sides -INFINITY, and no origin; its number, or -1 when there is no
/// room.
SNW_INLINE int snw_rate_rows_add(snw_rate_rows *rows) {
    if (rows->count >= SNW_RATE_ROWS) return -1;
    const int at = rows->count++;
    for (int i = 0; i < rows->n; i++)
        rows->G[at * rows->n + i] = 0;
    rows->lower[at] = rows->target[at] = -HUGE_VAL;
    const snw_row_origin none = {SNW_BOUND_NONE, -1, -1, -1, -1};
    rows->origin[at] = none;
    return at;
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_CONSTRAINT_H
