// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Surfaces: maps of names to values of six kinds, and the material among them.

#include "sinew/shape/surface.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

enum { MOST = 65536 }; // properties of one kind, and numbers in one vector

#define NAME(structure)                                                                            \
    {                                                                                              \
        SNW_AT(structure, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY,                        \
                                 .help = "Name of the property."                                   \
    }
#define TYPE(name, table)                                                                          \
    .token = #name, .size = sizeof(snw_##name), .align = _Alignof(snw_##name), .fields = (table),  \
    .field_count = (int)(sizeof(table) / sizeof *(table)), .space = &snw_space_robot

static const snw_field string_fields[] = {
    NAME(snw_string_property),
    {SNW_AT(snw_string_property, value), .kind = SNW_KIND_STRING, .help = "Value of the text."},
};
static const snw_type string_type = {TYPE(string_property, string_fields), .help = "A named text."};

static const snw_field real_fields[] = {
    NAME(snw_real_property),
    {SNW_AT(snw_real_property, value), .kind = SNW_KIND_REAL, .help = "Value of the number."},
};
static const snw_type real_type = {TYPE(real_property, real_fields), .help = "A named number."};

static const snw_field integer_fields[] = {
    NAME(snw_integer_property),
    {SNW_AT(snw_integer_property, value), .kind = SNW_KIND_INT, .help = "Value of the integer."},
};
static const snw_type integer_type = {TYPE(integer_property, integer_fields),
                                      .help = "A named integer."};

static const snw_field reals_fields[] = {
    NAME(snw_reals_property),
    {SNW_AT_LIST(snw_reals_property, values, count, MOST), .kind = SNW_KIND_REAL,
     .help = "Values of the vector."},
};
static const snw_type reals_type = {TYPE(reals_property, reals_fields),
                                    .help = "A named vector of numbers."};

static const snw_field integers_fields[] = {
    NAME(snw_integers_property),
    {SNW_AT_LIST(snw_integers_property, values, count, MOST), .kind = SNW_KIND_INT,
     .help = "Values of the integer vector."},
};
static const snw_type integers_type = {TYPE(integers_property, integers_fields),
                                       .help = "A named vector of integers."};

// the place of each kind in the table of a surface
enum { NAME_FIELD, STRINGS, REALS, INTEGERS, REAL_VECTORS, INTEGER_VECTORS, MAPS };

static const snw_field surface_fields[] = {
    [NAME_FIELD] = {SNW_AT(snw_surface, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY,
                    .help = "Key by which polygons refer to the surface."},
    [STRINGS] = {SNW_AT_LIST(snw_surface, strings, string_count, MOST), .kind = SNW_KIND_STRUCT,
                 .type = &string_type, .item = "string", .help = "Named texts."},
    [REALS] = {SNW_AT_LIST(snw_surface, reals, real_count, MOST), .kind = SNW_KIND_STRUCT,
               .type = &real_type, .item = "real", .help = "Named numbers, among them colours."},
    [INTEGERS] = {SNW_AT_LIST(snw_surface, integers, integer_count, MOST), .kind = SNW_KIND_STRUCT,
                  .type = &integer_type, .item = "integer", .help = "Named integers."},
    [REAL_VECTORS] = {SNW_AT_LIST(snw_surface, real_vectors, real_vector_count, MOST),
                      .kind = SNW_KIND_STRUCT, .type = &reals_type, .item = "real_vector",
                      .help = "Named vectors of numbers."},
    [INTEGER_VECTORS] = {SNW_AT_LIST(snw_surface, integer_vectors, integer_vector_count, MOST),
                         .kind = SNW_KIND_STRUCT, .type = &integers_type, .item = "integer_vector",
                         .help = "Named vectors of integers."},
    [MAPS] = {SNW_AT_LIST(snw_surface, maps, map_count, MOST), .kind = SNW_KIND_STRUCT,
              .type = &snw_surface_type, .item = "map", .help = "Named groups of all these."},
};
const snw_type snw_surface_type = {TYPE(surface, surface_fields), .base = "surface",
                                   .help = "A surface: any named properties."};

// --- finding ------------------------------------------------------------------------------------

// the item of that name in one of the lists, or NULL
static const void *find(const snw_surface *surface, int list, const char *name) {
    const snw_field *field = &surface_fields[list];
    const int index = snw_field_key_index(field, surface, name);
    return index >= 0 ? snw_field_place_const(field, surface, index) : NULL;
}

const char *snw__surface_string(const snw_surface *surface, const char *name) {
    const snw_string_property *found = find(surface, STRINGS, name);
    return found != NULL ? found->value : NULL;
}

const double *snw__surface_real(const snw_surface *surface, const char *name) {
    const snw_real_property *found = find(surface, REALS, name);
    return found != NULL ? &found->value : NULL;
}

const int64_t *snw__surface_integer(const snw_surface *surface, const char *name) {
    const snw_integer_property *found = find(surface, INTEGERS, name);
    return found != NULL ? &found->value : NULL;
}

const double *snw__surface_reals(const snw_surface *surface, const char *name, int *count) {
    const snw_reals_property *found = find(surface, REAL_VECTORS, name);
    *count = found != NULL ? found->count : 0;
    return found != NULL ? found->values : NULL;
}

const int64_t *snw__surface_integers(const snw_surface *surface, const char *name, int *count) {
    const snw_integers_property *found = find(surface, INTEGER_VECTORS, name);
    *count = found != NULL ? found->count : 0;
    return found != NULL ? found->values : NULL;
}

const snw_surface *snw__surface_map(const snw_surface *surface, const char *name) {
    return find(surface, MAPS, name);
}

// --- setting ------------------------------------------------------------------------------------

// the item of that name, made when there is none; the name is the first member of each kind
static snw_status find_or_add(snw_surface *surface, int list, const char *name, snw_setup *setup,
                              void **item) {
    const snw_field *field = &surface_fields[list];
    if (name == NULL || name[0] == '\0') return SNW_ERR_ARGUMENT;
    const size_t length = strlen(name);
    if (length >= SNW_SURFACE_NAME) return SNW_ERR_TOO_LARGE;
    int index = snw_field_key_index(field, surface, name);
    if (index < 0) {
        index = snw_field_count(field, surface);
        const snw_status status = snw_block_resize(field, surface, index + 1, setup);
        if (snw_failed(status)) return status;
        memcpy(snw_field_place(field, surface, index), name, length + 1);
    }
    *item = snw_field_place(field, surface, index);
    return SNW_OK;
}

snw_status snw__surface_set_string(snw_surface *surface, const char *name, const char *value,
                                   snw_setup *setup) {
    if (value == NULL) return SNW_ERR_ARGUMENT;
    const size_t length = strlen(value);
    if (length >= SNW_PROPERTY_TEXT) return SNW_ERR_TOO_LARGE;
    void *item = NULL;
    const snw_status status = find_or_add(surface, STRINGS, name, setup, &item);
    if (snw_failed(status)) return status;
    memcpy(((snw_string_property *)item)->value, value, length + 1);
    return SNW_OK;
}

snw_status snw__surface_set_real(snw_surface *surface, const char *name, double value,
                                 snw_setup *setup) {
    if (!isfinite(value)) return SNW_ERR_NOT_FINITE;
    void *item = NULL;
    const snw_status status = find_or_add(surface, REALS, name, setup, &item);
    if (snw_failed(status)) return status;
    ((snw_real_property *)item)->value = value;
    return SNW_OK;
}

snw_status snw__surface_set_integer(snw_surface *surface, const char *name, int64_t value,
                                    snw_setup *setup) {
    void *item = NULL;
    const snw_status status = find_or_add(surface, INTEGERS, name, setup, &item);
    if (snw_failed(status)) return status;
    ((snw_integer_property *)item)->value = value;
    return SNW_OK;
}

snw_status snw__surface_set_reals(snw_surface *surface, const char *name, const double *values,
                                  int count, snw_setup *setup) {
    if (count < 0) return SNW_ERR_ARGUMENT;
    if (count > MOST) return SNW_ERR_TOO_LARGE;
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) return SNW_ERR_NOT_FINITE;
    }
    void *item = NULL;
    snw_status status = find_or_add(surface, REAL_VECTORS, name, setup, &item);
    if (status == SNW_OK) status = snw_block_resize(&reals_fields[1], item, count, setup);
    if (snw_failed(status)) return status;
    if (count > 0) {
        memcpy(((snw_reals_property *)item)->values, values, (size_t)count * sizeof *values);
    }
    return SNW_OK;
}

