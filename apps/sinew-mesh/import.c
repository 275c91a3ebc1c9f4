// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include "sinew/meshio/image.h"
#include "sinew/shape/query.h"

enum { DEPTH = 256, PARTS = 65536 };

// a map of points: A p + t
typedef struct affine {
    snw_mat3 A;
    snw_vec3 t;
} affine;

// a scene on its way into parts
typedef struct walk {
    const struct aiScene *scene;
    snw_setup *setup;
    mesh_import *import;
    const char *path;
    snw_mesh_image **images; // [mNumMaterials] NULL for none, or not read yet
    bool *tried;             // [mNumMaterials]
    snw__image_budget budget;
    double scale;
    int room;
    long triangles;
    snw_why *why;
} walk;

static snw_status memory(const walk *w) {
    return snw_refuse_rule(w->why, SNW_ERR_MEMORY, "mesh-import", NULL,
                           "the memory for the mesh is exhausted", "reduce the mesh");
}

static affine affine_of(const struct aiMatrix4x4 *m) {
    return (affine){{{(double)m->a1, (double)m->b1, (double)m->c1},
                     {(double)m->a2, (double)m->b2, (double)m->c2},
                     {(double)m->a3, (double)m->b3, (double)m->c3}},
                    {(double)m->a4, (double)m->b4, (double)m->c4}};
}

static affine affine_mul(const affine *a, const affine *b) {
    return (affine){snw_mat3_mul(a->A, b->A), snw_vec3_add(snw_mat3_apply(a->A, b->t), a->t)};
}

// --- one mesh -----------------------------------------------------------------------------------

// red, green, blue and alpha; a material that says none leaves the default
static void read_colour(const struct aiMaterial *material, double *colour) {
    struct aiColor4D diffuse;
    ai_real opacity = 1;
    if (aiGetMaterialColor(material, AI_MATKEY_COLOR_DIFFUSE, &diffuse) == aiReturn_SUCCESS) {
        colour[0] = (double)diffuse.r;
        colour[1] = (double)diffuse.g;
        colour[2] = (double)diffuse.b;
    }
    unsigned one = 1;
    if (aiGetMaterialFloatArray(material, AI_MATKEY_OPACITY, &opacity, &one) == aiReturn_SUCCESS) {
        colour[3] = (double)opacity;
    }
}

// the image of a material: "*" and its number inside the file, or the name of another file
static snw_status find_image(walk *w, const char *name, snw_mesh_image *image, snw_why *why) {
    int64_t index = -1;
    if (name[0] != '*') return snw__image_load(w->path, name, &w->budget, w->setup, image, why);
    if (snw_failed(snw_int_parse(name + 1, strlen(name + 1), &index, NULL)) || index < 0 ||
        index >= (int64_t)w->scene->mNumTextures) {
        return SNW_ERR_RANGE;
    }
    const struct aiTexture *inside = w->scene->mTextures[index];
    // its height is 0 where it is as a file has it; then the width is that of the file
    const snw_mesh_image found = {(const char *)inside->pcData, inside->mWidth};
    if (inside->mHeight != 0) return SNW_ERR_UNSUPPORTED;
    const snw_status status = snw__image_take(&w->budget, &found, why);
    if (snw_failed(status)) return status;
    char *bytes = snw_setup_take(w->setup, found.size, 1);
    if (bytes == NULL) return SNW_ERR_MEMORY;
    memcpy(bytes, found.bytes, found.size);
    *image = (snw_mesh_image){bytes, found.size};
    return SNW_OK;
}

// An image that cannot be used is left out: the mesh keeps its colour.
static const snw_mesh_image *image_of(walk *w, unsigned index) {
    struct aiString name;
    snw_why why;
    if (w->tried[index]) return w->images[index];
    w->tried[index] = true;
    if (aiGetMaterialTexture(w->scene->mMaterials[index], aiTextureType_DIFFUSE, 0, &name, NULL,
                             NULL, NULL, NULL, NULL, NULL) != aiReturn_SUCCESS) {
        return NULL;
    }
    snw_mesh_image *image = snw_setup_take(w->setup, sizeof *image, _Alignof(snw_mesh_image));
    if (image == NULL || snw_failed(find_image(w, name.data, image, &why))) return NULL;
    w->images[index] = image;
    return image;
}

