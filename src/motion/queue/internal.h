// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_QUEUE_INTERNAL_H
#define SINEW_SRC_QUEUE_INTERNAL_H

// What the sources of this module share: the law (a path parameter over time), segments (a motion
// under way) and the state of the loop.

#include "move_path.h"

// --- law.c --------------------------------------------------------------------------------------

/// A path parameter over time, from rest at 0 to rest at `end`.
typedef struct snw__law {
    snw_move_law kind;
    snw_profile profile;       // of kinds other than QUARTIC
    snw_profile_limits limits; // of the parameter, at override 1
    double v_joints;           // the largest velocity that limits of joints allow
    double T, tau; // QUARTIC: of the straight part from corner to corner, half transition
    double end;    // where it comes to rest
    double duration;
    double ramp_in, ramp_out; // times of speeding up and of slowing down
} snw__law;

typedef struct snw__law_plan {
    snw_move_law kind;
    snw_profile_limits limits;
    double v_joints, duration, transition, override;
} snw__law_plan;

snw_status snw__law_init(snw__law *law, snw_arena *arena);
// from rest at 0 to rest at 1
snw_status snw__law_plan_rest(snw__law *law, const snw__law_plan *plan);
// at its end at once
void snw__law_rest(snw__law *law);
snw_profile_sample snw__law_at(const snw__law *law, double t);
// from its state at t a new law begins: on to `end` at this override, or to rest at once within
// `part` of its accelerations; SNW_NOTHING_NEW when it comes to rest at its end anyway
snw_status snw__law_go_on(snw__law *law, double t, double end, double override);
snw_status snw__law_stop(snw__law *law, double t, double part, snw_profile *spare);
// the same way on from t, from the velocity and the acceleration that it is governed to have
struct snw__governed;
snw_status snw__law_slow(snw__law *law, double t, const struct snw__governed *governed,
                         double override);

// --- segment.c ----------------------------------------------------------------------------------

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
    snw__move_path path;
    snw__spline spline;
    double t;                // since its law began [s]
    double u_end;            // where on its path it shall end
    double q_last[SNW_AXES]; // where its own joints were last
    bool goal_moves;
    bool ended;          // and was reported
    bool settled;        // the joints of its goal are those it has come to
    bool holds_equation; // still counts among the uses of its equation
    bool stopping;       // it is being ended before its goal
    int code;
} snw__segment;

// where on its path a segment is
snw_profile_sample snw__segment_at(const snw__segment *segment, double t);
// how much of its path is left at s
double snw__segment_left(const snw__segment *segment, double s);
// the motion of a segment's own joints in this sample
snw_status snw__segment_motion(snw__segment *segment, snw__tip *tip, const snw_sample *sample,
                               snw__joint_motion *motion);
// the same of its controlled frame (Cartesian ones)
snw_status snw__segment_frame(snw__segment *segment, const snw_sample *sample,
                              snw__frame_motion *frame);
// joints for a motion of the controlled frame
snw_status snw__segment_follow(snw__segment *segment, snw__tip *tip, const snw__frame_motion *frame,
                               snw__joint_motion *motion);
// a segment that rests at q
void snw__segment_rest(snw__segment *segment, const double *q, int count);
// a segment that no longer needs its equation
void snw__segment_release(snw__segment *segment);

// --- plan.c -------------------------------------------------------------------------------------

/// How a request becomes a segment.
typedef struct snw__plan_start {
    const snw_queue_config *config;
    const double *q;          // where it begins
    const snw_sample *sample; // for equations that move
    bool shared_start;
    double override;
} snw__plan_start;

/// A segment that is being planned, some of it in each tick.
typedef struct snw__planning {
    snw__segment *segment;
    snw__tip *tip;
    snw_queue_config config;
    snw__path_options options;
    double override;
    snw__path_sampling sampling;
    bool tolerant;     // the exact line is known, one within the tolerance is looked for
    snw_status status; // of the exact line
    double duration;   // the same
    snw__move_path exact;
    snw__spline_fit fit;
    snw_why why; // the first violation
} snw__planning;

// segment->request must be set
void snw__planning_begin(snw__planning *planning, snw__segment *segment, snw__tip *tip,
                         const snw__plan_start *start);
// as much as the budget allows (snw__budget_open()); SNW_NOTHING_NEW until it is done
snw_status snw__planning_go_on(snw__planning *planning);
// all of it at once
snw_status snw__planning_finish(snw__planning *planning, snw__segment *segment, snw__tip *tip,
                                const snw__plan_start *start, snw_why *why);

// --- blend.c and fade.c -------------------------------------------------------------------------

/// How long two motions may overlap, while that is looked for.
typedef struct snw__overlap_search {
    double longest, radius; // [s, m]
    bool sure;              // the path is inside the ball by itself
    int tries;
} snw__overlap_search;

// the second, and what is left of the first, which ends at q_via
snw_status snw__blend_motion(snw__segment *first, snw__segment *second, const double *q_via,
                             snw__tip *tip, const snw_sample *sample, snw__joint_motion *motion);
