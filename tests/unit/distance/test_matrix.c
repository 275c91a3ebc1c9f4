// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// All kinds with all kinds: exchanged, and against the triangles of their surfaces.

#include "surfaces.h"

typedef enum grand_kind {
    POLYGONS, ///< a mesh of polygons
    TRIANGLES,
    HULL,
    SPHERE,
    CAPSULE,
    ELLIPSOID,
    TETRAHEDRON,
    BOX,
    LOZENGE,
    HALF_SPACE,
    VOXELS,
    CYLINDER,
    CONE,
    UNION,
    INTERSECTION,
    GRAND_KINDS
} grand_kind;

/// One of each kind, with the surface of triangles that it has.
typedef struct grand {
    snw_child shape;
    made solid, surface;
    double fine; ///< how far the surface may be from it [m]; 0 without one
    sample_solid parts[2];
} grand;

static surface crate;

static const sample_kind primitives[GRAND_KINDS] = {
    [HULL] = SAMPLE_HULL,         [SPHERE] = SAMPLE_SPHERE,
    [CAPSULE] = SAMPLE_CAPSULE,   [ELLIPSOID] = SAMPLE_ELLIPSOID,
    [BOX] = SAMPLE_BOX,           [TETRAHEDRON] = SAMPLE_TETRAHEDRON,
    [LOZENGE] = SAMPLE_LOZENGE,   [HALF_SPACE] = SAMPLE_HALF_SPACE,
    [CYLINDER] = SAMPLE_CYLINDER, [CONE] = SAMPLE_CONE};

// the twelve triangles of a crate as six polygons
static snw_child polygons_of(snw_setup *setup) {
    static const int sides[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4,
                                  2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    snw_mesh *m = snw_block_new(&snw_mesh_type, setup);
    fill_crate(&crate, snw_vec3_of(0.1, 0.2, 0.15), 0);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "points"), m, 8, setup) == SNW_OK);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "polygons"), m, 6, setup) == SNW_OK);
    for (int i = 0; i < 8; i++) {
        m->points[i] = crate.points[i];
    }
    for (int i = 0; i < 6; i++) {
        const snw_field *corners = snw_type_field(&snw_polygon_type, "corners");
        CHECK(snw_block_resize(corners, &m->polygons[i], 4, setup) == SNW_OK);
        for (int k = 0; k < 4; k++) {
            m->polygons[i].corners[k] = sides[4 * i + k];
        }
    }
    const snw_child shape = {&snw_mesh_type, m};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
    return shape;
}

static snw_child bricks_of(snw_setup *setup) {
    snw_voxels *v = snw_block_new(&snw_voxels_type, setup);
    v->pose = sample_pose(0.2);
    v->size = snw_vec3_of(0.05, 0.04, 0.06);
    v->columns = v->rows = v->layers = 4;
    CHECK(snw_block_resize(snw_type_field(&snw_voxels_type, "bricks"), v, 32, setup) == SNW_OK);
    for (int i = 0; i < 32; i++) {
        v->bricks[i] = 2 * i + check_int(0, 1);
    }
    return (snw_child){&snw_voxels_type, v};
}

// two balls that overlap, as one body and as what they share
static snw_child tree_of(grand *g, grand_kind kind, snw_setup *setup) {
    for (int i = 0; i < 2; i++) {
        sample_of_kind(&g->parts[i], SAMPLE_SPHERE);
        g->parts[i].block.sphere = (snw_sphere){{i == 0 ? -0.1 : 0.1, 0, 0}, 0.2};
    }
    if (kind == UNION) {
        snw_union_of *both = snw_block_new(&snw_union_of_type, setup);
        *both = (snw_union_of){g->parts[0].shape, g->parts[1].shape};
        return (snw_child){&snw_union_of_type, both};
    }
    snw_intersection_of *both = snw_block_new(&snw_intersection_of_type, setup);
    *both = (snw_intersection_of){g->parts[0].shape, g->parts[1].shape};
    return (snw_child){&snw_intersection_of_type, both};
}

static void make_grand(grand *g, grand_kind kind, snw_setup *setup) {
    memset(g, 0, sizeof *g);
    if (kind == POLYGONS) {
        g->shape = polygons_of(setup);
    } else if (kind == TRIANGLES) {
        static surface ring;
        g->shape = (snw_child){&snw_mesh_type, fill_torus(&ring, 0.2, 0.06, 12, 6)};
    } else if (kind == VOXELS) {
        g->shape = bricks_of(setup);
    } else if (kind == UNION || kind == INTERSECTION) {
        g->shape = tree_of(g, kind, setup);
    } else {
        sample_of_kind(&g->parts[0], primitives[kind]);
        g->shape = g->parts[0].shape;
    }
    make_solid(&g->solid, g->shape.type, g->shape.block);
}

