// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <complex.h>

#undef I // a name of ours too
#define IMAGINARY ((double complex)_Complex_I)

// Two equations that are linear in the cosines and sines of two angles x and y,
//
//     x_i . (cx, sx) + y_i . (cy, sy) = d_i,     i = 0, 1
//
// stand behind every arm whose hand turns about one point, and behind those with three parallel
// axes. Where the two vectors y_i are parallel (parallel or meeting axes make them so) a sum of the
// rows is free of y: two roots for x, for each two for y. Else y = Y^-1 (d - X x) has length 1,
// which is a trigonometric polynomial of order 2 in x with up to four roots.

static double cross2(const double *a, const double *b) {
    return a[0] * b[1] - a[1] * b[0];
}

static double dot2(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1];
}

// Rows scaled to length 1, so that `slack` means the same for metres and for directions; size keeps
// the lengths. A row that is nothing but rounding becomes 0 = d.
static void scale_rows(const snw__pair *pair, double slack, snw__pair *scaled) {
    for (int i = 0; i < 2; i++) {
        const double length = sqrt(dot2(pair->x[i], pair->x[i]) + dot2(pair->y[i], pair->y[i]));
        const bool says = length > slack * pair->size[i];
        const double f = says ? 1 / length : 0;
        for (int k = 0; k < 2; k++) {
            scaled->x[i][k] = pair->x[i][k] * f;
            scaled->y[i][k] = pair->y[i][k] * f;
        }
        scaled->size[i] = says ? length : pair->size[i];
        scaled->d[i] = pair->d[i] / scaled->size[i];
    }
}

static void exchange(snw__pair *pair) {
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            const double kept = pair->x[i][k];
            pair->x[i][k] = pair->y[i][k];
            pair->y[i][k] = kept;
        }
    }
}

// the two roots of a c + b s = d; the held turn, twice, when nothing is left of the equation
static int two_turns(const double *ab, double d, double slack, double held, snw__turn t[2],
                     double *gap) {
    const int count = snw__turn_solve(ab[0], ab[1], d, slack, t, gap);
    if (count >= 0) return count;
    t[0] = t[1] = snw__turn_of(held);
    return 2;
}

// y_0 and y_1 are parallel: one unknown after the other
static void solve_in_turn(const snw__pair *pair, double slack, const double held[2],
                          snw__pair_roots *roots) {
    const int pivot = dot2(pair->y[0], pair->y[0]) >= dot2(pair->y[1], pair->y[1]) ? 0 : 1;
    const int other = 1 - pivot;
    const double *y = pair->y[pivot];
    const double factor = dot2(pair->y[other], y) / dot2(y, y);
    const double ab[2] = {pair->x[other][0] - factor * pair->x[pivot][0],
                          pair->x[other][1] - factor * pair->x[pivot][1]};
    snw__turn x[2], t[2];
    roots->gap_row = other;
    const double rest = pair->d[other] - factor * pair->d[pivot];
    if (two_turns(ab, rest, slack, held[0], x, &roots->gap) != 2) return;
    const bool together = snw__turns_touch(x[0], x[1]);
    roots->gap_row = pivot;
    double least = HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        const double d = pair->d[pivot] - pair->x[pivot][0] * x[i].c - pair->x[pivot][1] * x[i].s;
        double gap;
        const int count = two_turns(y, d, slack, held[1], t, &gap);
        least = fmin(least, gap);
        const bool touching = together || (count == 2 && snw__turns_touch(t[0], t[1]));
        for (int k = 0; k < count; k++) {
            roots->x[roots->count] = x[i];
            roots->y[roots->count] = t[k];
            roots->touching[roots->count] = touching;
            roots->branch[roots->count++] = i + 2 * k;
        }
    }
    roots->gap = least;
}

// --- four roots ---------------------------------------------------------------------------------

// f(t) = k[0] + k[1] cos t + k[2] sin t + k[3] cos 2t + k[4] sin 2t
static double value(const double *k, double t, double *slope) {
    const double c = cos(t), s = sin(t), c2 = c * c - s * s, s2 = 2 * s * c;
    *slope = -k[1] * s + k[2] * c + 2 * (-k[3] * s2 + k[4] * c2);
    return k[0] + k[1] * c + k[2] * s + k[3] * c2 + k[4] * s2;
}

// All roots of the quartic z^2 f(z), z = exp(i t), together (Aberth 1973).
static void roots_of_quartic(const double complex *p, double complex *z) {
    for (int i = 0; i < 4; i++) {
        z[i] = (0.9 + 0.13 * i) * cexp(IMAGINARY * (0.4 + 1.57 * i));
    }
    for (int turn = 0; turn < 80; turn++) {
        double change = 0;
        for (int i = 0; i < 4; i++) {
            double complex v = p[4], slope = 0;
            for (int k = 3; k >= 0; k--) {
                slope = slope * z[i] + v;
                v = v * z[i] + p[k];
            }
            if (cabs(v) == 0) continue;
            double complex repel = 0;
            for (int k = 0; k < 4; k++) {
                if (k != i && z[k] != z[i]) repel += 1 / (z[i] - z[k]);
            }
            const double complex step = v / (slope - v * repel);
            if (!(cabs(step) < 1e6)) continue;
            z[i] -= step;
            change = fmax(change, cabs(step) / (1 + cabs(z[i])));
        }
        if (change < 1e-15) return;
    }
}

// Newton's steps on the circle; near a double root they go on slowly, which is enough
static double polish(const double *k, double t) {
    for (int i = 0; i < 6; i++) {
        double slope;
        const double v = value(k, t, &slope);
        if (!(fabs(slope) > 1e-14)) break;
        const double step = v / slope;
        if (!(fabs(step) < 1e-2)) break;
        t -= step;
    }
    return t;
}

