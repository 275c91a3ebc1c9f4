// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RTC_H
#define SINEW_RTC_H

/// @file
/// Real-time control of one arm by two functions of the user, once per sample:
///
///     drives are read -> how -> FIRST -> chg is examined -> guard -> drives obey -> SECOND
///
/// What FIRST asks for goes out in the same sample, what SECOND asks for in the next. FIRST is for
/// short reactions, SECOND for long computations; together they end within the period.
///
///     CLOSED --open--> IDLE --control--> ACTIVE --suspend--> SUSPENDED
///        ^---close------'<---release-------'<-----resume--------'
///                       '<-- ENDED <--an error, an overrun, terminate, control-C
///
/// Positions are RANGE VALUES: the joint coordinate less rtc.lower[i] [rad or m], 0 at the lower
/// limit and rtc.travel[i] at the upper one. So are how.position, how.target and the values of POS
/// and POSVEL; with options.joint_coordinates they are joint coordinates as the model has them. A
/// program calls these functions from one thread. In virtual time the loop runs inside of them, and
/// nowhere else; in real time it runs beside the program.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/axis.h"
#include "sinew/exec.h"
#include "sinew/guard.h"
#include "sinew/station/station.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_RTC_TEXT = 128,    ///< bytes of a message, with the final zero
    SNW_RTC_MESSAGES = 64, ///< messages that wait for the program
    SNW_RTC_GUARD = 100,   ///< ends by the guard are this plus its snw_cause
    SNW_RTC_OWN = 1000     ///< reasons of the program's own begin here
};

/// What calls return: 0 is done, positive is done with news, negative is refused and nothing has
/// changed. Each stands for a snw_status: snw_rtc_status(). X(name, value, status, sentence)
#define SNW_RTC_ERROR_TABLE(X)                                                                     \
    X(SNW_RTC_OK, 0, SNW_OK, "done")                                                               \
    X(SNW_RTC_ENDED, 1, SNW_DONE, "the session has ended by itself")                               \
    X(SNW_RTC_POWERLESS, 2, SNW_DONE, "the loop has ended, and with it the power of the arm")      \
    X(SNW_RTC_ERR_OPEN, -1, SNW_ERR_STATE, "RTC is open already")                                  \
    X(SNW_RTC_ERR_CLOSED, -2, SNW_ERR_STATE, "RTC is not open")                                    \
    X(SNW_RTC_ERR_ACTIVE, -3, SNW_ERR_STATE, "a session is in progress")                           \
    X(SNW_RTC_ERR_IDLE, -4, SNW_ERR_STATE, "no session is in progress")                            \
    X(SNW_RTC_ERR_SUSPENDED, -5, SNW_ERR_STATE, "the session is suspended already")                \
    X(SNW_RTC_ERR_NOT_SUSPENDED, -6, SNW_ERR_STATE, "the session is not suspended")                \
    X(SNW_RTC_ERR_POWER, -7, SNW_ERR_STATE, "the arm has no power, or a stop holds it")            \
    X(SNW_RTC_ERR_ARGUMENT, -8, SNW_ERR_ARGUMENT, "an argument is not allowed here")               \
    X(SNW_RTC_ERR_CELL, -9, SNW_ERR_CHECK, "the cell or its loop cannot be loaded")                \
    X(SNW_RTC_ERR_ARM, -10, SNW_ERR_UNKNOWN_NAME, "the loop has no such arm")                      \
    X(SNW_RTC_ERR_COMPONENTS, -11, SNW_ERR_UNKNOWN_NAME,                                           \
      "the loop has no rtc_first and rtc_second for this arm")                                     \
    X(SNW_RTC_ERR_INSIDE, -12, SNW_ERR_STATE, "a control function may not call this")              \
    X(SNW_RTC_ERR_SILENT, -13, SNW_ERR_TIMEOUT, "the loop does not answer")                        \
    X(SNW_RTC_ERR_TIME, -14, SNW_ERR_TIMEOUT, "the arm took too long")                             \
    X(SNW_RTC_ERR_MEMORY, -15, SNW_ERR_MEMORY, "there is not enough memory")                       \
    X(SNW_RTC_ERR_SYSTEM, -16, SNW_ERR_REALTIME, "the machine refused threads or signals")

typedef enum snw_rtc_error {
#define SNW_X(name, value, status, sentence) name = (value),
    SNW_RTC_ERROR_TABLE(SNW_X)
#undef SNW_X
} snw_rtc_error;

