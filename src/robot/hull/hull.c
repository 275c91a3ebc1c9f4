// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Convex hulls, by qhull (Barber, Dobkin and Huhdanpaa 1996).
//
// qhull merges facets that lie in one plane to rounding and triangulates them again (option Qt). A
// merged facet may keep points that are no corners of it; so the hull of the vertices is taken
// again until all of them are used, which makes the result a fixed point.

#include <libqhull_r/qhull_ra.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Facets of some points: indices into them.
typedef struct facets {
    int *triangles;
    snw_vec3 *normals;
    int count;
    bool *used;   // for each point
    double slack; // how far points lie beyond their facets
} facets;

static void free_facets(facets *f) {
    free(f->triangles);
    free(f->normals);
    free(f->used);
    *f = (facets){0};
}

static bool make_facets(facets *f, int facet_count, int point_count) {
    f->triangles = calloc((size_t)facet_count * 3 + 1, sizeof *f->triangles);
    f->normals = calloc((size_t)facet_count + 1, sizeof *f->normals);
    f->used = calloc((size_t)point_count, sizeof *f->used);
    return f->triangles != NULL && f->normals != NULL && f->used != NULL;
}

// copies a triangular facet; qhull tells by a flag which way its vertices run
static void take_facet(qhT *qh, facetT *facet, facets *f) {
    int *corners = &f->triangles[(ptrdiff_t)3 * f->count];
    int found = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) {
        if (found < 3) corners[found] = qh_pointid(qh, vertex->point);
        found++;
    }
    if (facet->toporient ^ qh_ORIENTclock) {
        const int first = corners[0];
        corners[0] = corners[1];
        corners[1] = first;
    }
    for (int i = 0; i < 3; i++) {
        f->used[corners[i]] = true;
    }
    f->normals[f->count++] = snw_vec3_of(facet->normal[0], facet->normal[1], facet->normal[2]);
}

static snw_status take_facets(qhT *qh, int point_count, facets *f) {
    facetT *facet;
    int count = 0;
    FORALLfacets {
        if (!facet->simplicial || facet->normal == NULL) return SNW_ERR_CHECK;
        count++;
    }
    if (!make_facets(f, count, point_count)) return SNW_ERR_MEMORY;
    FORALLfacets {
        take_facet(qh, facet, f);
    }
    f->slack = fmax(qh->max_outside, 0) - fmin(qh->min_vertex, 0) + 2 * qh->DISTround;
    return SNW_OK;
}

static snw_status status_of(int code) {
    if (code == 0) return SNW_OK;
    if (code == qh_ERRsingular) return SNW_ERR_RANGE;
    return code == qh_ERRmem ? SNW_ERR_MEMORY : SNW_ERR_CHECK;
}

// Runs qhull over x, y, z of count points. It wants a stream for its messages, which are not ours
// to print; what it has to say is in its code.
static snw_status run_qhull(double *coordinates, int count, facets *f) {
    char command[] = "qhull Qt Pp";
    FILE *nowhere = fopen("/dev/null", "w");
    qhT *qh = calloc(1, sizeof *qh);
    snw_status status = SNW_ERR_MEMORY;
    if (nowhere != NULL && qh != NULL) {
        qh_zero(qh, nowhere);
        status =
            status_of(qh_new_qhull(qh, 3, count, coordinates, qh_False, command, NULL, nowhere));
        if (status == SNW_OK) status = take_facets(qh, count, f);
        int blocks = 0, bytes = 0;
        qh_freeqhull(qh, !qh_ALL);
        qh_memfreeshort(qh, &blocks, &bytes);
    }
    free(qh);
    if (nowhere != NULL) (void)fclose(nowhere);
    return status;
}

// --- rounds -------------------------------------------------------------------------------------

typedef struct rounds {
    const snw_vec3 *points;
    int *kept; // indices of the points that are left
    int count;
    double *coordinates;
    snw_vec3 center;
} rounds;

