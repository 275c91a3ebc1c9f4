// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static void read_jacobian(stand *s, void *context, double *out) {
    const place *p = context;
    snw_twist J[RATES];
    snw_kin_jacobian(&s->kin, p->link, p->T_link_frame.p, J);
    memcpy(out, J, sizeof *J * (size_t)s->c.model.nv);
}

static void rates_of_jacobians_are_those_of_differences(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 10));
        random_state(&s);
        place p = random_place(&s);
        double expected[6 * RATES];
        const int numbers = 6 * s.c.model.nv;
        differentiate(&s, s.v, NULL, (reader){read_jacobian, &p, numbers}, expected);
        CHECK(snw_kin_update_velocity(&s.kin, s.q, s.v) == SNW_OK);
        snw_twist J_rate[RATES];
        memset(J_rate, 0x7f, sizeof J_rate);
        snw_kin_jacobian_rate(&s.kin, p.link, p.T_link_frame.p, J_rate);
        CHECK(s.c.model.nv == 0 || farthest(&J_rate->lin.x, expected, numbers) <= 1e-6);
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

// a = J v' + J' v, against the recursion from link to link
static void accelerations_are_the_jacobian_and_its_rate(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, random_tree(setup, (tree_options){.links = check_int(1, 15),
                                                     .mimics = true,
                                                     .floating = check_case % 3 == 0}));
        random_state(&s);
        const place p = random_place(&s);
        const int nv = s.c.model.nv;
        snw_twist J[RATES], J_rate[RATES];
        CHECK(snw_kin_update_acceleration(&s.kin, s.q, s.v, s.a) == SNW_OK);
        snw_kin_jacobian(&s.kin, p.link, p.T_link_frame.p, J);
        snw_kin_jacobian_rate(&s.kin, p.link, p.T_link_frame.p, J_rate);
        const snw_twist sum = snw_twist_add(times(J, s.a, nv), times(J_rate, s.v, nv));
        const snw_accel A = snw_kin_acceleration(&s.kin, p.link, p.T_link_frame.p);
        CHECK(snw_accel_near(A, snw_accel_of(sum.lin, sum.ang), 1e-10));
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void derivatives_of_jacobians_are_those_of_differences(void) {
    CHECK_CASES(check_scaled(400)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 8));
        random_state(&s);
        place p = random_place(&s);
        const int nv = s.c.model.nv;
        for (int k = 0; k < nv; k++) {
            double unit[RATES] = {0}, expected[6 * RATES];
            unit[k] = 1;
            differentiate(&s, unit, NULL, (reader){read_jacobian, &p, 6 * nv}, expected);
            CHECK(snw_kin_update(&s.kin, s.q) == SNW_OK);
            snw_twist dJ[RATES];
            memset(dJ, 0x7f, sizeof dJ);
            snw_kin_jacobian_derivative(&s.kin, p.link, p.T_link_frame.p, k, dJ);
            CHECK(farthest(&dJ->lin.x, expected, 6 * nv) <= 1e-6);
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

static void the_rate_is_the_sum_of_the_derivatives_times_the_rates(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        stand s;
        set_up(&s, any_tree(setup, 12));
        random_state(&s);
        const place p = random_place(&s);
        const int nv = s.c.model.nv;
        snw_twist J_rate[RATES], sum[RATES] = {0}, dJ[RATES];
        CHECK(snw_kin_update_velocity(&s.kin, s.q, s.v) == SNW_OK);
        snw_kin_jacobian_rate(&s.kin, p.link, p.T_link_frame.p, J_rate);
        for (int k = 0; k < nv; k++) {
            snw_kin_jacobian_derivative(&s.kin, p.link, p.T_link_frame.p, k, dJ);
            for (int j = 0; j < nv; j++) {
                sum[j] = snw_twist_add(sum[j], snw_twist_scale(dJ[j], s.v[k]));
            }
        }
        for (int j = 0; j < nv; j++) {
            CHECK(snw_twist_near(sum[j], J_rate[j], 1e-10));
        }
        tear_down(&s);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(rates_of_jacobians_are_those_of_differences);
    RUN(accelerations_are_the_jacobian_and_its_rate);
    RUN(derivatives_of_jacobians_are_those_of_differences);
    RUN(the_rate_is_the_sum_of_the_derivatives_times_the_rates);
    return check_report();
}
