// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SURROUND_INTERNAL_H
#define SINEW_SRC_SURROUND_INTERNAL_H

#include "sinew/exec/state.h"
#include "sinew/surround.h"

/// The work of a component `clearance`.
typedef struct snw__clearance {
    const snw_world *world;
    snw_collision around; ///< of the loop
    double reach;         ///< where the farthest pair that was shown last is, and a bit more [m]
    snw_collision asked;  ///< of the thread that answers questions
    snw_system_state state;
} snw__clearance;

enum { SNW__CLEARANCE_COMMANDS = 1 };
extern const snw_command snw__clearance_commands[SNW__CLEARANCE_COMMANDS];
extern const snw_choice snw__policy_choices[3];

#endif // SINEW_SRC_SURROUND_INTERNAL_H
