// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The tree over bricks, made at set-up.

#include <stdlib.h>

#include "bricks.h"
#include "compile.h"

typedef struct place {
    int32_t at[3];
} place;

typedef struct building {
    place *places;
    snw__brick_node *nodes;
    int count;
    snw_vec3 size;
} building;

static void bound_places(const building *b, int first, int count, snw__brick_node *node) {
    for (int k = 0; k < 3; k++) {
        node->low[k] = node->high[k] = b->places[first].at[k];
        for (int i = first; i < first + count; i++) {
            const int32_t at = b->places[i].at[k];
            node->low[k] = at < node->low[k] ? at : node->low[k];
            node->high[k] = at > node->high[k] ? at : node->high[k];
        }
        node->high[k]++;
    }
}

static int longest_side(const building *b, const snw__brick_node *node) {
    int longest = 0;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        // one brick cannot be cut
        const double length = (node->high[k] - node->low[k]) * snw_vec3_get(b->size, k);
        if (node->high[k] - node->low[k] < 2 || length <= most) continue;
        most = length;
        longest = k;
    }
    return longest;
}

// Places are put into two halves of the box in place; each half of a tight box has some.
static void build_node(building *b, int first, int count) {
    snw__brick_node *node = &b->nodes[b->count++];
    node->count = count;
    node->second = 0;
    bound_places(b, first, count, node);
    if (count == 1) return;
    const int side = longest_side(b, node);
    const int32_t middle = node->low[side] + (node->high[side] - node->low[side]) / 2;
    int split = first;
    for (int i = first; i < first + count; i++) {
        if (b->places[i].at[side] >= middle) continue;
        const place moved = b->places[i];
        b->places[i] = b->places[split];
        b->places[split++] = moved;
    }
    build_node(b, first, split - first);
    node->second = b->count;
    build_node(b, split, first + count - split);
}

static snw_status build_tree(snw__compiling *c, const snw_voxels *v, building *b) {
    b->places = calloc((size_t)v->brick_count, sizeof *b->places);
    if (b->places == NULL) return snw_refuse(c->why, SNW_ERR_MEMORY, "", "no memory", NULL);
    for (int i = 0; i < v->brick_count; i++) {
        const int n = v->bricks[i];
        b->places[i] =
            (place){{n % v->columns, n / v->columns % v->rows, n / v->columns / v->rows}};
    }
    build_node(b, 0, v->brick_count);
    free(b->places);
    return SNW_OK;
}

snw_status snw__core_of_bricks(snw__compiling *c, const snw_child *shape, snw__core *core) {
    const snw_voxels *v = shape->block;
    const int count = v->brick_count;
    if (count == 0) return snw__refuse_empty(c, shape);
    if (count > SNW_SOLID_BRICKS) {
        const snw_status status =
            snw_refuse_rule(c->why, SNW_ERR_TOO_LARGE, "solid-size", shape->type->token,
                            "the lattice has more filled bricks than a solid takes",
                            "use larger bricks, or divide it");
        snw_why_add(c->why, "bricks", count, "");
        snw_why_add(c->why, "limit", SNW_SOLID_BRICKS, "");
        return status;
    }
    snw__bricks *bricks = SNW_ARENA_ARRAY(c->arena, snw__bricks, 1);
    snw__brick_node *nodes = SNW_ARENA_ARRAY(c->arena, snw__brick_node, 2 * count - 1);
    core->kind = SNW__CORE_BRICKS;
    core->T = v->pose;
    if (snw_failed(snw_arena_status(c->arena))) return SNW_OK; // it measures
    building b = {.nodes = nodes, .size = v->size};
    const snw_status status = build_tree(c, v, &b);
    if (snw_failed(status)) return status;
    // the frame of the core stands in the middle, so that coordinates are small
    const snw__brick_node *all = &nodes[0];
    const snw_vec3 middle = {(all->low[0] + all->high[0]) * v->size.x / 2,
                             (all->low[1] + all->high[1]) * v->size.y / 2,
                             (all->low[2] + all->high[2]) * v->size.z / 2};
    const snw_vec3 half = {(all->high[0] - all->low[0]) * v->size.x / 2,
                           (all->high[1] - all->low[1]) * v->size.y / 2,
                           (all->high[2] - all->low[2]) * v->size.z / 2};
    *bricks = (snw__bricks){v->size, snw_vec3_neg(middle), b.count, nodes};
    core->bricks = bricks;
    core->T.p = snw_pose_apply(v->pose, middle);
    core->size = snw_vec3_norm(half);
    return SNW_OK;
}
