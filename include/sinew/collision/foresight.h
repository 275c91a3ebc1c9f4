// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_FORESIGHT_H
#define SINEW_COLLISION_FORESIGHT_H

/// @file
/// Where several members can still go, and whether any two bodies can come too near to each other
/// on their ways. As in sinew/collision/sweep.h intervals of time are certified as a whole: in
/// their middle every pair is farther apart than it must be by more than both bodies move to the
/// ends.
///
/// What snw_collision_sense() gives to `around` counts as in sinew/collision/near.h: the nearest
/// filled cell of each body that a joint moves, which stays where it is.
///
/// A pair that is too near already may stay or part: along the ways it must not come nearer than it
/// is by more than 1e-6 m. It is looked at every millimetre of its motion.

#include "sinew/collision/near.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_FORESIGHT_COURSES = 64, ///< members that move at most
    SNW_FORESIGHT_PAIRS = 64    ///< pairs that are looked at closely at most
};

/// What a member does from time `begin` to `end` of a question.
typedef struct snw_course {
    int member;
    const double *rates;  ///< [nv] at time 0, for the speeds of a meeting
    const double *beside; ///< [nv] how far each coordinate may be beside its course
    const double *off;    ///< [nv] the same of the real member against the one that is commanded: a
                          ///< pair that it brings too near may stay or part
    const double *shift;  ///< [nv] how far it may be ahead of its time or behind it
    bool moves;           ///< it does not rest
} snw_course;

/// The middle q[nq] of what a member passes between t0 and t1, and how far each of its rates leads
/// away from that, ways[nv]. `q` holds the configuration of the state; others than those of axes
/// stay.
typedef void snw_course_fn(void *context, int course, double t0, double t1, double *q,
                           double *ways);

typedef struct snw_foresight_query {
    const snw_system_state *state; ///< all members without a course stay there
    const snw_course *courses;     ///< [count]
    int count;
    snw_course_fn *place;
    void *context;
    double begin, end;          ///< [s]
    double margin;              ///< more than the keep distance that is demanded [m]
    const uint64_t *zone_users; ///< [volumes] bits of the courses that may enter a zone; NULL: any
    int budget;                 ///< distances of two bodies that may be computed
} snw_foresight_query;

/// Two bodies that may come too near.
typedef struct snw_encounter {
    snw_near near;                 ///< where it was found; keep is 0 for a zone
    double t;                      ///< [s] of the question
    double first;                  ///< distance at the beginning [m]
    double demanded;               ///< distance that was demanded [m]
    uint64_t courses_a, courses_b; ///< bits of those that move either body
    double speed_a, speed_b;       ///< by which their courses bring the bodies nearer [m/s]
    bool unknown;                  ///< not looked at: the budget was spent
} snw_encounter;

/// Caller-owned, no destructor.
typedef struct snw_foresight {
    // read-only
    snw_collision around;
    int looks;       ///< of the last question
    bool *zone_near; ///< [volumes] a body of a user of the zone is within 20 mm of it, or could be
    double nearest;  ///< of all pairs on their ways: what is left above the demanded distance, at
                     ///< most 0.1 [m]
    // private
    struct snw__foresight *work;
} snw_foresight;

/// Lays it out over a world, which must outlive it. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_foresight_init(snw_foresight *foresight,
                                                      const snw_world *world, snw_arena *arena);

/// The pairs that may come too near, at most `most` of them in out, each once. `*count` is 0 when
/// all stay apart: a proof. SNW_ERR_NOT_FINITE, SNW_ERR_RANGE, SNW_ERR_SIZE for configurations.
/// Time is bounded by the budget, and linear in the pairs of moving bodies.
SNW_RT SNW_NODISCARD snw_status snw_foresight_look(snw_foresight *foresight,
                                                   const snw_foresight_query *query,
                                                   snw_encounter *out, int most, int *count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_COLLISION_FORESIGHT_H
