// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Value types beside code written out by hand on plain arrays: what the convenience costs. Each
/// call takes its operands from a pool of 256 and stores its whole result, as a pass over the links
/// of a robot does; the results of a block are added up at its end.

#include "sinew/math.h"

#include "bench.h"

enum { POOL = 256 };

// --- by hand: row-major arrays, every product written out ---------------------------------------

// rows of 4: a rotation and a translation
static inline void hand_pose_mul(const double *restrict a, const double *restrict b,
                                 double *restrict c) {
    c[0] = a[0] * b[0] + a[1] * b[4] + a[2] * b[8];
    c[1] = a[0] * b[1] + a[1] * b[5] + a[2] * b[9];
    c[2] = a[0] * b[2] + a[1] * b[6] + a[2] * b[10];
    c[3] = a[0] * b[3] + a[1] * b[7] + a[2] * b[11] + a[3];
    c[4] = a[4] * b[0] + a[5] * b[4] + a[6] * b[8];
    c[5] = a[4] * b[1] + a[5] * b[5] + a[6] * b[9];
    c[6] = a[4] * b[2] + a[5] * b[6] + a[6] * b[10];
    c[7] = a[4] * b[3] + a[5] * b[7] + a[6] * b[11] + a[7];
    c[8] = a[8] * b[0] + a[9] * b[4] + a[10] * b[8];
    c[9] = a[8] * b[1] + a[9] * b[5] + a[10] * b[9];
    c[10] = a[8] * b[2] + a[9] * b[6] + a[10] * b[10];
    c[11] = a[8] * b[3] + a[9] * b[7] + a[10] * b[11] + a[11];
}

// a twist (linear, angular) of frame 2 in frame 1
static inline void hand_twist_transform(const double *restrict t, const double *restrict v,
                                        double *restrict c) {
    const double wx = t[0] * v[3] + t[1] * v[4] + t[2] * v[5];
    const double wy = t[4] * v[3] + t[5] * v[4] + t[6] * v[5];
    const double wz = t[8] * v[3] + t[9] * v[4] + t[10] * v[5];
    c[0] = t[0] * v[0] + t[1] * v[1] + t[2] * v[2] + (t[7] * wz - t[11] * wy);
    c[1] = t[4] * v[0] + t[5] * v[1] + t[6] * v[2] + (t[11] * wx - t[3] * wz);
    c[2] = t[8] * v[0] + t[9] * v[1] + t[10] * v[2] + (t[3] * wy - t[7] * wx);
    c[3] = wx;
    c[4] = wy;
    c[5] = wz;
}

static inline void hand_mat2_mul(const double *restrict a, const double *restrict b,
                                 double *restrict c) {
    c[0] = a[0] * b[0] + a[1] * b[2];
    c[1] = a[0] * b[1] + a[1] * b[3];
    c[2] = a[2] * b[0] + a[3] * b[2];
    c[3] = a[2] * b[1] + a[3] * b[3];
}

static inline void hand_mat4_mul(const double *restrict a, const double *restrict b,
                                 double *restrict c) {
    c[0] = a[0] * b[0] + a[1] * b[4] + a[2] * b[8] + a[3] * b[12];
    c[1] = a[0] * b[1] + a[1] * b[5] + a[2] * b[9] + a[3] * b[13];
    c[2] = a[0] * b[2] + a[1] * b[6] + a[2] * b[10] + a[3] * b[14];
    c[3] = a[0] * b[3] + a[1] * b[7] + a[2] * b[11] + a[3] * b[15];
    c[4] = a[4] * b[0] + a[5] * b[4] + a[6] * b[8] + a[7] * b[12];
    c[5] = a[4] * b[1] + a[5] * b[5] + a[6] * b[9] + a[7] * b[13];
    c[6] = a[4] * b[2] + a[5] * b[6] + a[6] * b[10] + a[7] * b[14];
    c[7] = a[4] * b[3] + a[5] * b[7] + a[6] * b[11] + a[7] * b[15];
    c[8] = a[8] * b[0] + a[9] * b[4] + a[10] * b[8] + a[11] * b[12];
    c[9] = a[8] * b[1] + a[9] * b[5] + a[10] * b[9] + a[11] * b[13];
    c[10] = a[8] * b[2] + a[9] * b[6] + a[10] * b[10] + a[11] * b[14];
    c[11] = a[8] * b[3] + a[9] * b[7] + a[10] * b[11] + a[11] * b[15];
    c[12] = a[12] * b[0] + a[13] * b[4] + a[14] * b[8] + a[15] * b[12];
    c[13] = a[12] * b[1] + a[13] * b[5] + a[14] * b[9] + a[15] * b[13];
    c[14] = a[12] * b[2] + a[13] * b[6] + a[14] * b[10] + a[15] * b[14];
    c[15] = a[12] * b[3] + a[13] * b[7] + a[14] * b[11] + a[15] * b[15];
}

// --- the pools ----------------------------------------------------------------------------------

typedef struct hand_pools {
    double poses[POOL][12], poses_out[POOL][12];
    double twists[POOL][6], twists_out[POOL][6];
    double mat2[POOL][4], mat2_out[POOL][4];
    double mat4[POOL][16], mat4_out[POOL][16];
} hand_pools;

