// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "linalg_internal.h"

#include <float.h>
#include <math.h>

// One-sided Jacobi (Hestenes 1958): columns are turned in pairs until all are orthogonal. Their
// lengths are then the singular values.
//
// The pair p, q with g = p.q and d = q.q - p.p becomes orthogonal by the angle
// a = atan(2 g / d) / 2, taken in [-45, 45] degrees. Written by t = tan(a / 2),
//
//     cos a = (1 - t^2) / (1 + t^2),   sin a = 2 t / (1 + t^2),
//
// and these two are a rotation to the last digit for any t: an inaccurate t costs orthogonality of
// the pair, which the next sweep repairs, but none of what was achieved. So t is a polynomial of
// r = min(|2g|, |d|) / max(|2g|, |d|): no square root, two divisions. For |2g| <= |d|, where all
// pairs end up, the relative error is at most 3e-4 and vanishes with r, so the convergence remains
// quadratic; for |2g| > |d| it is 1e-4 and vanishes towards equal lengths.
//
// The pairs are taken in the order of a round-robin tournament (the circle method): the pairs of a
// round have no column in common, so the processor can work on several at once. Each round goes
// through them in groups, first all products, then all angles, then all turns.
//
// A sweep without a turn ends the iteration. The test is |g| > tolerance |p| |q|, relative to both
// columns, which is what gives small singular values their digits (Demmel and Veselic 1992).

enum { MOST_SWEEPS = 40, GROUP = 4 };

// Products of columns shorter than 2^-520 are not distinguished from zero.
#define LEAST_PRODUCT 0x1p-1040

typedef struct turns {
    double *pairs;   // [n] columns of 2 half numbers; the upper halves become orthogonal
    double *squares; // [n] squared lengths of the upper halves
    double tolerance;
} turns;

typedef struct meeting {
    int p, q;
    bool skew;              // not yet orthogonal
    double product, excess; // g and d
    double cosine, sine;
} meeting;

typedef int64_t mask __attribute__((vector_size(16)));

// sqrt(x) within 7 percent, for a tolerance: halves the exponent, and the mantissa with it
SNW_FORCE_INLINE double rough_root(double x) {
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 1) + (UINT64_C(0x1ff8) << 48);
    memcpy(&x, &bits, sizeof bits);
    return x;
}

// a <= b ? x : y without a branch, which could not be predicted here
SNW_FORCE_INLINE double choose(double a, double b, double x, double y) {
    const snw__pair aa = {a, a}, bb = {b, b}, xx = {x, x}, yy = {y, y};
    const mask less = aa <= bb;
    const snw__pair chosen = (snw__pair)((less & (mask)xx) | (~less & (mask)yy));
    return chosen[0];
}

SNW_FORCE_INLINE void look(const turns *t, int half, meeting *pair) {
    const double *p = t->pairs + (ptrdiff_t)pair->p * 2 * half;
    const double *q = t->pairs + (ptrdiff_t)pair->q * 2 * half;
    const double pp = t->squares[pair->p], qq = t->squares[pair->q];
    const double least = t->tolerance * rough_root(pp) * rough_root(qq) + LEAST_PRODUCT;
    pair->product = snw__dot(p, q, half);
    pair->excess = qq - pp;
    pair->skew = fabs(pair->product) > least;
}

SNW_FORCE_INLINE void find_angle(meeting *pair) {
    const double g = fabs(2 * pair->product), d = fabs(pair->excess);
    const double r = (g < d ? g : d) / (g > d ? g : d), x = r * r;
    const double flat = r * ((0.25 - 0.07694927729408256 * x) +
                             x * x * (0.036329038879051416 - 0.010517417462381823 * x));
    const double steep =
        (0.41421356237309503 - 0.2939560973715701 * r) +
        x * (0.03848226501098247 + 0.07544837614591031 * r - 0.03531579829626475 * x);
    const double size = choose(g, d, flat, steep);
    const double t = copysign(size, pair->excess) * copysign(1, pair->product);
    const double scale = 1 / (1 + t * t);
    pair->cosine = (1 - t * t) * scale;
    pair->sine = 2 * t * scale;
}

SNW_FORCE_INLINE void turn(const turns *t, int half, const meeting *pair) {
    double *p = t->pairs + (ptrdiff_t)pair->p * 2 * half;
    double *q = t->pairs + (ptrdiff_t)pair->q * 2 * half;
    const snw__pair c = {pair->cosine, pair->cosine}, s = {pair->sine, pair->sine};
    snw__pair pp = {0, 0}, qq = {0, 0};

    // new lengths are summed, not updated, so that they never lose digits
    for (int i = 0; i < half; i += 2) {
        const snw__pair x = snw__load(p + i), y = snw__load(q + i);
        const snw__pair u = c * x - s * y, v = s * x + c * y;
        pp += u * u;
        qq += v * v;
        snw__store(p + i, u);
        snw__store(q + i, v);
    }
    for (int i = half; i < 2 * half; i += 2) {
        const snw__pair x = snw__load(p + i), y = snw__load(q + i);
        snw__store(p + i, c * x - s * y);
        snw__store(q + i, s * x + c * y);
    }
    t->squares[pair->p] = pp[0] + pp[1];
    t->squares[pair->q] = qq[0] + qq[1];
}

// treats pairs that have no column in common; returns how many were turned
SNW_FORCE_INLINE int treat(const turns *t, int half, meeting *group, int count) {
    int turned = 0;
    for (int k = 0; k < count; k++) {
        look(t, half, &group[k]);
    }
    for (int k = 0; k < count; k++) {
        turned += group[k].skew;
    }
    if (turned == 0) return 0;
    for (int k = 0; k < count; k++) {
        find_angle(&group[k]);
    }
    for (int k = 0; k < count; k++) {
        if (group[k].skew) turn(t, half, &group[k]);
    }
    return turned;
}

// Every column meets every other once. Of an even number of players one stays and the others sit
// in a circle: in each round those at equal distances from place `round` meet, and the one who sits
// there meets the one who stays. With an odd number of columns the one who stays does not exist.
SNW_FORCE_INLINE int sweep(const turns *t, int n) {
    const int half = snw__even(n), circle = half - 1;
    int turned = 0;
    meeting group[GROUP];
    for (int round = 0; round < circle; round++) {
        int count = 0;
        for (int k = n == half ? 0 : 1; k < half / 2; k++) {
            const int before = round - k, after = round + k;
            group[count].p = before < 0 ? before + circle : before;
            group[count].q = after < circle ? after : after - circle;
            if (k == 0) group[count].q = circle;
            if (++count == GROUP) {
                turned += treat(t, half, group, count);
                count = 0;
            }
        }
        turned += treat(t, half, group, count);
    }
    return turned;
}

// the sizes for which arms have most use are constants in the loops
static int sweep_any(const turns *t, int n) {
    switch (n) {
    case 6:
        return sweep(t, 6);
    case 7:
        return sweep(t, 7);
    default:
        return sweep(t, n);
    }
}

int snw__jacobi(double *pairs, int n, double *squares) {
    const int half = snw__even(n);
    turns t = {.squares = squares, .tolerance = DBL_EPSILON * sqrt(half)};
    t.pairs = pairs;
    for (int i = 0; i < n; i++) {
        const double *p = pairs + (ptrdiff_t)i * 2 * half;
        squares[i] = snw__dot(p, p, half);
    }
    for (int sweeps = 1; sweeps <= MOST_SWEEPS; sweeps++) {
        if (sweep_any(&t, n) == 0) return sweeps;
    }
    return -1;
}
