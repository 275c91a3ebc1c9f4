// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Rows of constraints in the law qp. The constraint here has the rows that a test writes down.

static arm a;

enum { JOINTS = 7 };

/// A constraint with given rows.
typedef struct given {
    double G[SNW_RATE_ROWS][JOINTS], lower[SNW_RATE_ROWS], target[SNW_RATE_ROWS];
    int count;
    snw_status answer;
} given;

static snw_status given_rows(const void *block, const snw_constraint_at *at, snw_rate_rows *rows) {
    const given *g = block;
    CHECK(at->v != NULL && at->limits->n == rows->n && at->dt > 0);
    for (int i = 0; i < g->count; i++) {
        const int row = snw_rate_rows_add(rows);
        CHECK(row == i);
        memcpy(rows->G + (ptrdiff_t)row * rows->n, g->G[i], sizeof g->G[i]);
        rows->lower[row] = g->lower[i];
        rows->target[row] = g->target[i];
        rows->origin[row] = (snw_row_origin){SNW_BOUND_CLEARANCE, 0, i, 1, 10 + i};
    }
    return g->answer;
}

static snw_status seven_joints(const void *block, const snw_model *model) {
    (void)block;
    return model->nv == JOINTS ? SNW_OK : SNW_ERR_SIZE;
}

static const snw_constraint_functions given_functions = {
    .head = {sizeof(snw_constraint_functions), SNW_CONSTRAINT_VERSION},
    .fits = seven_joints,
    .rows = given_rows};
static const snw_type given_type = {.token = "given",
                                    .size = sizeof(given),
                                    .align = _Alignof(given),
                                    .base = "constraint",
                                    .functions = &given_functions.head};

static given block;
static snw_child children[1];
static const double dt = 0.002;

/// A Panda whose frame is moved, with the given rows.
static void open_arm(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    snw_block_defaults(&snw_posture_type, &a.posture);
    arm_add(&a, &snw_posture_type, &a.posture);
    memset(&block, 0, sizeof block);
    children[0] = (snw_child){&given_type, &block};
    a.config.constraints = children;
    a.config.constraint_count = 1;
    arm_ready(&a);
}

static void put_somewhere(void) {
    for (int i = 0; i < JOINTS; i++) {
        a.q[i] = check_real(0.8 * a.model->lower[i], 0.8 * a.model->upper[i]);
        a.v[i] = check_real(-0.3, 0.3) * a.model->velocity[i];
    }
}

static void random_row(int i) {
    for (int k = 0; k < JOINTS; k++)
        block.G[i][k] = check_real(-1, 1);
}

static double along(int i, const double *qd) {
    double sum = 0;
    for (int k = 0; k < JOINTS; k++)
        sum += block.G[i][k] * qd[k];
    return sum;
}

static snw_status find_rates(const double *V, double *qd) {
    const snw_control_input input = {a.q, a.v, V, dt};
    snw_control_reset(&a.control);
    return snw_control_rates(&a.control, &input, qd, NULL);
}

// rows that bounds can meet: what the rates in the middle of the bounds make of them
static void rows_that_fit(int count) {
    const snw_rate_limits *limits = &a.control.limits;
    CHECK(snw_rate_limits_update(&a.control.limits, a.q, a.v, dt) >= 0);
    double middle[JOINTS];
    for (int k = 0; k < JOINTS; k++)
        middle[k] = (limits->low[k] + limits->high[k]) / 2;
    block.count = count;
    for (int i = 0; i < count; i++) {
        random_row(i);
        block.lower[i] = along(i, middle) - check_real(0, 0.01);
        block.target[i] = block.lower[i];
    }
}

static double miss_of(const double *V, const double *qd) {
    const double *J = snw_task_jacobian(&a.control.task);
    double sum = 0;
    for (int i = 0; i < 6; i++) {
        double one = -V[i];
        for (int k = 0; k < JOINTS; k++)
            one += J[i * JOINTS + k] * qd[k];
        sum += one * one;
    }
    return sum;
}

static void rates_keep_rows_and_bounds(void) {
    open_arm();
    long held = 0;
    for (int turn = 0; turn < check_scaled(2000); turn++) {
        put_somewhere();
        rows_that_fit(check_int(1, 12));
        double V[6], qd[JOINTS];
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.5, 0.5);
        CHECK(find_rates(V, qd) >= 0);
        CHECK(a.control.report.yielded == 0);
        for (int i = 0; i < block.count; i++)
            CHECK(along(i, qd) >= block.lower[i] - 1e-9);
        for (int k = 0; k < JOINTS; k++)
            CHECK(a.control.limits.low[k] <= qd[k] && qd[k] <= a.control.limits.high[k]);
        held += a.control.report.hold_count > 0;

        // no other rates that keep all of it make a smaller error
        const double least = miss_of(V, qd);
        for (int other = 0; other < 20; other++) {
            double x[JOINTS];
            bool fits = true;
            const double part = check_real(0, 1);
            for (int k = 0; k < JOINTS; k++) {
                const double to = check_real(a.control.limits.low[k], a.control.limits.high[k]);
                x[k] = qd[k] + part * part * part * (to - qd[k]);
            }
            for (int i = 0; i < block.count; i++)
                fits = fits && along(i, x) >= block.lower[i];
            if (fits) CHECK(miss_of(V, x) >= least - 1e-6 * (1 + least));
        }
    }
    CHECK(held > 0);
    arm_close(&a);
}

