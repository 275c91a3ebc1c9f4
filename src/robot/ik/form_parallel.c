// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Six joints that turn, the second, third and fourth about parallel axes (the arms of Universal
// Robots). What happens along that direction h is not changed by the three, so with w from axis 1
// to axis 6 and k the axis of joint 6 in the pose,
//
//     h . R1^T w = h . (p12 + p23 + p34 + p45) + h . R5 p56
//     h . R1^T k = h . R5 k6
//
// two equations for turns 1 and 5. The three parallel ones are then a planar arm.

#define SLACK 1e-9

typedef struct arm {
    snw_vec3 h;          // the common direction
    double sign3, sign4; // whether axes 3 and 4 point along h
    snw_vec3 p12, p23, p34, p45, p56;
    snw_vec3 w; // from axis 1 to axis 6 in the pose
    snw_mat3 R; // of all six
} arm;

static arm arm_of(const snw__question *q) {
    const snw_ik_chain *c = q->chain;
    arm a;
    a.h = c->axis[1];
    a.sign3 = snw_vec3_dot(a.h, c->axis[2]) > 0 ? 1 : -1;
    a.sign4 = snw_vec3_dot(a.h, c->axis[3]) > 0 ? 1 : -1;
    a.p12 = snw_vec3_sub(c->point[1], c->point[0]);
    a.p23 = snw_vec3_sub(c->point[2], c->point[1]);
    a.p34 = snw_vec3_sub(c->point[3], c->point[2]);
    a.p45 = snw_vec3_sub(c->point[4], c->point[3]);
    a.p56 = snw_vec3_sub(c->point[5], c->point[4]);
    a.R = snw_mat3_mul(q->goal.R, snw_mat3_transpose(c->T_base_tip.R));
    const snw_vec3 tool = snw_vec3_sub(c->T_base_tip.p, c->point[5]);
    a.w = snw_vec3_sub(snw_vec3_sub(q->goal.p, snw_mat3_apply(a.R, tool)), c->point[0]);
    return a;
}

static void solve_ends(const snw__question *q, const arm *a, snw__pair_roots *roots) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 k = snw_mat3_apply(a->R, c->axis[5]);
    const snw__linear w1 = snw__turn_linear(a->h, c->axis[0], a->w);
    const snw__linear k1 = snw__turn_linear(a->h, c->axis[0], k);
    const snw__linear p5 = snw__turn_linear(a->h, c->axis[4], a->p56);
    const snw__linear k5 = snw__turn_linear(a->h, c->axis[4], c->axis[5]);
    const snw_vec3 sum = snw_vec3_add(snw_vec3_add(a->p12, a->p23), snw_vec3_add(a->p34, a->p45));
    const snw__pair pair = {
        .x = {{w1.a, -w1.b}, {k1.a, -k1.b}},
        .y = {{-p5.a, -p5.b}, {-k5.a, -k5.b}},
        .d = {snw_vec3_dot(a->h, sum) + p5.constant - w1.constant, k5.constant - k1.constant},
        .size = {q->closed->scale, 1}};
    const double held[2] = {q->held[0], q->held[4]};
    snw__pair_solve(&pair, SLACK, held, roots);
}

// the ends of a solution: turns 1, 5, 6 and the sum of the parallel ones
typedef struct ends {
    snw__turn first, fifth, sixth, sum;
    snw_mat3 rest; // what all but the first turn together
    snw_vec3 t,
        hand; // from axis 2 to axis 4 once the sum is known; from axis 4 to axis 6 before it
    bool singular;
    bool aligned; // axis 6 is parallel to the three: any sum will do
    int branch;
} ends;

// the last turn, when the others are known
static void set_sixth(const snw_ik_chain *c, const arm *a, ends *e) {
    const snw_vec3 k6 = c->axis[5], side = snw__normal_to(k6);
    const snw_vec3 turned =
        snw__turned(c->axis[4], snw__turn_back(e->fifth),
                    snw__turned(a->h, snw__turn_back(e->sum), snw_mat3_apply(e->rest, side)));
    SNW_IGNORE(snw__turn_between(k6, side, turned, 1e-12, &e->sixth));
}

// the sum that leaves the last joint at what it was
static void hold_sixth(const snw__question *q, const arm *a, ends *e) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 across = snw__normal_to(a->h);
    e->sixth = snw__turn_of(q->held[5]);
    const snw_vec3 before = snw__turned(c->axis[5], snw__turn_back(e->sixth),
                                        snw__turned(c->axis[4], snw__turn_back(e->fifth), across));
    SNW_IGNORE(snw__turn_between(a->h, across, snw_mat3_apply(e->rest, before), 1e-12, &e->sum));
}

