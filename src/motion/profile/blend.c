// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/blend.h"

#include <math.h>

#include "inside.h"

// With h = (t + tau) / 2 tau from 0 to 1, dB = A - B, dC = C - B and K = dC tau / T + dB = tau dv,
// where dv is the change of velocity, Paul (1981, chapter 5) joins the segments by
//
//     q   = (K (2 - h) h^2 - 2 dB) h + B + dB
//     q'  = (K (3/2 - h) 2 h^2 - dB) / tau
//     q'' = 3 K (1 - h) h / tau^2,
//
// which has the position and velocity of the segments at both ends and acceleration 0 there. The
// parabola has the same ends and the constant acceleration K / 2 tau^2.

// tau times the change of velocity
static double change(const snw_blend *b) {
    return (b->C - b->B) * b->tau / b->T + (b->A - b->B);
}

snw_status snw__blend_check(const snw_blend *blend) {
    const double value[5] = {blend->A, blend->B, blend->C, blend->tau, blend->T};
    for (int i = 0; i < 5; i++) {
        if (!isfinite(value[i])) return SNW_ERR_NOT_FINITE;
    }
    return blend->tau > 0 && blend->T >= blend->tau ? SNW_OK : SNW_ERR_RANGE;
}

static snw_profile_sample quartic(const snw_blend *b, double h) {
    const double K = change(b), dB = b->A - b->B, tau = b->tau;
    return (snw_profile_sample){
        (K * (2 - h) * h * h - 2 * dB) * h + b->B + dB,
        (K * (1.5 - h) * 2 * h * h - dB) / tau,
        3 * K * (1 - h) * h / (tau * tau),
        1.5 * K * (1 - 2 * h) / (tau * tau * tau),
    };
}

static snw_profile_sample parabola(const snw_blend *b, double h) {
    const double K = change(b), dB = b->A - b->B, tau = b->tau;
    return (snw_profile_sample){
        (K * h - 2 * dB) * h + b->A,
        (K * h - dB) / tau,
        0.5 * K / (tau * tau),
        0,
    };
}

snw_profile_sample snw__blend_at(const snw_blend *blend, snw_blend_kind kind, double t) {
    const snw_blend *b = blend;
    if (!(t >= -b->tau)) {
        const double v = (b->B - b->A) / b->tau;
        return (snw_profile_sample){b->B + v * t, v, 0, 0};
    }
    if (t > b->tau) {
        const double v = (b->C - b->B) / b->T;
        return (snw_profile_sample){b->B + v * t, v, 0, 0};
    }
    const double h = (t + b->tau) / (2 * b->tau);
    return kind == SNW_BLEND_QUARTIC ? quartic(b, h) : parabola(b, h);
}

double snw__blend_deviation(const snw_blend *blend, snw_blend_kind kind) {
    // at h = 1/2 the quartic is 3/16 K away from B, the parabola 1/4 K
    return fabs(change(blend)) * (kind == SNW_BLEND_QUARTIC ? 0.1875 : 0.25);
}

double snw__blend_peak(const snw_blend *blend, snw_blend_kind kind) {
    const double tau = blend->tau;
    return fabs(change(blend)) * (kind == SNW_BLEND_QUARTIC ? 0.75 : 0.5) / (tau * tau);
}

double snw__blend_least_tau(snw_blend_kind kind, double dv, double acceleration) {
    return (kind == SNW_BLEND_QUARTIC ? 0.75 : 0.5) * fabs(dv) / acceleration;
}

double snw__blend_largest_tau(snw_blend_kind kind, double dv, double radius) {
    if (dv == 0) return HUGE_VAL;
    return radius / (fabs(dv) * (kind == SNW_BLEND_QUARTIC ? 0.1875 : 0.25));
}
