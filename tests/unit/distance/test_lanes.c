// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Pairs in lanes against snw_distance(), one by one.

#include "made.h"
#include "sinew/distance/lanes.h"

enum { BLOCKS = 4, F64 = 8, F32 = 16, MOST = 15 };

typedef enum pairing { SPHERES, CAPSULES, SPHERE_BOX, CAPSULE_BOX, PAIRINGS } pairing;

static _Alignas(64) double a64[BLOCKS * MOST * F64], b64[BLOCKS * MOST * F64], d64[BLOCKS * F64];
static _Alignas(64) float a32[BLOCKS * MOST * F32], b32[BLOCKS * MOST * F32], d32[BLOCKS * F32];

static const int widths[PAIRINGS][2] = {{4, 4}, {7, 7}, {4, 15}, {7, 15}};

static snw_status ask_f64(pairing which) {
    static snw_status (*const of[PAIRINGS])(const double *, const double *, int, double *) = {
        snw_lanes_sphere_sphere_f64, snw_lanes_capsules_f64, snw_lanes_sphere_box_f64,
        snw_lanes_capsule_box_f64};
    return of[which](a64, b64, BLOCKS, d64);
}

static snw_status ask_f32(pairing which) {
    static snw_status (*const of[PAIRINGS])(const float *, const float *, int, float *) = {
        snw_lanes_sphere_sphere_f32, snw_lanes_capsules_f32, snw_lanes_sphere_box_f32,
        snw_lanes_capsule_box_f32};
    return of[which](a32, b32, BLOCKS, d32);
}

// A body as its numbers, floats exactly. A capsule is sometimes short, or along an axis.
static void fill_body(int width, double n[MOST]) {
    const snw_pose T = sample_pose(0.4);
    const int odd = check_int(0, 5);
    const snw_vec3 end = odd == 0   ? T.p
                         : odd == 1 ? snw_vec3_add(T.p, snw_vec3_z(0.3))
                                    : sample_point(0.4);
    const double rod[7] = {T.p.x, T.p.y, T.p.z, end.x, end.y, end.z, sample_length() / 4};
    memcpy(n, rod, sizeof rod);
    if (width == 4) n[3] = sample_length();
    if (width == MOST) {
        memcpy(n, &T, sizeof T);
        n[12] = sample_length();
        n[13] = sample_length();
        n[14] = sample_length();
    }
    for (int i = 0; i < width && width != MOST; i++) {
        n[i] = (double)(float)n[i];
    }
}

static const snw_solid *solid_of(made *m, int width, const double n[MOST]) {
    const snw_vec3 start = {n[0], n[1], n[2]}, end = {n[3], n[4], n[5]};
    snw_sphere ball = {start, n[3]};
    snw_capsule rod = {start, end, n[6]};
    snw_box box;
    memcpy(&box.pose, n, sizeof box.pose);
    box.half_extents = snw_vec3_of(n[12], n[13], n[14]);
    if (width == 4) return make_solid(m, &snw_sphere_type, &ball);
    if (width == 7) return make_solid(m, &snw_capsule_type, &rod);
    return make_solid(m, &snw_box_type, &box);
}

static void doubles_are_those_of_single_queries(void) {
    int apart = 0, deep = 0;
    CHECK_CASES(check_scaled(1000) * PAIRINGS) {
        const pairing which = (pairing)(check_case % PAIRINGS);
        const int *width = widths[which];
        static double first[BLOCKS * F64][MOST], second[BLOCKS * F64][MOST];
        for (int s = 0; s < BLOCKS * F64; s++) {
            fill_body(width[0], first[s]);
            fill_body(width[1], second[s]);
            const int block = s / F64, lane = s % F64;
            for (int j = 0; j < width[0]; j++)
                a64[(block * width[0] + j) * F64 + lane] = first[s][j];
            for (int j = 0; j < width[1]; j++)
                b64[(block * width[1] + j) * F64 + lane] = second[s][j];
        }
        CHECK(ask_f64(which) == SNW_OK);
        for (int s = 0; s < BLOCKS * F64; s++) {
            made A, B;
            const snw_pose I = snw_pose_identity();
            const snw_closest c = ask_solids(solid_of(&A, width[0], first[s]), I,
                                             solid_of(&B, width[1], second[s]), I);
            CHECK_NEAR(d64[s], c.distance, 1e-12);
            apart += c.distance > 0;
            deep += c.distance < 0;
            free(A.memory);
            free(B.memory);
        }
    }
    CHECK(apart > check_scaled(1000) && deep > check_scaled(1000));
}

