// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CONTACT_MANIFOLD_H
#define SINEW_CONTACT_MANIFOLD_H

/// @file
/// The contacts of two solids: the corners of the region in which they touch, each with its depth.
/// A side that rests on a side has a whole polygon of them: a single place would jump from corner
/// to corner and shake what rests there.

#include "sinew/base.h"
#include "sinew/contact/memory.h"
#include "sinew/contact/problem.h"
#include "sinew/distance.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Two solids that may touch.
typedef struct snw_contact_solids {
    const snw_solid *a, *b;
    snw_pose T_a, T_b;
    snw_contact_side side_a, side_b; ///< how they move
    snw_contact_pair law;            ///< of the pair; its points share the stiffness
    double margin; ///< contacts are found from this distance on [m]; above 0. What may touch within
                   ///< a step is among them before it does
    uint64_t pair; ///< by which the memory knows these two
} snw_contact_solids;

/// Fills `points` with the contacts of two solids and what they remember; returns how many, 0 for
/// solids farther apart than the margin. `cache` as in snw_distance_cached(), or NULL; `memories`
/// may be NULL.
SNW_RT int snw_contact_touch(const snw_contact_solids *solids, snw_distance_cache *cache,
                             const snw_contact_memories *memories,
                             snw_contact_point points[SNW_PATCH_CORNERS]);

#ifdef __cplusplus
}
#endif

#endif // SINEW_CONTACT_MANIFOLD_H
