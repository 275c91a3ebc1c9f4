// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/ik/sew.h"

#include <math.h>
#include <string.h>

snw_sew snw_sew_ranger(void) {
    const snw_sew arm = {.d1 = 0.1524,
                         .d3 = 0.5389,
                         .a4 = 0.1524,
                         .d5 = 0.5117,
                         .reference = {0, -1, 0},
                         .cycles = 3,
                         .shoulder_limit = 0.1,
                         .elbow_limit = 0.4,
                         .longest = 0.5};
    return arm;
}

// --- where the arm is ---------------------------------------------------------------------------

// points, axes and what the arm angle is made of
typedef struct figure {
    snw_vec3 axis[4], S, E, W;
    snw_vec3 w, p, l; // unit to the wrist; elbow and reference, both normal to it
    double reach, p_length, l_length;
    bool defined;
} figure;

// With e = a4 c4 - d5 s4 and h = d3 + a4 s4 + d5 c4: E = S + d3 z3, W = S + e x3 + h z3, for the
// frame 3 of the modified table. Joints turn about z0, (s1, -c1, 0), z3, and y of frame 3 reversed.
static figure figure_at(const snw_sew *arm, const double *q) {
    const double c1 = cos(q[0]), s1 = sin(q[0]), c2 = cos(q[1]), s2 = sin(q[1]);
    const double c3 = cos(q[2]), s3 = sin(q[2]), c4 = cos(q[3]), s4 = sin(q[3]);
    const snw_vec3 z3 = snw_vec3_of(-c1 * s2, -s1 * s2, c2);
    const snw_vec3 x3 = snw_vec3_of(c1 * c2 * c3 - s1 * s3, s1 * c2 * c3 + c1 * s3, s2 * c3);
    const snw_vec3 y3 = snw_vec3_cross(z3, x3);
    const double e = arm->a4 * c4 - arm->d5 * s4, h = arm->d3 + arm->a4 * s4 + arm->d5 * c4;
    figure f = {.axis = {{0, 0, 1}, {s1, -c1, 0}, z3, snw_vec3_scale(y3, -1)},
                .S = {0, 0, arm->d1}};
    f.E = snw_vec3_add_scaled(f.S, z3, arm->d3);
    f.W = snw_vec3_add_scaled(snw_vec3_add_scaled(f.S, x3, e), z3, h);
    const snw_vec3 way = snw_vec3_sub(f.W, f.S), elbow = snw_vec3_sub(f.E, f.S);
    f.reach = snw_vec3_norm(way);
    f.w = f.reach > 0 ? snw_vec3_scale(way, 1 / f.reach) : z3;
    f.p = snw_vec3_add_scaled(elbow, f.w, -snw_vec3_dot(f.w, elbow));
    f.l = snw_vec3_add_scaled(arm->reference, f.w, -snw_vec3_dot(f.w, arm->reference));
    f.p_length = snw_vec3_norm(f.p);
    f.l_length = snw_vec3_norm(f.l);
    // a micrometre, or a microradian: below it the angle is noise
    f.defined = f.reach > 1e-6 && f.p_length > 1e-6 && f.l_length > 1e-6;
    return f;
}

static double angle_of(const snw_sew *arm, const figure *f) {
    if (!f->defined) return 0;
    return atan2(snw_vec3_dot(f->w, snw_vec3_cross(arm->reference, f->p)),
                 snw_vec3_dot(arm->reference, f->p));
}

snw_sew_pose snw_sew_forward(const snw_sew *arm, const double *q) {
    const figure f = figure_at(arm, q);
    const snw_sew_pose pose = {f.S, f.E, f.W, angle_of(arm, &f), f.defined};
    return pose;
}

// --- how it moves -------------------------------------------------------------------------------

// With unit vectors w, p, l and the elbow's way E - S,
//
//     dpsi = (w x p) . dE / |p|
//          + [ (v . w) / |l| (w x l) - (w . (E - S)) / |p| (w x p) ] . dW / |W - S|
//
// (Kreutz-Delgado, Long and Seraji 1992), v the reference. The shoulder does not move.
static void columns_of(const snw_sew *arm, const figure *f, double J[4][4]) {
    snw_vec3 by_elbow = snw_vec3_zero(), by_wrist = snw_vec3_zero();
    if (f->defined) {
        const snw_vec3 side_p = snw_vec3_scale(snw_vec3_cross(f->w, f->p), 1 / f->p_length);
        const snw_vec3 side_l = snw_vec3_scale(snw_vec3_cross(f->w, f->l), 1 / f->l_length);
        const double along = snw_vec3_dot(f->w, snw_vec3_sub(f->E, f->S));
        by_elbow = snw_vec3_scale(side_p, 1 / f->p_length);
        by_wrist = snw_vec3_scale(side_l, snw_vec3_dot(arm->reference, f->w) / f->l_length);
        by_wrist = snw_vec3_add_scaled(by_wrist, side_p, -along / f->p_length);
        by_wrist = snw_vec3_scale(by_wrist, 1 / f->reach);
    }
    for (int j = 0; j < 4; j++) {
        // joints 1 to 3 pass through the shoulder, joint 4 through the elbow
        const snw_vec3 origin = j < 3 ? f->S : f->E;
        const snw_vec3 dW = snw_vec3_cross(f->axis[j], snw_vec3_sub(f->W, origin));
        const snw_vec3 dE = snw_vec3_cross(f->axis[j], snw_vec3_sub(f->E, origin));
        J[j][0] = dW.x, J[j][1] = dW.y, J[j][2] = dW.z;
        J[j][3] = snw_vec3_dot(by_elbow, dE) + snw_vec3_dot(by_wrist, dW);
    }
}

