// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../shape/sample.h"
#include "sinew/hull.h"

static const double pi = 3.141592653589793;

static snw_hull *hull_of(const snw_vec3 *points, int count, snw_setup *setup) {
    snw_hull *hull = NULL;
    snw_why why;
    const snw_status status = snw_hull_of_points(points, count, setup, &hull, &why);
    if (status < 0) print_error("%s\n", why.text);
    CHECK(status == SNW_OK);
    return hull;
}

static double volume_of(const snw_hull *hull) {
    snw_hull copy = *hull;
    const snw_child shape = {&snw_hull_type, &copy};
    double volume = 0;
    CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_OK);
    return volume;
}

// how far a point lies beyond the planes of the faces, by their normals
static double beyond(const snw_hull *hull, snw_vec3 p) {
    double most = -(double)INFINITY;
    for (int i = 0; i < hull->normal_count; i++) {
        const snw_vec3 on = hull->points[hull->triangles[3 * i]];
        most = fmax(most, snw_vec3_dot(hull->normals[i], snw_vec3_sub(p, on)));
    }
    return most;
}

enum { CLOUDS = 8, MOST = 1500 };
static snw_vec3 cloud[MOST];

// clouds that hulls are known to be hard for: flat sides, many points on an edge, repeated points
static int random_cloud(int kind) {
    const int count = check_int(8, (int)check_scaled(MOST) < 8 ? 8 : (int)check_scaled(MOST));
    const snw_pose T = sample_pose(kind == 6 ? 1000 : 1);
    for (int i = 0; i < count; i++) {
        snw_vec3 p = sample_point(1);
        if (kind == 1) p = sample_direction();
        if (kind == 2) p = snw_vec3_of(check_int(0, 4), check_int(0, 4), check_int(0, 4));
        if (kind == 3) p = snw_vec3_mul(p, snw_vec3_of(100, 1, 0.01));
        if (kind == 4)
            p = snw_vec3_of(i < 8 ? (i & 1 ? 1 : -1) : p.x, i < 8 ? (i & 2 ? 1 : -1) : p.y,
                            i < 8 ? (i & 4 ? 1 : -1) : 1);
        if (kind == 5 && i > 5) p = snw_vec3_zero();
        if (kind == 7)
            p = snw_vec3_of(cos(0.1 * check_int(0, 62)), sin(0.1 * check_int(0, 62)),
                            check_int(0, 1));
        cloud[i] = snw_pose_apply(T, p);
        if (kind == 5 && i > 5) cloud[i] = cloud[i % 6];
    }
    return count;
}

// spec: actin-model:A1-LK-17
static void all_points_lie_inside_their_hull_and_its_hull_is_itself(void) {
    CHECK_CASES(check_scaled(160)) {
        snw_setup *setup = sample_setup();
        const int count = random_cloud((int)(check_case % CLOUDS));
        const snw_hull *hull = hull_of(cloud, count, setup);
        for (int i = 0; i < count; i++) {
            CHECK(beyond(hull, cloud[i]) <= 1e-9);
        }
        // idempotent, number by number
        const snw_hull *again = hull_of(hull->points, hull->point_count, setup);
        CHECK(again->point_count == hull->point_count && again->index_count == hull->index_count);
        CHECK(memcmp(again->points, hull->points,
                     (size_t)hull->point_count * sizeof *hull->points) == 0);
        CHECK(memcmp(again->triangles, hull->triangles, (size_t)hull->index_count * sizeof(int)) ==
              0);
        CHECK(volume_of(again) == volume_of(hull));
        snw_setup_destroy(setup);
    }
}

