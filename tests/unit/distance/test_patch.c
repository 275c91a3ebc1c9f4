// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Contact patches: closed forms of what rests on what, and what must hold of all pairs.

#include "surfaces.h"

typedef struct patch {
    snw_closest at[4];
    int count;
} patch;

static patch ask_patch(const snw_solid *A, snw_pose T_A, const snw_solid *B, snw_pose T_B,
                       double slack) {
    snw_distance_query query = snw_distance_defaults(A, B);
    query.T_first = T_A;
    query.T_second = T_B;
    patch p;
    p.count = snw_patch(&query, slack, NULL, p.at);
    return p;
}

// whether some place of the patch has its point of the second body here
static bool has_place(const patch *p, double x, double y, double z, double tolerance) {
    for (int i = 0; i < p->count; i++) {
        if (snw_vec3_near(p->at[i].b, snw_vec3_of(x, y, z), tolerance)) return true;
    }
    return false;
}

static const snw_solid *make_box(made *m, snw_box *box, double x, double y, double z) {
    *box = (snw_box){snw_pose_identity(), {x, y, z}};
    return make_solid(m, &snw_box_type, box);
}

// twice the area that the places of a patch hold, seen along z
static double area_of(const patch *p) {
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        for (int k = 0; k < p->count; k++) {
            for (int l = 0; l < p->count; l++) {
                // four places hold two triangles on both sides of the line of two of them
                double side[2] = {0, 0};
                for (int m = 0; m < 2; m++) {
                    const snw_vec3 a = p->at[i].b, b = p->at[k].b, c = p->at[m == 0 ? l : 0].b;
                    side[m] = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
                }
                for (int m = 0; m < p->count; m++) {
                    const snw_vec3 a = p->at[i].b, b = p->at[k].b, c = p->at[m].b;
                    side[1] = fmin(side[1], (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
                }
                most = fmax(most, fmax(0, side[0]) - fmin(0, side[1]));
            }
        }
    }
    return most;
}

// --- closed forms --------------------------------------------------------------------------------

// The places are the corners of the rectangle that both sides share.
static void a_box_on_a_box_rests_on_the_corners_of_what_both_share(void) {
    CHECK_CASES(2000) {
        made A, B;
        snw_box a, b;
        const double x = sample_length(), y = sample_length(), z = sample_length();
        const double X = sample_length(), Y = sample_length(), Z = sample_length();
        make_box(&A, &a, x, y, z);
        make_box(&B, &b, X, Y, Z);
        const double dx = check_real(-0.9, 0.9) * (x + X), dy = check_real(-0.9, 0.9) * (y + Y);
        // apart, or in each other by less than to the side
        const double shared = fmin(x + X - fabs(dx), y + Y - fabs(dy));
        const double gap = check_int(0, 1) ? check_real(0, 0.01)
                                           : -check_real(0, 0.5) * fmin(shared, 2 * fmin(z, Z));
        const snw_pose T = snw_pose_translation(snw_vec3_of(dx, dy, z + Z + gap));
        const patch p = ask_patch(&A.solid, T, &B.solid, snw_pose_identity(), 1e-4);
        CHECK(p.count == 4);
        for (int i = 0; i < 4; i++) {
            const double at_x = i & 1 ? fmin(X, dx + x) : fmax(-X, dx - x);
            const double at_y = i & 2 ? fmin(Y, dy + y) : fmax(-Y, dy - y);
            CHECK(has_place(&p, at_x, at_y, Z, 1e-9));
            CHECK_NEAR(p.at[i].distance, gap, 1e-12);
            CHECK_NEAR(p.at[i].a.z, Z + gap, 1e-12);
            CHECK_NEAR(p.at[i].normal.z, 1, 1e-12);
        }
        free(A.memory);
        free(B.memory);
    }
}

// Turned about the normal: all places are in both rectangles, and hold most of their overlap, whose
// area a grid of points tells.
static void a_turned_box_rests_on_most_of_the_overlap(void) {
    CHECK_CASES(check_scaled(300)) {
        made A, B;
        snw_box a, b;
        make_box(&A, &a, check_real(0.1, 0.3), check_real(0.1, 0.3), 0.1);
        make_box(&B, &b, check_real(0.1, 0.3), check_real(0.1, 0.3), 0.1);
        const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_z(1), check_real(-3.2, 3.2));
        const snw_pose T =
            snw_pose_of(R, snw_vec3_of(check_real(-0.1, 0.1), check_real(-0.1, 0.1), 0.2 + 1e-4));
        const patch p = ask_patch(&A.solid, T, &B.solid, snw_pose_identity(), 1e-3);
        CHECK(p.count == 4);
        const snw_vec3 h = a.half_extents, k = b.half_extents;
        for (int i = 0; i < 4; i++) {
            const snw_vec3 in_A = snw_pose_apply_inverse(T, p.at[i].a);
            CHECK(fabs(p.at[i].b.x) <= k.x + 1e-12 && fabs(p.at[i].b.y) <= k.y + 1e-12);
            CHECK(fabs(in_A.x) <= h.x + 1e-12 && fabs(in_A.y) <= h.y + 1e-12);
            CHECK_NEAR(p.at[i].distance, 1e-4, 1e-12);
        }
        int both = 0;
        enum { SIDE = 100 };
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double x = ((i % SIDE + 0.5) / SIDE * 2 - 1) * k.x;
            const double y = ((i / SIDE + 0.5) / SIDE * 2 - 1) * k.y;
            const snw_vec3 in_A = snw_pose_apply_inverse(T, snw_vec3_of(x, y, 0));
            both += fabs(in_A.x) <= h.x && fabs(in_A.y) <= h.y;
        }
        // four corners hold half of any octagon at least
        const double area = 4 * k.x * k.y * both / (SIDE * SIDE);
        CHECK(area_of(&p) / 2 > 0.5 * area - 0.01 * k.x * k.y);
        CHECK(area_of(&p) / 2 < 1.02 * area + 0.01 * k.x * k.y);
        free(A.memory);
        free(B.memory);
    }
}

