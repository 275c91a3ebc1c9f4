// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_LOCK_H
#define SINEW_SRC_EXEC_LOCK_H

/// @file
/// The interlock of a cell, between its guards and its drives.

#include "sinew/collision/rules.h"
#include "sinew/interlock/lock.h"

struct snw__builder;
struct snw_exec;

typedef struct snw__lock {
    bool wanted; ///< the cell has rules of collision, and the interlock is not left out
    bool works;  ///< it was made
    snw_why why; ///< why not: arms cannot be enabled
    snw_interlock lock;
    snw_interlock_arm *arms; ///< [arm_count]
} snw__lock;

/// Whether there is to be one: before the arms are made, whose guards then can take steps back.
void snw__exec_lock_choose(struct snw__builder *b);

/// What parts that arms hold lay on, and have not been clear of: in every tick before the
/// interlock.
void snw__exec_lock_rest(struct snw_exec *exec);

/// Makes it from the arms. What cannot be made is a warning, and the arms stay off.
void snw__exec_lock_make(struct snw__builder *b);

#endif // SINEW_SRC_EXEC_LOCK_H
