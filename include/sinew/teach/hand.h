// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_HAND_H
#define SINEW_TEACH_HAND_H

/// @file
/// A gripper, and the loose things of a cell. What is held is attached to the link of the gripper
/// in the state of the cell (sinew/exec/state.h): it follows the tool as it is measured, and stays
/// attached when the gripper stops or fails. What is let go stays where it was put: there is no
/// falling and no contact.
///
/// From C a gripper is commanded by snw_exec_message(exec, "gripper", "close", ...) with the
/// words open, close, width W, attach [OBJECT], release and relax, and read by
/// snw_exec_get(exec, "gripper/state", ...): docs/program.md and examples/24_gripper show it.

#include "sinew/exec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_OBJECTS = 32, SNW_OBJECT_NUMBERS = 7 * SNW_OBJECTS };

/// A loose thing.
typedef struct snw_object {
    char member[SNW_NAME]; ///< key: of the cell, and it floats
    snw_pose origin; ///< where it is at the beginning, in the world, if the state leaves it out
    double mass;     ///< a point of mass in place of the member's own inertia; 0 is that [kg]
    snw_vec3 center; ///< where that point is, in the frame of the member [m]
    double width;    ///< between the fingers [m]
} snw_object;

/// Publish "objects": where loose things are. One in a cell.
typedef struct snw_objects {
    snw_object *list;
    int list_count;
} snw_objects;

/// What it shows.
typedef struct snw_objects_signals {
    int count;                       ///< numbers in `pose`, seven for each object
    double pose[SNW_OBJECT_NUMBERS]; ///< x y z and quaternion x y z w of each, in the world
    int held_count;
    int held[SNW_OBJECTS]; ///< 1 while a gripper holds it
} snw_objects_signals;

/// User "gripper": a hand at a frame of its arm. Peer "objects" for things to hold. What is held is
/// known to simulated drives and to laws that know the masses; where no law of the arm holds its
/// weight, and the arm is driven by efforts, the gripper adds those that do.
typedef struct snw_gripper {
    char frame[SNW_NAME]; ///< link or attachment that it is mounted on; empty is the last link
    snw_pose grasp;       ///< where things are held, in that frame
    double opening;       ///< largest width [m]
    double speed;         ///< of the fingers against each other [m/s]
    double reach;         ///< a thing farther from the grasp cannot be held [m]
    bool carry;           ///< compensates the weight of the gripped object if no law does
    char hand[SNW_NAME];  ///< member that shows it, its joints half of the width; may be empty
} snw_gripper;

typedef enum snw_gripper_state {
    SNW_GRIPPER_RELAXED, ///< nothing is asked of it
    SNW_GRIPPER_MOVING,
    SNW_GRIPPER_STILL,  ///< as wide as asked
    SNW_GRIPPER_HOLDING ///< something is held
} snw_gripper_state;

/// What it shows.
typedef struct snw_gripper_signals {
    double width, wanted; ///< [m]
    snw_gripper_state state;
    int holds;         ///< object held, by its number in the list of objects; -1 for none
    double held_at[7]; ///< of what is held in the frame of the gripper, x y z and quaternion
    double load;       ///< mass held [kg]
} snw_gripper_signals;

SNW_API extern const snw_type snw_object_type, snw_objects_type, snw_gripper_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_TEACH_HAND_H
