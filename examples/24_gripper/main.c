// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A gripper from C: opened, set to a width and closed, each time until the fingers are there.
#include <string.h>

#include "../explain.h"
#include "sinew/program.h"

// region: gripper
// Sends a command to the component "gripper" of the cell: open, close, width W, attach [OBJECT],
// release or relax; then loop time passes until the fingers rest, at most 10 s. A refusal, and its
// reason in p->why, is that of the gripper.
static snw_status ask_gripper(snw_program *p, const char *command) {
    char answer[SNW_MESSAGE], state[SNW_NAME] = "";
    snw_status status;
    // the loop answers in its next tick
    while ((status = snw_exec_message(p->exec, "gripper", command, 0, answer, &p->why)) ==
           SNW_NOTHING_NEW)
        snw_program_sleep(p, 0.001);
    for (int i = 0; i < 1000 && !snw_failed(status); i++) {
        snw_program_sleep(p, 0.01);
        status = snw_exec_get(p->exec, "gripper/state", state, sizeof state, &p->why);
        if (!snw_failed(status) && strcmp(state, "moving") != 0) return SNW_OK;
    }
    return snw_failed(status) ? status : SNW_ERR_TIMEOUT;
}

// how far its fingers are apart [m]; NAN when it cannot be read
static double gripper_width(snw_program *p) {
    char text[32];
    double width = NAN;
    if (!snw_failed(snw_exec_get(p->exec, "gripper/width", text, sizeof text, &p->why)))
        (void)sscanf(text, "%lf", &width);
    return width;
}
// endregion

int main(int argc, char **argv) {
    static const char *const commands[] = {"open", "width 0.03", "close"};
    static const double widths[] = {0.08, 0.03, 0};
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/demo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    snw_status status = SNW_OK;
    bool good = true;
    for (int i = 0; i < 3 && !snw_failed(status); i++) {
        status = ask_gripper(&p, commands[i]);
        printf("%s: %.1f mm\n", commands[i], 1e3 * gripper_width(&p));
        good = good && fabs(gripper_width(&p) - widths[i]) < 1e-6;
    }
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    return finish(good, snw_failed(status) ? status : closed);
}
