// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// One velocity step of a seven-joint arm as a quadratic program: the hand's twist as six
// equalities, joint rates within fourteen bounds, and the rest of the motion weighted by the
// inertia. Every call is timed by itself, because a control loop feels the slow ones.
#include "sinew/linalg/qp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

void bench_qp(void);

enum { JOINTS = 7, TWIST = 6, STEPS = 1000, ROUNDS = 50, CALLS = STEPS * ROUNDS };

typedef struct step {
    double H[JOINTS * JOINTS], g[JOINTS], J[TWIST * JOINTS], twist[TWIST];
    double slowest[JOINTS], fastest[JOINTS];
} step;

typedef struct timing {
    double p50, p99, iterations_mean;
    int iterations_max, failures;
} timing;

static uint64_t state = 1;

static double real(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

// Each number of a problem swings slowly with its own phase, so that neighbours in time resemble
// each other as those of a moving arm do; with random times they have nothing in common.
typedef struct phase {
    double at, speed;
} phase;

static double swing(const phase *p, double t) {
    return sin(p->at + p->speed * t);
}

static void make_step(step *s, const phase *p, double t) {
    double B[JOINTS * JOINTS], rate[JOINTS];
    for (int k = 0; k < JOINTS * JOINTS; k++) {
        B[k] = 0.4 * swing(p++, t);
    }
    for (int j = 0; j < JOINTS; j++) {
        for (int i = 0; i < JOINTS; i++) {
            double sum = i == j ? 0.3 : 0;
            for (int k = 0; k < JOINTS; k++) {
                sum += B[k * JOINTS + i] * B[k * JOINTS + j];
            }
            s->H[j * JOINTS + i] = sum;
        }
        s->g[j] = swing(p++, t);
        s->slowest[j] = -1 + 0.3 * swing(p++, t);
        s->fastest[j] = 1 + 0.3 * swing(p++, t);

        // a motion that the limits allow, now and then to the full
        const double middle = 0.5 * (s->slowest[j] + s->fastest[j]);
        rate[j] = middle + 0.5 * (s->fastest[j] - s->slowest[j]) * swing(p++, t);
    }
    for (int i = 0; i < TWIST; i++) {
        s->twist[i] = 0;
        for (int j = 0; j < JOINTS; j++) {
            s->J[j * TWIST + i] = swing(p++, t);
            s->twist[i] += s->J[j * TWIST + i] * rate[j];
        }
    }
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static timing measure(snw_qp *qp, const step *steps, int warm) {
    static double times[CALLS];
    timing result = {0};
    qp->options.warm_start = warm;
    for (int call = -STEPS; call < CALLS; call++) {
        const step *s = &steps[(call + STEPS) % STEPS];
        const snw_qp_problem problem = {.H = s->H,
                                        .g = s->g,
                                        .equality_count = TWIST,
                                        .A_equality = s->J,
                                        .b_equality = s->twist,
                                        .bound_lower = s->slowest,
                                        .bound_upper = s->fastest};
        snw_qp_result solution;
        const int64_t begin = bench_now_ns();
        const snw_status status = snw_qp_solve(qp, &problem, &solution, NULL);
        const int64_t end = bench_now_ns();
        if (call < 0) continue; // the first round warms the caches
        times[call] = (double)(end - begin);
        result.failures += status != SNW_OK;
        result.iterations_mean += (double)solution.iterations / CALLS;
        if (solution.iterations > result.iterations_max) {
            result.iterations_max = solution.iterations;
        }
    }
    qsort(times, CALLS, sizeof *times, ascending);
    result.p50 = times[CALLS / 2];
    result.p99 = times[CALLS - CALLS / 100];
    return result;
}

// the cold time in its column; the warm one, of a moving arm, and the iterations in the note
static void row(const char *name, double cold_ns, double warm_ns, const timing *cold,
                const timing *warm) {
    char note[160];
    if (!bench_wants(name)) return;
    (void)snprintf(note, sizeof note,
                   "start=cold iterations_mean=%.2f iterations_max=%d warm_ns=%.0f "
                   "warm_iterations_mean=%.2f warm_iterations_max=%d",
                   cold->iterations_mean, cold->iterations_max, warm_ns, warm->iterations_mean,
                   warm->iterations_max);
    bench_row(name, cold_ns, NULL, 0, note);
}

void bench_qp(void) {
    if (!bench_wants("qp7/p50") && !bench_wants("qp7/p99")) return;
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 14];
    static step unrelated[STEPS], moving[STEPS];
    enum { PHASES = JOINTS * JOINTS + 4 * JOINTS + TWIST * JOINTS };
    phase phases[PHASES];
    for (int k = 0; k < PHASES; k++) {
        phases[k] = (phase){real(0, 6.28), real(0.5, 2)};
    }
    for (int i = 0; i < STEPS; i++) {
        make_step(&unrelated[i], phases, real(0, 1e6));
        make_step(&moving[i], phases, 1e-3 * i);
    }

    snw_qp qp;
    snw_arena arena = snw_arena_over(block, sizeof block);
    if (snw_qp_init(&qp, JOINTS, TWIST, 0, &arena) != SNW_OK) abort();
    const timing cold = measure(&qp, unrelated, 0), warm = measure(&qp, moving, 1);
    if (cold.failures + warm.failures > 0) abort();

    row("qp7/p50", cold.p50, warm.p50, &cold, &warm);
    row("qp7/p99", cold.p99, warm.p99, &cold, &warm);
}
