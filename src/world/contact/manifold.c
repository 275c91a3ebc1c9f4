// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact/manifold.h"

// points carry their share; what is rigid stays so
static snw_contact_pair share_law(snw_contact_pair law, int count) {
    law.stiffness /= count;
    law.damping /= count;
    law.tangent_stiffness /= count;
    law.tangent_damping /= count;
    return law;
}

int snw_contact_touch(const snw_contact_solids *solids, snw_distance_cache *cache,
                      const snw_contact_memories *memories,
                      snw_contact_point points[SNW_PATCH_CORNERS]) {
    snw_distance_query query = snw_distance_defaults(solids->a, solids->b);
    query.T_first = solids->T_a;
    query.T_second = solids->T_b;
    query.below = solids->margin;
    snw_closest corners[SNW_PATCH_CORNERS];
    const int count = snw_patch_polygon(&query, solids->margin, cache, corners);
    for (int i = 0; i < count; i++) {
        const snw_vec3 at = snw_vec3_scale(snw_vec3_add(corners[i].a, corners[i].b), 0.5);
        points[i] = (snw_contact_point){.a = solids->side_a,
                                        .b = solids->side_b,
                                        .normal = corners[i].normal,
                                        .depth = -corners[i].distance,
                                        .at = at,
                                        .rub = at,
                                        .law = share_law(solids->law, count)};
    }
    if (memories != NULL) snw_contact_recall(memories, solids->pair, solids->T_b, points, count);
    return count;
}
