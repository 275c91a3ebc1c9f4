// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// GLB into a mesh: the chunks, then the nodes of the scene from the root on, then the numbers.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glb_internal.h"

// a GLB that is read
typedef struct glb {
    snw__reading r;
    snw__gltf g;
    const char *numbers; // the chunk of numbers
    size_t number_bytes;
    snw__builder b;
    size_t placed_points, placed_corners; // so far, against what the file can hold
    bool all_normals;                     // every point so far has one
} glb;

static snw_status refuse(const glb *f, snw_status code, const char *text) {
    return snw__mesh_refuse(&f->r, code, text, "write the file again with 'sinew mesh convert'");
}

// --- chunks -------------------------------------------------------------------------------------

static snw_status find_chunks(glb *f, const char **json, size_t *json_bytes) {
    const char *bytes = f->r.source->bytes;
    const size_t length = f->r.source->length;
    const size_t first = SNW__GLB_HEAD + SNW__GLB_CHUNK;
    if (length < first || snw__get_u32(bytes) != SNW__GLB_MAGIC) {
        return refuse(f, SNW_ERR_SYNTAX, "this is no GLB: it does not begin with 'glTF'");
    }
    if (snw__get_u32(bytes + 4) != 2) {
        return refuse(f, SNW_ERR_VERSION, "the GLB is not of version 2");
    }
    if (snw__get_u32(bytes + 8) != length) {
        snw_why why;
        snw__reading_why(&f->r, &why, SNW_ERR_SYNTAX, "the file has another length than it says");
        snw_why_add(&why, "said", snw__get_u32(bytes + 8), "B");
        snw_why_add(&why, "size", (double)length, "B");
        return snw__refuse_at(&f->r, &why, 0, 0, "the file was cut off; get it again");
    }
    *json = bytes + first;
    *json_bytes = snw__get_u32(bytes + SNW__GLB_HEAD);
    if (snw__get_u32(bytes + SNW__GLB_HEAD + 4) != SNW__GLB_JSON || *json_bytes > length - first) {
        return refuse(f, SNW_ERR_SYNTAX, "the first chunk is not JSON, or too long");
    }
    // the numbers follow; without them there is nothing to place
    const size_t second = first + *json_bytes;
    if (length - second < SNW__GLB_CHUNK) return SNW_OK;
    f->number_bytes = snw__get_u32(bytes + second);
    f->numbers = bytes + second + SNW__GLB_CHUNK;
    if (snw__get_u32(bytes + second + 4) != SNW__GLB_BIN ||
        f->number_bytes > length - second - SNW__GLB_CHUNK) {
        return refuse(f, SNW_ERR_SYNTAX, "the second chunk is not binary, or too long");
    }
    return SNW_OK;
}

// --- lists of numbers ---------------------------------------------------------------------------

// a list that lies inside the chunk
typedef struct list {
    const char *first;
    size_t stride;
    int count, component;
} list;

