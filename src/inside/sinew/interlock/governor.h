// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_INTERLOCK_GOVERNOR_H
#define SINEW_INSIDE_INTERLOCK_GOVERNOR_H

/// @file
/// Slows queued motions down before the interlock has to stop them. A source says in each tick how
/// fast its path goes on, and passes the time of its path at the part that the governor answers: so
/// the arm stays on its path, slows down before a body, waits there, and goes on when it has gone.
///
///     governed->asks = snw__queue_nominal(&queue, governed->v, governed->a); // the source
///     snw_governor_step(&governor, &state, dt);                             // after the interlock
///     snw__queue_govern(&queue, governed->part, governed->slope);            // in the next tick
///
/// Nothing is proven here: that is done by the interlock, in every tick, whatever is answered.

#include "sinew/interlock/lock.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One arm: what its source says, and the answer.
typedef struct snw_governed {
    // written by the source
    bool asks;                       ///< it follows `part`
    double v[SNW_AXES], a[SNW_AXES]; ///< of the axes at part 1
    // written by the governor
    double part;        ///< 0 to 1
    double slope;       ///< how it changes [1/s]
    uint64_t waits_for; ///< bits of the arms that it is slowed down for
} snw_governed;

enum { SNW_GOVERNOR_VIEWS = 3 }; ///< places on the way ahead that are looked at, the first is now

/// One governor for all arms. Caller-owned, no destructor.
typedef struct snw_governor {
    // read-only
    const snw_interlock *lock;
    snw_governed *arms; ///< [arm_count]
    int deadlock[2];    ///< a deadlock of these arms was found in this tick; -1
    snw_collision views[SNW_GOVERNOR_VIEWS]; ///< each with clocks of its own
    double range;                            ///< pairs farther apart are not looked for [m]
    bool has_zones;
    // private
    struct snw__governor *work;
} snw_governor;

/// Lays out a governor of the arms of an interlock, which must outlive it. On an empty arena it
/// measures.
SNW_SETUP SNW_NODISCARD snw_status snw_governor_init(snw_governor *governor,
                                                     const snw_interlock *lock, snw_arena *arena);

/// The parts of all arms for the next tick, `dt` [s] after the last one: after the last
/// snw_interlock_step() of the tick. A part changes no faster than axes can accelerate. It is 1 at
/// once for an arm whose source does not ask.
SNW_RT void snw_governor_step(snw_governor *governor, const snw_system_state *state, double dt);

/// The box or space of the rules that a link of an arm is in, or nearer to than it must stay; NULL
/// for none. `state` tells where all members are.
SNW_RT const snw_world_volume *snw_governor_box(snw_governor *governor, int arm,
                                                const snw_system_state *state);

#ifdef __cplusplus
}
#endif

#endif // SINEW_INSIDE_INTERLOCK_GOVERNOR_H
