// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

// region: example
// leads the hand to a pose for a second, in ticks of a millisecond, within all limits
static snw_status reach(snw_control *control, snw_pose pose, double *q, double *v) {
    snw_status status = snw_control_hold(control, q);
    control->task.guides[0] = pose;
    for (int k = 0; k < 1000 && !snw_failed(status); k++) {
        const snw_control_input tick = {.q = q, .v = v, .V = NULL, .dt = 0.001};
        status = snw_control_rates(control, &tick, v, NULL);
        if (!snw_failed(status)) {
            status = snw_integrate(control->task.model, q, v, tick.dt, q);
        }
    }
    return status;
}
// endregion

static arm a;

static void the_example_of_the_manual_works(void) {
    arm_library(&a, "panda", SNW_LAW_QP);
    const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
    memcpy(a.q, q, sizeof q);
    CHECK(snw_control_hold(&a.control, a.q) == SNW_OK);
    snw_pose pose = a.control.task.guides[0];
    pose.p.z -= 0.1;
    CHECK(!snw_failed(reach(&a.control, pose, a.q, a.v)));
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    CHECK(snw_vec3_distance(snw_task_placement(&a.control.task, 0).p, pose.p) < 1e-4);
    CHECK(snw_in_limits(a.model, a.q, NULL) == SNW_OK);
    arm_close(&a);
}

int main(void) {
    RUN(the_example_of_the_manual_works);
    return check_report();
}