void snw_sew_jacobian(const snw_sew *arm, const double *q, double J[4][4]) {
    const figure f = figure_at(arm, q);
    columns_of(arm, &f, J);
}

// --- steps --------------------------------------------------------------------------------------

// L L^T = A^T A + lambda 1 for the columns from `first` on (Cholesky); false when there is none
static bool factorise(double A[4][4], int first, double lambda, double L[4][4]) {
    for (int i = first; i < 4; i++) {
        for (int j = first; j <= i; j++) {
            double sum = i == j ? lambda : 0;
            for (int k = 0; k < 4; k++) {
                sum += A[i][k] * A[j][k];
            }
            for (int m = first; m < j; m++) {
                sum -= L[i][m] * L[j][m];
            }
            if (i == j && !(sum > 1e-14)) return false;
            L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
        }
    }
    return true;
}

// x = (A^T A + lambda 1)^-1 A^T b for the columns from `first` on; false when there is none
static bool least_squares(double A[4][4], int first, double lambda, const double *b, double *x) {
    double L[4][4] = {{0}};
    if (!factorise(A, first, lambda, L)) return false;
    for (int i = first; i < 4; i++) {
        x[i] = 0;
        for (int k = 0; k < 4; k++) {
            x[i] += A[i][k] * b[k];
        }
        for (int m = first; m < i; m++) {
            x[i] -= L[i][m] * x[m];
        }
        x[i] /= L[i][i];
    }
    for (int i = 3; i >= first; i--) {
        for (int m = i + 1; m < 4; m++) {
            x[i] -= L[m][i] * x[m];
        }
        x[i] /= L[i][i];
    }
    return true;
}

static double length_of(const double *x) {
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
}

// A step that is no longer than allowed: plain where that is short enough, else with just as much
// damping as it takes (Levenberg 1944). True when it took some.
static bool bounded_step(double A[4][4], int first, const double *b, double longest, double *x) {
    memset(x, 0, sizeof *x * 4);
    if (least_squares(A, first, 0, b, x) && length_of(x) <= longest) return false;
    // thirty decades, from below every column's square to far above
    double lambda = 1e-12;
    for (int i = 0; i < 100; i++, lambda *= 2) {
        if (least_squares(A, first, lambda, b, x) && length_of(x) <= longest) return true;
    }
    memset(x, 0, sizeof *x * 4);
    return true;
}

static bool is_arm(const snw_sew *arm) {
    return arm->cycles >= 1 && isfinite(arm->d1) && isfinite(arm->a4) && arm->d3 > 0 &&
           arm->d5 > 0 && isfinite(arm->d3) && isfinite(arm->d5) && arm->shoulder_limit >= 0 &&
           arm->elbow_limit >= 0 && arm->longest > 0 &&
           fabs(snw_vec3_norm(arm->reference) - 1) <= 1e-6;
}

static double wrapped(double angle) {
    return remainder(angle, 2 * SNW_PI);
}

snw_status snw_sew_solve(const snw_sew *arm, snw_vec3 wrist, double psi, double *q,
                         snw_sew_result *result) {
    memset(result, 0, sizeof *result);
    if (!snw_vec3_is_finite(wrist) || !isfinite(psi)) return SNW_ERR_NOT_FINITE;
    for (int i = 0; i < 4; i++) {
        if (!isfinite(q[i])) return SNW_ERR_NOT_FINITE;
    }
    if (!is_arm(arm)) return SNW_ERR_RANGE;
    bool straight = false, waited = false;
    for (int cycle = 0; cycle < arm->cycles; cycle++) {
        double J[4][4], step[4];
        const figure f = figure_at(arm, q);
        columns_of(arm, &f, J);
        const snw_vec3 way = snw_vec3_sub(wrist, f.W);
        // The arm angle waits where it is not defined, and in all of a call in which the shoulder
        // was straight: steps may bend it beyond the limit, but joint 1 would then be turned by a
        // Jacobian that is nearly singular, and the wrist would not arrive.
        straight = straight || fabs(q[1]) < arm->shoulder_limit;
        waited = straight || !f.defined;
        const double b[4] = {way.x, way.y, way.z, waited ? 0 : wrapped(psi - angle_of(arm, &f))};
        for (int j = 0; j < 4 && waited; j++) {
            J[j][3] = 0;
        }
        result->bounded |= bounded_step(J, straight ? 1 : 0, b, arm->longest, step);
        for (int j = 0; j < 4; j++) {
            q[j] += step[j];
        }
    }
    const snw_sew_pose end = snw_sew_forward(arm, q);
    result->shoulder_singular = straight;
    result->elbow_singular = fabs(q[3]) < arm->elbow_limit;
    result->residual_m = snw_vec3_norm(snw_vec3_sub(wrist, end.wrist));
    result->residual_psi = waited || !end.defined ? 0 : wrapped(psi - end.psi);
    return SNW_OK;
}
