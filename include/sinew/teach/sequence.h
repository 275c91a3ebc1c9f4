// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_SEQUENCE_H
#define SINEW_TEACH_SEQUENCE_H

/// @file
/// The program of a cell, as its file has it: steps, one after the other, round after round.
///
///     <steps>
///       <step action="go" point="above_a"/>
///       <step action="line" point="at_a"/>
///       <step action="close"/>
///       <step action="attach" object="red"/>
///     </steps>

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_STEPS = 1024,        ///< of one sequence
    SNW_SEQUENCE_OUTPUTS = 8 ///< numbers at its port "output"
};

typedef enum snw_step_action {
    SNW_STEP_GO,      ///< all joints together to a taught point
    SNW_STEP_LINE,    ///< the tool on a straight line to where it is at a taught point
    SNW_STEP_MOVE,    ///< all joints together to `q`
    SNW_STEP_WAIT,    ///< rests for `value` seconds
    SNW_STEP_OPEN,    ///< the gripper
    SNW_STEP_CLOSE,   ///< the gripper
    SNW_STEP_WIDTH,   ///< the gripper, `value` metres wide
    SNW_STEP_ATTACH,  ///< `object` is held from now on
    SNW_STEP_RELEASE, ///< what is held stays where it is
    SNW_STEP_SET,     ///< output number `output` has `value` from now on
    SNW_STEP_REPEAT,  ///< the last `steps` steps are done `times` times in all; 0: for ever
    SNW_STEP_CALL,    ///< one round of the steps of another sequence of the arm
    SNW_STEP_ACTIONS
} snw_step_action;

/// One step.
typedef struct snw_step {
    snw_step_action action;
    char point[SNW_NAME];  ///< of go and line
    char object[SNW_NAME]; ///< of attach; empty is the one in reach
    double value;          ///< of wait [s], of width [m], of set
    double q[SNW_AXES];    ///< of move [rad or m]
    int q_count;
    int output;              ///< of set, from 0
    int steps, times;        ///< of repeat
    char sequence[SNW_NAME]; ///< of call: name of a component
} snw_step;

/// Source "sequence": does its steps, again and again. Peers: motion; points and gripper where its
/// steps need them. Steps, rounds and `automatic` can be changed by its commands while it does not
/// run. What steps set is at its port "output", double[SNW_SEQUENCE_OUTPUTS].
typedef struct snw_sequence {
    snw_step *steps;
    int step_count;
    int repeat;     ///< rounds after which it is done; 0: for ever
    bool automatic; ///< begins by itself when the arm follows for the first time
} snw_sequence;

/// "sequence/state".
typedef enum snw_sequence_state {
    SNW_SEQUENCE_STOPPED,
    SNW_SEQUENCE_RUNNING,
    SNW_SEQUENCE_PAUSED,
    SNW_SEQUENCE_DONE,
    SNW_SEQUENCE_FAILED ///< a step was refused; the event says why
} snw_sequence_state;

SNW_API extern const snw_type snw_step_type, snw_sequence_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TEACH_SEQUENCE_H
