// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Bricks on a lattice, against the union of the boxes that they are.

#include "made.h"

enum { COLUMNS = 20, ROWS = 20, LAYERS = 5, MOST = COLUMNS * ROWS * LAYERS };

typedef struct lattice {
    int numbers[MOST];
    snw_voxels voxels;
    snw_box boxes[MOST];
    snw_union_of pairs[MOST];
    snw_child root; ///< of the union
    made bricks, boxed;
} lattice;

static lattice first, second;

static snw_box brick_of(const snw_voxels *v, int number) {
    const int i = number % v->columns, j = number / v->columns % v->rows;
    const int k = number / (v->columns * v->rows);
    const snw_vec3 half = snw_vec3_scale(v->size, 0.5);
    const snw_vec3 middle = snw_vec3_mul(v->size, snw_vec3_of(i + 0.5, j + 0.5, k + 0.5));
    return (snw_box){snw_pose_of(v->pose.R, snw_pose_apply(v->pose, middle)), half};
}

// a balanced tree of the boxes from `from` on
static snw_child join_boxes(lattice *l, int from, int count, int *used) {
    if (count == 1) return (snw_child){&snw_box_type, &l->boxes[from]};
    snw_union_of *both = &l->pairs[(*used)++];
    both->first = join_boxes(l, from, count / 2, used);
    both->second = join_boxes(l, from + count / 2, count - count / 2, used);
    return (snw_child){&snw_union_of_type, both};
}

static void fill_lattice(lattice *l, double filled, int columns, int rows, int layers) {
    l->voxels = (snw_voxels){
        .pose = sample_pose(0.3),
        .size = {check_real(0.01, 0.05), check_real(0.01, 0.05), check_real(0.01, 0.05)},
        .columns = columns,
        .rows = rows,
        .layers = layers,
        .bricks = l->numbers};
    for (int i = 0; i < columns * rows * layers; i++) {
        const bool corner = i == 0 || i == columns * rows * layers - 1;
        if (corner || check_real(0, 1) < filled) l->numbers[l->voxels.brick_count++] = i;
    }
    for (int i = 0; i < l->voxels.brick_count; i++) {
        l->boxes[i] = brick_of(&l->voxels, l->numbers[i]);
    }
    int used = 0;
    l->root = join_boxes(l, 0, l->voxels.brick_count, &used);
    make_solid(&l->bricks, &snw_voxels_type, &l->voxels);
    make_solid(&l->boxed, l->root.type, l->root.block);
}

static void drop_lattice(lattice *l) {
    free(l->bricks.memory);
    free(l->boxed.memory);
}

static bool mirrors(const snw_closest *c, const snw_closest *m) {
    return c->distance == m->distance && c->least == m->least && c->state == m->state &&
           snw_vec3_near(c->a, m->b, 0) && snw_vec3_near(c->b, m->a, 0) &&
           snw_vec3_near(c->normal, snw_vec3_neg(m->normal), 0);
}

// What both say of one placement; work is counted in boxes that were looked at.
static void compare_with_union(const snw_solid *other, snw_pose T_other, snw_pose T,
                               int64_t work[2]) {
    const snw_closest c = ask_solids(&first.bricks.solid, T, other, T_other);
    const snw_closest u = ask_solids(&first.boxed.solid, T, other, T_other);
    CHECK_NEAR(c.distance, u.distance, 1e-9);
    CHECK_NEAR(c.least, u.least, 1e-9);
    CHECK(c.state == u.state || fabs(u.distance) < 1e-9);
    CHECK_NEAR(snw_vec3_dot(c.normal, snw_vec3_sub(c.a, c.b)), c.distance, 1e-9);
    const snw_closest m = ask_solids(other, T_other, &first.bricks.solid, T);
    CHECK(mirrors(&c, &m));
    work[0] += c.iterations;
    work[1] += u.iterations;
}

// Distance and depth of each kind; segments are below, and the way through files is in test_field.c
// of shape. spec: actin-model:A1-LK-68
static void bricks_are_the_union_of_their_boxes_with_a_fifth_of_the_work(void) {
    const int rounds = (int)check_scaled(10);
    int apart = 0, deep = 0;
    CHECK_CASES(rounds) {
        fill_lattice(&first, check_case % 3 == 0 ? 1 : 0.6, COLUMNS, ROWS, LAYERS);
        for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
            int64_t work[2] = {0, 0};
            for (int i = 0; i < 12; i++) {
                sample_solid s;
                sample_of_kind(&s, (sample_kind)kind);
                const snw_pose T = sample_pose(0.3), T_s = sample_pose(i % 3 == 0 ? 2 : 0.5);
                compare_with_union(&s.solid, T_s, T, work);
                const snw_closest c = ask_solids(&first.bricks.solid, T, &s.solid, T_s);
                apart += c.distance > 0;
                deep += c.distance < 0;
            }
            CHECK(work[1] >= 5 * work[0]);
        }
        drop_lattice(&first);
    }
    CHECK(apart > 40 * rounds && deep > 10 * rounds);
}

