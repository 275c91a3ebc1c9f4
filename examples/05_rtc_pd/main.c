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
    snw_rtc rtc = {0};
    pd c = {0};
    snw_rtc_options options = snw_rtc_defaults();
    options.path = argc > 1 ? argv[1] : CELL_FILE;
    snw_rtc_error error = snw_rtc_open(&rtc, &options, NULL);
    if (error == SNW_RTC_OK) error = snw_rtc_power(&rtc, true);
    if (error == SNW_RTC_OK) error = snw_rtc_control(&rtc, control, NULL, &c);
    if (error == SNW_RTC_OK) error = snw_rtc_wait(&rtc, 3);
    if (error == SNW_RTC_ENDED) printf("%s\n", snw_rtc_end_text(snw_rtc_end_of(&rtc, NULL)));
    const snw_rtc_error closed = snw_rtc_close(&rtc, true);
    printf("error at the end:");
    for (int i = 0; i < 6; i++) {
        printf(" %.4f", c.error[i]);
    }
    printf(" rad; largest on the way %.4f rad\n", c.worst);
    if (error != SNW_RTC_OK || closed != SNW_RTC_OK) {
        printf("%s; %s\n", snw_rtc_error_text(error), snw_rtc_error_text(closed));
    }
    return error == SNW_RTC_OK && closed == SNW_RTC_OK && c.worst > 0 && c.worst < 0.01 ? 0 : 1;
}
