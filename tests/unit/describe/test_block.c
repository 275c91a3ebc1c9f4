// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // NOLINT: the C library has chosen this name
#include "sinew/describe/block.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "random_zoo.h"
#include "sinew/os.h"
#include "zoo_content.h"

static zoo_bytes first, second;

static void defaults_are_those_of_the_table(void) {
    zoo z;
    memset(&z, 0xA5, sizeof z);
    snw_block_defaults(&zoo_type, &z);
    CHECK(!z.flag && z.i8 == 0 && z.i32 == -42 && z.i64 == 0);
    CHECK(z.i16 == -8 && z.u8 == 3); // what the range has next to zero
    CHECK(z.u16 == 0 && z.u32 == 0 && z.u64 == 0);
    CHECK(z.real == 0 && z.limit == 0.25 && z.ratio == 0 && z.period_us == 1000);
    CHECK(z.mode == ZOO_SLOW); // the first choice, which is not 0
    CHECK_TEXT(z.text, "gr\xC3\xBC\xC3\x9F dich");
    CHECK_TEXT(z.target, "");
    CHECK(z.v.x == 0.1 && z.v.y == 0.2 && z.v.z == 0.3);
    CHECK(z.q.w == 1 && z.q.x == 0 && z.T.R.y.y == 1 && z.T.p.x == 0);
    CHECK(z.band.low == 0 && fabs(z.band.high - 1.5707963267948966) < 1e-15);
    CHECK(z.spare == NULL && z.law.block == NULL && z.law.type == NULL);
    for (int i = 0; i < 4; i++) {
        CHECK(z.gains[i] == 1);
    }
    CHECK(z.modes[0] == ZOO_FAST && z.modes[2] == ZOO_FAST);
    CHECK(z.step_count == 0 && z.root_count == 0 && z.samples == NULL && z.sample_count == 0);
    CHECK(z.roots[2].mass == 0.5 && z.roots[2].children == NULL);
    CHECK(z.marks[1].band.high == z.band.high);
    CHECK(z.private_member == 0);
    CHECK(snw_block_check(&zoo_type, &z, NULL, NULL) == SNW_OK);
}

// any legal row has a legal default, and none is nearer to zero
static void defaults_are_legal_and_as_near_to_zero_as_can_be(void) {
    CHECK_CASES(check_scaled(20000)) {
        static const snw_kind kinds[] = {SNW_KIND_REAL, SNW_KIND_INT, SNW_KIND_UINT, SNW_KIND_VEC3,
                                         SNW_KIND_POSE};
        static const size_t sizes[] = {8, 0, 0, 24, 96};
        const int k = check_int(0, 4);
        const double a = check_real(-40, 40), b = check_real(-40, 40);
        snw_field row = {.name = "x",
                         .kind = kinds[k],
                         .help = "A number.",
                         .size = sizes[k] != 0 ? sizes[k] : (size_t)1 << check_int(0, 3),
                         .range = {fmin(a, b), fmax(a, b)}};
        const snw_type type = {.token = "t",
                               .size = 96,
                               .align = 8,
                               .fields = &row,
                               .field_count = 1,
                               .help = "A type."};
        if (snw_type_check(&type, NULL) < 0) continue;
        _Alignas(8) unsigned char block[96];
        snw_block_defaults(&type, block);
        CHECK(snw_block_check(&type, block, NULL, NULL) == SNW_OK);
        double nearest = row.range.low > 0    ? row.range.low
                         : row.range.high < 0 ? row.range.high
                                              : 0;
        double value = 0;
        int64_t whole = 0;
        if (kinds[k] == SNW_KIND_INT || kinds[k] == SNW_KIND_UINT) {
            memcpy(&whole, block, row.size);
            if (nearest < 0) whole -= row.size < 8 ? (int64_t)1 << (8 * row.size) : 0;
            nearest = nearest > 0 ? ceil(nearest) : floor(nearest);
            CHECK(whole == (int64_t)nearest);
        } else {
            memcpy(&value, block + (kinds[k] == SNW_KIND_POSE ? 72 : 0), sizeof value);
            CHECK(value == nearest);
        }
    }
}

