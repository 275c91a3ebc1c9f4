// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/distance/lanes.h"

#include <stddef.h>
#include <stdint.h>

#include "near_lanes.h"

typedef struct kernels {
    snw__lanes_f64_fn *spheres, *capsules, *sphere_box, *capsule_box;
    snw__lanes_f32_fn *spheres_f32, *capsules_f32, *sphere_box_f32, *capsule_box_f32;
} kernels;

#define TABLE(set)                                                                                 \
    {snw__spheres_f64_##set,     snw__capsules_f64_##set,   snw__sphere_box_f64_##set,             \
     snw__capsule_box_f64_##set, snw__spheres_f32_##set,    snw__capsules_f32_##set,               \
     snw__sphere_box_f32_##set,  snw__capsule_box_f32_##set},

static const kernels tables[] = {SNW_KERNEL_EACH(TABLE)};

static const kernels *best_kernels(void) {
    return &tables[snw_lanes_isa()];
}

static int is_valid(const void *a, const void *b, int blocks, const void *d) {
    const uintptr_t all = (uintptr_t)a | (uintptr_t)b | (uintptr_t)d;
    const int absent = a == NULL || b == NULL || d == NULL;
    return blocks >= 0 && all % 64 == 0 && (blocks == 0 || !absent);
}

snw_status snw_lanes_sphere_sphere_f64(const double *a, const double *b, int blocks, double *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->spheres(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_sphere_sphere_f32(const float *a, const float *b, int blocks, float *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->spheres_f32(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_capsules_f64(const double *a, const double *b, int blocks, double *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->capsules(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_capsules_f32(const float *a, const float *b, int blocks, float *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->capsules_f32(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_sphere_box_f64(const double *a, const double *b, int blocks, double *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->sphere_box(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_sphere_box_f32(const float *a, const float *b, int blocks, float *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->sphere_box_f32(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_capsule_box_f64(const double *a, const double *b, int blocks, double *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->capsule_box(a, b, blocks, d);
    return SNW_OK;
}

snw_status snw_lanes_capsule_box_f32(const float *a, const float *b, int blocks, float *d) {
    if (!is_valid(a, b, blocks, d)) return SNW_ERR_ARGUMENT;
    best_kernels()->capsule_box_f32(a, b, blocks, d);
    return SNW_OK;
}
