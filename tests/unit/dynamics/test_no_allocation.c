// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "allocations.h"

static stand s;
static snw_derivatives derivatives;
static double M[RATES * RATES];

static snw_status accelerate(double t, const double *q, const double *v, double *a, void *context) {
    (void)t, (void)context;
    return snw_dyn_forward(&s.dyn, q, v, s.tau, NULL, a);
}

static void ask_all(snw_stepper *stepper) {
    double out[RATES], six[36];
    snw_energy e;
    snw_momentum P;
    snw_accel felt;
    const int last = s.c.model.link_count - 1;
    SNW_IGNORE(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, s.wrenches, out));
    SNW_IGNORE(snw_dyn_gravity(&s.dyn, s.q, out));
    SNW_IGNORE(snw_dyn_coriolis(&s.dyn, s.q, s.v, out));
    SNW_IGNORE(snw_dyn_mass_matrix(&s.dyn, s.q, M));
    SNW_IGNORE(snw_dyn_forward(&s.dyn, s.q, s.v, s.a, s.wrenches, out));
    SNW_IGNORE(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.a, s.wrenches, out));
    SNW_IGNORE(snw_dyn_inverse_mass_matrix(&s.dyn, s.q, M));
    SNW_IGNORE(snw_dyn_operational_inertia(&s.dyn, s.q, last, snw_vec3_zero(), six));
    SNW_IGNORE(snw_dyn_energy(&s.dyn, s.q, s.v, &e));
    SNW_IGNORE(snw_dyn_momentum(&s.dyn, s.q, s.v, snw_vec3_zero(), &P));
    SNW_IGNORE(snw_dyn_felt(&s.dyn, s.q, s.v, s.a, last, &felt));
    SNW_IGNORE(snw_dyn_set_inertia(&s.dyn, last, snw_dyn_inertia(&s.dyn, last)));
    SNW_IGNORE(snw_dyn_set_base(&s.dyn, s.dyn.kin.T_world_base));
    SNW_IGNORE(snw_dyn_set_gravity(&s.dyn, s.dyn.gravity));
    SNW_IGNORE(snw_dyn_mass_times(&s.dyn, s.q, s.a, 1, out));
    const snw_articulation state = {s.q, s.v, s.tau, s.wrenches};
    snw_inertia composite;
    snw_wrench W;
    SNW_IGNORE(snw_dyn_link_composite(&s.dyn, s.q, 0, &composite));
    SNW_IGNORE(snw_dyn_link_force(&s.dyn, (snw_dyn_motion){s.q, s.v, s.a, s.wrenches}, 0, &W));
    SNW_IGNORE(snw_dyn_link_articulated(&s.dyn, state, 0, six, &W));
    SNW_IGNORE(snw_dyn_set_friction(&s.dyn, 0, 0.5));
    SNW_IGNORE(snw_dyn_regressor(&s.dyn, s.q, s.v, s.a, M));
    SNW_IGNORE(snw_derivatives_forward(&derivatives, &s.dyn, s.q, s.v, s.tau, s.wrenches));
    const snw_stepper_source source = {accelerate, NULL};
    SNW_IGNORE(snw_stepper_step(stepper, source, 0, 1e-4, s.q, s.v));
}

static void nothing_allocates_after_init(void) {
    CHECK_CASES(20) {
        any_tree(&s, 8, true, check_case % 2 == 0);
        snw_stepper stepper;
        snw_stepper_settings settings = snw_stepper_defaults();
        if (check_case % 3 == 0) settings.kind = SNW_INTEGRATE_MOULTON;
        snw_arena arena = {0};
        SNW_IGNORE(snw_stepper_init(&stepper, &s.c.model, settings, &arena));
        SNW_IGNORE(snw_derivatives_init(&derivatives, &s.c.model, &arena));
        void *block = exact_block(arena.needed);
        arena = snw_arena_over(block, arena.needed);
        CHECK(snw_stepper_init(&stepper, &s.c.model, settings, &arena) == SNW_OK);
        CHECK(snw_derivatives_init(&derivatives, &s.c.model, &arena) == SNW_OK);
        CHECK(!COUNTING || allocations > 0);
        const long before = allocations;
        for (int i = 0; i < 100; i++) {
            ask_all(&stepper);
        }
        CHECK(allocations == before);
        free(block);
        tear_down(&s);
    }
}

int main(void) {
    RUN(nothing_allocates_after_init);
    return check_report();
}
