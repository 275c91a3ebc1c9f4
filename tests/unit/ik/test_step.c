// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// which copies of the kernel there are, as the build has it for x86-64
#if defined(__x86_64__)
#define SNW_KERNEL_X86 1
#undef SNW_KERNEL_EACH
#define SNW_KERNEL_EACH(X) X(baseline) X(avx2) X(avx512)
#endif
#include "../src/robot/ik/search.h"

// The step of the lanes against the same step written out for one configuration, in long double,
// with poses and Jacobians from kinematics: the formulas are those above the kernel.

typedef long double real;

enum { LANES = SNW__IK_LANES };

typedef struct copy {
    snw_isa isa;
    snw__ik_step_fn *step;
} copy;

static const copy copies[] = {
    {SNW_ISA_BASELINE, snw__ik_step_f64_baseline},
#if defined(__x86_64__)
    {SNW_ISA_AVX2, snw__ik_step_f64_avx2},
    {SNW_ISA_AVX512, snw__ik_step_f64_avx512},
#endif
};

// A x = b by elimination with pivots; A is 6 x 6
static void eliminate(real A[6][6], real *x) {
    for (int k = 0; k < 6; k++) {
        int pivot = k;
        for (int i = k + 1; i < 6; i++) {
            if (fabsl(A[i][k]) > fabsl(A[pivot][k])) pivot = i;
        }
        for (int j = 0; j < 6; j++) {
            const real swap = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = swap;
        }
        const real swap = x[k];
        x[k] = x[pivot];
        x[pivot] = swap;
        for (int i = k + 1; i < 6; i++) {
            const real f = A[i][k] / A[k][k];
            for (int j = k; j < 6; j++) {
                A[i][j] -= f * A[k][j];
            }
            x[i] -= f * x[k];
        }
    }
    for (int i = 5; i >= 0; i--) {
        for (int j = i + 1; j < 6; j++) {
            x[i] -= A[i][j] * x[j];
        }
        x[i] /= A[i][i];
    }
}

typedef struct expected {
    double next[SNW_IK_JOINTS], error, ratio;
    double loss; // how rounding grows towards half a turn, where the sine says nothing
} expected;

// error of the tip: translation, and twice the vector part of the quaternion, w >= 0
static void error_at(stand *s, snw_pose goal, const double *q, real e[6], snw_quat *turn) {
    const snw_pose T = stand_pose(s, q);
    const snw_vec3 d = snw_mat3_apply_t(goal.R, snw_vec3_sub(T.p, goal.p));
    *turn = snw_quat_from_mat3(snw_mat3_mul(snw_mat3_transpose(goal.R), T.R));
    if (turn->w < 0) *turn = snw_quat_of(-turn->w, -turn->x, -turn->y, -turn->z);
    e[0] = (real)d.x, e[1] = (real)d.y, e[2] = (real)d.z;
    e[3] = 2 * (real)turn->x, e[4] = 2 * (real)turn->y, e[5] = 2 * (real)turn->z;
}

