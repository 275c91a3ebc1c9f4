// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A Microbo and a PUMA 560. Each has a thread and does work of its own; they meet, and the PUMA
// holds on to the Microbo's hand while that moves: its hand is a frame in the PUMA's equation.
#include "../explain.h"
#include "sinew/program.h"

static snw_meeting meeting = {.parties = 2};
static snw_flag released;
static snw_frame base, hand, grip;
static snw_equation hold;
static double worst = -1; // not measured yet

// the PUMA: swings a little on its own, then holds on until it is let go
static void run_puma(snw_program *puma, void *context) {
    snw_program *microbo = context;
    double q[SNW_AXES];
    snw_program_joints(puma, q);
    q[5] += 0.3;
    snw_status status = snw_wait_for(puma, snw_move_joints(puma, q), 20);
    if (!snw_failed(status)) status = snw_program_teach(puma, &grip, &hold);
    if (!snw_failed(status)) status = snw_wait_for(puma, snw_move_to(puma, &hold), 20);
    const snw_pose wanted = snw_frame_value(&grip);
    if (snw_failed(status) || snw_failed(snw_meet(puma, &meeting, 20))) return;
    while (snw_flag_wait(puma, &released, 1, 0.002) == SNW_ERR_TIMEOUT) {
        const snw_pose a = snw_pose_mul(microbo->arm->T_world_base, snw_program_t6(microbo));
        const snw_pose b = snw_pose_mul(puma->arm->T_world_base, snw_program_t6(puma));
        const snw_pose now = snw_pose_mul(snw_pose_inverse(a), b);
        worst = fmax(worst, snw_vec3_norm(snw_vec3_sub(now.p, wanted.p)));
    }
    if (snw_failed(snw_wait_for(puma, snw_move_rest(puma), 20))) worst = 1;
}

int main(int argc, char **argv) {
    snw_program microbo, puma;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/two-robots.cell.xml";
    options.arm = "microbo";
    options.all = 1;
    if (snw_failed(snw_program_open(&microbo, &options, &explain_findings))) return unopened();
    snw_status status = snw_program_join(&puma, &microbo, "puma");
    if (snw_failed(status) || snw_failed(snw_program_link(&microbo, &hand, "HAND")))
        return explain("the PUMA cannot be joined", &microbo.why);
    status = snw_frame_const(&base, "BASE", puma.arm->T_world_base, NULL);
    if (!snw_failed(status)) status = snw_frame_hold(&grip, "GRIP", snw_pose_identity(), NULL);
    if (!snw_failed(status))
        status = SNW_POSITION(&hold, NULL, "hold", &base, &snw_t6, &snw_eq, &hand, &grip);
    if (!snw_failed(status)) status = snw_program_start(&puma, run_puma, &microbo);
    if (!snw_failed(status)) status = snw_meet(&microbo, &meeting, 60);
    double q[SNW_AXES] = {0.1, 0.24, 0.33, -1.1, -4, 0.1};
    if (!snw_failed(status)) status = snw_wait_for(&microbo, snw_move_joints(&microbo, q), 20);
    snw_flag_raise(&microbo, &released);
    if (!snw_failed(status)) status = snw_wait_thread(&microbo, &puma, 20);
    printf("the PUMA held on within %.6f mm\n", 1e3 * worst);
    if (snw_failed(status)) explain_why(&microbo.why);
    const snw_status closed = snw_program_close(&microbo, NULL);
    return finish(worst >= 0 && worst < 1e-4, snw_failed(status) ? status : closed);
}
