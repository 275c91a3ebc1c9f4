// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "allocations.h"

static rig r;

static void run(const snw_type *type, const void *config) {
    const double q[SNW_AXES] = {0, -0.7, 0, -2.3, 0, 1.6, 0.8};
    rig_begin(&r, type, config, q);
    CHECK(!COUNTING || allocations > 0);
    const long before = allocations;
    long wrong = 0;
    for (int n = 0; n < 2000; n++) {
        for (int i = 0; i < r.arm.count; i++) {
            r.command.mode[i] = (snw_axis_mode)(1 + (n / 100 + i) % 3);
            r.command.q[i] = q[i] + 0.2 * sin(0.01 * n);
            r.command.v[i] = 0.1;
            r.command.effort[i] = sin(0.1 * n);
        }
        r.command.enable = n % 300 > 20;
        if (n % 100 == 0) {
            const snw_plant_fault fault = {(snw_plant_fault_kind)(n / 100 % SNW_PLANT_FAULTS), 1,
                                           0.05};
            wrong += snw_plant_set_fault(&r.drive, n / 100 % 7, fault) < 0;
            wrong += rig_tell(&r, "fault 2 drift 0.1 for 0.01") < 0;
            SNW_IGNORE(rig_tell(&r, "push j7_link 1 2 3 for 0.01"));
            SNW_IGNORE(rig_tell(&r, "base 0 0 1 0.1 0.2 0.3"));
            SNW_IGNORE(rig_tell(&r, "no such word"));
        }
        wrong += r.functions->sense(&r.drive, r.t_ns, &r.sensed) < 0;
        SNW_IGNORE(r.functions->act(&r.drive, r.t_ns, r.dt_ns, &r.command));
        r.t_ns += r.dt_ns;
    }
    CHECK(allocations == before);
    CHECK(wrong == 0);
    rig_end(&r);
}

static void nothing_allocates_after_init(void) {
    rig_load(&r, "panda/panda.xml");
    snw_ideal_arm ideal;
    snw_limited_arm limited;
    snw_block_defaults(&snw_ideal_arm_type, &ideal);
    snw_block_defaults(&snw_limited_arm_type, &limited);
    snw_simulated_arm mass = simulated();
    SET(&mass, dry, 0.5);
    SET(&mass.sensor, noise, 1e-4);
    run(&snw_ideal_arm_type, &ideal);
    run(&snw_limited_arm_type, &limited);
    run(&snw_simulated_arm_type, &mass);
    mass.integrator = SNW_PLANT_RK4;
    mass.method = SNW_PLANT_FACTORED;
    run(&snw_simulated_arm_type, &mass);
    rig_free(&r);
}

// a floating base, in every way in which it is moved
static void nothing_allocates_with_a_floating_base(void) {
    rig_load(&r, "humanoid30-float/humanoid30-float.xml");
    snw_ideal_arm ideal;
    snw_block_defaults(&snw_ideal_arm_type, &ideal);
    run(&snw_ideal_arm_type, &ideal);
    snw_simulated_arm mass = simulated();
    for (int k = 0; k < 4; k++) {
        mass.support = k % 2 == 0 ? SNW_PLANT_STAND : SNW_PLANT_UNSUPPORTED;
        mass.integrator = k < 2 ? SNW_PLANT_EULER : SNW_PLANT_RK4;
        run(&snw_simulated_arm_type, &mass);
    }
    rig_free(&r);
}

int main(void) {
    RUN(nothing_allocates_with_a_floating_base);
    RUN(nothing_allocates_after_init);
    return check_report();
}
