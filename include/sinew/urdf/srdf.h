// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_URDF_SRDF_H
#define SINEW_URDF_SRDF_H

/// @file
/// SRDF: what planners know of a robot besides its URDF. Groups of joints, named positions, end
/// effectors, how the root stands in the world, and which pairs of links need no collision check.
///
///     snw_srdf *srdf = NULL;
///     status = snw_srdf_read_file("arm.srdf", NULL, robot, setup, &srdf, &diags);
///     snw_srdf_joints arm;
///     if (!status) status = snw_srdf_group_joints(srdf, robot, "arm", setup, &arm, &why);
///
/// A file that is xacro is expanded first: sinew/xacro.h. The rules are in docs/srdf.md.

#include "sinew/document/file.h"
#include "sinew/model/description.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_SRDF_REASON = 128,   ///< bytes of a reason, with the final zero
    SNW_SRDF_GROUPS = 1024,  ///< groups, states, end effectors, virtual joints, each
    SNW_SRDF_PAIRS = 1 << 20 ///< pairs of links of one kind
};

/// The joints from one link to another: token "srdf_chain".
typedef struct snw_srdf_chain {
    char base_link[SNW_NAME], tip_link[SNW_NAME]; ///< the tip is beyond the base
} snw_srdf_chain;

/// A set of joints under one name: token "srdf_group".
typedef struct snw_srdf_group {
    char name[SNW_NAME];
    char (*links)[SNW_NAME]; ///< each stands for the joint that moves it
    int link_count;
    char (*joints)[SNW_NAME];
    int joint_count;
    snw_srdf_chain *chains;
    int chain_count;
    char (*groups)[SNW_NAME]; ///< all joints of other groups
    int group_count;
} snw_srdf_group;

/// Where one joint is: token "srdf_position".
typedef struct snw_srdf_position {
    char joint[SNW_NAME];
    double *values; ///< [value_count] one for each coordinate [rad or m]
    int value_count;
} snw_srdf_position;

/// A position of a group under a name ("home"): token "srdf_state".
typedef struct snw_srdf_state {
    char name[SNW_NAME], group[SNW_NAME];
    snw_srdf_position *joints;
    int joint_count;
} snw_srdf_state;

/// A hand: token "srdf_end_effector".
typedef struct snw_srdf_end_effector {
    char name[SNW_NAME];
    char group[SNW_NAME];        ///< of the hand
    char parent_link[SNW_NAME];  ///< that it is fixed to
    char parent_group[SNW_NAME]; ///< of the arm; may be empty
} snw_srdf_end_effector;

/// How the root moves in the world.
typedef enum snw_srdf_virtual_kind {
    SNW_SRDF_FIXED,
    SNW_SRDF_PLANAR,
    SNW_SRDF_FLOATING
} snw_srdf_virtual_kind;

/// A joint that is not in the URDF: token "srdf_virtual_joint".
typedef struct snw_srdf_virtual_joint {
    char name[SNW_NAME];
    snw_srdf_virtual_kind kind;
    char parent_frame[SNW_NAME]; ///< outside of the robot
    char child_link[SNW_NAME];
} snw_srdf_virtual_joint;

/// Two links: token "srdf_pair".
typedef struct snw_srdf_pair {
    char link1[SNW_NAME], link2[SNW_NAME];
    char reason[SNW_SRDF_REASON]; ///< "Adjacent", "Never", ...; may be empty
} snw_srdf_pair;

/// All of it: token "srdf".
typedef struct snw_srdf {
    char name[SNW_NAME]; ///< of the robot
    snw_srdf_group *groups;
    int group_count;
    snw_srdf_state *states;
    int state_count;
    snw_srdf_end_effector *end_effectors;
    int end_effector_count;
    snw_srdf_virtual_joint *virtual_joints;
    int virtual_joint_count;
    char (*passive_joints)[SNW_NAME]; ///< that no motor moves
    int passive_joint_count;
    char (*disabled_links)[SNW_NAME]; ///< that collide with nothing unless a pair is enabled
    int disabled_link_count;
    snw_srdf_pair *enabled; ///< checked all the same
    int enabled_count;
    snw_srdf_pair *disabled; ///< not checked
    int disabled_count;
} snw_srdf;

SNW_API extern const snw_type snw_srdf_type;

typedef struct snw_srdf_options {
    snw_strictness strictness; ///< strict: warnings are errors; lenient: what names something that
                               ///< does not exist is left out with a warning
} snw_srdf_options;

/// Reads a text, which must not be compressed. `options` may be NULL; `robot` may be NULL: then
/// names of links and joints are not checked. `*srdf` comes from `setup` and is set on success
/// only. Every finding goes to `diags`, which must not be NULL; the status is that of the first
/// error. Time is linear in the text.
SNW_SETUP SNW_NODISCARD snw_status snw_srdf_read(const snw_source *source,
                                                 const snw_srdf_options *options,
                                                 const snw_robot *robot, snw_setup *setup,
                                                 snw_srdf **srdf, snw_diags *diags);

/// The same from a file of at most SNW_DOCUMENT_BYTES.
SNW_SETUP SNW_NODISCARD snw_status snw_srdf_read_file(const char *path,
                                                      const snw_srdf_options *options,
                                                      const snw_robot *robot, snw_setup *setup,
                                                      snw_srdf **srdf, snw_diags *diags);

/// Writes it; run it on an empty snw_text to measure. What was read is equal after it was written
/// and read again. SNW_ERR_UNSUPPORTED names what a reader would not take: an empty name, blanks
/// around it, letters that no name has; then `text` holds a part.
SNW_SETUP SNW_NODISCARD snw_status snw_srdf_write(const snw_srdf *srdf, snw_text *text,
                                                  snw_why *why);

/// Names of joints, each a text of the robot's.
typedef struct snw_srdf_joints {
    const char **names; ///< [count] from the set-up arena
    int count;
} snw_srdf_joints;

/// The joints of a group that move, each once: parents before their children, and in the order of
/// the robot's joints where the tree branches, however the group is written. Fixed joints are left
/// out, joints that follow others are not.
/// SNW_ERR_UNKNOWN_NAME for a group, link or joint that does not exist; SNW_ERR_ARGUMENT for a tip
/// that is not beyond its base, and for groups that contain each other; SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_srdf_group_joints(const snw_srdf *srdf,
                                                         const snw_robot *robot, const char *group,
                                                         snw_setup *setup, snw_srdf_joints *joints,
                                                         snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_URDF_SRDF_H
