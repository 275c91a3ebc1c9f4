// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "random_zoo.h"
#include "sinew/describe/block.h"
#include "zoo_content.h"

static zoo_bytes first, second;
static const snw_type *const types[] = {&zoo_type,      &zoo_band_type, &zoo_mark_type,
                                        &zoo_node_type, &zoo_pid_type,  &zoo_relay_type};

// what was told, one line for each difference
static char told[1 << 16];

static void tell(const char *path, const char *a, const char *b, void *context) {
    const size_t used = strlen(told);
    (void)snprintf(told + used, sizeof told - used, "%s: %s | %s\n", path, a, b);
    if (context != NULL) ++*(int *)context;
}

static int differences(const snw_type *type, const void *a, const void *b) {
    int count = 0;
    told[0] = '\0';
    CHECK(snw_block_difference(type, a, b, tell, &count) == count);
    return count;
}

static bool leaf_is_signal(const zoo_leaf *leaf) {
    return leaf->field->role == SNW_SIGNAL;
}

// Content as bytes decides: equal objects have the same content without signals, the same hash and
// no differences; others have another content, another hash (in all of these cases) and some.
static void equality_hash_and_differences_agree_with_the_content(void) {
    long equal = 0, unequal = 0;
    CHECK_CASES(check_scaled(24000)) {
        const snw_type *type = types[check_case % 6];
        snw_setup *setup = snw_setup_create(1 << 22);
        void *a = snw_block_new(type, setup), *b = snw_block_new(type, setup);
        zoo_fill(type, a, setup, 3);
        if (check_int(0, 4) == 0) {
            zoo_fill(type, b, setup, 3);
        } else {
            CHECK(snw_block_copy(type, b, a, setup) == SNW_OK);
            const zoo_leaves *leaves = zoo_leaves_of(type, b, "");
            for (int i = check_int(0, 2); i > 0; i--) {
                zoo_mutate(&leaves->items[check_int(0, leaves->count - 1)]);
            }
        }
        zoo_content(&first, type, a, false);
        zoo_content(&second, type, b, false);
        const bool same = zoo_same(&first, &second);
        CHECK(snw_block_equal(type, a, b) == same && snw_block_equal(type, b, a) == same);
        CHECK((snw_block_hash(type, a) == snw_block_hash(type, b)) == same);
        CHECK((differences(type, a, b) == 0) == same);
        CHECK(snw_block_equal(type, a, a) && differences(type, b, b) == 0);
        equal += same;
        unequal += !same;
        snw_setup_destroy(setup);
    }
    CHECK(equal > 20 && unequal > 20);
}

// each leaf alone, for every kind, form of array and depth
static void a_change_of_any_single_value_is_seen(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        zoo *a = zoo_random(setup, 3), *b = snw_block_new(&zoo_type, setup);
        CHECK(snw_block_copy(&zoo_type, b, a, setup) == SNW_OK);
        const uint64_t hash = snw_block_hash(&zoo_type, a);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, b, "");
        for (int i = 0; i < leaves->count; i++) {
            const zoo_leaf *leaf = &leaves->items[i];
            unsigned char kept[128];
            memcpy(kept, leaf->place, leaf->field->size);
            zoo_mutate(leaf);
            CHECK(memcmp(kept, leaf->place, leaf->field->size) != 0);
            const bool signal = leaf_is_signal(leaf);
            CHECK(snw_block_equal(&zoo_type, a, b) == signal);
            CHECK((snw_block_hash(&zoo_type, b) == hash) == signal);
            CHECK(differences(&zoo_type, a, b) == (signal ? 0 : 1));
            memcpy(leaf->place, kept, leaf->field->size);
            CHECK(snw_block_equal(&zoo_type, a, b));
        }
        snw_setup_destroy(setup);
    }
}

// The told lines against lines made from the leaves: every changed path, no other, both values.
static void differences_are_exactly_the_changed_paths_with_both_values(void) {
    CHECK_CASES(check_scaled(2000)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        zoo *a = zoo_random(setup, 3), *b = snw_block_new(&zoo_type, setup);
        CHECK(snw_block_copy(&zoo_type, b, a, setup) == SNW_OK);
        const zoo_leaves *mine = zoo_leaves_of(&zoo_type, a, "");
        const zoo_leaves *its = zoo_leaves_of(&zoo_type, b, "");
        CHECK(mine->count == its->count);
        for (int i = check_int(1, 5); i > 0; i--) {
            zoo_mutate(&its->items[check_int(0, its->count - 1)]);
        }
        char line[16384] = "";
        snw_text expected = snw_text_over(line, sizeof line);
        for (int i = 0; i < mine->count; i++) {
            const zoo_leaf *left = &mine->items[i], *right = &its->items[i];
            const bool same = memcmp(left->place, right->place, left->field->size) == 0;
            if (same || leaf_is_signal(left)) continue;
            snw_text_format(&expected, "%s: ", left->path);
            snw_value_print(left->field, left->place, &expected);
            snw_text_format(&expected, " | ");
            snw_value_print(right->field, right->place, &expected);
            snw_text_format(&expected, "\n");
        }
        (void)differences(&zoo_type, a, b);
        CHECK_TEXT(told, line);
        snw_setup_destroy(setup);
    }
}

