// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// How well does a PUMA 560 with friction follow a wave? Once with PID, gravity and friction
// compensation as its cell has them, once as a plain PD law: terms are stopped and gains are
// changed while the loop runs.
#include <math.h>
#include <stdio.h>

#include "sinew/station.h"

// acknowledges and enables the arm, as an operator does
static int enable(snw_exec *exec) {
    const snw_guard *guard = snw_exec_guard(exec, 0);
    for (int i = 0; i < 1000 && guard->signals.state != SNW_ARM_ENABLED; i++) {
        const int disabled = guard->signals.state == SNW_ARM_DISABLED;
        const snw_request what = disabled ? SNW_REQUEST_ENABLE : SNW_REQUEST_ACKNOWLEDGE;
        if (snw_failed(snw_exec_request(exec, 0, what))) return 0;
        snw_exec_tick(exec);
    }
    return guard->signals.state == SNW_ARM_ENABLED;
}

// root mean square of the error of all joints over 10 s [rad]; negative when something fails
static double tracking(const snw_station *station, int plain) {
    snw_exec *exec = NULL;
    snw_exec_options options = snw_exec_defaults();
    options.registry = &station->registry;
    if (snw_failed(snw_exec_open(&exec, station->cell, &station->system, &options, NULL)))
        return -1;
    snw_status status = SNW_OK;
    if (plain) {
        status = snw_exec_set(exec, "law/ki", "0 0 0 0 0 0", NULL);
        if (!snw_failed(status)) status = snw_exec_stop(exec, "gravity", NULL);
        if (!snw_failed(status)) status = snw_exec_stop(exec, "friction", NULL);
    }
    double squares = snw_failed(status) || !enable(exec) ? NAN : 0;
    const snw_arm *arm = snw_exec_arm(exec, 0);
    for (int tick = 0; tick < 12000; tick++) {
        snw_exec_tick(exec);
        if (tick < 2000) continue; // it has settled by then
        for (int i = 0; i < arm->count; i++) {
            const double error = arm->target.q[i] - arm->sensed.q[i];
            squares += error * error;
        }
    }
    const int stops = (int)snw_exec_guard(exec, 0)->signals.stops, joints = arm->count;
    status = snw_exec_close(exec, 5000000000, NULL);
    return snw_failed(status) || stops > 0 ? -1 : sqrt(squares / (10000.0 * joints));
}

int main(int argc, char **argv) {
    snw_station station;
    const char *path = argc > 1 ? argv[1] : "cells/puma560.cell.xml";
    if (snw_failed(snw_station_open(&station, path, NULL, NULL))) return 70;
    const double plain = tracking(&station, 1), better = tracking(&station, 0);
    printf("RMS error: plain PD %.5f rad, PID with gravity and friction %.5f rad\n", plain, better);
    snw_station_close(&station);
    return better > 0 && better <= plain / 2 ? 0 : 1;
}