// A box tips over an edge: the place where the gap reaches the slack comes nearer to the edge.
static void a_tipped_box_rests_as_far_as_the_gap_is_below_the_slack(void) {
    made A, B;
    snw_box a;
    snw_half_space floor = {{0, 0, 0}, {0, 0, 1}};
    make_box(&A, &a, 0.2, 0.1, 0.05);
    make_solid(&B, &snw_half_space_type, &floor);
    for (int i = -60; i <= 60; i++) {
        const double angle = i * 1e-4, slack = 1e-3;
        const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_y(1), angle);
        // the lower edge rests
        const snw_vec3 edge = snw_mat3_apply(R, snw_vec3_of(i > 0 ? 0.2 : -0.2, 0, -0.05));
        const snw_pose T = snw_pose_of(R, snw_vec3_neg(edge));
        const patch p = ask_patch(&A.solid, T, &B.solid, snw_pose_identity(), slack);
        const double way = fmin(slack / fabs(tan(angle)), 0.4 * cos(angle));
        const double x = i == 0 ? 0.4 : (i > 0 ? -way : way);
        CHECK(p.count == 4);
        CHECK(has_place(&p, 0, -0.1, 0, 1e-9) && has_place(&p, 0, 0.1, 0, 1e-9));
        CHECK(has_place(&p, x, -0.1, 0, 1e-9) && has_place(&p, x, 0.1, 0, 1e-9));
    }
    free(A.memory);
    free(B.memory);
}

