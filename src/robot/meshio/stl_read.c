// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// STL. A binary file is 80 bytes of anything, the number of triangles in 32 bits, and 50 bytes for
// each: normal and three corners as twelve numbers of 32 bits, and 16 bits that nobody agrees on.
// Many binary files begin with "solid" like a text, so the size decides: it holds all triangles. A
// text cannot pass for binary: its four bytes in that place would be a count of at least
// 0x09090909, for which a file of the allowed size is too short.

#include "sinew/meshio/stl.h"

#include <math.h>
#include <string.h>

#include "internal.h"

enum { HEADER = 80, START = 84, RECORD = 50, FLOAT = 4, NORMAL = 12 };

// what was noticed besides the triangles
typedef struct notes {
    int wrong_normals;
} notes;

// A normal of the file is right when it is zero, which asks to compute it, or on the outer side.
static bool is_right(snw_vec3 normal, const snw_vec3 *p) {
    const snw_vec3 outward = snw_vec3_cross(snw_vec3_sub(p[1], p[0]), snw_vec3_sub(p[2], p[0]));
    const double along = snw_vec3_dot(normal, outward);
    return along > 0 || snw_vec3_norm2(normal) == 0 || snw_vec3_norm2(outward) == 0;
}

// three corners as they stand in the file
static snw_status add_triangle(const snw__reading *r, snw__builder *b, const snw_vec3 *scaled) {
    int id[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const snw_status status = snw__builder_merge(r, b, scaled[k], &id[k]);
        if (snw_failed(status)) return status;
    }
    return snw__builder_triangle(r, b, id[0], id[1], id[2]);
}

// --- binary -------------------------------------------------------------------------------------

static snw_vec3 read_vector(const char *bytes) {
    return snw_vec3_of(snw__get_float(bytes), snw__get_float(bytes + FLOAT),
                       snw__get_float(bytes + 2 * (ptrdiff_t)FLOAT));
}

static snw_status refuse_corner(const snw__reading *r, snw_status fault, size_t offset,
                                size_t triangle) {
    snw_why why;
    snw__reading_why(r, &why, fault,
                     fault == SNW_ERR_NOT_FINITE ? "a corner is not finite"
                                                 : "a corner is farther than 1e6 m away");
    snw_why_add(&why, "byte", (double)offset, "");
    snw_why_add(&why, "triangle", (double)triangle, "");
    return snw__refuse_at(r, &why, 0, 0, "repair the mesh in its own program");
}

static snw_status read_binary(const snw__reading *r, snw__builder *b, size_t count, notes *n) {
    for (size_t i = 0; i < count; i++) {
        const size_t start = START + i * RECORD;
        const char *record = r->source->bytes + start;
        snw_vec3 raw[3], scaled[3];
        for (int k = 0; k < 3; k++) {
            snw_status fault = SNW_OK;
            const size_t offset = NORMAL + (size_t)k * NORMAL;
            raw[k] = read_vector(record + offset);
            scaled[k] = snw__mesh_scaled(r, raw[k], &fault);
            if (snw_failed(fault)) return refuse_corner(r, fault, start + offset, i);
        }
        n->wrong_normals += is_right(read_vector(record), raw) ? 0 : 1;
        const snw_status status = add_triangle(r, b, scaled);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// --- text ---------------------------------------------------------------------------------------

static snw_status expect(const snw__reading *r, snw__scan *s, const char *word) {
    if (!snw__scan_any(s)) {
        snw_why why;
        char line[SNW_WHY_TEXT];
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "the file ends where '%s' is expected", word);
        snw__reading_why(r, &why, SNW_ERR_SYNTAX, line);
        return snw__refuse_at(r, &why, s->line, 0, "the file is truncated; get it again");
    }
    if (snw__scan_is(s, word)) return SNW_OK;
    char line[SNW_WHY_TEXT];
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "is found where '%s' is expected", word);
    return snw__refuse_word(r, s, SNW_ERR_SYNTAX, line, "write STL as a text, or as binary");
}

static snw_status read_number(const snw__reading *r, snw__scan *s, double *value) {
    if (snw__scan_any(s)) return snw__scan_real(r, s, value);
    return expect(r, s, "a number");
}

static snw_status read_vertex(const snw__reading *r, snw__scan *s, snw_vec3 *raw,
                              snw_vec3 *scaled) {
    double x[3] = {0, 0, 0};
    snw_status status = expect(r, s, "vertex");
    const snw__scan at = *s;
    for (int k = 0; k < 3 && status == SNW_OK; k++) {
        status = read_number(r, s, &x[k]);
    }
    if (snw_failed(status)) return status;
    *raw = snw_vec3_of(x[0], x[1], x[2]);
    *scaled = snw__mesh_scaled(r, *raw, &status);
    if (status == SNW_OK) return SNW_OK;
    return snw__refuse_point(r, &at, status);
}

// Normals are only compared, so one that is no number is wrong and no more. False at the end.
static bool read_normal(snw__scan *s, snw_vec3 *normal) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        if (!snw__scan_any(s)) return false;
        if (snw_failed(snw_real_parse(s->word, s->length, &x[k], NULL))) x[k] = (double)NAN;
    }
    *normal = snw_vec3_of(x[0], x[1], x[2]);
    return true;
}

