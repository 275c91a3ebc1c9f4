// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

snw_mesh_part snw_mesh_part_of(const snw_mesh *mesh) {
    return (snw_mesh_part){
        .mesh = mesh, .T_file_part = snw_pose_identity(), .colour = {0.8, 0.8, 0.8, 1}};
}

// finite and not 0
static bool is_factor(double x) {
    return isfinite(x) && x != 0;
}

snw_status snw__reading_open(snw__reading *r, const snw_source *source,
                             const snw_mesh_reading *reading, const char *rule, snw_diags *diags) {
    const snw_mesh_reading how = reading != NULL ? *reading : (snw_mesh_reading){0};
    const snw_vec3 s = how.scale;
    const bool none = s.x == 0 && s.y == 0 && s.z == 0;
    *r = (snw__reading){.source = source,
                        .diags = diags,
                        .scale = none ? snw_vec3_of(1, 1, 1) : s,
                        .keep_polygons = how.keep_polygons,
                        .most_triangles = SNW_MESH_TRIANGLES,
                        .rule = rule};
    if (how.palette != NULL) *how.palette = NULL;
    if (!is_factor(r->scale.x) || !is_factor(r->scale.y) || !is_factor(r->scale.z)) {
        return snw__mesh_refuse(r, SNW_ERR_ARGUMENT, "a factor of the scale is 0 or not finite",
                                "give three numbers that are not 0");
    }
    r->mirrored = (s.x < 0) != ((s.y < 0) != (s.z < 0));
    if (how.most_triangles < 0 || how.most_triangles > SNW_MESH_TRIANGLES) {
        return snw__mesh_refuse(r, SNW_ERR_ARGUMENT, "the limit of triangles is outside its range",
                                "give 0, or a number up to SNW_MESH_TRIANGLES");
    }
    if (how.most_triangles > 0) r->most_triangles = how.most_triangles;
    if (source->length > SNW_MESH_FILE_BYTES) {
        snw_why why;
        snw__reading_why(r, &why, SNW_ERR_TOO_LARGE, "the file is too large for a mesh");
        snw_why_add(&why, "size", (double)source->length, "B");
        snw_why_add(&why, "limit", SNW_MESH_FILE_BYTES, "B");
        return snw__refuse_at(r, &why, 0, 0, "simplify the mesh in its own program");
    }
    return SNW_OK;
}

void snw__reading_why(const snw__reading *r, snw_why *why, snw_status code, const char *text) {
    snw_why_set(why, code, NULL, text);
    snw_why_rule(why, r->rule);
}

snw_status snw__refuse_at(const snw__reading *r, snw_why *why, int line, int column,
                          const char *fix) {
    snw_why_at(why, r->source->name, line, column);
    snw_why_fix(why, fix);
    snw_diags_add(r->diags, why);
    return why->code;
}

snw_status snw__mesh_refuse(const snw__reading *r, snw_status code, const char *text,
                            const char *fix) {
    snw_why why;
    snw__reading_why(r, &why, code, text);
    return snw__refuse_at(r, &why, 0, 0, fix);
}

void snw__warn_count(const snw__reading *r, const char *text, const char *name, double count,
                     const char *fix) {
    snw_why why;
    snw__reading_why(r, &why, SNW_OK, text);
    why.severity = SNW_WARNING;
    snw_why_add(&why, name, count, "");
    (void)snw__refuse_at(r, &why, 0, 0, fix);
}

// --- scale --------------------------------------------------------------------------------------

snw_vec3 snw__mesh_scaled(const snw__reading *r, snw_vec3 p, snw_status *fault) {
    const snw_vec3 q = {p.x * r->scale.x, p.y * r->scale.y, p.z * r->scale.z};
    const bool near = fabs(q.x) <= SNW_SHAPE_REACH && fabs(q.y) <= SNW_SHAPE_REACH &&
                      fabs(q.z) <= SNW_SHAPE_REACH;
    *fault = !snw_vec3_is_finite(p) ? SNW_ERR_NOT_FINITE : near ? SNW_OK : SNW_ERR_RANGE;
    return q;
}

// Normals go with the inverse of the scale. One that has length 1 already, and is not turned, keeps
// its bits.
bool snw__mesh_scaled_normal(const snw__reading *r, snw_vec3 n, snw_vec3 *out) {
    const double close = 1e-6; // as near to 1 as the table of the mesh asks
    const snw_vec3 s = r->scale;
    if (!snw_vec3_is_finite(n)) return false;
    const bool plain = s.x == s.y && s.y == s.z && s.x > 0;
    if (plain && fabs(snw_vec3_norm(n) - 1) < close) {
        *out = n;
        return true;
    }
    const snw_vec3 turned = {n.x / s.x, n.y / s.y, n.z / s.z};
    const double length = snw_vec3_norm(turned);
    if (!isfinite(length) || !(length > 0)) return false;
    *out = snw_vec3_scale(turned, 1 / length);
    return snw_vec3_is_finite(*out);
}
