// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Support points of cores in their own frames, where the formulas have no poses and no cases.

#include "internal.h"

static snw_vec3 box_corner(snw_vec3 h, int at) {
    return snw_vec3_of(at & 1 ? -h.x : h.x, at & 2 ? -h.y : h.y, at & 4 ? -h.z : h.z);
}

// Of the two rims: d.c + r |d across| decides. Where d runs along the axis, the centre of the disc
// is as good as any point, because the direction of a tiny part across is noise.
static snw_vec3 cone_support(snw_vec3 h, snw_vec3 d, int *at) {
    const double across = sqrt(d.x * d.x + d.y * d.y);
    const bool above = 2 * d.z * h.z + (h.y - h.x) * across > 0;
    const double radius = above ? h.y : h.x, z = above ? h.z : -h.z;
    *at = above && h.z > 0; // which rim, of two
    if (!(across > 1e-14 * fabs(d.z))) return snw_vec3_z(z);
    const double scale = radius / across;
    return snw_vec3_of(scale * d.x, scale * d.y, z);
}

static snw_vec3 ellipsoid_support(snw_vec3 h, snw_vec3 d) {
    const snw_vec3 scaled = snw_vec3_mul(h, d);
    const double square = snw_vec3_norm2(scaled);
    return snw_vec3_mul(h, snw_vec3_scale(scaled, square > 0 ? 1 / sqrt(square) : 0));
}

// --- polytopes -----------------------------------------------------------------------------------

SNW_INLINE void take_farther(int corner, double reach, int *best, double *most) {
    *best = reach > *most ? corner : *best;
    *most = reach > *most ? reach : *most;
}

static int scan_corners(const snw__core *core, const snw_vec3 *way) {
    const snw_vec3 d = *way;
    int best = 0;
    double most = snw_vec3_dot(d, core->vertices[0]);
    for (int i = 1; i < core->vertex_count; i++) {
        take_farther(i, snw_vec3_dot(d, core->vertices[i]), &best, &most);
    }
    return best;
}

// Cells on the faces of a cube, SIDE by SIDE each. Directions come in no order, so a branch would
// be guessed wrong as often as not.
enum { SIDE = 8 };

// cell 0 to SIDE - 1 of -1 to 1
static int cell_of(double x) {
    const int cell = (int)((x + 1) * (SIDE / 2.0));
    return cell < SIDE ? cell : SIDE - 1;
}

// The cell of a direction, which is not 0, among the SNW__STARTS of a table. Vectors are told by
// their address here: one that is copied just after it was made waits for itself.
SNW_INLINE int start_of(const snw_vec3 *d) {
    const double way[3] = {d->x, d->y, d->z};
    const double x = fabs(d->x), y = fabs(d->y), z = fabs(d->z);
    const int first = (x >= y) & (x >= z), second = y >= z;
    const int axis = (1 - first) * (2 - second);
    const double main = way[axis], scale = 1 / fabs(main);
    const double u = way[axis == 0] * scale, v = way[2 - (axis == 2)] * scale;
    return SIDE * SIDE * (2 * axis + (main < 0)) + SIDE * cell_of(u) + cell_of(v);
}

snw_vec3 snw__start_direction(int cell) {
    const int axis = cell / (2 * SIDE * SIDE);
    const double main = cell / (SIDE * SIDE) % 2 ? -1 : 1, middle = (SIDE - 1) / 2.0;
    const double u = (cell / SIDE % SIDE - middle) / (SIDE / 2.0);
    const double v = (cell % SIDE - middle) / (SIDE / 2.0);
    return axis == 0 ? snw_vec3_of(main, u, v)
                     : (axis == 1 ? snw_vec3_of(u, main, v) : snw_vec3_of(u, v, main));
}

// From corner to corner along the edges of the hull, as long as one lies farther along d. The hull
// is convex, so where none does this is the support point.
SNW_INLINE int climb_corners(const snw__core *core, const snw_vec3 *way, int hint) {
    const snw_vec3 d = *way;
    const snw_vec3 *v = core->vertices;
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    if (!(x + y + z > 0)) return 0;
    int at = core->starts[start_of(way)];
    double most = snw_vec3_dot(d, v[at]);
    if (hint >= 0) {
        take_farther(hint, snw_vec3_dot(d, v[hint]), &at, &most);
    }
    for (int step = 0; step < core->vertex_count; step++) {
        int next = at;
        for (int k = core->first_beside[at]; k < core->first_beside[at + 1]; k++) {
            take_farther(core->beside[k], snw_vec3_dot(d, v[core->beside[k]]), &next, &most);
        }
        if (next == at) break;
        at = next;
    }
    return at;
}

static snw_vec3 shape_support(const snw__core *core, snw_vec3 d) {
    snw_vec3 point = snw_vec3_zero();
    // a plugin that does not answer is a point at its centre; solid.c has asked it before
    if (snw_failed(snw_shape_support(&core->shape, d, &point))) return core->T.p;
    return point;
}

// --- any core ------------------------------------------------------------------------------------

snw_vec3 snw__core_corner(const snw__core *core, int at) {
    return core->kind == SNW__CORE_POLYTOPE ? core->vertices[at] : box_corner(core->half, at);
}

SNW_INLINE void support_of(const snw__core *core, const snw_vec3 *d, int *at, snw_vec3 *out) {
    switch (core->kind) {
    case SNW__CORE_POINT:
    case SNW__CORE_SEGMENT:
    case SNW__CORE_RECTANGLE:
    case SNW__CORE_BOX:
        *at = (d->x < 0) + 2 * (d->y < 0) + 4 * (d->z < 0);
        *out = box_corner(core->half, *at);
        break;
    case SNW__CORE_POLYTOPE:
        *at = core->first_beside != NULL ? climb_corners(core, d, *at) : scan_corners(core, d);
        *out = core->vertices[*at];
        break;
    case SNW__CORE_CONE:
        *out = cone_support(core->half, *d, at);
        break;
    case SNW__CORE_ELLIPSOID:
        *out = ellipsoid_support(core->half, *d);
        break;
    case SNW__CORE_SHAPE:
        *out = shape_support(core, *d);
        break;
    case SNW__CORE_HALF_SPACE:
    case SNW__CORE_PLANE:
    case SNW__CORE_MESH:
    case SNW__CORE_BRICKS:
        *out = snw_vec3_zero();
        break;
    }
}

snw_vec3 snw__core_support(const snw__core *core, snw_vec3 d, int *at) {
    snw_vec3 point;
    support_of(core, &d, at, &point);
    return point;
}

void snw__pair_support(snw__pair *pair, const snw_vec3 *d, snw__vertex *out) {
    const snw_vec3 to_A = snw_mat3_apply_t(pair->R, *d), to_B = snw_vec3_neg(*d);
    snw_vec3 in_A = {0}, b = {0};
    support_of(pair->A, &to_A, &pair->at_A, &in_A);
    support_of(pair->B, &to_B, &pair->at_B, &b);
    const snw_vec3 a = snw_vec3_add(snw_mat3_apply(pair->R, in_A), pair->p);
    out->w = snw_vec3_sub(a, b);
    out->a = a;
    out->at_A = pair->at_A;
    out->at_B = pair->at_B;
}
