// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "outward.h"

// A kernel: articulated bodies (Featherstone 1983), in 6 + 9 + 6 numbers per body. Before it the
// outward pass has run with zero accelerations of the joints: what is looked for here is the rest,
// so that no products of velocities are left, and a body at rest takes the force p that the outward
// pass found. With f = A a + B al + p_f and n = B^T a + C al + p_n at the body's origin, a joint
// about z with effort tau has
//
//     U = (B z, C z),   D = z.C z + rotor,   u = tau - z.p_n,   a_joint = (u - U.(a, al)) / D
//
// and hands (I - U U^T / D, p + U u / D) on to its parent. Without a rotor the last column of B and
// the last row of C are then exactly zero (`hollow`).

typedef struct full {
    vec x, y, z; ///< columns
} full;

typedef struct articulated {
    sym A;
    full B;
    sym C;
    wrench p;
} articulated;

// --- the step to the parent ---------------------------------------------------------------------

// R B R^T with R = Rz: the 2 x 2 block keeps its trace and its skew part
SNW_FORCE_INLINE full full_turn_z(full B, snw_v s, snw_v c, bool hollow) {
    const snw_v w = s * (B.x.x - B.y.y) + c * (B.y.x + B.x.y);
    full r = {{B.x.x - s * w, c * w - B.y.x, c * B.x.z - s * B.y.z},
              {c * w - B.x.y, B.y.y + s * w, s * B.x.z + c * B.y.z},
              vec_zero()};
    if (!hollow) r.z = (vec){c * B.z.x - s * B.z.y, s * B.z.x + c * B.z.y, B.z.z};
    return r;
}

SNW_FORCE_INLINE full full_turn_x(full B, snw_v s, snw_v c) {
    const snw_v w = s * (B.y.y - B.z.z) + c * (B.z.y + B.y.z);
    return (full){{B.x.x, c * B.x.y - s * B.x.z, s * B.x.y + c * B.x.z},
                  {c * B.y.x - s * B.z.x, B.y.y - s * w, c * w - B.z.y},
                  {s * B.y.x + c * B.z.x, c * w - B.y.z, B.z.z + s * w}};
}

SNW_FORCE_INLINE full full_to_parent(step t, full B, bool hollow) {
    B = full_turn_z(B, t.s, t.c, hollow);
    if (t.kind == SNW_NORMAL_PLUS) {
        B = (full){{B.x.x, -B.x.z, B.x.y}, {-B.z.x, B.z.z, -B.z.y}, {B.y.x, -B.y.z, B.y.y}};
    } else if (t.kind == SNW_NORMAL_MINUS) {
        B = (full){{B.x.x, B.x.z, -B.x.y}, {B.z.x, B.z.z, -B.z.y}, {-B.y.x, -B.y.z, B.y.y}};
    } else if (t.kind != SNW_NORMAL_ZERO) {
        B = full_turn_x(B, constant(t.body->sin_alpha), constant(t.body->cos_alpha));
    }
    if (t.kind == SNW_NORMAL_TURNED) {
        B = full_turn_z(B, constant(t.body->sin_gamma), constant(t.body->cos_gamma), false);
    }
    return B;
}

SNW_FORCE_INLINE sym hollow_to_parent(step t, sym C) {
    const snw_v w = t.s * (C.xx - C.yy) + 2 * t.c * C.xy;
    const snw_v none = snw_v_set(0);
    return sym_constant_turn(
        t, (sym){C.xx - t.s * w, C.yy + t.s * w, none, t.c * w - C.xy, none, none});
}

