// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

static const double pi = 3.141592653589793;

static snw_inertia inertia_of(const snw_child *shape, double density) {
    snw_inertia inertia = snw_inertia_zero();
    CHECK(snw_shape_inertia(shape, density, &inertia, NULL) == SNW_OK);
    return inertia;
}

// all ten numbers, each relative to the size of its kind
static double difference(snw_inertia a, snw_inertia b) {
    const snw_inertia d = snw_inertia_sub(a, b);
    const double size = fabs(b.m), length = cbrt(size) + snw_vec3_norm(b.h) / size;
    const double first = snw_vec3_max_abs(d.h) / (size * length);
    const double second = fmax(snw_vec3_max_abs(snw_vec3_of(d.I.xx, d.I.yy, d.I.zz)),
                               snw_vec3_max_abs(snw_vec3_of(d.I.xy, d.I.xz, d.I.yz))) /
                          (size * length * length);
    return fmax(fabs(d.m) / size, fmax(first, second));
}

// A body seen from its centre: rays of length r(direction) carry the volume r^3/3, the first moment
// r^4/4 u and the second moments r^5/5 u u^T per solid angle. Midpoints in longitude and in the
// height z, for which solid angles are equal. The lengths come from the plain formulas by halving.
static snw_inertia by_rays(const sample *s, int rows) {
    double V = 0;
    snw_vec3 h = {0, 0, 0};
    snw_sym3 S = snw_sym3_zero();
    const int columns = 2 * rows;
    const double part = 4 * pi / rows / columns;
    for (int i = 0; i < rows; i++) {
        const double z = -1 + (2 * i + 1.0) / rows, flat = sqrt(1 - z * z);
        for (int k = 0; k < columns; k++) {
            const double angle = 2 * pi * (k + 0.5) / columns;
            const snw_vec3 u = {flat * cos(angle), flat * sin(angle), z};
            const double r = sample_reach(s, u);
            V += part * r * r * r / 3;
            h = snw_vec3_add_scaled(h, u, part * r * r * r * r / 4);
            const snw_sym3 uu = {u.x * u.x, u.y * u.y, u.z * u.z, u.x * u.y, u.x * u.z, u.y * u.z};
            S = snw_sym3_add(S, snw_sym3_scale(uu, part * r * r * r * r * r / 5));
        }
    }
    const snw_sym3 I = {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz};
    const snw_inertia at_center = snw_inertia_of(V, h, I);
    const snw_inertia local = snw_inertia_translate(sample_center(s), at_center);
    return snw_inertia_transform(s->T, local);
}

static void closed_forms_agree_with_quadrature_along_rays(void) {
    const int rows = check_scaled(20) < 20 ? 50 : 120;
    const double allowed = rows < 120 ? 2e-2 : 2e-3;
    CHECK_CASES(check_scaled(4)) {
        // the tips of a tetrahedron are too slim for rays: it has a test of its own
        for (int kind = 0; kind < TETRAHEDRON; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            s.a = check_real(0.5, 1.5);
            s.b = check_real(0.5, 1.5);
            s.c = check_real(0.5, 1.5);
            sample_place(&s);
            const double off = difference(inertia_of(&s.shape, 1), by_rays(&s, rows));
            if (off > allowed) print_error("%s\n", sample_names[kind]);
            CHECK_NEAR(off, 0, allowed);
        }
    }
}

