// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document.h"

#include "../../../src/robot/shape/inside.h"
#include "sample.h"

static const double pi = 3.141592653589793;

static double volume_of(const snw_capsule *c) {
    const double r = c->radius;
    return pi * r * r * (snw_vec3_distance(c->start, c->end) + 4.0 / 3.0 * r);
}

static void every_sphere_is_inside(const snw_capsule *c, const snw_sphere *spheres, int count) {
    for (int i = 0; i < count; i++) {
        const double reach = sample_capsule_distance(c, spheres[i].center) + spheres[i].radius;
        CHECK(reach <= c->radius + 1e-12 * (1 + snw_vec3_norm(spheres[i].center)));
    }
}

// clouds of any shape, also flat ones, lines, single points
static int random_spheres(snw_sphere *spheres, int most, double radius) {
    const int count = check_int(1, most);
    const snw_pose T = sample_pose(5);
    const snw_vec3 stretch = {check_int(0, 3) ? check_real(0, 3) : 0, check_real(0, 1),
                              check_int(0, 3) ? check_real(0, 1) : 0};
    for (int i = 0; i < count; i++) {
        const snw_vec3 p = snw_vec3_mul(stretch, sample_point(1));
        spheres[i] = (snw_sphere){snw_pose_apply(T, p), radius * check_real(0, 1)};
    }
    return count;
}

static void every_sphere_lies_in_the_capsule_around_them(void) {
    CHECK_CASES(check_scaled(1500)) {
        snw_sphere spheres[40];
        const int count = random_spheres(spheres, 40, check_int(0, 1));
        snw_capsule c;
        CHECK(snw__capsule_around(spheres, count, &c) == SNW_OK);
        every_sphere_is_inside(&c, spheres, count);
    }
}

// points from a known capsule: the one found is hardly larger
static void the_capsule_around_points_of_a_capsule_is_hardly_larger(void) {
    CHECK_CASES(check_scaled(100)) {
        sample s;
        sample_random(&s, CAPSULE);
        s.a = check_real(0.5, 4);
        sample_place(&s);
        snw_vec3 points[500];
        for (int i = 0; i < 500; i++) {
            points[i] = sample_border(&s);
        }
        snw_capsule c;
        CHECK(snw_capsule_around_points(points, 500, &c) == SNW_OK);
        CHECK(volume_of(&c) <= 1.05 * volume_of(&s.block.capsule));
        for (int i = 0; i < 500; i++) {
            CHECK(sample_capsule_distance(&c, points[i]) <= c.radius + 1e-12);
        }
    }
}

// against many capsules with random axes through the middle of a box's vertices
static void no_random_capsule_around_a_box_is_much_smaller(void) {
    CHECK_CASES(check_scaled(100)) {
        sample s;
        sample_random(&s, BOX);
        snw_vec3 v[8];
        CHECK(sample_vertices(&s, v) == 8);
        for (int i = 0; i < 8; i++) {
            v[i] = snw_pose_apply(s.T, v[i]);
        }
        snw_capsule best;
        CHECK(snw_capsule_around_points(v, 8, &best) == SNW_OK);
        for (int k = 0; k < 300; k++) {
            const snw_vec3 w = sample_direction();
            const double half = check_real(0, 2);
            snw_capsule c = {snw_vec3_add_scaled(s.T.p, w, -half),
                             snw_vec3_add_scaled(s.T.p, w, half), 0};
            for (int i = 0; i < 8; i++) {
                c.radius = fmax(c.radius, sample_capsule_distance(&c, v[i]));
            }
            CHECK(volume_of(&best) <= volume_of(&c) * 1.001);
        }
    }
}

// spec: actin-model:A1-LK-31
static void a_capsule_is_resized_so_that_every_vertex_is_within_its_radius(void) {
    CHECK_CASES(check_scaled(1000)) {
        // a mesh arrives in a link whose capsule was written by hand, mostly too small
        snw_setup *setup = sample_setup();
        sample s;
        sample_random(&s, (sample_kind)check_int(0, SOLIDS - 1));
        const snw_mesh_options coarse = {.resolution = 12};
        snw_mesh *mesh = NULL;
        CHECK(snw_shape_mesh(&s.shape, &coarse, setup, &mesh, NULL) == SNW_OK);
        snw_capsule c = {sample_point(2), sample_point(2), check_real(0, 1)};
        if (check_int(0, 3) == 0) c.end = c.start;
        const snw_capsule old = c;
        CHECK(snw_capsule_enclose(&c, mesh->points, mesh->point_count) == SNW_OK);
        for (int i = 0; i < mesh->point_count; i++) {
            CHECK(sample_capsule_distance(&c, mesh->points[i]) <= c.radius + 1e-9);
        }
        // it holds what it held, and its axis lies on the old one
        CHECK(sample_capsule_distance(&c, old.start) + old.radius <= c.radius + 1e-9);
        CHECK(sample_capsule_distance(&c, old.end) + old.radius <= c.radius + 1e-9);
        const snw_vec3 axis = snw_vec3_sub(old.end, old.start);
        if (snw_vec3_norm(axis) > 0) {
            const snw_vec3 w = snw_vec3_normalize(axis);
            const snw_vec3 off = snw_vec3_cross(w, snw_vec3_sub(c.start, old.start));
            CHECK_NEAR(snw_vec3_norm(off), 0, 1e-12);
            const snw_vec3 turn = snw_vec3_cross(w, snw_vec3_sub(c.end, c.start));
            CHECK_NEAR(snw_vec3_norm(turn), 0, 1e-12);
        }
        // once it bounds, it stays
        const snw_capsule bound = c;
        CHECK(snw_capsule_enclose(&c, mesh->points, mesh->point_count) == SNW_OK);
        CHECK(memcmp(&bound, &c, sizeof c) == 0);
        snw_setup_destroy(setup);
    }
}

