// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_DH_H
#define SINEW_MODEL_DH_H

/// @file
/// Arms from Denavit-Hartenberg tables, in either convention, which must always be named.

#include "sinew/model/description.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which of the two conventions; there is no default.
typedef enum snw_dh_convention {
    SNW_DH_STANDARD = 1, ///< distal (Paul 1981): A = Rz(theta) Tz(d) Tx(a) Rx(alpha)
    SNW_DH_MODIFIED = 2  ///< proximal (Craig 1989): A = Rx(alpha) Tx(a) Rz(theta) Tz(d)
} snw_dh_convention;

/// One joint. The row's theta of a joint that turns, and d of one that slides, is the constant
/// offset that is added to the coordinate; the other three are what they are.
typedef struct snw_dh_joint {
    snw_dh row;
    snw_joint_kind kind; ///< revolute, continuous or prismatic
    const char *name;    ///< NULL: "joint1", "joint2", ...
    double lower, upper; ///< [rad or m]; both 0 is unlimited
} snw_dh_joint;

/// A table: joints from the base to the hand.
typedef struct snw_dh_table {
    const char *name;
    snw_dh_convention convention;
    const snw_dh_joint *joints;
    int joint_count; ///< from 1
    snw_pose base;   ///< frame 0 of the table in the root link's frame
    snw_pose tool;   ///< the tool in the last frame of the table
} snw_dh_table;

/// Makes the description of an arm in `setup`. Links are "base", "link1", ...; attachments are
/// "dh0", "dh1", ... for the frames of the table, and "tool". T_base_tool of the compiled model is
/// base A1(q1) A2(q2) ... tool.
/// SNW_ERR_ARGUMENT: no convention, no joints, a joint of another kind; SNW_ERR_TOO_LARGE;
/// SNW_ERR_NOT_FINITE; SNW_ERR_MEMORY. The reason names the joint; it may be NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_from_dh(const snw_dh_table *table, snw_setup *setup,
                                                     snw_robot **robot, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_DH_H
