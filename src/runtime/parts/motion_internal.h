// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_MOTION_INTERNAL_H
#define SINEW_SRC_PARTS_MOTION_INTERNAL_H

// What the sources of the component "motion" share.

#include "internal.h"
#include "sinew/exec/governed.h"
#include "sinew/frame.h"
#include "sinew/kinematics.h"
#include "sinew/queue.h"

enum {
    SNW__MOTION_GOALS = 8, // goals of commands that may be under way at once
    SNW__MOTION_ENDS = 32  // moves whose ends are remembered
};

// --- commands: motion_orders.c in the loop, motion_words.c beside it

enum { SNW__GOAL_FRAME = 2 * SNW_NAME }; // bytes of MEMBER/FRAME

typedef struct snw__goal_order {
    bool line;                 // else joints
    char in[SNW__GOAL_FRAME];  // frame of a line's pose; empty is the world
    char name[SNW_FRAME_NAME]; // place of the book; empty: numbers
    double numbers[SNW_AXES];  // joints, or x y z and quaternion x y z w
    int count;
} snw__goal_order;

typedef struct snw__goal_answer {
    int64_t id;
} snw__goal_answer;

typedef struct snw__override_order {
    double part;
} snw__override_order;

enum { SNW__MOTION_COMMANDS = 7 };

/// Whether a line may be given in this frame: world, base, tool (where the last set-point has it),
/// a link or frame of the arm, MEMBER or MEMBER/FRAME of the cell.
bool snw__motion_has_frame(const snw_component *self, const char *name);

extern const snw_command snw__motion_commands[SNW__MOTION_COMMANDS];
snw_command_act_fn snw__motion_order_go, snw__motion_order_put, snw__motion_order_stop,
    snw__motion_order_pause, snw__motion_order_resume, snw__motion_order_override;

/// Ends what orders have left under way; moves of other components are theirs.
snw_status snw__motion_revoke(snw_component *self);

// what held the time of the motion that runs
typedef enum snw__motion_limit {
    SNW__LIMIT_NONE,
    SNW__LIMIT_REQUEST,
    SNW__LIMIT_HAND,
    SNW__LIMIT_DURATION,
    SNW__LIMIT_VELOCITY,
    SNW__LIMIT_ACCELERATION,
    SNW__LIMIT_OTHER
} snw__motion_limit;

typedef struct snw__motion_signals {
    int64_t id, ended;
    double part, remaining;
    int waiting;
    bool moving, paused, playing;
    double override;
    int axis;
    snw__motion_limit limit;
    bool stretched;
    int code;
    snw_vec3 position;
    double path_speed;
} snw__motion_signals;

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
    snw_move_event ends[SNW__MOTION_ENDS]; // of moves, the newest in place of the oldest
    int end_next;
    int64_t left_id; // last move that an order has left under way
    bool taken;      // a program puts moves in
    bool lent;       // somebody else leads the arm
    bool lend_later;
    snw__motion_play play;
    snw_governed *governed; // by the interlock; NULL where there is none
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

#endif // SINEW_SRC_PARTS_MOTION_INTERNAL_H
