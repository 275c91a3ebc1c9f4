// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"
#include "sinew/base/collections.h"

#include <string.h>

#include "check.h"

static void inserting_and_erasing_keep_the_order(void) {
    int items[6] = {10, 20, 30}, count = 3;
    const int five = 5, forty = 40, mid = 25;
    CHECK(snw_array_insert(items, sizeof *items, &count, 6, 0, &five) == SNW_OK);
    CHECK(snw_array_insert(items, sizeof *items, &count, 6, 4, &forty) == SNW_OK);
    CHECK(snw_array_insert(items, sizeof *items, &count, 6, 3, &mid) == SNW_OK);
    const int expected[] = {5, 10, 20, 25, 30, 40};
    CHECK(count == 6 && memcmp(items, expected, sizeof expected) == 0);
    CHECK(snw_array_insert(items, sizeof *items, &count, 6, 0, &five) == SNW_ERR_FULL);
    CHECK(snw_array_insert(items, sizeof *items, &count, 9, 7, &five) == SNW_ERR_ARGUMENT);
    CHECK(snw_array_erase(items, sizeof *items, &count, 5) == SNW_OK);
    CHECK(snw_array_erase(items, sizeof *items, &count, 0) == SNW_OK);
    CHECK(count == 4 && memcmp(items, expected + 1, 4 * sizeof *items) == 0);
    CHECK(snw_array_erase(items, sizeof *items, &count, 4) == SNW_ERR_ARGUMENT);
}

static void tensor_index_is_a_bijection_with_the_first_index_fastest(void) {
    const int extent[] = {3, 4, 5};
    bool seen[60] = {false};
    for (int k = 0; k < 5; k++) {
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < 3; i++) {
                const int index[] = {i, j, k};
                CHECK(snw_tensor_index(3, extent, index) == i + 3 * j + 12 * k);
                seen[i + 3 * j + 12 * k] = true;
            }
        }
    }
    for (int i = 0; i < 60; i++) {
        CHECK(seen[i]);
    }
    const int outside[] = {0, 4, 0}, negative[] = {0, -1, 0};
    CHECK(snw_tensor_index(3, extent, outside) == -1);
    CHECK(snw_tensor_index(3, extent, negative) == -1);
}

static void a_list_is_changed_anywhere_without_moving_others(void) {
    snw_list head, nodes[4];
    snw_list_init(&head);
    for (int i = 0; i < 4; i++) {
        snw_list_init(&nodes[i]);
    }
    snw_list_insert(&head, &nodes[0]);
    snw_list_insert(&head, &nodes[1]);
    snw_list_insert(&nodes[1], &nodes[2]);
    CHECK(head.next == &nodes[0] && nodes[0].next == &nodes[2] && nodes[2].next == &nodes[1]);
    snw_list_erase(&nodes[0]);
    snw_list_erase(&nodes[0]); // in no list: nothing happens
    CHECK(head.next == &nodes[2] && head.previous == &nodes[1] && nodes[2].previous == &head);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void names_agree_with_a_sorted_table(void) {
    enum { COUNT = 3000 };
    static char texts[COUNT][20];
    static const char *sorted[COUNT];
    snw_arena arena = {0};
    snw_names names;
    CHECK(snw_names_init(&names, COUNT, &arena) == SNW_ERR_MEMORY);
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_names_init(&names, COUNT, &arena) == SNW_OK);

    int unique = 0;
    for (int i = 0; i < COUNT; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "joint%d", check_int(0, COUNT));
        const bool known = snw_names_find(&names, texts[i], NULL) >= 0;
        const snw_status status = snw_names_add(&names, texts[i], unique);
        CHECK(status == (known ? SNW_ERR_DUPLICATE : SNW_OK));
        if (!known) sorted[unique++] = texts[i];
    }
    CHECK(names.count == unique);
    const char *by_id[COUNT];
    memcpy(by_id, sorted, sizeof sorted);
    qsort(sorted, (size_t)unique, sizeof *sorted, compare_names);
    for (int i = 0; i <= COUNT; i++) {
        char name[20];
        (void)snprintf(name, sizeof name, "joint%d", i);
        const char *key = name;
        const bool there =
            bsearch(&key, sorted, (size_t)unique, sizeof *sorted, compare_names) != NULL;
        const int id = snw_names_find(&names, name, NULL);
        CHECK((id >= 0) == there);
        if (id >= 0) CHECK_TEXT(by_id[id], name);
    }
    free(block);
}

static void names_refuse_more_than_they_hold(void) {
    _Alignas(SNW_ARENA_ALIGN) unsigned char block[512];
    snw_arena arena = snw_arena_over(block, sizeof block);
    snw_names names;
    CHECK(snw_names_init(&names, 2, &arena) == SNW_OK);
    CHECK(snw_names_add(&names, "a", 0) == SNW_OK && snw_names_add(&names, "b", 1) == SNW_OK);
    CHECK(snw_names_add(&names, "c", 2) == SNW_ERR_FULL);
    CHECK(snw_names_add(&names, "a", 9) == SNW_ERR_DUPLICATE);
    CHECK(snw_names_find(&names, "a", NULL) == 0 && snw_names_find(&names, "c", NULL) == -1);
}

