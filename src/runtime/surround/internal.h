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

/// A lot of points.
typedef struct snw__lot {
    snw_vec3 eye;
    bool has_eye;
    int count;
    uint32_t free; ///< bit i: the ray to point i met nothing
    snw_vec3 points[SNW_SCAN_RAYS];
} snw__lot;

enum { SNW__LOTS = 1024, SNW__LOTS_A_TICK = 16 };

/// The work of a component `obstacles`.
typedef struct snw__obstacles {
    snw_voxel_map maps[2]; ///< one that the loop fills and reads, one that files are read into
    int live;              ///< the map of the loop
    int32_t loaded;        ///< 1: the other map waits to be taken; -1: it is being filled; atomic
    snw_sensed sensed;
    snw_collision around; ///< of the loop, in the state of this tick
    snw_ring lots;        ///< from others
    int64_t data_ns;      ///< loop time of the last data
    int64_t fade_ns;      ///< of the last time that cells faded
    bool begun, stale;
} snw__obstacles;

/// Takes a lot at once, in the loop.
void snw__obstacles_take(snw_component *self, const snw__lot *lot, int64_t t_ns);

enum { SNW__OBSTACLES_COMMANDS = 2 };
extern const snw_command snw__obstacles_commands[SNW__OBSTACLES_COMMANDS];

#endif // SINEW_SRC_SURROUND_INTERNAL_H