static void column_of(const snw__ik_problem *p, snw_mat3 R, snw_twist c, snw_quat turn,
                      real column[6]) {
    const snw_vec3 v = snw_mat3_apply_t(R, c.lin);
    snw_vec3 w = snw_mat3_apply_t(R, c.ang);
    if (p->turned) {
        const snw_vec3 side = snw_vec3_cross(w, snw_vec3_of(turn.x, turn.y, turn.z));
        w = snw_vec3_add(snw_vec3_scale(w, turn.w), side);
    }
    const double numbers[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    for (int k = 0; k < 6; k++) {
        column[k] = (real)numbers[k] * (real)p->weight[k];
    }
}

static void step_of(stand *s, const snw__ik_problem *p, snw_pose goal, const double *full,
                    expected *out) {
    real e[6], J[SNW_IK_JOINTS][6], A[6][6], largest = 0, dq[SNW_IK_JOINTS];
    snw_quat turn;
    snw_twist columns[STAND_JOINTS];
    error_at(s, goal, full, e, &turn);
    snw_kin_jacobian(&s->kin, s->ik.link, s->ik.T_link_tip.p, columns);
    real error = 0, ratio = 0;
    bool within[6];
    for (int k = 0; k < 6; k++) {
        ratio = fmaxl(ratio, fabsl(e[k]) * (real)p->precision[k]);
        const real slack = (real)p->slack[k];
        within[k] = slack > 0 && fabsl(e[k]) <= slack;
        e[k] = within[k] ? 0 : e[k] - (e[k] > 0 ? slack : -slack);
        e[k] *= (real)p->weight[k];
        error += e[k] * e[k];
    }
    for (int i = 0; i < p->count; i++) {
        const double q = full[s->ik.q_index[i]];
        real along = 0;
        column_of(p, goal.R, columns[s->ik.rates[i]], turn, J[i]);
        for (int k = 0; k < 6; k++) {
            if (within[k]) J[i][k] = 0;
            along += J[i][k] * e[k];
        }
        const bool held = (q <= p->lower[i] && along > 0) || (q >= p->upper[i] && along < 0);
        for (int k = 0; k < 6 && held; k++) {
            J[i][k] = 0;
        }
    }
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
            A[i][k] = i == k ? error * (real)p->damping + 1e-14L : 0;
            for (int j = 0; j < p->count; j++) {
                A[i][k] += J[j][i] * J[j][k];
            }
        }
    }
    out->loss = 1 / fmax(turn.w * turn.w, 1e-12);
    out->error = (double)error;
    out->ratio = (double)ratio;
    eliminate(A, e);
    for (int i = 0; i < p->count; i++) {
        dq[i] = 0;
        for (int k = 0; k < 6; k++) {
            dq[i] += J[i][k] * e[k];
        }
        largest = fmaxl(largest, fabsl(dq[i]));
    }
    const real shorten = largest > (real)p->longest ? (real)p->longest / largest : 1;
    for (int i = 0; i < p->count; i++) {
        const double q = full[s->ik.q_index[i]];
        const double to = (double)((real)q - dq[i] * shorten);
        out->next[i] = ratio <= 1 ? q : fmax(p->lower[i], fmin(to, p->upper[i]));
    }
}

// a random question about the solver of a stand
static snw__ik_problem random_problem(const snw_ik *ik, snw_pose goal) {
    snw__ik_problem p = {.count = ik->count,
                         .body_count = ik->body_count,
                         .bodies = ik->bodies,
                         .tip = ik->T_body_tip,
                         .lower = ik->lower,
                         .upper = ik->upper,
                         .turned = check_int(0, 1) == 0,
                         .damping = check_real(0.01, 1),
                         .longest = check_real(0.1, 2)};
    p.start = snw_pose_inverse_mul(goal, snw_pose_mul(ik->kin.T_world_base, ik->T_root_body));
    for (int k = 0; k < 6; k++) {
        p.weight[k] = check_int(0, 5) == 0 ? 0 : check_real(0.1, 3);
        p.precision[k] = p.weight[k] > 0 ? 1 / check_real(1e-5, 0.5) : 0;
        p.slack[k] = check_int(0, 3) == 0 ? check_real(0.01, 0.5) : 0;
        if (p.slack[k] > 0) p.slackens = true;
    }
    return p;
}

// random configurations, some coordinates on a limit
static void random_lanes(stand *s, double full[LANES][STAND_JOINTS], double *q) {
    const snw_ik *ik = &s->ik;
    for (int lane = 0; lane < LANES; lane++) {
        stand_random(s->model, full[lane]);
        for (int i = 0; i < ik->count; i++) {
            double *at = &full[lane][ik->q_index[i]];
            const int side = check_int(0, 5);
            if (side == 0 && isfinite(ik->lower[i])) *at = ik->lower[i];
            if (side == 1 && isfinite(ik->upper[i])) *at = ik->upper[i];
            q[i * LANES + lane] = *at;
        }
    }
}

