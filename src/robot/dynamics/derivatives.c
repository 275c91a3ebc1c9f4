// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/derivatives.h"

#include <math.h>
#include <string.h>

#include "sinew/dynamics/factor.h"

#include "internal.h"

// Derivatives of recursive Newton-Euler in closed form, after Carpentier and Mansard (2018) and
// Singh, Russell and Wensing (2022), for any joints. All vectors are along the world's axes and at
// one point, the root's origin; x and x* are the products of motions with motions and with forces.
//
// Let joint k have the column S, its parent the velocity v_p and the spatial acceleration a_p (that
// of a fixed root is the opposite of gravity), its child v_c. When the joint moves, all that it
// carries is displaced by S. Had everything been displaced, forces would change by S x* f alone.
// As v_p and a_p stay behind, each body i that is carried has more:
//
//     of velocity      nu = v_p x S            of acceleration  mu + nu x v_i,
//                                              mu = a_p x S + v_p x nu
//
// With a unit more of the joint's rate instead,
//
//     of velocity      S                       of acceleration  sigma + S x v_i,
//                                              sigma = (v_p + v_c) x S
//
// Both times a body takes the force I mu + B nu more, where B nu = I (nu x v) + nu x* I v +
// v x* I nu. Seen mass by mass that is Coriolis' force, 2 dm (n x u) for a mass at r with the
// velocity u, and n the angular part of nu: so with the momentum P and U, the integral of u r^T dm,
//
//     B nu = (2 n x P, 2 (tr(U) n - U n))
//
// and bodies add up by m, h, I, P, U and f. For a joint j at or above k the force that counts is
// that of all that k carries, w = I mu + B nu + S x* F; for one below, that of all that j carries,
// and the displacement by S is seen by S_j too and cancels.
//
// Columns of planar joints and laws are not constant along the child's axes. Column l has the
// derivative D by one rate of the same joint, `by`, and E the second time.
//
// A wrench (f, n) from outside at p does not turn with its link. Of S x* it has only what moves p;
// so what a link takes changes by (n_S x f, n_S x n + p x (n_S x f)) more, n_S the angular part of
// S: the form of B, with K, the sum of f p^T, in the place of U.

/// Step of a law's coordinate [rad or m] for its second derivative.
#define LAW_STEP 1e-3

/// One rate of one joint.
typedef struct snw__derivative_column {
    int rate, by;            ///< place in v; column that D and E are derivatives by, -1 for none
    snw_twist S, D, E;       ///< unit motion, its derivatives along the child's axes
    snw_twist nu, mu, sigma; ///< as above
    snw_wrench IS;           ///< what all that it carries takes for S
    snw_vec3 BS;             ///< B^T S, which has only an angular part
    snw_vec3 WS;             ///< likewise of wrenches from outside
} column;

/// A link and, on the way to the root, all that it carries.
typedef struct snw__derivative_link {
    int first, count;    ///< columns of its joint
    int above;           ///< the nearest link towards the root whose joint moves, -1 for none
    snw_twist v, a;      ///< velocity, spatial acceleration as it is felt
    snw_inertia inertia; ///< about the common point
    snw_vec3 P;          ///< linear momentum
    snw_mat3 U;          ///< integral of u r^T dm
    snw_wrench F;        ///< what moves it
    snw_wrench W;        ///< from outside, torques at the links' origins
    snw_mat3 K;          ///< sum of f p^T
} body;

// --- layout --------------------------------------------------------------------------------------

// rates that move a joint, its own or those that it follows
static int moves(const snw_link *link) {
    return link->source_v >= 0 ? 1 : link->nv;
}

snw_status snw_derivatives_init(snw_derivatives *derivatives, const snw_model *model,
                                snw_arena *arena) {
    *derivatives = (snw_derivatives){.model = model};
    int count = 0;
    for (int l = 0; l < model->link_count; l++) {
        count += moves(&model->links[l]);
    }
    double **const matrices[] = {&derivatives->tau_q, &derivatives->tau_v, &derivatives->a_q,
                                 &derivatives->a_v, &derivatives->a_tau};
    for (int i = 0; i < 5; i++) {
        *matrices[i] =
            snw_arena_take_array(arena, model->nv, sizeof(double) * (size_t)model->nv, 8);
    }
    derivatives->a = SNW_ARENA_ARRAY(arena, double, model->nv);
    derivatives->columns = SNW_ARENA_ARRAY(arena, column, count);
    derivatives->links = SNW_ARENA_ARRAY(arena, body, model->link_count);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    count = 0;
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        body *b = &derivatives->links[l];
        b->first = count;
        b->count = moves(link);
        b->above = link->parent;
        while (b->above >= 0 && derivatives->links[b->above].count == 0) {
            b->above = model->links[b->above].parent;
        }
        for (int k = 0; k < b->count; k++) {
            const int rate = link->source_v >= 0 ? link->source_v : link->v_index + k;
            derivatives->columns[count++] = (column){.rate = rate, .by = -1};
        }
    }
    return SNW_OK;
}

