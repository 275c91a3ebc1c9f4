// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_FIELD_H
#define SINEW_SHAPE_FIELD_H

/// @file
/// Shapes with many numbers: terrain, bricks on a lattice, measured points. All three may be empty,
/// and all answer without snw_shape_prepare().

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_HEIGHT_FIELD_SAMPLES = 1048576, ///< samples of one height field at most
    SNW_VOXELS_LATTICE = 134217728,     ///< bricks that the lattice of voxels has room for at most
    SNW_VOXELS_BRICKS = 16777216,       ///< filled bricks of one shape at most
    SNW_CLOUD_POINTS = 4000000          ///< points of one cloud at most
};

/// Terrain: token "height_field". Sample (i, j) stands at (i step_x, j step_y) of the frame `pose`
/// and has the z that heights[i + columns * j] says. Between four samples the surface is two
/// triangles, parted by the edge from (i, j) to (i + 1, j + 1). Solid from `floor` up to it.
typedef struct snw_height_field {
    snw_pose pose;
    int columns, rows; ///< samples along x and along y: at least 2 each, or 0 for an empty shape
    double step_x, step_y; ///< distance between neighbours [m]
    double floor;          ///< z of the flat bottom, below all heights [m]
    double *heights;       ///< [height_count] row by row [m]; columns * rows of them
    int height_count;
} snw_height_field;

/// Bricks on a lattice: token "voxels". Brick (i, j, k) fills i size.x to (i + 1) size.x along x of
/// the frame `pose`, likewise along y and z, and has the number i + columns * (j + rows * k).
typedef struct snw_voxels {
    snw_pose pose;
    snw_vec3 size;             ///< edges of a brick [m]
    int columns, rows, layers; ///< bricks of the lattice along x, y and z
    int *bricks;               ///< [brick_count] numbers of those that are filled, rising
    int brick_count;
} snw_voxels;

/// Measured points, each with a ball around it: token "cloud". Its points belong to a surface of
/// which nothing else is known, so a cloud has neither volume nor mass, whatever its radius.
typedef struct snw_cloud {
    snw_vec3 *points; ///< [point_count] [m]
    int point_count;
    double radius; ///< of the ball around each point [m]
} snw_cloud;

SNW_API extern const snw_type snw_height_field_type, snw_voxels_type, snw_cloud_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_FIELD_H
