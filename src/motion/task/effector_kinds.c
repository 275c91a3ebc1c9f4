// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/effector.h"

#include <math.h>
#include <string.h>

#include "internal.h"

// Most types choose from, or combine, the twist of a frame as an observer sees it: the world, or
// the link that watches. Row i of such a type is
//
//     lin_i . v + ang_i . omega
//
// with vectors along the observer's axes. One function per type gives these vectors; Jacobian,
// velocity, acceleration and sparsity follow for all.

typedef struct row {
    snw_vec3 lin, ang;
} row;

// the frame and its guide as the observer sees them
typedef struct view {
    snw_pose frame, guide;
} view;

static view view_of(const snw_effector_at *at) {
    const snw_effector_slot *slot = at->slot;
    const snw_pose *links = at->kin->T_world_link;
    view v = {snw_pose_mul(links[slot->link], slot->T_link_frame), at->guide};
    if (slot->relative >= 0) {
        const snw_pose T_world_observer = links[slot->relative];
        v.frame = snw_pose_inverse_mul(T_world_observer, v.frame);
        if (!slot->effector->guide_relative) {
            v.guide = snw_pose_inverse_mul(T_world_observer, v.guide);
        }
    }
    return v;
}

// two unit vectors across a third, the same ones for the same axis; Duff et al. 2017
static void across(snw_vec3 n, snw_vec3 *s, snw_vec3 *t) {
    const double sign = n.z < 0 ? -1 : 1, a = -1 / (sign + n.z), b = n.x * n.y * a;
    *s = snw_vec3_of(1 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t = snw_vec3_of(b, sign + n.y * n.y * a, -n.y);
}

static snw_vec3 unit_axis(const snw_effector *e) {
    const snw_vec3 axis = snw_vec3_normalize(e->axis);
    return snw_vec3_norm2(axis) > 0 ? axis : snw_vec3_z(1);
}

// rotation vector of the shortest turn that brings unit vector a onto b; about any axis across when
// they are opposite
static snw_vec3 turn_onto(snw_vec3 a, snw_vec3 b) {
    const snw_vec3 c = snw_vec3_cross(a, b);
    const double sine = snw_vec3_norm(c), cosine = snw_vec3_dot(a, b);
    if (sine > 1e-12) return snw_vec3_scale(c, atan2(sine, cosine) / sine);
    if (cosine > 0) return c;
    snw_vec3 s, t;
    across(a, &s, &t);
    return snw_vec3_scale(s, SNW_PI);
}

// --- rows of the twist ---------------------------------------------------------------------------

static int frame_rows(const view *v, const snw_effector *e, row *rows) {
    (void)v, (void)e;
    for (int i = 0; i < 3; i++) {
        snw_vec3_set(&rows[i].lin, i, 1);
        snw_vec3_set(&rows[i + 3].ang, i, 1);
    }
    return 6;
}

static int point_rows(const view *v, const snw_effector *e, row *rows) {
    (void)v, (void)e;
    for (int i = 0; i < 3; i++)
        snw_vec3_set(&rows[i].lin, i, 1);
    return 3;
}

static int orientation_rows(const view *v, const snw_effector *e, row *rows) {
    (void)v, (void)e;
    for (int i = 0; i < 3; i++)
        snw_vec3_set(&rows[i].ang, i, 1);
    return 3;
}

static int xy_rows(const view *v, const snw_effector *e, row *rows) {
    (void)v, (void)e;
    rows[0].lin = snw_vec3_x(1);
    rows[1].lin = snw_vec3_y(1);
    return 2;
}

// the axis is fixed in the guide
static int sliding_rows(const view *v, const snw_effector *e, row *rows) {
    across(snw_mat3_apply(v->guide.R, unit_axis(e)), &rows[0].lin, &rows[1].lin);
    if (e->free_orientation) return 2;
    for (int i = 0; i < 3; i++)
        snw_vec3_set(&rows[2 + i].ang, i, 1);
    return 5;
}

static int planar_rows(const view *v, const snw_effector *e, row *rows) {
    rows[0].lin = snw_mat3_apply(v->guide.R, unit_axis(e));
    across(rows[0].lin, &rows[1].ang, &rows[2].ang);
    return 3;
}

// With u the viewing axis, d the way to the target and w = d / |d|, the turn of u towards w is
// e . (omega x u) - e . w', and w' = -(I - w w') v / |d| for a target at rest.
static int look_at_rows(const view *v, const snw_effector *e, row *rows) {
    const snw_vec3 u = snw_mat3_apply(v->frame.R, unit_axis(e));
    const snw_vec3 d = snw_vec3_sub(v->guide.p, v->frame.p);
    const double distance = snw_vec3_norm(d);
    snw_vec3 side[2];
    across(unit_axis(e), &side[0], &side[1]);
    for (int i = 0; i < 2; i++) {
        const snw_vec3 s = snw_mat3_apply(v->frame.R, side[i]);
        rows[i].ang = snw_vec3_cross(u, s);
        // on the target itself there is no direction to it: only the turn counts
        if (!(distance > 1e-9)) continue;
        const snw_vec3 w = snw_vec3_divide(d, distance);
        const snw_vec3 flat = snw_vec3_add_scaled(s, w, -snw_vec3_dot(s, w));
        rows[i].lin = snw_vec3_divide(flat, distance);
    }
    return 2;
}

typedef int rows_fn(const view *v, const snw_effector *e, row *rows);

// J, V, A and sparsity of a type from its rows
static void rows_jacobian(const snw_effector_at *at, rows_fn *rows_of, double *J) {
    const snw_effector_slot *slot = at->slot;
    const int nv = at->kin->model->nv;
    row rows[6] = {0};
    const view v = view_of(at);
    const int count = rows_of(&v, slot->effector, rows);
    if (slot->relative < 0) {
        snw_kin_jacobian(at->kin, slot->link, slot->T_link_frame.p, at->columns);
    } else {
        snw_kin_relative_jacobian(at->kin, slot->relative, slot->link, slot->T_link_frame.p,
                                  at->columns);
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < nv; k++) {
            J[i * nv + k] = snw_vec3_dot(rows[i].lin, at->columns[k].lin) +
                            snw_vec3_dot(rows[i].ang, at->columns[k].ang);
        }
    }
}

