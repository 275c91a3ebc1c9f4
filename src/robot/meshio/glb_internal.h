// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MESHIO_GLB_INTERNAL_H
#define SINEW_SRC_MESHIO_GLB_INTERNAL_H

/// @file
/// Numbers of glTF 2.0, what is written of a part, and what is read of a file.

#include "internal.h"
#include "sinew/document/json.h"
#include "sinew/meshio/glb.h"

enum {
    SNW__GLB_MAGIC = 0x46546C67, // "glTF"
    SNW__GLB_JSON = 0x4E4F534A,  // "JSON"
    SNW__GLB_BIN = 0x004E4942,   // "BIN"
    SNW__GLB_HEAD = 12,
    SNW__GLB_CHUNK = 8,
    SNW__GLTF_U8 = 5121,
    SNW__GLTF_U16 = 5123,
    SNW__GLTF_U32 = 5125,
    SNW__GLTF_FLOAT = 5126,
    SNW__GLTF_VERTICES = 34962,
    SNW__GLTF_INDICES = 34963,
    SNW__GLTF_TRIANGLES = 4
};

/// Among the extras of a material: it stands for a colour that nobody gave.
#define SNW__GLB_DEFAULT "default"

// --- writing ------------------------------------------------------------------------------------

/// The triangles of one surface.
typedef struct snw__glb_primitive {
    int first, count;            // triangles
    int surface;                 // of the part; -1 for its colour
    const snw_mesh_image *image; // NULL for none
} snw__glb_primitive;

/// The points and triangles of one part as glTF wants them, on the heap.
typedef struct snw__glb_mesh {
    snw_vec3 *points, *normals;
    int point_count;
    snw_vec2 *texture; // [point_count] places in an image, for a mesh that has one; else NULL
    int *faces;        // [triangle_count] which of the mesh's triangles each one is
    int *indices;      // three per triangle, those of a primitive together
    int triangle_count;
    snw__glb_primitive *primitives;
    int primitive_count;
} snw__glb_mesh;

/// SNW_ERR_MEMORY, or SNW_ERR_ARGUMENT when no triangle has three corners.
snw_status snw__glb_mesh_make(const snw_mesh_part *part, double crease, snw__glb_mesh *mesh);

/// Gives the points of primitives with an image their places in it; a point that has several is
/// repeated. False when memory is exhausted.
bool snw__glb_texture(const snw_mesh_part *part, snw__glb_mesh *mesh);

void snw__glb_mesh_free(snw__glb_mesh *mesh);

// --- reading ------------------------------------------------------------------------------------

typedef struct snw__gltf_view {
    int buffer, offset, length, stride;
} snw__gltf_view;

typedef struct snw__gltf_accessor {
    int view, offset, component, count, width;
    bool sparse;
} snw__gltf_accessor;

typedef struct snw__gltf_primitive {
    int position, normal, indices, mode;
    int texture, material; // places in an image; -1 for none
} snw__gltf_primitive;

typedef struct snw__gltf_material {
    double colour[4]; // linear
    int texture;      // -1 for none
    bool by_default;  // it stands for a colour that nobody gave
} snw__gltf_material;

/// A run of items of another list.
typedef struct snw__gltf_run {
    int first, count;
} snw__gltf_run;

/// A map of points: A p + t.
typedef struct snw__affine {
    snw_mat3 A;
    snw_vec3 t;
} snw__affine;

typedef struct snw__gltf_node {
    int mesh;
    snw__gltf_run children;
    snw__affine place;
} snw__gltf_node;

/// What the JSON says, on the heap.
typedef struct snw__gltf {
    const snw__reading *r;
    snw_json json;
    snw__gltf_view *views;
    int view_count, view_room;
    snw__gltf_accessor *accessors;
    int accessor_count, accessor_room;
    snw__gltf_primitive *primitives;
    int primitive_count, primitive_room;
    snw__gltf_run *meshes; // of primitives
    int mesh_count, mesh_room;
    snw__gltf_node *nodes;
    int node_count, node_room;
    int *children; // of nodes, and the roots of scenes
    int child_count, child_room;
    snw__gltf_run *scenes; // of children
    int scene_count, scene_room;
    snw__gltf_material *materials;
    int material_count, material_room;
    int *textures; // the image of each, -1 for none
    int texture_count, texture_room;
    int *images; // the view of each, -1 for one in another file
    int image_count, image_room;
    int scene;
    int buffer_count;
    bool elsewhere; // a buffer in another file
} snw__gltf;

/// Reads the JSON; its numbers are not judged yet.
snw_status snw__gltf_parse(snw__gltf *g, const char *text, size_t length);

void snw__gltf_free(snw__gltf *g);

#endif // SINEW_SRC_MESHIO_GLB_INTERNAL_H
