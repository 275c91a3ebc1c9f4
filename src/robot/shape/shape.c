// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The set-up questions about any shape, with replacements for what a kind does not answer itself.

#include <string.h>

#include "internal.h"

// --- about checked shapes -----------------------------------------------------------------------

// the farthest points along the axes of the frame
static void box_by_support(const snw_shape_functions *functions, const void *shape,
                           snw_bounds *box) {
    *box = snw_bounds_empty();
    for (int i = 0; i < 3; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            snw_vec3 d = {0, 0, 0}, point;
            snw_vec3_set(&d, i, sign);
            if (functions->support(shape, d, &point) < 0) continue;
            snw_vec3_set(sign < 0 ? &box->low : &box->high, i, snw_vec3_get(point, i));
        }
    }
}

void snw__box_of(const snw_child *shape, snw_bounds *box) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    if (SNW__HAS(functions, box)) {
        functions->box(shape->block, box);
    } else {
        box_by_support(functions, shape->block, box);
    }
}

snw_status snw__sphere_of(const snw_child *shape, snw_sphere *sphere) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    snw_status status = SNW_ERR_UNSUPPORTED;
    if (SNW__HAS(functions, sphere)) status = functions->sphere(shape->block, sphere);
    if (status != SNW_ERR_UNSUPPORTED) return status;
    snw_bounds box;
    snw__box_of(shape, &box);
    if (!snw_bounds_is_finite(box)) return SNW_ERR_UNSUPPORTED;
    *sphere = (snw_sphere){snw_bounds_center(box), 0.5 * snw_vec3_norm(snw_bounds_size(box))};
    return SNW_OK;
}

snw_status snw__capsule_of(const snw_child *shape, snw_capsule *capsule) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    snw_status status = SNW_ERR_UNSUPPORTED;
    if (SNW__HAS(functions, capsule)) status = functions->capsule(shape->block, capsule);
    if (status != SNW_ERR_UNSUPPORTED) return status;
    snw_bounds box;
    snw__box_of(shape, &box);
    if (!snw_bounds_is_finite(box)) return SNW_ERR_UNSUPPORTED;
    snw_vec3 vertices[SNW__BOX_VERTICES];
    snw__bounds_vertices(box, vertices);
    return snw_capsule_around_points(vertices, SNW__BOX_VERTICES, capsule);
}

// A grid costs memory with the third power of its resolution.
enum { FINEST_GRID = 256 };

snw_status snw__mesh_of(const snw_child *shape, const snw_mesh_options *options, snw_mesh *mesh,
                        snw_setup *setup) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    snw_status status = SNW_ERR_UNSUPPORTED;
    if (SNW__HAS(functions, mesh)) status = functions->mesh(shape->block, options, mesh, setup);
    if (status != SNW_ERR_UNSUPPORTED) return status;

    // what has no volume has no grid points inside
    if (!(functions->traits(shape->block) & SNW_SHAPE_SOLID)) return SNW_ERR_UNSUPPORTED;
    snw_bounds box;
    snw__box_of(shape, &box);
    if (options->extent > 0) {
        const double e = options->extent;
        const snw_bounds cube = {{-e, -e, -e}, {e, e, e}};
        if (!snw_bounds_is_finite(box)) box = snw_bounds_intersection(box, cube);
    }
    if (!snw_bounds_is_finite(box)) return SNW_ERR_UNSUPPORTED;
    const int resolution = options->resolution < FINEST_GRID ? options->resolution : FINEST_GRID;
    return snw__march(shape, box, resolution, mesh, setup);
}

// mass properties of the mesh form
static snw_status inertia_by_mesh(const snw_child *shape, snw_inertia *inertia) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    if (setup == NULL) return SNW_ERR_MEMORY;
    const snw_mesh_options options = snw_mesh_defaults();
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
    snw_status status = mesh != NULL ? snw__mesh_of(shape, &options, mesh, setup) : SNW_ERR_MEMORY;
    if (status == SNW_OK) {
        int count;
        const int *faces = snw_mesh_faces(mesh, &count);
        *inertia = snw__triangle_inertia(mesh->points, mesh->point_count, faces, count);
    }
    snw_setup_destroy(setup);
    return status;
}