// --- products ------------------------------------------------------------------------------------

// V x X
static snw_twist cross(snw_twist V, snw_twist X) {
    return snw_twist_of(snw_vec3_add(snw_vec3_cross(V.ang, X.lin), snw_vec3_cross(V.lin, X.ang)),
                        snw_vec3_cross(V.ang, X.ang));
}

// V x* W
static snw_wrench cross_force(snw_twist V, snw_wrench W) {
    return snw_wrench_of(
        snw_vec3_cross(V.ang, W.force),
        snw_vec3_add(snw_vec3_cross(V.ang, W.torque), snw_vec3_cross(V.lin, W.force)));
}

// I X
static snw_wrench push(const snw_inertia *A, snw_twist X) {
    return snw_wrench_of(snw_vec3_add(snw_vec3_scale(X.lin, A->m), snw_vec3_cross(X.ang, A->h)),
                         snw_vec3_add(snw_vec3_cross(A->h, X.lin), snw_sym3_apply(A->I, X.ang)));
}

static double trace(snw_mat3 A) {
    return A.x.x + A.y.y + A.z.z;
}

// tr(A) n - A n
static snw_vec3 across(snw_mat3 A, snw_vec3 n) {
    return snw_vec3_sub(snw_vec3_scale(n, trace(A)), snw_mat3_apply(A, n));
}

static snw_vec3 across_t(snw_mat3 A, snw_vec3 n) {
    return snw_vec3_sub(snw_vec3_scale(n, trace(A)), snw_mat3_apply_t(A, n));
}

// I mu + B nu
static snw_wrench push_more(const body *b, snw_twist mu, snw_vec3 n) {
    const snw_wrench coriolis = snw_wrench_of(snw_vec3_cross(n, b->P), across(b->U, n));
    return snw_wrench_add(push(&b->inertia, mu), snw_wrench_scale(coriolis, 2));
}

// how wrenches from outside do not turn by n with all that they push
static snw_wrench left_behind(const body *b, snw_vec3 n) {
    return snw_wrench_of(snw_vec3_cross(n, b->W.force),
                         snw_vec3_add(snw_vec3_cross(n, b->W.torque), across(b->K, n)));
}

static snw_twist plus_scaled(snw_twist A, snw_twist B, double factor) {
    return snw_twist_add(A, snw_twist_scale(B, factor));
}

// --- joints --------------------------------------------------------------------------------------

// how the column of a law changes with its coordinate, along the child's axes
static snw_twist law_change(const snw_child *law, double value) {
    const snw_twist V = snw_law_velocity(law, value, 1);
    const snw_accel A = snw_law_acceleration(law, value, 1, 0);
    return snw_twist_of(snw_vec3_sub(A.lin, snw_vec3_cross(V.ang, V.lin)), A.ang);
}

// the value changes by the multiplier times the rate
static void law_columns(const snw_link *link, const double *q, int first, column *c) {
    const double value = snw_joint_value(link, q), m = link->multiplier;
    const snw_twist more = law_change(&link->law, value + LAW_STEP);
    const snw_twist less = law_change(&link->law, value - LAW_STEP);
    c->S = snw_twist_scale(snw_law_velocity(&link->law, value, 1), m);
    c->D = snw_twist_scale(law_change(&link->law, value), m * m);
    c->E = snw_twist_scale(snw_twist_sub(more, less), m * m * m / (2 * LAW_STEP));
    c->by = first;
}

// x and y stay along the parent's axes while the child turns
static void planar_columns(const snw_link *link, const double *q, int first, column *c) {
    const snw_mat3 R = snw_joint_motion(link, q).R;
    const snw_vec3 zero = snw_vec3_zero(), sides[] = {link->plane_x, link->plane_y};
    for (int k = 0; k < 2; k++) {
        const snw_vec3 side = snw_mat3_apply_t(R, sides[k]);
        c[k].S = snw_twist_of(side, zero);
        c[k].D = snw_twist_of(snw_vec3_cross(side, link->axis), zero);
        c[k].E = snw_twist_scale(c[k].S, -1);
        c[k].by = first + 2;
    }
    c[2].S = snw_twist_of(zero, link->axis);
}

