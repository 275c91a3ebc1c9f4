// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The factors J and R of a quadratic program when a constraint comes or goes. A constraint comes
// by one Householder reflection of J2 (cheaper than the rotations of Goldfarb and Idnani 1983, and
// as stable), and goes by Givens rotations that make R triangular again.
#include "qp_internal.h"

#include <math.h>

void snw__qp_add_normal(const snw__qp_work *w, int id, double f, double *out) {
    if (id >= w->rows) {
        out[id - w->rows] += f;
    } else {
        snw__axpy(f, snw__qp_column(w, w->row, id), out, w->stride);
    }
}

double snw__qp_normal_dot(const snw__qp_work *w, int id, const double *x) {
    if (id >= w->rows) return x[id - w->rows];
    return snw__dot(snw__qp_column(w, w->row, id), x, w->stride);
}

void snw__qp_project_vector(const snw__qp_work *w, const double *vector, double *d) {
    for (int k = 0; k < w->n; k++) {
        d[k] = snw__dot(snw__qp_column(w, w->J, k), vector, w->stride);
    }
}

void snw__qp_project(const snw__qp_work *w, int id, double sign, double *d) {
    const int n = w->n;
    if (id >= w->rows) {
        for (int k = 0; k < n; k++) {
            d[k] = sign * snw__qp_column(w, w->J, k)[id - w->rows];
        }
        return;
    }
    snw__qp_project_vector(w, snw__qp_column(w, w->row, id), d);
    if (sign < 0) {
        for (int k = 0; k < n; k++) {
            d[k] = -d[k];
        }
    }
}

void snw__qp_back_solve(const snw__qp_work *w, const double *rhs, double *out) {
    if (out != rhs) memcpy(out, rhs, sizeof *out * (size_t)w->q);
    for (int j = w->q - 1; j >= 0; j--) {
        const double *Rj = snw__qp_column(w, w->R, j);
        const double value = out[j] *= w->R_reciprocal[j];
        for (int i = 0; i < j; i++) {
            out[i] -= Rj[i] * value;
        }
    }
}

void snw__qp_forward_solve(const snw__qp_work *w, const double *rhs, double *out) {
    for (int j = 0; j < w->q; j++) {
        const double *Rj = snw__qp_column(w, w->R, j);
        double sum = rhs[j];
        for (int i = 0; i < j; i++) {
            sum -= Rj[i] * out[i];
        }
        out[j] = sum * w->R_reciprocal[j];
    }
}

// Reflects d2 onto its first coordinate and returns that coordinate rho: with v = d2 - rho e1,
// J2 -= (J2 v) v' / beta and c2 -= (v'c2) v / beta, where beta = |v|^2 / 2 = rho^2 + |rho d2_1|.
static double reflect(snw__qp_work *w) {
    const int n = w->n, q = w->q, stride = w->stride;
    double *v = w->d + q, *c = w->c + q, *product = w->spare;
    double *J2 = snw__qp_column(w, w->J, q);
    const int count = n - q;
    if (count == 1) return v[0];

    double square = 0;
    for (int k = 0; k < count; k++) {
        square += v[k] * v[k];
    }
    const double rho = v[0] > 0 ? -sqrt(square) : sqrt(square);
    const double factor = 1 / (square + fabs(rho * v[0]));
    v[0] -= rho;

    double vc = 0;
    snw__zero(product, stride);
    for (int k = 0; k < count; k++) {
        vc += v[k] * c[k];
        snw__axpy(v[k], snw__qp_column(w, J2, k), product, stride);
    }
    for (int k = 0; k < count; k++) {
        const double f = -factor * v[k];
        snw__axpy(f, product, snw__qp_column(w, J2, k), stride);
        c[k] += f * vc;
    }
    return rho;
}