/// Why a session ended, and what becomes of the arm: NONE is braked within its limits and holds,
/// with nothing latched; the others are stops of the guard. X(name, value, stop, sentence)
#define SNW_RTC_END_TABLE(X)                                                                       \
    X(SNW_RTC_END_NONE, 0, SNW_STOP_NONE, "the session has not ended")                             \
    X(SNW_RTC_END_RELEASED, 1, SNW_STOP_NONE, "the program released the session")                  \
    X(SNW_RTC_END_ASKED, 2, SNW_STOP_NONE, "the program or a control function ended it")           \
    X(SNW_RTC_END_INTERRUPTED, 3, SNW_STOP_NONE, "the user interrupted the program")               \
    X(SNW_RTC_END_POWER_OFF, 4, SNW_STOP_NONE, "a control function took the power away")           \
    X(SNW_RTC_END_OVERRUN, 5, SNW_STOP_2, "overrun: a sample did not end within its period")       \
    X(SNW_RTC_END_OBSERVED_POSITION, 6, SNW_STOP_2, "a joint is beyond its range")                 \
    X(SNW_RTC_END_TARGET_POSITION, 7, SNW_STOP_2, "a requested position is beyond the range")      \
    X(SNW_RTC_END_OBSERVED_VELOCITY, 8, SNW_STOP_1, "a joint moves faster than allowed")           \
    X(SNW_RTC_END_TARGET_VELOCITY, 9, SNW_STOP_2, "a requested motion is faster than allowed")     \
    X(SNW_RTC_END_NOT_CALIBRATED, 10, SNW_STOP_2, "a joint is not calibrated")                     \
    X(SNW_RTC_END_BAD_REQUEST, 11, SNW_STOP_2, "a request is NaN, infinite or not an operation")   \
    X(SNW_RTC_END_NO_CALIBRATION, 12, SNW_STOP_2, "the drive cannot calibrate its joint")

typedef enum snw_rtc_end {
#define SNW_X(name, value, stop, sentence) name = (value),
    SNW_RTC_END_TABLE(SNW_X)
#undef SNW_X
} snw_rtc_end;

/// The sentences of the tables. An end by the guard has the sentence of its cause, an own reason
/// of the program one for all; numbers that are nothing are "unknown".
SNW_RT const char *snw_rtc_error_text(snw_rtc_error error);

/// The status that stands for an error in the table of sinew, for snw_failed() and exit codes;
/// SNW_ERR_INTERNAL for a number that is nothing.
SNW_RT snw_status snw_rtc_status(snw_rtc_error error);
SNW_RT const char *snw_rtc_end_text(int end); ///< of a snw_rtc_end, or SNW_RTC_GUARD plus a cause

typedef enum snw_rtc_state {
    SNW_RTC_CLOSED,
    SNW_RTC_IDLE,
    SNW_RTC_ACTIVE,
    SNW_RTC_SUSPENDED,
    SNW_RTC_OVER ///< the session ended by itself and is not released yet; else as idle
} snw_rtc_state;

/// What is asked of a joint. NONE goes on with the last request, except after POSVEL.
typedef enum snw_rtc_operation {
    SNW_RTC_NONE,
    SNW_RTC_POS,    ///< goes to position `value` by itself, at options.speed, and stays
    SNW_RTC_POSVEL, ///< is at `value` when the coming sample ends; without a successor it brakes
    SNW_RTC_VEL,    ///< moves at rate `value` [rad/s or m/s], reached within its acceleration
    SNW_RTC_CUR,    ///< effort `value` [N.m or N]
    SNW_RTC_STOP,   ///< brakes and stays
    SNW_RTC_STOPCAL ///< the same; ends the session when the joint's drive is not homed by itself
} snw_rtc_operation;

/// Checks that a program may ask for; also the flags of those that failed.
enum {
    SNW_RTC_CHECK_OBSERVED_POSITION = 1,
    SNW_RTC_CHECK_TARGET_POSITION = 2,
    SNW_RTC_CHECK_OBSERVED_VELOCITY = 4,
    SNW_RTC_CHECK_TARGET_VELOCITY = 8,
    SNW_RTC_CHECK_CALIBRATED = 16,
    SNW_RTC_CHECK_ALL = 31
};