// columns along the child's axes, at its origin
static void own_columns(const snw_link *link, const double *q, int first, column *c) {
    const snw_vec3 zero = snw_vec3_zero();
    const snw_vec3 axes[] = {snw_vec3_x(1), snw_vec3_y(1), snw_vec3_z(1)};
    const snw_vec3 along = snw_vec3_scale(link->axis, link->multiplier);
    int k = 0;
    switch (link->joint) {
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
        c->S = snw_twist_of(zero, along);
        break;
    case SNW_JOINT_PRISMATIC:
        c->S = snw_twist_of(along, zero);
        break;
    case SNW_JOINT_SCREW:
        c->S = snw_twist_of(snw_vec3_scale(along, link->pitch), along);
        break;
    case SNW_JOINT_LAW:
        law_columns(link, q, first, c);
        break;
    case SNW_JOINT_PLANAR:
        planar_columns(link, q, first, c);
        break;
    case SNW_JOINT_FREE:
        for (; k < 3; k++) {
            c[k].S = snw_twist_of(axes[k], zero);
        }
        // fall through
    case SNW_JOINT_SPHERICAL:
        for (int i = 0; i < 3; i++) {
            c[k + i].S = snw_twist_of(zero, axes[i]);
        }
        break;
    case SNW_JOINT_FIXED:
    default:
        break;
    }
}

// --- outward -------------------------------------------------------------------------------------

/// A state, and where all vectors are taken.
typedef struct state {
    const double *q, *v, *a;
    const snw_wrench *wrenches; ///< NULL for none
    snw_vec3 point;
} state;

// to the world's axes and the common point
static snw_twist placed(snw_pose T, snw_twist X) {
    return snw_twist_shift(snw_twist_rotate(T.R, X), snw_vec3_scale(T.p, -1));
}

// what the changes of a column add: to the joint's acceleration, and to nu, mu and sigma
static void add_changes(column *all, const state *s, column *l, body *b) {
    if (l->by < 0) return;
    column *k = &all[l->by];
    const double rate = s->v[l->rate], other = s->v[k->rate];
    b->a = plus_scaled(b->a, l->D, rate * other);
    k->nu = plus_scaled(k->nu, l->D, rate);
    k->mu = plus_scaled(k->mu, l->D, s->a[l->rate]);
    k->mu = plus_scaled(k->mu, cross(b->v, l->D), rate);
    k->mu = plus_scaled(k->mu, l->E, rate * other);
    k->sigma = plus_scaled(k->sigma, l->D, rate);
    l->sigma = plus_scaled(l->sigma, l->D, other);
}

static void move_joint(snw_derivatives *d, const snw_link *link, snw_pose T, const state *s,
                       snw_twist a_parent) {
    body *b = &d->links[link - d->model->links];
    column *c = d->columns + b->first;
    const snw_twist v_parent = link->parent >= 0 ? d->links[link->parent].v : snw_twist_zero();
    own_columns(link, s->q, b->first, c);
    b->v = v_parent;
    b->a = a_parent;
    for (int k = 0; k < b->count; k++) {
        c[k].S = placed(T, c[k].S);
        b->v = plus_scaled(b->v, c[k].S, s->v[c[k].rate]);
        b->a = plus_scaled(b->a, c[k].S, s->a[c[k].rate]);
    }
    b->a = snw_twist_add(b->a, cross(v_parent, b->v));
    for (int k = 0; k < b->count; k++) {
        c[k].nu = cross(v_parent, c[k].S);
        c[k].mu = cross(a_parent, c[k].S);
        c[k].sigma = cross(snw_twist_add(v_parent, b->v), c[k].S);
        if (c[k].by < 0) continue;
        c[k].D = placed(T, c[k].D);
        c[k].E = placed(T, c[k].E);
    }
    for (int k = 0; k < b->count; k++) {
        add_changes(d->columns, s, &c[k], b);
    }
    for (int k = 0; k < b->count; k++) {
        c[k].mu = snw_twist_add(c[k].mu, cross(v_parent, c[k].nu));
    }
}