static void rods_and_cylinders_rest_on_both_ends(void) {
    made rod, other, can, floor;
    snw_capsule c = {{-0.3, 0, 0}, {0.3, 0, 0}, 0.05}, d = {{-0.1, 0, 0}, {0.7, 0, 0}, 0.03};
    snw_cylinder e = {{-0.2, 0, 0}, {0.2, 0, 0}, 0.1};
    snw_half_space plane = {{0, 0, 0}, {0, 0, 1}};
    make_solid(&rod, &snw_capsule_type, &c);
    make_solid(&other, &snw_capsule_type, &d);
    make_solid(&can, &snw_cylinder_type, &e);
    make_solid(&floor, &snw_half_space_type, &plane);
    const snw_pose origin = snw_pose_identity();
    patch p =
        ask_patch(&rod.solid, snw_pose_translation(snw_vec3_z(0.05)), &floor.solid, origin, 1e-4);
    CHECK(p.count == 2 && has_place(&p, -0.3, 0, 0, 1e-12) && has_place(&p, 0.3, 0, 0, 1e-12));
    // beside each other from -0.1 to 0.3
    p = ask_patch(&rod.solid, snw_pose_translation(snw_vec3_z(0.0801)), &other.solid, origin, 1e-4);
    CHECK(p.count == 2 && has_place(&p, -0.1, 0, 0.03, 1e-9) && has_place(&p, 0.3, 0, 0.03, 1e-9));
    p = ask_patch(&can.solid, snw_pose_translation(snw_vec3_z(0.13)), &other.solid, origin, 1e-4);
    CHECK(p.count == 2 && has_place(&p, -0.1, 0, 0.03, 1e-9) && has_place(&p, 0.2, 0, 0.03, 1e-9));
    // crossed at a right angle: as far as the gap, c^2 / 2 of the sum of the radii, is below
    const snw_pose across = {snw_mat3_axis_angle(snw_vec3_z(1), SNW_PI / 2), {0, 0, 0.08}};
    p = ask_patch(&rod.solid, across, &other.solid, origin, 1e-4);
    const double far = sqrt(2 * 0.08 * 1e-4 + 1e-8);
    for (int i = 0; i < p.count; i++) {
        CHECK(p.at[i].distance <= 1e-4 + 1e-12 && fabs(p.at[i].a.y) <= far + 1e-9);
    }
    CHECK(p.count >= 2);
    // a can that stands, on four points of its rim
    const snw_pose standing = {snw_mat3_axis_angle(snw_vec3_y(1), SNW_PI / 2), {0, 0, 0.2}};
    p = ask_patch(&can.solid, standing, &floor.solid, origin, 1e-4);
    CHECK(p.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(hypot(p.at[i].b.x, p.at[i].b.y), 0.1, 1e-12);
    }
    CHECK_NEAR(area_of(&p) / 2, 0.02, 1e-9); // a square
    free(rod.memory);
    free(other.memory);
    free(can.memory);
    free(floor.memory);
}

// The faces of a hull are found, and are those of the box whose corners it has.
static void hulls_of_boxes_rest_as_boxes_do(void) {
    CHECK_CASES(check_scaled(2000)) {
        made A, B, H, K;
        snw_box a, b;
        snw_vec3 at[2][8];
        make_box(&A, &a, check_real(0.1, 0.3), check_real(0.1, 0.3), check_real(0.1, 0.3));
        make_box(&B, &b, check_real(0.1, 0.3), check_real(0.1, 0.3), check_real(0.1, 0.3));
        const snw_vec3 h = a.half_extents, k = b.half_extents;
        for (int i = 0; i < 8; i++) {
            const snw_vec3 side = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
            at[0][i] = snw_vec3_mul(h, side);
            at[1][i] = snw_vec3_mul(k, side);
        }
        snw_hull hull = {.points = at[0], .point_count = 8};
        snw_hull other = {.points = at[1], .point_count = 8};
        make_solid(&H, &snw_hull_type, &hull);
        make_solid(&K, &snw_hull_type, &other);
        const snw_vec3 tilt = {check_real(-1e-3, 1e-3), check_real(-1e-3, 1e-3), 1};
        const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_normalize(tilt), check_real(-3, 3));
        snw_pose T = snw_pose_of(R, snw_vec3_of(check_real(-0.1, 0.1), check_real(-0.1, 0.1), 1));
        const snw_pose M = sample_pose(1);
        T.p.z -= ask_solids(&A.solid, T, &B.solid, snw_pose_identity()).distance - 1e-3;
        T = snw_pose_mul(M, T);
        // slack that leaves all of the sides
        const patch p = ask_patch(&A.solid, T, &B.solid, M, 0.01);
        const patch q = ask_patch(&H.solid, T, &K.solid, M, 0.01);
        CHECK(p.count >= 3 && q.count == p.count);
        CHECK_NEAR(p.at[0].distance, q.at[0].distance, 1e-9);
        CHECK_NEAR(p.at[0].distance, 1e-3, 1e-4);
        // another choice of four corners may be as good
        patch flat[2] = {p, q};
        for (int i = 0; i < 2 * p.count; i++) {
            snw_vec3 *b_at = &flat[i / p.count].at[i % p.count].b;
            *b_at = snw_pose_apply_inverse(M, *b_at);
            CHECK_NEAR(b_at->z, k.z, 1e-9);
        }
        const double area = area_of(&flat[0]);
        CHECK(area_of(&flat[1]) > 0.5 * area && area_of(&flat[1]) < 2 * area);
        free(A.memory);
        free(B.memory);
        free(H.memory);
        free(K.memory);
    }
}

