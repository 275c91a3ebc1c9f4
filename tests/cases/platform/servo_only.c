// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that uses the servo layer alone: a PD law moves one mass, without a model, a trajectory
// or an executive. Prints where it came to rest.

#include <stdio.h>

#include "sinew/servo.h"

int main(void) {
    static snw_arm arm;
    static unsigned char memory[64];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    const snw_pd_config gains = {1, 1, 0, {100}, {20}, {0}};
    static snw_pd pd;
    arm.count = arm.estimate.count = arm.target.count = 1;
    arm.estimate.valid = true;
    arm.target.mode = SNW_AXIS_POSITION;
    arm.target.q[0] = 1;
    if (snw_failed(snw_pd_law.init(&pd, &gains, &arm, &arena))) return 1;
    for (int t = 0; t < 5000; t++) {
        double effort[1] = {0};
        if (snw_failed(snw_pd_law.update(&pd, &gains, &arm, 1e-3, effort))) return 1;
        arm.estimate.v[0] += effort[0] * 1e-3;
        arm.estimate.q[0] += arm.estimate.v[0] * 1e-3;
    }
    printf("at %.6f\n", arm.estimate.q[0]);
    return 0;
}
