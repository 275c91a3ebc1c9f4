// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Two surfaces of triangles, and what follows for solids: first their hulls, whose gap is the
// answer where the nearest points of the hulls lie on the surfaces; then the triangles; then
// whether one is inside of the other.
//
// In penetration the depth is bracketed. To part two bodies every piece of the one must be parted
// from every piece of the other, so the depth of any pair of triangles that meet, and the way out
// of any point inside, bound the depth from below. To part their hulls parts them: that bounds it
// from above.

#include "mesh.h"

typedef struct waiting {
    double square;
    int32_t first, second;
} waiting;

typedef struct walk {
    const snw__mesh *A, *B;
    const snw__pair *pair;
    waiting stack[4 * SNW__STACK];
    int count;
    int bottom;     // pairs from here on are of the boxes that are opened now, nearest last
    double dropped; // the least distance of what found no room
} walk;

// a box of the first mesh, in the frame of the second, as its middle and half its size
typedef struct turned_box {
    double middle[3], half[3];
} turned_box;

static turned_box turn_box(const snw__pair *pair, const snw__node *node, int i) {
    snw_vec3 middle, half;
    double m[3], h[3];
    for (int k = 0; k < 3; k++) {
        m[k] = ((double)node->low[k][i] + (double)node->high[k][i]) / 2;
        h[k] = ((double)node->high[k][i] - (double)node->low[k][i]) / 2;
    }
    const snw_mat3 R = pair->R;
    middle = snw_vec3_add(snw_mat3_apply(R, snw_vec3_of(m[0], m[1], m[2])), pair->p);
    half.x = fabs(R.x.x) * h[0] + fabs(R.y.x) * h[1] + fabs(R.z.x) * h[2];
    half.y = fabs(R.x.y) * h[0] + fabs(R.y.y) * h[1] + fabs(R.z.y) * h[2];
    half.z = fabs(R.x.z) * h[0] + fabs(R.y.z) * h[1] + fabs(R.z.z) * h[2];
    const double more = 4 * DBL_EPSILON * pair->size;
    return (turned_box){{middle.x, middle.y, middle.z},
                        {half.x + more, half.y + more, half.z + more}};
}

static void push_pair(walk *w, waiting next) {
    if (w->count == 4 * SNW__STACK) {
        w->dropped = fmin(w->dropped, sqrt(next.square));
        return;
    }
    int at = w->count++;
    for (; at > w->bottom && w->stack[at - 1].square < next.square; at--) {
        w->stack[at] = w->stack[at - 1];
    }
    w->stack[at] = next;
}

// one box of A against eight of B
static void push_boxes(walk *w, const turned_box *box, int32_t child_A, int node_B, double best) {
    const snw__node *node = &w->B->nodes[node_B];
    double square[8] = {0};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 8; i++) {
            const double above = (double)node->low[k][i] - (box->middle[k] + box->half[k]);
            const double below = (box->middle[k] - box->half[k]) - (double)node->high[k][i];
            const double apart = above > below ? above : below, out = apart > 0 ? apart : 0;
            square[i] += out * out;
        }
    }
    for (int i = 0; i < 8; i++) {
        if (square[i] < best * best) push_pair(w, (waiting){square[i], child_A, node->child[i]});
    }
}

// A leaf of A against the children of a node of B; else the children of a node of A against B.
static void open_pair(walk *w, const waiting *next, double best) {
    if (next->first < 0) {
        snw_bounds box = snw_bounds_empty();
        const int first = snw__leaf_first(next->first);
        for (int i = 3 * first; i < 3 * (first + snw__leaf_count(next->first)); i++) {
            const snw_vec3 at = snw_mat3_apply(w->pair->R, w->A->corners[i]);
            box = snw_bounds_add(box, snw_vec3_add(at, w->pair->p));
        }
        const snw_vec3 m = snw_bounds_center(box), h = snw_vec3_scale(snw_bounds_size(box), 0.5);
        const double more = 4 * DBL_EPSILON * w->pair->size;
        const turned_box turned = {{m.x, m.y, m.z}, {h.x + more, h.y + more, h.z + more}};
        push_boxes(w, &turned, next->first, next->second, best);
        return;
    }
    const snw__node *node = &w->A->nodes[next->first];
    for (int i = 0; i < 8; i++) {
        if (snw__leaf_count(node->child[i]) == 0 && node->child[i] < 0) continue;
        const turned_box turned = turn_box(w->pair, node, i);
        if (next->second >= 0) {
            push_boxes(w, &turned, node->child[i], next->second, best);
        } else {
            push_pair(w, (waiting){next->square, node->child[i], next->second});
        }
    }
}

