// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_MODEL_WORKSPACE_H
#define SINEW_APPS_MODEL_WORKSPACE_H

/// @file
/// `sinew model workspace`: where a frame can be, over random configurations within the limits.

#include "model_input.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WORKSPACE_VIEWS = 2, ///< side: x and z; top: x and y
    WORKSPACE_CELLS = 80 ///< of a view, along its longer side at most
};

/// What samples came to. Positions are of the frame's origin, in the frame of the root.
typedef struct workspace {
    const snw_model *model;
    model_frame frame;
    int64_t samples, seed;
    int directions;           ///< that the rows asked for have in general: rank of the Jacobian
    const char *part;         ///< "linear", "angular", "all"
    double nearest, farthest; ///< distances from the root's origin [m]
    snw_vec3 low, high;       ///< the box around all positions [m]
    double best, mean;        ///< manipulability
    snw_vec3 best_at;
    double *best_q;  ///< [nq]
    double cell;     ///< edge of a cell [m]
    snw_vec3 corner; ///< where the cells begin: lowest in all directions [m]
    int columns, rows[WORKSPACE_VIEWS];
    int64_t *counts[WORKSPACE_VIEWS]; ///< [rows * columns] samples in a cell, lowest row first
} workspace;

/// The cells of a view in which a position lies; -1 outside.
int workspace_cell(const workspace *w, int view, snw_vec3 p);

/// The picture: the context is a workspace.
void workspace_render_svg(snw_text *svg, const void *context);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_MODEL_WORKSPACE_H
