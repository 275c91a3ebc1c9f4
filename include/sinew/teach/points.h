// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_POINTS_H
#define SINEW_TEACH_POINTS_H

/// @file
/// Taught points of an arm: the component that holds them in the loop, and the text file that
/// pendant, editor and programs share.
///
///     # name   j1 j2 ... [rad or m]
///     home     0 -0.785 0 -2.356 0 1.571 0.785
///     above_a  0.31 -0.2 0 -2.4 0 2.2 1.1      # over the first place

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_POINTS = 256 }; ///< taught points of one arm

/// One taught point: the joints of the arm.
typedef struct snw_point {
    char name[SNW_NAME]; ///< key; letters, digits and "_.-"
    double q[SNW_AXES];  ///< [rad or m]
    int q_count;
} snw_point;

/// Source "points": taught points of an arm. Moves are asked of the peer "motion".
typedef struct snw_points {
    snw_point *list; ///< that are there at the beginning
    int list_count;
    int capacity; ///< points that there is room for
} snw_points;

SNW_API extern const snw_type snw_point_type, snw_points_type;

/// Reads a file of points for an arm of `axes` axes; at most `capacity`. `*count` is 0 on failure.
/// Every fault goes to `diags` with its line, rule and fix: point-name, point-number,
/// point-count, point-twice, point-room. SNW_ERR_NOT_FOUND, SNW_ERR_SYNTAX, SNW_ERR_SIZE,
/// SNW_ERR_DUPLICATE, SNW_ERR_FULL.
SNW_SETUP SNW_NODISCARD snw_status snw_point_file_read(const char *file, int axes,
                                                       snw_point *points, int capacity, int *count,
                                                       snw_diags *diags);

/// How a message reaches a component: by snw_exec_message() and ticks, by a socket, by a test.
typedef snw_status snw_teach_ask_fn(void *context, const char *component, const char *text,
                                    char answer[SNW_MESSAGE], snw_why *why);

typedef struct snw_teach_asker {
    snw_teach_ask_fn *ask; ///< returns when the answer is there
    void *context;
} snw_teach_asker;

/// Writes the points of a running component to a file; `*count` (may be NULL) of them.
SNW_SETUP SNW_NODISCARD snw_status snw_teach_save_points(const snw_teach_asker *asker,
                                                         const char *component, const char *file,
                                                         int *count, snw_why *why);

/// Puts all points of a file into a running component: those of the same names are replaced,
/// others stay. The file is read whole before the first is put. Faults go to `diags`.
SNW_SETUP SNW_NODISCARD snw_status snw_teach_load_points(const snw_teach_asker *asker,
                                                         const char *component, const char *file,
                                                         int *count, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TEACH_POINTS_H
