// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/meshio/stl.h"

#include <string.h>

#include "internal.h"

enum { HEADER = 80 };

// the corners of a triangle in the frame of the file, and its normal, zero when it has no area
typedef struct facet {
    snw_vec3 p[3];
    snw_vec3 normal;
} facet;

static facet facet_of(const snw_mesh_part *part, const int *corners) {
    facet f;
    for (int k = 0; k < 3; k++) {
        f.p[k] = snw_pose_apply(part->T_file_part, part->mesh->points[corners[k]]);
    }
    const snw_vec3 area =
        snw_vec3_cross(snw_vec3_sub(f.p[1], f.p[0]), snw_vec3_sub(f.p[2], f.p[0]));
    const double length = snw_vec3_norm(area);
    f.normal = length > 0 ? snw_vec3_scale(area, 1 / length) : snw_vec3_zero();
    return f;
}

static void put_vector(snw_text *out, snw_vec3 v) {
    snw__put_float(out, v.x);
    snw__put_float(out, v.y);
    snw__put_float(out, v.z);
}

static void put_binary(const facet *f, snw_text *out) {
    put_vector(out, f->normal);
    for (int k = 0; k < 3; k++) {
        put_vector(out, f->p[k]);
    }
    snw__put_u16(out, 0);
}

static void print_vector(snw_text *out, const char *key, snw_vec3 v) {
    snw_text_add(out, key, strlen(key));
    const double x[3] = {v.x, v.y, v.z};
    for (int k = 0; k < 3; k++) {
        snw_text_add(out, " ", 1);
        snw_text_real(out, x[k]);
    }
    snw_text_add(out, "\n", 1);
}

static void print_facet(const facet *f, snw_text *out) {
    print_vector(out, "facet normal", f->normal);
    snw_text_format(out, " outer loop\n");
    for (int k = 0; k < 3; k++) {
        print_vector(out, "  vertex", f->p[k]);
    }
    snw_text_format(out, " endloop\nendfacet\n");
}

snw_status snw_stl_write(const snw_mesh_part *parts, int count, bool as_text, snw_text *out,
                         snw_why *why) {
    long total;
    const snw_status status = snw__check_parts(parts, count, &total, why);
    if (snw_failed(status)) return status;
    if (as_text) {
        snw_text_format(out, "solid sinew\n");
    } else {
        const char header[HEADER] = "binary STL of sinew, in m";
        snw_text_add(out, header, sizeof header);
        snw__put_u32(out, (uint32_t)total);
    }
    for (int i = 0; i < count; i++) {
        int faces;
        const int *corners = snw_mesh_faces(parts[i].mesh, &faces);
        for (int k = 0; k < faces; k++) {
            const facet f = facet_of(&parts[i], &corners[(ptrdiff_t)3 * k]);
            if (as_text) {
                print_facet(&f, out);
            } else {
                put_binary(&f, out);
            }
        }
    }
    if (as_text) snw_text_format(out, "endsolid sinew\n");
    return SNW_OK;
}
