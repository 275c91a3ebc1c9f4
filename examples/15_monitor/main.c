// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Motions that end when something happens: a function that runs in the loop in each sample of a
// motion ends it with a code of its own, and tells the program why; and one ends by its time.
#include "../explain.h"
#include "sinew/program.h"

enum { TOUCHED = 7, TOO_LONG = 8 };

static double surface; // where it is, by the slide that lifts the arm

// as a probe would feel it
static int touch(const snw_sample *sample, const snw_arm_target *target, void *context) {
    (void)sample;
    if (target->q[1] > surface) return 0;
    return snw_failed(snw_program_tell(context, "touched the surface")) ? TOO_LONG : TOUCHED;
}

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    const double z[2] = {0.32, 0.22};
    snw_frame frames[2];
    snw_equation at[2];
    snw_status status = SNW_OK;
    for (int i = 0; i < 2 && !snw_failed(status); i++) {
        const snw_pose down = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0.325, 0, z[i]}};
        status = snw_frame_const(&frames[i], "F", down, NULL);
        if (!snw_failed(status))
            status = SNW_POSITION(&at[i], NULL, "E", &snw_t6, &snw_eq, &frames[i]);
    }
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_to(&p, &at[0]), 20);
    double q[SNW_AXES];
    snw_program_joints(&p, q);
    surface = q[1] - 0.06;
    char text[SNW_PROGRAM_TEXT] = "";
    p.next.mode = SNW_MOVE_CARTESIAN;
    p.next.speed = 0.02;
    p.next.monitor = touch;
    p.next.context = &p;
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_to(&p, &at[1]), 20);
    if (!snw_failed(status)) status = snw_wait_told(&p, text, 0);
    const double height = snw_program_t6(&p).p.z;
    printf("%s after %.2f mm, code %d\n", text, 1e3 * (z[0] - height), at[1].code);
    p.next.monitor = NULL;
    p.next.time_limit = 1;
    p.next.time_code = TOO_LONG;
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_to(&p, &at[0]), 20);
    printf("then up by %.2f mm in a second, code %d\n", 1e3 * (snw_program_t6(&p).p.z - height),
           at[0].code);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    const int good = at[1].code == TOUCHED && at[0].code == TOO_LONG;
    return finish(good && fabs(height - 0.26) < 2e-3, snw_failed(status) ? status : closed);
}
