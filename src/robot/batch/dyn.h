// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BATCH_DYN_H
#define SINEW_SRC_BATCH_DYN_H

// What the kernels of dynamics read and write. Workspaces are rows of one vector each, in the
// kernel's own width; there is room for the widest.

#include "sinew/batch/dynamics.h"

/// How the sums of a body reach its parent, on the way from the ends to the root. Children come
/// with falling numbers, so the first to arrive is known beforehand.
enum {
    SNW__CARRY = 1,  ///< its parent is the body before it: sums are handed on, not stored
    SNW__FIRST = 2,  ///< it is the first to store at its parent
    SNW__GATHER = 4, ///< children have stored at it
    SNW__TAKES = 8,  ///< the body after it is its child and hands its sums on
    SNW__PLAIN = 16, ///< turns by its coordinate itself, and does not slide
    SNW__GROUND = 32 ///< its parent is a root that does not move: nothing needs to go there
};

/// Rows of a body in each workspace.
enum {
    SNW__TURN_ROWS = 2,      ///< sine, cosine
    SNW__REACH_ROWS = 3,     ///< of bodies that slide
    SNW__FORCE_ROWS = 6,     ///< force, torque
    SNW__MOTION_ROWS = 9,    ///< angular velocity and acceleration, acceleration of the origin
    SNW__GATHERED_ROWS = 27, ///< articulated or composite bodies that wait at their parent
    SNW__ELIMINATED_ROWS = 8 ///< U, 1 / D, effort that is left
};

typedef struct snw__batch_dyn_job {
    // fixed by init
    const snw_normal_body *bodies; ///< of batch->dyn, with the inertias of now
    unsigned char *roles;
    const double *rotors;
    int body_count, nq, nv, q_root, v_root;
    bool floating;
    bool shared; ///< some rate moves more than one joint
    bool full;   ///< every entry of the mass matrix is written
    double *turns, *reaches, *forces, *motions, *gathered, *eliminated;
    // where rates are shared: one block
    const int *above; ///< [nv] the next rate that a rate meets
    double *M;        ///< [nv * nv] rows
    double *diagonal; ///< [nv] rows
    // the present call
    bool has_rotors;
    double felt[3]; ///< what a base at rest feels, along its axes
    const double *q, *v, *x;
    double *out;
    int block_count, refused, first_refused;
    // kernels
    void (*rnea)(struct snw__batch_dyn_job *job);
    void (*crba)(struct snw__batch_dyn_job *job);
    void (*aba)(struct snw__batch_dyn_job *job);
    void (*solve)(struct snw__batch_dyn_job *job);
    void (*advance)(int nv, const double *a, double dt, double *q, double *v);
} snw__batch_dyn_job;

typedef void snw__batch_dyn_fn(snw__batch_dyn_job *job);
typedef void snw__batch_advance_fn(int nv, const double *a, double dt, double *q, double *v);

#define SNW__BATCH_DYN_DECLARE(isa)                                                                \
    snw__batch_dyn_fn snw__batch_rnea_f64_##isa, snw__batch_crba_f64_##isa,                        \
        snw__batch_aba_f64_##isa, snw__batch_solve_f64_##isa;                                      \
    snw__batch_advance_fn snw__batch_advance_f64_##isa;
SNW_KERNEL_EACH(SNW__BATCH_DYN_DECLARE)
#undef SNW__BATCH_DYN_DECLARE

#endif // SINEW_SRC_BATCH_DYN_H