static void rows_that_are_met_anyway_change_no_bit(void) {
    open_arm();
    for (int turn = 0; turn < check_scaled(1000); turn++) {
        put_somewhere();
        double V[6], without[JOINTS], with[JOINTS];
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.5, 0.5);
        block.count = 0;
        const snw_status first = find_rates(V, without);
        block.count = 3;
        for (int i = 0; i < block.count; i++) {
            random_row(i);
            block.lower[i] = block.target[i] = along(i, without) - check_real(0.5, 1) * 100;
        }
        const snw_status second = find_rates(V, with);
        CHECK(first == second);
        if (a.control.bounded.programs) continue;
        CHECK(memcmp(without, with, sizeof with) == 0);
        CHECK(a.control.report.constraint_rows == 3);
    }
    arm_close(&a);
}

static void a_hold_names_the_bodies_and_its_share(void) {
    open_arm();
    memset(a.v, 0, sizeof a.v);
    double V[6] = {0.005, 0, 0, 0, 0, 0}, qd[JOINTS];
    CHECK(find_rates(V, qd) >= 0);
    // half of the motion that the rows would make
    block.count = 2;
    for (int k = 0; k < JOINTS; k++)
        block.G[1][k] = -snw_task_jacobian(&a.control.task)[k];
    block.lower[0] = block.target[0] = -1;
    block.lower[1] = block.target[1] = -0.0025;
    CHECK(find_rates(V, qd) == SNW_SATURATED);
    CHECK_NEAR(along(1, qd), -0.0025, 1e-9);
    const snw_control_report *r = &a.control.report;
    CHECK(r->hold_count == 1 && r->hold_cause[0] == SNW_BOUND_CLEARANCE && r->hold_rate[0] == -1);
    CHECK(r->hold_first_member[0] == 0 && r->hold_first_link[0] == 1);
    CHECK(r->hold_second_member[0] == 1 && r->hold_second_link[0] == 11);
    CHECK_NEAR(r->hold_share[0], 1, 1e-9);
    // along the other five rows the hand moves as it was told
    for (int i = 1; i < 6; i++) {
        double one = 0;
        for (int k = 0; k < JOINTS; k++)
            one += snw_task_jacobian(&a.control.task)[i * JOINTS + k] * qd[k];
        CHECK_NEAR(one, 0, 1e-6);
    }
    arm_close(&a);
}

static void self_motion_is_held_by_rows_too(void) {
    open_arm();
    memset(a.v, 0, sizeof a.v);
    double V[6] = {0}, qd[JOINTS], length = 0;
    a.q[2] += 0.5;
    CHECK(find_rates(V, qd) >= 0);
    // against the motion that the posture makes
    block.count = 1;
    for (int k = 0; k < JOINTS; k++)
        length += qd[k] * qd[k];
    CHECK(length > 1e-8);
    for (int k = 0; k < JOINTS; k++)
        block.G[0][k] = -qd[k] / sqrt(length);
    block.lower[0] = block.target[0] = -0.25 * sqrt(length);
    CHECK(find_rates(V, qd) >= 0);
    CHECK(along(0, qd) >= block.lower[0] - 1e-9);
    CHECK(miss_of(V, qd) < 1e-12);
    CHECK(a.control.report.objective_holds > 0);
    arm_close(&a);
}

// the most that bounds allow along a row
static double most_along(int i) {
    double most = 0;
    for (int k = 0; k < JOINTS; k++) {
        const double g = block.G[i][k];
        most += g * (g > 0 ? a.control.limits.high[k] : a.control.limits.low[k]);
    }
    return most;
}

static void what_bounds_do_not_allow_gives_way_as_far_as_it_must(void) {
    open_arm();
    for (int turn = 0; turn < check_scaled(500); turn++) {
        put_somewhere();
        rows_that_fit(1);
        double V[6] = {0}, qd[JOINTS];
        const double most = most_along(0);

        // a target is dropped, and what is demanded is met
        block.target[0] = most + 0.1;
        CHECK(find_rates(V, qd) >= 0);
        CHECK(along(0, qd) >= block.lower[0] - 1e-9 && a.control.report.yielded == 0);

        // a demand is met as far as the bounds allow
        block.lower[0] = block.target[0] = most + 0.1;
        CHECK(find_rates(V, qd) >= 0);
        CHECK_NEAR(along(0, qd), most, 1e-6);
        CHECK(a.control.report.yielded == 1 && a.control.bounded.weakest == 0);
    }
    arm_close(&a);
}

