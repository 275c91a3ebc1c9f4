// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What a mesh of a robot hardly ever is.

#include <math.h>

#include "sinew/meshio/load.h"
#include "sinew/shape/bounds.h"

// No link of an arm is as long as this, and none so short; a mesh that is was drawn in another
// unit.
static const double longest = 5, shortest = 0.001;

static int warn(snw_diags *diags, snw_why *why, const char *name, const char *rule,
                const char *fix) {
    why->severity = SNW_WARNING;
    why->code = SNW_OK;
    snw_why_rule(why, rule);
    snw_why_fix(why, fix);
    snw_why_at(why, name, 0, 0);
    snw_diags_add(diags, why);
    return 1;
}

static int check_size(const snw_mesh *mesh, const char *name, snw_diags *diags) {
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < mesh->point_count; i++) {
        box = snw_bounds_add(box, mesh->points[i]);
    }
    const snw_vec3 size = snw_bounds_size(box);
    const double extent = fmax(size.x, fmax(size.y, size.z));
    if (mesh->point_count == 0 || (extent <= longest && extent >= shortest)) return 0;
    const bool large = extent > longest;
    snw_why why;
    snw_why_set(&why, SNW_OK, NULL,
                large
                    ? "the mesh is longer than 5 m: it looks like millimetres"
                    : "the mesh is shorter than 1 mm: it looks like metres scaled once too often");
    snw_why_add(&why, "extent", extent, "m");
    snw_why_add(&why, "factor", large ? 0.001 : 1000, "");
    return warn(diags, &why, name, "mesh-size",
                large ? "scale it by 0.001 if it is" : "scale it by 1000 if it is");
}

// six times the signed volume, by the tetrahedra from the first point (divergence theorem)
static double volume(const snw_mesh *mesh) {
    int count;
    const int *faces = snw_mesh_faces(mesh, &count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const int *c = &faces[(ptrdiff_t)3 * i];
        const snw_vec3 o = mesh->points[0];
        const snw_vec3 a = snw_vec3_sub(mesh->points[c[0]], o);
        const snw_vec3 b = snw_vec3_sub(mesh->points[c[1]], o);
        const snw_vec3 d = snw_vec3_sub(mesh->points[c[2]], o);
        sum += snw_vec3_dot(a, snw_vec3_cross(b, d));
    }
    return sum / 6;
}

int snw_mesh_check(const snw_mesh *mesh, const char *name, snw_diags *diags) {
    int found = check_size(mesh, name, diags);
    snw_why why;
    const snw_status closed = snw_mesh_check_closed(mesh, &why);
    if (closed == SNW_ERR_CHECK) {
        found += warn(diags, &why, name, "mesh-closed",
                      "it has no inside, no mass and no volume; close the gap");
    } else if (closed == SNW_OK && volume(mesh) < 0) {
        snw_why_set(&why, SNW_OK, NULL, "the mesh is inside out: its volume is negative");
        snw_why_add(&why, "volume", volume(mesh), "m^3");
        found += warn(diags, &why, name, "mesh-inside-out", "reverse the order of the corners");
    }
    return found;
}
