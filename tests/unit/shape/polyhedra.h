// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SHAPE_POLYHEDRA_H
#define SINEW_TESTS_SHAPE_POLYHEDRA_H

/// @file
/// Polyhedra written out by hand, as a user's file would have them.

#include "sample.h"

__attribute__((unused)) static void set_corners(snw_mesh *mesh, int polygon, const int *corners,
                                                int count, snw_setup *setup) {
    const snw_field *field = snw_type_field(&snw_polygon_type, "corners");
    CHECK(snw_block_resize(field, &mesh->polygons[polygon], count, setup) == SNW_OK);
    memcpy(mesh->polygons[polygon].corners, corners, (size_t)count * sizeof *corners);
}

__attribute__((unused)) static snw_mesh *new_polyhedron(int points, int polygons,
                                                        snw_setup *setup) {
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
    CHECK(mesh != NULL);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "points"), mesh, points, setup) ==
          SNW_OK);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "polygons"), mesh, polygons, setup) ==
          SNW_OK);
    return mesh;
}

/// The worked polyhedral box: half sizes 0.5, 1.0, 2.0, eight points, six quadrangles, one surface
/// key, and a texture.
__attribute__((unused)) static snw_mesh *polyhedral_box(snw_setup *setup) {
    static const double x = 0.5, y = 1.0, z = 2.0;
    const snw_vec3 points[8] = {{-x, -y, -z}, {x, -y, -z}, {x, y, -z}, {-x, y, -z},
                                {-x, -y, z},  {x, -y, z},  {x, y, z},  {-x, y, z}};
    static const int faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                    {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    const snw_field *texture = snw_type_field(&snw_polygon_type, "texture");
    const snw_field *places = snw_type_field(&snw_mesh_type, "texture_points");
    snw_mesh *mesh = new_polyhedron(8, 6, setup);
    memcpy(mesh->points, points, sizeof points);
    CHECK(snw_block_resize(places, mesh, 4, setup) == SNW_OK);
    for (int i = 0; i < 4; i++) {
        mesh->texture_points[i] = snw_vec2_of(i == 1 || i == 2, i >= 2);
    }
    for (int i = 0; i < 6; i++) {
        set_corners(mesh, i, faces[i], 4, setup);
        snw_polygon *polygon = &mesh->polygons[i];
        CHECK(snw_block_resize(texture, polygon, 4, setup) == SNW_OK);
        for (int k = 0; k < 4; k++) {
            polygon->texture[k] = k;
        }
        (void)snprintf(polygon->surface, sizeof polygon->surface, "blue");
    }
    return mesh;
}

/// A prism over an outline in the x-y plane, counter-clockwise, from z = 0 to z = 1.
__attribute__((unused)) static snw_mesh *prism(const double (*outline)[2], int count,
                                               snw_setup *setup) {
    enum { MOST = 64 };
    int bottom[MOST], top[MOST];
    CHECK(count <= MOST);
    snw_mesh *mesh = new_polyhedron(2 * count, count + 2, setup);
    for (int i = 0; i < count; i++) {
        const int next = (i + 1) % count;
        const int side[4] = {i, next, next + count, i + count};
        mesh->points[i] = snw_vec3_of(outline[i][0], outline[i][1], 0);
        mesh->points[i + count] = snw_vec3_of(outline[i][0], outline[i][1], 1);
        bottom[i] = count - 1 - i;
        top[i] = count + i;
        set_corners(mesh, i + 2, side, 4, setup);
    }
    set_corners(mesh, 0, bottom, count, setup);
    set_corners(mesh, 1, top, count, setup);
    return mesh;
}

#endif // SINEW_TESTS_SHAPE_POLYHEDRA_H
