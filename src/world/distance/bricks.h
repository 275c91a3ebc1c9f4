// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DISTANCE_BRICKS_H
#define SINEW_SRC_DISTANCE_BRICKS_H

/// @file
/// Bricks on a lattice: a tree of boxes, each of which is cut in two along its longest side until
/// one brick is left.

#include "internal.h"

enum { SNW__BRICK_STACK = 128 }; ///< boxes that wait; a lattice of 2^27 bricks is 54 cuts deep

/// A box of the lattice, from brick `low` to before `high`. The first half of it is the next node.
typedef struct snw__brick_node {
    int32_t low[3], high[3];
    int32_t second; ///< the other half; 0 for a single brick
    int32_t count;  ///< filled bricks
} snw__brick_node;

typedef struct snw__bricks {
    snw_vec3 size;   ///< of a brick
    snw_vec3 corner; ///< where brick (0, 0, 0) begins, in the frame of the core
    int node_count;
    const snw__brick_node *nodes;
} snw__bricks;

/// A node as a box, in the frame of its solid.
void snw__box_of_bricks(const snw__core *core, int at, snw__core *box);

/// Any core, in its order, against bricks: the least of the distances from single bricks.
void snw__near_bricks(const snw__placed *A, const snw__placed *B, const snw_distance_query *query,
                      snw_closest *best);

/// Whether a point, in the frame of the core, is in a brick.
bool snw__bricks_contain(const snw__bricks *bricks, snw_vec3 p);

/// Where a segment p + t d first enters a brick before `t`; false for nowhere.
bool snw__bricks_enter(const snw__bricks *bricks, snw_vec3 p, snw_vec3 d, double *t,
                       snw_vec3 *normal);

#endif // SINEW_SRC_DISTANCE_BRICKS_H
