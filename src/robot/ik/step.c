// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes/kernel.h"

#include "search.h"

// A kernel: one step of the search in all lanes. With J the Jacobian and e the error in the axes of
// the goal, weighted,
//
//     dq = -J^T (J J^T + lambda 1)^-1 e,      lambda = damping |e|^2
//
// which goes over into Newton's step where the error vanishes, and never breaks down (Levenberg
// 1944; the damping after Sugihara 2011). Joints that stand on a limit and would be pushed beyond
// take no part. The rotation error is 2 sin(angle / 2) about its axis, twice the vector part v of
// its quaternion w + v: monotone up to half a turn, and equal to the angle where it is small. Its
// rate for the angular velocity u is w u + u x v. Taking u instead, as is done where all rotations
// matter, is right in the end and leads out of half turns; where one is free, large angles may
// remain and the exact rate is needed.

typedef struct vec {
    snw_v x, y, z;
} vec;

typedef struct frame {
    vec x, y, z, p;
} frame;

SNW_FORCE_INLINE vec vec_set(snw_vec3 a) {
    return (vec){snw_v_set(a.x), snw_v_set(a.y), snw_v_set(a.z)};
}

SNW_FORCE_INLINE vec vec_neg(vec a) {
    return (vec){-a.x, -a.y, -a.z};
}

// a + f b, for a number that is the same in all lanes, and for one that is not
SNW_FORCE_INLINE vec vec_more(vec a, vec b, double f) {
    return (vec){a.x + b.x * f, a.y + b.y * f, a.z + b.z * f};
}

SNW_FORCE_INLINE vec vec_mix(vec a, snw_v f, vec b, snw_v g) {
    return (vec){a.x * f + b.x * g, a.y * f + b.y * g, a.z * f + b.z * g};
}

SNW_FORCE_INLINE vec vec_scale(vec a, snw_v f) {
    return (vec){a.x * f, a.y * f, a.z * f};
}

SNW_FORCE_INLINE vec vec_cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

SNW_FORCE_INLINE vec vec_turn(frame F, snw_vec3 a) {
    const vec v = {F.x.x * a.x + F.y.x * a.y + F.z.x * a.z, F.x.y * a.x + F.y.y * a.y + F.z.y * a.z,
                   F.x.z * a.x + F.y.z * a.y + F.z.z * a.z};
    return v;
}

SNW_FORCE_INLINE vec vec_add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

// the constant turns before a joint
SNW_FORCE_INLINE frame turned(frame F, const snw__ik_body *body) {
    if (body->kind == SNW_NORMAL_TURNED) {
        const vec x = F.x;
        const snw_v c = snw_v_set(body->cos_gamma), s = snw_v_set(body->sin_gamma);
        F.x = vec_mix(x, c, F.y, s);
        F.y = vec_mix(F.y, c, x, -s);
    }
    const vec y = F.y;
    if (body->kind == SNW_NORMAL_PLUS) {
        F.y = F.z;
        F.z = vec_neg(y);
    } else if (body->kind == SNW_NORMAL_MINUS) {
        F.y = vec_neg(F.z);
        F.z = y;
    } else if (body->kind != SNW_NORMAL_ZERO) {
        const snw_v c = snw_v_set(body->cos_alpha), s = snw_v_set(body->sin_alpha);
        F.y = vec_mix(y, c, F.z, s);
        F.z = vec_mix(F.z, c, y, -s);
    }
    return F;
}

// Axes and origins of the joints go into J for the time being: rows 0 to 2 the axis, 3 to 5 the
// origin, of joint number i in column i. Returns the frame of the tip.
SNW_FORCE_INLINE frame forward(const snw__ik_problem *p, const snw__ik_block *block, int at,
                               snw_v *axes) {
    frame F = {vec_set(p->start.R.x), vec_set(p->start.R.y), vec_set(p->start.R.z),
               vec_set(p->start.p)};
    for (int i = 0; i < p->body_count; i++) {
        const snw__ik_body *body = &p->bodies[i];
        const snw_v q = snw_v_load(block->q + (ptrdiff_t)body->source * SNW__IK_LANES + at);
        F.p = vec_add(F.p, vec_turn(F, body->p));
        F = turned(F, body);
        if (body->turn != 0 || body->offset != 0) {
            snw_v s, c;
            snw_v_sincos(q * body->turn + body->offset, &s, &c);
            const vec x = F.x;
            F.x = vec_mix(x, c, F.y, s);
            F.y = vec_mix(F.y, c, x, -s);
        }
        if (body->slide != 0 || body->slide_offset != 0) {
            const snw_v d = q * body->slide + body->slide_offset;
            F.p = (vec){F.p.x + F.z.x * d, F.p.y + F.z.y * d, F.p.z + F.z.z * d};
        }
        snw_v *a = axes + (ptrdiff_t)6 * i;
        a[0] = F.z.x, a[1] = F.z.y, a[2] = F.z.z;
        a[3] = F.p.x, a[4] = F.p.y, a[5] = F.p.z;
    }
    frame T = F;
    T.p = vec_add(F.p, vec_turn(F, p->tip.p));
    T.x = vec_turn(F, p->tip.R.x);
    T.y = vec_turn(F, p->tip.R.y);
    T.z = vec_turn(F, p->tip.R.z);
    return T;
}

