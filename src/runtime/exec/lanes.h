// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_LANES_H
#define SINEW_SRC_EXEC_LANES_H

// Orders between services and the loop: orders.c, order_text.c and questions.c are the services'
// side, serve.c is the loop's.

#include "sinew/exec/order.h"

/// Whose turn it is in a lane; that side owns order and result.
///
///   FREE --post--> POSTED --take--> TAKEN --end--> DONE --collect--> FREE
///                  POSTED --withdraw, or another sample in its place--> FREE
///
/// Only POSTED can be left by either side, so both exchange it and one of them loses.
typedef enum snw__lane_state {
    SNW__LANE_FREE,
    SNW__LANE_POSTED,
    SNW__LANE_TAKEN,
    SNW__LANE_DONE
} snw__lane_state;

/// An order under way and what becomes of it.
typedef struct snw__lane {
    snw_order order;
    snw_result result;
    uint64_t arrival; ///< orders so far when it came
} snw__lane;

/// A start, a stop or a clearing that waits for the loop.
typedef enum snw__what { SNW__START, SNW__STOP, SNW__CLEAR } snw__what;

/// Objects are components, then drives; the loop itself is -1.
typedef struct snw__order {
    snw__what what;
    int object;
} snw__order;

/// A stop of an arm begins by itself: orders to it, and to those of its group, from before it are
/// dropped. Those under way get a last call first.
void snw__exec_stop_begins(snw_exec *exec, int arm);

/// Counts a stop of an arm, of its group with it; -1: of all.
void snw__exec_count_stop(snw_exec *exec, int arm);

/// Number of objects: components and drives.
int snw__exec_object_count(const snw_exec *exec);

/// What handlers of an object are given as `self`, and its table; the loop is -1.
void *snw__exec_object_self(snw_exec *exec, int object);

/// What services know of a component's state: as of the newest picture.
snw_component_state snw__exec_state_of(snw_exec *exec, int object);

/// Answers an ASK beside the loop.
snw_status snw__exec_ask(snw_exec *exec, const snw_order *order, snw_result *result);

/// Handlers of the loop's own commands.
extern const snw_command snw__loop_commands[];
snw_command_act_fn snw__exec_reset_statistics;
enum { SNW__LOOP_COMMANDS = 2 };

#endif // SINEW_SRC_EXEC_LANES_H
