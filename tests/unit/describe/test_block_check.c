// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "random_zoo.h"
#include "sinew/describe/block.h"
#include "zoo_content.h"

enum { KEPT = 16 };
static snw_why items[KEPT];
static snw_diags diags;

static snw_status check(const snw_type *type, const void *block, const char *subject) {
    diags = (snw_diags){.items = items, .capacity = KEPT};
    const snw_status status = snw_block_check(type, block, subject, &diags);
    CHECK(status == snw_diags_status(&diags) && (status == SNW_OK) == (diags.errors == 0));
    CHECK(snw_block_check(type, block, subject, NULL) == status);
    return status;
}

static void random_legal_objects_pass(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        const zoo *z = zoo_random(setup, 4);
        const snw_status status = check(&zoo_type, z, "zoo");
        if (status < 0) print_error("%s: %s\n", items[0].subject, items[0].text);
        CHECK(status == SNW_OK && diags.count == 0);
        snw_setup_destroy(setup);
    }
}

// an illegal value for a leaf, and the status it must have; SNW_OK where every value is legal
static snw_status spoil(const zoo_leaf *leaf) {
    const snw_field *field = leaf->field;
    const bool ranged = field->range.low != 0 || field->range.high != 0;
    const int64_t whole = field->kind == SNW_KIND_INT ? -32000 : 255;
    const int unknown = 12345;
    const double wrong[] = {(double)NAN, -(double)INFINITY, 1e300};
    const int numbers = (int)(field->size / sizeof(double)), which = check_int(0, 2);
    const int at = numbers > 0 ? check_int(0, numbers - 1) : 0;
    switch (field->kind) {
    case SNW_KIND_BOOL:
        leaf->place[0] = 2;
        return SNW_ERR_RANGE;
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        if (!ranged) return SNW_OK;
        memcpy(leaf->place, &whole, field->size);
        return SNW_ERR_RANGE;
    case SNW_KIND_ENUM:
        memcpy(leaf->place, &unknown, sizeof unknown);
        return SNW_ERR_UNKNOWN_NAME;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        memcpy(leaf->place, "\xFF", 2);
        return SNW_ERR_SYNTAX;
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        if (which == 2 && !ranged) return SNW_OK;
        memcpy(leaf->place + 8 * at, &wrong[which], sizeof(double));
        if (which == 2) return SNW_ERR_RANGE;
        return which == 1 && (field->flags & SNW_INFINITE) ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
        memcpy(leaf->place + 8 * at, &wrong[which], sizeof(double));
        return which == 2 ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return SNW_OK;
}

// one illegal value in a random place of a random object: one finding, with its path
static void each_illegal_value_is_found_with_its_path(void) {
    long found = 0;
    CHECK_CASES(check_scaled(10000)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        zoo *z = zoo_random(setup, 3);
        const zoo_leaves *leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        const int which = check_int(0, leaves->count - 1);
        const snw_status expected = spoil(&leaves->items[which]);
        const bool signal = leaves->items[which].field->role == SNW_SIGNAL;
        // a spoilt key changes its own path
        leaves = zoo_leaves_of(&zoo_type, z, "zoo");
        const zoo_leaf *leaf = &leaves->items[which];
        if (expected == SNW_OK || signal) {
            CHECK(check(&zoo_type, z, "zoo") == SNW_OK);
        } else {
            CHECK(check(&zoo_type, z, "zoo") == expected);
            CHECK(diags.count == 1 && diags.dropped == 0 && items[0].code == expected);
            char subject[SNW_WHY_SUBJECT];
            snw_copy_text(subject, sizeof subject, leaf->path);
            CHECK_TEXT(items[0].subject, subject);
            found++;
        }
        snw_setup_destroy(setup);
    }
    CHECK(found > check_scaled(10000) / 2);
}

static void all_findings_are_reported_in_the_order_of_the_table(void) {
    zoo z;
    snw_block_defaults(&zoo_type, &z);
    z.i16 = 0;
    z.real = 5;
    z.mode = (zoo_mode)99;
    z.gains[2] = (double)NAN;
    z.marks[1].p.y = 11;
    CHECK(check(&zoo_type, &z, NULL) == SNW_ERR_RANGE);
    static const char *const paths[] = {"i16", "real", "mode", "gains[2]", "marks[1]/p"};
    CHECK(diags.count == 5);
    for (int i = 0; i < 5; i++) {
        CHECK_TEXT(items[i].subject, paths[i]);
    }
    CHECK(items[2].code == SNW_ERR_UNKNOWN_NAME && items[3].code == SNW_ERR_NOT_FINITE);
    char sentence[256];
    (void)snw_why_sentence(&items[1], sentence, sizeof sentence);
    CHECK_TEXT(sentence, "error: real: a value is outside its allowed range (value 5 rad, low -4 "
                         "rad, high 4 rad); choose a value inside the range");
    // what does not fit into the list is counted
    snw_diags one = {.items = items, .capacity = 1};
    CHECK(snw_block_check(&zoo_type, &z, "z", &one) == SNW_ERR_RANGE);
    CHECK(one.count == 1 && one.errors == 5 && one.dropped == 4);
    CHECK_TEXT(items[0].subject, "z/i16");
}

static void rules_between_fields_are_checked_with_the_path_of_their_struct(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *z = snw_block_new(&zoo_type, setup);
    z->band = (zoo_band){2, 1};
    z->spare = snw_block_new(&zoo_mark_type, setup);
    z->spare->band = (zoo_band){2, 1};
    (void)strcpy(z->marks[1].name, "far");
    z->marks[1].band = (zoo_band){2, 1};
    CHECK(check(&zoo_type, z, "z") == SNW_ERR_LIMIT);
    CHECK(diags.count == 3);
    CHECK_TEXT(items[0].subject, "z/band/low"); // the rule names the field
    CHECK_TEXT(items[1].subject, "z/spare/band/low");
    CHECK_TEXT(items[2].subject, "z/marks[far]/band/low");
    CHECK_TEXT(items[0].text, "the lower end is above the upper one");
    // a rule is not asked when one of its fields is illegal already
    z->spare->band.high = (double)NAN;
    z->marks[1].band.low = 1;
    CHECK(check(&zoo_type, z, "z") == SNW_ERR_LIMIT && diags.count == 2);
    CHECK(items[1].code == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(items[1].subject, "z/spare/band/high");
    snw_setup_destroy(setup);
}

static int asked;
static snw_status refuse_always(const void *block, snw_why *why) {
    (void)block, (void)why;
    asked++;
    return SNW_ERR_STATE;
}

// the rule of an outer struct comes last, and only when the inner ones agree
static void the_rule_of_an_outer_struct_is_asked_last(void) {
    snw_type outer = zoo_mark_type;
    outer.validate = refuse_always;
    zoo_mark mark = {"m", {0, 0, 0}, {2, 1}};
    asked = 0;
    CHECK(check(&outer, &mark, "m") == SNW_ERR_LIMIT && asked == 0 && diags.count == 1);
    mark.band.high = 3;
    // a rule that gives no reason is reported with its status
    CHECK(check(&outer, &mark, "m") == SNW_ERR_STATE && asked == 2 && diags.count == 1);
    CHECK(items[0].code == SNW_ERR_STATE);
    CHECK_TEXT(items[0].subject, "m");
}

static void wrong_counts_are_found_and_their_items_left_alone(void) {
    zoo z;
    snw_block_defaults(&zoo_type, &z);
    static const int wrong[] = {-1, 9, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 4; i++) {
        z.step_count = wrong[i];
        CHECK(check(&zoo_type, &z, "z") == SNW_ERR_TOO_LARGE && diags.count == 1);
        CHECK_TEXT(items[0].subject, "z/steps");
        CHECK(items[0].numbers[0].value == wrong[i] && items[0].numbers[1].value == 8);
    }
    z.step_count = 0;
    z.tree_count = 2; // and no items
    CHECK(check(&zoo_type, &z, "z") == SNW_ERR_TOO_LARGE && diags.count == 1);
    CHECK_TEXT(items[0].subject, "z/trees");
    z.tree_count = 0;
    zoo_band band = {0, 1};
    z.law = (snw_child){NULL, &band};
    CHECK(check(&zoo_type, &z, "z") == SNW_ERR_ARGUMENT && diags.count == 1);
    CHECK_TEXT(items[0].subject, "z/law");
}

static void names_that_two_items_have_are_found(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *z = snw_block_new(&zoo_type, setup);
    CHECK(snw_block_resize(zoo_field("trees"), z, 4, setup) == SNW_OK);
    static const char *const names[] = {"a", "b", "a", "b"};
    for (int i = 0; i < 4; i++) {
        (void)strcpy(z->trees[i].name, names[i]);
    }
    CHECK(check(&zoo_type, z, "z") == SNW_ERR_DUPLICATE && diags.count == 2);
    char sentence[256];
    (void)snw_why_sentence(&items[0], sentence, sizeof sentence);
    CHECK_TEXT(sentence, "error: z/trees: two items have the name 'a' (first 0, second 2); give "
                         "each item a name of its own");
    CHECK(items[1].numbers[0].value == 1 && items[1].numbers[1].value == 3);
    // empty names are no names, and siblings of other lists do not count
    z->trees[2].name[0] = z->trees[3].name[0] = '\0';
    (void)strcpy(z->marks[0].name, "a");
    CHECK(check(&zoo_type, z, "z") == SNW_OK);
    (void)strcpy(z->marks[1].name, "a");
    CHECK(check(&zoo_type, z, "z") == SNW_ERR_DUPLICATE && diags.count == 1);
    CHECK_TEXT(items[0].subject, "z/marks");
    z->marks[1].name[0] = '\0';

    // children too, when their types have keys
    CHECK(snw_block_resize(zoo_field("laws"), z, 3, setup) == SNW_OK);
    for (int i = 0; i < 3; i++) {
        const snw_type *type = i == 1 ? &zoo_pid_type : &zoo_relay_type;
        z->laws[i] = (snw_child){type, snw_block_new(type, setup)};
    }
    zoo_relay *one = z->laws[0].block, *two = z->laws[2].block;
    (void)strcpy(one->name, "r");
    (void)strcpy(two->name, "s");
    CHECK(check(&zoo_type, z, "z") == SNW_OK);
    (void)strcpy(two->name, "r");
    CHECK(check(&zoo_type, z, "z") == SNW_ERR_DUPLICATE && diags.count == 1);
    CHECK_TEXT(items[0].subject, "z/laws");
    CHECK(items[0].numbers[0].value == 0 && items[0].numbers[1].value == 2);
    snw_setup_destroy(setup);
}

// a hundred thousand names, of which the last is the first again
static void a_long_list_is_searched_once(void) {
    enum { LONG = 100000 };
    typedef struct forest {
        zoo_node *trees;
        int tree_count;
    } forest;
    static const snw_field row = {SNW_AT_LIST(forest, trees, tree_count, LONG),
                                  .kind = SNW_KIND_STRUCT, .type = &zoo_node_type,
                                  .help = "Trees."};
    static const snw_type type = {.token = "forest",
                                  .size = sizeof(forest),
                                  .align = _Alignof(forest),
                                  .fields = &row,
                                  .field_count = 1,
                                  .help = "A forest."};
    CHECK(snw_type_check(&type, NULL) == SNW_OK);
    snw_setup *setup = snw_setup_create((size_t)1 << 26);
    forest *f = snw_block_new(&type, setup);
    CHECK(snw_block_resize(&row, f, LONG, setup) == SNW_OK);
    for (int i = 0; i < LONG; i++) {
        (void)snprintf(f->trees[i].name, sizeof f->trees[i].name, "n%d", i);
    }
    CHECK(check(&type, f, "") == SNW_OK);
    (void)strcpy(f->trees[LONG - 1].name, "n0");
    CHECK(check(&type, f, "") == SNW_ERR_DUPLICATE && diags.count == 1);
    CHECK_TEXT(items[0].subject, "trees");
    snw_setup_destroy(setup);
}

static void signals_are_not_checked_but_states_are(void) {
    zoo z;
    snw_block_defaults(&zoo_type, &z);
    z.seen = (double)NAN;
    CHECK(check(&zoo_type, &z, "z") == SNW_OK);
    z.carried = (double)NAN;
    CHECK(check(&zoo_type, &z, "z") == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(items[0].subject, "z/carried");
}

int main(void) {
    RUN(random_legal_objects_pass);
    RUN(each_illegal_value_is_found_with_its_path);
    RUN(all_findings_are_reported_in_the_order_of_the_table);
    RUN(rules_between_fields_are_checked_with_the_path_of_their_struct);
    RUN(the_rule_of_an_outer_struct_is_asked_last);
    RUN(wrong_counts_are_found_and_their_items_left_alone);
    RUN(names_that_two_items_have_are_found);
    RUN(a_long_list_is_searched_once);
    RUN(signals_are_not_checked_but_states_are);
    return check_report();
}
