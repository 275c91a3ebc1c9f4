// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_SURFACE_H
#define SINEW_SHAPE_SURFACE_H

/// @file
/// What a surface is like: any named property, of six kinds, so that users can add hardness or
/// fragility beside colour. Polygons name their surface by its key.
///
/// Colours are the reals "ambient_red" ... "emission_alpha" (ambient, diffuse, specular, emission
/// by red, green, blue, alpha), beside the real "shininess" and the string "texture", the name of
/// an image file. snw_material gathers them.

#include <stdint.h>

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/shape/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_PROPERTY_TEXT = 256 }; ///< bytes of a string property, with the final zero

typedef struct snw_string_property {
    char name[SNW_SURFACE_NAME];
    char value[SNW_PROPERTY_TEXT];
} snw_string_property;

typedef struct snw_real_property {
    char name[SNW_SURFACE_NAME];
    double value;
} snw_real_property;

typedef struct snw_integer_property {
    char name[SNW_SURFACE_NAME];
    int64_t value;
} snw_integer_property;

typedef struct snw_reals_property {
    char name[SNW_SURFACE_NAME];
    double *values; ///< [count]
    int count;
} snw_reals_property;

typedef struct snw_integers_property {
    char name[SNW_SURFACE_NAME];
    int64_t *values; ///< [count]
    int count;
} snw_integers_property;

/// A surface, or a map inside one: names to values, each kind with names of its own.
typedef struct snw_surface {
    char name[SNW_SURFACE_NAME]; ///< its key
    snw_string_property *strings;
    int string_count;
    snw_real_property *reals;
    int real_count;
    snw_integer_property *integers;
    int integer_count;
    snw_reals_property *real_vectors;
    int real_vector_count;
    snw_integers_property *integer_vectors;
    int integer_vector_count;
    struct snw_surface *maps;
    int map_count;
} snw_surface;

SNW_API extern const snw_type snw_surface_type;

// The value of a name, or NULL when there is none of that kind.

// Adds a name, or gives it another value. `surface` must come from `setup`. SNW_ERR_ARGUMENT for an
// empty name, SNW_ERR_TOO_LARGE for texts and vectors that do not fit, SNW_ERR_NOT_FINITE.

/// Adds an empty map of that name, or finds the one there is. `*map` is valid until the next one is
/// added.
SNW_SETUP SNW_NODISCARD snw_status snw_surface_add_map(snw_surface *surface, const char *name,
                                                       snw_setup *setup, snw_surface **map);

// --- material -----------------------------------------------------------------------------------

/// What a surface looks like; red, green, blue, alpha in [0, 1].
typedef struct snw_material {
    double ambient[4], diffuse[4], specular[4], emission[4];
    double shininess;                ///< exponent of the highlight, 0 to 128
    char texture[SNW_PROPERTY_TEXT]; ///< image file; empty for none
} snw_material;

/// Grey as OpenGL has it: ambient 0.2, diffuse 0.8, specular and emission 0, alpha 1.
SNW_SETUP snw_material snw_material_defaults(void);

/// The material of a surface; what it does not name has its default.
SNW_SETUP snw_material snw_surface_material(const snw_surface *surface);

/// Names all properties of a material in a surface. SNW_ERR_RANGE for a number outside its range.
SNW_SETUP SNW_NODISCARD snw_status snw_surface_set_material(snw_surface *surface,
                                                            const snw_material *material,
                                                            snw_setup *setup);

// --- keys ---------------------------------------------------------------------------------------

/// SNW_OK when every polygon of a mesh has a surface among these, or no key. Else
/// SNW_ERR_UNKNOWN_NAME, and `why` names the polygon and the closest key.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_check_surfaces(const snw_mesh *mesh,
                                                           const snw_surface *surfaces, int count,
                                                           snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_SURFACE_H
