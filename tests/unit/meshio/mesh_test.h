// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MESHIO_MESH_TEST_H
#define SINEW_TESTS_MESHIO_MESH_TEST_H

/// @file
/// Reads meshes from bytes, holds refusals to their exact sentences, and makes meshes whose numbers
/// are known.

#include "sinew/meshio.h"

#include <string.h>

#include "check.h"
#include "sinew/shape.h"

enum { FINDINGS = 40 };

typedef snw_status read_fn(const snw_source *source, const snw_mesh_reading *reading,
                           snw_setup *setup, snw_mesh **mesh, snw_diags *diags);

/// One file, read.
typedef struct reading {
    snw_setup *setup;
    snw_mesh *mesh;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} reading;

/// Bytes on the heap, in a block of exactly their length.
typedef struct bytes {
    char *data;
    size_t size;
} bytes;

__attribute__((unused)) static void open_reading(reading *r, read_fn *read, bytes b,
                                                 const snw_mesh_reading *how) {
    *r = (reading){.setup = snw_setup_create((size_t)1 << 30)};
    CHECK(r->setup != NULL);
    r->diags.items = r->items;
    r->diags.capacity = FINDINGS;
    // a copy without a byte behind it, so that a sanitizer sees a step too far
    char *exact = malloc(b.size > 0 ? b.size : 1);
    CHECK(exact != NULL);
    if (b.size > 0) memcpy(exact, b.data, b.size);
    const snw_source source = {exact, b.size, "t", NULL};
    r->status = read(&source, how, r->setup, &r->mesh, &r->diags);
    free(exact);
    CHECK((r->status == SNW_OK) == (r->mesh != NULL));
    CHECK((r->status == SNW_OK) == (r->diags.errors == 0));
    CHECK(r->status != SNW_OK || snw_block_check(&snw_mesh_type, r->mesh, NULL, NULL) == SNW_OK);
}

__attribute__((unused)) static void close_reading(reading *r) {
    snw_setup_destroy(r->setup);
}

/// The sentence of a finding, valid until the next call.
__attribute__((unused)) static const char *sentence(const reading *r, int index) {
    static char text[1024];
    CHECK(index < r->diags.count);
    (void)snw_why_sentence(&r->items[index], text, sizeof text);
    return text;
}

/// A text that must be refused, and the sentence of its last finding.
typedef struct refusal {
    const char *text, *sentence;
} refusal;

__attribute__((unused)) static bytes text_bytes(const char *text) {
    const size_t size = strlen(text);
    char *copy = malloc(size + 1);
    CHECK(copy != NULL);
    memcpy(copy, text, size + 1);
    return (bytes){copy, size};
}

__attribute__((unused)) static void check_refusals(read_fn *read, const snw_mesh_reading *how,
                                                   const refusal *cases, int count) {
    for (int i = 0; i < count; i++) {
        reading r;
        bytes b = text_bytes(cases[i].text);
        open_reading(&r, read, b, how);
        if (r.status == SNW_OK) print_error("accepted: %s\n", cases[i].text);
        CHECK(r.status < 0);
        CHECK_TEXT(sentence(&r, r.diags.count - 1), cases[i].sentence);
        close_reading(&r);
        free(b.data);
    }
}

typedef enum form { STL_BINARY, STL_TEXT, OBJ, GLB, FORMS } form;

__attribute__((unused)) static read_fn *reader_of(form f) {
    return f == OBJ ? snw_obj_read : f == GLB ? snw_glb_read : snw_stl_read;
}

__attribute__((unused)) static snw_status write_form(form f, const snw_mesh_part *parts, int count,
                                                     snw_text *out, snw_why *why) {
    if (f == OBJ) return snw_obj_write(parts, count, NULL, out, why);
    if (f == GLB) return snw_glb_write(parts, count, NULL, out, why);
    return snw_stl_write(parts, count, f == STL_TEXT, out, why);
}

/// The parts as bytes: measured, then written.
__attribute__((unused)) static bytes write_parts(form f, const snw_mesh_part *parts, int count) {
    snw_why why = {0};
    snw_text text = snw_text_over(NULL, 0);
    const snw_status status = write_form(f, parts, count, &text, &why);
    if (status != SNW_OK) print_error("%s\n", why.text);
    CHECK(status == SNW_OK);
    const size_t size = text.length;
    char *data = malloc(size + 1);
    CHECK(data != NULL);
    text = snw_text_over(data, size + 1);
    CHECK(write_form(f, parts, count, &text, NULL) == SNW_OK);
    CHECK(text.length == size);
    return (bytes){data, size};
}

__attribute__((unused)) static bytes write_mesh(form f, const snw_mesh *mesh) {
    const snw_mesh_part part = snw_mesh_part_of(mesh);
    return write_parts(f, &part, 1);
}

__attribute__((unused)) static snw_setup *test_setup(void) {
    snw_setup *setup = snw_setup_create((size_t)1 << 30);
    CHECK(setup != NULL);
    return setup;
}

