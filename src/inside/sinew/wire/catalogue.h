// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_CATALOGUE_H
#define SINEW_WIRE_CATALOGUE_H

/// @file
/// What there is in a cell, as JSON: the texts `catalogue`, `scene` and `describe` of
/// docs/protocol.md. Made from the cell, its system, its loop and the tables of its types; nothing
/// is said twice.
///
/// The geometry of the scene is that of the model. Boxes, spheres, cylinders and capsules are
/// reported by their numbers; every other shape, and every mesh, is a GLB that is named by what it
/// holds, so that it can be cached for ever. Formats that are not read here go through the program
/// sinew-mesh.

#include "sinew/exec.h"
#include "sinew/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_SCENE_HASH = 33, ///< bytes of the name of a mesh, with the final zero
    SNW_SCENE_MESHES = 4096
};

/// A mesh of the scene.
typedef struct snw_scene_mesh {
    // read-only
    char hash[SNW_SCENE_HASH]; ///< 32 hexadecimal digits
    const char *glb;           ///< [size] with the colours and images of its file; scales of
                               ///< the model are already in it
    size_t size;
} snw_scene_mesh;

/// The scene of a cell. Caller-owned; the memory is that of `setup`.
typedef struct snw_scene {
    // read-only
    const snw_cell *cell;
    const snw_system *system;
    snw_scene_mesh *meshes; ///< [mesh_count], each hash once
    int mesh_count;
    char *json; ///< {"links":..,"frames":..,"members":..} without the braces; terminated
    size_t json_length;
    char *shared_json; ///< {"bodies":..,"members":..} likewise: a mechanism of many members once
    size_t shared_json_length;
    int missing; ///< shapes whose mesh could not be read; the text says where was looked
} snw_scene;

/// Makes the scene: reads each file of a mesh once, which may start the program sinew-mesh; not for
/// a loop. A mesh that cannot be read is reported in the
/// scene ("missing") and does not fail. `diags` (may be NULL) receives what was found.
SNW_SETUP SNW_NODISCARD snw_status snw_scene_make(snw_scene *scene, const snw_cell *cell,
                                                  const snw_system *system, snw_exec *exec,
                                                  snw_setup *setup, snw_diags *diags);

/// The mesh of a name (32 digits), or NULL.
SNW_SETUP const snw_scene_mesh *snw_scene_find(const snw_scene *scene, const char *hash,
                                               size_t length);

/// What the catalogue needs besides the loop.
typedef struct snw_catalogue {
    // public
    snw_exec *exec;
    const snw_cell *cell;
    const snw_system *system;
    const char *const *cells; ///< [cell_count] names that `open` takes
    int cell_count;
} snw_catalogue;

/// "cell":..,"arms":[..],"components":[..],"signals":[..],"cells":[..],"states":[..],"plots":[..]
SNW_SETUP void snw_catalogue_json(const snw_catalogue *catalogue, snw_text *text);

/// "type":..,"help":..,"fields":[..] of a type by its token: one of the registry, or of what
/// components, arms or the loop show, or one that lies in these. SNW_ERR_UNKNOWN_NAME proposes the
/// closest. `registry` may be NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_describe_json(snw_exec *exec, const snw_registry *registry,
                                                     const char *token, snw_text *text,
                                                     snw_why *why);

/// {"t","sequence","object","why"} of an event without the braces.
SNW_SETUP void snw_event_json(const snw_event *event, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_CATALOGUE_H
