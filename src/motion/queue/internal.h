// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_QUEUE_INTERNAL_H
#define SINEW_SRC_QUEUE_INTERNAL_H

// What the sources of this module share: the law (a path parameter over time), segments (a motion
// under way) and the state of the loop.

#include "route.h"

/// A path parameter over time, from rest at 0 to rest at `end`.
typedef struct snw__law {
    snw_move_law kind;
    snw_profile profile;       // of kinds other than QUARTIC
    snw_profile_limits limits; // of the parameter, at override 1
    double cap;                // the largest velocity that limits of joints allow
    double T, tau; // QUARTIC: of the straight part from corner to corner, half transition
    double end;    // where it comes to rest
    double duration;
    double ramp_in, ramp_out; // times of speeding up and of slowing down
} snw__law;

typedef struct snw__law_plan {
    snw_move_law kind;
    snw_profile_limits limits;
    double cap, duration, transition, override;
} snw__law_plan;

snw_status snw__law_init(snw__law *law, snw_arena *arena);
snw_status snw__law_plan_rest(snw__law *law, const snw__law_plan *plan);
// at its end at once
void snw__law_rest(snw__law *law);
snw_profile_sample snw__law_at(const snw__law *law, double t);
// from its state at t a new law begins: on to `end` at this override, or to rest at once within
// `part` of its accelerations; SNW_NOTHING_NEW when it comes to rest at its end anyway
snw_status snw__law_go_on(snw__law *law, double t, double end, double override);
snw_status snw__law_stop(snw__law *law, double t, double part, snw_profile *spare);

/// A request on its way.
typedef struct snw__request {
    int64_t id;
    snw_move move;
    snw_equation_capture capture;
} snw__request;

/// A motion under way, or the rest after it.
typedef struct snw__segment {
    snw__request request;
    snw__law law;
    snw__route route;
    snw__track track;
    double t;               // since its law began [s]
    double aim;             // where on its path it shall end, of u
    double q_ref[SNW_AXES]; // where its own joints were last
    bool moves;             // its goal does
    bool ended;             // and was reported
    bool settled;           // the joints of its goal are those it has come to
    bool uses;              // still counts among the uses of its equation
    bool stopping;          // it is being ended before its goal
    int code;
} snw__segment;

/// How a request becomes a segment.
typedef struct snw__preparation {
    const snw_queue_config *config;
    const double *q;          // where it begins
    const snw_sample *sample; // for equations that move
    bool shared_start;
    double override;
} snw__preparation;

/// A segment that is being made ready, some of it in each tick.
typedef struct snw__making {
    snw__segment *segment;
    snw__hand *hand;
    snw_queue_config config;
    snw__route_plan plan;
    double override;
    snw__walk walk;
    bool tolerant;     // the exact line is known, one within the tolerance is looked for
    snw_status status; // of the exact line
    double duration;   // the same
    snw__route exact;
    snw__trace trace;
    snw_why why; // the first violation
} snw__making;

// segment->request must be set
void snw__making_begin(snw__making *making, snw__segment *segment, snw__hand *hand,
                       const snw__preparation *preparation);
// as much as one go allows (snw__hand_allow()); SNW_NOTHING_NEW until it is done
snw_status snw__making_on(snw__making *making);
// all of it at once
snw_status snw__segment_prepare(snw__making *making, snw__segment *segment, snw__hand *hand,
                                const snw__preparation *preparation, snw_why *why);

/// How long two motions may overlap, while that is looked for.
typedef struct snw__fit {
    double longest, radius; // [s, m]
    bool sure;              // the path is inside the ball by itself
    int tries;
} snw__fit;

/// A difference of velocity between two motions that fades away: c of a polynomial per axis.
typedef struct snw__fade {
    bool armed; // a difference will be known at the next sample
    bool active;
    double t, duration;
    double c[SNW_AXES][6];
} snw__fade;

typedef struct snw__command {
    enum { SNW__NEXT, SNW__CANCEL, SNW__PAUSE, SNW__RESUME, SNW__OVERRIDE } kind;
    int code;
    double value;
    int64_t last_id; // requests up to it are meant
} snw__command;

