// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// region: control
// one arm: rates from positions, then weight, friction and PID into one sum
typedef struct controller {
    snw_rate_estimate rates;
    snw_gravity_term gravity;
    snw_friction_term friction;
    snw_pid pid;
    snw_rate_estimate_config rates_config;
    snw_gravity_term_config gravity_config;
    snw_friction_term_config friction_config;
    snw_pid_config pid_config;
} controller;

static snw_status control(controller *x, snw_arm *arm, double dt, double *effort) {
    memset(effort, 0, sizeof(double) * (size_t)arm->count);
    snw_status status = snw_rate_estimate_update(&x->rates, &x->rates_config, arm, dt);
    if (!snw_failed(status))
        status = snw_gravity_term_law.update(&x->gravity, &x->gravity_config, arm, dt, effort);
    if (!snw_failed(status))
        status = snw_friction_term_law.update(&x->friction, &x->friction_config, arm, dt, effort);
    if (!snw_failed(status)) status = snw_pid_law.update(&x->pid, &x->pid_config, arm, dt, effort);
    return status;
}
// endregion

static rig r;
static controller x;

static void set_all(double *values, int *count, const double *six) {
    *count = 6;
    memcpy(values, six, 6 * sizeof *six);
}

// Drives of the PUMA 560 as Corke and Armstrong-Helouvry 1994 give them, at the joints.
static const double coulomb[] = {25.98, 10.62, 6.364, 1.068, 0.8544, 0.5544};
static const double viscous[] = {5.802, 9.497, 3.98, 0.4116, 0.4273, 0.2158};

static void begin(void *blocks[2]) {
    static const double kp[] = {3000, 4000, 1500, 200, 200, 150};
    static const double kd[] = {150, 200, 60, 10, 10, 8}, ki[] = {3000, 4000, 1500, 300, 300, 200};
    memset(&x, 0, sizeof x);
    snw_block_defaults(&snw_rate_estimate_config_type, &x.rates_config);
    snw_block_defaults(&snw_gravity_term_config_type, &x.gravity_config);
    snw_block_defaults(&snw_friction_term_config_type, &x.friction_config);
    snw_block_defaults(&snw_pid_config_type, &x.pid_config);
    set_all(x.friction_config.coulomb, &x.friction_config.coulomb_count, coulomb);
    set_all(x.friction_config.viscous, &x.friction_config.viscous_count, viscous);
    set_all(x.pid_config.kp, &x.pid_config.kp_count, kp);
    set_all(x.pid_config.kd, &x.pid_config.kd_count, kd);
    set_all(x.pid_config.ki, &x.pid_config.ki_count, ki);
    RIG_INIT(blocks[0], snw_rate_estimate_init, &x.rates, &x.rates_config, &r.arm);
    RIG_INIT(blocks[1], snw_gravity_term_law.init, &x.gravity, &x.gravity_config, &r.arm);
    snw_arena arena = no_memory();
    CHECK(snw_friction_term_law.init(&x.friction, &x.friction_config, &r.arm, &arena) == SNW_OK);
    CHECK(snw_pid_law.init(&x.pid, &x.pid_config, &r.arm, &arena) == SNW_OK);
}

// Root mean square of all joints [rad] along sines of 0.3 rad, over 4 s.
static double tracking_error(bool all) {
    void *blocks[2];
    rig_library(&r, "puma560-corke");
    begin(blocks);
    if (!all) {
        // plain PD
        x.gravity_config.on = false;
        x.friction_config.coulomb_count = x.friction_config.viscous_count = 0;
        x.pid_config.ki_count = 0;
    }
    double sum = 0;
    const long ticks = check_scaled(4000);
    for (long k = 0; k < ticks; k++) {
        const double t = (double)k * 1e-3;
        for (int i = 0; i < 6; i++) {
            r.arm.sensed.q[i] = r.s.q[i];
            r.arm.sensed.status[i] = SNW_AXIS_FRESH;
            r.arm.target.q[i] = 0.3 * (1 - cos(1.5 * t));
            r.arm.target.v[i] = 0.45 * sin(1.5 * t);
        }
        r.arm.target.mode = SNW_AXIS_POSITION;
        CHECK(!snw_failed(control(&x, &r.arm, 1e-3, r.effort)));
        for (int i = 0; i < 6; i++)
            sum += (r.arm.target.q[i] - r.s.q[i]) * (r.arm.target.q[i] - r.s.q[i]);
        // dry friction as a steep slope around rest, in ten steps of the plant per tick
        for (int n = 0; n < 10; n++) {
            double drag[6];
            for (int i = 0; i < 6; i++)
                drag[i] = -coulomb[i] * tanh(r.s.v[i] / 0.02) - viscous[i] * r.s.v[i];
            rig_step(&r, 1e-4, drag);
        }
    }
    free(blocks[0]);
    free(blocks[1]);
    rig_tear_down(&r);
    return sqrt(sum / (6 * (double)ticks));
}

static void the_example_of_the_manual_halves_the_error_of_plain_pd(void) {
    const double plain = tracking_error(false), all = tracking_error(true);
    print_message("rms %.2g rad with PD, %.2g rad with all terms\n", plain, all);
    CHECK(all <= plain / 2);
}

int main(void) {
    RUN(the_example_of_the_manual_halves_the_error_of_plain_pd);
    return check_report();
}
