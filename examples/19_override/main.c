// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Who watches may slow a program down, stop it on its path, let it go on, speed it up, and tell it
// to leave the rest of a motion and go on with the next. The path stays the same line.
#include "../explain.h"
#include "sinew/program.h"

static double off_line; // at most, so far

// the speed of the hand after some time
static double speed_after(snw_program *p, double seconds) {
    snw_vec3 at = snw_program_t6(p).p, before = at;
    for (const double end = snw_program_time(p) + seconds; snw_program_time(p) < end;) {
        before = at;
        snw_program_sleep(p, 0.007);
        at = snw_program_t6(p).p;
        off_line = fmax(off_line, fmax(fabs(at.x - 0.325), fabs(at.z - 0.3)));
    }
    return snw_vec3_norm(snw_vec3_sub(at, before)) / 0.007;
}

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    snw_frame frames[2];
    snw_equation at[2];
    for (int i = 0; i < 2; i++) {
        const snw_pose T = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0.325, i ? -0.2 : 0.2, 0.3}};
        if (snw_failed(snw_frame_const(&frames[i], "F", T, NULL))) return unmade();
        if (snw_failed(SNW_POSITION(&at[i], NULL, "P", &snw_t6, &snw_eq, &frames[i])))
            return unmade();
    }
    snw_status status = snw_wait_for(&p, snw_move_to(&p, &at[0]), 20);
    p.next.mode = SNW_MOVE_CARTESIAN;
    p.next.speed = 0.05;
    const int64_t away = snw_move_to(&p, &at[1]), back = snw_move_to(&p, &at[0]);
    const double full = speed_after(&p, 1);
    if (!snw_failed(status)) status = snw_queue_override(p.queue, 0.5);
    const double half = speed_after(&p, 1);
    if (!snw_failed(status)) status = snw_queue_pause(p.queue);
    const double paused = speed_after(&p, 1);
    if (!snw_failed(status)) status = snw_queue_override(p.queue, 2);
    if (!snw_failed(status)) status = snw_queue_resume(p.queue);
    const double twice = speed_after(&p, 1);
    // enough of this: back at once
    if (!snw_failed(status)) status = snw_queue_next(p.queue, 1);
    if (!snw_failed(status)) status = snw_wait_for(&p, away, 20);
    if (!snw_failed(status)) status = snw_wait_for(&p, back, 20);
    printf("%.3f, %.3f, %.3f and %.3f m/s\n", full, half, paused, twice);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    const int good = fabs(full - 0.05) < 1e-6 && fabs(half - 0.025) < 1e-6 && paused < 1e-9 &&
                     fabs(twice - 0.1) < 1e-6 && off_line < 1e-8 && at[1].code == 1;
    return finish(good, snw_failed(status) ? status : closed);
}
