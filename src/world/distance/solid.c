// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes become cores: each in the frame in which its formulas are short.

#include <stdlib.h>
#include <string.h>

#include "bricks.h"
#include "compile.h"

snw_status snw__refuse_empty(snw__compiling *c, const snw_child *shape) {
    return snw_refuse_rule(c->why, SNW_ERR_RANGE, "solid-empty", shape->type->token,
                           "the shape has no points", "give it some, or leave it out");
}

snw_status snw__refuse_flat(snw__compiling *c, const char *subject, double height, double size) {
    const snw_status status =
        snw_refuse_rule(c->why, SNW_ERR_RANGE, "solid-flat", subject, "the shape has no volume",
                        "give it a thickness, or use a rectangle, triangle, segment or lozenge");
    snw_why_add(c->why, "height", height, "m");
    snw_why_add(c->why, "size", size, "m");
    return status;
}

// The shape's own check refuses a flat tetrahedron, too, but names neither rule nor fix.
static snw_status check_height(snw__compiling *c, const snw_child *shape, int depth) {
    if (shape->type == &snw_union_of_type && depth < 64) {
        const snw_union_of *both = shape->block;
        snw_status status = SNW_OK;
        if (both->first.block != NULL) status = check_height(c, &both->first, depth + 1);
        if (!snw_failed(status) && both->second.block != NULL) {
            status = check_height(c, &both->second, depth + 1);
        }
        return status;
    }
    if (shape->type != &snw_tetrahedron_type) return SNW_OK;
    const snw_tetrahedron *t = shape->block;
    const snw_vec3 across = snw_vec3_cross(t->edge_1, t->edge_2);
    const double height = fabs(snw_vec3_dot(snw_vec3_normalize(across), t->edge_3));
    const double size =
        fmax(snw_vec3_norm(t->edge_1), fmax(snw_vec3_norm(t->edge_2), snw_vec3_norm(t->edge_3)));
    return height <= SNW__FLAT * size ? snw__refuse_flat(c, shape->type->token, height, size)
                                      : SNW_OK;
}

// The frame whose z axis is along a vector. Its other axes are any.
static snw_mat3 frame_along(snw_vec3 z) {
    const snw_vec3 k = snw_vec3_normalize(z);
    const double x = fabs(k.x), y = fabs(k.y);
    const snw_vec3 away = x <= y ? snw_vec3_x(1) : snw_vec3_y(1);
    const snw_vec3 i = snw_vec3_normalize(snw_vec3_cross(away, k));
    return snw_mat3_of(i, snw_vec3_cross(k, i), k);
}

// --- boxes and what are flat boxes ---------------------------------------------------------------

static snw__core core_of_segment(snw_vec3 start, snw_vec3 end, double radius) {
    const snw_vec3 way = snw_vec3_sub(end, start);
    const double half = snw_vec3_norm(way) / 2;
    snw__core core = {.kind = half > 0 ? SNW__CORE_SEGMENT : SNW__CORE_POINT, .radius = radius};
    core.half = snw_vec3_z(half);
    core.T.R = half > 0 ? frame_along(way) : snw_mat3_identity();
    core.T.p = snw_vec3_add_scaled(start, way, 0.5);
    return core;
}

static snw__core core_of_rectangle(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2,
                                   double radius) {
    const double half_1 = snw_vec3_norm(edge_1) / 2, half_2 = snw_vec3_norm(edge_2) / 2;
    if (half_1 <= 0 || half_2 <= 0) {
        const snw_vec3 end = snw_vec3_add(snw_vec3_add(corner, edge_1), edge_2);
        return core_of_segment(corner, end, radius);
    }
    snw__core core = {.kind = SNW__CORE_RECTANGLE, .radius = radius};
    core.half = snw_vec3_of(half_1, half_2, 0);
    const snw_vec3 x = snw_vec3_normalize(edge_1);
    const snw_vec3 z = snw_vec3_normalize(snw_vec3_cross(edge_1, edge_2));
    core.T.R = snw_mat3_of(x, snw_vec3_cross(z, x), z);
    const snw_vec3 across = snw_vec3_add(edge_1, edge_2);
    core.T.p = snw_vec3_add_scaled(corner, across, 0.5);
    return core;
}