// How long the two may overlap, the second beginning where the first ends. false: not at all.
bool snw__overlap_begin(snw__overlap_search *search, const snw__segment *first,
                        const snw__segment *second, const snw__tip *tip);
// Tries overlaps as the budget allows: the overlap, and by how much the tip's path then misses that
// place; 0 when it is not known yet, negative when there is none.
double snw__overlap_go_on(snw__overlap_search *search, snw__segment *first, snw__segment *second,
                          const double *q_via, snw__tip *tip, double *deviation);

/// A difference of velocity between two motions that fades away: c of a polynomial per axis.
typedef struct snw__fade {
    bool armed; // a difference will be known at the next sample
    bool active;
    double t, duration;
    double c[SNW_AXES][6];
} snw__fade;

// from what is left of the last fade, and differences of position (may be NULL) and velocity
void snw__fade_begin(snw__fade *fade, const double *position, const double *velocity,
                     const snw_arm_limits *limits, int count);
void snw__fade_add(snw__fade *fade, double dt, int count, snw__joint_motion *motion);

// --- loop.c, commands.c and step.c --------------------------------------------------------------

typedef struct snw__command {
    enum { SNW__NEXT, SNW__CANCEL, SNW__PAUSE, SNW__RESUME, SNW__OVERRIDE } kind;
    int code;
    double value;
    int64_t last_id; // requests up to it are meant
} snw__command;

/// How fast the time of motions passes. Stops and pauses take their own time: when one begins, the
/// laws go on from the rates that they really had.
typedef struct snw__governed {
    double part, slope; // from now on
    double now;         // of the last set-point
    bool absorbed;      // the laws of this step begin with the rates of the last set-point
    bool free;          // the last set-point was not governed
    snw__joint_motion nominal;
} snw__governed;

/// The loop's own.
typedef struct snw__loop {
    snw__tip tip;
    snw__segment slots[3];
    snw__segment *previous, *current, *next; // the previous runs out while the current runs in
    bool has_previous, has_next, has_head;
    snw__request head;      // the next request; `next` is planned from it
    snw__planning planning; // of next
    bool plans_next;        // that is under way
    bool plans_from_rest;   // from where the arm rests already
    snw__overlap_search search;
    bool searches;          // that is under way
    double overlap;         // of current and next; 0: not known yet; negative: none
    double deviation;       // that it will cause
    double q_via[SNW_AXES]; // where the previous ends
    bool dwelling;
    snw__request dwell;
    double dwell_t;
    snw__fade fade;
    snw_profile spare; // for stops that may not be
    snw_profile brake; // of all axes, when the tip cannot follow
    bool braking;
    double brake_t;
    bool paused, replan;
    double override;
    snw__governed governed;
    double part;     // of the motion, as reported last
    uint64_t number; // of the last sample
    bool had_tick;
    snw_arm_target target; // of the last sample
    snw__joint_motion raw; // the same without the fade
    snw_why reason;        // of what others end next; SNW_OK for none
    int64_t ended;         // the last that was reported to have ended
    int64_t dropped_to;    // requests up to this one are not wanted any more
} snw__loop;

typedef struct snw__checker {
    snw__tip tip;
    snw__segment segment;
    snw__planning planning;
} snw__checker;

// the next state of the loop, dt later
void snw__loop_advance(snw_queue *queue, const snw_sample *sample);
// takes the next request; those that were cancelled are reported as ended
void snw__loop_fetch(snw_queue *queue, const snw_sample *sample);
// Plans `next` from the head, from where `current` will rest; false while that takes more ticks, or
// when it is refused.
bool snw__loop_plan_next(snw_queue *queue, const snw_sample *sample, bool shared);
// forgets what was planned from the head
void snw__loop_drop_next(snw__loop *loop);
// ends a motion, a dwell, or a request that never was a motion, for its program
void snw__loop_end_segment(snw_queue *queue, snw__segment *segment, const snw_sample *sample,
                           int code, const snw_why *why);
void snw__loop_end_dwell(snw_queue *queue, const snw_sample *sample, int code);
void snw__loop_end_request(snw_queue *queue, const snw__request *request, const snw_sample *sample,
                           int code, const snw_why *why);

void snw__loop_obey(snw_queue *queue, const snw_sample *sample);
// Ends the motion that runs with a code, as soon as it can; true when the next may be planned to
// overlap it.
bool snw__loop_interrupt(snw_queue *queue, const snw_sample *sample, int code);
// Before laws are stopped: they go on from the rates that the governed set-point has.
void snw__loop_absorb(snw__loop *loop);
// Ends the motion that runs, where it is, and all that wait.
void snw__loop_abandon(snw_queue *queue, const snw_sample *sample);

snw_status snw__move_check(const snw_queue *queue, const snw_move *move, snw_why *why);

#endif // SINEW_SRC_QUEUE_INTERNAL_H
