// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>

#include "internal.h"

// The tree over the parts of static bodies: eight boxes a node, halved three times at the median of
// the longest side, so that its depth is the logarithm of their number.

typedef struct growing {
    snw__static_part *parts; // in the order of the tree
    snw__tree_node *nodes;
    int node_count;
} growing;

// the box of a part in the world: of its turned box, and of its ball
static snw_bounds box_of(const snw_world_part *part, snw_pose T) {
    const double r = part->solid.bound.radius;
    const snw_vec3 c = snw_pose_apply(T, part->solid.bound.center), extent = {r, r, r};
    const snw_bounds by_ball = {snw_vec3_sub(c, extent), snw_vec3_add(c, extent)};
    if (!snw_bounds_is_finite(part->box)) return by_ball;
    const snw_vec3 h = snw_vec3_scale(snw_bounds_size(part->box), 0.5);
    const snw_vec3 middle = snw_pose_apply(T, snw_bounds_center(part->box));
    const snw_vec3 half = {
        fabs(T.R.x.x) * h.x + fabs(T.R.y.x) * h.y + fabs(T.R.z.x) * h.z,
        fabs(T.R.x.y) * h.x + fabs(T.R.y.y) * h.y + fabs(T.R.z.y) * h.z,
        fabs(T.R.x.z) * h.x + fabs(T.R.y.z) * h.y + fabs(T.R.z.z) * h.z,
    };
    const snw_bounds by_box = {snw_vec3_sub(middle, half), snw_vec3_add(middle, half)};
    return snw_bounds_intersection(by_ball, by_box);
}

static double middle(const snw__static_part *part, int axis) {
    return snw_vec3_get(snw_bounds_center(part->box), axis);
}

// Moves the lower half of [first, end) along an axis to the front: selection by Hoare (1961).
static void halve(snw__static_part *parts, int first, int end, int axis) {
    const int wanted = first + (end - first) / 2;
    int low = first, high = end - 1;
    while (low < high) {
        const double pivot = middle(&parts[wanted], axis);
        int i = low, j = high;
        while (i <= j) {
            while (middle(&parts[i], axis) < pivot)
                i++;
            while (middle(&parts[j], axis) > pivot)
                j--;
            if (i > j) break;
            const snw__static_part other = parts[i];
            parts[i++] = parts[j];
            parts[j--] = other;
        }
        if (j < wanted) low = i;
        if (i > wanted) high = j;
    }
}

static snw_bounds box_around(const snw__static_part *parts, int first, int end) {
    snw_bounds box = snw_bounds_empty();
    for (int i = first; i < end; i++)
        box = snw_bounds_union(box, parts[i].box);
    return box;
}

static int longest_side(snw_bounds box) {
    const snw_vec3 size = snw_bounds_size(box);
    if (size.x >= size.y && size.x >= size.z) return 0;
    return size.y >= size.z ? 1 : 2;
}

// cuts [first, end) into at most eight runs
static int cut(growing *g, int first, int end, int levels, int ends[SNW__TREE_WAYS]) {
    if (levels == 0 || end - first <= 1) {
        ends[0] = end;
        return end > first ? 1 : 0;
    }
    halve(g->parts, first, end, longest_side(box_around(g->parts, first, end)));
    const int mid = first + (end - first) / 2;
    const int lower = cut(g, first, mid, levels - 1, ends);
    return lower + cut(g, mid, end, levels - 1, ends + lower);
}

static int grow(growing *g, int first, int end) {
    const int at = g->node_count++;
    int ends[SNW__TREE_WAYS];
    const int ways = cut(g, first, end, 3, ends);
    snw__tree_node node;
    for (int i = 0; i < SNW__TREE_WAYS; i++) {
        const int from = i == 0 ? first : ends[i < ways ? i - 1 : ways - 1];
        const int to = i < ways ? ends[i] : from;
        const snw_bounds box = box_around(g->parts, from, to);
        for (int axis = 0; axis < 3; axis++) {
            node.low[axis][i] = snw_vec3_get(box.low, axis);
            node.high[axis][i] = snw_vec3_get(box.high, axis);
        }
        node.child[i] = ~from;
        if (to - from > 1) node.child[i] = grow(g, from, to);
    }
    g->nodes[at] = node;
    return at;
}

// the parts of static bodies; those without bounds first
static int list_parts(snw__making *m, snw__static_part *parts, bool endless) {
    const snw_world *world = m->world;
    int count = 0;
    for (int i = world->moving_count; i < world->body_count; i++) {
        const snw_world_body *body = &world->bodies[i];
        for (int k = 0; k < body->part_count; k++) {
            const snw_world_part *part = &body->parts[k];
            if (!isfinite(part->ball.radius) != endless) continue;
            const snw_pose T =
                snw_pose_mul(world->T_static[i - world->moving_count], part->T_link_part);
            const snw_sphere ball = {snw_pose_apply(T, part->solid.bound.center),
                                     part->solid.bound.radius};
            parts[count++] = (snw__static_part){i, k, T, ball, box_of(part, T)};
        }
    }
    return count;
}

void snw__make_tree(snw__making *m) {
    const snw_world *world = m->world;
    int count = 0;
    for (int i = world->moving_count; i < world->body_count; i++)
        count += world->bodies[i].part_count;
    snw__tree *tree = snw__making_take(m, m->setup, 1, sizeof *tree);
    snw__static_part *parts = snw__making_take(m, m->setup, (size_t)count, sizeof *parts);
    snw__tree_node *nodes = snw__making_take(m, m->setup, (size_t)count + 1, sizeof *nodes);
    if (snw_failed(m->status)) return;
    const int unbounded = list_parts(m, parts, true);
    SNW_IGNORE(list_parts(m, parts + unbounded, false));
    growing g = {.parts = parts, .nodes = nodes};
    if (count > unbounded) SNW_IGNORE(grow(&g, unbounded, count));
    *tree = (snw__tree){parts, count, unbounded, nodes, g.node_count};
    m->world->tree = tree;
}
