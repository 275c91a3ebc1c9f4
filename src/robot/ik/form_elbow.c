// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Three joints about a shoulder S, an elbow, and three or four about a wrist W. The elbow alone
// sets the distance from S to W. The elbow then stands on a circle about the line S W; the arm
// angle says where (Kreutz-Delgado, Long and Seraji 1992). With w from S to W, w' its direction, l
// the part of the reference normal to it and E the elbow,
//
//     E - S = w' (w' . (E - S)) + rho (l' cos psi + (w' x l') sin psi)
//
// which fixes the rotation of the upper arm, and with it all other joints.

#define SLACK 1e-9

enum { SHOULDER = 2, ELBOW = 3, WRIST = 4 }; // joints that stand in S, at the elbow, in W

// a frame with its first axis along a and its second in the half plane of b; false when b is along
// a
static bool frame_of(snw_vec3 a, snw_vec3 b, snw_mat3 *R) {
    const snw_vec3 x = snw_vec3_normalize(a);
    const snw_vec3 across = snw_vec3_add_scaled(b, x, -snw_vec3_dot(x, b));
    const double length = snw_vec3_norm(across);
    if (!(length > 1e-9 * (1 + snw_vec3_norm(b)))) return false;
    const snw_vec3 y = snw_vec3_divide(across, length);
    *R = snw_mat3_of(x, y, snw_vec3_cross(x, y));
    return true;
}

static snw_vec3 any_across(snw_vec3 a) {
    const snw_vec3 x = snw_vec3_normalize(a);
    return snw_vec3_cross(x, fabs(x.x) < 0.6 ? snw_vec3_x(1) : snw_vec3_y(1));
}

// where the reference plane is, for the line w; a reference along w is replaced
static bool reference_frame(snw_vec3 reference, snw_vec3 w, snw_mat3 *R) {
    if (frame_of(w, reference, R)) return true;
    SNW_IGNORE(frame_of(w, any_across(reference), R));
    return false;
}

// the arm in a posture: from the shoulder to the elbow and to the wrist, and the axes of four
// joints
typedef struct posture {
    snw_vec3 E, w, axis[WRIST];
} posture;

static posture posture_of(const snw_ik_chain *c, const double *values) {
    posture p;
    const snw_vec3 lower = snw_vec3_sub(c->point[WRIST], c->point[ELBOW]);
    p.E = snw_vec3_sub(c->point[ELBOW], c->point[SHOULDER]);
    p.w = snw_vec3_add(p.E, snw__turned(c->axis[ELBOW], snw__turn_of(values[ELBOW]), lower));
    p.axis[ELBOW] = c->axis[ELBOW];
    for (int i = SHOULDER; i >= 0; i--) {
        const snw__turn t = snw__turn_of(values[i]);
        p.E = snw__turned(c->axis[i], t, p.E);
        p.w = snw__turned(c->axis[i], t, p.w);
        p.axis[i] = c->axis[i];
        for (int k = i + 1; k <= ELBOW; k++) {
            p.axis[k] = snw__turned(c->axis[i], t, p.axis[k]);
        }
    }
    return p;
}

bool snw__arm_angle(const snw_ik_closed *closed, const double *values, double *angle) {
    const posture p = posture_of(&closed->core, values);
    snw_mat3 R;
    const bool defined = reference_frame(closed->reference, p.w, &R);
    const double y = snw_vec3_dot(R.y, p.E), z = snw_vec3_dot(R.z, p.E);
    *angle = atan2(z, y);
    return defined && y * y + z * z > SLACK * SLACK * closed->scale * closed->scale;
}

// With p the part of E normal to w, l that of the reference, and a prime for unit vectors,
//
//     d psi = (w' x p') . dE / |p| + ((v . w') / |l| (w' x l') - (w' . E) / |p| (w' x p')) . dw /
//     |w|
//
// where dE and dw are what the joints do to the elbow and to the wrist.
snw_status snw_ik_arm_angle(const snw_ik_closed *closed, const double *q, double *angle,
                            double *gradient) {
    if (closed->form != SNW_IK_ELBOW && closed->form != SNW_IK_ELBOW_FOUR) return SNW_ERR_STATE;
    double values[SNW_IK_CLOSED_JOINTS] = {0};
    for (int i = 0; i < closed->chain.count; i++) {
        values[i] = q[closed->q_index[i]] + closed->shift[i];
        if (!isfinite(values[i])) return SNW_ERR_NOT_FINITE;
    }
    if (!snw__arm_angle(closed, values, angle)) return SNW_ERR_SINGULAR;
    if (gradient == NULL) return SNW_OK;
    const posture p = posture_of(&closed->core, values);
    const double far = snw_vec3_norm(p.w);
    const snw_vec3 w = snw_vec3_divide(p.w, far), v = closed->reference;
    const snw_vec3 l = snw_vec3_add_scaled(v, w, -snw_vec3_dot(w, v));
    const snw_vec3 out = snw_vec3_add_scaled(p.E, w, -snw_vec3_dot(w, p.E));
    const snw_vec3 by_elbow = snw_vec3_divide(snw_vec3_cross(w, out), snw_vec3_norm2(out));
    const snw_vec3 turned_l = snw_vec3_divide(snw_vec3_cross(w, l), snw_vec3_norm2(l));
    const snw_vec3 by_wrist =
        snw_vec3_divide(snw_vec3_sub(snw_vec3_scale(turned_l, snw_vec3_dot(v, w)),
                                     snw_vec3_scale(by_elbow, snw_vec3_dot(w, p.E))),
                        far);
    for (int i = 0; i < closed->chain.count; i++) {
        gradient[i] = 0;
        if (i > ELBOW) continue;
        const snw_vec3 arm = i == ELBOW ? snw_vec3_sub(p.w, p.E) : p.w;
        gradient[i] = snw_vec3_dot(by_wrist, snw_vec3_cross(p.axis[i], arm));
        if (i == ELBOW) continue;
        gradient[i] += snw_vec3_dot(by_elbow, snw_vec3_cross(p.axis[i], p.E));
    }
    return SNW_OK;
}

