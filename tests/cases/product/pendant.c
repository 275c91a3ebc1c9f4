// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// pendant CELL: a teach pendant that knows no robot. It stores three places, the arm moved there
// axis by axis, goes back to each of them, and prints how far off it was.

#include <math.h>
#include <stdio.h>

#include "sinew/program.h"

enum { PLACES = 3 };

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "";
    snw_why why = {0};
    snw_diags diags = {.items = &why, .capacity = 1};
    if (snw_failed(snw_program_open(&p, &options, &diags))) {
        (void)fprintf(stderr, "%s: %s\n", why.subject, why.text);
        return 3;
    }
    const int count = p.arm->count;
    double taught[PLACES][SNW_AXES], off = 0;
    snw_status status = SNW_OK;
    for (int i = 0; i < PLACES && !snw_failed(status); i++) {
        double goal[SNW_AXES];
        snw_program_joints(&p, goal);
        for (int k = 0; k < count && !snw_failed(status); k++) {
            goal[k] += 0.05 * (i % 2 == 0 ? 1 : -0.5);
            status = snw_wait_for(&p, snw_move_joints(&p, goal), 60);
        }
        snw_program_joints(&p, taught[i]);
    }
    for (int i = 0; i < PLACES && !snw_failed(status); i++) {
        double there[SNW_AXES];
        status = snw_wait_for(&p, snw_move_joints(&p, taught[i]), 60);
        snw_program_joints(&p, there);
        for (int k = 0; k < count; k++)
            off = fmax(off, fabs(there[k] - taught[i][k]));
    }
    if (snw_failed(status)) (void)fprintf(stderr, "%s: %s\n", p.why.subject, p.why.text);
    if (snw_failed(snw_program_close(&p, NULL)) || snw_failed(status)) return 1;
    (void)printf("%d axes, %d places, off by %.3g\n", count, PLACES, off);
    return off < 1e-6 ? 0 : 1;
}