static void floats_are_lower_bounds(void) {
    CHECK_CASES(check_scaled(500) * PAIRINGS) {
        const pairing which = (pairing)(check_case % PAIRINGS);
        const int *width = widths[which];
        static double first[BLOCKS * F32][MOST], second[BLOCKS * F32][MOST];
        for (int s = 0; s < BLOCKS * F32; s++) {
            fill_body(width[0], first[s]);
            fill_body(width[1], second[s]);
            const int block = s / F32, lane = s % F32;
            // nearly parallel axes, where places on them are lost in floats
            for (int j = 3; j < 6 && which == CAPSULES && s % 3 == 0; j++) {
                const double way = first[s][j] - first[s][j - 3];
                second[s][j] = (double)(float)(second[s][j - 3] + way + check_real(-1e-4, 1e-4));
            }
            for (int j = 0; j < width[0]; j++)
                a32[(block * width[0] + j) * F32 + lane] = (float)first[s][j];
            for (int j = 0; j < width[1]; j++)
                b32[(block * width[1] + j) * F32 + lane] = (float)second[s][j];
        }
        CHECK(ask_f32(which) == SNW_OK);
        for (int s = 0; s < BLOCKS * F32; s++) {
            made A, B;
            const snw_pose I = snw_pose_identity();
            const snw_closest c = ask_solids(solid_of(&A, width[0], first[s]), I,
                                             solid_of(&B, width[1], second[s]), I);
            CHECK((double)d32[s] <= c.distance);
            CHECK((double)d32[s] >= c.distance - 5e-5);
            free(A.memory);
            free(B.memory);
        }
    }
}

// One number that is not finite makes its lane a hit, and no other.
static void what_is_not_finite_is_a_hit(void) {
    CHECK_CASES(check_scaled(2000)) {
        const pairing which = (pairing)(check_case % PAIRINGS);
        const int *width = widths[which];
        for (int s = 0; s < BLOCKS * F64; s++) {
            double n[MOST];
            fill_body(width[0], n);
            for (int j = 0; j < width[0]; j++)
                a64[(s / F64 * width[0] + j) * F64 + s % F64] = n[j];
            fill_body(width[1], n);
            for (int j = 0; j < width[1]; j++)
                b64[(s / F64 * width[1] + j) * F64 + s % F64] = n[j];
        }
        const int bad = check_int(0, BLOCKS * F64 - 1), side = check_int(0, 1);
        const int number = check_int(0, width[side] - 1);
        double *in = side == 0 ? a64 : b64;
        const double odd[3] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
        in[(bad / F64 * width[side] + number) * F64 + bad % F64] = odd[check_int(0, 2)];
        CHECK(ask_f64(which) == SNW_OK);
        for (int s = 0; s < BLOCKS * F64; s++) {
            CHECK((s == bad) == (d64[s] == -(double)INFINITY));
        }
    }
}

static void blocks_that_are_none_are_refused(void) {
    CHECK(snw_lanes_capsules_f64(a64, b64, -1, d64) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_sphere_box_f64(a64 + 1, b64, 1, d64) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_capsule_box_f32(a32, NULL, 1, d32) == SNW_ERR_ARGUMENT);
    CHECK(snw_lanes_sphere_sphere_f32(NULL, NULL, 0, NULL) == SNW_OK);
}

int main(void) {
    RUN(doubles_are_those_of_single_queries);
    RUN(floats_are_lower_bounds);
    RUN(what_is_not_finite_is_a_hit);
    RUN(blocks_that_are_none_are_refused);
    return check_report();
}