// The rule with weights 1/20 at the vertices and 4/5 at the centre is exact for polynomials of the
// second degree (Hammer and Stroud 1956).
static void a_tetrahedron_is_five_points(void) {
    CHECK_CASES(check_scaled(1000)) {
        const snw_vec3 v[4] = {sample_point(2), sample_point(2), sample_point(2), sample_point(2)};
        snw_tetrahedron t = snw_tetrahedron_of(v[0], v[1], v[2], v[3]);
        const snw_child shape = {&snw_tetrahedron_type, &t};
        const double V = fabs(snw_mat3_det(snw_mat3_of(t.edge_1, t.edge_2, t.edge_3))) / 6;
        if (V < 1e-3) continue;
        snw_inertia sum = snw_inertia_zero();
        snw_vec3 center = {0, 0, 0};
        for (int i = 0; i < 4; i++) {
            sum = snw_inertia_add(sum, snw_inertia_point(V / 20, v[i]));
            center = snw_vec3_add_scaled(center, v[i], 0.25);
        }
        sum = snw_inertia_add(sum, snw_inertia_point(0.8 * V, center));
        CHECK(difference(inertia_of(&shape, 1), sum) < 1e-12);
    }
}

// Meshes with points on the surface miss a part of order 1/n^2; from three of them the terms 1/n^2
// and 1/n^4 are taken out (Romberg), and what is left must be the closed form.
static void closed_forms_are_the_limit_of_meshes(void) {
    CHECK_CASES(check_scaled(10)) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            snw_setup *setup = sample_setup();
            sample s;
            sample_random(&s, (sample_kind)kind);
            snw_inertia at[3];
            for (int i = 0; i < 3; i++) {
                const snw_mesh_options options = {.resolution = 32 << i};
                snw_mesh *mesh = NULL;
                CHECK(snw_shape_mesh(&s.shape, &options, setup, &mesh, NULL) == SNW_OK);
                CHECK(snw_mesh_inertia(mesh, 1, &at[i], NULL) == SNW_OK);
            }
            snw_inertia two[2];
            for (int i = 0; i < 2; i++) {
                two[i] = snw_inertia_add(snw_inertia_scale(at[i + 1], 4.0 / 3),
                                         snw_inertia_scale(at[i], -1.0 / 3));
            }
            const snw_inertia limit = snw_inertia_add(snw_inertia_scale(two[1], 16.0 / 15),
                                                      snw_inertia_scale(two[0], -1.0 / 15));
            const double off = difference(inertia_of(&s.shape, 1), limit);
            if (off > 1e-7) print_error("%s\n", sample_names[kind]);
            CHECK_NEAR(off, 0, 1e-7);
            snw_setup_destroy(setup);
        }
    }
}

// textbook bodies of 10 kg, and the sphere of the worked link example: 10 kg, radius 1 m
static void textbook_bodies_have_their_textbook_moments(void) {
    snw_sphere ball = {{0, 0, 0}, 1};
    const snw_child sphere = {&snw_sphere_type, &ball};
    snw_inertia I = inertia_of(&sphere, 10 / (4 * pi / 3));
    CHECK_NEAR(I.m, 10, 1e-12);
    CHECK_NEAR(I.I.xx, 4, 1e-12); // 2/5 m r^2
    CHECK_NEAR(I.I.xy, 0, 0);
    snw_cylinder rod = {{0, 0, -1}, {0, 0, 1}, 0.5};
    const snw_child cylinder = {&snw_cylinder_type, &rod};
    I = inertia_of(&cylinder, 10 / (pi * 0.5));
    CHECK_NEAR(I.m, 10, 1e-12);
    CHECK_NEAR(I.I.zz, 10 * 0.25 / 2, 1e-12);
    CHECK_NEAR(I.I.xx, 10 * (3 * 0.25 + 4) / 12, 1e-12);
    snw_cone hat = {{0, 0, 0}, {0, 0, 2}, 0, 0.5};
    const snw_child cone = {&snw_cone_type, &hat};
    I = inertia_of(&cone, 10 / (pi * 0.25 * 2 / 3));
    CHECK_NEAR(I.m, 10, 1e-12);
    CHECK_NEAR(I.h.z, 10 * 1.5, 1e-12); // three quarters of the height from the tip
    CHECK_NEAR(I.I.zz, 0.3 * 10 * 0.25, 1e-12);
    CHECK_NEAR(I.I.xx, 10 * (0.15 * 0.25 + 0.6 * 4), 1e-12); // about the tip
    snw_ellipsoid egg = {SNW_POSE_AT(0, 0, 0), {1, 2, 3}};
    const snw_child ellipsoid = {&snw_ellipsoid_type, &egg};
    I = inertia_of(&ellipsoid, 10 / (4 * pi / 3 * 6));
    CHECK_NEAR(I.I.xx, 10.0 / 5 * (4 + 9), 1e-12);
    CHECK_NEAR(I.I.yy, 10.0 / 5 * (1 + 9), 1e-12);
    CHECK_NEAR(I.I.zz, 10.0 / 5 * (1 + 4), 1e-12);
}