// a link's file: the capsule by hand, far too small, and the points of a mesh
// spec: actin-model:A1-LK-31
static void a_capsule_from_a_file_bounds_the_mesh_of_the_same_file(void) {
    static const char file[] =
        "<union_of><first><capsule start='0 0 0' end='0 0 1 m' radius='1 mm'/></first><second>"
        "<mesh><points><group>1 2 3  -1 2 3  0 -4 1  0.5 0.5 -7</group></points>"
        "<triangles><group>0 1 2  0 2 3  0 3 1  1 3 2</group></triangles></mesh>"
        "</second></union_of>";
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_registry registry;
    CHECK(snw_registry_init(&registry, 32, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    const snw_source source = {.bytes = file, .length = sizeof file - 1, .name = "link.xml"};
    const snw_read_options options = {.registry = &registry};
    snw_setup *setup = sample_setup();
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    void *block = NULL;
    if (snw_xml_read(&source, &snw_union_of_type, &options, setup, &block, &diags) < 0) {
        print_error("%s\n", why.text);
    }
    CHECK(block != NULL);
    const snw_union_of *link = block;
    snw_capsule *capsule = link->first.block;
    const snw_mesh *mesh = link->second.block;
    CHECK(capsule->radius == 0.001 && mesh->point_count == 4);
    CHECK(snw_capsule_enclose(capsule, mesh->points, mesh->point_count) == SNW_OK);
    for (int i = 0; i < mesh->point_count; i++) {
        CHECK(sample_capsule_distance(capsule, mesh->points[i]) <= capsule->radius + 1e-9);
    }
    snw_setup_destroy(setup);
}

static void a_capsule_that_bounds_already_stays_as_it_is(void) {
    snw_capsule c = {{0, 0, 0}, {1, 0, 0}, 0.5};
    const snw_vec3 inside[3] = {{0.5, 0.4, 0}, {1.3, 0, 0}, {-0.5, 0, 0}};
    CHECK(snw_capsule_enclose(&c, inside, 3) == SNW_OK);
    CHECK(c.start.x == 0 && c.end.x == 1 && c.radius == 0.5);
    // a point beyond one end: longer, hardly thicker
    const snw_vec3 beyond = {4, 0, 0};
    CHECK(snw_capsule_enclose(&c, &beyond, 1) == SNW_OK);
    CHECK_NEAR(c.end.x + c.radius, 4, 1e-6);
    CHECK_NEAR(c.radius, 0.5, 1e-3);
    CHECK_NEAR(c.start.x - c.radius, -0.5, 1e-6);
}

static void bad_input_is_refused(void) {
    const snw_vec3 points[2] = {{0, 0, 0}, {0, (double)NAN, 0}};
    const snw_sphere spheres[2] = {{{0, 0, 0}, -1}, {{0, 0, 0}, (double)NAN}};
    snw_capsule c = {{0, 0, 0}, {1, 0, 0}, 0.5};
    const snw_capsule old = c;
    CHECK(snw__capsule_around(spheres, 0, &c) == SNW_ERR_ARGUMENT);
    CHECK(snw__capsule_around(NULL, 1, &c) == SNW_ERR_ARGUMENT);
    CHECK(snw__capsule_around(spheres, 1, &c) == SNW_ERR_RANGE);
    CHECK(snw__capsule_around(&spheres[1], 1, &c) == SNW_ERR_NOT_FINITE);
    CHECK(snw_capsule_around_points(points, 2, &c) == SNW_ERR_NOT_FINITE);
    CHECK(snw_capsule_around_points(points, 0, &c) == SNW_ERR_ARGUMENT);
    CHECK(snw_capsule_enclose(&c, points, 2) == SNW_ERR_NOT_FINITE);
    CHECK(snw_capsule_enclose(&c, NULL, 1) == SNW_ERR_ARGUMENT);
    CHECK(memcmp(&c, &old, sizeof c) == 0);
    c.radius = -1;
    CHECK(snw_capsule_enclose(&c, points, 1) == SNW_ERR_RANGE);
    c.radius = (double)NAN;
    CHECK(snw_capsule_enclose(&c, points, 1) == SNW_ERR_NOT_FINITE);
}

int main(void) {
    RUN(every_sphere_lies_in_the_capsule_around_them);
    RUN(the_capsule_around_points_of_a_capsule_is_hardly_larger);
    RUN(no_random_capsule_around_a_box_is_much_smaller);
    RUN(a_capsule_is_resized_so_that_every_vertex_is_within_its_radius);
    RUN(a_capsule_from_a_file_bounds_the_mesh_of_the_same_file);
    RUN(a_capsule_that_bounds_already_stays_as_it_is);
    RUN(bad_input_is_refused);
    return check_report();
}