// the link alone: I, P, U and what moves it
static void weigh(body *b, snw_inertia A) {
    const snw_wrench momentum = push(&A, b->v);
    const double half = (A.I.xx + A.I.yy + A.I.zz) / 2;
    const snw_mat3 I = snw_sym3_to_mat3(A.I);
    b->inertia = A;
    b->P = momentum.force;
    b->F = snw_wrench_add(push(&A, b->a), cross_force(b->v, momentum));
    // U = v h^T + skew(w) S with the second moment S = tr(I) / 2 1 - I
    const snw_vec3 axes[] = {snw_vec3_x(half), snw_vec3_y(half), snw_vec3_z(half)};
    const snw_vec3 S[] = {snw_vec3_sub(axes[0], I.x), snw_vec3_sub(axes[1], I.y),
                          snw_vec3_sub(axes[2], I.z)};
    b->U.x = snw_vec3_add_scaled(snw_vec3_cross(b->v.ang, S[0]), b->v.lin, A.h.x);
    b->U.y = snw_vec3_add_scaled(snw_vec3_cross(b->v.ang, S[1]), b->v.lin, A.h.y);
    b->U.z = snw_vec3_add_scaled(snw_vec3_cross(b->v.ang, S[2]), b->v.lin, A.h.z);
}

// what comes from outside, at p from the common point
static void take_wrench(body *b, snw_wrench W, snw_vec3 p) {
    b->W = W;
    b->K.x = snw_vec3_scale(W.force, p.x);
    b->K.y = snw_vec3_scale(W.force, p.y);
    b->K.z = snw_vec3_scale(W.force, p.z);
    b->F = snw_wrench_sub(b->F, snw_wrench_shift(W, snw_vec3_scale(p, -1)));
}

static bool is_finite(const body *b, const column *c) {
    double zero = 0;
    for (int k = 0; k < b->count; k++) {
        zero += 0 * snw_vec3_dot(c[k].mu.lin, c[k].mu.lin);
        zero += 0 * snw_vec3_dot(c[k].mu.ang, c[k].mu.ang);
    }
    return zero == 0;
}

// false when a law cannot say how it goes on
static bool outward(snw_derivatives *d, const snw_dyn *dyn, const state *s) {
    const snw_twist ground = snw_twist_of(snw_vec3_scale(dyn->gravity, -1), snw_vec3_zero());
    for (int l = 0; l < d->model->link_count; l++) {
        const snw_link *link = &d->model->links[l];
        snw_pose T = dyn->kin.T_world_link[l];
        T.p = snw_vec3_sub(T.p, s->point);
        move_joint(d, link, T, s, link->parent >= 0 ? d->links[link->parent].a : ground);
        if (!is_finite(&d->links[l], d->columns + d->links[l].first)) return false;
        weigh(&d->links[l], snw_inertia_transform(T, dyn->inertias[l]));
        if (s->wrenches != NULL) take_wrench(&d->links[l], s->wrenches[l], T.p);
    }
    return true;
}

// --- inward --------------------------------------------------------------------------------------

static void carry(body *to, const body *b, bool pushed) {
    to->inertia = snw_inertia_add(to->inertia, b->inertia);
    to->P = snw_vec3_add(to->P, b->P);
    to->U = snw_mat3_add(to->U, b->U);
    to->F = snw_wrench_add(to->F, b->F);
    if (!pushed) return;
    to->W = snw_wrench_add(to->W, b->W);
    to->K = snw_mat3_add(to->K, b->K);
}

/// The two matrices while they are filled.
typedef struct matrices {
    double *q, *v;
    int nv;
    bool pushed; ///< from outside
} matrices;

static void put(matrices m, const column *j, const column *k, double q, double v) {
    const ptrdiff_t at = j->rate + (ptrdiff_t)m.nv * k->rate;
    m.q[at] += q;
    m.v[at] += v;
}

// what all that it carries says to joints above
static void take_columns(const body *b, column *k, bool pushed) {
    const snw_vec3 lin = k->S.lin, ang = k->S.ang;
    k->IS = push(&b->inertia, k->S);
    k->BS = snw_vec3_scale(snw_vec3_add(snw_vec3_cross(b->P, lin), across_t(b->U, ang)), 2);
    k->WS = snw_vec3_zero();
    if (!pushed) return;
    const snw_vec3 turned = snw_vec3_add(snw_vec3_cross(b->W.torque, ang), across_t(b->K, ang));
    k->WS = snw_vec3_add(snw_vec3_cross(b->W.force, lin), turned);
}