static void kinds_agree_where_one_becomes_the_other(void) {
    CHECK_CASES(check_scaled(500)) {
        sample s;
        sample_random(&s, CYLINDER);
        const snw_cylinder *c = &s.block.cylinder;
        // cylinder: that of math, along z, moved
        const snw_inertia upright = snw_inertia_cylinder(pi * s.b * s.b * s.a, s.b, s.a);
        const snw_pose middle = snw_pose_mul(s.T, snw_pose_translation(snw_vec3_z(0.5 * s.a)));
        CHECK(difference(inertia_of(&s.shape, 1), snw_inertia_transform(middle, upright)) < 1e-12);

        // a cone cut in two is two frustums
        const double t = check_real(0.1, 0.9), r = s.c * (1 - t) + s.b * t;
        const snw_vec3 cut = snw_vec3_add_scaled(c->start, snw_vec3_sub(c->end, c->start), t);
        snw_cone whole = {c->start, c->end, s.c, s.b}, low = {c->start, cut, s.c, r};
        snw_cone high = {cut, c->end, r, s.b};
        const snw_child shapes[3] = {
            {&snw_cone_type, &whole}, {&snw_cone_type, &low}, {&snw_cone_type, &high}};
        const snw_inertia sum =
            snw_inertia_add(inertia_of(&shapes[1], 1), inertia_of(&shapes[2], 1));
        CHECK(difference(inertia_of(&shapes[0], 1), sum) < 1e-12);

        // a capsule without length is a ball, a lozenge without an edge a capsule
        snw_capsule capsule = {c->start, c->start, s.b};
        snw_sphere ball = {c->start, s.b};
        const snw_child short_capsule = {&snw_capsule_type, &capsule};
        const snw_child sphere = {&snw_sphere_type, &ball};
        CHECK(difference(inertia_of(&short_capsule, 1), inertia_of(&sphere, 1)) < 1e-12);
        capsule.end = c->end;
        snw_lozenge flat = {c->start, {0, 0, 0}, snw_vec3_sub(c->end, c->start), s.b};
        const snw_child lozenge = {&snw_lozenge_type, &flat};
        CHECK(difference(inertia_of(&short_capsule, 1), inertia_of(&lozenge, 1)) < 1e-12);
        CHECK_NEAR(inertia_of(&lozenge, 1).m, pi * s.b * s.b * (s.a + 4.0 / 3 * s.b),
                   1e-12 * (1 + s.a) * 50);
    }
}

static void a_lozenge_has_the_volume_of_its_parts(void) {
    // Steiner's formula: a b 2 r + pi r^2 (a + b) + 4/3 pi r^3
    snw_lozenge l = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, 0.5};
    const snw_child shape = {&snw_lozenge_type, &l};
    CHECK_NEAR(inertia_of(&shape, 1).m, 1 * 2 * 1 + pi * 0.25 * 3 + 4.0 / 3 * pi * 0.125, 1e-12);
    CHECK(snw_vec3_near(snw_inertia_center(inertia_of(&shape, 1)), snw_vec3_of(0.5, 1, 0), 1e-15));
}

