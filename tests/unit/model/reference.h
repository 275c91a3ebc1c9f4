// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MODEL_REFERENCE_H
#define SINEW_TESTS_MODEL_REFERENCE_H

/// @file
/// Poses of a described mechanism by another way: in long double, from a link up to the root by
/// names, rotations as quaternion sandwiches. Nothing of it is shared with the library but the
/// description.

#include "robots.h"

typedef long double real;

typedef struct ref_pose {
    real R[3][3], p[3]; // rows, columns
} ref_pose;

__attribute__((unused)) static ref_pose ref_identity(void) {
    ref_pose T = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    return T;
}

static ref_pose ref_from(snw_pose T) {
    const snw_vec3 columns[3] = {T.R.x, T.R.y, T.R.z};
    ref_pose r;
    for (int j = 0; j < 3; j++) {
        r.R[0][j] = (real)columns[j].x;
        r.R[1][j] = (real)columns[j].y;
        r.R[2][j] = (real)columns[j].z;
    }
    r.p[0] = (real)T.p.x;
    r.p[1] = (real)T.p.y;
    r.p[2] = (real)T.p.z;
    return r;
}

static ref_pose ref_mul(ref_pose A, ref_pose B) {
    ref_pose C;
    for (int i = 0; i < 3; i++) {
        C.p[i] = A.p[i];
        for (int j = 0; j < 3; j++) {
            C.p[i] += A.R[i][j] * B.p[j];
            C.R[i][j] = 0;
            for (int k = 0; k < 3; k++) {
                C.R[i][j] += A.R[i][k] * B.R[k][j];
            }
        }
    }
    return C;
}

__attribute__((unused)) static ref_pose ref_inverse(ref_pose A) {
    ref_pose B;
    for (int i = 0; i < 3; i++) {
        B.p[i] = 0;
        for (int j = 0; j < 3; j++) {
            B.R[i][j] = A.R[j][i];
            B.p[i] -= A.R[j][i] * A.p[j];
        }
    }
    return B;
}

// rotation of the quaternion w x y z, of any length, by turning the three axes
static void ref_turn(ref_pose *T, real w, real x, real y, real z) {
    const real n = sqrtl(w * w + x * x + y * y + z * z);
    const real a = w / n, u[3] = {x / n, y / n, z / n};
    for (int j = 0; j < 3; j++) {
        const real e[3] = {j == 0, j == 1, j == 2};
        const real t[3] = {2 * (u[1] * e[2] - u[2] * e[1]), 2 * (u[2] * e[0] - u[0] * e[2]),
                           2 * (u[0] * e[1] - u[1] * e[0])};
        T->R[0][j] = e[0] + a * t[0] + u[1] * t[2] - u[2] * t[1];
        T->R[1][j] = e[1] + a * t[1] + u[2] * t[0] - u[0] * t[2];
        T->R[2][j] = e[2] + a * t[2] + u[0] * t[1] - u[1] * t[0];
    }
}

static void ref_turn_about(ref_pose *T, snw_vec3 axis, real angle) {
    const real x = (real)axis.x, y = (real)axis.y, z = (real)axis.z;
    const real n = sqrtl(x * x + y * y + z * z), s = sinl(angle / 2) / n;
    ref_turn(T, cosl(angle / 2), x * s, y * s, z * s);
}

static int ref_joint(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->joint_count; i++) {
        if (strcmp(robot->joints[i].name, name) == 0) return i;
    }
    abort();
}

/// Positions of the joints of a description, by their place in it; q[0] only for most.
typedef struct ref_places {
    real q[64][7];
    real root[7]; // of a floating root
} ref_places;

/// A configuration of a model as positions of the description that it was made from.
__attribute__((unused)) static void ref_read(const snw_model *model, const snw_robot *robot,
                                             const double *q, ref_places *places) {
    for (int k = 0; k < 7; k++) {
        places->root[k] = robot->floating ? (real)q[k] : 0;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        const int at = snw_model_find_joint(model, robot->joints[i].name);
        if (at < 0) abort();
        const snw_link *link = &model->links[at];
        for (int k = 0; k < link->nq; k++) {
            places->q[i][k] = (real)q[link->q_index + k];
        }
    }
}

// value of a joint of one coordinate: what it follows, recursively, without the encoder's zero
static real ref_value(const snw_robot *robot, const ref_places *places, int i) {
    const snw_mimic *mimic = robot->joints[i].mimic;
    if (mimic == NULL) return places->q[i][0];
    const real other = ref_value(robot, places, ref_joint(robot, mimic->joint));
    return (real)mimic->multiplier * other + (real)mimic->offset;
}

