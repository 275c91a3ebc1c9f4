// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

void snw__put_u16(snw_text *out, unsigned value) {
    const char bytes[2] = {(char)(value & 0xFF), (char)(value >> 8 & 0xFF)};
    snw_text_add(out, bytes, sizeof bytes);
}

void snw__put_u32(snw_text *out, uint32_t value) {
    const char bytes[4] = {(char)(value & 0xFF), (char)(value >> 8 & 0xFF),
                           (char)(value >> 16 & 0xFF), (char)(value >> 24 & 0xFF)};
    snw_text_add(out, bytes, sizeof bytes);
}

void snw__put_float(snw_text *out, double value) {
    const float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    snw__put_u32(out, bits);
}

double snw__narrowed(double value) {
    char bytes[8];
    snw_text text = snw_text_over(bytes, sizeof bytes);
    snw__put_float(&text, value);
    return snw__get_float(bytes);
}

double snw__get_float(const char *bytes) {
    const uint32_t bits = snw__get_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

// --- parts --------------------------------------------------------------------------------------

static snw_status check_part(const snw_mesh_part *part, snw_why *why) {
    const snw_mesh *mesh = part->mesh;
    if (mesh->polygon_count > 0 && mesh->face_index_count == 0) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "mesh-write", part->name,
                               "its polygons are not triangulated",
                               "call snw_shape_prepare() first");
    }
    if (mesh->normal_count != 0 && mesh->normal_count != mesh->point_count) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "mesh-write", part->name,
                               "normals and points differ in number",
                               "give one per point, or none");
    }
    const snw_pose T = part->T_file_part;
    const bool placed = snw_vec3_is_finite(T.p) && snw_vec3_is_finite(T.R.x) &&
                        snw_vec3_is_finite(T.R.y) && snw_vec3_is_finite(T.R.z);
    for (int i = 0; placed && i < mesh->point_count; i++) {
        const snw_vec3 p = mesh->points[i];
        const snw_vec3 q = snw_pose_apply(T, p);
        // the comparison fails for NaN
        const double most = 2 * SNW_SHAPE_REACH;
        if (!(snw_vec3_norm(p) <= most) || !(snw_vec3_norm(q) <= most)) {
            return snw_refuse_rule(why, SNW_ERR_RANGE, "mesh-write", part->name,
                                   "a point is not finite, or too far away", "repair the mesh");
        }
    }
    if (placed) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "mesh-write", part->name,
                           "its pose is not finite", "give a pose");
}

snw_status snw__check_parts(const snw_mesh_part *parts, int count, long *triangles, snw_why *why) {
    if (count <= 0) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "mesh-write", NULL,
                               "there is no part to write", "give at least one mesh");
    }
    *triangles = 0;
    for (int i = 0; i < count; i++) {
        int faces;
        const snw_status status = check_part(&parts[i], why);
        if (snw_failed(status)) return status;
        (void)snw_mesh_faces(parts[i].mesh, &faces);
        *triangles += faces;
        if (*triangles > SNW_MESH_TRIANGLES) {
            return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "mesh-write", parts[i].name,
                                   "there are too many triangles", "write fewer parts");
        }
    }
    return SNW_OK;
}
