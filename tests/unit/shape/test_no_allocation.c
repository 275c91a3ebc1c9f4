// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "polyhedra.h"
#include "sinew/hull.h"

#include "../../../src/robot/shape/inside.h"
#include "allocations.h"

enum { SHAPES = KINDS + 7 };

static snw_vec3 ask(const snw_child *shape, snw_vec3 p) {
    snw_vec3 point = {0, 0, 0};
    bool inside = false;
    const snw_status found = snw_shape_support(shape, p, &point);
    CHECK(found == SNW_OK || found == SNW_ERR_UNSUPPORTED);
    CHECK(snw_shape_contains(shape, p, &inside) == SNW_OK);
    CHECK(snw_shape_traits(shape) != 0);
    return point;
}

static void the_real_time_questions_allocate_nothing(void) {
    snw_setup *setup = sample_setup();
    static sample samples[KINDS];
    snw_child shapes[SHAPES];
    for (int kind = 0; kind < KINDS; kind++) {
        sample_random(&samples[kind], (sample_kind)kind);
        shapes[kind] = samples[kind].shape;
    }
    snw_hull *hull = NULL;
    snw_mesh *mesh = polyhedral_box(setup);
    shapes[KINDS] = (snw_child){&snw_mesh_type, mesh};
    CHECK(snw_shape_prepare(&shapes[KINDS], setup, NULL) == SNW_OK);
    CHECK(snw_shape_hull(&shapes[0], NULL, setup, &hull, NULL) == SNW_OK);
    shapes[KINDS + 1] = (snw_child){&snw_hull_type, hull};
    snw_union_of either = {shapes[KINDS], shapes[KINDS + 1]};
    snw_intersection_of both = {shapes[BOX], shapes[HALF_SPACE]};
    shapes[KINDS + 2] = (snw_child){&snw_union_of_type, &either};
    shapes[KINDS + 3] = (snw_child){&snw_intersection_of_type, &both};
    double heights[4] = {0, 1, 1, 0};
    snw_height_field terrain = {SNW_POSE_AT(0, 0, 0), 2, 2, 1, 1, -1, heights, 4};
    int bricks[2] = {0, 7};
    snw_voxels voxels = {SNW_POSE_AT(0, 0, 0), {1, 1, 1}, 2, 2, 2, bricks, 2};
    snw_cloud cloud = {mesh->points, mesh->point_count, 0.1};
    shapes[KINDS + 4] = (snw_child){&snw_height_field_type, &terrain};
    shapes[KINDS + 5] = (snw_child){&snw_voxels_type, &voxels};
    shapes[KINDS + 6] = (snw_child){&snw_cloud_type, &cloud};
    const long before = allocations;
    CHECK(!COUNTING || before > 0);
    for (int i = 0; i < SHAPES; i++) {
        for (int k = 0; k < 100; k++) {
            (void)ask(&shapes[i], sample_point(3));
        }
    }
    snw_sym3 A, B;
    double height = 0;
    int count = 0;
    snw__ellipsoid_matrices(&samples[ELLIPSOID].block.ellipsoid, &A, &B);
    CHECK(snw__plane_height(&samples[PLANE].block.plane, snw_vec3_zero(), &height) == SNW_OK);
    CHECK(snw_mesh_faces(mesh, &count) != NULL && count == 12);
    CHECK(allocations == before);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_real_time_questions_allocate_nothing);
    return check_report();
}
