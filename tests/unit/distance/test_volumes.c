// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Volumes around shapes, and queries that begin with them.

#include "sinew/distance/volumes.h"
#include "surfaces.h"

static const snw_type *const kinds[5] = {&snw_sphere_type, &snw_capsule_type, &snw_box_type,
                                         &snw_lozenge_type, &snw_ellipsoid_type};

// points of the surface of a shape, and within it
static int points_of(const snw_child *shape, snw_setup *setup, const snw_vec3 **points) {
    const snw_mesh_options fine = {.resolution = 128};
    snw_mesh *mesh = NULL;
    if (snw_failed(snw_shape_mesh(shape, &fine, setup, &mesh, NULL))) return 0;
    *points = mesh->points;
    return mesh->point_count;
}

static double volume_of(const snw_child *shape) {
    double volume = 0;
    CHECK(snw_shape_volume(shape, &volume, NULL) == SNW_OK);
    return volume;
}

// All points of the finest mesh of a shape are in each volume, and moved to any side a volume is
// too small: it touches.
static void volumes_hold_what_they_were_made_of(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 34);
    long looked_at = 0;
    CHECK_CASES(check_scaled(600)) {
        sample_solid s;
        sample_of_kind(&s, (sample_kind)check_int(0, SAMPLE_HALF_SPACE - 1));
        const snw_vec3 *points = NULL;
        CHECK(snw_shape_prepare(&s.shape, setup, NULL) == SNW_OK || s.kind == SAMPLE_HULL);
        const int count = points_of(&s.shape, setup, &points);
        for (int k = 0; k < 5; k++) {
            snw_child volume;
            snw_why why = {0};
            CHECK(snw_bounding_volume(&s.shape, kinds[k], setup, &volume, &why) == SNW_OK);
            made V;
            make_solid(&V, volume.type, volume.block);
            const double size = V.solid.bound.radius;
            for (int i = 0; i < count; i += 1 + count / 200) {
                bool inside = false;
                const snw_vec3 p = snw_vec3_add_scaled(
                    points[i], snw_vec3_sub(V.solid.bound.center, points[i]), 1e-9);
                CHECK(snw_shape_contains(&volume, p, &inside) == SNW_OK);
                CHECK(inside);
                looked_at++;
            }
            CHECK(snw_vec3_norm(V.solid.bound.center) < 10 && size < 3);
            free(V.memory);
        }
    }
    CHECK(looked_at > check_scaled(600) * 100);
    snw_setup_destroy(setup);
}

static void volumes_are_as_small_as_their_kind_allows(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    // a box that lies askew: along its own axes it is itself, its ball goes through its corners
    snw_box box = {{snw_mat3_axis_angle(snw_vec3_normalize(snw_vec3_of(1, 2, 3)), 0.7), {1, 2, 3}},
                   {0.1, 0.2, 0.5}};
    const snw_child shape = {&snw_box_type, &box};
    snw_child volume;
    CHECK(snw_bounding_volume(&shape, &snw_box_type, setup, &volume, NULL) == SNW_OK);
    CHECK_NEAR(volume_of(&volume), 8 * 0.1 * 0.2 * 0.5, 1e-9);
    CHECK(snw_bounding_volume(&shape, &snw_sphere_type, setup, &volume, NULL) == SNW_OK);
    CHECK_NEAR(((snw_sphere *)volume.block)->radius, sqrt(0.01 + 0.04 + 0.25), 1e-9);
    // the least ellipsoid about a box has its proportions and goes through its corners
    CHECK(snw_bounding_volume(&shape, &snw_ellipsoid_type, setup, &volume, NULL) == SNW_OK);
    const double least = 4.0 / 3 * SNW_PI * sqrt(27) * 0.1 * 0.2 * 0.5;
    CHECK(volume_of(&volume) >= least && volume_of(&volume) < 1.03 * least);
    CHECK(snw_bounding_volume(&shape, &snw_lozenge_type, setup, &volume, NULL) == SNW_OK);
    CHECK_NEAR(((snw_lozenge *)volume.block)->radius, 0.1, 1e-9);
    snw_setup_destroy(setup);
}

// --- levels --------------------------------------------------------------------------------------

// A hull of 24 points, with the levels of the guide around it: ellipsoid, box, ball.
typedef struct layered {
    sample_solid hull;
    snw_solid solid;
    snw_child volumes[3];
    void *memory;
} layered;

static void add_levels(layered *l, snw_arena *arena) {
    snw_why why = {0};
    SNW_IGNORE(snw_solid_init(&l->solid, &l->hull.shape, arena, &why));
    for (int i = 0; i < 3; i++) {
        SNW_IGNORE(snw_solid_add_volume(&l->solid, &l->volumes[i], arena, &why));
    }
}

