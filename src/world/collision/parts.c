// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/hull.h"
#include "sinew/meshio.h"
#include "sinew/urdf/mesh_file.h"

// Shapes of links become solids. Shapes of a cell are as its file has them: they are copied, so
// that preparing them changes nothing of the cell, and meshes in files are read.

// memory for one mesh while it is read
static const size_t scratch_limit = (size_t)2 << 30;

// --- one shape -----------------------------------------------------------------------------------

// a solid in the set-up arena: measured, then laid out
static snw_status compile_solid(const snw_child *shape, snw_setup *setup, snw_solid *solid,
                                snw_why *why) {
    snw_arena arena = {0};
    snw_why own;
    snw_status status = snw_solid_init(solid, shape, &arena, &own);
    if (status != SNW_ERR_MEMORY) {
        if (why != NULL) *why = own;
        return status;
    }
    void *block = snw_setup_take(setup, arena.needed, SNW_ARENA_ALIGN);
    if (block == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "solid", NULL, NULL);
    arena = snw_arena_over(block, arena.needed);
    return snw_solid_init(solid, shape, &arena, why);
}

// the triangles of a mesh file
snw_status snw__read_mesh_file(const struct snw_mesh_file *file, snw_setup *scratch,
                               snw_child *mesh, snw_why *why) {
    if (file->file[0] == '\0') {
        return snw_refuse_rule(why, SNW_ERR_NOT_FOUND, "mesh-file", file->name,
                               "the file of the mesh was not found",
                               "name its folder with --package, or write the shape out");
    }
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    snw_mesh *loaded = NULL;
    const snw_status status = snw_mesh_load(file->file, file->scale, scratch, &loaded, &diags);
    *mesh = (snw_child){&snw_mesh_type, loaded};
    if (!snw_failed(status)) return SNW_OK;
    snw_why_set(why, status, file->file, "the mesh cannot be read");
    for (int i = 0; i < diags.count && why != NULL; i++) {
        if (found[i].severity != SNW_ERROR) continue;
        *why = found[i];
        break;
    }
    return status;
}

// A capsule around it: for plates, whose hull has no inside.
static snw_status enclose(const snw_child *shape, snw_setup *setup, snw_solid *solid,
                          snw_why *why) {
    snw_capsule capsule;
    const snw_status status = snw_shape_capsule(shape, &capsule, why);
    if (snw_failed(status)) return status;
    const snw_child around = {&snw_capsule_type, &capsule};
    return compile_solid(&around, setup, solid, why);
}

// What a solid cannot be made of becomes its hull: all that is outside of the hull is outside of
// the shape, so a distance is never too large. To be dropped when solids take meshes.
static snw_status bound_shape(const snw_child *shape, snw_setup *setup, snw_setup *scratch,
                              snw_world_part *out, snw_why *why) {
    const snw_mesh_options options = {.resolution = 48};
    snw_hull *hull = NULL;
    snw_status status = snw_shape_hull(shape, &options, scratch, &hull, NULL);
    if (!snw_failed(status)) {
        const snw_child convex = {&snw_hull_type, hull};
        status = compile_solid(&convex, setup, &out->solid, NULL);
    }
    out->is_bound = true;
    if (!snw_failed(status)) return SNW_OK;
    out->box = snw_bounds_all(); // the capsule is larger than the shape
    return enclose(shape, setup, &out->solid, why);
}

// Whether a mesh encloses something; `why` names the edge at fault.
static bool is_open_mesh(const snw_child *shape, snw_why *why) {
    snw_inertia inertia;
    if (shape->type != &snw_mesh_type) return false;
    return snw_mesh_inertia(shape->block, 1, &inertia, why) == SNW_ERR_CHECK;
}

static snw_sphere ball_in_link(const snw_solid *solid, snw_pose T_link_part) {
    return (snw_sphere){snw_pose_apply(T_link_part, solid->bound.center), solid->bound.radius};
}