// A fine hull: a prism of 64 sides, which has more corners than a patch looks at, on its end and on
// its side.
static void a_prism_of_many_sides_rests_like_a_cylinder(void) {
    enum { SIDES = 64 };
    snw_vec3 at[2 * SIDES];
    for (int i = 0; i < 2 * SIDES; i++) {
        const double turn = 2 * SNW_PI * (i / 2 + 0.5) / SIDES;
        at[i] = snw_vec3_of(0.1 * cos(turn), 0.1 * sin(turn), i % 2 ? 0.2 : -0.2);
    }
    snw_hull hull = {.points = at, .point_count = 2 * SIDES};
    snw_half_space plane = {{0, 0, 0}, {0, 0, 1}};
    made H, floor;
    make_solid(&H, &snw_hull_type, &hull);
    make_solid(&floor, &snw_half_space_type, &plane);
    patch p = ask_patch(&H.solid, snw_pose_translation(snw_vec3_z(0.2)), &floor.solid,
                        snw_pose_identity(), 1e-4);
    CHECK(p.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(hypot(p.at[i].b.x, p.at[i].b.y), 0.1, 1e-9);
    }
    CHECK(area_of(&p) / 2 > 0.018);
    // on the face across x, which is 2 r sin(pi / 64) wide
    const snw_pose lying = {snw_mat3_axis_angle(snw_vec3_y(1), SNW_PI / 2),
                            {0, 0, 0.1 * cos(SNW_PI / SIDES)}};
    p = ask_patch(&H.solid, lying, &floor.solid, snw_pose_identity(), 1e-5);
    const double half = 0.1 * sin(SNW_PI / SIDES);
    CHECK(p.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(has_place(&p, i & 1 ? 0.2 : -0.2, i & 2 ? half : -half, 0, 1e-9));
    }
    free(H.memory);
    free(floor.memory);
}

// --- unions and surfaces -------------------------------------------------------------------------

static void a_table_rests_on_its_legs(void) {
    made A, B;
    snw_box legs[4];
    snw_union_of both[3];
    snw_half_space plane = {{0, 0, 0}, {0, 0, 1}};
    for (int i = 0; i < 4; i++) {
        const snw_vec3 at = {i & 1 ? 0.5 : -0.5, i & 2 ? 0.3 : -0.3, 0};
        legs[i] = (snw_box){snw_pose_translation(at), {0.02, 0.02, 0.4}};
    }
    both[0] = (snw_union_of){{&snw_box_type, &legs[0]}, {&snw_box_type, &legs[1]}};
    both[1] = (snw_union_of){{&snw_box_type, &legs[2]}, {&snw_box_type, &legs[3]}};
    both[2] = (snw_union_of){{&snw_union_of_type, &both[0]}, {&snw_union_of_type, &both[1]}};
    make_solid(&A, &snw_union_of_type, &both[2]);
    make_solid(&B, &snw_half_space_type, &plane);
    const patch p = ask_patch(&A.solid, snw_pose_translation(snw_vec3_z(0.4)), &B.solid,
                              snw_pose_identity(), 1e-4);
    CHECK(p.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(has_place(&p, i & 1 ? 0.52 : -0.52, i & 2 ? 0.32 : -0.32, 0, 1e-9));
    }
    free(A.memory);
    free(B.memory);
}

// A frame with a hole is no hull: its outer corners rest on a floor and on a box, and a box rests
// on it with its corners.
static void a_frame_of_triangles_rests_on_its_corners(void) {
    static snw_vec3 points[16];
    static int triangles[3 * 32];
    int count = 0;
    for (int i = 0; i < 16; i++) {
        // corners around, first the outer ones below, then above, then the inner ones
        const double r = i < 8 ? 0.3 : 0.1, z = i % 8 < 4 ? -0.05 : 0.05;
        const double x = (i + 1) % 4 < 2 ? -r : r, y = i % 4 < 2 ? -r : r;
        points[i] = snw_vec3_of(x, y, z);
    }
    for (int k = 0; k < 4; k++) {
        const int n = (k + 1) % 4;
        const int quads[4][4] = {{k, n, n + 4, k + 4},
                                 {n + 8, k + 8, k + 12, n + 12},
                                 {k + 4, n + 4, n + 12, k + 12},
                                 {n, k, k + 8, n + 8}};
        for (int q = 0; q < 4; q++) {
            const int *at = quads[q];
            const int six[6] = {at[0], at[1], at[2], at[0], at[2], at[3]};
            for (int i = 0; i < 6; i++)
                triangles[count++] = six[i];
        }
    }
    snw_mesh mesh = {
        .points = points, .point_count = 16, .triangles = triangles, .index_count = count};
    snw_box b;
    snw_half_space plane = {{0, 0, 0}, {0, 0, 1}};
    made A, B, floor;
    make_solid(&A, &snw_mesh_type, &mesh);
    make_box(&B, &b, 0.2, 0.2, 0.1);
    make_solid(&floor, &snw_half_space_type, &plane);
    const snw_pose origin = snw_pose_identity();
    patch p =
        ask_patch(&A.solid, snw_pose_translation(snw_vec3_z(0.05)), &floor.solid, origin, 1e-4);
    CHECK(p.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(has_place(&p, i & 1 ? 0.3 : -0.3, i & 2 ? 0.3 : -0.3, 0, 1e-9));
    }
    p = ask_patch(&B.solid, snw_pose_translation(snw_vec3_z(0.1501)), &A.solid, origin, 1e-3);
    CHECK(p.count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(has_place(&p, i & 1 ? 0.2 : -0.2, i & 2 ? 0.2 : -0.2, 0.05, 1e-9));
    }
    free(A.memory);
    free(B.memory);
    free(floor.memory);
}

