// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "vm1.h"

// region: hold
// the efforts of a computed-torque law: accelerate as wished, whatever the posture and speed
static snw_status follow(snw_dyn *dyn, const double *q, const double *v, const double *wished,
                         double *tau) {
    return snw_dyn_inverse(dyn, q, v, wished, NULL, tau);
}
// endregion

// region: fall
// free motion, for a stepper
static snw_status fall(double t, const double *q, const double *v, double *a, void *context) {
    static const double none[8] = {0};
    (void)t;
    return snw_dyn_forward(context, q, v, none, NULL, a);
}

static snw_status fall_for(snw_dyn *dyn, snw_stepper *stepper, int milliseconds, double *q,
                           double *v) {
    const snw_stepper_source source = {fall, dyn};
    snw_status status = SNW_OK;
    for (int i = 0; status >= 0 && i < milliseconds; i++) {
        status = snw_stepper_step(stepper, source, 1e-3 * i, 1e-3, q, v);
    }
    return status;
}
// endregion

static stand s;

static void the_examples_of_the_manual_work(void) {
    vm1_set_up(&s, false);
    double tau[3], a[3];
    const double wished[] = {0.7, -1.1, 0.9};
    CHECK(follow(&s.dyn, s.q, s.v, wished, tau) == SNW_OK);
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, tau, NULL, a) == SNW_OK);
    CHECK(farthest(a, wished, 3) <= 1e-12);
    snw_stepper stepper;
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init(&stepper, &s.c.model, snw_stepper_defaults(), &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_stepper_init(&stepper, &s.c.model, snw_stepper_defaults(), &arena) == SNW_OK);
    snw_energy before, after;
    CHECK(snw_dyn_energy(&s.dyn, s.q, s.v, &before) == SNW_OK);
    CHECK(fall_for(&s.dyn, &stepper, 1000, s.q, s.v) == SNW_OK);
    CHECK(snw_dyn_energy(&s.dyn, s.q, s.v, &after) == SNW_OK);
    CHECK_NEAR(after.kinetic + after.potential, before.kinetic + before.potential, 1e-6);
    free(block);
    tear_down(&s);
}

int main(void) {
    RUN(the_examples_of_the_manual_work);
    return check_report();
}
