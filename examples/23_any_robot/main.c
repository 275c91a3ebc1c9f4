// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that knows no robot: which one it moves is a name. Each axis goes a tenth of its range
// from where it is, and back. With names as arguments it moves those.
#include "../explain.h"
#include "sinew/program.h"

// moves whatever the name stands for; the number of its joints, or -1
static int move_robot(const char *name, double *off) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = name;
    snw_why why = {0};
    snw_diags diags = {.items = &why, .capacity = 1};
    if (snw_failed(snw_program_open(&p, &options, &diags))) {
        fprintf(stderr, "%s cannot be moved\n", name);
        explain_why(&why);
        return -1;
    }
    const int count = p.arm->count;
    double home[SNW_AXES], goal[SNW_AXES], there[SNW_AXES];
    snw_program_joints(&p, home);
    for (int i = 0; i < count; i++) {
        const double low = p.arm->limits.lower[i], high = p.arm->limits.upper[i];
        const double step = fmin(0.1 * (high - low), 0.3);
        goal[i] = home[i] + (home[i] < 0.5 * (low + high) ? step : -step);
    }
    snw_status status = snw_wait_for(&p, snw_move_joints(&p, goal), 60);
    snw_program_joints(&p, there);
    for (int i = 0; i < count; i++)
        *off = fmax(*off, fabs(there[i] - goal[i]));
    if (!snw_failed(status)) status = snw_wait_for(&p, snw_move_joints(&p, home), 60);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    return snw_failed(status) || snw_failed(closed) ? -1 : count;
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"models/imi-2link/imi-2link.xml", "models/wam4/wam4.xml",
                                        "models/puma560-corke/puma560-corke.xml",
                                        "models/panda/panda.xml",
                                        "models/humanoid30/humanoid30.xml"};
    const int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    int failed = 0;
    for (int i = 0; i < count; i++) {
        const char *name = argc > 1 ? argv[i + 1] : usual[i];
        double off = 0;
        const int joints = move_robot(name, &off);
        if (joints > 0) printf("%-14s %2d joints, off by %.2g rad\n", name, joints, off);
        failed += joints < 1 || !(off < 1e-6);
    }
    return finish(failed == 0, SNW_OK);
}
