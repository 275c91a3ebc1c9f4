// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Volumes around shapes. All that is asked of a shape is how far it reaches into a direction, so a
// volume holds curved shapes as well as meshes.

#include "sinew/distance/volumes.h"

#include "bricks.h"
#include "mesh.h"

// Directions through the middles of cells on the faces of a cube, whose sides are equal angles. No
// direction is farther from the next of these than half of a cell along one side and then the
// other.
enum { CELLS = 16, DIRECTIONS = 6 * CELLS * CELLS };

static const double widest = SNW_PI / 2 / CELLS;

static snw_vec3 direction_at(int i) {
    const double u = tan(((i % CELLS + 0.5) / CELLS - 0.5) * SNW_PI / 2);
    const double v = tan(((i / CELLS % CELLS + 0.5) / CELLS - 0.5) * SNW_PI / 2);
    const int face = i / (CELLS * CELLS), axis = face / 2;
    const double side = face % 2 ? -1 : 1;
    snw_vec3 d = snw_vec3_zero();
    snw_vec3_set(&d, axis, side);
    snw_vec3_set(&d, (axis + 1) % 3, u);
    snw_vec3_set(&d, (axis + 2) % 3, v);
    return snw_vec3_normalize(d);
}

// --- boxes ---------------------------------------------------------------------------------------

// a shape, and a box about it for those without support points
typedef struct wrapped {
    const snw_child *shape;
    snw_bounds box;
} wrapped;

static snw_vec3 farthest_along(const wrapped *w, snw_vec3 d) {
    snw_vec3 point;
    if (!snw_failed(snw_shape_support(w->shape, d, &point))) return point;
    return snw_vec3_of(d.x < 0 ? w->box.low.x : w->box.high.x,
                       d.y < 0 ? w->box.low.y : w->box.high.y,
                       d.z < 0 ? w->box.low.z : w->box.high.z);
}

// The least box along the axes of R, and a little more than rounding.
static snw_box box_along(const wrapped *w, snw_mat3 R) {
    double low[3], high[3];
    const double size =
        snw_vec3_norm(snw_bounds_center(w->box)) + snw_vec3_norm(snw_bounds_size(w->box));
    for (int i = 0; i < 3; i++) {
        const snw_vec3 axis = snw_mat3_column(R, i);
        low[i] = snw_vec3_dot(axis, farthest_along(w, snw_vec3_neg(axis))) - 1e-14 * size;
        high[i] = snw_vec3_dot(axis, farthest_along(w, axis)) + 1e-14 * size;
    }
    snw_vec3 middle, half;
    for (int i = 0; i < 3; i++) {
        snw_vec3_set(&middle, i, (low[i] + high[i]) / 2);
        snw_vec3_set(&half, i, fmax((high[i] - low[i]) / 2, SNW_SHAPE_LEAST));
    }
    return (snw_box){snw_pose_of(R, snw_mat3_apply(R, middle)), half};
}

static double volume_of(const snw_box *box) {
    return box->half_extents.x * box->half_extents.y * box->half_extents.z;
}

// Turns a box as long as that makes it smaller, by less and less.
static void turn_box(const wrapped *w, snw_box *best) {
    double step = 0.25;
    for (int round = 0; round < 200 && step > 1e-10; round++) {
        bool smaller = false;
        for (int i = 0; i < 6; i++) {
            const snw_vec3 axis = snw_mat3_column(best->pose.R, i / 2);
            const snw_mat3 turn = snw_mat3_axis_angle(axis, i % 2 ? step : -step);
            snw_mat3 R;
            if (snw_failed(snw_mat3_orthonormalize(snw_mat3_mul(turn, best->pose.R), &R))) return;
            const snw_box next = box_along(w, R);
            if (!(volume_of(&next) < volume_of(best))) continue;
            *best = next;
            smaller = true;
        }
        if (!smaller) step /= 2;
    }
}