static void two_lattices(void) {
    CHECK_CASES(check_scaled(40)) {
        fill_lattice(&first, 0.7, 4, 4, 3);
        fill_lattice(&second, 0.5, 4, 3, 3);
        for (int i = 0; i < 20; i++) {
            int64_t work[2] = {0, 0};
            compare_with_union(&second.bricks.solid, sample_pose(0.2), sample_pose(0.2), work);
        }
        drop_lattice(&first);
        drop_lattice(&second);
    }
}

static void segments_enter_bricks_where_they_enter_boxes(void) {
    int hits = 0, inside = 0;
    CHECK_CASES(check_scaled(20)) {
        fill_lattice(&first, 0.3, COLUMNS, ROWS, LAYERS);
        const snw_voxels *v = &first.voxels;
        const snw_vec3 all = snw_vec3_mul(v->size, snw_vec3_of(v->columns, v->rows, v->layers));
        for (int i = 0; i < 500; i++) {
            const snw_pose T = snw_pose_mul(sample_pose(0.3), snw_pose_inverse(v->pose));
            const snw_vec3 shift = snw_vec3_scale(all, 0.5), wide = snw_vec3_scale(all, 1.5);
            snw_vec3 end[2];
            for (int k = 0; k < 2; k++) {
                end[k] = snw_vec3_add(shift, snw_vec3_mul(sample_point(0.5), wide));
                // along an axis of the lattice
                if (k == 1 && i % 5 == 0) end[1].y = end[0].y;
                if (k == 1 && i % 5 == 0) end[1].z = end[0].z;
                end[k] = snw_pose_apply(v->pose, end[k]);
            }
            const snw_segment way = {snw_pose_apply(T, end[0]), snw_pose_apply(T, end[1])};
            snw_ray_hit hit = {.t = 2}, expected = {.t = 2};
            const bool told = snw_ray(&first.bricks.solid, T, &way, &hit);
            CHECK(told == snw_ray(&first.boxed.solid, T, &way, &expected));
            CHECK_NEAR(hit.t, expected.t, 1e-9);
            CHECK(hit.inside == expected.inside);
            CHECK(!told || snw_vec3_near(hit.normal, expected.normal, 1e-9));
            hits += told && !hit.inside;
            inside += hit.inside;
        }
        drop_lattice(&first);
    }
    CHECK(hits > check_scaled(20) * 100 && inside > check_scaled(20) * 10);
}

static void lattices_that_are_none_are_refused(void) {
    snw_voxels empty = {
        .pose = snw_pose_identity(), .size = {1, 1, 1}, .columns = 2, .rows = 2, .layers = 2};
    const snw_child shape = {&snw_voxels_type, &empty};
    snw_arena arena = {0};
    snw_solid solid;
    snw_why why = {0};
    CHECK(snw_failed(snw_solid_init(&solid, &shape, &arena, &why)));
    CHECK_TEXT(why.rule, "solid-empty");

    const int count = SNW_SOLID_BRICKS + 1;
    int *numbers = calloc((size_t)count, sizeof *numbers);
    CHECK(numbers != NULL);
    for (int i = 0; i < count; i++) {
        numbers[i] = i;
    }
    snw_voxels large = {.pose = snw_pose_identity(),
                        .size = {1, 1, 1},
                        .columns = 1024,
                        .rows = 1024,
                        .layers = 2,
                        .bricks = numbers,
                        .brick_count = count};
    const snw_child too_large = {&snw_voxels_type, &large};
    CHECK(snw_solid_init(&solid, &too_large, &arena, &why) == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(why.rule, "solid-size");
    free(numbers);
}

static void arenas_of_every_size(void) {
    fill_lattice(&first, 0.5, 3, 3, 3);
    const snw_child shape = {&snw_voxels_type, &first.voxels};
    snw_arena measure = {0};
    snw_solid solid;
    CHECK(snw_solid_init(&solid, &shape, &measure, NULL) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 64) {
        unsigned char *block = aligned_alloc(SNW_ARENA_ALIGN, (capacity + 64) / 64 * 64);
        snw_arena arena = snw_arena_over(block, capacity);
        const snw_status status = snw_solid_init(&solid, &shape, &arena, NULL);
        CHECK(status == (capacity >= measure.needed ? SNW_OK : SNW_ERR_MEMORY));
        free(block);
    }
    drop_lattice(&first);
}

int main(void) {
    RUN(bricks_are_the_union_of_their_boxes_with_a_fifth_of_the_work);
    RUN(two_lattices);
    RUN(segments_enter_bricks_where_they_enter_boxes);
    RUN(lattices_that_are_none_are_refused);
    RUN(arenas_of_every_size);
    return check_report();
}
