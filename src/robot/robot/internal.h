// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_ROBOT_INTERNAL_H
#define SINEW_SRC_ROBOT_INTERNAL_H

#include "sinew/robot.h"

/// A solver and what it needs besides.
typedef struct snw__solver_whole {
    snw_robot_solver solver; // first: a pointer to it is a pointer to the whole
    double *found;           // [nq] what a search has found, before it is accepted
} snw__solver_whole;

#endif // SINEW_SRC_ROBOT_INTERNAL_H
