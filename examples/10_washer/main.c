// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The window washer (Kossman 1986): three rounds along the edges of a window, each a little faster,
// all of them queued at once; then the first edge in joint mode, which bows.
#include "../explain.h"
#include "sinew/program.h"

static snw_frame frames[4];
static snw_equation corners[4];

// the largest distance of the tool from the plane of the window until it rests
static double bow_of(snw_program *p, int64_t motion) {
    double bow = 0;
    while (snw_wait_for(p, motion, 0) == SNW_ERR_TIMEOUT) {
        snw_program_sleep(p, 0.007);
        bow = fmax(bow, fabs(snw_program_t6(p).p.x - 0.325));
    }
    return bow;
}

int main(int argc, char **argv) {
    static const double y[] = {0.15, -0.15, -0.15, 0.15}, z[] = {0.3, 0.3, 0.25, 0.25};
    static const char *const names[] = {"P1", "P2", "P3", "P4"};
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    for (int i = 0; i < 4; i++) {
        const snw_pose down = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0.325, y[i], z[i]}};
        if (snw_frame_const(&frames[i], names[i], down, NULL) != SNW_OK) return unmade();
        if (SNW_POSITION(&corners[i], NULL, names[i], &snw_t6, &snw_eq, &frames[i]) != SNW_OK) {
            return unmade();
        }
    }
    snw_status status = snw_wait_for(&p, snw_move_to(&p, &corners[0]), 30);
    const double begin = snw_program_time(&p);
    p.next.mode = SNW_MOVE_CARTESIAN;
    p.next.speed = 0.1;
    int64_t last = 0;
    for (int round = 0; round < 3; round++, p.next.speed += 0.005) {
        for (int i = 1; i <= 4; i++)
            last = snw_move_to(&p, &corners[i % 4]);
    }
    const double straight = bow_of(&p, last);
    printf("three rounds in %.2f s, never more than %.6f mm off the window\n",
           snw_program_time(&p) - begin, 1e3 * straight);
    p.next = snw_move_defaults();
    const double bow = bow_of(&p, snw_move_to(&p, &corners[1]));
    printf("the edge in joint mode bows by %.4f mm\n", 1e3 * bow);
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_park(&p), 30);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    const bool good = straight < 1e-9 && fabs(bow - 0.0329455) < 2e-5;
    return finish(good, snw_failed(status) ? status : closed);
}
