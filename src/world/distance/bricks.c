// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Queries of bricks. They are a union of boxes, and answer as one; but a box around several of them
// is never farther away, and never less deep, than any of them. So the tree is walked from the
// nearest box on, and what lies behind is not looked at.

#include "bricks.h"

// --- boxes ---------------------------------------------------------------------------------------

// a node as a box of the frame of the core: middle and half of it
static const snw__brick_node *place_node(const snw__bricks *bricks, int32_t at, snw_vec3 *middle,
                                         snw_vec3 *half) {
    const snw__brick_node *node = &bricks->nodes[at];
    const snw_vec3 s = bricks->size;
    const int32_t *low = node->low, *high = node->high;
    *middle = snw_vec3_of((low[0] + high[0]) * s.x / 2, (low[1] + high[1]) * s.y / 2,
                          (low[2] + high[2]) * s.z / 2);
    *middle = snw_vec3_add(bricks->corner, *middle);
    *half = snw_vec3_of((high[0] - low[0]) * s.x / 2, (high[1] - low[1]) * s.y / 2,
                        (high[2] - low[2]) * s.z / 2);
    return node;
}

void snw__box_of_bricks(const snw__core *core, int at, snw__core *box) {
    snw_vec3 middle, half;
    (void)place_node(core->bricks, at, &middle, &half);
    *box = (snw__core){.kind = SNW__CORE_BOX,
                       .straight = core->straight,
                       .key = core->key + (uint64_t)at,
                       .half = half,
                       .reach = core->reach};
    box->size = box->girth = snw_vec3_norm(half);
    box->T = snw_pose_of(core->T.R, snw_pose_apply(core->T, middle));
    box->start = box->T.p;
}

// --- distances -----------------------------------------------------------------------------------

// two boxes that wait, or a body that is none (-1) and a box
typedef struct waiting {
    int32_t a, b;
    double least;
} waiting;

typedef struct search {
    snw__placed A, B;
    const snw_distance_query *query;
    snw_closest *best;
    waiting stack[SNW__BRICK_STACK];
    int count;
} search;

// The distance of two boxes, as far as it can matter.
static void look_at(const search *s, int32_t a, int32_t b, snw_closest *out) {
    snw__core box_A, box_B;
    snw__placed A = s->A, B = s->B;
    if (a >= 0) {
        snw__box_of_bricks(A.core, a, &box_A);
        A.core = &box_A;
    }
    snw__box_of_bricks(B.core, b, &box_B);
    B.core = &box_B;
    snw_distance_query part = *s->query;
    part.below = fmin(part.below, s->best->distance);
    snw__near_parts(&A, &B, &part, NULL, out);
    s->best->iterations += 1;
}

static const snw__brick_node *node_of(const snw__placed *placed, int32_t at) {
    return at < 0 ? NULL : &placed->core->bricks->nodes[at];
}

static bool is_single(const snw__brick_node *node) {
    return node == NULL || node->second == 0;
}

// all bricks of it are filled: seen from outside it is one body
static bool is_full(const snw__brick_node *node) {
    if (node == NULL) return true;
    const int64_t x = node->high[0] - node->low[0], y = node->high[1] - node->low[1];
    return x * y * (node->high[2] - node->low[2]) == node->count;
}

// Looks at one pair of boxes: it is an answer, or waits, or is too far away.
static void visit_boxes(search *s, int32_t a, int32_t b) {
    const snw__brick_node *in_A = node_of(&s->A, a), *in_B = node_of(&s->B, b);
    snw_closest next;
    look_at(s, a, b, &next);
    const bool apart = next.distance > 0 && is_full(in_A) && is_full(in_B);
    const bool near = next.least <= fmin(s->query->below, s->best->distance);
    if (near && (apart || (is_single(in_A) && is_single(in_B)))) {
        next.iterations -= next.iterations > 0; // looking has been counted
        snw__take_nearer(&next, s->best);
    } else if (near && s->count < SNW__BRICK_STACK) {
        s->stack[s->count++] = (waiting){a, b, next.least};
    } else {
        s->best->least = fmin(s->best->least, next.least);
    }
}

