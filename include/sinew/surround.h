// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SURROUND_H
#define SINEW_SURROUND_H

/// @file
/// What is around the arms of a running cell, as components.
///
///     clearance  the pairs of bodies that are nearest to each other
///
/// A cell with rules about collisions (sinew/collision/rules.h) that has no component `clearance`
/// gets one of that name when a station opens it. docs/surround.md tells more.

#include "sinew/collision.h"
#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_CLEARANCES = 8 }; ///< pairs that are shown

/// Publish "clearance": the nearest pairs of bodies that the rules do not ignore.
typedef struct snw_clearance {
    double range; ///< pairs farther apart are not looked for [m]
} snw_clearance;

/// The enforced pair that is nearest: of those that must keep a distance.
typedef struct snw_clearance_nearest {
    double distance; ///< [m]; NaN when no enforced pair is within the range
    double least;    ///< certified lower bound of it [m]
    double keep;     ///< demanded distance [m]
    double slow;     ///< distance of the rules below which a pair is near [m]
    int a, b;        ///< numbers of both bodies in snw_world.bodies; -1 for none
} snw_clearance_nearest;

/// What it shows: the nearest pairs within the range, the nearest first. Bodies have the
/// numbers of snw_world.bodies, as the scene of the page has them.
typedef struct snw_clearance_signals {
    int count;
    int a[SNW_CLEARANCES], b[SNW_CLEARANCES];
    double distance[SNW_CLEARANCES]; ///< [m], negative when the two overlap
    double least[SNW_CLEARANCES];    ///< certified lower bound [m]
    double keep[SNW_CLEARANCES];     ///< demanded distance [m]; 0 for pairs that are watched
    snw_pair_policy policy[SNW_CLEARANCES];
    int number_count;                   ///< 3 count
    double point_a[3 * SNW_CLEARANCES]; ///< nearest point of a in the world, x y z [m]
    double point_b[3 * SNW_CLEARANCES]; ///< nearest point of b
    snw_clearance_nearest nearest;
} snw_clearance_signals;

SNW_API extern const snw_type snw_clearance_type, snw_clearance_signals_type;

/// Registers all of them; the base "component" must be there.
SNW_SETUP SNW_NODISCARD snw_status snw_surround_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SURROUND_H