// With X = skew(r): B' = B - A X and C' = C + X B' + (X B)^T, the latter symmetric.
SNW_FORCE_INLINE void put_shifted(sym A, full B, sym C, vec r, articulated *up) {
    const vec Ax = {A.xx, A.xy, A.xz}, Ay = {A.xy, A.yy, A.yz}, Az = {A.xz, A.yz, A.zz};
    const vec x = vec_add_scaled(vec_add_scaled(B.x, Az, r.y), Ay, -r.z);
    const vec y = vec_add_scaled(vec_add_scaled(B.y, Ax, r.z), Az, -r.x);
    const vec z = vec_add_scaled(vec_add_scaled(B.z, Ay, r.x), Ax, -r.y);
    up->A = A;
    up->B.x = x;
    up->B.y = y;
    up->B.z = z;
    up->C.xx = C.xx + r.y * (x.z + B.x.z) - r.z * (x.y + B.x.y);
    up->C.yy = C.yy + r.z * (y.x + B.y.x) - r.x * (y.z + B.y.z);
    up->C.zz = C.zz + r.x * (z.y + B.z.y) - r.y * (z.x + B.z.x);
    up->C.xy = C.xy + r.y * y.z + r.z * (B.x.x - y.y) - r.x * B.x.z;
    up->C.xz = C.xz + r.y * (z.z - B.x.x) - r.z * z.y + r.x * B.x.y;
    up->C.yz = C.yz + r.z * z.x + r.x * (B.y.y - z.z) - r.y * B.y.x;
}

// --- bodies -------------------------------------------------------------------------------------

// a rigid body alone, and with what it carries: zeros are not added
SNW_FORCE_INLINE void put_rigid(const snw_normal_body *body, articulated *I) {
    const snw_sym3 S = body->S;
    const vec h = constants(body->h);
    const snw_v m = constant(body->m), o = snw_v_set(0);
    I->A = (sym){m, m, m, o, o, o};
    I->B.x = (vec){o, -h.z, h.y};
    I->B.y = (vec){h.z, o, -h.x};
    I->B.z = (vec){-h.y, h.x, o};
    I->C = (sym){constant(S.yy + S.zz), constant(S.xx + S.zz), constant(S.xx + S.yy),
                 constant(-S.xy),       constant(-S.xz),       constant(-S.yz)};
}

SNW_FORCE_INLINE void add_rigid(const snw_normal_body *body, articulated *I) {
    const snw_sym3 S = body->S;
    const snw_vec3 h = body->h;
    I->A.xx += body->m;
    I->A.yy += body->m;
    I->A.zz += body->m;
    I->B.x.y -= h.z;
    I->B.x.z += h.y;
    I->B.y.x += h.z;
    I->B.y.z -= h.x;
    I->B.z.x -= h.y;
    I->B.z.y += h.x;
    I->C.xx += S.yy + S.zz;
    I->C.yy += S.xx + S.zz;
    I->C.zz += S.xx + S.yy;
    I->C.xy -= S.xy;
    I->C.xz -= S.xz;
    I->C.yz -= S.yz;
}

SNW_FORCE_INLINE sym get_sym(const snw_real *rows) {
    const vec diagonal = get_vec(rows), others = get_vec(rows + 3 * ROW);
    return (sym){diagonal.x, diagonal.y, diagonal.z, others.x, others.y, others.z};
}

SNW_FORCE_INLINE void put_sym(snw_real *rows, sym S) {
    put_vec(rows, (vec){S.xx, S.yy, S.zz});
    put_vec(rows + 3 * ROW, (vec){S.xy, S.xz, S.yz});
}

SNW_FORCE_INLINE sym sym_sum(sym A, sym B) {
    return (sym){A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.xy + B.xy, A.xz + B.xz, A.yz + B.yz};
}

static void put_articulated(snw_real *rows, const articulated *I) {
    put_sym(rows, I->A);
    put_vec(rows + 6 * ROW, I->B.x);
    put_vec(rows + 9 * ROW, I->B.y);
    put_vec(rows + 12 * ROW, I->B.z);
    put_sym(rows + 15 * ROW, I->C);
    put_wrench(rows + 21 * ROW, I->p);
}

static void add_gathered(articulated *I, const snw_real *rows) {
    I->A = sym_sum(I->A, get_sym(rows));
    I->B.x = vec_add(I->B.x, get_vec(rows + 6 * ROW));
    I->B.y = vec_add(I->B.y, get_vec(rows + 9 * ROW));
    I->B.z = vec_add(I->B.z, get_vec(rows + 12 * ROW));
    I->C = sym_sum(I->C, get_sym(rows + 15 * ROW));
    I->p = wrench_sum(I->p, get_wrench(rows + 21 * ROW));
}

