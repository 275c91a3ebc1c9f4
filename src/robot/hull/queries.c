// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stddef.h>

#include "internal.h"

snw_status snw__hull_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_hull *h = shape;
    const int count = h->vertex_count > 0 ? h->vertex_count : h->point_count;
    if (count == 0) return SNW_ERR_STATE;
    int best = 0;
    double most = -(double)INFINITY;
    for (int i = 0; i < count; i++) {
        const int at = h->vertex_count > 0 ? h->vertices[i] : i;
        const double reach = snw_vec3_dot(d, h->points[at]);
        if (reach > most) {
            most = reach;
            best = at;
        }
    }
    *point = h->points[best];
    return SNW_OK;
}

snw_status snw__hull_contains(const void *shape, snw_vec3 p, bool *inside) {
    const snw_hull *h = shape;
    if (h->normal_count == 0 || h->index_count != 3 * h->normal_count) return SNW_ERR_STATE;
    bool below = true;
    for (int i = 0; i < h->normal_count && below; i++) {
        const snw_vec3 offset = snw_vec3_sub(p, h->points[h->triangles[(ptrdiff_t)3 * i]]);
        below = snw_vec3_dot(h->normals[i], offset) <= h->slack;
    }
    *inside = below;
    return SNW_OK;
}
