// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_KDL_H
#define SINEW_TESTS_PEER_KDL_H

/// @file
/// A second opinion: robots read by urdfdom and moved by Orocos KDL, behind functions of C. For
/// tests and benchmarks only; sinew itself does not link it.
///
/// SI units. Rotations are by rows, T_world_link for a robot (the world is the root link's frame)
/// and T_base_link for a chain. Functions that return int give 0, or -1 for what KDL has no answer
/// to. Everything that is called again and again writes to memory that was laid out before; KDL's
/// solvers then allocate nothing either, except peer_ik_lma().

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_pose {
    double R[9]; ///< by rows
    double p[3];
} peer_pose;

/// About the link's origin, along the link's axes.
typedef struct peer_body {
    double mass;
    double moment[3]; ///< mass times centre of mass [kg.m]
    double I[9];      ///< symmetric, products are entries of the matrix [kg.m^2]
} peer_body;

// --- a file -------------------------------------------------------------------------------------

/// Parses with urdfdom and drops the result: the number of links, or -1 when it is refused.
int peer_parse(const char *text);

/// Limits of a joint as urdfdom reads them: lower, upper, effort, velocity. -1 when it refuses the
/// text, or there is no such joint, or it has none.
int peer_limits(const char *text, const char *joint, double out[4]);

/// A robot: a tree of KDL.
typedef struct peer_robot peer_robot;

/// Parses with urdfdom and builds a tree: fixed, revolute, continuous and prismatic joints, also
/// such that follow others, masses and inertias, that of the root too. NULL when urdfdom refuses
/// the text or a joint is of another kind.
peer_robot *peer_urdf(const char *text);
void peer_free(peer_robot *robot);

/// Links and moving joints (those that follow others are not counted).
int peer_link_count(const peer_robot *robot);
int peer_joint_count(const peer_robot *robot);

/// The order of q from now on; at first it is the alphabet's. Every joint that moves and does not
/// follow another must be named once. -1 otherwise, then the old order stays.
int peer_set_joints(peer_robot *robot, const char *const *names, int count);

/// The pose of a link for q[joint count]. -1 for an unknown link.
int peer_fk(peer_robot *robot, const double *q, const char *link, peer_pose *out);

/// The same for links[count].
int peer_fk_all(peer_robot *robot, const double *q, const char *const *links, int count,
                peer_pose *out);

/// Mass properties of a link, as KDL has them. -1 for an unknown link.
int peer_link_body(const peer_robot *robot, const char *link, peer_body *out);

// --- a chain ------------------------------------------------------------------------------------

/// The way from one link of a robot to another with the solvers of KDL. It lives without the robot.
typedef struct peer_chain peer_chain;

/// NULL for an unknown link. `gravity` [m/s^2] along the axes of `base`; NULL is 0, 0, -9.81.
peer_chain *peer_chain_create(const peer_robot *robot, const char *base, const char *tip,
                              const double *gravity);
void peer_chain_free(peer_chain *chain);

/// Moving joints, in the order of q: from base to tip. Segments are the links behind the base,
/// fixed ones too. Followers are joints like all others here.
int peer_chain_joint_count(const peer_chain *chain);
const char *peer_chain_joint(const peer_chain *chain, int joint);
int peer_chain_segment_count(const peer_chain *chain);
const char *peer_chain_segment(const peer_chain *chain, int segment);

/// Poses of all segments: ChainFkSolverPos_recursive. out[segment count], or NULL to leave them
/// inside (for timing), where peer_chain_pose() finds them.
int peer_chain_fk(peer_chain *chain, const double *q, peer_pose *out);
peer_pose peer_chain_pose(const peer_chain *chain, int segment);

/// The pose of the tip alone, by the same solver.
int peer_chain_fk_tip(peer_chain *chain, const double *q, peer_pose *out);

/// ChainJntToJacSolver: J[6 * joints] by columns, linear rows first, of the tip's origin along the
/// base's axes; NULL leaves it inside.
int peer_chain_jacobian(peer_chain *chain, const double *q, double *J);

/// ChainFkSolverVel_recursive: velocity of the tip's origin and angular velocity, base's axes.
int peer_chain_velocity(peer_chain *chain, const double *q, const double *qd, double twist[6]);

/// ChainJntToJacDotSolver, hybrid representation: J_dot[6 * joints] like J.
int peer_chain_jacobian_rate(peer_chain *chain, const double *q, const double *qd, double *J_dot);

/// ChainIdSolver_RNE without external forces: tau[joints].
int peer_chain_rne(peer_chain *chain, const double *q, const double *qd, const double *qdd,
                   double *tau);

/// ChainDynParam: M[joints * joints], gravity and Coriolis efforts [joints].
int peer_chain_mass_matrix(peer_chain *chain, const double *q, double *M);
int peer_chain_gravity(peer_chain *chain, const double *q, double *tau);
int peer_chain_coriolis(peer_chain *chain, const double *q, const double *qd, double *tau);

/// ChainIkSolverPos_LMA, eps 1e-6, at most 500 iterations, joint steps 1e-15: from q_start to the
/// pose of the tip. KDL weighs rotations by 0.01, so eps is 1e-6 m and 1e-4 rad. 0 when it
/// converged, else KDL's code; q holds the last iterate either way.
int peer_ik_lma(peer_chain *chain, const double *q_start, const peer_pose *target, double *q);

/// ChainIkSolverVel_wdls, weights of 1: rates qd[joints] for the twist of the tip along the base's
/// axes, linear part first, damped by lambda where it is singular.
int peer_ik_wdls(peer_chain *chain, const double *q, const double twist[6], double lambda,
                 double *qd);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TESTS_PEER_KDL_H
