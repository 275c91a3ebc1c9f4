// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_KINEMATICS_STAND_H
#define SINEW_TESTS_KINEMATICS_STAND_H

/// @file
/// A mechanism that can be moved, and derivatives of what is read from it by differences: the
/// stencil of four points, whose error is the fourth power of the step.
///
/// Include it first.

#include "unit/model/robots.h"

#include "sinew/kinematics.h"

enum { RATES = 256 };

/// A compiled description with a workspace and a state.
typedef struct stand {
    compiled c;
    snw_kin kin;
    void *block;
    double q[RATES], v[RATES], a[RATES];
} stand;

/// Of a workspace for a model; the caller frees the block.
__attribute__((unused)) static void *new_kin(snw_kin *kin, const snw_model *model) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(kin, model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_kin_init(kin, model, &arena) == SNW_OK);
    return block;
}

__attribute__((unused)) static void set_up(stand *s, const snw_robot *robot) {
    CHECK(compile(robot, &s->c, NULL) == SNW_OK);
    CHECK(s->c.model.nq <= RATES && s->c.model.nv <= RATES);
    s->block = new_kin(&s->kin, &s->c.model);
    snw_neutral(&s->c.model, s->q);
    memset(s->v, 0, sizeof s->v);
    memset(s->a, 0, sizeof s->a);
}

__attribute__((unused)) static void tear_down(stand *s) {
    free(s->block);
    free(s->c.block);
}

/// A random state: rates and accelerations within 1.
__attribute__((unused)) static void random_state(stand *s) {
    random_q(&s->c.model, s->q);
    for (int i = 0; i < s->c.model.nv; i++) {
        s->v[i] = check_real(-1, 1);
        s->a[i] = check_real(-1, 1);
    }
}

/// Every kind of mechanism in turn: trees with laws, followers and floating roots.
__attribute__((unused)) static snw_robot *any_tree(snw_setup *setup, int most) {
    return random_tree(setup, (tree_options){.links = check_int(1, most),
                                             .laws = true,
                                             .mimics = true,
                                             .floating = check_case % 3 == 0});
}

/// Numbers that depend on the state.
typedef struct reader {
    void (*read)(stand *s, void *context, double *out);
    void *context;
    int count;
} reader;

/// Reads at the configuration reached after t seconds at rates `v`, with the rates of the stand
/// gone on by t times `v_rate` (NULL: unchanged).
__attribute__((unused)) static void read_at(stand *s, const double *v, const double *v_rate,
                                            double t, reader numbers, double *out) {
    const snw_model *m = &s->c.model;
    double q[RATES], v_now[RATES], zero[RATES] = {0};
    CHECK(snw_integrate(m, s->q, v, t, q) == SNW_OK);
    for (int i = 0; i < m->nv; i++) {
        v_now[i] = s->v[i] + (v_rate != NULL ? v_rate[i] * t : 0);
    }
    CHECK(snw_kin_update_acceleration(&s->kin, q, v_now, zero) == SNW_OK);
    numbers.read(s, numbers.context, out);
}

/// The time derivative of the numbers at the present state.
__attribute__((unused)) static void differentiate(stand *s, const double *v, const double *v_rate,
                                                  reader numbers, double *out) {
    const double h = 1e-3, steps[] = {h, -h, 2 * h, -2 * h};
    const double weights[] = {8 / (12 * h), -8 / (12 * h), -1 / (12 * h), 1 / (12 * h)};
    double there[6 * RATES];
    CHECK(numbers.count <= 6 * RATES);
    for (int i = 0; i < numbers.count; i++) {
        out[i] = 0;
    }
    for (int k = 0; k < 4; k++) {
        read_at(s, v, v_rate, steps[k], numbers, there);
        for (int i = 0; i < numbers.count; i++) {
            out[i] += weights[k] * there[i];
        }
    }
}

/// A frame on a link.
typedef struct place {
    int link;
    snw_pose T_link_frame;
    int observer; ///< a link; -1 for the world
} place;

__attribute__((unused)) static place random_place(const stand *s) {
    return (place){.link = check_int(0, s->c.model.link_count - 1),
                   .T_link_frame = random_pose(),
                   .observer = -1};
}

static snw_pose pose_of(const stand *s, const place *p) {
    const snw_pose T = snw_pose_mul(s->kin.T_world_link[p->link], p->T_link_frame);
    return p->observer < 0 ? T : snw_pose_inverse_mul(s->kin.T_world_link[p->observer], T);
}

static void read_pose(stand *s, void *context, double *out) {
    const snw_pose T = pose_of(s, context);
    memcpy(out, &T, sizeof T);
}

/// The velocity of a place by differences of its pose, along the axes of the world or observer.
/// The angular part is the skew part of R' R^T.
__attribute__((unused)) static snw_twist difference_twist(stand *s, const place *p,
                                                          const double *v) {
    place copy = *p;
    double rate[12];
    differentiate(s, v, NULL, (reader){read_pose, &copy, 12}, rate);
    CHECK(snw_kin_update_acceleration(&s->kin, s->q, s->v, s->a) == SNW_OK);
    const snw_pose T = pose_of(s, p);
    snw_pose T_rate;
    memcpy(&T_rate, rate, sizeof T_rate);
    const snw_mat3 W = snw_mat3_mul(T_rate.R, snw_mat3_transpose(T.R));
    return snw_twist_of(T_rate.p,
                        snw_vec3_of((W.y.z - W.z.y) / 2, (W.z.x - W.x.z) / 2, (W.x.y - W.y.x) / 2));
}

/// J v
__attribute__((unused)) static snw_twist times(const snw_twist *J, const double *v, int count) {
    snw_twist sum = snw_twist_zero();
    for (int i = 0; i < count; i++) {
        sum = snw_twist_add(sum, snw_twist_scale(J[i], v[i]));
    }
    return sum;
}

/// Largest difference of two arrays.
__attribute__((unused)) static double farthest(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        const double d = fabs(a[i] - b[i]);
        if (!(d <= most)) most = d;
    }
    return most;
}

#endif // SINEW_TESTS_KINEMATICS_STAND_H