static void make_layered(layered *l, snw_setup *setup, sample_kind kind) {
    static const snw_type *const chain[3] = {&snw_ellipsoid_type, &snw_box_type, &snw_sphere_type};
    memset(l, 0, sizeof *l);
    sample_of_kind(&l->hull, kind);
    const snw_child *around = &l->hull.shape;
    for (int i = 0; i < 3; i++) {
        CHECK(snw_bounding_volume(around, chain[i], setup, &l->volumes[i], NULL) == SNW_OK);
        around = &l->volumes[i];
    }
    snw_arena arena = {0};
    add_levels(l, &arena);
    l->memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(l->memory, arena.needed);
    memset(&l->solid, 0, sizeof l->solid);
    add_levels(l, &arena);
    CHECK(snw_arena_status(&arena) == SNW_OK);
}

static snw_closest ask_query(const snw_distance_query *q) {
    snw_closest c;
    CHECK(snw_distance(q, &c) == SNW_OK);
    return c;
}

static bool is_same(const snw_closest *c, const snw_closest *m) {
    return c->distance == m->distance && c->least == m->least && c->state == m->state &&
           snw_vec3_near(c->a, m->a, 0) && snw_vec3_near(c->b, m->b, 0) &&
           snw_vec3_near(c->normal, m->normal, 0);
}

// The distances of levels do not grow with coarser levels; queries whose thresholds let the volumes
// answer nothing are those of level 0, and others are bounds of it. spec: actin-control:CQ-04
static void coarser_levels_are_lower_bounds_and_level_0_is_exact(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 34);
    long coarse = 0, exact = 0;
    CHECK_CASES(check_scaled(3000)) {
        layered A, B;
        make_layered(&A, setup, (sample_kind)check_int(SAMPLE_TETRAHEDRON, SAMPLE_ELLIPSOID));
        make_layered(&B, setup, (sample_kind)check_int(0, SAMPLE_ELLIPSOID));
        const double far = check_int(0, 1) ? 0.1 : 2;
        snw_distance_query plain = snw_distance_defaults(&A.hull.solid, &B.hull.solid);
        plain.T_first = sample_pose(far);
        plain.T_second = sample_pose(far);
        snw_distance_query q = plain;
        q.first = &A.solid;
        q.second = &B.solid;
        const snw_closest truth = ask_query(&plain);
        const snw_closest same = ask_query(&q);
        CHECK(is_same(&truth, &same));
        double before = truth.distance;
        for (int level = 1; level <= 4; level++) {
            q.level = level;
            const snw_closest c = ask_query(&q);
            CHECK(c.least <= truth.distance + 1e-12 && c.distance <= before + 1e-9);
            before = fmin(c.distance, before);
        }
        // volumes answer where they are apart, and where they are farther than is asked
        q.level = 0;
        q.refine = 0;
        const snw_closest c = ask_query(&q);
        const snw_distance_query turned = {.first = q.second,
                                           .second = q.first,
                                           .T_first = q.T_second,
                                           .T_second = q.T_first,
                                           .below = q.below,
                                           .refine = 0};
        snw_closest m = ask_query(&turned);
        CHECK(m.distance == c.distance && snw_vec3_near(m.a, c.b, 0));
        CHECK(c.least <= truth.distance + 1e-12);
        if (truth.distance > 0) {
            CHECK(c.distance > 0 && c.distance <= truth.distance + 1e-9);
            coarse += c.distance < truth.distance - 1e-9;
        } else {
            CHECK(is_same(&truth, &c));
            exact++;
        }
        q.refine = (double)INFINITY;
        q.below = plain.below = check_real(0, 1);
        const snw_closest near = ask_query(&q), known = ask_query(&plain);
        if (known.least > plain.below) {
            CHECK(near.least > q.below && near.least <= truth.distance + 1e-12);
            CHECK(near.state == SNW_SEPARATE && near.distance == (double)INFINITY);
        } else {
            CHECK(is_same(&near, &known));
        }
        free(A.memory);
        free(B.memory);
    }
    CHECK(coarse > check_scaled(800) && exact > check_scaled(100));
    snw_setup_destroy(setup);
}

// A mesh with a hole, which is no hull.
static void surfaces_have_levels(void) {
    static surface torus;
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    const snw_child shape = {&snw_mesh_type, fill_torus(&torus, 0.3, 0.1, 24, 12)};
    snw_child box, ball;
    CHECK(snw_bounding_volume(&shape, &snw_box_type, setup, &box, NULL) == SNW_OK);
    CHECK(snw_bounding_volume(&box, &snw_sphere_type, setup, &ball, NULL) == SNW_OK);
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, 1 << 20);
    snw_arena arena = snw_arena_over(memory, 1 << 20);
    snw_solid ring;
    made other;
    snw_sphere one = {{0, 0, 0}, 0.05};
    make_solid(&other, &snw_sphere_type, &one);
    CHECK(snw_solid_init(&ring, &shape, &arena, NULL) == SNW_OK);
    CHECK(snw_solid_add_volume(&ring, &box, &arena, NULL) == SNW_OK);
    CHECK(snw_solid_add_volume(&ring, &ball, &arena, NULL) == SNW_OK);
    snw_distance_query q = snw_distance_defaults(&ring, &other.solid);
    q.refine = 0;
    q.T_second.p = snw_vec3_of(0, 0, 1);
    CHECK_NEAR(ask_query(&q).distance, 1 - 0.05 - sqrt(0.4 * 0.4 * 2 + 0.01), 1e-2);
    q.T_second.p = snw_vec3_of(0, 0, 0.5);
    CHECK_NEAR(ask_query(&q).distance, 0.5 - 0.05 - 0.1, 1e-9);
    // in the hole: the volumes are hit, and the surface is not
    q.T_second.p = snw_vec3_zero();
    CHECK_NEAR(ask_query(&q).distance, 0.2 - 0.05, 5e-3);
    free(other.memory);
    free(memory);
    snw_setup_destroy(setup);
}

