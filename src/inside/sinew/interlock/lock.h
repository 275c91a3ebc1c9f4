// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_INTERLOCK_LOCK_H
#define SINEW_INSIDE_INTERLOCK_LOCK_H

/// @file
/// Arms that cannot be commanded to hit anything. After all guards have stepped, and before drives
/// get their commands, the interlock proves that the stop which could begin after these commands
/// stays clear: of the arm itself, of the world, and of the stops of all other arms. What cannot be
/// proven does not go out: its arm begins the stop that was proven a tick ago.
///
///     snw_guard_step(...);                                       // of every arm
///     while ((arms = snw_interlock_step(&lock, &state)) != 0)    // bits of arms
///         // take their steps back, step again with a demand: S2, CLEARANCE, lock.reasons[arm]
///
/// None of this is a safety-rated function.

#include "sinew/collision.h"
#include "sinew/guard.h"
#include "sinew/interlock.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_INTERLOCK_ARMS = SNW_FORESIGHT_COURSES };

/// An arm that is watched.
typedef struct snw_interlock_arm {
    int member; ///< of the system
    snw_guard *guard;
    const snw_arm *arm;
} snw_interlock_arm;

/// One interlock for all arms. Caller-owned, no destructor.
typedef struct snw_interlock {
    // read-only
    snw_interlock_config config;
    const snw_interlock_arm *arms; ///< [arm_count] must outlive it
    int arm_count;
    snw_foresight foresight;
    snw_why reasons[SNW_INTERLOCK_ARMS]; ///< of the arms that the last step named
    uint64_t *zone_users;                ///< [zones] bits of the arms that are in a zone; 0: free
    uint64_t taken;                      ///< commands that did not go out
    // private
    struct snw__interlock *work;
} snw_interlock;

/// Lays out an interlock. On an empty arena it measures. SNW_ERR_SIZE for too many arms,
/// SNW_ERR_RANGE for a configuration that is not usable.
SNW_SETUP SNW_NODISCARD snw_status snw_interlock_init(snw_interlock *lock, const snw_world *world,
                                                      const snw_interlock_config *config,
                                                      const snw_interlock_arm *arms, int count,
                                                      snw_arena *arena, snw_why *why);

/// Bits of the arms whose command must not go out, with their reasons; 0: all may. To be called
/// again after those have been taken back, because a proof that was made with their old commands
/// holds no longer; it is 0 after as many calls as there are arms at most. `state` tells where
/// everything else is, and what is attached. With 0, zones that no arm is in any more are free
/// again.
SNW_RT uint64_t snw_interlock_step(snw_interlock *lock, const snw_system_state *state);

#ifdef __cplusplus
}
#endif

#endif // SINEW_INSIDE_INTERLOCK_LOCK_H
