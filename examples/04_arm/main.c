// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// An arm from a file: where its tool is, and where its joints must be for the tool to be 10 cm
// higher. Give another model as the first argument, and a frame of it as the second.
#include <stdio.h>
#include <stdlib.h>

#include "sinew/sinew.h"

#ifndef MODEL_FILE
#define MODEL_FILE "models/panda/panda.xml"
#endif

static int explain(snw_status status, const snw_why *why) {
    char sentence[1024];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return snw_status_exit_code(status);
}

int main(int argc, char **argv) {
    const char *file = argc > 1 ? argv[1] : MODEL_FILE, *tool = argc > 2 ? argv[2] : NULL;
    // region: page
    snw_why why;
    snw_robot_solver *arm = NULL;
    snw_status status = snw_robot_create(file, tool, &arm, &why);
    if (snw_failed(status)) return explain(status, &why);

    snw_pose pose;
    double *q = calloc((size_t)arm->model->nq, sizeof *q);
    snw_midpoint(arm->model, q);
    status = snw_robot_fk(arm, q, &pose);
    if (snw_failed(status)) return explain(status, &(snw_why){.code = status});
    printf("the tool is at %.4f %.4f %.4f m\n", pose.p.x, pose.p.y, pose.p.z);

    pose.p.z += 0.1;
    status = snw_robot_ik(arm, pose, q, &why);
    // endregion
    printf("the goal is at %.4f %.4f %.4f m\n", pose.p.x, pose.p.y, pose.p.z);
    if (snw_failed(status)) return explain(status, &why);
    for (int i = 0; i < arm->model->nq; i++) {
        printf("%.4f ", q[i]);
    }
    printf("\n");
    free(q);
    snw_robot_destroy(arm);
    return 0;
}
