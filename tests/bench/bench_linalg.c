// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Factorisations of the sizes that arms need, beside LAPACK's. Each call takes the next matrix of
/// a pool of 64, so that neither side can learn one matrix by heart. LAPACK overwrites its input,
/// so its calls begin with a copy. Workspaces are laid out before the clock starts.

#include "sinew/linalg.h"

#include <stdint.h>
#include <string.h>

#include "bench.h"

enum { POOL = 64, TASK = 6, JOINTS = 7, WORK = 4096 };

/// defined in bench_linalg_qp.c
void bench_qp(void);

// Fortran: all arguments by reference, the lengths of texts by value at the end
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a,
             const int *lda, double *s, double *u, const int *ldu, double *vt, const int *ldvt,
             double *work, const int *lwork, int *info, size_t jobu_length, size_t jobvt_length);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info,
             size_t uplo_length);
void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau,
             double *work, const int *lwork, int *info);
void dgelss_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, double *s, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);

typedef struct pools {
    double jacobians[POOL][TASK * JOINTS];
    double inertias[POOL][JOINTS * JOINTS];
    double twists[POOL][TASK];
    snw_svd svd;
    snw_cholesky cholesky;
    snw_ldlt ldlt;
    snw_qr qr;
    snw_pinv pinv;
    double work[WORK];
} pools;

static const int task = TASK, joints = JOINTS, one = 1, work_size = WORK;

static double real(double low, double high) {
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

// --- ours ---------------------------------------------------------------------------------------

static double svd_ours(void *context, long calls) {
    pools *p = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const snw_mat J = snw_mat_over(p->jacobians[i % POOL], TASK, JOINTS);
        sum += snw_svd_factor(&p->svd, J) + p->svd.S[0] + p->svd.U.data[0] + p->svd.V.data[0];
    }
    return sum;
}

static double cholesky_ours(void *context, long calls) {
    pools *p = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const snw_mat M = snw_mat_over(p->inertias[i % POOL], JOINTS, JOINTS);
        sum += snw_cholesky_factor(&p->cholesky, M) + p->cholesky.L.data[JOINTS * JOINTS - 1];
    }
    return sum;
}

static double ldlt_ours(void *context, long calls) {
    pools *p = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const snw_mat M = snw_mat_over(p->inertias[i % POOL], JOINTS, JOINTS);
        sum += snw_ldlt_factor(&p->ldlt, M) + p->ldlt.D[JOINTS - 1];
    }
    return sum;
}

static double qr_ours(void *context, long calls) {
    pools *p = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const snw_mat J = snw_mat_over(p->jacobians[i % POOL], TASK, JOINTS);
        sum += snw_qr_factor(&p->qr, J, 0) + p->qr.rank;
    }
    return sum;
}

// minimum-norm rates for a twist
static double pinv_ours(void *context, long calls) {
    pools *p = context;
    const snw_pinv_config config = snw_pinv_defaults();
    double sum = 0, rates[JOINTS];
    for (long i = 0; i < calls; i++) {
        const snw_mat J = snw_mat_over(p->jacobians[i % POOL], TASK, JOINTS);
        sum += snw_pinv_update(&p->pinv, J, &config);
        sum += snw_pinv_apply(&p->pinv, p->twists[i % POOL], rates) + rates[0];
    }
    return sum;
}

static double damped_ours(void *context, long calls) {
    pools *p = context;
    double sum = 0, rates[JOINTS];
    for (long i = 0; i < calls; i++) {
        snw_twist J[JOINTS], twist;
        memcpy(J, p->jacobians[i % POOL], sizeof J);
        memcpy(&twist, p->twists[i % POOL], sizeof twist);
        sum += snw_damped_solve(J, JOINTS, NULL, 0.01, twist, rates) + rates[0];
    }
    return sum;
}

// --- LAPACK -------------------------------------------------------------------------------------

static double svd_lapack(void *context, long calls) {
    pools *p = context;
    double sum = 0, a[TASK * JOINTS], s[TASK], u[TASK * TASK], vt[TASK * JOINTS];
    for (long i = 0; i < calls; i++) {
        int info = 0;
        memcpy(a, p->jacobians[i % POOL], sizeof a);
        dgesvd_("S", "S", &task, &joints, a, &task, s, u, &task, vt, &task, p->work, &work_size,
                &info, 1, 1);
        sum += info + s[0] + u[0] + vt[0];
    }
    return sum;
}

