// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // CPU_SET, sched_setaffinity
#include "bench.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 61, WARM_UP = 4, MISSED = 32 };

static struct {
    const char *name;
    const char *only; // NULL for all cases
    FILE *csv;
    double checksum;
    char missed[MISSED][96];
    int missed_count, row_count;
    int rounds, warm_up; // few of them when only asked whether the program runs
} bench;

int64_t bench_now_ns(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int bench_wants(const char *name) {
    return bench.only == NULL || strstr(name, bench.only) != NULL;
}

void bench_open(const char *name, int argc, char **argv) {
    bench.name = name;
    bench.only = argc > 1 ? argv[1] : NULL;

    const int smoke = getenv("SINEW_BENCH_SMOKE") != NULL;
    bench.rounds = smoke ? 1 : ROUNDS;
    bench.warm_up = smoke ? 0 : WARM_UP;

    // one core for both, so that neither pays for a move
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    (void)sched_setaffinity(0, sizeof one, &one);

    const char *folder = getenv("SINEW_BENCH_DIR");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s.csv", folder ? folder : ".", name);
    bench.csv = fopen(path, "w");
    if (bench.csv == NULL) {
        (void)fprintf(stderr, "bench: cannot write %s\n", path);
        exit(5);
    }
    (void)fprintf(bench.csv, "case,ours_ns,peer,peer_ns,ratio,note\n");
    (void)printf("%-28s %12s %12s  %-14s %12s %12s %8s\n", "case", "ours [ns]", "median", "peer",
                 "peer [ns]", "median", "ratio");
}

static int by_value(const void *a, const void *b) {
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double time_block(bench_fn *run, void *context, long calls) {
    const int64_t start = bench_now_ns();
    bench.checksum += run(context, calls);
    return (double)(bench_now_ns() - start);
}

static void print_row(const char *name, const double *ours, const char *peer_name,
                      const double *peer, const char *note) {
    const double ratio = peer_name != NULL ? ours[0] / peer[0] : 0;
    bench.row_count++;
    (void)printf("%-28s %12.2f %12.2f  ", name, ours[0], ours[1]);
    if (peer_name != NULL) {
        (void)printf("%-14s %12.2f %12.2f %8.3f", peer_name, peer[0], peer[1], ratio);
        (void)fprintf(bench.csv, "%s,%.3f,%s,%.3f,%.4f,%s\n", name, ours[0], peer_name, peer[0],
                      ratio, note);
    } else {
        (void)fprintf(bench.csv, "%s,%.3f,,,,%s\n", name, ours[0], note);
    }
    (void)printf("  %s\n", note);
    (void)fflush(stdout);
}

void bench_pair(const bench_case *one) {
    if (!bench_wants(one->name)) return;
    double ours[ROUNDS], peer[ROUNDS];
    const double values =
        (double)one->calls * (one->values_per_call > 0 ? one->values_per_call : 1);

    // ours and the peer's in turn, so that a noisy moment hits both
    for (int round = -bench.warm_up; round < bench.rounds; round++) {
        const double mine = time_block(one->ours, one->context, one->calls) / values;
        const double theirs =
            one->peer != NULL ? time_block(one->peer, one->context, one->calls) / values : 0;
        if (round < 0) continue;
        ours[round] = mine;
        peer[round] = theirs;
    }
    qsort(ours, (size_t)bench.rounds, sizeof *ours, by_value);
    qsort(peer, (size_t)bench.rounds, sizeof *peer, by_value);
    const double mine[] = {ours[0], ours[bench.rounds / 2]},
                 theirs[] = {peer[0], peer[bench.rounds / 2]};
    char note[256];
    const char *given = one->note != NULL ? one->note : "";
    if (one->bar > 0) {
        (void)snprintf(note, sizeof note, "%s%sbar=%g", given, given[0] ? " " : "", one->bar);
    } else {
        (void)snprintf(note, sizeof note, "%s", given);
    }
    print_row(one->name, mine, one->peer != NULL ? one->peer_name : NULL, theirs, note);

    if (one->bar > 0 && !(mine[0] / theirs[0] <= one->bar) && bench.missed_count < MISSED) {
        (void)snprintf(bench.missed[bench.missed_count++], sizeof bench.missed[0],
                       "%s: ratio %.3f, allowed %.3f", one->name, mine[0] / theirs[0], one->bar);
    }
}

double bench_slowest(bench_call *call, void *context, int count) {
    const int rounds = bench.rounds < ROUNDS ? 1 : 15;
    double slowest = 0, *least = malloc((size_t)count * sizeof *least);
    if (least == NULL) return (double)NAN;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            const int64_t start = bench_now_ns();
            bench.checksum += call(context, i);
            const double ns = (double)(bench_now_ns() - start);
            least[i] = round == 0 ? ns : fmin(least[i], ns);
        }
    }
    for (int i = 0; i < count; i++)
        slowest = fmax(slowest, least[i]);
    free(least);
    return slowest;
}

void bench_row(const char *name, double ours_ns, const char *peer_name, double peer_ns,
               const char *note) {
    const double mine[] = {ours_ns, ours_ns}, theirs[] = {peer_ns, peer_ns};
    print_row(name, mine, peer_name, theirs, note != NULL ? note : "");
}

int bench_close(void) {
    const int written = fclose(bench.csv);
    if (!isfinite(bench.checksum)) {
        (void)fprintf(stderr, "bench: a result was not finite\n");
        return 1;
    }
    if (written != 0 || bench.row_count == 0) {
        (void)fprintf(stderr, "bench: %s\n",
                      written != 0 ? "the CSV could not be written" : "no case of that name");
        return written != 0 ? 5 : 2;
    }
    if (bench.rounds < ROUNDS) return 0; // one round proves no bar
    for (int i = 0; i < bench.missed_count; i++) {
        (void)fprintf(stderr, "bar missed: %s\n", bench.missed[i]);
    }
    return bench.missed_count > 0 ? 1 : 0;
}