snw_status snw__inertia_of(const snw_child *shape, snw_inertia *inertia) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    snw_status status = SNW_ERR_UNSUPPORTED;
    if (SNW__HAS(functions, inertia)) status = functions->inertia(shape->block, inertia);
    if (status != SNW_ERR_UNSUPPORTED) return status;

    // what is thin, or empty, has no mass
    snw_bounds box;
    snw__box_of(shape, &box);
    const bool solid = functions->traits(shape->block) & SNW_SHAPE_SOLID;
    if (solid && snw_bounds_is_finite(box)) return inertia_by_mesh(shape, inertia);
    if (solid && !snw_bounds_is_empty(box)) return SNW_ERR_UNSUPPORTED;
    *inertia = snw_inertia_zero();
    return SNW_OK;
}

// --- doors --------------------------------------------------------------------------------------

static const char *token_of(const snw_child *shape) {
    return shape != NULL && shape->type != NULL ? shape->type->token : NULL;
}

// a shape of a known kind whose parameters fit its table
static snw_status check(const snw_child *shape, snw_why *why) {
    if (snw__shape_functions(shape) == NULL) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, token_of(shape), "this is not a shape",
                          "give a block and its type, of base 'shape', with its functions");
    }
    snw_why first;
    snw_diags diags = {.items = &first, .capacity = 1};
    const snw_status status = snw_block_check(shape->type, shape->block, token_of(shape), &diags);
    if (snw_failed(status) && why != NULL) *why = first;
    return status;
}

// says why an answer failed, unless that is said already
static snw_status answer(const snw_child *shape, snw_status status, const char *text,
                         snw_why *why) {
    if (!snw_failed(status)) return status;
    if (status == SNW_ERR_STATE) {
        snw_why_set(why, status, token_of(shape), "it is not prepared, or a mesh in it is open");
        snw_why_fix(why, "call snw_shape_prepare(), and snw_mesh_check_closed() for the reason");
    } else {
        snw_why_set(why, status, token_of(shape), status == SNW_ERR_UNSUPPORTED ? text : NULL);
    }
    return status;
}

static const char *const no_bounds = "the shape is empty, or has no bounds";

snw_status snw_shape_box(const snw_child *shape, snw_bounds *box, snw_why *why) {
    const snw_status status = check(shape, why);
    if (status == SNW_OK) snw__box_of(shape, box);
    return status;
}

snw_status snw_shape_sphere(const snw_child *shape, snw_sphere *sphere, snw_why *why) {
    snw_status status = check(shape, why);
    if (snw_failed(status)) return status;
    snw_sphere found;
    status = answer(shape, snw__sphere_of(shape, &found), no_bounds, why);
    if (status == SNW_OK) *sphere = found;
    return status;
}

snw_status snw_shape_capsule(const snw_child *shape, snw_capsule *capsule, snw_why *why) {
    snw_status status = check(shape, why);
    if (snw_failed(status)) return status;
    snw_capsule found;
    status = answer(shape, snw__capsule_of(shape, &found), no_bounds, why);
    if (status == SNW_OK) *capsule = found;
    return status;
}

snw_status snw_shape_inertia(const snw_child *shape, double density, snw_inertia *inertia,
                             snw_why *why) {
    snw_status status = check(shape, why);
    if (snw_failed(status)) return status;
    if (!isfinite(density) || density < 0) {
        status = isfinite(density) ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
        snw_why_set(why, status, token_of(shape), "a density must be a number from 0 up");
        snw_why_add(why, "density", density, "kg/m^3");
        return status;
    }
    snw_inertia found;
    status = answer(shape, snw__inertia_of(shape, &found), no_bounds, why);
    if (status == SNW_OK) *inertia = snw_inertia_scale(found, density);
    return status;
}

snw_status snw_shape_volume(const snw_child *shape, double *volume, snw_why *why) {
    snw_inertia inertia;
    const snw_status status = snw_shape_inertia(shape, 1, &inertia, why);
    if (status == SNW_OK) *volume = inertia.m;
    return status;
}