// why a mesh is open is in `why`, too
static snw_status make_part(snw_world_part *out, const snw_child *shape, snw_pose T_link_part,
                            snw_setup *setup, snw_why *why) {
    snw_setup *scratch = snw_setup_create(scratch_limit);
    if (scratch == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "shape", NULL, NULL);
    *out = (snw_world_part){.T_link_part = T_link_part, .metric = 1};
    // solids of plug-ins go on using the child and its block, so both stay
    snw_child *copy = snw_setup_take(setup, sizeof *copy, _Alignof(snw_child));
    snw_status status = SNW_OK;
    if (copy == NULL) {
        status = snw_refuse(why, SNW_ERR_MEMORY, "shape", NULL, NULL);
    } else if (shape->type == &snw_mesh_file_type) {
        status = snw__read_mesh_file(shape->block, scratch, copy, why);
    } else {
        *copy = (snw_child){shape->type, snw_block_new(shape->type, setup)};
        status = copy->block == NULL
                     ? snw_refuse(why, SNW_ERR_MEMORY, "shape", NULL, NULL)
                     : snw_block_copy(shape->type, copy->block, shape->block, setup);
        if (!snw_failed(status)) status = snw_shape_prepare(copy, setup, why);
    }
    if (!snw_failed(status)) status = snw_shape_box(copy, &out->box, why);
    if (!snw_failed(status)) {
        status = compile_solid(copy, setup, &out->solid, why);
        // a mesh that is no solid, a kind without support points, too many vertices
        if (status == SNW_ERR_UNSUPPORTED || status == SNW_ERR_TOO_LARGE) {
            status = bound_shape(copy, setup, scratch, out, why);
        }
    }
    snw_setup_destroy(scratch);
    if (snw_failed(status)) return status;
    out->ball = ball_in_link(&out->solid, T_link_part);
    out->is_open = !out->is_bound && is_open_mesh(copy, why);
    return SNW_OK;
}

snw_status snw_world_part_init(snw_world_part *out, const snw_child *shape, snw_pose T_link_part,
                               snw_setup *setup, snw_why *why) {
    snw_why own = {0};
    const snw_status status = make_part(out, shape, T_link_part, setup, &own);
    if (snw_failed(status) && why != NULL) *why = own;
    return status;
}

// --- all of a link -------------------------------------------------------------------------------

snw_sphere snw__ball_of_parts(const snw_world_part *parts, int count) {
    snw_vec3 center = snw_vec3_zero();
    for (int i = 0; i < count; i++) {
        center = snw_vec3_add_scaled(center, parts[i].ball.center, 1.0 / count);
    }
    double radius = 0;
    for (int i = 0; i < count; i++) {
        const double way = snw_vec3_distance(center, parts[i].ball.center);
        radius = fmax(radius, way + parts[i].ball.radius);
    }
    return (snw_sphere){center, radius * (1 + 1e-12)};
}

static double metric_of(const snw_collision_rules *rules, const char *material) {
    for (int i = 0; i < rules->material_count; i++) {
        if (strcmp(rules->materials[i].name, material) == 0) return rules->materials[i].metric;
    }
    return 1;
}

static void name_shape(const snw_link_description *link, int index, const char *mechanism,
                       char out[SNW_WHY_SUBJECT]) {
    snw_text line = snw_text_over(out, SNW_WHY_SUBJECT);
    snw_text_format(&line, "%s/%s/collisions[%d]", mechanism, link->name, index);
}

static void warn_of_bound(snw__making *m, const char *subject) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_UNSUPPORTED, subject,
                "the shape is replaced by its convex hull, which is larger");
    snw_why_rule(&why, "collision-hull");
    snw_why_fix(&why, "divide it into convex shapes where holes and notches matter");
    snw__collision_say(m, SNW_WARNING, &why);
}