static double cholesky_lapack(void *context, long calls) {
    pools *p = context;
    double sum = 0, a[JOINTS * JOINTS];
    for (long i = 0; i < calls; i++) {
        int info = 0;
        memcpy(a, p->inertias[i % POOL], sizeof a);
        dpotrf_("L", &joints, a, &joints, &info, 1);
        sum += info + a[JOINTS * JOINTS - 1];
    }
    return sum;
}

static double qr_lapack(void *context, long calls) {
    pools *p = context;
    double sum = 0, a[TASK * JOINTS], tau[TASK];
    for (long i = 0; i < calls; i++) {
        int info = 0, order[JOINTS] = {0};
        memcpy(a, p->jacobians[i % POOL], sizeof a);
        dgeqp3_(&task, &joints, a, &task, order, tau, p->work, &work_size, &info);
        sum += info + order[0] + a[0];
    }
    return sum;
}

static double pinv_lapack(void *context, long calls) {
    pools *p = context;
    const double least = 1e-5;
    double sum = 0, a[TASK * JOINTS], b[JOINTS], s[TASK];
    for (long i = 0; i < calls; i++) {
        int info = 0, rank = 0;
        memcpy(a, p->jacobians[i % POOL], sizeof a);
        memcpy(b, p->twists[i % POOL], sizeof p->twists[0]);
        dgelss_(&task, &joints, &one, a, &task, b, &joints, s, &least, &rank, p->work, &work_size,
                &info);
        sum += info + b[0];
    }
    return sum;
}

// --- the pools ----------------------------------------------------------------------------------

static void fill_pools(pools *p) {
    for (int k = 0; k < POOL; k++) {
        for (int i = 0; i < TASK * JOINTS; i++) {
            p->jacobians[k][i] = real(-1, 1);
        }
        for (int i = 0; i < TASK; i++) {
            p->twists[k][i] = real(-1, 1);
        }
        // J^T J + 1
        for (int i = 0; i < JOINTS * JOINTS; i++) {
            const double *a = p->jacobians[k] + (ptrdiff_t)(i % JOINTS) * TASK;
            const double *b = p->jacobians[k] + (ptrdiff_t)(i / JOINTS) * TASK;
            p->inertias[k][i] = i % (JOINTS + 1) == 0 ? 1 : 0;
            for (int l = 0; l < TASK; l++) {
                p->inertias[k][i] += a[l] * b[l];
            }
        }
    }
}

static int lay_out(pools *p) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 16];
    snw_arena arena = snw_arena_over(block, sizeof block);
    return snw_failed(snw_svd_init(&p->svd, TASK, JOINTS, &arena)) ||
           snw_failed(snw_cholesky_init(&p->cholesky, JOINTS, &arena)) ||
           snw_failed(snw_ldlt_init(&p->ldlt, JOINTS, &arena)) ||
           snw_failed(snw_qr_init(&p->qr, TASK, JOINTS, &arena)) ||
           snw_failed(snw_pinv_init(&p->pinv, TASK, JOINTS, &arena));
}

int main(int argc, char **argv) {
    static pools p;
    bench_open("linalg", argc, argv);
    fill_pools(&p);
    if (lay_out(&p)) return 1;
    const bench_case cases[] = {
        {.name = "svd6x7", .ours = svd_ours, .peer_name = "dgesvd", .peer = svd_lapack, .bar = 0.5},
        {.name = "cholesky7",
         .ours = cholesky_ours,
         .peer_name = "dpotrf",
         .peer = cholesky_lapack},
        {.name = "ldlt7", .ours = ldlt_ours, .peer_name = "dpotrf", .peer = cholesky_lapack},
        {.name = "qr6x7", .ours = qr_ours, .peer_name = "dgeqp3", .peer = qr_lapack},
        {.name = "pinv6x7", .ours = pinv_ours, .peer_name = "dgelss", .peer = pinv_lapack},
        {.name = "damped6x7", .ours = damped_ours},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        bench_case chosen = cases[k];
        chosen.context = &p;
        chosen.calls = 256;
        bench_pair(&chosen);
    }
    bench_qp();
    return bench_close();
}
