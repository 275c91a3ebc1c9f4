// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MATH_REFERENCE_H
#define SINEW_TESTS_MATH_REFERENCE_H

/// @file
/// What the tests of this module compare with: plain loops over arrays in long double, written
/// without any function of the module, and random operands.

#include "sinew/math.h"

#include "check.h"

// promotion to long double is what a reference is for
#pragma GCC diagnostic ignored "-Wdouble-promotion"

/// A matrix of order n <= 4 as real[row][column].
typedef struct ref_mat {
    int n;
    long double a[4][4];
} ref_mat;

__attribute__((unused)) static ref_mat ref_identity(int n) {
    ref_mat M = {.n = n};
    for (int i = 0; i < n; i++) {
        M.a[i][i] = 1;
    }
    return M;
}

__attribute__((unused)) static ref_mat ref_mul(ref_mat A, ref_mat B) {
    ref_mat C = {.n = A.n};
    for (int i = 0; i < A.n; i++) {
        for (int j = 0; j < A.n; j++) {
            for (int k = 0; k < A.n; k++) {
                C.a[i][j] += A.a[i][k] * B.a[k][j];
            }
        }
    }
    return C;
}

__attribute__((unused)) static ref_mat ref_transpose(ref_mat A) {
    ref_mat C = {.n = A.n};
    for (int i = 0; i < A.n; i++) {
        for (int j = 0; j < A.n; j++) {
            C.a[i][j] = A.a[j][i];
        }
    }
    return C;
}

__attribute__((unused)) static ref_mat ref_of2(snw_mat2 M) {
    return (ref_mat){2, {{M.x.x, M.y.x}, {M.x.y, M.y.y}}};
}

__attribute__((unused)) static ref_mat ref_of3(snw_mat3 M) {
    return (ref_mat){3, {{M.x.x, M.y.x, M.z.x}, {M.x.y, M.y.y, M.z.y}, {M.x.z, M.y.z, M.z.z}}};
}

__attribute__((unused)) static ref_mat ref_of4(snw_mat4 M) {
    return (ref_mat){4,
                     {{M.x.x, M.y.x, M.z.x, M.w.x},
                      {M.x.y, M.y.y, M.z.y, M.w.y},
                      {M.x.z, M.y.z, M.z.z, M.w.z},
                      {M.x.w, M.y.w, M.z.w, M.w.w}}};
}

__attribute__((unused)) static snw_mat2 ref_to2(ref_mat A) {
    return (snw_mat2){{(double)A.a[0][0], (double)A.a[1][0]},
                      {(double)A.a[0][1], (double)A.a[1][1]}};
}

__attribute__((unused)) static snw_vec3 ref_column(ref_mat A, int j) {
    return (snw_vec3){(double)A.a[0][j], (double)A.a[1][j], (double)A.a[2][j]};
}

__attribute__((unused)) static snw_mat3 ref_to3(ref_mat A) {
    return (snw_mat3){ref_column(A, 0), ref_column(A, 1), ref_column(A, 2)};
}

__attribute__((unused)) static snw_vec4 ref_column4(ref_mat A, int j) {
    return (snw_vec4){(double)A.a[0][j], (double)A.a[1][j], (double)A.a[2][j], (double)A.a[3][j]};
}

__attribute__((unused)) static snw_mat4 ref_to4(ref_mat A) {
    return (snw_mat4){ref_column4(A, 0), ref_column4(A, 1), ref_column4(A, 2), ref_column4(A, 3)};
}

/// The largest difference of two elements; NaN counts as infinite.
__attribute__((unused)) static double ref_off(ref_mat A, ref_mat B) {
    long double off = 0;
    for (int i = 0; i < A.n; i++) {
        for (int j = 0; j < A.n; j++) {
            const long double d = fabsl(A.a[i][j] - B.a[i][j]);
            if (!(d <= off)) off = d == d ? d : (long double)INFINITY;
        }
    }
    return (double)off;
}

/// The largest difference of two elements; NaN counts as infinite.
__attribute__((unused)) static double off3(snw_mat3 A, snw_mat3 B) {
    const double d[] = {A.x.x - B.x.x, A.x.y - B.x.y, A.x.z - B.x.z, A.y.x - B.y.x, A.y.y - B.y.y,
                        A.y.z - B.y.z, A.z.x - B.z.x, A.z.y - B.z.y, A.z.z - B.z.z};
    double off = 0;
    for (int i = 0; i < 9; i++) {
        if (!(fabs(d[i]) <= off)) off = d[i] == d[i] ? fabs(d[i]) : (double)INFINITY;
    }
    return off;
}

/// The rotation about coordinate axis 0, 1 or 2.
__attribute__((unused)) static ref_mat ref_about(int axis, double angle) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const long double c = cosl((long double)angle), s = sinl((long double)angle);
    ref_mat R = ref_identity(3);
    R.a[i][i] = c;
    R.a[j][j] = c;
    R.a[j][i] = s;
    R.a[i][j] = -s;
    return R;
}

/// The rotation about any axis, by Euler's formula E + sin [n] + (1 - cos) [n]^2.
__attribute__((unused)) static ref_mat ref_axis_angle(snw_vec3 axis, long double angle) {
    long double n[3] = {axis.x, axis.y, axis.z};
    const long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++) {
        n[i] /= length;
    }
    const ref_mat N = {3, {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}}};
    const ref_mat N2 = ref_mul(N, N);
    const long double s = sinl(angle), h = sinl(angle / 2);
    ref_mat R = ref_identity(3);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            R.a[i][j] += s * N.a[i][j] + 2 * h * h * N2.a[i][j];
        }
    }
    return R;
}

__attribute__((unused)) static snw_vec3 random_vec3(double size) {
    const double x = check_real(-size, size), y = check_real(-size, size);
    return (snw_vec3){x, y, check_real(-size, size)};
}

/// A direction, uniform on the sphere.
__attribute__((unused)) static snw_vec3 random_axis(void) {
    for (;;) {
        const snw_vec3 v = random_vec3(1);
        const double r2 = v.x * v.x + v.y * v.y + v.z * v.z;
        const double r = sqrt(r2);
        if (r2 <= 1 && r2 > 0.01) return (snw_vec3){v.x / r, v.y / r, v.z / r};
    }
}

/// A unit quaternion, uniform over all rotations.
__attribute__((unused)) static snw_quat random_quat(void) {
    for (;;) {
        const double w = check_real(-1, 1), x = check_real(-1, 1);
        const double y = check_real(-1, 1), z = check_real(-1, 1);
        const long double r2 =
            (long double)w * w + (long double)x * x + (long double)y * y + (long double)z * z;
        const double r = (double)sqrtl(r2);
        if (r2 <= 1 && r2 > 0.01L) return (snw_quat){w / r, x / r, y / r, z / r};
    }
}

/// The rotation matrix of a quaternion by the four numbers' products, in long double.
__attribute__((unused)) static ref_mat ref_quat(snw_quat q) {
    const long double w = q.w, x = q.x, y = q.y, z = q.z;
    return (ref_mat){3,
                     {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                      {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                      {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}}};
}

/// A rotation, uniform over all of them, correct to rounding.
__attribute__((unused)) static snw_mat3 random_rotation(void) {
    return ref_to3(ref_quat(random_quat()));
}

__attribute__((unused)) static snw_pose random_pose(double size) {
    const snw_mat3 R = random_rotation();
    return (snw_pose){R, random_vec3(size)};
}

#endif // SINEW_TESTS_MATH_REFERENCE_H