static void compare(stand *s, bool near) {
    static _Alignas(64) double q[SNW_IK_JOINTS * LANES], next[SNW_IK_JOINTS * LANES];
    _Alignas(64) double error[LANES], ratio[LANES];
    double full[LANES][STAND_JOINTS], goal_q[STAND_JOINTS];
    CHECK(s->ik.lanes);
    stand_random(s->model, goal_q);
    random_lanes(s, full, q);
    // lanes that have arrived, too
    const snw_pose goal = near ? stand_pose(s, full[3]) : stand_pose(s, goal_q);
    const snw__ik_problem p = random_problem(&s->ik, goal);
    const snw__ik_block block = {q, next, error, ratio};
    for (size_t c = 0; c < sizeof copies / sizeof *copies; c++) {
        if (copies[c].isa > snw_lanes_isa()) continue;
        memset(next, 0x55, sizeof next);
        copies[c].step(&p, &block);
        for (int lane = 0; lane < LANES; lane++) {
            expected want;
            if (near && lane == 3) {
                // at the goal: rounding is all that is left
                CHECK(ratio[lane] < 1e-9 && error[lane] < 1e-25);
            }
            step_of(s, &p, goal, full[lane], &want);
            if (want.loss > 1e6) continue;
            CHECK_NEAR(error[lane], want.error, (1e-11 + 1e-14 * want.loss) * (1 + want.error));
            CHECK_NEAR(ratio[lane], want.ratio, (1e-10 + 1e-14 * want.loss) * (1 + want.ratio));
            for (int i = 0; i < p.count; i++) {
                CHECK_NEAR(next[i * LANES + lane], want.next[i], 1e-8 + 1e-12 * want.loss);
                CHECK(next[i * LANES + lane] >= p.lower[i]);
                CHECK(next[i * LANES + lane] <= p.upper[i]);
            }
        }
    }
}

static void steps_of_arms_agree_with_the_formulas(void) {
    tool_stand t[3];
    panda_open(&t[0]);
    tool_open(&t[1], SNW_DH_STANDARD, puma560_rows, 6, 0.1);
    tool_open(&t[2], SNW_DH_STANDARD, microbo_rows, 6, 0.1);
    CHECK_CASES(check_scaled(1000)) {
        compare(&t[check_case % 3].s, check_case % 5 == 0);
    }
    for (int i = 0; i < 3; i++) {
        tool_close(&t[i]);
    }
}

static void steps_of_trees_with_screws_and_followers_agree(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        compiled c;
        const tree_options options = {.links = 9, .only_single = true, .mimics = true};
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        const int link = c.model.link_count - 1;
        bool moves = false;
        for (int i = link; i >= 0; i = c.model.links[i].parent) {
            moves |= c.model.links[i].source_v >= 0;
        }
        if (moves) {
            stand s;
            stand_open(&s, &c.model, link, -1);
            compare(&s, false);
            stand_close(&s);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// Half a turn from the goal the sine is zero; the error must not be.
static void half_a_turn_is_an_error(void) {
    tool_stand t;
    panda_open(&t);
    static _Alignas(64) double q[7 * LANES], next[7 * LANES];
    _Alignas(64) double error[LANES], ratio[LANES];
    CHECK_CASES(200) {
        double full[LANES][STAND_JOINTS];
        random_lanes(&t.s, full, q);
        snw_pose goal = stand_pose(&t.s, full[0]);
        goal.R = snw_mat3_mul(goal.R, snw_mat3_axis_angle(random_axis(), SNW_PI));
        snw__ik_problem p = random_problem(&t.s.ik, goal);
        for (int k = 0; k < 6; k++) {
            p.weight[k] = 1, p.precision[k] = 1e5, p.slack[k] = 0;
        }
        const snw__ik_block block = {q, next, error, ratio};
        for (size_t c = 0; c < sizeof copies / sizeof *copies; c++) {
            if (copies[c].isa > snw_lanes_isa()) continue;
            copies[c].step(&p, &block);
            CHECK(error[0] > 3.9 && error[0] < 8.1);
            CHECK(ratio[0] > 1e5);
            for (int i = 0; i < 7; i++) {
                CHECK(isfinite(next[i * LANES]));
            }
        }
    }
    tool_close(&t);
}

static void the_best_step_is_that_of_the_processor(void) {
    const int count = (int)(sizeof copies / sizeof *copies);
    const int isa = (int)snw_lanes_isa();
    CHECK(snw__ik_step_best() == copies[isa < count ? isa : count - 1].step);
}

int main(void) {
    RUN(steps_of_arms_agree_with_the_formulas);
    RUN(steps_of_trees_with_screws_and_followers_agree);
    RUN(half_a_turn_is_an_error);
    RUN(the_best_step_is_that_of_the_processor);
    return check_report();
}