static void rows_velocity(const snw_effector_at *at, rows_fn *rows_of, double *V) {
    const snw_effector_slot *slot = at->slot;
    const snw_vec3 p = slot->T_link_frame.p;
    row rows[6] = {0};
    const view v = view_of(at);
    const int count = rows_of(&v, slot->effector, rows);
    const snw_twist twist = slot->relative < 0
                                ? snw_kin_velocity(at->kin, slot->link, p)
                                : snw_kin_relative_velocity(at->kin, slot->relative, slot->link, p);
    for (int i = 0; i < count; i++)
        V[i] = snw_vec3_dot(rows[i].lin, twist.lin) + snw_vec3_dot(rows[i].ang, twist.ang);
}

// The rate of the twist that is seen. With r from the observer to the point and all along the
// world's axes, v_seen = v - v_o - w_o x r; along the observer's turning axes its derivative is
// a - a_o - alpha_o x r - w_o x (v - v_o) - w_o x v_seen.
static snw_accel seen_acceleration(const snw_effector_at *at) {
    const snw_effector_slot *slot = at->slot;
    const snw_vec3 p = slot->T_link_frame.p;
    const snw_accel A = snw_kin_acceleration(at->kin, slot->link, p);
    if (slot->relative < 0) return A;
    const snw_vec3 o = snw_vec3_zero();
    const snw_pose T_world_observer = at->kin->T_world_link[slot->relative];
    const snw_twist V = snw_kin_velocity(at->kin, slot->link, p);
    const snw_twist Vo = snw_kin_velocity(at->kin, slot->relative, o);
    const snw_accel Ao = snw_kin_acceleration(at->kin, slot->relative, o);
    const snw_vec3 r = snw_vec3_sub(snw_kin_point(at->kin, slot->link, p), T_world_observer.p);
    const snw_vec3 v = snw_vec3_sub(V.lin, Vo.lin);
    const snw_vec3 seen = snw_vec3_sub(v, snw_vec3_cross(Vo.ang, r));
    snw_vec3 lin = snw_vec3_sub(A.lin, Ao.lin);
    lin = snw_vec3_sub(lin, snw_vec3_cross(Ao.ang, r));
    lin = snw_vec3_sub(lin, snw_vec3_cross(Vo.ang, snw_vec3_add(v, seen)));
    const snw_vec3 spin = snw_vec3_sub(V.ang, Vo.ang);
    const snw_vec3 ang = snw_vec3_sub(snw_vec3_sub(A.ang, Ao.ang), snw_vec3_cross(Vo.ang, spin));
    const snw_accel seen_rate = {snw_mat3_apply_t(T_world_observer.R, lin),
                                 snw_mat3_apply_t(T_world_observer.R, ang)};
    return seen_rate;
}

