// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// An arm from a file: where its tool is, and where its joints must be for the tool to be 10 cm
// higher. Give another model as the first argument, and a frame of it as the second.

#include <stdio.h>
#include <stdlib.h>

#include "sinew/ik.h"
#include "sinew/modelio.h"

#ifndef MODEL_FILE
#define MODEL_FILE "models/panda/panda.xml"
#endif

// every finding of a loader or a compiler, with file, line and the way out
static int explain(const snw_diags *diags, snw_status status) {
    for (int i = 0; i < diags->count; i++) {
        char sentence[1024];
        (void)snw_why_sentence(&diags->items[i], sentence, sizeof sentence);
        fprintf(stderr, "%s\n", sentence);
    }
    return snw_status_exit_code(status);
}

// measures what `size` bytes a layout needs, and supplies them
static snw_arena supply(size_t size) {
    const size_t whole = (size + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    return snw_arena_over(aligned_alloc(SNW_ARENA_ALIGN, whole), whole);
}

static void print_pose(const char *name, snw_pose T) {
    printf("%s at %.4f %.4f %.4f m\n", name, T.p.x, T.p.y, T.p.z);
}

int main(int argc, char **argv) {
    const char *file = argc > 1 ? argv[1] : MODEL_FILE, *frame = argc > 2 ? argv[2] : "tool";
    snw_why found[16];
    snw_diags diags = {.items = found, .capacity = 16};
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_robot *robot = NULL;
    snw_status status = snw_robot_load(file, NULL, setup, &robot, &diags);
    if (snw_failed(status)) return explain(&diags, status);

    // region: page
    snw_model model;
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&model, robot, &arena, NULL)); // measures
    arena = supply(arena.needed);
    status = snw_model_compile(&model, robot, &arena, &diags);
    if (snw_failed(status)) return explain(&diags, status);

    snw_ik ik;
    const int tool = snw_model_find_frame(&model, frame);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_ik_init(&ik, &model, -1, tool, &arena));
    arena = supply(arena.needed);
    if (tool < 0 || snw_ik_init(&ik, &model, -1, tool, &arena) < 0) return 4;

    double q[64];
    snw_midpoint(&model, q);
    if (model.nq > 64 || snw_kin_update(&ik.kin, q) < 0) return 3;
    snw_pose goal = snw_kin_frame(&ik.kin, tool);
    print_pose("the tool is", goal);
    goal.p.z += 0.1;

    snw_ik_result result;
    const snw_ik_target target = snw_ik_target_pose(goal);
    snw_ik_solve(&ik, &target, NULL, q, q, &result);
    // endregion
    print_pose("the goal is", goal);
    printf("%s:", snw_ik_status_name(result.status));
    for (int i = 0; i < model.nq; i++) {
        printf(" %.4f", q[i]);
    }
    printf("\n");
    return result.status == SNW_IK_OK ? 0 : 1;
}