/// The arm in a sample. Refreshed before FIRST.
typedef struct snw_rtc_how {
    uint64_t session; ///< counts the sessions of an open, from 1; 0 before the first
    uint64_t sample;  ///< of the session, from 0
    int64_t t_ns;     ///< of the loop
    int count;        ///< of joints
    bool begins;      ///< first sample of a session, or after a resume: go on from `target`
    bool power;       ///< drives are commanded to have power
    bool calibrated;  ///< every joint is
    bool emergency;   ///< the emergency stop is pressed
    bool at_rest;
    snw_stop_state guard;           ///< of the arm
    uint32_t flags;                 ///< SNW_RTC_CHECK_ bits of checks that failed
    uint32_t joint_flags[SNW_AXES]; ///< the same of each joint
    uint32_t status[SNW_AXES];      ///< SNW_AXIS_ bits
    double position[SNW_AXES];      ///< observed [range value, or joint coordinate]
    double velocity[SNW_AXES];      ///< observed [rad/s or m/s]
    double target[SNW_AXES];        ///< last command of the drives [as `position`]
    double effort[SNW_AXES];        ///< [N.m or N]
    snw_pose T6;                    ///< the last driven link in the base of the arm
    uint64_t sequence;              ///< of the requests that were examined last
} snw_rtc_how;

typedef struct snw_rtc_request {
    snw_rtc_operation operation; ///< NONE again once it was examined
    double value;
} snw_rtc_request;

/// What is asked for. Examined after FIRST.
typedef struct snw_rtc_chg {
    uint64_t sequence; ///< the user's own number, given back in how
    uint32_t checks;   ///< SNW_RTC_CHECK_ bits; they stay until they are changed
    bool power_off;    ///< ends the session; the arm comes to rest and loses its power
    snw_rtc_request joint[SNW_AXES];
} snw_rtc_chg;

/// One arm under control. Caller-owned, all zero is closed; it stays where it is while open.
typedef struct snw_rtc {
    // read-only
    snw_exec *exec;          ///< the loop
    const snw_arm *arm;      ///< its images belong to the loop's thread
    double period;           ///< of a sample [s]
    int count;               ///< of joints
    double lower[SNW_AXES];  ///< where range values are 0; 0 for a joint without a limit
    double travel[SNW_AXES]; ///< the largest range value; infinite for a joint without a limit
    snw_rtc_error error;     ///< of the last call
    // private
    struct snw__rtc *work;
} snw_rtc;

/// A control function. In the loop: bounded, no allocation, no lock, no I/O. It may call
/// snw_rtc_terminate() and snw_rtc_say(), and no other function of this header.
typedef void snw_rtc_fn(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context);

/// Where the loop comes from: a file, a cell in memory, or a loop that the program has opened.
typedef struct snw_rtc_options {
    // public
    const char *path;             ///< of a cell file; else NULL
    const snw_cell *cell;         ///< with system and registry; else NULL
    const snw_system *system;     ///< of that cell
    const snw_registry *registry; ///< frozen, with snw_rtc_register()
    snw_exec *exec;               ///< a loop that has both components; else NULL. It stays its
                                  ///< owner's, who runs it if `real`
    const char *arm;              ///< member of the cell; NULL is the first arm of the loop
    bool real;                    ///< by the clock of the machine; else virtual
    bool simulate;                ///< no hardware is touched, whatever the cell says
    double period;                ///< [s], in [1e-5, 1]; 0 is that of the cell
    double speed;                 ///< of the component rtc_first, (0, 1]; not for `exec`
    uint32_t checks;              ///< with which a session begins
    int tolerate;                 ///< late samples that a session survives; 0 means none
    bool signals;                 ///< control-C ends the session instead of the process
    bool joint_coordinates;       ///< positions are joint coordinates, not range values
    const snw_station_options *station; ///< page, socket, recording, black boxes, plug-ins and
                                        ///< types of a loop of its own; NULL for none. What runs
                                        ///< and how is said above
} snw_rtc_options;

/// Virtual, half speed, all checks but that of calibration, no late sample, signals as they are.
SNW_SETUP snw_rtc_options snw_rtc_defaults(void);

/// Registers the component types rtc_first and rtc_second; the base "component" must be there.
SNW_SETUP SNW_NODISCARD snw_status snw_rtc_register(snw_registry *registry, snw_why *why);

/// Makes the loop and begins to run it: the arm is idle and as it was. Of a cell the components of
/// this arm in the stages source, task and servo are left out: control functions stand for them.
/// `diags` may be NULL.
SNW_SETUP snw_rtc_error snw_rtc_open(snw_rtc *rtc, const snw_rtc_options *options,
                                     snw_diags *diags);

/// Power on: acknowledges what is latched and enables the arm, within 2 s of loop time. Power off:
/// the arm comes to rest first. Not while a session is under way.
SNW_SETUP snw_rtc_error snw_rtc_power(snw_rtc *rtc, bool on);