// after "facet"
static snw_status read_facet(const snw__reading *r, snw__scan *s, snw__builder *b, notes *n) {
    snw_vec3 normal = {0, 0, 0}, raw[3] = {{0, 0, 0}}, scaled[3] = {{0, 0, 0}};
    snw_status status = expect(r, s, "normal");
    if (status == SNW_OK && !read_normal(s, &normal)) status = expect(r, s, "a number");
    if (status == SNW_OK) status = expect(r, s, "outer");
    if (status == SNW_OK) status = expect(r, s, "loop");
    for (int k = 0; k < 3 && status == SNW_OK; k++) {
        status = read_vertex(r, s, &raw[k], &scaled[k]);
    }
    if (status == SNW_OK) status = expect(r, s, "endloop");
    if (status == SNW_OK) status = expect(r, s, "endfacet");
    if (snw_failed(status)) return status;
    n->wrong_normals += is_right(normal, raw) ? 0 : 1;
    return add_triangle(r, b, scaled);
}

// "solid" and its name, facets, "endsolid" and its name; there may be several
static snw_status read_text(const snw__reading *r, snw__builder *b, notes *n) {
    snw__scan s = snw__scan_over(r->source);
    bool more = snw__scan_any(&s);
    while (more) {
        if (!snw__scan_is(&s, "solid")) {
            return snw__refuse_word(r, &s, SNW_ERR_SYNTAX, "is found where 'solid' is expected",
                                    "write STL as a text, or as binary");
        }
        (void)snw__scan_line(&s);
        for (;;) {
            if (!snw__scan_any(&s)) return expect(r, &s, "endsolid");
            if (!snw__scan_is(&s, "facet")) break;
            const snw_status status = read_facet(r, &s, b, n);
            if (snw_failed(status)) return status;
        }
        if (!snw__scan_is(&s, "endsolid")) {
            return snw__refuse_word(r, &s, SNW_ERR_SYNTAX,
                                    "is found where 'facet' or 'endsolid' is expected",
                                    "write STL as a text, or as binary");
        }
        more = snw__scan_line(&s) && snw__scan_any(&s);
    }
    return SNW_OK;
}

// --- both ---------------------------------------------------------------------------------------

// true when the first word is "solid" and no byte near it is zero
static bool looks_like_text(const snw_source *source) {
    snw__scan s = snw__scan_over(source);
    if (!snw__scan_any(&s) || !snw__scan_is(&s, "solid")) return false;
    const size_t head = source->length < START ? source->length : START;
    return memchr(source->bytes, '\0', head) == NULL;
}

static snw_status refuse_size(const snw__reading *r, uint32_t count) {
    snw_why why;
    snw__reading_why(r, &why, SNW_ERR_SYNTAX, "the file is too short for its triangles");
    snw_why_add(&why, "triangles", count, "");
    snw_why_add(&why, "needed", START + (double)RECORD * count, "B");
    snw_why_add(&why, "size", (double)r->source->length, "B");
    return snw__refuse_at(r, &why, 0, 0, "the file is truncated; get it again");
}

static snw_status read_any(const snw__reading *r, snw__builder *b, notes *n) {
    const size_t length = r->source->length;
    const uint32_t count = length >= START ? snw__get_u32(r->source->bytes + HEADER) : 0;
    const uint64_t needed = START + (uint64_t)RECORD * count;
    const bool fits = length >= START && needed <= length;
    if (!fits && looks_like_text(r->source)) return read_text(r, b, n);
    if (length < START) {
        return snw__mesh_refuse(r, SNW_ERR_SYNTAX, "this is neither a text nor binary STL",
                                "a text begins with 'solid', binary has at least 84 bytes");
    }
    if (needed > length) return refuse_size(r, count);
    if (count > (uint32_t)r->most_triangles) {
        snw_why why;
        snw__reading_why(r, &why, SNW_ERR_TOO_LARGE, "the mesh has too many triangles");
        snw_why_add(&why, "triangles", count, "");
        snw_why_add(&why, "limit", r->most_triangles, "");
        return snw__refuse_at(r, &why, 0, 0, "simplify the mesh in its own program");
    }
    if (needed < length) {
        snw__warn_count(r, "bytes after the last triangle are ignored", "bytes",
                        (double)(length - needed), "");
    }
    return read_binary(r, b, count, n);
}

snw_status snw_stl_read(const snw_source *source, const snw_mesh_reading *reading, snw_setup *setup,
                        snw_mesh **mesh, snw_diags *diags) {
    snw__reading r;
    snw_status status = snw__reading_open(&r, source, reading, "stl", diags);
    if (snw_failed(status)) return status;
    snw__builder b = {.finder = {.seed = snw__hash_bytes(source->bytes, source->length)}};
    notes n = {0};
    status = read_any(&r, &b, &n);
    if (status == SNW_OK && b.index_count == 0) {
        status = snw__mesh_refuse(&r, SNW_ERR_RANGE, "the file has no triangle with an area",
                                  "export the mesh again");
    }
    if (status == SNW_OK && n.wrong_normals > 0) {
        snw__warn_count(&r, "normals disagree with the order of the corners, which is used",
                        "normals", n.wrong_normals, "");
    }
    if (status == SNW_OK) status = snw__builder_finish(&r, &b, setup, mesh);
    snw__builder_close(&b);
    return status;
}
