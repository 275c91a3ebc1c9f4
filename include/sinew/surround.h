// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SURROUND_H
#define SINEW_SURROUND_H

/// @file
/// What is around the arms of a running cell, as components.
///
///     clearance  the pairs of bodies that are nearest to each other
///     obstacles  a map of what sensors see, which arms keep away from
///     scan       a simulated depth camera that fills the map
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
    int a[SNW_CLEARANCES], b[SNW_CLEARANCES]; ///< what is sensed is body_count of the world
    double distance[SNW_CLEARANCES];          ///< [m], negative when the two overlap
    double least[SNW_CLEARANCES];             ///< certified lower bound [m]
    double keep[SNW_CLEARANCES]; ///< demanded distance [m]; 0 for pairs that are watched
    snw_pair_policy policy[SNW_CLEARANCES];
    int number_count;                   ///< 3 count
    double point_a[3 * SNW_CLEARANCES]; ///< nearest point of a in the world, x y z [m]
    double point_b[3 * SNW_CLEARANCES]; ///< nearest point of b
    snw_clearance_nearest nearest;
} snw_clearance_signals;

SNW_API extern const snw_type snw_clearance_type, snw_clearance_signals_type;

// --- what is sensed -----------------------------------------------------------------------------

enum { SNW_SCAN_RAYS = 32 }; ///< points that are taken at once, and rays of a scan in each tick

/// Sense "obstacles": cells of a box of the world in which something was seen. One in a cell.
typedef struct snw_obstacles {
    snw_vec3 low, high; ///< corners of the box
    double size;        ///< edge of a cell [m]
    int blocks;         ///< room for blocks of 16 x 16 x 16 cells
    double hold; ///< cells that were not seen for so long fade, and without any data for twice
                 ///< as long the arms stop; 0 for never [s]
    double self_margin; ///< cells that are nearer to the arms are not filled [m]
} snw_obstacles;

/// What it shows.
typedef struct snw_obstacles_signals {
    int cells, blocks; ///< in use
    uint64_t points;   ///< that came
    uint64_t own;      ///< of these, left out because they are too near to an arm
    uint64_t lost;     ///< of these, outside of the box or without room
    double age;        ///< since the last data came [s]
    bool stale;        ///< the arms are stopped because of it
} snw_obstacles_signals;

/// Sense "scan": a depth camera that sees the shapes of the cell, a few rays in each tick. Peer
/// "obstacles". With an arm it is mounted on a link of it, else in the world.
typedef struct snw_scan {
    char link[SNW_NAME];  ///< of its arm; empty is the base
    snw_pose pose;        ///< in the frame of that link, or in the world; it looks along its z axis
    double width, height; ///< of what it sees [rad]
    int columns, rows;    ///< rays of a picture
    double range;         ///< of a ray [m]
} snw_scan;

/// What it shows.
typedef struct snw_scan_signals {
    uint64_t pictures; ///< that are complete
    int hits;          ///< rays of the last update that saw something
} snw_scan_signals;

SNW_API extern const snw_type snw_obstacles_type, snw_scan_type;

/// Gives points to a component "obstacles" of a running loop: what is at the points is filled, and
/// what lies between `eye` and them is emptied. NULL for `eye` empties nothing. The loop takes
/// up to 16 lots of SNW_SCAN_RAYS points in each tick. From one thread at a time, beside the loop
/// or in it. Returns how many points there was room for; 0 for another component.
SNW_RT int snw_obstacles_insert(snw_component *component, const snw_vec3 *eye,
                                const snw_vec3 *points, int count);

/// Registers all of them; the base "component" must be there.
SNW_SETUP SNW_NODISCARD snw_status snw_surround_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SURROUND_H
