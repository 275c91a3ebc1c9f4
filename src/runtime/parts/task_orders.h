// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_TASK_ORDERS_H
#define SINEW_SRC_PARTS_TASK_ORDERS_H

// Commands of a task component: arguments and handlers. Texts and tables are in task_words.c.

#include "task_internal.h"

typedef enum snw__jog_space { SNW__JOG_BASE, SNW__JOG_TOOL, SNW__JOG_JOINTS } snw__jog_space;

typedef struct snw__jog_order {
    snw__jog_space space;
    double rates[SNW_AXES]; ///< vx vy vz wx wy wz, or one for each axis
    int count;
} snw__jog_order;

typedef struct snw__reach_order {
    double part;
    double q[SNW_AXES];
    int count;
} snw__reach_order;

typedef struct snw__drag_order {
    double pose[7];
} snw__drag_order;

typedef struct snw__pull_order {
    char link[SNW_NAME];
    snw_vec3 place, point;
} snw__pull_order;

typedef struct snw__turn_order {
    double rate;
} snw__turn_order;

typedef struct snw__set_order {
    char set[SNW_NAME];
} snw__set_order;

typedef enum snw__effector_act {
    SNW__EFFECTOR_USE,
    SNW__EFFECTOR_ADD,
    SNW__EFFECTOR_CHANGE,
    SNW__EFFECTOR_REMOVE
} snw__effector_act;

typedef struct snw__effector_order {
    snw__effector_act act;
    char name[SNW_NAME];
    // of add and change
    char link[SNW_NAME];
    bool point, soft;
    double offset[7];
} snw__effector_order;

typedef struct snw__limit_order {
    char joint[SNW_NAME];
    double ends[2];
    int count; ///< 0: the range of the model
} snw__limit_order;

snw_command_act_fn snw__manual_jog, snw__manual_reach, snw__manual_drag, snw__manual_pull,
    snw__manual_turn_elbow, snw__manual_halt, snw__manual_effectors, snw__manual_effector,
    snw__manual_limit;

/// Exactly `count` numbers and nothing behind them, outside the loop. NaN is named as such.
snw_status snw__manual_numbers(const snw_component *self, const char *at, double *out, int count,
                               snw_why *why);

/// The question "show effector K", task_show.c.
extern const snw_type snw__show_type, snw__shown_type;
snw_command_ask_fn snw__manual_show;
snw_command_read_fn snw__manual_read_show;
snw_command_print_fn snw__manual_print_show;
snw_command_write_fn snw__manual_write_show;

#endif // SINEW_SRC_PARTS_TASK_ORDERS_H