static size_t component_bytes(int component) {
    switch (component) {
    case SNW__GLTF_U8:
        return 1;
    case SNW__GLTF_U16:
        return 2;
    case SNW__GLTF_U32:
    case SNW__GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static snw_status open_list(const glb *f, int accessor, int width, list *out) {
    const snw__gltf *g = &f->g;
    if (accessor < 0 || accessor >= g->accessor_count) {
        return refuse(f, SNW_ERR_RANGE, "an accessor is named that does not exist");
    }
    const snw__gltf_accessor *a = &g->accessors[accessor];
    const size_t part = component_bytes(a->component);
    const bool real = a->component == SNW__GLTF_FLOAT;
    if (a->sparse || a->width != width || part == 0 || real != (width == 3)) {
        return refuse(f, SNW_ERR_UNSUPPORTED, "an accessor is of a kind that is not read");
    }
    if (a->view < 0 || a->view >= g->view_count) {
        return refuse(f, SNW_ERR_RANGE, "a buffer view is named that does not exist");
    }
    const snw__gltf_view *v = &g->views[a->view];
    const size_t item = part * (size_t)width;
    const size_t stride = v->stride > 0 ? (size_t)v->stride : item;
    const size_t needed =
        a->count > 0 ? (size_t)a->offset + stride * (size_t)(a->count - 1) + item : 0;
    if (v->buffer != 0 || stride < item || needed > (size_t)v->length ||
        (size_t)v->offset + (size_t)v->length > f->number_bytes) {
        return refuse(f, SNW_ERR_RANGE, "a list reaches beyond the numbers of the file");
    }
    *out = (list){f->numbers + v->offset + a->offset, stride, a->count, a->component};
    return SNW_OK;
}

static snw_vec3 vector_at(const list *l, int index) {
    const char *at = l->first + l->stride * (size_t)index;
    return snw_vec3_of(snw__get_float(at), snw__get_float(at + 4), snw__get_float(at + 8));
}

static uint32_t index_at(const list *l, int index) {
    const char *at = l->first + l->stride * (size_t)index;
    if (l->component == SNW__GLTF_U32) return snw__get_u32(at);
    const unsigned low = (unsigned char)at[0];
    return l->component == SNW__GLTF_U8 ? low : low | (unsigned)(unsigned char)at[1] << 8;
}

// --- placing ------------------------------------------------------------------------------------

// An honest file holds each point and each corner that it places: so time and memory stay linear in
// its length, however often its nodes name one list.
static snw_status count_placed(glb *f, int points, int corners) {
    f->placed_points += (size_t)points;
    f->placed_corners += (size_t)corners;
    const size_t vector = 12;
    if (f->placed_points <= f->r.source->length / vector &&
        f->placed_corners <= f->r.source->length) {
        return SNW_OK;
    }
    return refuse(f, SNW_ERR_TOO_LARGE, "its nodes place more triangles than the file holds");
}

static bool is_mirrored(const snw_mat3 *A) {
    return snw_vec3_dot(snw_vec3_cross(A->x, A->y), A->z) < 0;
}

// the direction of a normal behind a linear map: that of its cofactors
static snw_vec3 turn_normal(const snw_mat3 *A, snw_vec3 n) {
    const snw_mat3 cofactors = {snw_vec3_cross(A->y, A->z), snw_vec3_cross(A->z, A->x),
                                snw_vec3_cross(A->x, A->y)};
    const snw_vec3 turned = snw_mat3_apply(cofactors, n);
    return is_mirrored(A) ? snw_vec3_scale(turned, -1) : turned;
}

static snw_status add_points(glb *f, const snw__affine *place, const list *points,
                             const list *normals) {
    for (int i = 0; i < points->count; i++) {
        snw_status fault = SNW_OK;
        const snw_vec3 raw = vector_at(points, i);
        const snw_vec3 there = snw_vec3_add(snw_mat3_apply(place->A, raw), place->t);
        const snw_vec3 p = snw__mesh_scaled(&f->r, there, &fault);
        if (fault != SNW_OK) {
            snw_why why;
            snw__reading_why(&f->r, &why, fault,
                             fault == SNW_ERR_NOT_FINITE ? "a point is not finite"
                                                         : "a point is farther than 1e6 m away");
            const ptrdiff_t byte = points->first + points->stride * (size_t)i - f->r.source->bytes;
            snw_why_add(&why, "byte", (double)byte, "");
            return snw__refuse_at(&f->r, &why, 0, 0, "repair the mesh in its own program");
        }
        int id;
        const snw_status status = snw__builder_point(&f->r, &f->b, p, &id);
        if (status < 0) return status;
        snw_vec3 normal = snw_vec3_zero();
        f->all_normals =
            f->all_normals && normals != NULL &&
            snw__mesh_scaled_normal(&f->r, turn_normal(&place->A, vector_at(normals, i)), &normal);
        f->b.normals[id] = normal;
    }
    return SNW_OK;
}

static snw_status add_triangles(glb *f, const list *indices, int count, int base, bool flip) {
    const int corners = indices != NULL ? indices->count : count;
    if (corners % 3 != 0) {
        return refuse(f, SNW_ERR_SYNTAX, "a list of triangles does not end with a whole one");
    }
    for (int i = 0; i < corners; i += 3) {
        int c[3];
        for (int k = 0; k < 3; k++) {
            const uint32_t at =
                indices != NULL ? index_at(indices, i + k) : (uint32_t)i + (uint32_t)k;
            if (at >= (uint32_t)count) {
                return refuse(f, SNW_ERR_RANGE, "a triangle has a corner that is no point");
            }
            c[k] = base + (int)at;
        }
        const snw_status status =
            snw__builder_triangle(&f->r, &f->b, c[0], flip ? c[2] : c[1], flip ? c[1] : c[2]);
        if (status < 0) return status;
    }
    return SNW_OK;
}

// the points that the primitive before has placed, if this one names the same
typedef struct shared {
    int position, normal, base, count;
} shared;

static snw_status place_primitive(glb *f, const snw__affine *place, const snw__gltf_primitive *p,
                                  shared *before) {
    if (p->mode != SNW__GLTF_TRIANGLES) {
        return refuse(f, SNW_ERR_UNSUPPORTED, "a primitive is not a list of triangles");
    }
    list points = {0}, normals = {0}, indices = {0};
    snw_status status = open_list(f, p->position, 3, &points);
    if (status == SNW_OK && p->normal >= 0) status = open_list(f, p->normal, 3, &normals);
    if (status == SNW_OK && p->indices >= 0) status = open_list(f, p->indices, 1, &indices);
    if (status < 0) return status;
    if (p->normal >= 0 && normals.count != points.count) {
        return refuse(f, SNW_ERR_RANGE, "normals and points differ in number");
    }
    const bool again = before->position == p->position && before->normal == p->normal;
    const int corners = p->indices >= 0 ? indices.count : points.count;
    status = count_placed(f, again ? 0 : points.count, corners);
    if (status == SNW_OK && !again) {
        *before = (shared){p->position, p->normal, f->b.point_count, points.count};
        status = add_points(f, place, &points, p->normal >= 0 ? &normals : NULL);
    }
    if (status < 0) return status;
    return add_triangles(f, p->indices >= 0 ? &indices : NULL, before->count, before->base,
                         is_mirrored(&place->A));
}

static snw_status place_mesh(glb *f, const snw__gltf_node *node) {
    if (node->mesh >= f->g.mesh_count) {
        return refuse(f, SNW_ERR_RANGE, "a mesh is named that does not exist");
    }
    const snw__gltf_run *run = &f->g.meshes[node->mesh];
    shared before = {-1, -1, 0, 0};
    for (int i = 0; i < run->count; i++) {
        const snw_status status =
            place_primitive(f, &node->place, &f->g.primitives[run->first + i], &before);
        if (status < 0) return status;
    }
    return SNW_OK;
}

static snw__affine affine_mul(const snw__affine *a, const snw__affine *b) {
    return (snw__affine){snw_mat3_mul(a->A, b->A), snw_vec3_add(snw_mat3_apply(a->A, b->t), a->t)};
}

// A node hands its place on to its children, once: in a tree each node has one parent. Nodes wait
// in a list, roots first.
static snw_status place_nodes(glb *f, const snw__gltf_run *roots, int *waiting, bool *seen) {
    const snw__gltf *g = &f->g;
    int count = 0;
    const snw__gltf_run *run = roots;
    for (int next = -1; next < count; next++) {
        const snw__gltf_node *parent = next >= 0 ? &g->nodes[waiting[next]] : NULL;
        if (parent != NULL) run = &parent->children;
        for (int i = 0; i < run->count; i++) {
            const int child = g->children[run->first + i];
            if (child >= g->node_count || seen[child]) {
                return refuse(f, SNW_ERR_RANGE, "the nodes are not a tree");
            }
            seen[child] = true;
            waiting[count++] = child;
            snw__affine *place = &g->nodes[child].place;
            if (parent != NULL) *place = affine_mul(&parent->place, place);
        }
        if (parent == NULL || parent->mesh < 0) continue;
        const snw_status status = place_mesh(f, parent);
        if (status < 0) return status;
    }
    return SNW_OK;
}

static snw_status place_scene(glb *f) {
    const snw__gltf *g = &f->g;
    if (g->elsewhere || g->buffer_count > 1) {
        return refuse(f, SNW_ERR_UNSUPPORTED, "its numbers stand in another file");
    }
    if (g->scene >= g->scene_count) return refuse(f, SNW_ERR_RANGE, "the file has no scene");
    int *waiting = calloc((size_t)g->node_count + 1, sizeof *waiting);
    bool *seen = calloc((size_t)g->node_count + 1, sizeof *seen);
    snw_status status = SNW_ERR_MEMORY;
    if (waiting != NULL && seen != NULL) {
        status = place_nodes(f, &g->scenes[g->scene], waiting, seen);
    } else {
        status = refuse(f, status, "the memory for the mesh is exhausted");
    }
    free(waiting);
    free(seen);
    return status;
}

snw_status snw_glb_read(const snw_source *source, const snw_mesh_reading *reading, snw_setup *setup,
                        snw_mesh **mesh, snw_diags *diags) {
    glb f = {.all_normals = true, .b = {.has_normals = true}};
    const char *json = NULL;
    size_t json_bytes = 0;
    snw_status status = snw__reading_open(&f.r, source, reading, "glb", diags);
    if (status < 0) return status;
    f.g.r = &f.r;
    status = find_chunks(&f, &json, &json_bytes);
    if (status == SNW_OK) status = snw__gltf_parse(&f.g, json, json_bytes);
    if (status == SNW_OK) status = place_scene(&f);
    if (status == SNW_OK && f.b.index_count == 0) {
        status = refuse(&f, SNW_ERR_RANGE, "the file has no triangle with an area");
    }
    f.b.has_normals = f.all_normals;
    if (status == SNW_OK) status = snw__builder_finish(&f.r, &f.b, setup, mesh);
    snw__gltf_free(&f.g);
    snw__builder_close(&f.b);
    return status;
}
