// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A PD controller for a PUMA 560 in simulation: two gains a joint, no model and no gravity term.
#include <math.h>
#include <stdio.h>

#include "sinew/rtc.h"

#ifndef CELL_FILE
#define CELL_FILE "cells/puma560.cell.xml"
#endif

typedef struct pd {
    double from[6], error[6], t, worst;
} pd;

static const double kp[6] = {3000, 6000, 3000, 300, 300, 200};
static const double kd[6] = {240, 480, 200, 16, 16, 10};

// region: control
// once per sample: a torque for every joint, towards a point that moves by 0.4 rad in 2 s
static void control(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    pd *c = context;
    const double x = fmin(c->t / 2, 1), way = 0.4 * x * x * (3 - 2 * x);
    const double rate = 0.4 * 6 * x * (1 - x) / 2;
    for (int i = 0; i < how->count; i++) {
        if (how->begins) c->from[i] = how->target[i];
        c->error[i] = c->from[i] + way - how->position[i];
        c->worst = fmax(c->worst, fabs(c->error[i]));
        chg->joint[i].operation = SNW_RTC_CUR;
        chg->joint[i].value = kp[i] * c->error[i] + kd[i] * (rate - how->velocity[i]);
    }
    c->t += rtc->period;
}
// endregion

int main(int argc, char **argv) {
    pd c = {0};
    int end = 0;
    const char *cell = argc > 1 ? argv[1] : CELL_FILE;
    const snw_rtc_error error = snw_rtc_run(cell, control, &c, 3, &end);
    if (error != SNW_RTC_OK) {
        fprintf(stderr, "%s: %s: %s\n", cell, snw_rtc_error_text(error), snw_rtc_end_text(end));
        return 1;
    }
    printf("error at the end:");
    for (int i = 0; i < 6; i++) {
        printf(" %.4f", c.error[i]);
    }
    printf(" rad; largest on the way %.4f rad\n", c.worst);
    if (c.worst > 0 && c.worst < 0.01) return 0;
    fprintf(stderr, "the error is not below 0.01 rad\n");
    return 1;
}