static snw__core core_of_cone(snw_vec3 start, snw_vec3 end, double below, double above) {
    snw__core core = core_of_segment(start, end, 0);
    core.kind = SNW__CORE_CONE;
    core.half = snw_vec3_of(below, above, core.half.z);
    return core;
}

static snw__core core_of_plane(snw__core_kind kind, snw_vec3 point, snw_vec3 normal) {
    return (snw__core){.kind = kind, .T = {frame_along(normal), point}};
}

// --- any shape -----------------------------------------------------------------------------------

static bool core_of_primitive(const snw_child *shape, snw__core *core) {
    const snw_type *type = shape->type;
    if (type == &snw_sphere_type) {
        const snw_sphere *s = shape->block;
        *core = core_of_segment(s->center, s->center, s->radius);
    } else if (type == &snw_capsule_type) {
        const snw_capsule *s = shape->block;
        *core = core_of_segment(s->start, s->end, s->radius);
    } else if (type == &snw_segment_type) {
        const snw_segment *s = shape->block;
        *core = core_of_segment(s->start, s->end, 0);
    } else if (type == &snw_lozenge_type) {
        const snw_lozenge *s = shape->block;
        *core = core_of_rectangle(s->corner, s->edge_1, s->edge_2, s->radius);
    } else if (type == &snw_rectangle_type) {
        const snw_rectangle *s = shape->block;
        *core = core_of_rectangle(s->corner, s->edge_1, s->edge_2, 0);
    } else if (type == &snw_box_type) {
        const snw_box *s = shape->block;
        *core = (snw__core){.kind = SNW__CORE_BOX, .half = s->half_extents, .T = s->pose};
    } else if (type == &snw_cylinder_type) {
        const snw_cylinder *s = shape->block;
        *core = core_of_cone(s->start, s->end, s->radius, s->radius);
    } else if (type == &snw_cone_type) {
        const snw_cone *s = shape->block;
        *core = core_of_cone(s->start, s->end, s->start_radius, s->end_radius);
    } else if (type == &snw_ellipsoid_type) {
        const snw_ellipsoid *s = shape->block;
        *core = (snw__core){.kind = SNW__CORE_ELLIPSOID, .half = s->semi_axes, .T = s->pose};
    } else if (type == &snw_half_space_type) {
        const snw_half_space *s = shape->block;
        *core = core_of_plane(SNW__CORE_HALF_SPACE, s->point, s->normal);
    } else if (type == &snw_plane_type) {
        const snw_plane *s = shape->block;
        *core = core_of_plane(SNW__CORE_PLANE, s->point, s->normal);
    } else {
        return false;
    }
    return true;
}

// What is bounded, but not convex: its surface, as fine as snw_mesh_defaults().
static snw_status core_of_surface(snw__compiling *c, const snw_child *shape, snw__core *core) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    const snw_mesh_options options = snw_mesh_defaults();
    snw_mesh *mesh = NULL;
    snw_status status = snw_shape_mesh(shape, &options, setup, &mesh, c->why);
    if (!snw_failed(status)) status = snw__core_of_mesh(c, shape, mesh, core);
    snw_setup_destroy(setup);
    return status;
}

// A kind of a plugin: by support points where it is convex.
static snw_status core_of_plugin(snw__compiling *c, const snw_child *shape, snw__core *core) {
    const unsigned traits = snw_shape_traits(shape);
    if ((traits & SNW_SHAPE_BOUNDED) == 0) {
        return snw_refuse_rule(c->why, SNW_ERR_UNSUPPORTED, "solid-kind", shape->type->token,
                               "a solid of this kind must have bounds",
                               "intersect it with a box, or use a mesh");
    }
    snw_vec3 point;
    if ((traits & SNW_SHAPE_CONVEX) == 0 ||
        snw_failed(snw_shape_support(shape, snw_vec3_x(1), &point))) {
        return core_of_surface(c, shape, core);
    }
    *core = (snw__core){.kind = SNW__CORE_SHAPE, .shape = *shape, .T = snw_pose_identity()};
    return SNW_OK;
}

