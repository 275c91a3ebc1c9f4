// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The JSON of a glTF, as far as triangles need it. Every list is read item by item into a list on
// the heap; what is not known is skipped.

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "glb_internal.h"

enum { NAME = 32, SCRATCH = 4096 };

static snw_status refuse_scene(const snw__gltf *g, snw_status code, const char *text) {
    snw_why why;
    snw__reading_why(g->r, &why, code, text);
    return snw__refuse_at(g->r, &why, g->json.line, g->json.column,
                          "write the file again with 'sinew mesh convert'");
}

static snw_status memory(const snw__gltf *g) {
    return refuse_scene(g, SNW_ERR_MEMORY, "the memory for the mesh is exhausted");
}

// what the JSON reader says of itself
static snw_status broken(const snw__gltf *g) {
    snw_why why = g->json.why;
    snw_why_rule(&why, g->r->rule);
    snw_diags_add(g->r->diags, &why);
    return why.code;
}

static snw_status skip(snw__gltf *g, snw_json_event event) {
    return snw_failed(snw_json_skip(&g->json, event)) ? broken(g) : SNW_OK;
}

// --- shapes of values ---------------------------------------------------------------------------

typedef snw_status member_fn(snw__gltf *g, const char *name, snw_json_event value, void *item);
typedef snw_status item_fn(snw__gltf *g, snw_json_event value, void *item);

static snw_status read_object(snw__gltf *g, snw_json_event event, member_fn *member, void *item) {
    if (event != SNW_JSON_OBJECT)
        return refuse_scene(g, SNW_ERR_SYNTAX, "an object is expected here");
    for (;;) {
        event = snw_json_next(&g->json);
        if (event == SNW_JSON_END) return SNW_OK;
        if (event != SNW_JSON_NAME) return broken(g);
        char name[NAME] = {0};
        memcpy(name, g->json.text, g->json.length < NAME - 1 ? g->json.length : NAME - 1);
        event = snw_json_next(&g->json);
        if (event == SNW_JSON_ERROR) return broken(g);
        const snw_status status = member(g, name, event, item);
        if (snw_failed(status)) return status;
    }
}

static snw_status read_array(snw__gltf *g, snw_json_event event, item_fn *read, void *item) {
    if (event != SNW_JSON_ARRAY) return refuse_scene(g, SNW_ERR_SYNTAX, "a list is expected here");
    for (;;) {
        event = snw_json_next(&g->json);
        if (event == SNW_JSON_END) return SNW_OK;
        if (event == SNW_JSON_ERROR) return broken(g);
        const snw_status status = read(g, event, item);
        if (snw_failed(status)) return status;
    }
}

static snw_status read_int(snw__gltf *g, snw_json_event event, int *value) {
    int64_t number = -1;
    if (event != SNW_JSON_NUMBER ||
        snw_failed(snw_int_parse(g->json.text, g->json.length, &number, NULL)) || number < 0 ||
        number > INT_MAX) {
        return refuse_scene(g, SNW_ERR_SYNTAX, "an integer from 0 up is expected here");
    }
    *value = (int)number;
    return SNW_OK;
}

// a list of exactly so many numbers
typedef struct numbers {
    double x[16];
    int count;
} numbers;

static snw_status read_number(snw__gltf *g, snw_json_event event, void *item) {
    numbers *n = item;
    if (event != SNW_JSON_NUMBER || n->count == 16 ||
        snw_failed(snw_real_parse(g->json.text, g->json.length, &n->x[n->count], NULL))) {
        return refuse_scene(g, SNW_ERR_SYNTAX, "a list of numbers is expected here");
    }
    n->count++;
    return SNW_OK;
}

static snw_status read_numbers(snw__gltf *g, snw_json_event event, numbers *n, int count) {
    n->count = 0;
    const snw_status status = read_array(g, event, read_number, n);
    if (snw_failed(status) || n->count == count) return status;
    return refuse_scene(g, SNW_ERR_SYNTAX, "the list has a wrong length");
}

// --- members ------------------------------------------------------------------------------------

