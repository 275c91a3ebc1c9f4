// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SHAPE_ASK_H
#define SINEW_TESTS_SHAPE_ASK_H

/// @file
/// Questions about shapes that must not fail, and a plain distance to compare with.

#include "sinew/shape.h"

#include "check.h"

/// A set-up arena that is large enough, or the test ends.
__attribute__((unused)) static snw_setup *sample_setup(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    if (setup == NULL) abort();
    return setup;
}

__attribute__((unused)) static bool sample_contains(const snw_child *shape, snw_vec3 p) {
    bool inside = false;
    CHECK(snw_shape_contains(shape, p, &inside) == SNW_OK);
    return inside;
}

__attribute__((unused)) static snw_vec3 sample_support(const snw_child *shape, snw_vec3 d) {
    snw_vec3 point = {(double)NAN, 0, 0};
    CHECK(snw_shape_support(shape, d, &point) == SNW_OK);
    return point;
}

__attribute__((unused)) static double sample_capsule_distance(const snw_capsule *c, snw_vec3 p) {
    const snw_vec3 axis = snw_vec3_sub(c->end, c->start);
    const double square = snw_vec3_norm2(axis);
    double t = square > 0 ? snw_vec3_dot(snw_vec3_sub(p, c->start), axis) / square : 0;
    t = fmin(1, fmax(0, t));
    return snw_vec3_distance(p, snw_vec3_add_scaled(c->start, axis, t));
}

#endif // SINEW_TESTS_SHAPE_ASK_H