static void the_points_of_a_cloud_are_contained_and_points_beyond_are_not(void) {
    CHECK_CASES(check_scaled(80)) {
        snw_setup *setup = sample_setup();
        const int count = random_cloud((int)(check_case % CLOUDS));
        snw_hull *hull = hull_of(cloud, count, setup);
        const snw_child shape = {&snw_hull_type, hull};
        for (int i = 0; i < count; i++) {
            CHECK(sample_contains(&shape, cloud[i]));
        }
        CHECK(hull->slack <= 1e-9);
        for (int i = 0; i < 200; i++) {
            const snw_vec3 d = sample_direction(), s = sample_support(&shape, d);
            CHECK(!sample_contains(&shape, snw_vec3_add_scaled(s, d, 1e-8)));
        }
        snw_setup_destroy(setup);
    }
}

// n-gons in k layers on a ball: between two layers lies a frustum of volume (A + B + sqrt(A B)) h/3
static double layered_ball(int layers, int sides, snw_vec3 *points) {
    double volume = 0, last_area = 0, last_z = 0;
    const double unit_area = 0.5 * sides * sin(2 * pi / sides);
    for (int i = 0; i < layers; i++) {
        const double angle = pi * (i + 1) / (layers + 1), z = -cos(angle), r = sin(angle);
        for (int k = 0; k < sides; k++) {
            const double turn = 2 * pi * k / sides;
            points[i * sides + k] = snw_vec3_of(r * cos(turn), r * sin(turn), z);
        }
        const double area = unit_area * r * r;
        if (i > 0) volume += (area + last_area + sqrt(area * last_area)) * (z - last_z) / 3;
        last_area = area;
        last_z = z;
    }
    return volume;
}

// spec: actin-tools:BF-10
static void the_hull_of_a_hundred_thousand_points_has_the_reference_volume(void) {
    const int sides = 400, layers = (int)check_scaled(250), count = sides * layers;
    snw_vec3 *points = calloc((size_t)count, sizeof *points);
    if (points == NULL) abort();

    // all of them vertices, with many flat faces of four corners
    const double volume = layered_ball(layers, sides, points);
    snw_setup *setup = sample_setup();
    const snw_hull *hull = hull_of(points, count, setup);
    CHECK(hull->point_count == count);
    CHECK_NEAR(volume_of(hull), volume, 1e-9);
    snw_setup_destroy(setup);

    // nearly all of them inside: a box turned anyhow, with its eight corners among the points
    const snw_pose T = sample_pose(3);
    for (int i = 0; i < count; i++) {
        snw_vec3 p = {check_real(-1, 1), check_real(-2, 2), check_real(-0.5, 0.5)};
        if (i % (count / 8) == 7) {
            const int k = i / (count / 8);
            p = snw_vec3_of(k & 1 ? 1 : -1, k & 2 ? 2 : -2, k & 4 ? 0.5 : -0.5);
        }
        points[i] = snw_pose_apply(T, p);
    }
    setup = sample_setup();
    hull = hull_of(points, count, setup);
    CHECK(hull->point_count == 8);
    CHECK_NEAR(volume_of(hull), 8, 1e-9);
    snw_setup_destroy(setup);
    free(points);
}

// a simplex with points inside it: |det| / 6
static void the_hull_of_points_in_a_tetrahedron_is_the_tetrahedron(void) {
    CHECK_CASES(check_scaled(100)) {
        snw_setup *setup = sample_setup();
        sample s;
        sample_random(&s, TETRAHEDRON);
        snw_vec3 v[8];
        const int corners = sample_vertices(&s, v);
        for (int i = 0; i < 500; i++) {
            double w[4], sum = 0;
            snw_vec3 p = {0, 0, 0};
            for (int k = 0; k < 4; k++) {
                w[k] = check_real(0.001, 1);
                sum += w[k];
            }
            for (int k = 0; k < 4; k++) {
                p = snw_vec3_add_scaled(p, v[k], w[k] / sum);
            }
            cloud[i] = snw_pose_apply(s.T, i < corners ? v[i] : p);
        }
        const snw_hull *hull = hull_of(cloud, 500, setup);
        CHECK(hull->point_count == 4 && hull->normal_count == 4);
        CHECK_NEAR(volume_of(hull), s.a * s.b * s.c / 6, 1e-12);
        snw_setup_destroy(setup);
    }
}