// --- to the root --------------------------------------------------------------------------------

// A - a a^T / D, with k = a / D
SNW_FORCE_INLINE sym sym_less(sym A, vec a, vec k) {
    return (sym){A.xx - a.x * k.x, A.yy - a.y * k.y, A.zz - a.z * k.z,
                 A.xy - a.x * k.y, A.xz - a.x * k.z, A.yz - a.y * k.z};
}

// A joint eliminated, then the step to the parent; what vanishes is not computed. Piece by piece,
// because a whole articulated body is too much for the registers. Returns the force.
SNW_FORCE_INLINE wrench hollow_step(step t, wrench U, turn e, vec r, articulated *I) {
    const vec k = vec_scale(U.f, e.c), l = vec_scale(U.n, e.c);
    const sym A = sym_to_parent(t, sym_less(I->A, U.f, k));
    const full B = {vec_add_scaled(I->B.x, k, -U.n.x), vec_add_scaled(I->B.y, k, -U.n.y),
                    vec_zero()};
    const snw_v o = snw_v_set(0);
    const sym C = {I->C.xx - U.n.x * l.x, I->C.yy - U.n.y * l.y, o, I->C.xy - U.n.x * l.y, o, o};
    const wrench p = {vec_add_scaled(I->p.f, k, e.s), vec_add_scaled(I->p.n, l, e.s)};
    put_shifted(A, full_to_parent(t, B, true), hollow_to_parent(t, C), r, I);
    return wrench_to_parent(t, r, p);
}

SNW_FORCE_INLINE wrench whole_step(step t, wrench U, turn e, vec r, articulated *I) {
    const vec k = vec_scale(U.f, e.c), l = vec_scale(U.n, e.c);
    const sym A = sym_to_parent(t, sym_less(I->A, U.f, k));
    const full B = {vec_add_scaled(I->B.x, k, -U.n.x), vec_add_scaled(I->B.y, k, -U.n.y),
                    vec_add_scaled(I->B.z, k, -U.n.z)};
    const sym C = sym_to_parent(t, sym_less(I->C, U.n, l));
    const wrench p = {vec_add_scaled(I->p.f, k, e.s), vec_add_scaled(I->p.n, l, e.s)};
    put_shifted(A, full_to_parent(t, B, false), C, r, I);
    return wrench_to_parent(t, r, p);
}

// what the way back needs; a state with nothing to divide by is refused
SNW_FORCE_INLINE snw_v keep(bed *d, int b, wrench U, snw_v D, snw_v u) {
    const snw_vm fine = snw_v_lt(snw_v_set(0), D);
    d->zero += snw_v_select(fine, snw_v_set(0), snw_v_set((snw_real)NAN));
    const snw_v inverse = 1 / D;
    snw_real *rows = row_of(d->eliminated, b, SNW__ELIMINATED_ROWS);
    put_wrench(rows, U);
    snw_v_store(rows + 6 * ROW, inverse);
    snw_v_store(rows + 7 * ROW, u);
    return inverse;
}

// a joint that turns by its coordinate and has no rotor
SNW_FORCE_INLINE void hollow_up(bed *d, int b, articulated *I) {
    const wrench U = {I->B.z, {I->C.xz, I->C.yz, I->C.zz}};
    const snw_v u = from_block(d->x, d->bodies[b].source_v) - I->p.n.z;
    const turn e = {keep(d, b, U, U.n.z, u), u};
    if (d->roles[b] & SNW__GROUND) return;
    FOR_CLASS(d, b, I->p, hollow_step, U, e, reach_of(d, b), I);
}