static void near_leaves(walk *w, const waiting *next, snw__near_surface *near, double *best) {
    snw__core one = {.kind = SNW__CORE_POLYTOPE, .vertex_count = 3}, other = one;
    snw__pair part = *w->pair;
    part.A = &one;
    part.B = &other;
    part.cache = NULL;
    const int first_A = snw__leaf_first(next->first), first_B = snw__leaf_first(next->second);
    for (int i = first_A; i < first_A + snw__leaf_count(next->first); i++) {
        for (int j = first_B; j < first_B + snw__leaf_count(next->second); j++) {
            one.vertices = &w->A->corners[(ptrdiff_t)3 * i];
            other.vertices = &w->B->corners[(ptrdiff_t)3 * j];
            part.beyond = *best;
            snw__simplex simplex;
            snw__gap gap;
            snw__gjk(&part, &simplex, &gap);
            snw__take_gap(&gap, i, j, near);
            const double least = 1e-12 * part.size;
            if (near->gap.distance < *best) *best = fmax(near->gap.distance, least);
        }
    }
}

void snw__surfaces_nearest(snw__pair *pair, const snw__mesh *first, const snw__mesh *second,
                           double within, snw__near_surface *near) {
    walk w;
    w.A = first;
    w.B = second;
    w.pair = pair;
    w.dropped = (double)INFINITY;
    w.stack[0] = (waiting){0, 0, 0};
    w.count = 1;
    snw__begin_surface(within, near);
    double best = within;
    while (w.count > 0 && near->meeting < 8) {
        const waiting next = w.stack[--w.count];
        if (!(next.square < best * best)) continue;
        if (next.first < 0 && next.second < 0) {
            near_leaves(&w, &next, near, &best);
        } else {
            // What waited before is left where it is: so the way goes down to triangles, whose
            // distance cuts the rest off, and at most 64 pairs wait on each level of it.
            w.bottom = w.count;
            open_pair(&w, &next, best);
        }
    }
    near->gap.least = fmin(fmin(near->gap.least, near->gap.distance), w.dropped);
}

// --- solids --------------------------------------------------------------------------------------

// a point of the frame of B against a mesh there
static double distance_of_point(const snw__pair *pair, const snw__mesh *mesh, snw_vec3 p,
                                double within, snw__near_surface *near) {
    const snw__core tip = {.kind = SNW__CORE_POINT};
    snw__pair part = *pair;
    part.A = &tip;
    part.R = snw_mat3_identity();
    part.p = p;
    part.cache = NULL;
    snw__surface_nearest(&part, mesh, within, near);
    return near->gap.distance;
}

static snw_vec3 into_first(const snw__pair *pair, snw_vec3 p) {
    return snw_mat3_apply_t(pair->R, snw_vec3_sub(p, pair->p));
}

// Whether the nearest points of the hulls lie on the surfaces.
static bool is_on_surfaces(const snw__pair *pair, const snw__gap *gap) {
    const double touching = 1e-11 * pair->size;
    snw__near_surface near;
    if (!(distance_of_point(pair, pair->B->mesh, gap->b, touching, &near) < touching)) {
        return false;
    }
    if (pair->A->kind != SNW__CORE_MESH) return true;
    const snw_vec3 a = into_first(pair, gap->a);
    return distance_of_point(pair, pair->A->mesh, a, touching, &near) < touching;
}

// a gap of two bodies that meet, if its depth is larger
static void take_deeper(const snw__gap *found, snw__gap *gap) {
    if (!(found->distance < gap->distance)) return;
    gap->distance = found->distance;
    gap->a = found->a;
    gap->b = found->b;
    gap->normal = found->normal;
}

// The depth of the triangles that meet.
static void deepen_by_triangles(const snw__pair *pair, const snw__near_surface *near,
                                snw__gap *gap) {
    snw__core one = {.kind = SNW__CORE_POLYTOPE, .vertex_count = 3}, other = one;
    for (int i = 0; i < near->meeting && i < 8; i++) {
        snw__pair part = *pair;
        part.B = &other;
        part.cache = NULL;
        part.beyond = (double)INFINITY;
        other.vertices = &pair->B->mesh->corners[(ptrdiff_t)3 * near->meets[i]];
        if (near->meets_A[i] >= 0) {
            part.A = &one;
            one.vertices = &pair->A->mesh->corners[(ptrdiff_t)3 * near->meets_A[i]];
        }
        snw__simplex simplex;
        snw__gap found;
        snw__gjk(&part, &simplex, &found);
        if (!found.meet) continue;
        snw__depth_expand(&part, &simplex, &found);
        gap->iterations += found.iterations;
        take_deeper(&found, gap);
    }
}

