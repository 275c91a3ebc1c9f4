// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Pick and place with what is there by default: no law, no drive and no queue is named. In joint
// mode above the part, on a straight line down to it and up again; and the same where it is put.
// The cell has no gripper: it would close and open where the wait is.
#include "../explain.h"
#include "sinew/program.h"

static const snw_vec3 places[2] = {{0.325, 0.12, 0.25}, {0.35, -0.12, 0.25}};

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    snw_frame frames[2];
    snw_equation at[2];
    for (int i = 0; i < 2; i++) {
        const snw_pose down = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, places[i]};
        if (snw_failed(snw_frame_const(&frames[i], "PART", down, NULL)) ||
            snw_failed(SNW_POSITION(&at[i], NULL, "P", &snw_t6, &snw_eq, &frames[i])))
            return unmade();
    }
    double off = 0;
    snw_status status = SNW_OK;
    for (int i = 0; i < 2 && !snw_failed(status); i++) {
        p.next.mode = SNW_MOVE_JOINT;
        p.next.offset.p.z = -0.05;
        (void)snw_move_to(&p, &at[i]);
        p.next.mode = SNW_MOVE_CARTESIAN;
        p.next.offset.p.z = 0;
        status = snw_wait_for(&p, snw_move_to(&p, &at[i]), 20);
        off = fmax(off, snw_vec3_norm(snw_vec3_sub(snw_program_t6(&p).p, places[i])));
        p.next.offset.p.z = -0.05;
        (void)snw_move_to(&p, &at[i]);
    }
    if (!snw_failed(status)) status = snw_wait_done(&p, 20);
    printf("picked and placed in %.2f s, %.3f mm off\n", snw_program_time(&p), 1e3 * off);
    const snw_status closed = snw_program_close(&p, NULL);
    return finish(off < 1e-4, snw_failed(status) ? status : closed);
}
