// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_NORMAL_H
#define SINEW_MODEL_NORMAL_H

/// @file
/// A model in normalised frames, for kernels: the fewest operations per joint, the same numbers.
///
/// A body is a link that a moving joint carries, with all that is fixed to it; body 0 is the root
/// with what is fixed to it. Each body has a frame whose origin is that of its link and whose z is
/// the axis of its joint; x lies along the common normal to the axis of the first body it carries.
/// Then, for a joint that turns or slides,
///
///     T_parent_body = Trans(p) Rz(gamma) Rx(alpha) Rz(theta) Trans(0, 0, d)
///     theta = turn * q[source_q] + offset          d = slide * q[source_q] + slide_offset
///
/// where gamma is 0 for the first body that such a body carries, and alpha is most often 0 or a
/// quarter turn: no rotation matrix is formed, and the class says which operations are left. Other
/// joints (spherical, planar, free, laws) and the root are of the general class: their body's frame
/// is their link's, T_parent_body = (R, p) * snw_joint_motion().
///
/// Bodies stand in the order of their links: a parent comes before its children, and a body with
/// all that it carries is a run of numbers. Made once, then const and shared.

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the constant rotation before a joint is.
typedef enum snw_normal_class {
    SNW_NORMAL_ZERO,   ///< none: gamma = alpha = 0
    SNW_NORMAL_PLUS,   ///< alpha is a quarter turn: y becomes z, z becomes -y
    SNW_NORMAL_MINUS,  ///< alpha is minus a quarter turn
    SNW_NORMAL_ALPHA,  ///< any alpha, gamma = 0
    SNW_NORMAL_TURNED, ///< any alpha and gamma
    SNW_NORMAL_GENERAL ///< any rotation and any motion
} snw_normal_class;

/// One body and the joint that moves it.
typedef struct snw_normal_body {
    // read-only
    snw_normal_class kind;
    int parent; ///< body, less than this one; -1 for body 0
    int end;    ///< bodies [this, end) are this one and all that it carries
    int chain;  ///< each of the bodies [chain, this] but the first is carried by the one before
    int link;   ///< the link that the joint moves; 0 for body 0
    int source_q, source_v;       ///< of joints of one coordinate, laws too; else -1
    int nv;                       ///< rates that move it: 1 if it has a source, 0 for a fixed root
    int general;                  ///< number among the general bodies, root included; else -1
    bool slides;                  ///< slide or slide_offset is not 0
    double turn, offset;          ///< [rad per coordinate], [rad]
    double slide, slide_offset;   ///< [m per coordinate], [m]
    double cos_alpha, sin_alpha;  ///< exactly 0 and 1 in the classes that say so
    double cos_gamma, sin_gamma;  ///< likewise
    snw_vec3 p;                   ///< origin in the parent's frame, before the joint moves
    snw_mat3 R;                   ///< of the general class: joint's frame in the parent's
    int first_fixed, fixed_count; ///< links besides `link` that move with it, in `fixed_links`
    double m;                     ///< mass of all its links [kg]
    snw_vec3 h;                   ///< first moment [kg m]
    snw_sym3 S; ///< second moment, the integral of r r^T, about the origin [kg m^2]
} snw_normal_body;

/// Where a link is on its body.
typedef struct snw_normal_link {
    // read-only
    int body;
    bool same; ///< T_body_link is the identity
    snw_pose T_body_link;
} snw_normal_link;

typedef struct snw_normal {
    // read-only
    const snw_model *model;
    int body_count;                ///< root included
    int general_count;             ///< bodies of the general class, root included
    int general_nv;                ///< rates of the general bodies
    bool shared;                   ///< some rate moves more than one joint
    const snw_normal_body *bodies; ///< [body_count]
    const snw_normal_link *links;  ///< [model->link_count]
    const int *fixed_links;        ///< the lists of the bodies
    // joints once more by arrays: number i is of body i + 1; a multiple of 4 of them, the rest 0
    int padded;
    const double *turns, *offsets; ///< [padded], 0 for general bodies
    const int *sources;            ///< [padded] place in q, 0 without one
} snw_normal;

/// Lays the normalised form of `model` out in `arena`; the model must outlive it. Constant angles
/// within 4e-15 of a quarter or half turn are taken as such. On an empty arena this only measures;
/// the counts of bodies are right then too.
SNW_SETUP SNW_NODISCARD snw_status snw_normal_init(snw_normal *normal, const snw_model *model,
                                                   snw_arena *arena);

/// T_parent_body of a joint that turns or slides (not of the general class) for q of its source:
/// the formula above, for tests and for code that need not be fast.
SNW_INLINE snw_pose snw_normal_motion(const snw_normal_body *body, double q) {
    SNW_ASSERT(body->general < 0);
    const double cg = body->cos_gamma, sg = body->sin_gamma;
    const double ca = body->cos_alpha, sa = body->sin_alpha;
    const snw_mat3 Rz = {{cg, sg, 0}, {-sg, cg, 0}, {0, 0, 1}};
    const snw_mat3 Rx = {{1, 0, 0}, {0, ca, sa}, {0, -sa, ca}};
    const snw_mat3 turn = snw_mat3_rot_z(body->turn * q + body->offset);
    const snw_mat3 R = snw_mat3_mul(snw_mat3_mul(Rz, Rx), turn);
    return snw_pose_of(R, snw_vec3_add_scaled(body->p, R.z, body->slide * q + body->slide_offset));
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_NORMAL_H