snw_status snw__surface_set_integers(snw_surface *surface, const char *name, const int64_t *values,
                                     int count, snw_setup *setup) {
    if (count < 0) return SNW_ERR_ARGUMENT;
    if (count > MOST) return SNW_ERR_TOO_LARGE;
    void *item = NULL;
    snw_status status = find_or_add(surface, INTEGER_VECTORS, name, setup, &item);
    if (status == SNW_OK) status = snw_block_resize(&integers_fields[1], item, count, setup);
    if (snw_failed(status)) return status;
    if (count > 0) {
        memcpy(((snw_integers_property *)item)->values, values, (size_t)count * sizeof *values);
    }
    return SNW_OK;
}

snw_status snw_surface_add_map(snw_surface *surface, const char *name, snw_setup *setup,
                               snw_surface **map) {
    void *item = NULL;
    const snw_status status = find_or_add(surface, MAPS, name, setup, &item);
    if (status == SNW_OK) *map = item;
    return status;
}

// --- material -----------------------------------------------------------------------------------

enum { LIGHTS = 4, CHANNELS = 4 };

static const char *const lights[LIGHTS] = {"ambient", "diffuse", "specular", "emission"};
static const char *const channels[CHANNELS] = {"red", "green", "blue", "alpha"};

static double *numbers_of(snw_material *material, int light) {
    double *const numbers[LIGHTS] = {material->ambient, material->diffuse, material->specular,
                                     material->emission};
    return numbers[light];
}

