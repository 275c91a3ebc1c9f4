// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Real and simulated, side by side (Loeffler 2001, 4.19): one motion leads an arm and its twin, and
// the difference of each joint is looked at all the time. Here a simulated arm with a load that its
// twin does not know stands for the real one.
#include "../explain.h"
#include "sinew/program.h"

enum { JOINTS = 6 };
static const double DEG = 3.14159265358979323846 / 180;

int main(int argc, char **argv) {
    static const double targets[2][JOINTS] = {{0, 45, -90, 0, 0, 0}, {-50, 0, -70, 50, -80, 0}};
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/comparison.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    double squares[JOINTS] = {0}, off = 0;
    int samples = 0;
    snw_status status = SNW_OK;
    for (int i = 0; i < 2 && !snw_failed(status); i++) {
        double goal[JOINTS], there[JOINTS];
        for (int k = 0; k < JOINTS; k++)
            goal[k] = targets[i][k] * DEG;
        const int64_t motion = snw_move_joints(&p, goal);
        while ((status = snw_wait_for(&p, motion, 0)) == SNW_ERR_TIMEOUT) {
            snw_program_sleep(&p, 0.01);
            for (int k = 0; k < JOINTS; k++) {
                char path[32], value[32];
                (void)snprintf(path, sizeof path, "arm/difference/q[%d]", k);
                if (snw_failed(snw_exec_get(p.exec, path, value, sizeof value, &p.why)))
                    return explain("the difference cannot be read", &p.why);
                double difference = 0;
                if (sscanf(value, "%lf", &difference) != 1)
                    return explain("the difference is not a number", NULL);
                squares[k] += difference * difference;
            }
            samples++;
        }
        snw_program_sleep(&p, 1); // a pause, as there
        snw_program_joints(&p, there);
        for (int k = 0; k < JOINTS; k++)
            off = fmax(off, fabs(there[k] - goal[k]));
    }
    printf("RMS of the difference:");
    int differing = 0;
    for (int k = 0; k < JOINTS; k++) {
        const double rms = sqrt(squares[k] / samples);
        printf(" %.2e", rms);
        differing += rms > 1e-9;
    }
    printf(" rad; the arm is %.4f rad off its last place\n", off);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    return finish(differing >= 3 && off < 0.02, snw_failed(status) ? status : closed);
}
