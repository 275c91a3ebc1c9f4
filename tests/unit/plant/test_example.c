// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The example of docs/plant.md, compiled and run.
#include "rig.h"

// region: run
// holds an arm where it is for a second, and lets the sensor of its second axis jump half-way
static snw_status hold(snw_drive *drive, const double *q, snw_arm_sensed *sensed) {
    const snw_drive_functions *arm = snw_drive_of(drive->type);
    snw_arm_command command = {.count = drive->arm->count, .enable = true};
    for (int i = 0; i < command.count; i++) {
        command.mode[i] = SNW_AXIS_POSITION;
        command.q[i] = q[i];
    }
    const int64_t tick = 1000000;
    snw_status status = SNW_OK;
    for (int64_t t = 0; t < 1000 * tick && status >= 0; t += tick) {
        if (t == 500 * tick) status = arm->fault(drive, 1, SNW_PLANT_JUMP, 0.05, 0.2);
        if (status >= 0) status = arm->sense(drive, t, sensed);
        if (status >= 0) status = arm->act(drive, t, tick, &command);
    }
    return status;
}
// endregion

static void the_example_of_the_page_works(void) {
    rig r;
    rig_load(&r, "panda/panda.xml");
    const snw_simulated_arm config = simulated();
    const double q[SNW_AXES] = {0, -0.7, 0, -2.3, 0, 1.6, 0.8};
    rig_begin(&r, &snw_simulated_arm_type, &config, q);
    CHECK(hold(&r.drive, q, &r.sensed) == SNW_OK);
    for (int i = 0; i < 7; i++)
        CHECK_NEAR(r.sensed.q[i], q[i], 1e-6);
    rig_free(&r);
}

int main(void) {
    RUN(the_example_of_the_page_works);
    return check_report();
}
