// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A program with one motion primitive: a PUMA 560 goes from where it stands to another place, in
// joints, sample by sample. Prints how far it was off at the end.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sinew/modelio.h"
#include "sinew/queue.h"

int main(int argc, char **argv) {
    static snw_model model;
    static snw_arm arm;
    static snw_queue queue;
    snw_setup *setup = snw_setup_create(1 << 24);
    snw_robot *robot = NULL;
    if (argc < 2 || setup == NULL) return 2;
    if (snw_failed(snw_robot_load(argv[1], NULL, setup, &robot, NULL))) return 3;

    // measure, then lay out
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&model, robot, &arena, NULL));
    const size_t size = (arena.needed + 63) / 64 * 64;
    arena = snw_arena_over(aligned_alloc(64, size), size);
    if (snw_failed(snw_model_compile(&model, robot, &arena, NULL)) ||
        snw_failed(snw_arm_init(&arm, &model, robot, NULL))) {
        return 4;
    }
    double q[SNW_AXES] = {0};
    snw_midpoint(&model, q);
    const snw_queue_config config = snw_queue_config_defaults(model.link_count - 1, -1);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_queue_init(&queue, &arm, &config, q, &arena));
    const size_t room = (arena.needed + 63) / 64 * 64;
    arena = snw_arena_over(aligned_alloc(64, room), room);
    if (snw_failed(snw_queue_init(&queue, &arm, &config, q, &arena))) return 5;

    snw_move move = snw_move_defaults();
    int64_t id = 0;
    for (int i = 0; i < arm.count; i++)
        move.joints[i] = q[i] + 0.2;
    if (snw_failed(snw_queue_move(&queue, &move, &id, NULL))) return 6;
    for (int n = 1; n < 5000; n++) {
        const snw_sample sample = {(uint64_t)n, n * INT64_C(1000000), 1e-3};
        if (snw_failed(snw_queue_step(&queue, &sample, &arm.target))) return 7;
    }
    double off = 0;
    for (int i = 0; i < arm.count; i++)
        off = fmax(off, fabs(arm.target.q[i] - move.joints[i]));
    printf("off by %.9f\n", off);
    return 0;
}