typedef struct our_pools {
    snw_pose poses[POOL], poses_out[POOL];
    snw_twist twists[POOL], twists_out[POOL];
    snw_mat2 mat2[POOL], mat2_out[POOL];
    snw_mat4 mat4[POOL], mat4_out[POOL];
} our_pools;

typedef struct pools {
    our_pools ours;
    hand_pools hand;
} pools;

static double next_real(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

static snw_vec3 next_vec3(uint64_t *state) {
    const double x = next_real(state), y = next_real(state);
    return snw_vec3_of(x, y, next_real(state));
}

// the same operands in both layouts
static void fill(pools *p) {
    uint64_t state = 7;
    for (int k = 0; k < POOL; k++) {
        const snw_mat3 R = snw_rotation_exp(next_vec3(&state));
        const snw_pose T = snw_pose_of(R, next_vec3(&state));
        const snw_mat4 H = snw_pose_to_mat4(T);
        const snw_twist V = snw_twist_of(T.p, R.x);
        p->ours.poses[k] = T;
        p->ours.twists[k] = V;
        for (int i = 0; i < 16; i++) {
            snw_mat4_set(&p->ours.mat4[k], i / 4, i % 4, next_real(&state));
            p->hand.mat4[k][i] = snw_mat4_get(p->ours.mat4[k], i / 4, i % 4);
            if (i < 12) p->hand.poses[k][i] = snw_mat4_get(H, i / 4, i % 4);
            if (i < 6) p->hand.twists[k][i] = snw_vec3_get(i < 3 ? V.lin : V.ang, i % 3);
        }
        p->ours.mat2[k] = snw_mat4_get_mat2(p->ours.mat4[k], 0, 0);
        for (int i = 0; i < 4; i++) {
            p->hand.mat2[k][i] = snw_mat2_get(p->ours.mat2[k], i / 2, i % 2);
        }
    }
}

// four partial sums, so that the additions do not wait for each other
static double checksum(const void *values, size_t bytes) {
    const double *const v = values;
    double sum[4] = {0};
    for (size_t i = 0; i < bytes / sizeof(double); i++) {
        sum[i % 4] += v[i];
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

// --- blocks of calls: operand k with its neighbour l, all results stored ------------------------

static double pose_ours(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        p->ours.poses_out[k] = snw_pose_mul(p->ours.poses[k], p->ours.poses[l]);
    }
    return checksum(p->ours.poses_out, sizeof p->ours.poses_out);
}

static double pose_hand(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        hand_pose_mul(p->hand.poses[k], p->hand.poses[l], p->hand.poses_out[k]);
    }
    return checksum(p->hand.poses_out, sizeof p->hand.poses_out);
}

static double twist_ours(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        p->ours.twists_out[k] = snw_twist_transform(p->ours.poses[k], p->ours.twists[l]);
    }
    return checksum(p->ours.twists_out, sizeof p->ours.twists_out);
}

static double twist_hand(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        hand_twist_transform(p->hand.poses[k], p->hand.twists[l], p->hand.twists_out[k]);
    }
    return checksum(p->hand.twists_out, sizeof p->hand.twists_out);
}

static double mat2_ours(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        p->ours.mat2_out[k] = snw_mat2_mul(p->ours.mat2[k], p->ours.mat2[l]);
    }
    return checksum(p->ours.mat2_out, sizeof p->ours.mat2_out);
}

static double mat2_hand(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        hand_mat2_mul(p->hand.mat2[k], p->hand.mat2[l], p->hand.mat2_out[k]);
    }
    return checksum(p->hand.mat2_out, sizeof p->hand.mat2_out);
}

static double mat4_ours(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        p->ours.mat4_out[k] = snw_mat4_mul(p->ours.mat4[k], p->ours.mat4[l]);
    }
    return checksum(p->ours.mat4_out, sizeof p->ours.mat4_out);
}

static double mat4_hand(void *context, long calls) {
    pools *const p = context;
    for (long i = 0; i < calls; i++) {
        const unsigned k = (unsigned)i % POOL, l = (k + 1) % POOL;
        hand_mat4_mul(p->hand.mat4[k], p->hand.mat4[l], p->hand.mat4_out[k]);
    }
    return checksum(p->hand.mat4_out, sizeof p->hand.mat4_out);
}

static pools data;

static void run(const char *name, bench_fn *ours, bench_fn *hand) {
    const bench_case one = {.name = name,
                            .ours = ours,
                            .peer_name = "by-hand",
                            .peer = hand,
                            .context = &data,
                            .calls = 64L * POOL,
                            .bar = 1.2};
    bench_pair(&one);
}

int main(int argc, char **argv) {
    fill(&data);
    bench_open("math", argc, argv);
    run("pose-mul", pose_ours, pose_hand);
    run("twist-transform", twist_ours, twist_hand);
    // spec: loffler:L-156
    run("mat2-mul", mat2_ours, mat2_hand);
    run("mat4-mul", mat4_ours, mat4_hand);
    return bench_close();
}