// for rows that are constant along the observer's axes
static void rows_acceleration(const snw_effector_at *at, rows_fn *rows_of, double *A) {
    row rows[6] = {0};
    const view v = view_of(at);
    const int count = rows_of(&v, at->slot->effector, rows);
    const snw_accel a = seen_acceleration(at);
    for (int i = 0; i < count; i++)
        A[i] = snw_vec3_dot(rows[i].lin, a.lin) + snw_vec3_dot(rows[i].ang, a.ang);
}

static bool carries(const snw_model *model, int ancestor, int link) {
    return ancestor <= link && link < model->links[ancestor].end;
}

// a rate that moves neither the frame nor the observer, or both alike, has columns of zeros; a rate
// that moves several joints may have others, so all of them are looked at
static void path_sparsity(const snw_effector_at *at, bool *zero) {
    const snw_effector_slot *slot = at->slot;
    const snw_model *m = at->kin->model;
    for (int i = 0; i < slot->rows * m->nv; i++)
        zero[i] = true;
    for (int l = 0; l < m->link_count; l++) {
        const snw_link *link = &m->links[l];
        const bool moves = carries(m, l, slot->link);
        const bool watched = slot->relative >= 0 && carries(m, l, slot->relative);
        if (moves == watched) continue;
        const int first = link->nv > 0 ? link->v_index : link->source_v;
        const int count = link->nv > 0 ? link->nv : 1;
        for (int k = first; first >= 0 && k < first + count; k++) {
            for (int i = 0; i < slot->rows; i++)
                zero[i * m->nv + k] = false;
        }
    }
}

// way and turn to the guide, as the observer sees them
static snw_twist missing(const view *v) {
    const snw_mat3 turn = snw_mat3_mul(v->guide.R, snw_mat3_transpose(v->frame.R));
    return snw_twist_of(snw_vec3_sub(v->guide.p, v->frame.p), snw_rotation_log(turn));
}

static void rows_error(const snw_effector_at *at, rows_fn *rows_of, double *error) {
    row rows[6] = {0};
    const view v = view_of(at);
    const int count = rows_of(&v, at->slot->effector, rows);
    const snw_twist gap = missing(&v);
    for (int i = 0; i < count; i++)
        error[i] = snw_vec3_dot(rows[i].lin, gap.lin) + snw_vec3_dot(rows[i].ang, gap.ang);
}

// only the tilt of the normal counts, however far the frame is turned about it
static void planar_error(const snw_effector_at *at, double *error) {
    row rows[6] = {0};
    const view v = view_of(at);
    SNW_IGNORE(planar_rows(&v, at->slot->effector, rows));
    const snw_vec3 normal = snw_mat3_apply(v.frame.R, unit_axis(at->slot->effector));
    const snw_vec3 tilt = turn_onto(normal, rows[0].lin);
    error[0] = snw_vec3_dot(rows[0].lin, snw_vec3_sub(v.guide.p, v.frame.p));
    error[1] = snw_vec3_dot(rows[1].ang, tilt);
    error[2] = snw_vec3_dot(rows[2].ang, tilt);
}

static void look_at_error(const snw_effector_at *at, double *error) {
    row rows[6] = {0};
    const view v = view_of(at);
    SNW_IGNORE(look_at_rows(&v, at->slot->effector, rows));
    const snw_vec3 u = snw_mat3_apply(v.frame.R, unit_axis(at->slot->effector));
    const snw_vec3 d = snw_vec3_normalize(snw_vec3_sub(v.guide.p, v.frame.p));
    const snw_vec3 turn = turn_onto(u, snw_vec3_norm2(d) > 0 ? d : u);
    for (int i = 0; i < 2; i++)
        error[i] = snw_vec3_dot(rows[i].ang, turn);
}

// --- the centre of mass --------------------------------------------------------------------------

static void center_jacobian(const snw_effector_at *at, double *J) {
    const int nv = at->kin->model->nv;
    snw_vec3 *const columns = (snw_vec3 *)(void *)at->columns;
    snw_kin_center_jacobian(at->kin, columns);
    for (int k = 0; k < nv; k++) {
        for (int i = 0; i < 3; i++)
            J[i * nv + k] = snw_vec3_get(columns[k], i);
    }
}