// Seen: five rows of a fast arm, nearly parallel, contradicted its bounds again after each
// contradiction that was taken away, until the tick was refused. No row may refuse a tick.
static void many_contradictions_leave_an_answer(void) {
    static const double v[JOINTS] = {1.77, 1.75, -2.05, 0.757, 2.13, -0.421, 0.530};
    open_arm();
    for (int turn = 0; turn < check_scaled(3000); turn++) {
        const int count = check_int(2, 12);
        double shared[JOINTS], V[6], qd[JOINTS];
        for (int k = 0; k < JOINTS; k++) {
            a.q[k] = (a.model->lower[k] + a.model->upper[k]) / 2;
            a.v[k] = v[k];
            shared[k] = check_real(-1, 1);
        }
        block.count = count;
        for (int i = 0; i < count; i++) {
            random_row(i);
            for (int k = 0; k < JOINTS; k++)
                block.G[i][k] = shared[k] + 0.1 * block.G[i][k];
            block.lower[i] = block.target[i] = check_real(0, 0.3);
        }
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-1.5, 1.5);
        CHECK(find_rates(V, qd) >= 0);
        for (int k = 0; k < JOINTS; k++)
            CHECK(a.control.limits.low[k] <= qd[k] && qd[k] <= a.control.limits.high[k]);
    }
    arm_close(&a);
}

static void rows_that_contradict_give_way_together_as_they_allow(void) {
    open_arm();
    memset(a.v, 0, sizeof a.v);
    double V[6] = {0}, qd[JOINTS];
    block.count = 2;
    // x >= 0.003 and x <= -0.003 demand alike and meet in the middle
    memset(block.G, 0, sizeof block.G);
    block.G[0][0] = 1;
    block.G[1][0] = -1;
    block.lower[0] = block.target[0] = block.lower[1] = block.target[1] = 0.003;
    CHECK(find_rates(V, qd) >= 0);
    CHECK(a.control.report.yielded == 1);
    CHECK_NEAR(qd[0], 0, 1e-6);

    // the second row allows 0.009, the first demands 0.01
    block.G[0][0] = 1;
    block.G[1][0] = -1;
    block.lower[0] = block.target[0] = 0.01;
    block.lower[1] = block.target[1] = -0.009;
    CHECK(find_rates(V, qd) >= 0);
    CHECK(a.control.report.yielded == 1 && a.control.bounded.weakest == 1);
    // both give way: the gap of 0.001 is shared as 0.001 (allows nothing) to 0.01 (allows 0.009)
    CHECK_NEAR(qd[0], 0.01 - 0.001 * 1 / 11, 1e-6);
    arm_close(&a);
}

static void what_is_no_row_is_refused(void) {
    open_arm();
    double V[6] = {0}, qd[JOINTS] = {7};
    block.count = 1;
    random_row(0);
    block.lower[0] = (double)NAN;
    CHECK(find_rates(V, qd) == SNW_ERR_NOT_FINITE && qd[0] == 7);
    block.lower[0] = 0;
    block.target[0] = (double)INFINITY;
    CHECK(find_rates(V, qd) == SNW_ERR_NOT_FINITE);
    block.target[0] = 0;
    block.G[0][3] = (double)NAN;
    CHECK(find_rates(V, qd) == SNW_ERR_NOT_FINITE);
    block.G[0][3] = 0;
    block.answer = SNW_ERR_STATE;
    CHECK(find_rates(V, qd) == SNW_ERR_STATE);
    block.answer = SNW_OK;
    CHECK(find_rates(V, qd) >= 0);

    snw_arena arena = {0};
    snw_rate_rows rows;
    SNW_IGNORE(snw__rate_rows_init(&rows, 3, &arena));
    void *memory = exact_block(arena.needed);
    arena = snw_arena_over(memory, arena.needed);
    CHECK(snw__rate_rows_init(&rows, 3, &arena) == SNW_OK);
    for (int i = 0; i < SNW_RATE_ROWS; i++)
        CHECK(snw_rate_rows_add(&rows) == i);
    CHECK(snw_rate_rows_add(&rows) == -1);
    free(memory);
    arm_close(&a);
}

static void a_description_that_cannot_keep_constraints_is_refused(void) {
    open_arm();
    snw_arena arena = {0};
    snw_why why = {0};
    snw_control other;
    a.config.law = SNW_LAW_NULLSPACE;
    CHECK(snw_control_init(&other, &a.config, a.model, &arena, &why) == SNW_ERR_ARGUMENT);
    CHECK(strstr(why.text, "only the law qp") != NULL);
    a.config.law = SNW_LAW_QP;
    children[0] = (snw_child){&snw_posture_type, &a.posture};
    CHECK(snw_control_init(&other, &a.config, a.model, &arena, &why) == SNW_ERR_ARGUMENT);
    arm_close(&a);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(rates_keep_rows_and_bounds);
    RUN(rows_that_are_met_anyway_change_no_bit);
    RUN(a_hold_names_the_bodies_and_its_share);
    RUN(self_motion_is_held_by_rows_too);
    RUN(what_bounds_do_not_allow_gives_way_as_far_as_it_must);
    RUN(many_contradictions_leave_an_answer);
    RUN(rows_that_contradict_give_way_together_as_they_allow);
    RUN(what_is_no_row_is_refused);
    RUN(a_description_that_cannot_keep_constraints_is_refused);
    return check_report();
}
