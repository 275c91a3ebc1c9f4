// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SAMPLE_SOLIDS_H
#define SINEW_TESTS_SAMPLE_SOLIDS_H

/// @file
/// Random solids of all kinds, from 5 mm to 0.5 m, and random poses.

#include <string.h>

#include "check.h"
#include "sinew/distance.h"
#include "sinew/hull.h"

enum { SAMPLE_VERTICES = 24 };

typedef enum sample_kind {
    SAMPLE_SPHERE,
    SAMPLE_CAPSULE,
    SAMPLE_SEGMENT,
    SAMPLE_LOZENGE,
    SAMPLE_RECTANGLE,
    SAMPLE_BOX,
    SAMPLE_TRIANGLE,
    SAMPLE_TETRAHEDRON,
    SAMPLE_HULL,
    SAMPLE_CYLINDER,
    SAMPLE_CONE,
    SAMPLE_ELLIPSOID,
    SAMPLE_HALF_SPACE,
    SAMPLE_PLANE,
    SAMPLE_KINDS
} sample_kind;

/// A shape with its block, and the solid made of it.
typedef struct sample_solid {
    sample_kind kind;
    snw_child shape;
    snw_solid solid;
    union {
        snw_sphere sphere;
        snw_capsule capsule;
        snw_segment segment;
        snw_lozenge lozenge;
        snw_rectangle rectangle;
        snw_box box;
        snw_triangle triangle;
        snw_tetrahedron tetrahedron;
        snw_hull hull;
        snw_cylinder cylinder;
        snw_cone cone;
        snw_ellipsoid ellipsoid;
        snw_half_space half_space;
        snw_plane plane;
    } block;
    snw_vec3 vertices[SAMPLE_VERTICES];
    _Alignas(SNW_ARENA_ALIGN) unsigned char memory[4096];
} sample_solid;

__attribute__((unused)) static snw_vec3 sample_point(double reach) {
    return snw_vec3_of(check_real(-reach, reach), check_real(-reach, reach),
                       check_real(-reach, reach));
}

__attribute__((unused)) static snw_vec3 sample_direction(void) {
    for (;;) {
        const snw_vec3 v = sample_point(1);
        const double n = snw_vec3_norm(v);
        if (n > 0.1 && n <= 1) return snw_vec3_divide(v, n);
    }
}

__attribute__((unused)) static snw_mat3 sample_rotation(void) {
    return snw_mat3_axis_angle(sample_direction(), check_real(-3.14, 3.14));
}

__attribute__((unused)) static snw_pose sample_pose(double reach) {
    return snw_pose_of(sample_rotation(), sample_point(reach));
}

__attribute__((unused)) static double sample_length(void) {
    return exp(check_real(log(0.005), log(0.5)));
}

// two perpendicular edges
static void sample_edges(snw_vec3 *edge_1, snw_vec3 *edge_2) {
    const snw_mat3 R = sample_rotation();
    *edge_1 = snw_vec3_scale(R.x, sample_length());
    *edge_2 = snw_vec3_scale(R.y, sample_length());
}

__attribute__((unused)) static const snw_type *sample_fill(sample_solid *s) {
    const snw_vec3 at = sample_point(0.3);
    const snw_vec3 end = snw_vec3_add_scaled(at, sample_direction(), sample_length());
    const snw_vec3 half = {sample_length(), sample_length(), sample_length()};
    snw_vec3 edge_1, edge_2;
    sample_edges(&edge_1, &edge_2);
    switch (s->kind) {
    case SAMPLE_SPHERE:
        s->block.sphere = (snw_sphere){at, sample_length()};
        return &snw_sphere_type;
    case SAMPLE_CAPSULE:
        s->block.capsule = (snw_capsule){at, end, sample_length()};
        return &snw_capsule_type;
    case SAMPLE_SEGMENT:
        s->block.segment = (snw_segment){at, end};
        return &snw_segment_type;
    case SAMPLE_LOZENGE:
        s->block.lozenge = (snw_lozenge){at, edge_1, edge_2, sample_length()};
        return &snw_lozenge_type;
    case SAMPLE_RECTANGLE:
        s->block.rectangle = (snw_rectangle){at, edge_1, edge_2};
        return &snw_rectangle_type;
    case SAMPLE_BOX:
        s->block.box = (snw_box){sample_pose(0.3), half};
        return &snw_box_type;
    case SAMPLE_TRIANGLE:
        s->block.triangle = snw_triangle_of(at, end, sample_point(0.5));
        return &snw_triangle_type;
    case SAMPLE_TETRAHEDRON:
        s->block.tetrahedron = snw_tetrahedron_of(at, end, sample_point(0.5), sample_point(0.5));
        return &snw_tetrahedron_type;
    case SAMPLE_HULL:
        for (int i = 0; i < SAMPLE_VERTICES; i++) {
            s->vertices[i] = snw_vec3_add(at, snw_vec3_mul(half, sample_direction()));
        }
        s->block.hull = (snw_hull){.points = s->vertices, .point_count = SAMPLE_VERTICES};
        return &snw_hull_type;
    case SAMPLE_CYLINDER:
        s->block.cylinder = (snw_cylinder){at, end, sample_length()};
        return &snw_cylinder_type;
    case SAMPLE_CONE:
        s->block.cone =
            (snw_cone){at, end, sample_length(), check_int(0, 3) == 0 ? 0 : sample_length()};
        return &snw_cone_type;
    case SAMPLE_ELLIPSOID:
        s->block.ellipsoid = (snw_ellipsoid){sample_pose(0.3), half};
        return &snw_ellipsoid_type;
    case SAMPLE_HALF_SPACE:
        s->block.half_space = (snw_half_space){at, sample_direction()};
        return &snw_half_space_type;
    case SAMPLE_PLANE:
    case SAMPLE_KINDS:
        break;
    }
    s->block.plane = (snw_plane){at, sample_direction()};
    return &snw_plane_type;
}

/// A random solid of a kind.
__attribute__((unused)) static void sample_of_kind(sample_solid *s, sample_kind kind) {
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->shape = (snw_child){sample_fill(s), &s->block};
    snw_arena arena = snw_arena_over(s->memory, sizeof s->memory);
    snw_why why;
    const snw_status status = snw_solid_init(&s->solid, &s->shape, &arena, &why);
    if (snw_failed(status)) {
        char text[512];
        (void)snw_why_sentence(&why, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    CHECK(status == SNW_OK);
}

__attribute__((unused)) static void sample_any(sample_solid *s) {
    sample_of_kind(s, (sample_kind)check_int(0, SAMPLE_KINDS - 1));
}

#endif // SINEW_TESTS_SAMPLE_SOLIDS_H
