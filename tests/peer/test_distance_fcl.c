// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Distances beside those of FCL, for the pairs that it has, to the tolerance of its search (1e-6).

#include "../unit/distance/surfaces.h"
#include "fcl.h"

enum { KINDS = 8 };

typedef struct both {
    made made;
    peer_body_shape *peer;
} both;

static surface ring;

static both make_both(int kind) {
    static snw_vec3 points[BALL_POINTS];
    both b = {0};
    const double r = check_real(0.02, 0.1), l = check_real(0.05, 0.3);
    const snw_vec3 half = {check_real(0.02, 0.2), check_real(0.02, 0.2), check_real(0.02, 0.2)};
    switch (kind) {
    case 0:
        make_solid(&b.made, &snw_sphere_type, &(snw_sphere){{0, 0, 0}, r});
        b.peer = peer_fcl_sphere(r);
        break;
    case 1:
        make_solid(&b.made, &snw_capsule_type, &(snw_capsule){{0, 0, -l / 2}, {0, 0, l / 2}, r});
        b.peer = peer_fcl_capsule(r, l);
        break;
    case 2:
        make_solid(&b.made, &snw_box_type, &(snw_box){SNW_POSE_AT(0, 0, 0), half});
        b.peer = peer_fcl_box(half.x, half.y, half.z);
        break;
    case 3:
        make_solid(&b.made, &snw_cylinder_type, &(snw_cylinder){{0, 0, -l / 2}, {0, 0, l / 2}, r});
        b.peer = peer_fcl_cylinder(r, l);
        break;
    case 4:
        make_solid(&b.made, &snw_cone_type, &(snw_cone){{0, 0, -l / 2}, {0, 0, l / 2}, r, 0});
        b.peer = peer_fcl_cone(r, l);
        break;
    case 5:
        make_solid(&b.made, &snw_ellipsoid_type, &(snw_ellipsoid){SNW_POSE_AT(0, 0, 0), half});
        b.peer = peer_fcl_ellipsoid(half.x, half.y, half.z);
        break;
    case 6: {
        fill_ball(points);
        for (int i = 0; i < BALL_POINTS; i++) {
            points[i] = snw_vec3_mul(points[i], half);
        }
        snw_hull hull = {.points = points, .point_count = BALL_POINTS};
        snw_setup *setup = snw_setup_create((size_t)1 << 22);
        CHECK(snw_shape_prepare(&(snw_child){&snw_hull_type, &hull}, setup, NULL) == SNW_OK);
        make_solid(&b.made, &snw_hull_type, &hull);
        b.peer = peer_fcl_convex(&points[0].x, BALL_POINTS, hull.triangles, hull.index_count / 3);
        snw_setup_destroy(setup);
        break;
    }
    default: {
        const snw_mesh *m = fill_torus(&ring, 0.2, r / 2, 16, 8);
        make_solid(&b.made, &snw_mesh_type, &ring.mesh);
        b.peer = peer_fcl_mesh(&m->points[0].x, m->point_count, m->triangles, m->index_count / 3);
        break;
    }
    }
    return b;
}

static peer_pose pose_for_peer(const snw_pose *T) {
    peer_pose pose;
    for (int i = 0; i < 9; i++) {
        pose.R[i] = snw_mat3_get(T->R, i / 3, i % 3);
    }
    for (int i = 0; i < 3; i++) {
        pose.p[i] = snw_vec3_get(T->p, i);
    }
    return pose;
}

static void fcl_agrees(void) {
    int apart = 0, meeting = 0, early = 0;
    CHECK_CASES((long)KINDS * KINDS) {
        const int kind_A = (int)check_case / KINDS, kind_B = (int)check_case % KINDS;
        both A = make_both(kind_A), B = make_both(kind_B);
        for (int i = 0; i < check_scaled(100); i++) {
            const snw_pose T_A = sample_pose(0.3), T_B = sample_pose(0.3);
            const peer_pose poses[2] = {pose_for_peer(&T_A), pose_for_peer(&T_B)};
            peer_places *places = peer_places_create(poses, 2);
            const snw_closest c = ask_solids(&A.made.solid, T_A, &B.made.solid, T_B);
            const bool small = fabs(c.distance) < 1e-4 || (c.distance < 0 && kind_A == 7) ||
                               (c.distance < 0 && kind_B == 7);
            if (!small) {
                double points[6];
                const double told = peer_fcl_distance(A.peer, places, 0, B.peer, 1, points);
                const int hit = peer_fcl_collide(A.peer, places, 0, B.peer, 1, 1, NULL);
                CHECK(hit == (c.distance < 0));
                if (c.distance > 0) {
                    // FCL's is an upper bound, too, and now and then it stops early
                    CHECK(told >= c.distance - 2e-6);
                    early += told > c.distance + 1e-4;
                    apart++;
                } else {
                    meeting++;
                }
            }
            peer_places_free(places);
        }
        free(A.made.memory);
        free(B.made.memory);
        peer_fcl_free(A.peer);
        peer_fcl_free(B.peer);
    }
    CHECK(apart > check_scaled(1000) && meeting > check_scaled(200));
    CHECK(early <= 2 + apart / 500);
}

int main(void) {
    RUN(fcl_agrees);
    return check_report();
}
