// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/meshio/obj.h"

// indices of the parts before, which OBJ counts together
typedef struct offsets {
    int point, texture, normal;
} offsets;

static void print_key(snw_text *out, const char *key, const double *x, int count) {
    snw_text_format(out, "%s", key);
    for (int k = 0; k < count; k++) {
        snw_text_add(out, " ", 1);
        snw_text_real(out, x[k]);
    }
    snw_text_add(out, "\n", 1);
}

static void print_vector(snw_text *out, const char *key, snw_vec3 v) {
    const double x[3] = {v.x, v.y, v.z};
    print_key(out, key, x, 3);
}

static void print_lists(const snw_mesh_part *part, snw_text *out) {
    const snw_mesh *mesh = part->mesh;
    for (int i = 0; i < mesh->point_count; i++) {
        print_vector(out, "v", snw_pose_apply(part->T_file_part, mesh->points[i]));
    }
    for (int i = 0; i < mesh->texture_point_count; i++) {
        const double x[2] = {mesh->texture_points[i].x, mesh->texture_points[i].y};
        print_key(out, "vt", x, 2);
    }
    for (int i = 0; i < mesh->normal_count; i++) {
        print_vector(out, "vn", snw_mat3_apply(part->T_file_part.R, mesh->normals[i]));
    }
}

// "f" and its corners as point/texture/normal; `texture` may be NULL
static void print_face(const snw_mesh *mesh, const offsets *from, const int *corners,
                       const int *texture, int count, snw_text *out) {
    snw_text_add(out, "f", 1);
    for (int k = 0; k < count; k++) {
        snw_text_format(out, " %d", from->point + corners[k] + 1);
        if (texture != NULL) snw_text_format(out, "/%d", from->texture + texture[k] + 1);
        if (mesh->normal_count > 0) {
            snw_text_format(out, "%s%d", texture != NULL ? "/" : "//",
                            from->normal + corners[k] + 1);
        }
    }
    snw_text_add(out, "\n", 1);
}

// a name in one line; control characters become blanks
static void print_name(snw_text *out, const char *key, const char *name) {
    snw_text_format(out, "%s ", key);
    for (const char *c = name; *c != '\0'; c++) {
        snw_text_add(out, (unsigned char)*c < ' ' ? " " : c, 1);
    }
    snw_text_add(out, "\n", 1);
}

static void print_part(const snw_mesh_part *part, offsets *from, snw_text *out) {
    const snw_mesh *mesh = part->mesh;
    if (part->name != NULL && part->name[0] != '\0') print_name(out, "o", part->name);
    print_lists(part, out);
    for (int i = 0; i < mesh->index_count; i += 3) {
        print_face(mesh, from, &mesh->triangles[i], NULL, 3, out);
    }
    const char *surface = "";
    for (int i = 0; i < mesh->polygon_count; i++) {
        const snw_polygon *p = &mesh->polygons[i];
        if (strcmp(p->surface, surface) != 0) {
            surface = p->surface;
            if (surface[0] != '\0') print_name(out, "usemtl", surface);
            if (surface[0] == '\0') snw_text_format(out, "usemtl\n");
        }
        print_face(mesh, from, p->corners, p->texture_count > 0 ? p->texture : NULL,
                   p->corner_count, out);
    }
    from->point += mesh->point_count;
    from->texture += mesh->texture_point_count;
    from->normal += mesh->normal_count;
}

snw_status snw_obj_write(const snw_mesh_part *parts, int count, const char *materials,
                         snw_text *out, snw_why *why) {
    long total;
    const snw_status status = snw__check_parts(parts, count, &total, why);
    if (snw_failed(status)) return status;
    snw_text_format(out, "# OBJ of sinew, in m\n");
    if (materials != NULL) print_name(out, "mtllib", materials);
    offsets from = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        print_part(&parts[i], &from, out);
    }
    return SNW_OK;
}