static void colour_name(int light, int channel, char name[SNW_SURFACE_NAME]) {
    snw_text text = snw_text_over(name, SNW_SURFACE_NAME);
    snw_text_format(&text, "%s_%s", lights[light], channels[channel]);
}

snw_material snw_material_defaults(void) {
    static const double grey[LIGHTS] = {0.2, 0.8, 0, 0};
    snw_material material = {.shininess = 0};
    for (int light = 0; light < LIGHTS; light++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
            numbers_of(&material, light)[channel] = channel < 3 ? grey[light] : 1;
        }
    }
    return material;
}

snw_material snw_surface_material(const snw_surface *surface) {
    snw_material material = snw_material_defaults();
    for (int i = 0; i < LIGHTS * CHANNELS; i++) {
        char name[SNW_SURFACE_NAME];
        colour_name(i / CHANNELS, i % CHANNELS, name);
        const double *value = snw__surface_real(surface, name);
        if (value != NULL) numbers_of(&material, i / CHANNELS)[i % CHANNELS] = *value;
    }
    const double *shininess = snw__surface_real(surface, "shininess");
    if (shininess != NULL) material.shininess = *shininess;
    const char *texture = snw__surface_string(surface, "texture");
    if (texture != NULL) snw_copy_text(material.texture, sizeof material.texture, texture);
    return material;
}

static snw_status check_material(const snw_material *material) {
    snw_material copy = *material;
    for (int i = 0; i < LIGHTS * CHANNELS; i++) {
        const double value = numbers_of(&copy, i / CHANNELS)[i % CHANNELS];
        if (!(value >= 0 && value <= 1)) return SNW_ERR_RANGE;
    }
    return material->shininess >= 0 && material->shininess <= 128 ? SNW_OK : SNW_ERR_RANGE;
}

snw_status snw_surface_set_material(snw_surface *surface, const snw_material *material,
                                    snw_setup *setup) {
    snw_status status = check_material(material);
    snw_material copy = *material;
    for (int i = 0; i < LIGHTS * CHANNELS && status == SNW_OK; i++) {
        char name[SNW_SURFACE_NAME];
        colour_name(i / CHANNELS, i % CHANNELS, name);
        const double value = numbers_of(&copy, i / CHANNELS)[i % CHANNELS];
        status = snw__surface_set_real(surface, name, value, setup);
    }
    if (status == SNW_OK) {
        status = snw__surface_set_real(surface, "shininess", material->shininess, setup);
    }
    if (status == SNW_OK) {
        status = snw__surface_set_string(surface, "texture", material->texture, setup);
    }
    return status;
}

// --- keys ---------------------------------------------------------------------------------------

const snw_surface *snw__surface_find(const snw_surface *surfaces, int count, const char *key) {
    for (int i = 0; i < count; i++) {
        if (strcmp(surfaces[i].name, key) == 0) return &surfaces[i];
    }
    return NULL;
}

static snw_status refuse_key(int polygon, const char *key, const snw_surface *surfaces, int count,
                             snw_why *why) {
    enum { SOME = 64 };
    const char *names[SOME];
    const int known = count < SOME ? count : SOME;
    for (int i = 0; i < known; i++) {
        names[i] = surfaces[i].name;
    }
    char line[SNW_WHY_TEXT];
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "there is no surface named '%s'", key);
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, "mesh/polygons", line);
    snw_why_add(why, "polygon", polygon, "");
    const char *closest = snw_closest_name(key, names, known);
    text = snw_text_over(line, sizeof line);
    if (closest != NULL) {
        snw_text_format(&text, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&text, "add a surface of that name");
    }
    snw_why_fix(why, line);
    return SNW_ERR_UNKNOWN_NAME;
}

snw_status snw_mesh_check_surfaces(const snw_mesh *mesh, const snw_surface *surfaces, int count,
                                   snw_why *why) {
    for (int i = 0; i < mesh->polygon_count; i++) {
        const char *key = mesh->polygons[i].surface;
        if (key[0] != '\0' && snw__surface_find(surfaces, count, key) == NULL) {
            return refuse_key(i, key, surfaces, count, why);
        }
    }
    return SNW_OK;
}
