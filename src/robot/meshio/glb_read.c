// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// GLB into a mesh: the chunks, then the nodes of the scene from the root on, then the numbers.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glb_internal.h"

// triangles of one look, when looks are kept apart
typedef struct group {
    snw__builder b;
    snw_vec2 *texture; // [b.point_count]
    int texture_room;
    bool all_normals;
} group;

// a GLB that is read
typedef struct glb {
    snw__reading r;
    snw__gltf g;
    const char *numbers; // the chunk of numbers
    size_t number_bytes;
    snw__builder b;
    size_t placed_points, placed_corners; // so far, against what the file can hold
    bool all_normals;                     // every point so far has one
    group *groups; // [g.material_count + 1], the first for what has no material; NULL to read all
                   // into one mesh
    int *group_of; // [g.material_count]
} glb;

static snw_status refuse_file(const glb *f, snw_status code, const char *text) {
    return snw__mesh_refuse(&f->r, code, text, "write the file again with 'sinew mesh convert'");
}

// --- chunks -------------------------------------------------------------------------------------

static snw_status find_chunks(glb *f, const char **json, size_t *json_bytes) {
    const char *bytes = f->r.source->bytes;
    const size_t length = f->r.source->length;
    const size_t first = SNW__GLB_HEAD + SNW__GLB_CHUNK;
    if (length < first || snw__get_u32(bytes) != SNW__GLB_MAGIC) {
        return refuse_file(f, SNW_ERR_SYNTAX, "this is not a GLB: it does not begin with 'glTF'");
    }
    if (snw__get_u32(bytes + 4) != 2) {
        return refuse_file(f, SNW_ERR_VERSION, "the GLB is not of version 2");
    }
    if (snw__get_u32(bytes + 8) != length) {
        snw_why why;
        snw__reading_why(&f->r, &why, SNW_ERR_SYNTAX,
                         "the file length differs from the one it states");
        snw_why_add(&why, "said", snw__get_u32(bytes + 8), "B");
        snw_why_add(&why, "size", (double)length, "B");
        return snw__refuse_at(&f->r, &why, 0, 0, "the file is truncated; get it again");
    }
    *json = bytes + first;
    *json_bytes = snw__get_u32(bytes + SNW__GLB_HEAD);
    if (snw__get_u32(bytes + SNW__GLB_HEAD + 4) != SNW__GLB_JSON || *json_bytes > length - first) {
        return refuse_file(f, SNW_ERR_SYNTAX, "the first chunk is not JSON, or too long");
    }
    // the numbers follow; without them there is nothing to place
    const size_t second = first + *json_bytes;
    if (length - second < SNW__GLB_CHUNK) return SNW_OK;
    f->number_bytes = snw__get_u32(bytes + second);
    f->numbers = bytes + second + SNW__GLB_CHUNK;
    if (snw__get_u32(bytes + second + 4) != SNW__GLB_BIN ||
        f->number_bytes > length - second - SNW__GLB_CHUNK) {
        return refuse_file(f, SNW_ERR_SYNTAX, "the second chunk is not binary, or too long");
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
        return refuse_file(f, SNW_ERR_RANGE, "an accessor is named that does not exist");
    }
    const snw__gltf_accessor *a = &g->accessors[accessor];
    const size_t part = component_bytes(a->component);
    const bool real = a->component == SNW__GLTF_FLOAT;
    if (a->sparse || a->width != width || part == 0 || real != (width > 1)) {
        return refuse_file(f, SNW_ERR_UNSUPPORTED, "an accessor has an unsupported kind");
    }
    if (a->view < 0 || a->view >= g->view_count) {
        return refuse_file(f, SNW_ERR_RANGE, "a buffer view is named that does not exist");
    }
    if (f->numbers == NULL) {
        return refuse_file(f, SNW_ERR_SYNTAX, "it has no chunk of numbers (BIN), but names lists");
    }
    const snw__gltf_view *v = &g->views[a->view];
    const size_t item = part * (size_t)width;
    const size_t stride = v->stride > 0 ? (size_t)v->stride : item;
    const size_t needed =
        a->count > 0 ? (size_t)a->offset + stride * (size_t)(a->count - 1) + item : 0;
    if (v->buffer != 0 || stride < item || needed > (size_t)v->length ||
        (size_t)v->offset + (size_t)v->length > f->number_bytes) {
        return refuse_file(f, SNW_ERR_RANGE, "a list reaches beyond the numbers of the file");
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
    return refuse_file(f, SNW_ERR_TOO_LARGE, "its nodes place more triangles than the file holds");
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

// the lists of a primitive, and where it stands
typedef struct source_lists {
    const snw__affine *place;
    list points, normals, texture, indices;
    bool has_normals, has_texture, has_indices;
    int corners;
} source_lists;

static snw_status open_lists(const glb *f, const snw__gltf_primitive *p, source_lists *from) {
    if (p->mode != SNW__GLTF_TRIANGLES) {
        return refuse_file(f, SNW_ERR_UNSUPPORTED, "a primitive is not a list of triangles");
    }
    from->has_normals = p->normal >= 0;
    from->has_indices = p->indices >= 0;
    from->has_texture = f->groups != NULL && p->texture >= 0;
    snw_status status = open_list(f, p->position, 3, &from->points);
    if (status == SNW_OK && from->has_normals) {
        status = open_list(f, p->normal, 3, &from->normals);
    }
    if (status == SNW_OK && from->has_indices) {
        status = open_list(f, p->indices, 1, &from->indices);
    }
    if (status == SNW_OK && from->has_texture) {
        // places may be of a kind that is not read here: then there is no image
        const int at = p->texture;
        const bool known = at < f->g.accessor_count && f->g.accessors[at].width == 2 &&
                           f->g.accessors[at].component == SNW__GLTF_FLOAT;
        from->has_texture = known;
        if (known) status = open_list(f, at, 2, &from->texture);
    }
    if (snw_failed(status)) return status;
    if ((from->has_normals && from->normals.count != from->points.count) ||
        (from->has_texture && from->texture.count != from->points.count)) {
        return refuse_file(f, SNW_ERR_RANGE, "normals and points differ in number");
    }
    from->corners = from->has_indices ? from->indices.count : from->points.count;
    if (from->corners % 3 != 0) {
        return refuse_file(f, SNW_ERR_SYNTAX, "a list of triangles does not end with a whole one");
    }
    return SNW_OK;
}

// the point of a corner, or -1 for one that is not there
static int point_at(const source_lists *from, int corner) {
    const uint32_t at = from->has_indices ? index_at(&from->indices, corner) : (uint32_t)corner;
    return at < (uint32_t)from->points.count ? (int)at : -1;
}

// adds a point with its normal, if it has one; clears `all_normals` if it has none
static snw_status add_point(const glb *f, const source_lists *from, int index, snw__builder *b,
                            int *id, bool *all_normals) {
    snw_status fault = SNW_OK;
    const snw__affine *place = from->place;
    const snw_vec3 raw = vector_at(&from->points, index);
    const snw_vec3 there = snw_vec3_add(snw_mat3_apply(place->A, raw), place->t);
    const snw_vec3 p = snw__mesh_scaled(&f->r, there, &fault);
    if (snw_failed(fault)) {
        snw_why why;
        snw__reading_why(&f->r, &why, fault,
                         fault == SNW_ERR_NOT_FINITE ? "a point is not finite"
                                                     : "a point is farther than 1e6 m away");
        const ptrdiff_t byte =
            from->points.first + from->points.stride * (size_t)index - f->r.source->bytes;
        snw_why_add(&why, "byte", (double)byte, "");
        return snw__refuse_at(&f->r, &why, 0, 0, "repair the mesh in its own program");
    }
    const snw_status status = snw__builder_point(&f->r, b, p, id);
    if (snw_failed(status)) return status;
    snw_vec3 normal = snw_vec3_zero();
    *all_normals = *all_normals && from->has_normals &&
                   snw__mesh_scaled_normal(
                       &f->r, turn_normal(&place->A, vector_at(&from->normals, index)), &normal);
    b->normals[*id] = normal;
    return SNW_OK;
}

static snw_status add_corners(const glb *f, snw__builder *b, const int *c, bool flip) {
    return snw__builder_triangle(&f->r, b, c[0], flip ? c[2] : c[1], flip ? c[1] : c[2]);
}

static snw_status refuse_corner(const glb *f) {
    return refuse_file(f, SNW_ERR_RANGE, "a corner of a triangle is not a point");
}

static snw_status add_triangles(glb *f, const source_lists *from, int base) {
    const bool flip = is_mirrored(&from->place->A);
    for (int i = 0; i < from->corners; i += 3) {
        int c[3];
        for (int k = 0; k < 3; k++) {
            c[k] = point_at(from, i + k);
            if (c[k] < 0) return refuse_corner(f);
            c[k] += base;
        }
        const snw_status status = add_corners(f, &f->b, c, flip);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// the points that the primitive before has placed, if this one names the same
typedef struct shared {
    int position, normal, base;
} shared;

// all of the file becomes one mesh
static snw_status place_in_one(glb *f, const source_lists *from, const snw__gltf_primitive *p,
                               shared *before) {
    const bool again = before->position == p->position && before->normal == p->normal;
    snw_status status = count_placed(f, again ? 0 : from->points.count, from->corners);
    if (status == SNW_OK && !again) {
        *before = (shared){p->position, p->normal, f->b.point_count};
        for (int i = 0; i < from->points.count && status == SNW_OK; i++) {
            int id;
            status = add_point(f, from, i, &f->b, &id, &f->all_normals);
        }
    }
    return snw_failed(status) ? status : add_triangles(f, from, before->base);
}

// --- looks --------------------------------------------------------------------------------------

// The group of a material: that of the first one that looks the same.
static int find_group(const snw__gltf *g, int material) {
    const snw__gltf_material *m = &g->materials[material];
    for (int i = 0; i < material; i++) {
        const snw__gltf_material *o = &g->materials[i];
        bool same = o->texture == m->texture && o->by_default == m->by_default;
        for (int k = 0; k < 4; k++)
            same = same && o->colour[k] == m->colour[k];
        if (same) return i + 1;
    }
    return material + 1;
}

static snw_status make_groups(glb *f) {
    const int count = f->g.material_count;
    if (count > SNW_MATERIALS) {
        return refuse_file(f, SNW_ERR_TOO_LARGE, "the file has too many materials");
    }
    f->groups = calloc((size_t)count + 1, sizeof *f->groups);
    f->group_of = calloc((size_t)count + 1, sizeof *f->group_of);
    if (f->groups == NULL || f->group_of == NULL) {
        return refuse_file(f, SNW_ERR_MEMORY, "the memory for the mesh is exhausted");
    }
    for (int i = 0; i <= count; i++)
        f->groups[i] = (group){.b = {.has_normals = true}, .all_normals = true};
    for (int i = 0; i < count; i++)
        f->group_of[i] = find_group(&f->g, i);
    return SNW_OK;
}

// a point of the file that a primitive has placed
typedef struct placed {
    int index, id;
} placed;

static bool same_index(const void *items, int id, const void *key) {
    return ((const placed *)items)[id].index == *(const int *)key;
}

// the points of one primitive that were placed so far, by their number in the file
typedef struct placing {
    snw__finder finder;
    placed *items;
    int count, room;
} placing;

static snw_status place_corner(glb *f, const source_lists *from, group *to, int index,
                               placing *seen, int *id) {
    const uint64_t hash = snw__hash_words(&seen->finder, (uint64_t)index, 0, 0);
    const int known = snw__finder_find(&seen->finder, hash, same_index, seen->items, &index);
    if (known >= 0) {
        *id = seen->items[known].id;
        return SNW_OK;
    }
    const snw_status status = add_point(f, from, index, &to->b, id, &to->all_normals);
    if (snw_failed(status)) return status;
    if (!snw__more(&to->texture, *id, &to->texture_room, sizeof *to->texture) ||
        !snw__more(&seen->items, seen->count, &seen->room, sizeof *seen->items) ||
        !snw__finder_add(&seen->finder, hash, seen->count)) {
        return refuse_file(f, SNW_ERR_MEMORY, "the memory for the mesh is exhausted");
    }
    seen->items[seen->count++] = (placed){index, *id};
    to->texture[*id] = (snw_vec2){0, 0};
    if (from->has_texture) {
        const char *at = from->texture.first + from->texture.stride * (size_t)index;
        to->texture[*id] = (snw_vec2){snw__get_float(at), 1 - snw__get_float(at + 4)};
    }
    return SNW_OK;
}

// the triangles of a primitive join those of its material
static snw_status place_in_group(glb *f, const source_lists *from, group *to) {
    const bool flip = is_mirrored(&from->place->A);
    placing seen = {0};
    // a corner places one point at most
    snw_status status = count_placed(f, 0, from->corners);
    for (int i = 0; i < from->corners && status == SNW_OK; i += 3) {
        int c[3];
        for (int k = 0; k < 3 && status == SNW_OK; k++) {
            const int index = point_at(from, i + k);
            status = index < 0 ? refuse_corner(f) : place_corner(f, from, to, index, &seen, &c[k]);
        }
        if (status == SNW_OK) status = add_corners(f, &to->b, c, flip);
    }
    snw__finder_close(&seen.finder);
    free(seen.items);
    return status;
}

static snw_status place_primitive(glb *f, const snw__affine *place, const snw__gltf_primitive *p,
                                  shared *before) {
    source_lists from = {.place = place};
    const snw_status status = open_lists(f, p, &from);
    if (snw_failed(status)) return status;
    if (f->groups == NULL) return place_in_one(f, &from, p, before);
    const bool known = p->material >= 0 && p->material < f->g.material_count;
    return place_in_group(f, &from, &f->groups[known ? f->group_of[p->material] : 0]);
}

static snw_status place_mesh(glb *f, const snw__gltf_node *node) {
    if (node->mesh >= f->g.mesh_count) {
        return refuse_file(f, SNW_ERR_RANGE, "a mesh is named that does not exist");
    }
    const snw__gltf_run *run = &f->g.meshes[node->mesh];
    shared before = {-1, -1, 0};
    for (int i = 0; i < run->count; i++) {
        const snw_status status =
            place_primitive(f, &node->place, &f->g.primitives[run->first + i], &before);
        if (snw_failed(status)) return status;
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
                return refuse_file(f, SNW_ERR_RANGE, "the nodes are not a tree");
            }
            seen[child] = true;
            waiting[count++] = child;
            snw__affine *place = &g->nodes[child].place;
            if (parent != NULL) *place = affine_mul(&parent->place, place);
        }
        if (parent == NULL || parent->mesh < 0) continue;
        const snw_status status = place_mesh(f, parent);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status place_scene(glb *f) {
    const snw__gltf *g = &f->g;
    if (g->elsewhere || g->buffer_count > 1) {
        return refuse_file(f, SNW_ERR_UNSUPPORTED, "its numbers are in another file");
    }
    if (g->scene >= g->scene_count) return refuse_file(f, SNW_ERR_RANGE, "the file has no scene");
    int *waiting = calloc((size_t)g->node_count + 1, sizeof *waiting);
    bool *seen = calloc((size_t)g->node_count + 1, sizeof *seen);
    snw_status status = SNW_ERR_MEMORY;
    if (waiting != NULL && seen != NULL) {
        status = place_nodes(f, &g->scenes[g->scene], waiting, seen);
    } else {
        status = refuse_file(f, status, "the memory for the mesh is exhausted");
    }
    free(waiting);
    free(seen);
    return status;
}

static snw_status parse_file(glb *f, const snw_source *source, const snw_mesh_reading *reading,
                             snw_diags *diags) {
    const char *json = NULL;
    size_t json_bytes = 0;
    snw_status status = snw__reading_open(&f->r, source, reading, "glb", diags);
    if (snw_failed(status)) return status;
    f->g.r = &f->r;
    status = find_chunks(f, &json, &json_bytes);
    return status == SNW_OK ? snw__gltf_parse(&f->g, json, json_bytes) : status;
}

snw_status snw_glb_read(const snw_source *source, const snw_mesh_reading *reading, snw_setup *setup,
                        snw_mesh **mesh, snw_diags *diags) {
    glb f = {.all_normals = true, .b = {.has_normals = true}};
    snw_status status = parse_file(&f, source, reading, diags);
    if (status == SNW_OK) status = place_scene(&f);
    if (status == SNW_OK && f.b.index_count == 0) {
        status = refuse_file(&f, SNW_ERR_RANGE, "the file has no triangle with an area");
    }
    f.b.has_normals = f.all_normals;
    if (status == SNW_OK) status = snw__builder_finish(&f.r, &f.b, setup, mesh);
    snw__gltf_free(&f.g);
    snw__builder_close(&f.b);
    return status;
}

// --- parts --------------------------------------------------------------------------------------

// what a screen shows for this part of full light (IEC 61966-2-1)
static double shown(double x) {
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

static snw_mesh_image *warn_image(const glb *f, snw_why *why) {
    why->severity = SNW_WARNING;
    snw_why_at(why, f->r.source->name, 0, 0);
    snw_diags_add(f->r.diags, why);
    return NULL;
}

// The image of a texture, copied; NULL, and a warning, for one that cannot be used.
static snw_mesh_image *take_image(const glb *f, int texture, snw__image_budget *budget,
                                  snw_setup *setup) {
    const snw__gltf *g = &f->g;
    snw_why why = {0};
    snw_why_set(&why, SNW_ERR_UNSUPPORTED, NULL, "a texture has no image in the file");
    const int image = texture < g->texture_count ? g->textures[texture] : -1;
    const int view = image >= 0 && image < g->image_count ? g->images[image] : -1;
    if (view < 0 || view >= g->view_count) return warn_image(f, &why);
    const snw__gltf_view *v = &g->views[view];
    if (v->buffer != 0 || (size_t)v->offset + (size_t)v->length > f->number_bytes) {
        return warn_image(f, &why);
    }
    const snw_mesh_image found = {f->numbers + v->offset, (size_t)v->length};
    if (snw_failed(snw__image_take(budget, &found, &why))) return warn_image(f, &why);
    snw_mesh_image *kept = snw_setup_take(setup, sizeof *kept, _Alignof(snw_mesh_image));
    char *bytes = snw_setup_take(setup, found.size, 1);
    if (kept == NULL || bytes == NULL) return NULL;
    memcpy(bytes, found.bytes, found.size);
    *kept = (snw_mesh_image){bytes, found.size};
    return kept;
}

static snw_status fill_part(const glb *f, int index, snw__image_budget *budget, snw_setup *setup,
                            snw_mesh_part *part) {
    group *from = &f->groups[index];
    snw_mesh *mesh = NULL;
    from->b.has_normals = from->all_normals;
    const snw_status status = snw__builder_finish(&f->r, &from->b, setup, &mesh);
    if (snw_failed(status)) return status;
    *part = snw_mesh_part_of(mesh);
    if (index == 0) return SNW_OK;
    const snw__gltf_material *m = &f->g.materials[index - 1];
    for (int k = 0; k < 4; k++)
        part->colour[k] = k < 3 ? shown(m->colour[k]) : m->colour[k];
    if (!m->by_default) part->material = "material";
    if (m->texture < 0) return SNW_OK;
    part->image = take_image(f, m->texture, budget, setup);
    if (part->image == NULL) return SNW_OK;
    const size_t bytes = (size_t)mesh->point_count * sizeof(snw_vec2);
    snw_vec2 *places = snw_setup_take(setup, bytes + 1, _Alignof(snw_vec2));
    if (places == NULL) {
        return refuse_file(f, SNW_ERR_MEMORY, "the memory for the mesh is exhausted");
    }
    memcpy(places, from->texture, bytes);
    part->texture_points = places;
    return SNW_OK;
}

static snw_status fill_parts(const glb *f, snw_setup *setup, snw_mesh_parts *out) {
    const int groups = f->g.material_count + 1;
    snw__image_budget budget = {0};
    int count = 0;
    for (int i = 0; i < groups; i++)
        count += f->groups[i].b.index_count > 0 ? 1 : 0;
    if (count == 0) {
        return refuse_file(f, SNW_ERR_RANGE, "the file has no triangle with an area");
    }
    snw_mesh_part *parts =
        snw_setup_take(setup, (size_t)count * sizeof *parts, _Alignof(snw_mesh_part));
    if (parts == NULL) {
        return refuse_file(f, SNW_ERR_MEMORY, "the memory for the mesh is exhausted");
    }
    snw_status status = SNW_OK;
    for (int i = 0, k = 0; i < groups && status == SNW_OK; i++) {
        if (f->groups[i].b.index_count == 0) continue;
        status = fill_part(f, i, &budget, setup, &parts[k++]);
    }
    if (status == SNW_OK) *out = (snw_mesh_parts){parts, count};
    return status;
}

snw_status snw__glb_read_parts(const snw_source *source, const snw_mesh_reading *reading,
                               snw_setup *setup, snw_mesh_parts *out, snw_diags *diags) {
    glb f = {0};
    snw_status status = parse_file(&f, source, reading, diags);
    if (status == SNW_OK) status = make_groups(&f);
    if (status == SNW_OK) status = place_scene(&f);
    if (status == SNW_OK) status = fill_parts(&f, setup, out);
    for (int i = 0; f.groups != NULL && i <= f.g.material_count; i++) {
        snw__builder_close(&f.groups[i].b);
        free(f.groups[i].texture);
    }
    free(f.groups);
    free(f.group_of);
    snw__gltf_free(&f.g);
    return status;
}