static snw_status check_options(const snw_mesh_options *options, snw_why *why) {
    const bool fine = options->resolution >= 4 && options->resolution <= 1024;
    if (fine && options->extent >= 0 && options->extent <= SNW_SHAPE_REACH) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, "mesh_options",
                fine ? "the size must be from 0 to 1e6 m"
                     : "the resolution must be from 4 to 1024");
    snw_why_add(why, "resolution", options->resolution, "");
    snw_why_add(why, "extent", options->extent, "m");
    return SNW_ERR_RANGE;
}

// A shape as a file has it, with polygons that are not cut and hulls without faces: a copy of it is
// completed.
static snw_status mesh_of_raw(const snw_child *shape, const snw_mesh_options *how, snw_mesh *made,
                              snw_setup *setup, snw_why *why) {
    const snw_child copy = {shape->type, snw_block_new(shape->type, setup)};
    if (copy.block == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_block_copy(copy.type, copy.block, shape->block, setup);
    if (status == SNW_OK) status = snw_shape_prepare(&copy, setup, why);
    return status == SNW_OK ? snw__mesh_of(&copy, how, made, setup) : status;
}

snw_status snw_shape_mesh(const snw_child *shape, const snw_mesh_options *options, snw_setup *setup,
                          snw_mesh **mesh, snw_why *why) {
    snw_mesh_options how = options != NULL ? *options : snw_mesh_defaults();
    if (how.resolution == 0) how.resolution = snw_mesh_defaults().resolution;
    snw_status status = check(shape, why);
    if (status == SNW_OK) status = check_options(&how, why);
    if (snw_failed(status)) return status;

    snw_mesh *made = snw_block_new(&snw_mesh_type, setup);
    status = made != NULL ? snw__mesh_of(shape, &how, made, setup) : SNW_ERR_MEMORY;
    if (status == SNW_ERR_STATE) status = mesh_of_raw(shape, &how, made, setup, why);
    status = answer(shape, status, "it has no bounds or no surface", why);
    if (status == SNW_OK) status = snw__mesh_prepare(made, setup, why);
    if (status == SNW_OK) *mesh = made;
    return status;
}

snw_status snw_shape_prepare(const snw_child *shape, snw_setup *setup, snw_why *why) {
    const snw_status status = check(shape, why);
    if (snw_failed(status)) return status;
    const snw_shape_functions *functions = snw__shape_functions(shape);
    return SNW__HAS(functions, prepare) ? functions->prepare(shape->block, setup, why) : SNW_OK;
}

snw_status snw__tree_prepare(void *shape, snw_setup *setup, snw_why *why) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_status status = SNW_OK;
    for (int i = 0; i < count && status == SNW_OK; i++) {
        status = snw_shape_prepare(children[i], setup, why);
    }
    return status;
}

// --- registry -----------------------------------------------------------------------------------

snw_status snw_shape_register(snw_registry *registry, snw_why *why) {
    static const snw_base shape = {"shape", NULL, "The geometry of a body, or of a part of it."};
    static const snw_base surface = {"surface", NULL, "The surface of a body."};
    static const snw_type *const types[] = {
        &snw_sphere_type,          &snw_capsule_type,     &snw_box_type,
        &snw_cylinder_type,        &snw_cone_type,        &snw_lozenge_type,
        &snw_ellipsoid_type,       &snw_tetrahedron_type, &snw_half_space_type,
        &snw_plane_type,           &snw_segment_type,     &snw_triangle_type,
        &snw_rectangle_type,       &snw_mesh_type,        &snw_height_field_type,
        &snw_voxels_type,          &snw_cloud_type,       &snw_union_of_type,
        &snw_intersection_of_type, &snw_surface_type};
    enum { COUNT = (int)(sizeof types / sizeof types[0]) };
    const int type_count = registry->type_count, base_count = registry->base_count;
    snw_status status = snw_registry_add_base(registry, &shape, why);
    if (status == SNW_OK) status = snw_registry_add_base(registry, &surface, why);
    for (int i = 0; i < COUNT && status == SNW_OK; i++) {
        status = snw_registry_add(registry, types[i], why);
    }
    if (snw_failed(status)) snw_registry_rewind(registry, type_count, base_count);
    return status;
}