static int angles_of(const double *k, double *angle) {
    const double size = fabs(k[0]) + hypot(k[1], k[2]) + hypot(k[3], k[4]);
    if (!(size > 0)) return 0;
    if (hypot(k[3], k[4]) < 1e-13 * size) {
        snw__turn t[2];
        double gap;
        const int count = snw__turn_solve(k[1], k[2], -k[0], 1e-12 * size, t, &gap);
        for (int i = 0; i < count; i++) {
            angle[i] = atan2(t[i].s, t[i].c);
        }
        return count > 0 ? count : 0;
    }
    const double complex A = (k[3] - IMAGINARY * k[4]) / 2, B = (k[1] - IMAGINARY * k[2]) / 2;
    const double complex p[5] = {conj(A), conj(B), k[0], B, A};
    double complex z[4];
    roots_of_quartic(p, z);
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (!(fabs(cabs(z[i]) - 1) < 1e-3)) continue;
        const double t = polish(k, carg(z[i]));
        double slope;
        if (!(fabs(value(k, t, &slope)) < 1e-10 * size)) continue;
        bool known = false;
        for (int j = 0; j < count; j++) {
            known = known || fabs(remainder(angle[j] - t, 2 * 3.141592653589793)) < 1e-9;
        }
        if (!known) angle[count++] = remainder(t, 2 * 3.141592653589793);
    }
    return count;
}

// a number of roots that is odd hides a double one
static void mark_touching(snw__pair_roots *roots) {
    for (int i = 0; i < roots->count; i++) {
        roots->touching[i] = roots->count % 2 != 0;
        for (int j = 0; j < roots->count; j++) {
            const bool near = j != i && snw__turns_touch(roots->x[j], roots->x[i]);
            roots->touching[i] = roots->touching[i] || near;
        }
    }
}

static void solve_together(const snw__pair *pair, double held, snw__pair_roots *roots) {
    // M = Y^-1 X, e = Y^-1 d
    const double det = cross2(pair->y[0], pair->y[1]);
    double M[2][2], e[2];
    for (int k = 0; k < 2; k++) {
        M[0][k] = (pair->y[1][1] * pair->x[0][k] - pair->y[0][1] * pair->x[1][k]) / det;
        M[1][k] = (pair->y[0][0] * pair->x[1][k] - pair->y[1][0] * pair->x[0][k]) / det;
    }
    e[0] = (pair->y[1][1] * pair->d[0] - pair->y[0][1] * pair->d[1]) / det;
    e[1] = (pair->y[0][0] * pair->d[1] - pair->y[1][0] * pair->d[0]) / det;
    // |e - M x|^2 = 1
    const double cc = M[0][0] * M[0][0] + M[1][0] * M[1][0];
    const double ss = M[0][1] * M[0][1] + M[1][1] * M[1][1];
    const double cs = M[0][0] * M[0][1] + M[1][0] * M[1][1];
    const double k[5] = {(cc + ss) / 2 + dot2(e, e) - 1, -2 * (e[0] * M[0][0] + e[1] * M[1][0]),
                         -2 * (e[0] * M[0][1] + e[1] * M[1][1]), (cc - ss) / 2, cs};
    double angle[4];
    int count = angles_of(k, angle);
    // nothing depends on x, and the rest holds
    const bool open =
        count == 0 && fabs(k[1]) + fabs(k[2]) + fabs(k[3]) + fabs(k[4]) < 1e-8 && fabs(k[0]) < 1e-8;
    if (open) {
        angle[0] = remainder(held, 2 * 3.141592653589793);
        count = 1;
    }
    // in the order of the angle, so that the same pose lists them alike
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && angle[j] < angle[j - 1]; j--) {
            const double kept = angle[j];
            angle[j] = angle[j - 1];
            angle[j - 1] = kept;
        }
    }
    for (int i = 0; i < count; i++) {
        const snw__turn x = snw__turn_of(angle[i]);
        const double c = e[0] - M[0][0] * x.c - M[0][1] * x.s;
        const double s = e[1] - M[1][0] * x.c - M[1][1] * x.s;
        const double length = sqrt(c * c + s * s);
        roots->x[i] = x;
        roots->y[i].c = c / length;
        roots->y[i].s = s / length;
        roots->branch[i] = i;
    }
    roots->count = count;
    mark_touching(roots);
    roots->gap = count == 0 ? 1 : 0;
}

// does some sum of the rows rid them of this unknown, which stands in at least one?
static bool is_plain(const double *a0, const double *a1, double slack) {
    return fabs(cross2(a0, a1)) < slack && dot2(a0, a0) + dot2(a1, a1) > slack;
}

void snw__pair_solve(const snw__pair *pair, double slack, const double held[2],
                     snw__pair_roots *roots) {
    snw__pair scaled;
    roots->count = 0;
    roots->gap = 1;
    roots->gap_row = 0;
    scale_rows(pair, slack, &scaled);
    if (is_plain(scaled.y[0], scaled.y[1], slack)) {
        solve_in_turn(&scaled, slack, held, roots);
    } else if (is_plain(scaled.x[0], scaled.x[1], slack)) {
        const double exchanged[2] = {held[1], held[0]};
        exchange(&scaled);
        solve_in_turn(&scaled, slack, exchanged, roots);
        for (int i = 0; i < roots->count; i++) {
            const snw__turn kept = roots->x[i];
            roots->x[i] = roots->y[i];
            roots->y[i] = kept;
            roots->branch[i] = (roots->branch[i] >> 1) + 2 * (roots->branch[i] & 1);
        }
    } else if (fabs(cross2(scaled.y[0], scaled.y[1])) >= slack) {
        solve_together(&scaled, held[0], roots);
    }
    roots->gap *= scaled.size[roots->gap_row];
}