/// Begins a session; the arm must have power. Its first sample has passed on return. One of the
/// functions may be NULL, or both: then only snw_rtc_send() moves the arm.
SNW_SETUP snw_rtc_error snw_rtc_control(snw_rtc *rtc, snw_rtc_fn *first, snw_rtc_fn *second,
                                        void *context);

/// Ends the session: the arm comes to rest and holds, or then loses its power. SNW_RTC_ENDED when
/// it had ended before.
SNW_SETUP snw_rtc_error snw_rtc_release(snw_rtc *rtc, bool power_off);

/// Ends what is under way, and RTC. A loop of its own ends too, and an arm without a loop has no
/// power: SNW_RTC_POWERLESS when it was meant to keep it. The loop of another owner goes on, and
/// the arm holds.
SNW_SETUP snw_rtc_error snw_rtc_close(snw_rtc *rtc, bool power_off);

/// The functions rest and the arm holds; only snw_rtc_send() moves it. Then they go on from where
/// it is: how->begins reports them.
SNW_SETUP snw_rtc_error snw_rtc_suspend(snw_rtc *rtc);
SNW_SETUP snw_rtc_error snw_rtc_resume(snw_rtc *rtc); ///< they go on from where the arm is

/// Lets so much time pass [s], in whole samples. SNW_RTC_ENDED as soon as the session has ended by
/// itself.
SNW_SETUP snw_rtc_error snw_rtc_wait(snw_rtc *rtc, double seconds);

/// Opens the cell `path`, powers the arm, lets FIRST control for so much time [s], and closes
/// with the arm at rest. The first error; `end` (may be NULL) says why a session ended by itself.
SNW_SETUP snw_rtc_error snw_rtc_run(const char *path, snw_rtc_fn *first, void *context,
                                    double seconds, int *end);

/// The newest `how`, whole, as of the end of a sample.
SNW_SETUP snw_rtc_error snw_rtc_look(snw_rtc *rtc, snw_rtc_how *how);

/// Requests of the program itself, whole, for the next sample; FIRST may still change them. A newer
/// one replaces one that was not taken yet.
SNW_SETUP snw_rtc_error snw_rtc_send(snw_rtc *rtc, const snw_rtc_chg *chg);

SNW_SETUP snw_rtc_state snw_rtc_state_of(const snw_rtc *rtc); ///< the state of the session now

/// Why the last session ended: a snw_rtc_end, SNW_RTC_GUARD plus a snw_cause, or the program's own
/// reason. `why` (may be NULL) has joint and numbers.
SNW_SETUP int snw_rtc_end_of(const snw_rtc *rtc, snw_why *why);

/// Ends the session from any thread. `reason` is the program's own from SNW_RTC_OWN on; others
/// count as SNW_RTC_END_ASKED. Called by FIRST, nothing goes out in this sample any more.
SNW_RT void snw_rtc_terminate(snw_rtc *rtc, int reason);

/// Power off at once, brakes closed, from any thread: the joints are limp.
SNW_RT void snw_rtc_limp(snw_rtc *rtc);

/// A text from a control function to the program; cut to SNW_RTC_TEXT. Without room it is lost and
/// counted.
SNW_RT void snw_rtc_say(snw_rtc *rtc, const char *text);

/// The next text: true, or false and text[0] is 0. `lost` may be NULL.
SNW_SETUP bool snw_rtc_hear(snw_rtc *rtc, char text[SNW_RTC_TEXT], uint64_t *lost);

/// Called in the program's thread, inside of the next call, after control-C has ended a session and
/// the arm was commanded to stop. Needs options.signals.
typedef void snw_rtc_hangup_fn(snw_rtc *rtc, void *context);
/// Sets that function; NULL takes it away.
SNW_SETUP snw_rtc_error snw_rtc_on_hangup(snw_rtc *rtc, snw_rtc_hangup_fn *handler, void *context);
/// Component "rtc_first"; a cell that lends its loop to RTC names it and "rtc_second" for an arm.
typedef struct snw_rtc_first {
    double speed; ///< of POS, VEL and STOP: share of the limits of rate and acceleration, (0, 1]
} snw_rtc_first;
/// Component "rtc_second".
typedef struct snw_rtc_second {
    int unused; ///< a struct has a member
} snw_rtc_second;
SNW_API extern const snw_type snw_rtc_first_type, snw_rtc_second_type;

#ifdef __cplusplus
}
#endif
#endif // SINEW_RTC_H
