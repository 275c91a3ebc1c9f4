// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_WIRE_SCENE_MESH_H
#define SINEW_SRC_WIRE_SCENE_MESH_H

/// @file
/// What the shapes of a scene look like that are no boxes, balls or rods.

#include "sinew/urdf/mesh_file.h"
#include "sinew/wire/catalogue.h"

/// What was found out about a shape.
typedef struct snw__scene_look {
    snw_child shape;
    int mesh;    ///< of the scene; -1 when it could not be read
    snw_why why; ///< then
    bool has_ball;
    snw_sphere ball; ///< around it
} snw__scene_look;

/// All that a scene has asked about.
typedef struct snw__scene_looks {
    snw_scene *scene;
    snw_setup *setup; ///< of the scene
    snw__scene_look *items;
    int count, room, mesh_room;
} snw__scene_looks;

/// Reads a shape the first time it is asked for; also what cannot be read is tried only once. Valid
/// until the next call.
const snw__scene_look *snw__scene_look_of(snw__scene_looks *looks, const snw_child *shape);

#endif // SINEW_SRC_WIRE_SCENE_MESH_H