// colour, name and image of a part
static snw_status read_look(walk *w, const struct aiMesh *from, snw_mesh_part *part) {
    const unsigned index = from->mMaterialIndex;
    if (index >= w->scene->mNumMaterials) return SNW_OK;
    const struct aiMaterial *material = w->scene->mMaterials[index];
    struct aiString name;
    read_colour(material, part->colour);
    if (aiGetMaterialString(material, AI_MATKEY_NAME, &name) != aiReturn_SUCCESS ||
        strcmp(name.data, AI_DEFAULT_MATERIAL_NAME) != 0) {
        part->material = "material";
    }
    const struct aiVector3D *from_places = from->mTextureCoords[0];
    const snw_mesh_image *image = from_places != NULL ? image_of(w, index) : NULL;
    if (image == NULL) return SNW_OK;
    snw_vec2 *places =
        snw_setup_take(w->setup, from->mNumVertices * sizeof *places, _Alignof(snw_vec2));
    if (places == NULL) return memory(w);
    for (unsigned i = 0; i < from->mNumVertices; i++)
        places[i] = snw_vec2_of((double)from_places[i].x, (double)from_places[i].y);
    part->image = image;
    part->texture_points = places;
    // formats that assimp reads have a colour or an image, not both
    for (int k = 0; k < 3; k++)
        part->colour[k] = 1;
    return SNW_OK;
}

static snw_vec3 vector_of(const struct aiVector3D *v) {
    return snw_vec3_of((double)v->x, (double)v->y, (double)v->z);
}

static bool is_mirrored(const snw_mat3 *A) {
    return snw_vec3_dot(snw_vec3_cross(A->x, A->y), A->z) < 0;
}

// Normals go with the cofactors of the map. Any without a direction lets all of them go.
static snw_status fill_normals(const walk *w, const struct aiMesh *from, const snw_mat3 *A,
                               snw_mesh *mesh) {
    const double sign = is_mirrored(A) ? -1 : 1;
    const snw_mat3 cofactors = {snw_vec3_cross(A->y, A->z), snw_vec3_cross(A->z, A->x),
                                snw_vec3_cross(A->x, A->y)};
    const snw_field *list = snw_type_field(&snw_mesh_type, "normals");
    snw_status status = snw_block_resize(list, mesh, mesh->point_count, w->setup);
    for (int i = 0; i < mesh->point_count && status == SNW_OK; i++) {
        const snw_vec3 n = snw_mat3_apply(cofactors, vector_of(&from->mNormals[i]));
        const double length = snw_vec3_norm(n);
        if (!isfinite(length) || !(length > 0)) {
            return snw_block_resize(list, mesh, 0, w->setup);
        }
        mesh->normals[i] = snw_vec3_scale(n, sign / length);
    }
    return status;
}

// triangles only; lines and points were left out by assimp
static int copy_triangles(const struct aiMesh *from, bool flip, int *indices) {
    int count = 0;
    for (unsigned i = 0; i < from->mNumFaces; i++) {
        const struct aiFace *face = &from->mFaces[i];
        if (face->mNumIndices != 3) continue;
        const unsigned *c = face->mIndices;
        if (c[0] >= from->mNumVertices || c[1] >= from->mNumVertices ||
            c[2] >= from->mNumVertices) {
            continue;
        }
        indices[count++] = (int)c[0];
        indices[count++] = (int)c[flip ? 2 : 1];
        indices[count++] = (int)c[flip ? 1 : 2];
    }
    return count;
}