// The smaller of the boxes along the frame and along axes of its own, which are sought from the
// main ones of the support points.
static snw_box least_box(const wrapped *w) {
    const snw_vec3 middle = snw_bounds_center(w->box);
    snw_sym3 spread = snw_sym3_zero();
    for (int i = 0; i < DIRECTIONS; i++) {
        const snw_vec3 p = snw_vec3_sub(farthest_along(w, direction_at(i)), middle);
        const snw_vec3 squares = snw_vec3_mul(p, p);
        spread = snw_sym3_add(spread, snw_sym3_of(squares, p.x * p.y, p.x * p.z, p.y * p.z));
    }
    const snw_box straight = box_along(w, snw_mat3_identity());
    snw_mat3 R;
    snw_vec3 moments;
    if (snw_failed(snw_sym3_principal(spread, &R, &moments))) return straight;
    snw_box turned = box_along(w, R);
    turn_box(w, &turned);
    return volume_of(&turned) < 0.999 * volume_of(&straight) ? turned : straight;
}

// --- other kinds ---------------------------------------------------------------------------------

// A box is within its thinnest extent of the rectangle in its middle.
static snw_lozenge lozenge_around(const snw_box *box) {
    const snw_vec3 h = box->half_extents;
    const int thin = h.x <= h.y && h.x <= h.z ? 0 : (h.y <= h.z ? 1 : 2);
    const int next = (thin + 1) % 3, last = (thin + 2) % 3;
    const snw_vec3 one = snw_vec3_scale(snw_mat3_column(box->pose.R, next), snw_vec3_get(h, next));
    const snw_vec3 two = snw_vec3_scale(snw_mat3_column(box->pose.R, last), snw_vec3_get(h, last));
    return (snw_lozenge){.corner = snw_vec3_sub(snw_vec3_sub(box->pose.p, one), two),
                         .edge_1 = snw_vec3_scale(one, 2),
                         .edge_2 = snw_vec3_scale(two, 2),
                         .radius = snw_vec3_get(h, thin) * (1 + 1e-12)};
}

// Scaled so that the box is a cube, the ellipsoid is a ball. Its radius is that of the farthest
// point, which one of the directions misses by the widest angle at most.
static snw_ellipsoid ellipsoid_around(const wrapped *w, const snw_box *box) {
    const snw_vec3 h = box->half_extents;
    // a flat shape has a thin ellipsoid
    const double thin = 1e-3 * fmax(h.x, fmax(h.y, h.z));
    const snw_vec3 a = {fmax(h.x, thin), fmax(h.y, thin), fmax(h.z, thin)};
    double most = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        const snw_vec3 d = direction_at(i), scaled = {d.x / a.x, d.y / a.y, d.z / a.z};
        const snw_vec3 out = snw_mat3_apply(box->pose.R, scaled);
        const snw_vec3 p = snw_vec3_sub(farthest_along(w, out), box->pose.p);
        most = fmax(most, snw_vec3_dot(out, p));
    }
    return (snw_ellipsoid){box->pose, snw_vec3_scale(a, most / cos(widest))};
}

static snw_status refuse_kind(const char *subject, const char *text, snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "volume-kind", subject, text,
                           "use a sphere, capsule, box, lozenge or ellipsoid");
}

static snw_status fill_volume(const wrapped *w, const snw_child *volume, snw_why *why) {
    const snw_type *kind = volume->type;
    if (kind == &snw_sphere_type) return snw_shape_sphere(w->shape, volume->block, why);
    if (kind == &snw_capsule_type) return snw_shape_capsule(w->shape, volume->block, why);
    const snw_box box = least_box(w);
    if (kind == &snw_box_type) *(snw_box *)volume->block = box;
    if (kind == &snw_lozenge_type) *(snw_lozenge *)volume->block = lozenge_around(&box);
    if (kind == &snw_ellipsoid_type) *(snw_ellipsoid *)volume->block = ellipsoid_around(w, &box);
    return SNW_OK;
}

snw_status snw_bounding_volume(const snw_child *shape, const snw_type *kind, snw_setup *setup,
                               snw_child *volume, snw_why *why) {
    wrapped w = {.shape = shape};
    if (kind != &snw_sphere_type && kind != &snw_capsule_type && kind != &snw_box_type &&
        kind != &snw_lozenge_type && kind != &snw_ellipsoid_type) {
        return refuse_kind(kind->token, "no volume of this kind is put around a shape", why);
    }
    snw_status status = snw_shape_box(shape, &w.box, why);
    if (snw_failed(status)) return status;
    if (snw_bounds_is_empty(w.box) || !snw_bounds_is_finite(w.box)) {
        return refuse_kind(shape->type->token, "the shape has no points, or no bounds", why);
    }
    const snw_child made = {kind, snw_block_new(kind, setup)};
    if (made.block == NULL) return snw_refuse(why, SNW_ERR_MEMORY, kind->token, "no memory", NULL);
    status = fill_volume(&w, &made, why);
    if (!snw_failed(status)) *volume = made;
    return status;
}

