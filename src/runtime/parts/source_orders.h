// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_SOURCE_ORDERS_H
#define SINEW_SRC_PARTS_SOURCE_ORDERS_H

// Commands of joint_move and test_signal: handlers are in their sources, texts in source_words.c.

#include "internal.h"

typedef struct snw__joints_order {
    double q[SNW_AXES];
    int count;
} snw__joints_order;

typedef struct snw__joints_answer {
    uint64_t number;
} snw__joints_answer;

typedef enum snw__test_shape {
    SNW__TEST_STEP,
    SNW__TEST_RAMP,
    SNW__TEST_SINE,
    SNW__TEST_SWEEP
} snw__test_shape;

typedef struct snw__test_order {
    snw__test_shape shape;
    int axis;
    double height, hz, seconds;
} snw__test_order;

snw_command_act_fn snw__joint_move_go, snw__joint_move_stop, snw__test_run, snw__test_stop;

/// What is no test signal.
snw_status snw__test_refuse(const snw_component *self, snw_why *why);

enum { SNW__JOINT_MOVE_COMMANDS = 2, SNW__TEST_COMMANDS = 2 };
extern const snw_command snw__joint_move_commands[SNW__JOINT_MOVE_COMMANDS],
    snw__test_commands[SNW__TEST_COMMANDS];

#endif // SINEW_SRC_PARTS_SOURCE_ORDERS_H