// any joint that turns or slides
__attribute__((noinline)) static void whole_up(bed *d, int b, articulated *I, double rotor) {
    const double t = d->bodies[b].turn, s = d->bodies[b].slide;
    const vec Az = {I->A.xz, I->A.yz, I->A.zz}, Cz = {I->C.xz, I->C.yz, I->C.zz};
    const vec row = {I->B.x.z, I->B.y.z, I->B.z.z};
    const wrench U = {vec_add_scaled(vec_scale(I->B.z, constant(t)), Az, constant(s)),
                      vec_add_scaled(vec_scale(Cz, constant(t)), row, constant(s))};
    const snw_v u = from_block(d->x, d->bodies[b].source_v) - I->p.n.z * t - I->p.f.z * s;
    const turn e = {keep(d, b, U, U.n.z * t + U.f.z * s + rotor, u), u};
    if (d->roles[b] & SNW__GROUND) return;
    FOR_CLASS(d, b, I->p, whole_step, U, e, reach_of(d, b), I);
}

// The articulated body of b with what its children have handed on; I is that of the next body
// before, and what is wanted after.
SNW_FORCE_INLINE void add_body(const bed *d, int b, articulated *I) {
    const wrench p = get_wrench(row_of(d->forces, b, SNW__FORCE_ROWS));
    if (d->roles[b] & SNW__TAKES) {
        add_rigid(&d->bodies[b], I);
        I->p = wrench_sum(I->p, p);
    } else {
        put_rigid(&d->bodies[b], I);
        I->p = p;
    }
    if (d->roles[b] & SNW__GATHER) {
        add_gathered(I, row_of(d->gathered, b, SNW__GATHERED_ROWS));
    }
}

static void gather(const bed *d, int b, articulated *up) {
    snw_real *rows = row_of(d->gathered, d->bodies[b].parent, SNW__GATHERED_ROWS);
    if (!(d->roles[b] & SNW__FIRST)) add_gathered(up, rows);
    put_articulated(rows, up);
}

// all joints eliminated; `up` becomes what the body after the root has handed on
SNW_FORCE_INLINE void articulate(bed *d, const snw__batch_dyn_job *job, articulated *up) {
    for (int b = d->count - 1; b >= 1; b--) {
        const unsigned role = d->roles[b];
        const double rotor = job->rotors[d->bodies[b].source_v];
        add_body(d, b, up);
        if ((role & SNW__PLAIN) && rotor == 0) {
            hollow_up(d, b, up);
        } else {
            whole_up(d, b, up, rotor);
        }
        if (!(role & (SNW__CARRY | SNW__GROUND))) gather(d, b, up);
    }
}

// --- a floating root ----------------------------------------------------------------------------

static void root_matrix(const articulated *I, snw_v M[6][6]) {
    const vec B[3] = {I->B.x, I->B.y, I->B.z};
    const sym A = I->A, C = I->C;
    const snw_v a[3][3] = {{A.xx, A.xy, A.xz}, {A.xy, A.yy, A.yz}, {A.xz, A.yz, A.zz}};
    const snw_v c[3][3] = {{C.xx, C.xy, C.xz}, {C.xy, C.yy, C.yz}, {C.xz, C.yz, C.zz}};
    for (int k = 0; k < 3; k++) {
        const snw_v column[3] = {B[k].x, B[k].y, B[k].z};
        for (int i = 0; i < 3; i++) {
            M[i][k] = a[i][k];
            M[3 + i][3 + k] = c[i][k];
            M[i][3 + k] = M[3 + k][i] = column[i];
        }
    }
}

// M x = b by M = L D L^T, in place; a pivot below 1e-13 of what it was is rounding
static void root_solve(bed *d, snw_v M[6][6], snw_v *x) {
    for (int k = 0; k < 6; k++) {
        const snw_v before = M[k][k];
        snw_v row[6] = {{0}};
        for (int l = 0; l < k; l++) {
            row[l] = M[k][l] * M[l][l];
            M[k][k] -= row[l] * M[k][l];
            x[k] -= M[k][l] * x[l];
        }
        const snw_vm fine = snw_v_lt(before * 1e-13, M[k][k]);
        d->zero += snw_v_select(fine, snw_v_set(0), snw_v_set((snw_real)NAN));
        const snw_v inverse = 1 / M[k][k];
        for (int i = k + 1; i < 6; i++) {
            for (int l = 0; l < k; l++) {
                M[i][k] -= M[i][l] * row[l];
            }
            M[i][k] *= inverse;
        }
    }
    for (int k = 5; k >= 0; k--) {
        x[k] /= M[k][k];
        for (int i = k + 1; i < 6; i++) {
            x[k] -= M[i][k] * x[i];
        }
    }
}