static snw_status compile_shape(snw__compiling *c, const snw_child *shape, snw__core *core) {
    if (core_of_primitive(shape, core)) return SNW_OK;
    *core = (snw__core){.T = snw_pose_identity()};
    if (shape->type == &snw_triangle_type) return snw__core_of_triangle(c, shape, core);
    if (shape->type == &snw_tetrahedron_type) return snw__core_of_tetrahedron(c, shape, core);
    if (shape->type == &snw_hull_type) return snw__core_of_hull(c, shape, core);
    if (shape->type == &snw_mesh_type) return snw__core_of_mesh(c, shape, shape->block, core);
    if (shape->type == &snw_voxels_type) return snw__core_of_bricks(c, shape, core);
    if (shape->type == &snw_intersection_of_type &&
        (snw_shape_traits(shape) & SNW_SHAPE_CONVEX) != 0) {
        return snw__core_of_intersection(c, shape, core);
    }
    return core_of_plugin(c, shape, core);
}

// the radius of a ball about the core's frame that holds the core
static snw_status size_of(snw__compiling *c, const snw_child *shape, snw__core *core) {
    const snw_vec3 h = core->half;
    switch (core->kind) {
    case SNW__CORE_CONE:
        core->size = hypot(fmax(h.x, h.y), h.z);
        break;
    case SNW__CORE_ELLIPSOID:
        core->size = fmax(h.x, fmax(h.y, h.z));
        break;
    case SNW__CORE_HALF_SPACE:
    case SNW__CORE_PLANE:
        core->size = (double)INFINITY;
        break;
    case SNW__CORE_POLYTOPE: // found with its vertices
    case SNW__CORE_MESH:
    case SNW__CORE_BRICKS: // found with its bricks
        break;
    case SNW__CORE_SHAPE: {
        snw_sphere ball;
        const snw_status status = snw_shape_sphere(shape, &ball, c->why);
        if (snw_failed(status)) return status;
        // support points are those of the shape's own frame
        core->size = snw_vec3_norm(ball.center) + ball.radius;
        break;
    }
    case SNW__CORE_POINT:
    case SNW__CORE_SEGMENT:
    case SNW__CORE_RECTANGLE:
    case SNW__CORE_BOX:
        core->size = snw_vec3_norm(h);
        break;
    }
    return SNW_OK;
}

// Mixes a word into a key (Fowler, Noll and Vo, by words).
static uint64_t mix_word(uint64_t key, uint64_t word) {
    key = (key ^ word) * UINT64_C(0x100000001B3);
    return key ^ (key >> 29);
}

static uint64_t mix_numbers(uint64_t key, const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, &numbers[i], sizeof word);
        key = mix_word(key, word);
    }
    return key;
}

// what follows from the numbers of a core
static void finish_core(snw__core *core) {
    const snw_mat3 *R = &core->T.R;
    core->straight = snw_mat3_near(*R, snw_mat3_identity(), 0);
    const double reach = core->size + core->radius + snw_vec3_norm(core->T.p);
    core->reach = isfinite(reach) ? reach : 0;
    core->girth = core->size + core->radius;
    const snw_vec3 half = snw_vec3_scale(R->z, core->kind == SNW__CORE_SEGMENT ? core->half.z : 0);
    core->start = snw_vec3_sub(core->T.p, half);
    core->way = snw_vec3_scale(half, 2);
    const double numbers[17] = {core->radius, core->size, core->half.x, core->half.y, core->half.z,
                                R->x.x,       R->x.y,     R->x.z,       R->y.x,       R->y.y,
                                R->y.z,       R->z.x,     R->z.y,       R->z.z,       core->T.p.x,
                                core->T.p.y,  core->T.p.z};
    core->key = mix_numbers(mix_word(UINT64_C(0xCBF29CE484222325), core->kind), numbers, 17);
    for (int i = 0; core->bricks != NULL && i < core->bricks->node_count; i++) {
        for (int k = 0; k < 3; k++) {
            const snw__brick_node *node = &core->bricks->nodes[i];
            const uint64_t low = (uint32_t)node->low[k], high = (uint32_t)node->high[k];
            core->key = mix_word(core->key, low << 32 | high);
        }
    }
    for (int i = 0; i < core->vertex_count && core->vertices != NULL; i++) {
        const snw_vec3 at = core->vertices[i];
        const double xyz[3] = {at.x, at.y, at.z};
        core->key = mix_numbers(core->key, xyz, 3);
    }
}