// --- all pairs -----------------------------------------------------------------------------------

static bool mirrors(const snw_closest *c, const snw_closest *m) {
    return c->distance == m->distance && c->least == m->least && c->state == m->state &&
           snw_vec3_near(c->a, m->b, 0) && snw_vec3_near(c->b, m->a, 0) &&
           snw_vec3_near(c->normal, snw_vec3_neg(m->normal), 0);
}

// how far a point is from a solid, negative inside
static double distance_of(snw_vec3 p, const snw_solid *solid, snw_pose T) {
    static made tip;
    static snw_sphere ball = {{0, 0, 0}, 1e-6};
    if (tip.memory == NULL) make_solid(&tip, &snw_sphere_type, &ball);
    return ask_solids(&tip.solid, snw_pose_translation(p), solid, T).distance + 1e-6;
}

static void check_place(const patch *p, int i, const sample_solid *A, snw_pose T_A,
                        const sample_solid *B, snw_pose T_B, double slack) {
    const snw_closest *c = &p->at[i];
    const double limit = fmax(p->at[0].distance, 0) + slack;
    CHECK(snw_vec3_is_finite(c->a) && snw_vec3_is_finite(c->b) && !isnan(c->least));
    CHECK(c->distance <= limit + 1e-9 && c->distance >= p->at[0].distance - 1e-9);
    CHECK(c->least <= c->distance);
    CHECK_NEAR(snw_vec3_norm(c->normal), 1, 1e-12);
    CHECK_NEAR(snw_vec3_dot(c->normal, snw_vec3_sub(c->a, c->b)), c->distance, 1e-10);
    // of curved bodies that nearly touch the points are right to the root of what the distance is
    CHECK_NEAR(snw_vec3_distance(c->a, c->b), fabs(c->distance), 1e-8);
    // on the surfaces: not outside of them, and with a little along the normal not inside
    const double in_A = distance_of(c->a, &A->solid, T_A);
    const double in_B = distance_of(c->b, &B->solid, T_B);
    CHECK(in_A <= 1e-9 && in_B <= 1e-9);
    const double within = limit - fmin(p->at[0].distance, 0) + 1e-9;
    CHECK(in_A >= -within && in_B >= -within);
}

static void places_of_all_pairs_are_near_and_on_both_surfaces(void) {
    long counts[5] = {0, 0, 0, 0, 0};
    CHECK_CASES(check_scaled(100000)) {
        sample_solid A, B;
        sample_of_kind(&A, (sample_kind)check_int(0, SAMPLE_HALF_SPACE - 1));
        sample_any(&B);
        const snw_pose T_A = sample_pose(0.3);
        snw_pose T_B = sample_pose(0.3);
        const double slack = check_int(0, 2) == 0 ? 0 : exp(check_real(log(1e-6), log(1e-2)));
        // near each other, or a little inside
        const snw_closest c = ask_solids(&A.solid, T_A, &B.solid, T_B);
        const double gap = check_real(-0.002, 0.01);
        T_B.p = snw_vec3_add_scaled(T_B.p, c.normal, c.distance - gap);
        const snw_closest nearest = ask_solids(&A.solid, T_A, &B.solid, T_B);
        const patch p = ask_patch(&A.solid, T_A, &B.solid, T_B, slack);
        const patch m = ask_patch(&B.solid, T_B, &A.solid, T_A, slack);
        CHECK(p.count >= 1 && p.count <= 4 && m.count == p.count);
        CHECK_NEAR(p.at[0].distance, nearest.distance, 1e-9);
        for (int i = 0; i < p.count; i++) {
            CHECK(mirrors(&p.at[i], &m.at[i]));
            check_place(&p, i, &A, T_A, &B, T_B, slack);
        }
        counts[p.count]++;
    }
    for (int i = 1; i <= 4; i++) {
        CHECK(counts[i] > check_scaled(1000));
    }
}