static void center_velocity(const snw_effector_at *at, double *V) {
    const double mass = snw_kin_total_mass(at->kin);
    const snw_momentum momentum = snw_kin_momentum(at->kin);
    for (int i = 0; i < 3; i++)
        V[i] = mass > 0 ? snw_vec3_get(momentum.lin, i) / mass : 0;
}

static void center_error(const snw_effector_at *at, double *error) {
    const snw_vec3 gap = snw_vec3_sub(at->guide.p, snw_kin_center(at->kin));
    for (int i = 0; i < 3; i++)
        error[i] = snw_vec3_get(gap, i);
}

static snw_pose center_placement(const snw_effector_at *at) {
    return snw_pose_translation(snw_kin_center(at->kin));
}

// --- momentum ------------------------------------------------------------------------------------

// momentum about the centre of mass, along the world's axes, taken to the root's origin and axes
static snw_momentum at_root(const snw_effector_at *at, snw_vec3 arm, snw_momentum h) {
    const snw_mat3 R = at->kin->T_world_link[0].R;
    const snw_momentum moved = {
        snw_mat3_apply_t(R, h.lin),
        snw_mat3_apply_t(R, snw_vec3_add(h.ang, snw_vec3_cross(arm, h.lin)))};
    return moved;
}

static void momentum_jacobian(const snw_effector_at *at, double *J) {
    const int nv = at->kin->model->nv;
    snw_momentum *const columns = (snw_momentum *)(void *)at->columns;
    const snw_vec3 arm = snw_vec3_sub(snw_kin_center(at->kin), at->kin->T_world_link[0].p);
    snw_kin_momentum_jacobian(at->kin, columns);
    for (int k = 0; k < nv; k++) {
        const snw_momentum h = at_root(at, arm, columns[k]);
        for (int i = 0; i < 3; i++) {
            J[i * nv + k] = snw_vec3_get(h.lin, i);
            J[(i + 3) * nv + k] = snw_vec3_get(h.ang, i);
        }
    }
}

static void momentum_velocity(const snw_effector_at *at, double *V) {
    const snw_vec3 arm = snw_vec3_sub(snw_kin_center(at->kin), at->kin->T_world_link[0].p);
    const snw_momentum h = at_root(at, arm, snw_kin_momentum(at->kin));
    for (int i = 0; i < 3; i++) {
        V[i] = snw_vec3_get(h.lin, i);
        V[i + 3] = snw_vec3_get(h.ang, i);
    }
}

// a guide has no momentum: nothing is missing
static void no_error(const snw_effector_at *at, double *error) {
    memset(error, 0, sizeof(double) * (size_t)at->slot->rows);
}

// --- linear constraints --------------------------------------------------------------------------

static int linear_count(const snw_effector *e, const snw_model *model) {
    return model->nv > 0 && e->matrix_count % model->nv == 0 ? e->matrix_count / model->nv : -1;
}

static void linear_jacobian(const snw_effector_at *at, double *J) {
    const snw_effector *e = at->slot->effector;
    memcpy(J, e->matrix, sizeof(double) * (size_t)e->matrix_count);
}

static void linear_velocity(const snw_effector_at *at, double *V) {
    const int nv = at->kin->model->nv;
    for (int i = 0; i < at->slot->rows; i++)
        V[i] = snw__dot(at->slot->effector->matrix + (ptrdiff_t)i * nv, at->v, nv);
}

static void linear_sparsity(const snw_effector_at *at, bool *zero) {
    const snw_effector *e = at->slot->effector;
    for (int i = 0; i < e->matrix_count; i++)
        zero[i] = e->matrix[i] == 0;
}

// --- functions of the types ----------------------------------------------------------------------

#define COUNT(name, number)                                                                        \
    static int name(const snw_effector *e, const snw_model *model) {                               \
        (void)e, (void)model;                                                                      \
        return number;                                                                             \
    }
#define WAYS(name, number)                                                                         \
    static int name(const snw_effector *e) {                                                       \
        (void)e;                                                                                   \
        return number;                                                                             \
    }
#define OF_ROWS(type)                                                                              \
    static void type##_jacobian(const snw_effector_at *at, double *J) {                            \
        rows_jacobian(at, type##_rows, J);                                                         \
    }                                                                                              \
    static void type##_velocity(const snw_effector_at *at, double *V) {                            \
        rows_velocity(at, type##_rows, V);                                                         \
    }
#define RATE_OF_ROWS(type)                                                                         \
    static void type##_acceleration(const snw_effector_at *at, double *A) {                        \
        rows_acceleration(at, type##_rows, A);                                                     \
    }
