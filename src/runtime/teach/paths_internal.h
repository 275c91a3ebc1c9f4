// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_PATHS_INTERNAL_H
#define SINEW_SRC_TEACH_PATHS_INTERNAL_H

// What the sources of the component "paths" share.

#include "internal.h"
#include "sinew/queue/path.h"

enum { SNW__POSE_NUMBERS = 12 }; ///< of a pose in a message: the axes x, y and z, then the origin

typedef enum snw__paths_state {
    SNW__PATHS_IDLE,
    SNW__PATHS_RECORDING,
    SNW__PATHS_APPROACHING, ///< on the way to where a path begins
    SNW__PATHS_PLAYING,
    SNW__PATHS_ENDING ///< holds the arm until motion knows where it is
} snw__paths_state;

/// One path. Joints and pose have their columns in each; which of them count is its kind.
typedef struct snw__taught {
    char name[SNW_NAME];
    snw_taught_kind kind; ///< SNW_TAUGHT_NONE: nothing is here
    snw_path path;
} snw__taught;

typedef struct snw__paths {
    snw__mover mover; // first
    snw__tool tool;
    snw__taught *taught; // [capacity]
    int capacity;
    int current; // recorded or played; -1 for none
    snw__paths_state state;
    int64_t begin_ns; // of a recording
    bool begun;
    // of a replay
    bool repeat, stopping;
    double clock, rate; // time on the path [s]; how fast it goes, 1 as recorded
    double ramp;        // time for the rate to rise or fall by 1 [s]
    double q[SNW_AXES], v[SNW_AXES];
    uint64_t plays;
} snw__paths;

/// Length of a path [s].
double snw__paths_length(const snw__taught *taught);

/// The joints and the pose of a record, or of all, go to the loop's own numbers.
void snw__paths_pose_out(snw_pose pose, double out[SNW__POSE_NUMBERS]);
snw_pose snw__paths_pose_in(const double in[SNW__POSE_NUMBERS]);

// --- paths_play.c -------------------------------------------------------------------------------

/// Begins to play the current path: goes to where it begins.
snw_status snw__paths_approach(snw_component *self, snw_why *why);

/// Once per tick while something is played. Ends by itself.
void snw__paths_play(snw_component *self, double dt);

/// Everything is over; the arm belongs to others.
void snw__paths_rest(snw_component *self);

#endif // SINEW_SRC_TEACH_PATHS_INTERNAL_H