static ends ends_of(const snw__question *q, const arm *a, const snw__pair_roots *roots, int i) {
    const snw_ik_chain *c = q->chain;
    ends e = {.first = roots->x[i], .fifth = roots->y[i], .singular = roots->touching[i]};
    e.branch = (roots->branch[i] & 1) + 4 * (roots->branch[i] >> 1);
    e.rest = snw__turned_mat3(c->axis[0], snw__turn_back(e.first), a->R);
    e.hand = snw_vec3_add(a->p45, snw__turned(c->axis[4], e.fifth, a->p56));
    e.t = snw_vec3_sub(snw__turned(c->axis[0], snw__turn_back(e.first), a->w), a->p12);
    const snw_vec3 from = snw__turned(c->axis[4], e.fifth, c->axis[5]);
    const snw_vec3 end = snw_mat3_apply(e.rest, c->axis[5]);
    e.aligned = !(snw_vec3_norm(snw_vec3_cross(a->h, from)) > 1e-10) ||
                !snw__turn_between(a->h, from, end, 1e-20, &e.sum);
    if (e.aligned) {
        e.singular = true;
        hold_sixth(q, a, &e);
    } else {
        set_sixth(c, a, &e);
    }
    return e;
}

// The turn of the third joint brings axis 4 to the distance of t from axis 2; `far` as in
// snw__turn_linear(). Half the squared distance that is left to it.
static double half_square(const arm *a, snw_vec3 t, snw__linear far) {
    return (snw_vec3_norm2(t) - snw_vec3_norm2(a->p23) - snw_vec3_norm2(a->p34)) / 2 - far.constant;
}

// An aligned hand may be turned about h: where the arm does not reach for the sum that was held,
// the nearest sum for which it does, if there is one, with a straight elbow.
static void turn_hand(const snw__question *q, const arm *a, snw__linear far, ends *e) {
    const double reach = sqrt(far.a * far.a + far.b * far.b);
    const double d = half_square(a, snw_vec3_sub(e->t, snw__turned(a->h, e->sum, e->hand)), far);
    if (fabs(d) <= reach) return;
    // |t|^2 - 2 t . R(h, sum) hand + |hand|^2 at the border
    const snw__linear turned = snw__turn_linear(e->t, a->h, e->hand);
    const double wanted = half_square(a, e->t, far) + snw_vec3_norm2(e->hand) / 2 -
                          (d > 0 ? reach : -reach) - turned.constant;
    snw__turn sum[2];
    double gap;
    const double size = q->closed->scale;
    if (snw__turn_solve(turned.a, turned.b, wanted, SLACK * size * size, sum, &gap) != 2) return;
    const double first = sum[0].c * e->sum.c + sum[0].s * e->sum.s;
    const double second = sum[1].c * e->sum.c + sum[1].s * e->sum.s;
    e->sum = first >= second ? sum[0] : sum[1];
    set_sixth(q->chain, a, e);
}

static void solve_middle(const snw__question *q, const arm *a, ends *e, snw__candidates *found) {
    const snw_ik_chain *c = q->chain;
    const snw__linear far = snw__turn_linear(a->p23, c->axis[2], a->p34);
    if (e->aligned) turn_hand(q, a, far, e);
    const snw_vec3 t = snw_vec3_sub(e->t, snw__turned(a->h, e->sum, e->hand));
    const double size = q->closed->scale * q->closed->scale;
    snw__turn third[2];
    double gap;
    const int count =
        snw__turn_solve(far.a, far.b, half_square(a, t, far), SLACK * size, third, &gap);
    const bool touching = count == 2 && snw__turns_touch(third[0], third[1]);
    // a gap of squares, as one of lengths
    if (count == 0) found->gap = fmin(found->gap, gap / snw_vec3_norm(t));
    for (int i = 0; i < count; i++) {
        snw__turn second;
        const snw_vec3 reach = snw_vec3_add(a->p23, snw__turned(c->axis[2], third[i], a->p34));
        const bool seen = snw__turn_between(a->h, reach, t, SLACK * SLACK * size, &second);
        const int to =
            snw__candidate_add(found, e->branch + 2 * i, e->singular || touching || !seen);
        if (to < 0) return;
        if (!seen) second = snw__turn_of(q->held[1]);
        // turns about h add up: the sum less the second and the third is left for the fourth
        const snw__turn turn3 = a->sign3 > 0 ? third[i] : snw__turn_back(third[i]);
        const snw__turn rest = snw__turn_add(e->sum, snw__turn_back(snw__turn_add(second, turn3)));
        const snw__turn all[6] = {e->first, second,
                                  third[i], a->sign4 > 0 ? rest : snw__turn_back(rest),
                                  e->fifth, e->sixth};
        for (int k = 0; k < 6; k++) {
            snw__candidate_turn(found, to, k, all[k]);
        }
    }
}

void snw__solve_parallel(const snw__question *q, snw__candidates *found) {
    const arm a = arm_of(q);
    snw__pair_roots roots;
    solve_ends(q, &a, &roots);
    found->what = "the axis of the last joint cannot be aligned";
    found->gap = roots.gap;
    found->unit = roots.gap_row == 0 ? "m" : "";
    if (roots.count == 0) return;
    found->what = "the arm is too long or too short";
    found->gap = HUGE_VAL;
    found->unit = "m";
    for (int i = 0; i < roots.count; i++) {
        ends e = ends_of(q, &a, &roots, i);
        solve_middle(q, &a, &e, found);
    }
}