// A cross of bricks: its reach is that of its arms, whose ends a box one brick narrower misses.
static void bricks_are_held_to_their_ends(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    int numbers[9] = {2, 7, 10, 11, 12, 13, 14, 17, 22};
    snw_voxels cross = {.pose = snw_pose_identity(),
                        .size = {0.1, 0.1, 0.1},
                        .columns = 5,
                        .rows = 5,
                        .layers = 1,
                        .bricks = numbers,
                        .brick_count = 9};
    snw_box narrow = {snw_pose_translation(snw_vec3_of(0.25, 0.25, 0.05)), {0.15, 0.25, 0.05}};
    const snw_child shape = {&snw_voxels_type, &cross}, small = {&snw_box_type, &narrow};
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, 1 << 20);
    snw_arena arena = snw_arena_over(memory, 1 << 20);
    snw_solid solid;
    snw_child ball;
    snw_why why = {0};
    CHECK(snw_solid_init(&solid, &shape, &arena, &why) == SNW_OK);
    CHECK(snw_solid_add_volume(&solid, &small, &arena, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "volume-holds");
    CHECK(snw_bounding_volume(&shape, &snw_sphere_type, setup, &ball, &why) == SNW_OK);
    CHECK(snw_solid_add_volume(&solid, &ball, &arena, &why) == SNW_OK);
    made other;
    snw_sphere one = {{2.25, 0.25, 0.05}, 0.05};
    make_solid(&other, &snw_sphere_type, &one);
    snw_distance_query q = snw_distance_defaults(&solid, &other.solid);
    CHECK_NEAR(ask_query(&q).distance, 2.25 - 0.5 - 0.05, 1e-12);
    q.refine = 1;
    CHECK(ask_query(&q).distance < 2.25 - 0.5 - 0.05 && ask_query(&q).distance > 1.55);
    free(other.memory);
    free(memory);
    snw_setup_destroy(setup);
}

static void volumes_that_hold_nothing_are_refused_with_a_reason(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    snw_why why = {0};
    snw_child volume = {NULL, NULL};
    snw_sphere ball = {{0, 0, 0}, 0.5}, small = {{0.01, 0, 0}, 0.5}, large = {{0, 0, 0}, 0.6};
    snw_half_space floor = {{0, 0, 0}, {0, 0, 1}};
    const snw_child shape = {&snw_sphere_type, &ball}, endless = {&snw_half_space_type, &floor};
    CHECK(snw_bounding_volume(&shape, &snw_hull_type, setup, &volume, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.rule, "volume-kind");
    CHECK(snw_bounding_volume(&endless, &snw_box_type, setup, &volume, &why) ==
          SNW_ERR_UNSUPPORTED);
    CHECK(volume.block == NULL);
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, 1 << 16);
    snw_arena arena = snw_arena_over(memory, 1 << 16);
    snw_solid solid;
    CHECK(snw_solid_init(&solid, &shape, &arena, &why) == SNW_OK);
    const snw_child beside = {&snw_sphere_type, &small}, around = {&snw_sphere_type, &large};
    CHECK(snw_solid_add_volume(&solid, &beside, &arena, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "volume-holds");
    CHECK(snw_solid_add_volume(&solid, &endless, &arena, &why) == SNW_ERR_UNSUPPORTED);
    snw_union_of both = {around, around};
    const snw_child pieces = {&snw_union_of_type, &both};
    CHECK(snw_solid_add_volume(&solid, &pieces, &arena, &why) == SNW_ERR_UNSUPPORTED);
    for (int i = 0; i < SNW_SOLID_LEVELS; i++) {
        CHECK(snw_solid_add_volume(&solid, &around, &arena, &why) == SNW_OK);
    }
    CHECK(snw_solid_add_volume(&solid, &around, &arena, &why) == SNW_ERR_TOO_LARGE);
    snw_distance_query q = snw_distance_defaults(&solid, &solid);
    snw_closest c;
    q.refine = (double)NAN;
    CHECK(snw_distance(&q, &c) == SNW_ERR_NOT_FINITE);
    free(memory);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(volumes_hold_what_they_were_made_of);
    RUN(volumes_are_as_small_as_their_kind_allows);
    RUN(coarser_levels_are_lower_bounds_and_level_0_is_exact);
    RUN(surfaces_have_levels);
    RUN(bricks_are_held_to_their_ends);
    RUN(volumes_that_hold_nothing_are_refused_with_a_reason);
    return check_report();
}