static void lists_grow_and_shrink_and_keep_what_they_hold(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *z = snw_block_new(&zoo_type, setup);
    CHECK(z != NULL && (uintptr_t)z % _Alignof(zoo) == 0);
    const snw_field *samples = zoo_field("samples"), *trees = zoo_field("trees");
    for (int i = 0; i < 1000; i++) {
        CHECK(snw_block_resize(samples, z, i + 1, setup) == SNW_OK);
        CHECK(z->sample_count == i + 1 && z->samples[i] == 0);
        z->samples[i] = i;
    }
    CHECK(snw_block_resize(samples, z, 1001, setup) == SNW_ERR_TOO_LARGE);
    CHECK(snw_block_resize(samples, z, -1, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw_block_resize(zoo_field("gains"), z, 2, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw_block_resize(zoo_field("real"), z, 1, setup) == SNW_ERR_ARGUMENT);
    CHECK(z->sample_count == 1000);
    for (int i = 0; i < 1000; i++) {
        CHECK(z->samples[i] == i);
    }
    // what is cut off does not come back
    CHECK(snw_block_resize(samples, z, 10, setup) == SNW_OK);
    CHECK(snw_block_resize(samples, z, 20, setup) == SNW_OK);
    CHECK(z->samples[9] == 9 && z->samples[10] == 0 && z->samples[19] == 0);

    CHECK(snw_block_resize(trees, z, 3, setup) == SNW_OK);
    CHECK(z->trees[2].mass == 0.5 && z->trees[2].children == NULL);
    z->trees[0].mass = 7;
    CHECK(snw_block_resize(trees, z, 1, setup) == SNW_OK);
    CHECK(snw_block_resize(trees, z, 100, setup) == SNW_OK);
    CHECK(z->trees[0].mass == 7 && z->trees[99].mass == 0.5);
    CHECK(snw_block_resize(trees, z, 0, setup) == SNW_OK && z->tree_count == 0);

    // counted arrays need no memory
    const snw_field *steps = zoo_field("steps"), *roots = zoo_field("roots");
    CHECK(snw_block_resize(steps, z, 8, NULL) == SNW_OK && z->step_count == 8);
    CHECK(snw_block_resize(steps, z, 9, NULL) == SNW_ERR_TOO_LARGE);
    z->steps[5] = 55;
    CHECK(snw_block_resize(steps, z, 3, NULL) == SNW_OK);
    CHECK(snw_block_resize(steps, z, 6, NULL) == SNW_OK && z->steps[5] == 0);
    CHECK(snw_block_resize(roots, z, 2, NULL) == SNW_OK);
    CHECK(snw_block_resize(&zoo_node_fields[3], &z->roots[1], 2, setup) == SNW_OK);
    CHECK(snw_block_resize(roots, z, 1, NULL) == SNW_OK);
    CHECK(z->roots[1].children == NULL && z->roots[1].child_count == 0);
    snw_setup_destroy(setup);
}

static void lists_read_one_by_one_take_little_more_than_they_need(void) {
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *z = snw_block_new(&zoo_type, setup);
    const size_t before = snw_setup_size(setup);
    enum { POINTS = 600 };
    for (int i = 1; i <= POINTS; i++) {
        CHECK(snw_block_resize(zoo_field("points"), z, i, setup) == SNW_OK);
        CHECK(snw_setup_take(setup, 8, 8) != NULL); // something else lies behind the list
    }
    const size_t read = snw_setup_size(setup);
    CHECK(read - before <= 4 * POINTS * sizeof(snw_vec3) + 8 * POINTS);
    snw_block_trim(zoo_field("points"), z, setup);
    const int room = zoo_field("points")->length; // less than the next power of two
    CHECK(snw_setup_size(setup) == read - (size_t)(room - POINTS) * sizeof(snw_vec3));
    snw_block_trim(zoo_field("samples"), z, setup); // there is none
    snw_block_trim(zoo_field("gains"), z, setup);   // no list
    snw_setup_destroy(setup);
}

// lists inside lists, made longer, shorter and trimmed in any order, are as plain arrays would be
static void a_list_that_was_shortened_can_be_trimmed_and_copied(void) {
    CHECK_CASES(check_scaled(5000)) {
        snw_setup *setup = snw_setup_create(1 << 22);
        zoo *z = zoo_random(setup, 3);
        static const char *const lists[] = {"trees", "laws", "samples", "points", "names"};
        for (int i = 0; i < 12; i++) {
            const snw_field *field = zoo_field(lists[check_int(0, 4)]);
            const int old = snw_field_count(field, z), count = check_int(0, 9);
            CHECK(snw_block_resize(field, z, count, setup) == SNW_OK);
            for (int item = old; item < count; item++) {
                zoo_fill_item(field, snw_field_place(field, z, item), setup, 2);
            }
            if (check_int(0, 1)) snw_block_trim(field, z, setup);
        }
        zoo_content(&first, &zoo_type, z, true);
        snw_setup *other = snw_setup_create(1 << 22);
        zoo *twin = snw_block_new(&zoo_type, other);
        CHECK(snw_block_copy(&zoo_type, twin, z, other) == SNW_OK);
        CHECK(snw_block_hash(&zoo_type, twin) == snw_block_hash(&zoo_type, z));
        snw_setup_destroy(setup); // the copy stands alone
        zoo_content(&second, &zoo_type, twin, true);
        CHECK(zoo_same(&first, &second));
        snw_setup_destroy(other);
    }
}

// spec: actin-model:A1-SW-02
static void changing_a_copy_never_changes_the_original(void) {
    static const snw_type *const types[] = {&zoo_type,      &zoo_band_type, &zoo_mark_type,
                                            &zoo_node_type, &zoo_pid_type,  &zoo_relay_type};
    CHECK_CASES(check_scaled(12000)) {
        const snw_type *type = types[check_case % 6];
        snw_setup *setup = snw_setup_create(1 << 22);
        void *original = snw_block_new(type, setup), *copy = snw_block_new(type, setup);
        zoo_fill(type, original, setup, 4);
        if (check_int(0, 1)) zoo_fill(type, copy, setup, 3); // what was there is replaced
        CHECK(snw_block_copy(type, copy, original, setup) == SNW_OK);
        zoo_content(&first, type, original, true);
        zoo_content(&second, type, copy, true);
        CHECK(zoo_same(&first, &second));
        CHECK(snw_block_equal(type, copy, original));

        // no leaf of one is a leaf of the other
        const zoo_leaves *mine = zoo_leaves_of(type, original, "");
        const zoo_leaves *its = zoo_leaves_of(type, copy, "");
        CHECK(mine->count == its->count);
        for (int i = 0; i < mine->count; i++) {
            CHECK(mine->items[i].place != its->items[i].place);
        }
        // every value of the copy changes, its lists too, and it is filled anew
        for (int i = 0; i < its->count; i++) {
            zoo_mutate(&its->items[i]);
            CHECK(!snw_block_equal(type, copy, original) ||
                  its->items[i].field->role == SNW_SIGNAL);
        }
        zoo_fill(type, copy, setup, 2);
        snw_block_defaults(type, copy);
        zoo_content(&second, type, original, true);
        CHECK(zoo_same(&first, &second));
        snw_setup_destroy(setup);
    }
}

static void a_flat_copy_needs_no_arena_and_passes_over_private_members(void) {
    zoo_mark a = {"one", {1, 2, 3}, {4, 5}}, b;
    memset(&b, 0, sizeof b);
    CHECK(snw_block_copy(&zoo_mark_type, &b, &a, NULL) == SNW_OK);
    CHECK(snw_block_equal(&zoo_mark_type, &a, &b) && b.p.z == 3 && b.band.high == 5);
    CHECK(snw_block_copy(&zoo_mark_type, &a, &a, NULL) == SNW_OK && a.p.z == 3);
    snw_setup *setup = snw_setup_create(1 << 20);
    zoo *z = snw_block_new(&zoo_type, setup), *y = snw_block_new(&zoo_type, setup);
    z->private_member = 5;
    y->private_member = 7;
    CHECK(snw_block_copy(&zoo_type, y, z, setup) == SNW_OK && y->private_member == 7);
    CHECK(snw_block_equal(&zoo_type, y, z));
    snw_setup_destroy(setup);
}

// every limit of the arena: either the copy is whole, or it says that memory is exhausted
static void an_arena_that_is_too_small_is_reported(void) {
    snw_setup *source = snw_setup_create(1 << 22);
    check_seed(7);
    zoo *z = zoo_random(source, 4);
    CHECK(snw_block_check(&zoo_type, z, NULL, NULL) == SNW_OK);
    size_t limit = 0;
    for (bool whole = false; !whole; limit += 16) {
        snw_setup *setup = snw_setup_create(limit);
        zoo *copy = snw_block_new(&zoo_type, setup);
        if (copy != NULL) {
            const snw_status status = snw_block_copy(&zoo_type, copy, z, setup);
            CHECK(status == SNW_OK || status == SNW_ERR_MEMORY);
            CHECK(status == snw_setup_status(setup));
            whole = status == SNW_OK;
            if (whole) CHECK(snw_block_equal(&zoo_type, copy, z));
        } else {
            CHECK(limit < sizeof(zoo) + 64);
        }
        CHECK(snw_setup_size(setup) <= limit);
        snw_setup_destroy(setup);
        CHECK(limit < 1 << 20);
    }
    snw_setup_destroy(source);
}

// --- depth --------------------------------------------------------------------------------------

enum { DEPTH = 256 };

typedef struct deep {
    zoo_node *a, *b;
    snw_setup *setup;
    bool done;
} deep;

static void count_difference(const char *path, const char *a, const char *b, void *context) {
    (void)a, (void)b;
    CHECK(strlen(path) < SNW_FIELD_PATH);
    ++*(int *)context;
}

static bool lead_back(const char *path, const snw_place *place, void *context) {
    snw_place again;
    CHECK(snw_roots_resolve(context, path, &again, NULL) == SNW_OK);
    CHECK(again.item == place->item);
    return true;
}

static void work_deeply(void *context) {
    deep *d = context;
    CHECK(snw_block_copy(&zoo_node_type, d->b, d->a, d->setup) == SNW_OK);
    CHECK(snw_block_equal(&zoo_node_type, d->a, d->b));
    CHECK(snw_block_hash(&zoo_node_type, d->a) == snw_block_hash(&zoo_node_type, d->b));
    zoo_node *last = d->b;
    while (last->child_count > 0) {
        last = &last->children[0];
    }
    last->mass = -1;
    int count = 0;
    CHECK(snw_block_difference(&zoo_node_type, d->a, d->b, count_difference, &count) == 1);
    CHECK(count == 1);
    snw_why items[2];
    snw_diags diags = {.items = items, .capacity = 2};
    CHECK(snw_block_check(&zoo_node_type, d->b, "tree", &diags) == SNW_ERR_RANGE);
    CHECK(diags.count == 1 && strncmp(items[0].subject, "tree/children[0]/", 17) == 0);
    snw_roots roots = {0};
    CHECK(snw_roots_add(&roots, "tree", &zoo_node_type, d->a) == SNW_OK);
    // the paths that can be written: 12 bytes for each level
    const int listed = snw_roots_list(&roots, "**/mass", lead_back, &roots);
    CHECK(listed == (SNW_FIELD_PATH - 1 - 9) / 12 + 1);
    CHECK(snw_roots_list(&roots, "**", lead_back, &roots) == 3 * listed);
    d->done = true;
}

// As deep as documents may be, on the smallest stack that a thread may have (the sanitizers need
// more of it).
static void deep_trees_fit_on_a_small_stack(void) {
    deep d = {.setup = snw_setup_create(1 << 22)};
    d.a = snw_block_new(&zoo_node_type, d.setup);
    d.b = snw_block_new(&zoo_node_type, d.setup);
    zoo_node *node = d.a;
    for (int i = 0; i < DEPTH; i++) {
        CHECK(snw_block_resize(&zoo_node_fields[3], node, 1, d.setup) == SNW_OK);
        node = &node->children[0];
    }
    snw_thread_config config = snw_thread_defaults();
    config.run = work_deeply;
    config.context = &d;
    config.stack_size = check_scaled(20) == 20 ? SNW_THREAD_STACK_LEAST : (size_t)1 << 22;
    snw_thread *thread;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(d.done);
    snw_setup_destroy(d.setup);
}

int main(void) {
    RUN(defaults_are_those_of_the_table);
    RUN(defaults_are_legal_and_as_near_to_zero_as_can_be);
    RUN(lists_grow_and_shrink_and_keep_what_they_hold);
    RUN(lists_read_one_by_one_take_little_more_than_they_need);
    RUN(a_list_that_was_shortened_can_be_trimmed_and_copied);
    RUN(changing_a_copy_never_changes_the_original);
    RUN(a_flat_copy_needs_no_arena_and_passes_over_private_members);
    RUN(an_arena_that_is_too_small_is_reported);
    RUN(deep_trees_fit_on_a_small_stack);
    return check_report();
}
