// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Twenty-four points up and down along a line, twice: one after the other, each looked at before
// the next is commanded; then all of them queued at once and blended, without a stop.
#include "../explain.h"
#include "sinew/program.h"

enum { POINTS = 24 };
static snw_frame frames[POINTS];
static snw_equation at[POINTS];
static _Alignas(64) unsigned char memory[1 << 17];

// a sequence with tolerances; returns how many of its points were reached well
static int one_by_one(snw_program *p) {
    snw_via via;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    const snw_via_config config = snw_via_config_defaults(1, 0);
    snw_status status = snw_via_init(&via, &config, POINTS, &arena);
    for (int i = 0; i < POINTS && !snw_failed(status); i++)
        status = snw_via_add(&via, &(snw_via_point){.pose = snw_frame_value(&frames[i])});
    if (!snw_failed(status)) status = snw_via_start(&via);
    for (int64_t motion = 1; !snw_failed(status) && motion > 0; snw_program_sleep(p, 0.007)) {
        const snw_pose here = snw_program_t6(p);
        const int done = snw_wait_for(p, motion, 0) == SNW_OK;
        const snw_via_action action = snw_via_update(&via, done, &here, NULL);
        if (action == SNW_VIA_COMMAND) motion = snw_move_to(p, &at[via.index]);
        if (action == SNW_VIA_FINISHED) return via.count - via.passed;
        if (action == SNW_VIA_ABORTED) status = via.why.code;
    }
    return 0;
}

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    for (int i = 0; i < POINTS; i++) {
        const double y = 0.15 - 0.3 * i / (POINTS - 1), z = 0.28 + 0.02 * (i % 2);
        const snw_pose T = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0.34, y, z}};
        if (snw_failed(snw_frame_const(&frames[i], "F", T, NULL))) return unmade();
        if (snw_failed(SNW_POSITION(&at[i], NULL, "P", &snw_t6, &snw_eq, &frames[i])))
            return unmade();
    }
    p.next.mode = SNW_MOVE_CARTESIAN;
    const double begin = snw_program_time(&p);
    const int reached = one_by_one(&p);
    const double half = snw_program_time(&p);
    p.next.blend = SNW_MOVE_BLEND_RADIUS;
    p.next.blend_size = 0.004;
    for (int i = POINTS - 1; i >= 0; i--)
        (void)snw_move_to(&p, &at[i]);
    const snw_status status = snw_wait_done(&p, 60);
    const double first = half - begin, second = snw_program_time(&p) - half;
    printf("%d points in %.2f s, blended in %.2f s\n", reached, first, second);
    const snw_status closed = snw_program_close(&p, NULL);
    return finish(reached == POINTS && second < first, snw_failed(status) ? status : closed);
}
