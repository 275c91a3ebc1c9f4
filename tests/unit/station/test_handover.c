// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station.h"

#include <math.h>
#include <string.h>

#include "check.h"

// Large changes of the parameters of a law while a shipped cell moves come in gradually: the
// efforts of the arm do not jump.

static snw_station *open_moving(void) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/cells/puma560.cell.xml", SNW_SOURCE_DIR);
    snw_station_options options = snw_station_defaults();
    options.cell = path;
    snw_station *station;
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    snw_exec *exec = snw_station_exec(station);
    bool enabled = false;
    for (int k = 0; k < 3000 || !enabled; k++) {
        CHECK(k < 10000);
        enabled = snw_arm_ask_for_power(exec, 0, snw_exec_guard(exec, 0)->signals.state);
        CHECK(snw_station_step(station, 1) == SNW_OK);
    }
    return station;
}

// the largest step of an effort from one tick to the next, over some ticks
static double largest_step(snw_station *station, int ticks) {
    const snw_arm *arm = snw_exec_arm(snw_station_exec(station), 0);
    double worst = 0, before[SNW_AXES];
    for (int k = 0; k < ticks; k++) {
        memcpy(before, arm->command.effort, sizeof before);
        CHECK(snw_station_step(station, 1) == SNW_OK);
        for (int i = 0; i < arm->count; i++)
            worst = fmax(worst, fabs(arm->command.effort[i] - before[i]));
    }
    return worst;
}

static void a_large_change_of_a_law_comes_in_gradually(void) {
    static const struct {
        const char *path, *value;
    } changes[] = {{"friction/coulomb[0]", "0"},
                   {"friction/viscous[1]", "0"},
                   {"law/kd[1]", "1200"},
                   {"law/kp[0]", "20000"}};
    snw_station *station = open_moving();
    snw_exec *exec = snw_station_exec(station);
    const double usual = largest_step(station, 2000);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        snw_why why = {0};
        const snw_status status = snw_exec_set(exec, changes[i].path, changes[i].value, &why);
        if (snw_failed(status)) print_error("%s: %s\n", changes[i].path, why.text);
        CHECK(!snw_failed(status));
        const double step = largest_step(station, 20);
        print_message("%s: %.3f N m in a tick, usually up to %.3f\n", changes[i].path, step, usual);
        CHECK(step < 1.5 * usual);
    }
    CHECK(snw_exec_guard(exec, 0)->signals.state == SNW_ARM_ENABLED);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

int main(void) {
    RUN(a_large_change_of_a_law_comes_in_gradually);
    return check_report();
}
