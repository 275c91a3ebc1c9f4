// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GEN_H
#define SINEW_GEN_H

/// @file
/// C code for one robot: the recursions of kinematics and dynamics, run once on symbols and written
/// down as straight lines with all constants folded. What is written needs the C library alone and
/// no sinew, so it runs where sinew does not. docs/gen.md says what it looks like.
///
/// With NAME the prefix, the functions are, each of them optional,
///
///     NAME_fk(q, T)              pose of the tip in the root's frame, T[12] columns x y z p
///     NAME_poses(q, T)           the same for all links, T[links * 12]
///     NAME_jacobian(q, J)        of the tip's origin, J[nv * 6], linear part first, root's axes
///     NAME_rnea(q, v, a, tau)    efforts for accelerations, springs and dampers included
///     NAME_crba(q, M)            mass matrix, M[nv * nv]
///     NAME_aba(q, v, tau, a)     accelerations under efforts
///     NAME_gravity(q, tau)       efforts that hold the mechanism against gravity
///
/// with the numbers that snw_kin and snw_dyn give. They check nothing: what is not finite goes
/// through them. Of a floating root, "the root's frame" is that of its q.
///
/// Each can also be had in lanes, for many states in a call,
///
///     NAME_rnea_lanes(blocks, q, v, a, tau)
///
/// with blocks of 8 states, number j of state s at x[s / 8][j][s % 8] as in sinew/batch.h. The
/// vectors are those of the machine for which the code is compiled.

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The functions, as bits.
enum {
    SNW_GEN_FK = 1,
    SNW_GEN_POSES = 2,
    SNW_GEN_JACOBIAN = 4,
    SNW_GEN_RNEA = 8,
    SNW_GEN_CRBA = 16,
    SNW_GEN_ABA = 32,
    SNW_GEN_GRAVITY = 64,
    SNW_GEN_ALL = 127
};

enum { SNW_GEN_NAME = 64 }; ///< bytes of a prefix, with the final zero

typedef struct snw_gen_options {
    // public
    const char *name;     ///< prefix, a C identifier; NULL is made from the model's name
    const char *header;   ///< file that the source includes; NULL is the prefix and ".h"
    const char *frame;    ///< the tip, a link or a frame of the model; NULL is the last link
    unsigned functions;   ///< SNW_GEN_ bits
    snw_vec3 gravity;     ///< seen, along the root's axes [m/s^2]
    const double *rotors; ///< [nv] inertia on the joint's side [kg m^2 or kg]; NULL means no rotors
    bool lanes;           ///< each function also for many states
} snw_gen_options;

/// All functions of the last link in gravity 0 0 -9.81, without rotors, not in lanes.
SNW_SETUP snw_gen_options snw_gen_defaults(void);

/// Writes the source and its header. Texts that only measure are
/// allowed: what is appended is the same. Refused, by name: a joint that is not revolute,
/// continuous, prismatic, screw, fixed or a follower of such (SNW_ERR_UNSUPPORTED; a floating root
/// is understood), a prefix that is not an identifier, a header that no include can name
/// (SNW_ERR_ARGUMENT), a frame that is not there (SNW_ERR_UNKNOWN_NAME), numbers that are not
/// finite, accelerations of what has no inertia (SNW_ERR_SINGULAR), more operations than 4 million
/// (SNW_ERR_TOO_LARGE). Then the texts are unchanged. Takes memory from the heap while it runs.
SNW_SETUP SNW_NODISCARD snw_status snw_gen_c(const snw_model *model, const snw_gen_options *options,
                                             snw_text *source, snw_text *header, snw_why *why);

/// What one call of a function costs.
typedef struct snw_gen_counts {
    int products, sums, divisions; ///< a difference is a sum
    int angles;                    ///< of which sine and cosine are taken
} snw_gen_counts;

/// Counts the operations of one function, given by its bit. Refusals as for snw_gen_c().
SNW_SETUP SNW_NODISCARD snw_status snw_gen_count(const snw_model *model,
                                                 const snw_gen_options *options, unsigned function,
                                                 snw_gen_counts *counts, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_GEN_H
