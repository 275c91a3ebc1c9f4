// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_RTC_INTERNAL_H
#define SINEW_SRC_RTC_INTERNAL_H

#include "sinew/filter.h"
#include "sinew/kinematics.h"
#include "sinew/os.h"
#include "sinew/rtc.h"
#include "sinew/station.h"

/// What a joint is doing for a request, in the coordinate of its axis.
typedef struct snw__joint {
    snw_rtc_operation operation;
    double goal;
    double q, v;                      ///< as wanted in the last sample
    bool fresh;                       ///< the request is of this sample
    double acceleration;              ///< that requests use
    snw_acceleration_limiter limiter; ///< of POS and STOP
} snw__joint;

enum { SNW__RTC_TYPES = 32 }; ///< registrations of a program at most

/// Orders of the program to the loop, and its answers: the number of the session and a state, in
/// one word. A session that has ended takes no further orders.
enum { SNW__RTC_IDLE, SNW__RTC_ACTIVE, SNW__RTC_SUSPENDED, SNW__RTC_BITS = 2, SNW__RTC_MASK = 3 };

/// What the two components of an arm share: the loop's side of RTC. Lives as long as the loop.
typedef struct snw__session {
    // fixed by configure
    snw_component *first;
    snw_arm *arm;
    const snw_guard *guard;
    const snw_loop_signals *loop;
    int arm_index;
    double lower[SNW_AXES], travel[SNW_AXES];
    snw_kin kin;
    double *q; ///< [nq] of the model
    snw__joint *joints;
    snw_triple how_out, chg_in; ///< to and from the program
    snw_ring messages;

    // between program and loop, atomic
    uint64_t order, answer;
    int64_t asked;      ///< reason of snw_rtc_terminate(), 0 for none
    int64_t end;        ///< of the last session
    uint64_t interrupt; ///< signals that count as seen

    // of a session, written by the program before it begins
    snw_rtc *rtc;
    snw_rtc_fn *functions[2];
    void *context;
    const snw_signals *signals;
    int tolerate;
    uint32_t checks;
    bool joint_coordinates; ///< atomic: positions count from 0 of the model, not from the limit

    // the loop's own
    uint64_t number; ///< of the session under way, or of the last
    int state;       ///< SNW__RTC_IDLE ...
    uint64_t late, overruns;
    bool begins;
    snw_rtc_how how;
    snw_rtc_chg chg;
    snw_why why; ///< of the end; the program reads it after the answer
} snw__session;

/// rtc_second's work: who stands in the stage user.
typedef struct snw__second {
    snw__session *session; ///< atomic; NULL until RTC is opened
} snw__second;

/// The program's side.
struct snw__rtc {
    snw_setup *memory; ///< of this
    snw__session *session;
    snw_rtc_options options;
    bool owns;   ///< the loop
    bool inside; ///< a virtual tick is under way
    bool over;   ///< the session ended by itself and is not released yet
    uint64_t number;
    int state;            ///< SNW__RTC_IDLE ... as ordered
    snw_station *station; ///< of a loop of its own; else NULL
    snw_register_fn *types[SNW__RTC_TYPES];
    bool no_arm;  ///< the loop has no such arm
    bool started; ///< the loop runs beside the program
    snw_stop signal_stop;
    snw_signals *signals;
    bool interrupted; ///< the handler is to be called
    snw_rtc_hangup_fn *hangup;
    void *hangup_context;
};

/// The joint coordinate at which a position of the program is 0.
SNW_INLINE double snw__rtc_origin(const snw__session *session, int i) {
    const bool plain = __atomic_load_n(&session->joint_coordinates, __ATOMIC_RELAXED);
    return plain ? 0 : session->lower[i];
}

// --- session.c ----------------------------------------------------------------------------------

/// Ends the session in the loop: the reason, and the stop that goes with it.
void snw__rtc_end(snw__session *session, int64_t end, const char *joint);

// --- request.c ----------------------------------------------------------------------------------

/// Checks that are asked for, of what is observed; the session may be over after it.
void snw__rtc_observe(snw__session *session);

/// Takes up what chg asks for, with the checks of targets.
void snw__rtc_examine(snw__session *session, double dt);

/// Forgets all requests: joints hold.
void snw__rtc_forget(snw__session *session);

/// One sample of every request, to arm->wanted.
void snw__rtc_step(snw__session *session, double dt);

// --- wait.c -------------------------------------------------------------------------------------

/// Lets one sample pass, or in real time a moment.
void snw__rtc_pass(snw_rtc *rtc);

/// The newest how, and whether the session has ended by itself.
const snw_rtc_how *snw__rtc_now(snw_rtc *rtc);

/// Time of the loop in a virtual run, of the machine else.
int64_t snw__rtc_time_ns(const snw_rtc *rtc);

/// Gives an order to the loop and waits until it is taken. SNW_RTC_ERR_SILENT after a second.
snw_rtc_error snw__rtc_order(snw_rtc *rtc, int state);

/// Waits until the arm is at rest, or without power; SNW_RTC_ERR_TIME after some seconds.
snw_rtc_error snw__rtc_settle(snw_rtc *rtc);
snw_rtc_error snw__rtc_power(snw_rtc *rtc, bool on);

/// Calls the handler of control-C if it is due.
void snw__rtc_hang_up(snw_rtc *rtc);

#endif // SINEW_SRC_RTC_INTERNAL_H