void snw__qp_activate(snw__qp_work *w, int id, double sign, double u) {
    const int q = w->q;
    const double rho = reflect(w);
    double *Rq = snw__qp_column(w, w->R, q);

    // the new column of R, and the new coordinate from R'y1 = b
    double rest = snw__qp_side(w, id, sign);
    for (int i = 0; i < q; i++) {
        Rq[i] = w->d[i];
        rest -= w->d[i] * w->y[i];
    }
    Rq[q] = rho;
    w->R_reciprocal[q] = 1 / rho;
    w->y[q] = rest * w->R_reciprocal[q];
    for (int k = q + 1; k < w->n; k++) {
        w->y[k] = -w->c[k];
    }

    w->active[q] = id;
    w->sign[q] = sign;
    w->u[q] = u;
    w->state[id] = SNW__QP_ACTIVE;
    w->q = q + 1;
}

// (a, b) <- (cosine a + sine b, cosine b - sine a)
static void rotate(double cosine, double sine, double *a, double *b) {
    const double a_old = *a, b_old = *b;
    *a = cosine * a_old + sine * b_old;
    *b = cosine * b_old - sine * a_old;
}

static void rotate_columns(double cosine, double sine, double *a, double *b, int count) {
    const snw__pair c = {cosine, cosine}, s = {sine, sine};
    for (int i = 0; i < count; i += 2) {
        const snw__pair a_old = snw__pair_load(a + i), b_old = snw__pair_load(b + i);
        snw__pair_store(a + i, c * a_old + s * b_old);
        snw__pair_store(b + i, c * b_old - s * a_old);
    }
}

// takes column k out of the lists; R is upper Hessenberg from there on
static void remove_column(snw__qp_work *w, int k) {
    const int stride = w->stride;
    for (int j = k; j < w->q - 1; j++) {
        double *Rj = snw__qp_column(w, w->R, j);
        memcpy(Rj, Rj + stride, sizeof *Rj * (size_t)(j + 2));
        w->active[j] = w->active[j + 1];
        w->sign[j] = w->sign[j + 1];
        w->u[j] = w->u[j + 1];
    }
    w->q--;
}

// what the active set implied may be free again
static void forget_implied(snw__qp_work *w) {
    for (int id = w->equalities; id < w->count; id++) {
        if (w->state[id] == SNW__QP_IMPLIED && !snw__qp_fixed(w, id)) w->state[id] = SNW__QP_FREE;
    }
    w->implied = 0;
}

void snw__qp_drop(snw__qp_work *w, int k) {
    const int stride = w->stride;
    w->state[w->active[k]] = SNW__QP_FREE;
    if (w->implied > 0) forget_implied(w);
    remove_column(w, k);

    // one rotation of rows j and j + 1 per column removes what stands below its diagonal
    for (int j = k; j < w->q; j++) {
        double *Rj = snw__qp_column(w, w->R, j);
        const double reciprocal = 1 / sqrt(Rj[j] * Rj[j] + Rj[j + 1] * Rj[j + 1]);
        const double cosine = Rj[j] * reciprocal, sine = Rj[j + 1] * reciprocal;
        for (int i = j; i < w->q; i++) {
            double *Ri = snw__qp_column(w, w->R, i);
            rotate(cosine, sine, &Ri[j], &Ri[j + 1]);
        }
        w->R_reciprocal[j] = reciprocal;

        double *Jj = snw__qp_column(w, w->J, j);
        rotate_columns(cosine, sine, Jj, Jj + stride, stride);
        rotate(cosine, sine, &w->y[j], &w->y[j + 1]);
        rotate(cosine, sine, &w->c[j], &w->c[j + 1]);
        rotate(cosine, sine, &w->d[j], &w->d[j + 1]);
    }
}

void snw__qp_make_x(snw__qp_work *w) {
    snw__zero(w->x, w->stride);
    for (int k = 0; k < w->n; k++) {
        snw__axpy(w->y[k], snw__qp_column(w, w->J, k), w->x, w->stride);
    }
}
