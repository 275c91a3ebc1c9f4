// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DISTANCE_PATCH_H
#define SINEW_SRC_DISTANCE_PATCH_H

/// @file
/// The flat sides of cores, and where two of them lie above each other.

#include "internal.h"

enum {
    SNW__FACE_CORNERS = 16, ///< of a flat side at most; of one that has more, some of them
    SNW__SPOTS = 48         ///< corners of two sides that were clipped by each other
};

/// The side of a core that looks most along d, which is unit and in the frame of the core: its
/// corners in their order around it, the two ends of a line, or one point. 0 for cores without.
int snw__core_face(const snw__core *core, snw_vec3 d, snw_vec3 corners[SNW__FACE_CORNERS]);

/// A place in a plane, and the heights of both sides above it.
typedef struct snw__spot {
    double x, y, first, second;
} snw__spot;

/// A side of a core, seen along the normal: its height is that of `first` of its corners.
typedef struct snw__side {
    snw__spot at[SNW__FACE_CORNERS];
    int count;
} snw__side;

/// The part of both sides that lies above each other, and where first - second is not above
/// `limit`: its corners. One of the sides may be a line; 0 where a side is too steep.
int snw__clip_sides(const snw__side *first, const snw__side *second, double limit,
                    snw__spot out[SNW__SPOTS]);

/// The same of a side and a plane at height 0.
int snw__clip_side(const snw__side *side, double limit, snw__spot out[SNW__SPOTS]);

#endif // SINEW_SRC_DISTANCE_PATCH_H