static void a_hull_read_from_a_file_keeps_its_points_and_gets_its_faces(void) {
    snw_setup *setup = sample_setup();
    snw_hull *hull = snw_block_new(&snw_hull_type, setup);
    const snw_child shape = {&snw_hull_type, hull};
    const int count = random_cloud(0);
    CHECK(snw_block_resize(snw_type_field(&snw_hull_type, "points"), hull, count, setup) == SNW_OK);
    memcpy(hull->points, cloud, (size_t)count * sizeof *cloud);
    snw_mesh *mesh = NULL;
    double volume = 0;
    CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_ERR_STATE);
    CHECK(snw_shape_mesh(&shape, NULL, setup, &mesh, NULL) == SNW_OK);
    CHECK(mesh->closed && hull->index_count == 0);
    // without faces it has support points all the same
    const snw_vec3 d = sample_direction(), before = sample_support(&shape, d);
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    CHECK(hull->point_count == count &&
          memcmp(hull->points, cloud, (size_t)count * sizeof *cloud) == 0);
    CHECK(snw_vec3_equal(before, sample_support(&shape, d)));
    const snw_hull *made = hull_of(cloud, count, setup);
    CHECK(hull->vertex_count == made->point_count && hull->index_count == made->index_count);
    for (int i = 0; i < hull->vertex_count; i++) {
        CHECK(snw_vec3_equal(hull->points[hull->vertices[i]], made->points[i]));
        CHECK(i == 0 || hull->vertices[i] > hull->vertices[i - 1]);
    }
    CHECK_NEAR(volume_of(hull), volume_of(made), 1e-14);
    // prepared again it stays the same
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    CHECK(hull->vertex_count == made->point_count);
    snw_setup_destroy(setup);
}

static void the_hull_of_a_shape_is_that_of_its_mesh(void) {
    snw_setup *setup = sample_setup();
    const snw_mesh_options coarse = {.resolution = 16};
    for (int kind = 0; kind < SOLIDS; kind++) {
        sample s;
        sample_random(&s, (sample_kind)kind);
        snw_mesh *mesh = NULL;
        snw_hull *one = NULL, *two = NULL;
        CHECK(snw_shape_mesh(&s.shape, &coarse, setup, &mesh, NULL) == SNW_OK);
        CHECK(snw_shape_hull(&s.shape, &coarse, setup, &one, NULL) == SNW_OK);
        const snw_child shape = {&snw_mesh_type, mesh};
        CHECK(snw_shape_hull(&shape, NULL, setup, &two, NULL) == SNW_OK);
        snw_inertia I;
        CHECK(snw_mesh_inertia(mesh, 1, &I, NULL) == SNW_OK);
        // all solids here are convex, so that the hull of the mesh is the mesh
        CHECK_NEAR(volume_of(one), I.m, 1e-9);
        CHECK_NEAR(volume_of(two), I.m, 1e-9);
        const snw_child hull = {&snw_hull_type, one};
        snw_hull *three = NULL;
        CHECK(snw_shape_hull(&hull, NULL, setup, &three, NULL) == SNW_OK);
        CHECK(three->point_count == one->point_count);
    }
    snw_setup_destroy(setup);
}

