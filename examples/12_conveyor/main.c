// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A part on a belt at 0.1 m/s. The belt is a frame with a function; the arm goes above the part,
// down to it and up again while it moves, and stays above it when there is nothing left to do.
#include "../explain.h"
#include "sinew/program.h"

static snw_conveyor belt = {.start = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.33, -0.2, 0}},
                            .velocity = {0, 0.1, 0}};

// how far the hand is from a place above the part, now
static double distance(snw_program *p, double height) {
    const snw_sample last = {1, snw_exec_time_ns(p->exec) - snw_exec_period_ns(p->exec), 0};
    snw_pose part;
    if (snw_failed(snw_conveyor_frame(&last, &belt, &part))) return 1;
    part.p.z = height;
    return snw_vec3_norm(snw_vec3_sub(snw_program_t6(p).p, part.p));
}

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    const snw_pose grasp = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0, 0, 0.25}};
    snw_frame conveyor, part;
    snw_equation take;
    snw_status status = snw_frame_const(&part, "PART", grasp, NULL);
    if (snw_failed(snw_frame_functional(&conveyor, "CONV", snw_conveyor_frame, &belt, NULL)) ||
        snw_failed(status) ||
        snw_failed(SNW_POSITION(&take, NULL, "take", &snw_t6, &snw_eq, &conveyor, &part))) {
        return unmade();
    }
    belt.t_ns = snw_exec_time_ns(p.exec);
    p.next.offset.p.z = -0.05;
    p.next.duration = 2;
    status = snw_wait_for(&p, snw_move_to(&p, &take), 20);
    p.next.mode = SNW_MOVE_CARTESIAN;
    p.next.duration = 0.5;
    p.next.offset.p.z = 0;
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_to(&p, &take), 20);
    const double at_part = distance(&p, 0.25);
    p.next.offset.p.z = -0.05;
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_to(&p, &take), 20);
    snw_program_sleep(&p, 0.2);
    // nothing is asked for any more: it goes on with the belt
    double worst = 0;
    for (int i = 0; i < 50; i++) {
        snw_program_sleep(&p, 0.007);
        worst = fmax(worst, distance(&p, 0.3));
    }
    printf("at the part within %.4f mm, above it within %.4f mm\n", 1e3 * at_part, 1e3 * worst);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    return finish(at_part < 1e-4 && worst < 1e-4, snw_failed(status) ? status : closed);
}