static snw_status fill_mesh(walk *w, const struct aiMesh *from, const affine *place,
                            snw_mesh *mesh) {
    const snw_field *triangles = snw_type_field(&snw_mesh_type, "triangles");
    snw_status status = snw_block_resize(snw_type_field(&snw_mesh_type, "points"), mesh,
                                         (int)from->mNumVertices, w->setup);
    if (status == SNW_OK) {
        status = snw_block_resize(triangles, mesh, 3 * (int)from->mNumFaces, w->setup);
    }
    if (snw_failed(status)) return status;
    for (int i = 0; i < mesh->point_count; i++) {
        const snw_vec3 p = vector_of(&from->mVertices[i]);
        mesh->points[i] =
            snw_vec3_scale(snw_vec3_add(snw_mat3_apply(place->A, p), place->t), w->scale);
    }
    const bool flip = is_mirrored(&place->A) != (w->scale < 0);
    const int count = copy_triangles(from, flip, mesh->triangles);
    w->triangles += count / 3;
    status = snw_block_resize(triangles, mesh, count, w->setup);
    if (status == SNW_OK && from->mNormals != NULL) {
        status = fill_normals(w, from, &place->A, mesh);
    }
    return status;
}

static snw_status add_mesh(walk *w, const struct aiNode *node, unsigned index,
                           const affine *place) {
    if (index >= w->scene->mNumMeshes) {
        return snw_refuse_rule(w->why, SNW_ERR_RANGE, "mesh-import", NULL,
                               "a mesh is named that does not exist", "repair the file");
    }
    const struct aiMesh *from = w->scene->mMeshes[index];
    if (from->mNumVertices == 0 || from->mNumFaces == 0) return SNW_OK;
    if (from->mNumVertices > SNW_MESH_POINTS || from->mNumFaces > SNW_MESH_TRIANGLES ||
        w->import->count == PARTS) {
        return snw_refuse_rule(w->why, SNW_ERR_TOO_LARGE, "mesh-import", NULL,
                               "the mesh is too large", "reduce the mesh");
    }
    if (w->import->count == w->room) {
        const int room = w->room > 0 ? 2 * w->room : 16;
        void *larger =
            snw_setup_grow(w->setup, w->import->parts, (size_t)room * sizeof *w->import->parts,
                           _Alignof(snw_mesh_part));
        if (larger == NULL) return memory(w);
        w->import->parts = larger;
        w->room = room;
    }
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, w->setup);
    char *name = snw_setup_text(w->setup, node->mName.data, node->mName.length);
    if (mesh == NULL || name == NULL) return memory(w);
    const snw_status status = fill_mesh(w, from, place, mesh);
    if (snw_failed(status)) return memory(w);
    if (mesh->index_count == 0) return SNW_OK;
    const snw_child shape = {&snw_mesh_type, mesh};
    if (snw_failed(snw_shape_prepare(&shape, w->setup, w->why))) return memory(w);
    snw_mesh_part part = snw_mesh_part_of(mesh);
    part.name = name;
    if (snw_failed(read_look(w, from, &part))) return memory(w);
    w->import->parts[w->import->count++] = part;
    return SNW_OK;
}

// --- the tree -----------------------------------------------------------------------------------

static snw_status add_node(walk *w, const struct aiNode *node, const affine *parent, int depth) {
    if (depth > DEPTH) {
        return snw_refuse_rule(w->why, SNW_ERR_TOO_LARGE, "mesh-import", NULL,
                               "its nodes are nested too deeply", "flatten the scene");
    }
    const affine own = affine_of(&node->mTransformation);
    const affine place = affine_mul(parent, &own);
    snw_status status = SNW_OK;
    for (unsigned i = 0; i < node->mNumMeshes && status == SNW_OK; i++) {
        status = add_mesh(w, node, node->mMeshes[i], &place);
        if (w->triangles > SNW_MESH_TRIANGLES) {
            status = snw_refuse_rule(w->why, SNW_ERR_TOO_LARGE, "mesh-import", NULL,
                                     "the mesh is too large", "reduce the mesh");
        }
    }
    for (unsigned i = 0; i < node->mNumChildren && status == SNW_OK; i++) {
        status = add_node(w, node->mChildren[i], &place, depth + 1);
    }
    return status;
}