static void points_without_a_hull_are_refused(void) {
    snw_setup *setup = sample_setup();
    snw_hull *hull = NULL;
    snw_why why;
    for (int i = 0; i < 100; i++) {
        cloud[i] = sample_point(1);
    }
    CHECK(snw_hull_of_points(cloud, 3, setup, &hull, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.text, "a hull needs four points");
    CHECK(snw_hull_of_points(NULL, 9, setup, &hull, &why) == SNW_ERR_RANGE);
    // in a plane, on a line, in a point
    const snw_pose T = sample_pose(1);
    for (int flat = 0; flat < 3; flat++) {
        snw_vec3 points[100];
        for (int i = 0; i < 100; i++) {
            snw_vec3 p = cloud[i];
            p.z = 0;
            if (flat > 0) p.y = 0;
            if (flat > 1) p.x = 0;
            points[i] = snw_pose_apply(T, p);
        }
        CHECK(snw_hull_of_points(points, 100, setup, &hull, &why) == SNW_ERR_RANGE);
        CHECK_TEXT(why.text, "the points lie in a plane");
        CHECK_TEXT(why.rule, "hull-flat");
    }
    cloud[50].y = (double)NAN;
    CHECK(snw_hull_of_points(cloud, 100, setup, &hull, &why) == SNW_ERR_NOT_FINITE);
    cloud[50].y = 1e9;
    CHECK(snw_hull_of_points(cloud, 100, setup, &hull, &why) == SNW_ERR_TOO_LARGE);
    CHECK(hull == NULL);
    snw_setup_destroy(setup);
}

// from far below rounding to a millionth of the width: refused, or right
static void clouds_of_any_thinness_have_a_hull_or_are_refused(void) {
    int found = 0;
    CHECK_CASES(check_scaled(600)) {
        snw_setup *setup = sample_setup();
        const double thin = pow(10, check_real(-18, -6));
        const snw_pose T = sample_pose(1);
        for (int i = 0; i < 60; i++) {
            const snw_vec3 p = sample_point(1);
            cloud[i] = snw_pose_apply(T, snw_vec3_of(p.x, p.y, thin * p.z));
        }
        snw_hull *hull = NULL;
        const snw_status status = snw_hull_of_points(cloud, 60, setup, &hull, NULL);
        CHECK(status == SNW_OK || status == SNW_ERR_RANGE || status == SNW_ERR_CHECK);
        if (thin > 1e-12) CHECK(status == SNW_OK);
        for (int i = 0; i < 60 && status == SNW_OK; i++) {
            CHECK(beyond(hull, cloud[i]) <= 1e-9);
        }
        found += status == SNW_OK;
        snw_setup_destroy(setup);
    }
    CHECK(found > check_scaled(600) / 4);
}

static void a_hull_fails_cleanly_at_every_limit_of_memory(void) {
    for (int i = 0; i < 30; i++) {
        cloud[i] = sample_point(1);
    }
    bool done = false;
    for (size_t limit = 0; !done; limit += 32) {
        snw_setup *setup = snw_setup_create(limit);
        if (setup == NULL) abort();
        snw_hull *hull = NULL;
        const snw_status status = snw_hull_of_points(cloud, 30, setup, &hull, NULL);
        CHECK(status == SNW_OK || status == SNW_ERR_MEMORY);
        done = status == SNW_OK;
        CHECK((hull != NULL) == done && limit < 100000 && (!done || limit > 1000));
        snw_setup_destroy(setup);
    }
}

static void a_registry_of_shapes_gets_the_hull(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 14];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_registry registry;
    CHECK(snw_registry_init(&registry, 32, &arena) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_registry_find(&registry, "hull") == NULL);
    CHECK(snw_hull_register(&registry, NULL) == SNW_OK);
    CHECK(snw_registry_find(&registry, "hull") == &snw_hull_type);
    CHECK(snw_registry_is_a(&registry, &snw_hull_type, "shape"));
    CHECK(snw_hull_register(&registry, NULL) == SNW_ERR_DUPLICATE);
}

int main(void) {
    RUN(a_registry_of_shapes_gets_the_hull);
    RUN(all_points_lie_inside_their_hull_and_its_hull_is_itself);
    RUN(the_points_of_a_cloud_are_contained_and_points_beyond_are_not);
    RUN(the_hull_of_a_hundred_thousand_points_has_the_reference_volume);
    RUN(the_hull_of_points_in_a_tetrahedron_is_the_tetrahedron);
    RUN(a_hull_read_from_a_file_keeps_its_points_and_gets_its_faces);
    RUN(the_hull_of_a_shape_is_that_of_its_mesh);
    RUN(points_without_a_hull_are_refused);
    RUN(clouds_of_any_thinness_have_a_hull_or_are_refused);
    RUN(a_hull_fails_cleanly_at_every_limit_of_memory);
    return check_report();
}
