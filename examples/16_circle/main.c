// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A circle and a sinusoid: shapes are the values of a frame, so an arm that has gone to the frame
// draws them. Both speed up and slow down without a jump, and end where they began.
#include "../explain.h"
#include "sinew/program.h"

// draws a shape from where the arm is, twice; returns how far it was from its formula at most
static double draw(snw_program *p, snw_shape shape, double *reach) {
    snw_shape_context context = {.shape = shape};
    snw_frame frame;
    snw_equation follow;
    context.shape.start = snw_program_t6(p);
    context.t_ns = snw_exec_time_ns(p->exec) + 500000000;
    if (snw_failed(snw_shape_begin(&context.shape)) ||
        snw_failed(snw_frame_functional(&frame, "SHAPE", snw_shape_frame, &context, NULL)) ||
        snw_failed(SNW_POSITION(&follow, NULL, "follow", &snw_t6, &snw_eq, &frame)) ||
        snw_failed(snw_wait_for(p, snw_move_to(p, &follow), 10))) {
        return 1;
    }
    snw_shape_end(&context.shape, 1.5 * shape.period);
    double worst = 0;
    *reach = 0;
    for (snw_shape_sample wanted = {.done = 0}; !wanted.done;) {
        snw_program_sleep(p, 0.007);
        const int64_t t_ns = snw_exec_time_ns(p->exec) - snw_exec_period_ns(p->exec);
        wanted = snw_shape_at(&context.shape, 1e-9 * (double)(t_ns - context.t_ns));
        const snw_vec3 at = snw_program_t6(p).p;
        worst = fmax(worst, snw_vec3_norm(snw_vec3_sub(at, wanted.T.p)));
        *reach = fmax(*reach, snw_vec3_norm(snw_vec3_sub(at, context.shape.start.p)));
    }
    return snw_failed(snw_wait_for(p, snw_move_rest(p), 10)) ? 1 : worst;
}

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    const double begin[] = {0, 0.22, 0.3, -1.2, -4, 0};
    snw_status status = snw_wait_for(&p, snw_move_joints(&p, begin), 20);
    double wide[2];
    const double circle = draw(
        &p,
        (snw_shape){SNW_SHAPE_CIRCLE, .axis = 1, .second = 2, .size = 0.03, .period = 4, .ramp = 1},
        &wide[0]);
    const double wave =
        draw(&p, (snw_shape){SNW_SHAPE_SINUSOID, .axis = 1, .size = 0.05, .period = 4, .ramp = 1},
             &wide[1]);
    printf("circle %.2f mm wide within %.6f mm, sinusoid of %.2f mm within %.6f mm\n",
           1e3 * wide[0], 1e3 * circle, 1e3 * wide[1], 1e3 * wave);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    const int good = fabs(wide[0] - 0.06) < 1e-4 && fabs(wide[1] - 0.05) < 1e-4;
    return finish(good && circle + wave < 1e-6, snw_failed(status) ? status : closed);
}
