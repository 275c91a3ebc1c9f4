// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PROGRAM_INTERNAL_H
#define SINEW_SRC_PROGRAM_INTERNAL_H

#include "sinew/kinematics.h"
#include "sinew/os.h"
#include "sinew/program.h"

struct snw__program {
    snw_station station;
    snw_cell cell; // the station's, with a loop of our own
    snw_loop loop;
    snw_component *motion;
    snw_kin kin;
    double *q; // [nq] for it
    int link, frame;
    double park[SNW_AXES];
    bool real;
    snw_thread *thread;
    snw_stop stop;
    snw_status run_status;
};

/// Lets at least one tick pass.
void snw__program_pass(snw_program *program);

#endif // SINEW_SRC_PROGRAM_INTERNAL_H
