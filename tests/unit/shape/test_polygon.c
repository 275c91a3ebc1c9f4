// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "polyhedra.h"

static snw_setup *setup;

static void prepare(snw_mesh *mesh) {
    const snw_child shape = {&snw_mesh_type, mesh};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
}

// twice the area of a polygon by the shoelace sum
static double shoelace(const double (*outline)[2], int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double *a = outline[i], *b = outline[(i + 1) % count];
        sum += a[0] * b[1] - b[0] * a[1];
    }
    return sum;
}

// a star-shaped outline with random radii has deep notches
static void random_outline(double (*outline)[2], int count) {
    for (int i = 0; i < count; i++) {
        const double angle = 2 * 3.141592653589793 * i / count, r = check_real(0.1, 1);
        outline[i][0] = r * cos(angle);
        outline[i][1] = r * sin(angle);
    }
}

// No triangle may overlap another: all have the sense of the polygon, and their areas add up to its
// area.
static void any_simple_polygon_is_cut_into_triangles_that_cover_it_once(void) {
    setup = sample_setup();
    CHECK_CASES(check_scaled(1000)) {
        double outline[40][2];
        const int count = check_int(3, 40);
        random_outline(outline, count);
        snw_mesh *mesh = prism((const double(*)[2])outline, count, setup);
        const snw_pose T = sample_pose(1);
        for (int i = 0; i < mesh->point_count; i++) {
            mesh->points[i] = snw_pose_apply(T, mesh->points[i]);
        }
        prepare(mesh);
        CHECK(mesh->closed);
        double area = 0;
        for (int i = 0; i < mesh->face_index_count / 3; i++) {
            if (mesh->owners[i] != 1) continue;
            const int *at = &mesh->faces[3 * i];
            const snw_vec3 a = mesh->points[at[0]];
            const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(mesh->points[at[1]], a),
                                              snw_vec3_sub(mesh->points[at[2]], a));
            const double twice = snw_vec3_dot(n, T.R.z);
            CHECK(twice > -1e-12);
            area += twice;
        }
        CHECK_NEAR(area, shoelace((const double(*)[2])outline, count), 1e-12);
        CHECK(snw_vec3_near(mesh->polygons[1].normal, T.R.z, 1e-12));
        CHECK(snw_vec3_near(mesh->polygons[0].normal, snw_vec3_neg(T.R.z), 1e-12));
        // the volume of a prism of height 1 is the area of its base
        snw_inertia I = snw_inertia_zero();
        CHECK(snw_mesh_inertia(mesh, 1, &I, NULL) == SNW_OK);
        CHECK_NEAR(I.m, 0.5 * area, 1e-12);
    }
    snw_setup_destroy(setup);
}

// points on a straight side, a comb, a spiral
static void hard_outlines_are_cut_too(void) {
    static const double square[8][2] = {{0, 0}, {0.5, 0}, {1, 0}, {1, 0.5},
                                        {1, 1}, {0.5, 1}, {0, 1}, {0, 0.5}};
    double comb[42][2], spiral[40][2];
    for (int i = 0; i < 40; i++) {
        comb[i][0] = 10 - 0.25 * i;
        comb[i][1] = i % 2 ? 1 : 5;
        const double angle = 0.5 * (i < 20 ? i : 39 - i), r = angle + (i < 20 ? 2.5 : 1);
        spiral[i][0] = r * cos(angle);
        spiral[i][1] = r * sin(angle);
    }
    comb[40][0] = comb[40][1] = comb[41][1] = 0;
    comb[41][0] = 10;
    const struct {
        const double (*outline)[2];
        int count;
    } cases[] = {{square, 8}, {(const double(*)[2])comb, 42}, {(const double(*)[2])spiral, 40}};
    setup = sample_setup();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snw_mesh *mesh = prism(cases[i].outline, cases[i].count, setup);
        prepare(mesh);
        snw_inertia I = snw_inertia_zero();
        CHECK(mesh->closed);
        CHECK(snw_mesh_inertia(mesh, 1, &I, NULL) == SNW_OK);
        CHECK_NEAR(I.m, 0.5 * shoelace(cases[i].outline, cases[i].count), 1e-10);
    }
    snw_setup_destroy(setup);
}

// neither hangs nor writes beyond its room; there is nothing right to say about its inside
static void an_outline_that_crosses_itself_comes_to_an_end(void) {
    setup = sample_setup();
    CHECK_CASES(check_scaled(2000)) {
        double outline[20][2];
        const int count = check_int(3, 20);
        for (int i = 0; i < count; i++) {
            outline[i][0] = check_int(0, 3);
            outline[i][1] = check_int(0, 3);
        }
        snw_mesh *mesh = prism((const double(*)[2])outline, count, setup);
        prepare(mesh);
        CHECK(mesh->face_index_count == 3 * (2 * (count - 2) + 2 * count));
        for (int i = 0; i < mesh->face_index_count; i++) {
            CHECK(mesh->faces[i] >= 0 && mesh->faces[i] < mesh->point_count);
        }
    }
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(any_simple_polygon_is_cut_into_triangles_that_cover_it_once);
    RUN(hard_outlines_are_cut_too);
    RUN(an_outline_that_crosses_itself_comes_to_an_end);
    return check_report();
}