// mean slots looked at for a hit in a table of n names
static double mean_probes(int n) {
    char(*texts)[20] = malloc((size_t)n * sizeof *texts);
    snw_arena arena = {0};
    snw_names names;
    SNW_IGNORE(snw_names_init(&names, n, &arena));
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_names_init(&names, n, &arena) == SNW_OK);
    for (int i = 0; i < n; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "link_%d", i);
        CHECK(snw_names_add(&names, texts[i], i) == SNW_OK);
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        int probes = 0;
        CHECK(snw_names_find(&names, texts[i], &probes) == i);
        sum += probes;
    }
    free(block);
    free(texts);
    return sum / n;
}

// a random forest, numbered in any order
static void random_parents(int *parent, int count) {
    int *label = malloc((size_t)count * sizeof *label);
    for (int i = 0; i < count; i++) {
        const int j = check_int(0, i);
        label[i] = label[j];
        label[j] = i;
    }
    for (int i = 0; i < count; i++) {
        parent[label[i]] = i == 0 || check_int(0, 20) == 0 ? -1 : label[check_int(0, i - 1)];
    }
    free(label);
}

static int depth_of(const int *parent, int node) {
    int depth = 0;
    for (; parent[node] >= 0; node = parent[node]) {
        depth++;
    }
    return depth;
}

static bool is_below(const int *parent, int node, int ancestor) {
    for (; node >= 0; node = parent[node]) {
        if (node == ancestor) return true;
    }
    return false;
}

static void tree_orders_have_their_defining_properties(void) {
    CHECK_CASES(check_scaled(300)) {
        enum { MOST = 40 };
        int parent[MOST], scratch[2 * MOST], order[MOST], place[MOST];
        const int count = check_int(1, MOST);
        random_parents(parent, count);

        // breadth first: depths never fall, every node once
        CHECK(snw_tree_breadth_first(parent, count, scratch, order) == SNW_OK);
        for (int i = 0; i < count; i++) {
            place[i] = -1;
        }
        for (int i = 0; i < count; i++) {
            CHECK(place[order[i]] == -1);
            place[order[i]] = i;
            if (i > 0) CHECK(depth_of(parent, order[i - 1]) <= depth_of(parent, order[i]));
        }
        // depth first: parents first, and a subtree is one contiguous run
        CHECK(snw_tree_depth_first(parent, count, scratch, order) == SNW_OK);
        for (int i = 0; i < count; i++) {
            place[order[i]] = i;
        }
        for (int a = 0; a < count; a++) {
            int below = 0, last = 0;
            for (int b = 0; b < count; b++) {
                if (!is_below(parent, b, a)) continue;
                below++;
                if (place[b] > last) last = place[b];
                CHECK(place[b] >= place[a]);
            }
            CHECK(last - place[a] == below - 1);
        }
    }
}

static void a_cycle_or_a_wrong_parent_is_refused(void) {
    int scratch[8], order[4];
    const int cycle[] = {-1, 2, 1}, self[] = {0}, outside[] = {-1, 7};
    CHECK(snw_tree_depth_first(cycle, 3, scratch, order) == SNW_ERR_ARGUMENT);
    CHECK(snw_tree_breadth_first(cycle, 3, scratch, order) == SNW_ERR_ARGUMENT);
    CHECK(snw_tree_depth_first(self, 1, scratch, order) == SNW_ERR_ARGUMENT);
    CHECK(snw_tree_breadth_first(outside, 2, scratch, order) == SNW_ERR_ARGUMENT);
}

// The growth of each container, in steps counted by the container or implied by what it moves, not
// in seconds: a look-up stays constant over four decades of size.
// spec: actin-model:A1-FN-01
static void look_up_cost_does_not_grow_with_the_number_of_names(void) {
    const int sizes[] = {100, 1000, 10000, 100000};
    for (int i = 0; i < 4; i++) {
        CHECK(mean_probes(sizes[i]) < 2.0); // linear probing at half load: 1.5 expected
    }
}

int main(void) {
    RUN(inserting_and_erasing_keep_the_order);
    RUN(tensor_index_is_a_bijection_with_the_first_index_fastest);
    RUN(a_list_is_changed_anywhere_without_moving_others);
    RUN(names_agree_with_a_sorted_table);
    RUN(names_refuse_more_than_they_hold);
    RUN(tree_orders_have_their_defining_properties);
    RUN(a_cycle_or_a_wrong_parent_is_refused);
    RUN(look_up_cost_does_not_grow_with_the_number_of_names);
    return check_report();
}
