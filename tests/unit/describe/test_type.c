// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/type.h"

#include <string.h>

#include "check.h"
#include "zoo.h"

// Kinds are copied, compared and counted as numbers, so their values must be numbers and nothing
// else: a table of functions, or anything hidden, would make them larger.
// spec: actin-model:A1-SW-08
static void value_types_are_their_numbers_and_nothing_else(void) {
    _Static_assert(sizeof(snw_vec3) == 3 * sizeof(double), "a vector");
    _Static_assert(sizeof(snw_quat) == 4 * sizeof(double), "a quaternion");
    _Static_assert(sizeof(snw_mat3) == 9 * sizeof(double), "a rotation");
    _Static_assert(sizeof(snw_pose) == 12 * sizeof(double), "a transform");
    _Static_assert(sizeof(snw_twist) == 6 * sizeof(double), "a motion");
    _Static_assert(sizeof(snw_accel) == 6 * sizeof(double), "a motion's rate");
    _Static_assert(sizeof(snw_wrench) == 6 * sizeof(double), "a force");

    // every byte of them is one of the numbers that were put in
    const double numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const snw_vec3 v = {1, 2, 3};
    const snw_quat q = {1, 2, 3, 4};
    const snw_pose T = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {10, 11, 12}};
    const snw_twist V = {{1, 2, 3}, {4, 5, 6}};
    const snw_wrench F = {{1, 2, 3}, {4, 5, 6}};
    CHECK(memcmp(&v, numbers, sizeof v) == 0);
    CHECK(memcmp(&q, numbers, sizeof q) == 0);
    CHECK(memcmp(&T, numbers, sizeof T) == 0);
    CHECK(memcmp(&V, numbers, sizeof V) == 0);
    CHECK(memcmp(&F, numbers, sizeof F) == 0);
}

static void fields_are_found_by_name(void) {
    for (int i = 0; i < zoo_type.field_count; i++) {
        CHECK(snw_type_field(&zoo_type, zoo_fields[i].name) == &zoo_fields[i]);
    }
    CHECK(snw_type_field(&zoo_type, "private_member") == NULL);
    CHECK(snw_type_field(&zoo_type, "") == NULL);
    CHECK(snw_type_field(&zoo_type, "Real") == NULL);
    CHECK(snw_type_key(&zoo_type) == NULL);
    CHECK(snw_type_key(&zoo_mark_type) == &zoo_mark_fields[0]);
}

static void only_types_without_pointers_are_flat(void) {
    CHECK(snw_type_is_flat(&zoo_band_type));
    CHECK(snw_type_is_flat(&zoo_mark_type));
    CHECK(snw_type_is_flat(&zoo_pid_type));
    CHECK(!snw_type_is_flat(&zoo_node_type));
    CHECK(!snw_type_is_flat(&zoo_relay_type));
    CHECK(!snw_type_is_flat(&zoo_type));

    // each field of the zoo alone: what it holds decides
    static const char *const pointers[] = {"spare",  "law",   "pair", "roots", "samples",
                                           "points", "trees", "laws", "names"};
    for (int i = 0; i < zoo_type.field_count; i++) {
        snw_type one = zoo_type;
        one.fields = &zoo_fields[i];
        one.field_count = 1;
        bool expected = true;
        for (size_t k = 0; k < sizeof pointers / sizeof pointers[0]; k++) {
            if (strcmp(pointers[k], zoo_fields[i].name) == 0) expected = false;
        }
        CHECK(snw_type_is_flat(&one) == expected);
    }
}

static void items_are_where_the_compiler_puts_them(void) {
    static double samples[5];
    static zoo_node trees[2];
    zoo z = {.step_count = 3,
             .root_count = 2,
             .samples = samples,
             .sample_count = 5,
             .trees = trees,
             .tree_count = 2};
    static const struct {
        const char *name;
        int count;
    } counts[] = {{"real", 1},    {"gains", 4},  {"steps", 3}, {"roots", 2},
                  {"samples", 5}, {"points", 0}, {"trees", 2}, {"marks", 2}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        CHECK(snw_field_count(zoo_field(counts[i].name), &z) == counts[i].count);
    }
    CHECK(snw_field_place(zoo_field("real"), &z, 0) == &z.real);
    CHECK(snw_field_place(zoo_field("gains"), &z, 3) == &z.gains[3]);
    CHECK(snw_field_place(zoo_field("words"), &z, 1) == z.words[1]);
    CHECK(snw_field_place(zoo_field("blocks"), &z, 1) == z.blocks[1]);
    CHECK(snw_field_place(zoo_field("steps"), &z, 2) == &z.steps[2]);
    CHECK(snw_field_place(zoo_field("samples"), &z, 4) == &samples[4]);
    CHECK(snw_field_place(zoo_field("trees"), &z, 1) == &trees[1]);
    CHECK(snw_field_place(zoo_field("points"), &z, 0) == NULL);
    CHECK(snw_field_place_const(zoo_field("marks"), &z, 1) == &z.marks[1]);
    CHECK(snw_field_place_const(zoo_field("samples"), &z, 2) == &samples[2]);
}

