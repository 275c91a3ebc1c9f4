// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// How the containers of base grow: the time of one operation at a thousand, ten thousand and a
/// hundred thousand items. A look-up must stay flat, an insertion at the front grows with the
/// number of items, a tree order costs the same per node at any size.

#include "sinew/base.h"
#include "sinew/base/collections.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum { SIZES = 3, LARGEST = 100000 };
static const int sizes[SIZES] = {1000, 10000, LARGEST};

typedef struct world {
    int n;
    char (*texts)[20];
    snw_names names;
    int *parent, *scratch, *order;
    int *items;
    snw_list head, *nodes;
} world;

static double find_names(void *context, long calls) {
    const world *w = context;
    unsigned next = 1;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        next = next * 1664525u + 1013904223u;
        sum += snw_names_find(&w->names, w->texts[(next >> 8) % (unsigned)w->n], NULL);
    }
    return sum;
}

static double read_array(void *context, long calls) {
    const world *w = context;
    unsigned next = 1;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        next = next * 1664525u + 1013904223u;
        const int index[] = {(int)((next >> 8) % (unsigned)w->n / 10), (int)(next % 10)};
        const int extent[] = {w->n / 10, 10};
        sum += w->items[snw_tensor_index(2, extent, index)];
    }
    return sum;
}

static double insert_front(void *context, long calls) {
    world *w = context;
    int count = w->n - 1;
    const int item = 7;
    for (long i = 0; i < calls; i++) {
        if (snw_array_insert(w->items, sizeof item, &count, w->n, 0, &item) < 0) return 0;
        if (snw_array_erase(w->items, sizeof item, &count, 0) < 0) return 0;
    }
    return count;
}

static double list_middle(void *context, long calls) {
    world *w = context;
    snw_list *middle = &w->nodes[w->n / 2], *moved = &w->nodes[w->n / 3];
    for (long i = 0; i < calls; i++) {
        snw_list_erase(moved);
        snw_list_insert(middle, moved);
    }
    return middle->previous == moved;
}

static double tree_order(void *context, long calls) {
    const world *w = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        if (snw_tree_depth_first(w->parent, w->n, w->scratch, w->order) < 0) return 0;
        sum += w->order[w->n - 1];
    }
    return sum;
}

static void build(world *w, int n) {
    const size_t count = (size_t)n;
    *w = (world){.n = n};
    w->texts = malloc(count * sizeof *w->texts);
    w->parent = malloc(count * sizeof(int));
    w->scratch = malloc(2 * count * sizeof(int));
    w->order = malloc(count * sizeof(int));
    w->items = calloc(count, sizeof(int));
    w->nodes = malloc(count * sizeof *w->nodes);
    snw_arena arena = {0};
    SNW_IGNORE(snw_names_init(&w->names, n, &arena));
    arena = snw_arena_over(aligned_alloc(64, (arena.needed + 63) / 64 * 64), arena.needed);
    if (snw_names_init(&w->names, n, &arena) < 0) exit(70);
    snw_list_init(&w->head);
    for (int i = 0; i < n; i++) {
        (void)snprintf(w->texts[i], sizeof w->texts[i], "link_%d", i);
        if (snw_names_add(&w->names, w->texts[i], i) < 0) exit(70);
        w->parent[i] = i == 0 ? -1 : (i - 1) / 2;
        snw_list_init(&w->nodes[i]);
        snw_list_insert(&w->head, &w->nodes[i]);
    }
}

static void run(const char *what, bench_fn *ours, world *w, long calls, int values) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s/%d", what, w->n);
    bench_pair(&(bench_case){
        .name = name, .ours = ours, .context = w, .calls = calls, .values_per_call = values});
}

// spec: actin-model:A1-FN-01
int main(int argc, char **argv) {
    static world worlds[SIZES];
    bench_open("base", argc, argv);
    for (int i = 0; i < SIZES; i++) {
        build(&worlds[i], sizes[i]);
        run("names-find", find_names, &worlds[i], 10000, 1);
        run("array-read", read_array, &worlds[i], 10000, 1);
        run("array-insert-front", insert_front, &worlds[i], 50, 1);
        run("list-move", list_middle, &worlds[i], 10000, 1);
        run("tree-order-per-node", tree_order, &worlds[i], 1, sizes[i]);
    }
    return bench_close();
}