// The way out of a point inside of the second mesh, both given in its frame; `turned` when the
// point is of the second body, and the pair is seen from the first.
static bool deepen_by_point(const snw__pair *pair, const snw__mesh *mesh, snw_vec3 p, bool turned,
                            snw__gap *gap) {
    if (!mesh->closed || !snw__surface_contains(mesh, p)) return false;
    snw__near_surface near;
    const double way = distance_of_point(pair, mesh, p, (double)INFINITY, &near);
    snw__gap found = {.distance = -way, .a = p, .b = near.gap.b};
    const snw_vec3 out = snw_vec3_normalize(snw_vec3_sub(near.gap.b, p));
    found.normal = way > 0 ? out : gap->normal;
    if (turned) {
        // from the frame of A: the point is b, and A moves the other way
        found.a = snw_vec3_add(snw_mat3_apply(pair->R, near.gap.b), pair->p);
        found.b = snw_vec3_add(snw_mat3_apply(pair->R, p), pair->p);
        found.normal = way > 0 ? snw_vec3_neg(snw_mat3_apply(pair->R, out)) : gap->normal;
    }
    gap->meet = true;
    take_deeper(&found, gap);
    return true;
}

// any point of a core, in the frame of the pair, far inside where that is easy
static snw_vec3 point_of_core(const snw__pair *pair) {
    const snw__core *A = pair->A;
    snw_vec3 p = snw_vec3_zero();
    if (A->kind == SNW__CORE_MESH) p = A->mesh->corners[0];
    if (A->kind == SNW__CORE_POLYTOPE) {
        for (int i = 0; i < 4; i++) {
            const int at = i * (A->vertex_count - 1) / 3;
            p = snw_vec3_add_scaled(p, A->vertices[at], 0.25);
        }
    }
    if (A->kind == SNW__CORE_SHAPE) {
        int at = -1;
        p = snw__core_support(A, snw_vec3_x(1), &at);
    }
    return snw_vec3_add(snw_mat3_apply(pair->R, p), pair->p);
}

// The points that are asked whether they are inside.
static bool deepen_by_points(const snw__pair *pair, snw__gap *gap) {
    const snw__mesh *B = pair->B->mesh;
    bool inside = deepen_by_point(pair, B, point_of_core(pair), false, gap);
    if (pair->A->kind == SNW__CORE_MESH) {
        const snw_vec3 q = into_first(pair, B->corners[0]);
        inside |= deepen_by_point(pair, pair->A->mesh, q, true, gap);
    }
    return inside;
}

void snw__near_mesh(snw__pair *pair, bool hit_only, snw__gap *gap) {
    const snw__mesh *B = pair->B->mesh;
    const snw__mesh *A = pair->A->kind == SNW__CORE_MESH ? pair->A->mesh : NULL;
    snw__pair hulls = *pair;
    hulls.B = &B->hull;
    if (A != NULL) hulls.A = &A->hull;
    snw__simplex simplex;
    snw__gjk(&hulls, &simplex, gap);
    if (gap->is_beyond || (!gap->meet && is_on_surfaces(pair, gap))) return;

    const snw__gap of_hulls = *gap;
    snw__near_surface near;
    if (A != NULL) {
        snw__surfaces_nearest(pair, A, B, pair->beyond, &near);
    } else {
        snw__surface_nearest(pair, B, pair->beyond, &near);
    }
    near.gap.iterations += of_hulls.iterations;
    if (!of_hulls.meet) {
        // apart, and no part of one is inside of the other
        *gap = near.gap;
        gap->least = fmax(gap->least, of_hulls.least);
        gap->is_beyond = gap->least > pair->beyond;
        return;
    }
    // The hulls meet. Whether the solids do is told by their triangles, or by points inside.
    *gap = near.gap;
    gap->meet = near.meeting > 0;
    if (gap->meet) {
        gap->distance = 0;
    } else {
        snw__gap deep = {.normal = of_hulls.normal};
        if (!deepen_by_points(pair, &deep)) {
            gap->is_beyond = gap->least > pair->beyond;
            return;
        }
        *gap = deep;
        gap->iterations = near.gap.iterations;
    }
    gap->is_beyond = false;
    if (hit_only) {
        gap->least = -(pair->A->size + pair->B->size + snw_vec3_norm(pair->p));
        return;
    }
    snw__gap out = of_hulls;
    snw__depth_expand(&hulls, &simplex, &out);
    if (near.meeting > 0) {
        gap->b = gap->a;
        gap->normal = out.normal;
        deepen_by_triangles(pair, &near, gap);
        (void)deepen_by_points(pair, gap);
    }
    gap->least = fmin(gap->distance, out.least);
    gap->iterations += out.iterations;
}
