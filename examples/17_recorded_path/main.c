// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Records the joints of the arm while a program moves it, twenty times a second, keeps the path in
// a file, and plays it again from there along smooth curves.
#include "../explain.h"
#include "sinew/program.h"

static _Alignas(64) unsigned char memory[1 << 17];

// runs in the loop, with every set-point of a move
static int keep(const snw_sample *sample, const snw_arm_target *target, void *path) {
    return snw_failed(snw_path_add(path, sample->t_ns, target->q, NULL)) ? 1 : 0;
}

int main(int argc, char **argv) {
    snw_program p;
    snw_program_options options = snw_program_defaults();
    options.path = argc > 1 ? argv[1] : "cells/microbo.cell.xml";
    if (snw_failed(snw_program_open(&p, &options, &explain_findings))) return unopened();
    snw_path_config config = snw_path_config_defaults();
    config.scalars = p.arm->count;
    config.capacity = 256;
    config.spacing_ns = 50000000;
    snw_path path;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_status status = snw_path_init(&path, &config, &arena);
    const double via[2][6] = {{0.6, 0.25, 0.35, -0.9, -4, 0.4}, {-0.3, 0.2, 0.25, -1.3, -3.7, 0}};
    p.next.duration = 3;
    p.next.monitor = keep;
    p.next.context = &path;
    for (int i = 0; i < 2 && !snw_failed(status); i++)
        status = snw_wait_for(&p, snw_move_joints(&p, via[i]), 20);
    p.next = snw_move_defaults();
    // the path ends where the arm rests
    if (!snw_failed(status)) status = snw_path_set_spacing(&path, 0);
    if (!snw_failed(status)) status = snw_path_add(&path, snw_exec_time_ns(p.exec), via[1], NULL);
    char file[64];
    (void)snprintf(file, sizeof file, "/tmp/sinew-17-%lld.xml", (long long)snw_clock_now_ns());
    if (!snw_failed(status)) status = snw_path_save(file, &path, NULL);
    arena = snw_arena_over(memory, sizeof memory);
    if (!snw_failed(status)) status = snw_path_load(file, 1, &path, &arena, NULL);
    if (!snw_failed(status)) status = snw_path_smooth(&path);
    const double begin = snw_program_time(&p);
    if (!snw_failed(status)) status = snw_program_play(&p, &path, SNW_PATH_SMOOTH, 60);
    double q[SNW_AXES], off = 0;
    snw_program_joints(&p, q);
    for (int i = 0; i < p.arm->count; i++)
        off = fmax(off, fabs(q[i] - via[1][i]));
    printf("%d records, gone to and played in %.2f s, %.9f rad off at the end\n", path.count,
           snw_program_time(&p) - begin, off);
    if (snw_failed(status)) explain_why(&p.why);
    const snw_status closed = snw_program_close(&p, NULL);
    const int kept = path.count > 100 && remove(file) == 0;
    return finish(kept && off < 1e-9, snw_failed(status) ? status : closed);
}