static void what_one_side_lacks_is_told_as_a_whole(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *a = snw_block_new(&zoo_type, setup), *b = snw_block_new(&zoo_type, setup);
    a->spare = snw_block_new(&zoo_mark_type, setup);
    b->law = (snw_child){&zoo_pid_type, snw_block_new(&zoo_pid_type, setup)};
    a->pair[0] = (snw_child){&zoo_pid_type, snw_block_new(&zoo_pid_type, setup)};
    b->pair[0] = (snw_child){&zoo_relay_type, snw_block_new(&zoo_relay_type, setup)};
    CHECK(snw_block_resize(zoo_field("samples"), b, 2, setup) == SNW_OK);
    CHECK(snw_block_resize(zoo_field("trees"), a, 1, setup) == SNW_OK);
    CHECK(snw_block_resize(zoo_field("laws"), b, 2, setup) == SNW_OK);
    b->laws[1] = (snw_child){&zoo_relay_type, snw_block_new(&zoo_relay_type, setup)};
    CHECK(snw_block_resize(zoo_field("names"), a, 1, setup) == SNW_OK);
    (void)strcpy(a->trees[0].name, "oak");
    CHECK(snw_block_resize(zoo_field("roots"), b, 1, setup) == SNW_OK);
    (void)strcpy(b->roots[0].name, "fir");
    b->samples[1] = 0.5;
    CHECK(differences(&zoo_type, a, b) == 10);
    CHECK_TEXT(told, "spare: zoo_mark | \n"
                     "law:  | zoo_pid\n"
                     "pair[0]: zoo_pid | zoo_relay\n"
                     "roots[fir]:  | zoo_node\n"
                     "samples[0]:  | 0\n"
                     "samples[1]:  | 0.5\n"
                     "trees[oak]: zoo_node | \n"
                     "laws[0]:  | \n"
                     "laws[1]:  | zoo_relay\n"
                     "names[0]:  | \n");
    snw_setup_destroy(setup);
}

static void long_values_are_told_whole(void) {
    static double a[36], b[36];
    static const snw_field row = {.name = "M",
                                  .size = sizeof a,
                                  .kind = SNW_KIND_MATRIX,
                                  .rows = 6,
                                  .columns = 6,
                                  .help = "A matrix."};
    static const snw_type type = {.token = "box",
                                  .size = sizeof a,
                                  .align = 8,
                                  .fields = &row,
                                  .field_count = 1,
                                  .help = "A box."};
    for (int i = 0; i < 36; i++) {
        a[i] = check_real(-1, 1);
        b[i] = -a[i];
    }
    char expected[4096];
    snw_text text = snw_text_over(expected, sizeof expected);
    snw_text_format(&text, "M: ");
    snw_value_print(&row, a, &text);
    snw_text_format(&text, " | ");
    snw_value_print(&row, b, &text);
    snw_text_format(&text, "\n");
    CHECK(text.length > 1000);
    CHECK(differences(&type, a, b) == 1);
    CHECK_TEXT(told, expected);
}

static void reals_are_compared_by_their_bits(void) {
    zoo_pid a = {0.0, 1}, b = {-0.0, 1};
    CHECK(!snw_block_equal(&zoo_pid_type, &a, &b));
    CHECK(snw_block_hash(&zoo_pid_type, &a) != snw_block_hash(&zoo_pid_type, &b));
    CHECK(differences(&zoo_pid_type, &a, &b) == 1);
    CHECK_TEXT(told, "kp: 0 | -0\n");
    a.kp = b.kp = (double)NAN;
    CHECK(snw_block_equal(&zoo_pid_type, &a, &b));
    CHECK(snw_block_hash(&zoo_pid_type, &a) == snw_block_hash(&zoo_pid_type, &b));
    CHECK(differences(&zoo_pid_type, &a, &b) == 0);
    uint64_t bits;
    memcpy(&bits, &b.kp, sizeof bits);
    bits ^= 1;
    memcpy(&b.kp, &bits, sizeof bits);
    CHECK(!snw_block_equal(&zoo_pid_type, &a, &b));
    a.kp = b.kp = (double)INFINITY;
    CHECK(snw_block_equal(&zoo_pid_type, &a, &b));
}

static void what_stands_behind_the_end_of_a_text_does_not_count(void) {
    zoo_mark a = {.name = "one"}, b = {.name = "one"};
    memcpy(b.name + 5, "garbage", 7);
    CHECK(snw_block_equal(&zoo_mark_type, &a, &b));
    CHECK(snw_block_hash(&zoo_mark_type, &a) == snw_block_hash(&zoo_mark_type, &b));
    CHECK(differences(&zoo_mark_type, &a, &b) == 0);
    // texts without an end are compared inside their field
    memset(a.name, 'x', sizeof a.name);
    memset(b.name, 'x', sizeof b.name);
    CHECK(snw_block_equal(&zoo_mark_type, &a, &b));
    CHECK(snw_block_hash(&zoo_mark_type, &a) == snw_block_hash(&zoo_mark_type, &b));
    b.name[15] = 'y';
    CHECK(!snw_block_equal(&zoo_mark_type, &a, &b));
}