// one run of qhull over the points that are left
static snw_status run_round(rounds *r, facets *f) {
    for (int i = 0; i < r->count; i++) {
        const snw_vec3 p = snw_vec3_sub(r->points[r->kept[i]], r->center);
        double *at = &r->coordinates[(ptrdiff_t)3 * i];
        at[0] = p.x;
        at[1] = p.y;
        at[2] = p.z;
    }
    const double slack = f->slack;
    free_facets(f);
    const snw_status status = run_qhull(r->coordinates, r->count, f);
    // points that an earlier round dropped may lie beyond its facets
    f->slack += slack;
    return status;
}

// drops the points that no facet uses; returns how many
static int drop_unused(rounds *r, facets *f) {
    int left = 0;
    for (int i = 0; i < r->count; i++) {
        if (f->used[i]) r->kept[left++] = r->kept[i];
    }
    const int dropped = r->count - left;
    if (dropped > 0) r->count = left;
    return dropped;
}

// The facets of the hull as indices of r->kept, all of which are used.
static snw_status find_facets(rounds *r, facets *f) {
    enum { MOST_ROUNDS = 32 };
    for (int round = 0; round < MOST_ROUNDS; round++) {
        const snw_status status = run_round(r, f);
        if (snw_failed(status)) return status;
        if (drop_unused(r, f) == 0) return SNW_OK;
    }
    return SNW_ERR_NOT_CONVERGED;
}

static snw_status start_rounds(rounds *r, const snw_vec3 *points, int count) {
    *r = (rounds){.points = points, .count = count};
    r->kept = calloc((size_t)count, sizeof *r->kept);
    r->coordinates = calloc((size_t)count * 3, sizeof *r->coordinates);
    if (r->kept == NULL || r->coordinates == NULL) return SNW_ERR_MEMORY;
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < count; i++) {
        r->kept[i] = i;
        box = snw_bounds_add(box, points[i]);
    }
    // from the middle, so that rounding is that of the extent and not of the place
    r->center = snw_bounds_center(box);
    return snw_vec3_max_abs(snw_bounds_size(box)) > 0 ? SNW_OK : SNW_ERR_RANGE;
}

static void end_rounds(rounds *r) {
    free(r->kept);
    free(r->coordinates);
}

static snw_status refuse_hull(snw_status status, int count, snw_why *why) {
    const char *text = NULL;
    const bool flat = status == SNW_ERR_RANGE;
    if (flat) text = count < 4 ? "a hull needs four points" : "the points lie in a plane";
    if (status == SNW_ERR_NOT_FINITE) text = "a point is not finite";
    if (status == SNW_ERR_TOO_LARGE) text = "there are too many points, or they are too far away";
    if (status == SNW_ERR_CHECK) text = "qhull found no closed surface";
    snw_why_set(why, status, "hull", text);
    if (flat) snw_why_rule(why, "hull-flat");
    if (flat) {
        snw_why_fix(why, "add points that give it a height, or use a rectangle, triangle or "
                         "segment");
    }
    snw_why_add(why, "points", count, "");
    return status;
}

static snw_status check_points(const snw_vec3 *points, int count) {
    if (points == NULL || count < 4) return SNW_ERR_RANGE;
    if (count > SNW_MESH_POINTS) return SNW_ERR_TOO_LARGE;
    for (int i = 0; i < count; i++) {
        if (!snw_vec3_is_finite(points[i])) return SNW_ERR_NOT_FINITE;
        if (snw_vec3_max_abs(points[i]) > SNW_SHAPE_REACH) return SNW_ERR_TOO_LARGE;
    }
    return SNW_OK;
}

// --- hulls --------------------------------------------------------------------------------------

static snw_status resize(snw_hull *hull, const char *field, int count, snw_setup *setup) {
    const snw_field *list = snw_type_field(&snw_hull_type, field);
    const snw_status status = snw_block_resize(list, hull, count, setup);
    if (status == SNW_OK) snw_block_trim(list, hull, setup);
    return status;
}

