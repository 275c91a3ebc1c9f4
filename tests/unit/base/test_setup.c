// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <string.h>

#include "check.h"

// a tree as a loader would build it: nodes with names, a growing array of children
typedef struct node {
    char *name;
    struct node **children;
    int count, capacity;
    struct node *parent;
} node;

static node *new_node(snw_setup *setup, node *parent, int number) {
    char name[32];
    const int length = snprintf(name, sizeof name, "node %d", number);
    node *n = snw_setup_take(setup, sizeof *n, _Alignof(node));
    n->name = snw_setup_text(setup, name, (size_t)length);
    n->parent = parent;
    return n;
}

static void add_child(snw_setup *setup, node *parent, node *child) {
    if (parent->count == parent->capacity) {
        parent->capacity = parent->capacity == 0 ? 1 : 2 * parent->capacity;
        parent->children =
            snw_setup_grow(setup, parent->children, (size_t)parent->capacity * sizeof(node *), 8);
    }
    parent->children[parent->count++] = child;
}

// every node is where its parent looks for it, and all are there
static int count_nodes(const node *n, const node *parent) {
    CHECK(n->parent == parent && strncmp(n->name, "node ", 5) == 0);
    int count = 1;
    for (int i = 0; i < n->count; i++)
        count += count_nodes(n->children[i], n);
    return count;
}

static node *random_tree(snw_setup *setup, int size) {
    node **all = calloc((size_t)size, sizeof(node *));
    all[0] = new_node(setup, NULL, 0);
    for (int i = 1; i < size; i++) {
        node *parent = all[check_int(0, i - 1)];
        all[i] = new_node(setup, parent, i);
        add_child(setup, parent, all[i]);
    }
    node *root = all[0];
    free(all);
    return root;
}

static void a_tree_grows_while_others_lie_between(void) {
    CHECK_CASES(check_scaled(400)) {
        snw_setup *setup = snw_setup_create(1 << 24);
        const int size = check_int(1, 300);
        const node *root = random_tree(setup, size);
        CHECK(snw_setup_status(setup) == SNW_OK);
        CHECK(count_nodes(root, NULL) == size);
        CHECK(snw_setup_size(setup) >= (size_t)size * sizeof(node));
        snw_setup_destroy(setup);
    }
}

static void growing_keeps_content_and_zeroes_the_rest(void) {
    snw_setup *setup = snw_setup_create(1 << 24);
    unsigned char *a = snw_setup_grow(setup, NULL, 1, 1);
    for (size_t size = 2; size < 3000; size += 7) {
        a[0] = 17;
        a = snw_setup_grow(setup, a, size, 1);
        CHECK(a[0] == 17 && a[size - 1] == 0);
        a[size - 1] = 0xFF;
        a[size - 1] = 0;
        if (size % 5 == 0) (void)snw_setup_take(setup, 3, 1); // forces the next growth to move
    }
    CHECK(snw_setup_grow(setup, a, 5, 1) == a);           // never smaller
    CHECK(snw_setup_grow(setup, a + 1, 9999, 1) == NULL); // not the start of a block
    snw_setup_destroy(setup);
}

static void shrinking_gives_room_back_and_keeps_the_content(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    unsigned char *old = snw_setup_take(setup, 1000, 8), *newest = snw_setup_take(setup, 1000, 8);
    newest[9] = 9;
    const size_t before = snw_setup_size(setup);
    snw_setup_shrink(setup, old, 100);
    snw_setup_shrink(setup, newest, 10);
    CHECK(snw_setup_size(setup) == before - 900 - 990);
    unsigned char *next = snw_setup_take(setup, 1, 1); // right behind what was kept
    CHECK(next == newest + 10 && newest[9] == 9);
    snw_setup_shrink(setup, newest, 5000); // never larger
    snw_setup_destroy(setup);
}

static void the_limit_holds_and_failure_sticks(void) {
    snw_setup *setup = snw_setup_create(1000);
    CHECK(snw_setup_take(setup, 600, 8) != NULL);
    CHECK(snw_setup_take(setup, 600, 8) == NULL);
    CHECK(snw_setup_take(setup, 1, 1) == NULL);
    CHECK(snw_setup_status(setup) == SNW_ERR_MEMORY);
    snw_setup_destroy(setup);
    snw_setup_destroy(NULL);
}

int main(void) {
    RUN(a_tree_grows_while_others_lie_between);
    RUN(growing_keeps_content_and_zeroes_the_rest);
    RUN(shrinking_gives_room_back_and_keeps_the_content);
    RUN(the_limit_holds_and_failure_sticks);
    return check_report();
}