#define ERROR_OF_ROWS(type)                                                                        \
    static void type##_error(const snw_effector_at *at, double *error) {                           \
        rows_error(at, type##_rows, error);                                                        \
    }
#define HEAD .head = {sizeof(snw_effector_functions), SNW_EFFECTOR_VERSION}

COUNT(six, 6)
COUNT(three, 3)
COUNT(two, 2)
COUNT(sliding_count, e->free_orientation ? 2 : 5)
WAYS(no_ways, 0)
WAYS(one_way, 1)
WAYS(two_ways, 2)
WAYS(three_ways, 3)
OF_ROWS(frame)
OF_ROWS(point)
OF_ROWS(orientation)
OF_ROWS(xy)
OF_ROWS(sliding)
OF_ROWS(planar)
OF_ROWS(look_at)
RATE_OF_ROWS(frame)
RATE_OF_ROWS(point)
RATE_OF_ROWS(orientation)
RATE_OF_ROWS(xy)
ERROR_OF_ROWS(frame)
ERROR_OF_ROWS(point)
ERROR_OF_ROWS(orientation)
ERROR_OF_ROWS(xy)
ERROR_OF_ROWS(sliding)

const snw_effector_functions snw__frame_functions = {HEAD,
                                                     .rows = six,
                                                     .linear_rows = three_ways,
                                                     .jacobian = frame_jacobian,
                                                     .error = frame_error,
                                                     .velocity = frame_velocity,
                                                     .acceleration = frame_acceleration,
                                                     .sparsity = path_sparsity};
const snw_effector_functions snw__point_functions = {HEAD,
                                                     .rows = three,
                                                     .linear_rows = three_ways,
                                                     .jacobian = point_jacobian,
                                                     .error = point_error,
                                                     .velocity = point_velocity,
                                                     .acceleration = point_acceleration,
                                                     .sparsity = path_sparsity};
const snw_effector_functions snw__orientation_functions = {HEAD,
                                                           .rows = three,
                                                           .linear_rows = no_ways,
                                                           .jacobian = orientation_jacobian,
                                                           .error = orientation_error,
                                                           .velocity = orientation_velocity,
                                                           .acceleration = orientation_acceleration,
                                                           .sparsity = path_sparsity};
const snw_effector_functions snw__xy_functions = {HEAD,
                                                  .rows = two,
                                                  .linear_rows = two_ways,
                                                  .jacobian = xy_jacobian,
                                                  .error = xy_error,
                                                  .velocity = xy_velocity,
                                                  .acceleration = xy_acceleration,
                                                  .sparsity = path_sparsity};
const snw_effector_functions snw__center_functions = {HEAD,
                                                      .rows = three,
                                                      .linear_rows = three_ways,
                                                      .jacobian = center_jacobian,
                                                      .error = center_error,
                                                      .velocity = center_velocity,
                                                      .placement = center_placement};
const snw_effector_functions snw__momentum_functions = {HEAD,
                                                        .rows = six,
                                                        .linear_rows = three_ways,
                                                        .jacobian = momentum_jacobian,
                                                        .error = no_error,
                                                        .velocity = momentum_velocity};
const snw_effector_functions snw__sliding_functions = {HEAD,
                                                       .rows = sliding_count,
                                                       .linear_rows = two_ways,
                                                       .jacobian = sliding_jacobian,
                                                       .error = sliding_error,
                                                       .velocity = sliding_velocity,
                                                       .sparsity = path_sparsity};
const snw_effector_functions snw__planar_functions = {HEAD,
                                                      .rows = three,
                                                      .linear_rows = one_way,
                                                      .jacobian = planar_jacobian,
                                                      .error = planar_error,
                                                      .velocity = planar_velocity,
                                                      .sparsity = path_sparsity};
const snw_effector_functions snw__look_at_functions = {HEAD,
                                                       .rows = two,
                                                       .linear_rows = no_ways,
                                                       .jacobian = look_at_jacobian,
                                                       .error = look_at_error,
                                                       .velocity = look_at_velocity,
                                                       .sparsity = path_sparsity};
const snw_effector_functions snw__linear_functions = {HEAD,
                                                      .rows = linear_count,
                                                      .linear_rows = no_ways,
                                                      .jacobian = linear_jacobian,
                                                      .error = no_error,
                                                      .velocity = linear_velocity,
                                                      .sparsity = linear_sparsity};
