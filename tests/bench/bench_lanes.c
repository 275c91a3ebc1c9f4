// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes.h"

#include <stddef.h>
#include <stdio.h>

#include "bench.h"

// the peers, which <math.h> declares only with GNU extensions
void sincos(double x, double *sine, double *cosine);
void sincosf(float x, float *sine, float *cosine);

// Times are per number: one sine and one cosine, or one number moved. Angles are within a turn
// either way. A call treats one group, and calls walk through the pool.
enum { GROUPS = 256, JOINTS = 7, WIDEST = 16, POOL = GROUPS * WIDEST };

typedef struct lanes_data {
    const snw_lanes *table;
    int count; // numbers in a group
    _Alignas(64) double angle[POOL], sine[WIDEST], cosine[WIDEST];
    _Alignas(64) double blocks[POOL], rows[POOL];
    _Alignas(64) float angle_f32[POOL], sine_f32[WIDEST], cosine_f32[WIDEST];
} lanes_data;

static void fill(lanes_data *data) {
    unsigned state = 1;
    for (int i = 0; i < POOL; i++) {
        state = state * 1664525U + 1013904223U;
        data->angle[i] = ((double)state * 0x1p-31 - 1) * 6.283185307179586;
        data->angle_f32[i] = (float)data->angle[i];
    }
}

static double sincos_wide(void *context, long calls) {
    lanes_data *d = context;
    double sum = 0;
    for (long k = 0; k < calls; k++) {
        d->table->sincos_f64(d->angle + k % GROUPS * 8, d->sine, d->cosine, d->count);
        sum += d->sine[0] + d->cosine[d->count - 1];
    }
    return sum;
}

static double sincos_few(void *context, long calls) {
    lanes_data *d = context;
    double sum = 0;
    for (long k = 0; k < calls; k++) {
        d->table->sincos_few_f64(d->angle + k % GROUPS * 8, d->sine, d->cosine, d->count);
        sum += d->sine[0] + d->cosine[d->count - 1];
    }
    return sum;
}

static double sincos_libm(void *context, long calls) {
    lanes_data *d = context;
    double sum = 0;
    for (long k = 0; k < calls; k++) {
        const double *angle = d->angle + k % GROUPS * 8;
        for (int i = 0; i < d->count; i++)
            sincos(angle[i], &d->sine[i], &d->cosine[i]);
        sum += d->sine[0] + d->cosine[d->count - 1];
    }
    return sum;
}

static double sincos_f32(void *context, long calls) {
    lanes_data *d = context;
    float sum = 0;
    for (long k = 0; k < calls; k++) {
        d->table->sincos_f32(d->angle_f32 + k % GROUPS * 16, d->sine_f32, d->cosine_f32, d->count);
        sum += d->sine_f32[0] + d->cosine_f32[d->count - 1];
    }
    return (double)sum;
}

static double sincos_f32_libm(void *context, long calls) {
    lanes_data *d = context;
    float sum = 0;
    for (long k = 0; k < calls; k++) {
        const float *angle = d->angle_f32 + k % GROUPS * 16;
        for (int i = 0; i < d->count; i++) {
            sincosf(angle[i], &d->sine_f32[i], &d->cosine_f32[i]);
        }
        sum += d->sine_f32[0] + d->cosine_f32[d->count - 1];
    }
    return (double)sum;
}

// all states of a 7-joint arm into blocks of 8 lanes and back
static double pack(void *context, long calls) {
    lanes_data *d = context;
    double sum = 0;
    for (long k = 0; k < calls; k++) {
        if (snw_lanes_pack_f64(d->table, d->angle, GROUPS, JOINTS, 8, d->blocks)) return 0;
        if (snw_lanes_unpack_f64(d->table, d->blocks, GROUPS, JOINTS, 8, d->rows)) return 0;
        sum += d->rows[k % POOL];
    }
    return sum;
}

static double pack_plainly(void *context, long calls) {
    lanes_data *d = context;
    double sum = 0;
    for (long k = 0; k < calls; k++) {
        for (ptrdiff_t s = 0; s < GROUPS; s++) {
            double *block = d->blocks + s / 8 * 8 * JOINTS + s % 8;
            for (ptrdiff_t j = 0; j < JOINTS; j++)
                block[j * 8] = d->angle[s * JOINTS + j];
        }
        for (ptrdiff_t s = 0; s < GROUPS; s++) {
            const double *block = d->blocks + s / 8 * 8 * JOINTS + s % 8;
            for (ptrdiff_t j = 0; j < JOINTS; j++)
                d->rows[s * JOINTS + j] = block[j * 8];
        }
        sum += d->rows[k % POOL];
    }
    return sum;
}

// the four cases with the functions of one set; `bar` holds for the best set only
static void bench_table(lanes_data *data, const char *tail, double bar) {
    char name[4][48];
    const char *const stem[4] = {"sincos8", "sincos7", "sincos-f32x16", "pack"};
    for (int i = 0; i < 4; i++)
        (void)snprintf(name[i], sizeof name[i], "%s%s", stem[i], tail);

    data->count = 8;
    bench_pair(&(bench_case){name[0], sincos_wide, "libm sincos", sincos_libm, data, 4096, 8,
                             "error=2.3e-16", bar});
    data->count = JOINTS;
    bench_pair(&(bench_case){name[1], sincos_few, "libm sincos", sincos_libm, data, 4096, JOINTS,
                             "error=2.3e-16", 0});
    data->count = 16;
    bench_pair(&(bench_case){name[2], sincos_f32, "libm sincosf", sincos_f32_libm, data, 2048, 16,
                             "error=1.2e-7", 0});
    bench_pair(&(bench_case){name[3], pack, "two plain loops", pack_plainly, data, 64,
                             2 * GROUPS * JOINTS, "there and back", 0});
}

int main(int argc, char **argv) {
    static lanes_data data;
    fill(&data);
    bench_open("lanes", argc, argv);
    data.table = snw_lanes_best();
    bench_table(&data, "", 0.25);
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++) {
        data.table = snw_lanes_table((snw_isa)isa);
        if (!data.table) continue;
        char tail[24];
        (void)snprintf(tail, sizeof tail, "/%s", data.table->name);
        bench_table(&data, tail, 0);
    }
    return bench_close();
}
