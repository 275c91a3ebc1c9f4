// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BATCH_DYNAMICS_H
#define SINEW_BATCH_DYNAMICS_H

/// @file
/// Dynamics of many states at once: the numbers of snw_dyn, several states per instruction.
///
/// States stand in blocks as in sinew/batch.h, coordinate j of state s at q[s / 8][j][s % 8], and
/// so do rates, accelerations and efforts; blocks are aligned to 64 bytes.
///
/// The workspace holds a snw_dyn. What is set there (gravity, base, rotors, inertias of links,
/// springs on or off) holds for all states:
///
///     SNW_IGNORE(snw_dyn_set_gravity(&batch.dyn, gravity));
///
/// Models whose joints are revolute, continuous, prismatic or screw joints, own or following, on a
/// fixed or floating root are computed in lanes. With a spherical, planar or law joint, or a free
/// one that is not the root, the states are given to snw_dyn one by one inside the same call.
/// `batch.in_lanes` says which. Forward dynamics is by articulated bodies; where one rate moves
/// several joints, by the mass matrix and its factors, in lanes too.
///
/// A state that snw_dyn would refuse (a number that is not finite, a quaternion off length 1 by
/// more than 1e-3; of forward dynamics also something that moves without inertia) has NaN in all
/// its results and is counted; the other lanes are as if it were not there.

#include "sinew/batch.h"
#include "sinew/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Dynamics of many states of one model. Caller-owned, no destructor, one per thread.
typedef struct snw_batch_dyn {
    // public
    snw_dyn dyn; ///< settings of all states, by the functions of sinew/dynamics/dyn.h
    // read-only
    snw_isa isa;       ///< the instruction set in use
    int refused;       ///< states of the last call whose results are NaN
    int first_refused; ///< the first of them, counted from 0; -1 for none
    bool in_lanes;     ///< computed in lanes; else state by state
    // private
    struct snw__batch_dyn_job *job; // what the kernels read
    double *q, *q_next, *numbers;   // of one state, for what lanes do not know
    double *efforts;                // one block: efforts with springs and dampers
    double *accelerations;          // one block
} snw_batch_dyn;

/// Lays out a batch for `model`, which must outlive it, inside `arena`. Settings are those of
/// snw_dyn_init(), the instruction set is the best one. On an empty arena this measures.
SNW_SETUP SNW_NODISCARD snw_status snw_batch_dyn_init(snw_batch_dyn *batch, const snw_model *model,
                                                      snw_arena *arena);

/// Takes another instruction set than the best, to compare. SNW_ERR_ARGUMENT when this processor
/// lacks it.
SNW_RT SNW_NODISCARD snw_status snw_batch_dyn_use(snw_batch_dyn *batch, snw_isa isa);

/// Efforts tau[block][nv][lane] that give the accelerations a[block][nv][lane] at
/// q[block][nq][lane] and v[block][nv][lane]: snw_dyn_inverse() without wrenches. SNW_ERR_ARGUMENT
/// for a negative count, or blocks that are not aligned to 64 bytes or absent; then nothing is
/// written. Refused states do not fail the call: see batch->refused, which counts lanes of the last
/// block that repeat a state too. Results must not overlap what goes in.
SNW_RT SNW_NODISCARD snw_status snw_batch_inverse_f64(snw_batch_dyn *batch, const double *q,
                                                      const double *v, const double *a,
                                                      int block_count, double *tau);

/// Mass matrices M[block][nv * nv][lane], both halves filled: snw_dyn_mass_matrix().
SNW_RT SNW_NODISCARD snw_status snw_batch_mass_matrix_f64(snw_batch_dyn *batch, const double *q,
                                                          int block_count, double *M);

/// Accelerations a[block][nv][lane] under the efforts tau[block][nv][lane]: snw_dyn_forward()
/// without wrenches.
SNW_RT SNW_NODISCARD snw_status snw_batch_forward_f64(snw_batch_dyn *batch, const double *q,
                                                      const double *v, const double *tau,
                                                      int block_count, double *a);

/// One step of dt [s] under the efforts tau, q and v in place: rates first, then the configuration
/// with the new rates, as the integrator "euler" of sinew/dynamics/integrate.h. A refused state
/// stays as it is and is counted; one that runs away to infinity is refused by the next step, or by
/// this one where it has a quaternion. SNW_ERR_NOT_FINITE for dt; otherwise as above.
SNW_RT SNW_NODISCARD snw_status snw_batch_euler_f64(snw_batch_dyn *batch, double dt,
                                                    const double *tau, int block_count, double *q,
                                                    double *v);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BATCH_DYNAMICS_H