// the root's accelerations, linear first
__attribute__((noinline)) static wrench root_free(bed *d, const snw__batch_dyn_job *job,
                                                  articulated *I, snw_real *a) {
    add_body(d, 0, I);
    snw_v M[6][6], x[6] = {-I->p.f.x, -I->p.f.y, -I->p.f.z, -I->p.n.x, -I->p.n.y, -I->p.n.z};
    root_matrix(I, M);
    for (int k = 0; k < 6; k++) {
        x[k] += from_block(d->x, job->v_root + k);
        M[k][k] += job->rotors[job->v_root + k];
    }
    root_solve(d, M, x);
    for (int k = 0; k < 6; k++) {
        to_block(a, job->v_root + k, x[k]);
    }
    return (wrench){{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

// --- from the root ------------------------------------------------------------------------------

// linear acceleration at the body's origin, angular acceleration
SNW_FORCE_INLINE wrench freed(step t, wrench X) {
    return (wrench){to_body(t, X.f), to_body(t, X.n)};
}

SNW_FORCE_INLINE wrench accelerated(const bed *d, int b, wrench P, snw_real *a) {
    const snw_normal_body *body = &d->bodies[b];
    const snw_real *rows = row_of(d->eliminated, b, SNW__ELIMINATED_ROWS);
    const wrench U = get_wrench(rows);
    const snw_v inverse = snw_v_load(rows + 6 * ROW), u = snw_v_load(rows + 7 * ROW);
    const wrench at = {vec_add_cross(P.f, P.n, reach_of(d, b)), P.n};
    wrench X;
    FOR_CLASS(d, b, X, freed, at);
    // in pairs, because all that follows waits for it
    const snw_v first = U.f.x * X.f.x + U.f.y * X.f.y, second = U.n.x * X.n.x + U.n.y * X.n.y;
    const snw_v third = U.f.z * X.f.z + U.n.z * X.n.z;
    const snw_v got = ((u - first) - (second + third)) * inverse;
    to_block(a, body->source_v, got);
    if (d->roles[b] & SNW__PLAIN) {
        X.n.z += got;
        return X;
    }
    X.n.z += got * body->turn;
    X.f.z += got * body->slide;
    return X;
}

SNW_FORCE_INLINE void accelerate(const bed *d, wrench root, snw_real *a) {
    const wrench still = {vec_zero(), vec_zero()};
    wrench X = root;
    put_wrench(d->motions, X);
    for (int b = 1; b < d->count; b++) {
        const unsigned role = d->roles[b];
        if (role & SNW__GROUND) {
            X = still;
        } else if (!(role & SNW__CARRY)) {
            X = get_wrench(row_of(d->motions, d->bodies[b].parent, SNW__MOTION_ROWS));
        }
        X = accelerated(d, b, X, a);
        if (role & SNW__GATHER) put_wrench(row_of(d->motions, b, SNW__MOTION_ROWS), X);
    }
}

static void states_aba(snw__batch_dyn_job *job, int block, int at) {
    bed d = bed_begin(job, block, at, true);
    snw_real *a = job->out + (ptrdiff_t)block * job->nv * LANES + at;
    outward(&d, job, false);
    articulated up;
    articulate(&d, job, &up);
    wrench root = {vec_zero(), vec_zero()};
    if (job->floating) root = root_free(&d, job, &up, a);
    accelerate(&d, root, a);
    bed_end(&d, job, (int)(block * LANES) + at, a, job->nv);
}

void SNW_KERNEL(snw__batch_aba)(snw__batch_dyn_job *job) {
    for (int block = 0; block < job->block_count; block++) {
        for (int at = 0; at < LANES; at += SNW_W) {
            states_aba(job, block, at);
        }
    }
}