/// The loop's own.
typedef struct snw__loop {
    snw__hand hand;
    snw__segment slots[3];
    snw__segment *out, *now, *next; // out runs out while now runs
    bool has_out, has_next, has_head;
    snw__request head;   // the next request; `next` is made of it
    snw__making making;  // of next
    bool makes;          // it is under way
    bool makes_from_now; // from where the arm rests already
    snw__fit fit;
    bool fits;              // it is under way
    snw_why reason;         // of what others end next; SNW_OK for none
    double overlap;         // of now and next; 0: not known yet; negative: none
    double deviation;       // that it will cause
    double q_via[SNW_AXES]; // where out ends
    bool dwelling;
    snw__request dwell;
    double dwell_t;
    snw__fade fade;
    snw_profile spare; // for stops that may not be
    snw_profile brake; // of all axes, when the hand cannot follow
    bool braking;
    double brake_t;
    bool paused, replan;
    double override;
    double part;     // of the motion, as told last
    uint64_t number; // of the last sample
    bool had_tick;
    snw_arm_target target; // of the last sample
    snw__motion raw;       // the same without the fade
    int64_t ended;         // the last that was told to have ended
    int64_t dropped_to;    // requests up to this one are not wanted any more
} snw__loop;

typedef struct snw__checker {
    snw__hand hand;
    snw__segment segment;
    snw__making making;
} snw__checker;

// where on its path a segment is
snw_profile_sample snw__segment_at(const snw__segment *segment, double t);
// how much of its path is left at s
double snw__segment_left(const snw__segment *segment, double s);
// the motion of a segment's own joints in this sample
snw_status snw__segment_motion(snw__segment *segment, snw__hand *hand, const snw_sample *sample,
                               snw__motion *motion);
// the same of its controlled frame (Cartesian ones)
snw_status snw__segment_carry(snw__segment *segment, const snw_sample *sample, snw__carry *carry);
// joints for a motion of the controlled frame
snw_status snw__segment_follow(snw__segment *segment, snw__hand *hand, const snw__carry *carry,
                               snw__motion *motion);

// the second, and what is left of the first, which ends at q_via
snw_status snw__blend_motion(snw__segment *first, snw__segment *second, const double *q_via,
                             snw__hand *hand, const snw_sample *sample, snw__motion *motion);
// How long the two may overlap, the second beginning where the first ends. false: not at all.
bool snw__blend_begin(snw__fit *fit, const snw__segment *first, const snw__segment *second,
                      const snw__hand *hand);
// One try: the overlap, and by how much the hand's path then misses that place; 0 when it is not
// known yet, negative when there is none.
double snw__blend_try(snw__fit *fit, snw__segment *first, snw__segment *second, const double *q_via,
                      snw__hand *hand, double *deviation);
// the most inverse solutions that a try takes
int snw__blend_solutions(const snw__segment *first, const snw__segment *second);

void snw__fade_begin(snw__fade *fade, const double *position, const double *velocity,
                     const snw_arm_limits *limits, int count);
void snw__fade_add(snw__fade *fade, double dt, int count, snw__motion *motion);

/// Ends the motion that runs, where it is, and all that wait.
void snw__loop_abandon(snw_queue *queue, const snw_sample *sample);

// forgets what was made of the head
void snw__loop_drop_next(snw__loop *loop);
// the next state of the loop, dt later
void snw__loop_advance(snw_queue *queue, const snw_sample *sample);
void snw__loop_command(snw_queue *queue, const snw_sample *sample);
void snw__loop_interrupt(snw_queue *queue, const snw_sample *sample, int code);
void snw__loop_tell(snw_queue *queue, const snw_sample *sample, snw_move_event *event);
// ends a motion for its program
void snw__loop_finish(snw_queue *queue, snw__segment *segment, const snw_sample *sample, int code,
                      const snw_why *why);
// ends a request that never was a motion
void snw__loop_refuse(snw_queue *queue, const snw__request *request, const snw_sample *sample,
                      int code, const snw_why *why);
void snw__loop_release(snw__segment *segment);
// rest at q, as a segment
void snw__loop_rest(snw__segment *segment, const double *q, int count);

snw_status snw__move_check(const snw_queue *queue, const snw_move *move, snw_why *why);

#endif // SINEW_SRC_QUEUE_INTERNAL_H
