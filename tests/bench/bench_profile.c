// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Planning seven axes that arrive together, limited in jerk: from rest to rest and from a moving
// start with the limits of a Panda, and between random states with random limits; and reading a
// planned motion. The time of the table is the mean over all problems; the note has the slowest
// problem (the least of its repetitions, so that it is the problem that is slow and not the
// machine).
#include "sinew/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum { AXES = 7, PROBLEMS = 2048, REPEATS = 24 };

typedef struct problem {
    snw_profile_state start[AXES], target[AXES];
    snw_profile_limits limits[AXES];
} problem;

typedef struct data {
    snw_profile profile;
    const problem *problems;
    snw_profile_sync sync;
    long next;
} data;

static uint64_t state = 1;

static double real(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static snw_profile_limits panda(int i) {
    static const double a[AXES] = {15, 7.5, 10, 12.5, 15, 20, 20};
    const double v = i < 4 ? 2.175 : 2.61;
    return (snw_profile_limits){-v, v, -a[i], a[i], 500 * a[i]};
}

static void make_rest(problem *p) {
    for (int i = 0; i < AXES; i++) {
        p->limits[i] = panda(i);
        p->start[i] = (snw_profile_state){real(-2, 2), 0, 0};
        p->target[i] = (snw_profile_state){real(-2, 2), 0, 0};
    }
}

static void make_moving(problem *p) {
    make_rest(p);
    for (int i = 0; i < AXES; i++) {
        p->start[i].v = real(-0.8, 0.8);
    }
}

static void make_full(problem *p) {
    for (int i = 0; i < AXES; i++) {
        const double v = real(1, 12), a = real(1, 12), j = real(1, 12);
        p->limits[i] = (snw_profile_limits){-v, v, -a, a, j};
        p->start[i] = (snw_profile_state){real(-4, 4), real(-0.8, 0.8), real(-0.8, 0.8)};
        p->target[i] = (snw_profile_state){real(-4, 4), real(-0.8, 0.8), real(-0.4, 0.4)};

        // both ends inside the limits with their accelerations brought to 0
        const double most = v - 0.5 * 0.64 / j;
        p->start[i].v = fmin(fmax(p->start[i].v, -most), most);
        p->target[i].v = fmin(fmax(p->target[i].v, -most), most);
    }
}

static void plan_one(data *d, const problem *p) {
    snw_profile_problem one = snw_profile_problem_defaults();
    one.start = p->start;
    one.target = p->target;
    one.limits = p->limits;
    one.sync = d->sync;
    if (snw_profile_plan(&d->profile, &one, NULL) != SNW_OK) abort();
}

static double plan(void *context, long calls) {
    data *d = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        plan_one(d, &d->problems[d->next]);
        d->next = (d->next + 1) % PROBLEMS;
        sum += d->profile.duration;
    }
    return sum;
}

static double sample(void *context, long calls) {
    data *d = context;
    double sum = 0;
    snw_profile_sample out[AXES];
    for (long i = 0; i < calls; i++) {
        snw_profile_at(&d->profile, d->profile.duration * (double)(i % 1024) / 1024, out);
        sum += out[AXES - 1].p;
    }
    return sum;
}

// the slowest problem [ns]
static double slowest(data *d) {
    double worst = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        double least = HUGE_VAL;
        for (int k = 0; k < REPEATS; k++) {
            const int64_t begin = bench_now_ns();
            plan_one(d, &d->problems[i]);
            least = fmin(least, (double)(bench_now_ns() - begin));
        }
        worst = fmax(worst, least);
    }
    return worst;
}

static void row(data *d, const char *name, void (*make)(problem *), const char *recorded) {
    static problem problems[PROBLEMS];
    char note[96];
    if (!bench_wants(name)) return;
    state = 1;
    for (int i = 0; i < PROBLEMS; i++) {
        make(&problems[i]);
    }
    d->problems = problems;
    d->next = 0;
    (void)snprintf(note, sizeof note, "mean worst_ns=%.0f%s%s", slowest(d),
                   recorded[0] ? " ruckig_recorded_ns=" : "", recorded);
    bench_pair(
        &(bench_case){.name = name, .ours = plan, .context = d, .calls = PROBLEMS, .note = note});
}

int main(int argc, char **argv) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 15];
    static data d;
    snw_arena arena = snw_arena_over(block, sizeof block);
    if (snw_profile_init(&d.profile, AXES, &arena) != SNW_OK) return 1;
    bench_open("profile", argc, argv);
    d.sync = SNW_PROFILE_TIME;
    row(&d, "7axes/rest", make_rest, "1560");
    row(&d, "7axes/moving", make_moving, "1870");
    row(&d, "7axes/full", make_full, "8920");
    if (bench_wants("7axes/sample")) {
        static problem one;
        make_full(&one);
        plan_one(&d, &one);
        bench_pair(&(bench_case){.name = "7axes/sample",
                                 .ours = sample,
                                 .context = &d,
                                 .calls = 8192,
                                 .note = "ruckig_recorded_ns=38"});
    }
    d.sync = SNW_PROFILE_PHASE;
    row(&d, "7axes/line", make_rest, "");
    return bench_close();
}