static snw_status view_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    snw__gltf_view *view = item;
    if (strcmp(name, "buffer") == 0) return read_int(g, value, &view->buffer);
    if (strcmp(name, "byteOffset") == 0) return read_int(g, value, &view->offset);
    if (strcmp(name, "byteLength") == 0) return read_int(g, value, &view->length);
    if (strcmp(name, "byteStride") == 0) return read_int(g, value, &view->stride);
    return skip(g, value);
}

static snw_status read_view(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->views, g->view_count, &g->view_room, sizeof *g->views)) return memory(g);
    snw__gltf_view *view = &g->views[g->view_count++];
    *view = (snw__gltf_view){0};
    return read_object(g, event, view_member, view);
}

static snw_status accessor_member(snw__gltf *g, const char *name, snw_json_event value,
                                  void *item) {
    snw__gltf_accessor *a = item;
    if (strcmp(name, "bufferView") == 0) return read_int(g, value, &a->view);
    if (strcmp(name, "byteOffset") == 0) return read_int(g, value, &a->offset);
    if (strcmp(name, "componentType") == 0) return read_int(g, value, &a->component);
    if (strcmp(name, "count") == 0) return read_int(g, value, &a->count);
    if (strcmp(name, "sparse") == 0) a->sparse = true;
    if (strcmp(name, "type") == 0 && value == SNW_JSON_STRING) {
        const bool scalar = g->json.length == 6 && memcmp(g->json.text, "SCALAR", 6) == 0;
        const bool vector = g->json.length == 4 && memcmp(g->json.text, "VEC3", 4) == 0;
        const bool pair = g->json.length == 4 && memcmp(g->json.text, "VEC2", 4) == 0;
        a->width = scalar ? 1 : pair ? 2 : vector ? 3 : 0;
        return SNW_OK;
    }
    return skip(g, value);
}

static snw_status read_accessor(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->accessors, g->accessor_count, &g->accessor_room, sizeof *g->accessors)) {
        return memory(g);
    }
    snw__gltf_accessor *a = &g->accessors[g->accessor_count++];
    *a = (snw__gltf_accessor){.view = -1};
    return read_object(g, event, accessor_member, a);
}

static snw_status attribute_member(snw__gltf *g, const char *name, snw_json_event value,
                                   void *item) {
    snw__gltf_primitive *p = item;
    if (strcmp(name, "POSITION") == 0) return read_int(g, value, &p->position);
    if (strcmp(name, "NORMAL") == 0) return read_int(g, value, &p->normal);
    if (strcmp(name, "TEXCOORD_0") == 0) return read_int(g, value, &p->texture);
    return skip(g, value);
}

static snw_status primitive_member(snw__gltf *g, const char *name, snw_json_event value,
                                   void *item) {
    snw__gltf_primitive *p = item;
    if (strcmp(name, "attributes") == 0) return read_object(g, value, attribute_member, p);
    if (strcmp(name, "indices") == 0) return read_int(g, value, &p->indices);
    if (strcmp(name, "mode") == 0) return read_int(g, value, &p->mode);
    if (strcmp(name, "material") == 0) return read_int(g, value, &p->material);
    return skip(g, value);
}

static snw_status read_primitive(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->primitives, g->primitive_count, &g->primitive_room, sizeof *g->primitives)) {
        return memory(g);
    }
    snw__gltf_primitive *p = &g->primitives[g->primitive_count++];
    *p = (snw__gltf_primitive){-1, -1, -1, SNW__GLTF_TRIANGLES, -1, -1};
    return read_object(g, event, primitive_member, p);
}

static snw_status mesh_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    if (strcmp(name, "primitives") != 0) return skip(g, value);
    snw__gltf_run *run = item;
    run->first = g->primitive_count;
    const snw_status status = read_array(g, value, read_primitive, NULL);
    run->count = g->primitive_count - run->first;
    return status;
}

static snw_status read_mesh(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->meshes, g->mesh_count, &g->mesh_room, sizeof *g->meshes)) return memory(g);
    snw__gltf_run *run = &g->meshes[g->mesh_count++];
    *run = (snw__gltf_run){0, 0};
    return read_object(g, event, mesh_member, run);
}

static snw_status read_child(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->children, g->child_count, &g->child_room, sizeof *g->children)) {
        return memory(g);
    }
    return read_int(g, event, &g->children[g->child_count++]);
}

