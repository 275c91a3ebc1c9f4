// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The flat side of a core that looks into a direction. A polytope keeps no faces: one is found by
// tilting the plane across the direction about the support point until it meets a vertex, and then
// about that edge until it meets another.

#include "patch.h"

enum { RIM = 8, FLAT = 48 }; // vertices of a face that are looked at

static int face_of_box(snw_vec3 h, snw_vec3 d, snw_vec3 *corners) {
    static const int around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    const int axis = z >= x && z >= y ? 2 : (x >= y ? 0 : 1);
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    for (int i = 0; i < 4; i++) {
        snw_vec3_set(&corners[i], axis, copysign(snw_vec3_get(h, axis), snw_vec3_get(d, axis)));
        snw_vec3_set(&corners[i], next, around[i][0] * snw_vec3_get(h, next));
        snw_vec3_set(&corners[i], last, around[i][1] * snw_vec3_get(h, last));
    }
    return 4;
}

// A cap, as points of its rim; or the line up the side.
static int face_of_cone(snw_vec3 h, snw_vec3 d, snw_vec3 *corners) {
    const double across = sqrt(d.x * d.x + d.y * d.y), rise = h.x - h.y;
    const double side = (2 * h.z * across + rise * d.z) / hypot(2 * h.z, rise);
    const double cap = (d.z > 0 ? h.y : h.x) > 0 ? fabs(d.z) : 0;
    if (side > cap && across > 0 && h.z > 0) {
        const double c = d.x / across, s = d.y / across;
        corners[0] = snw_vec3_of(h.x * c, h.x * s, -h.z);
        corners[1] = snw_vec3_of(h.y * c, h.y * s, h.z);
        return 2;
    }
    const double radius = d.z > 0 ? h.y : h.x;
    if (!(radius > 0)) return 0;
    for (int i = 0; i < RIM; i++) {
        const double turn = 2 * SNW_PI * i / RIM;
        corners[i] = snw_vec3_of(radius * cos(turn), radius * sin(turn), d.z > 0 ? h.z : -h.z);
    }
    return RIM;
}

// --- polytopes -----------------------------------------------------------------------------------

// The vertices that may share a face with one: its neighbours, or all where there are few.
static int vertices_beside(const snw__core *core, int at, const uint16_t **list) {
    if (core->first_beside == NULL) return core->vertex_count;
    *list = &core->beside[core->first_beside[at]];
    return core->first_beside[at + 1] - core->first_beside[at];
}

// The vertex that a plane through v0 with the outward normal n meets first when it is tilted about
// v0, or about the unit axis through it. The new normal; false where there is no such vertex.
static bool tilt_plane(const snw__core *core, int v0, const snw_vec3 *axis, snw_vec3 *n,
                       snw_vec3 *met) {
    const uint16_t *list = NULL;
    const int count = vertices_beside(core, v0, &list);
    const double least = 1e-9 * core->size;
    double best = (double)INFINITY;
    snw_vec3 turned = *n;
    for (int i = 0; i < count; i++) {
        const snw_vec3 way =
            snw_vec3_sub(core->vertices[list != NULL ? list[i] : i], core->vertices[v0]);
        const double below = -snw_vec3_dot(*n, way);
        snw_vec3 aside = snw_vec3_add_scaled(way, *n, below);
        if (axis != NULL) {
            aside = snw_vec3_add_scaled(aside, *axis, -snw_vec3_dot(aside, *axis));
        }
        const double far = snw_vec3_norm(aside), slope = below / far;
        if (!(far > least) || !(slope < best)) continue;
        best = slope;
        *met = way;
        turned = snw_vec3_add_scaled(*n, aside, slope / far);
    }
    if (!(best < (double)INFINITY)) return false;
    *n = snw_vec3_normalize(turned);
    return true;
}

