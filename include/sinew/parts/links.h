// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PARTS_LINKS_H
#define SINEW_PARTS_LINKS_H

/// @file
/// Springs and dampers between links of any two members of a cell. Simulated arms feel them as
/// pushes on their links, one tick late; what is not simulated does not.
///
///     force  = stiffness (d - length) + damping d'        along the line between the two ends
///     torque = turn_stiffness (a - angle) + turn_damping a'    about the axis of the turn between
///
/// with the distance d of the ends and the angle a, in [0, pi], that turns the first end's axes
/// into the second's. Positive ones pull the ends together and turn them towards each other.

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_LINK_SPRINGS = 32 }; ///< in one cell

/// Where a spring is fixed.
typedef struct snw_link_end {
    char member[SNW_NAME];
    char link[SNW_NAME]; ///< link or attachment of the member; empty for its root
    snw_pose frame;      ///< in it
} snw_link_end;

typedef struct snw_link_spring {
    char name[SNW_NAME]; ///< key
    snw_link_end first, second;
    double stiffness;      ///< [N/m]
    double damping;        ///< [N.s/m]
    double length;         ///< without force [m]
    double turn_stiffness; ///< [N.m/rad]
    double turn_damping;   ///< [N.m.s/rad]
    double angle;          ///< without torque [rad]
} snw_link_spring;

/// Publish "link_springs": one in a cell.
typedef struct snw_link_springs {
    snw_link_spring *list;
    int list_count;
} snw_link_springs;

/// What it shows.
typedef struct snw_link_springs_signals {
    int count;
    double distance[SNW_LINK_SPRINGS]; ///< [m]
    double angle[SNW_LINK_SPRINGS];    ///< [rad]
    double force[SNW_LINK_SPRINGS];    ///< that pulls the ends together [N]
    double torque[SNW_LINK_SPRINGS];   ///< that turns them towards each other [N.m]
} snw_link_springs_signals;

SNW_API extern const snw_type snw_link_spring_type, snw_link_springs_type;

/// How an end moves: its pose in the world, the velocity of its origin and its angular velocity
/// along the world's axes.
typedef struct snw_end_motion {
    snw_pose T;
    snw_twist v;
} snw_end_motion;

/// What a spring does to its two ends.
typedef struct snw_link_pull {
    double distance, angle, force, torque;
    snw_wrench on_first, on_second; ///< at the origins of the ends, along the world's axes
} snw_link_pull;

#ifdef __cplusplus
}
#endif

#endif // SINEW_PARTS_LINKS_H
