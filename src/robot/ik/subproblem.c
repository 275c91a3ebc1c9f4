// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// The angles that turn one vector into another, or bring it to a given height or distance, are the
// subproblems of Paden (1986) and Kahan; Elias and Wen (2022) list those that inverse kinematics
// needs. All are a c + b s = d on the unit circle.

bool snw__turn_between(snw_vec3 k, snw_vec3 p, snw_vec3 q, double small, snw__turn *t) {
    // k x p and k x q keep their digits near the axis, where p . q - (k . p) (k . q) would lose
    // them
    const snw_vec3 kp = snw_vec3_cross(k, p), kq = snw_vec3_cross(k, q);
    const double c = snw_vec3_dot(kp, kq);
    const double s = snw_vec3_dot(k, snw_vec3_cross(kp, kq));
    const double square = c * c + s * s;
    if (!(square > small * small)) {
        t->c = 1;
        t->s = 0;
        return false;
    }
    const double f = 1 / sqrt(square);
    t->c = c * f;
    t->s = s * f;
    return true;
}

snw__linear snw__turn_linear(snw_vec3 h, snw_vec3 k, snw_vec3 p) {
    snw__linear line;
    line.constant = snw_vec3_dot(h, k) * snw_vec3_dot(k, p);
    line.a = snw_vec3_dot(h, p) - line.constant;
    line.b = snw_vec3_dot(h, snw_vec3_cross(k, p));
    return line;
}

int snw__turn_solve(double a, double b, double d, double slack, snw__turn t[2], double *gap) {
    const double square = a * a + b * b, reach = sqrt(square);
    *gap = fabs(d) - reach;
    if (!(*gap <= slack)) return 0;
    if (!(reach > slack)) return -1;
    // (reach - |d|) (reach + |d|) keeps the digits that a difference of squares would lose
    const double root = sqrt(fmax((reach - fabs(d)) * (reach + fabs(d)), 0));
    const double at = fmax(-reach, fmin(d, reach)); // on the border: the nearest turn
    for (int i = 0; i < 2; i++) {
        const double r = i == 0 ? root : -root;
        t[i].c = (a * at - b * r) / square;
        t[i].s = (b * at + a * r) / square;
    }
    return 2;
}
