// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_MOTION_INTERNAL_H
#define SINEW_SRC_PARTS_MOTION_INTERNAL_H

// What the sources of the component "motion" share.

#include "internal.h"
#include "sinew/frame.h"
#include "sinew/kinematics.h"
#include "sinew/queue.h"

// goals of messages that may be under way at once
enum { SNW__MOTION_GOALS = 8 };

// a place that a message asked for
typedef struct snw__motion_goal {
    snw_frame frame;
    snw_equation equation;
} snw__motion_goal;

// a place of the book
typedef struct snw__motion_place {
    char name[SNW_FRAME_NAME];
    snw_pose pose;
    int joint_count; // 0: the pose only
    double joints[SNW_AXES];
} snw__motion_place;

// A recorded path that is played. The program writes `path` and `how` and then `asked`; the loop
// answers with `status` and then `done`.
typedef struct snw__motion_play {
    const snw_path *path;
    snw_path_interpolation how;
    uint32_t asked, done; // atomic
    snw_status status;
    // the loop's own
    bool runs;
    int64_t begin_ns;
} snw__motion_play;

typedef struct snw__motion_part {
    snw_queue queue;
    // The loop alone reads the queue's events and progress, and hands them on to the program.
    snw_ring events;
    snw_triple progress;
    snw_move_progress seen; // by the program
    snw__motion_goal goals[SNW__MOTION_GOALS];
    snw__motion_place *places;
    int place_count;
    char words[SNW_MESSAGE]; // of the message that is under way
    int64_t id;              // its motion; 0 for none
    bool taken;              // a program puts moves in
    snw__motion_play play;
    const snw_guard *guard; // of the arm; NULL for a component that runs alone
    int64_t own_ns;         // the period; 0: not known yet
    int64_t lost;           // motion whose goal went out of reach, as told
    // the hand at the last set-point
    snw_kin kin;
    double *q; // [nq]
    int link, frame;
    bool placed;
    snw_vec3 place;
} snw__motion_part;

/// The goal of a message: joints, a pose or a name of the book. SNW_ERR_SIZE, SNW_ERR_RANGE,
/// SNW_ERR_FULL, SNW_ERR_UNKNOWN_NAME with the closest name.
snw_status snw__motion_goal_read(snw_component *self, const char *text, bool line, snw_move *move,
                                 snw_why *why);

/// Messages of the component, as snw_component_functions has it.
snw_status snw__motion_message(snw_component *self, const char *text, char *answer, snw_why *why);
extern const snw_command snw__motion_commands[];
enum { SNW__MOTION_COMMANDS = 7 };

#endif // SINEW_SRC_PARTS_MOTION_INTERNAL_H