// the joint of a link by itself, and with all joints above
static void fill_column(const snw_derivatives *d, const body *b, column *k, matrices m) {
    const snw_wrench w_v = push_more(b, k->sigma, k->S.ang);
    snw_wrench w_q = push_more(b, k->mu, k->nu.ang);
    if (m.pushed) w_q = snw_wrench_add(w_q, left_behind(b, k->S.ang));
    for (int i = 0; i < b->count; i++) {
        const column *j = &d->columns[b->first + i];
        put(m, j, k, snw_power(w_q, j->S), snw_power(w_v, j->S));
    }
    if (k->by >= 0) put(m, k, &d->columns[k->by], snw_power(b->F, k->D), 0);
    w_q = snw_wrench_add(w_q, cross_force(k->S, b->F));

    take_columns(b, k, m.pushed);
    for (int l = b->above; l >= 0; l = d->links[l].above) {
        const body *above = &d->links[l];
        for (int i = 0; i < above->count; i++) {
            const column *j = &d->columns[above->first + i];
            put(m, j, k, snw_power(w_q, j->S), snw_power(w_v, j->S));
            const double q = snw_power(k->IS, j->mu) + snw_vec3_dot(k->BS, j->nu.ang);
            put(m, k, j, q + snw_vec3_dot(k->WS, j->S.ang),
                snw_power(k->IS, j->sigma) + snw_vec3_dot(k->BS, j->S.ang));
        }
    }
}

static void inward(snw_derivatives *d, bool pushed) {
    const matrices m = {d->tau_q, d->tau_v, d->model->nv, pushed};
    memset(m.q, 0, sizeof *m.q * (size_t)m.nv * (size_t)m.nv);
    memset(m.v, 0, sizeof *m.v * (size_t)m.nv * (size_t)m.nv);
    for (int l = d->model->link_count - 1; l >= 0; l--) {
        const body *b = &d->links[l];
        for (int k = 0; k < b->count; k++) {
            fill_column(d, b, &d->columns[b->first + k], m);
        }
        if (d->model->links[l].parent >= 0) carry(&d->links[d->model->links[l].parent], b, pushed);
    }
}

// springs and dampers are linear: what holds a joint against them changes by as much
static void add_passive(const snw_model *model, const snw_joint_spring *springs, int count,
                        double *matrix) {
    for (int i = 0; i < count; i++) {
        const snw_link *on = &model->links[springs[i].link];
        for (int k = 0; k < springs[i].measure_count; k++) {
            const snw_spring_measure *measure = &springs[i].measures[k];
            const snw_link *from = &model->links[measure->link];
            matrix[on->source_v + (ptrdiff_t)model->nv * from->source_v] +=
                springs[i].constant * measure->weight * on->multiplier * from->multiplier;
        }
    }
}

// --- derivatives ---------------------------------------------------------------------------------

snw_status snw_derivatives_inverse(snw_derivatives *derivatives, snw_dyn *dyn, const double *q,
                                   const double *v, const double *a, const snw_wrench *wrenches) {
    const snw_model *model = dyn->model;
    SNW_ASSERT(derivatives->model == model);
    // looks at everything that goes in, laws too
    snw_status status = snw__dyn_place(dyn, q, wrenches);
    if (!snw_failed(status)) status = snw_kin_update_acceleration(&dyn->kin, q, v, a);
    if (snw_failed(status)) return status;
    const state s = {q, v, a, wrenches, dyn->kin.T_world_link[0].p};
    if (!outward(derivatives, dyn, &s)) return SNW_ERR_NOT_FINITE;
    inward(derivatives, wrenches != NULL);
    for (int i = 0; i < model->nv; i++) {
        derivatives->tau_v[(ptrdiff_t)i * (model->nv + 1)] += dyn->friction[i];
    }
    if (!dyn->springs) return SNW_OK;
    add_passive(model, model->springs, model->spring_count, derivatives->tau_q);
    add_passive(model, model->dampers, model->damper_count, derivatives->tau_v);
    return SNW_OK;
}

// -M^-1 of each column
static snw_status solve_columns(const snw_dyn *dyn, const double *from, double *to) {
    const int nv = dyn->model->nv;
    snw_status status = SNW_OK;
    for (int k = 0; !snw_failed(status) && k < nv; k++, from += nv, to += nv) {
        for (int i = 0; i < nv; i++) {
            to[i] = -from[i];
        }
        status = snw_dyn_solve(dyn, to);
    }
    return status;
}

snw_status snw_derivatives_forward(snw_derivatives *derivatives, snw_dyn *dyn, const double *q,
                                   const double *v, const double *tau, const snw_wrench *wrenches) {
    snw_derivatives *d = derivatives;
    snw_status status = snw_dyn_forward(dyn, q, v, tau, wrenches, d->a);
    if (!snw_failed(status)) status = snw_derivatives_inverse(d, dyn, q, v, d->a, wrenches);
    if (!snw_failed(status)) status = snw_dyn_inverse_mass_matrix(dyn, q, d->a_tau);
    if (!snw_failed(status)) status = solve_columns(dyn, d->tau_q, d->a_q);
    if (!snw_failed(status)) status = solve_columns(dyn, d->tau_v, d->a_v);
    return status;
}
