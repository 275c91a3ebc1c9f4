// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PARTS_TASK_H
#define SINEW_PARTS_TASK_H

/// @file
/// The component "task" of stage task: what sources want goes through as it is, until a person
/// takes the arm: jogs its tool or its joints, drags the tool, or moves the elbow while the tool
/// stays. A command lasts for `timeout`; then the arm brakes, and its sources go on from there.
///
///     jog base VX VY VZ WX WY WZ    twist of the tool along the axes of the base
///     jog tool VX VY VZ WX WY WZ    along those of the tool
///     jog joints R1 ... Rn          rates of the axes
///     reach PART Q1 ... Qn          positions of the axes, each at this part of its jog velocity
///     drag X Y Z QX QY QZ QW        a pose of the tool in the world
///     pull LINK X Y Z PX PY PZ      the tool stays; a point of a link, given along its axes, is
///                                   drawn to a place in the world
///     turn RATE                     the tool stays; self-motion, rad/s of all joints together
///     halt                          brakes now
///     effectors SET                 other end effectors; "" or the name of a set
///     effector use NAME             this end effector is the tool
///     effector add NAME LINK frame|point hard|soft X Y Z QX QY QZ QW
///     effector change NAME LINK frame|point hard|soft X Y Z QX QY QZ QW
///     effector remove NAME
///     limit JOINT [LOWER UPPER]     a narrower range of a joint; without numbers the model's
///     show effector K               an end effector in the words of `effector add`, and the link
///                                   that it is relative to, or None; 0 is the tool
///
/// End effectors and limits change between two ticks, while nobody moves the arm by hand; what is
/// refused leaves everything as it was. `changes` of the signals counts what was accepted.
///
/// Rates, accelerations and positions stay within what the guard enforces. Jerks of commands are
/// limited; those of joints under a law are not.

#include "sinew/exec.h"
#include "sinew/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a task component does.
typedef enum snw_hand_mode {
    SNW_HAND_IDLE,   ///< no source wants anything
    SNW_HAND_FOLLOW, ///< what the source wants goes through
    SNW_HAND_JOG,    ///< twists or rates of a person
    SNW_HAND_DRAG,   ///< the tool goes to a pose
    SNW_HAND_PULL,   ///< a link is drawn, the tool stays
    SNW_HAND_TURN,   ///< self-motion, the tool stays
    SNW_HAND_BRAKE,  ///< nobody commands any more
    SNW_HAND_REACH   ///< joints go to positions
} snw_hand_mode;

/// A further set of end effectors.
typedef struct snw_task_set {
    char name[SNW_NAME];
    snw_child *effectors;
    int effector_count;
} snw_task_set;

/// A joint whose range is narrower than in the model.
typedef struct snw_task_limit {
    char joint[SNW_NAME];
    double lower, upper; ///< [rad or m]
} snw_task_limit;

/// The description of a task component. The first end effector of every set is a hard frame or a
/// hard point: the tool. Without any end effector the tool is the link of the last axis.
typedef struct snw_task_stage {
    snw_control_config control;
    snw_task_set *sets; ///< that can be taken instead of control.effectors
    int set_count;
    int spare;              ///< end effectors that can be added while it runs
    snw_task_limit *limits; ///< narrower than those of the model
    int limit_count;
    double timeout;               ///< a command lasts so long [s]
    double speed, spin;           ///< the most of the tool [m/s], [rad/s]
    double acceleration, spin_up; ///< [m/s^2], [rad/s^2]
    double jerk, spin_jerk;       ///< [m/s^3], [rad/s^3]
    double joint_share;           ///< part of the velocities that joints are jogged with, 0 to 1
    double joint_jerk;            ///< for joints whose jerk the model does not limit [rad/s^3]
    double hold_gain;             ///< of a tool that stays: speed per drift [1/s]
    double pull_gain, pull_speed; ///< speed per way [1/s], the most [m/s]
    double turn_rate;             ///< the most of self-motion [rad/s]
    double guard_position;        ///< weight of the distance to a dragged goal [1/m]
    double guard_rotation;        ///< [1/rad]
    double guard_allowance; ///< a goal so near is reached; so far back from the nearest is lost
} snw_task_stage;

/// What goes through ports of value "pose": where the tool is to be at the next tick, in the world,
/// and how fast, along the axes of the world. When the port `pose` of a task component is
/// connected, its law finds the joints instead of the source that wrote it.
typedef struct snw_pose_setpoint {
    snw_pose pose;
    snw_twist twist;
} snw_pose_setpoint;

/// What it shows.
typedef struct snw_task_signals {
    snw_hand_mode mode;
    snw_control_law law;
    int set;             ///< in use: 0 that of the controller, else 1 + the place in `sets`
    int effectors;       ///< how many there are; 0: there is no tool
    bool point;          ///< the tool is a point: it has no orientation
    uint64_t changes;    ///< of end effectors and limits, since the loop began
    double desired[7];   ///< pose of the tool that is wanted: x y z, quaternion x y z w
    double actual[7];    ///< the pose that it has
    double drift;        ///< of a tool that is to stay, or from its setpoint [m]
    double drift_angle;  ///< [rad]
    double turn_low;     ///< self-motion that is left until a joint ends it, at most 0 [rad]
    double turn_high;    ///< and at least 0; both 0 where it is not known
    int stopper;         ///< axis whose limit slows self-motion down; -1 for none
    uint64_t violations; ///< ticks in which the law wanted more than limits allow
    snw_control_report report;
} snw_task_signals;

SNW_API extern const snw_type snw_task_stage_type, snw_task_set_type, snw_task_limit_type,
    snw_task_signals_type;

/// What messages have made of a task component, for whoever writes it to a file. Effectors of types
/// other than frame_effector and point_effector are where they were: described.
typedef struct snw_task_present {
    uint64_t changes; ///< 0: everything is as it was described
    bool edited;      ///< end effectors are others than those of a described set
    int effector_count;
    struct {
        const snw_type *type;
        const void *described; ///< block of the description; NULL for one that was made since
        snw_effector effector; ///< of one that was made since
    } effectors[SNW_EFFECTORS];
    snw_task_limit limits[SNW_AXES]; ///< [limit_count] joints that are narrower than the model
    int limit_count;
} snw_task_present;

/// Services: a copy of the description as it is now, in `setup`, for a file. Refusals are those of
/// a look at the running stage, and SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_task_describe(const snw_component *component,
                                                     snw_setup *setup, snw_task_stage **now);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PARTS_TASK_H