static snw_status read_children(snw__gltf *g, snw_json_event event, snw__gltf_run *run) {
    run->first = g->child_count;
    const snw_status status = read_array(g, event, read_child, NULL);
    run->count = g->child_count - run->first;
    return status;
}

// a node with the parts of its pose, which are put together when all are known
typedef struct node {
    snw__gltf_node made;
    numbers matrix, translation, rotation, scale;
} node;

static snw_status node_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    node *n = item;
    if (strcmp(name, "mesh") == 0) return read_int(g, value, &n->made.mesh);
    if (strcmp(name, "children") == 0) return read_children(g, value, &n->made.children);
    if (strcmp(name, "matrix") == 0) return read_numbers(g, value, &n->matrix, 16);
    if (strcmp(name, "translation") == 0) return read_numbers(g, value, &n->translation, 3);
    if (strcmp(name, "rotation") == 0) return read_numbers(g, value, &n->rotation, 4);
    if (strcmp(name, "scale") == 0) return read_numbers(g, value, &n->scale, 3);
    return skip(g, value);
}

static snw_vec3 vector_at(const numbers *n, int first) {
    return snw_vec3_of(n->x[first], n->x[first + 1], n->x[first + 2]);
}

// a matrix, column after column, or translation * rotation * scale
static snw_status place_of(const snw__gltf *g, const node *n, snw__affine *place) {
    *place = (snw__affine){snw_mat3_identity(), snw_vec3_zero()};
    if (n->matrix.count > 0) {
        place->A = snw_mat3_of(vector_at(&n->matrix, 0), vector_at(&n->matrix, 4),
                               vector_at(&n->matrix, 8));
        place->t = vector_at(&n->matrix, 12);
        return SNW_OK;
    }
    if (n->rotation.count > 0) {
        const double *x = n->rotation.x;
        snw_quat q;
        if (snw_failed(snw_quat_set(&q, x[3], x[0], x[1], x[2]))) {
            return refuse_scene(g, SNW_ERR_RANGE, "a rotation is not a quaternion");
        }
        place->A = snw_quat_to_mat3(q);
    }
    if (n->scale.count > 0) {
        place->A = snw_mat3_mul(place->A, snw_mat3_diagonal(vector_at(&n->scale, 0)));
    }
    if (n->translation.count > 0) place->t = vector_at(&n->translation, 0);
    return SNW_OK;
}

static snw_status read_node(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    node n = {.made = {.mesh = -1}};
    snw_status status = read_object(g, event, node_member, &n);
    if (status == SNW_OK) status = place_of(g, &n, &n.made.place);
    if (snw_failed(status)) return status;
    if (!snw__more(&g->nodes, g->node_count, &g->node_room, sizeof *g->nodes)) return memory(g);
    g->nodes[g->node_count++] = n.made;
    return SNW_OK;
}

// --- looks --------------------------------------------------------------------------------------

static snw_status texture_index(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    return strcmp(name, "index") == 0 ? read_int(g, value, item) : skip(g, value);
}

static snw_status look_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    snw__gltf_material *m = item;
    if (strcmp(name, "baseColorTexture") == 0)
        return read_object(g, value, texture_index, &m->texture);
    if (strcmp(name, "baseColorFactor") != 0) return skip(g, value);
    numbers n;
    const snw_status status = read_numbers(g, value, &n, 4);
    for (int k = 0; k < 4 && status == SNW_OK; k++)
        m->colour[k] = n.x[k] > 0 ? n.x[k] < 1 ? n.x[k] : 1 : 0;
    return status;
}

static snw_status extra_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    snw__gltf_material *m = item;
    if (strcmp(name, SNW__GLB_DEFAULT) == 0) m->by_default = true;
    return skip(g, value);
}

static snw_status material_member(snw__gltf *g, const char *name, snw_json_event value,
                                  void *item) {
    snw__gltf_material *m = item;
    if (strcmp(name, "pbrMetallicRoughness") == 0) return read_object(g, value, look_member, m);
    if (strcmp(name, "extras") == 0 && value == SNW_JSON_OBJECT)
        return read_object(g, value, extra_member, m);
    return skip(g, value);
}

