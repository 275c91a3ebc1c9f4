// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_BENCH_ROBOT_H
#define SINEW_TESTS_BENCH_ROBOT_H

/// @file
/// Robots for benchmarks: compiled by sinew and, where they are asked for, the same text read by
/// Orocos KDL and by MuJoCo. What fails ends the program with a sentence.
///
/// Robots are models/NAME/NAME.urdf, or NAME.urdf in the folder that SINEW_MODELS names.

#include <stddef.h>

#include "peer/kdl.h"
#include "peer/mujoco.h"
#include "sinew/model.h"

/// Rates that a robot may have; as many coordinates.
enum { BENCH_RATES = 208 };

/// One robot on all sides.
typedef struct bench_robot {
    const char *name;
    snw_model model;
    peer_chain *chain;   ///< from the first link to the last; NULL for none
    peer_mujoco *mujoco; ///< NULL for none
    snw_setup *setup;
    void *model_block;
    int place[BENCH_RATES]; ///< [nv] where a rate of ours is in MuJoCo's
    double *M;              ///< [nv * nv] for whoever needs one
} bench_robot;

/// Ends the program when the condition does not hold.
void bench_need(int condition, const char *what, const char *name);

/// The next of a fixed row of random numbers between two bounds.
double bench_real(double low, double high);

/// Zeroed memory aligned to 64 bytes; free it.
void *bench_block(size_t bytes);

/// The text of a robot of models/; free it.
char *bench_robot_text(const char *name);

/// Reads and compiles a robot, without peers; joints of one coordinate only. Call
/// bench_robot_free() afterwards.
void bench_robot_load(bench_robot *robot, const char *name, const char *text);
void bench_robot_free(bench_robot *robot);

/// Gives a robot its peers.
void bench_robot_kdl(bench_robot *robot, const char *text);
void bench_robot_mujoco(bench_robot *robot, const char *text);

/// A random state: q within the limits and 3.1 rad of 0, rates and accelerations within 1, efforts
/// within 10. Each has room for nv numbers.
void bench_robot_state(const bench_robot *robot, double *q, double *v, double *a, double *tau);

/// Numbers per rate in MuJoCo's order, to[nv].
void bench_robot_to_mujoco(const bench_robot *robot, const double *from, double *to);

/// KDL's forward dynamics: its mass matrix, its inverse dynamics at rest of the joints, and a
/// solution. 0 when KDL has an answer.
int bench_kdl_forward(bench_robot *robot, const double *q, const double *v, const double *tau,
                      double *a);

/// The largest difference of a and b, relative to the numbers of b that are above 1.
double bench_difference(const double *a, const double *b, int count);

#endif // SINEW_TESTS_BENCH_ROBOT_H