// The largest way from a place of one patch to the nearest of the other.
static double moved_places(const patch *p, const patch *q) {
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        double least = (double)INFINITY;
        for (int k = 0; k < q->count; k++) {
            least = fmin(least, snw_vec3_distance(p->at[i].b, q->at[k].b));
        }
        most = fmax(most, least);
    }
    return most;
}

// A box that rocks on a floor, a little more in each step: no place jumps. The gap over a side 0.5
// m long reaches a slack of 1 mm at 2 mrad, where a step of 1e-6 rad moves the cut by 0.25 mm.
static void a_small_motion_moves_the_places_a_little(void) {
    CHECK_CASES(check_scaled(50)) {
        made A, B;
        snw_box a;
        snw_capsule c = {{-0.25, 0, 0}, {0.25, 0, 0}, 0.05};
        snw_half_space floor = {{0, 0, 0}, {0, 0, 1}};
        make_box(&A, &a, 0.25, 0.2, 0.1);
        if (check_case % 2) {
            free(A.memory);
            make_solid(&A, &snw_capsule_type, &c);
        }
        make_solid(&B, &snw_half_space_type, &floor);
        // over an edge; over a corner the region has five corners, and another four may be chosen
        const double speed = 2e-6, phase = check_int(0, 3) * SNW_PI / 2;
        patch last = {.count = 0};
        for (int tick = -3000; tick < 3000; tick++) {
            const double x = tick * speed * cos(phase), y = tick * speed * sin(phase);
            const snw_mat3 R = snw_mat3_mul(snw_mat3_axis_angle(snw_vec3_x(1), x),
                                            snw_mat3_axis_angle(snw_vec3_y(1), y));
            const snw_pose T = snw_pose_of(R, snw_vec3_z(check_case % 2 ? 0.0505 : 0.1005));
            const patch p = ask_patch(&A.solid, T, &B.solid, snw_pose_identity(), 1e-3);
            if (tick > -3000) {
                CHECK(moved_places(&p, &last) < 4e-3 && moved_places(&last, &p) < 4e-3);
            }
            last = p;
        }
        free(A.memory);
        free(B.memory);
    }
}

static void numbers_that_are_none_have_no_place(void) {
    made A, B;
    snw_box a, b;
    make_box(&A, &a, 0.1, 0.2, 0.3);
    make_box(&B, &b, 0.1, 0.2, 0.3);
    snw_distance_query query = snw_distance_defaults(&A.solid, &B.solid);
    query.T_first.p.z = 1;
    snw_closest out[4];
    CHECK(snw_patch(&query, 1e-3, NULL, out) == 4);
    CHECK(snw_patch(&query, (double)NAN, NULL, out) == 0);
    query.below = 0.1;
    CHECK(snw_patch(&query, 1e-3, NULL, out) == 0);
    query.below = (double)INFINITY;
    query.hit_only = true;
    query.T_first.p.z = 0.5;
    CHECK(snw_patch(&query, 1e-3, NULL, out) == 4);
    CHECK_NEAR(out[0].distance, -0.1, 1e-12);
    query.T_first.R.y.x = (double)NAN;
    CHECK(snw_patch(&query, 1e-3, NULL, out) == 0);
    free(A.memory);
    free(B.memory);
}

int main(void) {
    RUN(a_box_on_a_box_rests_on_the_corners_of_what_both_share);
    RUN(a_turned_box_rests_on_most_of_the_overlap);
    RUN(a_tipped_box_rests_as_far_as_the_gap_is_below_the_slack);
    RUN(rods_and_cylinders_rest_on_both_ends);
    RUN(hulls_of_boxes_rest_as_boxes_do);
    RUN(a_prism_of_many_sides_rests_like_a_cylinder);
    RUN(a_table_rests_on_its_legs);
    RUN(a_frame_of_triangles_rests_on_its_corners);
    RUN(places_of_all_pairs_are_near_and_on_both_surfaces);
    RUN(a_small_motion_moves_the_places_a_little);
    RUN(numbers_that_are_none_have_no_place);
    return check_report();
}