static snw_status read_material(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->materials, g->material_count, &g->material_room, sizeof *g->materials)) {
        return memory(g);
    }
    snw__gltf_material *m = &g->materials[g->material_count++];
    *m = (snw__gltf_material){.colour = {1, 1, 1, 1}, .texture = -1};
    return read_object(g, event, material_member, m);
}

static snw_status texture_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    return strcmp(name, "source") == 0 ? read_int(g, value, item) : skip(g, value);
}

static snw_status read_texture(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->textures, g->texture_count, &g->texture_room, sizeof *g->textures)) {
        return memory(g);
    }
    int *source = &g->textures[g->texture_count++];
    *source = -1;
    return read_object(g, event, texture_member, source);
}

// an image in another file has no view, and is not looked for
static snw_status image_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    return strcmp(name, "bufferView") == 0 ? read_int(g, value, item) : skip(g, value);
}

static snw_status read_image(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->images, g->image_count, &g->image_room, sizeof *g->images)) {
        return memory(g);
    }
    int *view = &g->images[g->image_count++];
    *view = -1;
    return read_object(g, event, image_member, view);
}

static snw_status scene_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    return strcmp(name, "nodes") == 0 ? read_children(g, value, item) : skip(g, value);
}

static snw_status read_scene(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    if (!snw__more(&g->scenes, g->scene_count, &g->scene_room, sizeof *g->scenes)) {
        return memory(g);
    }
    snw__gltf_run *run = &g->scenes[g->scene_count++];
    *run = (snw__gltf_run){0, 0};
    return read_object(g, event, scene_member, run);
}

static snw_status buffer_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    (void)item;
    if (strcmp(name, "uri") == 0) g->elsewhere = true;
    return skip(g, value);
}

static snw_status read_buffer(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    g->buffer_count++;
    return read_object(g, event, buffer_member, NULL);
}

static snw_status asset_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    (void)item;
    if (strcmp(name, "version") == 0 && value == SNW_JSON_STRING) {
        const bool second = g->json.length >= 2 && memcmp(g->json.text, "2.", 2) == 0;
        return second ? SNW_OK : refuse_scene(g, SNW_ERR_VERSION, "the glTF is not of version 2");
    }
    return skip(g, value);
}

static snw_status refuse_extension(snw__gltf *g, snw_json_event event, void *item) {
    (void)item;
    char line[SNW_WHY_TEXT];
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "the file needs the extension '%.*s'",
                    event == SNW_JSON_STRING ? (int)(g->json.length < 48 ? g->json.length : 48) : 0,
                    event == SNW_JSON_STRING ? g->json.text : "");
    return refuse_scene(g, SNW_ERR_UNSUPPORTED, line);
}

static snw_status root_member(snw__gltf *g, const char *name, snw_json_event value, void *item) {
    (void)item;
    static const struct {
        const char *name;
        item_fn *read;
    } lists[] = {{"bufferViews", read_view}, {"accessors", read_accessor},
                 {"meshes", read_mesh},      {"materials", read_material},
                 {"textures", read_texture}, {"images", read_image},
                 {"nodes", read_node},       {"scenes", read_scene},
                 {"buffers", read_buffer},   {"extensionsRequired", refuse_extension}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(name, lists[i].name) == 0) return read_array(g, value, lists[i].read, NULL);
    }
    if (strcmp(name, "scene") == 0) return read_int(g, value, &g->scene);
    if (strcmp(name, "asset") == 0) return read_object(g, value, asset_member, NULL);
    return skip(g, value);
}

snw_status snw__gltf_parse(snw__gltf *g, const char *text, size_t length) {
    char *scratch = malloc(SCRATCH);
    if (scratch == NULL) return memory(g);
    snw_json_open(&g->json, text, length, g->r->source->name, scratch, SCRATCH);
    snw_json_event event = snw_json_next(&g->json);
    snw_status status =
        event == SNW_JSON_ERROR ? broken(g) : read_object(g, event, root_member, NULL);
    if (status == SNW_OK && snw_json_next(&g->json) != SNW_JSON_EOF) status = broken(g);
    free(scratch);
    return status;
}

void snw__gltf_free(snw__gltf *g) {
    free(g->views);
    free(g->accessors);
    free(g->primitives);
    free(g->meshes);
    free(g->nodes);
    free(g->materials);
    free(g->textures);
    free(g->images);
    free(g->children);
    free(g->scenes);
}
