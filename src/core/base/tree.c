// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/collections.h"

// children of every node as chains: first child, then siblings, in the order of their numbers
typedef struct chains {
    int *first_child;  // [count] -1 for none
    int *next_sibling; // [count] -1 for none; roots are siblings too
    int first_root;
} chains;

static snw_status chain_children(const int *parent, int count, chains *c) {
    for (int i = 0; i < count; i++) {
        if (parent[i] < -1 || parent[i] >= count) return SNW_ERR_ARGUMENT;
        c->first_child[i] = -1;
    }
    // from the last node to the first, each put in front: the chains come out ascending
    for (int i = count - 1; i >= 0; i--) {
        int *first = parent[i] < 0 ? &c->first_root : &c->first_child[parent[i]];
        c->next_sibling[i] = *first;
        *first = i;
    }
    return SNW_OK;
}

snw_status snw_tree_depth_first(const int *parent, int count, int *scratch, int *order) {
    int *first_child = scratch, *next_sibling = scratch + count;
    chains c = {.first_child = first_child, .next_sibling = next_sibling, .first_root = -1};
    const snw_status status = chain_children(parent, count, &c);
    if (snw_failed(status)) return status;

    int filled = 0, node = c.first_root;
    while (node >= 0) {
        order[filled++] = node;
        // down if possible, else on to the next sibling of the nearest ancestor that has one
        if (c.first_child[node] >= 0) {
            node = c.first_child[node];
            continue;
        }
        while (node >= 0 && c.next_sibling[node] < 0) {
            node = parent[node];
        }
        if (node >= 0) node = c.next_sibling[node];
    }
    // nodes on a cycle are below no root
    return filled == count ? SNW_OK : SNW_ERR_ARGUMENT;
}

snw_status snw_tree_breadth_first(const int *parent, int count, int *scratch, int *order) {
    int *first_child = scratch, *next_sibling = scratch + count;
    chains c = {.first_child = first_child, .next_sibling = next_sibling, .first_root = -1};
    const snw_status status = chain_children(parent, count, &c);
    if (snw_failed(status)) return status;

    // the order itself is the queue
    int filled = 0;
    for (int node = c.first_root; node >= 0; node = c.next_sibling[node]) {
        order[filled++] = node;
    }
    for (int head = 0; head < filled; head++) {
        for (int node = c.first_child[order[head]]; node >= 0; node = c.next_sibling[node]) {
            order[filled++] = node;
        }
    }
    return filled == count ? SNW_OK : SNW_ERR_ARGUMENT;
}
