// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PARTS_H
#define SINEW_PARTS_H

/// @file
/// The components that come with sinew, by the stage they run in. A cell names them by their
/// tokens; `sinew describe show TOKEN` lists the fields.
///
///     sense      state_machine
///     estimate   rate_estimate
///     source     hold, wave, joint_move, motion, test_signal
///     task       task, setpoint_filter
///     servo      follow; pd, pid, computed_torque, feedforward, impedance, zero_gravity, wall,
///                tip_force; gravity, friction; bumpless
///     user       pass
///
/// Laws and terms of the servo stage add to the efforts that are wanted, in the order of the file.

#include "sinew/exec.h"
#include "sinew/parts/motion.h"
#include "sinew/parts/task.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers all of them; the base "component" must be there.
SNW_SETUP SNW_NODISCARD snw_status snw_parts_register(snw_registry *registry, snw_why *why);

/// Source "hold": stays where the arm is when it is enabled.
typedef struct snw_stay {
    int unused; ///< a struct has a member
} snw_stay;

/// Source "wave": sine around where the arm was when it was enabled, with a soft beginning. Where
/// the sine would leave the limits that the guard keeps, its centre is led away from them, and its
/// amplitude is at most what the range allows.
typedef struct snw_wave {
    double amplitude[SNW_AXES]; ///< one for all axes, or one each [rad or m]
    int amplitude_count;
    double frequency; ///< [Hz]
    double ramp;      ///< time in which the amplitude grows from nothing [s]
    double shift;     ///< of the phase from axis to axis [rad]
    bool blind;       ///< leaves the limits to the guard
} snw_wave;

/// Source "joint_move": goes to a goal and stops there, each axis within its limits. The goal is
/// given by the message "move Q1 Q2 ...", or by setting goal[i].
typedef struct snw_joint_move {
    double goal[SNW_AXES]; ///< none: stays; else one each [rad or m]
    int goal_count;
    double speed;        ///< share of the limits of rate, (0, 1]
    double acceleration; ///< share of the limits of acceleration, (0, 1]
} snw_joint_move;

/// What a motion does about a goal that cannot be reached.
typedef enum snw_motion_reaction {
    SNW_MOTION_HOLD,     ///< stops within limits and stays there
    SNW_MOTION_POWER_OFF ///< stops within limits; then the power goes
} snw_motion_reaction;

/// Source "motion": a queue of moves (sinew/queue.h) for programs and messages. Moves that the arm
/// was stopped in end as cancelled; the next begins where the arm is.
typedef struct snw_motion {
    char frame[SNW_NAME]; ///< link or attachment that is moved; empty for the last link
    double speed, turn;   ///< defaults of straight-line moves [m/s], [rad/s]
    double acceleration;  ///< [m/s^2]
    bool only_at_rest;    ///< messages that ask for a motion are refused while one runs or waits
    snw_motion_reaction unreachable;
    int missed;               ///< periods without a set-point, at once, beyond which it is a fault
    char book[SNW_FILE_NAME]; ///< file of places that messages can name; empty for none
} snw_motion;

struct snw_queue;
struct snw_move_event;
struct snw_move_progress;
struct snw_path;

/// The queue of a motion component, for one program; messages are refused from now on. Its events
/// are those of snw_motion_event().
SNW_SETUP struct snw_queue *snw_motion_queue(snw_component *component);

/// The next event of the queue, or SNW_NOTHING_NEW: the component itself has seen it before.
SNW_RT SNW_NODISCARD snw_status snw_motion_event(snw_component *component,
                                                 struct snw_move_event *event);

/// Program: the newest progress, as snw_queue_progress() has it for a queue without a component.
SNW_RT void snw_motion_progress(snw_component *component, struct snw_move_progress *progress);

/// Program: asks for a recorded path of as many scalars as the arm has axes (sinew/queue/path.h),
/// with `how` of snw_path_interpolation; it must live until it was played, and should begin and
/// end at rest. SNW_ERR_SIZE, SNW_ERR_STATE while another one is played.
SNW_RT SNW_NODISCARD snw_status snw_motion_play(snw_component *component,
                                                const struct snw_path *path, int how, snw_why *why);

/// Program: SNW_NOTHING_NEW while a path is played; then how it ended: SNW_OK, SNW_ERR_STATE when
/// the arm did not rest at its begin, SNW_ERR_INTERRUPTED when the guard stopped the arm.
SNW_RT SNW_NODISCARD snw_status snw_motion_played(const snw_component *component);

/// Source "test_signal", after another one: a step, ramp, sine or sweep on the setpoint of one
/// axis, by the message "run SHAPE AXIS HEIGHT HZ SECONDS", said again as long as it is held. It
/// begins at rest, stays within the range, rate and acceleration of the axis, and is led back in
/// the end.
typedef struct snw_test_signal {
    double largest; ///< height of a signal at most [rad or m]
    double step;    ///< height of a step at most [rad or m]
    double hold;    ///< it ends when nobody says run for so long [s]
} snw_test_signal;

/// Servo "follow": drives that follow positions by themselves get the target as it is.
typedef struct snw_follow {
    bool feedforward; ///< rates are given ahead
} snw_follow;

/// Any stage: changes nothing, and counts. To see that a stage can be entered.
typedef struct snw_pass {
    int unused; ///< a struct has a member
} snw_pass;

SNW_API extern const snw_type snw_stay_type, snw_wave_type, snw_joint_move_type, snw_follow_type,
    snw_pass_type, snw_motion_type, snw_test_signal_type;

#ifdef __cplusplus
}
#endif

#endif // SINEW_PARTS_H
