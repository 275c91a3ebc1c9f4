// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dyn_rig.h"

static const double H = 0.002;

/// For a stepper: the mechanism under constant efforts.
typedef struct pushed {
    snw_dyn *dyn;
    const double *tau;
} pushed;

static snw_status accelerate(double t, const double *q, const double *v, double *a, void *context) {
    const pushed *p = context;
    (void)t;
    return snw_dyn_forward(p->dyn, q, v, p->tau, NULL, a);
}

// the integrator for one state, on row `state`
static void step_one(dyn_rig *r, int state) {
    snw_stepper_settings settings;
    CHECK(snw_stepper_named("euler", &settings) == SNW_OK);
    snw_stepper stepper;
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init(&stepper, r->model, settings, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_stepper_init(&stepper, r->model, settings, &arena) == SNW_OK);
    const ptrdiff_t nq = r->model->nq, nv = r->model->nv;
    pushed p = {r->dyn, r->x_rows + state * nv};
    const snw_stepper_source source = {accelerate, &p};
    CHECK(snw_stepper_step(&stepper, source, 0, H, r->q_rows + state * nq,
                           r->v_rows + state * nv) == SNW_OK);
    free(block);
}

static void check_rows(const double *blocks, const double *rows, int states, int width) {
    for (int s = 0; s < states; s++) {
        for (int j = 0; j < width; j++) {
            const double expected = rows[(ptrdiff_t)s * width + j];
            CHECK_NEAR(blocks[((ptrdiff_t)(s / 8) * width + j) * 8 + s % 8], expected,
                       1e-10 * fmax(1, fabs(expected)));
        }
    }
}

static void a_step_is_that_of_the_integrator_for_one_state(void) {
    long quaternions = 0, singles = 0;
    CHECK_CASES(check_scaled(200)) {
        static stand s;
        if (check_case % 2 == 0) {
            any_tree(&s, check_int(1, 9), false, check_case % 4 == 0);
        } else {
            single_tree(&s, check_int(1, 9), check_case % 4 == 1);
        }
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, check_int(1, 20));
        for (int k = 0; k < 3; k++) {
            CHECK(snw_batch_euler_f64(&r.batch, H, r.x, r.blocks, r.q, r.v) == SNW_OK);
            CHECK(r.batch.refused == 0 && r.batch.first_refused == -1);
            for (int state = 0; state < r.states; state++) {
                step_one(&r, state);
            }
            check_rows(r.q, r.q_rows, r.states, s.c.model.nq);
            check_rows(r.v, r.v_rows, r.states, s.c.model.nv);
        }
        quaternions += s.c.model.nq > s.c.model.nv;
        singles += s.c.model.nq == s.c.model.nv;
        dyn_rig_down(&r);
        tear_down(&s);
    }
    CHECK(quaternions > check_scaled(40) && singles > check_scaled(40));
}

// its neighbours go on with the bits that they have without it
static void a_refused_state_stays_where_it_is(void) {
    CHECK_CASES(check_scaled(40)) {
        static stand s;
        single_tree(&s, 5, check_case % 2 == 0);
        dyn_rig r;
        dyn_rig_up(&r, &s.dyn, 16);
        const int nv = s.nv, nq = s.c.model.nq;
        if (nv > 0) {
            double *q = new_numbers(16 * nq), *v = new_numbers(16 * nv);
            r.v_rows[5 * nv] = r.v_rows[13 * nv] = (double)INFINITY;
            pack_states(&r);
            memcpy(q, r.q, sizeof *q * (size_t)(16 * nq));
            memcpy(v, r.v, sizeof *v * (size_t)(16 * nv));
            CHECK(snw_batch_euler_f64(&r.batch, H, r.x, 2, r.q, r.v) == SNW_OK);
            CHECK(r.batch.refused == 2 && r.batch.first_refused == 5);
            for (int i = 0; i < 16 * nq; i++) {
                if (i % 8 == 5) CHECK(r.q[i] == q[i]);
            }
            for (int i = 0; i < 16 * nv; i++) {
                CHECK((r.v[i] == v[i]) == (i % 8 == 5));
            }
            free(q);
            free(v);
        }
        dyn_rig_down(&r);
        tear_down(&s);
    }
}

static void blocks_and_times_that_are_none_are_refused(void) {
    static stand s;
    check_seed(5);
    single_tree(&s, 5, true);
    dyn_rig r;
    dyn_rig_up(&r, &s.dyn, 8);
    snw_batch_dyn *b = &r.batch;
    const double before = r.q[0];
    CHECK(snw_batch_euler_f64(b, (double)NAN, r.x, 1, r.q, r.v) == SNW_ERR_NOT_FINITE);
    CHECK(snw_batch_euler_f64(b, H, NULL, 1, r.q, r.v) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_euler_f64(b, H, r.x + 1, 1, r.q, r.v) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_euler_f64(b, H, r.x, 1, r.q, r.v + 1) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_euler_f64(b, H, r.x, -1, r.q, r.v) == SNW_ERR_ARGUMENT);
    CHECK(snw_batch_euler_f64(b, H, r.x, 0, r.q, r.v) == SNW_OK);
    CHECK(r.q[0] == before && b->refused == 0);
    dyn_rig_down(&r);
    tear_down(&s);
}

int main(void) {
    RUN(a_step_is_that_of_the_integrator_for_one_state);
    RUN(a_refused_state_stays_where_it_is);
    RUN(blocks_and_times_that_are_none_are_refused);
    return check_report();
}