// a rotation: its quaternion
typedef struct spin {
    snw_v w;
    vec v;
} spin;

// the error of the tip in the axes of the goal, weighted; its largest part over the tolerance
SNW_FORCE_INLINE snw_v error_of(const snw__ik_problem *p, frame T, snw_v *e, spin *turn) {
    const snw_v half = snw_v_set(0.5), tiny = snw_v_set(1e-9);
    const snw_v cosine = (T.x.x + T.y.y + T.z.z - 1) * half;
    const snw_v scale = snw_v_sqrt(2 / snw_v_max(1 + cosine, tiny)) * half;
    e[0] = T.p.x, e[1] = T.p.y, e[2] = T.p.z;
    e[3] = (T.y.z - T.z.y) * scale;
    e[4] = (T.z.x - T.x.z) * scale;
    e[5] = (T.x.y - T.y.x) * scale;
    // half a turn: the sine says nothing; a large error about any axis does
    const snw_vm turned_over = snw_v_lt(1 + cosine, snw_v_set(1e-8));
    e[3] = snw_v_select(turned_over, snw_v_set(2), e[3]);
    turn->w = snw_v_sqrt(snw_v_max(1 + cosine, tiny) * half);
    turn->v = (vec){e[3] * half, e[4] * half, e[5] * half};
    snw_v ratio = snw_v_set(0);
    for (int i = 0; i < 6; i++) {
        ratio = snw_v_max(ratio, snw_v_abs(e[i]) * p->precision[i]);
        const snw_v slack = snw_v_set(p->slack[i]);
        e[i] = (e[i] - snw_v_max(snw_v_min(e[i], slack), -slack)) * p->weight[i];
    }
    return ratio;
}

// columns of the path, weighted; joints that share a coordinate add up
SNW_FORCE_INLINE void jacobian(const snw__ik_problem *p, frame T, const spin *turn,
                               const snw_v *axes, snw_v *J) {
    for (int i = 0; i < 6 * p->count; i++) {
        J[i] = snw_v_set(0);
    }
    for (int i = 0; i < p->body_count; i++) {
        const snw__ik_body *body = &p->bodies[i];
        const snw_v *a = axes + (ptrdiff_t)6 * i;
        const vec z = {a[0], a[1], a[2]};
        const vec arm = {T.p.x - a[3], T.p.y - a[4], T.p.z - a[5]};
        const vec linear =
            vec_more(vec_more((vec){{0}, {0}, {0}}, vec_cross(z, arm), body->turn), z, body->slide);
        snw_v *column = J + (ptrdiff_t)6 * body->source;
        column[0] += linear.x * p->weight[0];
        column[1] += linear.y * p->weight[1];
        column[2] += linear.z * p->weight[2];
        const vec u = p->turned ? vec_add(vec_scale(z, turn->w), vec_cross(z, turn->v)) : z;
        column[3] += u.x * (body->turn * p->weight[3]);
        column[4] += u.y * (body->turn * p->weight[4]);
        column[5] += u.z * (body->turn * p->weight[5]);
    }
}

// no rows for components within their slack
SNW_FORCE_INLINE void slacken(const snw__ik_problem *p, const snw_v *e, snw_v *J) {
    const snw_v zero = snw_v_set(0);
    for (int k = 0; k < 6; k++) {
        if (p->slack[k] == 0) continue;
        const snw_vm within = snw_v_le(snw_v_abs(e[k]), zero);
        for (int i = 0; i < p->count; i++) {
            snw_v *c = J + (ptrdiff_t)6 * i + k;
            *c = snw_v_select(within, zero, *c);
        }
    }
}