static bool ends_in(const char *path, const char *extension) {
    const size_t length = strlen(path), tail = strlen(extension);
    if (length < tail) return false;
    for (size_t i = 0; i < tail; i++) {
        const char c = path[length - tail + i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != extension[i]) return false;
    }
    return true;
}

// What stands before the root: 3DS and ASE have z up, and assimp turns it to y; this turns it back.
static affine way_back(const char *path) {
    const affine same = {snw_mat3_identity(), snw_vec3_zero()};
    const affine turned = {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {0, 0, 0}};
    return ends_in(path, ".3ds") || ends_in(path, ".ase") || ends_in(path, ".ask") ? turned : same;
}

// Cameras, lights and motions are not wanted: what is wrong with them is no reason to lose a mesh.
static bool is_about_others(const char *error) {
    static const char *const others[] = {"Camera", "Light", "Anim"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(error, others[i]) != NULL) return true;
    return false;
}

static const struct aiScene *import_scene(const char *path) {
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (properties == NULL) return NULL;
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_PP_SBP_REMOVE,
                               aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    const unsigned steps = (unsigned)aiProcess_Triangulate | (unsigned)aiProcess_SortByPType |
                           (unsigned)aiProcess_JoinIdenticalVertices |
                           (unsigned)aiProcess_ValidateDataStructure;
    const struct aiScene *scene = aiImportFileExWithProperties(path, steps, NULL, properties);
    if (scene == NULL && is_about_others(aiGetErrorString())) {
        // validation comes before the removal, so it is left out; indices are checked here too
        aiSetImportPropertyInteger(properties, AI_CONFIG_PP_RVC_FLAGS,
                                   aiComponent_CAMERAS | aiComponent_LIGHTS |
                                       aiComponent_ANIMATIONS);
        scene = aiImportFileExWithProperties(path,
                                             (steps & ~(unsigned)aiProcess_ValidateDataStructure) |
                                                 (unsigned)aiProcess_RemoveComponent,
                                             NULL, properties);
    }
    aiReleasePropertyStore(properties);
    return scene;
}

snw_status mesh_import_file(const char *path, double scale, snw_setup *setup, mesh_import *import,
                            snw_why *why) {
    walk w = {.path = path, .setup = setup, .import = import, .scale = scale, .why = why};
    *import = (mesh_import){0};
    if (!isfinite(scale) || scale == 0) {
        return snw_refuse_rule(w.why, SNW_ERR_ARGUMENT, "mesh-import", NULL,
                               "the scale is 0 or not finite", "give another number");
    }
    w.scene = import_scene(path);
    if (w.scene == NULL) {
        const char *reason = aiGetErrorString();
        return snw_refuse_rule(w.why, SNW_ERR_SYNTAX, "mesh-import", NULL,
                               reason[0] != '\0' ? reason : "assimp cannot read it",
                               "export the mesh again, as STL or OBJ if possible");
    }
    const affine first = way_back(path);
    w.images = calloc((size_t)w.scene->mNumMaterials + 1, sizeof(snw_mesh_image *));
    w.tried = calloc((size_t)w.scene->mNumMaterials + 1, sizeof *w.tried);
    snw_status status = w.images != NULL && w.tried != NULL ? SNW_OK : memory(&w);
    if (status == SNW_OK && w.scene->mRootNode != NULL)
        status = add_node(&w, w.scene->mRootNode, &first, 0);
    aiReleaseImport(w.scene);
    free((void *)w.images);
    free(w.tried);
    if (status == SNW_OK && import->count == 0) {
        status = snw_refuse_rule(w.why, SNW_ERR_RANGE, "mesh-import", NULL,
                                 "the file has no triangles", "export the mesh again");
    }
    return status;
}