static bool mirrors(const snw_closest *c, const snw_closest *m) {
    return c->distance == m->distance && c->least == m->least && c->state == m->state &&
           snw_vec3_near(c->a, m->b, 0) && snw_vec3_near(c->b, m->a, 0) &&
           snw_vec3_near(c->normal, snw_vec3_neg(m->normal), 0);
}

static grand first[GRAND_KINDS], second[GRAND_KINDS];

// Exchanging two bodies exchanges the answer, for each of the 15 x 15 pairs of kinds of the guide.
// spec: actin-control:PD-18
static void all_pairs_of_kinds_mirror_to_the_last_bit(void) {
    CHECK_CASES(check_scaled(4)) {
        snw_setup *setup = snw_setup_create((size_t)1 << 26);
        for (int i = 0; i < GRAND_KINDS; i++) {
            make_grand(&first[i], (grand_kind)i, setup);
            make_grand(&second[i], (grand_kind)i, setup);
        }
        for (int i = 0; i < GRAND_KINDS * GRAND_KINDS * 4; i++) {
            const snw_solid *A = &first[i / 4 / GRAND_KINDS].solid.solid;
            const snw_solid *B = &second[i / 4 % GRAND_KINDS].solid.solid;
            const snw_pose T_A = sample_pose(0.5), T_B = sample_pose(i % 4 == 0 ? 0.05 : 0.6);
            const snw_closest c = ask_solids(A, T_A, B, T_B), m = ask_solids(B, T_B, A, T_A);
            CHECK(mirrors(&c, &m));
            CHECK(!isnan(c.distance) && c.least <= c.distance);
            CHECK((c.distance > 0) == (c.state == SNW_SEPARATE) || fabs(c.distance) < 1e-8);
        }
        for (int i = 0; i < GRAND_KINDS; i++) {
            free(first[i].solid.memory);
            free(second[i].solid.memory);
        }
        snw_setup_destroy(setup);
    }
}

// The surface of a body as a mesh; trees are found on a grid, and a half space is cut off.
static void make_surface(grand *g, grand_kind kind, snw_setup *setup) {
    const bool tree = kind == UNION || kind == INTERSECTION;
    const snw_mesh_options options = {.resolution = tree ? 20 : 32, .extent = 6};
    snw_mesh *mesh = NULL;
    CHECK(snw_shape_mesh(&g->shape, &options, setup, &mesh, NULL) == SNW_OK);
    make_solid(&g->surface, &snw_mesh_type, mesh);
    // 0.5 m (1 - cos(pi / 32)) twice: pieces along both ways of a ball
    g->fine = tree ? 0.05 : 5e-3;
}

// The full matrix of ten primitives, unions and intersections, in the order of grand_kind, against
// the mesh forms of both. spec: actin-model:A1-LK-28
static void all_pairs_are_as_far_as_their_surfaces(void) {
    int apart = 0, deep = 0;
    CHECK_CASES(1) {
        snw_setup *setup = snw_setup_create((size_t)1 << 30);
        for (int i = HULL; i < GRAND_KINDS; i++) {
            make_grand(&first[i], (grand_kind)i, setup);
            make_surface(&first[i], (grand_kind)i, setup);
        }
        const int kinds = GRAND_KINDS - HULL;
        for (int i = 0; i < kinds * kinds * 6; i++) {
            const grand *A = &first[HULL + i / 6 / kinds], *B = &first[HULL + i / 6 % kinds];
            if (A == &first[HALF_SPACE] && B == A) continue; // two without bounds have no surface
            const snw_pose T_A = sample_pose(0.3), T_B = sample_pose(i % 2 == 0 ? 0.1 : 0.6);
            const snw_closest c = ask_solids(&A->solid.solid, T_A, &B->solid.solid, T_B);
            const snw_closest m = ask_solids(&B->solid.solid, T_B, &A->solid.solid, T_A);
            const snw_closest s = ask_solids(&A->surface.solid, T_A, &B->surface.solid, T_B);
            const double fine = A->fine + B->fine;
            CHECK(mirrors(&c, &m));
            if (c.distance > fine) {
                CHECK_NEAR(s.distance, c.distance, fine);
                apart++;
            } else if (c.distance < -fine) {
                // the intersection of the bodies, too; the depth of a mesh is a bracket
                CHECK(s.state == SNW_PENETRATING);
                CHECK(s.least <= c.distance + fine);
                deep++;
            }
        }
        for (int i = HULL; i < GRAND_KINDS; i++) {
            free(first[i].solid.memory);
            free(first[i].surface.memory);
        }
        snw_setup_destroy(setup);
    }
    CHECK(apart > 300 && deep > 60);
}

int main(void) {
    RUN(all_pairs_of_kinds_mirror_to_the_last_bit);
    RUN(all_pairs_are_as_far_as_their_surfaces);
    return check_report();
}