snw_status snw__core_of_shape(snw__compiling *c, const snw_child *shape, snw__core *core) {
    snw_status status = compile_shape(c, shape, core);
    if (!snw_failed(status)) status = size_of(c, shape, core);
    if (!snw_failed(status)) finish_core(core);
    return status;
}

static uint64_t key_of_parts(const snw__core *cores, int count) {
    uint64_t key = (uint64_t)count;
    for (int i = 0; i < count; i++) {
        key = mix_word(key, cores[i].key);
    }
    return key;
}

static snw_status add_part(snw__compiling *c, const snw_child *shape, int depth) {
    if (shape->type == &snw_union_of_type && depth < 64) {
        const snw_union_of *both = shape->block;
        snw_status status = SNW_OK;
        if (both->first.block != NULL) status = add_part(c, &both->first, depth + 1);
        if (!snw_failed(status) && both->second.block != NULL) {
            status = add_part(c, &both->second, depth + 1);
        }
        return status;
    }
    if (c->count == SNW_SOLID_PARTS) {
        return snw_refuse_rule(c->why, SNW_ERR_TOO_LARGE, "solid-size", shape->type->token,
                               "the union has more parts than a solid takes", "divide it");
    }
    if (c->cores == NULL) {
        c->count++;
        return SNW_OK;
    }
    return snw__core_of_shape(c, shape, &c->cores[c->count++]);
}

// a ball about the whole
static snw_sphere ball_of(const snw__core *cores, int count) {
    snw_vec3 sum = snw_vec3_zero();
    for (int i = 0; i < count; i++) {
        sum = snw_vec3_add_scaled(sum, cores[i].T.p, 1.0 / count);
    }
    double radius = 0;
    for (int i = 0; i < count; i++) {
        const double reach = cores[i].size + cores[i].radius;
        radius = fmax(radius, snw_vec3_distance(sum, cores[i].T.p) + reach);
    }
    return (snw_sphere){sum, radius};
}

snw_status snw_solid_init(snw_solid *solid, const snw_child *shape, snw_arena *arena,
                          snw_why *why) {
    snw_bounds box;
    snw__compiling counted = {.arena = arena, .why = why};
    snw_status status = check_height(&counted, shape, 0);
    if (snw_failed(status)) return status;
    status = snw_shape_box(shape, &box, why); // checks the whole block, too
    if (snw_failed(status)) return status;
    status = add_part(&counted, shape, 0);
    if (snw_failed(status)) return status;
    if (counted.count == 0 || snw_bounds_is_empty(box)) return snw__refuse_empty(&counted, shape);

    // While an arena measures, the cores still have to be looked at: one place is enough.
    snw__core *cores = SNW_ARENA_ARRAY(arena, snw__core, counted.count);
    snw__core *heap = cores != NULL ? NULL : calloc((size_t)counted.count, sizeof *heap);
    if (cores == NULL && heap == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, shape->type->token, "no memory for the parts", NULL);
    }
    snw__compiling made = {.cores = cores != NULL ? cores : heap, .arena = arena, .why = why};
    status = add_part(&made, shape, 0);
    const snw_sphere bound = ball_of(made.cores, made.count);
    const uint64_t key = key_of_parts(made.cores, made.count);
    free(heap);
    if (snw_failed(status)) return status;
    if (snw_failed(snw_arena_status(arena))) return snw_arena_status(arena);
    *solid = (snw_solid){.traits = snw_shape_traits(shape),
                         .bound = bound,
                         .part_count = made.count,
                         .single = made.count == 1,
                         .parts = cores,
                         .key = key};
    return SNW_OK;
}