__attribute__((unused)) static void prepare(snw_mesh *mesh, snw_setup *setup) {
    const snw_child shape = {&snw_mesh_type, mesh};
    CHECK(snw_shape_prepare(&shape, setup, NULL) == SNW_OK);
}

/// A mesh of triangles without normals.
__attribute__((unused)) static snw_mesh *new_mesh(const snw_vec3 *points, int point_count,
                                                  const int *indices, int triangles,
                                                  snw_setup *setup) {
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
    CHECK(mesh != NULL);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "points"), mesh, point_count, setup) ==
          SNW_OK);
    CHECK(snw_block_resize(snw_type_field(&snw_mesh_type, "triangles"), mesh, 3 * triangles,
                           setup) == SNW_OK);
    memcpy(mesh->points, points, (size_t)point_count * sizeof *points);
    memcpy(mesh->triangles, indices, 3 * (size_t)triangles * sizeof *indices);
    prepare(mesh, setup);
    return mesh;
}

/// A box from the origin to (x, y, z): 12 triangles, 8 points, volume x y z.
__attribute__((unused)) static snw_mesh *box_mesh(double x, double y, double z, snw_setup *setup) {
    snw_vec3 p[8];
    for (int i = 0; i < 8; i++) {
        p[i] = snw_vec3_of(i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0);
    }
    static const int t[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                              2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return new_mesh(p, 8, t, 12, setup);
}

/// An icosahedron inscribed in the unit sphere: volume sqrt(10 + 2 sqrt 5) * 2 / 3.
__attribute__((unused)) static snw_mesh *icosahedron(snw_setup *setup) {
    const double g = (1 + sqrt(5)) / 2, s = 1 / sqrt(1 + g * g);
    snw_vec3 p[12];
    for (int i = 0; i < 4; i++) {
        const double a = i & 1 ? s : -s, b = i & 2 ? s * g : -s * g;
        p[i] = snw_vec3_of(0, a, b);
        p[i + 4] = snw_vec3_of(a, b, 0);
        p[i + 8] = snw_vec3_of(b, 0, a);
    }
    // all triples of neighbours, each turned outward
    int t[60], count = 0;
    const double edge = 2 * s;
    for (int i = 0; i < 12; i++) {
        for (int j = i + 1; j < 12; j++) {
            for (int k = j + 1; k < 12; k++) {
                const bool near = fabs(snw_vec3_distance(p[i], p[j]) - edge) < 1e-9 &&
                                  fabs(snw_vec3_distance(p[j], p[k]) - edge) < 1e-9 &&
                                  fabs(snw_vec3_distance(p[k], p[i]) - edge) < 1e-9;
                if (!near) continue;
                const double out = snw_vec3_dot(p[i], snw_vec3_cross(p[j], p[k]));
                CHECK(count < 60);
                t[count++] = i;
                t[count++] = out > 0 ? j : k;
                t[count++] = out > 0 ? k : j;
            }
        }
    }
    CHECK(count == 60);
    return new_mesh(p, 12, t, 20, setup);
}

/// The nearest number of 32 bits. Through memory: gcc 12 takes a pair of such conversions for none
/// when it puts two numbers into one register.
__attribute__((unused)) static double narrow(double x) {
    volatile float held = (float)x;
    return (double)held;
}

/// Triangles without order: each has three points of its own, with coordinates of 32 bits. Every
/// point is used, in the order of the triangles, so that reading gives the same numbers.
__attribute__((unused)) static snw_mesh *random_soup(int triangles, snw_setup *setup) {
    snw_vec3 *p = malloc(3 * (size_t)triangles * sizeof *p);
    int *t = malloc(3 * (size_t)triangles * sizeof *t);
    CHECK(p != NULL && t != NULL);
    for (int i = 0; i < 3 * triangles; i++) {
        const double size = pow(10, check_real(-6, 5));
        p[i] = snw_vec3_of(narrow(check_real(-size, size)), narrow(check_real(-size, size)),
                           narrow(check_real(-size, size)));
        t[i] = i;
    }
    snw_mesh *mesh = new_mesh(p, 3 * triangles, t, triangles, setup);
    free(p);
    free(t);
    return mesh;
}

/// The corners of both meshes are the same numbers, triangle by triangle.
__attribute__((unused)) static void check_same_triangles(const snw_mesh *a, const snw_mesh *b) {
    int na, nb;
    const int *fa = snw_mesh_faces(a, &na), *fb = snw_mesh_faces(b, &nb);
    CHECK(na == nb);
    for (int i = 0; i < 3 * na; i++) {
        const snw_vec3 p = a->points[fa[i]], q = b->points[fb[i]];
        CHECK(p.x == q.x && p.y == q.y && p.z == q.z);
    }
}

__attribute__((unused)) static double volume_of(snw_mesh *mesh, snw_setup *setup) {
    double volume = -1;
    prepare(mesh, setup);
    const snw_child shape = {&snw_mesh_type, mesh};
    CHECK(snw_shape_volume(&shape, &volume, NULL) == SNW_OK);
    return volume;
}

#endif // SINEW_TESTS_MESHIO_MESH_TEST_H
