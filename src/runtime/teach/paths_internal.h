// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_PATHS_INTERNAL_H
#define SINEW_SRC_TEACH_PATHS_INTERNAL_H

// What the sources of the component "paths" share.

#include "internal.h"
#include "sinew/queue/path.h"

enum {
    SNW__POSE_NUMBERS = 12, ///< of a pose in a message: the axes x, y and z, then the origin
    SNW__ROW_VALUES = 80    ///< room for a row of joints or of a pose, with its time
};
_Static_assert((int)SNW__ROW_VALUES >= 1 + (int)SNW_AXES, "a row of joints fits");

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
    uint32_t change; ///< counts the paths that were here
} snw__taught;

/// What a list tells of one. It is published in words of 8 bytes.
typedef struct snw__path_row {
    _Alignas(8) char name[SNW_NAME];
    snw_taught_kind kind;
    int rows;
    uint32_t change;
} snw__path_row;

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
    snw_published shown; // [capacity] of snw__path_row, for questions
    snw__path_row *told; // [capacity] as it was shown last
    // rows of all paths, for questions: of each its time and its values
    snw_published rows;
    int records, stride; // rows of a path; numbers of a row
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

// --- commands: handlers in paths.c and paths_rows.c, texts in paths_words.c ----------------------

typedef struct snw__path_order {
    snw_taught_kind kind;
    char name[SNW_NAME];
} snw__path_order;

typedef struct snw__play_order {
    char name[SNW_NAME];
    bool repeat;
} snw__play_order;

enum { SNW__ROW_NUMBERS = 512, SNW__DUMP_ROWS = 170, SNW__DUMP_NUMBERS = 640 };

/// Rows at the end of a path: time and values of each.
typedef struct snw__rows_order {
    char name[SNW_NAME];
    snw_taught_kind kind;
    int columns; ///< numbers of a row, with its time
    double numbers[SNW__ROW_NUMBERS];
    int count;
} snw__rows_order;

typedef struct snw__dump_order {
    char name[SNW_NAME];
    int index;
} snw__dump_order;

/// Rows of a path: as many as the block holds.
typedef struct snw__dump_answer {
    snw_taught_kind kind;
    int rows;    ///< of the whole path
    int columns; ///< values of each
    int64_t times[SNW__DUMP_ROWS];
    int count;
    double values[SNW__DUMP_NUMBERS];
    int value_count;
} snw__dump_answer;

extern const snw_choice snw__path_kinds[3];
snw_command_act_fn snw__paths_record, snw__paths_end, snw__paths_order_play, snw__paths_stop,
    snw__paths_remove, snw__paths_put;

/// Shows what has changed of a path, or of all with -1: name and count, and rows that were added.
void snw__paths_show(snw_component *self, int index);

/// Index of a path; -1 for none. Refusals that several commands have.
int snw__paths_find(const snw__paths *p, const char *name);
snw_status snw__paths_known(const snw_component *self, const char *name, int *index, snw_why *why);
snw_status snw__paths_unknown(const char *name, snw_why *why);
snw_status snw__paths_check_name(const snw_component *self, const char *name, snw_why *why);
snw_status snw__paths_check_kind(const snw_component *self, snw_taught_kind kind, snw_why *why);
snw_status snw__paths_only_idle(const snw_component *self, snw_why *why);
snw_status snw__paths_make_room(snw_component *self, const char *name, snw_taught_kind kind,
                                int *index, snw_why *why);

#endif // SINEW_SRC_TEACH_PATHS_INTERNAL_H
