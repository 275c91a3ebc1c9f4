// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a segment first meets a surface of triangles.

#include "mesh.h"

typedef struct ray {
    double p[3], d[3], inverse[3];
} ray;

// Six times the volume that an edge spans with the line, by its sign the side on which the line
// passes. Both triangles of an edge compute it from the same end: no line slips between them.
static double side_of_edge(snw_vec3 d, snw_vec3 a, snw_vec3 b) {
    const bool turned = a.x != b.x ? a.x > b.x : (a.y != b.y ? a.y > b.y : a.z > b.z);
    const snw_vec3 first = turned ? b : a, second = turned ? a : b;
    const double side = snw_vec3_dot(d, snw_vec3_cross(first, second));
    return turned ? -side : side;
}

static void enter_triangle(const snw_vec3 at[3], snw_vec3 p, snw_vec3 d, double *t,
                           snw_vec3 *normal) {
    const snw_vec3 a = snw_vec3_sub(at[0], p), b = snw_vec3_sub(at[1], p);
    const snw_vec3 c = snw_vec3_sub(at[2], p);
    const double u = side_of_edge(d, b, c), v = side_of_edge(d, c, a), w = side_of_edge(d, a, b);
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return;
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
    const double closing = snw_vec3_dot(n, d);
    if (closing == 0) return;
    const double at_t = snw_vec3_dot(n, a) / closing;
    if (!(at_t >= 0 && at_t <= 1 && at_t < *t)) return;
    *t = at_t;
    *normal = closing > 0 ? snw_vec3_neg(n) : n;
}

// what is left of the ways from in to out when the segment stays between two planes of each box
static void enter_slabs(const snw__node *node, const ray *r, int k, double in[8], double out[8]) {
    for (int i = 0; i < 8; i++) {
        // a way along the planes: inside or not, for all of it
        const double low = (double)node->low[k][i] - r->p[k];
        const double high = (double)node->high[k][i] - r->p[k];
        const double t0 = r->d[k] != 0 ? low * r->inverse[k] : (low <= 0 ? -1 : 2);
        const double t1 = r->d[k] != 0 ? high * r->inverse[k] : (high >= 0 ? 2 : -1);
        const double first = t0 < t1 ? t0 : t1, last = t0 < t1 ? t1 : t0;
        const double begin = r->d[k] != 0 ? first : t0, end = r->d[k] != 0 ? last : t1;
        in[i] = begin > in[i] ? begin : in[i];
        out[i] = end < out[i] ? end : out[i];
    }
}

// where the segment is in eight boxes: from `in`, or nowhere before t
static void enter_boxes(const snw__node *node, const ray *r, double t, double in[8]) {
    double out[8];
    for (int i = 0; i < 8; i++) {
        in[i] = 0;
        out[i] = t;
    }
    for (int k = 0; k < 3; k++) {
        enter_slabs(node, r, k, in, out);
    }
    for (int i = 0; i < 8; i++) {
        // the ends have roundings
        if (!(in[i] <= out[i] + 1e-12)) in[i] = 2;
    }
}

bool snw__surface_enter(const snw__mesh *mesh, snw_vec3 p, snw_vec3 d, double *t,
                        snw_vec3 *normal) {
    struct {
        double in;
        int32_t child;
    } stack[SNW__STACK];
    const ray r = {{p.x, p.y, p.z},
                   {d.x, d.y, d.z},
                   {d.x != 0 ? 1 / d.x : 0, d.y != 0 ? 1 / d.y : 0, d.z != 0 ? 1 / d.z : 0}};
    const double before = *t;
    int count = 1;
    stack[0].in = 0;
    stack[0].child = 0;
    while (count > 0) {
        count--;
        if (stack[count].in > *t + 1e-12) continue;
        const int32_t child = stack[count].child;
        if (child < 0) {
            const int first = snw__leaf_first(child), last = first + snw__leaf_count(child);
            for (int i = first; i < last; i++) {
                enter_triangle(&mesh->corners[3 * (ptrdiff_t)i], p, d, t, normal);
            }
            continue;
        }
        double in[8];
        const snw__node *node = &mesh->nodes[child];
        enter_boxes(node, &r, *t, in);
        const int bottom = count;
        for (int i = 0; i < 8; i++) {
            if (in[i] > 1 || count == SNW__STACK) continue;
            // the nearest is opened first
            int at = count++;
            for (; at > bottom && stack[at - 1].in < in[i]; at--) {
                stack[at] = stack[at - 1];
            }
            stack[at].in = in[i];
            stack[at].child = node->child[i];
        }
    }
    return *t < before;
}