// no part for joints on a limit that would go beyond
SNW_FORCE_INLINE void freeze(const snw__ik_problem *p, const snw__ik_block *block, int at,
                             const snw_v *e, snw_v *J) {
    const snw_v zero = snw_v_set(0);
    for (int i = 0; i < p->count; i++) {
        snw_v *c = J + (ptrdiff_t)6 * i;
        snw_v slope = c[0] * e[0];
        for (int k = 1; k < 6; k++) {
            slope += c[k] * e[k];
        }
        const snw_v q = snw_v_load(block->q + (ptrdiff_t)i * SNW__IK_LANES + at);
        const snw_vm low = snw_vm_and(snw_v_le(q, snw_v_set(p->lower[i])), snw_v_lt(zero, slope));
        const snw_vm high = snw_vm_and(snw_v_le(snw_v_set(p->upper[i]), q), snw_v_lt(slope, zero));
        const snw_vm held = snw_vm_or(low, high);
        for (int k = 0; k < 6; k++) {
            c[k] = snw_v_select(held, zero, c[k]);
        }
    }
}

// L L^T = J J^T + lambda 1 (Cholesky), the inverses of the diagonal in its place
SNW_FORCE_INLINE void factorise(int count, const snw_v *J, snw_v lambda, snw_v A[6][6]) {
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k <= i; k++) {
            A[i][k] = i == k ? lambda : snw_v_set(0);
        }
    }
    for (int j = 0; j < count; j++) {
        const snw_v *c = J + (ptrdiff_t)6 * j;
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k <= i; k++) {
                A[i][k] += c[i] * c[k];
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k <= i; k++) {
            snw_v sum = A[i][k];
            for (int m = 0; m < k; m++) {
                sum -= A[i][m] * A[k][m];
            }
            A[i][k] = i == k ? 1 / snw_v_sqrt(snw_v_max(sum, snw_v_set(1e-30))) : sum * A[k][k];
        }
    }
}

// y = (J J^T + lambda 1)^-1 e
SNW_FORCE_INLINE void solve(int count, const snw_v *J, snw_v lambda, const snw_v *e, snw_v *y) {
    snw_v A[6][6];
    factorise(count, J, lambda, A);
    for (int i = 0; i < 6; i++) {
        y[i] = e[i];
        for (int m = 0; m < i; m++) {
            y[i] -= A[i][m] * y[m];
        }
        y[i] *= A[i][i];
    }
    for (int i = 5; i >= 0; i--) {
        for (int m = i + 1; m < 6; m++) {
            y[i] -= A[m][i] * y[m];
        }
        y[i] *= A[i][i];
    }
}

static void step_lanes(const snw__ik_problem *p, const snw__ik_block *block, int at) {
    snw_v axes[6 * (SNW_IK_JOINTS + 1)], J[6 * SNW_IK_JOINTS], e[6], y[6];
    const frame T = forward(p, block, at, axes);
    spin turn;
    const snw_v ratio = error_of(p, T, e, &turn);
    jacobian(p, T, &turn, axes, J);
    if (p->slackens) slacken(p, e, J);
    freeze(p, block, at, e, J);
    snw_v error = e[0] * e[0];
    for (int i = 1; i < 6; i++) {
        error += e[i] * e[i];
    }
    solve(p->count, J, error * p->damping + 1e-14, e, y);
    snw_v dq[SNW_IK_JOINTS], largest = snw_v_set(0);
    for (int i = 0; i < p->count; i++) {
        const snw_v *c = J + (ptrdiff_t)6 * i;
        dq[i] = c[0] * y[0];
        for (int k = 1; k < 6; k++) {
            dq[i] += c[k] * y[k];
        }
        largest = snw_v_max(snw_v_abs(dq[i]), largest);
    }
    const snw_v shorten = p->longest / snw_v_max(largest, snw_v_set(p->longest));
    const snw_vm done = snw_v_le(ratio, snw_v_set(1));
    for (int i = 0; i < p->count; i++) {
        const ptrdiff_t place = (ptrdiff_t)i * SNW__IK_LANES + at;
        const snw_v q = snw_v_load(block->q + place);
        snw_v to = q - dq[i] * shorten;
        to = snw_v_max(snw_v_min(to, snw_v_set(p->upper[i])), snw_v_set(p->lower[i]));
        snw_v_store(block->next + place, snw_v_select(done, q, to));
    }
    snw_v_store(block->error + at, error);
    snw_v_store(block->ratio + at, ratio);
}

void SNW_KERNEL(snw__ik_step)(const snw__ik_problem *problem, const snw__ik_block *block) {
    for (int at = 0; at < SNW__IK_LANES; at += SNW_W) {
        step_lanes(problem, block, at);
    }
}
