// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_ORACLE_CLEARANCE_H
#define SINEW_TESTS_ORACLE_CLEARANCE_H

/// @file
/// A judge of how near arms come to each other and to what stands around, by what their drives are
/// told: kinematics of its own from the description of a robot, distances of FCL. Chains of
/// revolute joints with capsules, cylinders, boxes and spheres.

#include "fcl.h"
#include "sinew/model.h"

enum { CLEARANCE_ROBOTS = 8, CLEARANCE_BODIES = 64 };

typedef struct clearance_body {
    peer_body_shape *shape;
    snw_pose T_link_shape;
    int robot, link; ///< -1 for a box in the world
    double radius;   ///< of a ball about the origin of the shape
} clearance_body;

typedef struct clearance {
    const snw_robot *robots[CLEARANCE_ROBOTS];
    snw_pose T_base[CLEARANCE_ROBOTS];
    int robot_count;
    clearance_body bodies[CLEARANCE_BODIES];
    int body_count;
    double least;         ///< of all that was seen [m]
    int least_a, least_b; ///< the bodies
} clearance;

void clearance_open(clearance *judge);
void clearance_close(clearance *judge);

/// A robot that stands there. False when it has a shape or a joint of another kind.
bool clearance_add_robot(clearance *judge, const snw_robot *robot, snw_pose T_base);
void clearance_add_box(clearance *judge, snw_vec3 low, snw_vec3 high);

/// The least distance of two bodies that may meet, at most 0.1 m: of two robots, of links that more
/// than one joint connects, of a link that moves with a box. q[robot][joint].
double clearance_see(clearance *judge, const double *const *q);

#endif // SINEW_TESTS_ORACLE_CLEARANCE_H