// --- levels --------------------------------------------------------------------------------------

// How far a core reaches along a unit direction of its solid; of a surface that of its hull.
static double reach_of_core(const snw__core *core, snw_vec3 d) {
    const snw__core *hull = core->kind == SNW__CORE_MESH ? &core->mesh->hull : core;
    int at = -1;
    const snw_vec3 p = snw__core_support(hull, snw_mat3_apply_t(core->T.R, d), &at);
    return snw_vec3_dot(d, snw_pose_apply(core->T, p)) + core->radius;
}

// Boxes of bricks that reach no farther than a brick that was found are not opened.
static double reach_of_bricks(const snw__core *core, snw_vec3 d) {
    double most = -(double)INFINITY;
    int stack[SNW__BRICK_STACK] = {0}, count = 1;
    while (count > 0) {
        const int at = stack[--count];
        const snw__brick_node *node = &core->bricks->nodes[at];
        snw__core box;
        snw__box_of_bricks(core, at, &box);
        const double reach = reach_of_core(&box, d);
        if (!(reach > most)) continue;
        if (node->second == 0) {
            most = reach;
        } else if (count + 2 <= SNW__BRICK_STACK) {
            stack[count++] = at + 1;
            stack[count++] = node->second;
        }
    }
    return most;
}

static double reach_of_solid(const snw_solid *solid, snw_vec3 d) {
    double most = -(double)INFINITY;
    for (int i = 0; i < solid->part_count; i++) {
        const snw__core *core = &solid->parts[i];
        const bool bricks = core->kind == SNW__CORE_BRICKS;
        most = fmax(most, bricks ? reach_of_bricks(core, d) : reach_of_core(core, d));
    }
    return most;
}

// By how much a volume is too small, at most.
static double missing_of(const snw_solid *volume, const snw_solid *inside) {
    double most = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        const snw_vec3 d = direction_at(i);
        most = fmax(most, reach_of_solid(inside, d) - reach_of_solid(volume, d));
    }
    return most;
}

// The volume as the next level of the last one.
static snw_status check_volume(const snw_solid *last, snw_solid *made, const char *token,
                               snw_why *why) {
    const double size = made->bound.radius;
    const bool bounded = isfinite(size) && isfinite(last->bound.radius);
    if (!bounded || (made->traits & SNW_SHAPE_CONVEX) == 0 || made->part_count != 1) {
        return refuse_kind(token, "a coarser volume must be convex and have bounds", why);
    }
    const double missing = missing_of(made, last);
    made->margin = last->margin + missing + 1e-12 * size;
    if (missing <= 1e-9 * size) return SNW_OK;
    const snw_status status = snw_refuse_rule(why, SNW_ERR_RANGE, "volume-holds", token,
                                              "a coarser volume must hold the level before it",
                                              "make it with snw_bounding_volume()");
    snw_why_add(why, "missing", missing, "m");
    return status;
}

snw_status snw_solid_add_volume(snw_solid *solid, const snw_child *volume, snw_arena *arena,
                                snw_why *why) {
    snw_solid made, *last = solid;
    int levels = 1;
    for (; last->coarser != NULL; last = last->coarser)
        levels++;
    if (levels > SNW_SOLID_LEVELS) {
        return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "solid-size", volume->type->token,
                               "the solid has as many coarser volumes as it takes", NULL);
    }
    snw_solid *kept = SNW_ARENA_ARRAY(arena, snw_solid, 1);
    const snw_status status = snw_solid_init(&made, volume, arena, why);
    if (snw_failed(status)) return status;
    const snw_status held = check_volume(last, &made, volume->type->token, why);
    if (snw_failed(held)) return held;
    *kept = made;
    last->coarser = kept;
    last->single = false;
    return SNW_OK;
}
