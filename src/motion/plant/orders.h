// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PLANT_ORDERS_H
#define SINEW_SRC_PLANT_ORDERS_H

// What operators may ask of simulated arms: arguments and handlers. Texts are read in words.c.

#include "work.h"

enum { SNW__ALL_AXES = -1 };

typedef struct snw__fault_order {
    int axis; ///< SNW__ALL_AXES for all
    snw_plant_fault_kind kind;
    double value;   ///< infinite: as the kind has it
    double seconds; ///< 0: until another one
} snw__fault_order;

typedef struct snw__force_order {
    int axis;
    double effort, seconds;
} snw__force_order;

typedef struct snw__push_order {
    char link[SNW_NAME];
    snw_vec3 force, torque;
    double seconds;
} snw__push_order;

/// Of payload and attached.
typedef struct snw__mass_order {
    char link[SNW_NAME];
    double mass;
    snw_vec3 center;
} snw__mass_order;

typedef struct snw__moments_order {
    char link[SNW_NAME];
    snw_vec3 main; ///< xx, yy, zz
    snw_vec3 side; ///< xy, xz, yz
} snw__moments_order;

typedef struct snw__base_order {
    snw_vec3 position;
    snw_vec3 turn; ///< roll, pitch, yaw
} snw__base_order;

/// Handlers, in the loop.
snw_command_act_fn snw__order_fault, snw__order_force, snw__order_push, snw__order_payload,
    snw__order_attached, snw__order_moments, snw__order_base;

/// Link by name, -1 for none.
int snw__find_link(const snw_arm *arm, const char *name);

#endif // SINEW_SRC_PLANT_ORDERS_H