// The larger of two boxes is cut; the nearer half is looked at first.
static void open_boxes(search *s, const waiting *next) {
    const snw__brick_node *in_A = node_of(&s->A, next->a), *in_B = node_of(&s->B, next->b);
    const bool cut_A = !is_single(in_A) && (is_single(in_B) || in_A->count > in_B->count);
    const int before = s->count;
    if (cut_A) {
        visit_boxes(s, next->a + 1, next->b);
        visit_boxes(s, in_A->second, next->b);
    } else {
        visit_boxes(s, next->a, next->b + 1);
        visit_boxes(s, next->a, in_B->second);
    }
    if (s->count - before < 2) return;
    waiting *top = &s->stack[s->count - 1], *under = top - 1;
    if (under->least < top->least) {
        const waiting swapped = *top;
        *top = *under;
        *under = swapped;
    }
}

void snw__near_bricks(const snw__placed *A, const snw__placed *B, const snw_distance_query *query,
                      snw_closest *best) {
    const double far = (double)INFINITY;
    *best = (snw_closest){.distance = far, .least = far};
    search s;
    s.A = *A;
    s.B = *B;
    s.query = query;
    s.best = best;
    s.count = 0;
    visit_boxes(&s, A->core->kind == SNW__CORE_BRICKS ? 0 : -1, 0);
    while (s.count > 0) {
        const waiting next = s.stack[--s.count];
        if (next.least > fmin(query->below, best->distance)) {
            best->least = fmin(best->least, next.least);
        } else {
            open_boxes(&s, &next);
        }
    }
    if (best->state == SNW_SEPARATE && !(best->least > 0)) best->state = SNW_TOUCHING;
}

// --- points and rays -----------------------------------------------------------------------------

bool snw__bricks_contain(const snw__bricks *bricks, snw_vec3 p) {
    int32_t stack[SNW__BRICK_STACK], count = 0;
    stack[count++] = 0;
    while (count > 0) {
        snw_vec3 middle, half;
        const int32_t at = stack[--count];
        const snw__brick_node *node = place_node(bricks, at, &middle, &half);
        const snw_vec3 way = snw_vec3_sub(p, middle);
        const bool within = fabs(way.x) <= half.x && fabs(way.y) <= half.y && fabs(way.z) <= half.z;
        if (!within) continue;
        if (is_full(node)) return true;
        if (count + 2 > SNW__BRICK_STACK) continue;
        stack[count++] = at + 1;
        stack[count++] = node->second;
    }
    return false;
}

// Where a segment enters a box from outside: its part, and the axis; false if not before `t`.
static bool enter_box(snw_vec3 p, snw_vec3 d, snw_vec3 half, double t, double *in, int *axis) {
    double first = 0, last = t;
    *axis = 0;
    for (int i = 0; i < 3; i++) {
        const double start = snw_vec3_get(p, i), way = snw_vec3_get(d, i);
        const double h = snw_vec3_get(half, i);
        if (way == 0) {
            if (fabs(start) > h) return false;
            continue;
        }
        const double near = (-copysign(h, way) - start) / way;
        const double out = (copysign(h, way) - start) / way;
        if (near > first) {
            first = near;
            *axis = i;
        }
        last = fmin(last, out);
    }
    *in = first;
    return first <= last && first < t;
}

bool snw__bricks_enter(const snw__bricks *bricks, snw_vec3 p, snw_vec3 d, double *t,
                       snw_vec3 *normal) {
    int32_t stack[SNW__BRICK_STACK], count = 0;
    bool found = false;
    stack[count++] = 0;
    while (count > 0) {
        snw_vec3 middle, half;
        const int32_t at = stack[--count];
        const snw__brick_node *node = place_node(bricks, at, &middle, &half);
        double in;
        int axis;
        if (!enter_box(snw_vec3_sub(p, middle), d, half, *t, &in, &axis)) continue;
        if (is_full(node)) {
            *t = in;
            *normal = snw_vec3_zero();
            snw_vec3_set(normal, axis, snw_vec3_get(d, axis) > 0 ? -1 : 1);
            found = true;
            continue;
        }
        if (count + 2 > SNW__BRICK_STACK) continue;
        // the half that the segment comes to first is looked at first
        const snw__brick_node *other = &bricks->nodes[node->second];
        double along = 0;
        for (int i = 0; i < 3; i++) {
            const int64_t way =
                (int64_t)other->low[i] + other->high[i] - node[1].low[i] - node[1].high[i];
            along += (double)way * snw_vec3_get(bricks->size, i) * snw_vec3_get(d, i);
        }
        stack[count++] = along > 0 ? node->second : at + 1;
        stack[count++] = along > 0 ? at + 1 : node->second;
    }
    return found;
}
