// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DISTANCE_COVER_H
#define SINEW_DISTANCE_COVER_H

/// @file
/// Covers of balls. What is outside of all outer balls of a solid is free of it, what is in one of
/// the inner balls is in it, and only between the two the solid itself has to be asked.

#include "sinew/distance.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_COVER_BALLS = 256 }; ///< of a cover at most

/// A ball of a cover, in the frame of the solid.
typedef struct snw_ball {
    snw_vec3 center;
    double outer; ///< nothing of the solid is outside of all balls of this radius [m]
    double inner; ///< the ball of this radius is in the solid, or 0 [m]
} snw_ball;

typedef struct snw_cover_options {
    double excess; ///< wanted of outer less inner radii [m]
    int most;      ///< balls: 1 to SNW_COVER_BALLS
} snw_cover_options;

/// An excess of 0.01 m, 24 balls.
SNW_SETUP snw_cover_options snw_cover_defaults(void);

/// Covers a solid. All balls have one excess, the outer less the inner radius: at most the wanted
/// one if so many balls suffice, else about the least that the most balls allow. Both properties
/// are proven, by dividing the space about the solid into cubes. The same solid has the same cover.
/// Takes about 0.1 s for primitives, some seconds for large meshes. Into balls[options->most];
/// `options` may be NULL. SNW_ERR_RANGE for options that are not in their ranges,
/// SNW_ERR_UNSUPPORTED with the rule cover-bounds for a solid without bounds, SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_solid_cover(const snw_solid *solid,
                                                   const snw_cover_options *options,
                                                   snw_ball *balls, int *count, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DISTANCE_COVER_H