// All vertices in the plane, from v0 on.
static int vertices_in_plane(const snw__core *core, int v0, snw_vec3 n, int found[FLAT]) {
    const double high = snw_vec3_dot(n, core->vertices[v0]);
    const double rounding = 1e-9 * core->size + core->slack;
    int count = 1;
    found[0] = v0;
    if (core->first_beside == NULL) {
        for (int i = 0; i < core->vertex_count && count < FLAT; i++) {
            if (i != v0 && high - snw_vec3_dot(n, core->vertices[i]) <= rounding) {
                found[count++] = i;
            }
        }
        return count;
    }
    for (int next = 0; next < count; next++) {
        const int at = found[next];
        for (int k = core->first_beside[at]; k < core->first_beside[at + 1]; k++) {
            const int beside = core->beside[k];
            if (!(high - snw_vec3_dot(n, core->vertices[beside]) <= rounding)) continue;
            bool known = count == FLAT;
            for (int i = 0; i < count && !known; i++)
                known = found[i] == beside;
            if (!known) found[count++] = beside;
        }
    }
    return count;
}

// a vertex in the plane of a face
typedef struct flat_point {
    double x, y;
    int at;
} flat_point;

static int compare_flat(const flat_point *a, const flat_point *b) {
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void sort_flat(flat_point *p, int count) {
    for (int i = 1; i < count; i++) {
        const flat_point moved = p[i];
        int k = i;
        for (; k > 0 && compare_flat(&moved, &p[k - 1]) < 0; k--)
            p[k] = p[k - 1];
        p[k] = moved;
    }
}

static bool turns_left(const flat_point *a, const flat_point *b, const flat_point *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x) > 0;
}

// Their hull by the chain of Andrew (1979): from left to right below, and back above.
static int hull_of_flat(flat_point *p, int count, flat_point *hull) {
    sort_flat(p, count);
    int size = 0;
    for (int pass = 0; pass < 2; pass++) {
        const int start = size;
        for (int i = 0; i < count; i++) {
            const flat_point *next = &p[pass == 0 ? i : count - 1 - i];
            while (size >= start + 2 && !turns_left(&hull[size - 2], &hull[size - 1], next))
                size--;
            hull[size++] = *next;
        }
        size--; // the last is the first of the other pass
    }
    return size;
}

static int face_of_polytope(const snw__core *core, snw_vec3 d, snw_vec3 *corners) {
    int v0 = -1, found[FLAT];
    snw_vec3 n = d, met = snw_vec3_zero();
    corners[0] = snw__core_support(core, d, &v0);
    if (!tilt_plane(core, v0, NULL, &n, &met)) return 1;
    const snw_vec3 edge = snw_vec3_normalize(met);
    corners[1] = snw_vec3_add(corners[0], met);
    if (!tilt_plane(core, v0, &edge, &n, &met)) return 2;
    const int count = vertices_in_plane(core, v0, n, found);
    const snw_vec3 across = snw_vec3_cross(n, edge);
    flat_point flat[FLAT], hull[2 * FLAT];
    for (int i = 0; i < count; i++) {
        const snw_vec3 at = core->vertices[found[i]];
        flat[i] = (flat_point){snw_vec3_dot(edge, at), snw_vec3_dot(across, at), found[i]};
    }
    const int size = hull_of_flat(flat, count, hull);
    const int kept = size < SNW__FACE_CORNERS ? size : SNW__FACE_CORNERS;
    for (int i = 0; i < kept; i++) {
        corners[i] = core->vertices[hull[i * size / kept].at];
    }
    return kept;
}

int snw__core_face(const snw__core *core, snw_vec3 d, snw_vec3 corners[SNW__FACE_CORNERS]) {
    const snw_vec3 h = core->half;
    switch (core->kind) {
    case SNW__CORE_POINT:
        corners[0] = snw_vec3_zero();
        return 1;
    case SNW__CORE_SEGMENT:
        corners[0] = snw_vec3_z(-h.z);
        corners[1] = snw_vec3_z(h.z);
        return 2;
    case SNW__CORE_RECTANGLE:
        return face_of_box(h, snw_vec3_z(d.z), corners);
    case SNW__CORE_BOX:
        return face_of_box(h, d, corners);
    case SNW__CORE_POLYTOPE:
        return face_of_polytope(core, d, corners);
    case SNW__CORE_CONE:
        return face_of_cone(h, d, corners);
    case SNW__CORE_MESH:
    case SNW__CORE_ELLIPSOID:
    case SNW__CORE_SHAPE:
    case SNW__CORE_HALF_SPACE:
    case SNW__CORE_PLANE:
    case SNW__CORE_BRICKS:
        break;
    }
    return 0;
}