// The surface must be closed and the right way round; a sliver that qhull has folded would not be.
static snw_status check_surface(const snw_hull *hull) {
    snw_mesh mesh = {.points = hull->points,
                     .point_count = hull->point_count,
                     .triangles = hull->triangles,
                     .index_count = hull->index_count};
    snw_inertia inertia;
    return snw_mesh_inertia(&mesh, 1, &inertia, NULL);
}

// writes the facets into the hull; names[i] is the index in its points of the i-th point kept
static snw_status write_faces(const facets *f, const int *names, snw_hull *hull, snw_setup *setup) {
    snw_status status = resize(hull, "triangles", 3 * f->count, setup);
    if (status == SNW_OK) status = resize(hull, "normals", f->count, setup);
    if (snw_failed(status)) return status;
    for (int i = 0; i < 3 * f->count; i++) {
        hull->triangles[i] = names != NULL ? names[f->triangles[i]] : f->triangles[i];
    }
    memcpy(hull->normals, f->normals, (size_t)f->count * sizeof *f->normals);
    hull->slack = f->slack;
    return check_surface(hull);
}

snw_status snw__hull_prepare(void *shape, snw_setup *setup, snw_why *why) {
    snw_hull *hull = shape;
    // a hull of nothing is empty
    if (hull->point_count == 0) return SNW_OK;
    rounds r = {0};
    facets f = {0};
    snw_status status = check_points(hull->points, hull->point_count);
    if (status == SNW_OK) status = start_rounds(&r, hull->points, hull->point_count);
    if (status == SNW_OK) status = find_facets(&r, &f);
    const int vertices = r.count < hull->point_count ? r.count : 0;
    if (status == SNW_OK) status = resize(hull, "vertices", vertices, setup);
    if (status == SNW_OK) {
        if (vertices > 0) memcpy(hull->vertices, r.kept, (size_t)vertices * sizeof(int));
        status = write_faces(&f, r.kept, hull, setup);
    }
    free_facets(&f);
    end_rounds(&r);
    return snw_failed(status) ? refuse_hull(status, hull->point_count, why) : SNW_OK;
}

snw_status snw_hull_of_points(const snw_vec3 *points, int count, snw_setup *setup, snw_hull **hull,
                              snw_why *why) {
    rounds r = {0};
    facets f = {0};
    snw_hull *made = NULL;
    snw_status status = check_points(points, count);
    if (status == SNW_OK) status = start_rounds(&r, points, count);
    if (status == SNW_OK) status = find_facets(&r, &f);
    if (status == SNW_OK) {
        made = snw_block_new(&snw_hull_type, setup);
        status = made != NULL ? resize(made, "points", r.count, setup) : SNW_ERR_MEMORY;
    }
    if (status == SNW_OK) {
        for (int i = 0; i < r.count; i++) {
            made->points[i] = points[r.kept[i]];
        }
        status = write_faces(&f, NULL, made, setup);
    }
    free_facets(&f);
    end_rounds(&r);
    if (snw_failed(status)) return refuse_hull(status, count, why);
    *hull = made;
    return SNW_OK;
}

snw_status snw_shape_hull(const snw_child *shape, const snw_mesh_options *options, snw_setup *setup,
                          snw_hull **hull, snw_why *why) {
    if (shape->type == &snw_hull_type) {
        const snw_hull *h = shape->block;
        return snw_hull_of_points(h->points, h->point_count, setup, hull, why);
    }
    snw_mesh *mesh = shape->type == &snw_mesh_type ? shape->block : NULL;
    if (mesh == NULL) {
        const snw_status made = snw_shape_mesh(shape, options, setup, &mesh, why);
        if (snw_failed(made) || mesh == NULL) return made;
    }
    return snw_hull_of_points(mesh->points, mesh->point_count, setup, hull, why);
}
