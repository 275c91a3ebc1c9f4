// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MESHIO_OBJ_INTERNAL_H
#define SINEW_SRC_MESHIO_OBJ_INTERNAL_H

/// @file
/// An OBJ between its text and its mesh.

#include "internal.h"
#include "sinew/meshio/obj.h"

/// A corner of a face: indices from 0; -1 for none.
typedef struct snw__obj_corner {
    int point, texture, normal;
} snw__obj_corner;

/// A face: a run of corners.
typedef struct snw__obj_face {
    int first, count;
    int surface; // among the names; -1 for none
    int line;
} snw__obj_face;

typedef struct snw__obj_name {
    char text[SNW_SURFACE_NAME];
} snw__obj_name;

/// Keys that were reported, so that each is reported once.
typedef struct snw__obj_unknown {
    char key[32][16];
    int count;
} snw__obj_unknown;

/// All that an OBJ says.
typedef struct snw__obj {
    snw__reading r;
    snw__scan s;
    snw_setup *setup;
    snw__builder b; // its points are those of the file
    snw_vec3 *normals;
    int normal_count, normal_room;
    snw_vec2 *textures;
    int texture_count, texture_room;
    snw__obj_corner *corners;
    int corner_count, corner_room;
    snw__obj_face *faces;
    int face_count, face_room;
    snw__obj_name *names; // of surfaces
    int name_count, name_room;
    snw__finder name_finder;
    int surface; // in force; -1 for none
    double work; // spent on cutting polygons
    snw_surface *palette;
    snw__obj_unknown unknown;
} snw__obj;

/// Reports a key of the text that is passed over, the first time it is met.
void snw__obj_pass_over(const snw__reading *r, const snw__scan *s, snw__obj_unknown *unknown);

/// A line "f ...", after its key.
snw_status snw__obj_face_line(snw__obj *o);

/// Makes the mesh of what was read.
snw_status snw__obj_build(snw__obj *o, snw_mesh **mesh);

snw_status snw__obj_memory(const snw__obj *o);

#endif // SINEW_SRC_MESHIO_OBJ_INTERNAL_H