// spec: actin-model:A1-XM-03
static void objects_of_different_types_are_unequal(void) {
    enum { TYPES = sizeof types / sizeof types[0] };
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        snw_child objects[TYPES + 1] = {{NULL, NULL}}, twins[TYPES + 1] = {{NULL, NULL}};
        for (int i = 0; i < TYPES; i++) {
            objects[i] = (snw_child){types[i], snw_block_new(types[i], setup)};
            zoo_fill(types[i], objects[i].block, setup, 2);
            twins[i] = (snw_child){types[i], snw_block_new(types[i], setup)};
            CHECK(snw_block_copy(types[i], twins[i].block, objects[i].block, setup) == SNW_OK);
        }
        // the last of them is absent
        for (int i = 0; i <= TYPES; i++) {
            for (int k = 0; k <= TYPES; k++) {
                CHECK(snw_child_equal(&objects[i], &twins[k]) == (i == k));
                CHECK(snw_child_equal(&twins[k], &objects[i]) == (i == k));
            }
        }
        snw_setup_destroy(setup);
    }
    // the same bytes under two types
    zoo_band band = {1, 2};
    const snw_child a = {&zoo_band_type, &band}, b = {&zoo_pid_type, &band};
    CHECK(!snw_child_equal(&a, &b) && snw_child_equal(&a, &a));
    CHECK(snw_block_hash(&zoo_band_type, &band) != snw_block_hash(&zoo_pid_type, &band));
    // absent is absent, whatever the type was
    const snw_child none = {NULL, NULL}, empty = {&zoo_pid_type, NULL}, lost = {NULL, &band};
    CHECK(snw_child_equal(&none, &empty) && snw_child_equal(&empty, &none));
    CHECK(!snw_child_equal(&none, &a) && !snw_child_equal(&a, &empty));
    CHECK(!snw_child_equal(&lost, &a) && !snw_child_equal(&a, &lost));

    // as parts of a larger object: no crash, one difference
    zoo x, y;
    snw_block_defaults(&zoo_type, &x);
    snw_block_defaults(&zoo_type, &y);
    x.law = b;
    y.law = empty;
    CHECK(!snw_block_equal(&zoo_type, &x, &y) && differences(&zoo_type, &x, &y) == 1);
    zoo_relay relay = {.level = 3};
    y.law = (snw_child){&zoo_relay_type, &relay};
    CHECK(!snw_block_equal(&zoo_type, &x, &y) && differences(&zoo_type, &x, &y) == 1);
    x.law = none;
    y.law = empty;
    CHECK(snw_block_equal(&zoo_type, &x, &y) && differences(&zoo_type, &x, &y) == 0);
    CHECK(snw_block_hash(&zoo_type, &x) == snw_block_hash(&zoo_type, &y));
}

static uint64_t fnv(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash ^= ((const unsigned char *)bytes)[i];
        hash *= UINT64_C(0x100000001B3);
    }
    return hash;
}

// The hash is FNV-1a with the published constants over token, counts and values, so it is the same
// in every process and at every address.
static void the_hash_is_the_published_one(void) {
    const zoo_pid pid = {12.5, -3};
    const int one = 1;
    uint64_t expected = fnv(UINT64_C(0xCBF29CE484222325), "zoo_pid", 8);
    expected = fnv(fnv(expected, &one, sizeof one), &pid.kp, sizeof pid.kp);
    expected = fnv(fnv(expected, &one, sizeof one), &pid.ki, sizeof pid.ki);
    CHECK(snw_block_hash(&zoo_pid_type, &pid) == expected);
}

// what moves from one list into the next is another object
static void the_borders_between_lists_count(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *a = snw_block_new(&zoo_type, setup), *b = snw_block_new(&zoo_type, setup);
    CHECK(snw_block_resize(zoo_field("samples"), a, 3, setup) == SNW_OK);
    CHECK(snw_block_resize(zoo_field("points"), b, 1, setup) == SNW_OK);
    CHECK(!snw_block_equal(&zoo_type, a, b));
    CHECK(snw_block_hash(&zoo_type, a) != snw_block_hash(&zoo_type, b));
    CHECK(differences(&zoo_type, a, b) == 4);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(equality_hash_and_differences_agree_with_the_content);
    RUN(a_change_of_any_single_value_is_seen);
    RUN(differences_are_exactly_the_changed_paths_with_both_values);
    RUN(what_one_side_lacks_is_told_as_a_whole);
    RUN(long_values_are_told_whole);
    RUN(reals_are_compared_by_their_bits);
    RUN(what_stands_behind_the_end_of_a_text_does_not_count);
    RUN(objects_of_different_types_are_unequal);
    RUN(the_hash_is_the_published_one);
    RUN(the_borders_between_lists_count);
    return check_report();
}