// the hand: three turns, or four of which the first is a parameter
static int solve_hand(const snw__question *q, snw_mat3 R, snw__three hand[2], double *gap) {
    const snw_ik_chain *c = q->chain;
    if (c->count == 7) {
        return snw__three_turns(&c->axis[WRIST], R, snw__turn_of(q->held[WRIST]), hand, gap);
    }
    const snw__turn first = snw__turn_of(-q->parameters[1]);
    return snw__three_turns(&c->axis[WRIST + 1], snw__turned_mat3(c->axis[WRIST], first, R),
                            snw__turn_of(q->held[WRIST + 1]), hand, gap);
}

static void add_solution(const snw__question *q, const snw__three *arm, snw__turn elbow,
                         const snw__three *hand, snw__candidates *found, int to) {
    const int lead = q->chain->count - 7;
    for (int i = 0; i < 3; i++) {
        snw__candidate_turn(found, to, i, arm->turn[i]);
        snw__candidate_turn(found, to, WRIST + lead + i, hand->turn[i]);
    }
    snw__candidate_turn(found, to, ELBOW, elbow);
    if (lead > 0) snw__candidate_turn(found, to, WRIST, snw__turn_of(q->parameters[1]));
}

// both shoulders and both hands for one turn of the elbow
static void solve_ends(const snw__question *q, snw_mat3 R, snw_mat3 line, int branch,
                       snw__candidates *found, snw__turn elbow) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 upper = snw_vec3_sub(c->point[ELBOW], c->point[SHOULDER]);
    const snw_vec3 lower = snw_vec3_sub(c->point[WRIST], c->point[ELBOW]);
    const snw_vec3 v = snw_vec3_add(upper, snw__turned(c->axis[ELBOW], elbow, lower));
    snw_mat3 own;
    const bool bent = frame_of(v, upper, &own);
    // a straight arm has no angle: its elbow's axis stands in for the elbow
    if (!bent) SNW_IGNORE(frame_of(v, snw_vec3_cross(c->axis[ELBOW], v), &own));
    const snw_mat3 R03 = snw_mat3_mul(line, snw_mat3_transpose(own));
    snw__three arm[2], hand[2];
    const snw_mat3 to_hand =
        snw__turned_mat3(c->axis[ELBOW], snw__turn_back(elbow), snw_mat3_mul_tn(R03, R));
    double gap;
    const int arms = snw__three_turns(c->axis, R03, snw__turn_of(q->held[0]), arm, &gap);
    if (arms == 0) found->gap = fmin(found->gap, gap);
    const int hands = solve_hand(q, to_hand, hand, &gap);
    if (hands == 0) found->gap = fmin(found->gap, gap);
    for (int i = 0; i < arms; i++) {
        for (int k = 0; k < hands; k++) {
            const bool singular = !bent || arm[i].singular || hand[k].singular;
            const int to = snw__candidate_add(found, branch + i + 4 * k, singular);
            if (to < 0) return;
            add_solution(q, &arm[i], elbow, &hand[k], found, to);
        }
    }
}

void snw__solve_elbow(const snw__question *q, snw__candidates *found) {
    const snw_ik_chain *c = q->chain;
    const snw_vec3 S = c->point[SHOULDER], W = c->point[WRIST];
    const snw_mat3 R = snw_mat3_mul(q->goal.R, snw_mat3_transpose(c->T_base_tip.R));
    const snw_vec3 at =
        snw_vec3_sub(q->goal.p, snw_mat3_apply(R, snw_vec3_sub(c->T_base_tip.p, W)));
    const snw_vec3 w = snw_vec3_sub(at, S);
    const snw_vec3 upper = snw_vec3_sub(c->point[ELBOW], S);
    const snw_vec3 lower = snw_vec3_sub(W, c->point[ELBOW]);
    const snw__linear far = snw__turn_linear(upper, c->axis[ELBOW], lower);
    const double d =
        (snw_vec3_norm2(w) - snw_vec3_norm2(upper) - snw_vec3_norm2(lower)) / 2 - far.constant;
    const double size = q->closed->scale * q->closed->scale;
    snw__turn elbow[2];
    double gap;
    const int count = snw__turn_solve(far.a, far.b, d, SLACK * size, elbow, &gap);
    found->what = "the wrist point is too far from the shoulder, or too near";
    found->gap = gap / fmax(snw_vec3_norm(w), SLACK * q->closed->scale);
    if (count != 2) return;
    found->what = "the shoulder or the wrist cannot turn that way";
    found->gap = HUGE_VAL;
    found->unit = "";
    snw_mat3 line;
    if (!(snw_vec3_norm(w) > SLACK * q->closed->scale)) return;
    SNW_IGNORE(reference_frame(q->closed->reference, w, &line));
    // the plane of the arm: the reference plane turned by the arm angle about w
    const snw__turn psi = snw__turn_of(q->parameters[0]);
    line = snw__turned_mat3(line.x, psi, line);
    for (int i = 0; i < count; i++) {
        solve_ends(q, R, line, 2 * i, found, elbow[i]);
    }
    // a straight elbow has one turn, not two
    const bool straight = snw__turns_touch(elbow[0], elbow[1]);
    for (int i = 0; i < found->count; i++) {
        found->singular[i] = found->singular[i] || straight;
    }
}