// keys and indices of random maps, also of children and of maps inside maps, undo each other
static void keys_and_indices_undo_each_other(void) {
    CHECK_CASES(check_scaled(2000)) {
        zoo_node inner[50] = {0}, outer[20] = {0};
        zoo z = {.trees = outer, .tree_count = check_int(0, 20)};
        int order[50];
        for (int i = 0; i < 50; i++) {
            order[i] = i;
        }
        for (int i = 49; i > 0; i--) {
            const int other = check_int(0, i), kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        for (int i = 0; i < 50; i++) {
            (void)snprintf(inner[i].name, sizeof inner[i].name, "link%d", order[i]);
        }
        for (int i = 0; i < z.tree_count; i++) {
            (void)snprintf(outer[i].name, sizeof outer[i].name, "%c%d", 'a' + order[i] % 26, i);
            outer[i].children = inner;
            outer[i].child_count = 50;
        }
        const snw_field *trees = zoo_field("trees");
        for (int i = 0; i < z.tree_count; i++) {
            const char *key = snw_field_index_key(trees, &z, i);
            CHECK_TEXT(key, outer[i].name);
            CHECK(snw_field_key_index(trees, &z, key) == i);
            const snw_field *children = snw_type_field(&zoo_node_type, "children");
            const void *node = snw_field_place_const(trees, &z, i);
            for (int k = 0; k < 50; k++) {
                CHECK(snw_field_key_index(children, node, snw_field_index_key(children, node, k)) ==
                      k);
            }
        }
        CHECK(snw_field_key_index(trees, &z, "nobody") == -1);
        CHECK(snw_field_index_key(trees, &z, -1) == NULL);
        CHECK(snw_field_index_key(trees, &z, z.tree_count) == NULL);
    }
}

static void children_have_keys_when_their_types_do(void) {
    zoo_relay relay = {.name = "r"};
    zoo_pid pid = {0};
    snw_child laws[] = {{&zoo_pid_type, &pid}, {&zoo_relay_type, &relay}, {NULL, NULL}};
    zoo z = {.laws = laws, .law_count = 3};
    const snw_field *field = zoo_field("laws");
    CHECK(snw_field_index_key(field, &z, 0) == NULL);
    CHECK_TEXT(snw_field_index_key(field, &z, 1), "r");
    CHECK(snw_field_index_key(field, &z, 2) == NULL);
    CHECK(snw_field_key_index(field, &z, "r") == 1);
    CHECK(snw_field_key_index(field, &z, "q") == -1);
    CHECK(snw_field_index_key(zoo_field("gains"), &z, 0) == NULL);
    CHECK(snw_field_key_index(zoo_field("gains"), &z, "x") == -1);
}

// Two types over one struct: the second has one line more. That line alone puts the member into
// defaults, copies, comparison, hash, checks, paths and lists.
typedef struct servo {
    double gain, damping;
} servo;
static const snw_field servo_rows[] = {
    {SNW_AT(servo, gain), .kind = SNW_KIND_REAL, .initial = "2", .help = "Gain."},
    {SNW_AT(servo, damping), .kind = SNW_KIND_REAL, .range = {0, 1}, .initial = "0.5",
     .when = SNW_LIVE, .help = "Damping."},
};
static const snw_type servo_before = {.token = "servo",
                                      .size = sizeof(servo),
                                      .align = _Alignof(servo),
                                      .fields = servo_rows,
                                      .field_count = 1,
                                      .help = "A servo."};
static const snw_type servo_after = {.token = "servo",
                                     .size = sizeof(servo),
                                     .align = _Alignof(servo),
                                     .fields = servo_rows,
                                     .field_count = 2,
                                     .help = "A servo."};

static bool count_path(const char *path, const snw_place *place, void *context) {
    (void)path, (void)place;
    ++*(int *)context;
    return true;
}

static void ignore_difference(const char *path, const char *a, const char *b, void *context) {
    (void)path, (void)a, (void)b, (void)context;
}

// what a type knows of the member `damping`, one letter for each thing
static void knowledge(const snw_type *type, char out[16]) {
    servo s, other = {2, 0.25}, copy = {2, 0.125};
    int used = 0, listed = 0;
    snw_block_defaults(type, &s);
    if (s.damping == 0.5) out[used++] = 'd';
    CHECK(snw_block_copy(type, &copy, &other, NULL) == SNW_OK);
    if (copy.damping == 0.25) out[used++] = 'c';
    copy = (servo){2, 0.75};
    if (!snw_block_equal(type, &copy, &other)) out[used++] = 'e';
    if (snw_block_hash(type, &copy) != snw_block_hash(type, &other)) out[used++] = 'h';
    if (snw_block_difference(type, &copy, &other, ignore_difference, NULL) == 1) out[used++] = 'i';
    copy.damping = 7;
    if (snw_block_check(type, &copy, "", NULL) == SNW_ERR_RANGE) out[used++] = 'k';
    snw_roots roots = {0};
    CHECK(snw_roots_add(&roots, "s", type, &copy) == SNW_OK);
    if (snw_roots_set(&roots, "s/damping", "0.25", SNW_LIVE, NULL) == SNW_OK) out[used++] = 's';
    char buffer[32];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    if (snw_roots_get(&roots, "s/damping", &text, NULL) == SNW_OK) out[used++] = 'g';
    CHECK(snw_roots_list(&roots, "s/*", count_path, &listed) == listed);
    if (listed == 2) out[used++] = 'l';
    out[used] = '\0';
}

// spec: actin-model:A1-XM-10
static void one_line_of_a_table_puts_a_member_everywhere(void) {
    char before[16], after[16];
    knowledge(&servo_before, before);
    knowledge(&servo_after, after);
    CHECK_TEXT(before, "");
    CHECK_TEXT(after, "dcehiksgl");
}

int main(void) {
    RUN(value_types_are_their_numbers_and_nothing_else);
    RUN(fields_are_found_by_name);
    RUN(only_types_without_pointers_are_flat);
    RUN(items_are_where_the_compiler_puts_them);
    RUN(keys_and_indices_undo_each_other);
    RUN(children_have_keys_when_their_types_do);
    RUN(one_line_of_a_table_puts_a_member_everywhere);
    return check_report();
}
