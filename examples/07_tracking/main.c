// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// How well does a PUMA 560 with friction follow a wave? Once with PID, gravity and friction
// compensation as its cell has them, once as a plain PD law: terms are stopped and gains are
// changed before the run. The station brings the arm to power and lets virtual time pass.
#include "../explain.h"
#include "sinew/station.h"

// root mean square of the error of all joints over 10 s [rad]; negative when something fails
static double tracking(const char *path, int plain) {
    snw_station *station = NULL;
    snw_station_options options = snw_station_defaults();
    options.cell = path;
    if (snw_failed(snw_station_open(&station, &options, &explain_findings))) return -1;
    snw_exec *exec = snw_station_exec(station);
    snw_status status = SNW_OK;
    if (plain) {
        status = snw_exec_set(exec, "law/ki", "0 0 0 0 0 0", NULL);
        if (!snw_failed(status)) status = snw_exec_stop(exec, "gravity", NULL);
        if (!snw_failed(status)) status = snw_exec_stop(exec, "friction", NULL);
    }
    double squares = snw_failed(status) ? NAN : 0;
    const snw_arm *arm = snw_exec_arm(exec, 0);
    if (snw_failed(snw_station_step(station, 3000))) squares = NAN; // it has settled by then
    for (int tick = 0; tick < 10000; tick++) {
        if (snw_failed(snw_station_step(station, 1)) || !arm->command.enable) squares = NAN;
        for (int i = 0; i < arm->count; i++) {
            const double error = arm->target.q[i] - arm->sensed.q[i];
            squares += error * error;
        }
    }
    const int stops = (int)snw_exec_guard(exec, 0)->signals.stops, joints = arm->count;
    status = snw_station_close(station, NULL);
    if (stops > 0) fprintf(stderr, "the arm was stopped: its error grew too large\n");
    return snw_failed(status) || stops > 0 ? -1 : sqrt(squares / (10000.0 * joints));
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "cells/puma560.cell.xml";
    const double plain = tracking(path, 1);
    if (snw_failed(snw_diags_status(&explain_findings))) return unopened();
    const double better = tracking(path, 0);
    printf("RMS error: plain PD %.5f rad, PID with gravity and friction %.5f rad\n", plain, better);
    return finish(better > 0 && better <= plain / 2, SNW_OK);
}