static void warn_of_open(snw__making *m, const char *subject, const snw_why *found) {
    snw_why why = *found;
    snw_copy_text(why.subject, sizeof why.subject, subject);
    snw_why_rule(&why, "mesh-open");
    snw_why_fix(&why,
                "close the mesh and wind its triangles alike; until then it is a surface, and "
                "nothing is inside of it");
    snw__collision_say(m, SNW_WARNING, &why);
}

snw_world_part *snw__parts_of_link(snw__making *m, const snw_link_description *link,
                                   const char *mechanism, int *count) {
    *count = 0;
    snw_world_part *parts =
        snw__making_take(m, m->setup, (size_t)link->collision_count, sizeof *parts);
    for (int i = 0; i < link->collision_count && parts != NULL; i++) {
        const snw_body_shape *given = &link->collisions[i];
        if (given->shape.block == NULL) continue;
        char subject[SNW_WHY_SUBJECT];
        name_shape(link, i, mechanism, subject);
        snw_why why = {0};
        snw_world_part *part = &parts[*count];
        const snw_status status = make_part(part, &given->shape, given->origin, m->setup, &why);
        if (snw_failed(status)) {
            // a body without one of its shapes would be too small
            snw_copy_text(why.subject, sizeof why.subject, subject);
            snw__collision_say(m, m->world->has_rules ? SNW_ERROR : SNW_WARNING, &why);
            continue;
        }
        part->metric = metric_of(m->rules, given->material);
        const bool is_file = given->shape.type == &snw_mesh_file_type;
        const char *named = is_file ? ((const snw_mesh_file *)given->shape.block)->name : subject;
        if (part->is_bound) warn_of_bound(m, named);
        if (part->is_open) warn_of_open(m, named, &why);
        (*count)++;
    }
    return parts;
}

// --- volumes -------------------------------------------------------------------------------------

static void make_box(snw__making *m, const snw_world_volume *v, snw_world_body *body) {
    snw_box box = {.half_extents = snw_vec3_scale(snw_vec3_sub(v->high, v->low), 0.5),
                   .pose =
                       snw_pose_translation(snw_vec3_scale(snw_vec3_add(v->low, v->high), 0.5))};
    const snw_child shape = {&snw_box_type, &box};
    snw_world_part *part = snw__making_take(m, m->setup, 1, sizeof *part);
    snw_why why;
    if (part == NULL) return;
    if (snw_failed(snw_world_part_init(part, &shape, snw_pose_identity(), m->setup, &why))) {
        snw__collision_say(m, SNW_ERROR, &why);
        return;
    }
    body->parts = part;
    body->part_count = 1;
}

// a space keeps its member away from all that is outside of it: six half spaces
static void make_space(snw__making *m, const snw_world_volume *v, snw_world_body *body) {
    snw_world_part *parts = snw__making_take(m, m->setup, 6, sizeof *parts);
    for (int i = 0; i < 6 && parts != NULL; i++) {
        const double side = i % 2 == 0 ? 1 : -1;
        snw_half_space beyond = {.point = i % 2 == 0 ? v->low : v->high};
        snw_vec3_set(&beyond.normal, i / 2, side);
        const snw_child shape = {&snw_half_space_type, &beyond};
        snw_why why;
        if (snw_failed(
                snw_world_part_init(&parts[i], &shape, snw_pose_identity(), m->setup, &why))) {
            snw__collision_say(m, SNW_ERROR, &why);
            return;
        }
    }
    body->parts = parts;
    body->part_count = parts != NULL ? 6 : 0;
}

void snw__make_volumes(snw__making *m, snw_world_body *bodies) {
    for (int i = 0; i < m->world->volume_count; i++) {
        const snw_world_volume *v = &m->volumes[i];
        bodies[i].body = (snw_body){SNW_BODY_VOLUME, i};
        if (v->kind == SNW_VOLUME_SPACE) {
            make_space(m, v, &bodies[i]);
        } else {
            make_box(m, v, &bodies[i]);
        }
        bodies[i].ball = snw__ball_of_parts(bodies[i].parts, bodies[i].part_count);
    }
}
