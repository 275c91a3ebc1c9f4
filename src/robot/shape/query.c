// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The real-time questions, and their answers for trees.

#include <stddef.h>

#include "internal.h"

// asked for every point, so letter by letter and not by a call
static bool is_shape_base(const char *base) {
    static const char token[] = "shape";
    for (size_t i = 0; i < sizeof token; i++) {
        if (base[i] != token[i]) return false;
    }
    return true;
}

const snw_shape_functions *snw__shape_functions(const snw_child *shape) {
    if (shape == NULL || shape->type == NULL || shape->block == NULL) return NULL;
    const snw_type *type = shape->type;
    if (type->functions == NULL || type->base == NULL || !is_shape_base(type->base)) return NULL;
    // the head is the first member
    const snw_shape_functions *functions = (const snw_shape_functions *)type->functions;
    if (functions->head.version != SNW_SHAPE_VERSION) return NULL;
    if (!SNW__HAS(functions, traits) || !SNW__HAS(functions, contains)) return NULL;
    return SNW__HAS(functions, box) || SNW__HAS(functions, support) ? functions : NULL;
}

unsigned snw_shape_traits(const snw_child *shape) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    return functions != NULL ? functions->traits(shape->block) : 0;
}

snw_status snw_shape_support(const snw_child *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    if (functions == NULL) return SNW_ERR_ARGUMENT;
    if (!snw_vec3_is_finite(d)) return SNW_ERR_NOT_FINITE;
    if (!SNW__HAS(functions, support)) return SNW_ERR_UNSUPPORTED;

    // lengths of directions neither vanish nor overflow when they are squared
    const double size = snw_vec3_max_abs(d);
    return functions->support(shape->block, size > 0 ? snw_vec3_divide(d, size) : d, point);
}

snw_status snw_shape_contains(const snw_child *shape, snw_vec3 p, bool *inside) {
    const snw_shape_functions *functions = snw__shape_functions(shape);
    if (functions == NULL) return SNW_ERR_ARGUMENT;
    if (!snw_vec3_is_finite(p)) return SNW_ERR_NOT_FINITE;
    return functions->contains(shape->block, p, inside);
}

// --- trees --------------------------------------------------------------------------------------

// both kinds of tree are a pair of children
_Static_assert(sizeof(snw_union_of) == 2 * sizeof(snw_child), "two children");
_Static_assert(sizeof(snw_intersection_of) == 2 * sizeof(snw_child), "two children");

int snw__children(const void *tree, const snw_child *children[2]) {
    const snw_child *both = tree;
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (both[i].block != NULL) children[count++] = &both[i];
    }
    return count;
}

unsigned snw__union_traits(const void *shape) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    if (count == 0) return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED;
    const unsigned first = snw_shape_traits(children[0]);
    if (count == 1) return first;
    const unsigned second = snw_shape_traits(children[1]);
    return (first & second & SNW_SHAPE_BOUNDED) | ((first | second) & SNW_SHAPE_SOLID);
}

unsigned snw__intersection_traits(const void *shape) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    if (count == 0) return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED;
    const unsigned first = snw_shape_traits(children[0]);
    if (count == 1) return first;
    const unsigned second = snw_shape_traits(children[1]);
    return (first & second) | ((first | second) & SNW_SHAPE_BOUNDED);
}

// A union holds a point when the first child that decides it says yes, an intersection unless one
// says no.
static snw_status ask_children(const void *shape, snw_vec3 p, bool decisive, bool *inside) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    bool answer = false;
    for (int i = 0; i < count; i++) {
        const snw_status status = snw_shape_contains(children[i], p, &answer);
        if (snw_failed(status)) return status;
        if (answer == decisive) break;
    }
    *inside = answer;
    return SNW_OK;
}

snw_status snw__union_contains(const void *shape, snw_vec3 p, bool *inside) {
    return ask_children(shape, p, true, inside);
}

snw_status snw__intersection_contains(const void *shape, snw_vec3 p, bool *inside) {
    return ask_children(shape, p, false, inside);
}

snw_status snw__union_support(const void *shape, snw_vec3 d, snw_vec3 *point) {
    const snw_child *children[2];
    const int count = snw__children(shape, children);
    snw_vec3 best = {0, 0, 0};
    bool found = false;
    for (int i = 0; i < count; i++) {
        snw_vec3 one;
        const snw_status status = snw_shape_support(children[i], d, &one);
        // an empty child has no say
        if (status == SNW_ERR_STATE) continue;
        if (snw_failed(status)) return status;
        if (!found || snw_vec3_dot(d, one) > snw_vec3_dot(d, best)) best = one;
        found = true;
    }
    if (!found) return SNW_ERR_STATE;
    *point = best;
    return SNW_OK;
}