// x of a planar joint, as docs/model.md defines it
static void ref_plane(snw_vec3 axis, real x[3], real y[3]) {
    const real a[3] = {(real)axis.x, (real)axis.y, (real)axis.z};
    int most = 2;
    if (fabsl(a[0]) > fabsl(a[2]) && fabsl(a[0]) >= fabsl(a[1])) most = 0;
    if (fabsl(a[1]) > fabsl(a[2]) && fabsl(a[1]) > fabsl(a[0])) most = 1;
    const int next = (most + 1) % 3;
    real n = 0;
    for (int k = 0; k < 3; k++) {
        x[k] = (k == next) - a[next] * a[k];
        n += x[k] * x[k];
    }
    for (int k = 0; k < 3; k++) {
        x[k] /= sqrtl(n);
    }
    for (int k = 0; k < 3; k++) {
        y[k] = a[(k + 1) % 3] * x[(k + 2) % 3] - a[(k + 2) % 3] * x[(k + 1) % 3];
    }
}

static ref_pose ref_free(const real *q) {
    ref_pose T = ref_identity();
    ref_turn(&T, q[6], q[3], q[4], q[5]);
    memcpy(T.p, q, sizeof T.p);
    return T;
}

__attribute__((unused)) static ref_pose ref_free_at(const double *q) {
    real exact[7];
    for (int k = 0; k < 7; k++) {
        exact[k] = (real)q[k];
    }
    return ref_free(exact);
}

static ref_pose ref_rail(const helical_rail *rail, real q) {
    ref_pose Z = ref_identity(), Y = ref_identity();
    ref_turn_about(&Z, snw_vec3_z(1), q);
    ref_turn_about(&Y, snw_vec3_y(1), (real)rail->tilt * sinl(q));
    Z.p[0] = (real)rail->radius * cosl(q);
    Z.p[1] = (real)rail->radius * sinl(q);
    Z.p[2] = (real)rail->rise * q;
    return ref_mul(Z, Y);
}

static ref_pose ref_motion(const snw_robot *robot, const ref_places *places, int i) {
    const snw_joint_description *joint = &robot->joints[i];
    const real axis[3] = {(real)joint->axis.x, (real)joint->axis.y, (real)joint->axis.z};
    const real *q = places->q[i];
    ref_pose T = ref_identity();
    real x[3], y[3];
    const bool slides = joint->kind == SNW_JOINT_PRISMATIC, screws = joint->kind == SNW_JOINT_SCREW;
    switch (joint->kind) {
    case SNW_JOINT_FIXED:
        break;
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
    case SNW_JOINT_PRISMATIC:
    case SNW_JOINT_SCREW:;
        const real value = ref_value(robot, places, i) + (real)joint->position;
        if (!slides) ref_turn_about(&T, joint->axis, value);
        for (int k = 0; (slides || screws) && k < 3; k++) {
            T.p[k] = axis[k] * value * (screws ? (real)joint->pitch : 1);
        }
        break;
    case SNW_JOINT_LAW:
        return ref_rail(joint->law.block, ref_value(robot, places, i) + (real)joint->position);
    case SNW_JOINT_SPHERICAL:
        ref_turn(&T, q[3], q[0], q[1], q[2]);
        break;
    case SNW_JOINT_PLANAR:
        ref_plane(joint->axis, x, y);
        ref_turn_about(&T, joint->axis, q[2]);
        for (int k = 0; k < 3; k++) {
            T.p[k] = x[k] * q[0] + y[k] * q[1];
        }
        break;
    case SNW_JOINT_FREE:
        return ref_free(q);
    }
    return T;
}

/// The pose of a link in the world, by its name: up to the root, one joint at a time.
__attribute__((unused)) static ref_pose ref_link(const snw_robot *robot, const ref_places *places,
                                                 const char *link) {
    for (int i = 0; i < robot->joint_count; i++) {
        const snw_joint_description *joint = &robot->joints[i];
        if (strcmp(joint->child, link) != 0) continue;
        const ref_pose T = ref_mul(ref_from(joint->origin), ref_motion(robot, places, i));
        return ref_mul(ref_link(robot, places, joint->parent), T);
    }
    return robot->floating ? ref_free(places->root) : ref_identity();
}

__attribute__((unused)) static ref_pose ref_frame(const snw_robot *robot, const ref_places *places,
                                                  const snw_attachment *frame) {
    return ref_mul(ref_link(robot, places, frame->link), ref_from(frame->origin));
}

/// The largest difference of any number.
__attribute__((unused)) static double ref_distance(ref_pose A, ref_pose B) {
    real most = 0;
    for (int i = 0; i < 3; i++) {
        most = fmaxl(most, fabsl(A.p[i] - B.p[i]));
        for (int j = 0; j < 3; j++) {
            most = fmaxl(most, fabsl(A.R[i][j] - B.R[i][j]));
        }
    }
    return (double)most;
}

#endif // SINEW_TESTS_MODEL_REFERENCE_H
