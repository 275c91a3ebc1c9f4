// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_SWEEP_H
#define SINEW_COLLISION_SWEEP_H

/// @file
/// Motions with a certificate: not samples of a motion, but a proof for all of it. A body whose
/// joints turn by less than some angles moves by less than the sum of these angles times its
/// distances from the axes (Schwarzer, Saha, Latombe 2005); what is farther apart than that cannot
/// meet.

#include "sinew/collision/near.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_sweep_options {
    double margin;     ///< more than the keep distance that is demanded [m]
    double resolution; ///< what moves by less than this and is not certain counts as a hit [m]; 0
                       ///< is 1e-4
    bool enforced;     ///< only pairs with the policy SNW_PAIR_KEEP
    int most;          ///< intervals at most; 0 is 100000
} snw_sweep_options;

typedef struct snw_sweep_result {
    bool clear;   ///< every pair keeps its distance and `margin` all the way
    bool certain; ///< false when it is not clear, but no hit was found either: at the resolution,
                  ///< or because there were too many intervals
    double t;     ///< the way is clear up to here: part of it, 0 to 1
    double left;  ///< what is left above the demanded distances up to t, at least; 0.02 at most [m]
    snw_near at;  ///< the pair that is too near behind t, where it is found
    int intervals; ///< that were looked at
} snw_sweep_result;

/// Moves one member from q0 to q1 along the straight segment between them, as snw_interpolate()
/// goes, with all that it carries; the others stay where they were placed. Afterwards the member is
/// somewhere on the way. SNW_ERR_NOT_FINITE and SNW_ERR_RANGE for a configuration, and for NaN in
/// the options. Time is bounded by `most` queries.
SNW_RT SNW_NODISCARD snw_status snw_collision_sweep(snw_collision *c, int member, const double *q0,
                                                    const double *q1,
                                                    const snw_sweep_options *options,
                                                    snw_sweep_result *out);

/// What stopped a member, a set of bits.
enum { SNW_STOPPED_BY_LIMIT = 1, SNW_STOPPED_BY_CONTACT = 2 };

typedef struct snw_propagated {
    unsigned stopped;
    snw_near hit; ///< with SNW_STOPPED_BY_CONTACT
} snw_propagated;

/// All members go on at their rates for dt_ns, one after the other: joints that would pass a limit
/// stop at it, and a member that would come into contact, or deeper into one, stays where it was.
/// `out` has room for every member of the system. Failures as for snw_integrate(); the members
/// before the refused one have gone on.
SNW_RT SNW_NODISCARD snw_status snw_collision_propagate(snw_collision *c, snw_system_state *state,
                                                        int64_t dt_ns, snw_propagated *out);

// --- pairs of one member -------------------------------------------------------------------------

/// What is known of two links of one member.
typedef enum snw_pair_finding_kind {
    SNW_FOUND_FIXED,    ///< no joint between them
    SNW_FOUND_ADJACENT, ///< one joint between them
    SNW_FOUND_FIRST,    ///< they overlap in the first state
    SNW_FOUND_ALWAYS,   ///< they overlap in all samples
    SNW_FOUND_NEVER,    ///< they cannot meet within the limits: proven
    SNW_FOUND_NOT_SEEN, ///< no sample shows a contact, which is no proof
    SNW_FOUND_SOMETIMES ///< they meet in some configurations
} snw_pair_finding_kind;

typedef struct snw_pair_finding {
    snw_body a, b;
    snw_pair_finding_kind kind;
    int64_t contacts; ///< samples in which the two meet
    double nearest;   ///< smallest distance that was seen [m]
    int joints;       ///< that move the two relative to each other
    int boxes;        ///< of joint space that were looked at for a proof
} snw_pair_finding;

typedef struct snw_finding_options {
    int64_t samples; ///< random configurations within the limits
    uint64_t seed;
    int prove; ///< joints between two links up to which a proof is tried; 0 tries none
    int boxes; ///< of joint space for one proof at most; 0 is 1000000
} snw_finding_options;

/// Looks at all pairs of links of a member that have shapes. "Never" is proven by dividing the
/// space of the joints between the two: a box of it is done when the distance in its middle is more
/// than the links can move within it. The list comes from `setup`. SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_world_find_pairs(const snw_world *world, int member,
                                                        const snw_finding_options *options,
                                                        snw_setup *setup, snw_pair_finding **list,
                                                        int *count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_COLLISION_SWEEP_H
