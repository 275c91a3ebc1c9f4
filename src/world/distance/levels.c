// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// From the coarsest volumes of two solids to finer ones. Each volume holds the finer ones, so its
// distance is a lower bound of theirs.

#include "internal.h"

static int count_levels(const snw_solid *solid) {
    int count = 0;
    for (; solid->coarser != NULL; solid = solid->coarser)
        count++;
    return count;
}

static const snw_solid *solid_at(const snw_solid *solid, int level) {
    for (; level > 0 && solid->coarser != NULL; level--)
        solid = solid->coarser;
    return solid;
}

void snw__near_levels(const snw_distance_query *query, snw_distance_cache *cache,
                      snw_closest *out) {
    const int first = count_levels(query->first), second = count_levels(query->second);
    const int coarsest = first > second ? first : second;
    const int base = query->level < 0 ? 0 : (query->level < coarsest ? query->level : coarsest);
    // where no answer of a volume could be enough, none is asked
    const bool endless = query->below > DBL_MAX && query->refine > DBL_MAX;
    int steps = 0;
    for (int level = endless ? base : coarsest; level >= base; level--) {
        snw_distance_query q = *query;
        q.first = solid_at(query->first, level);
        q.second = solid_at(query->second, level);
        if (level > base) {
            q.below = (double)INFINITY;
            q.hit_only = true;
        }
        snw__near_solids(&q, level > base ? NULL : cache, out);
        steps += out->iterations;
        out->iterations = steps;
        out->least -= q.first->margin + q.second->margin;
        if (out->least > query->below || out->distance > query->refine) return;
    }
}