static void mass_is_proportional_to_density_and_moves_with_the_frame(void) {
    CHECK_CASES(check_scaled(500)) {
        for (int kind = 0; kind < SOLIDS; kind++) {
            sample s;
            sample_random(&s, (sample_kind)kind);
            const snw_inertia one = inertia_of(&s.shape, 1), many = inertia_of(&s.shape, 7850);
            CHECK(difference(many, snw_inertia_scale(one, 7850)) < 1e-14);
            CHECK(snw_inertia_check(one, 1e-9, NULL) == SNW_OK);
            const snw_pose move = sample_pose(2);
            s.T = snw_pose_mul(move, s.T);
            sample_place(&s);
            CHECK(difference(inertia_of(&s.shape, 1), snw_inertia_transform(move, one)) < 1e-12);
        }
    }
}

static void thin_shapes_weigh_nothing_and_endless_ones_cannot_be_weighed(void) {
    for (int kind = HALF_SPACE; kind < KINDS; kind++) {
        sample s;
        sample_random(&s, (sample_kind)kind);
        snw_inertia I = snw_inertia_of(7, snw_vec3_zero(), snw_sym3_zero());
        snw_why why;
        const snw_status status = snw_shape_inertia(&s.shape, 1000, &I, &why);
        if (kind == HALF_SPACE) {
            CHECK(status == SNW_ERR_UNSUPPORTED && I.m == 7);
            CHECK_TEXT(why.subject, "half_space");
        } else {
            CHECK(status == SNW_OK && I.m == 0 && I.I.xx == 0);
        }
    }
    snw_union_of none = {{NULL, NULL}, {NULL, NULL}};
    const snw_child empty = {&snw_union_of_type, &none};
    CHECK(inertia_of(&empty, 1).m == 0);
    const snw_child nothing = {&snw_intersection_of_type, &none};
    CHECK(inertia_of(&nothing, 1).m == 0);
}

static void a_bad_density_is_refused(void) {
    sample s;
    sample_random(&s, BOX);
    snw_inertia I = snw_inertia_of(7, snw_vec3_zero(), snw_sym3_zero());
    snw_why why;
    CHECK(snw_shape_inertia(&s.shape, -1, &I, &why) == SNW_ERR_RANGE);
    CHECK_NEAR(why.numbers[0].value, -1, 0);
    CHECK(snw_shape_inertia(&s.shape, (double)NAN, &I, NULL) == SNW_ERR_NOT_FINITE);
    CHECK(snw_shape_inertia(&s.shape, (double)INFINITY, &I, NULL) == SNW_ERR_NOT_FINITE);
    CHECK(I.m == 7);
    CHECK(snw_shape_inertia(&s.shape, 0, &I, NULL) == SNW_OK);
    CHECK(I.m == 0);
}

// parts with boxes apart add exactly
static void a_union_of_parts_that_lie_apart_is_their_sum(void) {
    CHECK_CASES(check_scaled(200)) {
        sample a, b;
        sample_random(&a, (sample_kind)check_int(0, SOLIDS - 1));
        sample_random(&b, (sample_kind)check_int(0, SOLIDS - 1));
        b.T.p.x += 20;
        sample_place(&b);
        snw_union_of pair = {a.shape, b.shape};
        const snw_child u = {&snw_union_of_type, &pair};
        const snw_inertia sum = snw_inertia_add(inertia_of(&a.shape, 3), inertia_of(&b.shape, 3));
        CHECK(difference(inertia_of(&u, 3), sum) < 1e-15);
    }
}

int main(void) {
    RUN(closed_forms_agree_with_quadrature_along_rays);
    RUN(a_tetrahedron_is_five_points);
    RUN(closed_forms_are_the_limit_of_meshes);
    RUN(textbook_bodies_have_their_textbook_moments);
    RUN(kinds_agree_where_one_becomes_the_other);
    RUN(a_lozenge_has_the_volume_of_its_parts);
    RUN(mass_is_proportional_to_density_and_moves_with_the_frame);
    RUN(thin_shapes_weigh_nothing_and_endless_ones_cannot_be_weighed);
    RUN(a_bad_density_is_refused);
    RUN(a_union_of_parts_that_lie_apart_is_their_sum);
    return check_report();
}
